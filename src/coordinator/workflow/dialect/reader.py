"""A workflow file read into its value: a bare `stages:` document or a whole file, with notes on what is odd."""

import re
from pathlib import PurePath

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from coordinator.config.yaml_file import QUOTE_TEMPLATE, FlowList, NotYaml, Refused, Table, YamlReader, keys, quoted
from coordinator.errors import UsageError
from coordinator.models import Value
from coordinator.workflow.dialect.diagnostics import Diagnostic, error, errors, in_order, warning
from coordinator.workflow.dialect.schema import Workflow, WorkflowFile
from coordinator.workflow.dialect.section import FileContext, dotted

_PROBLEMS = {"string_pattern_mismatch": "is empty", "dict_type": "should be a mapping of keys to values"}
BARE = {"stages", "match", "schema_version"}  # a file with no other keys needs no name


class Read(Value):
    """A workflow, and what was ignored."""

    workflow: Workflow
    notes: tuple[Diagnostic, ...] = ()


def read_workflow(label: str, text: str) -> Read:
    """The workflow in a text; UsageError names the first line that keeps it from being one."""
    return runnable(label, *draft(label, text))


def runnable(label: str, workflow: Workflow | None, notes: tuple[Diagnostic, ...]) -> Read:
    """The workflow with its notes; UsageError for the first error among them."""
    if wrong := errors(notes):
        more = f"`coordinator workflow check {label}` shows {len(wrong) - 1} more" if len(wrong) > 1 else ""
        what = f"{label}:{wrong[0].line}: {wrong[0].text}"
        raise UsageError(what, fix="; ".join(filter(None, (wrong[0].fix, more))))
    assert workflow is not None, "a text that is no workflow has an error"
    return Read(workflow=workflow, notes=notes)


def draft(label: str, text: str) -> tuple[Workflow | None, tuple[Diagnostic, ...]]:
    """The workflow in a text, unless an error keeps it from being one, and notes on its form."""
    notes: list[Diagnostic] = []
    reader = YamlReader(plain=False)
    data = _load(text, reader, notes)
    notes += _other_language(data, reader) if data is not None else ()
    if data is None or errors(notes):
        return None, in_order(notes)
    if data.get("stages") in (None, []):
        line = reader.key_lines.get(("stages",), 1)
        notes.append(error(line, "the workflow has no stages", "add one under `stages:`"))
    name = PurePath(label).stem or "workflow"
    if data.get("name") is None and any(data.get(key) is not None for key in keys(WorkflowFile).keys() - BARE):
        notes.append(warning(1, f"the workflow has no name and is called {name}", "add `name:`"))
    workflow = _validate(data, reader, notes)
    if workflow is None or errors(notes):
        return None, in_order(notes)
    return workflow.model_copy(update={"name": workflow.name or name, "label": label}), in_order(notes)


def _load(text: str, reader: YamlReader, notes: list[Diagnostic]) -> Table | None:
    """The mapping of a text; None where the text has none, and why not is noted."""
    try:
        root, data = reader.load(text)
    except NotYaml as wrong:
        near = text.splitlines()[max(wrong.line - 1, 0) : wrong.line + 1]
        fix = QUOTE_TEMPLATE if any("{{" in each for each in near) else ""
        notes.append(error(wrong.line + 1, wrong.problem, fix))
        return None
    if isinstance(data, Table):
        return data
    problem, fix = "should be a mapping of keys to values", "a workflow begins with `stages:`"
    if isinstance(data, Refused):
        problem, fix = str(data), data.fix
    elif root is None:
        problem = "is empty"
    notes.append(error(1 if root is None else reader.line(root), f"the file {problem}", fix))
    return None


def _other_language(data: Table, reader: YamlReader) -> list[Diagnostic]:
    """Errors about a file of another version, of which nothing else is to be said."""
    found = []
    if "jobs" in data:
        found.append(error(reader.key_lines["jobs",], "`jobs` was renamed to `stages`", "rename it"))
    written = str(data.get("schema_version") or "").strip().lower()
    line = reader.key_lines.get(("schema_version",), 1)
    if re.fullmatch(r"v?2(\.0)?", written):
        text = "schema_version 2 is another language, with states and transitions, and is not read here"
        found.append(error(line, text, "write it with `stages`, in version 1"))
    elif written not in ("", "v1", "1"):
        found.append(error(line, f"schema_version {quoted(written)} is not known", "use v1"))
    return found


def _validate(data: Table, reader: YamlReader, notes: list[Diagnostic]) -> Workflow | None:
    """The workflow in the data, unless there is an error in it; what is wrong and what is odd is added to the notes."""
    notes += [error(line, f"{quoted(key)} is given twice", "remove one of them") for line, key in reader.repeated]
    file = FileContext(reader.key_lines, WorkflowFile, notes)
    try:
        return WorkflowFile.model_validate(data, context=file, by_alias=True, by_name=False)
    except ValidationError as wrong:
        for each in wrong.errors():
            at = each["loc"]
            if each["type"] == "missing":
                file.note_missing(at)
                continue
            while at not in reader.value_lines:  # where a text stands for one of its keys
                at = at[:-1]
            problem, fix = _explain(each)
            if problem == "is empty" and isinstance(at[-1], int):
                notes.append(error(reader.value_lines[at], f"{dotted(at[:-1])} has an empty item", "remove it"))
            else:
                notes.append(error(reader.value_lines[at], f"{dotted(at)} {problem}", fix))
        return None


def _explain(wrong: ErrorDetails) -> tuple[str, str]:
    """What is wrong with a value, and what to do."""
    given, reason = wrong["input"], wrong.get("ctx", {}).get("error")
    if isinstance(given, Refused):
        reason = given
    if isinstance(reason, Refused):
        return str(reason), reason.fix
    if wrong["type"] == "tuple_type":
        return "should be a list", f"write [{given}]" if isinstance(given, str) else "put - before each item"
    if wrong["type"] in _PROBLEMS:
        return _PROBLEMS[wrong["type"]], ""
    if isinstance(given, FlowList) and all(isinstance(each, str) for each in given):
        return "should be text, not a list", f'put it in quotes: "[{", ".join(given)}]"'
    return "should be text", ""

"""Read a workflow file, and note errors in its form: wrong keys, and values of a wrong type.

`stages` is the only key that a file must have.
"""

import re
from pathlib import PurePath

from coordinator.config.diagnostics import Diagnostic, error, errors, in_order, warning
from coordinator.config.suggestions import quoted
from coordinator.config.yaml_file import Place, Table, YamlFile, keys
from coordinator.errors import UsageError
from coordinator.workflow.dialect.schema import Workflow, WorkflowFile

BARE = {"stages", "match", "schema_version"}  # a file with no other keys needs no name


def read_workflow(label: str, text: str) -> Workflow:
    """Return the workflow in a text. Raise UsageError for the first error in its form."""
    workflow, notes = draft(label, text)
    return runnable(label, workflow, notes)


def runnable(label: str, workflow: Workflow | None, notes: tuple[Diagnostic, ...]) -> Workflow:
    """Return the workflow. If the notes contain errors, raise UsageError for the first one."""
    wrong = errors(notes)
    if wrong:
        fixes = []
        if wrong[0].fix:
            fixes.append(wrong[0].fix)
        if len(wrong) > 1:
            fixes.append(f"`coordinator workflow check {label}` shows {len(wrong) - 1} more")
        raise UsageError(f"{label}:{wrong[0].line}: {wrong[0].text}", fix="; ".join(fixes))
    assert workflow is not None, "a text that is not a workflow must have an error"
    return workflow


def draft(label: str, text: str) -> tuple[Workflow | None, tuple[Diagnostic, ...]]:
    """Return the workflow in a text, and notes about its form.

    The workflow is None if its form has an error.
    """
    file = YamlFile(WorkflowFile, "a workflow begins with `stages:`", plain=False)
    data = file.load(text)
    if data is None:
        return None, in_order(file.notes)
    foreign = _other_language(data, file.key_lines)
    if foreign:
        return None, in_order(foreign)
    if data.get("stages") in (None, []):
        line = file.key_lines.get(("stages",), 1)
        file.notes.append(error(line, "the workflow has no stages", "add one under `stages:`"))
    name = PurePath(label).stem or "workflow"
    if _lacks_name(data):
        text = f"the workflow has no name; it is called {name} here"
        file.notes.append(warning(1, text, "add `name:`"))
    workflow = file.validate(data)
    notes = in_order(file.notes)
    if workflow is None or errors(notes):
        return None, notes
    return workflow.model_copy(update={"name": workflow.name or name, "label": label}), notes


def _lacks_name(data: Table) -> bool:
    """Return whether a file has no `name` but needs one.

    A file needs a name unless all its keys are in `BARE`.
    """
    if data.get("name") is not None:
        return False
    named = keys(WorkflowFile).keys() - BARE
    return any(data.get(key) is not None for key in named)


def _other_language(data: Table, key_lines: dict[Place, int]) -> list[Diagnostic]:
    """Return errors if the file is for another version of the language; otherwise an empty list."""
    found = []
    if "jobs" in data:
        found.append(error(key_lines["jobs",], "`jobs` was renamed to `stages`", "rename it"))
    version = str(data.get("schema_version") or "").strip().lower()
    line = key_lines.get(("schema_version",), 1)
    if re.fullmatch(r"v?2(\.0)?", version):
        text = (
            "schema_version 2 is another language, with states and transitions, "
            "and is not supported"
        )
        found.append(error(line, text, "write it with `stages`, in version 1"))
    elif version not in ("", "v1", "1"):
        found.append(error(line, f"schema_version {quoted(version)} is unknown", "use v1"))
    return found

"""A workflow file read into its value: a bare `stages:` document or a whole file, with notes on what is odd."""

import re
from pathlib import PurePath

from coordinator.config.diagnostics import Diagnostic, error, errors, in_order, warning
from coordinator.config.yaml_file import Place, Table, YamlFile, keys, quoted
from coordinator.errors import UsageError
from coordinator.workflow.dialect.schema import Workflow, WorkflowFile

BARE = {"stages", "match", "schema_version"}  # a file with no other keys needs no name


def read_workflow(label: str, text: str) -> Workflow:
    """The workflow in a text; UsageError names the first line that keeps it from being one."""
    return runnable(label, *draft(label, text))


def runnable(label: str, workflow: Workflow | None, notes: tuple[Diagnostic, ...]) -> Workflow:
    """The workflow; UsageError for the first error among its notes."""
    if wrong := errors(notes):
        more = (
            f"`coordinator workflow check {label}` shows {len(wrong) - 1} more"
            if len(wrong) > 1
            else ""
        )
        what = f"{label}:{wrong[0].line}: {wrong[0].text}"
        raise UsageError(what, fix="; ".join(filter(None, (wrong[0].fix, more))))
    assert workflow is not None, "a text that is no workflow has an error"
    return workflow


def draft(label: str, text: str) -> tuple[Workflow | None, tuple[Diagnostic, ...]]:
    """The workflow in a text, unless an error keeps it from being one, and notes on its form."""
    file = YamlFile(WorkflowFile, "a workflow begins with `stages:`", plain=False)
    data = file.load(text)
    notes = file.notes
    if data is None or (foreign := _other_language(data, file.key_lines)):
        return None, in_order(notes if data is None else foreign)
    if data.get("stages") in (None, []):
        line = file.key_lines.get(("stages",), 1)
        notes.append(error(line, "the workflow has no stages", "add one under `stages:`"))
    name = PurePath(label).stem or "workflow"
    if data.get("name") is None and any(
        data.get(key) is not None for key in keys(WorkflowFile).keys() - BARE
    ):
        notes.append(warning(1, f"the workflow has no name and is called {name}", "add `name:`"))
    workflow = file.validate(data)
    if workflow is None or errors(notes):
        return None, in_order(notes)
    return workflow.model_copy(update={"name": workflow.name or name, "label": label}), in_order(
        notes
    )


def _other_language(data: Table, key_lines: dict[Place, int]) -> list[Diagnostic]:
    """Errors about a file of another version, of which nothing else is to be said."""
    found = []
    if "jobs" in data:
        found.append(error(key_lines["jobs",], "`jobs` was renamed to `stages`", "rename it"))
    written = str(data.get("schema_version") or "").strip().lower()
    line = key_lines.get(("schema_version",), 1)
    if re.fullmatch(r"v?2(\.0)?", written):
        text = "schema_version 2 is another language, with states and transitions, and is not read here"
        found.append(error(line, text, "write it with `stages`, in version 1"))
    elif written not in ("", "v1", "1"):
        found.append(error(line, f"schema_version {quoted(written)} is not known", "use v1"))
    return found

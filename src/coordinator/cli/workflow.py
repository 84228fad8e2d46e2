"""`coordinator workflow`: look at workflow files without running them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from coordinator.cli.files import read_given
from coordinator.cli.terminal import counted, one_line

if TYPE_CHECKING:
    from coordinator.workflow.dialect.diagnostics import Diagnostic

app = typer.Typer(
    help="""Workflow files: check them, and print their JSON Schema for an editor.

    \b
    Example:
      coordinator workflow check review.yaml
    """,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

WRONG = 64
Noted = list[tuple[str, "Diagnostic"]]


@app.command()
def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="The files; - is standard input.", show_default=False)
    ],
    tracker: Annotated[
        str, typer.Option(metavar="NAME", help="Also say what this tracker cannot do: board, multica.")
    ] = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Check workflow files: their form, the names in them, and the ways through them.

    Every error and warning is one line, file:line: what is wrong, and what to do. An error keeps a workflow from
    running, a warning does not. Exits with 0, or with 64 if there is an error.

    \b
    Example:
      coordinator workflow check review.yaml --tracker board
    """
    abilities = _abilities(tracker) if tracker else None
    noted = [(file, note) for file in files for note in _notes(file, abilities)]
    typer.echo(_as_json(noted) if json else _as_text(files, noted))
    if any(note.level == "error" for _, note in noted):
        raise typer.Exit(WRONG)


@app.command()
def schema() -> None:
    """Print the JSON Schema of workflow files, for editors that complete and check YAML.

    \b
    Example:
      coordinator workflow schema > workflow.schema.json
    """
    from coordinator.workflow.dialect.json_schema import schema_text

    typer.echo(schema_text(), nl=False)


# -- looking


def _abilities(tracker: str) -> frozenset[str]:
    from coordinator.config.yaml_file import nearest
    from coordinator.errors import UsageError
    from coordinator.trackers import ABILITIES

    if tracker not in ABILITIES:
        raise UsageError(f"there is no tracker '{tracker}'", fix=nearest(tracker, ABILITIES))
    return ABILITIES[tracker]


def _notes(file: str, abilities: frozenset[str] | None) -> list[Diagnostic]:
    from coordinator.workflow.dialect.lint import check
    from coordinator.workflow.dialect.tracker_support import unheard, unsupported

    workflow, notes = check(file, read_given(file))
    more = (
        (*unsupported(workflow, abilities), *unheard(workflow, abilities)) if workflow and abilities is not None else ()
    )
    return sorted((*notes, *more), key=lambda note: note.line)


# -- telling


def _as_json(noted: Noted) -> str:
    import json

    return json.dumps([{"file": file, **note.model_dump()} for file, note in noted], indent=2, ensure_ascii=False)


def _as_text(files: list[str], noted: Noted) -> str:
    lines = [one_line(f"{file}:{note}") for file, note in noted]
    levels = [note.level for _, note in noted]
    tally = " and ".join(counted(levels.count(level), level) for level in ("error", "warning"))
    return "\n".join([*lines, f"{counted(len(files), 'file')}: {tally}"])

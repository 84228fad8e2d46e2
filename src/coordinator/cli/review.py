"""`coordinator review`, `resume`, `retry`, `cancel`: reviews by hand."""

from __future__ import annotations

from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from coordinator.errors import UsageError

if TYPE_CHECKING:
    from coordinator.model import Ending

EXITS = {"accept": 0, "reject": 1, "escalate": 2, "error": 3}

ConfigFile = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Use this configuration file.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Id = Annotated[str, typer.Argument(metavar="ID", help="A review, as `coordinator list` shows it.")]


def review(
    issue: Annotated[str, typer.Option(metavar="FILE|-", help="What was asked: a file, or - for stdin.")],
    repo: Annotated[Path, typer.Option(metavar="DIR", help="The git repository with the work.")] = Path(),
    base: Annotated[
        str, typer.Option(metavar="REF", help="What the work is compared with; the main branch if not given.")
    ] = "",
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Judge the work in a repository against what was asked.

    The work is everything since it left the base: committed, staged, unstaged and untracked. Nothing in the
    repository is changed. A coordinator.yaml in it is read from the base, not from the work.

    Progress goes to stderr, the verdict to stdout; the exit code is 0 for accept, 1 for reject, 2 for escalate
    and 3 for error.

    \b
    Example:
      coordinator review --issue task.md --base main
    """
    from coordinator.cli.house import local_submission, repository_config, review_here

    submission = local_submission(_asked(issue), repo, base)

    async def work() -> Ending:
        settings = await repository_config(repo, base, config)
        return await review_here(settings, submission, quiet=json)

    _carry_out(submission.id, work(), config, json)


def resume(id: Id, config: ConfigFile = None, json: Json = False) -> None:
    """Go on with a review that was interrupted or has failed; what is on record is not asked again.

    A review that has ended is not changed: its verdict is printed again.

    \b
    Example:
      coordinator resume local-1f2e3d4c
    """
    from coordinator.cli.house import resume_here

    _carry_out(id, resume_here(id, config, quiet=json), config, json)


def retry(id: Id, config: ConfigFile = None, json: Json = False) -> None:
    """Review a submission again from the start, under a new id: for a review that ended in error.

    \b
    Example:
      coordinator retry B-1.4
    """
    from coordinator.cli.house import another_id, retry_here

    again = another_id(id)
    _carry_out(again, retry_here(id, again, config, quiet=json), config, json)


def cancel(
    id: Id,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why, for the record.")] = "cancelled by hand",
) -> None:
    """Stop a review, whichever process runs it; nothing is written to the tracker.

    \b
    Example:
      coordinator cancel B-1.4 --reason "the issue was withdrawn"
    """
    import asyncio

    from coordinator.cli.house import cancel_run

    asyncio.run(cancel_run(id, reason))
    typer.echo(f"{id} is cancelled")


def _asked(source: str) -> str:
    from coordinator.cli.given import read_given

    text = read_given(source)
    if not text.strip():
        where = "standard input" if source == "-" else source
        raise UsageError(f"the issue in {where} has no text", fix="say in it what was asked")
    return text


def _carry_out(id: str, work: Coroutine[Any, Any, Ending], config: Path | None, as_json: bool) -> None:
    from coordinator.cli.foreground import run_here
    from coordinator.cli.house import how_to_go_on

    ending = run_here(work, lambda: how_to_go_on(id, config))
    typer.echo(_as_json(id, ending) if as_json else _as_text(id, ending))
    raise typer.Exit(EXITS[ending.verdict.outcome] if ending.kind == "decided" else EXITS["error"])


def _as_json(id: str, ending: Ending) -> str:
    import json

    return json.dumps({"id": id} | ending.model_dump(mode="json"), indent=1, ensure_ascii=False)


def _as_text(id: str, ending: Ending) -> str:
    from coordinator.cli.sheet import verdict_text

    if ending.kind == "superseded":
        return f"Superseded: {ending.why}"
    again = f"`coordinator retry {id}` reviews it again; " if ending.verdict.outcome == "error" else ""
    return f"{verdict_text(ending.verdict)}\n\n{again}`coordinator show {id}` has the whole review."

"""`coordinator review`, `resume`, `retry`, `cancel`: reviews by hand."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
    base: Annotated[str, typer.Option(metavar="REF", help="What the work is compared with.")] = "",
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Judge the work in a repository against what was asked.

    The work is everything since it left the base: committed, staged, unstaged and untracked. Nothing in the
    repository is changed. A coordinator.yaml in it is read from the base, not from the work.

    \b
    Example:
      coordinator review --issue task.md --base main
    """
    import asyncio

    from coordinator.cli.house import local_submission, repository_config, review_here

    text = _issue_text(issue)

    async def work() -> Ending:
        settings = await repository_config(repo, base, config)
        return await review_here(settings, local_submission(text, repo, base), quiet=json)

    _finish(asyncio.run(work()), json)


def resume(id: Id, config: ConfigFile = None, json: Json = False) -> None:
    """Go on with a review that was interrupted or has failed; what is on record is not asked again."""
    import asyncio

    from coordinator.cli.house import resume_here

    _finish(asyncio.run(resume_here(id, config, quiet=json)), json)


def retry(id: Id, config: ConfigFile = None, json: Json = False) -> None:
    """Review a submission again from the start, under a new id: for a review that ended in error."""
    import asyncio

    from coordinator.cli.house import retry_here

    _finish(asyncio.run(retry_here(id, config, quiet=json)), json)


def cancel(
    id: Id,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why, for the record.")] = "cancelled by hand",
) -> None:
    """Stop a review, whichever process runs it; nothing is written to the tracker."""
    import asyncio

    from coordinator.cli.house import cancel_run

    asyncio.run(cancel_run(id, reason))
    typer.echo(f"{id} is cancelled")


def _issue_text(source: str) -> str:
    try:
        text = sys.stdin.read() if source == "-" else Path(source).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"the issue {source} cannot be read: {error}", fix="name a text file, or -"
        ) from None
    if not text.strip():
        raise UsageError(f"the issue {source} has no text", fix="say what was asked")
    return text


def _finish(ending: Ending, as_json: bool) -> None:
    if as_json:
        typer.echo(ending.model_dump_json(indent=1))
    if ending.kind == "superseded":
        raise typer.Exit(3)
    raise typer.Exit(EXITS[ending.verdict.outcome])

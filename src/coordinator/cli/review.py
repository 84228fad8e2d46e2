"""`coordinator review`, `resume`, `retry`, `cancel`: reviews by hand."""

from __future__ import annotations

import re
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from coordinator.errors import UsageError

if TYPE_CHECKING:
    from coordinator.cli.dry_run import DryRunResult
    from coordinator.models import Ending

KEY = re.compile(r"[A-Za-z][A-Za-z0-9]*-[1-9][0-9]*")
EXITS = {"accept": 0, "reject": 1, "escalate": 2, "error": 3}

ConfigFile = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Use this configuration file.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Id = Annotated[str, typer.Argument(metavar="ID", help="A review, as `coordinator list` shows it.")]


def review(
    issue: Annotated[
        str, typer.Option(metavar="FILE|-|KEY", help="What was asked: a file, - for stdin, or an issue of the tracker.")
    ],
    repo: Annotated[Path, typer.Option(metavar="DIR", help="The git repository with the work.")] = Path(),
    base: Annotated[
        str, typer.Option(metavar="REF", help="What the work is compared with; the main branch if not given.")
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With KEY: show what would be written to the tracker; write nothing.")
    ] = False,
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Judge the work in a repository against what was asked.

    The work is everything since it left the base: committed, staged, unstaged and untracked. Nothing in the
    repository is changed. A coordinator.yaml in it is read from the base, not from the work.

    KEY is an issue of the configured tracker that is in review, such as B-1 or MUL-42: its work is judged where the
    tracker says that it is, and the verdict is carried out there.

    Progress goes to stderr, the verdict to stdout; the exit code is 0 for accept, 1 for reject, 2 for escalate
    and 3 for error.

    \b
    Examples:
      coordinator review --issue task.md --base main
      coordinator review --issue MUL-42 --dry-run
    """
    from coordinator.cli.foreground_review import review_here
    from coordinator.runtime import local_submission, repository_config

    if KEY.fullmatch(issue) and not Path(issue).exists():
        _refuse(base != "" or repo != Path(), f"{issue} is an issue, whose work the tracker names", "--repo and --base")
        _review_issue(issue, config, dry_run, json)
        return
    _refuse(dry_run, "a review of a file writes to no tracker", "--dry-run")
    submission = local_submission(_asked(issue), repo, base)

    async def work() -> Ending:
        settings = await repository_config(repo, base, config)
        return await review_here(settings, submission, quiet=json)

    _carry_out(submission.id, work(), config, json)


def _refuse(wrong: bool, what: str, option: str) -> None:
    if wrong:
        raise UsageError(what, fix=f"leave out {option}")


def _review_issue(key: str, config: Path | None, dry_run: bool, as_json: bool) -> None:
    from coordinator.cli.dry_run import dry_run_here
    from coordinator.cli.foreground_review import review_issue_here, submission_for
    from coordinator.cli.signals import run_here
    from coordinator.config.settings import load

    settings = load(config=config)
    submission = run_here(submission_for(settings, key), lambda: "nothing is left open")
    if not dry_run:
        _carry_out(submission.id, review_issue_here(settings, submission, quiet=as_json), config, as_json)
    rehearsed = run_here(dry_run_here(settings, submission, quiet=as_json), lambda: "nothing was written")
    typer.echo(_rehearsal_json(submission.id, rehearsed) if as_json else _rehearsal_text(submission.id, rehearsed))
    raise typer.Exit(_exit(rehearsed.ending))


def resume(id: Id, config: ConfigFile = None, json: Json = False) -> None:
    """Go on with a review, run or council that was interrupted or has failed; what is on record is not asked again.

    What has ended is not changed: its verdict or result is printed again. A council whose plan could not be read is
    asked for it again.

    \b
    Example:
      coordinator resume local-1f2e3d4c
    """
    from coordinator.cli.foreground_review import resume_here
    from coordinator.cli.state import job_of

    if job_of(id) == "council":
        from coordinator.cli.council import resume_council

        resume_council(id, config, json)
        return
    if job_of(id) == "run":
        from coordinator.cli.running import resume_run

        resume_run(id, config, json)
        return
    _carry_out(id, resume_here(id, config, quiet=json), config, json)


def retry(id: Id, config: ConfigFile = None, json: Json = False) -> None:
    """Review a submission again from the start, under a new id: for a review that ended in error.

    A workflow is run again as it was started: with the text it had then, on the issue as it is now.

    \b
    Example:
      coordinator retry B-1.4
    """
    from coordinator.cli.foreground_review import another_id, retry_here
    from coordinator.cli.state import job_of

    if job_of(id) == "council":
        raise UsageError(f"{id} is a council", fix="hold a new one, or go on with this one: `coordinator resume`")
    if job_of(id) == "run":
        from coordinator.cli.running import retry_run

        retry_run(id, config, json)
        return
    again = another_id(id)
    _carry_out(again, retry_here(id, again, config, quiet=json), config, json)


def cancel(
    id: Id,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why, for the record.")] = "cancelled by hand",
) -> None:
    """Stop a review, run or council, whichever process runs it; nothing is written to the tracker.

    \b
    Example:
      coordinator cancel B-1.4 --reason "the issue was withdrawn"
    """
    import asyncio

    from coordinator.cli.state import job_of
    from coordinator.runtime import cancel_run

    if job_of(id) == "council":
        from coordinator.cli.council import cancel_council

        cancel_council(id, reason)
        return
    asyncio.run(cancel_run(id, reason))
    typer.echo(f"{id} is cancelled")


def _asked(source: str) -> str:
    from coordinator.cli.files import read_given

    text = read_given(source)
    if not text.strip():
        where = "standard input" if source == "-" else source
        raise UsageError(f"the issue in {where} has no text", fix="say in it what was asked")
    return text


def _carry_out(id: str, work: Coroutine[Any, Any, Ending], config: Path | None, as_json: bool) -> None:
    from coordinator.cli.foreground_review import how_to_go_on
    from coordinator.cli.signals import run_here

    ending = run_here(work, lambda: how_to_go_on(id, config))
    typer.echo(_as_json(id, ending) if as_json else _as_text(id, ending))
    raise typer.Exit(_exit(ending))


def _exit(ending: Ending) -> int:
    return EXITS[ending.verdict.outcome] if ending.kind == "decided" else EXITS["error"]


def _as_json(id: str, ending: Ending, **more: Any) -> str:
    import json

    return json.dumps({"id": id} | more | ending.model_dump(mode="json"), indent=1, ensure_ascii=False)


def _rehearsal_json(id: str, rehearsed: DryRunResult) -> str:
    would = [intent.model_dump() for intent in rehearsed.intents]
    return _as_json(id, rehearsed.ending, home=rehearsed.home, would=would, cut_short=rehearsed.is_cut_short)


def _rehearsal_text(id: str, rehearsed: DryRunResult) -> str:
    from coordinator.cli.review_text import verdict_text
    from coordinator.cli.terminal import plain

    ending = rehearsed.ending
    if rehearsed.is_cut_short:
        end = "Here the review would wait for replies in the tracker; a dry run ends instead."
    else:
        end = f"Superseded: {ending.why}" if ending.kind == "superseded" else verdict_text(ending.verdict)
    where = f"`COORDINATOR_HOME={rehearsed.home} coordinator show {id}` has the whole dry run."
    head = "Dry run: nothing was written to the tracker."
    return plain("\n\n".join([head, *(intent.shown() for intent in rehearsed.intents), end, where]))


def _as_text(id: str, ending: Ending) -> str:
    from coordinator.cli.review_text import verdict_text

    if ending.kind == "superseded":
        return f"Superseded: {ending.why}"
    again = f"`coordinator retry {id}` reviews it again; " if ending.verdict.outcome == "error" else ""
    return f"{verdict_text(ending.verdict)}\n\n{again}`coordinator show {id}` has the whole review."

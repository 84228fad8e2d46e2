"""`review`, and what deals with runs of every kind: `list`, `show`, `decide`, `resume`, `replay` and others."""

from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer import Argument, Option

from coordinator.cli.commands import EVENTS, ConfigFile, Json, Person, Quiet, RunId, full_id, work
from coordinator.errors import UsageError

DECISIONS = (
    f"accept or reject; A, B, own or escalate for a council; for a run pass, fail, {EVENTS}."
)


def review(
    issue: str = "",
    repo: Path = Path(),
    base: str = "",
    dry_run: bool = False,
    pr: str = "",
    post: bool = False,
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Judge the work in a repository against what was asked."""
    if pr and (issue or base or dry_run):
        raise UsageError(
            "a pull request says itself what was asked",
            fix="leave out --issue, --base and --dry-run",
        )
    if post and not pr:
        raise UsageError("--post is for a pull request", fix="name one with --pr")
    if pr:
        from coordinator.cli.pulls import review_pull

        review_pull(pr, repo, config, post=post, as_json=json)
        return
    work.reviews.review(issue, repo, base, config, dry_run=dry_run, as_json=json)


def action(
    config: str = "",
    post: Literal["true", "false"] = "true",
    fail_on: Literal["reject", "escalate", "never"] = "reject",
) -> None:
    """Review the pull request of a run of GitHub Actions, and say the outcome in its summary, lines and outputs."""
    from coordinator.cli.pulls import review_run

    review_run(config, post=post == "true", fail_on=fail_on)


def list_runs(
    kind: str = "",
    state: str = "",
    text: str = "",
    since: str = "",
    until: str = "",
    sort: str = "",
    limit: Annotated[int, Option(min=1)] = 50,
    json: Json = False,
) -> None:
    """List reviews, runs and councils, newest first."""
    work.runs.list_runs(
        kind, limit, as_json=json, state=state, text=text, since=since, until=until, sort=sort
    )


def show(
    run_id: RunId,
    prompts: bool = False,
    html: Path | None = None,
    run: str = "",
    json: Json = False,
) -> None:
    """Show one review, run or council: scores, debate, evidence and what was found of it, and the rule that decided."""
    if run:
        work.reviews.run_again(run_id, run)
    else:
        work.runs.show(run_id, prompts, html, json)


def resume(
    run_id: RunId,
    again: bool = False,
    stage: Annotated[str | None, Option("--from")] = None,
    say: str | None = None,
    by: Person = "",
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """Go on with a review, run or council that was interrupted or has failed; what is on record is not asked again."""
    for option, given in (("--from", stage), ("--say", say)):
        if given is not None and not given.strip():
            raise UsageError(
                f"{option} is empty", fix="name a stage after --from, or say something to the agent"
            )
    module = work.runs.module_of(run_id)
    act = module.retry if again else module.resume
    act(run_id, config, json, **_meant(act, run_id, "resume", stage=stage, say=say, by=by))


def cancel(run_id: RunId, reason: str = "cancelled by hand", json: Json = False) -> None:
    """Stop a review, run or council, whichever process runs it; nothing is written to the tracker."""
    work.runs.module_of(run_id).cancel(run_id, reason, json)


def record(run_id: RunId) -> None:
    """Print the replies of a review or council as recorded replies, to be used as `recorded:` of any seat."""
    for line in work.runs.module_of(run_id).recorded_replies(run_id):
        typer.echo(line.model_dump_json(exclude_defaults=True))


def decide(
    run_id: RunId,
    decision: Annotated[str, Argument(metavar="DECISION", help=DECISIONS)] = "",
    reason: str = "",
    file: str = "",
    key: str = "",
    by: Person = "",
    config: ConfigFile = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Decide what a panel, a council or a workflow leaves to you."""
    module = work.runs.module_of(run_id)
    options = {
        "reason": reason,
        "file": file,
        "key": key,
        "by": by,
        "config": config,
        "quiet": quiet,
    }
    given = _meant(module.decide, run_id, "decide", **options)
    module.decide(run_id, decision, as_json=json, **given)


def _meant(act: Callable[..., None], run_id: str, command: str, **options: Any) -> dict[str, Any]:
    """Return the options that are given; refuse those that mean nothing for a run of this kind, by its parameters."""
    given = {name: value for name, value in options.items() if value}
    if foreign := [name for name in given if name not in signature(act).parameters]:
        named = " and ".join(f"--{name.replace('stage', 'from')}" for name in foreign)
        raise UsageError(
            f"{named} cannot be used for {run_id}", fix=f"see `coordinator {command} --help`"
        )
    return given


def inbox(person: str = "", json: Json = False) -> None:
    """List what waits for a person, the oldest first, each with the command that deals with it."""
    work.runs.list_inbox(person, as_json=json)


def answer(
    ask_id: Annotated[str, Argument(callback=full_id)],
    file: str = "",
    edit: bool = False,
    json: Json = False,
) -> None:
    """Answer an ask; without --file or --edit its prompt and a form to fill in are printed."""
    work.runs.answer(ask_id, file, edit, json)


def replay(
    ids: Annotated[list[str] | None, Argument()] = None,
    bar: str = "",
    margin: str = "",
    quorum: str = "",
    thin: str = "",
    json: Json = False,
) -> None:
    """Decide reviews again under other rules."""
    given = {"bar": bar, "margin": margin, "quorum": quorum, "thin": thin}
    work.replays.replay(
        ids or [], {name: value for name, value in given.items() if value}, as_json=json
    )


def calibrate(json: Json = False) -> None:
    """Say how often the panel and each seat were wrong, and which bar, margin or panel would have done better."""
    work.replays.calibrate(json)


def canary(config: ConfigFile = None, json: Json = False) -> None:
    """Review work of which you know whether it is right: the only way to see a bias that all judges share."""
    work.replays.canary(config, json)

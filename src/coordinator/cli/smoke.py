"""`coordinator smoke`: one review end to end on the real server, with an issue that is thrown away afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coordinator.errors import CoordinatorError, RunError, TrackerError, UsageError

if TYPE_CHECKING:
    from coordinator.config.settings import Config
    from coordinator.models import Ending, Submission
    from coordinator.trackers.multica.tracker import MulticaTracker

ASKED = """\
This issue was made by `coordinator smoke` to see one review from end to end. It is deleted afterwards.

Write one sentence that names the colour of a clear sky at noon."""
DONE = "A clear sky at noon is blue."
STATUSES = {"accept": ("done",), "reject": ("in_progress",), "escalate": ("in_review", "blocked")}


def smoke(
    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="Use this configuration file.", show_default=False)
    ] = None,
) -> None:
    """Create a throw-away issue on the Multica server, review it with the configured panel, and delete it.

    The issue is assigned to our own user, so that nobody but the reviewers is started; what they cost is spent. Any
    verdict but error will do: what is tried is the way there. The exit code is 0 if everything worked.

    \b
    Example:
      coordinator smoke
    """
    from coordinator.cli.signals import run_here
    from coordinator.config.settings import load

    settings = load(config=config)
    if settings.tracker != "multica":
        raise UsageError(f"the tracker is the {settings.tracker}", fix="`coordinator demo` shows a review on the board")
    run_here(_smoke(settings), lambda: "the issue is deleted, unless the last line says otherwise")
    _tell("smoke", "everything worked")


async def _smoke(settings: Config) -> None:
    from coordinator.runtime import diagnose, open_tracker
    from coordinator.trackers.multica.tracker import MulticaTracker

    broken = [one for one in await diagnose(settings) if one.state == "broken"]
    if broken:
        raise TrackerError(f"{broken[0].what}: {broken[0].detail}", fix=broken[0].fix)
    _tell("doctor", "nothing is broken")
    async with open_tracker(settings) as tracker:
        assert isinstance(tracker, MulticaTracker)
        key = await _create(tracker)
        try:
            await _review(settings, tracker, await _submit(tracker, key))
        finally:
            await _delete(tracker, key)


async def _create(tracker: MulticaTracker) -> str:
    import secrets

    kind, _, id = tracker.me.partition(":")
    title = f"coordinator smoke test {secrets.token_hex(4)}"
    body: dict[str, object] = {"title": title, "description": ASKED, "status": "in_progress"}
    made = await tracker.api.write("POST", "/api/issues", body | {"assignee_type": kind, "assignee_id": id})
    _tell("issue", f"{made['identifier']} created: {title}")
    return str(made["identifier"])


async def _submit(tracker: MulticaTracker, key: str) -> Submission:
    from coordinator.trackers import ReviewRequest
    from coordinator.watch import submission_of

    # Without a marker of ours: here we are the author, whose words are the work.
    await tracker.api.write("POST", f"/api/issues/{key}/comments", {"content": f"/note {DONE}"})
    await tracker.api.write("PUT", f"/api/issues/{key}", {"status": tracker.watched})
    entry = await tracker.entry(key)
    if not entry:
        raise TrackerError(f"{key} was set to {tracker.watched}, and its timeline does not say so")
    _tell("submission", f"{key} is in review by entry {entry}")
    return submission_of(tracker.name, ReviewRequest(id=entry, issue=key, at=0.0, actor=tracker.me))


async def _review(settings: Config, tracker: MulticaTracker, submission: Submission) -> None:
    from contextlib import suppress

    from coordinator.cli.foreground_review import run_to_end, start_of
    from coordinator.runtime import cancel_run, open_store, review_jobs
    from coordinator.storage.review_record import ReviewReader

    with open_store(settings.home) as store:
        todo = review_jobs(settings, tracker, ReviewReader(store))
        try:
            # On record as the daemon would have it: one that runs here meanwhile shares this review, not repeats it.
            ending = await run_to_end(submission.id, settings, todo, start_of(submission), quiet=False, acts=True)
        except BaseException:
            with suppress(CoordinatorError):
                await cancel_run(submission.id, "the smoke test was stopped")
            raise
    await _inspect(tracker, submission, ending)


async def _inspect(tracker: MulticaTracker, submission: Submission, ending: Ending) -> None:
    from coordinator.trackers import carries, marker

    if ending.kind == "superseded":
        raise RunError(f"{submission.id} was superseded: {ending.why}", fix="try again")
    verdict = ending.verdict
    _tell("verdict", f"{verdict.outcome} ({verdict.rule})")
    if verdict.outcome == "error":
        raise RunError(verdict.explanation, fix=f"`coordinator show {submission.id}` has the whole review")
    status = (await tracker.issue(submission.key)).status
    mark = marker(submission.id, verdict.outcome)
    ours = [c for c in await tracker.comments(submission.key) if c.author == tracker.me and carries(c.text, mark)]
    if status not in STATUSES[verdict.outcome] or len(ours) != 1:
        raise TrackerError(f"after {verdict.outcome} {submission.key} is {status}, with {len(ours)} comments about it")
    _tell("tracker", f"{submission.key} is {status}, and the comment is there")


async def _delete(tracker: MulticaTracker, key: str) -> None:
    try:
        await tracker.api.write("DELETE", f"/api/issues/{key}")
    except TrackerError as error:
        raise TrackerError(f"{key} is left over: {error.what}", fix="delete it by hand") from error
    _tell("clean-up", f"{key} is deleted")


def _tell(what: str, text: str) -> None:
    from coordinator.cli.progress import row

    typer.echo(row(what, text))

"""One review on a real Multica server, from end to end: `make smoke`, with the variables of the server set.

A throw-away issue is made, assigned to our own user so that nobody but the reviewers is started, reviewed by the
configured panel, looked at, and deleted. Any verdict but error will do: what is tried is the way there.
"""

from __future__ import annotations

import secrets
import sys
from contextlib import suppress

import typer

from coordinator.app import runtime
from coordinator.app.reviews import run_to_end
from coordinator.app.signals import run_async
from coordinator.config.settings import Config, load
from coordinator.errors import CoordinatorError, RunError, TrackerError, UsageError
from coordinator.models import Ending, Submission
from coordinator.trackers import carries, marker
from coordinator.trackers.multica.tracker import MulticaTracker
from coordinator.views.terminal_text import row
from coordinator.watch import submission_of

ASKED = """\
This issue was made by `make smoke` of coordinator to see one review from end to end. It is deleted afterwards.

Write one sentence that names the colour of a clear sky at noon."""
DONE = "A clear sky at noon is blue."
STATUSES = {"accept": ("done",), "reject": ("in_progress",), "escalate": ("in_review", "blocked")}


def main() -> int:
    """Try it; return the exit code, and say on stderr what went wrong."""
    try:
        settings = load()
        if settings.tracker != "multica":
            raise UsageError(
                f"the tracker is the {settings.tracker}",
                fix="`make demo` shows a review on the board",
            )
        run_async(
            _smoke(settings), lambda: "the issue is deleted, unless the last line says otherwise"
        )
    except CoordinatorError as error:
        typer.echo(f"error: {error}", err=True)
        return error.exit_code
    _tell("smoke", "everything worked")
    return 0


def _tell(what: str, text: str) -> None:
    typer.echo(row(what, text))


async def _smoke(settings: Config) -> None:
    for found in await runtime.diagnose(settings):
        if found.state == "broken":
            raise TrackerError(f"{found.what}: {found.detail}", fix=found.fix)
    _tell("doctor", "nothing is broken")
    async with runtime.open_tracker(settings) as tracker:
        assert isinstance(tracker, MulticaTracker)
        kind, _, user = tracker.me.partition(":")
        title = f"coordinator smoke test {secrets.token_hex(4)}"
        body: dict[str, object] = {"title": title, "description": ASKED, "status": "in_progress"}
        made = await tracker.api.write(
            "POST", "/api/issues", body | {"assignee_type": kind, "assignee_id": user}
        )
        key = str(made["identifier"])
        _tell("issue", f"{key} created: {title}")
        try:
            # Without a marker of ours: here we are the author, whose words are the work.
            await tracker.api.write(
                "POST", f"/api/issues/{key}/comments", {"content": f"/note {DONE}"}
            )
            await tracker.api.write("PUT", f"/api/issues/{key}", {"status": tracker.watched})
            entry = await tracker.entry(key)
            if entry is None:
                raise TrackerError(
                    f"{key} was set to {tracker.watched}, and its timeline does not say so"
                )
            _tell("submission", f"{key} is in review by entry {entry.id}")
            submission = submission_of(tracker.name, entry)
            await _inspect(tracker, submission, await _review(settings, tracker, submission))
        finally:
            try:
                await tracker.api.write("DELETE", f"/api/issues/{key}")
            except TrackerError as error:
                raise TrackerError(
                    f"{key} is left over: {error.what}", fix="delete it by hand"
                ) from error
            _tell("clean-up", f"{key} is deleted")


async def _review(settings: Config, tracker: MulticaTracker, submission: Submission) -> Ending:
    try:
        # On record as the daemon would have it: one that runs here meanwhile shares this review, not repeats it.
        return await run_to_end(submission, settings, tracker, settings.home)
    except BaseException:
        with suppress(CoordinatorError):
            await runtime.cancel_run(submission.id, "the smoke test was stopped")
        raise


async def _inspect(tracker: MulticaTracker, submission: Submission, ending: Ending) -> None:
    """Raise a CoordinatorError unless the tracker shows what the verdict says."""
    if ending.kind == "superseded":
        raise RunError(f"{submission.id} was superseded: {ending.why}", fix="try again")
    verdict = ending.verdict
    _tell("verdict", f"{verdict.outcome} ({verdict.rule})")
    if verdict.outcome == "error":
        raise RunError(
            verdict.explanation, fix=f"`coordinator show {submission.id}` shows the whole review"
        )
    status = (await tracker.issue(submission.key)).status
    with runtime.open_store() as store:
        mark = marker(store.last_attempt(submission.id), verdict.outcome)
    ours = [
        c
        for c in await tracker.comments(submission.key)
        if c.author == tracker.me and carries(c.text, mark)
    ]
    if status not in STATUSES[verdict.outcome] or len(ours) != 1:
        raise TrackerError(
            f"after {verdict.outcome} {submission.key} is {status}, with {len(ours)} comments about it"
        )
    _tell("tracker", f"{submission.key} is {status}, and the comment is there")


if __name__ == "__main__":
    sys.exit(main())

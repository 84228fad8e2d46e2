"""Does it work here: the tracker, every seat, and one review on the real server."""

import secrets
from contextlib import suppress
from pathlib import Path

import typer

from coordinator import runtime
from coordinator.agents.discovery import look_around, seat_found
from coordinator.cli.reviews import run_to_end
from coordinator.cli.signals import run_async
from coordinator.cli.terminal import put_out, row, tell
from coordinator.cli.text import render
from coordinator.config.settings import Config, load
from coordinator.doctor.seats import PATIENCE, SeatCheck, check_seats, remarks
from coordinator.doctor.tracker import HealthCheck, health, is_out_of_reach
from coordinator.errors import ConfigError, CoordinatorError, RunError, TrackerError, UsageError
from coordinator.models import Ending, Submission
from coordinator.trackers import carries, marker
from coordinator.trackers.multica.tracker import MulticaTracker
from coordinator.watch import submission_of

ASKED = """\
This issue was made by `coordinator seat smoke` to see one review from end to end. It is deleted afterwards.

Write one sentence that names the colour of a clear sky at noon."""
DONE = "A clear sky at noon is blue."
STATUSES = {"accept": ("done",), "reject": ("in_progress",), "escalate": ("in_review", "blocked")}


# -- doctor


def doctor(config: Path | None, *, spend: bool, as_json: bool) -> None:
    settings, machine, seated = _look_for_judges(load(config=config))

    async def look() -> tuple[tuple[HealthCheck, ...], tuple[SeatCheck, ...] | None]:
        found = (*await runtime.diagnose(settings), *machine)
        if is_out_of_reach(found):
            return found, None
        tell(row("doctor", f"asking the seats that may be asked; each has {PATIENCE:.0f} s"))
        async with runtime.open_tracker(settings) as tracker:
            return found, await check_seats(settings, tracker, spend=spend)

    found, seats = run_async(look(), lambda: "nothing is left open")
    said = (*seated, *remarks(settings, seats)) if seats is not None else ("the seats were not asked: mend this first",)
    seats = seats or ()
    report = {"tracker": found, "seats": seats, "remarks": said}
    put_out("doctor", report, render("doctor.txt", found=found, seats=seats, said=said), as_json)
    if "broken" in [*(one.state for one in found), *(seat.state for seat in seats)]:
        raise typer.Exit(3)


def _look_for_judges(config: Config) -> tuple[Config, tuple[HealthCheck, ...], tuple[str, ...]]:
    """Return the configuration with the panel that a review would convene, what is missing for it, and whom it has."""
    if config.panel.seats:
        return config, (), ()
    around = look_around(config)
    missing = tuple(health(each.what, "doubtful", each.why, each.fix) for each in around.lacking)
    try:
        seated, line = seat_found(config, around)
    except ConfigError as error:
        others = config.council.members or config.workflow.seats
        return config, (*missing, health("panel", "doubtful" if others else "broken", error.what, error.fix)), ()
    return seated, missing, (f"no panel is configured; found: {line}; `coordinator init` writes it down",)


# -- smoke


def smoke(config: Path | None) -> None:
    settings = load(config=config)
    if settings.tracker != "multica":
        raise UsageError(f"the tracker is the {settings.tracker}", fix="`coordinator demo` shows a review on the board")
    run_async(_smoke(settings), lambda: "the issue is deleted, unless the last line says otherwise")
    _tell("smoke", "everything worked")


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
        made = await tracker.api.write("POST", "/api/issues", body | {"assignee_type": kind, "assignee_id": user})
        key = str(made["identifier"])
        _tell("issue", f"{key} created: {title}")
        try:
            # Without a marker of ours: here we are the author, whose words are the work.
            await tracker.api.write("POST", f"/api/issues/{key}/comments", {"content": f"/note {DONE}"})
            await tracker.api.write("PUT", f"/api/issues/{key}", {"status": tracker.watched})
            entry = await tracker.entry(key)
            if entry is None:
                raise TrackerError(f"{key} was set to {tracker.watched}, and its timeline does not say so")
            _tell("submission", f"{key} is in review by entry {entry.id}")
            submission = submission_of(tracker.name, entry)
            await _inspect(tracker, submission, await _review(settings, tracker, submission))
        finally:
            try:
                await tracker.api.write("DELETE", f"/api/issues/{key}")
            except TrackerError as error:
                raise TrackerError(f"{key} is left over: {error.what}", fix="delete it by hand") from error
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
        raise RunError(verdict.explanation, fix=f"`coordinator show {submission.id}` has the whole review")
    status = (await tracker.issue(submission.key)).status
    with runtime.open_store() as store:
        mark = marker(store.last_attempt(submission.id), verdict.outcome)
    ours = [c for c in await tracker.comments(submission.key) if c.author == tracker.me and carries(c.text, mark)]
    if status not in STATUSES[verdict.outcome] or len(ours) != 1:
        raise TrackerError(f"after {verdict.outcome} {submission.key} is {status}, with {len(ours)} comments about it")
    _tell("tracker", f"{submission.key} is {status}, and the comment is there")

"""Reviews on a board and all their possible endings: the events during the review, and the comments about it."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from coordinator.app.runtime import open_store, open_tracker, review_jobs
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.engine import serving
from coordinator.engine.journal import JournalEngine
from coordinator.models import Value
from coordinator.reviews.publish import LEFT, TEXT_CHANGED
from coordinator.reviews.record import ReviewReader, ReviewRecord
from coordinator.storage.store import Event, Store
from coordinator.trackers.board import Board
from coordinator.watch import Watch
from tests.support.board_writers import edit
from tests.support.reviews import (
    JUDGES,
    Line,
    add_issue,
    deliver,
    judge_line,
    make_config,
    make_repository,
    report,
    rubric_line,
    submit,
)
from tests.support.waiting import PATIENCE

GOES_ON = "settle: 0.01s, attempts: 2"
ACCEPTING = [rubric_line(), *(judge_line(seat, report((4, 5))) for seat in JUDGES)]
REJECTING = [
    rubric_line(),
    *(judge_line(seat, report((2, 2), against=["CK-001"])) for seat in JUDGES),
]
SPLIT = [
    rubric_line(),
    *(judge_line(seat, report((1, 1) if seat == "Cid" else (5, 5))) for seat in JUDGES),
]
SLOW = [rubric_line(), *(judge_line(seat, report((4, 5)), delay=1000.0) for seat in JUDGES)]


class Row(Value):
    """One ending: the events that cause it, the state of the last review, and the comments of the daemon."""

    lines: list[Line] = ACCEPTING
    review: str = GOES_ON
    happens: tuple[tuple[str, str], ...] = ()
    state: str
    status: str
    to: str = ""  # the recipient of the last comment: ada is the author, eve the creator
    says: str = ""  # empty if nothing was posted
    why: str = ""
    reviews: int = 1
    attention: str = ""


ENDINGS = {
    "accept": Row(state="accept", status="done", says="**Accepted**"),
    "reject": Row(
        lines=REJECTING, state="reject", status="in_progress", to="ada", says="**Sent back**"
    ),
    "escalate": Row(
        lines=SPLIT, state="escalate", status="in_review", to="eve", says="coordinator decide B-1.1"
    ),
    "error, as there is no work": Row(
        happens=(("issue", "lose the work"),),
        state="error",
        status="in_review",
        to="eve",
        says="there is no directory",
    ),
    "failed": Row(
        happens=(("verdict", "lose the work"),),
        state="failed",
        status="in_review",
        to="eve",
        says="`coordinator resume B-1.1`",
        attention="`coordinator resume B-1.1` continues it",
    ),
    "overtaken by a push": Row(
        happens=(("verdict", "push"),),
        state="accept",
        status="done",
        says="Review B-1.1.2",
        reviews=2,
    ),
    "overtaken by an edit": Row(
        happens=(("verdict", "edit"),),
        state="accept",
        status="done",
        says="Review B-1.1.2",
        reviews=2,
    ),
    "overtaken until the attempts are used up": Row(
        happens=(("verdict", "push"), ("verdict", "edit")),
        state="superseded",
        why=TEXT_CHANGED,
        status="in_review",
        to="eve",
        says="attempt 2 of 2; when nobody is changing it any more, `coordinator resume B-1.1.2 --again`",
        reviews=2,
    ),
    "moved away": Row(
        happens=(("rubric", "leave"),),
        state="superseded",
        why=LEFT,
        status="in_progress",
        says=f"**The review ended without a verdict**: {LEFT}. It is in_progress now",
    ),
    "moved away after it was overtaken": Row(
        review="settle: 0.01s",
        happens=(("verdict", "push"), ("overtaken/after", "leave")),
        state="superseded",
        why=LEFT,
        status="in_progress",
        says="ended without a verdict",
    ),
    "closed by somebody": Row(
        happens=(("rubric", "close"),),
        state="superseded",
        why=LEFT,
        status="cancelled",
        says="It is cancelled now.",
    ),
    "entered again": Row(
        happens=(("rubric", "enter again"),),
        state="accept",
        status="done",
        says="Review B-1.2",
        reviews=2,
    ),
    "cancelled": Row(
        lines=SLOW,
        happens=(("rubric", "cancel"),),
        state="cancelled",
        status="in_review",
        says="**The review was cancelled**: not wanted.",
    ),
}


class House:
    """A board with one issue whose work is in a repository. Events happen there during the review."""

    def __init__(self, home: Path, row: Row, repo: str = "repo") -> None:
        self.config = make_config(home / "home", row.lines, row.review)
        self.repo = make_repository(home / repo)
        self.key = add_issue(self.config, self.repo)
        self.board = Board(self.config.home)
        self.changes = 0
        submit(self.config, self.key)

    def happen(self, what: str) -> None:
        self.changes += 1
        if what == "push":
            deliver(self.repo, {"notes.md": f"Greeted {self.changes} guests.\n"})
        elif what == "edit":
            edit(
                self.board,
                self.key,
                f"greet.py must greet every guest by name, {self.changes} of them.",
            )
        elif what == "lose the work":
            shutil.rmtree(self.repo)
        elif what == "close":
            self.board.move(self.key, "cancelled", actor="eve")
        else:
            self.board.move(self.key, "in_progress", actor="eve")
            if what == "enter again":
                submit(self.config, self.key)

    def play(self, happens: Sequence[tuple[str, str]]) -> list[ReviewRecord]:
        return asyncio.run(play(self.config, happens, self.happen))


def too_early(store: Store) -> list[str]:
    """Return the reviews that were parked because the end of the previous review was not on record yet."""
    aside = [run.id for run in store.runs(state="open") if not run.owner]
    return [run for run in aside if "Unsettled" in store.last_park(run).get("error", "")]


async def play(
    config: Config, happens: Sequence[tuple[str, str]], happen: Callable[[str], object]
) -> list[ReviewRecord]:
    """Let the daemon poll and work until nothing is in progress.

    Each action happens after its event, in their order.
    """
    due, cancels = list(happens), []

    def hear(event: Event) -> None:
        if due and due[0][0] == event.key:
            _, what = due.pop(0)
            if what == "cancel":
                cancels.append(asyncio.ensure_future(engine.cancel(event.run, "not wanted")))
            else:
                happen(what)

    with open_store(config.home) as store:
        async with open_tracker(config) as tracker:
            jobs = review_jobs(config, tracker, ReviewReader(store))
            path = state_file(config.home)
            async with (
                asyncio.timeout(PATIENCE),
                JournalEngine(path, jobs, on_event=hear, poll=0.01, backoff=60.0) as engine,
                serving(engine),
            ):
                watch = Watch(tracker=tracker, engine=engine, store=store, config=config)
                await watch.look(backlog=True)
                while (early := too_early(store)) or any(
                    run.owner or run.not_before < time.time() for run in store.runs(state="open")
                ):
                    for run_id in early:
                        await engine.resume(run_id)
                    await asyncio.sleep(0.01)
                    if config.tracker == "board":
                        await watch.look()
                if config.tracker == "board":
                    await watch.look()  # tells the board about a cancelled review
        assert not due, f"that never happened: {due}"
        return [ReviewReader(store).review(run.id) for run in reversed(store.runs())]

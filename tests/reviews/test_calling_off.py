"""Panels that are called off: every change of an issue or its work, in every phase of a review."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from coordinator.app.runtime import open_store, open_tracker, review_jobs
from coordinator.config.checks import CheckConfig
from coordinator.config.environment import state_file
from coordinator.engine import serving
from coordinator.engine.journal import JournalEngine
from coordinator.models import Superseded
from coordinator.reviews.publish import LEFT, REASSIGNED, TEXT_CHANGED, TOO_OFTEN, WORK_CHANGED
from coordinator.reviews.record import ReviewReader, ReviewRecord
from coordinator.storage.store import Event, Store
from coordinator.trackers import marker
from coordinator.trackers.board import ME, Board
from coordinator.watch import Watch
from tests.support.board_writers import assign, edit
from tests.support.review_endings import ACCEPTING, SPLIT
from tests.support.reviews import (
    ISSUE,
    JUDGES,
    Line,
    add_issue,
    deliver,
    judge_line,
    make_config,
    make_repository,
    probe_line,
    report,
    rubric_line,
    submit,
)
from tests.support.waiting import PATIENCE

HANGING = 1000.0
# A program that says that it has begun, and never ends.
HANGS = "import os, sys, time; open(sys.argv[1], 'a').write(f'{os.getpid()}\\n'); time.sleep(1000)"
HANGING_JUDGES = [judge_line(seat, report((4, 5)), delay=HANGING) for seat in JUDGES]
HANGING_DEBATE = [judge_line(seat, report((5, 5)), 1, delay=HANGING) for seat in JUDGES]


@dataclass(frozen=True)
class Phase:
    """A phase of a review: it begins when the event `at` is recorded, and hangs if it asks."""

    at: str
    lines: list[Line] = field(default_factory=lambda: list(ACCEPTING))
    review: str = ""
    extra: str = "sandbox: off\n"
    checks: bool = False  # whether there is a check that hangs
    seats: str = ""
    programs: int = 0  # programs of each review that are at work then


PHASES = {
    "the work is frozen": Phase("work"),
    "checks run": Phase("work", checks=True, programs=1),
    "the rubric is written": Phase("suspicions", [rubric_line(delay=HANGING), *HANGING_JUDGES]),
    "blind tests are written": Phase(
        "ask/rubric/Meta-Judge/0",
        [rubric_line(), probe_line(delay=HANGING), *HANGING_JUDGES],
        review="experiments: probes",
        extra="",
    ),
    "judges are asked": Phase(
        "settings",
        [rubric_line(), *HANGING_JUDGES],
        seats="  meta_judge: {recorded: REPLIES}\n  judges:\n"
        "    - {name: Ann, recorded: REPLIES}\n    - {name: Bob, recorded: REPLIES}\n"
        "    - {name: Cid, command: {argv: ARGV, prompt: stdin}}\n",
        programs=1,
    ),
    "judges debate": Phase("standing/0", [*SPLIT, *HANGING_DEBATE]),
    "the verdict is published": Phase("verdict"),
}
# The changes, and why a review ends after each
CHANGES = {
    "move": LEFT,
    "close": LEFT,
    "edit": TEXT_CHANGED,
    "reassign": REASSIGNED,
    "push": WORK_CHANGED,
    "cancel": "",
}
CASES = [
    pytest.param(name, marks=pytest.mark.needs("bubblewrap") if "probes" in phase.review else ())
    for name, phase in PHASES.items()
]


class Scene:
    """A board with one issue for each change, whose reviews are in the same phase together."""

    def __init__(self, home: Path, phase: Phase) -> None:
        self.phase = phase
        self.pids = home / "pids"
        self.pids.touch()
        script = home / "hangs.py"
        script.write_text(HANGS)
        argv = f"[{sys.executable}, {script}, {self.pids}]"
        review = f"settle: 0.01s, attempts: 2, adaptive: 'off', {phase.review}".rstrip(", ")
        self.config = make_config(
            home / "home",
            phase.lines,
            review,
            f"watch: {{poll: 0.05s}}\n{phase.extra}",
            phase.seats.replace("ARGV", argv),
        )
        if phase.checks:
            run = f"{sys.executable} {script} {self.pids}"
            check = CheckConfig(name="hangs", run=run)
            self.config = self.config.model_copy(update={"checks": (check,)})
        self.repo = make_repository(home / "repo")
        self.pushed = home / "pushed"
        shutil.copytree(self.repo, self.pushed)
        self.board = Board(self.config.home)
        self.keys = {}
        for change in CHANGES:
            repo = self.pushed if change == "push" else self.repo
            # Different requests: the same content would be judged only once.
            self.keys[change] = add_issue(self.config, repo, f"{ISSUE}This is about {change}.\n")
        for key in self.keys.values():
            submit(self.config, key)

    def happen(self, change: str, engine: JournalEngine) -> None:
        key = self.keys[change]
        if change == "move":
            self.board.move(key, "todo", actor="eve")
        elif change == "close":
            self.board.move(key, "cancelled", actor="eve")
        elif change == "edit":
            edit(self.board, key, "greet.py must greet every guest by name, and say goodbye.")
        elif change == "reassign":
            assign(self.board, key, "bob")
        elif change == "push":
            deliver(self.pushed, {"notes.md": "We greeted 41 guests.\n"})
        else:
            self.cancelling = asyncio.ensure_future(engine.cancel(f"{key}.1", "not wanted"))

    def running(self) -> list[int]:
        """The programs that hang now."""
        pids = map(int, self.pids.read_text().split())
        return [pid for pid in pids if Path(f"/proc/{pid}/stat").exists() and not _is_zombie(pid)]

    def notes(self, change: str) -> list[str]:
        """Our comments on an issue that say why its first review ended without a verdict."""
        key = self.keys[change]
        entry = self.board.history(key)[1].id
        marks = (
            marker(f"{key}.1", "superseded"),
            marker(f"{key}.1", "cancelled"),
            marker(entry, "attempt"),
        )
        ours = [comment for comment in self.board.comments(key) if comment.author == ME]
        return [comment.text for comment in ours if comment.text.endswith(marks)]


def _is_zombie(pid: int) -> bool:
    try:
        return ") Z" in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True


async def until(condition: Callable[[], object], what: str) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise AssertionError(f"it did not happen: {what}") from None


@pytest.mark.parametrize("name", CASES)
def test_every_change_calls_the_panel_off_in_this_phase(tmp_path: Path, name: str) -> None:
    scene = Scene(tmp_path, PHASES[name])
    with open_store(scene.config.home) as store:
        asyncio.run(_change_everything(scene, store))
        for change, why in CHANGES.items():
            _check(scene, store, change, why)


async def _change_everything(scene: Scene, store: Store) -> None:
    """Let every change happen once all reviews are in the phase, and look until they have ended."""
    first = {f"{key}.1": change for change, key in scene.keys.items()}
    programs = scene.phase.programs * len(first)

    def hear(event: Event) -> None:
        # A verdict is published at once, so the change comes in the same moment.
        if not programs and event.key == scene.phase.at and event.run in first:
            scene.happen(first[event.run], engine)

    async with open_tracker(scene.config) as tracker:
        jobs = review_jobs(scene.config, tracker, ReviewReader(store))
        path = state_file(scene.config.home)
        async with (
            JournalEngine(path, jobs, on_event=hear, poll=0.01, concurrency=50) as engine,
            serving(engine),
        ):
            watch = Watch(tracker=tracker, engine=engine, store=store, config=scene.config)
            await watch.look(backlog=True)
            if programs:
                await until(lambda: len(scene.running()) == programs, "all programs are at work")
                begun = set(scene.running())
                for change in CHANGES:
                    scene.happen(change, engine)
            async with asyncio.timeout(PATIENCE):
                while any(store.run(run).state == "open" for run in first):
                    await watch.look()
                    await asyncio.sleep(0.02)
                await watch.look()
            if programs:
                await until(lambda: not begun & set(scene.running()), "the programs have ended")


def _check(scene: Scene, store: Store, change: str, why: str) -> None:
    key = scene.keys[change]
    record = ReviewReader(store).review(f"{key}.1")
    is_published = scene.phase.at == "verdict"
    if is_published and change == "cancel" and record.state == "accept":
        return  # the cancel came too late
    notes = scene.notes(change)
    assert len(notes) == 1, (change, notes)
    if change == "cancel":
        assert record.state == "cancelled"
        assert "**The review was cancelled**: not wanted." in notes[0]
        return
    assert isinstance(record.ending, Superseded), (change, record.state)
    assert record.ending.why == why
    following = [run.id for run in store.runs_about(f"board:{key}") if run.id != f"{key}.1"]
    if why == LEFT:
        assert following == []
        assert f"It is {scene.board.issue(key).status} now" in notes[0]
    else:
        assert following[:1] == [f"{key}.1.2"] == [record.ending.successor]
        assert f"Reviewed again: {why}. Attempt 2 of at most 2 begins." in notes[0]
    if not is_published:
        assert record.verdict is None
        _check_nothing_is_paid(record, store)


def _check_nothing_is_paid(record: ReviewRecord, store: Store) -> None:
    """No ask was recorded after the message that called the review off."""
    events = store.events(record.id)
    told = [event.seq for event in events if event.key == "~message/changed"]
    if told:  # otherwise the review has found the change itself, before a round
        later = [event.key for event in events if event.seq > told[0]]
        assert [key for key in later if key.startswith("ask/")] == []


# -- an author who replaces panels


def test_an_author_who_submits_again_and_again_pays_for_few_panels(tmp_path: Path) -> None:
    lines = [rubric_line(delay=HANGING)]
    config = make_config(tmp_path / "home", lines, "settle: 0.01s, attempts: 3")
    key = add_issue(config, make_repository(tmp_path / "repo"))
    submit(config, key)

    async def work() -> None:
        with open_store(config.home) as store:
            async with open_tracker(config) as tracker:
                jobs = review_jobs(config, tracker, ReviewReader(store))
                async with (
                    JournalEngine(state_file(config.home), jobs, poll=0.01) as engine,
                    serving(engine),
                ):
                    watch = Watch(tracker=tracker, engine=engine, store=store, config=config)
                    await watch.look(backlog=True)
                    for number in range(1, 6):
                        run = f"{key}.{number}"
                        await until(
                            lambda run=run: (
                                "suspicions" in store.keys(run)  # type: ignore[misc]
                                or store.run(run).state == "done"
                            ),
                            "the panel is asked, or none begins",
                        )
                        with closing(Board(config.home)) as board:
                            board.move(key, "in_progress", actor="ada")
                        submit(config, key)
                        await watch.look()
                    await until(
                        lambda: store.run(f"{key}.6").state == "done", "the last review ends"
                    )
            endings = [ReviewReader(store).review(f"{key}.{n}").ending for n in range(1, 7)]
            assert endings[3:] == [Superseded(why=TOO_OFTEN)] * 3
            panels = [n for n in range(1, 7) if "suspicions" in store.keys(f"{key}.{n}")]
            assert panels == [1, 2, 3]

    asyncio.run(work())
    with closing(Board(config.home)) as board:
        told = [c for c in board.comments(key) if "**No new panel begins**" in c.text]
    assert len(told) == 1
    assert told[0].addressee == "eve"

"""Houses of the soak: a tracker with its people and machines, what is submitted there, and what must be true of it."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from random import Random

from coordinator.config.environment import state_file
from coordinator.engine.journal import JournalEngine
from coordinator.errors import CoordinatorError
from coordinator.models import Decided
from coordinator.reviews.record import ReviewReader
from coordinator.storage.ask_history import AskHistory
from coordinator.storage.store import RunRow, Store
from coordinator.trackers.board import ME, Board
from coordinator.views.asks import open_asks, send_answer
from tests.soak.agents import KEY, PLANTED, SILENT, Agents, now, program_in
from tests.soak.machines import Machine
from tests.soak.plan import Fault
from tests.support.programs import accepting_no_sandbox
from tests.support.reviews import WORK, deliver, judge_line, make_repository, report, rubric_line
from tests.support.wire_server import WireServer

LOOK = 0.2  # seconds between two looks of people at what is going on
BUSY = 3  # submissions to keep going in each house
AUTHOR, CREATOR = "ada", "eve"
QUIET = {"greet.py": "def greet(name):\n    return name\n"}
MENDED = WORK | {"notes.md": "Nobody was greeted yet.\n"}
COMMON = """\
sandbox: off
review: {deadline: 45s, settle: 0.3s, reviews_per_day: 1000, budget: {asks_per_hour: 1000000, usd_per_day: 1000000}}
models: {retries: 3, delay: 0.1s}
watch: {poll: 0.3s, concurrency: 4, drain: 5s}
"""


class House:
    """What all houses share: machines, the record, and what was seen of it while it was made."""

    tracker = ""
    has_server = False
    workers = 1  # beside the watcher, where there is a database for both

    def __init__(
        self,
        place: Path,
        agents: Agents,
        server: WireServer,
        chance: Random,
        *,
        database: str,
        disk: bool,
    ) -> None:
        place.mkdir(parents=True)
        (place / "scratch").mkdir()
        self.place, self.name, self.chance = place, place.name, chance
        self.agents, self.database = agents, database
        self.program = f"[{sys.executable}, -I, -S, {program_in(place)}, '{server.port}']"
        self.model = (
            f"name: openai:gpt-4.1, base_url: '{server.base_url('openai')}', key: MODEL_KEY"
        )
        self.config = place / "coordinator.yaml"
        serve = ("--config", str(self.config))
        if database:
            crew = [
                ("a", "watch", "--backlog"),
                *((name, "worker") for name in "bc"[: self.workers]),
            ]
            self.machines = [
                Machine(place, name, [(*todo, *serve)], disk=disk) for name, *todo in crew
            ]
        else:
            self.machines = [Machine(place, "", [("watch", "--backlog", *serve)] * 2, disk=disk)]
        # The word of each ask whose end is on record, and since when it was seen
        self.recorded: dict[str, float] = {}
        self.answered, self.next_look = 0, 0.0
        self.seen = 0
        self.submissions = 0
        self.late: dict[str, float] = {}  # when a person is going to answer
        self.write_variables()

    # -- what its machines know

    def tokens(self) -> dict[str, str]:
        """The variables of its tracker."""
        return {}

    def write_variables(self) -> None:
        """Write the env file of each machine, at once as a whole."""
        known = {"MODEL_KEY": KEY, "SOAK_SECRET": PLANTED, **self.tokens()}
        known |= {"COORDINATOR_DATABASE": self.database} if self.database else {}
        for machine in self.machines:
            new = machine.home / "env.new"
            new.touch(mode=0o600)
            new.write_text("".join(f"{name}='{value}'\n" for name, value in known.items()))
            new.replace(machine.home / "env")

    def configure(self, text: str) -> None:
        """Write the configuration."""
        self.config.write_text(COMMON + text)

    # -- the record

    @cached_property
    def store(self) -> Store:
        """The record of this house, as the soak reads it."""
        return Store(state_file(self.machines[0].home))

    def reopen_store(self) -> None:
        """Connect again, when it did not answer."""
        if store := vars(self).pop("store", None):
            with suppress(CoordinatorError):
                store.close()

    def note_answers(self) -> None:
        """See what asks have ended since the last look."""
        for event in AskHistory(self.store).ended_since(0.0, self.seen):
            self.seen = event.seq
            self.answered += 1
            self.recorded.setdefault(json.loads(event.body)["reference"], now())

    def reviews(self) -> list[RunRow]:
        """All reviews, oldest first."""
        return self.store.runs("review", limit=1_000_000)[::-1]

    def open_reviews(self) -> int:
        """How many reviews have not ended."""
        return len(self.store.runs("review", state="open", limit=1000))

    # -- its people

    def tick(self, busy: int) -> None:
        """Let everybody here do what they do, and so many submissions be on their way; what fails is tried again."""
        with suppress(OSError, sqlite3.Error):  # the disk is full
            try:
                self.note_answers()
                if now() < self.next_look:
                    return
                self.next_look = now() + LOOK
                self.live()
                if self.in_progress() < busy:
                    self.submit()
            except CoordinatorError:  # the database is away
                self.reopen_store()

    def live(self) -> None:
        """What the author and other people do now and then."""

    def submit(self) -> None:
        """Somebody submits something new."""

    def in_progress(self) -> int:
        """How many submissions are on their way."""
        return self.open_reviews()

    def do(self, fault: Fault) -> bool:
        """Have something go wrong that only this house knows how to do; whether it did."""
        return self.push() if fault.kind == "push" else False

    def calm(self) -> None:
        """Let nothing go wrong any more."""

    def secrets(self) -> tuple[str, ...]:
        """Tokens that were valid at some time."""
        return ()

    def push(self) -> bool:
        """Somebody changes work that is being reviewed; whether there was any."""
        return False

    def is_settled(self) -> bool:
        """Whether every submission has come to its end and nobody has anything left to do."""
        raise NotImplementedError

    def missing(self) -> list[str]:
        """Daemons that are not up: one that has no lease yet cannot end by itself when it is told to stop."""
        at_work = {row.owner.split("|")[2] for row in self.store.workers()}
        lives = [life for machine in self.machines for life in machine.lives]
        pids = ["nobody" if life is None else str(life.process.pid) for life in lives]
        return [pid for pid in pids if pid not in at_work]

    def unsettled(self) -> Iterator[str]:
        """What has not come to its end, and what it waits for."""
        yield from (f"{pid} is not up" for pid in self.missing())
        at = self.store.now()
        for run in self.store.runs("review", state="open", limit=10):
            last = self.store.events(run.id)[-1]
            done = f"{last.kind} {last.key} at {last.at - at:+.0f} s {last.body[:300]}"
            due = f"not before {run.not_before - at:+.0f} s, attempts {run.attempts}"
            yield f"{run.id} is {run.state}, of {run.owner or 'nobody'}, {due}; last: {done}"

    def close(self) -> None:
        """Leave nothing behind."""
        for machine in self.machines:
            machine.close()
        if "store" in vars(self):
            with suppress(CoordinatorError):
                self.store.close()

    # -- what must be true in the end

    def broken(self) -> Iterator[str]:
        """What of the tracker is not as it has to be."""
        raise NotImplementedError

    def comments(self, key: str) -> list[str]:
        """Our comments on an issue."""
        raise NotImplementedError

    def texts(self) -> list[str]:
        """Everything that can be read in the tracker."""
        raise NotImplementedError

    def asked(self) -> list[tuple[str, float]]:
        """The word of everything that recorded seats were asked, and when."""
        path = self.place / "asked.jsonl"
        lines = map(json.loads, path.read_text().splitlines()) if path.exists() else ()
        return [(line["reference"], line["uptime"]) for line in lines]

    def outcomes(self) -> dict[str, str]:
        """The outcome of each review that was decided."""
        reader = ReviewReader(self.store)
        ended = {run.id: reader.review(run.id).ending for run in self.reviews()}
        return {
            name: ending.verdict.outcome
            for name, ending in ended.items()
            if isinstance(ending, Decided)
        }


class BoardHouse(House):
    """The embedded board; one of the judges is a person who answers late, one is recorded."""

    tracker = "board"
    workers = 2

    def __init__(self, place: Path, *given: object, **more: object) -> None:
        super().__init__(place, *given, **more)  # type: ignore[arg-type]
        self.template = make_repository(place / "repos" / "template")
        self.told_file = place / "told"
        self.mended: set[str] = set()
        good, mended = report((4, 4)), report((4, 4), rework={"R1": "resolved"})
        lines = [
            rubric_line(),
            judge_line("Ann", good, review=1, delay=0.1),
            judge_line("Ann", mended, delay=0.1),
        ]
        lines += [judge_line("Ann", good, number, delay=0.1) for number in (1, 2, 3)]
        (place / "replies.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.configure(
            "panel:\n  meta_judge: {recorded: replies.jsonl}\n  judges:\n    - {name: Ann, recorded: replies.jsonl}\n"
            f"    - {{name: Bob, command: {{argv: {self.program}}}}}\n    - {{name: Cid, model: {{{self.model}}}}}\n"
            "    - {name: Maria, person: maria}\n"
            'checks:\n  - {name: greets, run: "grep -q greet greet.py", blocks: true}\n'
            f"{accepting_no_sandbox()}"
            f"board: {{retrigger: 'echo \"$REVIEW\" >> {self.told_file}'}}\n"
        )

    @cached_property
    def board(self) -> Board:
        return Board(self.machines[0].home)

    def reopen_store(self) -> None:
        super().reopen_store()
        if board := vars(self).pop("board", None):
            with suppress(CoordinatorError):
                board.close()

    def submit(self) -> None:
        """A new issue with work in a repository of its own, which is good every other time."""
        repo = self.place / "repos" / str(self.submissions)
        if not repo.exists():
            shutil.copytree(self.template, repo)
            if self.submissions % 2:
                deliver(repo, QUIET)
        issue = self.board.add(
            "Send greetings",
            "greet.py must greet every guest by name.",
            creator=CREATOR,
            assignee=AUTHOR,
            repo=str(repo),
            base="main",
            status="in_progress",
        )
        self.submissions += 1
        self.board.move(issue.key, "in_review", actor=AUTHOR)

    def in_progress(self) -> int:
        ended = {run.id for run in self.reviews() if run.state != "open"}
        return len({f"{entry.issue}.{entry.number}" for entry in self.board.entries(0)} - ended)

    def told(self) -> list[str]:
        """The reviews after which the author was started again, once for each time."""
        return self.told_file.read_text().split() if self.told_file.exists() else []

    def live(self) -> None:
        for review in self.told():
            if review not in self.mended:
                key = review.partition(".")[0]
                issue = self.board.issue(key)
                if issue.status == "in_progress":
                    deliver(Path(issue.repo), MENDED)
                    self.board.move(key, "in_review", actor=AUTHOR)
                self.mended.add(review)
        self._answer_for_maria()

    def _answer_for_maria(self) -> None:
        """She answers some seconds after she was asked, and sometimes wrongly at first."""
        for ask in open_asks(self.store):
            due = self.late.setdefault(ask.id, now() + self.chance.uniform(0.1, 4.0))
            if now() < due:
                continue
            work = Path(self.board.issue(ask.run.partition(".")[0]).repo) / "greet.py"
            settled = dict.fromkeys(ask.earlier, "resolved")
            said = report((2, 2), against=("CK-001",), evidence=[SILENT], rework=settled)
            if "Hello" in work.read_text():
                said = report((4, 4), rework=settled)

            async def send(answer: str) -> None:
                async with JournalEngine(state_file(self.machines[0].home), {}) as engine:
                    await send_answer(engine, ask, answer)  # noqa: B023

            with suppress(CoordinatorError):  # wrong, or she is not asked any more
                if self.chance.random() < 0.1:
                    asyncio.run(send("I do not know."))
                asyncio.run(send(json.dumps(said | {"reference": ""})))
            self.late[ask.id] = now() + 5.0

    def push(self) -> bool:
        """The author commits something more to work that is being reviewed."""
        under_way = [run for run in self.reviews() if run.state == "open"]
        if not under_way:
            return False
        key = self.chance.choice(under_way).subject.partition(":")[2]
        deliver(Path(self.board.issue(key).repo), {"more.md": f"{self.chance.random()}\n"})
        return True

    def is_settled(self) -> bool:
        entered = {f"{entry.issue}.{entry.number}" for entry in self.board.entries(0)}
        known = {run.id for run in self.reviews()}
        if not entered <= known or self.open_reviews():
            return False
        return self._rejects() <= set(self.told()) <= self.mended

    def unsettled(self) -> Iterator[str]:
        yield from super().unsettled()
        known, told = {run.id for run in self.reviews()}, set(self.told())
        entered = {f"{entry.issue}.{entry.number}" for entry in self.board.entries(0)}
        yield from (
            f"{review} is not begun, though its issue is in review"
            for review in sorted(entered - known)
        )
        yield from (
            f"{review} is a reject, and the author is not started"
            for review in sorted(self._rejects() - told)
        )
        yield from (
            f"{review} is a reject, and the author is at it"
            for review in sorted(told - self.mended)
        )

    def _rejects(self) -> set[str]:
        return {review for review, outcome in self.outcomes().items() if outcome == "reject"}

    def broken(self) -> Iterator[str]:
        known = {run.id for run in self.reviews()}
        for entry in self.board.entries(0):
            if f"{entry.issue}.{entry.number}" not in known:
                yield f"{entry.issue} entered review as {entry.number}, and there is no review of that"
        for review, times in Counter(self.told()).items():
            if times > 1:
                yield f"the author was started {times} times after {review}"
        outcomes = self.outcomes()
        logs = [machine.home / "retrigger.log" for machine in self.machines]
        for review in self._rejects() - set(self.told()):
            started = [
                event.body for event in self.store.events(review) if event.key == "act/retrigger"
            ]
            said = [log.read_text(errors="replace")[-2000:] for log in logs if log.exists()]
            yield f"the author was not started after {review}: {started}, {said}"
        for key in {run.subject.partition(":")[2] for run in self.reviews()}:
            moves = [change.now for change in self.board.history(key) if change.actor == ME]
            due = [
                outcomes[run.id]
                for run in self.store.runs_about(f"board:{key}")
                if run.id in outcomes
            ]
            due = [
                {"accept": "done", "reject": "in_progress"}[each]
                for each in due
                if each in ("accept", "reject")
            ]
            if moves != due:
                yield f"the statuses of {key} were set to {moves}, and the verdicts were for {due}"

    def comments(self, key: str) -> list[str]:
        return [note.text for note in self.board.comments(key) if note.author == ME]

    def texts(self) -> list[str]:
        keys: Sequence[str] = sorted({entry.issue for entry in self.board.entries(0)})
        return [note.text for key in keys for note in self.board.comments(key)]

    def close(self) -> None:
        with suppress(CoordinatorError):
            if "board" in vars(self):
                self.board.close()
        super().close()

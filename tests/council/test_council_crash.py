"""kill -9 at random points of a council: it comes to the same result, and nobody who answered is asked again."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing as shutting
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

import coordinator
from coordinator.config.environment import state_file
from coordinator.council import look_up
from coordinator.storage.store import Store
from tests.support.councils import council_config, files, result, splitting
from tests.support.crash_support import Asked
from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE, wait_until

ID = "C"
KILLS = 30
CODE_OF_KILL = 9  # the wait status of a process that was killed


class Workers:
    """Processes that go on with one council, one after the other."""

    def __init__(self, home: Path) -> None:
        self.home = home
        source = Path(coordinator.__file__).parents[1]
        self.process = subprocess.Popen(
            [sys.executable, ROOT / "tests/support/council_worker.py", home, ID],
            env=os.environ
            | {"COORDINATOR_HOME": str(home), "PYTHONPATH": f"{source}{os.pathsep}{source.parent}"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def begin(self) -> None:
        """Start the next one."""
        self._tell("begin")

    def kill(self) -> bool:
        """kill -9; whether it was still at work."""
        return self._ended("kill") == CODE_OF_KILL

    def end(self) -> int:
        """How it ended, once it has by itself."""
        return self._ended("end")

    def _ended(self, how: str) -> int:
        assert self.process.stdout is not None
        self._tell(how)
        return int(self.process.stdout.readline())

    def _tell(self, what: str) -> None:
        assert self.process.stdin is not None
        print(what, flush=True, file=self.process.stdin)

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


@contextmanager
def council_of(home: Path) -> Iterator[Workers]:
    lines = [each | {"delay": 0.01 * (1 + number % 3)} for number, each in enumerate(splitting(2))]
    council_config(home, lines, "rounds: 2")
    with shutting(Workers(home)) as workers:
        yield workers


def newest_event(home: Path) -> int:
    if not (state_file(home)).exists():
        return 0
    with shutting(Store(state_file(home))) as store:
        return store.last_seq()


def is_done(home: Path) -> bool:
    if not (state_file(home)).exists():
        return False
    with shutting(Store(state_file(home))) as store:
        return any(run.state == "done" for run in store.runs())


def kill_once(workers: Workers, chance: Random) -> bool:
    """Let a process do a little and kill it; whether it was killed at work."""
    workers.begin()
    enough = newest_event(workers.home) + chance.randint(0, 4)
    wait_until(lambda: newest_event(workers.home) >= enough or is_done(workers.home))
    time.sleep(chance.uniform(0.0, 0.02))
    return workers.kill()


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    costs = [
        {key: value for key, value in cost.items() if key != "seconds"} for cost in found["costs"]
    ]
    return found | {"costs": costs, "total": costs and None}


def check(home: Path, expected: dict[str, Any]) -> None:
    config = council_config(home, splitting(2), "rounds: 2")
    council = look_up(ID, config)
    assert without_times(result(council)) == expected
    assert files(council) == {"result.json", "spec.md", "plan.md", "prompt.md"}
    notes = [
        Asked.model_validate_json(line) for line in (home / "asked.jsonl").read_text().splitlines()
    ]
    with shutting(Store(state_file(home))) as store:
        answered = {
            event.key: event.at for event in store.events(ID) if event.key.startswith("ask/")
        }
    for note in notes:
        key = f"ask/{note.purpose}/{note.seat}/{note.round}"
        assert note.at <= answered[key], f"{key} was answered and asked again"
    # What was cut off is asked again in the same words.
    words = {(note.purpose, note.seat, note.round): note.prompt for note in notes}
    assert all(words[note.purpose, note.seat, note.round] == note.prompt for note in notes)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the council comes to if nobody disturbs it."""
    home = tmp_path_factory.mktemp("undisturbed")
    with council_of(home) as workers:
        workers.begin()
        assert workers.end() == 0
    council = look_up(ID, council_config(home, splitting(2), "rounds: 2"))
    return without_times(result(council))


def kill_and_check(place: Path, chance: Random, kills: int, expected: dict[str, Any]) -> None:
    """Councils, one after the other, until so many processes were killed at work."""
    killed, number = 0, 0
    while killed < kills:
        home = place / str(number)
        number += 1
        with council_of(home) as workers:
            while not is_done(home) and killed < kills:
                killed += kill_once(workers, chance)
            workers.begin()
            assert workers.end() == 0
        check(home, expected)


def test_kills_at_30_random_points_lead_to_the_same_result(
    tmp_path: Path, expected: dict[str, Any]
) -> None:
    kill_and_check(tmp_path, Random(7), KILLS, expected)


@pytest.mark.soak
def test_many_more_kills_lead_to_the_same_result(
    tmp_path: Path, soak: int, expected: dict[str, Any]
) -> None:
    for seed in range(100, 100 + soak):
        kill_and_check(tmp_path / str(seed), Random(seed), KILLS, expected)

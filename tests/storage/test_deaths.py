"""Which deaths of workers count against a run, by the clock of the store."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from coordinator.engine.owner import new_owner
from coordinator.engine.repeated_deaths import MOST_DEATHS, RECOVERY
from coordinator.storage.store import Store

RUNS = tuple(f"r{number}" for number in range(12))


class Clocked:
    """A store with twelve runs, whose clock is set by hand. One worker after the other has it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.began = store.now()
        self.worker = 0
        self.acting: dict[str, int] = {}
        for run in RUNS:
            store.add_run(run, "job", "null", "")

    def set_clock(self, seconds: float) -> None:
        self.store.database.ahead += self.began + seconds - self.store.now()

    def begin(self) -> list[str]:
        """Let a new worker claim everything that is due, and begin a step of each run."""
        self.worker += 1
        owner = f"{new_owner()} {self.worker}"
        self.store.renew_lease(owner, 1000.0)
        claimed = []
        for due in self.store.due(["job"], (), len(RUNS)):
            run = self.store.claim(owner, due)
            self.store.note_acting(run.id, run.epoch)
            self.acting[run.id] = run.epoch
            claimed.append(run.id)
        self.owner = owner
        return claimed

    def kill(self) -> None:
        self.store.release_dead(self.owner, RECOVERY)

    def most(self) -> int:
        return max(self.store.deaths().values(), default=0)


@pytest.fixture
def clocked(state_home: Path) -> Clocked:
    return Clocked(Store(state_home / "state.db"))


@pytest.mark.parametrize(
    "kills",
    [
        [0.5, 1.2, 2.1, 3.0],
        [3.1 * number for number in range(1, 11)],
        [0.5 * number for number in range(1, 63)],
    ],
    ids=["four in 3 s", "ten in 31 s", "all the time for 31 s"],
)
def test_kills_from_outside_blame_no_run(clocked: Clocked, kills: list[float]) -> None:
    with closing(clocked.store):
        for at in kills:
            clocked.begin()
            clocked.set_clock(at)
            clocked.kill()
        assert clocked.most() < MOST_DEATHS
        clocked.set_clock(kills[-1] + 4 * RECOVERY)
        assert clocked.begin()


def test_a_run_that_kills_its_worker_whenever_it_is_executed_is_blamed(clocked: Clocked) -> None:
    with closing(clocked.store):
        deaths = 0
        now = 0.0
        while clocked.most() < MOST_DEATHS:
            claimed = clocked.begin()
            now += 0.1
            clocked.set_clock(now)
            if "r7" in claimed:
                clocked.kill()
                deaths += 1
            else:
                for run in claimed:
                    if run != "r7":
                        epoch = clocked.store.run(run).epoch
                        clocked.store.append(run, epoch, f"step {now}", "step", "1")
                clocked.store.release_runs(clocked.owner)
            assert now < 20 * RECOVERY
        assert clocked.store.deaths("r7") == {"r7": MOST_DEATHS}
        assert max(count for run, count in clocked.store.deaths().items() if run != "r7") < 3
        assert deaths == MOST_DEATHS + 1, "the second came too soon after the first"


def test_a_death_outside_a_step_counts_only_once(clocked: Clocked) -> None:
    with closing(clocked.store):
        for number in range(5):
            owner = f"{new_owner()} without acts {number}"
            clocked.store.renew_lease(owner, 1000.0)
            for due in clocked.store.due(["job"], (), len(RUNS)):
                clocked.store.claim(owner, due)
            clocked.store.release_dead(owner, RECOVERY)
            clocked.set_clock((number + 1) * 10 * RECOVERY)
        assert set(clocked.store.deaths().values()) == {1}

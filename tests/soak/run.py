"""The soak itself: half of the time on files, half on PostgreSQL; then everything is looked at."""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Collection
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import Any

from coordinator.errors import CoordinatorError
from tests.soak import checks, figures
from tests.soak.agents import Agents, at_work, now
from tests.soak.houses import BUSY, BoardHouse, House
from tests.soak.plan import Fault, plan
from tests.soak.served import GiteaHouse, GithubHouse, MulticaHouse
from tests.support.databases import state_in
from tests.support.fleet import Server
from tests.support.programs import libfaketime, postgresql_programs

LONGEST_ROUND = 1200.0  # seconds, so that what is looked at again and again stays small
# Seconds within which everything has to come to its end once nothing goes wrong any more
SETTLING = 300.0
SLOW = 30.0  # seconds of that after which it says what it waits for
PAUSE = 0.03
NAMES = {
    "kill": "kill -9",
    "tracker": "tracker",
    "away": "tracker out of reach",
    "disk": "full disk",
    "clock": "clock set",
    "token": "token exchanged",
    "push": "change during a review",
    "postgres": "PostgreSQL started anew",
}
HOUSES: tuple[type[House], ...] = (BoardHouse, MulticaHouse, GithubHouse, GiteaHouse)


class Soak:
    """One run, its numbers, and what was broken in it."""

    def __init__(
        self, place: Path, seed: int, seconds: float, *, disk: bool, stops: Collection[int] = ()
    ) -> None:
        self.place, self.seed, self.seconds, self.disk = place, seed, seconds, disk
        self._stops = stops  # signals that tell it to stop
        self.faults: Counter[str] = Counter()
        self.figures: dict[str, Any] = {}
        self.broken: list[str] = []
        self.houses: list[House] = []
        self.server: Server | None = None
        self._stack = ExitStack()

    def run(self) -> None:
        """As many rounds as there is time for, each on files and then on PostgreSQL, until something is broken."""
        rounds = max(1, round(self.seconds / LONGEST_ROUND))
        databases = ["files"]
        if postgresql_programs():
            databases.append("postgresql")
        for number in range(1, rounds + 1):
            for database in databases:
                if not self.broken:
                    with self._stack:
                        self._half(f"{number}/{database}", self.seconds / rounds / len(databases))
        if len(databases) == 1:
            print("there is no PostgreSQL here: all of it was on files")

    def _go_on(self) -> None:
        """Go on, unless it is told to stop."""
        if self._stops:
            raise KeyboardInterrupt

    def _half(self, name: str, seconds: float) -> None:
        seed, place = f"{self.seed}/{name}", self.place / name
        agents, wire = self._stack.enter_context(at_work(Random(f"{seed}/agents")))
        self.server = (
            self._stack.enter_context(closing(Server())) if name.endswith("postgresql") else None
        )
        self.houses = []
        for kind in HOUSES:
            self._go_on()
            url = self._schema(place / kind.tracker) if self.server else ""
            chance = Random(f"{seed}/{kind.tracker}")
            house = kind(place / kind.tracker, agents, wire, chance, database=url, disk=self.disk)
            self._stack.callback(house.close)
            self.houses.append(house)
        self._strike(self._plan(seed, seconds), seconds)
        self._settle(agents)
        self._look(name, agents)
        wire.seen.clear()

    def _schema(self, place: Path) -> str:
        """A schema of its own on the server of this half."""
        assert self.server is not None
        place.parent.mkdir(parents=True, exist_ok=True)
        with_env = place.parent / f"env of {place.name}"
        with_env.mkdir()
        return self._stack.enter_context(state_in(with_env, "postgresql", self.server.url))

    def _plan(self, seed: str, seconds: float) -> list[Fault]:
        possible = {
            "disk": self.disk,
            "clock": libfaketime() is not None,
            "postgres": self.server is not None,
        }
        without = [kind for kind, is_possible in possible.items() if not is_possible]
        names = [house.name for house in self.houses]
        served = [house.name for house in self.houses if house.has_server]
        faults = plan(seed, seconds, names, served, without)
        left_out = ", ".join(without) or "nothing"
        print(f"seed {seed}: {len(faults)} faults within {seconds:.0f} s; left out: {left_out}")
        for fault in faults:
            print(f"  {fault}", flush=True)
        return faults

    def _strike(self, faults: list[Fault], seconds: float) -> None:
        """Let everybody work, and everything go wrong as planned."""
        began, waiting = now(), list(faults)
        while now() < began + seconds:
            self._go_on()
            while waiting and now() >= began + waiting[0].at:
                fault = waiting.pop(0)
                house = next(house for house in self.houses if house.name == fault.house)
                if self._happens(fault, house):
                    self.faults[
                        f"{NAMES[fault.kind]}{f': {fault.what}' if fault.kind == 'tracker' else ''}"
                    ] += 1
            for house in self.houses:
                self._tend(house, busy=BUSY)
            time.sleep(PAUSE)

    def _tend(self, house: House, busy: int) -> None:
        for machine in house.machines:
            machine.tend()
            for life in machine.lives:
                if life is not None and (not life.memory or now() > life.memory[-1][0] + 1.0):
                    life.sample()
        house.tick(busy)

    def _happens(self, fault: Fault, house: House) -> bool:
        """Have one thing go wrong; whether it did."""
        try:
            return self._do(fault, house)
        except (OSError, sqlite3.Error, CoordinatorError):  # something else is wrong already
            house.reopen_store()
            return False

    def _do(self, fault: Fault, house: House) -> bool:
        machine = house.machines[fault.which % len(house.machines)]
        if fault.kind == "kill":
            return self._kill(fault, house)
        if fault.kind == "disk":
            machine.fill(now() + fault.seconds)
            return True
        if fault.kind == "clock":
            machine.set_clock(float(fault.what.split()[0]))
            return True
        if fault.kind == "postgres":
            assert self.server is not None
            self.server.restart(fault.what)
            return True
        return house.do(fault)

    def _kill(self, fault: Fault, house: House) -> bool:
        """Kill a daemon: the last one seldom, so that it lives long enough for its memory to be judged."""
        daemons = [
            (machine, number) for machine in house.machines for number in range(len(machine.lives))
        ]
        is_last = fault.which % 12 == 0
        machine, number = daemons[-1] if is_last else daemons[fault.which % (len(daemons) - 1)]
        return machine.kill(number, fault.seconds)

    def _settle(self, agents: Agents) -> None:
        """Let everything come to its end: agents answer now, disks have room, and nothing new is submitted."""
        agents.calm = True
        for house in self.houses:
            house.calm()
            for machine in house.machines:
                machine.make_room()
        deadline, settled_since, told_at = now() + SETTLING, 0.0, now() + SLOW
        while now() < deadline:
            self._go_on()
            for house in self.houses:
                self._tend(house, busy=0)
            if not self._is_settled():
                settled_since = 0.0
            elif not settled_since:
                settled_since = now()
            elif now() > settled_since + 1.5:
                return
            if now() > told_at:
                told_at = now() + SLOW
                print("\n".join(["not settled yet:", *self._unsettled()]), flush=True)
            time.sleep(PAUSE)
        self.broken += self._unsettled()
        self.broken.append(f"it did not come to its end within {SETTLING:g} s")

    def _is_settled(self) -> bool:
        try:
            return all(house.is_settled() and not house.missing() for house in self.houses)
        except (OSError, CoordinatorError):
            return False

    def _unsettled(self) -> list[str]:
        """What has not come to its end, and what it waits for."""
        found = []
        for house in self.houses:
            try:
                found += [f"{house.name} is not settled: {why}" for why in house.unsettled()]
            except (OSError, CoordinatorError) as error:
                found.append(f"{house.name} cannot be read: {error}")
        return found

    def _look(self, half: str, agents: Agents) -> None:
        """Stop everybody, and look at what they have left."""
        for house in self.houses:
            self._go_on()
            for machine in house.machines:
                self.broken += machine.stop()
            # What failed can be resumed
            over = {run.id for run in house.reviews() if run.state != "failed"}
            for machine in house.machines:
                self.broken += machine.clear_up(over)
        for house in self.houses:
            self._go_on()
            house.tick(0)
            name = f"{half}/{house.name}"
            self.figures[name] = figures.figures_of(house)
            self.broken += [f"{name}: {wrong}" for wrong in checks.broken(house)]
        if self.server is not None:
            self.broken += checks.checked_server(self.server)
        self.broken += checks.left_over(self.place)
        self.faults.update(agents.faults)

    def report(self, path: Path, took: float) -> int:
        """Print and keep the numbers; the exit code."""
        given = {"minutes": self.seconds / 60, "seed": self.seed, "seconds": round(took)}
        numbers = {"total": figures.summed(self.figures.values()), "houses": self.figures}
        report = given | {
            "faults": dict(self.faults.most_common()),
            **numbers,
            "broken": self.broken,
        }
        figures.write(path, report)
        print(figures.text(report), flush=True)
        return 1 if self.broken else 0

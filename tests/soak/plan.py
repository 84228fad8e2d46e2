"""What goes wrong in a soak, and when: drawn from a seed before anything begins, so that it can be repeated."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from coordinator.models import Value

# How often a minute each happens, in one house of those that have it.
RATES = {
    "kill": 16.0,  # kill -9 of a daemon or worker
    "tracker": 24.0,  # requests to the tracker fail, hang, break off, or are done and not answered
    "away": 2.0,  # the tracker is out of reach
    "disk": 3.0,  # the disk of a machine is full
    "clock": 5.0,  # the clock of a machine is set
    "token": 3.0,  # the token of the tracker is exchanged
    "push": 8.0,  # work is changed that is being reviewed
    "postgres": 1.5,  # the database is started anew
}
SERVED = ("tracker", "away", "token")  # what a house without a server does not have
REFUSALS = ("500", "502", "503", "429", "hang", "drop")
JUMPS = (-7200, -600, -45, 45, 600, 7200, 86_400)  # seconds


class Fault(Value):
    """One thing that goes wrong: so many seconds after the beginning, in a house."""

    at: float
    kind: str
    house: str
    what: str = ""
    seconds: float = 0.0
    which: int = 0

    def __str__(self) -> str:
        more = f" {self.what}" if self.what else ""
        lasts = f", {self.seconds:.1f} s" if self.seconds else ""
        return f"{self.at:7.2f}  {self.kind:<8} {self.house}{more}{lasts}"


def plan(
    seed: str, seconds: float, houses: Sequence[str], served: Sequence[str], without: Sequence[str]
) -> list[Fault]:
    """Everything that goes wrong within so many seconds, in order; each kind at least once, but for those `without`."""
    chance = Random(seed)
    faults = []
    for kind, often in RATES.items():
        if kind in without:
            continue
        for _ in range(max(1, round(often * seconds / 60))):
            house = chance.choice(served if kind in SERVED else houses)
            faults.append(_drawn(kind, house, chance.uniform(0.04, 0.96) * seconds, chance))
    return sorted(faults, key=lambda fault: fault.at)


def _drawn(kind: str, house: str, at: float, chance: Random) -> Fault:
    what, lasts, which = "", 0.0, chance.randrange(1000)
    if kind == "kill":
        lasts = chance.choice((0.0, 0.2, 1.0, 4.0))
    elif kind == "tracker":
        what = chance.choice(REFUSALS) + chance.choice(("", " after"))
        what, lasts = (what, 0.3) if chance.random() < 0.9 else ("slow", 1.5)
    elif kind in ("away", "disk"):
        lasts = chance.uniform(0.5, 4.0)
    elif kind == "clock":
        what = f"{chance.choice(JUMPS):+d} s"
    elif kind == "token":
        lasts = chance.choice((0.0, 0.0, 1.5))
    elif kind == "postgres":
        what = chance.choice(("fast", "immediate"))
    return Fault(
        at=round(at, 2), kind=kind, house=house, what=what, seconds=round(lasts, 2), which=which
    )

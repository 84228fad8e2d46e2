"""Machines of the soak: a home on a small disk of its own, a clock that can be set, and a daemon that is kept alive."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.soak.agents import now
from tests.support.programs import libfaketime
from tests.support.waiting import PATIENCE

DISK = 96  # megabytes
SLEEPING = str(Path(__file__).with_name("sleeping"))  # what every Python there loads first
SAMPLES = 2000  # of the memory of one process


@dataclass
class Life:
    """One process from its start to its end, and its memory in kilobytes at times."""

    process: subprocess.Popen[bytes]
    began: float
    memory: list[tuple[float, int]] = field(default_factory=list)

    def sample(self) -> None:
        """Note what it takes now; of a long life every other sample is kept."""
        with suppress(OSError, IndexError):
            status = Path(f"/proc/{self.process.pid}/status").read_text()
            self.memory.append((now(), int(status.partition("VmRSS:")[2].split()[0])))
        if len(self.memory) > SAMPLES:
            del self.memory[::2]


class Machine:
    """A home and whoever serves there: started again a while after it has ended, whyever it has."""

    def __init__(
        self, place: Path, name: str, commands: Sequence[Sequence[str]], *, disk: bool
    ) -> None:
        self.place, self.name = place, name
        self.home = place / (name or "home")
        self.home.mkdir(parents=True, mode=0o700)
        self.commands = commands
        self.has_disk = disk
        if disk:
            mount = ("mount", "-t", "tmpfs", "-o", f"size={DISK}m,mode=700", "none", str(self.home))
            subprocess.run(mount, check=True)
        self.clock = place / f"clock-{name or 'home'}"
        self.set_clock(0)
        self.variables: dict[str, str] = {}
        self.lives: list[Life | None] = [None] * len(commands)
        self.past: list[Life] = []
        self.due = [0.0] * len(commands)
        self.full_until = 0.0
        self.told_to_end = False
        self.forgiven = 0.0  # until then a daemon may end by itself: its disk is full
        self.ended: list[str] = []  # daemons that ended by themselves and should not have

    # -- its clock and its disk

    def set_clock(self, ahead: float) -> None:
        """Let its clock be so many seconds ahead from now on."""
        new = self.clock.with_suffix(".new")
        new.write_text(f"{ahead:+.0f}\n")
        new.replace(self.clock)

    def fill(self, until: float) -> None:
        """Leave no room on its disk."""
        self.full_until, self.forgiven = until, until + 20
        with suppress(OSError), (self.home / "filler").open("wb") as filler:
            while True:
                filler.write(b"x" * 65536)

    @property
    def is_full(self) -> bool:
        return self.full_until > 0

    def make_room(self) -> None:
        """Give the room back."""
        (self.home / "filler").unlink(missing_ok=True)
        self.full_until = 0.0

    # -- its daemons

    def tend(self) -> None:
        """Note the ends of daemons, start those that are due, and give room back in time."""
        if self.is_full and now() >= self.full_until:
            self.make_room()
        for number, life in enumerate(self.lives):
            if life is not None and life.process.poll() is not None:
                self._bury(number, life)
            if self.lives[number] is None and now() >= self.due[number] and not self.told_to_end:
                self.lives[number] = self._launch(number)

    def _bury(self, number: int, life: Life) -> None:
        self.past.append(life)
        self.lives[number] = None
        if life.process.returncode != -signal.SIGKILL:
            self.due[number] = now() + 1.0
            if now() > self.forgiven:
                said = (self.place / "stderr").read_text(errors="replace")[-1500:]
                self.ended.append(
                    f"a daemon of {self.place.name} ended with {life.process.returncode}:\n{said}"
                )

    def _launch(self, number: int) -> Life:
        machine = self.name and f"{self.place.name}-{self.name}"
        given = (machine, *self.commands[number])
        environment = {
            **os.environ,
            **self.variables,
            **faked(self.clock),
            "COORDINATOR_HOME": str(self.home),
        }
        environment |= {
            "TRACES": str(self.place),
            "HOME": str(self.place),
            "TMPDIR": str(self.place / "scratch"),
        }
        # For a daemon starts in its own place
        environment["PYTHONPATH"] = os.pathsep.join([SLEEPING, *sys.path])
        with (self.place / "stderr").open("ab") as stderr:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.soak.daemon", *given],
                env=environment,
                cwd=self.place,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                start_new_session=True,
            )
        return Life(process, now())

    def kill(self, number: int, after: float) -> bool:
        """kill -9 a daemon, which is started again after a while; whether it was there."""
        life = self.lives[number]
        if life is None or life.process.poll() is not None:
            return False
        life.process.kill()
        life.process.wait(PATIENCE)
        self._bury(number, life)
        self.due[number] = now() + after
        return True

    def stop(self) -> list[str]:
        """Have its daemons end by themselves; what is wrong with how they did."""
        self.told_to_end = True
        living = [life for life in self.lives if life is not None and life.process.poll() is None]
        for life in living:
            life.process.send_signal(signal.SIGTERM)
        codes: list[int | None] = []
        for life in living:
            try:
                codes.append(life.process.wait(60))
            except subprocess.TimeoutExpired:
                codes.append(None)
                life.process.kill()
        self.past += living
        self.lives = [None] * len(self.commands)
        return [
            f"a daemon of {self.place.name} ended with {code} when told to stop"
            for code in codes
            if code != 0
        ]

    def clear_up(self, over: Collection[str]) -> list[str]:
        """Have the next start clear away the work of reviews that are over; what is wrong with how it did."""

        def left() -> list[str]:
            return [work.name for work in (self.home / "work").glob("*") if work.name in over]

        if not left():
            return []
        self.told_to_end, deadline = False, now() + 60
        while left() and now() < deadline:
            self.tend()
            time.sleep(0.05)
        return [*self.stop(), *(f"the work of {name} is left behind" for name in left())]

    def close(self) -> None:
        """Leave nothing behind, whatever state it is in."""
        for life in self.lives:
            if life is not None and life.process.poll() is None:
                life.process.kill()
                life.process.wait(PATIENCE)
        if self.has_disk:
            subprocess.run(("umount", "--lazy", str(self.home)), check=False)


def faked(clock: Path) -> Mapping[str, str]:
    """Variables under which a process has the clock of this file; nothing that measures spans is changed."""
    library = libfaketime()
    if library is None:
        return {}
    how = {"FAKETIME_CACHE_DURATION": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1"}
    how["FAKETIME_FORCE_MONOTONIC_FIX"] = "0"  # else whatever waits in a thread waits for long
    return {"LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(clock), **how}

"""How a run gets on: its lines as they come, and on a terminal one more for each seat that is waited for."""

import asyncio
import json
import sys
import time

from coordinator.cli.terminal import fitted, is_terminal, row, tell
from coordinator.storage.events import kind_of
from coordinator.storage.store import Event

FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


class Progress:
    """Shows events, and below them who of the panel has not answered yet."""

    def __init__(self) -> None:
        self._seats, self._waiting = list[str](), dict[str, float]()
        self._drawn = 0
        self._next: asyncio.TimerHandle | None = None

    def note(self, event: Event, line: str) -> None:
        """Show the line of an event, if it has one, and who is waited for from now on."""
        self.close()
        tell(line)
        kind = kind_of(event.key) if event.kind == "step" else event.kind
        body = json.loads(event.body) if kind in ("settings", "ballot") else {}
        self._seats = list(body.get("seats", self._seats))
        if kind in ("settings", "splits"):
            self._waiting = dict.fromkeys(self._seats, time.monotonic())
        elif kind in ("standing", "verdict", "end"):
            self._waiting = {}
        self._waiting.pop(body.get("seat", ""), None)
        if is_terminal(sys.stderr):
            self._draw()

    def close(self) -> None:
        """Take the seats off the screen."""
        tell(f"\x1b[{self._drawn}F\x1b[J" if self._drawn else "", end="")
        self._drawn = 0
        if self._next:
            self._next.cancel()

    def _draw(self) -> None:
        self.close()
        now = time.monotonic()
        for seat, since in self._waiting.items():
            text = row(seat, f"is asked, {now - since:.0f} s")
            tell(fitted(f"{FRAMES[int(now * 10) % len(FRAMES)]} {text}", sys.stderr))
        self._drawn = len(self._waiting)
        self._next = asyncio.get_running_loop().call_later(0.1, self._draw) if self._waiting else None

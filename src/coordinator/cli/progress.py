"""Show the progress of a run on stderr. On a terminal, also list the unanswered seats."""

import asyncio
import json
import sys
import time

from coordinator.cli.terminal import fitted, is_terminal, tell
from coordinator.storage.events import is_panel_key, kind_of
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import Event
from coordinator.views.terminal_text import one_line, row
from coordinator.views.text import event_line

FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


class Progress:
    """Prints a line for each event. On a terminal, it lists the unanswered seats below."""

    def __init__(self) -> None:
        self._seats: list[str] = []
        self._waiting: dict[str, float] = {}
        self._drawn = 0
        self._next: asyncio.TimerHandle | None = None

    def note(self, event: Event, line: str) -> None:
        """Print the line of an event, if it has one, and update the list of unanswered seats."""
        self.close()
        tell(line)
        kind = kind_of(event.key) if event.kind == "step" else event.kind
        body = {}
        if kind in ("settings", "ballot"):
            body = json.loads(event.body)
        self._seats = list(body.get("seats", self._seats))
        if kind in ("settings", "splits"):
            self._waiting = dict.fromkeys(self._seats, time.monotonic())
        elif kind in ("standing", "verdict", "end"):
            self._waiting = {}
        self._waiting.pop(body.get("seat", ""), None)
        if is_terminal(sys.stderr):
            self._draw()

    def close(self) -> None:
        """Remove the list of unanswered seats from the screen."""
        if self._drawn:
            tell(f"\x1b[{self._drawn}F\x1b[J", end="")
        self._drawn = 0
        if self._next:
            self._next.cancel()

    def _draw(self) -> None:
        self.close()
        now = time.monotonic()
        frame = FRAMES[int(now * 10) % len(FRAMES)]
        for seat, since in self._waiting.items():
            text = row(seat, f"is asked, {now - since:.0f} s")
            tell(fitted(f"{frame} {text}", sys.stderr))
        self._drawn = len(self._waiting)
        self._next = None
        if self._waiting:
            self._next = asyncio.get_running_loop().call_later(0.1, self._draw)


class ReviewProgress(Progress):
    """The progress of a review."""

    def started(self, run_id: str, source: str, notice: str = "") -> None:
        tell(row("review", f"{short_id(run_id)}, configured by {source}"))
        if notice:
            # Unlike other rows, this one is not shortened, because its end says how to fix the
            # problem.
            tell(f"{'sandbox':<14} {one_line(notice)}")

    def happened(self, event: Event) -> None:
        if event.key != "verdict":  # the verdict is printed at the end
            self.note(event, event_line(event))


class WorkflowProgress(Progress):
    """The progress of a workflow run."""

    def started(self, run_id: str, source: str, notice: str = "") -> None:
        tell(row("run", f"{run_id}: {source}"))
        tell(notice)

    def happened(self, event: Event) -> None:
        template = "run_events.txt"
        if is_panel_key(event.key):  # a panel at a stage is a review inside the run
            template = "review_events.txt"
        self.note(event, event_line(event, template))

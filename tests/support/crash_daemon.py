"""A real daemon that logs its asks and can be killed.

It writes a line to asked.jsonl before it answers an ask. At one point, `before` or `after` an
outside effect, it makes the file `held` and waits once until the file `go` exists.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import time
from collections.abc import Callable
from functools import partialmethod
from pathlib import Path
from typing import Any

from coordinator.agents.recorded import RecordedAgent
from coordinator.cli import main
from coordinator.engine import owner
from coordinator.engine.journal import JournalEngine
from coordinator.models import Ask, Reply
from coordinator.reviews.intake import Intake
from coordinator.storage.store import Store
from coordinator.trackers.board import Board, BoardTracker
from coordinator.watch import Watch
from coordinator.workspace.sandbox.sandbox import find_sandbox

find_sandbox()  # once, in the process from which all daemons are copied
OFTEN = 10_000  # random kills can hit a step several times, as if its run killed the process
EFFECTS: dict[str, type] = {
    **{"conclude": Board, "post_once": Board},
    **{"add_run": Store, "set_setting": Store},
}


def home() -> Path:
    """Return the folder for the log of asks."""
    return Path(os.environ.get("TRACES") or os.environ["COORDINATOR_HOME"])


def note(ask: Ask) -> None:
    """Record durably that this ask is being answered. The hash of its prompt identifies the ask."""
    prompt = hashlib.sha256(ask.prompt.encode()).hexdigest()
    said = {"at": time.time(), "pid": os.getpid(), "prompt": prompt}
    # A change of the wall clock does not affect this time.
    said |= {"uptime": time.clock_gettime(time.CLOCK_BOOTTIME)}
    said |= ask.model_dump(
        include={"issue", "review", "purpose", "seat", "round", "again", "reference"}
    )
    file = os.open(home() / "asked.jsonl", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(file, f"{json.dumps(said)}\n".encode())
    os.fsync(file)
    os.close(file)


def note_every_ask() -> None:
    answer = RecordedAgent.answer

    async def noted(self: RecordedAgent, ask: Ask, _runner: object = None, /) -> Reply:
        note(ask)
        return await answer(self, ask)

    RecordedAgent.answer = noted  # type: ignore[method-assign]


def meet() -> None:
    """Wait for the test. A thread that waits here cannot be cancelled, and always continues."""
    if (home() / "held").exists():
        return
    (home() / "held").touch()
    while not (home() / "go").exists():
        time.sleep(0.01)


def hold(when: str, effect: str) -> None:
    if effect == "retrigger":
        BoardTracker.retrigger = held_after(BoardTracker.retrigger)  # type: ignore[method-assign]
    elif effect == "discard":
        Intake.discard = held_after(Intake.discard)  # type: ignore[method-assign]
    elif effect == "look":
        Watch._replace_panels = held_before(Watch._replace_panels)  # type: ignore[method-assign]
    else:
        setattr(EFFECTS[effect], effect, held(when, getattr(EFFECTS[effect], effect)))


def held(when: str, act: Callable[..., Any]) -> Callable[..., Any]:
    def acting(*arguments: Any, **options: Any) -> Any:
        if when == "before":
            meet()
        value = act(*arguments, **options)
        if when == "after":
            meet()
        return value

    return acting


def held_after(act: Callable[..., Any]) -> Callable[..., Any]:
    async def acting(*arguments: Any, **options: Any) -> Any:
        value = await act(*arguments, **options)
        await asyncio.to_thread(meet)
        return value

    return acting


def held_before(act: Callable[..., Any]) -> Callable[..., Any]:
    async def acting(*arguments: Any, **options: Any) -> Any:
        meet()  # no thread of this process continues, as if it were suspended
        return await act(*arguments, **options)

    return acting


def watch(lease: float, point: str, *how: str) -> None:
    """Watch until killed or stopped, with leases of this many seconds. Wait at this point, if one is given."""
    note_every_ask()
    start = partialmethod(JournalEngine.__init__, lease=lease, most_deaths=OFTEN)
    setattr(JournalEngine, "__init__", start)  # noqa: B010
    if point:
        hold(*point.split())
    main(["watch", *(how or ("--backlog",))])


def serve(machine: str, lease: float, point: str, *command: str) -> None:
    """Act as a machine with this name, run a serving command, and log asks as `watch` does."""
    setattr(owner, "_host", lambda: machine)  # noqa: B010
    note_every_ask()
    start = partialmethod(JournalEngine.__init__, lease=lease, most_deaths=OFTEN)
    setattr(JournalEngine, "__init__", start)  # noqa: B010
    if point:
        hold(*point.split())
    main(command)


def carry_out(point: str, *command: str) -> None:
    """Run one command, and wait at this point, if one is given."""
    if point:
        hold(*point.split())
    main(command)

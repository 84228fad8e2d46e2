"""A real daemon that leaves traces, to be killed: crash_daemon.py LEASE [POINT].

Every ask is a line in asked.jsonl before it is answered. At a POINT, `before` or `after` an outside effect,
it makes the file `held` and waits, once, until there is a file `go`.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sys
import time
from collections.abc import Callable
from functools import partialmethod
from pathlib import Path
from typing import Any

from coordinator.agents.recorded import RecordedAgent
from coordinator.cli import main
from coordinator.engine.journal import JournalEngine
from coordinator.models import Ask, Reply
from coordinator.trackers.board import Board, BoardTracker
from coordinator.workspace.snapshot import Workspace

HOME = Path(os.environ["COORDINATOR_HOME"])
EFFECTS: dict[str, type] = {"conclude": Board, "post_once": Board, "remove": Workspace}


def note(ask: Ask) -> None:
    """Say durably that this is being asked; the hash of its prompt tells it from all other asks."""
    prompt = hashlib.sha256(ask.prompt.encode()).hexdigest()
    said = {"at": time.time(), "pid": os.getpid(), "prompt": prompt}
    said |= ask.model_dump(include={"issue", "review", "purpose", "seat", "round"})
    file = os.open(HOME / "asked.jsonl", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(file, f"{json.dumps(said)}\n".encode())
    os.fsync(file)
    os.close(file)


def note_every_ask() -> None:
    answer = RecordedAgent.answer

    async def noted(self: RecordedAgent, ask: Ask) -> Reply:
        note(ask)
        return await answer(self, ask)

    RecordedAgent.answer = noted  # type: ignore[method-assign]


def meet() -> None:
    """Wait for the test; a thread that waits here cannot be cancelled and goes on whatever has happened."""
    if (HOME / "held").exists():
        return
    (HOME / "held").touch()
    while not (HOME / "go").exists():
        time.sleep(0.01)


def hold(when: str, effect: str) -> None:
    if effect == "retrigger":
        BoardTracker.retrigger = held_after(BoardTracker.retrigger)  # type: ignore[method-assign]
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


def run(lease: float, point: str) -> None:
    note_every_ask()
    start = partialmethod(JournalEngine.__init__, lease=lease)
    setattr(JournalEngine, "__init__", start)  # noqa: B010
    if point:
        hold(*point.split())
    main(["watch", "--backlog"])


if __name__ == "__main__":
    run(float(sys.argv[1]), " ".join(sys.argv[2:]))

"""A real daemon or worker as the soak starts it: on a machine of a name, noting every ask."""

from __future__ import annotations

import sys
from functools import partialmethod

from coordinator.cli import main
from coordinator.engine import owner, sleepers
from coordinator.engine.journal import JournalEngine
from tests.support.crash_daemon import OFTEN, note_every_ask


def serve(machine: str, *command: str) -> None:
    """Carry out a command that serves; without a machine, on this one, where the dead are noticed at once."""
    if machine:
        setattr(owner, "_host", lambda: machine)  # noqa: B010
    note_every_ask()
    setattr(sleepers, "REST", 0.5)  # so that whoever waits for a person sleeps meanwhile  # noqa: B010
    start = partialmethod(JournalEngine.__init__, most_deaths=OFTEN, awake=0)
    setattr(JournalEngine, "__init__", start)  # noqa: B010
    main(command)


if __name__ == "__main__":
    serve(*sys.argv[1:])

"""Decide when to give up a run because its workers keep dying."""

from coordinator.storage.store import Store

# A run fails after this many of its workers died in a row without recording an event of the run.
# Only deaths in a step of the run count, with time to recover between them.
MOST_DEATHS = 3
# Seconds after a first counted death during which no other death counts. After the second counted
# death it is four times as long. So a machine that kills workers for half a minute blames no run.
RECOVERY = 8.0


def counted_deaths(store: Store, run: str) -> int:
    """Return the number of counted consecutive deaths of workers that executed the run."""
    return store.deaths(run).get(run, 0)

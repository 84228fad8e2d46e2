"""Decide when to give up a run because its workers keep dying."""

from coordinator.storage.store import Store

# A run fails after this many of its workers died in a row without recording an event of the run.
MOST_DEATHS = 3


def is_given_up(store: Store, run: str, most: int) -> bool:
    """Return whether a run must not be tried again because `most` workers died in a row."""
    return store.deaths(run).get(run, 0) >= most

"""Choose the due runs that a worker may claim."""

from collections.abc import Collection

from coordinator.engine.owner import host_of
from coordinator.engine.workers import hosts_for
from coordinator.storage.store import MOST, RunRow, Store


def due_runs(
    store: Store, me: str, jobs: Collection[str], only: Collection[str], most: int
) -> list[RunRow]:
    """Return up to `most` due runs of these jobs, except runs that are left to other machines.

    If `only` is not empty, return only runs with these ids.
    """
    due = store.due(jobs, only, most)
    if any(_is_for_others(store, me, run) for run in due):
        # The first `most` runs may all be left to other machines, so read all due runs.
        due = []
        for run in store.due(jobs, only, MOST):
            if not _is_for_others(store, me, run):
                due.append(run)
    return due[:most]


def _is_for_others(store: Store, me: str, run: RunRow) -> bool:
    """Return whether this machine has declined the run and another machine can execute it."""
    if not run.attempts:
        return False
    hosts = hosts_for(store, run)
    return bool(hosts) and host_of(me) not in hosts

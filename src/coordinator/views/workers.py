"""The processes that execute reviews and runs."""

import json

from coordinator.engine.owner import host_of
from coordinator.engine.workers import living_workers
from coordinator.models import Value
from coordinator.storage.store import Store, WorkerRow


class Worker(Value):
    """One process that executes reviews and runs.

    `busy` is the number of its `runs` that are not waiting; `leads` names the trackers it watches.
    """

    name: str
    alive: bool
    kind: str
    version: str
    since: float
    heard: float
    busy: int
    concurrency: int
    runs: tuple[str, ...]
    leads: tuple[str, ...]


def workers(store: Store) -> list[Worker]:
    """Return every process that is recorded as a worker."""
    alive = living_workers(store)
    roles = store.roles()
    found = []
    for row in store.workers():
        led = tuple(role for role, owner in roles.items() if owner == row.owner)
        found.append(_worker(store, row, row.owner in alive, led))
    return found


def _worker(store: Store, row: WorkerRow, alive: bool, leads: tuple[str, ...]) -> Worker:
    about = json.loads(row.about)
    host, _, _ = host_of(row.owner).partition(" ")
    process = row.owner.split("|")[2]
    return Worker(
        name=f"{host}:{process}",
        alive=alive,
        kind=about.get("kind", "command"),
        version=about.get("version", ""),
        since=about.get("since", row.beat),
        heard=round(store.now() - row.beat, 1),
        busy=row.busy,
        concurrency=about.get("concurrency", 0),
        runs=tuple(run.id for run in store.held_by(row.owner)),
        leads=leads,
    )

"""Who of the workers is alive, by what they have written and by what this machine knows of its own processes."""

import time
from collections.abc import Mapping

from coordinator.engine.owner import host_of, is_dead
from coordinator.storage.store import Store


def living_workers(store: Store) -> set[str]:
    """Return the workers whose lease holds and that are not known to be dead."""
    now = store.now()
    return {worker.owner for worker in store.workers() if worker.expires > now and not is_dead(worker.owner)}


def dead_workers(store: Store, me: str, heard: Mapping[tuple[str, float], float]) -> set[str]:
    """Return workers other than me that are dead or whose lease expired, and owners without any."""
    now, lapsed = time.monotonic(), set(store.owners_without_lease())
    for worker in store.workers():
        # Where the clock was set back the end of a lease is far away, and its length has to do.
        silent = now - heard.get((worker.owner, worker.beat), now) > worker.expires - worker.beat
        if silent or worker.expires <= store.now() or is_dead(worker.owner):
            lapsed.add(worker.owner)
    return lapsed - {me}


def hosts_for(store: Store, run: str) -> set[str]:
    """Return the machines of the living workers that have not found that they cannot do a run."""
    return {host_of(owner) for owner in living_workers(store)} - set(store.last_park(run).get("not_on", ()))


def take_role(store: Store, setting: str, me: str) -> bool:
    """Have the role that a setting names, unless another living worker has it; return whether it is ours."""
    if store.setting(setting) in living_workers(store) - {me}:
        return False
    store.set_setting(setting, me)
    return True

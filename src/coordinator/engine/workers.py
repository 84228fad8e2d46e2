"""Find the living workers and the hosts that can execute a run, and assign roles."""

import json

from coordinator.engine.owner import host_of, is_dead
from coordinator.storage.store import RunRow, Store


def living_workers(store: Store) -> set[str]:
    """Return the workers with a valid lease that are not known to be dead."""
    now = store.now()
    living = set()
    for worker in store.workers():
        if worker.expires > now and not is_dead(worker.owner):
            living.add(worker.owner)
    return living


def hosts_for(store: Store, run: RunRow) -> set[str]:
    """Return the hosts that have a living worker for the job and have not declined the run."""
    living = living_workers(store)
    declined = store.last_park(run.id).get("not_on", ())
    hosts = set()
    for worker in store.workers():
        jobs = json.loads(worker.about).get("jobs", ())
        if worker.owner in living and run.job in jobs:
            hosts.add(host_of(worker.owner))
    return hosts.difference(declined)


def take_role(store: Store, setting: str, me: str) -> bool:
    """Take a role for worker `me` by writing its name into the setting of the role.

    Return False if another living worker has the role.
    """
    if store.setting(setting) in living_workers(store) - {me}:
        return False
    store.set_setting(setting, me)
    return True

"""Keep the leases of workers, and refuse late writes to runs that another worker has taken over.

Each time a worker claims a run, the run gets a higher epoch. So the store can tell the writes of an
earlier owner from those of the current owner.
"""

import json
from collections.abc import Collection

from coordinator.errors import LeaseLost
from coordinator.storage.database import Database, Statements
from coordinator.storage.rows import RunRow, WorkerRow

# A run is suspected of killing its workers after this many of them died in a row without recording
# an event of the run.
SUSPECT_AFTER = 2


class Leases:
    """The part of the store for workers, their leases and the runs that they hold."""

    def __init__(self, database: Database, sql: Statements) -> None:
        self.now = database.now
        self._sql = sql

    def holds(self, run: str, epoch: int) -> bool:
        """Return whether the process that claimed the run at this epoch still holds it."""
        return bool(self._sql.value("holds", run=run, epoch=epoch))

    def check_lease(self, run: str, epoch: int) -> None:
        """Raise LeaseLost unless the process that claimed the run at this epoch still holds it."""
        if not self.holds(run, epoch):
            raise lease_lost(run, epoch)

    def claim(self, owner: str, run: RunRow) -> RunRow:
        """Give a run without an owner to a worker.

        The run gets a new epoch, so that the store refuses later writes by earlier owners.
        """
        epoch = run.epoch + 1
        self._sql.write("claim", owner=owner, epoch=epoch, run=run.id)
        return run._replace(owner=owner, epoch=epoch)

    def workers(self) -> list[WorkerRow]:
        """Return every worker that has a lease, even an expired one."""
        return self._sql.select(WorkerRow, "workers")

    def renew_lease(self, owner: str, lease: float, busy: int = 0, about: str = "{}") -> bool:
        """Renew a worker's lease and publish its number of busy runs.

        If the worker has no lease, give it one and return False.
        """
        now = self.now()
        renewed = self._sql.write("renew_lease", owner=owner, now=now, lease=lease, busy=busy)
        if renewed.rowcount == 1:
            return True
        self._sql.write("add_worker", owner=owner, now=now, lease=lease, busy=busy, about=about)
        return False

    def set_busy(self, owner: str, busy: int) -> None:
        """Publish how many runs of a worker are busy."""
        self._sql.write("set_busy", owner=owner, busy=busy)

    def busy_elsewhere(self, owner: str) -> int:
        """Return the number of busy runs that all other workers have published."""
        return int(self._sql.value("busy_elsewhere", owner=owner))

    def held_by(self, owner: str) -> list[RunRow]:
        """Return the runs that a worker holds, oldest first."""
        return self._sql.select(RunRow, "held_by", owner=owner)

    def owners_without_lease(self) -> list[str]:
        """Return the owners of open runs who have no lease, not even an expired one."""
        return self._sql.column("owners_without_lease")

    def release_runs(self, owner: str) -> int:
        """Free all runs of a worker and refuse its later writes. Return the number of runs."""
        self._sql.write("remove_worker", owner=owner)
        return self._sql.write("release_runs", owner=owner).rowcount

    def release_dead(self, owner: str, recovery: float = 0.0) -> int:
        """Free the runs of a dead worker, and record the worker's death for each of them.

        Return the number of freed runs. A run can be claimed at once after the first counted death.
        After each later death, no worker can claim it for a time of rest: `recovery` seconds after
        the last counted death, times the square of the number of counted deaths. A second or later
        death counts only if the rest was over, and if a step of the run was executing.
        """
        now = self.now()
        self._sql.write("count_deaths", owner=owner, now=now, recovery=recovery)
        self._sql.write("share_deaths", owner=owner, suspect_after=SUSPECT_AFTER)
        self._sql.write("rest", owner=owner, now=now, recovery=recovery)
        return self.release_runs(owner)

    def note_acting(self, run: str, epoch: int) -> None:
        """Note that a step of a run with counted deaths is executing."""
        self._sql.write("acting", run=run, epoch=epoch)

    def deaths(self, run: str = "") -> dict[str, int]:
        """Return the number of counted consecutive worker deaths, keyed by run.

        If `run` is empty, include all runs. Deaths are consecutive if the run recorded no new event
        between them.
        """
        if run:
            return dict(self._sql.rows("deaths_of", run=run))
        return dict(self._sql.rows("deaths"))

    def forget_deaths(self, runs: Collection[str]) -> None:
        """Set the counted deaths of these runs back to 0."""
        self._sql.write("forget_deaths", runs=json.dumps(list(runs)))


def lease_lost(run: str, epoch: int) -> LeaseLost:
    """Return the error for a write to a run that another worker has taken over."""
    return LeaseLost(f"run {run} was taken over by another process (held here since epoch {epoch})")

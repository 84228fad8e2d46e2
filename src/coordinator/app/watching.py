"""The interface that a use case calls to report the events of a run."""

from typing import Protocol

from coordinator.storage.store import Event


class RunWatcher(Protocol):
    """Receives the events of one run, in the process that runs it."""

    def started(self, run_id: str, source: str, notice: str = "") -> None:
        """Called when the run is on record.

        `source` says which configuration the run uses. `notice` says which steps are skipped on
        this machine.
        """

    def happened(self, event: Event) -> None:
        """Called when an event of the run is on record."""

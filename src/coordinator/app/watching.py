"""The interface by which a use case tells its caller what happens while a run goes on."""

from typing import Protocol

from coordinator.storage.store import Event


class RunWatcher(Protocol):
    """Hears about one run, in the process that runs it."""

    def started(self, run_id: str, source: str, notice: str = "") -> None:
        """The run is on record.

        `source` says which configuration it uses, `notice` what is not run on this machine.
        """

    def happened(self, event: Event) -> None:
        """An event of the run is on record."""

"""The interface of the commands that each kind of run has."""

import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from coordinator.agents.recorded import RecordedLine
from coordinator.app.runtime import open_store
from coordinator.errors import RunError
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideOptions:
    """The options of `coordinator decide`."""

    reason: str = ""
    file: str = ""
    key: str = ""
    by: str = ""
    quiet: bool = False
    config: Path | None = None
    as_json: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeOptions:
    """The options of `coordinator resume`."""

    stage: str = ""
    say: str = ""
    by: str = ""
    config: Path | None = None
    as_json: bool = False


class RunCommands(ABC):
    """The commands of one kind of run: review, workflow run or council."""

    kind: ClassVar[str]
    decide_options: ClassVar[frozenset[str]] = frozenset()
    resume_options: ClassVar[frozenset[str]] = frozenset()
    retry_options: ClassVar[frozenset[str]] = frozenset()

    @abstractmethod
    def record(self, store: Store, run_id: str) -> Any:
        """Return the whole record of a run, as `show --json` prints it."""

    @abstractmethod
    def record_text(self, record: Any, text: Callable[[str], str], whole: bool) -> str:
        """Return a record as text. `text` looks up a stored text by its hash.

        If `whole` is true, include the whole output of commands.
        """

    @abstractmethod
    def decide(self, run_id: str, decision: str, options: DecideOptions) -> None:
        """Record a decision in a person's name."""

    @abstractmethod
    def resume(self, run_id: str, options: ResumeOptions) -> None:
        """Continue a run, and exit with the code for its ending."""

    @abstractmethod
    def retry(self, run_id: str, options: ResumeOptions) -> None:
        """Start the run again under a new id, and exit with the code for its ending."""

    @abstractmethod
    def cancel(self, run_id: str, reason: str, as_json: bool) -> None:
        """Stop a run."""

    @abstractmethod
    def recorded_replies(self, run_id: str) -> Iterable[RecordedLine]:
        """Return the replies of a run as lines for a `recorded:` seat."""


def how_to_go_on(run_id: str, config: Path | None) -> str:
    """Return a message that says how to continue a run after it was stopped."""
    with open_store() as store, suppress(RunError):
        last = store.last_attempt(run_id)
        if store.run(last).state == "open":
            named = ""
            if config:
                named = f" --config {shlex.quote(str(config))}"
            return f"`coordinator resume {short_id(last)}{named}` continues it"
    return "no run is left open"

"""Describe a kind of tracker: its name, its abilities, its settings, and how to make one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from coordinator.config.settings import Config
from coordinator.errors import ConfigError
from coordinator.trackers import Tracker


@dataclass(frozen=True, kw_only=True)
class TrackerKind:
    """One kind of tracker. The table `TRACKERS` in registry.py has all kinds.

    `make` returns a tracker that is not open yet. Only `make` imports the client, so that commands
    without a tracker do not wait for the import.
    """

    name: str
    # The actions and triggers of workflow stages that it supports. `pr_events` means that it
    # reports changes of pull requests, and `pr_starts` means that these changes start runs.
    # `reviews` means that the verdict is shown on the work itself, and `issue_events` that it
    # reports who labels an issue and which commands its comments have.
    abilities: frozenset[str]
    # The names in `ISSUE_FACTS` for which its issues have a value
    facts: frozenset[str]
    make: Callable[[Config], Tracker]
    # Returns the names of required settings and variables that are not set
    missing_settings: Callable[[Config], Sequence[str]]
    # The statuses of all its issues; empty if only the server knows them
    statuses: tuple[str, ...] = ()
    is_forge: bool = False  # whether it is a GitHub or Gitea server, with pull requests
    issue_source: str = ""  # in messages about an issue: "of the board", "from a file"

    def require_settings(self, config: Config) -> None:
        """Raise ConfigError if the tracker's address or our credentials for it are not set."""
        missing = self.missing_settings(config)
        if missing:
            raise ConfigError(
                f"tracker {self.name} needs {', '.join(missing)}",
                fix=f"set them, or write them into {config.home / 'env'} (mode 600)",
            )

"""Register Multica as a kind of tracker."""

from typing import TYPE_CHECKING

from coordinator.config.settings import Config
from coordinator.trackers import ISSUE_FACTS, Tracker
from coordinator.trackers.kind import TrackerKind

if TYPE_CHECKING:
    from coordinator.trackers.multica.client import MulticaApi


def _missing_settings(config: Config) -> list[str]:
    environment = config.environment
    missing = []
    if not environment.server_url:
        missing.append("COORDINATOR_SERVER_URL")
    if not environment.workspace_id:
        missing.append("COORDINATOR_WORKSPACE_ID")
    if not environment.token:
        missing.append("COORDINATOR_TOKEN")
    return missing


def multica_api(config: Config) -> "MulticaApi":
    """Return the client of the configured server; raise ConfigError if a setting is missing."""
    from coordinator.trackers.multica.client import MulticaApi

    MULTICA.require_settings(config)
    environment = config.environment

    def token() -> str:  # read at each call, because the env file can change
        return config.environment.token.get_secret_value()

    return MulticaApi(
        environment.server_url,
        environment.workspace_id,
        token,
        timeout=config.multica.timeout,
    )


def _make_tracker(config: Config) -> Tracker:
    from coordinator.trackers.multica.tracker import MulticaTracker

    options = config.multica
    return MulticaTracker(multica_api(config), repos=options.repos, watched=options.status)


MULTICA = TrackerKind(
    name="multica",
    abilities=frozenset({"move_issue", "comment_issue", "labels", "close_issue", "pr_events"}),
    facts=frozenset(ISSUE_FACTS) - {"Repo", "Base"},
    make=_make_tracker,
    missing_settings=_missing_settings,
    issue_source="on Multica",
)

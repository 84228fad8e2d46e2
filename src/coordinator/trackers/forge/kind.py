"""Register GitHub, and Gitea or Forgejo, as kinds of trackers."""

from typing import TYPE_CHECKING

from coordinator.config.settings import Config
from coordinator.errors import ConfigError, without_passwords
from coordinator.trackers import ISSUE_FACTS, Tracker
from coordinator.trackers.kind import TrackerKind

if TYPE_CHECKING:
    from coordinator.trackers.forge.github import GitHub

_ABILITIES = frozenset(
    {
        "close_issue",
        "comment_issue",
        "issue_events",
        "labels",
        "merge_pr",
        "move_issue",
        "pr_events",
        "pr_starts",
        "reviews",
    }
)
_FACTS = frozenset(ISSUE_FACTS) - {"Priority", "Repo"}


def _missing_github_settings(config: Config) -> list[str]:
    if config.forge.app or config.environment.token:
        return []
    return ["COORDINATOR_TOKEN"]


def _missing_gitea_settings(config: Config) -> list[str]:
    missing = []
    if not config.forge.url:
        missing.append("forge.url")
    if not config.environment.token:
        missing.append("COORDINATOR_TOKEN")
    return missing


def forge_api(config: Config) -> "GitHub":
    """Return the client of the configured forge.

    Raise ConfigError if a setting is missing, or if the address contains a password. Links in
    comments begin with the address, so they would reveal the password.
    """
    if without_passwords(config.forge.url) != config.forge.url:
        raise ConfigError(
            "forge.url contains a user or password",
            fix="write the address alone, and set the token as COORDINATOR_TOKEN",
        )
    if config.tracker == GITEA.name:
        return _gitea_api(config)
    return _github_api(config)


def _github_api(config: Config) -> "GitHub":
    from coordinator.trackers.forge.app import AppSignIn
    from coordinator.trackers.forge.check_runs import AppGitHub
    from coordinator.trackers.forge.github import GitHub

    GITHUB.require_settings(config)
    options = config.forge
    if options.app:
        app = AppSignIn(options)
        return AppGitHub(options.url, app.token, login=app.login, timeout=options.timeout)

    async def token() -> str:  # read at each call, because the env file can change
        return config.environment.token.get_secret_value()

    return GitHub(options.url, token, timeout=options.timeout)


def _gitea_api(config: Config) -> "GitHub":
    from coordinator.trackers.forge.gitea import Gitea

    GITEA.require_settings(config)
    options = config.forge
    if options.restart == "dispatch":
        raise ConfigError(
            "Gitea cannot dispatch a workflow",
            fix="set forge.restart to mention, assign or label",
        )

    async def token() -> str:  # read at each call, because the env file can change
        return config.environment.token.get_secret_value()

    return Gitea(options.url, token, timeout=options.timeout)


def _make_tracker(config: Config) -> Tracker:
    from coordinator.trackers.forge.tracker import ForgeTracker

    return ForgeTracker(forge_api(config), config.forge, config.home)


GITHUB = TrackerKind(
    name="github",
    abilities=_ABILITIES,
    facts=_FACTS,
    make=_make_tracker,
    missing_settings=_missing_github_settings,
    is_forge=True,
    issue_source="on GitHub",
)
GITEA = TrackerKind(
    name="gitea",
    abilities=_ABILITIES,
    facts=_FACTS,
    make=_make_tracker,
    missing_settings=_missing_gitea_settings,
    is_forge=True,
    issue_source="on Gitea",
)

"""Which pull request is meant, and the configuration for its server, with a token that may go there."""

import os
from pathlib import Path

from coordinator.config.environment import PREFIX, EnvFile
from coordinator.config.settings import Config, ForgeConfig, ForgeRepo
from coordinator.errors import ConfigError, UsageError
from coordinator.trackers import FORGES
from coordinator.trackers.forge.github import CLOUD
from coordinator.trackers.forge.pulls import PullPlace, parse_origin, parse_place
from coordinator.workspace.repository import open_repository


async def find_pull(named: str, repo: Path, config: Config) -> PullPlace:
    """Return the pull request at an address, or by its name on the usual server; a number is one of a clone."""
    tracker, site = config.tracker if config.tracker in FORGES else "github", _usual_site(config)
    if named.isdecimal():
        origin = await (await open_repository(str(repo))).git.attempt("config", "--get", "remote.origin.url")
        of_clone, name = parse_origin(origin.out.decode(errors="replace").strip())
        if of_clone not in (CLOUD, site):
            what = f"{of_clone or 'the origin of the clone'} may be a GitHub Enterprise Server, or Gitea"
            raise UsageError(what, fix="give the address of the pull request, as a browser shows it")
        tracker, site = tracker if of_clone == site else "github", of_clone
        named = f"{name}#{named}"
    place = parse_place(named)
    return place if place.site else place._replace(tracker=tracker, site=site)


def _usual_site(config: Config) -> str:
    return (config.tracker in FORGES and config.forge.url.rstrip("/")) or CLOUD


def pull_config(config: Config, place: PullPlace, clone: Path | None = None) -> Config:
    """Return the configuration with the server of a pull request as its tracker, as configured if it is the usual one.

    A token that is meant for another server is not sent there.
    """
    is_usual = place.site == _usual_site(config)
    forge = config.forge if is_usual else ForgeConfig(url=place.site)
    is_meant = config.tracker == "board" or (config.tracker in FORGES and is_usual)
    token = config.environment.token.get_secret_value() if is_meant else ""
    if place.site in (CLOUD, os.environ.get("GITHUB_SERVER_URL")):
        token = token or config.secret("GH_TOKEN") or config.secret("GITHUB_TOKEN")
    if not token and not forge.app:
        fix = "set COORDINATOR_TOKEN, or GH_TOKEN for github.com, to one that may read the repository"
        raise ConfigError(f"there is no token for {place.site}", fix=fix)
    repos = {each.name: each for each in forge.repos}
    if clone or place.repo not in repos:
        repos[place.repo] = ForgeRepo(name=place.repo, path=clone)
    update = {
        "tracker": place.tracker,
        "forge": forge.model_copy(update={"repos": tuple(repos.values()), "review": "ready"}),
        "env_file": EnvFile({**config.env_file.environ, f"{PREFIX}TOKEN": token}, config.env_file.file),
    }
    return config.model_copy(update=update)

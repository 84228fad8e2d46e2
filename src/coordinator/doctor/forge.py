"""What is wrong with GitHub or Gitea: the server, the token, and each right that is needed in each repository.

A right is tried by asking for what can never be done: who has the right is told what is wrong with it, who has not is
refused, and for neither is anything written.
"""

import asyncio
import time
from contextlib import suppress
from datetime import UTC, datetime

from coordinator.config.settings import Config
from coordinator.config.trackers import ForgeConfig, ForgeRepo
from coordinator.doctor.tracker import HealthCheck, health
from coordinator.errors import (
    AccessRefused,
    ConfigError,
    Conflict,
    CoordinatorError,
    TrackerError,
    TrackerUnavailable,
)
from coordinator.trackers.forge.github import GitHub, Unacceptable
from coordinator.trackers.http import Row
from coordinator.trackers.token_expiry import token_warning
from coordinator.workspace.repository import open_repository

NO_COMMIT = "0" * 40
SIGN_UP = "set COORDINATOR_TOKEN to a token of the coordinator's own account, or forge.app_key to a key of forge.app"


def rights(dialect: str, branch: str, options: ForgeConfig) -> list[tuple[str, str, str, Row]]:
    """Return name and purpose of each right that we need, with path and body of the request that tries it."""
    to_itself = {"title": "coordinator doctor", "head": branch, "base": branch}
    if dialect == "gitea":
        return [
            ("the scope write:repository", "reviews", "/pulls", to_itself),
            ("the scope write:issue", "comments and labels", "/labels", {"name": "", "color": ""}),
            (
                "write access to the repository",
                "the commit status and merges",
                "/branches",
                {"new_branch_name": ""},
            ),
        ]
    found: list[tuple[str, str, str, Row]] = [
        ("Pull requests: write", "reviews", "/pulls", to_itself),
        ("Issues: write", "comments and labels", "/labels", {"name": ""}),
        (
            "Commit statuses: write",
            "the commit status",
            f"/statuses/{NO_COMMIT}",
            {"state": "pending"},
        ),
    ]
    if options.merge != "never" or options.restart == "dispatch":
        body = {"ref": "refs/heads/coordinator-doctor", "sha": NO_COMMIT}
        found.append(("Contents: write", "merges and dispatches", "/git/refs", body))
    return found


async def check_forge(api: GitHub, config: Config) -> tuple[HealthCheck, ...]:
    """Look at the server, the token, what is left of its requests, and every repository, in this order."""
    began = time.monotonic()
    try:
        me = await api.me()
        seconds = time.monotonic() - began
        await api.token()  # which a GitHub App has to ask for
    except CoordinatorError as error:
        what = "token" if isinstance(error, AccessRefused | ConfigError) else "server"
        fix = SIGN_UP if isinstance(error, AccessRefused) else error.fix or api.address_fix
        return (health(what, "broken", error.what, fix),)
    found = [health("server", "fine", f"{api.url} answers in {seconds * 1000:.0f} ms")]
    us, warning = (
        f"we are {me}, and must not be who opens the pull requests",
        token_warning(api.token_ends),
    )
    found.append(
        health("token", "doubtful", f"{us}; {warning}", SIGN_UP)
        if warning
        else health("token", "fine", us)
    )
    with suppress(TrackerError):  # where there is a limit
        left = (await api.get("/rate_limit"))["resources"]["core"]
        until = f"{datetime.fromtimestamp(left['reset'], UTC):%R} UTC"
        found.append(
            health(
                "limit",
                "fine",
                f"{left['remaining']} of {left['limit']} requests are left until {until}",
            )
        )
    if not config.forge.repos:
        found.append(
            health("tracker", "broken", "no repository is watched", "name some in forge.repos")
        )
    for checks in await asyncio.gather(
        *(_check_repo(api, config.forge, repo) for repo in config.forge.repos)
    ):
        found += checks
    return tuple(found)


async def _check_repo(api: GitHub, options: ForgeConfig, repo: ForgeRepo) -> list[HealthCheck]:
    """Look whether a repository and its contents can be read, and try each right to write."""
    place = f"/repos/{repo.name}"
    try:
        row = await api.get(place)
        if repo.path:
            await (await open_repository(str(repo.path))).pushed([row["default_branch"]])
        else:
            await api.get(
                f"{place}/branches", **api.page_size
            )  # which takes the right to read contents
    except CoordinatorError as error:
        return [health(repo.name, "broken", error.what, error.fix)]
    held, found = ["Contents: read (for the work)"], list[HealthCheck]()
    for name, purpose, path, body in rights(api.name, row["default_branch"], options):
        try:
            await api.write("POST", place + path, body)
        except (Unacceptable, Conflict):
            held.append(f"{name} (for {purpose})")
        except TrackerError as error:
            fix = (
                "try again" if isinstance(error, TrackerUnavailable) else f"the token needs {name}"
            )
            found.append(health(repo.name, "broken", f"{purpose}: {error.what}", fix))
    if api.name == "gitea" and not row["permissions"]["admin"]:
        what = "an approval of ours stays after another push, and we cannot ask who can write"
        fix = "make our account an administrator of it"
        found.append(health(repo.name, "doubtful", what, fix))
    return [health(repo.name, "fine", ", ".join(held)), *found]

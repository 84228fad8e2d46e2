"""Check GitHub or Gitea: the server, the token, and each right that we need in each repository.

We test a right with an invalid request. If we have the right, the server answers that the request
is invalid. If we do not have the right, the server refuses the request. In both cases the server
writes nothing.
"""

import asyncio
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from coordinator.config.settings import Config
from coordinator.config.trackers import ForgeConfig, ForgeRepo
from coordinator.doctor.health import HealthCheck, health, token_health
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
NEW_TOKEN = (
    "set COORDINATOR_TOKEN to a token of the coordinator's own account, "
    "or forge.app_key to a key of forge.app"
)


class Right(NamedTuple):
    """A right that we need, with the path and the body of the request that tests it."""

    name: str
    purpose: str
    path: str
    body: Row


def rights(dialect: str, branch: str, options: ForgeConfig) -> list[Right]:
    """Return the rights that we need in a repository."""
    to_itself = {"title": "coordinator doctor", "head": branch, "base": branch}
    if dialect == "gitea":
        return [
            Right("the scope write:repository", "reviews", "/pulls", to_itself),
            Right(
                "the scope write:issue",
                "comments and labels",
                "/labels",
                {"name": "", "color": ""},
            ),
            Right(
                "write access to the repository",
                "the commit status and merges",
                "/branches",
                {"new_branch_name": ""},
            ),
        ]
    needed = [
        Right("Pull requests: write", "reviews", "/pulls", to_itself),
        Right("Issues: write", "comments and labels", "/labels", {"name": ""}),
        Right(
            "Commit statuses: write",
            "the commit status",
            f"/statuses/{NO_COMMIT}",
            {"state": "pending"},
        ),
    ]
    if options.app:
        check_run = {"name": "coordinator doctor", "head_sha": NO_COMMIT}
        needed.append(Right("Checks: write", "the verdict", "/check-runs", check_run))
    if options.merge != "never" or options.restart == "dispatch":
        new_branch = {"ref": "refs/heads/coordinator-doctor", "sha": NO_COMMIT}
        needed.append(Right("Contents: write", "merges and dispatches", "/git/refs", new_branch))
    return needed


async def check_forge(api: GitHub, config: Config) -> tuple[HealthCheck, ...]:
    """Check the server, the token, the request limit and every repository, in this order."""
    began = time.monotonic()
    try:
        me = await api.me()
        seconds = time.monotonic() - began
        await api.token()  # for a GitHub App, this call requests the token from the server
    except CoordinatorError as error:
        return (_broken_access(error, api),)
    found = [
        health("server", "fine", f"{api.url} answers in {seconds * 1000:.0f} ms"),
        token_health(
            f"we are {me}; this account must not open the pull requests",
            token_warning(api.token_ends),
            NEW_TOKEN,
        ),
    ]
    with suppress(TrackerError):  # some servers have no limit
        found.append(await _check_limit(api))
    if not config.forge.repos:
        what = "forge.repos is empty"
        found.append(health("tracker", "broken", what, "list the repositories to watch"))
    checks = [_check_repo(api, config.forge, repo) for repo in config.forge.repos]
    for of_repo in await asyncio.gather(*checks):
        found += of_repo
    return tuple(found)


def _broken_access(error: CoordinatorError, api: GitHub) -> HealthCheck:
    """Return a `broken` result, for a server that does not answer or that refuses our token."""
    if isinstance(error, AccessRefused):
        return health("token", "broken", error.what, NEW_TOKEN)
    what = "token" if isinstance(error, ConfigError) else "server"
    return health(what, "broken", error.what, error.fix or api.address_fix)


async def _check_limit(api: GitHub) -> HealthCheck:
    answer = await api.get("/rate_limit")
    core = answer["resources"]["core"]
    until = f"{datetime.fromtimestamp(core['reset'], UTC):%R} UTC"
    left = f"{core['remaining']} of {core['limit']} requests are left until {until}"
    return health("limit", "fine", left)


async def _check_repo(api: GitHub, options: ForgeConfig, repo: ForgeRepo) -> list[HealthCheck]:
    """Check that we can read a repository and its contents, and test each right to write."""
    place = f"/repos/{repo.name}"
    try:
        row = await api.get(place)
        if repo.path:
            clone = await open_repository(str(repo.path))
            await clone.pushed([row["default_branch"]])
        else:
            # This request needs the right to read contents.
            await api.get(f"{place}/branches", **api.page_size)
    except CoordinatorError as error:
        return [health(repo.name, "broken", error.what, error.fix)]
    held = ["Contents: read (for the work)"]
    problems = []
    for right in rights(api.name, row["default_branch"], options):
        try:
            await api.write("POST", place + right.path, right.body)
        except (Unacceptable, Conflict):
            held.append(f"{right.name} (for {right.purpose})")
        except TrackerError as error:
            fix = f"the token needs {right.name}"
            if isinstance(error, TrackerUnavailable):
                fix = "try again"
            problem = f"{right.purpose}: {error.what}"
            problems.append(health(repo.name, "broken", problem, fix))
    if api.name == "gitea" and not row["permissions"]["admin"]:
        problems.append(
            health(
                repo.name,
                "doubtful",
                "we cannot withdraw our approval after a new push, nor see who has write access",
                "make our account an administrator of the repository",
            )
        )
    return [health(repo.name, "fine", ", ".join(held)), *problems]

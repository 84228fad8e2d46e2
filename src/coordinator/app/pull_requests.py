"""Use cases about pull requests: find one, configure its server, and review it."""

import asyncio
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from coordinator.app.reviews import seat_panel, submission_at
from coordinator.app.runtime import open_store
from coordinator.config.checks import SetupConfig
from coordinator.config.environment import PREFIX, EnvFile
from coordinator.config.settings import Config, load
from coordinator.config.trackers import ForgeConfig, ForgeRepo
from coordinator.errors import ConfigError, UsageError
from coordinator.models import Submission
from coordinator.trackers.forge.commit_status import State, describe
from coordinator.trackers.forge.github import CLOUD, GitHub
from coordinator.trackers.forge.kind import forge_api
from coordinator.trackers.forge.pulls import Pull, PullPlace, parse_origin, parse_place
from coordinator.trackers.forge.rows import is_fork
from coordinator.trackers.http import Row
from coordinator.trackers.registry import FORGES
from coordinator.workspace.git import fetching_git, private_git
from coordinator.workspace.origin import origin_address
from coordinator.workspace.repository import open_repository
from coordinator.workspace.sandbox.sandbox import require_isolation

# A branch that GitHub makes for a group of pull requests in a merge queue
_QUEUED = re.compile(r"refs/heads/gh-readonly-queue/.+/pr-(?P<number>[0-9]+)-[0-9a-f]{40,64}")


@dataclass(frozen=True, slots=True)
class PullReview:
    """The review of a pull request, ready to start."""

    config: Config
    submission: Submission
    found_panel: str  # a line about the judges, if we searched for them
    has_failed: bool  # whether an earlier attempt failed; if so, the review is resumed


async def prepare_pull_review(
    name: str, repo: Path, config: Path | None, *, post: bool
) -> PullReview:
    """Find a pull request by address, name or number, and return its review.

    A number refers to the repository that `repo` is a clone of. If `post` is false, nothing is
    written to the forge.
    """
    clone = None
    if name.isdecimal() or repo != Path():
        clone = (await open_repository(str(repo))).root
    found = load(config=config, repo=clone)
    place = await find_pull(name, repo, found)
    settings = pull_config(found, place, clone)
    submission = await submission_at(settings, place.key, given=not post)
    settings, found_panel = await asyncio.to_thread(seat_panel, settings)
    with open_store() as store:
        about = store.runs_about(f"{submission.tracker}:{submission.key}")
    has_failed = any(run.id == submission.id and run.state == "failed" for run in about)
    return PullReview(settings, submission, found_panel, has_failed)


async def find_pull(named: str, repo: Path, config: Config) -> PullPlace:
    """Return the place of the pull request with this address, name or number.

    A number refers to the repository that `repo` is a clone of. A name such as `owner/name#12`
    refers to the configured forge, or to github.com if none is configured.
    """
    tracker = config.tracker if config.tracker in FORGES else "github"
    site = _usual_site(config)
    if named.isdecimal():
        clone = await open_repository(str(repo))
        clone_site, name = parse_origin(await origin_address(clone.root, clone.git_dir))
        if clone_site not in (CLOUD, site):
            where = clone_site or "the origin of the clone"
            raise UsageError(
                f"cannot tell whether {where} is a GitHub Enterprise Server or Gitea",
                fix="give the URL of the pull request, as a browser shows it",
            )
        if clone_site != site:
            tracker = "github"
            site = clone_site
        named = f"{name}#{named}"
    place = parse_place(named)
    if place.site:
        return place
    return place._replace(tracker=tracker, site=site)


def _usual_site(config: Config) -> str:
    if config.tracker in FORGES and config.forge.url:
        return config.forge.url.rstrip("/")
    return CLOUD


def pull_config(config: Config, place: PullPlace, clone: Path | None = None) -> Config:
    """Return the configuration with the server of a pull request as its tracker.

    A token that is set for another server is not sent to the server of the pull request.
    """
    is_usual = place.site == _usual_site(config)
    forge = config.forge if is_usual else ForgeConfig(url=place.site)
    token = _token_for(config, place, is_usual)
    if not token and not forge.app:
        raise ConfigError(
            f"no token is set for {place.site}",
            fix="set COORDINATOR_TOKEN, or GH_TOKEN for github.com, to a token that can read "
            "the repository",
        )
    repos = {each.name: each for each in forge.repos}
    if clone or place.repo not in repos:
        repos[place.repo] = ForgeRepo(name=place.repo, path=clone)
    variables = {**config.env_file.environ, f"{PREFIX}TOKEN": token}
    update = {
        "tracker": place.tracker,
        "forge": forge.model_copy(update={"repos": tuple(repos.values()), "review": "ready"}),
        "env_file": EnvFile(variables, config.env_file.file),
    }
    return config.model_copy(update=update)


def _token_for(config: Config, place: PullPlace, is_usual: bool) -> str:
    token = ""
    if config.tracker == "board" or (config.tracker in FORGES and is_usual):
        token = config.environment.token.get_secret_value()
    if not token and place.site in (CLOUD, os.environ.get("GITHUB_SERVER_URL")):
        token = config.secret("GH_TOKEN") or config.secret("GITHUB_TOKEN")
    return token


# -- in GitHub Actions


@dataclass(frozen=True, slots=True)
class ActionReview:
    """The review of the pull request of an Actions run, ready to start."""

    config: Config
    submission: Submission
    found_panel: str
    by_diff: bool  # whether the pull request comes from a fork; if so, none of its code is run


async def prepare_action_review(file: str, *, post: bool) -> ActionReview:
    """Return the review of the pull request that a GitHub Actions run is about.

    `file` is the path of the configuration in the repository. It is read from the default branch.
    """
    settings = load()
    row = await _pull_of_run(settings, event_of_run())
    place = parse_place(row["html_url"])
    settings = pull_config(settings, place)
    submission = await submission_at(settings, place.key, given=True)
    assert submission.given is not None
    if submission.given.head != row["head"]["sha"]:
        raise UsageError(
            f"{row['head']['sha']} is no longer the head of {place.key}",
            fix="a newer push has its own run",
        )
    if file:
        # We check out the default branch, because the author may have made the base branch, and
        # authors must not choose their judges.
        clone = Path(submission.given.repo)
        await _check_out(clone, row["base"]["repo"]["default_branch"])
        settings = pull_config(load(config=clone / file), place)
    settings, found_panel = await asyncio.to_thread(seat_panel, settings)
    from_fork = is_fork(row)
    if from_fork:
        settings = by_diff(settings)
    await asyncio.to_thread(require_isolation, settings)
    if post:
        submission = await submission_at(settings, place.key)
    return ActionReview(settings, submission, found_panel, from_fork)


async def _check_out(clone: Path, branch: str) -> None:
    """Fetch a branch into our own clone, and write its files."""
    # We made the clone, so its remote address is that of the configured server.
    git_dir = clone / ".git"
    tracked = f"refs/remotes/origin/{branch}"
    fetching = fetching_git(git_dir)
    refs = f"+refs/heads/{branch}:{tracked}"
    fetched = await fetching.attempt("fetch", "--no-tags", "origin", refs)
    if fetched.code:
        raise UsageError(
            f"cannot fetch the default branch {branch}, from which the configuration is read",
            fix="give the token permission to read the contents of the repository",
        )
    git = private_git(git_dir).using(git_dir / "index", clone)
    await git.output("checkout", "--quiet", "--force", "--detach", tracked)


def event_of_run() -> dict[str, Row]:
    """Return the event that started an Actions run. Raise UsageError outside of such a run."""
    file = os.environ.get("GITHUB_EVENT_PATH")
    if not file:
        raise UsageError(
            "this is not a GitHub Actions run",
            fix="outside GitHub Actions, use `coordinator review --pr`",
        )
    event: dict[str, Row] = json.loads(Path(file).read_text(encoding="utf-8"))
    return event


async def _pull_of_run(settings: Config, event: dict[str, Row]) -> Row:
    """Return the pull request of an Actions run.

    An event `workflow_run` is about an earlier run. We then find the pull request by the branch and
    the commit of that run.
    """
    if "pull_request" in event:
        return event["pull_request"]
    if "workflow_run" not in event:
        raise UsageError(
            "the Actions run does not belong to a pull request",
            fix="trigger it on pull_request, pull_request_target, workflow_run or merge_group",
        )
    # Only the server and the repository are needed, so any number will do.
    place = parse_place(f"{event['repository']['html_url']}/pull/1")
    before = event["workflow_run"]
    # The event omits pull requests from forks, so they are looked up by branch.
    branch = f"{before['head_repository']['owner']['login']}:{before['head_branch']}"
    api = forge_api(pull_config(settings, place))
    try:
        rows: list[Row] = await api.get(f"/repos/{place.repo}/pulls", state="open", head=branch)
    finally:
        await api.close()
    for row in rows:
        if row["head"]["sha"] == before["head_sha"]:
            return row
    raise UsageError(
        f"branch {branch} has no open pull request with head {before['head_sha']}",
        fix="a newer push has its own run",
    )


@dataclass(frozen=True, slots=True)
class MergeGroupVerdict:
    """Whether a merge group may be merged, and why."""

    is_accepted: bool
    text: str


async def judge_merge_group(event: dict[str, Row], *, post: bool) -> MergeGroupVerdict:
    """Return the verdict on a merge group. It is the verdict on the group's newest pull request.

    GitHub itself has merged that pull request into the group. Each pull request before it in the
    queue has a group of its own. If `post` is true, the verdict becomes the status of the group's
    head.
    """
    group = event["merge_group"]
    found = _QUEUED.fullmatch(group["head_ref"])
    if found is None:
        raise UsageError(
            f"{group['head_ref']} is not a branch of a merge queue",
            fix="trigger it on merge_group, which GitHub sends for its own branches",
        )
    place = parse_place(f"{event['repository']['html_url']}/pull/{found['number']}")
    api = forge_api(pull_config(load(), place))
    try:
        pull = await api.pull(place.repo, place.number)
        verdict = await _verdict_in_group(api, pull, group)
        if post:
            state: State = "success" if verdict.is_accepted else "failure"
            text = describe(pull.number, state, verdict.text, pull.number, state)
            merged = pull.model_copy(update={"head": group["head_sha"]})
            await api.set_status(merged, state, text, "")
    finally:
        await api.close()
    return verdict


async def _verdict_in_group(api: GitHub, pull: Pull, group: Row) -> MergeGroupVerdict:
    base = group["base_ref"].removeprefix("refs/heads/")
    if pull.base != base:
        return MergeGroupVerdict(False, f"the pull request is for {pull.base}, not for {base}")
    parents = await api.parents(pull.repo, group["head_sha"])
    if len(parents) > 1 and pull.head not in parents:
        return MergeGroupVerdict(False, f"the group does not have the head {pull.head[:10]}")
    statuses = await api.statuses(pull, await api.me())
    own = [status for status in statuses if status.number == pull.number]
    if not own or own[-1].own != "success" or statuses[-1].shown != "success":
        return MergeGroupVerdict(False, f"{pull.head[:10]} was not accepted")
    return MergeGroupVerdict(True, f"{pull.head[:10]} was accepted")


def by_diff(config: Config) -> Config:
    """Return the configuration for a pull request from a fork. No code of the fork may run.

    It has no setup, no experiments and no checks that run a command. Raise ConfigError if a seat is
    a CLI agent, because that agent could run commands.
    """
    commands = []
    for seat in config.panel.seats:
        if seat.command or (seat.fallback and seat.fallback.command):
            commands.append(seat.name)
    if commands:
        raise ConfigError(
            f"{', '.join(commands)} can run commands, which no seat may do for a pull request "
            "from a fork",
            fix="for forks, `config` must name a file in which all seats are models",
        )
    checks = tuple(check for check in config.checks or () if not check.run)
    review = config.review.model_copy(update={"experiments": "off"})
    return config.model_copy(update={"checks": checks, "setup": SetupConfig(), "review": review})

"""Pull requests: which one is meant, the configuration for its server, and its review, by hand or in GitHub Actions."""

import asyncio
import json
import os
import secrets
from pathlib import Path

import typer

from coordinator.cli.reviews import finish, run_review, submission_at, with_panel
from coordinator.cli.runs import show
from coordinator.cli.signals import run_async
from coordinator.cli.terminal import plain
from coordinator.cli.text import review_text
from coordinator.config.environment import PREFIX, EnvFile
from coordinator.config.settings import Config, ForgeConfig, ForgeRepo, SetupConfig, load
from coordinator.council.documents import block
from coordinator.errors import ConfigError, CoordinatorError, UsageError
from coordinator.models import Submission
from coordinator.parsing.excerpt import shorten
from coordinator.reviews.publish import findings_of
from coordinator.runtime import forge_api, open_store
from coordinator.storage.review_record import ReviewReader, ReviewRecord
from coordinator.trackers import FORGES
from coordinator.trackers.forge.github import CLOUD, is_fork
from coordinator.trackers.forge.pulls import PullPlace, parse_origin, parse_place
from coordinator.trackers.http import Row
from coordinator.workspace.git import fetching_git
from coordinator.workspace.repository import open_repository

# What fails the run; an error of ours always does.
FAILS = {"reject": ("reject", "error"), "escalate": ("reject", "error", "escalate"), "never": ()}
LEVELS = {"accept": "notice", "reject": "error"}  # of annotations; others are warnings
LARGEST_SUMMARY = 900_000  # bytes; a step may have 1 MiB
BY_DIFF = (
    "This pull request comes from a fork: it was judged by its diff, and nothing of it was run."
)


def review_pull(named: str, repo: Path, config: Path | None, *, post: bool, as_json: bool) -> None:
    """Review the head of a pull request; the clone that is named, or whose number it is, is fetched from, and read."""

    async def prepare() -> tuple[Config, Submission]:
        clone = (
            (await open_repository(str(repo))).root if named.isdecimal() or repo != Path() else None
        )
        found = load(config=config, repo=clone)
        place = await find_pull(named, repo, found)
        settings = pull_config(found, place, clone)
        submission = await submission_at(settings, place.key, given=not post)
        return await asyncio.to_thread(with_panel, settings), submission

    settings, submission = run_async(prepare(), lambda: "nothing is left open")
    with open_store() as store:
        about = store.runs_about(f"{submission.tracker}:{submission.key}")
        failed = any(run.id == submission.id and run.state == "failed" for run in about)
    finish(submission.id, run_review(settings, submission, resume=failed), config, as_json)


async def find_pull(named: str, repo: Path, config: Config) -> PullPlace:
    """Return the pull request at an address, or by its name on the usual server; a number is one of a clone."""
    tracker = config.tracker if config.tracker in FORGES else "github"
    site = _usual_site(config)
    if named.isdecimal():
        origin = await (await open_repository(str(repo))).git.attempt(
            "config", "--get", "remote.origin.url"
        )
        of_clone, name = parse_origin(origin.out.decode(errors="replace").strip())
        if of_clone not in (CLOUD, site):
            what = f"{of_clone or 'the origin of the clone'} may be a GitHub Enterprise Server, or Gitea"
            raise UsageError(
                what, fix="give the address of the pull request, as a browser shows it"
            )
        tracker = tracker if of_clone == site else "github"
        site = of_clone
        named = f"{name}#{named}"
    place = parse_place(named)
    if place.site:
        return place
    return place._replace(tracker=tracker, site=site)


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
        fix = (
            "set COORDINATOR_TOKEN, or GH_TOKEN for github.com, to one that may read the repository"
        )
        raise ConfigError(f"there is no token for {place.site}", fix=fix)
    repos = {each.name: each for each in forge.repos}
    if clone or place.repo not in repos:
        repos[place.repo] = ForgeRepo(name=place.repo, path=clone)
    update = {
        "tracker": place.tracker,
        "forge": forge.model_copy(update={"repos": tuple(repos.values()), "review": "ready"}),
        "env_file": EnvFile(
            {**config.env_file.environ, f"{PREFIX}TOKEN": token}, config.env_file.file
        ),
    }
    return config.model_copy(update=update)


def review_run(config: str, *, post: bool, fail_on: str) -> None:
    word = secrets.token_hex(16)
    # What is printed may have words of the author: until this word comes, no line is a command to the runner.
    print(f"::stop-commands::{word}", flush=True)
    try:
        record, note = run_async(_review(config, post=post), lambda: "nothing is left open")
        _write_results(record, note)
        said = annotations(record)
        code = int(record.state in FAILS[fail_on])
    except CoordinatorError as error:
        said = [workflow_command("error", str(error), title="coordinator")]
        code = error.exit_code
    print("\n".join([f"::{word}::", *said]), flush=True)
    raise typer.Exit(code)


async def _review(file: str, *, post: bool) -> tuple[ReviewRecord, str]:
    """Review the pull request of a run; return what is on record then, and what is to be said of how it was judged."""
    settings = load()
    row = await _pull_of_run(settings)
    place = parse_place(row["html_url"])
    settings = pull_config(settings, place)
    submission = await submission_at(settings, place.key, given=True)
    assert submission.given is not None
    if submission.given.head != row["head"]["sha"]:
        raise UsageError(
            f"{place.key} is no longer at {row['head']['sha']}", fix="a newer push has its own run"
        )
    if file:
        # From the base, which we check out ourselves: no pull request names its own judges.
        clone = Path(submission.given.repo)
        await fetching_git(clone).output(
            "checkout", "--quiet", "--force", "--detach", submission.given.base
        )
        settings = pull_config(load(config=clone / file), place)
    settings = await asyncio.to_thread(with_panel, settings)
    settings = by_diff(settings) if is_fork(row) else settings
    submission = await submission_at(settings, place.key) if post else submission
    await run_review(settings, submission)
    with open_store() as store:
        return ReviewReader(store).review(store.last_attempt(submission.id)), BY_DIFF if is_fork(
            row
        ) else ""


async def _pull_of_run(settings: Config) -> Row:
    """Return the pull request that the run is about; after another run, that of the commit which that one was at."""
    file = os.environ.get("GITHUB_EVENT_PATH")
    if not file:
        raise UsageError(
            "this is no run of GitHub Actions",
            fix="`coordinator review --pr` does the same by hand",
        )
    event: dict[str, Row] = json.loads(Path(file).read_text(encoding="utf-8"))
    if "pull_request" in event:
        return event["pull_request"]
    if "workflow_run" not in event:
        fix = "have it run on pull_request, pull_request_target or workflow_run"
        raise UsageError("the run is about no pull request", fix=fix)
    place = parse_place(f"{event['repository']['html_url']}/pull/1")  # any one of the repository
    before = event["workflow_run"]
    api = forge_api(pull_config(settings, place))
    # What a run tells of its pull requests leaves out those of forks.
    branch = f"{before['head_repository']['owner']['login']}:{before['head_branch']}"
    try:
        rows = await api.get(f"/repos/{place.repo}/pulls", state="open", head=branch)
    finally:
        await api.close()
    found: Row | None = next(
        (row for row in rows if row["head"]["sha"] == before["head_sha"]), None
    )
    if found is not None:
        return found
    raise UsageError(
        f"no open pull request of {branch} is at {before['head_sha']}",
        fix="a newer push has its own run",
    )


def by_diff(config: Config) -> Config:
    """Return the configuration with which nothing of the work is run: models alone judge, and no command is started."""
    if runs := [
        seat.name
        for seat in config.panel.seats
        if seat.command or (seat.fallback and seat.fallback.command)
    ]:
        fix = "for forks, `config` has to name a file whose seats are models"
        raise ConfigError(
            f"{', '.join(runs)} can run commands, and the pull request comes from a fork", fix=fix
        )
    update = {
        "checks": tuple(check for check in config.checks or () if not check.run),
        "setup": SetupConfig(),
        "review": config.review.model_copy(update={"experiments": "off"}),
    }
    return config.model_copy(update=update)


def _write_results(record: ReviewRecord, note: str) -> None:
    """Write the report, the outputs of the step and the summary of the job."""
    report = Path(os.environ["RUNNER_TEMP"]) / "coordinator-review.html"
    show(record.id, False, report, False)
    text = plain(shorten(review_text(record), LARGEST_SUMMARY))
    print(text)
    summary = f"## coordinator: {record.state}\n\n{note}\n\n{block(text, 'text')}\n"
    outputs = f"verdict={record.state}\nreport={report}\n"
    for variable, lines in (("GITHUB_OUTPUT", outputs), ("GITHUB_STEP_SUMMARY", summary)):
        with open(os.environ[variable], "a", encoding="utf-8") as file:
            file.write(lines)


def annotations(record: ReviewRecord) -> list[str]:
    """Return a command for each reason of the verdict that can be shown at a line."""
    if record.verdict is None or record.work is None:
        return []
    level = LEVELS.get(record.state, "warning")
    found = findings_of(record.verdict, record.work.diff)
    return [
        workflow_command(level, it.text, file=it.path, line=str(it.line), title="coordinator")
        for it in found
    ]


def workflow_command(name: str, text: str, **properties: str) -> str:
    """Return the line that is a command to the runner; nothing in the text or in a value can end it."""
    given = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in properties.items())
    return f"::{name} {given}::{_escaped(text)}"


def _escaped(text: str, also: str = "") -> str:
    for character in f"%\r\n{also}":  # the percent sign first
        text = text.replace(character, f"%{ord(character):02X}")
    return text

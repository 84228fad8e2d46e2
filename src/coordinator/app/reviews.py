"""Use cases about reviews: start, dry-run, resume or decide one, and repeat its experiments."""

import asyncio
import secrets
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from coordinator.agents.default_panel import seat_found
from coordinator.agents.discovery import look_around
from coordinator.agents.recorded import RecordedLine, line_of
from coordinator.app import runtime
from coordinator.app.identity import SOMEBODY
from coordinator.app.watching import RunWatcher
from coordinator.config.settings import Config, load
from coordinator.engine import Engine, serving
from coordinator.engine.owner import still_open
from coordinator.errors import RunError, UsageError
from coordinator.models import Ending, Experiment, Proof, Submission
from coordinator.reviews.override import override_job, override_of, review_of, start_override
from coordinator.reviews.record import DECISION, ENDING, ReviewReader, ReviewRecord
from coordinator.reviews.request import FoundRequest, ask_github, find_request
from coordinator.reviews.setup import check_setup
from coordinator.storage.events import kind_of
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import Event
from coordinator.trackers import Tracker
from coordinator.trackers.dry_run import DryRunTracker, PlannedWrite
from coordinator.trackers.registry import FORGES
from coordinator.workspace.checks.experiment_runner import ExperimentRunner
from coordinator.workspace.sandbox.sandbox import parts_as_user, parts_not_run, sandbox_for
from coordinator.workspace.snapshot import IN_HAND, Workspace, snapshot

# -- running a review


async def run_review(
    config: Config,
    submission: Submission,
    *,
    resume: bool = False,
    watcher: RunWatcher | None = None,
) -> Ending:
    """Run a review to its end in this process. If a daemon already runs it, wait for the daemon."""
    async with runtime.open_tracker(config, submission) as tracker:
        return await run_to_end(
            submission, config, tracker, config.home, resume=resume, watcher=watcher
        )


async def run_to_end(
    submission: Submission,
    config: Config,
    tracker: Tracker,
    home: Path,
    *,
    resume: bool = False,
    watcher: RunWatcher | None = None,
) -> Ending:
    """Start or resume a review and return its ending. `home` holds the record of earlier reviews.

    If a newer review of the same issue supersedes this one, return the ending of the newest review.
    """
    run_id = submission.id
    begun_as = run_id if resume else submission.again
    with runtime.open_store(home) as store:
        reader = ReviewReader(store)
        source = config.source
        if reader.configuration(begun_as):
            source = f"the recorded configuration of {short_id(begun_as)}"
        jobs = runtime.review_jobs(config, tracker, reader, begun_as)
        on_event = None
        if watcher is not None:
            on_event = partial(_tell, watcher, _acts_on_tracker(submission, tracker))
        async with runtime.open_engine(config.home, jobs, on_event=on_event) as engine:
            if resume:
                await engine.resume(run_id)
            else:
                await _start(engine, submission)
            if watcher is not None:
                begun_with = dict(reader.configuration(begun_as) or ())
                effective = config.model_copy(update=begun_with)
                notice = await asyncio.to_thread(sandbox_notice, effective)
                watcher.started(run_id, source, notice)
            while True:
                async with serving(engine, only=(run_id,)):
                    value = await runtime.result_of(engine, run_id)
                ending = ENDING.validate_python(value)
                if ending.kind == "decided" or not ending.successor:
                    return ending
                run_id = ending.successor


def _acts_on_tracker(submission: Submission, tracker: Tracker) -> bool:
    """Return whether the review writes to a tracker.

    A dry run does not. A review of an issue that is not in a tracker does not either.
    """
    return submission.given is None and not isinstance(tracker, DryRunTracker)


def _tell(watcher: RunWatcher, acts: bool, event: Event) -> None:
    if acts or kind_of(event.key) != "act":
        watcher.happened(event)


async def _start(engine: Engine, submission: Submission) -> None:
    given = submission.given
    job = runtime.REVIEW
    about = submission.key
    if given is not None:
        job = runtime.LOCAL_REVIEW
        if submission.key == "local":
            about = given.repo
    subject = f"{submission.tracker}:{about}"
    await engine.start(job, submission.id, submission, subject=subject)


def sandbox_notice(config: Config) -> str:
    """Return a line that names the parts of a review that need a sandbox, if there is none.

    Such parts are skipped, or run with the user's rights. Return an empty string if there are none.
    """
    sandbox = sandbox_for(config)
    notice = f"none: {sandbox.missing}"
    skipped = parts_not_run(config, sandbox)
    if skipped:
        notice += f"; not run: {skipped}"
    as_user = parts_as_user(config, sandbox)
    if as_user:
        notice += f"; run with all your rights: {as_user}"
    if not skipped and not as_user:
        return ""
    return f"{notice} ({sandbox.fix})"


def seat_panel(config: Config) -> tuple[Config, str]:
    """Return the configuration with a panel, and a line about the judges that were found.

    A configured panel stays unchanged, and the line is empty. Otherwise the judges are agents and
    models of this machine.
    """
    if config.panel.seats:
        return config, ""
    return seat_found(config, look_around(config))


# -- the submission and its request


async def submission_at(config: Config, key: str, *, given: bool = False) -> Submission:
    """Return the submission of an issue that is in review in the tracker.

    If `given` is true, the submission contains the present text of the issue and belongs to no
    tracker. So nothing is written to the tracker.
    """
    async with runtime.open_tracker(config) as tracker:
        issue = await tracker.issue(key)
        entry = await tracker.entry(issue.key)
        if entry is None:
            fix = "set it to in_review first"
            if tracker.name in FORGES and issue.head:
                fix = "the pull request must be open and not a draft"
            elif tracker.name in FORGES:
                number = issue.key.rpartition("#")[2]
                fix = (
                    f"it needs a pull request with `Fixes #{number}` in its text, which must be "
                    "open and not a draft"
                )
            raise UsageError(f"{issue.key} is not in review: its status is {issue.status}", fix=fix)
        if not given:
            from coordinator.watch import submission_of

            return submission_of(tracker.name, entry)
        if entry.issue != issue.key:  # the pull request that is linked to the issue
            issue = await tracker.issue(entry.issue)
        work = await tracker.delivery(issue)
        name = f"local-{secrets.token_hex(4)}"
        frozen = issue.model_copy(update={"repo": work.repo, "base": work.base})
        return Submission(id=name, tracker="local", entry=name, key=issue.key, given=frozen)


async def requested_by(url: str, repo: Path, base: str, site: str = "") -> FoundRequest | None:
    """Return the request that the work should fulfil.

    The request is the issue or pull request on GitHub at `url`. Raise UsageError if it cannot be
    read. If `url` is empty, the request is the pull request or the commit messages of the branch.
    Return None if the branch has neither. `site` is the address of the configured forge.
    """
    if not url:
        return await find_request(repo, base, site)
    text = await ask_github("pr" if "/pull/" in url else "issue", url)
    if not text:
        raise UsageError(
            f"`gh` cannot show {url} as an issue or pull request",
            fix="sign in with `gh auth login`, or give the request as text or as a file",
        )
    return FoundRequest(text, url)


# -- dry runs


@dataclass(frozen=True, slots=True)
class DryRunReview:
    """A review that wrote nothing, and the writes that it planned.

    If `cut_short` is true, the list of writes is incomplete, because a real review would first wait
    for the reply of an agent in the tracker.
    """

    ending: Ending
    home: Path
    writes: list[PlannedWrite]
    cut_short: bool


def dry_run_config(config: Config) -> Config:
    """Return the configuration with a new home, so that a dry run does not look like a review."""
    return config.model_copy(update={"home": config.home / "dry-run" / secrets.token_hex(4)})


async def dry_run_review(
    config: Config, submission: Submission, watcher: RunWatcher | None = None
) -> DryRunReview:
    """Review a submission without writing to the tracker."""
    apart = dry_run_config(config)
    async with runtime.open_tracker(config) as tracker:
        dry = DryRunTracker(tracker)
        ending = await run_to_end(submission, apart, dry, config.home, watcher=watcher)
    return DryRunReview(ending, apart.home, dry.writes, dry.is_cut_short(submission.key))


# -- resuming and repeating


async def go_on(run_id: str, config: Path | None, *, watcher: RunWatcher | None = None) -> Ending:
    """Resume a review and return its ending.

    If it has already ended, return the recorded ending.
    """
    with runtime.open_store() as store:
        found = ReviewReader(store).review(store.last_attempt(run_id))
    if found.ending is not None:
        return found.ending
    settings = await _settings_for(found.submission, config)
    return await run_review(settings, found.submission, resume=True, watcher=watcher)


def with_new_panel(submission: Submission, by: str) -> Submission:
    """Return a copy of the submission that requests a new panel in the name of `by`."""
    return submission.model_copy(update={"asked_by": by or SOMEBODY})


async def review_again(
    run_id: str, again: str, config: Path | None, *, by: str, watcher: RunWatcher | None = None
) -> Ending:
    """Review the submission of an ended review once more, under the id `again`.

    A new panel judges it in the name of the person `by`, even if the same work already has a
    verdict. If no configuration file is given, the new review keeps the panel, rules and checks of
    the old one.
    """
    with runtime.open_store() as store:
        run = store.run(run_id)
    if run.state == "open":
        raise still_open(run)
    update = {
        "id": again,
        "attempt": 1,
        "again": "" if config else run_id,
        "asked_by": by or SOMEBODY,
    }
    submission = Submission.model_validate_json(run.input).model_copy(update=update)
    settings = await _settings_for(submission, config)
    return await run_review(settings, submission, watcher=watcher)


async def _settings_for(submission: Submission, config: Path | None) -> Config:
    given = submission.given
    if given is None or given.head:
        return load(config=config)
    return await runtime.repository_config(Path(given.repo), given.base, config)


# -- deciding


async def decide_review(
    settings: Config, run_id: str, outcome: str, reason: str, by: str
) -> tuple[str, ...]:
    """Record a person's decision about an ended review, and carry it out.

    Return notes on the effects of the decision in the tracker.
    """
    jobs = {DECISION: override_job(partial(runtime.open_tracker, settings), settings)}
    with runtime.open_store(settings.home) as store:
        async with runtime.open_engine(settings.home, jobs) as engine:
            decision = override_of(review_of(store, run_id), outcome, reason, by)
            started = await start_override(engine, store, decision, secrets.token_hex(8))
            async with serving(engine, only=(started,)):
                ended = await engine.finished(started)
            if ended.state != "done":
                raise RunError(f"the decision is recorded, but was not carried out: {ended.error}")
            for made in ReviewReader(store).decisions(store.run(run_id)):
                if made.id == started:
                    return made.notes
    raise RunError(f"the decision {started} about {run_id} is not recorded")


# -- looking back


def recorded_replies(run_id: str) -> list[RecordedLine]:
    """Return the replies of a review as lines for a `recorded:` seat."""
    with runtime.open_store() as store:
        found = ReviewReader(store).review(run_id)
    return [line_of(asked, found.number) for asked in found.asked]


@dataclass(frozen=True, slots=True)
class RepeatedExperiments:
    """The experiments behind one reason, run again on the present work in the repository."""

    proofs: list[Proof]
    work_changed: bool  # whether the work has changed since the verdict


async def repeat_experiments(run_id: str, reason_id: str) -> RepeatedExperiments:
    """Run the experiments behind a reason, such as R1, once more on the present work.

    `reason_id` can also be the id of a blind test, such as P1. Raise UsageError if there is no
    experiment or blind test for this id.
    """
    with runtime.open_store() as store:
        reader = ReviewReader(store)
        found = reader.review(run_id)
        begun = reader.configuration(run_id)
    work = found.work
    experiments = _experiments_behind(found, reason_id)
    if not experiments or work is None:
        raise UsageError(
            f"{run_id} has no reason or test {reason_id} with experiments",
            fix="`coordinator show` lists reasons and tests",
        )
    settings = await _settings_for(found.submission, None)
    if begun is not None:
        settings = settings.model_copy(update=dict(begun))
    heads: tuple[str, ...] = ()
    if work.head not in ("", IN_HAND):
        heads = (work.commit,)
    with TemporaryDirectory(prefix="coordinator-") as folder:
        home = Path(folder) / "work"
        now = await snapshot(
            work.repo, work.base, home, heads=heads, committed=work.head == IN_HAND
        )
        runner = ExperimentRunner(Workspace(now, home), check_setup(settings), settings.review)
        proofs = [await runner.verify(experiment) for experiment in experiments]
    return RepeatedExperiments(proofs, work_changed=now.revision != work.revision)


def _experiments_behind(review: ReviewRecord, reason_id: str) -> list[Experiment]:
    proofs: list[Proof] = []
    if review.verdict is not None:
        for reason in review.verdict.reasons:
            if reason.id == reason_id:
                proofs += [proof for proof in reason.proofs if proof.runs]
    for check in review.checks:
        if check.probe and check.name == reason_id:
            proofs.append(check.probe)
    return [proof.evidence for proof in proofs if isinstance(proof.evidence, Experiment)]

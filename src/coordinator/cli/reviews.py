"""Reviews in this process: begin one, try it as a dry run, go on with it, show it, and overrule it."""

import asyncio
import os
import secrets
import sys
from collections.abc import Coroutine
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typer

from coordinator import runtime
from coordinator.agents.discovery import look_around, seat_found
from coordinator.agents.recorded import RecordedLine, line_of
from coordinator.cli.logs import log_to_file
from coordinator.cli.runs import edited, how_to_go_on
from coordinator.cli.signals import run_async
from coordinator.cli.terminal import (
    is_issue_key,
    one_line,
    person,
    plain,
    put_out,
    read_issue,
    row,
    tell,
)
from coordinator.cli.text import Progress, event_line, render, review_text
from coordinator.config.settings import Config, load
from coordinator.engine import serving
from coordinator.engine.owner import still_open
from coordinator.errors import RunError, UsageError
from coordinator.models import Ending, Experiment, Proof, Submission
from coordinator.panels.prompt_parts import proof_text, reproduction
from coordinator.reviews.override import override_job, override_of, review_of, start_override
from coordinator.reviews.request import FoundRequest, ask_github, find_request
from coordinator.reviews.setup import check_setup
from coordinator.storage.events import kind_of
from coordinator.storage.review_record import DECISION, ENDING, ReviewReader
from coordinator.storage.store import Event, short_id
from coordinator.trackers import FORGES, Tracker
from coordinator.trackers.dry_run import DryRunTracker
from coordinator.watch import submission_of
from coordinator.workspace.sandbox import parts_not_run, sandbox_for
from coordinator.workspace.snapshot import IN_HAND, Workspace, snapshot
from coordinator.workspace.sources import ExperimentRunner

CUT = "<!-- Above this line: what was asked. -->"
EXITS = {"accept": 0, "reject": 1, "escalate": 2, "error": 3}
on_record = review_of
record_text = review_text


# -- running one


async def run_review(
    config: Config, submission: Submission, *, resume: bool = False, quiet: bool = False
) -> Ending:
    """Run a review in this process to its end; one that a daemon has already is waited for."""
    async with runtime.open_tracker(config, submission) as tracker:
        return await run_to_end(
            submission, config, tracker, config.home, resume=resume, quiet=quiet
        )


async def run_to_end(
    submission: Submission,
    config: Config,
    tracker: Tracker,
    home: Path,
    *,
    resume: bool = False,
    quiet: bool = False,
) -> Ending:
    """Begin or go on with a review to its end; unless `quiet` tell what happens; `home` has the earlier ones."""
    given = submission.given
    run_id = submission.id
    # A review of a file belongs to no tracker: neither it nor a dry run acts on anything.
    acts = given is None and not isinstance(tracker, DryRunTracker)

    def show(event: Event) -> None:
        # The verdict is printed at the end.
        if event.key != "verdict" and (acts or kind_of(event.key) != "act"):
            progress.note(event, event_line(event))

    progress = Progress()
    with runtime.open_store(home) as store, closing(progress):
        begun = run_id if resume else submission.again
        reader = ReviewReader(store)
        source = (
            f"what {short_id(begun)} was begun with"
            if reader.configuration(begun)
            else config.source
        )
        jobs = runtime.review_jobs(config, tracker, reader, begun)
        log_to_file()
        async with runtime.open_engine(
            config.home, jobs, on_event=None if quiet else show
        ) as engine:
            if resume:
                await engine.resume(run_id)
            else:
                about = (
                    given.repo
                    if given is not None and submission.key == "local"
                    else submission.key
                )
                subject = f"{submission.tracker}:{about}"
                job = runtime.REVIEW if given is None else runtime.LOCAL_REVIEW
                await engine.start(job, run_id, submission, subject=subject)
            if not quiet:
                tell(row("review", f"{short_id(run_id)}, configured by {source}"))
                begun_with = dict(reader.configuration(begun) or ())
                effective = config.model_copy(update=begun_with)
                tell(await asyncio.to_thread(_sandbox_line, effective))
            while True:
                async with serving(engine, only=(run_id,)):
                    ending = ENDING.validate_python(await runtime.result_of(engine, run_id))
                if ending.kind == "decided" or not ending.successor:
                    return ending
                run_id = ending.successor


def _sandbox_line(config: Config) -> str:
    """Return the line about what is not run for want of a sandbox; empty if all is."""
    sandbox = sandbox_for(config)
    parts = parts_not_run(config, sandbox)
    if not parts:
        return ""
    # Whole, unlike other rows: it ends in what to do.
    said = f"none: {sandbox.missing}; not run: {parts} ({sandbox.fix})"
    return f"{'sandbox':<14} {one_line(said)}"


def finish(
    run_id: str, work: Coroutine[Any, Any, Ending], config: Path | None, as_json: bool
) -> None:
    """See a review to its end, print the verdict, and exit with the code for it."""
    ending = run_async(work, lambda: how_to_go_on(run_id, config))
    with runtime.open_store() as store:
        run_id = store.last_attempt(run_id)
    text = render("review_end.txt", id=run_id, ending=ending)
    put_out("review end", {"id": run_id, **dict(ending)}, text, as_json)
    raise typer.Exit(_exit_code(ending))


def _exit_code(ending: Ending) -> int:
    if ending.kind == "decided":
        return EXITS[ending.verdict.outcome]
    return EXITS["error"]


# -- the commands


def review(
    issue: str, repo: Path, base: str, config: Path | None, *, dry_run: bool, as_json: bool
) -> None:
    if is_issue_key(issue):
        if base or repo != Path():
            raise UsageError(
                f"{issue} is an issue, whose work the tracker names",
                fix="leave out --repo and --base",
            )
        settings = with_panel(load(config=config))
        submission = run_async(submission_at(settings, issue), lambda: "nothing is left open")
        if dry_run:
            _dry_run(settings, submission, as_json)
        else:
            finish(submission.id, run_review(settings, submission), config, as_json)
        return
    if dry_run:
        raise UsageError("a review of a file writes to no tracker", fix="leave out --dry-run")
    given = ""
    if issue and not issue.startswith(("http://", "https://")):
        is_text = len(issue.split()) > 1 and not os.path.exists(issue)
        given = issue if is_text else read_issue(issue, fix="say in it what was asked")

    async def prepare() -> tuple[Config, str]:
        found = await runtime.repository_config(repo, base, config)
        settings = await asyncio.to_thread(with_panel, found)
        return settings, given or await _find_request(issue, repo, base)

    settings, text = run_async(prepare(), lambda: "nothing is left open")
    submission = runtime.local_submission(text, repo, base)
    finish(submission.id, run_review(settings, submission), config, as_json)


def with_panel(config: Config) -> Config:
    """Return the configuration, with a panel of whoever is found on this machine where it has none, and say whom."""
    if config.panel.seats:
        return config
    config, line = seat_found(config, look_around(config))
    # Whole, unlike other rows: it says what may be spent.
    tell(f"{'panel':<14} {one_line(line)}; `coordinator init` writes it down for you to change")
    return config


async def _find_request(issue: str, repo: Path, base: str) -> str:
    """Return what was asked, and say where it is from: a page on GitHub, what belongs to the branch, or an editor."""
    if issue:
        text = await ask_github("pr" if "/pull/" in issue else "issue", issue)
        if not text:
            fix = "sign in with `gh auth login`, or give the text itself, or a file"
            raise UsageError(f"{issue} is no issue or pull request that `gh` can show", fix=fix)
        return text
    found = await find_request(repo, base)
    if found is None and sys.stdin.isatty() and sys.stderr.isatty():
        found = FoundRequest(edited(f"\n{CUT}\n", ".md").partition(CUT)[0].strip(), "your editor")
    if found is None or not found.text:
        fix = 'give it: --issue "TEXT", a file, - for stdin, or the address of an issue on GitHub'
        raise UsageError(
            "nothing says what was asked: the branch has neither a pull request nor commits",
            fix=fix,
        )
    tell(row("asked", f"by {found.source}; --issue says it otherwise"))
    return found.text


async def submission_at(config: Config, key: str, *, given: bool = False) -> Submission:
    """Return the submission by which an issue of the tracker is in review, or one with the issue as it is `given` now.

    The latter belongs to no tracker, so that nothing is written there.
    """
    async with runtime.open_tracker(config) as tracker:
        issue = await tracker.issue(key)
        entry = await tracker.entry(issue.key)
        if entry is None:
            fix = (
                "it has to be open, and no draft"
                if tracker.name in FORGES
                else "set it to in_review first"
            )
            raise UsageError(f"{issue.key} is not in review but {issue.status}", fix=fix)
        if not given:
            return submission_of(tracker.name, entry)
        work = await tracker.delivery(issue)
        name = f"local-{secrets.token_hex(4)}"
        frozen = issue.model_copy(update={"repo": work.repo, "base": work.base})
        return Submission(id=name, tracker="local", entry=name, key=issue.key, given=frozen)


def dry_run_config(config: Config) -> Config:
    """Return the same configuration with a home of its own, so that the real review is still due."""
    return config.model_copy(update={"home": config.home / "dry-run" / secrets.token_hex(4)})


def _dry_run(config: Config, submission: Submission, as_json: bool) -> None:
    """Review a submission without writing to the tracker, and print what would have been written."""
    apart = dry_run_config(config)

    async def work() -> tuple[DryRunTracker, Ending]:
        async with runtime.open_tracker(config) as tracker:
            dry = DryRunTracker(tracker)
            return dry, await run_to_end(submission, apart, dry, config.home)

    tracker, ending = run_async(work(), lambda: "nothing was written")
    cut_short = tracker.is_cut_short(submission.key)
    more = {"home": str(apart.home), "would": tracker.writes, "cut_short": cut_short}
    text = render("dry_run.txt", id=short_id(submission.id), ending=ending, **more)
    put_out("review end", {"id": submission.id, **dict(ending), **more}, text, as_json)
    raise typer.Exit(_exit_code(ending))


def run_again(run_id: str, reason_id: str) -> None:
    """Run the experiments behind a reason again, on the work as its repository has it, and print what comes out."""
    with runtime.open_store() as store:
        reader = ReviewReader(store)
        found = reader.review(run_id)
        begun = reader.configuration(run_id)
    work = found.work
    reasons = found.verdict.reasons if found.verdict else ()
    proofs = [
        proof
        for reason in reasons
        if reason.id == reason_id
        for proof in reason.proofs
        if proof.runs
    ]
    proofs += [check.probe for check in found.checks if check.probe and check.name == reason_id]
    if not proofs or work is None:
        what = f"no experiment is behind a reason or a test {reason_id} of {run_id}"
        raise UsageError(what, fix="`coordinator show` lists them")

    async def run() -> list[Proof]:
        config = (await _settings(found.submission, None)).model_copy(update=dict(begun or ()))
        with TemporaryDirectory(prefix="coordinator-") as folder:
            home = Path(folder) / "work"
            pushed = (work.commit,) if work.head not in ("", IN_HAND) else ()
            now = await snapshot(
                work.repo, work.base, home, heads=pushed, committed=work.head == IN_HAND
            )
            if now.revision != work.revision:
                tell("The work has changed since the verdict: this is what it does now.")
            runner = ExperimentRunner(Workspace(now, home), check_setup(config), config.review)
            experiments = [
                proof.evidence for proof in proofs if isinstance(proof.evidence, Experiment)
            ]
            return [await runner.verify(experiment) for experiment in experiments]

    for proof in run_async(run(), lambda: "nothing is left open"):
        typer.echo(plain("\n".join([proof_text(proof), *reproduction(proof)])))


async def _settings(submission: Submission, config: Path | None) -> Config:
    given = submission.given
    if given is None or given.head:
        return load(config=config)
    return await runtime.repository_config(Path(given.repo), given.base, config)


def resume(run_id: str, config: Path | None, as_json: bool) -> None:
    finish(run_id, go_on(run_id, config), config, as_json)


async def go_on(run_id: str, config: Path | None, *, quiet: bool = False) -> Ending:
    """Go on with a review to its end; the verdict of one that is done is only looked up."""
    with runtime.open_store() as store:
        found = ReviewReader(store).review(store.last_attempt(run_id))
    if found.ending is not None:
        return found.ending
    return await run_review(
        await _settings(found.submission, config), found.submission, resume=True, quiet=quiet
    )


def retry(run_id: str, config: Path | None, as_json: bool) -> None:
    """Review the same submission again under a new id, which shows what is tried again."""
    again = f"{run_id}-{secrets.token_hex(2)}"

    async def work() -> Ending:
        with runtime.open_store() as store:
            run = store.run(run_id)
        if run.state == "open":
            raise still_open(run)
        update = {"id": again, "attempt": 1, "again": "" if config else run_id}
        submission = Submission.model_validate_json(run.input).model_copy(update=update)
        return await run_review(await _settings(submission, config), submission)

    finish(again, work(), config, as_json)


def cancel(run_id: str, reason: str, as_json: bool) -> None:
    """Stop a review, or a run of a workflow."""
    asyncio.run(runtime.cancel_run(run_id, reason))
    put_out(
        "done", {"id": run_id, "done": "cancelled"}, f"{short_id(run_id)} is cancelled", as_json
    )


def recorded_replies(run_id: str) -> list[RecordedLine]:
    with runtime.open_store() as store:
        found = ReviewReader(store).review(run_id)
    return [line_of(asked, found.number) for asked in found.asked]


def decide(
    run_id: str,
    decision: str,
    *,
    reason: str = "",
    by: str = "",
    config: Path | None = None,
    as_json: bool,
) -> None:
    work = carry_out(load(config=config), run_id, decision, reason, by or person())
    notes = run_async(work, lambda: "a `coordinator watch` or `serve` carries it out")
    done = {"id": run_id, "done": decision, "notes": notes}
    put_out("done", done, "\n".join([f"{short_id(run_id)}: {decision}", *notes]), as_json)


async def carry_out(
    settings: Config, run_id: str, outcome: str, reason: str, by: str
) -> tuple[str, ...]:
    """Decide a review that has ended, have that carried out in the tracker, and return what came of it there."""
    jobs = {DECISION: override_job(partial(runtime.open_tracker, settings))}
    with runtime.open_store(settings.home) as store:
        async with runtime.open_engine(settings.home, jobs) as engine:
            decision = override_of(review_of(store, run_id), outcome, reason, by)
            log_to_file()
            started = await start_override(engine, store, decision, secrets.token_hex(8))
            async with serving(engine, only=(started,)):
                ended = await engine.finished(started)
            if ended.state != "done":
                raise RunError(f"the decision is on record, and was not carried out: {ended.error}")
            made = ReviewReader(store).decisions(store.run(run_id))
            return next(each.notes for each in made if each.id == started)

"""`review`, and the commands for one review."""

import asyncio
import os
import secrets
import sys
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any

import typer

from coordinator.agents.recorded import RecordedLine
from coordinator.app import reviews, runtime
from coordinator.app.identity import person
from coordinator.app.logs import log_to_file
from coordinator.app.signals import run_async
from coordinator.app.watching import RunWatcher
from coordinator.cli.progress import ReviewProgress
from coordinator.cli.run_commands import (
    DecideOptions,
    ResumeOptions,
    RunCommands,
    how_to_go_on,
)
from coordinator.cli.terminal import edited, is_issue_key, put_out, read_issue, tell
from coordinator.config.settings import Config, load
from coordinator.errors import UsageError
from coordinator.models import Ending, Submission
from coordinator.panels.prompt_parts import proof_text, reproduction
from coordinator.reviews.override import review_of
from coordinator.reviews.record import ReviewRecord
from coordinator.reviews.request import FoundRequest
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import Store
from coordinator.views.terminal_text import one_line, plain, row
from coordinator.views.text import render, review_text

CUT = "<!-- Write the request above this line. -->"
EXITS = {"accept": 0, "reject": 1, "escalate": 2, "error": 3}


def review(
    issue: str,
    repo: Path,
    base: str,
    config: Path | None,
    *,
    dry_run: bool,
    again: bool,
    as_json: bool,
) -> None:
    if is_issue_key(issue):
        if again:
            raise UsageError(
                f"--again cannot be used with an issue of the tracker: {issue}",
                fix="`coordinator list` shows its last review; "
                "`coordinator resume ID --again` repeats it",
            )
        if base or repo != Path():
            raise UsageError(
                f"--repo and --base cannot be used with the issue {issue}: the tracker names both",
                fix="leave out --repo and --base",
            )
        _review_issue(issue, config, dry_run=dry_run, as_json=as_json)
        return
    if dry_run:
        raise UsageError(
            "--dry-run is only for issues of a tracker: other reviews write nothing",
            fix="leave out --dry-run",
        )
    given = ""
    url = ""
    if issue.startswith(("http://", "https://")):
        url = issue
    elif issue:
        given = _given_text(issue)

    async def prepare() -> tuple[Config, str]:
        found = await runtime.repository_config(repo, base, config)
        settings = await asyncio.to_thread(with_panel, found)
        text = given or await _find_request(url, repo, base, settings.forge.url)
        return settings, text

    settings, text = run_async(prepare(), lambda: "no review is left open")
    submission = runtime.local_submission(text, repo, base)
    if again:
        submission = reviews.with_new_panel(submission, person())
    finish(submission.id, run_of(settings, submission), config, as_json)


def _review_issue(key: str, config: Path | None, *, dry_run: bool, as_json: bool) -> None:
    settings = with_panel(load(config=config))
    submission = run_async(reviews.submission_at(settings, key), lambda: "no review is left open")
    if dry_run:
        _dry_run(settings, submission, as_json)
    else:
        finish(submission.id, run_of(settings, submission), config, as_json)


def _given_text(issue: str) -> str:
    """Return the text itself, or the content of the file that it names."""
    is_text = len(issue.split()) > 1 and not os.path.exists(issue)
    if is_text:
        return issue
    return read_issue(issue, fix="write the request into it")


def with_panel(config: Config) -> Config:
    """Return the configuration with a panel. Print the judges if we searched for them."""
    config, found = reviews.seat_panel(config)
    tell_panel(found)
    return config


def tell_panel(found: str) -> None:
    """Print the line about the judges that were found, unless the line is empty."""
    if found:
        # Unlike other rows, this one is not shortened, because it says how much money can be spent.
        tell(f"{'panel':<14} {one_line(found)}; `coordinator init` writes this panel to a file")


async def _find_request(url: str, repo: Path, base: str, site: str) -> str:
    """Return the text of the request. Raise UsageError if there is none.

    If `url` is given, the text is that of the issue or pull request at that address. Otherwise it
    comes from the branch's pull request or commits, or else from the user's editor. A printed line
    then names the source.
    """
    found = await reviews.requested_by(url, repo, base, site)
    if url and found is not None:
        return found.text
    if found is None and sys.stdin.isatty() and sys.stderr.isatty():
        found = FoundRequest(edited(f"\n{CUT}\n", ".md").partition(CUT)[0].strip(), "your editor")
    if found is None or not found.text:
        raise UsageError(
            "no request is given, and the branch has neither a pull request nor commits",
            fix="use --issue with a text, a file, - for stdin, or the URL of an issue on GitHub",
        )
    tell(row("asked", f"from {found.source}; --issue replaces it"))
    return found.text


# -- running to the end

Work = Callable[[RunWatcher], Coroutine[Any, Any, Ending]]


def run_of(config: Config, submission: Submission, *, resume: bool = False) -> Work:
    """Return a function that runs this review when `finish` calls it."""
    return lambda watcher: reviews.run_review(config, submission, resume=resume, watcher=watcher)


def finish(run_id: str, work: Work, config: Path | None, as_json: bool) -> None:
    """Run a review to its end, print the verdict, and exit with the matching code."""
    log_to_file()
    progress = ReviewProgress()
    try:
        ending = run_async(work(progress), lambda: how_to_go_on(run_id, config))
    finally:
        progress.close()
    with runtime.open_store() as store:
        run_id = store.last_attempt(run_id)
    text = render("review_end.txt", id=run_id, ending=ending)
    put_out("review end", {"id": run_id, **dict(ending)}, text, as_json)
    raise typer.Exit(_exit_code(ending))


def _dry_run(config: Config, submission: Submission, as_json: bool) -> None:
    """Review a submission without writing to the tracker, and print the planned writes."""
    log_to_file()
    progress = ReviewProgress()
    try:
        work = reviews.dry_run_review(config, submission, progress)
        dry = run_async(work, lambda: "nothing was written")
    finally:
        progress.close()
    text = render(
        "dry_run.txt",
        id=short_id(submission.id),
        ending=dry.ending,
        home=str(dry.home),
        would=dry.writes,
        cut_short=dry.cut_short,
    )
    data = {
        "id": submission.id,
        **dict(dry.ending),
        "home": str(dry.home),
        "would": dry.writes,
        "cut_short": dry.cut_short,
    }
    put_out("review end", data, text, as_json)
    raise typer.Exit(_exit_code(dry.ending))


def _exit_code(ending: Ending) -> int:
    if ending.kind == "decided":
        return EXITS[ending.verdict.outcome]
    return EXITS["error"]


def repeat_experiments(run_id: str, reason_id: str) -> None:
    """Run the experiments behind a reason again, and print their results."""
    repeated = run_async(
        reviews.repeat_experiments(run_id, reason_id), lambda: "no review is left open"
    )
    if repeated.work_changed:
        tell("The work has changed since the verdict; these are the results of the present work.")
    for proof in repeated.proofs:
        typer.echo(plain("\n".join([proof_text(proof), *reproduction(proof)])))


class ReviewCommands(RunCommands):
    """The commands for a review."""

    kind = "review"
    decide_options = frozenset({"reason", "by"})
    retry_options = frozenset({"by"})

    def record(self, store: Store, run_id: str) -> ReviewRecord:
        return review_of(store, run_id)

    def record_text(self, record: ReviewRecord, text: Callable[[str], str], whole: bool) -> str:
        return review_text(record)

    def decide(self, run_id: str, decision: str, options: DecideOptions) -> None:
        log_to_file()
        settings = load(config=options.config)
        by = options.by or person()
        notes = run_async(
            reviews.decide_review(settings, run_id, decision, options.reason, by),
            lambda: "`coordinator watch` or `coordinator serve` carries out the decision",
        )
        done = {"id": run_id, "done": decision, "notes": notes}
        text = "\n".join([f"{short_id(run_id)}: {decision}", *notes])
        put_out("done", done, text, options.as_json)

    def resume(self, run_id: str, options: ResumeOptions) -> None:
        config = options.config
        finish(
            run_id,
            lambda watcher: reviews.go_on(run_id, config, watcher=watcher),
            config,
            options.as_json,
        )

    def retry(self, run_id: str, options: ResumeOptions) -> None:
        again = f"{run_id}-{secrets.token_hex(2)}"
        config = options.config
        by = options.by or person()
        finish(
            again,
            lambda watcher: reviews.review_again(run_id, again, config, by=by, watcher=watcher),
            config,
            options.as_json,
        )

    def cancel(self, run_id: str, reason: str, as_json: bool) -> None:
        cancel_run(run_id, reason, as_json)

    def recorded_replies(self, run_id: str) -> Iterable[RecordedLine]:
        return reviews.recorded_replies(run_id)


def cancel_run(run_id: str, reason: str, as_json: bool) -> None:
    """Stop a review or a workflow run."""
    ended = asyncio.run(runtime.cancel_run(run_id, reason))
    done = {"id": run_id, "done": "cancelled"}
    text = f"{short_id(run_id)} is cancelled"
    if ended:
        text += f": {ended}"
    put_out("done", done, text, as_json)

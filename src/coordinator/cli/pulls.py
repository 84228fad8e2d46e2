"""`review --pr`, and `action` for GitHub Actions."""

import os
import secrets
from pathlib import Path
from typing import Any

import typer

from coordinator.app import pull_requests
from coordinator.app.identity import person
from coordinator.app.logs import log_to_file
from coordinator.app.reviews import run_review, with_new_panel
from coordinator.app.runtime import open_store
from coordinator.app.signals import run_async
from coordinator.cli.progress import ReviewProgress
from coordinator.cli.reviews import finish, run_of, tell_panel
from coordinator.cli.runs import show
from coordinator.council.documents import block
from coordinator.errors import CoordinatorError
from coordinator.parsing.excerpt import shorten
from coordinator.reviews.publish import findings_of
from coordinator.reviews.record import ReviewReader, ReviewRecord
from coordinator.views.terminal_text import plain
from coordinator.views.text import review_text

# The verdicts that fail the run. An error of coordinator itself always fails it.
FAILS = {"reject": ("reject", "error"), "escalate": ("reject", "error", "escalate"), "never": ()}
# The levels of annotations; other verdicts are warnings.
LEVELS = {"accept": "notice", "reject": "error"}
LARGEST_SUMMARY = 900_000  # bytes; GitHub allows 1 MiB for a step
BY_DIFF = (
    "This pull request comes from a fork: only its diff was judged, and none of its code was run."
)


def review_pull(
    named: str, repo: Path, config: Path | None, *, post: bool, again: bool, as_json: bool
) -> None:
    """Review the head of a pull request, and exit with the code for the verdict."""
    prepared = run_async(
        pull_requests.prepare_pull_review(named, repo, config, post=post),
        lambda: "no review is left open",
    )
    tell_panel(prepared.found_panel)
    submission = prepared.submission
    if again:
        submission = with_new_panel(submission, person())
    work = run_of(prepared.config, submission, resume=prepared.has_failed)
    finish(submission.id, work, config, as_json)


def review_run(config: str, *, post: bool, fail_on: str) -> None:
    """Review the pull request of an Actions run, and exit with the code for the verdict."""
    word = secrets.token_hex(16)
    # Our output can quote the author. So we make the runner ignore workflow commands until we print
    # this word again.
    print(f"::stop-commands::{word}", flush=True)
    log_to_file()
    progress = ReviewProgress()
    try:
        event = pull_requests.event_of_run()
        if "merge_group" in event:
            said, code = _judge_merge_group(event, post=post)
        else:
            record, note = run_async(
                _review(config, progress, post=post), lambda: "no review is left open"
            )
            progress.close()
            _write_results(record, note)
            said = annotations(record)
            code = int(record.state in FAILS[fail_on])
    except CoordinatorError as error:
        said = [workflow_command("error", str(error), title="coordinator")]
        code = error.exit_code
    finally:
        progress.close()
    print("\n".join([f"::{word}::", *said]), flush=True)
    raise typer.Exit(code)


def _judge_merge_group(event: dict[str, Any], *, post: bool) -> tuple[list[str], int]:
    """Judge a merge group. Return a workflow command with the verdict, and the exit code."""
    verdict = run_async(
        pull_requests.judge_merge_group(event, post=post), lambda: "no review is left open"
    )
    word = "accept" if verdict.is_accepted else "reject"
    text = f"merge group: {verdict.text}"
    _write_outputs(f"verdict={word}\n", f"## coordinator: {word}\n\n{text}\n")
    return [workflow_command(LEVELS[word], text, title="coordinator")], int(word == "reject")


async def _review(config: str, progress: ReviewProgress, *, post: bool) -> tuple[ReviewRecord, str]:
    """Review the pull request. Return the record, and a note if only its diff was judged."""
    prepared = await pull_requests.prepare_action_review(config, post=post)
    tell_panel(prepared.found_panel)
    await run_review(prepared.config, prepared.submission, watcher=progress)
    with open_store() as store:
        record = ReviewReader(store).review(store.last_attempt(prepared.submission.id))
    if prepared.by_diff:
        return record, BY_DIFF
    return record, ""


def _write_results(record: ReviewRecord, note: str) -> None:
    """Write the report, the outputs of the step and the summary of the job."""
    report = Path(os.environ["RUNNER_TEMP"]) / "coordinator-review.html"
    show(record.id, False, report, False)
    text = plain(shorten(review_text(record), LARGEST_SUMMARY))
    print(text)
    summary = f"## coordinator: {record.state}\n\n{note}\n\n{block(text, 'text')}\n"
    _write_outputs(f"verdict={record.state}\nreport={report}\n", summary)


def _write_outputs(outputs: str, summary: str) -> None:
    for variable, lines in (("GITHUB_OUTPUT", outputs), ("GITHUB_STEP_SUMMARY", summary)):
        with open(os.environ[variable], "a", encoding="utf-8") as file:
            file.write(lines)


def annotations(record: ReviewRecord) -> list[str]:
    """Return a workflow command for each of the verdict's reasons that refers to a line."""
    if record.verdict is None or record.work is None:
        return []
    level = LEVELS.get(record.state, "warning")
    found = findings_of(record.verdict, record.work.diff)
    return [
        workflow_command(level, it.text, file=it.path, line=str(it.line), title="coordinator")
        for it in found
    ]


def workflow_command(name: str, text: str, **properties: str) -> str:
    """Return a command `::name …::text` for the runner of GitHub Actions.

    Line breaks and separators in the text and in the values are escaped.
    """
    given = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in properties.items())
    return f"::{name} {given}::{_escaped(text)}"


def _escaped(text: str, also: str = "") -> str:
    for character in f"%\r\n{also}":  # the percent sign comes first, because the escapes contain it
        text = text.replace(character, f"%{ord(character):02X}")
    return text

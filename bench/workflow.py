"""The time of a judge stage on a very large diff, and the memory of a very long run."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from bench._report import Row, Target, alone, show
from coordinator.app.runtime import given_issue
from coordinator.app.workflows import prepare, start_run
from coordinator.config.environment import state_file
from coordinator.engine import Run, serving
from coordinator.engine.journal import JournalEngine
from coordinator.models import Submission
from coordinator.storage.store import Event, Store
from coordinator.trackers.local import LocalTracker
from coordinator.workflow.dialect.reader import read_workflow
from coordinator.workflow.history import run_record
from coordinator.workflow.records import JOB, RunRequest, RunResult
from coordinator.workflow.runner import run_workflow
from coordinator.workflow.setup import prepare_run

MEGABYTES = 50
KINDS = ("committed", "staged", "unstaged", "untracked")
VISITS = 1_000
ISSUE = "Greet the guests\n\nEvery guest is greeted by name.\n"

JUDGE = """\
stages:
  - id: review
    entry: true
    on_enter: {judge: {inputs: [issue, git_diff], instructions: look}}
  - {id: end, terminal: true, triggers: [{judge_verdict: pass}]}
"""
# Each visit prompts the agent. Every second visit also runs a command and asks a judge.
LOOP = """\
stages:
  - {id: work, entry: true, max_visits: 9999, triggers: [{judge_verdict: fail}], on_enter: {inject: "Go on."}}
  - id: check
    max_visits: 9999
    triggers: [{message_contains: "[DONE]"}]
    on_enter:
      run: {command: "seq 1 2000", output: test_output}
      judge: {inputs: [issue, test_output], instructions: look, output: opinion}
  - {id: end, terminal: true, triggers: [{judge_verdict: pass}]}
"""


def opinion(verdict: str, number: int, stage: str) -> dict[str, object]:
    """A recorded opinion."""
    reply = {
        "reference": "{{reference}}",
        "verdict": verdict,
        "summary": "as seen",
        "required_fixes": ["more"],
    }
    return {"seat": stage, "purpose": "stage", "round": number, "reply": reply}


def configure(home: Path, lines: list[dict[str, object]]) -> Path:
    """Make a home whose agent and judge are recorded."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "replies.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    file = home / "coordinator.yaml"
    file.write_text(
        "workflow:\n  agent: {name: Agent, recorded: replies.jsonl}\n  judge: {recorded: replies.jsonl}\n"
    )
    return file


async def run(config: Path, text: str, run_id: str, repo: str, base: str) -> None:
    """Run a workflow in a repository to its end."""
    issue = given_issue(ISSUE)
    asked = RunRequest(
        label="bench.yaml",
        text=text,
        tracker="",
        key="local",
        given=issue,
        repo=repo,
        base=base,
        in_place=True,
    )
    prepared = await prepare(asked, config)
    await start_run(run_id, prepared.config, prepared.start)


# -- a very large diff


def git(repo: Path, *args: str) -> str:
    """Run git with a test identity."""
    identity = ("-c", "user.name=Bench", "-c", "user.email=bench@example.org")
    return subprocess.run(
        ["git", *identity, *args], cwd=repo, check=True, capture_output=True, text=True
    ).stdout


def changed_repository(repo: Path, kind: str) -> str:
    """Make a repository with a large change of this kind; return the commit before the change."""
    repo.mkdir(parents=True)
    git(repo, "init", "--quiet", "--initial-branch=main")
    line = b"a line of an ordinary length, as there are many in generated files\n"
    many = MEGABYTES * 1_000_000 // len(line)
    if kind == "unstaged":
        (repo / "generated.txt").write_bytes(b"- " + line * (many // 2))
        many //= 2  # the deleted lines are the other half of the diff
        git(repo, "add", "--all")
    git(repo, "commit", "--quiet", "--allow-empty", "--message", "base")
    base = git(repo, "rev-parse", "HEAD").strip()
    (repo / "generated.txt").write_bytes(line.upper() * many)
    if kind in ("committed", "staged"):
        git(repo, "add", "--all")
    if kind == "committed":
        git(repo, "commit", "--quiet", "--message", "generated")
    return base


def large_diff(place: Path, kind: str) -> tuple[float, int]:
    """Return the seconds from the entry of a judge stage to its verdict, and the bytes shown to the judge."""
    repo, home = place / "repo", place / "home"
    base = changed_repository(repo, kind)
    os.environ["COORDINATOR_HOME"] = str(home)
    asyncio.run(
        run(configure(home, [opinion("pass", 1, "review")]), JUDGE, "run-large", str(repo), base)
    )
    with closing(Store(state_file(home))) as store:
        events = {event.key: event for event in store.events("run-large")}
    seconds = events["judge/1"].at - events["visit/1"].at
    return seconds, json.loads(events["given/1"].body)["bytes"]


# -- a very long run


def kilobytes() -> int:
    """Return the present memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 1024


def long_run(place: Path, visits: int) -> tuple[int, int, int]:
    """Return the memory in kilobytes after a tenth, half and all of a run of this many visits."""
    lines: list[dict[str, object]] = []
    for number in range(1, visits // 2 + 1):
        text = f"Turn {number}. " + "I have looked at every file. " * 30 + "\n[DONE]"
        lines.append({"seat": "Agent", "purpose": "work", "round": number, "reply": text})
        lines.append(opinion("pass" if number == visits // 2 else "fail", number, "check"))
    home = place / "home"
    os.environ["COORDINATOR_HOME"] = str(home)
    marks = {visits // 10: 0, visits // 2: 0, visits: 0}

    def watch(event: Event) -> None:
        kind, _, number = event.key.partition("/")
        if kind == "visit" and int(number) in marks:
            marks[int(number)] = kilobytes()

    asyncio.run(_watched(configure(home, lines), watch))
    with closing(Store(state_file(home))) as store:
        assert len(run_record(store, "run-long").path) == visits + 1
    first, half, whole = marks.values()
    return first, half, whole


async def _watched(config: Path, watch: Callable[[Event], None]) -> None:
    issue = given_issue(ISSUE)
    prepared = await prepare(
        RunRequest(label="bench.yaml", text=LOOP, tracker="", key="local", given=issue), config
    )
    tracker = LocalTracker(
        Submission(id="", tracker="local", entry="", key=prepared.start.key, given=issue)
    )
    path = state_file(prepared.config.home)
    with closing(Store(path)) as store:
        shop = prepare_run(prepared.config, tracker, store, read_workflow("bench.yaml", LOOP))

        async def job(run: Run, given: object) -> RunResult:
            return await run_workflow(run, RunRequest.model_validate(given), shop)

        async with JournalEngine(path, {JOB: job}, on_event=watch) as engine, serving(engine):
            await engine.start(JOB, "run-long", prepared.start)
            await engine.finished("run-long")


def in_a_folder(kind: str) -> tuple[float, ...]:
    """Measure a large diff of a kind, or a long run, in a folder of its own."""
    with tempfile.TemporaryDirectory() as place:
        return large_diff(Path(place), kind) if kind in KINDS else long_run(Path(place), VISITS)


def measure() -> list[Row]:
    """Run each measurement in a process of its own, so that its memory holds nothing else."""
    rows = []
    for kind in KINDS:
        seconds, shown = alone(in_a_folder, kind)
        name = f"judge stage on a diff of {MEGABYTES} MB, {kind}"
        note = f"Of the {kind} diff {shown:,.0f} bytes are shown."
        rows.append(Row(name, "s", [seconds], target=Target(1, of="ours"), note=note))
    _, half, whole = alone(in_a_folder, "long")
    name, beside = f"memory after {VISITS:,} stage visits", f"after {VISITS // 2:,}"
    return [*rows, Row(name, "KB", [whole], beside, [half], target=Target(1.1))]


if __name__ == "__main__":
    show(measure())

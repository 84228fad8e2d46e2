"""Run whole reviews in a few lines, with a real repository, a recorded panel and the real engine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from coordinator.app.reviews import run_review
from coordinator.app.runtime import local_submission, open_store, review_jobs
from coordinator.config.environment import state_file
from coordinator.config.settings import Config, load
from coordinator.engine import serving
from coordinator.engine.journal import JournalEngine
from coordinator.reviews.record import JOBS, ReviewReader, ReviewRecord
from coordinator.storage.store import Store
from coordinator.trackers.board import Board, BoardTracker
from coordinator.watch import Watch
from tests.support.repositories import git, new_repository, prepared

ISSUE = "Send greetings\n\ngreet.py must greet every guest by name.\n"
ASKED = "greet every guest by name"
WORK = {
    "greet.py": "def greet(name):\n    return 'Hello, ' + name\n",
    "notes.md": "We greeted 40 guests.\n",
}

Line = dict[str, Any]
GREETS = {"source": "greet.py:2", "quote": "return 'Hello, ' + name"}
NOWHERE = {"source": "greet.py:2", "quote": "this text was made up by the judge"}
JUDGES = ("Ann", "Bob", "Cid")

RUBRIC: dict[str, Any] = {
    "reference": "{{reference}}",
    "checklist": [
        {
            "id": "CK-001",
            "question": "Does greet greet by name?",
            "importance": "essential",
            "quote": ASKED,
        },
        {
            "id": "CK-002",
            "question": "Are guests invented?",
            "importance": "pitfall",
            "quote": ASKED,
        },
    ],
    "rubric_dimensions": [
        {
            "name": name,
            "description": f"How {name}?",
            "quote": ASKED,
            "scale": "1-5",
            "weight": 0.5,
            "instruction": "look",
            "anchors": {"contrast": "c", "score_2": "two", "score_3": "three", "score_4": "four"},
        }
        for name in ("Care", "Reach")
    ],
}

# A report on the general rubric, `coordinator.prompts.GENERAL`.
GENERAL_REPORT = {
    "reference": "{{reference}}",
    "summary": "fine",
    "checklist": [
        {"id": item, "answer": "no", "evidence": [GREETS]} for item in ("CK-001", "CK-002")
    ],
    "scores": [
        {"name": name, "score": 4, "evidence": [GREETS]} for name in ("Fulfilment", "Soundness")
    ],
}


def rubric_quoting(words: str) -> dict[str, Any]:
    """Return the same rubric for a request that contains these words."""
    quoted: dict[str, Any] = json.loads(json.dumps(RUBRIC).replace(ASKED, words))
    return quoted


def rubric_line(seat: str = "Meta-Judge", reply: object = RUBRIC, **more: Any) -> Line:
    """Return the meta-judge's reply."""
    return {"seat": seat, "purpose": "rubric", "reply": reply} | more


def probe_line(
    *probes: Mapping[str, object],
    seat: str = "Meta-Judge",
    trial: Sequence[Mapping[str, str]] = (),
    inputs: str = "",
    **more: Any,
) -> Line:
    """Return the tester's reply. `inputs` is a script in Python."""
    reply: dict[str, object] = {
        "reference": "{{reference}}",
        "probes": list(probes),
        "trial": list(trial),
    }
    if inputs:
        reply["inputs"] = {"run": inputs, "with": "python"}
    return {"seat": seat, "purpose": "probe", "reply": reply} | more


def report(
    scores: Sequence[int],
    *,
    against: Sequence[str] = (),
    evidence: Sequence[Mapping[str, str]] = (GREETS,),
    findings: Sequence[Mapping[str, Any]] = (),
    rework: Mapping[str, str] | None = None,
    summary: str = "as seen",
) -> dict[str, Any]:
    """Return a judge's report with these scores. It fails the items in `against`."""
    shown = list(evidence)
    return {
        "reference": "{{reference}}",
        "summary": summary,
        "checklist": [
            {"id": "CK-001", "answer": "no" if "CK-001" in against else "yes", "evidence": shown},
            {"id": "CK-002", "answer": "yes" if "CK-002" in against else "no", "evidence": shown},
        ],
        "scores": [
            {
                "name": name,
                "reasoning": "compared",
                "placement": "",
                "score": score,
                "evidence": shown,
            }
            for name, score in zip(("Care", "Reach"), scores, strict=True)
        ],
        "findings": list(findings),
        "rework": dict(rework or {}),
    }


def judge_line(seat: str, reply: object, number: int = 0, **more: Any) -> Line:
    """Return a judge's reply, in the first round or in a debate."""
    return {
        "seat": seat,
        "purpose": "debate" if number else "judge",
        "round": number,
        "reply": reply,
    } | more


def fail_line(seat: str, cause: str, purpose: str = "judge", number: int = 0) -> Line:
    """Return an abstention of a seat."""
    return {"seat": seat, "purpose": purpose, "round": number, "fail": cause}


def write_replies(home: Path, lines: Iterable[Line]) -> Path:
    """Write a file of recorded replies."""
    home.mkdir(parents=True, exist_ok=True)
    path = home / "replies.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def make_config(
    home: Path, lines: Iterable[Line], review: str = "", extra: str = "", seats: str = ""
) -> Config:
    """Return a configuration with three recorded judges, or with these seats."""
    replies = write_replies(home, lines)
    judges = "\n".join(f"    - {{name: {name}, recorded: {replies}}}" for name in JUDGES)
    panel = (
        seats.replace("REPLIES", str(replies))
        or f"  meta_judge: {{recorded: {replies}}}\n  judges:\n{judges}"
    )
    text = f"review: {{{review or 'protocol: judge-with-debate'}}}\npanel:\n{panel}\nchecks: []\n{extra}"
    (home / "coordinator.yaml").write_text(text, encoding="utf-8")
    return load(config=home / "coordinator.yaml", environ={"COORDINATOR_HOME": str(home)})


def make_repository(repo: Path, files: Mapping[str, str] = WORK) -> Path:
    """Make a repository whose branch `work` adds these files to an empty `main`."""
    return _with_work(repo, tuple(files.items()))


@prepared
def _with_work(repo: Path, files: tuple[tuple[str, str], ...]) -> None:
    new_repository(repo)
    git(repo, "commit", "--quiet", "--allow-empty", "--message", "empty")
    git(repo, "checkout", "--quiet", "-b", "work")
    deliver(repo, dict(files))


def deliver(repo: Path, files: Mapping[str, str], message: str = "work") -> None:
    """Commit files on the checked-out branch."""
    for name, text in files.items():
        (repo / name).parent.mkdir(parents=True, exist_ok=True)
        (repo / name).write_text(text, encoding="utf-8")
    git(repo, "add", "--all")
    git(repo, "commit", "--quiet", "--allow-empty", "--message", message)


def review_locally(config: Config, repo: Path, issue: str = ISSUE) -> ReviewRecord:
    """Review the work of the repository once, and return the ending."""
    submission = local_submission(issue, repo, "main")
    asyncio.run(run_review(config, submission))
    return look_up(config, submission.id)


def look_up(config: Config, review_id: str) -> ReviewRecord:
    """Return the record of a review."""
    with closing(Store(state_file(config.home))) as store:
        return ReviewReader(store).review(review_id)


def add_issue(config: Config, repo: Path | str, issue: str = ISSUE) -> str:
    """Add an issue in progress to the board, for the work in a repository."""
    title, _, text = issue.partition("\n\n")
    with closing(Board(config.home)) as board:
        return board.add(
            title,
            text,
            creator="eve",
            assignee="ada",
            repo=str(repo),
            base="main" if repo else "",
            status="in_progress",
        ).key


def submit(config: Config, key: str) -> None:
    """Submit the issue as its author."""
    with closing(Board(config.home)) as board:
        board.move(key, "in_review", actor="ada")


@contextmanager
def open_board(config: Config) -> Iterator[tuple[Store, BoardTracker]]:
    """Open the state for reading, and the board."""
    with open_store(config.home) as store, closing(Board(config.home)) as board:
        yield store, BoardTracker(board, config.board.retrigger)


def review_board(config: Config) -> list[ReviewRecord]:
    """Let the daemon poll once and finish the reviews that it starts. Return them, oldest first."""

    async def once() -> None:
        with open_board(config) as (store, tracker):
            async with JournalEngine(
                state_file(config.home), review_jobs(config, tracker, ReviewReader(store))
            ) as engine:
                watch = Watch(tracker=tracker, engine=engine, store=store, config=config)
                async with serving(engine):
                    await watch.look(backlog=True)
                    for run in store.runs(state="open"):
                        await engine.finished(run.id)

    asyncio.run(once())
    with closing(Store(state_file(config.home))) as store:
        return [
            ReviewReader(store).review(run.id) for run in reversed(store.runs()) if run.job in JOBS
        ]

"""The time of commands from start to end, beside a Python process that does nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench._report import Row, Target, show
from tests.support.reviews import ISSUE, judge_line, make_config, make_repository, report

ROUNDS = 15
FLOOR = "python -c pass"
HOOK = "hook, nothing changed"
HOOK_LIMIT = 250.0  # milliseconds
PANEL = "  judge: {name: Ann, recorded: REPLIES}"
# The answers to the general rubric, which is used without a meta-judge.
ANSWERS = {"CK-001": "yes", "CK-002": "no"}
SCORES = ("Fulfilment", "Soundness")


class Command(NamedTuple):
    """A command line, and its standard input."""

    arguments: tuple[str, ...]
    given: str = ""


class Place:
    """A repository with work, a conversation about it, and a home whose judge is recorded."""

    def __init__(self, folder: Path) -> None:
        self.repo, self.home = make_repository(folder / "repo"), folder / "home"
        make_config(
            self.home, [judge_line("Ann", _report())], review="protocol: judge", seats=PANEL
        )
        (folder / "issue.md").write_text(ISSUE, encoding="utf-8")
        said = {"type": "user", "message": {"role": "user", "content": ISSUE}}
        transcript = folder / "transcript.jsonl"
        transcript.write_text(json.dumps(said) + "\n", encoding="utf-8")
        review = ("review", "--issue", str(folder / "issue.md"), "--base", "main")
        about = {"session_id": "s1", "cwd": str(self.repo), "transcript_path": str(transcript)}
        self.prompted = Command(
            _ours("hook", "claude"), json.dumps(about | {"hook_event_name": "UserPromptSubmit"})
        )
        self.commands = {
            FLOOR: Command(("-c", "pass")),
            "--help": Command(_ours("--help")),
            "list": Command(_ours("list")),
            "review, one recorded judge": Command(_ours(*review)),
            HOOK: Command(_ours("hook", "claude"), json.dumps(about | {"hook_event_name": "Stop"})),
        }

    def run(self, command: Command) -> float:
        """Return the milliseconds of a process."""
        env = os.environ | {
            "COORDINATOR_HOME": str(self.home),
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, *command.arguments],
            input=command.given,
            cwd=self.repo,
            env=env,
            check=True,
            capture_output=True,
            text=True,
        )
        return (time.perf_counter() - began) * 1000


def _ours(*arguments: str) -> tuple[str, ...]:
    return ("-m", "coordinator", *arguments)


def _report() -> dict[str, object]:
    whole = report((5, 5))
    shown = whole["checklist"][0]["evidence"]
    checklist = [
        {"id": item, "answer": answer, "evidence": shown} for item, answer in ANSWERS.items()
    ]
    scores = [score | {"name": name} for score, name in zip(whole["scores"], SCORES, strict=True)]
    return whole | {"checklist": checklist, "scores": scores}


def measure(rounds: int = ROUNDS) -> list[Row]:
    """Measure all commands in turn, so that a busy moment affects each of them."""
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder))
        place.run(place.prompted)
        for command in place.commands.values():
            # This fills the caches. The hook reviews the work at its first call; later nothing has changed.
            place.run(command)
        turns = [
            {name: place.run(command) for name, command in place.commands.items()}
            for _ in range(rounds)
        ]
    rows = []
    for name in list(turns[0])[1:]:
        limit = Target(HOOK_LIMIT, of="ours") if name == HOOK else None
        ours, floor = ([turn[each] for turn in turns] for each in (name, FLOOR))
        rows.append(Row(name, "ms", ours, FLOOR, floor, target=limit, headline=name == HOOK))
    return rows


if __name__ == "__main__":
    show(measure())

"""Run the runs of a recorded state again: from the same seed, with the same replies, by the code of now.

All but the beginning of a run is taken off its record: what was asked, the work, the seed and the configuration stay.
Every prompt, every ballot and every verdict is made anew, and has to be the same byte for byte. What may differ are
times, and the number of the attempt at the end of the engine's own keys.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.behaviour.package import sandbox_found_anew
from tests.support.collector import Collector
from tests.support.shell import call
from tests.support.waiting import PATIENCE
from tests.upgrade.unpacked import unpack

STATE = "70a7387"  # a folder of tests/upgrade

# The titles of the runs: one of each protocol, a council, a workflow, and a workflow with a panel.
DONE = (
    "Greet by one judge",
    "Greet before examiners",
    "Greet or wait",
    "Agree on the list of guests",
)
UNDER_WAY = "Greet in a branch"  # it ends when it is run again
OFFERED = "Greet in a pull request"  # it waits for a message

# The kinds of events that stay.
KEPT = {
    "~start",
    "configuration",
    "seed",
    "issue",
    "work",
    "detected",
    "setup",
    "settings",
    "place",
}
# The judge of examiners is shown the outputs of their tools in an order that differs from run to run.
UNORDERED = "ask/rule/"
# The instructions of these prompts are not those of this state. Their material is the same, in another order.
REWORDED = ("ask/rubric/", "ask/judge/", "ask/debate/")
FENCED = re.compile(r"<<<UNTRUSTED .*?UNTRUSTED>>>", re.DOTALL)
TIMES = {"seconds", "at", "until", "began"}

Record = dict[str, tuple[str, Any]]


def path_without(program: str, folder: Path) -> str:
    """Return a PATH with every program of ours but one, as links in a new folder."""
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for file in Path(place).glob("*"):
            link = folder / file.name
            if file.name != program and not link.is_symlink():
                link.symlink_to(file)
    return str(folder)


class RecordedState:
    """A copy of the state that a release has left."""

    def __init__(self, place: Path) -> None:
        unpack(STATE, place)
        self.place = place
        self.home = place / "home"
        # The runs were recorded without a sandbox, and their prompts offer no experiments.
        path = path_without("bwrap", place / "programs")
        self.env = {**os.environ, "COORDINATOR_HOME": str(self.home), "PATH": path}

    def database(self) -> sqlite3.Connection:
        return sqlite3.connect(self.home / "state.db", isolation_level=None)

    def id(self, title: str) -> str:
        """Return the id of the only run with this title."""
        with closing(self.database()) as db:
            [(run_id,)] = db.execute("SELECT run FROM listing WHERE title = ?", (title,)).fetchall()
        return str(run_id)

    def record(self, run_id: str) -> Record:
        """Return the kind and the body of each event by its key, without times."""
        with closing(self.database()) as db:
            rows = db.execute(
                "SELECT key, kind, body FROM events WHERE run = ? ORDER BY seq", (run_id,)
            ).fetchall()
        return {
            _plain_key(key): (kind, _without_times(json.loads(body))) for key, kind, body in rows
        }

    def prompts(self, run_id: str) -> dict[str, str]:
        """Return the text of each prompt by the key of its ask."""
        asks = {
            key: body["prompt"]
            for key, (_, body) in self.record(run_id).items()
            if key.startswith("ask/")
        }
        with closing(self.database()) as db:
            texts = dict(db.execute("SELECT hash, text FROM texts"))
        found = {}
        for key, prompt in asks.items():
            text = texts[prompt]
            if key.startswith("ask/debate/"):
                text = _points_and_reports(text)
            if key.startswith(REWORDED):
                text = "\n".join(sorted(FENCED.findall(text)))
            if key.startswith(UNORDERED):
                text = "\n".join(sorted(text.splitlines()))
            found[key] = text
        return found

    def forget(self, run_id: str, more: list[dict[str, Any]]) -> None:
        """Take a run back to its beginning, and have its agents say again what they said, and `more`."""
        replies = [
            _reply(key, body)
            for key, (_, body) in self.record(run_id).items()
            if key.startswith("ask/")
        ]
        lines = [json.dumps(line) + "\n" for line in (*replies, *more)]
        (self.home / "replies.jsonl").write_text("".join(lines), encoding="utf-8")
        with closing(self.database()) as db:
            [(guard,)] = db.execute("SELECT sql FROM sqlite_master WHERE name = 'events_stay'")
            db.execute("DROP TRIGGER events_stay")
            keys = [key for (key,) in db.execute("SELECT key FROM events WHERE run = ?", (run_id,))]
            for key in keys:
                if not _is_kept(key):
                    db.execute("DELETE FROM events WHERE run = ? AND key = ?", (run_id, key))
            db.execute(guard)
            db.execute(
                "UPDATE runs SET state = 'open', owner = '', ended = 0 WHERE id = ?", (run_id,)
            )
            db.execute("UPDATE listing SET state = 'open', panel = 'open' WHERE run = ?", (run_id,))

    def resume(self, run_id: str, **env: str) -> int:
        """Run it to its end, and return the exit code."""
        with sandbox_found_anew():
            return call("resume", run_id, env={**self.env, **env}, cwd=self.place).returncode

    def resume_until_merged(self, run_id: str, **env: str) -> int:
        """Run it until it waits, say that its pull request is merged, and return the exit code."""
        command = [sys.executable, "-m", "coordinator", "resume", run_id]
        with subprocess.Popen(command, cwd=self.place, env={**self.env, **env}) as process:
            try:
                deadline = time.monotonic() + PATIENCE
                while not self._is_offered(run_id):
                    assert process.poll() is None, "it has ended"
                    assert time.monotonic() < deadline, "it does not wait"
                    time.sleep(0.05)
                call("decide", run_id, "pr_merged", env=self.env, cwd=self.place)
                return process.wait(PATIENCE)
            finally:
                process.kill()

    def _is_offered(self, run_id: str) -> bool:
        keys = list(self.record(run_id))
        asked = "ask/work/Agent/2"
        return asked in keys and any(key.startswith("wait/") for key in keys[keys.index(asked) :])


def last_opinion() -> dict[str, Any]:
    """What the judge of a stage had still to say when the run was killed."""
    reply = {"verdict": "pass", "summary": "I have looked.", "findings": [], "required_fixes": []}
    return {
        "seat": "review",
        "purpose": "stage",
        "round": 2,
        "reply": {"reference": "{{reference}}", **reply},
    }


def spans_of_runs(place: Path) -> str:
    """Return the name of each span and the names of its attributes, of all runs that are run again."""
    state = RecordedState(place)
    with Collector() as collector:
        for title in (*DONE, UNDER_WAY):
            run_id = state.id(title)
            state.forget(run_id, [last_opinion()])
            state.resume(run_id, **collector.env)
        offered = state.id(OFFERED)
        state.forget(offered, [])
        state.resume_until_merged(offered, **collector.env)
        collector.shutdown()
    lines = set()
    for span in collector.spans:
        if span.name == "wait glance":  # there is one only if the run has waited for some time
            continue
        lines.add(
            f"{span.name}: {', '.join(sorted(attribute.key for attribute in span.attributes))}"
        )
    return "\n".join(sorted(lines)) + "\n"


def _reply(key: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return the line of a file of replies that says again what was said in an ask."""
    _, purpose, *seat, number = key.split("/")
    return {
        "seat": seat[-1],
        "purpose": purpose,
        "round": int(number),
        "reply": body["ending"]["text"],
    }


def _points_and_reports(prompt: str) -> str:
    """Return what a debate is about. In this state the case followed it, and now the answer does."""
    debated = prompt.partition("## The open points")[2]
    return debated.partition("## What was asked")[0].partition("## Your answer")[0]


def _is_kept(key: str) -> bool:
    # The folder that the panel at a stage has looked at is gone.
    return key.partition("/")[0] in KEPT and not key.startswith("work/panel/")


def _plain_key(key: str) -> str:
    return re.sub(r"^(~\w+)/\d+$", r"\1", key)


def _without_times(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_times(each) for each in value]
    if isinstance(value, dict):
        plain = {}
        for key, each in value.items():
            is_a_time = key in TIMES and isinstance(each, int | float)
            plain[key] = "a time" if is_a_time else _without_times(each)
        return plain
    return value

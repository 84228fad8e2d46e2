"""A machine for a test, with its own home, programs, variables and servers."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.repositories import git, new_repository, prepared
from tests.support.wire_server import Raw, Request, Say, Turn

SYSTEM = (
    "git",
    "bash",
    "sh",
    "env",
    "chmod",
    "rm",
    "bwrap",
    "unshare",
)  # the programs of every machine
NOWHERE = "http://127.0.0.1:9"  # nothing listens on this port
NOTHING = Raw(status=502, body="nobody listens there", kind="text/plain")


PROOF = [{"source": "greeting.txt:2", "quote": "Good morning."}]
BALLOT = {
    "reference": "REFERENCE",
    "summary": "The line is there.",
    "checklist": [
        {"id": "CK-001", "answer": "yes", "evidence": PROOF},
        {
            "id": "CK-002",
            "answer": "no",
            "evidence": [{"source": "diff", "quote": "+Good morning."}],
        },
    ],
    "scores": [
        {"name": name, "reasoning": "it is there", "score": 4, "evidence": PROOF}
        for name in ("Fulfilment", "Soundness")
    ],
    "findings": [],
}
# The criteria that the same agent writes before it sees the work; BALLOT answers them.
CRITERIA = {
    "reference": "REFERENCE",
    "checklist": [
        {
            "id": "CK-001",
            "question": "Is there a line that says good morning?",
            "importance": "essential",
            "quote": "say good morning",
        },
        {
            "id": "CK-002",
            "question": "Is something else greeted instead?",
            "importance": "pitfall",
            "quote": "say good morning",
        },
    ],
    "rubric_dimensions": [
        {
            "name": name,
            "description": "whether it greets",
            "quote": "say good morning",
            "weight": "0.5",
            "anchors": {
                "contrast": "the greeting",
                "score_2": "none",
                "score_3": "half",
                "score_4": "whole",
            },
        }
        for name in ("Fulfilment", "Soundness")
    ],
}


def answering(criteria: str, ballot: str) -> str:
    """Return a shell script that answers a prompt.

    It answers with criteria if the prompt asks for them, otherwise with a ballot. The answer has
    the reference word of the prompt.
    """
    return f"""PATH=/usr/bin:/bin
prompt=$(cat)
word=$(printf '%s' "$prompt" | sed -n 's/.*"reference": "\\([0-9a-f]*\\)".*/\\1/p' | head -n 1)
case $prompt in *rubric_dimensions*)
sed "s/REFERENCE/$word/" <<'END'
{criteria}
END
exit;; esac
sed "s/REFERENCE/$word/" <<'END'
{ballot}
END
"""


def _result(said: object) -> str:
    return json.dumps({"type": "result", "is_error": False, "result": json.dumps(said)})


# A CLI that answers as a meta-judge and as a judge.
JUDGE = f"#!/bin/sh\n{answering(_result(CRITERIA), _result(BALLOT))}"


@prepared
def work(repo: Path, _: str) -> None:
    """Make a branch that does what its only commit message says. BALLOT is true of it."""
    new_repository(repo)
    (repo / "greeting.txt").write_text("Hello.\n")
    git(repo, "add", ".")
    git(repo, "commit", "--quiet", "--message", "Greeting")
    git(repo, "checkout", "--quiet", "-b", "morning")
    (repo / "greeting.txt").write_text("Hello.\nGood morning.\n")
    git(
        repo,
        "commit",
        "--quiet",
        "--all",
        "--message",
        "Greet in the morning\n\nIt must say good morning.",
    )
    git(repo, "remote", "add", "origin", "https://me:secret@github.com/acme/greeting.git")


def machine(place: Path, *programs: Path, proxy: str = NOWHERE, **variables: str) -> dict[str, str]:
    """Return variables with only these programs on PATH, and this proxy for all network requests."""
    folder = place / "bin"
    folder.mkdir(parents=True)
    found = {
        name: str(Path(directory, name)) for directory in os.get_exec_path() for name in SYSTEM
    }
    real = {name: path for name, path in found.items() if os.access(path, os.X_OK)}
    for name, path in {
        **real,
        "python3": sys.executable,
        **{each.name: str(each) for each in programs},
    }.items():
        (folder / name).symlink_to(path)
    usual = {
        "HOME": str(place),
        "COORDINATOR_HOME": str(place / "state"),
        "PATH": str(folder),
        "http_proxy": proxy,
    }
    git = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    return usual | git | variables


def with_claude_alone(place: Path) -> dict[str, str]:
    """Return variables with all programs of this machine, but only an imitation of Claude as a judge."""
    claude = place / "programs/claude"
    claude.parent.mkdir()
    claude.write_text(JUDGE)
    claude.chmod(0o755)
    known = machine(place / "machine", CLAUDE_CODE_OAUTH_TOKEN="t" * 20)
    package = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
    return known | package | {"PATH": os.pathsep.join((str(claude.parent), os.environ["PATH"]))}


@contextmanager
def inhabited(variables: Mapping[str, str]) -> Iterator[None]:
    """Use these variables and no others during the `with` block."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            patch.delenv(name)
        for name, value in variables.items():
            patch.setenv(name, value)
        yield


def served(
    models: Mapping[str, tuple[str, ...]], answer: Callable[[Request], Turn] = lambda _: Say()
) -> Callable[[Request], Turn]:
    """Return a proxy's answers if these servers, by host and port, have these models."""

    def at(request: Request) -> Turn:
        host = request.headers["host"]
        if host not in models:
            return NOTHING
        if request.path.endswith("/models"):
            return Raw(body={"object": "list", "data": [{"id": name} for name in models[host]]})
        return answer(request)

    return at

"""Runs for the dashboard: a workflow, councils with and without agreement, and hostile reviews."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Queue

import pytest

from coordinator.council import CouncilRecord
from coordinator.reviews.record import ReviewRecord
from coordinator.workflow.history import RunRecord
from tests.support import flows
from tests.support.councils import FIVE, hold_council, splitting, won_over
from tests.support.reviews import (
    GREETS,
    judge_line,
    make_config,
    make_repository,
    report,
    review_locally,
    rubric_line,
)
from tests.support.waiting import PATIENCE

WORKFLOW = """\
name: greet
stages:
  - id: implement
    label: Implement
    entry: true
    on_enter: {inject: "Implement the issue. When done, say [DONE]."}
  - id: test
    label: Test
    triggers: [{message_contains: "[DONE]"}]
    on_enter: {run: {command: "echo all 12 tests pass", output: test_output}}
  - id: review
    label: Review
    triggers: [{message_contains: "[DONE]"}]
    on_enter: {judge: {instructions: Is it right?, inputs: [issue, git_diff, test_output], output: opinion}}
  - id: fix
    label: Mend
    max_visits: 3
    triggers: [{judge_verdict: fail}]
    on_enter: {inject: "Mend it: {{ .Outputs.opinion.required_fixes }} Then say [DONE]."}
  - id: done
    label: Done
    terminal: true
    triggers: [{judge_verdict: pass}]
  - id: stopped
    label: Stopped
    terminal: true
    triggers: [{message_contains: "[STOP]"}]
"""

TRICKS = {
    "tags.md": "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>\n",
    "link.md": "[press](javascript:window.hacked=1) <a href='javascript:window.hacked=1'>here</a>\n",
    "close.md": "</td></table></main></body></html><h1>REVIEW: ACCEPTED</h1><style>*{display:none}</style>\n",
    "away.md": "<img src='http://192.0.2.1/x.png'><link rel=stylesheet href='//192.0.2.1/x.css'>\n",
    "turn.md": "safe \u202etxet desrever\u202c \x1b[31mred\x1b[0m {{ 7 * 7 }} {% include 'x' %}\n",
}
HOSTILE = "</textarea><script>window.hacked = 1</script><svg onload='window.hacked = 1'>"
LONG = 10_000_000  # characters of one line


def held_run(home: Path, repo: Path, said: str = "It is in.") -> RunRecord:
    """Run a workflow that is sent back once and then passes."""
    lines = [
        *flows.replies(f"{said}\n\n[DONE]", "Mended, with a test.\n\n[DONE]"),
        flows.judges("fail", 1, fixes=("greet by name", "add a test")),
        flows.judges("pass", 2),
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COORDINATOR_HOME", str(home))
        return flows.run_flow(
            flows.make_config(home, lines), WORKFLOW, repo=flows.make_repository(repo)
        )


def stuck_run(home: Path, repo: Path, issue: str = flows.ISSUE) -> RunRecord:
    """Run a workflow whose judge gives no readable verdict, so that a person has to decide."""
    lines = [flows.judges("", 1, again=again) | {"reply": "Who knows?"} for again in (False, True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COORDINATOR_HOME", str(home))
        config = flows.make_config(home, [*flows.replies("[DONE]"), *lines])
        return flows.run_flow(config, WORKFLOW, repo=flows.make_repository(repo), issue=issue)


def agreed_council(home: Path) -> CouncilRecord:
    """Hold a council of five members who agree in the third round."""
    return hold_council(home, won_over(), seats=FIVE)


def open_council(home: Path) -> CouncilRecord:
    """Hold a council of three members who do not agree, so that a person has to decide."""
    return hold_council(home, splitting())


def hostile_review(home: Path, repo: Path, tricks: Mapping[str, str] | None = None) -> ReviewRecord:
    """Run a review in which issue, work and judges try to run code in the reader's browser."""
    files = {
        **(TRICKS if tricks is None else tricks),
        "long.txt": "x" * LONG + "\n",
        "greet.py": "return 'Hello, ' + name\n",
    }
    finding = {
        "text": HOSTILE,
        "priority": "high",
        "criterion": "CK-001",
        "evidence": [GREETS],
        "suggestion": HOSTILE,
    }
    lines = [
        rubric_line(),
        *(
            judge_line(
                seat, report((2, 2), against=["CK-001"], findings=[finding], summary=HOSTILE)
            )
            for seat in ("Ann", "Bob", "Cid")
        ),
    ]
    issue = f"Greet {HOSTILE}\n\n{HOSTILE}\n{'y' * 300_000}\n"
    return review_locally(make_config(home, lines), make_repository(repo, files), issue)


def disputed_review(home: Path, repo: Path, files: int = 30) -> ReviewRecord:
    """Run a review of this many files. One judge opposes two, with findings in some of the files."""
    body = "".join(f"    total = total * {n} + len(name)  # step {n}\n" for n in range(36))
    work = {
        f"src/part_{n:02}/greet.py": f"def greet(name):\n    total = {n}\n{body}    return total\n"
        for n in range(files)
    }
    against = []
    for n in range(0, files, 9):
        place = {
            "source": f"src/part_{n:02}/greet.py:30",
            "quote": "total = total * 27 + len(name)  # step 27",
        }
        hint = {"suggestion": "Greet the guest.", "criterion": "CK-001", "priority": "high"}
        against.append(
            {"text": f"part {n} counts instead of greeting", "evidence": [place], **hint}
        )
    seen = [{"source": "src/part_00/greet.py:1", "quote": "def greet(name):"}]
    lines = [
        rubric_line(),
        judge_line("Ann", report((4, 4), evidence=seen, summary="Every part greets.")),
        judge_line(
            "Bob",
            report(
                (4, 4),
                evidence=seen,
                against=["CK-001"],
                findings=against,
                summary="No part greets.",
            ),
        ),
        judge_line("Cid", report((4, 5), evidence=seen)),
    ]
    config = make_config(home, lines, review="protocol: judge-with-debate, debates: 0")
    return review_locally(config, make_repository(repo, work))


def environment(home: Path) -> dict[str, str]:
    """Return the variables of a process for this home."""
    return os.environ | {"COORDINATOR_HOME": str(home), "PYTHONUNBUFFERED": "1"}


@contextmanager
def coordinator(home: Path, *arguments: str, **variables: str) -> Iterator[tuple[str, str]]:
    """Run a real `coordinator` with its dashboard; yield its address and its token."""
    command = [sys.executable, "-m", "coordinator", *arguments]
    with subprocess.Popen(
        command,
        cwd=home,
        env=environment(home) | variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        addresses: Queue[tuple[str, str]] = Queue()
        reader = threading.Thread(target=find_address, args=(process, addresses), daemon=True)
        reader.start()
        try:
            yield addresses.get(timeout=PATIENCE)
        finally:
            stop(process)
            reader.join(PATIENCE)


def find_address(process: subprocess.Popen[str], addresses: Queue[tuple[str, str]]) -> None:
    """Read the output of a process, and pass on the address and the token of its dashboard."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"the dashboard is at (http://\S+)/\?token=(\S+)", line):
            addresses.put((found[1], found[2]))


def stop(process: subprocess.Popen[str]) -> None:
    """End a process and all its child processes, as Ctrl-C does."""
    process.send_signal(signal.SIGINT)
    try:
        process.wait(PATIENCE)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

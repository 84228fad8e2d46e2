"""What an author tries with the masking of secrets: to hide code behind it, and to keep the daemon busy with it."""

from __future__ import annotations

import asyncio
import shlex
import sys
import time
from pathlib import Path

import pytest

from coordinator.config.checks import CheckConfig
from coordinator.workspace.checks.kinds import run_command
from coordinator.workspace.checks.setup import ReadyCopy
from coordinator.workspace.masking import MaskedStream, withhold
from coordinator.workspace.sandbox.sandbox import find_sandbox
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.support.reviews import make_repository

pytestmark = [pytest.mark.adversary]

SLACK = "xox" + "b-1234567890-1234567890-"
WORST = {
    "one token that never ends": SLACK,
    "tokens": SLACK[:-1] + "\n",
    "encoded tokens": "-ZXlK" + "aGJHY2lPaU" + "a" * 40,
    "words that begin a rule": "ext_test_live_api-linear sk ey s. -----begin ",
    "markers of keys": "-----BEGIN PRIVATE KEY-----\n",
    "markers of keys in a diff": "------BEGIN PRIVATE KEY-----\n+x\n",
}
HIDDEN = '''\
import os
"""
-----BEGIN RSA PRIVATE KEY-----
"""
os.system("touch was-hidden-from-every-judge-and-from-every-experiment")
"""
-----END RSA PRIVATE KEY-----
"""
'''
LONGEST_TURN = 0.3  # seconds of the processor that one turn of the event loop may take


def masking_time(text: str, tries: int) -> float:
    """Return the processor time of masking, which does not depend on what else the machine does."""
    taken = []
    for _ in range(tries):
        began = time.process_time()
        withhold(text)
        taken.append(time.process_time() - began)
    return min(taken)


@pytest.mark.parametrize("name", WORST)
def test_the_time_of_masking_grows_in_proportion_to_the_text(name: str) -> None:
    unit = WORST[name]
    taken = masking_time(unit * (10_000 // len(unit)), 3)
    sizes = {100_000: 3, 1_000_000: 2}
    if name == "one token that never ends":
        sizes[10_000_000] = 1
    for size, tries in sizes.items():
        before, taken = taken, masking_time(unit * (size // len(unit)), tries)
        # Ten times the text takes ten times as long; if the time grew with the square, it would take a hundred times.
        assert taken < 30 * max(before, 0.002), (
            f"{size} bytes took {taken:.3f} s, a tenth of them {before:.3f} s"
        )


def test_a_stream_of_the_worst_text_is_masked_in_the_time_of_its_blocks() -> None:
    taken = []
    for count in (4, 40):
        stream = MaskedStream(lambda _: None)
        began = time.process_time()
        for _ in range(count):
            stream.feed(SLACK.encode() * 500)
        stream.finish()
        taken.append(time.process_time() - began)
    assert taken[1] < 30 * max(taken[0], 0.002)


def test_a_check_that_prints_what_is_slow_to_mask_does_not_stop_the_daemon(tmp_path: Path) -> None:
    longest, turns = 0.0, 0

    async def beat() -> None:
        nonlocal longest, turns
        while True:
            began = time.thread_time()
            await asyncio.sleep(0)
            longest = max(longest, time.thread_time() - began)
            turns += 1

    async def check() -> str:
        command = shlex.join([sys.executable, "-c", f"print({SLACK!r} * 400_000)"])
        config = CheckConfig(run=command, timeout=600)
        heart = asyncio.create_task(beat())
        try:
            return (
                await run_command(config, ReadyCopy(folder=str(tmp_path)), find_sandbox())
            ).output
        finally:
            heart.cancel()

    output = asyncio.run(check())
    assert longest < LONGEST_TURN
    assert turns > 100
    assert SLACK not in output
    assert "[withheld: slack bot token]" in output


def test_code_between_the_markers_of_a_key_is_shown_and_run(tmp_path: Path) -> None:
    repo = make_repository(tmp_path / "repo", {"greet.py": HIDDEN})
    work = asyncio.run(snapshot(str(repo), "main", tmp_path / "work"))
    workspace = Workspace(work, tmp_path / "work")
    folder = Path(asyncio.run(workspace.folder("judge")))
    assert "was-hidden" in work.diff
    assert asyncio.run(workspace.file("greet.py")) == HIDDEN
    assert (folder / "greet.py").read_text() == HIDDEN

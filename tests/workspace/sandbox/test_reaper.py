"""What a killed process has started ends with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from coordinator.workspace.sandbox.process import ProcessReaper
from tests.support.processes import alive
from tests.support.waiting import PATIENCE, wait_until

# Starts groups of its own, one after another and beside each other, and says which.
STARTER = """
import asyncio, os, sys
from pathlib import Path
from coordinator.workspace.sandbox.process import run

def say(chunk):
    os.write(1, chunk)

async def start(script):
    return await run(("/bin/sh", "-c", script), cwd=Path("/"), env={"PATH": os.environ["PATH"]}, output=say)

async def main():
    for _ in range(3):
        await start("true")
    await asyncio.gather(*(start("sleep 1000 & trap '' TERM; echo $$; wait; sleep 1000") for _ in range(3)))

asyncio.run(main())
"""


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_what_a_killed_process_has_started_ends_at_once(by: signal.Signals) -> None:
    with subprocess.Popen((sys.executable, "-c", STARTER), stdout=subprocess.PIPE) as starter:
        assert starter.stdout is not None
        groups = [int(starter.stdout.readline()) for _ in range(3)]
        assert all(len(alive(group)) == 2 for group in groups)
        starter.send_signal(by)
        starter.wait()
    wait_until(lambda: not any(alive(group) for group in groups))


def hang_up(custody: ProcessReaper) -> None:
    """Let its shell see the end of its input, as when its owner is killed; what it is told later goes nowhere."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), custody.pipe, inheritable=False)


def test_what_has_ended_is_not_ended_again(tmp_path: Path) -> None:
    custody = ProcessReaper()
    with (
        subprocess.Popen(("sleep", "1000"), start_new_session=True) as other,
        custody.ending(999_999_999),
    ):
        with custody.ending(other.pid), custody.ending(other.pid + 1):
            pass
        marker = tmp_path / "done"
        script = ("sh", "-c", f"sleep 1000; touch {marker}")
        with subprocess.Popen(script, start_new_session=True) as last, custody.ending(last.pid):
            hang_up(custody)
            assert last.wait(PATIENCE) == -signal.SIGKILL  # the shell has gone through its list
        assert other.poll() is None
        other.kill()


def test_a_shell_that_somebody_ended_is_replaced_and_told_of_everything() -> None:
    custody = ProcessReaper()
    with (
        subprocess.Popen(("sleep", "1000"), start_new_session=True) as one,
        custody.ending(one.pid),
    ):
        read, write = os.pipe()
        os.close(read)
        os.dup2(write, custody.pipe, inheritable=False)  # as if its reader were gone
        os.close(write)
        with (
            subprocess.Popen(("sleep", "1000"), start_new_session=True) as two,
            custody.ending(two.pid),
        ):
            hang_up(custody)
            assert (one.wait(PATIENCE), two.wait(PATIENCE)) == (-signal.SIGKILL, -signal.SIGKILL)

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import coordinator
from coordinator.engine.owner import is_dead, new_owner
from tests.support.waiting import wait_until

SAY_AND_STAY = """
import sys
from coordinator.engine.owner import new_owner
print(new_owner(), flush=True)
sys.stdin.read()
"""


def changed(owner: str, **parts: str) -> str:
    names = ("host", "boot", "pid", "start", "number")
    return "|".join(
        parts.get(name, value) for name, value in zip(names, owner.split("|"), strict=True)
    )


def test_this_process_is_alive_and_each_engine_has_its_own_name() -> None:
    first, second = new_owner(), new_owner()
    assert first != second
    assert not is_dead(first)
    assert not is_dead(second)


def test_a_killed_process_is_dead_even_before_its_parent_has_noticed() -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(coordinator.__file__).parents[1])}
    command = [sys.executable, "-c", SAY_AND_STAY]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        owner = process.stdout.readline().strip()
        assert not is_dead(owner)
        process.kill()
        wait_until(lambda: is_dead(owner), lambda: "it is still taken for alive")
    assert is_dead(owner)


def test_a_reused_pid_and_an_earlier_boot_are_dead() -> None:
    assert is_dead(changed(new_owner(), start="1"))
    assert is_dead(changed(new_owner(), boot="an earlier one"))


def test_nobody_can_tell_from_here_whether_a_process_elsewhere_is_dead() -> None:
    assert not is_dead(changed(new_owner(), host="elsewhere", pid="0", start="1"))

"""Work that fills the disk for a moment: the reviews of others go on once there is room again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.waiting import PATIENCE

pytestmark = [pytest.mark.adversary, pytest.mark.needs("bubblewrap")]

SIZE = 4 << 20  # bytes of the disk


def on_small_disk(act: str, disk: Path) -> subprocess.CompletedProcess[str]:
    """Do an act of the program on a disk of its own."""
    disk.mkdir()
    mounts = ("--dev-bind", "/", "/", "--size", str(SIZE), "--tmpfs", str(disk))
    program = (sys.executable, "-m", "tests.support.full_state_disk", act, str(disk))
    return subprocess.run(
        ("bwrap", *mounts, "--", *program),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=os.environ,
        check=False,
    )


def test_a_write_waits_for_room_on_the_disk(tmp_path: Path) -> None:
    done = on_small_disk("writer", tmp_path / "disk")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "['before', 'during', 'after']\n"


def test_a_daemon_goes_on_after_its_disk_was_full_for_long(tmp_path: Path) -> None:
    done = on_small_disk("daemon", tmp_path / "disk")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "acts: 2\n"

"""What a test needs is looked for in one place, and what is missing is said at the end of a run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.programs import PROGRAMS

LOOKS = re.compile(
    r"shutil\.which|find_sandbox\(\)\.(kind|missing)|/usr/lib/postgresql|importorskip"
)
SAMPLE = """
import pytest
from tests.support.programs import needing

@pytest.fixture(params=needing("go"))
def go():
    raise AssertionError("the program was not looked for before")

def test_by_a_fixture(go):
    pass

@pytest.mark.needs("go", "npm")
def test_by_a_marker():
    raise AssertionError

@pytest.mark.skip(reason="as it pleases")
def test_for_another_reason():
    raise AssertionError

def test_of_nothing():
    pass
"""


def test_no_other_file_of_the_tests_looks_for_a_program() -> None:
    apart = {Path(__file__), ROOT / "tests/support/programs.py"}
    found = [
        file
        for file in (ROOT / "tests").rglob("*.py")
        if LOOKS.search(file.read_text(encoding="utf-8"))
    ]
    assert set(found) <= apart


def test_every_marker_names_a_program_of_the_table() -> None:
    calls = re.compile(r"(?:mark\.needs|needing)\(([^)]*)\)")
    named = set()
    for file in (ROOT / "tests").rglob("*.py"):
        for given in calls.findall(file.read_text(encoding="utf-8")):
            named |= set(re.findall(r'"([a-z-]+)"', given))
    assert named <= set(PROGRAMS)


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_last_lines_count_the_skipped_tests_with_the_command_that_brings_the_program_in(
    tmp_path: Path, workers: str
) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "conftest.py").write_text("from tests.conftest import *  # noqa: F403\n")
    (tmp_path / "test_sample.py").write_text(SAMPLE)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = needs\n")
    env = {
        **os.environ,
        "PATH": str(tmp_path / "bin"),
        "PYTHONPATH": str(ROOT),
        "PYTEST_ADDOPTS": "",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # each process would load all plugins
    }
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "xdist",
        "-n",
        workers,
        "-q",
        "--strict-markers",
        str(tmp_path),
    ]
    ran = subprocess.run(
        command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout
    *_, head, first, second, last = ran.stdout.splitlines()
    assert "skipped tests, by reason" in head
    assert first == "    2 go is missing (a workflow on work in Go): apt-get install golang-go"
    assert second == "    1 as it pleases"
    assert last.startswith("1 passed, 3 skipped")


def scratch(**variables: str) -> str:
    """The folder in which `make test` has its temporary files, with these variables."""
    env = {"PATH": os.environ["PATH"], **variables}
    return subprocess.run(
        [ROOT / ".ci/scratch"], env=env, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_temporary_files_are_where_the_user_wants_them_or_in_memory_or_on_disk(
    tmp_path: Path,
) -> None:
    assert scratch(TMPDIR=str(tmp_path)) == str(tmp_path)
    assert scratch() in ("/dev/shm", "/tmp")

"""The tests that a check has left out are read from its command and its output."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from coordinator.parsing.left_out_tests import NAMED, left_out_tests

TESTS = """\
import unittest, pytest
def test_a(): pass
def test_b(): pass
@pytest.mark.skip(reason="needs a printer")
def test_c(): pass
class Old(unittest.TestCase):
    @unittest.skip("needs a plotter")
    def test_d(self): pass
"""


def ran(place: Path, *command: str) -> tuple[str, str]:
    """Return a command and its output on the tests above."""
    (place / "test_some.py").write_text(TESTS)
    words = (sys.executable, "-m", *command)
    done = subprocess.run(
        words, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return "python -m " + " ".join(f"'{word}'" for word in command), done.stdout


PLAIN = ("-p", "no:cacheprovider", "-p", "no:randomly")


def test_deselected_tests_are_counted_and_their_options_named(tmp_path: Path) -> None:
    left_out = "test_some.py::test_b"
    given = ("pytest", *PLAIN, "-q", "--deselect", left_out, "-k", "not plotter")
    assert left_out_tests(*ran(tmp_path, *given)) == (
        f"1 deselected, by the options --deselect {left_out}; -k not plotter, 2 skipped"
    )


@pytest.mark.parametrize(
    ("option", "named"),
    [
        ("-rs", "test_some.py:4: needs a printer"),
        ("-v", "test_some.py::test_c; test_some.py::Old::test_d"),
    ],
)
def test_skipped_tests_are_named_where_pytest_names_them(
    tmp_path: Path, option: str, named: str
) -> None:
    told = left_out_tests(*ran(tmp_path, "pytest", *PLAIN, option))
    assert told.startswith("2 skipped: ")
    assert named in told


def test_skipped_tests_of_unittest_are_named(tmp_path: Path) -> None:
    told = left_out_tests(*ran(tmp_path, "unittest", "-v", "test_some"))
    assert told == "1 skipped: test_d (test_some.Old.test_d)"


def test_nothing_is_said_where_all_tests_ran(tmp_path: Path) -> None:
    given = ("pytest", *PLAIN, "test_some.py::test_a")
    assert left_out_tests(*ran(tmp_path, *given)) == ""
    assert left_out_tests("make test", "OK\n3 skipped words in prose\n") == ""


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("python -m pytest", ""),
        ("python -m pytest -m 'not slow'", "by the options -m not slow"),
        ("cd src && .venv/bin/pytest --deselect=a.py::b; grep -k x", "by the options --deselect=a.py::b"),
        ("pytest -k 'unclosed", "by the options -k 'unclosed"),
        ("pytest -k", "by the options -k "),
    ],
)  # fmt: skip
def test_options_are_read_from_the_command(command: str, told: str) -> None:
    assert left_out_tests(command, "") == told


def test_a_hostile_output_takes_little_time_and_room() -> None:
    lines = "".join(f"SKIPPED [1] test_{number}.py:1: {'x' * 1_900}\n" for number in range(99))
    total = f"{'=' * 9_999} {'1 skipped, ' * 9_999} in 0.1s\n{'9' * 9_999} skipped in 1.0s\n"
    told = left_out_tests("pytest", lines + total * 9)
    assert "\n" not in told
    assert len(told) < 200 * (NAMED + 1)

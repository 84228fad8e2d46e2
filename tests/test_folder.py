"""What a model may look at in its folder, and what it may not."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from coordinator.agents.file_tools import CALLS, FileTools
from coordinator.config.settings import CheckConfig
from tests.waiting import PATIENCE


def test_a_folder_shows_its_files_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("outside")
    work = tmp_path / "work"
    (work / "src").mkdir(parents=True)
    (work / "src" / "a.py").write_text("one\ntwo\nthree\n")
    (work / ".env").write_text("TOKEN=inside\n")
    (work / "data.bin").write_bytes(b"\0one")
    (work / "big.txt").write_text("x" * 100_000)
    (work / "out").symlink_to(tmp_path / "secret")
    (work / "up").symlink_to(tmp_path)
    folder = FileTools(str(work))

    def said(tool: str, **arguments: object) -> str:
        folder.left = CALLS
        return asyncio.run(folder.answer(tool, arguments))

    assert said("list_files", directory=".") == "big.txt\ndata.bin\nsrc/a.py"
    assert said("list_files", directory="nowhere") == "no files there"
    assert said("list_files", directory="up") == "not possible: the path leads out of the work"
    assert said("read_file", path="src/a.py", line="2") == "2: two\n3: three\n4: "
    assert said("read_file", path="data.bin") == "1: (not a text)"
    assert len(said("read_file", path="big.txt")) < 21_000
    for path in (".env", "src", "nothing", ""):
        assert said("read_file", path=path) == "there is no such file"
    for path in ("out", "up/secret", "../secret", str(tmp_path / "secret"), "src/../../secret"):
        assert said("read_file", path=path) == "not possible: the path leads out of the work"
    assert said("read_file", path="a\0b").startswith("not possible")
    assert said("read_file", path="src/a.py", line="x").startswith("not possible")
    assert said("search", text="one") == "src/a.py:1: one"
    assert said("search", text="inside") == "no line contains it"
    assert said("search", text=" ") == "there is nothing to look for"
    assert said("rm", path="src") == "there is no tool 'rm'; there are list_files, read_file, search"


def test_a_check_runs_in_the_folder_within_its_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "leaked")
    check = CheckConfig(name="tests", run="pwd; env; yes | head -c 500000; echo; echo all well", output=50_000)
    said = asyncio.run(FileTools(str(tmp_path), [check]).answer("run_check", {"name": "tests"}))
    assert said.startswith(f"green: exit 0: all well\n\n{tmp_path}\n")
    assert said.endswith("all well")
    assert len(said) < 11_000
    assert "leaked" not in said


def test_a_check_that_is_not_named_is_not_run(tmp_path: Path) -> None:
    folder = FileTools(str(tmp_path), [CheckConfig(name="tests", run="touch ran")])
    for wrong in ({}, {"name": ""}, {"name": "touch ran"}, {"name": ["tests"]}, {"run": "tests"}):
        assert asyncio.run(folder.answer("run_check", wrong)).startswith("there is no check")
    assert list(tmp_path.iterdir()) == []


def test_a_check_is_stopped_when_the_time_is_over(tmp_path: Path) -> None:
    folder = FileTools(str(tmp_path), [CheckConfig(name="tests", run="sleep 1000")], until=time.monotonic() - 1)
    began = time.monotonic()
    assert asyncio.run(folder.answer("run_check", {"name": "tests"})).startswith("stopped after 0.0 s")
    assert time.monotonic() - began < PATIENCE


def test_a_check_that_takes_longer_than_it_may_is_red(tmp_path: Path) -> None:
    folder = FileTools(str(tmp_path), [CheckConfig(name="tests", run="echo begun; sleep 1000", timeout=1)])
    said = asyncio.run(folder.answer("run_check", {"name": "tests"}))
    assert said == "red: no end after 1 s\n\nbegun"

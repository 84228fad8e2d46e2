"""What a model may look at in its folder, and what it may not."""

from __future__ import annotations

import asyncio
from pathlib import Path

from coordinator.agents.file_tools import CALLS, FileTools


def test_a_folder_shows_its_files_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("outside")
    work = tmp_path / "work"
    (work / "src").mkdir(parents=True)
    (work / "src" / "a.py").write_text("one\ntwo\nthree\n")
    (work / ".env").write_text("TOKEN=inside\n")
    (work / ".netrc").write_text("machine here password inside\n")
    (work / "data.bin").write_bytes(b"\0one")
    (work / "big.txt").write_text("x" * 100_000)
    (work / "out").symlink_to(tmp_path / "secret")
    (work / "up").symlink_to(tmp_path)
    folder = FileTools(str(work))

    def said(tool: str, **arguments: object) -> str:
        folder.left = CALLS
        return asyncio.run(folder.answer(tool, arguments))

    assert said("list_files", directory=".") == ".env\nbig.txt\ndata.bin\nsrc/a.py"
    assert said("list_files", directory="nowhere") == "no files there"
    assert said("list_files", directory="up") == "not possible: the path leads out of the work"
    assert said("read_file", path="src/a.py", line="2") == "2: two\n3: three\n4: "
    assert said("read_file", path="data.bin") == "1: (not a text)"
    assert len(said("read_file", path="big.txt")) < 21_000
    assert said("read_file", path=".env") == "1: TOKEN=[withheld: credential]\n2: "
    for path in (".netrc", "src", "nothing", ""):
        assert said("read_file", path=path) == "there is no such file"
    for path in ("out", "up/secret", "../secret", str(tmp_path / "secret"), "src/../../secret"):
        assert said("read_file", path=path) == "not possible: the path leads out of the work"
    assert said("read_file", path="a\0b").startswith("not possible")
    assert said("read_file", path="src/a.py", line="x").startswith("not possible")
    assert said("search", text="one") == "src/a.py:1: one"
    assert said("search", text="inside") == "no line contains it"
    assert said("search", text=" ") == "there is nothing to look for"
    assert (
        said("rm", path="src") == "there is no tool 'rm'; there are list_files, read_file, search"
    )

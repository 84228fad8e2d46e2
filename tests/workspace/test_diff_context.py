"""The diff that judges see has the functions around each change, and never less of the change for it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from coordinator.models import Case, Issue, Quote
from coordinator.workspace.diff import MOST_AROUND
from coordinator.workspace.snapshot import DIFF_LIMIT, Workspace, snapshot
from coordinator.workspace.sources import EvidenceSources
from tests.support.repositories import git, new_repository

METHOD = "    def {0}(self):\n" + "".join(f"        {{0}}_{n} = {n}\n" for n in range(12))
CLASS = "class Guests:\n" + "\n".join(METHOD.format(name) for name in ("greet", "seat", "serve"))
CHANGED = CLASS.replace("seat_6 = 6", "seat_6 = 7")
ENDLESS = "def endless():\n" + "".join(f"    line_{n:04} = {n}\n" for n in range(2_000))
CHANGE = ("line_1000 = 1000", "line_1000 = None")


def frozen(
    folder: Path, base: Mapping[str, str], work: Mapping[str, str], limit: int = DIFF_LIMIT
) -> Workspace:
    repo = new_repository(folder / "repo")
    for files in (base, work):
        for path, text in files.items():
            (repo / path).write_text(text)
        if files is base:
            git(repo, "add", "--all")
            git(repo, "commit", "--quiet", "--message", "base")
    return Workspace(
        asyncio.run(snapshot(str(repo), "main", folder / "home", limit)), folder / "home"
    )


def changed_lines(diff: str) -> list[str]:
    return [
        line
        for line in diff.splitlines()
        if line.startswith(("+", "-")) and line[1:3] not in ("++", "--")
    ]


def test_a_change_comes_with_the_whole_method_and_only_that(tmp_path: Path) -> None:
    workspace = frozen(tmp_path, {"guests.py": CLASS}, {"guests.py": CHANGED})
    diff = workspace.work.diff
    assert [
        f" {line}" in diff.splitlines()
        for line in METHOD.format("seat").splitlines()
        if "_6" not in line
    ] == [True] * 12
    assert changed_lines(diff) == ["-        seat_6 = 6", "+        seat_6 = 7"]
    assert "greet_9" not in diff
    assert "serve_3" not in diff
    assert workspace.work.diff_bytes == len(diff.encode())
    # What is shown can be quoted as what it was shown as.
    case = Case(
        review="r", issue=Issue(key="B-1", title="t", text="x"), work=workspace.work, seed="s"
    )
    quote = Quote(source="diff", text="def seat(self):\n        seat_0 = 0")
    [proof] = asyncio.run(EvidenceSources(case, workspace).verify([quote]))
    assert proof.found == "verified"


def test_a_huge_function_keeps_its_few_lines_and_others_are_shown_whole(tmp_path: Path) -> None:
    base, work = (
        {"a.py": ENDLESS, "b.py": CLASS},
        {"a.py": ENDLESS.replace(*CHANGE), "b.py": CHANGED},
    )
    base["tabs.go"], work["tabs.go"] = (text.replace("    ", "\t") for text in (CLASS, CHANGED))
    diff = frozen(tmp_path, base, work).work.diff
    assert "line_1003" in diff
    assert "line_1004" not in diff
    assert "\n     def seat(self):\n" in diff
    assert "\n \tdef seat(self):\n" in diff
    assert "greet_9" not in diff
    assert len(diff) < 3_000 < MOST_AROUND


@pytest.mark.parametrize("spare", [0, 300, 10_000])
def test_functions_are_shown_as_far_as_the_whole_diff_fits(tmp_path: Path, spare: int) -> None:
    longer = CLASS.replace(
        "        seat_0 = 0\n", "        seat_0 = 0\n" + "        more = 1\n" * 60
    )
    base = {"a.py": longer, "b.py": CLASS}
    work = {path: text.replace("seat_6 = 6", "seat_6 = 7") for path, text in base.items()}
    repo = frozen(tmp_path / "first", base, work).work.repo
    plain = git(Path(repo), "diff", "main") + "\n"
    workspace = frozen(tmp_path, base, work, len(plain) + spare)
    diff = workspace.work.diff
    assert changed_lines(diff) == changed_lines(plain)
    assert "left out" not in diff
    assert diff.count("    def seat(self):\n ") == {0: 0, 300: 1, 10_000: 2}[spare]
    assert ("more = 1" in diff) == (spare == 10_000)
    assert asyncio.run(workspace.full_diff()) == diff


def test_a_diff_that_is_too_long_as_it_is_stays_as_it_is(tmp_path: Path) -> None:
    workspace = frozen(tmp_path, {"a.py": CLASS}, {"a.py": CHANGED, "b.txt": "word\n" * 1_000}, 600)
    assert "bytes left out ...]" in workspace.work.diff
    full = asyncio.run(workspace.full_diff())
    assert "def seat(self):\n" not in full.partition("@@\n")[2]
    assert full.count("+word\n") == 1_000


def test_the_author_cannot_say_where_functions_begin_or_which_files_are_shown(
    tmp_path: Path,
) -> None:
    base = {
        ".gitattributes": "*.py diff=mine\n*.txt -diff\n",
        "guests.py": CLASS,
        "notes.txt": "one\n",
    }
    work = {"guests.py": CHANGED, "notes.txt": "two\n", ".gitattributes": "* -diff\n"}
    repo = Path(frozen(tmp_path, base, work).work.repo)
    for name, value in (
        ("default.xfuncname", "^class"),
        ("mine.xfuncname", "^never"),
        ("mine.command", "false"),
    ):
        git(repo, "config", f"diff.{name}", value)
    diff = asyncio.run(snapshot(str(repo), "main", tmp_path / "again")).diff
    assert {"-one", "+two", "-        seat_6 = 6", "+* -diff"} <= {*changed_lines(diff)}
    assert "     def seat(self):\n" in diff
    assert "greet_9" not in diff


def test_links_renames_and_lines_of_a_megabyte_are_as_before(tmp_path: Path) -> None:
    line = "def " + "long " * 200_000
    base = {"link": "a file\n", "old.py": CLASS, "large.py": f"{line}\n" + "    x\n" * 30}
    repo = new_repository(tmp_path / "repo")
    for path, text in base.items():
        (repo / path).write_text(text)
    git(repo, "add", "--all")
    git(repo, "commit", "--quiet", "--message", "base")
    (repo / "link").unlink()
    (repo / "link").symlink_to("new.py")
    (repo / "old.py").rename(repo / "new.py")
    (repo / "new.py").write_text(CHANGED)
    (repo / "large.py").write_text(base["large.py"] + "    y\n")
    diff = asyncio.run(snapshot(str(repo), "main", tmp_path / "home")).diff
    heads = [text for text in diff.splitlines() if text.startswith("diff ")]
    assert heads == [
        f"diff --git a/{a} b/{b}"
        for a, b in (("large.py",) * 2, ("link",) * 2, ("link",) * 2, ("old.py", "new.py"))
    ]
    assert {"-a file", "+new.py", "+    y", "rename from old.py"} <= {*diff.splitlines()}
    assert "     def seat(self):\n" in diff
    assert len(diff) < 3_000

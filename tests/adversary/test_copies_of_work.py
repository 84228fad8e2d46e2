"""Trees of an author that are made to end, hold up or trick the code that copies the work."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from coordinator.workspace.copies import clear, write_copy
from coordinator.workspace.files import DEEPEST
from coordinator.workspace.git import private_git
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.support.workspaces import Repo, run

pytestmark = pytest.mark.adversary

TOKEN = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3fG6"
FILE = "100644"
LINK = "120000"
# It leads to a.txt over 2,000 links, each of which has to be looked up.
SLOW = "../" + "h/" * 2_000 + "a.txt"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "home"
    clear(tmp_path / "home")


def commit_tree(repo: Repo, rows: dict[str, tuple[str, str]]) -> None:
    """Commit files and links of these modes and texts to the branch in hand."""
    known: dict[str, str] = {}
    lines = []
    for path, (mode, text) in rows.items():
        if text not in known:
            done = subprocess.run(
                ("git", "hash-object", "-w", "--stdin"),
                cwd=repo.root,
                input=text.encode(),
                capture_output=True,
                check=True,
            )
            known[text] = done.stdout.decode().strip()
        lines.append(f"{mode} {known[text]}\t{path}")
    subprocess.run(
        ("git", "update-index", "--add", "--index-info"),
        cwd=repo.root,
        input="\n".join(lines).encode(),
        check=True,
    )
    repo.git("commit", "-q", "-m", "hostile")


def copied(repo: Repo, home: Path) -> Path:
    """Return a copy of the committed work, without secrets."""
    work = run(snapshot(str(repo.root), "main", home, committed=True))
    return run(Workspace(work, home).checkout("judge", secrets=False))


def read_in(copy: Path, path: str) -> str:
    """Return the text of a file. Do not follow a link."""
    with open(os.open(copy / path, os.O_RDONLY | os.O_NOFOLLOW), encoding="utf-8") as opened:
        return opened.read()


def test_links_and_secrets_in_the_deepest_folder_are_made_safe(repo: Repo, home: Path) -> None:
    place = "/".join("d" * DEEPEST)
    outside = str(repo.root)
    rows = {f"{place}/link": (LINK, outside), f"{place}/key.txt": (FILE, f"token = '{TOKEN}'\n")}
    commit_tree(repo, rows)
    copy = copied(repo, home)
    assert read_in(copy, f"{place}/link") == outside
    text = read_in(copy, f"{place}/key.txt")
    assert text.startswith("token = ")
    assert TOKEN not in text


def test_a_chain_of_links_is_not_followed(repo: Repo, home: Path) -> None:
    rows = {"0": (LINK, "a.txt")}
    for number in range(1_500):
        rows[str(number + 1)] = (LINK, str(number))
    commit_tree(repo, rows)
    copy = copied(repo, home)
    assert os.readlink(copy / "1500") == "1499"


ESCAPES = {
    "upward": ({}, "../a.txt"),
    "absolute": ({}, "/etc/hostname"),
    "over a folder": ({}, "d/../../a.txt"),
    "over a link to the copy": ({"d/up": (LINK, "..")}, "d/up/../a.txt"),
    "over a link to a folder": ({"d/e/f": (FILE, ""), "g": (LINK, "d/e")}, "g/../../../a.txt"),
    "over a link that is not there yet": ({}, "z/../../a.txt"),
}


@pytest.mark.parametrize("name", ESCAPES)
def test_no_link_leads_out_of_a_copy(name: str, repo: Repo, home: Path) -> None:
    others, target = ESCAPES[name]
    commit_tree(repo, {"d/file": (FILE, ""), **others, "link": (LINK, target)})
    copy = copied(repo, home)
    assert read_in(copy, "link") == target


INSIDE = {
    "beside": ("link", "a.txt"),
    "below": ("link", "d/file"),
    "upward": ("d/e/link", "../../a.txt"),
    "upward with points": ("d/e/link", "./../.././/a.txt"),
    "to the copy": ("d/e/link", "../.."),
    "over a folder": ("d/e/link", "../file"),
    "over a link": ("link", "g/file"),
    "nowhere": ("link", "not/yet"),
}


@pytest.mark.parametrize("name", INSIDE)
def test_links_inside_a_copy_stay(name: str, repo: Repo, home: Path) -> None:
    path, target = INSIDE[name]
    commit_tree(repo, {"d/file": (FILE, ""), "g": (LINK, "d"), path: (LINK, target)})
    copy = copied(repo, home)
    assert os.readlink(copy / path) == target


def test_slow_links_are_not_looked_up(repo: Repo, home: Path) -> None:
    rows = {"h": (LINK, ".")}
    for number in range(10_000):
        rows[f"links/{number}"] = (LINK, SLOW)
    commit_tree(repo, rows)
    files = [(path.encode(), len(text)) for path, (_, text) in rows.items()]
    git = private_git(repo.root / ".git")
    began = time.process_time()
    run(write_copy(git, "HEAD", files, home / "copy", secrets=True))
    # To look up each step of each link would take a minute.
    assert time.process_time() - began < 10
    assert os.readlink(home / "copy/links/1") == SLOW

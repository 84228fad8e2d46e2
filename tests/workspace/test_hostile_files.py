"""Repositories whose files are not what they seem: pipes, devices, endless, huge, deep or oddly named ones."""

from __future__ import annotations

import json
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from coordinator.config.checks import CheckConfig
from coordinator.config.review import WorkLimits
from coordinator.errors import OutOfResources, is_transient
from coordinator.models import Work
from coordinator.workspace import git as git_module
from coordinator.workspace.checks.runner import run_check
from coordinator.workspace.checks.setup import CheckSetup
from coordinator.workspace.copies import clear
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.support.programs import OWN_DISK
from tests.support.workspaces import Repo, changes, error_of, freeze, run


def pipe(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to("/dev/zero")


READ_BY_GIT = (
    ".git/HEAD", ".git/config", ".git/index", ".git/commondir", ".git/packed-refs", ".git/shallow",
    ".git/info/exclude", ".git/sharedindex.0", ".git/refs/heads/main", ".git/refs/heads/work",
    ".git/objects/info/alternates", ".git/objects/info/commit-graph", ".git/config.worktree",
)  # fmt: skip


@pytest.mark.parametrize("place", [pipe, endless])
@pytest.mark.parametrize("name", READ_BY_GIT)
def test_nothing_in_git_is_opened_that_is_no_plain_file(
    repo: Repo, home: Path, name: str, place: Callable[[Path], None]
) -> None:
    place(repo.root / name)
    said = error_of(snapshot(str(repo.root), "main", home)).what
    assert "not a plain file" in said
    assert name.rpartition("/")[2] in said


@pytest.mark.parametrize(
    "name", [".gitignore", "sub/.gitignore", ".gitmodules", "sub/.git", "sub/.git/HEAD"]
)
def test_nothing_in_the_tree_is_opened_that_git_would_wait_at(
    repo: Repo, home: Path, name: str
) -> None:
    repo.write("sub/x.txt", "x\n")
    pipe(repo.root / name)
    assert (
        "is a named pipe, not a plain file" in error_of(snapshot(str(repo.root), "main", home)).what
    )


def test_a_pipe_a_socket_and_a_device_are_no_work(repo: Repo, home: Path) -> None:
    pipe(repo.root / "pipe")
    endless(repo.root / "endless")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.path.relpath(repo.root / "socket"))
    workspace = freeze(repo, home)
    assert changes(workspace.work) == {"endless": "A"}
    assert run(workspace.file("endless")) == "/dev/zero"
    assert (run(workspace.checkout()) / "endless").read_text() == "/dev/zero"
    assert run(workspace.still_current())


def test_a_file_that_became_a_pipe_is_said(repo: Repo, home: Path) -> None:
    pipe(repo.root / "a.txt")
    assert (
        "a file of the work cannot be read" in error_of(snapshot(str(repo.root), "main", home)).what
    )


def test_a_git_directory_full_of_nothing_is_said(repo: Repo, home: Path) -> None:
    with open(repo.root / ".git/packed-refs", "wb") as file:
        file.truncate(2 << 30)
    assert "has 2147483648 bytes" in error_of(snapshot(str(repo.root), "main", home)).what


def test_a_git_directory_that_leads_everywhere_is_said(repo: Repo, home: Path) -> None:
    (repo.root / ".git/refs/heads/all").symlink_to("/")
    assert error_of(snapshot(str(repo.root), "main", home)).fix


# -- how much there is


def disk(folder: Path) -> int:
    return sum(path.lstat().st_blocks * 512 for path in folder.rglob("*"))


@pytest.mark.parametrize("tracked", [True, False])
def test_two_sparse_gigabytes_cost_neither_memory_nor_disk(
    repo: Repo, home: Path, tracked: bool
) -> None:
    if tracked:
        repo.write("large.bin", "small\n")
        repo.commit("small")
    with open(repo.root / "large.bin", "wb") as file:
        file.write(b"the beginning\n")
        file.truncate(2 << 30)
        file.seek(0, os.SEEK_END)
        file.write(b"\nthe end\n")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    workspace = freeze(repo, home)
    copy = run(workspace.checkout())
    assert run(workspace.still_current())
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss - children < 50_000
    assert disk(home) < 1_000_000
    assert workspace.work.too_large == (f"large.bin ({(2 << 30) + 9} bytes)",)
    text = (copy / "large.bin").read_bytes()
    assert text.startswith(b"the beginning\n")
    assert text.endswith(b"the end\n")
    assert b"bytes left out ...]" in text


def test_what_was_committed_too_large_is_not_copied(repo: Repo, home: Path) -> None:
    repo.write("large.txt", "x\n" * 1_000)
    repo.write("small.txt", "x\n")
    repo.commit("large and small")
    work = run(snapshot(str(repo.root), "main", home, limits=WorkLimits(largest=1_000)))
    assert work.too_large == ("large.txt (2000 bytes)",)
    copy = run(Workspace(work, home, WorkLimits(largest=1_000)).checkout())
    assert sorted(path.name for path in copy.iterdir()) == ["a.txt", "small.txt"]
    assert sum(line == "+x" for line in work.diff.splitlines()) == 1_001


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        (WorkLimits(files=10), ["and 91 more"]),
        (WorkLimits(total=40), ["many/009 (4 bytes)", "and 41 more"]),
    ],
)
def test_more_than_may_be_copied_is_counted(
    repo: Repo, home: Path, limits: WorkLimits, told: list[str]
) -> None:
    for number in range(100):
        repo.write(f"many/{number:03}", "xyz\n")
    work = run(snapshot(str(repo.root), "main", home, limits=limits))
    assert [name for name in work.too_large if name < "many/010"] == told
    workspace = Workspace(work, home, limits)
    assert len([path for path in run(workspace.checkout()).rglob("*") if path.is_file()]) == 10
    # Nothing is known of files that were not looked at: neither that a text is absent nor that no path is forbidden.
    checks = [{"grep": "abc", "expect": "absent"}, {"paths": ["other/**"], "expect": "forbidden"}]
    ended = [
        run(run_check(CheckConfig.model_validate(check), workspace, CheckSetup(None, home)))
        for check in checks
    ]
    assert [result.status for result in ended] == ["error", "error"]


def test_odd_names_are_copied_as_they_are(repo: Repo, home: Path) -> None:
    names = {b"new\nline", b"\xff\xfe", b"\x1b[31mred", b"-rf", b'"quoted\\"'}
    for name in names:
        Path(os.fsdecode(os.fsencode(repo.root) + b"/" + name)).write_text("x\n")
    copy = run(freeze(repo, home).checkout())
    assert {os.fsencode(path.name) for path in copy.iterdir()} == {*names, b"a.txt"}


@pytest.mark.parametrize(("folders", "said"), [(18, "named"), (30, "refused")])
def test_a_deep_path_is_named_or_refused(repo: Repo, home: Path, folders: int, said: str) -> None:
    name, here = "d" * 200, os.open(".", os.O_RDONLY)
    try:
        os.chdir(repo.root)
        for _ in range(folders):  # step by step, for no name of a file may be as long as that
            os.mkdir(name)
            os.chdir(name)
        Path("deep.txt").write_text("x\n")
        os.fchdir(here)
        if said == "named":
            work = freeze(repo, home).work
            assert work.too_large[0].startswith("ddd")
            assert work.too_large[0].endswith("deep.txt (2 bytes)")
        else:
            found = error_of(snapshot(str(repo.root), "main", home)).what
            assert "File name too long" in found
            assert len(found) < 400
    finally:
        os.fchdir(here)
        os.close(here)
        subprocess.run(("rm", "-rf", repo.root / name), check=True)


# -- what a machine has no more of


@pytest.mark.needs("own-disk")
def test_a_disk_without_room_puts_one_review_aside_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    program = (*OWN_DISK, sys.executable, "-m", "tests.support.full_disk", str(tmp_path))
    found = json.loads(subprocess.run(program, check=True, capture_output=True, text=True).stdout)
    assert "No space left on device" in found["parked"]
    assert (found["state"], found["outcomes"]) == ("open", ["accept", "accept"])


def test_a_copy_that_would_fill_the_disk_is_not_begun(repo: Repo, home: Path) -> None:
    with open(repo.root / "large.bin", "wb") as file:
        file.truncate(1 << 43)
    with pytest.raises(OutOfResources, match="a copy of the work needs 87960930222"):
        run(
            snapshot(
                str(repo.root), "main", home, limits=WorkLimits(largest=1 << 61, total=1 << 61)
            )
        )
    assert disk(home) < 100_000


def test_open_files_that_are_used_up_say_nothing_about_the_work(repo: Repo, home: Path) -> None:
    async def freeze_without_files() -> Work:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/dev/fd")), hard))
        try:
            return await snapshot(str(repo.root), "main", home)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    with pytest.raises(OSError, match="Too many open files") as caught:
        run(freeze_without_files())
    assert is_transient(caught.value)


def test_a_setting_that_leads_to_a_pipe_is_given_up(
    repo: Repo, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe(repo.root.parent / "pipe")
    repo.git("config", "include.path", str(repo.root.parent / "pipe"))
    monkeypatch.setattr(git_module, "QUESTION_SECONDS", 0.5)
    assert "timed out after" in error_of(snapshot(str(repo.root), "main", home)).what


def test_folders_too_deep_for_python_are_cleared_away(tmp_path: Path) -> None:
    top, here = tmp_path / "home", os.open(".", os.O_RDONLY)
    try:
        top.mkdir()
        os.chdir(top)
        for _ in range(1_200):
            os.mkdir("d")
            os.chdir("d")
    finally:
        os.fchdir(here)
        os.close(here)
    clear(top)
    assert not top.exists()

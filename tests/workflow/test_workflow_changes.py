"""What has changed in a folder, as the judge of a stage is shown it, however large it is."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from coordinator.errors import WorkspaceError
from coordinator.models import Work
from coordinator.workspace.snapshot import snapshot
from tests.support.flows import make_repository
from tests.support.repositories import git
from tests.support.waiting import cpu_seconds

LIMIT = 60_000
MEGABYTE = 1_000_000
LINE = b"a line of an ordinary length, as there are many in generated files\n"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository with a few files on `main`."""
    files = {
        f"{number}.txt": "".join(f"{number} line {line}\n" for line in range(20))
        for number in range(8)
    }
    return make_repository(tmp_path / "repo", files)


def commit(repo: Path, words: str) -> str:
    git(repo, "add", "--all")
    git(repo, "commit", "--quiet", "--allow-empty", "--message", words)
    return git(repo, "rev-parse", "HEAD")


def shown(repo: Path, base: str, home: Path, limit: int = LIMIT) -> Work:
    return asyncio.run(snapshot(str(repo), base, home, limit))


def listed(work: Work) -> list[tuple[str, str]]:
    return [(file.change, file.path) for file in work.changed]


def rows(work: Work) -> list[str]:
    """The lines of a diff that went or came."""
    lines = work.diff.splitlines()
    return [
        line
        for line in lines
        if line.startswith(("+", "-")) and not line.startswith(("+++", "---"))
    ]


# -- the same as of a frozen copy


def disturb(repo: Path, chance: random.Random) -> None:
    """Do something to the work that people and agents do."""
    path = repo / chance.choice([f"{number}.txt" for number in range(10)])
    act = chance.choice(
        ["write", "write", "delete", "touch", "stage", "commit", "forget", "link", "mode", "revert"]
    )
    if act == "write":
        path.unlink(missing_ok=True)
        path.write_text("".join(f"{chance.randrange(30)}\n" for _ in range(chance.randrange(40))))
    elif act == "delete":
        path.unlink(missing_ok=True)
    elif act == "touch" and path.exists() and not path.is_symlink():
        os.utime(path, (1, chance.randrange(10**9)))
    elif act == "stage":
        git(repo, "add", "--all")
    elif act == "commit":
        commit(repo, "more")
    elif act == "forget":
        git(repo, "rm", "--quiet", "--force", "--cached", "--ignore-unmatch", path.name)
    elif act == "link":
        path.unlink(missing_ok=True)
        path.symlink_to("elsewhere")
    elif act == "mode" and path.exists() and not path.is_symlink():
        path.chmod(0o755)
    elif act == "revert":
        path.unlink(missing_ok=True)
        path.write_text("".join(f"{path.stem} line {line}\n" for line in range(20)))


@pytest.mark.parametrize("seed", range(6))
def test_any_work_is_shown_as_a_frozen_copy_of_it_would_be(
    repo: Path, tmp_path: Path, seed: int
) -> None:
    base, chance = git(repo, "rev-parse", "HEAD"), random.Random(seed)
    for number in range(5):
        for _ in range(6):
            disturb(repo, chance)
        copy = tmp_path / f"copy{number}"
        shutil.copytree(repo, copy, symlinks=True)
        git(copy, "add", "--all")
        listing = git(copy, "diff", "--cached", "--name-status", "--no-renames", base).splitlines()
        work = shown(repo, base, tmp_path / f"home{number}")
        assert listed(work) == [tuple(line.split("\t")) for line in listing]
        assert work.diff.strip() == git(copy, "diff", "--cached", "--find-renames", base)
        assert work.diff_bytes == len(work.diff.encode())


def test_a_file_that_is_again_what_it_was_has_not_changed(repo: Path, tmp_path: Path) -> None:
    base, before = git(repo, "rev-parse", "HEAD"), (repo / "1.txt").read_text()
    (repo / "1.txt").write_text("other\n")
    commit(repo, "other")
    (repo / "1.txt").write_text(before)
    os.utime(repo / "2.txt", (1, 1))
    assert listed(shown(repo, base, tmp_path / "home")) == []


def test_merge_conflicts_are_an_error(repo: Path, tmp_path: Path) -> None:
    base = git(repo, "rev-parse", "HEAD")
    git(repo, "switch", "--quiet", "--create", "other")
    (repo / "1.txt").write_text("theirs\n")
    commit(repo, "theirs")
    git(repo, "switch", "--quiet", "main")
    (repo / "1.txt").write_text("ours\n")
    commit(repo, "ours")
    with pytest.raises(subprocess.CalledProcessError):
        git(repo, "merge", "other")
    with pytest.raises(WorkspaceError, match="unresolved merge conflicts"):
        shown(repo, base, tmp_path / "home")


def test_attributes_of_the_work_hide_nothing(repo: Path, tmp_path: Path) -> None:
    base = git(repo, "rev-parse", "HEAD")
    (repo / ".gitattributes").write_text("*.txt -diff\n")
    (repo / "new.txt").write_text("SHOWN = 1\n")
    assert "+SHOWN = 1" in shown(repo, base, tmp_path / "home").diff


# -- more than can be shown


def test_of_many_files_the_head_and_the_tail_of_the_diff_are_shown(
    repo: Path, tmp_path: Path
) -> None:
    base = git(repo, "rev-parse", "HEAD")
    for number in range(60):
        (repo / f"part{number:02}.txt").write_bytes(b"%d\n" % number + LINE * 1_500)
    whole = asyncio.run(snapshot(str(repo), base, tmp_path / "frozen", 20 * MEGABYTE)).diff
    work = shown(repo, base, tmp_path / "home")
    head, mark, tail = work.diff.partition("[... ")
    mark, _, tail = tail.partition(" left out ...]\n")
    assert (whole.startswith(head), whole.endswith(tail)) == (True, True)
    assert min(len(head), len(tail)) > LIMIT // 2 - 100
    assert " lines, " in mark
    assert 5 * MEGABYTE < work.diff_bytes < 7 * MEGABYTE


def test_small_changes_of_many_files_are_all_shown(repo: Path, tmp_path: Path) -> None:
    for number in range(60):
        (repo / f"part{number:02}.txt").write_bytes(LINE * 1_500)
    base = commit(repo, "parts")
    for number in range(60):
        (repo / f"part{number:02}.txt").write_bytes(LINE * 1_500 + b"and %d more\n" % number)
    work = shown(repo, base, tmp_path / "home")
    assert [f"+and {number} more\n" in work.diff for number in range(60)] == [True] * 60
    assert work.diff_bytes == len(work.diff.encode())


def test_of_a_large_file_all_that_differs_is_shown_with_its_line(
    repo: Path, tmp_path: Path
) -> None:
    lines = [b"%07d of a large file\n" % number for number in range(200_000)]
    (repo / "large.txt").write_bytes(b"".join(lines))
    base = commit(repo, "large")
    lines[100_000:100_002] = [
        b"0100000 of a LARGE file\n",
        b"between\n",
        b"0100001 of a large FILE\n",
    ]
    (repo / "large.txt").write_bytes(b"".join(lines))
    work = shown(repo, base, tmp_path / "home")
    assert rows(work) == [
        "-0100000 of a large file",
        "-0100001 of a large file",
        "+0100000 of a LARGE file",
        "+between",
        "+0100001 of a large FILE",
    ]
    assert "@@ -99998,8 +99998,9 @@" in work.diff


@pytest.mark.parametrize(
    "change", ["more at the end", "less at the end", "more before", "no last line break", "empty"]
)
def test_of_a_large_file_the_ends_are_right(repo: Path, tmp_path: Path, change: str) -> None:
    before = b"".join(b"%07d\n" % number for number in range(700_000))
    (repo / "large.txt").write_bytes(before)
    base = commit(repo, "large")
    after, expected = {
        "more at the end": (before + b"x\n", ["+x"]),
        "less at the end": (before[:-8], ["-0699999"]),
        "more before": (b"x\n" + before, ["+x"]),
        "no last line break": (before[:-1], ["-0699999", "+0699999"]),
        "empty": (b"", None),
    }[change]
    (repo / "large.txt").write_bytes(after)
    work = shown(repo, base, tmp_path / "home")
    if expected is None:
        assert (rows(work)[0], rows(work)[-1]) == ("-0000000", "-0699999")
        assert work.diff_bytes > len(before)
    else:
        assert rows(work) == expected


def test_a_large_file_that_is_no_text_is_only_named(repo: Path, tmp_path: Path) -> None:
    base = git(repo, "rev-parse", "HEAD")
    (repo / "large.bin").write_bytes(bytes(range(256)) * 20_000)
    assert shown(repo, base, tmp_path / "home").diff.endswith(
        "Binary files /dev/null and b/large.bin differ\n"
    )


@pytest.mark.parametrize(("megabytes", "files"), [(50, 1), (10, 250)])
@pytest.mark.parametrize("kind", ["committed", "staged", "unstaged", "untracked"])
def test_large_files_and_many_files_are_looked_at_in_a_moment(
    repo: Path, tmp_path: Path, kind: str, megabytes: int, files: int
) -> None:
    names = [repo / f"generated{number}.txt" for number in range(files)]
    if kind == "unstaged":
        for name in names:
            name.write_bytes(b"before\n")
        commit(repo, "before")
    base = git(repo, "rev-parse", "HEAD")
    for name in names:
        name.write_bytes(LINE * (megabytes * MEGABYTE // files // len(LINE)))
    if kind in ("committed", "staged"):
        git(repo, "add", "--all")
    if kind == "committed":
        commit(repo, "generated")
    began = cpu_seconds()
    work = shown(repo, base, tmp_path / "home")
    assert work.diff_bytes > 0.98 * megabytes * MEGABYTE
    assert len(work.diff.encode()) < LIMIT + 200
    # The time that processors spent on it, ours and git's: others may be at work here. The bench has the exact figure.
    assert cpu_seconds() - began < 10

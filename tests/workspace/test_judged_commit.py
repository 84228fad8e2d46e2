"""The verdict is about a commit: whatever its author does to hide a difference, what is judged is what is merged."""

from __future__ import annotations

import asyncio
import hashlib
import os
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.errors import WorkspaceError
from coordinator.models import Work
from coordinator.trackers.board import Board
from coordinator.views.text import review_text
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.support.repositories import git, new_repository, prepared
from tests.support.reviews import (
    JUDGES,
    add_issue,
    deliver,
    judge_line,
    make_config,
    report,
    review_board,
    rubric_line,
    submit,
)

FILES = {
    "a.txt": "honest\n",
    "src/b.py": "retries = 1\n",
    "kept/c.txt": "c\n",
    ".gitignore": "*.log\n",
}
LONG_AGO = 1_600_000_000 * 10**9


@prepared
def _honest(repo: Path, _key: str) -> None:
    new_repository(repo)
    git(repo, "commit", "-q", "--allow-empty", "-m", "empty")
    git(repo, "checkout", "-q", "-b", "work")
    deliver(repo, FILES)
    for name in FILES:  # so that no index is of the same moment
        os.utime(repo / name, ns=(LONG_AGO, LONG_AGO))
    git(repo, "update-index", "-q", "--refresh")
    (repo / ".git/info").mkdir()


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return _honest(tmp_path / "repo", "")


def take(repo: Path, *, committed: bool = True) -> Work:
    return asyncio.run(snapshot(str(repo), "main", repo.parent / "home", committed=committed))


# -- tricks: each leaves files that differ from the commit, which git's own status does not show


def assume_unchanged(repo: Path) -> None:
    git(repo, "update-index", "--assume-unchanged", "a.txt")
    (repo / "a.txt").write_text("secretly other\n")


def skip_worktree(repo: Path) -> None:
    git(repo, "update-index", "--skip-worktree", "a.txt")
    (repo / "a.txt").write_text("secretly other\n")


def same_size_and_time(repo: Path) -> None:
    git(repo, "config", "core.trustctime", "false")
    git(repo, "config", "core.checkStat", "minimal")
    (repo / "a.txt").write_text("hidden\n")
    os.utime(repo / "a.txt", ns=(LONG_AGO, LONG_AGO))


def forged_index(repo: Path) -> None:
    """The index has the stat data of the other file, and says that its content is the committed one."""
    honest = bytes.fromhex(git(repo, "rev-parse", "HEAD:a.txt"))
    (repo / "a.txt").write_text("secretly other\n")
    os.utime(repo / "a.txt", ns=(LONG_AGO, LONG_AGO))
    git(repo, "add", "a.txt")
    other = bytes.fromhex(git(repo, "rev-parse", ":a.txt"))
    data = (repo / ".git/index").read_bytes()[:-20].replace(other, honest)
    data = data[: data.find(b"TREE")] if b"TREE" in data else data
    (repo / ".git/index").write_bytes(data + hashlib.sha1(data).digest())


def filters(repo: Path) -> None:
    """A clean filter makes any content the committed one."""
    (repo / ".git/info/attributes").write_text("a.txt filter=x\n")
    git(repo, "config", "filter.x.clean", "echo honest")
    (repo / "a.txt").write_text("secretly other\n")
    git(repo, "add", "a.txt")


def file_mode(repo: Path) -> None:
    git(repo, "config", "core.fileMode", "false")
    (repo / "a.txt").chmod(0o755)


def sparse_checkout(repo: Path) -> None:
    git(repo, "update-index", "-q", "--refresh")
    git(repo, "sparse-checkout", "set", "kept")
    assert not (repo / "src").exists()


def excluded_folder(repo: Path) -> None:
    (repo / ".git/info/exclude").write_text("build/\n")
    (repo / "build").mkdir()
    (repo / "build/evil.py").write_text("evil = 1\n")


def excluded_by_setting(repo: Path) -> None:
    (repo.parent / "excludes").write_text("evil.py\n")
    git(repo, "config", "core.excludesFile", str(repo.parent / "excludes"))
    (repo / "evil.py").write_text("evil = 1\n")


def other_case(repo: Path) -> None:
    git(repo, "config", "core.ignoreCase", "true")
    (repo / "A.TXT").write_text("secretly other\n")


def folder_as_submodule(repo: Path) -> None:
    git(repo, "rm", "-q", "--cached", "-r", "src")
    git(
        repo, "update-index", "--add", "--cacheinfo", f"160000,{git(repo, 'rev-parse', 'HEAD')},src"
    )
    (repo / "src/b.py").write_text("b = 2\n")


def submodule_at_another_commit(repo: Path) -> None:
    new_repository(repo / "sub")
    deliver(repo / "sub", {"x": "1\n"})
    deliver(
        repo, {".gitmodules": '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = all\n'}
    )
    git(repo, "config", "submodule.sub.ignore", "all")
    git(repo, "config", "diff.ignoreSubmodules", "all")
    deliver(repo / "sub", {"x": "2\n"})


TRICKS: dict[Callable[[Path], None], tuple[str, ...]] = {
    assume_unchanged: ("a.txt",),
    skip_worktree: ("a.txt",),
    same_size_and_time: ("a.txt",),
    forged_index: ("a.txt",),
    filters: ("a.txt",),
    file_mode: ("a.txt",),
    sparse_checkout: ("src/b.py",),
    excluded_folder: ("build/evil.py",),
    excluded_by_setting: ("evil.py",),
    other_case: ("A.TXT",),
    folder_as_submodule: ("src/b.py",),
    submodule_at_another_commit: ("sub",),
}
SHOWN_BY_GIT = {folder_as_submodule}  # in its index; in its files it is hidden


@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.__name__)
def test_what_differs_from_the_commit_is_found_by_its_content(
    repo: Path, trick: Callable[[Path], None]
) -> None:
    trick(repo)
    if trick not in SHOWN_BY_GIT:
        assert git(repo, "status", "--porcelain") == "", "the trick does not work"
    work = take(repo)
    assert work.uncommitted == TRICKS[trick]
    assert (work.commit, work.revision) == (
        git(repo, "rev-parse", "HEAD"),
        git(repo, "rev-parse", "HEAD^{tree}"),
    )
    assert set(TRICKS[trick]) <= {file.path for file in take(repo, committed=False).changed} | {
        "src/b.py"
    }


def test_an_object_that_is_not_what_its_name_says_is_refused(repo: Path) -> None:
    name = git(repo, "rev-parse", "HEAD:a.txt")
    loose = repo / ".git/objects" / name[:2] / name[2:]
    loose.chmod(0o600)
    loose.write_bytes(zlib.compress(b"blob 7\0benign\n"))
    assert git(repo, "cat-file", "blob", name) == "benign", "the trick does not work"
    with pytest.raises(WorkspaceError, match="is corrupt: its hash is wrong"):
        take(repo)


def test_history_is_that_of_the_commits_and_not_of_grafts(repo: Path) -> None:
    """A graft makes the work a part of the base; what is left of it looks harmless."""
    evil = git(repo, "rev-parse", "HEAD")
    deliver(repo, {"harmless.txt": "nothing to see\n"})
    (repo / ".git/info/grafts").write_text(f"{git(repo, 'rev-parse', 'main')} {evil}\n{evil}\n")
    assert git(repo, "merge-base", "main", "HEAD") == evil, "the trick does not work"
    assert {file.path for file in take(repo).changed} == {*FILES, "harmless.txt"}


def test_what_is_committed_or_ignored_is_no_difference(repo: Path) -> None:
    git(repo, "config", "core.autocrlf", "true")
    (repo / "a.txt").write_bytes(b"honest\r\n")
    (repo / "run.log").write_text("ignored\n")
    work = take(repo)
    assert work.uncommitted == ()
    assert work.name == f"commit {git(repo, 'rev-parse', 'HEAD')}"
    workspace = Workspace(work, repo.parent / "home")
    (repo / "a.txt").write_text("after it was frozen\n")
    assert asyncio.run(workspace.still_current())
    deliver(repo, {})
    assert not asyncio.run(workspace.still_current())


def test_a_long_list_of_paths_is_cut_short(repo: Path) -> None:
    for number in range(70):
        (repo / f"{number:02}").touch()
    assert take(repo).uncommitted[-2:] == ("49", "and 20 more")


def test_a_file_that_grew_beyond_the_limit_differs_without_being_read(repo: Path) -> None:
    os.truncate(repo / "a.txt", 2**42)
    assert take(repo).uncommitted == ("a.txt",)


# -- in a review


ACCEPTING = [
    rubric_line(),
    *(
        judge_line(name, report((5, 5), evidence=[{"source": "diff", "quote": "+retries = 1"}]))
        for name in JUDGES
    ),
]


def comments(home: Path, key: str) -> str:
    with closing(Board(home)) as board:
        return "\n".join(comment.text for comment in board.comments(key))


def test_uncommitted_work_goes_back_without_a_judge_and_does_not_count(
    repo: Path, tmp_path: Path
) -> None:
    config = make_config(tmp_path / "home", ACCEPTING, "reviews_per_issue: 1")
    key = add_issue(config, repo)
    forged_index(repo)
    (repo / "new.py").write_text("new = 1\n")
    for _ in range(2):
        submit(config, key)
        review = review_board(config)[-1]
        assert review.verdict is not None
        assert (review.verdict.outcome, review.verdict.rule, review.asked) == (
            "reject",
            "uncommitted",
            (),
        )
        assert "a.txt, new.py" in review.verdict.reasons[0].text
    assert "a.txt, new.py" in comments(config.home, key)
    deliver(repo, {"a.txt": "as it is now\n"})
    submit(config, key)
    review, head = review_board(config)[-1], git(repo, "rev-parse", "HEAD")
    assert review.verdict is not None
    assert (review.verdict.outcome, review.verdict.work, review.number) == (
        "accept",
        f"commit {head}",
        1,
    )
    assert f"Judged: commit {head}." in comments(config.home, key)
    assert f"judged: commit {head[:10]}\n" in review_text(review)


def test_the_tree_is_judged_where_the_configuration_says_so(repo: Path, tmp_path: Path) -> None:
    config = make_config(tmp_path / "home", ACCEPTING, "work: tree")
    key = add_issue(config, repo)
    (repo / "new.py").write_text("new = 1\n")
    submit(config, key)
    [review] = review_board(config)
    assert review.work is not None
    assert review.verdict is not None
    assert (review.verdict.outcome, review.verdict.work) == (
        "accept",
        f"tree {review.work.revision}",
    )
    assert "new.py" in {file.path for file in review.work.changed}
    assert f"Judged: tree {review.work.revision}." in comments(config.home, key)

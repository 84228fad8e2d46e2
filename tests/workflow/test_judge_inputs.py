"""What a stage's judge is given: bounded, complete, and honest about what is not there."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import pytest

from coordinator.errors import UsageError, WorkspaceError
from coordinator.models import Issue
from coordinator.workflow.dialect.stage_actions import InputName
from coordinator.workflow.judge_inputs import JudgeInput, supply
from coordinator.workflow.records import Worktree
from tests.support.repositories import git
from tests.support.reviews import make_repository

ISSUE = Issue(key="B-7", title="Send greetings", text="greet.py must greet every guest by name.")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository whose work is on a branch that left `main`."""
    return make_repository(
        tmp_path / "repo", {"greet.py": "print('hello')\n", ".gitignore": "*.log\n"}
    )


def given(
    names: Sequence[InputName],
    folder: Path,
    *,
    base: str = "main",
    issue: Issue | None = ISSUE,
    test_output: str | None = None,
    total: int = 200_000,
) -> dict[str, JudgeInput]:
    place = Worktree(folder=str(folder), base=base)
    task = supply(names, place, issue, test_output, each=64_000, total=total)
    return {each.name: each for each in asyncio.run(task)}


def length(supplied: JudgeInput) -> int:
    return len(supplied.text.encode())


def test_the_inputs_come_in_the_order_asked_for_and_once(repo: Path) -> None:
    supplied = given(["test_output", "issue", "git_diff", "issue"], repo, test_output="ok\n")
    assert list(supplied) == ["test_output", "issue", "git_diff"]
    assert (
        supplied["issue"].text == "B-7: Send greetings\n\ngreet.py must greet every guest by name."
    )
    assert supplied["test_output"] == JudgeInput(name="test_output", text="ok\n")


# -- the diff


def test_the_diff_has_committed_staged_unstaged_and_untracked_work(repo: Path) -> None:
    (repo / "staged.py").write_text("STAGED = 1\n")
    git(repo, "add", "staged.py")
    (repo / "greet.py").write_text("print('hello')\nUNSTAGED = 1\n")
    (repo / "new").mkdir()
    (repo / "new" / "untracked.py").write_text("UNTRACKED = 1\n")
    (repo / "noise.log").write_text("IGNORED = 1\n")
    before = (repo / ".git" / "index").read_bytes()
    supplied = given(["git_diff"], repo)["git_diff"]
    for line in (
        "+print('hello')",
        "+STAGED = 1",
        "+UNSTAGED = 1",
        "+UNTRACKED = 1",
        "A new/untracked.py",
    ):
        assert line in supplied.text
    assert "IGNORED" not in supplied.text
    assert (supplied.cut, supplied.empty) == (False, False)
    assert (repo / ".git" / "index").read_bytes() == before
    assert git(repo, "diff", "--cached", "--name-only") == "staged.py"


def test_the_diff_starts_at_the_commit_that_is_the_base(repo: Path) -> None:
    base = git(repo, "rev-parse", "HEAD")
    (repo / "later.py").write_text("LATER = 1\n")
    text = given(["git_diff"], repo, base=base)["git_diff"].text
    assert "LATER" in text
    assert "hello" not in text


def test_a_deleted_file_is_in_the_diff(repo: Path) -> None:
    base = git(repo, "rev-parse", "HEAD")
    (repo / "greet.py").unlink()
    assert "-print('hello')" in given(["git_diff"], repo, base=base)["git_diff"].text


def test_files_that_may_hold_secrets_are_named_and_withheld(repo: Path) -> None:
    (repo / ".env").write_text("TOKEN=hush\n")
    (repo / "store.p12").write_text("hush\n")
    for supplied in given(["git_diff", "files"], repo).values():
        assert "hush" not in supplied.text
        assert "TOKEN=[withheld: credential]" in supplied.text
        assert "store.p12" in supplied.text
        assert "withheld because it may hold secrets" in supplied.text
        assert supplied.unshown == ("store.p12",)


def test_no_changes_are_said_in_words_and_count_as_empty(repo: Path) -> None:
    supplied = given(["issue", "git_diff", "files"], repo, base="HEAD")
    for name in ("git_diff", "files"):
        assert supplied[name].empty
        assert "Nothing has changed since the commit" in supplied[name].text


def test_a_folder_that_is_no_repository_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    supplied = given(["issue", "git_diff"], tmp_path / "plain")
    assert supplied["git_diff"].empty
    assert "There is no git repository" in supplied["git_diff"].text
    assert not supplied["issue"].empty


def test_a_folder_or_a_base_that_is_not_there_is_an_error(repo: Path, tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="no directory"):
        given(["issue", "git_diff"], tmp_path / "gone")
    with pytest.raises(WorkspaceError, match="no revision 'nowhere'"):
        given(["issue", "git_diff"], repo, base="nowhere")


# -- nothing to judge


def test_nothing_in_any_input_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    with pytest.raises(
        UsageError,
        match=r"no judge inputs could be collected: There is no issue\. No tests were run",
    ):
        given(["issue", "test_output", "git_diff"], tmp_path / "plain", issue=None)
    with pytest.raises(UsageError, match="The stage names no inputs"):
        given([], tmp_path)


@pytest.mark.parametrize(
    ("output", "said"), [(None, "No tests were run."), (" \n", "The tests printed nothing.")]
)
def test_test_output_that_is_not_there_is_said_in_words(
    tmp_path: Path, output: str | None, said: str
) -> None:
    supplied = given(["issue", "test_output"], tmp_path, test_output=output)["test_output"]
    assert (supplied.text, supplied.empty) == (said, True)


def test_test_output_is_what_the_tests_printed(tmp_path: Path) -> None:
    log = "=== RUN TestGreet\n--- FAIL: TestGreet (0.00s)\nFAIL\n"
    assert given(["test_output"], tmp_path, test_output=log)["test_output"].text == log


# -- the files


def test_files_are_shown_with_their_contents(repo: Path) -> None:
    base = git(repo, "rev-parse", "HEAD")
    (repo / "greet.py").unlink()
    (repo / "a.py").write_text("A = 1\n")
    (repo / "empty.py").write_text("")
    (repo / "tool.bin").write_bytes(b"\x7fELF\0\1\2")
    (repo / "two\nlines.py").write_text("B = 1\n")
    supplied = given(["files"], repo, base=base)["files"]
    assert supplied.text.split("=== ") == [
        "Changed files that are not shown here:\ntool.bin (added, 7 bytes): a binary file\n\n",
        "a.py (added, 6 bytes)\nA = 1\n\n",
        "empty.py (added, 0 bytes)\n[empty]\n",
        "greet.py (deleted)\n\n",
        '"two\\nlines.py" (added, 6 bytes)\nB = 1\n\n',
    ]
    assert not supplied.cut


def test_a_repository_inside_the_work_is_named(repo: Path) -> None:
    make_repository(repo / "inner")
    supplied = given(["files", "git_diff"], repo)
    assert "=== inner (added, a repository of its own)" in supplied["files"].text
    assert "Subproject commit" in supplied["git_diff"].text


def test_a_long_file_keeps_head_and_tail_and_leaves_the_short_ones_whole(repo: Path) -> None:
    lines = [f"line {number:06}\n" for number in range(20_000)]
    (repo / "long.txt").write_text("".join(lines))
    (repo / "short.txt").write_text("short\n")
    supplied = given(["files"], repo)["files"]
    assert "=== short.txt (added, 6 bytes)\nshort\n" in supplied.text
    assert "=== long.txt (added, 240000 bytes)\nline 000000\n" in supplied.text
    assert "line 019999" in supplied.text
    assert "bytes left out ...]" in supplied.text
    assert supplied.cut
    assert 60_000 < length(supplied) <= 64_000


def test_too_many_files_are_named_and_not_shown(repo: Path) -> None:
    for number in range(300):
        (repo / f"part{number:03}.txt").write_text(f"{number} " * 50)
    supplied = given(["files"], repo)["files"]
    assert "=== part000.txt (added" in supplied.text
    assert "=== part100.txt (added" not in supplied.text
    assert "part100.txt (added, 200 bytes): more than 100 files have changed\n" in supplied.text
    assert "part299.txt (added, 200 bytes): more than 100 files have changed\n" in supplied.text
    assert supplied.cut
    assert length(supplied) <= 64_000


# -- the bounds


@pytest.mark.parametrize("size", [250, 1_000, 5_000, 64_000])
def test_every_input_stays_within_its_bound(repo: Path, size: int) -> None:
    (repo / "large.txt").write_text("word and another word\n" * 20_000)
    (repo / "latin.txt").write_bytes(b"caf\xe9 \xff\xfe\n" * 20_000)
    (repo / "minified.js").write_text("x" * 300_000)
    long_issue = Issue(key="B-8", title="Long", text="é" * 200_000)
    supplied = given(
        get_args(InputName), repo, issue=long_issue, test_output="FAIL\n" * 90_000, total=size * 4
    )
    assert len(supplied) == 4
    for each in supplied.values():
        assert length(each) <= size
        assert each.cut
        assert "left out ...]" in each.text or "there is no room left" in each.text


def test_the_total_is_shared_by_the_inputs(repo: Path) -> None:
    (repo / "large.txt").write_text("word and another word\n" * 20_000)
    supplied = given(get_args(InputName), repo, test_output="FAIL\n" * 90_000, total=40_000)
    assert all(length(each) <= 10_000 for each in supplied.values())
    assert sum(length(each) for each in supplied.values()) <= 40_000


def test_a_text_that_just_fits_is_whole(tmp_path: Path) -> None:
    log = "x" * 63 + "\n"
    supplied = given(["test_output"], tmp_path, test_output=log * 1_000)["test_output"]
    assert (supplied.text, supplied.cut) == (log * 1_000, False)
    assert given(["test_output"], tmp_path, test_output=log * 1_001)["test_output"].cut


def test_many_changed_paths_leave_room_for_the_diff(repo: Path) -> None:
    for number in range(2_000):
        (repo / f"a-rather-long-name-of-a-file-{number:05}.txt").touch()
    (repo / "zz.py").write_text("LAST = 1\n")
    supplied = given(["git_diff"], repo)["git_diff"]
    assert supplied.text.index("diff --git") < 8_500
    assert supplied.text.endswith("+LAST = 1\n")
    assert length(supplied) <= 64_000


def test_a_diff_of_50_megabytes_costs_us_little_time_and_no_memory(repo: Path) -> None:
    with open(repo / "huge.txt", "w", encoding="utf-8") as file:
        for number in range(500):
            file.write(
                "".join(f"{number:05} {line:05} " + "x" * 87 + "\n" for line in range(1_000))
            )
    peak, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    supplied = given(["git_diff", "files"], repo)
    assert time.process_time() - started < 5  # our own part; git's is its own process
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak < 20_000  # kilobytes
    for each in supplied.values():
        assert each.cut
        assert length(each) <= 64_000

"""The set-up of an author leaves files that we cannot follow, or more of them than we can hold."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from coordinator.errors import WorkspaceError
from coordinator.workspace.checks.installations import (
    MOST_MADE,
    Made,
    find_made,
    home_of,
    paths_below,
    place_of,
    restore,
)
from coordinator.workspace.copies import clear

pytestmark = pytest.mark.adversary

DEEP = "/".join("d" * 1_500)  # deeper than Python can follow by recursion


@pytest.fixture
def tree(tmp_path: Path) -> Iterator[Path]:
    """A copy of the work, which is deleted even if its folders are deep."""
    tree = place_of(tmp_path / "kept")
    (tree / "src").mkdir(parents=True)
    (tree / "src/greet.py").write_text("")
    home_of(tree).mkdir()
    yield tree
    clear(tmp_path / "kept")
    clear(tmp_path / "copy")


def make_deep(top: Path) -> Path:
    """Make nested folders, and return the innermost one."""
    place = top
    for name in Path(DEEP).parts:
        place /= name
        place.mkdir()
    return place


def test_deep_folders_of_a_set_up_do_not_end_the_review(tree: Path) -> None:
    before = paths_below(tree)
    make_deep(tree)
    made = find_made(tree, before, tree)
    assert (made.environments, made.others) == ((), ("d",))


def test_deep_folders_of_the_work_do_not_end_the_review(tree: Path) -> None:
    innermost = make_deep(tree)
    before = paths_below(tree)
    assert innermost in before
    (innermost / "made").touch()
    assert find_made(tree, before, tree).others == (f"{DEEP}/made",)


def test_deep_folders_of_an_installation_are_copied(tree: Path, tmp_path: Path) -> None:
    innermost = make_deep(tree)
    (innermost / "place").write_text("/old/place")
    made = Made(place="/old/place", others=("d",))
    (tree.parent / "made.json").write_text(made.model_dump_json())
    copy = tmp_path / "copy"
    assert restore(tree.parent, copy)
    assert (copy / DEEP / "place").read_text() == str(copy)
    clear(home_of(copy))


def test_a_set_up_that_leaves_too_many_files_fails(tree: Path) -> None:
    before = paths_below(tree)
    for number in range(MOST_MADE + 1):
        os.close(os.open(tree / f"src/{number}", os.O_CREAT | os.O_WRONLY))
    with pytest.raises(WorkspaceError, match="leaves more than"):
        find_made(tree, before, tree)


def test_files_in_new_folders_of_a_set_up_are_not_read(tree: Path) -> None:
    before = paths_below(tree)
    (tree / "new").mkdir()
    for number in range(MOST_MADE + 1):
        os.close(os.open(tree / f"new/{number}", os.O_CREAT | os.O_WRONLY))
    assert find_made(tree, before, tree).others == ("new",)

"""The diff on the page of a review. Lines that are far from any comment are folded."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from coordinator.parsing.diff import Diff, DiffFile, DiffLine

AROUND = 8  # lines shown before and after a line with a comment
SHORTEST_FOLD = 12  # lines


class FileView(NamedTuple):
    """One file of a diff: its shown and folded runs of lines, and the number of objections."""

    file: DiffFile
    objections: int
    is_open: bool
    runs: Sequence[tuple[bool, Sequence[DiffLine]]]


def file_views(diff: Diff, spoken_of: Mapping[str, int]) -> list[FileView]:
    """Return a view of each file.

    `spoken_of` maps the id of each line with a comment, such as `d12`, to its number of objections.
    """
    views = []
    for file in diff.files:
        told = [line.number for line in file.lines if f"d{line.number}" in spoken_of]
        objections = sum(spoken_of[f"d{number}"] for number in told)
        is_open = bool(told) or len(diff.files) == 1
        views.append(FileView(file, objections, is_open, _runs(file, told)))
    return views


def _runs(file: DiffFile, told: Collection[int]) -> list[tuple[bool, list[DiffLine]]]:
    """Split the lines of a file into runs that are shown (True) or folded (False).

    Lines near a comment are shown. A short run is shown too, because folding it gains nothing. If
    the file has no comments, all lines are shown.
    """
    near: set[int] = set()
    for number in told:
        near.update(range(number - AROUND, number + AROUND + 1))
    # Git's own header only repeats the path, so it is shown only if a seat quotes it.
    lines = [line for line in file.lines if not line.is_git_head or line.number in told]
    runs = []
    for is_near, group in groupby(lines, lambda line: line.number in near):
        run = list(group)
        is_shown = is_near or not told or len(run) < SHORTEST_FOLD
        runs.append((is_shown, run))
    return runs

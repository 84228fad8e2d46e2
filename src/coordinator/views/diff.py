"""The diff as the page of a review shows it: folded where nobody says anything."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from coordinator.parsing.diff import Diff, DiffFile, DiffLine

AROUND = 8  # lines that are shown before and after one that somebody speaks of
SHORTEST_FOLD = 12  # lines


class FileView(NamedTuple):
    """One file of a diff: its lines in runs that are shown or folded, and how much is said about it."""

    file: DiffFile
    objections: int
    is_open: bool
    runs: Sequence[tuple[bool, Sequence[DiffLine]]]


def file_views(diff: Diff, spoken_of: Mapping[str, int]) -> list[FileView]:
    """Return every file; `spoken_of` has the places that somebody speaks of, each with its number of objections."""
    views = []
    for file in diff.files:
        told = [line.number for line in file.lines if f"d{line.number}" in spoken_of]
        objections = sum(spoken_of[f"d{number}"] for number in told)
        views.append(
            FileView(file, objections, bool(told) or len(diff.files) == 1, _runs(file, told))
        )
    return views


def _runs(file: DiffFile, told: Collection[int]) -> list[tuple[bool, list[DiffLine]]]:
    """Return the lines of a file in runs, each with whether it is shown: those near a line that is spoken of are."""
    near = {number + away for number in told for away in range(-AROUND, AROUND + 1)}
    # The path says what git's own head does, which is shown only where somebody quotes it.
    lines = [line for line in file.lines if not line.is_git_head or line.number in told]
    runs = [
        (is_near, list(run)) for is_near, run in groupby(lines, lambda line: line.number in near)
    ]
    return [(is_near or not told or len(run) < SHORTEST_FOLD, run) for is_near, run in runs]

"""What the judge of a stage is given to read: bounded, and really what it is called.

Every input states its case in words: where there is nothing, the text says so and `empty` is set, so that no
judge takes an empty place for work that has been shown to it.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Literal, get_args

from pydantic import Field

from coordinator.config.yaml_file import nearest
from coordinator.errors import UsageError, WorkspaceError
from coordinator.models import Issue, Value
from coordinator.parsing.excerpt import bound
from coordinator.workflow.changes import Changed, Changes, Reading, find_changes
from coordinator.workspace.repository import open_repository

InputName = Literal["issue", "git_diff", "test_output", "files"]
INPUTS: tuple[InputName, ...] = get_args(InputName)

MARK_ROOM = 200  # bytes that the marks of one excerpt may take
FEWEST = 1_000  # bytes of a file that are worth showing
MOST_FILES = 100  # changed files that are shown, each by a process of its own

_CHANGES = {"A": "added", "M": "modified", "D": "deleted", "T": "type changed"}


class InputLimits(Value):
    """How many bytes of one input are shown, and of all together, which share the total equally."""

    each: int = Field(default=64_000, ge=1_000)
    total: int = Field(default=200_000, ge=1_000)

    def room(self, count: int) -> int:
        """The bytes for each of so many inputs."""
        return min(self.each, self.total // count)


class JudgeInput(Value):
    """One input as the judge reads it.

    `size` is its bytes before it was bounded, roughly where not all of them were looked at; `cut` that some are not
    there.
    """

    name: InputName
    text: str
    size: int
    cut: bool = False
    empty: bool = False


@dataclass(frozen=True)
class _Nowhere:
    """There is no repository, and why."""

    why: str


async def supply(
    names: Sequence[str],
    *,
    issue: Issue | None,
    folder: Path,
    base: str,
    test_output: str | None,
    limits: InputLimits,
) -> tuple[JudgeInput, ...]:
    """The inputs with these names, each once and in this order; an error when there is nothing in any of them.

    The diff is everything that differs from where the work left the commit `base`: committed, staged, unstaged
    and untracked, but not what is ignored.
    """
    wanted = tuple(dict.fromkeys(_known(name) for name in names))
    room = limits.room(max(len(wanted), 1))
    with tempfile.TemporaryDirectory(prefix="coordinator-", ignore_cleanup_errors=True) as home:
        needed = "git_diff" in wanted or "files" in wanted
        found = await _changes(folder, base, Path(home)) if needed else _Nowhere("it was not asked for")
        supplied = tuple([await _one(name, issue, test_output, found, room) for name in wanted])
    if all(each.empty for each in supplied):
        said = " ".join(each.text for each in supplied) or "The stage names no inputs."
        raise UsageError(f"no judge inputs could be collected: {said}", fix=f"inputs are {', '.join(INPUTS)}")
    return supplied


def _known(name: str) -> InputName:
    for known in INPUTS:
        if name == known:
            return known
    raise UsageError(f"there is no judge input {name!r}", fix=nearest(name, INPUTS))


async def _one(
    name: InputName, issue: Issue | None, test_output: str | None, found: Changes | _Nowhere, room: int
) -> JudgeInput:
    if name == "issue":
        return _told(name, "" if issue is None else f"{issue.key}: {issue.request}", "There is no issue.", room)
    if name == "test_output":
        nothing = "No tests were run." if test_output is None else "The tests printed nothing."
        return _told(name, test_output or "", nothing, room)
    if isinstance(found, _Nowhere):
        return _empty(name, f"There is no git repository to look in: {found.why}.")
    if not found.files and not found.withheld:
        return _empty(name, f"Nothing has changed since the commit {found.base[:12]}.")
    return await _diff(found, room) if name == "git_diff" else await _files(found, room)


def _told(name: InputName, text: str, nothing: str, room: int) -> JudgeInput:
    if not text.strip():
        return _empty(name, nothing)
    size = _bytes(text)
    return JudgeInput(name=name, text=_fitted(text, room), size=size, cut=size > room)


def _empty(name: InputName, why: str) -> JudgeInput:
    return JudgeInput(name=name, text=why, size=0, empty=True)


def _fitted(text: str, room: int) -> str:
    return text if _bytes(text) <= room else bound(text, max(room - MARK_ROOM, 0))


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


# -- what lies in the folder


async def _changes(folder: Path, base: str, home: Path) -> Changes | _Nowhere:
    try:
        await open_repository(str(folder))
    except WorkspaceError as error:
        if not folder.is_dir():
            raise
        return _Nowhere(error.what)
    return await find_changes(folder, base, home)


async def _diff(found: Changes, room: int) -> JudgeInput:
    """The changed paths, which a cut in the diff might hide, and the diff."""
    lines = [f"Changed since the commit {found.base[:12]}:"]
    lines += [f"{file.change} {_shown(file.path)}" for file in found.files] or ["nothing that is shown"]
    lines += [f"withheld, for it may hold secrets: {_shown(path)}" for path in found.withheld]
    paths = "\n".join(lines) + "\n\n"
    kept = _fitted(paths, room // 8)
    diff = await found.diff(max(room - room // 8 - MARK_ROOM, 0))
    return JudgeInput(
        name="git_diff",
        text=_fitted(kept + diff.text, room),
        size=_bytes(paths) + diff.size,
        cut=kept != paths or _bytes(diff.text) != diff.size,
    )


async def _files(found: Changes, room: int) -> JudgeInput:
    """The contents of the changed files; small ones leave their share of the room to the larger ones."""
    headings = {file: _heading(file) for file in found.files}
    left = room - sum(_bytes(heading) + MARK_ROOM // 4 for heading in headings.values())
    readable = [file for file in found.files if file.new.readable]
    chosen = _first_that_fit(readable, left)
    contents = dict.fromkeys(readable, _Content("[not shown: too much has changed]", cut=True))
    for number, file in enumerate(sorted(chosen, key=lambda file: file.new.size)):
        contents[file] = await _content(found, file, left // (len(chosen) - number))
        left -= _bytes(contents[file].text)
    parts = [f"{heading}{contents.get(file, _Content('')).text}\n" for file, heading in headings.items()]
    parts += [f"=== {_shown(path)} (withheld, for it may hold secrets)\n" for path in found.withheld]
    text = "".join(parts)
    fitted = _fitted(text, room)
    return JudgeInput(
        name="files",
        text=fitted,
        size=sum(map(_bytes, headings.values())) + sum(file.new.size for file in readable),
        cut=fitted != text or any(content.cut for content in contents.values()),
    )


def _first_that_fit(files: Sequence[Changed], room: int) -> list[Changed]:
    """As many files as there is room for at least the beginning of."""
    needed = accumulate(min(file.new.size, FEWEST) for file in files)
    return [file for file, total in zip(files[:MOST_FILES], needed, strict=False) if total <= room]


def _heading(file: Changed) -> str:
    size = f", {file.new.size} bytes" if file.new.readable else ", a repository of its own" if file.new.there else ""
    return f"=== {_shown(file.path)} ({_CHANGES[file.change]}{size})\n"


def _shown(path: str) -> str:
    return path if path.isprintable() else json.dumps(path)


@dataclass(frozen=True)
class _Content:
    text: str
    cut: bool = False


async def _content(found: Changes, file: Changed, room: int) -> _Content:
    reading = Reading(room if file.new.size <= room else room - MARK_ROOM)
    await found.read(file, file.new, reading)
    if reading.binary:
        return _Content("[not shown: a binary file]")
    text = reading.excerpt.text()
    return _Content(_fitted(text, room) or "[empty]", cut=_bytes(text) != reading.excerpt.size)

"""Collect the inputs of a stage's judge, within size limits.

If an input has no content, its text says so, and the input is marked as `empty`. Otherwise a judge
could believe that it has seen the work.
"""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from pydantic import Field

from coordinator.errors import UsageError, WorkspaceError
from coordinator.models import ChangedFile, Issue, Value, Work
from coordinator.parsing.excerpt import bound
from coordinator.workflow.dialect.stage_actions import InputName
from coordinator.workflow.records import Worktree
from coordinator.workspace.repository import open_repository
from coordinator.workspace.snapshot import Workspace, snapshot

MARK_ROOM = 200  # bytes of an excerpt that are reserved for the marks of cuts
FEWEST = 1_000  # the fewest bytes to show of a file
MOST_FILES = 100  # the most changed files to show, because each is read by its own process

CHANGES = {"A": "added", "M": "modified", "D": "deleted", "T": "type changed"}


class JudgeInput(Value):
    """One input in the form that the judge reads.

    `cut` is true if a part of the input is missing. `unshown` lists the changed files that the
    judge does not see in full, and that are not exempt in the ledger of the work.
    """

    name: str
    text: str
    cut: bool = False
    empty: bool = False
    unshown: tuple[str, ...] = Field(default=(), exclude_if=lambda paths: not paths)


async def supply(
    names: Sequence[InputName],
    place: Worktree,
    issue: Issue | None,
    test_output: str | None,
    *,
    each: int,
    total: int,
    generated: Sequence[str] = (),
) -> tuple[JudgeInput, ...]:
    """Return the inputs with these names, without duplicates. Raise UsageError if all are empty.

    The diff shows all changes since the base of the work: committed, staged, unstaged and untracked
    changes, without ignored files. An input has at most `each` bytes, and the inputs share the
    `total` equally. `generated` has globs of files that the judge need not see in full.
    """
    wanted = tuple(dict.fromkeys(names))
    room = min(each, total // max(len(wanted), 1))
    supplied = []
    with tempfile.TemporaryDirectory(prefix="coordinator-", ignore_cleanup_errors=True) as home:
        work: Work | str = ""
        if "git_diff" in wanted or "files" in wanted:
            work = await _freeze(place, Path(home), room, generated)
        for name in wanted:
            if name == "issue":
                supplied.append(_issue_input(issue, room))
            elif name == "test_output":
                supplied.append(_test_input(test_output, room))
            elif isinstance(work, str):
                supplied.append(_text_input(name, "", work, room))
            elif name == "git_diff":
                supplied.append(_diff_input(work, room))
            else:
                supplied.append(await _files_input(Workspace(work, Path(home)), room))
    if all(given.empty for given in supplied):
        said = " ".join(given.text for given in supplied) or "The stage names no inputs."
        fix = f"inputs are {', '.join(get_args(InputName))}"
        raise UsageError(f"no judge inputs could be collected: {said}", fix=fix)
    return tuple(supplied)


def _issue_input(issue: Issue | None, room: int) -> JudgeInput:
    text = "" if issue is None else f"{issue.key}: {issue.request}"
    return _text_input("issue", text, "There is no issue.", room)


def _test_input(test_output: str | None, room: int) -> JudgeInput:
    if test_output is None:
        return _text_input("test_output", "", "No tests were run.", room)
    return _text_input("test_output", test_output, "The tests printed nothing.", room)


def _text_input(name: str, text: str, nothing: str, room: int) -> JudgeInput:
    if not text.strip():
        return JudgeInput(name=name, text=nothing, empty=True)
    return JudgeInput(name=name, text=_fitted(text, room), cut=_bytes(text) > room)


def _fitted(text: str, room: int) -> str:
    if _bytes(text) <= room:
        return text
    return bound(text, max(room - MARK_ROOM, 0))


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _is_cut(excerpt: str, size: int) -> bool:
    # The sizes alone are not enough, because invalid UTF-8 is replaced by longer sequences.
    return _bytes(excerpt) != size and "left out ...]" in excerpt


async def _freeze(place: Worktree, home: Path, room: int, generated: Sequence[str]) -> Work | str:
    """Return a snapshot of the work, or the reason why there is nothing to show."""
    try:
        await open_repository(place.folder)
    except WorkspaceError as error:
        if not Path(place.folder).is_dir():
            raise
        return f"There is no git repository: {error.what}."
    limit = max(room - room // 8 - MARK_ROOM, 0)
    work = await snapshot(
        place.folder, place.base, home, limit, exact=place.exact, generated=generated
    )
    if not work.changed and not work.withheld:
        return f"Nothing has changed since the commit {work.base[:12]}."
    return work


def _diff_input(work: Work, room: int) -> JudgeInput:
    """Return the changed paths and then the diff. A cut diff alone could hide some of the paths."""
    lines = [f"Changed since the commit {work.base[:12]}:"]
    for file in work.changed:
        lines.append(f"{file.change} {_printable(file.path)}")
    if not work.changed:
        lines.append("no file that is shown")
    for path in work.withheld:
        lines.append(f"withheld because it may hold secrets: {_printable(path)}")
    for path in work.for_agents:
        lines.append(
            f"not in the copies of judges, because it instructs agents: {_printable(path)}"
        )
    paths = "\n".join(lines) + "\n\n"
    listed = _fitted(paths, room // 8)
    return JudgeInput(
        name="git_diff",
        text=_fitted(listed + work.diff, room),
        cut=listed != paths or _is_cut(work.diff, work.diff_bytes),
        unshown=work.unshown,
    )


async def _files_input(workspace: Workspace, room: int) -> JudgeInput:
    listing = _FilesListing(workspace, room)
    for file in workspace.work.changed:
        await listing.add(file)
    listing.choose()
    await listing.read()
    return listing.result()


class _FilesListing:
    """Lists the names of the changed files that are not shown, then the contents of the others.

    If a file is smaller than its share of the room, larger files get the rest.
    """

    def __init__(self, workspace: Workspace, room: int) -> None:
        self._workspace = workspace
        self._work = workspace.work
        self._room = room
        self._names_room = room // 8  # for the names of files that are not shown
        self._left = room - self._names_room
        self._titles: dict[str, str] = {}
        self._sizes: dict[str, int] = {}
        # The path of each file that is not shown, with the reason.
        self._left_out: dict[str, str] = {}
        for path in self._work.withheld:
            self._left_out[path] = "withheld because it may hold secrets"
        self._shown: list[str] = []
        self._contents: dict[str, str] = {}
        self._is_cut = False
        self._cut: set[str] = set()  # the paths of files that are shown only in part

    async def add(self, file: ChangedFile) -> None:
        about = CHANGES[file.change]
        size = await self._workspace.size(file.path)
        if size is not None:
            self._sizes[file.path] = size
            about += f", {size} bytes"
        elif file.change != "D":
            about += ", a repository of its own"
        self._titles[file.path] = f"{_printable(file.path)} ({about})"

    def choose(self) -> None:
        """Choose the files to show, and reserve room for the beginning of each."""
        for path, title in self._titles.items():
            needed = _bytes(title) + MARK_ROOM // 4 + min(self._sizes.get(path, 0), FEWEST)
            if needed > self._left:
                self._left_out[path] = "there is no room left"
            elif len(self._shown) == MOST_FILES:
                self._left_out[path] = f"more than {MOST_FILES} files have changed"
            else:
                self._shown.append(path)
                self._left -= needed
        self._is_cut = len(self._shown) < len(self._titles) or self._work.unlisted > 0

    async def read(self) -> None:
        """Read the chosen files, small ones first, and give each a share of the room."""
        readable = [path for path in self._shown if path in self._sizes]
        readable.sort(key=lambda path: self._sizes[path])
        for path in readable:
            self._left += min(self._sizes[path], FEWEST)
        if not self._left_out:
            self._left += max(self._names_room - MARK_ROOM, 0)
        for number, path in enumerate(readable):
            await self._read_file(path, self._left // (len(readable) - number))

    async def _read_file(self, path: str, share: int) -> None:
        limit = share if self._sizes[path] <= share else share - MARK_ROOM
        excerpt = await self._workspace.excerpt(path, limit)
        if excerpt is None:
            self._left_out[path] = "a binary file"
            return
        self._contents[path] = _fitted(excerpt.text(), share) or "[empty]"
        if _is_cut(excerpt.text(), excerpt.size):
            self._is_cut = True
            self._cut.add(path)
        self._left -= _bytes(self._contents[path])

    def result(self) -> JudgeInput:
        text = _fitted(self._names(), self._names_room)
        for path in self._shown:
            if path not in self._left_out:
                text += f"=== {self._titles[path]}\n{self._contents.get(path, '')}\n"
        fitted = _fitted(text, self._room)
        return JudgeInput(
            name="files",
            text=fitted,
            cut=self._is_cut or fitted != text,
            unshown=self._unshown(),
        )

    def _unshown(self) -> tuple[str, ...]:
        """Return the changed files that are not shown in full, and are not exempt."""
        paths = []
        exempt = set()
        for row in self._work.ledger.rows:
            if row.exempt:
                exempt.add(row.path)
            # A cut diff or a long line hides a file only in the diff. This listing can show the
            # file in full.
            elif row.reason not in ("", "cut", "long line"):
                paths.append(row.path)
        for path in self._sizes:
            if path in self._left_out or path in self._cut:
                paths.append(path)
        if self._work.ledger.more_held:
            paths.append(f"and {self._work.ledger.more_held} more files")
        return tuple(path for path in dict.fromkeys(paths) if path not in exempt)

    def _names(self) -> str:
        names = []
        for path, why in self._left_out.items():
            title = self._titles.get(path, _printable(path))
            names.append(f"{title}: {why}\n")
        if self._work.unlisted:
            names.append(f"and {self._work.unlisted} more that are not listed\n")
        if not names:
            return ""
        return "".join(["Changed files that are not shown here:\n", *names, "\n"])


def _printable(path: str) -> str:
    if path.isprintable():
        return path
    return json.dumps(path)

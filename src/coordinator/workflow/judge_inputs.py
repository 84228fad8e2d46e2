"""What the judge of a stage is given to read: bounded, and really what it is called.

Every input states its case in words: where there is nothing, the text says so and `empty` is set, so that no
judge takes an empty place for work that has been shown to it.
"""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from pydantic import Field

from coordinator.errors import UsageError, WorkspaceError
from coordinator.models import Issue, Value, Work
from coordinator.parsing.excerpt import bound
from coordinator.workflow.dialect.stage_actions import InputName
from coordinator.workflow.records import Worktree
from coordinator.workspace.repository import open_repository
from coordinator.workspace.snapshot import Workspace, snapshot

MARK_ROOM = 200  # bytes that the marks of one excerpt may take
FEWEST = 1_000  # bytes of a file that are worth showing
MOST_FILES = 100  # changed files that are shown, each read by a process of its own

CHANGES = {"A": "added", "M": "modified", "D": "deleted", "T": "type changed"}


class JudgeInput(Value):
    """One input as the judge reads it; `cut` is that some of it is not there.

    `unshown` are the changed files that the judge is not shown in full, as they hold secrets by their name.
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
) -> tuple[JudgeInput, ...]:
    """Return the inputs with these names, each once and in this order; raise if there is nothing in any of them.

    The diff is everything that differs from where the work left its base, or from an exact one: committed, staged,
    unstaged and untracked, but not what is ignored. Of `each` input so many bytes are shown; they share the `total`
    equally.
    """
    wanted = tuple(dict.fromkeys(names))
    room = min(each, total // max(len(wanted), 1))
    supplied = []
    with tempfile.TemporaryDirectory(prefix="coordinator-", ignore_cleanup_errors=True) as home:
        work: Work | str = ""
        if "git_diff" in wanted or "files" in wanted:
            work = await _freeze(place, Path(home), room)
        for name in wanted:
            if name == "issue":
                text = "" if issue is None else f"{issue.key}: {issue.request}"
                supplied.append(_text_input(name, text, "There is no issue.", room))
            elif name == "test_output":
                nothing = (
                    "No tests were run." if test_output is None else "The tests printed nothing."
                )
                supplied.append(_text_input(name, test_output or "", nothing, room))
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
    # The sizes alone do not tell: bytes that are not UTF-8 are replaced by longer ones.
    return _bytes(excerpt) != size and "left out ...]" in excerpt


async def _freeze(place: Worktree, home: Path, room: int) -> Work | str:
    """Return the work as it is now, or say why there is nothing of it to show."""
    try:
        await open_repository(place.folder)
    except WorkspaceError as error:
        if not Path(place.folder).is_dir():
            raise
        return f"There is no git repository to look in: {error.what}."
    work = await snapshot(
        place.folder, place.base, home, max(room - room // 8 - MARK_ROOM, 0), exact=place.exact
    )
    if not work.changed and not work.withheld:
        return f"Nothing has changed since the commit {work.base[:12]}."
    return work


def _diff_input(work: Work, room: int) -> JudgeInput:
    """Return the changed paths, which a cut in the diff might hide, and the diff."""
    lines = [f"Changed since the commit {work.base[:12]}:"]
    lines += [f"{file.change} {_printable(file.path)}" for file in work.changed] or [
        "nothing that is shown"
    ]
    lines += [f"withheld, for it may hold secrets: {_printable(path)}" for path in work.withheld]
    lines += [
        f"in no judge's copy, for it tells agents what to do: {_printable(path)}"
        for path in work.for_agents
    ]
    paths = "\n".join(lines) + "\n\n"
    listed = _fitted(paths, room // 8)
    return JudgeInput(
        name="git_diff",
        text=_fitted(listed + work.diff, room),
        cut=listed != paths or _is_cut(work.diff, work.diff_bytes),
        unshown=work.unshown,
    )


async def _files_input(workspace: Workspace, room: int) -> JudgeInput:
    """Return the changed files that there is no room for, by name, and the contents of the others.

    Small files leave their share of the room to the larger ones.
    """
    work = workspace.work
    titles = {}
    sizes = {}
    for file in work.changed:
        about = CHANGES[file.change]
        if (size := await workspace.size(file.path)) is not None:
            sizes[file.path] = size
            about += f", {size} bytes"
        elif file.change != "D":
            about += ", a repository of its own"
        titles[file.path] = f"{_printable(file.path)} ({about})"

    left_out = dict.fromkeys(work.withheld, "withheld, for it may hold secrets")
    shown = list[str]()
    left = room - room // 8  # an eighth is for the names of the others
    for path, title in titles.items():
        needed = _bytes(title) + MARK_ROOM // 4 + min(sizes.get(path, 0), FEWEST)
        if needed > left or len(shown) == MOST_FILES:
            left_out[path] = (
                f"more than {MOST_FILES} files have changed"
                if needed <= left
                else "there is no room left"
            )
        else:
            shown.append(path)
            left -= needed
    cut = len(shown) < len(titles) or work.unlisted > 0
    contents: dict[str, str] = {}
    readable = sorted((path for path in shown if path in sizes), key=sizes.__getitem__)
    left += sum(min(sizes[path], FEWEST) for path in readable) + (
        0 if left_out else max(room // 8 - MARK_ROOM, 0)
    )
    for number, path in enumerate(readable):
        share = left // (len(readable) - number)
        excerpt = await workspace.excerpt(
            path, share if sizes[path] <= share else share - MARK_ROOM
        )
        if excerpt is None:
            left_out[path] = "a binary file"
            continue
        contents[path] = _fitted(excerpt.text(), share) or "[empty]"
        cut |= _is_cut(excerpt.text(), excerpt.size)
        left -= _bytes(contents[path])

    names = [f"{titles.get(path, _printable(path))}: {why}\n" for path, why in left_out.items()]
    names += [f"and {work.unlisted} more that are not listed\n"] if work.unlisted else []
    listed = _fitted(
        "".join(["Changed files that are not shown here:\n", *names, "\n"]) if names else "",
        room // 8,
    )
    parts = [
        f"=== {titles[path]}\n{contents.get(path, '')}\n" for path in shown if path not in left_out
    ]
    text = listed + "".join(parts)
    fitted = _fitted(text, room)
    return JudgeInput(
        name="files", text=fitted, cut=cut or fitted != text, unshown=work.unshown
    )


def _printable(path: str) -> str:
    if path.isprintable():
        return path
    return json.dumps(path)

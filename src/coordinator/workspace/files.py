"""Files that somebody else has put there: looked at before they are opened, and counted before they are copied."""

import os
import re
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from coordinator.config.review import WorkLimits
from coordinator.errors import OutOfResources, WorkspaceError, is_exhausted
from coordinator.parsing.excerpt import shorten

MOST_GIT_FILES = 2_000_000
GIT_FILE = 256_000_000  # bytes of a file that git reads whole, such as an index
LONGEST_PATH = 3_000
DEEPEST = 200  # bytes and folders of a path that is copied; the place of the copy comes on top
SHOWN = 4_000  # bytes of a file that is too large to copy
NAMED = 50  # files that are too large, by name; the others are counted
# Bytes that a copy leaves free on the disk, where the record of all reviews grows too
RESERVE = 50_000_000

Sized = tuple[bytes, int]  # a path of the work, and the bytes of its file

# What coding agents take for their instructions, settings, tools and hooks wherever they meet it, in lower case.
_FOR_AGENTS = re.compile(
    r"(.*/)?(\.(claude|codex|gemini|agents|opencode|copilot|cursor)|\.github/(agents|skills|hooks|instructions|copilot)"
    r"|(claude|agents|gemini)(\.\w+)?\.md|copilot-instructions\.md|opencode\.jsonc?|[^/]*mcp\.json|\.geminiignore)(/.*)?"
)
_READ_IN_TREE = (".gitignore", ".gitmodules", ".gitattributes")
_KINDS = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFDIR: "a directory",
    stat.S_IFLNK: "a link",
}


def is_for_agents(path: str) -> bool:
    """Return whether a file of the work would tell a coding agent what to do; a judge's copy has none of these."""
    return _FOR_AGENTS.fullmatch(path.lower()) is not None


@contextmanager
def open_plain(path: Path, most: int | None = GIT_FILE) -> Iterator[BinaryIO]:
    """Open a file for reading if it is a plain one, of at most so many bytes; a WorkspaceError says what else it is."""
    _check(path, os.lstat(path), most)  # before it is opened, which some devices answer with an act
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW), "rb") as file:
        _check(path, os.fstat(file.fileno()), most)
        yield file


def copy_plain(source: Path, target: Path) -> None:
    """Copy a file that git reads, with its time, if it is a plain one and there."""
    with suppress(FileNotFoundError), open_plain(source) as file:
        with open(target, "wb") as copy:
            shutil.copyfileobj(file, copy)
        found = os.fstat(file.fileno())
        os.utime(target, ns=(found.st_atime_ns, found.st_mtime_ns))


def _check(path: Path, found: os.stat_result, most: int | None) -> None:
    """Raise a WorkspaceError for what is no plain file, or has more bytes."""
    if not stat.S_ISREG(found.st_mode):
        what = f"{_named(path)} is {_KINDS.get(stat.S_IFMT(found.st_mode), 'a device')}, not a plain file"
        raise WorkspaceError(what, fix="take it away, or put a plain file in its place")
    if most is not None and found.st_size > most:
        raise WorkspaceError(
            f"{_named(path)} has {found.st_size} bytes, more than git could read",
            fix="take it away",
        )


def _named(path: Path) -> str:
    return repr(shorten(str(path), 200))


def git_folders(dot_git: Path) -> list[Path]:
    """Return the git directory that a `.git` is or names, and the one with the objects if that is another."""
    folder = dot_git
    if not dot_git.is_dir():
        with open_plain(dot_git) as file:
            folder = dot_git.parent / os.fsdecode(
                file.read(LONGEST_PATH).removeprefix(b"gitdir:").strip()
            )
    with suppress(FileNotFoundError, NotADirectoryError), open_plain(folder / "commondir") as file:
        return [folder, folder / os.fsdecode(file.read(LONGEST_PATH).rstrip(b"\n"))]
    return [folder]


def check_git_files(top: Path) -> None:
    """Raise a WorkspaceError if git would open something in a tree or `.git` that is no plain file, and wait there."""
    left = [(top, False)] if top.name != ".git" else [(folder, True) for folder in git_folders(top)]
    seen = set[str]()
    looked_at = 0
    while left:
        folder, of_git = left.pop()
        if of_git:
            if (real := os.path.realpath(folder)) in seen:
                continue
            seen.add(real)
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    looked_at += of_git  # where links are followed, which may lead anywhere
                    left += _below(Path(entry.path), entry, of_git)
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            continue  # git cannot read it either
        except OSError as error:
            if is_exhausted(error):
                raise
            what = f"{_named(folder)} cannot be looked at: {error.strerror}"
            raise WorkspaceError(what, fix="take it away") from None
        if looked_at > MOST_GIT_FILES:
            raise WorkspaceError(
                f"{top} has more than {MOST_GIT_FILES} files", fix="run `git gc` there"
            )


def _below(path: Path, entry: os.DirEntry[str], of_git: bool) -> list[tuple[Path, bool]]:
    """Return the folders to look into because of an entry; raise a WorkspaceError if git would wait at it."""
    with suppress(FileNotFoundError):  # a link to nowhere
        if entry.name == ".git" and not of_git:
            return [(folder, True) for folder in git_folders(path)]
        if entry.is_dir(follow_symlinks=of_git):
            return [(path, of_git)]
        if of_git or entry.name in _READ_IN_TREE:
            _check(path, entry.stat(), None if "objects" in path.parts else GIT_FILE)
    return []


def within(files: Iterable[Sized], limits: WorkLimits) -> tuple[list[Sized], list[Sized]]:
    """Return the files that may be copied, and those that are too large, too many or too deep for that."""
    kept = list[Sized]()
    left_out = list[Sized]()
    total = 0
    for path, size in files:
        fits = size <= limits.largest and total + size <= limits.total and len(kept) < limits.files
        fits = fits and len(path) <= LONGEST_PATH and path.count(b"/") <= DEEPEST
        (kept if fits else left_out).append((path, size))
        total += size * fits
    return kept, left_out


def require_room(folder: Path, needed: int) -> None:
    """Raise an OutOfResources unless so many bytes can be written there, and others can still write some."""
    free = shutil.disk_usage(folder).free
    if free < needed + RESERVE:
        what = f"a copy of the work has {needed} bytes, and the disk of {folder} has {free} left"
        raise OutOfResources(what, fix="free some space; the review goes on by itself")


def ends_of(path: Path) -> bytes:
    """Return the beginning and the end of a file that is too large to copy, with how much is not shown."""
    with open_plain(path, None) as file:
        size = os.fstat(file.fileno()).st_size
        head = file.read(SHOWN // 2)
        file.seek(max(size - SHOWN // 2, len(head)))
        tail = file.read(SHOWN // 2)
    return head + b"\n[... %d bytes left out ...]\n" % (size - len(head) - len(tail)) + tail

"""Handle files that others wrote: check them before opening, and measure them before copying."""

import os
import re
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from coordinator.cli_agents import CLI_AGENTS
from coordinator.config.review import WorkLimits
from coordinator.errors import OutOfResources, WorkspaceError, is_exhausted
from coordinator.parsing.excerpt import shorten

MOST_GIT_FILES = 2_000_000
GIT_FILE = 256_000_000  # bytes of the largest file that git reads whole, such as an index
LONGEST_PATH = 3_000  # bytes of the longest path that is copied, without the folder of the copy
DEEPEST = 200  # folders in the deepest path that is copied
SHOWN = 4_000  # bytes that are shown of a file that is too large to copy
NAMED = 50  # files that are too large and are listed by name; the others are only counted
# Bytes that a copy leaves free on the disk, because the record of all reviews also grows there.
RESERVE = 50_000_000

Sized = tuple[bytes, int]  # a path of the work, and the size of its file in bytes

# Files of a working tree that git itself reads.
_READ_IN_TREE = (".gitignore", ".gitmodules", ".gitattributes")
_KINDS = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFDIR: "a directory",
    stat.S_IFLNK: "a link",
}


def _files_for_agents() -> re.Pattern[str]:
    """Return a pattern that matches the lower-case paths of files that instruct coding agents."""
    patterns = [r"\.agents", r"\.cursor", r"[^/]*mcp\.json"]  # not specific to one known agent
    # These hide files from the search of an agent.
    patterns.append(r"\.(|rg|fd|ag|ai|cursor|claude|codex)ignore|\.aiexclude")
    for agent in CLI_AGENTS:
        patterns.extend(agent.files_in_work)
    return re.compile(rf"(.*/)?({'|'.join(patterns)})(/.*)?")


_FOR_AGENTS = _files_for_agents()


def paths_for_agents(paths: str) -> bytes:
    """Return a byte for each of the NUL-separated paths: 1 if the file would instruct an agent."""
    return bytes(map(is_for_agents, paths.split("\0")))


def is_for_agents(path: str) -> bool:
    """Return whether a file would instruct a coding agent. A judge's copy has no such files."""
    return _FOR_AGENTS.fullmatch(path.lower()) is not None


@contextmanager
def open_plain(path: Path, most: int | None = GIT_FILE) -> Iterator[BinaryIO]:
    """Open a plain file of at most `most` bytes; raise WorkspaceError for anything else."""
    _check(path, os.lstat(path), most)  # before opening, because opening a device can start it
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    with os.fdopen(descriptor, "rb") as file:
        _check(path, os.fstat(file.fileno()), most)
        yield file


def copy_plain(source: Path, target: Path) -> None:
    """Copy a file and its times, if it exists; raise WorkspaceError if it is not a plain file."""
    with suppress(FileNotFoundError), open_plain(source) as file:
        with open(target, "wb") as copy:
            shutil.copyfileobj(file, copy)
        found = os.fstat(file.fileno())
        os.utime(target, ns=(found.st_atime_ns, found.st_mtime_ns))


def _check(path: Path, found: os.stat_result, most: int | None) -> None:
    """Raise a WorkspaceError if the path is not a plain file, or has more than `most` bytes."""
    if not stat.S_ISREG(found.st_mode):
        kind = _KINDS.get(stat.S_IFMT(found.st_mode), "a device")
        what = f"{_named(path)} is {kind}, not a plain file"
        raise WorkspaceError(what, fix="delete it, or replace it with a plain file")
    if most is not None and found.st_size > most:
        raise WorkspaceError(
            f"{_named(path)} has {found.st_size} bytes, which is too large for git",
            fix="delete it",
        )


def _named(path: Path) -> str:
    return repr(shorten(str(path), 200))


def git_folders(dot_git: Path) -> list[Path]:
    """Return the git directory of a `.git`, which is the directory itself or a file that names it.

    For a linked worktree, also return the git directory of its repository, which has the objects.
    """
    folder = dot_git
    if not dot_git.is_dir():
        with open_plain(dot_git) as file:
            name = file.read(LONGEST_PATH).removeprefix(b"gitdir:").strip()
            folder = dot_git.parent / os.fsdecode(name)
    with suppress(FileNotFoundError, NotADirectoryError), open_plain(folder / "commondir") as file:
        return [folder, folder / os.fsdecode(file.read(LONGEST_PATH).rstrip(b"\n"))]
    return [folder]


def check_git_files(top: Path) -> None:
    """Raise a WorkspaceError if git would open a special file in a tree or its `.git`.

    Git could wait for ever at a special file, such as a named pipe.
    """
    if top.name == ".git":
        left = [(folder, True) for folder in git_folders(top)]
    else:
        left = [(top, False)]
    seen = set[str]()
    looked_at = 0
    while left:
        folder, of_git = left.pop()
        if of_git:
            real = os.path.realpath(folder)
            if real in seen:
                continue
            seen.add(real)
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if of_git:  # count these, because git follows links here, even out of the tree
                        looked_at += 1
                    left += _below(Path(entry.path), entry, of_git)
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            continue  # git cannot read it either
        except OSError as error:
            if is_exhausted(error):
                raise
            what = f"{_named(folder)} cannot be read: {error.strerror}"
            raise WorkspaceError(what, fix="delete it") from None
        if looked_at > MOST_GIT_FILES:
            raise WorkspaceError(
                f"{top} has more than {MOST_GIT_FILES} files", fix="run `git gc` there"
            )


def _below(path: Path, entry: os.DirEntry[str], of_git: bool) -> list[tuple[Path, bool]]:
    """Return the folders to check next; raise WorkspaceError if git could hang on this entry."""
    with suppress(FileNotFoundError):  # a link to nowhere
        if entry.name == ".git" and not of_git:
            return [(folder, True) for folder in git_folders(path)]
        if entry.is_dir(follow_symlinks=of_git):
            return [(path, of_git)]
        if of_git or entry.name in _READ_IN_TREE:
            most = None if "objects" in path.parts else GIT_FILE
            _check(path, entry.stat(), most)
    return []


def within(files: Iterable[Sized], limits: WorkLimits) -> tuple[list[Sized], list[Sized]]:
    """Return the files to copy, and the files that are too large, too many or too deep to copy."""
    kept = list[Sized]()
    left_out = list[Sized]()
    total = 0
    for path, size in files:
        fits = size <= limits.largest and total + size <= limits.total and len(kept) < limits.files
        if fits and len(path) <= LONGEST_PATH and path.count(b"/") <= DEEPEST:
            kept.append((path, size))
            total += size
        else:
            left_out.append((path, size))
    return kept, left_out


def total_size(files: Iterable[Sized]) -> int:
    return sum(size for _, size in files)


def require_room(folder: Path, needed: int) -> None:
    """Raise OutOfResources unless the disk has room for `needed` bytes and a reserve."""
    free = shutil.disk_usage(folder).free
    if free < needed + RESERVE:
        what = f"a copy of the work needs {needed} bytes, but the disk of {folder} has only {free}"
        raise OutOfResources(what, fix="free some space; the review then continues by itself")


def ends_of(path: Path) -> bytes:
    """Return the beginning and the end of a large file, with the number of bytes between them."""
    with open_plain(path, None) as file:
        size = os.fstat(file.fileno()).st_size
        head = file.read(SHOWN // 2)
        file.seek(max(size - SHOWN // 2, len(head)))
        tail = file.read(SHOWN // 2)
    return head + b"\n[... %d bytes left out ...]\n" % (size - len(head) - len(tail)) + tail

"""Find out whether a program has changed the files of a folder."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR

# The mode, size, inode and change time of each path. The path of a folder ends with a slash.
Listing = Mapping[str, tuple[int, ...]]


def listing(folder: Path) -> Listing:
    """Return the mode, size, inode and change time of each path in a folder.

    At least one of these numbers changes when a program writes to the path.
    """
    found: dict[str, tuple[int, ...]] = {}
    for directory, folders, files in os.walk(folder):
        paths = [directory]
        for name in (*folders, *files):
            paths.append(os.path.join(directory, name))
        for path in paths:
            # An unreadable path is left out, so it counts as changed if it was readable before.
            with suppress(OSError):
                status = os.lstat(path)
                name = os.path.relpath(path, folder)
                if S_ISDIR(status.st_mode):
                    name += "/"
                found[name] = (status.st_mode, status.st_size, status.st_ino, status.st_ctime_ns)
    return found


def changes(before: Listing, after: Listing) -> list[str]:
    """Return the paths that were added, removed or changed.

    Folders are returned only if no file has changed, because a folder changes with its files.
    """
    changed = [path for path in before.keys() | after.keys() if before.get(path) != after.get(path)]
    files = [path for path in changed if not path.endswith("/")]
    return sorted(files or changed)

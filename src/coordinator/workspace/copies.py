"""Write copies of the work to folders, and delete them."""

import asyncio
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from coordinator.workspace.credential_files import mask_open_files
from coordinator.workspace.files import Sized, require_room, total_size
from coordinator.workspace.git import Git, decode_name, nul_ended
from coordinator.workspace.repository import scratch_index
from coordinator.workspace.worker_frames import MOST_FILES
from coordinator.workspace.workers import SMALL, run_on_files


async def write_copy(
    git: Git,
    revision: str,
    files: Sequence[Sized],
    target: Path,
    *,
    secrets: bool,
) -> None:
    """Write these files of a tree to `target`, which appears only when it is complete.

    A link that leads out of the copy becomes a plain file. If `secrets` is false, secrets are
    masked.
    """
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy = Path(tempfile.mkdtemp(dir=target.parent, prefix="unfinished-"))
    try:
        with scratch_index(git) as index:
            indexed = git.using(index, copy)
            await indexed.output("read-tree", revision)
            require_room(copy, total_size(files))
            paths = nul_ended(path for path, _ in files)
            await indexed.output("checkout-index", "-z", "--stdin", "--quiet", stdin=paths)
        unsafe = await asyncio.to_thread(_make_safe, copy, secrets=secrets)
        await _mask_files(unsafe)
        try:
            os.rename(copy, target)
        except OSError:
            if not target.is_dir():  # otherwise another task has just made the same copy
                raise
    finally:
        await asyncio.to_thread(clear, copy)


def clear(path: Path) -> None:
    """Delete a file or folder that we made, even if a check has write-protected parts of it."""
    # Use external programs, because folders can be nested deeper than Python can follow.
    if path.is_dir() and not path.is_symlink():
        subprocess.run(("chmod", "-R", "u+rwx", "--", path), stderr=subprocess.DEVNULL, check=False)
    if os.path.lexists(path):
        subprocess.run(("rm", "-rf", "--", path), stderr=subprocess.DEVNULL, check=False)


def _make_safe(root: Path, *, secrets: bool) -> list[Path]:
    """Replace links that lead out of the copy. Return the files in which to mask secrets.

    If `secrets` is true, the copy keeps its secrets, and the list is empty.
    """
    inside = os.path.realpath(root)
    unsafe = []
    for directory, folders, files in os.walk(root):
        for name in (*folders, *files):
            path = Path(directory, name)
            if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(inside):
                _replace_link(path)
            if not secrets and not path.is_dir() and not path.is_symlink():
                unsafe.append(path)
    return unsafe


def _replace_link(path: Path) -> None:
    """Replace a link by a file that names the target of the link."""
    target = os.readlink(path)
    path.unlink()
    path.write_bytes(os.fsencode(target))


async def _mask_files(paths: Sequence[Path]) -> None:
    """Mask the secrets in files of a copy, and the values in credential files."""
    total = 0
    for path in paths:
        total += path.stat().st_size
    most = MOST_FILES - 1  # one of the open files is the scratch file
    for first in range(0, len(paths), most):
        with ExitStack() as opened:
            files = [opened.enter_context(tempfile.TemporaryFile()).fileno()]
            names = []
            for path in paths[first : first + most]:
                files.append(opened.enter_context(_open_file(path)))
                names.append(decode_name(os.fsencode(path.name)))
            if total <= SMALL:
                await asyncio.to_thread(mask_open_files, files, names)
            else:
                await run_on_files(files, mask_open_files, names)


@contextmanager
def _open_file(path: Path) -> Iterator[int]:
    file = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        yield file
    finally:
        os.close(file)

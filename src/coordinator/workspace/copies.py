"""Write copies of the work to folders, and delete them."""

import asyncio
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from coordinator.workspace.files import Sized, require_room, total_size
from coordinator.workspace.git import Git, decode_name, nul_ended
from coordinator.workspace.masking.credential_files import mask_open_files
from coordinator.workspace.repository import scratch_index
from coordinator.workspace.workers.frames import MOST_FILES
from coordinator.workspace.workers.pool import SMALL, run_on_files


async def write_copy(
    git: Git,
    revision: str,
    files: Sequence[Sized],
    target: Path,
    *,
    secrets: bool,
) -> None:
    """Write these files of a tree to `target`, which appears only when it is complete.

    A link that may lead out of the copy becomes a plain file. If `secrets` is false, secrets are
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
        plain = await asyncio.to_thread(_make_safe, copy, files)
        if not secrets:
            await _mask_files(plain)
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


def _make_safe(root: Path, files: Sequence[Sized]) -> list[Path]:
    """Replace those of the `files` that are links out of the copy. Return the plain files.

    Nothing else in the copy is looked at, and no link is followed.
    """
    plain = []
    for name, _ in files:
        path = root / os.fsdecode(name)
        if not os.path.lexists(path):  # a submodule has no file
            continue
        if path.is_symlink():
            if _stays_inside(name, os.fsencode(os.readlink(path))):
                continue
            _replace_link(path)
        if not path.is_dir():
            plain.append(path)
    return plain


def _stays_inside(link: bytes, target: bytes) -> bool:
    """Return whether a link of a copy leads to a path in the copy, if all other links do so too.

    `link` is the path of the link. The link is not followed, because an author can make links that
    take very long to follow. If ".." comes after the name of a folder, return False: the name may
    be that of a link, so ".." can lead anywhere.
    """
    if target.startswith(b"/"):
        return False
    above = link.count(b"/")
    is_below = False
    for part in target.split(b"/"):
        if part in (b"", b"."):
            continue
        if part != b"..":
            is_below = True
            continue
        above -= 1
        if is_below or above < 0:
            return False
    return True


def _replace_link(path: Path) -> None:
    """Replace a link with a plain file that contains the target of the link as text."""
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

"""Write copies of the work to folders, and delete them."""

import asyncio
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from coordinator.workspace.credential_files import (
    LARGEST_SHOWN,
    SECRET,
    can_be_shown,
    format_of,
    mask_values,
    withheld,
)
from coordinator.workspace.files import Sized, require_room, total_size
from coordinator.workspace.git import Git, nul_ended
from coordinator.workspace.masking import mask_file
from coordinator.workspace.repository import scratch_index


async def write_copy(
    git: Git,
    revision: str,
    files: Sequence[Sized],
    target: Path,
    *,
    secrets: bool,
) -> None:
    """Write these files of a tree to `target`, which appears only when it is complete.

    A link that leads out of the copy becomes a plain file. Without `secrets`, secrets are masked.
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
        await asyncio.to_thread(_make_safe, copy, secrets=secrets)
        try:
            os.rename(copy, target)
        except OSError:
            if not target.is_dir():  # no other task has completed it meanwhile
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


def _make_safe(root: Path, *, secrets: bool) -> None:
    """Replace links that lead out of the copy. Without `secrets`, mask the secrets in its files."""
    inside = os.path.realpath(root)
    for directory, folders, files in os.walk(root):
        for name in (*folders, *files):
            path = Path(directory, name)
            if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(inside):
                _replace_link(path)
            if not secrets and not path.is_dir():
                _mask_secrets(path)


def _replace_link(path: Path) -> None:
    """Replace a link by a file that names the target of the link."""
    target = os.readlink(path)
    path.unlink()
    path.write_bytes(os.fsencode(target))


def _mask_secrets(path: Path) -> None:
    """Mask the secret values in a file. If its values cannot be told apart, mask it whole."""
    if path.is_symlink():
        return
    if not withheld(path.name):
        mask_file(path)
        return
    content = path.read_bytes() if path.stat().st_size <= LARGEST_SHOWN else b"\0"
    if format_of(path.name) and can_be_shown(content):
        mask_file(path)
        path.write_bytes(mask_values(path.read_bytes(), path.name))
    else:
        path.write_bytes(SECRET + b"\n")

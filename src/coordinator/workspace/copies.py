"""Write copies of the work to folders, and delete them."""

import asyncio
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from coordinator.workspace.credential_files import mask_values, withheld
from coordinator.workspace.files import Sized, require_room, total_size
from coordinator.workspace.git import Git, decode_name, nul_ended
from coordinator.workspace.masking import mask_file
from coordinator.workspace.repository import scratch_index


async def write_copy(
    git: Git,
    revision: str,
    files: Sequence[Sized],
    target: Path,
    *,
    secrets: bool,
    shown_credentials: frozenset[str],
) -> None:
    """Write these files of a tree to `target`, which appears only when it is complete.

    A link that leads out of the copy becomes a plain file. Without `secrets`, secrets are masked,
    and the only credential files in the copy are the `shown_credentials`.
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
        await asyncio.to_thread(_make_safe, copy, shown_credentials, secrets=secrets)
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


def _make_safe(root: Path, shown_credentials: frozenset[str], *, secrets: bool) -> None:
    """Replace links that lead out of the copy. Without `secrets`, mask the secrets in its files."""
    inside = os.path.realpath(root)
    for directory, folders, files in os.walk(root):
        for name in (*folders, *files):
            path = Path(directory, name)
            if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(inside):
                _replace_link(path)
            if not secrets and not path.is_dir():
                _mask_secrets(root, path, shown_credentials)


def _replace_link(path: Path) -> None:
    """Replace a link by a file that names the target of the link."""
    target = os.readlink(path)
    path.unlink()
    path.write_bytes(os.fsencode(target))


def _mask_secrets(root: Path, path: Path, shown_credentials: frozenset[str]) -> None:
    is_credentials = withheld(path.name)
    name = decode_name(os.fsencode(path.relative_to(root)))
    if is_credentials and name not in shown_credentials:
        path.unlink()
    elif not path.is_symlink():
        mask_file(path)
        if is_credentials:
            path.write_bytes(mask_values(path.read_bytes(), path.name))

"""Find the home directory of coordinator, and refuse one that other users can write to."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from shlex import quote

from coordinator.errors import ConfigError

HOME = "COORDINATOR_HOME"


def home(environ: Mapping[str, str]) -> Path:
    """Return the directory of state, database and log: `COORDINATOR_HOME`, or `~/.coordinator`.

    Raise ConfigError if another user can write files there. Those files decide which commands run.
    """
    try:
        directory = Path(environ.get(HOME) or "~/.coordinator").expanduser().absolute()
    except RuntimeError:
        raise ConfigError(
            "cannot find your home directory", fix=f"set {HOME} to a directory"
        ) from None
    with suppress(OSError):  # a directory that does not exist yet is made for us alone
        _refuse_shared(directory, directory.stat())
    return directory


def _refuse_shared(directory: Path, found: os.stat_result) -> None:
    if found.st_uid != os.geteuid():
        raise ConfigError(
            f"{directory} belongs to another user, who could change what runs here",
            fix=f"set {HOME} to a directory of your own, or run as the user that owns it",
        )
    mode = found.st_mode & 0o777
    if mode & 0o022:
        raise ConfigError(
            f"other users can write to {directory} (mode {mode:03o}), and so change what runs here",
            fix=f"check its files, then chmod 700 {quote(str(directory))}",
        )

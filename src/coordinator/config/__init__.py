"""coordinator.yaml and the environment as one typed tree; here is what has to be known before anything is imported."""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from coordinator.errors import ConfigError

HOME = "COORDINATOR_HOME"
# Set for the agents and workflow commands that we start: no hook of ours reviews their work.
INSIDE = "INSIDE_COORDINATOR"


def home(environ: Mapping[str, str]) -> Path:
    """The directory of state, database and log: COORDINATOR_HOME, or ~/.coordinator."""
    try:
        return Path(environ.get(HOME) or "~/.coordinator").expanduser().absolute()
    except RuntimeError:
        raise ConfigError("there is no home directory", fix=f"set {HOME} to a directory") from None


def replace_file(path: Path, data: bytes) -> None:
    """Write a file that others see as it was, or whole."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except OSError:
        os.unlink(temporary)
        raise

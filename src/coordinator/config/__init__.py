"""Read the configuration: coordinator.yaml and the environment, as one typed tree.

This file has only the parts that every command needs before it imports anything else.
"""

import os
import tempfile
from pathlib import Path

# We set this variable for the agents and workflow commands that we start. It tells our hook not to
# review their work.
INSIDE = "INSIDE_COORDINATOR"


def replace_file(path: Path, data: bytes) -> None:
    """Replace a file atomically. Other processes see either the old content or the new content."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except OSError:
        os.unlink(temporary)
        raise

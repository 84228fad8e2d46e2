"""The name of the person who uses this machine."""

import getpass
import subprocess
from contextlib import suppress

SOMEBODY = "somebody"  # a person whose name is not known


def person() -> str:
    """Return the user's name from git or from the system, or an empty string."""
    with suppress(OSError, subprocess.SubprocessError):
        command = ["git", "config", "--get", "user.name"]
        found = subprocess.run(
            command, capture_output=True, text=True, timeout=5, stdin=subprocess.DEVNULL
        )
        name = found.stdout.strip()
        if name:
            return name
    with suppress(OSError, KeyError):
        return getpass.getuser()
    return ""

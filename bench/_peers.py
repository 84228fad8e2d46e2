"""Install and run the programs that we compare ourselves with.

Each has an environment of its own, from its lock file in .ci/peers/.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
PATIENCE = 600.0  # seconds


class PeerError(Exception):
    """A peer could not be installed, or failed."""


def interpreter(peer: str) -> str:
    """Return the Python interpreter of a peer. Install the peer first if needed."""
    made = subprocess.run(
        [ROOT / ".ci/tools", "python", f"peers/{peer}"], capture_output=True, text=True, check=False
    )
    if made.returncode:
        raise PeerError(f"{peer} could not be installed: {last_line(made.stderr)}")
    return str(ROOT / made.stdout.strip())


def run_peer(peer: str, *arguments: object, cwd: Path) -> str:
    """Run the script of a peer, and return the last line that it prints."""
    command = [interpreter(peer), str(ROOT / f"bench/_{peer}.py"), *map(str, arguments)]
    ran = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    if ran.returncode:
        raise PeerError(f"{peer} failed: {last_line(ran.stderr)}")
    return last_line(ran.stdout)


def last_line(text: str) -> str:
    """Return the last line of a program's output."""
    return (text.strip() or "nothing was said").splitlines()[-1]

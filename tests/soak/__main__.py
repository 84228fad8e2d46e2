"""One accelerated run with everything going wrong at once: `python -m tests.soak --minutes 2 --seed 7`.

Half of the time records are in files, half of the time in PostgreSQL. What goes wrong is drawn from the seed and
printed; when exactly it meets what is going on depends on the machine, too. Exit code 1 says what is broken.
"""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.soak.run import Soak

OWN_DISKS = "SOAK_OWN_DISKS"


def main() -> int:
    """Run the soak; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0, help="how long faults strike, in all (2)")
    parser.add_argument("--seed", type=int, default=None, help="what to draw the faults from (any)")
    parser.add_argument("--report", type=Path, default=Path("build/soak.json"), help="where the numbers go")
    parser.add_argument("--keep", action="store_true", help="leave the files, to look at what was broken")
    given = parser.parse_args()
    seed = secrets.randbelow(10_000) if given.seed is None else given.seed
    if not os.environ.get(OWN_DISKS) and may_mount():
        # In a mount namespace of its own: the small disks go with it, however it ends.
        again = [sys.executable, "-m", "tests.soak", "--minutes", str(given.minutes), "--seed", str(seed)]
        os.environ[OWN_DISKS] = "1"
        os.execvp("unshare", ["unshare", "--mount", *again, "--report", str(given.report), *["--keep"] * given.keep])
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    place = Path(tempfile.mkdtemp(prefix="coordinator-soak-"))
    place.chmod(0o755)
    began = time.monotonic()
    soak = Soak(place, seed, given.minutes * 60, disk=bool(os.environ.get(OWN_DISKS)))
    try:
        soak.run()
    except KeyboardInterrupt:
        print("\nstopped; nothing was checked", flush=True)
        return 130
    finally:
        soak.close()
        if given.keep:
            print(f"what is left is in {place}")
        else:
            shutil.rmtree(place, ignore_errors=True)
    return soak.report(given.report, time.monotonic() - began)


def may_mount() -> bool:
    """Whether this system lets us have small disks of our own: only root can, and run PostgreSQL as somebody else."""
    if os.getuid() != 0 or not shutil.which("unshare"):
        return False
    return subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())

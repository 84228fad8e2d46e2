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
from contextlib import suppress
from pathlib import Path

OWN_DISKS = "SOAK_OWN_DISKS"
ENDS = (signal.SIGINT, signal.SIGTERM)

told_to_stop: list[int] = []  # by which signals


def main() -> int:
    """Run the soak; the exit code."""
    for number in ENDS:  # it ends where it can leave nothing behind, not in the middle of something
        signal.signal(number, lambda number, _: told_to_stop.append(number))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument(
        "--minutes", type=float, default=2.0, help="how long faults strike, in all (2)"
    )
    parser.add_argument("--seed", type=int, default=None, help="what to draw the faults from (any)")
    parser.add_argument(
        "--report", type=Path, default=Path("build/soak.json"), help="where the numbers go"
    )
    parser.add_argument(
        "--keep", action="store_true", help="leave the files, to look at what was broken"
    )
    given = parser.parse_args()
    seed = secrets.randbelow(10_000) if given.seed is None else given.seed
    if not os.environ.get(OWN_DISKS) and may_mount():
        # In a mount namespace of its own: the small disks go with it, however it ends.
        again = [
            sys.executable,
            "-m",
            "tests.soak",
            "--minutes",
            str(given.minutes),
            "--seed",
            str(seed),
        ]
        os.environ[OWN_DISKS] = "1"
        # What comes from now on is heard by what we become
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)
        if not told_to_stop:
            os.execvp(
                "unshare",
                [
                    "unshare",
                    "--mount",
                    *again,
                    "--report",
                    str(given.report),
                    *["--keep"] * given.keep,
                ],
            )
    return stopped() if told_to_stop else soak(seed, given.minutes, given.report, keep=given.keep)


def soak(seed: int, minutes: float, report: Path, *, keep: bool) -> int:
    """Run it in a folder of its own, and leave nothing behind; the exit code."""
    from tests.soak.checks import processes_of  # which take a while to import
    from tests.soak.run import Soak

    folder = Path(tempfile.mkdtemp(prefix="coordinator-soak-"))
    for place in (folder, folder / "houses", folder / "scratch"):
        place.mkdir(exist_ok=True)
        place.chmod(0o755)
    tempfile.tempdir = str(folder / "scratch")
    began = time.monotonic()
    run = Soak(
        folder / "houses",
        seed,
        minutes * 60,
        disk=bool(os.environ.get(OWN_DISKS)),
        stops=told_to_stop,
    )
    try:
        run.run()
    except (Exception, KeyboardInterrupt):
        if not told_to_stop:  # otherwise Ctrl-C may have ended what we were waiting for
            raise
    finally:
        for process in processes_of(folder):  # of what was not even there yet as a whole
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        for line in Path("/proc/self/mounts").read_text().splitlines():
            if line.split()[1].startswith(str(folder)):
                subprocess.run(("umount", "--lazy", line.split()[1]), check=False)
        if keep:
            print(f"what is left is in {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return stopped() if told_to_stop else run.report(report, time.monotonic() - began)


def stopped() -> int:
    """Say that it was stopped; the exit code."""
    for number in ENDS:  # it ends anyway, and would by the signal once Python is gone
        signal.signal(number, signal.SIG_IGN)
    print("stopped; nothing was checked", flush=True)
    return 130


def may_mount() -> bool:
    """Whether this system lets us have small disks of our own: only root can, and run PostgreSQL as somebody else."""
    from tests.support.programs import on_path

    if os.getuid() != 0 or not on_path("unshare"):
        return False
    return (
        subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode
        == 0
    )


if __name__ == "__main__":
    sys.exit(main())

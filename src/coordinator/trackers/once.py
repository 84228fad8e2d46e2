"""Run a command once: `python -m coordinator.trackers.once HOME NAME COMMAND`.

This process claims NAME on the board in HOME, and then becomes the command. If another process has
claimed NAME before, this process does nothing. So a caller that was killed before it could record
the start may try again, perhaps on another machine.

In both cases, this process writes a line to stdout when the claim is decided. The command's stdout
and stderr both go to the stderr of this process.
"""

import os
import secrets
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

from coordinator.config.environment import VARIABLES
from coordinator.errors import StoreUnavailable
from coordinator.trackers.board import Board

PATIENCE = 600  # seconds to wait for a database that does not answer


def main(home: str, name: str, command: str) -> None:
    # Use the same claimant in each attempt: an attempt that lost its connection may have committed.
    by = secrets.token_hex(8)
    for left in reversed(range(PATIENCE)):
        try:
            with closing(Board(Path(home))) as board:
                is_first = board.begin_once(name, by)
            break
        except StoreUnavailable:
            if not left:
                raise
            time.sleep(1)
    with suppress(BrokenPipeError):  # the caller may be gone by now
        os.write(1, b"begun\n")
    os.dup2(2, 1)
    if is_first:
        environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
        os.execve("/bin/sh", ["/bin/sh", "-c", command], environment)


if __name__ == "__main__":
    main(*sys.argv[1:])

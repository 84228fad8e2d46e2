"""`python -m coordinator.trackers.once HOME NAME COMMAND`: becomes the command, unless that was begun before.

Whoever starts it may be killed before that is on record, and then it is started again, perhaps on another machine.
It says something on stdout once it is certain that the command is begun; the command itself has stderr for both.
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

PATIENCE = 600  # seconds that the database may be away


def main(home: str, name: str, command: str) -> None:
    by = secrets.token_hex(8)  # the same each time: a commit that was cut off may have been done
    for left in reversed(range(PATIENCE)):
        try:
            with closing(Board(Path(home))) as board:
                is_first = board.begin_once(name, by)
            break
        except StoreUnavailable:
            if not left:
                raise
            time.sleep(1)
    with suppress(BrokenPipeError):  # whoever started it may be gone by now
        os.write(1, b"begun\n")
    os.dup2(2, 1)
    if is_first:
        environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
        os.execve("/bin/sh", ["/bin/sh", "-c", command], environment)


if __name__ == "__main__":
    main(*sys.argv[1:])

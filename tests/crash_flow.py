"""A real `coordinator` command that waits at a point, to be killed: crash_flow.py POINT COMMAND...

A POINT is `before` or `after` an outside effect, such as "after say", or empty.
"""

from __future__ import annotations

import sys

from coordinator.cli import main
from tests.crash_daemon import hold

if __name__ == "__main__":
    if sys.argv[1]:
        hold(*sys.argv[1].split())
    main(sys.argv[2:])

"""A process whose copies resume one council and can be killed: council_worker.py HOME ID.

The command `begin` on stdin makes a copy of this process, which resumes the council. `kill` kills
the copy, and `end` lets it finish. Both print how the copy ended. A new copy does not have to load
the package again.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from coordinator.config.settings import Config, load
from coordinator.council import PersonChoice, convene, decide, go_on, look_up
from coordinator.errors import RunError
from tests.support.councils import PROBLEM
from tests.support.crash_daemon import note_every_ask


async def sit(council_id: str, config: Config) -> str:
    """Resume the council, and decide for B when it waits."""
    try:
        council = look_up(council_id, config)
    except RunError:
        council = await convene(PROBLEM, config=config, council_id=council_id)
    while council.state not in ("agreed", "decided"):
        if council.state == "escalate" and council.waits:
            council = await decide(
                council_id, PersonChoice(proposal=council.options["B"]), config=config
            )
        else:
            council = await go_on(council_id, config=config)
    return council.outcome


def work(home: Path, council_id: str) -> int:
    """Resume the council in a copy of the process."""
    config = load(config=home / "coordinator.yaml", environ={"COORDINATOR_HOME": str(home)})
    return 0 if asyncio.run(sit(council_id, config)) == "decided" else 1


def main(home: Path, council_id: str) -> None:
    """Make copies as long as commands come."""
    note_every_ask()
    child = 0
    for told in sys.stdin:
        if told == "begin\n":
            child = os.fork()
            if child == 0:
                os._exit(work(home, council_id))
            continue
        if told == "kill\n":
            os.kill(child, signal.SIGKILL)
        print(os.waitpid(child, 0)[1], flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])

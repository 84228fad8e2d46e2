"""A person: asked durably, told by a command of the user's, answering with `coordinator answer`."""

import asyncio
import os

from coordinator.agents import Asked
from coordinator.config.environment import VARIABLES
from coordinator.config.seats import PersonConfig


class PersonAgent(Asked):
    """Somebody who answers when they can; the ask waits, over restarts, until they do or the deadline passes."""

    def __init__(self, spec: PersonConfig) -> None:
        self.spec = spec

    async def notify(self, ask: str) -> None:
        """Run the configured command for this ask and leave it to itself; without one there is nothing to do."""
        if not self.spec.notify:
            return
        environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
        environment |= {"ASK": ask, "PERSON": self.spec.name}
        shell, null = ("/bin/sh", "-c", self.spec.notify), asyncio.subprocess.DEVNULL
        await asyncio.create_subprocess_exec(
            *shell, env=environment, stdin=null, stdout=null, stderr=null, start_new_session=True
        )

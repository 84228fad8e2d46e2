"""What is said in a run: the transcript on record, what the agent has yet to be told, and what it remembers."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from coordinator.config.settings import Config
from coordinator.engine import Run
from coordinator.models import Ask, Issue, Value
from coordinator.panels.prompt_parts import fenced, make_ask
from coordinator.parsing.excerpt import bound
from coordinator.storage.events import key_of
from coordinator.workflow.records import LONG, Kind, TranscriptLine, Visit

REMEMBERED = 60_000  # bytes of earlier messages that a prompt repeats
LONGEST = 8_000  # bytes of one of them
WORKFLOW = "Workflow"


class TranscriptMessage(Value):
    """Who said what."""

    who: str
    text: str


class Conversation:
    """The transcript of one run; `read` gets a stored text by its hash."""

    def __init__(self, run: Run, issue: Issue, seed: str, read: Callable[[str], str], config: Config) -> None:
        self.pending: list[TranscriptMessage] = []
        self._run = run
        self._issue = issue
        self._seed = seed
        self._read = read
        self._config = config
        self._turns = 0
        self._lines = 0
        self._memory: deque[TranscriptMessage] = deque()
        self._remembered = 0
        self._dropped = 0

    async def note(self, visit: Visit, text: str) -> None:
        """Put something on record that nobody is asked about."""
        await self._add(visit, "notice", WORKFLOW, text)

    async def tell(self, visit: Visit, kind: Kind, agent: str, text: str) -> None:
        """Put something on record that the agent is to be told; where there is no agent, that is all."""
        line = await self._add(visit, kind, WORKFLOW, text, agent)
        if agent:
            recorded = self._read(line.whole) if line.whole else line.text
            self.pending.append(TranscriptMessage(who=WORKFLOW, text=recorded))

    async def add_reply(self, visit: Visit, agent: str, text: str) -> float:
        """Put the agent's answer on record and return when that was; all that was pending has been told now."""
        line = await self._add(visit, "reply", agent, text)
        for message in (*self.pending, TranscriptMessage(who=agent, text=text)):
            kept = message.model_copy(update={"text": bound(message.text, LONGEST)})
            self._memory.append(kept)
            self._remembered += len(kept.text.encode("utf-8", "replace"))
        while self._remembered > REMEMBERED and len(self._memory) > 1:
            self._remembered -= len(self._memory.popleft().text.encode("utf-8", "replace"))
            self._dropped += 1
        self.pending.clear()
        return line.at

    def next_ask(
        self, agent: str, inputs: dict[str, str], *, deadline: float, own_instructions: bool, folder: str
    ) -> Ask:
        """Return the next ask of the agent: all that it has to know, for it may remember nothing by itself.

        The `folder` is named to whoever is not started in it.
        """
        self._turns += 1
        issue = self._issue
        variables = {
            "own_instructions": own_instructions,
            "folder": folder,
            "issue": f"{issue.key}: {issue.request}",
            "values": inputs,
            "earlier": [{"who": each.who, "text": fenced(each.text, self._seed)} for each in self._memory],
            "dropped": self._dropped,
            "messages": [message.model_dump() for message in self.pending],
        }
        # Without a seed: what it answers need not carry a reference word.
        fields = {"deadline": deadline, "issue": issue.key, "run": self._run.id}
        return make_ask("work", agent, self._turns, "", self._config, variables, fields)

    async def _add(self, visit: Visit, kind: Kind, who: str, text: str, to: str = "") -> TranscriptLine:
        self._lines += 1
        number = self._lines

        async def write() -> TranscriptLine:
            whole = await self._run.store_text(text) if len(text) > LONG else ""
            shown = bound(text, LONG) if whole else text
            return TranscriptLine(
                number=number, visit=visit.number, at=time.time(), kind=kind, who=who, to=to, text=shown, whole=whole
            )

        return await self._run.step(key_of("message", number), write, TranscriptLine)

"""What is said in a run: the transcript on record, what the agent has yet to be told, and what it remembers."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from coordinator.engine import Run
from coordinator.models import Ask, Issue, Value
from coordinator.panels.prompt_parts import fenced
from coordinator.parsing.excerpt import bound
from coordinator.prompts import render
from coordinator.workflow.records import LONG, Kind, TranscriptLine, Visit

REMEMBERED = 60_000  # bytes of earlier messages that a prompt repeats
LONGEST = 8_000  # bytes of one of them
WORKFLOW = "Workflow"

Compose = Callable[[], Awaitable[str]]


class TranscriptMessage(Value):
    """Who said what."""

    who: str
    text: str


class Conversation:
    """The transcript of one run; `read` gets a kept text by its hash."""

    def __init__(self, run: Run, read: Callable[[str], str], seed: str, overrides: Path | None) -> None:
        self.pending: list[TranscriptMessage] = []
        self.turns = 0
        self._run = run
        self._read = read
        self._seed = seed
        self._overrides = overrides
        self._lines = 0
        self._memory: deque[TranscriptMessage] = deque()
        self._remembered = 0
        self._dropped = 0

    async def note(self, visit: Visit, text: str) -> None:
        """Put something on record that nobody is asked about."""
        await self._add(visit, "notice", WORKFLOW, partial(_same, text))

    async def tell(self, visit: Visit, kind: Kind, agent: str, compose: Compose) -> None:
        """Put something on record that the agent is to be told; where there is no agent, that is all."""
        line = await self._add(visit, kind, WORKFLOW, compose, agent)
        if agent:
            self.pending.append(TranscriptMessage(who=WORKFLOW, text=self._whole(line)))

    async def heard(self, visit: Visit, agent: str, text: str) -> float:
        """Put the agent's answer on record, and say when that was; all that was pending is told now."""
        line = await self._add(visit, "reply", agent, partial(_same, text))
        for message in (*self.pending, TranscriptMessage(who=agent, text=text)):
            self._remember(message)
        self.pending.clear()
        return line.at

    def ask(
        self,
        run: str,
        agent: str,
        issue: Issue,
        inputs: dict[str, str],
        *,
        deadline: float,
        own_instructions: bool,
        folder: str,
    ) -> Ask:
        """The next ask of the agent: all that it has to know, for it may remember nothing by itself.

        The `folder` is named to whoever is not started in it.
        """
        self.turns += 1
        prompt = render(
            "work",
            self._overrides,
            own_instructions=own_instructions,
            folder=folder,
            issue=f"{issue.key}: {issue.request}",
            values=inputs,
            earlier=[{"who": each.who, "text": fenced(each.text, self._seed)} for each in self._memory],
            dropped=self._dropped,
            messages=self.pending,
        )
        return Ask(
            seat=agent,
            purpose="work",
            round=self.turns,
            prompt=prompt.text,
            template=prompt.template,
            reference="",
            deadline=deadline,
            issue=issue.key,
            run=run,
        )

    async def _add(self, visit: Visit, kind: Kind, who: str, compose: Compose, to: str = "") -> TranscriptLine:
        self._lines += 1
        number = self._lines

        async def write(_: str) -> TranscriptLine:
            text = await compose()
            whole = await self._run.store_text(text) if len(text) > LONG else ""
            shown = bound(text, LONG) if whole else text
            now = time.time()
            return TranscriptLine(
                number=number, visit=visit.number, at=now, kind=kind, who=who, to=to, text=shown, whole=whole
            )

        return await self._run.step(f"message/{number}", lambda: write(f"{visit.number}/{kind}/{who}"), TranscriptLine)

    def _whole(self, line: TranscriptLine) -> str:
        return self._read(line.whole) if line.whole else line.text

    def _remember(self, message: TranscriptMessage) -> None:
        kept = message.model_copy(update={"text": bound(message.text, LONGEST)})
        self._memory.append(kept)
        self._remembered += len(kept.text.encode("utf-8", "replace"))
        while self._remembered > REMEMBERED and len(self._memory) > 1:
            self._remembered -= len(self._memory.popleft().text.encode("utf-8", "replace"))
            self._dropped += 1


async def _same(text: str) -> str:
    return text

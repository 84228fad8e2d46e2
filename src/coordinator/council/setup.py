"""Where councils sit: the agents of their members, and what one council needs while it lasts."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from coordinator.agents import Agent
from coordinator.agents.factory import agent_for, fallback_agent
from coordinator.agents.person import PersonAgent
from coordinator.budget import BudgetTracker
from coordinator.config.settings import Config
from coordinator.council.prompts import Scribe
from coordinator.council.records import Independence
from coordinator.council.request import JOB, CouncilRequest
from coordinator.council.trial import code_runs_of
from coordinator.engine import Run
from coordinator.judgement.independence import ModelFamily, concerns
from coordinator.models import Abstention, Ask, AskResult, Issue, Submission, Value, Work
from coordinator.panels.asking import Asker, abstains, key_of_ask, no_folder
from coordinator.parsing.report import Unreadable
from coordinator.reviews.intake import Seed
from coordinator.storage.review_record import ReviewReader
from coordinator.storage.store import Store
from coordinator.trackers.local import LocalTracker
from coordinator.workspace.snapshot import Workspace, clear, snapshot

Said = TypeVar("Said", bound=Value)
Read = Callable[[Ask, str, str], "Said | Unreadable"]  # the ask, the text of the reply, the word it must carry

log = logging.getLogger("coordinator")


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilContext:
    """The members' agents, made once per process; `store` is read, never written."""

    config: Config
    store: Store
    agents: Mapping[str, Agent | PersonAgent]
    fallbacks: Mapping[str, Agent] = field(default_factory=dict)

    async def open(self, run: Run, request: CouncilRequest) -> CouncilSession:
        """What one council needs, with its seed and the frozen copy of its repository."""
        seed = await run.step("seed", lambda: _new_seed(""), Seed)
        await run.step("independence", lambda: self._look_at_families(""), Independence)
        trials = code_runs_of(self.config.home, run.id)
        clear(trials)  # what a process that was killed has left there
        config = self.config.council
        budget = BudgetTracker(config.budget, today=ReviewReader(self.store).spent_today_by_others(run.id), job=JOB)
        workspace = await self._workspace(run, request) if request.repo else None
        folder = partial(_copy, workspace) if workspace else no_folder
        return CouncilSession(
            request=request,
            context=self,
            seed=seed.seed,
            workspace=workspace,
            trials=trials,
            asking=Asker(agents=self.agents, fallbacks=self.fallbacks, budget=budget, folder=folder),
            scribe=Scribe(
                council=run.id,
                request=request,
                seed=seed.seed,
                deadline=config.deadline,
                overrides=self.config.prompts,
            ),
        )

    async def _look_at_families(self, _: str) -> Independence:
        families = {name: agent.family for name, agent in self.agents.items()}
        return Independence(concerns=concerns(families, ModelFamily()))

    async def _workspace(self, run: Run, request: CouncilRequest) -> Workspace:
        home = self.config.home / "work" / run.id
        work = await run.step("work", lambda: _freeze(home, request.repo), Work)
        return Workspace(work, home)


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilSession:
    """One council while it lasts; `workspace` is there if it is about a repository, programs are run in `trials`."""

    request: CouncilRequest
    context: CouncilContext
    seed: str
    workspace: Workspace | None
    trials: Path
    asking: Asker
    scribe: Scribe

    def has_own_instructions(self, member: str) -> bool:
        """Whether a member knows its role without being told."""
        return self.asking.agent(member).own_instructions

    def clear(self) -> None:
        """Delete the copies of the repository, and where programs were run."""
        clear(self.trials)
        if self.workspace is not None:
            self.workspace.remove()

    async def hear(
        self, run: Run, asks: Sequence[Ask], kind: type[Said], read: Read[Said]
    ) -> dict[str, Said | Abstention]:
        """Put all asks at once and read what comes back: nobody holds up the others."""
        heard = await asyncio.gather(*(self._hear(run, ask, kind, read) for ask in asks))
        return {ask.seat: said for ask, said in zip(asks, heard, strict=True)}

    async def _hear(self, run: Run, ask: Ask, kind: type[Said], read: Read[Said]) -> Said | Abstention:
        answered = await self.asking.put(run, ask)
        key = key_of_ask(ask).key("read")
        return await run.step(key, lambda: self._read(ask, answered, read), kind | Abstention)

    async def _read(self, ask: Ask, answered: AskResult, read: Read[Said]) -> Said | Abstention:
        said = self._understood(ask, answered, read)
        if isinstance(said, Abstention):
            told = "council %s, round %d: %s fails to %s: %s, %s"
            log.warning(told, ask.run, ask.round, ask.seat, ask.purpose, said.cause, said.detail)
        return said

    def _understood(self, ask: Ask, answered: AskResult, read: Read[Said]) -> Said | Abstention:
        reply = answered.ending
        if isinstance(reply, Abstention):
            return reply
        said = read(ask, reply.text, self.asking.expected(ask, reply))
        return abstains(ask, "malformed", said.cause) if isinstance(said, Unreadable) else said


def context_for(config: Config, request: CouncilRequest, store: Store) -> CouncilContext:
    """A chamber for this configuration; what a member's agent lacks is a ConfigError before anybody is asked."""
    tracker = LocalTracker(_nothing_submitted(request))
    members = [member for member in config.council.members if member.name in request.names]
    return CouncilContext(
        config=config,
        store=store,
        agents={member.name: agent_for(member, config, tracker) for member in members},
        fallbacks={m.name: fallback_agent(m.fallback, config, tracker) for m in members if m.fallback is not None},
    )


def _nothing_submitted(request: CouncilRequest) -> Submission:
    given = Issue(key="council", title=request.title, repo=request.repo)
    return Submission(id="council", tracker="local", entry="council", key="council", given=given)


async def _freeze(home: Path, repo: str) -> Work:
    return await snapshot(repo, "", home)


async def _copy(workspace: Workspace, user: str) -> str:
    return str(await workspace.checkout(user, secrets=False))


async def _new_seed(_: str) -> Seed:
    return Seed(seed=secrets.token_hex(16))

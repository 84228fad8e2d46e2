"""One council at work: its members' agents, its seed, its copy of the repository, and how members are asked."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from coordinator.agents import Agent
from coordinator.agents.factory import agent_for, fallback_agent
from coordinator.agents.person import PersonAgent
from coordinator.budget import BudgetTracker
from coordinator.config.settings import Config
from coordinator.council.code_run import code_folder
from coordinator.council.request import JOB, CouncilRequest
from coordinator.engine import Run
from coordinator.judgement.independence import ModelFamily, concerns
from coordinator.models import Abstention, Ask, Issue, Submission, Value, Work
from coordinator.panels.asking import Asker, abstains, key_of_ask, no_folder
from coordinator.parsing.report import Unreadable
from coordinator.reviews.intake import Seed
from coordinator.storage.review_record import ReviewReader
from coordinator.storage.store import Store
from coordinator.trackers.local import LocalTracker
from coordinator.workspace.snapshot import Workspace, clear, snapshot

Contribution = TypeVar("Contribution", bound=Value)
Reader = Callable[[Ask, str, str], "Contribution | Unreadable"]  # the ask, the reply, the reference it must carry

log = logging.getLogger("coordinator")


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilContext:
    """What councils need that outlives one run: `store` is read, never written."""

    config: Config
    store: Store
    agents: Mapping[str, Agent | PersonAgent]
    fallbacks: Mapping[str, Agent]


def context_for(config: Config, request: CouncilRequest, store: Store) -> CouncilContext:
    """Make the members' agents; raise ConfigError for what one of them lacks, before anybody is asked."""
    issue = Issue(key="council", title=request.title, repo=request.repo)
    tracker = LocalTracker(Submission(id="council", tracker="local", entry="council", key="council", given=issue))
    members = [member for member in config.council.members if member.name in request.names]
    return CouncilContext(
        config=config,
        store=store,
        agents={member.name: agent_for(member, config, tracker) for member in members},
        fallbacks={m.name: fallback_agent(m.fallback, config, tracker) for m in members if m.fallback is not None},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilSession:
    """One council while it runs; `workspace` is there if it is about a repository."""

    run: Run
    request: CouncilRequest
    context: CouncilContext
    seed: str
    workspace: Workspace | None
    asker: Asker

    @property
    def code_folder(self) -> Path:
        """Where the programs of this council are run."""
        return code_folder(self.context.config.home, self.run.id)

    async def ask_all(
        self, asks: Sequence[Ask], kind: type[Contribution], read: Reader[Contribution]
    ) -> dict[str, Contribution | Abstention]:
        """Put all asks at once and return what each member contributes: nobody holds up the others."""
        contributions = await asyncio.gather(*(self.ask(ask, kind, read) for ask in asks))
        return {ask.seat: contribution for ask, contribution in zip(asks, contributions, strict=True)}

    async def ask(self, ask: Ask, kind: type[Contribution], read: Reader[Contribution]) -> Contribution | Abstention:
        """Put one ask and record what was read in the reply."""
        ending = (await self.asker.put(self.run, ask)).ending

        async def read_ending() -> Contribution | Abstention:
            if isinstance(ending, Abstention):
                found: Contribution | Unreadable | Abstention = ending
            else:
                found = read(ask, ending.text, self.asker.expected(ask, ending))
            if isinstance(found, Unreadable):
                found = abstains(ask, "malformed", found.cause)
            if isinstance(found, Abstention):
                text = "council %s, round %d: %s fails to %s: %s, %s"
                log.warning(text, ask.run, ask.round, ask.seat, ask.purpose, found.cause, found.detail)
            return found

        return await self.run.step(key_of_ask(ask).key("read"), read_ending, kind | Abstention)

    def clear(self) -> None:
        """Delete the copies of the repository, and where programs were run."""
        clear(self.code_folder)
        if self.workspace is not None:
            self.workspace.remove()


async def open_session(run: Run, request: CouncilRequest, context: CouncilContext) -> CouncilSession:
    """Record the seed, how independent the members are, and the work to look at; return the session."""
    config = context.config
    seed = (await run.record("seed", Seed())).seed
    families = {name: agent.family for name, agent in context.agents.items()}
    await run.record("independence", {"concerns": concerns(families, ModelFamily())}, dict[str, tuple[str, ...]])
    workspace, folder = None, no_folder
    if request.repo:
        home = config.home / "work" / run.id
        workspace = Workspace(await run.step("work", lambda: snapshot(request.repo, "", home), Work), home)
        folder = partial(_checkout, workspace)
    spent_today = ReviewReader(context.store).spent_today_by_others(run.id)
    budget = BudgetTracker(config.council.budget, today=spent_today, job=JOB)
    asker = Asker(agents=context.agents, fallbacks=context.fallbacks, budget=budget, folder=folder)
    clear(code_folder(config.home, run.id))  # what a process that was killed has left there
    return CouncilSession(run=run, request=request, context=context, seed=seed, workspace=workspace, asker=asker)


async def _checkout(workspace: Workspace, user: str) -> str:
    return str(await workspace.checkout(user, secrets=False))

"""A running council: its agents, its seed, its copy of the repository, and the asks to members."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from coordinator.agents import Agent, PersonAgent
from coordinator.agents.factory import agent_for, fallback_agent
from coordinator.config.settings import Config
from coordinator.council.code_run import code_folder
from coordinator.council.records import CouncilRequest, Independence
from coordinator.engine import Run
from coordinator.judgement.statistics.independence import ModelFamily, concerns
from coordinator.models import Abstention, Ask, Reply, Value, Work
from coordinator.panels.asker import Asker
from coordinator.panels.records import Seed
from coordinator.storage.store import Store
from coordinator.workspace.copies import clear
from coordinator.workspace.snapshot import Workspace, snapshot

Contribution = TypeVar("Contribution", bound=Value)
# A function that parses the text of a reply. The text must contain a reference word.
Reader = Callable[..., "Contribution"]

log = logging.getLogger("coordinator")


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilSession:
    """A running council. It only reads from `store`."""

    run: Run
    request: CouncilRequest
    config: Config
    store: Store
    asker: Asker
    seed: str
    makers: Mapping[str, str]  # the known makers of the members' models

    async def ask_all(
        self, asks: Sequence[tuple[Ask, Reader[Contribution]]], kind: type[Contribution]
    ) -> dict[str, Contribution | Abstention]:
        """Ask all members at the same time, and return the contribution of each."""
        contributions = await asyncio.gather(*(self.ask(ask, kind, read) for ask, read in asks))
        seats = [ask.seat for ask, _ in asks]
        return dict(zip(seats, contributions, strict=True))

    async def ask(
        self, ask: Ask, kind: type[Contribution], read: Reader[Contribution]
    ) -> Contribution | Abstention:
        """Send one ask. Record and return the contribution in the reply."""

        async def read_reply(_ask: Ask, reply: Reply, reference: str) -> Contribution:
            return read(reply.text, reference=reference)

        found = await self.asker.ask(self.run, ask, "read", kind | Abstention, read_reply)
        if isinstance(found, Abstention):
            log.warning(
                "council %s, round %d: %s did not %s: %s, %s",
                ask.run,
                ask.round,
                ask.seat,
                ask.purpose,
                found.cause,
                found.detail,
                extra={"seat": ask.seat},
            )
        return found

    async def record(self, key: str, value: Contribution, message: str) -> Contribution:
        """Record a value. Log the message unless the value was already on record."""

        async def act() -> Contribution:
            log.info("council %s, %s", self.run.id, message)
            return value

        return await self.run.step(key, act, type(value))


def member_agents(
    config: Config, request: CouncilRequest
) -> tuple[dict[str, Agent | PersonAgent], dict[str, Agent]]:
    """Return the members' agents and their fallbacks. Raise ConfigError if one cannot be asked."""
    agents = {}
    fallbacks = {}
    for member in config.council.members:
        if member.name not in request.names:
            continue
        agents[member.name] = agent_for(member, config, "local")
        if member.fallback is not None:
            fallbacks[member.name] = fallback_agent(member.fallback, config, "local")
    return agents, fallbacks


async def open_session(
    run: Run, request: CouncilRequest, config: Config, store: Store, asker: Asker
) -> CouncilSession:
    """Record the seed, the independence of the members and the repository; return the session."""
    seed = await run.record("seed", secrets.token_hex(16), Seed)
    families = {name: agent.family for name, agent in asker.agents.items()}
    makers = {name: family.vendor for name, family in families.items() if family.vendor}
    independence = Independence(concerns=tuple(concerns(families, ModelFamily())), makers=makers)
    independence = await run.record("independence", independence)
    if request.repo:
        home = config.home / "work" / run.id
        work = await run.step("work", lambda: snapshot(request.repo, "", home), Work)
        workspace = Workspace(work, home)
        asker = replace(asker, folder=workspace.folder)
    # Delete the code that a killed process may have left behind.
    await asyncio.to_thread(clear, code_folder(config.home, run.id))
    return CouncilSession(
        run=run,
        request=request,
        config=config,
        store=store,
        asker=asker,
        seed=seed,
        makers=independence.makers,
    )


def delete_copies(home: Path, council_id: str) -> None:
    clear(home / "work" / council_id)
    clear(code_folder(home, council_id))

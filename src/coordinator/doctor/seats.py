"""Try seats without a review: one tiny question each, or one seat on one case."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from coordinator.agents import Agent
from coordinator.agents.factory import agent_for
from coordinator.agents.person import PersonAgent
from coordinator.config.seats import Debater, Seat
from coordinator.config.settings import Config
from coordinator.errors import AgentError, CoordinatorError, UsageError
from coordinator.judgement.debate import evidence_of
from coordinator.judgement.independence import ModelFamily, concerns, family_of
from coordinator.judgement.rubric import GENERAL, overall
from coordinator.models import Ask, Case, Reply, Submission, Value
from coordinator.panels.prompt_parts import PromptBuilder, proof_text, rubric_text
from coordinator.panels.tools import run_tool
from coordinator.parsing.report import Unreadable, read_argument, read_report, read_rubric
from coordinator.trackers import Tracker
from coordinator.workspace.snapshot import Workspace, snapshot
from coordinator.workspace.sources import EvidenceSources

QUESTION = """\
Answer with exactly this JSON object and nothing else:
{"reference": "ready", "drift": false, "claim": "ready", "evidence": []}
"""
PATIENCE = 60.0


Place = Literal["panel", "council", "workflow"]


class SeatCheck(Value):
    """How one seat took its question."""

    seat: str
    place: Place = "panel"
    kind: str
    state: Literal["answers", "not asked", "broken"]
    family: tuple[str, str] = ("", "")
    seconds: float = 0.0
    usd: Decimal | None = None
    detail: str = ""


async def check_seats(config: Config, tracker: Tracker, *, spend: bool) -> tuple[SeatCheck, ...]:
    """Ask all seats at once, those of the panel, the council and workflows; paid ones only if that is allowed."""
    asked = (_examine(place, seat, config, tracker, spend) for place, seat in _everybody(config))
    return tuple(await asyncio.gather(*asked))


def _everybody(config: Config) -> Iterator[tuple[Place, Seat]]:
    """Every seat that is configured; who sits on several panels of workflows is asked once."""
    places: dict[Place, tuple[Seat, ...]] = {
        "panel": config.panel.seats,
        "council": config.council.members,
        "workflow": config.workflow.seats,
    }
    for place, seats in places.items():
        for number, seat in enumerate(seats):
            if seat not in seats[:number]:
                yield place, seat


def remarks(config: Config, examined: tuple[SeatCheck, ...]) -> tuple[str, ...]:
    """What is to be said of the panel as a whole."""
    judges = {seat.name for seat in (*config.panel.judges, *config.panel.debaters)}
    families = {
        seat.seat: ModelFamily(*seat.family) for seat in examined if seat.place == "panel" and seat.seat in judges
    }
    said = concerns(families, family_of(config.panel.author))
    council = {seat.seat: ModelFamily(*seat.family) for seat in examined if seat.place == "council"}
    said += tuple(f"council: {text}" for text in concerns(council, ModelFamily()))
    unknown = sorted(seat for seat, family in families.items() if family == ModelFamily())
    if unknown:
        said += (f"the model families of {', '.join(unknown)} are not known",)
    return said or (() if examined else ("no seats are configured; `coordinator init` writes a file to start from",))


async def _examine(place: Place, seat: Seat, config: Config, tracker: Tracker, spend: bool) -> SeatCheck:
    known = SeatCheck(seat=seat.name, place=place, kind=seat.agent, state="not asked")
    try:
        agent = agent_for(seat, config, tracker)
    except CoordinatorError as error:
        return known.model_copy(update={"state": "broken", "detail": str(error)})
    known = known.model_copy(update={"family": (agent.family.vendor, agent.family.model)})
    if isinstance(agent, PersonAgent):
        return known.model_copy(update={"detail": f"{agent.spec.name} is asked only in earnest"})
    if agent.tracker_agent:
        return known.model_copy(update={"detail": "asking it means writing to the tracker; `coordinator smoke` does"})
    if seat.agent == "recorded":
        return known.model_copy(update={"detail": "recorded replies are read, nothing is asked"})
    if not spend and is_paid(seat):
        return known.model_copy(update={"detail": "asking it may cost money; --spend does"})
    return await _ask_tiny(agent, known)


def is_paid(seat: Seat) -> bool:
    """Whether asking may cost money: everything does but a server on this machine."""
    if seat.model is not None and seat.model.name.startswith("ollama:") and not seat.model.base_url:
        return False
    address = seat.model.base_url if seat.model is not None else ""
    return not any(host in address for host in ("//127.0.0.1", "//localhost", "//[::1]"))


async def _ask_tiny(agent: Agent, known: SeatCheck) -> SeatCheck:
    with TemporaryDirectory() as folder:
        ask = Ask(
            seat=known.seat,
            purpose="argue",
            prompt=QUESTION,
            template="",
            reference="ready",
            deadline=PATIENCE,
            folder=folder if agent.wants_folder else "",
        )
        began = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                reply = await agent.answer(ask)
        except TimeoutError:
            return known.model_copy(update={"state": "broken", "detail": f"no reply within {PATIENCE:.0f} s"})
        except CoordinatorError as error:
            return known.model_copy(update={"state": "broken", "detail": str(error)})
    read = read_argument(reply.text, reference="ready")
    detail = f"its reply does not read: {read.cause}" if isinstance(read, Unreadable) else "structured output reads"
    seconds = round(time.monotonic() - began, 2)
    return known.model_copy(update={"state": "answers", "seconds": seconds, "usd": reply.usage.usd, "detail": detail})


# -- one seat on one case


class SeatTrial(Value):
    """What one seat was asked and what came of it."""

    prompt: str
    reply: str = ""
    outcome: str = ""
    failed: bool = False

    def text(self) -> str:
        """All of it, to be read."""
        parts = {"prompt": self.prompt, "reply": self.reply, "outcome": self.outcome}
        return "\n".join(f"==== {name}\n{part}" for name, part in parts.items() if part)


async def attempt(config: Config, tracker: Tracker, seat: str, submission: Submission, *, dry_run: bool) -> SeatTrial:
    """Ask one seat about a submission; nothing is recorded."""
    chair = _chair(config, seat)
    assert submission.given is not None
    issue = submission.given
    with TemporaryDirectory() as folder:
        work = await snapshot(issue.repo, issue.base, Path(folder) / "work", config.review.diff_limit)
        workspace = Workspace(work, Path(folder) / "work")
        case = Case(review=submission.id, issue=issue, work=work, seed=submission.id)
        sources = EvidenceSources(case, workspace)
        agent = agent_for(chair, config, tracker)
        ask = await _ask(chair, config, case, sources, own_instructions=agent.own_instructions)
        if dry_run:
            return SeatTrial(prompt=ask.prompt)
        if isinstance(agent, PersonAgent):
            raise UsageError(f"{seat} is a person", fix="use --dry-run to see what they would be asked")
        try:
            copy = await sources.folder(seat) if agent.wants_folder else ""
            async with asyncio.timeout(ask.deadline):
                reply = await agent.answer(ask.model_copy(update={"folder": copy}))
        except TimeoutError:
            return SeatTrial(prompt=ask.prompt, outcome=f"late: no reply within {ask.deadline:g} s", failed=True)
        except AgentError as error:
            return SeatTrial(prompt=ask.prompt, outcome=f"{error.cause}: {error}", failed=True)
        return await _outcome(ask, reply, sources)


def _chair(config: Config, name: str) -> Seat:
    for seat in config.panel.seats:
        if seat.name == name:
            return seat
    known = ", ".join(seat.name for seat in config.panel.seats) or "none"
    raise UsageError(f"there is no seat {name!r} in {config.source}", fix=f"seats: {known}")


async def _ask(seat: Seat, config: Config, case: Case, sources: EvidenceSources, *, own_instructions: bool) -> Ask:
    builder = PromptBuilder(case, deadline=config.review.deadline, overrides=config.prompts)
    if seat == config.panel.meta_judge:
        return builder.ask("rubric", seat.name, 0, own_instructions)
    if isinstance(seat, Debater):
        output = builder.fenced(await run_tool(seat.tool, seat.query, case, sources))
        asked: dict[str, Any] = {"role": seat.role, "tool": seat.tool, "output": output, "contradictions": []}
        return builder.ask("argue", seat.name, 0, own_instructions, **asked)
    return builder.ask("judge", seat.name, 0, own_instructions, **builder.delivery(), rubric=rubric_text(GENERAL))


async def _outcome(ask: Ask, reply: Reply, sources: EvidenceSources) -> SeatTrial:
    tried = SeatTrial(prompt=ask.prompt, reply=reply.text)
    if ask.purpose == "judge":
        report = read_report(reply.text, GENERAL, reference=ask.reference)
        if not isinstance(report, Unreadable):
            proofs = await sources.verify(evidence_of(report))
            shown = [f"overall {float(overall(GENERAL, report.scores)):.2f}", *map(proof_text, proofs), *report.notes]
            return tried.model_copy(update={"outcome": "\n".join(shown)})
        read: object = report
    else:
        read = (read_rubric if ask.purpose == "rubric" else read_argument)(reply.text, reference=ask.reference)
    if isinstance(read, Unreadable):
        return tried.model_copy(update={"outcome": f"malformed: {read.cause}", "failed": True})
    assert isinstance(read, Value)
    return tried.model_copy(update={"outcome": json.dumps(read.model_dump(mode="json"), indent=1, ensure_ascii=False)})

"""Try seats without a review: one tiny question each, or one seat on one case."""

import asyncio
import json
import time
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from coordinator.agents import Asked
from coordinator.agents.command import CommandAgent
from coordinator.agents.factory import agent_for
from coordinator.agents.person import PersonAgent
from coordinator.config.seats import Debater, Seat
from coordinator.config.settings import Config
from coordinator.errors import AgentError, CoordinatorError, UsageError
from coordinator.judgement.debate import evidence_of
from coordinator.judgement.independence import ModelFamily, concerns, family_of
from coordinator.judgement.rubric import overall, read_criteria
from coordinator.models import Ask, Case, Report, Submission, Value
from coordinator.panels.probes import shown_files
from coordinator.panels.prompt_parts import PromptBuilder, proof_text, rubric_text
from coordinator.panels.tool_mad import run_tool
from coordinator.parsing.report import Unreadable, read_argument, read_probes, read_report
from coordinator.prompts import GENERAL
from coordinator.reviews.setup import check_setup
from coordinator.trackers import Tracker
from coordinator.workspace.experiments import ExperimentRunner
from coordinator.workspace.snapshot import Workspace, snapshot
from coordinator.workspace.sources import EvidenceSources

QUESTION = """\
Answer with exactly this JSON object and nothing else:
{"reference": "ready", "drift": false, "claim": "ready", "evidence": []}
"""
PATIENCE = 60.0

Place = Literal["panel", "council", "workflow"]
SeatState = Literal["answers", "not asked", "broken"]


class SeatCheck(Value):
    """Whether one seat answers."""

    seat: str
    place: Place = "panel"
    kind: str
    state: SeatState
    family: tuple[str, str] = ("", "")
    seconds: float = 0.0
    usd: Decimal | None = None
    detail: str = ""


async def check_seats(config: Config, tracker: Tracker, *, spend: bool) -> tuple[SeatCheck, ...]:
    """Ask all seats at once, those of the panel, the council and workflows; paid ones only if that is allowed."""
    panel, council, workflow = config.panel.seats, config.council.members, config.workflow.seats
    places: dict[Place, tuple[Seat, ...]] = {"panel": panel, "council": council, "workflow": workflow}
    asked = []
    for place, seats in places.items():
        for number, seat in enumerate(seats):
            if seat not in seats[:number]:  # who sits on several panels of workflows is asked once
                asked.append(check_seat(place, seat, config, tracker, spend))
    return tuple(await asyncio.gather(*asked))


def remarks(config: Config, checks: tuple[SeatCheck, ...]) -> tuple[str, ...]:
    """Return what limits the panel and the council as a whole: models of one family, or of unknown ones."""
    judges = {seat.name for seat in (*config.panel.judges, *config.panel.debaters)}
    families = {(check.place, check.seat): ModelFamily(*check.family) for check in checks}
    panel = {seat: family for (place, seat), family in families.items() if place == "panel" and seat in judges}
    council = {seat: family for (place, seat), family in families.items() if place == "council"}
    found = concerns(panel, family_of(config.panel.author))
    found += tuple(f"council: {text}" for text in concerns(council, ModelFamily()))
    unknown = sorted(seat for seat, family in panel.items() if family == ModelFamily())
    if unknown:
        found += (f"the model families of {', '.join(unknown)} are not known",)
    return found


def is_paid(seat: Seat) -> bool:
    """Return whether asking may cost money: everything does but a server on this machine."""
    if seat.model is None:
        return True
    address = seat.model.base_url
    if seat.model.name.startswith("ollama:") and not address:
        return False
    return not any(host in address for host in ("//127.0.0.1", "//localhost", "//[::1]"))


async def check_seat(place: Place, seat: Seat, config: Config, tracker: Tracker, spend: bool) -> SeatCheck:
    """Ask one seat a tiny question, unless that would write to the tracker, bother a person or cost money."""
    family, untried = ("", ""), ""

    def check(state: SeatState, detail: str, seconds: float = 0.0, usd: Decimal | None = None) -> SeatCheck:
        known: dict[str, Any] = {"seat": seat.name, "place": place, "kind": seat.agent, "family": family}
        said = "; ".join(filter(None, (detail, untried)))
        return SeatCheck(**known, state=state, detail=said, seconds=seconds, usd=usd)

    try:
        agent = agent_for(seat, config, tracker)
    except CoordinatorError as error:
        return check("broken", str(error))
    family = (agent.family.vendor, agent.family.model)
    untried = await agent.untried() if isinstance(agent, CommandAgent) else ""
    if isinstance(agent, PersonAgent):
        return check("not asked", f"{agent.spec.name} is asked only in earnest")
    if agent.tracker_agent:
        return check("not asked", "asking it means writing to the tracker")
    if seat.agent == "recorded":
        return check("not asked", "recorded replies are read, nothing is asked")
    if not spend and is_paid(seat):
        return check("not asked", "asking it may cost money; --spend does")
    ask = Ask(seat=seat.name, purpose="argue", prompt=QUESTION, template="", reference="ready", deadline=PATIENCE)
    began = time.monotonic()
    with TemporaryDirectory() as folder:
        try:
            async with asyncio.timeout(PATIENCE):
                reply = await agent.answer(ask.model_copy(update={"folder": folder if agent.wants_folder else ""}))
        except TimeoutError:
            return check("broken", f"no reply within {PATIENCE:.0f} s")
        except CoordinatorError as error:
            return check("broken", str(error))
    read = read_argument(reply.text, reference="ready")
    detail = f"its reply does not read: {read.cause}" if isinstance(read, Unreadable) else "structured output reads"
    return check("answers", detail, round(time.monotonic() - began, 2), reply.usage.usd)


# -- one seat on one case


class SeatTrial(Value):
    """What one seat was asked and what came of it."""

    prompt: str
    reply: str = ""
    outcome: str = ""
    failed: bool = False

    def text(self) -> str:
        parts = {"prompt": self.prompt, "reply": self.reply, "outcome": self.outcome}
        return "\n".join(f"==== {name}\n{part}" for name, part in parts.items() if part)


async def attempt(config: Config, tracker: Tracker, name: str, submission: Submission, *, dry_run: bool) -> SeatTrial:
    """Ask one seat about a submission; nothing is recorded."""
    seats = {seat.name: seat for seat in reversed(config.panel.seats)}
    if name not in seats:
        known = ", ".join(seat.name for seat in config.panel.seats) or "none"
        raise UsageError(f"there is no seat {name!r} in {config.source}", fix=f"seats: {known}")
    issue = submission.given
    assert issue is not None
    with TemporaryDirectory() as folder:
        limit, rules = config.review.diff_limit, config.review.rules
        work = await snapshot(issue.repo, issue.base, Path(folder) / "work", limit, rules=rules)
        case = Case(review=submission.id, issue=issue, work=work, seed=submission.id)
        sources = EvidenceSources(case, Workspace(work, Path(folder) / "work"))
        runner = sources.runner = ExperimentRunner(sources.workspace, check_setup(config), config.review)
        agent = agent_for(seats[name], config, tracker)
        builder = PromptBuilder(case, config, experiments=not runner.why_none())
        ask = await _ask(seats[name], agent, builder, sources)
        if dry_run:
            return SeatTrial(prompt=ask.prompt)
        if isinstance(agent, PersonAgent):
            raise UsageError(f"{name} is a person", fix="use --dry-run to see what they would be asked")
        try:
            shown = sources.workspace.base if ask.purpose == "probe" else sources.workspace
            copy = await shown.folder(name) if agent.wants_folder and ask.purpose != "rubric" else ""
            async with asyncio.timeout(ask.deadline):
                reply = await agent.answer(ask.model_copy(update={"folder": copy}), runner if ask.experiments else None)
        except TimeoutError:
            return SeatTrial(prompt=ask.prompt, outcome=f"late: no reply within {ask.deadline:g} s", failed=True)
        except AgentError as error:
            return SeatTrial(prompt=ask.prompt, outcome=f"{error.cause}: {error}", failed=True)
        outcome, failed = await _outcome(ask, reply.text, sources)
        return SeatTrial(prompt=ask.prompt, reply=reply.text, outcome=outcome, failed=failed)


async def _ask(seat: Seat, agent: Asked, builder: PromptBuilder, sources: EvidenceSources) -> Ask:
    """Return what the seat would be asked about the case in a review, a judge under the general rubric."""
    if seat == builder.config.panel.meta_judge:
        return builder.ask("rubric", seat.name, 0, agent)
    if seat == builder.config.panel.tester:
        files = [builder.fenced(text) for text in await shown_files(sources.workspace.base, builder.case.request)]
        return builder.ask("probe", seat.name, 0, agent, files=files)
    if isinstance(seat, Debater):
        shown = await run_tool(seat, seat.query, builder.case, sources, check_setup(builder.config))
        output = builder.fenced(shown.text or f"nothing: {shown.failed}")
        asked: dict[str, Any] = {"role": seat.role, "tool": seat.tool, "output": output}
        return builder.ask("argue", seat.name, 0, agent, contradictions=[], may_ask=False, **asked)
    return builder.ask("judge", seat.name, 0, agent, **builder.delivery(), rubric=rubric_text(GENERAL))


async def _outcome(ask: Ask, text: str, sources: EvidenceSources) -> tuple[str, bool]:
    """Return what a reply was read as, and whether it could not be read."""
    readers: dict[str, Callable[..., Value]] = {"probe": read_probes, "argue": read_argument}
    readers["judge"] = partial(read_report, rubric=GENERAL)
    readers["rubric"] = partial(read_criteria, request=sources.case.request)
    read = readers[ask.purpose](text, reference=ask.reference)
    if isinstance(read, Unreadable):
        return f"malformed: {read.cause}", True
    if not isinstance(read, Report):
        return json.dumps(read.model_dump(mode="json"), indent=1, ensure_ascii=False), False
    proofs = await sources.verify(evidence_of(read))
    shown = [f"overall {float(overall(GENERAL, read.scores)):.2f}", *map(proof_text, proofs)]
    return "\n".join(shown), False

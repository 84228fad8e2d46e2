"""Test seats without a review: ask each seat one tiny question."""

import asyncio
import time
from collections.abc import Iterable
from contextlib import closing
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from coordinator.agents import Agent, PersonAgent
from coordinator.agents.command import CommandAgent
from coordinator.agents.factory import agent_for
from coordinator.agents.providers import find_provider
from coordinator.config.seats import Seat
from coordinator.config.settings import Config
from coordinator.doctor.health import HealthCheck, health
from coordinator.errors import CoordinatorError
from coordinator.judgement.statistics.independence import ModelFamily, concerns, family_of
from coordinator.models import Ask, Reply, Value
from coordinator.parsing.fields import ParseError
from coordinator.parsing.report import read_argument
from coordinator.reviews.seat_parts import seats_apart
from coordinator.storage.store import Store
from coordinator.trackers import Tracker

QUESTION = """\
Answer with exactly this JSON object and nothing else:
{"reference": "ready", "drift": false, "claim": "ready", "evidence": []}
"""
PATIENCE = 60.0  # seconds that a seat has to answer
ON_THIS_MACHINE = ("//127.0.0.1", "//localhost", "//[::1]")

Place = Literal["panel", "council", "workflow"]
SeatState = Literal["answers", "not asked", "broken"]


class SeatCheck(Value):
    """Whether one seat answers."""

    seat: str
    place: Place = "panel"
    kind: str
    state: SeatState
    family: tuple[str, str] = ("", "")  # the vendor and the model; empty if unknown
    seconds: float = 0.0
    usd: Decimal | None = None
    detail: str = ""


async def check_seats(config: Config, tracker: Tracker, *, spend: bool) -> tuple[SeatCheck, ...]:
    """Ask all seats of the panel, the council and workflows at the same time.

    Seats that cost money are asked only if `spend` is true.
    """
    places: dict[Place, Iterable[Seat]] = {
        "panel": config.panel.seats,
        "council": config.council.members,
        "workflow": config.workflow.seats,
    }
    checks = []
    for place, seats in places.items():
        asked: list[Seat] = []
        for seat in seats:
            if seat not in asked:  # several workflows can share a seat
                asked.append(seat)
                checks.append(check_seat(place, seat, config, tracker, spend))
    return tuple(await asyncio.gather(*checks))


def remarks(config: Config, checks: tuple[SeatCheck, ...]) -> tuple[str, ...]:
    """Return remarks on the panel and the council as a whole.

    For example, a remark says that several judges belong to the same model family.
    """
    judges = {seat.name for seat in (*config.panel.judges, *config.panel.debaters)}
    panel = {}
    council = {}
    for check in checks:
        family = ModelFamily(*check.family)
        if check.place == "panel" and check.seat in judges:
            panel[check.seat] = family
        elif check.place == "council":
            council[check.seat] = family
    found = list(concerns(panel, family_of(config.panel.author)))
    for concern in concerns(council, ModelFamily()):
        found.append(f"council: {concern}")
    unknown = [seat for seat, family in sorted(panel.items()) if family == ModelFamily()]
    if unknown:
        found.append(f"the model families of these seats are unknown: {', '.join(unknown)}")
    return tuple(found)


def check_figures(state: Path) -> tuple[HealthCheck, ...]:
    """Return a check for each seat that stands apart from the others in past reviews."""
    with closing(Store(state)) as store:
        apart = seats_apart(store)
    found = []
    for figures in apart:
        detail = f"it {'; '.join(figures.apart)}"
        fix = "`coordinator seat stats` shows all seats; `coordinator replay canary` tests them"
        found.append(health(f"seat {figures.seat}", "doubtful", detail, fix))
    return tuple(found)


def is_paid(seat: Seat) -> bool:
    """Return whether an ask can cost money. Only a model on this machine is free."""
    if seat.model is None:
        return True
    address = seat.model.base_url
    if not address:
        provider = find_provider(seat.model.name.partition(":")[0])
        assert provider is not None  # without a provider the seat would have no agent
        address = provider.address
    return not any(host in address for host in ON_THIS_MACHINE)


async def check_seat(
    place: Place, seat: Seat, config: Config, tracker: Tracker, spend: bool
) -> SeatCheck:
    """Ask one seat a tiny question.

    Do not ask a seat if that would write to the tracker or bother a person. Ask a seat that costs
    money only if `spend` is true.
    """
    check = SeatCheck(seat=seat.name, place=place, kind=seat.agent, state="not asked")
    try:
        agent = agent_for(seat, config, tracker)
    except CoordinatorError as error:
        return check.model_copy(update={"state": "broken", "detail": str(error)})
    family = (agent.family.vendor, agent.family.model)
    check = check.model_copy(update={"family": family})
    if isinstance(agent, PersonAgent):
        return check.model_copy(
            update={"detail": f"people are asked only in real reviews: {agent.spec.name}"}
        )
    reason = _reason_not_to_ask(seat, agent, spend)
    if reason:
        check = check.model_copy(update={"detail": reason})
    else:
        check = await _asked(check, agent)
    if isinstance(agent, CommandAgent):
        untried = await agent.untried()
        if untried:
            check = check.model_copy(update={"detail": f"{check.detail}; {untried}"})
    return check


def _reason_not_to_ask(seat: Seat, agent: Agent, spend: bool) -> str:
    if agent.tracker_agent:
        return "an ask would write to the tracker"
    if seat.agent == "recorded":
        return "its replies are recorded"
    if not spend and is_paid(seat):
        return "an ask may cost money; use --spend to ask it"
    return ""


async def _asked(check: SeatCheck, agent: Agent) -> SeatCheck:
    """Ask the agent of a seat, and return the seat's check with the outcome."""
    began = time.monotonic()
    try:
        reply = await _put_question(check.seat, agent)
    except TimeoutError:
        detail = f"no reply within {PATIENCE:.0f} s"
        return check.model_copy(update={"state": "broken", "detail": detail})
    except CoordinatorError as error:
        return check.model_copy(update={"state": "broken", "detail": str(error)})
    seconds = round(time.monotonic() - began, 2)
    detail = "its reply is valid"
    try:
        read_argument(reply.text, reference="ready")
    except ParseError as error:
        detail = f"its reply is not valid: {error}"
    return check.model_copy(
        update={
            "state": "answers",
            "detail": detail,
            "seconds": seconds,
            "usd": reply.usage.usd,
        }
    )


async def _put_question(seat: str, agent: Agent) -> Reply:
    with TemporaryDirectory() as folder:
        ask = Ask(
            seat=seat,
            purpose="argue",
            prompt=QUESTION,
            template="",
            reference="ready",
            deadline=PATIENCE,
            folder=folder if agent.wants_folder else "",
        )
        async with asyncio.timeout(PATIENCE):
            return await agent.answer(ask)

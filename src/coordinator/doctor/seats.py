"""Try seats without a review: one tiny question each."""

import asyncio
import time
from decimal import Decimal
from tempfile import TemporaryDirectory
from typing import Any, Literal

from coordinator.agents import PersonAgent
from coordinator.agents.command import CommandAgent
from coordinator.agents.factory import agent_for
from coordinator.agents.providers import PROVIDERS
from coordinator.config.seats import Seat
from coordinator.config.settings import Config
from coordinator.errors import CoordinatorError
from coordinator.judgement.independence import ModelFamily, concerns, family_of
from coordinator.models import Ask, Value
from coordinator.parsing.fields import ParseError
from coordinator.parsing.report import read_argument
from coordinator.trackers import Tracker

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
        for seat in dict.fromkeys(seats):  # who sits on several panels of workflows is asked once
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
    address = seat.model.base_url or PROVIDERS[seat.model.name.partition(":")[0]].address
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
    detail = "structured output reads"
    try:
        read_argument(reply.text, reference="ready")
    except ParseError as error:
        detail = f"its reply does not read: {error}"
    return check("answers", detail, round(time.monotonic() - began, 2), reply.usage.usd)

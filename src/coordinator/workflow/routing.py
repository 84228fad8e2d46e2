"""Where a stage leads whose actions have named no route: the agent, the outputs or the world outside decide."""

from __future__ import annotations

import logging
import time
from functools import partial

from pydantic import TypeAdapter, ValidationError

from coordinator.agents.person import PersonAgent
from coordinator.engine import Message
from coordinator.models import Abstention, Reply
from coordinator.workflow.matching import (
    PullRequestFacts,
    after_message,
    after_outputs,
    after_pull,
    awaited,
    mentioned,
    next_due,
    onward,
    timeout_of,
    waits_for_pull_requests,
)
from coordinator.workflow.records import TOPIC, MoveReason, Outside, PullRequestFact, RunResult, StageMove, Visit
from coordinator.workflow.run_state import RunState
from coordinator.workflow.schema import StageTimeout

log = logging.getLogger("coordinator")

TRIES = 3  # of an agent that fails or says nothing, before the run ends
SHORTEST = 0.05  # seconds that are left to an agent whose stage is all but over
FOREVER = 10 * 365 * 24 * 3600.0

OUTSIDE: TypeAdapter[Outside] = TypeAdapter(Outside)


async def follow(state: RunState, visit: Visit) -> StageMove | RunResult:
    """The next stage, or the end; waits durably for whatever decides it."""
    if not state.talk.pending and (move := continue_message(state, visit) or by_outputs(state, visit)):
        return move
    nudged = False
    while True:
        if state.talk.pending:
            heard = await hear_agent(state, visit)
            if not isinstance(heard, str):
                return heard
            if then := await after_turn(state, visit, heard):
                return then
            if not nudged and (token := mentioned(state.workflow, heard)):
                nudged = True
                await nudge(state, visit, token)
                continue
        if then := await wait_outside(state, visit):
            return then


# -- the agent


async def hear_agent(state: RunState, visit: Visit) -> str | StageMove | RunResult:
    """The agent's finished message; if there is none, where the stage's time-out leads, or the end of the run."""
    why = ""
    for _ in range(TRIES):
        said = await _turn(state, visit)
        if isinstance(said, Reply):
            return said.text
        why = f"{state.agent} gave no message: {said.cause}, {said.detail}"
        await state.talk.note(visit, why)
        if said.cause == "late" and (move := await timed_out(state, visit)):
            return move
        if said.cause in ("late", "over budget"):
            break
    return state.conclude("error", visit.stage, why)


async def _turn(state: RunState, visit: Visit) -> Reply | Abstention:
    left = _time_left(state, visit)
    agent = state.context.worker(state.agent, left)
    most = min(state.settings.deadline, left)
    ask = state.talk.ask(
        state.run.id,
        state.agent,
        state.issue,
        state.start.inputs,
        deadline=most,
        own_instructions=agent.own_instructions,
        folder=state.place.folder if isinstance(agent, PersonAgent) else "",
    )
    said = (await state.asking(agent).put(state.run, ask)).ending
    if isinstance(said, Reply):
        at = await state.talk.heard(visit, state.agent, said.text)
        state.hear(said.text, at)
    return said


def _time_left(state: RunState, visit: Visit) -> float:
    limit = timeout_of(state.stage(visit))
    return max(SHORTEST, visit.at + limit.after - time.time()) if limit else FOREVER


async def timed_out(state: RunState, visit: Visit) -> StageMove | None:
    """Where the stage leads if its time is over by now."""
    limit = timeout_of(state.stage(visit))
    if limit is None:
        return None
    now = await state.run.step(state.next_key("clock"), lambda: _now(visit.stage), float)
    return _after_timeout(visit, limit.go_to) if now >= visit.at + limit.after - SHORTEST else None


def _after_timeout(visit: Visit, to: str) -> StageMove:
    return StageMove(to=to, why=MoveReason(kind="stage_timeout", detail=f"the time of stage {visit.stage} is over"))


async def _now(_: str) -> float:
    return time.time()


async def nudge(state: RunState, visit: Visit, token: str) -> None:
    """Tell the agent, once, that it has said a word where it does not count."""
    said = (
        f'Your message mentions "{token}", but no line of it begins with it, so nothing follows from it. '
        "If you mean it, answer again and begin a line with it; if not, say what is missing."
    )
    await state.talk.tell(visit, "nudge", state.agent, partial(_same, said))


async def _same(text: str) -> str:
    return text


# -- what leads on


async def after_turn(state: RunState, visit: Visit, text: str) -> StageMove | RunResult | None:
    """Where it goes after a message: what came from outside meanwhile counts first."""
    return await poll_events(state, visit) or by_message(state, visit, text) or by_outputs(state, visit)


def by_message(state: RunState, visit: Visit, text: str) -> StageMove | None:
    """Where a message of the agent leads."""
    return _said(state, after_message(state.workflow, visit.stage, text, state.known_before))


def continue_message(state: RunState, visit: Visit) -> StageMove | None:
    """Where the message that led to a stage leads on to: the stage asked nothing of the agent."""
    if visit.why.kind != "message":
        return None
    return _said(state, onward(state.workflow, visit.stage, state.said))


def _said(state: RunState, to: str) -> StageMove | None:
    if not to:
        return None
    tokens = awaited(state.workflow.stage(to))
    return StageMove(to=to, why=MoveReason(kind="message", detail=f"{state.agent} said {' or '.join(tokens)}"))


def by_outputs(state: RunState, visit: Visit) -> StageMove | None:
    """Where a stored output leads, to a stage that was never visited."""
    to = after_outputs(state.workflow, visit.stage, state.visits, state.outputs.value)
    return StageMove(to=to, why=MoveReason(kind="output_matches")) if to else None


# -- the world outside


async def poll_events(state: RunState, visit: Visit) -> StageMove | RunResult | None:
    """Where something leads that was sent while the agent was at work."""
    if not waits_for_pull_requests(state.workflow):
        return None
    while isinstance(heard := await state.run.wait(state.next_key("glance"), TOPIC, until=0.0), Message):
        if then := handle_event(state, visit, heard):
            return then
    return None


async def wait_outside(state: RunState, visit: Visit) -> StageMove | RunResult | None:
    """Sleep until the world leads on or a time is over; the end at once if nothing can lead on any more."""
    limit = timeout_of(state.stage(visit))
    pulled = bool(state.pulls) or state.facts != PullRequestFacts()
    due = next_due(state.workflow, visit.stage, state.facts, state.entered_by_conditions) if pulled else None
    if limit is None and due is None and not (pulled and waits_for_pull_requests(state.workflow)):
        return state.conclude("escalated", visit.stage, _stuck(state, visit))
    end = visit.at + (limit.after if limit else FOREVER)
    until = min(end, due.at) if due else end
    if visit.number not in state.announced:
        state.announced.add(visit.number)
        await state.talk.note(visit, _waits(state, limit, pulled))
    heard = await state.run.wait(state.next_key("wait"), TOPIC, until=until)
    if isinstance(heard, Message):
        return handle_event(state, visit, heard)
    if due is not None and due.at <= end:
        return StageMove(to=due.stage, why=MoveReason(kind="pr_conditions"))
    return _after_timeout(visit, limit.go_to if limit else visit.stage)


def _waits(state: RunState, limit: StageTimeout | None, pulled: bool) -> str:
    """What a run waits for, and who tells it."""
    told = (
        "" if state.context.hears_of_pulls else f": `coordinator event {state.run.id} pr_merged` tells it, for example"
    )
    for_pull = [f"for what becomes of the pull request{told}"] if pulled else []
    for_time = [f"until {limit.after:g} s after the stage was entered"] if limit else []
    return f"Waits {', or '.join([*for_time, *for_pull])}."


def handle_event(state: RunState, visit: Visit, message: Message) -> StageMove | RunResult | None:
    """What an event from outside leads to; what is only good to know is remembered."""
    try:
        event = OUTSIDE.validate_python(message.body)
    except ValidationError:
        log.warning("%s: an event that cannot be read is left out: %s", state.run.id, message.body)
        return None
    if isinstance(event, PullRequestFact):
        state.facts = _with(state.facts, event)
        return None
    if to := after_pull(state.workflow, visit.stage, event.event):
        return StageMove(to=to, why=MoveReason(kind=event.event))
    return state.conclude("escalated", visit.stage, f"{event.event}, and no stage of the workflow waits for that")


def _with(facts: PullRequestFacts, event: PullRequestFact) -> PullRequestFacts:
    told = {"ci": event.ci, "reviews": event.reviews, "quiet_since": event.at}
    return facts.model_copy(update={name: value for name, value in told.items() if value is not None})


def _stuck(state: RunState, visit: Visit) -> str:
    tokens = dict.fromkeys(token for stage in state.workflow.stages for token in awaited(stage))
    waiting = f" (stages wait for {', '.join(tokens)})" if tokens else ""
    return f"nothing led on from stage {visit.stage}{waiting}"

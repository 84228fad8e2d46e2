"""Where a stage leads whose actions have named no route: the agent, the outputs or the world outside decide."""

import logging
import time

from pydantic import TypeAdapter, ValidationError

from coordinator.engine import Message
from coordinator.models import Reply
from coordinator.panels.panel import Asker
from coordinator.workflow import matching
from coordinator.workflow.dialect.routes import Routes
from coordinator.workflow.records import TOPIC, MoveReason, Outside, PullRequestFact, RunResult, StageMove, Visit
from coordinator.workflow.run_state import MESSAGES, RunState
from coordinator.workflow.setup import with_deadline

log = logging.getLogger("coordinator")

TRIES = 3  # of an agent that fails or says nothing, before the run ends
SHORTEST = 0.05  # seconds that are left to an agent whose stage is all but over
FOREVER = 10 * 365 * 24 * 3600.0

OUTSIDE: TypeAdapter[Outside] = TypeAdapter(Outside)


async def follow(state: RunState, visit: Visit) -> StageMove | RunResult:
    """Return the next stage, or the end; wait durably for whatever decides it."""
    workflow = state.context.workflow
    if not state.pending:
        # The stage asked nothing of the agent, so what led to it may lead on; where a person did, what would have.
        tokens = "\n".join(state.stage(visit).tokens)
        led = {"message": state.last_message, "resumed": tokens}.get(visit.why.kind, "")
        to = matching.after_same_message(workflow, visit.stage, led)
        if move := by_message(state, to) or by_outputs(state, visit):
            return move
    reminded = False
    while True:
        if state.pending:
            text = await ask_agent(state, visit)
            if not isinstance(text, str):
                return text
            # What came from outside meanwhile counts first.
            if then := await poll_events(state, visit):
                return then
            to = matching.after_message(workflow, visit.stage, text, state.pulls_before)
            if move := by_message(state, to) or by_outputs(state, visit):
                return move
            if not reminded and (said := reminder(state, visit, text)):
                reminded = True
                await state.tell(visit, "nudge", said)
                continue
        if then := await wait_for_event(state, visit):
            return then


def reminder(state: RunState, visit: Visit, text: str) -> str:
    """Return what an agent is told whose answer leads nowhere; nothing if it may be waited for something else."""
    workflow = state.context.workflow
    if token := matching.misplaced_token(workflow, text):
        return str(MESSAGES.misplaced(token))
    routes, ways = Routes(workflow), dict[str, str]()
    for token in workflow.tokens:
        if to := routes.message(visit.stage, token):
            ways[token] = workflow.stage(to).label or to
    waits_for_pull, asked = matching.waits_for_pull_requests(workflow), state.stage(visit).on_enter.inject.casefold()
    is_reported = len(state.pulls) > len(state.pulls_before)
    if waits_for_pull and state.pulls and (is_reported or not any(token.casefold() in asked for token in ways)):
        return ""
    return str(MESSAGES.nothing_follows(ways, waits_for_pull)) if ways or waits_for_pull else ""


async def ask_agent(state: RunState, visit: Visit) -> str | StageMove | RunResult:
    """Return the agent's finished message; if there is none, where the stage's time-out leads, or the end."""

    async def work_folder(_ask: str) -> str:
        return state.place.folder  # no copy: the agent is to change it

    limit = state.stage(visit).timeout
    why = ""
    for _ in range(TRIES):
        left = min(limit.after, max(SHORTEST, visit.at + limit.after - time.time())) if limit else FOREVER
        agent = with_deadline(state.context.workers[state.agent], left)
        ask = state.next_ask(agent, min(state.settings.deadline, left))
        fallbacks = state.context.fallbacks
        asker = Asker(agents={state.agent: agent}, fallbacks=fallbacks, budget=state.budget, folder=work_folder)
        ending = (await asker.put(state.run, ask)).ending
        if isinstance(ending, Reply):
            await state.receive_message(visit, ending.text)
            return ending.text
        why = f"{state.agent} gave no message: {ending.cause}, {ending.detail}"
        await state.note(visit, why)
        if ending.cause == "late" and limit is not None:
            now = await state.run.record(state.next_key("clock"), time.time())
            if now >= visit.at + limit.after - SHORTEST:
                return _by_timeout(visit, limit.go_to)
        if ending.cause in ("late", "over budget"):
            break
    return state.conclude("error", visit.stage, why)


def _by_timeout(visit: Visit, to: str) -> StageMove:
    return StageMove(to=to, why=MoveReason(kind="stage_timeout", detail=f"the time of stage {visit.stage} is over"))


def by_message(state: RunState, to: str) -> StageMove | None:
    """Return the move to the stage that a message leads to, if it leads to one."""
    if not to:
        return None
    tokens = state.context.workflow.stage(to).tokens
    return StageMove(to=to, why=MoveReason(kind="message", detail=f"{state.agent} said {' or '.join(tokens)}"))


def by_outputs(state: RunState, visit: Visit) -> StageMove | None:
    """Return where a stored output leads, to a stage that was never visited."""
    to = matching.after_outputs(state.context.workflow, visit.stage, state.visits, state.output_value)
    return StageMove(to=to, why=MoveReason(kind="output_matches")) if to else None


async def poll_events(state: RunState, visit: Visit) -> StageMove | RunResult | None:
    """Return where something leads that was sent while the agent was at work."""
    if not matching.waits_for_pull_requests(state.context.workflow):
        return None
    while isinstance(message := await state.run.wait(state.next_key("glance"), TOPIC, until=0.0), Message):
        if then := handle_event(state, visit, message):
            return then
    return None


async def wait_for_event(state: RunState, visit: Visit) -> StageMove | RunResult | None:
    """Sleep until the world leads on or a time is over; return the end at once if nothing can lead on any more."""
    workflow = state.context.workflow
    limit = state.stage(visit).timeout
    has_pull = bool(state.pulls) or state.facts != matching.PullRequestFacts()
    due = matching.next_due(workflow, visit.stage, state.facts, state.entered_by_conditions) if has_pull else None
    if limit is None and due is None and not (has_pull and matching.waits_for_pull_requests(workflow)):
        waiting = f" (stages wait for {', '.join(workflow.tokens)})" if workflow.tokens else ""
        return state.conclude("escalated", visit.stage, f"nothing led on from stage {visit.stage}{waiting}")
    if visit.number not in state.announced:
        state.announced.add(visit.number)
        reasons = [f"until {limit.after:g} s after the stage was entered"] if limit else []
        if has_pull:
            how = f": `coordinator decide {state.run.id} pr_merged` tells it, for example"
            told = "" if state.context.hears_of_pulls else how
            reasons.append(f"for what becomes of the pull request{told}")
        await state.note(visit, f"Waits {', or '.join(reasons)}.")
    end = visit.at + (limit.after if limit else FOREVER)
    until = min(end, due.at) if due else end
    message = await state.run.wait(state.next_key("wait"), TOPIC, until=until)
    if isinstance(message, Message):
        return handle_event(state, visit, message)
    if due is not None and due.at <= end:
        return StageMove(to=due.stage, why=MoveReason(kind="pr_conditions"))
    return _by_timeout(visit, limit.go_to if limit else visit.stage)


def handle_event(state: RunState, visit: Visit, message: Message) -> StageMove | RunResult | None:
    """Return what an event from outside leads to; what is only good to know is remembered."""
    try:
        event = OUTSIDE.validate_python(message.body)
    except ValidationError:
        log.warning("%s: an event that cannot be read is left out: %s", state.run.id, message.body)
        return None
    if isinstance(event, PullRequestFact):
        known = {"ci": event.ci, "reviews": event.reviews, "quiet_since": event.at}
        update = {name: value for name, value in known.items() if value is not None}
        state.facts = state.facts.model_copy(update=update)
        return None
    if to := matching.after_pull_request(state.context.workflow, visit.stage, event.event):
        return StageMove(to=to, why=MoveReason(kind=event.event))
    return state.conclude("escalated", visit.stage, f"{event.event}, and no stage of the workflow waits for that")

"""Wait for an event that leads to the next stage, if the actions have not chosen a route.

The event is a message of the agent, a stored output, an event of the pull request or a timeout.
"""

import logging
import time

from pydantic import TypeAdapter, ValidationError

from coordinator.config.field_types import duration_text
from coordinator.engine import Message
from coordinator.models import Reply
from coordinator.panels.asker import Asker
from coordinator.workflow import records, transitions
from coordinator.workflow.dialect.routes import Routes
from coordinator.workflow.dialect.stage_triggers import StageTimeout
from coordinator.workflow.message_tokens import misplaced_token
from coordinator.workflow.messages import MESSAGES
from coordinator.workflow.records import MoveReason, RunResult, StageMove, Visit
from coordinator.workflow.run_state import RunState
from coordinator.workflow.setup import with_deadline

log = logging.getLogger("coordinator")

TRIES = 3  # the run ends after an agent has failed or said nothing this many times
SHORTEST = 0.05  # the fewest seconds that an agent gets, even at the timeout of its stage
FOREVER = 10 * 365 * 24 * 3600.0
OUTSIDE: TypeAdapter[records.Outside] = TypeAdapter(records.Outside)


async def wait_for_route(state: RunState, visit: Visit) -> StageMove | RunResult:
    """Return the move to the next stage, or the end of the run. The wait survives a restart."""
    if not state.pending:
        move = _carried_on(state, visit)
        if move is not None:
            return move
    was_reminded = False
    while True:
        if state.pending:
            answer = await _ask_agent(state, visit)
            if not isinstance(answer, str):
                return answer
            # An event that came while the agent worked takes precedence over its answer.
            then = await _poll_events(state, visit)
            if then is not None:
                return then
            to = transitions.after_message(
                state.context.workflow, visit.stage, answer, state.pulls_before
            )
            move = _led_on(state, visit, to)
            if move is not None:
                return move
            reminder = "" if was_reminded else _reminder(state, visit, answer)
            if reminder:
                was_reminded = True
                await state.tell(visit, "nudge", reminder)
                continue
        then = await _wait_for_event(state, visit)
        if then is not None:
            return then


# -- messages of the agent


def _carried_on(state: RunState, visit: Visit) -> StageMove | None:
    """Return the move to the next stage if the message that led to this stage leads further.

    Otherwise return None. Call this only in a stage that has not asked the agent anything. If a
    person resumed the run at this stage, use the tokens of the stage as the message.
    """
    text = ""
    if visit.why.kind == "message":
        text = state.last_message
    elif visit.why.kind == "resumed":
        text = "\n".join(state.stage(visit).tokens)
    to = transitions.after_same_message(state.context.workflow, visit.stage, text)
    return _led_on(state, visit, to)


def _led_on(state: RunState, visit: Visit, to: str) -> StageMove | None:
    """Return the move to stage `to`, or if `to` is empty, to the stage that an output leads to.

    Return None if no stored output leads to a stage.
    """
    workflow = state.context.workflow
    if to:
        tokens = " or ".join(workflow.stage(to).tokens)
        reason = MoveReason(kind="message", detail=f"{state.agent} said {tokens}")
        return StageMove(to=to, why=reason)
    to = transitions.after_outputs(workflow, visit.stage, state.visits, state.output_value)
    if to:
        return StageMove(to=to, why=MoveReason(kind="output_matches"))
    return None


async def _ask_agent(state: RunState, visit: Visit) -> str | StageMove | RunResult:
    """Ask the agent, and return its message.

    If the agent sends none, return the move for the timeout of the stage, or the end of the run.
    """

    async def work_folder(_ask: str) -> str:
        return state.place.folder  # not a copy, because the agent has to change the folder

    limit = state.stage(visit).timeout
    why = ""
    for _ in range(TRIES):
        left = _time_left(visit, limit)
        agent = with_deadline(state.context.workers[state.agent], left)
        ask = state.next_ask(agent, min(state.settings.deadline, left))
        asker = Asker(
            agents={state.agent: agent},
            fallbacks=state.context.fallbacks,
            budget=state.budget,
            folder=work_folder,
            policy=state.policy,
        )
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


def _time_left(visit: Visit, limit: StageTimeout | None) -> float:
    """Return the seconds until the timeout of the stage."""
    if limit is None:
        return FOREVER
    left = visit.at + limit.after - time.time()
    return min(limit.after, max(SHORTEST, left))


def _by_timeout(visit: Visit, to: str) -> StageMove:
    detail = f"stage {visit.stage} timed out"
    return StageMove(to=to, why=MoveReason(kind="stage_timeout", detail=detail))


def _reminder(state: RunState, visit: Visit, answer: str) -> str:
    """Return a reminder for an agent whose answer leads to no stage.

    Return an empty string if an event can still lead to a stage.
    """
    workflow = state.context.workflow
    misplaced = misplaced_token(workflow, answer)
    if misplaced:
        return str(MESSAGES.misplaced(misplaced))
    labels = _awaited_tokens(state, visit)
    waits_for_pull = transitions.waits_for_pull_requests(workflow)
    if waits_for_pull and state.pulls:
        has_new_pull = len(state.pulls) > len(state.pulls_before)
        asked = state.stage(visit).on_enter.inject.casefold()
        is_asked_for_token = any(token.casefold() in asked for token in labels)
        if has_new_pull or not is_asked_for_token:
            return ""
    if labels or waits_for_pull:
        return str(MESSAGES.nothing_follows(labels, waits_for_pull))
    return ""


def _awaited_tokens(state: RunState, visit: Visit) -> dict[str, str]:
    """Return the tokens that lead to another stage, each with the label of that stage."""
    workflow = state.context.workflow
    routes = Routes(workflow)
    labels = {}
    for token in workflow.tokens:
        to = routes.message(visit.stage, token)
        if to:
            labels[token] = workflow.stage(to).label or to
    return labels


# -- events from outside


async def _poll_events(state: RunState, visit: Visit) -> StageMove | RunResult | None:
    """Return the move or the end of the run after an event that came while the agent worked.

    Return None if there was no such event, or if it only reported facts.
    """
    if not transitions.waits_for_pull_requests(state.context.workflow):
        return None
    while True:
        key = state.next_key("glance")
        message = await state.run.wait(key, records.TOPIC, until=0.0)
        if not isinstance(message, Message):
            return None
        then = _handle_event(state, visit, message)
        if then is not None:
            return then


async def _wait_for_event(state: RunState, visit: Visit) -> StageMove | RunResult | None:
    """Wait for an event or a timeout, and return the move or the end of the run that follows.

    Return None after an event that only reports facts. If neither an event nor a timeout can come,
    return the end of the run at once.
    """
    workflow = state.context.workflow
    limit = state.stage(visit).timeout
    due = None
    if state.has_pull:
        due = transitions.next_due(workflow, visit.stage, state.facts, state.entered_by_conditions)
    hears_of_pulls = state.has_pull and transitions.waits_for_pull_requests(workflow)
    may_hear = hears_of_pulls and state.has_open_pull
    has_way_on = limit is not None or due is not None or may_hear
    if not has_way_on and not hears_of_pulls:
        return _without_way_on(state, visit)
    if has_way_on and visit.number not in state.announced:
        state.announced.add(visit.number)
        await state.note(visit, _waiting_text(state, limit))
    longest = limit.after if limit is not None else state.settings.longest_wait
    until = visit.at + longest
    is_due_first = due is not None and (limit is None or due.at <= until)
    if due is not None and is_due_first:
        until = due.at
    if not has_way_on:
        until = 0.0  # take only an event that has come already
    message = await state.run.wait(state.next_key("wait"), records.TOPIC, until=until)
    if isinstance(message, Message):
        return _handle_event(state, visit, message)
    if due is not None and is_due_first:
        return StageMove(to=due.stage, why=MoveReason(kind="pr_conditions"))
    if limit is not None:
        return _by_timeout(visit, limit.go_to)
    if not has_way_on:
        return _without_way_on(state, visit)
    why = (
        f"no event led out of stage {visit.stage} within {duration_text(longest)} "
        "(workflow.longest_wait)"
    )
    return state.conclude("escalated", visit.stage, why)


def _without_way_on(state: RunState, visit: Visit) -> RunResult:
    """Return the end of a run that no event can move.

    A run is completed if its pull request was merged and its stage has no way out. Otherwise a
    person has to decide.
    """
    workflow = state.context.workflow
    if state.has_merged_pull and not Routes(workflow).ways_out(visit.stage):
        why = f"the pull request was merged, and no event leads out of stage {visit.stage}"
        return state.conclude("completed", visit.stage, why)
    why = f"no event led from stage {visit.stage} to another"
    if workflow.tokens:
        why += f" (stages wait for {', '.join(workflow.tokens)})"
    if state.pull_ends and not state.has_open_pull:
        why += "; the pull request has ended, so none can come"
    return state.conclude("escalated", visit.stage, why)


def _waiting_text(state: RunState, limit: StageTimeout | None) -> str:
    reasons = []
    if limit is not None:
        reasons.append(f"until {limit.after:g} s after the stage was entered")
    if state.has_open_pull:
        reason = "for the pull request"
        if not state.context.hears_of_pulls:
            reason += (
                f": `coordinator decide {state.run.id} pr_merged` reports a merge, for example"
            )
        reasons.append(reason)
    return f"Waits {', or '.join(reasons)}."


def _handle_event(state: RunState, visit: Visit, message: Message) -> StageMove | RunResult | None:
    """Return the move or the end of the run that an event causes.

    If the event only reports facts, remember them and return None.
    """
    try:
        event = OUTSIDE.validate_python(message.body)
    except ValidationError:
        log.warning("%s: an unreadable event is ignored: %s", state.run.id, message.body)
        return None
    if isinstance(event, records.PullRequestFact):
        known = {"ci": event.ci, "reviews": event.reviews, "quiet_since": event.at}
        update = {name: value for name, value in known.items() if value is not None}
        state.facts = state.facts.model_copy(update=update)
        return None
    state.end_pull(event)
    to = transitions.after_pull_request(state.context.workflow, visit.stage, event.event)
    if to:
        return StageMove(to=to, why=MoveReason(kind=event.event))
    why = f"no stage of the workflow waits for {event.event}"
    return state.conclude("escalated", visit.stage, why)

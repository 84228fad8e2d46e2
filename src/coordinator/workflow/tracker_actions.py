"""What a stage does in the tracker and whom it tells; each errand may be repeated after a crash and is done once."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable

from coordinator.config.environment import VARIABLES
from coordinator.config.settings import NotifyConfig
from coordinator.errors import TrackerError, UsageError
from coordinator.models import Status, Value
from coordinator.parsing.excerpt import Excerpt
from coordinator.parsing.injection import defuse
from coordinator.reviews.publish import ActionResult
from coordinator.trackers import Tracker, marker
from coordinator.workflow.records import Visit
from coordinator.workflow.run_state import RunState
from coordinator.workflow.schema import CommentIssue, MoveIssue, NotifyAction
from coordinator.workflow.setup import status_on
from coordinator.workspace.process import run as run_program

TELLING = 30.0  # seconds that whoever is told may take


async def move_issue(state: RunState, visit: Visit, move: MoveIssue) -> str:
    """Give an issue another status, unless somebody does so meanwhile; why not, or nothing."""
    key = _key(state, move.issue_id)
    return await _set_status(state, visit, "move", key, status_on(state.context.tracker, move.status))


async def close_issue(state: RunState, visit: Visit) -> str:
    """Set the run's own issue to done; why not, or nothing."""
    return await _set_status(state, visit, "close", state.issue.key, "done")


async def comment_issue(state: RunState, visit: Visit, comment: CommentIssue) -> str:
    """Comment on an issue; why that failed, or nothing."""
    key, text = _key(state, comment.issue_id), state.rendered(comment.body)

    async def say(_: str) -> ActionResult:
        mark = marker(state.run.id, f"comment/{visit.number}")
        return await _tried(state.context.tracker.say(key, defuse(text), marker=mark))

    return (await state.run.step(f"act/{visit.number}/comment", lambda: say(key), ActionResult)).why


async def label_issue(state: RunState, visit: Visit, add: tuple[str, ...], remove: tuple[str, ...]) -> str:
    """Add and remove labels; why that failed, or nothing."""

    async def label(key: str) -> ActionResult:
        return await _tried(state.context.tracker.label(key, add, remove))

    return (await state.run.step(f"act/{visit.number}/labels", lambda: label(state.issue.key), ActionResult)).why


async def notify(state: RunState, visit: Visit, action: NotifyAction) -> str:
    """Tell somebody; why that failed, or nothing."""
    way = state.context.notifier(action.via)
    notice = {
        "id": f"{state.run.id}/{visit.number}",
        "run": state.run.id,
        "stage": visit.stage,
        "issue": state.issue.key,
        "severity": action.severity,
        "subject": state.rendered(action.subject),
        "text": state.rendered(action.text),
        "target": state.rendered(action.target),
        "options": action.options,
    }

    async def send(_: str) -> ActionResult:
        try:
            async with asyncio.timeout(TELLING):
                return ActionResult(why=await _told(way, json.dumps(notice, ensure_ascii=False), state))
        except TimeoutError:
            return ActionResult(why=f"{way.name} did not end within {TELLING:g} s")

    return (await state.run.step(f"act/{visit.number}/notify", lambda: send(way.name), ActionResult)).why


def _key(state: RunState, template: str) -> str:
    return state.rendered(template).strip() or state.issue.key


async def _set_status(state: RunState, visit: Visit, name: str, key: str, status: str) -> str:
    """Move the issue from where it is now; `move` knows our own change again by what was the newest before it."""
    tracker, step = state.context.tracker, f"act/{visit.number}/{name}"
    before = await state.run.step(f"{step}/before", lambda: _newest_change(state, key), NewestChange)

    async def move(_: str) -> ActionResult:
        return await _tried(_moved(tracker, key, status, before.id))

    return before.why or (await state.run.step(step, lambda: move(key), ActionResult)).why


class NewestChange(Value):
    """The newest change of an issue's status, or why there is none."""

    id: str = ""
    why: str = ""


async def _newest_change(state: RunState, key: str) -> NewestChange:
    try:
        return NewestChange(id=await state.context.tracker.last_change(key))
    except (TrackerError, UsageError) as error:
        if error.transient:
            raise
        return NewestChange(why=str(error))


async def _moved(tracker: Tracker, key: str, status: str, entry: str) -> None:
    issue = await tracker.issue(key)
    if issue.status != status:
        to: Status = status  # type: ignore[assignment]  # a tracker may have more of them than we know
        await tracker.move(key, to, entry=entry, version=issue.version)


async def _tried(act: Awaitable[object]) -> ActionResult:
    try:
        await act
    except (TrackerError, UsageError) as error:
        if error.transient:
            raise
        return ActionResult(why=str(error))
    return ActionResult()


# -- telling


async def _told(way: NotifyConfig, notice: str, state: RunState) -> str:
    return await _post(way, notice) if way.webhook else await _pipe(way, notice, state)


async def _pipe(way: NotifyConfig, notice: str, state: RunState) -> str:
    said = Excerpt(500)
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    code = await run_program(
        ("/bin/sh", "-c", way.command),
        cwd=state.context.config.home,
        env=environment,
        output=said.feed,
        given=notice.encode("utf-8", "replace"),
    )
    return f"{way.name}: exit {code}: {said.text().strip()}" if code else ""


async def _post(way: NotifyConfig, notice: str) -> str:
    import httpx2

    try:
        async with httpx2.AsyncClient(timeout=TELLING) as client:
            headers = {"Content-Type": "application/json"}
            response = await client.post(way.webhook, content=notice.encode("utf-8", "replace"), headers=headers)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        return f"{way.name}: {error or type(error).__name__}"
    return f"{way.name}: {response.status_code}" if response.status_code >= 400 else ""

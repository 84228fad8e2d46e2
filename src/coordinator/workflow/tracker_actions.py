"""The actions of a stage on the issue and its pull request.

After a crash an action can be repeated, but its effect happens once.
"""

from collections.abc import Awaitable, Callable

from coordinator.errors import TrackerError, UsageError
from coordinator.models import Status
from coordinator.parsing.injection import defuse
from coordinator.reviews.publish import do_once
from coordinator.storage.events import key_of
from coordinator.trackers import marker
from coordinator.workflow.dialect.requirements import status_in
from coordinator.workflow.dialect.stage_actions import CommentIssue, MoveIssue, OnEnter
from coordinator.workflow.notify_action import notify
from coordinator.workflow.records import Visit
from coordinator.workflow.run_state import RunState, StageFailed
from coordinator.workspace.repository import open_repository


async def run_tracker_actions(state: RunState, visit: Visit, actions: OnEnter) -> None:
    """Carry out the stage's actions: merge, close, label, notify, move and comment.

    Raise StageFailed if the merge fails, or if a comment without `continue_on_error` fails. Any
    other failure only adds a notice to the transcript.
    """
    if actions.merge_pr:
        await _merge_pull_request(state, visit)
    if actions.close_issue:
        why = await _set_status(state, visit, "close", state.issue.key, "done")
        await _note_failure(state, visit, "the issue was not closed", why)
    if actions.add_labels or actions.remove_labels:
        why = await _change_labels(state, visit, actions)
        await _note_failure(state, visit, "the labels were not changed", why)
    if actions.notify is not None:
        why = await notify(state, visit, actions.notify)
        await _note_failure(state, visit, "the notice was not sent", why)
    if actions.move_issue is not None:
        why = await _move_issue(state, visit, actions.move_issue)
        await _note_failure(state, visit, "the issue was not moved", why)
    if actions.comment_issue is not None:
        why = await _comment(state, visit, actions.comment_issue)
        await _note_failure(state, visit, "the comment was not posted", why)
        if why and not actions.comment_issue.continue_on_error:
            raise StageFailed(f"its comment was not posted: {why}")


async def _note_failure(state: RunState, visit: Visit, what: str, why: str) -> None:
    if why:
        await state.note(visit, f"Stage {visit.stage}: {what}: {why}")


async def _merge_pull_request(state: RunState, visit: Visit) -> None:
    key = key_of("act", visit.number, "merge")
    why = await do_once(state.run, key, lambda: _merge(state))
    if why:
        raise StageFailed(f"the pull request was not merged: {why}")


async def _merge(state: RunState) -> str:
    """Merge the pull request. Return the reason for a failure, or an empty string.

    The head of the pull request must be the last commit of the run, or the commit at which the run
    began.
    """
    repository = await open_repository(state.place.folder)
    heads = [await repository.commit("HEAD")]
    if state.issue.head and state.issue.head not in heads:
        heads.append(state.issue.head)
    failures = []
    for head in heads:
        why = await state.context.tracker.merge(state.issue.key, entry=head, base=state.issue.base)
        failures.append(why or "")
    if "" in failures:
        return ""
    return failures[-1]


async def _change_labels(state: RunState, visit: Visit, actions: OnEnter) -> str:
    async def change() -> None:
        await state.context.tracker.label(
            state.issue.key, actions.add_labels, actions.remove_labels
        )

    return await _act(state, visit, "labels", change)


async def _move_issue(state: RunState, visit: Visit, action: MoveIssue) -> str:
    key = state.render(action.issue_id).strip() or state.issue.key
    status = status_in(state.context.tracker.statuses, action.status)
    return await _set_status(state, visit, "move", key, status)


async def _comment(state: RunState, visit: Visit, action: CommentIssue) -> str:
    key = state.render(action.issue_id).strip() or state.issue.key
    text = defuse(state.render(action.body))
    mark = marker(state.run.id, f"comment/{visit.number}")

    async def post() -> object:
        return await state.context.tracker.post_once(key, text, marker=mark)

    return await _act(state, visit, "comment", post)


async def _set_status(state: RunState, visit: Visit, name: str, key: str, status: str) -> str:
    """Set the status of an issue. Return the reason for a failure, or an empty string.

    The change fails if another user changes the status at the same time.
    """
    tracker = state.context.tracker
    to: Status = status  # type: ignore[assignment]  # a tracker can have other statuses

    # Record the newest change before the move. If the move is repeated after a crash, this record
    # lets the tracker recognize the change that the move itself made.
    before_key = key_of("act", visit.number, name, "before")
    before = await state.run.step(
        before_key, lambda: _attempt(lambda: tracker.last_change(key)), dict[str, str]
    )

    async def move() -> None:
        issue = await tracker.issue(key)
        if issue.status != to:
            await tracker.move(key, to, entry=before["id"], version=issue.version)

    if before["why"]:
        return before["why"]
    return await _act(state, visit, name, move)


async def _act(
    state: RunState, visit: Visit, name: str, act: Callable[[], Awaitable[object]]
) -> str:
    """Act in the tracker once. Return the reason for a failure, or an empty string."""

    async def attempt() -> str:
        result = await _attempt(act)
        return result["why"]

    return await do_once(state.run, key_of("act", visit.number, name), attempt)


async def _attempt(act: Callable[[], Awaitable[object]]) -> dict[str, str]:
    """Return the result of an action as `id`, or the reason for its failure as `why`.

    Do not catch a transient error.
    """
    try:
        return {"id": str(await act()), "why": ""}
    except (TrackerError, UsageError) as error:
        if error.transient:
            raise
        return {"id": "", "why": str(error)}

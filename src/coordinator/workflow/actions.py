"""What a stage does when it is entered: its command, and what it does in the tracker and whom it tells.

Each action may be repeated after a crash and is done once.
"""

import asyncio
import json
import os
import shutil
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx2
from pydantic import JsonValue

from coordinator.config import INSIDE
from coordinator.config.environment import VARIABLES
from coordinator.config.settings import Config, NotifyConfig
from coordinator.errors import TrackerError, UsageError
from coordinator.models import Status
from coordinator.parsing.excerpt import Excerpt
from coordinator.parsing.injection import defuse
from coordinator.reviews.publish import do_once
from coordinator.storage.events import key_of
from coordinator.trackers import marker
from coordinator.workflow.dialect.requirements import status_in
from coordinator.workflow.dialect.schema import Stage
from coordinator.workflow.dialect.stage_actions import NotifyAction, OnEnter, RunAction
from coordinator.workflow.matching import pull_request_urls
from coordinator.workflow.records import CommandResult, StageOutput, Visit
from coordinator.workflow.run_state import RunState, StageFailed
from coordinator.workspace.process import environment
from coordinator.workspace.process import run as run_program
from coordinator.workspace.repository import open_repository

NOT_STARTED = 127
TIMED_OUT = 124
PASSED_ON = (
    "VIRTUAL_ENV",
    "GOPATH",
    "GOCACHE",
    "GOFLAGS",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "JAVA_HOME",
    "NODE_PATH",
)
MOST_PULLS = 10  # pull requests that are taken from what one command printed
SHOWN = 600  # characters of a command's last words in a notice
NOTIFY_SECONDS = 30.0  # that whoever is told may take


class Capture(Excerpt):
    """Takes what a program prints: head and tail to show, and the raw end of it to read JSON from."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self._end = bytearray()

    def feed(self, chunk: bytes) -> None:
        super().feed(chunk)
        self._end += chunk
        del self._end[: -self._limit]

    def data(self) -> dict[str, JsonValue]:
        """Return the JSON object that was printed: everything, else the last line that is one."""

        def refuse(constant: str) -> None:
            raise ValueError(f"{constant} is no JSON")

        end = bytes(self._end)
        whole = end if self.size <= self._limit else b""
        for text in (whole, *reversed(end.splitlines())):
            if text.strip().startswith(b"{"):
                try:
                    found = json.loads(text, parse_constant=refuse)
                    # Half a surrogate pair cannot be stored
                    json.dumps(found, ensure_ascii=False).encode()
                except (ValueError, RecursionError):
                    continue
                return dict(found)
        return {}


async def run_command(state: RunState, visit: Visit, stage: Stage, action: RunAction) -> str:
    """Run the command of a stage and store what it left; return how it failed unless the stage allows that."""
    key = key_of("run", visit.number)
    result = await state.run.step(key, lambda: _execute(state, stage.id, action), CommandResult)
    stored = state.last_command = state.take_output(action.output or stage.id, result.output)
    state.register_pulls(result.pulls, visit.at)
    ending = (
        f"no end after {action.timeout:g} s" if result.timed_out else f"exit {result.exit_code}"
    )
    if not result.failed:
        await state.note(visit, f"The command of stage {stage.id} has ended ({ending}).")
        return ""
    lines = [
        line.strip() for line in f"{stored.stdout}\n{stored.stderr}".splitlines() if line.strip()
    ]
    last_words = "\n".join(lines)[-SHOWN:]
    await state.note(visit, f"The command of stage {stage.id} failed ({ending}):\n{last_words}")
    if stage.can_fail:
        return ending
    return ""


async def _execute(state: RunState, stage: str, action: RunAction) -> CommandResult:
    """Run a command to its end, or end it with all that it has started when its time is over."""
    folder = Path(state.place.folder)
    limit = state.settings.output
    began = time.monotonic()
    out = Capture(limit)
    err = Capture(limit)
    shell = (shutil.which("bash") or "/bin/sh", "-c", action.command)
    timed_out = False
    try:
        async with asyncio.timeout(action.timeout):
            named = {name: state.context.config.secret(name) for name in action.environment}
            env = environment(folder, *PASSED_ON) | {INSIDE: "1"} | named
            secrets = state.context.secrets()
            code = await run_program(
                shell, cwd=folder, env=env, output=out.feed, errors=err.feed, secrets=secrets
            )
    except TimeoutError:
        code = TIMED_OUT
        timed_out = True
    except OSError as error:
        err.feed(f"cannot start: {error.strerror}\n".encode())
        code = NOT_STARTED
    stored = StageOutput(data=out.data(), stdout=out.text(), stderr=err.text(), exit_code=code)
    return CommandResult(
        stage=stage,
        command=action.command,
        exit_code=code,
        timed_out=timed_out,
        seconds=round(time.monotonic() - began, 3),
        bucket=action.output or stage,
        output=await state.run.store_text(stored.model_dump_json()),
        pulls=pull_request_urls(stored.stdout)[:MOST_PULLS],
    )


async def run_tracker_actions(state: RunState, visit: Visit, actions: OnEnter) -> None:
    """Close, label, notify, move and comment, as the stage says; StageFailed if a comment that matters fails."""

    async def report(what: str, why: str) -> None:  # what else fails is only put on record
        if why:
            await state.note(visit, f"Stage {visit.stage}: {what}: {why}")

    tracker = state.context.tracker
    own = state.issue.key
    if actions.merge_pr:
        why = await do_once(state.run, key_of("act", visit.number, "merge"), lambda: _merge(state))
        if why:
            raise StageFailed(f"the pull request was not merged: {why}")
    if actions.close_issue:
        await report(
            "the issue was not closed", await _set_status(state, visit, "close", own, "done")
        )
    add = actions.add_labels
    remove = actions.remove_labels
    if add or remove:
        why = await _act(state, visit, "labels", lambda: tracker.label(own, add, remove))
        await report("the labels were not changed", why)
    if actions.notify is not None:
        await report("nobody was told", await _notify(state, visit, actions.notify))
    if (move := actions.move_issue) is not None:
        moved = state.render(move.issue_id).strip() or own
        why = await _set_status(
            state, visit, "move", moved, status_in(tracker.statuses, move.status)
        )
        await report("the issue was not moved", why)
    if (comment := actions.comment_issue) is not None:
        key = state.render(comment.issue_id).strip() or own
        text = defuse(state.render(comment.body))
        mark = marker(state.run.id, f"comment/{visit.number}")
        why = await _act(state, visit, "comment", lambda: tracker.post_once(key, text, marker=mark))
        await report("the comment was not posted", why)
        if why and not comment.continue_on_error:
            raise StageFailed(f"its comment was not posted: {why}")


async def _merge(state: RunState) -> str:
    """Merge the pull request as it was when the run began, or as the run has left it; return why not, or nothing."""
    heads = [await (await open_repository(state.place.folder)).commit("HEAD"), state.issue.head]
    tracker = state.context.tracker
    key = state.issue.key
    base = state.issue.base
    why = [await tracker.merge(key, entry=head, base=base) or "" for head in dict.fromkeys(heads)]
    if "" in why:
        return ""
    return why[-1]


async def _attempt(act: Callable[[], Awaitable[object]]) -> dict[str, str]:
    """Return the `id` of what something in the tracker comes to, and `why` it failed; what may pass is raised."""
    try:
        return {"id": str(await act()), "why": ""}
    except (TrackerError, UsageError) as error:
        if error.transient:
            raise
        return {"id": "", "why": str(error)}


async def _act(
    state: RunState, visit: Visit, name: str, act: Callable[[], Awaitable[object]]
) -> str:
    """Do something in the tracker; return why that failed, or nothing."""

    async def attempt() -> str:
        return (await _attempt(act))["why"]

    return await do_once(state.run, key_of("act", visit.number, name), attempt)


async def _set_status(state: RunState, visit: Visit, name: str, key: str, status: str) -> str:
    """Give an issue another status, unless somebody does so meanwhile; return why not, or nothing."""
    tracker = state.context.tracker
    to: Status = status  # type: ignore[assignment]  # a tracker may have more of them than we know

    # A move that is repeated knows its own change again by what was the newest one before it.
    before_key = key_of("act", visit.number, name, "before")
    before = await state.run.step(
        before_key, lambda: _attempt(lambda: tracker.last_change(key)), dict[str, str]
    )

    async def move() -> None:
        issue = await tracker.issue(key)
        if issue.status != to:
            await tracker.move(key, to, entry=before["id"], version=issue.version)

    return before["why"] or await _act(state, visit, name, move)


async def _notify(state: RunState, visit: Visit, action: NotifyAction) -> str:
    """Tell somebody; return why that failed, or nothing."""
    ways = {way.name: way for way in state.context.config.workflow.notify}
    way = ways[action.via or next(iter(ways))]  # one that is not named is the only one
    notice = {
        "id": f"{state.run.id}/{visit.number}",
        "run": state.run.id,
        "stage": visit.stage,
        "issue": state.issue.key,
        "severity": action.severity,
        "subject": state.render(action.subject),
        "text": state.render(action.text),
        "target": state.render(action.target),
        "options": action.options,
    }
    content = json.dumps(notice, ensure_ascii=False).encode("utf-8", "replace")

    async def send() -> str:
        try:
            async with asyncio.timeout(NOTIFY_SECONDS):
                return await _send(way, content, state.context.config)
        except TimeoutError:
            return f"{way.name} did not end within {NOTIFY_SECONDS:g} s"

    return await do_once(state.run, key_of("act", visit.number, "notify"), send)


async def _send(way: NotifyConfig, content: bytes, config: Config) -> str:
    """Post a notice, or pipe it to a command; return why that failed, or nothing."""
    if way.webhook:
        try:
            async with httpx2.AsyncClient(timeout=NOTIFY_SECONDS) as client:
                headers = {"Content-Type": "application/json"}
                response = await client.post(way.webhook, content=content, headers=headers)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            return f"{way.name}: {error or type(error).__name__}"
        if response.status_code >= 400:
            return f"{way.name}: {response.status_code}"
        return ""
    said = Excerpt(500)
    env = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    shell = ("/bin/sh", "-c", way.command)
    secrets = config.secret_values()
    code = await run_program(
        shell, cwd=config.home, env=env, output=said.feed, given=content, secrets=secrets
    )
    if code:
        return f"{way.name}: exit {code}: {said.text().strip()}"
    return ""

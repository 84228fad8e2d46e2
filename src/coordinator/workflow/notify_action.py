"""The `notify` action: send a notice to a webhook or a command."""

import asyncio
import json
import os

import httpx2

from coordinator.config.environment import VARIABLES
from coordinator.config.settings import Config, NotifyConfig
from coordinator.parsing.excerpt import Excerpt
from coordinator.reviews.publish import do_once
from coordinator.storage.events import key_of
from coordinator.workflow.dialect.stage_actions import NotifyAction
from coordinator.workflow.records import Visit
from coordinator.workflow.run_state import RunState
from coordinator.workspace.sandbox.process import run as run_program

NOTIFY_SECONDS = 30.0  # time limit of the receiver


async def notify(state: RunState, visit: Visit, action: NotifyAction) -> str:
    """Send a notice once. Return the reason for a failure, or an empty string."""
    way = _way(state.context.config, action)
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
            return f"{way.name} timed out after {NOTIFY_SECONDS:g} s"

    return await do_once(state.run, key_of("act", visit.number, "notify"), send)


def _way(config: Config, action: NotifyAction) -> NotifyConfig:
    """Return the configured receiver that `via` names, or the only one if `via` is empty."""
    if not action.via:
        return config.workflow.notify[0]
    ways = {way.name: way for way in config.workflow.notify}
    return ways[action.via]


async def _send(way: NotifyConfig, content: bytes, config: Config) -> str:
    if way.webhook:
        return await _post(way, content)
    return await _pipe(way, content, config)


async def _post(way: NotifyConfig, content: bytes) -> str:
    try:
        async with httpx2.AsyncClient(timeout=NOTIFY_SECONDS) as client:
            headers = {"Content-Type": "application/json"}
            response = await client.post(way.webhook, content=content, headers=headers)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        return f"{way.name}: {error or type(error).__name__}"
    if response.status_code >= 400:
        return f"{way.name}: {response.status_code}"
    return ""


async def _pipe(way: NotifyConfig, content: bytes, config: Config) -> str:
    said = Excerpt(500)
    env = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    code = await run_program(
        ("/bin/sh", "-c", way.command),
        cwd=config.home,
        env=env,
        output=said.feed,
        given=content,
        secrets=config.secret_values(),
    )
    if code:
        return f"{way.name}: exit {code}: {said.text().strip()}"
    return ""

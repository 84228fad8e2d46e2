"""Requests of tests to the stand-in over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx2 as httpx

from tests.support.multica_server import Agent, Comment, Issue, MulticaServer, User, mention


def client(server: MulticaServer, user: User) -> httpx.Client:
    """Return a client with this person's token and the header of the workspace."""
    headers = {"Authorization": f"Bearer {user.token}", "X-Workspace-ID": server.workspace}
    return httpx.Client(
        base_url=server.url, headers=headers, timeout=60, verify=False, trust_env=False
    )


def post(
    api: httpx.Client, issue: Issue, content: str, parent: Comment | None = None, **more: Any
) -> dict[str, Any]:
    """Post a comment; return the response."""
    body = {"content": content, **({"parent_id": parent.id} if parent else {}), **more}
    answer = api.post(f"/api/issues/{issue.id}/comments", json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def comments(api: httpx.Client, issue: Issue, **query: Any) -> list[dict[str, Any]]:
    """Return the comments for these query parameters."""
    answer = api.get(f"/api/issues/{issue.id}/comments", params=query)
    assert answer.status_code == 200, answer.text
    return list(answer.json())


def outcome(api: httpx.Client, issue: Issue, agent: Agent) -> tuple[str, str]:
    """Mention the agent; return the outcome and its reason code."""
    (found,) = post(api, issue, f"{mention(agent)} look")["trigger_outcomes"]
    return found["status"], found["reason_code"]


def ended(server: MulticaServer, issue: Issue) -> Callable[[], bool]:
    """Return a condition that holds when every task of the issue has ended."""
    over = ("completed", "failed", "cancelled")
    return lambda: (
        bool(server.tasks(issue)) and all(task.status in over for task in server.tasks(issue))
    )

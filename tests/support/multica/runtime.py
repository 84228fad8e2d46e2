"""The endpoints with which a fake agent daemon claims, starts and ends runs."""

from __future__ import annotations

from typing import Any

from tests.support.multica.http import Answer, Call, route
from tests.support.multica.model import Agent, Json, Refused, Runtime, Task
from tests.support.multica.routes import agent_json


@route("POST", "/api/daemon/register")
def register(call: Call) -> Any:
    """Register these runtimes."""
    world, made = call.world, []
    if call.body.get("workspace_id") != world.workspace or call.member.role is None:
        raise Refused(404, "workspace not found")
    for wanted in call.body["runtimes"]:
        runtime = Runtime(call.member.id, world.now(), name=wanted["name"])
        world.runtimes[runtime.id] = runtime
        made.append(runtime.json())
    return {"runtimes": made, "repos": world.repos}


@route("POST", "/api/daemon/heartbeat")
def heartbeat(call: Call) -> Any:
    """Record that the machine is still up."""
    runtime = _runtime(call, call.body["runtime_id"])
    runtime.online, runtime.last_seen = True, call.world.now()
    return {"status": "ok"}


def _runtime(call: Call, key: str) -> Runtime:
    if key not in call.world.runtimes:
        raise Refused(404, "runtime not found")
    return call.world.runtimes[key]


@route("POST", "/api/agents")
def create_agent(call: Call) -> Any:
    """A new agent on one of the caller's machines."""
    body, world = call.body, call.world
    if any(agent.name == body["name"] for agent in world.agents.values()):
        raise Refused(409, "an agent with this name exists")
    agent = Agent(body["name"], call.member.id, _runtime(call, body["runtime_id"]), world.now())
    agent.permission_mode = body.get("permission_mode", "private")
    agent.invocation_targets = body.get("invocation_targets", [])
    agent.instructions, agent.description = (
        body.get("instructions", ""),
        body.get("description", ""),
    )
    world.agents[agent.id] = agent
    return Answer(201, agent_json(call, agent))


@route("POST", "/api/agents/{key}/archive")
def archive(call: Call, key: str) -> Any:
    """Retire an agent."""
    if key not in call.world.agents:
        raise Refused(404, "agent not found")
    if call.world.agents[key].archived_at:
        raise Refused(409, "agent is already archived")
    call.world.agents[key].archived_at = call.world.now()
    return agent_json(call, call.world.agents[key])


@route("POST", "/api/daemon/runtimes/{key}/tasks/claim")
def claim(call: Call, key: str) -> Any:
    """Return the next task for any agent of this machine."""
    runtime = _runtime(call, key)
    for agent in call.world.agents.values():
        task = call.world.claim(agent) if agent.runtime is runtime else None
        if task is not None:
            return {"task": _claimed(call, agent, task)}
    return {"task": None}


def _claimed(call: Call, agent: Agent, task: Task) -> Json:
    comments = call.world.comments
    folded = [comments[key].json() for key in task.coalesced_comment_ids if key in comments]
    trigger = comments.get(task.trigger_comment_id or "")
    more = {
        "agent": {"name": agent.name, "instructions": agent.instructions},
        "auth_token": task.token,
    }
    words = {
        "trigger_comment_content": trigger.content if trigger else "",
        "coalesced_comments": folded,
    }
    return task.json() | more | words


@route("POST", "/api/daemon/tasks/{key}/start")
def start(call: Call, key: str) -> Any:
    """Start a run."""
    call.world.start(call.world.task(key))
    return call.world.task(key).json()


@route("POST", "/api/daemon/tasks/{key}/messages")
def messages(call: Call, key: str) -> Any:
    """Store lines of the transcript."""
    call.world.task(key).messages.extend(call.body["messages"])
    return {"status": "ok"}


@route("POST", "/api/daemon/tasks/{key}/usage")
def usage(call: Call, key: str) -> Any:
    """Store the tokens of the run."""
    call.world.task(key).usage.extend(call.body["usage"])
    return {"status": "ok"}


@route("POST", "/api/daemon/tasks/{key}/complete")
def complete(call: Call, key: str) -> Any:
    """End the run as completed. Its token becomes invalid."""
    task, body = call.world.task(key), call.body
    call.world.complete(
        task, body.get("output", ""), body.get("pr_url", ""), body.get("branch_name", "")
    )
    task.token = ""
    return task.json()


@route("POST", "/api/daemon/tasks/{key}/fail")
def fail(call: Call, key: str) -> Any:
    """End the run as failed."""
    task = call.world.task(key)
    call.world.fail(
        task,
        call.body.get("failure_reason", "agent_error.unknown"),
        call.body.get("error", "failed"),
    )
    task.token = ""
    return task.json()


@route("GET", "/api/daemon/tasks/{key}/status")
def status(call: Call, key: str) -> Any:
    """Return whether somebody has cancelled the run."""
    return {"status": call.world.task(key).status}

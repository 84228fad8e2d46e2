"""The endpoints that a review daemon may need, with the paths, fields and status codes of the real server."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from tests.support.multica import listing
from tests.support.multica.http import Answer, Call, route
from tests.support.multica.model import (
    ACTIVE,
    BUILT_IN,
    Actor,
    Agent,
    Comment,
    Json,
    Refused,
    Task,
    new_id,
    text,
)
from tests.support.multica.rules import may_invoke
from tests.support.multica.state import PREFIX

KEY = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.-]{0,63}")
LONGEST_TEXT = 2 * 1024**2
MOST_KEYS = 50


@route("GET", "/health")
@route("GET", "/healthz")
@route("GET", "/readyz")
def health(_: Call) -> Any:
    """Report that the server is up."""
    return {"status": "ok"}


@route("GET", "/api/config")
def config(_: Call) -> Any:
    """Return the public settings of the server."""
    return {
        "version": "v0.4.32",
        "allow_signup": True,
        "daemon_app_url": "https://multica.example.org",
    }


@route("GET", "/api/me")
def me(call: Call) -> Any:
    """Return the account whose token was sent."""
    return call.member.json()


@route("POST", "/api/tokens/current/renew")
def renew(call: Call) -> Any:
    """Renew a token.

    A token that ends within a week is extended to 90 days. A token that never ends cannot be
    renewed.
    """
    user, now = call.member, call.world.now()
    due = user.renewable and user.ends is not None and user.ends - now < timedelta(days=7)
    if due:
        user.ends = now + timedelta(days=90)
    return {"expires_at": text(user.ends) if user.ends else "", "renewed": due}


@route("GET", "/api/tokens")
def tokens(call: Call) -> Any:
    """Return the tokens of a person, without their secret parts."""
    user = call.member
    return [
        {
            "id": user.id,
            "name": "ours",
            "token_prefix": user.token[:12],
            "expires_at": user.ends and text(user.ends),
        }
    ]


def workspace_json(call: Call) -> Json:
    """The workspace as JSON."""
    world = call.world
    return {
        "id": world.workspace,
        "name": "Review",
        "slug": world.slug,
        "issue_prefix": PREFIX,
        "repos": world.repos,
        "settings": {},
    }


@route("GET", "/api/workspaces")
def workspaces(call: Call) -> Any:
    """The workspaces of the caller."""
    return [workspace_json(call)] if call.member.role else []


@route("GET", "/api/workspaces/{workspace}")
def workspace_of(call: Call, workspace: str) -> Any:
    """One workspace with its repositories."""
    if call.member.role is None or workspace != call.world.workspace:
        raise Refused(404, "workspace not found")
    return workspace_json(call)


@route("GET", "/api/workspaces/{workspace}/members")
def members(call: Call, workspace: str) -> Any:
    """Everyone in the workspace."""
    workspace_of(call, workspace)
    return [
        user.json()
        | {
            "id": f"member-{user.id}",
            "user_id": user.id,
            "role": user.role,
            "workspace_id": workspace,
        }
        for user in call.world.users.values()
        if user.role
    ]


@route("GET", "/api/issue-statuses")
def statuses(call: Call) -> Any:
    """The catalogue of statuses."""
    found = [
        {"key": key, "name": key, "category": kind} for key, kind in call.world.statuses.items()
    ]
    return {"statuses": found, "categories": list(BUILT_IN), "total": len(found)}


@route("GET", "/api/issues")
def list_issues(call: Call) -> Any:
    """One page of issues."""
    return listing.one_page(call.world, call.request.query)


@route("POST", "/api/issues/query")
def query_issues(call: Call) -> Any:
    """Return a page of issues for a query in the body."""
    return listing.one_page(call.world, {key: str(value) for key, value in call.body.items()})


@route("POST", "/api/issues")
def create_issue(call: Call) -> Any:
    """Create an issue, unless an open one has the same title."""
    body, world = call.body, call.world
    if not body.get("title"):
        raise Refused(400, "title is required")
    open_twin = [
        one
        for one in world.issues.values()
        if one.title == body["title"] and world.category(one.status) not in ("done", "cancelled")
    ]
    if open_twin and not body.get("allow_duplicate"):
        twin = world.shown(open_twin[0])
        raise Refused(
            409, "an active issue has this title", code="active_duplicate_issue", issue=twin
        )
    kind, target = body.get("assignee_type"), body.get("assignee_id")
    issue = world.create(
        body["title"],
        call.actor,
        status=body.get("status") or "todo",
        assignee=Actor(kind, target) if kind and target else None,
        description=body.get("description"),
    )
    return Answer(201, world.shown(issue))


@route("GET", "/api/issues/{key}")
def get_issue(call: Call, key: str) -> Any:
    """One issue with its attachments."""
    issue = call.world.issue(key)
    return call.world.shown(issue) | {
        "labels": issue.labels,
        "reactions": [],
        "attachments": issue.attachments,
    }


@route("PUT", "/api/issues/{key}")
def put_issue(call: Call, key: str) -> Any:
    """Change the given fields of an issue."""
    return call.world.shown(call.world.write(call.world.issue(key), call.actor, call.body))


@route("DELETE", "/api/issues/{key}")
def delete_issue(call: Call, key: str) -> Any:
    """Delete an issue with its comments."""
    call.world.delete_issue(call.world.issue(key))
    return Answer(204)


@route("GET", "/api/issues/{key}/timeline")
def timeline(call: Call, key: str) -> Any:
    """Comments and activities."""
    return call.world.timeline(call.world.issue(key))


@route("GET", "/api/issues/{key}/comments")
def list_comments(call: Call, key: str) -> Any:
    """Return the comments of an issue as a plain list."""
    found, headers = listing.comments(call.world, call.world.issue(key), call.request.query)
    return Answer(200, found, headers)


@route("POST", "/api/issues/{key}/comments")
def post_comment(call: Call, key: str) -> Any:
    """Post a comment; return it with the outcome of each mention."""
    body, world = call.body, call.world
    issue = world.issue(key)
    files = [one for one in issue.attachments if one["id"] in body.get("attachment_ids", ())]
    comment, outcomes = world.post(
        issue,
        body.get("content") or "",
        call.actor,
        parent=body.get("parent_id"),
        kind=body.get("type") or "comment",
        task=call.task,
        suppress=body.get("suppress_agent_ids") or (),
        attachments=files,
    )
    for file in files:
        file["comment_id"] = comment.id
    shown = comment.json() | {"issue_revision": issue.revision}
    return Answer(201, shown | ({"trigger_outcomes": outcomes} if outcomes else {}))


@route("POST", "/api/issues/{key}/comments/trigger-preview")
def preview(call: Call, key: str) -> Any:
    """Return the agents that a comment would start."""
    body, issue = call.body, call.world.issue(key)
    return call.world.preview(issue, body.get("content") or "", call.actor, body.get("parent_id"))


def own(call: Call, key: str) -> Comment:
    """Return a comment that the caller may change."""
    comment = call.world.comment(key)
    if comment.author != call.actor and call.member.role not in ("admin", "owner"):
        raise Refused(403, "only the author may change a comment")
    return comment


@route("PUT", "/api/comments/{key}")
def edit_comment(call: Call, key: str) -> Any:
    """Change the text of a comment. Every mention in the new text takes effect again."""
    comment, body = own(call, key), call.body
    if not body.get("content"):
        raise Refused(400, "content is required")
    if body.get("expected_revision", comment.revision) != comment.revision:
        raise Refused(409, "comment was changed by someone else", code="revision_conflict")
    outcomes = call.world.edit(
        comment, call.actor, body["content"], body.get("suppress_agent_ids") or ()
    )
    return comment.json() | ({"trigger_outcomes": outcomes} if outcomes else {})


@route("DELETE", "/api/comments/{key}")
def delete_comment(call: Call, key: str) -> Any:
    """Delete a comment with its replies, and cancel the runs that it started."""
    call.world.delete_comment(own(call, key), call.actor)
    return Answer(204)


@route("POST", "/api/comments/{key}/resolve")
def resolve(call: Call, key: str) -> Any:
    """Close a thread."""
    comment = call.world.comment(key)
    comment.resolved_by = call.actor
    return comment.json()


@route("POST", "/api/comments/{key}/reactions")
def react(call: Call, key: str) -> Any:
    """React to a comment. This starts nobody."""
    reaction = {
        "id": new_id(),
        "comment_id": key,
        "actor_type": call.actor.type,
        "actor_id": call.actor.id,
    }
    reaction |= {"emoji": call.body["emoji"]}
    call.world.comment(key).reactions.append(reaction)
    return Answer(201, reaction)


@route("GET", "/api/issues/{key}/metadata")
def metadata(call: Call, key: str) -> Any:
    """Return the issue's key-value store."""
    return call.world.issue(key).metadata


@route("PUT", "/api/issues/{key}/metadata/{name}")
def put_metadata(call: Call, key: str, name: str) -> Any:
    """Set one key."""
    issue, value = call.world.issue(key), call.body.get("value")
    full = len(issue.metadata) >= MOST_KEYS and name not in issue.metadata
    if not KEY.fullmatch(name) or not isinstance(value, str | int | float | bool) or full:
        raise Refused(400, "invalid metadata")
    call.world.put_metadata(issue, name, value)
    return {"metadata": issue.metadata, "issue_revision": issue.revision}


@route("DELETE", "/api/issues/{key}/metadata/{name}")
def delete_metadata(call: Call, key: str, name: str) -> Any:
    """Remove one key."""
    issue = call.world.issue(key)
    call.world.put_metadata(issue, name, None)
    return {"metadata": issue.metadata, "issue_revision": issue.revision}


@route("GET", "/api/issues/{key}/task-runs")
def task_runs(call: Call, key: str) -> Any:
    """Return every run of the issue, newest first."""
    return [task.json() for task in reversed(call.world.tasks_of[call.world.issue(key).id])]


@route("GET", "/api/issues/{key}/active-task")
def active_task(call: Call, key: str) -> Any:
    """Return the running and queued runs."""
    tasks = call.world.tasks_of[call.world.issue(key).id]
    return {"tasks": [task.json() for task in tasks if task.status in ACTIVE]}


@route("POST", "/api/tasks/{task}/cancel")
@route("POST", "/api/issues/{key}/tasks/{task}/cancel")
def cancel_task(call: Call, task: str, **_: str) -> Any:
    """Stop a run."""
    return call.world.cancel(call.world.task(task)).json()


@route("GET", "/api/tasks/{task}/messages")
def task_messages(call: Call, task: str) -> Any:
    """The transcript of a run."""
    since = listing.whole(call.request.query, "since", 0)
    return [one for one in call.world.task(task).messages if one["seq"] > since]


@route("POST", "/api/issues/{key}/rerun")
def rerun(call: Call, key: str) -> Any:
    """Start the assignee again without a comment."""
    world, issue = call.world, call.world.issue(key)
    if issue.assignee is None or issue.assignee.type == "member":
        raise Refused(400, "the issue has no agent or squad assignee")
    for task in world.tasks_of[issue.id]:
        if task.status in ("queued", "dispatched"):
            world.cancel(task)
    before = len(world.tasks_of[issue.id])
    world.run_assignee(issue, call.actor)
    if len(world.tasks_of[issue.id]) == before:
        raise Refused(403, "not allowed", reason_code="invocation_not_allowed")
    return Answer(202, world.tasks_of[issue.id][-1].json())


@route("GET", "/api/issues/{key}/usage")
def usage(call: Call, key: str) -> Any:
    """Return the total tokens of all runs."""
    tasks = call.world.tasks_of[call.world.issue(key).id]
    spent = [line for task in tasks for line in task.usage]
    kinds = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")
    total = {f"total_{kind}": sum(line.get(kind, 0) for line in spent) for kind in kinds}
    ticks = sum(line.get("cost_usd_ticks", 0) for line in spent)
    return total | {"cost_usd_ticks": ticks, "task_count": len(tasks)}


@route("GET", "/api/issues/{key}/pull-requests")
def pull_requests(call: Call, key: str) -> Any:
    """Return the linked pull requests, without their head commits."""
    found = call.world.issue(key).pull_requests
    return {
        "pull_requests": [{name: row[name] for name in row if name != "head_sha"} for row in found]
    }


@route("GET", "/api/labels")
def labels(call: Call) -> Any:
    """The labels of the workspace."""
    return {"labels": call.world.labels, "total": len(call.world.labels)}


@route("POST", "/api/issues/{key}/labels")
def attach_label(call: Call, key: str) -> Any:
    """Put a label on an issue. A label is on an issue at most once."""
    issue = call.world.issue(key)
    found = [label for label in call.world.labels if label["id"] == call.body.get("label_id")]
    if not found:
        raise Refused(404, "label not found")
    issue.labels += [label for label in found if label not in issue.labels]
    return {"labels": issue.labels}


@route("DELETE", "/api/issues/{key}/labels/{label}")
def detach_label(call: Call, key: str, label: str) -> Any:
    """Take a label off an issue."""
    issue = call.world.issue(key)
    issue.labels = [one for one in issue.labels if one["id"] != label]
    return Answer(204)


@route("GET", "/api/issues/{key}/attachments")
def attachments(call: Call, key: str) -> Any:
    """The files of an issue."""
    return call.world.issue(key).attachments


@route("GET", "/api/attachments/{key}")
def attachment(call: Call, key: str) -> Any:
    """Return the record of one file."""
    return the_file(call, key)


@route("GET", "/api/attachments/{key}/content")
@route("GET", "/api/attachments/{key}/download")
def attachment_content(call: Call, key: str) -> Any:
    """Return the content of one file. Only short text files have one."""
    raw = call.world.files[the_file(call, key)["id"]]
    if call.request.path.endswith("/content") and b"\0" in raw:
        raise Refused(415, "preview not supported for this file type")
    if call.request.path.endswith("/content") and len(raw) > LONGEST_TEXT:
        raise Refused(413, "file too large for inline preview")
    return Answer(200, raw, type="application/octet-stream")


def the_file(call: Call, key: str) -> Json:
    """Return an attachment by its id. Raise a 404 answer if there is none."""
    every = [row for issue in call.world.issues.values() for row in issue.attachments]
    found = [row for row in every if row["id"] == key]
    if not found:
        raise Refused(404, "attachment not found")
    return found[0]


def agent_json(call: Call, agent: Agent) -> Json:
    """An agent as JSON."""
    return agent.json(call.world.workspace, bool(call.world.open_tasks[agent.id]))


def visible(call: Call, agent: Agent) -> bool:
    """Return whether the caller can see the agent. Plain members see only agents that they may run."""
    return bool(call.user and call.user.role in ("owner", "admin")) or may_invoke(
        agent, call.user_id
    )


@route("GET", "/api/agents")
def agents(call: Call) -> Any:
    """The agents the caller sees."""
    every = call.get("include_archived") == "true"
    found = [agent for agent in call.world.agents.values() if visible(call, agent)]
    return [agent_json(call, agent) for agent in found if every or agent.archived_at is None]


@route("GET", "/api/agents/{key}")
def get_agent(call: Call, key: str) -> Any:
    """One agent."""
    agent = call.world.agents.get(key)
    if agent is None or not visible(call, agent):
        raise Refused(404, "agent not found")
    return agent_json(call, agent)


@route("GET", "/api/agents/{key}/tasks")
def agent_tasks(call: Call, key: str) -> Any:
    """One agent's runs, newest first."""
    return [task.json() for task in reversed(call.world.tasks.values()) if task.agent_id == key]


@route("GET", "/api/agent-task-snapshot")
def snapshot(call: Call) -> Any:
    """Return everything in progress, and the end of each agent's last run."""
    last: dict[str, Task] = {}
    for task in call.world.tasks.values():
        if task.status not in (*ACTIVE, "deferred"):
            last[task.agent_id] = task
    active = [task for queue in call.world.open_tasks.values() for task in queue.values()]
    return [task.json() for task in [*active, *last.values()]]


@route("GET", "/api/runtimes")
def runtimes(call: Call) -> Any:
    """The machines that run agents."""
    return [runtime.json() for runtime in call.world.runtimes.values()]


@route("GET", "/api/squads")
def squads(call: Call) -> Any:
    """The squads of the workspace."""
    return [squad.json() for squad in call.world.squads.values()]


@route("GET", "/api/squads/{key}")
def get_squad(call: Call, key: str) -> Any:
    """One squad."""
    if key not in call.world.squads:
        raise Refused(404, "squad not found")
    return call.world.squads[key].json()


@route("GET", "/api/squads/{key}/members")
def squad_members(call: Call, key: str) -> Any:
    """Everyone in a squad."""
    get_squad(call, key)
    return call.world.squads[key].members()

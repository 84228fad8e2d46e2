"""List the endpoints of Multica that we use, with the answers that Multica itself gives there."""

from typing import TYPE_CHECKING

from coordinator.trackers.endpoints import (
    EMPTY,
    FILE,
    TrackerEndpoint,
    a_list,
    an_object,
    has_any,
    is_json,
)

if TYPE_CHECKING:
    from httpx2 import Response

FINAL = frozenset({400, 404, 409})  # at an endpoint without a row of its own
READ = frozenset({400, 404})
WRITE = frozenset({400, 404, 409})
# The server shows only short text files.
FILES = frozenset({400, 404, 413, 415})
# The answer to a path that this version of the server does not have
_NO_ROUTE = "404 page not found"

ENDPOINTS = (
    TrackerEndpoint("GET", "/api/config", an_object(), READ),
    TrackerEndpoint("GET", "/api/me", an_object("id"), READ),
    TrackerEndpoint("GET", "/api/tokens", a_list("token_prefix"), READ),
    TrackerEndpoint("POST", "/api/tokens/current/renew", an_object("expires_at"), WRITE),
    TrackerEndpoint("GET", "/api/workspaces/{}", an_object("id", "slug"), READ),
    TrackerEndpoint("GET", "/api/workspaces/{}/members", a_list("user_id", "name"), READ),
    TrackerEndpoint("GET", "/api/agents", a_list("id", "name"), READ),
    TrackerEndpoint("GET", "/api/runtimes", a_list("id"), READ),
    TrackerEndpoint("GET", "/api/squads/{}/members", a_list("member_id"), READ),
    TrackerEndpoint("GET", "/api/issue-statuses", an_object("statuses"), READ),
    TrackerEndpoint("GET", "/api/issues", an_object("issues"), READ),
    TrackerEndpoint(
        "GET", "/api/issues/{}", an_object("id", "identifier", "status", "revision"), READ
    ),
    TrackerEndpoint("PUT", "/api/issues/{}", an_object("id", "status", "revision"), WRITE),
    TrackerEndpoint("GET", "/api/issues/{}/timeline", a_list("id", "type"), READ),
    TrackerEndpoint("GET", "/api/issues/{}/comments", a_list("id", "content", "author_type"), READ),
    TrackerEndpoint("POST", "/api/issues/{}/comments", an_object("id", "content"), WRITE),
    TrackerEndpoint("POST", "/api/issues/{}/comments/trigger-preview", an_object("agents"), WRITE),
    TrackerEndpoint("PUT", "/api/comments/{}", an_object("id", "content"), WRITE),
    TrackerEndpoint("DELETE", "/api/comments/{}", EMPTY, WRITE),
    TrackerEndpoint("GET", "/api/issues/{}/task-runs", a_list("id", "agent_id", "status"), READ),
    TrackerEndpoint("GET", "/api/issues/{}/active-task", an_object("tasks"), READ),
    TrackerEndpoint("POST", "/api/tasks/{}/cancel", an_object(), WRITE),
    TrackerEndpoint("GET", "/api/issues/{}/pull-requests", an_object("pull_requests"), READ),
    TrackerEndpoint("GET", "/api/issues/{}/attachments", a_list("id", "filename"), READ),
    TrackerEndpoint("GET", "/api/attachments/{}/content", FILE, FILES),
    TrackerEndpoint("POST", "/api/issues/{}/labels", an_object("labels"), WRITE),
)


def is_own_refusal(response: "Response") -> bool:
    """Return whether a refusal has the form of Multica's own refusals.

    They are objects with an `error`. A 401 calls its JSON plain text.
    """
    status = response.status_code
    if status == 404 and response.text.strip() == _NO_ROUTE:
        return True
    return has_any(response, "error") and (status == 401 or is_json(response))

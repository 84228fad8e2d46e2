"""List the endpoints of GitHub and Gitea that we use, with the answers that they give there."""

from typing import TYPE_CHECKING

from coordinator.trackers.endpoints import (
    EMPTY,
    JSON,
    TrackerEndpoint,
    a_list,
    an_object,
    has_any,
    is_json,
)

if TYPE_CHECKING:
    from httpx2 import Response

FINAL = frozenset({404, 405, 409, 410, 422, 423, 451})  # at an endpoint without a row of its own
READ = frozenset({404, 410, 422, 451})
WRITE = frozenset({403, 404, 405, 409, 410, 422, 423, 451})

COMMON = (
    TrackerEndpoint("GET", "/user", an_object("login"), READ),
    TrackerEndpoint("GET", "{repo}", an_object("full_name", "private"), READ),
    TrackerEndpoint("GET", "{repo}/pulls", a_list("number", "head", "base"), READ),
    TrackerEndpoint("GET", "{repo}/pulls/{}", an_object("number", "head", "base"), READ),
    TrackerEndpoint("GET", "{repo}/issues/{}", an_object("number", "title"), READ),
    TrackerEndpoint("GET", "{repo}/issues/{}/timeline", a_list(), READ),
    TrackerEndpoint("GET", "{repo}/issues/{}/comments", a_list("id", "body"), READ),
    TrackerEndpoint("POST", "{repo}/issues/{}/comments", an_object("id", "body"), WRITE),
    TrackerEndpoint("PATCH", "{repo}/issues/comments/{}", an_object("id", "body"), WRITE),
    TrackerEndpoint("GET", "{repo}/pulls/{}/reviews", a_list("id", "state"), READ),
    TrackerEndpoint("POST", "{repo}/pulls/{}/reviews", an_object("id", "state"), WRITE),
    TrackerEndpoint("GET", "{repo}/commits/{}/statuses", a_list("id", "context"), READ),
    TrackerEndpoint("POST", "{repo}/statuses/{}", an_object("id", "context"), WRITE),
    TrackerEndpoint("GET", "{repo}/commits/{}/status", an_object("statuses"), READ),
    TrackerEndpoint("GET", "{repo}/git/commits/{}", an_object("parents"), READ),
    TrackerEndpoint("GET", "{repo}/collaborators/{}/permission", an_object("permission"), READ),
    TrackerEndpoint("POST", "{repo}/issues/{}/labels", a_list("name"), WRITE),
)
GITHUB = (
    TrackerEndpoint("GET", "/app", an_object("slug"), READ),
    TrackerEndpoint("GET", "{repo}/installation", an_object("id"), READ),
    TrackerEndpoint("POST", "/app/installations/{}/access_tokens", an_object("token"), WRITE),
    TrackerEndpoint("POST", "/graphql", an_object(), READ),
    TrackerEndpoint("POST", "/api/graphql", an_object(), READ),
    TrackerEndpoint("GET", "{repo}/git/ref/{}", an_object("object"), READ),
    TrackerEndpoint("GET", "{repo}/commits/{}/check-runs", an_object("check_runs"), READ),
    TrackerEndpoint("PUT", "{repo}/pulls/{}/merge", an_object("merged"), WRITE),
    TrackerEndpoint("POST", "{repo}/dispatches", EMPTY, WRITE),
    *COMMON,
)
GITEA = (
    TrackerEndpoint("GET", "{repo}/branches/{}", an_object("commit"), READ),
    TrackerEndpoint("GET", "{repo}/issues", a_list("number"), READ),
    TrackerEndpoint("GET", "{repo}/labels", a_list("id", "name"), READ),
    # The status of a merge is looked at afterwards, because a success has no body.
    TrackerEndpoint("POST", "{repo}/pulls/{}/merge", EMPTY, WRITE),
    TrackerEndpoint("DELETE", "{repo}/issues/{}/labels/{}", EMPTY, WRITE),
    TrackerEndpoint("POST", "{repo}/pulls/{}/requested_reviewers", JSON, WRITE),
    *COMMON,
)
# Gitea gives these refusals without a body at some endpoints.
_GITEA_EMPTY = (403, 405)


def is_githubs_refusal(response: "Response") -> bool:
    """Return whether a refusal has the form of GitHub's own refusals."""
    return is_json(response) and has_any(response, "message", ("documentation_url", "errors"))


def is_giteas_refusal(response: "Response") -> bool:
    """Return whether a refusal has the form of Gitea's own refusals."""
    if not response.content:
        return response.status_code in _GITEA_EMPTY
    if not is_json(response):
        return False
    if response.status_code in (401, 403):
        return has_any(response, "message")
    return has_any(response, "message", ("url", "errors"))

"""The answers of GitHub under `/api/v3`, and to its only GraphQL query."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.support.forge import git as repositories
from tests.support.forge.github_rows import Rows
from tests.support.forge.http import Answer, Call, Routes, paged
from tests.support.forge.state import App, CheckRun, Inline, Json, Pull, Refused, World
from tests.support.repositories import git

BASE = "/api/v3"
DOCUMENTATION = "https://docs.github.com/rest"
R = "/repos/{owner}/{repo}"
P = R + "/pulls/{pull_number}"
I = R + "/issues/{issue_number}"  # noqa: E741
SIZE = ("per_page", 30, 100)
LIMIT = 5000
STATES = {"APPROVE": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED", "COMMENT": "COMMENTED"}
OWN = {"APPROVE": "Can not approve your own pull request"}
OWN |= {"REQUEST_CHANGES": "Can not request changes on your own pull request"}
routes = Routes()


def error(refusal: Refused) -> Json:
    """The body of a refusal."""
    row: Json = {
        "message": refusal.message,
        "documentation_url": DOCUMENTATION,
        "status": str(refusal.status),
    }
    return row | ({"errors": refusal.errors} if refusal.errors else {})


def need(call: Call, level: str = "write", *, right: str = "pull_requests=write") -> None:
    """Refuse accounts that can only read, and tokens without the right."""
    if right in call.world.lacking or not call.repo.allows(call.user, level):
        kind = "integration" if call.user.kind == "Bot" else "personal access token"
        said = f"Resource not accessible by {kind}"
        raise Refused(403, said, x_accepted_github_permissions=right)


def invalid(*errors: Any) -> Refused:
    """Return a 422 answer. Errors of reviews are plain strings, all others are objects."""
    plain = all(isinstance(one, str) for one in errors)
    return Refused(422, "Unprocessable Entity" if plain else "Validation Failed", errors)


def rows(call: Call) -> Rows:
    """Return the rows of replies, as the caller sees them."""
    return Rows(call.world, call.user)


def listed(call: Call, found: list[Any]) -> tuple[list[Any], dict[str, str]]:
    """Return one page of rows. Its links name the repository by number."""
    rest = call.request.path.split("/", 4)[4] if call.request.path.startswith("/repos/") else ""
    rest = rest or call.request.path.split("/", 3)[3]
    return paged(call, found, SIZE, f"/repositories/{call.repo.id}/{rest}")


# Who is asking


@routes("GET", "/user")
def me(call: Call) -> Any:
    """Return our own account. An installation has none."""
    if call.user.app:
        raise Refused(403, "Resource not accessible by integration")
    ends = call.world.tokens[call.request.credential][1]
    return Answer(
        200,
        rows(call).me(call.user),
        {"github-authentication-token-expiration": f"{ends:%F %T} UTC"},
    )


@routes("GET", "/rate_limit")
def rate_limit(call: Call) -> Any:
    """Return the rest of the hourly limit. This request does not count."""
    used = call.world.used[call.user.id]
    left = {
        "limit": LIMIT,
        "used": used,
        "remaining": LIMIT - used,
        "reset": int(time.time()) + 3600,
    }
    return {"resources": {"core": left, "search": left}, "rate": left}


def app_of(world: World, credential: str) -> App:
    """Return the App whose key has signed the token (RS256). Refuse one that is valid for over ten minutes more."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
    from cryptography.hazmat.primitives.hashes import SHA256

    def decoded(part: str) -> bytes:
        return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))

    try:
        head, claims, signature = credential.split(".")
        said = json.loads(decoded(claims))
        app = next(app for app in world.apps if str(app.id) == str(said["iss"]))
        app.public.verify(decoded(signature), f"{head}.{claims}".encode(), PKCS1v15(), SHA256())
        good = (
            json.loads(decoded(head))["alg"] == "RS256" and said["iat"] <= time.time() < said["exp"]
        )
    except (ValueError, KeyError, StopIteration, InvalidSignature):
        raise Refused(401, "A JSON web token could not be decoded") from None
    if not good or said["exp"] > time.time() + 600:
        raise Refused(401, "'Expiration time' claim ('exp') is too far in the future")
    return app


@routes("GET", "/app")
def the_app(call: Call) -> Any:
    """Return the App itself. Only its own token may ask."""
    app = app_of(call.world, call.request.credential)
    row: Json = {
        "id": app.id,
        "slug": app.slug,
        "node_id": f"A_{app.id}",
        "name": app.slug,
        "description": None,
    }
    row |= {
        "owner": rows(call).user(call.world.user("acme", "Organization")),
        "external_url": DOCUMENTATION,
    }
    row |= {
        "html_url": f"{call.world.url}/apps/{app.slug}",
        "events": [],
        "permissions": {"metadata": "read"},
    }
    return row | dict.fromkeys(("created_at", "updated_at"), "2024-01-01T00:00:00Z")


@routes("GET", R + "/installation")
def installation(call: Call) -> Any:
    """Return the installation of the App. Only the App's own token may ask."""
    app = app_of(call.world, call.request.credential)
    url = f"{call.world.url}{BASE}/app/installations/{app.installation}"
    owner = call.world.user(call.parts["owner"])
    row: Json = {
        "id": app.installation,
        "app_id": app.id,
        "app_slug": app.slug,
        "account": rows(call).user(owner),
    }
    row |= {
        "access_tokens_url": f"{url}/access_tokens",
        "repositories_url": f"{url}/repositories",
        "html_url": url,
    }
    row |= {
        "target_id": owner.id,
        "target_type": owner.kind,
        "permissions": {"metadata": "read"},
        "events": [],
    }
    row |= {
        "repository_selection": "all",
        "single_file_name": None,
        "suspended_by": None,
        "suspended_at": None,
    }
    return row | dict.fromkeys(("created_at", "updated_at"), "2024-01-01T00:00:00Z")


@routes("POST", "/app/installations/{installation_id}/access_tokens", 201)
def access_token(call: Call) -> Any:
    """Return a token of the installation that is valid for an hour."""
    app = app_of(call.world, call.request.credential)
    if call.parts["installation_id"] != str(app.installation):
        raise Refused(404, "Not Found")
    token = call.world.new_token(call.world.users[f"{app.slug}[bot]"], timedelta(hours=1))
    ends = call.world.tokens[token][1]
    return {
        "token": token,
        "expires_at": ends.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "permissions": {"metadata": "read"},
    }


# Repositories and pull requests


@routes("GET", R)
def repository(call: Call) -> Any:
    """The repository."""
    return rows(call).repo(call.repo)


@routes("GET", R + "/collaborators/{username}/permission")
def permission(call: Call) -> Any:
    """Return the rights of an account."""
    (user,) = call.users([call.parts["username"]])
    level = call.repo.level(user)
    can_write = level in ("write", "admin")
    can = {
        "pull": True,
        "triage": can_write,
        "push": can_write,
        "maintain": level == "admin",
        "admin": level == "admin",
    }
    collaborator = rows(call).user(user) | {"role_name": level, "permissions": can}
    return {"permission": level, "role_name": level, "user": collaborator}


@routes("GET", R + "/pulls")
def pulls(call: Call) -> Any:
    """Return the pull requests. Refuse unknown words for the order."""
    query = call.request.query
    state, sort = query.get("state", "open"), query.get("sort", "created")
    down = query.get("direction", "desc" if sort == "created" else "asc") == "desc"
    found = [pull for pull in call.repo.pulls if state in ("all", pull.state)]
    if "head" in query:
        found = [pull for pull in found if rows(call).pull(pull)["head"]["label"] == query["head"]]
    found.sort(
        key=lambda pull: (pull.updated if sort == "updated" else pull.created, pull.number),
        reverse=down,
    )
    page, headers = listed(call, found)
    return Answer(200, [rows(call).pull(pull) for pull in page], headers)


@routes("POST", R + "/pulls", 201)
def open_pull(call: Call) -> Any:
    """Refuse to open a pull request. The doctor asks for one from a branch to itself, which is impossible."""
    need(call, "read")
    assert call.body["head"] == call.body["base"]
    said = f"No commits between {call.body['base']} and {call.body['head']}"
    raise invalid({"resource": "PullRequest", "field": "head", "code": "custom", "message": said})


@routes("GET", R + "/branches")
def branches(call: Call) -> Any:
    """Return the branches to accounts that can read contents."""
    need(call, "read", right="contents=read")
    found = git(
        call.repo.path, "for-each-ref", "--format=%(refname:lstrip=2) %(objectname)", "refs/heads"
    ).splitlines()
    url = f"{call.world.url}{BASE}/repos/{call.repo.full_name}/commits"
    named = [line.rsplit(" ", 1) for line in found]
    page, headers = listed(
        call,
        [
            {"name": name, "commit": {"sha": sha, "url": f"{url}/{sha}"}, "protected": False}
            for name, sha in named
        ],
    )
    return Answer(200, page, headers)


@routes("GET", R + "/git/ref/{ref}")
def ref(call: Call) -> Any:
    """Return one branch to accounts that can read contents."""
    need(call, "read", right="contents=read")
    name = f"refs/{call.parts['ref']}"
    if not (call.repo.path / name).is_file():
        raise Refused(404, "Not Found")
    sha = repositories.read_ref(call.repo.path, name)
    url = f"{call.world.url}{BASE}/repos/{call.repo.full_name}/git"
    there = {"type": "commit", "sha": sha, "url": f"{url}/commits/{sha}"}
    return {"ref": name, "node_id": f"REF_{name}", "url": f"{url}/{name}", "object": there}


@routes("POST", R + "/git/refs", 201)
def make_ref(call: Call) -> Any:
    """Refuse to make a branch. The doctor asks for one at an unknown commit, which is impossible."""
    need(call, right="contents=write")
    assert not repositories.knows(call.repo.path, call.body["sha"])
    raise Refused(422, "Object does not exist")


@routes("GET", P)
def pull(call: Call) -> Any:
    """Return a pull request. Whether it can be merged is computed after the first request for a head."""
    known, call.pull.computed = call.pull.computed == call.pull.head, call.pull.head
    return rows(call).whole_pull(call.pull, known)


@routes("GET", R + "/issues")
def issues(call: Call) -> Any:
    """Return issues and pull requests, by state and order."""
    query = call.request.query
    found = [
        one for one in call.repo.items.values() if query.get("state", "open") in ("all", one.state)
    ]
    newest = query.get("sort") == "updated"
    found.sort(
        key=lambda item: (item.updated if newest else item.created, item.number), reverse=True
    )
    page, headers = listed(call, found)
    return Answer(200, [rows(call).issue(item) for item in page], headers)


@routes("PATCH", I)
def edit_issue(call: Call) -> Any:
    """Open or close an issue, with the reason."""
    need(call, right="issues=write")
    if "state" in call.body:
        reason = call.body.get("state_reason") or "completed"
        call.world.set_state(call.item, call.body["state"], call.user, reason)
    return rows(call).issue(call.item)


@routes("GET", I)
def issue(call: Call) -> Any:
    """Return an issue, or a pull request in the form of an issue."""
    return rows(call).issue(call.item)


@routes("GET", I + "/timeline")
def timeline(call: Call) -> Any:
    """Return the events, oldest first."""
    made = [rows(call).event(call.item, event) for event in call.item.timeline]
    page, headers = listed(call, [row for row in made if row])
    return Answer(200, page, headers)


# Reviews


@routes("GET", P + "/reviews")
def reviews(call: Call) -> Any:
    """The reviews, oldest first."""
    page, headers = listed(call, call.reviews)
    return Answer(200, [rows(call).review(call.pull, one) for one in page], headers)


def inline(call: Call, pull: Pull, sha: str, sent: list[Json]) -> list[Inline]:
    """Return the line comments of a review. Refuse lines that the diff does not show."""
    shown = repositories.hunks(call.repo.path, pull.base_sha, sha) if sent else {}
    made = []
    for one in sent:
        line, side = one.get("line", 0), one.get("side", "RIGHT")
        if one["path"] not in {path for path, _, _ in shown}:
            raise invalid("Path could not be resolved")
        for number in (line, one.get("start_line", line)):
            if (one["path"], side, number) not in shown:
                raise invalid("Line could not be resolved")
        hunk = shown[one["path"], side, line]
        made.append(Inline(call.world.new_id(), one["path"], line, side, one["body"], hunk))
    return made


def judge(call: Call, event: str, body: str) -> str:
    """Return the state for the event of a review. Refuse an event that the user may not choose."""
    if event not in STATES:
        raise invalid(
            f"Variable $event of type PullRequestReviewEvent was provided invalid value {event}"
        )
    if event in OWN and call.user is call.pull.user:
        raise invalid(OWN[event])
    if event == "APPROVE" and call.user.login == "github-actions[bot]":
        raise invalid("GitHub Actions is not permitted to approve pull requests.")
    if event != "APPROVE" and not body:
        raise invalid("Could not create a review without a body")
    return STATES[event]


@routes("POST", P + "/reviews")
def add_review(call: Call) -> Any:
    """Write a review. Without an event it stays pending."""
    pull, sent = call.pull, call.body
    if any(one.state == "PENDING" and one.user is call.user for one in pull.reviews):
        raise invalid("User can only have one pending review per pull request")
    state = judge(call, sent["event"], sent.get("body", "")) if sent.get("event") else "PENDING"
    sha = sent.get("commit_id") or pull.head
    if not repositories.knows(call.repo.path, sha):
        raise invalid("Commit could not be resolved")
    comments = inline(call, pull, sha, sent.get("comments", []))
    return rows(call).review(
        pull, call.world.review(pull, call.user, state, sent.get("body", ""), sha, comments)
    )


@routes("POST", P + "/reviews/{review_id}/events")
def submit_review(call: Call) -> Any:
    """Submit a pending review."""
    review = call.one(call.reviews, "review_id")
    if review.state != "PENDING":
        raise invalid("Can not submit a review that is not pending")
    review.body = call.body.get("body", review.body)
    review.state = judge(call, call.body.get("event", ""), review.body)
    call.world.submitted(call.pull, review)
    return rows(call).review(call.pull, review)


@routes("PUT", P + "/reviews/{review_id}")
def edit_review(call: Call) -> Any:
    """Change the text of a review."""
    review = call.one(call.reviews, "review_id")
    if review.user is not call.user:
        raise Refused(403, "Must be the author of the review")
    review.body = call.body["body"]
    return rows(call).review(call.pull, review)


@routes("DELETE", P + "/reviews/{review_id}")
def delete_review(call: Call) -> Any:
    """Delete a pending review. Refuse any other."""
    review = call.one(call.reviews, "review_id")
    if review.state != "PENDING":
        raise invalid("Can not delete a non-pending pull request review")
    call.pull.reviews.remove(review)
    return rows(call).review(call.pull, review)


@routes("PUT", P + "/reviews/{review_id}/dismissals")
def dismiss(call: Call) -> Any:
    """Dismiss a review, so that it no longer counts."""
    need(call)
    review = call.one(call.reviews, "review_id")
    if review.dismissed or review.state not in ("APPROVED", "CHANGES_REQUESTED"):
        raise invalid("Can not dismiss a commented pull request review")
    call.world.dismiss(call.pull, review, call.body["message"], call.user)
    return rows(call).review(call.pull, review)


@routes("GET", P + "/comments")
def review_comments(call: Call) -> Any:
    """Return the line comments."""
    found = [
        (review, one)
        for review in call.reviews
        if review.state != "PENDING"
        for one in review.comments
    ]
    page, headers = listed(call, found)
    return Answer(200, [rows(call).inline(call.pull, review, one) for review, one in page], headers)


@routes("POST", P + "/requested_reviewers", 201)
def request_reviewers(call: Call) -> Any:
    """Request reviews. Refuse the author, and accounts that cannot read."""
    need(call)
    users = call.users(call.body.get("reviewers", []))
    if call.pull.user in users:
        raise Refused(422, "Review cannot be requested from pull request author.")
    if not all(call.repo.allows(user, "read") for user in users):
        raise Refused(422, "Reviews may only be requested from collaborators.")
    for user in users:
        call.world.request(call.pull, user, call.user)
    return rows(call).pull(call.pull)


# Comments, labels, assignees


@routes("GET", I + "/comments")
def comments(call: Call) -> Any:
    """The comments, oldest first."""
    page, headers = listed(call, call.item.comments)
    return Answer(200, [rows(call).comment(call.item, one) for one in page], headers)


@routes("POST", I + "/comments", 201)
def add_comment(call: Call) -> Any:
    """Post a comment."""
    body = call.body.get("body", "")
    if not body or len(body) > 65536:
        raise invalid({"resource": "IssueComment", "field": "body", "code": "unprocessable"})
    return rows(call).comment(call.item, call.world.comment(call.item, call.user, body))


@routes("PATCH", R + "/issues/comments/{comment_id}")
def edit_comment(call: Call) -> Any:
    """Change the text of a comment. Accounts that can write to the repository can change any comment."""
    item, comment = call.comment
    if comment.user is not call.user:
        need(call, right="issues=write")
    call.world.edit_comment(item, comment, call.body["body"], call.user)
    return rows(call).comment(item, comment)


@routes("POST", R + "/labels", 201)
def make_label(call: Call) -> Any:
    """Make a label. Refuse one without a name."""
    need(call, right="issues=write")
    if not call.body["name"]:
        raise invalid({"resource": "Label", "field": "name", "code": "missing_field"})
    call.repo.labels[call.body["name"]] = call.world.new_id()
    return rows(call).label(call.repo, call.body["name"])


@routes("POST", I + "/labels")
def add_labels(call: Call) -> Any:
    """Set labels. Make unknown ones."""
    need(call, right="issues=write")
    for name in call.body["labels"]:
        call.world.label(call.item, name, call.user)
    return [rows(call).label(call.repo, name) for name in call.item.labels]


@routes("DELETE", I + "/labels/{name}")
def remove_label(call: Call) -> Any:
    """Remove a label."""
    need(call, right="issues=write")
    if call.parts["name"] not in call.item.labels:
        raise Refused(404, "Label does not exist")
    call.world.label(call.item, call.parts["name"], call.user, on=False)
    return [rows(call).label(call.repo, name) for name in call.item.labels]


@routes("POST", I + "/assignees", 201)
def assign(call: Call) -> Any:
    """Add assignees. Ignore accounts that cannot be assigned."""
    need(call, right="issues=write")
    known = [
        call.world.users[login]
        for login in call.body.get("assignees", [])
        if login in call.world.users
    ]
    may = [
        user for user in known if call.repo.allows(user, "read") and user not in call.item.assignees
    ]
    call.world.assign(call.item, [*call.item.assignees, *may], call.user)
    return rows(call).issue(call.item)


@routes("DELETE", I + "/assignees")
def unassign(call: Call) -> Any:
    """Remove assignees."""
    need(call, right="issues=write")
    gone = call.body.get("assignees", [])
    call.world.assign(
        call.item, [user for user in call.item.assignees if user.login not in gone], call.user
    )
    return rows(call).issue(call.item)


# Statuses, merging, dispatches


@routes("POST", R + "/statuses/{sha}", 201)
def add_status(call: Call) -> Any:
    """Set a commit status."""
    need(call, right="statuses=write")
    sha, sent = call.parts["sha"], call.body
    if not repositories.knows(call.repo.path, sha):
        raise invalid(f"No commit found for SHA: {sha}")
    if len(sent.get("description") or "") > 140:
        raise invalid(
            {
                "resource": "Status",
                "field": "description",
                "code": "custom",
                "message": "is too long",
            }
        )
    return rows(call).status(call.repo, call.world.status(call.repo, call.user, sha, sent))


@routes("GET", R + "/commits/{ref}/statuses")
def statuses(call: Call) -> Any:
    """Return every status that was ever set on a commit, newest first."""
    page, headers = listed(call, call.repo.statuses.get(call.sha, [])[::-1])
    return Answer(200, [rows(call).status(call.repo, status) for status in page], headers)


@routes("GET", R + "/commits/{ref}/status")
def combined_status(call: Call) -> Any:
    """Return the newest status of each context, and the combined state."""
    sha, state = call.sha, call.world.combined(call.repo, call.sha)
    made = [rows(call).status(call.repo, status) for status in call.world.current(call.repo, sha)]
    url = f"{call.world.url}{BASE}/repos/{call.repo.full_name}/commits/{sha}"
    row = {
        "state": state,
        "sha": sha,
        "total_count": len(made),
        "statuses": made,
        "repository": rows(call).repo(call.repo),
    }
    return row | {"commit_url": url, "url": f"{url}/status"}


@routes("GET", R + "/git/commits/{commit_sha}")
def git_commit(call: Call) -> Any:
    """Return a commit with its parents and its tree."""
    sha = call.parts["commit_sha"]
    if not repositories.knows(call.repo.path, sha):
        raise Refused(404, "Not Found")
    return rows(call).git_commit(call.repo, sha)


@routes("GET", R + "/commits/{ref}/check-runs")
def check_runs(call: Call) -> Any:
    """Return the check runs of a commit, newest first.

    Without `filter=all`, return only the newest for each name and App.
    """
    asked = call.request.query
    found = call.repo.check_runs.get(call.sha, [])
    if asked.get("filter", "latest") == "latest":
        found = list({(run.app.id, run.name): run for run in found}.values())
    if "check_name" in asked:
        found = [run for run in found if run.name == asked["check_name"]]
    page, headers = listed(call, found[::-1])
    made = [rows(call).check_run(call.repo, run) for run in page]
    return Answer(200, {"total_count": len(found), "check_runs": made}, headers)


@routes("POST", R + "/check-runs", 201)
def add_check_run(call: Call) -> Any:
    """Add a check run of an App. Refuse everybody else."""
    need_checks(call)
    sha, sent = call.body["head_sha"], call.body
    if not repositories.knows(call.repo.path, sha):
        raise invalid(f"No commit found for SHA: {sha}")
    assert call.user.app
    run = CheckRun(
        call.world.new_id(),
        sha,
        call.user.app,
        sent["name"],
        sent.get("external_id", ""),
        "queued",
        None,
        None,
        {},
        datetime.now(UTC),
    )
    change_check_run(run, sent)
    call.repo.check_runs.setdefault(sha, []).append(run)
    return rows(call).check_run(call.repo, run)


@routes("PATCH", R + "/check-runs/{check_run_id}")
def edit_check_run(call: Call) -> Any:
    """Change a check run. Only the App that made it can do so."""
    need_checks(call)
    every = [run for runs in call.repo.check_runs.values() for run in runs]
    run = call.one(every, "check_run_id")
    if run.app is not call.user.app:
        raise Refused(
            403,
            "Invalid app_id `0` - check run can only be modified by the GitHub App that created it.",
        )
    change_check_run(run, call.body)
    return rows(call).check_run(call.repo, run)


def need_checks(call: Call) -> None:
    """Refuse everybody except Apps."""
    need(call, right="checks=write")
    if call.user.app is None:
        raise Refused(403, "You must authenticate via a GitHub App.")


def change_check_run(run: CheckRun, sent: Json) -> None:
    """Change a check run. A conclusion completes it, and a completed one needs a conclusion."""
    run.conclusion = sent.get("conclusion")
    run.status = "completed" if run.conclusion else sent.get("status", "queued")
    if run.status == "completed" and not run.conclusion:
        raise invalid({"resource": "CheckRun", "field": "conclusion", "code": "missing_field"})
    run.external_id = sent.get("external_id", run.external_id)
    run.details_url = sent.get("details_url", run.details_url)
    run.output = sent.get("output", run.output)


@routes("PUT", P + "/merge")
def merge(call: Call) -> Any:
    """Merge if the head is still the judged commit."""
    need(call, right="contents=write")
    pull, sent = call.pull, call.body
    if pull.state != "open" or pull.draft or call.world.unmet(pull):
        raise Refused(405, call.world.unmet(pull) or "Pull Request is not mergeable")
    if sent.get("sha", pull.head) != pull.head:
        raise Refused(409, "Head branch was modified. Review and try the merge again.")
    message = sent.get("commit_title") or f"Merge pull request #{pull.number} from {pull.branch}"
    sha = call.world.merge(pull, call.user, message, sent.get("merge_method", "merge"))
    if not sha:
        raise Refused(405, "Pull Request is not mergeable")
    return {"sha": sha, "merged": True, "message": "Pull Request successfully merged"}


@routes("GET", P + "/merge", 204)
def is_merged(call: Call) -> Any:
    """Return 204 if the pull request was merged."""
    if not call.pull.merged:
        raise Refused(404, "Not Found")
    return None


@routes("POST", R + "/dispatches", 204)
def dispatch(call: Call) -> Any:
    """Start the workflows that wait for this event."""
    need(call, right="contents=write")
    call.repo.dispatches.append(call.body)
    return None


def links_of(call: Call) -> Json:
    """Return the pull requests that close an issue, and the branches that are linked to it."""
    own = (call.repo.full_name, call.item.number)
    pulls = [pull for pull in call.repo.pulls if own in call.world.closes(pull)]
    home = {"repository": {"nameWithOwner": call.repo.full_name}}
    branches = [{"ref": {"name": name}} for name in call.item.linked_branches]
    return {
        "closedByPullRequestsReferences": {
            "nodes": [{"number": each.number} | home for each in pulls]
        },
        "linkedBranches": {"nodes": branches},
    }


def graphql(call: Call) -> Any:
    """Return the issues that a pull request closes, or the links of an issue.

    The query is not fully parsed.
    """
    sent = call.body
    asks_issue = "closedByPullRequestsReferences" in sent.get("query", "")
    if not asks_issue and "closingIssuesReferences" not in sent.get("query", ""):
        return {"errors": [{"message": "The stand-in knows two questions about links only"}]}
    literals = dict(re.findall(r'\b(owner|name|number)\s*:\s*"?([\w.-]+)', sent["query"]))
    given = literals | {name: str(value) for name, value in sent.get("variables", {}).items()}
    call.parts = {"owner": given["owner"], "repo": given["name"], "number": given["number"]}
    try:
        if asks_issue:
            return {"data": {"repository": {"issue": links_of(call)}}}
        closes = call.world.closes(call.pull)
    except Refused:
        missing = {
            "type": "NOT_FOUND",
            "path": ["repository"],
            "message": "Could not resolve to a Repository",
        }
        return {"data": {"repository": None}, "errors": [missing]}
    nodes = []
    for name, number in closes:
        home = call.world.repos.get(name)
        if home and number in home.items and home.allows(call.user, "read"):
            item = home.items[number]
            node = {
                "number": number,
                "title": item.title,
                "body": item.body,
                "author": {"login": item.user.login},
            }
            nodes.append(node | {"repository": {"nameWithOwner": name}})
    return {"data": {"repository": {"pullRequest": {"closingIssuesReferences": {"nodes": nodes}}}}}


def finished(call: Call, answer: Answer) -> Answer:
    """Return the answer with the rest of the limit and an ETag, which differs for each token.

    Return 304 if the client already has this answer.
    """
    tag = f'W/"{hashlib.sha256(call.request.credential.encode() + answer.raw).hexdigest()}"'
    known = call.request.headers.get("if-none-match") == tag
    used = call.world.used
    used[call.user.id] += not known and call.request.path != "/rate_limit"
    limits: Json = {
        "limit": LIMIT,
        "remaining": LIMIT - used[call.user.id],
        "used": used[call.user.id],
    }
    limits |= {"reset": int(time.time()) + 3600, "resource": "core"}
    headers = {
        **answer.headers,
        **{f"x-ratelimit-{name}": str(value) for name, value in limits.items()},
    }
    if call.request.method != "GET":
        return Answer(answer.status, answer.body, headers)
    return Answer(
        304 if known else answer.status, None if known else answer.body, headers | {"ETag": tag}
    )

"""The answers of Gitea 1.26 under `/api/v1`. Where they differ from GitHub's, the difference is intended."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from tests.support.forge import git as repositories
from tests.support.forge.http import Answer, Call, Routes, paged
from tests.support.forge.state import (
    Comment,
    Event,
    Inline,
    Issue,
    Json,
    Pull,
    Refused,
    Repo,
    Review,
    Status,
    User,
    World,
    text,
)
from tests.support.repositories import git

BASE = "/api/v1"
R = "/repos/{owner}/{repo}"
P = R + "/pulls/{index}"
I = R + "/issues/{index}"  # noqa: E741
SIZE = ("limit", 30, 50)
STATES = {"APPROVED": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED", "COMMENT": "COMMENTED"}
WORDS = {"CHANGES_REQUESTED": "REQUEST_CHANGES", "COMMENTED": "COMMENT"}
OWN = {
    "APPROVED": "approve your own pull is not allowed",
    "REQUEST_CHANGES": "reject your own pull is not allowed",
}
TIMELINE = {
    "commented": "comment",
    "reviewed": "review",
    "labeled": "label",
    "unlabeled": "label",
    "pushed": "pull_push",
}
TIMELINE |= {
    "review_requested": "review_request",
    "renamed": "change_title",
    "closed": "close",
    "reopened": "reopen",
}
TIMELINE |= {
    "review_request_removed": "review_request",
    "merged": "merge_pull",
    "assigned": "assignees",
    "unassigned": "assignees",
}
TIMELINE |= {"review_dismissed": "dismiss_review", "base_ref_changed": "change_target_branch"}
REMOVED = ("unassigned", "review_request_removed")
routes = Routes()


def error(refusal: Refused) -> Json | None:
    """Return the body of a refusal. Some refusals have none."""
    if refusal.status == 404:
        return {"errors": None, "message": "not found", "url": "/api/swagger"}
    return (
        {"message": refusal.message, "url": "/api/swagger"}
        if refusal.message or refusal.status == 500
        else None
    )


def need(call: Call, level: str = "write", *, scope: str = "write:repository") -> None:
    """Refuse accounts that can only read, and tokens without the scope."""
    if scope in call.world.lacking:
        said = "token does not have at least one of required scope(s), required=[%s], token scope=read:user"
        raise Refused(403, said % scope)
    if not call.repo.allows(call.user, level):
        raise Refused(403, "user should have a permission to write to a repo")


def listed(call: Call, found: list[Any]) -> tuple[list[Any], dict[str, str]]:
    """Return one page of rows. Gitea ignores `per_page`."""
    page, headers = paged(call, found, SIZE, call.request.path)
    return page, headers | {"X-Total-Count": str(len(found))}


# What the replies look like


def user_row(world: World, user: User) -> Json:
    """Return an account. Nothing shows whether it is a bot."""
    row: Json = {
        "id": user.id,
        "login": user.login,
        "username": user.login,
        "login_name": "",
        "full_name": "",
    }
    row |= {
        "email": f"{user.login}@noreply.localhost",
        "avatar_url": f"{world.url}/avatars/{user.id}",
    }
    return row | {"html_url": f"{world.url}/{user.login}", "is_admin": False, "active": True}


def repo_row(world: World, repo: Repo, user: User) -> Json:
    """Return a repository with the rights of the user."""
    web = f"{world.url}/{repo.full_name}"
    row: Json = {
        "id": repo.id,
        "owner": user_row(world, repo.owner),
        "name": repo.name,
        "full_name": repo.full_name,
    }
    row |= {
        "private": repo.private,
        "fork": repo.parent is not None,
        "default_branch": repo.branch,
        "archived": False,
    }
    row |= {
        "html_url": web,
        "clone_url": f"{web}.git",
        "url": f"{world.url}{BASE}/repos/{repo.full_name}",
    }
    rights = {"admin": "admin", "push": "write", "pull": "read"}
    return row | {"permissions": {word: repo.allows(user, level) for word, level in rights.items()}}


def label_row(repo: Repo, name: str) -> Json:
    """A label."""
    return {
        "id": repo.labels[name],
        "name": name,
        "color": "ededed",
        "description": "",
        "exclusive": False,
    }


def issue_row(call: Call, item: Issue) -> Json:
    """Return an issue, or the fields that a pull request shares with issues."""
    world, kind = call.world, "pulls" if isinstance(item, Pull) else "issues"
    web = f"{world.url}/{item.repo.full_name}/{kind}/{item.number}"
    people = [user_row(world, user) for user in item.assignees]
    row: Json = {
        "id": item.id,
        "number": item.number,
        "url": web,
        "html_url": web,
        "user": user_row(world, item.user),
    }
    row |= {
        "title": item.title,
        "body": item.body,
        "state": item.state,
        "is_locked": False,
        "milestone": None,
    }
    row |= {
        "labels": [label_row(item.repo, name) for name in item.labels],
        "comments": len(item.comments),
    }
    row |= {"assignee": people[0] if people else None, "assignees": people or None}
    row |= {
        "created_at": text(item.created),
        "updated_at": text(item.updated),
        "closed_at": text(item.closed),
    }
    row["ref"] = item.linked_branches[0] if item.linked_branches else ""
    if isinstance(item, Pull):
        merged = {
            "merged": bool(item.merged),
            "merged_at": text(item.merged),
            "draft": item.draft,
            "html_url": web,
        }
        row |= {"pull_request": merged}
    return row


def pull_row(call: Call, pull: Pull, alone: bool) -> Json:
    """Return a pull request. In a list, empty fields are null."""
    row, world = issue_row(call, pull), call.world
    empty: list[Json] | None = [] if alone else None
    del row["pull_request"]
    base = repositories.tip(pull.repo.path, pull.base)
    gone = pull.source is None
    source = pull.source and repo_row(world, pull.source, call.user)
    ref = f"refs/pull/{pull.number}/head" if gone else pull.branch
    row |= {
        "head": {
            "label": ref,
            "ref": ref,
            "sha": pull.head,
            "repo": source,
            "repo_id": source and source["id"],
        }
    }
    home = repo_row(world, pull.repo, call.user)
    row |= {
        "base": {
            "label": pull.base,
            "ref": pull.base,
            "sha": base,
            "repo": home,
            "repo_id": home["id"],
        }
    }
    row |= {
        "assignees": row["assignees"] or empty,
        "requested_reviewers_teams": empty,
        "merge_base": pull.base_sha,
    }
    row |= {
        "requested_reviewers": [user_row(world, user) for user in pull.requested] or empty,
        "draft": pull.draft,
    }
    merges = (
        not pull.draft
        and not pull.merged
        and bool(repositories.merged_tree(pull.repo.path, base, pull.head))
    )
    row |= {"mergeable": merges, "merged": bool(pull.merged), "merged_at": text(pull.merged)}
    row |= {
        "merge_commit_sha": pull.merge_sha,
        "merged_by": pull.merged_by and user_row(world, pull.merged_by),
    }
    return row | {"diff_url": f"{row['url']}.diff", "patch_url": f"{row['url']}.patch"}


def comment_row(call: Call, item: Issue, comment: Comment) -> Json:
    """A comment."""
    web = issue_row(call, item)["html_url"]
    row: Json = {
        "id": comment.id,
        "html_url": f"{web}#issuecomment-{comment.id}",
        "body": comment.body,
    }
    row |= {
        "user": user_row(call.world, comment.user),
        "issue_url": web,
        "pull_request_url": web,
        "assets": [],
    }
    return row | {"created_at": text(comment.created), "updated_at": text(comment.updated)}


def review_row(call: Call, pull: Pull, review: Review) -> Json:
    """Return a review, with the field that says whether it counts."""
    row: Json = {
        "id": review.id,
        "user": user_row(call.world, review.user),
        "team": None,
        "body": review.body,
    }
    row |= {
        "state": WORDS.get(review.state, review.state),
        "commit_id": review.sha,
        "official": review.official,
    }
    row |= {
        "stale": review.sha != pull.head,
        "dismissed": review.dismissed,
        "comments_count": len(review.comments),
    }
    return row | {
        "submitted_at": text(review.at),
        "updated_at": text(review.at),
        "html_url": f"#review-{review.id}",
    }


def status_row(call: Call, status: Status) -> Json:
    """Return a commit status. Its field `status` has the state."""
    row = {
        "id": status.id,
        "status": status.state,
        "context": status.context,
        "creator": user_row(call.world, status.user),
    }
    row |= {
        "description": status.description or "",
        "target_url": status.target_url or "",
        "url": "",
    }
    return row | {"created_at": text(status.at), "updated_at": text(status.at)}


def event_row(call: Call, item: Issue, event: Event) -> Json:
    """A row of the timeline."""
    data, body = event.data, ""
    if event.kind == "pushed":
        commits = [data["before"], data["sha"]] if data["force"] else [data["sha"]]
        body = json.dumps({"is_force_push": data["force"], "commit_ids": commits})
    row: Json = {
        "id": event.id,
        "type": TIMELINE[event.kind],
        "user": user_row(call.world, event.actor),
        "body": body,
    }
    row |= {
        "created_at": text(event.at),
        "updated_at": text(event.at),
        "review_id": 0,
        "ref_action": "",
    }
    row |= dict.fromkeys(("label", "assignee", "ref_issue", "ref_comment"))
    if event.kind == "commented":
        row |= comment_row(call, item, data["comment"])
    if event.kind == "renamed":
        row |= {"old_title": data["before"], "new_title": data["after"]}
    if "label" in data:
        row |= {
            "label": label_row(item.repo, data["label"]),
            "body": "1" if event.kind == "labeled" else "",
        }
    if "reviewer" in data or "assignee" in data:
        whom = data.get("reviewer") or data["assignee"]
        row |= {"assignee": user_row(call.world, whom), "removed_assignee": event.kind in REMOVED}
    if "review" in data:
        row |= {"review_id": data["review"].id, "body": data.get("message", data["review"].body)}
    return row


# Accounts, repositories, pull requests


@routes("GET", "/user")
def me(call: Call) -> Any:
    """Our own account."""
    return user_row(call.world, call.user)


@routes("GET", "/version")
def version(_: Call) -> Any:
    """The version of the server."""
    return {"version": "1.26.0"}


@routes("GET", R)
def repository(call: Call) -> Any:
    """The repository."""
    return repo_row(call.world, call.repo, call.user)


@routes("GET", R + "/collaborators/{username}/permission")
def permission(call: Call) -> Any:
    """Return the rights of an account. Anybody but an administrator can ask only about their own account."""
    if call.user.login != call.parts["username"]:
        need(call, "admin")
    (user,) = call.users([call.parts["username"]])
    level = call.repo.level(user)
    return {
        "permission": "owner" if user is call.repo.owner else level,
        "role_name": level,
        "user": user_row(call.world, user),
    }


@routes("GET", R + "/pulls")
def pulls(call: Call) -> Any:
    """Return the pull requests. GitHub's words for the order are ignored."""
    state = call.request.query.get("state", "open")
    found = [pull for pull in call.repo.pulls if state in ("all", pull.state)]
    recent = call.request.query.get("sort") == "recentupdate"
    found.sort(
        key=lambda pull: (pull.updated if recent else pull.created, pull.number), reverse=True
    )
    page, headers = listed(call, found)
    return Answer(200, [pull_row(call, pull, alone=False) for pull in page], headers)


@routes("GET", R + "/issues")
def issues(call: Call) -> Any:
    """Return issues and pull requests, filtered by type, state and time of change."""
    query = call.request.query
    since = query.get("since", "")
    found = [
        item
        for item in call.repo.items.values()
        if query.get("state", "open") in ("all", item.state)
    ]
    if "type" in query:
        found = [item for item in found if isinstance(item, Pull) == (query["type"] == "pulls")]
    if since:
        found = [
            item for item in found if item.updated >= datetime.fromisoformat(since).astimezone(UTC)
        ]
    page, headers = listed(call, sorted(found, key=lambda item: -item.number))
    return Answer(200, [issue_row(call, item) for item in page], headers)


@routes("POST", R + "/pulls", 201)
def open_pull(call: Call) -> Any:
    """Refuse to open a pull request. The doctor asks for one from a branch to itself, which is impossible."""
    need(call, "read")
    assert call.body["head"] == call.body["base"]
    raise Refused(422, "Invalid PullRequest: There are no changes between the head and the base")


@routes("GET", R + "/branches")
def branches(call: Call) -> Any:
    """The branches."""
    names = git(
        call.repo.path, "for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads"
    ).splitlines()
    page, headers = listed(call, [{"name": name} for name in names])
    return Answer(200, page, headers)


@routes("GET", R + "/branches/{branch}")
def branch(call: Call) -> Any:
    """One branch."""
    name = call.parts["branch"]
    if not (call.repo.path / "refs/heads" / name).is_file():
        raise Refused(404, "not found")
    return {"name": name, "commit": {"id": repositories.tip(call.repo.path, name)}}


@routes("GET", R + "/git/commits/{sha}")
def git_commit(call: Call) -> Any:
    """Return a commit with its parents."""
    sha = call.parts["sha"]
    if not repositories.knows(call.repo.path, sha):
        raise Refused(404, "not found")
    parents = git(call.repo.path, "show", "--no-patch", "--format=%P", sha).split()
    return {"sha": sha, "parents": [{"sha": parent} for parent in parents]}


@routes("POST", R + "/branches", 201)
def make_branch(call: Call) -> Any:
    """Refuse to make a branch. The doctor asks for one without a name, which is impossible."""
    need(call)
    assert not call.body["new_branch_name"]
    raise Refused(422, "[BranchName]: Required")


@routes("GET", P)
def pull(call: Call) -> Any:
    """One pull request."""
    return pull_row(call, call.pull, alone=True)


@routes("GET", I)
def issue(call: Call) -> Any:
    """Return an issue, or a pull request in the form of an issue."""
    return issue_row(call, call.item)


@routes("PATCH", P, 201)
@routes("PATCH", I, 201)
def edit(call: Call) -> Any:
    """Change the title, the text, the state or the assignees."""
    item, sent = call.item, call.body
    if item.user is not call.user:
        need(call)
    if "title" in sent:
        call.world.set_title(item, sent["title"], call.user)
    if "body" in sent:
        item.body = sent["body"]
        call.world.happen(item, call.user, "edited")
    if "state" in sent:
        call.world.set_state(item, sent["state"], call.user)
    if "assignees" in sent:
        call.world.assign(item, call.users(sent["assignees"]), call.user)
    pull = isinstance(item, Pull) and "/pulls/" in call.request.path
    return pull_row(call, call.pull, alone=True) if pull else issue_row(call, item)


@routes("GET", I + "/timeline")
def timeline(call: Call) -> Any:
    """Return the events, oldest first.

    Line comments take up places on a page without being shown, and are not counted.
    """
    found: list[Event | None] = []
    for event in call.item.timeline:
        found += [event] if event.kind in TIMELINE else []
        found += [None] * len(event.data["review"].comments) if event.kind == "reviewed" else []
    page, _ = listed(call, found)
    rows = [event_row(call, call.item, event) for event in page if event]
    return Answer(200, rows, {"X-Total-Count": str(len(rows))})


# Reviews


@routes("GET", P + "/reviews")
def reviews(call: Call) -> Any:
    """Return the reviews. A request for a review is one of them."""
    made = [review_row(call, call.pull, one) for one in call.reviews]
    for event in call.pull.timeline:
        if event.kind == "review_requested" and event.data["reviewer"] in call.pull.requested:
            asked = Review(event.id, event.data["reviewer"], "", "REQUEST_REVIEW", "", event.at, [])
            made = [
                row
                for row in made
                if (row["user"]["id"], row["state"]) != (asked.user.id, asked.state)
            ]
            made.append(review_row(call, call.pull, asked) | {"stale": False})
    page, headers = listed(call, made)
    return Answer(200, page, headers)


def judge(call: Call, event: str, body: str) -> str:
    """Return the state for the event of a review. An unknown word makes the review an invisible draft."""
    if event in OWN and call.user is call.pull.user:
        raise Refused(422, OWN[event])
    if event == "REQUEST_CHANGES" and not body:
        raise Refused(422, f"review event {event} requires a body or a comment")
    return STATES.get(event, "PENDING")


@routes("POST", P + "/reviews")
def add_review(call: Call) -> Any:
    """Write a review. The commit and the lines are not checked. An approval replaces our earlier rejection."""
    pull, sent, world = call.pull, call.body, call.world
    if pull.state != "open":
        raise Refused(422, "pull request is closed")
    state = judge(call, sent.get("event", ""), sent.get("body", ""))
    made = []
    for one in sent.get("comments") or []:
        line, side = (
            one.get("new_position") or one.get("old_position", 0),
            "RIGHT" if one.get("new_position") else "LEFT",
        )
        made.append(Inline(world.new_id(), one["path"], line, side, one["body"]))
    if state == "APPROVED":
        for old in pull.reviews:
            if old.user is call.user and old.state == "CHANGES_REQUESTED":
                old.dismissed = True
    sha = sent.get("commit_id") or pull.head
    return review_row(
        call, pull, world.review(pull, call.user, state, sent.get("body", ""), sha, made)
    )


@routes("POST", P + "/reviews/{id}")
def submit_review(call: Call) -> Any:
    """Submit a pending review."""
    review = call.one(call.reviews, "id")
    review.body = call.body.get("body", review.body)
    review.state = judge(call, call.body.get("event", ""), review.body)
    if review.state != "PENDING":
        call.world.submitted(call.pull, review)
    return review_row(call, call.pull, review)


@routes("DELETE", P + "/reviews/{id}", 204)
def delete_review(call: Call) -> Any:
    """Delete a review, even a submitted one."""
    call.pull.reviews.remove(call.one(call.reviews, "id"))


@routes("POST", P + "/reviews/{id}/dismissals")
def dismiss(call: Call) -> Any:
    """Dismiss a review, so that it no longer counts. Only an administrator can do this."""
    need(call, "admin")
    review = call.one(call.reviews, "id")
    call.world.dismiss(call.pull, review, call.body.get("message", ""), call.user)
    return review_row(call, call.pull, review)


@routes("GET", P + "/reviews/{id}/comments")
def review_comments(call: Call) -> Any:
    """Return the line comments of a review."""
    review = call.one(call.reviews, "id")
    made = []
    for one in review.comments:
        right = one.side == "RIGHT"
        row = {
            "id": one.id,
            "path": one.path,
            "body": one.body,
            "pull_request_review_id": review.id,
        }
        row |= {"position": one.line if right else 0, "original_position": 0 if right else one.line}
        made.append(row | {"user": user_row(call.world, review.user), "commit_id": review.sha})
    return made


@routes("POST", P + "/requested_reviewers", 201)
def request_reviewers(call: Call) -> Any:
    """Ask for reviews."""
    need(call)
    users = call.users(call.body.get("reviewers", []))
    if call.pull.user in users:
        raise Refused(422, "poster of pr can't be reviewer")
    for user in users:
        call.world.request(call.pull, user, call.user)
    return [row for row in reviews(call).body if row["state"] == "REQUEST_REVIEW"]


# Comments, labels


@routes("GET", I + "/comments")
def comments(call: Call) -> Any:
    """Return all comments, oldest first, without pages."""
    return [comment_row(call, call.item, one) for one in call.item.comments]


@routes("POST", I + "/comments", 201)
def add_comment(call: Call) -> Any:
    """Post a comment."""
    return comment_row(call, call.item, call.world.comment(call.item, call.user, call.body["body"]))


@routes("PATCH", R + "/issues/comments/{comment_id}")
def edit_comment(call: Call) -> Any:
    """Change the text of a comment. An administrator can change any comment."""
    item, comment = call.comment
    if comment.user is not call.user:
        need(call, "admin")
    call.world.edit_comment(item, comment, call.body["body"], call.user)
    return comment_row(call, item, comment)


@routes("GET", R + "/labels")
def labels(call: Call) -> Any:
    """Return the labels of the repository."""
    page, headers = listed(call, list(call.repo.labels))
    return Answer(200, [label_row(call.repo, name) for name in page], headers)


@routes("POST", R + "/labels", 201)
def make_label(call: Call) -> Any:
    """Make a label. Refuse one without a name."""
    need(call, scope="write:issue")
    if not call.body["name"]:
        raise Refused(422, "[Name]: Required")
    call.repo.labels[call.body["name"]] = call.world.new_id()
    return label_row(call.repo, call.body["name"])


@routes("GET", I + "/labels")
def item_labels(call: Call) -> Any:
    """Return the labels of an issue or pull request."""
    return [label_row(call.repo, name) for name in call.item.labels]


@routes("POST", I + "/labels")
def add_labels(call: Call) -> Any:
    """Set labels by name or number. Ignore unknown ones."""
    need(call)
    for name, key in call.repo.labels.items():
        if {name, key} & set(call.body["labels"]):
            call.world.label(call.item, name, call.user)
    return [label_row(call.repo, name) for name in call.item.labels]


@routes("DELETE", I + "/labels/{id}", 204)
def remove_label(call: Call) -> Any:
    """Remove a label, by its number."""
    need(call)
    name = next(
        (name for name, key in call.repo.labels.items() if str(key) == call.parts["id"]), ""
    )
    if not name:
        raise Refused(422, "object does not exist")
    call.world.label(call.item, name, call.user, on=False)


# Statuses, merging


@routes("POST", R + "/statuses/{sha}", 201)
def add_status(call: Call) -> Any:
    """Set a commit status with any state. An unknown commit causes a server error."""
    need(call)
    if not repositories.knows(call.repo.path, call.parts["sha"]):
        raise Refused(500, "")
    return status_row(call, call.world.status(call.repo, call.user, call.parts["sha"], call.body))


@routes("GET", R + "/commits/{ref}/statuses")
def statuses(call: Call) -> Any:
    """Return every status that was ever set on a commit, newest first."""
    page, headers = listed(call, call.repo.statuses.get(call.sha, [])[::-1])
    return Answer(200, [status_row(call, status) for status in page], headers)


@routes("GET", R + "/commits/{ref}/status")
def combined_status(call: Call) -> Any:
    """Return the newest status of each context, and the combined state."""
    made = [status_row(call, status) for status in call.world.current(call.repo, call.sha)]
    state = call.world.combined(call.repo, call.sha) if made else ""
    return {"state": state, "sha": call.sha, "total_count": len(made), "statuses": made or None}


@routes("POST", P + "/merge")
def merge(call: Call) -> Any:
    """Merge. Check the protection of the branch before the head."""
    pull, sent = call.pull, call.body
    unmet = "" if call.repo.allows(call.user, "write") else "User not allowed to merge PR"
    unmet = unmet or ("The PR is already merged" if pull.merged else "") or call.world.unmet(pull)
    unmet = unmet or ("Work in progress PRs cannot be merged" if pull.draft else "")
    if unmet or pull.state != "open":
        raise Refused(405, unmet)
    if sent.get("head_commit_id", pull.head) != pull.head:
        raise Refused(409, "head out of date")
    message = sent.get("MergeTitleField") or f"Merge pull request '{pull.title}' (#{pull.number})"
    if not call.world.merge(pull, call.user, message, sent["Do"]):
        raise Refused(405, "Please try again later")


@routes("GET", P + "/merge", 204)
def is_merged(call: Call) -> Any:
    """Return 204 if the pull request was merged."""
    if not call.pull.merged:
        raise Refused(404)

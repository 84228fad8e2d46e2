"""Convert rows from the APIs of both forges into the values of this package."""

from typing import Literal

from coordinator.trackers import Comment
from coordinator.trackers.forge.pulls import AskedIssue, EventKind, PullEvent
from coordinator.trackers.http import Row, time_of


def login_of(row: Row, role: str = "user") -> str:
    """Return the login of the account that has `role` in a row; empty if it is deleted."""
    return str((row.get(role) or {}).get("login") or "")


def is_fork(row: Row) -> bool:
    """Return whether a pull request comes from another repository, which may be deleted by now."""
    head = row["head"].get("repo")
    base = row["base"]["repo"]
    return not head or head["full_name"] != base["full_name"]


def asked_of(row: Row, repo: str) -> AskedIssue:
    role = "author" if "author" in row else "user"
    return AskedIssue(
        title=row["title"],
        text=row.get("body") or "",
        author=login_of(row, role),
        repo=repo,
        number=row["number"],
    )


def event_of(row: Row, kind: EventKind, actor: str) -> PullEvent:
    about = row.get("label") or row.get("requested_reviewer") or row.get("assignee") or {}
    return PullEvent(
        id=str(row["id"]),
        kind=kind,
        at=time_of(row["created_at"]),
        actor=login_of(row, actor),
        about=about.get("name") or about.get("login") or "",
    )


def comment_of(row: Row) -> Comment:
    return Comment(
        id=str(row["id"]),
        issue=row["issue_url"],
        author=login_of(row),
        text=row["body"] or "",
        at=time_of(row["created_at"]),
    )


def pull_state(row: Row) -> Literal["open", "merged", "closed"]:
    if row.get("merged_at"):
        return "merged"
    if row["state"] == "open":
        return "open"
    return "closed"

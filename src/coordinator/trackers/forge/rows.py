"""Convert rows from the APIs of both forges into the values of this package."""

from typing import Literal

from coordinator.trackers import Account, Comment
from coordinator.trackers.forge.pulls import AskedIssue, EventKind, PullEvent
from coordinator.trackers.http import Row, time_of


def login_of(row: Row, role: str = "user") -> str:
    """Return the login of the account that has `role` in a row; empty if it is deleted."""
    return str((row.get(role) or {}).get("login") or "")


def is_bot(row: Row, role: str = "user") -> bool:
    """Return whether the account that has `role` in a row is a bot, or is deleted.

    Gitea has no bots.
    """
    account = row.get(role) or {}
    login = str(account.get("login") or "")
    return not login or account.get("type") == "Bot" or login.endswith("[bot]")


def account_of(row: Row, role: str = "user") -> Account:
    login = login_of(row, role)
    return Account(id=login, name=login, is_person=not is_bot(row, role))


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
        is_by_bot=is_bot(row, actor),
    )


def comment_of(row: Row) -> Comment:
    return Comment(
        id=str(row["id"]),
        issue=row["issue_url"],
        author=login_of(row),
        text=row["body"] or "",
        at=time_of(row["created_at"]),
        is_edited=row.get("updated_at", row["created_at"]) != row["created_at"],
        is_by_bot=is_bot(row),
    )


def pull_state(row: Row) -> Literal["open", "merged", "closed"]:
    if row.get("merged_at"):
        return "merged"
    if row["state"] == "open":
        return "open"
    return "closed"

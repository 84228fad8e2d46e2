"""Webhooks: the signed events of each dialect, delivered in the background."""

from __future__ import annotations

import hashlib
import hmac
import json
import queue
import threading
import uuid
from dataclasses import dataclass

import httpx2 as httpx

from tests.support.forge import gitea
from tests.support.forge.github_rows import Rows
from tests.support.forge.http import Call, Request
from tests.support.forge.state import Event, Issue, Json, Pull, Repo, World, text

GITHUB = {
    "opened": "opened",
    "pushed": "synchronize",
    "ready_for_review": "ready_for_review",
    "convert_to_draft": "converted_to_draft",
    "renamed": "edited",
    "edited": "edited",
    **{
        word: word
        for word in ("closed", "reopened", "labeled", "unlabeled", "assigned", "unassigned")
    },
    "review_requested": "review_requested",
    "review_request_removed": "review_request_removed",
}
GITEA = {
    "opened": ("opened", ""),
    "pushed": ("synchronized", "_sync"),
    "renamed": ("edited", ""),
    "edited": ("edited", ""),
    "closed": ("closed", ""),
    "reopened": ("reopened", ""),
    "labeled": ("label_updated", "_label"),
    "unlabeled": ("label_updated", "_label"),
    "assigned": ("assigned", "_assign"),
    "unassigned": ("unassigned", "_assign"),
    "review_requested": ("review_requested", "_review_request"),
    "review_request_removed": ("review_request_removed", "_review_request"),
}
REVIEWED = {"APPROVED": "approved", "CHANGES_REQUESTED": "rejected", "COMMENTED": "comment"}


@dataclass
class Hook:
    """The receiver of deliveries.

    A test can change `on`, and the number of `copies` of each delivery. `lose` is the number of the
    next deliveries to drop.
    """

    url: str
    secret: str
    id: int
    on: bool = True
    copies: int = 1
    lose: int = 0


@dataclass(frozen=True)
class Delivery:
    """An attempted delivery: its body, and the status of the answer, or 0 if nobody answered."""

    event: str
    action: str
    status: int


def said(
    world: World, repo: Repo, item: Issue | None, event: Event
) -> tuple[str, str, Json] | None:
    """Return the name of the event, its longer name (on Gitea) and the payload; None if no webhook reports it."""
    if event.data.get("first") or not (
        isinstance(item, Pull) or event.kind in ("commented", "comment_edited", "status")
    ):
        return None
    return (_github if world.dialect == "github" else _gitea)(world, repo, item, event)


def _github(
    world: World, repo: Repo, item: Issue | None, event: Event
) -> tuple[str, str, Json] | None:
    rows, data = Rows(world), event.data
    common: Json = {"repository": rows.repo(repo), "sender": rows.user(event.actor)}
    if item is None:
        status = data["status"]
        row = rows.status(repo, status) | {
            "sha": status.sha,
            "name": repo.full_name,
            "branches": [],
        }
        return "status", "", row | {"commit": rows.commit(repo, status)} | common
    if "comment" in data:
        row = {"issue": rows.issue(item), "comment": rows.comment(item, data["comment"])}
        if event.kind == "commented":
            return "issue_comment", "", {"action": "created", **row, **common}
        return "issue_comment", "", {"action": "edited", "changes": {}, **row, **common}
    assert isinstance(item, Pull)
    if "review" in data:
        review = rows.review(item, data["review"])
        review["state"] = review["state"].lower()
        action = "dismissed" if event.kind == "review_dismissed" else "submitted"
        return (
            "pull_request_review",
            "",
            {"action": action, "review": review, "pull_request": rows.pull(item), **common},
        )
    if event.kind not in GITHUB:
        return None
    action = GITHUB[event.kind]
    payload: Json = {
        "action": action,
        "number": item.number,
        "pull_request": rows.whole_pull(item, known=False),
        **common,
    }
    payload |= {"before": data["before"], "after": data["sha"]} if action == "synchronize" else {}
    payload |= {"changes": {}} if action == "edited" else {}
    payload |= {"label": rows.label(repo, data["label"])} if "label" in data else {}
    payload |= {"assignee": rows.user(data["assignee"])} if "assignee" in data else {}
    payload |= {"requested_reviewer": rows.user(data["reviewer"])} if "reviewer" in data else {}
    return "pull_request", "", payload


def _gitea(
    world: World, repo: Repo, item: Issue | None, event: Event
) -> tuple[str, str, Json] | None:
    call = Call(world, Request("", "", {}, {}, b"", ""), event.actor, {}, gitea.BASE)
    data, whose = event.data, gitea.user_row(world, event.actor)
    common: Json = {"repository": gitea.repo_row(world, repo, event.actor), "sender": whose}
    if item is None:
        row = gitea.status_row(call, data["status"])
        row |= {"sha": data["status"].sha, "state": row.pop("status"), "created_at": text(event.at)}
        return "status", "status", row | common
    if "comment" in data:
        action, pull = "created" if event.kind == "commented" else "edited", isinstance(item, Pull)
        row = {
            "issue": gitea.issue_row(call, item),
            "comment": gitea.comment_row(call, item, data["comment"]),
        }
        payload = {"action": action, **row, "is_pull": pull, **common}
        return "issue_comment", "pull_request_comment" if pull else "issue_comment", payload
    assert isinstance(item, Pull)
    row = {
        "number": item.number,
        "pull_request": gitea.pull_row(call, item, alone=True),
        "commit_id": item.head,
    }
    if event.kind == "reviewed":
        word = REVIEWED[data["review"].state]
        review = {"type": f"pull_request_review_{word}", "content": data["review"].body}
        return (
            f"pull_request_{word}",
            review["type"],
            {"action": "reviewed", **row, "review": review, **common},
        )
    if event.kind not in GITEA:
        return None
    action, longer = GITEA[event.kind]
    if "reviewer" in data:
        row |= {"requested_reviewer": gitea.user_row(world, data["reviewer"])}
    return "pull_request", f"pull_request{longer}", {"action": action, **row, **common}


def headers(dialect: str, hook: Hook, words: tuple[str, str], raw: bytes) -> dict[str, str]:
    """Return the headers of a delivery. Gitea sends them under its own names and under GitHub's."""
    digest = hmac.new(hook.secret.encode(), raw, hashlib.sha256).hexdigest()
    event, longer = words
    made = {"Content-Type": "application/json", "X-Hub-Signature-256": f"sha256={digest}"}
    made |= {"X-GitHub-Event": event, "X-GitHub-Delivery": str(uuid.uuid4())}
    if dialect == "github":
        return made | {"X-GitHub-Hook-ID": str(hook.id), "User-Agent": "GitHub-Hookshot/1"}
    made |= {"X-Gitea-Event": event, "X-Gitea-Event-Type": longer, "X-GitHub-Event-Type": longer}
    return made | {"X-Gitea-Delivery": made["X-GitHub-Delivery"], "X-Gitea-Signature": digest}


class Postman:
    """Sends deliveries in order, on a thread of its own. A failed delivery is not repeated."""

    def __init__(self) -> None:
        self.deliveries: list[Delivery] = []
        self._waiting: queue.SimpleQueue[tuple[str, dict[str, str], bytes, str] | None] = (
            queue.SimpleQueue()
        )
        self._thread: threading.Thread | None = None

    def send(self, dialect: str, hook: Hook, words: tuple[str, str], payload: Json) -> None:
        """Queue a delivery. Send as many copies as the hook says, all with the same number."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._deliver, name="forge-hooks", daemon=True)
            self._thread.start()
        raw = json.dumps(payload).encode()
        made = headers(dialect, hook, words, raw)
        lost = hook.lose > 0
        hook.lose -= lost
        for _ in range(hook.copies if hook.on and not lost else 0):
            self._waiting.put((hook.url, made, raw, payload.get("action", "")))

    def close(self) -> None:
        """Send the waiting deliveries, then stop."""
        if self._thread:
            self._waiting.put(None)
            self._thread.join()

    def _deliver(self) -> None:
        with httpx.Client(timeout=10, trust_env=False, verify=False) as client:
            while delivery := self._waiting.get():
                url, made, raw, action = delivery
                try:
                    status = client.post(url, content=raw, headers=made).status_code
                except httpx.HTTPError:
                    status = 0
                self.deliveries.append(Delivery(made["X-GitHub-Event"], action, status))

"""GitHub's API, as far as we use it; Gitea's differs from it in `gitea.py`."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar, Literal
from urllib.parse import quote

from coordinator.errors import AccessRefused, IssueGone, TrackerError, TrackerUnavailable
from coordinator.models import Value
from coordinator.trackers import Comment, LineComment
from coordinator.trackers.forge.commit_status import (
    SetStatus,
    State,
    context_of,
    is_ours,
    parse_status,
)
from coordinator.trackers.forge.pulls import (
    AskedIssue,
    EventKind,
    Pull,
    PullEvent,
    closing_references,
)
from coordinator.trackers.http import (
    HttpApi,
    Row,
    ServerBusy,
    content,
    date_of,
    seconds_to_wait,
    time_of,
)

if TYPE_CHECKING:
    from httpx2 import Response

CLOUD = "https://github.com"
RUNNER = "github-actions[bot]"  # who writes with the token of a run of Actions
VERSION = "2022-11-28"
AT_ONCE = 5  # requests
# Seconds that GitHub asks for; an own server has no such limit unless it is set up
BETWEEN_WRITES = 1.0
LIMITED = 60.0  # seconds to wait where a limit is reached and its end not told
LONGEST_DESCRIPTION = 140
_LINKED = """query($owner: String!, $name: String!, $number: Int!) { repository(owner: $owner, name: $name) {
  pullRequest(number: $number) { closingIssuesReferences(first: 10) { nodes {
    number title body author { login } repository { nameWithOwner } } } } } }"""
_KINDS: Mapping[str, EventKind] = {
    "ready_for_review": "ready",
    "reopened": "reopened",
    "head_ref_force_pushed": "replaced",
    "base_ref_changed": "replaced",
    "automatic_base_change_succeeded": "replaced",
    "review_requested": "requested",
    "review_request_removed": "unrequested",
    "labeled": "labelled",
    "assigned": "assigned",
}

Text = Callable[[], Awaitable[str]]


class NotPermitted(TrackerError):
    """Our account, or its token, may not do this."""


class Unacceptable(TrackerError):
    """The server understands the request and will not carry it out; its words say why."""


class NotMergeable(TrackerUnavailable):
    """It cannot be merged, or that is not known yet: the server says the same of both."""


class SubmittedReview(Value):
    """A review of a pull request, or one of ours that was begun and is not visible yet."""

    id: int
    author: str
    text: str
    commit: str
    state: Literal["approved", "rejected", "commented", "dismissed", "pending"]
    at: float
    counts: bool  # as its author may write to the repository


class GitHub(HttpApi):
    """GitHub, or an own GitHub Enterprise Server, seen as one account or App."""

    name = "github"
    address_fix = "set forge.url to the address of the server, as in a browser"
    fixes: ClassVar[Mapping[int, str]] = {
        401: "write a valid COORDINATOR_TOKEN into the env file, and what waits for it goes on",
        403: "`coordinator doctor` says which rights are missing",
        404: "it is not there, or the token may not see it",
    }
    page_size: ClassVar[Mapping[str, int]] = {"per_page": 100}
    review_states: ClassVar[Mapping[str, str]] = {
        "APPROVED": "approved", "CHANGES_REQUESTED": "rejected", "COMMENTED": "commented", "DISMISSED": "dismissed",
    }  # fmt: skip
    approval = "APPROVE"

    def __init__(
        self, url: str, token: Text, *, login: Text | None = None, timeout: float = 30.0
    ) -> None:
        self.site = url.rstrip("/") or CLOUD
        self._is_cloud = self.site == CLOUD
        super().__init__(self.api_address(), timeout=timeout)
        self.token = token
        self._login = login
        self.token_ends = 0.0
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._writing = asyncio.Lock()
        self._written = self._closed_until = -LIMITED
        self._closed_by = ""
        self._etags: dict[str, str] = {}

    def api_address(self) -> str:
        if self._is_cloud:
            return "https://api.github.com"
        return f"{self.site}/api/v3"

    # -- requests, within the limits

    async def headers(self) -> dict[str, str]:
        about = {
            "Accept": "application/vnd.github+json",
            "X-GitHub-Api-Version": VERSION,
            "User-Agent": "coordinator",
        }
        return about | {"Authorization": f"Bearer {await self.token()}"}

    async def request(self, method: str, path: str, **how: Any) -> "Response":
        if (left := self._closed_until - time.monotonic()) > 0:
            raise ServerBusy(self._closed_by, left)
        if method == "GET" or path.endswith("/graphql"):  # where we only ask
            async with self._turn:
                return await super().request(method, path, **how)
        async with self._writing:
            if self._is_cloud:
                await asyncio.sleep(self._written + BETWEEN_WRITES - time.monotonic())
            try:
                return await super().request(method, path, **how)
            finally:
                self._written = time.monotonic()

    def refusal(self, what: str, words: str, response: "Response") -> TrackerError | None:
        status = response.status_code
        headers = response.headers
        is_spent = headers.get("x-ratelimit-remaining") == "0"
        if status == 429 or (
            status == 403
            and (is_spent or "Retry-After" in headers or "rate limit" in words.lower())
        ):
            reset = float(headers.get("x-ratelimit-reset", 0)) - time.time() if is_spent else 0.0
            pause = (
                seconds_to_wait(response) or max(reset, 1.0)
                if is_spent or "Retry-After" in headers
                else LIMITED
            )
            self._closed_until = time.monotonic() + pause
            self._closed_by = (
                f"{what}; we are back at {datetime.now() + timedelta(seconds=pause):%T}"
            )
            return ServerBusy(self._closed_by, pause)
        # 404 hides what we may not do, or whom we name
        if status in (403, 404) and response.request.method != "GET":
            needed = headers.get("X-Accepted-GitHub-Permissions", "")
            return NotPermitted(what, fix=f"it needs {needed}" if needed else self.fixes[status])
        if status in (404, 410) and "/pulls/" in what:
            return IssueGone(what, fix=self.fixes[404])
        if status in (405, 422):
            return Unacceptable(f"{what} {_details(response)}".strip())
        return None

    async def pages(self, path: str) -> AsyncIterator[Row]:
        async for row in self.rows(await self.read(path, self.page_size)):
            yield row

    async def rows(self, response: "Response") -> AsyncIterator[Row]:
        """Yield the rows of a list, and of the pages that the server links after it."""
        while True:
            for row in content(response):
                yield row
            following = response.links.get("next", {}).get("url", "")
            if not following:
                return
            response = await self.read(following)  # as it is: it may lead to another path

    # -- who we are, and what there is

    async def me(self) -> str:
        """Return our login."""
        if self._login:
            return await self._login()
        try:
            response = await self.read("/user")
        except AccessRefused:
            if not os.environ.get("GITHUB_ACTIONS"):
                raise
            return RUNNER  # the token of a run has no account, and may not ask
        if ends := response.headers.get("github-authentication-token-expiration"):
            # 2026-11-16 09:00:00 UTC, or an offset
            self.token_ends = datetime.strptime(
                ends.replace("UTC", "Z"), "%Y-%m-%d %H:%M:%S %z"
            ).timestamp()
        return str(content(response)["login"])

    async def changed(self, repo: str, since: float, *, first: bool) -> tuple[list[Pull], float]:
        """Return the pull requests that have changed since then, and the server's time; at first all open ones."""
        query = {
            "state": "open" if first else "all",
            "sort": "updated",
            "direction": "desc",
            **self.page_size,
        }
        known = {"If-None-Match": self._etags[repo]} if self._etags.get(repo) else {}
        response = await self.read(f"/repos/{repo}/pulls", query, known)
        found = list[Pull]()
        if response.status_code != 304:
            async for row in self.rows(response):
                pull = self.pull_of(repo, row)
                if not first and pull.updated < since:
                    break
                found.append(pull)
            self._etags[repo] = "" if first else response.headers.get("ETag", "")
        if first:  # and what was closed last, of which a workflow may want to know
            closed = content(await self.read(f"/repos/{repo}/pulls", {**query, "state": "closed"}))
            found += [self.pull_of(repo, row) for row in closed]
        return found, date_of(response)

    async def pull(self, repo: str, number: int) -> Pull:
        return self.pull_of(repo, await self.get(f"/repos/{repo}/pulls/{number}"))

    async def open_pulls(self, repo: str) -> list[Pull]:
        # Others are not listed
        return [self.pull_of(repo, row) async for row in self.pages(f"/repos/{repo}/pulls")]

    async def can_write(self, repo: str, login: str) -> bool:
        """Return whether an account can write to a repository; Gitea tells only its administrators."""
        row = await self.get(f"/repos/{repo}/collaborators/{quote(login, safe='')}/permission")
        return row["permission"] in ("write", "admin", "owner")

    def pull_of(self, repo: str, row: Row) -> Pull:
        head = row["head"]
        base = row["base"]
        owner = base["repo"]["owner"]
        return Pull(
            repo=repo,
            number=row["number"],
            title=row["title"],
            text=row.get("body") or "",
            url=row["html_url"],
            # Of the server that our token is for, whatever it calls itself
            clone=f"{self.site}/{repo}.git",
            owner=owner["login"] if owner.get("type", "User") == "User" else "",
            author=login_of(row),
            head=head["sha"],
            base=base["ref"],
            is_for_default=base["ref"] == base["repo"]["default_branch"],
            created=time_of(row["created_at"]),
            updated=time_of(row["updated_at"]),
            closed=time_of(row["closed_at"]) if row.get("closed_at") else 0.0,
            state="merged"
            if row.get("merged_at")
            else "open"
            if row["state"] == "open"
            else "closed",
            is_draft=bool(row.get("draft")),
            labels=tuple(label["name"] for label in row.get("labels") or ()),
            assignees=tuple(user["login"] for user in row.get("assignees") or ()),
        )

    async def events(self, pull: Pull) -> list[PullEvent]:
        """Return what has happened to a pull request that may ask for a review, oldest first."""
        rows = self.pages(f"/repos/{pull.repo}/issues/{pull.number}/timeline")
        return [
            event_of(row, kind, "actor")
            async for row in rows
            if (kind := _KINDS.get(row.get("event", "")))
        ]

    async def asked(self, pull: Pull, repos: Collection[str]) -> tuple[AskedIssue, ...]:
        """Return the issues that a pull request settles: as the server has linked them, else as its text says."""
        owner, name = pull.repo.split("/")
        variables = {"owner": owner, "name": name, "number": pull.number}
        address = f"{self.site}/api/graphql" if not self._is_cloud else f"{self.url}/graphql"
        ask = self.insist(
            lambda: self.request("POST", address, body={"query": _LINKED, "variables": variables})
        )
        # None where it is not let see
        data = (content(await ask).get("data") or {}).get("repository")
        nodes = data["pullRequest"]["closingIssuesReferences"]["nodes"] if data else ()
        linked = [(node["repository"]["nameWithOwner"], node) for node in nodes]
        found = tuple(asked_of(node) for repo, node in linked if repo in (pull.repo, *repos))
        return found or await self.asked_by_text(pull, repos)

    async def asked_by_text(self, pull: Pull, repos: Collection[str]) -> tuple[AskedIssue, ...]:
        found = []
        for repo, number in closing_references(pull, repos):
            try:
                # Whoever writes the text need not know what we may read, and our verdict would tell.
                if repo != pull.repo and (await self.get(f"/repos/{repo}"))["private"]:
                    continue
                row = await self.get(f"/repos/{repo}/issues/{number}")
            except TrackerError as error:
                if error.transient:
                    raise
                continue  # a number that is no issue's
            if not row.get("pull_request"):
                found.append(asked_of(row))
        return tuple(found)

    # -- comments

    async def comments(self, repo: str, number: int) -> list[Comment]:
        return [
            comment_of(row) async for row in self.pages(f"/repos/{repo}/issues/{number}/comments")
        ]

    async def post_comment(self, repo: str, number: int, text: str) -> Comment:
        return comment_of(
            await self.write("POST", f"/repos/{repo}/issues/{number}/comments", {"body": text})
        )

    async def edit_comment(self, repo: str, comment: str, text: str) -> Comment:
        return comment_of(
            await self.write("PATCH", f"/repos/{repo}/issues/comments/{comment}", {"body": text})
        )

    # -- what a verdict does

    async def statuses(self, pull: Pull, creator: str) -> list[SetStatus]:
        """Return the statuses that this account has set for the head and base of a pull request, oldest first."""
        context = context_of(pull.base).lower()  # GitHub does not tell names apart by their case
        rows = [row async for row in self.pages(f"/repos/{pull.repo}/commits/{pull.head}/statuses")]
        found = list[SetStatus]()
        for row in sorted(rows, key=lambda row: int(row["id"])):
            status = parse_status(row.get("description") or "", row.get("state") or row["status"])
            if status and row["context"].lower() == context and login_of(row, "creator") == creator:
                found.append(status)
        return found

    async def set_status(self, pull: Pull, state: State, text: str, link: str) -> None:
        """Set our status of the head for the base; it is there once more if that is repeated, and says the same."""
        description = (
            text if len(text) <= LONGEST_DESCRIPTION else f"{text[: LONGEST_DESCRIPTION - 3]}..."
        )
        body = {"state": state, "context": context_of(pull.base), "description": description}
        path = f"/repos/{pull.repo}/statuses/{pull.head}"
        await self.insist(
            lambda: self.write("POST", path, body | ({"target_url": link} if link else {}))
        )

    async def ci(self, pull: Pull) -> str:
        """Return how the checks of the head are, without our own statuses; nothing if there are none."""
        path = f"/repos/{pull.repo}/commits/{pull.head}"
        rows = (await self.get(f"{path}/status", **self.page_size))["statuses"] or ()
        states = [row.get("state") or row["status"] for row in rows if not is_ours(row["context"])]
        states += await self.check_runs(path)
        known = {
            "failing": {"failure", "error", "cancelled", "timed_out", "action_required"},
            "pending": {"pending"},
        }
        found = [word for word, bad in known.items() if bad & set(states)]
        if found:
            return found[0]
        if states:
            return "passing"
        return ""

    async def check_runs(self, commit: str) -> list[str]:
        rows = (await self.get(f"{commit}/check-runs", **self.page_size))["check_runs"]
        return [row["conclusion"] or "pending" for row in rows]

    async def reviews(self, pull: Pull) -> list[SubmittedReview]:
        return [
            self.review_of(row)
            async for row in self.pages(f"/repos/{pull.repo}/pulls/{pull.number}/reviews")
        ]

    def review_of(self, row: Row) -> SubmittedReview:
        state = (
            "dismissed" if row.get("dismissed") else self.review_states.get(row["state"], "pending")
        )
        given = {
            "text": row.get("body") or "",
            "commit": row.get("commit_id") or "",
            "state": state,
        }
        # A pending one has no time
        given["at"] = time_of(row["submitted_at"]) if row.get("submitted_at") else 0.0
        given["counts"] = row.get(
            "official", row.get("author_association") in ("OWNER", "MEMBER", "COLLABORATOR")
        )
        return SubmittedReview.model_validate({"id": row["id"], "author": login_of(row), **given})

    async def submit_review(
        self, pull: Pull, event: str, text: str, findings: Sequence[LineComment]
    ) -> SubmittedReview:
        """Review exactly the commit that the pull request has at its head, with findings at their lines."""
        comments = [self.finding_of(finding) for finding in findings]
        word = {"accept": self.approval, "reject": "REQUEST_CHANGES", "comment": "COMMENT"}[event]
        body: Row = {"commit_id": pull.head, "body": text, "event": word, "comments": comments}
        made = self.review_of(
            await self.write("POST", f"/repos/{pull.repo}/pulls/{pull.number}/reviews", body)
        )
        if made.state == "pending":  # as Gitea makes of a word that it does not know
            raise Unacceptable(
                f"{pull.key}: the review stayed a draft", fix="check the server's version"
            )
        return made

    def finding_of(self, finding: LineComment) -> Row:
        return {"path": finding.path, "body": finding.text, "line": finding.line, "side": "RIGHT"}

    async def discard_review(self, pull: Pull, review: SubmittedReview) -> None:
        """Delete a review that was begun and is not visible."""
        await self.write("DELETE", f"/repos/{pull.repo}/pulls/{pull.number}/reviews/{review.id}")

    async def dismiss(self, pull: Pull, review: SubmittedReview, why: str) -> None:
        body = {"message": why, "event": "DISMISS"}
        await self.write(
            "PUT", f"/repos/{pull.repo}/pulls/{pull.number}/reviews/{review.id}/dismissals", body
        )

    async def request_review(self, pull: Pull, login: str) -> None:
        path = f"/repos/{pull.repo}/pulls/{pull.number}/requested_reviewers"
        await self.write("POST", path, {"reviewers": [login]})

    async def label(
        self, repo: str, number: int, add: Sequence[str], remove: Sequence[str]
    ) -> None:
        path = f"/repos/{repo}/issues/{number}/labels"
        if add:
            await self.write("POST", path, {"labels": list(add)})
        for label in remove:
            await self.write("DELETE", f"{path}/{quote(label, safe='')}")

    async def assign(self, pull: Pull, login: str) -> None:
        """Assign somebody, anew where that was so already, as only an assignment starts an agent."""
        path = f"/repos/{pull.repo}/issues/{pull.number}/assignees"
        if login in pull.assignees:
            await self.write("DELETE", path, {"assignees": [login]})
        await self.write("POST", path, {"assignees": [login]})

    async def dispatch(self, pull: Pull, event: str, payload: Row) -> None:
        await self.write(
            "POST",
            f"/repos/{pull.repo}/dispatches",
            {"event_type": event, "client_payload": payload},
        )

    async def merge(self, pull: Pull, method: str) -> None:
        """Merge exactly the head that is known; Unacceptable says why the server does not, Conflict that it moved."""
        body = {"sha": pull.head, "merge_method": method}
        await self.write("PUT", f"/repos/{pull.repo}/pulls/{pull.number}/merge", body)


def login_of(row: Row, role: str = "user") -> str:
    """Return who plays a role in a row; nobody does where the account is deleted."""
    return str((row.get(role) or {}).get("login") or "")


def is_fork(row: Row) -> bool:
    """Return whether a pull request comes from another repository, which may be gone by now."""
    head = row["head"].get("repo")
    base = row["base"]["repo"]
    return not head or head["full_name"] != base["full_name"]


def asked_of(row: Row) -> AskedIssue:
    author = login_of(row, "author" if "author" in row else "user")
    return AskedIssue(title=row["title"], text=row.get("body") or "", author=author)


def event_of(row: Row, kind: EventKind, actor: str) -> PullEvent:
    about = row.get("label") or row.get("requested_reviewer") or row.get("assignee") or {}
    given = {
        "id": str(row["id"]),
        "kind": kind,
        "at": time_of(row["created_at"]),
        "actor": login_of(row, actor),
    }
    return PullEvent.model_validate(
        {**given, "about": about.get("name") or about.get("login") or ""}
    )


def comment_of(row: Row) -> Comment:
    given = {
        "id": str(row["id"]),
        "issue": row["issue_url"],
        "author": login_of(row),
        "text": row["body"] or "",
    }
    return Comment.model_validate({**given, "at": time_of(row["created_at"])})


def _details(response: "Response") -> str:
    """Return what a refusal says besides its message: errors as texts, or as what is wrong with which field."""
    try:
        errors = content(response).get("errors") or ()
    except (TrackerError, AttributeError):
        return ""
    said = [
        each
        if isinstance(each, str)
        else each.get("message") or f"{each.get('field')} {each.get('code')}"
        for each in errors
    ]
    if said:
        return f"({'; '.join(map(str, said))})"
    return ""

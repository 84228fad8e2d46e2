"""A client for the parts of GitHub's API that we use. `gitea.py` overrides it for Gitea."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple
from urllib.parse import quote

from coordinator.errors import AccessRefused, IssueGone, TrackerError, TrackerUnavailable
from coordinator.models import Value
from coordinator.trackers import Comment, LineComment
from coordinator.trackers.endpoints import TrackerEndpoint
from coordinator.trackers.forge import endpoints
from coordinator.trackers.forge.commit_status import (
    SetStatus,
    State,
    context_of,
    is_ours,
    parse_status,
)
from coordinator.trackers.forge.issues import ForgeIssue
from coordinator.trackers.forge.pulls import (
    AskedIssue,
    EventKind,
    Pull,
    PullEvent,
    closing_references,
)
from coordinator.trackers.forge.rows import (
    account_of,
    asked_of,
    comment_of,
    event_of,
    is_bot,
    login_of,
    pull_state,
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
RUNNER = "github-actions[bot]"  # the account of the token in a GitHub Actions run
VERSION = "2022-11-28"
AT_ONCE = 5  # requests at the same time
# GitHub asks for this many seconds between two writes. Other servers set their own limits.
BETWEEN_WRITES = 1.0
LIMITED = 60.0  # seconds to wait at a limit if the server does not say how long
LONGEST_DESCRIPTION = 140
_LINKED = """
query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      closingIssuesReferences(first: 10) {
        nodes { number title body author { login } repository { nameWithOwner } }
      }
    }
  }
}
"""
_FAILING = {"failure", "error", "cancelled", "timed_out", "action_required"}
_KINDS: Mapping[str, EventKind] = {
    "ready_for_review": "ready",
    "reopened": "reopened",
    "head_ref_force_pushed": "replaced",
    "base_ref_changed": "replaced",
    "automatic_base_change_succeeded": "replaced",
    "review_requested": "requested",
    "review_request_removed": "unrequested",
    "closed": "closed",
    "labeled": "labelled",
    "unlabeled": "unlabelled",
    "assigned": "assigned",
}

Text = Callable[[], Awaitable[str]]
Item = Pull | ForgeIssue
SubmittedState = Literal["approved", "rejected", "commented", "dismissed", "pending"]


class NotPermitted(TrackerError):
    """Our account or its token lacks a permission."""


class Unacceptable(TrackerError):
    """The server understood the request and refused it; its message says why."""


class NotMergeable(TrackerUnavailable):
    """The server refuses to merge.

    Either it cannot, or it does not know yet whether it can. The server does not say which.
    """


class SubmittedReview(Value):
    """A review of a pull request. A pending review is our own draft, which only we can see."""

    id: int
    author: str
    text: str
    commit: str
    state: SubmittedState
    at: float
    counts: bool  # whether its author may write to the repository
    is_by_bot: bool = False


class KnownRef(NamedTuple):
    """The commit of a branch in an earlier answer, and the ETag of that answer."""

    etag: str
    commit: str


class GitHub(HttpApi):
    """A client of GitHub or a GitHub Enterprise Server, signed in as one account or App."""

    name = "github"
    address_fix = "set forge.url to the address of the server, as in a browser"
    fixes: ClassVar[Mapping[int, str]] = {
        401: "write a valid COORDINATOR_TOKEN into the env file; waiting runs then continue",
        403: "`coordinator doctor` says which rights are missing",
        404: "it does not exist, or the token has no right to read it",
    }
    page_size: ClassVar[Mapping[str, int]] = {"per_page": 100}
    review_states: ClassVar[Mapping[str, SubmittedState]] = {
        "APPROVED": "approved",
        "CHANGES_REQUESTED": "rejected",
        "COMMENTED": "commented",
        "DISMISSED": "dismissed",
    }
    approval = "APPROVE"
    has_close_reasons = True  # whether the server stores why an issue was closed
    table: ClassVar[Sequence[TrackerEndpoint]] = endpoints.GITHUB
    final: ClassVar[Collection[int]] = endpoints.FINAL

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
        self._refs: dict[str, KnownRef] = {}  # by path

    def api_address(self) -> str:
        if self._is_cloud:
            return "https://api.github.com"
        return f"{self.site}/api/v3"

    # -- requests, within the limits

    async def headers(self) -> dict[str, str]:
        return {
            "Accept": "application/vnd.github+json",
            "X-GitHub-Api-Version": VERSION,
            "User-Agent": "coordinator",
            "Authorization": f"Bearer {await self.token()}",
        }

    async def request(self, method: str, path: str, **how: Any) -> "Response":
        left = self._closed_until - time.monotonic()
        if left > 0:
            raise ServerBusy(self._closed_by, left)
        if method == "GET" or path.endswith("/graphql"):  # we only read through GraphQL
            async with self._turn:
                return await super().request(method, path, **how)
        async with self._writing:
            if self._is_cloud:
                await asyncio.sleep(self._written + BETWEEN_WRITES - time.monotonic())
            try:
                return await super().request(method, path, **how)
            finally:
                self._written = time.monotonic()

    def is_own_refusal(self, response: "Response") -> bool:
        return endpoints.is_githubs_refusal(response)

    def anchor(self, path: str) -> str:
        """Return the path of the repository that a path is in; empty for the repository itself."""
        root, *parts = path.strip("/").split("/")
        length = {"repos": 2, "repositories": 1}.get(root, 0)
        if not length:
            return "/user"
        if len(parts) <= length:
            return ""
        return "/".join(["", root, *parts[:length]])

    def may_follow(self, path: str) -> bool:
        """Return whether a path is one of a repository, which may have got another name."""
        return path.startswith(("/repos/", "/repositories/"))

    def pause_of(self, words: str, response: "Response") -> TrackerError | None:
        pause = _rate_limit_pause(words, response)
        if pause is None:
            return None
        self._closed_until = time.monotonic() + pause
        reopens = datetime.now() + timedelta(seconds=pause)
        self._closed_by = f"{words}; next request at {reopens:%T}"
        return ServerBusy(self._closed_by, pause)

    def refusal(self, what: str, _words: str, response: "Response", /) -> TrackerError | None:
        status = response.status_code
        # The server can answer a write with 404 instead of 403, to hide a repository or an account.
        if status in (403, 404) and response.request.method != "GET":
            needed = response.headers.get("X-Accepted-GitHub-Permissions", "")
            fix = f"it needs {needed}" if needed else self.fixes[status]
            return NotPermitted(what, fix=fix)
        if status in (404, 410) and ("/pulls/" in what or "/issues/" in what):
            return IssueGone(what, fix=self.fixes[404])
        if status in (405, 422):
            return Unacceptable(f"{what} {_details(response)}".strip())
        return None

    async def pages(self, path: str) -> AsyncIterator[Row]:
        async for row in self.rows(await self.read(path, self.page_size)):
            yield row

    async def rows(self, response: "Response") -> AsyncIterator[Row]:
        """Yield the rows of a list. Follow the server's links to its further pages."""
        while True:
            for row in content(response):
                yield row
            following = response.links.get("next", {}).get("url", "")
            if not following:
                return
            response = await self.read(following)  # use the link as it is: its path can differ

    # -- our account, and pull requests

    async def me(self) -> str:
        """Return our login. Also set `token_ends` if the server says when our token expires."""
        if self._login:
            return await self._login()
        try:
            response = await self.read("/user")
        except AccessRefused:
            if not os.environ.get("GITHUB_ACTIONS"):
                raise
            return RUNNER  # the token of an Actions run cannot read its own account
        ends = response.headers.get("github-authentication-token-expiration")
        if ends:
            # 2026-11-16 09:00:00 UTC, or with an offset instead of UTC
            end = datetime.strptime(ends.replace("UTC", "Z"), "%Y-%m-%d %H:%M:%S %z")
            self.token_ends = end.timestamp()
        return str(content(response)["login"])

    async def changed(self, repo: str, since: float, *, first: bool) -> tuple[list[Pull], float]:
        """Return the pull requests that have changed since a time, and the server's time now.

        The `first` call returns all open pull requests. It also returns the most recently closed
        ones, because a workflow may be waiting until one of them is closed.
        """
        state = "open" if first else "all"
        query: Row = {"state": state, "sort": "updated", "direction": "desc", **self.page_size}
        condition = {}
        if self._etags.get(repo):
            condition["If-None-Match"] = self._etags[repo]
        response = await self.read(f"/repos/{repo}/pulls", query, condition)
        found = list[Pull]()
        if response.status_code != 304:
            async for row in self.rows(response):
                pull = self.pull_of(repo, row)
                if not first and pull.updated < since:
                    break
                found.append(pull)
            self._etags[repo] = "" if first else response.headers.get("ETag", "")
        if first:
            query["state"] = "closed"
            closed = content(await self.read(f"/repos/{repo}/pulls", query))
            found += [self.pull_of(repo, row) for row in closed]
        return found, date_of(response)

    async def pull(self, repo: str, number: int) -> Pull:
        return self.pull_of(repo, await self.get(f"/repos/{repo}/pulls/{number}"))

    async def open_pulls(self, repo: str) -> list[Pull]:
        # By default, the server lists only open pull requests.
        return [self.pull_of(repo, row) async for row in self.pages(f"/repos/{repo}/pulls")]

    async def branch_head(self, repo: str, branch: str) -> str:
        """Return the present commit of a branch.

        A request for a branch that has not moved does not count towards the rate limit.
        """
        path = f"/repos/{repo}/git/ref/{quote(f'heads/{branch}', safe='')}"
        known = self._refs.get(path)
        condition = {"If-None-Match": known.etag} if known else {}
        response = await self.read(path, None, condition)
        if known and response.status_code == 304:
            return known.commit
        commit = str(content(response)["object"]["sha"])
        etag = response.headers.get("ETag", "")
        if etag:
            self._refs[path] = KnownRef(etag, commit)
        return commit

    async def can_write(self, repo: str, login: str) -> bool:
        """Return whether an account can write to a repository.

        Gitea answers this only to administrators.
        """
        row = await self.get(f"/repos/{repo}/collaborators/{quote(login, safe='')}/permission")
        return row["permission"] in ("write", "admin", "owner")

    def pull_of(self, repo: str, row: Row) -> Pull:
        head = row["head"]
        base = row["base"]
        owner = base["repo"]["owner"]
        is_person = owner.get("type", "User") == "User"
        return Pull(
            repo=repo,
            number=row["number"],
            title=row["title"],
            text=row.get("body") or "",
            url=row["html_url"],
            # Clone from the server that our token is for, whatever address the server gives itself.
            clone=f"{self.site}/{repo}.git",
            owner=owner["login"] if is_person else "",
            author=login_of(row),
            head=head["sha"],
            base=base["ref"],
            is_for_default=base["ref"] == base["repo"]["default_branch"],
            created=time_of(row["created_at"]),
            updated=time_of(row["updated_at"]),
            closed=time_of(row["closed_at"]) if row.get("closed_at") else 0.0,
            state=pull_state(row),
            is_draft=bool(row.get("draft")),
            labels=tuple(label["name"] for label in row.get("labels") or ()),
            assignees=tuple(user["login"] for user in row.get("assignees") or ()),
            branch=head["ref"],
            merged_by=account_of(row, "merged_by") if row.get("merged_by") else None,
        )

    async def events(self, pull: Item) -> list[PullEvent]:
        """Return the events of a pull request or an issue that we heed, oldest first."""
        events = []
        async for row in self.pages(f"/repos/{pull.repo}/issues/{pull.number}/timeline"):
            kind = _KINDS.get(row.get("event", ""))
            if kind:
                events.append(event_of(row, kind, "actor"))
        return events

    async def asked(self, pull: Pull, repos: Collection[str]) -> tuple[AskedIssue, ...]:
        """Return the issues that this pull request closes: they are the request for the work.

        Use the server's links, or else the text of the pull request. Leave out issues that are
        neither in the pull request's repository nor in `repos`.
        """
        found = []
        for row in await self._linked_issues(pull):
            if row["repository"]["nameWithOwner"] in (pull.repo, *repos):
                found.append(asked_of(row, row["repository"]["nameWithOwner"]))
        if found:
            return tuple(found)
        return await self.asked_by_text(pull, repos)

    async def _linked_issues(self, pull: Pull) -> list[Row]:
        repository = await self.query_repository(pull.repo, _LINKED, number=pull.number)
        if not repository:  # the token has no right to read it
            return []
        return list(repository["pullRequest"]["closingIssuesReferences"]["nodes"])

    async def query_repository(self, repo: str, query: str, **variables: object) -> Row:
        """Return the part `repository` of the answer to a GraphQL query; empty if it has none."""
        owner, name = repo.split("/")
        body = {"query": query, "variables": {"owner": owner, "name": name, **variables}}
        address = f"{self.url}/graphql" if self._is_cloud else f"{self.site}/api/graphql"
        answer = content(await self.insist(lambda: self.request("POST", address, body=body)))
        return (answer.get("data") or {}).get("repository") or {}

    async def asked_by_text(self, pull: Pull, repos: Collection[str]) -> tuple[AskedIssue, ...]:
        """Return the issues that the text of a pull request says it closes."""
        found = []
        for repo, number in closing_references(pull, repos):
            try:
                # The author may not be allowed to read a private issue, and our verdict would
                # reveal it.
                if repo != pull.repo and (await self.get(f"/repos/{repo}"))["private"]:
                    continue
                row = await self.get(f"/repos/{repo}/issues/{number}")
            except TrackerError as error:
                if error.transient:
                    raise
                continue  # there is no such issue
            if not row.get("pull_request"):
                found.append(asked_of(row, repo))
        return tuple(found)

    # -- comments

    async def comments(self, repo: str, number: int) -> list[Comment]:
        rows = self.pages(f"/repos/{repo}/issues/{number}/comments")
        return [comment_of(row) async for row in rows]

    async def post_comment(self, repo: str, number: int, text: str) -> Comment:
        path = f"/repos/{repo}/issues/{number}/comments"
        return comment_of(await self.write("POST", path, {"body": text}))

    async def edit_comment(self, repo: str, comment: str, text: str) -> Comment:
        path = f"/repos/{repo}/issues/comments/{comment}"
        return comment_of(await self.write_again("PATCH", path, {"body": text}))

    # -- statuses, reviews, labels and merging

    async def statuses(self, pull: Pull, creator: str) -> list[SetStatus]:
        """Return the statuses that an account has set for the pull request's head and base.

        The oldest status comes first.
        """
        context = context_of(pull.base).lower()  # GitHub ignores the case of names
        rows = [row async for row in self.pages(f"/repos/{pull.repo}/commits/{pull.head}/statuses")]
        found = list[SetStatus]()
        for row in sorted(rows, key=lambda row: int(row["id"])):
            status = parse_status(row.get("description") or "", row.get("state") or row["status"])
            if status and row["context"].lower() == context and login_of(row, "creator") == creator:
                found.append(status)
        return found

    async def set_status(self, pull: Pull, state: State, text: str, link: str) -> None:
        """Set our status for the head and base of a pull request.

        A repeated call adds the same status again.
        """
        if len(text) > LONGEST_DESCRIPTION:
            text = f"{text[: LONGEST_DESCRIPTION - 3]}..."
        body: Row = {"state": state, "context": context_of(pull.base), "description": text}
        if link:
            body["target_url"] = link
        path = f"/repos/{pull.repo}/statuses/{pull.head}"
        await self.insist(lambda: self.write("POST", path, body))

    async def parents(self, repo: str, commit: str) -> list[str]:
        """Return the parents of a commit."""
        row = await self.get(f"/repos/{repo}/git/commits/{commit}")
        return [str(parent["sha"]) for parent in row["parents"]]

    async def ci(self, pull: Pull) -> str:
        """Return the state of the head's CI checks; empty if there are none besides our own."""
        path = f"/repos/{pull.repo}/commits/{pull.head}"
        states = set()
        for row in (await self.get(f"{path}/status", **self.page_size))["statuses"] or ():
            if not is_ours(row["context"]):
                states.add(row.get("state") or row["status"])
        states.update(await self.check_runs(path))
        if not states:
            return ""
        if states & _FAILING:
            return "failing"
        if "pending" in states:
            return "pending"
        return "passing"

    async def check_runs(self, commit: str) -> list[str]:
        rows = (await self.get(f"{commit}/check-runs", **self.page_size))["check_runs"]
        return [row["conclusion"] or "pending" for row in rows if not is_ours(row["name"])]

    async def reviews(self, pull: Pull) -> list[SubmittedReview]:
        rows = self.pages(f"/repos/{pull.repo}/pulls/{pull.number}/reviews")
        return [self.review_of(row) async for row in rows]

    def review_of(self, row: Row) -> SubmittedReview:
        state: SubmittedState = self.review_states.get(row["state"], "pending")
        if row.get("dismissed"):
            state = "dismissed"
        is_member = row.get("author_association") in ("OWNER", "MEMBER", "COLLABORATOR")
        return SubmittedReview(
            id=row["id"],
            author=login_of(row),
            text=row.get("body") or "",
            commit=row.get("commit_id") or "",
            state=state,
            # A pending review has no time
            at=time_of(row["submitted_at"]) if row.get("submitted_at") else 0.0,
            counts=row.get("official", is_member),
            is_by_bot=is_bot(row),
        )

    async def submit_review(
        self, pull: Pull, event: str, text: str, findings: Sequence[LineComment]
    ) -> SubmittedReview:
        """Submit a review of the commit `pull.head`, with findings at their lines.

        Raise Unacceptable if the server keeps the review as a draft.
        """
        words = {"accept": self.approval, "reject": "REQUEST_CHANGES", "comment": "COMMENT"}
        body = {
            "commit_id": pull.head,
            "body": text,
            "event": words[event],
            "comments": [self.finding_of(finding) for finding in findings],
        }
        path = f"/repos/{pull.repo}/pulls/{pull.number}/reviews"
        made = self.review_of(await self.write("POST", path, body))
        if made.state == "pending":  # Gitea keeps a draft if it does not know the event
            raise Unacceptable(
                f"{pull.key}: the review stayed a draft", fix="check the server's version"
            )
        return made

    def finding_of(self, finding: LineComment) -> Row:
        return {"path": finding.path, "body": finding.text, "line": finding.line, "side": "RIGHT"}

    async def discard_review(self, pull: Pull, review: SubmittedReview) -> None:
        """Delete a pending review."""
        await self.write("DELETE", f"/repos/{pull.repo}/pulls/{pull.number}/reviews/{review.id}")

    async def dismiss(self, pull: Pull, review: SubmittedReview, why: str) -> None:
        path = f"/repos/{pull.repo}/pulls/{pull.number}/reviews/{review.id}/dismissals"
        await self.write("PUT", path, {"message": why, "event": "DISMISS"})

    async def request_review(self, pull: Pull, login: str) -> None:
        path = f"/repos/{pull.repo}/pulls/{pull.number}/requested_reviewers"
        await self.write_again("POST", path, {"reviewers": [login]})

    async def label(
        self, repo: str, number: int, add: Sequence[str], remove: Sequence[str]
    ) -> None:
        path = f"/repos/{repo}/issues/{number}/labels"
        if add:
            await self.write_again("POST", path, {"labels": list(add)})
        for label in remove:
            await self.write("DELETE", f"{path}/{quote(label, safe='')}")

    async def assign(self, item: Item, login: str) -> None:
        """Assign an account. If it is assigned already, unassign it first.

        Only a new assignment starts an agent.
        """
        path = f"/repos/{item.repo}/issues/{item.number}/assignees"
        if login in item.assignees:
            await self.write("DELETE", path, {"assignees": [login]})
        await self.write("POST", path, {"assignees": [login]})

    async def dispatch(self, pull: Pull, event: str, payload: Row) -> None:
        body = {"event_type": event, "client_payload": payload}
        await self.write("POST", f"/repos/{pull.repo}/dispatches", body)

    async def merge(self, pull: Pull, method: str) -> None:
        """Merge the commit `pull.head`.

        Raise Unacceptable if the server refuses, and Conflict if the head has moved.
        """
        body = {"sha": pull.head, "merge_method": method}
        await self.write("PUT", f"/repos/{pull.repo}/pulls/{pull.number}/merge", body)


def _rate_limit_pause(words: str, response: "Response") -> float | None:
    """Return the seconds to wait if a rate limit caused a refusal; None for other refusals."""
    headers = response.headers
    is_spent = headers.get("x-ratelimit-remaining") == "0"
    has_pause = is_spent or "Retry-After" in headers
    is_limited = response.status_code == 429
    if response.status_code == 403:
        is_limited = has_pause or "rate limit" in words.lower()
    if not is_limited:
        return None
    if not has_pause:
        return LIMITED
    pause = seconds_to_wait(response)
    if pause:
        return pause
    reset = 0.0
    if is_spent:
        reset = float(headers.get("x-ratelimit-reset", 0)) - time.time()
    return max(reset, 1.0)


def _details(response: "Response") -> str:
    """Return the errors in a refusal: messages, or names of wrong fields with error codes."""
    try:
        errors = content(response).get("errors") or ()
    except (TrackerError, AttributeError):
        return ""
    details = []
    for error in errors:
        if isinstance(error, str):
            details.append(error)
        else:
            details.append(str(error.get("message") or f"{error.get('field')} {error.get('code')}"))
    if not details:
        return ""
    return f"({'; '.join(details)})"

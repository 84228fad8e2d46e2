"""Call the API of Gitea and Forgejo where it differs from that of GitHub."""

import json
import re
import time
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import quote

from coordinator.errors import ForeignAnswer, TrackerError, TrackerUnavailable
from coordinator.trackers import Comment, LineComment
from coordinator.trackers.endpoints import TrackerEndpoint
from coordinator.trackers.forge import endpoints, github
from coordinator.trackers.forge.commit_status import State
from coordinator.trackers.forge.pulls import AskedIssue, EventKind, Pull, PullEvent
from coordinator.trackers.forge.rows import comment_of, event_of
from coordinator.trackers.http import Row, content, date_of

if TYPE_CHECKING:
    from httpx2 import Response

# Gitea gives this answer while it checks whether it can merge, and also if there are conflicts.
COMPUTING = "Please try again later"
DAY = 86_400.0
# The title of a draft begins with this, unless the server is configured otherwise.
_DRAFT = re.compile(r"\[?WIP\]?:?", re.IGNORECASE)


class Gitea(github.GitHub):
    """A client of a Gitea or Forgejo server, signed in as one account."""

    name = "gitea"
    page_size: ClassVar[Mapping[str, int]] = {"limit": 50}
    review_states: ClassVar[Mapping[str, github.SubmittedState]] = {
        "APPROVED": "approved",
        "REQUEST_CHANGES": "rejected",
        "COMMENT": "commented",
        "REQUEST_REVIEW": "dismissed",
    }
    approval = "APPROVED"
    has_close_reasons = False
    table: ClassVar[Sequence[TrackerEndpoint]] = endpoints.GITEA

    def api_address(self) -> str:
        return f"{self.site}/api/v1"

    async def headers(self) -> dict[str, str]:
        return {"Authorization": f"token {await self.token()}", "Accept": "application/json"}

    def is_own_refusal(self, response: "Response") -> bool:
        return endpoints.is_giteas_refusal(response)

    def refusal(self, what: str, words: str, response: "Response", /) -> TrackerError | None:
        if response.status_code == 405 and COMPUTING in words:
            return github.NotMergeable(what, fix="it may have conflicts")
        if response.status_code == 423:
            return github.Unacceptable(what, fix="the repository is archived")
        return super().refusal(what, words, response)

    async def changed(self, repo: str, since: float, *, first: bool) -> tuple[list[Pull], float]:
        # Gitea has no conditional requests, but this list is empty if nothing has changed.
        path = f"/repos/{repo}/issues"
        query: Row = {"type": "pulls", "state": "open", **self.page_size}
        if not first:
            query["state"] = "all"
            query["since"] = datetime.fromtimestamp(since, UTC).isoformat()
        response = await self.read(path, query)
        numbers = [row["number"] async for row in self.rows(response)]
        if first:
            query["state"] = "closed"
            query["since"] = datetime.fromtimestamp(time.time() - DAY, UTC).isoformat()
            for row in await self.get(path, **query):
                numbers.append(row["number"])
        pulls = []
        for number in numbers:
            pulls.append(await self.pull(repo, number))
        return pulls, date_of(response)

    async def branch_head(self, repo: str, branch: str) -> str:
        row = await self.get(f"/repos/{repo}/branches/{quote(branch, safe='')}")
        return str(row["commit"]["id"])

    async def pages(self, path: str) -> AsyncIterator[Row]:
        # Not every paged list has links to its pages, but every such list gives the number of rows.
        for page in count(1):
            response = await self.read(path, {**self.page_size, "page": page})
            for row in content(response) or ():
                yield row
            if page * self.page_size["limit"] >= int(response.headers.get("X-Total-Count") or 0):
                return

    async def comments(self, repo: str, number: int) -> list[Comment]:
        rows = await self.get(f"/repos/{repo}/issues/{number}/comments")  # has no pages
        return [comment_of(row) for row in rows]

    async def events(self, pull: github.Item) -> list[PullEvent]:
        path = f"/repos/{pull.repo}/issues/{pull.number}/timeline"
        limit = self.page_size["limit"]
        rows = list[Row]()
        hidden = 0
        for page in count(1):
            rows += await self.get(path, limit=limit, page=page) or ()
            if not hidden and any(row["type"] == "review" for row in rows):
                # A page leaves out comments on lines, but they count towards its length.
                async for review in self.pages(f"/repos/{pull.repo}/pulls/{pull.number}/reviews"):
                    hidden += review["comments_count"]
            if page * limit > len(rows) + hidden:
                break
        events = []
        for row in rows:
            kind = _kind_of(row)
            if kind:
                events.append(event_of(row, kind, "user"))
        return events

    async def check_runs(self, commit: str) -> list[str]:  # noqa: ARG002  # there are none
        return []

    async def asked(self, pull: Pull, repos: Collection[str]) -> tuple[AskedIssue, ...]:
        return await self.asked_by_text(pull, repos)

    def finding_of(self, finding: LineComment) -> Row:
        return {"path": finding.path, "body": finding.text, "new_position": finding.line}

    async def dismiss(self, pull: Pull, review: github.SubmittedReview, why: str) -> None:
        path = f"/repos/{pull.repo}/pulls/{pull.number}/reviews/{review.id}/dismissals"
        try:
            await self.write("POST", path, {"message": why})
        except github.NotPermitted:
            # Only administrators can dismiss a review, but every author can delete their own
            # review.
            await self.discard_review(pull, review)

    async def set_status(self, pull: Pull, state: State, text: str, link: str) -> None:
        try:
            await super().set_status(pull, state, text, link)
        except ForeignAnswer:
            raise
        except TrackerUnavailable:
            # The server fails in the same way each time if it does not have the commit. Then this
            # request is refused.
            await self.parents(pull.repo, pull.head)
            raise

    async def label(
        self, repo: str, number: int, add: Sequence[str], remove: Sequence[str]
    ) -> None:
        # Gitea silently skips a label that the repository does not have, so we make it first.
        known = {row["name"]: row["id"] async for row in self.pages(f"/repos/{repo}/labels")}
        for name in add:
            if name not in known:
                new = {"name": name, "color": "#ededed"}
                known[name] = (await self.write("POST", f"/repos/{repo}/labels", new))["id"]
        path = f"/repos/{repo}/issues/{number}/labels"
        if add:
            await self.write_again("POST", path, {"labels": [known[name] for name in add]})
        if remove:
            # A label is removed by its id. `known` lacks the labels of the organisation, so we take
            # the id from the labels of the issue.
            for row in await self.get(path):
                if row["name"] in remove:
                    await self.write("DELETE", f"{path}/{row['id']}")

    async def assign(self, item: github.Item, login: str) -> None:
        path = f"/repos/{item.repo}/issues/{item.number}"
        others = [each for each in item.assignees if each != login]
        if login in item.assignees:
            await self.write("PATCH", path, {"assignees": others})
        await self.write("PATCH", path, {"assignees": [*others, login]})

    async def merge(self, pull: Pull, method: str) -> None:
        body = {"Do": method, "head_commit_id": pull.head}
        await self.write("POST", f"/repos/{pull.repo}/pulls/{pull.number}/merge", body)
        # A success has no content, so anybody could have given this answer.
        now = await self.pull(pull.repo, pull.number)
        if now.state != "merged":
            raise ForeignAnswer(f"{pull.key} is {now.state} after an answer that it was merged")


def _kind_of(row: Row) -> EventKind | None:
    """Return the kind of event in a timeline row; None if we have no use for the row.

    On Gitea, the title marks a draft. So a row about a new title can be the event `ready`.
    """
    kind = row["type"]
    is_gone = bool(row.get("removed_assignee"))
    if (
        kind == "change_title"
        and _DRAFT.match(row["old_title"])
        and not _DRAFT.match(row["new_title"])
    ):
        return "ready"
    if kind == "change_target_branch":
        return "replaced"
    if kind == "pull_push" and json.loads(row.get("body") or "{}").get("is_force_push"):
        return "replaced"
    if kind == "label":
        if row.get("body") == "1":
            return "labelled"
        return "unlabelled"
    if kind == "review_request":
        if is_gone:
            return "unrequested"
        return "requested"
    if kind == "assignees":
        if is_gone:
            return None
        return "assigned"
    if kind == "reopen":
        return "reopened"
    if kind == "close":
        return "closed"
    return None

"""Where Gitea and Forgejo differ from GitHub, although much looks alike."""

import json
import re
import time
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, ClassVar

from coordinator.errors import TrackerError
from coordinator.trackers import Comment, LineComment
from coordinator.trackers.forge import github
from coordinator.trackers.forge.pulls import AskedIssue, EventKind, Pull, PullEvent
from coordinator.trackers.http import Row, content, date_of

if TYPE_CHECKING:
    from httpx2 import Response

COMPUTING = "Please try again later"  # whether it can be merged; also said where it has conflicts
DAY = 86_400.0
# The beginning of a title, as servers are set up
_DRAFT = re.compile(r"\[?WIP\]?:?", re.IGNORECASE)


class Gitea(github.GitHub):
    """A Gitea or Forgejo server, seen as one account."""

    name = "gitea"
    page_size: ClassVar[Mapping[str, int]] = {"limit": 50}
    review_states: ClassVar[Mapping[str, str]] = {
        "APPROVED": "approved", "REQUEST_CHANGES": "rejected", "COMMENT": "commented", "REQUEST_REVIEW": "dismissed",
    }  # fmt: skip
    approval = "APPROVED"

    def api_address(self) -> str:
        return f"{self.site}/api/v1"

    async def headers(self) -> dict[str, str]:
        return {"Authorization": f"token {await self.token()}", "Accept": "application/json"}

    def refusal(self, what: str, words: str, response: "Response") -> TrackerError | None:
        if response.status_code == 405 and COMPUTING in words:
            return github.NotMergeable(what, fix="it may have conflicts")
        if response.status_code == 423:
            return github.Unacceptable(what, fix="the repository is archived")
        return super().refusal(what, words, response)

    async def changed(self, repo: str, since: float, *, first: bool) -> tuple[list[Pull], float]:
        # No list here is conditional; this one is empty where nothing has changed.
        query: Row = {"type": "pulls", "state": "open" if first else "all", **self.page_size}
        query |= {} if first else {"since": datetime.fromtimestamp(since, UTC).isoformat()}
        response = await self.read(f"/repos/{repo}/issues", query)
        numbers = [row["number"] async for row in self.rows(response)]
        if first:
            recent = {
                **query,
                "state": "closed",
                "since": datetime.fromtimestamp(time.time() - DAY, UTC).isoformat(),
            }
            numbers += [row["number"] for row in await self.get(f"/repos/{repo}/issues", **recent)]
        return [await self.pull(repo, number) for number in numbers], date_of(response)

    async def pages(self, path: str) -> AsyncIterator[Row]:
        # Not every list has links to its pages, but each that has pages says how many rows there are.
        for page in count(1):
            response = await self.read(path, {**self.page_size, "page": page})
            for row in content(response) or ():
                yield row
            if page * self.page_size["limit"] >= int(response.headers.get("X-Total-Count") or 0):
                return

    async def comments(self, repo: str, number: int) -> list[Comment]:
        rows = await self.get(f"/repos/{repo}/issues/{number}/comments")  # has no pages
        return [github.comment_of(row) for row in rows]

    async def events(self, pull: Pull) -> list[PullEvent]:
        path = f"/repos/{pull.repo}/issues/{pull.number}/timeline"
        limit = self.page_size["limit"]
        rows = list[Row]()
        hidden = 0
        for page in count(1):
            rows += await self.get(path, limit=limit, page=page) or ()
            if not hidden and any(row["type"] == "review" for row in rows):
                # Comments at lines take up places of a page, are left out of it, and are counted nowhere else.
                reviews = self.pages(f"/repos/{pull.repo}/pulls/{pull.number}/reviews")
                hidden = sum([row["comments_count"] async for row in reviews])
            if page * limit > len(rows) + hidden:
                break
        return [github.event_of(row, kind, "user") for row in rows if (kind := _kind_of(row))]

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
        except (
            github.NotPermitted
        ):  # to those who are no admins of the repository; what is ours can be taken back
            await self.discard_review(pull, review)

    async def label(
        self, repo: str, number: int, add: Sequence[str], remove: Sequence[str]
    ) -> None:
        # A label that the repository does not have is left out in silence, and one is removed by its number.
        known = {row["name"]: row["id"] async for row in self.pages(f"/repos/{repo}/labels")}
        for name in [name for name in add if name not in known]:
            known[name] = (
                await self.write(
                    "POST", f"/repos/{repo}/labels", {"name": name, "color": "#ededed"}
                )
            )["id"]
        path = f"/repos/{repo}/issues/{number}/labels"
        if add:
            await self.write("POST", path, {"labels": [known[name] for name in add]})
        for row in await self.get(path) if remove else ():  # some may be of the organisation
            if row["name"] in remove:
                await self.write("DELETE", f"{path}/{row['id']}")

    async def assign(self, pull: Pull, login: str) -> None:
        path = f"/repos/{pull.repo}/issues/{pull.number}"
        others = [each for each in pull.assignees if each != login]
        if login in pull.assignees:
            await self.write("PATCH", path, {"assignees": others})
        await self.write("PATCH", path, {"assignees": [*others, login]})

    async def merge(self, pull: Pull, method: str) -> None:
        body = {"Do": method, "head_commit_id": pull.head}
        await self.write("POST", f"/repos/{pull.repo}/pulls/{pull.number}/merge", body)


def _kind_of(row: Row) -> EventKind | None:
    """Return what a row of the timeline is for us; a draft is one by its title here."""
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
        return None
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
    return None

"""Where the work of a Multica issue is: the server stores no code, only the names of branches and pull requests."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from coordinator.config.settings import RepoConfig
from coordinator.models import Issue
from coordinator.trackers import Delivery, unmarked
from coordinator.trackers.multica.client import MulticaApi, Row
from coordinator.trackers.multica.timeline import actor_of

FILE_LIMIT = 200_000  # bytes of one attachment that are read
_LINK = re.compile(r"https?://[^\s<>()\[\]\"'`]+")
# What a link to a branch, a pull request or a merge request is called by git.
_HEADS = (
    (re.compile(r"/(?:-/)?tree/(?P<name>[^?#\s]+)"), "{}"),
    (re.compile(r"/pulls?/(?P<name>\d+)"), "refs/pull/{}/head"),
    (re.compile(r"/(?:-/)?merge_requests/(?P<name>\d+)"), "refs/merge-requests/{}/head"),
)


async def find_delivery(api: MulticaApi, issue: Issue, repos: Sequence[RepoConfig], ours: Collection[str]) -> Delivery:
    """Return the pushed branch in our clone of its repository; the author's words and files where there is none."""
    # The author is who is assigned; where that is a squad or nobody, any agent that does not review.
    assigned = issue.assignee.startswith(("agent:", "member:"))
    comments = []
    for row in await api.get(f"/api/issues/{issue.key}/comments"):
        text, actor = str(row["content"]), actor_of(row, "author")
        by_author = actor == issue.assignee if assigned else actor.startswith("agent:") and actor not in ours
        # The member whose token we have may be an author, too, so our own comments are known by their marker.
        by_us = unmarked(text) != text
        if row.get("type") == "comment" and by_author and not by_us:
            comments.append(text)
    if repos:
        runs = await api.get(f"/api/issues/{issue.key}/task-runs")
        pulls = (await api.get(f"/api/issues/{issue.key}/pull-requests"))["pull_requests"]
        for url, head in _candidates(pulls, runs, comments):
            if clone := _clone(url, head, repos):
                return clone
    files = []
    for row in await api.get(f"/api/issues/{issue.key}/attachments"):
        if text := await api.text(f"/api/attachments/{row['id']}/content", FILE_LIMIT):
            files.append(f"Attachment {row['filename']}:\n{text}")
    return Delivery(words="\n\n".join([*comments, *files]))


def _candidates(pulls: Sequence[Row], runs: Sequence[Row], comments: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the addresses and branches that may be the work, the likeliest first; one of the two may be empty."""
    # Open pull requests before merged ones, the newest first.
    rank = {"open": 0, "draft": 0, "merged": 1}
    alive = [pull for pull in pulls if pull.get("state", "open") in rank]
    for pull in sorted(alive, key=lambda pull: (rank[pull.get("state", "open")], -int(pull.get("number") or 0))):
        yield str(pull.get("html_url") or ""), str(pull.get("branch") or "")
    for run in runs:
        result = run.get("result") or {}
        yield str(result.get("pr_url") or ""), str(result.get("branch_name") or run.get("branch_name") or "")
    for text in reversed(comments):
        for url in _LINK.findall(text):
            yield url.rstrip(".,;:!?"), ""


def _clone(url: str, head: str, repos: Sequence[RepoConfig]) -> Delivery | None:
    """Return where an address or a branch is among our clones; None if it is in none of them."""
    for repo in repos:
        address = repo.url.removesuffix(".git").rstrip("/")
        within = url.startswith(f"{address}/")
        names = [head] if head else []
        for pattern, form in _HEADS if within else ():
            if match := pattern.match(url.removeprefix(address)):
                names.insert(0, form.format(match["name"].rstrip("/")))
        if names and (within or (not url and len(repos) == 1)):
            return Delivery(repo=str(repo.path), base=repo.base, heads=tuple(names))
    return None

"""Where the work of a Multica issue is: the server stores no code, only the names of branches and pull requests."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

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


async def delivered(api: MulticaApi, issue: Issue, repos: Sequence[RepoConfig], ours: Collection[str]) -> Delivery:
    """The pushed branch in our clone of its repository; the author's words and files where there is none."""
    comments = [
        row
        for row in await api.get(f"/api/issues/{issue.key}/comments")
        if row.get("type") == "comment" and _is_authors(actor_of(row, "author"), issue, ours) and not _is_ours(row)
    ]
    if repos:
        runs = await api.get(f"/api/issues/{issue.key}/task-runs")
        pulls = (await api.get(f"/api/issues/{issue.key}/pull-requests"))["pull_requests"]
        named = (*_pulled(pulls), *_run(runs), *_linked(comments))
        if found := next((clone for url, head in named if (clone := _clone(url, head, repos))), None):
            return found
    return Delivery(words="\n\n".join([*(str(row["content"]) for row in comments), *await _files(api, issue)]))


def _is_authors(actor: str, issue: Issue, ours: Collection[str]) -> bool:
    """Who is assigned; where that is a squad or nobody, any agent that does not review."""
    if issue.assignee.startswith(("agent:", "member:")):
        return actor == issue.assignee
    return actor.startswith("agent:") and actor not in ours


def _is_ours(row: Row) -> bool:
    """Whether we wrote it: the member whose token we have may be an author, too."""
    text = str(row["content"])
    return unmarked(text) != text


def _pulled(pulls: Iterable[Row]) -> Iterator[tuple[str, str]]:
    """Open pull requests before merged ones, the newest first."""
    rank = {"open": 0, "draft": 0, "merged": 1}
    alive = [pull for pull in pulls if pull.get("state", "open") in rank]
    for pull in sorted(alive, key=lambda pull: (rank[pull.get("state", "open")], -int(pull.get("number") or 0))):
        yield str(pull.get("html_url") or ""), str(pull.get("branch") or "")


def _run(runs: Iterable[Row]) -> Iterator[tuple[str, str]]:
    for run in runs:
        result = run.get("result") or {}
        yield str(result.get("pr_url") or ""), str(result.get("branch_name") or run.get("branch_name") or "")


def _linked(comments: Sequence[Row]) -> Iterator[tuple[str, str]]:
    for row in reversed(comments):
        for url in _LINK.findall(str(row["content"])):
            yield url.rstrip(".,;:!?"), ""


def _clone(url: str, head: str, repos: Sequence[RepoConfig]) -> Delivery | None:
    for repo in repos:
        address = repo.url.removesuffix(".git").rstrip("/")
        within = url.startswith(f"{address}/")
        name = head or (_head(url.removeprefix(address)) if within else "")
        if name and (within or (not url and len(repos) == 1)):
            return Delivery(repo=str(repo.path), base=repo.base, head=name)
    return None


def _head(path: str) -> str:
    matches = ((pattern.match(path), form) for pattern, form in _HEADS)
    return next((form.format(match["name"].rstrip("/")) for match, form in matches if match), "")


async def _files(api: MulticaApi, issue: Issue) -> list[str]:
    """The attachments of the issue that are text."""
    rows = await api.get(f"/api/issues/{issue.key}/attachments")
    texts = [(row["filename"], await api.text(f"/api/attachments/{row['id']}/content", FILE_LIMIT)) for row in rows]
    return [f"Attachment {name}:\n{text}" for name, text in texts if text]

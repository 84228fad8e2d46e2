"""Find the work of a Multica issue: a pushed branch, or the author's words and files."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from coordinator.config.trackers import RepoConfig
from coordinator.errors import TrackerError
from coordinator.models import AttachedFile
from coordinator.parsing.excerpt import bound
from coordinator.trackers import Delivery, marker_of
from coordinator.trackers.http import Row
from coordinator.trackers.multica.client import MulticaApi
from coordinator.trackers.multica.duplicate_comments import read_comments
from coordinator.trackers.multica.history import actor_of

FILE_LIMIT = 200_000  # the maximum number of bytes that are shown of one attachment
SERVED = 2 * 1024**2  # the server returns a file as text up to this many bytes
_QUOTED = re.compile(r"^ {0,3}>.*$", re.MULTILINE)  # a line quoted from another comment
_LINK = re.compile(r"https?://[^\s<>()\[\]\"'`]+")
# Patterns for links to a branch, a pull request or a merge request, each with its git ref
_HEADS = (
    (re.compile(r"/(?:-/)?tree/(?P<name>[^?#\s]+)"), "{}"),
    (re.compile(r"/pulls?/(?P<name>\d+)"), "refs/pull/{}/head"),
    (re.compile(r"/(?:-/)?merge_requests/(?P<name>\d+)"), "refs/merge-requests/{}/head"),
)
# The states of pull requests that may hold the work; lower ranks come first
_PULL_RANKS = {"open": 0, "draft": 0, "merged": 1}


class WorkLink(NamedTuple):
    """A place that may hold the work of an issue; the address or the branch may be empty."""

    url: str
    branch: str


async def authors_of(api: MulticaApi, author: str, reviewers: Collection[str]) -> set[str]:
    """Return the author and, if the author is a squad, its members who are not reviewers."""
    authors = {author}
    kind, _, number = author.partition(":")
    if kind == "squad":
        for row in await api.get(f"/api/squads/{number}/members"):
            member = actor_of(row, "member")
            if member not in reviewers:
                authors.add(member)
    return authors


async def find_delivery(
    api: MulticaApi, key: str, repos: Sequence[RepoConfig], authors: Collection[str]
) -> Delivery:
    """Return the pushed branch in our clone of its repository, or the authors' words and files.

    Runs and comments of other actors are ignored. So only the authors, and the server's links to
    pull requests, decide which work is judged.
    """
    comments = []
    for comment in await read_comments(api, key):
        # The member whose token we use can be an author, too. A marker identifies our own comments.
        is_theirs = comment.author in authors and not marker_of(comment.text)
        if comment.kind == "comment" and is_theirs:
            comments.append(comment.text)
    if repos:
        runs = await api.get(f"/api/issues/{key}/task-runs")
        runs = [run for run in runs if f"agent:{run['agent_id']}" in authors]
        pulls = (await api.get(f"/api/issues/{key}/pull-requests"))["pull_requests"]
        for candidate in _candidates(pulls, runs, comments):
            found = _find_in_clones(candidate, repos)
            if found:
                return found
    attachments = await api.get(f"/api/issues/{key}/attachments")
    theirs = [row for row in attachments if actor_of(row, "uploader") in authors]
    files = await read_files(api, theirs)
    texts = [f"Attachment {file.name}:\n{file.text}" for file in files if file.text]
    return Delivery(words="\n\n".join([*comments, *texts]))


async def read_files(api: MulticaApi, rows: Sequence[Row]) -> tuple[AttachedFile, ...]:
    """Return the attachments, each with its shortened text.

    The text is empty if the server does not send it.
    """
    found = []
    for row in rows:
        try:
            text = await api.text(f"/api/attachments/{row['id']}/content", SERVED)
        except TrackerError as error:
            if error.transient:
                raise
            text = ""  # the server refuses files that are not text, or too long
        name = " ".join(str(row["filename"]).split())
        found.append(
            AttachedFile(name=name, size=row.get("size_bytes") or 0, text=bound(text, FILE_LIMIT))
        )
    return tuple(found)


def _candidates(
    pulls: Sequence[Row], runs: Sequence[Row], comments: Sequence[str]
) -> Iterator[WorkLink]:
    """Yield the places that may hold the work, the likeliest first."""
    for pull in sorted(filter(_is_alive, pulls), key=_pull_order):
        yield WorkLink(str(pull.get("html_url") or ""), str(pull.get("branch") or ""))
    for run in runs:
        result = run.get("result") or {}
        branch = result.get("branch_name") or run.get("branch_name") or ""
        yield WorkLink(str(result.get("pr_url") or ""), str(branch))
    for text in reversed(comments):
        for url in _LINK.findall(_QUOTED.sub("", text)):
            yield WorkLink(url.rstrip(".,;:!?"), "")


def _is_alive(pull: Row) -> bool:
    return pull.get("state", "open") in _PULL_RANKS


def _pull_order(pull: Row) -> tuple[int, int]:
    """Return the sort key of a pull request: open before merged, the newest first."""
    return _PULL_RANKS[pull.get("state", "open")], -int(pull.get("number") or 0)


def _find_in_clones(candidate: WorkLink, repos: Sequence[RepoConfig]) -> Delivery | None:
    """Return the delivery of a candidate in one of our clones; None if no clone has it."""
    for repo in repos:
        address = repo.url.removesuffix(".git").rstrip("/")
        is_here = candidate.url.startswith(f"{address}/")
        names = []
        if candidate.branch:
            names.append(candidate.branch)
        if is_here:
            names = [*_refs_of_link(candidate.url.removeprefix(address)), *names]
        is_only_clone = not candidate.url and len(repos) == 1
        if names and (is_here or is_only_clone):
            return Delivery(repo=str(repo.path), base=repo.base, heads=tuple(names))
    return None


def _refs_of_link(path: str) -> list[str]:
    """Return the git refs that a link with this path may point to.

    `_HEADS` has a pattern for each kind of link, and the format of its ref.
    """
    refs: list[str] = []
    for pattern, form in _HEADS:
        match = pattern.match(path)
        if match:
            refs.insert(0, form.format(match["name"].rstrip("/")))
    return refs

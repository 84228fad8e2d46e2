"""What of a Multica issue is the work, and what the request; the server stores no code, only names of branches."""

import re
from collections.abc import Collection, Iterator, Sequence

from coordinator.config.settings import RepoConfig
from coordinator.errors import TrackerError
from coordinator.models import AttachedFile
from coordinator.parsing.excerpt import bound
from coordinator.trackers import Delivery, marker_of
from coordinator.trackers.http import Row
from coordinator.trackers.multica.client import MulticaApi
from coordinator.trackers.multica.history import actor_of, read_comments

FILE_LIMIT = 200_000  # bytes of one attachment that are shown
SERVED = 2 * 1024**2  # bytes of the longest file that the server gives out as text
_QUOTED = re.compile(r"^ {0,3}>.*$", re.MULTILINE)  # somebody else's words
_LINK = re.compile(r"https?://[^\s<>()\[\]\"'`]+")
# What a link to a branch, a pull request or a merge request is called by git.
_HEADS = (
    (re.compile(r"/(?:-/)?tree/(?P<name>[^?#\s]+)"), "{}"),
    (re.compile(r"/pulls?/(?P<name>\d+)"), "refs/pull/{}/head"),
    (re.compile(r"/(?:-/)?merge_requests/(?P<name>\d+)"), "refs/merge-requests/{}/head"),
)


async def authors_of(api: MulticaApi, author: str, reviewers: Collection[str]) -> set[str]:
    """Return who counts as the author of an issue: the author itself, and of a squad whoever does not review."""
    kind, _, number = author.partition(":")
    members = await api.get(f"/api/squads/{number}/members") if kind == "squad" else ()
    return {author} | ({actor_of(row, "member") for row in members} - set(reviewers))


async def find_delivery(api: MulticaApi, key: str, repos: Sequence[RepoConfig], authors: Collection[str]) -> Delivery:
    """Return the pushed branch in our clone of its repository; the authors' words and files where there is none.

    Nobody else can say what is judged, but the server itself, which links pull requests.
    """
    theirs = [one for one in await read_comments(api, key) if one.kind == "comment" and one.author in authors]
    # The member whose token we have may be an author, too, so our own comments are known by their marker.
    comments = [comment.text for comment in theirs if not marker_of(comment.text)]
    if repos:
        runs = await api.get(f"/api/issues/{key}/task-runs")
        runs = [run for run in runs if f"agent:{run['agent_id']}" in authors]
        pulls = (await api.get(f"/api/issues/{key}/pull-requests"))["pull_requests"]
        for url, head in _candidates(pulls, runs, comments):
            if clone := _clone(url, head, repos):
                return clone
    rows = [row for row in await api.get(f"/api/issues/{key}/attachments") if actor_of(row, "uploader") in authors]
    files = [f"Attachment {file.name}:\n{file.text}" for file in await read_files(api, rows) if file.text]
    return Delivery(words="\n\n".join([*comments, *files]))


async def read_files(api: MulticaApi, rows: Sequence[Row]) -> tuple[AttachedFile, ...]:
    """Return attachments, with their text within bounds if the server gives it out."""
    found = []
    for row in rows:
        try:
            text = await api.text(f"/api/attachments/{row['id']}/content", SERVED)
        except TrackerError as error:
            if error.transient:
                raise
            text = ""  # it does not for what is no text, or longer than this
        name = " ".join(str(row["filename"]).split())
        found.append(AttachedFile(name=name, size=row.get("size_bytes") or 0, text=bound(text, FILE_LIMIT)))
    return tuple(found)


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
        for url in _LINK.findall(_QUOTED.sub("", text)):
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

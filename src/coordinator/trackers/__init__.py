"""Where issues live: the one protocol every tracker speaks, and the marker our own comments carry."""

import asyncio
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Literal, Protocol

from coordinator.models import Issue, Status, Value

# What stages of a workflow can have done, by the name of the tracker; `pr_events` are reported by it, `pr_starts` start
# runs, and where it has `reviews` a verdict is shown on the work itself.
ABILITIES: Mapping[str, frozenset[str]] = {
    "board": frozenset({"move_issue", "comment_issue", "labels", "close_issue"}),
    "multica": frozenset({"move_issue", "comment_issue", "labels", "close_issue", "pr_events"}),
    "github": (
        _FORGE := frozenset(
            {"comment_issue", "labels", "pr_events", "pr_starts", "merge_pr", "reviews"}
        )
    ),
    "gitea": _FORGE,
    "local": frozenset(),
}

FORGES = ("github", "gitea")
_ALL = ("board", "multica", *FORGES, "local")
_SERVERS = ("board", "multica", *FORGES)
# What templates may say of an issue: the field of `Issue` that has it, and the trackers that know it.
ISSUE_FACTS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "Identifier": ("key", _ALL),
    "Title": ("title", _ALL),
    "Description": ("text", _ALL),
    "URL": ("url", ("multica", *FORGES)),
    "Status": ("status", _SERVERS),
    "Labels": ("labels", _SERVERS),
    "Priority": ("priority", ("multica",)),
    "Creator": ("creator", _SERVERS),
    "Assignee": ("assignee", _SERVERS),
    "Author": ("author", _SERVERS),
    "Repo": ("repo", ("board",)),
    "Base": ("base", ("board", *FORGES)),
}

# Bytes of an issue's text that are read: it is recorded with each of its reviews
ISSUE_LIMIT = 1_000_000

_MARKER = re.compile(r"<!-- coordinator: .* -->")


class Comment(Value):
    """One comment in a tracker, for `addressee`, in reply to `parent`, by `task`; `outcome` is whom it started."""

    id: str
    issue: str
    author: str
    text: str
    parent: str = ""
    at: float = 0.0
    kind: str = "comment"
    task: str = ""
    outcome: str = ""
    addressee: str = ""


class ReviewRequest(Value):
    """One entry of an issue into review; `id` is unique to it, also when the issue leaves and comes back.

    `number` is what people call it, where the tracker counts the entries of each issue.
    """

    id: str
    issue: str
    at: float
    actor: str
    number: str = ""


class ListedIssue(Value):
    """An issue in a list; `revision` is another one after each change of its status, `assignees` are all its names."""

    key: str
    status: str
    revision: int
    labels: tuple[str, ...] = ()
    assignees: tuple[str, ...] = ()
    is_closed: bool = False
    repo: str = ""
    base: str = ""


class LineComment(Value):
    """What a verdict has to say of one line of the work."""

    path: str
    line: int
    text: str


# Where a review stands, as its work shows it.
ReviewState = Literal["begun", "accept", "reject", "escalate", "error"]


class Delivery(Value):
    """Where the work of an issue is: a repository, what it is compared with, and what it was pushed as, if it was.

    Of several names for what was pushed, the surest is the first: the pull request itself before its branch.
    Where there is no repository, the work is what its author wrote: `words`.
    """

    repo: str = ""
    base: str = ""
    heads: tuple[str, ...] = ()
    words: str = ""


class PullRequest(Value):
    """What a tracker knows of a pull request, in the words of workflows; an empty field is not known."""

    url: str
    state: Literal["open", "merged", "closed"]
    ci: str = ""
    reviews: str = ""


class Tracker(Protocol):
    """What a tracker must do; every write may be repeated after a crash and then changes nothing.

    What has a body here is how trackers without a server do it.
    """

    name: str
    me: str  # our own author id

    @property
    def statuses(self) -> tuple[str, ...]:
        """The statuses that an issue can have."""

    async def open(self) -> None:
        """Get ready; fails at once if we are not let in."""
        return None

    async def close(self) -> None:
        """Let go of connections."""
        return None

    async def renew(self) -> float:
        """Have our token live longer if it is about to end; when it ends, 0 for never."""
        return 0.0

    async def pause(self, seconds: float) -> None:
        """Wait until something may have happened, at most this long."""
        await asyncio.sleep(seconds)

    def wake(self) -> None:
        """End the pause: somebody says that something has happened."""
        return None

    async def begin(self, *, backlog: bool) -> tuple[tuple[ReviewRequest, ...], str]:
        """At the very first look: the cursor to go on from, and for a backlog the entry of all that is in review."""

    async def entries(self, after: str) -> tuple[tuple[ReviewRequest, ...], str]:
        """Entries into review since the cursor, oldest first, and the next cursor."""

    async def entry(self, key: str) -> ReviewRequest | None:
        """The entry that the issue is in review by now; None if it is not in review."""

    async def issue(self, key: str) -> Issue:
        """The issue as it is now."""

    async def issues(
        self, statuses: Collection[str], /, *, all_open: bool
    ) -> tuple[ListedIssue, ...]:
        """The issues in these statuses, and if asked for all that are not closed, oldest first."""

    async def delivery(self, issue: Issue) -> Delivery:
        """Where the work of an issue is, once its author has stopped working on it."""
        return Delivery(repo=issue.repo, base=issue.base, heads=(issue.head,) if issue.head else ())

    async def comments(self, key: str) -> tuple[Comment, ...]:
        """All comments of the issue, oldest first."""

    async def post_once(
        self, key: str, text: str, *, marker: str, to: str = "", replace: bool = False
    ) -> Comment:
        """Post under a marker unless we have already; `to` is told or started, "" starts nobody.

        With `replace` the text takes the place of what we have posted under the marker.
        """

    async def tidy(self, _is_known: Callable[[str], bool], /) -> None:
        """Remove what is there twice of our comments on known issues, because it arrived after we gave it up."""
        return None

    async def move(self, key: str, to: Status, /, *, entry: str, version: int) -> Issue:
        """End the review that began with `entry`, if the issue is still as just read; done by us already is fine."""

    async def override(self, key: str, to: Status, /, *, entry: str) -> Issue:
        """Set what a person decided, if nobody but us has moved the issue since `entry`; so already is fine."""

    async def last_change(self, key: str) -> str:
        """The id of the newest change of the issue's status, which `move` takes for its `entry`."""

    async def label(self, key: str, add: Sequence[str], remove: Sequence[str]) -> None:
        """Add labels that are not there, then remove those that are."""

    async def pulls(self, _key: str, /) -> tuple[PullRequest, ...]:
        """The pull requests that the tracker knows of for an issue."""
        return ()

    async def retrigger(self, issue: Issue, review: str) -> str:
        """Start the author again after a reject; what came of it, in one line."""

    # -- where the work itself can be reviewed and merged: the ability `reviews`

    async def show_state(
        self, key: str, state: ReviewState, text: str, *, entry: str, link: str = ""
    ) -> None:
        """Show on the work itself where its review stands."""
        return None

    async def review(
        self, key: str, outcome: Literal["accept", "reject"], text: str, findings: Sequence[LineComment],
        *, entry: str, marker: str,
    ) -> str | None:  # fmt: skip
        """Approve what was submitted by `entry` or ask for changes, once, with findings at their lines.

        Return what is to be said of it.
        """
        return None

    async def merge(
        self, key: str, *, entry: str = "", base: str = "", unasked: bool = False
    ) -> str | None:
        """Merge the work, exactly as submitted by `entry` for `base`; return why that was not possible, or nothing.

        What was accepted is merged `unasked` only where the configuration wants that.
        """
        return None


async def is_set_within(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event, at most this long; return whether it is set."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):  # wait_for may swallow a cancellation here
            await event.wait()
    return event.is_set()


def file_name(key: str) -> str:
    """Return the key of an issue as part of a path, an address or a branch: owner/name#12 is owner+name+12."""
    return key.replace("/", "+").replace("#", "+")


def marker(review: str, purpose: str, number: int = 0) -> str:
    """Return the line by which we find our own comment again; `number` is the round."""
    return f"<!-- coordinator: {review} {purpose} {number} -->"


def marked(text: str, marker: str) -> str:
    """Return the text with the marker as its last line."""
    return f"{text.rstrip()}\n\n{marker}"


def marker_of(text: str) -> str:
    """Return the marker in the last line, or nothing; one that is merely quoted further up does not count."""
    last = text.rstrip().rpartition("\n")[2]
    if _MARKER.fullmatch(last):
        return last
    return ""


def carries(text: str, marker: str) -> bool:
    return marker_of(text) == marker


def unmarked(text: str) -> str:
    """Return the text as people should read it, without the marker."""
    mark = marker_of(text)
    if mark:
        return text.rstrip().removesuffix(mark).rstrip()
    return text

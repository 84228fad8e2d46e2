"""The interface of all trackers, the values that they exchange, and the markers of our comments."""

import asyncio
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Literal, Protocol

from coordinator.models import Issue, Status, Value

# The facts of an issue that templates may use, and the fields of `Issue` that hold them; the
# `TrackerKind` of a tracker names its facts.
ISSUE_FACTS: Mapping[str, str] = {
    "Identifier": "key",
    "Title": "title",
    "Description": "text",
    "URL": "url",
    "Status": "status",
    "Labels": "labels",
    "Priority": "priority",
    "Creator": "creator",
    "Assignee": "assignee",
    "Author": "author",
    "Repo": "repo",
    "Base": "base",
}

# Bytes of an issue's text that are read: each of its reviews records it
ISSUE_LIMIT = 1_000_000

_MARKER = re.compile(r"<!-- coordinator: .* -->")


class Comment(Value):
    """A comment for `addressee`, in reply to `parent`, by `task`; `outcome` is whom it started."""

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
    """An entry of an issue into review; an issue that leaves and comes back has another `id`.

    `number` is the number for people, if the tracker counts the entries of each issue.
    """

    id: str
    issue: str
    at: float
    actor: str
    number: str = ""


class ListedIssue(Value):
    """An issue in a list.

    Each change of its status changes `revision`; `assignees` are all names of its assignees.
    """

    key: str
    status: str
    revision: int
    labels: tuple[str, ...] = ()
    assignees: tuple[str, ...] = ()
    is_closed: bool = False
    repo: str = ""
    base: str = ""


class LineComment(Value):
    """A finding of a verdict about one line of the work."""

    path: str
    line: int
    text: str


# The state of a review, as shown on the work itself.
ReviewState = Literal["begun", "accept", "reject", "escalate", "error"]


class Delivery(Value):
    """The place of an issue's work: a repository, the base, and the names of the pushed head.

    Of several names for the head the surest is the first: a pull request before its branch.
    Without a repository the work is the text of its author: `words`.
    """

    repo: str = ""
    base: str = ""
    heads: tuple[str, ...] = ()
    words: str = ""


class PullRequest(Value):
    """A pull request in the words of workflows; an empty field is not known."""

    url: str
    state: Literal["open", "merged", "closed"]
    ci: str = ""
    reviews: str = ""


class Tracker(Protocol):
    """The interface of a tracker; a write that is repeated after a crash changes nothing.

    A method with a body here is the one of trackers without a server.
    """

    name: str
    me: str  # our own author id

    @property
    def statuses(self) -> tuple[str, ...]:
        """Return the statuses that an issue can have."""

    async def open(self) -> None:
        """Connect; raise TrackerError if the server refuses us."""
        return None

    async def close(self) -> None:
        """Close all connections."""
        return None

    async def renew(self) -> float:
        """Renew our token if it ends soon; return the time of its end, 0 for never."""
        return 0.0

    async def pause(self, seconds: float) -> None:
        """Wait at most this long for news."""
        await asyncio.sleep(seconds)

    def wake(self) -> None:
        """End the pause, as a webhook reports news."""
        return None

    async def begin(self, *, backlog: bool) -> tuple[tuple[ReviewRequest, ...], str]:
        """Return the first cursor, and for a backlog the entries of all issues in review."""

    async def entries(self, after: str) -> tuple[tuple[ReviewRequest, ...], str]:
        """Return the entries into review since the cursor, oldest first, and the next cursor."""

    async def entry(self, key: str) -> ReviewRequest | None:
        """Return the current entry of an issue in review; None if it is not in review."""

    async def issue(self, key: str) -> Issue:
        """Return the issue as it is now."""

    async def issues(
        self, statuses: Collection[str], /, *, all_open: bool
    ) -> tuple[ListedIssue, ...]:
        """Return the issues in these statuses, with `all_open` all open ones, oldest first."""

    async def delivery(self, issue: Issue) -> Delivery:
        """Return the work of an issue, once its author has stopped working on it."""
        heads = (issue.head,) if issue.head else ()
        return Delivery(repo=issue.repo, base=issue.base, heads=heads)

    async def comments(self, key: str) -> tuple[Comment, ...]:
        """Return all comments of the issue, oldest first."""

    async def post_once(
        self, key: str, text: str, *, marker: str, to: str = "", replace: bool = False
    ) -> Comment:
        """Post under a marker unless we have already; tell or start `to`, or nobody if empty.

        With `replace` the text replaces our comment under the marker.
        """

    async def tidy(self, _is_known: Callable[[str], bool], /) -> None:
        """Remove duplicates of our comments on known issues.

        A post that we took for lost may arrive after its repetition.
        """
        return None

    async def move(self, key: str, to: Status, /, *, entry: str, version: int) -> Issue:
        """End the review of `entry`, if the issue still has this version.

        Do nothing if we have ended it already.
        """

    async def override(self, key: str, to: Status, /, *, entry: str) -> Issue:
        """Set the decision of a person, if nobody but us has moved the issue since `entry`.

        Do nothing if the issue has this status already.
        """

    async def last_change(self, key: str) -> str:
        """Return the id of the newest change of the status, which `move` takes as `entry`."""

    async def label(self, key: str, add: Sequence[str], remove: Sequence[str]) -> None:
        """Add missing labels, then remove present ones."""

    async def pulls(self, _key: str, /) -> tuple[PullRequest, ...]:
        """Return the known pull requests of an issue."""
        return ()

    async def retrigger(self, issue: Issue, review: str) -> str:
        """Start the author again after a reject; return the result in one line."""

    # -- for trackers with the ability `reviews`: the work itself is reviewed and merged there

    async def show_state(
        self, key: str, state: ReviewState, text: str, *, entry: str, link: str = ""
    ) -> None:
        """Show the state of the review on the work itself."""
        return None

    async def review(
        self,
        key: str,
        outcome: Literal["accept", "reject"],
        text: str,
        findings: Sequence[LineComment],
        *,
        entry: str,
        marker: str,
    ) -> str | None:
        """Approve the work of `entry` or ask for changes, once, with findings at their lines.

        Return a note about the result.
        """
        return None

    async def merge(
        self, key: str, *, entry: str = "", base: str = "", unasked: bool = False
    ) -> str | None:
        """Merge the work exactly as submitted by `entry` for `base`; return why not, or nothing.

        A merge `unasked`, after an accept, is done only if the configuration wants it.
        """
        return None


async def is_set_within(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event, at most this long; return whether it is set."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):  # wait_for may swallow a cancellation here
            await event.wait()
    return event.is_set()


def file_name(key: str) -> str:
    """Return an issue's key for paths, addresses and branches: owner/name#12 is owner+name+12."""
    return key.replace("/", "+").replace("#", "+")


def marker(review: str, purpose: str, number: int = 0) -> str:
    """Return the line that marks our own comment; `number` is the round."""
    return f"<!-- coordinator: {review} {purpose} {number} -->"


def marked(text: str, marker: str) -> str:
    """Return the text with the marker as its last line."""
    return f"{text.rstrip()}\n\n{marker}"


def marker_of(text: str) -> str:
    """Return the marker in the last line, or nothing; a quoted one further up does not count."""
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

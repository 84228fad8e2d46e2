"""The interface of all trackers, the values they exchange, and the markers of our own comments.

In this package, "we" means coordinator and the account whose token it uses.
"""

import asyncio
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Literal, Protocol

from pydantic import Field

from coordinator.models import Issue, Status, Value

# The facts of an issue that templates can use, and the fields of `Issue` that hold them. Each
# `TrackerKind` names the facts that its issues have.
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

# The most bytes that we read of an issue's text. There is a limit, because each review records the
# text.
ISSUE_LIMIT = 1_000_000

_MARKER = re.compile(r"<!-- coordinator: .* -->")


class Comment(Value):
    """A comment on an issue.

    `parent` is the id of the comment that this one replies to. `task` is the id of the agent's run
    that wrote it. `outcome` is the server's report on whether the comment started the agents that
    it mentions. Each of these fields is empty if it does not apply.
    """

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
    # Whether its text was changed after it was posted
    is_edited: bool = Field(default=False, exclude=True)
    is_by_bot: bool = Field(default=False, exclude=True)


class Account(Value):
    """An account that acts on an issue.

    `id` is unique in the tracker. `aliases` are other unique names, such as an e-mail address.
    `name` is for people to read; several accounts can have the same one.
    """

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    is_person: bool = True


# How somebody can decide in a tracker: by a new status, by a command or an answer in a comment, by
# a review of the work, by merging it, or by closing it.
Way = Literal["status", "command", "review", "merge", "close"]


class Act(Value):
    """Something that an account did on an issue, and the outcome that it means.

    It is a decision only if the account may decide. `reason` is empty if the act has no words.
    """

    id: str
    way: Way
    outcome: Literal["accept", "reject"]
    by: Account
    at: float
    reason: str = ""


class ReviewRequest(Value):
    """An entry of an issue into review: the event that submits its work. It has its own `id`.

    `number` counts the entries of the issue, for people to read. It is empty if the tracker does
    not count them.
    """

    id: str
    issue: str
    at: float
    actor: str
    number: str = ""


class BaseHead(Value):
    """The present commit of the branch into which the work of an issue would be merged."""

    issue: str
    commit: str


class ListedIssue(Value):
    """An issue as `Tracker.issues` returns it.

    `revision` changes whenever the status changes. `assignees` holds every name of each assignee,
    such as the id and the display name.
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
    """A finding about one line of the work, to be shown as a comment at that line."""

    path: str
    line: int
    text: str


# The state of a review, as shown on the work itself.
ReviewState = Literal["begun", "accept", "reject", "escalate", "error"]


class Delivery(Value):
    """The location of an issue's work: a repository, the base, and the pushed head.

    `heads` holds several git refs for the same head, the most reliable first. For example, the ref
    of a pull request comes before its branch. If `repo` is empty, the work is the author's text in
    `words`.
    """

    repo: str = ""
    base: str = ""
    heads: tuple[str, ...] = ()
    words: str = ""


class PullRequest(Value):
    """A pull request as workflows see it. `ci` and `reviews` are empty if they are unknown."""

    url: str
    state: Literal["open", "merged", "closed"]
    ci: str = ""
    reviews: str = ""


class Tracker(Protocol):
    """The interface of a tracker. A write that is repeated after a crash changes nothing.

    The methods with a body are defaults for trackers without a server.
    """

    name: str
    me: str  # our own author id

    @property
    def statuses(self) -> tuple[str, ...]:
        """Return the statuses that an issue can have."""

    async def open(self) -> None:
        """Connect. Raise TrackerError if the server refuses us."""
        return None

    async def close(self) -> None:
        """Close all connections."""
        return None

    async def renew(self) -> float:
        """Renew our token if it expires soon. Return when it expires; 0 if it never expires."""
        return 0.0

    async def pause(self, seconds: float) -> None:
        """Wait for changes, at most this many seconds."""
        await asyncio.sleep(seconds)

    def wake(self) -> None:
        """End the pause, because a webhook has reported a change."""
        return None

    async def begin(self, *, backlog: bool) -> tuple[tuple[ReviewRequest, ...], str]:
        """Return the current entries of all issues in review, and the first cursor for `entries`.

        If `backlog` is false, return no entries.
        """

    async def entries(self, after: str) -> tuple[tuple[ReviewRequest, ...], str]:
        """Return the entries into review since the cursor, oldest first, and the next cursor."""

    async def entry(self, key: str) -> ReviewRequest | None:
        """Return the current entry of an issue in review; None if it is not in review."""

    async def issue(self, key: str) -> Issue:
        """Return the issue as it is now."""

    async def issues(
        self, statuses: Collection[str], /, *, all_open: bool
    ) -> tuple[ListedIssue, ...]:
        """Return the issues in these statuses, oldest first.

        If `all_open` is true, also return all other open issues.
        """

    async def listed_pulls(self, _statuses: Collection[str], /) -> tuple[ListedIssue, ...]:
        """Return the pull requests in these statuses, oldest first."""
        return ()

    async def labeller(self, _key: str, _label: str, /) -> str:
        """Return the account that set a label of the issue; empty if the tracker does not know."""
        return ""

    async def newest_command(self, _key: str, _command: str, /) -> str:
        """Return the id of the newest comment that begins with a command; empty if there is none.

        Only comments of people who can write to the repository count.
        """
        return ""

    async def delivery(self, issue: Issue) -> Delivery:
        """Wait until the author has stopped working, and return the location of the work."""
        heads = (issue.head,) if issue.head else ()
        return Delivery(repo=issue.repo, base=issue.base, heads=heads)

    async def comments(self, key: str) -> tuple[Comment, ...]:
        """Return all comments of the issue, oldest first."""

    async def post_once(
        self, key: str, text: str, *, marker: str, to: str = "", replace: bool = False
    ) -> Comment:
        """Post a comment under a marker, unless we have posted it already.

        The comment notifies or starts `to`, or nobody if `to` is empty. If `replace` is true, the
        text replaces that of our earlier comment under the marker.
        """

    async def changed(self, keys: Collection[str], /) -> Collection[str]:
        """Return those of these issues that may have changed since the last call.

        An issue is also returned at its first call.
        """
        return keys

    async def agent_runs(self, _key: str, _since: float, /) -> tuple[float, ...]:
        """Return when the tracker created runs of its agents on an issue, since a given time."""
        return ()

    async def cancel_asks(self, _key: str, _run: str, /) -> int:
        """Cancel the work of the tracker's agents that our comments for a run have asked.

        Return the number of agents that were at work.
        """
        return 0

    async def tidy(self, _is_known: Callable[[str], bool], /) -> None:
        """Remove duplicates of our comments on known issues.

        A duplicate arises when a post that seemed lost arrives after we have repeated it.
        """
        return None

    async def acted_since(self, after: str) -> tuple[Collection[str], str]:
        """Return the keys of the issues on which somebody may have acted since the cursor.

        Also return the next cursor. If `after` is empty, return no keys.
        """
        return (), after

    async def acts(self, _key: str, /, *, entry: str) -> tuple[Act, ...]:
        """Return what others did about the review of `entry`, oldest first."""
        return ()

    async def may_decide(self, _key: str, _account: Account, /) -> bool:
        """Return whether a person may decide about an issue if the configuration names nobody.

        This depends on the rights of the person's account in the tracker.
        """
        return False

    async def move(self, key: str, to: Status, /, *, entry: str, version: int) -> Issue:
        """End the review of `entry`: set the status `to` if the issue still has the given version.

        Raise Conflict if somebody else has changed the issue. Do nothing if we have ended the
        review already.
        """

    async def override(self, key: str, to: Status, /, *, entry: str) -> Issue:
        """Set the status that a person chose.

        Raise Conflict if anyone but us has moved the issue since `entry`. Do nothing if the issue
        has this status already.
        """

    async def last_change(self, key: str) -> str:
        """Return the id of the newest change of the status. `move` takes it as `entry`."""

    async def label(self, key: str, add: Sequence[str], remove: Sequence[str]) -> None:
        """Add the labels `add` that an issue lacks, then take the labels `remove` off it."""

    async def pulls(self, _key: str, /) -> tuple[PullRequest, ...]:
        """Return the known pull requests of an issue."""
        return ()

    async def retrigger(self, issue: Issue, review: str) -> str:
        """Start the author again after a reject. Return one line about the result."""

    # -- for trackers with the ability `reviews`, where the work itself is reviewed and merged

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
        """Approve the work of `entry` or request changes, once. Attach findings to their lines.

        Return an empty string if everything was done. Otherwise return a description of the missing
        part and the reason. Return None if the tracker has no reviews.
        """
        return None

    async def base_heads(self, _is_accepted: Callable[[str, str], bool], /) -> tuple[BaseHead, ...]:
        """Return the current head of each base branch of open, accepted work.

        A branch that was looked up recently may be left out. `_is_accepted` takes the key of an
        issue and the commit of its work.
        """
        return ()

    async def merge(
        self, key: str, *, entry: str = "", base: str = "", unasked: bool = False
    ) -> str | None:
        """Merge the work exactly as `entry` submitted it for `base`.

        Return the reason why the merge failed, or an empty string if it did not fail. Return None
        if the tracker cannot merge. If `unasked` is true, the merge follows an accept and no person
        asked for it. It is then skipped unless the configuration allows it.
        """
        return None


async def is_set_within(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event, at most this many seconds. Return whether it is set."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):  # wait_for may swallow a cancellation here
            await event.wait()
    return event.is_set()


def file_name(key: str) -> str:
    """Return a key as a name for paths, URLs and branches: owner/name#12 becomes owner+name+12."""
    return key.replace("/", "+").replace("#", "+")


def marker(review: str, purpose: str, number: int = 0) -> str:
    """Return the marker of one of our comments: its last line, by which we find it again.

    `number` distinguishes several comments of one review with the same purpose.
    """
    return f"<!-- coordinator: {review} {purpose} {number} -->"


def is_ask_of(marker: str, run: str) -> bool:
    """Return whether a marker belongs to a comment in which the run asks an agent.

    The purpose in such a marker names the seat after a slash. The marker of a panel in a workflow
    names the stage after the run.
    """
    asked_by, _, purpose = marker.removeprefix("<!-- coordinator: ").partition(" ")
    return asked_by.partition("/")[0] == run and "/" in purpose


def marked(text: str, marker: str) -> str:
    """Return the text with the marker as its last line."""
    return f"{text.rstrip()}\n\n{marker}"


def marker_of(text: str) -> str:
    """Return the marker in the last line of a comment; an empty string if there is none.

    Markers in earlier lines are ignored, because they are quoted from other comments.
    """
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

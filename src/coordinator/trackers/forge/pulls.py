"""Pull requests of GitHub and Gitea as values, and the rules for their submission to review.

All functions are pure.
"""

import hashlib
import re
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from coordinator.errors import UsageError
from coordinator.models import Value
from coordinator.trackers import Account, ReviewRequest

LONGEST_TEXT = 60_000  # characters of a comment; GitHub allows a few more

_REPO = r"(?P<repo>[\w.-]+/[\w.-]+)"
_NUMBER = r"(?P<number>[1-9][0-9]*)"
_SETTLING = r"\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)"
_KEY = re.compile(f"{_REPO}#{_NUMBER}")
_ADDRESS = re.compile(
    rf"(?P<site>https?://[^\s?#]+?)/{_REPO}/(?P<page>pulls?)/{_NUMBER}(?:[/?#].*)?"
)
_CLOSES = re.compile(rf"{_SETTLING}\b:?\s+{_REPO}?#{_NUMBER}", re.IGNORECASE)
# Authors can write the @ as a character reference, and an issue as its address.
_MENTION = re.compile(r"@(?=\S)|&(?=#0*64\b|#x0*40\b|commat\b)", re.IGNORECASE)
_SETTLES = re.compile(rf"{_SETTLING}:?\s+(?=[#!]|https?:|[\w.-]+/[\w.-]+[#!])", re.IGNORECASE)
# Match only blanks within one line. If they included line breaks, the search from each blank line
# would run through all following blank lines.
_COMMAND = re.compile(r"^([^\S\n]*+)/(?=\w)", re.MULTILINE)
_ORIGIN = re.compile(
    r"(?:(?P<scheme>https?://)(?:[^/@]*@)?(?P<site>[\w.:-]+)/"
    r"|(?:ssh://)?(?:[^/@]*@)?(?P<host>[\w.-]+)(?::[0-9]+/|[:/]))"
    r"(?P<repo>[\w.-]+/[\w.-]+?)(?:\.git)?/?"
)


class Pull(Value):
    """A pull request as the server has it now.

    Every event except a commit status changes `updated`.
    """

    repo: str
    number: int
    title: str
    text: str
    url: str
    clone: str  # the address that its repository is cloned from
    owner: str  # the owner of the repository; empty for an organisation
    author: str
    head: str  # the commit
    base: str  # the branch
    is_for_default: bool  # whether `base` is the default branch of its repository
    created: float
    updated: float
    closed: float  # the time of its end, 0 if it is open
    state: Literal["open", "merged", "closed"]
    is_draft: bool
    labels: tuple[str, ...]
    assignees: tuple[str, ...]
    branch: str = ""  # the branch of the head
    # The account that merged it. It is None if nobody did, and in lists of pull requests.
    merged_by: Account | None = None

    @property
    def key(self) -> str:
        return f"{self.repo}#{self.number}"


class PullPlace(NamedTuple):
    """The tracker, site, repository and number of a pull request.

    `site` is the server's address in a browser. `tracker` and `site` are empty if the place was
    read from a key such as `owner/name#12`.
    """

    tracker: str
    site: str
    repo: str
    number: int

    @property
    def key(self) -> str:
        return f"{self.repo}#{self.number}"


EventKind = Literal[
    "ready",
    "reopened",
    "closed",
    "replaced",
    "requested",
    "unrequested",
    "labelled",
    "unlabelled",
    "assigned",
]


class PullEvent(Value):
    """An event of a pull request or an issue; `about` is the name of a label or an account."""

    id: str
    kind: EventKind
    at: float
    actor: str
    about: str = ""
    is_by_bot: bool = False


class AskedIssue(Value):
    """An issue that a pull request says it closes."""

    title: str
    text: str
    author: str
    repo: str = ""
    number: int = 0


def head_of(entry: str) -> str:
    """Return the commit that an entry is about."""
    return entry.partition("-")[0]


def _base_mark(pull: Pull) -> str:
    return hashlib.sha256(pull.base.encode()).hexdigest()[:10]


def is_about(entry: str, pull: Pull) -> bool:
    """Return whether an entry is about the head and the base that a pull request has now."""
    head, *rest = entry.split("-")
    if head != pull.head:
        return False
    if pull.is_for_default:  # then at most the id of an event follows
        return len(rest) <= 1 and all(part.isdigit() for part in rest)
    return rest[:1] == [_base_mark(pull)]


def submitted(
    pull: Pull, events: Sequence[PullEvent], *, me: str, label: str, only_asked: bool
) -> ReviewRequest | None:
    """Return the current entry of a pull request into review.

    Return None for a draft or a closed pull request. If `only_asked` is true, also return None if
    nobody has asked us for a review.

    A push is a submission by itself. Other submissions are events: somebody makes the pull request
    ready or opens it again, replaces its commits, requests our review, or sets the label. Each of
    these events is a new submission.
    """
    if pull.state != "open" or pull.is_draft:
        return None
    if only_asked and not _is_asked(pull, events, me, label):
        return None
    # The base is part of the entry, because a verdict for one base is not valid for another. The
    # base can change without an event.
    parts = [pull.head]
    if not pull.is_for_default:
        parts.append(_base_mark(pull))
    at = pull.created
    last = _last_submission(events, me, label)
    if last:
        parts.append(last.id)
        at = max(at, last.at)
    return ReviewRequest(id="-".join(parts), issue=pull.key, at=at, actor=pull.author)


def _is_asked(pull: Pull, events: Sequence[PullEvent], me: str, label: str) -> bool:
    """Return whether the label is set or our review is requested."""
    if label and label in pull.labels:
        return True
    is_requested = False
    for event in events:
        if event.about == me and event.kind in ("requested", "unrequested"):
            is_requested = event.kind == "requested"
    return is_requested


def _last_submission(events: Sequence[PullEvent], me: str, label: str) -> PullEvent | None:
    """Return the newest event that submits the work; of several in the same second, the last."""
    last = None
    for event in events:
        is_change = event.kind in ("ready", "reopened", "replaced")
        is_request = event.kind == "requested" and bool(me) and event.about == me
        is_label = event.kind == "labelled" and bool(label) and event.about == label
        if not (is_change or is_request or is_label):
            continue
        if last is None or event.at >= last.at:
            last = event
    return last


def closing_references(pull: Pull, repos: Collection[str]) -> tuple[tuple[str, int], ...]:
    """Return the repository and number of each issue that a pull request's text says it closes.

    Leave out issues that are neither in the pull request's repository nor in `repos`.
    """
    found = []
    for match in _CLOSES.finditer(pull.text):
        repo = match["repo"] or pull.repo
        reference = (repo, int(match["number"]))
        if repo in (pull.repo, *repos) and reference not in found:
            found.append(reference)
    return tuple(found)


def inert(text: str) -> str:
    """Return the text so that people can still read it, but a forge finds nothing to act on.

    Invisible spaces break up mentions, commands, hidden comments and words that close an issue.
    """
    text = "\n".join(text.splitlines())
    text = _MENTION.sub("\\g<0>\u200b", text)
    text = text.replace("<!--", "<\u200b!--")
    text = _SETTLES.sub("\\g<0>\u200b", text)
    return _COMMAND.sub("\\1\u200b/", text)


def parse_place(text: str) -> PullPlace:
    """Return the place that `owner/name#12` or an address names.

    Raise UsageError if the text has neither form.

    The path in an address shows the kind of tracker: `/pull/12` is GitHub, `/pulls/12` is Gitea.
    """
    found = _KEY.fullmatch(text) or _ADDRESS.fullmatch(text)
    if found is None:
        raise UsageError(
            f"{text!r} is not the name of a pull request", fix="write owner/name#12, or its address"
        )
    server = found.groupdict()
    tracker = {"pull": "github", "pulls": "gitea"}.get(server.get("page", ""), "")
    return PullPlace(tracker, server.get("site", ""), found["repo"], int(found["number"]))


def parse_key(text: str) -> tuple[str, int]:
    """Return the repository and number in a text. `parse_place` describes the accepted forms."""
    place = parse_place(text)
    return place.repo, place.number


def parse_origin(address: str) -> tuple[str, str]:
    """Return the server's browser address and the `owner/name` in the address of a git origin.

    Return two empty strings if the address has another form.
    """
    found = _ORIGIN.fullmatch(address)
    if found is None:
        return "", ""
    scheme = found["scheme"] or "https://"
    server = found["site"] or found["host"]
    return f"{scheme}{server}", found["repo"]

"""A pull request as both forges have it, what was asked for by it, and what makes of it a submission; pure."""

import hashlib
import re
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from coordinator.errors import UsageError
from coordinator.models import Value
from coordinator.trackers import ReviewRequest

_REPO = r"(?P<repo>[\w.-]+/[\w.-]+)"
_NUMBER = r"(?P<number>[1-9][0-9]*)"
_SETTLING = r"\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)"
_KEY = re.compile(f"{_REPO}#{_NUMBER}")
_ADDRESS = re.compile(
    rf"(?P<site>https?://[^\s?#]+?)/{_REPO}/(?P<page>pulls?)/{_NUMBER}(?:[/?#].*)?"
)
_CLOSES = re.compile(rf"{_SETTLING}\b:?\s+{_REPO}?#{_NUMBER}", re.IGNORECASE)
# A name may be written in character references, a reference to an issue as its address.
_MENTION = re.compile(r"@(?=\S)|&(?=#0*64\b|#x0*40\b|commat\b)", re.IGNORECASE)
_SETTLES = re.compile(rf"{_SETTLING}:?\s+(?=[#!]|https?:|[\w.-]+/[\w.-]+[#!])", re.IGNORECASE)
_COMMAND = re.compile(r"^(\s*)/(?=\w)", re.MULTILINE)
_ORIGIN = re.compile(
    r"(?:(?P<scheme>https?://)(?:[^/@]*@)?(?P<site>[\w.:-]+)/|(?:ssh://)?(?:[^/@]*@)?(?P<host>[\w.-]+)(?::[0-9]+/|[:/]))"
    r"(?P<repo>[\w.-]+/[\w.-]+?)(?:\.git)?/?"
)


class Pull(Value):
    """A pull request as the server has it now; `updated` moves with all that happens to it but a commit status."""

    repo: str
    number: int
    title: str
    text: str
    url: str
    clone: str  # the address that its repository is cloned from
    owner: str  # of the repository, where that is a person
    author: str
    head: str  # the commit
    base: str  # the branch
    is_for_default: bool  # whether that is the default branch of its repository
    created: float
    updated: float
    closed: float  # 0 if it is not
    state: Literal["open", "merged", "closed"]
    is_draft: bool
    labels: tuple[str, ...]
    assignees: tuple[str, ...]

    @property
    def key(self) -> str:
        return f"{self.repo}#{self.number}"


class PullPlace(NamedTuple):
    """Where a pull request is; by its key alone neither the dialect nor the server, as in a browser, is known."""

    tracker: str
    site: str
    repo: str
    number: int

    @property
    def key(self) -> str:
        return f"{self.repo}#{self.number}"


EventKind = Literal[
    "ready", "reopened", "replaced", "requested", "unrequested", "labelled", "assigned"
]


class PullEvent(Value):
    """One thing that happened to a pull request; `about` is the name of a label or of somebody."""

    id: str
    kind: EventKind
    at: float
    actor: str
    about: str = ""


class AskedIssue(Value):
    """An issue that a pull request says it settles."""

    title: str
    text: str
    author: str


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
    if pull.is_for_default:  # then all that may follow is the number of an event
        return len(rest) <= 1 and all(part.isdigit() for part in rest)
    return rest[:1] == [_base_mark(pull)]


def submitted(
    pull: Pull, events: Sequence[PullEvent], *, me: str, label: str, only_asked: bool
) -> ReviewRequest | None:
    """Return by what a pull request is in review; None for a draft, a closed one, or one that nobody asks us about.

    A push is a submission by itself. The other ways in are events: made ready, opened again, its commits replaced,
    our review requested, or the label set, each once more if it happens once more.
    """
    requests = [
        event
        for event in events
        if event.kind in ("requested", "unrequested") and event.about == me
    ]
    is_asked = (bool(label) and label in pull.labels) or (
        bool(requests) and requests[-1].kind == "requested"
    )
    if pull.state != "open" or pull.is_draft or (only_asked and not is_asked):
        return None
    asking = [(kind, name) for kind, name in (("requested", me), ("labelled", label)) if name]
    changes = ("ready", "reopened", "replaced")
    ways_in = [
        event for event in events if event.kind in changes or (event.kind, event.about) in asking
    ]
    # Of those within a second the last
    last = max(reversed(ways_in), key=lambda event: event.at, default=None)
    # Its base is part of it: what was accepted for one branch was not for another, also if no event tells of it.
    base = [] if pull.is_for_default else [_base_mark(pull)]
    at = max(pull.created, last.at if last else 0.0)
    entry = "-".join([pull.head, *base, *([last.id] if last else [])])
    return ReviewRequest(id=entry, issue=pull.key, at=at, actor=pull.author)


def closing_references(pull: Pull, repos: Collection[str]) -> tuple[tuple[str, int], ...]:
    """Return the issues that the text says it settles, in its own repository or in another one of ours."""
    found = [
        (match["repo"] or pull.repo, int(match["number"])) for match in _CLOSES.finditer(pull.text)
    ]
    return tuple(dict.fromkeys(each for each in found if each[0] in (pull.repo, *repos)))


def inert(text: str) -> str:
    """Return the text so that no name in it calls anybody, and nothing in it settles an issue, hides or commands."""
    text = _MENTION.sub("\\g<0>\u200b", "\n".join(text.splitlines())).replace("<!--", "<\u200b!--")
    return _COMMAND.sub("\\1\u200b/", _SETTLES.sub("\\g<0>\u200b", text))


def parse_place(text: str) -> PullPlace:
    """Return what `owner/name#12` or an address names, whose form tells the dialect; else raise a UsageError."""
    found = _KEY.fullmatch(text) or _ADDRESS.fullmatch(text)
    if found is None:
        raise UsageError(
            f"{text!r} names no pull request", fix="write owner/name#12, or its address"
        )
    server = found.groupdict()
    tracker = {"pull": "github", "pulls": "gitea"}.get(server.get("page", ""), "")
    return PullPlace(tracker, server.get("site", ""), found["repo"], int(found["number"]))


def parse_key(text: str) -> tuple[str, int]:
    """Return repository and number of what `parse_place` knows."""
    return parse_place(text)[2:]


def parse_origin(address: str) -> tuple[str, str]:
    """Return the server, as in a browser, and `owner/name` of what a clone was made from; empty if it is no such."""
    found = _ORIGIN.fullmatch(address)
    if found:
        return (f"{found['scheme'] or 'https://'}{found['site'] or found['host']}", found["repo"])
    return ("", "")

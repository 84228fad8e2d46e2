"""Issues of GitHub and Gitea as values, and their statuses, which are labels.

All functions are pure.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, get_args

from coordinator.models import Issue, Status, Value
from coordinator.trackers import ListedIssue
from coordinator.trackers.forge.pulls import Pull, PullEvent, closing_references

# The labels of the statuses of an open issue, unless forge.status_labels names others. An issue
# without any of them is `todo`.
DEFAULT_LABELS: Mapping[str, str] = {
    "backlog": "backlog",
    "in_progress": "in progress",
    "in_review": "in review",
    "blocked": "blocked",
}
CLOSED: Mapping[str, Status] = {"completed": "done", "dropped": "cancelled"}


class ForgeIssue(Value):
    """An issue as the server has it now.

    `clone` and `base` are the address and the default branch of its repository. Both are empty if
    the issue was read from a list.
    """

    repo: str
    number: int
    title: str
    text: str
    url: str
    author: str
    created: float
    updated: float
    state: Literal["open", "completed", "dropped"]
    labels: tuple[str, ...]
    assignees: tuple[str, ...]
    comments: int  # the number of comments
    clone: str = ""
    base: str = ""

    @property
    def key(self) -> str:
        return f"{self.repo}#{self.number}"


class StatusLabels:
    """The statuses of issues on a forge. Those of open issues are shown by labels."""

    def __init__(self, configured: Mapping[str, str], *, has_reasons: bool) -> None:
        """If `has_reasons` is false, the forge does not store why an issue was closed.

        Then a label tells whether the issue was cancelled.
        """
        labels = {**DEFAULT_LABELS, **configured}
        self._cancelled = labels.pop("cancelled", "cancelled")
        if has_reasons:
            self._cancelled = ""
        self._labels = labels
        self.review_label = configured.get("in_review", "")

    @property
    def statuses(self) -> tuple[str, ...]:
        return (*dict.fromkeys(("todo", *self._labels)), *CLOSED.values())

    def status_of(self, issue: ForgeIssue) -> str:
        """Return the status of an issue.

        If several labels show a status, the last of them in the configuration decides.
        """
        present = folded(issue.labels)
        if issue.state != "open":
            if self._cancelled.casefold() in present:
                return "cancelled"
            return CLOSED[issue.state]
        found = "todo"
        for status, label in self._labels.items():
            if label.casefold() in present:
                found = status
        return found

    def changes(self, issue: ForgeIssue, to: str) -> tuple[list[str], list[str]]:
        """Return the labels to add and to remove, so that the issue gets the status `to`."""
        wanted = self._labels.get(to, "")
        if to == "cancelled":
            wanted = self._cancelled
        add = []
        if wanted and wanted.casefold() not in folded(issue.labels):
            add.append(wanted)
        others = folded((*self._labels.values(), self._cancelled)) - {wanted.casefold()}
        remove = [label for label in issue.labels if label.casefold() in others]
        return add, remove

    def last_change(self, issue: ForgeIssue, events: Sequence[PullEvent]) -> str:
        """Return the id of the newest change of the status."""
        shown = folded((*self._labels.values(), self._cancelled))
        for event in reversed(events):
            is_label = event.kind in ("labelled", "unlabelled") and event.about.casefold() in shown
            if is_label or event.kind in ("closed", "reopened"):
                return f"{issue.state}-{event.id}"
        return issue.state

    def listed(self, issue: ForgeIssue) -> ListedIssue:
        return ListedIssue(
            key=issue.key,
            status=self.status_of(issue),
            revision=revision_of(issue),
            labels=issue.labels,
            assignees=issue.assignees,
            is_closed=issue.state != "open",
        )

    def as_issue(self, issue: ForgeIssue) -> Issue:
        assignee = issue.assignees[0] if issue.assignees else ""
        status = self.status_of(issue)
        return Issue(
            key=issue.key,
            title=issue.title,
            text=issue.text or issue.title,
            status=known_status(status),
            version=revision_of(issue),
            creator=issue.author,
            assignee=assignee,
            author=assignee or issue.author,
            base=issue.base,
            labels=issue.labels,
            url=issue.url,
        )


def known_status(name: str) -> Status:
    """Return the status with this name.

    A status that only the configuration has is treated as `todo`.
    """
    known: tuple[Status, ...] = get_args(Status)
    for status in known:
        if status == name:
            return status
    return "todo"


def folded(labels: Collection[str]) -> set[str]:
    """Return labels as the forge compares them: without regard to case."""
    return {label.casefold() for label in labels if label}


def revision_of(issue: ForgeIssue) -> int:
    """Return a number that differs after every change.

    The time alone is not enough: servers cut it to seconds.
    """
    parts = (issue.updated, issue.state, issue.labels, issue.assignees, issue.comments)
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:6])


def closes(pull: Pull, issue: ForgeIssue) -> bool:
    """Return whether the text of a pull request says that it closes an issue."""
    return (issue.repo, issue.number) in closing_references(pull, (issue.repo,))

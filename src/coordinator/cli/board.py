"""The commands for the embedded tracker."""

import getpass
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing
from pathlib import Path

from coordinator.cli.terminal import fitted
from coordinator.config.home_directory import home
from coordinator.errors import UsageError
from coordinator.models import Issue
from coordinator.trackers import Comment, unmarked
from coordinator.trackers.board import ME, Board, IssueDetails
from coordinator.views.terminal_text import when

DEEPEST = 8  # replies nested deeper are not indented further


def open_board() -> AbstractContextManager[Board]:
    return closing(Board(home(os.environ)))


def name_of(who: str) -> str:
    """Return the given name, or else the login name."""
    try:
        name = who or getpass.getuser()
    except (KeyError, OSError) as error:
        raise UsageError(
            "cannot find out your login name", fix="use --as WHO, or --creator WHO"
        ) from error
    if name == ME:
        raise UsageError(f"the name '{ME}' is reserved for the daemon", fix="use another name")
    return name


def repository(folder: str) -> str:
    """Return the absolute path of a folder in a git repository; empty if no folder is given.

    Raise UsageError if the folder does not exist or is not in a repository.
    """
    if not folder:
        return ""
    path = Path(folder).expanduser().resolve()
    if not path.is_dir():
        raise UsageError(
            f"directory {path} does not exist",
            fix="give the directory of the repository after --repo",
        )
    if not any((place / ".git").exists() for place in (path, *path.parents)):
        raise UsageError(f"{path} is not a git repository", fix=f"git init {path}, or name another")
    return str(path)


def issue_list(issues: Sequence[Issue]) -> str:
    lines = [
        f"{issue.key:<6}{issue.status:<13}{issue.assignee or '-':<14} {issue.title}"
        for issue in issues
    ]
    none = 'no issues; add one: coordinator board add "TITLE" --text "REQUEST"'
    return "\n".join(fitted(line, sys.stdout) for line in lines) or none


def issue_text(details: IssueDetails) -> str:
    issue = details.issue
    lines = [
        f"{issue.key}  {issue.status}  {issue.title}",
        f"asked by {issue.creator}, assigned to {issue.assignee or 'nobody'}, "
        f"version {issue.version}",
    ]
    if issue.repo:
        line = f"work in {issue.repo}"
        if issue.base:
            line += f", compared with {issue.base}"
        lines.append(line)
    if issue.labels:
        lines.append(f"labels: {', '.join(issue.labels)}")
    lines += ["", issue.text.strip(), "", "History"]
    for change in details.history:
        moved = f"{change.was} to {change.now}" if change.was else f"added as {change.now}"
        lines.append(f"  {when(change.at)}  {moved}, by {change.actor}")
    if details.comments:
        lines += ["", "Comments", *_threads(details.comments)]
    return "\n".join(lines)


def _threads(comments: Sequence[Comment]) -> Iterator[str]:
    """Yield the comments, each followed by its replies.

    The function does not use recursion, because threads can be deep.
    """
    replies: dict[str, list[Comment]] = defaultdict(list)
    for comment in reversed(comments):
        replies[comment.parent].append(comment)
    waiting = [(comment, 0) for comment in replies[""]]
    while waiting:
        comment, depth = waiting.pop()
        indent = "    " * min(depth, DEEPEST)
        addressed = f" to {comment.addressee}" if comment.addressee else ""
        yield f"  {indent}{comment.id}  {comment.author}{addressed}, {when(comment.at)}"
        yield from (f"  {indent}   {line}" for line in unmarked(comment.text).splitlines())
        waiting += [(reply, depth + 1) for reply in replies[comment.id]]

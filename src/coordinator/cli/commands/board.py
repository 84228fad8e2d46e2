"""`coordinator board`: the embedded tracker from a shell, for people and for agents' scripts."""

from typing import Annotated

from typer import Argument, Option

from coordinator.cli.commands import Json, work
from coordinator.cli.terminal import put_out, read_given
from coordinator.errors import UsageError

Key = Annotated[
    str, Argument(metavar="KEY", help="The issue, for example B-1.", show_default=False)
]
Who = Annotated[
    str, Option("--as", metavar="WHO", help="Who does this; your login name if not given.")
]


def add(
    title: str,
    text: str = "",
    file: str = "",
    assignee: str = "",
    creator: str = "",
    repo: str = "",
    base: str = "",
    status: str = "todo",
    label: list[str] | None = None,
    json: Json = False,
) -> None:
    """Add an issue: what is asked, of whom, and where the work will be."""
    if text and file:
        raise UsageError("the text is given twice", fix="use one of --text and --file")
    asked = read_given(file) if file else text
    who = work.board.name_of(creator)
    about = {
        "assignee": assignee,
        "repo": work.board.repository(repo),
        "base": base,
        "status": status,
    }
    with work.board.open_board() as board:
        issue = board.add(title, asked, creator=who, labels=label or (), **about)
    put_out("issue", issue, f"{issue.key} {issue.status}: {issue.title}", json)


def list_issues(status: str = "", json: Json = False) -> None:
    """List the issues, oldest first."""
    with work.board.open_board() as board:
        issues = board.issues(status)
    put_out("issues", issues, work.board.issue_list(issues), json)


def show_issue(key: Key, json: Json = False) -> None:
    """Show one issue with its history and comment threads."""
    with work.board.open_board() as board:
        details = board.show(key)
    put_out("issue details", details, work.board.issue_text(details), json)


def comment(key: Key, text: str, who: Who = "", reply_to: str = "", json: Json = False) -> None:
    """Comment on an issue, or reply to a comment."""
    said = read_given("-") if text == "-" else text
    with work.board.open_board() as board:
        note = board.comment(key, said, author=work.board.name_of(who), parent=reply_to)
    put_out("comment", note, f"comment {note.id} on {note.issue}", json)


def move(key: Key, status: str, who: Who = "", json: Json = False) -> None:
    """Change the status; in_review asks for a review."""
    with work.board.open_board() as board:
        issue = board.move(key, status, actor=work.board.name_of(who))
    put_out("issue", issue, f"{issue.key} is {issue.status}", json)


def label(
    key: Key, add: list[str] | None = None, remove: list[str] | None = None, json: Json = False
) -> None:
    """Add and remove labels, by which workflows skip stages; upper and lower case are the same."""
    if not add and not remove:
        raise UsageError("no label is named", fix="use --add LABEL or --remove LABEL")
    with work.board.open_board() as board:
        issue = board.label(key, add=add or (), remove=remove or ())
    labels = f"labels: {', '.join(issue.labels)}" if issue.labels else "no labels"
    put_out("issue", issue, f"{issue.key} has {labels}", json)

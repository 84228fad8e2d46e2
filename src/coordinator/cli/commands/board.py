"""`coordinator board`: the embedded tracker from a shell, for people and for agents' scripts."""

from typing import Annotated

from typer import Argument, Option

from coordinator.cli.commands import Json
from coordinator.cli.terminal import put_out, read_given
from coordinator.errors import UsageError

Key = Annotated[
    str, Argument(metavar="KEY", help="The issue, for example B-1.", show_default=False)
]
Who = Annotated[str, Option("--as", metavar="WHO", help="Your name; your login name if not given.")]


def add(
    title: Annotated[str, Argument(metavar="TITLE", help="The request in one line.")],
    text: Annotated[str, Option("--text", metavar="TEXT", help="The full request.")] = "",
    file: Annotated[
        str,
        Option("--file", metavar="FILE", help="Read the text from this file; - is standard input."),
    ] = "",
    assignee: Annotated[
        str, Option("--assignee", metavar="WHO", help="The person or agent who does the work.")
    ] = "",
    creator: Annotated[
        str,
        Option(
            "--creator", metavar="WHO", help="The person who asks; your login name if not given."
        ),
    ] = "",
    repo: Annotated[
        str, Option("--repo", metavar="DIR", help="The git repository for the work.")
    ] = "",
    base: Annotated[
        str,
        Option(
            "--base", metavar="REF", help="The branch or commit that the work is compared with."
        ),
    ] = "",
    status: Annotated[str, Option("--status", metavar="STATUS", help="The first status.")] = "todo",
    label: Annotated[
        list[str] | None,
        Option("--label", metavar="LABEL", help="A label; can be repeated."),
    ] = None,
    json: Json = False,
) -> None:
    """Add an issue with its text, assignee and repository.

    A review judges the work against the text, so an issue without text is refused.

    Example:
      coordinator board add "Add a retry" --file issue.md --assignee ada --repo . --base main
    """
    from coordinator.cli.board import name_of, open_board, repository

    if text and file:
        raise UsageError(
            "the text is given both by --text and by --file", fix="use one of --text and --file"
        )
    asked = read_given(file) if file else text
    who = name_of(creator)
    place = repository(repo)
    with open_board() as board:
        issue = board.add(
            title,
            asked,
            creator=who,
            labels=label or (),
            assignee=assignee,
            repo=place,
            base=base,
            status=status,
        )
    put_out("issue", issue, f"{issue.key} {issue.status}: {issue.title}", json)


def list_issues(
    status: Annotated[
        str, Option("--status", metavar="STATUS", help="Only issues in this status.")
    ] = "",
    json: Json = False,
) -> None:
    """List the issues, oldest first.

    Example:
      coordinator board list --status in_review
    """
    from coordinator.cli.board import issue_list, open_board

    with open_board() as board:
        issues = board.issues(status)
    put_out("issues", issues, issue_list(issues), json)


def show_issue(key: Key, json: Json = False) -> None:
    """Show one issue with its history and comment threads.

    Example:
      coordinator board show B-1
    """
    from coordinator.cli.board import issue_text, open_board

    with open_board() as board:
        details = board.show(key)
    put_out("issue details", details, issue_text(details), json)


def comment(
    key: Key,
    text: Annotated[str, Argument(metavar="TEXT|-", help="The comment; - reads standard input.")],
    who: Who = "",
    reply_to: Annotated[
        str, Option("--reply-to", metavar="ID", help="The number of the comment to reply to.")
    ] = "",
    json: Json = False,
) -> None:
    """Comment on an issue, or reply to a comment.

    Put -- before a text that begins with a dash.

    Example:
      coordinator board comment B-1 "Retries are in, with a test." --as ada --reply-to 3
    """
    from coordinator.cli.board import name_of, open_board

    said = read_given("-") if text == "-" else text
    with open_board() as board:
        note = board.comment(key, said, author=name_of(who), parent=reply_to)
    put_out("comment", note, f"comment {note.id} on {note.issue}", json)


def move(
    key: Key,
    status: Annotated[str, Argument(metavar="STATUS", help="The new status.")],
    who: Who = "",
    json: Json = False,
) -> None:
    """Change the status; in_review asks for a review.

    Statuses: backlog, todo, in_progress, in_review, done, blocked, cancelled.

    Example:
      coordinator board move B-1 in_review --as ada
    """
    from coordinator.cli.board import name_of, open_board

    with open_board() as board:
        issue = board.move(key, status, actor=name_of(who))
    put_out("issue", issue, f"{issue.key} is {issue.status}", json)


def label(
    key: Key,
    add: Annotated[
        list[str] | None, Option("--add", metavar="LABEL", help="A label to add.")
    ] = None,
    remove: Annotated[
        list[str] | None, Option("--remove", metavar="LABEL", help="A label to remove.")
    ] = None,
    json: Json = False,
) -> None:
    """Add and remove labels; workflows can skip stages by label. Case does not matter.

    Example:
      coordinator board label B-1 --add security --add urgent --remove draft
    """
    from coordinator.cli.board import open_board

    if not add and not remove:
        raise UsageError("no label is given", fix="use --add LABEL or --remove LABEL")
    with open_board() as board:
        issue = board.label(key, add=add or (), remove=remove or ())
    labels = f"labels: {', '.join(issue.labels)}" if issue.labels else "no labels"
    put_out("issue", issue, f"{issue.key} has {labels}", json)

"""`coordinator board`: the embedded tracker from a shell, for people and for agents' scripts."""

from __future__ import annotations

import getpass
import os
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coordinator.cli.files import read_given
from coordinator.cli.terminal import plain
from coordinator.errors import UsageError

if TYPE_CHECKING:
    from coordinator.models import Issue, Value
    from coordinator.trackers.board import Board, BoardComment, IssueDetails

app = typer.Typer(
    help="The embedded tracker: issues with comments, a status and its history, in one file.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

_EMPTY = 'no issues; add one: coordinator board add "TITLE" --text "WHAT IS ASKED"'
DEEPEST = 8  # replies nested deeper are not indented further

Key = Annotated[str, typer.Argument(metavar="KEY", help="The issue, for example B-1.", show_default=False)]
Who = Annotated[str, typer.Option("--as", metavar="WHO", help="Who does this; your login name if not given.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


@app.command()
def add(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What is asked, in one line.")],
    source: Annotated[str, typer.Argument(metavar="-", help="- reads the text from standard input.")] = "",
    text: Annotated[str, typer.Option(metavar="TEXT", help="What is asked, in full.")] = "",
    file: Annotated[str, typer.Option(metavar="FILE", help="Read the text from this file.")] = "",
    assignee: Annotated[str, typer.Option(metavar="WHO", help="Who shall do it.")] = "",
    creator: Annotated[str, typer.Option(metavar="WHO", help="Who asks; your login name if not given.")] = "",
    repo: Annotated[str, typer.Option(metavar="DIR", help="The git repository the work happens in.")] = "",
    base: Annotated[str, typer.Option(metavar="REF", help="What the work is compared with.")] = "",
    status: Annotated[str, typer.Option(metavar="STATUS", help="The first status.")] = "todo",
    json: Json = False,
) -> None:
    """Add an issue: what is asked, of whom, and where the work will be.

    The text is what a review judges the work against, so an issue without text is refused.

    \b
    Example:
      coordinator board add "Add a retry" --file issue.md --assignee ada --repo . --base main
    """
    asked = _asked(source, text, file)
    with _board() as board:
        issue = board.add(
            title,
            asked,
            creator=_who(creator),
            assignee=assignee,
            repo=_repository(repo),
            base=base,
            status=status,
        )
    _print(issue, f"{issue.key} {issue.status}: {issue.title}", json)


@app.command("list")
def list_issues(
    status: Annotated[str, typer.Option(metavar="STATUS", help="Only issues in this status.")] = "",
    json: Json = False,
) -> None:
    """List the issues, oldest first.

    \b
    Example:
      coordinator board list --status in_review
    """
    with _board() as board:
        issues = board.issues(status)
    if json:
        typer.echo("[" + ",\n".join(issue.model_dump_json() for issue in issues) + "]")
    else:
        typer.echo(plain("\n".join(map(_line, issues))) or _EMPTY)


@app.command()
def show(key: Key, json: Json = False) -> None:
    """Show one issue with its history and comment threads.

    \b
    Example:
      coordinator board show B-1
    """
    with _board() as board:
        card = board.show(key)
    _print(card, "\n".join(_page(card)), json)


@app.command()
def comment(
    key: Key,
    text: Annotated[str, typer.Argument(metavar="TEXT|-", help="The comment; - reads standard input.")],
    who: Who = "",
    reply_to: Annotated[str, typer.Option(metavar="ID", help="The number of the comment this answers.")] = "",
    json: Json = False,
) -> None:
    """Comment on an issue, or reply to a comment.

    Put -- before a text that begins with a dash.

    \b
    Example:
      coordinator board comment B-1 "Retries are in, with a test." --as ada --reply-to 3
    """
    said = read_given("-") if text == "-" else text
    with _board() as board:
        note = board.comment(key, said, author=_who(who), parent=reply_to)
    _print(note, f"comment {note.id} on {note.issue}", json)


@app.command()
def move(
    key: Key,
    status: Annotated[str, typer.Argument(metavar="STATUS", help="The new status.", show_default=False)],
    who: Who = "",
    json: Json = False,
) -> None:
    """Change the status; in_review asks for a review.

    Statuses: backlog, todo, in_progress, in_review, done, blocked, cancelled.

    \b
    Example:
      coordinator board move B-1 in_review --as ada
    """
    with _board() as board:
        issue = board.move(key, status, actor=_who(who))
    _print(issue, f"{issue.key} is {issue.status}", json)


@app.command()
def label(
    key: Key,
    add: Annotated[list[str] | None, typer.Option("--add", metavar="LABEL", help="A label to add.")] = None,
    remove: Annotated[list[str] | None, typer.Option("--remove", metavar="LABEL", help="A label to remove.")] = None,
    json: Json = False,
) -> None:
    """Add and remove labels, by which workflows skip stages; upper and lower case are the same.

    \b
    Example:
      coordinator board label B-1 --add security --add urgent --remove draft
    """
    if not add and not remove:
        raise UsageError("no label is named", fix="use --add LABEL or --remove LABEL")
    with _board() as board:
        issue = board.label(key, add=add or (), remove=remove or ())
    _print(issue, f"{issue.key} has {_labels(issue) or 'no labels'}", json)


# -- what comes in


@contextmanager
def _board() -> Iterator[Board]:
    from coordinator.config.environment import home
    from coordinator.trackers.board import Board

    with closing(Board(home(os.environ))) as board:
        yield board


def _who(name: str) -> str:
    from coordinator.trackers.board import ME

    try:
        who = name or getpass.getuser()
    except (KeyError, OSError) as error:
        raise UsageError("your login name is not known", fix="use --as WHO, or --creator WHO") from error
    if who == ME:
        raise UsageError(f"the name '{ME}' belongs to the daemon", fix="use your own")
    return who


def _asked(source: str, text: str, file: str) -> str:
    if source not in ("", "-"):
        raise UsageError(f"'{source}' after the title is not known", fix="quote the title, and use --text")
    if sum(map(bool, (source, text, file))) > 1:
        raise UsageError("the text is given twice", fix="use one of --text, --file and -")
    return read_given(file or source) if file or source else text


def _repository(given: str) -> str:
    if not given:
        return ""
    path = Path(given).expanduser().resolve()
    if not path.is_dir():
        raise UsageError(f"there is no directory {path}", fix="name the repository's directory after --repo")
    if not any((place / ".git").exists() for place in (path, *path.parents)):
        raise UsageError(f"{path} is not a git repository", fix=f"git init {path}, or name another")
    return str(path)


# -- what goes out


def _print(value: Value, text: str, json: bool) -> None:
    typer.echo(value.model_dump_json(indent=2) if json else plain(text))


def _labels(issue: Issue) -> str:
    return f"labels: {', '.join(issue.labels)}" if issue.labels else ""


def _line(issue: Issue) -> str:
    return f"{issue.key:<6}{issue.status:<13}{issue.assignee or '-':<14} {issue.title}"


def _page(card: IssueDetails) -> Iterator[str]:
    issue = card.issue
    yield f"{issue.key}  {issue.status}  {issue.title}"
    yield f"asked by {issue.creator}, assigned to {issue.assignee or 'nobody'}, version {issue.version}"
    if issue.repo:
        yield f"work in {issue.repo}" + (f", compared with {issue.base}" if issue.base else "")
    if issue.labels:
        yield _labels(issue)
    yield from ("", issue.text.strip(), "", "History")
    for change in card.history:
        moved = f"{change.was} to {change.now}" if change.was else f"added as {change.now}"
        yield f"  {_when(change.at)}  {moved}, by {change.actor}"
    if card.comments:
        yield from ("", "Comments")
        yield from _threads(card.comments)


def _threads(notes: Sequence[BoardComment]) -> Iterator[str]:
    from coordinator.trackers import unmarked

    replies: dict[str, list[BoardComment]] = defaultdict(list)
    for note in reversed(notes):
        replies[note.parent].append(note)
    waiting = [(note, 0) for note in replies[""]]
    while waiting:
        note, depth = waiting.pop()
        indent, addressed = "    " * min(depth, DEEPEST), f" to {note.addressee}" if note.addressee else ""
        yield f"  {indent}{note.id}  {note.author}{addressed}, {_when(note.at)}"
        yield from (f"  {indent}   {line}" for line in unmarked(note.text).splitlines())
        waiting += [(reply, depth + 1) for reply in replies[note.id]]


def _when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))

"""`coordinator list` and `coordinator show`: what is on record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from coordinator.errors import UsageError

if TYPE_CHECKING:
    from coordinator.record import Record, Row

STATES = ("open", "accept", "reject", "escalate", "error", "superseded", "failed", "cancelled")

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def list_reviews(
    state: Annotated[str, typer.Option(metavar="STATE", help=f"Only those that are {', '.join(STATES)}.")] = "",
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="At most so many, newest first.")] = 50,
    json: Json = False,
) -> None:
    """List reviews, newest first: id, state, begin, duration, cost, issue, and the rule that decided.

    \b
    Example:
      coordinator list --state escalate
    """
    if state not in ("", *STATES):
        raise UsageError(f"there is no state '{state}'", fix=f"known: {', '.join(STATES)}")
    with _record() as record:
        rows = record.reviews(limit, state)
    if json:
        typer.echo("[" + ",\n".join(row.model_dump_json() for row in rows) + "]")
    else:
        typer.echo("\n".join(map(_line, rows)) or "no reviews; `coordinator review --help` says how to start one")


def show(
    id: Annotated[str, typer.Argument(metavar="ID", help="A review, as `coordinator list` shows it.")],
    prompts: Annotated[bool, typer.Option("--prompts", help="Also print every prompt and raw reply.")] = False,
    json: Json = False,
) -> None:
    """Show one review: scores, debate, evidence with what was found of it, and the rule that decided.

    \b
    Example:
      coordinator show B-1.4 --prompts
    """
    from coordinator.cli.sheet import sheet, transcript

    with _record() as record:
        whole = record.review(id)
        if json:
            typer.echo(whole.model_dump_json(indent=1))
            return
        typer.echo(sheet(whole))
        if prompts:
            typer.echo("\n" + transcript(whole, record.prompt))


@contextmanager
def _record() -> Iterator[Record]:
    import os
    from contextlib import closing

    from coordinator.cli.state import state_file
    from coordinator.environment import home
    from coordinator.record import Record
    from coordinator.store import Store

    with closing(Store(state_file(home(os.environ)))) as store:
        yield Record(store)


def _line(row: Row) -> str:
    import time

    from coordinator.cli.terminal import one_line

    began = time.strftime("%Y-%m-%d %H:%M", time.localtime(row.began))
    took = f"{row.ended - row.began:.0f} s" if row.ended else "-"
    cost = "cost unknown" if row.usd is None else f"${row.usd:.2f}"
    about = f"{row.key}: {row.title}" if row.title else row.key
    rule = f"  ({row.rule})" if row.rule else ""
    return f"{row.id:<20} {row.state:<10} {began}  {took:>6}  {cost:>12}  {one_line(about + rule)}"

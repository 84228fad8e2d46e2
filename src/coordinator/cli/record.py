"""`coordinator list` and `coordinator show`: what is on record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from coordinator.record import Row

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def list_reviews(
    state: Annotated[
        str, typer.Option(metavar="STATE", help="Only open, accept, reject, escalate, error …")
    ] = "",
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="At most so many, newest first.")] = 50,
    json: Json = False,
) -> None:
    """List reviews, newest first."""
    from contextlib import closing

    from coordinator.cli.house import state_file
    from coordinator.config import load
    from coordinator.record import Record
    from coordinator.store import Store

    with closing(Store(state_file(load().home))) as store:
        rows = Record(store).reviews(limit, state)
    if json:
        typer.echo(f"[{','.join(row.model_dump_json() for row in rows)}]")
    elif not rows:
        typer.echo("no reviews")
    else:
        for row in rows:
            typer.echo(_row(row))


def show(
    id: Annotated[str, typer.Argument(metavar="ID", help="A review, as `coordinator list` shows it.")],
    prompts: Annotated[
        bool, typer.Option("--prompts", help="Also print every prompt and raw reply.")
    ] = False,
    json: Json = False,
) -> None:
    """Show one review: scores, debate, evidence with what was found of it, and the rule that decided."""
    from contextlib import closing

    from coordinator.cli.house import state_file
    from coordinator.cli.sheet import sheet, transcript
    from coordinator.config import load
    from coordinator.record import Record
    from coordinator.store import Store

    with closing(Store(state_file(load().home))) as store:
        record = Record(store)
        whole = record.review(id)
        if json:
            typer.echo(whole.model_dump_json(indent=1))
            return
        typer.echo(sheet(whole))
        if prompts:
            typer.echo(transcript(whole, record.prompt))


def _row(row: Row) -> str:
    import time

    began = time.strftime("%Y-%m-%d %H:%M", time.localtime(row.began))
    took = f"{row.ended - row.began:.0f} s" if row.ended else "running"
    cost = "cost unknown" if row.usd is None else f"${row.usd:.2f}"
    return (
        f"{row.id:<20} {row.state:<10} {began}  {took:>8}  {cost:>12}  {row.key}: {row.title}  ({row.rule})"
    )

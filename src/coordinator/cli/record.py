"""`coordinator list` and `coordinator show`: what is on record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coordinator.errors import UsageError

if TYPE_CHECKING:
    from coordinator.storage.review_record import ReviewRecord
    from coordinator.storage.run_list import RunSummary
    from coordinator.storage.store import Store

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def list_reviews(
    state: Annotated[
        str,
        typer.Option(
            metavar="STATE",
            help="Only those that are open, accept, reject, escalate, error, superseded, failed, cancelled, or for "
            "councils agreed or decided.",
        ),
    ] = "",
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="At most so many, newest first.")] = 50,
    json: Json = False,
) -> None:
    """List reviews and councils, newest first: id, state, begin, duration, cost, issue, and the rule that decided.

    \b
    Example:
      coordinator list --state escalate
    """
    from coordinator.cli.council import council_rows
    from coordinator.storage.run_list import STATES, RunFilters, RunList

    known = (*STATES, "agreed", "decided")
    if state not in ("", *known):
        raise UsageError(f"there is no state '{state}'", fix=f"known: {', '.join(known)}")
    with _store() as store:
        found = [*RunList(store).page(RunFilters(state=state), limit=limit).rows, *council_rows(store, state, limit)]
    rows = sorted(found, key=lambda row: -row.began)[:limit]
    if json:
        typer.echo("[" + ",\n".join(row.model_dump_json() for row in rows) + "]")
    else:
        typer.echo("\n".join(map(_line, rows)) or "no reviews; `coordinator review --help` says how to start one")


def show(
    id: Annotated[str, typer.Argument(metavar="ID", help="A review, as `coordinator list` shows it.")],
    prompts: Annotated[bool, typer.Option("--prompts", help="Also print every prompt and raw reply.")] = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the page of the review to one file instead.")
    ] = None,
    json: Json = False,
) -> None:
    """Show one review, run or council: scores, debate, evidence with what was found of it, and the rule that decided.

    The file of --html needs no server and runs nothing; it is made to be attached to a pull request.

    \b
    Examples:
      coordinator show B-1.4 --prompts
      coordinator show B-1.4 --html review.html
    """
    from coordinator.cli.review_text import sheet, transcript
    from coordinator.cli.state import job_of
    from coordinator.storage.review_record import ReviewReader

    if job_of(id) == "council":
        from coordinator.cli.council import show_council

        if html is not None:
            raise UsageError("--html writes reviews alone", fix="`coordinator serve` shows councils")
        show_council(id, prompts, json)
        return
    with _store() as store:
        if store.run(id).job == "run":
            from coordinator.cli.running import show_run

            if html is not None:
                raise UsageError("--html writes reviews alone", fix="`coordinator serve` shows runs of workflows")
            show_run(store, id, prompts, json)
            return
        record = ReviewReader(store)
        whole = record.review(id)
        if html is not None:
            _write_page(html, whole, store)
            return
        if json:
            typer.echo(whole.model_dump_json(indent=1))
            return
        typer.echo(sheet(whole))
        if prompts:
            typer.echo("\n" + transcript(whole.asked, record.prompt))


def _write_page(file: Path, whole: ReviewRecord, store: Store) -> None:
    from coordinator.web.rendering import standalone_review

    text = standalone_review(whole, store.events(whole.id), store.text)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}", fix="name another file") from error
    typer.echo(f"{file}: {len(text.encode()):,} bytes")


@contextmanager
def _store() -> Iterator[Store]:

    from coordinator.runtime import open_store

    with open_store() as store:
        yield store


def _line(row: RunSummary) -> str:
    import time

    from coordinator.cli.terminal import one_line

    began = time.strftime("%Y-%m-%d %H:%M", time.localtime(row.began))
    took = f"{row.ended - row.began:.0f} s" if row.ended else "-"
    cost = "cost unknown" if row.usd is None else f"${row.usd:.2f}"
    about = ": ".join(filter(None, (row.key or row.job, row.title)))
    why = f"decided by {row.decision.decision.by}" if row.decision else row.rule
    rule = f"  ({why})" if why else ""
    return f"{row.id:<20} {row.state:<10} {began}  {took:>6}  {cost:>12}  {one_line(about + rule)}"

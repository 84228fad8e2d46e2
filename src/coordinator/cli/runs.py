"""What the commands say about runs of every kind: a line in a list, and how to go on with it."""

import shlex
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from coordinator.cli.terminal import one_line, when
from coordinator.errors import RunError, UsageError
from coordinator.models import Value
from coordinator.runtime import open_store
from coordinator.storage.run_list import STATES, RunList, RunSummary, token_attention
from coordinator.storage.run_table import RunFilters
from coordinator.storage.store import Store, short_id

SEARCHED = 1_000  # of the newest councils, when those in one state are looked for


def how_to_go_on(run_id: str, config: Path | None) -> str:
    """Return what somebody who stopped a run needs to know."""
    with open_store() as store, suppress(RunError):
        last = store.last_attempt(run_id)
        if store.run(last).state == "open":
            named = f" --config {shlex.quote(str(config))}" if config else ""
            return f"`coordinator resume {short_id(last)}{named}` goes on with it"
    return "nothing is left open"


def runs_text(state: str, limit: int, *, as_json: bool) -> str:
    """Return the newest reviews and councils as text, only those in a state if one is given."""
    known = (*STATES, "agreed", "decided")
    if state not in ("", *known):
        raise UsageError(f"there is no state '{state}'", fix=f"known: {', '.join(known)}")
    with open_store() as store:
        found = [*RunList(store).page(RunFilters(state=state), limit=limit).rows, *_councils(store, state, limit)]
        troubled = [row for row in RunList(store).attention() if state in ("", row.state)]
        token = token_attention(store)
    rows = sorted(found, key=lambda row: -row.began)[:limit]
    rows += [row for row in troubled if row.id not in {each.id for each in rows}]  # however old they are
    if as_json:
        return json_list(rows)
    lines = [*map(_line, rows)] or ["no reviews; `coordinator review --help` says how to start one"]
    return "\n".join([*lines, *([f"needs attention: {token}"] if token else [])])


def _councils(store: Store, state: str, limit: int) -> list[RunSummary]:
    """Return councils for the list; one that waits for a person is `escalate`, one that waits for its plan `error`."""
    # What an open council waits for is not in the list itself, so that the newest are looked at one by one.
    rows = RunList(store).page(RunFilters(), jobs=("council",), limit=SEARCHED if state else limit).rows
    if not rows:
        return []
    from coordinator.council import council_record  # most homes have none, and need not wait for this

    found = []
    for row in rows:
        record = council_record(store, row.id)
        why = record.ended.end if record.ended else record.error
        found.append(row.model_copy(update={"state": record.state, "rule": why}))
    return [row for row in found if state in ("", row.state)][:limit]


def _line(row: RunSummary) -> str:
    cost = "cost unknown" if row.usd is None else f"${row.usd:.2f}"
    about = ": ".join(filter(None, (row.key or row.job, row.title)))
    why = f"decided by {row.decision.decision.by}" if row.decision else "" if row.attention else row.rule
    rule = f"  ({why})" if why else ""
    took = began_and_took(row.began, row.ended)
    line = f"{short_id(row.id):<20} {row.state:<10} {took}  {cost:>12}  {one_line(about + rule)}"
    if attention := row.attention:
        again = f"; tried again at {when(attention.next_try)}" if attention.next_try else ""
        line += f"\n  needs attention: {one_line(f'{attention.why}{again}; {attention.todo}')}"
    return line


def began_and_took(began: float, ended: float) -> str:
    """Return when a run began and how long it took, as columns of a list."""
    took = f"{ended - began:.0f} s" if ended else "-"
    return f"{when(began)}  {took:>6}"


def json_list(rows: Iterable[Value]) -> str:
    return "[" + ",\n".join(row.model_dump_json() for row in rows) + "]"

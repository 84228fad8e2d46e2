"""What the commands say about runs of every kind: a line in a list, and how to go on with it."""

import shlex
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from coordinator.cli.terminal import one_line, when
from coordinator.errors import RunError, UsageError
from coordinator.models import Value
from coordinator.runtime import open_store
from coordinator.storage.run_list import KINDS, STATES, RunList, RunSummary, token_attention
from coordinator.storage.store import short_id


def how_to_go_on(run_id: str, config: Path | None) -> str:
    """Return what somebody who stopped a run needs to know."""
    with open_store() as store, suppress(RunError):
        last = store.last_attempt(run_id)
        if store.run(last).state == "open":
            named = f" --config {shlex.quote(str(config))}" if config else ""
            return f"`coordinator resume {short_id(last)}{named}` goes on with it"
    return "nothing is left open"


def runs_text(kind: str, state: str, limit: int, *, as_json: bool) -> str:
    """Return the newest runs as text, only those of a kind or in a state if one is given."""
    known = (*STATES, "completed", "agreed", "decided")
    for given, names, what in ((state, known, "state"), (kind, KINDS, "kind")):
        if given not in ("", *names):
            raise UsageError(f"there is no {what} '{given}'", fix=f"known: {', '.join(names)}")
    with open_store() as store:
        runs = RunList(store)
        rows = runs.newest(kind, state, limit)
        listed = {row.id for row in rows}
        troubled = [row for row in runs.attention() if state in ("", row.state) and row.id not in listed]
        token = token_attention(store)
    rows += [row for row in troubled if not kind or row.job in KINDS[kind]]  # however old they are
    if as_json:
        return json_list(rows)
    begin = "nothing is on record; `coordinator review --help` says how to begin"
    return "\n".join([*(map(_line, rows) if rows else [begin]), *([f"needs attention: {token}"] if token else [])])


def _line(row: RunSummary) -> str:
    cost = "cost unknown" if row.usd is None else f"${row.usd:.2f}"
    about = ": ".join(filter(None, (row.key or row.job, row.title)))
    why = f"decided by {row.decision.decision.by}" if row.decision else "" if row.attention else row.rule or row.phase
    rule = f"  ({why})" if why else ""
    took = f"{row.ended - row.began:.0f} s" if row.ended else "-"
    line = f"{short_id(row.id):<20} {row.state:<10} {when(row.began)}  {took:>6}  {cost:>12}  {one_line(about + rule)}"
    if attention := row.attention:
        again = f"; tried again at {when(attention.next_try)}" if attention.next_try else ""
        line += f"\n  needs attention: {one_line(f'{attention.why}{again}; {attention.todo}')}"
    return line


def json_list(rows: Iterable[Value]) -> str:
    return "[" + ",\n".join(row.model_dump_json() for row in rows) + "]"

"""`list`, `show`, `inbox`, `answer`, `workers` and `state export`: runs of every kind."""

import sys
import time
from pathlib import Path

from coordinator.agents.ask_records import ask_record
from coordinator.app.runtime import open_engine, open_store
from coordinator.app.signals import run_async
from coordinator.cli.kinds import commands_for
from coordinator.cli.terminal import edited, fitted, put_out, read_given, tell, write_page
from coordinator.errors import UsageError
from coordinator.reviews.record import DECISION
from coordinator.storage.short_ids import short_id
from coordinator.storage.steps import StepReader
from coordinator.storage.store import MOST, Store
from coordinator.trackers.token_expiry import token_attention
from coordinator.views.listing import RunFilters, RunList, RunSummary
from coordinator.views.terminal_text import one_line, when


def list_runs(kind: str, limit: int, filters: RunFilters, *, as_json: bool) -> None:
    with open_store() as store:
        rows = RunList(store).page(filters, kind, limit).rows
        token = token_attention(store)
    lines = [_line(row) for row in rows]
    if not lines:
        lines.append(
            "no reviews, runs or councils found; `coordinator review --help` says how to start one"
        )
    if token:
        lines.append(f"needs attention: {token}")
    put_out("list", rows, "\n".join(lines), as_json)


def _line(row: RunSummary) -> str:
    cost = "cost unknown" if row.usd is None else f"${row.usd:.2f}"
    took = f"{row.ended - row.began:.0f} s" if row.ended else "-"
    about = ": ".join(filter(None, (row.key or row.job, row.title)))
    why = _reason(row)
    if why:
        about += f"  ({why})"
    head = f"{short_id(row.id):<20} {row.state:<10} {when(row.began)}  {took:>6}  {cost:>12}"
    line = fitted(f"{head}  {one_line(about)}", sys.stdout)
    attention = row.attention
    if attention:
        text = attention.why
        if attention.next_try:
            text += f"; postponed since {when(attention.since)}, "
            text += f"tried again at {when(attention.next_try)}"
        line += f"\n  needs attention: {one_line(f'{text}; {attention.todo}')}"
    return line


def _reason(row: RunSummary) -> str:
    """Return the person or rule that decided a run, or the phase of an open run."""
    if row.decision:
        return f"decided by {row.decision.decision.by}"
    if row.attention:
        return ""
    return row.rule or row.phase


def show(run_id: str, prompts: bool, html: Path | None, as_json: bool) -> None:
    with open_store() as store:
        commands = commands_for(store, run_id)
        record = commands.record(store, run_id)
        if html is not None:
            from coordinator.web.rendering import standalone

            write_page(html, standalone(record, store.events(run_id), store.text))
            return
        text = commands.record_text(record, store.text, prompts)
        if prompts:
            text += f"\n\n{_transcript(store, run_id)}"
        put_out(commands.kind, record, text, as_json)


def _transcript(store: Store, run_id: str) -> str:
    """Return every prompt and raw reply of a run."""
    from coordinator.views.text import render

    steps = StepReader(store.events(run_id))
    asks = [ask_record(key, body) for key, body in steps.under("ask")]
    return render("transcript.txt", asks=asks, prompt=store.text)


def export() -> None:
    """Print every run as a line of JSON, oldest first."""
    with open_store() as store:
        for run in reversed(store.runs(limit=MOST)):
            if run.job == DECISION:
                continue
            commands = commands_for(store, run.id)
            put_out(commands.kind, commands.record(store, run.id), "", True, indent=None)


def show_workers(*, as_json: bool) -> None:
    from coordinator.views.text import render
    from coordinator.views.workers import workers

    with open_store() as store:
        found = workers(store)
    put_out("workers", found, render("workers.txt", workers=found), as_json)


def list_inbox(person: str, *, as_json: bool) -> None:
    # Imported here, because `list` must not wait for this import.
    from coordinator.views.inbox import inbox
    from coordinator.views.text import render

    with open_store() as store:
        items = inbox(store, person)
    put_out("inbox", items, render("inbox.txt", items=items, now=time.time()), as_json)


def answer(ask_id: str, file: str, edit: bool, as_json: bool) -> None:
    from coordinator.views.asks import find_ask, form, material, send_answer

    if file and edit:
        raise UsageError("--file and --edit exclude each other", fix="use one of them")
    with open_store() as store:
        ask = find_ask(store, ask_id)
        prompt = material(store.text(ask.opened.prompt))
    if not (file or edit):
        tell(prompt)
        asked = {"id": ask.id, "person": ask.opened.person, "prompt": prompt, "form": form(ask)}
        put_out("ask", asked, form(ask).rstrip("\n"), as_json)
        return
    if file:
        text = read_given(file)
    else:
        below = "".join(f"# {line}\n" for line in prompt.splitlines())
        text = edited(f"{form(ask)}\n{below}", ".yaml")

    async def send() -> None:
        async with open_engine() as engine:
            await send_answer(engine, ask, text)

    run_async(send(), lambda: "nothing was answered")
    put_out("done", {"id": ask.id, "done": "answered"}, f"answered {short_id(ask.id)}", as_json)

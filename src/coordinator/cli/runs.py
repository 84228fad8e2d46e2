"""Runs of every kind as lists have them, how to go on with one, what waits for a person, and the person's answer."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType

from coordinator.cli.signals import run_async
from coordinator.cli.terminal import fitted, one_line, put_out, read_given, tell, when, write_page
from coordinator.engine.owner import host_of, living_workers
from coordinator.errors import RunError, UsageError
from coordinator.models import Value
from coordinator.runtime import open_engine, open_store
from coordinator.storage.review_record import DECISION, ask_record
from coordinator.storage.run_list import (
    RunFilters,
    RunList,
    RunSummary,
    kind_of_job,
    token_attention,
)
from coordinator.storage.steps import StepReader
from coordinator.storage.store import MOST, Store, short_id

# The module of cli/ for each kind of run: on_record, record_text, decide, resume, retry, cancel, recorded_replies.
MODULES = {"run": "workflows", "council": "councils", "review": "reviews"}


def kind_and_module(store: Store, run_id: str) -> tuple[str, ModuleType]:
    """Return which kind of run this is, and the module that deals with it."""
    kind = kind_of_job(store.run(run_id).job)
    return kind, import_module(f"coordinator.cli.{MODULES[kind]}")


def module_of(run_id: str) -> ModuleType:
    with open_store() as store:
        return kind_and_module(store, run_id)[1]


def how_to_go_on(run_id: str, config: Path | None) -> str:
    """Return what somebody who stopped a run needs to know."""
    with open_store() as store, suppress(RunError):
        last = store.last_attempt(run_id)
        if store.run(last).state == "open":
            named = f" --config {shlex.quote(str(config))}" if config else ""
            return f"`coordinator resume {short_id(last)}{named}` goes on with it"
    return "nothing is left open"


def list_runs(kind: str, limit: int, *, as_json: bool, **given: str) -> None:
    filters = RunFilters(**given)
    with open_store() as store:
        rows = RunList(store).page(filters, kind, limit).rows
        token = token_attention(store)
    begin = (
        "nothing is on record, or nothing like that; `coordinator review --help` says how to begin"
    )
    lines = [
        *(map(_line, rows) if rows else [begin]),
        *([f"needs attention: {token}"] if token else []),
    ]
    put_out("list", rows, "\n".join(lines), as_json)


def _line(row: RunSummary) -> str:
    cost = "cost unknown" if row.usd is None else f"${row.usd:.2f}"
    about = ": ".join(filter(None, (row.key or row.job, row.title)))
    if row.decision:
        why = f"decided by {row.decision.decision.by}"
    elif row.attention:
        why = ""
    else:
        why = row.rule or row.phase
    rule = f"  ({why})" if why else ""
    took = f"{row.ended - row.began:.0f} s" if row.ended else "-"
    head = f"{short_id(row.id):<20} {row.state:<10} {when(row.began)}  {took:>6}  {cost:>12}"
    line = fitted(f"{head}  {one_line(about + rule)}", sys.stdout)
    if attention := row.attention:
        again = f"; tried again at {when(attention.next_try)}" if attention.next_try else ""
        line += f"\n  needs attention: {one_line(f'{attention.why}{again}; {attention.todo}')}"
    return line


def show(run_id: str, prompts: bool, html: Path | None, as_json: bool) -> None:
    from coordinator.cli.text import render

    with open_store() as store:
        kind, module = kind_and_module(store, run_id)
        record = module.on_record(store, run_id)
        if html is None:
            asked = (
                ask_record(key, body) for key, body in StepReader(store.events(run_id)).under("ask")
            )
            replies = (
                f"\n\n{render('transcript.txt', asks=asked, prompt=store.text)}" if prompts else ""
            )
            put_out(
                kind, record, module.record_text(record, store.text, prompts) + replies, as_json
            )
            return
        from coordinator.web.rendering import standalone

        write_page(html, standalone(record, store.events(run_id), store.text))


def export() -> None:
    with open_store() as store:
        for run in reversed(store.runs(limit=MOST)):
            if run.job != DECISION:
                kind, module = kind_and_module(store, run.id)
                put_out(kind, module.on_record(store, run.id), "", True, indent=None)


class Worker(Value):
    """One process that does reviews and runs: `busy` of its `runs` are not merely waiting, `leads` what it watches."""

    name: str
    alive: bool
    kind: str
    version: str
    since: float
    heard: float
    busy: int
    concurrency: int
    runs: tuple[str, ...]
    leads: tuple[str, ...]


def show_workers(*, as_json: bool) -> None:
    from coordinator.cli.text import render

    workers = []
    with open_store() as store:
        alive = living_workers(store)
        roles = store.roles()
        for row in store.workers():
            about = {
                "kind": "command",
                "version": "",
                "since": row.beat,
                "concurrency": 0,
            } | json.loads(row.about)
            about.pop("jobs", None)
            name = f"{host_of(row.owner).partition(' ')[0]}:{row.owner.split('|')[2]}"
            runs = tuple(run.id for run in store.held_by(row.owner))
            leads = tuple(role for role, owner in roles.items() if owner == row.owner)
            about |= {
                "alive": row.owner in alive,
                "heard": round(store.now() - row.beat, 1),
                "busy": row.busy,
            }
            workers.append(
                Worker.model_validate(about | {"name": name, "runs": runs, "leads": leads})
            )
    put_out("workers", workers, render("workers.txt", workers=workers), as_json)


def list_inbox(person: str, *, as_json: bool) -> None:
    from coordinator.cli.text import render

    # The list does not wait for this, nor for what answers need
    from coordinator.web.inbox import inbox

    with open_store() as store:
        items = inbox(store, person)
    put_out("inbox", items, render("inbox.txt", items=items, now=time.time()), as_json)


def answer(ask_id: str, file: str, edit: bool, as_json: bool) -> None:
    from coordinator.panels.human_tasks import find_ask, form, material, send_answer

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
    below = "".join(f"# {line}\n" for line in prompt.splitlines())
    text = read_given(file) if file else edited(f"{form(ask)}\n{below}", ".yaml")

    async def send() -> None:
        async with open_engine() as engine:
            await send_answer(engine, ask, text)

    run_async(send(), lambda: "nothing was answered")
    put_out("done", {"id": ask.id, "done": "answered"}, f"{short_id(ask.id)} is answered", as_json)


def edited(offered: str, suffix: str) -> str:
    """Return a text as the person has changed it in their editor."""
    editor = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    with tempfile.NamedTemporaryFile("w+", suffix=suffix, encoding="utf-8") as file:
        file.write(offered)
        file.flush()
        try:
            subprocess.run([*editor, file.name], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise UsageError(
                f"the editor {editor[0]} failed: {error}", fix="set EDITOR, or use a file"
            ) from None
        text = Path(file.name).read_text(encoding="utf-8")
    if text == offered:
        raise UsageError("nothing was changed, so nothing is done", fix="fill it in and save it")
    return text

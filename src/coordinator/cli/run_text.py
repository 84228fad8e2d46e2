"""One line for each thing that happens in a run of a workflow, and the whole of one as text."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Iterator
from typing import Any

from coordinator.cli.progress import line as review_line
from coordinator.cli.progress import row
from coordinator.cli.terminal import counted, one_line, plain
from coordinator.storage.store import Event
from coordinator.workflow.history import RunLine, RunRecord, VisitRecord
from coordinator.workflow.records import TranscriptLine

WORDS = {
    "entry": "the entry",
    "pr_merged": "the pull request was merged",
    "pr_closed": "the pull request was closed",
    "pr_conditions": "the pull request is as asked for",
    "output_matches": "an output says so",
}


def stage_line(event: Event) -> str:
    """What to show for an event while it happens; nothing for what only the record needs."""
    if event.kind == "step" and event.key.startswith("open/"):
        return _opened(event)
    if event.kind in ("end", "park") or "/panel/" in event.key:
        return review_line(event)
    tell = TELLERS.get(event.key.partition("/")[0]) if event.kind == "step" else None
    return tell(json.loads(event.body)) if tell else ""


def _opened(event: Event) -> str:
    ask = f"{event.run}/{event.key.partition('/')[2]}"
    return row("waiting", f"for {json.loads(event.body)['person']}: `coordinator answer {shlex.quote(ask)}`")


def _issue(body: Any) -> str:
    return row("issue", body["title"] if body["key"] == "local" else f"{body['key']}: {body['title']}")


def _place(body: Any) -> str:
    return row("work", f"in {body['folder']}" + (f", on branch {body['branch']}" if body["branch"] else ""))


def _visit(body: Any) -> str:
    skipped = f", {', '.join(body['skipped'])} skipped" if body["skipped"] else ""
    again = f" (visit {body['nth']})" if body["nth"] > 1 else ""
    return row("stage", f"{body['stage']}{again}: {why(body['why']['kind'], body['why']['detail'])}{skipped}")


def why(kind: str, detail: str) -> str:
    """What led to a stage, in words."""
    return detail or WORDS.get(kind, kind)


def _ran(body: Any) -> str:
    ending = "no end in time" if body["timed_out"] else f"exit {body['exit_code']}"
    return row("command", f"{body['command']}: {ending}, {body['seconds']:.1f} s")


def _given(body: Any) -> str:
    cut = f", shortened: {', '.join(body['cut'])}" if body["cut"] else ""
    return row("judge reads", body["error"] or f"{', '.join(body['names'])}: {body['bytes']:,} bytes{cut}")


def _judged(body: Any) -> str:
    if not body["verdict"]:
        return row("judge", f"no verdict: {body['error']}")
    fixes = len(body["required_fixes"])
    required = f", {fixes} required {'fix' if fixes == 1 else 'fixes'}" if fixes else ""
    return row("judge", f"{body['verdict']}{required}: {body['summary']}")


def _gate(body: Any) -> str:
    return row("gate", f"{body['verdict']}: {body['detail']}")


def _message(body: Any) -> str:
    if body["kind"] == "reply":
        return row(body["who"], body["text"])
    known = body["text"].startswith(("The command", "The gate", "The judge"))  # which have a line of their own
    return row("note", body["text"]) if body["kind"] == "notice" and not known else ""


TELLERS: dict[str, Callable[[Any], str]] = {
    "issue": _issue,
    "place": _place,
    "visit": _visit,
    "run": _ran,
    "given": _given,
    "judge": _judged,
    "gate": _gate,
    "message": _message,
}


# -- the whole of it


def run_line(run: RunLine) -> str:
    """One run in a list."""
    began = time.strftime("%Y-%m-%d %H:%M", time.localtime(run.began))
    took = f"{run.ended - run.began:.0f} s" if run.ended else "-"
    about = f"{run.workflow} on {run.key}: {run.title}" if run.title else f"{run.workflow} on {run.key}"
    where = f"{run.stage or '-'}, {counted(run.visits, 'visit')}"
    return f"{run.id:<20} {run.state:<10} {began}  {took:>6}  {where:<24}  {one_line(about)}"


def run_text(whole: RunRecord) -> str:
    """A run from its start to where it is: every visit, and everything that was said."""
    return plain("\n".join(_text(whole)))


def _text(whole: RunRecord) -> Iterator[str]:
    yield f"{whole.id}: {whole.workflow.name}, {whole.state}"
    if whole.issue is not None:
        yield f"issue {whole.issue.key}: {whole.issue.title}"
    if whole.place is not None:
        yield f"work in {whole.place.folder}" + (f", on branch {whole.place.branch}" if whole.place.branch else "")
    for url in whole.pulls:
        yield f"pull request {url}"
    yield "cost unknown" if whole.usd is None else f"cost ${whole.usd:.2f}, {whole.tokens} tokens"
    for passed in whole.path:
        yield ""
        yield from _passed(passed)
    if whole.ending is not None:
        yield from ("", f"{whole.ending.kind}: {whole.ending.reason}")
    elif whole.error:
        yield from ("", f"{whole.state}: {whole.error}")


def _passed(passed: VisitRecord) -> Iterator[str]:
    visit = passed.visit
    yield f"{visit.number}. {visit.stage}, visit {visit.nth}: {why(visit.why.kind, visit.why.detail)}"
    for tell, value in ((_ran, passed.ran), (_given, passed.given), (_judged, passed.judged), (_gate, passed.gate)):
        if value is not None:
            yield f"   {tell(value.model_dump(mode='json'))}"
    for name, wrong in passed.acts.items():
        yield f"   {row(name, wrong or 'done')}"
    for line in passed.lines:
        yield from _said(line)


def _said(line: TranscriptLine) -> Iterator[str]:
    to = f" to {line.to}" if line.to else ""
    yield f"   {line.who}{to} ({line.kind}):"
    yield from (f"     {text}" for text in line.text.rstrip().splitlines())

"""What waits for a person: questions to people, what is left to somebody to decide, and what does not go on."""

import json
from collections.abc import Iterator
from shlex import quote

from coordinator.models import Value
from coordinator.reviews.publish import MESSAGES
from coordinator.storage.run_list import KINDS, UNDECIDED, RunFilters, RunList, RunSummary, token_attention
from coordinator.storage.store import ANYBODY, RunRow, Store, short_id
from coordinator.workflow.history import run_record
from coordinator.workflow.resume import decisions_for

MOST = 10_000


class InboxItem(Value):
    """Something that waits for a person, or for anybody, and what to do about it."""

    id: str  # of the run, or of the ask in it
    about: str
    why: str
    todo: str
    since: float
    until: float = 0.0
    person: str = ""


def inbox(store: Store, person: str = "") -> list[InboxItem]:
    """Return what waits for this person, or for anybody, oldest first."""
    runs, items = RunList(store), list[InboxItem]()

    def add(row: RunSummary, why: str, todo: str, **more: str | float) -> None:
        about = ": ".join(filter(None, (row.key, row.title)))
        given = {"id": row.id, "about": about, "why": why, "todo": todo, "since": row.ended or row.began}
        items.append(InboxItem.model_validate(given | more))

    for row in runs.page(RunFilters(waiting=person or ANYBODY), limit=MOST).rows:
        for wait in row.waits:
            if person in ("", wait.person):
                todo = f"`coordinator answer {quote(short_id(wait.ask))}`"
                when = {"since": wait.since, "until": wait.until}
                add(row, wait.purpose, todo, id=wait.ask, person=wait.person, **when)
    for row, why, todo in () if person else _left_to_anybody(store, runs):
        add(row, why, todo)
    if not person and (token := token_attention(store)):
        items.append(InboxItem(id="token", about="the tracker", why="attention", todo=token, since=0.0))
    return sorted(items, key=lambda item: item.since)


def _left_to_anybody(store: Store, runs: RunList) -> Iterator[tuple[RunSummary, str, str]]:
    """Yield each run that somebody has to decide or to look at, why, and what to do about it."""

    def is_last(row: RunSummary, kind: str) -> bool:
        def workflow(run: RunRow) -> str:  # of a run: another one about the same issue is another matter
            return str(json.loads(run.input).get("label", ""))

        run = store.run(row.id)
        about = [other for other in store.runs_about(run.subject) if other.job in KINDS[kind]]
        return not any(other.created > run.created and workflow(other) == workflow(run) for other in about)

    for state in ("escalate", "error"):
        for row in runs.page(RunFilters(state=state), "review", MOST).rows:
            if is_last(row, "review") and row.decision is None:
                yield row, f"{state} ({row.rule})", MESSAGES.what_to_do(state, row.id)
        for row in runs.page(RunFilters(state=state), "council", MOST).rows:
            name = short_id(row.id)
            decide = f"`coordinator decide {name} LETTER`; `coordinator show {name}` has the proposals"
            todo = decide if row.phase == UNDECIDED else f"`coordinator resume {name}`"
            yield row, row.phase.partition(";")[0], todo
    for state in ("escalate", "error", "failed"):
        for row in runs.page(RunFilters(state=state), "run", MOST).rows:
            if row.attention is None and is_last(row, "run"):
                name, choices = short_id(row.id), "|".join(decisions_for(run_record(store, row.id)))
                go_on = f"`coordinator resume {name} --from {quote(row.phase)}`, or --say TEXT to its agent"
                decide = f", or `coordinator decide {name} {choices}`" if choices else ""
                yield row, f"{row.panel}: {row.rule}", go_on + decide
    for row in runs.attention():
        if row.attention:
            yield row, row.attention.why, row.attention.todo

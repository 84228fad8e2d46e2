"""What waits for a person: questions to people, what is left to somebody to decide, and what does not go on."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from shlex import quote
from typing import Literal

from coordinator.errors import UsageError
from coordinator.models import Value
from coordinator.reviews.publish import MESSAGES
from coordinator.reviews.record import DECISION, Override
from coordinator.storage.store import ANYBODY, RunRow, Store, short_id
from coordinator.trackers.token_expiry import token_attention
from coordinator.views.listing import KINDS, UNDECIDED, RunFilters, RunList, RunSummary, matter_of
from coordinator.workflow.history import run_record
from coordinator.workflow.resume import decisions_for

MOST = 200  # of the oldest of each kind, so that no page waits for a record of years
PAGE = 100  # rows that are read at once
TOKEN = "token"

Kind = Literal["ask", "review", "run", "council", "attention"]


class InboxItem(Value):
    """Something that waits for a person, or for anybody, and what to do about it."""

    id: str  # of the run, or of the ask in it
    kind: Kind
    of: str = ""  # whether its run is a review, a run of a workflow or a council
    run: str = ""  # where it is shown
    tracker: str = ""
    about: str
    why: str
    todo: str
    since: float
    until: float = 0.0
    person: str = ""

    @property
    def place(self) -> tuple[float, str]:
        return self.since, self.id


class Inbox(Value):
    """What waits for somebody, oldest first."""

    items: tuple[InboxItem, ...]


def place_of(row: RunSummary) -> str:
    """Return where a run that waits for somebody stands in the inbox, or stood."""
    return f"{row.ended or row.began!r}~{row.id}"


def chosen_items(items: Sequence[InboxItem], wanted: Mapping[str, str]) -> list[InboxItem]:
    """Return those whose fields are as wanted; an empty word is any."""
    return [
        item
        for item in items
        if all(value in ("", getattr(item, name)) for name, value in wanted.items())
    ]


def neighbour(items: Sequence[InboxItem], place: str, step: int) -> InboxItem | None:
    """Return what comes after a place in the inbox, or with a step of -1 before it; after the end it begins again."""
    since, _, name = place.partition("~")
    try:
        here = float(since), name
    except ValueError:
        raise UsageError(
            f"'{place}' is no place in the inbox", fix="go there from its first page"
        ) from None
    others = [item for item in items[::step] if item.id != name and item.id != TOKEN]
    ahead = (item for item in others if (item.place > here if step > 0 else item.place < here))
    return next(ahead, others[0] if others else None)


def inbox(store: Store, person: str = "") -> list[InboxItem]:
    """Return what waits for this person, or for anybody, oldest first."""
    runs = RunList(store)
    items = list[InboxItem]()

    def add(row: RunSummary, kind: str, why: str, todo: str, **more: str | float) -> None:
        about = ": ".join(filter(None, (row.key, row.title)))
        given: dict[str, object] = {
            "id": row.id,
            "kind": kind,
            "of": row.kind,
            "run": row.id,
            "about": about,
        }
        given |= {"tracker": row.tracker, "why": why, "todo": todo, "since": row.ended or row.began}
        if row.job == DECISION:  # it is shown with its review
            given["run"] = Override.model_validate_json(store.run(row.id).input).review
        items.append(InboxItem.model_validate(given | more))

    for row in runs.page(RunFilters(waiting=person or ANYBODY), limit=MOST).rows:
        for wait in row.waits:
            if person in ("", wait.person):
                todo = f"`coordinator answer {quote(short_id(wait.ask))}`"
                when = {"since": wait.since, "until": wait.until}
                add(row, "ask", wait.purpose, todo, id=wait.ask, person=wait.person, **when)
    for row, kind, why, todo in () if person else _left_to_anybody(store, runs):
        add(row, kind, why, todo)
    if not person and (token := token_attention(store)):
        about = {"id": TOKEN, "kind": "attention", "about": "the tracker", "why": "attention"}
        items.append(InboxItem.model_validate(about | {"todo": token, "since": 0.0}))
    return sorted(items, key=lambda item: item.place)


def _left_to_anybody(store: Store, runs: RunList) -> Iterator[tuple[RunSummary, Kind, str, str]]:
    """Yield each run that somebody has to decide or to look at, as what, why, and what to do about it."""

    for state in ("escalate", "error"):
        for row in islice(_undone(store, runs, "review", state), MOST):
            yield row, "review", f"{state} ({row.rule})", MESSAGES.what_to_do(state, row.id)
        for row in islice(_undone(store, runs, "council", state), MOST):
            name = short_id(row.id)
            decide = (
                f"`coordinator decide {name} LETTER`; `coordinator show {name}` has the proposals"
            )
            todo = decide if row.phase == UNDECIDED else f"`coordinator resume {name}`"
            yield row, "council", row.phase.partition(";")[0], todo
    for state in ("escalate", "error", "failed"):
        for row in islice(_undone(store, runs, "run", state), MOST):
            if row.attention is None:
                name = short_id(row.id)
                choices = "|".join(decisions_for(run_record(store, row.id)))
                go_on = f"`coordinator resume {name} --from {quote(row.phase)}`, or --say TEXT to its agent"
                decide = f", or `coordinator decide {name} {choices}`" if choices else ""
                yield row, "run", f"{row.panel}: {row.rule}", go_on + decide
    for row in runs.attention()[:MOST]:
        if row.attention:
            yield row, "attention", row.attention.why, row.attention.todo


def _undone(store: Store, runs: RunList, kind: str, state: str) -> Iterator[RunSummary]:
    """Yield the runs of a kind in a state, oldest first, that no later one about the same has taken up."""

    # By subject and matter: when the last of them began
    newest: dict[str, dict[tuple[str, ...], float]] = {}

    def is_last(run: RunRow) -> bool:
        if run.subject not in newest:
            about = [other for other in store.runs_about(run.subject) if other.job in KINDS[kind]]
            about.sort(key=lambda other: other.created)  # the last one stays
            newest[run.subject] = {matter_of(other): other.created for other in about}
        return newest[run.subject][matter_of(run)] <= run.created

    wanted = {"state": state, "sort": "oldest", "before": ""}
    while listed := store.list_rows(KINDS[kind], wanted, PAGE):
        for row in listed:
            run = store.run(row.run)
            if not run.subject or is_last(run):
                yield runs.row(row.run)
        wanted["before"] = listed[-1].run

"""The inbox: open questions to people, pending decisions, and runs that need attention."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from shlex import quote
from typing import Literal

from coordinator.errors import UsageError
from coordinator.models import Value
from coordinator.reviews.publish import MESSAGES
from coordinator.reviews.record import DECISION, Override
from coordinator.reviews.seat_parts import recorded_apart
from coordinator.storage.run_index import ANYBODY
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import RunRow, Store
from coordinator.trackers.token_expiry import token_attention
from coordinator.views.listing import KINDS, UNDECIDED, RunFilters, RunList, RunSummary, matter_of
from coordinator.workflow.history import run_record
from coordinator.workflow.resume import decisions_for

MOST = 200  # items of each kind, oldest first
PAGE = 100  # rows in one read
TOKEN = "token"

Kind = Literal["ask", "review", "run", "council", "attention"]


class InboxItem(Value):
    """One item that waits for a certain person or for anybody, and what to do about it."""

    id: str  # the id of the run, or of the ask in it
    kind: Kind
    of: str = ""  # the kind of its run: review, run or council
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

    @property
    def has_page(self) -> bool:
        """Whether the item has a page. Items about the tracker's token or a seat have none."""
        return self.kind == "ask" or bool(self.of)


class Inbox(Value):
    """The items, oldest first."""

    items: tuple[InboxItem, ...]


def place_of(row: RunSummary) -> str:
    """Return the sort key of a run in the inbox.

    A run that has left the inbox has a sort key too, so `neighbour` can find the next item.
    """
    return f"{row.ended or row.began!r}~{row.id}"


def chosen_items(items: Sequence[InboxItem], wanted: Mapping[str, str]) -> list[InboxItem]:
    """Return the items whose fields have the wanted values. An empty value matches any item."""
    chosen = []
    for item in items:
        if all(value in ("", getattr(item, name)) for name, value in wanted.items()):
            chosen.append(item)
    return chosen


def neighbour(items: Sequence[InboxItem], place: str, step: int) -> InboxItem | None:
    """Return the next item after a place, or if `step` is -1, the item before it.

    After the last item comes the first. Return None if there is no other item.
    """
    since, _, name = place.partition("~")
    try:
        here = float(since), name
    except ValueError:
        raise UsageError(
            f"'{place}' is not a position in the inbox", fix="start from the inbox page"
        ) from None
    others = [item for item in items[::step] if item.id != name and item.has_page]
    for item in others:
        is_ahead = item.place > here if step > 0 else item.place < here
        if is_ahead:
            return item
    if others:
        return others[0]
    return None


def inbox(store: Store, person: str = "") -> list[InboxItem]:
    """Return everything that waits, oldest first. If `person` is given, return only their asks."""
    runs = RunList(store)
    items = _open_questions(runs, person)
    if not person:
        items += _escalated_reviews(store, runs)
        items += _waiting_councils(store, runs)
        items += _ended_runs(store, runs)
        items += _troubled_runs(store, runs)
        items += _seats_apart(store)
        token = token_attention(store)
        if token:
            items.append(
                InboxItem(
                    id=TOKEN,
                    kind="attention",
                    about="the tracker",
                    why="attention",
                    todo=token,
                    since=0.0,
                )
            )
    return sorted(items, key=lambda item: item.place)


def _seats_apart(store: Store) -> list[InboxItem]:
    """Return an item for each seat that judges unlike the other seats."""
    items = []
    for seat, figures in recorded_apart(store).items():
        items.append(
            InboxItem(
                id=f"seat/{seat}",
                kind="attention",
                about=f"the seat {seat}",
                why="attention",
                todo=f"it {figures}; `coordinator seat stats` shows all seats",
                since=0.0,
            )
        )
    return items


def _item(row: RunSummary, kind: Kind, why: str, todo: str) -> InboxItem:
    return InboxItem(
        id=row.id,
        kind=kind,
        of=row.kind,
        run=row.id,
        tracker=row.tracker,
        about=": ".join(filter(None, (row.key, row.title))),
        why=why,
        todo=todo,
        since=row.ended or row.began,
    )


def _open_questions(runs: RunList, person: str) -> list[InboxItem]:
    items = []
    for row in runs.page(RunFilters(waiting=person or ANYBODY), limit=MOST).rows:
        for wait in row.waits:
            if person not in ("", wait.person):
                continue
            todo = f"`coordinator answer {quote(short_id(wait.ask))}`"
            update = {
                "id": wait.ask,
                "person": wait.person,
                "since": wait.since,
                "until": wait.until,
            }
            items.append(_item(row, "ask", wait.purpose, todo).model_copy(update=update))
    return items


def _escalated_reviews(store: Store, runs: RunList) -> Iterator[InboxItem]:
    for state in ("escalate", "error"):
        for row in islice(_not_taken_up(store, runs, "review", state), MOST):
            todo = MESSAGES.what_to_do(state, row.id)
            yield _item(row, "review", f"{state} ({row.rule})", todo)


def _waiting_councils(store: Store, runs: RunList) -> Iterator[InboxItem]:
    for state in ("escalate", "error"):
        for row in islice(_not_taken_up(store, runs, "council", state), MOST):
            name = short_id(row.id)
            todo = f"`coordinator resume {name}`"
            if row.phase == UNDECIDED:
                todo = (
                    f"`coordinator decide {name} LETTER`; "
                    f"`coordinator show {name}` shows the proposals"
                )
            yield _item(row, "council", row.phase.partition(";")[0], todo)


def _ended_runs(store: Store, runs: RunList) -> Iterator[InboxItem]:
    """Yield the workflow runs that ended without completing."""
    for state in ("escalate", "error", "failed"):
        for row in islice(_not_taken_up(store, runs, "run", state), MOST):
            if row.attention is not None:
                continue
            name = short_id(row.id)
            todo = (
                f"`coordinator resume {name} --from {quote(row.phase)}`, or --say TEXT to its agent"
            )
            choices = "|".join(decisions_for(run_record(store, row.id)))
            if choices:
                todo += f", or `coordinator decide {name} {choices}`"
            yield _item(row, "run", f"{row.panel}: {row.rule}", todo)


def _troubled_runs(store: Store, runs: RunList) -> Iterator[InboxItem]:
    """Yield the runs that failed, or that wait a long time for another attempt."""
    for row in runs.attention()[:MOST]:
        if row.attention is None:
            continue
        item = _item(row, "attention", row.attention.why, row.attention.todo)
        if row.attention.since:
            item = item.model_copy(update={"since": row.attention.since})
        if row.job == DECISION:  # a decision is listed with its review
            review = Override.model_validate_json(store.run(row.id).input).review
            item = item.model_copy(update={"run": review})
        yield item


def _not_taken_up(store: Store, runs: RunList, kind: str, state: str) -> Iterator[RunSummary]:
    """Yield the runs of one `kind` that ended in one `state`, oldest first.

    Skip a run if a later run has the same subject and purpose (see `matter_of`).
    """
    last = LastRuns(store, kind)
    wanted = {"state": state, "sort": "oldest", "before": ""}
    while True:
        listed = store.index.rows(KINDS[kind], wanted, PAGE)
        if not listed:
            return
        for row in listed:
            run = store.run(row.run)
            if not run.subject or last.has(run):
                yield runs.row(row.run)
        wanted["before"] = listed[-1].run


class LastRuns:
    """Finds the latest run of a kind for each subject and purpose (see `matter_of`)."""

    def __init__(self, store: Store, kind: str) -> None:
        self._store = store
        self._jobs = KINDS[kind]
        self._began: dict[str, dict[tuple[str, ...], float]] = {}  # by subject and matter

    def has(self, run: RunRow) -> bool:
        """Return whether this run is the latest one with its subject and purpose."""
        if run.subject not in self._began:
            self._began[run.subject] = self._last_begins(run.subject)
        return self._began[run.subject][matter_of(run)] <= run.created

    def _last_begins(self, subject: str) -> dict[tuple[str, ...], float]:
        begins: dict[tuple[str, ...], float] = {}
        for run in self._store.runs_about(subject):
            if run.job in self._jobs:
                matter = matter_of(run)
                begins[matter] = max(run.created, begins.get(matter, 0.0))
        return begins

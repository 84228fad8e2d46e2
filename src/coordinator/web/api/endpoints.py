"""Every endpoint of the API: what it takes, what it answers, and where it is."""

import json
from typing import Annotated

from pydantic import Field, JsonValue

from coordinator.council import CouncilRecord, council_record
from coordinator.models import Value
from coordinator.panels.human_tasks import OpenAsk, form, open_asks
from coordinator.reviews.override import review_of
from coordinator.storage.review_record import JOBS, ReviewRecord
from coordinator.storage.run_list import RunListPage
from coordinator.storage.run_table import RunFilters
from coordinator.storage.store import EventKind
from coordinator.web.actions import FORMS
from coordinator.web.api.endpoint import Endpoint
from coordinator.web.context import Dashboard
from coordinator.web.pages import COUNCILS, RUNS, list_page, open_ask, read_run
from coordinator.web.rendering import PATHS
from coordinator.workflow.history import RunRecord, run_record

MOST = 200  # on a page

Limit = Annotated[int, Field(ge=1, le=MOST, description="most entries of one answer")]


# -- what is asked


class ListQuery(Value):
    """Which runs are wanted, newest first."""

    state: str = Field(default="", max_length=100, description="only those in this state")
    job: str = Field(default="", max_length=100, description="only those of this job")
    tracker: str = Field(default="", max_length=100, description="only those about an issue of this tracker")
    waiting: str = Field(default="", max_length=200, description="only those that wait for this person; * is anybody")
    text: str = Field(default="", max_length=200, description="only those with this in their id, key or title")
    before: str = Field(default="", max_length=300, description="`next` of the page before")
    limit: Limit = 50


class EventQuery(Value):
    """Which events are wanted, oldest first."""

    after: int = Field(default=0, ge=0, le=2**62, description="only those after this one")
    limit: Limit = 100


# -- what is answered


class EventView(Value):
    """One event of a run."""

    seq: int
    key: str
    kind: EventKind
    at: float
    body: JsonValue


class Events(Value):
    """Some events of a run, and where to go on; `next` is 0 at the end."""

    events: tuple[EventView, ...]
    next: int


class AskView(Value):
    """What waits for a person, what they were asked, and a form for the answer."""

    id: str
    ask: OpenAsk
    prompt: str
    form: str


class Asks(Value):
    """Everything that waits for a person, oldest first."""

    asks: tuple[OpenAsk, ...]


# -- reading


def reviews(dashboard: Dashboard, query: ListQuery) -> RunListPage:
    """The reviews, newest first."""
    return _list(dashboard, query, JOBS)


def runs(dashboard: Dashboard, query: ListQuery) -> RunListPage:
    """The runs of workflows, newest first."""
    return _list(dashboard, query, RUNS)


def councils(dashboard: Dashboard, query: ListQuery) -> RunListPage:
    """The councils, newest first."""
    return _list(dashboard, query, COUNCILS)


def _list(dashboard: Dashboard, query: ListQuery, jobs: tuple[str, ...]) -> RunListPage:
    filters = RunFilters(**query.model_dump(exclude={"limit"}))
    return list_page(dashboard, filters, jobs, query.limit)


def review(dashboard: Dashboard, run: str) -> ReviewRecord:
    """One review with everything that is on record."""
    return read_run(dashboard.store, run, JOBS, review_of)


def run(dashboard: Dashboard, run: str) -> RunRecord:
    """One run of a workflow with everything that is on record."""
    return read_run(dashboard.store, run, RUNS, run_record)


def council(dashboard: Dashboard, run: str) -> CouncilRecord:
    """One council with everything that is on record."""
    return read_run(dashboard.store, run, COUNCILS, council_record)


def events(dashboard: Dashboard, run: str, query: EventQuery) -> Events:
    """What happened in a run, oldest first."""
    dashboard.store.run(run)
    found = dashboard.store.events(run, query.after)
    page = found[: query.limit]
    shown = tuple(EventView(seq=e.seq, key=e.key, kind=e.kind, at=e.at, body=json.loads(e.body)) for e in page)
    return Events(events=shown, next=shown[-1].seq if len(found) > len(shown) else 0)


def asks(dashboard: Dashboard) -> Asks:
    """What waits for a person, oldest first."""
    return Asks(asks=tuple(open_asks(dashboard.store)))


def ask(dashboard: Dashboard, ask: str) -> AskView:
    """One ask with its prompt and a form."""
    found = open_ask(dashboard.store, ask)
    return AskView(id=found.id, ask=found, prompt=dashboard.store.text(found.opened.prompt), form=form(found))


ENDPOINTS = (
    Endpoint("/api/reviews", reviews),
    Endpoint("/api/reviews/{id}", review),
    Endpoint("/api/runs", runs),
    Endpoint("/api/runs/{id}", run),
    Endpoint("/api/runs/{id}/events", events),
    Endpoint("/api/councils", councils),
    Endpoint("/api/councils/{id}", council),
    Endpoint("/api/asks", asks),
    Endpoint("/api/asks/{id:path}", ask),
    *(Endpoint(f"/api{PATHS[name]}", act, acts=True) for name, (act, _) in FORMS.items()),
)

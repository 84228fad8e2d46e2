"""The pages to look at; each is made in a thread, from what is on record at that moment."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from coordinator.council.request import JOB as COUNCIL
from coordinator.errors import RunError, UsageError
from coordinator.models import Value
from coordinator.panels.human_tasks import OpenAsk, form, open_asks
from coordinator.storage.review_record import JOBS
from coordinator.storage.run_list import STATES, OpenWait, RunFilters, RunListPage, RunSummary
from coordinator.storage.store import Store
from coordinator.web.context import Dashboard, dashboard_of
from coordinator.web.council_page import council_page
from coordinator.web.forms import render
from coordinator.web.panel_page import panel_page
from coordinator.web.rendering import url
from coordinator.web.review_page import review_page
from coordinator.web.run_page import run_page
from coordinator.workflow.records import JOB as RUN

ROWS = 50  # on a page
RUNS, COUNCILS = (RUN,), (COUNCIL,)
INLINE = {"Content-Disposition": "inline"}
# Steps that name a text which is kept beside them, and where in their body.
TEXTS = {"ask/": "$.prompt", "open/": "$.prompt", "message/": "$.whole", "run/": "$.output", "judge/": "$.output"}


class Can(Value):
    """What a person may do about a run."""

    override: bool
    decide: bool
    cancel: bool
    rerun: bool
    asks: tuple[OpenWait, ...] = ()


def can(row: RunSummary) -> Can:
    """What a person may do about this run now."""
    is_review, is_open = row.job in JOBS, row.panel == "open"
    return Can(
        override=is_review and not is_open,
        decide=is_review and row.decision is None and row.panel in ("escalate", "error"),
        cancel=is_open,
        rerun=row.job == "review" and not is_open,
        asks=row.waits,
    )


def queue(request: Request) -> Response:
    """Every review, the newest first."""
    store = dashboard_of(request).store
    page = listed(request, JOBS)
    trackers, people = tuple(store.listed_trackers()), tuple(store.awaited())
    return render(
        request, "queue.html", page=page, older=older("queue", page), trackers=trackers, people=people, states=STATES
    )


def runs(request: Request) -> Response:
    """Every run of a workflow."""
    page = listed(request, RUNS)
    return render(request, "runs.html", page=page, older=older("runs", page))


def councils(request: Request) -> Response:
    """Every council."""
    page = listed(request, COUNCILS)
    return render(request, "councils.html", page=page, older=older("councils", page))


def listed(request: Request, jobs: Sequence[str]) -> RunListPage:
    """The page of a list that the address asks for."""
    given = {name: request.query_params.get(name, "") for name in RunFilters.model_fields}
    return page_of(dashboard_of(request), RunFilters.model_validate(given), jobs, ROWS)


def page_of(dashboard: Dashboard, filters: RunFilters, jobs: Sequence[str], limit: int) -> RunListPage:
    """Some runs of these jobs; reviews have known states only."""
    if jobs == JOBS and filters.state not in ("", *STATES):
        raise UsageError(f"there is no state '{filters.state}'", fix=f"known: {', '.join(STATES)}")
    return dashboard.queue.page(filters, jobs=jobs, limit=limit)


def older(kind: str, page: RunListPage) -> str:
    """The address of what comes after this page, with the same filters."""
    return url(kind, **page.filters.model_dump() | {"before": page.next}) if page.next else ""


def review(request: Request) -> Response:
    """One review with everything that is on record."""
    dashboard, row = dashboard_of(request), row_of(request, JOBS)
    page = review_page(dashboard.record, dashboard.store, row.id)
    subject = dashboard.store.run(row.id).subject
    return render(request, "review.html", page=page, id=row.id, can=can(row), subject=subject)


def row_of(request: Request, jobs: Sequence[str]) -> RunSummary:
    """The run that the address names, if it is one of these jobs."""
    id = request.path_params["id"]
    row = dashboard_of(request).queue.row(id)
    if row.job not in jobs:
        raise RunError(f"there is no {jobs[0]} {id}")
    return row


def run(request: Request) -> Response:
    """One run of a workflow."""
    row = row_of(request, RUNS)
    return render(request, "run.html", page=run_page(dashboard_of(request).store, row.id), id=row.id, can=can(row))


def council(request: Request) -> Response:
    """One council."""
    row = row_of(request, COUNCILS)
    return render(
        request, "council.html", page=council_page(dashboard_of(request).store, row.id), id=row.id, can=can(row)
    )


def text(request: Request) -> Response:
    """A prompt as it was put, or what was said or printed at length, if an event of this run names it."""
    store, id, hash = dashboard_of(request).store, request.path_params["id"], request.path_params["hash"]
    if hash not in texts_of(store, id):
        raise RunError(f"nothing in {id} has such a text")
    return PlainTextResponse(store.text(hash), headers=INLINE)


def texts_of(store: Store, run: str) -> set[str]:
    """The hashes of all texts of a run that a page links to."""
    return {str(hash) for prefix, path in TEXTS.items() for _, hash in store.step_values(run, prefix, path) if hash}


def reply(request: Request) -> Response:
    """What came back from one ask, as it came."""
    id, ask = request.path_params["id"], f"ask/{request.path_params['ask']}"
    for key, said, why in dashboard_of(request).store.step_values(id, ask, "$.ending.text", "$.ending.detail"):
        if key == ask:
            return PlainTextResponse(said or why or "", headers=INLINE)
    raise RunError(f"{id} has no such ask")


def panel(request: Request) -> Response:
    """How the seats have done over all reviews."""
    return render(request, "panel.html", page=panel_page(dashboard_of(request).store))


def asks(request: Request) -> Response:
    """What waits for a person."""
    return render(request, "asks.html", asks=tuple(open_asks(dashboard_of(request).store)))


def ask_of(store: Store, id: str) -> OpenAsk:
    """The ask that the address names, if it still waits."""
    for each in open_asks(store):
        if each.id == id:
            return each
    raise RunError(f"no ask {id} is waiting", fix="it may be answered, or too late; the list of asks has the others")


def ask(request: Request) -> Response:
    """One ask, with a form to fill in."""
    store = dashboard_of(request).store
    found = ask_of(store, request.path_params["id"])
    prompt = store.text(found.opened.prompt)
    return render(request, "ask.html", ask=found, prompt=prompt, form=form(found), problem="")

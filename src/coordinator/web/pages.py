"""The dashboard's pages that only show data. Each is made in a thread, from the record."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from coordinator.council import council_record
from coordinator.errors import RunError
from coordinator.reviews.override import review_of
from coordinator.reviews.record import JOBS
from coordinator.storage.events import key_of
from coordinator.storage.run_index import ORDERS
from coordinator.storage.store import Store
from coordinator.views.asks import OpenAsk, open_asks
from coordinator.views.inbox import chosen_items, neighbour, place_of
from coordinator.views.inbox import inbox as whole_inbox
from coordinator.views.listing import KINDS, RunFilters, RunList
from coordinator.views.review import review_context
from coordinator.views.run import run_context
from coordinator.web.context import dashboard_of
from coordinator.web.forms import INBOX_FILTERS, inbox_filters, name_of, render
from coordinator.web.rendering import item_url, url
from coordinator.workflow.history import run_record

R = TypeVar("R")

ROWS = 50  # rows on a page
# A person answers these asks without seeing the answers of others.
BLIND = ("rubric", "probe", "judge", "debate", "argue", "rule", "propose", "vote", "revise")
INLINE = {"Content-Disposition": "inline"}


def allowed_actions(store: Store, run: str) -> dict[str, object]:
    """Return the actions that a person can take on a run, its open asks, and its inbox place."""
    row = RunList(store).row(run)
    is_review = row.job in JOBS
    is_open = row.panel == "open"
    return {
        "override": is_review and not is_open,
        "decide": is_review and row.decision is None and row.panel in ("escalate", "error"),
        "cancel": is_open or row.attention is not None,
        "rerun": is_review and not is_open,
        "asks": row.waits,
        "place": place_of(row),
    }


def inbox(request: Request) -> Response:
    """Show the items that wait for a person, oldest first."""
    items = whole_inbox(dashboard_of(request).store)
    choices = {
        name: sorted({getattr(item, name) for item in items} - {""}) for name in INBOX_FILTERS
    }
    shown = chosen_items(items, inbox_filters(request))
    return render(request, "inbox.html", items=shown, total=len(items), choices=choices)


def next_item(request: Request) -> Response:
    """Redirect to the next or previous inbox item that matches the chosen filters."""
    items = chosen_items(whole_inbox(dashboard_of(request).store), inbox_filters(request))
    after, before = (request.query_params.get(name, "") for name in ("after", "before"))
    found = neighbour(items, after or before, 1 if after else -1)
    address = (
        item_url(found, **inbox_filters(request))
        if found
        else url("inbox", **inbox_filters(request))
    )
    return RedirectResponse(address, status_code=303)


def everything(request: Request) -> Response:
    """Show the list of reviews, runs and councils, filtered by the query of the address."""
    store = dashboard_of(request).store
    given = request.query_params
    kind = given.get("kind", "")
    filters = {name: given.get(name, "") for name in RunFilters.model_fields}
    page = RunList(store).page(RunFilters.model_validate(filters), kind, ROWS)
    return render(
        request,
        "list.html",
        page=page,
        kind=kind,
        trackers=store.index.trackers(),
        people=store.index.people_waited_for(),
        orders=ORDERS,
    )


def _moved(request: Request, kind: str) -> Response:
    return RedirectResponse(url("everything", **dict(request.query_params) | {"kind": kind}))


runs = partial(_moved, kind="run")
councils = partial(_moved, kind="council")


def review(request: Request) -> Response:
    store = dashboard_of(request).store
    run = request.path_params["id"]
    record = read_run(store, run, "review", review_of)
    context = review_context(record, store.events(run)) | {"subject": store.run(run).subject}
    return render(request, "review.html", **context, can=allowed_actions(store, run))


def run(request: Request) -> Response:
    store = dashboard_of(request).store
    run = request.path_params["id"]
    record = read_run(store, run, "run", run_record)
    return render(
        request, "run.html", **run_context(record, store.text), can=allowed_actions(store, run)
    )


def council(request: Request) -> Response:
    store = dashboard_of(request).store
    run = request.path_params["id"]
    record = read_run(store, run, "council", council_record)
    return render(request, "council.html", council=record, can=allowed_actions(store, run))


def read_run(store: Store, run: str, kind: str, read: Callable[[Store, str], R]) -> R:
    """Return the record of a run. Raise RunError if the run is of another kind."""
    if store.run(run).job not in KINDS[kind]:
        raise RunError(f"there is no {kind} {run}")
    return read(store, run)


def own_ask(request: Request, run: str) -> str:
    """Return the id of the viewer's own open ask in a run; an empty string if there is none.

    Until the viewer has answered this ask, they must not see the answers of others.
    """
    store = dashboard_of(request).store
    # A run that has ended has no open asks.
    if not store.has_run(run) or store.run(run).state != "open":
        return ""
    for wait in RunList(store).waits(run):
        if wait.purpose in BLIND and wait.person.casefold() == name_of(request).casefold():
            return wait.ask
    return ""


def text(request: Request) -> Response:
    """Show a stored text by its hash: a prompt, a reply or a long output."""
    store = dashboard_of(request).store
    store.run(request.path_params["id"])
    return PlainTextResponse(store.text(request.path_params["hash"]), headers=INLINE)


def reply(request: Request) -> Response:
    run = request.path_params["id"]
    ask = key_of("ask", request.path_params["ask"])
    for key, said, why in dashboard_of(request).store.step_values(
        run, ask, "$.ending.text", "$.ending.detail"
    ):
        if key == ask:
            return PlainTextResponse(said or why or "", headers=INLINE)
    raise RunError(f"{run} has no ask {request.path_params['ask']}")


def open_ask(store: Store, ask: str) -> OpenAsk:
    for each in open_asks(store):
        if each.id == ask:
            return each
    raise RunError(
        f"there is no open ask {ask}",
        fix="it may have been answered, or its time is over; the inbox has the open ones",
    )

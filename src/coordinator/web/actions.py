"""What a person may do: each act has a page that says what will happen, a form of this browser, and an event."""

import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from coordinator.council import PersonChoice, council_record
from coordinator.council.api import send_choice
from coordinator.errors import TrackerError, UsageError, WorkspaceError
from coordinator.models import Submission
from coordinator.panels.human_tasks import form as answer_form
from coordinator.panels.human_tasks import send_answer
from coordinator.reviews.override import override_of, review_of, start_override
from coordinator.storage.review_record import DECISION, Override
from coordinator.storage.run_list import kind_of_job
from coordinator.web.context import Dashboard, dashboard_of
from coordinator.web.forms import form_fields, form_of, render, see_other
from coordinator.web.pages import open_ask
from coordinator.web.rendering import url
from coordinator.web.safety import check_token, sign_in
from coordinator.workflow.history import run_record
from coordinator.workflow.records import Resumption
from coordinator.workflow.resume import decision, decisions_for

ONCE = re.compile("[0-9a-f]{16}")

Form = Mapping[str, str]
FormPage = Callable[[Request, Form, str], Response]
Act = Callable[..., Awaitable[str]]

EMPTY: Form = MappingProxyType({})


# -- acts that pages and programs share: each returns the id of the run that was started, or that goes on


def new_once() -> str:
    """Return a word that makes what is sent twice happen once."""
    return secrets.token_hex(8)


def _check_once(once: str) -> None:
    if not ONCE.fullmatch(once):
        raise UsageError("the form is not whole", fix="go back, reload it and send again")


def _person_name(by: str) -> str:
    """Return who acts, on one line; a UsageError if nobody is named."""
    if not (name := " ".join(by.split())[:100]):
        raise UsageError("there is no name", fix="say who you are, for the record")
    return name


async def override(dashboard: Dashboard, run: str, outcome: str, reason: str, by: str, once: str) -> str:
    """Decide a review as a person; the tracker is updated, and the panel's verdict stays on record as it was."""
    review = await run_in_threadpool(review_of, dashboard.store, run)
    decision = override_of(review, outcome, reason, by)
    _check_once(once)
    return await start_override(dashboard.engine, dashboard.store, decision, once)


async def cancel(dashboard: Dashboard, run: str, reason: str, by: str) -> str:
    """Stop a run, whichever process has it."""
    why = " ".join(reason.split())[:1_000] or "cancelled on the dashboard"
    if not await dashboard.engine.cancel(run, f"{why} (by {_person_name(by)})"):
        raise UsageError(f"{run} has ended already, or is being cancelled", fix="look at it again")
    return run


async def rerun(dashboard: Dashboard, run: str, by: str, once: str) -> str:
    """Have a submission reviewed again from the start, under a new id."""
    _check_once(once)
    row = await run_in_threadpool(dashboard.store.run, run)
    if row.state == "open":
        raise UsageError(f"{run} is still open", fix="cancel it first, or wait")
    if row.job != "review":
        fix = f"run `coordinator resume {run} --again` where its work is"
        raise UsageError(f"{run} cannot be run again from here", fix=fix)
    person, again = _person_name(by), f"{run}-{once[:6]}"
    update = {"id": again, "attempt": 1, "again": run}
    submission = Submission.model_validate_json(row.input).model_copy(update=update)
    await dashboard.engine.start("review", again, submission, subject=row.subject)
    await dashboard.engine.send(again, "rerun", {"by": person, "of": run}, key="rerun")
    return again


async def decide(dashboard: Dashboard, run: str, choice: str, text: str, reason: str, by: str) -> str:
    """Decide for a council that did not agree; it goes on with that to its plan."""
    council = await run_in_threadpool(council_record, dashboard.store, run)
    proposal = council.options.get(choice.upper(), choice)
    decision = PersonChoice(proposal=proposal, text=text, reason=reason.strip(), by=_person_name(by))
    await send_choice(dashboard.engine, council, decision)
    await dashboard.go_on(run, None)
    return run


async def resume(dashboard: Dashboard, run: str, choice: str, stage: str, text: str, by: str, once: str) -> str:
    """Let a run go on that did not complete: from a stage, with words to its agent, or with a decision."""
    _check_once(once)
    name, words = _person_name(by), text.strip()
    if choice not in ("from", "say"):
        how = decision(choice, words, name)
    elif stage if choice == "from" else words:
        how = Resumption(by=name, stage=stage if choice == "from" else "", say=words)
    else:
        raise UsageError("there is nothing to go on with", fix="name a stage, or say something to the agent")
    try:
        await dashboard.go_on(run, how.model_copy(update={"once": once}))
    except (TrackerError, WorkspaceError) as error:  # it has not been opened again
        raise UsageError(error.what, fix=error.fix) from error
    return run


async def answer(dashboard: Dashboard, ask: str, text: str) -> str:
    """Answer what a person was asked; refused with the reason if it cannot be read."""
    found = await run_in_threadpool(open_ask, dashboard.store, ask)
    await send_answer(dashboard.engine, found, text)
    return found.run


# -- forms: each page takes what was filled in before and what is wrong with it


def form_endpoint(page: FormPage, act: Act, fields: Sequence[str]) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers a form that was sent: on to the page of what `act` returns, or the same page again."""

    async def respond(request: Request) -> Response:
        form, dashboard = await form_of(request), dashboard_of(request)
        try:
            done = await act(dashboard, request.path_params["id"], *(form.get(field, "") for field in fields))
        except UsageError as error:
            return await run_in_threadpool(page, request, form, str(error))
        return see_other(_page_url(dashboard, done), form)

    return respond


def _form_page(request: Request, template: str, form: Form, problem: str, **context: object) -> Response:
    kept: dict[str, object] = {field: form.get(field, "") for field in ("reason", "choice", "text", "once")}
    if "name" in form:
        kept["name"] = form["name"]
    return render(request, template, 422 if problem else 200, problem=problem, **kept | context)


def override_page(request: Request, form: Form = EMPTY, problem: str = "") -> Response:
    review = review_of(dashboard_of(request).store, request.path_params["id"])
    outcome = form.get("outcome", request.query_params.get("outcome", ""))
    once = form.get("once") or new_once()
    return _form_page(request, "override.html", form, problem, review=review, outcome=outcome, once=once)


def cancel_page(request: Request, form: Form = EMPTY, problem: str = "") -> Response:
    run = request.path_params["id"]
    return _form_page(request, "cancel.html", form, problem, id=run, back=_page_url(dashboard_of(request), run))


def rerun_page(request: Request, form: Form = EMPTY, problem: str = "") -> Response:
    run = dashboard_of(request).store.run(request.path_params["id"])
    return _form_page(request, "rerun.html", form, problem, id=run.id, once=form.get("once") or new_once())


def decide_page(request: Request, form: Form = EMPTY, problem: str = "") -> Response:
    council = council_record(dashboard_of(request).store, request.path_params["id"])
    return _form_page(request, "decide.html", form, problem, council=council)


def resume_page(request: Request, form: Form = EMPTY, problem: str = "") -> Response:
    run = run_record(dashboard_of(request).store, request.path_params["id"])
    at = run.ending.stage if run.ending else run.stage
    choices = {stage.id: decisions_for(stage) for stage in run.workflow.stages}.get(at, ())
    given = {"stage": form.get("stage", at), "once": form.get("once") or new_once()}
    return _form_page(request, "resume.html", form, problem, run=run, at=at, choices=choices, **given)


def ask_page(request: Request, form: Form = EMPTY, problem: str = "") -> Response:
    """What a person is asked, and a form for the answer."""
    store = dashboard_of(request).store
    ask = open_ask(store, request.path_params["id"])
    prompt, text = store.text(ask.opened.prompt), form.get("text", "") if problem else answer_form(ask)
    return _form_page(request, "ask.html", form, problem, ask=ask, prompt=prompt, text=text)


def _page_url(dashboard: Dashboard, run: str) -> str:
    row = dashboard.store.run(run)
    if row.job == DECISION:  # it is shown with its review
        return url("review", Override.model_validate_json(row.input).review)
    return url(kind_of_job(row.job), run)


async def sign_in_form(request: Request) -> Response:
    """Let a browser in that was given the token."""
    form, dashboard = await form_fields(request), dashboard_of(request)
    check_token(dashboard, form.get("token", ""))
    return sign_in(dashboard, form.get("next", "/"))

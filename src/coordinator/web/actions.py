"""What a person may do: each act has a page that says what will happen, a form of this browser, and an event."""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from coordinator.council import PersonChoice, council_record, send_choice
from coordinator.errors import UsageError
from coordinator.models import Submission
from coordinator.panels.human_tasks import form as answer_form
from coordinator.panels.human_tasks import send_answer
from coordinator.reviews.override import override_of, review_of, start_override
from coordinator.web.context import Dashboard, dashboard_of
from coordinator.web.forms import form_fields, form_of, render, see_other
from coordinator.web.pages import open_ask
from coordinator.web.problems import problem_of
from coordinator.web.rendering import url
from coordinator.web.safety import check_token, sign_in

ONCE = re.compile("[0-9a-f]{16}")

Form = Mapping[str, str]
FormPage = Callable[[Request, Form, str], Response]
Submit = Callable[[Dashboard, str, Form], Awaitable[str]]

EMPTY: Form = MappingProxyType({})


# -- acts that pages and programs share


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
    """Decide a review as a person; return the id of the decision."""
    review = await run_in_threadpool(review_of, dashboard.store, run)
    decision = override_of(review, outcome, reason, by)
    _check_once(once)
    return await start_override(dashboard.engine, dashboard.store, decision, once)


async def cancel(dashboard: Dashboard, run: str, reason: str, by: str) -> None:
    """Stop a run, whichever process has it."""
    why = " ".join(reason.split())[:1_000] or "cancelled on the dashboard"
    if not await dashboard.engine.cancel(run, f"{why} (by {_person_name(by)})"):
        raise UsageError(f"{run} has ended already, or is being cancelled", fix="look at it again")


async def rerun(dashboard: Dashboard, run: str, by: str, once: str) -> str:
    """Have a submission reviewed again from the start; return the id of the new review."""
    _check_once(once)
    row = await run_in_threadpool(dashboard.store.run, run)
    if row.state == "open":
        raise UsageError(f"{run} is still open", fix="cancel it first, or wait")
    if row.job != "review":
        raise UsageError(f"{run} cannot be run again from here", fix=f"run `coordinator retry {run}` where its work is")
    person, again = _person_name(by), f"{run}-{once[:6]}"
    submission = Submission.model_validate_json(row.input).model_copy(update={"id": again})
    await dashboard.engine.start("review", again, submission, subject=row.subject)
    await dashboard.engine.send(again, "rerun", {"by": person, "of": run}, key="rerun")
    return again


async def decide(dashboard: Dashboard, run: str, choice: str, text: str, reason: str, by: str) -> None:
    """Decide for a council, and have it go on."""
    council = await run_in_threadpool(council_record, dashboard.store, run)
    proposal = council.options.get(choice.upper(), choice)
    decision = PersonChoice(proposal=proposal, text=text, reason=reason.strip(), by=_person_name(by))
    await send_choice(dashboard.engine, council, decision)
    dashboard.go_on(run)


async def answer(dashboard: Dashboard, ask: str, text: str) -> str:
    """Answer what a person was asked; return the run that goes on with it."""
    found = await run_in_threadpool(open_ask, dashboard.store, ask)
    await send_answer(dashboard.engine, found, text)
    return found.run


# -- forms: each page takes what was filled in before and what is wrong with it


def submitted(page: FormPage, submit: Submit) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers a form that was sent: on to the address that `submit` returns, or the page again."""

    async def respond(request: Request) -> Response:
        form = await form_of(request)
        try:
            address = await submit(dashboard_of(request), request.path_params["id"], form)
        except UsageError as error:
            told = problem_of(error)
            problem = f"{told.what} ({told.fix})" if told.fix else told.what
            return await run_in_threadpool(page, request, form, problem)
        return see_other(address, form)

    return respond


def _form_page(request: Request, template: str, form: Form, problem: str, **context: object) -> Response:
    kept: dict[str, object] = {field: form.get(field, "") for field in ("reason", "choice", "text", "once")}
    if "name" in form:
        kept["name"] = form["name"]
    return render(request, template, 422 if problem else 200, problem=problem, **kept | context)


def override_page(request: Request, form: Form = EMPTY, problem: str = "") -> Response:
    """What will be decided, and a form for the reason."""
    review = review_of(dashboard_of(request).store, request.path_params["id"])
    outcome = form.get("outcome", request.query_params.get("outcome", ""))
    once = form.get("once") or new_once()
    return _form_page(request, "override.html", form, problem, review=review, outcome=outcome, once=once)


async def submit_override(dashboard: Dashboard, run: str, form: Form) -> str:
    """Decide a review."""
    outcome, reason, name, once = (form.get(field, "") for field in ("outcome", "reason", "name", "once"))
    await override(dashboard, run, outcome, reason, name, once)
    return url("review", run)


def cancel_page(request: Request, form: Form = EMPTY, problem: str = "") -> Response:
    """What cancelling does."""
    run = request.path_params["id"]
    return _form_page(request, "cancel.html", form, problem, id=run, back=_page_url(dashboard_of(request), run))


async def submit_cancel(dashboard: Dashboard, run: str, form: Form) -> str:
    """Cancel a run."""
    await cancel(dashboard, run, form.get("reason", ""), form.get("name", ""))
    return _page_url(dashboard, run)


def rerun_page(request: Request, form: Form = EMPTY, problem: str = "") -> Response:
    """What running again does."""
    run = dashboard_of(request).store.run(request.path_params["id"])
    return _form_page(request, "rerun.html", form, problem, id=run.id, once=form.get("once") or new_once())


async def submit_rerun(dashboard: Dashboard, run: str, form: Form) -> str:
    """Start the review again."""
    return url("review", await rerun(dashboard, run, form.get("name", ""), form.get("once", "")))


def decide_page(request: Request, form: Form = EMPTY, problem: str = "") -> Response:
    """The proposals of a council, and a form for the decision."""
    council = council_record(dashboard_of(request).store, request.path_params["id"])
    return _form_page(request, "decide.html", form, problem, council=council)


async def submit_decision(dashboard: Dashboard, run: str, form: Form) -> str:
    """Decide for a council."""
    choice, text, reason, name = (form.get(field, "") for field in ("choice", "text", "reason", "name"))
    await decide(dashboard, run, choice, text, reason, name)
    return url("council", run)


def ask_page(request: Request, form: Form = EMPTY, problem: str = "") -> Response:
    """What a person is asked, and a form for the answer."""
    store = dashboard_of(request).store
    ask = open_ask(store, request.path_params["id"])
    prompt, text = store.text(ask.opened.prompt), form.get("text", "") if problem else answer_form(ask)
    return _form_page(request, "ask.html", form, problem, ask=ask, prompt=prompt, text=text)


async def submit_answer(dashboard: Dashboard, ask: str, form: Form) -> str:
    """Give the answer."""
    return _page_url(dashboard, await answer(dashboard, ask, form.get("text", "")))


def _page_url(dashboard: Dashboard, run: str) -> str:
    kind = dashboard.store.run(run).job
    return url(kind if kind in ("run", "council") else "review", run)


async def sign_in_form(request: Request) -> Response:
    """Let a browser in that was given the token."""
    form, dashboard = await form_fields(request), dashboard_of(request)
    check_token(dashboard, form.get("token", ""))
    return sign_in(dashboard, form.get("next", "/"))

"""What a person may do: each act has a page that says what will happen, a form of this browser, and an event."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from coordinator.council import PersonChoice, send_choice
from coordinator.council import council_record as council_history
from coordinator.engine import Engine
from coordinator.errors import UsageError
from coordinator.models import Submission
from coordinator.panels.human_tasks import send_answer
from coordinator.reviews.override import override_of, review_of, start_override
from coordinator.storage.store import Store
from coordinator.web.context import Dashboard, dashboard_of
from coordinator.web.council_page import council_page
from coordinator.web.forms import fields_of, form_of, render, see_other
from coordinator.web.pages import ask_of
from coordinator.web.problems import problem_of
from coordinator.web.rendering import url
from coordinator.web.safety import refuse_wrong_token, welcome

ONCE = re.compile("[0-9a-f]{16}")


def new_once() -> str:
    """A word that makes what is sent twice happen once."""
    return secrets.token_hex(8)


def said(error: UsageError) -> str:
    """A problem as one line of a form."""
    told = problem_of(error)
    return f"{told.what} ({told.fix})" if told.fix else told.what


def checked_once(once: str) -> str:
    """The word of a form; a UsageError if it is not one of ours."""
    if not ONCE.fullmatch(once):
        raise UsageError("the form is not whole", fix="go back, reload it and send again")
    return once


# -- acts that pages and programs share


async def override(dashboard: Dashboard, id: str, outcome: str, reason: str, by: str, once: str) -> str:
    """Decide a review as a person; the id of the decision."""
    whole = await run_in_threadpool(review_of, dashboard.store, id)
    return await start_override(
        dashboard.engine, dashboard.store, override_of(whole, outcome, reason, by), checked_once(once)
    )


async def cancel(dashboard: Dashboard, id: str, reason: str, by: str) -> None:
    """Stop a run, whichever process has it."""
    why = " ".join(reason.split())[:1_000] or "cancelled on the dashboard"
    if not await dashboard.engine.cancel(id, f"{why} (by {named(by)})"):
        raise UsageError(f"{id} has ended already, or is being cancelled", fix="look at it again")


async def rerun(dashboard: Dashboard, id: str, by: str, once: str) -> str:
    """Have a submission reviewed again from the start; the id of the new review."""
    again, submission, subject = await run_in_threadpool(_again, dashboard.store, id, checked_once(once))
    person = named(by)
    await dashboard.engine.start("review", again, submission, subject=subject)
    await dashboard.engine.send(again, "rerun", {"by": person, "of": id}, key="rerun")
    return again


def _again(store: Store, id: str, once: str) -> tuple[str, Submission, str]:
    run = store.run(id)
    if run.state == "open":
        raise UsageError(f"{id} is still open", fix="cancel it first, or wait")
    if run.job != "review":
        raise UsageError(f"{id} cannot be run again from here", fix=f"run `coordinator retry {id}` where its work is")
    again = f"{id}-{once[:6]}"
    return again, Submission.model_validate_json(run.input).model_copy(update={"id": again}), run.subject


async def decide(dashboard: Dashboard, id: str, choice: str, text: str, reason: str, by: str) -> None:
    """Decide for a council, and have it go on."""
    known = await run_in_threadpool(council_history, dashboard.store, id)
    proposal = known.options.get(choice.upper(), choice)
    await send_choice(
        dashboard.engine, known, PersonChoice(proposal=proposal, text=text, reason=reason.strip(), by=named(by))
    )
    dashboard.go_on(id)


async def answer(engine: Engine, store: Store, id: str, text: str) -> str:
    """Answer what a person was asked; the run that goes on with it."""
    ask = await run_in_threadpool(ask_of, store, id)
    await send_answer(engine, ask, text)
    return ask.run


def named(by: str) -> str:
    """Who acts, on one line."""
    if not (name := " ".join(by.split())[:100]):
        raise UsageError("there is no name", fix="say who you are, for the record")
    return name


# -- overriding


def override_page(request: Request) -> Response:
    """What will be decided, and a form for the reason."""
    outcome = request.query_params.get("outcome", "")
    return _override(request, {"outcome": outcome, "once": new_once()})


def _override(request: Request, form: Mapping[str, str], problem: str = "") -> Response:
    whole = review_of(dashboard_of(request).store, request.path_params["id"])
    kept = {name: form.get(name, "") for name in ("outcome", "reason", "once")}
    named = {"name": form["name"]} if "name" in form else {}
    return render(request, "override.html", 422 if problem else 200, whole=whole, problem=problem, **kept, **named)


async def override_form(request: Request) -> Response:
    """Decide, or say what is missing with everything kept."""
    form, id = await form_of(request), request.path_params["id"]
    given = [form.get(name, "") for name in ("outcome", "reason", "name", "once")]
    try:
        await override(dashboard_of(request), id, *given)
    except UsageError as error:
        return await run_in_threadpool(_override, request, form, said(error))
    return see_other(url("review", id), form)


# -- cancelling and running again


def cancel_page(request: Request) -> Response:
    """What cancelling does."""
    return _cancel(request, {})


def _cancel(request: Request, form: Mapping[str, str], problem: str = "") -> Response:
    id = request.path_params["id"]
    row = dashboard_of(request).queue.row(id)
    says = (f"{id} stops, whichever process runs it.", "Nothing is written to the tracker; what is on record stays.")
    return _confirm(
        request,
        form,
        problem,
        title=f"Cancel {id}?",
        says=says,
        action=url("cancel", id),
        asks_reason=True,
        button="Cancel it",
        back=_page_of(row.job, id),
        danger=True,
    )


async def cancel_form(request: Request) -> Response:
    """Cancel, or say why not."""
    form, id = await form_of(request), request.path_params["id"]
    dashboard = dashboard_of(request)
    try:
        await cancel(dashboard, id, form.get("reason", ""), form.get("name", ""))
    except UsageError as error:
        return await run_in_threadpool(_cancel, request, form, said(error))
    return see_other(_page_of(dashboard.store.run(id).job, id), form)


def rerun_page(request: Request) -> Response:
    """What running again does."""
    return _rerun(request, {"once": new_once()})


def _rerun(request: Request, form: Mapping[str, str], problem: str = "") -> Response:
    dashboard, id = dashboard_of(request), request.path_params["id"]
    dashboard.store.run(id)
    says = (
        f"The submission of {id} is reviewed again from the start, under a new id; every judge is asked again.",
        "It is superseded at once if the issue is no longer in review.",
        "A `coordinator watch` has to be running: it does the work.",
    )
    return _confirm(
        request,
        form,
        problem,
        title=f"Review {id} again?",
        says=says[: 2 if dashboard.watching else 3],
        action=url("rerun", id),
        asks_reason=False,
        button="Review it again",
        back=url("review", id),
        danger=False,
    )


async def rerun_form(request: Request) -> Response:
    """Start the review, or say why not."""
    form, id = await form_of(request), request.path_params["id"]
    try:
        again = await rerun(dashboard_of(request), id, form.get("name", ""), form.get("once", ""))
    except UsageError as error:
        return await run_in_threadpool(_rerun, request, form, said(error))
    return see_other(url("review", again), form)


def _confirm(request: Request, form: Mapping[str, str], problem: str, **context: object) -> Response:
    fields = {"once": form["once"]} if "once" in form else {}
    named = {"name": form["name"]} if "name" in form else {}
    kept = {"fields": fields, "reason": form.get("reason", ""), "problem": problem}
    return render(request, "act.html", 422 if problem else 200, **kept, **context, **named)


def _page_of(job: str, id: str) -> str:
    return url({"run": "run", "council": "council"}.get(job, "review"), id)


# -- deciding for a council


def decide_page(request: Request) -> Response:
    """The proposals, and a form for the decision."""
    return _decide(request, {})


def _decide(request: Request, form: Mapping[str, str], problem: str = "") -> Response:
    store, id = dashboard_of(request).store, request.path_params["id"]
    known = council_history(store, id)
    choices = tuple(
        (letter, f"{letter}. {entry.author}: {entry.proposal.approach}")
        for letter, entry in known.final_proposals.items()
    )
    kept = {name: form.get(name, "") for name in ("choice", "text", "reason")}
    named = {"name": form["name"]} if "name" in form else {}
    page = council_page(store, id)
    status = 422 if problem else 200
    return render(
        request, "decide.html", status, council=page, choices=choices, id=id, problem=problem, once="", **kept, **named
    )


async def decide_form(request: Request) -> Response:
    """Decide, or say what is missing with everything kept."""
    form, id = await form_of(request), request.path_params["id"]
    given = [form.get(name, "") for name in ("choice", "text", "reason", "name")]
    try:
        await decide(dashboard_of(request), id, *given)
    except UsageError as error:
        return await run_in_threadpool(_decide, request, form, said(error))
    return see_other(url("council", id), form)


# -- answering


async def answer_form(request: Request) -> Response:
    """Give the answer, or say what is wrong with it and keep it."""
    form, dashboard, id = await form_of(request), dashboard_of(request), request.path_params["id"]
    try:
        run = await answer(dashboard.engine, dashboard.store, id, form.get("text", ""))
    except UsageError as error:
        return await run_in_threadpool(_refused_answer, request, form.get("text", ""), said(error))
    return see_other(_page_of(dashboard.store.run(run).job, run), form)


def _refused_answer(request: Request, text: str, problem: str) -> Response:
    store = dashboard_of(request).store
    ask = ask_of(store, request.path_params["id"])
    prompt = store.text(ask.opened.prompt)
    return render(request, "ask.html", 422, ask=ask, prompt=prompt, form=text, problem=problem)


# -- signing in


async def sign_in_form(request: Request) -> Response:
    """Let a browser in that was given the token."""
    form, dashboard = await fields_of(request), dashboard_of(request)
    refuse_wrong_token(dashboard, form.get("token", ""))
    return welcome(dashboard, form.get("next", "/"))

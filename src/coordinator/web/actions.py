"""The actions that a person can take on the dashboard, and the form of each action."""

import json
import os
import re
from collections.abc import Awaitable, Callable, Mapping
from inspect import signature
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from coordinator.app.runtime import local_submission
from coordinator.council import PersonChoice, council_record
from coordinator.council.api import send_choice
from coordinator.errors import RunError, UsageError
from coordinator.models import Submission
from coordinator.parsing.web_form import all_missing, reply_of
from coordinator.reviews.override import (
    LONGEST_NAME,
    LONGEST_REASON,
    override_of,
    review_of,
    start_override,
)
from coordinator.reviews.record import DECISION, JOBS, Override
from coordinator.storage.store import Store
from coordinator.views.asks import OpenAsk, inputs, material, send_answer
from coordinator.views.asks import form as answer_form
from coordinator.views.blind_review import blind_context
from coordinator.views.listing import kind_of_job
from coordinator.views.review import review_context
from coordinator.web.access_control import check_csrf, sign_in
from coordinator.web.context import Dashboard, dashboard_of
from coordinator.web.forms import form_fields, new_once, render, see_other
from coordinator.web.pages import open_ask, own_ask
from coordinator.web.rendering import url
from coordinator.web.viewer import viewer_of
from coordinator.workflow.history import run_record
from coordinator.workflow.records import Resumption
from coordinator.workflow.resume import decision, decisions_for

ONCE = re.compile("[0-9a-f]{16}")

Form = Mapping[str, str]
Act = Callable[..., Awaitable[str]]
Context = Callable[[Store, str, Form], dict[str, Any]]


# -- actions: each returns the id of the run that it started or continued
#
# The parameters after the run are the fields of the form, and of the body that programs send.

Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_NAME,
        description="the name of the person who acts, for the record",
    ),
]
Reason = Annotated[
    str, Field(min_length=1, max_length=LONGEST_REASON, description="the reason, for the record")
]
OptionalName = Annotated[
    str,
    Field(
        max_length=LONGEST_NAME,
        description="the name of the person who acts; optional for the owner",
    ),
]
Once = Annotated[
    str,
    Field(
        pattern="^([0-9a-f]{16})?$",
        description="16 hexadecimal digits; a request sent twice with them takes effect once",
    ),
    Field(validate_default=True),
    AfterValidator(lambda once: once or new_once()),
]


def _person_name(by: str) -> str:
    """Return the name on one line; raise UsageError if it is empty."""
    name = " ".join(by.split())[:100]
    if not name:
        raise UsageError("the name is missing", fix="enter your name, for the record")
    return name


async def override(
    dashboard: Dashboard,
    run: str,
    outcome: Literal["accept", "reject"],
    reason: Reason,
    by: Name,
    once: Once = "",
) -> str:
    """Decide a review as a person.

    The tracker is updated. The panel's verdict stays on record beside the decision.
    """
    review = await run_in_threadpool(review_of, dashboard.store, run)
    decision = override_of(review, outcome, reason, by)
    return await start_override(dashboard.engine, dashboard.store, decision, once)


async def cancel(
    dashboard: Dashboard, run: str, by: Name, reason: Annotated[str, Field(max_length=1_000)] = ""
) -> str:
    """Stop a run, whichever process executes it."""
    why = " ".join(reason.split())[:1_000] or "cancelled on the dashboard"
    if not await dashboard.engine.cancel(run, f"{why} (by {_person_name(by)})"):
        raise UsageError(f"{run} has ended already, or is being cancelled", fix="reload its page")
    return run


async def rerun(dashboard: Dashboard, run: str, by: Name, once: Once = "") -> str:
    """Review a submission again from the start, under a new id."""
    row = await run_in_threadpool(dashboard.store.run, run)
    if row.state == "open":
        raise UsageError(f"{run} is still open", fix="cancel it first, or wait")
    if row.job not in JOBS:
        raise UsageError(f"{run} is not a review", fix="resume a run or council on its own page")
    person = _person_name(by)
    again = f"{run}-{once[:6]}"
    update = {"id": again, "attempt": 1, "again": run, "asked_by": person}
    submission = Submission.model_validate_json(row.input).model_copy(update=update)
    if submission.given is not None:  # the work is in no tracker, so no daemon reviews it
        await dashboard.background.review(submission)
    else:
        await dashboard.engine.start("review", again, submission, subject=row.subject, urgent=True)
    await dashboard.engine.send(again, "rerun", {"by": person, "of": run}, key="rerun")
    return again


def _startable(what: str) -> Literal["review", "council"]:
    if what not in ("review", "council"):
        raise RunError(f"a {what} cannot be started here; start a review or a council")
    if what == "council":
        return "council"
    return "review"


async def start(
    dashboard: Dashboard,
    what: Literal["review", "council"],
    by: Name,
    text: Annotated[
        str, Field(min_length=1, max_length=100_000, description="the request, or the problem")
    ],
    repo: Annotated[
        str, Field(max_length=4_000, description="the folder of a repository on the server")
    ] = "",
    branch: Annotated[
        str,
        Field(max_length=500, description="the revision to judge; empty is the folder as it is"),
    ] = "",
    base: Annotated[
        str,
        Field(max_length=500, description="the revision to compare with; empty is the main branch"),
    ] = "",
    once: Once = "",
) -> str:
    """Start a review of the work in a repository, or a council about a problem.

    It runs in the process of the dashboard.
    """
    person = _person_name(by)
    what = _startable(what)
    if not text.strip():
        raise UsageError("the text is empty", fix="enter the request, or the problem to solve")
    if what == "review" and not repo.strip():
        raise UsageError(
            "no repository is given", fix="give the folder of a git repository on this machine"
        )
    if what == "council":
        run = f"council-{once[:8]}"
        await dashboard.background.council(run, text, repo)
    else:
        submission = local_submission(
            text, Path(os.path.expanduser(repo)), base, name=once[:8], head=branch
        )
        run = submission.id
        await dashboard.background.review(submission)
    await dashboard.engine.send(run, "started", {"by": person}, key="started")
    return run


async def decide(
    dashboard: Dashboard,
    run: str,
    by: Name,
    choice: Annotated[str, Field(max_length=10)] = "",
    text: Annotated[str, Field(max_length=100_000)] = "",
    reason: Annotated[str, Field(max_length=LONGEST_REASON)] = "",
) -> str:
    """Decide for a council that did not agree; it then goes on to its plan."""
    council = await run_in_threadpool(council_record, dashboard.store, run)
    decision = PersonChoice(proposal=choice, text=text, reason=reason.strip(), by=_person_name(by))
    await send_choice(dashboard.engine, council, decision)
    await dashboard.background.go_on(run, None)
    return run


async def resume(
    dashboard: Dashboard,
    run: str,
    by: Name,
    choice: Literal["from", "say", "pass", "fail"],
    stage: Annotated[
        str, Field(max_length=200, description="the stage to enter, for the choice `from`")
    ] = "",
    text: Annotated[
        str,
        Field(
            max_length=100_000, description="a message to the agent, or the reason for a decision"
        ),
    ] = "",
    once: Once = "",
) -> str:
    """Continue a run that did not complete.

    It continues from a stage, with a message to its agent, or with a decision.
    """
    name = _person_name(by)
    words = text.strip()
    nothing = UsageError(
        "the run needs a stage or a message", fix="name a stage, or write to the agent"
    )
    if choice == "from":
        if not stage:
            raise nothing
        how = Resumption(by=name, stage=stage, say=words)
    elif choice == "say":
        if not words:
            raise nothing
        how = Resumption(by=name, stage="", say=words)
    else:
        how = decision(choice, words, name)
    await dashboard.background.go_on(run, how.model_copy(update={"once": once}))
    return run


async def answer(
    dashboard: Dashboard,
    ask: str,
    text: Annotated[str, Field(max_length=1_000_000)],
    by: OptionalName = "",
) -> str:
    """Answer an ask to a person; an answer that cannot be read is refused with the reason."""
    found = await run_in_threadpool(open_ask, dashboard.store, ask)
    if by and by.casefold() != found.opened.person.casefold():
        raise UsageError(
            f"the question is for {found.opened.person}, not for {by}", fix="let them answer"
        )
    await send_answer(dashboard.engine, found, text)
    return found.run


# -- forms: the subject of an action, the values entered before, and the errors in them


def _resume_context(store: Store, run_id: str, form: Form) -> dict[str, Any]:
    run = run_record(store, run_id)
    at = run.ending.stage if run.ending else run.stage
    return {"run": run, "at": at, "choices": decisions_for(run), "stage": form.get("stage", at)}


def _ask_context(store: Store, name: str, form: Form) -> dict[str, Any]:
    """Return the variables of the page of an ask, with the values entered so far."""
    ask = open_ask(store, name)
    fields = inputs(ask)
    missing = {}
    if form.get("fields"):
        missing = dict(all_missing(fields, form))
    context: dict[str, Any] = {"diff": None}
    if ask.purpose in ("judge", "debate") and store.run(ask.run).job in JOBS:
        context.update(blind_context(review_of(store, ask.run)))
    context["ask"] = ask
    context["prompt"] = material(store.text(ask.opened.prompt))
    context["fields"] = fields
    context["given"] = form
    context["missing"] = missing
    context["text"] = form.get("text") or answer_form(ask)
    context["as_text"] = "text" in form
    context["can"] = {"place": f"{ask.opened.at!r}~{ask.id}"}
    return context


# For each page: the action, and the function that returns the page's variables.
FORMS: Mapping[str, tuple[Act, Context]] = {
    "override": (override, lambda store, run, _: review_context(review_of(store, run))),
    "rerun": (rerun, lambda store, run, _: {"id": store.run(run).id}),
    "cancel": (cancel, lambda store, run, _: {"id": run, "back": page_url(store, run)}),
    "start": (start, lambda _, what, form: {"what": _startable(what), "form": form}),
    "resume": (resume, _resume_context),
    "decide": (decide, lambda store, run, _: {"council": council_record(store, run)}),
    "ask": (answer, _ask_context),
}


def form_endpoint(name: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the view that shows the form of an action, and acts when the form is sent."""
    act, context = FORMS[name]
    fields = list(signature(act).parameters)[2:]

    def page(request: Request, form: Form, problem: str = "") -> Response:
        variables: dict[str, Any] = {}
        for field in ("outcome", "reason", "choice", "text"):
            variables[field] = form.get(field, "")
        if form.get("once"):
            variables["once"] = form["once"]
        if "name" in form:
            variables["name"] = form["name"]
        variables.update(context(dashboard_of(request).store, request.path_params["id"], form))
        status = 422 if problem else 200
        return render(request, f"{name}.html", status, problem=problem, **variables)

    async def respond(request: Request) -> Response:
        own = await run_in_threadpool(own_ask, request, request.path_params["id"])
        if own and name != "cancel":  # all forms but `cancel` show opinions about the run
            return RedirectResponse(url("ask", own), status_code=303)
        if request.method != "POST":
            return await run_in_threadpool(
                page, request, {"outcome": request.query_params.get("outcome", "")}
            )
        form = await form_fields(request)
        dashboard = dashboard_of(request)
        check_csrf(dashboard, request, form.get("csrf", ""))
        try:
            given = {field: form.get(field, "") for field in fields}
            if "by" in given:
                given["by"] = viewer_of(request).name or form.get("name", "")
            if "once" in given and not ONCE.fullmatch(given["once"]):
                raise UsageError("the form is incomplete", fix="go back, reload it and send again")
            if form.get("fields"):  # an answer in separate fields
                found = await run_in_threadpool(
                    open_ask, dashboard.store, request.path_params["id"]
                )
                given["text"] = filled_in(found, form)
            done = await act(dashboard, request.path_params["id"], **given)
        except UsageError as error:
            return await run_in_threadpool(page, request, form, str(error))
        return see_other(page_url(dashboard.store, done), form)

    return respond


def page_url(store: Store, run: str) -> str:
    row = store.run(run)
    if row.job == DECISION:  # a decision is shown with its review
        return url("review", Override.model_validate_json(row.input).review)
    return url(kind_of_job(row.job), run)


def filled_in(ask: OpenAsk, form: Form) -> str:
    """Return the answer in the fields of a form. Raise UsageError if one is missing or wrong."""
    fields = inputs(ask)
    missing = list(all_missing(fields, form))
    if missing:
        counted = "one field is" if len(missing) == 1 else f"{len(missing)} fields are"
        raise UsageError(f"{counted} missing or wrong", fix="each is marked below")
    return json.dumps(reply_of(fields, form), ensure_ascii=False)


async def sign_in_form(request: Request) -> Response:
    """Sign in a browser whose user entered the token."""
    form = await form_fields(request)
    dashboard = dashboard_of(request)
    return sign_in(dashboard, form.get("token", ""), form.get("next", "/"))

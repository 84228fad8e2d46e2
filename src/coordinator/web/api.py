"""The JSON interface for programs: it has the data of every page, and every action as a POST.

An endpoint is a function with typed input and output. The OpenAPI document is generated from it.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from inspect import signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import yaml
from pydantic import Field, JsonValue, TypeAdapter, create_model
from pydantic.json_schema import JsonSchemaMode
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from coordinator import __version__
from coordinator.council import CouncilRecord, council_record
from coordinator.models import Value
from coordinator.reviews.override import review_of
from coordinator.reviews.record import ReviewRecord
from coordinator.storage.store import EventKind
from coordinator.views.asks import OpenAsk, form, open_asks
from coordinator.views.inbox import Inbox, chosen_items
from coordinator.views.inbox import inbox as whole_inbox
from coordinator.views.listing import RunFilters, RunList, RunListPage
from coordinator.web.actions import FORMS
from coordinator.web.context import Dashboard, dashboard_of
from coordinator.web.forms import bounded_body
from coordinator.web.pages import open_ask, own_ask, read_run
from coordinator.web.problems import Problem, RequestRefused
from coordinator.web.rendering import PATHS
from coordinator.web.viewer import viewer_of
from coordinator.workflow.history import RunRecord, run_record

MOST = 200  # entries on a page
REFERENCE = "#/components/schemas/{model}"

BODY = TypeAdapter(dict[str, JsonValue])
Limit = Annotated[
    int, Field(ge=1, le=MOST, description="the highest number of entries in one answer")
]


@dataclass(frozen=True)
class Endpoint:
    """A path, and the function that answers requests for it. If `acts` is true, it takes a POST.

    The arguments of the function are the dashboard, the id in the path, and a `query` or the fields
    of the body. A function that acts returns the id of the run that it started or continued.
    """

    path: str
    answer: Callable[..., Any]
    acts: bool = False

    @property
    def method(self) -> str:
        if self.acts:
            return "POST"
        return "GET"

    @cached_property
    def given(self) -> type[Value]:
        """Return the type of the input: the query of a GET, or the body of a POST."""
        hints = get_type_hints(self.answer, include_extras=True)
        if not self.acts:
            query: type[Value] = hints.get("query", Nothing)
            return query
        fields: dict[str, Any] = {}
        for name, parameter in list(signature(self.answer).parameters.items())[2:]:
            fields[name] = (
                hints[name],
                ... if parameter.default is parameter.empty else parameter.default,
            )
        made = f"{self.answer.__name__.capitalize()}Body"
        return create_model(made, __base__=Value, __doc__=self.answer.__doc__, **fields)

    @cached_property
    def returns(self) -> TypeAdapter[Any]:
        returned: Any = Started if self.acts else get_type_hints(self.answer)["return"]
        return TypeAdapter(returned)

    @property
    def parameters(self) -> list[dict[str, Any]]:
        """Return the parameters in the path and in the query in OpenAPI format."""
        found = [
            {
                "name": "id",
                "in": "path",
                "required": True,
                "schema": {"type": "string", "minLength": 1},
            }
        ]
        query = {} if self.acts else self.given.model_json_schema().get("properties", {})
        more = [
            {"name": name, "in": "query", "required": False, "schema": field}
            for name, field in query.items()
        ]
        return found * ("{id" in self.path) + more

    async def respond(self, request: Request) -> Response:
        about = (dashboard_of(request), *request.path_params.values())
        if self.acts:
            # Only JSON is accepted, because a form of another site cannot send JSON.
            if (
                request.headers.get("content-type", "").partition(";")[0].strip().lower()
                != "application/json"
            ):
                raise RequestRefused(
                    415,
                    "the body must be JSON",
                    fix="send it with Content-Type: application/json",
                )
            given = BODY.validate_json(await bounded_body(request))
            if "by" in self.given.model_fields and (signed := viewer_of(request).name):
                given["by"] = signed
            body = self.given.model_validate(given)
            return self._response(Started(id=await self.answer(*about, **dict(body))))
        if own := await run_in_threadpool(own_ask, request, request.path_params.get("id", "")):
            fix = f"answer {own} first"
            raise RequestRefused(
                403, "you can see the other answers after you have answered", fix=fix
            )
        query = self.given.model_validate(dict(request.query_params))
        arguments = about if self.given is Nothing else (*about, query)
        return await run_in_threadpool(lambda: self._response(self.answer(*arguments)))

    def _response(self, value: Any) -> Response:
        return Response(self.returns.dump_json(value), media_type="application/json")


class Nothing(Value):
    """No parameters."""


class ListQuery(RunFilters):
    """The filters, the order and the length of a list of runs."""

    limit: Limit = 50


class EventQuery(Value):
    """Which events of a run to return, oldest first."""

    after: int = Field(
        default=0, ge=0, le=2**62, description="only events after the event with this number"
    )
    limit: Limit = 100


class Started(Value):
    """The run that was started or continued."""

    id: str


class EventView(Value):
    """One event of a run."""

    seq: int
    key: str
    kind: EventKind
    at: float
    body: JsonValue


class Events(Value):
    """Some events of a run; `next` is the `after` of the next page, or 0 at the end."""

    events: tuple[EventView, ...]
    next: int


class AskView(Value):
    """An ask that waits for a person, with its prompt and a form for the answer."""

    id: str
    ask: OpenAsk
    prompt: str
    form: str


class InboxQuery(Value):
    """The filters of the inbox."""

    person: str = Field(
        default="", max_length=200, description="only items that wait for this person"
    )
    kind: str = Field(
        default="",
        max_length=100,
        description="only items of this kind: ask, review, run, council or attention",
    )
    tracker: str = Field(
        default="", max_length=100, description="only items about an issue of this tracker"
    )


class Asks(Value):
    """The asks that wait for a person, oldest first."""

    asks: tuple[OpenAsk, ...]


def list_of(kind: str) -> Callable[[Dashboard, ListQuery], RunListPage]:
    """Return the view that lists reviews, runs or councils, newest first by default."""

    def answer(dashboard: Dashboard, query: ListQuery) -> RunListPage:
        return RunList(dashboard.store).page(query, kind, query.limit)

    answer.__name__ = f"{kind}s"
    answer.__doc__ = f"The {kind}s, newest first."
    return answer


def review(dashboard: Dashboard, run: str) -> ReviewRecord:
    """One review with its whole record."""
    return read_run(dashboard.store, run, "review", review_of)


def run(dashboard: Dashboard, run: str) -> RunRecord:
    """One run of a workflow with its whole record."""
    return read_run(dashboard.store, run, "run", run_record)


def council(dashboard: Dashboard, run: str) -> CouncilRecord:
    """One council with its whole record."""
    return read_run(dashboard.store, run, "council", council_record)


def events(dashboard: Dashboard, run: str, query: EventQuery) -> Events:
    """The events of a run, oldest first."""
    dashboard.store.run(run)
    found = dashboard.store.events(run, query.after)
    page = found[: query.limit]
    shown = tuple(
        EventView(seq=e.seq, key=e.key, kind=e.kind, at=e.at, body=json.loads(e.body)) for e in page
    )
    return Events(events=shown, next=shown[-1].seq if len(found) > len(shown) else 0)


def asks(dashboard: Dashboard) -> Asks:
    """The asks that nobody has answered yet, oldest first."""
    return Asks(asks=tuple(open_asks(dashboard.store)))


def inbox(dashboard: Dashboard, query: InboxQuery) -> Inbox:
    """Everything that waits for one person or for anybody, oldest first."""
    return Inbox(items=tuple(chosen_items(whole_inbox(dashboard.store), query.model_dump())))


def ask(dashboard: Dashboard, ask: str) -> AskView:
    """One ask with its prompt and a form."""
    found = open_ask(dashboard.store, ask)
    return AskView(
        id=found.id, ask=found, prompt=dashboard.store.text(found.opened.prompt), form=form(found)
    )


ENDPOINTS = (
    Endpoint("/api/reviews", list_of("review")),
    Endpoint("/api/reviews/{id}", review),
    Endpoint("/api/runs", list_of("run")),
    Endpoint("/api/runs/{id}", run),
    Endpoint("/api/runs/{id}/events", events),
    Endpoint("/api/councils", list_of("council")),
    Endpoint("/api/councils/{id}", council),
    Endpoint("/api/inbox", inbox),
    Endpoint("/api/asks", asks),
    Endpoint("/api/asks/{id:path}", ask),
    *(Endpoint(f"/api{PATHS[name]}", act, acts=True) for name, (act, _) in FORMS.items()),
)


@cache
def document() -> dict[str, Any]:
    wanted: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [
        ("problem", "serialization", TypeAdapter(Problem))
    ]
    for endpoint in ENDPOINTS:
        wanted.append((endpoint.answer.__name__, "validation", TypeAdapter(endpoint.given)))
        wanted.append((endpoint.answer.__name__, "serialization", endpoint.returns))
    schemas, rest = TypeAdapter.json_schemas(wanted, ref_template=REFERENCE)
    whole: dict[str, Any] = yaml.load(
        Path(__file__).with_name("openapi.yaml").read_bytes(), yaml.CSafeLoader
    )
    problems = whole.pop("problems")
    problem = {"schema": schemas["problem", "serialization"]}
    for endpoint in ENDPOINTS:
        name = endpoint.answer.__name__
        method = endpoint.method.lower()
        summary = (endpoint.answer.__doc__ or "").strip()
        given = {"schema": schemas[name, "validation"]}
        returned = {"application/json": {"schema": schemas[name, "serialization"]}}
        responses = {"200": {"description": summary, "content": returned}}
        for status, why in problems[method].items():
            responses[str(status)] = {
                "description": why,
                "content": {"application/problem+json": problem},
            }
        operation = {
            "operationId": name,
            "summary": summary,
            "parameters": endpoint.parameters,
            "responses": responses,
        }
        if endpoint.acts:
            operation["requestBody"] = {"required": True, "content": {"application/json": given}}
        whole["paths"].setdefault(endpoint.path.replace(":path", ""), {})[method] = operation
    whole["info"]["version"] = __version__
    whole["components"]["schemas"] = rest.get("$defs", {})
    return whole

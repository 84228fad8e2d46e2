"""Every route of the dashboard needs the access that its table states, and no route is missing from the table."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send

from coordinator.app.access import PEOPLE, Viewer, digest_of, give_access, people
from coordinator.web.app import routes_of
from coordinator.web.route_table import (
    MCP,
    ROUTES,
    STRENGTH,
    Access,
    RouteAccess,
    access_needed,
)
from coordinator.web.webhooks import PATH, Webhook
from tests.support.dashboards import ACCEPT, TOKEN, Running, begin, dashboard
from tests.support.paths import ROOT

SECRET = "the secret of the forge"
FILLED = {"{id}": "none", "{id:path}": "none", "{hash}": "0", "{ask:path}": "none"}


class Reached:
    """Stands where the application for MCP requests is: an object, not a function."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await Response("reached")(scope, receive, send)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    config, _ = begin(tmp_path_factory.mktemp("routes"), ACCEPT)
    webhook = Webhook(lambda: SECRET, lambda: None)
    with dashboard(config, webhook=webhook, mcp=Reached()) as running:
        yield running


@pytest.fixture(scope="module")
def tokens(running: Running) -> dict[Access, str]:
    """A token for each role; `nothing` has none."""
    store = running.dashboard.store
    return {
        "nothing": "",
        "look": give_access(store, "Lea", "look"),
        "decide": give_access(store, "Dan", "decide"),
        "owner": TOKEN,
    }


def status_of(running: Running, route: RouteAccess, token: str) -> int:
    """Return the status of a request for a route with nothing in it, for a run that there is not."""
    address = route.path
    for name, value in FILLED.items():
        address = address.replace(name, value)
    method = "POST" if route.method == "any" else route.method
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with (
        running.stranger(headers=headers) as client,
        client.stream(method, address, json={} if method == "POST" else None) as answer,
    ):
        return answer.status_code


@pytest.mark.parametrize("role", ["nothing", "look", "decide", "owner"])
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_a_route_answers_those_who_have_the_access_that_it_needs(
    running: Running, tokens: dict[Access, str], route: RouteAccess, role: Access
) -> None:
    status = status_of(running, route, tokens[role])
    if route.needs == "signature":
        assert status == 403  # whichever token there is
    elif STRENGTH[role] >= STRENGTH[route.needs]:
        # A form without the word for its browser is refused with 403, but only after the role.
        if route.path.startswith("/api") or route.method != "POST":
            assert status not in (401, 403)
    else:
        assert status == (401 if role == "nothing" else 403)


def test_a_form_is_refused_for_the_role_and_not_for_its_word(
    running: Running, tokens: dict[Access, str]
) -> None:
    for route in ROUTES:
        if route.method == "POST" and route.needs in ("decide", "owner"):
            headers = {"Authorization": f"Bearer {tokens['look']}", "Accept": "text/html"}
            with running.stranger(headers=headers) as client:
                said = client.post(route.path.replace("{id}", "none").replace("{id:path}", "x"))
            assert "may look, but not act" in said.text or "only the owner" in said.text


def test_a_signed_delivery_needs_no_token(running: Running) -> None:
    signed = hmac.new(SECRET.encode(), b"{}", "sha256").hexdigest()
    with running.stranger() as forge:
        headers = {"x-hub-signature-256": f"sha256={signed}"}
        assert forge.post(PATH, content=b"{}", headers=headers).status_code == 202


def test_the_table_has_every_route_and_no_other(running: Running) -> None:
    served: set[tuple[str, str]] = set()
    for route in routes_of(running.dashboard):
        if isinstance(route, Mount):
            served.add(("GET", f"{route.path}/{{id:path}}"))
            continue
        assert isinstance(route, Route)
        methods = (route.methods or {"any"}) - {"HEAD"}
        served.update((method, route.path) for method in methods)
    assert served == {(route.method, route.path) for route in ROUTES}
    assert len(ROUTES) == len({(route.method, route.path) for route in ROUTES})


@pytest.mark.parametrize(
    "path",
    ["/runs/x/resume", "/api/runs/x/resume", "/start/review", "/api/start/review", MCP],
)
def test_a_request_that_leads_to_commands_is_for_the_owner(path: str) -> None:
    assert access_needed("POST", path) == "owner"


def test_an_address_without_a_route_is_not_open(
    running: Running, tokens: dict[Access, str]
) -> None:
    assert access_needed("POST", "/anything/new") == "owner"
    assert access_needed("GET", "/anything/new") == "look"
    for role, status in (("nothing", 401), ("look", 403), ("decide", 403), ("owner", 404)):
        headers = {"Authorization": f"Bearer {tokens[role]}"} if tokens[role] else {}  # type: ignore[index]
        with running.stranger(headers=headers) as client:
            assert client.post("/anything/new").status_code == status


def test_a_row_without_a_name_is_not_the_owner(running: Running) -> None:
    store = running.dashboard.store
    kept = store.setting(PEOPLE)
    nameless = Viewer(name="", digest=digest_of("stolen")).model_dump_json()
    try:
        store.set_setting(PEOPLE, f"[{nameless}]")
        assert people(store) == {}
        headers = {"Authorization": "Bearer stolen"}
        assert httpx2.get(running.address, headers=headers).status_code == 401
    finally:
        store.set_setting(PEOPLE, kept)


def test_the_page_shows_the_whole_table() -> None:
    page = (Path(ROOT) / "docs/dashboard.md").read_text(encoding="utf-8")
    for route in ROUTES:
        assert f"| `{route.method} {route.path.replace(':path', '')}` | {route.needs} |" in page

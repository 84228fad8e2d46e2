"""The OpenAPI document is true: requests made from it, right ones and wrong ones, get the answers that it promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from coordinator.views.listing import RunFilters, RunList
from coordinator.web.api import ENDPOINTS, document
from tests.support.dashboards import BEARER, SPLIT, Running, begin, dashboard
from tests.support.reviews import review_board

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    config, _ = begin(
        tmp_path_factory.mktemp("schema"), SPLIT, review="protocol: judge-with-debate, debates: 0"
    )
    review_board(config)
    with dashboard(config) as running:
        yield running


# The stream is left out, because it never ends.
schema = schemathesis.openapi.from_dict(document()).exclude(path="/api/events")


@schema.parametrize()
@settings(max_examples=8, suppress_health_check=list(HealthCheck), deadline=None)
def test_every_request_gets_a_promised_answer(
    case: schemathesis.Case[Any], running: Running
) -> None:
    case.call_and_validate(base_url=running.address, headers=BEARER, checks=CHECKS)
    if case.path_parameters:
        rows = RunList(running.dashboard.store).page(RunFilters()).rows
        case.path_parameters["id"] = rows[-1].id  # one that there is
        case.call_and_validate(base_url=running.address, headers=BEARER, checks=CHECKS)


def test_the_document_is_served_as_it_is(running: Running) -> None:
    with running.client() as client:
        assert client.get("/api/openapi.json").json() == document()


def test_every_endpoint_is_in_the_document() -> None:
    paths = document()["paths"]
    for endpoint in ENDPOINTS:
        path = endpoint.path.replace("{id:path}", "{id}")
        operation = paths[path][endpoint.method.lower()]
        assert operation["summary"]
        assert "200" in operation["responses"]
    assert "text/event-stream" in paths["/api/events"]["get"]["responses"]["200"]["content"]


def test_every_reference_leads_somewhere() -> None:
    made = document()
    known = {f"#/components/schemas/{name}" for name in made["components"]["schemas"]}

    def references(node: Any) -> Iterator[str]:
        if isinstance(node, dict):
            if isinstance(node.get("$ref"), str):
                yield node["$ref"]
            for value in node.values():
                yield from references(value)
        elif isinstance(node, list):
            for value in node:
                yield from references(value)

    found = set(references(made))
    assert found
    assert found <= known

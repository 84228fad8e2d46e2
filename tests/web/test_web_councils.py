"""Councils on the dashboard: looked at, decided by a person, and carried on with to their plan."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.council import CouncilRecord, council_record
from coordinator.storage.store import Store
from coordinator.web.rendering import environment
from tests.support.councils import (
    agreeing,
    council_config,
    fatal,
    hold_council,
    line,
    proposal,
    splitting,
    vote,
)
from tests.support.dashboards import Running, dashboard, send, until


@pytest.fixture
def split(tmp_path: Path) -> CouncilRecord:
    """A council that waits for a person."""
    return hold_council(tmp_path, splitting(2), "rounds: 2")


@pytest.fixture
def running(split: CouncilRecord, tmp_path: Path) -> Iterator[Running]:  # noqa: ARG001
    """The dashboard, once the council is held."""
    with dashboard(council_config(tmp_path, splitting(2), "rounds: 2")) as running:
        yield running


def test_a_council_that_waits_is_listed_and_shown(split: CouncilRecord, running: Running) -> None:
    with running.client() as client:
        (row,) = client.get("/api/councils").json()["rows"]
        assert (row["id"], row["state"], row["phase"]) == (
            split.id,
            "escalate",
            "waits for a decision",
        )
        assert row["title"] == "Sum the even numbers"
        rows = client.get("/list?kind=council").text
        assert "Sum the even numbers" in rows
        assert 'class="badge escalate"' in rows
        assert f"/councils/{split.id}/decide" in rows
        assert client.get(f"/api/councils/{split.id}").json()["state"] == "escalate"
        page = client.get(f"/councils/{split.id}")
        assert page.status_code == 200
        assert f"/councils/{split.id}/decide" in page.text
        assert client.get(f"/reviews/{split.id}").status_code == 404
        assert client.get("/api/reviews").json()["rows"] == []


def test_what_limits_the_independence_of_the_members_is_on_the_page(split: CouncilRecord) -> None:
    council = split.model_copy(update={"concerns": ("all seats are of one <b>family</b>",)})
    shown = (
        environment()
        .get_template("council_body.html")
        .render(council=council, can={"cancel": False, "asks": ()})
    )
    assert "all seats are of one &lt;b&gt;family&lt;/b&gt;" in shown


def test_concerns_trials_across_and_merging_are_on_the_page(tmp_path: Path) -> None:
    lost = fatal("it <i>loses</i> one", "def even_sum(numbers)")
    lines = [*agreeing(), line("Ann", "merge", 2, proposal("a merged loop"))]
    doubts = vote({"Ann/1": 7, "Ann/2": 9}, concern=lost)
    doubts["ratings"][0]["concerns"] = []  # it is the merged answer alone that loses one
    lines += [line("Bob", "vote", 2, doubts)]
    lines += [line("Cid", "vote", 2, vote({"Ann/1": 7, "Ann/2": 8}))]
    council = hold_council(tmp_path, lines, merge=True, evidence="true", constraints=["no numpy"])
    shown = (
        environment()
        .get_template("council_body.html")
        .render(council=council, can={"cancel": False, "asks": ()})
    )
    assert "fatal: it &lt;i&gt;loses&lt;/i&gt; one" in shown
    assert "Ann/1 is kept unmerged: Bob raises a fatal concern" in shown
    assert "Votes on the merged answer" in shown
    assert "Whose code (rows) passes whose tests (columns)" in shown
    assert "<li>no numpy</li>" in shown


def test_a_person_decides_and_the_council_goes_on_to_its_plan(
    split: CouncilRecord, running: Running, tmp_path: Path
) -> None:
    with running.client() as client:
        path = f"/councils/{split.id}/decide"
        wrong = send(client, path, choice="Q", reason="we can operate it", name="Maria")
        assert wrong.status_code == 422
        assert "has no proposal Q" in wrong.text
        assert "we can operate it" in wrong.text
        answer = send(client, path, choice="B", reason="we can operate it", name="Maria")
        assert (answer.status_code, answer.headers["location"]) == (303, f"/councils/{split.id}")
        until(lambda: client.get(f"/api/councils/{split.id}").json()["state"] == "decided")
        assert "Maria decided for" in client.get(f"/councils/{split.id}").text
        assert 'class="badge decided"' in client.get("/list?kind=council").text
        assert [
            row["state"] for row in client.get("/api/councils?state=decided").json()["rows"]
        ] == ["decided"]
        again = send(client, path, choice="A", reason="", name="Otto")
        assert again.status_code == 422
        assert "does not wait for a decision" in again.text
    with closing(Store(tmp_path / "state.db")) as store:
        found = council_record(store, split.id)
    assert found.decision is not None
    assert (found.decision.by, found.decision.person) == ("person", "Maria")
    assert (found.decision.proposal, found.decision.reason) == (
        split.options["B"],
        "we can operate it",
    )
    assert found.planned is not None


def test_programs_decide_with_words_of_their_own(split: CouncilRecord, running: Running) -> None:
    with running.client() as client:
        path = f"/api/councils/{split.id}/decide"
        assert client.post(path, json={"by": "CI"}).status_code == 422
        assert (
            client.post(path, json={"by": "CI", "choice": "A", "text": "Use numpy."}).status_code
            == 422
        )
        assert client.post(path, json={"by": "CI", "text": "Use numpy."}).json() == {"id": split.id}
        until(lambda: client.get(f"/api/councils/{split.id}").json()["state"] == "decided")


def test_a_council_is_cancelled(split: CouncilRecord, running: Running) -> None:
    with running.client() as client:
        answer = send(client, f"/runs/{split.id}/cancel", name="Maria", reason="not needed")
        assert answer.headers["location"] == f"/councils/{split.id}"
        assert client.get(f"/api/councils/{split.id}").json()["state"] == "cancelled"

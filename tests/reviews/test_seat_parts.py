"""The record tells how each seat judges: for `seat stats`, the doctor, the inbox and the page."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.models import CheckResult, Experiment, ExperimentRun, Proof, Reason
from coordinator.reviews.record import ReviewReader, finished_reviews
from coordinator.reviews.seat_parts import (
    executed_side,
    recorded_apart,
    seat_parts,
    seats_apart,
)
from coordinator.storage.store import Store
from coordinator.views.inbox import inbox, neighbour
from tests.support.dashboards import dashboard
from tests.support.reviews import (
    GREETS,
    ISSUE,
    JUDGES,
    NOWHERE,
    judge_line,
    make_config,
    make_repository,
    report,
    review_locally,
    rubric_line,
)
from tests.support.shell import Ran, call, data_of

REVIEWS = 8
REPLY = {"usage": {"tokens_in": 10, "tokens_out": 5, "usd": "0.10"}, "seconds": 2.0}


def disagreeing(home: Path) -> Config:
    """A panel whose Ann accepts all that Bob and Cid reject, with a quote that is nowhere."""
    lines = [rubric_line() | REPLY]
    for number in range(4):
        evidence = (GREETS, NOWHERE, GREETS)
        lines.append(judge_line("Ann", report((5, 5), evidence=evidence), number) | REPLY)
        for seat in ("Bob", "Cid"):
            said = report((1, 1), against=["CK-001"])
            lines.append(judge_line(seat, said, number, model="judge-2") | REPLY)
    return make_config(home, lines, "protocol: judge-with-debate, debates: 0, quorum: 2")


def run(config: Config, *words: str) -> Ran:
    env = {**os.environ, "COORDINATOR_HOME": str(config.home)}
    return call(*words, env=env)


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Config:
    place = tmp_path_factory.mktemp("stats")
    config = disagreeing(place / "home")
    repo = make_repository(place / "repo")
    for number in range(REVIEWS):
        # Work that was judged before for the same request is not judged again
        review_locally(config, repo, f"{ISSUE}\nTable {number} first.\n")
    return config


def test_the_parts_of_a_review_have_ballots_evidence_models_prices_and_times(
    reviewed: Config,
) -> None:
    with closing(Store(state_file(reviewed.home))) as store:
        newest = finished_reviews(store, 1)
        found = seat_parts(ReviewReader(store), newest, {newest[0]: False})
    assert [part.seat for part in found] == ["Meta-Judge", *JUDGES]
    by_seat = {part.seat: part for part in found}
    assert by_seat["Ann"].ballot is True
    assert by_seat["Bob"].ballot is False
    assert by_seat["Bob"].model == "judge-2"
    assert by_seat["Bob"].truth is False
    assert (by_seat["Ann"].evidence, by_seat["Ann"].not_found) == (2, 1)
    assert by_seat["Meta-Judge"].ballot is None
    assert all(part.usage.usd is not None and part.asks for part in found)


def test_seat_stats_shows_each_seat_and_names_the_one_that_stands_apart(reviewed: Config) -> None:
    ran = run(reviewed, "seat", "stats")
    assert ran.returncode == 0, ran.stderr
    head, *rows = [line.split() for line in ran.stdout.splitlines()]
    assert head == ["Ann", "Bob", "Cid", "Meta-Judge"]
    assert ["reviews", *[str(REVIEWS)] * 4] in rows
    assert ["USD", "an", "ask", *["0.1000"] * 4] in rows
    assert f"Ann stands apart: it accepts 100 % (68-100 %, {REVIEWS} of {REVIEWS})" in ran.stdout
    assert "Bob stands apart" not in ran.stdout
    data = data_of(run(reviewed, "seat", "stats", "--json").stdout)
    by_seat = {row["seat"]: row for row in data}
    assert by_seat["Ann"]["accepts"] == {"hits": REVIEWS, "of": REVIEWS}
    assert by_seat["Bob"]["accepts"] == {"hits": 0, "of": REVIEWS}
    assert by_seat["Bob"]["model"] == "judge-2"
    assert by_seat["Ann"]["apart"]


def test_executed_evidence_is_against_what_a_script_rejects_and_for_what_passes_every_blind_test(
    reviewed: Config,
) -> None:
    with closing(Store(state_file(reviewed.home))) as store:
        whole = ReviewReader(store).review(finished_reviews(store, 1)[0])
    script = Experiment(run="exit(1)", language="python", shows="no greeting")
    run_red = ExperimentRun(on="work", code=1, output="no greeting")
    proof = Proof(evidence=script, found="verified", runs=(run_red,))
    assert whole.verdict is not None
    assert executed_side(whole) is None, "its reasons are quotes"

    shown = Reason(id="R1", text="nobody is greeted", proofs=(proof,))
    rejected = whole.verdict.model_copy(update={"outcome": "reject", "reasons": (shown,)})
    assert executed_side(whole.model_copy(update={"verdict": rejected})) is False

    green = CheckResult(name="P1", status="green", blocks=False, summary="", probe=proof)
    red = green.model_copy(update={"status": "red"})
    accepted = whole.verdict.model_copy(update={"outcome": "accept", "reasons": ()})
    sides = []
    for checks in ((green,), (green, red), ()):
        changed = whole.model_copy(update={"verdict": accepted, "checks": checks})
        sides.append(executed_side(changed))
    assert sides == [True, None, None]


def test_a_person_counts_in_the_agreement_with_people(tmp_path: Path) -> None:
    config = disagreeing(tmp_path / "home")
    whole = review_locally(config, make_repository(tmp_path / "repo"))
    ran = run(config, "decide", whole.id, "reject", "--reason", "it is wrong")
    assert ran.returncode == 0, ran.stderr
    data = data_of(run(config, "seat", "stats", "--json").stdout)
    people = {row["seat"]: row["with_people"] for row in data}
    assert people["Ann"] == {"hits": 0, "of": 1}
    assert people["Bob"] == {"hits": 1, "of": 1}


def test_the_doctor_and_the_inbox_name_the_seat(reviewed: Config) -> None:
    with closing(Store(state_file(reviewed.home))) as store:
        [ann] = seats_apart(store)
        assert ann.seat == "Ann"
        assert list(recorded_apart(store)) == ["Ann"]
        [item] = [item for item in inbox(store) if item.id == "seat/Ann"]
    assert item.kind == "attention"
    assert "accepts 100 %" in item.todo
    told = run(reviewed, "doctor", "--config", str(reviewed.source)).stdout
    assert "seat Ann" in told
    assert "accepts 100 %" in told


def test_the_page_of_the_inbox_names_the_seat_and_skips_it_on_the_way(reviewed: Config) -> None:
    with closing(Store(state_file(reviewed.home))) as store:
        seats_apart(store)
        items = inbox(store)
    [seat] = [item for item in items if item.id == "seat/Ann"]
    assert neighbour(items, "0.0~", 1) != seat, "it has no page of its own"
    with dashboard(reviewed) as running, running.client() as client:
        page = client.get("/").text
    assert "the seat Ann" in page
    assert "it accepts 100 %" in page

"""The page of the panel: what seats did in real reviews, told as intervals, with people's word as the measure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from coordinator.judgement.statistics import Side
from coordinator.storage.review_record import ReviewRecord
from coordinator.web.display.panel import panel_page, seat_turns
from coordinator.web.rendering import environment
from tests.reviews import (
    GREETS,
    fail_line,
    judge_line,
    make_config,
    make_repository,
    report,
    review_locally,
    rubric_line,
)
from tests.test_tool_mad import NAMES, SEATS, SHOWN, argues, rules

RULES = "Reality Checker"
NOTES = {"source": "notes.md:1", "quote": "We greeted 40 guests."}
COST: dict[str, Any] = {"usage": {"tokens_in": 10, "tokens_out": 5, "usd": "0.02"}}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> ReviewRecord:
    """Ann accepts, Bob is late, Cid rejects at first and is won over by new evidence."""
    folder = tmp_path_factory.mktemp("panel")
    lines = [
        rubric_line(**COST),
        judge_line("Ann", report((4, 4)), **COST),
        fail_line("Bob", "late"),
        judge_line("Cid", report((2, 2)), **COST),
        *(judge_line("Ann", report((4, 4)), number=n) for n in (1, 2, 3)),
        *(judge_line("Cid", report((4, 4), evidence=[NOTES]), number=n) for n in (1, 2, 3)),
    ]
    return review_locally(make_config(folder / "home", lines), make_repository(folder / "repo"))


def many(whole: ReviewRecord, count: int) -> list[ReviewRecord]:
    return [whole.model_copy(update={"id": f"r{number}"}) for number in range(count)]


def test_a_turn_tells_what_a_seat_did(whole: ReviewRecord) -> None:
    turns = {turn.seat: turn for turn in seat_turns(whole)}
    assert (turns["Ann"].first, turns["Ann"].last, turns["Ann"].debates) == ("accept", "accept", 1)
    assert (turns["Cid"].first, turns["Cid"].last) == ("reject", "accept")
    assert (turns["Bob"].first, turns["Bob"].causes, turns["Bob"].asks) == ("", ("late",), 1)
    assert turns["Meta-Judge"].first == ""
    assert len(turns["Ann"].costs) == 2


def test_an_argument_of_drift_is_a_vote_against(tmp_path: Path) -> None:
    never_called = {"absent": "anthropic|openai", "in": "greet.py"}
    lines = [argues(NAMES[0], True, never_called), *(argues(name, False, GREETS) for name in NAMES[1:3])]
    lines.append(argues(NAMES[3], False, SHOWN[NAMES[3]]))
    config = make_config(tmp_path / "home", [*lines, rules("accept")], "protocol: tool-mad, debates: 0", seats=SEATS)
    found = {turn.seat: turn for turn in seat_turns(review_locally(config, make_repository(tmp_path / "repo")))}
    assert [found[name].first for name in NAMES] == ["reject", "accept", "accept", "accept"]
    assert (found[RULES].first, found[RULES].last, found[RULES].causes) == ("accept", "accept", ())


def test_a_ruling_that_cannot_be_read_is_an_abstention(tmp_path: Path) -> None:
    lines = [*(argues(name, True, GREETS) for name in NAMES[1:3]), argues(NAMES[3], False, SHOWN[NAMES[3]])]
    fine = {"seat": RULES, "purpose": "rule", "reply": "Fine!"}
    lines += [fine, fine | {"again": True}]
    config = make_config(tmp_path / "home", lines, "protocol: tool-mad, debates: 0", seats=SEATS)
    found = {turn.seat: turn for turn in seat_turns(review_locally(config, make_repository(tmp_path / "repo")))}
    assert (found[RULES].first, found[RULES].causes) == ("", ("malformed", "malformed"))


def words(macro: str, found: object) -> str:
    """What the page says of it."""
    return str(getattr(environment().get_template("figures.html").module, macro)(found))


def test_few_reviews_are_called_too_few(whole: ReviewRecord) -> None:
    shown = panel_page(many(whole, 2), {})
    cid = next(row for row in shown.seat_stats if row.seat == "Cid")
    assert words("rate", cid.flipped) == "too few (2 of 2)"
    assert words("rate", cid.with_people) == "no case yet"
    assert shown.counts == ()


def test_many_reviews_are_told_as_intervals_with_their_counts(whole: ReviewRecord) -> None:
    reviews = many(whole, 12)
    decisions: dict[str, Side] = {f"r{n}": "accept" if n < 9 else "reject" for n in range(12)}
    shown = panel_page(reviews, decisions)
    rows = {row.seat: row for row in shown.seat_stats}
    assert words("rate", rows["Ann"].with_people) == "47% to 91% (9 of 12)"
    assert words("rate", rows["Bob"].abstained) == "76% to 100% (12 of 12)"
    assert rows["Bob"].causes == {"late": 12}
    assert words("rate", rows["Cid"].flipped) == "76% to 100% (12 of 12)"
    assert words("seat_cost", rows["Ann"].cost) == "$0.24 for 12 replies, unknown for 12 more"
    [pair] = shown.counts
    assert (pair.one, pair.other, pair.decided) == ("Ann", "Cid", 12)
    assert words("correlation", pair) == "-1.00 to -0.48 (12)"


def test_the_page_renders_what_it_says(whole: ReviewRecord) -> None:
    common = {"path": "/panel", "csrf": "", "name": "", "watching": False, "seen": ""}
    text = environment().get_template("panel.html").render(page=panel_page(many(whole, 6), {"r1": "accept"}), **common)
    assert "Agrees with people" in text
    assert "too few (1)" in text
    assert environment().get_template("panel.html").render(page=panel_page([], {}), **common).count("No seat") == 1

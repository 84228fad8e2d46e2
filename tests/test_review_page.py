"""The page of a review is a function of the record, for every protocol and every state."""

from __future__ import annotations

import asyncio
import re
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.config.environment import state_file
from coordinator.config.settings import load
from coordinator.models import Superseded
from coordinator.runtime import local_submission
from coordinator.storage.review_record import ReviewReader, ReviewRecord
from coordinator.storage.store import Event, Store
from coordinator.web.rendering import environment
from coordinator.web.review_page import ReviewPage, page, review_page
from tests.reviews import (
    GREETS,
    NOWHERE,
    WORK,
    Line,
    fail_line,
    judge_line,
    make_config,
    make_repository,
    report,
    review_locally,
    rubric_line,
)
from tests.runs import client
from tests.test_tool_mad import NAMES, NEVER_CALLED, SEATS, argues, rules

MOVED = {"source": "greet.py:40", "quote": "def greet(name):"}
OTHER = {"source": "notes.md:1", "quote": "We greeted 40 guests."}
ASKED = {"source": "issue", "quote": "must greet every guest by name"}


def reviewed(tmp_path: Path, lines: list[Line], review: str = "", seats: str = "", extra: str = "") -> ReviewPage:
    """One review of greetings, as its page shows it."""
    config = make_config(tmp_path / "home", lines, review=review, seats=seats, extra=extra)
    whole = review_locally(config, make_repository(tmp_path / "repo"))
    with closing(Store(state_file(config.home))) as store:
        return review_page(ReviewReader(store), store, whole.id)


def html(shown: ReviewPage) -> str:
    """The page in a file of its own."""
    return environment().get_template("review_body.html").render(page=shown, alone=True)


# -- judge-with-debate


@pytest.fixture(scope="module")
def debated(tmp_path_factory: pytest.TempPathFactory) -> ReviewPage:
    """Ann and Bob against Cid, who comes round with new evidence for one score and none for the other."""
    first = [judge_line(seat, report((4, 4), evidence=[GREETS, MOVED])) for seat in ("Ann", "Bob")]
    again = [judge_line(seat, report((4, 4)), round=n) for seat in ("Ann", "Bob") for n in (1, 2, 3)]
    cid = report((4, 4), evidence=[OTHER])
    cid["scores"][0]["reasoning"] = "The notes show it."
    cid["scores"][1]["evidence"] = [GREETS]
    lines = [
        rubric_line(),
        *first,
        judge_line("Cid", report((2, 2), evidence=[GREETS, ASKED, NOWHERE])),
        *again,
        judge_line("Cid", cid, round=1),
        *(judge_line("Cid", report((4, 2), evidence=[OTHER]), round=n) for n in (2, 3)),
    ]
    return reviewed(tmp_path_factory.mktemp("debated"), lines)


def test_the_matrix_has_every_judge_and_marks_spread_and_side(debated: ReviewPage) -> None:
    matrix = debated.matrix
    assert matrix is not None
    assert [head.seat for head in matrix.heads] == ["Ann", "Bob", "Cid"]
    assert [[cell.text for cell in row.cells] for row in matrix.dimensions] == [["4", "4", "4"], ["4", "4", "2"]]
    assert [row.split for row in matrix.dimensions] == [False, True]
    assert [cell.text for cell in matrix.overall.cells] == ["4.00 ≥ 3.50", "4.00 ≥ 3.50", "3.00 < 3.50"]
    assert [cell.shade for cell in matrix.overall.cells] == ["above", "above", "below"]


def test_every_quote_is_marked_and_linked_to_its_line(debated: ReviewPage) -> None:
    exact = debated.voices[0].scores[0].evidence[0]
    assert (exact.found, exact.at) == ("verified", "greet.py:2")
    line = next(line for file in debated.patch.files for line in file.lines if exact.href == f"#d{line.number}")
    assert line.text == "+    return 'Hello, ' + name"
    assert "Ann" in line.cited


def test_the_debate_tells_what_changed_why_and_what_was_undone(debated: ReviewPage) -> None:
    first = debated.rounds[0]
    assert {point.name for point in first.points} >= {"overall", "Care", "Reach"}
    cid = next(stand for stand in first.stands if stand.seat == "Cid")
    assert (cid.before, cid.after) == ("2.00", "3.00")
    [change] = cid.changes
    assert (change.name, change.before, change.after) == ("Care", "2", "4")
    assert change.because == "The notes show it."
    assert change.evidence[0].found == "verified"
    assert cid.undone == ("Reach 2 → 4: no new verified evidence",)
    ann = next(stand for stand in first.stands if stand.seat == "Ann")
    assert not ann.changes


def test_the_verdict_has_its_rule_its_margin_and_its_dissent(debated: ReviewPage) -> None:
    decision = debated.decision
    assert decision is not None
    assert (decision.outcome, decision.rule) == ("escalate", "sides split")
    assert (decision.mean, decision.bar, decision.margin) == ("3.67", "3.50", "0.17")
    assert len(decision.dissent) == 3
    assert "recorded replies" in decision.labels
    assert dict(decision.stability)["Cid"] == "accept"


def test_what_moved_is_drawn_on_the_scale(debated: ReviewPage) -> None:
    assert {dot.name: (dot.was, dot.at) for dot in debated.dots} == {"Ann": (4, 4), "Bob": (4, 4), "Cid": (2, 3)}
    assert "svg" in debated.scale


def test_every_ask_has_its_time_its_price_and_its_raw_reply(debated: ReviewPage) -> None:
    purposes = [(ask.seat, ask.purpose) for ask in debated.exchanges]
    assert ("Meta-Judge", "rubric") in purposes
    assert ("Cid", "debate 1") in purposes
    assert all(ask.took and ask.cost == "cost unknown" for ask in debated.exchanges)
    assert "The notes show it." in " ".join(line.text for ask in debated.exchanges for line in ask.reply.lines)
    assert [event.kind for event in debated.events][-1] == "end"


def test_the_page_renders_with_an_anchor_for_every_link(debated: ReviewPage) -> None:
    text = html(debated)
    targets = set(re.findall(r'id="([^"]+)"', text))
    links = set(re.findall(r'href="#([^"]+)"', text))
    assert links
    assert links <= targets


# -- evidence


def test_evidence_of_every_kind_is_told_apart(tmp_path: Path) -> None:
    seen = [GREETS, MOVED, ASKED, {"absent": "shout", "in": "*.py"}, NOWHERE]
    lines = [rubric_line(), *(judge_line(seat, report((4, 4), evidence=seen)) for seat in ("Ann", "Bob", "Cid"))]
    shown = reviewed(tmp_path, lines)
    cited = {each.found: each for each in shown.voices[0].scores[0].evidence if not each.absent}
    assert cited["moved"].href == "#d7"
    assert cited["not found"].href == ""
    [issue] = [each for each in shown.voices[0].scores[0].evidence if each.source == "issue"]
    assert (issue.found, issue.href) == ("verified", "#i3")
    assert shown.issue.lines[2].cited == ("Ann", "Bob", "Cid")
    [absent] = [each for each in shown.voices[0].scores[0].evidence if each.absent]
    assert (absent.found, absent.text, absent.href) == ("verified", "shout", "")
    assert "said to be at greet.py:40" in html(shown)


# -- the other protocols


def test_a_single_judge_has_a_page(tmp_path: Path) -> None:
    lines = [judge_line("Solo", report((5, 5)))]
    rubric = [rubric_line()]
    shown = reviewed(
        tmp_path,
        [*rubric, *lines],
        review="protocol: judge",
        seats="  meta_judge: {recorded: REPLIES}\n  judge: {name: Solo, recorded: REPLIES}\n",
    )
    assert shown.protocol == "judge"
    assert shown.decision is not None
    assert "single opinion" in shown.decision.labels
    assert "Solo" in html(shown)


def test_arguments_and_the_ruling_over_them_are_shown(tmp_path: Path) -> None:
    failure = {"id": "R1", "text": "nothing is called", "evidence": [GREETS]}
    drift = argues(NAMES[0], True, NEVER_CALLED, GREETS)
    asked = [argues(name, False, ASKED) for name in NAMES[1:]]
    shown = reviewed(tmp_path, [drift, *asked, rules("reject", [failure])], "protocol: tool-mad, debates: 0", SEATS)
    assert shown.protocol == "tool-mad"
    assert [voice.seat for voice in shown.voices] == [*NAMES, "Reality Checker"]
    assert shown.voices[0].said == "A1: drift"
    ruling = shown.voices[-1]
    assert ruling.said == "rules reject"
    assert ruling.findings[0].evidence[0].found == "verified"
    assert shown.matrix is None
    assert "rules reject" in html(shown)


# -- every state


def test_seats_that_abstain_are_shown_with_their_cause(tmp_path: Path) -> None:
    lines = [
        rubric_line(),
        judge_line("Ann", report((4, 4))),
        fail_line("Bob", "late"),
        judge_line("Cid", "not a report"),
    ]
    shown = reviewed(tmp_path, lines)
    said = {voice.seat: voice.said for voice in shown.voices}
    assert said["Bob"] == "abstained: late"
    assert said["Cid"] == "abstained: malformed"
    assert shown.state == "error"
    assert shown.matrix is not None
    assert [head.absent for head in shown.matrix.heads] == ["", "late", "malformed"]
    assert "abstained: late" in html(shown)


def test_a_red_check_is_shown_with_its_output(tmp_path: Path) -> None:
    config = make_config(tmp_path / "home", [])
    file = tmp_path / "home/coordinator.yaml"
    check = 'checks: [{name: tests, run: "echo it broke; exit 3", blocks: true}]\n'
    file.write_text(file.read_text().replace("checks: []\n", check))
    config = load(config=file, environ={"COORDINATOR_HOME": str(config.home)})
    whole = review_locally(config, make_repository(tmp_path / "repo"))
    shown = page(whole)
    [check_shown] = shown.checks
    assert (check_shown.status, [line.text for line in check_shown.output.lines]) == ("red", ["it broke"])
    assert shown.decision is not None
    assert shown.decision.reasons[0].evidence[0].found == "verified"
    assert 'id="check-0" open' in html(shown)


def test_a_review_that_has_just_begun_has_a_page(tmp_path: Path) -> None:
    config = make_config(tmp_path / "home", [])
    submission = local_submission("Greet\n\nGreet all.\n", make_repository(tmp_path / "repo", WORK), "main")

    async def begin() -> None:
        async with client(state_file(config.home)) as engine:
            await engine.start("review", submission.id, submission, subject="local:x")

    asyncio.run(begin())
    with closing(Store(state_file(config.home))) as store:
        shown = review_page(ReviewReader(store), store, submission.id)
    assert (shown.state, shown.title, shown.decision) == ("open", "Greet", None)
    assert "No verdict yet." in html(shown)


@pytest.fixture(scope="module")
def accepted(tmp_path_factory: pytest.TempPathFactory) -> ReviewRecord:
    """A review that all judges accept."""
    home = tmp_path_factory.mktemp("accepted")
    lines = [rubric_line(), *(judge_line(seat, report((4, 4))) for seat in ("Ann", "Bob", "Cid"))]
    return review_locally(make_config(home / "home", lines), make_repository(home / "repo"))


@pytest.mark.parametrize(
    ("state", "update", "words"),
    [
        ("superseded", {"ending": Superseded(why="a newer submission came")}, "a newer submission came"),
        ("cancelled", {"error": "cancelled by maria"}, "cancelled by maria"),
        ("failed", {"error": "the disk is full"}, "the disk is full"),
        ("open", {"standings": ()}, "No verdict yet."),
    ],
)
def test_every_end_has_its_words(accepted: ReviewRecord, state: str, update: dict[str, object], words: str) -> None:
    gone: dict[str, object] = {"state": state, "verdict": None, "ending": None, "error": ""}
    shown = page(accepted.model_copy(update=gone | update))
    assert words in html(shown)
    assert [voice.seat for voice in shown.voices] == ["Ann", "Bob", "Cid"]


def test_while_judges_are_asked_the_page_says_who_is_waited_for(accepted: ReviewRecord) -> None:
    kept = {key: body for key, body in accepted.testimonies.items() if "Bob" not in key}
    gone = {"state": "open", "verdict": None, "ending": None, "standings": (), "testimonies": kept}
    assert page(accepted.model_copy(update=gone)).waiting == ("Bob",)


# -- bounds


def test_a_record_without_end_makes_a_page_with_one(accepted: ReviewRecord) -> None:
    events = [Event(n, accepted.id, f"ask/judge/{n}", "step", accepted.began, 1, "", "{}") for n in range(50_000)]
    shown = page(_long(accepted), events)
    assert shown.events_left_out == 49_000
    assert len(html(shown)) < 1_500_000


def _long(whole: ReviewRecord) -> ReviewRecord:
    assert whole.work is not None
    assert whole.issue is not None
    work = whole.work.model_copy(update={"diff": whole.work.diff + "+\n" * 100_000 + "x" * 10_000_000})
    issue = whole.issue.model_copy(update={"text": "y" * 10_000_000 + "\nz" * 100_000})
    return whole.model_copy(update={"work": work, "issue": issue})

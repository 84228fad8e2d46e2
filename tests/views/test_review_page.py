"""The page of a review is a function of the record, for every protocol and every state."""

from __future__ import annotations

import asyncio
import re
from contextlib import closing
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from coordinator.app.runtime import local_submission
from coordinator.config.environment import state_file
from coordinator.config.settings import load
from coordinator.models import Abstention, Superseded
from coordinator.reviews.record import ReviewReader, ReviewRecord
from coordinator.storage.store import Event, Store
from coordinator.views.review import ballot_changes, debate_moves, overall_scores, review_context
from coordinator.web.rendering import environment
from tests.support.reviews import (
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
from tests.support.runs import client
from tests.support.tool_mad_lines import NAMES, SEATS, SHOWN, argues, rules

MOVED = {"source": "greet.py:40", "quote": "def greet(name):"}
OTHER = {"source": "notes.md:1", "quote": "We greeted 40 guests."}
ASKED = {"source": "issue", "quote": "must greet every guest by name"}


Page = dict[str, Any]  # what the templates of a review are given


def reviewed(
    tmp_path: Path, lines: list[Line], review: str = "", seats: str = "", extra: str = ""
) -> Page:
    """One review of greetings, as its page shows it."""
    config = make_config(tmp_path / "home", lines, review=review, seats=seats, extra=extra)
    whole = review_locally(config, make_repository(tmp_path / "repo"))
    with closing(Store(state_file(config.home))) as store:
        return review_context(ReviewReader(store).review(whole.id), store.events(whole.id))


def html(shown: Page) -> str:
    """The page in a file of its own."""
    return (
        environment()
        .get_template("review_body.html")
        .render(shown | {"prompt": lambda _: "the prompt"})
    )


def part(shown: Page, anchor: str) -> ElementTree.Element:
    """The element of the page with this id."""
    text = html(shown)
    tag = re.search(rf'<(\w+)[^>]*\bid="{re.escape(anchor)}"', text)
    assert tag, f"no {anchor} on the page"
    end = re.compile(rf"<(/?){tag[1]}\b")
    depth = 0
    for found in end.finditer(text, tag.start()):
        depth += -1 if found[1] else 1
        if not depth:
            inside = text[tag.start() : text.index(">", found.end()) + 1]
            return ElementTree.fromstring(
                re.sub(r"(<details[^>]*) open>", r"\1>", inside).replace("<br>", "<br/>")
            )
    raise AssertionError(f"{anchor} does not end")


def words(element: ElementTree.Element) -> str:
    """All that can be read in an element, with single spaces."""
    return " ".join("".join(element.itertext()).split())


def seats_of(shown: Page) -> list[str]:
    """Whose statements are on the page, in their order."""
    return [words(head) for head in part(shown, "testimony").iter("h3")]


def cells(shown: Page, row: str) -> list[ElementTree.Element]:
    """What the judges said of one criterion, as the matrix has it."""
    rows = part(shown, "scores").iter("tr")
    [found] = [
        each for each in rows if words(each).startswith(f"{row} ") and each.find("td") is not None
    ]
    return list(found.iter("td"))


# -- judge-with-debate


@pytest.fixture(scope="module")
def debated(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """Ann and Bob against Cid, who comes round with new evidence for one score and none for the other."""
    first = [judge_line(seat, report((4, 4), evidence=[GREETS, MOVED])) for seat in ("Ann", "Bob")]
    again = [
        judge_line(seat, report((4, 4)), number=n) for seat in ("Ann", "Bob") for n in (1, 2, 3)
    ]
    cid = report((4, 4), evidence=[OTHER])
    cid["scores"][0]["reasoning"] = "The notes show it."
    cid["scores"][1]["evidence"] = [GREETS]
    lines = [
        rubric_line(),
        *first,
        judge_line("Cid", report((2, 2), evidence=[GREETS, ASKED, NOWHERE])),
        *again,
        judge_line("Cid", cid, number=1),
        *(judge_line("Cid", report((4, 2), evidence=[OTHER]), number=n) for n in (2, 3)),
    ]
    return reviewed(tmp_path_factory.mktemp("debated"), lines)


def test_the_matrix_has_every_judge_and_marks_spread_and_side(debated: Page) -> None:
    heads = [
        words(head) for head in part(debated, "scores").iter("th") if head.get("scope") == "col"
    ]
    assert heads == ["Criterion", "Ann", "Bob", "Cid", "Spread"]
    told = [[words(cell) for cell in cells(debated, name)] for name in ("Care", "Reach")]
    assert told == [["4", "4", "4", "0"], ["4", "4", "2", "2 ⇹ split"]]
    overall = cells(debated, "Overall")[:3]
    assert [words(cell) for cell in overall] == ["4.00 ≥ 3.50", "4.00 ≥ 3.50", "3.00 < 3.50"]
    assert [cell.get("class") for cell in overall] == ["above", "above", "below"]


def test_every_quote_is_marked_and_linked_to_its_line(debated: Page) -> None:
    exact = next(part(debated, "seat-Ann").iter("li"))
    assert "verified" in words(exact)
    [link] = exact.iter("a")
    assert words(link) == "greet.py:2"
    line = words(part(debated, (link.get("href") or "").removeprefix("#")))
    assert "+ return 'Hello, ' + name" in line
    assert re.search(r"quoted by .*Ann", line)


def test_the_debate_tells_what_changed_why_and_what_was_undone(debated: Page) -> None:
    review: ReviewRecord = debated["review"]
    assert {split.name for split in review.points[0].splits} >= {"overall", "Care", "Reach"}
    moves = {new.seat: (old, new) for old, new, _ in debate_moves(review, 1)}
    old, new = moves["Cid"]
    assert (float(old.overall), float(new.overall)) == (2, 3)
    [change] = ballot_changes(old, new)
    assert (change.name, change.before, change.after) == ("Care", "2", "4")
    assert change.reasoning == "The notes show it."
    assert change.proofs[0].found == "verified"
    assert new.reverted == ("Reach 2 → 4: no new verified evidence",)
    assert not ballot_changes(*moves["Ann"])
    told = words(part(debated, "debate"))
    assert "Cid 2.00 → 3.00 Care 2 → 4: The notes show it. ✓ verified" in told
    assert "⟲ undone: Reach 2 → 4: no new verified evidence" in told
    assert "Ann 4.00 kept its position" in told


def test_the_verdict_has_its_rule_its_margin_and_its_dissent(debated: Page) -> None:
    told = words(part(debated, "verdict"))
    assert "escalate by the rule “open question”" in told
    assert "Mean 3.67, bar 3.50, margin 0.17." in told
    [dissent] = [each for each in part(debated, "verdict").iter("ul") if "Cid" in words(each)]
    assert len(list(dissent)) == 3
    assert "recorded replies" in told


def test_an_escalation_starts_with_the_question_and_both_sides_of_it(debated: Page) -> None:
    text = html(debated)
    assert (
        text.index('id="dispute"')
        < text.index('id="verdict"')
        < text.index('id="scores"')
        < text.index('id="work"')
    )
    first = part(debated, "dispute-1")
    assert words(next(first.iter("summary"))) == "Reach, a dimension How Reach?"
    assert "The request says: greet every guest by name" in words(first)
    against, favour = next(each for each in first.iter("div") if each.get("class") == "sides")
    assert "Against the work (1) Cid says 2 of 5" in words(against)
    assert [words(each) for each in favour.iter("a")][:1] == ["Ann"]
    [aim] = [row for row in next(favour.iter("table")).iter("tr") if row.get("class") == "add aim"]
    assert words(aim).endswith("+ return 'Hello, ' + name"), "the line itself, with those around it"
    assert "Does the work as a whole reach the bar of 3.50?" in words(part(debated, "dispute"))


def test_what_moved_is_drawn_on_the_scale(debated: Page) -> None:
    scores = overall_scores(debated["review"], debated["results"])
    assert scores == [("Ann", 4, 4), ("Bob", 4, 4), ("Cid", 3, 2)]
    assert next(part(debated, "verdict").iter("svg")).get("class") == "chart scale"


def test_every_ask_has_its_time_its_price_and_its_raw_reply(debated: Page) -> None:
    asks = part(debated, "asks")
    rows = [[words(cell) for cell in row] for row in asks.iter("tr")][1:]
    assert ["Meta-Judge", "rubric"] in [row[:2] for row in rows]
    assert ["Cid", "debate 1"] in [row[:2] for row in rows]
    assert all(row[3].endswith(" s") and row[4] == "cost unknown" for row in rows)
    assert "The notes show it." in " ".join(words(reply) for reply in asks.iter("pre"))
    assert [words(list(row)[1]) for row in part(debated, "events").iter("tr")][-1] == "end"


def test_the_page_renders_with_an_anchor_for_every_link(debated: Page) -> None:
    text = html(debated)
    targets = set(re.findall(r'id="([^"]+)"', text))
    links = set(re.findall(r'href="#([^"]+)"', text))
    assert links
    assert links <= targets


# -- evidence


def test_evidence_of_every_kind_is_told_apart(tmp_path: Path) -> None:
    seen = [GREETS, MOVED, ASKED, {"absent": "shout", "in": "*.py"}, NOWHERE]
    lines = [
        rubric_line(),
        *(judge_line(seat, report((4, 4), evidence=seen)) for seat in ("Ann", "Bob", "Cid")),
    ]
    shown = reviewed(tmp_path, lines)
    first = next(part(shown, "seat-Ann").iter("ul"))
    cited = {
        words(each).split(" ", 1)[1]: [link.get("href") for link in each.iter("a")]
        for each in first
    }
    [moved] = [links for text, links in cited.items() if text.startswith("moved")]
    assert moved == ["#d7"]
    [missing] = [links for text, links in cited.items() if text.startswith("not found")]
    assert missing == []
    [issue] = [(text, links) for text, links in cited.items() if "issue:3" in text]
    assert (issue[0].split()[0], issue[1]) == ("verified", ["#i3"])
    assert "quoted by Ann, Bob, Cid" in words(part(shown, "i3"))
    [absent] = [(text, links) for text, links in cited.items() if "absent:" in text]
    assert absent[0].startswith("verified absent: shout in *.py (1 file searched)")
    assert absent[1] == []
    assert "said to be at greet.py:40" in html(shown)


def test_a_finding_stands_below_its_line_and_what_nobody_speaks_of_is_folded(
    tmp_path: Path,
) -> None:
    finding = {
        "text": "It is rude.",
        "priority": "low",
        "criterion": "Care",
        "evidence": [GREETS],
        "suggestion": "Bow.",
    }
    elsewhere = {
        "text": "It is late.",
        "priority": "high",
        "criterion": "Care",
        "evidence": [NOWHERE],
    }
    found = report((4, 4), findings=[finding, elsewhere])
    shown = reviewed(
        tmp_path, [rubric_line(), *(judge_line(seat, found) for seat in ("Ann", "Bob", "Cid"))]
    )
    rows = list(part(shown, "file-1").iter("tr"))
    at = [row.get("id") for row in rows].index("d8")
    assert words(rows[at + 1]) == "low Ann, Bob, Cid: It is rude. Copy the finding Suggestion: Bow."
    assert [link.get("href") for link in rows[at + 1].iter("a")] == [
        "#seat-Ann",
        "#seat-Bob",
        "#seat-Cid",
    ]
    text = html(shown)
    assert 'id="file-1" open' in text
    assert 'id="file-2">' in text
    assert "1 finding not about a line of the diff" in words(part(shown, "work"))
    assert [words(each) for each in part(shown, "outline").iter("a")][-2:] == [
        "greet.py 1",
        "notes.md",
    ]


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
    text = html(shown)
    assert "<dt>Protocol</dt><dd>judge</dd>" in text
    assert "<li>single opinion</li>" in text
    assert "Solo" in text


def test_arguments_and_the_ruling_over_them_are_shown(tmp_path: Path) -> None:
    failure = {"id": "R1", "text": "nothing is called", "evidence": [GREETS]}
    drift = argues(NAMES[0], True, {"absent": "anthropic|openai", "in": "*.py"}, GREETS)
    asked = [argues(name, False, SHOWN.get(name, GREETS)) for name in NAMES[1:]]
    shown = reviewed(
        tmp_path,
        [drift, *asked, rules("reject", [failure])],
        "protocol: tool-mad, debates: 0",
        SEATS,
    )
    assert "<dt>Protocol</dt><dd>tool-mad</dd>" in html(shown)
    assert seats_of(shown) == [*NAMES, "Reality Checker"]
    voices = list(part(shown, "testimony").iter("article"))
    assert "A1: drift" in words(voices[0])
    assert "but code search does not show it" in words(voices[0])
    assert "rules reject" in words(voices[-1])
    assert "verified" in words(next(voices[-1].iter("li")))
    assert 'id="scores"' not in html(shown)


def test_denied_drift_is_a_dispute_with_two_sides(tmp_path: Path) -> None:
    drift = argues(NAMES[0], True, {"absent": "anthropic|openai", "in": "*.py"}, GREETS)
    asked = [argues(name, False, SHOWN.get(name, GREETS)) for name in NAMES[1:]]
    shown = reviewed(
        tmp_path, [drift, *asked, rules("accept", [])], "protocol: tool-mad, debates: 0", SEATS
    )
    told = words(part(shown, "dispute"))
    assert "Does the work drift from what was asked?" in told
    assert f"Against the work (1) {NAMES[0]} says drift" in told
    assert "Reality Checker says rules accept" in told
    links = re.findall(r'href="#([^"]+)"', html(shown))
    assert set(links) <= set(re.findall(r'id="([^"]+)"', html(shown)))


# -- every state


def test_seats_that_abstain_are_shown_with_their_cause(tmp_path: Path) -> None:
    lines = [
        rubric_line(),
        judge_line("Ann", report((4, 4))),
        fail_line("Bob", "late"),
        judge_line("Cid", "not a report"),
    ]
    shown = reviewed(tmp_path, lines)
    assert "1 of 3 seats gave a ballot" in words(part(shown, "dispute")), (
        "it starts with what failed"
    )
    assert "Bob abstained, late: as recorded" in words(part(shown, "dispute"))
    assert "abstained: late" in words(part(shown, "seat-Bob"))
    assert "abstained: malformed" in words(part(shown, "seat-Cid"))
    assert shown["review"].state == "error"
    heads = [words(head) for head in part(shown, "scores").iter("th") if head.get("scope") == "col"]
    assert heads[1:4] == ["Ann", "Bob (late)", "Cid (malformed)"]
    [chart] = part(shown, "verdict").iter("svg")
    assert (chart.get("aria-label") or "").endswith(
        "Ann 4.00; Bob abstained: late; Cid abstained: malformed"
    )
    assert [words(each) for each in chart][-4:] == [
        "Bob",
        "abstained: late",
        "Cid",
        "abstained: malformed",
    ]
    assert not any("agreement" in label for label in shown["review"].verdict.labels), (
        "one ballot agrees with nobody"
    )


def test_a_red_check_is_shown_with_its_output(tmp_path: Path) -> None:
    config = make_config(tmp_path / "home", [])
    file = tmp_path / "home/coordinator.yaml"
    check = 'checks: [{name: tests, run: "echo it broke; exit 3", blocks: true}]\n'
    file.write_text(file.read_text().replace("checks: []\n", check))
    config = load(config=file, environ={"COORDINATOR_HOME": str(config.home)})
    whole = review_locally(config, make_repository(tmp_path / "repo"))
    shown = review_context(whole)
    check_shown = part(shown, "check-0")
    assert words(check_shown).startswith("✗ red tests")
    assert [words(output) for output in check_shown.iter("pre")] == ["it broke"]
    assert "✓ verified" in words(part(shown, "verdict"))
    assert 'id="check-0" open' in html(shown)


def test_a_review_that_has_just_begun_has_a_page(tmp_path: Path) -> None:
    config = make_config(tmp_path / "home", [])
    submission = local_submission(
        "Greet\n\nGreet all.\n", make_repository(tmp_path / "repo", WORK), "main"
    )

    async def begin() -> None:
        async with client(state_file(config.home)) as engine:
            await engine.start("review", submission.id, submission, subject="local:x")

    asyncio.run(begin())
    with closing(Store(state_file(config.home))) as store:
        shown = review_context(
            ReviewReader(store).review(submission.id), store.events(submission.id)
        )
    assert (shown["review"].state, shown["issue"].title, shown["review"].verdict) == (
        "open",
        "Greet",
        None,
    )
    assert "No verdict yet." in html(shown)


@pytest.fixture(scope="module")
def accepted(tmp_path_factory: pytest.TempPathFactory) -> ReviewRecord:
    """A review that all judges accept."""
    home = tmp_path_factory.mktemp("accepted")
    lines = [rubric_line(), *(judge_line(seat, report((4, 4))) for seat in ("Ann", "Bob", "Cid"))]
    return review_locally(make_config(home / "home", lines), make_repository(home / "repo"))


@pytest.mark.parametrize(
    ("state", "update", "told"),
    [
        (
            "superseded",
            {"ending": Superseded(why="a newer submission came")},
            "a newer submission came",
        ),
        ("cancelled", {"error": "cancelled by maria"}, "cancelled by maria"),
        ("failed", {"error": "the disk is full"}, "the disk is full"),
        ("open", {"standings": ()}, "No verdict yet."),
    ],
)
def test_every_end_has_its_words(
    accepted: ReviewRecord, state: str, update: dict[str, object], told: str
) -> None:
    gone: dict[str, object] = {
        "state": state,
        "panel": state,
        "verdict": None,
        "ending": None,
        "error": "",
    }
    shown = review_context(accepted.model_copy(update=gone | update))
    assert told in html(shown)
    assert seats_of(shown) == ["Ann", "Bob", "Cid"]


def test_while_judges_are_asked_the_page_says_who_is_waited_for(accepted: ReviewRecord) -> None:
    """Bob has not answered; Cid has, though what is in the reply is still looked up; Ann's is asked for once more."""
    asked = tuple(ask for ask in accepted.asked if ask.seat != "Bob")
    unusable = Abstention(seat="Ann", round=0, cause="malformed", detail="no report").model_dump(
        mode="json"
    )
    gone = {
        "state": "open",
        "panel": "open",
        "verdict": None,
        "ending": None,
        "standings": (),
        "asked": asked,
    }
    shown = review_context(
        accepted.model_copy(update=gone | {"testimonies": {"judge/Ann/0": unusable}})
    )
    assert shown["waiting"] == ["Ann", "Bob"]
    assert "Bob has not answered yet." in words(part(shown, "testimony"))
    assert "abstained" not in html(shown)


# -- bounds


def test_a_record_without_end_makes_a_page_with_one(accepted: ReviewRecord) -> None:
    events = [
        Event(n, accepted.id, f"ask/judge/{n}", "step", accepted.began, 1, "", "{}")
        for n in range(50_000)
    ]
    text = html(review_context(_long(accepted), events))
    assert "[… 49,000 more lines are not shown]" in text
    assert len(text) < 1_500_000


def _long(whole: ReviewRecord) -> ReviewRecord:
    assert whole.work is not None
    assert whole.issue is not None
    work = whole.work.model_copy(
        update={"diff": whole.work.diff + "+\n" * 100_000 + "x" * 10_000_000}
    )
    issue = whole.issue.model_copy(update={"text": "y" * 10_000_000 + "\nz" * 100_000})
    return whole.model_copy(update={"work": work, "issue": issue})

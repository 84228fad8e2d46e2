"""Whole reviews by a panel: consensus, debate, abstentions, rework, budgets, adaptive panels."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from coordinator.config.environment import state_file
from coordinator.models import Abstention, Ballot
from coordinator.reviews.record import ReviewRecord
from coordinator.storage.store import Store
from tests.support.reviews import (
    GREETS,
    ISSUE,
    JUDGES,
    NOWHERE,
    RUBRIC,
    Line,
    add_issue,
    deliver,
    fail_line,
    judge_line,
    make_config,
    make_repository,
    report,
    review_board,
    review_locally,
    rubric_line,
    rubric_quoting,
    submit,
)

NEW = {"source": "notes.md:1", "quote": "We greeted 40 guests."}
NO_LOOP = {"absent": "for |while ", "in": "*.py"}


def review(tmp_path: Path, *lines: Line, review: str = "") -> ReviewRecord:
    config = make_config(tmp_path / "home", [rubric_line(), *lines], review)
    return review_locally(config, make_repository(tmp_path / "repo"))


def prompts_of(tmp_path: Path, whole: ReviewRecord, purpose: str) -> list[str]:
    with closing(Store(state_file(tmp_path / "home"))) as store:
        return [
            store.text(asked.answered.prompt) for asked in whole.asked if asked.purpose == purpose
        ]


def standing(whole: ReviewRecord, seat: str) -> Ballot:
    found = next(t for t in whole.standings[-1].testimonies if t.seat == seat)
    assert isinstance(found, Ballot)
    return found


def outcome(whole: ReviewRecord) -> tuple[str, str]:
    assert whole.verdict is not None
    return whole.verdict.outcome, whole.verdict.rule


def purposes(whole: ReviewRecord) -> list[tuple[str, str, int]]:
    return sorted((asked.purpose, asked.seat, asked.round) for asked in whole.asked)


def test_three_agreeing_judges_need_no_debate(tmp_path: Path) -> None:
    whole = review(tmp_path, *(judge_line(seat, report((4, 5))) for seat in JUDGES))
    assert outcome(whole) == ("accept", "above the bar")
    assert whole.verdict is not None
    assert whole.verdict.labels == ("recorded replies", "agreement before debate")
    assert purposes(whole) == [
        *(("judge", seat, 0) for seat in JUDGES),
        ("rubric", "Meta-Judge", 0),
    ]


def test_a_debate_ends_a_split_when_new_evidence_is_found(tmp_path: Path) -> None:
    whole = review(
        tmp_path,
        judge_line("Ann", report((2, 2), against=["CK-001"])),
        judge_line("Bob", report((2, 2), against=["CK-001"])),
        judge_line("Cid", report((5, 5))),
        judge_line("Ann", report((2, 2), against=["CK-001"]), 1),
        judge_line("Bob", report((2, 2), against=["CK-001"]), 1),
        judge_line("Cid", report((2, 2), against=["CK-001"], evidence=[NO_LOOP]), 1),
    )
    assert outcome(whole) == ("reject", "gate")
    assert whole.verdict is not None
    assert "agreement by debate" in whole.verdict.labels
    assert standing(whole, "Cid").reverted == ()
    assert len(whole.points) == 1


def test_a_change_without_new_evidence_is_undone(tmp_path: Path) -> None:
    whole = review(
        tmp_path,
        judge_line("Ann", report((2, 2))),
        judge_line("Bob", report((2, 2))),
        judge_line("Cid", report((5, 5))),
        judge_line("Ann", report((2, 2)), 1),
        judge_line("Bob", report((2, 2)), 1),
        judge_line("Cid", report((2, 2), summary="I give in"), 1),
    )
    assert outcome(whole) == ("escalate", "open question")
    assert [score.score for score in standing(whole, "Cid").report.scores] == [5, 5]
    assert standing(whole, "Cid").reverted == (
        "Care 5 → 2: no new verified evidence",
        "Reach 5 → 2: no new verified evidence",
    )


def test_a_change_on_made_up_evidence_is_undone(tmp_path: Path) -> None:
    whole = review(
        tmp_path,
        judge_line("Ann", report((5, 5))),
        judge_line("Bob", report((5, 5))),
        judge_line("Cid", report((2, 2))),
        judge_line("Ann", report((5, 5)), 1),
        judge_line("Bob", report((5, 5)), 1),
        judge_line("Cid", report((5, 5), evidence=[GREETS, NOWHERE]), 1),
    )
    assert outcome(whole) == ("escalate", "open question")
    assert len(standing(whole, "Cid").reverted) == 2


def test_a_debate_stops_when_a_round_moves_nothing(tmp_path: Path) -> None:
    lines = [
        judge_line(seat, report(scores), number)
        for number in (0, 1, 2, 3)
        for seat, scores in SPLIT.items()
    ]
    whole = review(tmp_path, *lines)
    assert max(asked.round for asked in whole.asked) == 1
    assert outcome(whole) == ("escalate", "open question")


SPLIT = {"Ann": (5, 5), "Bob": (5, 5), "Cid": (2, 2)}


def test_a_debate_has_at_most_the_configured_rounds(tmp_path: Path) -> None:
    quotes = ["def greet(name):", "We greeted 40 guests.", "'Hello, ' + name", "greeted 40"]
    lines = []
    for number in range(4):
        evidence = [{"source": "diff", "quote": quotes[number]}]
        lines += [
            judge_line("Ann", report((5, 5)), number),
            judge_line("Bob", report((5, 5)), number),
            judge_line("Cid", report((1 + number % 2, 2), evidence=evidence), number),
        ]
    whole = review(tmp_path, *lines, review="debates: 2")
    assert max(asked.round for asked in whole.asked) == 2
    assert outcome(whole)[0] == "escalate"


def test_debates_zero_never_debates(tmp_path: Path) -> None:
    whole = review(
        tmp_path,
        *(judge_line(seat, report(scores)) for seat, scores in SPLIT.items()),
        review="debates: 0",
    )
    assert outcome(whole) == ("escalate", "open question")
    assert whole.points == ()


def test_a_judge_missing_from_a_debate_keeps_its_ballot(tmp_path: Path) -> None:
    whole = review(
        tmp_path,
        *(judge_line(seat, report(scores)) for seat, scores in SPLIT.items()),
        judge_line("Ann", report((5, 5)), 1),
        judge_line("Bob", report((5, 5)), 1),
        fail_line("Cid", "late", "debate", 1),
    )
    assert outcome(whole) == ("escalate", "open question")
    assert whole.verdict is not None
    assert "Cid took no part in debate 1 (late)" in whole.verdict.labels
    assert standing(whole, "Cid").overall == 2


@pytest.mark.parametrize("cause", ["silent", "late", "malformed", "failed"])
def test_an_abstention_escalates_an_accept(tmp_path: Path, cause: str) -> None:
    whole = review(
        tmp_path,
        judge_line("Ann", report((4, 5))),
        judge_line("Bob", report((4, 5))),
        fail_line("Cid", cause),
    )
    assert outcome(whole) == ("escalate", "degraded accept")
    assert whole.verdict is not None
    assert "degraded panel" in whole.verdict.labels


def test_a_reply_without_the_reference_word_is_an_abstention(tmp_path: Path) -> None:
    stranger = report((5, 5)) | {"reference": "guess"}
    whole = review(
        tmp_path,
        judge_line("Ann", report((4, 5))),
        judge_line("Bob", report((4, 5))),
        judge_line("Cid", stranger),
    )
    cid = whole.standings[-1].testimonies[2]
    assert isinstance(cid, Abstention)
    assert (cid.cause, outcome(whole)[0]) == ("malformed", "escalate")


def test_a_ballot_with_less_than_half_of_its_evidence_found_is_an_abstention(
    tmp_path: Path,
) -> None:
    lies = [GREETS, NOWHERE, {"source": "gone.py:1", "quote": "there is no such file"}]
    whole = review(
        tmp_path,
        judge_line("Ann", report((4, 5))),
        judge_line("Bob", report((4, 5))),
        judge_line("Cid", report((4, 5), evidence=lies)),
    )
    cid = whole.standings[-1].testimonies[2]
    assert isinstance(cid, Abstention)
    assert cid.cause == "ungrounded"
    assert cid.detail.startswith("1 of 3 pieces of evidence were found; asked again: failed, ")


def test_backslash_backtick_does_not_cost_a_judge_its_ballot(tmp_path: Path) -> None:
    """In the reported failure one judge's escapes made its report unreadable, and the panel shrank."""
    yaml = """\
```yaml
reference: "{{reference}}"
summary: "see \\`greet.py\\`"
checklist:
  - {id: CK-001, answer: YES, evidence: "greet.py:2 has \\`return 'Hello, ' + name\\`"}
  - {id: CK-002, answer: NO, evidence: "greet.py:2 has \\`return 'Hello, ' + name\\`"}
scores:
  - {name: Care, score: 4, reasoning: fine, evidence: "greet.py:2 has \\`return 'Hello, ' + name\\`"}
  - {name: Reach, score: 5, reasoning: fine, evidence: "greet.py:2 has \\`return 'Hello, ' + name\\`"}
```
"""
    whole = review(
        tmp_path,
        judge_line("Ann", report((4, 5))),
        judge_line("Bob", report((4, 5))),
        judge_line("Cid", yaml),
    )
    assert standing(whole, "Cid").report.summary == "see `greet.py`"
    assert outcome(whole) == ("accept", "above the bar")


@pytest.mark.parametrize(
    "reply",
    [
        "I cannot write criteria for this.",
        RUBRIC | {"rubric_dimensions": []},
        RUBRIC | {"reference": "guess"},
        rubric_quoting("what nobody asked for"),
    ],
)
def test_a_rubric_that_stays_malformed_ends_the_review(tmp_path: Path, reply: Any) -> None:
    config = make_config(
        tmp_path / "home", [rubric_line(reply=reply), rubric_line(reply=reply, again=True)]
    )
    whole = review_locally(config, make_repository(tmp_path / "repo"))
    assert outcome(whole) == ("error", "no rubric")
    assert [asked.purpose for asked in whole.asked] == ["rubric", "rubric"]


def with_test_item(quote: str) -> dict[str, Any]:
    """Criteria of which one wants a test, for these words of the request."""
    item = {
        "id": "CK-003",
        "question": "Was a test added?",
        "importance": "essential",
        "quote": quote,
    }
    return RUBRIC | {"checklist": [*RUBRIC["checklist"], item]}


NO_TEST = report(
    (5, 5), findings=[{"text": "No test was added.", "priority": "high", "criterion": "CK-003"}]
)
NO_TEST["checklist"].append(
    {"id": "CK-003", "answer": "no", "evidence": [{"absent": "test", "in": "*.py"}]}
)


@pytest.mark.parametrize("quote", ["", "every change comes with a test", "by name"])
def test_what_the_request_does_not_demand_is_advice(tmp_path: Path, quote: str) -> None:
    lines = [
        rubric_line(reply=with_test_item(quote)),
        *(judge_line(seat, NO_TEST) for seat in JUDGES),
    ]
    whole = review_locally(
        make_config(tmp_path / "home", lines), make_repository(tmp_path / "repo")
    )
    assert outcome(whole) == ("accept", "above the bar")
    assert whole.rubric is not None
    assert [item.binding for item in whole.rubric.rubric.checklist] == [True, True, False]
    assert whole.verdict is not None
    assert any("No test was added" in advice for advice in whole.verdict.advice)


def test_what_the_request_demands_is_a_gate(tmp_path: Path) -> None:
    asked = "Send greetings\n\ngreet.py must greet every guest by name. Every change comes with a test.\n"
    lines = [rubric_line(reply=with_test_item("Every change comes with a test"))]
    lines += [judge_line(seat, NO_TEST) for seat in JUDGES]
    whole = review_locally(
        make_config(tmp_path / "home", lines), make_repository(tmp_path / "repo"), asked
    )
    assert whole.verdict is not None
    assert whole.verdict.outcome == "reject"


def test_all_reports_unreadable_is_an_error_at_once(tmp_path: Path) -> None:
    whole = review(tmp_path, *(judge_line(seat, "Looks good to me!") for seat in JUDGES))
    assert outcome(whole) == ("error", "quorum")


def test_judges_see_neither_bar_nor_peers_nor_author(tmp_path: Path) -> None:
    whole = review(tmp_path, *(judge_line(seat, report((4, 5))) for seat in JUDGES))
    prompts = prompts_of(tmp_path, whole, "judge")
    assert len({prompt.split("## What was asked")[1][:200] for prompt in prompts}) == 1
    for prompt in prompts:
        assert "3.5" not in prompt
        words = (*JUDGES, "Meta-Judge", "test@example.org", "ada")
        # Fences have random letters
        assert not any(re.search(rf"\b{re.escape(word)}\b", prompt) for word in words)
        assert "greet every guest by name" in prompt
        assert "return 'Hello, ' + name" in prompt


# -- adaptive panels and budgets


def test_without_blind_tests_everyone_is_asked(tmp_path: Path) -> None:
    lines = [judge_line(seat, report((1, 2), against=["CK-001"])) for seat in JUDGES]
    whole = review(tmp_path, *lines, review="adaptive: true")
    assert outcome(whole) == ("reject", "gate")
    assert {seat for purpose, seat, _ in purposes(whole) if purpose == "judge"} == set(JUDGES)


def paid(line: Line, usd: str) -> Line:
    return line | {"usage": {"tokens_in": 100, "tokens_out": 10, "usd": usd}}


def test_an_ask_over_the_budget_is_an_abstention(tmp_path: Path) -> None:
    lines = [paid(judge_line(seat, report((4, 5))), "0.10") for seat in JUDGES]
    config = make_config(
        tmp_path / "home",
        [paid(rubric_line(), "0.10"), *lines],
        "budget: {usd: 0.60, unknown_ask_usd: 0.25}",
    )
    whole = review_locally(config, make_repository(tmp_path / "repo"))
    causes = [t.cause for t in whole.standings[-1].testimonies if isinstance(t, Abstention)]
    assert causes == ["over budget"]
    assert outcome(whole) == ("escalate", "degraded accept")


def test_a_debate_over_the_budget_escalates_with_the_ballots_so_far(tmp_path: Path) -> None:
    lines = [paid(judge_line(seat, report(scores)), "0.30") for seat, scores in SPLIT.items()]
    config = make_config(
        tmp_path / "home", [paid(rubric_line(), "0.05"), *lines], "budget: {usd: 1.00}"
    )
    whole = review_locally(config, make_repository(tmp_path / "repo"))
    assert outcome(whole) == ("escalate", "over budget")
    assert whole.verdict is not None
    assert "open question" in whole.verdict.explanation
    assert len(whole.verdict.dissent) == 3


# -- rework on the board

CARELESS = {
    "text": "guests are invented",
    "priority": "high",
    "criterion": "CK-002",
    "evidence": [NEW],
}


def rejecting(seat: str, **more: Any) -> Line:
    return judge_line(seat, report((2, 2), against=["CK-002"], findings=[CARELESS]), **more)


def reviewed_twice(tmp_path: Path, first: Any, second: Any) -> tuple[ReviewRecord, ReviewRecord]:
    """Two reviews of one issue by judges who all say the same, with notes.md reworked in between."""
    lines = [
        judge_line(seat, reply, review=n)
        for n, reply in ((1, first), (2, second))
        for seat in JUDGES
    ]
    config = make_config(tmp_path / "home", [rubric_line(), *lines])
    repo = make_repository(tmp_path / "repo")
    key = add_issue(config, repo)
    submit(config, key)
    review_board(config)
    deliver(repo, {"notes.md": "Nobody was greeted yet.\n"})
    submit(config, key)
    before, after = review_board(config)
    return before, after


REJECTING = report((2, 2), against=["CK-002"], findings=[CARELESS])


def test_rework_keeps_the_rubric_and_answers_for_every_earlier_reason(tmp_path: Path) -> None:
    first, second = reviewed_twice(tmp_path, REJECTING, report((4, 5), rework={"R1": "resolved"}))
    assert outcome(first) == ("reject", "gate")
    assert first.verdict is not None
    assert [reason.id for reason in first.verdict.reasons] == ["R1"]
    assert outcome(second) == ("accept", "above the bar")
    assert second.rubric is not None
    assert second.rubric.origin == "earlier review"
    assert "rubric" not in [asked.purpose for asked in second.asked]


def test_a_judge_that_forgets_an_earlier_reason_abstains(tmp_path: Path) -> None:
    _, second = reviewed_twice(tmp_path, REJECTING, report((4, 5)))
    assert outcome(second) == ("error", "quorum")


def test_a_score_does_not_fall_for_unchanged_code(tmp_path: Path) -> None:
    first = report((4, 2), against=["CK-002"], evidence=[GREETS, NEW], findings=[CARELESS])
    harsh = report((1, 5), evidence=[GREETS], rework={"R1": "resolved"})
    _, second = reviewed_twice(tmp_path, first, harsh)
    assert [score.score for score in standing(second, "Ann").report.scores] == [4, 5]
    assert standing(second, "Ann").reverted == ("Care 4 → 1: the code behind it is unchanged",)
    assert outcome(second)[0] == "accept"


def test_the_third_reject_of_an_issue_goes_to_a_person(tmp_path: Path) -> None:
    again = judge_line(
        "", report((2, 2), against=["CK-002"], findings=[CARELESS], rework={"R1": "open"})
    )
    lines = [rubric_line(), *(rejecting(s, review=1) for s in JUDGES)]
    lines += [again | {"seat": seat, "review": number} for seat in JUDGES for number in (2, 3)]
    config = make_config(tmp_path / "home", lines)
    repo = make_repository(tmp_path / "repo")
    key = add_issue(config, repo)
    ends = []
    for number in range(3):
        deliver(
            repo, {"notes.md": f"We greeted 40 guests.\n{'again ' * number}\n"}
        ) if number else None
        submit(config, key)
        ends.append(outcome(review_board(config)[-1]))
    assert ends == [("reject", "gate"), ("reject", "gate"), ("escalate", "reviews per issue")]


# -- only what is open is debated


def part(number: int = 1, **open_points: Any) -> dict[str, Any]:
    """What a judge answers in a debate: these fields of a report, and no others."""
    return {"reference": "{{reference}}", "summary": f"after {number}", **open_points}


def test_a_debate_shows_and_asks_only_what_is_open(tmp_path: Path) -> None:
    still = part(checklist=[{"id": "CK-001", "answer": "no", "evidence": [GREETS]}])
    taken_up = part(
        checklist=[
            {"id": "CK-001", "answer": "no", "evidence": [NO_LOOP], "note": "nobody is looped over"}
        ]
    )
    whole = review(
        tmp_path,
        judge_line("Ann", report((5, 4), against=["CK-001"])),
        judge_line("Bob", report((4, 4))),
        judge_line("Cid", report((4, 5))),
        *(
            judge_line(seat, reply, 1)
            for seat, reply in zip(JUDGES, (still, taken_up, taken_up), strict=True)
        ),
    )
    assert outcome(whole) == ("reject", "gate")
    assert whole.points[0].criteria == ("CK-001",)
    assert [score.score for score in standing(whole, "Cid").report.scores] == [4, 5]
    prompt = prompts_of(tmp_path, whole, "debate")[0]
    assert "CK-001" in prompt
    # The criteria of the first ask are repeated; only what is open is debated
    assert not re.search("CK-002|Reach", prompt.partition("## The debate")[2])
    assert whole.verdict is not None
    assert whole.verdict.reasons[0].requirement in ISSUE
    assert "nobody is looped over" in whole.verdict.reasons[0].text


def test_an_answer_that_is_only_repeated_keeps_its_evidence(tmp_path: Path) -> None:
    whole = review(
        tmp_path,
        *(judge_line(seat, report((4, 4), against=["CK-001"])) for seat in ("Ann", "Bob")),
        judge_line("Cid", report((4, 4))),
        *(
            judge_line(seat, part(checklist=[{"id": "CK-001", "answer": "no"}]), 1)
            for seat in ("Ann", "Bob")
        ),
        judge_line("Cid", part(checklist=[{"id": "CK-001", "answer": "yes"}]), 1),
    )
    assert outcome(whole) == ("reject", "gate")
    assert whole.verdict is not None
    assert whole.verdict.reasons[0].proofs
    assert standing(whole, "Cid").report.answers[0].evidence


@pytest.mark.parametrize(("scores", "verdict"), [((5, 3), "accept"), ((4, 3), "escalate")])
def test_neither_a_wide_spread_nor_a_thin_margin_alone_is_debated(
    tmp_path: Path, scores: tuple[int, int], verdict: str
) -> None:
    """All accept; in the first case two of them differ by two points in a criterion, in the second nobody differs."""
    first = (3, 5) if scores == (5, 3) else scores
    lines = [
        judge_line("Ann", report(first)),
        *(judge_line(seat, report(scores)) for seat in ("Bob", "Cid")),
    ]
    whole = review(tmp_path, *lines)
    assert (outcome(whole)[0], whole.points) == (verdict, ())
    again = review(
        tmp_path / "always", *lines, review="protocol: judge-with-debate, debate: always"
    )
    assert len(again.points) == 1


@pytest.mark.parametrize(
    "generic",
    [
        {"source": "greet.py:1", "quote": "def"},
        {"source": "issue", "quote": "greet every guest by name"},
    ],
)
def test_giving_in_with_a_generic_token_or_the_request_is_undone(
    tmp_path: Path, generic: dict[str, str]
) -> None:
    gives_in = part(checklist=[{"id": "CK-001", "answer": "yes", "evidence": [generic]}])
    stands = part(checklist=[{"id": "CK-001", "answer": "yes", "evidence": [GREETS]}])
    whole = review(
        tmp_path,
        judge_line("Ann", report((4, 4), against=["CK-001"])),
        *(judge_line(seat, report((4, 4))) for seat in ("Bob", "Cid")),
        *(judge_line(seat, gives_in if seat == "Ann" else stands, 1) for seat in JUDGES),
    )
    assert outcome(whole) == ("escalate", "open question")
    [undone] = standing(whole, "Ann").reverted
    assert undone.startswith("CK-001 no → yes: no new verified evidence (")
    assert generic["source"] in undone


@pytest.mark.parametrize("scores", [(5, 5), (1, 1)])
@pytest.mark.parametrize(
    "evidence",
    [
        [{"source": "issue", "quote": "greet.py must greet every guest by name."}],
        [{"source": "greet.py:1", "quote": "def"}, {"source": "diff", "quote": "return"}],
        [
            {"source": "diff", "quote": quote}
            for quote in ("new file mode 100644", "--- /dev/null", "index 0000000..")
        ],
    ],
)
def test_a_panel_that_quotes_nothing_of_the_work_neither_accepts_nor_rejects(
    tmp_path: Path, scores: tuple[int, int], evidence: list[dict[str, str]]
) -> None:
    against = ["CK-001"] if scores == (1, 1) else []
    whole = review(
        tmp_path,
        *(judge_line(s, report(scores, evidence=evidence, against=against)) for s in JUDGES),
    )
    assert outcome(whole) == ("error", "quorum")
    assert {t.cause for t in whole.standings[-1].testimonies if isinstance(t, Abstention)} == {
        "ungrounded"
    }

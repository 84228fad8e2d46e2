"""The verdict rules: the examples of docs/judgement.md, a table of cases, and properties over any panel."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coordinator.judgement.ballots import ExecutedEvidence, PanelResult
from coordinator.judgement.consensus import decide, decide_first_ballot
from coordinator.judgement.evidence.regressions import hold_against_base
from coordinator.judgement.gates import gates
from coordinator.judgement.preconditions import decide_checks, label_checks
from coordinator.judgement.splits import splits
from coordinator.models import (
    Ballot,
    CheckResult,
    Experiment,
    ExperimentRun,
    Finding,
    Found,
    JudgeResult,
    Outcome,
    Proof,
    Reason,
    Verdict,
)
from tests.support.panel_cases import BAR, abstention, ballot, hearing, quote, rubric

# -- where ballots differ


def kinds(heard: PanelResult) -> set[tuple[str, str]]:
    return {(split.kind, split.name) for split in splits(heard)}


def test_close_clear_ballots_on_one_side_are_consensus() -> None:
    assert splits(hearing(ballot("X", (4, 4)), ballot("Y", (4, 5)), ballot("Z", (5, 4)))) == ()


def test_overall_scores_more_than_half_a_point_apart_are_a_split() -> None:
    assert kinds(hearing(ballot("X", (5, 5)), ballot("Y", (4, 4)))) == {("overall", "overall")}


def test_overall_scores_exactly_half_a_point_apart_are_not() -> None:
    assert splits(hearing(ballot("X", (5, 5)), ballot("Y", (5, 4)))) == ()


def test_a_criterion_more_than_one_point_apart_is_a_split() -> None:
    assert kinds(hearing(ballot("X", (5, 3)), ballot("Y", (3, 5)))) == {
        ("criterion", "A"),
        ("criterion", "B"),
    }


def test_an_essential_item_answered_both_ways_is_a_split() -> None:
    heard = hearing(ballot("X", (4, 4), against=["CK-001"]), ballot("Y", (4, 4)))
    assert kinds(heard) == {("item", "CK-001")}


def test_an_important_item_answered_both_ways_is_a_split_and_an_optional_one_is_not() -> None:
    for importance, found in (("important", {("item", "CK-001")}), ("optional", set())):
        by = rubric(items={"CK-001": importance})  # type: ignore[dict-item]  # both are words of Importance
        heard = hearing(
            ballot("X", (4, 4), against=["CK-001"], by=by), ballot("Y", (4, 4), by=by), by=by
        )
        assert kinds(heard) == found


def test_adjacent_scores_on_both_sides_of_the_bar_are_a_split() -> None:
    assert ("side", "overall") in kinds(hearing(ballot("X", (4, 3)), ballot("Y", (3, 3))))


def test_a_mean_within_the_margin_of_the_bar_is_a_split() -> None:
    assert kinds(hearing(ballot("X", (4, 3)), ballot("Y", (4, 3)))) == {("margin", "overall")}


def test_a_reason_called_both_resolved_and_open_is_a_split() -> None:
    earlier = [Reason(id="R1", text="it fails")]
    one = ballot("X", (4, 4), rework={"R1": "open"})
    other = ballot("Y", (4, 4), rework={"R1": "resolved"})
    assert kinds(hearing(one, other, earlier=earlier)) == {("item", "R1")}


# -- verdicts

TABLE: list[tuple[str, tuple[JudgeResult, ...], Outcome, str]] = [
    (
        "all well above",
        (ballot("X", (4, 4)), ballot("Y", (5, 4)), ballot("Z", (4, 4))),
        "accept",
        "above the bar",
    ),
    (
        "all well below",
        (ballot("X", (2, 2), against=["CK-001"]), ballot("Y", (2, 3)), ballot("Z", (2, 2))),
        "reject",
        "below the bar",
    ),
    (
        "all well below, but no question fails",
        (ballot("X", (2, 2)), ballot("Y", (2, 3)), ballot("Z", (2, 2))),
        "escalate",
        "open question",
    ),
    (
        "a failure in a rare case is advice",
        (
            ballot("X", (5, 5), against=["CK-001"], case="rare"),
            ballot("Y", (5, 5), against=["CK-001"], case="leftover"),
            ballot("Z", (5, 5)),
        ),
        "accept",
        "above the bar",
    ),
    (
        "a low score because of a rare case is advice",
        (
            ballot("X", (5, 1), scored="rare"),
            ballot("Y", (2, 2), scored="leftover"),
            ballot("Z", (5, 5)),
        ),
        "accept",
        "above the bar",
    ),
    (
        "a low score because of a rare case lifts no other score",
        (
            ballot("X", (2, 2), scored="rare"),
            ballot("Y", (2, 2)),
            ballot("Z", (5, 5)),
        ),
        "escalate",
        "open question",
    ),
    (
        "two to one",
        (ballot("X", (4, 4)), ballot("Y", (4, 4)), ballot("Z", (2, 3))),
        "escalate",
        "open question",
    ),
    (
        "essential item failed for a majority",
        (
            ballot("X", (5, 5), against=["CK-001"]),
            ballot("Y", (5, 5), against=["CK-001"]),
            ballot("Z", (5, 5)),
        ),
        "reject",
        "gate",
    ),
    (
        "pitfall hit for a majority",
        (
            ballot("X", (5, 5), against=["CK-002"]),
            ballot("Y", (5, 5), against=["CK-002"]),
            ballot("Z", (5, 5)),
        ),
        "reject",
        "gate",
    ),
    (
        "essential item failed for a lone judge",
        (ballot("X", (5, 5), against=["CK-001"]), ballot("Y", (5, 5)), ballot("Z", (5, 5))),
        "escalate",
        "open question",
    ),
    (
        "one of two is not a majority",
        (ballot("X", (5, 5), against=["CK-001"]), ballot("Y", (5, 5))),
        "escalate",
        "open question",
    ),
    (
        "accept with a seat missing",
        (ballot("X", (4, 5)), ballot("Y", (4, 5)), abstention("Z")),
        "escalate",
        "degraded accept",
    ),
    (
        "reject with a seat missing",
        (ballot("X", (2, 2), against=["CK-001"]), ballot("Y", (2, 2)), abstention("Z")),
        "reject",
        "below the bar",
    ),
    (
        "fewer than the quorum",
        (ballot("X", (5, 5)), abstention("Y"), abstention("Z")),
        "error",
        "quorum",
    ),
    ("nobody", (abstention("X"), abstention("Y"), abstention("Z")), "error", "quorum"),
    (
        "thin accept",
        (ballot("X", (4, 3)), ballot("Y", (4, 3)), ballot("Z", (4, 3))),
        "escalate",
        "thin margin",
    ),
    (
        "thin reject",
        (ballot("X", (3, 3), against=["CK-001"]), ballot("Y", (4, 2)), ballot("Z", (3, 3))),
        "reject",
        "below the bar",
    ),
    (
        "reject on nothing that could be found",
        (
            ballot("X", (1, 1), against=["CK-001"], found="not found"),
            ballot("Y", (1, 1), found="not found"),
        ),
        "escalate",
        "unproven",
    ),
]


@pytest.mark.parametrize(
    ("testimonies", "outcome", "rule"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_table(testimonies: tuple[JudgeResult, ...], outcome: Outcome, rule: str) -> None:
    verdict = decide(hearing(*testimonies))
    assert (verdict.outcome, verdict.rule) == (outcome, rule)


def test_spurious_single_judge_convergence_is_not_possible() -> None:
    """Two reports unreadable, one left: in the reported failure that one converged with itself."""
    left_alone = hearing(
        ballot("Judge-GPT", (5, 5)),
        abstention("Judge-Claude", "malformed"),
        abstention("Judge-Gemini", "malformed"),
    )
    verdict = decide(left_alone)
    assert (verdict.outcome, verdict.rule) == ("error", "quorum")
    assert "Judge-Gemini: malformed" in verdict.explanation


def test_a_lone_judge_with_a_red_check_behind_it_rejects() -> None:
    proof = [quote("1 failed, 3 passed", source="check:tests")]
    heard = hearing(
        ballot("X", (5, 5), against=["CK-001"], evidence=proof, at="check:tests:4"),
        ballot("Y", (5, 5)),
        ballot("Z", (5, 5)),
        red_checks=["tests"],
    )
    assert decide(heard).rule == "gate"
    green = heard.model_copy(update={"red_checks": ()})
    assert decide(green).rule == "open question"


def test_a_thin_accept_may_be_decided_by_configuration() -> None:
    heard = hearing(ballot("X", (4, 3)), ballot("Y", (4, 3)), thin="decide")
    verdict = decide(heard)
    assert verdict.outcome == "accept"
    assert "thin margin" in verdict.labels


def test_a_score_at_the_bar_accepts() -> None:
    heard = hearing(ballot("X", (4, 3)), ballot("Y", (4, 3)), thin="decide", bar=BAR)
    assert decide(heard).mean == Fraction(7, 2)


def test_weights_are_exact() -> None:
    by = rubric(weights={"A": "0.1", "B": "0.2", "C": "0.7"})
    assert ballot("X", (3, 3, 4), by=by).overall == Fraction(37, 10)


def test_the_mean_of_three_thirds_is_exact() -> None:
    by = rubric(weights={"A": "0.333", "B": "0.333", "C": "0.334"})
    heard = hearing(ballot("X", (4, 4, 4), by=by), ballot("Y", (4, 4, 4), by=by), by=by)
    assert decide(heard).mean == 4


def test_a_reject_names_requirement_evidence_and_seats() -> None:
    finding = Finding(
        text="no retry at all", priority="high", criterion="CK-001", evidence=(quote("def send()"),)
    )
    heard = hearing(
        ballot("X", (2, 2), against=["CK-001"], findings=[finding]),
        ballot("Y", (2, 2), against=["CK-001"]),
        ballot("Z", (2, 2)),
    )
    reason = decide(heard).reasons[0]
    assert reason.id == "R1"
    assert reason.requirement == "CK-001?"
    assert "no retry at all" in reason.text
    assert reason.seats == ("X", "Y")
    assert {proof.found for proof in reason.proofs} == {"verified"}


def test_what_lowers_a_score_in_a_rare_case_is_told_as_advice_and_is_no_reason() -> None:
    heard = hearing(
        ballot("X", (5, 2), scored="rare", against=["CK-001"]),
        ballot("Y", (4, 5), against=["CK-001"]),
    )
    verdict = decide(heard)
    assert verdict.outcome == "reject"
    assert "B has a score of 2, in a rare case, says X: because" in verdict.advice
    assert not any("score" in reason.text for reason in verdict.reasons)


def test_judges_do_not_debate_how_much_a_low_score_weighs() -> None:
    rare = ballot("X", (2, 2), scored="rare")
    assert kinds(hearing(rare, ballot("Y", (2, 2)))) == set()
    assert kinds(hearing(rare, ballot("Y", (4, 4)))) == set()
    divided = kinds(hearing(rare, ballot("Y", (2, 2)), ballot("Z", (5, 5))))
    assert ("side", "overall") in divided


def test_a_finding_without_a_criterion_is_advice() -> None:
    remark = Finding(text="the name is unusual", priority="low", evidence=(quote("x = 1"),))
    failed = ballot("X", (2, 2), against=["CK-001"], findings=[remark])
    verdict = decide(hearing(failed, failed.model_copy(update={"seat": "Y"})))
    assert verdict.outcome == "reject"
    assert "the name is unusual" in verdict.advice
    assert not any(remark.text in reason.text for reason in verdict.reasons)


def test_low_and_unverified_findings_are_advice() -> None:
    nit = Finding(text="a nit", priority="low", evidence=(quote("x = 1"),))
    heard = hearing(ballot("X", (4, 4), findings=[nit]), ballot("Y", (4, 4)))
    assert decide(heard).advice == ("a nit",)
    unverified = hearing(
        ballot("X", (4, 4), findings=[nit], found="not found"), ballot("Y", (4, 4))
    )
    assert decide(unverified).advice == ("a nit (not verified)",)


OPTIONAL = rubric(items={"CK-001": "essential", "CK-002": "optional"})
SCRIPT = Experiment(run="print(sibling())", language="python", shows="wrong")


def sibling_fails(seat: str) -> Ballot:
    """A ballot that shows by a script that an optional item fails."""
    said = ballot(seat, (5, 5), against=["CK-002"], by=OPTIONAL, evidence=[SCRIPT])
    run = ExperimentRun(on="work", code=0, output="wrong")
    proof = Proof(evidence=SCRIPT, found="verified", at="experiment", runs=(run,))
    return said.model_copy(update={"proofs": (proof,)})


def test_an_optional_item_that_a_script_shows_to_fail_calls_a_person() -> None:
    fine = ballot("Z", (5, 5), by=OPTIONAL)
    shown = decide(hearing(sibling_fails("X"), sibling_fails("Y"), fine, by=OPTIONAL))
    assert (shown.outcome, shown.rule) == ("escalate", "open question")
    assert "CK-002 failed for X and Y, and a script shows it: CK-002?" in shown.explanation
    said = [ballot(seat, (5, 5), against=["CK-002"], by=OPTIONAL) for seat in "XY"]
    assert decide(hearing(*said, fine, by=OPTIONAL)).outcome == "accept"
    assert decide(hearing(sibling_fails("X"), said[1], fine, by=OPTIONAL)).outcome == "escalate"


def test_one_judge_does_not_suffice_if_its_script_shows_that_an_optional_item_fails() -> None:
    green = ExecutedEvidence(covered=("CK-001",), complete=True)
    fine = hearing(ballot("X", (5, 5), by=OPTIONAL), by=OPTIONAL, seats=3, executed=green)
    assert decide_first_ballot(fine)
    doubtful = hearing(sibling_fails("X"), by=OPTIONAL, seats=3, executed=green)
    assert decide_first_ballot(doubtful) is None


def test_agreement_before_and_by_debate_are_different_labels() -> None:
    panel = (ballot("X", (4, 4)), ballot("Y", (4, 4)))
    assert "agreement before debate" in decide(hearing(*panel)).labels
    assert "agreement by debate" in decide(hearing(*panel, debates=1)).labels


def test_a_ballot_of_a_program_without_a_sandbox_is_labelled() -> None:
    outside = ballot("Y", (4, 4)).model_copy(update={"unsandboxed": True})
    assert "judges without a sandbox" in decide(hearing(ballot("X", (4, 4)), outside)).labels


def test_a_ballot_of_a_judge_whose_every_command_failed_is_labelled() -> None:
    blind = ballot("Y", (4, 4)).model_copy(update={"blind": True})
    assert "judges whose commands all failed" in decide(hearing(ballot("X", (4, 4)), blind)).labels
    assert "judges whose commands all failed" not in decide(hearing(ballot("X", (4, 4)))).labels


def test_one_seat_is_labelled_as_a_single_opinion() -> None:
    verdict = decide(hearing(ballot("X", (5, 4))))
    assert (verdict.outcome, verdict.labels) == ("accept", ("single opinion",))


def test_an_escalation_shows_where_every_seat_stands() -> None:
    verdict = decide(hearing(ballot("X", (5, 5)), ballot("Y", (1, 1)), abstention("Z", "late")))
    assert verdict.dissent == (
        "X: 5.00, accepts. X says",
        "Y: 1.00, rejects. Y says",
        "Z: no ballot (late)",
    )


# -- rework

SCORED = rubric(items={})  # under which scores alone can reject
EARLIER = (Reason(id="R1", text="no retry", requirement="CK-001?"), Reason(id="R2", text="no test"))
RESOLVED = {"R1": "resolved", "R2": "resolved"}


def test_an_earlier_reason_open_for_a_majority_rejects_under_its_number() -> None:
    still = Finding(
        text="still no retry", priority="high", criterion="R1", evidence=(quote("send(once)"),)
    )
    heard = hearing(
        ballot("X", (4, 4), findings=[still], rework={"R1": "open", "R2": "resolved"}),
        ballot("Y", (4, 4), rework={"R1": "open", "R2": "resolved"}),
        ballot("Z", (4, 4), rework={"R1": "resolved", "R2": "resolved"}),
        earlier=EARLIER,
    )
    verdict = decide(heard)
    assert (verdict.outcome, verdict.rule) == ("reject", "gate")
    assert [reason.id for reason in verdict.reasons] == ["R1"]


def test_a_new_finding_goes_on_after_the_highest_number() -> None:
    new = Finding(
        text="leaks a handle",
        priority="high",
        criterion="B",
        evidence=(quote("open(path)", source="b.py:3"),),
    )
    heard = hearing(
        ballot("X", (2, 2), findings=[new], rework={"R1": "resolved", "R2": "resolved"}, by=SCORED),
        ballot("Y", (2, 2), rework={"R1": "resolved", "R2": "resolved"}, by=SCORED),
        by=SCORED,
        earlier=EARLIER,
        touched=["b.py"],
    )
    assert [(r.id, r.text) for r in decide(heard).reasons] == [("R3", "leaks a handle")]


def test_a_new_finding_on_unchanged_code_is_advice() -> None:
    new = Finding(text="old wart", priority="high", evidence=(quote("x = 1", source="a.py:3"),))
    heard = hearing(
        ballot("X", (4, 4), findings=[new], rework={"R1": "resolved", "R2": "resolved"}),
        ballot("Y", (4, 4), rework={"R1": "resolved", "R2": "resolved"}),
        earlier=EARLIER,
        touched=["b.py"],
    )
    verdict = decide(heard)
    assert (verdict.outcome, verdict.advice) == ("accept", ("old wart",))


# -- checks


def check(name: str, status: str, *, blocks: bool = True) -> CheckResult:
    return CheckResult.model_validate(
        {
            "name": name,
            "status": status,
            "blocks": blocks,
            "summary": "exit 1",
            "output": "1 failed",
        }
    )


def test_a_red_blocking_check_rejects_without_judges() -> None:
    verdict = decide_checks([check("tests", "red"), check("lint", "green")])
    assert verdict is not None
    assert (verdict.outcome, verdict.rule, verdict.reasons[0].id) == ("reject", "red check", "R1")
    assert "1 failed" in verdict.reasons[0].proofs[0].evidence.model_dump_json()


def test_a_check_that_cannot_run_is_an_error_not_red() -> None:
    verdict = decide_checks([check("tests", "error"), check("lint", "red")])
    assert verdict is not None
    assert (verdict.outcome, verdict.rule) == ("error", "check could not run")


def test_green_or_advisory_checks_decide_nothing() -> None:
    assert decide_checks([check("tests", "green"), check("lint", "red", blocks=False)]) is None


@pytest.mark.parametrize(
    ("base", "again", "status", "said"),
    [
        ("green", "red", "red", "; green on the base"),
        ("green", "green", "error", "second run without changes: green: "),
        ("green", "error", "error", "second run without changes: not measured: "),
        ("red", "red", "error", "red on the base as well: "),
        ("error", "red", "error", "red, but the base could not be measured: "),
    ],
)
def test_a_detected_check_is_red_only_where_the_work_has_made_it_so(
    base: str, again: str, status: str, said: str
) -> None:
    first = check("tests", "red", blocks=False)
    held = hold_against_base(first, check("tests", again), check("tests", base))
    assert (held.status, held.blocks, held.output) == (status, status == "red", first.output)
    assert said in held.summary


def test_an_accept_names_the_checks_that_are_not_green() -> None:
    checks = [
        check("tests", "green"),
        check("lint", "red", blocks=False),
        check("types", "error", blocks=False),
    ]
    accept = Verdict(outcome="accept", rule="r", explanation="e", labels=("thin",))
    assert label_checks(accept, checks).labels == (
        "thin",
        "check red: lint",
        "check not measured: types",
    )
    reject = accept.model_copy(update={"outcome": "reject"})
    assert label_checks(reject, checks) == reject


# -- properties

ITEMS = ("CK-001", "CK-002", "CK-003")
BY = rubric(
    weights={"A": "0.5", "B": "0.3", "C": "0.2"},
    items={"CK-001": "essential", "CK-002": "pitfall", "CK-003": "important"},
)


@st.composite
def panels(draw: st.DrawFn, least: int = 1) -> PanelResult:
    seats = draw(st.integers(least, 7))
    testimonies: list[JudgeResult] = []
    for number in range(seats):
        seat = f"J{number}"
        if draw(st.integers(0, 4)) == 0:
            testimonies.append(
                abstention(seat, draw(st.sampled_from(["late", "malformed", "silent"])))
            )
            continue
        scores = draw(st.tuples(*[st.integers(1, 5)] * 3))
        against = draw(st.lists(st.sampled_from(ITEMS), max_size=2, unique=True))
        found: Found = draw(st.sampled_from(get_args(Found)))
        testimonies.append(ballot(seat, scores, against=against, by=BY, found=found))
    thin = draw(st.sampled_from(["escalate", "decide"]))
    return hearing(*testimonies, by=BY, thin=thin, quorum=draw(st.integers(1, seats)))


@given(panels(), st.randoms(use_true_random=False))
def test_permuting_judges_never_changes_the_verdict(heard: PanelResult, random: object) -> None:
    shuffled = list(heard.judge_results)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert decide(heard.model_copy(update={"judge_results": tuple(shuffled)})) == decide(heard)


@given(panels(), st.permutations(range(3)), st.permutations(range(3)))
def test_permuting_criteria_never_changes_the_verdict(
    heard: PanelResult, dimensions: list[int], items: list[int]
) -> None:
    permuted = heard.rubric.model_copy(
        update={
            "dimensions": tuple(heard.rubric.dimensions[i] for i in dimensions),
            "checklist": tuple(heard.rubric.checklist[i] for i in items),
        }
    )
    ours, theirs = decide(heard), decide(heard.model_copy(update={"rubric": permuted}))
    assert (ours.outcome, ours.rule, ours.mean) == (theirs.outcome, theirs.rule, theirs.mean)


@given(panels())
def test_adding_an_abstention_never_turns_a_non_accept_into_an_accept(heard: PanelResult) -> None:
    more = heard.model_copy(
        update={"judge_results": (*heard.judge_results, abstention("J9")), "seats": heard.seats + 1}
    )
    assert decide(more).outcome != "accept"


@given(panels())
def test_with_fewer_ballots_than_quorum_there_is_never_a_verdict(heard: PanelResult) -> None:
    if len(heard.ballots) < heard.rules.quorum:
        assert decide(heard).outcome == "error"


@given(panels())
def test_every_accept_has_every_seat_accounted_for(heard: PanelResult) -> None:
    if decide(heard).outcome == "accept":
        assert len(heard.ballots) == heard.seats


@given(panels())
def test_every_reject_has_a_verified_reason(heard: PanelResult) -> None:
    verdict = decide(heard)
    if verdict.outcome == "reject":
        assert any(
            proof.found in ("verified", "moved")
            for reason in verdict.reasons
            for proof in reason.proofs
        )
        assert [reason.id for reason in verdict.reasons] == [
            f"R{n + 1}" for n in range(len(verdict.reasons))
        ]


@given(panels())
def test_a_decisive_gate_that_fails_for_anyone_is_never_accepted(heard: PanelResult) -> None:
    if heard.ballots and any(gate.decisive for gate in gates(heard)):
        assert decide(heard).outcome != "accept"

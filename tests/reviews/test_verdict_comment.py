"""What we write into a tracker: complete, and inert whatever it quotes."""

from __future__ import annotations

from coordinator.models import Case, CheckResult, Issue, Proof, Reason, Verdict, Work
from coordinator.reviews.publish import verdict_comment
from tests.support.panel_cases import quote

WORK = Work(repo="", base="", commit="", revision="", diff="x", diff_bytes=1)
CHECK = CheckResult(name="tests", status="red", blocks=False, summary="exit 1")
CASE = Case(review="B-1.2", issue=Issue(key="B-1", title="t"), work=WORK, checks=(CHECK,), seed="s")


def test_a_reject_has_reasons_requirements_and_evidence() -> None:
    proof = Proof(evidence=quote("return None", source="a.py:3"), found="verified", at="a.py:3")
    reason = Reason(
        id="R1", text="it returns nothing", requirement="It must return a name.", proofs=(proof,)
    )
    verdict = Verdict(
        outcome="reject",
        rule="gate",
        explanation="CK-001 failed.",
        reasons=(reason,),
        advice=("a nit",),
    )
    assert verdict_comment(verdict, "B-1.2", CASE) == (
        "**Sent back** (gate). CK-001 failed.\n\n"
        "- R1: it returns nothing\n"
        "  Requirement: It must return a name.\n"
        "  Evidence: a.py:3: “return None” [verified]\n\n"
        "Please rework this and set the issue to in_review again when it is done.\n\n"
        "Advice, which does not affect the verdict:\n- a nit\n\n"
        "Checks: tests red.\n\n"
        "Review B-1.2; `coordinator show B-1.2` shows everything."
    )


def test_an_escalation_shows_where_the_seats_stand() -> None:
    verdict = Verdict(
        outcome="escalate",
        rule="open question",
        explanation="1 of 2.",
        dissent=("Ann: 4.00", "Bob: 2.00"),
        labels=("thin",),
    )
    text = verdict_comment(verdict, "B-1.2", CASE)
    assert "Note: thin." in text
    assert "Positions of the seats:\n- Ann: 4.00\n- Bob: 2.00" in text
    assert (
        "Decide with `coordinator decide B-1.2 accept --reason TEXT`, or reject, or in the dashboard. "
        in text
    )


def test_without_a_case_the_cause_is_said() -> None:
    verdict = Verdict(
        outcome="error", rule="no work to review", explanation="there is no directory"
    )
    text = verdict_comment(verdict, "MUL-4.0f3e2d1c-0000-4000-8000-00000000000a-7e57")
    assert text.startswith("**The review could not be completed** (no work to review).")
    assert text.endswith(
        "`coordinator resume MUL-4.0000000a-7e57 --again` reviews it again. "
        "Review MUL-4.0000000a-7e57; `coordinator show MUL-4.0000000a-7e57` shows everything."
    )

"""A new rule that decides is one function and one row in `RULES`, as docs/architecture.md says."""

from __future__ import annotations

import pytest

from coordinator.judgement import consensus
from coordinator.judgement.ballots import PanelResult
from coordinator.judgement.consensus import Conclusion, Rule, decide
from tests.support.extended_package import row_of
from tests.support.panel_cases import abstention, ballot, hearing


def everybody_is_thrilled(result: PanelResult) -> Conclusion | None:
    """Escalate if every judge gives the best score: nobody seems to have looked for a fault."""
    if any(ballot.overall < 5 for ballot in result.ballots):
        return None
    return Conclusion("escalate", "Every judge gives the best score.")


@pytest.fixture
def with_new_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the new rule into the table, in its place: before the rule that accepts."""
    *doubts, accepting = consensus.RULES
    assert accepting.name == "above the bar"
    new = Rule("too good", everybody_is_thrilled)
    monkeypatch.setattr(consensus, "RULES", (*doubts, new, accepting))


def test_the_page_names_the_place_of_a_new_rule() -> None:
    row = row_of("| a rule that decides")
    assert "`RULES`" in row
    assert "judgement/consensus.py" in row


def test_without_the_new_rule_the_best_scores_are_accepted() -> None:
    verdict = decide(hearing(ballot("Ann", [5, 5]), ballot("Bob", [5, 5])))
    assert (verdict.outcome, verdict.rule) == ("accept", "above the bar")


@pytest.mark.usefixtures("with_new_rule")
def test_the_new_rule_decides_where_it_applies() -> None:
    verdict = decide(hearing(ballot("Ann", [5, 5]), ballot("Bob", [5, 5])))
    assert (verdict.outcome, verdict.rule) == ("escalate", "too good")
    assert verdict.explanation == "Every judge gives the best score."
    assert verdict.dissent  # what a person needs to decide comes with every escalation


@pytest.mark.usefixtures("with_new_rule")
def test_the_new_rule_leaves_other_panels_alone() -> None:
    verdict = decide(hearing(ballot("Ann", [5, 5]), ballot("Bob", [5, 4])))
    assert (verdict.outcome, verdict.rule) == ("accept", "above the bar")


@pytest.mark.usefixtures("with_new_rule")
def test_rules_above_the_new_one_come_first_and_its_doubt_is_added_to_theirs() -> None:
    rejected = decide(
        hearing(
            ballot("Ann", [5, 5], against=["CK-001"]), ballot("Bob", [5, 5], against=["CK-001"])
        )
    )
    assert (rejected.outcome, rejected.rule) == ("reject", "gate")
    degraded = decide(hearing(ballot("Ann", [5, 5]), ballot("Bob", [5, 5]), abstention("Cid")))
    assert (degraded.outcome, degraded.rule) == ("escalate", "degraded accept")
    assert degraded.explanation.endswith("missing: Cid (late). Every judge gives the best score.")


def test_the_order_of_outcomes_is_kept_by_every_rule_of_the_table() -> None:
    """Rules that reject come before those that escalate, and an accept is the last resort."""
    names = [rule.name for rule in consensus.RULES]
    assert names[:3] == ["quorum", "gate", "below the bar"]
    assert names[-1] == "above the bar"

"""Worse testimony never improves an outcome: random hearings, each made worse in one place."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from coordinator.judgement.ballots import ExecutedEvidence, PanelResult
from coordinator.judgement.consensus import decide
from coordinator.judgement.rubric import overall
from coordinator.models import (
    Answer,
    Ballot,
    Evidence,
    Experiment,
    ExperimentRun,
    Finding,
    Proof,
    Quote,
    Reason,
    Report,
    Score,
)
from tests.support.panel_cases import abstention, hearing, rubric

BY = rubric(
    weights={"A": "0.6", "B": "0.4"},
    items={"CK-001": "essential", "CK-002": "pitfall", "CK-003": "important", "CK-004": "optional"},
)
UNCLEAR = BY.model_copy(
    update={"checklist": (BY.checklist[0].model_copy(update={"ambiguity": "which?"}),)}
)
RED_PROBE = Proof(
    evidence=Experiment(run="exit 1", language="sh", shows="", on="both"),
    found="verified",
    at="red",
)
EARLIER = (Reason(id="R1", text="no retry", requirement="retry"),)
CRITERIA = ("", "A", "R1", *(item.id for item in BY.checklist))
# Blind tests that answer nothing, one question, or all; or of which one is red.
EXECUTED = (
    ExecutedEvidence(),
    ExecutedEvidence(covered=("CK-001",)),
    ExecutedEvidence(covered=("CK-001",), complete=True),
    ExecutedEvidence(failed=("CK-001",)),
)
BETTER_TO_WORSE = {"reject": 0, "error": 1, "escalate": 1, "accept": 2}

# A seat's word, from which its ballot is made: scores, a stance per item with the state of its evidence, findings.
Word = dict[str, Any]
STANCES = ("well", "rare", "normal")  # the first is yes, or does not apply
WEIGHTS = ("leftover", "rare", "normal")  # of what lowers a score
FOUND = ("verified", "weak", "not found")

evidenced = st.sampled_from(FOUND)
findings = st.tuples(
    st.sampled_from(CRITERIA), st.sampled_from(("low", "medium", "high")), evidenced
)
words = st.fixed_dictionaries(
    {
        "scores": st.lists(
            st.tuples(st.integers(1, 5), st.sampled_from(WEIGHTS), evidenced),
            min_size=2,
            max_size=2,
        ),
        "items": st.lists(st.tuples(st.sampled_from(STANCES), evidenced), min_size=4, max_size=4),
        "findings": st.lists(findings, max_size=2),
        "open": st.booleans(),
    }
)
# Mostly kind words, so that there is something to be made worse.
kind = st.fixed_dictionaries(
    {
        "scores": st.lists(
            st.tuples(st.integers(3, 5), st.sampled_from(WEIGHTS), st.just("verified")),
            min_size=2,
            max_size=2,
        ),
        "items": st.just([("well", "verified")] * 4),
        "findings": st.lists(findings, max_size=1),
        "open": st.just(False),
    }
)


def spoken(seat: str, word: Word, by: Any, earlier: bool) -> Ballot:
    proofs: list[Proof] = []

    def cited(name: str, found: str) -> tuple[Evidence, ...]:
        at, weak = (
            ("check:tests:1" if name == "CK-001" else "a.py:1"),
            "generic" if found == "weak" else "",
        )
        piece: Evidence = Quote(
            source="check:tests" if name == "CK-001" else "a.py:1", text=f"{seat} {name}"
        )
        runs: tuple[ExperimentRun, ...] = ()
        # Of which a red check or an experiment may be the evidence
        if name in ("CK-001", "CK-002", "CK-004"):
            runs = (ExperimentRun(on="work", code=1, output="shown"),)
            piece = Experiment(run=f"{seat} {name}", language="sh", shows="shown")
        how: Any = {
            "found": "not found" if found == "not found" else "verified",
            "weak": weak,
            "runs": runs,
        }
        proofs.append(Proof(evidence=piece, at=at, **how))
        return (piece,)

    answers = []
    for item, (stance, found) in zip(by.checklist, word["items"], strict=False):
        yes = (stance == "well") != (item.importance == "pitfall")
        answer = Answer(item=item.id, yes=yes, evidence=cited(item.id, found))
        answers.append(answer.model_copy(update={"case": "rare"}) if stance == "rare" else answer)
    scores = []
    for dimension, (score, case, found) in zip(by.dimensions, word["scores"], strict=True):
        evidence = cited(dimension.name, found)
        scores.append(Score(dimension=dimension.name, score=score, case=case, evidence=evidence))
    given_findings = []
    for number, (criterion, priority, found) in enumerate(word["findings"]):
        evidence = cited(f"F{number}", found)
        finding = Finding(
            text=f"{seat} {number}", priority=priority, criterion=criterion, evidence=evidence
        )
        given_findings.append(finding)
    report = Report(
        answers=tuple(answers),
        scores=tuple(scores),
        findings=tuple(given_findings),
        rework={"R1": "open" if word["open"] else "resolved"} if earlier else {},
    )
    return Ballot(
        seat=seat, round=0, report=report, proofs=tuple(proofs), overall=overall(by, scores)
    )


def worse(word: Word, draw: Any) -> Word:
    """The same word, worse in one place."""
    what = draw(
        st.sampled_from(
            ("score", "weight", "stance", "support", "charge", "finding", "graver", "open")
        )
    )
    changed = {
        name: list(value) if isinstance(value, list) else value for name, value in word.items()
    }
    if what == "score":
        at = draw(st.integers(0, 1))
        score, case, found = word["scores"][at]
        changed["scores"][at] = (draw(st.integers(1, score)), case, found)
    elif what == "weight":
        at = draw(st.integers(0, 1))
        score, case, found = word["scores"][at]
        case = WEIGHTS[draw(st.integers(WEIGHTS.index(case), 2))]
        changed["scores"][at] = (score, case, found)
    elif what in ("stance", "support", "charge"):
        at = draw(st.integers(0, 3))
        stance, found = word["items"][at]
        if what == "stance":
            changed["items"][at] = (STANCES[draw(st.integers(STANCES.index(stance), 2))], found)
        elif what == "support" and stance == "well":  # less to show for a yes
            changed["items"][at] = (stance, FOUND[draw(st.integers(FOUND.index(found), 2))])
        elif what == "charge" and stance != "well":  # more to show for a no
            changed["items"][at] = (stance, "verified")
    elif what == "finding":
        changed["findings"].append(draw(findings))
    elif what == "graver" and word["findings"]:
        criterion, _, found = word["findings"][0]
        changed["findings"][0] = (criterion, "high", draw(st.sampled_from((found, "verified"))))
    else:
        changed["open"] = True
    return changed


@st.composite
def made_worse(draw: st.DrawFn) -> tuple[PanelResult, PanelResult]:
    """A hearing and the same one made worse; of one seat as of many, with a rubric that may be unclear."""
    by = UNCLEAR if draw(st.integers(0, 4)) == 0 else BY
    seats = draw(st.integers(1, 4))
    said = [draw(kind if draw(st.integers(0, 2)) else words) for _ in range(seats)]
    earlier = draw(st.booleans())
    settings: dict[str, Any] = {
        "by": by,
        "thin": draw(st.sampled_from(("escalate", "decide"))),
        "red_checks": draw(st.sampled_from(((), ("tests",)))),
        "probes": draw(st.sampled_from(({}, {"CK-001": RED_PROBE}))),
        "earlier": EARLIER if earlier else (),
        "debates": draw(st.integers(0, 1)),
        "executed": draw(st.sampled_from(EXECUTED)),
        "touched": draw(st.sampled_from(((), ("a.py",)))),
    }
    before = [spoken(f"J{number}", word, by, earlier) for number, word in enumerate(said)]
    at = draw(st.integers(0, seats - 1))
    after = list(before)
    after[at] = spoken(f"J{at}", worse(said[at], draw), by, earlier)
    return hearing(*before, **settings), hearing(*after, **settings)


@given(made_worse())
def test_worse_testimony_never_improves_an_outcome(pair: tuple[PanelResult, PanelResult]) -> None:
    before, after = map(decide, pair)
    assert BETTER_TO_WORSE[after.outcome] <= BETTER_TO_WORSE[before.outcome], (before, after)


@given(made_worse(), st.data())
def test_a_missing_seat_never_brings_about_an_accept(
    pair: tuple[PanelResult, PanelResult], data: st.DataObject
) -> None:
    before, _ = pair
    gone = data.draw(st.sampled_from(before.judge_results)).seat
    left = tuple(
        abstention(each.seat) if each.seat == gone else each for each in before.judge_results
    )
    assert decide(before.model_copy(update={"judge_results": left})).outcome != "accept"

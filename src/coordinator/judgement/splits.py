"""Find the points on which the ballots of a panel differ. A debate is about these points."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from coordinator.judgement.ballots import (
    PanelResult,
    Stance,
    accepts,
    is_gate,
    is_open,
    score_of,
    show,
    stance,
    whole_score,
)
from coordinator.judgement.gates import failed_gates, gate_fails_for
from coordinator.judgement.reasons import serious_findings
from coordinator.judgement.rubric import overall
from coordinator.models import Ballot, Value

SplitKind = Literal["overall", "criterion", "item", "side", "margin", "finding"]


class Split(Value):
    """One point on which the ballots differ, to be debated."""

    kind: SplitKind
    name: str
    detail: str


def splits(result: PanelResult) -> tuple[Split, ...]:
    """Return every point on which the ballots differ. If there are none, the panel has consensus.

    Scores that are far apart count as a point only if the mean is too close to the bar. If blind
    tests cover every essential item, scores do not decide, so different scores do not count. If the
    rule `debate` is `always`, scores that are far apart always count, and so does a mean that is
    too close to the bar.
    """
    if not result.ballots:
        return ()
    always = result.rules.debate == "always"
    scores_decide = not result.executed.complete
    found: list[Split] = []
    if (result.is_thin and scores_decide) or always:
        found += _wide_spreads(result)
    found += _answered_both_ways(result)
    found += _lone_findings(result)
    if _are_on_both_sides(result) and scores_decide:
        detail = "overall scores lead to opposite conclusions"
        found.append(Split(kind="side", name="overall", detail=detail))
    if result.is_thin and always:
        detail = "the mean is too close to call"
        found.append(Split(kind="margin", name="overall", detail=detail))
    return tuple(found)


def _wide_spreads(result: PanelResult) -> list[Split]:
    """Return the scores that are too far apart, overall and by dimension."""
    found = []
    overall_counted = [ballot.overall for ballot in result.ballots]
    overall_given = [_given_overall(ballot, result) for ballot in result.ballots]
    if min(_spread(overall_counted), _spread(overall_given)) > result.rules.overall_spread:
        low = show(min(overall_counted))
        high = show(max(overall_counted))
        detail = f"overall scores from {low} to {high}"
        found.append(Split(kind="overall", name="overall", detail=detail))
    for dimension in result.rubric.dimensions:
        scores = [whole_score(ballot, dimension.name) for ballot in result.ballots]
        counted = [score.counted for score in scores]
        given = [score.score for score in scores]
        if min(_spread(counted), _spread(given)) > result.rules.criterion_spread:
            detail = f"scores from {min(given)} to {max(given)}"
            found.append(Split(kind="criterion", name=dimension.name, detail=detail))
    return found


def _are_on_both_sides(result: PanelResult) -> bool:
    """Return whether ballots are on both sides of the bar, by counted and also by given scores."""
    counted = {accepts(ballot, result.rules.bar) for ballot in result.ballots}
    given = {_given_overall(ballot, result) >= result.rules.bar for ballot in result.ballots}
    return len(counted) == len(given) == 2


def _given_overall(ballot: Ballot, result: PanelResult) -> Fraction:
    """Return the overall score of a ballot from its scores as the judge gave them.

    A counted score can be higher than the given one, because a slight failure hardly counts. The
    judges do not debate whether a failure is slight. So a difference between counted scores is a
    point to debate only if the given scores differ as well.
    """
    scores = [score.model_copy(update={"case": "normal"}) for score in ballot.report.scores]
    return overall(result.rubric, scores)


def _spread(scores: Sequence[Fraction] | Sequence[int]) -> Fraction | int:
    return max(scores) - min(scores)


def _answered_both_ways(result: PanelResult) -> list[Split]:
    """Return the items and the earlier reasons about which the judges differ."""
    found = []
    for item in result.rubric.checklist:
        if not is_gate(item):
            continue
        # A slight failure is only advice, so it is not debated. The judges also do not debate
        # whether a failure is slight.
        failing = [gate_fails_for(ballot, item, result) for ballot in result.ballots]
        stances = {stance(ballot, item) for ballot in result.ballots}
        if any(failing) and not all(failing) and Stance.WELL in stances:
            detail = f"{item.importance} item answered both ways: {item.question}"
            found.append(Split(kind="item", name=item.id, detail=detail))
    for reason in result.earlier:
        standings = {is_open(ballot, reason) for ballot in result.ballots}
        if len(standings) > 1:
            detail = f"{reason.id} called both resolved and open"
            found.append(Split(kind="item", name=reason.id, detail=detail))
    return found


def _lone_findings(result: PanelResult) -> list[Split]:
    """Return the serious findings of a minority, if the work could still be accepted."""
    if not result.accepting or failed_gates(result):
        return []
    serious = serious_findings(result)
    seats = {seat for seat, _ in serious}
    if len(seats) >= result.majority:
        return []
    found = []
    for _, finding in serious:
        name = finding.criterion or "finding"
        found.append(Split(kind="finding", name=name, detail=finding.text))
    return found


def open_criteria(result: PanelResult, points: Sequence[Split]) -> frozenset[str]:
    """Return the criteria to debate for these points.

    Items and earlier reasons are named by their ids, and dimensions by their names. A point about
    the overall scores includes all dimensions whose scores differ, or all dimensions if none do.
    """
    dimensions = [dimension.name for dimension in result.rubric.dimensions]
    known = set(dimensions)
    known.update(item.id for item in result.rubric.checklist)
    known.update(reason.id for reason in result.earlier)
    names = {point.name for point in points} & known
    if any(point.kind in ("side", "overall", "margin") for point in points):
        differing = []
        for name in dimensions:
            scores = {score_of(ballot, name) for ballot in result.ballots}
            if len(scores) > 1:
                differing.append(name)
        names.update(differing or dimensions)
    return frozenset(names)

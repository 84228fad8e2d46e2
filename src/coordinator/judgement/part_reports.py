"""Merge the reports of one judge on the parts of a large diff into one report on the whole.

If the judge says that one part fails a question of the rubric, the whole work fails it. A question
that the judge has answered for no part counts as not applicable, without evidence. So it proves
nothing, and if it is essential, the review escalates.
"""

from collections.abc import Sequence

from coordinator.models import (
    Answer,
    Evidence,
    Finding,
    Item,
    Proof,
    Report,
    Rubric,
    Score,
    Standing,
    Value,
)
from coordinator.parsing.fields import ParseError, without_repeats

UNANSWERED = "no part of the diff answers it"

_CASES = ("normal", "rare", "leftover")  # the most serious first


class PartReport(Value):
    """A judge's report on one part of the diff, with its evidence verified by code."""

    report: Report
    proofs: tuple[Proof, ...] = ()
    recorded: bool = False
    unsandboxed: bool = False
    blind: bool = False
    fallback: str = ""
    again: bool = False


def merge_reports(reports: Sequence[Report], rubric: Rubric, earlier: Sequence[str]) -> Report:
    """Return the report on the whole diff. Raise ParseError if no part scores a dimension."""
    findings: list[Finding] = []
    summaries = []
    for number, report in enumerate(reports, 1):
        findings += report.findings
        if report.summary:
            summaries.append(f"Part {number}: {report.summary}")
    return Report(
        answers=tuple(_merged_answer(item, reports) for item in rubric.checklist),
        scores=tuple(_lowest_score(each.name, reports) for each in rubric.dimensions),
        findings=without_repeats(findings),
        summary="\n".join(summaries),
        rework={reason_id: _merged_standing(reason_id, reports) for reason_id in earlier},
    )


def _merged_answer(item: Item, reports: Sequence[Report]) -> Answer:
    given = []
    for report in reports:
        given += [answer for answer in report.answers if answer.item == item.id]
    bad = item.importance == "pitfall"  # the answer that speaks against the work
    for case in _CASES:
        against = [answer for answer in given if answer.yes is bad and answer.case == case]
        if against:
            return _joined(against)
    for yes in (not bad, None):
        alike = [answer for answer in given if answer.yes is yes]
        if alike:
            return _joined(alike)
    return Answer(item=item.id, yes=None, note=UNANSWERED)


def _joined(answers: Sequence[Answer]) -> Answer:
    """Return the first of these answers, with the notes and the evidence of all."""
    notes = [answer.note for answer in answers if answer.note]
    evidence: list[Evidence] = []
    for answer in answers:
        evidence += answer.evidence
    update = {"note": "; ".join(without_repeats(notes)), "evidence": without_repeats(evidence)}
    return answers[0].model_copy(update=update)


def _lowest_score(dimension: str, reports: Sequence[Report]) -> Score:
    """Return the score with the lowest `counted` value, with the evidence of all parts' scores.

    If only a rare case lowers a score, it counts as higher, so it must not hide another score.
    """
    scores = []
    for report in reports:
        scores += [score for score in report.scores if score.dimension == dimension]
    if not scores:
        raise ParseError(f"no part of the diff has a score for {dimension}")
    lowest = min(scores, key=lambda score: (score.counted, score.score))
    evidence = list(lowest.evidence)
    for score in scores:
        evidence += score.evidence
    return lowest.model_copy(update={"evidence": without_repeats(evidence)})


def _merged_standing(reason_id: str, reports: Sequence[Report]) -> Standing:
    """Return `resolved` if the report on a part says so, and no report calls the reason open."""
    said = [report.rework[reason_id] for report in reports if reason_id in report.rework]
    if said and "open" not in said:
        return "resolved"
    return "open"

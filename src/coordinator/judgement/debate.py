"""Decide which changes to a ballot a judge may make, after a debate and after rework.

In a debate, a judge can change its position only with new verified evidence. After rework, a score
can fall only if the code behind it has changed.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from coordinator.judgement.ballots import confirmed_proofs, stance
from coordinator.judgement.evidence.verification import (
    CONFIRMED,
    counts_against,
    same,
    shows_work,
    touches,
)
from coordinator.judgement.rubric import overall
from coordinator.models import (
    Answer,
    Ballot,
    Evidence,
    Finding,
    Proof,
    Report,
    Rubric,
    Score,
    Standing,
)
from coordinator.parsing.fields import without_repeats

NAMED_PATTERN = 100  # characters of a pattern that a message repeats

Position = TypeVar("Position", Answer, Score)


def with_delta(before: Report, delta: Report) -> Report:
    """Return the report `before` a debate, updated with `delta`, the judge's reply in the debate.

    If the judge keeps a position, the position also keeps its earlier evidence.
    """
    new_answers = {answer.item: answer for answer in delta.answers}
    answers = []
    for answer in before.answers:
        new_answer = new_answers.get(answer.item, answer)
        if new_answer.said == answer.said:
            new_answer = _with_evidence_of(answer, new_answer)
        answers.append(new_answer)
    new_scores = {score.dimension: score for score in delta.scores}
    scores = []
    for score in before.scores:
        new_score = new_scores.get(score.dimension, score)
        if new_score.said == score.said:
            new_score = _with_evidence_of(score, new_score)
        scores.append(new_score)
    return before.model_copy(
        update={
            "answers": tuple(answers),
            "scores": tuple(scores),
            "findings": without_repeats((*before.findings, *delta.findings)),
            "rework": before.rework | delta.rework,
            "summary": delta.summary or before.summary,
        }
    )


def _with_evidence_of(old: Position, new: Position) -> Position:
    """Return the `new` position with the evidence of the `old` position added."""
    return new.model_copy(update={"evidence": without_repeats((*new.evidence, *old.evidence))})


def only_about(report: Report, criteria: Collection[str]) -> Report:
    """Return the part of a report about these criteria; findings without a criterion stay."""
    findings = []
    for finding in report.findings:
        if not finding.criterion or finding.criterion in criteria:
            findings.append(finding)
    rework = {}
    for reason_id, standing in report.rework.items():
        if reason_id in criteria:
            rework[reason_id] = standing
    return report.model_copy(
        update={
            "answers": tuple(answer for answer in report.answers if answer.item in criteria),
            "scores": tuple(score for score in report.scores if score.dimension in criteria),
            "findings": tuple(findings),
            "rework": rework,
        }
    )


def part_of_rubric(rubric: Rubric, criteria: Collection[str]) -> Rubric:
    items = tuple(item for item in rubric.checklist if item.id in criteria)
    dimensions = tuple(dimension for dimension in rubric.dimensions if dimension.name in criteria)
    return rubric.model_copy(update={"checklist": items, "dimensions": dimensions})


def revise_after_debate(before: Ballot, after: Ballot, rubric: Rubric) -> Ballot:
    """Return the ballot after a debate, without the changes that lack new verified evidence."""
    revision = _Revision(before, after)
    items = {item.id: item for item in rubric.checklist}
    old_answers = {answer.item: answer for answer in before.report.answers}
    answers = []
    for answer in after.report.answers:
        item = items[answer.item]
        old_answer = old_answers[answer.item]
        kinder = stance(after, item) < stance(before, item)
        if revision.stands(item.id, old_answer.said, answer.said, answer.evidence, kinder):
            answers.append(answer)
        else:
            answers.append(old_answer)
    old_scores = {score.dimension: score for score in before.report.scores}
    scores = []
    for score in after.report.scores:
        old = old_scores[score.dimension]
        kinder = (score.counted, score.score) > (old.counted, old.score)
        if revision.stands(score.dimension, old.said, score.said, score.evidence, kinder):
            scores.append(score)
        else:
            scores.append(old)
    rework: dict[str, Standing] = {}
    for reason_id, standing in after.report.rework.items():
        old_standing = before.report.rework[reason_id]
        cited: list[Evidence] = []
        for finding in after.report.findings:
            if finding.criterion == reason_id:
                cited += finding.evidence
        kinder = standing == "resolved"
        if revision.stands(reason_id, old_standing, standing, cited, kinder):
            rework[reason_id] = standing
        else:
            rework[reason_id] = old_standing
    report = after.report.model_copy(
        update={"answers": tuple(answers), "scores": tuple(scores), "rework": rework}
    )
    asked = after.model_copy(update={"again": before.again or after.again})
    return _with_report(asked, report, revision.undone, (*after.proofs, *before.proofs), rubric)


class _Revision:
    """One judge's ballots before and after a debate, and the changes that are undone."""

    def __init__(self, before: Ballot, after: Ballot) -> None:
        self.undone: list[str] = []
        self._proofs = after.proofs
        self._known = [proof.evidence for proof in before.proofs]
        self._known += evidence_of(before.report)

    def stands(
        self,
        name: str,
        old: object,
        new: object,
        evidence: Iterable[Evidence],
        kinder: bool,
    ) -> bool:
        """Return whether a judge may change its position. If not, add the change to `undone`.

        If the new position is `kinder` to the work, it needs new evidence that can be used for the
        work. Otherwise it needs new evidence that can be used against the work.
        """
        if new == old:
            return True
        holds = shows_work if kinder else counts_against
        why = "no new verified evidence"
        for proof in confirmed_proofs(self._proofs, evidence, lambda _: True):
            if any(same(proof.evidence, piece) for piece in self._known):
                continue
            if holds(proof):
                return True
            why = f"no new verified evidence ({_shortcoming(proof)})"
        self.undone.append(f"{name} {old} → {new}: {why}")
        return False


def _shortcoming(proof: Proof) -> str:
    """Return the reason why a new piece of evidence does not back a change."""
    evidence = proof.evidence
    if evidence.kind == "quote":
        named = evidence.source
    elif evidence.kind == "absence":
        named = f"the absence of {evidence.pattern[:NAMED_PATTERN]}"
    else:
        named = "the experiment"
    if proof.found not in CONFIRMED:
        return f"{named}: {proof.found}"
    return f"{named}: {proof.weak}"


def revise_after_rework(
    earlier: Ballot, now: Ballot, touched: Sequence[str], rubric: Rubric
) -> Ballot:
    """Return the new ballot, in which a judge cannot lower its score for unchanged code.

    The score of the `earlier` ballot is restored if the new score is lower and its evidence is
    about none of the `touched` paths.
    """
    old_scores = {score.dimension: score for score in earlier.report.scores}
    scores = []
    undone = []
    for score in now.report.scores:
        old = old_scores.get(score.dimension, score)
        is_lower = score.counted < old.counted
        if is_lower and not any(touches(piece, touched) for piece in score.evidence):
            change = f"{score.dimension} {old.said} → {score.said}"
            undone.append(f"{change}: the code behind it is unchanged")
            score = score.model_copy(update={"score": old.score, "case": old.case})
        scores.append(score)
    report = now.report.model_copy(update={"scores": tuple(scores)})
    return _with_report(now, report, undone, now.proofs, rubric)


def _with_report(
    ballot: Ballot, report: Report, undone: list[str], proofs: Iterable[Proof], rubric: Rubric
) -> Ballot:
    return ballot.model_copy(
        update={
            "report": report,
            "overall": overall(rubric, report.scores),
            "proofs": without_repeats(proofs),
            "reverted": (*ballot.reverted, *undone),
        }
    )


def evidence_of(report: Report) -> tuple[Evidence, ...]:
    """Return all evidence in a report, without repeats."""
    parts: tuple[Answer | Score | Finding, ...] = (
        *report.answers,
        *report.scores,
        *report.findings,
    )
    evidence: list[Evidence] = []
    for part in parts:
        evidence += part.evidence
    return without_repeats(evidence)

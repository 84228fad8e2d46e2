"""What may change after the first word: in a debate only with new verified evidence, on rework only with the code."""

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from coordinator.judgement.ballots import confirmed_proofs, stance
from coordinator.judgement.evidence import counts_against, same, shows_work, touches
from coordinator.judgement.rubric import overall
from coordinator.models import Answer, Ballot, Evidence, Finding, Proof, Report, Rubric, Score

Position = TypeVar("Position", Answer, Score)


def with_delta(before: Report, delta: Report) -> Report:
    """Return a report with what a judge has answered again in a debate, and its further findings."""
    answers = {each.item: each for each in delta.answers}
    scores = {each.dimension: each for each in delta.scores}
    update = {
        "answers": tuple(_repeated(each, answers.get(each.item, each)) for each in before.answers),
        "scores": tuple(
            _repeated(each, scores.get(each.dimension, each)) for each in before.scores
        ),
        "findings": tuple(dict.fromkeys((*before.findings, *delta.findings))),
        "rework": before.rework | delta.rework,
        "summary": delta.summary or before.summary,
    }
    return before.model_copy(update=update)


def _repeated(old: Position, new: Position) -> Position:
    """Return the new one; what is only said again keeps the evidence that was given for it before."""
    said = [each.score if isinstance(each, Score) else each.said for each in (old, new)]
    both = tuple(dict.fromkeys((*new.evidence, *old.evidence)))
    if said[0] == said[1]:
        return new.model_copy(update={"evidence": both})
    return new


def only_about(report: Report, criteria: Collection[str]) -> Report:
    """Return the part of a report that is about these criteria, with the findings that name no other."""
    update = {
        "answers": tuple(each for each in report.answers if each.item in criteria),
        "scores": tuple(each for each in report.scores if each.dimension in criteria),
        "findings": tuple(
            each for each in report.findings if not each.criterion or each.criterion in criteria
        ),
        "rework": {
            reason: standing for reason, standing in report.rework.items() if reason in criteria
        },
    }
    return report.model_copy(update=update)


def part_of_rubric(rubric: Rubric, criteria: Collection[str]) -> Rubric:
    items = tuple(item for item in rubric.checklist if item.id in criteria)
    dimensions = tuple(dimension for dimension in rubric.dimensions if dimension.name in criteria)
    return rubric.model_copy(update={"checklist": items, "dimensions": dimensions})


def revise_after_debate(before: Ballot, after: Ballot, rubric: Rubric) -> Ballot:
    """Return the revised ballot with every change undone that no new verified evidence supports."""
    known = (*(proof.evidence for proof in before.proofs), *evidence_of(before.report))
    undone: list[str] = []

    def may_change(
        what: str, old: object, new: object, evidence: Iterable[Evidence], kinder: bool
    ) -> bool:
        """Return whether the new position stands; one that does not is noted in `undone`."""
        if new == old:
            return True
        for proof in confirmed_proofs(
            after.proofs, evidence, shows_work if kinder else counts_against
        ):
            if not any(same(proof.evidence, piece) for piece in known):
                return True
        undone.append(f"{what} {old} → {new}: no new verified evidence")
        return False

    items = {item.id: item for item in rubric.checklist}
    old_answers = {answer.item: answer for answer in before.report.answers}
    answers = []
    for answer in after.report.answers:
        old_answer = old_answers[answer.item]
        kinder = stance(after, items[answer.item]) < stance(before, items[answer.item])
        changed = may_change(answer.item, old_answer.said, answer.said, answer.evidence, kinder)
        answers.append(answer if changed else old_answer)
    old_scores = {score.dimension: score for score in before.report.scores}
    scores = []
    for score in after.report.scores:
        old_score = old_scores[score.dimension]
        kinder = score.score > old_score.score
        changed = may_change(score.dimension, old_score.score, score.score, score.evidence, kinder)
        scores.append(score if changed else old_score)
    rework = dict(after.report.rework)
    for reason_id, new in after.report.rework.items():
        old = before.report.rework[reason_id]
        about = [finding for finding in after.report.findings if finding.criterion == reason_id]
        cited = [piece for finding in about for piece in finding.evidence]
        if not may_change(reason_id, old, new, cited, new == "resolved"):
            rework[reason_id] = old
    update = {"answers": tuple(answers), "scores": tuple(scores), "rework": rework}
    report = after.report.model_copy(update=update)
    asked = after.model_copy(update={"again": before.again or after.again})
    return _with_report(asked, report, undone, (*after.proofs, *before.proofs), rubric)


def revise_after_rework(
    earlier: Ballot, now: Ballot, touched: Sequence[str], rubric: Rubric
) -> Ballot:
    """Return the ballot with every score restored that fell although the code behind it is unchanged."""
    old_scores = {score.dimension: score.score for score in earlier.report.scores}
    scores = []
    undone = []
    for score in now.report.scores:
        old = old_scores.get(score.dimension, 0)
        if score.score < old and not any(touches(piece, touched) for piece in score.evidence):
            undone.append(
                f"{score.dimension} {old} → {score.score}: the code behind it is unchanged"
            )
            score = score.model_copy(update={"score": old})
        scores.append(score)
    report = now.report.model_copy(update={"scores": tuple(scores)})
    return _with_report(now, report, undone, now.proofs, rubric)


def _with_report(
    ballot: Ballot, report: Report, undone: list[str], proofs: Iterable[Proof], rubric: Rubric
) -> Ballot:
    update = {
        "report": report,
        "overall": overall(rubric, report.scores),
        "proofs": tuple(dict.fromkeys(proofs)),
        "reverted": (*ballot.reverted, *undone),
    }
    return ballot.model_copy(update=update)


def evidence_of(report: Report) -> tuple[Evidence, ...]:
    """Return every piece of evidence in a report, once."""
    parts: tuple[Answer | Score | Finding, ...] = (
        *report.answers,
        *report.scores,
        *report.findings,
    )
    return tuple(dict.fromkeys(evidence for part in parts for evidence in part.evidence))

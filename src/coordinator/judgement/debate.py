"""What may change after the first word: in a debate only with new verified evidence, on rework only with the code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from coordinator.judgement.ballots import held
from coordinator.judgement.evidence import same, touches
from coordinator.judgement.rubric import overall
from coordinator.models import Answer, Ballot, Evidence, Finding, Report, Rubric, Score, Standing


class BallotRevision(NamedTuple):
    """What stands of a revised report, and what was undone."""

    report: Report
    undone: tuple[str, ...]


def stand(before: Ballot, after: Ballot, rubric: Rubric) -> Ballot:
    """The revised ballot with every change undone that no new verified evidence supports."""
    known = (*(proof.evidence for proof in before.proofs), *evidence_of(before.report))
    return _rebuilt(after, before, _revise(before, after, known), rubric)


def carry(earlier: Ballot, now: Ballot, touched: Sequence[str], rubric: Rubric) -> Ballot:
    """On rework: a score that fell on the strength of unchanged code stays where it was."""
    old = {score.dimension: score for score in earlier.report.scores}
    scores, undone = [], []
    for score in now.report.scores:
        before = old.get(score.dimension)
        fell = before is not None and score.score < before.score
        if before is not None and fell and not any(touches(e, touched) for e in score.evidence):
            undone.append(f"{score.dimension} {before.score} → {score.score}: the code behind it is unchanged")
            score = score.model_copy(update={"score": before.score})
        scores.append(score)
    report = now.report.model_copy(update={"scores": tuple(scores)})
    return _rebuilt(now, now, BallotRevision(report, tuple(undone)), rubric)


def evidence_of(report: Report) -> tuple[Evidence, ...]:
    """Every piece of evidence in a report, once."""
    parts: tuple[Answer | Score | Finding, ...] = (*report.answers, *report.scores, *report.findings)
    return tuple(dict.fromkeys(evidence for part in parts for evidence in part.evidence))


def echoes(ballots: Sequence[Ballot]) -> tuple[str, ...]:
    """Which ballots repeat another one that their judge should not have seen, each in one line."""
    pairs = [(own, peer) for number, own in enumerate(ballots) for peer in ballots[:number]]
    return tuple(f"{own.seat} repeats the report of {peer.seat}" for own, peer in pairs if _repeats(own, peer))


def _repeats(own: Ballot, peer: Ballot) -> bool:
    """The same report, or the same reasoning on nearly the same evidence."""
    if _words(own.report.model_dump_json(exclude={"notes"})) == _words(peer.report.model_dump_json(exclude={"notes"})):
        return True
    mine, theirs = set(evidence_of(own.report)), set(evidence_of(peer.report))
    reasoning = [[_words(score.reasoning) for score in ballot.report.scores] for ballot in (own, peer)]
    return reasoning[0] == reasoning[1] and 10 * len(mine & theirs) > 9 * max(len(mine), len(theirs))


def _words(text: str) -> str:
    return " ".join(text.lower().split())


def _revise(before: Ballot, after: Ballot, known: Sequence[Evidence]) -> BallotRevision:
    undone: list[str] = []
    old_answers = {answer.item: answer for answer in before.report.answers}
    old_scores = {score.dimension: score for score in before.report.scores}
    answers = tuple(_answer(old_answers[a.item], a, after, known, undone) for a in after.report.answers)
    scores = tuple(_score(old_scores[s.dimension], s, after, known, undone) for s in after.report.scores)
    rework = {id: _status(id, before, after, known, undone) for id in after.report.rework}
    report = after.report.model_copy(update={"answers": answers, "scores": scores, "rework": rework})
    return BallotRevision(report, tuple(undone))


def _answer(old: Answer, new: Answer, after: Ballot, known: Sequence[Evidence], undone: list[str]) -> Answer:
    if new.yes == old.yes or _is_supported(new.evidence, after, known):
        return new
    undone.append(f"{new.item} {_said(old.yes)} → {_said(new.yes)}: no new verified evidence")
    return old


def _score(old: Score, new: Score, after: Ballot, known: Sequence[Evidence], undone: list[str]) -> Score:
    if new.score == old.score or _is_supported(new.evidence, after, known):
        return new
    undone.append(f"{new.dimension} {old.score} → {new.score}: no new verified evidence")
    return old


def _status(id: str, before: Ballot, after: Ballot, known: Sequence[Evidence], undone: list[str]) -> Standing:
    old, new = before.report.rework[id], after.report.rework[id]
    evidence = [e for finding in after.report.findings if finding.criterion == id for e in finding.evidence]
    if new == old or _is_supported(evidence, after, known):
        return new
    undone.append(f"{id} {old} → {new}: no new verified evidence")
    return old


def _is_supported(evidence: Iterable[Evidence], after: Ballot, known: Sequence[Evidence]) -> bool:
    return any(not any(same(proof.evidence, k) for k in known) for proof in held(after, evidence))


def _said(yes: bool) -> str:
    return "yes" if yes else "no"


def _rebuilt(ballot: Ballot, before: Ballot, revision: BallotRevision, rubric: Rubric) -> Ballot:
    return ballot.model_copy(
        update={
            "report": revision.report,
            "overall": overall(rubric, revision.report.scores),
            "proofs": tuple(dict.fromkeys((*ballot.proofs, *before.proofs))),
            "reverted": (*ballot.reverted, *revision.undone),
        }
    )

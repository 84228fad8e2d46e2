"""What a person has to decide: the questions that are disputed in their own words, and what each seat says to them."""

from collections.abc import Sequence
from typing import NamedTuple

from coordinator.judgement.ballots import PanelResult, accepts, answer_to, fails, is_open, score_of, show
from coordinator.judgement.consensus import gates, splits, unproven_items
from coordinator.judgement.tool_mad import VerifiedArgument
from coordinator.models import Abstention, Ballot, Evidence, Finding, Proof
from coordinator.storage.review_record import ReviewRecord


class Voice(NamedTuple):
    """What one seat says to a question, and whether that speaks against the work."""

    seat: str
    is_against: bool
    said: str
    text: str
    evidence: Sequence[Evidence]
    proofs: Sequence[Proof]
    findings: Sequence[Finding] = ()


class Dispute(NamedTuple):
    """A question that keeps the work from being decided, and the words of the request behind it."""

    name: str
    question: str
    quote: str
    voices: Sequence[Voice]


def disputes(review: ReviewRecord, panel: PanelResult | None, arguments: Sequence[object]) -> list[Dispute]:
    """Return what is disputed, what can reject by itself first."""
    if panel is None or not panel.ballots:
        return _drift_dispute(review, [each for each in arguments if isinstance(each, VerifiedArgument)])
    doubted = [*(gate.name for gate in gates(panel)), *unproven_items(panel)]
    for dimension in panel.rubric.dimensions:
        scores = [score_of(ballot, dimension.name) for ballot in panel.ballots]
        doubted += [dimension.name] if max(scores) - min(scores) > panel.rules.criterion_spread else []
    doubted += [split.name for split in splits(panel)]
    return [_dispute(panel, name) for name in dict.fromkeys(doubted or ["overall"])]


def _dispute(panel: PanelResult, name: str) -> Dispute:
    """Return what the ballots say to an item, an earlier reason, a dimension, or else to the whole work."""
    item = next((item for item in panel.rubric.checklist if item.id == name), None)
    reason = next((reason for reason in panel.earlier if reason.id == name), None)
    dimension = next((each for each in panel.rubric.dimensions if each.name == name), None)
    if item:
        answers = [(ballot, answer_to(ballot, item)) for ballot in panel.ballots]
        said = [(b, fails(b, item), answer.said, answer.note, answer.evidence) for b, answer in answers]
        return Dispute(f"{name}, {item.importance}", item.question, item.quote, _voices(said, name))
    if reason:
        open_for = [(ballot, is_open(ballot, reason)) for ballot in panel.ballots]
        said = [(b, is_so, "open" if is_so else "resolved", b.report.summary, ()) for b, is_so in open_for]
        return Dispute(f"{name} of an earlier review", reason.text, reason.requirement, _voices(said, name))
    if dimension:
        middle = sum(score_of(ballot, name) for ballot in panel.ballots) / len(panel.ballots)
        scores = [(b, next(score for score in b.report.scores if score.dimension == name)) for b in panel.ballots]
        said = [(b, own.score < middle, f"{own.score} of 5", own.reasoning, own.evidence) for b, own in scores]
        return Dispute(f"{name}, a dimension", dimension.description, dimension.quote, _voices(said, name))
    bar = panel.rules.bar
    said = [(b, not accepts(b, bar), show(b.overall), b.report.summary, ()) for b in panel.ballots]
    question = f"Does the work as a whole reach the bar of {show(bar)}?"
    return Dispute("overall", question, "", _voices(said))


def _voices(said: Sequence[tuple[Ballot, bool, str, str, Sequence[Evidence]]], name: str = "") -> list[Voice]:
    """Return the voices with the findings that are about a criterion, or with all of them."""
    voices = []
    for ballot, is_against, word, text, evidence in said:
        about = [each for each in ballot.report.findings if not name or each.criterion == name]
        rest = [piece for piece in evidence if not any(piece in finding.evidence for finding in about)]
        voices.append(Voice(ballot.seat, is_against, word, text, rest, ballot.proofs, about))
    return voices


def _drift_dispute(review: ReviewRecord, arguments: Sequence[VerifiedArgument]) -> list[Dispute]:
    voices = []
    for each in arguments:
        drift, claim, evidence = each.argument.drift, each.argument.claim, each.argument.evidence
        voices.append(Voice(each.seat, drift, "drift" if drift else "no drift", claim, evidence, each.proofs))
    if review.ruling and not isinstance(ruling := review.ruling.ruling, Abstention):
        counter, said = [piece for each in ruling.refutations for piece in each.evidence], f"rules {ruling.verdict}"
        about = counter, review.ruling.proofs, ruling.failures
        voices.append(Voice(judge_of(review), ruling.verdict == "reject", said, "", *about))
    return [Dispute("drift", "Does the work drift from what was asked?", "", voices)] if voices else []


def judge_of(review: ReviewRecord) -> str:
    """Return who ruled on the arguments."""
    return next((ask.seat for ask in review.asked if ask.purpose == "rule"), "Judge")

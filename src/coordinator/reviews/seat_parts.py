"""Read what each seat did in past reviews, and record seats that stand apart from the others."""

import json
from collections.abc import Mapping, Sequence

from coordinator.judgement.ballots import accepts
from coordinator.judgement.statistics.calibration import SIDES
from coordinator.judgement.statistics.seat_stats import SeatFigures, SeatPart, seat_figures
from coordinator.models import Abstention, Ballot
from coordinator.reviews.record import ReviewReader, ReviewRecord, finished_reviews
from coordinator.storage.store import Store

APART = "seats/apart"  # the setting with the seats that stand apart, as JSON
NEWEST = 100  # reviews of each job that are read to find seats that stand apart


def seat_parts(
    reader: ReviewReader, reviews: Sequence[str], truths: Mapping[str, bool]
) -> list[SeatPart]:
    """Return what each seat did in each review. `truths` maps review ids to known truths."""
    parts = []
    for review_id in reviews:
        review = reader.review(review_id)
        seats = dict.fromkeys(asked.seat for asked in review.asked)
        for seat in seats:
            parts.append(_part(review, seat, truths.get(review_id)))
    return parts


def seats_apart(store: Store) -> tuple[SeatFigures, ...]:
    """Record and return the seats that stand apart from the others in the newest reviews.

    Consider only the newest model of each seat.
    """
    oldest_first = finished_reviews(store, NEWEST)[::-1]
    parts = seat_parts(ReviewReader(store), oldest_first, {})
    newest_models = {part.seat: part.model for part in parts}
    apart = []
    for figures in seat_figures(parts):
        if figures.apart and newest_models[figures.seat] == figures.model:
            apart.append(figures)
    known = {figures.seat: "; ".join(figures.apart) for figures in apart}
    store.set_setting(APART, json.dumps(known) if known else "")
    return tuple(apart)


def recorded_apart(store: Store) -> dict[str, str]:
    """Return the seats that `seats_apart` last recorded, each with its unusual figures."""
    found: dict[str, str] = json.loads(store.setting(APART) or "{}")
    return found


def _part(review: ReviewRecord, seat: str, truth: bool | None) -> SeatPart:
    asked = [ask.answered for ask in review.asked if ask.seat == seat]
    endings = [answered.ending for answered in asked]
    usage = SeatPart(seat=seat).usage
    for ending in endings:
        if ending.usage is not None:
            usage += ending.usage
    decision = review.decisions[-1].decision.outcome if review.decisions else ""
    part = SeatPart(
        seat=seat,
        model=_model_of(review, seat),
        outcome=SIDES.get(review.verdict.outcome) if review.verdict else None,
        person=SIDES.get(decision),
        truth=truth,
        executed=executed_side(review),
        asks=len(asked),
        abstentions=sum(isinstance(ending, Abstention) for ending in endings),
        usage=usage,
        seconds=sum(answered.seconds for answered in asked),
    )
    ballot = _ballot_of(review, seat)
    if ballot is None or review.settings is None:
        return part
    missed = [proof for proof in ballot.proofs if proof.found == "not found"]
    return part.model_copy(
        update={
            "ballot": accepts(ballot, review.settings.rules.bar),
            "evidence": len(ballot.proofs),
            "not_found": len(missed),
        }
    )


def _model_of(review: ReviewRecord, seat: str) -> str:
    """Return the model that a seat was asked with, or else the model that its reply names."""
    model = ""
    for ask in review.asked:
        if ask.seat == seat:
            answered = ask.answered
            reported = "" if isinstance(answered.ending, Abstention) else answered.ending.model
            model = answered.model or reported or model
    return model


def _ballot_of(review: ReviewRecord, seat: str) -> Ballot | None:
    if review.standings:
        for result in review.standings[-1].testimonies:
            if isinstance(result, Ballot) and result.seat == seat:
                return result
    return None


def executed_side(review: ReviewRecord) -> bool | None:
    """Return the side that executed evidence supports: True for accept, False for reject, or None.

    Return False if a reason for the reject has a proof that was executed. Return True if accepted
    work has green blind tests and no red ones.
    """
    verdict = review.verdict
    if verdict is None:
        return None
    if verdict.outcome == "reject":
        for reason in verdict.reasons:
            if any(proof.runs for proof in reason.proofs):
                return False
    probes = [check.status for check in review.checks if check.probe is not None]
    if verdict.outcome == "accept" and "green" in probes and "red" not in probes:
        return True
    return None

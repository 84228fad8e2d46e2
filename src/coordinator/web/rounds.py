"""A debate as a timeline: what each round was about, who changed what and why, and which changes did not stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import TypeAdapter

from coordinator.judgement.ballots import score_of, show
from coordinator.models import Abstention, Ballot, JudgeResult, Value
from coordinator.storage.review_record import ReviewRecord
from coordinator.web.filters import brief
from coordinator.web.review_parts import Cited, Places

TESTIMONY: TypeAdapter[JudgeResult] = TypeAdapter(JudgeResult)


class Change(Value):
    """One score, answer or status that changed, with the reason given and what code found of its evidence."""

    name: str
    before: str
    after: str
    because: str = ""
    evidence: tuple[Cited, ...] = ()


class Stand(Value):
    """What one seat did in a round; `absent` says why it took no part."""

    seat: str
    before: str
    after: str
    changes: tuple[Change, ...] = ()
    undone: tuple[str, ...] = ()
    absent: str = ""


class Point(Value):
    """One thing a round was about."""

    name: str
    detail: str


class Round(Value):
    """One exchange of a debate; without stands it is still going on."""

    number: int
    points: tuple[Point, ...]
    stands: tuple[Stand, ...]


def rounds(whole: ReviewRecord, places: Places) -> tuple[Round, ...]:
    """The debate rounds of a review, in order."""
    return tuple(
        Round(
            number=number,
            points=tuple(Point(name=brief(s.name, 200), detail=brief(s.detail)) for s in points.splits),
            stands=tuple(_stands(whole, number, places)),
        )
        for number, points in enumerate(whole.points, 1)
    )


def _stands(whole: ReviewRecord, number: int, places: Places) -> Iterator[Stand]:
    if number >= len(whole.standings):
        return
    before = _ballots(whole.standings[number - 1].testimonies)
    absent = _absent(whole, number)
    for new in _ballots(whole.standings[number].testimonies).values():
        if old := before.get(new.seat):
            yield Stand(
                seat=new.seat,
                before=show(old.overall),
                after=show(new.overall),
                changes=(*_scores(old, new, places), *_answers(old, new, places), *_rework(old, new)),
                undone=tuple(brief(text) for text in new.reverted[len(old.reverted) :]),
                absent=absent.get(new.seat, ""),
            )


def _ballots(testimonies: Sequence[JudgeResult]) -> dict[str, Ballot]:
    return {t.seat: t for t in testimonies if isinstance(t, Ballot)}


def _absent(whole: ReviewRecord, number: int) -> Mapping[str, str]:
    read = (
        TESTIMONY.validate_python(body)
        for key, body in whole.testimonies.items()
        if key.startswith("debate/") and key.endswith(f"/{number}")
    )
    return {t.seat: brief(f"{t.cause}: {t.detail}") for t in read if isinstance(t, Abstention)}


def _scores(old: Ballot, new: Ballot, places: Places) -> Iterator[Change]:
    for score in new.report.scores:
        if (was := score_of(old, score.dimension)) != score.score:
            yield Change(
                name=score.dimension,
                before=str(was),
                after=str(score.score),
                because=brief(score.reasoning, 1_000),
                evidence=places.all(score.evidence, new.proofs),
            )


def _answers(old: Ballot, new: Ballot, places: Places) -> Iterator[Change]:
    was = {answer.item: answer.yes for answer in old.report.answers}
    for answer in new.report.answers:
        if was.get(answer.item, answer.yes) != answer.yes:
            yield Change(
                name=answer.item,
                before="yes" if was[answer.item] else "no",
                after="yes" if answer.yes else "no",
                evidence=places.all(answer.evidence, new.proofs),
            )


def _rework(old: Ballot, new: Ballot) -> Iterator[Change]:
    for id, standing in new.report.rework.items():
        if old.report.rework.get(id, standing) != standing:
            yield Change(name=id, before=old.report.rework[id], after=standing)

"""How the seats conduct themselves over the latest reviews, as intervals; where people decided, against that too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from coordinator.errors import Cause
from coordinator.judgement.ballots import accepts
from coordinator.judgement.statistics import FEW, FEW_PAIRS, SeatPair, SeatStats, SeatTurn, Side, pairs, seat_stats
from coordinator.judgement.tool_mad import VerifiedArgument
from coordinator.models import Abstention, Ballot, JudgeResult, Reply, Value
from coordinator.parsing.report import Ruling
from coordinator.storage.review_record import JOBS, AskRecord, ReviewReader, ReviewRecord
from coordinator.storage.store import Store
from coordinator.web.filters import brief, middle, money, rate
from coordinator.web.rounds import TESTIMONY

LATEST = 200  # reviews that are looked at

Empty = Literal[""]
Said = JudgeResult | VerifiedArgument | Ruling  # what an ask came to once it was read


class SeatRow(Value):
    """One seat as a table shows it."""

    seat: str
    reviews: int
    abstained: str
    causes: str
    with_others: str
    with_people: str
    flipped: str
    cost: str
    latency: str


class PairRow(Value):
    """The errors of two seats as a table shows them."""

    one: str
    other: str
    counts: str
    decided: int
    correlation: str


class PanelPage(Value):
    """Everything that the page of the panel shows; `seat_stats` and `counts` are the numbers behind the words."""

    reviews: int
    latest: int
    decided: int
    few: int
    few_pairs: int
    seats: tuple[SeatRow, ...]
    pairs: tuple[PairRow, ...]
    seat_stats: tuple[SeatStats, ...]
    counts: tuple[SeatPair, ...]


def panel_page(store: Store) -> PanelPage:
    """The conduct of the seats in the latest reviews."""
    record = ReviewReader(store)
    runs = [run for job in JOBS for run in store.runs(job, limit=LATEST)]
    latest = sorted(runs, key=lambda run: -run.created)[:LATEST]
    decisions = {settled.decision.review: settled.decision.outcome for settled in record.decisions()}
    return page((record.review(run.id) for run in latest), decisions)


def page(wholes: Iterable[ReviewRecord], decisions: Mapping[str, Side]) -> PanelPage:
    """The same for these reviews and what people decided of them."""
    reviews = list(wholes)
    turns = [turn for whole in reviews for turn in turns_of(whole)]
    seats, couples = seat_stats(turns, decisions), pairs(turns, decisions)
    return PanelPage(
        reviews=len(reviews),
        latest=LATEST,
        decided=sum(whole.id in decisions for whole in reviews),
        few=FEW,
        few_pairs=FEW_PAIRS,
        seats=tuple(map(_seat, seats)),
        pairs=tuple(map(_pair, couples)),
        seat_stats=seats,
        counts=couples,
    )


# -- what each seat did in a review


def turns_of(whole: ReviewRecord) -> Iterator[SeatTurn]:
    """What every seat that was asked did in one review."""
    read = _testimonies(whole)
    for seat in dict.fromkeys(asked.seat for asked in whole.asked):
        asks = [asked for asked in whole.asked if asked.seat == seat]
        first, last = _sides(whole, seat, read)
        replies = [asked.answered.ending for asked in asks if isinstance(asked.answered.ending, Reply)]
        yield SeatTurn(
            review=whole.id,
            seat=seat,
            asks=len(asks),
            causes=tuple(_causes(asks, read)),
            first=first,
            last=last,
            debates=sum(asked.purpose == "debate" and not _cause(asked, read) for asked in asks),
            seconds=tuple(reply.seconds for reply in replies),
            costs=tuple(ask.answered.ending.usage.usd for ask in asks if ask.answered.ending.usage is not None),
        )


def _testimonies(whole: ReviewRecord) -> dict[str, Said]:
    read: dict[str, Said] = {
        key: VerifiedArgument.model_validate(body) if body["kind"] == "contention" else TESTIMONY.validate_python(body)
        for key, body in whole.testimonies.items()
    }
    ruled = {_key(asked): whole.ruling.ruling for asked in whole.asked if asked.purpose == "rule" and whole.ruling}
    return read | ruled


def _key(asked: AskRecord) -> str:
    return f"{asked.purpose}/{asked.seat}/{asked.round}"


def _causes(asks: Iterable[AskRecord], read: Mapping[str, Said]) -> Iterator[Cause]:
    return (cause for asked in asks if (cause := _cause(asked, read)))


def _cause(asked: AskRecord, read: Mapping[str, Said]) -> Cause | None:
    """Why an ask ended without testimony; a reply that could not be used is such an end too."""
    ending = asked.answered.ending
    testimony = read.get(_key(asked))
    if isinstance(ending, Abstention):
        return ending.cause
    return testimony.cause if isinstance(testimony, Abstention) else None


def _sides(whole: ReviewRecord, seat: str, read: Mapping[str, Said]) -> tuple[Side | Empty, Side | Empty]:
    """On which side a seat stood before any debate and at the end."""
    argued = [each for each in read.values() if isinstance(each, VerifiedArgument) and each.seat == seat]
    if argued:
        return _of(not argued[0].argument.drift), _of(not argued[-1].argument.drift)
    ruled = [read.get(_key(asked)) for asked in whole.asked if asked.purpose == "rule" and asked.seat == seat]
    if ruled and isinstance(ruled[-1], Ruling):
        return ruled[-1].verdict, ruled[-1].verdict
    if not whole.standings or whole.settings is None:
        return "", ""
    bar = whole.settings.rules.bar
    return _standing(whole.standings[0].testimonies, seat, bar), _standing(whole.standings[-1].testimonies, seat, bar)


def _standing(testimonies: Iterable[JudgeResult], seat: str, bar: Fraction) -> Side | Empty:
    ballots = [t for t in testimonies if isinstance(t, Ballot) and t.seat == seat]
    return _of(accepts(ballots[0], bar)) if ballots else ""


def _of(accepting: bool) -> Side:
    return "accept" if accepting else "reject"


# -- as words


def _seat(conduct: SeatStats) -> SeatRow:
    cost = conduct.cost
    return SeatRow(
        seat=brief(conduct.seat, 100),
        reviews=conduct.reviews,
        abstained=rate(conduct.abstained),
        causes=", ".join(f"{cause} {count}" for cause, count in conduct.causes.items()),
        with_others=rate(conduct.with_others),
        with_people=rate(conduct.with_people),
        flipped=rate(conduct.flipped),
        cost=_cost(cost.usd, cost.replies, cost.unknown),
        latency=middle(conduct.latency),
    )


def _cost(usd: Decimal, replies: int, unknown: int) -> str:
    if not replies:
        return "no reply yet"
    if unknown == replies:
        return "unknown"
    known = replies - unknown
    said = f"{money(usd)} for {known} {'reply' if known == 1 else 'replies'}"
    return f"{said}, unknown for {unknown} more" if unknown else said


def _pair(pair: SeatPair) -> PairRow:
    return PairRow(
        one=brief(pair.one, 100),
        other=brief(pair.other, 100),
        counts=f"{pair.both_wrong} both, {pair.only_one} / {pair.only_other} alone, {pair.both_right} neither",
        decided=pair.decided,
        correlation=_correlation(pair),
    )


def _correlation(pair: SeatPair) -> str:
    if not pair.enough:
        return f"too few ({pair.decided})"
    if pair.correlation is None:
        return "none: one of them never differs"
    _, low, high = pair.correlation
    return f"{low:+.2f} to {high:+.2f} ({pair.decided})"

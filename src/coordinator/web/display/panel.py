"""How the seats did over the latest reviews, as intervals; where people decided, against that too."""

from collections.abc import Iterable, Mapping
from typing import Literal

from coordinator.errors import Cause
from coordinator.judgement import statistics as stats
from coordinator.judgement.ballots import accepts
from coordinator.judgement.tool_mad import VerifiedArgument
from coordinator.models import Abstention, Ballot, Reply, Value
from coordinator.parsing.report import Ruling
from coordinator.storage.events import AskKey
from coordinator.storage.review_record import JOBS, AskRecord, ReviewReader, ReviewRecord
from coordinator.storage.store import Store
from coordinator.web.display.filters import brief, money, span
from coordinator.web.display.review import SeatResult, ask_key, recorded_results

LATEST = 200  # reviews that are looked at

Results = Mapping[AskKey, SeatResult | Ruling]


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
    seat_stats: tuple[stats.SeatStats, ...]
    counts: tuple[stats.SeatPair, ...]


def latest_panel_page(store: Store) -> PanelPage:
    reader = ReviewReader(store)
    runs = [run for job in JOBS for run in store.runs(job, limit=LATEST)]
    latest = sorted(runs, key=lambda run: -run.created)[:LATEST]
    decisions = {settled.decision.review: settled.decision.outcome for settled in reader.decisions()}
    return panel_page((reader.review(run.id) for run in latest), decisions)


def panel_page(records: Iterable[ReviewRecord], decisions: Mapping[str, stats.Side]) -> PanelPage:
    reviews = list(records)
    turns = [turn for review in reviews for turn in seat_turns(review)]
    seats, counts = stats.seat_stats(turns, decisions), stats.pairs(turns, decisions)
    return PanelPage(
        reviews=len(reviews),
        latest=LATEST,
        decided=sum(review.id in decisions for review in reviews),
        few=stats.FEW,
        few_pairs=stats.FEW_PAIRS,
        seats=tuple(_seat_row(seat) for seat in seats),
        pairs=tuple(_pair_row(pair) for pair in counts),
        seat_stats=seats,
        counts=counts,
    )


# -- what each seat did in a review


def seat_turns(review: ReviewRecord) -> list[stats.SeatTurn]:
    results: dict[AskKey, SeatResult | Ruling] = dict(recorded_results(review))
    for ask in review.asked:
        key = ask_key(ask)
        if ask.purpose == "rule" and review.ruling:
            results[key] = review.ruling.ruling
        if ask.purpose in ("rubric", "rule") and ask.answered.again:
            unusable = Abstention(seat=ask.seat, round=ask.round, cause="malformed", detail=ask.answered.again)
            results[key._replace(again=False)] = unusable
    turns = []
    for seat in dict.fromkeys(ask.seat for ask in review.asked):
        asks = [ask for ask in review.asked if ask.seat == seat]
        endings = [ask.answered.ending for ask in asks]
        causes: list[Cause | None] = []
        for ask, ending in zip(asks, endings, strict=True):
            # A reply that could not be used is an end without a vote too.
            failed = ending if isinstance(ending, Abstention) else results.get(ask_key(ask))
            causes.append(failed.cause if isinstance(failed, Abstention) else None)
        first, last = _sides(review, seat, asks, results)
        turn = stats.SeatTurn(
            review=review.id,
            seat=seat,
            asks=len(asks),
            causes=tuple(cause for cause in causes if cause),
            first=first,
            last=last,
            debates=sum(ask.purpose == "debate" and not cause for ask, cause in zip(asks, causes, strict=True)),
            seconds=tuple(ending.seconds for ending in endings if isinstance(ending, Reply)),
            costs=tuple(ending.usage.usd for ending in endings if ending.usage is not None),
        )
        turns.append(turn)
    return turns


def _sides(
    review: ReviewRecord, seat: str, asks: Iterable[AskRecord], results: Results
) -> tuple[stats.Side | Literal[""], stats.Side | Literal[""]]:
    """Return the side on which a seat stood before any debate and at the end; empty where it gave no vote."""
    votes: list[stats.Side | Literal[""]] = []
    for result in results.values():
        if isinstance(result, VerifiedArgument) and result.seat == seat:
            votes.append("reject" if result.argument.drift else "accept")
    for ask in () if votes else asks:
        ruling = results.get(ask_key(ask))
        if isinstance(ruling, Ruling):
            votes.append(ruling.verdict)
    if not votes and review.standings and review.settings:
        bar = review.settings.rules.bar
        for standing in (review.standings[0], review.standings[-1]):
            ballots = [b for b in standing.testimonies if isinstance(b, Ballot) and b.seat == seat]
            votes.append(("accept" if accepts(ballots[0], bar) else "reject") if ballots else "")
    return (votes[0], votes[-1]) if votes else ("", "")


# -- as words


def _seat_row(seat: stats.SeatStats) -> SeatRow:
    known = seat.cost.replies - seat.cost.unknown
    if not seat.cost.replies:
        cost = "no reply yet"
    elif not known:
        cost = "unknown"
    else:
        cost = f"{money(seat.cost.usd)} for {known} {'reply' if known == 1 else 'replies'}"
        cost += f", unknown for {seat.cost.unknown} more" if seat.cost.unknown else ""
    return SeatRow(
        seat=brief(seat.seat, 100),
        reviews=seat.reviews,
        abstained=rate_text(seat.abstained),
        causes=", ".join(f"{cause} {count}" for cause, count in seat.causes.items()),
        with_others=rate_text(seat.with_others),
        with_people=rate_text(seat.with_people),
        flipped=rate_text(seat.flipped),
        cost=cost,
        latency=median_text(seat.latency),
    )


def _pair_row(pair: stats.SeatPair) -> PairRow:
    if not pair.enough:
        correlation = f"too few ({pair.decided})"
    elif pair.correlation is None:
        correlation = "none: one of them never differs"
    else:
        _, low, high = pair.correlation
        correlation = f"{low:+.2f} to {high:+.2f} ({pair.decided})"
    return PairRow(
        one=brief(pair.one, 100),
        other=brief(pair.other, 100),
        counts=f"{pair.both_wrong} both, {pair.only_one} / {pair.only_other} alone, {pair.both_right} neither",
        decided=pair.decided,
        correlation=correlation,
    )


def rate_text(rate: stats.Rate) -> str:
    """Return a rate as an interval with its counts, or the counts alone where they are too few."""
    if not rate.of:
        return "no case yet"
    counts = f"{rate.hits} of {rate.of}"
    if not rate.enough:
        return f"too few ({counts})"
    low, high = rate.interval
    return f"{low:.0%} to {high:.0%} ({counts})"


def median_text(median: stats.Median | None) -> str:
    """Return a median between the bounds that hold it."""
    if median is None:
        return "no reply yet"
    if median.whole_range:
        return f"too few ({span(median.low)} to {span(median.high)}, {median.count})"
    return f"{span(median.low)} to {span(median.high)} (median {span(median.median)} of {median.count})"

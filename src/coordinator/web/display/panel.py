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
from coordinator.web.display.review import SeatResult, ask_key, recorded_results

LATEST = 200  # reviews that are looked at

Results = Mapping[AskKey, SeatResult | Ruling]
Vote = stats.Side | Literal[""]


class PanelPage(Value):
    """Everything that the page of the panel shows."""

    reviews: int
    latest: int
    decided: int
    few: int
    few_pairs: int
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
    return PanelPage(
        reviews=len(reviews),
        latest=LATEST,
        decided=sum(review.id in decisions for review in reviews),
        few=stats.FEW,
        few_pairs=stats.FEW_PAIRS,
        seat_stats=stats.seat_stats(turns, decisions),
        counts=stats.pairs(turns, decisions),
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


def _sides(review: ReviewRecord, seat: str, asks: Iterable[AskRecord], results: Results) -> tuple[Vote, Vote]:
    """Return the side on which a seat stood before any debate and at the end; empty where it gave no vote."""
    votes: list[Vote] = []
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

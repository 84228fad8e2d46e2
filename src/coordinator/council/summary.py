"""What there is to say about a council in a few lines: the decision, the dissent, the baseline, the costs."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from coordinator.council.history import CouncilRecord, MemberCost, round_seconds
from coordinator.council.records import CouncilRound
from coordinator.judgement.ballots import show
from coordinator.judgement.voting import Baseline, NotYet, Tally
from coordinator.parsing.council import Synthesis

DONE = {
    "kept it": "The council kept it.",
    "kept it revised": "The council kept it, in a later version.",
    "chose another": "The decision is another one: the council changed it.",
    "chose nothing": "There is no decision yet to compare it with.",
}


def decision_text(council: CouncilRecord) -> str:
    """What was decided and by whom, in one line."""
    decision = council.decision
    if decision is None:
        return "nothing is decided"
    who = "the council agreed on" if decision.by == "council" else f"{decision.person or 'a person'} decided for"
    entry = council.entry(decision.proposal)
    if entry is None:
        return f"{who} an answer of their own"
    letters = {id: letter for letter, id in council.options.items()}
    return f"{who} {letters[entry.id]}: {entry.proposal.name} (by {entry.author}, version {entry.version})"


def figures(round: CouncilRound) -> str:
    """The figures of a round, in one line."""
    if round.counted is None:
        return "no vote"
    tally = round.counted.tally
    quality = f", quality {show(tally.quality)}" if tally.quality is not None else ""
    lead = f"{tally.winner} leads" if tally.winner else "nobody leads"
    return f"{lead}, share {show(tally.share)} %, uncertainty {show(tally.uncertainty)} %{quality}"


def stability(tally: Tally) -> str:
    """Whether one vote less would change who leads, as the end of a line; nothing where nobody leads."""
    if not tally.winner:
        return ""
    if tally.stable:
        return "; it leads whichever single vote is left out"
    return f"; it would not lead without the vote of {' or '.join(tally.flips)}"


def short_of(round: CouncilRound) -> tuple[str, ...]:
    """What keeps a round from being an agreement."""
    outcome = round.counted.outcome if round.counted else None
    return tuple(reason.text for reason in outcome.reasons) if isinstance(outcome, NotYet) else ()


def dissent(council: CouncilRecord) -> Iterator[str]:
    """Who did not vote for what leads or was decided, and why; who did not vote at all."""
    round = council.last
    if round is None or round.counted is None:
        return
    decided = council.decision.proposal if council.decision else round.counted.tally.winner
    names = {entry.id: entry.proposal.name for entry in round.slate.entries}
    authors = {entry.id: entry.author for entry in round.slate.entries}
    for member, vote in round.cast.items():
        if vote.choice != decided and authors.get(decided) != member:
            yield f"{member} chose {names[vote.choice]}: {vote.reasoning}"
    yield from (f"{member} named as a defect of what led before: {said}" for member, said in round.defects.items())
    yield from (f"{member} did not vote" for member in round.counted.tally.absent)


def disagreements(council: CouncilRecord) -> tuple[str, ...]:
    """What the last synthesis says is open."""
    found = [round.synthesis for round in council.rounds if isinstance(round.synthesis, Synthesis)]
    return found[-1].disagreements if found else ()


def baseline_text(council: CouncilRecord) -> str:
    """What the best single member would have chosen, and whether the council changed it."""
    found = council.baseline
    if found is None:
        return "There was no first vote to find the best single member by."
    if not isinstance(found, Baseline):
        return f"No single member stood out in the first round: {found.why}."
    entry = council.entry(found.proposal)
    name = entry.proposal.name if entry else found.proposal
    best = f"{found.member}, with “{name}” (mean rating {show(found.mean)})"
    return f"By the first votes the best single member was {best}. {DONE[found.council]}"


def total(council: CouncilRecord) -> MemberCost:
    """What all members used together."""
    prices = [cost.usd for cost in council.costs]
    return MemberCost(
        member="all",
        round=0,
        asks=sum(cost.asks for cost in council.costs),
        failed=sum(cost.failed for cost in council.costs),
        tokens_in=sum(cost.tokens_in for cost in council.costs),
        tokens_out=sum(cost.tokens_out for cost in council.costs),
        usd=None if None in prices else sum((usd for usd in prices if usd is not None), Decimal(0)),
        seconds=round_seconds(cost.seconds for cost in council.costs),
    )


def price(usd: Decimal | None) -> str:
    """A price as people read it."""
    return "cost unknown" if usd is None else f"${usd}"

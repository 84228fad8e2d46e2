"""A council in a few lines: the decision, the dissent, the baseline, the costs."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from coordinator.council.history import CouncilRecord, MemberCost, cost_of
from coordinator.council.records import CouncilRound
from coordinator.judgement.ballots import show
from coordinator.judgement.voting import Baseline, NotYet

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
    return f"{who} {council.letter(entry.id)}: {entry.proposal.name} (by {entry.author}, version {entry.version})"


def figures(shown: CouncilRound) -> str:
    tally = shown.tally
    if tally is None:
        return "no vote"
    quality = f", quality {show(tally.quality)}" if tally.quality is not None else ""
    lead = f"{tally.winner} leads" if tally.winner else "nobody leads"
    return f"{lead}, share {show(tally.share)} %, uncertainty {show(tally.uncertainty)} %{quality}"


def short_of(shown: CouncilRound) -> tuple[str, ...]:
    """What keeps a round from being an agreement."""
    outcome = shown.counted.outcome if shown.counted else None
    return tuple(reason.text for reason in outcome.reasons) if isinstance(outcome, NotYet) else ()


def dissent(council: CouncilRecord) -> Iterator[str]:
    """Who did not vote for what leads or was decided, and why; who did not vote at all."""
    last = council.last
    if last is None or last.tally is None:
        return
    decided = council.decision.proposal if council.decision else last.tally.winner
    names, authors = last.slate.names, last.slate.authors
    for member, vote in last.cast.items():
        if vote.choice != decided and authors.get(decided) != member:
            yield f"{member} chose {names[vote.choice]}: {vote.reasoning}"
    for member, defect in last.defects.items():
        yield f"{member} named as a defect of what led before: {defect}"
    for member in last.tally.absent:
        yield f"{member} did not vote"


def disagreements(council: CouncilRecord) -> tuple[str, ...]:
    """What the last synthesis says is open."""
    return council.synthesis.disagreements if council.synthesis else ()


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
    return cost_of("all", 0, council.asked)


def price(usd: Decimal | None) -> str:
    return "cost unknown" if usd is None else f"${usd}"

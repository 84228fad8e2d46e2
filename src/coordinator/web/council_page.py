"""One council as a page shows it: the proposals side by side, the votes, how far they agree, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from coordinator.council.history import CouncilRecord, MemberCost, council_record
from coordinator.council.records import CodeRun, CouncilRound, ProposalVersion
from coordinator.judgement.ballots import show
from coordinator.judgement.voting import Converged, NotYet
from coordinator.models import Abstention, Reply, Value
from coordinator.parsing.council import Proposal, Vote
from coordinator.storage.review_record import AskRecord
from coordinator.storage.store import Store
from coordinator.web.charts import Mark, convergence
from coordinator.web.filters import LONGEST_RAW, Passage, brief, clock, counted, money, passage, span, stamp

CODE_LINES = 400
REPLY_LINES = 600


class ProposalView(Value):
    """One proposal that stands, by the letter a person chooses it by."""

    letter: str
    author: str
    name: str
    version: int
    approach: Passage
    code: Passage
    language: str
    complexity: str
    pros: tuple[str, ...]
    cons: tuple[str, ...]
    tradeoffs: tuple[str, ...]
    risks: tuple[str, ...]
    share: str
    mean: str
    trial: str
    trial_output: Passage
    decided: bool


class VoteView(Value):
    """One member's vote in a round, or why there is none."""

    member: str
    choice: str
    confidence: str
    reasoning: str
    ratings: tuple[str, ...]
    concerns: tuple[str, ...]
    absent: str = ""


class RoundView(Value):
    """One round: who voted for what, what it comes to, and what still keeps them apart."""

    number: int
    votes: tuple[VoteView, ...]
    proposals: tuple[str, ...]
    leader: str
    share: str
    uncertainty: str
    quality: str
    agreed: bool
    shortfalls: tuple[str, ...]
    defects: tuple[str, ...]
    trend: str
    synthesis: tuple[tuple[str, tuple[str, ...]], ...]


class CostView(Value):
    """What one member used in one round."""

    member: str
    round: str
    asks: str
    cost: str
    took: str


class Said(Value):
    """One ask of a council with its raw reply."""

    member: str
    purpose: str
    ended: str
    key: str
    prompt: str
    reply: Passage


class StepView(Value):
    """One step of the plan."""

    title: str
    description: Passage
    expected: str
    files: tuple[str, ...]


class PlanView(Value):
    """The plan, or why there is none yet; `parts` are its lists with their names."""

    author: str
    missing: str = ""
    steps: tuple[StepView, ...] = ()
    parts: tuple[tuple[str, tuple[str, ...]], ...] = ()


class CouncilPage(Value):
    """Everything that the page of a council shows."""

    id: str
    title: str
    state: str
    began: str
    began_stamp: str
    took: str
    problem: Passage
    ending: str
    escalated: bool
    decided: str
    reason: str
    proposals: tuple[ProposalView, ...]
    rounds: tuple[RoundView, ...]
    marks: tuple[Mark, ...]
    vote: float
    uncertainty: float
    most_rounds: int
    plan: PlanView | None
    costs: tuple[CostView, ...]
    said: tuple[Said, ...]
    error: str
    concerns: tuple[str, ...]

    @property
    def plot(self) -> Markup:
        """Share and uncertainty per round with both thresholds, drawn."""
        return convergence(self.marks, self.vote, self.uncertainty, self.most_rounds)


def council_page(store: Store, id: str) -> CouncilPage:
    """The page of a council as far as it has come."""
    return page(council_record(store, id))


def page(council: CouncilRecord) -> CouncilPage:
    """The same from what is on record."""
    request, decision = council.request, council.decision
    return CouncilPage(
        id=council.id,
        title=brief(request.title, 200),
        state=council.state,
        began=clock(council.began),
        began_stamp=stamp(council.began),
        concerns=tuple(brief(concern) for concern in council.concerns),
        took=span(council.finished - council.began) if council.finished else "",
        problem=passage(request.problem),
        ending=brief(f"{council.ended.end}: {council.ended.why}", 1_000) if council.ended else "",
        escalated=council.state == "escalate",
        decided=_decided(council),
        reason=brief(decision.reason, 2_000) if decision else "",
        proposals=tuple(_proposal(letter, entry, council) for letter, entry in _standing(council)),
        rounds=tuple(_round(round, council) for round in council.rounds),
        marks=tuple(_marks(council)),
        vote=float(request.vote),
        uncertainty=float(request.uncertainty),
        most_rounds=request.rounds,
        plan=_plan(council),
        costs=tuple(_cost(cost) for cost in council.costs),
        said=tuple(_said(asked) for asked in council.asked),
        error=brief(council.error, 1_000),
    )


def _decided(council: CouncilRecord) -> str:
    decision = council.decision
    if decision is None:
        return ""
    who = (
        "The council agreed on"
        if decision.by == "council"
        else f"{brief(decision.person, 200) or 'A person'} decided for"
    )
    return f"{who} {_called(decision.proposal, council)}" if decision.proposal else f"{who} their own words"


# -- the proposals


def _standing(council: CouncilRecord) -> Iterator[tuple[str, ProposalVersion]]:
    for letter, id in council.options.items():
        if (entry := council.entry(id)) is not None:
            yield letter, entry


def _called(id: str, council: CouncilRecord) -> str:
    entry = council.entry(id)
    return brief(f"“{entry.proposal.name}” by {entry.author}", 160) if entry else id


def _proposal(letter: str, entry: ProposalVersion, council: CouncilRecord) -> ProposalView:
    proposal, last = entry.proposal, council.last
    ranked = {each.proposal: each for each in last.counted.tally.ranking} if last and last.counted else {}
    own = ranked.get(entry.id)
    trial = _trial(entry.id, council)
    return ProposalView(
        letter=letter,
        author=brief(entry.author, 100),
        name=brief(proposal.name, 120),
        version=entry.version,
        approach=passage(proposal.approach, 60),
        code=passage(proposal.code, CODE_LINES),
        language=brief(proposal.language, 40),
        complexity=brief(proposal.complexity, 200),
        **_points(proposal),
        share=f"{float(own.share):.0f} %" if own else "",
        mean=show(own.mean) if own and own.mean is not None else "",
        trial=brief(f"{trial.status}: {trial.summary}", 300) if trial else "",
        trial_output=passage(trial.output, 100) if trial and trial.output else Passage(()),
        decided=council.decision is not None and council.decision.proposal == entry.id,
    )


def _points(proposal: Proposal) -> dict[str, tuple[str, ...]]:
    names = ("pros", "cons", "tradeoffs", "risks")
    return {name: tuple(brief(text) for text in getattr(proposal, name)) for name in names}


def _trial(id: str, council: CouncilRecord) -> CodeRun | None:
    return next((round.trials[id] for round in reversed(council.rounds) if id in round.trials), None)


# -- the rounds


def _round(round: CouncilRound, council: CouncilRecord) -> RoundView:
    tally = round.counted.tally if round.counted else None
    outcome = round.counted.outcome if round.counted else None
    return RoundView(
        number=round.number,
        votes=tuple(_vote(member, vote, council) for member, vote in round.votes.items()),
        proposals=tuple(_called(entry.id, council) for entry in round.slate.entries),
        leader=_called(tally.winner, council) if tally and tally.winner else "",
        share=f"{float(tally.share):.0f} %" if tally else "",
        uncertainty=f"{float(tally.uncertainty):.0f} %" if tally else "",
        quality=show(tally.quality) if tally and tally.quality is not None else "",
        agreed=isinstance(outcome, Converged),
        shortfalls=tuple(reason.text for reason in outcome.reasons) if isinstance(outcome, NotYet) else (),
        defects=tuple(brief(f"{member}: {text}", 600) for member, text in round.defects.items()),
        trend=_trend(round, council),
        synthesis=tuple(_synthesis(round)),
    )


def _trend(round: CouncilRound, council: CouncilRecord) -> str:
    voted = [each.number for each in council.rounds if each.counted]
    return dict(zip(voted, council.trends, strict=False)).get(round.number, "")


def _vote(member: str, vote: Vote | Abstention, council: CouncilRecord) -> VoteView:
    if isinstance(vote, Abstention):
        absent = brief(f"{vote.cause}: {vote.detail}")
        return VoteView(
            member=brief(member, 100), choice="", confidence="", reasoning="", ratings=(), concerns=(), absent=absent
        )
    return VoteView(
        member=brief(member, 100),
        choice=_called(vote.choice, council),
        confidence=vote.confidence,
        reasoning=brief(vote.reasoning, 2_000),
        ratings=tuple(f"{rating.score} for {_called(rating.label, council)}" for rating in vote.ratings),
        concerns=tuple(
            brief(f"{_called(rating.label, council)}: {text}") for rating in vote.ratings for text in rating.concerns
        ),
    )


def _synthesis(round: CouncilRound) -> Iterator[tuple[str, tuple[str, ...]]]:
    said = round.synthesis
    if said is None:
        return
    if isinstance(said, Abstention):
        yield f"No synthesis by {brief(round.refiner, 100)}", (brief(f"{said.cause}: {said.detail}"),)
        return
    lists = {
        f"Synthesis by {brief(round.refiner, 100)}": (said.summary,),
        "Agreed": said.agreements,
        "Not agreed": said.disagreements,
        "What would be accepted": said.acceptance,
        "Guidelines": said.guidelines,
    }
    yield from ((name, tuple(brief(text, 2_000) for text in texts)) for name, texts in lists.items() if any(texts))


def _marks(council: CouncilRecord) -> Iterator[Mark]:
    for round in council.rounds:
        tally = round.counted.tally if round.counted else None
        if tally:
            yield Mark(round=round.number, share=float(tally.share), uncertainty=float(tally.uncertainty))


# -- the rest


def _plan(council: CouncilRecord) -> PlanView | None:
    if council.planned is None:
        return None
    plan, author = council.planned.plan, brief(council.planned.author, 100)
    if isinstance(plan, Abstention):
        return PlanView(author=author, missing=brief(f"{plan.cause}: {plan.detail}"))
    lists = {"Objectives": plan.objectives, "Tests": plan.tests, "Risks": plan.risks, "Rollback": (plan.rollback,)}
    return PlanView(
        author=author,
        steps=tuple(
            StepView(
                title=brief(step.title, 200),
                description=passage(step.description, 60),
                expected=brief(step.expected_output, 1_000),
                files=tuple(brief(file, 200) for file in step.files),
            )
            for step in plan.steps
        ),
        parts=tuple((name, tuple(brief(text, 2_000) for text in texts)) for name, texts in lists.items() if texts),
    )


def _cost(cost: MemberCost) -> CostView:
    failed = f", {cost.failed} failed" if cost.failed else ""
    return CostView(
        member=brief(cost.member, 100),
        round=f"round {cost.round}" if cost.round else "plan",
        asks=counted(cost.asks, "ask") + failed,
        cost=money(cost.usd),
        took=span(cost.seconds),
    )


def _said(asked: AskRecord) -> Said:
    ending = asked.answered.ending
    return Said(
        member=brief(asked.seat, 100),
        purpose=f"{asked.purpose} {asked.round}" if asked.round else asked.purpose,
        ended="replied" if isinstance(ending, Reply) else ending.cause,
        key=f"{asked.purpose}/{asked.seat}/{asked.round}",
        prompt=asked.answered.prompt,
        reply=passage(ending.text if isinstance(ending, Reply) else ending.detail, REPLY_LINES, LONGEST_RAW),
    )

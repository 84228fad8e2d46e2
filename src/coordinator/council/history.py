"""The record of one council, for `show`, for the files of the council, and for the dashboard."""

import json
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from typing import Any, Literal, cast

from pydantic import Field

import coordinator.council.records as records
from coordinator.agents.ask_records import AskRecord, ask_record, total_usage
from coordinator.council.records import JOB, SHOWN, CouncilRequest
from coordinator.errors import RunError
from coordinator.judgement.council.baseline import Baseline, NoBaseline, best_single
from coordinator.judgement.council.convergence import Trend, expected_rounds, trend
from coordinator.models import Abstention, CouncilPurpose, Value
from coordinator.parsing.shapes import Synthesis
from coordinator.storage.events import AskKey, key_of, kind_of
from coordinator.storage.steps import StepReader
from coordinator.storage.store import Store

Outcome = Literal["agreed", "decided", "escalated", "plan failed", "cancelled", "unfinished"]
State = Literal["open", "agreed", "decided", "escalate", "error", "failed", "cancelled"]


class MemberCost(Value):
    """The usage of one member in one round, or for the plan (round 0); an unknown price is None."""

    member: str
    round: int
    asks: int
    failed: int
    tokens_in: int
    tokens_out: int
    usd: Decimal | None
    seconds: float


class CouncilRecord(Value):
    """Everything recorded so far about one council."""

    id: str
    state: State  # `escalate`: waits for a decision; `error`: waits for another attempt at the plan
    began: float
    finished: float
    error: str = ""
    request: CouncilRequest
    concerns: tuple[str, ...] = ()  # why the members may not be independent
    rounds: tuple[records.CouncilRound, ...] = ()
    merged: records.CouncilRound | None = None  # the vote between the winner and its merged version
    trends: tuple[Trend, ...] = ()
    ended: records.DebateEnd | None = None
    # The proposals that a person can choose, keyed by letter.
    options: dict[str, str] = Field(default_factory=dict)
    told: bool = False  # the record has a message that the council has not read yet
    decision: records.CouncilDecision | None = None
    planned: records.PlanResult | None = None
    baseline: Baseline | NoBaseline | None = None
    costs: tuple[MemberCost, ...] = ()
    failed: dict[str, Abstention] = Field(default_factory=dict)  # keyed by the name of the ask
    published: records.PublishedFiles | None = None
    asked: tuple[AskRecord, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """The outcome so far, according to the recorded end of the debate, decision and plan."""
        if self.ended is not None and self.ended.end == "cancelled":
            return "cancelled"
        if self.decision is None:
            if self.ended and self.ended.end != "converged":
                return "escalated"
            return "unfinished"
        if self.planned is None:
            return "unfinished"
        if isinstance(self.planned.plan, Abstention):
            return "plan failed"
        if self.decision.by == "council":
            return "agreed"
        return "decided"

    @property
    def waits(self) -> bool:
        """Whether the council waits for a message from outside."""
        return self.state in ("escalate", "error") and not self.told

    @property
    def last(self) -> records.CouncilRound | None:
        """The last round with a vote, or None.

        The vote on a merged version counts as a round only if the merged version was chosen.
        """
        authors = self.rounds[-1].slate.authors if self.rounds else {}
        if self.merged and self.decision and self.decision.proposal not in authors:
            return self.merged
        for each in reversed(self.rounds):
            if each.counted:
                return each
        return None

    @property
    def synthesis(self) -> Synthesis | None:
        """The last readable synthesis."""
        for each in reversed(self.rounds):
            if isinstance(each.synthesis, Synthesis):
                return each.synthesis
        return None

    @property
    def final_proposals(self) -> dict[str, records.ProposalVersion]:
        """The proposals that `options` lists, keyed by letter."""
        return {letter: self.entries[proposal] for letter, proposal in self.options.items()}

    @property
    def decision_text(self) -> str:
        """The decision and who made it, in one line."""
        chosen = ""
        if self.decision:
            chosen = self.decision.proposal
        return str(SHOWN.decision(self.decision, self.entries.get(chosen), self.letter(chosen)))

    @property
    def dissent(self) -> list[str]:
        """The votes for other proposals, the named defects, and the members that did not vote."""
        last = self.last
        if last is None or last.tally is None:
            return []
        decided = last.tally.winner
        if self.decision:
            decided = self.decision.proposal
        names = last.slate.names
        authors = last.slate.authors
        said = []
        for member, vote in last.cast.items():
            if vote.choice != decided and authors.get(decided) != member:
                said.append(f"{member} chose {names[vote.choice]}: {vote.reasoning}")
        for member, defect in last.defects.items():
            said.append(f"{member} named a defect of the earlier leader: {defect}")
        for member in last.tally.absent:
            said.append(f"{member} did not vote")
        return said

    @property
    def disagreements(self) -> tuple[str, ...]:
        if self.synthesis:
            return self.synthesis.disagreements
        return ()

    @property
    def baseline_text(self) -> str:
        """A comparison of the decision with the proposal that was rated best in the first vote."""
        return str(SHOWN.baseline(self.baseline, self.entries))

    @property
    def outlook(self) -> str:
        """An estimate of the rounds, time and money still needed, or an empty string.

        There is no estimate before the first vote or after the end of the debate.
        """
        tallies = [each.tally for each in self.rounds if each.tally]
        left = self.request.rounds - len(tallies)
        if self.ended or not (tallies and left and self.last and self.last.short_of):
            return ""
        more = expected_rounds(tallies, self.request.thresholds, left)
        slowest = max(cost.seconds for cost in self.costs)
        return str(SHOWN.outlook(more, left, slowest, self.total.usd, len(tallies)))

    @property
    def total(self) -> MemberCost:
        return cost_of("all", 0, self.asked)

    @property
    def all_rounds(self) -> tuple[records.CouncilRound, ...]:
        """The rounds, and the vote on a merged answer after them."""
        if self.merged:
            return (*self.rounds, self.merged)
        return self.rounds

    @property
    def entries(self) -> dict[str, records.ProposalVersion]:
        """The proposals of all rounds, keyed by id."""
        entries = {}
        for each in self.all_rounds:
            for entry in each.slate.entries:
                entries[entry.id] = entry
        return entries

    @property
    def replaced(self) -> list[records.ProposalVersion]:
        """The proposal versions that are not among the `options`."""
        current = set(self.options.values())
        return [entry for entry in self.entries.values() if entry.id not in current]

    @property
    def matrix(self) -> dict[str, dict[str, str]]:
        """The status of each code run.

        The first key is the proposal whose code was run, and the second key is the proposal whose
        tests were used.
        """
        fared: dict[str, dict[str, str]] = {}
        for each in self.all_rounds:
            for proposal, run in each.trials.items():
                row = fared.setdefault(proposal, {})
                row[proposal] = run.status
                for tests, other in each.crossed.get(proposal, {}).items():
                    row[tests] = other.status
        return fared

    def letter(self, proposal: str) -> str:
        """Return the letter of a proposal among the `options`, or `own` for a person's text."""
        for letter, each in self.options.items():
            if each == proposal:
                return letter
        return "own"

    def trial(self, proposal: str) -> records.CodeRun | None:
        """Return the last run of a proposal's code, or None."""
        for each in reversed(self.all_rounds):
            if proposal in each.trials:
                return each.trials[proposal]
        return None


def council_record(store: Store, council_id: str) -> CouncilRecord:
    run = store.run(council_id)
    if run.job != JOB:
        raise RunError(
            f"{council_id} is a {run.job}, not a council",
            fix=f"see `coordinator show {council_id}`",
        )
    events = store.events(council_id)
    steps = StepReader(events)
    request = CouncilRequest.model_validate_json(run.input)
    rounds = list(_rounds(steps, request))
    merged = rounds.pop() if any(steps.under("read", "merge")) else None
    tallies = [each.tally for each in rounds if each.tally]
    asked = tuple(ask_record(key, body) for key, body in steps.under("ask"))
    ended = steps.one("ended", records.DebateEnd)
    if run.state == "cancelled":
        ended = records.DebateEnd(
            end="cancelled", round=len(rounds), why=steps.error or "it was cancelled"
        )
    decision = steps.one("decision", records.CouncilDecision)
    keys = [event.key for event in events]
    wait = council_wait(keys) if run.state == "open" else ""
    options = _options(rounds, merged)
    published = steps.each("files", records.PublishedFiles)
    return CouncilRecord(
        id=run.id,
        state=cast("State", store.index.row(council_id).state),
        began=run.created,
        finished=run.ended,
        error=steps.error if run.state == "failed" else "",
        request=request,
        concerns=(
            steps.one("independence", records.Independence) or records.Independence()
        ).concerns,
        rounds=tuple(rounds),
        merged=merged,
        trends=tuple(trend(tallies[: number + 1]) for number in range(len(tallies))),
        ended=ended,
        options={records.label_of(number): proposal for number, proposal in enumerate(options)},
        told=bool(wait) and key_of("~message", wait) in keys,
        decision=decision,
        planned=_last_plan(steps),
        baseline=_baseline(rounds, request, decision),
        costs=tuple(_costs(request, asked)),
        failed=_failed(steps),
        published=published[-1] if published else None,
        asked=asked,
    )


def _options(
    rounds: Sequence[records.CouncilRound], merged: records.CouncilRound | None
) -> list[str]:
    """Return the ids of the last round's proposals, and of the merged version if there is one.

    If there was a vote on the proposals, the best comes first.
    """
    options: list[str] = []
    for each in rounds:
        if each.tally:
            options = [ranked.proposal for ranked in each.tally.ranking]
        elif each.slate.entries:
            options = list(each.slate.authors)
    if merged:
        for entry in merged.slate.entries:
            if entry.id not in options:
                options.append(entry.id)
    return options


def _last_plan(steps: StepReader) -> records.PlanResult | None:
    planned = None
    for key, body in steps.under("read", "plan"):
        ask = AskKey.parse(key)
        planned = records.PlanResult(author=ask.seat, attempt=ask.round, plan=json.loads(body))
    return planned


def _baseline(
    rounds: Sequence[records.CouncilRound],
    request: CouncilRequest,
    decision: records.CouncilDecision | None,
) -> Baseline | NoBaseline | None:
    """Compare the decision with the proposal that was rated highest in the first vote.

    The author of that proposal is the best single member. Return None before the first vote.
    """
    if not rounds or not rounds[0].tally:
        return None
    decided = ""
    author = ""
    if decision:
        decided = decision.proposal or "own"  # a person's own text has no author among the members
        if decision.proposal:
            author = decision.author
    return best_single(rounds[0].ballots(request), decided, author)


def _failed(steps: StepReader) -> dict[str, Abstention]:
    failed = {}
    for key, body in steps.under("read"):
        if json.loads(body).get("kind") == "abstention":
            failed[AskKey.parse(key).name] = Abstention.model_validate_json(body)
    return failed


def _rounds(steps: StepReader, request: CouncilRequest) -> Iterator[records.CouncilRound]:
    known: dict[str, str] = {}  # the proposals of all rounds so far
    for number in range(1, request.rounds + 2):  # a merge comes after the last round
        drafts = _contributions(steps, request, "propose", number)
        drafts = drafts or _contributions(steps, request, "merge", number)
        revisions = _contributions(steps, request, "revise", number)
        if not (drafts or revisions):
            return
        slate = steps.one(key_of("slate", number), records.Proposals)
        slate = slate or records.Proposals(entries=())
        known.update(slate.authors)
        letters = steps.one(key_of("letters", number), records.Letters) or records.Letters()
        refiner = ""
        synthesis = None
        for name, reply in _contributions(steps, request, "synthesise", number).items():
            refiner = name
            synthesis = reply
        yield records.CouncilRound(
            number=number,
            drafts=drafts,
            revisions=revisions,
            slate=slate,
            trials=_trials(steps, slate),
            crossed=_crossed(steps, slate, known),
            letters=letters.seen,
            votes=_contributions(steps, request, "vote", number),
            counted=steps.one(key_of("tally", number), records.TallyResult),
            refiner=refiner,
            synthesis=synthesis,
        )


def _contributions(
    steps: StepReader, request: CouncilRequest, purpose: CouncilPurpose, number: int
) -> dict[str, Any]:
    """Return each member's parsed reply to the asks with this purpose in one round.

    If a member was asked again, return the second reply.
    """
    found = {}
    for name in request.names:
        for again in (False, True):
            key = AskKey(purpose, name, number, again).key("read")
            if key in steps.bodies:
                found[name] = json.loads(steps.bodies[key])
    return found


def _trials(steps: StepReader, slate: records.Proposals) -> dict[str, records.CodeRun]:
    trials = {}
    for proposal in slate.authors:
        run = steps.one(key_of("trial", proposal), records.CodeRun)
        if run:
            trials[proposal] = run
    return trials


def _crossed(
    steps: StepReader, slate: records.Proposals, known: Collection[str]
) -> dict[str, dict[str, records.CodeRun]]:
    """Return the runs of each proposal's code with the tests of other proposals."""
    crossed: dict[str, dict[str, records.CodeRun]] = {}
    for code in slate.authors:
        for tests in known:
            run = steps.one(key_of("cross", code, tests), records.CodeRun)
            if run:
                crossed.setdefault(code, {})[tests] = run
    return crossed


def _costs(request: CouncilRequest, asked: Sequence[AskRecord]) -> Iterator[MemberCost]:
    """Yield the usage of each member in each round, and finally the usage for the plan."""
    own: dict[tuple[int, str], list[AskRecord]] = {}
    for each in asked:
        number = 0 if each.purpose == "plan" else each.round
        own.setdefault((number, each.seat), []).append(each)
    for number in (*range(1, request.rounds + 2), 0):
        for member in request.names:
            if (number, member) in own:
                yield cost_of(member, number, own[number, member])


def cost_of(member: str, number: int, asked: Sequence[AskRecord]) -> MemberCost:
    """Return the total usage of these asks, including failed ones."""
    answers = [each.answered for each in asked]
    used = total_usage(answers)
    return MemberCost(
        member=member,
        round=number,
        asks=len(asked),
        failed=sum(isinstance(answer.ending, Abstention) for answer in answers),
        tokens_in=used.tokens_in,
        tokens_out=used.tokens_out,
        usd=used.usd,
        seconds=round(sum(answer.seconds for answer in answers), 3),
    )


def council_wait(keys: Collection[str]) -> str:
    """Return the key under which a council waits for a message, or an empty string."""
    for key in keys:
        if key != "decide" and kind_of(key) != "again":
            continue
        if key_of("~woken", key) not in keys:
            return key
    return ""

"""One council as it is on record: the read model of `show`, of the files it writes, and of the dashboard."""

import json
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from itertools import product
from typing import Any, Literal, cast

from pydantic import Field

import coordinator.council.records as records
from coordinator.agents.ask_records import AskRecord, ask_record, total_usage
from coordinator.council.records import JOB, SHOWN, CouncilRequest
from coordinator.errors import RunError
from coordinator.judgement.baseline import Baseline, NoBaseline, best_single
from coordinator.judgement.convergence import Trend, expected_rounds, trend
from coordinator.models import Abstention, CouncilPurpose, Value
from coordinator.parsing.shapes import Synthesis
from coordinator.storage.events import AskKey, key_of, kind_of
from coordinator.storage.steps import StepReader
from coordinator.storage.store import Store

Outcome = Literal["agreed", "decided", "escalated", "plan failed", "cancelled", "unfinished"]
State = Literal["open", "agreed", "decided", "escalate", "error", "failed", "cancelled"]


class MemberCost(Value):
    """What one member used in one round, or for the plan (round 0); a price that is not known is None."""

    member: str
    round: int
    asks: int
    failed: int
    tokens_in: int
    tokens_out: int
    usd: Decimal | None
    seconds: float


class CouncilRecord(Value):
    """Everything on record about one council, as far as it has come."""

    id: str
    # `escalate` while it waits for a decision, `error` while it waits to be asked for a plan again
    state: State
    began: float
    finished: float
    error: str = ""
    request: CouncilRequest
    concerns: tuple[str, ...] = ()  # what limits how far the members are independent of each other
    rounds: tuple[records.CouncilRound, ...] = ()
    # The vote between what has won and what it became, if merging was tried
    merged: records.CouncilRound | None = None
    trends: tuple[Trend, ...] = ()
    ended: records.DebateEnd | None = None
    # Proposals as last voted, by letters a person chooses by
    options: dict[str, str] = Field(default_factory=dict)
    told: bool = False  # somebody has told it to go on, and it has not heard that yet
    decision: records.CouncilDecision | None = None
    planned: records.PlanResult | None = None
    baseline: Baseline | NoBaseline | None = None
    costs: tuple[MemberCost, ...] = ()
    # By the ask: what did not come or could not be used
    failed: dict[str, Abstention] = Field(default_factory=dict)
    published: records.PublishedFiles | None = None
    asked: tuple[AskRecord, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """What the council has come to, by what it has recorded of itself."""
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
        """Whether it goes on only when somebody outside tells it to."""
        return self.state in ("escalate", "error") and not self.told

    @property
    def last(self) -> records.CouncilRound | None:
        """The last round that had a vote; that on a merged answer only if it was agreed on."""
        if (
            self.merged
            and self.decision
            and self.decision.proposal not in self.rounds[-1].slate.authors
        ):
            return self.merged
        return next((each for each in reversed(self.rounds) if each.counted), None)

    @property
    def synthesis(self) -> Synthesis | None:
        """The last synthesis that could be read."""
        found = (each.synthesis for each in reversed(self.rounds))
        return next((synthesis for synthesis in found if isinstance(synthesis, Synthesis)), None)

    @property
    def final_proposals(self) -> dict[str, records.ProposalVersion]:
        """The proposals of `options`, by their letters."""
        return {letter: self.entries[proposal] for letter, proposal in self.options.items()}

    @property
    def decision_text(self) -> str:
        """What was decided and by whom, in one line."""
        chosen = self.decision.proposal if self.decision else ""
        return str(SHOWN.decision(self.decision, self.entries.get(chosen), self.letter(chosen)))

    @property
    def dissent(self) -> list[str]:
        """Who did not vote for what leads or was decided, and why; who did not vote at all."""
        last = self.last
        if last is None or last.tally is None:
            return []
        decided = self.decision.proposal if self.decision else last.tally.winner
        names = last.slate.names
        authors = last.slate.authors
        said = []
        for member, vote in last.cast.items():
            if vote.choice != decided and authors.get(decided) != member:
                said.append(f"{member} chose {names[vote.choice]}: {vote.reasoning}")
        said += [
            f"{member} named as a defect of what led before: {defect}"
            for member, defect in last.defects.items()
        ]
        return [*said, *(f"{member} did not vote" for member in last.tally.absent)]

    @property
    def disagreements(self) -> tuple[str, ...]:
        if self.synthesis:
            return self.synthesis.disagreements
        return ()

    @property
    def baseline_text(self) -> str:
        """What the best single member would have chosen, and whether the council changed it."""
        return str(SHOWN.baseline(self.baseline, self.entries))

    @property
    def outlook(self) -> str:
        """What it may still take, if rounds go on as before; empty before the first vote and if there is no other."""
        tallies = [each.tally for each in self.rounds if each.tally]
        left = self.request.rounds - len(tallies)
        if self.ended or not (tallies and left and self.last and self.last.short_of):
            return ""
        more = expected_rounds(tallies, self.request.thresholds, left)
        return str(
            SHOWN.outlook(
                more, left, max(cost.seconds for cost in self.costs), self.total.usd, len(tallies)
            )
        )

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
        """The proposals of all rounds, by their ids."""
        return {entry.id: entry for each in self.all_rounds for entry in each.slate.entries}

    @property
    def replaced(self) -> list[records.ProposalVersion]:
        """The proposals, in all versions, that are none of `options`."""
        return [
            entry
            for proposal, entry in self.entries.items()
            if proposal not in self.options.values()
        ]

    @property
    def matrix(self) -> dict[str, dict[str, str]]:
        """How the code of each proposal (first) fared with the tests of each (second), over all rounds."""
        fared: dict[str, dict[str, str]] = {}
        for each in self.all_rounds:
            for proposal, run in each.trials.items():
                crossed = {
                    tests: other.status for tests, other in each.crossed.get(proposal, {}).items()
                }
                fared[proposal] = fared.get(proposal, {}) | {proposal: run.status} | crossed
        return fared

    def letter(self, proposal: str) -> str:
        """Return the letter of a proposal among `options`, `own` for what is none of them."""
        return next((letter for letter, each in self.options.items() if each == proposal), "own")

    def trial(self, proposal: str) -> records.CodeRun | None:
        """Return the last run of a proposal's code, if it was run."""
        return next(
            (
                each.trials[proposal]
                for each in reversed(self.all_rounds)
                if proposal in each.trials
            ),
            None,
        )


def council_record(store: Store, council_id: str) -> CouncilRecord:
    run = store.run(council_id)
    if run.job != JOB:
        raise RunError(
            f"{council_id} is not a council but a {run.job}", fix=f"`coordinator show {council_id}`"
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
            end="cancelled", round=len(rounds), why=steps.error or "somebody cancelled it"
        )
    decision = steps.one("decision", records.CouncilDecision)
    keys = [event.key for event in events]
    wait = council_wait(keys) if run.state == "open" else ""
    options: list[str] = []
    for each in rounds:
        if each.slate.entries:
            options = (
                [ranked.proposal for ranked in each.tally.ranking]
                if each.tally
                else list(each.slate.authors)
            )
    options += (
        [entry.id for entry in merged.slate.entries if entry.id not in options] if merged else []
    )
    plans = [(AskKey.parse(key), json.loads(body)) for key, body in steps.under("read", "plan")]
    planned = [
        records.PlanResult(author=ask.seat, attempt=ask.round, plan=plan) for ask, plan in plans
    ]
    baseline = None
    if rounds and rounds[0].tally:
        # What a person wrote is a decision too, by none of the members.
        decided = (decision.proposal or "own") if decision else ""
        author = decision.author if decision and decision.proposal else ""
        baseline = best_single(rounds[0].ballots(request), decided, author)
    failed = [
        (key, body)
        for key, body in steps.under("read")
        if json.loads(body).get("kind") == "abstention"
    ]
    return CouncilRecord(
        id=run.id,
        state=cast("State", store.index.row(council_id).state),
        began=run.created,
        finished=run.ended,
        error=steps.error if run.state == "failed" else "",
        request=request,
        concerns=json.loads(steps.bodies.get("independence", '{"concerns": []}'))["concerns"],
        rounds=tuple(rounds),
        merged=merged,
        trends=tuple(trend(tallies[: number + 1]) for number in range(len(tallies))),
        ended=ended,
        options={records.label_of(number): proposal for number, proposal in enumerate(options)},
        told=bool(wait) and key_of("~message", wait) in keys,
        decision=decision,
        planned=planned[-1] if planned else None,
        baseline=baseline,
        costs=tuple(_costs(request, asked)),
        failed={
            AskKey.parse(key).name: Abstention.model_validate_json(body) for key, body in failed
        },
        published=next(reversed(steps.each("files", records.PublishedFiles)), None),
        asked=asked,
    )


def _rounds(steps: StepReader, request: CouncilRequest) -> Iterator[records.CouncilRound]:

    def contributions(purpose: CouncilPurpose, number: int) -> dict[str, Any]:
        """Return what was read in each member's reply, in the second one if it was asked twice."""
        found = {}
        for name, again in product(request.names, (False, True)):
            key = AskKey(purpose, name, number, again).key("read")
            if key in steps.bodies:
                found[name] = json.loads(steps.bodies[key])
        return found

    known: dict[str, str] = {}
    for number in range(1, request.rounds + 2):  # a merge comes after the last
        drafts = contributions("propose", number) or contributions("merge", number)
        revisions = contributions("revise", number)
        if not (drafts or revisions):
            return
        slate = steps.one(key_of("slate", number), records.Proposals) or records.Proposals(
            entries=()
        )
        trials = {
            proposal: steps.one(key_of("trial", proposal), records.CodeRun)
            for proposal in slate.authors
        }
        known |= slate.authors
        crossed: dict[str, dict[str, records.CodeRun]] = {}
        for code, tests in product(slate.authors, known):
            if run := steps.one(key_of("cross", code, tests), records.CodeRun):
                crossed.setdefault(code, {})[tests] = run
        refiner, synthesis = next(iter(contributions("synthesise", number).items()), ("", None))
        yield records.CouncilRound(
            number=number,
            drafts=drafts,
            revisions=revisions,
            slate=slate,
            trials={proposal: trial for proposal, trial in trials.items() if trial},
            crossed=crossed,
            letters=(steps.one(key_of("letters", number), records.Letters) or records.Letters()).seen,
            votes=contributions("vote", number),
            counted=steps.one(key_of("tally", number), records.TallyResult),
            refiner=refiner,
            synthesis=synthesis,
        )


def _costs(request: CouncilRequest, asked: Sequence[AskRecord]) -> Iterator[MemberCost]:
    """Yield what each member used: round by round, members in their order, plans last."""
    for number in (*range(1, request.rounds + 2), 0):
        for member in request.names:
            own = [each for each in asked if each.seat == member]
            own = [each for each in own if number == (0 if each.purpose == "plan" else each.round)]
            if own:
                yield cost_of(member, number, own)


def cost_of(member: str, number: int, asked: Sequence[AskRecord]) -> MemberCost:
    """Return what these asks used together, also for replies that were no good."""
    answers = [each.answered for each in asked]
    failed = sum(isinstance(answer.ending, Abstention) for answer in answers)
    used = dict(total_usage(answers)) | {
        "seconds": round(sum(answer.seconds for answer in answers), 3)
    }
    return MemberCost(member=member, round=number, asks=len(asked), failed=failed, **used)


def council_wait(keys: Collection[str]) -> str:
    """Return the key under which a council waits for a message; empty if it does not wait."""
    for key in keys:
        if key != "decide" and kind_of(key) != "again":
            continue
        if key_of("~woken", key) not in keys:
            return key
    return ""

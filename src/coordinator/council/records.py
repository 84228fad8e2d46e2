"""The values that a council records: request, proposals, votes, rounds, decision, plan."""

from collections.abc import Collection, Iterable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from coordinator.judgement.ballots import show
from coordinator.judgement.council.convergence import Converged, NotYet, Thresholds
from coordinator.judgement.council.voting import Ballots, Tally
from coordinator.models import Abstention, Value
from coordinator.parsing.shapes import Concern, Plan, Proposal, ProposalRevision, Synthesis, Vote
from coordinator.prompts import strict_templates

End = Literal[
    "converged",
    "max rounds",
    "stalled",
    "oscillating",
    "too many failures",
    "quorum lost",
    "over budget",
    "cancelled",
    "cannot be won",
    "asked for",
]
JOB = "council"
# The topics of messages to a council: a decision, another attempt at the plan, a request for a
# person.
DECIDE = "decide"
AGAIN = "plan"
ESCALATE = "escalate"
ALPHABET = 26
TEMPLATES = strict_templates(Path(__file__).parent)
TEMPLATES.filters["show"] = show
# Each macro of the template is a function of `SHOWN`.
SHOWN: Any = TEMPLATES.get_template("shown.j2").module

CodeRunStatus = Literal["passed", "failed", "timed out", "not run"]


class Attachment(Value):
    """A file that is given with the problem."""

    name: str
    text: str


class Member(Value):
    """A member, and the weight of its vote."""

    name: str
    weight: Decimal = Decimal(1)


class CouncilRequest(Value):
    """The problem, the members, and the thresholds of an agreement, as they were at the start."""

    title: str
    problem: str
    context: tuple[Attachment, ...] = ()
    repo: str = ""
    members: tuple[Member, ...]
    rounds: int
    vote: Decimal
    uncertainty: Decimal
    quality: Decimal
    evidence: str = ""
    constraints: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    merge: bool = False
    implement: str = ""  # the agent that carries the plan out
    out: str

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(member.name for member in self.members)

    @property
    def thresholds(self) -> Thresholds:
        """The figures that a round must reach for an agreement."""
        return Thresholds(
            share=Fraction(self.vote),
            uncertainty=Fraction(self.uncertainty),
            quality=Fraction(self.quality),
        )


class ProposalVersion(Value):
    """One version of a member's proposal."""

    author: str
    version: int
    proposal: Proposal

    @property
    def id(self) -> str:
        """The id of the proposal in votes and tallies: its author and version."""
        return f"{self.author}/{self.version}"


class Proposals(Value):
    """The proposals of a round.

    `adopted` maps members without a proposal to the author whose proposal they adopted;
    `abstained` maps members to the reason of their abstention.
    """

    entries: tuple[ProposalVersion, ...]
    adopted: dict[str, str] = Field(default_factory=dict)
    abstained: dict[str, str] = Field(default_factory=dict)

    def by(self, author: str) -> ProposalVersion | None:
        for entry in self.entries:
            if entry.author == author:
                return entry
        return None

    @property
    def authors(self) -> dict[str, str]:
        """The author of each proposal, keyed by the proposal's id."""
        return {entry.id: entry.author for entry in self.entries}

    def without_abstained(self, members: Iterable[str]) -> tuple[str, ...]:
        """Return the names of the members that have not abstained."""
        return tuple(member for member in members if member not in self.abstained)

    @property
    def names(self) -> dict[str, str]:
        """The name of each proposal, keyed by the proposal's id."""
        return {entry.id: entry.proposal.name for entry in self.entries}


class Letters(Value):
    """The letters that each member sees for the proposals of the others in one round."""

    seen: dict[str, dict[str, str]] = Field(default_factory=dict)


class Independence(Value):
    """The reasons why the members may not be independent, such as a shared model family."""

    concerns: tuple[str, ...] = ()
    # The known makers of models, by member.
    makers: dict[str, str] = Field(default_factory=dict, exclude_if=lambda makers: not makers)


class CodeRun(Value):
    """The result of running a proposal's code."""

    status: CodeRunStatus
    command: str
    summary: str
    output: str = ""
    seconds: float = 0.0
    network: Literal["cut", "open"] = "open"


class DebateEnd(Value):
    """How the council's debate ended, and why."""

    end: End
    round: int
    why: str


class TallyResult(Value):
    """The count of a round's votes, and whether the council agrees.

    `lost` maps the members that no longer answer, and are not counted, to the reason. If only two
    members are left, `pair` has them: each may give up its own proposal.
    """

    tally: Tally
    outcome: Annotated[Converged | NotYet, Field(discriminator="kind")]
    lost: dict[str, str] = Field(default_factory=dict, exclude_if=lambda lost: not lost)
    pair: tuple[str, ...] = Field(default=(), exclude_if=lambda pair: not pair)


class CouncilRound(Value):
    """One round, with everything recorded so far; votes refer to proposals by id."""

    number: int
    drafts: dict[str, Proposal | Abstention] = Field(default_factory=dict)
    revisions: dict[str, ProposalRevision | Abstention] = Field(default_factory=dict)
    slate: Proposals = Proposals(entries=())
    trials: dict[str, CodeRun] = Field(default_factory=dict)
    # The runs of a proposal's code with the tests of other proposals. The first key is the proposal
    # whose code was run, the second key is the proposal whose tests were used.
    crossed: dict[str, dict[str, CodeRun]] = Field(default_factory=dict)
    # For each member, the proposal under each letter that this member sees.
    letters: dict[str, dict[str, str]] = Field(default_factory=dict)
    votes: dict[str, Vote | Abstention] = Field(default_factory=dict)
    counted: TallyResult | None = None
    refiner: str = ""
    synthesis: Synthesis | Abstention | None = None
    stopped: DebateEnd | None = None  # the reason why there was no vote
    # The proposal that the only two members left agree on, without a vote.
    conceded: str = Field(default="", exclude_if=lambda proposal: not proposal)

    @property
    def tally(self) -> Tally | None:
        """The count of the votes, or None before they are counted."""
        if self.counted:
            return self.counted.tally
        return None

    @property
    def cast(self) -> dict[str, Vote]:
        """The votes of the members that did not abstain."""
        return {member: vote for member, vote in self.votes.items() if isinstance(vote, Vote)}

    @property
    def abstentions(self) -> tuple[Abstention, ...]:
        """The abstentions of this round, one for each failed ask."""
        replies = [
            *self.drafts.values(),
            *self.revisions.values(),
            *self.votes.values(),
            self.synthesis,
        ]
        return tuple(reply for reply in replies if isinstance(reply, Abstention))

    @property
    def over_budget(self) -> str:
        """The reason why the budget did not allow an ask, or an empty string."""
        for each in self.abstentions:
            if each.cause == "over budget":
                return each.detail
        return ""

    @property
    def defects(self) -> dict[str, str]:
        """The defects that members found in the previously leading proposal, keyed by member."""
        defects = {}
        for member, revision in self.revisions.items():
            if isinstance(revision, ProposalRevision) and revision.defect:
                defects[member] = revision.defect
        return defects

    @property
    def answers(self) -> dict[str, str]:
        """The authors' answers to earlier concerns about their proposals, keyed by author."""
        answers = {}
        for member, revision in self.revisions.items():
            if isinstance(revision, ProposalRevision) and revision.answer:
                answers[member] = revision.answer
        return answers

    @property
    def figures(self) -> str:
        return str(SHOWN.figures(self.tally))

    @property
    def short_of(self) -> tuple[str, ...]:
        """The reasons why the round did not reach an agreement."""
        if self.counted and isinstance(self.counted.outcome, NotYet):
            return tuple(reason.text for reason in self.counted.outcome.reasons)
        return ()

    def ballots(self, request: CouncilRequest, lost: Collection[str] = ()) -> Ballots:
        """Return the votes of the members that have not abstained and are not lost."""
        active = self.slate.without_abstained(request.names)
        members = tuple(member for member in active if member not in lost)
        weights = {}
        for member in request.members:
            if member.name in members:
                weights[member.name] = Fraction(member.weight)
        ids = {author: proposal for proposal, author in self.slate.authors.items()}
        adopted = {member: ids[author] for member, author in self.slate.adopted.items()}
        return Ballots(
            members=members,
            authors=self.slate.authors,
            votes=self.cast,
            adopted=adopted,
            weights=weights,
        )


class RaisedConcern(Value):
    """A concern about a proposal, and the member that raised it."""

    member: str
    proposal: str
    concern: Concern


class CouncilDecision(Value):
    """The decision: a proposal by id, or a text that a `person` wrote instead.

    `author` writes the plan. `accepted` has the standing concerns about the proposal, except minor
    ones. If the council agreed without members that no longer answered, its `claim` is reduced, and
    `lost` maps these members to the reason.
    """

    by: Literal["council", "person"]
    person: str = ""
    proposal: str = ""
    author: str
    text: str = ""
    reason: str = ""
    accepted: tuple[RaisedConcern, ...] = ()
    merge: str = ""  # the result of merging, if it was asked for
    claim: Literal["full", "reduced"] = Field(
        default="full", exclude_if=lambda claim: claim == "full"
    )
    lost: dict[str, str] = Field(default_factory=dict, exclude_if=lambda lost: not lost)


class PersonChoice(Value):
    """A person's message to a waiting council: a proposal by id or letter, or their own text."""

    proposal: str = ""
    text: str = ""
    reason: str = ""
    by: str = ""


class PlanResult(Value):
    """The plan of one attempt, or the abstention of its author."""

    author: str
    attempt: int
    plan: Plan | Abstention


class PublishedFiles(Value):
    """The files that were written, by name."""

    folder: str
    files: tuple[str, ...]


def label_of(number: int) -> str:
    """Return the letter for a number: A, B, C, … for 0, 1, 2, …, and A1, B1, … after Z."""
    again, place = divmod(number, ALPHABET)
    return f"{chr(ord('A') + place)}{again or ''}"

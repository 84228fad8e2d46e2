"""What a council records: its problem and rules, proposals, votes, rounds, how the debate ended, what was decided."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from coordinator.judgement.ballots import show
from coordinator.judgement.convergence import Converged, NotYet, Thresholds
from coordinator.judgement.quotes import ANYWHERE, SourceText
from coordinator.judgement.voting import Ballots, Tally
from coordinator.models import Abstention, Value
from coordinator.parsing.shapes import Concern, Plan, Proposal, ProposalRevision, Synthesis, Vote
from coordinator.prompts import strict_templates

End = Literal[
    "converged", "max rounds", "stalled", "oscillating", "too many failures", "quorum lost", "over budget", "cancelled",
    "cannot be won", "asked for",
]  # fmt: skip
JOB = "council"
# The topics of what a council is told: one that waits, and one that is to wait for a person.
DECIDE = "decide"
AGAIN = "plan"
ESCALATE = "escalate"
ALPHABET = 26
TEMPLATES = strict_templates(Path(__file__).parent)
TEMPLATES.filters["show"] = show
# A function for each macro: what is short, in words
SHOWN: Any = TEMPLATES.get_template("shown.j2").module

CodeRunStatus = Literal["passed", "failed", "timed out", "not run"]


class Attachment(Value):
    """A file that is given with the problem."""

    name: str
    text: str


class Member(Value):
    """A member, and what its vote counts."""

    name: str
    weight: Decimal = Decimal(1)


class CouncilRequest(Value):
    """The problem, who settles it, and when they agree; a later edit of the configuration is for later councils."""

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
    implement: str = ""  # the agent that the plan is handed to
    out: str

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(member.name for member in self.members)

    @property
    def thresholds(self) -> Thresholds:
        """What a round must reach."""
        share, uncertainty, quality = (
            Fraction(each) for each in (self.vote, self.uncertainty, self.quality)
        )
        return Thresholds(share=share, uncertainty=uncertainty, quality=quality)


class ProposalVersion(Value):
    """One version of a member's proposal."""

    author: str
    version: int
    proposal: Proposal

    @property
    def id(self) -> str:
        """What the proposal is called in votes and tallies."""
        return f"{self.author}/{self.version}"


class Proposals(Value):
    """The proposals that are voted on in a round; which author's a member without one adopted, and why one abstains."""

    entries: tuple[ProposalVersion, ...]
    adopted: dict[str, str] = Field(default_factory=dict)
    abstained: dict[str, str] = Field(default_factory=dict)

    def by(self, author: str) -> ProposalVersion | None:
        return next((entry for entry in self.entries if entry.author == author), None)

    @property
    def authors(self) -> dict[str, str]:
        """The author of each proposal, by its id."""
        return {entry.id: entry.author for entry in self.entries}

    def without_abstained(self, members: Iterable[str]) -> tuple[str, ...]:
        """Return those of the members who have not abstained by name."""
        return tuple(member for member in members if member not in self.abstained)

    @property
    def names(self) -> dict[str, str]:
        """The name of each proposal, by its id."""
        return {entry.id: entry.proposal.name for entry in self.entries}


class Letters(Value):
    """The letters under which each member sees the proposals of the others, in one round."""

    seen: dict[str, dict[str, str]] = {}


class CodeRun(Value):
    """What came out when a proposal was run; `network` says whether it was cut."""

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
    """What the votes of a round come to, and whether that is an agreement."""

    tally: Tally
    outcome: Annotated[Converged | NotYet, Field(discriminator="kind")]


class CouncilRound(Value):
    """One round, as far as it has come; votes are on proposals by id."""

    number: int
    drafts: dict[str, Proposal | Abstention] = Field(default_factory=dict)
    revisions: dict[str, ProposalRevision | Abstention] = Field(default_factory=dict)
    slate: Proposals = Proposals(entries=())
    trials: dict[str, CodeRun] = Field(default_factory=dict)
    # Code → tests of another → what came out
    crossed: dict[str, dict[str, CodeRun]] = Field(default_factory=dict)
    # Member → letter that it sees → id
    letters: dict[str, dict[str, str]] = Field(default_factory=dict)
    votes: dict[str, Vote | Abstention] = Field(default_factory=dict)
    counted: TallyResult | None = None
    refiner: str = ""
    synthesis: Synthesis | Abstention | None = None
    stopped: DebateEnd | None = None  # why nobody was asked for a vote

    @property
    def tally(self) -> Tally | None:
        """What the votes come to, once they are counted."""
        if self.counted:
            return self.counted.tally
        return None

    @property
    def cast(self) -> dict[str, Vote]:
        """The votes of those who did not abstain."""
        return {member: vote for member, vote in self.votes.items() if isinstance(vote, Vote)}

    @property
    def abstentions(self) -> tuple[Abstention, ...]:
        """Every ask of this round that failed, once."""
        replies = [
            *self.drafts.values(),
            *self.revisions.values(),
            *self.votes.values(),
            self.synthesis,
        ]
        return tuple(reply for reply in replies if isinstance(reply, Abstention))

    @property
    def over_budget(self) -> str:
        """Why somebody could not be asked for lack of budget; empty if everybody could."""
        return next((each.detail for each in self.abstentions if each.cause == "over budget"), "")

    @property
    def defects(self) -> dict[str, str]:
        """What members named as wrong with the proposal that led before this round."""
        revisions = self.revisions.items()
        return {
            member: said.defect
            for member, said in revisions
            if isinstance(said, ProposalRevision) and said.defect
        }

    @property
    def answers(self) -> dict[str, str]:
        """What authors answered to the concerns about their proposals before this round."""
        revisions = self.revisions.items()
        return {
            member: said.answer
            for member, said in revisions
            if isinstance(said, ProposalRevision) and said.answer
        }

    @property
    def figures(self) -> str:
        return str(SHOWN.figures(self.tally))

    @property
    def short_of(self) -> tuple[str, ...]:
        """What keeps the round from being an agreement."""
        outcome = self.counted.outcome if self.counted else None
        if isinstance(outcome, NotYet):
            return tuple(reason.text for reason in outcome.reasons)
        return ()

    def ballots(self, request: CouncilRequest) -> Ballots:
        members = self.slate.without_abstained(request.names)
        weights = {
            member.name: Fraction(member.weight)
            for member in request.members
            if member.name in members
        }
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
    """A concern about a proposal, and who holds it."""

    member: str
    proposal: str
    concern: Concern


def concerns_about(rounds: Iterable[CouncilRound], proposal: str) -> tuple[RaisedConcern, ...]:
    """Return what is held against a proposal, or against what its author proposed before: by each one's last vote.

    So a concern stands until whoever raised it votes on that author's proposal without it.
    """
    author = proposal.rpartition("/")[0]
    held: dict[str, tuple[RaisedConcern, ...]] = {}
    for each in rounds:
        by_author = [entry.id for entry in each.slate.entries if entry.author == author]
        for member, vote in each.cast.items():
            for rating in vote.ratings:
                if rating.label == (
                    proposal if proposal in by_author else next(iter(by_author), "")
                ):
                    about = {"member": member, "proposal": rating.label}
                    held[member] = tuple(
                        RaisedConcern(**about, concern=concern) for concern in rating.concerns
                    )
    return tuple(raised for each in held.values() for raised in each)


def look_up_quotes(vote: Vote, entries: Iterable[ProposalVersion], given: str) -> Vote:
    """Return the vote with what code finds of the quotes in its concerns: in the proposal, or in what was `given`."""
    texts = {
        entry.id: SourceText(f"{SHOWN.proposal(entry.proposal)}\n{given}") for entry in entries
    }
    ratings = []
    for rating in vote.ratings:
        concerns = list(rating.concerns)
        for place, concern in enumerate(concerns):
            if concern.evidence:
                found = texts[rating.label].find(concern.evidence, ANYWHERE) is not None
                concerns[place] = concern.model_copy(update={"found": found})
        ratings.append(rating.model_copy(update={"concerns": tuple(concerns)}))
    return vote.model_copy(update={"ratings": tuple(ratings)})


class CouncilDecision(Value):
    """What is to be done: a proposal by id, or what a person wrote instead; `person` is who that was, if they said.

    `accepted` are the concerns above minor that are held against the proposal and stand.
    """

    by: Literal["council", "person"]
    person: str = ""
    proposal: str = ""
    author: str
    text: str = ""
    reason: str = ""
    accepted: tuple[RaisedConcern, ...] = ()
    merge: str = ""  # what came of merging, if that was asked for


class PersonChoice(Value):
    """What a person tells a council that waits: a proposal, by its id or letter, or words of their own."""

    proposal: str = ""
    text: str = ""
    reason: str = ""
    by: str = ""


class PlanResult(Value):
    """The plan, or why there is none; `author` wrote it in this attempt."""

    author: str
    attempt: int
    plan: Plan | Abstention


class PublishedFiles(Value):
    """The files that were written, by name."""

    folder: str
    files: tuple[str, ...]


def label_of(number: int) -> str:
    """Return A, B, C, … and after Z A1, B1, … for 0, 1, 2, …"""
    again, place = divmod(number, ALPHABET)
    return f"{chr(ord('A') + place)}{again or ''}"

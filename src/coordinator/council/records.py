"""What a council records: proposals as they stand, letters, votes, rounds, how it ended and what was decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import Field

from coordinator.judgement.voting import Ballots, Converged, NotYet, Tally
from coordinator.models import Abstention, Value
from coordinator.parsing.council import Plan, Proposal, ProposalRevision, Synthesis, Vote

End = Literal[
    "converged",
    "max rounds",
    "stalled",
    "oscillating",
    "too many failures",
    "quorum lost",
    "over budget",
    "cancelled",
]
DECIDE, AGAIN = "decide", "plan"  # what a council that waits is told

Status = Literal["passed", "failed", "timed out", "not run"]
Phase = Literal["propose", "revise", "vote", "synthesise", "plan"]


class ProposalVersion(Value):
    """A proposal as it stands: its author's, in one version."""

    author: str
    version: int
    proposal: Proposal

    @property
    def id(self) -> str:
        """What the proposal is called in votes and tallies."""
        return f"{self.author}/{self.version}"


class Proposals(Value):
    """The proposals that stand in a round."""

    entries: tuple[ProposalVersion, ...]

    def by(self, author: str) -> ProposalVersion | None:
        """The proposal of this author, if there is one."""
        return next((entry for entry in self.entries if entry.author == author), None)


class CodeRun(Value):
    """What came out when a proposal was run; `network` says whether it was cut."""

    status: Status
    command: str
    summary: str
    output: str = ""
    seconds: float = 0.0
    network: Literal["cut", "open"] = "open"


class Labels(Value):
    """Under which letter each member sees each proposal: member → letter → id of the proposal."""

    seen: dict[str, dict[str, str]]


class Independence(Value):
    """What limits how far the members are independent of each other, each in one line."""

    concerns: tuple[str, ...] = ()


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
    letters: dict[str, dict[str, str]] = Field(default_factory=dict)
    votes: dict[str, Vote | Abstention] = Field(default_factory=dict)
    counted: TallyResult | None = None
    refiner: str = ""
    synthesis: Synthesis | Abstention | None = None

    @property
    def cast(self) -> dict[str, Vote]:
        """The votes of those who did not abstain."""
        return {member: vote for member, vote in self.votes.items() if isinstance(vote, Vote)}

    @property
    def abstentions(self) -> tuple[Abstention, ...]:
        """Every ask of this round that failed, once."""
        return tuple(end for end in self._endings() if isinstance(end, Abstention))

    @property
    def is_over_budget(self) -> bool:
        """Whether somebody could not be asked because of the budget."""
        return any(abstention.cause == "over budget" for abstention in self.abstentions)

    @property
    def failures(self) -> int:
        """How many asks failed for another reason than money."""
        return sum(abstention.cause != "over budget" for abstention in self.abstentions)

    @property
    def defects(self) -> dict[str, str]:
        """What members named as wrong with the proposal that led before this round."""
        revisions = self.revisions.items()
        return {member: said.defect for member, said in revisions if isinstance(said, ProposalRevision) and said.defect}

    def _endings(self) -> Iterator[object]:
        yield from self.drafts.values()
        yield from self.revisions.values()
        yield from self.votes.values()
        yield self.synthesis


class DebateEnd(Value):
    """How the council's debate ended, and why."""

    end: End
    round: int
    why: str


class CouncilDecision(Value):
    """What is to be done: a proposal by id, or what a person wrote instead; `person` is who that was, if they said."""

    by: Literal["council", "person"]
    person: str = ""
    proposal: str = ""
    author: str
    text: str = ""
    reason: str = ""


class PersonChoice(Value):
    """What a person sends to a council that waits: a proposal by id, or words of their own."""

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


def ballots_of(round: CouncilRound, names: tuple[str, ...], weights: Mapping[str, object]) -> Ballots:
    """The votes of a round as they are counted."""
    authors = {entry.id: entry.author for entry in round.slate.entries}
    return Ballots.model_validate({"members": names, "authors": authors, "votes": round.cast, "weights": dict(weights)})

"""What the members of a council say to each other, and the strict readers of their replies.

A proposal, a vote on the proposals of others, a revision, a synthesis and a plan. Nothing is guessed: what is missing,
contradicts itself or is longer than its limit makes the reply unreadable, and its member abstains.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from coordinator.models import Value
from coordinator.parsing.blocks import ReplyKind, read_block
from coordinator.parsing.fields import MapNode, ParseError
from coordinator.parsing.report import each_once, or_unreadable, read_score
from coordinator.parsing.shapes import BEST, RATING, REPLIES, YES_OR_NO, read_fields

PROPOSAL = ReplyKind("proposal", ("approach", "code"))
VOTE = ReplyKind("vote", ("choice", "ratings"))
REVISION = ReplyKind("revision", ("keep",))
SYNTHESIS = ReplyKind("synthesis", ("agreements", "disagreements", "acceptance"))
PLAN = ReplyKind("plan", ("objectives", "steps", "rollback"))

Confidence = Literal["high", "medium", "low"]


class Example(Value):
    """One test case of a proposal: what goes in and what has to come out."""

    input: str
    output: str


class Proposal(Value):
    """One member's solution of the problem; `code` is verbatim."""

    name: str
    approach: str
    code: str
    language: str
    complexity: str = ""
    tradeoffs: tuple[str, ...] = ()
    risks: tuple[str, ...] = ()
    pros: tuple[str, ...]
    cons: tuple[str, ...]
    tests: tuple[Example, ...] = ()


class Rating(Value):
    """One member's 1 to 10 for one proposal."""

    label: str
    score: Annotated[int, Field(ge=1, le=BEST)]
    strengths: tuple[str, ...] = ()
    concerns: tuple[str, ...] = ()


class Vote(Value):
    """One member's choice among the proposals of others, and a rating of each of them."""

    choice: str
    confidence: Confidence
    reasoning: str
    ratings: tuple[Rating, ...]


class ProposalRevision(Value):
    """What a member does after a round: its proposal stands (`keep`), or `proposal` takes its place."""

    keep: bool
    defect: str = ""
    proposal: Proposal | None = None


class Synthesis(Value):
    """What a round came to, in words; the figures are computed elsewhere."""

    summary: str
    agreements: tuple[str, ...] = ()
    disagreements: tuple[str, ...] = ()
    acceptance: tuple[str, ...]
    guidelines: tuple[str, ...] = ()


class PlanStep(Value):
    """One step of a plan; one that only runs something touches no files."""

    title: str
    description: str
    expected_output: str
    files: tuple[str, ...] = ()


class Plan(Value):
    """How the decision is to be carried out."""

    objectives: tuple[str, ...]
    steps: tuple[PlanStep, ...]
    tests: tuple[str, ...]
    risks: tuple[str, ...]
    rollback: str


@or_unreadable
def read_proposal(text: str, *, reference: str = "") -> Proposal:
    return _proposal(read_block(text, PROPOSAL, reference))


def _proposal(top: MapNode) -> Proposal:
    proposal = Proposal.model_validate(read_fields(top, REPLIES["propose"]))
    for test, entry in zip(proposal.tests, top.entries("tests", most=len(proposal.tests)), strict=True):
        if not (test.input or test.output):
            raise ParseError("a test case with neither input nor output", entry.line)
    return proposal.model_copy(update={"language": proposal.language.lower()})


@or_unreadable
def read_vote(text: str, labels: Sequence[str], *, reference: str = "") -> Vote:
    """Return the vote in a reply: each label rated once, and the choice one of those that it rates highest."""
    top = read_block(text, VOTE, reference)

    def known_label(entry: MapNode, field: str) -> str:
        label = entry.required(field)
        if label not in labels:
            what = f"{field} should be one of {', '.join(labels)}, not {label[:40]!r}"
            raise ParseError(what, entry.line_of(field))
        return label

    entries = [(known_label(entry, "label"), entry) for entry in top.entries("ratings", most=2 * len(labels))]
    rated = each_once(labels, entries, "rating of", top.line_of("ratings"))
    choice = known_label(top, "choice")
    said = read_fields(top, {name: REPLIES["vote"][name] for name in ("confidence", "reasoning")})
    scores: dict[str, int] = {}
    ratings = []
    for label, entry in rated.items():
        scores[label] = read_score(label, entry, BEST)
        ratings.append(read_fields(entry, RATING) | {"score": scores[label]})
    if scores[choice] < max(scores.values()):
        better = ", ".join(label for label, score in scores.items() if score > scores[choice])
        raise ParseError(f"the choice {choice} is rated lower than {better}", top.line_of("choice"))
    return Vote.model_validate({"choice": choice, "ratings": ratings} | said)


@or_unreadable
def read_revision(text: str, *, must_name_defect: bool, reference: str = "") -> ProposalRevision:
    """Return the revision in a reply; a dissenter must name the defect of the leading proposal."""
    top = read_block(text, REVISION, reference)
    keep, proposal = top.choice(YES_OR_NO, "keep"), top.entry("proposal")
    if keep and proposal:
        raise ParseError("keep is true, yet another proposal is given", proposal.line)
    if not keep and not proposal:
        raise ParseError("keep is false, yet proposal is missing", top.line_of("proposal"))
    if must_name_defect:
        top.required("defect")
    said = read_fields(top, REPLIES["revise"])
    return ProposalRevision(**said, proposal=_proposal(proposal) if proposal else None)


@or_unreadable
def read_synthesis(text: str, *, reference: str = "") -> Synthesis:
    return Synthesis.model_validate(read_fields(read_block(text, SYNTHESIS, reference), REPLIES["synthesise"]))


@or_unreadable
def read_plan(text: str, *, reference: str = "") -> Plan:
    """Return the plan in a reply; one without objectives, three whole steps, tests, risks and a way back is none."""
    top = read_block(text, PLAN, reference)
    plan = Plan.model_validate(read_fields(top, REPLIES["plan"]))
    if not any(step.files for step in plan.steps):
        raise ParseError("no step names a file", top.line_of("steps"))
    return plan


def unmask(vote: Vote, proposals: Mapping[str, str]) -> Vote:
    """Return the same vote with the proposals that its labels stood for."""
    ratings = tuple(rating.model_copy(update={"label": proposals[rating.label]}) for rating in vote.ratings)
    return vote.model_copy(update={"choice": proposals[vote.choice], "ratings": ratings})

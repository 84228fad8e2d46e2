"""The strict readers of what the members of a council say to each other.

A proposal, a vote on the proposals of others, a revision, a synthesis and a plan. Nothing is guessed: what is missing,
contradicts itself or is longer than its limit makes the reply unreadable, and its member abstains.
"""

from collections.abc import Mapping, Sequence

from coordinator.parsing import shapes
from coordinator.parsing.blocks import ReplyKind, read_block
from coordinator.parsing.fields import MapNode, ParseError
from coordinator.parsing.report import each_once, read_score

PROPOSAL = ReplyKind("proposal", ("approach", "code"))
VOTE = ReplyKind("vote", ("choice", "ratings"))
REVISION = ReplyKind("revision", ("keep",))
SYNTHESIS = ReplyKind("synthesis", ("agreements", "disagreements", "acceptance"))
PLAN = ReplyKind("plan", ("objectives", "steps", "rollback"))


def read_proposal(text: str, *, reference: str = "") -> shapes.Proposal:
    return _proposal(read_block(text, PROPOSAL, reference))


def _proposal(top: MapNode) -> shapes.Proposal:
    proposal = shapes.read_value(top, shapes.Proposal)
    for test, entry in zip(proposal.tests, top.entries("tests", most=len(proposal.tests)), strict=True):
        if not (test.input or test.output):
            raise ParseError("a test case with neither input nor output", entry.line)
    return proposal.model_copy(update={"language": proposal.language.lower()})


def read_vote(text: str, labels: Sequence[str], *, reference: str = "") -> shapes.Vote:
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
    said = shapes.read_fields(top, shapes.fields_of(shapes.Vote, "confidence reasoning"))
    scores: dict[str, int] = {}
    ratings = []
    for label, entry in rated.items():
        scores[label] = read_score(label, entry, shapes.BEST)
        ratings.append(shapes.read_fields(entry, shapes.RATING) | {"score": scores[label]})
    if scores[choice] < max(scores.values()):
        better = ", ".join(label for label, score in scores.items() if score > scores[choice])
        raise ParseError(f"the choice {choice} is rated lower than {better}", top.line_of("choice"))
    return shapes.Vote.model_validate({"choice": choice, "ratings": ratings} | said)


def read_revision(text: str, *, must_name_defect: bool, reference: str = "") -> shapes.ProposalRevision:
    """Return the revision in a reply; a dissenter must name the defect of the leading proposal."""
    top = read_block(text, REVISION, reference)
    keep, proposal = top.choice(shapes.YES_OR_NO, "keep"), top.entry("proposal")
    if keep and proposal:
        raise ParseError("keep is true, yet another proposal is given", proposal.line)
    if not keep and not proposal:
        raise ParseError("keep is false, yet proposal is missing", top.line_of("proposal"))
    if must_name_defect:
        top.required("defect")
    said = shapes.read_fields(top, shapes.fields_of(shapes.ProposalRevision))
    return shapes.ProposalRevision(**said, proposal=_proposal(proposal) if proposal else None)


def read_synthesis(text: str, *, reference: str = "") -> shapes.Synthesis:
    return shapes.read_value(read_block(text, SYNTHESIS, reference), shapes.Synthesis)


def read_plan(text: str, *, reference: str = "") -> shapes.Plan:
    """Return the plan in a reply; one without objectives, three whole steps, tests, risks and a way back is none."""
    top = read_block(text, PLAN, reference)
    plan = shapes.read_value(top, shapes.Plan)
    if not any(step.files for step in plan.steps):
        raise ParseError("no step names a file", top.line_of("steps"))
    return plan


def unmask(vote: shapes.Vote, proposals: Mapping[str, str]) -> shapes.Vote:
    """Return the same vote with the proposals that its labels stood for."""
    ratings = tuple(rating.model_copy(update={"label": proposals[rating.label]}) for rating in vote.ratings)
    return vote.model_copy(update={"choice": proposals[vote.choice], "ratings": ratings})

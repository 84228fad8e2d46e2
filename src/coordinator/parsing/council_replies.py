"""Read the replies of a council's members: proposals, votes, revisions, syntheses and plans.

The readers raise ParseError for a reply that cannot be used; docs/replies.md has the rules.
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
    entries = top.entries("tests", most=len(proposal.tests))
    for test, entry in zip(proposal.tests, entries, strict=True):
        if not test.input and not test.output:
            raise ParseError("a test case has neither input nor output", entry.line)
    return proposal.model_copy(update={"language": proposal.language.lower()})


def read_vote(text: str, labels: Sequence[str], *, reference: str = "") -> shapes.Vote:
    """Return the vote in a reply.

    The vote must rate each label once, and no other proposal may have a higher rating than its
    choice.
    """
    top = read_block(text, VOTE, reference)
    entries = []
    for entry in top.entries("ratings", most=2 * len(labels)):
        entries.append((_known_label(entry, "label", labels), entry))
    rated = each_once(labels, entries, "rating of", top.line_of("ratings"))
    choice = _known_label(top, "choice", labels)
    said = shapes.read_fields(top, shapes.fields_of(shapes.Vote, "confidence reasoning person"))
    scores: dict[str, int] = {}
    ratings = []
    for label, entry in rated.items():
        scores[label] = read_score(label, entry, shapes.BEST)
        rating = shapes.read_fields(entry, shapes.RATING)
        rating["score"] = scores[label]
        ratings.append(shapes.Rating.model_validate(rating))
    if scores[choice] < max(scores.values()):
        better = ", ".join(label for label, score in scores.items() if score > scores[choice])
        raise ParseError(f"the choice {choice} is rated lower than {better}", top.line_of("choice"))
    return shapes.Vote(
        choice=choice,
        confidence=said["confidence"],
        reasoning=said["reasoning"],
        ratings=tuple(ratings),
        person=said["person"],
    )


def _known_label(entry: MapNode, field: str, labels: Sequence[str]) -> str:
    label = entry.required(field)
    if label not in labels:
        what = f"{field} should be one of {', '.join(labels)}, not {label[:40]!r}"
        raise ParseError(what, entry.line_of(field))
    return label


def read_revision(
    text: str,
    *,
    must_name_defect: bool,
    adoptable: Mapping[str, str] | None = None,
    may_abstain: bool = True,
    reference: str = "",
) -> shapes.ProposalRevision:
    """Return the revision in a reply.

    If `must_name_defect` is true, the revision must name a defect of the leading proposal. A member
    without a proposal can abstain or adopt a proposal of others. `adoptable` maps letters to these
    proposals. If only two members are left, both can adopt, but none with a proposal can abstain.
    """
    top = read_block(text, REVISION, reference)
    keep = top.choice(shapes.YES_OR_NO, "keep")
    entry = top.entry("proposal")
    if keep and entry:
        raise ParseError("keep is true, but another proposal is given", entry.line)
    if not keep and not entry:
        raise ParseError("keep is false, but proposal is missing", top.line_of("proposal"))
    if must_name_defect:
        top.required("defect")
    said = shapes.read_fields(top, shapes.fields_of(shapes.ProposalRevision))
    for name in ("adopt", "abstain"):
        allowed = adoptable and (name == "adopt" or may_abstain)
        if said[name] and (entry or not allowed):
            raise ParseError(f"{name} is only for a member without a proposal", top.line_of(name))
    if said["adopt"] and adoptable:
        if said["adopt"] not in adoptable:
            raise ParseError(f"adopt should be one of {', '.join(adoptable)}", top.line_of("adopt"))
        said["adopt"] = adoptable[said["adopt"]]
    return shapes.ProposalRevision(
        keep=keep,
        defect=said["defect"],
        answer=said["answer"],
        adopt=said["adopt"],
        abstain=said["abstain"],
        proposal=_proposal(entry) if entry else None,
    )


def read_synthesis(text: str, *, reference: str = "") -> shapes.Synthesis:
    return shapes.read_value(read_block(text, SYNTHESIS, reference), shapes.Synthesis)


def read_plan(text: str, *, reference: str = "") -> shapes.Plan:
    """Return the plan in a reply.

    The plan must have objectives, at least three complete steps, tests, risks and a rollback.
    """
    top = read_block(text, PLAN, reference)
    plan = shapes.read_value(top, shapes.Plan)
    if not any(step.files for step in plan.steps):
        raise ParseError("no step names a file", top.line_of("steps"))
    earlier: set[str] = set()
    for number, step in enumerate(plan.steps, 1):
        for after in step.after:
            if after not in earlier:
                what = f"step {number} is after {after!r}, which is not an earlier step"
                raise ParseError(what, top.line_of("steps"))
        earlier.add(str(number))
    return plan


def unmask(vote: shapes.Vote, proposals: Mapping[str, str]) -> shapes.Vote:
    """Return the vote with each label replaced by the id of its proposal."""
    ratings = []
    for rating in vote.ratings:
        ratings.append(rating.model_copy(update={"label": proposals[rating.label]}))
    return vote.model_copy(update={"choice": proposals[vote.choice], "ratings": tuple(ratings)})

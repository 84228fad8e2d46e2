"""What the members of a council say to each other, and the strict readers of their replies.

A proposal, a vote on the proposals of others, a revision, a synthesis and a plan. Nothing is guessed: what is missing,
contradicts itself or is longer than its limit makes the reply unreadable, and its member abstains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from coordinator.models import Value
from coordinator.parsing.blocks import ReplyKind, choose, lay_out
from coordinator.parsing.data import ListNode, ParseError, ScalarNode
from coordinator.parsing.fields import FieldReader
from coordinator.parsing.report import YES_OR_NO, Unreadable, each_once, points, reading

# Every text has to be shorter than its limit, in characters.
# Prompts ask for less: a reply is turned down for its length only where it is no longer what was asked for.
NAME = 200
POINT = 1_000  # a trade-off, a risk, an argument for or against, the complexity
REMARK = 1_000  # a strength or a concern in a vote
DEFECT = 2_000
REASONING = 10_000  # also an approach
EXAMPLE = 5_000  # the input or the output of a test case
SUMMARY = 10_000  # also the parts of a plan
CODE = 50_000

MAX_POINTS = 20  # entries of a list
MAX_OBJECTIVES = 5
MIN_STEPS = 3
BEST = 10  # ratings go from 1 to this

PROPOSAL = ReplyKind("proposal", ("approach", "code"))
VOTE = ReplyKind("vote", ("choice", "ratings"))
REVISION = ReplyKind("revision", ("keep",))
SYNTHESIS = ReplyKind("synthesis", ("agreements", "disagreements", "acceptance"))
PLAN = ReplyKind("plan", ("objectives", "steps", "rollback"))

Confidence = Literal["high", "medium", "low"]
_CONFIDENCES: Mapping[str, Confidence] = {"high": "high", "medium": "medium", "low": "low"}


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


def read_proposal(text: str, *, reference: str = "") -> Proposal | Unreadable:
    """The proposal in a reply."""
    return reading(lambda: _proposal(_top(text, PROPOSAL, reference)))


def read_vote(text: str, labels: Sequence[str], *, reference: str = "") -> Vote | Unreadable:
    """The vote in a reply: each label rated once, and the choice one of those that it rates highest."""
    return reading(lambda: _vote(_top(text, VOTE, reference), labels))


def read_revision(text: str, *, must_name_defect: bool, reference: str = "") -> ProposalRevision | Unreadable:
    """The revision in a reply; a dissenter must name the defect of the leading proposal."""
    return reading(lambda: _revision(_top(text, REVISION, reference), must_name_defect))


def read_synthesis(text: str, *, reference: str = "") -> Synthesis | Unreadable:
    """The synthesis in a reply."""
    return reading(lambda: _synthesis(_top(text, SYNTHESIS, reference)))


def read_plan(text: str, *, reference: str = "") -> Plan | Unreadable:
    """The plan in a reply; one without objectives, three whole steps, tests, risks and a way back is none."""
    return reading(lambda: _plan(_top(text, PLAN, reference)))


def unmask(vote: Vote, proposals: Mapping[str, str]) -> Vote:
    """The same vote with the proposals that its labels stood for."""
    ratings = tuple(rating.model_copy(update={"label": proposals[rating.label]}) for rating in vote.ratings)
    return vote.model_copy(update={"choice": proposals[vote.choice], "ratings": ratings})


def _top(text: str, shape: ReplyKind, reference: str) -> FieldReader:
    return FieldReader(choose(lay_out(text), shape, reference).fields)


# -- each kind


def _proposal(entry: FieldReader) -> Proposal:
    return Proposal(
        name=_required(entry, "name", NAME),
        approach=_required(entry, "approach", REASONING),
        code=_code(entry),
        language=_required(entry, "language", NAME).lower(),
        complexity=_text(entry, "complexity", POINT),
        tradeoffs=_texts(entry, "tradeoffs", POINT),
        risks=_texts(entry, "risks", POINT),
        pros=_texts(entry, "pros", POINT, least=1),
        cons=_texts(entry, "cons", POINT, least=1),
        tests=tuple(_example(each) for each in entry.entries("tests", most=MAX_POINTS)),
    )


def _code(entry: FieldReader) -> str:
    code = _verbatim(entry, "code", CODE)
    if not code.strip():
        raise ParseError("code is missing", entry.line_of("code"))
    return code


def _example(entry: FieldReader) -> Example:
    example = Example(input=_verbatim(entry, "input", EXAMPLE), output=_verbatim(entry, "output", EXAMPLE))
    if not (example.input or example.output):
        raise ParseError("a test case with neither input nor output", entry.line)
    return example


def _vote(top: FieldReader, labels: Sequence[str]) -> Vote:
    entries = [(_label(entry, "label", labels), entry) for entry in top.entries("ratings", most=2 * len(labels))]
    rated = each_once(labels, entries, "rating of", top.line_of("ratings"))
    vote = Vote(
        choice=_label(top, "choice", labels),
        confidence=top.choice(_CONFIDENCES, "confidence"),
        reasoning=_required(top, "reasoning", REASONING),
        ratings=tuple(_rating(label, entry) for label, entry in rated.items()),
    )
    scores = {rating.label: rating.score for rating in vote.ratings}
    if scores[vote.choice] < max(scores.values()):
        better = ", ".join(label for label, score in scores.items() if score > scores[vote.choice])
        raise ParseError(f"the choice {vote.choice} is rated lower than {better}", top.line_of("choice"))
    return vote


def _label(entry: FieldReader, field: str, labels: Sequence[str]) -> str:
    label = entry.required(field)
    if label not in labels:
        what = f"{field} should be one of {', '.join(labels)}, not {label[:40]!r}"
        raise ParseError(what, entry.line_of(field))
    return label


def _rating(label: str, entry: FieldReader) -> Rating:
    return Rating(
        label=label,
        score=points(label, entry, BEST),
        strengths=_texts(entry, "strengths", REMARK),
        concerns=_texts(entry, "concerns", REMARK),
    )


def _revision(top: FieldReader, must_name_defect: bool) -> ProposalRevision:
    keep, proposal = top.choice(YES_OR_NO, "keep"), top.entry("proposal")
    if keep and proposal:
        raise ParseError("keep is true, yet another proposal is given", proposal.line)
    if not keep and not proposal:
        raise ParseError("keep is false, yet proposal is missing", top.line_of("proposal"))
    defect = _required(top, "defect", DEFECT) if must_name_defect else _text(top, "defect", DEFECT)
    return ProposalRevision(keep=keep, defect=defect, proposal=_proposal(proposal) if proposal else None)


def _synthesis(top: FieldReader) -> Synthesis:
    return Synthesis(
        summary=_required(top, "summary", SUMMARY),
        agreements=_texts(top, "agreements", DEFECT),
        disagreements=_texts(top, "disagreements", DEFECT),
        acceptance=_texts(top, "acceptance", DEFECT, least=1),
        guidelines=_texts(top, "guidelines", DEFECT),
    )


def _plan(top: FieldReader) -> Plan:
    steps = top.entries("steps", most=MAX_POINTS)
    if len(steps) < MIN_STEPS:
        what = f"steps has {len(steps)} entries, at least {MIN_STEPS} are needed"
        raise ParseError(what, top.line_of("steps"))
    plan = Plan(
        objectives=_texts(top, "objectives", DEFECT, least=1, most=MAX_OBJECTIVES),
        steps=tuple(_step(entry) for entry in steps),
        tests=_texts(top, "tests", DEFECT, least=1),
        risks=_texts(top, "risks", DEFECT, least=1),
        rollback=_required(top, "rollback", SUMMARY),
    )
    if not any(step.files for step in plan.steps):
        raise ParseError("no step names a file", top.line_of("steps"))
    return plan


def _step(entry: FieldReader) -> PlanStep:
    if entry.node("files") is None:
        raise ParseError("files is missing", entry.line)
    return PlanStep(
        title=_required(entry, "title", POINT),
        description=_required(entry, "description", SUMMARY),
        expected_output=_required(entry, "expected_output", REASONING),
        files=_texts(entry, "files", DEFECT),
    )


# -- texts within their limits


def _required(entry: FieldReader, field: str, limit: int) -> str:
    entry.required(field)
    return _text(entry, field, limit)


def _text(entry: FieldReader, field: str, limit: int) -> str:
    text = entry.text(field)
    _refuse_long(text, field, limit, entry.line_of(field))
    return text


def _verbatim(entry: FieldReader, field: str, limit: int) -> str:
    """The text with the white space at its ends, which matters in code."""
    node = entry.node(field)
    text = node.value if isinstance(node, ScalarNode) else entry.text(field)
    _refuse_long(text, field, limit, entry.line_of(field))
    return text


def _texts(entry: FieldReader, field: str, limit: int, *, least: int = 0, most: int = MAX_POINTS) -> tuple[str, ...]:
    """The texts of a list; one that is not given is empty."""
    node = entry.node(field)
    if not isinstance(node, ListNode | None):
        raise ParseError(f"{field} should be a list", node.line)
    items = node.items if node else ()
    if not least <= len(items) <= most:
        wanted = f"at least {least} is needed" if len(items) < least else f"at most {most} are read"
        raise ParseError(f"{field} has {len(items)} entries, {wanted}", entry.line_of(field))
    for item in items:
        if not isinstance(item, ScalarNode) or item.null or not item.value.strip():
            raise ParseError(f"an entry of {field} should be text", item.line)
        _refuse_long(item.value.strip(), field, limit, item.line)
    return tuple(item.value.strip() for item in items if isinstance(item, ScalarNode))


def _refuse_long(text: str, field: str, limit: int, line: int) -> None:
    if len(text) >= limit:
        raise ParseError(f"{field} has {len(text)} characters, fewer than {limit} are read", line)

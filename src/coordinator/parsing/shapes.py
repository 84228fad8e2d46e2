"""Define the fields of every reply once, with their kinds, limits and examples.

The readers use these shapes. forms.py derives three things from them: the JSON schema for the APIs
of models, the form in a prompt, and the blank form for a person. If a reply is read into a value
class, the shapes of its fields are in the annotations of that class.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import Field as Range
from pydantic import model_validator

from coordinator.models import (
    Evidence,
    FailureWeight,
    Importance,
    Language,
    Priority,
    ProbeKind,
    Value,
)
from coordinator.parsing.citations import read_evidence
from coordinator.parsing.fields import MapNode, ParseError, ScalarNode

Schema = dict[str, Any]
Read = TypeVar("Read", bound=Value)

# -- the kinds of fields


@dataclass(frozen=True, slots=True)
class Prose:
    """A text field; a prompt shows its `example`, and `also` has other names of the field.

    If `limit` is not 0, the text must be shorter than `limit` characters. Prompts ask for much
    shorter texts, so the limit refuses only extremely long replies. If `verbatim` is true, the text
    keeps the white space at its ends.
    """

    example: str = "…"
    limit: int = 0
    required: bool = False
    verbatim: bool = False
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Single:
    """A field that is not free text: its schema, its example in a prompt, its text in a blank form.

    If the field takes one of a few words, `means` maps each word to its value. `default` is the
    word that applies if none is given.
    """

    schema: Schema
    example: str
    blank: str = ""
    means: Mapping[str, object] | None = None
    default: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of texts or objects. If `given` is true, a reply must have the list, even if empty.

    If `plain` names a field, a reply may use either form for an entry: the text of that field in
    place of an object, or an object with that field in place of a text.
    """

    of: Prose | Mapping[str, "Field"]
    least: int = 0
    most: int = 20
    given: bool = False
    plain: str = ""


@dataclass(frozen=True, slots=True)
class OrNull:
    """An object or null; `when` tells a person when to give an object."""

    of: Mapping[str, "Field"]
    when: str


Field = Prose | Single | ListOf | OrNull | Mapping[str, "Field"]
Fields = Mapping[str, Field]


def one_of(*words: str, default: str = "", also: tuple[str, ...] = (), **synonyms: str) -> Single:
    """Return a field for one of these words.

    `synonyms` maps further words that a reply can use to one of these words.
    """
    if default:
        blank = default
    elif len(words) == 1:
        blank = words[0]
    else:
        blank = f"  # {' or '.join(words)}"
    return Single(
        schema={"type": "string", "enum": list(words)},
        example=" or ".join(f'"{word}"' for word in words),
        blank=blank,
        means={word: word for word in words} | synonyms,
        default=default,
        also=also,
    )


def scale(most: int) -> Single:
    """Return a field for a whole number from 1 to `most`."""
    schema = {"type": "integer", "enum": list(range(1, most + 1))}
    return Single(schema, example=f"1 to {most}", blank=f"  # 1 to {most}")


def fields_of(value: type[Value], order: str = "") -> Fields:
    """Return the shapes in the annotations of a value's fields.

    `order` names the wanted fields in order, separated by spaces. If it is empty, return all
    fields.
    """
    shapes: dict[str, Field] = {}
    for name in order.split() or value.model_fields:
        for metadata in value.model_fields[name].metadata:
            if isinstance(metadata, Prose | Single | ListOf | OrNull):
                shapes[name] = metadata
                break
        else:
            raise TypeError(f"{value.__name__}.{name} has no shape")
    return shapes


# -- the replies

BEST = 10  # the highest rating of a proposal; the lowest is 1

# Limits of texts, in characters
NAME = 200
# A trade-off, a risk, a pro or con, the complexity, or a strength or concern in a vote
POINT = 1_000
DEFECT = 2_000
REASONING = 10_000  # the longest reasoning, approach, summary or part of a plan
EXAMPLE = 5_000  # the input or the output of a test case
CODE = 50_000
MAX_FINDINGS = 100

YES_OR_NO = {"yes": True, "no": False, "true": True, "false": False}
_ANSWERS: Mapping[str, bool | None] = {**YES_OR_NO, "n/a": None, "not applicable": None}
_ANSWER = Single(
    {"type": "string", "enum": ["yes", "no", "n/a"]}, '"yes" or "no" or "n/a"', means=_ANSWERS
)
_EVIDENCE = Single({"$ref": "#/$defs/evidence"}, "[…]", "[]")
_DEMAND = Prose("words of the request")
QUESTION: Fields = {
    "id": Prose("CK-001"),
    "question": Prose(required=True),
    "importance": one_of(*get_args(Importance)),
    "quote": _DEMAND,
    "rationale": Prose(),
    "ambiguity": Prose("empty, or a question to whoever asked"),
}
DIMENSION: Fields = {
    "name": Prose(required=True),
    "description": Prose(required=True),
    "quote": _DEMAND,
    "scale": one_of("1-5"),
    "weight": Single({"type": "number"}, "0.5"),
    "instruction": Prose("what to collect and how to place it"),
    "anchors": {
        "contrast": Prose("the one thing that differs"),
        "score_2": Prose(),
        "score_3": Prose(),
        "score_4": Prose(),
    },
}
PROBE: Fields = {
    "kind": one_of(*get_args(ProbeKind), literal="demand"),
    "title": Prose("what it tests, in a few words"),
    "quote": _DEMAND,
    "answers": ListOf(Prose("CK-001")),
    "certainty": scale(5),
    "run": Prose("the script"),
    "with": one_of(*get_args(Language)),
}
EDIT: Fields = {
    "path": Prose("path/to/file.py", required=True),
    "old": Prose("text that is there once, or empty", CODE, verbatim=True),
    "new": Prose("text in its place", CODE, verbatim=True),
}
_CASE = one_of(*get_args(FailureWeight), default="normal", broken="normal")
CHECKED: Fields = {
    "id": Prose("CK-001"),
    "answer": _ANSWER,
    "case": _CASE,
    "note": Prose(""),
    "evidence": _EVIDENCE,
}
SCORE: Fields = {
    "name": Prose("dimension name"),
    "reasoning": Prose("the comparison with the anchors"),
    "placement": Prose(),
    "score": scale(5),
    "case": _CASE,
    "evidence": _EVIDENCE,
}
FINDING: Fields = {
    "text": Prose("what is wrong", required=True, also=("description",)),
    "priority": one_of(
        *get_args(Priority),
        default="medium",
        also=("severity",),
        critical="high",
        major="medium",
        minor="low",
    ),
    "criterion": Prose("CK-001 or a dimension name, or empty"),
    "evidence": _EVIDENCE,
    "suggestion": Prose(),
}
TRIAL = ListOf(EDIT, most=30)
_INPUTS: Fields = {"run": Prose("the script"), "with": one_of(*get_args(Language))}
INPUTS = OrNull(_INPUTS, "With a trial, a script that prints further inputs and their results:")
_FAILURE: Fields = {
    "id": Prose("R1", required=True),
    "text": Prose("what fails", required=True),
    "evidence": _EVIDENCE,
}


Texts = tuple[str, ...]
Judged = Literal["pass", "fail"]
Severity = Literal["low", "medium", "high", "critical"]
Confidence = Literal["high", "medium", "low"]
ConcernWeight = Literal["fatal", "serious", "minor"]
_POINTS = ListOf(Prose(limit=POINT))
_ONE_OR_MORE = ListOf(Prose("at least one", POINT), least=1)
_REMARKS = ListOf(Prose(limit=DEFECT))
_FIX = Prose("one change that is needed before this can pass", also=("fix", "description"))


class Refutation(Value):
    """A judge's counter-evidence to one argument."""

    argument: Annotated[str, Prose("A1", required=True)]
    evidence: Annotated[tuple[Evidence, ...], _EVIDENCE]


RULING: Fields = {
    "verdict": one_of("accept", "reject"),
    "failures": ListOf(_FAILURE, most=MAX_FINDINGS),
    "refuted": ListOf(fields_of(Refutation), most=MAX_FINDINGS),
}


class Argument(Value):
    """The argument that one examiner bases on the output of the examiner's tool.

    `query` is the next query for the tool, or empty.
    """

    drift: Annotated[bool, Single({"type": "boolean"}, "true or false", "  # yes or no", YES_OR_NO)]
    claim: Annotated[str, Prose("one or two sentences", required=True)]
    evidence: Annotated[tuple[Evidence, ...], _EVIDENCE] = ()
    query: Annotated[str, Prose("")] = ""


class Remark(Value):
    """A judge's comment on one place; `line` is as written, a number or a range."""

    file: Annotated[str, Prose("path/to/file.py")] = ""
    line: Annotated[str, Prose("12 or 12-20")] = ""
    comment: Annotated[str, Prose("what is wrong there", required=True)]
    severity: Annotated[Severity, one_of(*get_args(Severity), default="medium")] = "medium"


class StageVerdict(Value):
    """The reply of the judge of a workflow's stage."""

    verdict: Annotated[Judged, one_of(*get_args(Judged))]
    summary: Annotated[str, Prose("two or three sentences")] = ""
    findings: Annotated[tuple[Remark, ...], ListOf(fields_of(Remark), most=MAX_FINDINGS)] = ()
    required_fixes: Annotated[tuple[str, ...], ListOf(_FIX, most=MAX_FINDINGS, plain="text")] = ()


class Example(Value):
    """One test case of a proposal: its input and the expected output."""

    input: Annotated[str, Prose(limit=EXAMPLE, verbatim=True)]
    output: Annotated[str, Prose(limit=EXAMPLE, verbatim=True)]


class Proposal(Value):
    """One member's solution of the problem; `code` is verbatim."""

    name: Annotated[str, Prose("a short title, under 100 characters", NAME, required=True)]
    approach: Annotated[
        str, Prose("how it works and why it is right for this problem", REASONING, required=True)
    ]
    code: Annotated[str, Prose(limit=CODE, required=True, verbatim=True)]
    language: Annotated[str, Prose("python", NAME, required=True)]
    complexity: Annotated[str, Prose("time and space, or whatever grows with the input", POINT)] = (
        ""
    )
    tradeoffs: Annotated[Texts, _POINTS] = ()
    risks: Annotated[Texts, _POINTS] = ()
    pros: Annotated[Texts, _ONE_OR_MORE]
    cons: Annotated[Texts, _ONE_OR_MORE]
    tests: Annotated[tuple[Example, ...], ListOf(fields_of(Example))] = ()


class Concern(Value):
    """An objection to a proposal, its severity, and a quote that shows it.

    `found` says whether code found the quote in the proposal. Earlier versions recorded only the
    text. Such a concern gets the severity `serious`: it is discussed, but only a `fatal` concern
    can block a proposal.
    """

    severity: Annotated[ConcernWeight, one_of(*get_args(ConcernWeight), default="serious")] = (
        "serious"
    )
    text: Annotated[str, Prose("what fails, when, and how one sees it", POINT, required=True)]
    evidence: Annotated[str, Prose("the words that show it, or empty", DEFECT)] = ""
    found: bool | None = None

    @model_validator(mode="before")
    @classmethod
    def _formerly_a_text(cls, given: object) -> object:
        if isinstance(given, str):
            return {"text": given}
        return given

    @property
    def weight(self) -> ConcernWeight:
        """The severity, lowered to `serious` for a fatal concern whose quote was not found."""
        if self.severity == "fatal" and self.found is False:
            return "serious"
        return self.severity


class Rating(Value):
    """One member's rating of one proposal, with a score from 1 to 10."""

    label: Annotated[str, Prose("A")]
    score: Annotated[int, scale(BEST), Range(ge=1, le=BEST)]
    strengths: Annotated[Texts, _POINTS] = ()
    concerns: Annotated[
        tuple[Concern, ...], ListOf(fields_of(Concern, "severity text evidence"), plain="text")
    ] = ()


RATING = fields_of(Rating, "label strengths concerns score")


class Vote(Value):
    """One member's choice among the proposals of others, and a rating of each of them."""

    choice: Annotated[str, Prose("the letter of the proposal you would carry out")]
    confidence: Annotated[Confidence, one_of(*get_args(Confidence))]
    reasoning: Annotated[
        str,
        Prose(
            "why this one and not the next best, under 2,000 characters", REASONING, required=True
        ),
    ]
    ratings: Annotated[tuple[Rating, ...], ListOf(RATING)]
    person: Annotated[str, Prose("empty, or why a person has to decide this", DEFECT)] = ""


class ProposalRevision(Value):
    """A member's reply after a round: its proposal stands (`keep`), or `proposal` replaces it.

    A member without a proposal may `adopt` another's, or say why it abstains from now on.
    """

    keep: Annotated[bool, Single({"type": "boolean"}, "true or false", "yes", YES_OR_NO)]
    defect: Annotated[str, Prose("what is wrong with the leading proposal", DEFECT)] = ""
    answer: Annotated[
        str, Prose("your answer to the concerns about your own proposal, or empty", REASONING)
    ] = ""
    adopt: Annotated[str, Prose("")] = ""
    abstain: Annotated[str, Prose("", DEFECT)] = ""
    proposal: Annotated[
        Proposal | None, OrNull(fields_of(Proposal), "With keep: no, the new proposal:")
    ] = None


class Synthesis(Value):
    """A summary of a council's round in words; code computes the figures of the round."""

    summary: Annotated[
        str, Prose("what the round came to, in a few sentences", REASONING, required=True)
    ]
    agreements: Annotated[Texts, _REMARKS] = ()
    disagreements: Annotated[Texts, _REMARKS] = ()
    acceptance: Annotated[Texts, ListOf(Prose("at least one", DEFECT), least=1)]
    guidelines: Annotated[Texts, _REMARKS] = ()


class PlanStep(Value):
    """One step of a plan.

    A step that only runs something has no files. `after` has the numbers of the earlier steps that
    must be done first.
    """

    title: Annotated[str, Prose(limit=POINT, required=True)]
    description: Annotated[str, Prose(limit=REASONING, required=True)]
    expected_output: Annotated[str, Prose(limit=REASONING, required=True)]
    files: Annotated[Texts, ListOf(Prose("path/to/file", DEFECT), given=True)] = ()
    after: Annotated[Texts, ListOf(Prose("1", NAME))] = ()


class Plan(Value):
    """A plan to carry out the decision of a council."""

    objectives: Annotated[Texts, ListOf(Prose("one to five", DEFECT), least=1, most=5)]
    steps: Annotated[tuple[PlanStep, ...], ListOf(fields_of(PlanStep), least=3)]
    tests: Annotated[Texts, ListOf(Prose("how it is shown to work, at least one", DEFECT), least=1)]
    risks: Annotated[
        Texts,
        ListOf(Prose("what may go wrong and what is done about it, at least one", DEFECT), least=1),
    ]
    rollback: Annotated[str, Prose("the way back", REASONING, required=True)]


def _lines(value: type[Value], *lines: str) -> tuple[Fields, ...]:
    """Return, for each line of a form, the shapes of the fields that the line names."""
    return tuple(fields_of(value, line) for line in lines)


# Each mapping is one line of the form in the prompt.
_REPORT: tuple[Fields, ...] = (
    {"summary": Prose("two or three sentences")},
    {"checklist": ListOf(CHECKED)},
    {"scores": ListOf(SCORE)},
    {"findings": ListOf(FINDING)},
    # `fields_for` replaces this field in each review, with the ids of the earlier reasons.
    {"rework": Single({}, '{"R1": "resolved" or "open"}')},
)
_PROPOSAL = _lines(
    Proposal,
    "name",
    "approach",
    "code language",
    "complexity",
    "tradeoffs risks",
    "pros cons",
    "tests",
)
REPLIES: Mapping[str, tuple[Fields, ...]] = {
    "rubric": (
        {"checklist": ListOf(QUESTION, least=1)},
        {"rubric_dimensions": ListOf(DIMENSION, least=1)},
    ),
    "probe": (
        {"setup": Prose("a part that all tests begin with, or empty", verbatim=True)},
        {"probes": ListOf(PROBE, least=1)},
        {"trial": TRIAL},
        {"inputs": INPUTS},
    ),
    "judge": _REPORT,
    "debate": _REPORT,
    "argue": _lines(Argument, "drift claim evidence query"),
    "rule": tuple({name: field} for name, field in RULING.items()),
    "stage": _lines(StageVerdict, "verdict", "summary", "findings", "required_fixes"),
    "propose": _PROPOSAL,
    "merge": _PROPOSAL,
    "vote": _lines(Vote, "ratings", "reasoning", "choice", "confidence", "person"),
    "revise": _lines(ProposalRevision, "defect", "answer", "adopt abstain", "keep", "proposal"),
    "synthesise": _lines(Synthesis, "summary", "agreements disagreements", "acceptance guidelines"),
    "plan": _lines(Plan, "objectives", "steps", "tests", "risks", "rollback"),
}

# -- reading


def read_value(entry: MapNode, value: type[Read]) -> Read:
    """Return a value, read from the fields of a mapping."""
    return value.model_validate(read_fields(entry, fields_of(value)))


def read_fields(entry: MapNode, fields: Fields) -> dict[str, Any]:
    """Return the values of the fields for text, a choice of words, evidence or a list, by name.

    The caller has to read numbers and objects. Raise ParseError for a field that is missing, of the
    wrong kind or beyond its limit.
    """
    values: dict[str, Any] = {}
    for name, field in fields.items():
        if field is _EVIDENCE:
            values[name] = read_evidence(entry.node(name))
        elif isinstance(field, Prose):
            names = (name, *field.also)
            if field.required:
                entry.required(*names)
            text = entry.text(*names, verbatim=field.verbatim)
            values[name] = _bounded(text, name, field.limit, entry.line_of(*names))
        elif isinstance(field, Single) and field.means:
            names = (name, *field.also)
            if field.default and not entry.text(*names):
                values[name] = field.default
            else:
                values[name] = entry.choice(field.means, *names)
        elif isinstance(field, ListOf):
            values[name] = _read_list(entry, name, field)
    return values


def _read_list(entry: MapNode, name: str, field: ListOf) -> list[object]:
    """Return the texts or objects of a list; an empty list if the field is missing."""
    if field.given and entry.node(name) is None:
        raise ParseError(f"{name} is missing", entry.line)
    items = entry.items(name, most=field.most, least=field.least)
    if not isinstance(field.of, Prose):
        entries = entry.entries(name, most=field.most, plain=field.plain)
        return [read_fields(each, field.of) for each in entries]
    texts: list[object] = []
    for item in items:
        if field.plain and isinstance(item, MapNode):
            item = item.node(field.plain, *field.of.also) or item
        if not isinstance(item, ScalarNode) or item.null or not item.value.strip():
            raise ParseError(f"an entry of {name} should be text", item.line)
        texts.append(_bounded(item.value.strip(), name, field.of.limit, item.line))
    return texts


def _bounded(text: str, name: str, limit: int, line: int) -> str:
    if limit and len(text) >= limit:
        raise ParseError(
            f"{name} is too long: {len(text)} characters, fewer than {limit} allowed", line
        )
    return text

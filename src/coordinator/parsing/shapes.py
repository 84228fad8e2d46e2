"""The shape of every reply that is asked for, said once: its fields, their kinds, limits and examples.

From it follow how a field is read, the JSON schema for the APIs of models, the form that a prompt shows, and the
blank form that a person fills in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from coordinator.models import Importance, Language, Priority, Purpose
from coordinator.parsing.citations import read_evidence
from coordinator.parsing.fields import MapNode, ParseError, ScalarNode

Schema = dict[str, Any]

# -- the kinds of fields


@dataclass(frozen=True, slots=True)
class Prose:
    """A text; `example` stands for it in a prompt, and `also` are other names for it.

    A council's text has to be shorter than `limit` characters. Prompts ask for less: a reply is turned down for its
    length only where it is no longer what was asked for. A `verbatim` text keeps the white space at its ends.
    """

    example: str = "…"
    limit: int = 0
    required: bool = False
    verbatim: bool = False
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Single:
    """One value that is no free text: its schema, and what stands for it in a prompt and in a blank form.

    If it is one of a few words, `means` has what each stands for, and `default` is meant where none is given.
    """

    schema: Schema
    example: str
    blank: str = ""
    means: Mapping[str, object] | None = None
    default: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListOf:
    """Texts or objects; one that must be `given` has to be there even if it is empty."""

    of: Prose | Mapping[str, "Field"]
    least: int = 0
    most: int = 20
    given: bool = False


@dataclass(frozen=True, slots=True)
class OrNull:
    """An object or null; `when` tells a person when to give one."""

    of: Mapping[str, "Field"]
    when: str


Field = Prose | Single | ListOf | OrNull | Mapping[str, "Field"]
Fields = Mapping[str, Field]


def one_of(*words: str, default: str = "", also: tuple[str, ...] = (), **synonyms: str) -> Single:
    """Return a field for one of these words."""
    schema, example = {"type": "string", "enum": list(words)}, " or ".join(f'"{word}"' for word in words)
    blank = default or (f"  # {' or '.join(words)}" if words[1:] else words[0])
    return Single(schema, example, blank, {word: word for word in words} | synonyms, default, also)


def scale(most: int) -> Single:
    """Return a field for a whole number from 1 to `most`."""
    return Single({"type": "integer", "enum": list(range(1, most + 1))}, f"1 to {most}", f"  # 1 to {most}")


# -- the replies

BEST = 10  # ratings of proposals go from 1 to this
NAME = 200
POINT = 1_000  # a trade-off, a risk, an argument for or against, the complexity; a strength or a concern in a vote
DEFECT = 2_000
REASONING = 10_000  # also an approach, a summary, the parts of a plan
EXAMPLE = 5_000  # the input or the output of a test case
CODE = 50_000

YES_OR_NO = {"yes": True, "no": False, "true": True, "false": False}
_ANSWERS: Mapping[str, bool | None] = {**YES_OR_NO, "n/a": None, "not applicable": None}
_ANSWER = Single({"type": "string", "enum": ["yes", "no", "n/a"]}, '"yes" or "no" or "n/a"', means=_ANSWERS)
_ENTRIES: tuple[Fields, ...] = (
    {"source": Prose(), "quote": Prose()},
    {"absent": Prose(), "in": Prose()},
    {"run": Prose(), "with": one_of(*get_args(Language)), "shows": Prose(), "on": one_of("work", "base", "both")},
)
_EVIDENCE = Single({"$ref": "#/$defs/evidence"}, "[…]", "[]")
_DEMAND = Prose("words of the request")
_POINTS = ListOf(Prose(limit=POINT))
_REMARKS = ListOf(Prose(limit=DEFECT))
QUESTION: Fields = {
    "id": Prose("CK-001"),
    "question": Prose(required=True),
    "importance": one_of(*get_args(Importance)),
    "quote": _DEMAND,
    "rationale": Prose(),
    "ambiguity": Prose("empty, or a question to whoever asked"),
}
_DIMENSION: Fields = {
    "name": Prose(),
    "description": Prose(),
    "quote": _DEMAND,
    "scale": one_of("1-5"),
    "weight": Single({"type": "number"}, "0.5"),
    "instruction": Prose("what to collect and how to place it"),
    "anchors": {"contrast": Prose("the one thing that differs")}
    | dict.fromkeys(("score_2", "score_3", "score_4"), Prose()),
}
_PROBE: Fields = {
    "kind": one_of("demand", "keep"),
    "title": Prose("what it tests, in a few words"),
    "quote": _DEMAND,
    "run": Prose("the script"),
    "with": one_of(*get_args(Language)),
}
CHECKED: Fields = {
    "id": Prose("CK-001"),
    "answer": _ANSWER,
    "case": one_of("normal", "rare", default="normal"),
    "note": Prose(""),
    "evidence": _EVIDENCE,
}
_SCORE: Fields = {
    "name": Prose("dimension name"),
    "reasoning": Prose("the comparison with the anchors"),
    "placement": Prose(),
    "score": scale(5),
    "evidence": _EVIDENCE,
}
FINDING: Fields = {
    "text": Prose("what is wrong", required=True, also=("description",)),
    "priority": one_of(
        *get_args(Priority), default="medium", also=("severity",), critical="high", major="medium", minor="low"
    ),
    "criterion": Prose("CK-001 or a dimension name"),
    "evidence": _EVIDENCE,
    "suggestion": Prose(),
}
FAILURE: Fields = {"text": Prose("what fails", required=True), "evidence": _EVIDENCE}
REFUTED: Fields = {"argument": Prose("A1", required=True), "evidence": _EVIDENCE}
REMARK: Fields = {
    "file": Prose("path/to/file.py"),
    "line": Prose("12 or 12-20"),
    "comment": Prose("what is wrong there", required=True),
    "severity": one_of("low", "medium", "high", "critical", default="medium"),
}
_STEP: Fields = {
    "title": Prose(limit=POINT, required=True),
    "description": Prose(limit=REASONING, required=True),
    "expected_output": Prose(limit=REASONING, required=True),
    "files": ListOf(Prose("path/to/file", DEFECT), given=True),
}
RATING: Fields = {"label": Prose("A"), "strengths": _POINTS, "concerns": _POINTS, "score": scale(BEST)}
_ONE_OR_MORE = ListOf(Prose("at least one", POINT), least=1)

# Each mapping is one line of the form in the prompt.
_REPORT: tuple[Fields, ...] = (
    {"summary": Prose("two or three sentences")},
    {"checklist": ListOf(CHECKED)},
    {"scores": ListOf(_SCORE)},
    {"findings": ListOf(FINDING)},
    {"rework": Single({}, '{"R1": "resolved" or "open"}')},  # its schema has the ids that were sent back before
)
_PROPOSAL: tuple[Fields, ...] = (
    {"name": Prose("a short title, under 100 characters", NAME, required=True)},
    {"approach": Prose("how it works and why it is right for this problem", REASONING, required=True)},
    {"code": Prose(limit=CODE, required=True, verbatim=True), "language": Prose("python", NAME, required=True)},
    {"complexity": Prose("time and space, or whatever grows with the input", POINT)},
    {"tradeoffs": _POINTS, "risks": _POINTS},
    {"pros": _ONE_OR_MORE, "cons": _ONE_OR_MORE},
    {"tests": ListOf({"input": Prose(limit=EXAMPLE, verbatim=True), "output": Prose(limit=EXAMPLE, verbatim=True)})},
)
_LINES: Mapping[str, tuple[Fields, ...]] = {
    "rubric": ({"checklist": ListOf(QUESTION, least=1)}, {"rubric_dimensions": ListOf(_DIMENSION, least=1)}),
    "probe": ({"probes": ListOf(_PROBE, least=1)},),
    "judge": _REPORT,
    "debate": _REPORT,
    "argue": (
        {
            "drift": Single({"type": "boolean"}, "true or false", "  # yes or no", YES_OR_NO),
            "claim": Prose("one or two sentences", required=True),
            "evidence": _EVIDENCE,
            "query": Prose(""),
        },
    ),
    "rule": (
        {"verdict": one_of("accept", "reject")},
        {"failures": ListOf({"id": Prose("R1"), **FAILURE})},
        {"refuted": ListOf(REFUTED)},
    ),
    "stage": (
        {"verdict": one_of("pass", "fail")},
        {"summary": Prose("two or three sentences")},
        {"findings": ListOf(REMARK)},
        {"required_fixes": ListOf(Prose("one change that is needed before this can pass"))},
    ),
    "propose": _PROPOSAL,
    "vote": (
        {"ratings": ListOf(RATING)},
        {"reasoning": Prose("why this one and not the next best, under 2,000 characters", REASONING, required=True)},
        {"choice": Prose("the letter of the proposal you would carry out")},
        {"confidence": one_of("high", "medium", "low")},
    ),
    "revise": (
        {"defect": Prose("what is wrong with the leading proposal", DEFECT)},
        {"keep": Single({"type": "boolean"}, "true or false", "yes", YES_OR_NO)},
        {"proposal": OrNull({k: v for line in _PROPOSAL for k, v in line.items()}, "With keep: no, the new proposal:")},
    ),
    "synthesise": (
        {"summary": Prose("what the round came to, in a few sentences", REASONING, required=True)},
        {"agreements": _REMARKS, "disagreements": _REMARKS},
        {"acceptance": ListOf(Prose("at least one", DEFECT), least=1), "guidelines": _REMARKS},
    ),
    "plan": (
        {"objectives": ListOf(Prose("one to five", DEFECT), least=1, most=5)},
        {"steps": ListOf(_STEP, least=3)},
        {"tests": ListOf(Prose("how it is shown to work, at least one", DEFECT), least=1)},
        {"risks": ListOf(Prose("what may go wrong and what is done about it, at least one", DEFECT), least=1)},
        {"rollback": Prose("the way back", REASONING, required=True)},
    ),
}
REPLIES: Mapping[str, Fields] = {
    purpose: {name: field for line in lines for name, field in line.items()} for purpose, lines in _LINES.items()
}

# -- reading


def read_fields(entry: MapNode, fields: Fields) -> dict[str, Any]:
    """Return the texts, words, evidence and lists among the fields; numbers and objects are left to the caller.

    Raise ParseError for one that is missing, of another kind or beyond its limit.
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
            given = not field.default or entry.text(*names)
            values[name] = entry.choice(field.means, *names) if given else field.default
        elif isinstance(field, ListOf):
            values[name] = _read_list(entry, name, field)
    return values


def _read_list(entry: MapNode, name: str, field: ListOf) -> list[object]:
    """Return the texts or objects of a list; one that is not given is empty."""
    if field.given and entry.node(name) is None:
        raise ParseError(f"{name} is missing", entry.line)
    items = entry.items(name, most=field.most, least=field.least)
    if not isinstance(field.of, Prose):
        return [read_fields(each, field.of) for each in entry.entries(name, most=field.most)]
    texts: list[object] = []
    for item in items:
        if not isinstance(item, ScalarNode) or item.null or not item.value.strip():
            raise ParseError(f"an entry of {name} should be text", item.line)
        texts.append(_bounded(item.value.strip(), name, field.of.limit, item.line))
    return texts


def _bounded(text: str, name: str, limit: int, line: int) -> str:
    if limit and len(text) >= limit:
        raise ParseError(f"{name} has {len(text)} characters, fewer than {limit} are read", line)
    return text


# -- the JSON schema for the APIs of models

AMPLE = 5_600  # tokens: room for the largest rubric that the prompt asks for, wordily put
_QUESTIONS, _DIMENSIONS = 12, 6  # of that rubric
_TEXT: Schema = {"type": "string"}
_FIRST = 600  # tokens that one question and one dimension may take


def schema_for(purpose: Purpose, reference: str, earlier: Sequence[str] = (), room: int = AMPLE) -> Schema:
    """Return the schema of a reply with this reference word, and an answer for each id in `earlier`.

    It keeps to the narrow dialect that every vendor's strict mode takes: each field is required, no other is allowed,
    and a fixed value is an enum of one. Only with less than ample `room`, in tokens, a rubric is bounded to what fits,
    so that even a model which never stops can finish it; not every vendor takes that form.
    """
    fields: dict[str, Field] = {"reference": one_of(reference), **REPLIES[purpose]}
    if "rework" in fields:
        fields["rework"] = {reason_id: one_of("resolved", "open") for reason_id in earlier}
    if purpose == "rubric" and room < AMPLE:
        # Ids are left to the reader, who numbers the questions, and so are the weights, which it divides by their sum.
        brief = {name: field for name, field in QUESTION.items() if name not in ("id", "ambiguity")}
        fields["checklist"] = ListOf(brief)
        fields["scoring"] = {"aggregation": one_of("weighted_sum"), "normalize": one_of("true")}
        # The lists grow with the room, from one entry each, and no text may take more than a sixteenth of it; about
        # four characters are a token.
        schema = _schema(fields, _TEXT | {"maxLength": room // 4})
        for name, largest in (("checklist", _QUESTIONS), ("rubric_dimensions", _DIMENSIONS)):
            most = largest * (room - _FIRST) // (AMPLE - _FIRST)
            schema["properties"][name] |= {"minItems": 1, "maxItems": max(1, most)}
        return schema
    schema = _schema(fields)
    if "#/$defs/evidence" in str(schema):
        schema["$defs"] = {"evidence": {"type": "array", "items": {"anyOf": [*map(_schema, _ENTRIES)]}}}
    return schema


def _schema(field: Field, text: Schema = _TEXT) -> Schema:
    """Return the schema of a field, in which every text has the schema `text`."""
    if isinstance(field, Prose):
        return dict(text)
    if isinstance(field, Single):
        return dict(field.schema)
    if isinstance(field, ListOf):
        return {"type": "array", "items": _schema(field.of, text)}
    if isinstance(field, OrNull):
        return {"anyOf": [_schema(field.of, text), {"type": "null"}]}
    properties = {name: _schema(each, text) for name, each in field.items()}
    return {"type": "object", "properties": properties, "required": list(field), "additionalProperties": False}


# -- the form in the prompt


def prompt_form(purpose: str) -> str:
    """Return the form that a prompt shows, with `{{ reference }}` in the place of the reference word."""
    lines = [", ".join(f'"{name}": {_example(field)}' for name, field in line.items()) for line in _LINES[purpose]]
    between = ", " if purpose in ("argue", "rule") else ",\n "  # short forms go on in the line of the reference
    return '{"reference": "{{ reference }}"' + between + ",\n ".join(lines) + "}"


def _example(field: Field, *, short: bool = False) -> str:
    """Return what stands for a field in a prompt; in `short`, every text is an ellipsis."""
    if isinstance(field, Prose):
        return '"…"' if short else f'"{field.example}"'
    if isinstance(field, Single):
        return field.example
    if isinstance(field, ListOf):
        return f"[{_example(field.of, short=short)}]"
    if isinstance(field, OrNull):
        return f"null, or {_example(field.of, short=True)}"
    return "{" + ", ".join(f'"{name}": {_example(each, short=short)}' for name, each in field.items()) + "}"


# -- the blank form for a person


@dataclass(frozen=True, slots=True)
class Row:
    """An entry that a list in a blank form has from the start: what is filled in, and comments above it."""

    filled: Mapping[str, str]
    comments: tuple[str, ...] = ()


def blank_form(purpose: Purpose, rows: Mapping[str, Sequence[Row]] | None = None, earlier: Sequence[str] = ()) -> str:
    """Return YAML to fill in; `rows` are the entries that a list must have, `earlier` the reasons sent back before."""
    fields = dict(REPLIES.get(purpose, {}))
    if "rework" in fields:
        fields["rework"] = {reason_id: one_of("resolved", "open") for reason_id in earlier}
    lines = ["reference:   # by this line the answer is found; it may stay empty"] if fields else []
    return "\n".join([*lines, *_blank_lines(fields, rows or {})]) + "\n"


def _blank_lines(fields: Fields, rows: Mapping[str, Sequence[Row]]) -> list[str]:
    lines: list[str] = []
    for name, field in fields.items():
        if isinstance(field, Prose):
            lines += [f"{name}: |", "  "] if field.verbatim else [f"{name}: "]
        elif isinstance(field, Single):
            lines.append(f"{name}: {field.blank}")
        elif isinstance(field, OrNull):
            nested = _blank_lines({name: field.of}, {})
            lines += [f"# {line}" for line in (field.when, *nested)]
        elif isinstance(field, Mapping):
            nested = _blank_lines(field, {})
            lines += [f"{name}:", *(f"  {line}" for line in nested)] if nested else []
        elif isinstance(field.of, Prose):
            lines += [f"{name}:", "  - "] if field.least else [f"{name}: []"]
        elif name not in rows and not field.least:
            lines.append(f"{name}: []   # each with {', '.join(field.of)}")
        else:
            lines.append(f"{name}:")
            for row in rows.get(name, [Row({})] * field.least):
                left = {key: each for key, each in field.of.items() if key not in row.filled}
                entry = [f"{key}: {value}" for key, value in row.filled.items()] + _blank_lines(left, {})
                lines += [f"  # {comment}" for comment in row.comments]
                lines += [f"  - {entry[0]}", *(f"    {line}" for line in entry[1:])]
    return lines

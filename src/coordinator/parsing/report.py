"""Raw text of any model → a typed rubric, report, ruling or argument, or the stated cause why not.

Nothing is guessed: what is missing, given twice, unknown or outside its scale makes the reply unreadable.
Numbers that follow from others are computed here; where a report's own differ, its notes say so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Literal, TypeVar

from coordinator.models import Answer, Evidence, Finding, Item, Priority, Report, Rubric, Score, Value
from coordinator.parsing.blocks import ReplyKind, ReplyLayout, choose, lay_out
from coordinator.parsing.citations import read_evidence
from coordinator.parsing.data import ListNode, MapNode, Node, ParseError, ScalarNode
from coordinator.parsing.fields import FieldReader, squeeze
from coordinator.parsing.rubric import MAX_DIMENSIONS, MAX_ITEMS, RUBRIC, refuse_repeats, rubric_of

__all__ = [
    "Argument",
    "Refutation",
    "Ruling",
    "Unreadable",
    "each_once",
    "points",
    "read_argument",
    "read_evidence",
    "read_report",
    "read_rubric",
    "read_ruling",
    "reading",
]

MAX_FINDINGS = 100
ROUNDING = Decimal("0.01")  # by how much a judge's own arithmetic may differ unremarked

REPORT = ReplyKind("report", ("rubric_scores", "scores", "checklist_results"), "evaluation_report")
RULING = ReplyKind("verdict", ("verdict",))
ARGUMENT = ReplyKind("argument", ("drift",))

YES_OR_NO = {"yes": True, "no": False, "true": True, "false": False}
_PRIORITIES: Mapping[str, Priority] = {"high": "high", "medium": "medium", "low": "low", "critical": "high"}
_STATES: Mapping[str, Literal["resolved", "open"]] = {"resolved": "resolved", "open": "open"}
_VERDICTS: Mapping[str, Literal["accept", "reject"]] = {"accept": "accept", "reject": "reject"}
_PLACEMENTS = (
    (re.compile(r"(?:worse than|below) score_2"), (1,)),
    (re.compile(r"(?:matches|like) score_2"), (2,)),
    (re.compile(r"past score_2|between"), (2, 3, 4)),
    (re.compile(r"(?:matches|like) score_4"), (4,)),
    (re.compile(r"(?:better than|beyond) score_4"), (5,)),
)
_REASON_ID = re.compile(r"R[1-9][0-9]{0,3}")


class Unreadable(Value):
    """A reply that does not read as what was asked for, and why."""

    kind: Literal["unreadable"] = "unreadable"
    cause: str


class Refutation(Value):
    """A judge's counter-evidence to one argument."""

    argument: str
    evidence: tuple[Evidence, ...]


class Ruling(Value):
    """What the judge over grounded arguments concludes."""

    verdict: Literal["accept", "reject"]
    failures: tuple[Finding, ...] = ()
    refutations: tuple[Refutation, ...] = ()


class Argument(Value):
    """What one debater argues from its tool; `query` asks the tool another question."""

    drift: bool
    claim: str
    evidence: tuple[Evidence, ...] = ()
    query: str = ""


Read = TypeVar("Read")


def read_rubric(text: str, *, reference: str = "") -> Rubric | Unreadable:
    """The rubric in a reply."""
    return reading(lambda: rubric_of(FieldReader(choose(lay_out(text), RUBRIC, reference).fields)))


def read_report(text: str, rubric: Rubric, *, reference: str = "", earlier: Sequence[str] = ()) -> Report | Unreadable:
    """The report in a reply; every id in `earlier` must be answered resolved or open."""
    return reading(lambda: _report(FieldReader(choose(lay_out(text), REPORT, reference).fields), rubric, earlier))


def read_ruling(text: str, *, reference: str = "") -> Ruling | Unreadable:
    """The ruling in a reply: data, or a line `VERDICT: ACCEPT` or `VERDICT: REJECT` with `- R1: …` lines."""

    def ruling() -> Ruling:
        layout = lay_out(text)
        spoken = list(_spoken_verdicts(layout, reference))
        return _ruling(FieldReader(choose(layout, RULING, reference, spoken).fields))

    return reading(ruling)


def read_argument(text: str, *, reference: str = "") -> Argument | Unreadable:
    """The argument in a reply."""
    return reading(lambda: _argument(FieldReader(choose(lay_out(text), ARGUMENT, reference).fields)))


def reading(read: Callable[[], Read]) -> Read | Unreadable:
    """What was read, or the defect that prevented it as a stated cause."""
    try:
        return read()
    except ParseError as defect:
        return Unreadable(cause=str(defect))


# -- the report


def _report(top: FieldReader, rubric: Rubric, earlier: Sequence[str]) -> Report:
    answered, scored = _answered(top, rubric), _scored(top, rubric)
    answers = tuple(_answer(item, entry) for item, entry in answered.items())
    scores = tuple(_score(name, entry) for name, entry in scored.items())
    known = [*answered, *scored, *earlier]
    findings = top.entries("findings", "issues", most=MAX_FINDINGS)
    notes = [note for entry in findings for note in _note_criterion(entry, known)]
    notes += [note for item in rubric.checklist for note in _note_importance(answered[item.id], item)]
    notes += _arithmetic(top, rubric, answers, scores, list(scored.values()))
    return Report(
        answers=answers,
        scores=scores,
        findings=tuple(_finding(entry, known) for entry in findings),
        summary=top.text("summary", "executive_summary"),
        rework=_rework(top, earlier),
        notes=tuple(notes),
    )


def _answered(top: FieldReader, rubric: Rubric) -> dict[str, FieldReader]:
    names = ("checklist", "checklist_results")
    entries = [(_item_of(entry, rubric), entry) for entry in top.entries(*names, most=2 * MAX_ITEMS)]
    return each_once([item.id for item in rubric.checklist], entries, "answer to", top.line_of(*names))


def _scored(top: FieldReader, rubric: Rubric) -> dict[str, FieldReader]:
    names = ("scores", "rubric_scores")
    entries = [(_dimension_of(entry, rubric), entry) for entry in top.entries(*names, most=2 * MAX_DIMENSIONS)]
    return each_once([each.name for each in rubric.dimensions], entries, "score for", top.line_of(*names))


def each_once(
    names: Sequence[str], entries: Sequence[tuple[str, FieldReader]], what: str, line: int
) -> dict[str, FieldReader]:
    """The one entry for each name, in the order of the names."""
    found: dict[str, FieldReader] = {}
    for name, entry in entries:
        if name in found:
            raise ParseError(f"more than one {what} {name!r}, the first on line {found[name].line}", entry.line)
        found[name] = entry
    if missing := [name for name in names if name not in found]:
        raise ParseError(f"no {what} {', '.join(missing)}", line)
    return {name: found[name] for name in names}


def _item_of(entry: FieldReader, rubric: Rubric) -> str:
    by_question = {squeeze(item.question): item.id for item in rubric.checklist}
    id, question = entry.text("id"), squeeze(entry.text("question"))
    asked = by_question.get(question, "")
    if id and asked and id != asked:
        raise ParseError(f"the question of {asked} is answered under the id {id}", entry.line)
    if (id or asked) not in by_question.values():
        raise ParseError(f"the checklist item {id or question!r} is not in the rubric", entry.line)
    return id or asked


def _dimension_of(entry: FieldReader, rubric: Rubric) -> str:
    name = entry.required("name", "criterion_name")
    for dimension in rubric.dimensions:
        if squeeze(dimension.name) == squeeze(name):
            return dimension.name
    raise ParseError(f"the criterion {name!r} is not in the rubric", entry.line_of("name", "criterion_name"))


def _answer(item: str, entry: FieldReader) -> Answer:
    yes = entry.choice(YES_OR_NO, "answer")
    return Answer(item=item, yes=yes, evidence=read_evidence(entry.raw("evidence")))


def _score(name: str, entry: FieldReader) -> Score:
    comparison = entry.entry("anchor_comparison")
    raw = [entry.raw("evidence"), entry.raw("evidence_summary"), *_compared(comparison)]
    return Score(
        dimension=name,
        score=points(name, entry),
        reasoning=entry.text("reasoning"),
        placement=_placement(entry, comparison),
        evidence=read_evidence(raw),
    )


def _compared(comparison: FieldReader | None) -> Iterator[object]:
    """The excerpts of the work that were held against the anchors."""
    for side in ("closer_to", "further_from"):
        compared = comparison.raw(side) if comparison else None
        if isinstance(compared, dict):
            yield compared.get("artifact")


def _placement(entry: FieldReader, comparison: FieldReader | None) -> str:
    return entry.text("placement") or (comparison.text("placement") if comparison else "")


def points(name: str, entry: FieldReader, most: int = 5) -> int:
    """The whole number in `score`, from 1 to `most`; nothing is rounded."""
    written, line = entry.required("score"), entry.line_of("score")
    given = entry.number("score")
    if given is None:
        raise ParseError(f"the score of {name!r} is not a number: {written[:40]!r}", line)
    if given != int(given):
        raise ParseError(f"the score of {name!r} is not an integer: {written}", line)
    if not 1 <= given <= most:
        raise ParseError(f"the score of {name!r} is {written}, outside its scale 1-{most}", line)
    return int(given)


def _finding(entry: FieldReader, known: Sequence[str]) -> Finding:
    criterion = entry.text("criterion")
    return Finding(
        text=entry.required("text", "description"),
        priority=entry.choice(_PRIORITIES, "priority") if entry.text("priority") else "medium",
        criterion=criterion if criterion in known else "",
        evidence=read_evidence(entry.raw("evidence")),
        suggestion=entry.text("suggestion"),
    )


def _rework(top: FieldReader, earlier: Sequence[str]) -> dict[str, Literal["resolved", "open"]]:
    rework = top.entry("rework")
    given = {} if rework is None else {id: (word, line) for id, word, line in rework.words()}
    for id, (word, line) in given.items():
        if id not in earlier:
            raise ParseError(f"rework names {id!r}, which was not sent back before", line)
        if word.lower() not in _STATES:
            raise ParseError(f"rework of {id} should be resolved or open, not {word[:40]!r}", line)
    if missing := [id for id in earlier if id not in given]:
        what = f"rework does not say whether {', '.join(missing)} is resolved or open"
        raise ParseError(what, top.line_of("rework"))
    return {id: _STATES[given[id][0].lower()] for id in earlier}


# -- what a report says about itself


def _note_criterion(entry: FieldReader, known: Sequence[str]) -> Iterator[str]:
    criterion = entry.text("criterion")
    if criterion and criterion not in known:
        line = entry.line_of("criterion")
        yield f"line {line}: a finding names the criterion {criterion!r}, which is not in the rubric"


def _note_importance(entry: FieldReader, item: Item) -> Iterator[str]:
    stated = entry.text("importance")
    if stated and stated.lower() != item.importance:
        yield f"line {entry.line}: {item.id} is called {stated[:40]}, the rubric says {item.importance}"


def _arithmetic(
    top: FieldReader, rubric: Rubric, answers: Sequence[Answer], scores: Sequence[Score], scored: Sequence[FieldReader]
) -> list[str]:
    notes: list[str] = []
    total = Decimal(0)
    for dimension, score, entry in zip(rubric.dimensions, scores, scored, strict=True):
        weighted = dimension.weight * score.score
        total += weighted
        notes += _differs(entry, "weight", dimension.weight)
        notes += _differs(entry, "weighted_score", weighted)
        notes += _note_placement(entry, score, rubric)
    notes += _differs(top, "overall", total)
    if stated := _stated(top, "score_calculation"):
        penalties = stated.number("checklist_penalties") or Decimal(0)
        notes += _differs(stated, "raw_weighted_sum", total)
        notes += _differs(stated, "final_score", max(Decimal(1), total + penalties))
    return notes + _note_counts(top, rubric, answers)


def _stated(top: FieldReader, field: str) -> FieldReader | None:
    """A mapping of numbers that follow from others; whatever else stands there is not worth a refusal."""
    return top.entry(field) if isinstance(top.node(field), MapNode) else None


def _differs(entry: FieldReader, field: str, ours: Decimal) -> list[str]:
    stated = entry.number(field)
    if stated is None or abs(stated - ours) <= ROUNDING:
        return []
    return [f"line {entry.line_of(field)}: the report states {field} {stated}, computed {ours.normalize():f}"]


def _note_placement(entry: FieldReader, score: Score, rubric: Rubric) -> list[str]:
    allowed = next((to for words, to in _PLACEMENTS if words.match(score.placement.lower())), (score.score,))
    if rubric.form == "banded" or score.score in allowed:
        return []
    return [f"line {entry.line}: {score.dimension!r} is placed {score.placement!r} but scored {score.score}"]


def _note_counts(top: FieldReader, rubric: Rubric, answers: Sequence[Answer]) -> list[str]:
    stated = _stated(top, "checklist_summary")
    if stated is None:
        return []
    pairs = list(zip(rubric.checklist, answers, strict=True))
    failed = [item.importance for item, answer in pairs if answer.yes == (item.importance == "pitfall")]
    counts = {
        "total": len(pairs),
        "passed": len(pairs) - len(failed),
        "failed": len(failed),
        "essential_failures": failed.count("essential"),
        "pitfall_triggers": failed.count("pitfall"),
    }
    return [note for field, count in counts.items() for note in _differs(stated, field, Decimal(count))]


# -- rulings and arguments


def _ruling(top: FieldReader) -> Ruling:
    verdict = top.choice(_VERDICTS, "verdict")
    failures = top.entries("failures", most=MAX_FINDINGS)
    ids = [entry.required("id") for entry in failures]
    refuse_repeats(ids, failures, "failure id")
    for id, entry in zip(ids, failures, strict=True):
        if not _REASON_ID.fullmatch(id):
            raise ParseError(f"a failure id should be R1, R2, …, not {id[:40]!r}", entry.line_of("id"))
    if verdict == "accept" and failures:
        raise ParseError("the verdict is accept, yet failures are listed", failures[0].line)
    return Ruling(
        verdict=verdict,
        failures=tuple(
            Finding(text=entry.required("text"), evidence=read_evidence(entry.raw("evidence"))) for entry in failures
        ),
        refutations=tuple(
            Refutation(argument=entry.required("argument"), evidence=read_evidence(entry.raw("evidence")))
            for entry in top.entries("refuted", most=MAX_FINDINGS)
        ),
    )


def _argument(top: FieldReader) -> Argument:
    return Argument(
        drift=top.choice(YES_OR_NO, "drift"),
        claim=top.required("claim"),
        evidence=read_evidence(top.raw("evidence")),
        query=top.text("query"),
    )


_VERDICT_LINE = re.compile(r" {0,3}(?:\*\*)?VERDICT: *(\w+)(?:\*\*)? *")
_REFERENCE_LINE = re.compile(r" {0,3}(?:\*\*)?REFERENCE: *(\S+?)(?:\*\*)? *")
_SPOKEN_START = re.compile(r"\s*(?:\*\*)?(?:VERDICT|REFERENCE):")
_FAILURE_LINE = re.compile(r" {0,3}- (R[0-9]+): *(.*)")


def _spoken_verdicts(layout: ReplyLayout, reference: str) -> Iterator[MapNode]:
    """The verdict lines in the prose and in unmarked fences, in the form that data has."""
    unmarked = (block for block in layout.blocks if block.fenced and _SPOKEN_START.match(block.text))
    texts = [list(enumerate(block.text.split("\n"), block.line)) for block in unmarked]
    for lines in [layout.prose, *texts]:
        by_number = dict(lines)
        for number, line in lines:
            if found := _VERDICT_LINE.fullmatch(line):
                yield _as_data(found[1], number, by_number, reference)


def _as_data(verdict: str, number: int, lines: Mapping[int, str], reference: str) -> MapNode:
    beside = {at: _REFERENCE_LINE.fullmatch(lines.get(at, "")) for at in (number - 1, number + 1)}
    words = {found[1] for found in beside.values() if found}
    fields: dict[str, Node] = {"verdict": ScalarNode(verdict, number)}
    if reference in words:
        fields["reference"] = ScalarNode(reference, number)
    first = number + 2 if beside[number + 1] else number + 1
    fields["failures"] = ListNode(tuple(_failures(first, lines)), number)
    return MapNode(fields, number)


def _failures(at: int, lines: Mapping[int, str]) -> Iterator[MapNode]:
    """The `- R1: …` lines below a verdict with their indented continuations, up to the next other line."""
    while at in lines:
        found = _FAILURE_LINE.fullmatch(lines[at])
        if not found and lines[at].strip():
            return
        start, at = at, at + 1
        if not found:
            continue
        text = [found[2]]
        while at in lines and re.match(r"[ \t]+[^\s-]", lines[at]):
            text.append(lines[at].strip())
            at += 1
        whole = "\n".join(text)
        id, said, evidence = (ScalarNode(value, start, quoted=True) for value in (found[1], whole, whole))
        yield MapNode({"id": id, "text": said, "evidence": evidence}, start)

"""Read the replies of judges: rubrics, blind tests, reports, rulings, arguments and stage verdicts.

A reader returns a typed value or raises ParseError with the cause. A reader never guesses. A value
that is missing, given twice, unknown, outside its scale or beyond its limit makes the reply
unreadable. Code computes every derived number, and ignores the sums in a report.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from itertools import count
from typing import Literal, get_args

from pydantic import Field

from coordinator.models import (
    Answer,
    Dimension,
    Experiment,
    FileEdit,
    Finding,
    Item,
    Probe,
    Report,
    Rubric,
    Score,
    Standing,
    Value,
)
from coordinator.parsing import shapes
from coordinator.parsing.blocks import ReplyKind, read_block, unquoted_prose
from coordinator.parsing.citations import read_evidence, read_script
from coordinator.parsing.fields import MapNode, ParseError, plain, resolve, squeeze
from coordinator.parsing.verdict_lines import has_verdict_line, read_verdict_lines

MAX_ITEMS = 60
MAX_DIMENSIONS = 20
MAX_PROBES = 6
LONGEST_TITLE = 300  # characters
ROUNDING = Decimal("0.005")  # the largest rounding error of one weight with two decimals

RUBRIC = ReplyKind("rubric", ("rubric_dimensions",), "evaluation_specification")
REPORT = ReplyKind("report", ("rubric_scores", "scores", "checklist_results"), "evaluation_report")
PROBES = ReplyKind("probes", ("probes",))
RULING = ReplyKind("verdict", ("verdict",))
ARGUMENT = ReplyKind("argument", ("drift",))
STAGE_VERDICT = ReplyKind("opinion", ("verdict",), any_case=True)

_NO_QUESTION = ("none", "no", "n/a")
_BANDS = ("1", "2", "3", "4", "5")
_ANCHORS = ("contrast", "score_2", "score_3", "score_4")
_REASON_ID = re.compile(r"R[1-9][0-9]{0,3}")


class Probes(Value):
    """The blind tests that a tester has written, and the trial fix with which they must pass.

    `inputs` is a script that prints further inputs and their results.
    """

    probes: tuple[Probe, ...]
    trial: tuple[FileEdit, ...] = ()
    inputs: Experiment | None = Field(default=None, exclude_if=lambda script: script is None)


class Ruling(Value):
    """The conclusion of the judge in the protocol tool-mad.

    It follows from the verified arguments of the examiners.

    `failures` are the judge's own reasons to reject. `refutations` are the judge's counter-evidence
    to arguments of the examiners.
    """

    verdict: Literal["accept", "reject"]
    failures: tuple[Finding, ...] = ()
    refutations: tuple[shapes.Refutation, ...] = ()


def read_argument(text: str, *, reference: str = "") -> shapes.Argument:
    return shapes.read_value(read_block(text, ARGUMENT, reference), shapes.Argument)


def read_stage_verdict(text: str, *, reference: str = "") -> shapes.StageVerdict:
    return shapes.read_value(read_block(text, STAGE_VERDICT, reference), shapes.StageVerdict)


# -- the rubric


def read_rubric(text: str, *, reference: str = "") -> Rubric:
    """Return the rubric in a reply: its checklist, dimensions, anchors and weights."""
    top = read_block(text, RUBRIC, reference)
    items = top.entries("checklist", most=MAX_ITEMS)
    entries = top.entries("rubric_dimensions", most=MAX_DIMENSIONS)
    for name, given in (("checklist", items), ("rubric_dimensions", entries)):
        if not given:
            raise ParseError(f"the rubric has no {name}", top.line)
    banded = [entry.node("score_definitions") is not None for entry in entries]
    if any(banded) and not all(banded):
        raise ParseError("use either anchors or score_definitions for all dimensions", top.line)
    checklist = _checklist(items)
    dimensions = [_dimension(entry, banded[0]) for entry in entries]
    refuse_repeats([squeeze(each.name) for each in dimensions], entries, "dimension")
    return Rubric(
        form="banded" if banded[0] else "anchored",
        checklist=tuple(checklist),
        dimensions=tuple(_normalised(dimensions, top)),
    )


def _checklist(entries: Sequence[MapNode]) -> list[Item]:
    """Return the questions of a rubric; a question without an id gets an unused one."""
    free_ids = _free_ids([entry.text("id") for entry in entries])
    checklist = []
    for entry in entries:
        said = shapes.read_fields(entry, shapes.QUESTION)
        if not said["id"]:
            said["id"] = next(free_ids)
        if said["ambiguity"].casefold().removesuffix(".") in _NO_QUESTION:
            said["ambiguity"] = ""
        checklist.append(Item.model_validate(said))
    refuse_repeats([item.id for item in checklist], entries, "checklist id")
    refuse_repeats([squeeze(item.question) for item in checklist], entries, "question")
    return checklist


def _free_ids(taken: Collection[str]) -> Iterator[str]:
    for number in count(1):
        item_id = f"CK-{number:03}"
        if item_id not in taken:
            yield item_id


def _normalised(dimensions: Sequence[Dimension], top: MapNode) -> Sequence[Dimension]:
    """Return the dimensions with weights that sum to 1, apart from rounding.

    If the given weights have another sum, divide them by it if `scoring` asks for that. Otherwise
    raise ParseError.
    """
    total = sum((each.weight for each in dimensions), Decimal(0))
    if abs(total - 1) <= ROUNDING * len(dimensions):
        return dimensions
    scoring = top.entry("scoring")
    if (
        scoring is None
        or scoring.text("aggregation") != "weighted_sum"
        or scoring.text("normalize").lower() != "true"
    ):
        line = top.line_of("rubric_dimensions")
        raise ParseError(f"the weights sum to {total}, not to 1.0", line)
    return [each.model_copy(update={"weight": each.weight / total}) for each in dimensions]


def read_probes(text: str, *, reference: str = "") -> Probes:
    """Return the blind tests in a reply. They get their ids when they are added to a rubric."""
    top = read_block(text, PROBES, reference)
    setup = top.text("setup", verbatim=True).strip("\n")
    probes = [_probe(entry, setup) for entry in top.entries("probes", most=MAX_PROBES)]
    if not probes:
        raise ParseError("there are no probes", top.line)
    given = shapes.read_fields(top, {"trial": shapes.TRIAL})["trial"]
    trial = tuple(FileEdit.model_validate(edit) for edit in given)
    inputs = top.entry("inputs")
    script = None
    if inputs is not None and inputs.text("run"):
        script = read_script(inputs, setup)
    return Probes(probes=tuple(probes), trial=trial, inputs=script)


def _probe(entry: MapNode, setup: str) -> Probe:
    """Return one blind test. Its script begins with the shared `setup`."""
    said = shapes.read_fields(entry, shapes.PROBE)
    title = squeeze(entry.required("title"))[:LONGEST_TITLE]
    script = read_script(entry, setup)
    probe = Probe(
        id="",
        kind=said["kind"],
        title=title,
        quote=said["quote"],
        script=script,
        answers=tuple(said["answers"]),
    )
    if not entry.text("certainty"):
        return probe
    certainty = read_score(title, entry, field="certainty")
    return probe.model_copy(update={"certainty": certainty})


def _dimension(entry: MapNode, banded: bool) -> Dimension:
    names = ("name", "description", "quote", "instruction")
    said = shapes.read_fields(entry, {name: shapes.DIMENSION[name] for name in names})
    name = said["name"]
    _check_scale(name, entry)
    weight = entry.number("weight")
    if weight is None or weight <= 0:
        what = f"the weight of {name!r} should be a number above 0"
        raise ParseError(what, entry.line_of("weight"))
    return Dimension(
        name=name,
        description=said["description"],
        quote=said["quote"],
        instruction=said["instruction"],
        weight=weight,
        anchors=_read_anchors(name, entry, banded),
    )


def _check_scale(name: str, entry: MapNode) -> None:
    """Raise ParseError unless the scale is 1 to 5 or not given."""
    scale = plain(entry.node("scale"))
    if isinstance(scale, str):
        scale = re.sub(r"\s*[-\u2013]\s*", "-", scale.strip())
    if scale not in (None, "1-5", {"min": "1", "max": "5"}):
        raise ParseError(f"the scale of {name!r} should be 1-5", entry.line_of("scale"))


def _read_anchors(name: str, entry: MapNode, banded: bool) -> dict[str, str]:
    """Return the texts that say what a score means."""
    if banded:
        anchors = entry.entry("score_definitions")
        keys: Sequence[str] = _BANDS
    else:
        anchors = entry.entry("anchors")
        keys = _ANCHORS
    if anchors is None or (banded and entry.node("anchors")):
        raise ParseError(f"{name!r} should have either anchors or score_definitions", entry.line)
    texts = {}
    for key in keys:
        # Earlier rubrics had no anchor for 3.
        if key != "score_3" or anchors.text(key):
            texts[key] = anchors.required(key)
    return texts


def refuse_repeats(names: Sequence[str], entries: Sequence[MapNode], what: str) -> None:
    """Raise ParseError at the first entry whose name was given before."""
    for at, name in enumerate(names):
        if name in names[:at]:
            raise ParseError(f"the {what} {name!r} is given twice", entries[at].line)


# -- the report


def read_report(
    text: str,
    rubric: Rubric,
    *,
    reference: str = "",
    earlier: Sequence[str] = (),
    only: Collection[str] | None = None,
    is_partial: bool = False,
) -> Report:
    """Return the report in a reply, which must call every reason in `earlier` resolved or open.

    If the report `is_partial`, because it is about a part of the work, it may leave out criteria
    and earlier reasons.

    In a debate, `only` names the criteria and the earlier reasons under debate. The reply need not
    answer the other criteria and reasons, and the report leaves out such answers. It keeps all
    findings.
    """
    top = read_block(text, REPORT, reference)
    known = [item.id for item in rubric.checklist]
    known += [dimension.name for dimension in rubric.dimensions]
    known += earlier
    if only is None:
        only = known
    answered = _answers_by_item(top, rubric, only, is_partial)
    scored = _scores_by_dimension(top, rubric, only, is_partial)
    probe_ids = {probe.id for probe in rubric.probes or ()}
    answers = []
    for item_id, entry in answered.items():
        if item_id in probe_ids:
            entry.choice(shapes.YES_OR_NO, "answer")  # a probe is right or wrong, never n/a
        answers.append(_answer(item_id, entry))
    scores = [_score(name, entry) for name, entry in scored.items()]
    findings = []
    for entry in top.entries("findings", "issues", most=shapes.MAX_FINDINGS):
        said = shapes.read_fields(entry, shapes.FINDING)
        said["criterion"] = resolve(said["criterion"], known)
        findings.append(Finding.model_validate(said))
    return Report(
        answers=tuple(answers),
        scores=tuple(scores),
        findings=tuple(findings),
        summary=top.text("summary", "executive_summary"),
        rework=_rework(top, earlier, only, is_partial),
    )


def _answers_by_item(
    top: MapNode, rubric: Rubric, only: Collection[str], is_partial: bool
) -> dict[str, MapNode]:
    names = ("checklist", "checklist_results")
    ids = [item.id for item in rubric.checklist]
    by_question = {squeeze(item.question): item.id for item in rubric.checklist}
    entries = []
    for entry in top.entries(*names, most=2 * MAX_ITEMS):
        entries.append((_answered_item(entry, ids, by_question), entry))
    asked = [item_id for item_id in ids if item_id in only]
    if is_partial:
        asked = [item_id for item_id in ids if item_id in dict(entries)]
    return each_once(asked, entries, "answer to", top.line_of(*names))


def _answered_item(entry: MapNode, ids: Sequence[str], by_question: dict[str, str]) -> str:
    """Return the id of the item that an entry answers, by its id or else by its question."""
    written = entry.text("id")
    question = squeeze(entry.text("question"))
    by_id = resolve(written, ids)
    meant = by_question.get(question, "")
    if by_id and meant and by_id != meant:
        raise ParseError(f"the question of {meant} is answered under the id {by_id}", entry.line)
    item_id = by_id if written else meant
    if not item_id:
        what = f"the checklist item {written or question!r} is not in the rubric"
        raise ParseError(what, entry.line)
    return item_id


def _answer(item_id: str, entry: MapNode) -> Answer:
    said = shapes.read_fields(entry, shapes.CHECKED)
    return Answer(
        item=item_id,
        yes=said["answer"],
        case=said["case"],
        note=said["note"],
        evidence=said["evidence"],
    )


def _scores_by_dimension(
    top: MapNode, rubric: Rubric, only: Collection[str], is_partial: bool
) -> dict[str, MapNode]:
    names = ("scores", "rubric_scores")
    known = [dimension.name for dimension in rubric.dimensions]
    entries = []
    for entry in top.entries(*names, most=2 * MAX_DIMENSIONS):
        written = entry.required("name", "criterion_name")
        name = resolve(written, known)
        if not name:
            line = entry.line_of("name", "criterion_name")
            raise ParseError(f"the criterion {written!r} is not in the rubric", line)
        entries.append((name, entry))
    asked = [name for name in known if name in only]
    if is_partial:
        asked = [name for name in known if name in dict(entries)]
    return each_once(asked, entries, "score for", top.line_of(*names))


def each_once(
    names: Sequence[str], entries: Sequence[tuple[str, MapNode]], what: str, line: int
) -> dict[str, MapNode]:
    """Return the one entry for each name, in the order of the names.

    Raise ParseError if a name has no entry, or more than one. Entries with other names are left
    out.
    """
    found: dict[str, MapNode] = {}
    for name, entry in entries:
        if name in found:
            first = found[name].line
            raise ParseError(
                f"more than one {what} {name!r}, the first on line {first}", entry.line
            )
        found[name] = entry
    missing = [name for name in names if name not in found]
    if missing:
        raise ParseError(f"no {what} {', '.join(missing)}", line)
    return {name: found[name] for name in names}


def _score(name: str, entry: MapNode) -> Score:
    evidence = [entry.node("evidence"), entry.node("evidence_summary")]
    placement = entry.text("placement")
    comparison = entry.entry("anchor_comparison")
    if comparison:
        # The excerpts of the work that the judge compared with the anchors are evidence too.
        for side in (comparison.node("closer_to"), comparison.node("further_from")):
            if isinstance(side, MapNode):
                evidence.append(side.fields.get("artifact"))
        placement = placement or comparison.text("placement")
    return Score(
        dimension=name,
        score=read_score(name, entry),
        case=shapes.read_fields(entry, {"case": shapes.SCORE["case"]})["case"],
        reasoning=entry.text("reasoning"),
        placement=placement,
        evidence=read_evidence(*evidence),
    )


def read_score(name: str, entry: MapNode, most: int = 5, field: str = "score") -> int:
    """Return the whole number in a field, from 1 to `most`; nothing is rounded."""
    written = entry.required(field)
    line = entry.line_of(field)
    given = entry.number(field)
    if given is None:
        raise ParseError(f"the {field} of {name!r} is not a number: {written[:40]!r}", line)
    if given != int(given):
        raise ParseError(f"the {field} of {name!r} is not an integer: {written}", line)
    if not 1 <= given <= most:
        raise ParseError(f"the {field} of {name!r} is {written}, outside its scale 1-{most}", line)
    return int(given)


def _rework(
    top: MapNode, earlier: Sequence[str], only: Collection[str], is_partial: bool
) -> dict[str, Standing]:
    """Return which earlier reasons are resolved and which are open."""
    rework = top.entry("rework") or MapNode({}, top.line)
    given: dict[str, Standing] = {}
    for written in rework.fields:
        reason_id = resolve(written, earlier)
        line = rework.line_of(written)
        if not reason_id:
            raise ParseError(f"rework names {written!r}, which is not an earlier reason", line)
        if reason_id in given:
            raise ParseError(f"rework names {reason_id} twice", line)
        given[reason_id] = rework.choice(get_args(Standing), written)
    if is_partial:
        return given
    asked = [reason_id for reason_id in earlier if reason_id in only]
    missing = [reason_id for reason_id in asked if reason_id not in given]
    if missing:
        what = f"rework does not say whether {', '.join(missing)} is resolved or open"
        raise ParseError(what, top.line_of("rework"))
    return {reason_id: given[reason_id] for reason_id in asked}


# -- rulings


def read_ruling(text: str, *, reference: str = "") -> Ruling:
    """Return the ruling in a reply: a block, or else lines that begin with VERDICT."""
    lines = unquoted_prose(text, RULING, reference)
    if has_verdict_line(lines):
        verdict, failures = read_verdict_lines(lines, reference)
        return Ruling(verdict=verdict, failures=failures)
    return _ruling(read_block(text, RULING, reference))


def _ruling(top: MapNode) -> Ruling:
    said = shapes.read_fields(top, shapes.RULING)
    entries = top.entries("failures", most=shapes.MAX_FINDINGS)
    ids = [failure["id"] for failure in said["failures"]]
    refuse_repeats(ids, entries, "failure id")
    for failure_id, entry in zip(ids, entries, strict=True):
        if not _REASON_ID.fullmatch(failure_id):
            what = f"a failure id should be R1, R2, …, not {failure_id[:40]!r}"
            raise ParseError(what, entry.line_of("id"))
    if said["verdict"] == "accept" and entries:
        raise ParseError("the verdict is accept, but failures are listed", entries[0].line)
    failures: list[Finding] = []
    for failure in said["failures"]:
        failures.append(Finding(text=failure["text"], evidence=failure["evidence"]))
    refutations = []
    for refuted in said["refuted"]:
        refutations.append(shapes.Refutation.model_validate(refuted))
    return Ruling(verdict=said["verdict"], failures=tuple(failures), refutations=tuple(refutations))

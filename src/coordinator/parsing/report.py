"""Raw text of any model → a typed rubric, report, ruling, vote or plan, or a ParseError with the cause why not.

Nothing is guessed: what is missing, given twice, unknown, outside its scale or longer than its limit makes the reply
unreadable.
Numbers that follow from others are computed by us, and a report's own are not looked at.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from itertools import count
from typing import Literal, get_args

from coordinator.models import (
    Answer,
    Dimension,
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
from coordinator.parsing.blocks import ReplyKind, read_block
from coordinator.parsing.citations import read_evidence, read_script
from coordinator.parsing.fields import MapNode, ParseError, plain, resolve, squeeze

MAX_ITEMS = 60
MAX_DIMENSIONS = 20
MAX_PROBES = 6
LONGEST_TITLE = 300  # characters
ROUNDING = Decimal("0.005")  # of one weight with two decimals

RUBRIC = ReplyKind("rubric", ("rubric_dimensions",), "evaluation_specification")
REPORT = ReplyKind("report", ("rubric_scores", "scores", "checklist_results"), "evaluation_report")
PROBES = ReplyKind("probes", ("probes",))
RULING = ReplyKind("verdict", ("verdict",))
ARGUMENT = ReplyKind("argument", ("drift",))
STAGE_VERDICT = ReplyKind("opinion", ("verdict",))
PROPOSAL = ReplyKind("proposal", ("approach", "code"))
VOTE = ReplyKind("vote", ("choice", "ratings"))
REVISION = ReplyKind("revision", ("keep",))
SYNTHESIS = ReplyKind("synthesis", ("agreements", "disagreements", "acceptance"))
PLAN = ReplyKind("plan", ("objectives", "steps", "rollback"))

_NO_QUESTION = ("none", "no", "n/a")
_BANDS = ("1", "2", "3", "4", "5")
_ANCHORS = ("contrast", "score_2", "score_3", "score_4")
_REASON_ID = re.compile(r"R[1-9][0-9]{0,3}")


class Probes(Value):
    """The blind tests that a seat has written."""

    probes: tuple[Probe, ...]


class Ruling(Value):
    """What the judge over grounded arguments concludes."""

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
    if not items or not entries:
        raise ParseError(
            f"the rubric has no {'rubric_dimensions' if items else 'checklist'}", top.line
        )
    banded = {entry.node("score_definitions") is not None for entry in entries}
    if len(banded) > 1:
        raise ParseError("some dimensions have anchors and some score_definitions", top.line)
    given_ids = [entry.text("id") for entry in items]
    free_ids = (free for number in count(1) if (free := f"CK-{number:03}") not in given_ids)
    checklist = []
    for entry in items:
        said = shapes.read_fields(entry, shapes.QUESTION)
        said["id"] = said["id"] or next(free_ids)
        if said["ambiguity"].casefold().removesuffix(".") in _NO_QUESTION:
            said["ambiguity"] = ""
        checklist.append(Item(**said))
    refuse_repeats([item.id for item in checklist], items, "checklist id")
    refuse_repeats([squeeze(item.question) for item in checklist], items, "question")
    dimensions = [_dimension(entry, True in banded) for entry in entries]
    refuse_repeats([squeeze(each.name) for each in dimensions], entries, "dimension")
    # Weights that do not sum to 1 but for rounding are divided by their sum only where `scoring` says so in two words.
    total = sum((each.weight for each in dimensions), Decimal(0))
    if abs(total - 1) > ROUNDING * len(dimensions):
        scoring = top.entry("scoring")
        weighted_sum = scoring is not None and scoring.text("aggregation") == "weighted_sum"
        if not scoring or not weighted_sum or scoring.text("normalize").lower() != "true":
            raise ParseError(
                f"the weights sum to {total}, not to 1.0", top.line_of("rubric_dimensions")
            )
        dimensions = [
            each.model_copy(update={"weight": each.weight / total}) for each in dimensions
        ]
    form: Literal["banded", "anchored"] = "banded" if True in banded else "anchored"
    return Rubric(form=form, checklist=tuple(checklist), dimensions=tuple(dimensions))


def read_probes(text: str, *, reference: str = "") -> Probes:
    """Return the blind tests in a reply; they get their ids with the rubric that they belong to."""
    top = read_block(text, PROBES, reference)
    probes = []
    for entry in top.entries("probes", most=MAX_PROBES):
        script = read_script(entry)
        kind: Literal["demand", "keep"] = entry.choice(("demand", "keep"), "kind")
        title = squeeze(entry.required("title"))[:LONGEST_TITLE]
        probes.append(
            Probe(id="", kind=kind, title=title, quote=entry.text("quote"), script=script)
        )
    if not probes:
        raise ParseError("there are no probes", top.line)
    return Probes(probes=tuple(probes))


def _dimension(entry: MapNode, banded: bool) -> Dimension:
    texts = {
        field: shapes.DIMENSION[field] for field in ("name", "description", "quote", "instruction")
    }
    said = shapes.read_fields(entry, texts)
    name = said["name"]
    scale = plain(entry.node("scale"))
    if isinstance(scale, str):
        scale = re.sub(r"\s*[-\u2013]\s*", "-", scale.strip())
    if scale not in (None, "1-5", {"min": "1", "max": "5"}):
        raise ParseError(f"the scale of {name!r} should be 1-5", entry.line_of("scale"))
    weight = entry.number("weight")
    if weight is None or weight <= 0:
        raise ParseError(
            f"the weight of {name!r} should be a number above 0", entry.line_of("weight")
        )
    field, keys = ("score_definitions", _BANDS) if banded else ("anchors", _ANCHORS)
    anchors = entry.entry(field)
    if anchors is None or (banded and entry.node("anchors")):
        raise ParseError(f"{name!r} should have either anchors or score_definitions", entry.line)
    # As rubrics were written before
    left_out = "" if banded or anchors.text("score_3") else "score_3"
    return Dimension(
        **said,
        weight=weight,
        anchors={key: anchors.required(key) for key in keys if key != left_out},
    )


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
) -> Report:
    """Return the report in a reply; every id in `earlier` must be answered resolved or open.

    In a debate these and the criteria are answered again `only` as far as they are open; what is said of others is
    left out, but for findings.
    """
    top = read_block(text, REPORT, reference)
    known = [
        *(item.id for item in rubric.checklist),
        *(each.name for each in rubric.dimensions),
        *earlier,
    ]
    only = known if only is None else only
    answered = _answers_by_item(top, rubric, only)
    scored = _scores_by_dimension(top, rubric, only)
    answers = []
    probes = {probe.id for probe in rubric.probes or ()}
    for item_id, entry in answered.items():
        if item_id in probes:
            entry.choice(shapes.YES_OR_NO, "answer")  # a probe is right or wrong
        said = shapes.read_fields(entry, shapes.CHECKED)
        del said["id"]  # as it was written
        answers.append(Answer(item=item_id, yes=said.pop("answer"), **said))
    scores = [_score(name, entry) for name, entry in scored.items()]
    findings = []
    for entry in top.entries("findings", "issues", most=shapes.MAX_FINDINGS):
        said = shapes.read_fields(entry, shapes.FINDING)
        findings.append(Finding(**said | {"criterion": resolve(said["criterion"], known)}))
    return Report(
        answers=tuple(answers),
        scores=tuple(scores),
        findings=tuple(findings),
        summary=top.text("summary", "executive_summary"),
        rework=_rework(top, earlier, only),
    )


def _answers_by_item(top: MapNode, rubric: Rubric, only: Collection[str]) -> dict[str, MapNode]:
    names = ("checklist", "checklist_results")
    ids = [item.id for item in rubric.checklist]
    by_question = {squeeze(item.question): item.id for item in rubric.checklist}
    entries = []
    for entry in top.entries(*names, most=2 * MAX_ITEMS):
        written = entry.text("id")
        question = squeeze(entry.text("question"))
        item_id = resolve(written, ids)
        meant = by_question.get(question, "")
        if item_id and meant and item_id != meant:
            raise ParseError(
                f"the question of {meant} is answered under the id {item_id}", entry.line
            )
        if not (item_id if written else meant):
            raise ParseError(
                f"the checklist item {written or question!r} is not in the rubric", entry.line
            )
        entries.append((item_id or meant, entry))
    asked = [item_id for item_id in ids if item_id in only]
    return each_once(asked, entries, "answer to", top.line_of(*names))


def _scores_by_dimension(top: MapNode, rubric: Rubric, only: Collection[str]) -> dict[str, MapNode]:
    names = ("scores", "rubric_scores")
    known = [dimension.name for dimension in rubric.dimensions]
    entries = []
    for entry in top.entries(*names, most=2 * MAX_DIMENSIONS):
        written = entry.required("name", "criterion_name")
        if not (name := resolve(written, known)):
            line = entry.line_of("name", "criterion_name")
            raise ParseError(f"the criterion {written!r} is not in the rubric", line)
        entries.append((name, entry))
    asked = [name for name in known if name in only]
    return each_once(asked, entries, "score for", top.line_of(*names))


def each_once(
    names: Sequence[str], entries: Sequence[tuple[str, MapNode]], what: str, line: int
) -> dict[str, MapNode]:
    """Return the one entry for each name, in the order of the names."""
    found: dict[str, MapNode] = {}
    for name, entry in entries:
        if name in found:
            raise ParseError(
                f"more than one {what} {name!r}, the first on line {found[name].line}", entry.line
            )
        found[name] = entry
    if missing := [name for name in names if name not in found]:
        raise ParseError(f"no {what} {', '.join(missing)}", line)
    return {name: found[name] for name in names}


def _score(name: str, entry: MapNode) -> Score:
    comparison = entry.entry("anchor_comparison")
    evidence = [entry.node("evidence"), entry.node("evidence_summary")]
    placement = entry.text("placement")
    if comparison:
        # Evidence too: the excerpts of the work that were compared with the anchors.
        for side in (comparison.node("closer_to"), comparison.node("further_from")):
            evidence.append(side.fields.get("artifact") if isinstance(side, MapNode) else None)
        placement = placement or comparison.text("placement")
    return Score(
        dimension=name,
        score=read_score(name, entry),
        reasoning=entry.text("reasoning"),
        placement=placement,
        evidence=read_evidence(*evidence),
    )


def read_score(name: str, entry: MapNode, most: int = 5) -> int:
    """Return the whole number in `score`, from 1 to `most`; nothing is rounded."""
    written = entry.required("score")
    line = entry.line_of("score")
    given = entry.number("score")
    if given is None:
        raise ParseError(f"the score of {name!r} is not a number: {written[:40]!r}", line)
    if given != int(given):
        raise ParseError(f"the score of {name!r} is not an integer: {written}", line)
    if not 1 <= given <= most:
        raise ParseError(f"the score of {name!r} is {written}, outside its scale 1-{most}", line)
    return int(given)


def _rework(top: MapNode, earlier: Sequence[str], only: Collection[str]) -> dict[str, Standing]:
    rework = top.entry("rework") or MapNode({}, top.line)
    given: dict[str, Standing] = {}
    for written in rework.fields:
        if not (reason_id := resolve(written, earlier)):
            raise ParseError(
                f"rework names {written!r}, which was not sent back before", rework.line_of(written)
            )
        if reason_id in given:
            raise ParseError(f"rework names {reason_id} twice", rework.line_of(written))
        given[reason_id] = rework.choice(get_args(Standing), written)
    asked = [reason_id for reason_id in earlier if reason_id in only]
    if missing := [reason_id for reason_id in asked if reason_id not in given]:
        what = f"rework does not say whether {', '.join(missing)} is resolved or open"
        raise ParseError(what, top.line_of("rework"))
    return {reason_id: given[reason_id] for reason_id in asked}


# -- rulings


def read_ruling(text: str, *, reference: str = "") -> Ruling:
    top = read_block(text, RULING, reference)
    said = shapes.read_fields(top, shapes.RULING)
    entries = top.entries("failures", most=shapes.MAX_FINDINGS)
    ids = [failure.pop("id") for failure in said["failures"]]
    refuse_repeats(ids, entries, "failure id")
    for failure_id, entry in zip(ids, entries, strict=True):
        if not _REASON_ID.fullmatch(failure_id):
            raise ParseError(
                f"a failure id should be R1, R2, …, not {failure_id[:40]!r}", entry.line_of("id")
            )
    if said["verdict"] == "accept" and entries:
        raise ParseError("the verdict is accept, yet failures are listed", entries[0].line)
    return Ruling.model_validate(said | {"refutations": said.pop("refuted")})


# -- what the members of a council say to each other


def read_proposal(text: str, *, reference: str = "") -> shapes.Proposal:
    return _proposal(read_block(text, PROPOSAL, reference))


def _proposal(top: MapNode) -> shapes.Proposal:
    proposal = shapes.read_value(top, shapes.Proposal)
    for test, entry in zip(
        proposal.tests, top.entries("tests", most=len(proposal.tests)), strict=True
    ):
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

    entries = [
        (known_label(entry, "label"), entry)
        for entry in top.entries("ratings", most=2 * len(labels))
    ]
    rated = each_once(labels, entries, "rating of", top.line_of("ratings"))
    choice = known_label(top, "choice")
    said = shapes.read_fields(top, shapes.fields_of(shapes.Vote, "confidence reasoning person"))
    scores: dict[str, int] = {}
    ratings = []
    for label, entry in rated.items():
        scores[label] = read_score(label, entry, shapes.BEST)
        ratings.append(shapes.read_fields(entry, shapes.RATING) | {"score": scores[label]})
    if scores[choice] < max(scores.values()):
        better = ", ".join(label for label, score in scores.items() if score > scores[choice])
        raise ParseError(f"the choice {choice} is rated lower than {better}", top.line_of("choice"))
    return shapes.Vote.model_validate({"choice": choice, "ratings": ratings} | said)


def read_revision(
    text: str,
    *,
    must_name_defect: bool,
    adoptable: Mapping[str, str] | None = None,
    reference: str = "",
) -> shapes.ProposalRevision:
    """Return the revision in a reply; a dissenter must name the defect of the leading proposal.

    Who has no proposal may adopt what one of these letters stands for, or abstain.
    """
    top = read_block(text, REVISION, reference)
    keep = top.choice(shapes.YES_OR_NO, "keep")
    proposal = top.entry("proposal")
    if keep and proposal:
        raise ParseError("keep is true, yet another proposal is given", proposal.line)
    if not keep and not proposal:
        raise ParseError("keep is false, yet proposal is missing", top.line_of("proposal"))
    if must_name_defect:
        top.required("defect")
    said = shapes.read_fields(top, shapes.fields_of(shapes.ProposalRevision))
    for name in ("adopt", "abstain"):
        if said[name] and (proposal or not adoptable):
            raise ParseError(f"{name} is for a member without a proposal", top.line_of(name))
    if said["adopt"] and adoptable:
        if said["adopt"] not in adoptable:
            raise ParseError(f"adopt should be one of {', '.join(adoptable)}", top.line_of("adopt"))
        said["adopt"] = adoptable[said["adopt"]]
    return shapes.ProposalRevision(**said, proposal=_proposal(proposal) if proposal else None)


def read_synthesis(text: str, *, reference: str = "") -> shapes.Synthesis:
    return shapes.read_value(read_block(text, SYNTHESIS, reference), shapes.Synthesis)


def read_plan(text: str, *, reference: str = "") -> shapes.Plan:
    """Return the plan in a reply; one without objectives, three whole steps, tests, risks and a way back is none."""
    top = read_block(text, PLAN, reference)
    plan = shapes.read_value(top, shapes.Plan)
    if not any(step.files for step in plan.steps):
        raise ParseError("no step names a file", top.line_of("steps"))
    for number, step in enumerate(plan.steps, 1):
        if wrong := [each for each in step.after if each not in map(str, range(1, number))]:
            raise ParseError(
                f"step {number} is after {wrong[0]!r}, which is no earlier step",
                top.line_of("steps"),
            )
    return plan


def unmask(vote: shapes.Vote, proposals: Mapping[str, str]) -> shapes.Vote:
    """Return the same vote with the proposals that its labels stood for."""
    ratings = tuple(
        rating.model_copy(update={"label": proposals[rating.label]}) for rating in vote.ratings
    )
    return vote.model_copy(update={"choice": proposals[vote.choice], "ratings": ratings})

"""One review as a page shows it: a pure function of what is on record, for every protocol and every state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from coordinator.judgement.ballots import show
from coordinator.judgement.tool_mad import VerifiedArgument
from coordinator.models import Abstention, Ballot, Dimension, Item, JudgeResult, Reply, Superseded, Value, Verdict
from coordinator.storage.review_record import AskRecord, OverrideRecord, ReviewReader, ReviewRecord, cost
from coordinator.storage.store import Event, Store
from coordinator.web.charts import Dot, scale
from coordinator.web.filters import LONGEST_RAW, Passage, brief, clock, counted, inert, money, passage, span, stamp
from coordinator.web.matrix import Matrix, matrix
from coordinator.web.patch import Patch, lay_out
from coordinator.web.review_parts import (
    Cited,
    Places,
    Voice,
    abstention_voice,
    argument_voice,
    ballot_voice,
    ruling_voice,
)
from coordinator.web.rounds import TESTIMONY, Round, rounds

REPLY_LINES = 600  # lines of a raw reply that are shown
CHECK_LINES = 300  # lines of a check's output that are shown
EVENTS = 1_000  # events that are listed


class Moment(Value):
    """A point in time for people and for machines."""

    text: str
    stamp: str


class Question(Value):
    """One item of the checklist."""

    id: str
    question: str
    importance: str
    rationale: str


class Measure(Value):
    """One scored dimension with its anchors."""

    name: str
    description: str
    weight: str
    anchors: tuple[tuple[str, str], ...]


class Person(Value):
    """What a person decided, which is theirs and not the panel's."""

    by: str
    outcome: str
    reason: str
    panel: str
    at: Moment
    notes: tuple[str, ...]


class Check(Value):
    """One check with its output."""

    name: str
    status: str
    summary: str
    detail: str
    output: Passage


class Told(Value):
    """One numbered reason of a verdict, with its evidence."""

    id: str
    text: str
    requirement: str
    seats: str
    evidence: tuple[Cited, ...]


class Decision(Value):
    """What was decided, by which rule, and how firmly it stands."""

    outcome: str
    rule: str
    explanation: str
    mean: str
    bar: str
    margin: str
    labels: tuple[str, ...]
    stability: tuple[tuple[str, str], ...]
    reasons: tuple[Told, ...]
    dissent: tuple[str, ...]
    advice: tuple[str, ...]
    notices: tuple[str, ...]


class Exchange(Value):
    """One ask with its raw reply, what it cost and how long it took."""

    seat: str
    purpose: str
    ended: str
    abstained: bool
    took: str
    cost: str
    tokens: str
    agent: str
    key: str
    prompt: str
    prompt_text: Passage
    reply: Passage


class Happening(Value):
    """One event, with the time since the beginning."""

    seq: int
    after: str
    at: str
    kind: str
    key: str
    size: str


class ReviewPage(Value):
    """Everything that the page of a review shows."""

    id: str
    key: str
    title: str
    number: int
    state: str
    protocol: str
    began: Moment
    ended: Moment
    took: str
    cost: str
    revision: str
    size: str
    stopped: str
    issue: Passage
    patch: Patch
    withheld: tuple[str, ...]
    checks: tuple[Check, ...]
    items: tuple[Question, ...]
    dimensions: tuple[Measure, ...]
    origin: str
    matrix: Matrix | None
    dots: tuple[Dot, ...]
    bar: float
    margin: float
    voices: tuple[Voice, ...]
    waiting: tuple[str, ...]
    rounds: tuple[Round, ...]
    decision: Decision | None
    people: tuple[Person, ...]
    exchanges: tuple[Exchange, ...]
    events: tuple[Happening, ...]
    events_left_out: int

    @property
    def scale(self) -> Markup:
        """The overall scores, drawn; empty before there are any."""
        return scale(self.dots, self.bar, self.margin) if self.dots else Markup("")


def review_page(record: ReviewReader, store: Store, id: str) -> ReviewPage:
    """The page of a review as far as it has come."""
    return page(record.review(id), store.events(id))


def page(whole: ReviewRecord, events: Sequence[Event] = (), prompt: Callable[[str], str] | None = None) -> ReviewPage:
    """The page of a review; with `prompt` the prompts stand in it, without they are behind links."""
    issue = whole.issue or whole.submission.given
    request = passage(issue.request if issue else "")
    patch = lay_out(whole.work.diff if whole.work else "")
    places = Places(patch.places(), [check.name for check in whole.checks], len(request.lines))
    standing = _standing(whole)
    return ReviewPage(
        id=whole.id,
        key=inert(whole.submission.key),
        title=brief(issue.title if issue else ""),
        number=whole.number,
        state=whole.state,
        protocol=_protocol(whole),
        began=Moment(text=clock(whole.began), stamp=stamp(whole.began)),
        ended=Moment(text=clock(whole.ended), stamp=stamp(whole.ended)),
        took=span(whole.ended - whole.began) if whole.ended else "",
        cost=money(cost(asked.answered for asked in whole.asked)),
        revision=_revision(whole),
        size=_size(whole),
        stopped=_stopped(whole),
        issue=_cited_in_issue(request, standing),
        patch=patch.citing(_cited_lines(standing, whole, places)),
        withheld=tuple(brief(path, 300) for path in whole.work.withheld) if whole.work else (),
        checks=tuple(_checks(whole)),
        items=tuple(_question(item) for item in whole.rubric.rubric.checklist) if whole.rubric else (),
        dimensions=tuple(_measure(each) for each in whole.rubric.rubric.dimensions) if whole.rubric else (),
        origin=whole.rubric.origin if whole.rubric else "",
        matrix=_matrix(whole, standing),
        dots=tuple(_dots(whole, standing)),
        bar=float(whole.settings.rules.bar) if whole.settings else 0.0,
        margin=float(whole.settings.rules.margin) if whole.settings else 0.0,
        voices=tuple(_voices(whole, standing, places)),
        waiting=_waiting(whole, standing),
        rounds=rounds(whole, places),
        decision=_decision(whole.verdict, places) if whole.verdict else None,
        people=tuple(_person(settled) for settled in whole.decisions),
        exchanges=tuple(_exchange(asked, prompt) for asked in whole.asked),
        events=tuple(_happening(event, whole.began) for event in events[:EVENTS]),
        events_left_out=max(len(events) - EVENTS, 0),
    )


# -- what stands


def _standing(whole: ReviewRecord) -> tuple[JudgeResult, ...]:
    """The testimonies of the last round that ended; before the first has, those that are in."""
    if whole.standings:
        return whole.standings[-1].testimonies
    read = [TESTIMONY.validate_python(body) for key, body in whole.testimonies.items() if key.startswith("judge/")]
    return tuple(sorted(read, key=lambda testimony: testimony.seat))


def _contentions(whole: ReviewRecord) -> list[VerifiedArgument | Abstention]:
    """The last argument of every examiner; one that was not renewed stands."""
    last: dict[str, VerifiedArgument | Abstention] = {}
    for key, body in whole.testimonies.items():
        if key.startswith("argue/"):
            argued = _argued(body)
            if isinstance(argued, VerifiedArgument) or argued.seat not in last:
                last[argued.seat] = argued
    return sorted(last.values(), key=lambda argued: argued.name if isinstance(argued, VerifiedArgument) else "~")


def _argued(body: Mapping[str, Any]) -> VerifiedArgument | Abstention:
    return VerifiedArgument.model_validate(body) if body["kind"] == "contention" else Abstention.model_validate(body)


def _voices(whole: ReviewRecord, standing: Sequence[JudgeResult], places: Places) -> Iterator[Voice]:
    bar = whole.settings.rules.bar if whole.settings else None
    for testimony in standing:
        if isinstance(testimony, Abstention):
            yield abstention_voice(testimony)
        elif whole.rubric:
            yield ballot_voice(testimony, whole.rubric.rubric, bar, places)
    for argued in _contentions(whole):
        yield abstention_voice(argued) if isinstance(argued, Abstention) else argument_voice(argued, places)
    if whole.ruling:
        seat = next((asked.seat for asked in whole.asked if asked.purpose == "rule"), "Judge")
        yield ruling_voice(whole.ruling, seat, places)


def _waiting(whole: ReviewRecord, standing: Sequence[JudgeResult]) -> tuple[str, ...]:
    """The seats that have not answered yet."""
    if whole.state != "open" or whole.settings is None or whole.verdict is not None:
        return ()
    heard = {testimony.seat for testimony in standing}
    if len(whole.points) >= len(whole.standings) and whole.points:
        number = len(whole.points)
        heard = {asked.seat for asked in whole.asked if asked.round == number and asked.purpose == "debate"}
        heard |= {t.seat for t in standing if isinstance(t, Abstention)}
    return tuple(seat for seat in whole.settings.seats if seat not in heard)


def _matrix(whole: ReviewRecord, standing: Sequence[JudgeResult]) -> Matrix | None:
    if whole.rubric is None or whole.settings is None:
        return None
    return matrix(standing, whole.rubric.rubric, whole.settings.rules)


def _dots(whole: ReviewRecord, standing: Sequence[JudgeResult]) -> Iterator[Dot]:
    first = {t.seat: t for t in whole.standings[0].testimonies if isinstance(t, Ballot)} if whole.standings else {}
    for ballot in standing:
        if isinstance(ballot, Ballot) and whole.settings is not None:
            was = first.get(ballot.seat, ballot)
            yield Dot(name=ballot.seat, at=float(ballot.overall), was=float(was.overall))


# -- head


def _protocol(whole: ReviewRecord) -> str:
    if any(asked.purpose in ("argue", "rule") for asked in whole.asked):
        return "tool-mad"
    if whole.settings is None:
        return ""
    return "judge" if len(whole.settings.seats) == 1 else "judge-with-debate"


def _revision(whole: ReviewRecord) -> str:
    return f"{whole.work.base[:10]}..{whole.work.revision[:10]}" if whole.work and whole.work.repo else ""


def _size(whole: ReviewRecord) -> str:
    if whole.work is None:
        return ""
    return f"{counted(len(whole.work.changed), 'file')}, {whole.work.diff_bytes:,} bytes of diff"


def _stopped(whole: ReviewRecord) -> str:
    """Why a review ended without a verdict."""
    return brief(whole.ending.why if isinstance(whole.ending, Superseded) else whole.error, 1_000)


# -- who quotes what


def _proofs(standing: Iterable[JudgeResult], whole: ReviewRecord) -> Iterator[tuple[str, str]]:
    """Every place that was found, with the seat that quotes it."""
    voices = [*standing, *_contentions(whole)]
    for voice in voices:
        if not isinstance(voice, Abstention):
            yield from ((voice.seat, proof.at) for proof in voice.proofs if proof.found in ("verified", "moved"))


def _cited_lines(standing: Iterable[JudgeResult], whole: ReviewRecord, places: Places) -> dict[int, tuple[str, ...]]:
    cited: dict[int, dict[str, None]] = {}
    for seat, at in _proofs(standing, whole):
        if line := places.line(at):
            cited.setdefault(line, {})[seat] = None
    return {line: tuple(seats) for line, seats in cited.items()}


def _cited_in_issue(request: Passage, standing: Iterable[JudgeResult]) -> Passage:
    cited: dict[str, dict[str, None]] = {}
    for testimony in standing:
        if isinstance(testimony, Ballot):
            for proof in testimony.proofs:
                cited.setdefault(proof.at, {})[testimony.seat] = None
    lines = (line._replace(cited=tuple(cited.get(f"issue:{line.number}", ()))) for line in request.lines)
    return request._replace(lines=tuple(lines))


# -- the other parts


def _question(item: Item) -> Question:
    return Question(
        id=inert(item.id),
        question=brief(item.question, 1_000),
        importance=item.importance,
        rationale=brief(item.rationale, 1_000),
    )


def _measure(dimension: Dimension) -> Measure:
    return Measure(
        name=inert(dimension.name),
        description=brief(dimension.description, 1_000),
        weight=f"{dimension.weight:f}",
        anchors=tuple((brief(name, 60), brief(text, 1_000)) for name, text in dimension.anchors.items()),
    )


def _person(settled: OverrideRecord) -> Person:
    decision = settled.decision
    return Person(
        by=brief(decision.by, 200),
        outcome=decision.outcome,
        reason=brief(decision.reason, 4_000),
        panel=decision.panel,
        at=Moment(text=clock(settled.at), stamp=stamp(settled.at)),
        notes=tuple(brief(note) for note in (*settled.notes, *_carried_out(settled))),
    )


def _carried_out(settled: OverrideRecord) -> Iterator[str]:
    if settled.state == "open":
        yield "It is being carried out."


def _checks(whole: ReviewRecord) -> Iterator[Check]:
    for check in whole.checks:
        notes = [span(check.seconds), "blocking" if check.blocks else "", "detected" if check.detected else ""]
        yield Check(
            name=brief(check.name, 200),
            status=check.status,
            summary=brief(check.summary),
            detail=", ".join(filter(None, notes)),
            output=passage(check.output, CHECK_LINES) if check.output.strip() else Passage(()),
        )


def _decision(verdict: Verdict, places: Places) -> Decision:
    mean, bar = verdict.mean, verdict.bar
    return Decision(
        outcome=verdict.outcome,
        rule=verdict.rule,
        explanation=brief(verdict.explanation, 2_000),
        mean=show(mean) if mean is not None else "",
        bar=show(bar) if bar is not None else "",
        margin=show(abs(mean - bar)) if mean is not None and bar is not None else "",
        labels=tuple(brief(label) for label in verdict.labels),
        stability=tuple(verdict.stability.items()),
        reasons=tuple(
            Told(
                id=reason.id,
                text=brief(reason.text, 2_000),
                requirement=brief(reason.requirement, 1_000),
                seats=", ".join(reason.seats),
                evidence=tuple(places.cited(proof) for proof in reason.proofs),
            )
            for reason in verdict.reasons
        ),
        dissent=tuple(brief(text, 2_000) for text in verdict.dissent),
        advice=tuple(brief(text, 2_000) for text in verdict.advice),
        notices=tuple(brief(text, 2_000) for text in verdict.notices),
    )


def _exchange(asked: AskRecord, prompt: Callable[[str], str] | None) -> Exchange:
    answered, ending = asked.answered, asked.answered.ending
    replied = isinstance(ending, Reply)
    return Exchange(
        seat=asked.seat,
        purpose=f"{asked.purpose} {asked.round}" if asked.round else asked.purpose,
        ended="replied" if isinstance(ending, Reply) else f"{ending.cause}",
        abstained=not replied,
        took=span(ending.seconds if isinstance(ending, Reply) else answered.seconds),
        cost=money(ending.usage.usd) if ending.usage else "",
        tokens=f"{ending.usage.tokens_in:,} in, {ending.usage.tokens_out:,} out" if ending.usage else "",
        agent=_agent(ending) if isinstance(ending, Reply) else "",
        key=f"{asked.purpose}/{asked.seat}/{asked.round}",
        prompt=answered.prompt,
        prompt_text=passage(prompt(answered.prompt), REPLY_LINES, LONGEST_RAW) if prompt else Passage(()),
        reply=passage(ending.text if isinstance(ending, Reply) else ending.detail, REPLY_LINES, LONGEST_RAW),
    )


def _agent(reply: Reply) -> str:
    fallback = f"fallback: {reply.fallback}" if reply.fallback else ""
    return brief(", ".join(filter(None, ("recorded" if reply.recorded else reply.model, fallback, reply.note))), 200)


def _happening(event: Event, began: float) -> Happening:
    return Happening(
        seq=event.seq,
        after=f"+{span(max(event.at - began, 0))}",
        at=clock(event.at),
        kind=event.kind,
        key=brief(event.key, 200),
        size=f"{len(event.body):,}",
    )

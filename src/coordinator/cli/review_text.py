"""One review as text: a table of scores, the debate, the evidence, the rule that decided."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence

from coordinator.cli.terminal import counted, plain
from coordinator.judgement.ballots import accepts, confirmed_proofs, fails, score_of, show
from coordinator.judgement.tool_mad import VerifiedArgument
from coordinator.models import Abstention, Ballot, JudgeResult, Reply, Usage, Verdict
from coordinator.panels.prompt_parts import proof_text
from coordinator.storage.review_record import AskRecord, ReviewRecord, ReviewSettings

MARKS = {"verified": "✓", "moved": "≈", "not found": "✗", "no source": "?"}


def sheet(whole: ReviewRecord) -> str:
    """Everything a person needs to see how a review came to its end."""
    parts = (
        _head(whole),
        _section("Checks", _checks(whole)),
        _section("Scores", _scores(whole)),
        _section("Debate", _debate(whole)),
        _section("Arguments", _arguments(whole)),
        _section("Evidence", _evidence(whole)),
        _section("Seats", _seats(whole)),
        verdict_text(whole.verdict) if whole.verdict else "",
    )
    return plain("\n\n".join(part for part in parts if part))


def transcript(asks: Iterable[AskRecord], prompt: Callable[[str], str]) -> str:
    """Every prompt and the raw reply to it."""
    rows = []
    for asked in asks:
        ending = asked.answered.ending
        said = ending.text if isinstance(ending, Reply) else f"({ending.cause}: {ending.detail})"
        rows.append(f"==== {_name(asked)}: prompt\n{prompt(asked.answered.prompt)}\n==== {_name(asked)}: reply\n{said}")
    return plain("\n\n".join(rows))


def _section(title: str, lines: Iterable[str]) -> str:
    body = "\n".join(lines)
    return f"{title}\n{body}" if body else ""


def _head(whole: ReviewRecord) -> str:
    issue = whole.issue or whole.submission.given
    about = f"{issue.key}: {issue.title}" if issue else whole.submission.key
    lines = [f"Review {whole.id}: {whole.state}", about]
    if whole.work and whole.work.repo:
        work = whole.work
        size = f"{counted(len(work.changed), 'file')}, {work.diff_bytes:,} bytes of diff"
        lines.append(f"{size}, {work.base[:10]}..{work.revision[:10]}")
    if whole.rubric:
        lines.append(f"rubric from: {whole.rubric.origin}")
    if whole.error:
        lines.append(whole.error)
    if whole.ending is not None and whole.ending.kind == "superseded":
        lines.append(f"superseded: {whole.ending.why}")
    lines += [f"overridden by {s.decision.by}: {s.decision.outcome}, {s.decision.reason}" for s in whole.decisions]
    return "\n".join(lines)


def _checks(whole: ReviewRecord) -> Iterator[str]:
    for check in whole.checks:
        blocks = ", blocking" if check.blocks else ""
        detected = ", detected" if check.detected else ""
        yield f"  {check.name}: {check.status} ({check.seconds:.1f} s{blocks}{detected}), {check.summary}"


# -- scores


def _standing(whole: ReviewRecord) -> tuple[JudgeResult, ...]:
    return whole.standings[-1].testimonies if whole.standings else ()


def _scores(whole: ReviewRecord) -> Iterator[str]:
    ballots = [t for t in _standing(whole) if isinstance(t, Ballot)]
    if not ballots or whole.rubric is None or whole.settings is None:
        return
    rubric = whole.rubric.rubric
    width = max(
        len(name) for name in ("overall", *(d.name for d in rubric.dimensions), *(i.id for i in rubric.checklist))
    )
    seats = [ballot.seat for ballot in ballots]
    yield _cells("", width + 18, seats, seats)
    for dimension in rubric.dimensions:
        scores = [score_of(ballot, dimension.name) for ballot in ballots]
        mark = "  ← split" if max(scores) - min(scores) > whole.settings.rules.criterion_spread else ""
        yield _cells(f"{dimension.name} ({dimension.weight})", width + 18, map(str, scores), seats) + mark
    for item in rubric.checklist:
        against = [fails(ballot, item) for ballot in ballots]
        mark = "  ← split" if any(against) and not all(against) else ""
        shown = ("fails" if failed else "ok" for failed in against)
        yield _cells(f"{item.id} {item.importance}", width + 18, shown, seats) + mark
    yield _cells("overall", width + 18, (_overall(ballot, whole.settings) for ballot in ballots), seats)


def _overall(ballot: Ballot, settings: ReviewSettings) -> str:
    return f"{show(ballot.overall)} {'≥' if accepts(ballot, settings.rules.bar) else '<'} {show(settings.rules.bar)}"


def _cells(head: str, width: int, cells: Iterable[str], seats: Sequence[str]) -> str:
    padded = (f"{cell:>{max(len(seat), 11)}}" for cell, seat in zip(cells, seats, strict=True))
    return f"  {head:<{width}} " + "  ".join(padded)


# -- debate


def _debate(whole: ReviewRecord) -> Iterator[str]:
    for number, points in enumerate(whole.points, 1):
        yield f"  round {number} was about " + "; ".join(f"{p.name}: {p.detail}" for p in points.splits)
        if number < len(whole.standings):
            yield from _moves(whole.standings[number - 1].testimonies, whole.standings[number].testimonies)


def _moves(before: Sequence[JudgeResult], after: Sequence[JudgeResult]) -> Iterator[str]:
    was = {ballot.seat: ballot for ballot in before if isinstance(ballot, Ballot)}
    for ballot in after:
        if isinstance(ballot, Abstention) or ballot.seat not in was:
            continue
        old = was[ballot.seat]
        changes = [*_changed_scores(old, ballot), *_changed_answers(old, ballot)]
        undone = ballot.reverted[len(old.reverted) :]
        yield f"    {ballot.seat}: {'; '.join(changes) or 'kept its position'}"
        yield from (f"      undone: {change}" for change in undone)


def _changed_scores(old: Ballot, new: Ballot) -> Iterator[str]:
    for score in new.report.scores:
        if (was := score_of(old, score.dimension)) != score.score:
            proofs = confirmed_proofs(new, score.evidence)
            because = f" because of {proof_text(proofs[-1])}" if proofs else ""
            yield f"{score.dimension} {was} → {score.score}{because}"


def _changed_answers(old: Ballot, new: Ballot) -> Iterator[str]:
    was = {answer.item: answer.yes for answer in old.report.answers}
    for answer in new.report.answers:
        if was[answer.item] != answer.yes:
            yield f"{answer.item} {'no → yes' if answer.yes else 'yes → no'}"


# -- evidence, seats, verdict


def _arguments(whole: ReviewRecord) -> Iterator[str]:
    for body in whole.testimonies.values():
        if body["kind"] == "contention":
            contention = VerifiedArgument.model_validate(body)
            said = "drift" if contention.argument.drift else "no drift"
            yield f"  {contention.name} {contention.seat}: {said}. {contention.argument.claim}"
            yield from (f"    {MARKS[p.found]} {proof_text(p)}" for p in contention.proofs)


def _evidence(whole: ReviewRecord) -> Iterator[str]:
    for testimony in _standing(whole):
        if isinstance(testimony, Abstention):
            yield f"  {testimony.seat} abstained: {testimony.cause}, {testimony.detail}"
            continue
        found = sum(proof.found in ("verified", "moved") for proof in testimony.proofs)
        yield f"  {testimony.seat}: {found} of {len(testimony.proofs)} found. {testimony.report.summary}"
        yield from (f"    {MARKS[proof.found]} {proof_text(proof)}" for proof in testimony.proofs)
        yield from (f"    note: {note}" for note in testimony.report.notes)


def _seats(whole: ReviewRecord) -> Iterator[str]:
    for asked in whole.asked:
        ending = asked.answered.ending
        if isinstance(ending, Abstention):
            paid = f", {_cost(ending.usage)}" if ending.usage else ""
            why = f"({ending.cause}: {ending.detail})"
            yield f"  {_name(asked)}: no reply after {asked.answered.seconds:.1f} s{paid} {why}"
            continue
        kind = "recorded" if ending.recorded else ending.model
        yield f"  {_name(asked)}: {ending.seconds:.1f} s, {_cost(ending.usage)}, {kind}"


def _cost(usage: Usage) -> str:
    return "cost unknown" if usage.usd is None else f"${usage.usd}"


def _name(asked: AskRecord) -> str:
    return f"{asked.seat} ({asked.purpose}{f' {asked.round}' if asked.round else ''})"


def verdict_text(verdict: Verdict) -> str:
    """What was decided, by which rule, and how firmly it stands."""
    lines = [
        f"Verdict: {verdict.outcome}, by the rule “{verdict.rule}”",
        *textwrap.wrap(verdict.explanation, 110),
    ]
    lines += list(_standing_of(verdict))
    for reason in verdict.reasons:
        lines.append(f"  {reason.id}: {reason.text}")
        lines += [f"    {MARKS[proof.found]} {proof_text(proof)}" for proof in reason.proofs]
    lines += [f"  dissent: {line}" for line in verdict.dissent]
    lines += [f"  advice: {line}" for line in verdict.advice]
    lines += [f"  noticed: {line}" for line in verdict.notices]
    return plain("\n".join(lines))


def _standing_of(verdict: Verdict) -> Iterator[str]:
    if verdict.mean is not None and verdict.bar is not None:
        yield f"mean {show(verdict.mean)}, bar {show(verdict.bar)}, margin {show(abs(verdict.mean - verdict.bar))}"
    if verdict.labels:
        yield f"labels: {', '.join(verdict.labels)}"
    if verdict.stability:
        others = ", ".join(f"without {seat}: {outcome}" for seat, outcome in verdict.stability.items())
        yield f"stability: {others}"

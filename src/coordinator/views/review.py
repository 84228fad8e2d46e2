"""What the page of a review computes from its record: which results stand, who quotes what, what debates changed."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

from pydantic import Field, TypeAdapter

from coordinator.agents.ask_records import AskRecord
from coordinator.judgement.ballots import PanelResult, accepts, answer_to, fails, is_gate, score_of
from coordinator.judgement.consensus import gates, splits, unproven_items
from coordinator.judgement.evidence import CONFIRMED
from coordinator.judgement.tool_mad import VerifiedArgument
from coordinator.models import (
    Abstention,
    Ballot,
    Evidence,
    Finding,
    JudgeResult,
    Priority,
    Proof,
    request_of,
)
from coordinator.panels.panel import UNUSABLE
from coordinator.parsing.diff import Diff, DiffLine, parse_diff
from coordinator.reviews.record import ReviewRecord, panel_of
from coordinator.storage.events import AskKey, key_of
from coordinator.storage.store import Event
from coordinator.views.diff import file_views
from coordinator.views.formatting import passage, shorten

SeatResult = Ballot | Abstention | VerifiedArgument
RESULT: TypeAdapter[SeatResult] = TypeAdapter(Annotated[SeatResult, Field(discriminator="kind")])


class Change(NamedTuple):
    """One score, answer or status that a debate changed, with the reason given and what code found of its evidence."""

    name: str
    before: str
    after: str
    reasoning: str = ""
    proofs: Sequence[Proof] = ()


class Objection(NamedTuple):
    """What seats hold against the work, and the first place of the diff that code has found for it, if there is one."""

    seats: tuple[str, ...]
    finding: Finding
    at: str


class EvidenceLinks:
    """Where on the page each piece of evidence is, and in `quoted_by` the seats that quote each such place."""

    def __init__(
        self, review: ReviewRecord, diff: Diff, issue_lines: int, results: Sequence[SeatResult]
    ) -> None:
        self._diff_lines = {at: line.number for at, (_, line) in diff.places().items()}
        self._files = [file.lines for file in diff.files for _ in file.lines]  # of each line
        self._checks = {check.name: number for number, check in enumerate(review.checks)}
        self._issue_lines = issue_lines
        self.quoted_by: dict[str, list[str]] = {}
        for result in results:
            for proof in () if isinstance(result, Abstention) else result.proofs:
                seats = self.quoted_by.setdefault(self.anchor(proof.at), [])
                if proof.found in CONFIRMED and result.seat not in seats:
                    seats.append(result.seat)

    def around(self, at: str, away: int = 2) -> Sequence[DiffLine]:
        """Return the line of the diff at a place, with those before and after it in the same file."""
        if not (number := self._diff_lines.get(at, 0)):
            return ()
        lines = self._files[number - 1]
        position = number - lines[0].number
        return lines[max(position - away, 0) : position + away + 1]

    def anchor(self, at: str) -> str:
        """Return the id of the element that shows a place, or nothing where the page does not show it."""
        if at in self._diff_lines:
            return f"d{self._diff_lines[at]}"
        label, _, line = at.rpartition(":")
        if label == "issue" and line.isdecimal() and int(line) <= self._issue_lines:
            return f"i{line}"
        if label.startswith("check:") and label.removeprefix("check:") in self._checks:
            return f"check-{self._checks[label.removeprefix('check:')]}"
        return ""


def review_context(
    review: ReviewRecord, events: Sequence[Event] = (), prompt: Callable[[str], str] | None = None
) -> dict[str, Any]:
    """Return what the templates of a review read; with `prompt` the page stands in a file of its own, prompts in it."""
    issue = review.issue or review.submission.given
    issue_text = passage(
        request_of(issue, review.work) if issue and review.work else issue.request if issue else ""
    )
    diff = parse_diff(review.work.diff if review.work else "", shorten)
    waiting = seats_waited_for(review)
    arguments = last_arguments(review)
    results = [
        result
        for result in standing_results(review)
        if review.standings or result.seat not in waiting
    ]
    links = EvidenceLinks(review, diff, len(issue_text.lines), (*results, *arguments))
    objections = objections_of(review, (*results, *arguments), links)
    by_line = {place: list[Objection]() for place, seats in links.quoted_by.items() if seats}
    for objection in objections:
        by_line.setdefault(links.anchor(objection.at), []).append(objection)
    files = file_views(diff, {place: len(told) for place, told in by_line.items()})
    panel = panel_of(review)
    undecided = review.panel in ("escalate", "error") and not review.decisions
    return {
        "review": review,
        "issue": issue,
        "issue_text": issue_text,
        "diff": diff,
        "files": files,
        "objections": objections,
        "by_line": by_line,
        "results": results,
        "arguments": arguments,
        "links": links,
        "undecided": undecided,
        "panel": panel,
        "disputed": disputed_criteria(panel) if undecided and panel and panel.ballots else (),
        "waiting": waiting,
        "events": events,
        "prompt": prompt,
    }


def blind_context(review: ReviewRecord) -> dict[str, Any]:
    """Return what somebody may see of a review who has not answered yet: nothing that depends on another's words."""
    issue = review.issue or review.submission.given
    diff = parse_diff(review.work.diff if review.work else "", shorten)
    every = {
        f"d{line.number}": 0 for file in diff.files for line in file.lines if not line.is_git_head
    }
    files = file_views(diff, every)
    asked = passage(request_of(issue, review.work)) if issue and review.work else None
    return {"issue_text": asked, "diff": diff, "files": files, "checks": review.checks}


def objections_of(
    review: ReviewRecord, results: Sequence[SeatResult], links: EvidenceLinks
) -> list[Objection]:
    """Return every finding, failed item and drift; what several seats say in the same words is one objection."""
    said: list[tuple[str, Finding, Sequence[Proof]]] = []
    for result in results:
        if isinstance(result, VerifiedArgument) and result.argument.drift:
            drift = Finding(
                text=result.argument.claim, priority="high", evidence=result.argument.evidence
            )
            said.append((result.seat, drift, result.proofs))
        if isinstance(result, Ballot):
            found = (*result.report.findings, *_failed_items(review, result))
            said += [(result.seat, finding, result.proofs) for finding in found]
    if review.ruling and not isinstance(review.ruling.ruling, Abstention):
        judge = next((ask.seat for ask in review.asked if ask.purpose == "rule"), "Judge")
        said += [
            (judge, failure, review.ruling.proofs) for failure in review.ruling.ruling.failures
        ]
    objections: dict[tuple[str, str], Objection] = {}
    for seat, finding, proofs in said:
        places = [
            proof.at for proof in proofs_of(finding.evidence, proofs) if proof.found in CONFIRMED
        ]
        at = next((place for place in places if links.around(place, 0)), "")
        known = objections.get((finding.text, at), Objection((), finding, at))
        objections[finding.text, at] = known._replace(
            seats=tuple(dict.fromkeys((*known.seats, seat)))
        )
    return list(objections.values())


def _failed_items(review: ReviewRecord, ballot: Ballot) -> list[Finding]:
    """Return the items that fail for a judge who has no finding about them."""
    told = {finding.criterion for finding in ballot.report.findings}
    failed = []
    for item in review.rubric.rubric.checklist if review.rubric else ():
        if item.id not in told and is_gate(item) and fails(ballot, item):
            answer = answer_to(ballot, item)
            text = f"{item.id}, {answer.said}: {answer.note or item.question}"
            priority: Priority = "medium" if item.importance == "important" else "high"
            failed.append(
                Finding(text=text, priority=priority, criterion=item.id, evidence=answer.evidence)
            )
    return failed


def disputed_criteria(panel: PanelResult) -> list[str]:
    """Return what is disputed by name, what can reject by itself first: items, earlier reasons, dimensions, or all."""
    doubted = [*(gate.name for gate in gates(panel)), *unproven_items(panel)]
    for dimension in panel.rubric.dimensions:
        scores = [score_of(ballot, dimension.name) for ballot in panel.ballots]
        doubted += (
            [dimension.name] if max(scores) - min(scores) > panel.rules.criterion_spread else []
        )
    return list(dict.fromkeys([*doubted, *(split.name for split in splits(panel))])) or ["overall"]


def sides(panel: PanelResult, name: str) -> dict[bool, list[Ballot]]:
    """Return the ballots that speak against the work on a criterion, under True, and those that speak for it."""
    item = next((item for item in panel.rubric.checklist if item.id == name), None)
    scores = [
        score.score
        for ballot in panel.ballots
        for score in ballot.report.scores
        if score.dimension == name
    ]
    found: dict[bool, list[Ballot]] = {True: [], False: []}
    for ballot in panel.ballots:
        is_against = ballot.report.rework.get(name) == "open"
        if item is not None:
            is_against = fails(ballot, item)
        elif scores:
            is_against = score_of(ballot, name) * len(scores) < sum(scores)
        elif name not in ballot.report.rework:
            is_against = not accepts(ballot, panel.rules.bar)
        found[is_against].append(ballot)
    return found


def recorded_results(review: ReviewRecord) -> dict[AskKey, SeatResult]:
    """Return what the reply to each ask was read as."""
    bodies = review.testimonies.items()
    return {
        AskKey.parse(key_of("ballot", name)): RESULT.validate_python(body) for name, body in bodies
    }


def ask_key(ask: AskRecord) -> AskKey:
    return AskKey(ask.purpose, ask.seat, ask.round, bool(ask.answered.again))


def standing_results(review: ReviewRecord) -> tuple[JudgeResult, ...]:
    """Return the judges' results of the last round that ended; before the first has, those that are in."""
    if review.standings:
        return review.standings[-1].testimonies
    found: dict[str, JudgeResult] = {}  # of a seat that was asked again the last
    for key, result in recorded_results(review).items():
        if key.purpose == "judge" and not isinstance(result, VerifiedArgument):
            found[result.seat] = result
    return tuple(sorted(found.values(), key=lambda result: result.seat))


def last_arguments(review: ReviewRecord) -> list[VerifiedArgument | Abstention]:
    """Return the last argument of every examiner; one that was not renewed stands."""
    last: dict[str, VerifiedArgument | Abstention] = {}
    for key, result in recorded_results(review).items():
        argued = isinstance(last.get(result.seat), VerifiedArgument)
        if isinstance(result, VerifiedArgument) or (
            isinstance(result, Abstention) and key.purpose == "argue" and not argued
        ):
            last[result.seat] = result
    return sorted(
        last.values(),
        key=lambda argued: argued.name if isinstance(argued, VerifiedArgument) else "~",
    )


def seats_waited_for(review: ReviewRecord) -> list[str]:
    """Return the judges that have not answered in this round; one whose reply was of no use is asked once more."""
    number = len(review.points)
    if (
        review.panel != "open"
        or review.settings is None
        or review.verdict
        or len(review.standings) > number
    ):
        return []
    asks = [
        ask for ask in review.asked if ask.round == number and ask.purpose in ("judge", "debate")
    ]
    twice = {ask.seat for ask in asks if ask.answered.again}
    answered = {ask.seat for ask in asks}
    for key, result in recorded_results(review).items():
        if isinstance(result, Abstention) and key.round == number and result.seat not in twice:
            answered -= {result.seat} if result.cause in UNUSABLE else set()
    absent = {
        result.seat
        for result in standing_results(review)
        if number and isinstance(result, Abstention)
    }
    return [seat for seat in review.settings.seats if seat not in answered | absent]


def protocol_of(review: ReviewRecord) -> str:
    """Return the name of the protocol that a review follows, or nothing while that cannot be told."""
    if any(ask.purpose in ("argue", "rule") for ask in review.asked):
        return "tool-mad"
    if review.settings is None:
        return ""
    if len(review.settings.seats) == 1:
        return "judge"
    return "judge-with-debate"


def proofs_of(evidence: Sequence[Evidence], proofs: Sequence[Proof]) -> list[Proof]:
    """Return what was found of each piece of evidence."""
    known = {proof.evidence: proof for proof in proofs}
    return [known.get(piece, Proof(evidence=piece, found="no source")) for piece in evidence]


def overall_scores(
    review: ReviewRecord, results: Sequence[JudgeResult]
) -> list[tuple[str, float, float]]:
    """Return each judge's overall score that stands, and the one before any debate."""
    begun = review.standings[0].testimonies if review.standings else ()
    first = {result.seat: result.overall for result in begun if isinstance(result, Ballot)}
    ballots = [result for result in results if isinstance(result, Ballot)]
    return [
        (own.seat, float(own.overall), float(first.get(own.seat, own.overall))) for own in ballots
    ]


def debate_moves(review: ReviewRecord, number: int) -> list[tuple[Ballot, Ballot, str]]:
    """Return each judge's ballots before and after a debate round, and why it took no part if it did not.

    There is none while the round is going on.
    """
    if number >= len(review.standings):
        return []
    before = {
        result.seat: result
        for result in review.standings[number - 1].testimonies
        if isinstance(result, Ballot)
    }
    absent = {}
    for key, result in recorded_results(review).items():
        if key.purpose == "debate" and key.round == number:
            absent[result.seat] = (
                f"{result.cause}: {result.detail}" if isinstance(result, Abstention) else ""
            )
    after = [
        result for result in review.standings[number].testimonies if isinstance(result, Ballot)
    ]
    return [
        (before[own.seat], own, absent.get(own.seat, "")) for own in after if own.seat in before
    ]


def ballot_changes(old: Ballot, new: Ballot) -> list[Change]:
    """Return every score, answer and status of earlier reasons that differs."""
    changes = []
    for score in new.report.scores:
        was = score_of(old, score.dimension)
        if was != score.score:
            proofs = proofs_of(score.evidence, new.proofs)
            changes.append(
                Change(score.dimension, str(was), str(score.score), score.reasoning, proofs)
            )
    answers = {answer.item: answer.said for answer in old.report.answers}
    for answer in new.report.answers:
        if (before := answers.get(answer.item, answer.said)) != answer.said:
            proofs = proofs_of(answer.evidence, new.proofs)
            changes.append(Change(answer.item, before, answer.said, proofs=proofs))
    for reason, status in new.report.rework.items():
        if old.report.rework.get(reason, status) != status:
            changes.append(Change(reason, old.report.rework[reason], status))
    return changes

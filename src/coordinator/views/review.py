"""The read model of one review: current results, quoted places, objections, debate changes."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

from pydantic import Field, TypeAdapter

from coordinator.agents.ask_records import AskRecord
from coordinator.judgement.ballots import PanelResult, accepts, answer_to, fails, is_gate, score_of
from coordinator.judgement.consensus import unproven_items
from coordinator.judgement.evidence.verification import CONFIRMED
from coordinator.judgement.gates import gates
from coordinator.judgement.splits import splits
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
from coordinator.panels.asker import UNUSABLE
from coordinator.parsing.diff import Diff, DiffLine, parse_diff
from coordinator.reviews.record import ReviewRecord, panel_of
from coordinator.storage.events import AskKey, key_of
from coordinator.storage.store import Event
from coordinator.views.diff import file_views
from coordinator.views.formatting import passage, shorten

SeatResult = Ballot | Abstention | VerifiedArgument
RESULT: TypeAdapter[SeatResult] = TypeAdapter(Annotated[SeatResult, Field(discriminator="kind")])


class Change(NamedTuple):
    """One score, answer or status that a debate changed, with its reasoning and its proofs."""

    name: str
    before: str
    after: str
    reasoning: str = ""
    proofs: Sequence[Proof] = ()


class Objection(NamedTuple):
    """A finding against the work, and the seats that raise it.

    `at` is the first verified place of the finding in the diff, or empty.
    """

    seats: tuple[str, ...]
    finding: Finding
    at: str


class EvidenceLinks:
    """Finds the element of the page that shows a piece of evidence.

    `quoted_by` maps the id of each quoted element to the seats whose quote is verified.
    """

    def __init__(
        self, review: ReviewRecord, diff: Diff, issue_lines: int, results: Sequence[SeatResult]
    ) -> None:
        self._diff_lines = {at: line.number for at, (_, line) in diff.places().items()}
        self._file_of_line: list[Sequence[DiffLine]] = []
        for file in diff.files:
            self._file_of_line += [file.lines] * len(file.lines)
        self._checks = {check.name: number for number, check in enumerate(review.checks)}
        self._issue_lines = issue_lines
        self.quoted_by: dict[str, list[str]] = {}
        for result in results:
            if isinstance(result, Abstention):
                continue
            for proof in result.proofs:
                seats = self.quoted_by.setdefault(self.anchor(proof.at), [])
                if proof.found in CONFIRMED and result.seat not in seats:
                    seats.append(result.seat)

    def around(self, at: str, away: int = 2) -> Sequence[DiffLine]:
        """Return the line of the diff at a place, with its neighbours in the same file."""
        number = self._diff_lines.get(at, 0)
        if not number:
            return ()
        lines = self._file_of_line[number - 1]
        position = number - lines[0].number
        return lines[max(position - away, 0) : position + away + 1]

    def anchor(self, at: str) -> str:
        """Return the id of the element that shows a place; an empty string if there is none."""
        if at in self._diff_lines:
            return f"d{self._diff_lines[at]}"
        label, _, line = at.rpartition(":")
        if label == "issue" and line.isdecimal() and int(line) <= self._issue_lines:
            return f"i{line}"
        check = label.removeprefix("check:")
        if check != label and check in self._checks:
            return f"check-{self._checks[check]}"
        return ""


def review_context(
    review: ReviewRecord, events: Sequence[Event] = (), prompt: Callable[[str], str] | None = None
) -> dict[str, Any]:
    """Return the variables of the page of a review.

    If `prompt` is given, the page is a standalone file that contains the prompts. `prompt` returns
    the text of a prompt by its hash.
    """
    issue = review.issue or review.submission.given
    issue_text = passage(_request_text(review))
    diff = parse_diff(review.work.diff if review.work else "", shorten)
    waiting = seats_waited_for(review)
    arguments = last_arguments(review)
    results = []
    for result in standing_results(review):
        if review.standings or result.seat not in waiting:
            results.append(result)
    links = EvidenceLinks(review, diff, len(issue_text.lines), (*results, *arguments))
    objections = objections_of(review, (*results, *arguments), links)
    by_line: dict[str, list[Objection]] = {}
    for place, seats in links.quoted_by.items():
        if seats:
            by_line[place] = []
    for objection in objections:
        by_line.setdefault(links.anchor(objection.at), []).append(objection)
    files = file_views(diff, {place: len(told) for place, told in by_line.items()})
    panel = panel_of(review)
    undecided = review.panel in ("escalate", "error") and not review.decisions
    disputed: Sequence[str] = ()
    if undecided and panel and panel.ballots:
        disputed = disputed_criteria(panel)
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
        "disputed": disputed,
        "waiting": waiting,
        "events": events,
        "prompt": prompt,
    }


def _request_text(review: ReviewRecord) -> str:
    issue = review.issue or review.submission.given
    if issue is None:
        return ""
    if review.work is None:
        return issue.request
    return request_of(issue, review.work)


def objections_of(
    review: ReviewRecord, results: Sequence[SeatResult], links: EvidenceLinks
) -> list[Objection]:
    """Return every reason against the work as an objection.

    Reasons are the findings and failed checklist items of judges. In the protocol tool-mad, they
    are the failures in the judge's ruling, and the arguments of examiners that the work drifts from
    the request. If several seats say the same words about one place, that is one objection.
    """
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
        judge = _ruling_seat(review)
        for failure in review.ruling.ruling.failures:
            said.append((judge, failure, review.ruling.proofs))
    objections: dict[tuple[str, str], Objection] = {}
    for seat, finding, proofs in said:
        at = _first_place(finding, proofs, links)
        known = objections.get((finding.text, at), Objection((), finding, at))
        if seat not in known.seats:
            known = known._replace(seats=(*known.seats, seat))
        objections[finding.text, at] = known
    return list(objections.values())


def _ruling_seat(review: ReviewRecord) -> str:
    for ask in review.asked:
        if ask.purpose == "rule":
            return ask.seat
    return "Judge"


def _first_place(finding: Finding, proofs: Sequence[Proof], links: EvidenceLinks) -> str:
    """Return the first verified place of a finding that the diff shows, or an empty string."""
    for proof in proofs_of(finding.evidence, proofs):
        if proof.found in CONFIRMED and links.around(proof.at, 0):
            return proof.at
    return ""


def _failed_items(review: ReviewRecord, ballot: Ballot) -> list[Finding]:
    """Return a finding for each gate that fails because of the judge's answer.

    A gate is a checklist item that can reject the work by itself. Leave out a gate if the judge's
    report already has a finding about it.
    """
    if review.rubric is None:
        return []
    told = {finding.criterion for finding in ballot.report.findings}
    failed = []
    for item in review.rubric.rubric.checklist:
        if item.id not in told and is_gate(item) and fails(ballot, item):
            answer = answer_to(ballot, item)
            text = f"{item.id}, {answer.said}: {answer.note or item.question}"
            priority: Priority = "medium" if item.importance == "important" else "high"
            failed.append(
                Finding(text=text, priority=priority, criterion=item.id, evidence=answer.evidence)
            )
    return failed


def disputed_criteria(panel: PanelResult) -> list[str]:
    """Return the names of the disputed criteria, or only `overall` if no criterion is disputed.

    They are in this order: failed gates, unproven items, dimensions with scores that are far apart,
    and other points on which the ballots differ.
    """
    names = [gate.name for gate in gates(panel)]
    names += unproven_items(panel)
    for dimension in panel.rubric.dimensions:
        scores = [score_of(ballot, dimension.name) for ballot in panel.ballots]
        if max(scores) - min(scores) > panel.rules.criterion_spread:
            names.append(dimension.name)
    names += [split.name for split in splits(panel)]
    return list(dict.fromkeys(names)) or ["overall"]


def sides(panel: PanelResult, name: str) -> dict[bool, list[Ballot]]:
    """Return the ballots on a criterion: under True those against the work, under False others."""
    items = {item.id: item for item in panel.rubric.checklist}
    item = items.get(name)
    scores = []
    for ballot in panel.ballots:
        scores += [score.score for score in ballot.report.scores if score.dimension == name]
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
    """Return the parsed result of each ask."""
    results = {}
    for name, body in review.testimonies.items():
        key = AskKey.parse(key_of("ballot", name))
        results[key] = RESULT.validate_python(body)
    return results


def ask_key(ask: AskRecord) -> AskKey:
    return AskKey(ask.purpose, ask.seat, ask.round, bool(ask.answered.again), ask.part)


def standing_results(review: ReviewRecord) -> tuple[JudgeResult, ...]:
    """Return the results of the last complete round, or those so far if no round is complete."""
    if review.standings:
        return review.standings[-1].testimonies
    found: dict[str, JudgeResult] = {}  # keeps the last result of a seat that was asked again
    for key, result in recorded_results(review).items():
        if key.purpose == "judge" and not isinstance(result, VerifiedArgument):
            found[result.seat] = result
    return tuple(sorted(found.values(), key=lambda result: result.seat))


def last_arguments(review: ReviewRecord) -> list[VerifiedArgument | Abstention]:
    """Return the last argument of every debater, or the abstention of a debater without one."""
    last: dict[str, VerifiedArgument | Abstention] = {}
    for key, result in recorded_results(review).items():
        argued = isinstance(last.get(result.seat), VerifiedArgument)
        if isinstance(result, VerifiedArgument) or (
            isinstance(result, Abstention) and key.purpose == "argue" and not argued
        ):
            last[result.seat] = result
    return sorted(last.values(), key=_argument_name)


def _argument_name(result: VerifiedArgument | Abstention) -> str:
    if isinstance(result, VerifiedArgument):
        return result.name
    return "~"  # abstentions last


def seats_waited_for(review: ReviewRecord) -> list[str]:
    """Return the judges that still have to answer in this round.

    A judge whose first reply was unusable is asked again, so it still has to answer.
    """
    number = len(review.points)
    if (
        review.panel != "open"
        or review.settings is None
        or review.verdict
        or len(review.standings) > number
    ):
        return []
    answered = set()
    asked_twice = set()
    for ask in review.asked:
        # A seat that is asked about parts of the diff has answered when its ballot is recorded.
        if ask.round == number and ask.purpose in ("judge", "debate") and not ask.part:
            answered.add(ask.seat)
            if ask.answered.again:
                asked_twice.add(ask.seat)
    for key, result in recorded_results(review).items():
        if key.round != number:
            continue
        answered.add(result.seat)
        if not isinstance(result, Abstention):
            continue
        if result.cause in UNUSABLE and result.seat not in asked_twice:
            answered.discard(result.seat)
    absent = set()
    if number:
        for standing in standing_results(review):
            if isinstance(standing, Abstention):
                absent.add(standing.seat)
    return [seat for seat in review.settings.seats if seat not in answered | absent]


def protocol_of(review: ReviewRecord) -> str:
    """Return the name of a review's protocol, or an empty string while it is unknown."""
    if any(ask.purpose in ("argue", "rule") for ask in review.asked):
        return "tool-mad"
    if review.settings is None:
        return ""
    if len(review.settings.seats) == 1:
        return "judge"
    return "judge-with-debate"


def proofs_of(evidence: Sequence[Evidence], proofs: Sequence[Proof]) -> list[Proof]:
    """Return the proof of each piece of evidence."""
    known = {proof.evidence: proof for proof in proofs}
    return [known.get(piece, Proof(evidence=piece, found="no source")) for piece in evidence]


def overall_scores(
    review: ReviewRecord, results: Sequence[JudgeResult]
) -> list[tuple[str, float, float]]:
    """Return each judge's current overall score, and the score before any debate."""
    first = {}
    if review.standings:
        first = {ballot.seat: ballot.overall for ballot in _ballots(review, 0)}
    scores = []
    for result in results:
        if isinstance(result, Ballot):
            before = first.get(result.seat, result.overall)
            scores.append((result.seat, float(result.overall), float(before)))
    return scores


def _ballots(review: ReviewRecord, number: int) -> list[Ballot]:
    """Return the ballots that were valid after a round."""
    standing = review.standings[number].testimonies
    return [result for result in standing if isinstance(result, Ballot)]


def debate_moves(review: ReviewRecord, number: int) -> list[tuple[Ballot, Ballot, str]]:
    """Return each judge's ballots before and after a debate round, and the reason for its absence.

    The reason is empty for a judge that answered. Return an empty list while the round is open.
    """
    if number >= len(review.standings):
        return []
    before = {ballot.seat: ballot for ballot in _ballots(review, number - 1)}
    absent = {}
    for key, result in recorded_results(review).items():
        if key.purpose == "debate" and key.round == number:
            absent[result.seat] = ""
            if isinstance(result, Abstention):
                absent[result.seat] = f"{result.cause}: {result.detail}"
    moves = []
    for ballot in _ballots(review, number):
        if ballot.seat in before:
            moves.append((before[ballot.seat], ballot, absent.get(ballot.seat, "")))
    return moves


def ballot_changes(old: Ballot, new: Ballot) -> list[Change]:
    """Return the scores, answers and statuses of earlier reasons in which two ballots differ."""
    changes = []
    scores = {score.dimension: score.said for score in old.report.scores}
    for score in new.report.scores:
        before = scores[score.dimension]
        if before != score.said:
            proofs = proofs_of(score.evidence, new.proofs)
            changes.append(Change(score.dimension, before, score.said, score.reasoning, proofs))
    answers = {answer.item: answer.said for answer in old.report.answers}
    for answer in new.report.answers:
        before = answers.get(answer.item, answer.said)
        if before != answer.said:
            proofs = proofs_of(answer.evidence, new.proofs)
            changes.append(Change(answer.item, before, answer.said, proofs=proofs))
    for reason, status in new.report.rework.items():
        if old.report.rework.get(reason, status) != status:
            changes.append(Change(reason, old.report.rework[reason], status))
    return changes

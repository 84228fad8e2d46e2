"""Find the failed gates of a panel.

A gate is a criterion that can reject the work by itself. It is a demand of the request, a pitfall,
or a reason for which an earlier review rejected the work.
"""

from collections.abc import Sequence
from typing import NamedTuple

from coordinator.judgement.ballots import (
    PanelResult,
    Stance,
    answer_to,
    confirmed_proofs,
    fails,
    is_executed,
    is_gate,
    is_open,
    stance,
)
from coordinator.judgement.evidence.cited_place import FoundPlace
from coordinator.judgement.evidence.experiments import decides
from coordinator.models import Ballot, Item, Proof, Reason
from coordinator.parsing.fields import without_repeats


class GateResult(NamedTuple):
    """A criterion that can reject by itself, and the seats for which it fails."""

    name: str
    text: str
    requirement: str
    against: tuple[str, ...]  # the seats for which it fails
    # The seats that themselves say that the work fails the criterion. The other seats in `against`
    # are there because of a red test that they have not proven wrong with a script.
    convinced: tuple[str, ...]
    proofs: tuple[Proof, ...]
    decisive: bool  # whether its failure for a single judge is enough to escalate
    question: str = ""  # a question for a person, if the request has two readings


def gates(result: PanelResult) -> tuple[GateResult, ...]:
    """Return every gate that fails for at least one ballot, earlier reasons before items."""
    found = [_earlier_gate(reason, result) for reason in result.earlier]
    for item in result.rubric.checklist:
        if is_gate(item):
            found.append(_item_gate(item, result))
    return tuple(gate for gate in found if gate.against)


def _earlier_gate(reason: Reason, result: PanelResult) -> GateResult:
    """Return the gate of an earlier reason. It fails for the judges that call the reason open."""
    against = []
    proofs: list[Proof] = []
    for ballot in result.ballots:
        if not is_open(ballot, reason):
            continue
        against.append(ballot.seat)
        for finding in ballot.report.findings:
            if finding.criterion == reason.id:
                proofs += confirmed_proofs(ballot.proofs, finding.evidence)
    return GateResult(
        name=reason.id,
        text=reason.text,
        requirement=reason.requirement,
        against=tuple(against),
        convinced=tuple(against),
        proofs=without_repeats(proofs),
        decisive=True,
    )


def _item_gate(item: Item, result: PanelResult) -> GateResult:
    """Return the gate of an item. It fails for the judges that answer against the work."""
    against = []
    convinced = []
    notes = []
    proofs: list[Proof] = []
    for ballot in result.ballots:
        if not gate_fails_for(ballot, item, result):
            continue
        against.append(ballot.seat)
        if not fails(ballot, item):
            continue
        answer = answer_to(ballot, item)
        convinced.append(ballot.seat)
        if answer.note:
            notes.append(answer.note)
        proofs += confirmed_proofs(ballot.proofs, answer.evidence)
    asked = item.question
    if item.id in result.probes:
        said = "a test written from the request alone is red"
        asked = item.rationale
        proofs.append(result.probes[item.id])
    elif item.importance == "pitfall":
        said = "a pitfall was hit"
    else:
        said = f"an {item.importance} requirement is not met"
    return GateResult(
        name=item.id,
        text="; ".join([f"{said}: {asked}", *without_repeats(notes)]),
        requirement=item.quote or asked,
        against=tuple(against),
        convinced=tuple(convinced),
        proofs=without_repeats(proofs),
        decisive=item.importance != "important",
        question=item.ambiguity,
    )


def gate_fails_for(ballot: Ballot, item: Item, result: PanelResult) -> bool:
    """Return whether the work fails an item more than slightly, according to this ballot.

    If a blind test has answered the item, the test decides, unless the judge disagrees and supports
    its answer with an executed script.
    """
    opinion = stance(ballot, item)
    if item.id in result.executed.covered:
        return opinion == Stance.FAILS and is_executed(ballot, item)
    if item.id in result.executed.failed:
        return opinion != Stance.WELL or not is_executed(ballot, item)
    return opinion == Stance.FAILS


def failed_gates(result: PanelResult) -> list[GateResult]:
    """Return the gates that reject the work.

    A gate rejects if a majority says that it fails. It also rejects if one judge proves the failure
    by a red check or an experiment.
    """
    return [gate for gate in gates(result) if _rejects(gate, result)]


def _rejects(gate: GateResult, result: PanelResult) -> bool:
    # If the request can be read in two ways, no majority can decide how to read it.
    is_clear = bool(gate.convinced) and not gate.question
    if is_clear and len(gate.convinced) >= result.majority:
        return True
    if gate.name in result.probes:
        # One judge alone cannot decide whether a blind test is right.
        return False
    # A red check is not an opinion, so one judge who quotes its output is enough.
    if _quotes_red_check(gate.proofs, result.red_checks):
        return True
    # An experiment is not an opinion either, but it cannot show how to read a request.
    return is_clear and decides(gate.proofs, result.debates)


def _quotes_red_check(proofs: Sequence[Proof], red_checks: Sequence[str]) -> bool:
    red = {f"check:{name}" for name in red_checks}
    return any(FoundPlace.parse(proof.at).source in red for proof in proofs)

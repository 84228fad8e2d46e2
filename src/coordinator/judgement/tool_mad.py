"""The decision rule of tool-mad: verified drift that is not refuted rejects.

quorum                  too few arguments, or no ruling: error
drift                   an examiner reports drift with verified evidence, and the judge does not
                        refute it with verified evidence of its own: reject
failure                 the judge itself rejects with verified evidence: reject
reject without evidence it rejects without: escalate
partial evidence        nobody shows drift, but an examiner is missing: escalate
no drift                accept
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from pydantic import Field

from coordinator.judgement.ballots import majority
from coordinator.judgement.evidence import CONFIRMED, same
from coordinator.judgement.reasons import number_reasons
from coordinator.models import Abstention, Evidence, Outcome, Proof, Reason, Value, Verdict
from coordinator.parsing.report import Argument, Ruling


class VerifiedArgument(Value):
    """One examiner's argument with its evidence looked up; `name` is what the judge knows it by."""

    kind: Literal["contention"] = "contention"
    seat: str
    name: str
    argument: Argument
    proofs: tuple[Proof, ...] = ()
    recorded: bool = False
    unsandboxed: bool = False


ExaminerResult = Annotated[VerifiedArgument | Abstention, Field(discriminator="kind")]


class ToolMadResult(Value):
    """The input of the rule: every examiner's argument or abstention, and the judge's ruling with its proofs."""

    seats: int
    examined: tuple[ExaminerResult, ...]
    ruling: Ruling | Abstention | None = None  # None where there is no quorum: the judge is not asked
    proofs: tuple[Proof, ...] = ()

    @property
    def arguments(self) -> tuple[VerifiedArgument, ...]:
        return tuple(each for each in self.examined if isinstance(each, VerifiedArgument))

    @property
    def is_quorate(self) -> bool:
        """Whether enough examiners argue for a ruling to decide anything."""
        return len(self.arguments) >= majority(self.seats)

    @property
    def abstentions(self) -> tuple[Abstention, ...]:
        """The examiners that gave none."""
        return tuple(each for each in self.examined if isinstance(each, Abstention))


def decide(result: ToolMadResult) -> Verdict:
    """Return the verdict by the first rule that applies."""
    ruling = result.ruling
    missing = [*result.abstentions, *([ruling] if isinstance(ruling, Abstention) else [])]
    absent = "Missing: " + "; ".join(f"{each.seat}: {each.cause} ({each.detail})" for each in missing)
    if not isinstance(ruling, Ruling) or not result.is_quorate:
        return _verdict(result, "error", "quorum", absent)
    failures = []
    for failure in ruling.failures:
        if proofs := _confirmed(failure.evidence, result.proofs):
            failures.append(Reason(id="", text=failure.text, proofs=proofs))
    if drifts := unrefuted(result, ruling):
        seats = ", ".join(drift.seat for drift in drifts)
        explanation = f"{seats} showed drift with verified evidence, and it was not refuted with any."
        reasons = []
        for drift in drifts:
            proofs = tuple(proof for proof in drift.proofs if proof.found in CONFIRMED)
            reasons.append(Reason(id="", text=drift.argument.claim, proofs=proofs, seats=(drift.seat,)))
        return _verdict(result, "reject", "drift", explanation, [*reasons, *failures])
    if ruling.verdict == "reject" and failures:
        return _verdict(result, "reject", "failure", "The judge rejects with verified evidence.", failures)
    if ruling.verdict == "reject":
        explanation = "The judge rejects, but nothing it says against the work could be verified."
        return _verdict(result, "escalate", "reject without evidence", explanation)
    if result.abstentions:
        return _verdict(result, "escalate", "partial evidence", f"An accept needs every examiner. {absent}")
    return _verdict(result, "accept", "no drift", "No examiner shows drift that stands.")


def unrefuted(result: ToolMadResult, ruling: Ruling) -> list[VerifiedArgument]:
    """Return the arguments of drift that rest on verified evidence and that the judge does not refute."""
    standing = []
    for given in result.arguments:
        if not given.argument.drift or not any(proof.found in CONFIRMED for proof in given.proofs):
            continue
        against = [refutation for refutation in ruling.refutations if refutation.argument == given.name]
        counter = [piece for refutation in against for piece in refutation.evidence]
        # What the examiner has quoted itself refutes nothing.
        fresh = [
            proof
            for proof in _confirmed(counter, result.proofs)
            if not any(same(proof.evidence, own) for own in given.argument.evidence)
        ]
        if not fresh:
            standing.append(given)
    return standing


def _confirmed(evidence: Iterable[Evidence], proofs: Sequence[Proof]) -> tuple[Proof, ...]:
    found = {proof.evidence: proof for proof in proofs if proof.found in CONFIRMED}
    return tuple(found[piece] for piece in evidence if piece in found)


def _verdict(
    result: ToolMadResult, outcome: Outcome, rule: str, explanation: str, reasons: Sequence[Reason] = ()
) -> Verdict:
    failures = result.ruling.failures if isinstance(result.ruling, Ruling) else ()
    dissent = []
    for given in result.arguments:
        side = "drift" if given.argument.drift else "no drift"
        dissent.append(f"{given.seat}: {side}. {given.argument.claim}")
    marks = {
        "partial evidence": bool(result.abstentions),
        "recorded replies": any(given.recorded for given in result.arguments),
        "judges without a sandbox": any(given.unsandboxed for given in result.arguments),
    }
    return Verdict(
        outcome=outcome,
        rule=rule,
        explanation=explanation,
        reasons=number_reasons(reasons, ()),
        advice=tuple(failure.text for failure in failures if not _confirmed(failure.evidence, result.proofs)),
        dissent=tuple(dissent),
        labels=tuple(label for label, applies in marks.items() if applies),
    )

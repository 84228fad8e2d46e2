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

from coordinator.judgement.ballots import HELD, majority
from coordinator.judgement.evidence import same
from coordinator.judgement.reasons import number
from coordinator.models import Abstention, Evidence, Finding, Proof, Reason, Value, Verdict
from coordinator.parsing.report import Argument, Ruling


class VerifiedArgument(Value):
    """One examiner's argument with its evidence looked up; `name` is what the judge knows it by."""

    kind: Literal["contention"] = "contention"
    seat: str
    name: str
    argument: Argument
    proofs: tuple[Proof, ...] = ()
    recorded: bool = False


Examined = Annotated[VerifiedArgument | Abstention, Field(discriminator="kind")]


class ToolMadResult(Value):
    """All that the verdict of tool-mad is computed from."""

    seats: int
    examined: tuple[Examined, ...]
    ruling: Ruling | Abstention
    proofs: tuple[Proof, ...] = ()

    @property
    def contentions(self) -> tuple[VerifiedArgument, ...]:
        """The arguments that were given."""
        return tuple(e for e in self.examined if isinstance(e, VerifiedArgument))

    @property
    def abstentions(self) -> tuple[Abstention, ...]:
        """The examiners that gave none."""
        return tuple(e for e in self.examined if isinstance(e, Abstention))


def decide(inquiry: ToolMadResult) -> Verdict:
    """The verdict, by the first rule that applies."""
    ruling = inquiry.ruling
    if isinstance(ruling, Abstention) or len(inquiry.contentions) < majority(inquiry.seats):
        return _verdict(inquiry, "error", "quorum", _missing(inquiry))
    if drifts := unrefuted(inquiry, ruling):
        seats = ", ".join(drift.seat for drift in drifts)
        said = f"{seats} showed drift with verified evidence, and it was not refuted with any."
        return _verdict(inquiry, "reject", "drift", said, (*map(_drift_reason, drifts), *_failures(inquiry, ruling)))
    if ruling.verdict == "reject":
        return _rejected_by_judge(inquiry, ruling)
    if inquiry.abstentions:
        return _verdict(inquiry, "escalate", "partial evidence", f"An accept needs every examiner. {_missing(inquiry)}")
    return _verdict(inquiry, "accept", "no drift", "No examiner shows drift that stands.")


def unrefuted(inquiry: ToolMadResult, ruling: Ruling) -> tuple[VerifiedArgument, ...]:
    """The arguments of drift that rest on verified evidence and stand."""
    return tuple(
        contention
        for contention in inquiry.contentions
        if contention.argument.drift
        and any(proof.found in HELD for proof in contention.proofs)
        and not _is_refuted(contention, inquiry, ruling)
    )


def _is_refuted(contention: VerifiedArgument, inquiry: ToolMadResult, ruling: Ruling) -> bool:
    counter = [
        evidence
        for refutation in ruling.refutations
        if refutation.argument == contention.name
        for evidence in refutation.evidence
    ]
    own = contention.argument.evidence
    return any(not any(same(proof.evidence, e) for e in own) for proof in _held(counter, inquiry.proofs))


def _rejected_by_judge(inquiry: ToolMadResult, ruling: Ruling) -> Verdict:
    failures = tuple(_failures(inquiry, ruling))
    if failures:
        return _verdict(inquiry, "reject", "failure", "The judge rejects with verified evidence.", failures)
    said = "The judge rejects, but nothing it says against the work could be verified."
    return _verdict(inquiry, "escalate", "reject without evidence", said)


def _failures(inquiry: ToolMadResult, ruling: Ruling) -> Iterable[Reason]:
    for failure in ruling.failures:
        if proofs := _held(failure.evidence, inquiry.proofs):
            yield Reason(id="", text=failure.text, proofs=proofs)


def _drift_reason(contention: VerifiedArgument) -> Reason:
    proofs = tuple(proof for proof in contention.proofs if proof.found in HELD)
    return Reason(id="", text=contention.argument.claim, proofs=proofs, seats=(contention.seat,))


def _held(evidence: Iterable[Evidence], proofs: Sequence[Proof]) -> tuple[Proof, ...]:
    found = {proof.evidence: proof for proof in proofs if proof.found in HELD}
    return tuple(found[e] for e in evidence if e in found)


def _missing(inquiry: ToolMadResult) -> str:
    missing = [*inquiry.abstentions]
    if isinstance(inquiry.ruling, Abstention):
        missing.append(inquiry.ruling)
    return "Missing: " + "; ".join(f"{a.seat}: {a.cause} ({a.detail})" for a in missing)


def _verdict(
    inquiry: ToolMadResult,
    outcome: Literal["accept", "reject", "escalate", "error"],
    rule: str,
    explanation: str,
    reasons: Sequence[Reason] = (),
) -> Verdict:
    return Verdict(
        outcome=outcome,
        rule=rule,
        explanation=explanation,
        reasons=number(reasons, ()),
        advice=tuple(failure.text for failure in _unverified(inquiry)),
        dissent=tuple(
            f"{c.seat}: {'drift' if c.argument.drift else 'no drift'}. {c.argument.claim}" for c in inquiry.contentions
        ),
        labels=tuple(
            label
            for label, applies in {
                "partial evidence": bool(inquiry.abstentions),
                "recorded replies": any(c.recorded for c in inquiry.contentions),
            }.items()
            if applies
        ),
    )


def _unverified(inquiry: ToolMadResult) -> Iterable[Finding]:
    if isinstance(inquiry.ruling, Ruling):
        for failure in inquiry.ruling.failures:
            if not _held(failure.evidence, inquiry.proofs):
                yield failure

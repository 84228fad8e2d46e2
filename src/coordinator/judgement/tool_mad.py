"""Decide by the rules of Tool-MAD, in which verified drift rejects the work.

Drift is a departure of the work from the request. docs/tool-mad.md lists the rules in order. The
judge cannot dismiss verified drift by opinion alone, but can refute it with new evidence from the
work. For each proof that the drift rests on, the judge must quote the same file within `NEARBY`
lines, and the examiner must not have given that quote. A verified absence cannot be refuted,
because no line matches its pattern. Output that only a tool or a check has printed cannot be
refuted either.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from pydantic import Field

from coordinator.judgement.ballots import (
    UNSHOWN,
    confirmed_proofs,
    majority,
    name_secrets,
    name_unshown,
)
from coordinator.judgement.evidence.cited_place import FoundPlace
from coordinator.judgement.evidence.verification import counts_against, same, shows_work
from coordinator.judgement.reasons import number_reasons
from coordinator.models import Abstention, Evidence, Outcome, Proof, Reason, Value, Verdict
from coordinator.parsing.report import Ruling
from coordinator.parsing.shapes import Argument, Refutation

NEARBY = 20  # lines, about one function; quotes at most so far apart count as one place


class VerifiedArgument(Value):
    """One examiner's argument with its proofs; `name` is its name in the judge's prompt."""

    kind: Literal["contention"] = "contention"
    seat: str
    name: str
    argument: Argument
    proofs: tuple[Proof, ...] = ()
    recorded: bool = False
    unsandboxed: bool = False

    @property
    def rests_on(self) -> tuple[Proof, ...]:
        """The proofs that support the argument; only drift can rest on deleted lines."""
        carries = counts_against if self.argument.drift else shows_work
        return tuple(proof for proof in self.proofs if carries(proof))

    def is_taken_back_in(self, later: "VerifiedArgument") -> bool:
        """Return whether a later argument withdraws this drift without new evidence."""
        if not self.argument.drift or later.argument.drift:
            return False
        return not _new_proofs(later.rests_on, self.argument.evidence)


ExaminerResult = Annotated[VerifiedArgument | Abstention, Field(discriminator="kind")]


class ToolMadResult(Value):
    """The input of the rules: every examiner's result, and the judge's ruling with its proofs."""

    seats: int
    examined: tuple[ExaminerResult, ...]
    # None if there is no drift to rule on, or no quorum
    ruling: Ruling | Abstention | None = None
    proofs: tuple[Proof, ...] = ()
    unshown: tuple[str, ...] = ()  # changed files that nobody was shown in full
    secrets: tuple[str, ...] = ()  # changed files with new secrets, and the kinds of the secrets

    @property
    def arguments(self) -> tuple[VerifiedArgument, ...]:
        """The arguments that rest on at least one proof."""
        given = [each for each in self.examined if isinstance(each, VerifiedArgument)]
        return tuple(argument for argument in given if argument.rests_on)

    @property
    def drifts(self) -> tuple[VerifiedArgument, ...]:
        """The arguments that claim drift."""
        return tuple(given for given in self.arguments if given.argument.drift)

    @property
    def is_quorate(self) -> bool:
        """Whether a majority of the seats gave an argument that rests on a proof."""
        return len(self.arguments) >= majority(self.seats)


def decide(result: ToolMadResult) -> Verdict:
    """Return the verdict by the first rule that applies."""
    if not result.is_quorate or (result.drifts and not isinstance(result.ruling, Ruling)):
        return _verdict(result, "error", "quorum", _missing(result))
    # The judge is asked only if there is drift. Without drift, the missing ruling is an accept.
    ruling = result.ruling if isinstance(result.ruling, Ruling) else Ruling(verdict="accept")
    standing: list[VerifiedArgument] = []
    denied: list[VerifiedArgument] = []
    for drift in result.drifts:
        against = [each for each in ruling.refutations if each.argument == drift.name]
        if _is_refuted(drift, against, result.proofs):
            continue
        if against or ruling.verdict == "accept":
            denied.append(drift)
        else:
            standing.append(drift)
    failures = _verified_failures(ruling, result.proofs)
    if standing:
        why = (
            f"{_seats(standing)} showed drift with verified evidence, "
            "and it was not refuted with any."
        )
        reasons = [_reason(drift) for drift in standing]
        return _verdict(result, "reject", "drift", why, reasons + failures)
    if ruling.verdict == "reject" and failures:
        why = "The judge rejects with verified evidence."
        return _verdict(result, "reject", "failure", why, failures)
    if denied:
        why = (
            f"The judge denies drift that {_seats(denied)} showed, "
            "without evidence about the same places."
        )
        reasons = [_reason(drift) for drift in denied]
        return _verdict(result, "escalate", "drift denied", why, reasons)
    if ruling.verdict == "reject":
        why = "The judge rejects, but code could verify none of its evidence against the work."
        return _verdict(result, "escalate", "reject without evidence", why)
    if len(result.arguments) < result.seats:
        why = f"An accept needs every examiner. {_missing(result)}"
        return _verdict(result, "escalate", "partial evidence", why)
    if result.unshown:
        return _verdict(result, "escalate", "not shown", name_unshown(result.unshown))
    if result.secrets:
        return _verdict(result, "escalate", "secret value", name_secrets(result.secrets))
    return _verdict(
        result, "accept", "no drift", "No examiner showed drift, or all drift was refuted."
    )


def _missing(result: ToolMadResult) -> str:
    causes = []
    for each in (*result.examined, result.ruling):
        if isinstance(each, Abstention):
            causes.append(f"{each.seat}: {each.cause} ({each.detail})")
    return "Missing: " + "; ".join(causes)


def _verified_failures(ruling: Ruling, proofs: Sequence[Proof]) -> list[Reason]:
    """Return the judge's own reasons that have verified evidence."""
    reasons = []
    for failure in ruling.failures:
        confirmed = confirmed_proofs(proofs, failure.evidence)
        if confirmed:
            reasons.append(Reason(id="", text=failure.text, proofs=confirmed))
    return reasons


def _is_refuted(
    drift: VerifiedArgument, refutations: Sequence[Refutation], proofs: Sequence[Proof]
) -> bool:
    evidence: list[Evidence] = []
    for refutation in refutations:
        evidence += refutation.evidence
    return refutes(confirmed_proofs(proofs, evidence, shows_work), drift)


def refutes(counter: Sequence[Proof], drift: VerifiedArgument) -> bool:
    """Return whether the counter-evidence answers every proof that the drift rests on.

    A quote that the examiner gave does not refute anything.
    """
    fresh = _new_proofs(counter, drift.argument.evidence)
    return all(_is_answered(shown, fresh) for shown in drift.rests_on)


def _is_answered(shown: Proof, counter: Sequence[Proof]) -> bool:
    return any(is_near(shown, proof) for proof in counter)


def _new_proofs(proofs: Sequence[Proof], known: Sequence[Evidence]) -> list[Proof]:
    """Return the proofs whose evidence differs from all known evidence."""
    new = []
    for proof in proofs:
        if not any(same(proof.evidence, piece) for piece in known):
            new.append(proof)
    return new


def is_near(one: Proof, other: Proof) -> bool:
    """Return whether two quotes are at nearly the same place in a file.

    Return False for lines of a diff or an output, because they can be about any file.
    """
    here = FoundPlace.parse(one.at)
    there = FoundPlace.parse(other.at)
    if here.source != there.source or not here.line or not there.line:
        return False
    if here.source == "diff" or here.source.startswith(("tool:", "check:")):
        return False
    return abs(here.line - there.line) <= NEARBY


def in_file(proof: Proof, diff: str) -> Proof:
    """Return the proof of a quote from the diff, with its place changed to the line in the file.

    Any other proof is returned unchanged.
    """
    place = FoundPlace.parse(proof.at)
    if place.source != "diff" or not place.line:
        return proof
    above = "\n" + "\n".join(diff.split("\n")[: place.line])
    # Every line in a hunk begins with a sign column, so no file content can imitate these heads.
    part_of_file = above.rpartition("\ndiff --git ")[2]
    head, *hunks = part_of_file.split("\n@@ -")
    path = re.search(r"^\+\+\+ b/(.*?)\t?$", head, re.MULTILINE)
    if not path or not hunks:
        return proof
    hunk = hunks[-1]
    begin = re.match(r"[0-9,]+ \+([0-9]+)", hunk)
    if not begin:
        return proof
    line = int(begin[1]) - 1
    for text in hunk.split("\n")[1:]:
        if not text.startswith("-"):
            line += 1
    return proof.model_copy(update={"at": f"{path[1]}:{line}"})


def _seats(arguments: Iterable[VerifiedArgument]) -> str:
    return ", ".join(each.seat for each in arguments)


def _reason(drift: VerifiedArgument) -> Reason:
    return Reason(id="", text=drift.argument.claim, proofs=drift.rests_on, seats=(drift.seat,))


def _verdict(
    result: ToolMadResult,
    outcome: Outcome,
    rule: str,
    explanation: str,
    reasons: Sequence[Reason] = (),
) -> Verdict:
    dissent = []
    for given in result.arguments:
        side = "drift" if given.argument.drift else "no drift"
        dissent.append(f"{given.seat}: {side}. {given.argument.claim}")
    labels = []
    if any(isinstance(each, Abstention) for each in result.examined):
        labels.append("partial evidence")
    if any(given.recorded for given in result.arguments):
        labels.append("recorded replies")
    if any(given.unsandboxed for given in result.arguments):
        labels.append("judges without a sandbox")
    if result.unshown:
        labels.append(UNSHOWN)
    advice = []
    if isinstance(result.ruling, Ruling):
        known = [reason.text for reason in reasons]
        advice = [each.text for each in result.ruling.failures if each.text not in known]
    return Verdict(
        outcome=outcome,
        rule=rule,
        explanation=explanation,
        reasons=number_reasons(reasons, ()),
        advice=tuple(advice),
        dissent=tuple(dissent),
        labels=tuple(labels),
    )

"""The decision rule of tool-mad: verified drift rejects, and no lone voice undoes it.

docs/tool-mad.md has the rules in their order. Drift is refuted by evidence of the work that its examiner has not quoted
itself, about the same places: for each piece that it rests on, one in the same file within NEARBY lines. So an absence
that code has verified cannot be refuted, as no line matches its pattern, and no more can what only a tool or a check
has printed.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from pydantic import Field

from coordinator.judgement.ballots import UNSHOWN, confirmed_proofs, majority, name_unshown
from coordinator.judgement.evidence import counts_against, same, shows_work
from coordinator.judgement.reasons import number_reasons
from coordinator.models import Abstention, Outcome, Proof, Reason, Value, Verdict
from coordinator.parsing.report import Ruling
from coordinator.parsing.shapes import Argument

NEARBY = 20  # lines within which two quotes are about the same place: about a function


class VerifiedArgument(Value):
    """One examiner's argument with its evidence looked up; `name` is what the judge knows it by."""

    kind: Literal["contention"] = "contention"
    seat: str
    name: str
    argument: Argument
    proofs: tuple[Proof, ...] = ()
    recorded: bool = False
    unsandboxed: bool = False

    @property
    def rests_on(self) -> tuple[Proof, ...]:
        """The evidence that carries it; only drift can rest on lines that the work deleted."""
        return tuple(filter(counts_against if self.argument.drift else shows_work, self.proofs))

    def is_taken_back_in(self, later: "VerifiedArgument") -> bool:
        """Whether this is drift that a later argument takes back without evidence that is new to the examiner."""
        known = self.argument.evidence
        old = [
            proof for proof in later.rests_on if any(same(proof.evidence, piece) for piece in known)
        ]
        return self.argument.drift and not later.argument.drift and len(old) == len(later.rests_on)


ExaminerResult = Annotated[VerifiedArgument | Abstention, Field(discriminator="kind")]


class ToolMadResult(Value):
    """The input of the rule: every examiner's argument or abstention, and the judge's ruling with its proofs."""

    seats: int
    examined: tuple[ExaminerResult, ...]
    # None where there is nothing to rule on, or no quorum
    ruling: Ruling | Abstention | None = None
    proofs: tuple[Proof, ...] = ()
    unshown: tuple[str, ...] = ()  # changed files that nobody was shown in full

    @property
    def arguments(self) -> tuple[VerifiedArgument, ...]:
        """Those that rest on something."""
        return tuple(
            each for each in self.examined if isinstance(each, VerifiedArgument) and each.rests_on
        )

    @property
    def drifts(self) -> tuple[VerifiedArgument, ...]:
        """What there is to rule on."""
        return tuple(each for each in self.arguments if each.argument.drift)

    @property
    def is_quorate(self) -> bool:
        """Whether enough examiners argue for anything to be decided."""
        return len(self.arguments) >= majority(self.seats)


def decide(result: ToolMadResult) -> Verdict:
    """Return the verdict by the first rule that applies."""
    missing = [each for each in (*result.examined, result.ruling) if isinstance(each, Abstention)]
    absent = "Missing: " + "; ".join(
        f"{each.seat}: {each.cause} ({each.detail})" for each in missing
    )
    if not result.is_quorate or (result.drifts and not isinstance(result.ruling, Ruling)):
        return _verdict(result, "error", "quorum", absent)
    # Of nothing
    ruling = result.ruling if isinstance(result.ruling, Ruling) else Ruling(verdict="accept")
    standing = list[VerifiedArgument]()
    denied = list[VerifiedArgument]()
    failures = list[Reason]()
    for drift in result.drifts:
        against = [
            refutation for refutation in ruling.refutations if refutation.argument == drift.name
        ]
        counter = [piece for refutation in against for piece in refutation.evidence]
        if not refutes(confirmed_proofs(result.proofs, counter, shows_work), drift):
            (denied if against or ruling.verdict == "accept" else standing).append(drift)
    for failure in ruling.failures:
        if proofs := confirmed_proofs(result.proofs, failure.evidence):
            failures.append(Reason(id="", text=failure.text, proofs=proofs))
    if standing:
        why = f"{_seats(standing)} showed drift with verified evidence, and it was not refuted with any."
        return _verdict(result, "reject", "drift", why, [*map(_reason, standing), *failures])
    if ruling.verdict == "reject" and failures:
        return _verdict(
            result, "reject", "failure", "The judge rejects with verified evidence.", failures
        )
    if denied:
        why = f"The judge denies drift that {_seats(denied)} showed, without evidence about the same places."
        return _verdict(result, "escalate", "drift denied", why, [*map(_reason, denied)])
    if ruling.verdict == "reject":
        why = "The judge rejects, but nothing it says against the work could be verified."
        return _verdict(result, "escalate", "reject without evidence", why)
    if len(result.arguments) < result.seats:
        return _verdict(
            result, "escalate", "partial evidence", f"An accept needs every examiner. {absent}"
        )
    if result.unshown:
        return _verdict(result, "escalate", "not shown", name_unshown(result.unshown))
    return _verdict(result, "accept", "no drift", "No examiner shows drift that stands.")


def refutes(counter: Sequence[Proof], drift: VerifiedArgument) -> bool:
    """Return whether counter-evidence answers all that the drift rests on."""
    # What the examiner has quoted itself refutes nothing.
    fresh = [
        proof
        for proof in counter
        if not any(same(proof.evidence, own) for own in drift.argument.evidence)
    ]
    return all(any(is_near(shown, proof) for proof in fresh) for shown in drift.rests_on)


def is_near(one: Proof, other: Proof) -> bool:
    """Return whether two quotes stand at the same place of a file; lines of a diff or an output may be of any."""
    (here, line), (there, other_line) = (proof.at.rpartition(":")[::2] for proof in (one, other))
    if here != there or here == "diff" or here.startswith(("tool:", "check:")):
        return False
    return line.isdigit() and other_line.isdigit() and abs(int(line) - int(other_line)) <= NEARBY


def in_file(proof: Proof, diff: str) -> Proof:
    """Return the proof of a quote that was found in the diff with its place in the file that the line is of."""
    kind, _, number = proof.at.partition(":")
    if kind != "diff" or not number.isdigit():
        return proof
    above = "\n" + "\n".join(diff.split("\n")[: int(number)])
    # What stands in a hunk begins with a column of its own, so nobody can write such heads into a file.
    head, *hunks = above.rpartition("\ndiff --git ")[2].split("\n@@ -")
    path = re.search(r"^\+\+\+ b/(.*?)\t?$", head, re.MULTILINE)
    begin = re.match(r"[0-9,]+ \+([0-9]+)", hunks[-1]) if hunks else None
    if not path or not begin:
        return proof
    line = int(begin[1]) - 1 + sum(not each.startswith("-") for each in hunks[-1].split("\n")[1:])
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
    stated = result.ruling.failures if isinstance(result.ruling, Ruling) else ()
    dissent = []
    for given in result.arguments:
        side = "drift" if given.argument.drift else "no drift"
        dissent.append(f"{given.seat}: {side}. {given.argument.claim}")
    marks = {
        "partial evidence": any(isinstance(each, Abstention) for each in result.examined),
        "recorded replies": any(given.recorded for given in result.arguments),
        "judges without a sandbox": any(given.unsandboxed for given in result.arguments),
        UNSHOWN: bool(result.unshown),
    }
    return Verdict(
        outcome=outcome,
        rule=rule,
        explanation=explanation,
        reasons=number_reasons(reasons, ()),
        advice=tuple(
            each.text for each in stated if not any(each.text == reason.text for reason in reasons)
        ),
        dissent=tuple(dissent),
        labels=tuple(label for label, applies in marks.items() if applies),
    )

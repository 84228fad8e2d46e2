"""Read a ruling in lines: `VERDICT: REJECT`, and a line `- R1: …` for each reason.

Judges with their own instructions can answer in this form. Such a ruling has no evidence, so
it can neither refute an argument nor reject the work by itself.
"""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from coordinator.models import Finding
from coordinator.parsing.fields import ParseError
from coordinator.parsing.shapes import MAX_FINDINGS

Lines = Sequence[tuple[int, str]]  # lines with their numbers in the reply

_MARKUP = "*_` \t"  # Markdown around a word
_REFERENCE = re.compile(r"REFERENCE:\s*([\w-]+)")
_VERDICT = re.compile(r"VERDICT:\s*(.*)")
_REASON = re.compile(r"\s*[-*]\s+\**(R[1-9][0-9]{0,3})\**:\**\s*(.*)")


class VerdictLines(NamedTuple):
    """A verdict and its reasons, which have no evidence."""

    verdict: Literal["accept", "reject"]
    failures: tuple[Finding, ...] = ()


def has_verdict_line(lines: Lines) -> bool:
    """Return whether a line begins with VERDICT."""
    return any(_VERDICT.match(_bare(line)) for _, line in lines)


def read_verdict_lines(lines: Lines, reference: str) -> VerdictLines:
    """Return the verdict in the unquoted lines of a reply. Raise ParseError if it is not clear."""
    _check_reference(lines, reference)
    verdicts = []
    for index, (_, line) in enumerate(lines):
        if _VERDICT.match(_bare(line)):
            verdicts.append(index)
    if len(verdicts) > 1:
        first = lines[verdicts[0]][0]
        second = lines[verdicts[1]][0]
        raise ParseError(f"ambiguous: more than one verdict, on lines {first} and {second}")
    number, line = lines[verdicts[0]]
    found = _VERDICT.match(_bare(line))
    word = found[1].strip(_MARKUP + ".").lower() if found else ""
    failures = _failures(lines[verdicts[0] + 1 :])
    if word == "accept":
        if failures:
            raise ParseError("the verdict is accept, but failures are listed", number)
        return VerdictLines("accept")
    if word == "reject":
        return VerdictLines("reject", tuple(failures))
    raise ParseError(f"verdict should be one of accept, reject, not {word[:40]!r}", number)


def _bare(line: str) -> str:
    """Return a line without the Markdown before its first word."""
    return line.strip().lstrip(_MARKUP + "#")


def _check_reference(lines: Lines, reference: str) -> None:
    if not reference:
        return
    given = []
    for _, line in lines:
        given += _REFERENCE.findall(_bare(line))
    if set(given) != {reference}:
        raise ParseError(f"the reference is missing: no line REFERENCE: {reference}")


def _failures(lines: Lines) -> list[Finding]:
    """Return the reasons below the verdict. Other lines are remarks."""
    failures: list[Finding] = []
    ids: list[str] = []
    for number, line in lines:
        reason = _REASON.match(line)
        if reason is None:
            continue
        reason_id = reason[1]
        text = reason[2].strip()
        if reason_id in ids:
            raise ParseError(f"the failure id {reason_id!r} is given twice", number)
        if not text:
            raise ParseError("text is missing", number)
        if len(failures) == MAX_FINDINGS:
            raise ParseError(f"more than {MAX_FINDINGS} failures", number)
        ids.append(reason_id)
        failures.append(Finding(text=text))
    return failures

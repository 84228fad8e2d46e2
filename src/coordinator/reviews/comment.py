"""What we write to the author and to people: a verdict as a comment, with untrusted text made inert."""

from __future__ import annotations

from collections.abc import Iterable

from coordinator.models import Case, Reason, Verdict
from coordinator.panels.prompt_parts import proof_text
from coordinator.parsing.injection import defuse

HEADS = {
    "accept": "Accepted",
    "reject": "Sent back",
    "escalate": "A person has to decide",
    "error": "The review could not be completed",
}


def verdict_comment(verdict: Verdict, review: str, case: Case | None = None) -> str:
    """The comment that goes with a verdict; without a case there was no work to be had."""
    parts = (
        f"**{HEADS[verdict.outcome]}** ({verdict.rule}). {verdict.explanation}",
        _labels(verdict),
        _reasons(verdict.reasons),
        _rework(verdict),
        _list("Where the seats stand", verdict.dissent if verdict.outcome == "escalate" else ()),
        _list("Advice, which decides nothing", verdict.advice),
        _list("Noticed in the work", verdict.notices),
        _checks(case) if case is not None else "",
        f"Review {review}; `coordinator show {review}` has all of it.",
    )
    return defuse("\n\n".join(part for part in parts if part))


def _labels(verdict: Verdict) -> str:
    # No score and no bar: judges who live in the tracker can read this, and must not know where the bar is.
    return f"Note: {', '.join(verdict.labels)}." if verdict.labels else ""


def _reasons(reasons: Iterable[Reason]) -> str:
    return "\n\n".join(_reason(reason) for reason in reasons)


def _reason(reason: Reason) -> str:
    lines = [f"{reason.id}: {reason.text}"]
    if reason.requirement and reason.requirement not in reason.text:
        lines.append(f"Requirement: {reason.requirement}")
    lines += [f"Evidence: {proof_text(proof)}" for proof in reason.proofs]
    return _item("\n".join(lines))


def _rework(verdict: Verdict) -> str:
    if verdict.outcome != "reject":
        return ""
    return "Please rework this and set the issue to in_review again when it is done."


def _list(title: str, lines: Iterable[str]) -> str:
    items = "\n".join(map(_item, lines))
    return f"{title}:\n{items}" if items else ""


def _item(text: str) -> str:
    """An entry of a list, which no line of a quoted text can break out of."""
    return "- " + "\n  ".join(text.splitlines())


def _checks(case: Case) -> str:
    shown = ", ".join(f"{check.name} {check.status}" for check in case.checks)
    return f"Checks: {shown}." if shown else "No checks were run."

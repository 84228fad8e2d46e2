"""What we write to the author and to people: a verdict as a comment, with untrusted text made inert."""

from __future__ import annotations

from coordinator.models import Case, Verdict
from coordinator.panels.prompt_parts import proof_text
from coordinator.parsing.injection import defuse

HEADS = {
    "accept": "Accepted",
    "reject": "Sent back",
    "escalate": "A person has to decide",
    "error": "The review could not be completed",
}


def verdict_comment(verdict: Verdict, review: str, case: Case | None = None) -> str:
    """Return the comment that goes with a verdict; without a case there was no work to be had."""
    parts = [f"**{HEADS[verdict.outcome]}** ({verdict.rule}). {verdict.explanation}"]
    if verdict.labels:
        # No score and no bar: judges who live in the tracker can read this, and must not know where the bar is.
        parts.append(f"Note: {', '.join(verdict.labels)}.")
    for reason in verdict.reasons:
        lines = [f"{reason.id}: {reason.text}"]
        if reason.requirement and reason.requirement not in reason.text:
            lines.append(f"Requirement: {reason.requirement}")
        lines += [f"Evidence: {proof_text(proof)}" for proof in reason.proofs]
        parts.append(_item("\n".join(lines)))
    if verdict.outcome == "reject":
        parts.append("Please rework this and set the issue to in_review again when it is done.")
    for title, texts in (
        ("Where the seats stand", verdict.dissent if verdict.outcome == "escalate" else ()),
        ("Advice, which decides nothing", verdict.advice),
        ("Noticed in the work", verdict.notices),
    ):
        if texts:
            parts.append("\n".join([f"{title}:", *map(_item, texts)]))
    if case is not None:
        checks = ", ".join(f"{check.name} {check.status}" for check in case.checks)
        parts.append(f"Checks: {checks}." if checks else "No checks were run.")
    parts.append(f"Review {review}; `coordinator show {review}` has all of it.")
    return defuse("\n\n".join(parts))


def _item(text: str) -> str:
    """An entry of a list, which no line of a quoted text can break out of."""
    return "- " + "\n  ".join(text.splitlines())

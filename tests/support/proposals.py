"""Replies of the members of a council, as data and as text."""

from __future__ import annotations

import json
from typing import Any

PROPOSAL: dict[str, Any] = {
    "name": "Token bucket",
    "approach": "Refill a counter by the clock and take from it.",
    "code": "def allow(bucket):\n    return bucket.take()\n",
    "language": "python",
    "complexity": "O(1) in time and space",
    "tradeoffs": ["bursts are let through"],
    "risks": ["the clock may go back"],
    "pros": ["one counter a key"],
    "cons": ["not exact over a sliding minute"],
    "tests": [{"input": "allow(full)", "output": "True"}],
}
SYNTHESIS: dict[str, Any] = {
    "summary": "Two of three prefer the bucket.",
    "agreements": ["state lives in one place"],
    "disagreements": ["whether bursts are harmful"],
    "acceptance": ["a full bucket lets one call through"],
    "guidelines": ["use a monotonic clock"],
}
STEP: dict[str, Any] = {
    "title": "Write the bucket",
    "description": "A class with take and refill.",
    "expected_output": "its tests pass",
    "files": ["limit.py"],
    "after": [],
}
PLAN: dict[str, Any] = {
    "objectives": ["limit calls by key"],
    "steps": [STEP, STEP | {"title": "Wire it"}, STEP | {"title": "Measure it", "files": []}],
    "tests": ["unit tests of take and refill"],
    "risks": ["the clock: use a monotonic one"],
    "rollback": "Turn the limit off in the settings.",
}


def vote(choice: str, **scores: int) -> dict[str, Any]:
    """Return a vote for `choice` with these ratings."""
    concern = {"severity": "minor", "text": "c", "evidence": ""}
    rating = {"strengths": ["s"], "concerns": [concern]}
    ratings = [{"label": label, "score": score, **rating} for label, score in scores.items()]
    said = {
        "ratings": ratings,
        "reasoning": "It is the simplest.",
        "choice": choice,
        "confidence": "high",
    }
    return said | {"person": ""}


def revision(proposal: dict[str, Any] | None, defect: str = "") -> dict[str, Any]:
    """Return a member's revision. The member keeps its proposal if no other is given."""
    said = {"defect": defect, "answer": "", "adopt": "", "abstain": ""}
    return said | {"keep": proposal is None, "proposal": proposal}


def said(data: dict[str, Any], reference: str = "") -> str:
    """Return the text of a reply with this data."""
    return json.dumps(
        ({"reference": reference} if reference else {}) | data, indent=1, ensure_ascii=False
    )

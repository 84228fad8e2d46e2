"""One line for each thing a review finds, as it finds it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from coordinator.cli.terminal import counted, one_line
from coordinator.storage.store import Event

WIDTH = 14
LONGEST = 220


def line(event: Event) -> str:
    """What to show for an event; nothing for what only the record needs."""
    if event.kind == "end":
        return _ended(json.loads(event.body))
    if event.kind == "park":
        return row("waiting", json.loads(event.body)["error"])
    if event.kind != "step":
        return ""
    tell = TELLERS.get(event.key.partition("/")[0])
    return tell(event.key, json.loads(event.body)) if tell else ""


def row(head: str, text: str) -> str:
    """One line: what it is about, and what there is to say, shortened."""
    said = one_line(text)
    return f"{one_line(head):<{WIDTH}} {said if len(said) <= LONGEST else said[: LONGEST - 1] + '…'}"


def _issue(key: str, body: Any) -> str:
    return row("issue", body["title"] if body["key"] == "local" else f"{body['key']}: {body['title']}")


def _work(key: str, body: Any) -> str:
    if not body["repo"]:
        return row("work", "no repository; what the author wrote in the issue is judged")
    size = f"{body['diff_bytes']:,} bytes of diff against {body['base'][:10]}"
    return row("work", f"{counted(len(body['changed']), 'file')} changed, {size}")


def _check(key: str, body: Any) -> str:
    found = " (detected, not configured)" if body["detected"] else ""
    return row("check", f"{body['name']}: {body['status']}, {body['summary']}{found}")


def _suspicions(key: str, body: Any) -> str:
    notes = body["notes"]
    places = counted(len(notes), "suspicious place")
    return row("noticed", f"{places} in the work, first: {notes[0]}") if notes else ""


def _rubric(key: str, body: Any) -> str:
    rubric = body["rubric"]
    questions, dimensions = (
        counted(len(rubric["checklist"]), "question"),
        counted(len(rubric["dimensions"]), "dimension"),
    )
    return row("rubric", f"{questions}, {dimensions}, from: {body['origin']}")


def _ballot(key: str, body: Any) -> str:
    seat = body["seat"]
    after = f" in debate {body['round']}" if body.get("round") else ""
    if body["kind"] == "abstention":
        return row(seat, f"abstains{after}: {body['cause']}, {body['detail']}")
    found = sum(proof["found"] in ("verified", "moved") for proof in body["proofs"])
    quotes = f"{found} of {len(body['proofs'])} pieces of evidence found"
    if body["kind"] == "contention":
        drift = "drift" if body["argument"]["drift"] else "no drift"
        return row(seat, f"{drift}{after}: {body['argument']['claim']} ({quotes})")
    recorded = ", recorded reply" if body["recorded"] else ""
    return row(seat, f"{_number(body['overall'])}{after}, {quotes}{recorded}")


def _splits(key: str, body: Any) -> str:
    points = "; ".join(f"{split['name']}: {split['detail']}" for split in body["splits"])
    return row(f"debate {key.rpartition('/')[2]}", points)


def _standing(key: str, body: Any) -> str:
    undone = [f"{t['seat']}: {change}" for t in body["testimonies"] for change in t.get("reverted", ())]
    return row("undone", "; ".join(undone)) if undone else ""


def _verdict(key: str, body: Any) -> str:
    rows = [row("verdict", f"{body['outcome']} ({body['rule']}): {body['explanation']}")]
    rows += [row("", f"{reason['id']}: {reason['text']}") for reason in body["reasons"]]
    rows += [row("", f"note: {', '.join(body['labels'])}")] if body["labels"] else []
    return "\n".join(rows)


def _act(key: str, body: Any) -> str:
    done = {"act/status": "status changed", "act/comment": "comment posted", "act/retrigger": "author told"}
    return row("acted", done[key] + (f": {body['why']}" if body["why"] else ""))


def _ended(body: Any) -> str:
    if body["state"] != "done":
        return row("ended", f"{body['state']}: {body.get('error', '')}")
    value = body["value"]
    if isinstance(value, dict) and value.get("kind") == "superseded":
        return row("ended", f"superseded: {value['why']}")
    return ""


def _number(fraction: str) -> str:
    top, _, bottom = fraction.partition("/")
    return f"{int(top) / int(bottom or 1):.2f}"


TELLERS: dict[str, Callable[[str, Any], str]] = {
    "issue": _issue,
    "work": _work,
    "check": _check,
    "suspicions": _suspicions,
    "rubric": _rubric,
    "ballot": _ballot,
    "splits": _splits,
    "standing": _standing,
    "verdict": _verdict,
    "act": _act,
}

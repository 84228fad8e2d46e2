"""A review whose judges are models on loopback and debate, and the uncached tokens of each round.

The server counts tokens as the provider does: see tests/support/prompt_cache.py. The work has the
size of an ordinary patch, and the replies have the size of ordinary reports.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from tests.support.prompt_cache import PromptCache
from tests.support.reviews import (
    ASKED,
    JUDGES,
    make_config,
    make_repository,
    review_locally,
    rubric_line,
)
from tests.support.wire_server import Request, Say, Wire, serving

MODELS: dict[Wire, str] = {
    "anthropic": "anthropic:claude-sonnet-4-6",
    "openai": "openrouter:openai/gpt-4.1",
}
# The limit on the tokens of a reply. The server recognizes a seat by its limit.
LIMITS = {seat: 8_001 + number for number, seat in enumerate(JUDGES)}
HELPERS = 60
# The uncached tokens of the same round before prompts had a common beginning, counted by this module at 4ea6c99b.
BEFORE: dict[Wire, int] = {"anthropic": 21_531, "openai": 21_558}
LATENCY = 0.5  # seconds; the asks of one round overlap
DEBATED = "You judged this work before"
REASONING = (
    "The helper takes the guest's name, strips the spaces around it and puts it behind the greeting. The request wants "
    "every guest to be greeted by name, and the callers pass the name that the list of guests has. "
)


def request_text() -> str:
    """Return an issue of ordinary length."""
    wishes = [f"{number}. Guests of table {number} are greeted in turn." for number in range(1, 25)]
    return f"Send greetings\n\ngreet.py must {ASKED}.\n\n" + "\n".join(wishes) + "\n"


def work() -> dict[str, str]:
    """Return a change of some 17 kB."""
    rows = ['"""Greet the guests of every table."""\n']
    for number in range(HELPERS):
        rows.append(
            f"\n\ndef greet_table_{number}(name, guests):\n"
            f'    """Greet the guests of table {number}, the host first."""\n'
            f"    said = ['Hello, ' + name.strip()]\n"
            f"    for guest in guests:\n"
            f"        said.append(f'Hello, {{guest}}, at table {number}')\n"
            f"    return said\n"
        )
    return {"greet.py": "".join(rows)}


RUBRIC: dict[str, Any] = {
    "reference": "{{reference}}",
    "checklist": [
        {
            "id": f"CK-{number:03}",
            "question": f"Are the guests of table {number} greeted by name, each of them once?",
            "importance": "essential" if number < 3 else "important",
            "rationale": "The request demands a greeting for every guest.",
            "quote": ASKED,
        }
        for number in range(1, 7)
    ],
    "rubric_dimensions": [
        {
            "name": name,
            "description": f"How {name.lower()} are the guests greeted?",
            "quote": ASKED,
            "scale": "1-5",
            "weight": 0.5,
            "instruction": "Compare the greetings with the list of guests.",
            "anchors": {
                "contrast": "A bad delivery leaves guests out, a good one greets each of them.",
                "score_2": "Some tables are greeted, others are not.",
                "score_3": "Every table is greeted, some guests are left out.",
                "score_4": "Every guest of every table is greeted by name.",
            },
        }
        for name in ("Careful", "Complete")
    ],
}


def report(score: int, only: bool) -> str:
    """Return a judge's report. In a debate it has only the open points, which are in `only`."""
    seen = [{"source": "greet.py:6", "quote": "    said = ['Hello, ' + name.strip()]"}]
    items = RUBRIC["checklist"][:1] if only else RUBRIC["checklist"]
    first = "yes" if score > 3 else "no"
    said = {
        "reference": "{{reference}}",
        "summary": REASONING,
        "checklist": [
            {
                "id": item["id"],
                "answer": first if item["id"] == "CK-001" else "yes",
                "case": "normal",
                "note": REASONING[:90],
                "evidence": seen,
            }
            for item in items
        ],
        "scores": [
            {
                "name": dimension["name"],
                "reasoning": REASONING * 2,
                "placement": "between score_3 and score_4",
                "score": score,
                "evidence": seen,
            }
            for dimension in RUBRIC["rubric_dimensions"]
        ],
        "findings": [],
        "rework": {},
    }
    return json.dumps(said, indent=1)


def fresh_tokens(wire: Wire) -> int:
    """Return the tokens of a debate round that the provider has not cached.

    Ann keeps her opinion against the others.
    """
    cache = PromptCache()
    fresh: list[int] = []

    def answer(request: Request) -> Say:
        limit = request.body.get("max_tokens") or request.body.get("max_completion_tokens")
        debated = DEBATED in request.prompt
        tokens = cache.count(request)
        if debated:
            fresh.append(tokens.total - tokens.read)
        return Say(report(2 if limit == LIMITS["Ann"] else 5, debated), tokens=tokens)

    os.environ["BENCH_KEY"] = "none"
    with tempfile.TemporaryDirectory() as folder, serving(answer, latency=LATENCY) as server:
        server.begun = cache.begin
        rows = ["  meta_judge: {recorded: REPLIES}", "  judges:"]
        for seat, limit in LIMITS.items():
            model = f'name: "{MODELS[wire]}", base_url: "{server.base_url(wire)}", key: BENCH_KEY, max_tokens: {limit}'
            rows.append(f"    - {{name: {seat}, model: {{{model}}}}}")
        config = make_config(
            Path(folder) / "home",
            [rubric_line(reply=RUBRIC)],
            review="protocol: judge-with-debate, experiments: off, debates: 1",
            seats="\n".join(rows),
        )
        repo = make_repository(Path(folder) / "repo", work())
        review_locally(config, repo, request_text())
    assert len(fresh) == len(JUDGES), "the judges have not debated once"
    return sum(fresh)

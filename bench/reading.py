"""The number of replies and quotes that are read per second, beside a JSON parser and a plain search."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from bench._report import Row, show
from coordinator.judgement.evidence.verification import SourceTexts, verify
from coordinator.models import Quote
from coordinator.parsing.report import read_report, read_rubric
from tests.support.reviews import RUBRIC, report

ROUNDS, SECONDS = 5, 0.5
REFERENCE = "0123456789abcdef"
LINES = [f"def function_{number}(name): return 'Hello {number}, ' + name" for number in range(400)]


def reply(value: object) -> str:
    """Return a reply with its reference word, in a fence as models often write it."""
    return "```json\n" + json.dumps(value, indent=1).replace("{{reference}}", REFERENCE) + "\n```"


def a_second(act: Callable[[], object]) -> float:
    """Return how often a function can be called in a second."""
    began, times = time.perf_counter(), 0
    while (passed := time.perf_counter() - began) < SECONDS:
        act()
        times += 1
    return times / passed


def measure(rounds: int = ROUNDS) -> list[Row]:
    """Measure replies and quotes, each in turn with its peer."""
    rubric, text = read_rubric(reply(RUBRIC), reference=REFERENCE), reply(report((5, 5)))
    bare = text.strip("`").removeprefix("json")
    work = "\n".join(LINES)
    quotes = [
        Quote(source=f"greet.py:{number + 1}", text=LINES[number]) for number in range(0, 400, 20)
    ]

    def look_up() -> None:
        sources = SourceTexts(files={"greet.py": work}, paths=("greet.py",))
        assert {proof.found for proof in verify(quotes, sources)} == {"verified"}

    def search() -> None:
        assert all(work.find(quote.text) >= 0 for quote in quotes)

    acts: dict[str, tuple[Callable[[], object], int]] = {
        "replies": (lambda: read_report(text, rubric, reference=REFERENCE), 1),
        "json.loads": (lambda: json.loads(bare), 1),
        "quotes": (look_up, len(quotes)),
        "str.find": (search, len(quotes)),
    }
    turns = [
        {name: a_second(act) * many for name, (act, many) in acts.items()} for _ in range(rounds)
    ]
    found = {name: [turn[name] for turn in turns] for name in acts}
    return [
        Row("replies read a second", "/s", found["replies"], "json.loads", found["json.loads"]),
        Row("quotes looked up a second", "/s", found["quotes"], "str.find", found["str.find"]),
    ]


if __name__ == "__main__":
    show(measure())

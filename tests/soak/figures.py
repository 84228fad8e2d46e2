"""What a soak has done, in numbers: as text for people, as JSON for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from coordinator.models import Decided, Ending
from coordinator.reviews.record import ReviewReader
from coordinator.storage.events import kind_of
from tests.soak.houses import House


def figures_of(house: House) -> dict[str, Any]:
    """The numbers of one house."""
    runs, reader = house.reviews(), ReviewReader(house.store)
    endings: Counter[str] = Counter()
    effects = 0
    for run in runs:
        review = reader.review(run.id)
        endings[
            _name(review.ending) or f"{run.state}: {review.error.partition(chr(10))[0][:100]}"
        ] += 1
        effects += sum(kind_of(event.key) == "act" for event in house.store.events(run.id))
    put = [word for word, _ in (*house.asked(), *house.agents.asked) if word in house.recorded]
    lives = [
        life for machine in house.machines for life in (*machine.past, *filter(None, machine.lives))
    ]
    peaks = [max(kb for _, kb in life.memory) for life in lives if life.memory]
    return {
        "submissions": house.submissions,
        "reviews": len(runs),
        "taken over": sum(run.epoch > 2 for run in runs),
        "asks on record": house.answered,
        "asks begun again": len(put) - len(set(put)),
        "effects": effects,
        "endings": dict(endings.most_common()),
        "processes": len(lives),
        "peak MB": round(max(peaks, default=0) / 1024),
        "last MB": round(
            max((life.memory[-1][1] for life in lives[-3:] if life.memory), default=0) / 1024
        ),
        "longest life s": round(
            max((life.memory[-1][0] - life.began for life in lives if life.memory), default=0)
        ),
    }


def _name(ending: Ending | None) -> str:
    """How a review ended, in a few words."""
    if isinstance(ending, Decided):
        return f"{ending.verdict.outcome}: {ending.verdict.rule}"
    return f"superseded: {ending.why}" if ending else ""


def summed(houses: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The numbers of all houses together."""
    total: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    peaks = [0]
    for each in houses:
        total.update(
            {
                name: value
                for name, value in each.items()
                if isinstance(value, int) and " MB" not in name
            }
        )
        endings.update(each["endings"])
        peaks.append(each["peak MB"])
    return {**total, "endings": dict(endings.most_common()), "peak MB": max(peaks)}


def write(path: Path, report: dict[str, Any]) -> None:
    """Keep the numbers as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


def text(report: dict[str, Any]) -> str:
    """The numbers as a person reads them."""
    total = report["total"]
    lines = [
        f"soak of {report['minutes']:g} minutes, seed {report['seed']}, {report['seconds']} s in all"
    ]
    lines += [
        f"  {name:<18} {value}"
        for name, value in total.items()
        if name not in ("endings", "longest life s")
    ]
    lines += [
        "went wrong:",
        *(f"  {number:>6}  {name}" for name, number in report["faults"].items()),
    ]
    lines += ["endings:", *(f"  {number:>6}  {name}" for name, number in total["endings"].items())]
    for name, each in report["houses"].items():
        memory = f"{each['peak MB']} MB at most, {each['last MB']} MB at last"
        did = f"{each['submissions']} submissions, {each['reviews']} reviews, {each['processes']} processes"
        lines.append(f"{name}: {did}, {memory}; the longest lived {each['longest life s']} s")
    lines += [f"BROKEN {wrong}" for wrong in report["broken"]]
    again = f"python -m tests.soak --minutes {report['minutes']:g} --seed {report['seed']}"
    lines.append(
        f"{len(report['broken'])} broken; to repeat it: {again}"
        if report["broken"]
        else "nothing is broken"
    )
    return "\n".join(lines)

"""Read the cases, and make the complete replies of their recorded seats from the short texts in the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import yaml

from coordinator.config.settings import Config, load
from coordinator.errors import UsageError
from coordinator.models import Value
from tests.support.reviews import JUDGES, Line, judge_line, rubric_line, write_replies

# Values of review.experiments. In each mode, judges know the results of all earlier modes.
Mode = Literal["off", "evidence", "probes"]
Delivery = Literal["right", "wrong"]
MODES: tuple[Mode, ...] = get_args(Mode)
DIMENSIONS = ("Correctness", "Care")


class Case(Value):
    """One repository: the request, the base, two deliveries, and the replies of recorded seats about them."""

    name: str
    about: str
    request: str
    check: str = "python3 -m unittest -q"
    base: dict[str, str]
    right: dict[str, str]
    wrong: dict[str, str]
    rubric: tuple[tuple[str, str, str], ...]
    probes: tuple[dict[str, str], ...]
    said: dict[Delivery, dict[str, Any]]


def read_cases(names: Sequence[str] = ()) -> list[Case]:
    """Return the cases with these names, or all."""
    files = {path.stem: path for path in sorted(Path(__file__).parent.glob("*.yaml"))}
    if unknown := sorted(set(names) - set(files)):
        raise UsageError(
            f"no case is called {', '.join(unknown)}", fix=f"there are {', '.join(files)}"
        )
    known = {
        name: yaml.safe_load(files[name].read_text(encoding="utf-8")) for name in names or files
    }
    return [Case(name=name, **case) for name, case in known.items()]


def reply(**fields: object) -> dict[str, object]:
    return {"reference": "{{reference}}"} | fields


def rubric_of(case: Case) -> Line:
    """Return the meta-judge's rubric."""
    items = [
        {"id": f"CK-{number:03}", "importance": importance, "question": question, "quote": quote}
        for number, (importance, question, quote) in enumerate(case.rubric, 1)
    ]
    anchors = {
        "contrast": "how many instances",
        "score_2": "few",
        "score_3": "most",
        "score_4": "every one",
    }
    rest = {
        "scale": "1-5",
        "weight": 0.5,
        "instruction": "compare",
        "anchors": anchors,
        "quote": case.rubric[0][2],
    }
    dimensions = [{"name": name, "description": name} | rest for name in DIMENSIONS]
    return rubric_line(reply=reply(checklist=items, rubric_dimensions=dimensions))


def probes_of(case: Case) -> Line:
    """Return the tester's probes. By default the meta-judge is the tester as well."""
    probes = [{"with": "python"} | probe for probe in case.probes]
    return rubric_line(reply=reply(probes=probes), purpose="probe")


def opinion_of(said: Mapping[str, Any], seat: str, mode: Mode, number: int) -> dict[str, Any]:
    """Return a judge's opinion in one mode, before or in a debate.

    It consists of the opinion of all judges, the judge's own, and the changes that this mode or the
    debate brings.
    """
    opinion: dict[str, Any] = {**said, **said.get(seat, {})}
    for known in MODES[1 : MODES.index(mode) + 1]:
        opinion |= opinion.get(known, {})
    return opinion | opinion.get("debate", {}) if number else opinion


def report_of(case: Case, delivery: Delivery, seat: str, mode: Mode, number: int) -> Line:
    """Return a judge's complete reply, made from the short texts of its case."""
    opinion = opinion_of(case.said[delivery], seat, mode, number)
    seen = [dict(zip(("source", "quote"), opinion["see"], strict=True))]
    ran = (
        [{"with": "python", "on": "work"} | opinion["experiment"]]
        if "experiment" in opinion
        else []
    )
    rarely = opinion.get("rarely", {})
    failed = opinion.get("fails", {}) | rarely
    answers = []
    for index, (importance, _, _) in enumerate(case.rubric, 1):
        item = f"CK-{index:03}"
        bad, good = ("yes", "no") if importance == "pitfall" else ("no", "yes")
        known = {"case": "rare" if item in rarely else "normal", "note": failed.get(item, "")}
        shown = seen + ran if item in failed else seen
        answers.append(
            {"id": item, "answer": bad if item in failed else good, "evidence": shown} | known
        )
    red = opinion.get("red", {}) if mode == "probes" else {}
    for probe in red.keys() - {"cite"}:
        fair = red[probe] == "fair"
        cited = [{"source": f"check:{probe}", "quote": red["cite"]}] if fair else seen
        answers.append({"id": probe, "answer": "no" if fair else "yes", "evidence": cited})
    scores = [
        {"name": name, "reasoning": "as seen", "score": 4, "evidence": seen} for name in DIMENSIONS
    ]
    return judge_line(seat, reply(summary="as seen", checklist=answers, scores=scores), number)


def recorded_panel(case: Case, delivery: Delivery, mode: Mode, home: Path) -> Config:
    """Return a configuration in which all seats give the replies of the case."""
    lines = [rubric_of(case), *([probes_of(case)] if mode == "probes" else [])]
    lines += [
        report_of(case, delivery, seat, mode, number) for seat in JUDGES for number in range(4)
    ]
    replies = {"recorded": str(write_replies(home, lines))}
    panel = {"meta_judge": replies, "judges": [{"name": seat} | replies for seat in JUDGES]}
    file = home / "coordinator.yaml"
    file.write_text(yaml.safe_dump({"panel": panel}), encoding="utf-8")
    return load(config=file, environ={"COORDINATOR_HOME": str(home)})

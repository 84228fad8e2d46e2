"""Compare our rules with simpler ones on files of recorded judges, on items whose truth is known.

python -m bench.panels [--bar SCORE] [--margin SCORE] [--quorum N] [--thin WAY] [--verdicts]
[--json] FILE...

docs/replay.md describes the files and the output.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic_core import to_json

from bench.panels.recordings import read_recording
from bench.panels.rules import ReplayFigures, replay
from coordinator.cli.replays import checked_rules
from coordinator.errors import CoordinatorError
from coordinator.judgement.ballots import show
from coordinator.judgement.statistics.confidence_interval import Rate
from coordinator.views.terminal_text import counted
from coordinator.views.text import render

RULES = {
    "bar": "another bar, on the scale from 1 to 5",
    "margin": "another margin",
    "quorum": "another quorum",
    "thin": "another way with a thin mean: escalate or decide",
}


def text_of(found: ReplayFigures) -> str:
    """Return the figures of every rule on a recording, as a table and a plot."""
    bars = " to ".join(show(bar) for bar in dict.fromkeys((found.bars[0], found.bars[-1])))
    price = "" if found.usd is None else f"; ${found.usd:.4f} an item and panel"
    lines = [
        f"{found.name}: {found.items} items, {counted(found.judges, 'judge')}, "
        f"{counted(found.panels, 'panel')}; {found.note}",
        f"bar {bars} on the scale from 1 to 5{price}",
        "",
        render("canaries.txt", figures=found.rules),  # this template prints a table of any rules
        "",
        "right of those decided, ranked by margin (m) or by spread (s):",
        *_plot(found.curve),
    ]
    return "\n".join(lines)


def _plot(curve: Sequence[tuple[int, Rate, Rate]]) -> Iterator[str]:
    """Yield a line of the plot for every five percent, and below it the exact figures.

    A mark is on the line that is nearest to its value.
    """
    ranked = {
        "m": [_percent(margin) for _, margin, _ in curve],
        "s": [_percent(spread) for _, _, spread in curve],
    }
    for level in range(100, 45, -5):
        cells = []
        for place in range(len(curve)):
            cells.append(
                "".join(
                    mark for mark, right in ranked.items() if 5 * round(right[place] / 5) == level
                )
            )
        yield f"{level:3d} % |" + "".join(f"{cell:>8}" for cell in cells)
    yield " " * 6 + "".join(f"{percent:6d} %" for percent, _, _ in curve)
    for mark, right in ranked.items():
        yield f"{mark:>6}" + "".join(f"{each:8.1f}" for each in right)


def _percent(rate: Rate) -> float:
    return 100 * rate.hits / max(rate.of, 1)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures of the rules for each named file."""
    parser = argparse.ArgumentParser(
        prog="bench.panels", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="of recorded judges: .csv or .jsonl, or .gz",
    )
    for name, meaning in RULES.items():
        parser.add_argument(f"--{name}", help=meaning)
    parser.add_argument(
        "--verdicts", action="store_true", help="take the verdicts and not the scores"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args(arguments)
    if not given.files:
        print('panels: name files of recorded judges, as in `make panels FILES="a.csv b.jsonl"`')
        return
    try:
        rules = checked_rules({name: value for name in RULES if (value := getattr(given, name))})
        found = [
            replay(read_recording(file, verdicts=given.verdicts), rules) for file in given.files
        ]
    except CoordinatorError as error:
        print(f"panels: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    print(to_json(found, indent=1).decode() if given.json else "\n\n".join(map(text_of, found)))

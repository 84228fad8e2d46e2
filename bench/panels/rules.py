"""Decide panels of recorded judges by our rules and by simpler ones, on items whose truth is known.

Scores are on our scale from 1 to 5. A bar that is not given is fitted on one half of the items and
tested on the other, both ways. Checksums choose the halves, and a sample of the panels if there are
too many, so the choice is always the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, groupby, pairwise
from operator import itemgetter
from typing import NamedTuple
from zlib import crc32

from coordinator.judgement.ballots import PanelResult, Rules, majority
from coordinator.judgement.consensus import decide
from coordinator.judgement.statistics.calibration import (
    SIDES,
    Decision,
    RuleFigures,
    changed,
    figures_of,
)
from coordinator.judgement.statistics.confidence_interval import Rate
from coordinator.models import Ballot, Dimension, Proof, Quote, Report, Rubric, Score, Value

SEATS, PANELS = 3, 30  # the figures are the average of this many panels of this many seats
TOLERANCE = Fraction(1, 2)  # scores agree if their spread is at most this
COVERAGES = (30, 50, 70, 90, 100)
DEFAULT = "default rule"

Decisions = defaultdict[Decision, float]
# The ranked decisions: by margin, the widest first, and by spread. Each has a side and a truth.
Placed = tuple[float, float, bool | None, bool]
Tally = Counter[
    tuple[tuple[int, ...], bool]
]  # the number of items with these scores and this truth


class Recording(NamedTuple):
    """The recorded items. Each has a group, its truth, and the score of each judge that gave one.

    All items of a group are in the same half.
    """

    name: str
    judges: Sequence[str]
    items: Sequence[tuple[str, bool, Mapping[str, int]]]
    levels: Sequence[Fraction]
    bar: Fraction | None  # None unless the scale itself has a middle, as for two answers
    usd: Decimal | None
    note: str


class ReplayFigures(Value):
    """The figures of every rule on one recording.

    The curve has the share of right decisions at each percentage, by margin and by spread.
    """

    name: str
    note: str
    items: int
    judges: int
    panels: int
    usd: Decimal | None
    bars: tuple[Fraction, ...]
    rules: tuple[RuleFigures, ...]
    curve: tuple[tuple[int, Rate, Rate], ...]


def replay(recording: Recording, changes: Mapping[str, str]) -> ReplayFigures:
    """Return the figures of each rule on a recording, as the average of its panels."""
    cases, ranked, bars = (
        defaultdict[str, Decisions](lambda: Decisions(float)),
        Counter[Placed](),
        set[Fraction](),
    )
    seats, levels = min(SEATS, len(recording.judges)), recording.levels
    panels = sorted(
        combinations(recording.judges, seats), key=lambda panel: crc32("\n".join(panel).encode())
    )[:PANELS]
    for panel in panels:
        halves = _tally(recording, panel)
        for tested, fitted in (halves, halves[::-1]):
            bar, _ = _bar(recording, fitted, changes)
            rules = changed(Rules(bar=bar, quorum=majority(seats)), changes)
            bars.add(bar)
            for (given, truth), count in tested.items():
                scores = tuple(levels[place] for place in given)
                mean = sum(scores) / Fraction(len(scores)) if scores else bar
                margin, spread = abs(mean - bar), scores[-1] - scores[0] if scores else Fraction(5)
                side = mean >= bar if scores else None
                above = sum(score >= bar for score in scores)
                choices = {
                    "majority": None if 2 * above == len(scores) else 2 * above > len(scores),
                    "mean": side,
                    f"spread {float(TOLERANCE):g}": side if spread <= TOLERANCE else None,
                    f"margin {float(rules.margin):g}": side if margin >= rules.margin else None,
                    DEFAULT: SIDES.get(decide_scores(scores, seats, rules)),
                }
                for rule, choice in choices.items():
                    cases[rule][choice, truth] += count
                ranked[float(-margin), float(spread), side, truth] += count
    decided = 1 - sum(cases[DEFAULT][None, truth] for truth in (True, False)) / ranked.total()
    cases["margin, as often"] = _first(ranked, 0, decided)
    curve = []
    for percent in COVERAGES:
        one, other = (
            figures_of("", _first(ranked, by, percent / 100), len(panels)) for by in (0, 1)
        )
        curve.append((percent, one.right, other.right))
    return ReplayFigures(
        name=recording.name,
        note=recording.note,
        items=len(recording.items),
        judges=len(recording.judges),
        panels=len(panels),
        usd=None if recording.usd is None else recording.usd * seats,
        bars=tuple(sorted(bars)),
        rules=(
            figures_of("best single judge", _best_judge(recording, changes)),
            *(figures_of(rule, found, len(panels)) for rule, found in cases.items()),
        ),
        curve=tuple(curve),
    )


def _best_judge(recording: Recording, changes: Mapping[str, str]) -> Decisions:
    """Return the decisions of the judge that is best on one half, with its own bar, on the other half."""
    cases = Decisions(float)
    tallies = [_tally(recording, (judge,)) for judge in recording.judges]
    for tested in (0, 1):
        fits = [
            (_bar(recording, halves[1 - tested], changes), halves[tested]) for halves in tallies
        ]
        (bar, _), half = max(fits, key=lambda fit: fit[0][1])
        for (given, truth), count in half.items():
            cases[recording.levels[given[0]] >= bar if given else None, truth] += count
    return cases


def _tally(recording: Recording, panel: Sequence[str]) -> tuple[Tally, Tally]:
    halves = Tally(), Tally()
    for group, truth, levels in recording.items:
        given = tuple(sorted(levels[judge] for judge in panel if judge in levels))
        halves[crc32(group.encode()) % 2][given, truth] += 1
    return halves


def _bar(recording: Recording, tally: Tally, changes: Mapping[str, str]) -> tuple[Fraction, int]:
    """Return the given bar, or the bar with most means on the right side, and the number of these means."""
    means: dict[Fraction, list[int]] = {}
    for (given, truth), count in tally.items():
        if given:
            mean = sum(recording.levels[place] for place in given) / Fraction(len(given))
            means.setdefault(mean, [0, 0])[truth] += count
    fixed = Fraction(changes["bar"]) if "bar" in changes else recording.bar
    if fixed is not None:
        return fixed, sum(counts[mean >= fixed] for mean, counts in means.items())
    right = sum(good for _, good in means.values())
    tried = [(right, Fraction(1))]
    for mean, following in pairwise(sorted(means)):
        right += means[mean][False] - means[mean][True]
        tried.append((right, (mean + following) / 2))
    most = max(right for right, _ in tried)
    equal = [bar for right, bar in tried if right == most]
    return equal[len(equal) // 2], most


@lru_cache(maxsize=100_000)
def decide_scores(scores: tuple[Fraction, ...], seats: int, rules: Rules) -> str:
    """Return the outcome of overall scores alone. There are no gates, and every low score has evidence."""
    quote = Quote(source="diff", text="recorded")
    proofs = (Proof(evidence=quote, found="verified", at="diff:1"),)
    rubric = Rubric(
        checklist=(),
        dimensions=(Dimension(name="overall", description="overall", weight=Decimal(1)),),
    )
    ballots = []
    for number, overall in enumerate(scores):
        report = Report(
            answers=(), scores=(Score(dimension="overall", score=int(overall), evidence=(quote,)),)
        )
        ballots.append(
            Ballot(seat=str(number), round=0, report=report, proofs=proofs, overall=overall)
        )
    return decide(
        PanelResult(rubric=rubric, rules=rules, seats=seats, judge_results=tuple(ballots))
    ).outcome


def _first(ranked: Counter[Placed], by: int, share: float) -> Decisions:
    """Return the decisions of the mean for the items that are ranked first.

    Items of equal rank at the end are all counted with the same fraction.
    """
    left, cases = share * ranked.total(), Decisions(float)
    for _, equals in groupby(sorted(ranked, key=itemgetter(by)), key=itemgetter(by)):
        group = list(equals)
        part = min(1.0, left / sum(ranked[each] for each in group))
        for each in group:
            left -= ranked[each] * part
            cases[each[2:]] += ranked[each] * part
            cases[None, each[3]] += ranked[each] * (1 - part)
    return cases

"""What known truths say of a panel: how often it and each seat err, and which setting would have done better.

A right decision counts one, a wrong one nothing, an escalation half. The best setting on one half of the reviews is
tested on the other, both ways; only one that beats the present setting by more than its interval is proposed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import sqrt

from pydantic import Field

from coordinator.judgement.ballots import PanelResult, Rules, accepts, majority
from coordinator.judgement.consensus import decide
from coordinator.models import Value

NEEDED = 20  # known truths, below which the interval of any setting is as wide as a guess
BARS = ("2.5", "2.75", "3", "3.25", "3.5", "3.75", "4", "4.25", "4.5")
MARGINS = ("0", "0.15", "0.3", "0.5", "0.75", "1")
Z = 1.959964  # 95 %
SIDES = {"accept": True, "reject": False}

Known = tuple[PanelResult, bool]
Decision = tuple[bool | None, bool]  # what was chosen, None for nothing, and the truth


class Rate(Value):
    """How often something happened, of how many times it could have."""

    hits: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval of 95 %; everything is possible where nothing was seen."""
        if not self.of:
            return 0.0, 1.0
        share = self.hits / self.of
        n = self.of
        centre = share + Z * Z / (2 * n)
        reach = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
        low, high = ((centre + side * reach) / (1 + Z * Z / n) for side in (-1, 1))
        return max(0.0, min(low, share)), min(1.0, max(high, share))


class RuleFigures(Value):
    """How one rule does: what it decides, what of that is right, the bad that it accepts, the good that it rejects."""

    rule: str
    decided: Rate
    right: Rate
    false_accepts: Rate
    false_rejects: Rate


class SettingChange(Value):
    """A bar and a margin, or a seat to be `without`, and the points that it has where the present setting has those."""

    change: dict[str, str]
    points: Rate
    present: Rate


class Calibration(Value):
    """The figures of the panel and of each seat, how many truths are missing, and what to change."""

    known: int
    missing: int
    figures: tuple[RuleFigures, ...]
    proposals: tuple[SettingChange, ...]
    sources: dict[str, int] = Field(default_factory=dict)  # how many truths are known from where


def calibrate(known: Sequence[Known]) -> Calibration:
    """Return what these panels and truths say, oldest first; the rules of the last panel are the present ones."""
    decisions: dict[str, Counter[Decision]] = defaultdict(Counter)
    for panel, truth in known:
        decisions["panel"][SIDES.get(decide(panel).outcome), truth] += 1
        for ballot in panel.ballots:
            decisions[ballot.seat][accepts(ballot, panel.rules.bar), truth] += 1
    missing = max(0, NEEDED - len(known))
    proposals = (
        () if missing else _proposals(known, known[-1][0].rules, sorted(set(decisions) - {"panel"}))
    )
    figures = tuple(figures_of(name, counted) for name, counted in decisions.items())
    return Calibration(known=len(known), missing=missing, figures=figures, proposals=proposals)


def figures_of(rule: str, decisions: Mapping[Decision, float], panels: int = 1) -> RuleFigures:
    """Return how a rule does; of several panels the average one, so that intervals are not too narrow."""

    def rate(hits: Iterable[Decision], of: Iterable[Decision]) -> Rate:
        hit, all_ = (
            round(sum(decisions.get(each, 0) for each in some) / panels) for some in (hits, of)
        )
        return Rate(hits=hit, of=all_)

    right = [(True, True), (False, False)]
    wrong = [(True, False), (False, True)]
    return RuleFigures(
        rule=rule,
        decided=rate(right + wrong, [*right, *wrong, (None, True), (None, False)]),
        right=rate(right, right + wrong),
        false_accepts=rate(wrong[:1], [(choice, False) for choice in (True, False, None)]),
        false_rejects=rate(wrong[1:], [(choice, True) for choice in (True, False, None)]),
    )


def changed(rules: Rules, changes: Mapping[str, str]) -> Rules:
    """Return the rules with what is given in their place."""
    return Rules.model_validate(rules.model_dump() | dict(changes))


def _proposals(
    known: Sequence[Known], rules: Rules, seats: Sequence[str]
) -> tuple[SettingChange, ...]:
    found = list[SettingChange]()
    present = dict[str, str]()
    # Of settings that do equally well the one that is nearest to the present one is tried first, and so is best.
    grid = sorted(
        product(BARS, MARGINS),
        key=lambda two: (abs(Fraction(two[1]) - rules.margin), abs(Fraction(two[0]) - rules.bar)),
    )
    others = [{"without": seat} for seat in seats] if len(seats) > 2 else []
    for tried in ([{"bar": bar, "margin": margin} for bar, margin in grid], others):
        settings = [present, *tried]
        points = [
            [_points(_under(setting, panel, rules), truth) for panel, truth in known]
            for setting in settings
        ]
        tested = 0.0
        for half in (0, 1):
            best = max(range(len(settings)), key=lambda place: sum(points[place][1 - half :: 2]))
            tested += sum(points[best][half::2])
        now, then = (Rate(hits=round(total), of=len(known)) for total in (sum(points[0]), tested))
        if then.hits / then.of > now.interval[1]:
            best = max(range(len(settings)), key=lambda place: sum(points[place]))
            found.append(SettingChange(change=settings[best], points=then, present=now))
    return tuple(found)


def _under(setting: Mapping[str, str], panel: PanelResult, rules: Rules) -> PanelResult:
    """Return a panel as it would have been under a setting."""
    seat = setting.get("without")
    if not seat:
        return panel.model_copy(update={"rules": changed(rules, setting)})
    left = tuple(result for result in panel.judge_results if result.seat != seat)
    number = panel.seats - (len(left) < len(panel.judge_results))
    fewer = rules.model_copy(update={"quorum": min(rules.quorum, majority(number))})
    return panel.model_copy(update={"rules": fewer, "seats": number, "judge_results": left})


def _points(panel: PanelResult, truth: bool) -> float:
    side = SIDES.get(decide(panel).outcome)
    if side is None:
        return 0.5
    return float(side == truth)

"""Compare verdicts with the known right answers.

The result says how often a panel errs, and proposes settings that would do better.

A right decision earns one point, a wrong decision none, and an escalation half a point. The best
setting for one half of the reviews is tested on the other half, and vice versa. A setting is
proposed only if its rate of points is above the confidence interval of the present rate.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from pydantic import Field

from coordinator.judgement.ballots import PanelResult, Rules, accepts, majority
from coordinator.judgement.consensus import decide
from coordinator.judgement.statistics.confidence_interval import Rate
from coordinator.models import Value

NEEDED = 20  # the fewest known right answers for a proposal; with fewer, all intervals are too wide
BARS = ("2.5", "2.75", "3", "3.25", "3.5", "3.75", "4", "4.25", "4.5")
MARGINS = ("0", "0.15", "0.3", "0.5", "0.75", "1")
SIDES = {"accept": True, "reject": False}

Known = tuple[PanelResult, bool]
Decision = tuple[bool | None, bool]  # accepted (None if escalated), and the right answer
Setting = Mapping[str, str]  # values of `bar` and `margin`, or the seat to leave out

_RIGHT: Sequence[Decision] = ((True, True), (False, False))
_FALSE_ACCEPT: Decision = (True, False)
_FALSE_REJECT: Decision = (False, True)
_DECIDED: Sequence[Decision] = (*_RIGHT, _FALSE_ACCEPT, _FALSE_REJECT)
_ALL: Sequence[Decision] = (*_DECIDED, (None, True), (None, False))
_OF_BAD_WORK: Sequence[Decision] = ((True, False), (False, False), (None, False))
_OF_GOOD_WORK: Sequence[Decision] = ((True, True), (False, True), (None, True))

# Slices of the list of reviews
_EVERY = slice(None)
_EVEN = slice(0, None, 2)
_ODD = slice(1, None, 2)


class RuleFigures(Value):
    """Counts for a panel, seat or rule: its decisions, and the right and wrong ones among them."""

    rule: str
    decided: Rate
    right: Rate
    false_accepts: Rate
    false_rejects: Rate


class SettingChange(Value):
    """A proposed change: another bar and margin, or a panel `without` one of its seats.

    `points` is the rate of points under the proposal, `present` the rate under the present rules.
    """

    change: dict[str, str]
    points: Rate
    present: Rate


class Calibration(Value):
    """The figures of the panel and of each seat, and the proposed changes.

    `known` is the number of reviews whose right answer is known. `missing` is the number of further
    such reviews that are needed before changes can be proposed.
    """

    known: int
    missing: int
    figures: tuple[RuleFigures, ...]
    proposals: tuple[SettingChange, ...]
    sources: dict[str, int] = Field(default_factory=dict)  # the number of right answers by source


def calibrate(known: Sequence[Known]) -> Calibration:
    """Return the calibration of these panels, which are ordered from oldest to newest.

    The rules of the last panel are taken as the present rules.
    """
    decisions: dict[str, Counter[Decision]] = defaultdict(Counter)
    for panel, truth in known:
        decisions["panel"][SIDES.get(decide(panel).outcome), truth] += 1
        for ballot in panel.ballots:
            decisions[ballot.seat][accepts(ballot, panel.rules.bar), truth] += 1
    missing = max(0, NEEDED - len(known))
    proposals: list[SettingChange] = []
    if not missing:
        rules = known[-1][0].rules
        seats = sorted(set(decisions) - {"panel"})
        for settings in (_settings_near(rules), _panels_without_one(seats)):
            change = _proposal(known, rules, settings)
            if change:
                proposals.append(change)
    return Calibration(
        known=len(known),
        missing=missing,
        figures=tuple(figures_of(name, counted) for name, counted in decisions.items()),
        proposals=tuple(proposals),
    )


def figures_of(rule: str, decisions: Mapping[Decision, float], panels: int = 1) -> RuleFigures:
    """Return the figures of a rule.

    If several `panels` decided the same reviews, the counts are averages over the panels. Sums
    would make the intervals too narrow.
    """

    def count(wanted: Sequence[Decision]) -> int:
        return round(sum(decisions.get(decision, 0) for decision in wanted) / panels)

    decided = count(_DECIDED)
    return RuleFigures(
        rule=rule,
        decided=Rate(hits=decided, of=count(_ALL)),
        right=Rate(hits=count(_RIGHT), of=decided),
        false_accepts=Rate(hits=count([_FALSE_ACCEPT]), of=count(_OF_BAD_WORK)),
        false_rejects=Rate(hits=count([_FALSE_REJECT]), of=count(_OF_GOOD_WORK)),
    )


def changed(rules: Rules, changes: Mapping[str, str]) -> Rules:
    """Return the rules with these values changed."""
    return Rules.model_validate(rules.model_dump() | dict(changes))


def _settings_near(rules: Rules) -> list[Setting]:
    """Return every pair of bar and margin, the pair nearest to the present rules first."""

    def distance(setting: Setting) -> tuple[Fraction, Fraction]:
        margin = Fraction(setting["margin"])
        bar = Fraction(setting["bar"])
        return abs(margin - rules.margin), abs(bar - rules.bar)

    settings = [{"bar": bar, "margin": margin} for bar, margin in product(BARS, MARGINS)]
    return sorted(settings, key=distance)


def _panels_without_one(seats: Sequence[str]) -> list[Setting]:
    """Return, for each seat, a setting that leaves out only that seat.

    A panel of one or two seats gets no such setting.
    """
    if len(seats) <= 2:
        return []
    return [{"without": seat} for seat in seats]


def _proposal(
    known: Sequence[Known], rules: Rules, settings: Sequence[Setting]
) -> SettingChange | None:
    """Return the best setting if it beats the present one, else None.

    If several settings are equally good, the first one is the best.
    """
    tried: list[Setting] = [{}, *settings]  # the empty setting is the present one
    points = [_points_under(setting, known, rules) for setting in tried]
    tested = sum(_best(points, _ODD)[_EVEN]) + sum(_best(points, _EVEN)[_ODD])
    present = Rate(hits=round(sum(points[0])), of=len(known))
    then = Rate(hits=round(tested), of=len(known))
    highest_plausible = present.interval[1]
    if then.hits / then.of <= highest_plausible:
        return None
    change = tried[points.index(_best(points, _EVERY))]
    return SettingChange(change=dict(change), points=then, present=present)


def _best(points: Sequence[list[float]], reviews: slice) -> list[float]:
    """Return the points of the setting that has the most points in these `reviews`.

    The result has the points in all reviews, not only in these.
    """
    return max(points, key=lambda each: sum(each[reviews]))


def _points_under(setting: Setting, known: Sequence[Known], rules: Rules) -> list[float]:
    """Return the points that a setting would have earned in each review."""
    points = []
    for panel, truth in known:
        side = SIDES.get(decide(_under(setting, panel, rules)).outcome)
        if side is None:
            points.append(0.5)
        else:
            points.append(float(side == truth))
    return points


def _under(setting: Setting, panel: PanelResult, rules: Rules) -> PanelResult:
    """Return the panel with this setting applied."""
    seat = setting.get("without")
    if not seat:
        return panel.model_copy(update={"rules": changed(rules, setting)})
    left = tuple(result for result in panel.judge_results if result.seat != seat)
    seats = panel.seats
    if len(left) < len(panel.judge_results):
        seats -= 1
    fewer = rules.model_copy(update={"quorum": min(rules.quorum, majority(seats))})
    return panel.model_copy(update={"rules": fewer, "seats": seats, "judge_results": left})

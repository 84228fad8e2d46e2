"""Charts drawn by the server: all that is known is in them, and no text gets out of its place."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from coordinator.web.rendering import environment
from tests.support.svg import EVIL, parsed

charts: Any = environment().get_template("charts.html").module


def words(root: ElementTree.Element) -> list[str]:
    return [(text.text or "") for text in root.iter("text")]


# -- the scale


def test_every_judge_stands_on_the_scale_with_what_moved() -> None:
    root = parsed(charts.score_scale([("Ann", 4.5, 4.5), ("Bob", 2, 4)], bar=3.5, margin=0.25))
    assert {"Ann", "Bob", "4.50", "2.00", "bar 3.50"} <= set(words(root))
    kinds = [circle.get("class") for circle in root.iter("circle")]
    assert kinds == ["above", "was", "below"]
    assert root.get("aria-label") == "Overall scores from 1 to 5, bar 3.50: Ann 4.50; Bob 2.00"


def test_a_name_cannot_leave_its_place() -> None:
    root = parsed(charts.score_scale([(EVIL, 3, 3)], bar=3.5, margin=0.25))
    assert not list(root.iter("script"))
    assert EVIL in (root.get("aria-label") or "")


# -- convergence


def test_both_series_and_both_thresholds_are_drawn() -> None:
    marks = [(1, 50, 60), (2, 100, 10)]
    root = parsed(charts.convergence(marks, vote=75, uncertainty=30, most_rounds=5))
    lines = {line.get("class"): line.get("points", "").split() for line in root.iter("polyline")}
    assert len(lines["share"]) == len(lines["uncertainty"]) == 2
    assert {"needs ≥ 75 %", "needs ≤ 30 %", "round 5"} <= set(words(root))
    assert "round 2: share 100 %, uncertainty 10 %" in (root.get("aria-label") or "")
    heights = [float(point.split(",")[1]) for point in lines["share"]]
    assert heights[1] < heights[0]


def test_a_council_without_a_vote_has_an_empty_plot() -> None:
    root = parsed(charts.convergence([], vote=75, uncertainty=30, most_rounds=1))
    assert "No round has ended." in (root.get("aria-label") or "")
    assert not list(root.iter("polyline"))


def test_a_round_without_a_figure_leaves_a_gap() -> None:
    root = parsed(charts.convergence([(1, None, 100)], vote=75, uncertainty=30, most_rounds=2))
    assert "share none" in (root.get("aria-label") or "")

"""Small charts drawn by the server: they need no script, follow the page's colours, and have words beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup, escape

from coordinator.models import Value

LOW, HIGH = 1.0, 5.0  # the scale of every score
LOWEST_LABEL = 15  # a number below this has no room between its point and the axis


class Dot(Value):
    """One judge's overall score, and where it was before the debate."""

    name: str
    at: float
    was: float


class Mark(Value):
    """One round of a council: the share of the votes the leader has, and the uncertainty, in per cent."""

    round: int
    share: float | None
    uncertainty: float | None


# -- the scale of a panel


def scale(dots: Sequence[Dot], bar: float, margin: float) -> Markup:
    """Every judge on a line from 1 to 5, with the bar, its margin, and what a debate moved."""
    left, top, step, width = 120, 30, 26, 460
    height = top + step * len(dots) + 12
    x = _Axis(LOW, HIGH, left, width - 16)
    near = (max(LOW, bar - margin), min(HIGH, bar + margin))
    parts = [
        _rect("margin", x(near[0]), top - 8, x(near[1]) - x(near[0]), height - top - 2),
        *(_tick(x(score), top, height, str(score)) for score in range(1, 6)),
        _line("bar", x(bar), top - 8, x(bar), height - 10),
        _text("bar-label", x(bar), 12, f"bar {bar:.2f}", "middle"),
    ]
    for number, dot in enumerate(dots):
        parts += _judge(dot, x(dot.was), x(dot.at), top + step * number + 14, dot.at >= bar)
    words = "; ".join(f"{dot.name} {dot.at:.2f}" for dot in dots)
    return _svg("scale", width, height, f"Overall scores from 1 to 5, bar {bar:.2f}: {words}", parts)


def _judge(dot: Dot, was: float, at: float, y: float, above: bool) -> Iterator[Markup]:
    yield _text("name", 0, y + 4, dot.name if len(dot.name) < 17 else f"{dot.name[:15]}…", "start")
    if abs(at - was) > 0.5:
        yield _line("moved", was, y, at, y)
        yield _circle("was", was, y, 4)
    yield _circle("above" if above else "below", at, y, 6)
    # On the side that the dot does not come from.
    side, anchor = (10, "start") if at > was or (at == was and dot.at < HIGH - 0.5) else (-10, "end")
    yield _text("value", at + side, y + 4, f"{dot.at:.2f}", anchor)


# -- convergence of a council


def convergence(marks: Sequence[Mark], vote: float, uncertainty: float, rounds: int) -> Markup:
    """Share and uncertainty per round with the threshold of each."""
    width, left, right, top, bottom, height = 560, 34, 452, 28, 232, 278
    x = _Axis(1, max(rounds, 2), left + 24, right - 24)
    y = _Axis(0, 100, bottom, top)
    parts = [
        *(_grid(left, right, y(level), str(level)) for level in (0, 25, 50, 75, 100)),
        *(_text("tick", x(number), bottom + 18, f"round {number}", "middle") for number in range(1, rounds + 1)),
        *_threshold("share", left, right, y(vote), f"needs ≥ {vote:g} %"),
        *_threshold("uncertainty", left, right, y(uncertainty), f"needs ≤ {uncertainty:g} %"),
    ]
    share = [(x(m.round), y(m.share), m.share) for m in marks if m.share is not None]
    doubt = [(x(m.round), y(m.uncertainty), m.uncertainty) for m in marks if m.uncertainty is not None]
    parts += [*_series("share", share, above=True), *_series("uncertainty", doubt, above=False)]
    parts += _legend(left, height - 8)
    return _svg("convergence", width, height, _spoken(marks, vote, uncertainty), parts)


def _spoken(marks: Sequence[Mark], vote: float, uncertainty: float) -> str:
    rounds = "; ".join(
        f"round {m.round}: share {_percent(m.share)}, uncertainty {_percent(m.uncertainty)}" for m in marks
    )
    return f"Share needs at least {vote:g} %, uncertainty at most {uncertainty:g} %. {rounds or 'No round has ended.'}"


def _percent(value: float | None) -> str:
    return "none" if value is None else f"{value:.0f} %"


def _series(kind: str, points: Sequence[tuple[float, float, float]], above: bool) -> Iterator[Markup]:
    if len(points) > 1:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
        yield Markup('<polyline class="{}" points="{}"/>').format(kind, path)
    for x, y, value in points:
        # Two shapes, so that the series differ without their colours.
        yield _circle(kind, x, y, 5) if above else _rect(kind, x - 4.5, y - 4.5, 9, 9)
        yield _text(f"value {kind}", x, y - 10 if above or value < LOWEST_LABEL else y + 20, f"{value:.0f}", "middle")


def _threshold(kind: str, left: float, right: float, y: float, words: str) -> Iterator[Markup]:
    yield _line(f"threshold {kind}", left, y, right, y)
    yield _text(f"threshold {kind}", right + 6, y + 4, words, "start")


def _legend(left: float, y: float) -> Iterator[Markup]:
    yield _circle("share", left + 6, y - 4, 5)
    yield _text("legend", left + 16, y, "share of the votes", "start")
    yield _rect("uncertainty", left + 152, y - 9, 9, 9)
    yield _text("legend", left + 168, y, "uncertainty", "start")


# -- shapes; everything that comes from elsewhere is escaped by Markup.format


class _Axis:
    """Where on the picture a value lies."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self._low, self._high, self._start, self._end = low, high, start, end

    def __call__(self, value: float) -> float:
        part = (min(max(value, self._low), self._high) - self._low) / (self._high - self._low)
        return self._start + part * (self._end - self._start)


def _svg(kind: str, width: float, height: float, words: str, parts: Sequence[Markup]) -> Markup:
    head = Markup(
        '<svg class="chart {}" role="img" aria-label="{}" viewBox="0 0 {:g} {:g}" width="{:g}" height="{:g}">'
    ).format(kind, words, width, height, width, height)
    return head + Markup("").join(parts) + Markup("</svg>")


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> Markup:
    return Markup('<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>').format(kind, x1, y1, x2, y2)


def _rect(kind: str, x: float, y: float, width: float, height: float) -> Markup:
    shape = Markup('<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>')
    return shape.format(kind, x, y, width, height)


def _circle(kind: str, x: float, y: float, radius: float) -> Markup:
    return Markup('<circle class="{}" cx="{:.1f}" cy="{:.1f}" r="{:g}"/>').format(kind, x, y, radius)


def _text(kind: str, x: float, y: float, words: str, anchor: str) -> Markup:
    shape = Markup('<text class="{}" x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>')
    return shape.format(kind, x, y, anchor, escape(words))


def _tick(x: float, top: float, height: float, words: str) -> Markup:
    return _line("grid", x, top - 4, x, height - 10) + _text("tick", x, top - 8, words, "middle")


def _grid(left: float, right: float, y: float, words: str) -> Markup:
    return _line("grid", left, y, right, y) + _text("tick", left - 6, y + 4, words, "end")

"""A workflow drawn as a graph: its stages from top to bottom, what leads from one to another, and the path taken.

Neighbours are joined directly. Every other edge has a lane of its own: on the right for a way forward, on the left
for a way back. So no line crosses a stage, however the file is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

from coordinator.models import Value
from coordinator.web.filters import brief, counted, span
from coordinator.workflow.matching import awaited, onward, timeout_of
from coordinator.workflow.routes import Routes
from coordinator.workflow.schema import OutputMatches, Stage, Workflow

WIDE, TALL, GAP, LANE, LABEL = 220, 54, 46, 16, 6.4
LONGEST = 22  # characters of a label
MOST_LINES = 3  # with one label to one stage; more are said in words
TIMES = "\u00d7"


class Node(Value):
    """One stage: what it does, how often it was visited, and whether the run is there now."""

    id: str
    label: str
    does: str
    opens: str  # what leads here from so many stages that it is not drawn
    visits: int
    current: bool
    entry: bool
    terminal: bool


class Edge(Value):
    """A way from one stage to another, what opens it, and how often it was taken."""

    source: str
    target: str
    label: str
    taken: int


class Graph(Value):
    """The stages in document order and the ways between them."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    def leaving(self, id: str) -> tuple[Edge, ...]:
        """The ways out of a stage."""
        return tuple(edge for edge in self.edges if edge.source == id)


# -- what a workflow says


def graph(workflow: Workflow, path: Sequence[str], current: str = "") -> Graph:
    """The graph of a workflow, with the stages that were visited in order."""
    rows = {stage.id: number for number, stage in enumerate(workflow.stages)}
    ways = [way for way in dict.fromkeys(_ways(workflow)) if way.source in rows and way.target in rows]
    crowded = _crowded(ways)
    visits, taken = Counter(path), Counter(pairwise(path))
    labels: dict[tuple[str, str], list[str]] = {pair: [] for pair in taken}
    for way in ways:
        is_next = rows[way.target] - rows[way.source] == 1 and way.label not in PULLED.values()
        if is_next or (way.target, way.label) not in crowded:
            labels.setdefault((way.source, way.target), []).append(way.label)
    return Graph(
        nodes=tuple(_node(stage, visits, current, crowded) for stage in workflow.stages),
        edges=tuple(
            Edge(source=source, target=target, label=" / ".join(words), taken=taken[source, target])
            for (source, target), words in labels.items()
            if source in rows and target in rows
        ),
    )


class _Way(NamedTuple):
    source: str
    target: str
    label: str


def _crowded(ways: Iterable[_Way]) -> set[tuple[str, str]]:
    """What leads to a stage from so many others that lines would hide the rest: it is said in words instead."""
    counts = Counter((way.target, way.label) for way in ways)
    return {pair for pair, count in counts.items() if count > (1 if pair[1] in PULLED.values() else MOST_LINES)}


def _node(stage: Stage, visits: Mapping[str, int], current: str, crowded: Iterable[tuple[str, str]]) -> Node:
    return Node(
        id=stage.id,
        label=brief(stage.label or stage.id, 60),
        does=_does(stage),
        opens=", ".join(label for target, label in crowded if target == stage.id),
        visits=visits.get(stage.id, 0),
        current=stage.id == current,
        entry=stage.entry,
        terminal=stage.terminal,
    )


def _does(stage: Stage) -> str:
    enter = stage.on_enter
    acts = {
        "runs a command": enter.run,
        "judges": enter.judge,
        "gate": stage.gate,
        "prompts the agent": enter.inject,
        "merges": enter.merge_pr,
        "closes the issue": enter.close_issue,
        "moves the issue": enter.move_issue,
        "comments": enter.comment_issue,
        "notifies": enter.notify,
    }
    return ", ".join(words for words, given in acts.items() if given)


def _ways(workflow: Workflow) -> Iterator[_Way]:
    """Every way from a stage to a stage, as a run would find it."""
    routes, stages = Routes(workflow), workflow.stages
    tokens = dict.fromkeys(token for stage in stages for token in awaited(stage))
    for number, stage in enumerate(stages):
        yield from _decided(number, routes)
        if stage.on_enter.inject and not stage.terminal:
            yield from (_Way(stage.id, _id(routes.message(number, token), stages), _quoted(token)) for token in tokens)
        elif not stage.terminal:
            yield from (_Way(stage.id, onward(workflow, stage.id, token), _quoted(token)) for token in awaited(stage))
        yield from _left(stage)
        yield from _entered(stage, workflow)


def _decided(number: int, routes: Routes) -> Iterator[_Way]:
    stages = routes.workflow.stages
    stage = stages[number]
    for verdict in ("pass", "fail") if stage.on_enter.judge else ():
        yield _Way(stage.id, _id(routes.verdict(number, verdict), stages), verdict)
    for result in ("pass", "fail", "error") if stage.gate else ():
        yield _Way(stage.id, _id(routes.gate(number, result), stages), f"gate {result}")


def _left(stage: Stage) -> Iterator[_Way]:
    """What a stage itself says about where it leads."""
    if timeout := timeout_of(stage):
        yield _Way(stage.id, timeout.go_to, f"after {span(timeout.after)}")
    for words, rule in (("skipped", stage.skip_if), ("skipped unless labelled", stage.skip_unless)):
        if rule is not None:
            yield _Way(stage.id, rule.go_to, words)


def _entered(stage: Stage, workflow: Workflow) -> Iterator[_Way]:
    """What leads into a stage by an output, or by what becomes of a pull request."""
    others = [each for each in workflow.stages if each.id != stage.id]
    for trigger in stage.triggers:
        if isinstance(trigger, OutputMatches):
            words = brief(f"{trigger.path} is {' or '.join(trigger.any_of)}", 80)
            yield from (_Way(each.id, stage.id, words) for each in others if trigger.output in _outputs(each))
        elif words := PULLED.get(trigger.kind, ""):
            yield from (_Way(each.id, stage.id, words) for each in others if each.on_enter.inject and not each.terminal)


PULLED = {"pr_merged": "merged", "pr_closed": "closed", "pr_conditions": "pull request ready"}


def _outputs(stage: Stage) -> set[str]:
    actions = (stage.on_enter.run, stage.on_enter.judge)
    return {action.output for action in actions if action and action.output}


def _id(number: int | None, stages: Sequence[Stage]) -> str:
    return "" if number is None else stages[number].id


def _quoted(token: str) -> str:
    return f"“{brief(token, 60)}”"


# -- the picture


def draw(graph: Graph) -> Markup:
    """The graph as SVG; the same is told by the list beside it."""
    rows = {node.id: number for number, node in enumerate(graph.nodes)}
    straight, right, left = _sorted_out(graph.edges, rows)
    right_lanes, left_lanes = _lanes(right, rows), _lanes(left, rows)
    gutters = _gutter(left, left_lanes), _gutter(right, right_lanes)
    frame = _Frame(rows, gutters[0])
    parts = [
        *(_straight(edge, frame) for edge in straight),
        *(_lane(edge, limiter, frame, right, forward=True) for edge, limiter in zip(right, right_lanes, strict=True)),
        *(_lane(edge, limiter, frame, left, forward=False) for edge, limiter in zip(left, left_lanes, strict=True)),
        *(_box(node, frame) for node in graph.nodes),
    ]
    width = gutters[0] + WIDE + gutters[1]
    height = len(graph.nodes) * (TALL + GAP) - GAP + 8
    head = Markup(
        '<svg class="graph" role="img" aria-label="{}" viewBox="0 0 {:.0f} {:.0f}" width="{:.0f}" height="{:.0f}">'
    ).format(_spoken(graph), width, height, width, height)
    return head + ARROWS + Markup("").join(parts) + Markup("</svg>")


ARROWS = Markup(
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path class="arrow" d="M0 0 8 4 0 8z"/></marker>'
    '<marker id="arrow-taken" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">'
    '<path class="arrow taken" d="M0 0 8 4 0 8z"/></marker></defs>'
)


def _spoken(graph: Graph) -> str:
    visited = [f"{node.id} {counted(node.visits, 'time')}" for node in graph.nodes if node.visits]
    now = [node.id for node in graph.nodes if node.current]
    told = f"Visited: {', '.join(visited) or 'nothing yet'}."
    return f"Workflow of {counted(len(graph.nodes), 'stage')}. {told}" + (f" Now at {now[0]}." if now else "")


class _Frame:
    """Where the stages stand."""

    def __init__(self, rows: Mapping[str, int], left: float) -> None:
        self.rows = rows
        self.left = left

    def top(self, id: str) -> float:
        return 4 + self.rows[id] * (TALL + GAP)

    def port(self, id: str, side: Sequence[Edge], edge: Edge, leaving: bool) -> float:
        """The height at which an edge meets a side of a stage; several share the side evenly."""
        own = [e for e in side if e.source == id] + [e for e in side if e.target == id]
        place = own.index(edge) if leaving else len(own) - 1 - own[::-1].index(edge)
        return self.top(id) + TALL * (place + 1) / (len(own) + 1)


def _sorted_out(edges: Iterable[Edge], rows: Mapping[str, int]) -> tuple[list[Edge], list[Edge], list[Edge]]:
    straight: list[Edge] = []
    right: list[Edge] = []
    left: list[Edge] = []
    for edge in edges:
        down = rows[edge.target] - rows[edge.source]
        (straight if down == 1 else right if down > 1 else left).append(edge)
    return straight, right, left


def _lanes(edges: Sequence[Edge], rows: Mapping[str, int]) -> list[int]:
    """A lane for each edge such that no two in one lane lie beside each other."""
    taken: list[list[tuple[int, int]]] = []
    chosen = []
    for edge in edges:
        low, high = sorted((rows[edge.source], rows[edge.target]))
        free = (n for n, limiter in enumerate(taken) if all(high < start or end < low for start, end in limiter))
        limiter = next(free, len(taken))
        if limiter == len(taken):
            taken.append([])
        taken[limiter].append((low, high))
        chosen.append(limiter)
    return chosen


def _gutter(edges: Sequence[Edge], lanes: Sequence[int]) -> float:
    if not edges:
        return 12
    return _label_room(edges) + LANE * (max(lanes) + 1) + 8


def _label_room(edges: Sequence[Edge]) -> float:
    return 16 + LABEL * max(len(_label(edge)) for edge in edges)


def _label(edge: Edge) -> str:
    words = edge.label if len(edge.label) <= LONGEST else f"{edge.label[: LONGEST - 1]}…"
    return f"{words} {TIMES}{edge.taken}".strip() if edge.taken else words


def _straight(edge: Edge, frame: _Frame) -> Markup:
    x = frame.left + WIDE / 2
    y1, y2 = frame.top(edge.source) + TALL, frame.top(edge.target)
    return _edge(edge, f"M{x:.1f} {y1:.1f} V{y2 - 1:.1f}", x + 8, (y1 + y2) / 2 + 4, "start")


def _lane(edge: Edge, limiter: int, frame: _Frame, side: Sequence[Edge], forward: bool) -> Markup:
    start = frame.port(edge.source, side, edge, leaving=True)
    end = frame.port(edge.target, side, edge, leaving=False)
    room = _label_room(side) + LANE * limiter
    near = frame.left + WIDE if forward else frame.left
    sign = 1 if forward else -1
    far = near + sign * room
    path = f"M{near:.1f} {start:.1f} H{far:.1f} V{end:.1f} H{near + sign:.1f}"
    return _edge(edge, path, near + sign * 8, start - 4, "start" if forward else "end")


def _edge(edge: Edge, path: str, x: float, y: float, anchor: str) -> Markup:
    kind, marker = ("edge taken", "arrow-taken") if edge.taken else ("edge", "arrow")
    line = Markup('<path class="{}" d="{}" marker-end="url(#{})"/>').format(kind, path, marker)
    label = Markup('<text class="label" x="{:.1f}" y="{:.1f}" text-anchor="{}">{}<title>{}</title></text>')
    return line + label.format(x, y, anchor, _label(edge), edge.label)


def _box(node: Node, frame: _Frame) -> Markup:
    x, y = frame.left, frame.top(node.id)
    kinds = {"node": True, "visited": node.visits, "current": node.current, "terminal": node.terminal}
    kind = " ".join(name for name, holds in kinds.items() if holds)
    box = Markup('<rect class="{}" x="{:.1f}" y="{:.1f}" width="{}" height="{}" rx="{}"/>')
    name = Markup('<text class="name" x="{:.1f}" y="{:.1f}">{}<title>{}</title></text>')
    does = Markup('<text class="does" x="{:.1f}" y="{:.1f}">{}<title>{}</title></text>')
    count = Markup('<text class="count" x="{:.1f}" y="{:.1f}" text-anchor="end">{}</text>')
    return (
        box.format(kind, x, y, WIDE, TALL, 20 if node.terminal else 6)
        + name.format(x + 14, y + 23, _cut(node.label, 22), node.label)
        + does.format(x + 14, y + 41, _cut(described(node), 32), described(node))
        + (count.format(x + WIDE - 12, y + 23, f"{TIMES}{node.visits}") if node.visits else Markup(""))
    )


def described(node: Node) -> str:
    """What there is to say of a stage beside its name."""
    marks = {
        "here now": node.current,
        "start": node.entry,
        "end": node.terminal,
        f"on {node.opens} from anywhere": node.opens,
        node.does: node.does,
    }
    return ", ".join(words for words, holds in marks.items() if holds)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"

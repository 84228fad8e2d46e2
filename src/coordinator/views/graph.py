"""A workflow as a graph: its stages from top to bottom, the edges, and the path of a run.

Stages that follow each other are joined directly. Every other edge has its own lane. The lanes of
forward edges are on the right, those of backward edges on the left. So no line crosses a stage,
whatever the order in the file.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from coordinator.models import Value
from coordinator.views.formatting import brief, span
from coordinator.workflow.dialect.routes import Route, Routes
from coordinator.workflow.dialect.schema import Stage, Workflow

WIDTH = 220  # the width of a stage
HEIGHT = 54  # the height of a stage
GAP = 46  # the distance between two stages
LANE = 16  # the distance between two lanes
LETTER = 6.4  # the average width of a letter
LONGEST_LABEL = 22
TIMES = "\u00d7"
MOST_LINES = 3  # lines with the same label to one stage; if there are more, words replace them
FAILED = "run failed"
PULL_REQUESTS = {
    "pr_merged": "merged",
    "pr_closed": "closed",
    "pr_conditions": "pull request ready",
}


class StageNode(Value):
    """One stage: what it does, how often it was visited, and whether the run is there now."""

    id: str
    label: str
    does: str
    opens: str  # labels of edges that are not drawn because they come from too many stages
    visits: int
    current: bool
    entry: bool
    terminal: bool
    spent: str = ""  # the time and the price of all visits
    waits: str = ""  # what the run waits for here, and since when

    @property
    def description(self) -> str:
        """Return the facts about a stage to show beside its name."""
        facts = []
        if self.current:
            facts.append("here now")
        if self.waits:
            facts.append(f"waits {self.waits}")
        if self.spent:
            facts.append(self.spent)
        if self.entry:
            facts.append("start")
        if self.terminal:
            facts.append("end")
        if self.opens:
            facts.append(f"on {self.opens} from anywhere")
        if self.does:
            facts.append(self.does)
        return ", ".join(facts)


class Edge(Value):
    """An edge from one stage to another, the condition for it, and how often it was taken."""

    source: str
    target: str
    label: str
    taken: int

    @property
    def short_label(self) -> str:
        """Return the text beside the line: a shortened label, and how often the edge was taken."""
        words = self.label
        if len(words) > LONGEST_LABEL:
            words = f"{words[: LONGEST_LABEL - 1]}…"
        if self.taken:
            return f"{words} {TIMES}{self.taken}".strip()
        return words


class Graph(Value):
    """The stages in document order, and the edges between them."""

    nodes: tuple[StageNode, ...]
    edges: tuple[Edge, ...]


def workflow_graph(
    workflow: Workflow,
    path: Sequence[str],
    current: str = "",
    *,
    spent: Mapping[str, str] | None = None,
    waits: str = "",
) -> Graph:
    """Return the graph of a workflow. `path` lists the visited stages in order.

    `spent` has the time and price of each visited stage; `waits` says what the run waits for.
    """
    figures = spent or {}
    rows = {stage.id: number for number, stage in enumerate(workflow.stages)}
    ways = dict.fromkeys(_ways(workflow))
    # If too many edges with the same label lead into a stage, words replace their lines, which
    # would hide the other edges.
    most = dict.fromkeys(PULL_REQUESTS.values(), 1)
    lines = Counter((target, label) for _, target, label in ways)
    crowded = [way for way, count in lines.items() if count > most.get(way[1], MOST_LINES)]
    visits = Counter(path)
    taken = Counter(pairwise(path))
    labels: dict[tuple[str, str], list[str]] = {pair: [] for pair in taken}
    for source, target, label in ways:
        is_next = rows[target] - rows[source] == 1 and label not in most
        if is_next or (target, label) not in crowded:
            labels.setdefault((source, target), []).append(label)
    nodes = tuple(
        StageNode(
            id=stage.id,
            label=brief(stage.label or stage.id, 60),
            does=_does(stage),
            opens=", ".join(label for target, label in crowded if target == stage.id),
            visits=visits[stage.id],
            current=stage.id == current,
            entry=stage.entry,
            terminal=stage.terminal,
            spent=figures.get(stage.id, ""),
            waits=waits if stage.id == current else "",
        )
        for stage in workflow.stages
    )
    edges = tuple(
        Edge(source=source, target=target, label=" / ".join(words), taken=taken[source, target])
        for (source, target), words in labels.items()
    )
    return Graph(nodes=nodes, edges=edges)


def _does(stage: Stage) -> str:
    """Return a description of the stage's action."""
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


def _ways(workflow: Workflow) -> Iterator[tuple[str, str, str]]:
    """Yield the edges to draw, each as source stage, target stage and label."""
    routes = Routes(workflow)
    rows = {stage.id: number for number, stage in enumerate(workflow.stages)}
    for route in routes.all:
        stage = workflow.stages[rows[route.come]]
        if route.means in ("message", "pull request") and not stage.on_enter.inject.strip():
            # No agent is asked at this stage. Only the message that led to this stage can also lead
            # on to the next.
            ahead = workflow.match == "next" and rows[route.go] > rows[route.come]
            if not ahead or route.awaited not in stage.tokens:
                continue
        yield route.come, route.go, _label(route)
    for stage in workflow.stages:
        if stage.can_fail and not routes.failure(stage.id):
            for to in routes.returns(stage.id):
                yield stage.id, to, FAILED


def _label(route: Route) -> str:
    """Return a label that names the condition of a route."""
    if route.means == "message":
        return f"“{brief(route.awaited, 60)}”"
    if route.means == "gate":
        return f"gate {route.awaited}"
    if route.means == "timeout":
        return f"after {span(float(route.awaited))}"
    if route.means == "failure":
        return FAILED
    known = PULL_REQUESTS | {"skip_if": "skipped", "skip_unless": "skipped unless labelled"}
    return known.get(route.awaited) or brief(route.awaited, 80)


class Layout(NamedTuple):
    """The size of a picture, every stage with its upper left corner, and every edge.

    An edge comes with its SVG path, the position of its label, and the label's text anchor.
    """

    width: float
    height: float
    boxes: list[tuple[StageNode, float, float]]
    edges: list[tuple[Edge, str, float, float, str]]


def graph_layout(graph: Graph) -> Layout:
    """Return the positions of the stages and edges of a graph."""
    rows = {node.id: number for number, node in enumerate(graph.nodes)}
    tops = {node: 4 + row * (HEIGHT + GAP) for node, row in rows.items()}
    straight: list[Edge] = []
    right: list[Edge] = []
    left: list[Edge] = []
    for edge in graph.edges:
        distance = rows[edge.target] - rows[edge.source]
        if distance == 1:
            straight.append(edge)
        elif distance > 1:
            right.append(edge)
        else:
            left.append(edge)
    outwards = {1: _lanes(right), -1: _lanes(left)}  # 1 is the right side, -1 is the left side
    margins = {sign: max(lanes) + LANE + 8 if lanes else 12 for sign, lanes in outwards.items()}
    near = {1: margins[-1] + WIDTH, -1: margins[-1]}
    drawn = []
    for edge in straight:
        x = near[-1] + WIDTH / 2
        above = tops[edge.source] + HEIGHT
        below = tops[edge.target]
        path = f"M{x:.1f} {above:.1f} V{below - 1:.1f}"
        drawn.append((edge, path, x + 8, (above + below) / 2 + 4, "start"))
    for side, sign, anchor in ((right, 1, "start"), (left, -1, "end")):
        for edge, lane in zip(side, outwards[sign], strict=True):
            x = near[sign]
            far = near[sign] + sign * lane
            start = tops[edge.source] + _port(edge.source, side, edge, leaving=True)
            end = tops[edge.target] + _port(edge.target, side, edge, leaving=False)
            path = f"M{x:.1f} {start:.1f} H{far:.1f} V{end:.1f} H{x + sign:.1f}"
            drawn.append((edge, path, x + sign * 8, start - 4, anchor))
    return Layout(
        width=near[1] + margins[1],
        height=len(graph.nodes) * (HEIGHT + GAP) - GAP + 8,
        boxes=[(node, near[-1], tops[node.id]) for node in graph.nodes],
        edges=drawn,
    )


def _lanes(edges: Sequence[Edge]) -> list[float]:
    """Return the distance of each edge's lane from the stages.

    Lanes lie beyond the longest label.
    """
    nearest = 16 + LETTER * max((len(edge.short_label) for edge in edges), default=0)
    return [nearest + LANE * number for number in range(len(edges))]


def _port(stage: str, side: Sequence[Edge], edge: Edge, leaving: bool) -> float:
    """Return the height at which an edge meets the side of a stage.

    All edges on that side are spaced evenly.
    """
    out = [other for other in side if other.source == stage]
    into = [other for other in side if other.target == stage]
    if leaving:
        place = out.index(edge)
    else:
        place = len(out) + len(into) - 1 - into[::-1].index(edge)
    return HEIGHT * (place + 1) / (len(out) + len(into) + 1)

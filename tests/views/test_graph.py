"""A workflow drawn as a graph: the ways as a run finds them, the path taken, and no text out of its place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from coordinator.views.graph import Graph, workflow_graph
from coordinator.views.mermaid import mermaid
from coordinator.web.rendering import environment
from coordinator.workflow.dialect.reader import read_workflow
from coordinator.workflow.dialect.schema import Workflow
from tests.support.scenes import WORKFLOW
from tests.support.svg import EVIL, parsed


def workflow(text: str = WORKFLOW) -> Workflow:
    return read_workflow("flow.yaml", text)


def draw(graph: Graph) -> str:
    """The graph as SVG."""
    macros: Any = environment().get_template("graph.html").module
    return str(macros.drawn_graph(graph))


def test_the_graph_has_every_stage_and_the_ways_between_them() -> None:
    drawn = workflow_graph(workflow(), [])
    assert [node.id for node in drawn.nodes] == [
        "implement",
        "test",
        "review",
        "fix",
        "done",
        "stopped",
    ]
    ways = {(edge.source, edge.target): edge.label for edge in drawn.edges}
    assert ways["implement", "test"] == "“[DONE]”"
    assert ways["review", "done"] == "pass"
    assert ways["review", "fix"] == "fail"
    assert ways["fix", "test"] == "“[DONE]”"
    assert ways["implement", "stopped"] == "“[STOP]”"
    assert not any(edge.taken for edge in drawn.edges)


def test_the_path_taken_is_counted_and_the_current_stage_marked() -> None:
    drawn = workflow_graph(
        workflow(), ["implement", "test", "review", "fix", "test", "review"], current="review"
    )
    assert {node.id: node.visits for node in drawn.nodes if node.visits} == {
        "implement": 1,
        "test": 2,
        "review": 2,
        "fix": 1,
    }
    assert [node.id for node in drawn.nodes if node.current] == ["review"]
    assert {(edge.source, edge.target): edge.taken for edge in drawn.edges if edge.taken} == {
        ("implement", "test"): 1,
        ("test", "review"): 2,
        ("review", "fix"): 1,
        ("fix", "test"): 1,
    }
    root = parsed(draw(drawn))
    kinds = [rect.get("class") for rect in root.iter("rect")]
    assert kinds.count("node visited current") == 1
    assert "Now at review." in (root.get("aria-label") or "")


def test_no_two_lanes_lie_on_each_other() -> None:
    root = parsed(draw(workflow_graph(workflow(), [])))
    bends = [
        path.get("d", "").split("H")[1].split()[0]
        for path in root.iter("path")
        if "H" in path.get("d", "")
    ]
    assert len(bends) > 3
    assert len(bends) == len(set(bends))


def chain(stages: int, end: str = "") -> Workflow:
    """A workflow of stages that all prompt the agent, and one more line."""
    first = "  - {id: s0, entry: true, on_enter: {inject: go}}\n"
    lines = (
        f"  - {{id: s{n}, triggers: [{{message_contains: T{n}}}], on_enter: {{inject: go}}}}\n"
        for n in range(1, stages)
    )
    return workflow("stages:\n" + first + "".join(lines) + end)


def test_what_leads_from_anywhere_is_said_in_words() -> None:
    end = "  - {id: end, terminal: true, triggers: [{pr_merged: }, {message_contains: STOP}]}\n"
    drawn = workflow_graph(chain(6, end), [])
    assert "merged" in drawn.nodes[-1].opens
    assert "“STOP”" in drawn.nodes[-1].opens
    assert "from anywhere" in drawn.nodes[-1].description
    assert [(edge.source, edge.label) for edge in drawn.edges if edge.target == "end"] == [
        ("s5", "“STOP”")
    ]


def test_where_a_failed_command_leads_is_drawn() -> None:
    end = "  - {id: test, on_enter: {run: {command: make}}}\n  - {id: mend, triggers: [{run_failed: test}]}\n"
    drawn = workflow_graph(chain(1, end), ["s0", "test", "mend"])
    assert ("test", "mend", "run failed", 1) in [
        (e.source, e.target, e.label, e.taken) for e in drawn.edges
    ]


def test_a_stage_shows_its_time_and_price_and_what_is_waited_for() -> None:
    drawn = workflow_graph(
        workflow(), ["implement"], "implement", spent={"implement": "3 s, $0.01"}, waits="for Ann"
    )
    assert drawn.nodes[0].description.startswith("here now, waits for Ann, 3 s, $0.01")
    assert not any(node.waits or node.spent for node in drawn.nodes[1:])


def test_a_diagram_for_mermaid_has_every_stage_and_edge() -> None:
    drawn = workflow_graph(workflow(), [])
    lines = mermaid(drawn).splitlines()
    assert lines[0] == "flowchart TD"
    assert len(lines) == 1 + len(drawn.nodes) + len(drawn.edges)
    assert any(line.startswith('    s1(["Implement"])') for line in lines)


def test_a_label_cannot_leave_its_place_in_a_diagram() -> None:
    label = json.dumps('end"]; click s1 "x" <b>|#\n')
    text = WORKFLOW.replace("label: Implement", f"label: {label}")
    first = mermaid(workflow_graph(workflow(text), [])).splitlines()[1]
    assert first.startswith('    s1(["')
    assert first.endswith('"])')
    assert not set('"<>|') & set(first[9:-3])


def test_a_failed_command_without_a_route_goes_back_to_where_the_agent_works() -> None:
    back = [
        (edge.source, edge.target)
        for edge in workflow_graph(workflow(), []).edges
        if edge.label == "run failed"
    ]
    assert back == [("test", "implement"), ("test", "fix")]


def test_a_label_or_token_cannot_leave_its_place() -> None:
    text = WORKFLOW.replace("label: Implement", f"label: {json.dumps(EVIL)}").replace(
        "[STOP]", "<b>&"
    )
    root = parsed(draw(workflow_graph(workflow(text), ["implement"], current="implement")))
    assert not [child for child in root.iter() if child.tag in ("script", "b")]
    assert EVIL in {title.text for title in root.iter("title")}


@pytest.mark.parametrize("stages", [1, 40])
def test_a_graph_of_any_size_is_drawn(stages: int) -> None:
    root = parsed(draw(workflow_graph(chain(stages), [])))
    assert len(list(root.iter("rect"))) == stages

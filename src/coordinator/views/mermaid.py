"""A workflow as a diagram for Mermaid, which many hosts of Markdown draw."""

from coordinator.views.graph import Graph, StageNode

# Characters that end or structure a label of Mermaid, as its entities.
_ENTITIES = {"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "|": "#124;", "\n": " "}
_TABLE = str.maketrans(_ENTITIES)


def mermaid(graph: Graph) -> str:
    """Return the text of the diagram, with the stages from top to bottom."""
    lines = ["flowchart TD"]
    names = {}
    for number, node in enumerate(graph.nodes, 1):
        names[node.id] = f"s{number}"
        lines.append(f"    s{number}{_box(node)}")
    for edge in graph.edges:
        arrow = "-->"
        if edge.short_label:
            arrow = f'-->|"{edge.short_label.translate(_TABLE)}"|'
        lines.append(f"    {names[edge.source]} {arrow} {names[edge.target]}")
    return "\n".join(lines)


def _box(node: StageNode) -> str:
    """Return the label of a stage in its shape; the first and the last stages are round."""
    label = f'"{node.label.translate(_TABLE)}"'
    if node.entry or node.terminal:
        return f"([{label}])"
    return f"[{label}]"

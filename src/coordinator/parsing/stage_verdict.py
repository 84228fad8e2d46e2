"""What the judge of a workflow stage says: pass or fail, with remarks and the fixes it requires.

Read as strictly as a report: what is missing, unknown or given twice makes the reply unreadable, never a verdict.
"""

from dataclasses import replace
from typing import get_args

from coordinator.parsing.blocks import ReplyKind, read_block
from coordinator.parsing.fields import AnyNode, ListNode, MapNode, Node, ParseError, ScalarNode
from coordinator.parsing.report import MAX_FINDINGS
from coordinator.parsing.shapes import Judged, Remark, StageVerdict, read_value

STAGE_VERDICT = ReplyKind("opinion", ("verdict", "Verdict", "VERDICT"))
MAX_FIXES = 100


def read_stage_verdict(text: str, *, reference: str = "") -> StageVerdict:
    """Return the verdict in a reply; upper and lower case of its keys are the same, but `reference` is written so."""
    top = _lower_keys(read_block(text, STAGE_VERDICT, reference))
    # Comparing without case makes other letters into ours: `paß` is no pass.
    if not top.text("verdict").isascii():
        raise ParseError("verdict should be one of pass, fail", top.line_of("verdict"))
    verdict, summary = top.choice(get_args(Judged), "verdict"), top.text("summary")
    findings = [read_value(entry, Remark) for entry in top.entries("findings", most=MAX_FINDINGS)]
    fixes = []
    for item in top.items("required_fixes", most=MAX_FIXES):
        # A fix is text, or an object that has it under one of the names that models give it.
        if isinstance(item, MapNode):
            fixes.append(item.required("text", "fix", "description"))
        elif isinstance(item, ScalarNode) and not item.null and item.value.strip():
            fixes.append(item.value.strip())
        else:
            raise ParseError("a required fix should be text", item.line)
    return StageVerdict(verdict=verdict, summary=summary, findings=tuple(findings), required_fixes=tuple(fixes))


def _lower_keys(node: AnyNode) -> AnyNode:
    if isinstance(node, ListNode):
        return replace(node, items=tuple(map(_lower_keys, node.items)))
    if not isinstance(node, MapNode):
        return node
    lowered: dict[str, Node] = {}
    for key, value in node.fields.items():
        if key.lower() in lowered:
            raise ParseError(f"the key {key.lower()[:60]!r} is given twice", value.line)
        lowered[key.lower()] = _lower_keys(value)
    return replace(node, fields=lowered)

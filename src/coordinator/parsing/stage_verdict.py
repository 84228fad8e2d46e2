"""What the judge of a workflow stage says: pass or fail, with remarks and the fixes it requires.

Read as strictly as a report: what is missing, unknown or given twice makes the reply unreadable, never a verdict.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from coordinator.models import Value
from coordinator.parsing.blocks import ReplyKind, choose, lay_out
from coordinator.parsing.data import ListNode, MapNode, Node, ParseError, ScalarNode
from coordinator.parsing.fields import FieldReader
from coordinator.parsing.report import MAX_FINDINGS, Unreadable

Judged = Literal["pass", "fail"]
Severity = Literal["low", "medium", "high", "critical"]

OPINION = ReplyKind("opinion", ("verdict", "Verdict", "VERDICT"))
MAX_FIXES = 100

_VERDICTS: Mapping[str, Judged] = {"pass": "pass", "fail": "fail"}
_SEVERITIES: Mapping[str, Severity] = {"low": "low", "medium": "medium", "high": "high", "critical": "critical"}


class Remark(Value):
    """One thing the judge says about one place; `line` is as written, a number or a range."""

    file: str = ""
    line: str = ""
    comment: str
    severity: Severity = "medium"


class StageVerdict(Value):
    """The reply of a stage's judge."""

    verdict: Judged
    summary: str = ""
    findings: tuple[Remark, ...] = ()
    required_fixes: tuple[str, ...] = ()


def read_stage_verdict(text: str, *, reference: str = "") -> StageVerdict | Unreadable:
    """The opinion in a reply; upper and lower case of its keys are the same, but `reference` is written so."""
    try:
        return _opinion(FieldReader(_lower_keys(choose(lay_out(text), OPINION, reference).fields)))
    except ParseError as defect:
        return Unreadable(cause=str(defect))


def _opinion(top: FieldReader) -> StageVerdict:
    return StageVerdict(
        verdict=_verdict(top),
        summary=top.text("summary"),
        findings=tuple(_remark(entry) for entry in top.entries("findings", most=MAX_FINDINGS)),
        required_fixes=tuple(_fix(node) for node in _fixes(top)),
    )


def _verdict(top: FieldReader) -> Judged:
    # Comparing without case makes other letters into ours: `paß` is no pass.
    if not top.text("verdict").isascii():
        raise ParseError("verdict should be one of pass, fail", top.line_of("verdict"))
    return top.choice(_VERDICTS, "verdict")


def _remark(entry: FieldReader) -> Remark:
    return Remark(
        file=entry.text("file"),
        line=entry.text("line"),
        comment=entry.required("comment"),
        severity=entry.choice(_SEVERITIES, "severity") if entry.text("severity") else "medium",
    )


def _fixes(top: FieldReader) -> tuple[Node, ...]:
    node = top.node("required_fixes")
    if node is None:
        return ()
    if not isinstance(node, ListNode):
        raise ParseError("required_fixes should be a list", node.line)
    if len(node.items) > MAX_FIXES:
        raise ParseError(f"required_fixes has {len(node.items)} entries, at most {MAX_FIXES} are read", node.line)
    return node.items


def _fix(node: Node) -> str:
    """A fix is text, or an object that has it under one of the names that models give it."""
    if isinstance(node, MapNode):
        return FieldReader(node).required("text", "fix", "description")
    if not isinstance(node, ScalarNode) or node.null or not node.value.strip():
        raise ParseError("a required fix should be text", node.line)
    return node.value.strip()


def _lower_keys(fields: MapNode) -> MapNode:
    lowered: dict[str, Node] = {}
    for key, node in fields.fields.items():
        if key.lower() in lowered:
            raise ParseError(f"the key {key.lower()[:60]!r} is given twice", node.line)
        lowered[key.lower()] = _lowered(node)
    return MapNode(lowered, fields.line)


def _lowered(node: Node) -> Node:
    if isinstance(node, MapNode):
        return _lower_keys(node)
    if isinstance(node, ListNode):
        return ListNode(tuple(_lowered(item) for item in node.items), node.line)
    return node

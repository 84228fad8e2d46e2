"""How a panel gets from a case to a verdict: one function per protocol, listed here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from coordinator.engine import Run
from coordinator.models import Case, Verdict
from coordinator.panels import judge, judge_with_debate, tool_mad
from coordinator.panels.panel import Panel

Protocol = Callable[[Run, Case, Panel], Awaitable[Verdict]]

PROTOCOLS: dict[str, Protocol] = {
    "judge": judge.run_judge,
    "judge-with-debate": judge_with_debate.run_judge_with_debate,
    "tool-mad": tool_mad.run_tool_mad,
}

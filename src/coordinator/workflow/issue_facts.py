"""The facts about an issue that templates can use. Each tracker knows some of them."""

from coordinator.models import Issue
from coordinator.trackers import ISSUE_FACTS
from coordinator.trackers.registry import TRACKERS
from coordinator.workflow.gotemplate import Facts


def facts_of(tracker: str, issue: Issue) -> Facts:
    """Return the facts that a tracker knows about an issue. Templates can print only these."""
    kind = TRACKERS[tracker]
    known = {}
    for name, field in ISSUE_FACTS.items():
        if name in kind.facts:
            known[name] = getattr(issue, field)
    return Facts(f"an issue {kind.issue_source}", known)

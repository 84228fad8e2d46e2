"""The facts of an issue for templates: each tracker knows some of them."""

from coordinator.models import Issue
from coordinator.trackers import ISSUE_FACTS
from coordinator.workflow.gotemplate import Facts


def facts_of(tracker: str, issue: Issue) -> Facts:
    """Return the facts that a tracker knows of an issue; the use of any other one is an error."""
    owner = f"an issue of the {tracker}"
    if tracker == "local":
        owner = "an issue from a file"
    known = {}
    for name, (field, trackers) in ISSUE_FACTS.items():
        if tracker in trackers:
            known[name] = getattr(issue, field)
    return Facts(owner, known)

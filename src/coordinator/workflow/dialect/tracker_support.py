"""What a workflow asks of its tracker, and what of it a tracker cannot do."""

from __future__ import annotations

from coordinator.workflow.dialect.diagnostics import Diagnostic, error, in_order, warning
from coordinator.workflow.dialect.schema import PrClosed, PrConditions, PrMerged, Workflow

# Each action: the ability it needs.
_NEEDS = {
    "merge_pr": "merge_pr",
    "close_issue": "close_issue",
    "add_labels": "labels",
    "remove_labels": "labels",
    "move_issue": "move_issue",
    "comment_issue": "comment_issue",
}


def unsupported(workflow: Workflow, abilities: frozenset[str]) -> tuple[Diagnostic, ...]:
    """The actions that a tracker with these abilities cannot carry out, all of them errors."""
    found = []
    for stage in workflow.stages:
        if stage.on_enter.dependency_updates is not None:
            line = stage.line_of("on_enter.dependency_updates")
            found.append(error(line, "dependency_updates is not carried out here", "do it with a command in `run`"))
        for action, ability in _NEEDS.items():
            if ability in abilities or not getattr(stage.on_enter, action):
                continue
            if action == "merge_pr":
                text = "no tracker here can merge_pr"
                fix = "merge with a command in `run`, such as `gh pr merge`, or by hand"
            elif not abilities:
                text = f"an issue from a file has no tracker for {action}"
                fix = "use an issue of a tracker, or remove it"
            else:
                text, fix = f"the tracker cannot carry out {action}", "remove it, or use a tracker that can"
            found.append(error(stage.line_of(f"on_enter.{action}"), text, fix))
    return in_order(found)


def unheard(workflow: Workflow, abilities: frozenset[str]) -> tuple[Diagnostic, ...]:
    """What a tracker with these abilities never reports or knows, all of it warnings."""
    found = []
    for stage in workflow.stages:
        for number, trigger in enumerate(stage.triggers):
            if isinstance(trigger, PrMerged | PrClosed | PrConditions) and "pr_events" not in abilities:
                text = f"the tracker does not report {trigger.kind}"
                found.append(warning(stage.line_of(f"triggers.{number}"), text, "tell the run by `coordinator event`"))
        if "labels" not in abilities:
            for key, _ in stage.skip_rules:
                text = f"the tracker has no labels, so {key} takes the issue to have none"
                found.append(warning(stage.line_of(key), text))
    return in_order(found)

"""What a workflow asks of its tracker, and what of it a tracker cannot do."""

from __future__ import annotations

from collections.abc import Iterator

from coordinator.workflow.note_places import error, warning
from coordinator.workflow.notes import Diagnostic
from coordinator.workflow.schema import OnEnter, PrClosed, PrConditions, PrMerged, Stage, Workflow

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
    found = (note for stage in workflow.stages for note in _refused(stage, abilities))
    return tuple(sorted(found, key=lambda note: note.line))


def _refused(stage: Stage, abilities: frozenset[str]) -> Iterator[Diagnostic]:
    if stage.on_enter.dependency_updates is not None:
        text = "dependency_updates is not carried out here"
        yield error(stage, "on_enter.dependency_updates", text, "do it with a command in `run`")
    for action, ability in _NEEDS.items():
        if _asks(stage.on_enter, action) and ability not in abilities:
            yield error(stage, f"on_enter.{action}", *_instead(action, abilities))


def _instead(action: str, abilities: frozenset[str]) -> tuple[str, str]:
    """What is wrong with an action, and what to do."""
    if action == "merge_pr":
        return (
            "no tracker here can merge_pr",
            "merge with a command in `run`, such as `gh pr merge`, or by hand",
        )
    if not abilities:
        return f"an issue from a file has no tracker for {action}", "use an issue of a tracker, or remove it"
    return f"the tracker cannot carry out {action}", "remove it, or use a tracker that can"


def _asks(actions: OnEnter, action: str) -> bool:
    return bool(getattr(actions, action))


def unheard(workflow: Workflow, abilities: frozenset[str]) -> tuple[Diagnostic, ...]:
    """What a tracker with these abilities never reports or knows, all of it warnings."""
    found = (note for stage in workflow.stages for note in _missed(stage, abilities))
    return tuple(sorted(found, key=lambda note: note.line))


def _missed(stage: Stage, abilities: frozenset[str]) -> Iterator[Diagnostic]:
    for number, trigger in enumerate(stage.triggers):
        if isinstance(trigger, PrMerged | PrClosed | PrConditions) and "pr_events" not in abilities:
            fix = "tell the run by `coordinator event`"
            yield warning(stage, f"triggers.{number}", f"the tracker does not report {trigger.kind}", fix)
    for place, rule in (("skip_if", stage.skip_if), ("skip_unless", stage.skip_unless)):
        if rule is not None and "labels" not in abilities:
            yield warning(stage, place, f"the tracker has no labels, so {place} takes the issue to have none")

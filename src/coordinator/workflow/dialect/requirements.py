"""Find what a workflow needs and lacks: an issue, abilities of the tracker, variables."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from coordinator.config.diagnostics import Diagnostic, error, warning
from coordinator.config.environment import PREFIX
from coordinator.config.suggestions import nearest, quoted
from coordinator.workflow.dialect.schema import Stage, Workflow
from coordinator.workflow.dialect.stage_triggers import PullRequestTrigger
from coordinator.workflow.dialect.start_triggers import (
    ABOUT,
    Cron,
    GithubIssues,
    IssueStart,
    PullRequestStart,
    Story,
)
from coordinator.workflow.dialect.template_lint import named_facts

NO_LABELERS = "the tracker does not report who labels an issue"
FORGE_STARTS = "only issues on GitHub or Gitea have this"
ALLOW_ALL_LABELERS = "allow everybody: ['*']"
# Events that cannot start a run, because the issue may already have matched before the event.
NO_STARTS = ("issue_edited", "issue_unassigned", "issue_updated")


class TrackerAction(NamedTuple):
    """An action of a stage on the issue or its pull request, and the line of the action."""

    stage: Stage
    line: int
    name: str


def _tracker_actions(workflow: Workflow) -> Iterator[TrackerAction]:
    for stage in workflow.stages:
        actions = stage.on_enter
        used = {
            "merge_pr": actions.merge_pr,
            "close_issue": actions.close_issue,
            "add_labels": actions.add_labels,
            "remove_labels": actions.remove_labels,
            "move_issue": actions.move_issue,
            "comment_issue": actions.comment_issue,
        }
        for name, value in used.items():
            if value:
                yield TrackerAction(stage, stage.line_of(f"on_enter.{name}"), name)


def needs_issue(workflow: Workflow) -> Iterator[Diagnostic]:
    """Yield an error for each part of a workflow that cannot work without an issue."""
    fix = "give an issue with --issue"
    if isinstance(workflow.start, Cron):
        fix = "a schedule starts runs without an issue: remove it, or start the run with an issue"

    def no_issue(stage: Stage, line: int, what: str) -> Diagnostic:
        return error(line, f"stage {stage.id}: {what}, but the run has no issue", fix)

    for named in named_facts(workflow):
        yield no_issue(named.stage, named.line, "a template uses .Issue")
    # An action with an `issue_id` is an error too, because a run without an issue has no tracker.
    for action in _tracker_actions(workflow):
        yield no_issue(action.stage, action.line, f"{action.name} needs an issue")
    for stage in workflow.stages:
        judge = stage.on_enter.judge
        if judge is not None and (judge.panel or "issue" in judge.inputs):
            yield no_issue(stage, stage.line_of("on_enter.judge"), "its judge reads the issue")


def unsupported(workflow: Workflow, abilities: frozenset[str]) -> Iterator[Diagnostic]:
    """Yield an error for each action that a tracker with these abilities cannot carry out.

    Without a tracker, yield one error that names all actions.
    """
    for stage in workflow.stages:
        if stage.on_enter.dependency_updates is not None:
            line = stage.line_of("on_enter.dependency_updates")
            text = "dependency_updates is not supported"
            yield error(line, text, "do it with a command in `run`")
    actions = list(_tracker_actions(workflow))
    if actions and not abilities:
        names = ", ".join(dict.fromkeys(action.name for action in actions))
        text = f"an issue from a file has no tracker for {names}"
        yield error(actions[0].line, text, "use an issue of a tracker, or remove them")
        return
    for action in actions:
        ability = action.name
        if action.name in ("add_labels", "remove_labels"):
            ability = "labels"
        if ability in abilities:
            continue
        if action.name == "merge_pr":
            fix = "merge with a command in `run`, such as `gh pr merge`, or by hand"
            yield error(action.line, "merge_pr works only with the trackers github and gitea", fix)
        else:
            text = f"the tracker cannot carry out {action.name}"
            yield error(action.line, text, "remove it, or use a tracker that can")


def unsupported_triggers(workflow: Workflow, abilities: frozenset[str]) -> Iterator[Diagnostic]:
    """Yield a warning for each trigger or skip rule that the tracker does not support."""
    for stage in workflow.stages:
        if "pr_events" not in abilities:
            for number, trigger in enumerate(stage.triggers):
                if isinstance(trigger, PullRequestTrigger):
                    line = stage.line_of(f"triggers.{number}")
                    text = f"the tracker does not report {trigger.title()}"
                    yield warning(line, text, "report it to the run with `coordinator decide`")
        if "labels" not in abilities:
            for key, _ in stage.skip_rules:
                text = f"the tracker has no labels, so {key} treats the issue as unlabelled"
                yield warning(stage.line_of(key), text)


def unset_variables(workflow: Workflow, value_of: Callable[[str], str]) -> Iterator[Diagnostic]:
    """Yield an error for each variable that a command asks for but cannot get.

    A command cannot get coordinator's own variables, nor variables without a value.
    """
    for stage in workflow.stages:
        if stage.on_enter.run is None:
            continue
        for number, name in enumerate(stage.on_enter.run.environment):
            line = stage.line_of(f"on_enter.run.environment.{number}")
            if name.startswith(PREFIX):
                yield error(
                    line, f"stage {stage.id}: {name} is reserved for coordinator", "remove it"
                )
            elif not value_of(name):
                text = f"stage {stage.id}: its command needs the variable {name}, which is not set"
                fix = "set it in the environment, or in the file env of the home directory"
                yield error(line, text, fix)


def unsupported_starts(
    workflow: Workflow, abilities: frozenset[str], statuses: Collection[str]
) -> Iterator[Diagnostic]:
    """Yield notes if the tracker cannot report the events that the start trigger waits for.

    Also yield notes about keys of the trigger that have no effect here, or a different effect than
    in ElasticClaw.

    `abilities` and `statuses` are those of the tracker. `statuses` is empty if they are unknown.
    """
    source = workflow.start
    lines: dict[str, int] = {}
    if workflow.trigger is not None:
        lines = workflow.trigger.lines
    if isinstance(source, PullRequestStart) and "pr_starts" not in abilities:
        text = "the tracker does not report new pull requests"
        fix = "use a trigger by the status or the labels of an issue"
        yield error(lines["trigger.pull_request"], text, fix)
    if not isinstance(source, IssueStart):
        return
    if statuses:
        for state in source.states:
            if not status_in((*statuses, "open"), state):
                line = lines.get("trigger") or workflow.lines["trigger_status"]
                text = f"the tracker has no status {quoted(state)}"
                yield error(line, text, nearest(state, statuses))
    is_forge = "issue_events" in abilities
    if workflow.allowed_labelers not in ((), ("*",)) and not is_forge:
        yield error(workflow.lines["allowed_labelers"], NO_LABELERS, ALLOW_ALL_LABELERS)
    for place, line in lines.items():
        parts = place.split(".")
        if len(parts) == 3:  # trigger, the kind of the source, the key
            yield from _unsupported_key(source, place, parts[2], line, is_forge=is_forge)


def _unsupported_key(
    source: IssueStart, place: str, key: str, line: int, *, is_forge: bool
) -> Iterator[Diagnostic]:
    """Yield notes about a key of the trigger that has a different effect than in ElasticClaw."""
    if isinstance(source, GithubIssues | Story) and key == "event" and source.event in NO_STARTS:
        text = f"a run starts when an issue begins to match, so {source.event} cannot start one"
        yield error(line, text, "name another event")
    if isinstance(source, GithubIssues):
        yield from _unsupported_forge_key(source, place, key, line, is_forge=is_forge)
    field = type(source).model_fields.get(key)
    if field is not None and field.description == ABOUT and getattr(source, key):
        yield warning(line, f"{place} has no effect here")


def _unsupported_forge_key(
    source: GithubIssues, place: str, key: str, line: int, *, is_forge: bool
) -> Iterator[Diagnostic]:
    """Yield notes about a key of the trigger `github_issues` that this tracker cannot heed."""
    if key == "event" and source.event == "issue_commented":
        if not is_forge:
            yield error(line, f"issue_commented: {FORGE_STARTS}", "name another event")
        elif not source.command.strip():
            yield error(line, "issue_commented needs a command", "for example command: /fix")
    if key == "labelers" and source.labelers not in ((), ("*",)) and not is_forge:
        yield error(line, NO_LABELERS, ALLOW_ALL_LABELERS)
    if key == "repositories" and source.repositories and not is_forge:
        yield warning(line, f"{place} has no effect here: {FORGE_STARTS}")


def status_in(statuses: Iterable[str], name: str) -> str:
    """Return the entry of `statuses` that `name` means, or an empty string.

    Case is ignored, spaces and hyphens count as underscores, and `canceled` means `cancelled`: so
    `In Review` means `in_review`.
    """
    wanted = _folded_status(name)
    for status in statuses:
        if _folded_status(status) == wanted:
            return status
    return ""


def _folded_status(name: str) -> str:
    folded = "_".join(name.replace("-", " ").split()).casefold()
    return folded.replace("canceled", "cancelled")

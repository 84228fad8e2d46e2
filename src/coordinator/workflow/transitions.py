"""Decide which stage an event leads to.

An event leads to the first stage after the current one that has a matching trigger. After the last
stage, the search continues with the first one. Some texts lead only to stages that are later in the
file: the line of a message that reports a new pull request, and a message that has already led to a
stage without a prompt.

If the workflow has `match: document`, an event leads to the first stage of the file that has a
matching trigger. If that is the current stage, the event is dropped.
"""

import re
from collections.abc import Callable, Collection
from typing import Literal

from coordinator.models import Value
from coordinator.workflow.dialect.routes import leads_to
from coordinator.workflow.dialect.schema import Stage, Workflow
from coordinator.workflow.dialect.stage_triggers import (
    GateReached,
    JudgeVerdict,
    OutputMatches,
    PrConditions,
    PullRequestTrigger,
    RunFailed,
    Trigger,
)
from coordinator.workflow.message_tokens import matches_message

FAILING = ("fail", "failed", "failure", "error", "errored")

_PULL_REQUEST = re.compile(r"https?://[^\s<>()\[\]\"'`]+?/(?:pulls?|(?:-/)?merge_requests)/\d+")


class PullRequestFacts(Value):
    """The known facts about the pull request.

    `quiet_since` is the time of its last comment, or of its registration if it has none.
    """

    ci: str = ""
    reviews: str = ""
    quiet_since: float = 0.0


class DueStage(Value):
    """A stage whose conditions will hold at the time `at`, unless an event changes that."""

    stage: str
    at: float


# -- messages of the agent


def pull_request_urls(text: str) -> tuple[str, ...]:
    """Return the URLs of pull requests in a text, without duplicates."""
    urls: list[str] = []
    for url in _PULL_REQUEST.findall(text):
        if url not in urls:
            urls.append(url)
    return tuple(urls)


def after_message(workflow: Workflow, current: str, text: str, known: Collection[str] = ()) -> str:
    """Return the stage that a message of the agent leads to, or an empty string.

    `known` are the pull requests that earlier messages have reported.
    """
    ahead = _ahead(workflow, current)
    old_lines = _without_new_pulls(text, known)

    def waits(stage: Stage, trigger: Trigger) -> bool:
        return matches_message(trigger, text if stage.id in ahead else old_lines)

    return leads_to(workflow, current, waits)


def _without_new_pulls(text: str, known: Collection[str]) -> str:
    """Return the lines that report no new pull request."""
    lines = []
    for line in text.splitlines():
        if set(pull_request_urls(line)) <= set(known):
            lines.append(line)
    return "\n".join(lines)


def after_same_message(workflow: Workflow, current: str, text: str) -> str:
    """Return the stage that a message leads to next, or an empty string.

    The message has already led to the current stage. If the workflow has `match: document`, it
    leads no further, because ElasticClaw uses a message only once.
    """
    if workflow.match == "document":
        return ""
    ahead = _ahead(workflow, current)

    def waits(stage: Stage, trigger: Trigger) -> bool:
        return stage.id in ahead and matches_message(trigger, text)

    return leads_to(workflow, current, waits)


def _ahead(workflow: Workflow, current: str) -> list[str]:
    """Return the ids of the later stages in the file. For `match: document`, return all ids."""
    ids = [stage.id for stage in workflow.stages]
    if workflow.match == "document":
        return ids
    return ids[ids.index(current) + 1 :]


# -- outputs and pull requests


def after_outputs(
    workflow: Workflow, current: str, visited: Collection[str], value: Callable[[str, str], object]
) -> str:
    """Return the unvisited stage that a stored output leads to, or an empty string.

    `value` returns the value of an output at a path.
    """

    def waits(stage: Stage, trigger: Trigger) -> bool:
        if not isinstance(trigger, OutputMatches) or stage.id in visited:
            return False
        found = value(trigger.output, trigger.path)
        return isinstance(found, str) and found.casefold() in map(str.casefold, trigger.any_of)

    return leads_to(workflow, current, waits)


def after_pull_request(
    workflow: Workflow, current: str, kind: Literal["pr_merged", "pr_closed"]
) -> str:
    """Return the stage that the end of the pull request leads to, or an empty string."""

    def waits(_stage: Stage, trigger: Trigger) -> bool:
        return trigger.title() == kind

    return leads_to(workflow, current, waits)


def next_due(
    workflow: Workflow, current: str, facts: PullRequestFacts, entered: Collection[str]
) -> DueStage | None:
    """Return the stage whose conditions on the pull request will hold first, or None.

    `entered` are the stages that the run has already entered by conditions of this pull request.
    """
    found = []
    order = workflow.stages if workflow.match == "document" else workflow.after(current)
    for stage in order:
        if stage.id == current or stage.id in entered:
            continue
        for trigger in stage.triggers:
            if isinstance(trigger, PrConditions) and _conditions_hold(trigger, facts):
                at = facts.quiet_since + trigger.quiet_for if trigger.quiet_for else 0.0
                found.append(DueStage(stage=stage.id, at=at))
    return min(found, key=lambda due: due.at, default=None)


def _conditions_hold(trigger: PrConditions, facts: PullRequestFacts) -> bool:
    return _agrees(trigger.ci, facts.ci) and _agrees(trigger.reviews, facts.reviews)


def _agrees(wanted: str | None, known: str) -> bool:
    return not wanted or wanted.strip().casefold() == known.strip().casefold()


def waits_for_pull_requests(workflow: Workflow) -> bool:
    """Return whether a stage of the workflow waits for an event of a pull request."""
    triggers: list[Trigger] = []
    for stage in workflow.stages:
        triggers.extend(stage.triggers)
    return any(isinstance(trigger, PullRequestTrigger) for trigger in triggers)


def is_failure_stage(stage: Stage) -> bool:
    """Return whether a trigger of the stage waits for a failure."""
    return any(_is_failure(trigger) for trigger in stage.triggers)


def _is_failure(trigger: Trigger) -> bool:
    if isinstance(trigger, RunFailed):
        return True
    if isinstance(trigger, OutputMatches):
        return any(text.strip().casefold() in FAILING for text in trigger.any_of)
    if isinstance(trigger, JudgeVerdict | GateReached):
        return trigger.verdict in FAILING
    return False

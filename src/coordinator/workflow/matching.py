"""Which stage an event leads to: the first match after the current stage, wrapping round.

A line of a message that reports a new pull request leads only forwards, and so does a message that is carried on
because the stage it led to asked nothing of the agent. With `match: document` the first match of the whole document
counts, and an event that leads to the current stage is dropped.
"""

import re
from collections.abc import Callable, Collection
from typing import Literal

from coordinator.models import Value
from coordinator.workflow.dialect import stage_triggers
from coordinator.workflow.dialect.routes import leads_to
from coordinator.workflow.dialect.schema import Stage, Workflow
from coordinator.workflow.dialect.stage_triggers import Trigger

DECORATION = " \t*_`#"
FAILING = ("fail", "failed", "failure", "error", "errored")

_FENCED = re.compile(r"(?ms)^ {0,3}((`|~)\2{2,}+)[^`\n]*$(?:.*?^ {0,3}\1\2*\s*?$|.*)")
_PULL_REQUEST = re.compile(r"https?://[^\s<>()\[\]\"'`]+?/(?:pulls?|(?:-/)?merge_requests)/\d+")


class PullRequestFacts(Value):
    """What is known of the pull request; `quiet_since` is its last comment, or when it was registered."""

    ci: str = ""
    reviews: str = ""
    quiet_since: float = 0.0


class DueStage(Value):
    """A stage whose conditions hold, from this time on if nothing happens before."""

    stage: str
    at: float


def pull_request_urls(text: str) -> tuple[str, ...]:
    """Return the addresses of pull requests in a text, each once."""
    return tuple(dict.fromkeys(_PULL_REQUEST.findall(text)))


def after_message(workflow: Workflow, current: str, text: str, known: Collection[str] = ()) -> str:
    """Return the stage that a message of the agent leads to, or none; `known` pull requests are not reported again."""
    nothing_new = "\n".join(
        line for line in text.splitlines() if set(pull_request_urls(line)) <= set(known)
    )
    ahead = _ahead(workflow, current)

    def waits(stage: Stage, trigger: Trigger) -> bool:
        return _hears(trigger, text if stage.id in ahead else nothing_new)

    return leads_to(workflow, current, waits)


def after_same_message(workflow: Workflow, current: str, text: str) -> str:
    """Return the stage ahead that the message which led to the current one leads on to (not in the reference)."""
    if workflow.match == "document":
        return ""
    ahead = _ahead(workflow, current)
    return leads_to(
        workflow, current, lambda stage, trigger: stage.id in ahead and _hears(trigger, text)
    )


def _ahead(workflow: Workflow, current: str) -> list[str]:
    """Return the ids of the stages after the current one; by `document`, of all."""
    ids = [stage.id for stage in workflow.stages]
    if workflow.match == "document":
        return ids
    return ids[ids.index(current) + 1 :]


def misplaced_token(workflow: Workflow, text: str) -> str:
    """Return a token that the message has, but not where it counts; plain words are no such tokens."""
    for token in workflow.tokens:
        is_word = token.replace(" ", "").isalnum()
        if not is_word and token.casefold() in text.casefold() and not opens_a_line(token, text):
            return token
    return ""


def opens_a_line(token: str, text: str) -> bool:
    """Return whether a line begins with the token, decoration apart; a word must end where the token does.

    What stands in a fenced block is quoted: a file or a log that the agent shows says nothing for it. A block that
    is never closed goes on to the end.
    """
    wanted = (token.strip().lstrip(DECORATION) or token.strip()).casefold()
    for line in _FENCED.sub("", "\n".join(text.splitlines())).splitlines():
        said = line.strip().lstrip(DECORATION).casefold()
        if wanted and said.startswith(wanted):
            rest = said[len(wanted) : len(wanted) + 1]
            if not (wanted[-1].isalnum() and (rest.isalnum() or rest == "_")):
                return True
    return False


def _hears(trigger: Trigger, text: str) -> bool:
    if not isinstance(trigger, stage_triggers.MessageContains):
        return False
    if trigger.substring:
        return trigger.token.casefold() in text.casefold()
    return opens_a_line(trigger.token, text)


def after_outputs(
    workflow: Workflow, current: str, visited: Collection[str], value: Callable[[str, str], object]
) -> str:
    """Return the stage, never visited before, that a stored output leads to; `value` looks up an output and a path."""

    def waits(stage: Stage, trigger: Trigger) -> bool:
        if not isinstance(trigger, stage_triggers.OutputMatches) or stage.id in visited:
            return False
        found = value(trigger.output, trigger.path)
        return isinstance(found, str) and found.casefold() in map(str.casefold, trigger.any_of)

    return leads_to(workflow, current, waits)


def after_pull_request(
    workflow: Workflow, current: str, kind: Literal["pr_merged", "pr_closed"]
) -> str:
    """Return the stage that the end of the pull request leads to, or none."""
    return leads_to(workflow, current, lambda _, trigger: trigger.title() == kind)


def next_due(
    workflow: Workflow, current: str, facts: PullRequestFacts, entered: Collection[str]
) -> DueStage | None:
    """Return the stage whose conditions on the pull request hold first, of those not entered for it yet."""

    def agrees(wanted: str | None, known: str) -> bool:
        return not wanted or wanted.strip().casefold() == known.strip().casefold()

    found = []
    order = workflow.stages if workflow.match == "document" else workflow.after(current)
    for stage in order:
        for trigger in stage.triggers:
            if not isinstance(trigger, stage_triggers.PrConditions) or stage.id in (
                current,
                *entered,
            ):
                continue
            if agrees(trigger.ci, facts.ci) and agrees(trigger.reviews, facts.reviews):
                at = facts.quiet_since + trigger.quiet_for if trigger.quiet_for else 0.0
                found.append(DueStage(stage=stage.id, at=at))
    return min(found, key=lambda due: due.at, default=None)


def waits_for_pull_requests(workflow: Workflow) -> bool:
    """Return whether some stage is led to by what becomes of a pull request."""
    triggers = [trigger for stage in workflow.stages for trigger in stage.triggers]
    return any(isinstance(trigger, stage_triggers.PullRequestTrigger) for trigger in triggers)


def is_failure_stage(stage: Stage) -> bool:
    """Return whether what leads into the stage says that something has failed."""
    words: list[str] = []
    for trigger in stage.triggers:
        if isinstance(trigger, stage_triggers.RunFailed):
            return True
        words += (
            trigger.any_of
            if isinstance(trigger, stage_triggers.OutputMatches)
            else [getattr(trigger, "verdict", "")]
        )
    return any(word.strip().casefold() in FAILING for word in words)

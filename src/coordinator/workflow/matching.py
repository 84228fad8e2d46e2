"""Which stage an event leads to: the first match after the current stage, wrapping round.

A line of a message that reports a new pull request leads only forwards, and so does a message that is carried on
because the stage it led to asked nothing of the agent. With `match: document` the first match of the whole document
counts, and an event that leads to the current stage is dropped.
"""

import re
from collections.abc import Callable, Collection, Sequence
from typing import Literal

from coordinator.models import Value
from coordinator.workflow.dialect import schema
from coordinator.workflow.dialect.schema import Stage, Trigger, Workflow

DECORATION = " \t*_`#"
FAILING = ("fail", "failed", "failure", "error", "errored")

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_PULL_REQUEST = re.compile(r"https?://[^\s<>()\[\]\"'`]+?/(?:pulls?|(?:-/)?merge_requests)/\d+")

Fires = Callable[[Trigger], bool]


class PullRequestFacts(Value):
    """What is known of the pull request; `quiet_since` is its last comment, or when it was registered."""

    ci: str = ""
    reviews: str = ""
    quiet_since: float = 0.0


class DueStage(Value):
    """A stage whose conditions hold, from this time on if nothing happens before."""

    stage: str
    at: float


# -- messages


def pull_request_urls(text: str) -> tuple[str, ...]:
    """Return the addresses of pull requests in a text, each once."""
    return tuple(dict.fromkeys(_PULL_REQUEST.findall(text)))


def message_tokens(stage: Stage) -> tuple[str, ...]:
    return tuple(trigger.token for trigger in stage.triggers if isinstance(trigger, schema.MessageContains))


def after_message(workflow: Workflow, current: str, text: str, known: Collection[str] = ()) -> str:
    """Return the stage that a message of the agent leads to, or none; `known` pull requests are not reported again."""
    ahead, behind = _around(workflow, current)
    nothing_new = "\n".join(line for line in text.splitlines() if set(pull_request_urls(line)) <= set(known))
    return _first(workflow, ahead, current, _says(text)) or _first(workflow, behind, current, _says(nothing_new))


def after_same_message(workflow: Workflow, current: str, text: str) -> str:
    """Return the stage ahead that the message which led to the current one leads on to (not in the reference)."""
    if workflow.match == "document":
        return ""
    ahead, _ = _around(workflow, current)
    return _first(workflow, ahead, current, _says(text))


def misplaced_token(workflow: Workflow, text: str) -> str:
    """Return a token that the message has, but not where it counts; plain words are no such tokens."""
    for stage in workflow.stages:
        for token in message_tokens(stage):
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
    opened = ""
    for line in text.splitlines():
        fence = _FENCE.fullmatch(line)
        if opened:
            if fence and fence[1].startswith(opened) and not fence[2].strip():
                opened = ""
            continue
        if fence and "`" not in fence[2]:
            opened = fence[1]
            continue
        said = line.strip().lstrip(DECORATION).casefold()
        if wanted and said.startswith(wanted):
            rest = said[len(wanted) : len(wanted) + 1]
            if not (wanted[-1].isalnum() and (rest.isalnum() or rest == "_")):
                return True
    return False


def _says(text: str) -> Fires:
    def fires(trigger: Trigger) -> bool:
        if not isinstance(trigger, schema.MessageContains):
            return False
        return trigger.token.casefold() in text.casefold() if trigger.substring else opens_a_line(trigger.token, text)

    return fires


# -- what code and people find


def after_outputs(
    workflow: Workflow, current: str, visited: Collection[str], value: Callable[[str, str], object]
) -> str:
    """Return the stage, never visited before, that a stored output leads to; `value` looks up an output and a path."""

    def fires(trigger: Trigger) -> bool:
        if not isinstance(trigger, schema.OutputMatches):
            return False
        found = value(trigger.output, trigger.path)
        return isinstance(found, str) and found.casefold() in {text.casefold() for text in trigger.any_of}

    fresh = [stage for stage in _in_order(workflow, current) if stage.id not in visited]
    return _first(workflow, fresh, current, fires)


def after_pull_request(workflow: Workflow, current: str, kind: Literal["pr_merged", "pr_closed"]) -> str:
    """Return the stage that the end of the pull request leads to, or none."""
    wanted = schema.PrMerged if kind == "pr_merged" else schema.PrClosed
    return _first(workflow, _in_order(workflow, current), current, lambda trigger: isinstance(trigger, wanted))


def next_due(workflow: Workflow, current: str, facts: PullRequestFacts, entered: Collection[str]) -> DueStage | None:
    """Return the stage whose conditions on the pull request hold first, of those not entered for it yet."""

    def agrees(wanted: str | None, known: str) -> bool:
        return not wanted or wanted.strip().casefold() == known.strip().casefold()

    found = []
    waiting = [stage for stage in _in_order(workflow, current) if stage.id != current and stage.id not in entered]
    for stage in waiting:
        for trigger in stage.triggers:
            if not isinstance(trigger, schema.PrConditions):
                continue
            if agrees(trigger.ci, facts.ci) and agrees(trigger.reviews, facts.reviews):
                at = facts.quiet_since + trigger.quiet_for if trigger.quiet_for else 0.0
                found.append(DueStage(stage=stage.id, at=at))
    return min(found, key=lambda due: due.at, default=None)


def waits_for_pull_requests(workflow: Workflow) -> bool:
    """Return whether some stage is led to by what becomes of a pull request."""
    return any(
        isinstance(trigger, schema.PullRequestTrigger) for stage in workflow.stages for trigger in stage.triggers
    )


def is_failure_stage(stage: Stage) -> bool:
    """Return whether what leads into the stage says that something has failed."""
    words: list[str] = []
    for trigger in stage.triggers:
        if isinstance(trigger, schema.RunFailed):
            return True
        if isinstance(trigger, schema.JudgeVerdict | schema.GateReached):
            words.append(trigger.verdict)
        elif isinstance(trigger, schema.OutputMatches):
            words.extend(trigger.any_of)
    return any(word.strip().casefold() in FAILING for word in words)


# -- the order in which stages are looked at


def _around(workflow: Workflow, current: str) -> tuple[Sequence[Stage], Sequence[Stage]]:
    """Return the stages ahead, and those one comes to by going round, the current one last; or all by `document`."""
    if workflow.match == "document":
        return workflow.stages, ()
    place = [stage.id for stage in workflow.stages].index(current)
    return workflow.stages[place + 1 :], workflow.stages[: place + 1]


def _in_order(workflow: Workflow, current: str) -> Sequence[Stage]:
    ahead, behind = _around(workflow, current)
    return (*ahead, *behind)


def _first(workflow: Workflow, stages: Sequence[Stage], current: str, fires: Fires) -> str:
    for stage in stages:
        if any(fires(trigger) for trigger in stage.triggers):
            # What leads to the current stage again is dropped, not passed on to a later match.
            return "" if workflow.match == "document" and stage.id == current else stage.id
    return ""

"""Which stage an event leads to: the first match after the current stage, wrapping round.

A line of a message that reports a new pull request leads only forwards, and so does a message that is carried on
because the stage it led to asked nothing of the agent. With `match: document` the first match of the whole document
counts, and an event that leads to the current stage is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Literal

from coordinator.models import Value
from coordinator.workflow.schema import (
    GateReached,
    JudgeVerdict,
    MessageContains,
    OutputMatches,
    PrClosed,
    PrConditions,
    PrMerged,
    Stage,
    StageTimeout,
    Trigger,
    Workflow,
)

DECORATION = " \t*_`#"
FAILING = ("fail", "failed", "failure", "error", "errored")

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_PULL_REQUEST = re.compile(r"https?://[^\s<>()\[\]\"'`]+?/(?:pulls?|(?:-/)?merge_requests)/\d+")

Fires = Callable[[Trigger], bool]
Pulled = Literal["pr_merged", "pr_closed"]


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


def pull_requests(text: str) -> tuple[str, ...]:
    """The addresses of pull requests in a text, each once."""
    return tuple(dict.fromkeys(_PULL_REQUEST.findall(text)))


def after_message(workflow: Workflow, current: str, text: str, known: Collection[str] = ()) -> str:
    """The stage that a message of the agent leads to, or none; `known` pull requests are not reported again."""
    if workflow.match == "document":
        return _first(workflow, workflow.stages, current, _said(text))
    back = "\n".join(line for line in text.splitlines() if set(pull_requests(line)) <= set(known))
    ahead, behind = _around(workflow, current)
    return _first(workflow, ahead, current, _said(text)) or _first(workflow, behind, current, _said(back))


def onward(workflow: Workflow, current: str, text: str) -> str:
    """The stage ahead that the message which led to the current one leads on to; the reference has no such thing."""
    if workflow.match == "document":
        return ""
    return _first(workflow, _around(workflow, current)[0], current, _said(text))


def mentioned(workflow: Workflow, text: str) -> str:
    """A token that the message has, but not where it counts; plain words are no such tokens."""
    tokens = (token for stage in workflow.stages for token in awaited(stage) if not token.replace(" ", "").isalnum())
    said = text.casefold()
    return next((token for token in tokens if token.casefold() in said and not opens_a_line(token, text)), "")


def awaited(stage: Stage) -> tuple[str, ...]:
    """The tokens that lead to a stage."""
    return tuple(trigger.token for trigger in stage.triggers if isinstance(trigger, MessageContains))


def opens_a_line(token: str, text: str) -> bool:
    """Whether a line begins with the token, decoration apart; a word must end where the token does.

    What stands in a fenced block is quoted: a file or a log that the agent shows says nothing for it.
    """
    wanted = (token.strip().lstrip(DECORATION) or token.strip()).casefold()
    lines = (line.strip().lstrip(DECORATION).casefold() for line in _own_lines(text))
    return any(line.startswith(wanted) and not _goes_on(wanted, line) for line in lines) if wanted else False


def _own_lines(text: str) -> Iterator[str]:
    """The lines outside of fenced blocks; one that is never closed goes on to the end."""
    opened = ""
    for line in text.splitlines():
        fence = _FENCE.fullmatch(line)
        if not opened:
            opened = fence[1] if fence and "`" not in fence[2] else ""
            if not opened:
                yield line
        elif fence and fence[1].startswith(opened) and not fence[2].strip():
            opened = ""


def _goes_on(word: str, line: str) -> bool:
    rest = line[len(word) : len(word) + 1]
    return word[-1].isalnum() and (rest.isalnum() or rest == "_")


def _said(text: str) -> Fires:
    def fires(trigger: Trigger) -> bool:
        if not isinstance(trigger, MessageContains):
            return False
        if trigger.substring:
            return trigger.token.casefold() in text.casefold()
        return opens_a_line(trigger.token, text)

    return fires


# -- what code and people find


def after_verdict(workflow: Workflow, current: str, verdict: str) -> str:
    """The stage that the verdict of the current stage's judge leads to, or none."""

    def fires(trigger: Trigger) -> bool:
        return (
            isinstance(trigger, JudgeVerdict)
            and trigger.verdict == verdict
            and trigger.stage.casefold() in ("", current.casefold())
        )

    return _anywhere(workflow, current, fires)


def after_gate(workflow: Workflow, current: str, verdict: str) -> str:
    """The stage that the result of the current stage's gate leads to, or none."""

    def fires(trigger: Trigger) -> bool:
        return (
            isinstance(trigger, GateReached)
            and trigger.stage.casefold() == current.casefold()
            and trigger.verdict == verdict
        )

    return _anywhere(workflow, current, fires)


def after_outputs(
    workflow: Workflow, current: str, visited: Collection[str], value: Callable[[str, str], object]
) -> str:
    """The stage, never visited before, that a stored output leads to; `value` looks up an output and a path."""

    def fires(trigger: Trigger) -> bool:
        if not isinstance(trigger, OutputMatches):
            return False
        found = value(trigger.output, trigger.path)
        return isinstance(found, str) and found.casefold() in {text.casefold() for text in trigger.any_of}

    fresh = [stage for stage in _in_order(workflow, current) if stage.id not in visited]
    return _first(workflow, fresh, current, fires)


def after_pull(workflow: Workflow, current: str, kind: Pulled) -> str:
    """The stage that the end of the pull request leads to, or none."""
    wanted = PrMerged if kind == "pr_merged" else PrClosed
    return _anywhere(workflow, current, lambda trigger: isinstance(trigger, wanted))


def next_due(workflow: Workflow, current: str, facts: PullRequestFacts, entered: Collection[str]) -> DueStage | None:
    """The stage whose conditions on the pull request hold first, of those not entered for it yet."""
    found = [
        DueStage(stage=stage.id, at=facts.quiet_since + trigger.quiet_for if trigger.quiet_for else 0.0)
        for stage in _in_order(workflow, current)
        for trigger in stage.triggers
        if isinstance(trigger, PrConditions) and stage.id not in entered and stage.id != current
        if _agrees(trigger.ci, facts.ci) and _agrees(trigger.reviews, facts.reviews)
    ]
    return min(found, key=lambda due: due.at, default=None)


def _agrees(wanted: str, known: str) -> bool:
    return not wanted or wanted.strip().casefold() == known.strip().casefold()


def waits_for_pull_requests(workflow: Workflow) -> bool:
    """Whether some stage is led to by what becomes of a pull request."""
    kinds = (PrMerged, PrClosed, PrConditions)
    return any(isinstance(trigger, kinds) for stage in workflow.stages for trigger in stage.triggers)


def timeout_of(stage: Stage) -> StageTimeout | None:
    """After which time, and where to, the stage is left by itself."""
    found = [trigger for trigger in stage.triggers if isinstance(trigger, StageTimeout)]
    return min(found, key=lambda trigger: trigger.after, default=None)


def names_a_failure(stage: Stage) -> bool:
    """Whether what leads into the stage says that something has failed."""
    return any(word.strip().casefold() in FAILING for trigger in stage.triggers for word in _words(trigger))


def _words(trigger: Trigger) -> Iterable[str]:
    if isinstance(trigger, JudgeVerdict | GateReached):
        return (trigger.verdict,)
    return trigger.any_of if isinstance(trigger, OutputMatches) else ()


# -- the order in which stages are looked at


def _anywhere(workflow: Workflow, current: str, fires: Fires) -> str:
    return _first(workflow, _in_order(workflow, current), current, fires)


def _in_order(workflow: Workflow, current: str) -> Iterator[Stage]:
    if workflow.match == "document":
        yield from workflow.stages
    else:
        for part in _around(workflow, current):
            yield from part


def _around(workflow: Workflow, current: str) -> tuple[tuple[Stage, ...], tuple[Stage, ...]]:
    """The stages ahead, and those one comes to by going round, the current one last."""
    place = [stage.id for stage in workflow.stages].index(current)
    return workflow.stages[place + 1 :], workflow.stages[: place + 1]


def _first(workflow: Workflow, stages: Iterable[Stage], current: str, fires: Fires) -> str:
    found = next((stage.id for stage in stages if any(map(fires, stage.triggers))), "")
    return "" if workflow.match == "document" and found == current else found

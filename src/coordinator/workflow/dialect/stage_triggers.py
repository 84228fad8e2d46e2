"""Triggers of a stage: the events that lead a run into it.

The format is based on that of another program, ElasticClaw. Keys that ElasticClaw does not have are
marked **ours**.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import Field, ValidatorFunctionWrapHandler, WrapValidator

from coordinator.workflow.dialect.section import Section
from coordinator.workflow.dialect.values import ANY_CASE, Flag, Seconds, StageId, Texts

Judged = Literal["pass", "fail"]
Gated = Literal["pass", "fail", "error"]


class MessageContains(Section, title="message_contains", short="token", empty="refused"):
    """A message of the working agent contains this token.
    A string instead of the mapping is the token.
    """

    token: str = Field(description="the text that the message must contain, in upper or lower case")
    substring: Flag = Field(
        default=False,
        description="find the token anywhere, not only at the start of a line; **ours**",
    )


class PrMerged(Section, title="pr_merged", empty="marker"):
    """The pull request was merged."""


class PrClosed(Section, title="pr_closed", empty="marker"):
    """The pull request was closed without being merged."""


class PrConditions(Section, title="pr_conditions", empty="meant"):
    """The pull request fulfils all conditions that are given."""

    ci: Annotated[Literal["passing"], ANY_CASE] | None = Field(
        default=None,
        description="`passing`: there are checks, and none of them has failed or is still running",
    )
    reviews: Annotated[Literal["clean"], ANY_CASE] | None = Field(
        default=None, description="`clean`: no reviewer's latest review asks for changes"
    )
    quiet_for: Seconds = Field(default=0.0, description="time since the last comment")


class JudgeVerdict(Section, title="judge_verdict", short="verdict", empty="refused"):
    """A judge stage reached this verdict.
    A string instead of the mapping is the verdict, of any judge stage.
    """

    verdict: Annotated[Judged, ANY_CASE] = Field(description="the verdict")
    stage: StageId = Field(
        default="", description="only a verdict of this judge stage; empty is any; **ours**"
    )


class RunFailed(Section, title="run_failed", short="stage", empty="meant"):
    """The command of a stage failed. A string instead of the mapping is the id of the stage.
    The output of the command is stored, as for a command that succeeds.
    """

    stage: StageId = Field(default="", description="only the command of this stage; empty is any")


class GateReached(Section, title="gate_result", empty="refused"):
    """The gate of a stage has this result."""

    stage: StageId = Field(description="the stage that has the gate")
    verdict: Annotated[Gated, ANY_CASE] = Field(description="its result")


class OutputMatches(Section, title="output_matches", empty="refused"):
    """The value at a path of a stored output is one of these texts."""

    output: str = Field(description="the name of the output")
    path: str = Field(description="a dotted path into it")
    any_of: Texts = Field(description="texts, in upper or lower case")


class StageTimeout(Section, title="stage_timeout", empty="refused"):
    """The run has been in this stage for this time, and goes to another stage.
    Unlike the other triggers, this one belongs to the stage that the run leaves.
    """

    after: Seconds = Field(description="time since the stage was entered")
    go_to: StageId = Field(description="the stage to go to")


PullRequestTrigger: TypeAlias = PrMerged | PrClosed | PrConditions
# Triggers that wait for the result of another stage.
StageTrigger: TypeAlias = JudgeVerdict | RunFailed | GateReached
Trigger: TypeAlias = (
    MessageContains | PullRequestTrigger | StageTrigger | OutputMatches | StageTimeout
)


class TriggerItem(Section, title="trigger"):
    """The events that lead into the stage.

    Each key of an item is a separate trigger. An item that is not a mapping is ignored.
    An unknown key is an error.
    """

    refuses_unknown = True
    message_contains: MessageContains | None = Field(
        default=None, description="the working agent sends a token"
    )
    pr_merged: PrMerged | None = Field(
        default=None, description="the pull request was merged; only the key counts, not its value"
    )
    pr_closed: PrClosed | None = Field(
        default=None,
        description="the pull request was closed without being merged; only the key counts",
    )
    pr_conditions: PrConditions | None = Field(
        default=None, description="the pull request meets conditions"
    )
    judge_verdict: JudgeVerdict | None = Field(default=None, description="a judge gave a verdict")
    run_failed: RunFailed | None = Field(default=None, description="a command failed; **ours**")
    gate_result: GateReached | None = Field(default=None, description="a gate has a result")
    output_matches: OutputMatches | None = Field(default=None, description="an output has a value")
    stage_timeout: StageTimeout | None = Field(
        default=None, description="the stage has lasted too long: another stage is entered"
    )


def _read_triggers(value: Any, handler: ValidatorFunctionWrapHandler) -> tuple[Any, ...]:
    """Return the triggers of all items. The program can also pass a tuple of triggers."""
    items = value
    if isinstance(value, tuple):
        items = []
        for each in value:
            if isinstance(each, Section):
                each = {each.title(): each}
            items.append(each)
    triggers = []
    for item in handler(items):
        for _, trigger in item:
            if trigger is not None:
                triggers.append(trigger)
    return tuple(triggers)


if TYPE_CHECKING:
    Triggers = tuple[Trigger, ...]
else:
    Triggers = Annotated[tuple[TriggerItem, ...], WrapValidator(_read_triggers)]

"""The workflow dialect as frozen values: stages, what leads into them, and what they do when entered."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from coordinator.models import Value

Judged = Literal["pass", "fail"]
Gated = Literal["pass", "fail", "error"]
Severity = Literal["info", "success", "warning", "error"]

MINUTE = 60.0


# -- what leads into a stage


class MessageContains(Value):
    """A finished message of the working agent has a line that opens with the token, or the token anywhere."""

    kind: Literal["message_contains"] = "message_contains"
    token: str
    substring: bool = False


class PrMerged(Value):
    """The pull request was merged."""

    kind: Literal["pr_merged"] = "pr_merged"


class PrClosed(Value):
    """The pull request was closed without being merged."""

    kind: Literal["pr_closed"] = "pr_closed"


class PrConditions(Value):
    """The pull request fulfils all that is stated; an empty field states nothing."""

    kind: Literal["pr_conditions"] = "pr_conditions"
    ci: str = ""
    reviews: str = ""
    quiet_for: float = 0.0


class JudgeVerdict(Value):
    """A judge stage came to this verdict; with `stage` only that one."""

    kind: Literal["judge_verdict"] = "judge_verdict"
    verdict: Judged
    stage: str = ""


class GateReached(Value):
    """The gate of a stage came to this result."""

    kind: Literal["gate_result"] = "gate_result"
    stage: str
    verdict: Gated


class OutputMatches(Value):
    """A stored output has one of these texts at a path."""

    kind: Literal["output_matches"] = "output_matches"
    output: str
    path: str
    any_of: tuple[str, ...]


class StageTimeout(Value):
    """Declared on the stage that is left: after this time the run goes to another one."""

    kind: Literal["stage_timeout"] = "stage_timeout"
    after: float
    go_to: str


Trigger = Annotated[
    MessageContains | PrMerged | PrClosed | PrConditions | JudgeVerdict | GateReached | OutputMatches | StageTimeout,
    Field(discriminator="kind"),
]


# -- what a stage does when it is entered, in the order of these fields


class RunAction(Value):
    """A shell command in the workspace."""

    command: str
    timeout: float = 10 * MINUTE
    continue_on_error: bool = False
    output: str = ""


class JudgeAction(Value):
    """A model, or with `panel` a whole panel, judges the work."""

    instructions: str = ""
    inputs: tuple[str, ...] = ()
    model: str = ""
    output: str = ""
    require: Judged | Literal[""] = ""
    continue_on_error: bool = False
    max_tokens: int | None = None
    timeout: float = 2 * MINUTE
    panel: str = ""
    protocol: str = ""


class NotifyAction(Value):
    """Tell somebody; a failure is only reported."""

    via: str = ""
    text: str = ""
    subject: str = ""
    severity: Severity = "info"
    target: str = ""
    options: dict[str, str] = Field(default_factory=dict)


class MoveIssue(Value):
    """Give an issue another status; empty is the run's own issue."""

    status: str
    issue_id: str = ""


class CommentIssue(Value):
    """Comment on an issue; empty is the run's own."""

    body: str
    issue_id: str = ""
    continue_on_error: bool = False


class OnEnter(Value):
    """The actions of a stage."""

    run: RunAction | None = None
    dependency_updates: dict[str, str] | None = None  # known, but never carried out: refused when a run starts
    judge: JudgeAction | None = None
    inject: str = ""
    merge_pr: bool = False
    close_issue: bool = False
    add_labels: tuple[str, ...] = ()
    remove_labels: tuple[str, ...] = ()
    notify: NotifyAction | None = None
    move_issue: MoveIssue | None = None
    comment_issue: CommentIssue | None = None


class Condition(Value):
    """A dotted path into an output and the texts that fulfil the condition."""

    path: str
    values: tuple[str, ...]


class GateRule(Value):
    """A fixed rule over a stored output."""

    output: str
    passes: Condition | None = None  # `pass` in the file
    fails: Condition | None = None  # `fail` in the file
    required: bool = False
    treat_skipped_as_pass: bool = False


class SkipRule(Value):
    """Go to another stage instead, by the issue's labels."""

    labels: tuple[str, ...]
    go_to: str


class Stage(Value):
    """One stage; `line` is where it begins in the file, `lines` where its parts do, by their dotted place."""

    id: str
    label: str = ""
    entry: bool = False
    terminal: bool = False
    triggers: tuple[Trigger, ...] = ()
    on_enter: OnEnter = OnEnter()
    gate: GateRule | None = None
    plan_gate: bool = False
    skip_if: SkipRule | None = None
    skip_unless: SkipRule | None = None
    agent: str = ""  # ours: the working agent from here on, by its name in the configuration
    max_visits: int | None = None  # ours: then the run escalates; None is the configured bound
    line: int = 0
    lines: dict[str, int] = Field(default_factory=dict, repr=False)


class Input(Value):
    """A value that whoever starts the run may or must give."""

    name: str
    type: Literal["string", "number", "bool", "enum"] = "string"
    required: bool = False
    default: str = ""
    description: str = ""
    options: tuple[str, ...] = ()
    validation: str = ""
    min: float | None = None
    max: float | None = None


class Workflow(Value):
    """A whole workflow, of a bare `stages:` document or a full workflow file; `label` is where it was read from."""

    name: str
    label: str = ""
    stages: tuple[Stage, ...]
    match: Literal["next", "document"] = "next"
    inputs: tuple[Input, ...] = ()
    integration: str = ""
    metadata: dict[str, str] = Field(default_factory=dict)  # what the file says beside, as text

    def stage(self, id: str) -> Stage:
        """The stage with this id; a KeyError if there is none."""
        return {stage.id: stage for stage in reversed(self.stages)}[id]

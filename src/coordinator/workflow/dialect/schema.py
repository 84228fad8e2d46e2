"""Every key of a workflow file, with its meaning: reading, JSON Schema and documentation follow from these models.

Keys that ElasticClaw does not have are marked **ours**.
"""

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, Field, ValidatorFunctionWrapHandler, WrapValidator
from pydantic.json_schema import SkipJsonSchema

from coordinator.config.seats import ProtocolName
from coordinator.config.yaml_file import NullText, Refused, Table, check_pattern, keys, option
from coordinator.errors import UsageError
from coordinator.workflow.dialect.diagnostics import warning
from coordinator.workflow.dialect.section import (
    FLAGS,
    WORD,
    Anything,
    FileContext,
    Flag,
    Number,
    Seconds,
    Section,
    StageId,
    Texts,
    Whole,
    is_blank,
)
from coordinator.workflow.dialect.start import Cron, IssueStart, PullRequestStart, Start

Judged = Literal["pass", "fail"]
Gated = Literal["pass", "fail", "error"]
Severity = Literal["info", "success", "warning", "error"]

MINUTE = 60.0
JUDGE_INPUTS = ("issue", "git_diff", "test_output", "files")


# -- what leads into a stage


class MessageContains(Section, title="message_contains", short="token", empty="refused"):
    """A finished message of the working agent has this token; a text alone is the token."""

    token: str = Field(description="what the message must say, in upper or lower case")
    substring: Flag = option(False, "anywhere, not only where a line opens; **ours**")


class PrMerged(Section, title="pr_merged", empty="marker"):
    """The pull request was merged."""


class PrClosed(Section, title="pr_closed", empty="marker"):
    """The pull request was closed without being merged."""


class PrConditions(Section, title="pr_conditions", empty="meant"):
    """The pull request fulfils all that is stated."""

    ci: Annotated[Literal["passing"], WORD] | None = option(
        None, "`passing`: there are checks, and none has failed or is under way"
    )
    reviews: Annotated[Literal["clean"], WORD] | None = option(
        None, "`clean`: no reviewer's latest review asks for changes"
    )
    quiet_for: Seconds = option(0.0, "time since the last comment")


class JudgeVerdict(Section, title="judge_verdict", short="verdict", empty="refused"):
    """A judge stage came to this verdict; a text alone is the verdict, of whichever judge stage."""

    verdict: Annotated[Judged, WORD] = Field(description="the verdict")
    stage: StageId = option("", "only of this judge stage; empty is any; **ours**")


class RunFailed(Section, title="run_failed", short="stage", empty="meant"):
    """The command of a stage failed; a text alone is the stage. Its output is stored, as of one that succeeds."""

    stage: StageId = option("", "only of this stage; empty is any")


class GateReached(Section, title="gate_result", empty="refused"):
    """The gate of a stage came to this result."""

    stage: StageId = Field(description="the stage that has the gate")
    verdict: Annotated[Gated, WORD] = Field(description="its result")


class OutputMatches(Section, title="output_matches", empty="refused"):
    """A stored output has one of these texts at a path."""

    output: str = Field(description="the name of the output")
    path: str = Field(description="a dotted path into it")
    any_of: Texts = Field(description="texts, in upper or lower case")


class StageTimeout(Section, title="stage_timeout", empty="refused"):
    """Unlike the others it stands at the stage that is left: after this time the run goes to another one."""

    after: Seconds = Field(description="time since the stage was entered")
    go_to: StageId = Field(description="the stage to go to")


PullRequestTrigger: TypeAlias = PrMerged | PrClosed | PrConditions
StageTrigger: TypeAlias = JudgeVerdict | RunFailed | GateReached  # what another stage comes to
Trigger: TypeAlias = MessageContains | PullRequestTrigger | StageTrigger | OutputMatches | StageTimeout


class TriggerItem(Section, title="trigger"):
    """What leads into the stage.

    Several keys in one item are several triggers; an item that is no mapping is ignored, an unknown key is an error.
    """

    refuses_unknown = True
    message_contains: MessageContains | None = option(None, "the working agent says so")
    pr_merged: PrMerged | None = option(None, "it was merged; the key alone counts, whatever its value")
    pr_closed: PrClosed | None = option(None, "it was closed without being merged; the key alone counts")
    pr_conditions: PrConditions | None = option(None, "the pull request is ready")
    judge_verdict: JudgeVerdict | None = option(None, "a judge came to a verdict")
    run_failed: RunFailed | None = option(None, "a command failed; **ours**")
    gate_result: GateReached | None = option(None, "a gate came to a result")
    output_matches: OutputMatches | None = option(None, "an output says so")
    stage_timeout: StageTimeout | None = option(None, "the stage has lasted too long: another is entered")


def _read_triggers(value: Any, handler: ValidatorFunctionWrapHandler) -> tuple[Any, ...]:
    """The triggers of all items; those that the program passes need not be in items."""
    if isinstance(value, tuple):
        value = [{each.title(): each} if isinstance(each, Section) else each for each in value]
    return tuple(trigger for item in handler(value) for _, trigger in item if trigger is not None)


if TYPE_CHECKING:
    Triggers = tuple[Trigger, ...]
else:
    Triggers = Annotated[tuple[TriggerItem, ...], WrapValidator(_read_triggers)]


# -- what a stage does when it is entered, in the order of these fields


class RunAction(Section, title="run"):
    """A shell command in the workspace."""

    command: str = Field(description="the command; templates are not filled in")
    timeout: Seconds = option(10 * MINUTE, "time it may take")
    continue_on_error: Flag = option(False, "go on when it fails")
    output: str = option("", "name that its output is stored under; empty is the id of the stage")
    environment: Texts = option(
        (),
        "names of variables that it may see, from your environment or the env file; masked in what it prints; **ours**",
    )


class DependencyUpdates(Section, title="dependency_updates", empty="marker"):
    """Updates of dependencies by ElasticClaw. It is not carried out here: a workflow that has it is refused."""


class Require(Section, title="require"):
    """What the verdict must be."""

    verdict: Annotated[Judged, WORD] | None = option(None, "any other that no stage waits for blocks it")


class JudgeAction(Section, title="judge", empty="refused"):
    """A model, or a whole panel, judges the work."""

    instructions: str = option("", "what to look for, needed without `panel`; no template")
    inputs: Texts = option(
        (),
        "what the model is shown, in this order, needed without `panel`: " + ", ".join(JUDGE_INPUTS),
        json_schema_extra={"items": {"enum": list(JUDGE_INPUTS)}},
    )
    model: str = option("", "the model, as `vendor/name`; empty is the configured `workflow.judge`")
    output: str = option("", "name that the verdict is stored under")
    require: Require = option(Require(), "what the verdict must be")
    continue_on_error: Flag = option(False, "go on without a verdict, or without the required one")
    max_tokens: Whole | None = option(None, "most tokens of the reply; empty is the model's own")
    timeout: Seconds = option(2 * MINUTE, "time it may take")
    panel: str = option("", "a panel of the configuration that judges instead of a model; **ours**")
    protocol: Annotated[ProtocolName, WORD] | None = option(
        None, "how the panel gets to its verdict; empty is `review.protocol`; **ours**"
    )

    @classmethod
    def prepare(cls, data: Table, file: FileContext) -> dict[str, Any]:
        for key in ("instructions", "inputs") if is_blank(data.get("panel")) else ():
            if is_blank(data.get(key)):
                file.note_missing((*data.at, key))
        return {}


class NotifyAction(Section, title="notify", empty="meant"):
    """Tell somebody; a failure is only reported."""

    via: str = option("", "the name of a way to tell, in the configuration")
    text: str = option("", "the message, a template")
    subject: str = option("", "what it is about, a template")
    severity: Annotated[Severity, WORD] = option("info", "how much it matters")
    target: str = option("", "whom to tell instead of the usual, a template")
    options: dict[str, Anything] = Field(default_factory=dict, description="handed on as they are")


class MoveIssue(Section, title="move_issue", short="status"):
    """Give an issue another status; a text alone is the status."""

    status: str = Field(description="the new status")
    issue_id: str = option("", "another issue, a template; empty is the run's own")


class CommentIssue(Section, title="comment_issue", short="body"):
    """Comment on an issue; a text alone is the comment."""

    body: str = Field(description="the comment, a template")
    issue_id: str = option("", "another issue, a template; empty is the run's own")
    continue_on_error: Flag = option(False, "go on when it fails")


class OnEnter(Section, title="on_enter"):
    """What happens when the stage is entered: in the order of this table, whatever the order in the file.

    The gate of the stage is looked at after `judge`.
    """

    run: RunAction | None = option(None, "run a command")
    dependency_updates: DependencyUpdates | None = option(None, "update dependencies; not done here")
    judge: JudgeAction | None = option(None, "have the work judged")
    inject: str = option("", "tell the working agent, a template")
    merge_pr: Flag = option(False, "merge the pull request")
    close_issue: Flag = option(False, "close the issue")
    add_labels: Texts = option((), "give the issue these labels")
    remove_labels: Texts = option((), "take these labels from the issue")
    notify: NotifyAction | None = option(None, "tell somebody")
    move_issue: MoveIssue | None = option(None, "give the issue another status")
    comment_issue: CommentIssue | None = option(None, "comment on the issue")


# -- the stage around them


class Condition(Section, title="condition"):
    """A value of an output, and the texts that it may be."""

    path: str = Field(description="a dotted path into the output")
    values: Texts = Field(description="texts, in upper or lower case")


class GateRule(Section, title="gate"):
    """A fixed rule over a stored output. `pass` is looked at first; neither is the result `error`."""

    output: str = Field(description="the name of the output")
    passes: Condition | None = option(None, "when it passes", validation_alias="pass")
    fails: Condition | None = option(None, "when it fails", validation_alias="fail")
    required: Flag = option(False, "another result than `pass` blocks the rest of the stage")
    treat_skipped_as_pass: Flag = option(False, "an output that was never written passes")


class IssueLabels(Section, title="issue_labels"):
    """Labels of the issue, as they were when the run started."""

    labels: Texts = Field(description="any of these, in upper or lower case")


class SkipRule(Section, title="skip"):
    """Another stage is entered instead, by the labels of the issue."""

    issue_labels: IssueLabels = Field(description="the labels")
    go_to: StageId = Field(description="the stage that is entered instead")


class Stage(Section, title="stage"):
    """One stage."""

    id: StageId = Field(description="its name, unique in the file")
    label: str = option("", "how it is shown; empty is its id")
    entry: Flag = option(False, "the run begins here")
    terminal: Flag = option(False, "the run ends here, after `on_enter`")
    triggers: Triggers = option((), "what leads into it")
    on_enter: OnEnter = option(OnEnter(), "what it does")
    gate: GateRule | None = option(None, "a fixed rule over an output")
    plan_gate: Flag = option(False, "the gate approves a plan: passed once, it stays passed")
    skip_if: SkipRule | None = option(None, "entered instead when the issue has one of the labels")
    skip_unless: SkipRule | None = option(None, "entered instead when the issue has none of them")
    agent: str = option("", "the working agent from here on, by its configured name; **ours**")
    max_visits: Whole | None = option(
        None, "visits before a person decides; empty is `workflow.max_visits` of the configuration, 5; **ours**"
    )
    # Where it begins in the file, and where its parts do, by their dotted place.
    line: SkipJsonSchema[int] = 0
    lines: SkipJsonSchema[dict[str, int]] = Field(default_factory=dict, repr=False)

    @classmethod
    def prepare(cls, data: Table, file: FileContext) -> dict[str, Any]:
        """Find the lines of all parts, and note the items among the triggers that are none."""
        lines: dict[str, int] = {}
        for key, value in data.items():
            if key != "triggers":
                lines.update(file.lines_within((*data.at, key), value, key))
        items, known, number = data.get("triggers"), keys(TriggerItem), 0
        triggers = []
        for index, item in enumerate(items if isinstance(items, list) else ()):
            at = (*data.at, "triggers", index)
            if isinstance(item, Table) and item:
                for kind in known:
                    if kind in item:
                        lines.update(file.lines_within((*at, kind), item[kind], f"triggers.{number}"))
                        number += 1
            elif not isinstance(item, Refused):
                what = "is no mapping" if item and not isinstance(item, NullText) else "is empty"
                fix = f"write `{item}:`" if isinstance(item, str) and item in known else ""
                file.notes.append(warning(file.key_lines[at], f"an item of triggers that {what} is ignored", fix))
                item = TriggerItem()
            triggers.append(item)
        found = {"triggers": triggers} if isinstance(items, list) else {}
        return found | {"line": file.key_lines[data.at], "lines": lines}

    def line_of(self, place: str) -> int:
        """The line of a part, of what it is a part of, or of the stage."""
        while place and place not in self.lines:
            place = place.rpartition(".")[0]
        return self.lines.get(place, self.line)

    @property
    def timeout(self) -> StageTimeout | None:
        """After which time, and where to, the stage is left by itself."""
        found = [trigger for trigger in self.triggers if isinstance(trigger, StageTimeout)]
        return min(found, key=lambda trigger: trigger.after, default=None)

    @property
    def can_fail(self) -> bool:
        """Whether its command blocks it by failing; a gate over the output decides itself what a failure means."""
        run = self.on_enter.run
        return run is not None and not (run.continue_on_error or (self.gate is not None and run.output))

    @property
    def outputs(self) -> list[str]:
        """The names that it stores an output under."""
        run, judge = self.on_enter.run, self.on_enter.judge
        names = [run.output or self.id if run else "", judge.output if judge else ""]
        return [name for name in names if name]

    @property
    def skip_rules(self) -> list[tuple[str, SkipRule]]:
        """The skip rules that there are, each with its key."""
        rules = (("skip_if", self.skip_if), ("skip_unless", self.skip_unless))
        return [(key, rule) for key, rule in rules if rule is not None]


# -- the whole file


class Input(Section, title="input"):
    """A value that whoever starts the run may or must give: `{{ .Inputs.NAME }}` in a template."""

    name: str = Field(description="its name")
    type: Annotated[Literal["string", "number", "bool", "enum"], WORD] = Field(description="what it may be")
    required: Flag = option(False, "a run does not start without it")
    default: str = option("", "its value where none is given")
    description: str = option("", "what it is for")
    options: Texts = option((), "the choices of an `enum`")
    validation: Annotated[str, AfterValidator(check_pattern)] = option("", "a regular expression that it must match")
    min: Number | None = option(None, "least number")
    max: Number | None = option(None, "greatest number")
    line: SkipJsonSchema[int] = 0

    @classmethod
    def prepare(cls, data: Table, file: FileContext) -> dict[str, Any]:
        return {"line": file.key_lines[data.at]}

    def check(self, value: str) -> str:
        """Return what keeps a value from being what the workflow declares; empty if nothing does."""
        if self.type == "bool" and value.strip().casefold() not in FLAGS:
            return f"{value!r} is neither true nor false"
        if self.type == "enum" and value not in self.options:
            return f"{value!r} is none of {', '.join(self.options)}"
        if self.type == "number":
            try:
                number = float(value)
            except ValueError:
                return f"{value!r} is no number"
            if self.min is not None and number < self.min:
                return f"{value} is less than {self.min:g}"
            if self.max is not None and number > self.max:
                return f"{value} is more than {self.max:g}"
        matches = not self.validation or re.search(self.validation, value)
        return "" if matches else f"{value!r} does not match {self.validation}"


class Workflow(Section, title="workflow", empty="meant"):
    """The whole file. One that has nothing but `stages` is a workflow too."""

    name: str = option("", "its name; empty is that of the file")
    schema_version: str = option("v1", "`v1`; version 2 is another language, and is refused")
    stages: tuple[Stage, ...] = option((), "the stages")
    pipeline_yaml: str = option("", "the stages as a text that is YAML itself")
    match: Annotated[Literal["next", "document"], WORD] = option(
        "next",
        "which of several stages an event leads to: the next one after the current, or the first in the file; **ours**",
    )
    inputs: tuple[Input, ...] = option((), "values that whoever starts the run may give")
    integration: str = option("", "the tracker of the issue")
    enabled: Flag = option(True, "`false`: it starts nothing by itself")
    trigger: Start | None = option(None, "what starts a run by itself")
    trigger_status: str = option("", "where there is no `trigger`: an issue that begins to have this status")
    labels: Texts = option((), "with `trigger_status`: the issue has all of these")
    exclude_labels: Texts = option((), "with `trigger_status`: the issue has none of these")
    assigned_to: str = option("", "with `trigger_status`: `any`, `none`, `@name`, or `!name` for everybody else")
    concurrency_group: str = option("", "of a group, one run at a time, or as many as `watch.concurrency_groups` says")
    allowed_labelers: Texts = option((), "who may label the issue")
    label: SkipJsonSchema[str] = ""  # where it was read from
    lines: SkipJsonSchema[dict[str, int]] = Field(default_factory=dict, repr=False)  # where its keys are

    def check_inputs(self, given: dict[str, str]) -> dict[str, str]:
        """Return the values of all inputs; UsageError says which is missing, unknown or wrong."""
        known = {each.name: each for each in self.inputs}
        if unknown := sorted(given.keys() - known.keys()):
            what = f"the workflow has no input {unknown[0]!r}"
            raise UsageError(what, fix=f"inputs: {', '.join(known) or 'none'}")
        values = {name: given.get(name, each.default) for name, each in known.items()}
        for name, each in known.items():
            if each.required and not values[name].strip():
                raise UsageError(f"input {name!r} is required", fix=f"--input {name}=VALUE")
            if wrong := values[name] and each.check(values[name]):
                raise UsageError(f"input {name!r}: {wrong}", fix=each.description or f"--input {name}=VALUE")
        return values

    @property
    def start(self) -> Cron | IssueStart | PullRequestStart | None:
        """What starts a run by itself, in whichever way it is written."""
        if self.trigger is not None:
            return self.trigger.source
        if not self.trigger_status:
            return None
        states, labels, without = (self.trigger_status,), self.labels, self.exclude_labels
        return IssueStart(states=states, labels=labels, exclude_labels=without, assigned_to=self.assigned_to)

    def stage(self, stage_id: str) -> Stage:
        return {stage.id: stage for stage in reversed(self.stages)}[stage_id]

    def after(self, stage_id: str) -> tuple[Stage, ...]:
        """All stages as one comes to them from a stage: those ahead, then by going round up to the stage itself."""
        place = [stage.id for stage in self.stages].index(stage_id) + 1
        return self.stages[place:] + self.stages[:place]

    @property
    def outputs(self) -> list[str]:
        """The names that some stage stores an output under."""
        return list(dict.fromkeys(name for stage in self.stages for name in stage.outputs))


class Pipeline(Section, title="pipeline", empty="meant"):
    """Stages alone, as they stand in `pipeline_yaml`."""

    stages: tuple[Stage, ...] = option((), "the stages")

"""Every key of a workflow file, with its meaning: reading, JSON Schema and documentation follow from these models.

Keys that ElasticClaw does not have are marked **ours**.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import yaml
from pydantic import (
    AfterValidator,
    Field,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    create_model,
)
from pydantic.json_schema import SkipJsonSchema

from coordinator.config.diagnostics import warning
from coordinator.config.seats import ProtocolName
from coordinator.config.yaml_file import NullText, Refused, Table, YamlFile, check_pattern, keys
from coordinator.errors import UsageError
from coordinator.workflow.dialect import section
from coordinator.workflow.dialect.start import ABOUT, Cron, IssueStart, PullRequestStart, Start

Judged = Literal["pass", "fail"]
Gated = Literal["pass", "fail", "error"]
InputName = Literal["issue", "git_diff", "test_output", "files"]
Severity = Literal["info", "success", "warning", "error"]

MINUTE = 60.0
# Keys that only ElasticClaw acts on, with what to do instead: `check` names each of them.
NO_EFFECT: dict[str, str] = yaml.load(
    Path(__file__).with_name("no_effect.yaml").read_bytes(), yaml.CSafeLoader
)


# -- what leads into a stage


class MessageContains(section.Section, title="message_contains", short="token", empty="refused"):
    token: str
    substring: section.Flag = False


class PrMerged(section.Section, title="pr_merged", empty="marker"):
    """The pull request was merged."""


class PrClosed(section.Section, title="pr_closed", empty="marker"):
    """The pull request was closed without being merged."""


class PrConditions(section.Section, title="pr_conditions", empty="meant"):
    ci: Annotated[Literal["passing"], section.WORD] | None = None
    reviews: Annotated[Literal["clean"], section.WORD] | None = None
    quiet_for: section.Seconds = 0.0


class JudgeVerdict(section.Section, title="judge_verdict", short="verdict", empty="refused"):
    verdict: Annotated[Judged, section.WORD]
    stage: section.StageId = ""


class RunFailed(section.Section, title="run_failed", short="stage", empty="meant"):
    stage: section.StageId = ""


class GateReached(section.Section, title="gate_result", empty="refused"):
    stage: section.StageId
    verdict: Annotated[Gated, section.WORD]


class OutputMatches(section.Section, title="output_matches", empty="refused"):
    output: str
    path: str
    any_of: section.Texts


class StageTimeout(section.Section, title="stage_timeout", empty="refused"):
    after: section.Seconds
    go_to: section.StageId


PullRequestTrigger: TypeAlias = PrMerged | PrClosed | PrConditions
StageTrigger: TypeAlias = JudgeVerdict | RunFailed | GateReached  # what another stage comes to
Trigger: TypeAlias = (
    MessageContains | PullRequestTrigger | StageTrigger | OutputMatches | StageTimeout
)


class TriggerItem(section.Section, title="trigger"):
    """What leads into the stage.

    Several keys in one item are several triggers; an item that is no mapping is ignored, an unknown key is an error.
    """

    refuses_unknown = True
    message_contains: MessageContains | None = None
    pr_merged: PrMerged | None = None
    pr_closed: PrClosed | None = None
    pr_conditions: PrConditions | None = None
    judge_verdict: JudgeVerdict | None = None
    run_failed: RunFailed | None = None
    gate_result: GateReached | None = None
    output_matches: OutputMatches | None = None
    stage_timeout: StageTimeout | None = None


def _read_triggers(value: Any, handler: ValidatorFunctionWrapHandler) -> tuple[Any, ...]:
    """The triggers of all items; those that the program passes need not be in items."""
    if isinstance(value, tuple):
        value = [
            {each.title(): each} if isinstance(each, section.Section) else each for each in value
        ]
    return tuple(trigger for item in handler(value) for _, trigger in item if trigger is not None)


if TYPE_CHECKING:
    Triggers = tuple[Trigger, ...]
else:
    Triggers = Annotated[tuple[TriggerItem, ...], WrapValidator(_read_triggers)]


# -- what a stage does when it is entered, in the order of these fields


class RunAction(section.Section, title="run"):
    command: str
    timeout: section.Seconds = 10 * MINUTE
    continue_on_error: section.Flag = False
    output: str = ""
    environment: section.Texts = ()


class DependencyUpdates(section.Section, title="dependency_updates", empty="marker"):
    """Updates of dependencies by ElasticClaw. It is not carried out here: a workflow that has it is refused."""


class Require(section.Section, title="require"):
    verdict: Annotated[Judged, section.WORD] | None = None


class JudgeAction(section.Section, title="judge", empty="refused"):
    instructions: str = ""
    inputs: tuple[Annotated[InputName, section.WORD], ...] = ()
    model: str = ""
    output: str = ""
    require: Require = Require()
    continue_on_error: section.Flag = False
    max_tokens: section.Whole | None = None
    timeout: section.Seconds = 2 * MINUTE
    panel: str = ""
    protocol: Annotated[ProtocolName, section.WORD] | None = None

    @classmethod
    def prepare(cls, data: Table, file: YamlFile) -> dict[str, Any]:
        for key in ("instructions", "inputs") if section.is_blank(data.get("panel")) else ():
            if section.is_blank(data.get(key)):
                file.note_missing((*data.at, key))
        return {}


class NotifyAction(section.Section, title="notify", empty="meant"):
    via: str = ""
    text: str = ""
    subject: str = ""
    severity: Annotated[Severity, section.WORD] = "info"
    target: str = ""
    options: dict[str, section.Anything] = Field(default_factory=dict)


class MoveIssue(section.Section, title="move_issue", short="status"):
    status: str
    issue_id: str = ""


class CommentIssue(section.Section, title="comment_issue", short="body"):
    body: str
    issue_id: str = ""
    continue_on_error: section.Flag = False


class OnEnter(section.Section, title="on_enter"):
    """What happens when the stage is entered: in the order of this table, whatever the order in the file.

    The gate of the stage is looked at after `judge`.
    """

    run: RunAction | None = None
    dependency_updates: DependencyUpdates | None = None
    judge: JudgeAction | None = None
    inject: str = ""
    merge_pr: section.Flag = False
    close_issue: section.Flag = False
    add_labels: section.Texts = ()
    remove_labels: section.Texts = ()
    notify: NotifyAction | None = None
    move_issue: MoveIssue | None = None
    comment_issue: CommentIssue | None = None


# -- the stage around them


class Condition(section.Section, title="condition"):
    path: str
    values: section.Texts


class GateRule(section.Section, title="gate"):
    output: str
    passes: Condition | None = Field(default=None, validation_alias="pass")
    fails: Condition | None = Field(default=None, validation_alias="fail")
    required: section.Flag = False
    treat_skipped_as_pass: section.Flag = False


class IssueLabels(section.Section, title="issue_labels"):
    labels: section.Texts


class SkipRule(section.Section, title="skip"):
    issue_labels: IssueLabels
    go_to: section.StageId


class Stage(section.Section, title="stage"):
    id: section.StageId
    label: str = ""
    entry: section.Flag = False
    terminal: section.Flag = False
    triggers: Triggers = ()
    on_enter: OnEnter = OnEnter()
    gate: GateRule | None = None
    plan_gate: section.Flag = False
    skip_if: SkipRule | None = None
    skip_unless: SkipRule | None = None
    agent: str = ""
    max_visits: section.Whole | None = None
    # Where it begins in the file, and where its parts do, by their dotted place.
    line: SkipJsonSchema[int] = 0
    lines: SkipJsonSchema[dict[str, int]] = Field(default_factory=dict, repr=False)

    @classmethod
    def prepare(cls, data: Table, file: YamlFile) -> dict[str, Any]:
        """Find the lines of all parts, and note the items among the triggers that are none."""
        lines: dict[str, int] = {}
        for key, value in data.items():
            if key != "triggers":
                lines.update(file.lines_within((*data.at, key), value, key))
        items = data.get("triggers")
        known = keys(TriggerItem)
        number = 0
        triggers = []
        for index, item in enumerate(items if isinstance(items, list) else ()):
            at = (*data.at, "triggers", index)
            if isinstance(item, Table) and item:
                for kind in known:
                    if kind in item:
                        lines.update(
                            file.lines_within((*at, kind), item[kind], f"triggers.{number}")
                        )
                        number += 1
            elif not isinstance(item, Refused):
                what = "is no mapping" if item and not isinstance(item, NullText) else "is empty"
                fix = f"write `{item}:`" if isinstance(item, str) and item in known else ""
                file.notes.append(
                    warning(file.key_lines[at], f"an item of triggers that {what} is ignored", fix)
                )
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
    def tokens(self) -> tuple[str, ...]:
        """What a message that leads to it may say."""
        return tuple(
            trigger.token for trigger in self.triggers if isinstance(trigger, MessageContains)
        )

    @property
    def timeout(self) -> StageTimeout | None:
        """After which time, and where to, the stage is left by itself."""
        found = [trigger for trigger in self.triggers if isinstance(trigger, StageTimeout)]
        return min(found, key=lambda trigger: trigger.after, default=None)

    @property
    def can_fail(self) -> bool:
        """Whether its command blocks it by failing; a gate over the output decides itself what a failure means."""
        run = self.on_enter.run
        return run is not None and not (
            run.continue_on_error or (self.gate is not None and run.output)
        )

    @property
    def outputs(self) -> list[str]:
        """The names that it stores an output under."""
        run = self.on_enter.run
        judge = self.on_enter.judge
        names = [run.output or self.id if run else "", judge.output if judge else ""]
        return [name for name in names if name]

    @property
    def skip_rules(self) -> list[tuple[str, SkipRule]]:
        """The skip rules that there are, each with its key."""
        rules = (("skip_if", self.skip_if), ("skip_unless", self.skip_unless))
        return [(key, rule) for key, rule in rules if rule is not None]


# -- the whole file


class Input(section.Section, title="input"):
    name: str
    type: Annotated[Literal["string", "number", "bool", "enum"], section.WORD]
    required: section.Flag = False
    default: str = ""
    description: str = ""
    options: section.Texts = ()
    validation: Annotated[str, AfterValidator(check_pattern)] = ""
    min: section.Number | None = None
    max: section.Number | None = None
    line: SkipJsonSchema[int] = 0

    @classmethod
    def prepare(cls, data: Table, file: YamlFile) -> dict[str, Any]:
        return {"line": file.key_lines[data.at]}

    def check(self, value: str) -> str:
        """Return what keeps a value from being what the workflow declares; empty if nothing does."""
        if self.type == "bool" and value.strip().casefold() not in section.FLAGS:
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
        if matches:
            return ""
        return f"{value!r} does not match {self.validation}"


class Workflow(section.Section, title="workflow", empty="meant"):
    name: str = ""
    schema_version: str = "v1"
    stages: tuple[Stage, ...] = ()
    match: Annotated[Literal["next", "document"], section.WORD] = "next"
    inputs: tuple[Input, ...] = ()
    integration: str = ""
    enabled: section.Flag = True
    trigger: Start | None = None
    trigger_status: str = ""
    labels: section.Texts = ()
    exclude_labels: section.Texts = ()
    assigned_to: str = ""
    concurrency_group: str = ""
    allowed_labelers: section.Texts = ()
    label: SkipJsonSchema[str] = ""  # where it was read from
    # Where its keys are
    lines: SkipJsonSchema[dict[str, int]] = Field(default_factory=dict, repr=False)

    @classmethod
    def prepare(cls, data: Table, file: YamlFile) -> dict[str, Any]:
        without_effect = dict(NO_EFFECT)
        if data.get("trigger") or not data.get("trigger_status"):
            keys_beside_it = ("trigger_status", "labels", "exclude_labels", "assigned_to")
            without_effect |= dict.fromkeys(keys_beside_it, "say it under `trigger`")
        for key, why in without_effect.items():
            if data.get(key) not in (None, {}, [], ["*"]):  # `*` is everybody
                file.notes.append(warning(file.key_lines[key,], f"{key} has no effect here", why))
        return {"lines": {key: file.key_lines[key,] for key in data}}

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
                raise UsageError(
                    f"input {name!r}: {wrong}", fix=each.description or f"--input {name}=VALUE"
                )
        return values

    @property
    def start(self) -> Cron | IssueStart | PullRequestStart | None:
        """What starts a run by itself, in whichever way it is written."""
        if self.trigger is not None:
            return self.trigger.source
        if not self.trigger_status:
            return None
        states = (self.trigger_status,)
        labels = self.labels
        without = self.exclude_labels
        return IssueStart(
            states=states, labels=labels, exclude_labels=without, assigned_to=self.assigned_to
        )

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

    @property
    def tokens(self) -> list[str]:
        """What messages are waited for."""
        return list(dict.fromkeys(token for stage in self.stages for token in stage.tokens))


# A file may also say what has no effect here; and every workflow can be started by hand.
_KEYS = [key for key in (*NO_EFFECT, "enable_manual_trigger") if key not in Workflow.model_fields]
_FIELDS: dict[str, Any] = {
    key: (section.Anything, Field(default=None, description=ABOUT)) for key in _KEYS
}
WorkflowFile = create_model(
    "WorkflowFile",
    __base__=Workflow,
    __doc__=Workflow.__doc__,
    __cls_kwargs__={"title": "workflow", "empty": "meant"},
    **_FIELDS,
)

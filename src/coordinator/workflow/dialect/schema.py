"""The models of a workflow file: its stages, its inputs and the whole file.

The format is based on that of another program, ElasticClaw. Keys that ElasticClaw does not have are
marked **ours**. The reader, the JSON Schema and the documentation are derived from these models.
"""

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field
from pydantic.json_schema import SkipJsonSchema

from coordinator.config.diagnostics import Diagnostic, warning
from coordinator.config.field_types import check_pattern
from coordinator.config.yaml_file import NullText, Refused, Table, YamlFile, keys
from coordinator.errors import UsageError
from coordinator.workflow.dialect.section import Section
from coordinator.workflow.dialect.stage_actions import OnEnter
from coordinator.workflow.dialect.stage_triggers import (
    MessageContains,
    StageTimeout,
    TriggerItem,
    Triggers,
)
from coordinator.workflow.dialect.start_triggers import (
    ABOUT,
    Cron,
    IssueStart,
    PullRequestStart,
    Start,
)
from coordinator.workflow.dialect.values import (
    ANY_CASE,
    FLAGS,
    Anything,
    Flag,
    Number,
    StageId,
    Texts,
    Whole,
)

# Keys that only ElasticClaw acts on, each with an alternative that the warning names.
NO_EFFECT = {
    "pipeline_yaml": "write the workflow itself into the file, from `stages:` on",
    "working_status": "move the issue with `move_issue` of the first stage",
    "finished_status": "move the issue with `move_issue` of the last stage",
    "terminate_on_leave": "stop a run with `coordinator cancel`",
    "workspace": "the workspace is that of the configured tracker",
    "team": "the issues are those of the configured tracker",
    "provider": "commands and agents run on this machine",
    "allowed_providers": "commands and agents run on this machine",
    "preview": "start it with a command in `run`, or in the agent's own program",
    "name_pattern": "a run works on the branch coordinator/RUN",
    "tags": "`coordinator list --kind run` lists the runs",
    "color": "remove it",
    "run_kind": "the stages alone determine the actions of a run",
    "analytics_enabled": "`coordinator show RUN` shows the actions and costs of a run",
    "requires_pr": "wait for `pr_merged` before the last stage",
    "secret_refs": "list the variables of a command under `environment` of its `run`",
    "volumes": "nothing is mounted; use paths of this machine in commands",
    "environment": "run its command in the first stage",
    "allowed_labelers": "everybody who can label an issue can start a run",
    "repos": "name the repository with `coordinator run --repo`, or in the issue",
    "trigger_repos": "name the repository with `coordinator run --repo`, or in the issue",
}
# Keys that have an effect only in a file with `trigger_status` and without `trigger`.
_OLD_TRIGGER = ("trigger_status", "labels", "exclude_labels", "assigned_to")


class Condition(Section, title="condition"):
    """A condition: the value at a path of an output is one of these texts."""

    path: str = Field(description="a dotted path into the output")
    values: Texts = Field(description="texts, in upper or lower case")


class GateRule(Section, title="gate"):
    """A fixed rule over a stored output.
    `pass` is checked first, then `fail`. If neither condition holds, the result is `error`.
    """

    output: str = Field(description="the name of the output")
    passes: Condition | None = Field(
        default=None, validation_alias="pass", description="the condition under which it passes"
    )
    fails: Condition | None = Field(
        default=None, validation_alias="fail", description="the condition under which it fails"
    )
    required: Flag = Field(
        default=False, description="any result except `pass` blocks the rest of the stage"
    )
    treat_skipped_as_pass: Flag = Field(
        default=False, description="the gate passes if the output was never written"
    )


class IssueLabels(Section, title="issue_labels"):
    """Labels of the issue, as they were when the run started."""

    labels: Texts = Field(description="any of these, in upper or lower case")


class SkipRule(Section, title="skip"):
    """If the labels of the issue match, another stage is entered instead of this one."""

    issue_labels: IssueLabels = Field(description="the labels")
    go_to: StageId = Field(description="the stage that is entered instead")


class Stage(Section, title="stage"):
    """One stage."""

    id: StageId = Field(description="its name, unique in the file")
    label: str = Field(default="", description="its name on pages and in messages; empty is its id")
    entry: Flag = Field(default=False, description="the run begins here")
    terminal: Flag = Field(default=False, description="the run ends here, after `on_enter`")
    triggers: Triggers = Field(default=(), description="the events that lead into it")
    on_enter: OnEnter = Field(default=OnEnter(), description="its actions")
    gate: GateRule | None = Field(default=None, description="a fixed rule over an output")
    plan_gate: Flag = Field(
        default=False, description="the gate approves a plan: once passed, it stays passed"
    )
    skip_if: SkipRule | None = Field(
        default=None, description="enter another stage instead if the issue has one of the labels"
    )
    skip_unless: SkipRule | None = Field(
        default=None, description="enter another stage instead if the issue has none of the labels"
    )
    agent: str = Field(
        default="",
        description="the working agent from here on, by its configured name; **ours**",
    )
    max_visits: Whole | None = Field(
        default=None,
        description=(
            "visits before a person decides; empty is `workflow.max_visits` of the configuration, "
            "5; **ours**"
        ),
    )
    # The line where the stage begins in the file, and the lines of its parts by dotted path.
    line: SkipJsonSchema[int] = 0
    lines: SkipJsonSchema[dict[str, int]] = Field(default_factory=dict, repr=False)

    @classmethod
    def prepare(cls, data: Table, file: YamlFile) -> dict[str, Any]:
        """Return the line of the stage, the lines of its parts, and its valid triggers.

        Add a note about each invalid entry of `triggers`.
        """
        lines: dict[str, int] = {}
        for key, value in data.items():
            if key != "triggers":
                lines.update(file.lines_within((*data.at, key), value, key))
        values: dict[str, Any] = {"line": file.key_lines[data.at], "lines": lines}
        items = data.get("triggers")
        if isinstance(items, list):
            lines.update(_trigger_lines(items, data, file))
            values["triggers"] = _readable_triggers(items, data, file)
        return values

    def line_of(self, place: str) -> int:
        """Return the line of a part, or else the line of the smallest known part around it."""
        while place and place not in self.lines:
            place = place.rpartition(".")[0]
        return self.lines.get(place, self.line)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of messages that lead to the stage."""
        waits = [trigger for trigger in self.triggers if isinstance(trigger, MessageContains)]
        return tuple(trigger.token for trigger in waits)

    @property
    def timeout(self) -> StageTimeout | None:
        """The shortest timeout that leads out of the stage, or None."""
        found = [trigger for trigger in self.triggers if isinstance(trigger, StageTimeout)]
        return min(found, key=lambda trigger: trigger.after, default=None)

    @property
    def can_fail(self) -> bool:
        """Whether a failure of the stage's command blocks the stage.

        If a gate reads the output of the command, the gate decides what a failure means.
        """
        run = self.on_enter.run
        if run is None or run.continue_on_error:
            return False
        has_own_gate = self.gate is not None and run.output
        return not has_own_gate

    @property
    def outputs(self) -> list[str]:
        """The names of the outputs that the stage stores."""
        names = []
        if self.on_enter.run is not None:
            names.append(self.on_enter.run.output or self.id)
        if self.on_enter.judge is not None and self.on_enter.judge.output:
            names.append(self.on_enter.judge.output)
        return names

    @property
    def skip_rules(self) -> list[tuple[str, SkipRule]]:
        """The skip rules of the stage, each with its key."""
        rules = []
        if self.skip_if is not None:
            rules.append(("skip_if", self.skip_if))
        if self.skip_unless is not None:
            rules.append(("skip_unless", self.skip_unless))
        return rules


def _trigger_lines(items: list[Any], data: Table, file: YamlFile) -> dict[str, int]:
    """Return the lines of all triggers. An item can have several keys, each of them a trigger."""
    lines: dict[str, int] = {}
    number = 0
    for index, item in enumerate(items):
        if not isinstance(item, Table):
            continue
        for kind in keys(TriggerItem):
            if kind in item:
                place = (*data.at, "triggers", index, kind)
                lines.update(file.lines_within(place, item[kind], f"triggers.{number}"))
                number += 1
    return lines


def _readable_triggers(items: list[Any], data: Table, file: YamlFile) -> list[Any]:
    """Return the items. Replace each one that is not a mapping by an empty item, with a note."""
    readable = []
    for index, item in enumerate(items):
        is_mapping = isinstance(item, Table) and item
        if not is_mapping and not isinstance(item, Refused):
            file.notes.append(_ignored_trigger(item, file.key_lines[*data.at, "triggers", index]))
            item = TriggerItem()
        readable.append(item)
    return readable


def _ignored_trigger(item: Any, line: int) -> Diagnostic:
    what = "is not a mapping"
    if not item or isinstance(item, NullText):
        what = "is empty"
    fix = ""
    if isinstance(item, str) and item in keys(TriggerItem):
        fix = f"write `{item}:`"
    return warning(line, f"an item of triggers {what}, so it is ignored", fix)


class Input(Section, title="input"):
    """A value for a run, given by the person who starts it: `{{ .Inputs.NAME }}` in a template."""

    name: str = Field(description="its name")
    type: Annotated[Literal["string", "number", "bool", "enum"], ANY_CASE] = Field(
        description="the type of its value"
    )
    required: Flag = Field(default=False, description="a run does not start without it")
    default: str = Field(default="", description="its value if none is given")
    description: str = Field(default="", description="its purpose")
    options: Texts = Field(default=(), description="the choices of an `enum`")
    validation: Annotated[str, AfterValidator(check_pattern)] = Field(
        default="", description="a regular expression that it must match"
    )
    min: Number | None = Field(default=None, description="the smallest number")
    max: Number | None = Field(default=None, description="the largest number")
    line: SkipJsonSchema[int] = 0

    @classmethod
    def prepare(cls, data: Table, file: YamlFile) -> dict[str, Any]:
        return {"line": file.key_lines[data.at]}

    def check(self, value: str) -> str:
        """Return the problem with a value for this input, or an empty string."""
        if self.type == "bool" and value.strip().casefold() not in FLAGS:
            return f"{value!r} is neither true nor false"
        if self.type == "enum" and value not in self.options:
            return f"{value!r} is not one of {', '.join(self.options)}"
        if self.type == "number":
            wrong = self._check_number(value)
            if wrong:
                return wrong
        if self.validation and not re.search(self.validation, value):
            return f"{value!r} does not match {self.validation}"
        return ""

    def _check_number(self, value: str) -> str:
        try:
            number = float(value)
        except ValueError:
            return f"{value!r} is not a number"
        if self.min is not None and number < self.min:
            return f"{value} is less than {self.min:g}"
        if self.max is not None and number > self.max:
            return f"{value} is more than {self.max:g}"
        return ""


class Workflow(Section, title="workflow", empty="meant"):
    """The whole file. A file with only `stages` is a workflow too."""

    name: str = Field(default="", description="its name; empty is the name of the file")
    schema_version: str = Field(
        default="v1", description="`v1`; version 2 is another language, and is refused"
    )
    stages: tuple[Stage, ...] = Field(default=(), description="the stages")
    match: Annotated[Literal["next", "document"], ANY_CASE] = Field(
        default="next",
        description=(
            "which of several stages an event leads to: the next one after the current, "
            "or the first in the file; **ours**"
        ),
    )
    inputs: tuple[Input, ...] = Field(
        default=(), description="values that the person who starts the run may give"
    )
    integration: str = Field(default="", description="the tracker of the issue")
    enabled: Flag = Field(
        default=True, description="`false`: the workflow starts no runs automatically"
    )
    trigger: Start | None = Field(
        default=None, description="the event that starts a run automatically"
    )
    trigger_status: str = Field(
        default="",
        description="without a `trigger`: an issue that gets this status starts a run",
    )
    labels: Texts = Field(
        default=(), description="with `trigger_status`: the issue has all of these labels"
    )
    exclude_labels: Texts = Field(
        default=(), description="with `trigger_status`: the issue has none of these labels"
    )
    assigned_to: str = Field(
        default="",
        description=(
            "with `trigger_status`: the assignee of the issue: "
            "`any`, `none`, `@name`, or `!name` for anybody but `name`"
        ),
    )
    concurrency_group: str = Field(
        default="",
        description=(
            "the group of its runs: only one run of a group at a time, "
            "or as many as `watch.concurrency_groups` allows"
        ),
    )
    allowed_labelers: Texts = Field(default=(), description="the people who may label the issue")
    label: SkipJsonSchema[str] = ""  # the file that it was read from
    # The lines of its keys.
    lines: SkipJsonSchema[dict[str, int]] = Field(default_factory=dict, repr=False)

    @classmethod
    def prepare(cls, data: Table, file: YamlFile) -> dict[str, Any]:
        """Return the line of each key. Add a note about each key that has no effect."""
        without_effect = dict(NO_EFFECT)
        if data.get("trigger") or not data.get("trigger_status"):
            for key in _OLD_TRIGGER:
                without_effect[key] = "write it under `trigger`"
        for key, fix in without_effect.items():
            if data.get(key) not in (None, {}, [], ["*"]):  # `*` is everybody
                file.notes.append(warning(file.key_lines[key,], f"{key} has no effect here", fix))
        return {"lines": {key: file.key_lines[key,] for key in data}}

    def check_inputs(self, given: dict[str, str]) -> dict[str, str]:
        """Return the values of all inputs. Raise UsageError if one is missing, unknown or wrong."""
        names = [each.name for each in self.inputs]
        unknown = sorted(given.keys() - set(names))
        if unknown:
            what = f"the workflow has no input {unknown[0]!r}"
            raise UsageError(what, fix=f"inputs: {', '.join(names) or 'none'}")
        values = {}
        for each in self.inputs:
            value = given.get(each.name, each.default)
            example = f"--input {each.name}=VALUE"
            if each.required and not value.strip():
                raise UsageError(f"input {each.name!r} is required", fix=example)
            wrong = each.check(value) if value else ""
            if wrong:
                what = f"input {each.name!r}: {wrong}"
                raise UsageError(what, fix=each.description or example)
            values[each.name] = value
        return values

    @property
    def start(self) -> Cron | IssueStart | PullRequestStart | None:
        """The start trigger from `trigger` or `trigger_status`, or None."""
        if self.trigger is not None:
            return self.trigger.source
        if not self.trigger_status:
            return None
        return IssueStart(
            states=(self.trigger_status,),
            labels=self.labels,
            exclude_labels=self.exclude_labels,
            assigned_to=self.assigned_to,
        )

    def stage(self, stage_id: str) -> Stage:
        """Return the first stage with this id. Raise KeyError if there is none."""
        for stage in self.stages:
            if stage.id == stage_id:
                return stage
        raise KeyError(stage_id)

    def after(self, stage_id: str) -> tuple[Stage, ...]:
        """Return all stages, beginning with the next one and wrapping around to this one."""
        place = [stage.id for stage in self.stages].index(stage_id) + 1
        return self.stages[place:] + self.stages[:place]

    @property
    def outputs(self) -> list[str]:
        """The names of the outputs that the stages store, without duplicates."""
        names: list[str] = []
        for stage in self.stages:
            for name in stage.outputs:
                if name not in names:
                    names.append(name)
        return names

    @property
    def tokens(self) -> list[str]:
        """The tokens that the stages wait for in messages, without duplicates."""
        tokens: list[str] = []
        for stage in self.stages:
            for token in stage.tokens:
                if token not in tokens:
                    tokens.append(token)
        return tokens


class WorkflowFile(Workflow, title="workflow", empty="meant"):
    """The whole file. A file with only `stages` is a workflow too."""

    # The keys that only ElasticClaw acts on. `NO_EFFECT` has an alternative for each.
    pipeline_yaml: Anything = Field(default=None, description=ABOUT)
    working_status: Anything = Field(default=None, description=ABOUT)
    finished_status: Anything = Field(default=None, description=ABOUT)
    terminate_on_leave: Anything = Field(default=None, description=ABOUT)
    workspace: Anything = Field(default=None, description=ABOUT)
    team: Anything = Field(default=None, description=ABOUT)
    provider: Anything = Field(default=None, description=ABOUT)
    allowed_providers: Anything = Field(default=None, description=ABOUT)
    preview: Anything = Field(default=None, description=ABOUT)
    name_pattern: Anything = Field(default=None, description=ABOUT)
    tags: Anything = Field(default=None, description=ABOUT)
    color: Anything = Field(default=None, description=ABOUT)
    run_kind: Anything = Field(default=None, description=ABOUT)
    analytics_enabled: Anything = Field(default=None, description=ABOUT)
    requires_pr: Anything = Field(default=None, description=ABOUT)
    secret_refs: Anything = Field(default=None, description=ABOUT)
    volumes: Anything = Field(default=None, description=ABOUT)
    environment: Anything = Field(default=None, description=ABOUT)
    repos: Anything = Field(default=None, description=ABOUT)
    trigger_repos: Anything = Field(default=None, description=ABOUT)
    # This key gets no warning, because every workflow can be started by hand.
    enable_manual_trigger: Anything = Field(default=None, description=ABOUT)

"""Actions that a run carries out when it enters a stage.

The format is based on that of another program, ElasticClaw. Keys that ElasticClaw does not have are
marked **ours**.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from coordinator.config.seats import ProtocolName
from coordinator.config.yaml_file import Table, YamlFile
from coordinator.workflow.dialect.section import Section
from coordinator.workflow.dialect.stage_triggers import Judged
from coordinator.workflow.dialect.values import (
    ANY_CASE,
    Anything,
    Flag,
    Seconds,
    Texts,
    Whole,
    is_blank,
)

InputName = Literal["issue", "git_diff", "test_output", "files"]
Severity = Literal["info", "success", "warning", "error"]

MINUTE = 60.0


class RunAction(Section, title="run"):
    """A shell command in the workspace."""

    command: str = Field(description="the command; templates are not filled in")
    timeout: Seconds = Field(default=10 * MINUTE, description="its time limit")
    continue_on_error: Flag = Field(default=False, description="continue if it fails")
    output: str = Field(
        default="",
        description="the name of its stored output; empty is the id of the stage",
    )
    environment: Texts = Field(
        default=(),
        description=(
            "names of variables that the command gets, from your environment or the env file; "
            "their values are masked in its output; **ours**"
        ),
    )


class DependencyUpdates(Section, title="dependency_updates", empty="marker"):
    """Updates of dependencies by ElasticClaw.
    It is not supported here: a workflow with it is refused.
    """


class Require(Section, title="require"):
    """The verdict that the stage requires."""

    verdict: Annotated[Judged, ANY_CASE] | None = Field(
        default=None, description="any other verdict blocks the stage, unless a stage waits for it"
    )


class JudgeAction(Section, title="judge", empty="refused"):
    """A model, or a whole panel, judges the work."""

    instructions: str = Field(
        default="", description="what to look for; required without `panel`; not a template"
    )
    inputs: tuple[Annotated[InputName, ANY_CASE], ...] = Field(
        default=(),
        description="the inputs of the model, in this order; required without `panel`",
    )
    model: str = Field(
        default="",
        description="the model, as `vendor/name`; empty is the configured `workflow.judge`",
    )
    output: str = Field(default="", description="the name of the stored verdict")
    require: Require = Field(default=Require(), description="the required verdict")
    continue_on_error: Flag = Field(
        default=False, description="continue without a verdict, or without the required one"
    )
    max_tokens: Whole | None = Field(
        default=None,
        description="the highest number of tokens in the reply; empty is the model's own limit",
    )
    timeout: Seconds = Field(default=2 * MINUTE, description="its time limit")
    panel: str = Field(
        default="",
        description="a panel of the configuration that judges instead of a model; **ours**",
    )
    protocol: Annotated[ProtocolName, ANY_CASE] | None = Field(
        default=None,
        description="the protocol of the panel; empty is `review.protocol`; **ours**",
    )

    @classmethod
    def prepare(cls, data: Table, file: YamlFile) -> dict[str, Any]:
        """Add a note about each missing key that a judge without a panel needs."""
        if is_blank(data.get("panel")):
            for key in ("instructions", "inputs"):
                if is_blank(data.get(key)):
                    file.note_missing((*data.at, key))
        return {}


class NotifyAction(Section, title="notify", empty="meant"):
    """Send a notice. If that fails, the failure is reported and the run continues."""

    via: str = Field(default="", description="the name of a receiver in the configuration")
    text: str = Field(default="", description="the message, a template")
    subject: str = Field(default="", description="the subject, a template")
    severity: Annotated[Severity, ANY_CASE] = Field(default="info", description="its severity")
    target: str = Field(
        default="", description="the recipient instead of the usual one, a template"
    )
    options: dict[str, Anything] = Field(
        default_factory=dict, description="further fields, passed on unchanged"
    )


class MoveIssue(Section, title="move_issue", short="status"):
    """Set the status of an issue. A string instead of the mapping is the status."""

    status: str = Field(description="the new status")
    issue_id: str = Field(
        default="", description="another issue, a template; empty is the run's own"
    )


class CommentIssue(Section, title="comment_issue", short="body"):
    """Comment on an issue. A string instead of the mapping is the comment."""

    body: str = Field(description="the comment, a template")
    issue_id: str = Field(
        default="", description="another issue, a template; empty is the run's own"
    )
    continue_on_error: Flag = Field(default=False, description="continue if it fails")


class OnEnter(Section, title="on_enter"):
    """The actions that a run carries out when it enters the stage.
    They run in the order in which they are listed here, whatever their order in the file.

    The gate of the stage is checked after `judge`.
    """

    run: RunAction | None = Field(default=None, description="run a command")
    dependency_updates: DependencyUpdates | None = Field(
        default=None, description="update dependencies; not supported here"
    )
    judge: JudgeAction | None = Field(
        default=None, description="let a model or a panel judge the work"
    )
    inject: str = Field(default="", description="a message to the working agent, a template")
    merge_pr: Flag = Field(default=False, description="merge the pull request")
    close_issue: Flag = Field(default=False, description="close the issue")
    add_labels: Texts = Field(default=(), description="add these labels to the issue")
    remove_labels: Texts = Field(default=(), description="remove these labels from the issue")
    notify: NotifyAction | None = Field(default=None, description="send a notice")
    move_issue: MoveIssue | None = Field(default=None, description="set the status of the issue")
    comment_issue: CommentIssue | None = Field(default=None, description="comment on the issue")

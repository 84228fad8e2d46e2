"""Actions that a run carries out when it enters a stage.

Keys that ElasticClaw does not have are marked **ours**.
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
    timeout: Seconds = Field(default=10 * MINUTE, description="time it may take")
    continue_on_error: Flag = Field(default=False, description="go on when it fails")
    output: str = Field(
        default="",
        description="name that its output is stored under; empty is the id of the stage",
    )
    environment: Texts = Field(
        default=(),
        description=(
            "names of variables that it may see, from your environment or the env file; "
            "masked in what it prints; **ours**"
        ),
    )


class DependencyUpdates(Section, title="dependency_updates", empty="marker"):
    """Updates of dependencies by ElasticClaw.
    They are not carried out here: a workflow with this key is refused.
    """


class Require(Section, title="require"):
    """What the verdict must be."""

    verdict: Annotated[Judged, ANY_CASE] | None = Field(
        default=None, description="any other that no stage waits for blocks it"
    )


class JudgeAction(Section, title="judge", empty="refused"):
    """A model, or a whole panel, judges the work."""

    instructions: str = Field(
        default="", description="what to look for, needed without `panel`; no template"
    )
    inputs: tuple[Annotated[InputName, ANY_CASE], ...] = Field(
        default=(),
        description="what the model is shown, in this order, needed without `panel`",
    )
    model: str = Field(
        default="",
        description="the model, as `vendor/name`; empty is the configured `workflow.judge`",
    )
    output: str = Field(default="", description="name that the verdict is stored under")
    require: Require = Field(default=Require(), description="what the verdict must be")
    continue_on_error: Flag = Field(
        default=False, description="go on without a verdict, or without the required one"
    )
    max_tokens: Whole | None = Field(
        default=None, description="most tokens of the reply; empty is the model's own"
    )
    timeout: Seconds = Field(default=2 * MINUTE, description="time it may take")
    panel: str = Field(
        default="",
        description="a panel of the configuration that judges instead of a model; **ours**",
    )
    protocol: Annotated[ProtocolName, ANY_CASE] | None = Field(
        default=None,
        description="how the panel gets to its verdict; empty is `review.protocol`; **ours**",
    )

    @classmethod
    def prepare(cls, data: Table, file: YamlFile) -> dict[str, Any]:
        """Note the missing keys that a judge without a panel needs."""
        if is_blank(data.get("panel")):
            for key in ("instructions", "inputs"):
                if is_blank(data.get(key)):
                    file.note_missing((*data.at, key))
        return {}


class NotifyAction(Section, title="notify", empty="meant"):
    """Tell somebody; a failure is reported, and the run goes on."""

    via: str = Field(default="", description="the name of a way to tell, in the configuration")
    text: str = Field(default="", description="the message, a template")
    subject: str = Field(default="", description="what it is about, a template")
    severity: Annotated[Severity, ANY_CASE] = Field(
        default="info", description="how much it matters"
    )
    target: str = Field(default="", description="whom to tell instead of the usual, a template")
    options: dict[str, Anything] = Field(default_factory=dict, description="handed on as they are")


class MoveIssue(Section, title="move_issue", short="status"):
    """Give an issue another status; a text alone is the status."""

    status: str = Field(description="the new status")
    issue_id: str = Field(
        default="", description="another issue, a template; empty is the run's own"
    )


class CommentIssue(Section, title="comment_issue", short="body"):
    """Comment on an issue; a text alone is the comment."""

    body: str = Field(description="the comment, a template")
    issue_id: str = Field(
        default="", description="another issue, a template; empty is the run's own"
    )
    continue_on_error: Flag = Field(default=False, description="go on when it fails")


class OnEnter(Section, title="on_enter"):
    """What happens when the stage is entered:
    in the order of this table, whatever the order in the file.

    The gate of the stage is looked at after `judge`.
    """

    run: RunAction | None = Field(default=None, description="run a command")
    dependency_updates: DependencyUpdates | None = Field(
        default=None, description="update dependencies; not done here"
    )
    judge: JudgeAction | None = Field(default=None, description="have the work judged")
    inject: str = Field(default="", description="tell the working agent, a template")
    merge_pr: Flag = Field(default=False, description="merge the pull request")
    close_issue: Flag = Field(default=False, description="close the issue")
    add_labels: Texts = Field(default=(), description="give the issue these labels")
    remove_labels: Texts = Field(default=(), description="take these labels from the issue")
    notify: NotifyAction | None = Field(default=None, description="tell somebody")
    move_issue: MoveIssue | None = Field(default=None, description="give the issue another status")
    comment_issue: CommentIssue | None = Field(default=None, description="comment on the issue")

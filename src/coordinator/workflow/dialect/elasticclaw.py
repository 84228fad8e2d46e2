"""The keys of a workflow file that only ElasticClaw acts on: what starts a run there, and where it runs.

They are read, so that a mistake in them is found, and have no effect here.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from coordinator.config.yaml_file import Refused, Table, keys, quoted
from coordinator.workflow.dialect.diagnostics import error, warning
from coordinator.workflow.dialect.schema import Workflow
from coordinator.workflow.dialect.section import (
    WORD,
    Anything,
    FileContext,
    Flag,
    Seconds,
    Section,
    Texts,
    Whole,
)

# Keys whose lack of effect changes what a run does, with what to do: `check` names each of them.
NO_EFFECT = {
    "working_status": "an issue is moved by move_issue alone",
    "finished_status": "an issue is moved by move_issue alone",
    "terminate_on_leave": "the run goes on",
    "secret_refs": "commands get no secrets; put what they may see into their environment",
    "volumes": "nothing is mounted",
    "environment": "run its command in the first stage",
}


class IssueEvent(Section):
    """What the issues of all trackers have in common."""

    labels: Texts = Field(default=(), description="labels that the issue must have")
    exclude_labels: Texts = Field(default=(), description="labels that it must not have")
    assigned_to: str = Field(default="", description="whom it must be assigned to")
    agent_status_error: str = Field(default="", description="status or label after a failure")


class GithubIssues(IssueEvent, title="github_issues"):
    """An issue on GitHub."""

    event: Annotated[
        Literal[
            "issue_labeled", "issue_opened", "issue_reopened", "issue_edited", "issue_assigned", "issue_unassigned"
        ],
        WORD,
    ] = Field(description="what must have happened")
    repositories: Texts = Field(default=(), description="`owner/repo` or `owner/*`")
    states: Texts = Field(default=(), description="states")
    labelers: Texts = Field(default=(), description="who may label; `*` is anyone")


class StatusEvent(IssueEvent):
    """What the trackers with statuses and projects have in common."""

    workspace: str = Field(default="", description="the workspace there")
    projects: Texts = Field(default=(), description="projects")
    states: Texts = Field(description="statuses")


class Linear(StatusEvent, title="linear"):
    """An issue in Linear."""

    event: Annotated[Literal["status", "status_changed", "issue_status_changed"], WORD] = Field(
        description="what must have happened"
    )
    team: str = Field(default="", description="the team")


class Shortcut(StatusEvent, title="shortcut"):
    """A story in Shortcut."""

    event: Annotated[Literal["status", "status_changed", "story_status_changed"], WORD] = Field(
        description="what must have happened"
    )


class Jira(StatusEvent, title="jira"):
    """An issue in Jira."""

    event: Annotated[
        Literal["status", "status_changed", "issue_status_changed", "issue_created", "issue_updated"], WORD
    ] = Field(description="what must have happened")


def _check_schedule(schedule: str) -> str:
    if not re.fullmatch(r"@[a-z]+( \S+)?|(\S+\s+){4,5}\S+", schedule.strip()):
        raise Refused(f"should have five fields, not {quoted(schedule.strip())}", "for example 0 9 * * 1")
    return schedule


class Cron(Section, title="cron"):
    """A schedule."""

    timezone: str = Field(default="", description="such as `Europe/Berlin`")
    overlap_policy: Annotated[Literal["skip", "queue", "parallel"], WORD] = Field(
        default="skip", description="when the last run goes on still"
    )
    timeout: Seconds | None = Field(default=None, description="time a run may take")
    schedule: Annotated[str, AfterValidator(_check_schedule)] = Field(
        description="five fields, or six with seconds, or `@daily` and the like"
    )


class Start(Section, title="start"):
    """What starts a run in ElasticClaw: exactly one of these. Here a run is started by `coordinator run`."""

    github_issues: GithubIssues | None = Field(default=None, description="an issue on GitHub")
    linear: Linear | None = Field(default=None, description="an issue in Linear")
    shortcut: Shortcut | None = Field(default=None, description="a story in Shortcut")
    jira: Jira | None = Field(default=None, description="an issue in Jira")
    cron: Cron | None = Field(default=None, description="a schedule")

    @classmethod
    def prepare(cls, data: Table, given: dict[str, Any], file: FileContext) -> None:
        sources = [key for key in keys(cls) if key in data]
        if len(sources) != 1:
            named = " and ".join(sources) or "none"
            file.notes.append(error(file.key_lines[data.at], f"trigger should have one source, not {named}"))


class Setup(Section, title="setup"):
    """How the machine is made ready."""

    command: str = Field(default="", description="the command")
    timeout: Seconds | None = Field(default=None, description="time it may take")


class Environment(Section, title="environment"):
    """How the machine is made ready."""

    preflight: Annotated[Literal["warn", "required", "off"], WORD] | None = Field(
        default=None, description="what a failure does"
    )
    setup: Setup | None = Field(default=None, description="a command that makes it ready")


class Volume(Section, title="volume"):
    """A directory of the hub."""

    name: str = Field(description="its name")
    source: str = Field(description="`hub://volumes/NAME`")
    mount: str = Field(description="where it appears")
    mode: Annotated[Literal["ro", "rw"], WORD] | None = Field(default=None, description="read only, or read and write")


class AllowedProvider(Section, title="allowed_provider"):
    """A place to run that may be chosen."""

    provider: str = Field(description="its name")
    label: str = Field(default="", description="how it is shown")


class Preview(Section, title="preview"):
    """A port that is shown to people."""

    port: Whole | None = Field(default=None, description="the port")
    label: str = Field(default="", description="how it is shown")
    ttl: Seconds | None = Field(default=None, description="how long")


class WorkflowFile(Workflow, title="workflow", empty="meant"):
    """The whole file. One that has nothing but `stages` is a workflow too."""

    trigger: Start | None = Field(default=None, description="what starts a run; here `coordinator run` does")
    enabled: Flag = Field(default=True, description="whether ElasticClaw starts it")
    workspace: str = Field(default="", description="the workspace it belongs to")
    team: str = Field(default="", description="the team of the tracker")
    trigger_status: str = Field(default="", description="the status that starts it")
    working_status: str = Field(default="", description="the status while it runs")
    finished_status: str = Field(default="", description="the status after it")
    terminate_on_leave: Flag = Field(default=False, description="end when the issue leaves its status")
    provider: str = Field(default="", description="where ElasticClaw runs it")
    allowed_providers: tuple[AllowedProvider, ...] = Field(default=(), description="where it may be run")
    preview: Preview | None = Field(default=None, description="a port that is shown")
    name_pattern: str = Field(default="", description="how runs are named")
    tags: Texts = Field(default=(), description="tags")
    color: str = Field(default="", description="colour")
    run_kind: Annotated[Literal["code_task", "pr_task"], WORD] | None = Field(
        default=None, description="what kind of task it is"
    )
    analytics_enabled: Flag | None = Field(default=None, description="whether it is counted")
    requires_pr: Flag | None = Field(default=None, description="whether a pull request is expected")
    labels: Texts = Field(default=(), description="labels that the issue must have")
    exclude_labels: Texts = Field(default=(), description="labels that it must not have")
    assigned_to: str = Field(default="", description="whom the issue must be assigned to")
    allowed_labelers: Texts = Field(default=(), description="who may label")
    secret_refs: dict[str, str] = Field(default_factory=dict, description="secrets, by the variable they appear in")
    volumes: tuple[Volume, ...] = Field(default=(), description="directories of the hub")
    environment: Environment | None = Field(default=None, description="how the machine is made ready")
    concurrency_group: str = Field(default="", description="runs that share a limit")
    enable_manual_trigger: Flag = Field(default=False, description="whether people may start it")
    repos: tuple[Anything, ...] = Field(default=(), description="repositories of the task")
    trigger_repos: tuple[Anything, ...] = Field(default=(), description="repositories whose events start it")

    @classmethod
    def prepare(cls, data: Table, given: dict[str, Any], file: FileContext) -> None:
        super().prepare(data, given, file)
        for key, why in NO_EFFECT.items():
            if data.get(key) not in (None, {}):
                file.notes.append(warning(file.key_lines[key,], f"{key} has no effect here", why))

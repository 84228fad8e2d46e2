"""The keys of a workflow file around its stages: inputs, what starts a run, and where ElasticClaw runs it."""

from __future__ import annotations

from coordinator.workflow.field_types import (
    Anything,
    Flag,
    Form,
    Key,
    Named,
    Number,
    Pattern,
    Several,
    Table,
    Text,
    Time,
    Whole,
    Word,
)

_NAMES = Several(Text())


def _key(name: str, form: Form, meaning: str, default: str = "", *, required: bool = False, lost: str = "") -> Key:
    return Key(name, form, meaning, default, required, lost=lost)


INPUT = Table(
    "input",
    "A value that whoever starts the run may or must give: `{{ .Inputs.NAME }}` in a template.",
    (
        _key("name", Text(), "its name", required=True),
        _key("type", Word(("string", "number", "bool", "enum")), "what it may be", required=True),
        _key("required", Flag(), "a run does not start without it", "false"),
        _key("default", Text(), "its value where none is given"),
        _key("description", Text(), "what it is for"),
        _key("options", _NAMES, "the choices of an `enum`"),
        _key("validation", Pattern(), "a regular expression that it must match"),
        _key("min", Number(), "least number"),
        _key("max", Number(), "greatest number"),
    ),
)


def _events(*words: str) -> Key:
    return _key("event", Word(words), "what must have happened", required=True)


_LABELS = (
    _key("labels", _NAMES, "labels that the issue must have"),
    _key("exclude_labels", _NAMES, "labels that it must not have"),
    _key("assigned_to", Text(), "whom it must be assigned to"),
    _key("agent_status_error", Text(), "status or label after a failure"),
)
_WORKSPACE = _key("workspace", Text(), "the workspace there")
_PROJECTS = _key("projects", _NAMES, "projects")
_STATES = _key("states", _NAMES, "statuses", required=True)

_GITHUB_ISSUES = Table(
    "github_issues",
    "An issue on GitHub.",
    (
        _events(*(f"issue_{what}" for what in ("labeled", "opened", "reopened", "edited", "assigned", "unassigned"))),
        _key("repositories", _NAMES, "`owner/repo` or `owner/*`"),
        _key("states", _NAMES, "states"),
        _key("labelers", _NAMES, "who may label; `*` is anyone"),
        *_LABELS,
    ),
)
_LINEAR = Table(
    "linear",
    "An issue in Linear.",
    (
        _events("status", "status_changed", "issue_status_changed"),
        _WORKSPACE,
        _key("team", Text(), "the team"),
        _PROJECTS,
        _STATES,
        *_LABELS,
    ),
)
_SHORTCUT = Table(
    "shortcut",
    "A story in Shortcut.",
    (_events("status", "status_changed", "story_status_changed"), _WORKSPACE, _PROJECTS, _STATES, *_LABELS),
)
_JIRA = Table(
    "jira",
    "An issue in Jira.",
    (
        _events("status", "status_changed", "issue_status_changed", "issue_created", "issue_updated"),
        _WORKSPACE,
        _PROJECTS,
        _STATES,
        *_LABELS,
    ),
)
_CRON = Table(
    "cron",
    "A schedule.",
    (
        _key("schedule", Text(), "five fields, or six with seconds, or `@daily` and the like", required=True),
        _key("timezone", Text(), "such as `Europe/Berlin`"),
        _key("overlap_policy", Word(("skip", "queue", "parallel")), "when the last run goes on still", "skip"),
        _key("timeout", Time(), "time a run may take"),
    ),
)
ENTRANCE = Table(
    "start",
    "What starts a run in ElasticClaw: exactly one of these. Here a run is started by `coordinator run`.",
    (
        _key("github_issues", _GITHUB_ISSUES, "an issue on GitHub"),
        _key("linear", _LINEAR, "an issue in Linear"),
        _key("shortcut", _SHORTCUT, "a story in Shortcut"),
        _key("jira", _JIRA, "an issue in Jira"),
        _key("cron", _CRON, "a schedule"),
    ),
)

_SETUP = Table(
    "setup",
    "How the machine is made ready.",
    (_key("command", Text(), "the command"), _key("timeout", Time(), "time it may take")),
)
_ENVIRONMENT = Table(
    "environment",
    "How the machine is made ready.",
    (
        _key("preflight", Word(("warn", "required", "off")), "what a failure does"),
        _key("setup", _SETUP, "a command that makes it ready"),
    ),
)
_VOLUME = Table(
    "volume",
    "A directory of the hub.",
    (
        _key("name", Text(), "its name", required=True),
        _key("source", Text(), "`hub://volumes/NAME`", required=True),
        _key("mount", Text(), "where it appears", required=True),
        _key("mode", Word(("ro", "rw")), "read only, or read and write"),
    ),
)
_PROVIDER = Table(
    "allowed_provider",
    "A place to run that may be chosen.",
    (_key("provider", Text(), "its name", required=True), _key("label", Text(), "how it is shown")),
)
_PREVIEW = Table(
    "preview",
    "A port that is shown to people.",
    (
        _key("port", Whole(), "the port"),
        _key("label", Text(), "how it is shown"),
        _key("ttl", Time(), "how long"),
    ),
)

# Kept as text, without effect here.
SURROUNDINGS = (
    _key("enabled", Flag(), "whether ElasticClaw starts it", "true"),
    _key("workspace", Text(), "the workspace it belongs to"),
    _key("team", Text(), "the team of the tracker"),
    _key("trigger_status", Text(), "the status that starts it"),
    _key("working_status", Text(), "the status while it runs", lost="an issue is moved by move_issue alone"),
    _key("finished_status", Text(), "the status after it", lost="an issue is moved by move_issue alone"),
    _key("terminate_on_leave", Flag(), "end when the issue leaves its status", lost="the run goes on"),
    _key("provider", Text(), "where ElasticClaw runs it"),
    _key("allowed_providers", Several(_PROVIDER), "where it may be run"),
    _key("preview", _PREVIEW, "a port that is shown"),
    _key("name_pattern", Text(), "how runs are named"),
    _key("tags", _NAMES, "tags"),
    _key("color", Text(), "colour"),
    _key("run_kind", Word(("code_task", "pr_task")), "what kind of task it is"),
    _key("analytics_enabled", Flag(), "whether it is counted"),
    _key("requires_pr", Flag(), "whether a pull request is expected"),
    _key("labels", _NAMES, "labels that the issue must have"),
    _key("exclude_labels", _NAMES, "labels that it must not have"),
    _key("assigned_to", Text(), "whom the issue must be assigned to"),
    _key("allowed_labelers", _NAMES, "who may label"),
    _key(
        "secret_refs", Named(Text()), "secrets, by the variable they appear in",
        lost="commands get no secrets; put what they may see into their environment",
    ),
    _key("volumes", Several(_VOLUME), "directories of the hub", lost="nothing is mounted"),
    _key("environment", _ENVIRONMENT, "how the machine is made ready", lost="run its command in the first stage"),
    _key("concurrency_group", Text(), "runs that share a limit"),
    _key("enable_manual_trigger", Flag(), "whether people may start it", "false"),
    _key("repos", Several(Anything()), "repositories of the task"),
    _key("trigger_repos", Several(Anything()), "repositories whose events start it"),
)  # fmt: skip

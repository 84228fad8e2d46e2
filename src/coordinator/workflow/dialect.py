"""Every key of a workflow file: its form, default and meaning.

The reader, the JSON Schema and the documentation are all made from these tables, so that they cannot differ.
"""

from __future__ import annotations

from coordinator.workflow.elasticclaw_keys import ENTRANCE, INPUT, SURROUNDINGS
from coordinator.workflow.field_types import (
    Anything,
    Flag,
    Form,
    Key,
    Named,
    Presence,
    Several,
    Table,
    Text,
    Time,
    Whole,
    Word,
)

JUDGE_INPUTS = ("issue", "git_diff", "test_output", "files")
PROTOCOLS = ("judge", "judge-with-debate", "tool-mad")

_VERDICT = Word(("pass", "fail"))


def _key(name: str, form: Form, meaning: str, default: str = "", *, required: bool = False, ours: bool = False) -> Key:
    return Key(name, form, meaning, default, required, ours)


def _needed_unless(other: str, name: str, form: Form, meaning: str) -> Key:
    return Key(name, form, meaning, required=True, unless=other)


# -- what leads into a stage

_MESSAGE_CONTAINS = Table(
    "message_contains",
    "A finished message of the working agent has this token; a text alone is the token.",
    (
        _key("token", Text(), "what the message must say, in upper or lower case", required=True),
        _key("substring", Flag(), "anywhere, not only where a line opens", "false", ours=True),
    ),
    short="token",
    empty="refused",
)
_PR_CONDITIONS = Table(
    "pr_conditions",
    "The pull request fulfils all that is stated.",
    (
        _key("ci", Word(("passing",)), "`passing`: there are checks, and none has failed or is under way"),
        _key("reviews", Word(("clean",)), "`clean`: no reviewer's latest review asks for changes"),
        _key("quiet_for", Time(), "time since the last comment"),
    ),
    empty="meant",
)
_JUDGE_VERDICT = Table(
    "judge_verdict",
    "A judge stage came to this verdict; a text alone is the verdict, of whichever judge stage.",
    (
        _key("verdict", _VERDICT, "the verdict", required=True),
        _key("stage", Text(), "only of this judge stage", "any", ours=True),
    ),
    short="verdict",
    empty="refused",
)
_GATE_RESULT = Table(
    "gate_result",
    "The gate of a stage came to this result.",
    (
        _key("stage", Text(), "the stage that has the gate", required=True),
        _key("verdict", Word(("pass", "fail", "error")), "its result", required=True),
    ),
    empty="refused",
)
_OUTPUT_MATCHES = Table(
    "output_matches",
    "A stored output has one of these texts at a path.",
    (
        _key("output", Text(), "the name of the output", required=True),
        _key("path", Text(), "a dotted path into it", required=True),
        _key("any_of", Several(Text()), "texts, in upper or lower case", required=True),
    ),
    empty="refused",
)
_STAGE_TIMEOUT = Table(
    "stage_timeout",
    "Unlike the others it stands at the stage that is left: after this time the run goes to another one.",
    (
        _key("after", Time(), "time since the stage was entered", required=True),
        _key("go_to", Text(), "the stage to go to", required=True),
    ),
    empty="refused",
)
TRIGGER = Table(
    "trigger",
    "What leads into the stage. Several keys in one item are several triggers; an item that is no mapping is ignored.",
    (
        _key("message_contains", _MESSAGE_CONTAINS, "the working agent says so"),
        _key("pr_merged", Presence(), "the pull request was merged; the key alone counts, whatever its value"),
        _key("pr_closed", Presence(), "the pull request was closed without being merged; the key alone counts"),
        _key("pr_conditions", _PR_CONDITIONS, "the pull request is ready"),
        _key("judge_verdict", _JUDGE_VERDICT, "a judge came to a verdict"),
        _key("gate_result", _GATE_RESULT, "a gate came to a result"),
        _key("output_matches", _OUTPUT_MATCHES, "an output says so"),
        _key("stage_timeout", _STAGE_TIMEOUT, "this stage has lasted too long, and another one is entered"),
    ),
    loose=True,
)

# -- what a stage does when it is entered

_RUN = Table(
    "run",
    "A shell command in the workspace.",
    (
        _key("command", Text(), "the command; templates are not filled in", required=True),
        _key("timeout", Time(), "time it may take", "10m"),
        _key("continue_on_error", Flag(), "go on when it fails", "false"),
        _key("output", Text(), "name that its output is stored under"),
    ),
)
_DEPENDENCY_UPDATES = Table(
    "dependency_updates",
    "Updates of dependencies by ElasticClaw. It is not carried out here: a workflow that has it is refused.",
    (
        _key("ecosystems", Several(Text()), "package managers", "auto"),
        _key("paths", Several(Text()), "where to look", "."),
        _key("exclude_paths", Several(Text()), "where not to look"),
        _key("grouping", Text(), "how updates are grouped", "all"),
        _key("include_major", Flag(), "also major versions", "false"),
        _key("separate_major", Flag(), "major versions apart", "true"),
        _key("separate_security", Flag(), "security fixes apart", "true"),
        _key("separate_runtime", Flag(), "runtimes apart", "true"),
        _key("allow", Several(Text()), "only these packages", "*"),
        _key("ignore", Several(Text()), "not these packages"),
        _key("output", Text(), "name that its output is stored under", "dependency_updates"),
        _key("timeout", Time(), "time it may take"),
        _key("continue_on_error", Flag(), "go on when it fails", "false"),
    ),
    empty="meant",
)
_REQUIRE = Table(
    "require",
    "What the verdict must be.",
    (_key("verdict", _VERDICT, "another verdict that no stage waits for blocks the stage"),),
)
_JUDGE = Table(
    "judge",
    "A model, or a whole panel, judges the work.",
    (
        _needed_unless("panel", "instructions", Text(), "what to look for; templates are not filled in"),
        _needed_unless("panel", "inputs", Several(Text(JUDGE_INPUTS)), "what the model is shown, in this order"),
        _key("model", Text(), "the model, as `vendor/name`", "`workflow.judge` of the configuration"),
        _key("output", Text(), "name that the verdict is stored under"),
        _key("require", _REQUIRE, "what the verdict must be"),
        _key("continue_on_error", Flag(), "go on when judging fails, or the verdict is not the required one", "false"),
        _key("max_tokens", Whole(), "most tokens of the reply", "the model's"),
        _key("timeout", Time(), "time it may take", "2m"),
        _key("panel", Text(), "the name of a panel in the configuration that judges instead of one model", ours=True),
        _key("protocol", Word(PROTOCOLS), "how the panel gets to its verdict", "`review.protocol`", ours=True),
    ),
    empty="refused",
)
_NOTIFY = Table(
    "notify",
    "Tell somebody; a failure is only reported.",
    (
        _key("via", Text(), "the name of a way to tell, in the configuration"),
        _key("text", Text(), "the message, a template"),
        _key("subject", Text(), "what it is about, a template"),
        _key("severity", Word(("info", "success", "warning", "error")), "how much it matters", "info"),
        _key("target", Text(), "whom to tell instead of the usual, a template"),
        _key("options", Named(Anything()), "handed on as they are"),
    ),
    empty="meant",
)
_MOVE_ISSUE = Table(
    "move_issue",
    "Give an issue another status; a text alone is the status.",
    (
        _key("status", Text(), "the new status", required=True),
        _key("issue_id", Text(), "another issue, a template", "the run's own"),
    ),
    short="status",
)
_COMMENT_ISSUE = Table(
    "comment_issue",
    "Comment on an issue; a text alone is the comment.",
    (
        _key("body", Text(), "the comment, a template", required=True),
        _key("issue_id", Text(), "another issue, a template", "the run's own"),
        _key("continue_on_error", Flag(), "go on when it fails", "false"),
    ),
    short="body",
)
ON_ENTER = Table(
    "on_enter",
    "What happens when the stage is entered: in the order of this table, whatever the order in the file. "
    "The gate of the stage is looked at after `judge`.",
    (
        _key("run", _RUN, "run a command"),
        _key("dependency_updates", _DEPENDENCY_UPDATES, "update dependencies; not carried out here"),
        _key("judge", _JUDGE, "have the work judged"),
        _key("inject", Text(), "tell the working agent, a template"),
        _key("merge_pr", Flag(), "merge the pull request", "false"),
        _key("close_issue", Flag(), "close the issue", "false"),
        _key("add_labels", Several(Text()), "give the issue these labels"),
        _key("remove_labels", Several(Text()), "take these labels from the issue"),
        _key("notify", _NOTIFY, "tell somebody"),
        _key("move_issue", _MOVE_ISSUE, "give the issue another status"),
        _key("comment_issue", _COMMENT_ISSUE, "comment on the issue"),
    ),
)

# -- the stage around them

_CONDITION = Table(
    "condition",
    "A value of an output, and the texts that it may be.",
    (
        _key("path", Text(), "a dotted path into the output", required=True),
        _key("values", Several(Text()), "texts, in upper or lower case", required=True),
    ),
)
_GATE = Table(
    "gate",
    "A fixed rule over a stored output. `pass` is looked at first; neither is the result `error`.",
    (
        _key("output", Text(), "the name of the output", required=True),
        _key("pass", _CONDITION, "when it passes"),
        _key("fail", _CONDITION, "when it fails"),
        _key("required", Flag(), "another result than `pass` blocks the rest of the stage", "false"),
        _key("treat_skipped_as_pass", Flag(), "an output that was never written passes", "false"),
    ),
)
_ISSUE_LABELS = Table(
    "issue_labels",
    "Labels of the issue, as they were when the run started.",
    (_key("labels", Several(Text()), "any of these, in upper or lower case", required=True),),
)
_SKIP = Table(
    "skip",
    "Another stage is entered instead, by the labels of the issue.",
    (
        _key("issue_labels", _ISSUE_LABELS, "the labels", required=True),
        _key("go_to", Text(), "the stage that is entered instead", required=True),
    ),
)
STAGE = Table(
    "stage",
    "One stage.",
    (
        _key("id", Text(), "its name, unique in the file", required=True),
        _key("label", Text(), "how it is shown", "its id"),
        _key("entry", Flag(), "the run begins here", "false"),
        _key("terminal", Flag(), "the run ends here, after `on_enter`", "false"),
        _key("triggers", Several(TRIGGER), "what leads into it"),
        _key("on_enter", ON_ENTER, "what it does"),
        _key("gate", _GATE, "a fixed rule over an output"),
        _key("plan_gate", Flag(), "the gate is the approval of a plan: passed once, it stays passed", "false"),
        _key("skip_if", _SKIP, "entered instead when the issue has one of the labels"),
        _key("skip_unless", _SKIP, "entered instead when the issue has none of the labels"),
        _key("agent", Text(), "the working agent from here on, by its name in the configuration", ours=True),
        _key(
            "max_visits", Whole(), "visits before a person decides", "`workflow.max_visits` of the configuration, 5",
            ours=True,
        ),
    ),
)  # fmt: skip

_STAGES = _key("stages", Several(STAGE), "the stages")

PIPELINE = Table("pipeline", "Stages alone, as they stand in `pipeline_yaml`.", (_STAGES,), empty="meant")
WORKFLOW = Table(
    "workflow",
    "The whole file. One that has nothing but `stages` is a workflow too.",
    (
        _key("name", Text(), "its name", "that of the file"),
        _key("schema_version", Text(), "`v1`; version 2 is another language, and is refused", "v1"),
        _STAGES,
        _key("pipeline_yaml", Text(), "the stages as a text that is YAML itself"),
        _key(
            "match", Word(("next", "document")),
            "which of several stages an event leads to: the next one after the current, or the first in the file",
            "next", ours=True,
        ),
        _key("inputs", Several(INPUT), "values that whoever starts the run may give"),
        _key("integration", Text(), "the tracker of the issue"),
        _key("trigger", ENTRANCE, "what starts a run in ElasticClaw; here `coordinator run` does"),
        *SURROUNDINGS,
    ),
    empty="meant",
)  # fmt: skip

"""What a workflow says that it cannot mean: names of nothing, stages nobody comes to, verdicts nobody waits for.

An error keeps a run from doing what the file says; a warning is worth a look.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from coordinator.config.diagnostics import Diagnostic, error, in_order, warning
from coordinator.config.environment import PREFIX
from coordinator.config.yaml_file import nearest, quoted
from coordinator.models import Issue
from coordinator.trackers import ISSUE_FACTS
from coordinator.workflow.dialect import stage_triggers
from coordinator.workflow.dialect.reader import draft, runnable
from coordinator.workflow.dialect.routes import Routes, shortest_way
from coordinator.workflow.dialect.schema import Stage, Workflow
from coordinator.workflow.dialect.start_triggers import ABOUT, Cron, IssueStart, PullRequestStart
from coordinator.workflow.gotemplate import Absent, Facts, Template, TemplateError


def load_workflow(label: str, text: str) -> tuple[Workflow, tuple[Diagnostic, ...]]:
    """The workflow in a text that may be run, with all warnings; UsageError names the first line with an error."""
    workflow, notes = check(label, text)
    return runnable(label, workflow, notes), notes


def check(label: str, text: str) -> tuple[Workflow | None, tuple[Diagnostic, ...]]:
    """Everything there is to say about a text, and the workflow unless an error in its form keeps it from being one."""
    workflow, notes = draft(label, text)
    return workflow, in_order([*notes, *(() if workflow is None else lint(workflow))])


def lint(workflow: Workflow) -> Iterator[Diagnostic]:
    """Errors and warnings about a workflow that reads well."""
    yield from check_inputs(workflow)
    yield from check_names(workflow)
    for stage in workflow.stages:
        for key, rule in stage.skip_rules:
            yield from check_target(workflow, stage, f"{key}.go_to", f"{key}.go_to", rule.go_to)
        for number, trigger in enumerate(stage.triggers):
            yield from check_trigger(workflow, stage, f"triggers.{number}", trigger)
    yield from check_skip_cycles(workflow)
    for stage in workflow.stages:
        yield from check_judge(workflow, stage)
        yield from check_gate(workflow, stage)
    yield from check_templates(workflow)
    yield from check_ways(Routes(workflow))


def check_inputs(workflow: Workflow) -> Iterator[Diagnostic]:
    names: set[str] = set()
    for each in workflow.inputs:
        what = f"input {quoted(each.name)}"
        if each.name in names:
            yield error(each.line, f"{what} is given twice", "rename one of them")
        if each.type == "enum" and not each.options:
            yield error(each.line, f"{what} is an enum without options", "add `options:`")
        elif wrong := each.default and each.check(each.default):
            yield error(each.line, f"the default of {what}: {wrong}", "no run can start with it")
        names.add(each.name)


def check_names(workflow: Workflow) -> Iterator[Diagnostic]:
    """Ids that are there twice, and where the run begins."""
    first: dict[str, int] = {}
    for stage in workflow.stages:
        if stage.id in first:
            fix = f"rename it, or the one in line {first[stage.id]}"
            yield error(stage.line_of("id"), f"stage {quoted(stage.id)} is there twice", fix)
        first.setdefault(stage.id, stage.line)
    entries = [stage for stage in workflow.stages if stage.entry]
    if not entries:
        yield error(
            workflow.stages[0].line, "no stage is the entry", "give the first stage `entry: true`"
        )
    for stage in entries[1:]:
        text = f"the run begins at {quoted(entries[0].id)}"
        yield warning(stage.line_of("entry"), text, "only the first entry counts")


# -- what leads from one stage to another


def check_target(
    workflow: Workflow, stage: Stage, place: str, name: str, go_to: str
) -> Iterator[Diagnostic]:
    ids = [each.id for each in workflow.stages]
    if go_to == stage.id:
        yield error(stage.line_of(place), f"{name} leads to the stage itself", "name another stage")
    elif go_to not in ids:
        yield error(
            stage.line_of(place), f"{name} names no stage: {quoted(go_to)}", nearest(go_to, ids)
        )


def check_trigger(
    workflow: Workflow, stage: Stage, place: str, trigger: stage_triggers.Trigger
) -> Iterator[Diagnostic]:
    if isinstance(trigger, stage_triggers.StageTimeout):
        yield from check_target(
            workflow, stage, f"{place}.go_to", "stage_timeout.go_to", trigger.go_to
        )
    elif isinstance(trigger, stage_triggers.StageTrigger):
        yield from check_source(workflow, stage, place, trigger)
    elif (
        isinstance(trigger, stage_triggers.OutputMatches) and trigger.output not in workflow.outputs
    ):
        yield error(stage.line_of(f"{place}.output"), *_no_output(trigger.output, workflow.outputs))
    elif (
        isinstance(trigger, stage_triggers.PrConditions)
        and trigger == stage_triggers.PrConditions()
    ):
        yield warning(
            stage.line_of(place), "pr_conditions states nothing, so any pull request will do"
        )


def check_source(
    workflow: Workflow, stage: Stage, place: str, trigger: stage_triggers.StageTrigger
) -> Iterator[Diagnostic]:
    """A trigger that waits for the judge, the gate or the command of a stage which has none."""
    what = {
        stage_triggers.JudgeVerdict: "judge",
        stage_triggers.GateReached: "gate",
        stage_triggers.RunFailed: "run",
    }[type(trigger)]
    ids = [each.id for each in workflow.stages]
    owners = [
        each.id
        for each in workflow.stages
        if getattr(each if what == "gate" else each.on_enter, what)
    ]
    name = trigger.stage
    line = stage.line_of(f"{place}.stage")
    if not name:
        if not owners:
            text = f"no stage has a `{what}`, so there is nothing to wait for"
            yield warning(stage.line_of(place), text, f"add a `{what}`")
    elif name.casefold() not in map(str.casefold, ids):
        yield error(line, f"there is no stage {quoted(name)}", nearest(name, ids))
    elif name.casefold() not in map(str.casefold, owners):
        fix = nearest(name, owners) if owners else f"give it a `{what}`"
        yield error(line, f"stage {quoted(name)} has no {what}", fix)


def check_skip_cycles(workflow: Workflow) -> Iterator[Diagnostic]:
    edges = {stage.id: [rule.go_to for _, rule in stage.skip_rules] for stage in workflow.stages}
    told: set[str] = set()
    for stage in workflow.stages:
        for go in edges[stage.id]:
            cycle = [stage.id, *shortest_way(go, stage.id, edges)]
            if len(cycle) > 2 and not told & set(cycle):
                told |= set(cycle)
                text = f"skip rules go round: {' -> '.join(cycle)}"
                yield error(stage.line_of("skip_if"), text, "lead one of them elsewhere")


def check_ways(routes: Routes) -> Iterator[Diagnostic]:
    """Verdicts that lead nowhere, stages nobody comes to, and ways without an end."""
    stages = routes.workflow.stages
    for stage in stages:
        judge = stage.on_enter.judge
        if judge is None or stage.terminal or stage.gate is not None:
            continue
        for verdict in ("pass", "fail"):
            blocked = judge.require.verdict not in (None, verdict) and not judge.continue_on_error
            if not routes.verdict(stage.id, verdict) and not blocked:
                text = f"no stage waits for the verdict {verdict} of {quoted(stage.id)}, so the run stays there"
                fix = f"add a stage with `judge_verdict: {verdict}`"
                yield warning(stage.line_of("on_enter.judge"), text, fix)
    if any(stage.entry for stage in stages):
        for stage in [stage for stage in stages if stage.id not in routes.reached]:
            fix = "nothing that leads to it can happen"
            if all(isinstance(trigger, stage_triggers.StageTimeout) for trigger in stage.triggers):
                fix = "give it a trigger, or remove it"
            elif routes.workflow.match == "document":
                fix = "an earlier stage waits for the same; `match: next` goes on to this one"
            yield warning(stage.line, f"stage {quoted(stage.id)} is never entered", fix)
        ends = [stage.id for stage in stages if stage.terminal]
        if routes.reached.isdisjoint(ends):
            fix = (
                f"make a way to {' or '.join(ends)}"
                if ends
                else "give the last stage `terminal: true`"
            )
            yield warning(
                stages[0].line, "no terminal stage can be reached, so the run has no end", fix
            )
    for loop in routes.loops():
        way = " -> ".join(loop)
        text = f"the loop {way} has no max_visits, so workflow.max_visits of the configuration bounds it (5)"
        yield warning(
            routes.workflow.stage(loop[1]).line, text, "give one of its stages `max_visits`"
        )


# -- judges, gates and outputs


def check_judge(workflow: Workflow, stage: Stage) -> Iterator[Diagnostic]:
    judge = stage.on_enter.judge
    at = "on_enter.judge"
    if judge is None:
        return
    if "test_output" in judge.inputs and not any(each.on_enter.run for each in workflow.stages):
        line = stage.line_of(f"{at}.inputs.{judge.inputs.index('test_output')}")
        yield warning(line, "no stage runs a command, so there is no test_output")
    if judge.protocol and not judge.panel:
        yield error(stage.line_of(f"{at}.protocol"), "a protocol needs a panel", "add `panel:`")
    for name in ("model", "inputs", "max_tokens", "timeout"):
        if judge.panel and f"{at}.{name}" in stage.lines:
            text = f"the panel judges, so {name} has no effect"
            yield warning(stage.line_of(f"{at}.{name}"), text, "remove one of them")


def check_gate(workflow: Workflow, stage: Stage) -> Iterator[Diagnostic]:
    gate = stage.gate
    if gate is None:
        if stage.plan_gate:
            yield warning(
                stage.line_of("plan_gate"), "plan_gate without a gate has no effect", "add a `gate`"
            )
        return
    if gate.passes is None and gate.fails is None:
        yield error(
            stage.line_of("gate"), "the gate has neither `pass` nor `fail`", "add when it passes"
        )
    if gate.output not in workflow.outputs:
        note = warning if gate.treat_skipped_as_pass else error
        yield note(stage.line_of("gate.output"), *_no_output(gate.output, workflow.outputs))


def _no_output(name: str, written: list[str]) -> tuple[str, str]:
    """What to say about the name of an output that is never written, and what to do."""
    fix = nearest(name, written) if written else "give a `run` or a `judge` this `output`"
    return f"no stage writes the output {quoted(name)}", fix


# -- templates: whether they read as templates, and whether what they name is there

TEMPLATES = (
    *("inject", "notify.text", "notify.subject", "notify.target"),
    *("move_issue.issue_id", "comment_issue.body", "comment_issue.issue_id"),
)
# Texts that may be taken for templates. A command is not among them, for `{{` is the shell's own there.
NO_TEMPLATES = ("add_labels", "remove_labels", "judge.instructions", "move_issue.status")
_ASKED_FIRST = re.compile(r"\{\{-?\s*(?:else )?(?:if|with)\s+\$?\.(\w+\.\w+)")
SOME_ISSUE = Issue(key="B-1", title="Any", text="Any.", status="todo", labels=("any",))
_SAID = {
    "Issue": "an issue has no",
    "PullRequest": "a pull request has no",
    "Inputs": "the workflow has no input",
    "Outputs": "no stage writes the output",
}


def check_templates(workflow: Workflow) -> Iterator[Diagnostic]:
    """What is wrong with the templates, and with what looks like one where none is filled in."""
    known = {
        "Issue": list(ISSUE_FACTS),
        "PullRequest": ["URL"],
        "Inputs": [each.name for each in workflow.inputs],
        "Outputs": workflow.outputs,
    }
    for _, text, before in _templates(workflow):
        try:
            template = Template(text)
            asked = _ASKED_FIRST.findall(text)
        except TemplateError as wrong:
            yield error(before + wrong.line, f"not a template: {wrong.problem}", wrong.fix)
            continue
        for line, (space, *names) in template.paths:
            if space not in known:
                if not template.moves_dot:  # otherwise the name may be a part of something else
                    yield warning(
                        before + line,
                        f"a template knows nothing of .{space}",
                        nearest(space, known),
                    )
            elif names and names[0] not in known[space]:
                note = warning if space != "Issue" and f"{space}.{names[0]}" in asked else error
                fix = nearest(names[0], known[space]) if known[space] else ""
                yield note(before + line, f"{_SAID[space]} {quoted(names[0])}", fix)
    for stage in workflow.stages:
        for place in NO_TEMPLATES:
            if "{{" in _text_of(stage, place)[0]:
                name = place.rpartition(".")[2]
                yield warning(
                    stage.line_of(f"on_enter.{place}"), f"templates are not filled in here: {name}"
                )


def _templates(workflow: Workflow) -> Iterator[tuple[Stage, str, int]]:
    """Each template with its stage, and the line before its first."""
    for stage in workflow.stages:
        for place in TEMPLATES:
            yield stage, *_text_of(stage, place)


def _text_of(stage: Stage, place: str) -> tuple[str, int]:
    """A text of a stage, and the line before its first."""
    value: Any = stage.on_enter
    for name in place.split("."):
        value = getattr(value, name, "")
    text = value if isinstance(value, str) else " ".join(value)
    # One of several lines begins below its key
    return text, stage.line_of(f"on_enter.{place}") - ("\n" not in text)


def facts_of(tracker: str, issue: Issue) -> Facts:
    """What a tracker knows of an issue, for templates; they are told what it does not know."""
    owner = "an issue from a file" if tracker == "local" else f"an issue of the {tracker}"
    known = {
        name: getattr(issue, field)
        for name, (field, trackers) in ISSUE_FACTS.items()
        if tracker in trackers
    }
    return Facts(owner, known)


def _issue_facts(workflow: Workflow) -> Iterator[tuple[Stage, int, str]]:
    """The facts of the issue that templates name without asking first, each with stage and line; empty is all of it."""
    for stage, text, before in _templates(workflow):
        try:
            paths = Template(text).paths
        except TemplateError:
            continue  # which is said elsewhere
        for line, (space, *names) in paths:
            fact = names[0] if names else ""
            if space == "Issue" and f"Issue.{fact}" not in _ASKED_FIRST.findall(text):
                yield stage, before + line, fact


def unknown_facts(workflow: Workflow, tracker: str) -> Iterator[Diagnostic]:
    """What templates say of the issue that this tracker does not know, all of it errors."""
    facts = facts_of(tracker, SOME_ISSUE)
    plain = set[int]()
    for stage, line, fact in _issue_facts(workflow):
        if fact and isinstance(unknown := facts[fact], Absent):
            plain.add(line)
            if fact in ISSUE_FACTS:  # of another name it was said before
                yield error(line, f"stage {stage.id}: {unknown.problem}", unknown.fix)
    for stage, text, before in _templates(workflow):
        try:  # what leads to a fact otherwise than by its plain name, as far as this comes
            Template(text).render({"Issue": facts})
        except TemplateError as wrong:
            if wrong.problem.startswith(facts.owner) and before + wrong.line not in plain:
                yield error(before + wrong.line, f"stage {stage.id}: {wrong.problem}", wrong.fix)


# -- what a tracker cannot do

TRACKER_ACTIONS = (
    "merge_pr",
    "close_issue",
    "add_labels",
    "remove_labels",
    "move_issue",
    "comment_issue",
)


def _tracker_actions(workflow: Workflow) -> Iterator[tuple[Stage, int, str]]:
    """The actions on an issue or its pull request, each with stage and line."""
    for stage in workflow.stages:
        for name in TRACKER_ACTIONS:
            if getattr(stage.on_enter, name):
                yield stage, stage.line_of(f"on_enter.{name}"), name


def needs_issue(workflow: Workflow) -> Iterator[Diagnostic]:
    """All for which a workflow cannot run without an issue of its own, as errors."""
    found = [(stage, line, "a template names .Issue") for stage, line, _ in _issue_facts(workflow)]
    # Also with an `issue_id`: what a run has no issue of, it has no tracker for.
    found += [
        (stage, line, f"{name} is for an issue") for stage, line, name in _tracker_actions(workflow)
    ]
    for stage in workflow.stages:
        judge = stage.on_enter.judge
        if judge is not None and (judge.panel or "issue" in judge.inputs):
            found.append((stage, stage.line_of("on_enter.judge"), "its judge reads the issue"))
    is_timed = isinstance(workflow.start, Cron)
    fix = (
        "a schedule gives none: remove it, or start the run with an issue"
        if is_timed
        else "name one after --issue"
    )
    for stage, line, what in found:
        yield error(line, f"stage {stage.id}: {what}, and there is none", fix)


def unsupported(workflow: Workflow, abilities: frozenset[str]) -> Iterator[Diagnostic]:
    """The actions that a tracker with these abilities cannot carry out, all of them errors."""
    for stage in workflow.stages:
        if stage.on_enter.dependency_updates is not None:
            line = stage.line_of("on_enter.dependency_updates")
            yield error(
                line, "dependency_updates is not carried out here", "do it with a command in `run`"
            )
    for _, line, action in _tracker_actions(workflow):
        if ("labels" if action in ("add_labels", "remove_labels") else action) in abilities:
            continue
        if action == "merge_pr":
            fix = "merge with a command in `run`, such as `gh pr merge`, or by hand"
            yield error(line, "only github and gitea can merge_pr", fix)
        elif not abilities:
            text = f"an issue from a file has no tracker for {action}"
            yield error(line, text, "use an issue of a tracker, or remove it")
        else:
            yield error(
                line,
                f"the tracker cannot carry out {action}",
                "remove it, or use a tracker that can",
            )


def unsupported_triggers(workflow: Workflow, abilities: frozenset[str]) -> Iterator[Diagnostic]:
    """What a tracker with these abilities never reports or knows, all of it warnings."""
    for stage in workflow.stages:
        for number, trigger in enumerate(stage.triggers):
            if (
                isinstance(trigger, stage_triggers.PullRequestTrigger)
                and "pr_events" not in abilities
            ):
                text = f"the tracker does not report {trigger.title()}"
                yield warning(
                    stage.line_of(f"triggers.{number}"),
                    text,
                    "tell the run by `coordinator decide`",
                )
        for key, _ in stage.skip_rules if "labels" not in abilities else ():
            yield warning(
                stage.line_of(key),
                f"the tracker has no labels, so {key} takes the issue to have none",
            )


def unset_variables(workflow: Workflow, value_of: Callable[[str], str]) -> Iterator[Diagnostic]:
    """The variables of commands that are coordinator's own, or that have no value, all of them errors."""
    for stage in workflow.stages:
        for number, name in enumerate(stage.on_enter.run.environment if stage.on_enter.run else ()):
            line = stage.line_of(f"on_enter.run.environment.{number}")
            if name.startswith(PREFIX):
                yield error(line, f"stage {stage.id}: {name} is for coordinator alone", "remove it")
            elif not value_of(name):
                text = f"stage {stage.id}: its command needs the variable {name}, which is not set"
                yield error(
                    line,
                    text,
                    "set it in the environment, or in the file env of the home directory",
                )


NO_LABELERS = "the tracker does not tell who labels an issue", "allow everybody: ['*']"
# After which an issue need not match anew
NO_STARTS = ("issue_edited", "issue_unassigned", "issue_updated")


def unsupported_starts(
    workflow: Workflow, abilities: frozenset[str], statuses: Collection[str]
) -> Iterator[Diagnostic]:
    """What keeps a workflow from starting by itself with such a tracker, whose statuses are these if they are known."""
    source = workflow.start
    lines = workflow.trigger.lines if workflow.trigger is not None else {}
    if isinstance(source, PullRequestStart) and "pr_starts" not in abilities:
        fix = "start it with an issue, by its status or a label"
        yield error(
            lines["trigger.pull_request"], "the tracker does not tell of new pull requests", fix
        )
    for state in source.states if isinstance(source, IssueStart) and statuses else ():
        if not status_in((*statuses, "open"), state):
            line = lines.get("trigger") or workflow.lines["trigger_status"]
            yield error(
                line, f"the tracker has no status {quoted(state)}", nearest(state, statuses)
            )
    if isinstance(source, IssueStart) and workflow.allowed_labelers not in ((), ("*",)):
        yield error(workflow.lines["allowed_labelers"], *NO_LABELERS)
    for place, line in lines.items():
        key = place.rpartition(".")[2]
        value = getattr(source, key, None) if place.count(".") == 2 else None
        if key == "event" and value in NO_STARTS:
            text = f"a run starts when an issue begins to match, and {value} is no beginning"
            yield error(line, text, "name another event")
        if key == "labelers" and value not in (None, (), ("*",)):
            yield error(line, *NO_LABELERS)
        if value and source is not None and type(source).model_fields[key].description == ABOUT:
            yield warning(line, f"{place} has no effect here")


def status_in(statuses: Iterable[str], name: str) -> str:
    """Return what a tracker calls a status that a workflow may write as `In Review`; empty if it has none."""
    wanted = "_".join(name.replace("-", " ").split()).casefold()
    return next((status for status in statuses if status.casefold() == wanted), "")

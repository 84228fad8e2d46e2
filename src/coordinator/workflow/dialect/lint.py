"""Find mistakes in a workflow, such as unknown names and stages that no event leads to.

An error means that a run cannot do what the file says. A warning names a probable mistake.
"""

from collections.abc import Iterator

from coordinator.config.diagnostics import Diagnostic, error, in_order, warning
from coordinator.config.suggestions import nearest, quoted
from coordinator.workflow.dialect.reader import draft, runnable
from coordinator.workflow.dialect.routes import Routes, shortest_way
from coordinator.workflow.dialect.schema import Stage, Workflow
from coordinator.workflow.dialect.stage_triggers import (
    GateReached,
    JudgeVerdict,
    OutputMatches,
    PrConditions,
    StageTimeout,
    StageTrigger,
    Trigger,
)
from coordinator.workflow.dialect.template_lint import check_templates


def load_workflow(label: str, text: str) -> tuple[Workflow, tuple[Diagnostic, ...]]:
    """Return a workflow without errors, and its warnings. Raise UsageError for the first error."""
    workflow, notes = check(label, text)
    return runnable(label, workflow, notes), notes


def check(label: str, text: str) -> tuple[Workflow | None, tuple[Diagnostic, ...]]:
    """Return the workflow in a text, and all errors and warnings about it.

    The workflow is None if a key or the type of a value is wrong.
    """
    workflow, notes = draft(label, text)
    if workflow is None:
        return None, in_order(notes)
    return workflow, in_order([*notes, *lint(workflow)])


def lint(workflow: Workflow) -> Iterator[Diagnostic]:
    """Yield errors and warnings about a workflow whose keys and value types are valid."""
    yield from check_inputs(workflow)
    yield from check_names(workflow)
    for stage in workflow.stages:
        for key, rule in stage.skip_rules:
            place = f"{key}.go_to"
            yield from check_target(workflow, stage, place, place, rule.go_to)
        for number, trigger in enumerate(stage.triggers):
            yield from check_trigger(workflow, stage, f"triggers.{number}", trigger)
    yield from check_skip_cycles(workflow)
    for stage in workflow.stages:
        yield from check_judge(workflow, stage)
        yield from check_gate(workflow, stage)
    yield from check_templates(workflow)
    yield from check_routes(Routes(workflow))


def check_inputs(workflow: Workflow) -> Iterator[Diagnostic]:
    names: set[str] = set()
    for each in workflow.inputs:
        what = f"input {quoted(each.name)}"
        if each.name in names:
            yield error(each.line, f"{what} is given twice", "rename one of them")
        names.add(each.name)
        if each.type == "enum" and not each.options:
            yield error(each.line, f"{what} is an enum without options", "add `options:`")
            continue
        wrong = each.check(each.default) if each.default else ""
        if wrong:
            yield error(
                each.line,
                f"the default of {what}: {wrong}",
                "correct it, as no run can start with it",
            )


def check_names(workflow: Workflow) -> Iterator[Diagnostic]:
    """Yield notes about duplicate stage ids, and about a missing or second entry stage."""
    first_lines: dict[str, int] = {}
    for stage in workflow.stages:
        if stage.id in first_lines:
            fix = f"rename it, or the one in line {first_lines[stage.id]}"
            yield error(stage.line_of("id"), f"stage {quoted(stage.id)} is defined twice", fix)
        first_lines.setdefault(stage.id, stage.line)
    entries = [stage for stage in workflow.stages if stage.entry]
    if not entries:
        fix = "give the first stage `entry: true`"
        yield error(workflow.stages[0].line, "no stage is the entry", fix)
    for stage in entries[1:]:
        text = f"the run begins at {quoted(entries[0].id)}"
        yield warning(stage.line_of("entry"), text, "only the first entry counts")


# -- routes between stages


def check_target(
    workflow: Workflow, stage: Stage, place: str, name: str, go_to: str
) -> Iterator[Diagnostic]:
    """Yield an error if a `go_to` names an unknown stage or the stage itself.

    `place` is the path of the `go_to` in the stage. `name` is its name in the error message.
    """
    line = stage.line_of(place)
    ids = [each.id for each in workflow.stages]
    if go_to == stage.id:
        yield error(line, f"{name} leads to the stage itself", "name another stage")
    elif go_to not in ids:
        yield error(line, f"{name} names an unknown stage: {quoted(go_to)}", nearest(go_to, ids))


def check_trigger(
    workflow: Workflow, stage: Stage, place: str, trigger: Trigger
) -> Iterator[Diagnostic]:
    if isinstance(trigger, StageTimeout):
        name = "stage_timeout.go_to"
        yield from check_target(workflow, stage, f"{place}.go_to", name, trigger.go_to)
    elif isinstance(trigger, StageTrigger):
        yield from check_source(workflow, stage, place, trigger)
    elif isinstance(trigger, OutputMatches) and trigger.output not in workflow.outputs:
        line = stage.line_of(f"{place}.output")
        yield error(line, _unwritten(trigger.output), _output_fix(trigger.output, workflow))
    elif isinstance(trigger, PrConditions) and trigger == PrConditions():
        text = "pr_conditions has no conditions, so any pull request meets it"
        yield warning(stage.line_of(place), text)


def check_source(
    workflow: Workflow, stage: Stage, place: str, trigger: StageTrigger
) -> Iterator[Diagnostic]:
    """Yield a note if a trigger waits for a judge, gate or command that does not exist."""
    key = _source_key(trigger)
    ids = [each.id for each in workflow.stages]
    owners = [each.id for each in workflow.stages if _has_source(each, trigger)]
    name = trigger.stage
    line = stage.line_of(f"{place}.stage")
    if not name:
        if not owners:
            text = f"no stage has a `{key}`, so there is nothing to wait for"
            yield warning(stage.line_of(place), text, f"add a `{key}`")
    elif name.casefold() not in map(str.casefold, ids):
        yield error(line, f"there is no stage {quoted(name)}", nearest(name, ids))
    elif name.casefold() not in map(str.casefold, owners):
        fix = nearest(name, owners) if owners else f"give it a `{key}`"
        yield error(line, f"stage {quoted(name)} has no {key}", fix)


def _source_key(trigger: StageTrigger) -> str:
    """Return the key, such as `judge`, whose result the trigger waits for."""
    if isinstance(trigger, JudgeVerdict):
        return "judge"
    if isinstance(trigger, GateReached):
        return "gate"
    return "run"


def _has_source(stage: Stage, trigger: StageTrigger) -> bool:
    if isinstance(trigger, JudgeVerdict):
        return stage.on_enter.judge is not None
    if isinstance(trigger, GateReached):
        return stage.gate is not None
    return stage.on_enter.run is not None


def check_skip_cycles(workflow: Workflow) -> Iterator[Diagnostic]:
    edges: dict[str, list[str]] = {}
    for stage in workflow.stages:
        edges[stage.id] = [rule.go_to for _, rule in stage.skip_rules]
    told: set[str] = set()
    for stage in workflow.stages:
        for target in edges[stage.id]:
            cycle = [stage.id, *shortest_way(target, stage.id, edges)]
            if len(cycle) > 2 and told.isdisjoint(cycle):
                told.update(cycle)
                text = f"skip rules form a cycle: {' -> '.join(cycle)}"
                yield error(stage.line_of("skip_if"), text, "let one of them lead to another stage")


def check_routes(routes: Routes) -> Iterator[Diagnostic]:
    """Yield warnings about verdicts that lead nowhere, unreachable stages and endless loops."""
    workflow = routes.workflow
    for stage in workflow.stages:
        yield from _check_verdicts(routes, stage)
    if any(stage.entry for stage in workflow.stages):
        yield from _check_reached(routes)
    for loop in routes.loops():
        way = " -> ".join(loop)
        text = (
            f"no stage of the loop {way} has max_visits, "
            "so workflow.max_visits of the configuration limits it (default 5)"
        )
        yield warning(workflow.stage(loop[1]).line, text, "give one of its stages `max_visits`")


def _check_verdicts(routes: Routes, stage: Stage) -> Iterator[Diagnostic]:
    """Yield a warning for each verdict of the stage's judge that no stage waits for."""
    judge = stage.on_enter.judge
    if judge is None or stage.terminal or stage.gate is not None:
        return
    for verdict in ("pass", "fail"):
        blocks = judge.require.verdict not in (None, verdict) and not judge.continue_on_error
        if routes.verdict(stage.id, verdict) or blocks:
            continue
        text = (
            f"no stage waits for the verdict {verdict} of {quoted(stage.id)}, "
            "so the run stays there"
        )
        fix = f"add a stage with `judge_verdict: {verdict}`"
        yield warning(stage.line_of("on_enter.judge"), text, fix)


def _check_reached(routes: Routes) -> Iterator[Diagnostic]:
    """Yield a warning for each stage that no run can reach, and one if no run can end."""
    stages = routes.workflow.stages
    for stage in stages:
        if stage.id not in routes.reached:
            text = f"stage {quoted(stage.id)} is never entered"
            yield warning(stage.line, text, _entering_fix(routes.workflow, stage))
    yield from _check_left(routes)
    ends = [stage.id for stage in stages if stage.terminal]
    if routes.reached.isdisjoint(ends):
        fix = "give the last stage `terminal: true`"
        if ends:
            fix = f"add a route to {' or '.join(ends)}"
        text = "no terminal stage can be reached, so no run can complete"
        yield warning(stages[0].line, text, fix)


def _check_left(routes: Routes) -> Iterator[Diagnostic]:
    """Yield a warning for each stage without an end and without a way out."""
    for stage in routes.workflow.stages:
        if stage.terminal or stage.id not in routes.reached or routes.ways_out(stage.id):
            continue
        text = f"no event leads out of stage {quoted(stage.id)}, so a run stops there"
        fix = "give it `terminal: true`, or add a route to another stage"
        yield warning(stage.line, text, fix)


def _entering_fix(workflow: Workflow, stage: Stage) -> str:
    """Return the fix for a stage that no run can reach."""
    if all(isinstance(trigger, StageTimeout) for trigger in stage.triggers):
        return "give it a trigger, or remove it"
    if workflow.match == "document":
        return "an earlier stage waits for the same event; `match: next` would lead to this one"
    return "no event that leads to it can happen: change its triggers, or remove it"


# -- judges, gates and outputs


def check_judge(workflow: Workflow, stage: Stage) -> Iterator[Diagnostic]:
    judge = stage.on_enter.judge
    place = "on_enter.judge"
    if judge is None:
        return
    has_command = any(each.on_enter.run for each in workflow.stages)
    if "test_output" in judge.inputs and not has_command:
        line = stage.line_of(f"{place}.inputs.{judge.inputs.index('test_output')}")
        yield warning(line, "no stage runs a command, so there is no test_output")
    if judge.protocol and not judge.panel:
        yield error(stage.line_of(f"{place}.protocol"), "a protocol needs a panel", "add `panel:`")
    if not judge.panel:
        return
    for name in ("model", "inputs", "max_tokens", "timeout"):
        if f"{place}.{name}" in stage.lines:
            text = f"the panel judges, so {name} has no effect"
            yield warning(stage.line_of(f"{place}.{name}"), text, "remove one of them")


def check_gate(workflow: Workflow, stage: Stage) -> Iterator[Diagnostic]:
    gate = stage.gate
    if gate is None:
        if stage.plan_gate:
            text = "plan_gate without a gate has no effect"
            yield warning(stage.line_of("plan_gate"), text, "add a `gate`")
        return
    if gate.passes is None and gate.fails is None:
        text = "the gate has neither `pass` nor `fail`"
        yield error(stage.line_of("gate"), text, "add `pass` with a condition")
    if gate.output not in workflow.outputs:
        note = warning if gate.treat_skipped_as_pass else error
        line = stage.line_of("gate.output")
        yield note(line, _unwritten(gate.output), _output_fix(gate.output, workflow))


def _unwritten(output: str) -> str:
    return f"no stage writes the output {quoted(output)}"


def _output_fix(output: str, workflow: Workflow) -> str:
    if workflow.outputs:
        return nearest(output, workflow.outputs)
    return "give a `run` or a `judge` this `output`"

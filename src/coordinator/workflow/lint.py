"""What a workflow says that it cannot mean: names of nothing, stages nobody comes to, verdicts nobody waits for.

An error keeps a run from doing what the file says; a warning is worth a look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from coordinator.config.yaml_file import nearest, quoted
from coordinator.workflow.dialect import JUDGE_INPUTS
from coordinator.workflow.note_places import error, outputs_written, warning
from coordinator.workflow.notes import Diagnostic, refuse_errors
from coordinator.workflow.reader import Read, draft, read_workflow
from coordinator.workflow.routes import Routes
from coordinator.workflow.schema import (
    GateReached,
    JudgeVerdict,
    OutputMatches,
    PrConditions,
    Stage,
    StageTimeout,
    Workflow,
)
from coordinator.workflow.template_lint import template_notes
from coordinator.workflow.tracker_support import unheard, unsupported

__all__ = ["check", "lint", "load_workflow", "unheard", "unsupported"]


def load_workflow(label: str, text: str) -> Read:
    """The workflow in a text that may be run, with all warnings; UsageError names the first line with an error."""
    read = read_workflow(label, text)
    found = lint(read.workflow)
    refuse_errors(label, found)
    return read.model_copy(update={"notes": _in_order([*read.notes, *found])})


def check(label: str, text: str) -> tuple[Workflow | None, tuple[Diagnostic, ...]]:
    """Everything there is to say about a text, and the workflow unless an error in its form keeps it from being one."""
    made = draft(label, text)
    more = () if made.workflow is None else lint(made.workflow)
    return made.workflow, _in_order([*made.notes, *more])


def lint(workflow: Workflow) -> tuple[Diagnostic, ...]:
    """Errors and warnings about a workflow that reads well, in the order of their lines."""
    routes = Routes(workflow)
    on_stages = chain.from_iterable(rule(workflow) for rule in RULES)
    on_routes = chain.from_iterable(rule(routes) for rule in ROUTE_RULES)
    return _in_order([*on_stages, *on_routes])


def _in_order(notes: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(notes, key=lambda note: note.line))


def _ids(workflow: Workflow) -> list[str]:
    return [stage.id for stage in workflow.stages]


# -- stages


def _unique_ids(workflow: Workflow) -> Iterator[Diagnostic]:
    first: dict[str, int] = {}
    for stage in workflow.stages:
        if stage.id in first:
            fix = f"rename it, or the one in line {first[stage.id]}"
            yield error(stage, "id", f"stage {quoted(stage.id)} is there twice", fix)
        first.setdefault(stage.id, stage.line)


def _entry(workflow: Workflow) -> Iterator[Diagnostic]:
    entries = [stage for stage in workflow.stages if stage.entry]
    if not entries:
        yield error(workflow.stages[0], "", "no stage is the entry", "give the first stage `entry: true`")
    for stage in entries[1:]:
        yield warning(stage, "entry", f"the run begins at {quoted(entries[0].id)}", "only the first entry counts")


def _reach(routes: Routes) -> Iterator[Diagnostic]:
    workflow = routes.workflow
    if not any(stage.entry for stage in workflow.stages):
        return
    for number, stage in enumerate(workflow.stages):
        if number not in routes.reached:
            yield warning(stage, "", f"stage {quoted(stage.id)} is never entered", _why_unreached(workflow, stage))
    if not any(workflow.stages[number].terminal for number in routes.reached):
        ends = [stage.id for stage in workflow.stages if stage.terminal]
        fix = f"make a way to {' or '.join(ends)}" if ends else "give the last stage `terminal: true`"
        yield warning(workflow.stages[0], "", "no terminal stage can be reached, so the run has no end", fix)


def _why_unreached(workflow: Workflow, stage: Stage) -> str:
    if all(isinstance(trigger, StageTimeout) for trigger in stage.triggers):
        return "give it a trigger, or remove it"
    if workflow.match == "document":
        return "an earlier stage waits for the same; `match: next` goes on to this one"
    return "nothing that leads to it can happen"


def _loops(routes: Routes) -> Iterator[Diagnostic]:
    workflow = routes.workflow
    ids = _ids(workflow)
    for loop in routes.loops():
        way = " -> ".join(ids[number] for number in loop)
        text = f"the loop {way} has no max_visits, so workflow.max_visits of the configuration bounds it (5)"
        yield warning(workflow.stages[loop[1]], "", text, "give one of its stages `max_visits`")


# -- names of other stages


def _targets(workflow: Workflow) -> Iterator[Diagnostic]:
    ids = _ids(workflow)
    for stage in workflow.stages:
        for place, go_to in _go_tos(stage):
            if go_to == stage.id:
                yield error(stage, place, f"{_named(place)} leads to the stage itself", "name another stage")
            elif go_to not in ids:
                yield error(stage, place, f"{_named(place)} names no stage: {quoted(go_to)}", nearest(go_to, ids))


def _go_tos(stage: Stage) -> Iterator[tuple[str, str]]:
    for number, trigger in enumerate(stage.triggers):
        if isinstance(trigger, StageTimeout):
            yield f"triggers.{number}.go_to", trigger.go_to
    for name, rule in (("skip_if", stage.skip_if), ("skip_unless", stage.skip_unless)):
        if rule is not None:
            yield f"{name}.go_to", rule.go_to


def _named(place: str) -> str:
    return "stage_timeout.go_to" if place.startswith("triggers") else place


def _sources(workflow: Workflow) -> Iterator[Diagnostic]:
    judges = {stage.id.casefold() for stage in workflow.stages if stage.on_enter.judge is not None}
    gates = {stage.id.casefold() for stage in workflow.stages if stage.gate is not None}
    for stage in workflow.stages:
        for number, trigger in enumerate(stage.triggers):
            place = f"triggers.{number}"
            if isinstance(trigger, GateReached):
                yield from _source(workflow, stage, place, trigger.stage, "gate", gates)
            elif isinstance(trigger, JudgeVerdict) and trigger.stage:
                yield from _source(workflow, stage, place, trigger.stage, "judge", judges)
            elif isinstance(trigger, JudgeVerdict) and not judges:
                yield warning(stage, place, "no stage judges, so there is no verdict to wait for", "add a `judge`")


def _source(
    workflow: Workflow, stage: Stage, place: str, name: str, what: str, having: set[str]
) -> Iterator[Diagnostic]:
    ids = _ids(workflow)
    if name.casefold() not in {id.casefold() for id in ids}:
        yield error(stage, f"{place}.stage", f"there is no stage {quoted(name)}", nearest(name, ids))
    elif name.casefold() not in having:
        owners = [id for id in ids if id.casefold() in having]
        fix = nearest(name, owners) if owners else f"give it a `{what}`"
        yield error(stage, f"{place}.stage", f"stage {quoted(name)} has no {what}", fix)


def _skip_cycles(workflow: Workflow) -> Iterator[Diagnostic]:
    edges = {stage.id: [rule.go_to for rule in (stage.skip_if, stage.skip_unless) if rule] for stage in workflow.stages}
    told: set[str] = set()
    for stage in workflow.stages:
        cycle = _cycle(stage.id, edges)
        if len(cycle) > 2 and not told & set(cycle):
            told |= set(cycle)
            yield error(stage, "skip_if", f"skip rules go round: {' -> '.join(cycle)}", "lead one of them elsewhere")


def _cycle(first: str, edges: dict[str, list[str]]) -> list[str]:
    """A way from a stage back to it over skip rules, both ends included; empty if there is none."""
    ways, met = [[first]], set[str]()
    while ways:
        way = ways.pop()
        for go in edges.get(way[-1], ()):
            if go == first:
                return [*way, go]
            if go not in met:
                met.add(go)
                ways.append([*way, go])
    return []


# -- judges, gates and outputs


def _judges(workflow: Workflow) -> Iterator[Diagnostic]:
    commands = any(stage.on_enter.run for stage in workflow.stages)
    for stage in workflow.stages:
        judge, at = stage.on_enter.judge, "on_enter.judge"
        if judge is None:
            continue
        for number, name in enumerate(judge.inputs):
            if name not in JUDGE_INPUTS:
                text = f"there is no judge input {quoted(name)}"
                yield error(stage, f"{at}.inputs.{number}", text, nearest(name, JUDGE_INPUTS))
            elif name == "test_output" and not commands:
                yield warning(stage, f"{at}.inputs.{number}", "no stage runs a command, so there is no test_output")
        if judge.protocol and not judge.panel:
            yield error(stage, f"{at}.protocol", "a protocol needs a panel", "add `panel:`")
        if judge.panel:
            yield from _idle_beside_a_panel(stage, at)


def _idle_beside_a_panel(stage: Stage, at: str) -> Iterator[Diagnostic]:
    for name in ("model", "inputs", "max_tokens", "timeout"):
        if f"{at}.{name}" in stage.lines:
            yield warning(stage, f"{at}.{name}", f"the panel judges, so {name} has no effect", "remove one of them")


def _verdicts(routes: Routes) -> Iterator[Diagnostic]:
    for number, stage in enumerate(routes.workflow.stages):
        judge = stage.on_enter.judge
        if judge is None or stage.terminal or stage.gate is not None:
            continue
        for verdict in ("pass", "fail"):
            blocked = judge.require and judge.require != verdict and not judge.continue_on_error
            if routes.verdict(number, verdict) is None and not blocked:
                text = f"no stage waits for the verdict {verdict} of {quoted(stage.id)}, so the run stays there"
                yield warning(stage, "on_enter.judge", text, f"add a stage with `judge_verdict: {verdict}`")


def _gates(workflow: Workflow) -> Iterator[Diagnostic]:
    written = outputs_written(workflow)
    for stage in workflow.stages:
        gate = stage.gate
        if gate is None:
            if stage.plan_gate:
                yield warning(stage, "plan_gate", "plan_gate without a gate has no effect", "add a `gate`")
            continue
        if gate.passes is None and gate.fails is None:
            yield error(stage, "gate", "the gate has neither `pass` nor `fail`", "add when it passes")
        if gate.output not in written:
            make = warning if gate.treat_skipped_as_pass else error
            yield make(
                stage, "gate.output", f"no stage writes the output {quoted(gate.output)}", _near(gate.output, written)
            )


def _near(name: str, written: list[str]) -> str:
    return nearest(name, written) if written else "give a `run` or a `judge` this `output`"


def _matched_outputs(workflow: Workflow) -> Iterator[Diagnostic]:
    written = outputs_written(workflow)
    for stage in workflow.stages:
        for number, trigger in enumerate(stage.triggers):
            if isinstance(trigger, OutputMatches) and trigger.output not in written:
                text = f"no stage writes the output {quoted(trigger.output)}"
                yield error(stage, f"triggers.{number}.output", text, _near(trigger.output, written))
            if isinstance(trigger, PrConditions) and not (trigger.ci or trigger.reviews or trigger.quiet_for):
                yield warning(stage, f"triggers.{number}", "pr_conditions states nothing, so any pull request will do")


RULES: tuple[Callable[[Workflow], Iterator[Diagnostic]], ...] = (
    _unique_ids,
    _entry,
    _targets,
    _sources,
    _skip_cycles,
    _judges,
    _gates,
    _matched_outputs,
    template_notes,
)
ROUTE_RULES: tuple[Callable[[Routes], Iterator[Diagnostic]], ...] = (_verdicts, _reach, _loops)

"""Where a run can go: from each stage the stages that an event may lead to, without running anything."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Literal, NamedTuple

from coordinator.workflow.dialect import stage_triggers
from coordinator.workflow.dialect.schema import Stage, Workflow
from coordinator.workflow.dialect.stage_triggers import StageTrigger, Trigger

Means = Literal[
    "message", "verdict", "failure", "gate", "timeout", "skip", "output", "pull request"
]
AUTOMATIC: tuple[Means, ...] = ("verdict", "failure", "gate", "timeout")
ONCE: tuple[Means, ...] = ("output", "pull request")  # these lead into a stage once in a run


class Route(NamedTuple):
    """One way from a stage to a stage, and which token, verdict, result, key or output it is that opens it."""

    come: str
    go: str
    means: Means
    awaited: str


def leads_to(workflow: Workflow, come: str, waits: Callable[[Stage, Trigger], bool]) -> str:
    """The stage that an event leads to of those with a trigger that waits for it: the rule of `match`."""
    by_document = workflow.match == "document"
    order = workflow.stages if by_document else workflow.after(come)
    found = next(
        (stage.id for stage in order if any(waits(stage, trigger) for trigger in stage.triggers)),
        "",
    )
    # What leads to the current stage again is dropped, not passed on to a later match.
    if by_document and found == come:
        return ""
    return found


class Routes:
    """The routes of a workflow, by the ids of its stages; the id of nowhere is empty."""

    def __init__(self, workflow: Workflow) -> None:
        self.workflow = workflow
        self._tokens: dict[str, str] = {}  # as they are first written
        for token in workflow.tokens:
            self._tokens.setdefault(token.casefold(), token)

    @cached_property
    def all(self) -> tuple[Route, ...]:
        """Every route there is, in the order of the stages that it leads from."""
        routes = []
        ids = {stage.id for stage in self.workflow.stages}
        for stage in self.workflow.stages:
            for means, awaited, go in self._ways(stage):
                if go in ids:
                    routes.append(Route(stage.id, go, means, awaited))
        return tuple(routes)

    def _ways(self, stage: Stage) -> Iterator[tuple[Means, str, str]]:
        """What may happen in a stage, and where it leads, if anywhere."""
        come = stage.id
        for key, rule in stage.skip_rules:
            yield "skip", key, rule.go_to
        if stage.can_fail:
            yield "failure", "", self.failure(come)
        if stage.terminal:
            return
        for token in self._tokens.values():
            yield "message", token, self.message(come, token)
        for verdict in ("fail", "pass") if stage.on_enter.judge is not None else ():
            yield "verdict", verdict, self.verdict(come, verdict)
        for result in ("fail", "error", "pass") if stage.gate is not None else ():
            yield "gate", result, self.gate(come, result)
        if stage.timeout is not None and stage.timeout.go_to != come:
            yield "timeout", f"{stage.timeout.after}", stage.timeout.go_to
        for other in self.workflow.stages:
            for trigger in other.triggers if other is not stage else ():
                if (
                    isinstance(trigger, stage_triggers.OutputMatches)
                    and trigger.output in stage.outputs
                ):
                    yield "output", f"{trigger.path} is {' or '.join(trigger.any_of)}", other.id
                elif isinstance(trigger, stage_triggers.PullRequestTrigger):
                    yield "pull request", trigger.title(), other.id

    @cached_property
    def reached(self) -> frozenset[str]:
        """The stages that a run can come to from its entry."""
        entry = next((stage.id for stage in self.workflow.stages if stage.entry), None)
        if entry is None:
            return frozenset()
        return frozenset(_walk(entry, _grouped(route[:2] for route in self.all)))

    def verdict(self, come: str, verdict: str) -> str:
        """The stage that a verdict of this stage's judge leads to."""
        return self._after(come, stage_triggers.JudgeVerdict, verdict)

    def failure(self, come: str) -> str:
        """The stage that a failed command of this stage leads to."""
        return self._after(come, stage_triggers.RunFailed, "")

    def gate(self, come: str, result: str) -> str:
        return self._after(come, stage_triggers.GateReached, result)

    def _after(self, come: str, kind: type[StageTrigger], verdict: str) -> str:
        def waits(_stage: Stage, trigger: Trigger) -> bool:
            if not isinstance(trigger, kind) or getattr(trigger, "verdict", "") != verdict:
                return False
            # One that names none waits for any
            return trigger.stage.casefold() in ("", come.casefold())

        return leads_to(self.workflow, come, waits)

    def message(self, come: str, token: str) -> str:
        wanted = token.casefold()
        return leads_to(
            self.workflow, come, lambda stage, _: wanted in map(str.casefold, stage.tokens)
        )

    def returns(self, come: str) -> list[str]:
        """The stages where the agent may have worked last, to which a failed command without a route goes back."""
        prompting = {stage.id for stage in self.workflow.stages if stage.on_enter.inject.strip()}
        kept = [route for route in self.all if route.means not in ONCE]
        back = _grouped(
            (route.go, route.come)
            for route in kept
            if route.go == come or route.go not in prompting
        )
        return [stage for stage in _walk(come, back) if stage in prompting and stage != come]

    def asks_for_more(self, come: str, to: str) -> bool:
        """Whether a stage has the agent say what leads to another one, by stages that ask nothing of it."""
        asked = self.workflow.stage(come).on_enter.inject.casefold()
        for token in (token for token in self._tokens if token in asked):
            passed = {come}
            here = self.message(come, token)
            while (
                here not in (to, "", *passed)
                and not self.workflow.stage(here).on_enter.inject.strip()
            ):
                passed.add(here)
                here = self.message(here, token)
            if here == to:
                return True
        return False

    def loops(self) -> Iterator[tuple[str, ...]]:
        """Ways from a stage back to it, by verdict, gate or time, on which no stage says how often it is visited."""
        bounded = {stage.id for stage in self.workflow.stages if stage.max_visits is not None}
        kept = [
            route for route in self.all if route.means not in ONCE and route.come in self.reached
        ]
        kept = [route for route in kept if not {route.come, route.go} & bounded]
        targets = _grouped(route[:2] for route in kept)
        told = set[str]()
        for route in kept:
            if route.means in AUTOMATIC and route.come not in told:
                way = shortest_way(route.go, route.come, targets)
                told |= set(way)
                if way:
                    yield (route.come, *way)


def _grouped(pairs: Iterable[tuple[str, str]]) -> Mapping[str, list[str]]:
    """For each first of the pairs all that it is paired with."""
    found: dict[str, list[str]] = {}
    for first, second in pairs:
        found.setdefault(first, []).append(second)
    return found


def _walk(first: str, targets: Mapping[str, list[str]]) -> Mapping[str, str]:
    """Every stage that can be come to, with the one before it on a shortest way."""
    before = {first: first}
    waiting = deque([first])
    while waiting:
        come = waiting.popleft()
        for go in targets.get(come, ()):
            if go not in before:
                before[go] = come
                waiting.append(go)
    return before


def shortest_way(first: str, last: str, targets: Mapping[str, list[str]]) -> list[str]:
    """A shortest way from a stage to another, both included; empty if there is none."""
    before = _walk(first, targets)
    if last not in before:
        return []
    way = [last]
    while way[-1] != first:
        way.append(before[way[-1]])
    return way[::-1]

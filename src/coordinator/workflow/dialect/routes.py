"""Find the routes between the stages of a workflow without running it."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Literal, NamedTuple

from coordinator.workflow.dialect.schema import Stage, Workflow
from coordinator.workflow.dialect.stage_triggers import (
    GateReached,
    JudgeVerdict,
    OutputMatches,
    PullRequestTrigger,
    RunFailed,
    StageTrigger,
    Trigger,
)

Means = Literal[
    "message", "verdict", "failure", "gate", "timeout", "skip", "output", "pull request"
]
AUTOMATIC: tuple[Means, ...] = ("verdict", "failure", "gate", "timeout")
# What a route by the end of a pull request waits for.
PULL_ENDS = ("pr_merged", "pr_closed")
# Events of these kinds lead into a stage only once in a run.
ONCE: tuple[Means, ...] = ("output", "pull request")


class Route(NamedTuple):
    """A route from the stage `come` to the stage `go`.

    `means` is the kind of event that opens the route. `awaited` is the event itself, such as a
    token, a verdict or an output.
    """

    come: str
    go: str
    means: Means
    awaited: str


def leads_to(workflow: Workflow, come: str, waits: Callable[[Stage, Trigger], bool]) -> str:
    """Return the stage that an event in stage `come` leads to, or an empty string.

    `waits` returns whether a trigger of a stage waits for the event. If several stages wait for it,
    the workflow's key `match` decides which one is returned.
    """
    for stage in _in_order(workflow, come):
        for trigger in stage.triggers:
            if waits(stage, trigger):
                return _unless_dropped(workflow, come, stage.id)
    return ""


def _in_order(workflow: Workflow, come: str) -> tuple[Stage, ...]:
    """Return the stages in the order in which they are checked for an event in stage `come`."""
    if workflow.match == "document":
        return workflow.stages
    return workflow.after(come)


def _unless_dropped(workflow: Workflow, come: str, found: str) -> str:
    """Return `found`, the stage that an event leads to; empty if the event is dropped."""
    # An event that leads to the current stage is dropped, not passed on to a later match.
    if workflow.match == "document" and found == come:
        return ""
    return found


class Routes:
    """The routes of a workflow. Stages are named by their ids; an empty id means no stage."""

    def __init__(self, workflow: Workflow) -> None:
        self.workflow = workflow
        # The first spelling of each token in the file, keyed by the case-folded token.
        self._tokens: dict[str, str] = {}
        for token in workflow.tokens:
            self._tokens.setdefault(token.casefold(), token)
        self._messages: dict[str, dict[str, str]] = {}

    @cached_property
    def all(self) -> tuple[Route, ...]:
        """All routes, in the order of the stages where they begin."""
        routes = []
        ids = {stage.id for stage in self.workflow.stages}
        for stage in self.workflow.stages:
            for route in self._routes_from(stage):
                if route.go in ids:
                    routes.append(route)
        return tuple(routes)

    def _routes_from(self, stage: Stage) -> Iterator[Route]:
        """Yield a route for each event that can happen in a stage, even if it leads nowhere."""
        come = stage.id
        for key, rule in stage.skip_rules:
            yield Route(come, rule.go_to, "skip", key)
        if stage.can_fail:
            yield Route(come, self.failure(come), "failure", "")
        if stage.terminal:
            return
        for token in self._tokens.values():
            yield Route(come, self.message(come, token), "message", token)
        if stage.on_enter.judge is not None:
            for verdict in ("fail", "pass"):
                yield Route(come, self.verdict(come, verdict), "verdict", verdict)
        if stage.gate is not None:
            for result in ("fail", "error", "pass"):
                yield Route(come, self.gate(come, result), "gate", result)
        if stage.timeout is not None and stage.timeout.go_to != come:
            yield Route(come, stage.timeout.go_to, "timeout", f"{stage.timeout.after}")
        for other in self.workflow.stages:
            if other is stage:
                continue
            for trigger in other.triggers:
                if isinstance(trigger, OutputMatches) and trigger.output in stage.outputs:
                    awaited = f"{trigger.path} is {' or '.join(trigger.any_of)}"
                    yield Route(come, other.id, "output", awaited)
                elif isinstance(trigger, PullRequestTrigger):
                    yield Route(come, other.id, "pull request", trigger.title())

    @cached_property
    def reached(self) -> frozenset[str]:
        """The stages that a run can reach from its entry."""
        targets = _targets(self.all)
        for stage in self.workflow.stages:
            if stage.entry:
                return frozenset(_walk(stage.id, targets))
        return frozenset()

    def verdict(self, come: str, verdict: str) -> str:
        """Return the stage that a verdict of this stage's judge leads to."""

        def waits(_stage: Stage, trigger: Trigger) -> bool:
            return (
                isinstance(trigger, JudgeVerdict)
                and trigger.verdict == verdict
                and _names(trigger, come)
            )

        return leads_to(self.workflow, come, waits)

    def failure(self, come: str) -> str:
        """Return the stage that a failed command of this stage leads to."""

        def waits(_stage: Stage, trigger: Trigger) -> bool:
            return isinstance(trigger, RunFailed) and _names(trigger, come)

        return leads_to(self.workflow, come, waits)

    def gate(self, come: str, result: str) -> str:
        """Return the stage that a result of this stage's gate leads to."""

        def waits(_stage: Stage, trigger: Trigger) -> bool:
            return (
                isinstance(trigger, GateReached)
                and trigger.verdict == result
                and _names(trigger, come)
            )

        return leads_to(self.workflow, come, waits)

    def message(self, come: str, token: str) -> str:
        """Return the stage that a message with this token leads to."""
        if come not in self._messages:
            self._messages[come] = self._stages_by_token(come)
        return self._messages[come].get(token.casefold(), "")

    def _stages_by_token(self, come: str) -> dict[str, str]:
        """Return the stages that messages in stage `come` lead to, keyed by case-folded token.

        A workflow with many stages has many tokens, so look at every stage only once.
        """
        found: dict[str, str] = {}
        for stage in _in_order(self.workflow, come):
            for token in stage.tokens:
                found.setdefault(token.casefold(), stage.id)
        return {token: _unless_dropped(self.workflow, come, to) for token, to in found.items()}

    def returns(self, come: str) -> list[str]:
        """Return the stages that a run can return to after a failed command in stage `come`.

        A run returns to the stage where its agent last worked, unless the failure has a route of
        its own.
        """
        prompting = {stage.id for stage in self.workflow.stages if stage.on_enter.inject.strip()}
        back: dict[str, list[str]] = {}
        for route in self.all:
            if route.means in ONCE:
                continue
            if route.go == come or route.go not in prompting:
                back.setdefault(route.go, []).append(route.come)
        return [stage for stage in _walk(come, back) if stage in prompting and stage != come]

    def ways_out(self, come: str) -> list[Route]:
        """Return the routes that a run without a failure can take out of a stage.

        A route by a message needs a stage that asks the agent, or one that a message led to. A
        route by an event of a pull request needs an open pull request.
        """
        has_message = self._asks(come) or come in self._entered_by_message
        found = []
        for route in self._by_stage.get(come, ()):
            if route.go == come or route.means in ("skip", "failure"):
                continue
            if route.means == "message" and not has_message:
                continue
            if route.means == "pull request" and come not in self._with_open_pull:
                continue
            found.append(route)
        return found

    @cached_property
    def _by_stage(self) -> Mapping[str, list[Route]]:
        """The routes, keyed by the stage where each begins."""
        found: dict[str, list[Route]] = {}
        for route in self.all:
            found.setdefault(route.come, []).append(route)
        return found

    @cached_property
    def _entered_by_message(self) -> frozenset[str]:
        return frozenset(route.go for route in self.all if route.means == "message")

    def _asks(self, stage_id: str) -> bool:
        """Return whether a stage sends the agent a text, so that the agent sends a message."""
        stage = self.workflow.stage(stage_id)
        has_result = stage.on_enter.judge is not None or stage.gate is not None
        return bool(stage.on_enter.inject.strip()) or has_result

    @cached_property
    def _with_open_pull(self) -> frozenset[str]:
        """The stages in which a run can have an open pull request.

        A run can begin with an open pull request, and each message of the agent can report another.
        """
        routes = []
        for route in self.all:
            if not (route.means == "pull request" and route.awaited in PULL_ENDS):
                routes.append(route)
        targets = _targets(routes)
        found: set[str] = set()
        for stage in self.workflow.stages:
            if stage.id in self.reached and (stage.entry or self._asks(stage.id)):
                found.update(_walk(stage.id, targets))
        return frozenset(found)

    def asks_for_more(self, come: str, to: str) -> bool:
        """Return whether stage `come` asks the agent for more work and then leads to stage `to`.

        This is true if the prompt of stage `come` names a token that leads to stage `to`, directly
        or through stages without a prompt.
        """
        asked = self.workflow.stage(come).on_enter.inject.casefold()
        tokens = [token for token in self._tokens if token in asked]
        return any(self._carries(token, come, to) for token in tokens)

    def _carries(self, token: str, come: str, to: str) -> bool:
        """Return whether an agent that answers `token` at stage `come` brings the run to `to`.

        The message leads to the stage `to` directly, or through stages that prompt nobody.
        """
        passed = {come}
        here = self.message(come, token)
        while here and here != to and here not in passed:
            if self.workflow.stage(here).on_enter.inject.strip():
                return False
            passed.add(here)
            here = self.message(here, token)
        return here == to

    def loops(self) -> Iterator[tuple[str, ...]]:
        """Yield paths from a stage back to itself on which no stage has `max_visits`.

        Each path begins with a route by a verdict, a failure, a gate or a timeout.
        """
        bounded = {stage.id for stage in self.workflow.stages if stage.max_visits is not None}
        unbounded = []
        for route in self.all:
            if route.means in ONCE or route.come not in self.reached:
                continue
            if route.come not in bounded and route.go not in bounded:
                unbounded.append(route)
        targets = _targets(unbounded)
        told: set[str] = set()
        for route in unbounded:
            if route.means in AUTOMATIC and route.come not in told:
                way = shortest_way(route.go, route.come, targets)
                told.update(way)
                if way:
                    yield (route.come, *way)


def _names(trigger: StageTrigger, stage_id: str) -> bool:
    """Return whether a trigger waits for a result of this stage.

    A trigger that names no stage waits for the results of all stages.
    """
    return trigger.stage.casefold() in ("", stage_id.casefold())


def _targets(routes: Iterable[Route]) -> Mapping[str, list[str]]:
    """Return the targets of the routes, keyed by the stage where each route begins."""
    targets: dict[str, list[str]] = {}
    for route in routes:
        targets.setdefault(route.come, []).append(route.go)
    return targets


def _walk(first: str, targets: Mapping[str, list[str]]) -> Mapping[str, str]:
    """Return the predecessor of each stage that `first` leads to.

    The predecessor of a stage is the stage before it on a shortest path from `first`. The
    predecessor of `first` is `first`.
    """
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
    """Return a shortest path between two stages, both included. If there is none, return []."""
    before = _walk(first, targets)
    if last not in before:
        return []
    way = [last]
    while way[-1] != first:
        way.append(before[way[-1]])
    way.reverse()
    return way

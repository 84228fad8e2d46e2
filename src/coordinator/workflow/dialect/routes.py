"""Where a run can go: from each stage the stages that an event may lead to, without running anything."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from coordinator.workflow.dialect.schema import (
    GateReached,
    JudgeVerdict,
    MessageContains,
    OutputMatches,
    PrClosed,
    PrConditions,
    PrMerged,
    StageTimeout,
    Trigger,
    Workflow,
)

Means = Literal["message", "verdict", "gate", "timeout", "skip", "output", "pull request"]
AUTOMATIC: tuple[Means, ...] = ("verdict", "gate", "timeout")
ONCE: tuple[Means, ...] = ("output", "pull request")  # these lead into a stage once in a run
Awaited = tuple[str, str, str]  # what a trigger waits for: its means, the token or verdict, and whose verdict it is


@dataclass(frozen=True)
class Route:
    """One way from a stage to a stage, by their numbers in the file."""

    come: int
    go: int
    means: Means


class Routes:
    """The routes of a workflow."""

    def __init__(self, workflow: Workflow) -> None:
        self.workflow = workflow
        self._waiting: dict[Awaited, list[int]] = defaultdict(list)  # the numbers of the stages that wait for it
        for number, stage in enumerate(workflow.stages):
            for trigger in stage.triggers:
                awaited = _awaited(trigger)
                if awaited and number not in self._waiting[awaited]:
                    self._waiting[awaited].append(number)

    @cached_property
    def all(self) -> tuple[Route, ...]:
        """Every route there is, in the order of the stages that it leads from."""
        numbers = {stage.id: number for number, stage in reversed([*enumerate(self.workflow.stages)])}
        tokens = [name for means, name, _ in self._waiting if means == "message"]
        routes = []
        for come, stage in enumerate(self.workflow.stages):
            found: list[tuple[Means, int | None]] = [("skip", numbers.get(rule.go_to)) for _, rule in stage.skip_rules]
            if not stage.terminal:
                found += [("message", self.message(come, token)) for token in tokens]
                if stage.on_enter.judge is not None:
                    found += [("verdict", self.verdict(come, each)) for each in ("fail", "pass")]
                if stage.gate is not None:
                    found += [("gate", self.gate(come, each)) for each in ("fail", "error", "pass")]
                for trigger in stage.triggers:
                    if isinstance(trigger, StageTimeout) and trigger.go_to != stage.id:
                        found.append(("timeout", numbers.get(trigger.go_to)))
                for means in ONCE:
                    found += [(means, number) for number in self._waiting.get((means, "", ""), ())]
            routes += [Route(come, go, means) for means, go in found if go is not None]
        return tuple(routes)

    @cached_property
    def reached(self) -> frozenset[int]:
        """The stages that a run can come to from its entry."""
        for number, stage in enumerate(self.workflow.stages):
            if stage.entry:
                return frozenset(_walk(number, _targets(self.all)))
        return frozenset()

    def verdict(self, come: int, verdict: str) -> int | None:
        """The stage that a verdict of this stage's judge leads to."""
        return self._next(come, ("verdict", verdict, ""), ("verdict", verdict, self._id(come)))

    def gate(self, come: int, result: str) -> int | None:
        """The stage that a result of this stage's gate leads to."""
        return self._next(come, ("gate", result, self._id(come)))

    def message(self, come: int, token: str) -> int | None:
        """The stage that a message of this token leads to."""
        return self._next(come, ("message", token.casefold(), ""))

    def loops(self) -> Iterator[tuple[int, ...]]:
        """Ways from a stage back to it, by verdict, gate or time, on which no stage says how often it is visited."""
        bounded = {number for number, stage in enumerate(self.workflow.stages) if stage.max_visits is not None}
        kept = []
        for route in self.all:
            if route.means not in ONCE and not {route.come, route.go} & bounded and route.come in self.reached:
                kept.append(route)
        targets, told = _targets(kept), set[int]()
        for route in kept:
            if route.means not in AUTOMATIC or route.come in told:
                continue
            before = _walk(route.go, targets)
            if route.come in before:
                way = [route.come]
                while way[-1] != route.go:
                    way.append(before[way[-1]])
                told |= set(way)
                yield (route.come, *reversed(way))

    def _next(self, come: int, *awaited: Awaited) -> int | None:
        """Which of the stages that wait for it an event leads to: the rule of `match`."""
        places = self._waiting.get(awaited[0], [])
        if len(awaited) > 1:
            places = sorted({number for each in awaited for number in self._waiting.get(each, ())})
        if not places:
            return None
        if self.workflow.match == "document":
            return places[0] if places[0] != come else None
        return places[bisect_right(places, come) % len(places)]

    def _id(self, number: int) -> str:
        return self.workflow.stages[number].id.casefold()


def _awaited(trigger: Trigger) -> Awaited | None:
    if isinstance(trigger, MessageContains):
        return "message", trigger.token.casefold(), ""
    if isinstance(trigger, JudgeVerdict):
        return "verdict", trigger.verdict, trigger.stage.casefold()
    if isinstance(trigger, GateReached):
        return "gate", trigger.verdict, trigger.stage.casefold()
    if isinstance(trigger, OutputMatches):
        return "output", "", ""
    return ("pull request", "", "") if isinstance(trigger, PrMerged | PrClosed | PrConditions) else None


def _targets(routes: Iterable[Route]) -> Mapping[int, list[int]]:
    """For each stage the stages that its routes lead to."""
    targets: dict[int, list[int]] = {}
    for route in routes:
        targets.setdefault(route.come, []).append(route.go)
    return targets


def _walk(first: int, targets: Mapping[int, list[int]]) -> Mapping[int, int]:
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

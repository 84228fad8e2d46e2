"""Where a run can go: from each stage the stages that an event may lead to, without running anything."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from coordinator.workflow.schema import (
    GateReached,
    JudgeVerdict,
    MessageContains,
    OutputMatches,
    PrClosed,
    PrConditions,
    PrMerged,
    Stage,
    StageTimeout,
    Trigger,
    Workflow,
)

Means = Literal["message", "verdict", "gate", "timeout", "skip", "output", "pull request"]
AUTOMATIC: tuple[Means, ...] = ("verdict", "gate", "timeout")
ONCE: tuple[Means, ...] = ("output", "pull request")  # these lead into a stage once in a run


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
        self._numbers = {stage.id: number for number, stage in reversed([*enumerate(workflow.stages)])}
        self._places = self._find_places()
        self.all = tuple(self._find())

    @cached_property
    def reached(self) -> frozenset[int]:
        """The stages that a run can come to from its entry."""
        entries = (number for number, stage in enumerate(self.workflow.stages) if stage.entry)
        first = next(entries, None)
        return frozenset() if first is None else frozenset(_walk(first, self._onward(self.all)))

    def verdict(self, come: int, verdict: str) -> int | None:
        """The stage that a verdict of this stage's judge leads to."""
        return self._next(come, self._places_of(("verdict", verdict, ""), ("verdict", verdict, self._id(come))))

    def gate(self, come: int, result: str) -> int | None:
        """The stage that a result of this stage's gate leads to."""
        return self._next(come, self._places_of(("gate", result, self._id(come))))

    def message(self, come: int, token: str) -> int | None:
        """The stage that a message of this token leads to."""
        return self._next(come, self._places_of(("message", token.casefold(), "")))

    def loops(self) -> Iterator[tuple[int, ...]]:
        """Ways from a stage back to it, by verdict, gate or time, on which no stage says how often it is visited."""
        bounded = {number for number, stage in enumerate(self.workflow.stages) if stage.max_visits is not None}
        kept = [
            route
            for route in self.all
            if route.means not in ONCE and not {route.come, route.go} & bounded and route.come in self.reached
        ]
        onward, told = self._onward(kept), set[int]()
        for route in kept:
            if route.means in AUTOMATIC and route.come not in told:
                back = _path(route.go, route.come, onward)
                told |= set(back)
                if back:
                    yield (route.come, *back)

    # -- finding them

    def _find(self) -> Iterator[Route]:
        tokens = [name for kind, name, _ in self._places if kind == "message"]
        for come, stage in enumerate(self.workflow.stages):
            yield from _routes(come, "skip", map(self._number, _skips(stage)))
            if stage.terminal:
                continue
            yield from _routes(come, "message", (self.message(come, token) for token in tokens))
            if stage.on_enter.judge is not None:
                yield from _routes(come, "verdict", (self.verdict(come, each) for each in ("fail", "pass")))
            if stage.gate is not None:
                yield from _routes(come, "gate", (self.gate(come, each) for each in ("fail", "error", "pass")))
            yield from _routes(come, "timeout", map(self._number, _timeouts(stage)))
            yield from _routes(come, "output", self._places_of(("output", "", "")))
            yield from _routes(come, "pull request", self._places_of(("pull request", "", "")))

    def _find_places(self) -> Mapping[tuple[str, str, str], list[int]]:
        """For each thing that stages wait for, the numbers of those stages."""
        found: dict[tuple[str, str, str], list[int]] = defaultdict(list)
        for number, stage in enumerate(self.workflow.stages):
            for trigger in stage.triggers:
                if (awaited := _awaited(trigger)) and number not in found[awaited]:
                    found[awaited].append(number)
        return found

    def _places_of(self, *awaited: tuple[str, str, str]) -> list[int]:
        if len(awaited) == 1:
            return self._places.get(awaited[0], [])
        return sorted({number for each in awaited for number in self._places.get(each, ())})

    def _next(self, come: int, places: list[int]) -> int | None:
        """Which of several stages an event leads to: the rule of `match`."""
        if not places:
            return None
        if self.workflow.match == "document":
            return places[0] if places[0] != come else None
        after = bisect_right(places, come)
        return places[after % len(places)]

    def _id(self, number: int) -> str:
        return self.workflow.stages[number].id.casefold()

    def _number(self, id: str) -> int | None:
        return self._numbers.get(id)

    def _onward(self, routes: Iterable[Route]) -> Callable[[int], list[int]]:
        onward: dict[int, list[int]] = defaultdict(list)
        for route in routes:
            onward[route.come].append(route.go)
        return lambda number: onward.get(number, [])


def _routes(come: int, means: Means, targets: Iterable[int | None]) -> Iterator[Route]:
    return (Route(come, go, means) for go in targets if go is not None)


def _awaited(trigger: Trigger) -> tuple[str, str, str] | None:
    if isinstance(trigger, MessageContains):
        return "message", trigger.token.casefold(), ""
    if isinstance(trigger, JudgeVerdict):
        return "verdict", trigger.verdict, trigger.stage.casefold()
    if isinstance(trigger, GateReached):
        return "gate", trigger.verdict, trigger.stage.casefold()
    if isinstance(trigger, OutputMatches):
        return "output", "", ""
    return ("pull request", "", "") if isinstance(trigger, PrMerged | PrClosed | PrConditions) else None


def _skips(stage: Stage) -> list[str]:
    return [rule.go_to for rule in (stage.skip_if, stage.skip_unless) if rule is not None]


def _timeouts(stage: Stage) -> list[str]:
    timeouts = [trigger.go_to for trigger in stage.triggers if isinstance(trigger, StageTimeout)]
    return [go_to for go_to in timeouts if go_to != stage.id]


# -- walking


def _walk(first: int, onward: Callable[[int], list[int]]) -> Mapping[int, int]:
    """Every stage that can be come to, with the one before it on a shortest way."""
    before = {first: first}
    waiting = deque([first])
    while waiting:
        come = waiting.popleft()
        for go in onward(come):
            if go not in before:
                before[go] = come
                waiting.append(go)
    return before


def _path(first: int, last: int, onward: Callable[[int], list[int]]) -> tuple[int, ...]:
    """A shortest way, both ends included; empty if there is none."""
    before = _walk(first, onward)
    if last not in before:
        return ()
    way = [last]
    while way[-1] != first:
        way.append(before[way[-1]])
    return tuple(reversed(way))

"""What is on record about one run, read by the keys of its steps."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from coordinator.models import Value
from coordinator.storage.events import Kind, prefix_of
from coordinator.storage.store import Event

V = TypeVar("V", bound=Value)


class StepReader:
    """What is on record about a run: its steps by their keys, in their order, and how it ended, if it has."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.bodies: dict[str, str] = {}
        self.end: dict[str, Any] = {}
        for event in events:
            if event.kind == "step":
                self.bodies[event.key] = event.body
            elif event.kind == "end":
                self.end = json.loads(event.body)

    @property
    def error(self) -> str:
        """What ended the run otherwise than its job's own value."""
        return str(self.end.get("error", ""))

    def one(self, key: str, returns: type[V]) -> V | None:
        if key in self.bodies:
            return returns.model_validate_json(self.bodies[key])
        return None

    def each(self, kind: Kind, returns: type[V]) -> tuple[V, ...]:
        return tuple(returns.model_validate_json(body) for _, body in self.under(kind))

    def under(self, kind: Kind, *about: object) -> Iterator[tuple[str, str]]:
        """Yield the keys of this kind, about this and more, with their bodies."""
        prefix = prefix_of(kind, *about)
        return ((key, body) for key, body in self.bodies.items() if key.startswith(prefix))

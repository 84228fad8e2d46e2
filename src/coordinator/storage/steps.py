"""Read the recorded steps of one run by their keys."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from coordinator.models import Value
from coordinator.storage.events import Kind, prefix_of
from coordinator.storage.store import Event

V = TypeVar("V", bound=Value)


class StepReader:
    """The recorded steps of a run by their keys, and the end of the run if it has ended."""

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
        """The error or reason that ended the run; empty if the job returned or the run is open."""
        return str(self.end.get("error", ""))

    def one(self, key: str, returns: type[V]) -> V | None:
        """Return the value of the step with this key, or None if the step is not recorded."""
        if key in self.bodies:
            return returns.model_validate_json(self.bodies[key])
        return None

    def each(self, kind: Kind, returns: type[V]) -> tuple[V, ...]:
        """Return the values of all steps of this kind."""
        return tuple(returns.model_validate_json(body) for _, body in self.under(kind))

    def under(self, kind: Kind, *about: object) -> Iterator[tuple[str, str]]:
        """Yield the key and body of each step whose key begins with `prefix_of(kind, *about)`."""
        prefix = prefix_of(kind, *about)
        for key, body in self.bodies.items():
            if key.startswith(prefix):
                yield key, body

"""Asks that wait for a person, and the answers to them: checked by the same reader before they are accepted."""

from __future__ import annotations

import json
from collections.abc import Sequence

from .errors import UsageError
from .model import Earlier, Purpose, Rubric, Value
from .record import FrozenRubric, Opened
from .reply import Unreadable, read_argument, read_report, read_rubric, read_ruling
from .store import Store


class OpenAsk(Value):
    """One ask that nobody has answered yet, with what its answer must fit."""

    run: str
    purpose: Purpose
    seat: str
    round: int
    opened: Opened
    rubric: Rubric | None = None
    earlier: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """What the ask is called on the command line."""
        return f"{self.run}/{self.key}"

    @property
    def key(self) -> str:
        """What the ask is called within its run."""
        return f"{self.purpose}/{self.seat}/{self.round}"


def open_asks(store: Store) -> list[OpenAsk]:
    """Every ask that waits for a person, oldest first."""
    asks = [ask for run in store.runs(state="open", limit=10_000) for ask in _open_in(store, run.id)]
    return sorted(asks, key=lambda ask: ask.opened.at)


def find_ask(store: Store, name: str) -> OpenAsk:
    """The open ask with this id, or the only one of this run."""
    asks = open_asks(store)
    found = [ask for ask in asks if name == ask.id] or [ask for ask in asks if name == ask.run]
    if len(found) == 1:
        return found[0]
    listed = ", ".join(ask.id for ask in found or asks) or "none"
    what = f"more than one ask waits in {name}" if found else f"no ask {name} is waiting"
    raise UsageError(what, fix=f"waiting: {listed}")


def problem(ask: OpenAsk, text: str) -> str:
    """Why a text cannot be the answer, with line numbers; empty if it can."""
    read: object
    if ask.purpose == "rubric":
        read = read_rubric(text)
    elif ask.purpose == "argue":
        read = read_argument(text)
    elif ask.purpose == "rule":
        read = read_ruling(text)
    else:
        assert ask.rubric is not None  # judges are asked only once there is a rubric
        read = read_report(text, ask.rubric, earlier=ask.earlier)
    return read.cause if isinstance(read, Unreadable) else ""


def form(ask: OpenAsk) -> str:
    """An answer to fill in, with every criterion in its place."""
    if ask.rubric is None:
        return FORMS[ask.purpose]
    lines = ["summary: ", "checklist:"]
    for item in ask.rubric.checklist:
        lines += [f"  # {item.importance}: {item.question}", f"  - id: {item.id}", "    answer: ", "    evidence: []"]
    lines.append("scores:")
    for dimension in ask.rubric.dimensions:
        lines += [f"  # {dimension.description}", *(f"  # {k}: {v}" for k, v in dimension.anchors.items())]
        lines += [f"  - name: {json.dumps(dimension.name)}", "    score: ", "    reasoning: ", "    evidence: []"]
    return "\n".join([*lines, "findings: []", *_rework_form(ask.earlier)]) + "\n"


FORMS: dict[Purpose, str] = {
    "rubric": "checklist:\n  - {id: CK-001, question: , importance: essential}\n"
    "rubric_dimensions:\n  - {name: , description: , weight: 1.0, scale: 1-5, anchors: {score_2: , score_4: }}\n",
    "argue": "drift: \nclaim: \nevidence: []\n",
    "rule": "verdict: \nfailures: []\nrefuted: []\n",
}


def _rework_form(earlier: Sequence[str]) -> list[str]:
    return ["rework:", *(f"  {id}:   # resolved or open" for id in earlier)] if earlier else []


def _open_in(store: Store, run: str) -> list[OpenAsk]:
    bodies = {event.key: event.body for event in store.events(run) if event.kind == "step"}
    rubric = FrozenRubric.model_validate_json(bodies["rubric"]).rubric if "rubric" in bodies else None
    earlier = Earlier.model_validate_json(bodies["earlier"]).reasons if "earlier" in bodies else ()
    asks = []
    for key, body in bodies.items():
        kind, _, name = key.partition("/")
        if kind == "open" and f"ask/{name}" not in bodies:
            purpose, _, rest = name.partition("/")
            seat, _, round = rest.rpartition("/")
            fields = {"purpose": purpose, "seat": seat, "round": round, "opened": json.loads(body)}
            fits = {"rubric": rubric, "earlier": tuple(reason.id for reason in earlier)}
            asks.append(OpenAsk.model_validate({"run": run, **fields, **fits}))
    return asks

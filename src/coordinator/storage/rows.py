"""The rows of the store's tables, as typed tuples."""

from typing import Literal, NamedTuple

State = Literal["open", "done", "failed", "cancelled"]
EventKind = Literal["start", "step", "wait", "woken", "message", "cancel", "park", "resume", "end"]


class RunRow(NamedTuple):
    """A run of a job, about a subject such as an issue.

    `input` is JSON. `owner` is empty if no process owns the run. `epoch` grows with each new owner.
    A worker can claim the run from the time `not_before` on. `attempts` counts how often it was
    parked. `ended` is 0 while the run is open.
    """

    id: str
    job: str
    input: str
    state: State
    owner: str
    epoch: int
    not_before: float
    attempts: int
    created: float
    ended: float
    subject: str


class Event(NamedTuple):
    """An event of a run. `body` is JSON.

    For a wait and its end, `input` is the hash of the topic. For other events it is empty, but
    earlier versions of coordinator recorded a hash of a step's input there.
    """

    seq: int
    run: str
    key: str
    kind: EventKind
    at: float
    epoch: int
    input: str
    body: str


class NewEvent(NamedTuple):
    """A new event for a run that this process has held since `epoch`.

    `about` becomes the `input` of the event.
    """

    run: str
    epoch: int
    key: str
    kind: EventKind
    body: str
    about: str = ""


class EventHead(NamedTuple):
    """An event without its body, and the job and subject of its run."""

    seq: int
    run: str
    job: str
    subject: str
    key: str
    kind: EventKind
    at: float


class WorkerRow(NamedTuple):
    """A process that executes runs.

    Its lease was last renewed at `beat` and ends at `expires`. `busy` is its number of busy runs.
    `about` describes it as JSON.
    """

    owner: str
    beat: float
    expires: float
    busy: int
    about: str

"""Durable runs: plain async functions whose every ask and outside effect is a recorded step."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from contextvars import ContextVar
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BeforeValidator, JsonValue

from coordinator.models import Value

Out = TypeVar("Out")

# Inside an act: given a name, and how far apart the turns of all processes are, returns the seconds until it is ours.
take_turn: ContextVar[Callable[[str, float], Awaitable[float]]] = ContextVar("take_turn")

current_run: ContextVar[str] = ContextVar("current_run")  # in all that a run does, for the log


def formerly_in(field: str) -> BeforeValidator:
    """For a type that is recorded: earlier versions have recorded its values in the one field of a mapping."""
    return BeforeValidator(lambda value: value[field] if isinstance(value, dict) else value)


class Message(Value):
    """What somebody sent to a waiting run."""

    kind: Literal["message"] = "message"
    seq: int
    topic: str
    body: JsonValue


class Expired(Value):
    """Nobody sent anything before the deadline."""

    kind: Literal["expired"] = "expired"


class RunEnd(Value):
    """How a run ended: the value its job returned, or the error or reason that ended it."""

    state: Literal["done", "failed", "cancelled"]
    value: JsonValue = None
    error: str = ""


class Run(Protocol):
    """What a job does everything through; keys are unique within a run, each parallel branch is one step."""

    @property
    def id(self) -> str:
        """The name of the run."""

    @property
    def was_parked(self) -> bool:
        """Whether it was put aside before, as something that it needs did not answer."""

    @property
    def can_move(self) -> bool:
        """Whether a worker on another machine, which has not found that it cannot, could go on with it: see NotHere."""

    async def step(self, key: str, act: Callable[[], Awaitable[Out]], returns: Any) -> Out:
        """Call `act` and record what it returns under the key, as JSON of the type `returns`.

        Once it is recorded, the record is returned instead; a crash in between means that `act` is called again.
        """

    async def record(self, key: str, value: Out, returns: Any = None) -> Out:
        """Record a value (of the type `returns`, by default its own) and return it, or what was recorded before."""

    async def wait(self, key: str, topic: str, *, until: float) -> Message | Expired:
        """Sleep until the next message on the topic or the deadline, which stays as first set."""

    async def within(
        self, key: str, until: float, work: Callable[[], Awaitable[Out]]
    ) -> Out | None:
        """Call `work`; return None if it has not ended by then, which is recorded and the same in every replay."""

    def idle(self) -> AbstractAsyncContextManager[None]:
        """Inside an act that only waits for somebody else: let another run have the slot."""

    async def store_text(self, text: str) -> str:
        """Store a text once and return its SHA-256 hash."""

    async def start_next(self, run_id: str, request: Any) -> None:
        """Start another run of this job about the same subject; nothing if it was started before."""

    def external_id(self, key: str) -> str:
        """Return the id that others use for what a key is about: the run's id, then the key without its kind."""


Job = Callable[[Run, Any], Awaitable[Any]]


class Engine(Protocol):
    """Starts, runs and ends runs; any process may use it, those that `serve` do the work."""

    async def start(
        self, job: str, run_id: str, request: Any, *, subject: str = "", urgent: bool = False
    ) -> bool:
        """Record a new run about a subject; False if known already, RunError if known with other input.

        What is urgent, as a person waits for it, is taken on before all others.
        """

    async def send(self, run_id: str, topic: str, body: Any, *, key: str) -> bool:
        """Send a message to a run; False if the key was sent before or the run is over."""

    async def cancel(self, run_id: str, reason: str) -> bool:
        """Ask for a run to be cancelled, also one that failed; False if that was asked before or the run is over."""

    async def conclude(self, run_id: str, value: Any, *, unless: str) -> bool:
        """Stop an open run, which is then done with this value; False if `unless` is on record, or as for cancel."""

    async def reopen(self, run_id: str, topic: str, body: Any, *, key: str) -> bool:
        """Have a run that is done called again, with this message on record; False if it is not done."""

    async def resume(self, run_id: str) -> None:
        """Let a failed or parked run go on now."""

    async def retry_parked(self) -> None:
        """Let every parked run go on now: what it waits for is there."""

    async def finished(self, run_id: str) -> RunEnd:
        """Wait for the end of a run, whichever process runs it."""

    async def lead(self, role: str) -> bool:
        """Return whether this process, which has to serve, is the one of all that has a role; take it if none has."""

    async def serve(self, *, only: Collection[str] = ()) -> None:
        """Work on runs (all, or only these ids) until cancelled, or until the storage fails."""


@asynccontextmanager
async def serving(engine: Engine, *, only: Collection[str] = ()) -> AsyncIterator[None]:
    """Serve in the background while the body runs."""
    worker = asyncio.create_task(engine.serve(only=only))
    # Let it begin, so that runs started by the body are ours from the first moment
    await asyncio.sleep(0)
    try:
        yield
    finally:
        worker.cancel()
        with suppress(asyncio.CancelledError):
            await worker

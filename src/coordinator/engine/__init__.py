"""Define durable runs: async functions that record every ask and outside effect as a step."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from contextvars import ContextVar
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BeforeValidator, JsonValue

from coordinator.models import Value

Out = TypeVar("Out")

# Set inside an act. Called with a name and the seconds between two turns of all processes, it
# reserves the next turn and returns the seconds until it begins.
take_turn: ContextVar[Callable[[str, float], Awaitable[float]]] = ContextVar("take_turn")

current_run: ContextVar[str] = ContextVar("current_run")  # the id of the run, for the log


def formerly_in(field: str) -> BeforeValidator:
    """Let a type also read values that earlier versions recorded in this field of a mapping."""

    def unwrap(value: Any) -> Any:
        if isinstance(value, dict):
            return value[field]
        return value

    return BeforeValidator(unwrap)


class Message(Value):
    """A message that was sent to a waiting run."""

    kind: Literal["message"] = "message"
    seq: int
    topic: str
    body: JsonValue


class Expired(Value):
    """The result of a wait that got no message before its deadline."""

    kind: Literal["expired"] = "expired"


class RunEnd(Value):
    """The end of a run: the value its job returned, or the error or reason that ended it."""

    state: Literal["done", "failed", "cancelled"]
    value: JsonValue = None
    error: str = ""


class Run(Protocol):
    """The run as its job sees it: everything the job does outside goes through it.

    Keys are unique within a run; each parallel branch is one step.
    """

    @property
    def id(self) -> str:
        """The name of the run."""

    @property
    def was_parked(self) -> bool:
        """Whether it was ever parked because something that it needs did not answer."""

    @property
    def can_move(self) -> bool:
        """Whether a worker on another machine that has not declined it could take it on."""

    async def step(self, key: str, act: Callable[[], Awaitable[Out]], returns: Any) -> Out:
        """Call `act` and record its value under the key, as JSON of the type `returns`.

        If the key is recorded already, return the record instead. After a crash before the record
        is written, `act` is called again.
        """

    async def record(self, key: str, value: Out, returns: Any = None) -> Out:
        """Record a value, of its own type or of `returns`; return it, or the earlier record."""

    async def wait(self, key: str, topic: str, *, until: float) -> Message | Expired:
        """Wait for the next message on the topic or the deadline, which stays as first set."""

    async def within(
        self, key: str, until: float, work: Callable[[], Awaitable[Out]]
    ) -> Out | None:
        """Call `work`; return None if it takes longer, which is recorded and replayed."""

    def idle(self) -> AbstractAsyncContextManager[None]:
        """Inside an act that only waits for others: let another run have the slot."""

    async def store_text(self, text: str) -> str:
        """Store a text once and return its SHA-256 hash."""

    async def start_next(self, run_id: str, request: Any) -> None:
        """Start another run of this job about the same subject, unless it was started before."""

    def external_id(self, key: str) -> str:
        """Return the id for use in other systems: the run's id and the key without its kind."""


Job = Callable[[Run, Any], Awaitable[Any]]


class Engine(Protocol):
    """Starts, executes and ends runs; any process may use it, processes that `serve` execute."""

    async def start(
        self, job: str, run_id: str, request: Any, *, subject: str = "", urgent: bool = False
    ) -> bool:
        """Record a new run about a subject; an urgent run is executed before all others.

        Return False if the run is known already; raise RunError if it is known with other input.
        """

    async def send(self, run_id: str, topic: str, body: Any, *, key: str) -> bool:
        """Send a message to a run; return False if the key was used before or the run is over."""

    async def cancel(self, run_id: str, reason: str) -> bool:
        """Ask for an open or failed run to be cancelled.

        Return False if that was asked before or the run is over.
        """

    async def conclude(self, run_id: str, value: Any, *, unless: str) -> bool:
        """Stop an open run, which is then done with this value.

        Return False if the key `unless` is recorded, the run is over, or a stop was asked before.
        """

    async def reopen(self, run_id: str, topic: str, body: Any, *, key: str) -> bool:
        """Record a message for a run that is done, and execute it again.

        Return False if the run is not done or the key was used before.
        """

    async def resume(self, run_id: str) -> None:
        """Let a failed or parked run go on now."""

    async def retry_parked(self) -> None:
        """Let every parked run go on now."""

    async def finished(self, run_id: str) -> RunEnd:
        """Wait for the end of a run, whichever process runs it."""

    async def lead(self, role: str) -> bool:
        """Take a role that only one process has at a time; return whether this process has it.

        The process has to serve.
        """

    async def serve(self, *, only: Collection[str] = ()) -> None:
        """Work on runs (all, or only these ids) until cancelled, or until the storage fails."""


@asynccontextmanager
async def serving(engine: Engine, *, only: Collection[str] = ()) -> AsyncIterator[None]:
    """Serve in the background while the body runs."""
    worker = asyncio.create_task(engine.serve(only=only))
    # Let it begin, so that this process executes the runs that the body starts.
    await asyncio.sleep(0)
    try:
        yield
    finally:
        worker.cancel()
        with suppress(asyncio.CancelledError):
            await worker

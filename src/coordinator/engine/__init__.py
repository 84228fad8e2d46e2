"""Define durable runs: async functions that record every ask and outside effect as a step."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from contextvars import ContextVar
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BeforeValidator, JsonValue

from coordinator.models import Value

Out = TypeVar("Out")

# A function that spaces out calls, such as calls to one provider. The engine sets it while an act
# runs. It takes the name of a queue of turns, which all processes share, and the smallest number of
# seconds between two turns. It reserves the next turn, and returns the seconds until that turn
# begins.
take_turn: ContextVar[Callable[[str, float], Awaitable[float]]] = ContextVar("take_turn")

current_run: ContextVar[str] = ContextVar("current_run")  # the id of the run, for the log


def formerly_in(field: str) -> BeforeValidator:
    """Return a validator that accepts a value, or a mapping that has the value under `field`.

    Earlier versions of coordinator recorded such a mapping instead of the value.
    """

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
    """The end of a run: the value that its job returned, or the error or reason that ended it."""

    state: Literal["done", "failed", "cancelled"]
    value: JsonValue = None
    error: str = ""


class Run(Protocol):
    """A run, as its job sees it. A job has outside effects only through these methods.

    A key names one step, record or wait of the run. Parallel branches of a job that use the same
    key get the same value.
    """

    @property
    def id(self) -> str:
        """The id of the run."""

    @property
    def was_parked(self) -> bool:
        """Whether the run was ever parked, which happens if a service does not answer."""

    @property
    def can_move(self) -> bool:
        """Whether another machine has a living worker for the job and has not declined the run."""

    async def step(self, key: str, act: Callable[[], Awaitable[Out]], returns: Any) -> Out:
        """Call `act` and record its value under the key, as JSON of the type `returns`.

        If the key is recorded already, return the recorded value instead. If the process dies
        before it has written the record, the next execution calls `act` again.
        """

    async def record(self, key: str, value: Out, returns: Any = None) -> Out:
        """Record a value as JSON of the type `returns`, which is by default the value's own type.

        Return the value, or the earlier value if the key is recorded already.
        """

    async def wait(self, key: str, topic: str, *, until: float) -> Message | Expired:
        """Return the next message on the topic, or Expired if none comes before the deadline.

        The first execution of the run records `until` as the deadline. Later executions use the
        recorded deadline, or their own if it is earlier.
        """

    async def within(
        self, key: str, until: float, work: Callable[[], Awaitable[Out]]
    ) -> Out | None:
        """Return the result of `work`, or None if it has not ended by the time `until`.

        A timeout is recorded under the key. Later executions replay it.
        """

    async def until_told(
        self, key: str, topic: str, work: Callable[[], Awaitable[Out]], *, unless: str
    ) -> Out | Message:
        """Return the result of `work`, or cancel `work` when a message on the topic comes.

        In the second case, return the message and record it under the key. Later executions of the
        run return this message at once, and do not begin `work` again. An execution that begins
        with an event under the key given as `unless` ignores the messages.
        """

    async def tell(self, topic: str, body: Any, *, key: str, unless: str) -> bool:
        """Send a message to this run itself.

        Send nothing and return False if the key was used before, or if the run has an event under
        the key given as `unless`.
        """

    def idle(self) -> AbstractAsyncContextManager[None]:
        """Let another run use this run's slot during the body of the `async with`.

        Use this only inside the `act` of a step.
        """

    async def store_text(self, text: str) -> str:
        """Store a text once and return its SHA-256 hash."""

    async def start_next(self, run_id: str, request: Any) -> None:
        """Start another run of this job about the same subject, unless it was started before."""

    def external_id(self, key: str) -> str:
        """Return an id for other systems: the run's id, and the key without its first part.

        For example, the key `ask/judge/Ann/0` gives the id `RUN/judge/Ann/0`.
        """


Job = Callable[[Run, Any], Awaitable[Any]]


class Engine(Protocol):
    """Starts, executes and ends runs.

    Any process can use it. Only processes that call `serve` execute runs.
    """

    async def start(
        self, job: str, run_id: str, request: Any, *, subject: str = "", urgent: bool = False
    ) -> bool:
        """Record a new run about a subject. Workers execute an urgent run before all others.

        Return False if the run exists already. Raise RunError if it exists with other input.
        """

    async def send(self, run_id: str, topic: str, body: Any, *, key: str, unless: str = "") -> bool:
        """Send a message to a run, and record it under `key`.

        Send nothing and return False if the run is done or cancelled, if it already has a message
        under `key`, or if it has an event under the key given as `unless`.
        """

    async def cancel(self, run_id: str, reason: str) -> bool:
        """Cancel an open or failed run.

        Return False if the run is over or was told to stop before.
        """

    async def conclude(self, run_id: str, value: Any, *, unless: str) -> bool:
        """Stop an open run, and record it as done with this value.

        Do nothing and return False if the run has ended, if it was told to stop, or if it has an
        event under the key given as `unless`.
        """

    async def reopen(self, run_id: str, topic: str, body: Any, *, key: str) -> bool:
        """Record a message for a run that is done, and execute the run again.

        Return False if the run is not done, or if it already has a message under `key`.
        """

    async def resume(self, run_id: str) -> None:
        """Let workers continue a failed or parked run now."""

    async def retry_parked(self) -> None:
        """Let workers continue every parked run now."""

    async def finished(self, run_id: str) -> RunEnd:
        """Wait until a run has ended, whichever process executes it. Return its end."""

    async def lead(self, role: str) -> bool:
        """Take a role that only one process has at a time. Return whether this process has it.

        Only a process that serves can take a role.
        """

    async def serve(self, *, only: Collection[str] = ()) -> None:
        """Execute runs until the task is cancelled or the storage fails.

        If `only` is not empty, execute only the runs with these ids.
        """


@asynccontextmanager
async def serving(engine: Engine, *, only: Collection[str] = ()) -> AsyncIterator[None]:
    """Execute runs in the background during the body of the `async with`."""
    worker = asyncio.create_task(engine.serve(only=only))
    # Let the task begin, so that this process executes the runs that the body starts.
    await asyncio.sleep(0)
    try:
        yield
    finally:
        worker.cancel()
        with suppress(asyncio.CancelledError):
            await worker

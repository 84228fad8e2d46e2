"""Execute one run in this process: keep its records, deliver its messages and hold its slot."""

import asyncio
import hashlib
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from enum import Enum
from functools import lru_cache, partial
from typing import Any, NamedTuple, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError, to_jsonable_python

from coordinator.engine import Engine, Expired, Message, take_turn
from coordinator.engine.writer import Writer, resolve
from coordinator.errors import LeaseLost, RunError, StepMismatch
from coordinator.storage.events import is_engine_key, key_of, subject_of
from coordinator.storage.store import Event, EventKind, NewEvent, RunRow, Store

Out = TypeVar("Out")

ARRIVAL: TypeAdapter[Message | Expired] = TypeAdapter(Message | Expired)
EXPIRED = Expired().model_dump_json()
CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
# A run looks at the wall clock again after this many seconds of sleep, because the monotonic clock
# stops while the machine is suspended.
LONGEST_SLEEP = 60.0


class Stop(Enum):
    """The reason why an execution has to end before its job does."""

    CANCELLED = "cancelled"  # a person or process asked to stop the run
    RELEASED = "released"  # this process stops, and another process continues the run
    LOST = "lost"  # another process has taken the run over
    ASLEEP = "asleep"  # the run waits, and continues after a message or at its wake time


class RunHost(Engine, Protocol):
    """The part of the engine that an execution uses."""

    slots: asyncio.Semaphore  # one for each run that may be busy
    writer: Writer

    def release_slot(self) -> None:
        """Free a slot, so that a waiting or a new run can take it."""

    def notify(self, event: Event) -> None:
        """Tell the listeners about an event that was written."""

    async def ensure_lease(self, run: str, epoch: int) -> None:
        """Raise LeaseLost if this process no longer holds the run."""

    def can_move(self, run: RunRow) -> bool:
        """Return whether a worker on another machine could execute the run."""

    def events_after(self, run: str, after_seq: int) -> list[Event]:
        """Return the events of the run that come after the event `after_seq`."""


class _PendingStep(NamedTuple):
    """A step in progress, and the branches that wait for its value."""

    kind: EventKind
    input: str
    waiting: list[asyncio.Future[str | None]]

    async def body(self) -> str | None:
        """Wait for the body that the step records.

        Return None if the branch that performs the step is cancelled.
        """
        future: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self.waiting.append(future)
        return await future

    def resolve(self, body: str | None, error: Exception | None) -> None:
        for future in self.waiting:
            if not future.done():  # a waiting branch may have been cancelled
                resolve(future, body, error)


class _ReplayLimit(NamedTuple):
    """A call of `within` that timed out in an earlier execution and has to time out again.

    `seq` is the number of the event that recorded the earlier timeout. `timeout` belongs to the
    call in this execution.
    """

    timeout: asyncio.Timeout
    seq: int


class Execution:
    """The `Run` that a job gets. It holds a slot, except while all its branches wait.

    `deadly` is true if several workers in a row died while they executed the run. In that case each
    step raises RunError, and the job is called only to report this failure. `is_suspected` is true
    if a worker died while it executed the run.
    """

    def __init__(
        self,
        host: RunHost,
        run: RunRow,
        events: list[Event],
        deadly: bool = False,
        *,
        is_suspected: bool = False,
    ) -> None:
        self.id = run.id
        self.row = run
        self.stopped: Stop | None = None
        self.stop_body: dict[str, Any] = {}
        self.waits_since = 0.0  # by the monotonic clock
        self.until = 0.0  # when a sleeping run has to continue
        self._host = host
        self._deadly = deadly
        # Whether the store has to know that a step is executing, to count another death
        self._must_note_acting = is_suspected
        self._records: dict[str, Event | _PendingStep] = {}
        self._messages: list[Message] = []
        self._newest = 0  # the number of the newest event that was received
        # Branches that wait for a message, each with its deadline
        self._wakeups: dict[asyncio.Future[None], float] = {}
        self._limits: list[float] = []  # the deadlines of `within`
        # By topic: the timeout that ends the work of `until_told`
        self._interrupts: dict[str, asyncio.Timeout] = {}
        self._working = 0  # branches that need the slot
        self._waiting = 0  # branches that wait for messages, or inside `idle`
        self._has_slot = True
        self._slot_lock = asyncio.Lock()
        self._task: asyncio.Task[Any] | None = None
        self._performers: list[asyncio.Task[Any] | None] = []  # tasks that perform a step
        self._acts = 0  # acts of steps that have begun and not ended
        self._draining = False
        self._over = False
        self._replay_limit: _ReplayLimit | None = None
        for event in events:
            self.receive(event)
        self._remove_consumed_messages(events)
        self.was_parked = any(event.kind == "park" for event in events)

    def _remove_consumed_messages(self, events: list[Event]) -> None:
        """Remove the messages that ended a wait in an earlier execution."""
        consumed = set()
        for event in events:
            if event.kind == "woken":
                consumed.add(json.loads(event.body).get("seq"))
        self._messages = [message for message in self._messages if message.seq not in consumed]

    # -- for the job

    @property
    def can_move(self) -> bool:
        return self._host.can_move(self.row)

    async def step(self, key: str, act: Callable[[], Awaitable[Out]], returns: Any) -> Out:
        adapter = _adapter(returns)
        performed = list[Out]()

        async def perform() -> str:
            value = await self._act(act)
            try:
                body = adapter.dump_json(value, warnings="error").decode()
            except PydanticSerializationError as error:
                raise RunError(
                    f"run {self.id}: step {key!r} returned a value of another type than declared: "
                    f"{error}"
                ) from error
            performed.append(_decode(adapter, body, self.id, key))  # as every replay will read it
            return body

        body = await self._once(_checked(key), "step", "", perform)
        if performed:
            return performed[0]
        value: Out = _decode(adapter, body, self.id, key)
        return value

    async def record(self, key: str, value: Out, returns: Any = None) -> Out:
        async def act() -> Out:
            return value

        if returns is None:
            returns = type(value)
        return await self.step(key, act, returns)

    async def wait(self, key: str, topic: str, *, until: float) -> Message | Expired:
        async def set_deadline() -> str:
            return json.dumps({"topic": topic, "until": until})

        async def arrive() -> str:
            return await self._arrival(topic, deadline)

        about = hashlib.sha256(canonical(topic).encode()).hexdigest()
        wait_body = await self._once(_checked(key), "wait", about, set_deadline)
        # An earlier version may have recorded a later deadline than this one allows.
        deadline = min(json.loads(wait_body)["until"], until)
        woken_body = await self._once(key_of("~woken", key), "woken", about, arrive)
        return ARRIVAL.validate_json(woken_body)

    async def within(
        self, key: str, until: float, work: Callable[[], Awaitable[Out]]
    ) -> Out | None:
        ended = self._records.get(key)
        seconds = None if ended else until - time.time()
        self._limits.append(until)
        try:
            async with asyncio.timeout(seconds) as timeout:
                # If the work timed out in an earlier execution, replay the steps recorded until
                # then. The first later step makes the work time out again.
                self._replay_limit = None
                if isinstance(ended, Event):
                    self._replay_limit = _ReplayLimit(timeout, ended.seq)
                return await work()
        except TimeoutError:
            if not timeout.expired():
                raise
        finally:
            self._replay_limit = None
            self._limits.remove(until)
        await self.record(key, True)
        return None

    async def until_told(
        self, key: str, topic: str, work: Callable[[], Awaitable[Out]], *, unless: str
    ) -> Out | Message:
        told = self._records.get(key)
        if isinstance(told, Event):
            recorded: Message = _decode(_adapter(Message), told.body, self.id, key)
            return recorded
        if unless in self._records:
            return await work()
        message = self._first_message(topic)
        if message is not None:
            return await self.record(key, message)
        try:
            async with asyncio.timeout(None) as timeout:
                self._interrupts[topic] = timeout
                return await work()
        except TimeoutError:
            if not timeout.expired():
                raise
        finally:
            del self._interrupts[topic]
        message = self._first_message(topic)
        assert message is not None, "only a message sets the timeout"
        return await self.record(key, message)

    def _first_message(self, topic: str) -> Message | None:
        for message in self._messages:
            if message.topic == topic:
                return message
        return None

    async def tell(self, topic: str, body: Any, *, key: str, unless: str) -> bool:
        self._refuse_if_stopped()
        return await self._host.send(self.id, topic, body, key=key, unless=unless)

    @asynccontextmanager
    async def idle(self) -> AsyncIterator[None]:
        self._waiting += 1
        self._disengage()
        try:
            yield
        finally:
            self._waiting -= 1
            self._working += 1
            await self._take_slot()

    async def store_text(self, text: str) -> str:
        self._refuse_if_stopped()

        def add(store: Store) -> str:
            # The job is often about to use the text. It must not continue if another process has
            # taken the run over.
            store.check_lease(self.id, self.row.epoch)
            return store.add_text(text)

        return await self._host.writer.write(add)

    async def start_next(self, run_id: str, request: Any) -> None:
        self._refuse_if_stopped()
        await self._host.start(self.row.job, run_id, request, subject=self.row.subject)

    def external_id(self, key: str) -> str:
        return f"{self.id}/{subject_of(key)}"

    # -- for the engine

    @property
    def waits(self) -> bool:
        """Whether all branches wait, so that the run holds no slot."""
        return not self._has_slot

    def wake_time(self) -> float:
        """Return the first deadline of the run if it only waits for messages; otherwise return 0.

        The run must continue at this deadline even if no message comes.
        """
        pending = 0
        for record in self._records.values():
            if isinstance(record, _PendingStep):
                pending += 1
        # Leave out the branches that have just received a message.
        asleep = [wakeup for wakeup in self._wakeups if not wakeup.done()]
        only_waits = asleep and not self._working and self._waiting == pending == len(asleep)
        if only_waits:
            return min([*self._wakeups.values(), *self._limits])
        return 0.0

    def drain(self) -> bool:
        """Let no step begin its act. Return True if no act is in progress.

        In that case the run can be stopped without loss of work.
        """
        self._draining = True
        return not self._acts

    def receive(self, event: Event) -> None:
        """Apply an event that this or another process has recorded.

        Ignore an event that was applied before.
        """
        if event.seq <= self._newest:
            return
        self._newest = event.seq
        if event.kind in ("message", "cancel"):
            self.until = 0.0  # if the run is just falling asleep, wake it at once
        if event.kind in ("step", "wait", "woken"):
            self._records[event.key] = event
        elif event.kind == "message":
            message = Message(seq=event.seq, **json.loads(event.body))
            self._messages.append(message)
            interrupt = self._interrupts.get(message.topic)
            if interrupt is not None and not interrupt.expired():
                interrupt.reschedule(0.0)
            for wakeup in self._wakeups:
                if not wakeup.done():
                    wakeup.set_result(None)
        elif event.kind == "cancel":
            self.stop_body = json.loads(event.body)
            self.stop(Stop.CANCELLED)

    def begin(self) -> None:
        """Remember that the current task executes the job. Raise if the run is already stopped."""
        self._task = asyncio.current_task()
        self._refuse_if_stopped()

    def finish(self) -> None:
        """Remember that the job has ended, and cancel the tasks that the job left behind."""
        self._task = None
        self._over = True
        for task in self._performers:
            if task is not None:
                task.cancel()

    def release_slot(self) -> None:
        """Give the slot back, if the run has one."""
        if self._has_slot:
            self._has_slot = False
            self._host.release_slot()

    def stop(self, why: Stop) -> None:
        """Cancel the job, and refuse its later steps."""
        if self.stopped is None:
            self.until = self.wake_time()
            self.stopped = why
            if self._task is not None:
                self._task.cancel()

    # -- records

    async def _once(
        self, key: str, kind: EventKind, about: str, produce: Callable[[], Awaitable[str]]
    ) -> str:
        """Return the body that is recorded under a key. Produce and record it if there is none."""
        if self._deadly:
            raise RunError(
                "several processes in a row died while executing this run, without recording "
                "any progress; it is not tried again automatically"
            )
        await self._expire_again(key)
        recorded = await self._recorded_body(key, kind, about)
        if recorded is not None:
            return recorded
        self._refuse_if_stopped()
        pending = _PendingStep(kind, about, [])
        self._records[key] = pending
        task = asyncio.current_task()
        self._performers.append(task)
        try:
            body = await produce()
        except BaseException as error:
            del self._records[key]
            if isinstance(error, Exception):
                pending.resolve(None, error)
            else:
                pending.resolve(None, None)
            raise
        finally:
            self._performers.remove(task)
        # The writer appends the event even if the caller is cancelled, because the act is done.
        self._host.writer.append(
            NewEvent(self.id, self.row.epoch, key, kind, body, about),
            partial(self._finish_record, key, pending, body),
        )
        await pending.body()
        return body

    async def _expire_again(self, key: str) -> None:
        """Repeat the timeout of `within` at the point where it happened in an earlier execution.

        That point is the first key that was not recorded before the timeout. Return at once if
        there was no timeout, or if this key was recorded before it.
        """
        limit = self._replay_limit
        if limit is None:
            return
        known = self._records.get(key)
        if isinstance(known, Event) and known.seq < limit.seq:
            return
        if limit.timeout.expired():
            raise asyncio.CancelledError
        limit.timeout.reschedule(0.0)
        await asyncio.Event().wait()

    async def _recorded_body(self, key: str, kind: EventKind, about: str) -> str | None:
        """Return the body that is recorded under a key, or None.

        If another branch is producing the body, wait for it.
        """
        while True:
            known = self._records.get(key)
            if known is None:
                return None
            # A step is identified by its key alone. Earlier versions also recorded a hash of its
            # input.
            if known.kind != kind or (kind != "step" and known.input != about):
                raise StepMismatch(
                    f"run {self.id}: {key!r} is already recorded as a {known.kind} with different "
                    "input",
                    fix=f"use another key, or cancel the run: coordinator cancel {self.id}",
                )
            if isinstance(known, Event):
                return known.body
            body = await known.body()
            if body is not None:
                return body
            # The other branch was cancelled. Look again, because we may have to produce the body.

    def _finish_record(
        self,
        key: str,
        pending: _PendingStep,
        body: str,
        event: Event | None,
        error: Exception | None,
    ) -> None:
        """Finish a pending step with the event that was written, or with the error of the write."""
        self.waits_since = time.monotonic()  # other branches may be about to continue
        if event is not None:
            self._records[key] = event
        else:
            del self._records[key]
        if isinstance(error, LeaseLost):
            self.stopped = Stop.LOST
        # Do this before notifying listeners, so that the run continues even if a listener raises.
        pending.resolve(body, error)
        if event is not None:
            self._host.notify(event)

    def _refuse_if_stopped(self) -> None:
        if self.stopped is Stop.LOST:
            raise LeaseLost(f"run {self.id} was taken over by another process")
        if self.stopped is not None or self._over:
            raise asyncio.CancelledError(f"run {self.id} has ended")

    # -- slot and lease

    async def _act(self, act: Callable[[], Awaitable[Out]]) -> Out:
        """Call the act of a step while the run has a slot and a valid lease."""
        # A draining run begins no more acts: wait here until the engine stops the run. But an act
        # in progress may begin steps of its own. We recognize such a step by `take_turn`, which is
        # set inside an act.
        if self._draining and take_turn.get(None) != self._take_turn:
            await asyncio.Event().wait()
        self._acts += 1
        token = take_turn.set(self._take_turn)
        try:
            await self._engage()
            try:
                return await act()
            finally:
                self._disengage()
        finally:
            take_turn.reset(token)
            self._acts -= 1

    async def _engage(self) -> None:
        """Take a slot if the run has none, and check the lease."""
        self._working += 1
        try:
            if not self._has_slot:
                await self._take_slot()
            await self._host.ensure_lease(self.id, self.row.epoch)
            if self._must_note_acting:
                await self._host.writer.write(
                    lambda store: store.note_acting(self.id, self.row.epoch)
                )
                self._must_note_acting = False
        except BaseException as error:
            if isinstance(error, LeaseLost):
                self.stopped = Stop.LOST
            self._disengage()
            raise

    def _disengage(self) -> None:
        """Give the slot back if all other branches wait."""
        self._working -= 1
        if self._waiting and not self._working:
            self.release_slot()

    async def _take_slot(self) -> None:
        async with self._slot_lock:  # parallel branches share one slot
            if not self._has_slot:
                await self._host.slots.acquire()
                self._has_slot = True

    async def _take_turn(self, name: str, apart: float) -> float:
        return await self._host.writer.write(lambda store: store.take_turn(f"turn/{name}", apart))

    # -- messages

    async def _arrival(self, topic: str, until: float) -> str:
        """Return the next message on the topic as JSON, or EXPIRED at the deadline."""
        while True:
            for message in self._messages:
                if message.topic == topic:
                    self._messages.remove(message)
                    return message.model_dump_json()
            if time.time() < until:
                await self._sleep(until)
                continue
            # There may be a message from before the deadline that we have not read yet.
            for event in self._host.events_after(self.id, self._newest):
                self.receive(event)
            if not any(message.topic == topic for message in self._messages):
                return EXPIRED

    async def _sleep(self, until: float) -> None:
        """Give the slot back and sleep until a message comes. Then take a slot again.

        Wake up at the deadline or after LONGEST_SLEEP seconds, even if no message comes.
        """
        wakeup = asyncio.get_running_loop().create_future()
        self._wakeups[wakeup] = until
        self._waiting += 1
        self.waits_since = time.monotonic()
        if not self._working:
            self.release_slot()
        try:
            await asyncio.wait([wakeup], timeout=min(until - time.time(), LONGEST_SLEEP))
        finally:
            self._waiting -= 1
            del self._wakeups[wakeup]
        await self._take_slot()


def canonical(value: Any) -> str:
    """Return a value as JSON with sorted keys, so that equal values give equal strings."""
    return CANONICAL.encode(to_jsonable_python(value))


def _checked(key: str) -> str:
    """Return the key. Raise RunError if it cannot be the key of a step."""
    if not key or is_engine_key(key):
        raise RunError(
            f"{key!r} cannot be the key of a step",
            fix="a key is not empty and does not begin with ~",
        )
    return key


@lru_cache(maxsize=1000)
def _adapter(returns: Any) -> TypeAdapter[Any]:
    return TypeAdapter(returns)


def _decode(adapter: TypeAdapter[Out], body: str, run: str, key: str) -> Out:
    try:
        return adapter.validate_json(body)
    except ValidationError as error:
        raise RunError(f"run {run}: the value of step {key!r} cannot be read: {error}") from error

"""One run while this process executes it: its records, its messages, its slot."""

import asyncio
import hashlib
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from enum import Enum
from functools import lru_cache
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
LONGEST_SLEEP = 60.0  # then look at the wall clock again: a suspended machine stops the other one


class Stop(Enum):
    """Why an execution has to end before its job does."""

    CANCELLED = "cancelled"  # somebody asked for it
    RELEASED = "released"  # this process stops; a successor goes on
    LOST = "lost"  # another process has taken the run over
    ASLEEP = "asleep"  # it waits, and goes on from its record when something is heard or it is time


class RunHost(Engine, Protocol):
    """What an execution needs of the engine that runs it."""

    slots: asyncio.Semaphore  # one for each run that may do something right now
    writer: Writer

    def release_slot(self) -> None:
        """Let another run have a slot: one that waits for it, or else a new one."""

    def notify(self, event: Event) -> None:
        """Tell of an event that was written."""

    async def ensure_lease(self, run: str, epoch: int) -> None:
        """Make sure that the run is still ours, LeaseLost if it is not."""

    def can_move(self, run: RunRow) -> bool:
        """Return whether there is a worker on another machine that could take the run on."""

    def events_after(self, run: str, after_seq: int) -> list[Event]:
        """What is recorded of the run by now, after this event."""


class _PendingStep(NamedTuple):
    """A step that is being done right now, and who waits for it."""

    kind: EventKind
    input: str
    waiting: list[asyncio.Future[str | None]]

    async def body(self) -> str | None:
        """Return what comes of it, None if whoever does it is cancelled."""
        self.waiting.append(asyncio.get_running_loop().create_future())
        return await self.waiting[-1]

    def resolve(self, body: str | None, error: Exception | None) -> None:
        for future in self.waiting:
            if not future.done():  # as is that of one who was cancelled meanwhile
                resolve(future, body, error)


class Execution:
    """The `Run` that a job gets; it holds a slot except while everything in it waits.

    One that is deadly does nothing any more: its job is run once again to tell people that it has to end.
    """

    def __init__(
        self, host: RunHost, run: RunRow, events: list[Event], deadly: bool = False
    ) -> None:
        self.id = run.id
        self.row = run
        self._deadly = deadly
        self.stopped: Stop | None = None
        self.stop_body: dict[str, Any] = {}
        self._host = host
        self._records: dict[str, Event | _PendingStep] = {}
        self._messages: list[Message] = []
        self._newest = 0
        # Who waits for a message, and until when
        self._wakeups: dict[asyncio.Future[None], float] = {}
        self._limits: list[float] = []  # when work that has to end by a time has to
        self.waits_since = 0.0  # by the clock that nobody sets
        self.until = 0.0  # for one that is asleep: when it has to go on
        self._acts = 0
        self._sleepers = 0
        self._slotted = True
        self._slot_turn = asyncio.Lock()
        self._task: asyncio.Task[Any] | None = None
        self._busy: list[asyncio.Task[Any] | None] = []
        self._acting = 0
        self._draining = False
        self._over = False
        # What will be over, and with which event
        self._replayed: tuple[asyncio.Timeout, int] | None = None
        for event in events:
            self.receive(event)
        # A message that ended a wait in an earlier execution is not delivered to another one.
        waits = [event for event in events if event.kind == "woken"]
        consumed = {json.loads(event.body).get("seq") for event in waits}
        self._messages = [message for message in self._messages if message.seq not in consumed]
        self.was_parked = any(event.kind == "park" for event in events)

    # -- what a job may do

    @property
    def can_move(self) -> bool:
        return self._host.can_move(self.row)

    async def step(self, key: str, act: Callable[[], Awaitable[Out]], returns: Any) -> Out:
        adapter = _adapter(returns)
        performed = list[Out]()

        async def perform() -> str:
            # It is stopped as soon as what others of its branches do, with the steps within that, is on record.
            if self._draining and take_turn.get(None) != self._take_turn:
                await asyncio.Event().wait()
            self._acting += 1
            turns = take_turn.set(self._take_turn)
            try:
                await self._engage()
                try:
                    value = await act()
                finally:
                    self._disengage()
            finally:
                take_turn.reset(turns)
                self._acting -= 1
            try:
                body = adapter.dump_json(value, warnings="error").decode()
            except PydanticSerializationError as error:
                what = (
                    f"run {self.id}: step {key!r} returned something else than it promised: {error}"
                )
                raise RunError(what) from error
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

        return await self.step(key, act, type(value) if returns is None else returns)

    async def wait(self, key: str, topic: str, *, until: float) -> Message | Expired:
        async def set_deadline() -> str:
            return json.dumps({"topic": topic, "until": until})

        async def arrive() -> str:
            return await self._arrival(topic, deadline)

        about = hashlib.sha256(canonical(topic).encode()).hexdigest()
        deadline = json.loads(await self._once(_checked(key), "wait", about, set_deadline))["until"]
        return ARRIVAL.validate_json(
            await self._once(key_of("~woken", key), "woken", about, arrive)
        )

    async def within(
        self, key: str, until: float, work: Callable[[], Awaitable[Out]]
    ) -> Out | None:
        ended = self._records.get(key)
        self._limits.append(until)
        try:
            async with asyncio.timeout(None if ended else until - time.time()) as limit:
                # What had ended then is replayed, and the first thing that had not ends it again.
                self._replayed = (limit, ended.seq) if isinstance(ended, Event) else None
                return await work()
        except TimeoutError:
            if not limit.expired():
                raise
        finally:
            self._replayed = None
            self._limits.remove(until)
        await self.record(key, True)
        return None

    @asynccontextmanager
    async def idle(self) -> AsyncIterator[None]:
        self._sleepers += 1
        self._disengage()
        try:
            yield
        finally:
            self._sleepers -= 1
            self._acts += 1
            await self._take_slot()

    async def store_text(self, text: str) -> str:
        self._refuse_if_stopped()

        def add(store: Store) -> str:
            # What is stored is often about to be used: a run that was taken over meanwhile must not go on.
            store.check_lease(self.id, self.row.epoch)
            return store.add_text(text)

        return await self._host.writer.write(add)

    async def start_next(self, run_id: str, request: Any) -> None:
        self._refuse_if_stopped()
        await self._host.start(self.row.job, run_id, request, subject=self.row.subject)

    def external_id(self, key: str) -> str:
        return f"{self.id}/{subject_of(key)}"

    def drain(self) -> bool:
        """Begin nothing more; return whether nothing is being done any more, so that it can be stopped without loss."""
        self._draining = True
        return not self._acting

    @property
    def waits(self) -> bool:
        """Whether everything in it waits for others."""
        return not self._slotted

    def alarm(self) -> float:
        """Return when it is time to go on if all in it waits for messages, 0 if there is anything else in it."""
        pending = sum(isinstance(record, _PendingStep) for record in self._records.values())
        # Others have heard something just now
        asleep = [wakeup for wakeup in self._wakeups if not wakeup.done()]
        only_waits = asleep and not self._acts and self._sleepers == pending == len(asleep)
        if only_waits:
            return min([*self._wakeups.values(), *self._limits])
        return 0.0

    # -- what the engine tells it

    def receive(self, event: Event) -> None:
        """Take in an event of the past or from outside; each counts once."""
        if event.seq <= self._newest:
            return
        self._newest = event.seq
        if event.kind in ("message", "cancel"):
            self.until = 0.0  # if it is falling asleep just now, it does not sleep for long
        if event.kind in ("step", "wait", "woken"):
            self._records[event.key] = event
        elif event.kind == "message":
            self._messages.append(Message(seq=event.seq, **json.loads(event.body)))
            for wakeup in self._wakeups:
                if not wakeup.done():
                    wakeup.set_result(None)
        elif event.kind == "cancel":
            self.stop_body = json.loads(event.body)
            self.stop(Stop.CANCELLED)

    def begin(self) -> None:
        """Say that this task executes the job; it may have been stopped before it began."""
        self._task = asyncio.current_task()
        self._refuse_if_stopped()

    def finish(self) -> None:
        """Say that the job has ended: nothing can stop it now, and what it left behind does no more."""
        self._task = None
        self._over = True
        for task in self._busy:
            if task is not None:
                task.cancel()

    def release_slot(self) -> None:
        """Give the slot back for good."""
        if self._slotted:
            self._slotted = False
            self._host.release_slot()

    def stop(self, why: Stop) -> None:
        """Cancel the job, and refuse everything it may still try."""
        if self.stopped is None:
            self.stopped, self.until = why, self.alarm()
            if self._task is not None:
                self._task.cancel()

    # -- records

    async def _once(
        self, key: str, kind: EventKind, about: str, produce: Callable[[], Awaitable[str]]
    ) -> str:
        """Return the recorded body under a key; produce and record it first if there is none."""
        if self._deadly:
            what = "several processes in a row died while they worked on it, and nothing of it was recorded meanwhile"
            raise RunError(f"{what}: it is not tried again by itself")
        known = self._records.get(key)
        if self._replayed and not (isinstance(known, Event) and known.seq < self._replayed[1]):
            if self._replayed[0].expired():
                raise asyncio.CancelledError
            self._replayed[0].reschedule(0.0)
            await asyncio.Event().wait()
        while (known := self._records.get(key)) is not None:
            # A step is known by its key alone; earlier versions have recorded a hash of its input beside it.
            if known.kind != kind or (kind != "step" and known.input != about):
                raise StepMismatch(
                    f"run {self.id}: {key!r} is recorded as a {known.kind} with other input",
                    fix=f"use another key, or cancel the run: coordinator cancel {self.id}",
                )
            body = known.body if isinstance(known, Event) else await known.body()
            if body is not None:  # otherwise whoever did it was cancelled, and it is our turn
                return body
        self._refuse_if_stopped()
        pending = _PendingStep(kind, about, [])
        self._records[key] = pending
        task = asyncio.current_task()
        self._busy.append(task)
        try:
            body = await produce()
        except BaseException as error:
            del self._records[key]
            pending.resolve(None, error if isinstance(error, Exception) else None)
            raise
        finally:
            self._busy.remove(task)

        def recorded(event: Event | None, error: Exception | None) -> None:
            self.waits_since = time.monotonic()  # others of its branches may be about to go on
            if event is not None:
                self._records[key] = event
            else:
                del self._records[key]
            if isinstance(error, LeaseLost):
                self.stopped = Stop.LOST
            # First: the run goes on even if whoever is told cannot bear it
            pending.resolve(body, error)
            if event is not None:
                self._host.notify(event)

        # This goes on even if the caller is cancelled: what was done stays recorded.
        self._host.writer.append(
            NewEvent(self.id, self.row.epoch, key, kind, body, about), recorded
        )
        await pending.body()
        return body

    def _refuse_if_stopped(self) -> None:
        if self.stopped is Stop.LOST:
            raise LeaseLost(f"run {self.id} was taken over by another process")
        if self.stopped is not None or self._over:
            raise asyncio.CancelledError(f"run {self.id} has ended")

    # -- slot and lease

    async def _engage(self) -> None:
        self._acts += 1
        try:
            if not self._slotted:
                await self._take_slot()
            await self._host.ensure_lease(self.id, self.row.epoch)
        except BaseException as error:
            if isinstance(error, LeaseLost):
                self.stopped = Stop.LOST
            self._disengage()
            raise

    def _disengage(self) -> None:
        self._acts -= 1
        if self._sleepers and not self._acts:
            self.release_slot()

    async def _take_slot(self) -> None:
        async with self._slot_turn:  # parallel branches share one slot
            if not self._slotted:
                await self._host.slots.acquire()
                self._slotted = True

    async def _take_turn(self, name: str, apart: float) -> float:
        return await self._host.writer.write(lambda store: store.take_turn(f"turn/{name}", apart))

    # -- messages

    async def _arrival(self, topic: str, until: float) -> str:
        """Return the next message on the topic as JSON, or that none has come before the deadline."""
        while True:
            for message in self._messages:
                if message.topic == topic:
                    self._messages.remove(message)
                    return message.model_dump_json()
            if time.time() < until:
                await self._sleep(until)
                continue
            # A message may have come before the deadline and not have been noticed yet.
            for event in self._host.events_after(self.id, self._newest):
                self.receive(event)
            if not any(message.topic == topic for message in self._messages):
                return EXPIRED

    async def _sleep(self, until: float) -> None:
        """Give the slot back until something is heard, or until it may be time."""
        wakeup = asyncio.get_running_loop().create_future()
        self._wakeups[wakeup] = until
        self._sleepers += 1
        self.waits_since = time.monotonic()
        if not self._acts:
            self.release_slot()
        try:
            await asyncio.wait([wakeup], timeout=min(until - time.time(), LONGEST_SLEEP))
        finally:
            self._sleepers -= 1
            del self._wakeups[wakeup]
        await self._take_slot()


def canonical(value: Any) -> str:
    """The same JSON for the same value, whatever the order of its keys."""
    return CANONICAL.encode(to_jsonable_python(value))


def _checked(key: str) -> str:
    if not key or is_engine_key(key):
        raise RunError(
            f"{key!r} cannot be the key of a step", fix="keys are not empty and do not begin with ~"
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

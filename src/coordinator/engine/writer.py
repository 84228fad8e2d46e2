"""Write to the store from one thread. Commit all waiting writes together."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from queue import SimpleQueue
from threading import Event as Flag
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from coordinator.errors import StoreError, StoreFull
from coordinator.storage.store import Event, NewEvent, Store

T = TypeVar("T")
log = logging.getLogger("coordinator")

# Seconds that writes wait for room on a full disk. A command in the sandbox can fill the disk until
# it is stopped.
FULL_SECONDS = 10.0
FULL_PAUSE = 0.1  # seconds between two attempts

# A callback that gets the result of a write, or the error that the write raised.
_Report = Callable[[Any, Exception | None], None]


class _Write(NamedTuple):
    """A requested write, and the callback for its result."""

    what: Callable[[Store], Any] | NewEvent
    report: _Report


class _Outcome(NamedTuple):
    """The result or the error of a write, and the callback that gets it."""

    report: _Report
    value: Any
    error: Exception | None


class Writer:
    """Commits writes in groups and in order. A refused write does not undo the others."""

    def __init__(self, store: Store, on_failure: Callable[[StoreError], None]) -> None:
        self._store = store
        self._on_failure = on_failure
        self._loop = asyncio.get_running_loop()
        self._waiting: list[_Write] = []
        self._busy = False
        self._closed = Flag()
        self._failure: StoreError | None = None
        self._batches: SimpleQueue[list[_Write]] = SimpleQueue()
        self._thread = Thread(target=self._work, name="coordinator-writer", daemon=True)
        self._thread.start()

    async def write(self, write: Callable[[Store], T]) -> T:
        """Do a write. Return its result once the write is durable.

        The write happens even if the caller is cancelled.
        """
        written: asyncio.Future[T] = self._loop.create_future()
        self._submit(_Write(write, partial(resolve, written)))
        return await asyncio.shield(written)

    def append(
        self, event: NewEvent, report: Callable[[Event | None, Exception | None], None]
    ) -> None:
        """Append an event. Call `report` when the event is durable or was refused."""
        self._submit(_Write(event, report))

    def _submit(self, write: _Write) -> None:
        if self._closed.is_set():
            raise StoreError("the engine is already closed", fix="end serve() before the engine")
        self._waiting.append(write)
        if not self._busy:
            self._busy = True
            # Hand the writes over only after every ready task has requested its own write. The
            # event loop and the writer's thread slow each other down when both are busy.
            self._loop.call_soon(self._hand_over)

    def close(self) -> None:
        """Commit all requested writes and end the thread."""
        self._closed.set()
        self._hand_over()
        self._batches.put([])
        self._thread.join()

    def _hand_over(self) -> None:
        """Give the waiting writes to the thread as one batch."""
        batch = self._waiting
        self._waiting = []
        self._busy = bool(batch)
        if batch:
            self._batches.put(batch)

    # -- in the thread

    def _work(self) -> None:
        """Commit batches until an empty one comes. Send the outcomes to the event loop."""
        while True:
            batch = self._batches.get()
            if not batch:
                break
            try:
                if self._failure is not None:
                    raise self._failure
                outcomes = self._commit(batch)
            except StoreError as error:
                # We cannot know whether the batch was written, so we write nothing more.
                self._failure = error
                outcomes = [_Outcome(write.report, None, error) for write in batch]
            self._loop.call_soon_threadsafe(self._deliver, outcomes)
        self._store.close()

    def _commit(self, batch: Sequence[_Write]) -> list[_Outcome]:
        """Write a batch in one transaction. If the disk is full, wait a while for room.

        SQLite undoes the whole transaction if the disk is full, so the batch can be repeated.
        """
        until = time.monotonic() + FULL_SECONDS
        is_announced = False
        while True:
            try:
                with self._store.database.transaction():
                    return self._write(batch)
            except StoreFull as error:
                if time.monotonic() >= until:
                    raise
                if not is_announced:
                    log.warning("waiting for room on the disk: %s", error)
                    is_announced = True
                if self._closed.wait(FULL_PAUSE):
                    raise

    def _write(self, batch: Sequence[_Write]) -> list[_Outcome]:
        """Do the writes in order. Append consecutive events together."""
        outcomes: list[_Outcome] = []
        for are_events, group in groupby(batch, key=_is_event):
            writes = list(group)
            together = self._append_together(writes) if are_events else []
            if together:
                outcomes += together
            else:
                outcomes += [self._attempt(write) for write in writes]
        return outcomes

    def _append_together(self, writes: Sequence[_Write]) -> list[_Outcome]:
        """Append the events of these writes. Return [] if the store refuses one of the events."""
        new = [write.what for write in writes if isinstance(write.what, NewEvent)]
        try:
            with self._store.database.savepoint():
                events = self._store.append_all(new)
        except StoreError:
            raise
        except Exception:
            return []  # the caller appends each event by itself, to find the refused one
        outcomes = []
        for write, event in zip(writes, events, strict=True):
            outcomes.append(_Outcome(write.report, event, None))
        return outcomes

    def _attempt(self, write: _Write) -> _Outcome:
        try:
            with self._store.database.savepoint():
                if isinstance(write.what, NewEvent):
                    value = self._store.append(*write.what)
                else:
                    value = write.what(self._store)
        except StoreError:
            raise  # the database failed, and not only this write
        except Exception as error:
            return _Outcome(write.report, None, error)
        return _Outcome(write.report, value, None)

    # -- in the event loop

    def _deliver(self, outcomes: Sequence[_Outcome]) -> None:
        for outcome in outcomes:
            # Call each report separately, so that a report that raises does not stop the others.
            self._loop.call_soon(outcome.report, outcome.value, outcome.error)
        self._loop.call_soon(self._hand_over)
        last_error = outcomes[-1].error
        if isinstance(last_error, StoreError):
            self._on_failure(last_error)


def resolve(future: asyncio.Future[Any], value: object, error: BaseException | None) -> None:
    """Set the result or the exception of a future."""
    if error is None:
        future.set_result(value)
    else:
        future.set_exception(error)
        # Retrieve the exception, so that asyncio does not log it if nobody awaits the future.
        future.exception()


def _is_event(write: _Write) -> bool:
    return isinstance(write.what, NewEvent)

"""One thread that writes: whatever is asked while it commits goes into the next commit together."""

import asyncio
from collections.abc import Callable
from functools import partial
from itertools import groupby
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from coordinator.errors import StoreError
from coordinator.storage.store import Event, NewEvent, Store

T = TypeVar("T")

# Is told what came of a write, or the error that it met
_Told = Callable[[Any, Exception | None], None]
_Write = tuple[Callable[[Store], Any] | NewEvent, _Told]
_Outcome = tuple[_Told, Any, Exception | None]


class Writer:
    """Commits writes in groups, in the order asked; a refused write does not touch its neighbours."""

    def __init__(self, store: Store, on_failure: Callable[[StoreError], None]) -> None:
        self._store = store
        self._on_failure = on_failure
        self._loop = asyncio.get_running_loop()
        self._waiting: list[_Write] = []
        self._busy = False
        self._closed = False
        self._failure: StoreError | None = None
        self._batches: SimpleQueue[list[_Write]] = SimpleQueue()
        self._thread = Thread(target=self._work, name="coordinator-writer", daemon=True)
        self._thread.start()

    async def write(self, write: Callable[[Store], T]) -> T:
        """Write something and wait until it is durable; it will be even if the caller is cancelled."""
        written: asyncio.Future[T] = self._loop.create_future()
        self._submit(write, partial(resolve, written))
        return await asyncio.shield(written)

    def append(
        self, event: NewEvent, told: Callable[[Event | None, Exception | None], None]
    ) -> None:
        """Append an event, and tell when it is durable, or which error it met."""
        self._submit(event, told)

    def _submit(self, write: Callable[[Store], Any] | NewEvent, told: _Told) -> None:
        if self._closed:
            raise StoreError("the engine is closed already", fix="end serve() before the engine")
        self._waiting.append((write, told))
        if not self._busy:
            self._busy = True
            # Later, when everyone whose turn it is has asked: two busy threads only get in each other's way.
            self._loop.call_soon(self._hand_over)

    def close(self) -> None:
        """Commit what was asked and end the thread."""
        self._closed = True
        self._hand_over()
        self._batches.put([])
        self._thread.join()

    def _hand_over(self) -> None:
        batch = self._waiting
        self._waiting = []
        self._busy = bool(batch)
        if batch:
            self._batches.put(batch)

    def _work(self) -> None:
        """The thread: commit batch after batch, and have the outcomes delivered in the event loop."""
        while batch := self._batches.get():
            try:
                if self._failure is not None:
                    raise self._failure
                with self._store.database.transaction():
                    outcomes = self._write(batch)
            except StoreError as error:
                self._failure = error  # what was written is in doubt: write nothing more
                outcomes = [(told, None, error) for _, told in batch]
            self._loop.call_soon_threadsafe(self._deliver, outcomes)
        self._store.close()

    def _write(self, batch: list[_Write]) -> list[_Outcome]:
        """Do what was asked, in its order; events that follow each other are appended together."""
        outcomes: list[_Outcome] = []
        for _, group in groupby(batch, key=lambda write: type(write[0])):
            writes = list(group)
            new = [write for write, _ in writes if isinstance(write, NewEvent)]
            events, _ = self._attempt(partial(Store.append_all, new=new)) if new else (None, None)
            if events:
                outcomes += [
                    (told, event, None) for (_, told), event in zip(writes, events, strict=True)
                ]
            else:  # also if one of the events is refused, as its neighbours are not
                outcomes += [(told, *self._attempt(write)) for write, told in writes]
        return outcomes

    def _attempt(self, write: Callable[[Store], Any] | NewEvent) -> tuple[Any, Exception | None]:
        try:
            with self._store.database.savepoint():
                return self._store.append(*write) if isinstance(write, NewEvent) else write(
                    self._store
                ), None
        except StoreError:
            raise  # the database itself is at fault, not this write
        except Exception as error:
            return None, error

    def _deliver(self, outcomes: list[_Outcome]) -> None:
        for told, value, error in outcomes:
            # By itself, so that one who cannot bear it harms no other
            self._loop.call_soon(told, value, error)
        self._loop.call_soon(self._hand_over)
        if isinstance(error, StoreError):
            self._on_failure(error)


def resolve(future: asyncio.Future[Any], value: object, error: BaseException | None) -> None:
    """Give a future its value or error; nobody may be there any more to hear of it."""
    if error is None:
        future.set_result(value)
    else:
        future.set_exception(error)
        future.exception()

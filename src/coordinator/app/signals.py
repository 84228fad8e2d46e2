"""Run async work in the foreground, stop it cleanly on signals, and wait for a lost database."""

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from coordinator.errors import CoordinatorError, StoreUnavailable, causes_of

T = TypeVar("T")
log = logging.getLogger("coordinator")

RECONNECT = 1.0  # seconds between two attempts to reach the database


class Interrupted(CoordinatorError, exit_code=130):
    """The user pressed Ctrl-C."""


class Terminated(CoordinatorError, exit_code=143):
    """The process received SIGTERM."""


STOPS = {signal.SIGINT: Interrupted, signal.SIGTERM: Terminated}


def interruptible() -> None:
    """Let SIGINT and SIGTERM interrupt synchronous code, even in a background job of a shell."""
    for by in STOPS:
        signal.signal(by, signal.default_int_handler)


def run_async(work: Coroutine[Any, Any, T], left: Callable[[], str]) -> T:
    """Run the work and return its result.

    If a signal stops the work, raise Interrupted or Terminated. The message contains what `left`
    returns, which says how to continue.
    """
    received: list[signal.Signals] = []

    async def stoppable() -> T:
        loop = asyncio.get_running_loop()
        task = asyncio.current_task()
        assert task is not None

        def stop(by: signal.Signals) -> None:
            received.append(by)
            task.cancel()

        for by in STOPS:
            loop.add_signal_handler(by, stop, by)
        return await work

    try:
        return asyncio.run(stoppable())
    except asyncio.CancelledError:
        if not received:
            raise
        raise STOPS[received[0]](f"stopped; {left()}") from None


async def patiently(work: Callable[[], Awaitable[None]]) -> None:
    """Do the work. After each outage of the database, start the work again."""
    last = ""
    while True:
        try:
            return await work()
        except Exception as error:
            if not all(isinstance(cause, StoreUnavailable) for cause in causes_of(error)):
                raise
            cause = str(next(causes_of(error)))
        if cause != last:
            log.warning("waiting for the database: %s", cause)
            last = cause
        await asyncio.sleep(RECONNECT)

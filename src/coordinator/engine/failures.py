"""Decide how to record an error of a job: as a cancelled, parked or failed run, or not at all."""

import logging
from collections.abc import Callable
from typing import Any

from coordinator.engine.execution import Execution, Stop
from coordinator.engine.owner import host_of
from coordinator.engine.recording import end_stopped
from coordinator.errors import (
    LeaseLost,
    LimitReached,
    NotHere,
    StoreError,
    causes_of,
    is_outage,
    is_transient,
)
from coordinator.storage.store import Event, Store

logger = logging.getLogger("coordinator")

LONGEST_BACKOFF = 60.0
HOUR = 3600.0


def write_for_error(
    execution: Execution,
    error: BaseException,
    reader: Store,
    owner: str,
    backoff: float,
    give_up_after: float,
) -> Callable[[Store], Event] | None:
    """Return a function that records the error of a job, or None if there is nothing to record.

    A run that has met only outages for `give_up_after` seconds fails, unless that is 0. If the
    storage failed or the lease was lost, raise that error instead.
    """
    run = execution.row
    causes = list(causes_of(error))
    for cause in causes:
        if isinstance(cause, StoreError | LeaseLost):
            raise cause
    if execution.stopped is Stop.CANCELLED:
        return lambda store: end_stopped(store, run, execution.stop_body)
    if execution.stopped is Stop.LOST:
        raise LeaseLost(f"run {run.id} was taken over by another process")
    if execution.stopped is not None:
        return None
    first = causes[0]
    body: dict[str, Any] = {"error": f"{type(first).__name__}: {first}"}
    if isinstance(first, NotHere) and execution.can_move:
        logger.info("run %s is left to another machine: %s", run.id, first)
        declined = reader.last_park(run.id).get("not_on", ())
        body["not_on"] = [*declined, host_of(owner)]
        return lambda store: store.park(run.id, run.epoch, 0.0, body)
    if all(is_outage(cause) for cause in causes):
        since = reader.parked_since(run.id)
        if give_up_after and since and reader.now() - since >= give_up_after:
            body["error"] += f"; it was tried again for {give_up_after / HOUR:g} hours"
            body["gave_up"] = True
            logger.error("run %s is given up: %s", run.id, body["error"])
            return lambda store: store.end(run.id, run.epoch, "failed", body)
    if all(is_transient(cause) for cause in causes):
        seconds = _pause_after(first, run.attempts, backoff)
        logger.warning("run %s is tried again in %.0f s: %s", run.id, seconds, first)
        return lambda store: store.park(run.id, run.epoch, seconds, body)
    logger.error("run %s failed", run.id, exc_info=error)
    return lambda store: store.end(run.id, run.epoch, "failed", body)


def _pause_after(cause: BaseException, attempts: int, backoff: float) -> float:
    """Return the seconds after which a run is tried again."""
    if isinstance(cause, LimitReached) and cause.pause:
        return cause.pause
    return min(backoff * 2.0**attempts, LONGEST_BACKOFF)

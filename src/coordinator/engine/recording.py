"""Record the start and the end of runs, each in one transaction."""

import json
from typing import Any

from coordinator.engine.workers import living_workers
from coordinator.errors import StepMismatch
from coordinator.storage.events import key_of
from coordinator.storage.store import Event, RunRow, Store


def record_start(
    store: Store, job: str, run_id: str, text: str, owner: str, subject: str, urgent: bool = False
) -> Event | None:
    """Record a new run and return its first event; return None if it is known already."""
    if store.add_run(run_id, job, text, owner, subject, urgent):
        body = json.dumps({"job": job, "input": text, "subject": subject})
        return store.append(run_id, 1, key_of("~start"), "start", body)
    known = store.run(run_id)
    if known.job != job or known.input != text:
        raise StepMismatch(
            f"run {run_id} was started before with other input", fix="start it under another id"
        )
    return None


def stop_run(store: Store, run_id: str, body: dict[str, Any]) -> bool:
    """Tell the owner of an open run to stop it, or end it here if it has no living owner.

    Return False if the run is over or was told to stop before.
    """
    run = store.run(run_id)
    if run.state != "open":
        return False
    if not store.signal(run_id, key_of("~cancel"), "cancel", body):
        return False
    if run.owner not in living_workers(store):
        end_stopped(store, run, body)
    return True


def end_stopped(store: Store, run: RunRow, body: dict[str, Any]) -> Event:
    """End a stopped run: as done with the value in `body`, or as cancelled for its reason."""
    if "value" in body:
        return store.end(run.id, run.epoch, "done", body)
    return store.end(run.id, run.epoch, "cancelled", {"error": body["reason"]})

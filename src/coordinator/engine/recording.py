"""What is recorded of the beginning and the end of a run, in one transaction each."""

import json
from typing import Any

from coordinator.engine.owner import living_workers
from coordinator.errors import StepMismatch
from coordinator.storage.events import key_of
from coordinator.storage.store import Event, RunRow, Store


def record_start(
    store: Store, job: str, run_id: str, text: str, owner: str, subject: str, urgent: bool = False
) -> Event | None:
    """Record a new run and return its first event; None if it is known already."""
    if store.add_run(run_id, job, text, owner, subject, urgent):
        return store.append(
            run_id,
            1,
            key_of("~start"),
            "start",
            json.dumps({"job": job, "input": text, "subject": subject}),
        )
    known = store.run(run_id)
    if (known.job, known.input) != (job, text):
        raise StepMismatch(
            f"run {run_id} was started before with other input", fix="start it under another id"
        )
    return None


def stop_run(store: Store, run_id: str, body: dict[str, Any]) -> bool:
    """Tell whoever has an open run to stop it, or end it here if nobody has; False if it is over or stopping."""
    run = store.run(run_id)
    if run.state != "open" or not store.signal(run_id, key_of("~cancel"), "cancel", body):
        return False
    if run.owner not in living_workers(store):
        end_stopped(store, run, body)
    return True


def end_stopped(store: Store, run: RunRow, body: dict[str, Any]) -> Event:
    """End a run that was stopped: as cancelled for a reason, or as done with the value that was given in its place."""
    if "value" in body:
        return store.end(run.id, run.epoch, "done", body)
    return store.end(run.id, run.epoch, "cancelled", {"error": body["reason"]})

"""Record starts, messages and stops of runs, each in one transaction."""

import json
from typing import Any

from pydantic_core import to_jsonable_python

from coordinator.engine.workers import living_workers
from coordinator.errors import RunError, StepMismatch
from coordinator.storage.events import key_of
from coordinator.storage.store import Event, RunRow, Store


def record_start(
    store: Store, job: str, run_id: str, text: str, owner: str, subject: str, urgent: bool = False
) -> Event | None:
    """Record a new run and return its first event, or return None if the run exists already."""
    if store.add_run(run_id, job, text, owner, subject, urgent):
        body = json.dumps({"job": job, "input": text, "subject": subject})
        return store.append(run_id, 1, key_of("~start"), "start", body)
    known = store.run(run_id)
    if known.job != job or known.input != text:
        raise StepMismatch(
            f"run {run_id} already exists with different input", fix="start it under another id"
        )
    return None


def message_content(topic: str, body: Any) -> dict[str, Any]:
    """Return a message in its recorded form."""
    return {"topic": topic, "body": to_jsonable_python(body)}


def send_message(
    store: Store, run_id: str, key: str, content: dict[str, Any], unless: str = ""
) -> bool:
    """Record a message under `key`.

    Record nothing and return False if the run is done or cancelled, if it already has a message
    under `key`, or if it has an event under the key given as `unless`.
    """
    if store.run(run_id).state in ("done", "cancelled"):
        return False
    if unless and unless in store.keys(run_id):
        return False
    return store.signal(run_id, key_of("~message", key), "message", content)


def reopen_run(store: Store, run_id: str, key: str, content: dict[str, Any]) -> bool:
    """Record a message for a run that is done, and open the run again.

    Return False if the run is not done, or if it already has a message under `key`.
    """
    if store.run(run_id).state != "done":
        return False
    is_new = store.signal(run_id, key_of("~message", key), "message", content)
    if is_new:
        store.reopen(run_id)
    return is_new


def resume_run(store: Store, run_id: str) -> None:
    """Let workers claim a failed or parked run now. Raise RunError if it is done or cancelled."""
    run = store.run(run_id)
    if run.state in ("done", "cancelled"):
        raise RunError(f"run {run_id} is {run.state} and cannot continue", fix="start a new run")
    if run.state == "failed" or not run.owner:
        store.reopen(run_id)


def cancel_run(store: Store, run_id: str, reason: str) -> bool:
    """Cancel an open or failed run. Return False if it is over or was told to stop before."""
    if store.run(run_id).state == "failed":
        store.reopen(run_id)
    return stop_run(store, run_id, {"reason": reason})


def conclude_run(store: Store, run_id: str, body: dict[str, Any], unless: str) -> bool:
    """Stop an open run, and record it as done with the value in `body`.

    Do nothing and return False if the run has ended, if it was told to stop, or if it has an event
    under the key given as `unless`.
    """
    if unless in store.keys(run_id):
        return False
    return stop_run(store, run_id, body)


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
    """Record the end of a stopped run.

    If `body` has a value, the run is done. Otherwise it is cancelled for the reason in `body`.
    """
    if "value" in body:
        return store.end(run.id, run.epoch, "done", body)
    return store.end(run.id, run.epoch, "cancelled", {"error": body["reason"]})

"""How a person lets a run go on that has ended: from a stage, with words to its agent, or with a decision."""

import json
from pathlib import Path

from coordinator.config.yaml_file import nearest
from coordinator.engine import Engine
from coordinator.engine.owner import still_open
from coordinator.errors import UsageError
from coordinator.storage.events import key_of, message_key
from coordinator.storage.store import Store
from coordinator.workflow.history import RunRecord, run_record
from coordinator.workflow.records import RESUME, Decision, Resumption


async def reopen_run(engine: Engine, store: Store, run_id: str, how: Resumption) -> None:
    """Open a run again that did not complete; whoever serves it goes on. A UsageError says why it cannot be.

    What is sent again under the same `once` has happened.
    """
    record = run_record(store, run_id)
    earlier = resumptions(store, run_id)
    if how.once and how in earlier:
        return
    if record.state == "open":
        raise still_open(store.run(run_id))
    if record.ending is None:
        if record.state == "cancelled":
            raise UsageError(f"{record.id} has been cancelled", fix="start a new one")
        what = f"{record.id} has failed, and has not come to an end"
        raise UsageError(what, fix=f"`coordinator resume {record.id}` goes on with it")
    if record.ending.kind == "completed":
        what = f"{record.id} has completed, so there is nothing to go on with"
        raise UsageError(
            what, fix=f"`coordinator resume {record.id} --again` runs it again from the start"
        )
    stages = [stage.id for stage in record.workflow.stages]
    if how.stage and how.stage not in stages:
        raise UsageError(f"{record.id} has no stage {how.stage!r}", fix=nearest(how.stage, stages))
    if record.place and not Path(record.place.folder).is_dir():
        what = f"the work of {record.id} is gone: {record.place.folder}"
        raise UsageError(
            what, fix=f"`coordinator resume {record.id} --again` runs it again from the start"
        )
    if how.say and not (record.settings and record.settings.agent):
        raise UsageError(
            f"{record.id} has no working agent to say anything to", fix="go on with --from STAGE"
        )
    if how.decision is not None and how.decision.verdict not in (known := decisions_for(record)):
        what = (
            f"stage {record.ending.stage} of {record.id} cannot be decided {how.decision.verdict}"
        )
        fix = f"it can be decided {' or '.join(known)}" if known else ""
        raise UsageError(
            what, fix=fix or f"`coordinator resume {record.id} --from STAGE`, or --say to its agent"
        )
    is_open = await engine.reopen(run_id, RESUME, how, key=message_key(RESUME, len(earlier) + 1))
    if not is_open and not (how.once and how in resumptions(store, run_id)):
        raise UsageError(f"{run_id} goes on already", fix=f"`coordinator show {run_id}`")


def resumptions(store: Store, run_id: str) -> list[Resumption]:
    """Return how people have let a run go on, each after another end."""
    sent = key_of("~message", message_key(RESUME, ""))
    bodies = [event.body for event in store.events(run_id) if event.key.startswith(sent)]
    return [Resumption.model_validate(json.loads(body)["body"]) for body in bodies]


def decisions_for(record: RunRecord) -> tuple[str, ...]:
    """Return what a person can decide about the stage that a run ended at; a command that failed can be let pass."""
    ended = record.ending.stage if record.ending else ""
    stage = next((stage for stage in record.workflow.stages if stage.id == ended), None)
    if stage and (stage.on_enter.judge is not None or stage.gate is not None):
        return "pass", "fail"
    ran = record.path[-1].ran if record.path else None
    if ran and ran.failed:
        return ("pass",)
    return ()


def decision(verdict: str, reason: str, by: str) -> Resumption:
    """Return the decision on a stage that a person words so; a UsageError if it is none."""
    if verdict not in ("pass", "fail"):
        raise UsageError(f"{verdict!r} is no decision about a stage", fix="decide pass or fail")
    if verdict == "fail" and not reason.strip():
        raise UsageError(
            "a fail needs a reason", fix="say what is to be mended, for the agent and the record"
        )
    decided = Decision.model_validate({"verdict": verdict, "reason": reason.strip(), "by": by})
    return Resumption(by=by, decision=decided)

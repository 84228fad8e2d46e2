"""Resume a run that has ended: from a stage, with a message to its agent, or with a decision."""

import json
from pathlib import Path

from coordinator.config.suggestions import nearest
from coordinator.engine import Engine
from coordinator.engine.owner import still_open
from coordinator.errors import UsageError
from coordinator.storage.events import key_of, message_key
from coordinator.storage.store import Store
from coordinator.workflow.history import RunRecord, run_record
from coordinator.workflow.records import RESUME, Decision, Resumption, RunResult


async def reopen_run(engine: Engine, store: Store, run_id: str, how: Resumption) -> None:
    """Reopen a run that did not complete. Raise UsageError if that is not possible.

    A worker that serves runs then continues it. If the same resumption was sent before with the
    same `once`, do nothing.
    """
    record = run_record(store, run_id)
    earlier = resumptions(store, run_id)
    if how.once and how in earlier:
        return
    if record.state == "open":
        raise still_open(store.run(run_id))
    ending = _resumable_end(record)
    _check_stage_and_place(record, how)
    if how.say and not (record.settings and record.settings.agent):
        what = f"{record.id} has no working agent that could get a message"
        raise UsageError(what, fix="use --from STAGE")
    if how.decision is not None:
        _check_decision(record, ending, how.decision)
    is_open = await engine.reopen(run_id, RESUME, how, key=message_key(RESUME, len(earlier) + 1))
    if is_open:
        return
    was_sent_before = how.once and how in resumptions(store, run_id)
    if not was_sent_before:
        raise UsageError(f"{run_id} is running already", fix=f"`coordinator show {run_id}`")


def _resumable_end(record: RunRecord) -> RunResult:
    """Return the end of a run. Raise UsageError if the run cannot continue from there."""
    if record.ending is None:
        if record.state == "cancelled":
            raise UsageError(f"{record.id} has been cancelled", fix="start a new run")
        what = f"{record.id} has failed before its end"
        raise UsageError(what, fix=f"`coordinator resume {record.id}` continues it")
    if record.ending.kind == "completed":
        what = f"{record.id} has completed, so it cannot continue"
        raise UsageError(what, fix=_run_again(record))
    return record.ending


def _check_stage_and_place(record: RunRecord, how: Resumption) -> None:
    stages = [stage.id for stage in record.workflow.stages]
    if how.stage and how.stage not in stages:
        raise UsageError(f"{record.id} has no stage {how.stage!r}", fix=nearest(how.stage, stages))
    if record.place and not Path(record.place.folder).is_dir():
        what = f"the work of {record.id} is gone: {record.place.folder}"
        raise UsageError(what, fix=_run_again(record))


def _run_again(record: RunRecord) -> str:
    return f"`coordinator resume {record.id} --again` runs it again from the start"


def _check_decision(record: RunRecord, ending: RunResult, decision: Decision) -> None:
    known = decisions_for(record)
    if decision.verdict in known:
        return
    fix = f"`coordinator resume {record.id} --from STAGE`, or --say to its agent"
    if known:
        fix = f"possible decisions: {' or '.join(known)}"
    what = f"the decision {decision.verdict} is not possible at stage {ending.stage} of {record.id}"
    raise UsageError(what, fix=fix)


def resumptions(store: Store, run_id: str) -> list[Resumption]:
    """Return all resumptions of a run, the oldest first."""
    prefix = key_of("~message", message_key(RESUME, ""))
    found = []
    for event in store.events(run_id):
        if event.key.startswith(prefix):
            message = json.loads(event.body)
            found.append(Resumption.model_validate(message["body"]))
    return found


def decisions_for(record: RunRecord) -> tuple[str, ...]:
    """Return the verdicts that a person can give to the stage where a run ended.

    A stage with a judge or a gate can pass or fail. A stage with a failed command can only pass.
    """
    ended_at = record.ending.stage if record.ending else ""
    for stage in record.workflow.stages:
        has_verdict = stage.on_enter.judge is not None or stage.gate is not None
        if stage.id == ended_at and has_verdict:
            return "pass", "fail"
    last_command = record.path[-1].ran if record.path else None
    if last_command is not None and last_command.failed:
        return ("pass",)
    return ()


def decision(verdict: str, reason: str, by: str) -> Resumption:
    """Return a resumption with a person's decision about a stage.

    Raise UsageError if the decision is not valid.
    """
    if verdict not in ("pass", "fail"):
        raise UsageError(f"{verdict!r} is not a valid decision", fix="choose pass or fail")
    if verdict == "fail" and not reason.strip():
        fix = "say what to fix, for the agent and the record"
        raise UsageError("a fail needs a reason", fix=fix)
    decided = Decision(
        verdict="pass" if verdict == "pass" else "fail", reason=reason.strip(), by=by
    )
    return Resumption(by=by, decision=decided)

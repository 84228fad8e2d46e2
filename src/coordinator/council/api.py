"""Convening a council, deciding for it, and going on with it: in this process, until it is done or waits."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.council.council import CouncilResult, run_council
from coordinator.council.documents import make_folder, write_files
from coordinator.council.history import CouncilRecord, council_record
from coordinator.council.records import AGAIN, DECIDE, PersonChoice
from coordinator.council.request import JOB, Attachment, CouncilOptions, CouncilRequest, request_of
from coordinator.council.setup import CouncilContext, context_for
from coordinator.council.trial import code_runs_of
from coordinator.engine import Engine, Job, Run, serving
from coordinator.engine.journal import JournalEngine
from coordinator.errors import RunError, UsageError
from coordinator.storage.store import Event, Store
from coordinator.workspace.repository import open_repository
from coordinator.workspace.snapshot import clear

WAITS = ("decide", "again/")  # the keys of waits that nobody in this process can end
LOOK = 1.0  # seconds between two looks at a council that another process may have

Begin = Callable[[JournalEngine], Awaitable[object]]
Listen = Callable[[Event], None]


async def convene(
    problem: str,
    *,
    config: Config,
    context: Sequence[Attachment] = (),
    repo: str = "",
    members: Sequence[str] = (),
    rounds: int | None = None,
    vote: Decimal | None = None,
    uncertainty: Decimal | None = None,
    evidence: str = "",
    out: str = "",
    id: str = "",
    on_event: Listen | None = None,
) -> CouncilRecord:
    """Settle a problem by a council of the configured members, until it is done or waits for a person.

    `outcome` of what is returned says which: `agreed`, `escalated` (then `decide` goes on with it), `plan failed`
    (then `go_on` does) or `cancelled`. `evidence` is a shell command that is run on the code of every proposal.
    """
    id = id or new_id()
    wishes = CouncilOptions(
        context=tuple(context),
        repo=repo,
        members=tuple(members),
        rounds=rounds,
        vote=vote,
        uncertainty=uncertainty,
        evidence=evidence,
        out=out,
    )
    request = request_of(problem, id, config, wishes)
    if request.repo:
        await open_repository(request.repo)  # a wrong one is found out before anything is begun

    async def start(engine: JournalEngine) -> None:
        make_folder(Path(request.out))
        await engine.start(JOB, id, request, subject=f"council:{id}")

    return await _sit(id, request, config, start, on_event)


async def decide(id: str, choice: PersonChoice, *, config: Config, on_event: Listen | None = None) -> CouncilRecord:
    """Decide for a council that has escalated, and see it to its plan."""
    known = look_up(id, config)
    return await _sit(id, known.request, config, partial(send_choice, known=known, choice=choice), on_event)


async def send_choice(engine: Engine, known: CouncilRecord, choice: PersonChoice) -> None:
    """Tell a council that waits what was decided; whoever serves it, or `go_on`, carries that out."""
    if known.state == "escalate" and known.told:
        raise UsageError(f"{known.id} has been decided already", fix=f"`coordinator resume {known.id}` goes on with it")
    if known.state != "escalate":
        what = f"{known.id} does not wait for a decision: it is {known.outcome}"
        raise UsageError(what, fix=f"`coordinator show {known.id}` says where it stands")
    if bool(choice.proposal) == bool(choice.text.strip()):
        raise UsageError("a decision is either one of the proposals or a text of your own", fix="give one of them")
    if choice.proposal and choice.proposal not in known.options.values():
        raise UsageError(f"{known.id} has no proposal {choice.proposal}", fix=f"there are {', '.join(known.options)}")
    if not await engine.send(known.id, DECIDE, choice, key=DECIDE):
        raise UsageError(f"{known.id} has been decided already", fix="the first decision counts")


async def go_on(id: str, *, config: Config, on_event: Listen | None = None) -> CouncilRecord:
    """Go on with a council that was interrupted or has failed, or ask for its plan again; who answered is not asked."""
    known = look_up(id, config)
    if known.state in ("agreed", "decided", "cancelled") or (known.state == "escalate" and known.waits):
        return known

    async def begin(engine: JournalEngine) -> None:
        if known.state == "error" and known.planned is not None:
            await engine.send(id, AGAIN, "", key=f"again/{known.planned.attempt}")
        await engine.resume(id)

    return await _sit(id, known.request, config, begin, on_event)


async def cancel(id: str, reason: str, *, config: Config) -> CouncilRecord:
    """Stop a council, whichever process runs it, and keep what there is of it."""
    async with JournalEngine(state_file(config.home), {}) as engine:
        if not await engine.cancel(id, reason):
            raise UsageError(f"{id} has ended already, or is being cancelled", fix=f"`coordinator show {id}`")
        await engine.finished(id)
    return keep(id, config)


def keep(id: str, config: Config) -> CouncilRecord:
    """What is on record of a council; of one that was cancelled its files are written, as far as it came."""
    found = look_up(id, config)
    if found.outcome == "cancelled":
        write_files(found)
        clear(config.home / "work" / id)
        clear(code_runs_of(config.home, id))
    return found


def look_up(id: str, config: Config) -> CouncilRecord:
    """What is on record of a council."""
    with closing(Store(state_file(config.home))) as store:
        return council_record(store, id)


def new_id() -> str:
    """A name for a new council."""
    return f"council-{secrets.token_hex(4)}"


def job_of(context: CouncilContext) -> Job:
    """The council as a job of the engine."""

    async def job(run: Run, input: Any) -> CouncilResult:
        return await run_council(run, CouncilRequest.model_validate(input), context)

    return job


async def _sit(
    id: str, request: CouncilRequest, config: Config, begin: Begin, on_event: Listen | None
) -> CouncilRecord:
    """Begin or go on with a council, and stay with it until it is done or waits for somebody outside."""
    waits = asyncio.Event()

    def listen(event: Event) -> None:
        if on_event is not None:
            on_event(event)
        if event.kind == "wait" and event.key.startswith(WAITS):
            waits.set()

    with closing(Store(state_file(config.home))) as store:
        jobs = {JOB: job_of(context_for(config, request, store))}
        async with JournalEngine(state_file(config.home), jobs, on_event=listen) as engine:
            await begin(engine)
            async with serving(engine, only=(id,)):
                await _first(engine.finished(id), waits.wait(), _until_it_waits(id, config))
    found = keep(id, config)
    if found.state == "failed":
        raise RunError(f"{id} failed: {found.error}", fix=f"`coordinator resume {id}` goes on where it stopped")
    return found


async def _until_it_waits(id: str, config: Config) -> None:
    """Somebody else may run it, or it may have waited before: then nothing of that is told to us."""
    while True:
        await asyncio.sleep(LOOK)
        if look_up(id, config).waits:
            return


async def _first(*awaited: Awaitable[object]) -> None:
    tasks = [asyncio.ensure_future(each) for each in awaited]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()

"""The engine: one event loop and one writer a process; processes share the state, a file or a database, by leases."""

import asyncio
import json
import logging
import os
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

from pydantic import JsonValue
from pydantic_core import to_jsonable_python

from coordinator.config.environment import tracing
from coordinator.engine import Job, RunEnd, current_run
from coordinator.engine.execution import Execution, Stop, canonical
from coordinator.engine.owner import (
    dead_workers,
    end_owner,
    host_of,
    hosts_for,
    living_workers,
    new_owner,
    take_role,
)
from coordinator.engine.recording import end_stopped, record_start, stop_run
from coordinator.engine.sleepers import Sleepers, longest_waiting
from coordinator.engine.writer import Writer, resolve
from coordinator.errors import LeaseLost, NotHere, RunError, StoreError, causes_of, is_transient
from coordinator.storage.events import key_of
from coordinator.storage.store import MOST, Event, RunRow, Store

T = TypeVar("T")
logger = logging.getLogger("coordinator")

LONGEST_BACKOFF = 60.0
WORKER_CHECK_SECONDS = 0.2
MOST_DEATHS = 3  # in a row of whoever works on a run, without anything new of it on record


@dataclass(eq=False)
class JournalEngine:
    """Runs jobs out of the state; use it as `async with JournalEngine(...) as engine`.

    `fleet` is how many runs all processes together may be at work on, `drain` for how many seconds what is being done
    when it has to stop may still go on to its record. Of the runs of `sleeping`, jobs that do nothing while they wait,
    so many are kept `awake` in memory while they wait; the others go on from their records when something is heard.
    """

    path: Path
    jobs: Mapping[str, Job]
    _: KW_ONLY
    concurrency: int = 20
    lease: float = 15.0
    poll: float = 0.05
    backoff: float = 1.0
    most_deaths: int = MOST_DEATHS
    on_event: Callable[[Event], None] | None = None
    fleet: int | None = None
    drain: float = 0.0
    sleeping: Collection[str] = ()
    awake: int = 100
    about: Mapping[str, JsonValue] = field(default_factory=dict)

    async def __aenter__(self) -> Self:
        # All is begun anew, also where it is opened again after its storage has failed
        self.owner = new_owner()
        self.slots = asyncio.Semaphore(self.concurrency)
        self._held: dict[str, Execution] = {}
        self._asleep = Sleepers()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._ends: dict[str, asyncio.Future[RunEnd]] = {}  # of the runs that somebody waits for
        self._changed = asyncio.Event()
        self._serving = False
        self._only: frozenset[str] = frozenset()
        self._held_until = self._next_worker_check = 0.0
        self._taken = 0  # runs that are ours and not in `_held` yet
        self._counted = 0  # how many of ours the others know to be at work
        self._renewal = asyncio.Lock()
        # When each beat of a worker was first seen
        self._heard: dict[tuple[str, float], float] = {}
        self._unknown_jobs: set[str] = set()
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._reader = Store(self.path)
        self.writer = Writer(Store(self.path), self._fail)
        self._version = self._reader.data_version()
        self._seen = self._reader.last_seq()
        self._watcher = asyncio.create_task(self._guard(self._watch))
        self._tracer = None
        if self.jobs and tracing(os.environ) == "on":
            from coordinator.engine.tracing import Tracer  # whose packages take long to import

            self._tracer = Tracer()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._watcher.cancel()
        await asyncio.wait([self._watcher])
        self.writer.close()
        self._reader.close()
        if self._tracer is not None:
            self._tracer.close()
        end_owner(self.owner)

    # -- what any process may ask

    async def start(
        self, job: str, run_id: str, request: Any, *, subject: str = "", urgent: bool = False
    ) -> bool:
        text = canonical(request)
        here = (
            self._serving
            and job in self.jobs
            and (not self._only or run_id in self._only)
            and self.fleet is None
        )
        if here and not (run_id in self._held or run_id in self._asleep or self.slots.locked()):
            await self.slots.acquire()
            # A task of its own: once written, the run is ours and must begin even if the caller is gone.
            return await asyncio.shield(self._spawn(self._start_here(job, run_id, text, subject)))
        return (
            await self._tell(
                lambda store: record_start(store, job, run_id, text, "", subject, urgent)
            )
            is not None
        )

    async def send(self, run_id: str, topic: str, body: Any, *, key: str) -> bool:
        content = {"topic": topic, "body": to_jsonable_python(body)}

        def send(store: Store) -> bool:
            over = store.run(run_id).state in ("done", "cancelled")
            return not over and store.signal(run_id, key_of("~message", key), "message", content)

        return await self._tell(send)

    async def cancel(self, run_id: str, reason: str) -> bool:
        def cancel(store: Store) -> bool:
            if store.run(run_id).state == "failed":
                store.reopen(run_id)
            return stop_run(store, run_id, {"reason": reason})

        return await self._tell(cancel)

    async def conclude(self, run_id: str, value: Any, *, unless: str) -> bool:
        body = {"value": to_jsonable_python(value)}
        return await self._tell(
            lambda store: unless not in store.keys(run_id) and stop_run(store, run_id, body)
        )

    async def reopen(self, run_id: str, topic: str, body: Any, *, key: str) -> bool:
        content = {"topic": topic, "body": to_jsonable_python(body)}

        def reopen(store: Store) -> bool:
            if store.run(run_id).state != "done":
                return False
            if told := store.signal(run_id, key_of("~message", key), "message", content):
                store.reopen(run_id)
            return told

        return await self._tell(reopen)

    async def resume(self, run_id: str) -> None:
        def resume(store: Store) -> None:
            run = store.run(run_id)
            if run.state in ("done", "cancelled"):
                raise RunError(
                    f"run {run_id} is {run.state} and cannot go on", fix="start a new one"
                )
            if run.state == "failed" or not run.owner:
                store.reopen(run_id)

        await self._tell(resume)

    async def retry_parked(self) -> None:
        await self._tell(Store.retry_parked)

    async def _tell(self, write: Callable[[Store], T]) -> T:
        """Write what runs have to hear of, and look at once who has."""
        written = await self.writer.write(write)
        self._changed.set()
        return written

    async def finished(self, run_id: str) -> RunEnd:
        if self._failed.done():
            self._failed.result()
        if (end := self._end_of(run_id)) is not None:
            return end
        if run_id not in self._ends:
            self._ends[run_id] = asyncio.get_running_loop().create_future()
        return await asyncio.shield(self._ends[run_id])  # others may wait for the same

    # -- serving

    async def serve(self, *, only: Collection[str] = ()) -> None:
        """Work on runs until cancelled; then stop what is going on and leave it to a successor."""
        self._serving = True
        self._only = frozenset(only)
        heartbeat = asyncio.create_task(self._guard(self._beat))
        try:
            await asyncio.shield(self._failed)
        finally:
            self._serving = False
            with suppress(asyncio.CancelledError):  # whoever asks once more wants it at once
                await self._drain()
            heartbeat.cancel()
            await asyncio.wait([heartbeat])
            for execution in list(self._held.values()):
                execution.stop(Stop.RELEASED)
            if self._tasks:
                await asyncio.wait(self._tasks)
            if not self._failed.done():
                await self.writer.write(lambda store: store.release_runs(self.owner))
                self._held_until = 0.0
            self._asleep.clear()

    async def _drain(self) -> None:
        """Let what is being done come to its record, but no longer than is allowed; nothing new is begun."""
        until = time.monotonic() + self.drain
        while time.monotonic() < until and not self._failed.done():
            if not [execution for execution in self._held.values() if not execution.drain()]:
                break
            await asyncio.sleep(self.poll)

    async def lead(self, role: str) -> bool:
        setting = f"leader/{role}"
        await self._renew_if_due()  # whoever has no lease any more may have lost the role with it
        leader = self._reader.setting(setting)
        if leader != self.owner and leader in living_workers(self._reader):
            return False
        return leader == self.owner or await self.writer.write(
            lambda store: take_role(store, setting, self.owner)
        )

    async def _beat(self) -> None:
        while True:
            await self._renew()
            idle = [*self._asleep, *(run.id for run in self._held.values() if run.waits)]
            if waiting := self._reader.deaths().keys() & idle:
                # What does nothing but wait has killed nobody, however often its process is killed meanwhile.
                await self.writer.write(lambda store: store.forget_deaths(waiting))
            self._changed.set()
            unknown = set(self._reader.open_jobs()) - self.jobs.keys() - self._unknown_jobs
            for job in sorted(unknown):
                logger.warning(
                    "runs of %r are left alone: this process does not know that job", job
                )
            self._unknown_jobs |= unknown
            await asyncio.sleep(self.lease / 3)

    async def _renew_if_due(self) -> None:
        async with self._renewal:  # one is enough for all who need it
            if time.time() >= self._held_until:
                await self._renew()

    async def _renew(self) -> None:
        now = time.time()
        held = [run for run in self._held.values() if run.row.owner] if self._held_until else []
        about = json.dumps({**self.about, "jobs": [] if self._only else list(self.jobs)})

        def renew(store: Store) -> list[Execution] | None:
            self._counted = self._busy()
            self._reader.database.ahead = store.database.ahead  # of which one who writes knows more
            if store.renew_lease(self.owner, self.lease, self._counted, about):
                return None
            return [run for run in held if not store.holds(run.id, run.row.epoch)]

        if (lost := await self.writer.write(renew)) is not None:
            for execution in lost:
                execution.stop(Stop.LOST)
            self._asleep.ring()  # those that are not ours any more find out
        self._held_until = now + self.lease

    def _busy(self) -> int:
        return self._taken + sum(not execution.waits for execution in list(self._held.values()))

    # -- what an execution needs

    def release_slot(self) -> None:
        self.slots.release()
        if not self.slots.locked():
            self._changed.set()

    async def ensure_lease(self, run: str, epoch: int) -> None:
        if time.time() >= self._held_until:
            await self._renew_if_due()
            await self.writer.write(lambda store: store.check_lease(run, epoch))

    def can_move(self, run: RunRow) -> bool:
        return bool(hosts_for(self._reader, run) - {host_of(self.owner)})

    def events_after(self, run: str, after_seq: int) -> list[Event]:
        return self._reader.events(run, after_seq)

    # -- watching the file

    async def _watch(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self.poll):
                    await self._changed.wait()
            is_new = self._read_signals() or self._changed.is_set()
            for run_id in self._asleep.due():
                self._wake(run_id)
            self._changed.clear()
            is_time = time.monotonic() >= self._next_worker_check
            if self._serving and is_time:
                self._next_worker_check = time.monotonic() + WORKER_CHECK_SECONDS
                await self._release_dead()
                for execution in longest_waiting(self._held.values(), self.sleeping, self.awake):
                    execution.stop(Stop.ASLEEP)
            if self._serving and (is_time or is_new):
                await self._claim()

    def _read_signals(self) -> bool:
        """Take in what others have told our runs, if any has; not while a claim is under way, it could miss some."""
        version = self._reader.data_version()
        if version == self._version:
            return False
        self._version = version
        for event in self._reader.signals_since(self._seen):
            self._seen = event.seq
            if event.kind == "end":
                end = self._end_of(event.run) if event.run in self._ends else None
                if end is not None:  # it may have been resumed since
                    self._ends.pop(event.run).set_result(end)
            elif event.run in self._held:
                self._held[event.run].receive(event)
                self.notify(event)
            else:
                self._wake(event.run)
        return True

    def _end_of(self, run_id: str) -> RunEnd | None:
        if self._reader.run(run_id).state == "open":
            return None
        return RunEnd.model_validate(self._reader.last_end(run_id))

    async def _release_dead(self) -> None:
        """Free the runs of workers whose lease expired, and at once of those that died on this host."""
        now = time.monotonic()
        beats = [(worker.owner, worker.beat) for worker in self._reader.workers()]
        self._heard = heard = {beat: self._heard.get(beat, now) for beat in beats}

        def release(store: Store) -> None:
            for owner in dead_workers(store, self.owner, heard):
                logger.warning(
                    "worker %s is gone; runs that are free again: %d",
                    owner,
                    store.release_dead(owner),
                )

        if dead_workers(self._reader, self.owner, heard):
            await self.writer.write(release)

    async def _claim(self) -> None:
        """Take as many runs that nobody has as there are free slots, and execute them."""
        if self.slots.locked() or self._fleet_is_full():
            return
        wanted = 0
        for _ in self._due(self._reader, self.concurrency):
            if not self.slots.locked():
                await self.slots.acquire()
                wanted += 1
        if not wanted:
            return

        def claim(store: Store) -> list[Execution]:
            taken = []
            most = wanted
            if self.fleet is not None:
                most = max(0, min(wanted, self.fleet - busy - store.busy_elsewhere(self.owner)))
            for due in self._due(store, most) if most else ():
                run = store.claim(self.owner, due)
                deaths = store.deaths(due.id).get(due.id, 0)
                taken.append(Execution(self, run, store.events(run.id), deaths >= self.most_deaths))
            self._taken = len(taken)
            self._counted = busy + len(taken)
            store.set_busy(self.owner, self._counted)
            return taken

        busy = self._busy()
        await self._renew_if_due()
        claimed = await self.writer.write(claim) if self._serving else []
        for _ in range(wanted - len(claimed)):
            self.release_slot()
        for execution in claimed:
            self._launch(execution)
        self._taken = 0

    def _due(self, store: Store, most: int) -> list[RunRow]:
        """Return up to so many runs that are due, without those that another machine can do and this one cannot."""

        def is_for_others(run: RunRow) -> bool:
            hosts = hosts_for(store, run) if run.attempts else ()
            return bool(hosts) and host_of(self.owner) not in hosts

        due = store.due(self.jobs, self._only, most)
        if any(map(is_for_others, due)):  # what is behind them must not wait for others as well
            due = [run for run in store.due(self.jobs, self._only, MOST) if not is_for_others(run)]
        return due[:most]

    def _fleet_is_full(self) -> bool:
        """Return whether there is neither room for a run nor any of ours less than the others know of."""
        busy = self._busy()
        full = (
            self.fleet is not None and busy + self._reader.busy_elsewhere(self.owner) >= self.fleet
        )
        return full and busy >= self._counted

    # -- executing

    async def _start_here(self, job: str, run_id: str, text: str, subject: str) -> bool:
        now = time.time()
        execution = Execution(
            self, RunRow(run_id, job, text, "open", "", 1, now, 0, now, 0, subject), []
        )
        # Before it is written and ours, so that it misses no message
        self._held[run_id] = execution
        started = None
        try:
            await self._renew_if_due()
            owner = self.owner if self._serving else ""
            started = await self.writer.write(
                lambda store: record_start(store, job, run_id, text, owner, subject)
            )
        finally:
            if started is None:
                self._drop(execution)
        if started is not None:
            execution.row = execution.row._replace(owner=owner)
            self.notify(started)
            self._launch(execution)
        return started is not None

    def _launch(self, execution: Execution) -> None:
        if not self._serving:  # we are leaving, and free everything that is ours
            self._drop(execution)
            return
        self._held[execution.id] = execution
        self._spawn(self._guard(partial(self._execute, execution)))

    async def _execute(self, execution: Execution) -> None:
        """Run the job to its end, and record what came of it."""
        run = execution.row
        current_run.set(run.id)
        try:
            try:
                execution.begin()
                value = to_jsonable_python(
                    await self.jobs[run.job](execution, json.loads(run.input))
                )
                if execution.stopped is not None:
                    raise asyncio.CancelledError
            except (Exception, asyncio.CancelledError, BaseExceptionGroup) as error:
                write = self._record_of(execution, error)
            else:
                write = partial(
                    Store.end, run=run.id, epoch=run.epoch, state="done", body={"value": value}
                )
            finally:
                execution.finish()
            if write is not None:
                self.notify(await self.writer.write(write))
        except LeaseLost as error:
            logger.warning("%s", error)
        finally:
            self._drop(execution)

    def _record_of(
        self, execution: Execution, error: BaseException
    ) -> Callable[[Store], Event] | None:
        """Return what to record of a job that ended with an error: cancelled, put aside, failed, or nothing."""
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
        body: dict[str, Any] = {"error": f"{type(causes[0]).__name__}: {causes[0]}"}
        if isinstance(causes[0], NotHere) and execution.can_move:
            logger.info("run %s is left to another machine: %s", run.id, causes[0])
            body["not_on"] = [
                *self._reader.last_park(run.id).get("not_on", ()),
                host_of(self.owner),
            ]
            return lambda store: store.park(run.id, run.epoch, 0.0, body)
        if all(map(is_transient, causes)):
            seconds = getattr(causes[0], "pause", 0.0) or min(
                self.backoff * 2.0**run.attempts, LONGEST_BACKOFF
            )
            logger.warning("run %s is tried again in %.0f s: %s", run.id, seconds, causes[0])
            return lambda store: store.park(run.id, run.epoch, seconds, body)
        logger.error("run %s failed", run.id, exc_info=error)
        return lambda store: store.end(run.id, run.epoch, "failed", body)

    def _drop(self, execution: Execution) -> None:
        execution.release_slot()
        if self._held.get(execution.id) is execution:
            del self._held[execution.id]
        if execution.stopped is Stop.ASLEEP and self._serving:
            self._asleep.add(execution.id, execution.row.epoch, execution.until)
        self._changed.set()

    def _wake(self, run_id: str) -> None:
        if epoch := self._asleep.wake(run_id):
            self._spawn(self._guard(partial(self._go_on, run_id, epoch)))

    async def _go_on(self, run_id: str, epoch: int) -> None:
        """Execute a run again that was asleep, if it is still ours since then."""
        execution = None
        await self.slots.acquire()
        try:
            run = self._reader.run(run_id)
            if (run.state, run.epoch) == ("open", epoch):
                execution = Execution(self, run, self._reader.events(run_id))
        finally:
            self._launch(execution) if execution else self.release_slot()

    # -- events, tasks and failures

    def notify(self, event: Event) -> None:
        if event.kind == "end" and self._tracer is not None:
            self._tracer.export(self._reader.run(event.run), self._reader.events(event.run))
        if self.on_event is not None:
            self.on_event(event)

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guard(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except Exception as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        """Stop everything: without storage nothing can be recorded, so nothing may be done."""
        if self._failed.done():
            return
        resolve(self._failed, None, error)
        for execution in list(self._held.values()):
            execution.stop(Stop.RELEASED)
        for end in self._ends.values():
            resolve(end, None, error)

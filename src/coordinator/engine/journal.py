"""The engine: it executes jobs in one event loop, and writes to the store in one thread.

Several processes can use the same store. A lease says which process holds a run.
"""

import asyncio
import json
import logging
import os
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

from pydantic import JsonValue
from pydantic_core import to_jsonable_python

from coordinator.config.environment import tracing
from coordinator.engine import Job, RunEnd, current_run
from coordinator.engine.claims import due_runs
from coordinator.engine.execution import Execution, Stop, canonical
from coordinator.engine.failures import write_for_error
from coordinator.engine.heartbeat import Heartbeat
from coordinator.engine.owner import end_owner, host_of, new_owner
from coordinator.engine.recording import (
    cancel_run,
    conclude_run,
    message_content,
    record_start,
    reopen_run,
    resume_run,
    send_message,
)
from coordinator.engine.repeated_deaths import MOST_DEATHS, RECOVERY, counted_deaths
from coordinator.engine.sleepers import Sleepers, longest_waiting
from coordinator.engine.takeover import TakeOver
from coordinator.engine.workers import hosts_for, living_workers, take_role
from coordinator.engine.writer import Writer, resolve
from coordinator.errors import LeaseLost
from coordinator.storage.store import Event, RunRow, Store

T = TypeVar("T")
logger = logging.getLogger("coordinator")

WORKER_CHECK_SECONDS = 0.2


@dataclass(eq=False)
class JournalEngine:
    """Executes jobs and records them. Use it as `async with JournalEngine(...) as engine`.

    give_up_after: the seconds of nothing but outages after which a run fails; 0 for never.
    fleet: the limit of busy runs in all processes together.
    recovery: the seconds after a worker's death in which no other death counts against a run.
    drain: the seconds that acts in progress get to finish when the engine stops.
    sleeping: the jobs whose waiting runs the engine can take out of memory.
    awake: the number of waiting runs of such jobs that stay in memory.
    about: a description of this worker for other processes.
    """

    path: Path
    jobs: Mapping[str, Job]
    _: KW_ONLY
    concurrency: int = 20
    lease: float = 15.0
    poll: float = 0.05
    backoff: float = 1.0
    give_up_after: float = 0.0
    most_deaths: int = MOST_DEATHS
    recovery: float = RECOVERY
    on_event: Callable[[Event], None] | None = None
    fleet: int | None = None
    drain: float = 0.0
    sleeping: Collection[str] = ()
    awake: int = 100
    about: Mapping[str, JsonValue] = field(default_factory=dict)

    async def __aenter__(self) -> Self:
        # Reset everything, because callers enter an engine again after its storage has failed.
        self.owner = new_owner()
        self.slots = asyncio.Semaphore(self.concurrency)
        self._held: dict[str, Execution] = {}
        self._asleep = Sleepers()
        self._tasks: set[asyncio.Task[Any]] = set()
        # By run, for callers that wait for its end
        self._ends: dict[str, asyncio.Future[RunEnd]] = {}
        self._changed = asyncio.Event()
        self._serving = False
        self._only: frozenset[str] = frozenset()
        self._next_worker_check = 0.0
        self._claimed = 0  # runs that were just claimed and are not in `_held` yet
        self._published_busy = 0  # the number of busy runs that this process published last
        self._unknown_jobs: set[str] = set()
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._reader = Store(self.path)
        self.writer = Writer(Store(self.path), self._fail)
        self._heartbeat = Heartbeat(self.owner, self.lease, self._reader, self.writer, self)
        self._takeover = TakeOver(self.owner, self._reader, self.writer, self.recovery)
        self._version = self._reader.data_version()
        self._seen = self._reader.last_seq()
        self._watcher = asyncio.create_task(self._guard(self._watch))
        self._tracer = None
        if self.jobs and tracing(os.environ) == "on":
            from coordinator.engine.tracing import Tracer  # its packages take long to import

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

    # -- requests, in any process

    async def start(
        self, job: str, run_id: str, request: Any, *, subject: str = "", urgent: bool = False
    ) -> bool:
        text = canonical(request)
        if self._can_start_here(job, run_id):
            await self.slots.acquire()
            # Use a task. Once the run is written, we own it and must begin it, even if the caller
            # was cancelled.
            return await asyncio.shield(self._spawn(self._start_here(job, run_id, text, subject)))
        started = await self._write_and_look(
            lambda store: record_start(store, job, run_id, text, "", subject, urgent)
        )
        return started is not None

    def _can_start_here(self, job: str, run_id: str) -> bool:
        """Return whether this process can begin the run at once, without a claim."""
        if not self._serving or self.fleet is not None or job not in self.jobs:
            return False
        if self._only and run_id not in self._only:
            return False
        is_known = run_id in self._held or run_id in self._asleep
        return not is_known and not self.slots.locked()

    async def send(self, run_id: str, topic: str, body: Any, *, key: str, unless: str = "") -> bool:
        content = message_content(topic, body)
        return await self._write_and_look(
            lambda store: send_message(store, run_id, key, content, unless)
        )

    async def cancel(self, run_id: str, reason: str) -> bool:
        return await self._write_and_look(lambda store: cancel_run(store, run_id, reason))

    async def conclude(self, run_id: str, value: Any, *, unless: str) -> bool:
        body = {"value": to_jsonable_python(value)}
        return await self._write_and_look(lambda store: conclude_run(store, run_id, body, unless))

    async def reopen(self, run_id: str, topic: str, body: Any, *, key: str) -> bool:
        content = message_content(topic, body)
        return await self._write_and_look(lambda store: reopen_run(store, run_id, key, content))

    async def resume(self, run_id: str) -> None:
        await self._write_and_look(lambda store: resume_run(store, run_id))

    async def retry_parked(self) -> None:
        await self._write_and_look(Store.retry_parked)

    async def _write_and_look(self, write: Callable[[Store], T]) -> T:
        """Write, and then wake the watcher to look for changes to runs of this process."""
        written = await self.writer.write(write)
        self._changed.set()
        return written

    async def finished(self, run_id: str) -> RunEnd:
        if self._failed.done():
            self._failed.result()
        end = self._end_of(run_id)
        if end is not None:
            return end
        if run_id not in self._ends:
            self._ends[run_id] = asyncio.get_running_loop().create_future()
        return await asyncio.shield(self._ends[run_id])  # others may wait for the same run

    # -- serving

    async def serve(self, *, only: Collection[str] = ()) -> None:
        """Execute runs until cancelled. Then stop them, and leave them to other processes."""
        self._serving = True
        self._only = frozenset(only)
        heartbeat = asyncio.create_task(self._guard(self._heartbeat.beat))
        try:
            await asyncio.shield(self._failed)
        finally:
            self._serving = False
            with suppress(asyncio.CancelledError):  # a second cancel ends the draining
                await self._drain()
            heartbeat.cancel()
            await asyncio.wait([heartbeat])
            for execution in list(self._held.values()):
                execution.stop(Stop.RELEASED)
            if self._tasks:
                await asyncio.wait(self._tasks)
            if not self._failed.done():
                await self.writer.write(lambda store: store.release_runs(self.owner))
                self._heartbeat.give_up()
            self._asleep.clear()

    async def _drain(self) -> None:
        """Wait until the acts in progress are recorded, for at most `drain` seconds."""
        until = time.monotonic() + self.drain
        while time.monotonic() < until and not self._failed.done():
            going_on = [execution for execution in self._held.values() if not execution.drain()]
            if not going_on:
                break
            await asyncio.sleep(self.poll)

    async def lead(self, role: str) -> bool:
        setting = f"leader/{role}"
        await self._heartbeat.renew_if_due()  # a worker that lost its lease may have lost the role
        leader = self._reader.setting(setting)
        if leader == self.owner:
            return True
        if leader in living_workers(self._reader):
            return False
        return await self.writer.write(lambda store: take_role(store, setting, self.owner))

    # -- for the heartbeat

    def owned(self) -> list[Execution]:
        return [execution for execution in self._held.values() if execution.row.owner]

    def description(self) -> str:
        jobs = [] if self._only else list(self.jobs)
        return json.dumps({**self.about, "jobs": jobs})

    def publish_busy(self) -> int:
        self._published_busy = self._busy()
        return self._published_busy

    def lose(self, lost: Sequence[Execution]) -> None:
        for execution in lost:
            execution.stop(Stop.LOST)
        self._asleep.ring()  # a sleeping run learns this when it is executed again

    async def after_beat(self) -> None:
        await self._forget_deaths_of_waiting()
        self._changed.set()
        self._warn_of_unknown_jobs()

    async def _forget_deaths_of_waiting(self) -> None:
        """Set the number of worker deaths of each waiting run to zero.

        A run that waits does no work, so it cannot have killed its workers.
        """
        waiting = set(self._asleep)
        for execution in self._held.values():
            if execution.waits:
                waiting.add(execution.id)
        counted = waiting.intersection(self._reader.deaths())
        if counted:
            await self.writer.write(lambda store: store.forget_deaths(counted))

    def _warn_of_unknown_jobs(self) -> None:
        unknown = set(self._reader.open_jobs()) - self.jobs.keys() - self._unknown_jobs
        for job in sorted(unknown):
            logger.warning("runs of job %r are skipped: this process does not have that job", job)
        self._unknown_jobs |= unknown

    def _busy(self) -> int:
        """Return the number of busy runs of this process. The writer's thread calls this, too."""
        busy = self._claimed
        for execution in list(self._held.values()):
            if not execution.waits:
                busy += 1
        return busy

    # -- for executions

    def release_slot(self) -> None:
        self.slots.release()
        if not self.slots.locked():
            self._changed.set()

    async def ensure_lease(self, run: str, epoch: int) -> None:
        await self._heartbeat.ensure(run, epoch)

    def can_move(self, run: RunRow) -> bool:
        return bool(hosts_for(self._reader, run) - {host_of(self.owner)})

    def events_after(self, run: str, after_seq: int) -> list[Event]:
        return self._reader.events(run, after_seq)

    # -- watching the state

    async def _watch(self) -> None:
        """Look for signals and due runs after each change, and at least every `poll` seconds."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self.poll):
                    await self._changed.wait()
            has_signals = self._read_signals()
            is_new = has_signals or self._changed.is_set()
            for run_id in self._asleep.due():
                self._wake(run_id)
            self._changed.clear()
            is_time = time.monotonic() >= self._next_worker_check
            if self._serving and is_time:
                self._next_worker_check = time.monotonic() + WORKER_CHECK_SECONDS
                await self._takeover.release_dead()
                for execution in longest_waiting(self._held.values(), self.sleeping, self.awake):
                    execution.stop(Stop.ASLEEP)
            if self._serving and (is_time or is_new):
                await self._claim()

    def _read_signals(self) -> bool:
        """Deliver new messages, cancels and ends. Return whether another process has written.

        Do not call this during a claim: a run that is being claimed could miss a message.
        """
        version = self._reader.data_version()
        if version == self._version:
            return False
        self._version = version
        for event in self._reader.signals_since(self._seen):
            self._seen = event.seq
            if event.kind == "end":
                self._deliver_end(event.run)
            elif event.run in self._held:
                self._held[event.run].receive(event)
                self.notify(event)
            else:
                self._wake(event.run)
        return True

    def _deliver_end(self, run_id: str) -> None:
        if run_id not in self._ends:
            return
        end = self._end_of(run_id)
        if end is not None:  # it is None if the run was resumed
            self._ends.pop(run_id).set_result(end)

    def _end_of(self, run_id: str) -> RunEnd | None:
        if self._reader.run(run_id).state == "open":
            return None
        return RunEnd.model_validate(self._reader.last_end(run_id))

    # -- claiming

    async def _claim(self) -> None:
        """Claim as many due runs as there are free slots, and execute them."""
        if self.slots.locked() or self._fleet_is_full():
            return
        wanted = 0
        for _ in self._due(self._reader, self.concurrency):
            if not self.slots.locked():
                await self.slots.acquire()
                wanted += 1
        if not wanted:
            return
        busy = self._busy()
        await self._heartbeat.renew_if_due()
        claimed: list[Execution] = []
        if self._serving:
            claimed = await self.writer.write(partial(self._write_claims, wanted, busy))
        for _ in range(wanted - len(claimed)):
            self.release_slot()
        for execution in claimed:
            self._launch(execution)
        self._claimed = 0

    def _write_claims(self, wanted: int, busy: int, store: Store) -> list[Execution]:
        """Claim up to `wanted` due runs, within the limit of the fleet."""
        most = wanted
        if self.fleet is not None:
            free = self.fleet - busy - store.busy_elsewhere(self.owner)
            most = max(0, min(wanted, free))
        claimed = []
        if most:
            for due in self._due(store, most):
                run = store.claim(self.owner, due)
                deaths = counted_deaths(store, run.id)
                is_deadly = deaths >= self.most_deaths
                execution = Execution(
                    self, run, store.events(run.id), is_deadly, is_suspected=deaths > 0
                )
                claimed.append(execution)
        self._claimed = len(claimed)
        self._published_busy = busy + len(claimed)
        store.set_busy(self.owner, self._published_busy)
        return claimed

    def _due(self, store: Store, most: int) -> list[RunRow]:
        return due_runs(store, self.owner, self.jobs, self._only, most)

    def _fleet_is_full(self) -> bool:
        """Return whether the fleet limit keeps this process from claiming more runs.

        Return False if this process has published a number of busy runs that is now too high,
        because the next claim publishes the right number.
        """
        if self.fleet is None:
            return False
        busy = self._busy()
        is_full = busy + self._reader.busy_elsewhere(self.owner) >= self.fleet
        return is_full and busy >= self._published_busy

    # -- executing

    async def _start_here(self, job: str, run_id: str, text: str, subject: str) -> bool:
        """Record a new run of this process and execute it. Return False if it exists already.

        The caller must already have taken a slot for the run.
        """
        now = time.time()
        row = RunRow(
            id=run_id,
            job=job,
            input=text,
            state="open",
            owner="",
            epoch=1,
            not_before=now,
            attempts=0,
            created=now,
            ended=0,
            subject=subject,
        )
        execution = Execution(self, row, [])
        # Do this before the run is written, so that the run misses no message.
        self._held[run_id] = execution
        started = None
        try:
            await self._heartbeat.renew_if_due()
            owner = self.owner if self._serving else ""
            started = await self.writer.write(
                lambda store: record_start(store, job, run_id, text, owner, subject)
            )
        finally:
            if started is None:
                self._drop(execution)
        if started is None:
            return False
        execution.row = execution.row._replace(owner=owner)
        self.notify(started)
        self._launch(execution)
        return True

    def _launch(self, execution: Execution) -> None:
        if not self._serving:  # serve() is ending, and releases all our runs
            self._drop(execution)
            return
        self._held[execution.id] = execution
        self._spawn(self._guard(partial(self._execute, execution)))

    async def _execute(self, execution: Execution) -> None:
        """Run the job to its end, and record the result."""
        run = execution.row
        current_run.set(run.id)
        try:
            try:
                execution.begin()
                returned = await self.jobs[run.job](execution, json.loads(run.input))
                value = to_jsonable_python(returned)
                if execution.stopped is not None:
                    raise asyncio.CancelledError
            except (Exception, asyncio.CancelledError, BaseExceptionGroup) as error:
                write = write_for_error(
                    execution, error, self._reader, self.owner, self.backoff, self.give_up_after
                )
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

    def _drop(self, execution: Execution) -> None:
        """Forget an execution that has ended. If it fell asleep, add its run to the sleepers."""
        execution.release_slot()
        if self._held.get(execution.id) is execution:
            del self._held[execution.id]
        if execution.stopped is Stop.ASLEEP and self._serving:
            self._asleep.add(execution.id, execution.row.epoch, execution.until)
        self._changed.set()

    def _wake(self, run_id: str) -> None:
        epoch = self._asleep.wake(run_id)
        if epoch:
            self._spawn(self._guard(partial(self._go_on, run_id, epoch)))

    async def _go_on(self, run_id: str, epoch: int) -> None:
        """Execute a sleeping run again, unless another process has taken it over since `epoch`."""
        execution = None
        await self.slots.acquire()
        try:
            run = self._reader.run(run_id)
            if run.state == "open" and run.epoch == epoch:
                execution = Execution(self, run, self._reader.events(run_id))
        finally:
            if execution is not None:
                self._launch(execution)
            else:
                self.release_slot()

    # -- listeners, tasks and failures

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
        """Stop all runs. Without storage we cannot record their acts, so they must not act."""
        if self._failed.done():
            return
        resolve(self._failed, None, error)
        for execution in list(self._held.values()):
            execution.stop(Stop.RELEASED)
        for end in self._ends.values():
            resolve(end, None, error)

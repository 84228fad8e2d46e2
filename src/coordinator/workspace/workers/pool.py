"""Read the author's bytes in worker processes, so that a hostile text stops no other review.

`run_apart` runs one of the `JOBS`, and nothing else. A worker can only compute (see
`confinement.py`). Its answer is data that is checked against the type of the job.
Workers start with the first large job, and end with this process, even if it is killed. Each does
one job at a time. A job that exceeds a limit ends its worker and raises WorkspaceError.
"""

import asyncio
import atexit
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, get_type_hints

from pydantic import TypeAdapter, ValidationError

from coordinator.errors import WorkspaceError
from coordinator.workspace.masking import RUN_SECRETS
from coordinator.workspace.workers import confinement, frames

WORKERS = 2
SMALL = 64_000  # bytes that are read in a thread of this process; every job is linear in its bytes
PROCESSOR_SECONDS = 120.0  # for one job
WALL_SECONDS = 600.0  # for one job, because a busy machine gives a job less than a whole processor
START_SECONDS = 60.0
TRIES = 2  # for one job, because a worker can end through no fault of the job
TICK = 0.2  # seconds between two measurements

# The functions that a worker may run.
JOBS_WITH_FILES = (  # functions whose first parameter is a list of open files
    "coordinator.workspace.diff:bound_diff",
    "coordinator.workspace.diff:widen_diff",
    "coordinator.workspace.masking.credential_files:mask_open_files",
)
JOBS = (
    "coordinator.judgement.evidence.verification:places_in",
    "coordinator.judgement.evidence.verification:verify_quotes",
    "coordinator.parsing.injection:suspicions",
    "coordinator.parsing.media:medium_of",
    "coordinator.parsing.patterns:matching_paths",
    "coordinator.workspace.changes:compare_contents",
    "coordinator.workspace.checks.runner:has_test_script",
    "coordinator.workspace.checks.setup_detection:project_requirements",
    "coordinator.workspace.files:paths_for_agents",
    "coordinator.workspace.masking.credential_files:mask_content",
    "coordinator.workspace.masking.credential_files:withheld_paths",
    "coordinator.workspace.masking:mask_ends",
    "coordinator.workspace.masking:mask_issue",
    "coordinator.workspace.masking:notices",
    "coordinator.workspace.masking:withhold",
    "coordinator.workspace.search:search_blobs",
    "coordinator.workspace.search:was_deleted",
    *JOBS_WITH_FILES,
)

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

_FIX = "the work costs more to read than a review allows; split it"


def _program(module: str) -> str:
    """Return Python code that runs the function `main` of a module of this package."""
    # `-I` leaves PYTHONPATH and the current directory out, so the folder of `coordinator` is added.
    return (
        f"import sys; sys.path.append({str(Path(__file__).parents[3])!r}); "
        f"from coordinator.workspace.workers.{module} import main; main()"
    )


async def run_apart(
    size: int, function: Callable[Given, Answer], *args: Given.args, **named: Given.kwargs
) -> Answer:
    """Return the result of a job that reads `size` bytes from the author.

    If `size` is at most `SMALL`, the job runs in a thread of this process, otherwise in a worker. A
    cancellation ends a job in a worker.
    """
    if size <= SMALL:
        return await asyncio.to_thread(function, *args, **named)
    answer: Answer = await _run(_Job(function, (*args, *named.values())))
    return answer


async def run_on_files(
    files: Sequence[int],
    function: Callable[Concatenate[Sequence[int], Given], Answer],
    *args: Given.args,
    **named: Given.kwargs,
) -> Answer:
    """Return the result of a job that reads and writes these open files in a worker."""
    answer: Answer = await _run(_Job(function, (*args, *named.values()), tuple(files)))
    return answer


def missing_confinement() -> str:
    """Return the reason why workers have no filter of system calls; empty if they have one."""
    program = (sys.executable, "-I", "-S", "-c", _program("confinement"))
    tried = subprocess.run(program, capture_output=True, text=True, check=False)
    if tried.returncode:
        return f"a process cannot confine itself: {tried.stderr.strip()[-200:]}"
    return tried.stdout


async def _run(job: "_Job") -> Any:
    pool = _pool()
    doing = pool.threads.submit(pool.do, job)
    answer = asyncio.wrap_future(doing)
    try:
        return await asyncio.shield(answer)
    except asyncio.CancelledError:
        job.cancel()
        doing.cancel()
        # Wait, because the caller may close the files of the job now.
        await asyncio.wait([answer])
        if not answer.cancelled():
            answer.exception()  # asyncio logs errors that nobody looks at
        raise


# -- jobs


def load_job(name: str) -> Callable[..., Any]:
    """Return the function of a job."""
    module, _, function = name.partition(":")
    loaded: Callable[..., Any] = getattr(import_module(module), function)
    return loaded


class JobTypes:
    """Turns arguments and results of a function into data for a frame, and back."""

    def __init__(self, function: Callable[..., Any], *, with_files: bool) -> None:
        hints = get_type_hints(function)
        self.with_files = with_files
        self._result: TypeAdapter[Any] = TypeAdapter(hints["return"])
        self._arguments: list[TypeAdapter[Any]] = []
        for name in list(signature(function).parameters)[with_files:]:
            self._arguments.append(TypeAdapter(hints[name]))

    def write_arguments(self, arguments: Sequence[Any]) -> list[Any]:
        pairs = zip(self._arguments, arguments, strict=True)
        return [adapter.dump_python(argument) for adapter, argument in pairs]

    def read_arguments(self, data: Sequence[Any]) -> list[Any]:
        pairs = zip(self._arguments, data, strict=True)
        return [adapter.validate_python(argument) for adapter, argument in pairs]

    def write_result(self, result: Any) -> Any:
        return self._result.dump_python(result)

    def read_result(self, data: Any) -> Any:
        return self._result.validate_python(data)


@cache
def _types_of(function: Callable[..., Any]) -> JobTypes:
    return JobTypes(function, with_files=_name_of(function) in JOBS_WITH_FILES)


def _name_of(function: Callable[..., Any]) -> str:
    return f"{function.__module__}:{function.__qualname__}"


class _Cancelled(Exception):
    """The caller of a job was cancelled, so nobody waits for the job any more."""


class _Job:
    """One call of a function, which another thread can cancel."""

    def __init__(
        self, function: Callable[..., Any], arguments: Sequence[Any], files: Sequence[int] = ()
    ) -> None:
        self.name = _name_of(function)
        if self.name not in JOBS:
            raise ValueError(f"{self.name} is not among the jobs of workers")
        self.files = files
        self.types = _types_of(function)
        self._arguments = arguments
        self._secrets = sorted(RUN_SECRETS.get())
        self._lock = threading.Lock()
        self._worker: _Worker | None = None
        self._cancelled = False

    def message(self) -> dict[str, Any]:
        """Return the message that sends the job to a worker."""
        return {
            "job": self.name,
            "arguments": self.types.write_arguments(self._arguments),
            "secrets": self._secrets,
        }

    def begin(self, worker: "_Worker") -> None:
        """Note which worker does the job; raise _Cancelled if the job was cancelled."""
        with self._lock:
            if self._cancelled:
                raise _Cancelled
            self._worker = worker

    def end(self) -> None:
        with self._lock:
            self._worker = None

    def cancel(self) -> None:
        """End the worker that does the job, if it was begun."""
        with self._lock:
            self._cancelled = True
            if self._worker:
                self._worker.kill()


# -- workers


class _Lost(Exception):
    """A worker ended in the middle of a job; the argument says how."""


class _Worker:
    """One worker process. Only one thread at a time sends jobs to it."""

    def __init__(self) -> None:
        self._connection, its_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self._connection.settimeout(TICK)
        env = {}
        if "LD_LIBRARY_PATH" in os.environ:  # an interpreter can need it
            env["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        with its_end:
            self._process = subprocess.Popen(
                (sys.executable, "-I", "-X", "utf8", "-c", _program("process")),
                stdin=its_end.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=env,
                cwd="/",
                start_new_session=True,
            )
        self.leaving = False  # it ends by itself after its answer
        self.is_killed = False
        self._until = time.monotonic() + START_SECONDS
        self._processor_until = START_SECONDS
        self._receive()  # wait until it is ready

    def do(self, job: _Job) -> Any:
        """Return the answer to a job; raise WorkspaceError if the job fails."""
        self._until = time.monotonic() + WALL_SECONDS
        self._processor_until = self._processor_used() + PROCESSOR_SECONDS
        try:
            frames.send(self._connection, job.message(), self._check_limits, job.files)
        except frames.Closed:
            raise _Lost(self._how_ended()) from None
        answer = self._receive()
        self.leaving = bool(answer.get("leaving"))
        if "error" in answer:
            raise WorkspaceError(str(answer["error"]), fix=str(answer.get("fix", "")))
        if "exceeded" in answer:
            self.kill()
            raise _exceeded(f"{confinement.MEMORY >> 20} MB of memory")
        if "result" not in answer:
            raise WorkspaceError(f"the work could not be read: {answer.get('failed')}")
        try:
            return job.types.read_result(answer["result"])
        except ValidationError:
            self.kill()
            raise WorkspaceError("the worker that read the work gave an invalid answer") from None

    def _receive(self) -> dict[str, Any]:
        try:
            answer = frames.receive(self._connection, self._check_limits)
        except frames.Closed:
            raise _Lost(self._how_ended()) from None
        except (ValueError, TypeError, LookupError, RecursionError):
            answer = None
        if isinstance(answer, dict):
            return answer
        self.kill()
        raise WorkspaceError("the worker that read the work gave an invalid answer")

    def _check_limits(self) -> None:
        if self._processor_used() > self._processor_until:
            self.kill()
            raise _exceeded(f"{PROCESSOR_SECONDS:g} s of processor time")
        if time.monotonic() > self._until:
            self.kill()
            raise _exceeded(f"{WALL_SECONDS:g} s")

    def _processor_used(self) -> float:
        """Return the processor seconds of the worker so far; 0 if the system does not tell."""
        clock = (~self._process.pid << 3) | 2  # Linux: the clock of a process, by its number
        try:
            return time.clock_gettime(clock)
        except OSError:
            return 0.0

    def _how_ended(self) -> str:
        code = self._process.wait()
        if code < 0:
            return f"ended by {signal.Signals(-code).name}"
        return f"ended with exit code {code}"

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        self.is_killed = True
        self._process.kill()

    def close(self) -> None:
        """End the worker, and wait until it is gone."""
        self.kill()
        self._process.wait()
        self._connection.close()


def _exceeded(limit: str) -> WorkspaceError:
    return WorkspaceError(f"reading the work took more than {limit}", fix=_FIX)


class _Pool:
    """The workers of this process, and a thread for each that waits for its answer."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self.threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="worker")
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()

    def do(self, job: _Job) -> Any:
        """Return the answer to a job. If its worker was lost, try again with another one."""
        cause = ""
        for _ in range(TRIES):
            try:
                return self._try(job)
            except _Lost as lost:
                cause = str(lost)
            except _Cancelled:
                return None
        raise WorkspaceError(f"the worker that read the work {cause}", fix=_FIX)

    def _try(self, job: _Job) -> Any:
        worker = self._take()
        try:
            job.begin(worker)
            try:
                return worker.do(job)
            finally:
                job.end()
        finally:
            self._give_back(worker)

    def _take(self) -> _Worker:
        """Return an idle worker, or a new one if there is none."""
        while self._idle:
            # If two threads see the last idle worker, the second one finds the list empty.
            with suppress(IndexError):
                worker = self._idle.pop()
                if worker.is_alive:
                    return worker
                self._drop(worker)
        worker = _Worker()
        self._all.add(worker)
        return worker

    def _give_back(self, worker: _Worker) -> None:
        if worker.leaving or worker.is_killed or not worker.is_alive:
            self._drop(worker)
        else:
            self._idle.append(worker)

    def _drop(self, worker: _Worker) -> None:
        worker.close()
        self._all.discard(worker)

    def close(self) -> None:
        for worker in tuple(self._all):
            worker.kill()
        self.threads.shutdown(cancel_futures=True)
        for worker in tuple(self._all):
            self._drop(worker)


_pools: list[_Pool] = []


def _pool() -> _Pool:
    """Return the pool of this process. A fork gets a new pool, because it has no threads."""
    if not _pools or _pools[0].process != os.getpid():
        _pools[:] = [_Pool()]
    return _pools[0]


@atexit.register
def close_workers() -> None:
    """End all workers, if there are any."""
    if _pools and _pools[0].process == os.getpid():
        _pools.pop().close()

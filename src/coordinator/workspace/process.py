"""Run a program without a terminal, and end it with everything that it has started.

Each program has a session of its own, which ends with the program, and when this process ends.
"""

import asyncio
import os
import signal
import subprocess
import threading
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path
from typing import Any

from coordinator.workspace.masking import MaskedStream

GRACE = 2.0  # seconds between asking a program to end and ending it
CANNOT_START = (126, 127)  # exit codes of a shell that finds no such program, or may not run it
# A variable with a word of its own for a program whose sessions all end with it
MARK = "STARTED_BY_COORDINATOR"

Take = Callable[[bytes], object]

_CHUNK = 65_536


async def run(
    argv: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    output: Take,
    errors: Take | None = None,
    given: bytes | AsyncIterator[bytes] = b"",
    secrets: Collection[str] = (),
) -> int:
    """Run a program until it ends; return its exit code, negative for a signal.

    It reads `given` and then the end of its input. Its output goes to `output` while it runs,
    without the `secrets`; so do its error messages unless `errors` is given. Cancelling ends the
    program and all processes that it has started, and so does an exception of `output` or `errors`.
    """
    masks = []
    if secrets:
        masks.append(MaskedStream(output, known=secrets))
        output = masks[-1].feed
        if errors:
            masks.append(MaskedStream(errors, known=secrets))
            errors = masks[-1].feed
    mark = env.get(MARK, "")
    # The reaper knows the mark before a process has it, so that nothing is left behind if we are
    # killed just then.
    with (
        _REAPER.ending(0, mark),
        _pipe() as (its_in, to_it),
        _pipe() as (out, its_out),
        _pipe() as (err, its_err),
    ):
        os.set_blocking(to_it.fileno(), False)
        if isinstance(given, bytes) and given:
            # Before anybody reads it, so that a short input is whole even if we are killed.
            given = given[os.write(to_it.fileno(), given) :]
        # Not asyncio's, which has a thread wait for each program and takes twice as long to start.
        process = subprocess.Popen(
            argv,
            cwd=cwd,
            env=env,
            stdin=its_in,
            stdout=its_out,
            stderr=its_err if errors else its_out,
            start_new_session=True,
        )
        for end in (its_in, its_out, its_err):
            end.close()
        giving = asyncio.ensure_future(_give(to_it, given))
        taking = [_read(out, output)]
        if errors:
            taking.append(_read(err, errors))
        with _REAPER.ending(process.pid, mark), _exit_of(process) as exited:
            try:
                await _wait_for(exited, giving, *taking)
            finally:
                giving.cancel()
                try:
                    await _end(process.pid, exited)
                    if mark:
                        await asyncio.to_thread(end_marked, mark)
                finally:
                    failures = await _drain(taking)
                    for mask in masks:
                        mask.finish()
    for failure in failures:
        raise failure
    return process.returncode


@contextmanager
def _pipe() -> Iterator[tuple[FileIO, FileIO]]:
    read, write = os.pipe()
    with FileIO(read, "rb") as reader, FileIO(write, "wb") as writer:
        yield reader, writer


@contextmanager
def _exit_of(process: subprocess.Popen[bytes]) -> Iterator[asyncio.Future[int]]:
    """Yield a future with the exit code of a program.

    It is no task: a task would be cancelled at the end of the loop, before the program has ended.
    """
    loop = asyncio.get_running_loop()
    exited: asyncio.Future[int] = loop.create_future()

    def wait() -> None:
        code = process.wait()
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(exited.set_result, code)

    def read() -> None:
        loop.remove_reader(waited_at)
        exited.set_result(process.wait())

    waited_at = -1
    try:
        waited_at = os.pidfd_open(process.pid)
        loop.add_reader(waited_at, read)
    except (AttributeError, OSError):  # the system has no such files
        # A new thread waits instead: the program itself may wait for work of the shared threads.
        threading.Thread(target=wait, daemon=True).start()
    try:
        yield exited
    finally:
        if waited_at >= 0:
            loop.remove_reader(waited_at)
            os.close(waited_at)
        # It was killed at last; if we are cancelled once more, there is no other way to wait for it
        process.wait()


async def _wait_for(exited: asyncio.Future[int], *streams: asyncio.Future[None]) -> None:
    """Wait for the program alone: processes that it has started may never close its pipes."""
    pending: set[asyncio.Future[Any]] = {exited, *streams}
    while not exited.done():
        done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
        for one in done:
            one.result()


async def _end(leader: int, exited: asyncio.Future[int]) -> None:
    """End the processes of the program's group, first by SIGTERM, then by SIGKILL."""
    try:
        if not exited.done():
            _signal_group(leader, signal.SIGTERM)
            await asyncio.wait([exited], timeout=GRACE)
    finally:
        _signal_group(leader, signal.SIGKILL)
        await asyncio.wait([exited])


def end_marked(mark: str) -> None:
    """End every process with this mark in its environment, in whatever session it is."""
    found = True
    while found:
        found = False
        for file in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):
                if mark.encode() in file.read_bytes():
                    os.kill(int(file.parent.name), signal.SIGKILL)
                    found = True


def _signal_group(leader: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


async def _drain(streams: Sequence[asyncio.Future[None]]) -> list[BaseException]:
    """Read the rest of the pipes, and return the failures of their readers.

    A process that left the group and holds a pipe open is not waited for.
    """
    try:
        await asyncio.wait(streams, timeout=GRACE)
    finally:
        for stream in streams:
            stream.cancel()
        await asyncio.wait(streams)
    failures = []
    for stream in streams:
        if not stream.cancelled():
            failure = stream.exception()
            if failure:
                failures.append(failure)
    return failures


def _read(pipe: FileIO, take: Take) -> asyncio.Future[None]:
    """Pass everything to `take` until the last writer is gone; return a future of that end."""
    loop = asyncio.get_running_loop()
    file = pipe.fileno()
    ended: asyncio.Future[None] = loop.create_future()

    def take_some() -> None:
        try:
            chunk = os.read(file, _CHUNK)
            if chunk:
                take(chunk)
            else:
                ended.set_result(None)
        except Exception as error:
            ended.set_exception(error)
        if ended.done():
            loop.remove_reader(file)

    loop.add_reader(file, take_some)
    ended.add_done_callback(lambda _: loop.remove_reader(file))  # also if nobody waits for the rest
    return ended


async def _give(pipe: FileIO, given: bytes | AsyncIterator[bytes]) -> None:
    """Write everything and close the pipe; the program need not read all of it."""
    with pipe, suppress(BrokenPipeError, ConnectionResetError):
        if isinstance(given, bytes):
            await _write(pipe, given)
            return
        async for chunk in given:
            await _write(pipe, chunk)


async def _write(pipe: FileIO, data: bytes) -> None:
    loop = asyncio.get_running_loop()
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(pipe.fileno(), rest) :]
        except BlockingIOError:
            ready = asyncio.Event()
            loop.add_writer(pipe, ready.set)
            try:
                await ready.wait()
            finally:
                loop.remove_writer(pipe)


# -- programs of a killed process
#
# A killed process cannot end its programs, and they must not disturb the process that continues its
# work. So each process that starts programs has a shell beside it, which it tells of every group of
# processes that begins or ends. The shell ends the remaining groups.

_SHELL = ("/bin/sh", "-c", Path(__file__).with_name("reaper.sh").read_text(encoding="utf-8"))


@dataclass(slots=True)
class ProcessReaper:
    """The groups that this process has started, and the pipe to the shell that outlives it."""

    owner: int = 0
    pipe: int = -1
    # Each with the mark of its processes, if there is one
    groups: set[str] = field(default_factory=set)

    @contextmanager
    def ending(self, group: int, mark: str = "") -> Iterator[None]:
        """End a group of processes (0: none), and those with this mark, if we are killed inside."""
        entry = f"{group}:{mark}"
        if entry == "0:":
            yield
            return
        self.groups.add(entry)
        self._tell("begins", entry)
        try:
            yield
        finally:
            self.groups.discard(entry)
            self._tell("ends", entry)

    def _tell(self, sign: str, group: str) -> None:
        if self.owner != os.getpid():  # the first program, or a fork of the process with the shell
            self.groups &= {group}
            self._start()
            return
        try:
            os.write(self.pipe, f"{sign} {group}\n".encode())
        except BrokenPipeError:  # somebody has ended our shell
            os.close(self.pipe)
            self._start()

    def _start(self) -> None:
        """Start the shell in a group that Ctrl-C does not reach, and tell it of all groups."""
        read, self.pipe = os.pipe()
        self.owner = os.getpid()
        try:
            hands = [
                (os.POSIX_SPAWN_DUP2, read, 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            ]
            os.posix_spawn(_SHELL[0], _SHELL, {}, file_actions=hands, setpgroup=0)
        finally:
            os.close(read)
        for group in self.groups:
            os.write(self.pipe, f"begins {group}\n".encode())


_REAPER = ProcessReaper()

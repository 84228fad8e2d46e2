"""Run a program without a terminal, and end it with every process that it has started.

Each program has its own session. We end the session when the program ends, and when this process
ends.
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

GRACE = 2.0  # seconds between asking a program to end and killing it
CANNOT_START = (126, 127)  # exit codes of a shell that cannot find a program, or cannot run it
# An environment variable with a unique word for each program. When a program ends, all processes
# with its word are ended too, whatever session they are in.
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
    files: Sequence[int] = (),
) -> int:
    """Run a program until it ends; return its exit code, negative for a signal.

    The program inherits the open `files`. It reads `given`, and then its input ends. Its output
    goes to `output` while it runs, with the `secrets` masked. Its error messages go to `errors` if
    that is given, otherwise also to `output`. A cancellation ends the program and all processes
    that it has started. An exception from `output` or `errors` does the same.
    """
    masks = []
    if secrets:
        masks.append(MaskedStream(output, known=secrets))
        output = masks[-1].feed
        if errors:
            masks.append(MaskedStream(errors, known=secrets))
            errors = masks[-1].feed
    mark = env.get(MARK, "")
    # Tell the reaper the mark before any process has the mark. So no process is left if we are
    # killed at that moment.
    with (
        _REAPER.ending(0, mark),
        _pipe() as (its_in, to_it),
        _pipe() as (out, its_out),
        _pipe() as (err, its_err),
    ):
        os.set_blocking(to_it.fileno(), False)
        if isinstance(given, bytes) and given:
            # Write before any process reads, so a short input is whole even if we are killed.
            given = given[os.write(to_it.fileno(), given) :]
        # We do not use asyncio's subprocess. It keeps a waiting thread for each program and takes
        # twice as long to start.
        process = subprocess.Popen(
            argv,
            cwd=cwd,
            env=env,
            stdin=its_in,
            stdout=its_out,
            stderr=its_err if errors else its_out,
            start_new_session=True,
            pass_fds=files,
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

    The future is not a task, because the event loop cancels tasks when it closes, even if the
    program has not ended.
    """
    loop = asyncio.get_running_loop()
    exited: asyncio.Future[int] = loop.create_future()

    def wait() -> None:
        code = process.wait()
        with suppress(RuntimeError):  # the event loop is closed
            loop.call_soon_threadsafe(exited.set_result, code)

    def read() -> None:
        loop.remove_reader(waited_at)
        exited.set_result(process.wait())

    waited_at = -1
    try:
        waited_at = os.pidfd_open(process.pid)
        loop.add_reader(waited_at, read)
    except (AttributeError, OSError):  # the system has no file descriptors for processes
        # Use a new thread to wait. A shared thread is not safe, because the program itself can wait
        # for work of the shared threads.
        threading.Thread(target=wait, daemon=True).start()
    try:
        yield exited
    finally:
        if waited_at >= 0:
            loop.remove_reader(waited_at)
            os.close(waited_at)
        # The program has been killed by now. After a second cancellation, this call is the only way
        # to wait for it.
        process.wait()


async def _wait_for(exited: asyncio.Future[int], *streams: asyncio.Future[None]) -> None:
    """Wait until the program has ended, or raise the exception of a stream that fails.

    Do not wait for the pipes, because child processes can hold them open for ever.
    """
    pending: set[asyncio.Future[Any]] = {exited, *streams}
    while not exited.done():
        done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
        for one in done:
            one.result()


async def _end(leader: int, exited: asyncio.Future[int]) -> None:
    """End the processes of the program's group, first with SIGTERM, then with SIGKILL."""
    try:
        if not exited.done():
            _signal_group(leader, signal.SIGTERM)
            await asyncio.wait([exited], timeout=GRACE)
    finally:
        _signal_group(leader, signal.SIGKILL)
        await asyncio.wait([exited])


def end_marked(mark: str) -> None:
    """End every process that has this mark in its environment, in whatever session."""
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
    """Read the rest of the pipes, and return the exceptions of their readers.

    Do not wait for a process that left the group and holds a pipe open.
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
    """Pass the pipe's output to `take`; return a future that ends when the last writer is gone."""
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
    ended.add_done_callback(lambda _: loop.remove_reader(file))  # even if no task waits for it
    return ended


async def _give(pipe: FileIO, given: bytes | AsyncIterator[bytes]) -> None:
    """Write everything and close the pipe. The program does not have to read all of it."""
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
# A killed process cannot end its programs. They must not disturb the process that continues its
# work. So each process that starts programs also starts a shell, and tells it of every process
# group that begins or ends. When the process is gone, the shell ends the remaining groups.

_SHELL = ("/bin/sh", "-c", Path(__file__).with_name("reaper.sh").read_text(encoding="utf-8"))


@dataclass(slots=True)
class ProcessReaper:
    """Ends the process groups of this process if this process is killed.

    A small shell, which survives this process, reads the groups from a pipe. It kills the remaining
    groups when the pipe closes.
    """

    owner: int = 0
    pipe: int = -1
    # Each entry is `GROUP:MARK`, with an empty mark if the processes have none.
    groups: set[str] = field(default_factory=set)

    @contextmanager
    def ending(self, group: int, mark: str = "") -> Iterator[None]:
        """End a group and all processes with this mark if this process is killed in the block.

        Group 0 means no group.
        """
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
        if self.owner != os.getpid():  # no shell yet, or this process is a fork
            self.groups &= {group}
            self._start()
            return
        try:
            os.write(self.pipe, f"{sign} {group}\n".encode())
        except BrokenPipeError:  # another process has ended our shell
            os.close(self.pipe)
            self._start()

    def _start(self) -> None:
        """Start the shell in its own group, which Ctrl-C does not reach, and send it `groups`."""
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

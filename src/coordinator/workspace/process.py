"""Runs a program without a terminal, in a session of its own that ends with everything it has started, and with us."""

import asyncio
import os
import signal
import subprocess
import threading
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from io import FileIO
from pathlib import Path
from typing import Any

from coordinator.config.environment import PREFIX, SECRET_NAME
from coordinator.workspace.masking import MaskedStream

GRACE = 2.0  # seconds between asking a program to end and ending it
CANNOT_START = (126, 127)  # exit codes of a shell that finds no such program, or may not run it
# A variable with a word of its own for a program whose sessions all end with it
MARK = "STARTED_BY_COORDINATOR"
PASSED_ON = ("PATH", "HOME", "LANG", "LC_*", "TMPDIR", "USER")

Take = Callable[[bytes], object]

_CHUNK = 65_536


def environment(directory: Path, *also: str) -> dict[str, str]:
    """What a program may know: nothing that looks like a secret, and no repository above its directory."""
    known = {"GIT_CEILING_DIRECTORIES": str(directory.parent)}
    for name, value in os.environ.items():
        allowed = any(fnmatchcase(name, glob) for glob in (*PASSED_ON, *also))
        if allowed and not SECRET_NAME.search(name) and not name.startswith(PREFIX):
            known[name] = value
    return known


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
    """Run a program until it ends; its exit code, negative for a signal.

    It reads `given` and then the end of its input. What it prints goes to `output` while it runs, without the
    `secrets`, and so does what it prints as errors unless these have a taker of their own. Cancelling ends the
    program and all that it has started, and so does a taker that raises.
    """
    masks = [MaskedStream(take, known=secrets) for take in (output, errors) if take and secrets]
    if masks:
        output = masks[0].feed
        errors = masks[-1].feed if errors else None
    mark = env.get(MARK, "")
    # The mark is known before there is anything that has it, so that being killed just then leaves nothing behind.
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
        # Not asyncio's, which has a thread wait for each program, and takes twice as long to start one.
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
        taking = [_read(out, output), *([_read(err, errors)] if errors else [])]
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
    """What has the exit code when a program has ended; no task, which the end of the loop would end before it."""
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
    except (AttributeError, OSError):  # the system has no file to wait at
        # So a thread of its own does: those that all share may be needed for what the program itself waits for.
        threading.Thread(target=wait, daemon=True).start()
    try:
        yield exited
    finally:
        if waited_at >= 0:
            loop.remove_reader(waited_at)
            os.close(waited_at)
        # It was killed at last: being cancelled once more, we cannot wait for that otherwise
        process.wait()


async def _wait_for(exited: asyncio.Future[int], *streams: asyncio.Future[None]) -> None:
    """Wait for the program alone: what it has started may hold its pipes open for ever."""
    pending: set[asyncio.Future[Any]] = {exited, *streams}
    while not exited.done():
        done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
        for one in done:
            one.result()


async def _end(leader: int, exited: asyncio.Future[int]) -> None:
    """End what is left of the program's group, first by asking."""
    try:
        if not exited.done():
            _signal_group(leader, signal.SIGTERM)
            await asyncio.wait([exited], timeout=GRACE)
    finally:
        _signal_group(leader, signal.SIGKILL)
        await asyncio.wait([exited])


def end_marked(mark: str) -> None:
    """End every process with this mark in its environment, whatever session it has begun, until there is none left."""
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
    """Take in what is still in the pipes; a process that left the group and holds one open is not waited for."""
    try:
        await asyncio.wait(streams, timeout=GRACE)
    finally:
        for stream in streams:
            stream.cancel()
        await asyncio.wait(streams)
    failures = [stream.exception() for stream in streams if not stream.cancelled()]
    return [failure for failure in failures if failure]


def _read(pipe: FileIO, take: Take) -> asyncio.Future[None]:
    """Have everything taken in until the last writer is gone, which ends what is returned."""
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
    """Write everything and end the input; a program that does not read all of it may do so."""
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


# -- what a killed process leaves behind
#
# A process that is killed can do nothing, and whoever goes on with its work must not meet what it has started. So each
# one that starts programs has a shell beside it, which is told of every group of processes that begins or ends.

_SHELL = ("/bin/sh", "-c", Path(__file__).with_name("reaper.sh").read_text(encoding="utf-8"))


@dataclass(slots=True)
class ProcessReaper:
    """The groups that this process has started, and the pipe to the shell that outlives it."""

    owner: int = 0
    pipe: int = -1
    # Each with the mark of what it has started, if there is one
    groups: set[str] = field(default_factory=set)

    @contextmanager
    def ending(self, group: int, mark: str = "") -> Iterator[None]:
        """While this lasts, a group of processes (0: none) ends if we are killed, and so does what has this mark."""
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
        if self.owner != os.getpid():  # the first program, or we are a fork of who had the shell
            self.groups &= {group}
            self._start()
            return
        try:
            os.write(self.pipe, f"{sign} {group}\n".encode())
        except BrokenPipeError:  # somebody has ended our shell
            os.close(self.pipe)
            self._start()

    def _start(self) -> None:
        """Start the shell, in a group of its own so that Ctrl-C is not meant for it, and tell it of all groups."""
        read, self.pipe = os.pipe()
        self.owner = os.getpid()
        try:
            silent = [
                (os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)
            ]
            hands = [(os.POSIX_SPAWN_DUP2, read, 0), *silent]
            os.posix_spawn(_SHELL[0], _SHELL, {}, file_actions=hands, setpgroup=0)
        finally:
            os.close(read)
        for group in self.groups:
            os.write(self.pipe, f"begins {group}\n".encode())


_REAPER = ProcessReaper()

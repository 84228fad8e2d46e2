"""Jobs on the author's bytes run in worker processes, which can compute and nothing else."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from coordinator.errors import WorkspaceError
from coordinator.models import AttachedFile, Issue
from coordinator.workspace.copies import clear
from coordinator.workspace.masking import (
    RUN_SECRETS,
    StreamEnds,
    mask_ends,
    mask_issue,
    withhold,
)
from coordinator.workspace.masking.credential_files import mask_content, mask_open_files
from coordinator.workspace.workers import pool
from coordinator.workspace.workers.pool import SMALL, close_workers, run_apart, run_on_files
from tests.support.waiting import wait_until

LARGE = SMALL + 1
SECRET = "xox" + "b-1234567890-1234567890-abcdefghijklmnopqrstuvwx"
# One wide character makes every character of the decoded text take four bytes.
TOO_MUCH = b"x" * 260_000_000 + "\U0001f600".encode()


@pytest.fixture(autouse=True)
def _no_worker_is_left() -> Iterator[None]:
    close_workers()
    yield
    close_workers()
    assert children() == []


def children(of: int = 0) -> list[int]:
    """The worker processes that a process has started, by default this one."""
    found = []
    for tasks in Path(f"/proc/{of or os.getpid()}/task").glob("*/children"):
        found += [int(pid) for pid in tasks.read_text().split()]
    return [pid for pid in found if b"workers.process" in _command(pid)]


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def test_a_small_job_starts_no_worker() -> None:
    assert SECRET not in asyncio.run(run_apart(SMALL, withhold, f"x {SECRET}"))
    assert children() == []


def test_a_worker_gives_the_same_answer_as_this_process() -> None:
    issue = Issue(key="B-1", title="ü", text=f"a {SECRET}",
                  attachments=(AttachedFile(name="x", size=3, text=f"\U0001f600 {SECRET}"),))  # fmt: skip
    ends = StreamEnds(b"x" * 20_000 + b"\n", SECRET.encode() + b"\n" * 40_000, 7, 1)

    async def both() -> None:
        assert await run_apart(LARGE, withhold, f"ü {SECRET}") == withhold(f"ü {SECRET}")
        assert await run_apart(LARGE, mask_issue, issue) == mask_issue(issue)
        assert await run_apart(LARGE, mask_ends, ends) == mask_ends(ends)
        content = b"\xff\0 API_KEY=" + os.urandom(100) + SECRET.encode()
        assert await run_apart(LARGE, mask_content, content, ".env") == mask_content(
            content, ".env"
        )

    asyncio.run(both())
    assert len(children()) == 1


def test_a_worker_masks_open_files(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(f"x = '{SECRET}'\n" * 3)
    (tmp_path / ".env").write_text("API_TOKEN=hunter22\n")
    (tmp_path / "binary").write_bytes(b"\0" + SECRET.encode())
    names = ["a.py", ".env", "binary"]

    async def mask() -> None:
        with open(tmp_path / "scratch", "w+b") as scratch:
            files = [os.open(tmp_path / name, os.O_RDWR) for name in names]
            await run_on_files([scratch.fileno(), *files], mask_open_files, names)
            for file in files:
                os.close(file)

    asyncio.run(mask())
    assert (tmp_path / "a.py").read_text() == "x = '[withheld: slack bot token]'\n" * 3
    assert (tmp_path / ".env").read_text() == "API_TOKEN=[withheld: credential]\n"
    assert (tmp_path / "binary").read_bytes() == b"\0" + SECRET.encode()


def test_the_secrets_of_a_run_are_masked_in_a_worker_and_forgotten() -> None:
    async def mask(known: frozenset[str]) -> str:
        RUN_SECRETS.set(known)
        return await run_apart(LARGE, withhold, "it is 47114711")

    assert asyncio.run(mask(frozenset({"47114711"}))) == "it is [withheld: secret of the run]"
    assert asyncio.run(mask(frozenset())) == "it is 47114711"


def test_only_the_listed_functions_run_in_a_worker() -> None:
    with pytest.raises(ValueError, match="copies:clear is not among the jobs"):
        asyncio.run(run_apart(LARGE, clear, Path("/")))


def test_every_job_exists_and_has_types() -> None:
    for name in pool.JOBS:
        pool.JobTypes(pool.load_job(name), with_files=name in pool.JOBS_WITH_FILES)


def test_a_job_that_needs_too_much_memory_fails_alone() -> None:
    async def both() -> list[object]:
        jobs = [
            run_apart(len(TOO_MUCH), mask_content, TOO_MUCH, "x.py"),
            run_apart(LARGE, mask_content, b"harmless", "x.py"),
        ]
        return list(await asyncio.gather(*jobs, return_exceptions=True))

    failed, done = asyncio.run(both())
    assert isinstance(failed, WorkspaceError)
    assert "more than 1024 MB of memory" in str(failed)
    assert done == "harmless"
    assert asyncio.run(run_apart(LARGE, withhold, "and after it")) == "and after it"


def test_a_job_that_takes_too_long_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "PROCESSOR_SECONDS", 0.5)
    slow = SECRET[:27] * 2_000_000
    with pytest.raises(WorkspaceError, match=r"more than 0\.5 s of processor time"):
        asyncio.run(run_apart(len(slow), withhold, slow))
    assert asyncio.run(run_apart(LARGE, withhold, "and after it")) == "and after it"


def test_a_cancelled_job_is_ended() -> None:
    slow = SECRET[:27] * 4_000_000

    async def give_up() -> float:
        await run_apart(LARGE, withhold, "start")
        [worker] = children()
        job = asyncio.ensure_future(run_apart(len(slow), withhold, slow))
        # It is under way when the worker has used some processor time for it.
        clock = (~worker << 3) | 2
        before = time.clock_gettime(clock)
        while time.clock_gettime(clock) < before + 0.3:
            await asyncio.sleep(0.01)
        job.cancel()
        began = time.monotonic()
        with pytest.raises(asyncio.CancelledError):
            await job
        assert worker not in children()
        return time.monotonic() - began

    assert asyncio.run(give_up()) < 5  # the job itself would take ten times as long


def test_a_killed_worker_fails_no_job() -> None:
    async def kill() -> str:
        await run_apart(LARGE, withhold, "start")
        [worker] = children()
        slow = SECRET[:27] * 200_000
        job = asyncio.ensure_future(run_apart(len(slow), withhold, slow))
        await asyncio.sleep(0.2)
        os.kill(worker, signal.SIGKILL)
        return await job

    assert asyncio.run(kill()) == "[withheld: slack bot token]"


def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    script = f"""
        import asyncio
        from coordinator.workspace.masking import withhold
        from coordinator.workspace.workers.pool import run_apart
        async def main():
            await run_apart({LARGE}, withhold, "start")
            print("started", flush=True)
            await run_apart({LARGE}, withhold, {SECRET[:27]!r} * 10_000_000)
        asyncio.run(main())
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, cwd=tmp_path
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"started\n"
        [worker] = children(process.pid)
        process.kill()
    wait_until(lambda: b"workers.process" not in _command(worker))


ATTEMPTS = {
    "open a file": "open('/etc/passwd')",
    "list a folder": "os.listdir('/')",
    "look for a file": "os.stat('/etc/passwd')",
    "make a socket": "socket.socket()",
    "make a pair of sockets": "socket.socketpair()",
    "start a program": "os.execv('/bin/true', ['true'])",
    "start a process": "os.fork()",
    "end a process": "os.kill(os.getppid(), 0)",
    "trace a process": "call(101, 16, os.getppid(), 0, 0)",
    "read the memory of a process": "call(310, os.getppid(), 0, 0, 0, 0, 0)",
    "read a keyring": "call(250, 0, -3, 0)",
    "set up io_uring": "call(425, 1, 0)",
    "load a program into the kernel": "call(321, 0, 0, 0)",
    "lift a limit": "resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40))",
}


@pytest.mark.parametrize("attempt", ATTEMPTS)
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers of the calls differ")
def test_a_worker_can_only_compute(attempt: str) -> None:
    script = f"""
        import ctypes, os, resource, socket, sys
        from coordinator.workspace.workers.confinement import limit_resources, confine
        libc = ctypes.CDLL(None, use_errno=True)
        def call(*given):
            if libc.syscall(*given) < 0:
                raise OSError(ctypes.get_errno(), "refused")
        limit_resources()
        assert not confine()
        try:
            {ATTEMPTS[attempt]}
        except (PermissionError, ValueError) as error:
            os.write(1, b"refused")
        os._exit(0)
    """
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, check=False
    )
    assert ran.stdout == b"refused", ran.stderr.decode()


def test_a_worker_knows_no_variable_of_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VENDOR_API_KEY", "held-4711")

    async def look() -> bytes:
        await run_apart(LARGE, withhold, "start")
        [worker] = children()
        # The worker is not dumpable, so only root may look.
        return Path(f"/proc/{worker}/environ").read_bytes()

    with suppress(PermissionError):
        assert b"held-4711" not in asyncio.run(look())

"""Programs run with everything they start: what they may know, what they print, and how they end."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from coordinator.workspace.masking import MaskedStream
from coordinator.workspace.sandbox import process as process_module
from coordinator.workspace.sandbox.environment_allow_list import allowed_environment
from coordinator.workspace.sandbox.process import run
from tests.support.processes import alive
from tests.support.waiting import PATIENCE, wait_until

PATH = {"PATH": os.environ["PATH"]}


@pytest.fixture(autouse=True, params=["file", "thread"])
def short_grace(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.setattr(process_module, "GRACE", 0.2)
    if request.param == "thread":  # as where the system has no file to wait for a program at
        monkeypatch.delattr(os, "pidfd_open")


def sh(script: str, folder: Path, given: bytes = b"") -> tuple[int, bytes, bytes]:
    output, errors = bytearray(), bytearray()
    shell = ("/bin/sh", "-c", script)
    running = run(
        shell, cwd=folder, env=PATH, output=output.extend, errors=errors.extend, given=given
    )
    return asyncio.run(running), bytes(output), bytes(errors)


def open_files() -> int:
    """How many files are open, with the one that stays open from the first program on."""
    asyncio.run(run(("/bin/true",), cwd=Path("/"), env=PATH, output=bytearray().extend))
    return len(os.listdir("/proc/self/fd"))


def test_output_and_errors_are_told_apart_only_for_who_asks(tmp_path: Path) -> None:
    script = "echo one; echo two >&2; echo three"
    assert sh(script, tmp_path) == (0, b"one\nthree\n", b"two\n")
    together = bytearray()
    asyncio.run(run(("/bin/sh", "-c", script), cwd=tmp_path, env=PATH, output=together.extend))
    assert together == b"one\ntwo\nthree\n"


@pytest.mark.parametrize(("script", "code"), [("exit 7", 7), ("kill -TERM $$", -15)])
def test_the_exit_code_says_how_it_ended(tmp_path: Path, script: str, code: int) -> None:
    assert sh(script, tmp_path)[0] == code


def test_it_starts_in_its_folder_without_a_terminal(tmp_path: Path) -> None:
    code, output, _ = sh(
        "pwd; (read answer </dev/tty) 2>/dev/null || echo no terminal; cut -d' ' -f6 /proc/$$/stat",
        tmp_path,
    )
    assert code == 0
    assert output.startswith(f"{tmp_path}\nno terminal\n".encode())
    assert int(output.split()[-1]) != os.getsid(0)


@pytest.mark.parametrize("size", [0, 1, 65_536, 3_000_000])
def test_it_reads_what_it_is_given_and_then_the_end(tmp_path: Path, size: int) -> None:
    assert sh("cat", tmp_path, b"x" * size) == (0, b"x" * size, b"")


def test_it_need_not_read_what_it_is_given(tmp_path: Path) -> None:
    assert sh("exec <&-; sleep 0.1; echo done", tmp_path, b"x" * 3_000_000) == (0, b"done\n", b"")
    assert sh("echo done", tmp_path, b"x" * 3_000_000) == (0, b"done\n", b"")


def test_it_can_be_given_more_after_it_has_answered(tmp_path: Path) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def given() -> AsyncIterator[bytes]:
        yield b"1\n"
        assert await heard.get() == b"heard 1\n"
        yield b"2\n"
        assert await heard.get() == b"heard 2\n"

    script = "while read line; do echo heard $line; done; exit 5"
    running = run(
        ("/bin/sh", "-c", script), cwd=tmp_path, env=PATH, output=heard.put_nowait, given=given()
    )
    assert asyncio.run(running) == 5


def test_what_is_never_given_is_not_waited_for(tmp_path: Path) -> None:
    async def given() -> AsyncIterator[bytes]:
        await asyncio.sleep(1_000)
        yield b""

    async def timed() -> float:
        began = time.monotonic()
        assert (
            await run(
                ("/bin/true",), cwd=tmp_path, env=PATH, output=bytearray().extend, given=given()
            )
            == 0
        )
        return time.monotonic() - began

    assert asyncio.run(timed()) < PATIENCE


def test_a_taker_that_raises_ends_the_program(tmp_path: Path) -> None:
    def take(chunk: bytes) -> None:
        raise ValueError(f"{len(chunk)} are enough")

    before = open_files()
    with pytest.raises(ValueError, match="are enough"):
        asyncio.run(run(("yes",), cwd=tmp_path, env=PATH, output=take))
    with pytest.raises(ValueError, match="are enough"):
        asyncio.run(run(("echo", "x"), cwd=tmp_path, env=PATH, output=take))
    assert open_files() == before


@pytest.mark.parametrize(
    "stubborn",
    [
        "trap '' TERM; while :; do sleep 1; done",
        "trap '' TERM; (trap '' TERM; while :; do sleep 1; done) & wait; wait; wait",
        "sleep 1000 & wait",
    ],
)
def test_cancelling_ends_the_whole_group(tmp_path: Path, stubborn: str) -> None:
    before = open_files()

    async def cancel() -> int:
        output = bytearray()
        shell = ("/bin/sh", "-c", f"echo $$; {stubborn}")
        running = asyncio.create_task(run(shell, cwd=tmp_path, env=PATH, output=output.extend))
        while b"\n" not in output:
            await asyncio.sleep(0.01)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        return int(output)

    leader = asyncio.run(cancel())
    wait_until(lambda: not alive(leader))
    assert open_files() == before


@pytest.mark.parametrize("cancelled", [False, True])
def test_with_the_end_of_the_loop_its_exit_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cancelled: bool
) -> None:
    monkeypatch.setattr(process_module, "GRACE", 1000)
    before, output = open_files(), bytearray()

    async def leave() -> None:
        shell = (
            "/bin/sh",
            "-c",
            "trap 'echo asked; exit' TERM; echo $$; while :; do sleep 0.01; done",
        )
        running = asyncio.create_task(run(shell, cwd=tmp_path, env=PATH, output=output.extend))
        while b"\n" not in output:
            await asyncio.sleep(0.01)
        if cancelled:  # and once more when the loop ends
            running.cancel()
            await asyncio.sleep(0)

    asyncio.run(leave())
    leader, *said = output.split()
    with pytest.raises(ProcessLookupError):  # one whose exit nobody has read is still there
        os.kill(int(leader), 0)
    assert cancelled or b"asked" in said
    assert open_files() == before


def test_what_it_leaves_behind_is_ended_and_does_not_hold_up_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_module, "GRACE", 1000)
    began = time.monotonic()
    code, output, _ = sh("sleep 1000 & echo $$", tmp_path)
    assert code == 0
    assert time.monotonic() - began < PATIENCE
    wait_until(lambda: not alive(int(output)))


def test_a_program_that_cannot_be_started_leaves_nothing_open(tmp_path: Path) -> None:
    before = open_files()
    for argv, cwd in ((("/no/such/program",), tmp_path), (("/bin/true",), tmp_path / "gone")):
        with pytest.raises(FileNotFoundError):
            asyncio.run(run(argv, cwd=cwd, env=PATH, output=bytearray().extend))
    assert open_files() == before


def test_the_environment_holds_nothing_that_looks_like_a_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environ = {
        name: "x"
        for name in ("PATH", "LC_TIME", "LC_TOKEN", "COORDINATOR_HOME", "MINE", "MY_KEY", "OTHER")
    }
    monkeypatch.setattr(os, "environ", environ)
    known = allowed_environment(tmp_path / "copy", "MINE", "MY_KEY")
    assert known == {
        "PATH": "x",
        "LC_TIME": "x",
        "MINE": "x",
        "GIT_CEILING_DIRECTORIES": str(tmp_path),
    }


# -- secrets in what is printed


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 100])
def test_a_secret_is_masked_however_the_stream_is_cut(size: int) -> None:
    seen = bytearray()
    mask = MaskedStream(seen.extend, ["hunter-hunter", "hunter-h", "key with spaces"])
    said = b"hunter-hunter, hunter-hunt, xhunter-hkey with spaces hunter-"
    for start in range(0, len(said), size):
        mask.feed(said[start : start + size])
    mask.finish()
    assert seen == b"[...], [...]unt, x[...][...] hunter-"


def test_secrets_are_masked_in_output_and_errors(tmp_path: Path) -> None:
    output, errors = bytearray(), bytearray()
    shell = ("/bin/sh", "-c", "echo one-secret; echo one-secret >&2")
    running = run(
        shell,
        cwd=tmp_path,
        env=PATH,
        output=output.extend,
        errors=errors.extend,
        secrets=["one-secret"],
    )
    assert asyncio.run(running) == 0
    assert output == errors == b"[...]\n"

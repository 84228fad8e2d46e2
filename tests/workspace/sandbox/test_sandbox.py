"""What a command in the sandbox tries, and does not get: real commands, in a real sandbox."""

from __future__ import annotations

import asyncio
import os
import shlex
import socket
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

import coordinator
from coordinator.config.settings import Config, load
from coordinator.workspace.sandbox.environment_allow_list import allowed_environment
from coordinator.workspace.sandbox.sandbox import Limits, Sandbox, find_sandbox, sandbox_for
from tests.support.processes import any_seconds, sleeping
from tests.support.programs import needing
from tests.support.waiting import wait_until

SMALL = Limits(memory=150 << 20, processes=60, disk=100 << 20, file=200 << 20, seconds=60)


@dataclass(frozen=True)
class Box:
    """One sandbox with a copy of some work."""

    sandbox: Sandbox
    copy: Path

    def sh(
        self, script: str, *, network: bool = False, limits: Limits = SMALL
    ) -> tuple[int | None, str]:
        """Run a script inside; its exit code and all that it printed."""
        output, home = bytearray(), self.copy.parent / "home"
        bounds: dict[str, Any] = {
            "env": allowed_environment(self.copy),
            "network": network,
            "limits": limits,
        }
        running = self.sandbox.run(script, cwd=self.copy, home=home, output=output.extend, **bounds)
        return asyncio.run(running), output.decode()

    def python(
        self, source: str, *, network: bool = False, limits: Limits = SMALL
    ) -> tuple[int | None, str]:
        command = shlex.join([os.path.realpath(sys.executable), "-I", "-S", "-c", source])
        return self.sh(command, network=network, limits=limits)


@pytest.fixture(params=needing("bubblewrap"))
def box(tmp_path: Path) -> Box:
    sandbox = find_sandbox()
    copy = tmp_path / "review" / "copy"
    copy.mkdir(parents=True)
    return Box(sandbox, copy)


# -- what it is for


def test_a_command_reads_and_writes_its_copy_and_ends_as_it_ends(box: Box) -> None:
    (box.copy / "given").write_text("given\n")
    assert box.sh("cat given; pwd; echo made > made; exit 7") == (7, f"given\n{box.copy}\n")
    assert (box.copy / "made").read_text() == "made\n"
    assert box.sh("kill -TERM $$") == (-15, "")
    assert box.sh("exec no-such-program")[0] == 127


def test_it_has_a_home_and_scratch_folders_of_its_own(box: Box) -> None:
    script = 'echo kept > ~/kept; ls -A /tmp | grep -v pytest-of; touch "$TMPDIR/x" /var/tmp/y /dev/shm/z && echo written'
    assert box.sh(script)[0] == 0
    code, output = box.sh("cat ~/kept; ls /tmp /dev/shm")
    # The next command of the same review has the same home,
    assert (code, output.split("\n")[0]) == (0, "kept")
    assert not {"x", "y", "z"} & set(output.split())  # and nothing else of the one before


def test_servers_and_terminals_of_tests_work_inside(box: Box) -> None:
    code, output = box.python(
        "import os, socket\n"
        "with socket.create_server(('127.0.0.1', 0)) as server: socket.create_connection(server.getsockname(), 9)\n"
        "a, b = os.openpty(); os.write(b, b'x'); print(os.read(a, 1), os.path.exists('/proc/self/fd/0'))\n"
    )
    assert (code, output) == (0, "b'x' True\n")


def test_a_sandbox_that_cannot_be_built_says_nothing_about_the_work(box: Box) -> None:
    argv = box.sandbox.wrap(
        ("echo", "never"), cwd=box.copy, writes={str(box.copy): str(box.copy)}, network=False
    )
    box.copy.rmdir()
    ended = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (126, "")
    assert str(box.copy) in ended.stderr or "No such file" in ended.stderr


# -- reading


def test_of_a_home_only_tool_chains_can_be_read(
    box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "user"
    for name in (
        ".ssh/id",
        ".aws/key",
        ".cargo/credentials.toml",
        ".local/share/keyrings/k",
        "bin/mine",
        ".netrc",
    ):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text("secret\n")
    (home / ".cargo/bin").mkdir()
    (home / ".cargo/bin/tool").write_text("#!/bin/sh\necho tool\n")
    (home / ".cargo/bin/tool").chmod(0o700)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{home}:{home}/bin:{home}/.cargo/bin:{os.environ['PATH']}")
    monkeypatch.setenv("SSH_AUTH_SOCK", "/run/agent")
    code, output = box.sh(
        f"find {home} -type f; tool; env | grep -c SSH_AUTH_SOCK; ls /run /sys /home /root/.ssh"
    )
    assert code != 0
    shown = {line for line in output.splitlines() if line.startswith("/")}
    assert shown == {f"{home}/bin/mine", f"{home}/.cargo/bin/tool"}
    assert "\ntool\n0\n" in output


def test_nothing_of_ours_can_be_read(box: Box, tmp_path: Path) -> None:
    (tmp_path / "state.db").write_text("secret")
    (box.copy / "link").symlink_to(tmp_path / "state.db")
    (box.copy / "up").symlink_to("../..")
    code, output = box.sh(
        f"cat {tmp_path}/state.db link up/state.db /proc/1/root{tmp_path}/state.db; ls -A up"
    )
    assert "secret" not in output
    assert code == 0
    assert output.splitlines()[-1] == "review"


def test_our_home_is_hidden_even_inside_what_may_be_read(box: Box, tmp_path: Path) -> None:
    for name in ("tools/used", "tools/state/token"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"{name}\n")
    copy = tmp_path / "tools/state/copy"
    copy.mkdir()
    sandbox = replace(box.sandbox, reads=(tmp_path / "tools",), hides=(tmp_path / "tools/state",))
    code, output = Box(sandbox, copy).sh("cat ../../used; ls -A ..; touch x; touch ../y")
    assert (code, output.splitlines()[:3]) == (1, ["tools/used", "copy", "home"])
    assert (copy / "x").exists()


def test_no_other_process_can_be_seen_traced_or_ended(box: Box) -> None:
    seconds = any_seconds()
    with subprocess.Popen(["sleep", seconds]) as other:
        code, output = box.sh(
            f"ls -d /proc/[0-9]* | wc -l; kill -9 {other.pid} 2>&1; kill -9 -- -1; cat /proc/1/environ /proc/1/mem"
        )
        assert sleeping(seconds)
        other.kill()
    assert code in (-9, 1)
    assert int(output.split()[0]) < 8


def test_the_first_process_can_be_neither_stopped_nor_traced(box: Box) -> None:
    trace = "import ctypes; print('traced', ctypes.CDLL(None).ptrace(16, 1, 0, 0))"
    code, output = box.python(f"import os\n{trace}\nfor n in (19, 9, 15): os.kill(1, n)")
    assert (code, output) == (0, "traced -1\n")
    code, output = box.sh("kill -STOP 1; fallocate -l 199M /dev/shm/x; sleep 900")
    assert (code, output.strip()) == (125, "sandbox: command stopped, more than 150 MB of memory")


# -- reaching out


def test_the_network_and_the_sockets_of_others_are_out_of_reach(box: Box) -> None:
    name = f"\0coordinator-{uuid4().hex}"
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        abstract.bind(name)
        abstract.listen()
        source = (
            "import socket\n"
            f"for family, place in ((2, {server.getsockname()!r}), (1, {name!r}), (2, ('192.0.2.1', 9))):\n"
            "    with socket.socket(family) as s:\n"
            "        s.settimeout(5)\n"
            "        try: s.connect(place); print('reached', place)\n"
            "        except OSError as error: print(error.strerror)\n"
        )
        assert box.python(source) == (
            0,
            "Connection refused\nConnection refused\nNetwork is unreachable\n",
        )
        reached = box.python(source.replace(", (2, ('192.0.2.1', 9))", ""), network=True)
    assert "reached ('127.0.0.1'" in reached[1]  # so `network` is the whole network of the machine


def test_nothing_outside_can_be_written(box: Box, tmp_path: Path) -> None:
    places = f"/x /usr/x /etc/passwd /dev/x /proc/sys/kernel/core_pattern {sys.base_prefix}/x"
    places += " /proc/sysrq-trigger /proc/sys/vm/drop_caches /proc/sys/user/max_user_namespaces"
    places += f" {tmp_path}/review/x"
    code, output = box.sh(
        f"for p in {places}; do (: >> $p) 2>/dev/null && echo written $p; done; chmod 777 / /usr"
    )
    assert (code, output.count("written")) == (1, 1)  # the last, which is a folder of its own /tmp
    assert {path.name for path in (tmp_path / "review").iterdir()} == {"copy", "home"}


def test_it_has_no_privilege_and_gets_none(box: Box) -> None:
    code, output = box.sh(
        "grep -E 'Cap(Eff|Prm|Bnd)|NoNew' /proc/self/status | cut -f2; (: < /dev/tty) 2>/dev/null && echo terminal;"
        " for c in 'unshare -U' 'unshare -m' 'mount -t tmpfs x /tmp' 'umount /proc' 'chroot /usr' 'mknod b b 8 0';"
        " do $c true 2>/dev/null && echo got $c; done; exit 3"
    )
    assert (code, output.split()) == (3, ["0" * 16] * 3 + ["1"])


# -- using too much


@pytest.mark.parametrize(
    ("source", "cause"),
    [
        (
            "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass",
            "more than 60 processes",
        ),
        ("x = []\nwhile True: x.append(b'x' * 10_000_000)", "more than 150 MB of memory"),
        (
            "import mmap\nx = mmap.mmap(-1, 1 << 28)\nwhile True: x.seek(0); x.write(b'x' * (1 << 28))",
            "150 MB of memory",
        ),
        (
            "import os\nos.posix_fallocate(os.open('x', 66), 0, 180 << 20)\nwhile True: pass",
            "more than 100 MB of files",
        ),
    ],
    ids=["processes", "memory", "shared memory", "disk"],
)
def test_what_uses_too_much_is_ended_with_the_cause(box: Box, source: str, cause: str) -> None:
    code, output = box.python(source)
    assert (code, cause in output.splitlines()[-1]) == (125, True), output


def test_one_process_has_limits_of_its_own(box: Box) -> None:
    one = replace(SMALL, file=1 << 20, seconds=1, open_files=50)
    assert box.sh("head -c 3M /dev/zero > x", limits=one)[0] in (-25, 128 + 25, 1)
    assert (box.copy / "x").stat().st_size == 1 << 20
    assert box.python("while True: pass", limits=one)[0] in (-9, -24, 128 + 9, 128 + 24)
    assert (
        "Too many open files"
        in box.python("x = [open('/dev/null') for _ in range(60)]", limits=one)[1]
    )


def test_what_processes_share_is_counted_once(box: Box) -> None:
    source = "import os, time\nx = b'x' * (60 << 20)\nfor _ in range(4):\n    if not os.fork(): break\ntime.sleep(0.5)"
    assert box.python(source) == (0, "")


def test_a_daemon_that_is_left_behind_ends_with_the_command(box: Box) -> None:
    seconds = any_seconds()
    assert (
        box.sh(
            f"(setsid sh -c 'sleep {seconds} & sleep {seconds} &' > /dev/null 2>&1 &); sleep 0.1"
        )[0]
        == 0
    )
    wait_until(lambda: not sleeping(seconds))


def test_everything_inside_ends_when_the_process_outside_is_killed(box: Box) -> None:
    seconds = any_seconds()
    script, writes = f"sleep {seconds} & sleep {seconds}", {str(box.copy): str(box.copy)}
    argv = box.sandbox.wrap(("/bin/sh", "-c", script), cwd=box.copy, writes=writes, network=False)
    with subprocess.Popen(argv) as process:
        wait_until(lambda: sleeping(seconds))
        process.kill()
    wait_until(lambda: not sleeping(seconds))


def test_keys_and_tokens_that_we_hold_are_masked(
    box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "env").write_text("VENDOR=from-the-file-1\nCOORDINATOR_TOKEN=tracker-token-2\n")
    (tmp_path / "env").chmod(0o600)
    monkeypatch.setenv("SOME_API_KEY", "from-the-process-3")
    secrets = sandbox_for(configured(tmp_path, "sandbox: auto\n")).secrets
    leaky = Box(replace(box.sandbox, secrets=secrets), box.copy)
    script = "printf 'a from-the-fi'; sleep 0.2; echo le-1 b; echo tracker-token-2from-the-process-3 >&2; echo from-the"
    assert leaky.sh(script) == (0, "a [...] b\n[...][...]\nfrom-the\n")
    assert not [secret for secret in secrets if secret in repr(leaky)]


# -- which there is


def configured(tmp_path: Path, text: str) -> Config:
    file = tmp_path / "coordinator.yaml"
    file.write_text(text)
    return load(config=file, environ={"COORDINATOR_HOME": str(tmp_path)})


def test_the_configuration_switches_it_off_or_demands_it(tmp_path: Path) -> None:
    off = sandbox_for(configured(tmp_path, "sandbox: off\n"))
    assert (off.kind, off.missing) == ("none", "it is turned off")
    found = sandbox_for(configured(tmp_path, f"sandbox_reads: [{tmp_path}]\n"))
    assert (found.reads, found.hides) == ((tmp_path,), (tmp_path,))


NESTED = """\
from pathlib import Path
from coordinator.config.settings import load
from coordinator.errors import ConfigError
from coordinator.reviews.setup import review_context
Path("coordinator.yaml").write_text("sandbox: required\\n")
try:
    review_context(load(), None, None)
except ConfigError as error:
    print(error.what, "|", error.fix)
"""


@pytest.mark.parametrize(
    ("path", "missing", "fix"),
    [
        # No sandbox can be built inside a sandbox
        ("$PATH", "bubblewrap: ", "let users make namespaces: "),
        ("/nowhere", "bubblewrap is not installed |", ("apt install bubblewrap ",)),
    ],
    ids=["forbidden", "not installed"],
)
def test_where_none_can_be_had_a_required_one_stops_the_start_with_the_way_out(
    box: Box, path: str, missing: str, fix: tuple[str, ...]
) -> None:
    source = Path(coordinator.__file__).parents[1]
    command = shlex.join([sys.executable, "-c", NESTED])
    sandbox = replace(box.sandbox, reads=(source,))
    code, output = Box(sandbox, box.copy).sh(f"PYTHONPATH={source} PATH={path} {command}")
    assert code == 0, output
    assert output.startswith(f"a sandbox is required, but not available: {missing}")
    assert output.rpartition(" | ")[2].startswith(fix)


def test_where_there_is_none_only_single_processes_are_limited(tmp_path: Path) -> None:
    copy = tmp_path / "review/copy"
    copy.mkdir(parents=True)
    one = replace(SMALL, file=1 << 20)
    none = Box(Sandbox("none"), copy)
    assert none.sh("head -c 3M /dev/zero > x; exit 5", limits=one) == (
        5,
        "File size limit exceeded\n",
    )
    assert (copy / "x").stat().st_size == 1 << 20

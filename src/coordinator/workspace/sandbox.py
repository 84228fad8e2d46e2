"""What stands around commands that run the work's own code: walls that show them the tool chain and nothing of ours.

`launcher.py` has bubblewrap build them. Where that cannot be had, it keeps the limits of a single process and there are
no walls.
"""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from coordinator.config.settings import Config
from coordinator.errors import ConfigError
from coordinator.workspace import launcher
from coordinator.workspace.process import Take, run

Mount = tuple[str, ...]  # an option of bubblewrap with its arguments; the last is the place inside
PROBE_SECONDS = 20.0
# Who root is inside where there may be namespaces of its own, which root could make none of
NOT_ROOT = "1000"
INSTALL = (
    "apt install bubblewrap (dnf install bubblewrap, apk add bubblewrap, pacman -S bubblewrap)"
)
LET_IN = (
    "let users make namespaces: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu), "
    "kernel.unprivileged_userns_clone=1 (Debian) or user.max_user_namespaces=15000; "
    "in a container: docker run --security-opt seccomp=unconfined --security-opt systempaths=unconfined"
)

VISIBLE: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("visible.toml").read_text(encoding="utf-8")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a command may use: all of it together, or one process or file where that is said."""

    # In bytes; less than the half that the scratch folders in memory may have, so that filling these is noticed.
    memory: int = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 2 // 5
    processes: int = 2_000
    disk: int = 10 << 30  # bytes in the folders it may write
    file: int = 4 << 30  # bytes of one file
    open_files: int = 8_192  # of one process
    seconds: int = 3_600  # of processor time of one process


ORDINARY = Limits()


@dataclass(frozen=True, slots=True)
class Sandbox:
    """The walls that this system lets us build; `missing` says why there are none, `fix` what gives some.

    With `off`, somebody has decided to do without them.
    """

    kind: Literal["bubblewrap", "none"]
    missing: str = ""
    fix: str = ""
    off: bool = False
    program: tuple[str, ...] = ()  # bubblewrap, with options that not every version has
    nests: bool = False  # what runs inside may build walls of its own
    reads: tuple[Path, ...] = ()  # more that may be read
    hides: tuple[Path, ...] = ()  # what is hidden even where it lies in what may be read
    # What is masked in all that is printed
    secrets: frozenset[str] = field(default=frozenset(), repr=False)

    async def run(
        self,
        shell: str,
        *,
        cwd: Path,
        home: Path,
        env: Mapping[str, str],
        output: Take,
        network: bool = False,
        limits: Limits = ORDINARY,
        place: Path | None = None,
        home_place: Path | None = None,
        read_only: Mapping[str, str] | None = None,
        writable: Mapping[str, str] | None = None,
        seconds: float | None = None,
    ) -> int | None:
        """Run a shell command inside until it ends, as `process.run` does, with `home` for its home; None: not in time.

        With `place` and `home_place` it finds its folder and its home there: what was installed under these names runs
        in a copy as well. Folders that are `read_only` or `writable` are given by their place inside.
        """
        home.mkdir(mode=0o700, exist_ok=True)
        inside = place or cwd
        home_inside = home_place or home
        writes = dict(writable or {})
        writes[os.path.realpath(inside)] = os.path.realpath(cwd)
        writes[os.path.realpath(home_inside)] = os.path.realpath(home)
        argv = self.wrap(
            ("/bin/sh", "-c", shell),
            cwd=inside,
            writes=writes,
            read_only=read_only,
            network=network,
            limits=limits,
        )
        known = dict(env)
        if self.kind != "none":
            rustup = os.environ.get("RUSTUP_HOME") or os.path.expanduser("~/.rustup")
            known |= {"RUSTUP_HOME": rustup} if os.path.isdir(rustup) else {}
            known |= {"HOME": str(home_inside), "TMPDIR": "/tmp"}
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                return await run(argv, cwd=cwd, env=known, output=output, secrets=self.secrets)
        return None

    def wrap(
        self,
        argv: Sequence[str],
        *,
        cwd: Path,
        writes: Mapping[str, str],
        network: bool,
        limits: Limits = ORDINARY,
        read_only: Mapping[str, str] | None = None,
    ) -> tuple[str, ...]:
        """Return the command line that runs this one inside, where it may write what `writes` has by its place there.

        What is `read_only`, by its place as well, may lie in a folder that the command may write.

        It exits as the command does, with 126 if the walls could not be built or the machine is full, or with 125 after
        a line that says what it had too much of.
        """
        each = {"FSIZE": limits.file, "NOFILE": limits.open_files, "CPU": limits.seconds, "CORE": 0}
        kernel = [int(number) for number in re.findall(r"\d+", os.uname().release)[:2]]
        # Older ones count those of all sandboxes
        if os.getuid() and self.kind != "none" and kernel >= [5, 14]:
            each["NPROC"] = limits.processes
        plan: launcher.Plan = {
            "kind": self.kind,
            "argv": argv,
            "writable": sorted(writes),
            "limits": each,
        }
        plan |= {"memory": limits.memory, "processes": limits.processes, "disk": limits.disk}
        if self.kind != "none":
            plan["walls"] = [
                *self._walls(argv[0], os.path.realpath(cwd), writes, read_only or {}, network)
            ]
        return (os.path.realpath(sys.executable), "-I", "-S", launcher.__file__, json.dumps(plan))

    def _walls(
        self,
        program: str,
        folder: str,
        writes: Mapping[str, str],
        read_only: Mapping[str, str],
        network: bool,
    ) -> Iterator[str]:
        """Bubblewrap's command line: what it keeps apart, the file system inside and the folder to begin in."""
        yield from (
            (self.program[0], "--uid", NOT_ROOT, "--gid", NOT_ROOT) if self.nests else self.program
        )
        yield from (
            "--unshare-user",
            "--unshare-pid",
            "--unshare-ipc",
            "--unshare-uts",
            "--unshare-cgroup-try",
        )
        yield from ("--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL")
        yield from () if network else ("--unshare-net",)
        own = [("--ro-bind", folder, folder)] if folder not in writes else []
        own += [("--bind", os.path.realpath(path), place) for place, path in writes.items()]
        own += [("--ro-bind", os.path.realpath(path), place) for place, path in read_only.items()]
        yield from chain.from_iterable(self._mounts(program, own, network))
        yield from ("--chdir", folder)

    def _mounts(self, program: str, own: Iterable[Mount], network: bool) -> Iterator[Mount]:
        """The file system inside, line by line."""
        yield from (
            ("--proc", "/proc"),
            ("--dev", "/dev"),
            ("--tmpfs", "/dev/shm"),
            ("--remount-ro", "/dev"),
        )
        yield from (("--ro-bind", path, path) for path in VISIBLE["kernel"] if os.path.exists(path))
        yield from (("--tmpfs", "/tmp"), ("--symlink", "/tmp", "/var/tmp"))
        shown: list[str] = []
        layers: list[Mount] = [
            ("--ro-bind", os.path.realpath(launcher.__file__), launcher.__file__)
        ]
        hides = [*map(os.path.realpath, self.hides)]
        tools = {
            path for path in tool_chain(program) if not _within(os.path.realpath(path), *hides)
        }
        for path in dict.fromkeys((*VISIBLE["system"], *sorted({*map(str, self.reads), *tools}))):
            if os.path.exists(path) and not _within(path, *shown):
                shown.append(path)
                linked = os.path.islink(path) and path in VISIBLE["system"]
                bound = ("--ro-bind", os.path.realpath(path), path)
                layers.append(("--symlink", os.readlink(path), path) if linked else bound)
        for name in (*VISIBLE["settings"], *(VISIBLE["for_network"] if network else ())):
            if os.path.exists(f"/etc/{name}"):
                yield "--ro-bind", os.path.realpath(f"/etc/{name}"), f"/etc/{name}"
        hidden = [path for path in hides if _within(path, *shown)]
        layers += [*(("--tmpfs", path) for path in hidden), *own]
        # What lies in another comes after it
        yield from sorted(layers, key=lambda layer: layer[-1])
        yield from (("--remount-ro", path) for path in (*hidden, "/"))


def tool_chain(program: str) -> set[str]:
    """Return the folders that this program and those on PATH live in with what belongs to them, never a home itself."""
    home = os.path.expanduser("~")
    found = {sys.base_prefix, sys.prefix, os.environ.get("VIRTUAL_ENV") or sys.prefix}
    found |= {os.path.join(home, name) for name in VISIBLE["at_home"]}
    programs = (os.path.dirname(program), os.path.dirname(os.path.realpath(program)))
    for entry in (*os.environ.get("PATH", "").split(os.pathsep), *programs):
        if os.path.isabs(entry):
            if "/node_modules/" in entry:  # packages there belong to each other
                found.add(entry.partition("/node_modules/")[0] + "/node_modules")
            found.add(os.path.normpath(entry))
            above, name = os.path.split(entry)
            if name == "bin" and above != home:
                found |= {os.path.join(above, beside) for beside in VISIBLE["beside_bin"]}
    found |= set(map(os.path.realpath, found))
    return {
        path
        for path in found
        if not any(_within(whole, path) for whole in (home, "/tmp", os.path.realpath(home)))
    }


def _within(path: str, *folders: str) -> bool:
    return any(path == folder or path.startswith(folder.rstrip("/") + "/") for folder in folders)


@cache
def find_sandbox() -> Sandbox:
    """Return the walls that a program can really be run in, or none with the cause and what gives some."""
    if sys.platform != "linux":
        return Sandbox(
            "none",
            f"{sys.platform} has no namespaces",
            "run coordinator in a Linux container or machine",
        )
    if not (bwrap := shutil.which("bwrap")):
        return Sandbox("none", "bubblewrap is not installed", INSTALL)
    # Without user namespaces of its own, where bubblewrap knows how, a command reaches less of the kernel.
    for program in ((bwrap, "--disable-userns"), (bwrap,)):
        sandbox = Sandbox("bubblewrap", program=program)
        if not (cause := _probe(sandbox)):
            return sandbox
    return Sandbox("none", f"bubblewrap: {cause}", LET_IN)


def _probe(sandbox: Sandbox) -> str:
    """Return why nothing can be run in it; empty if it can."""
    with TemporaryDirectory(prefix="coordinator-") as folder:
        script = ("/bin/sh", "-c", "test $$ -lt 9 && echo inside")
        argv = sandbox.wrap(
            script, cwd=Path(folder), writes={os.path.realpath(folder): folder}, network=False
        )
        try:
            ended = subprocess.run(
                argv, capture_output=True, timeout=PROBE_SECONDS, text=True, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
    said = (ended.stderr.strip() or f"exit {ended.returncode}").splitlines()[-1]
    if (ended.returncode, ended.stdout) == (0, "inside\n"):
        return ""
    return said


def sandbox_for(config: Config) -> Sandbox:
    """Return the walls that the configuration asks for; a ConfigError if it requires some and there are none."""
    found = Sandbox(
        "none", "it is switched off", "take `sandbox: off` out of the configuration", off=True
    )
    if config.sandbox != "off":
        found = find_sandbox()
    if config.sandbox == "required" and found.kind == "none":
        raise ConfigError(
            f"no sandbox can be had, and one is required: {found.missing}", fix=found.fix
        )
    return replace(
        found, reads=config.sandbox_reads, hides=(config.home,), secrets=config.secret_values()
    )


def parts_not_run(config: Config, sandbox: Sandbox) -> str:
    """Return the parts of a review that are not run for want of a sandbox; empty if all are run."""
    if sandbox.kind != "none":
        return ""
    parts = []
    if config.checks is None and not sandbox.off:
        parts.append("detected checks")
    if config.review.experiments != "off":
        parts.append("scripts of judges")
    if config.review.experiments in (None, "probes"):
        parts.append("blind tests")
    return ", ".join(parts)

"""Run commands of the work in a sandbox that shows them the tool chain, but no private files.

`launcher.py` builds the sandbox with bubblewrap. On macOS, `sandbox-exec` builds it from a profile
of `seatbelt.py`. Where neither is possible, commands run without a sandbox, and only the limits of
a single process apply.
"""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from coordinator.config.settings import Config
from coordinator.errors import ConfigError
from coordinator.models import Value
from coordinator.workspace.sandbox import launcher, seatbelt
from coordinator.workspace.sandbox.process import Take, run
from coordinator.workspace.sandbox.seccomp import filter_program

Mount = tuple[str, ...]  # a bubblewrap option with its arguments; the last one is the path inside
PROBE_SECONDS = 20.0
# Scripts that print `inside` in a working sandbox. Their argument is a file outside.
PROBES = {
    "bubblewrap": "test $$ -lt 9 && echo inside",
    "seatbelt": """if cat "$1" || echo changed > "$1"
then echo "it protects nothing" >&2
else touch made && echo inside
fi""",
}
# The user inside the sandbox, if commands are allowed to make their own namespaces. As root they
# could not make any.
NOT_ROOT = "1000"
INSTALL = (
    "apt install bubblewrap (dnf install bubblewrap, apk add bubblewrap, pacman -S bubblewrap)"
)
ELSEWHERE = "run coordinator in a Linux container or machine"
LET_IN = (
    "let users make namespaces: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu), "
    "kernel.unprivileged_userns_clone=1 (Debian) or user.max_user_namespaces=15000; "
    "in a container: docker run --security-opt seccomp=unconfined "
    "--security-opt systempaths=unconfined"
)

VISIBLE: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("visible.toml").read_text(encoding="utf-8")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of a command, for all its processes together unless a comment says otherwise."""

    # In bytes. The scratch folders in memory can take half of the machine's memory. This limit is
    # lower, so we notice when a command fills them.
    memory: int = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 2 // 5
    processes: int = 2_000
    disk: int = 10 << 30  # bytes in the folders that it can write to
    entries: int = 2_000_000  # files and folders there
    file: int = 4 << 30  # bytes of one file
    open_files: int = 8_192  # of each process
    seconds: int = 3_600  # of processor time of each process
    # The limit on seconds of processor time, and also on seconds in which none of its processes
    # runs or waits for a processor. 0 means no limit.
    own_seconds: float = 0.0


ORDINARY = Limits()


class ScriptTime(Value):
    """The time that a command with a limit of `own_seconds` took, as its launcher reports it."""

    code: int
    processor: float  # seconds
    time_up: bool


@dataclass(frozen=True, slots=True)
class Sandbox:
    """The sandbox that can be built on this system.

    If `kind` is `none`, `missing` says why there is no sandbox and `fix` says how to get one.
    """

    kind: Literal["bubblewrap", "seatbelt", "none"]
    missing: str = ""
    fix: str = ""
    off: bool = False  # the configuration switches the sandbox off
    program: tuple[str, ...] = ()  # the builder, with options that only some versions have
    nests: bool = False  # a program inside can build its own sandbox
    reads: tuple[Path, ...] = ()  # additional paths that commands can read
    hides: tuple[Path, ...] = ()  # paths that are hidden even inside readable folders
    # Values that are masked in all output.
    secrets: frozenset[str] = field(default=frozenset(), repr=False)

    @property
    def mounts(self) -> bool:
        """Whether a folder can have a different path inside the sandbox than outside."""
        return self.kind == "bubblewrap"

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
        channel: int | None = None,
        overlays: Mapping[Path, Path] | None = None,
        report: Path | None = None,
    ) -> int | None:
        """Run a shell command inside until it ends; return its exit code, or None if time is up.

        If `place` and `home_place` are given, the command finds its folder and its home under these
        paths. So programs that were installed under these paths also work in a copy. `read_only`
        and `writable` map paths inside to folders outside. These four parameters need a sandbox
        that `mounts` folders. `channel` is an open socket through which the launcher sends out the
        socket that the proxy of a set-up listens on. `wrap` explains `overlays`. If `limits` has
        `own_seconds`, the processor time is written to the file `report`.
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
            channel=channel,
            overlays=overlays,
            report=report,
        )
        known = dict(env)
        if self.kind != "none":
            rustup = os.environ.get("RUSTUP_HOME") or os.path.expanduser("~/.rustup")
            if os.path.isdir(rustup):
                known["RUSTUP_HOME"] = rustup
            known["HOME"] = str(home_inside)
            known["TMPDIR"] = self.scratch(home)
        files = [] if channel is None else [channel]
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                code = await run(
                    argv, cwd=cwd, env=known, output=output, secrets=self.secrets, files=files
                )
                return None if _is_time_up(report) else code
        return None

    def scratch(self, home: Path) -> str:
        """Return the folder for temporary files of a command with this home."""
        if self.mounts:
            return "/tmp"
        folder = home / "tmp"
        folder.mkdir(mode=0o700, exist_ok=True)
        return str(folder)

    def wrap(
        self,
        argv: Sequence[str],
        *,
        cwd: Path,
        writes: Mapping[str, str],
        network: bool,
        limits: Limits = ORDINARY,
        read_only: Mapping[str, str] | None = None,
        channel: int | None = None,
        overlays: Mapping[Path, Path] | None = None,
        report: Path | None = None,
    ) -> tuple[str, ...]:
        """Return the command line that runs `argv` inside the sandbox.

        `writes` maps paths inside to folders that the command can write to. `read_only` maps paths
        inside to folders that it can only read, even inside a writable folder. `Sandbox.run`
        explains `channel`. `overlays` maps an empty writable folder to a folder with files: the
        command finds these files in the first folder, and its changes do not reach the second one.

        The command line exits with the command's own exit code. It exits with 126 if the sandbox
        could not be built, or if other programs fill memory or disk of the machine. If the command
        fills them itself or exceeds a limit, the command line says so and exits with 125.
        """
        each = {"FSIZE": limits.file, "NOFILE": limits.open_files, "CPU": limits.seconds, "CORE": 0}
        kernel = [int(number) for number in re.findall(r"\d+", os.uname().release)[:2]]
        # Older kernels count the processes of all sandboxes together.
        if os.getuid() and self.kind == "bubblewrap" and kernel >= [5, 14]:
            each["NPROC"] = limits.processes
        plan: launcher.Plan = {
            "kind": "none",
            "argv": argv,
            "writable": sorted(writes),
            "limits": each,
            "memory": limits.memory,
            "processes": limits.processes,
            "disk": limits.disk,
            "entries": limits.entries,
            "channels": [] if channel is None else [channel],
            "seconds": limits.own_seconds,
            "overlays": [],
            "report": "",
        }
        for over, lower in (overlays or {}).items():
            plan["overlays"].append((os.path.realpath(lower), os.path.realpath(over)))
        if report:
            plan["report"] = str(report)
        folder = os.path.realpath(cwd)
        if self.kind == "bubblewrap":
            plan["kind"] = self.kind
            plan["bubblewrap"] = self._bubblewrap(argv[0], folder, writes, read_only or {}, network)
            plan["filter"] = filter_program().hex()
        if self.kind == "seatbelt":
            profile = self._profile(argv[0], folder, writes, read_only or {}, network)
            plan["argv"] = (*self.program, "-p", profile, *argv)
        return (os.path.realpath(sys.executable), "-I", "-S", launcher.__file__, json.dumps(plan))

    def _bubblewrap(
        self,
        program: str,
        folder: str,
        writes: Mapping[str, str],
        read_only: Mapping[str, str],
        network: bool,
    ) -> list[str]:
        """Return bubblewrap's command line: namespaces, file system and working directory."""
        command = list(self.program)
        if self.nests:
            command = [self.program[0], "--uid", NOT_ROOT, "--gid", NOT_ROOT]
        command += ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts"]
        command += ["--unshare-cgroup-try", "--die-with-parent", "--new-session", "--as-pid-1"]
        command += ["--cap-drop", "ALL"]
        if not network:
            command.append("--unshare-net")
        own: list[Mount] = []
        if folder not in writes:
            own.append(("--ro-bind", folder, folder))
        for place, path in writes.items():
            own.append(("--bind", os.path.realpath(path), place))
        for place, path in read_only.items():
            own.append(("--ro-bind", os.path.realpath(path), place))
        for mount in self._mounts(program, own, network):
            command += mount
        command += ["--chdir", folder]
        return command

    def _profile(
        self,
        program: str,
        folder: str,
        writes: Mapping[str, str],
        read_only: Mapping[str, str],
        network: bool,
    ) -> str:
        """Return the profile of Seatbelt with the same access as in the sandbox of bubblewrap."""
        hides = [os.path.realpath(path) for path in self.hides]
        shown = self._shown_paths(program, hides)
        shown += [mount[1] for mount in _mount_settings(network)]
        access: dict[str, seatbelt.Access] = {os.path.realpath(path): "read" for path in shown}
        for path in hides:
            access[path] = "none"
        access[folder] = "read"
        for path in writes.values():
            access[os.path.realpath(path)] = "write"
        for path in read_only.values():
            access[os.path.realpath(path)] = "read"
        return seatbelt.write_profile(access, network=network)

    def _mounts(self, program: str, own: Sequence[Mount], network: bool) -> list[Mount]:
        """Return the mounts of the file system inside, in the order of their creation."""
        mounts: list[Mount] = [
            ("--proc", "/proc"),
            ("--dev", "/dev"),
            ("--tmpfs", "/dev/shm"),
            ("--remount-ro", "/dev"),
        ]
        for path in VISIBLE["kernel"]:
            if os.path.exists(path):
                mounts.append(("--ro-bind", path, path))
        mounts.append(("--tmpfs", "/tmp"))
        mounts.append(("--symlink", "/tmp", "/var/tmp"))
        mounts += _mount_settings(network)
        hides = [os.path.realpath(path) for path in self.hides]
        shown = self._shown_paths(program, hides)
        hidden = [path for path in hides if _within(path, *shown)]
        layers: list[Mount] = [
            ("--ro-bind", os.path.realpath(launcher.__file__), launcher.__file__)
        ]
        layers += map(_mount_shown, shown)
        for path in hidden:
            layers.append(("--tmpfs", path))
        layers += own
        # A folder inside another folder must be mounted after it.
        mounts += sorted(layers, key=_place_inside)
        for path in (*hidden, "/"):
            mounts.append(("--remount-ro", path))
        return mounts

    def _shown_paths(self, program: str, hides: Sequence[str]) -> list[str]:
        """Return the paths of the system and the tool chain that a program can read."""
        readable = {str(path) for path in self.reads}
        for path in tool_chain(program):
            if not _within(os.path.realpath(path), *hides):
                readable.add(path)
        shown: list[str] = []
        for path in (*VISIBLE["system"], *VISIBLE["macos"], *sorted(readable)):
            if os.path.exists(path) and not _within(path, *shown):
                shown.append(path)
        return shown


def _mount_settings(network: bool) -> list[Mount]:
    """Return the mounts for the files in /etc that programs need."""
    names = list(VISIBLE["settings"])
    if network:
        names += VISIBLE["for_network"]
    mounts: list[Mount] = []
    for name in names:
        path = f"/etc/{name}"
        if os.path.exists(path):
            mounts.append(("--ro-bind", os.path.realpath(path), path))
    return mounts


def _mount_shown(path: str) -> Mount:
    if os.path.islink(path) and path in VISIBLE["system"]:
        return ("--symlink", os.readlink(path), path)
    return ("--ro-bind", os.path.realpath(path), path)


def _place_inside(mount: Mount) -> str:
    return mount[-1]


def tool_chain(program: str) -> set[str]:
    """Return the folders of this program and of all programs on PATH, with the folders they need.

    A home directory itself is never among them.
    """
    home = os.path.expanduser("~")
    found = {sys.base_prefix, sys.prefix, os.environ.get("VIRTUAL_ENV") or sys.prefix}
    for name in VISIBLE["at_home"]:
        found.add(os.path.join(home, name))
    programs = (os.path.dirname(program), os.path.dirname(os.path.realpath(program)))
    for entry in (*os.environ.get("PATH", "").split(os.pathsep), *programs):
        if not os.path.isabs(entry):
            continue
        if "/node_modules/" in entry:  # packages in such a folder depend on each other
            found.add(entry.partition("/node_modules/")[0] + "/node_modules")
        found.add(os.path.normpath(entry))
        above, name = os.path.split(entry)
        if name == "bin" and above != home:
            for beside in VISIBLE["beside_bin"]:
                found.add(os.path.join(above, beside))
    found.update(list(map(os.path.realpath, found)))
    private = (home, "/tmp", os.path.realpath(home))
    narrow = set()
    for path in found:
        if not any(_within(folder, path) for folder in private):
            narrow.add(path)
    return narrow


def _within(path: str, *folders: str) -> bool:
    """Return whether a path is one of the folders or below one of them."""
    return any(path == folder or path.startswith(folder.rstrip("/") + "/") for folder in folders)


@cache
def find_sandbox() -> Sandbox:
    """Return a sandbox that passed a test, or one of kind `none` with the cause and the fix."""
    if sys.platform == "darwin":
        return find_seatbelt()
    if sys.platform != "linux":
        return Sandbox("none", f"{sys.platform} has no namespaces", ELSEWHERE)
    bwrap = shutil.which("bwrap")
    if not bwrap:
        return Sandbox("none", "bubblewrap is not installed", INSTALL)
    # A command that cannot make user namespaces reaches less of the kernel. Older versions of
    # bubblewrap cannot forbid user namespaces.
    for program in ((bwrap, "--disable-userns"), (bwrap,)):
        sandbox = Sandbox("bubblewrap", program=program)
        cause = _probe(sandbox)
        if not cause:
            return sandbox
    return Sandbox("none", f"bubblewrap: {cause}", LET_IN)


def find_seatbelt() -> Sandbox:
    """Return the sandbox of macOS if it passed a test, or one of kind `none` with the cause."""
    if not os.path.exists(seatbelt.SANDBOX_EXEC):
        return Sandbox("none", f"{seatbelt.SANDBOX_EXEC} is missing", ELSEWHERE)
    sandbox = Sandbox("seatbelt", program=(seatbelt.SANDBOX_EXEC,))
    cause = _probe(sandbox)
    if cause:
        return Sandbox("none", f"sandbox-exec: {cause}", ELSEWHERE)
    return sandbox


def _probe(sandbox: Sandbox) -> str:
    """Return the reason why commands cannot run in a sandbox; empty if they can."""
    with TemporaryDirectory(prefix="coordinator-") as place:
        folder = os.path.join(place, "inside")
        os.mkdir(folder)
        outside = Path(place, "outside")
        outside.write_text("seen from inside", encoding="utf-8")
        script = ("/bin/sh", "-c", PROBES[sandbox.kind], "sh", str(outside))
        argv = sandbox.wrap(
            script, cwd=Path(folder), writes={os.path.realpath(folder): folder}, network=False
        )
        try:
            ended = subprocess.run(
                argv,
                cwd=folder,
                capture_output=True,
                timeout=PROBE_SECONDS,
                text=True,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
    if (ended.returncode, ended.stdout) == (0, "inside\n"):
        return ""
    errors = ended.stderr.strip() or f"exit {ended.returncode}"
    return errors.splitlines()[-1]


def sandbox_for(config: Config) -> Sandbox:
    """Return the sandbox that the configuration asks for.

    Raise ConfigError if the configuration requires a sandbox and this system cannot build one.
    """
    if config.sandbox == "off":
        fix = "remove `sandbox: off` from the configuration"
        found = Sandbox("none", "it is turned off", fix, off=True)
    else:
        found = find_sandbox()
    if config.sandbox == "required" and found.kind == "none":
        raise ConfigError(
            f"a sandbox is required, but not available: {found.missing}", fix=found.fix
        )
    return replace(
        found, reads=config.sandbox_reads, hides=(config.home,), secrets=config.secret_values()
    )


def read_report(file: Path) -> ScriptTime | None:
    """Return the report of a launcher; None if the launcher was ended before it wrote one."""
    try:
        return ScriptTime.model_validate_json(file.read_bytes())
    except (OSError, ValueError):
        return None


def _is_time_up(report: Path | None) -> bool:
    if report is None:
        return False
    measured = read_report(report)
    return measured is not None and measured.time_up


# Whether overlays work, by the program of the sandbox and the device and group of the folder.
_overlays: dict[tuple[tuple[str, ...], int, int], bool] = {}


def has_overlays(sandbox: Sandbox, place: Path) -> bool:
    """Return whether `overlays` of a sandbox work in this folder. The first call tries it out."""
    about = os.stat(place)
    key = (sandbox.program, about.st_dev, about.st_gid)
    if key not in _overlays:
        _overlays[key] = _try_overlay(sandbox, place)
    return _overlays[key]


def _try_overlay(sandbox: Sandbox, place: Path) -> bool:
    with TemporaryDirectory(prefix="overlay-", dir=place, ignore_cleanup_errors=True) as scratch:
        lower = Path(scratch, "lower")
        over = Path(scratch, "over")
        (lower / "folder").mkdir(parents=True)
        (lower / "folder" / "file").touch()
        over.mkdir()
        # Making a deleted folder again needs all features of a file system that an overlay uses.
        script = 'rm -r folder && mkdir folder && test -z "$(ls -A folder)"'
        argv = sandbox.wrap(
            ("/bin/sh", "-c", script),
            cwd=over,
            writes={os.path.realpath(over): str(over)},
            network=False,
            overlays={over: lower},
        )
        try:
            ended = subprocess.run(argv, capture_output=True, timeout=PROBE_SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
        return ended.returncode == 0 and (lower / "folder" / "file").exists()


def parts_not_run(config: Config, sandbox: Sandbox) -> str:
    """Return the parts of a review that do not run without a sandbox; empty if all parts run."""
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


def parts_as_user(config: Config, sandbox: Sandbox) -> str:
    """Return the parts of a review that run with all rights of the user; empty if there are none.

    If there is no sandbox, all commands that the configuration names run in this way.
    """
    if sandbox.kind != "none":
        return ""
    parts = []
    if any(check.run for check in config.checks or ()):
        parts.append("configured checks")
    seats = config.panel.seats
    if any(seat.command or (seat.fallback and seat.fallback.command) for seat in seats):
        parts.append("CLI judges")
    if any(debater.run for debater in config.panel.debaters):
        parts.append("tools of debaters")
    return ", ".join(parts)


def require_isolation(config: Config) -> None:
    """Raise ConfigError if commands would run as the user and the configuration does not allow it.

    This is for entry points where nobody reads a notice before the commands start.
    """
    sandbox = sandbox_for(config)
    parts = parts_as_user(config, sandbox)
    if parts and not sandbox.off:
        raise ConfigError(
            f"{parts} would run with all your rights, because there is no sandbox: "
            f"{sandbox.missing}",
            fix=f"{sandbox.fix}; or accept it with `sandbox: off` in the configuration",
        )

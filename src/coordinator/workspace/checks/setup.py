"""Install the dependencies that the commands of checks need, and keep them for later reviews.

An installer runs code from the tree that it installs. So an installation that several reviews share
is always made from a base (the commit that the work is compared with), never from work under
review. A review can use an installation only if the commit that it was made from is in the history
of the review's own base. Commands see the installation read-only.

Work that changes dependency files gets its own installation, which is deleted with its review.
If the sandbox cannot mount folders, reviews share no installation, because any command could change
it. Each review then installs its base itself, and copies the files into its copies of the work.
"""

import asyncio
import hashlib
import json
import logging
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple
from weakref import WeakValueDictionary

from coordinator.config import replace_file
from coordinator.config.checks import CheckConfig, SetupConfig
from coordinator.errors import WorkspaceError
from coordinator.models import Value
from coordinator.workspace.checks.installations import (
    Made,
    find_made,
    home_of,
    is_complete,
    make_caches,
    make_places,
    paths_below,
    place_of,
    remove_oldest,
    restore,
    set_apart,
    share,
)
from coordinator.workspace.checks.setup_detection import detect_setup
from coordinator.workspace.checks.setup_network import SetupNetwork, open_network
from coordinator.workspace.copies import clear
from coordinator.workspace.masking import MaskedExcerpt, mask_ends
from coordinator.workspace.sandbox.environment_allow_list import (
    ALLOWED_FOR_NETWORK,
    allowed_environment,
)
from coordinator.workspace.sandbox.sandbox import ORDINARY, Limits, Sandbox, find_sandbox
from coordinator.workspace.snapshot import Workspace
from coordinator.workspace.workers.pool import run_apart

log = logging.getLogger("coordinator")

OUTPUT = 20_000  # bytes that are kept of the output of a set-up
KEPT = 12  # installations that are kept for other reviews
RESULTS = 500  # results of checks on a base that are kept for other reviews
# An installation stays for this many seconds after its last use, because a command can still run in
# it.
IN_USE = 6 * 3600.0

PROGRAMS = (".venv/bin", "node_modules/.bin")  # folders with installed programs
# One lock for each shared installation. A lock exists while a task makes the installation or waits
# for it.
_turns: WeakValueDictionary[Path, asyncio.Lock] = WeakValueDictionary()
VERSIONS = (
    "python3 -c 'import sys; print(sys.base_prefix, sys.version)'; uv --version; node --version"
)


async def execute(
    command: str,
    folder: Path,
    sandbox: Sandbox,
    *,
    timeout: float,
    output: int,
    installed: bool = False,
    network: bool = False,
    registries: SetupNetwork | None = None,
    variables: Mapping[str, str] | None = None,
    copy: Path | None = None,
    environments: Sequence[tuple[str, str]] = (),
    prepared: Path | None = None,
    limits: Limits = ORDINARY,
    report: Path | None = None,
) -> tuple[int | None, str]:
    """Run a shell command in the sandbox; return its exit code (None if time is up) and its output.

    The command runs in `folder`, a copy of the work. If `copy` is given, it runs in that other copy
    instead. A sandbox that mounts folders shows the other copy under the path of `folder`. If
    `installed` is true, the programs of the installed dependencies come first on PATH. Each entry
    of `environments` is a path in the copy and the folder that is mounted there read-only. If
    `registries` is given, the command is a set-up and can reach only these registries.

    If `prepared` is given, `copy` must be an empty folder. The command finds the files of
    `prepared` in it, but its changes do not reach `prepared` itself. `Sandbox.run` explains
    `limits` and `report`.
    """
    on_disk = copy or folder
    files = prepared or on_disk
    if on_disk != folder and not sandbox.mounts:
        # Installed programs can contain the path under which they were installed.
        sandbox = replace(sandbox, reads=(*sandbox.reads, folder))
        folder = on_disk
    masked = MaskedExcerpt(output)
    also = ALLOWED_FOR_NETWORK if network else ()
    env = allowed_environment(folder, *also)
    if variables:
        env.update(variables)
    if installed:
        has_venv = (files / ".venv").is_dir() or ".venv" in dict(environments)
        _use_installed_programs(env, folder, has_venv=has_venv)
    inside = Path(os.path.realpath(folder))
    read_only = {str(inside / name): source for name, source in environments}
    channel = None
    if registries:
        env.update(registries.variables)
        read_only.update(registries.certificates)
        channel = registries.channel
    await asyncio.to_thread(make_places, files, environments)
    caches = await asyncio.to_thread(make_caches, on_disk, environments)
    code = await sandbox.run(
        f"umask 022\n{command}",  # tests expect this umask; ours is stricter
        cwd=on_disk,
        place=folder,
        home=home_of(on_disk),
        home_place=home_of(folder),
        read_only=read_only,
        writable={str(inside / name): own for name, own in caches.items()},
        env=env,
        output=masked.feed,
        network=network,
        seconds=timeout,
        channel=channel,
        limits=limits,
        overlays=_overlays(on_disk, prepared),
        report=report,
    )
    excerpt = masked.keep(await run_apart(masked.held, mask_ends, masked.ends()))
    return code, excerpt.text()


def _use_installed_programs(env: dict[str, str], folder: Path, *, has_venv: bool) -> None:
    """Put installed programs first on PATH, and keep commands from changing uv's shared cache."""
    programs = [str(folder / name) for name in PROGRAMS]
    env["PATH"] = os.pathsep.join([*programs, env.get("PATH", os.defpath)])
    # Copy files, because a check could change uv's cache through a hard link.
    env["UV_LINK_MODE"] = "copy"
    env["UV_COMPILE_BYTECODE"] = "1"  # compile now, because later the folder is read-only
    if has_venv:
        env["VIRTUAL_ENV"] = str(folder / ".venv")


def _overlays(on_disk: Path, prepared: Path | None) -> dict[Path, Path]:
    """Return the folders that a command may change, each with the prepared folder that it shows."""
    overlays: dict[Path, Path] = {}
    if prepared:
        overlays[on_disk] = prepared
        if home_of(prepared).is_dir():
            overlays[home_of(on_disk)] = home_of(prepared)
    return overlays


class ReadyCopy(Value):
    """A copy of the work, with the dependencies that its checks need."""

    folder: str
    installed: bool = False
    failed: str = ""  # why the dependencies could not be installed
    output: str = ""
    kept: str = ""  # the installation that the copy shares with other reviews; empty if it has none
    environments: tuple[tuple[str, str], ...] = ()  # paths and folders, as for `execute`

    @property
    def place(self) -> Path:
        """Return the path under which commands find the copy.

        An installation works only under the path where it was made.
        """
        if self.kept:
            return place_of(Path(self.kept))
        return Path(self.folder)

    def is_whole(self) -> bool:
        for _, source in self.environments:
            if not os.path.isdir(source):
                return False
        return os.path.isdir(self.folder)


class _KeptInstallation(NamedTuple):
    """An installation that reviews share, or the reason why there is none."""

    folder: Path | None
    failed: str = ""
    output: str = ""


class _SetupResult(NamedTuple):
    """The outcome of a set-up command."""

    failed: str  # why the command failed; empty if it succeeded
    output: str
    made: Made


@dataclass(frozen=True, slots=True)
class CheckSetup:
    """Makes copies of the work ready for the commands of checks."""

    config: SetupConfig | None
    cache: Path
    get_sandbox: Callable[[], Sandbox] = find_sandbox
    registries: tuple[str, ...] = ()  # configured registries, in addition to the public ones

    async def sandbox(self) -> Sandbox:
        """Return the sandbox for commands. The first call tries it out, which takes time."""
        return await asyncio.to_thread(self.get_sandbox)

    async def recipe(self, workspace: Workspace) -> SetupConfig:
        """Return the configured set-up, or else the set-up that the files of the work suggest."""
        if self.config is None:
            return SetupConfig(run=await detect_setup(workspace))
        return self.config

    async def ready(
        self, workspace: Workspace, user: str = "", *, secrets: bool = True
    ) -> ReadyCopy:
        """Return a copy of the work with its dependencies installed.

        The first call makes the copy, and later calls return the same copy. Each `user`, such as a
        seat, has a copy of its own. If the dependencies could not be installed, the field `failed`
        says why. `Workspace.checkout` explains `secrets`.
        """
        name = f"ready-{workspace.work.revision}"
        if user:
            name += f"-{_digest(user)}"
        ready = workspace.home / f"{name}.json"
        with suppress(OSError, ValueError):
            known = ReadyCopy.model_validate_json(ready.read_bytes())
            if known.is_whole():
                if known.kept:
                    os.utime(known.kept)
                return known
        # Use a new folder. Another process may have begun this review, and may still write to its
        # own folder.
        folder = await workspace.checkout(token_hex(8), secrets=secrets)
        copy = ReadyCopy(folder=str(folder))
        recipe = await self.recipe(workspace)
        if recipe.run:
            for programs in PROGRAMS:  # the work must not supply the programs that test it
                await asyncio.to_thread(clear, folder / programs)
            copy = await self._install(recipe, workspace, folder)
        replace_file(ready, copy.model_dump_json().encode())
        return copy

    async def _install(self, recipe: SetupConfig, workspace: Workspace, folder: Path) -> ReadyCopy:
        """Return the copy in `folder` with dependencies from a shared or from its own installation.

        Only work with the same dependency files as its base can use a shared installation.
        """
        can_mount = (await self.sandbox()).mounts
        depends_on = await workspace.fingerprint(recipe.files)
        if depends_on == await workspace.base.fingerprint(recipe.files):
            copy = await self._use_kept(recipe, workspace, folder, depends_on, can_mount)
            if copy is not None:
                return copy
        result = await self._run(recipe, folder, folder)
        if result.failed:
            return ReadyCopy(folder=str(folder), failed=result.failed, output=result.output)
        environments: tuple[tuple[str, str], ...] = ()
        if can_mount:
            environments = await asyncio.to_thread(set_apart, folder, result.made)
        return ReadyCopy(folder=str(folder), installed=True, environments=environments)

    async def _use_kept(
        self,
        recipe: SetupConfig,
        workspace: Workspace,
        folder: Path,
        depends_on: str,
        can_mount: bool,
    ) -> ReadyCopy | None:
        """Return a copy that uses the installation of the base; None if that is impossible."""
        versions = await self._versions(workspace)
        name = _digest(workspace.work.repo, recipe.run, depends_on, versions)[:16]
        # Without mounts, any command could write to a shared installation.
        place = self.cache if can_mount else workspace.home
        kept = await self._kept(recipe, workspace, place / "installed" / name)
        if kept.failed:
            return ReadyCopy(folder=str(folder), failed=kept.failed, output=kept.output)
        if kept.folder is None:
            return None
        if not can_mount:
            if await asyncio.to_thread(restore, kept.folder, folder):
                return ReadyCopy(folder=str(folder), installed=True)
            return None
        # If the work has a file or a link at the path of a mounted folder, it gets its own
        # installation.
        with suppress(OSError, ValueError, subprocess.CalledProcessError):
            environments = await asyncio.to_thread(share, kept.folder, folder)
            return ReadyCopy(
                folder=str(folder),
                installed=True,
                kept=str(kept.folder),
                environments=environments,
            )
        return None

    async def _kept(
        self, recipe: SetupConfig, workspace: Workspace, name: Path
    ) -> _KeptInstallation:
        """Return an installation that the base of this work can use; make one if there is none.

        A base on another branch can have unreviewed code. So an installation is used only if the
        commit that it was made from is in the history of this base. The path of an installation is
        `name`, followed by a hyphen and that commit.
        """
        async with _turns.setdefault(name, asyncio.Lock()):
            for kept in sorted(name.parent.glob(f"{name.name}-*")):
                if await workspace.base_has(kept.name.removeprefix(f"{name.name}-")):
                    if await asyncio.to_thread(is_complete, kept):
                        return _KeptInstallation(kept)
                    await asyncio.to_thread(clear, kept)
            return await self._keep(recipe, workspace.base, Path(f"{name}-{workspace.work.base}"))

    async def _keep(self, recipe: SetupConfig, base: Workspace, kept: Path) -> _KeptInstallation:
        """Install the base in the folder `kept`. The folder appears only when it is complete."""
        unfinished = kept.with_name(f"unfinished-{token_hex(8)}")
        unfinished.mkdir(mode=0o700, parents=True)
        tree = Path(shutil.move(await base.checkout(unfinished.name), place_of(unfinished)))
        sandbox = await self.sandbox()
        place = place_of(kept) if sandbox.mounts else tree
        failed, output, made = await self._run(recipe, place, tree)
        is_useful = False
        if not failed:
            is_useful = bool(made.environments or made.others) or any(home_of(tree).iterdir())
        if is_useful:
            replace_file(unfinished / "made.json", made.model_dump_json().encode())
            with suppress(OSError):  # another process has made the same installation meanwhile
                os.rename(unfinished, kept)
        await asyncio.to_thread(clear, unfinished)
        await asyncio.to_thread(remove_oldest, kept.parent, KEPT, IN_USE)
        return _KeptInstallation(kept if is_useful else None, failed, output)

    async def result_file(self, workspace: Workspace, check: CheckConfig) -> Path:
        """Return the path of the file that stores the result of a check on a workspace.

        The name of the file changes with every input that can change the result.
        """
        configured = self.config.model_dump_json() if self.config else ""
        versions = await self._versions(workspace)
        name = _digest(workspace.work.revision, check.model_dump_json(), configured, versions)
        return self.cache / "results" / name

    async def _versions(self, workspace: Workspace) -> str:
        """Return the kind of sandbox and the versions of tools, because both can change results."""
        sandbox = await self.sandbox()
        place = workspace.home / "versions"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        _, printed = await execute(VERSIONS, place, sandbox, timeout=60.0, output=OUTPUT)
        return sandbox.kind + printed

    async def _run(self, recipe: SetupConfig, place: Path, tree: Path) -> _SetupResult:
        """Run the set-up in `tree`, which the commands find under the path `place`."""
        before = await asyncio.to_thread(paths_below, tree)
        sandbox = await self.sandbox()
        try:
            async with open_network(sandbox, self.registries) as network:
                code, output = await execute(
                    recipe.run,
                    place,
                    sandbox,
                    timeout=recipe.timeout,
                    output=OUTPUT,
                    installed=True,
                    registries=network,
                    copy=tree,
                )
        except WorkspaceError as error:
            return _SetupResult(f"`{recipe.run}` was not run: {error}", "", Made())
        if network.report:
            log.warning("%s", network.report_text())
            output += network.report_text()
        if code == 0:
            try:
                made = await asyncio.to_thread(find_made, tree, before, place)
            except WorkspaceError as error:
                return _SetupResult(f"`{recipe.run}` {error}", output, Made())
            return _SetupResult("", output, made)
        ending = f"timed out after {recipe.timeout:g} s" if code is None else f"exit {code}"
        lines = [line.strip() for line in output.splitlines() if line.strip()]
        last = " / ".join(lines[-3:])
        return _SetupResult(f"`{recipe.run}`: {ending}: {last[-500:]}", output, Made())


def _digest(*parts: str) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

"""Install the dependencies that commands of checks need, and keep them for later reviews.

An installer runs code of the tree that it installs. So an installation that is kept for other
reviews is made from a base, never from work under review, and serves only bases that have this
base in their history. Commands see it read-only. Work that changes dependency files has an
installation of its own, which is deleted with its review. Without a sandbox, no review uses files
that another review could write: each has an installation of its base, and copies of it.
"""

import asyncio
import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple
from weakref import WeakValueDictionary

from coordinator.config import replace_file
from coordinator.config.checks import CheckConfig, SetupConfig
from coordinator.models import Value
from coordinator.workspace.copies import clear
from coordinator.workspace.environment_allow_list import ALLOWED_FOR_NETWORK, allowed_environment
from coordinator.workspace.installations import (
    Made,
    find_made,
    home_of,
    is_complete,
    make_places,
    paths_below,
    place_of,
    remove_oldest,
    restore,
    set_apart,
    share,
)
from coordinator.workspace.masking import MaskedExcerpt
from coordinator.workspace.sandbox import Sandbox, find_sandbox
from coordinator.workspace.setup_detection import detect_setup
from coordinator.workspace.snapshot import Workspace

OUTPUT = 20_000  # bytes that are kept of what a set-up prints
KEPT = 12  # installations that are kept for other reviews
RESULTS = 500  # results of bases that are kept
# Seconds for which an installation stays after its last use: a command may still run in it
IN_USE = 6 * 3600.0

PROGRAMS = (".venv/bin", "node_modules/.bin")  # folders with installed programs
# One lock for each kept installation, while somebody makes it or waits for it.
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
    variables: Mapping[str, str] | None = None,
    copy: Path | None = None,
    environments: Sequence[tuple[str, str]] = (),
) -> tuple[int | None, str]:
    """Run a shell command in the sandbox; return its exit code (None: time is up) and its output.

    The command runs in the folder, a copy of the work; with `copy`, in that one, which the command
    finds in the place of the folder. If something is `installed` in the copy, its programs come
    first on PATH. Each of the `environments` is a path in the copy and the folder that is mounted
    there read-only.
    """
    on_disk = copy or folder
    masked = MaskedExcerpt(output)
    also = ALLOWED_FOR_NETWORK if network else ()
    env = allowed_environment(folder, *also)
    if variables:
        env.update(variables)
    if installed:
        programs = [str(folder / name) for name in PROGRAMS]
        env["PATH"] = os.pathsep.join([*programs, env.get("PATH", os.defpath)])
        # Through a hard link, a check could change what uv keeps for others
        env["UV_LINK_MODE"] = "copy"
        env["UV_COMPILE_BYTECODE"] = "1"  # later nothing can be written there
        if (on_disk / ".venv").is_dir() or ".venv" in dict(environments):
            env["VIRTUAL_ENV"] = str(folder / ".venv")
    inside = Path(os.path.realpath(folder))
    read_only = {str(inside / name): source for name, source in environments}
    caches = await asyncio.to_thread(make_places, on_disk, environments)
    code = await sandbox.run(
        f"umask 022\n{command}",  # tests expect this one; ours is stricter
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
    )
    excerpt = await asyncio.to_thread(masked.finish)
    return code, excerpt.text()


class ReadyCopy(Value):
    """A copy of the work, with the dependencies that its checks need."""

    folder: str
    installed: bool = False
    failed: str = ""  # why the dependencies could not be installed
    output: str = ""
    kept: str = ""  # the installation that the copy shares with other reviews
    environments: tuple[tuple[str, str], ...] = ()  # see `execute`

    @property
    def place(self) -> Path:
        """Return the path under which commands find the copy.

        An installation works only under the path that it was made for.
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
    """An installation that reviews share, or why there is none."""

    folder: Path | None
    failed: str = ""
    output: str = ""


class _SetupResult(NamedTuple):
    """The end of a set-up command."""

    failed: str  # why it failed; empty if it did not
    output: str
    made: Made


@dataclass(frozen=True, slots=True)
class CheckSetup:
    """Makes copies of the work ready for the commands of checks."""

    config: SetupConfig | None
    cache: Path
    get_sandbox: Callable[[], Sandbox] = find_sandbox

    async def sandbox(self) -> Sandbox:
        """Return the sandbox of commands; the first time it is tried out, which takes a moment."""
        return await asyncio.to_thread(self.get_sandbox)

    async def recipe(self, workspace: Workspace) -> SetupConfig:
        """Return the configured set-up, or else the one that the files of the work suggest."""
        if self.config is None:
            return SetupConfig(run=await detect_setup(workspace))
        return self.config

    async def ready(
        self, workspace: Workspace, user: str = "", *, secrets: bool = True
    ) -> ReadyCopy:
        """Return a copy of the work with its dependencies; with `user`, one for that user alone.

        It is made once, and counts only when it is complete. For `secrets` see `checkout`.
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
        # In a new folder: a process that was replaced may still be at work in the folder it made.
        folder = await workspace.checkout(token_hex(8), secrets=secrets)
        copy = ReadyCopy(folder=str(folder))
        recipe = await self.recipe(workspace)
        if recipe.run:
            for programs in PROGRAMS:  # work must not bring the programs that test it
                await asyncio.to_thread(clear, folder / programs)
            copy = await self._install(recipe, workspace, folder)
        replace_file(ready, copy.model_dump_json().encode())
        return copy

    async def _install(self, recipe: SetupConfig, workspace: Workspace, folder: Path) -> ReadyCopy:
        """Return a copy with its dependencies, from a kept installation or one of its own."""
        is_sandboxed = (await self.sandbox()).kind != "none"
        depends_on = await workspace.fingerprint(recipe.files)
        if depends_on == await workspace.base.fingerprint(recipe.files):
            copy = await self._use_kept(recipe, workspace, folder, depends_on, is_sandboxed)
            if copy is not None:
                return copy
        result = await self._run(recipe, folder, folder)
        if result.failed:
            return ReadyCopy(folder=str(folder), failed=result.failed, output=result.output)
        environments: tuple[tuple[str, str], ...] = ()
        if is_sandboxed:
            environments = await asyncio.to_thread(set_apart, folder, result.made)
        return ReadyCopy(folder=str(folder), installed=True, environments=environments)

    async def _use_kept(
        self,
        recipe: SetupConfig,
        workspace: Workspace,
        folder: Path,
        depends_on: str,
        is_sandboxed: bool,
    ) -> ReadyCopy | None:
        """Return a copy with the installation of the base; None if the copy cannot use it."""
        versions = await self._versions(workspace)
        name = _digest(workspace.work.repo, recipe.run, depends_on, versions)[:16]
        # Without a sandbox, every command could write files that all reviews share.
        place = self.cache if is_sandboxed else workspace.home
        kept = await self._kept(recipe, workspace, place / "installed" / name)
        if kept.failed:
            return ReadyCopy(folder=str(folder), failed=kept.failed, output=kept.output)
        if kept.folder is None:
            return None
        if not is_sandboxed:
            if await asyncio.to_thread(restore, kept.folder, folder):
                return ReadyCopy(folder=str(folder), installed=True)
            return None
        # The work may have a file or a link in the place of a folder. Then it gets an installation
        # of its own.
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
        """Return the installation that the base of some work may use.

        The code of a base on another branch may be unreviewed. So an installation counts only if
        the commit that it was made from is in the history of this base.
        """
        async with _turns.setdefault(name, asyncio.Lock()):
            for kept in sorted(name.parent.glob(f"{name.name}-*")):
                if await workspace.base_has(kept.name.removeprefix(f"{name.name}-")):
                    if await asyncio.to_thread(is_complete, kept):
                        return _KeptInstallation(kept)
                    await asyncio.to_thread(clear, kept)
            return await self._keep(recipe, workspace.base, Path(f"{name}-{workspace.work.base}"))

    async def _keep(self, recipe: SetupConfig, base: Workspace, kept: Path) -> _KeptInstallation:
        """Install the base; other reviews find the installation only when it is complete."""
        unfinished = kept.with_name(f"unfinished-{token_hex(8)}")
        unfinished.mkdir(mode=0o700, parents=True)
        tree = Path(shutil.move(await base.checkout(unfinished.name), place_of(unfinished)))
        sandbox = await self.sandbox()
        place = tree if sandbox.kind == "none" else place_of(kept)
        failed, output, made = await self._run(recipe, place, tree)
        is_useful = False
        if not failed:
            is_useful = bool(made.environments or made.others) or any(home_of(tree).iterdir())
        if is_useful:
            replace_file(unfinished / "made.json", made.model_dump_json().encode())
            with suppress(OSError):  # somebody else has kept it meanwhile
                os.rename(unfinished, kept)
        await asyncio.to_thread(clear, unfinished)
        await asyncio.to_thread(remove_oldest, kept.parent, KEPT, IN_USE)
        return _KeptInstallation(kept if is_useful else None, failed, output)

    async def result_file(self, workspace: Workspace, check: CheckConfig) -> Path:
        """Return the file that keeps the result of a check on this tree.

        Its name changes with everything that can change the result.
        """
        configured = self.config.model_dump_json() if self.config else ""
        versions = await self._versions(workspace)
        name = _digest(workspace.work.revision, check.model_dump_json(), configured, versions)
        return self.cache / "results" / name

    async def _versions(self, workspace: Workspace) -> str:
        """Return the kind of sandbox and the versions of tools, which can change results."""
        sandbox = await self.sandbox()
        place = workspace.home / "versions"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        _, printed = await execute(VERSIONS, place, sandbox, timeout=60.0, output=OUTPUT)
        return sandbox.kind + printed

    async def _run(self, recipe: SetupConfig, place: Path, tree: Path) -> _SetupResult:
        """Run the set-up in a tree, which commands find under the path `place`."""
        before = await asyncio.to_thread(paths_below, tree)
        code, output = await execute(
            recipe.run,
            place,
            await self.sandbox(),
            timeout=recipe.timeout,
            output=OUTPUT,
            installed=True,
            network=True,
            copy=tree,
        )
        if code == 0:
            made = await asyncio.to_thread(find_made, tree, before, place)
            return _SetupResult("", output, made)
        ending = f"no end after {recipe.timeout:g} s" if code is None else f"exit {code}"
        lines = [line.strip() for line in output.splitlines() if line.strip()]
        last = " / ".join(lines[-3:])
        return _SetupResult(f"`{recipe.run}`: {ending}: {last[-500:]}", output, Made())


def _digest(*parts: str) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

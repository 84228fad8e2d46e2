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
import shlex
import shutil
import subprocess
import time
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from glob import escape
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from coordinator.config import replace_file
from coordinator.config.checks import CheckConfig, SetupConfig
from coordinator.models import Value
from coordinator.workspace.copies import clear
from coordinator.workspace.masking import MaskedExcerpt
from coordinator.workspace.process import environment
from coordinator.workspace.sandbox import Sandbox, find_sandbox
from coordinator.workspace.snapshot import Workspace

OUTPUT = 20_000  # bytes that are kept of what a set-up prints
KEPT = 12  # installations that are kept for other reviews
RESULTS = 500  # results of bases that are kept
# Seconds for which an installation stays after its last use: a command may still run in it
IN_USE = 6 * 3600.0

# Folders with installed packages, which commands see read-only
ENVIRONMENTS = (".venv", "node_modules")
LONGEST_TEXT = 1_000_000  # bytes of a file that may name the folder it was made in
MOUNTED = 30  # environments of one copy that are mounted; a command line has no room for many more
# Folders and files that tools write into an environment: each copy has its own, empty at first.
CACHES = {"node_modules": (".cache", ".vite", ".vite-temp"), ".venv": (".lock",)}
PROGRAMS = (".venv/bin", "node_modules/.bin")  # folders with installed programs
TEST_EXTRAS = ("test", "tests", "testing", "dev")
# Variables that downloads need: for a set-up, not for a check.
NETWORK = ("*_proxy", "*_PROXY", "SSL_CERT_*", "PIP_CERT", "NODE_EXTRA_CA_CERTS")
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
    passed_on = NETWORK if network else ()
    env = environment(folder, *passed_on)
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
    caches = await asyncio.to_thread(_make_places, on_disk, environments)
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


def home_of(folder: Path) -> Path:
    """Return the home of commands that run in a copy: beside it, so that it is no part of the work."""
    return folder.with_name(f"{folder.name}-home")


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
        sources = [source for _, source in self.environments]
        return all(os.path.isdir(folder) for folder in (self.folder, *sources))


def place_of(kept: Path) -> Path:
    return kept / "tree"


class Made(Value):
    """Paths that a set-up has made in a tree: environments, and other files and folders."""

    place: str = ""  # the folder whose name they may contain
    environments: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


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
            environments = await asyncio.to_thread(_set_apart, folder, result.made)
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
            if await asyncio.to_thread(_restore, kept.folder, folder):
                return ReadyCopy(folder=str(folder), installed=True)
            return None
        # The work may have a file or a link in the place of a folder. Then it gets an installation
        # of its own.
        with suppress(OSError, ValueError, subprocess.CalledProcessError):
            environments = await asyncio.to_thread(_share, kept.folder, folder)
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
                    if await asyncio.to_thread(_is_whole, kept):
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
        """Return the kind of sandbox and the versions of tools, which decide results of commands."""
        sandbox = await self.sandbox()
        place = workspace.home / "versions"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        _, printed = await execute(VERSIONS, place, sandbox, timeout=60.0, output=OUTPUT)
        return sandbox.kind + printed

    async def _run(self, recipe: SetupConfig, place: Path, tree: Path) -> _SetupResult:
        """Run the set-up in a tree, which commands find under the path `place`."""
        before = await asyncio.to_thread(_paths_below, tree)
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
            made = await asyncio.to_thread(_made, tree, before, place)
            return _SetupResult("", output, made)
        ending = f"no end after {recipe.timeout:g} s" if code is None else f"exit {code}"
        lines = [line.strip() for line in output.splitlines() if line.strip()]
        last = " / ".join(lines[-3:])
        return _SetupResult(f"`{recipe.run}`: {ending}: {last[-500:]}", output, Made())


async def detect_setup(workspace: Workspace) -> str:
    """Return the command that installs the dependencies of the work; empty if it has none."""
    paths = await workspace.paths()
    commands = []
    python = await _python_setup(workspace, paths)
    if python:
        commands.append(python)
    if "package-lock.json" in paths:
        commands.append("npm ci --no-audit --no-fund")
    if "Cargo.toml" in paths:
        commands.append("cargo fetch")
    if "go.mod" in paths:
        commands.append("go mod download")
    return " && ".join(commands)


async def _python_setup(workspace: Workspace, paths: Sequence[str]) -> str:
    if "uv.lock" in paths and shutil.which("uv"):
        return "uv sync && { [ -x .venv/bin/pytest ] || uv pip install pytest; }"
    text = await workspace.file("pyproject.toml")
    try:
        project = tomllib.loads(text)
    except (ValueError, RecursionError):
        project = {"project": {}}  # pip says what is wrong with it
    wanted = []
    if "setup.py" in paths or "project" in project or "build-system" in project:
        wanted += ["-e", _package_with_extras(project)]
    groups = _table(project, "dependency-groups")
    for name in TEST_EXTRAS:
        group = groups.get(name)
        if isinstance(group, list):
            wanted += _requirements_of(group)
    for path in sorted(paths):
        if fnmatchcase(path, "requirements*.txt") and "/" not in path:
            wanted += ["-r", path]
    if not wanted:
        return ""
    pip = ".venv/bin/python -m pip install --quiet --disable-pip-version-check"
    return f"python3 -m venv --clear .venv && {pip} {shlex.join([*wanted, 'pytest'])}"


def _package_with_extras(project: Mapping[str, object]) -> str:
    """Return the package in the current folder as pip names it, with its extras for tests."""
    optional = _table(_table(project, "project"), "optional-dependencies")
    extras = [name for name in TEST_EXTRAS if name in optional]
    if extras:
        return f".[{','.join(extras)}]"
    return "."


def _requirements_of(group: Sequence[object]) -> list[str]:
    """Return the requirements of a dependency group, without options of pip."""
    requirements = []
    for entry in group:
        if isinstance(entry, str) and not entry.startswith("-"):
            requirements.append(entry)
    return requirements


def _table(data: Mapping[str, object], name: str) -> dict[str, Any]:
    found = data.get(name)
    if isinstance(found, dict):
        return found
    return {}


def _digest(*parts: str) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def remove_oldest(folder: Path, most: int, in_use: float = 0.0) -> None:
    """Delete all entries of a folder but the `most` that were used last.

    Entries that were used in the last `in_use` seconds stay as well.
    """
    with suppress(FileNotFoundError):  # others do the same
        paths = sorted(folder.iterdir(), key=_last_use, reverse=True)
        for path in paths[most:]:
            if time.time() - _last_use(path) < in_use:
                continue
            leaving = path.with_name(f"unfinished-{token_hex(8)}")
            os.rename(path, leaving)  # first, so that nobody uses an entry that is half deleted
            clear(leaving)


def _last_use(path: Path) -> float:
    return path.lstat().st_mtime


def _paths_below(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


def _top_down(path: Path) -> tuple[int, Path]:
    return len(path.parts), path


def _made(tree: Path, before: Collection[Path], place: Path) -> Made:
    """Return the paths of a tree that were not there before, and make caches in environments."""
    new = _paths_below(tree).difference(before)
    environments: list[str] = []
    others: list[str] = []
    for path in sorted(new, key=_top_down):
        # No compiled files of the base: beside a file of the work that looks as old, Python would
        # run them instead of the work.
        if path.parent in new or path.name == "__pycache__":
            continue
        name = path.relative_to(tree).as_posix()
        is_folder = path.is_dir() and not path.is_symlink()
        if is_folder and path.name in ENVIRONMENTS and len(environments) < MOUNTED:
            environments.append(name)
            _make_caches(path)
        else:
            others.append(name)
    return Made(place=str(place), environments=tuple(environments), others=tuple(others))


def _make_caches(environment: Path) -> None:
    """Make the folders in which tools write, while the environment is still writable."""
    if environment.name == "node_modules":
        for name in CACHES["node_modules"]:
            with suppress(FileExistsError):
                (environment / name).mkdir()


def _is_whole(kept: Path) -> bool:
    try:
        made = _read_made(kept)
    except (OSError, ValueError):
        return False
    names = (*made.environments, *made.others)
    return all(os.path.lexists(place_of(kept) / name) for name in names)


def _read_made(kept: Path) -> Made:
    return Made.model_validate_json((kept / "made.json").read_bytes())


def _restore(kept: Path, folder: Path) -> bool:
    """Copy an installation into a copy of the work; return False if that is impossible."""
    try:
        made = _read_made(kept)
        for name in (*made.environments, *made.others):
            target = folder / name
            _replace_by_copy(place_of(kept) / name, target)
            _relocate(target, made.place, str(folder))
        _replace_by_copy(home_of(place_of(kept)), home_of(folder))
        _relocate(home_of(folder), made.place, str(folder))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return False
    return True


def _replace_by_copy(source: Path, target: Path) -> None:
    clear(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(("cp", "-a", "--", source, target), stderr=subprocess.DEVNULL, check=True)


def _share(kept: Path, folder: Path) -> tuple[tuple[str, str], ...]:
    """Let a copy of the work use an installation; return its environments, which stay there.

    Everything else is copied, because commands may write it. Nothing is a hard link, through which
    one copy could change the others.
    """
    made = _read_made(kept)
    os.utime(kept)
    top = os.path.realpath(folder)
    for name in (*made.environments, *made.others):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        expected = os.path.normpath(os.path.join(top, os.path.dirname(name)))
        if os.path.realpath(target.parent) != expected:
            raise OSError(f"{target.parent} leads through a link")
        clear(target)
    for name in made.others:
        _replace_by_copy(place_of(kept) / name, folder / name)
    _replace_by_copy(home_of(place_of(kept)), home_of(folder))
    return tuple((name, str(place_of(kept) / name)) for name in made.environments)


def _relocate(top: Path, old: str, new: str) -> None:
    """Replace the name of the folder in which programs, links and packages were made."""
    paths = [top]
    for directory, folders, files in os.walk(top):
        for name in (*folders, *files):
            paths.append(Path(directory, name))
    for path in paths:
        if path.is_symlink():
            target = os.readlink(path)
            if Path(target).is_relative_to(old):
                path.unlink()
                path.symlink_to(new + target.removeprefix(old))
        elif path.is_file() and path.stat().st_size <= LONGEST_TEXT:
            _relocate_text(path, old.encode(), new.encode())


def _relocate_text(path: Path, old: bytes, new: bytes) -> None:
    data = path.read_bytes()
    mode = path.stat().st_mode
    if old not in data or b"\0" in data:
        return
    path.chmod(mode | 0o200)
    path.write_bytes(data.replace(old, new))
    path.chmod(mode)
    for compiled in path.parent.glob(f"__pycache__/{escape(path.stem)}.*.pyc"):
        # It may look as new as the text, and would lead to the old folder
        compiled.unlink()


def _set_apart(folder: Path, made: Made) -> tuple[tuple[str, str], ...]:
    """Move the environments of a copy to a folder beside it, and return them."""
    apart = folder.with_name(f"{folder.name}-installed")
    for name in made.environments:
        (apart / name).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.rename(folder / name, apart / name)
    return tuple((name, str(apart / name)) for name in made.environments)


def _make_places(copy: Path, environments: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Make the folders where the environments of a copy are mounted.

    Return the copy's own caches, by their paths in the copy.
    """
    caches = {}
    for name, source in environments:
        place = copy
        for part in Path(name).parts:
            place /= part
            # A command has left a file or a link there; a link could lead anywhere
            if place.is_symlink() or not place.is_dir():
                clear(place)
                place.mkdir()
        for cache in CACHES[place.name]:
            shared = Path(source, cache)
            own = copy.with_name(f"{copy.name}-caches") / name / cache
            if shared.is_symlink() or not shared.exists():
                continue
            own.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if shared.is_dir():
                own.mkdir(exist_ok=True)
            else:
                own.touch()
            caches[f"{name}/{cache}"] = str(own)
    return caches

"""What the commands of checks need, installed for the copy of the work that they run in, and kept for later reviews.

An installer runs code of the tree that it installs. So an installation that is kept for other reviews is made from a
base, never from work under review, and serves only bases that have this base in their history. Commands see it
read-only, and work that changes dependency files has an installation of its own, which goes with its review. Without
walls no review uses what another could write: each has an installation of its base, and copies of it.
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
from typing import Any
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
# What tools write into an environment: it is each copy's own, and empty at first.
CACHES = {"node_modules": (".cache", ".vite", ".vite-temp"), ".venv": (".lock",)}
PROGRAMS = (".venv/bin", "node_modules/.bin")  # where what is installed in a copy has its programs
TEST_EXTRAS = ("test", "tests", "testing", "dev")
# How downloads leave this machine: for a set-up, and not for a check.
NETWORK = ("*_proxy", "*_PROXY", "SSL_CERT_*", "PIP_CERT", "NODE_EXTRA_CA_CERTS")
# Who makes what is kept, by its place, while somebody does or waits for it.
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
    """Run a shell command in a copy of the work, in the sandbox; with `copy` in that one, in the place of the folder.

    Return its exit code (None: no end in time) and what it printed.
    What is `installed` in the copy comes first; nothing else that the work has is taken for a program. Each of the
    `environments` is a path in the copy and the folder that the command finds there and can only read.
    """
    on_disk = copy or folder
    masked = MaskedExcerpt(output)
    env = environment(folder, *(NETWORK if network else ())) | dict(variables or {})
    if installed:
        env["PATH"] = os.pathsep.join(
            [*(str(folder / name) for name in PROGRAMS), env.get("PATH", os.defpath)]
        )
        # Through a hard link, a check could change what uv keeps for others
        env["UV_LINK_MODE"] = "copy"
        env["UV_COMPILE_BYTECODE"] = "1"  # later nothing can be written there
        if (on_disk / ".venv").is_dir() or ".venv" in dict(environments):
            env["VIRTUAL_ENV"] = str(folder / ".venv")
    usual = f"umask 022\n{command}"  # what tests expect; ours is stricter
    inside = Path(os.path.realpath(folder))
    read_only = {str(inside / name): source for name, source in environments}
    writable = await asyncio.to_thread(_make_places, on_disk, environments)
    code = await sandbox.run(
        usual,
        cwd=on_disk,
        place=folder,
        home=home_of(on_disk),
        home_place=home_of(folder),
        read_only=read_only,
        writable={str(inside / name): own for name, own in writable.items()},
        env=env,
        output=masked.feed,
        network=network,
        seconds=timeout,
    )
    excerpt = await asyncio.to_thread(masked.finish)
    return code, excerpt.text()


def home_of(folder: Path) -> Path:
    """Return the home of the commands that run in a copy: beside it, so that none of them takes it for the work."""
    return folder.with_name(f"{folder.name}-home")


class ReadyCopy(Value):
    """A copy of the work with what its checks need, if they need something; `failed` says why it is not there."""

    folder: str
    installed: bool = False
    failed: str = ""
    output: str = ""
    kept: str = ""  # the installation that it shares with other reviews
    environments: tuple[tuple[str, str], ...] = ()  # as `execute` takes them

    @property
    def place(self) -> Path:
        """Return where commands find the copy: an installation works only in the place that it was made for."""
        if self.kept:
            return place_of(Path(self.kept))
        return Path(self.folder)

    def is_whole(self) -> bool:
        return all(map(os.path.isdir, (self.folder, *(source for _, source in self.environments))))


def place_of(kept: Path) -> Path:
    return kept / "tree"


class Made(Value):
    """What a set-up has made in a tree, by path: environments, and other files and folders."""

    place: str = ""  # the folder that they may name as theirs
    environments: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckSetup:
    """Makes copies of the work ready for the commands of checks, which run in what `get_sandbox` finds."""

    config: SetupConfig | None
    cache: Path
    get_sandbox: Callable[[], Sandbox] = find_sandbox

    async def sandbox(self) -> Sandbox:
        """Return what commands run in; the first time something is tried in it, which takes a moment."""
        return await asyncio.to_thread(self.get_sandbox)

    async def recipe(self, workspace: Workspace) -> SetupConfig:
        """Return the set-up that is configured, or else what the files of the work suggest."""
        if self.config is None:
            return SetupConfig(run=await detect_setup(workspace))
        return self.config

    async def ready(
        self, workspace: Workspace, user: str = "", *, secrets: bool = True
    ) -> ReadyCopy:
        """Return a copy of the work with what its checks need, or one that only this user has.

        It is made once, and counts only when it is whole. Without `secrets` it has none, as `checkout` says.
        """
        whose = f"-{_digest(user)}" if user else ""
        ready = workspace.home / f"ready-{workspace.work.revision}{whose}.json"
        with suppress(OSError, ValueError):
            known = ReadyCopy.model_validate_json(ready.read_bytes())
            if known.is_whole():
                if known.kept:
                    os.utime(known.kept)
                return known
        # In a folder of its own: a process that was replaced may still be at work in the one that it has made.
        folder = await workspace.checkout(token_hex(8), secrets=secrets)
        copy = ReadyCopy(folder=str(folder))
        recipe = await self.recipe(workspace)
        if recipe.run:
            for programs in PROGRAMS:  # no work brings those that measure it
                await asyncio.to_thread(clear, folder / programs)
            copy = await self._install(recipe, workspace, folder)
        replace_file(ready, copy.model_dump_json().encode())
        return copy

    async def _install(self, recipe: SetupConfig, workspace: Workspace, folder: Path) -> ReadyCopy:
        """Return a copy with what it needs: from an installation that is kept, or else from one of its own."""
        walls = (await self.sandbox()).kind != "none"
        depends_on = await workspace.fingerprint(recipe.files)
        if depends_on == await workspace.base.fingerprint(recipe.files):
            known_by = (
                workspace.work.repo,
                recipe.run,
                depends_on,
                await self._versions(workspace),
            )
            # Without walls, every command could write what all reviews share.
            installed = (self.cache if walls else workspace.home) / "installed"
            kept, why, output = await self._kept(
                recipe, workspace, installed / _digest(*known_by)[:16]
            )
            if why:
                return ReadyCopy(folder=str(folder), failed=why, output=output)
            if kept and not walls:
                if await asyncio.to_thread(_restore, kept, folder):
                    return ReadyCopy(folder=str(folder), installed=True)
            elif kept:
                # The work may have a file or a link in the place of a folder: then it gets an installation of its own.
                with suppress(OSError, ValueError, subprocess.CalledProcessError):
                    environments = await asyncio.to_thread(_share, kept, folder)
                    return ReadyCopy(
                        folder=str(folder),
                        installed=True,
                        kept=str(kept),
                        environments=environments,
                    )
        why, output, made = await self._run(recipe, folder, folder)
        if why:
            return ReadyCopy(folder=str(folder), failed=why, output=output)
        own = await asyncio.to_thread(_set_apart, folder, made) if walls else ()
        return ReadyCopy(folder=str(folder), installed=True, environments=own)

    async def _kept(
        self, recipe: SetupConfig, workspace: Workspace, name: Path
    ) -> tuple[Path | None, str, str]:
        """Return the installation that the base of some work may use; else why there is none, and what was printed.

        The code of a base on another branch may be unreviewed. So an installation counts only if the commit that it was
        made from is in the history of this base.
        """
        async with _turns.setdefault(name, asyncio.Lock()):
            for kept in sorted(name.parent.glob(f"{name.name}-*")):
                if await workspace.base_has(kept.name.removeprefix(f"{name.name}-")):
                    if await asyncio.to_thread(_is_whole, kept):
                        return kept, "", ""
                    await asyncio.to_thread(clear, kept)
            return await self._keep(recipe, workspace.base, Path(f"{name}-{workspace.work.base}"))

    async def _keep(
        self, recipe: SetupConfig, base: Workspace, kept: Path
    ) -> tuple[Path | None, str, str]:
        """Run the set-up on the base; what it has made there is found by others only when it is whole."""
        unfinished = kept.with_name(f"unfinished-{token_hex(8)}")
        unfinished.mkdir(mode=0o700, parents=True)
        tree = Path(shutil.move(await base.checkout(unfinished.name), place_of(unfinished)))
        walls = (await self.sandbox()).kind != "none"
        why, output, made = await self._run(recipe, place_of(kept) if walls else tree, tree)
        useful = not why and (
            bool(made.environments or made.others) or any(home_of(tree).iterdir())
        )
        if useful:
            replace_file(unfinished / "made.json", made.model_dump_json().encode())
            with suppress(OSError):  # somebody else has kept it meanwhile
                os.rename(unfinished, kept)
        await asyncio.to_thread(clear, unfinished)
        await asyncio.to_thread(remove_oldest, kept.parent, KEPT, IN_USE)
        return (kept if useful else None), why, output

    async def result_file(self, workspace: Workspace, check: CheckConfig) -> Path:
        """Return where the result of a check on this tree is kept, for as long as nothing else can come of it."""
        configured = self.config.model_dump_json() if self.config else ""
        known_by = (
            workspace.work.revision,
            check.model_dump_json(),
            configured,
            await self._versions(workspace),
        )
        return self.cache / "results" / _digest(*known_by)

    async def _versions(self, workspace: Workspace) -> str:
        """What decides how the same commands end on the same tree."""
        sandbox = await self.sandbox()
        place = workspace.home / "versions"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        return (
            sandbox.kind + (await execute(VERSIONS, place, sandbox, timeout=60.0, output=OUTPUT))[1]
        )

    async def _run(self, recipe: SetupConfig, place: Path, tree: Path) -> tuple[str, str, Made]:
        """Run the set-up in a tree, as if that were in the place.

        Return why it failed, which is empty if it did not, what was printed, and what it has made.
        """
        before = await asyncio.to_thread(lambda: {*tree.rglob("*")})
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
            return "", output, await asyncio.to_thread(_made, tree, before, place)
        ending = f"no end after {recipe.timeout:g} s" if code is None else f"exit {code}"
        last = " / ".join([line.strip() for line in output.splitlines() if line.strip()][-3:])
        return f"`{recipe.run}`: {ending}: {last[-500:]}", output, Made()


async def detect_setup(workspace: Workspace) -> str:
    """Return the command that the files of the work suggest to install what its tests need; empty if nothing does."""
    paths = await workspace.paths()
    commands = [await _python_setup(workspace, paths)]
    commands += ["npm ci --no-audit --no-fund"] * ("package-lock.json" in paths)
    commands += ["cargo fetch"] * ("Cargo.toml" in paths) + ["go mod download"] * (
        "go.mod" in paths
    )
    return " && ".join(filter(None, commands))


async def _python_setup(workspace: Workspace, paths: Sequence[str]) -> str:
    if "uv.lock" in paths and shutil.which("uv"):
        return "uv sync && { [ -x .venv/bin/pytest ] || uv pip install pytest; }"
    try:
        project = tomllib.loads(await workspace.file("pyproject.toml"))
    except (ValueError, RecursionError):
        project = {"project": {}}  # pip says what is wrong with it
    wanted = []
    if "setup.py" in paths or not project.keys().isdisjoint(("project", "build-system")):
        extras = _table(_table(project, "project"), "optional-dependencies")
        wanted += [
            "-e",
            f".[{','.join(name for name in TEST_EXTRAS if name in extras)}]".replace("[]", ""),
        ]
    groups = _table(project, "dependency-groups")
    for group in (groups[name] for name in TEST_EXTRAS if isinstance(groups.get(name), list)):
        wanted += [entry for entry in group if isinstance(entry, str) and not entry.startswith("-")]
    for name in sorted(
        path for path in paths if fnmatchcase(path, "requirements*.txt") and "/" not in path
    ):
        wanted += ["-r", name]
    if not wanted:
        return ""
    pip = ".venv/bin/python -m pip install --quiet --disable-pip-version-check"
    return f"python3 -m venv --clear .venv && {pip} {shlex.join([*wanted, 'pytest'])}"


def _table(data: Mapping[str, object], name: str) -> dict[str, Any]:
    found = data.get(name)
    if isinstance(found, dict):
        return found
    return {}


def _digest(*parts: str) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def remove_oldest(folder: Path, most: int, in_use: float = 0.0) -> None:
    """Leave so many entries in a folder, those that were used last, and all that were used in the last seconds."""
    with suppress(FileNotFoundError):  # others do the same
        for path in sorted(folder.iterdir(), key=lambda path: path.lstat().st_mtime, reverse=True)[
            most:
        ]:
            if time.time() - path.lstat().st_mtime < in_use:
                continue
            leaving = path.with_name(f"unfinished-{token_hex(8)}")
            os.rename(path, leaving)  # at once: nobody takes the half of it for the whole
            clear(leaving)


def _made(tree: Path, before: Collection[Path], place: Path) -> Made:
    """Return what a tree has that was not there before."""
    new = {*tree.rglob("*")}.difference(before)
    environments: list[str] = []
    others: list[str] = []
    for path in sorted(new, key=lambda path: (len(path.parts), path)):
        # Not what the base was compiled to: beside a file of the work that looks as old, it would pass for the work.
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
    """Make the folders that tools write in an environment, while it can be written."""
    if environment.name == "node_modules":
        for name in CACHES["node_modules"]:
            with suppress(FileExistsError):
                (environment / name).mkdir()


def _is_whole(kept: Path) -> bool:
    try:
        made = Made.model_validate_json((kept / "made.json").read_bytes())
    except (OSError, ValueError):
        return False
    return all(
        os.path.lexists(place_of(kept) / name) for name in (*made.environments, *made.others)
    )


def _restore(kept: Path, folder: Path) -> bool:
    """Copy what is kept into a copy of the work, as if it had been made there; return False if it cannot be done."""
    try:
        made = Made.model_validate_json((kept / "made.json").read_bytes())
        copied = [
            (place_of(kept) / name, folder / name) for name in (*made.environments, *made.others)
        ]
        for source, target in (*copied, (home_of(place_of(kept)), home_of(folder))):
            clear(target)
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(
                ("cp", "-a", "--", source, target), stderr=subprocess.DEVNULL, check=True
            )
            _relocate(target, made.place, str(folder))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return False
    return True


def _share(kept: Path, folder: Path) -> tuple[tuple[str, str], ...]:
    """Let a copy of the work have what is kept; return its environments, which stay where they are.

    Everything else is copied, because commands may write it. Nothing is a hard link, through which one copy could
    change the others.
    """
    made = Made.model_validate_json((kept / "made.json").read_bytes())
    os.utime(kept)
    top = os.path.realpath(folder)
    for name in (*made.environments, *made.others):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if os.path.realpath(target.parent) != os.path.normpath(
            os.path.join(top, os.path.dirname(name))
        ):
            raise OSError(f"{target.parent} leads through a link")
        clear(target)
    copied = [(place_of(kept) / name, folder / name) for name in made.others]
    for source, target in (*copied, (home_of(place_of(kept)), home_of(folder))):
        clear(target)
        subprocess.run(("cp", "-a", "--", source, target), stderr=subprocess.DEVNULL, check=True)
    return tuple((name, str(place_of(kept) / name)) for name in made.environments)


def _relocate(top: Path, old: str, new: str) -> None:
    """Let what names the folder it was made in name another: programs, links, what is installed to be edited."""
    below = [
        Path(directory, name)
        for directory, folders, files in os.walk(top)
        for name in (*folders, *files)
    ]
    for path in (top, *below):
        if path.is_symlink():
            target = os.readlink(path)
            if Path(target).is_relative_to(old):
                path.unlink()
                path.symlink_to(new + target.removeprefix(old))
        elif path.is_file() and path.stat().st_size <= LONGEST_TEXT:
            data = path.read_bytes()
            mode = path.stat().st_mode
            if old.encode() not in data or b"\0" in data:
                continue
            path.chmod(mode | 0o200)
            path.write_bytes(data.replace(old.encode(), new.encode()))
            path.chmod(mode)
            for compiled in path.parent.glob(f"__pycache__/{escape(path.stem)}.*.pyc"):
                # It may look as new as the text, and would lead to the old folder
                compiled.unlink()


def _set_apart(folder: Path, made: Made) -> tuple[tuple[str, str], ...]:
    """Move the environments that a set-up has made in a copy to a folder beside it, and return them."""
    apart = folder.with_name(f"{folder.name}-installed")
    for name in made.environments:
        (apart / name).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.rename(folder / name, apart / name)
    return tuple((name, str(apart / name)) for name in made.environments)


def _make_places(copy: Path, environments: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Make the places in a copy where its environments will be; return its own caches, by their paths in the copy."""
    caches = {}
    for name, source in environments:
        place = copy
        for part in Path(name).parts:
            place /= part
            # A command has left it, and a link could lead anywhere
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

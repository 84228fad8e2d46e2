"""What the commands of checks need, installed into the copy of the work that they run in, and kept for later reviews.

An installer runs code of the tree that it installs. So what is kept for other reviews is only ever made from a base,
never from work under review: work that depends on the same files gets a copy of it, any other has its own, which goes
with its review.
"""

import asyncio
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from glob import escape
from pathlib import Path
from secrets import token_hex
from typing import Any
from weakref import WeakValueDictionary

from coordinator.config import replace_file
from coordinator.config.settings import CheckConfig, SetupConfig
from coordinator.models import Value
from coordinator.parsing.excerpt import Excerpt
from coordinator.workspace.masking import MaskedStream
from coordinator.workspace.process import environment
from coordinator.workspace.sandbox import Sandbox, find_sandbox
from coordinator.workspace.snapshot import Workspace, clear

OUTPUT = 20_000  # bytes that are kept of what a set-up prints
KEPT = 12  # installations that are kept for other reviews
RESULTS = 500  # results of bases that are kept
LONGEST_TEXT = 1_000_000  # bytes of a file that may name the folder it was made in

PROGRAMS = (".venv/bin", "node_modules/.bin")  # where what is installed in a copy has its programs
TEST_EXTRAS = ("test", "tests", "testing", "dev")
# How downloads leave this machine: for a set-up, and not for a check.
NETWORK = ("*_proxy", "*_PROXY", "SSL_CERT_*", "PIP_CERT", "NODE_EXTRA_CA_CERTS")
# Who makes what is kept, by its place, while somebody does or waits for it.
_turns: WeakValueDictionary[Path, asyncio.Lock] = WeakValueDictionary()
VERSIONS = "python3 -c 'import sys; print(sys.base_prefix, sys.version)'; uv --version; node --version"


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
) -> tuple[int | None, str]:
    """Run a shell command in a copy of the work, in the sandbox; with `copy` in that one, in the place of the folder.

    Return its exit code (None: no end in time) and what it printed.
    What is `installed` in the copy comes first; nothing else that the work has is taken for a program.
    """
    excerpt, env = Excerpt(output), environment(folder, *(NETWORK if network else ())) | dict(variables or {})
    masked = MaskedStream(excerpt.feed)
    if installed:
        env["PATH"] = os.pathsep.join([*(str(folder / name) for name in PROGRAMS), env.get("PATH", os.defpath)])
        env["UV_LINK_MODE"] = "copy"  # through a hard link, a check could change what uv keeps for others
        if (folder / ".venv").is_dir():
            env["VIRTUAL_ENV"] = str(folder / ".venv")
    usual = f"umask 022\n{command}"  # what tests expect; ours is stricter
    where: dict[str, Any] = {"cwd": copy or folder, "place": folder, "home": home_of(copy or folder)}
    code = await sandbox.run(usual, env=env, output=masked.feed, network=network, seconds=timeout, **where)
    masked.finish()
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


@dataclass(frozen=True, slots=True)
class CheckSetup:
    """Makes copies of the work ready for the commands of checks, which run in what `find_walls` finds."""

    config: SetupConfig | None
    cache: Path
    find_walls: Callable[[], Sandbox] = find_sandbox

    async def sandbox(self) -> Sandbox:
        """Return what commands run in; the first time something is tried in it, which takes a moment."""
        return await asyncio.to_thread(self.find_walls)

    async def recipe(self, workspace: Workspace) -> SetupConfig:
        """Return the set-up that is configured, or else what the files of the work suggest."""
        return SetupConfig(run=await detect_setup(workspace)) if self.config is None else self.config

    async def ready(self, workspace: Workspace, user: str = "", *, secrets: bool = True) -> ReadyCopy:
        """Return a copy of the work with what its checks need, or one that only this user has.

        It is made once, and counts only when it is whole. Without `secrets` it has none, as `checkout` says.
        """
        whose = f"-{_digest(user)}" if user else ""
        ready = workspace.home / f"ready-{workspace.work.revision}{whose}.json"
        with suppress(OSError, ValueError):
            known = ReadyCopy.model_validate_json(ready.read_bytes())
            if os.path.isdir(known.folder):
                return known
        # In a folder of its own: a process that was replaced may still be at work in the one that it has made.
        folder = await workspace.checkout(token_hex(8), secrets=secrets)
        copy, recipe = ReadyCopy(folder=str(folder)), await self.recipe(workspace)
        if recipe.run:
            for programs in PROGRAMS:  # no work brings those that measure it
                await asyncio.to_thread(clear, folder / programs)
            why, output = await self._install(recipe, workspace, folder)
            copy = ReadyCopy(folder=str(folder), installed=not why, failed=why, output=output if why else "")
        replace_file(ready, copy.model_dump_json().encode())
        return copy

    async def _install(self, recipe: SetupConfig, workspace: Workspace, folder: Path) -> tuple[str, str]:
        """Install what a copy needs; return why that failed, which is empty if it did not, and what was printed."""
        depends_on = await workspace.fingerprint(recipe.files)
        if depends_on == await workspace.base.fingerprint(recipe.files):
            known_by = (workspace.work.repo, recipe.run, depends_on, await self._versions(workspace))
            kept = self.cache / "installed" / _digest(*known_by)
            async with _turns.setdefault(kept, asyncio.Lock()):
                why, output = ("", "") if kept.is_dir() else await self._keep(recipe, workspace.base, kept)
            if bool(why) or await asyncio.to_thread(_restore, kept, folder):
                return why, output
            clear(kept)  # the set-up made nothing in the copy, or this was damaged
        return await self._run(recipe, folder)

    async def _keep(self, recipe: SetupConfig, base: Workspace, kept: Path) -> tuple[str, str]:
        """Run the set-up on the base; what it has made there is found by others only when it is whole."""
        unfinished = kept.with_name(f"unfinished-{token_hex(8)}")
        unfinished.mkdir(mode=0o700, parents=True)
        tree = Path(shutil.move(await base.checkout(unfinished.name), unfinished / "tree"))
        before = await asyncio.to_thread(lambda: {*tree.rglob("*")})
        failed = await self._run(recipe, tree)
        new = await asyncio.to_thread(lambda: {*tree.rglob("*")} - before)
        # Not what the base was compiled to: beside a file of the work that looks as old, it would pass for the work.
        tops = (path for path in new if path.parent not in new and path.name != "__pycache__")
        made = [path.relative_to(tree).as_posix() for path in tops]
        with suppress(OSError):  # somebody else has kept it meanwhile
            if (made or any(home_of(tree).iterdir())) and not failed[0]:
                (unfinished / "made.json").write_text(json.dumps([str(tree), *made]), encoding="utf-8")
                os.rename(unfinished, kept)
        await asyncio.to_thread(clear, unfinished)
        await asyncio.to_thread(remove_oldest, kept.parent, KEPT)
        return failed

    async def result_file(self, workspace: Workspace, check: CheckConfig) -> Path:
        """Return where the result of a check on this tree is kept, for as long as nothing else can come of it."""
        configured = self.config.model_dump_json() if self.config else ""
        known_by = (workspace.work.revision, check.model_dump_json(), configured, await self._versions(workspace))
        return self.cache / "results" / _digest(*known_by)

    async def _versions(self, workspace: Workspace) -> str:
        """What decides how the same commands end on the same tree."""
        sandbox, place = await self.sandbox(), workspace.home / "versions"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        return sandbox.kind + (await execute(VERSIONS, place, sandbox, timeout=60.0, output=OUTPUT))[1]

    async def _run(self, recipe: SetupConfig, folder: Path) -> tuple[str, str]:
        given: dict[str, Any] = {"timeout": recipe.timeout, "output": OUTPUT, "installed": True, "network": True}
        code, output = await execute(recipe.run, folder, await self.sandbox(), **given)
        ending = f"no end after {recipe.timeout:g} s" if code is None else f"exit {code}"
        last = " / ".join([line.strip() for line in output.splitlines() if line.strip()][-3:])
        return f"`{recipe.run}`: {ending}: {last[-500:]}" if code != 0 else "", output


async def detect_setup(workspace: Workspace) -> str:
    """Return the command that the files of the work suggest to install what its tests need; empty if nothing does."""
    paths = await workspace.paths()
    commands = [await _python_setup(workspace, paths)]
    commands += ["npm ci --no-audit --no-fund"] * ("package-lock.json" in paths)
    commands += ["cargo fetch"] * ("Cargo.toml" in paths) + ["go mod download"] * ("go.mod" in paths)
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
        wanted += ["-e", f".[{','.join(name for name in TEST_EXTRAS if name in extras)}]".replace("[]", "")]
    groups = _table(project, "dependency-groups")
    for group in (groups[name] for name in TEST_EXTRAS if isinstance(groups.get(name), list)):
        wanted += [entry for entry in group if isinstance(entry, str) and not entry.startswith("-")]
    for name in sorted(path for path in paths if fnmatchcase(path, "requirements*.txt") and "/" not in path):
        wanted += ["-r", name]
    if not wanted:
        return ""
    pip = ".venv/bin/python -m pip install --quiet --disable-pip-version-check"
    return f"python3 -m venv --clear .venv && {pip} {shlex.join([*wanted, 'pytest'])}"


def _table(data: Mapping[str, object], name: str) -> dict[str, Any]:
    found = data.get(name)
    return found if isinstance(found, dict) else {}


def _digest(*parts: str) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def remove_oldest(folder: Path, most: int) -> None:
    """Leave so many entries in a folder: those that were used last."""
    with suppress(FileNotFoundError):  # others do the same
        for path in sorted(folder.iterdir(), key=lambda path: path.lstat().st_mtime, reverse=True)[most:]:
            leaving = path.with_name(f"unfinished-{token_hex(8)}")
            os.rename(path, leaving)  # at once: nobody takes the half of it for the whole
            clear(leaving)


def _restore(kept: Path, folder: Path) -> bool:
    """Copy what is kept into a copy of the work, as if it had been made there; return False if it cannot be done.

    Nothing is a hard link, through which one copy could change the others.
    """
    try:
        tree, *made = json.loads((kept / "made.json").read_bytes())
        os.utime(kept)
        copied = [(kept / "tree" / name, folder / name) for name in made]
        for source, target in (*copied, (home_of(kept / "tree"), home_of(folder))):
            clear(target)
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(("cp", "-a", "--", source, target), stderr=subprocess.DEVNULL, check=True)
            _relocate(target, tree, str(folder))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return False
    return True


def _relocate(top: Path, old: str, new: str) -> None:
    """Let what names the folder it was made in name another: programs, links, what is installed to be edited."""
    below = [Path(directory, name) for directory, folders, files in os.walk(top) for name in (*folders, *files)]
    for path in (top, *below):
        if path.is_symlink():
            target = os.readlink(path)
            if Path(target).is_relative_to(old):
                path.unlink()
                path.symlink_to(new + target.removeprefix(old))
        elif path.is_file() and path.stat().st_size <= LONGEST_TEXT:
            data, mode = path.read_bytes(), path.stat().st_mode
            if old.encode() not in data or b"\0" in data:
                continue
            path.chmod(mode | 0o200)
            path.write_bytes(data.replace(old.encode(), new.encode()))
            path.chmod(mode)
            for compiled in path.parent.glob(f"__pycache__/{escape(path.stem)}.*.pyc"):
                compiled.unlink()  # it may look as new as the text, and would lead to the old folder

"""Detect from the files of the work how to install its dependencies."""

import shlex
import shutil
import tomllib
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from coordinator.workspace.snapshot import Workspace
from coordinator.workspace.workers.pool import run_apart

TEST_EXTRAS = ("test", "tests", "testing", "dev")
# The packages that we install for a project that does not install pytest itself. Their versions are
# those of our own lock file, so that no new release gets into a review unchecked.
PYTEST = (
    "iniconfig==2.3.1",
    "packaging==26.3",
    "pluggy==1.7.0",
    "pygments==2.21.0",
    "pytest==9.2.0",
)
# A script that prints those of its arguments that are not installed packages. An installed package
# stays as it is, because the project may need its version.
_MISSING = (
    "import importlib.metadata as m, sys; "
    "has = {str(d.name).lower() for d in m.distributions()}; "
    "print(*(a for a in sys.argv[1:] if a.partition('==')[0] not in has))"
)


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
        return f"uv sync && {_with_pytest('uv pip install')}"
    text = await workspace.file("pyproject.toml")
    wanted = await run_apart(len(text), project_requirements, text, "setup.py" in paths)
    for path in sorted(paths):
        if "/" not in path and fnmatchcase(path, "requirements*.txt"):
            wanted += ["-r", path]
    if not wanted:
        return ""
    pip = ".venv/bin/python -m pip install --quiet --disable-pip-version-check"
    return f"python3 -m venv --clear .venv && {pip} {shlex.join(wanted)} && {_with_pytest(pip)}"


def project_requirements(text: str, has_setup: bool) -> list[str]:
    """Return the arguments of pip that a pyproject.toml suggests, for the package and its tests."""
    try:
        project = tomllib.loads(text)
    except (ValueError, RecursionError):
        project = {"project": {}}  # pip reports the error in the file
    wanted = []
    if has_setup or "project" in project or "build-system" in project:
        wanted += ["-e", _package_with_extras(project)]
    groups = _table(project, "dependency-groups")
    for name in TEST_EXTRAS:
        group = groups.get(name)
        if isinstance(group, list):
            wanted += _requirements_of(group)
    return wanted


def _with_pytest(install: str) -> str:
    """Return the shell command that installs pytest if the project has not installed it."""
    missing = shlex.join([".venv/bin/python", "-c", _MISSING, *PYTEST])
    return f"{{ [ -x .venv/bin/pytest ] || {install} $({missing}); }}"


def _package_with_extras(project: Mapping[str, object]) -> str:
    """Return the package in the current folder with its extras for tests, in pip's notation."""
    optional = _table(_table(project, "project"), "optional-dependencies")
    extras = [name for name in TEST_EXTRAS if name in optional]
    if extras:
        return f".[{','.join(extras)}]"
    return "."


def _requirements_of(group: Sequence[object]) -> list[str]:
    """Return the requirements of a dependency group, without pip options."""
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

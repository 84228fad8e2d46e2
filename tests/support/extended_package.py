"""Copy the package and add something in the places that docs/architecture.md names."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.paths import DOCS, ROOT
from tests.support.shell import Ran

PAGE = DOCS / "architecture.md"


def copy_package(source: Path) -> Path:
    """Copy the package into the folder `source` and return the copy."""
    package = source / "coordinator"
    shutil.copytree(ROOT / "src/coordinator", package, ignore=shutil.ignore_patterns("__pycache__"))
    return package


def change(file: Path, old: str, new: str) -> None:
    """Replace a text that occurs once in the file."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def insert(file: Path, before: str, text: str) -> None:
    """Insert a text before another one that occurs once in the file."""
    change(file, before, text + before)


def run_copy(source: Path, home: Path, *arguments: str) -> Ran:
    """Run a command of the package in `source` with this home."""
    command = [sys.executable, "-m", "coordinator", *arguments]
    env = os.environ | {"PYTHONPATH": str(source), "COORDINATOR_HOME": str(home)}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, cwd=home)


def changed_places(source: Path) -> set[str]:
    """Return the changed files of the copy. For a new file, return the package that contains it."""
    changed = set()
    for file in (source / "coordinator").rglob("*.py"):
        path = file.relative_to(source)
        original = ROOT / "src" / path
        if not original.exists():
            changed.add(f"{path.parent}/__init__.py")
        elif original.read_bytes() != file.read_bytes():
            changed.add(str(path))
    return changed


def row_of(beginning: str) -> str:
    """Return the only row of the page that begins with this text."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    [row] = [line for line in lines if line.startswith(beginning)]
    return row


def named_places(row: str) -> set[str]:
    """Return the files that a row of the page links to."""
    return {path.removeprefix("../src/") for path in re.findall(r"\]\((.*?)\)", row)}

"""A release is refused, with what to do, where version, changelog, pages, tree and tag do not agree; `.ci/release`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from coordinator import __version__
from tests.support.paths import ROOT
from tests.support.repositories import git

READ = (
    ".ci/release",
    "src/coordinator/__init__.py",
    "docs/github.md",
    "docs/deploy.md",
    "deploy/kubernetes.yaml",
)
NOTED = f"# Changelog\n\n## [Unreleased]\n\n## [{__version__}] - 2026-11-16\n\n### Added\n\n- All of it.\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository with what is looked at before anything is built, ready for a release."""
    for name in READ:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text(NOTED)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Ready")
    return tmp_path


def release(tree: Path, *options: str) -> str:
    """What it ends with."""
    env = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, str(tree / ".ci/release"), *options]
    ran = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    return ran.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "CHANGELOG.md",
            f"[{__version__}]",
            "[0.0.9]",
            f"CHANGELOG.md has no section for {__version__} (call ",
        ),
        (
            "CHANGELOG.md",
            " - 2026-11-16",
            "",
            f"the section for {__version__} in CHANGELOG.md has no date (write ",
        ),
        (
            "CHANGELOG.md",
            "[Unreleased]\n",
            "[Unreleased]\n- More.\n",
            "CHANGELOG.md has something under [Unreleased]",
        ),
        (
            "docs/github.md",
            f"@v{__version__}",
            "@v0.0.9",
            "docs/github.md names version 0.0.9 of coordinator (write ",
        ),
        (
            "deploy/kubernetes.yaml",
            "limits:",
            "limit:",
            "the tree differs from its commit: deploy/kubernetes.yaml (",
        ),
    ],
)
def test_what_does_not_agree_is_said_with_what_to_do(
    tree: Path, file: str, old: str, new: str, said: str
) -> None:
    text = (tree / file).read_text(encoding="utf-8")
    assert old in text
    (tree / file).write_text(text.replace(old, new), encoding="utf-8")
    assert release(tree).startswith(f"release: {said}")


def test_a_patch_version_leaves_the_tables_alone(tree: Path) -> None:
    minor = __version__.rpartition(".")[0]
    git(tree, "tag", "--annotate", "--message", "Out", f"v{minor}.x")
    more = "src/coordinator/storage/migrations/7_more.sql"
    (tree / more).parent.mkdir(parents=True)
    (tree / more).write_text("CREATE TABLE more (one TEXT);")
    git(tree, "add", ".")
    git(tree, "commit", "--quiet", "--message", "More")
    assert release(tree).startswith(
        f"release: tables differ from those of v{minor}.x: {more} (raise "
    )


def test_a_version_is_released_once(tree: Path) -> None:
    git(tree, "tag", "--annotate", "--message", "Out", f"v{__version__}")
    git(tree, "commit", "--quiet", "--allow-empty", "--message", "More")
    assert release(tree).startswith(f"release: v{__version__} is released already, from ")

"""What many tests of work begin with: a repository, and a home for what is taken from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.workspaces import Repo


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"

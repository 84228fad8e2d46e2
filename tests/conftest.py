"""Keeps every test away from the home directory, the settings and the identity of whoever runs it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.databases import MISSING, state_in

settings.register_profile("coordinator", deadline=None)
settings.load_profile("coordinator")


@pytest.fixture(scope="session", autouse=True)
def _isolated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(("COORDINATOR_", "GIT_"))]:
            patch.delenv(name)
        patch.setenv("COORDINATOR_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        yield


@pytest.fixture(params=["sqlite", "postgresql"])
def state_home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A home directory whose state is in a file, and then one whose state is in PostgreSQL."""
    with state_in(tmp_path, request.param):
        yield tmp_path


@pytest.fixture(scope="session")
def soak() -> int:
    """How many times the usual amount a soak run should do: the SOAK variable, 1 without it."""
    return int(os.environ.get("SOAK", "1"))


def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are processors: many a test waits for another process, or for a deadline."""
    return (os.cpu_count() or 1) * 3 // 2


def pytest_report_teststatus(report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, str] | None:
    """Say in the last line of all why nothing was tried on PostgreSQL, where there is none."""
    if report.skipped and MISSING in str(report.longrepr):
        return f"skipped ({MISSING})", "s", "SKIPPED"
    return None

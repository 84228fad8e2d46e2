"""Keeps every test away from the home directory, the settings and the identity of whoever runs it.

Skips tests whose programs are missing, and says at the end which those are.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# Before any of them is imported, so that their asserts say what they compared, as those of tests do.
pytest.register_assert_rewrite("tests.support")

from tests.support.databases import state_in  # noqa: E402
from tests.support.programs import missing, needing  # noqa: E402

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


@pytest.fixture(params=["sqlite", *needing("postgresql")])
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


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that needs a program which this machine has not, before its fixtures are made."""
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            if why := missing(name):
                pytest.skip(why)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Count the skipped tests by reason: of a missing program it has the command that brings it in."""
    reasons: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", ()):
        _, _, reason = report.longrepr
        reasons[reason.removeprefix("Skipped: ")] += 1
    if not reasons:
        return
    terminalreporter.section("skipped tests, by reason")
    for reason, number in reasons.most_common():
        terminalreporter.write_line(f"{number:5} {reason}")

"""One arena for each kind of sandbox, and a line about each at the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.adversary.arena import Arena, Kind, opened
from tests.adversary.delivering import ATTACKS as DELIVERING
from tests.adversary.experimenting import ATTACKS as EXPERIMENTING
from tests.adversary.persuading import ATTACKS as PERSUADING
from tests.adversary.running import ATTACKS as RUNNING
from tests.support.programs import needing

LINES: list[str] = []


@pytest.fixture(scope="session", params=[*needing("bubblewrap"), "none"])
def arena(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Arena]:
    """A machine with this kind of sandbox, on which every attack was made."""
    kind: Kind = request.param
    with opened(
        tmp_path_factory.mktemp(kind), kind, (*RUNNING, *DELIVERING, *PERSUADING, *EXPERIMENTING)
    ) as arena:
        yield arena
        LINES.append(arena.summary())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which sandboxes there were, and what came of the attacks."""
    for line in LINES:
        terminalreporter.write_line(line)

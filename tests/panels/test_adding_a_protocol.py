"""A new protocol takes one module of panels/ and two lines, as docs/architecture.md says.

The places are changed in a copy of the package, and the copy reviews work with recorded replies.
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from coordinator.config.seats import ProtocolName
from coordinator.panels.protocols import PROTOCOLS
from tests.support.extended_package import (
    change,
    changed_places,
    copy_package,
    named_places,
    row_of,
    run_copy,
)
from tests.support.reviews import (
    ISSUE,
    judge_line,
    make_repository,
    report,
    rubric_line,
    write_replies,
)
from tests.support.shell import Ran, data_of

MODULE = '''
"""The protocol show-of-hands: every judge reports once, and most ballots decide."""

from coordinator.config.seats import PanelConfig
from coordinator.engine import Run
from coordinator.models import Case, Verdict
from coordinator.panels.judge import first_ballots
from coordinator.panels.panel import Panel, Protocol
from coordinator.panels.session import open_panel_session


async def run_show_of_hands(run: Run, case: Case, panel: Panel) -> Verdict:
    judges = tuple(judge.name for judge in panel.seats.judges)
    session = await open_panel_session(run, case, panel, judges)
    if isinstance(session, Verdict):
        return session
    result = session.result(await first_ballots(session, judges))
    hands = len(result.accepting)
    return Verdict(
        outcome="accept" if 2 * hands > len(judges) else "reject",
        rule="show of hands",
        explanation=f"{hands} of {len(judges)} judges accept.",
    )


def missing_seats(panel: PanelConfig) -> list[str]:
    if panel.judges:
        return []
    return ["panel.judges"]


SHOW_OF_HANDS = Protocol(
    name="show-of-hands", run=run_show_of_hands, missing_seats=missing_seats
)
'''


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the new protocol, added in the places of the row."""
    source = tmp_path_factory.mktemp("extended")
    package = copy_package(source)
    (package / "panels/show_of_hands.py").write_text(MODULE.lstrip(), encoding="utf-8")
    registry = package / "panels/protocols.py"
    change(registry, "    TOOL_MAD,\n", "    TOOL_MAD,\n    SHOW_OF_HANDS,\n")
    other = "from coordinator.panels.tool_mad import TOOL_MAD\n"
    change(registry, other, f"from coordinator.panels.show_of_hands import SHOW_OF_HANDS\n{other}")
    names = '"judge", "judge-with-debate", "tool-mad"'
    change(package / "config/seats.py", names, f'{names}, "show-of-hands"')
    return source


def review(source: Path, home: Path, seats: str) -> Ran:
    """Review work with the new protocol in a process of the extended package."""
    accepting = report([5, 4])
    rejecting = report([1, 2], against=["CK-001"])
    lines = [
        rubric_line(),
        judge_line("Ann", accepting),
        judge_line("Bob", rejecting),
        judge_line("Cid", accepting),
    ]
    replies = write_replies(home, lines)
    config = home / "coordinator.yaml"
    panel = seats.replace("REPLIES", str(replies))
    config.write_text(f"review: {{protocol: show-of-hands}}\n{panel}checks: []\n", encoding="utf-8")
    issue = home / "issue.md"
    issue.write_text(ISSUE, encoding="utf-8")
    repo = make_repository(home / "repo")
    about = ("--issue", str(issue), "--repo", str(repo), "--base", "main")
    return run_copy(source, home, "review", "--json", "--config", str(config), *about)


def test_the_new_protocol_decides_a_review(extended: Path, tmp_path: Path) -> None:
    seats = """panel:
  meta_judge: {recorded: REPLIES}
  judges:
    - {name: Ann, recorded: REPLIES}
    - {name: Bob, recorded: REPLIES}
    - {name: Cid, recorded: REPLIES}
"""
    ran = review(extended, tmp_path, seats)
    assert ran.returncode == 0, ran.stderr
    verdict = data_of(ran.stdout)["verdict"]
    assert (verdict["outcome"], verdict["rule"]) == ("accept", "show of hands")
    assert verdict["explanation"] == "2 of 3 judges accept."


def test_a_panel_without_the_seats_of_the_new_protocol_is_refused(
    extended: Path, tmp_path: Path
) -> None:
    ran = review(extended, tmp_path, "panel:\n  judge: {recorded: REPLIES}\n")
    assert ran.returncode != 0
    assert "protocol show-of-hands needs panel.judges" in ran.stderr


def test_the_page_names_the_places_of_a_new_protocol(extended: Path) -> None:
    assert named_places(row_of("| a protocol")) == changed_places(extended)


def test_every_name_in_the_configuration_is_a_registered_protocol() -> None:
    assert set(PROTOCOLS) == set(get_args(ProtocolName))

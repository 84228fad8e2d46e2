"""`make smoke` at the stand-in: every step is reported, and nothing is left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.config.environment import state_file
from coordinator.storage.store import Store
from coordinator.views.listing import RunFilters, RunList
from tests.smoke import main
from tests.support.multica_house import (
    JUDGES,
    META,
    PANEL,
    answers,
    environment,
    seat_panel,
    settle,
)
from tests.support.multica_server import MulticaServer, Run, breaks, says
from tests.support.paths import ROOT
from tests.support.reviews import report, rubric_quoting
from tests.support.shell import Ran, call_function

SEEN = {"source": "diff", "quote": "A clear sky at noon is blue."}
GOOD = report((4, 4), evidence=[SEEN])
RUBRIC = rubric_quoting("the colour of a clear sky at noon")
BAD = report((2, 2), against=["CK-001"], evidence=[SEEN])


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def smoke(server: MulticaServer, home: Path) -> Ran:
    return call_function(main, ["smoke"], env=environment(server, home), cwd=home)


@pytest.mark.parametrize(
    ("reply", "verdict", "status"), [(GOOD, "accept", "done"), (BAD, "reject", "in_progress")]
)
def test_every_step_is_reported_and_the_issue_is_gone(
    server: MulticaServer, tmp_path: Path, reply: dict[str, object], verdict: str, status: str
) -> None:
    settle(server, tmp_path)
    seat_panel(server, reply=reply, rubric=RUBRIC)
    ran = smoke(server, tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    steps = [line.split()[0] for line in ran.stdout.splitlines()]
    assert steps == ["doctor", "issue", "submission", "verdict", "tracker", "clean-up", "smoke"]
    assert f"verdict        {verdict} (" in ran.stdout
    assert f"MUL-1 is {status}, and the comment is there" in ran.stdout
    assert server.world.issues == {}
    assert sorted(server.started()) == sorted([META, *JUDGES])
    with closing(Store(state_file(tmp_path))) as store:
        assert [row.state for row in RunList(store).page(RunFilters()).rows] == [verdict]


def test_a_smoke_test_that_is_overtaken_looks_for_the_verdict_of_its_last_attempt(
    server: MulticaServer, tmp_path: Path
) -> None:
    settle(server, tmp_path, f"review: {{settle: 0.01s}}\n{PANEL}")
    agents, edited = seat_panel(server, reply=GOOD, rubric=RUBRIC), list[object]()

    def interrupted(run: Run) -> None:
        answers(GOOD)(run)
        if not edited:
            edited.append(
                server.world.write(
                    run.issue,
                    server.owner.actor,
                    {"description": "Write about the colour of a clear sky at noon."},
                )
            )

    agents[JUDGES[0]].behave = interrupted
    ran = smoke(server, tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "MUL-1 is done, and the comment is there" in ran.stdout


def test_what_is_broken_is_said_before_anything_is_made(
    server: MulticaServer, tmp_path: Path
) -> None:
    settle(server, tmp_path)
    ran = smoke(server, tmp_path)
    assert ran.returncode == 3
    assert f"seat {META}: the workspace has no agent {META}" in ran.stderr
    assert server.count("POST") == 0


def test_a_review_that_fails_is_reported_and_cleaned_up_after(
    server: MulticaServer, tmp_path: Path
) -> None:
    settle(server, tmp_path)
    server.add_agent(META, behave=says("I would rather not say."))
    for name in JUDGES:
        server.add_agent(name, behave=answers(GOOD))
    ran = smoke(server, tmp_path)
    assert ran.returncode == 3, ran.stdout
    assert "MUL-1 is deleted" in ran.stdout
    assert "shows the whole review" in ran.stderr
    assert server.world.issues == {}


def test_a_seat_that_fails_leads_to_an_escalation_which_is_an_end_too(
    server: MulticaServer, tmp_path: Path
) -> None:
    settle(server, tmp_path)
    server.add_agent(META, behave=answers(RUBRIC))
    for name in JUDGES[:2]:
        server.add_agent(name, behave=answers(GOOD))
    server.add_agent(JUDGES[2], behave=breaks())
    ran = smoke(server, tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "verdict        escalate (" in ran.stdout
    assert server.world.issues == {}


def test_an_issue_that_cannot_be_deleted_is_named(server: MulticaServer, tmp_path: Path) -> None:
    settle(server, tmp_path)
    seat_panel(server, reply=GOOD, rubric=RUBRIC)
    server.fault("DELETE", "/api/issues/*", "500", times=99)
    ran = smoke(server, tmp_path)
    assert ran.returncode == 3
    assert "MUL-1 is left over" in ran.stderr
    assert "delete it by hand" in ran.stderr


def test_the_board_has_a_demo_instead(server: MulticaServer, tmp_path: Path) -> None:
    tmp_path.joinpath("coordinator.yaml").write_text("tracker: board\n")
    paths = os.pathsep.join([str(ROOT), *sys.path])
    ran = subprocess.run(
        [sys.executable, "-m", "tests.smoke"],
        env={**environment(server, tmp_path), "PYTHONPATH": paths},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, "make demo" in ran.stderr) == (64, True)

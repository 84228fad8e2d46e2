"""The configurations that `init` writes load cleanly and mean what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coordinator.cli import run
from coordinator.cli.setup import starter
from coordinator.config.seats import TRACKER_PANELS
from coordinator.config.settings import load
from tests.multica_house import environment, settle
from tests.multica_server import MulticaServer
from tests.shell import call


@pytest.mark.parametrize("protocol", ["judge-with-debate", "tool-mad"])
def test_the_seats_of_a_multica_file_are_those_that_need_no_file(tmp_path: Path, protocol: str) -> None:
    file = tmp_path / "coordinator.yaml"
    assert run(["init", str(file), "--tracker", "multica", "--protocol", protocol]) == 0
    config = load(config=file, environ={"COORDINATOR_HOME": str(tmp_path)})
    assert (config.tracker, config.review.protocol) == ("multica", protocol)
    assert config.panel == TRACKER_PANELS[protocol]
    assert config.multica.repos == ()


def test_the_examples_in_it_load_too(tmp_path: Path) -> None:
    text = re.sub(r"(?m)^#(?! \w|  ?`)", "", starter("multica", "tool-mad"))
    (tmp_path / "coordinator.yaml").write_text(text)
    config = load(cwd=tmp_path, environ={"COORDINATOR_HOME": str(tmp_path)})
    (repo,) = config.multica.repos
    assert (repo.url, repo.base) == ("https://github.com/acme/sorter", "main")
    assert (config.review.escalate_to, config.checks is not None) == ("member:USER-ID", True)


def test_the_board_has_no_seats_for_tool_mad(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init", str(tmp_path / "x.yaml"), "--protocol", "tool-mad"]) == 64
    assert "add --tracker multica" in capsys.readouterr().err
    assert not (tmp_path / "x.yaml").exists()


def test_doctor_finds_every_seat_of_the_file(tmp_path: Path) -> None:
    with MulticaServer() as server:
        settle(server, tmp_path, starter("multica", "tool-mad").replace("tracker: multica\n", ""))
        for name in ("Senior Developer", "Code Reviewer", "Project Manager Senior", "Reality Checker"):
            server.add_agent(name)
        ran = call("doctor", env=environment(server, tmp_path), cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("is ready") == 4

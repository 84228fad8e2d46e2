"""The configurations that `init` writes load cleanly and mean what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coordinator.agents.default_panel import seat_found
from coordinator.agents.discovery import look_around
from coordinator.app.configuring import starter
from coordinator.cli import run
from coordinator.config.settings import load
from coordinator.config.trackers import TRACKER_PANELS
from tests.support.machines import inhabited, machine
from tests.support.multica_house import environment, settle
from tests.support.multica_server import MulticaServer
from tests.support.paths import DATA
from tests.support.repositories import git, new_repository
from tests.support.shell import call

CLIS = DATA / "clis"
KEY = "k" * 20
EXAMPLE = re.compile(r"(?m)^#(?! \w|  ?`)")


def test_the_panel_of_a_file_is_the_one_that_a_review_without_a_file_has(tmp_path: Path) -> None:
    repo = new_repository(tmp_path / "repo")
    programs = [CLIS / "claude", CLIS / "codex"]
    env = machine(
        tmp_path / "home",
        *programs,
        CLAUDE_CODE_OAUTH_TOKEN=KEY,
        CODEX_API_KEY=KEY,
        GEMINI_API_KEY=KEY,
    )
    ran = call("init", env=env, cwd=repo)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("wrote coordinator.yaml; `coordinator doctor` tests its seats")
    text = (repo / "coordinator.yaml").read_text()
    assert "- {name: Judge-Gemini, model: 'google:gemini-pro-latest'}" in text
    with inhabited(env):
        config, bare = load(cwd=repo), load(cwd=tmp_path)
        without, _ = seat_found(bare, look_around(bare))
        examples = tmp_path / "examples.yaml"
        examples.write_text(EXAMPLE.sub("", text))
        more = load(config=examples)
    assert config.source.endswith("coordinator.yaml in the version that you trusted")
    assert [seat.name for seat in config.panel.judges] == [
        "Judge-Claude",
        "Judge-GPT",
        "Judge-Gemini",
    ]
    assert (config.panel, config.review.protocol) == (without.panel, without.review.protocol)
    assert config.review.budget == without.review.budget
    assert more.checks is not None
    assert (len(more.checks), len(more.council.members), more.watch.poll) == (3, 3, 2)
    assert more.workflow.agent is not None


def test_one_who_is_found_is_the_one_judge(tmp_path: Path) -> None:
    env = machine(tmp_path / "home", CLIS / "claude", CLAUDE_CODE_OAUTH_TOKEN=KEY)
    file = tmp_path / "mine.yaml"
    assert call("init", file, env=env, cwd=tmp_path).returncode == 0
    assert "a single opinion" in file.read_text()
    config = load(config=file, environ=env)
    assert (config.review.protocol, config.panel.judge and config.panel.judge.name) == (
        "judge",
        "Judge-Claude",
    )


def test_where_nobody_is_found_nothing_is_written(tmp_path: Path) -> None:
    ran = call("init", env=machine(tmp_path / "home"), cwd=tmp_path)
    assert (ran.returncode, "no agent or model that can judge was found" in ran.stderr) == (
        64,
        True,
    )
    assert not (tmp_path / "coordinator.yaml").exists()


@pytest.mark.parametrize("protocol", ["judge-with-debate", "tool-mad"])
def test_the_seats_of_a_multica_file_are_those_that_need_no_file(
    tmp_path: Path, protocol: str
) -> None:
    file = tmp_path / "coordinator.yaml"
    assert run(["init", str(file), "--tracker", "multica", "--protocol", protocol]) == 0
    config = load(config=file, environ={"COORDINATOR_HOME": str(tmp_path)})
    assert (config.tracker, config.review.protocol) == ("multica", protocol)
    assert config.panel == TRACKER_PANELS[protocol]
    assert config.multica.repos == ()


def test_the_examples_in_it_load_too(tmp_path: Path) -> None:
    text = EXAMPLE.sub("", starter("multica", "tool-mad"))
    (tmp_path / "coordinator.yaml").write_text(text)
    config = load(cwd=tmp_path, environ={"COORDINATOR_HOME": str(tmp_path)})
    (repo,) = config.multica.repos
    assert (repo.url, repo.base) == ("https://github.com/acme/sorter", "main")
    assert (config.review.escalate_to, config.checks is not None) == ("member:USER-ID", True)


@pytest.mark.parametrize(
    ("tracker", "origin", "url", "repo"),
    [
        ("github", "https://me:secret@github.com/acme/shop.git", "", "acme/shop"),
        ("github", "git@git.acme.org:acme/shop.js", "https://git.acme.org", "acme/shop.js"),
        ("gitea", "ssh://git@git.acme.org:2222/acme/shop.git", "https://git.acme.org", "acme/shop"),
        ("gitea", "http://127.0.0.1:3000/acme/shop", "http://127.0.0.1:3000", "acme/shop"),
        ("gitea", "git@github.com:acme/shop.git", "", ""),
        ("github", "../elsewhere", "", ""),
        ("github", "", "", ""),
    ],
)
def test_a_file_for_a_forge_names_what_the_folder_is_a_clone_of(
    tmp_path: Path, tracker: str, origin: str, url: str, repo: str
) -> None:
    folder = new_repository(tmp_path / "clone")
    if origin:
        git(folder, "remote", "add", "origin", origin)
    env, file = (
        machine(tmp_path / "home", CLIS / "claude", CLAUDE_CODE_OAUTH_TOKEN=KEY),
        tmp_path / "mine.yaml",
    )
    ran = call("init", file, "--tracker", tracker, env=env, cwd=folder)
    assert ran.returncode == 0, ran.stderr
    for text in (file.read_text(), EXAMPLE.sub("", file.read_text())):
        assert "secret" not in text
        file.write_text(text)
        config = load(config=file, environ=env)
        assert (config.tracker, config.forge.url) == (tracker, url)
        assert [each.name for each in config.forge.repos] == ([repo] if repo else [])


def test_the_board_has_no_seats_for_tool_mad(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["init", str(tmp_path / "x.yaml"), "--protocol", "tool-mad"]) == 64
    assert "add --tracker multica" in capsys.readouterr().err
    assert not (tmp_path / "x.yaml").exists()


def test_doctor_finds_every_seat_of_the_file(tmp_path: Path) -> None:
    with MulticaServer() as server:
        settle(server, tmp_path, starter("multica", "tool-mad").replace("tracker: multica\n", ""))
        for name in (
            "Senior Developer",
            "Code Reviewer",
            "Project Manager Senior",
            "Reality Checker",
        ):
            server.add_agent(name)
        ran = call("doctor", env=environment(server, tmp_path), cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("is ready") == 4

"""Who works: programs that change the folder of the run, and agents that live in the tracker."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from coordinator.app.workflows import prepare, start_run
from coordinator.cli_agents import BY_NAME
from coordinator.config.settings import Config, load
from coordinator.workflow.records import RunRequest
from tests.support.flows import judges, look_up, make_repository, path_of, prompts_of, run_flow
from tests.support.multica_house import environment, settle
from tests.support.multica_server import MulticaServer, Run
from tests.support.paths import DATA
from tests.support.programs import missing
from tests.support.repositories import git
from tests.support.reviews import Line, write_replies

FLOW = """\
stages:
  - {id: work, entry: true, on_enter: {inject: "Write greet.go, then say [DONE]."}}
  - id: review
    triggers: [{message_contains: "[DONE]"}]
    on_enter: {judge: {inputs: [git_diff], instructions: look}}
  - {id: end, terminal: true, triggers: [{judge_verdict: pass}]}
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def program(home: Path, script: str, lines: list[Line], more: str = "") -> Config:
    """A configuration whose seat `Program` runs a shell script; it works unless `more` says otherwise."""
    file = write_replies(home, lines)
    (home / "agent").write_text(f"#!/bin/sh\n{script}\n")
    (home / "agent").chmod(0o755)
    seat = f"{{name: Program, command: {{{more}argv: [{home}/agent]}}}}"
    text = f"workflow:\n  agent: {seat}\n  judge: {{recorded: {file}}}\n  agents: [{seat}]\n"
    (home / "coordinator.yaml").write_text(text)
    return load(config=home / "coordinator.yaml", environ={"COORDINATOR_HOME": str(home)})


def test_a_program_works_in_the_folder_of_the_run_and_may_change_it(
    home: Path, tmp_path: Path
) -> None:
    script = (
        f"cat > {tmp_path}/prompt; echo package greet > greet.go; git add greet.go\n"
        "git -c user.name=A -c user.email=a@b commit -qm 'Greet'; echo 'I have written it.'; echo '[DONE]'"
    )
    config, repo = program(home, script, [judges("pass")]), make_repository(tmp_path / "repo")
    whole = run_flow(config, FLOW, repo=repo, run_id="run-1")
    assert path_of(whole) == ["work", "review", "end"]
    assert "Write greet.go" in (tmp_path / "prompt").read_text()
    assert "+package greet" in prompts_of(config, "run-1", "ask/stage")[0]
    assert git(repo, "log", "-1", "--format=%s", "coordinator/run-1") == "Greet"
    assert not (repo / "greet.go").exists()


def test_a_judge_that_is_a_program_works_on_a_copy_and_may_not_change_it(
    home: Path, tmp_path: Path
) -> None:
    config = program(home, "echo mine >> main.go || exit 3; echo '{}'", [])
    judge = "{inputs: [issue], instructions: look, model: Program}"
    text = f"stages:\n  - {{id: review, entry: true, on_enter: {{judge: {judge}}}}}\n"
    whole = run_flow(config, text, repo=make_repository(tmp_path / "repo"))
    assert whole.ending is not None
    says = (
        "it changed the work: main.go"
        if missing("bubblewrap")
        else "main.go: Read-only file system"
    )
    assert says in whole.ending.reason
    assert "mine" not in Path(whole.ending.folder, "main.go").read_text()


@pytest.mark.parametrize("name", BY_NAME)
def test_a_known_program_that_works_is_let_write(name: str) -> None:
    reading, writing = BY_NAME[name].command("m"), BY_NAME[name].command("m", writing=True)
    assert reading[0] == writing[0]
    assert reading != writing
    assert not {"read-only", "plan", "reviewer", "Read,Grep,Glob", "--deny-tool"} & set(writing)
    assert "m" in writing


def test_an_agent_by_protocol_is_let_write_in_the_folder_and_nowhere_else(
    home: Path, tmp_path: Path
) -> None:
    agent = DATA / "clis/acp_agent.py"
    config = program(
        home, f"PLAY=work exec {sys.executable} {agent}", [judges("pass")], "acp: true, "
    )
    whole = run_flow(config, FLOW, repo=make_repository(tmp_path / "repo"), run_id="run-1")
    assert path_of(whole) == ["work", "review", "end"]
    said = next(line.text for line in whole.transcript if line.kind == "reply")
    assert said.splitlines() == ["greet.go once", "main.go once", "[DONE]"]
    assert "+package greet" in prompts_of(config, "run-1", "ask/stage")[0]


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def test_an_agent_of_the_tracker_works_there(
    server: MulticaServer, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment(server, home).items():
        monkeypatch.setenv(name, value)
    heard: list[str] = []

    def behave(run: Run) -> None:
        heard.append(run.prompt)
        run.reply("It is written.\n\n[DONE]")

    server.add_agent("Ada", behave=behave)
    config = settle(server, home, "workflow: {agent: {name: Ada, mention: Ada}}\n")
    end = '  - {id: end, terminal: true, triggers: [{message_contains: "[DONE]"}]}\n'
    text = FLOW.partition("  - id: review")[0] + end
    issue = server.add_issue("Greet")

    async def work() -> None:
        asked = RunRequest(label="flow.yaml", text=text, tracker="", key=issue.identifier)
        prepared = await prepare(asked, home / "coordinator.yaml")
        await start_run("run-1", prepared.config, prepared.start)

    asyncio.run(work())
    assert path_of(look_up(config, "run-1")) == ["work", "end"]
    assert "Write greet.go" in heard[0]
    assert "do not edit the work" not in heard[0]

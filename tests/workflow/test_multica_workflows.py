"""Workflows on Multica: statuses, labels and comments there, and pull requests that the server knows of."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from coordinator.app.workflows import prepare, start_run
from coordinator.config.settings import Config
from coordinator.errors import RunError
from coordinator.workflow import pull_request_relay
from coordinator.workflow.records import RunRequest, RunResult
from tests.support.flows import look_up, path_of, replies
from tests.support.multica_house import environment, settle
from tests.support.multica_server import Issue, MulticaServer
from tests.support.reviews import Line, write_replies
from tests.support.runs import until

PULL = "https://github.com/acme/sorter/pull/1"
ACTS = """\
stages:
  - id: first
    entry: true
    terminal: true
    on_enter:
      add_labels: [Agent, absent]
      remove_labels: [new]
      move_issue: In Review
      comment_issue: "Done, {{ .Issue.Priority }}, {{ .Issue.Labels }}: {{ .Issue.URL }}"
"""
PULLS = """\
stages:
  - {id: open, entry: true, on_enter: {inject: Open a pull request.}}
  - {id: green, triggers: [{pr_conditions: {ci: passing}}], on_enter: {move_issue: in_review}}
  - {id: merged, terminal: true, triggers: [{pr_merged: }], on_enter: {close_issue: true}}
"""


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


@pytest.fixture
def config(server: MulticaServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    for name, value in environment(server, tmp_path / "home").items():
        monkeypatch.setenv(name, value)
    return configure(server, tmp_path / "home", replies(f"Here: {PULL}"))


def configure(server: MulticaServer, home: Path, lines: list[Line]) -> Config:
    file = write_replies(home, lines)
    return settle(server, home, f"workflow: {{agent: {{name: Agent, recorded: {file}}}}}\n")


async def begin(config: Config, issue: Issue, text: str) -> RunResult:
    asked = RunRequest(label="flow.yaml", text=text, tracker="", key=issue.identifier)
    prepared = await prepare(asked, config.home / "coordinator.yaml")
    return await start_run("run-1", prepared.config, prepared.start)


def label(server: MulticaServer, name: str) -> dict[str, str]:
    row = {"id": f"label-{name}", "name": name, "color": "#22c55e"}
    server.world.labels.append(row)
    return row


def test_an_issue_is_labelled_moved_and_commented_on(server: MulticaServer, config: Config) -> None:
    new, _ = label(server, "new"), label(server, "agent")
    issue = server.add_issue("Greet")
    issue.labels.append(new)
    ending = asyncio.run(begin(config, issue, ACTS.replace(", absent", "")))
    assert ending.kind == "completed"
    assert [row["name"] for row in issue.labels] == ["agent"]
    assert issue.status == "in_review"
    said = [
        comment.content.splitlines()[0]
        for comment in server.world.comments.values()
        if comment.issue_id == issue.id
    ]
    assert said == [
        f"/note Done, none, [new]: https://multica.example.org/review/issues/{issue.id}"
    ]


def test_a_label_that_the_workspace_does_not_have_is_reported(
    server: MulticaServer, config: Config
) -> None:
    issue = server.add_issue("Greet")
    label(server, "agent")
    assert asyncio.run(begin(config, issue, ACTS)).kind == "completed"
    said = [line.text for line in look_up(config, "run-1").transcript]
    assert any("has no label 'absent'" in text for text in said)


def test_what_the_server_knows_of_a_pull_request_reaches_the_run(
    server: MulticaServer, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pull_request_relay, "LOOK", 0.05)
    issue = server.add_issue("Greet")
    row = server.add_pull_request(issue, branch="work", head_sha="")

    def is_in(stage: str) -> bool:
        try:
            return stage in path_of(look_up(config, "run-1"))
        except RunError:
            return False

    async def work() -> RunResult:
        running = asyncio.create_task(begin(config, issue, PULLS))
        await until(lambda: running.done() or is_in("open"))
        row["checks_conclusion"] = "passed"
        await until(lambda: running.done() or is_in("green"))
        row["state"] = "merged"
        return await running

    assert asyncio.run(work()).stage == "merged"
    assert path_of(look_up(config, "run-1")) == ["open", "green", "merged"]
    assert issue.status == "done"

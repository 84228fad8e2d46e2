"""What an open run waits for and since when, and the time and price of each stage."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from coordinator.app.workflows import send_event
from coordinator.cli.workflows import run_text
from coordinator.config.settings import Config
from coordinator.errors import RunError
from coordinator.views.run import run_context
from coordinator.workflow.history import RunRecord
from coordinator.workflow.records import PullRequestEnd
from tests.support.flows import begin, look_up, make_config, make_repository, replies
from tests.support.runs import until

FLOW = """\
name: flow
stages:
  - {id: work, entry: true, on_enter: {inject: Do it.}}
  - {id: merged, terminal: true, triggers: [{pr_merged: }]}
"""
PULL = "https://forge.example.org/acme/shop/pulls/3"


async def waiting_and_ended(config: Config, repo: Path) -> tuple[RunRecord, RunRecord]:
    """Return the record of a run while it waits for its pull request, and after its end."""
    running = asyncio.create_task(begin(config, FLOW, run_id="run-waits", repo=repo))

    def waits() -> bool:
        try:
            return look_up(config, "run-waits").waits is not None
        except RunError:  # the run has not begun
            return False

    await until(lambda: running.done() or waits())
    open_run = look_up(config, "run-waits")
    await send_event("run-waits", PullRequestEnd(event="pr_merged"), "the merge")
    await running
    return open_run, look_up(config, "run-waits")


def test_a_run_says_what_it_waits_for_and_since_when(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("COORDINATOR_HOME", str(home))
    config = make_config(home, replies(f"Here: {PULL}"))
    began = time.time()
    repo = make_repository(tmp_path / "repo")
    open_run, ended = asyncio.run(waiting_and_ended(config, repo))
    assert open_run.waits is not None
    assert began <= open_run.waits.since <= time.time()
    shown = run_text(open_run, lambda _: "", whole=True)
    assert "\nwaits for an event for " in shown
    assert "1. work, visit 1: the entry (" in shown
    graph = run_context(open_run, lambda _: "")["graph"]
    assert "waits for an event for " in graph.nodes[0].description
    assert ended.waits is None
    assert "\nwaits " not in run_text(ended, lambda _: "", whole=True)

"""Workflows about pull requests: started by them, at work at their head, and merging what they worked on alone."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from coordinator.app import runtime
from coordinator.workflow import pull_request_relay
from tests.support.forge.state import Dialect
from tests.support.forge_server import ForgeServer
from tests.support.forge_workflows import SHOP, configure
from tests.support.waiting import wait_until
from tests.support.watched_runs import look, see_to_its_end, starts

AT_ONCE = "stages:\n  - {id: merged, entry: true, terminal: true, on_enter: {merge_pr: true}}\n"


@pytest.fixture(params=["github", "gitea"])
def server(request: pytest.FixtureRequest) -> Iterator[ForgeServer]:
    dialect: Dialect = request.param
    with ForgeServer(dialect) as made:
        made.repo(SHOP)
        yield made


def open_pull(server: ForgeServer, **more: Any) -> int:
    return server.open_pull(
        SHOP, by="author", branch="sort", title="Sort", files={"a.py": "a\n"}, **more
    )


def test_a_pull_request_starts_runs_when_it_is_opened_and_when_it_is_merged(
    server: ForgeServer, tmp_path: Path
) -> None:
    opened = starts("pull_request: {events: [opened]}", AT_ONCE, name="opened")
    merged = starts("pull_request: {events: [merged]}", name="merged")
    config = configure(server, tmp_path, opened, merged)
    assert look(config) == []
    number = open_pull(server)
    [run] = look(config, end=False)
    assert run.startswith(f"opened-acme+shop+{number}.")
    server.push(SHOP, number, {"b.py": "b\n"})
    assert look(config, end=False) == []  # it was open before
    assert see_to_its_end(config, run)["kind"] == "completed"
    pull = server.pull(SHOP, number)
    assert pull.merged
    [after] = look(config)
    assert after.startswith(f"merged-acme+shop+{number}.")
    assert look(config) == []


def test_what_was_pushed_while_the_run_was_at_work_is_not_merged(
    server: ForgeServer, tmp_path: Path
) -> None:
    started, go = tmp_path / "started", tmp_path / "go"
    stages = f"""\
stages:
  - id: work
    entry: true
    on_enter:
      run:
        command: |
          cp a.py {started}.new && mv {started}.new {started}
          while [ ! -e {go} ]; do sleep 0.05; done
          echo '{{"ok": "yes"}}'
  - id: merged
    terminal: true
    triggers: [{{output_matches: {{output: work, path: ok, any_of: ["yes"]}}}}]
    on_enter: {{merge_pr: true}}
"""
    config = configure(
        server, tmp_path, starts("pull_request: {events: [opened]}", stages, name="opened")
    )
    assert look(config) == []
    number = open_pull(server)
    [run] = look(config, end=False)
    with ThreadPoolExecutor(1) as pool:
        ending = pool.submit(see_to_its_end, config, run)
        wait_until(started.exists)
        server.push(SHOP, number, {"evil.py": "import os\n"})
        go.touch()
        result = ending.result()
    assert result["kind"] == "failed"
    assert "no longer at" in result["reason"]
    assert started.read_text() == "a\n"  # at work at its head
    assert not server.pull(SHOP, number).merged


def test_a_run_goes_on_when_no_review_asks_for_changes_any_more(
    server: ForgeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pull_request_relay, "LOOK", 0.05)
    stages = """\
stages:
  - {id: wait, entry: true}
  - {id: ready, terminal: true, triggers: [{pr_conditions: {reviews: clean}}]}
"""
    config = configure(
        server, tmp_path, starts("pull_request: {events: [opened]}", stages, name="opened")
    )
    server.grant(SHOP, "maria", "write")
    assert look(config) == []
    number = open_pull(server)
    server.review(SHOP, number, "maria", "CHANGES_REQUESTED")
    [run] = look(config, end=False)
    with ThreadPoolExecutor(1) as pool, runtime.open_store(config.home) as store:
        ending = pool.submit(see_to_its_end, config, run)
        wait_until(lambda: any("changes_requested" in event.body for event in store.events(run)))
        server.review(SHOP, number, "maria", "APPROVED")
        assert ending.result()["kind"] == "completed"

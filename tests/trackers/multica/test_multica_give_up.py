"""A tracker that stays out of reach: the review is postponed, shown as such, given up, told of, and resumed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.app.runtime import open_engine
from coordinator.config.environment import state_file
from coordinator.config.settings import Config, load
from coordinator.storage.store import Store
from coordinator.views.inbox import inbox
from coordinator.views.listing import RunFilters, RunList
from tests.support.fault_proxy import FaultProxy
from tests.support.multica_daemon import Daemon, enter, ours, submitted
from tests.support.multica_house import JUDGES, META, environment, seat_panel, settle
from tests.support.multica_server import MulticaServer
from tests.support.runs import run_async
from tests.support.waiting import wait_until


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coordinator.trackers.http.FIRST_DELAY", 0.01)


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def behind(server: MulticaServer, proxy: FaultProxy, home: Path, give_up_after: str) -> Config:
    settle(server, home, f"checks: []\nwatch: {{poll: 0.2s, give_up_after: {give_up_after}}}\n")
    variables = {**environment(server, home), "COORDINATOR_SERVER_URL": proxy.url}
    return load(config=home / "coordinator.yaml", environ=variables)


def begun(config: Config, backoff: float) -> Daemon:
    """A daemon that has looked for the first time."""
    daemon = Daemon(config, backoff=backoff)
    daemon.start()
    with closing(Store(state_file(config.home))) as store:
        wait_until(lambda: store.setting("watch/multica"))
    return daemon


def states(config: Config) -> list[str]:
    with closing(Store(state_file(config.home))) as store:
        return [run.state for run in store.runs()]


def refuse_status(method: str, path: str) -> str:
    return "413" if method == "PUT" and path.startswith("/api/issues/") else ""


def test_a_review_that_meets_only_outages_is_given_up_and_a_resume_asks_no_judge_again(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server)
    issue = submitted(server)
    with FaultProxy(server.url) as proxy:
        proxy.choose = refuse_status
        proxy.carries_out = False
        config = behind(server, proxy, tmp_path, "0.5s")
        daemon = begun(config, 0.1)
        try:
            enter(server, issue)
            server.wait(lambda: ours(server, issue, "failed"))
            (said,) = ours(server, issue, "failed")
            assert "has stopped with an error" in said
            assert "413" in said
            assert states(config) == ["failed"]
            asked = server.started(issue)
            proxy.choose = lambda _method, _path: ""
            with closing(Store(state_file(config.home))) as store:
                (run,) = store.runs()
                assert [item.run for item in inbox(store)] == [run.id]

            async def resume() -> None:
                async with open_engine(config.home) as engine:
                    await engine.resume(run.id)

            run_async(resume)
            server.wait(lambda: issue.status == "done")
            assert server.started(issue) == asked
            assert sorted(asked) == sorted([META, *JUDGES])
        finally:
            daemon.stop()
    assert len(ours(server, issue, "failed")) == 1


def test_lists_say_why_and_since_when_a_review_is_postponed(
    server: MulticaServer, tmp_path: Path
) -> None:
    """The member is removed from the workspace, and comes back."""
    seat_panel(server)
    issue = submitted(server)
    with FaultProxy(server.url) as proxy:
        config = behind(server, proxy, tmp_path, "72h")
        daemon = begun(config, 20.0)  # so that lists take it for a long time
        try:
            enter(server, issue)
            server.wait(lambda: server.started(issue))
            server.user.role = None
            with closing(Store(state_file(config.home))) as store:
                (run,) = wait_until(lambda: RunList(store).attention())
                assert run.attention is not None
                assert "workspace not found" in run.attention.why
                assert run.began <= run.attention.since < run.attention.next_try
                (row,) = RunList(store).page(RunFilters()).rows
                assert row.attention == run.attention
                (item,) = inbox(store)
                assert (item.run, item.since) == (run.id, run.attention.since)
            server.user.role = "member"
            server.wait(lambda: issue.status == "done")
        finally:
            daemon.stop()

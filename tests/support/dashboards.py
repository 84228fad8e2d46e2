"""A real dashboard on loopback with its engine, in an event loop of its own, and a real HTTP client."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from html import unescape
from typing import Any

import httpx2
from starlette.types import ASGIApp

from coordinator.app.background import background
from coordinator.app.runtime import review_jobs
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.engine.journal import JournalEngine
from coordinator.reviews.override import override_job
from coordinator.reviews.record import DECISION, ReviewReader
from coordinator.trackers import Tracker
from coordinator.web.context import Dashboard, open_dashboard
from coordinator.web.serving import serving
from coordinator.web.webhooks import Webhook
from tests.support.reviews import (
    JUDGES,
    add_issue,
    judge_line,
    make_config,
    make_repository,
    open_board,
    report,
    rubric_line,
    submit,
)
from tests.support.waiting import PATIENCE, pause_after

HOST = "127.0.0.1"
TOKEN = "a-token-that-nobody-guesses"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
SPLIT = [
    rubric_line(),
    *(judge_line(name, report((1, 1) if name == "Cid" else (5, 5))) for name in JUDGES),
]
ACCEPT = [rubric_line(), *(judge_line(name, report((5, 5))) for name in JUDGES)]


class Running:
    """A running dashboard, with access to its state for tests."""

    def __init__(self, address: str, board: Dashboard, loop: asyncio.AbstractEventLoop) -> None:
        self.address = address
        self.dashboard = board
        self.loop = loop

    def client(self, **options: Any) -> httpx2.Client:
        """Return a client like a browser without JavaScript. It keeps cookies and has the token."""
        return self.stranger(headers=BEARER, **options)

    def stranger(self, **options: Any) -> httpx2.Client:
        """Return a client without a token."""
        return httpx2.Client(base_url=self.address, timeout=PATIENCE, **options)

    def connect(self, source: str = HOST) -> socket.socket:
        """Open a connection from one of the addresses of this machine."""
        port = int(self.address.rstrip("/").rpartition(":")[2])
        return socket.create_connection((HOST, port), timeout=PATIENCE, source_address=(source, 0))

    def call(self, work: Callable[[], Any]) -> Any:
        """Run a function in the dashboard's own event loop."""
        return asyncio.run_coroutine_threadsafe(work(), self.loop).result(30)


@contextmanager
def dashboard(
    config: Config,
    *,
    reviewing: bool = False,
    heartbeat: float = 15.0,
    webhook: Webhook | None = None,
    mcp: ASGIApp | None = None,
) -> Iterator[Running]:
    """Run the dashboard of a home. If `reviewing` is true, also run the reviews, as `watch --serve` does."""
    ready: list[Running] = []
    failed: list[BaseException] = []
    started = threading.Event()

    async def run() -> None:
        task = asyncio.current_task()
        assert task is not None
        stops.append(task.cancel)
        with open_board(config) as (store, tracker):
            todo = _jobs(config, tracker, ReviewReader(store), reviewing)
            async with (
                JournalEngine(state_file(config.home), todo, poll=0.01) as engine,
                background(config, config.home / "coordinator.yaml", engine) as beside,
            ):
                about = {
                    "person": "Eve",
                    "token": TOKEN,
                    "watching": reviewing,
                    "background": beside,
                    "webhook": webhook,
                    "mcp": mcp,
                }
                with open_dashboard(state_file(config.home), engine, **about) as board:
                    board.feed.poll, board.feed.heartbeat = 0.01, heartbeat
                    async with serving(board, HOST, 0) as address:
                        ready.append(Running(address, board, asyncio.get_running_loop()))
                        started.set()
                        await engine.serve()

    def work() -> None:
        try:
            asyncio.run(run())
        except asyncio.CancelledError:
            pass
        except BaseException as error:
            failed.append(error)
        finally:
            started.set()

    stops: list[Callable[[], object]] = []
    thread = threading.Thread(target=work)
    thread.start()
    assert started.wait(PATIENCE)
    try:
        if failed:
            raise failed[0]
        yield ready[0]
    finally:
        if ready:
            ready[0].loop.call_soon_threadsafe(stops[0])
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the dashboard did not stop"
    assert not failed, failed


def _jobs(
    config: Config, tracker: Tracker, record: ReviewReader, reviewing: bool
) -> dict[str, Any]:
    decisions = {DECISION: override_job(lambda: nullcontext(tracker))}
    return {**review_jobs(config, tracker, record), **decisions} if reviewing else decisions


def until(holds: Callable[[], Any], seconds: float = 30.0) -> Any:
    """Wait until a function returns a true value, and return the value."""
    began = time.monotonic()
    while not (found := holds()):
        waited = time.monotonic() - began
        assert waited < seconds, "it did not happen in time"
        time.sleep(pause_after(waited))
    return found


def hidden(page: httpx2.Response) -> dict[str, str]:
    """Return the hidden fields of the only form of a page that is sent by POST."""
    form = re.search(r'<form[^>]*method="post".*?</form>', page.text, re.DOTALL | re.IGNORECASE)
    assert form, page.text
    fields = [tag for tag in re.findall(r"<input[^>]*>", form[0]) if 'type="hidden"' in tag]
    return {_attribute(tag, "name"): _attribute(tag, "value") for tag in fields}


def _attribute(tag: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', tag)
    assert found, tag
    return unescape(found[1])


def send(client: httpx2.Client, path: str, **fields: str) -> httpx2.Response:
    """Fill in the form at this address and send it, as a browser does."""
    page = client.get(path)
    assert page.status_code == 200, page.text
    address = path.partition("?")[0]
    return client.post(
        address, data=hidden(page) | fields, headers={"Origin": str(client.base_url).rstrip("/")}
    )


def begin(tmp_path: Any, lines: list[dict[str, Any]], **options: Any) -> tuple[Config, str]:
    """Make a home with one issue in review; return it and the key of the issue."""
    config = make_config(tmp_path / "home", lines, **options)
    key = add_issue(config, make_repository(tmp_path / "repo"))
    submit(config, key)
    return config, key

"""What happens appears on open pages: in order, from where a reader left off, and without waiting for slow readers."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPResponse
from pathlib import Path

import httpx2
import pytest

from coordinator.storage.store import Store
from coordinator.web import forms as visit
from coordinator.web import live, serving
from coordinator.web.live import ALIVE, HELLO, RESET, Feed
from tests.support.dashboards import ACCEPT, BEARER, HOST, Running, begin, dashboard, until
from tests.support.reviews import review_board
from tests.support.runs import run_async
from tests.support.waiting import PATIENCE


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path / "state.db")) as store:
        store.add_run("r1", "review", "{}", owner="me", subject="board:B-1")
        yield store


def happen(store: Store, *keys: str) -> None:
    for key in keys:
        store.append("r1", 1, key, "step", '"secret words"')


@contextmanager
def feeding(store: Store) -> Iterator[Feed]:
    with closing(Store(store.path)) as own:
        yield Feed(own)


def keys(piece: bytes) -> list[str]:
    """The keys of the events in a piece of a stream."""
    lines = [
        line.removeprefix("data: ")
        for line in piece.decode().splitlines()
        if line.startswith("data: ")
    ]
    return [json.loads(line)["key"] for line in lines]


# -- the feed


def test_every_reader_gets_every_event_once_and_in_order(store: Store) -> None:
    async def test() -> None:
        with feeding(store) as feed:
            streams = [feed.stream(None) for _ in range(3)]
            assert [await anext(stream) for stream in streams] == [HELLO] * 3
            happen(store, "a", "b")
            feed.look()
            assert [keys(await anext(stream)) for stream in streams] == [["a", "b"]] * 3
            happen(store, "c")
            feed.look()
            for stream in streams:
                assert keys(await anext(stream)) == ["c"]
                await stream.aclose()
            assert feed.readers == 0

    run_async(test)


def test_an_event_says_where_and_not_what(store: Store) -> None:
    async def test() -> None:
        with feeding(store) as feed:
            stream = feed.stream(None)
            await anext(stream)
            happen(store, "ask/judge/Ann/0")
            feed.look()
            piece = (await anext(stream)).decode()
            assert "secret" not in piece
            last, data = piece.strip().splitlines()
            assert last == f"id: {store.last_seq()}"
            assert json.loads(data.removeprefix("data: ")) == {
                "run": "r1",
                "job": "review",
                "subject": "board:B-1",
                "key": "ask/judge/Ann/0",
                "kind": "step",
                "at": store.events("r1")[-1].at,
            }

    run_async(test)


def test_a_reader_goes_on_after_the_last_event_it_saw(store: Store) -> None:
    async def test() -> None:
        happen(store, "a", "b", "c")
        first = store.events("r1")[0].seq
        with feeding(store) as feed:
            stream = feed.stream(first)
            await anext(stream)
            happen(store, "d")  # not seen by the feed yet: it must not come twice
            assert keys(await anext(stream)) == ["b", "c", "d"]
            feed.look()
            happen(store, "e")
            feed.look()
            assert keys(await anext(stream)) == ["e"]

    run_async(test)


def test_whoever_missed_too_much_looks_at_everything_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        monkeypatch.setattr(live, "CATCH_UP", 3)
        happen(store, "a", "b", "c", "d")
        with feeding(store) as feed:
            stream = feed.stream(0)
            await anext(stream)
            assert await anext(stream) == RESET

    run_async(test)


def test_nobody_waits_for_a_slow_reader_and_it_misses_nothing(store: Store) -> None:
    async def test() -> None:
        with feeding(store) as feed:
            slow, quick = feed.stream(None), feed.stream(None)
            await anext(slow)
            await anext(quick)
            seen = []
            for number in range(100):
                happen(store, f"k{number}")
                feed.look()
                seen += keys(await anext(quick))
            assert len(seen) == 100
            assert keys(await anext(slow)) == seen

    run_async(test)


def test_a_quiet_stream_shows_that_it_is_alive(store: Store) -> None:
    async def test() -> None:
        with feeding(store) as feed:
            feed.heartbeat = 0.01
            stream = feed.stream(None)
            assert [await anext(stream) for _ in range(3)] == [HELLO, ALIVE, ALIVE]

    run_async(test)


def test_closing_the_feed_ends_every_stream(store: Store) -> None:
    async def test() -> None:
        with feeding(store) as feed:
            running = asyncio.create_task(feed.run())
            stream = feed.stream(None)
            await anext(stream)
            waiting = asyncio.create_task(anext(stream, b"over"))
            await asyncio.sleep(0)
            running.cancel()
            assert await waiting == b"over"
            assert [piece async for piece in feed.stream(None)] == [HELLO]

    run_async(test)


# -- over HTTP


def request(line: bytes, *, token: bool = True) -> bytes:
    """A whole request, with the token or without."""
    shown = f"Authorization: {BEARER['Authorization']}\r\n".encode() if token else b""
    return line + b" HTTP/1.1\r\nHost: localhost\r\n" + shown + b"\r\n"


HEALTH, METRICS, EVENTS = (
    request(b"GET /healthz", token=False),
    request(b"GET /metrics"),
    request(b"GET /api/events"),
)


class Listener:
    """Reads a stream in a thread of its own."""

    def __init__(self, running: Running, query: str = "", **headers: str) -> None:
        self.keys: list[str] = []
        self.ids: list[str] = []
        self.kinds: list[str] = []
        self.opened = threading.Event()
        self._headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self._address = f"/api/events{query}"
        self._thread = threading.Thread(target=self._read, args=(running,))
        self._thread.start()
        assert self.opened.wait(PATIENCE)

    def _read(self, running: Running) -> None:
        with (
            running.client() as client,
            client.stream("GET", self._address, headers=self._headers) as answer,
        ):
            self.kinds.append(answer.headers["content-type"])
            for line in answer.iter_lines():
                self.opened.set()
                if line.startswith("data: "):
                    self.keys.append(json.loads(line.removeprefix("data: "))["key"])
                elif line.startswith("id: "):
                    self.ids.append(line.removeprefix("id: "))

    def join(self) -> None:
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


def test_a_review_appears_live_while_another_process_runs_it(tmp_path: Path) -> None:
    config, _ = begin(tmp_path, ACCEPT)
    with dashboard(config) as running:
        listener = Listener(running)
        (whole,) = review_board(config)  # with an engine of its own, as a daemon in another process
        until(lambda: "~end/1" in listener.keys)
        assert listener.kinds == ["text/event-stream; charset=utf-8"]
        with closing(Store(config.home / "state.db")) as store:
            assert listener.keys == [event.key for event in store.heads_since(0)]
        with running.client() as client:
            assert whole.id in client.get("/list").text
        last = listener.ids[-3]
        again = Listener(running, Last_Event_ID=last)
        until(lambda: len(again.ids) == 2)
        assert again.ids == listener.ids[-2:]
    listener.join()  # the dashboard has stopped although both streams were open
    again.join()


def test_the_dashboard_stops_although_a_reader_hangs(tmp_path: Path) -> None:
    config, _ = begin(tmp_path, ACCEPT)
    hanging = []
    with dashboard(config) as running:
        for _ in range(3):
            connection = running.connect()
            connection.sendall(EVENTS)
            hanging.append(connection)
        until(lambda: running.dashboard.feed.readers == 3)
    for connection in hanging:
        connection.close()


def test_there_is_an_end_to_how_many_may_listen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST", 1)
    config, _ = begin(tmp_path, ACCEPT)
    with dashboard(config) as running, running.client() as client:
        listener = Listener(running)
        answer = client.get("/api/events")
        assert (answer.status_code, answer.json()["fix"]) == (503, "close some of these pages")
    listener.join()


def test_whoever_does_not_ask_in_time_is_sent_away_at_every_request_of_a_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "PATIENCE", 0.3)
    config, _ = begin(tmp_path, ACCEPT)
    with dashboard(config) as running:
        silent, partial, second, body = (running.connect() for _ in range(4))
        partial.sendall(b"GET / HTTP/1.1\r\nHost: local")  # and nothing more
        assert answer(second, HEALTH) == 200
        head = b"POST /runs/x/cancel HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000\r\n\r\n"
        assert answer(body, head) == 401  # before any of it is waited for
        trickling = [threading.Thread(target=trickle, args=(each,)) for each in (second, body)]
        for thread in trickling:
            thread.start()
        assert all(gone(connection) for connection in (silent, partial, second, body))
        for thread in trickling:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        for connection in (silent, partial, second, body):
            connection.close()


def trickle(connection: socket.socket) -> None:
    """Send a little again and again, as a beginning that never ends, until nobody listens any more."""
    with suppress(OSError):
        while True:
            connection.sendall(b"X")
            time.sleep(0.01)


def answer(connection: socket.socket, text: bytes) -> int:
    """Send a request and read the whole answer; its status."""
    connection.sendall(text)
    response = HTTPResponse(connection)
    response.begin()
    response.read()
    return response.status


def test_strangers_make_room_for_whoever_comes_and_never_take_a_known_one_s_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "STRANGERS", 3)
    monkeypatch.setattr(serving, "CONNECTIONS", 5)
    config, _ = begin(tmp_path, ACCEPT)
    with dashboard(config) as running, ExitStack() as opened:

        def connect(source: str = HOST) -> socket.socket:
            return opened.enter_context(running.connect(source))

        live, known = connect(), connect()
        live.sendall(EVENTS)
        assert live.recv(100).startswith(b"HTTP/1.1 200")
        # The second without the token
        assert [answer(known, METRICS), answer(known, HEALTH)] == [200, 200]
        # One machine, whatever address it takes
        strangers = [connect(f"127.0.0.{number}") for number in (1, 2, 3)]
        fourth = connect("127.0.0.4")
        assert gone(strangers[0])
        assert answer(fourth, HEALTH) == 200
        monkeypatch.setattr(serving, "STRANGERS", 50)
        last = connect()  # the sixth in all
        assert gone(strangers[1])
        assert [answer(known, HEALTH), answer(last, HEALTH)] == [200, 200]
        assert running.dashboard.feed.readers == 1


def gone(connection: socket.socket) -> bool:
    """Whether it was closed from over there."""
    with suppress(ConnectionResetError):
        return connection.recv(10) == b""
    return True


def test_a_body_that_never_comes_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visit, "PATIENCE", 0.2)
    config, _ = begin(tmp_path, ACCEPT)
    with dashboard(config) as running, running.connect() as slow:
        slow.sendall(
            request(b"POST /runs/x/cancel").removesuffix(b"\r\n") + b"Content-Length: 9\r\n\r\na="
        )
        assert slow.recv(100).startswith(b"HTTP/1.1 408")


def test_a_page_goes_on_from_the_last_event_that_is_on_it(tmp_path: Path) -> None:
    config, _ = begin(tmp_path, ACCEPT)
    with dashboard(config) as running, running.client() as client:
        before = re.findall(r'data-after="(\d+)"', client.get("/").text)
        review_board(config)
        with closing(Store(config.home / "state.db")) as store:
            news = len(store.heads_since(int(before[0])))
        until(lambda: running.dashboard.feed._seen > int(before[0]))
        missed = Listener(running, query=f"?after={before[0]}")
        until(lambda: len(missed.ids) == news)
        assert before == ["0"]
    missed.join()


def test_many_pages_at_once_read_the_same_state(tmp_path: Path) -> None:
    config, _ = begin(tmp_path, ACCEPT)
    review_board(config)
    answers: list[httpx2.Response] = []
    with dashboard(config) as running:
        work: list[Callable[[], None]] = []
        with running.client() as client:
            for address in ("/", "/api/reviews", "/list", "/metrics") * 10:
                work.append(lambda address=address: answers.append(client.get(address)))  # type: ignore[misc]
            threads = [threading.Thread(target=each) for each in work]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(60)
    assert [answer.status_code for answer in answers] == [200] * 40

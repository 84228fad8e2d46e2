"""`coordinator serve` and `watch --serve` as real processes: they say where they are, and stop when told to."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from tests.dashboards import ACCEPT, begin, until
from tests.reviews import make_config
from tests.waiting import PATIENCE

TOKEN = "a-token-that-nobody-guesses"


@contextmanager
def process(home: Path, *arguments: str, **variables: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process that serves, and its address."""
    command = [sys.executable, "-m", "coordinator", *arguments, "--config", str(home / "coordinator.yaml")]
    environment = os.environ | {"COORDINATOR_HOME": str(home)} | variables
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdout=pipe, stderr=subprocess.STDOUT, text=True) as started:
        assert started.stdout is not None
        try:
            said = ""
            while not (found := re.search(r"http://[^ ]+:[0-9]+/", said)):
                line = started.stdout.readline()
                assert line, f"it ended: {said}"
                said += line
            yield started, found[0]
        finally:
            started.kill()


def opened_stream(address: str) -> socket.socket:
    """A page that stays open and live."""
    host, port = re.findall(r"//([^:]+):([0-9]+)/", address)[0]
    connection = socket.create_connection((host, int(port)), timeout=PATIENCE)
    connection.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert b"200 OK" in connection.recv(1000)
    return connection


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_serve_stops_at_once_although_a_page_is_live(tmp_path: Path, name: str, code: int) -> None:
    config = make_config(tmp_path / "home", ACCEPT)
    with process(config.home, "serve", "--port", "0") as (started, address):
        assert httpx2.get(f"{address}healthz").json()["status"] == "ok"
        with opened_stream(address):
            started.send_signal(getattr(signal, name))
            assert started.wait(PATIENCE) == code
        assert started.stdout is not None
        said = started.stdout.read()
    assert "the dashboard is closed" in said
    assert "Traceback" not in said


def test_watch_serves_in_the_same_process_and_reviews_appear(tmp_path: Path) -> None:
    config, key = begin(tmp_path, ACCEPT, extra="serve: {port: 0}\nwatch: {poll: 0.1s}")
    with process(config.home, "watch", "--backlog", "--serve") as (started, address):

        def state() -> str:
            rows = httpx2.get(f"{address}api/reviews").json()["rows"]
            return rows[0]["state"] if rows else ""

        until(lambda: state() == "accept")
        assert key in httpx2.get(address).text
        with opened_stream(address):
            started.send_signal(signal.SIGINT)
            assert started.wait(PATIENCE) == 0


def test_a_home_that_cannot_be_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    environment = os.environ | {"COORDINATOR_HOME": str(tmp_path / "file")}
    command = [sys.executable, "-m", "coordinator", "serve", "--port", "0"]
    ended = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 3
    assert f"cannot create {tmp_path / 'file'}" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_another_address_is_refused_without_a_token_and_works_with_one(tmp_path: Path) -> None:
    home = make_config(tmp_path / "home", ACCEPT).home
    command = [sys.executable, "-m", "coordinator", "serve", "--host", "0.0.0.0", "--port", "0"]
    environment = os.environ | {"COORDINATOR_HOME": str(home)}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 64
    assert "set COORDINATOR_DASHBOARD_TOKEN" in ended.stderr
    with process(home, *command[3:], COORDINATOR_DASHBOARD_TOKEN=TOKEN) as (_, address):
        local = address.replace("0.0.0.0", "127.0.0.1")
        assert httpx2.get(local).status_code == 401
        assert httpx2.get(local, headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
        assert TOKEN not in httpx2.get(local, headers={"Authorization": f"Bearer {TOKEN}"}).text

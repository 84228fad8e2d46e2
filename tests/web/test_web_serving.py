"""`coordinator serve` and `watch --serve` as real processes: they say where they are, and stop when told to."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx2
import pytest

from coordinator.config.environment import state_file
from coordinator.storage.store import Store
from tests.support.dashboards import ACCEPT, TOKEN, begin, until
from tests.support.databases import state_in
from tests.support.forwarder import Forwarder
from tests.support.reviews import make_config
from tests.support.waiting import PATIENCE


@contextmanager
def process(
    home: Path, *arguments: str, **variables: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process that serves, and the link to it that it has printed."""
    command = [
        sys.executable,
        "-m",
        "coordinator",
        *arguments,
        "--config",
        str(home / "coordinator.yaml"),
    ]
    environment = os.environ | {"COORDINATOR_HOME": str(home)} | variables
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, env=environment, stdout=pipe, stderr=subprocess.STDOUT, text=True
    ) as started:
        assert started.stdout is not None
        try:
            said = ""
            while not (found := re.search(r"the dashboard is at (http://\S+)", said)):
                line = started.stdout.readline()
                assert line, f"it ended: {said}"
                said += line
            yield started, found[1]
        finally:
            started.kill()


def bearer(link: str) -> dict[str, str]:
    """What a program shows that knows the link."""
    return {"Authorization": f"Bearer {link.partition('?token=')[2]}"}


def opened_stream(link: str) -> socket.socket:
    """A page that stays open and live."""
    host, port, token = re.findall(r"//([^:]+):([0-9]+)/\?token=(.+)", link)[0]
    connection = socket.create_connection((host, int(port)), timeout=PATIENCE)
    connection.sendall(
        f"GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    )
    assert b"200 OK" in connection.recv(1000)
    return connection


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_serve_stops_at_once_although_a_page_is_live(tmp_path: Path, name: str, code: int) -> None:
    config = make_config(tmp_path / "home", ACCEPT)
    with process(config.home, "serve", "--port", "0") as (started, link):
        assert httpx2.get(f"{link.partition('?')[0]}healthz").json()["status"] == "ok"
        with opened_stream(link):
            started.send_signal(getattr(signal, name))
            assert started.wait(PATIENCE) == code
        assert started.stdout is not None
        said = started.stdout.read()
    assert "the dashboard is stopped" in said
    assert "Traceback" not in said


@pytest.mark.needs("postgresql")
def test_serve_says_that_its_database_is_away_and_goes_on_when_it_is_back(tmp_path: Path) -> None:
    home = make_config(tmp_path / "home", ACCEPT).home
    with state_in(home, "postgresql") as url, closing(Forwarder(url)) as way:
        (home / "env").write_text(f"COORDINATOR_DATABASE={way.url}\n")
        with process(home, "serve", "--port", "0") as (_, link):
            address = link.partition("?")[0]

            def health() -> int:
                return httpx2.get(f"{address}healthz").status_code

            def workers() -> set[str]:
                with closing(Store(state_file(home))) as store:
                    return {worker.owner for worker in store.workers()}

            assert health() == 200
            before = until(workers)
            way.cut()
            until(lambda: health() == 503)
            page = httpx2.get(address, headers=bearer(link))
            assert (page.status_code, "cannot use the database" in page.text) == (503, True)
            way.open()
            until(lambda: health() == 200)
            assert httpx2.get(address, headers=bearer(link)).status_code == 200
            until(lambda: workers() - before)  # what is decided there is carried out again


def test_watch_serves_in_the_same_process_and_reviews_appear(tmp_path: Path) -> None:
    config, key = begin(tmp_path, ACCEPT, extra="serve: {port: 0}\nwatch: {poll: 0.1s}")
    with process(config.home, "watch", "--backlog", "--serve") as (started, link):

        def state() -> str:
            rows = httpx2.get(f"{link.partition('?')[0]}api/reviews", headers=bearer(link)).json()[
                "rows"
            ]
            return rows[0]["state"] if rows else ""

        until(lambda: state() == "accept")
        with httpx2.Client(follow_redirects=True) as browser:
            page = browser.get(link)
            assert str(page.url) == link.partition("?")[0]
            assert key in browser.get(f"{page.url}list").text
        with opened_stream(link):
            started.send_signal(signal.SIGINT)
            assert started.wait(PATIENCE) == 0


def test_a_home_that_cannot_be_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    environment = os.environ | {"COORDINATOR_HOME": str(tmp_path / "file")}
    command = [sys.executable, "-m", "coordinator", "serve", "--port", "0"]
    ended = subprocess.run(
        command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE
    )
    assert ended.returncode == 3
    assert f"cannot create {tmp_path / 'file'}" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_token_of_the_link_stays_the_same_and_in_no_log_and_a_given_one_counts_instead(
    tmp_path: Path,
) -> None:
    home = make_config(tmp_path / "home", ACCEPT, extra="serve: {port: 0}").home
    links = []
    for command in (("serve", "--host", "0.0.0.0"), ("watch", "--serve")):
        with process(home, *command) as (_, link):
            local = link.replace("0.0.0.0", "127.0.0.1").partition("?")[0]
            assert httpx2.get(local).status_code == 401
            page = httpx2.get(local, headers=bearer(link))
            assert page.status_code == 200
            assert link.partition("?token=")[2] not in page.text
            links.append(link)
    kept = (home / "dashboard.token").read_text().strip()
    assert [link.partition("?token=")[2] for link in links] == [kept] * 2
    assert kept not in (home / "coordinator.log").read_text()
    with process(home, "serve", COORDINATOR_DASHBOARD_TOKEN=TOKEN) as (_, link):
        assert link.endswith(f"?token={TOKEN}")
        assert (
            httpx2.get(
                link.partition("?")[0], headers={"Authorization": f"Bearer {kept}"}
            ).status_code
            == 401
        )

"""The dashboard is safe: who may come in, what a page may do, and how hostile text is shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest

from coordinator.config.settings import Config, load
from coordinator.errors import ConfigError, UsageError
from coordinator.trackers.board import Board
from coordinator.web.dashboard import token_of
from coordinator.web.serving import check_token_length, is_loopback, listening
from tests.support.dashboards import SPLIT, TOKEN, Running, begin, dashboard, hidden
from tests.support.reviews import (
    ISSUE,
    add_issue,
    look_up,
    make_config,
    make_repository,
    review_board,
    submit,
)

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>"
PAGES = ("/", "/list", "/reviews/REVIEW", "/reviews/REVIEW/override")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Config, str]:
    """A home whose issue, work and judges try to get a script onto a page; and the review of it."""
    home = tmp_path_factory.mktemp("hostile")
    lines = [dict(line) for line in SPLIT]
    lines[1]["reply"] = {**lines[1]["reply"], "summary": HOSTILE}
    config = make_config(home / "home", lines, review="protocol: judge-with-debate, debates: 0")
    files = {
        "greet.py": f"# {HOSTILE}\ndef greet(name):\n    return 'Hello, ' + name\n",
        '"><svg onload=alert(3)>': "x\n",
    }
    submit(config, add_issue(config, make_repository(home / "repo", files), f"{HOSTILE} {ISSUE}"))
    (whole,) = review_board(config)
    return config, whole.id


@pytest.fixture(scope="module")
def running(hostile: tuple[Config, str]) -> Iterator[Running]:
    with dashboard(hostile[0]) as running:
        yield running


@pytest.fixture
def client(running: Running) -> Iterator[httpx2.Client]:
    with running.client() as client:
        yield client


# -- hostile text


@pytest.mark.parametrize("page", PAGES)
def test_hostile_text_is_inert_on_every_page(
    client: httpx2.Client, hostile: tuple[Config, str], page: str
) -> None:
    answer = client.get(page.replace("REVIEW", hostile[1]))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    for tag in ("<script>alert", "<img src=x", "<svg onload"):
        assert tag not in answer.text


def test_hostile_text_is_shown_as_what_it_is(client: httpx2.Client) -> None:
    assert "&lt;script&gt;alert(1)" in client.get("/list").text


def test_json_is_never_taken_for_a_page(client: httpx2.Client, hostile: tuple[Config, str]) -> None:
    answer = client.get(f"/api/reviews/{hostile[1]}")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert HOSTILE in answer.json()["issue"]["title"]


def test_an_address_cannot_put_text_onto_a_page(client: httpx2.Client) -> None:
    tag = "%3Cscript%3Ealert(1)"
    for address in (
        f"/list?text={tag}",
        f"/reviews/{tag}",
        f"/list?state={tag}",
        f"/?kind={tag}",
        f"/next?after={tag}",
    ):
        assert "<script>alert" not in client.get(address).text


# -- headers


@pytest.mark.parametrize(
    "address", ["/", "/api/reviews", "/healthz", "/nowhere", "/static/live.js", "/api/nowhere"]
)
def test_every_answer_carries_the_same_strict_headers(client: httpx2.Client, address: str) -> None:
    headers = client.get(address).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-frame-options"] == "DENY"
    assert "server" not in headers


def test_pages_are_not_kept_by_browsers_and_versioned_files_are(client: httpx2.Client) -> None:
    assert client.get("/").headers["cache-control"] == "no-store"
    assert "immutable" in client.get("/static/live.js?v=1").headers["cache-control"]


def test_files_outside_the_package_are_not_served(client: httpx2.Client) -> None:
    for address in (
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
    ):
        assert client.get(address).status_code == 404


# -- hosts and origins


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example"]
)
def test_a_name_that_was_made_to_point_here_is_refused(client: httpx2.Client, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 421
    assert (
        client.get("/api/reviews", headers={"Host": host}).json()["what"]
        == "the dashboard does not answer under this host name"
    )


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:9000", "127.0.0.1", "[::1]:8750", "LOCALHOST"]
)
def test_loopback_has_several_names(client: httpx2.Client, host: str) -> None:
    assert client.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_form_of_another_site_is_refused(
    client: httpx2.Client, hostile: tuple[Config, str], headers: dict[str, str]
) -> None:
    path = f"/reviews/{hostile[1]}/override"
    fields = hidden(client.get(path)) | {"name": "Eve", "reason": "x", "outcome": "accept"}
    assert client.post(path, data=fields, headers=headers).status_code == 403
    body = {"by": "Eve", "reason": "x", "outcome": "accept"}
    assert client.post(f"/api{path}", json=body, headers=headers).status_code == 403
    assert look_up(hostile[0], hostile[1]).decisions == ()


def test_a_form_needs_the_word_that_was_made_for_this_browser(
    client: httpx2.Client, running: Running, hostile: tuple[Config, str]
) -> None:
    path = f"/reviews/{hostile[1]}/override"
    fields = hidden(client.get(path)) | {"name": "Eve", "reason": "x", "outcome": "accept"}
    with running.client() as other:
        assert other.post(path, data=fields).status_code == 403
        other.get("/")
        assert other.post(path, data=fields).status_code == 403
    assert client.post(path, data=fields | {"csrf": "0" * 64}).status_code == 403
    assert client.post(path, data={"csrf": ""}).status_code == 403
    assert look_up(hostile[0], hostile[1]).decisions == ()


def test_the_api_takes_only_json(client: httpx2.Client, hostile: tuple[Config, str]) -> None:
    path = f"/api/reviews/{hostile[1]}/override"
    text = '{"by": "Eve", "reason": "x", "outcome": "accept"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        answer = client.post(path, content=text, headers={"Content-Type": kind})
        assert answer.status_code == 415
    assert look_up(hostile[0], hostile[1]).decisions == ()


def test_a_form_may_not_be_too_large(client: httpx2.Client, hostile: tuple[Config, str]) -> None:
    path = f"/reviews/{hostile[1]}/override"
    fields = hidden(client.get(path)) | {
        "name": "Eve",
        "reason": "x" * 3_000_000,
        "outcome": "accept",
    }
    assert client.post(path, data=fields).status_code == 413
    fields |= {"reason": "x"} | {f"field{number}": "x" for number in range(1_001)}
    assert client.post(path, data=fields).status_code == 400


def test_a_form_still_counts_after_the_dashboard_was_started_again(tmp_path: Path) -> None:
    config, key = begin(tmp_path, SPLIT, review="protocol: judge-with-debate, debates: 0")
    (whole,) = review_board(config)
    path = f"/reviews/{whole.id}/override"
    with dashboard(config) as first, first.client() as client:
        fields = hidden(client.get(path)) | {"name": "Eve", "reason": "x", "outcome": "accept"}
        cookies = dict(client.cookies)
    with dashboard(config) as second, second.client(cookies=cookies) as client:
        assert client.post(path, data=fields).status_code == 303
    with closing(Board(config.home)) as board:
        assert board.issue(key).status in ("in_review", "done")


# -- the token


def test_without_the_token_nothing_is_shown(running: Running) -> None:
    with running.stranger() as client:
        for address in (
            "/",
            "/api/reviews",
            "/api/events",
            "/metrics",
            "/reviews/x",
            "/api/openapi.json",
        ):
            answer = client.get(address)
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
            assert "B-1" not in answer.text
        assert client.get("/healthz").status_code == 200
        assert client.get("/static/live.js").status_code == 200
        assert client.get("/?token=wrong").status_code == 401
        assert client.post("/reviews/x/override", data={}).status_code == 401


def test_the_token_in_the_address_becomes_a_cookie_that_is_not_the_token(running: Running) -> None:
    with running.stranger() as client:
        answer = client.get(f"/list?a=1&token={TOKEN}&b=2")
        assert (answer.status_code, answer.headers["location"]) == (303, "/list?a=1&b=2")
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=strict" in cookie.lower()
        assert TOKEN not in cookie
        assert client.get("/").status_code == 200


def test_signing_in_leads_nowhere_else(running: Running) -> None:
    with running.stranger() as client:
        answer = client.get(f"{running.address}/evil.example/?token={TOKEN}")
        assert answer.headers["location"] == "/evil.example/"
        for address in (
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "\r\nX-Evil: 1",
        ):
            answer = client.post("/signin", data={"token": TOKEN, "next": address})
            assert urlsplit(answer.headers["location"]).netloc == ""
            assert answer.headers["location"].startswith("/")
            assert "\\" not in answer.headers["location"]
            assert "x-evil" not in answer.headers


def test_a_browser_signs_in_with_a_form_and_is_sent_where_it_wanted_to(running: Running) -> None:
    with running.stranger() as client:
        asked = client.get("/list?a=1")
        assert hidden(asked) == {"next": "/list"}
        wrong = client.post("/signin", data={"token": "wrong", "next": "/list"})
        assert (wrong.status_code, hidden(wrong)) == (401, {"next": "/"})
        assert "the token is wrong" in wrong.text
        assert client.get("/list").status_code == 401
        foreign = {"Origin": "https://evil.example"}
        assert client.post("/signin", data={"token": TOKEN}, headers=foreign).status_code == 403
        answer = client.post("/signin", data={"token": f" {TOKEN}\n", "next": "/list"})
        assert (answer.status_code, answer.headers["location"]) == (303, "/list")
        assert client.get("/list").status_code == 200


def test_programs_give_the_token_in_a_header(running: Running) -> None:
    with running.stranger() as client:
        assert (
            client.get("/api/reviews", headers={"Authorization": f"Bearer {TOKEN}"}).status_code
            == 200
        )
        assert (
            client.get("/api/reviews", headers={"Authorization": f"Bearer {TOKEN}x"}).status_code
            == 401
        )
        assert (
            client.get("/api/reviews", headers={"Authorization": f"Basic {TOKEN}"}).status_code
            == 401
        )
        assert (
            client.get(
                "/api/reviews", headers={"Cookie": f"coordinator_session={TOKEN}"}
            ).status_code
            == 401
        )


def test_a_process_of_this_machine_can_neither_read_nor_decide_without_the_token(
    running: Running, hostile: tuple[Config, str]
) -> None:
    with running.stranger() as client:
        body = {"outcome": "accept", "reason": "x", "by": "Eve", "once": "0" * 16}
        for address in (f"/reviews/{hostile[1]}/override", f"/api/reviews/{hostile[1]}/override"):
            assert client.post(address, json=body).status_code == 401
            assert client.post(address, data=body).status_code == 401
    assert look_up(hostile[0], hostile[1]).decisions == ()


def test_the_token_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    first, second = (
        load(environ={"COORDINATOR_HOME": str(tmp_path / name)}) for name in ("first", "second")
    )
    assert first.secret_values() == second.secret_values()
    made = token_of(first)
    assert len(made) == 64
    assert made == token_of(load(environ={"COORDINATOR_HOME": str(first.home)})) != token_of(second)
    assert made in first.secret_values()  # so that no child shows it
    file = first.home / "dashboard.token"
    assert [path.name for path in first.home.iterdir()] == [file.name]
    assert file.stat().st_mode & 0o777 == 0o600
    given = load(
        environ={"COORDINATOR_HOME": str(first.home), "COORDINATOR_DASHBOARD_TOKEN": TOKEN}
    )
    assert token_of(given) == TOKEN
    file.chmod(0o644)
    with pytest.raises(ConfigError, match="chmod 600"):
        token_of(first)


def test_no_token_may_be_short_enough_to_be_guessed() -> None:
    check_token_length(TOKEN)
    for token in ("", "short"):
        with pytest.raises(
            ConfigError, match=r"fewer than 16.*without COORDINATOR_DASHBOARD_TOKEN"
        ):
            check_token_length(token)


def test_loopback_is_told_from_what_others_can_reach() -> None:
    assert all(is_loopback(host) for host in ("127.0.0.1", "localhost", "::1", "127.1.2.3"))
    assert not any(is_loopback(host) for host in ("0.0.0.0", "192.168.1.5", "::", "example.org"))


def test_a_port_that_is_taken_is_said_with_what_to_do() -> None:
    with listening("127.0.0.1", 0) as first:
        first.listen()
        port = first.getsockname()[1]
        with pytest.raises(UsageError, match=f"port {port}.*--port"), listening("127.0.0.1", port):
            pass


def test_what_fails_unexpectedly_tells_no_details_and_is_logged(
    client: httpx2.Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_: object) -> object:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("coordinator.web.pages.whole_inbox", fails)
    monkeypatch.setattr("coordinator.web.api.open_asks", fails)
    page, answer = client.get("/"), client.get("/api/asks")
    assert (page.status_code, answer.status_code) == (500, 500)
    assert "an unexpected error occurred" in page.text
    assert answer.json()["fix"] == "coordinator.log has the details"
    assert "secret detail" not in page.text + answer.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "secret detail" in caplog.text

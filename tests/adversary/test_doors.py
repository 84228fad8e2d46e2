"""Every other way in: the dashboard, the command line in a hostile repository, a model's server, the state files."""

from __future__ import annotations

import os
import resource
import socket
import sqlite3
import subprocess
from contextlib import ExitStack, closing
from pathlib import Path

import httpx2
import pytest

from tests.adversary.arena import HELD, Arena
from tests.support.repositories import git
from tests.support.reviews import (
    ISSUE,
    JUDGES,
    deliver,
    make_config,
    make_repository,
    report,
    rubric_line,
    write_replies,
)
from tests.support.shell import call
from tests.support.waiting import PATIENCE
from tests.support.wire_server import Raw, serving

pytestmark = [pytest.mark.soak, pytest.mark.adversary, pytest.mark.xdist_group("adversary")]
DECISION = {"outcome": "accept", "reason": "x", "by": "Eve", "once": "0" * 16}
TOKEN = {"Authorization": f"Bearer {HELD['COORDINATOR_DASHBOARD_TOKEN']}"}


# -- the dashboard, which a process of the work may well find


@pytest.mark.parametrize(
    "page", ["/", "/runs", "/asks", "/api/reviews", "/api/events", "/reviews/B-1.1"]
)
def test_nothing_is_shown_without_the_token(arena: Arena, page: str) -> None:
    answer = httpx2.get(f"{arena.address}{page}", timeout=PATIENCE)
    assert answer.status_code == 401
    assert "B-1" not in answer.text.replace(page, "")


@pytest.mark.parametrize(
    "address", ["/reviews/{}/override", "/api/reviews/{}/override", "/api/reviews/{}/retry"]
)
@pytest.mark.parametrize("token", ["", "guessed-by-somebody-00000000"])
def test_nothing_is_decided_without_the_token(arena: Arena, address: str, token: str) -> None:
    author = arena.authors["read the keys"]
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    for body in ({"json": DECISION}, {"data": DECISION}):
        url = arena.address + address.format(author.review)
        assert httpx2.post(url, headers=headers, timeout=PATIENCE, **body).status_code == 401  # type: ignore[arg-type]
    assert author.shown()["decisions"] == []
    assert author.status() == "in_progress"


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
def test_a_page_of_somebody_else_decides_nothing_in_the_users_browser(
    arena: Arena, headers: dict[str, str]
) -> None:
    author = arena.authors["read the keys"]
    with httpx2.Client(base_url=arena.address, timeout=PATIENCE) as browser:
        browser.get("/", params={"token": HELD["COORDINATOR_DASHBOARD_TOKEN"]})
        assert browser.get("/").status_code == 200  # the user is signed in
        assert (
            browser.post(
                f"/reviews/{author.review}/override", data=DECISION, headers=headers
            ).status_code
            >= 400
        )
    assert author.shown()["decisions"] == []


def test_slow_strangers_do_not_keep_the_user_out(arena: Arena) -> None:
    with ExitStack() as stack:
        for number in range(300):
            try:
                slow = stack.enter_context(socket.create_connection(("127.0.0.1", arena.port), 5))
                slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: " + b"x" * (number % 7))
            except OSError:
                continue  # sent away, which is as well
        assert (
            httpx2.get(f"{arena.address}/api/reviews", headers=TOKEN, timeout=PATIENCE).status_code
            == 200
        )
    assert arena.runs()


@pytest.mark.parametrize(
    "sent",
    [
        b"\x00\xff" * 500,
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20_000,
        b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\nx",
    ],
    ids=["bytes", "headers", "a body"],
)
def test_requests_that_are_none_stop_nothing(arena: Arena, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", arena.port), PATIENCE) as stranger:
        try:
            stranger.sendall(sent)
            assert b" 200 " not in stranger.recv(1000)
        except ConnectionError:
            pass
    assert httpx2.get(f"{arena.address}/healthz", timeout=PATIENCE).status_code == 200


# -- which sandbox there is


def test_doctor_says_which_sandbox_there_is(arena: Arena) -> None:
    ran = arena.run("doctor")
    assert f" {arena.kind}: " in ran.stdout, ran.stdout + ran.stderr
    assert not [secret for secret in HELD.values() if secret in ran.stdout + ran.stderr]


def test_where_a_sandbox_is_required_nothing_goes_on_without(arena: Arena, tmp_path: Path) -> None:
    ran = _review(
        arena, tmp_path, "sandbox: required\nchecks: [{name: t, run: 'sh test.sh', blocks: true}]\n"
    )
    if arena.kind == "none":
        assert ran.returncode not in (0, 1, 2)
        assert "a sandbox is required, but not available" in ran.stderr
    else:
        assert ran.returncode == 0, ran.stderr


def test_a_check_that_was_configured_runs_without_one_and_every_verdict_says_so(
    arena: Arena, tmp_path: Path
) -> None:
    ran = _review(arena, tmp_path, "checks: [{name: t, run: 'sh test.sh', blocks: true}]\n")
    assert ran.returncode == 0, ran.stderr
    assert ("without a sandbox" in ran.stdout) == (arena.kind == "none"), ran.stdout


def _review(arena: Arena, folder: Path, extra: str) -> subprocess.CompletedProcess[str]:
    """`coordinator review` of honest work, on this machine, with these lines in its configuration."""
    judges = [{"seat": name, "purpose": "judge", "reply": report((5, 5))} for name in JUDGES]
    make_config(folder / "own", [rubric_line(), *judges])
    file = folder / "own/coordinator.yaml"
    file.write_text(file.read_text().replace("checks: []\n", extra))
    repo = make_repository(folder / "repo")
    deliver(repo, {"test.sh": "exit 0\n"})
    (folder / "issue.md").write_text(ISSUE)
    given = (
        "--issue",
        str(folder / "issue.md"),
        "--repo",
        str(repo),
        "--base",
        "main",
        "--config",
        str(file),
    )
    return arena.run("review", *given)


# -- the command line in a hostile repository


@pytest.mark.parametrize("where", ["the base", "the work", "the files"])
def test_the_configuration_of_an_author_is_not_used(tmp_path: Path, where: str) -> None:
    """Checks of its own, judges of its own and a bar of one: all that would make it pass, or run."""
    home, repo, canary = tmp_path / "home", make_repository(tmp_path / "repo"), tmp_path / "canary"
    replies = write_replies(repo / "r", [rubric_line()])
    text = f"checks: [{{run: 'touch {canary}'}}]\nreview: {{bar: 1}}\nboard: {{retrigger: 'touch {canary}'}}\n"
    text += f"panel: {{judge: {{recorded: {replies}}}}}\nsandbox: off\n"
    if where == "the base":
        git(repo, "checkout", "-q", "main")
    (repo / "coordinator.yaml").write_text(text)
    if where != "the files":
        deliver(repo, {})
    if where == "the base":
        git(repo, "checkout", "-q", "work")
    (tmp_path / "issue.md").write_text(ISSUE)
    env = {**os.environ, "COORDINATOR_HOME": str(home)}
    ran = call("review", "--issue", tmp_path / "issue.md", "--base", "main", env=env, cwd=repo)
    assert ran.returncode not in (0, 1, 2), ran.stdout
    assert not canary.exists()
    assert ("is not trusted" in ran.stderr) == (where != "the base")  # which nobody looks into


# -- a server that answers for a model


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Raw(body=" " * 300_000_000, headers={"content-encoding": "gzip"}), "larger than"),
        (Raw(body="x" * 40_000_000), "larger than"),
        (Raw(body='{"choices": [' * 100_000), ""),
    ],
    ids=["a bomb", "a large body", "a deep one"],
)
def test_what_a_server_sends_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: Raw, said: str
) -> None:
    monkeypatch.setenv("MY_KEY", "key-of-the-gateway-4715")
    with serving(lambda _: answer) as server:
        model = f'{{model: {{name: "openai:gpt-4.1", base_url: "{server.base_url("openai")}", key: MY_KEY}}}}'
        judges = "".join(f"    - {{name: {name}, {model[1:-1]}}}\n" for name in JUDGES)
        make_config(tmp_path / "home", [], seats=f"  meta_judge: {model}\n  judges:\n{judges}")
        repo = make_repository(tmp_path / "repo")
        (tmp_path / "issue.md").write_text(ISSUE)
        env = {**os.environ, "COORDINATOR_HOME": str(tmp_path / "home")}
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        given = ("--issue", tmp_path / "issue.md", "--repo", repo, "--base", "main")
        ran = call(
            "review", *given, "--config", tmp_path / "home/coordinator.yaml", env=env, cwd=tmp_path
        )
    assert ran.returncode == 3, ran.stdout
    assert said in ran.stdout + ran.stderr
    # The server is in this process
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 900_000


# -- the files that everything is kept in


@pytest.mark.parametrize("damage", ["cut off", "emptied", "overwritten"])
def test_a_damaged_state_is_reported_and_never_taken_for_new(
    arena: Arena, tmp_path: Path, damage: str
) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    state = home / "state.db"
    with (
        closing(sqlite3.connect(arena.home / "state.db")) as theirs,
        closing(sqlite3.connect(state)) as copy,
    ):
        theirs.backup(copy)
    whole = state.stat().st_size
    with open(state, "r+b") as file:
        if damage == "overwritten":
            file.seek(0)
            file.write(b"\0" * 4096)
        else:
            file.truncate(whole // 2 if damage == "cut off" else 0)
    env = {**os.environ, "COORDINATOR_HOME": str(home)}
    ran = call("list", env=env, cwd=home)
    assert ran.returncode not in (0, 70), ran.stdout[:500]
    assert "state.db" in ran.stderr
    assert state.stat().st_size == (
        whole if damage == "overwritten" else whole // 2 if damage == "cut off" else 0
    )


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_keys_that_others_can_read_are_refused(tmp_path: Path, mode: int) -> None:
    (tmp_path / "env").write_text("VENDOR_API_KEY=x\n")
    (tmp_path / "env").chmod(mode)
    ran = call("config", env={**os.environ, "COORDINATOR_HOME": str(tmp_path)}, cwd=tmp_path)
    assert ran.returncode not in (0, 70)
    assert "600" in ran.stderr


def test_what_is_kept_is_for_its_user_alone(arena: Arena) -> None:
    open_to_others = [
        path.name for path in arena.home.iterdir() if path.is_file() and path.stat().st_mode & 0o077
    ]
    mine = {"replies.jsonl", "coordinator.yaml"}  # which the user has written
    assert [name for name in open_to_others if name not in mine] == []

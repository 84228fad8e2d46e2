"""What `doctor` finds wrong with a tracker, and the way out that it names."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from coordinator.app.runtime import diagnose
from coordinator.config.settings import Config, load
from coordinator.doctor.health import HealthCheck
from tests.support.databases import state_in
from tests.support.machines import machine
from tests.support.multica_house import META, environment, seat_panel, settle
from tests.support.multica_server import MulticaServer
from tests.support.paths import DATA
from tests.support.reviews import make_config
from tests.support.shell import Ran, call, data_of

CLIS = DATA / "clis"
ONE_SEAT = "review: {protocol: judge}\npanel:\n  judge: {mention: Judge}\n"


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def found(config: Config) -> dict[str, HealthCheck]:
    return {one.what: one for one in asyncio.run(diagnose(config))}


def doctor(home: Path, env: dict[str, str], *options: str) -> Ran:
    return call("doctor", *options, env=env, cwd=home)


# -- Multica


def test_a_healthy_set_up_is_fine_and_nothing_is_written(
    server: MulticaServer, tmp_path: Path
) -> None:
    config = settle(server, tmp_path)
    seat_panel(server)
    server.add_issue(status="in_review")
    ran = doctor(tmp_path, environment(server, tmp_path))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert f"we are Coordinator, user {server.user.id}" in ran.stdout
    assert "Review, 1 in review" in ran.stdout
    assert set(found(config)) == {
        *("state", "sandbox", "server", "token", "workspace", "clock"),
        *(f"seat {name}" for name in (META, "Judge-GPT", "Judge-Claude", "Judge-Gemini")),
    }
    assert {one.method for one in server.requests} == {"GET"}


@pytest.mark.parametrize(
    ("variable", "value", "what", "fix"),
    [
        (
            "COORDINATOR_SERVER_URL",
            "http://127.0.0.1:1",
            "server",
            "start the server, or set COORDINATOR_SERVER_URL",
        ),
        ("COORDINATOR_TOKEN", "mul_wrong", "token", "set COORDINATOR_TOKEN"),
        ("COORDINATOR_WORKSPACE_ID", "nonsense", "workspace", "set COORDINATOR_WORKSPACE_ID"),
        ("COORDINATOR_TOKEN", "", "tracker", "set them, or write them into"),
    ],
)
def test_the_first_thing_that_is_wrong_is_named_with_its_fix(
    server: MulticaServer, tmp_path: Path, variable: str, value: str, what: str, fix: str
) -> None:
    settle(server, tmp_path)
    ran = doctor(tmp_path, {**environment(server, tmp_path), variable: value}, "--json")
    assert ran.returncode == 3, ran.stderr
    said = data_of(ran.stdout)
    last = said["tracker"][-1]
    assert (last["what"], last["state"]) == (what, "broken")
    assert fix in last["fix"]
    assert said["seats"] == []
    assert said["remarks"] == ["the seats were not asked: fix these problems first"]


def test_somebody_who_is_no_member_is_told_to_be_invited(
    server: MulticaServer, tmp_path: Path
) -> None:
    stranger = server.add_user("Stranger", role=None)
    environ = {**environment(server, tmp_path), "COORDINATOR_TOKEN": stranger.token}
    settle(server, tmp_path)
    said = found(load(config=tmp_path / "coordinator.yaml", environ=environ))["workspace"]
    assert (said.state, "invite our user" in said.fix) == ("broken", True)


def test_an_address_that_is_no_multica_server_is_named(
    server: MulticaServer, tmp_path: Path
) -> None:
    environ = {**environment(server, tmp_path), "COORDINATOR_SERVER_URL": f"{server.url}/elsewhere"}
    settle(server, tmp_path)
    said = found(load(config=tmp_path / "coordinator.yaml", environ=environ))["server"]
    assert (said.state, "without a path" in said.fix) == ("broken", True)


@pytest.mark.parametrize(("skew", "state"), [(0, "fine"), (-600, "doubtful"), (600, "doubtful")])
def test_clocks_that_differ_are_noticed(
    server: MulticaServer, tmp_path: Path, skew: float, state: str
) -> None:
    server.set_skew(skew)
    said = found(settle(server, tmp_path, ONE_SEAT))["clock"]
    assert said.state == state
    assert skew == 0 or ("600 s" in said.detail or "599 s" in said.detail)
    assert skew == 0 or ("ahead of" in said.detail) == (skew < 0)


def test_an_agent_that_is_not_there_is_missed(server: MulticaServer, tmp_path: Path) -> None:
    server.add_agent("Jude")
    said = found(settle(server, tmp_path, ONE_SEAT))["seat Judge"]
    assert said.state == "broken"
    assert "visible agents: Jude" in said.fix


@pytest.mark.parametrize(
    ("options", "state", "says"),
    [
        ({}, "fine", "is ready"),
        ({"targets": [{"target_type": "member", "target_id": "ME"}]}, "fine", "is ready"),
        (
            {"targets": [{"target_type": "member", "target_id": "other"}]},
            "broken",
            "we are not allowed to invoke",
        ),
        (
            {"targets": [{"target_type": "team", "target_id": "x"}]},
            "doubtful",
            "only members of certain teams",
        ),
        ({"private": True}, "broken", "we are not allowed to invoke"),
        ({"bound": False}, "broken", "has no runtime"),
        ({"online": False}, "broken", "Judge's laptop, is offline"),
    ],
)
def test_what_keeps_an_agent_from_answering_is_named(
    server: MulticaServer, tmp_path: Path, options: dict[str, object], state: str, says: str
) -> None:
    # An owner of the workspace sees every agent, also those that only their own people may run.
    environ = {**environment(server, tmp_path), "COORDINATOR_TOKEN": server.owner.token}
    settle(server, tmp_path, ONE_SEAT)
    given = json.loads(json.dumps(options).replace("ME", server.owner.id))
    server.add_agent("Judge", owner=server.add_user("Keeper"), **given)
    said = found(load(config=tmp_path / "coordinator.yaml", environ=environ))["seat Judge"]
    assert (said.state, says in said.detail) == (state, True), said
    assert bool(said.fix) == (state != "fine")


def test_an_archived_agent_is_named_and_fallbacks_are_looked_at_too(
    server: MulticaServer, tmp_path: Path
) -> None:
    server.add_agent("Judge")
    server.add_agent("Deputy").archived_at = datetime.now(UTC)
    text = "review: {protocol: judge}\npanel:\n  judge: {mention: Judge, fallback: {mention: Deputy}}\n"
    said = found(settle(server, tmp_path, text))
    assert said["seat Judge"].state == "fine"
    assert "is archived" in said["fallback of Judge"].detail


# -- the board


def test_the_board_is_fine_where_its_files_open(tmp_path: Path) -> None:
    said = found(make_config(tmp_path, []))
    states = {what: one.state for what, one in said.items() if what != "sandbox"}
    assert states == {"state": "fine", "board": "fine"}


@pytest.mark.needs("postgresql")
def test_a_server_that_keeps_the_state_is_looked_at(tmp_path: Path) -> None:
    config = make_config(tmp_path, [])
    with state_in(tmp_path, "postgresql"):
        health = found(config)
    assert (health["database"].state, health["clock"].state) == ("fine", "fine")
    assert health["database"].detail.startswith("PostgreSQL ")
    assert health["state"].detail.startswith("the database postgres at 127.0.0.1:")


@pytest.mark.parametrize("end", ["db?unknown=1", "100%"])
def test_a_database_that_cannot_be_named_so_is_refused_without_its_password(
    tmp_path: Path, end: str
) -> None:
    (tmp_path / "env").touch(mode=0o600)
    (tmp_path / "env").write_text(
        f"COORDINATOR_DATABASE=postgresql://me:a-secret@127.0.0.1:1/{end}\n"
    )
    env = {**os.environ, "COORDINATOR_HOME": str(tmp_path)}
    refused, shown = call("list", env=env, cwd=tmp_path), call("config", env=env, cwd=tmp_path)
    assert (
        refused.returncode,
        "COORDINATOR_DATABASE is not a valid address" in refused.stderr,
    ) == (
        64,
        True,
    ), refused.stderr
    assert "a-secret" not in refused.stderr + shown.stdout
    assert "a-secret" in load(environ=env, cwd=tmp_path).secret_values()


@pytest.mark.parametrize(("file", "what"), [("state.db", "state"), ("board.db", "board")])
def test_a_damaged_file_is_named_and_seats_are_not_asked(
    tmp_path: Path, file: str, what: str
) -> None:
    config = make_config(tmp_path, [])
    (tmp_path / file).write_bytes(
        b"this is no database at all, but it is long enough to look like one" * 20
    )
    ran = doctor(config.home, {**os.environ, "COORDINATOR_HOME": str(config.home)})
    assert ran.returncode == 3, ran.stdout
    assert any(line.split()[:2] == [what, "broken"] for line in ran.stdout.splitlines()), ran.stdout
    assert "the seats were not asked" in ran.stdout


# -- who can judge


def test_without_a_panel_it_looks_for_one_and_names_what_is_missing_with_the_command_that_mends_it(
    tmp_path: Path,
) -> None:
    env = machine(
        tmp_path / "home", CLIS / "claude", CLIS / "codex", CLAUDE_CODE_OAUTH_TOKEN="t" * 20
    )
    ran = doctor(tmp_path, env)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert (
        "codex                doubtful  is installed, but nobody is signed in (codex login)"
        in ran.stdout
    )
    assert (
        "Judge-Claude         command   not asked: an ask may cost money; use --spend to ask it"
        in ran.stdout
    )
    assert (
        "no panel is configured; found: Judge-Claude (claude CLI), a single opinion; at most $5.00"
        in ran.stdout
    )


def test_where_nobody_can_judge_that_is_broken(tmp_path: Path) -> None:
    ran = doctor(tmp_path, machine(tmp_path / "home"), "--json")
    assert ran.returncode == 3
    last = data_of(ran.stdout)["tracker"][-1]
    assert (last["what"], last["state"]) == ("panel", "broken")
    assert "sign in to a CLI agent" in last["fix"]

"""Tokens that end and servers that are away: reviews wait, go on by themselves, and come to the same verdict."""

from __future__ import annotations

import html
import logging
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from coordinator.config.environment import EnvFile, state_file
from coordinator.config.settings import Config, load
from coordinator.errors import TrackerError
from coordinator.storage.store import Store
from coordinator.trackers.token_expiry import TOKEN_ENDS
from tests.support.dashboards import dashboard
from tests.support.multica.wire import Fault
from tests.support.multica_daemon import (
    Daemon,
    abstained,
    ended,
    enter,
    outcome,
    submitted,
    until_parked,
    watching,
)
from tests.support.multica_faults import COMMENTS, ISSUE, QUICK, assert_done_once
from tests.support.multica_house import GOOD, JUDGES, PANEL, answers, environ, seat_panel, write_env
from tests.support.multica_server import MulticaServer, User
from tests.support.shell import call
from tests.support.waiting import PATIENCE, wait_until

LONG = 1000.0  # as a backoff: as long as there can be, so that whoever goes on before was woken


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def settled(server: MulticaServer, home: Path, text: str = QUICK) -> Config:
    """A home whose token is in its env file alone."""
    write_env(server, home)
    (home / "coordinator.yaml").write_text(f"tracker: multica\n{text}")
    return load(config=home / "coordinator.yaml", environ=environ(home))


# -- a token that is revoked


PHASES = {
    "before the work is frozen": ("GET", ISSUE, 0),
    "when a judge is asked": ("POST", COMMENTS, 2),
    "when replies are looked for": ("GET", "*/task-runs", 2),
    "when the status is set": ("PUT", ISSUE, 0),
}


@pytest.mark.parametrize("phase", PHASES)
def test_a_review_waits_for_a_new_token_and_goes_on_at_once(
    server: MulticaServer, tmp_path: Path, phase: str
) -> None:
    seat_panel(server)
    method, path, skip = PHASES[phase]
    issue, config = submitted(server), settled(server, tmp_path)
    with watching(server, config, backoff=LONG):
        server.fault(method, path, "revoke", skip=skip)
        enter(server, issue)
        run, why = until_parked(config)
        assert why.startswith("AccessRefused: ")
        assert "write a valid COORDINATOR_TOKEN into the env file" in why
        server.new_token()
        write_env(server, tmp_path)
        (whole,) = ended(server, config)
    with closing(Store(state_file(tmp_path))) as store:
        assert store.run(run.id).ended < run.not_before  # it did not wait for the end of its time
    assert outcome(whole)[0] == "accept"
    assert {abstained(whole, name) for name in JUDGES} == {"a ballot"}
    assert_done_once(server, issue)


def test_a_new_token_counts_after_a_restart_too(server: MulticaServer, tmp_path: Path) -> None:
    seat_panel(server)
    issue, config = submitted(server), settled(server, tmp_path)
    with watching(server, config, backoff=LONG):
        server.fault("POST", COMMENTS, "revoke")
        enter(server, issue)
        until_parked(config)
    server.new_token()
    write_env(server, tmp_path)
    with watching(
        server, load(config=tmp_path / "coordinator.yaml", environ=environ(tmp_path)), backoff=LONG
    ):
        ended(server, config)
    assert_done_once(server, issue)


def until_fired(fault: Fault, config: Config) -> None:
    """Wait until a fault has struck; a review that has fewer requests than it lets pass ends instead."""

    def ended_already() -> bool:
        with closing(Store(state_file(config.home))) as store:
            return bool(store.runs()) and not store.runs(state="open")

    wait_until(lambda: fault.fired or ended_already())


@pytest.mark.soak
def test_a_token_may_end_at_every_request_of_a_review(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server)
    for number in range(80):
        issue, config = submitted(server), settled(server, tmp_path / str(number))
        with watching(server, config, backoff=0.05):
            fault = server.fault("*", "/api/*", "revoke", skip=number)
            enter(server, issue)
            until_fired(fault, config)
            server.clear_faults()
            server.new_token()
            write_env(server, config.home)
            (whole,) = ended(server, config)
        assert outcome(whole)[0] == "accept", number
        assert_done_once(server, issue)


def test_an_env_file_that_others_can_read_is_refused_and_the_old_token_kept(
    server: MulticaServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    seat_panel(server)
    issue, config = submitted(server), settled(server, tmp_path)
    with watching(server, config):
        valid, server.token = server.token, "mul_another"
        write_env(server, tmp_path, mode=0o644)
        wait_until(lambda: "stay in use" in caplog.text)
        assert f"chmod 600 {tmp_path / 'env'}" in caplog.text
        server.token = valid
        enter(server, issue)
        server.wait(lambda: issue.status == "done")
        write_env(server, tmp_path)  # also whoever looks at the state wants it private
        (whole,) = ended(server, config)
    assert outcome(whole)[0] == "accept"
    assert "mul_" not in caplog.text


def test_the_env_file_is_read_again_when_it_or_its_mode_changes(tmp_path: Path) -> None:
    file = tmp_path / "env"

    def write(text: str, mode: int = 0o600) -> None:
        file.write_text(text)
        file.chmod(mode)

    write("COORDINATOR_TOKEN=one\nKEY=a\n")
    known = EnvFile({}, file)
    assert known.values.token.get_secret_value() == "one"
    write("COORDINATOR_TOKEN=three\nKEY=b\n", 0o640)
    assert known.values.token.get_secret_value() == "one"
    file.chmod(0o600)
    assert known.values.token.get_secret_value() == "three"
    assert known.values.secrets["KEY"].get_secret_value() == "b"
    write("COORDINATOR_TOKN=four\n")
    assert known.values.token.get_secret_value() == "three"
    file.unlink()
    assert known.values.token.get_secret_value() == "three"
    assert EnvFile({"COORDINATOR_TOKEN": "mine"}, file).values.token.get_secret_value() == "mine"


# -- a token that comes to its end


def test_a_token_that_is_about_to_end_is_renewed(server: MulticaServer, tmp_path: Path) -> None:
    seat_panel(server)
    server.set_expiry(5)
    config = settled(server, tmp_path)
    with watching(server, config):
        wait_until(lambda: setting(config, TOKEN_ENDS))
    assert server.user.ends is not None
    assert server.user.ends - server.world.now() > timedelta(days=80)
    assert float(setting(config, TOKEN_ENDS)) == int(server.user.ends.timestamp())
    assert (tmp_path / "env").read_text().count(server.token) == 1


def test_a_token_that_cannot_be_renewed_is_warned_of_a_week_and_a_day_before(
    server: MulticaServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    seat_panel(server)
    config = settled(server, tmp_path)
    for days in (30, 5, 0.5):
        server.set_expiry(days, renewable=False)
        for _ in range(2):
            with watching(server, config):
                wait_until(partial(is_checked, config, server.user))
    said = [record.message for record in caplog.records if "the token expires" in record.message]
    assert ["a week" in line for line in said] == [True, False]
    assert all(f"write a new COORDINATOR_TOKEN into {tmp_path / 'env'}" in line for line in said)
    assert {record.levelno for record in caplog.records if record.message in said} == {
        logging.WARNING
    }
    ran = call("doctor", env=environ(tmp_path), cwd=tmp_path)
    (line,) = [line for line in ran.stdout.splitlines() if line.startswith("token")]
    assert "doubtful" in line
    assert "the token expires within a day" in line
    listed = call("list", env=environ(tmp_path), cwd=tmp_path).stdout
    assert listed.splitlines()[-1] == f"needs attention: {said[-1]}"
    with dashboard(config) as running, running.client() as client:
        assert said[-1] in html.unescape(client.get("/").text)


def is_checked(config: Config, user: User) -> bool:
    return user.ends is not None and setting(config, TOKEN_ENDS) == str(int(user.ends.timestamp()))


def setting(config: Config, name: str) -> str:
    with closing(Store(state_file(config.home))) as store:
        return store.setting(name)


# -- a server that is away


def test_a_daemon_that_starts_while_the_server_is_away_waits_for_it(
    server: MulticaServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    seat_panel(server)
    issue, config = submitted(server), settled(server, tmp_path)
    enter(server, issue)
    daemon = Daemon(config, backlog=True)
    with server.down():
        daemon.start()
        wait_until(lambda: "waiting for the tracker: " in caplog.text)
    try:
        (whole,) = ended(server, config)
    finally:
        daemon.stop()
    assert caplog.text.count("waiting for the tracker: ") == 1
    assert outcome(whole)[0] == "accept"
    assert_done_once(server, issue)


def test_a_daemon_that_waits_for_the_server_is_stopped_cleanly(
    server: MulticaServer, tmp_path: Path
) -> None:
    settled(server, tmp_path)
    command = [sys.executable, "-m", "coordinator", "watch"]
    with (
        server.down(),
        subprocess.Popen(
            command, env=environ(tmp_path), cwd=tmp_path, stderr=subprocess.PIPE, text=True
        ) as daemon,
    ):
        assert daemon.stderr is not None
        assert "waiting for the tracker: " in daemon.stderr.readline()
        daemon.send_signal(signal.SIGTERM)
        assert "stopped; open reviews and runs are saved" in daemon.communicate(timeout=PATIENCE)[1]
    assert daemon.returncode == 0


def test_a_wrong_address_ends_the_daemon_at_once(server: MulticaServer, tmp_path: Path) -> None:
    settled(server, tmp_path)
    known = environ(tmp_path) | {"COORDINATOR_SERVER_URL": "multica.example"}
    config = load(config=tmp_path / "coordinator.yaml", environ=known)
    fix = "set COORDINATOR_SERVER_URL"
    with pytest.raises(TrackerError, match=fix), watching(server, config):
        pass


def test_a_daemon_waits_for_a_workspace_that_it_cannot_read(
    server: MulticaServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The server gives the same answer to a removed member, who may come back."""
    settled(server, tmp_path)
    unknown = "00000000-0000-4000-8000-000000000000"
    known = environ(tmp_path) | {"COORDINATOR_WORKSPACE_ID": unknown}
    config = load(config=tmp_path / "coordinator.yaml", environ=known)
    daemon = Daemon(config, backlog=True)
    daemon.start()
    wait_until(lambda: "waiting for the tracker: " in caplog.text)
    daemon.stop()
    assert "check COORDINATOR_WORKSPACE_ID" in caplog.text


def away_at(server: MulticaServer, home: Path, number: int) -> None:
    """One review, in which the server does not answer from this request on until the review is put aside."""
    issue, config = submitted(server), settled(server, home)
    with watching(server, config, backoff=0.01):
        server.fault("*", "/api/*", "drop", skip=number, times=18)
        enter(server, issue)
        (whole,) = ended(server, config)
        server.clear_faults()
    assert outcome(whole)[0] == "accept", number
    assert {abstained(whole, name) for name in JUDGES} == {"a ballot"}, number
    assert_done_once(server, issue)


def test_a_review_outlasts_a_server_that_is_away(server: MulticaServer, tmp_path: Path) -> None:
    seat_panel(server)
    away_at(server, tmp_path, 30)


@pytest.mark.soak
def test_a_server_may_be_away_at_every_request_of_a_review(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server)
    for number in range(80):
        away_at(server, tmp_path / str(number), number)


def test_the_time_that_the_server_is_away_is_not_the_seats(
    server: MulticaServer, tmp_path: Path
) -> None:
    agents = seat_panel(server)
    slow = agents[JUDGES[0]]
    slow.behave = None
    issue, config = (
        submitted(server),
        settled(server, tmp_path, f"review: {{deadline: 600s}}\n{QUICK}"),
    )
    with watching(server, config, backoff=0.01):
        enter(server, issue)
        server.wait(lambda: server.tasks(issue, slow))
        with server.down():
            until_parked(config)
            server.set_skew(1000)  # so much later by the server's clock
        looks = server.count("GET", "*/task-runs")
        server.wait(lambda: server.count("GET", "*/task-runs") > looks + 3)
        slow.behave = answers(GOOD)
        server.world.wake(slow)
        (whole,) = ended(server, config)
    assert outcome(whole)[0] == "accept"
    assert_done_once(server, issue)


def test_whoever_answers_elsewhere_is_not_asked_twice_while_the_tracker_is_away(
    server: MulticaServer, tmp_path: Path
) -> None:
    agents = seat_panel(server)
    agents[JUDGES[0]].behave = None
    # It says nothing, so that it is not asked again.
    script = 'echo asked >> "$SCRATCH/asked"; while [ ! -e "$SCRATCH/go" ]; do sleep 0.02; done'
    program = f"name: Judge-Claude, command: {{argv: [sh, -c, '{script.replace('$SCRATCH', str(tmp_path))}']}}"
    panel = PANEL.replace("name: Judge-Claude, mention: Judge-Claude", program)
    issue, config = submitted(server), settled(server, tmp_path, f"sandbox: off\n{panel}")
    with watching(server, config, backoff=LONG):
        enter(server, issue)
        wait_until((tmp_path / "asked").exists)
        server.wait(lambda: server.tasks(issue, agents[JUDGES[0]]))
        refused = server.fault("GET", "*/task-runs", "revoke")
        server.wait(lambda: refused.fired)
        (tmp_path / "go").touch()
        until_parked(config)
        agents[JUDGES[0]].behave = answers(GOOD)
        server.world.wake(agents[JUDGES[0]])
        server.new_token()
        write_env(server, tmp_path)
        ended(server, config)
    assert (tmp_path / "asked").read_text() == "asked\n"

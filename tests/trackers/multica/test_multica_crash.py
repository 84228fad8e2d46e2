"""The daemon on Multica killed with kill -9 at random points of the lives of issues: nothing lost, nothing doubled."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from tests.support.multica_house import environ, write_env
from tests.support.multica_lives import Scene, check_life
from tests.support.multica_server import MulticaServer

KILLS = 20
BUSY = 2  # lives to keep going, so that kills meet work in progress
RENEWAL = "/api/tokens/current/renew"


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def test_kills_at_random_points_of_a_life_lose_nothing_and_double_nothing(
    server: MulticaServer, tmp_path: Path
) -> None:
    with closing(Scene(server, tmp_path)) as scene:
        kill_and_check(scene, KILLS, Random(5))


@pytest.mark.soak
def test_many_more_kills_lose_nothing_and_double_nothing(
    server: MulticaServer, tmp_path: Path, soak: int
) -> None:
    with closing(Scene(server, tmp_path)) as scene:
        kill_and_check(scene, KILLS * soak, Random(6))


def kill_and_check(scene: Scene, kills: int, chance: Random) -> None:
    for _ in range(kills):
        while scene.in_progress() < BUSY:
            scene.begin_a_life()
        scene.launch()
        live(scene, chance)
        assert scene.end(signal.SIGKILL) == -signal.SIGKILL
    scene.launch()
    scene.until_settled()
    assert scene.end(signal.SIGTERM) == 0, scene.said()
    for issue in scene.issues:
        check_life(scene, issue)


def live(scene: Scene, chance: Random) -> None:
    """Let a daemon live for a while: a short time, which may end in its start-up, or for some requests."""
    if chance.random() < 0.2:
        time.sleep(chance.uniform(0.05, 1.0))
        return
    enough = len(scene.server.requests) + chance.randint(1, 150)
    deadline = time.monotonic() + chance.uniform(0.5, 1.5)
    while len(scene.server.requests) < enough and time.monotonic() < deadline:
        time.sleep(0.0005)
    time.sleep(chance.choice([0.0, 0.001, 0.003]))


# -- a token that is exchanged while daemons are killed


def revoke(scene: Scene) -> None:
    """The old token ends; the new one is not written yet."""
    scene.server.new_token()


def exchange(scene: Scene) -> None:
    """The old token ends, and the new one is written."""
    scene.server.new_token()
    write_env(scene.server, scene.home)


def renew(scene: Scene) -> None:
    """The token is about to end, and the daemon has just asked for more time."""
    asked = scene.server.count("POST", RENEWAL)
    scene.server.set_expiry(3)
    # Which makes the daemon look at its token
    write_env(scene.server, scene.home, more=f"OTHER={asked}\n")
    scene.server.wait(lambda: scene.server.count("POST", RENEWAL) > asked)


MOMENTS = (revoke, exchange, renew)


def rotate_and_check(scene: Scene, kills: int, chance: Random) -> None:
    """Kill daemons around each of the moments; every life must still come to its end as it should."""
    write_env(scene.server, scene.home)
    scene.variables = environ(scene.home)
    for number in range(kills):
        while scene.in_progress() < BUSY:
            scene.begin_a_life()
        scene.launch()
        live(scene, chance)
        MOMENTS[number % len(MOMENTS)](scene)
        time.sleep(chance.choice([0.0, 0.002, 0.05]))
        assert scene.end(signal.SIGKILL) == -signal.SIGKILL
        write_env(scene.server, scene.home)
    scene.launch()
    scene.until_settled()
    assert scene.end(signal.SIGTERM) == 0, scene.said()
    for issue in scene.issues:
        check_life(scene, issue)
    assert scene.server.user.ends is not None
    assert scene.server.user.ends - scene.server.world.now() > timedelta(days=80)


def test_kills_while_the_token_is_exchanged_lose_nothing_and_double_nothing(
    server: MulticaServer, tmp_path: Path
) -> None:
    with closing(Scene(server, tmp_path)) as scene:
        rotate_and_check(scene, len(MOMENTS), Random(7))


@pytest.mark.soak
def test_many_more_kills_while_the_token_is_exchanged(
    server: MulticaServer, tmp_path: Path, soak: int
) -> None:
    with closing(Scene(server, tmp_path)) as scene:
        rotate_and_check(scene, KILLS * soak, Random(8))

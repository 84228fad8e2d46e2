from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from coordinator.engine.journal import JournalEngine
from coordinator.views.listing import RunFilters, RunList
from tests.support.crash_checks import check_asks, check_events, check_issue
from tests.support.crash_support import CHECKS, ENDS, RETRIGGER, Daemon, Scene
from tests.support.databases import state_in
from tests.support.programs import needing, on_path
from tests.support.waiting import PATIENCE, wait_until

KILLS = 15
MANY_KILLS = 42
BUSY = 3  # reviews to keep going, so that kills meet work in progress


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with closing(Scene(tmp_path)) as scene:
        yield scene


@pytest.fixture(params=["sqlite", *needing("postgresql")])
def each_scene(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Scene]:
    """A home whose state is in files, and then one whose state is in PostgreSQL."""
    with state_in(tmp_path, request.param), closing(Scene(tmp_path)) as scene:
        yield scene


# -- kill -9 at random points


def test_kills_at_random_points_lose_nothing_and_repeat_nothing(scene: Scene) -> None:
    kill_and_check(scene, KILLS, Random(2))


@pytest.mark.soak
def test_many_more_kills_at_random_points_lose_nothing_and_repeat_nothing(
    tmp_path: Path, soak: int
) -> None:
    for seed in range(100, 100 + soak):
        with closing(Scene(tmp_path / str(seed))) as scene:
            kill_and_check(scene, MANY_KILLS, Random(seed))


def kill_and_check(scene: Scene, kills: int, chance: Random) -> None:
    """Kill daemons until so many of them had a review open."""
    killed = 0
    while killed < kills:
        killed += kill_once(scene, chance)
    while {scene.kinds[review_id.partition(".")[0]] for review_id in scene.submitted()} != set(
        ENDS
    ):
        scene.deliver_next()
    last = scene.launch()
    scene.until_settled()
    scene.stop(last)
    assert {scene.kinds[review_id.partition(".")[0]] for review_id in scene.submitted()} == set(
        ENDS
    )
    check_everything(scene)


def kill_once(scene: Scene, chance: Random) -> bool:
    """Start a daemon and kill it while work keeps coming in; whether a review was open then."""
    while scene.in_progress() < BUSY:
        scene.deliver_next()
    daemon = scene.launch()
    live(scene, chance)
    daemon.kill()
    return any(run.state == "open" for run in scene.reviews())


def live(scene: Scene, chance: Random) -> None:
    """Let a daemon live for a while: some time, which may end in its start-up, or some progress."""
    if chance.random() < 0.3:
        time.sleep(chance.uniform(0.05, 0.8))
        return
    enough = scene.newest_event() + chance.randint(1, 20)
    scene.until_settled(or_else=lambda: scene.newest_event() >= enough)
    time.sleep(chance.uniform(0.0, 0.05))


# -- the double enqueue race: the tracker is changed before the review is marked done


@pytest.mark.parametrize("point", ["after conclude", "after post_once", "after retrigger"])
def test_double_enqueue_race_what_was_done_and_is_not_on_record_is_not_done_again(
    each_scene: Scene, point: str
) -> None:
    scene = each_scene
    scene.deliver("drifted")
    first = scene.launch(point)
    scene.until_held()
    first.kill()
    assert [run.state for run in scene.reviews()] == ["open"]
    pair = scene.launch(), scene.launch()
    scene.until_settled()
    scene.stop(*pair)
    check_everything(scene)


def test_double_enqueue_race_work_that_is_back_before_its_reject_is_on_record_is_rework(
    scene: Scene,
) -> None:
    key = scene.deliver("drifted")
    first = scene.launch("after conclude")
    scene.until_held()
    scene.mend(key)  # the author has seen the new status, and does not wait to be told
    second = scene.launch()
    scene.until(lambda: "is tried again" in scene.log(), "the second review waits for the first")
    scene.let_go()
    scene.until_settled()
    scene.stop(first, second)
    check_everything(scene)


# -- several daemons


def test_two_daemons_share_the_work_and_every_ask_is_asked_once(scene: Scene) -> None:
    scene.configure(concurrency=2)
    pair = scene.launch(), scene.launch()
    scene.until_up(*pair)
    for _ in range(8):
        scene.deliver_next()
    scene.until_settled()
    # One may have been slow to wake
    while {ask.pid for ask in scene.asked()} != {daemon.pid for daemon in pair}:
        for _ in range(4):
            scene.deliver_next()
        scene.until_settled()
    scene.stop(*pair)
    check_everything(scene)
    asked = scene.asked()
    assert len({ask.prompt for ask in asked}) == len(asked)


# -- stopping


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_daemon_that_is_told_to_stop_ends_soon_and_its_successor_goes_on_at_once(
    scene: Scene, number: signal.Signals
) -> None:
    scene.configure(delay=1000.0)
    scene.deliver("good")
    first = scene.launch(lease=1000.0)
    scene.until(scene.asked, "somebody is asked")
    first.stop(number)  # and does not wait for an answer
    assert [(run.state, run.owner) for run in scene.reviews()] == [("open", "")]
    scene.configure()
    successor = scene.launch()
    scene.until_settled()  # and does not wait for the end of the lease
    scene.stop(successor)
    check_everything(scene)
    assert [ask.pid for ask in scene.asked()] == [first.pid, *[successor.pid] * 5]  # one seat twice


def test_ctrl_c_that_git_hears_before_the_daemon_does_fails_no_review(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.deliver("good")
    monkeypatch.setenv("PATH", f"{slow_git(scene.home)}:{os.environ['PATH']}")
    first = scene.launch()
    scene.until((scene.home / "in git").exists, "git is at work")
    first.suspend()
    first.tell(signal.SIGINT)
    time.sleep(0.1)  # for git, if it hears
    first.wake()
    assert first.process.wait(PATIENCE) == 0
    assert [run.state for run in scene.reviews()] == ["open"]
    last = scene.launch()
    scene.until_settled()
    scene.stop(last)
    check_everything(scene)


def slow_git(home: Path) -> Path:
    """A directory with a git that never ends the first time."""
    git = home / "bin" / "git"
    git.parent.mkdir()
    once = f"[ -e '{home}/in git' ] || {{ touch '{home}/in git'; exec sleep 1000; }}"
    git.write_text(f'#!/bin/sh\n{once}\nexec {on_path("git")} "$@"\n')
    git.chmod(0o755)
    return git.parent


def test_the_author_goes_on_when_the_daemon_that_started_it_stops(scene: Scene) -> None:
    scene.configure(
        retrigger=f"touch working; while [ ! -e enough ]; do sleep 0.05; done; {RETRIGGER}"
    )
    scene.deliver("drifted")
    first = scene.launch()
    scene.until((scene.home / "working").exists, "the author works")
    scene.stop(first)
    (scene.home / "enough").touch()
    scene.until(scene.told, "the author has done its work")
    last = scene.launch()
    scene.until_settled()
    scene.stop(last)
    check_everything(scene)


# -- a daemon that was suspended past its lease


def test_a_suspended_daemon_is_replaced_and_what_it_writes_when_woken_is_refused(
    each_scene: Scene,
) -> None:
    scene = each_scene
    scene.configure(delay=1.0)
    scene.deliver("good")
    zombie = scene.launch(lease=2.0)
    scene.until(lambda: len(scene.asked()) == 4, "every judge is asked")
    zombie.suspend()
    scene.configure()
    other = scene.launch()
    scene.until_settled()
    zombie.wake()
    scene.until(lambda: was_refused(scene, zombie), "the zombie has learnt that it is one")
    scene.stop(other)
    scene.deliver("good")
    scene.until_settled()
    assert scene.asked()[-1].pid == zombie.pid, "once it knows, it works on"
    scene.stop(zombie)
    check_everything(scene)


@pytest.mark.parametrize("point", ["before conclude", "before post_once"])
def test_a_zombie_that_acts_before_it_learns_of_its_successor_doubles_nothing(
    each_scene: Scene, point: str
) -> None:
    scene = each_scene
    scene.deliver("drifted")
    zombie = scene.launch(point, lease=2.0)
    scene.until_held()
    zombie.suspend()
    other = scene.launch()
    scene.until_settled()
    scene.let_go()
    zombie.wake()
    scene.until(lambda: was_refused(scene, zombie), "the zombie has learnt that it is one")
    scene.stop(zombie, other)
    check_everything(scene)


def was_refused(scene: Scene, daemon: Daemon) -> bool:
    lines = [line for line in scene.log().splitlines() if f"WARNING {daemon.pid} run" in line]
    return any("was taken over by another process" in line for line in lines)


# -- what checks need


@pytest.mark.parametrize("point", ["set-up", "check"])
def test_a_kill_in_a_set_up_or_between_it_and_the_check_leaves_nothing_half_made(
    scene: Scene, point: str
) -> None:
    trace = f"echo {{0}} >> {scene.home}/traces; [ {{0}} != {point} ] || [ -e {scene.home}/killed ] || sleep 1000"
    install = f"mkdir -p .venv/bin; {trace.format('set-up')}; cp /bin/grep .venv/bin/ours"
    check = (
        f"{{name: greets, run: '{trace.format('check')}; ours -q Hello greet.py', blocks: true}}"
    )
    scene.configure(checks=f"sandbox: off\nsetup: '{install}'\nchecks:\n  - {check}\n")
    scene.deliver("good")
    first = scene.launch()
    scene.until(lambda: point in scene.traces(), "it has come to the point")
    first.kill()
    (scene.home / "killed").touch()
    last = scene.launch()
    scene.until_settled()
    scene.stop(last)
    check_everything(scene)
    assert scene.traces() == (
        ["set-up"] * 2 + ["check"] if point == "set-up" else ["set-up"] + ["check"] * 2
    )
    # Without a sandbox nothing is kept for other reviews, whole or half made.
    assert not list((scene.home / "checks/installed").glob("*"))


# -- what a review leaves behind


@pytest.mark.parametrize("checks", [CHECKS, ""], ids=["configured", "detected"])
def test_a_kill_between_clearing_the_work_and_the_end_of_the_review_does_no_harm(
    scene: Scene, checks: str
) -> None:
    scene.configure(checks=checks)
    scene.deliver("good")
    first = scene.launch("after discard")
    scene.until_held()
    first.kill()
    assert [run.state for run in scene.reviews()] == ["open"]
    last = scene.launch()
    scene.until_settled()
    scene.stop(last)
    check_everything(scene)


def test_the_work_of_a_cancelled_review_is_cleared_at_the_next_start(scene: Scene) -> None:
    scene.configure(delay=100.0)
    scene.deliver("good")
    first = scene.launch()
    scene.until(scene.asked, "somebody is asked")
    first.kill()
    (review,) = scene.reviews()
    asyncio.run(cancel(scene, review.id))
    assert [work.name for work in (scene.home / "work").iterdir()] == [review.id]
    last = scene.launch()
    scene.until_up(last)
    scene.until(lambda: not any((scene.home / "work").iterdir()), "the work is cleared")


async def cancel(scene: Scene, review: str) -> None:
    async with JournalEngine(scene.home / "state.db", {}) as engine:
        assert await engine.cancel(review, "not wanted any more")


# -- what must be true in the end


def check_everything(scene: Scene) -> None:
    """Every submission came to its end, everything was done once, nothing finished was asked again."""
    for key in dict.fromkeys(review_id.partition(".")[0] for review_id in scene.submitted()):
        check_issue(scene, key)
    check_asks(scene)
    check_events(scene)
    rejects = RunList(scene.store).page(RunFilters(state="reject"), limit=1000).rows
    # Nobody waits for a process that is started
    wait_until(lambda: len(scene.told()) >= len(rejects), scene.told)
    assert sorted(scene.told()) == sorted(row.id for row in rejects)
    assert list((scene.home / "work").iterdir()) == []

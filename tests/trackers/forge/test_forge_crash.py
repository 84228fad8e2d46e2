"""The daemon killed with kill -9 at the writes of a pull request's life: nothing is lost, and nothing doubled."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from coordinator.config.environment import state_file
from coordinator.storage.store import Store
from tests.support.crash_daemon import watch
from tests.support.forge.http import Fault, Request
from tests.support.forge_house import (
    BAD,
    DIALECTS,
    FINE,
    GOOD,
    MENDED,
    SILENT,
    STATES,
    Site,
    check_life,
    check_timeline,
    ends,
    environment,
    is_sent_back,
    panel,
    settle,
    site_at,
    until_ends,
    watching,
)
from tests.support.processes import Copy
from tests.support.reviews import JUDGES, judge_line, report, rubric_line
from tests.support.waiting import PATIENCE, wait_until


@dataclass
class EveryWrite(Fault):
    """Meets each write when it is tried for the first time; what is read by a POST is none."""

    tried: set[tuple[str, str, bytes]] = field(default_factory=set)

    def takes(self, request: Request) -> bool:
        write = (request.method, request.path, request.raw)
        if request.method == "GET" or not request.path.startswith("/repos/") or write in self.tried:
            return False
        self.tried.add(write)
        self.fired += 1
        return True


class Scene:
    """A home at a forge, whose daemon is killed whenever a write hangs."""

    def __init__(self, site: Site, home: Path, *moments: str) -> None:
        self.site, self.home = site, home
        self.points = [EveryWrite("*", "*", moment) for moment in moments]
        self.kills = 0
        self.variables = environment(home, site.token)
        self.launch()
        with closing(Store(state_file(home))) as store:
            wait_until(lambda: store.setting(f"watch/{site.dialect}"), self.said)
        site.standin.faults.extend(self.points)

    def launch(self) -> None:
        """Start a daemon that takes on nothing but what happens."""
        more = ("--config", str(self.home / "coordinator.yaml"))
        self.process = Copy(
            watch, 15.0, "", *more, env=self.variables, cwd=self.home, stderr=self.home / "stderr"
        )

    def said(self) -> str:
        return (self.home / "stderr").read_text()[-3000:]

    def holds(self, condition: bool) -> bool:
        """Whether it is so by now; the daemon may not end by itself, and is killed where a write hangs."""
        assert self.process.poll() is None, f"a daemon ended by itself\n{self.said()}"
        if sum(point.struck for point in self.points) > self.kills:
            self.kills += 1
            self.process.kill()
            assert self.process.wait(PATIENCE) == -signal.SIGKILL
            self.launch()
        return condition

    def end(self) -> None:
        """Have the daemon end, by itself if it can."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(PATIENCE) in (0, -signal.SIGTERM), self.said()


@contextmanager
def scene_at(site: Site, home: Path, *moments: str) -> Iterator[Scene]:
    scene = Scene(site, home, *moments)
    try:
        yield scene
        scene.end()
    finally:
        scene.process.kill()
        scene.process.wait(PATIENCE)


def live_and_check(dialect: str, home: Path, *moments: str) -> None:
    """Kill the daemon at every write of a life."""
    with site_at(dialect, home) as site:
        config = settle(site, home, panel(BAD, GOOD), f"merge: always, {STATES}")
        with scene_at(site, home, *moments) as scene:
            number = site.open()
            wait_until(lambda: scene.holds(is_sent_back(site, number)), scene.said)
            site.standin.push(site.repo, number, MENDED)
            wait_until(lambda: scene.holds(ends(config) == ["done", "done"]), scene.said)
        assert scene.kills >= 15 * len(moments), "so many writes there are"
        check_life(site, number)
        check_timeline(site, number)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_kills_after_every_write_lose_nothing_and_double_nothing(
    dialect: str, tmp_path: Path
) -> None:
    live_and_check(dialect, tmp_path, "hang after")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_kills_after_every_write_about_a_moved_base_double_nothing(
    dialect: str, tmp_path: Path
) -> None:
    with site_at(dialect, tmp_path) as site:
        config = settle(site, tmp_path, panel(FINE), STATES)
        with watching(config):
            number = site.open(files=MENDED)
            until_ends(config, "done")
        site.standin.push_to(site.repo, "main", SILENT)
        with scene_at(site, tmp_path, "hang after") as scene:
            wait_until(lambda: scene.holds(ends(config) == ["done", "done"]), scene.said)
        assert scene.kills >= 4, "a status, two labels, a review and a comment are written"
        assert set(site.ours(number)) == {"verdict", "base"}
        assert set(site.statuses(number)) == {"pending", "success", "failure"}
        assert site.statuses(number)[-1] == "failure"
        pull = site.standin.pull(site.repo, number)
        assert [review.state for review in pull.reviews] == ["APPROVED", "CHANGES_REQUESTED"]
        assert pull.labels == ["rejected"]


@pytest.mark.soak
@pytest.mark.parametrize("dialect", DIALECTS)
def test_kills_before_and_after_every_write_lose_nothing_and_double_nothing(
    dialect: str, tmp_path: Path
) -> None:
    live_and_check(dialect, tmp_path, "hang", "hang after")


@pytest.mark.soak
@pytest.mark.parametrize("way", ["assign", "label"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_kills_while_a_person_is_called_or_the_author_started(
    dialect: str, way: str, tmp_path: Path
) -> None:
    """The first review sends it back, the second goes to a person; each of both is asked once."""
    lines = [rubric_line(), *(judge_line(seat, BAD, review=1) for seat in JUDGES)]
    for seat in JUDGES:
        mine = report((2, 2) if seat == JUDGES[0] else (5, 5))
        lines += [judge_line(seat, mine, number, review=2) for number in range(4)]
    with site_at(dialect, tmp_path) as site:
        config = settle(site, tmp_path, lines, f"restart: {way}")
        with scene_at(site, tmp_path, "hang", "hang after") as scene:
            number = site.open()
            wait_until(lambda: scene.holds(ends(config) == ["done"]), scene.said)
            site.standin.push(site.repo, number, MENDED)
            wait_until(lambda: scene.holds(ends(config) == ["done", "done"]), scene.said)
        pull = site.standin.pull(site.repo, number)
        kinds = [event.kind for event in pull.timeline if event.actor.login == site.me]
        assert kinds.count("assigned" if way == "assign" else "labeled") == 1
        assert [user.login for user in pull.requested] == [site.asker]
        assert set(site.ours(number)) == {"verdict"}
        assert [review.state for review in pull.reviews] == ["CHANGES_REQUESTED"]

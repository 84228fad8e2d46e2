"""A run that is killed at any point goes on where it was, and does nothing twice."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path
from random import Random

import pytest

from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.storage.store import Store
from coordinator.trackers.board import ME, Board
from coordinator.workflow.history import RunRecord
from tests.crash_daemon import carry_out
from tests.flows import judges, look_up, make_config, make_repository, path_of, replies
from tests.processes import Copy
from tests.waiting import PATIENCE

WAY = ["implement", "test", "review", "fix", "test", "review", "end"]
FLOW = """\
stages:
  - id: implement
    entry: true
    on_enter: {inject: "Say [DONE].", move_issue: in_progress}
  - id: test
    triggers: [{message_contains: "[DONE]"}]
    on_enter: {run: {command: "echo run >> ran; echo ok", output: tests}}
  - id: review
    triggers: [{message_contains: "[DONE]"}]
    on_enter:
      judge: {inputs: [issue, test_output], instructions: look, output: opinion}
      comment_issue: "Reviewed: {{ .Outputs.opinion.verdict }}"
  - id: fix
    triggers: [{judge_verdict: fail}]
    on_enter: {inject: "Fix it.", add_labels: [rework], notify: {via: log, text: fixing}}
  - id: end
    terminal: true
    triggers: [{judge_verdict: pass}]
    on_enter: {close_issue: true, comment_issue: "All is well."}
"""


class Scene:
    """One home and one run in it, which processes come and go to work on."""

    def __init__(self, tmp_path: Path) -> None:
        self.home = tmp_path / "home"
        lines = [
            *(line | {"delay": 0.05} for line in replies("[DONE]", "[DONE]")),
            judges("fail", 1, delay=0.05),
            judges("pass", 2, delay=0.05),
        ]
        # One write, so that a line is whole or not there when the command is killed too.
        command = f'notice=$(cat); printf "%s\\n" "$notice" >> {tmp_path}/told'
        notify = f"notify:\n  - {{name: log, command: '{command}'}}"
        self.config: Config = make_config(self.home, lines, workflow=notify)
        self.told = tmp_path / "told"
        self.flow = tmp_path / "flow.yaml"
        self.flow.write_text(FLOW)
        repo = make_repository(tmp_path / "repo")
        with closing(Board(self.home)) as board:
            self.key = board.add("Greet", "Greet all.", creator="eve", repo=str(repo), base="main").key

    def launch(self, point: str = "") -> Copy:
        """Start the run, or go on with it."""
        known = self.runs()
        command = ["resume", known[0]] if known else ["run", str(self.flow), "--issue", self.key]
        environment = {**os.environ, "COORDINATOR_HOME": str(self.home)}
        return Copy(carry_out, point, *command, env=environment, cwd=self.home, stderr=self.home / "stderr")

    def kill_when(self, holds: Callable[[], bool], point: str = "") -> int | None:
        """Let a process work until something holds, then kill -9 it; its exit code if it has ended before."""
        process = self.launch(point)
        deadline = time.monotonic() + PATIENCE
        try:
            while process.poll() is None and not holds():
                assert time.monotonic() < deadline, (self.home / "stderr").read_text()[-2000:]
                time.sleep(0.005)
            return process.poll()
        finally:
            if process.poll() is None:
                process.kill_group()
            process.wait(PATIENCE)

    def finish(self) -> RunRecord:
        """Let a process work to the end of the run."""
        process = self.launch()
        assert process.wait(PATIENCE) == 0, (self.home / "stderr").read_text()[-2000:]
        return look_up(self.config, self.runs()[0])

    def runs(self) -> list[str]:
        """The ids of all runs."""
        return [run.id for run in self.store.runs("run")] if state_file(self.home).exists() else []

    def events(self) -> int:
        """How many events there are."""
        return len(self.store.keys(self.runs()[0])) if self.runs() else 0

    @cached_property
    def store(self) -> Store:
        """The state, once there is one."""
        return Store(state_file(self.home))

    def check(self, whole: RunRecord) -> None:
        """Everything happened, once."""
        assert path_of(whole) == WAY
        assert len(self.runs()) == 1
        with closing(Board(self.home)) as board:
            card = board.show(self.key)
        changes = [(change.now, change.actor) for change in card.history]
        assert changes[1:] == [("in_progress", ME), ("done", ME)]
        ours = [note.text.splitlines()[0] for note in card.comments]
        assert ours == ["Reviewed: fail", "Reviewed: pass", "All is well."]
        assert card.issue.labels == ("rework",)
        assert {json.loads(line)["id"] for line in self.told.read_text().splitlines()} == {f"{whole.id}/4"}
        keys = [event.key for event in self.store.events(whole.id)]
        assert len(set(keys)) == len(keys)
        assert keys.count("ask/stage/review/1") == keys.count("ask/work/Agent/1") == 1


@contextmanager
def scene_in(place: Path) -> Iterator[Scene]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COORDINATOR_HOME", str(place / "home"))
        made = Scene(place)
        yield made
        made.store.close()


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with scene_in(tmp_path) as made:
        yield made


def test_a_run_that_is_killed_again_and_again_comes_to_its_end(tmp_path: Path) -> None:
    chance, kills = Random(6), 0
    for number in count():
        with scene_in(tmp_path / str(number)) as scene:
            kills += kill_until_the_end(scene, chance)
        if kills >= 3:
            break


def kill_until_the_end(scene: Scene, chance: Random) -> int:
    """How often a run was killed before it came to its end."""
    kills, ended = -1, None
    while ended is None:
        kills += 1
        enough = scene.events() + chance.randint(4, 16)
        ended = scene.kill_when(lambda: scene.events() >= enough)  # noqa: B023
    scene.check(look_up(scene.config, scene.runs()[0]))
    return kills


@pytest.mark.parametrize("point", ["after post_once", "after conclude"])
def test_what_was_done_and_is_not_on_record_is_not_done_again(scene: Scene, point: str) -> None:
    assert scene.kill_when((scene.home / "held").exists, point) is None
    scene.check(scene.finish())


@pytest.mark.soak
def test_killed_at_every_single_event(scene: Scene) -> None:
    enough, ended = 0, None
    while ended is None:
        enough = scene.events() + 1
        ended = scene.kill_when(lambda: scene.events() >= enough)  # noqa: B023
    scene.check(look_up(scene.config, scene.runs()[0]))

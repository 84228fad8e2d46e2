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
from coordinator.storage.events import key_of
from coordinator.storage.store import Store
from coordinator.trackers.board import ME, Board
from coordinator.workflow.history import RunRecord
from coordinator.workflow.resume import resumptions
from tests.support.crash_daemon import carry_out
from tests.support.flows import judges, look_up, make_config, make_repository, path_of, replies
from tests.support.processes import Copy
from tests.support.waiting import PATIENCE

ESCALATED = 2  # the exit code
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

    said: tuple[str, ...] = ("[DONE]", "[DONE]")
    verdicts: tuple[str, ...] = ("fail", "pass")

    def __init__(self, tmp_path: Path) -> None:
        self.home = tmp_path / "home"
        lines = [
            *(line | {"delay": 0.05} for line in replies(*self.said)),
            *(
                judges(verdict, number, delay=0.05)
                for number, verdict in enumerate(self.verdicts, 1)
            ),
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
            self.key = board.add(
                "Greet", "Greet all.", creator="eve", repo=str(repo), base="main"
            ).key

    def launch(self, point: str = "") -> Copy:
        """Start the run, or go on with it."""
        known = self.runs()
        command = self.go_on(known[0]) if known else ["run", str(self.flow), "--issue", self.key]
        environment = {**os.environ, "COORDINATOR_HOME": str(self.home)}
        return Copy(
            carry_out, point, *command, env=environment, cwd=self.home, stderr=self.home / "stderr"
        )

    def go_on(self, run_id: str) -> list[str]:
        """The command that goes on with the run."""
        return ["resume", run_id]

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
        """How many events there are, but for those that each process begins with."""
        keys = self.store.keys(self.runs()[0]) if self.runs() else []
        return sum(not key.startswith(key_of("~resume", "")) for key in keys)

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
        assert {json.loads(line)["id"] for line in self.told.read_text().splitlines()} == {
            f"{whole.id}/4"
        }
        keys = [event.key for event in self.store.events(whole.id)]
        assert len(set(keys)) == len(keys)
        assert keys.count("ask/stage/review/1") == keys.count("ask/work/Agent/1") == 1


class StuckScene(Scene):
    """A run whose agent forgets its token until a person speaks to it."""

    said = ("Nearly.", "Nearly.", "[DONE]")
    verdicts = ("pass",)

    def go_on(self, run_id: str) -> list[str]:
        """What the person says, once: what is open goes on with that."""
        is_stuck = self.store.run(run_id).state == "done"
        return ["resume", run_id, *(["--say", "Say it.", "--by", "Maria"] if is_stuck else [])]

    def check(self, whole: RunRecord) -> None:
        """Everything happened, once, and as the person said."""
        assert path_of(whole) == ["implement", "implement", "test", "review", "end"]
        assert whole.path[1].visit.why.detail == "resumed by Maria"
        assert [resumed.say for resumed in resumptions(self.store, whole.id)] == ["Say it."]
        assert [line.text for line in whole.transcript if line.kind in ("person", "reply")] == [
            *self.said[:2],
            "Say it.",
            *self.said[2:],
        ]
        with closing(Board(self.home)) as board:
            card = board.show(self.key)
        assert [change.now for change in card.history[1:]] == ["in_progress", "done"]
        assert [note.text.splitlines()[0] for note in card.comments] == [
            "Reviewed: pass",
            "All is well.",
        ]
        keys = [event.key for event in self.store.events(whole.id)]
        assert sum(key.startswith("ask/") for key in keys) == 4


@contextmanager
def scene_in(place: Path, kind: type[Scene] = Scene) -> Iterator[Scene]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COORDINATOR_HOME", str(place / "home"))
        made = kind(place)
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


def test_what_a_person_said_is_not_lost_if_the_run_is_killed_when_it_opens_again(
    tmp_path: Path,
) -> None:
    with scene_in(tmp_path, StuckScene) as scene:
        assert scene.launch().wait(PATIENCE) == ESCALATED
        ended = scene.events()
        assert scene.kill_when(lambda: scene.events() > ended) is None
        scene.check(scene.finish())


@pytest.mark.soak
@pytest.mark.parametrize("kind", [Scene, StuckScene])
def test_killed_at_every_single_event(tmp_path: Path, kind: type[Scene]) -> None:
    with scene_in(tmp_path, kind) as scene:
        ended = None
        while ended in (None, ESCALATED):
            enough = scene.events() + 1
            ended = scene.kill_when(lambda: scene.events() >= enough)  # noqa: B023
        scene.check(look_up(scene.config, scene.runs()[0]))

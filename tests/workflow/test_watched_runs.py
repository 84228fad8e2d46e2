"""Runs that the daemon starts, on the board and on Multica: each occurrence once, in order, and no end in silence."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import pytest

from coordinator.app.runtime import open_engine, open_store, open_tracker
from coordinator.config.environment import state_file
from coordinator.config.settings import Config, load
from coordinator.errors import CoordinatorError
from coordinator.storage.store import MOST, RunRow, Store
from coordinator.trackers.board import Board
from coordinator.watch import Watch
from coordinator.workflow.records import WATCHED, RunRequest
from coordinator.workflow.run_starter import RunStarter, load_workflows
from tests.support.crash_daemon import watch
from tests.support.multica_house import environment
from tests.support.multica_server import Issue, MulticaServer
from tests.support.processes import Copy
from tests.support.runs import until
from tests.support.shell import call, data_of
from tests.support.waiting import PATIENCE, wait_until
from tests.support.watched_runs import END_ALL, NOON, look, see_to_its_end, starts

HOUR = 3600.0
STUCK = """\
stages:
  - {id: work, entry: true, on_enter: {run: {command: 'false'}}}
  - {id: end, terminal: true, triggers: [{pr_merged: }]}
"""


class Place(Protocol):
    """A tracker with a home beside it."""

    home: Path
    env: dict[str, str]

    def add(self, status: str = "todo", assignee: str = "") -> str:
        """Add an issue and return its key."""

    def move(self, key: str, status: str) -> None:
        """Give it another status."""

    def label(self, key: str, name: str, *, off: bool = False) -> None:
        """Put a label on it, or take it off."""

    def comment(self, key: str) -> None:
        """Say something about it, which changes nothing that matters."""


class OnBoard:
    def __init__(self, home: Path) -> None:
        self.home, self.env = home, {"COORDINATOR_HOME": str(home)}
        self.board = Board(home)

    def add(self, status: str = "todo", assignee: str = "") -> str:
        return self.board.add(
            "Greet", "Greet all.", creator="eve", status=status, assignee=assignee
        ).key

    def move(self, key: str, status: str) -> None:
        self.board.move(key, status, actor="ada")

    def label(self, key: str, name: str, *, off: bool = False) -> None:
        self.board.label(key, **{"remove" if off else "add": [name]})

    def comment(self, key: str) -> None:
        self.board.comment(key, "Well.", author="ada")


class OnMultica:
    def __init__(self, home: Path, server: MulticaServer) -> None:
        self.home, self.server = home, server
        self.env = environment(server, home)
        self.people = {"ada": server.add_user("ada")}

    def add(self, status: str = "todo", assignee: str = "") -> str:
        issue = self.server.add_issue("Greet", status=status, assignee=self.people.get(assignee))
        return str(self.server.world.shown(issue)["identifier"])

    def _issue(self, key: str) -> Issue:
        return next(
            one
            for one in self.server.world.issues.values()
            if self.server.world.shown(one)["identifier"] == key
        )

    def move(self, key: str, status: str) -> None:
        self.server.move(self._issue(key), status, by=self.server.owner)

    def label(self, key: str, name: str, *, off: bool = False) -> None:
        with self.server.world.changed:
            issue = self._issue(key)
            issue.labels = [row for row in issue.labels if row["name"] != name]
            issue.labels += [] if off else [{"id": name, "name": name}]

    def comment(self, key: str) -> None:
        self.server.say(self._issue(key), "Well.", by=self.server.owner)


@pytest.fixture(params=["board", "multica"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    if request.param == "board":
        yield (made := OnBoard(tmp_path))
        made.board.close()
    else:
        with MulticaServer() as server:
            yield OnMultica(tmp_path, server)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[OnBoard]:
    yield (made := OnBoard(tmp_path))
    made.board.close()


def configure(place: Place, *files: str, watch: str = "") -> Config:
    """A configuration that names these workflow files."""
    names = []
    for number, text in enumerate(files):
        (place.home / f"{number}.yaml").write_text(text)
        names.append(f"{number}.yaml")
    text = f"watch: {{workflows: [{', '.join(names)}]{watch}}}\n"
    (place.home / "coordinator.yaml").write_text(text)
    return load(config=place.home / "coordinator.yaml", environ=place.env)


def about(found: list[str]) -> list[str]:
    """The issues that runs are about."""
    return [run.split(".")[0].removeprefix("triage-") for run in found]


def open_runs(config: Config) -> list[RunRow]:
    with closing(Store(state_file(config.home))) as store:
        return store.runs(WATCHED, "open", limit=MOST)


def end_all(config: Config) -> None:
    async def work() -> None:
        async with open_engine(config.home) as engine:
            for run in open_runs(config):
                await engine.cancel(run.id, "enough")

    asyncio.run(work())


# -- issues that begin to match


def test_an_issue_starts_a_run_when_it_begins_to_match_and_again_when_it_comes_back(
    place: Place,
) -> None:
    config = configure(place, starts("linear: {event: status, states: [In Progress]}"))
    early, late = place.add("in_progress"), place.add()
    assert look(config) == []  # what matches already is left alone
    place.move(late, "in_progress")
    assert about(look(config)) == [late]
    assert look(config) == []
    place.comment(late)
    assert look(config) == []
    place.move(late, "blocked")
    place.move(late, "in_progress")  # between two looks, or while nobody watched
    assert about(look(config)) == [late]
    place.move(late, "blocked")
    assert look(config) == []
    assert about(look(config, backlog=True)) == [early]
    assert look(config, backlog=True) == []


def test_labels_and_assignees_count_and_a_label_that_is_put_back_counts_again(place: Place) -> None:
    config = configure(
        place, starts("issue: {labels: [agent], exclude_labels: [human], assigned_to: '!ada'}")
    )
    assert look(config) == []
    mine, hers = place.add(), place.add(assignee="ada")
    place.label(mine, "agent")
    place.label(hers, "agent")
    assert about(look(config)) == [mine]
    place.label(mine, "agent", off=True)
    assert look(config) == []
    place.label(mine, "agent")
    assert about(look(config)) == [mine]
    place.label(mine, "human")
    assert look(config) == []
    place.label(mine, "human", off=True)
    place.move(mine, "done")
    assert look(config) == []


def test_an_issue_has_one_open_run_of_a_workflow_and_the_next_waits_while_it_matches(
    place: Place,
) -> None:
    config = configure(place, starts("issue: {states: [todo]}"))
    assert look(config) == []
    key = place.add()
    assert about(look(config, end=False)) == [key]
    place.move(key, "blocked")
    place.move(key, "todo")
    assert look(config) == []
    end_all(config)
    assert about(look(config, end=False)) == [key]
    place.move(key, "blocked")
    place.move(key, "todo")
    assert look(config) == []
    place.move(key, "blocked")
    end_all(config)
    assert look(config) == []


def test_a_workflow_that_starts_itself_comes_to_a_person(board: OnBoard) -> None:
    again = "stages:\n  - {id: end, entry: true, terminal: true, on_enter: {move_issue: todo}}\n"
    config = configure(board, starts("issue: {states: [todo]}", again), watch=", runs_per_day: 2")
    look(config)
    key = board.add()
    for number in range(1, 4):
        [run_id] = look(config, time.time(), end=False)
        result = see_to_its_end(config, run_id)
        assert result["kind"] == ("escalated" if number == 3 else "completed")
        board.move(key, "in_progress")
        board.move(key, "todo")
    assert "has had 2 runs about B-1 within a day" in result["reason"]
    [comment] = board.board.comments(key)
    assert f"`coordinator resume {run_id} --from end`" in comment.text


def chain(length: int) -> str:
    """Stages that comment on the issue, one after the other."""
    lines = ["stages:"]
    for number in range(length):
        lines.append(f"  - id: s{number}")
        if number == 0:
            lines.append("    entry: true")
        else:
            waits = f"{{output: o{number - 1}, path: a, any_of: ['yes']}}"
            lines.append(f"    triggers: [{{output_matches: {waits}}}]")
        command = 'echo \'{\\"a\\": \\"yes\\"}\''
        run = f'{{command: "{command}", output: o{number}}}'
        lines.append(f"    on_enter: {{run: {run}, comment_issue: {{body: again}}}}")
    lines.append("  - {id: end, terminal: true, triggers: [{message_contains: done}]}")
    return "\n".join(lines) + "\n"


def test_a_run_that_acts_on_its_issue_without_end_comes_to_a_person(board: OnBoard) -> None:
    config = configure(
        board, starts("issue: {states: [todo]}", chain(9)), watch=", actions_per_hour: 4"
    )
    look(config)
    board.add()
    [run_id] = look(config, time.time(), end=False)
    result = see_to_its_end(config, run_id)
    assert result["kind"] == "escalated"
    assert "the limit watch.actions_per_hour is 4" in result["reason"]
    # The next run about the issue waits for a person, too.
    [key] = [issue.key for issue in board.board.issues()]
    board.move(key, "in_progress")
    board.move(key, "todo")
    [held] = look(config, time.time(), end=False)
    assert see_to_its_end(config, held)["visits"] == 0
    assert "`coordinator resume" in board.board.comments(key)[-1].text


def test_a_look_is_one_request_however_many_issues_there_are(tmp_path: Path) -> None:
    with MulticaServer() as server:
        place = OnMultica(tmp_path, server)
        config = configure(
            place,
            starts("issue: {states: [todo]}"),
            starts("issue: {states: [blocked]}", name="other"),
        )
        for _ in range(20):
            place.add()
        look(config)
        before = len(server.requests)
        assert look(config) == []
        asked = [request.path for request in server.requests[before:]]
        assert asked.count("/api/issues") == 1
        assert not [path for path in asked if "timeline" in path]


def test_the_repository_of_the_issue_or_of_the_configuration(board: OnBoard) -> None:
    config = configure(board, starts("issue: {states: [todo]}"))
    look(config)
    board.board.add("Greet", "Greet all.", creator="eve", repo="/a", base="main")
    look(config, end=False)
    [run] = open_runs(config)
    request = RunRequest.model_validate_json(run.input)
    assert (request.repo, request.base, request.key, request.why) == (
        "/a",
        "main",
        "B-1",
        "B-1 is todo",
    )


# -- groups, schedules and order


def test_of_a_group_one_run_is_open_and_the_others_wait_in_order(board: OnBoard) -> None:
    group = "concurrency_group: big\n"
    files = (
        starts("issue: {states: [todo]}", more=group),
        starts("issue: {states: [blocked]}", more=group, name="other"),
    )
    config = configure(board, *files)
    look(config)
    board.add("blocked")
    look(config, NOON + 1, end=False)
    board.add("todo")
    look(config, NOON + 2, end=False)
    board.add("blocked")
    look(config, NOON + 3, end=False)
    order = []
    for second in range(4, 7):
        order += [RunRequest.model_validate_json(run.input).key for run in open_runs(config)]
        end_all(config)
        look(config, NOON + second, end=False)
    assert order == ["B-1", "B-2", "B-3"]


def test_a_group_may_have_more_than_one(board: OnBoard) -> None:
    text = starts("issue: {states: [todo]}", more="concurrency_group: big\n")
    config = configure(board, text, watch=", concurrency_groups: {big: 2}")
    look(config)
    for _ in range(3):
        board.add()
    assert len(look(config, end=False)) == 2


@pytest.mark.parametrize(
    ("policy", "expected"), [("skip", [1, 0, 0]), ("queue", [1, 0, 1]), ("parallel", [1, 1, 0])]
)
def test_a_schedule_whose_run_is_still_open(
    board: OnBoard, policy: str, expected: list[int]
) -> None:
    config = configure(board, starts(f"cron: {{schedule: '@hourly', overlap_policy: {policy}}}"))
    look(config, NOON)
    found = [
        len(look(config, NOON + HOUR, end=False)),
        len(look(config, NOON + 2 * HOUR, end=False)),
    ]
    end_all(config)
    assert [*found, len(look(config, NOON + 2 * HOUR + 1, end=False))] == expected


@pytest.mark.parametrize(("missed", "expected"), [("skip", 0), ("latest", 1), ("all", 4)])
def test_a_stopped_hour(board: OnBoard, missed: str, expected: int) -> None:
    text = starts(f"cron: {{schedule: '*/15 * * * *', missed: {missed}, overlap_policy: parallel}}")
    config = configure(board, text)
    look(config, NOON)
    found = look(config, NOON + HOUR + 120)
    assert len(found) == expected
    assert look(config, NOON + HOUR + 240) == []


def test_a_run_that_lasts_too_long_ends_where_it_is_and_can_go_on(board: OnBoard) -> None:
    lasts = "stages:\n  - {id: work, entry: true, terminal: true, on_enter: {run: {command: 'test -e ../../../go'}}}\n"
    config = configure(board, starts("cron: {schedule: '@hourly', timeout: 60s}", lasts))
    look(config)
    [run_id] = look(config, NOON + HOUR, end=False)
    with closing(sqlite3.connect(state_file(board.home))) as connection, connection:
        connection.execute("DROP TRIGGER events_stay_unchanged")
        # As if a minute had passed
        connection.execute("UPDATE events SET at = at - 61 WHERE run = ?", (run_id,))
    result = see_to_its_end(config, run_id)
    assert (result["kind"], result["stage"]) == ("escalated", "work")
    assert result["reason"] == "the run took longer than 60 s"
    waiting = data_of(call("inbox", "--json", env=board.env).stdout)
    assert [(item["id"], "--from work" in item["todo"]) for item in waiting] == [(run_id, True)]
    (board.home / "go").touch()
    assert call("resume", run_id, "--from", "work", env=board.env, cwd=board.home).returncode == 0
    assert data_of(call("inbox", "--json", env=board.env).stdout) == []


# -- what is refused when the daemon starts


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (END_ALL, "0.yaml: no trigger starts it automatically"),
        (starts("issue: {states: [Ready]}"), '0.yaml:2: the tracker has no status "Ready"'),
        (
            starts("pull_request: {events: [opened]}"),
            "0.yaml:2: the tracker does not report new pull requests",
        ),
        (
            starts("github_issues: {event: issue_edited}"),
            "0.yaml:2: a run starts when an issue begins to match",
        ),
        (
            starts("github_issues: {event: issue_labeled, labelers: [ada]}"),
            "0.yaml:2: the tracker does not report who",
        ),
        (
            starts(
                "cron: {schedule: '@daily'}",
                END_ALL.replace("true}", "true, on_enter: {close_issue: true}}"),
            ),
            "0.yaml:4: stage end: close_issue",
        ),
        (
            f"allowed_labelers: [ada]\n{starts('issue: {states: [todo]}')}",
            "0.yaml:1: the tracker does not report who",
        ),
        (
            starts("cron: {schedule: '@every 500ms'}"),
            '0.yaml:2: trigger.cron.schedule is too frequent: "@every 500ms"',
        ),
        (starts("cron: {schedule: never}"), "0.yaml:2: trigger.cron.schedule is not a schedule"),
        (
            starts("issue: {states: [todo]}", END_ALL.replace("true}", "true, agent: Ada}")),
            "no agent",
        ),
    ],
)
def test_what_cannot_start_is_said_at_once(board: OnBoard, text: str, said: str) -> None:
    with pytest.raises(CoordinatorError) as wrong:
        look(configure(board, text))
    assert said in str(wrong.value)


def test_check_refuses_what_the_daemon_would_and_warns_where_somebody_can_start_it(
    board: OnBoard,
) -> None:
    configure(board, text := starts("issue: {states: [Ready]}"))
    (board.home / "by_hand.yaml").write_text(text)
    for file, code in (("0.yaml", 64), ("by_hand.yaml", 0)):
        found = call("workflow", "check", board.home / file, env=board.env, cwd=board.home)
        assert found.returncode == code, found
        assert 'the tracker has no status "Ready"' in found.stdout


@pytest.mark.parametrize(
    "does", ["inject: '{{ .Issue.Title }}'", "comment_issue: {body: hello, issue_id: B-1}"]
)
def test_check_and_the_daemon_refuse_an_issue_where_a_schedule_gives_none(
    board: OnBoard, does: str
) -> None:
    config = configure(
        board,
        starts(
            "cron: {schedule: '@daily'}", END_ALL.replace("true}", f"true, on_enter: {{{does}}}}}")
        ),
    )
    with pytest.raises(CoordinatorError, match="a schedule starts runs without an issue") as wrong:
        look(config)
    found = call("workflow", "check", board.home / "0.yaml", env=board.env, cwd=board.home)
    assert found.returncode == 64
    assert wrong.value.what.partition("0.yaml:")[2].replace(": ", ": error: ", 1) in found.stdout


def test_the_daemon_says_in_words_what_starts_each_workflow(
    board: OnBoard, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "coordinator")
    config = configure(
        board, starts("issue: {states: [todo, blocked], labels: [agent], assigned_to: none}")
    )

    async def work() -> None:
        async with open_tracker(config) as tracker, open_engine(config.home) as engine:
            with open_store(config.home) as store:
                found = await load_workflows(config, tracker, store)
                RunStarter(
                    tracker=tracker, engine=engine, store=store, config=config, workflows=found
                ).log_workflows(NOON)

    asyncio.run(work())
    rule = "states todo, blocked; labels agent; assigned_to none"
    assert caplog.messages[-1].endswith(
        f"starts a run when an issue of board begins to match: {rule}"
    )


def test_what_is_not_enabled_starts_nothing_and_names_are_unique(board: OnBoard) -> None:
    config = configure(board, starts("issue: {states: [todo]}", more="enabled: false\n"))
    look(config)
    board.add()
    assert look(config) == []
    with pytest.raises(CoordinatorError, match="another workflow has the name triage too"):
        look(configure(board, *[starts("issue: {states: [todo]}")] * 2))


def test_the_same_rule_in_the_words_of_before(board: OnBoard) -> None:
    config = configure(board, f"name: triage\ntrigger_status: Todo\nlabels: [agent]\n{END_ALL}")
    look(config)
    board.label(board.add(), "agent")
    board.add()
    assert about(look(config)) == ["B-1"]


# -- its end, and what people can do


def test_an_end_that_is_no_completion_is_told_once_and_waits_in_the_inbox(board: OnBoard) -> None:
    config = configure(board, starts("issue: {states: [todo]}", STUCK))
    look(config)
    key = board.add()
    [run_id] = look(config, end=False)
    see_to_its_end(config, run_id)
    [comment] = board.board.comments(key)
    assert f"`coordinator resume {run_id} --from work`" in comment.text
    assert comment.addressee == "eve"
    listed = data_of(call("list", "--kind", "run", "--json", env=board.env).stdout)
    assert [(row["id"], row["job"]) for row in listed] == [(run_id, WATCHED)]
    waiting = data_of(call("inbox", "--json", env=board.env).stdout)
    assert [(item["id"], "--from work" in item["todo"]) for item in waiting] == [(run_id, True)]
    assert "triage, escalate" in call("show", run_id, env=board.env).stdout
    assert call("resume", run_id, "--from", "end", env=board.env, cwd=board.home).returncode == 0
    assert data_of(call("inbox", "--json", env=board.env).stdout) == []
    assert len(board.board.comments(key)) == 1


def test_another_workflow_about_the_same_issue_takes_nothing_out_of_the_inbox(
    board: OnBoard,
) -> None:
    rule = "issue: {states: [todo]}"
    config = configure(board, starts(rule, STUCK, name="stuck"), starts(rule, name="fine"))
    look(config)
    board.add()
    for run_id in look(config, end=False):
        see_to_its_end(config, run_id)
    waiting = data_of(call("inbox", "--json", env=board.env).stdout)
    assert [item["id"].startswith("stuck-") for item in waiting] == [True]


# -- kill -9


def ticked(config: Config) -> list[int]:
    """The seconds that have started a run, in order."""
    with closing(Store(state_file(config.home))) as store:
        ids = [
            run.id.removeprefix("ticks-")
            for run in store.runs(WATCHED, limit=MOST)
            if run.id.startswith("ticks-")
        ]
    return sorted(int(datetime.strptime(each, "%Y%m%dT%H%M%S%z").timestamp()) for each in ids)


@pytest.mark.parametrize(
    "point", ["before add_run", "after add_run", "before set_setting", "after set_setting", "no"]
)
def test_killed_around_every_write_of_a_start(board: OnBoard, point: str) -> None:
    text = starts(
        "issue: {states: [todo]}",
        END_ALL.replace("true}", "true, on_enter: {run: {command: 'echo x >> ../../../ran'}}}"),
    )
    ticks = starts(
        "cron: {schedule: '* * * * * *', missed: all, overlap_policy: parallel}", name="ticks"
    )
    config = configure(board, text, ticks, watch=", poll: 0.05s")
    look(config, time.time())
    keys = [board.add() for _ in range(3)]
    env = {**os.environ, **board.env}

    def launch(where: str) -> Copy:
        return Copy(watch, 15.0, where, env=env, cwd=board.home, stderr=board.home / "stderr")

    if point != "no":
        daemon = launch(point)
        wait_until((board.home / "held").exists, (board.home / "stderr").read_text)
        daemon.kill_group()
        daemon.wait(PATIENCE)
    daemon = launch("")
    try:
        ran = board.home / "ran"
        wait_until(
            lambda: ran.exists() and len(ran.read_text().split()) == 3 and len(ticked(config)) > 2
        )
        wait_until(lambda: not any(run.id.startswith("triage-") for run in open_runs(config)))
    finally:
        daemon.kill_group()
        daemon.wait(PATIENCE)
    with closing(Store(state_file(board.home))) as store:
        runs = [run for run in store.runs(WATCHED, limit=MOST) if run.id.startswith("triage-")]
    assert sorted(about([run.id for run in runs])) == keys
    assert {run.state for run in runs} == {"done"}
    times = ticked(config)
    # Each second, also those in which nobody was there
    assert times == list(range(times[0], times[0] + len(times)))
    assert look(config, time.time() - 3600) == []


def test_two_daemons_at_once_start_each_occurrence_once(board: OnBoard) -> None:
    config = configure(
        board,
        starts("issue: {states: [todo]}"),
        starts("cron: {schedule: '@hourly'}", name="hourly"),
    )
    look(config)
    keys = [board.add() for _ in range(5)]

    async def work() -> None:
        async with (
            open_tracker(config) as tracker,
            open_engine(config.home) as one,
            open_engine(config.home) as two,
        ):
            with open_store(config.home) as first, open_store(config.home) as second:
                looks = []
                for engine, store in ((one, first), (two, second)):
                    workflows = await load_workflows(config, tracker, store)
                    starter = RunStarter(
                        tracker=tracker,
                        engine=engine,
                        store=store,
                        config=config,
                        workflows=workflows,
                    )
                    looks += [
                        starter.look_at_clock(NOON + HOUR),
                        starter.look_at_issues(NOON + HOUR),
                    ]
                await asyncio.gather(*looks)

    asyncio.run(work())
    found = sorted(run.id for run in open_runs(config))
    assert [run for run in found if run.startswith("triage")] == [
        f"triage-{key}.{number}" for number, key in enumerate(keys, 1)
    ]
    assert len(found) == 6


def test_daemons_that_watch_something_else_do_not_wait_for_each_other(board: OnBoard) -> None:
    config = configure(board, starts("issue: {states: [todo]}"))
    board.add()

    async def work() -> None:
        async with (
            open_tracker(config) as tracker,
            open_engine(config.home) as one,
            open_engine(config.home) as two,
        ):
            with open_store(config.home) as store:
                workflows = await load_workflows(config, tracker, store)
                starter = RunStarter(
                    tracker=tracker, engine=two, store=store, config=config, workflows=workflows
                )
                about: dict[str, Any] = {"tracker": tracker, "store": store, "config": config}
                for_reviews = asyncio.create_task(Watch(engine=one, **about).run())
                await until(lambda: one.owner in store.roles().values())
                for_runs = asyncio.create_task(
                    Watch(engine=two, starter=starter, reviews=False, **about).run(backlog=True)
                )
                await until(lambda: bool(store.runs(WATCHED)))
                assert set(store.roles().values()) == {one.owner, two.owner}
                for task in (for_reviews, for_runs):
                    task.cancel()
                await asyncio.gather(for_reviews, for_runs, return_exceptions=True)

    asyncio.run(work())

"""People on a panel: the ask waits over restarts, the answer is checked before it counts, silence has an end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.app.runtime import review_jobs
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.engine import serving
from coordinator.engine.journal import JournalEngine
from coordinator.errors import UsageError
from coordinator.models import Abstention
from coordinator.reviews.record import ReviewReader, ReviewRecord
from coordinator.storage.store import Store
from coordinator.views.asks import find_ask, form, open_asks, problem
from coordinator.views.text import event_line
from coordinator.watch import Watch
from tests.support.reviews import (
    add_issue,
    judge_line,
    look_up,
    make_config,
    make_repository,
    open_board,
    report,
    rubric_line,
    submit,
)
from tests.support.shell import Ran, call
from tests.support.waiting import PATIENCE, wait_until

SEATS = """\
  meta_judge: {recorded: REPLIES}
  judges:
    - {name: Ann, recorded: REPLIES}
    - {name: Maria, person: PERSON}
"""
LINES = [rubric_line(), judge_line("Ann", report((4, 5)))]
ANSWER = json.dumps(report((4, 4)) | {"reference": ""})


def begin(tmp_path: Path, person: str = "maria") -> Config:
    config = make_config(tmp_path / "home", LINES, seats=SEATS.replace("PERSON", person))
    submit(config, add_issue(config, make_repository(tmp_path / "repo")))
    return config


def work(config: Config, until: Callable[[Store, JournalEngine], Awaitable[None]]) -> None:
    """Let the daemon work until something has happened, then stop it."""

    async def run() -> None:
        with open_board(config) as (store, tracker):
            todo = review_jobs(config, tracker, ReviewReader(store))
            async with (
                JournalEngine(state_file(config.home), todo) as engine,
                serving(engine),
                asyncio.timeout(PATIENCE),
            ):
                await Watch(tracker=tracker, engine=engine, store=store, config=config).look(
                    backlog=True
                )
                await until(store, engine)

    asyncio.run(run())


async def asked(store: Store, _: JournalEngine) -> None:
    while not open_asks(store):
        await asyncio.sleep(0.02)


async def ended(store: Store, engine: JournalEngine) -> None:
    await engine.finished(store.runs()[0].id)


def coordinator(config: Config, *arguments: str, given: str = "", **variables: str) -> Ran:
    env = {"PATH": "/usr/bin:/bin", "COORDINATOR_HOME": str(config.home), **variables}
    return call(*arguments, env=env, given=given)


def only_review(config: Config) -> ReviewRecord:
    with closing(Store(state_file(config.home))) as store:
        return look_up(config, store.runs()[0].id)


def test_an_ask_waits_over_a_restart_and_is_answered_from_the_command_line(tmp_path: Path) -> None:
    config = begin(tmp_path)
    work(config, asked)
    with closing(Store(state_file(config.home))) as store:
        (line,) = [
            event_line(event)
            for event in store.events("B-1.1")
            if event.key == "open/judge/Maria/0"
        ]
    said = "for maria: `coordinator answer B-1.1/judge/Maria/0`, or in the dashboard (`coordinator serve`), until "
    assert line.startswith(f"waiting        {said}")
    listed = coordinator(config, "inbox")
    assert listed.stdout.startswith("B-1.1/judge/Maria/0  maria, judge, 7")
    shown = coordinator(config, "answer", "B-1.1")
    assert "greet every guest by name" in shown.stderr
    assert "  - id: CK-001\n    answer: \n" in shown.stdout
    done = coordinator(config, "answer", "B-1.1", "--file", "-", given=ANSWER)
    assert (done.returncode, done.stdout) == (0, "answered B-1.1/judge/Maria/0\n")
    twice = coordinator(config, "answer", "B-1.1", "--file", "-", given=ANSWER)
    assert (twice.returncode, "has been answered already" in twice.stderr) == (64, True)
    work(config, ended)
    whole = only_review(config)
    assert whole.state == "accept"
    assert [a.answered.ending.model_dump()["model"] for a in whole.asked if a.seat == "Maria"] == [
        "maria"
    ]


def test_a_wrong_answer_is_refused_with_what_is_wrong_and_nothing_is_lost(tmp_path: Path) -> None:
    config = begin(tmp_path)
    work(config, asked)
    wrong = coordinator(config, "answer", "B-1.1", "--file", "-", given=json.dumps(report((9, 4))))
    assert wrong.returncode == 64
    assert "was not accepted" in wrong.stderr
    assert "9" in wrong.stderr
    assert coordinator(config, "inbox").stdout.startswith("B-1.1/judge/Maria/0")


def test_an_answer_from_an_editor_is_checked_too(tmp_path: Path) -> None:
    config = begin(tmp_path)
    work(config, asked)
    editor = tmp_path / "editor"
    editor.write_text(f"#!/bin/sh\ncat > \"$1\" <<'END'\n{ANSWER}\nEND\n")
    editor.chmod(0o755)
    done = coordinator(config, "answer", "B-1.1", "--edit", EDITOR=str(editor))
    assert (done.returncode, done.stderr) == (0, "")


def test_a_person_who_does_not_answer_is_reminded_and_then_abstains(tmp_path: Path) -> None:
    told = tmp_path / "told"
    notify = f"echo $PERSON $ASK >> {told}"
    config = begin(tmp_path, f"{{name: maria, deadline: 1.2s, remind: 0.5s, notify: '{notify}'}}")
    work(config, ended)
    whole = only_review(config)
    maria = next(t for t in whole.standings[-1].testimonies if t.seat == "Maria")
    assert isinstance(maria, Abstention)
    assert (maria.cause, maria.detail) == ("late", "maria did not answer in time")
    wait_until(lambda: told.read_text().count("\n") == 3)
    assert told.read_text().splitlines() == ["maria B-1.1/judge/Maria/0"] * 3


def test_the_form_of_an_ask_is_a_complete_answer_once_filled_in(tmp_path: Path) -> None:
    config = begin(tmp_path)
    work(config, asked)
    with closing(Store(state_file(config.home))) as store:
        ask = find_ask(store, "B-1.1/judge/Maria/0")
    filled = (
        form(ask)
        .replace("answer: ", "answer: yes")
        .replace("score: ", "score: 4")
        .replace("summary: ", "summary: ok")
    )
    assert problem(ask, form(ask)) != ""
    assert problem(ask, filled) == ""


def test_an_ask_that_nobody_waits_for_is_named(tmp_path: Path) -> None:
    config = begin(tmp_path)
    with (
        closing(Store(state_file(config.home))) as store,
        pytest.raises(UsageError, match="there is no open ask B-9"),
    ):
        find_ask(store, "B-9")

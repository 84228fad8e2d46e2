"""Every way in which a review can end, and who is told: in the tracker, or where a person looks for what is stuck."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.app.reviews import run_review
from coordinator.app.runtime import (
    local_submission,
    open_store,
    open_tracker,
    result_of,
    review_jobs,
)
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.council.records import CouncilRequest
from coordinator.engine import serving
from coordinator.engine.journal import JournalEngine
from coordinator.models import Submission, Superseded
from coordinator.reviews.publish import ENTERED_AGAIN, TEXT_CHANGED, WORK_CHANGED, next_attempt
from coordinator.reviews.record import ReviewReader, ReviewRecord
from coordinator.storage.store import Event
from coordinator.trackers import carries, marker
from coordinator.trackers.board import ME, Board
from coordinator.views.listing import RunList
from coordinator.watch import Watch
from tests.support.dashboards import dashboard
from tests.support.dying_reviewer import work_until_killed
from tests.support.multica_daemon import FAST, enter
from tests.support.multica_daemon import submitted as submit_in_words
from tests.support.multica_house import GOOD, answers, environment, seat_panel, settle
from tests.support.multica_server import MulticaServer, Run
from tests.support.processes import Copy
from tests.support.review_endings import ACCEPTING, ENDINGS, GOES_ON, SLOW, SPLIT, House, Row, play
from tests.support.reviews import (
    JUDGES,
    add_issue,
    deliver,
    judge_line,
    look_up,
    make_config,
    make_repository,
    report,
    submit,
)
from tests.support.shell import call, data_of
from tests.support.tool_mad_lines import ISSUE as EXPERIMENTS
from tests.support.tool_mad_lines import NAMES, PAPER, SEATS, SHOWN, argues, content, rules
from tests.support.waiting import PATIENCE

# Split at first, of one mind after a debate.
GREETING = {"source": "greet.py:1", "quote": "def greet(name):"}
DEBATED = [
    *SPLIT,
    *(judge_line(seat, report((5, 5), evidence=[GREETING]), 1) for seat in JUDGES),
]


@pytest.mark.parametrize("name", ENDINGS)
def test_every_ending_and_who_is_told(tmp_path: Path, name: str) -> None:
    row = ENDINGS[name]
    house = House(tmp_path, row)
    found = house.play(row.happens)
    shown = house.board.show(house.key)
    assert (found[-1].state, len(found), shown.issue.status) == (row.state, row.reviews, row.status)
    if row.why:
        assert found[-1].ending == Superseded(why=row.why)
    ours = [comment for comment in shown.comments if comment.author == ME]
    if row.says:
        assert row.says in ours[-1].text
        assert ours[-1].addressee == row.to
        assert f"coordinator show {found[-1].id}`" in ours[-1].text
    # The next attempt is announced in one comment, which is edited.
    assert len(ours) == bool(row.says) + (row.reviews > 1)
    with open_store(house.config.home) as store:
        assert row.attention in " ".join(
            each.attention.todo for each in RunList(store).attention() if each.attention
        )
        assert bool(row.attention) == bool(RunList(store).attention())


# -- in every round

ROUNDS = {
    "suspicions": "ask/rubric",
    "rubric": "ask/judge",
    "standing/0": "ask/debate",
    "verdict": "act",
}


CHANGES = {"push": WORK_CHANGED, "edit": TEXT_CHANGED, "enter again": ""}
CASES = [("push", at) for at in ROUNDS] + [("edit", "standing/0"), ("enter again", "standing/0")]
MORE = [(what, at) for what in CHANGES for at in ROUNDS if (what, at) not in CASES]


@pytest.mark.parametrize(
    ("what", "at"), [*CASES, *(pytest.param(*case, marks=pytest.mark.soak) for case in MORE)]
)
def test_the_world_is_looked_at_before_every_round(tmp_path: Path, what: str, at: str) -> None:
    why = CHANGES[what]
    house = House(tmp_path, Row(lines=DEBATED, state="", status=""))
    first, last = house.play(((at, what),))
    assert first.ending == Superseded(why=why or ENTERED_AGAIN, successor=last.id if why else "")
    assert last.id == (f"{first.id}.2" if why else "B-1.2")
    assert last.state == "accept"
    with open_store(house.config.home) as store:
        assert not [
            key
            for key in store.keys(first.id)
            if key.startswith(ROUNDS[at]) and key not in ("act/attempt", "act/asks")
        ]
    texts = [comment.text for comment in house.board.comments(house.key) if comment.author == ME]
    announced = [text for text in texts if carries(text, marker(last.submission.entry, "attempt"))]
    assert len(announced) == 1
    assert carries(texts[-1], marker(last.id, "accept"))
    assert len(texts) == 1 + len(announced)
    # Nobody is asked for a rubric again while the text is the same.
    again = [asked.purpose for asked in last.asked if asked.purpose == "rubric"]
    assert bool(again) == (what == "edit" or at == "suspicions")


@pytest.mark.parametrize(
    ("at", "unasked"),
    [
        pytest.param("suspicions", "argue/Tester/0", marks=pytest.mark.soak),
        ("ballot/argue/Tester/0", "argue/Tester/1"),
        ("ballot/argue/Tester/1", "rule/"),
    ],
)
def test_the_world_is_looked_at_before_every_round_of_tool_mad(
    tmp_path: Path, at: str, unasked: str
) -> None:
    lines = [
        *(argues("Tester", True, SHOWN["Tester"], number=number) for number in (0, 1)),
        *(content(name, number) for number in (0, 1) for name in NAMES[:3]),
        rules("reject"),
    ]
    config = make_config(tmp_path / "home", lines, f"protocol: tool-mad, {GOES_ON}", seats=SEATS)
    repo = make_repository(tmp_path / "repo", PAPER)
    submit(config, add_issue(config, repo, EXPERIMENTS))
    first, last = asyncio.run(
        play(config, [(at, "")], lambda _: deliver(repo, {"more.md": "More.\n"}))
    )
    assert isinstance(first.ending, Superseded)
    assert first.ending.successor == last.id
    with open_store(config.home) as store:
        assert not [key for key in store.keys(first.id) if key.startswith(f"ask/{unasked}")]
    assert last.state in ("accept", "reject", "escalate")


def test_asks_under_way_are_stopped_by_an_entry_and_a_verdict_that_is_carried_out_is_not(
    tmp_path: Path,
) -> None:
    house = House(tmp_path, Row(lines=SLOW, state="", status=""))

    async def work() -> None:
        with open_store(house.config.home) as store:
            async with open_tracker(house.config) as tracker:
                jobs = review_jobs(house.config, tracker, ReviewReader(store))
                asked = asyncio.Event()

                def hear(event: Event) -> None:
                    if event.key == "settings":
                        asked.set()

                async with (
                    asyncio.timeout(PATIENCE),
                    JournalEngine(
                        state_file(house.config.home), jobs, on_event=hear, poll=0.01
                    ) as engine,
                    serving(engine),
                ):
                    watch = Watch(tracker=tracker, engine=engine, store=store, config=house.config)
                    await watch.look(backlog=True)
                    await asked.wait()
                    house.happen("enter again")
                    await watch.look()
                    assert (
                        await result_of(engine, "B-1.1")
                        == Superseded(why=ENTERED_AGAIN).model_dump()
                    )
                    with store.database.transaction():
                        assert store.signal("B-1.2", "verdict", "step", {})
                    house.happen("enter again")
                    await watch.look()
                    assert "~message/changed" not in store.keys("B-1.2")

    asyncio.run(work())


def test_a_review_that_kills_its_processes_is_ended_with_a_comment(tmp_path: Path) -> None:
    house = House(tmp_path, ENDINGS["accept"])

    async def work() -> None:
        with open_store(house.config.home) as store:
            async with open_tracker(house.config) as tracker:
                jobs = review_jobs(house.config, tracker, ReviewReader(store))
                path = state_file(house.config.home)
                async with (
                    asyncio.timeout(PATIENCE),
                    JournalEngine(path, jobs, poll=0.01, most_deaths=0) as engine,
                ):
                    await Watch(
                        tracker=tracker, engine=engine, store=store, config=house.config
                    ).look(backlog=True)
                    async with serving(engine):
                        assert (await engine.finished("B-1.1")).state == "failed"
            (found,) = RunList(store).attention()
            assert found.attention is not None
            assert "it is not tried again automatically" in found.attention.why
            assert {*store.keys("B-1.1")} == {"~start", "~end/2"}  # nothing of it was tried again

    asyncio.run(work())
    (comment,) = house.board.comments(house.key)
    assert comment.addressee == "eve"
    assert "several processes in a row died while executing this run" in comment.text
    assert "`coordinator resume B-1.1`" in comment.text


def test_backlog_takes_on_later_what_the_first_start_has_left_alone(tmp_path: Path) -> None:
    house = House(tmp_path, ENDINGS["accept"])

    async def look(*, backlog: bool) -> list[str]:
        with open_store(house.config.home) as store:
            async with (
                open_tracker(house.config) as tracker,
                JournalEngine(store.path, {}) as engine,
            ):
                await Watch(tracker=tracker, engine=engine, store=store, config=house.config).look(
                    backlog=backlog
                )
                return [run.id for run in store.runs()]

    assert asyncio.run(look(backlog=False)) == []
    assert asyncio.run(look(backlog=False)) == []
    assert asyncio.run(look(backlog=True)) == ["B-1.1"]
    assert asyncio.run(look(backlog=True)) == ["B-1.1"]
    house.happen("enter again")
    assert sorted(asyncio.run(look(backlog=False))) == ["B-1.1", "B-1.2"]


# -- Multica


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def review_words(
    server: MulticaServer,
    home: Path,
    happen: Callable[[Run], object] = print,
    *,
    last: Callable[[str], object] = print,
) -> tuple[Config, ReviewRecord]:
    """Review an issue while something happens when a judge is asked, and another thing once there is a verdict."""
    agents = seat_panel(server)
    issue = submit_in_words(server)

    def interrupted(run: Run) -> None:
        answers(GOOD)(run)
        happen(run)

    agents["Judge-GPT"].behave = interrupted
    config = settle(server, home, f"review: {{{GOES_ON}}}\n{FAST}")
    enter(server, issue)
    return config, asyncio.run(play(config, () if last is print else (("verdict", ""),), last))[-1]


def ours(server: MulticaServer) -> list[str]:
    """What we posted that asks nobody."""
    (issue,) = server.world.issues.values()
    texts = [
        comment.content for comment in server.comments(issue) if comment.author == server.user.actor
    ]
    return [
        text for text in texts if "judge/" not in text.rsplit("\n", 1)[1] and "rubric/" not in text
    ]


def test_an_edit_on_multica_is_announced_in_one_comment_that_starts_nobody(
    server: MulticaServer, tmp_path: Path
) -> None:
    edits = iter([f"{asked} greet every guest by name." for asked in ("Please", "Do", "Kindly")])

    def edit(run: Run) -> None:
        if text := next(edits, ""):
            server.world.write(run.issue, server.owner.actor, {"description": text})

    config, last = review_words(server, tmp_path, edit)
    assert last.ending == Superseded(why=TEXT_CHANGED)
    announced, ended = ours(server)
    assert announced.startswith("/note ")
    assert "Attempt 2 of at most 2 begins." in announced
    assert ended.startswith(f"/note [@{server.owner.name}](mention://member/")
    assert "attempt 2 of 2" in ended
    (issue,) = server.world.issues.values()
    assert "Author" not in server.started(issue)
    with open_store(config.home) as store:
        assert RunList(store).attention() == ()


def test_an_issue_that_is_deleted_has_nobody_to_tell(server: MulticaServer, tmp_path: Path) -> None:
    config, last = review_words(server, tmp_path, lambda run: server.world.delete_issue(run.issue))
    assert last.ending == Superseded(why="the issue is gone")
    with open_store(config.home) as store:
        assert RunList(store).attention() == ()


def test_an_issue_without_text_is_an_error_that_its_creator_is_told(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server)
    issue = server.add_issue(
        "Do it", assignee=server.add_agent("Author"), status="in_progress", description=""
    )
    enter(server, issue)
    config = settle(server, tmp_path, FAST)
    (whole,) = asyncio.run(play(config, (), print))
    assert whole.state == "error"
    (said,) = ours(server)
    assert "has no text" in said
    assert f"(mention://member/{server.owner.id})" in said


def test_a_tracker_that_is_gone_at_the_end_parks_the_review_until_it_is_back(
    server: MulticaServer, tmp_path: Path
) -> None:
    config, last = review_words(
        server, tmp_path, last=lambda _: server.fault("GET", "*", "503", times=1000)
    )
    assert last.state == "open"
    with open_store(config.home) as store:
        (row,) = RunList(store).attention()
    assert row.attention is not None
    assert "503" in row.attention.why
    assert row.attention.next_try > time.time()
    variables = environment(server, tmp_path)
    listed = call("list", env=variables)
    assert "needs attention: TrackerUnavailable" in listed.stdout
    assert "tried again at" in listed.stdout
    server.clear_faults()
    resumed = call("resume", last.id, env=variables, cwd=tmp_path)
    assert resumed.returncode == 0, resumed.stderr
    assert [text.splitlines()[0][:20] for text in ours(server)] == ["/note **Accepted** ("]
    with open_store(config.home) as store:
        assert RunList(store).attention() == ()


# -- what needs attention


def test_what_failed_is_in_the_list_in_doctor_and_on_the_dashboard_until_it_is_let_be(
    tmp_path: Path,
) -> None:
    house = House(tmp_path, Row(state="", status=""))
    house.play([("verdict", "lose the work")])
    rules = {
        "rounds": 1,
        "vote": 75,
        "uncertainty": 30,
        "quality": 6,
        "out": str(tmp_path / "plan"),
    }
    council = CouncilRequest.model_validate(
        {"title": "Tea", "problem": "Which tea?", "members": (), **rules}
    )
    with open_store(house.config.home) as store, store.database.transaction():
        for job, given in (("council", council.model_dump_json()), ("run", "{}")):
            assert store.add_run(f"{job}-1", job, given, "")
            store.end(f"{job}-1", 1, "failed", {"error": "out of luck"})
    env = {**os.environ, "COORDINATOR_HOME": str(house.config.home)}
    todo = "`coordinator resume {0}` continues it, `coordinator cancel {0}` gives it up"
    listed, doctor = (
        call("list", env=env).stdout,
        call("doctor", env=env, cwd=house.config.home).stdout,
    )
    rows = {row["id"]: row["attention"] for row in data_of(call("list", "--json", env=env).stdout)}
    with dashboard(house.config) as running, running.client() as client:
        page = client.get("/").text
    assert page.count("badge attention") == 3
    for run in ("B-1.1", "council-1", "run-1"):
        assert todo.format(run) in listed
        assert todo.format(run) in doctor
        assert todo.format(run) in page
        assert rows[run]["todo"] == todo.format(run)
    assert rows["run-1"]["why"] == "out of luck"
    for run in rows:
        assert call("cancel", run, env=env).returncode == 0
    assert "needs attention" not in call("list", env=env).stdout
    with dashboard(house.config) as running, running.client() as client:
        assert "badge attention" not in client.get("/").text


def test_a_failed_review_needs_no_attention_once_the_issue_is_reviewed_again(
    tmp_path: Path,
) -> None:
    house = House(tmp_path, Row(state="", status=""))
    house.play([("verdict", "lose the work")])
    make_repository(house.repo)
    house.happen("enter again")
    assert [each.state for each in house.play(())] == ["failed", "accept"]
    with open_store(house.config.home) as store:
        assert RunList(store).attention() == ()


# -- by hand


def test_a_review_of_a_file_goes_on_with_the_next_attempt_and_is_followed_to_its_end(
    tmp_path: Path,
) -> None:
    repo = make_repository(tmp_path / "repo")
    # Whoever writes the rubric changes the work, once, and leaves the answer to another.
    script = (
        f"[ -e {tmp_path}/once ] || echo more >> {repo}/notes.md; touch {tmp_path}/once; exit 1"
    )
    judges = "".join(f"    - {{name: {name}, recorded: REPLIES}}\n" for name in JUDGES)
    argv = json.dumps(["/bin/sh", "-c", script])
    seats = f"  meta_judge: {{command: {{argv: {argv}}}, fallback: {{recorded: REPLIES}}}}\n  judges:\n{judges}"
    config = make_config(tmp_path / "home", ACCEPTING, GOES_ON, "sandbox: off\n", seats)
    submission = local_submission(
        "Send greetings\n\ngreet.py must greet every guest by name.", repo, "main"
    )
    ending = asyncio.run(run_review(config, submission))
    assert ending.kind == "decided"
    assert ending.verdict.outcome == "accept"
    first = look_up(config, submission.id)
    assert first.ending == Superseded(why=WORK_CHANGED, successor=f"{submission.id}.2")
    with open_store(config.home) as store:
        assert store.last_attempt(submission.id) == f"{submission.id}.2"
    shown = call("show", submission.id, env={**os.environ, "COORDINATOR_HOME": str(config.home)})
    assert f"superseded: {WORK_CHANGED}; {submission.id}.2 continues it" in shown.stdout


def test_a_submission_that_was_recorded_before_there_were_attempts_is_the_same() -> None:
    recorded = {"id": "B-1.2", "tracker": "board", "entry": "2", "key": "B-1", "given": None}
    submission = Submission.model_validate(recorded)
    assert submission.model_dump() == recorded
    ids = [next_attempt(submission).id, next_attempt(next_attempt(submission)).id]
    assert ids == ["B-1.2.2", "B-1.2.3"]
    assert (
        next_attempt(Submission(id="B-1.1", tracker="board", entry="1", key="B-1")).id == "B-1.1.2"
    )


# -- kill -9


@pytest.mark.parametrize("every", [12, pytest.param(1, marks=pytest.mark.soak)])
def test_kill_9_at_every_event_of_a_review_that_is_overtaken_and_then_accepted(
    tmp_path: Path, every: int
) -> None:
    house = House(tmp_path, Row(state="", status=""))
    environ: Mapping[str, str] = {**os.environ, "COORDINATOR_HOME": str(house.config.home)}
    kills = 0
    while (code := _life(every, environ, house.config.home)) != 0:
        assert code == -signal.SIGKILL, (house.config.home / "stderr").read_text()[-2000:]
        kills += 1
        assert kills < 200
    with open_store(house.config.home) as store:
        first, last = [ReviewReader(store).review(run.id) for run in reversed(store.runs())]
        events = [event for run in (first, last) for event in store.events(run.id)]
    assert kills >= len(events) // (2 * every)  # those of parallel asks may be written together
    assert first.ending == Superseded(why=WORK_CHANGED, successor="B-1.1.2")
    assert (last.id, last.state) == ("B-1.1.2", "accept")
    assert len({(event.run, event.key) for event in events}) == len(events)
    with closing(Board(house.config.home)) as board:
        shown = board.show(house.key)
    assert [(change.now, change.actor) for change in shown.history[-2:]] == [
        ("in_review", "ada"),
        ("done", ME),
    ]
    markers = [marker("2", "attempt"), marker("B-1.1.2", "accept")]
    assert [
        carries(comment.text, mark) for comment, mark in zip(shown.comments, markers, strict=True)
    ] == [True, True]
    assert list((house.config.home / "work").iterdir()) == []


def _life(every: int, environ: Mapping[str, str], home: Path) -> int:
    return Copy(work_until_killed, every, env=environ, cwd=home, stderr=home / "stderr").wait(
        PATIENCE
    )

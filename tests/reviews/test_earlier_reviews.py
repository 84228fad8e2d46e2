"""Persistence does not pay: the same gets the same answer, an escalated one is a person's, windows are kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.app.runtime import review_jobs
from coordinator.config.checks import CheckConfig
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.engine import serving
from coordinator.engine.journal import JournalEngine
from coordinator.errors import LimitReached
from coordinator.models import Reply, Submission
from coordinator.panels.spending import DAY
from coordinator.reviews.earlier_reviews import check_daily_limit, earlier_reviews
from coordinator.reviews.record import ReviewReader, ReviewRecord
from coordinator.storage.ask_history import AskHistory
from coordinator.storage.store import Event, Store
from coordinator.trackers.board import Board
from coordinator.watch import Watch
from tests.support.board_writers import edit
from tests.support.multica_daemon import FAST, ended, enter, ours, submitted, watching
from tests.support.multica_daemon import outcome as ruled
from tests.support.multica_house import seat_panel, settle
from tests.support.multica_server import MulticaServer, breaks
from tests.support.overrides import decide
from tests.support.overtaken_reviews import card, overtake
from tests.support.reviews import (
    GREETS,
    JUDGES,
    Line,
    add_issue,
    deliver,
    judge_line,
    look_up,
    make_config,
    make_repository,
    open_board,
    report,
    review_board,
    rubric_line,
    submit,
)
from tests.support.waiting import PATIENCE

GOOD = report((5, 5))
WRONG = {"text": "greets nobody", "priority": "high", "criterion": "CK-001", "evidence": [GREETS]}
BAD = report((2, 2), against=["CK-001"], findings=[WRONG])
STILL_BAD = report((2, 2), against=["CK-001"], findings=[WRONG], rework={"R1": "open"})
MENDED = report((5, 5), rework={"R1": "resolved"})


def judged(*replies: object) -> list[Line]:
    """All judges say this in the first review, and so on; a pair is what the last judge says differently."""
    lines = [rubric_line()]
    for number, reply in enumerate(replies, 1):
        most, last = reply if isinstance(reply, tuple) else (reply, reply)
        lines += [
            judge_line(seat, last if seat == "Cid" else most, review=number) for seat in JUDGES
        ]
    return lines


GUESTS = CheckConfig(name="guests", grep="^We greeted", in_="notes.md", blocks=True)
SPLIT = (GOOD, report((1, 1)))


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "repo")


def begun(repo: Path, replies: Sequence[object], review: str = "debates: 0") -> tuple[Config, str]:
    """An issue in review, before a panel that answers so."""
    config = make_config(repo.parent / "home", judged(*replies), review)
    key = add_issue(config, repo)
    submit(config, key)
    return config, key


def again(config: Config, key: str) -> ReviewRecord:
    """The author takes the issue out of review, submits it again, and it is reviewed."""
    with closing(Board(config.home)) as board:
        if board.issue(key).status == "in_review":
            board.move(key, "in_progress", actor="ada")
    submit(config, key)
    return review_board(config)[-1]


def outcome(whole: ReviewRecord) -> tuple[str, str, bool]:
    """What a review came to, by which rule, and whether a judge was asked."""
    assert whole.verdict is not None
    return whole.verdict.outcome, whole.verdict.rule, bool(whole.asked)


def test_an_escalated_issue_that_comes_back_the_same_gets_the_same_answer_without_a_panel(
    repo: Path,
) -> None:
    config, key = begun(repo, [SPLIT])
    (first,) = review_board(config)
    assert outcome(first) == ("escalate", "open question", True)
    with closing(Board(config.home)) as board:
        edit(board, key, "greet.py must\n\n greet every\u200b guest  by name.\n")
        board.move(key, "done", actor="ada")  # closed and opened again
        board.move(key, "in_progress", actor="ada")
    deliver(repo, {}, message="nothing, in a commit of its own")
    second = again(config, key)
    assert outcome(second) == ("escalate", "unchanged", False)
    third = again(config, key)
    assert outcome(third) == ("escalate", "unchanged", False)
    note = card(config, key).comments[-1]
    assert note.addressee == "eve"
    assert (
        f"the same as in {first.id}, so its answer stands (open question). No judge was asked."
        in note.text
    )
    assert "Positions of the seats" not in note.text
    assert f"coordinator decide {third.id} accept" in note.text


@pytest.mark.parametrize(
    ("review", "expected"),
    [
        ("debates: 0", ("escalate", "not released", True)),
        ("release_on_change: true", ("accept", "above the bar", True)),
    ],
)
def test_changed_work_of_an_escalated_issue_is_reviewed_and_not_accepted_before_a_person_releases_it(
    repo: Path, review: str, expected: tuple[str, str, bool]
) -> None:
    config, key = begun(
        repo, [SPLIT, GOOD], f"{review}, debates: 0" if "release" in review else review
    )
    review_board(config)
    deliver(repo, {"notes.md": "We greeted 41 guests.\n"})
    second = again(config, key)
    assert outcome(second) == expected
    if expected[0] == "escalate":
        assert card(config, key).issue.status == "in_review"
        said = card(config, key).comments[-1].text
        assert (
            "The panel would accept (above the bar). B-1.1 was escalated, and nobody has decided it yet"
            in said
        )
        assert "a person has to release it" in said
        assert f"`coordinator decide {second.id} accept" in said


def test_changed_work_of_an_escalated_issue_may_be_sent_back(repo: Path) -> None:
    config, key = begun(repo, [SPLIT, BAD])
    review_board(config)
    deliver(repo, {"notes.md": "We greeted 41 guests.\n"})
    assert outcome(again(config, key)) == ("reject", "gate", True)


def test_a_person_who_decides_releases_the_issue(repo: Path) -> None:
    config, key = begun(repo, [SPLIT, MENDED])
    (first,) = review_board(config)
    decide(config, first.id, "reject")
    same = again(config, key)
    assert outcome(same) == ("reject", "unchanged", False)
    assert same.verdict is not None
    assert "(sent back by Maria): R1. No judge" in same.verdict.explanation
    config = make_config(config.home, judged(SPLIT, MENDED, MENDED), "debates: 0")
    deliver(repo, {"notes.md": "We greeted 41 guests.\n"})
    assert outcome(again(config, key)) == ("accept", "above the bar", True)


def test_a_reject_that_comes_back_the_same_is_sent_back_again_until_a_person_is_called(
    repo: Path,
) -> None:
    config, key = begun(repo, [BAD], "reviews_per_issue: 3")
    ends = [outcome(review_board(config)[-1]), outcome(again(config, key))]
    note = card(config, key).comments[-1]
    assert note.addressee == "ada"
    assert "the same as in B-1.1, so its answer stands (gate): R1. No judge was asked." in note.text
    assert "Evidence" not in note.text
    ends.append(outcome(again(config, key)))
    assert ends == [
        ("reject", "gate", True),
        ("reject", "unchanged", False),
        ("escalate", "reviews per issue", False),
    ]


def test_an_answer_does_not_stand_under_other_rules(repo: Path) -> None:
    config, key = begun(repo, [BAD, STILL_BAD])
    review_board(config)
    config = make_config(config.home, judged(BAD, STILL_BAD), "debates: 0, bar: 3")
    assert outcome(again(config, key)) == ("reject", "gate", True)


def test_a_red_check_in_between_does_not_shake_off_what_a_panel_found(repo: Path) -> None:
    """Else the next panel's findings would be about code that has not changed since, and count for nothing."""
    config, key = begun(repo, [BAD])
    config = config.model_copy(update={"checks": (GUESTS,)})
    review_board(config)
    deliver(repo, {"notes.md": "none\n"})
    assert outcome(again(config, key)) == ("reject", "red check", False)
    with open_board(config) as (store, _):
        left = earlier_reviews(ReviewReader(store), "board", key, "")
    assert [reason.id for reason in left.reasons] == ["R1", "R2"]
    assert len(left.ballots) == 3
    assert "notes.md" in {file.path for file in left.changed}


def test_work_that_a_check_rejected_first_is_new_to_the_panel(repo: Path) -> None:
    deliver(repo, {"notes.md": "none\n"})
    config, key = begun(repo, [])
    config = config.model_copy(update={"checks": (GUESTS,)})
    assert outcome(review_board(config)[-1]) == ("reject", "red check", False)
    with open_board(config) as (store, _):
        left = earlier_reviews(ReviewReader(store), "board", key, "")
    assert (left.changed, [reason.id for reason in left.reasons]) == ((), ["R1"])


def test_a_text_with_other_line_breaks_keeps_the_rubric(repo: Path) -> None:
    config, key = begun(repo, [BAD, STILL_BAD])
    review_board(config)
    with closing(Board(config.home)) as board:
        edit(board, key, "greet.py must greet\nevery guest by name.")
    deliver(repo, {"notes.md": "We greeted 41 guests.\n"})
    whole = again(config, key)
    assert whole.rubric is not None
    assert whole.rubric.origin == "earlier review"


def test_whoever_leaves_each_panel_before_its_verdict_does_not_get_an_accept_from_the_next(
    repo: Path,
) -> None:
    config, key = begun(repo, [GOOD], "reviews_per_issue: 1")
    with closing(Board(config.home)) as board:
        overtake(config, "ballot/judge/Ann/0", lambda: board.move(key, "in_progress", actor="ada"))
    last = again(config, key)
    assert outcome(last) == ("escalate", "not released", True)
    assert last.verdict is not None
    assert "1 panels of this issue ended without a verdict" in last.verdict.explanation


# -- windows


def run_until_parked(config: Config) -> ReviewRecord:
    """Let the daemon look once, until the review it has begun is put aside."""

    async def once() -> str:
        parked: asyncio.Queue[str] = asyncio.Queue()
        with open_board(config) as (store, tracker):

            def hear(event: Event) -> None:
                if event.kind == "park":
                    parked.put_nowait(event.run)

            todo = review_jobs(config, tracker, ReviewReader(store))
            async with (
                JournalEngine(state_file(config.home), todo, on_event=hear) as engine,
                serving(engine),
            ):
                await Watch(tracker=tracker, engine=engine, store=store, config=config).look(
                    backlog=True
                )
                return await asyncio.wait_for(parked.get(), PATIENCE)

    return look_up(config, asyncio.run(once()))


def test_an_issue_that_was_reviewed_too_often_today_waits_says_so_and_goes_on_by_itself(
    repo: Path,
) -> None:
    config, key = begun(repo, [BAD, MENDED], "reviews_per_day: 1")
    review_board(config)
    deliver(repo, {"notes.md": "We greeted 41 guests.\n"})
    submit(config, key)
    waiting = run_until_parked(config)
    assert (waiting.state, waiting.work) == ("open", None)
    note = card(config, key).comments[-1]
    assert note.addressee == "eve"
    assert "**The review waits**: this issue has had 1 reviews within a day" in note.text
    assert "It continues by itself at " in note.text
    with closing(Store(state_file(config.home))) as store:
        assert store.run(waiting.id).not_before - time.time() == pytest.approx(DAY, abs=PATIENCE)
        store.database.execute(
            "UPDATE runs SET created = created - :day WHERE id <> :id",
            {"day": DAY, "id": waiting.id},
        )
        store.database.execute("UPDATE runs SET not_before = 0")
    assert outcome(review_board(config)[-1]) == ("accept", "above the bar", True)
    assert len(card(config, key).comments) == 3


def test_a_person_does_not_wait_to_have_a_review_again(tmp_path: Path) -> None:
    def begin(name: str, entry: str) -> None:
        given = Submission(id=name, tracker="board", entry=entry, key="B-1")
        store.add_run(name, "review", given.model_dump_json(), owner="", subject="board:B-1")

    with closing(Store(tmp_path / "state.db")) as store:
        begin("B-1.1", "e1")
        begin("B-1.2", "e2")
        begin("B-1.2-ab12", "e2")
        check_daily_limit(store, "B-1.1", 1)
        with pytest.raises(LimitReached, match="this issue has had 1 reviews") as caught:
            check_daily_limit(store, "B-1.2", 1)
        assert caught.value.pause == pytest.approx(DAY, abs=PATIENCE)
        check_daily_limit(store, "B-1.2", 2)
        check_daily_limit(store, "B-1.2-ab12", 1)


def test_asks_beyond_those_of_an_hour_wait_and_nothing_that_was_answered_is_lost(
    repo: Path,
) -> None:
    config, key = begun(repo, [GOOD], "budget: {asks_per_hour: 3}")
    waiting = run_until_parked(config)
    assert sorted(asked.seat for asked in waiting.asked) == ["Ann", "Bob", "Meta-Judge"]
    assert all(isinstance(asked.answered.ending, Reply) for asked in waiting.asked)
    assert (
        "**The review waits**: the limit of 3 asks within an hour is reached"
        in card(config, key).comments[-1].text
    )


def test_asks_count_for_an_hour(tmp_path: Path) -> None:
    now = time.time()
    with closing(Store(tmp_path / "state.db")) as store:
        for number, at in enumerate([now - 4000, now - 3000, now - 1000, now + 5000]):
            columns = "(run, key, kind, at, epoch, input, body)"
            insert = (
                f"INSERT INTO events {columns} VALUES ('B-1.1', :key, 'step', :at, 1, '', '{{}}')"
            )
            store.database.execute(insert, {"key": f"ask/judge/Ann/{number}", "at": at})
        pauses = [AskHistory(store).pause_after(most) for most in (1, 2, 3)]
    assert pauses == pytest.approx([2600, 600, 0], abs=PATIENCE)


# -- on Multica


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def test_on_multica_an_escalated_issue_that_comes_back_the_same_starts_nobody(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server)["Judge-GPT"].behave = breaks()
    config, issue = settle(server, tmp_path, FAST), submitted(server)
    with watching(server, config):
        enter(server, issue)
        ended(server, config)
        started = server.started(issue)
        server.move(issue, "in_progress", by=server.owner)
        enter(server, issue)
        first, second = ended(server, config, 2)
    assert (ruled(first)[0], ruled(second)) == ("escalate", ("escalate", "unchanged"))
    assert server.started(issue) == started
    assert len(ours(server, issue, "escalate")) == 2
    assert len(ours(server, issue, "escalate")[1]) < len(ours(server, issue, "escalate")[0])

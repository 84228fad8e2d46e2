"""Whatever goes wrong between us and the server: the right outcome, every run once, nothing left posted twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coordinator.app.runtime import open_tracker
from coordinator.trackers import marked
from coordinator.trackers import marker as marker_of
from tests.support.multica_daemon import (
    FAST,
    abstained,
    ended,
    enter,
    ours,
    outcome,
    submitted,
    told,
    watching,
)
from tests.support.multica_faults import COMMENTS, ISSUE, QUICK, assert_done_once
from tests.support.multica_house import BAD, GOOD, META, answers, seat_panel, settle
from tests.support.multica_server import Issue, MulticaServer, Run, mention, never


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def accepted(server: MulticaServer, home: Path, *faults: dict[str, Any]) -> Issue:
    """One review under faults that strike when the issue enters review; it must end as if there were none."""
    issue = submitted(server)
    config = settle(server, home, QUICK)
    with watching(server, config):
        for fault in faults:
            server.fault(**fault)
        enter(server, issue)
        (whole,) = ended(server, config)
    assert outcome(whole)[0] == "accept"
    assert_done_once(server, issue)
    return issue


@pytest.mark.parametrize("kind", ["500", "502", "429", "drop", "hang", "slow"])
def test_a_request_that_fails_is_tried_again(
    server: MulticaServer, tmp_path: Path, kind: str
) -> None:
    seat_panel(server)
    each = [
        {"method": method, "path": "/api/*", "kind": kind, "seconds": 0.3}
        for method in ("GET", "POST", "PUT")
    ]
    accepted(server, tmp_path, *each)


@pytest.mark.parametrize("kind", ["500 after", "drop after", "hang after"])
def test_a_write_that_was_applied_and_not_answered_is_not_repeated(
    server: MulticaServer, tmp_path: Path, kind: str
) -> None:
    seat_panel(server)
    writes = [("POST", COMMENTS), ("PUT", ISSUE)]
    accepted(
        server, tmp_path, *({"method": m, "path": p, "kind": kind, "times": 10} for m, p in writes)
    )
    assert server.count("POST", COMMENTS) == 5


def test_every_fifth_request_may_fail(server: MulticaServer, tmp_path: Path) -> None:
    seat_panel(server)
    accepted(
        server,
        tmp_path,
        {"method": "*", "path": "/api/*", "kind": "503", "times": 10_000, "every": 5},
    )


def test_retry_after_is_kept(server: MulticaServer, tmp_path: Path) -> None:
    seat_panel(server)
    accepted(server, tmp_path, {"method": "POST", "path": COMMENTS, "kind": "429", "seconds": 1})
    posts = [
        request.at
        for request in server.requests
        if request.method == "POST" and "comments" in request.path
    ]
    assert posts[1] - posts[0] >= 1


@pytest.mark.parametrize("times", [1, 6])
def test_a_revision_conflict_on_every_write_only_delays_it(
    server: MulticaServer, tmp_path: Path, times: int
) -> None:
    seat_panel(server)
    accepted(server, tmp_path, {"method": "PUT", "path": ISSUE, "kind": "conflict", "times": times})
    assert server.count("PUT", ISSUE) == times + 1


def test_a_duplicate_that_arrives_late_is_deleted_and_the_oldest_kept(
    server: MulticaServer, tmp_path: Path
) -> None:
    """A post that seemed lost is repeated, and then both arrive."""
    agents = seat_panel(server)
    agents[META].behave = None
    issue = submitted(server)
    config = settle(server, tmp_path, QUICK)
    with watching(server, config):
        enter(server, issue)
        server.wait(lambda: server.tasks(issue, agents[META]))
    (first,) = [
        comment for comment in server.comments(issue) if comment.author == server.user.actor
    ]
    server.say(issue, first.content, server.user)
    # The second was folded into the run of the first
    assert len(server.tasks(issue, agents[META])) == 1
    agents[META].behave = answers_rubric
    with watching(server, config):
        server.wait(lambda: any("deleted" in line for line in told(server, issue)))
        server.set_online(agents[META], True)  # it looks at its queue
        ended(server, config)
    assert first in server.comments(issue)
    assert [line for line in told(server, issue) if "deleted" in line] == [
        f"Coordinator: @{META} rubric/{META} 0 deleted"
    ]
    assert_done_once(server, issue)


@pytest.mark.parametrize(
    ("author", "restarted"), [("waits", False), ("works", True), ("has worked", False)]
)
def test_a_reject_that_arrives_again_after_the_review_is_removed_and_starts_nobody_twice(
    server: MulticaServer, tmp_path: Path, author: str, restarted: bool
) -> None:
    seat_panel(server, reply=BAD)
    agent = server.add_agent("Author")
    issue = submitted(server, agent)
    config = settle(server, tmp_path, QUICK)

    def once() -> bool:
        alive = [
            task.trigger_comment_id
            for task in server.tasks(issue, agent)
            if task.status != "cancelled"
        ]
        removed = f"Coordinator: @{agent.name} reject 0 deleted" in told(server, issue)
        return removed and len(ours(server, issue, "reject")) == 1 and alive == [first.id]

    server.fault("POST", COMMENTS, "late", skip=4)  # after four asks
    with watching(server, config):
        enter(server, issue)
        ended(server, config)
        first = server.comments(issue)[-1]
        if author != "waits":
            task = server.work(agent)
        if author == "has worked":
            server.world.complete(task)
        if not restarted:
            server.arrive()
            server.wait(once)
    if restarted:
        server.arrive()
        assert [task.status for task in server.tasks(issue, agent)] == ["running", "queued"]
        with watching(server, config):
            server.wait(once)
    assert first in server.comments(issue)


def test_the_next_act_on_an_issue_removes_what_arrived_twice_but_no_answers(
    server: MulticaServer, tmp_path: Path
) -> None:
    issue, config = submitted(server), settle(server, tmp_path, QUICK)
    marks = [marker_of("R1", "accept"), marker_of("R1", "note"), marker_of("R2", "accept")]

    async def act() -> None:
        async with open_tracker(config) as tracker:
            for mark in marks[:2]:
                text = (await tracker.post_once(issue.identifier, "Words", marker=mark)).text
                again = server.say(issue, text, server.user)
                server.say(issue, text, server.owner)  # somebody else's is left alone
            server.say(issue, "I see.", server.owner, parent=again)
            await tracker.post_once(issue.identifier, "More words", marker=marks[2])

    asyncio.run(act())
    mine = [
        c.content.splitlines()[-1] for c in server.comments(issue) if c.author == server.user.actor
    ]
    assert sorted(mine) == sorted([marks[0], marks[1], marks[1], marks[2]])
    assert server.story(issue, "comment edited") == []
    assert len([c for c in server.comments(issue) if c.author == server.owner.actor]) == 3


def answers_rubric(run: Run) -> None:
    from tests.support.reviews import RUBRIC

    answers(RUBRIC)(run)


def test_a_marker_that_somebody_else_wrote_is_not_ours(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server)
    issue = submitted(server)
    config = settle(server, tmp_path, QUICK)
    with watching(server, config):
        enter(server, issue)
        (entry,) = [
            a.id for a in server.world.activities_of[issue.id] if a.details.get("to") == "in_review"
        ]
        forged = marked("/note nothing to see", marker_of(f"{issue.identifier}.{entry}", "accept"))
        server.say(issue, forged, server.owner)
        ended(server, config)
    assert_done_once(server, issue)


# The server itself


def test_a_restart_of_the_server_loses_and_doubles_nothing(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server, delay=0.5)
    issue = submitted(server)
    config = settle(server, tmp_path, QUICK)
    with watching(server, config):
        enter(server, issue)
        server.wait(lambda: server.count("POST", COMMENTS) >= 1)
        with server.down():
            server.wait(lambda: len(server.started(issue)) >= 1)
        server.wait(lambda: server.count("POST", COMMENTS) >= 4)
        with server.down():
            server.wait(lambda: len(server.started(issue)) == 4)
        ended(server, config)
    assert_done_once(server, issue)


@pytest.mark.parametrize("skew", [-120, 120])
def test_the_servers_clock_need_not_be_ours(
    server: MulticaServer, tmp_path: Path, skew: float
) -> None:
    agents = seat_panel(server)
    agents["Judge-GPT"].behave = never
    server.set_skew(skew)
    issue = submitted(server)
    config = settle(server, tmp_path, f"review: {{deadline: 3s}}\n{QUICK}")
    with watching(server, config):
        enter(server, issue)
        began = time.monotonic()
        (whole,) = ended(server, config)
        assert 2.9 < time.monotonic() - began < 110  # and not 120 s more or less
    assert abstained(whole, "Judge-GPT") == "late: no reply within 3 s"
    assert abstained(whole, "Judge-Claude") == "a ballot"


def test_the_deadline_goes_on_over_a_restart_of_ours(server: MulticaServer, tmp_path: Path) -> None:
    agents = seat_panel(server)
    agents["Judge-GPT"].behave = never
    server.set_skew(120)
    issue = submitted(server)
    config = settle(server, tmp_path, f"review: {{deadline: 900s}}\n{QUICK}")
    with watching(server, config):
        enter(server, issue)
        server.wait(lambda: "Judge-GPT" in server.started(issue))
    # So much later by the server's clock; a deadline that began anew would be far away
    server.set_skew(120 + 1000)
    with watching(server, config):
        (whole,) = ended(server, config)
    assert abstained(whole, "Judge-GPT") == "late: no reply within 900 s"
    assert server.started(issue).count("Judge-GPT") == 1


def test_an_agent_that_mentions_another_is_not_answered_into_a_cascade(
    server: MulticaServer, tmp_path: Path
) -> None:
    agents = seat_panel(server)

    def calls_a_peer(run: Run) -> None:
        run.reply(f"What do you think, {mention(agents['Judge-Gemini'])}?")
        answers(GOOD)(run)

    agents["Judge-GPT"].behave = calls_a_peer
    issue = submitted(server)
    config = settle(server, tmp_path, FAST)
    with watching(server, config):
        enter(server, issue)
        (whole,) = ended(server, config)
    # The panel or a person decides. The mention starts one run at most, and no run after that.
    assert outcome(whole)[0] in ("accept", "escalate")
    assert server.started(issue).count("Judge-Gemini") <= 2

"""People decide on Multica by a status, a command or an answer; only those in `people` may."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from coordinator.config.settings import Config
from tests.support.multica_daemon import FAST, ended, enter, submitted, watching
from tests.support.multica_house import WORDS, settle
from tests.support.multica_server import Issue, MulticaServer, User
from tests.support.reviews import JUDGES, judge_line, report, rubric_line, write_replies
from tests.support.tracker_decisions import look_once, next_round, undecided, until_decided
from tests.support.waiting import wait_until

SEEN = {"source": "diff", "quote": WORDS}
SPLIT = [
    rubric_line(),
    *(
        judge_line(seat, report((1, 1) if seat == JUDGES[2] else (5, 5), evidence=[SEEN]), number)
        for seat in JUDGES
        for number in range(4)
    ),
]
EVE = "eve@example.test"


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def recorded(home: Path, extra: str = "") -> str:
    """A configuration whose judges are outside the tracker and stay split."""
    replies = write_replies(home, SPLIT)
    judges = "".join(f"    - {{name: {name}, recorded: {replies}}}\n" for name in JUDGES)
    return (
        f"panel:\n  meta_judge: {{recorded: {replies}}}\n  judges:\n{judges}{FAST}"
        f"review: {{single: decide}}\n{extra}"
    )


def escalated(
    server: MulticaServer, home: Path, people: str = f"people: [{EVE}]\n"
) -> tuple[Config, Issue, User]:
    """An issue that a person has to decide, and Eve, who may."""
    eve = server.add_user("Eve")
    config = settle(server, home, recorded(home, people))
    issue = submitted(server)
    with watching(server, config):
        enter(server, issue)
        (whole,) = ended(server, config)
    assert whole.state == "escalate"
    assert look_once(config) == []
    return config, issue, eve


@pytest.mark.parametrize(("status", "outcome"), [("done", "accept"), ("in_progress", "reject")])
def test_a_status_by_a_listed_person_is_a_decision(
    server: MulticaServer, tmp_path: Path, status: str, outcome: str
) -> None:
    config, issue, eve = escalated(server, tmp_path)
    said = len(server.comments(issue))
    server.move(issue, status, by=eve)
    (made,) = look_once(config)
    decision = made.decision
    assert (decision.outcome, decision.by, decision.way) == (outcome, "Eve", "status")
    assert decision.account == f"member:{eve.id}"
    assert undecided(config) == []
    assert (issue.status, len(server.comments(issue))) == (status, said)
    assert next_round(config, "multica", issue.identifier).held == ""
    assert look_once(config) == [made]


def test_a_command_and_an_answer_are_carried_out(server: MulticaServer, tmp_path: Path) -> None:
    config, issue, eve = escalated(server, tmp_path)
    ours = [each for each in server.comments(issue) if each.author == server.user.actor]
    server.say(issue, "reject: nobody is greeted", eve, parent=ours[-1])
    (made,) = look_once(config)
    assert (made.decision.outcome, made.decision.reason) == ("reject", "nobody is greeted")
    assert issue.status == "in_progress"
    author = next(agent for agent in server.world.agents.values() if agent.name == "Author")
    assert len(server.tasks(issue, author)) == 1
    server.say(issue, "/note /coordinator accept good enough", eve)
    assert look_once(config)[-1].decision.outcome == "accept"
    assert issue.status == "done"


def test_agents_strangers_namesakes_and_we_decide_nothing(
    server: MulticaServer, tmp_path: Path
) -> None:
    config, issue, eve = escalated(server, tmp_path)
    author = next(agent for agent in server.world.agents.values() if agent.name == "Author")
    other = server.add_agent("Helper")
    namesake = server.add_user("Eve ")
    for somebody in (server.owner, namesake, author, other, server.user):
        server.say(issue, "/note /coordinator accept", somebody)
        server.move(issue, "done", by=somebody)
        assert look_once(config) == []
        assert len(undecided(config)) == 1
        server.move(issue, "todo", by=somebody)
    comment = server.say(issue, "/note please wait", eve)
    server.world.edit(comment, server.owner.actor, "/note /coordinator accept")
    assert look_once(config) == []


def test_without_the_list_nobody_decides_as_agents_hold_the_tokens_of_members(
    server: MulticaServer, tmp_path: Path
) -> None:
    config, issue, eve = escalated(server, tmp_path, people="")
    server.say(issue, "/note /coordinator accept", eve)
    server.move(issue, "done", by=eve)
    assert look_once(config) == []
    assert len(undecided(config)) == 1


def test_the_daemon_notices(server: MulticaServer, tmp_path: Path) -> None:
    eve = server.add_user("Eve")
    config = settle(server, tmp_path, recorded(tmp_path, f"people: [{EVE}]\n"))
    issue = submitted(server)
    with watching(server, config):
        enter(server, issue)
        wait_until(lambda: undecided(config))
        server.move(issue, "done", by=eve)
        assert until_decided(config).decision.by == "Eve"
    assert undecided(config) == []

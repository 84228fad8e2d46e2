"""What a verdict does to an issue on Multica: status, comment, and exactly the runs that should start."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from coordinator.models import Superseded
from coordinator.reviews.record import ReviewRecord
from tests.support.multica_daemon import (
    ASKED,
    FAST,
    ended,
    enter,
    ours,
    outcome,
    submitted,
    told,
    watching,
)
from tests.support.multica_house import BAD, GOOD, JUDGES, META, WORDS, answers, seat_panel, settle
from tests.support.multica_server import Issue, MulticaServer, Run, User, breaks, mention


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def reviewed(server: MulticaServer, issue: Issue, home: Path, settings: str = "") -> ReviewRecord:
    """One review by the agents there are."""
    config = settle(server, home, f"{settings}\n{FAST}")
    with watching(server, config):
        enter(server, issue)
        (whole,) = ended(server, config)
    return whole


def split(server: MulticaServer) -> None:
    """A panel that cannot agree, so that a person has to decide."""
    agents = seat_panel(server)
    agents["Judge-GPT"].behave = breaks()


def test_an_escalation_tells_the_creator_and_starts_nobody(
    server: MulticaServer, tmp_path: Path
) -> None:
    split(server)
    issue = submitted(server)
    assert outcome(reviewed(server, issue, tmp_path))[0] == "escalate"
    (note,) = ours(server, issue, "escalate")
    assert note.startswith(f"/note {mention(server.owner)} **A person has to decide**")
    assert "Judge-GPT: no ballot (failed)" in note
    assert issue.status == "in_review"
    assert sorted(server.started(issue)) == sorted([META, *JUDGES])


@pytest.mark.parametrize("called", ["name", "email", "id"])
def test_the_person_who_decides_is_found_by_name_address_or_id(
    server: MulticaServer, tmp_path: Path, called: str
) -> None:
    split(server)
    maria: User = server.add_user("Maria Lopez")
    issue = submitted(server)
    reviewed(server, issue, tmp_path, f'review: {{escalate_to: "{getattr(maria, called)}"}}')
    assert ours(server, issue, "escalate")[0].startswith(f"/note {mention(maria)} ")


def test_a_person_nobody_knows_is_reported_and_the_note_is_posted(
    server: MulticaServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    split(server)
    issue = submitted(server)
    with caplog.at_level(logging.WARNING, "coordinator"):
        reviewed(server, issue, tmp_path, "review: {escalate_to: Nobody}")
    assert ours(server, issue, "escalate")[0].startswith("/note **A person")
    assert "nobody in the workspace is called 'Nobody'" in caplog.text


def test_where_an_agent_created_the_issue_its_owner_is_told(
    server: MulticaServer, tmp_path: Path
) -> None:
    split(server)
    planner = server.add_agent("Planner", owner=server.add_user("Paula"))
    author = server.add_agent("Author")
    issue = server.world.create(
        "Send greetings",
        planner.actor,
        status="in_progress",
        assignee=author.actor,
        description=ASKED,
        starts=False,
    )
    server.say(issue, WORDS, author)
    reviewed(server, issue, tmp_path)
    assert ours(server, issue, "escalate")[0].startswith("/note [@Paula](mention://member/")
    assert "Planner" not in server.started(issue)


def test_an_escalation_may_block_the_issue(server: MulticaServer, tmp_path: Path) -> None:
    split(server)
    issue = submitted(server)
    reviewed(server, issue, tmp_path, "multica: {on_escalation: blocked}")
    assert told(server, issue)[-2:] == [
        "Coordinator: status blocked",
        "Coordinator: /note escalate 0",
    ]


def test_an_error_leaves_the_status_and_tells_the_person(
    server: MulticaServer, tmp_path: Path
) -> None:
    agents = seat_panel(server)
    agents[META].behave = breaks()
    issue = submitted(server)
    assert outcome(reviewed(server, issue, tmp_path)) == ("error", "no rubric")
    (note,) = ours(server, issue, "error")
    assert note.startswith(f"/note {mention(server.owner)} **The review could not be completed**")
    assert (issue.status, server.started(issue)) == ("in_review", [META])


def test_a_member_who_is_the_author_is_told_of_the_reject(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server, reply=BAD)
    paul = server.add_user("Paul")
    issue = server.add_issue(
        "Send greetings", assignee=paul, status="in_progress", description=ASKED
    )
    server.say(issue, WORDS, paul)
    assert outcome(reviewed(server, issue, tmp_path))[0] == "reject"
    assert ours(server, issue, "reject")[0].startswith(f"/note {mention(paul)} **Sent back**")
    assert sorted(server.started(issue)) == sorted([META, *JUDGES])


def test_an_author_that_cannot_be_started_is_reported_to_the_creator(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server, reply=BAD)
    issue = submitted(server, server.add_agent("Author", bound=False))
    assert outcome(reviewed(server, issue, tmp_path))[0] == "reject"
    said = f"/note {mention(server.owner)} The author was not started by the comment above: it has no runtime."
    assert ours(server, issue, "stuck")[0].startswith(said)
    assert told(server, issue)[-3:] == [
        "Coordinator: status in_progress",
        "Coordinator: @Author reject 0",
        "Coordinator: /note stuck 0",
    ]


def test_the_last_reject_goes_to_a_person(server: MulticaServer, tmp_path: Path) -> None:
    seat_panel(server, reply=BAD)
    issue = submitted(server)
    whole = reviewed(server, issue, tmp_path, "review: {reviews_per_issue: 1}")
    assert outcome(whole) == ("escalate", "reviews per issue")
    assert "Author" not in server.started(issue)


def test_other_words_in_the_issue_supersede_the_review(
    server: MulticaServer, tmp_path: Path
) -> None:
    agents = seat_panel(server)
    issue = submitted(server)

    def rewrites(run: Run) -> None:
        server.world.write(issue, server.owner.actor, {"description": "Something else."})
        answers(GOOD)(run)

    agents["Judge-GPT"].behave = rewrites
    whole = reviewed(server, issue, tmp_path, "review: {attempts: 1}")
    assert whole.ending == Superseded(why="the text of the issue has changed")
    assert issue.status == "in_review"


def test_whoever_is_assigned_when_the_verdict_is_there_gets_it(
    server: MulticaServer, tmp_path: Path
) -> None:
    agents = seat_panel(server, reply=BAD)
    issue = submitted(server)
    second = server.add_user("Second")

    def reassigns(run: Run) -> None:
        server.world.write(
            issue, server.owner.actor, {"assignee_type": "member", "assignee_id": second.id}
        )
        answers(BAD)(run)

    agents["Judge-GPT"].behave = reassigns
    config = settle(server, tmp_path, f"review: {{settle: 0.1s}}\n{FAST}")
    with watching(server, config):
        enter(server, issue)
        ended(server, config, 2)  # the first panel is called off, as the issue is reassigned
    assert ours(server, issue, "reject")[0].startswith(f"/note {mention(second)} ")

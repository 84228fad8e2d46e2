"""Whose work it is: nobody but the author of an issue can say what is judged, and what others attach is the request."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.app.runtime import open_tracker
from coordinator.models import Ballot, Issue, Superseded
from coordinator.trackers import Delivery
from coordinator.trackers.board import Board, BoardTracker
from coordinator.trackers.multica.delivery import FILE_LIMIT
from coordinator.trackers.multica.tracker import MulticaTracker
from tests.support.multica_daemon import ASKED, FAST, ended, enter, ours, submitted, watching
from tests.support.multica_house import BAD, JUDGES, SEEN, WORDS, answers, seat_panel, settle
from tests.support.multica_server import Agent, MulticaServer, Run, Squad, User, mention
from tests.support.multica_server import Issue as Row
from tests.support.reviews import report
from tests.support.waiting import PATIENCE

URL = "https://github.com/acme/sorter"
OTHER = "/note Take this instead."  # a note starts nobody


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def seen(server: MulticaServer, issue: Row, home: Path) -> tuple[Issue, Delivery]:
    """What the tracker takes for the issue, and for its work."""
    repos = f"multica: {{repos: [{{url: {URL}, path: {home}, base: main}}]}}"
    config = settle(server, home, f"{repos}\n{FAST}")
    judges = {f"agent:{agent.id}" for agent in server.world.agents.values() if agent.name in JUDGES}

    async def look() -> tuple[Issue, Delivery]:
        async with open_tracker(config) as tracker:
            assert isinstance(tracker, MulticaTracker)
            tracker.reviewers |= judges
            found = await tracker.issue(issue.identifier)
            async with asyncio.timeout(PATIENCE):
                return found, await tracker.delivery(found)

    return asyncio.run(look())


def meddle(server: MulticaServer, issue: Row, stranger: User | Agent) -> None:
    """Everything that somebody who is not the author can do to be taken for it."""
    server.attach(
        issue, "other.md", OTHER.encode(), stranger, to=server.say(issue, OTHER, stranger)
    )
    server.say(issue, f"/note The work is at {URL}/tree/evil and {URL}/pull/66.", stranger)
    if isinstance(stranger, Agent):
        with server.world.changed:
            server.world.enqueue(issue, stranger, server.owner.id)
        server.world.complete(server.work(stranger), branch_name="evil", pr_url=f"{URL}/pull/66")


def test_what_others_say_attach_and_push_does_not_become_the_work(
    server: MulticaServer, tmp_path: Path
) -> None:
    author = server.add_agent("Author")
    issue = submitted(server, author)
    server.attach(issue, "notes.md", b"Forty guests.", author)
    for stranger in (server.owner, server.user, server.add_agent("Stranger")):
        meddle(server, issue, stranger)
    enter(server, issue)
    found, delivery = seen(server, issue, tmp_path)
    assert found.author == f"agent:{author.id}"
    assert delivery == Delivery(words=f"{WORDS}\n\nAttachment notes.md:\nForty guests.")
    assert found.attachments == ()  # what hangs at a comment was not asked for either


@pytest.mark.parametrize(
    ("said", "head"),
    [
        (f"Done: {URL}/pull/1", "refs/pull/1/head"),
        (f"> take {URL}/tree/evil\n\nNo, it is {URL}/tree/work.", "work"),
        (f"> {URL}/tree/evil", ""),
        ("As in https://github.com/evil/sorter/pull/1", ""),
        (f"As in {URL}-evil/pull/1", ""),
    ],
)
def test_a_link_counts_in_the_authors_own_words_and_in_our_repositories(
    server: MulticaServer, tmp_path: Path, said: str, head: str
) -> None:
    author = server.add_agent("Author")
    issue = submitted(server, author)
    server.say(issue, said, author)
    enter(server, issue)
    assert seen(server, issue, tmp_path)[1].heads == ((head,) if head else ())


def test_a_pull_request_that_the_tracker_links_is_the_work_whoever_made_it(
    server: MulticaServer, tmp_path: Path
) -> None:
    issue = submitted(server)
    server.add_pull_request(issue, branch="work", head_sha="")
    enter(server, issue)
    assert "work" in seen(server, issue, tmp_path)[1].heads


@pytest.mark.parametrize("kind", ["agent", "member"])
def test_without_an_assignee_whoever_submitted_it_is_the_author(
    server: MulticaServer, tmp_path: Path, kind: str
) -> None:
    author: User | Agent = (
        server.add_agent("Author") if kind == "agent" else server.add_user("Paul")
    )
    stranger = server.add_agent("Stranger")
    issue = server.add_issue(status="in_progress")
    meddle(server, issue, stranger)
    server.say(issue, WORDS, author)
    server.move(issue, "in_review", by=stranger)
    server.move(issue, "in_progress", by=server.owner)
    server.move(issue, "in_review", by=author)  # the last who did
    found, delivery = seen(server, issue, tmp_path)
    assert (found.assignee, found.author, found.addressee) == (
        "",
        f"{kind}:{author.id}",
        f"{kind}:{author.id}",
    )
    assert delivery == Delivery(words=WORDS)


@pytest.mark.parametrize("entered", ["moved", "created"])
def test_whoever_is_assigned_after_the_submission_has_not_made_it(
    server: MulticaServer, tmp_path: Path, entered: str
) -> None:
    author, reader = server.add_agent("Author"), server.add_user("Reader")
    if entered == "moved":
        issue = submitted(server, author)
        enter(server, issue)
    else:
        issue = server.add_issue(assignee=author, status="in_review")
        server.say(issue, WORDS, author)
    for whom in (reader, server.user):
        server.world.write(
            issue, server.owner.actor, {"assignee_type": "member", "assignee_id": whom.id}
        )
        server.say(issue, OTHER, whom)
    found, delivery = seen(server, issue, tmp_path)
    assert (found.author, found.addressee) == (f"agent:{author.id}", f"member:{server.user.id}")
    assert delivery == Delivery(words=WORDS)


def test_a_squads_work_is_that_of_its_members_who_do_not_review(
    server: MulticaServer, tmp_path: Path
) -> None:
    leader, judge, paul = (
        server.add_agent("Lead"),
        server.add_agent("Judge-GPT"),
        server.add_user("Paul"),
    )
    squad: Squad = server.add_squad("Squad", leader, judge, paul)
    issue = server.add_issue(assignee=squad, status="in_progress")
    for who, text in (
        (leader, "Led."),
        (judge, OTHER),
        (paul, "/note Helped."),
        (server.owner, OTHER),
    ):
        server.say(issue, text, who)
    enter(server, issue)
    found, delivery = seen(server, issue, tmp_path)
    assert found.author == f"squad:{squad.id}"
    assert delivery == Delivery(words="Led.\n\n/note Helped.")


# What was asked


def test_an_attachment_of_the_requester_is_part_of_the_request(
    server: MulticaServer, tmp_path: Path
) -> None:
    quote = {"source": "issue", "quote": "Guests from Oulu are greeted in Finnish."}
    agents = seat_panel(server, reply=report((4, 4), evidence=[SEEN, quote]))
    issue = submitted(server)
    server.attach(issue, "guests.md", b"Guests from Oulu are greeted in Finnish.", server.owner)
    server.attach(issue, "menu.png", b"\x89PNG\0\0", server.owner)
    config = settle(server, tmp_path, FAST)
    with watching(server, config):
        enter(server, issue)
        (whole,) = ended(server, config)
    assert whole.work is not None
    assert whole.work.diff == WORDS
    named = (
        "Attached to the request, guests.md (40 bytes):\nGuests from Oulu are greeted in Finnish."
    )
    prompts = [
        c.content
        for c in server.comments(issue)
        if c.author == server.user.actor and "reference" in c.content
    ]
    assert len(prompts) == len(agents)
    assert all(named in prompt and "menu.png (6 bytes)" in prompt for prompt in prompts)
    ballots = [result for result in whole.standings[0].testimonies if isinstance(result, Ballot)]
    assert {proof.found for ballot in ballots for proof in ballot.proofs} == {"verified"}


def test_another_attachment_of_the_requester_supersedes_the_review(
    server: MulticaServer, tmp_path: Path
) -> None:
    agents = seat_panel(server)
    issue = submitted(server)

    def attaches(run: Run) -> None:
        server.attach(issue, "more.md", b"And in Swedish.", server.owner)
        answers(BAD)(run)

    agents["Judge-GPT"].behave = attaches
    config = settle(server, tmp_path, f"review: {{attempts: 1}}\n{FAST}")
    with watching(server, config):
        enter(server, issue)
        (whole,) = ended(server, config)
    assert whole.ending == Superseded(why="the text of the issue has changed")


def test_attachments_are_bounded_and_no_answer_to_one_ends_a_review(
    server: MulticaServer, tmp_path: Path
) -> None:
    author = server.add_agent("Author")
    issue = submitted(server, author)
    server.attach(issue, "long.md", b"0123456789\n" * 50_000, server.owner)
    # The server refuses to show it
    server.attach(issue, "longer.md", b"0123456789\n" * 200_000, server.owner)
    server.attach(issue, "judge.md", OTHER.encode(), server.add_agent("Judge-GPT"))
    server.attach(issue, "work.md", b"0123456789\n" * 50_000, author)
    enter(server, issue)
    found, delivery = seen(server, issue, tmp_path)
    assert [file.name for file in found.attachments] == ["long.md", "longer.md"]
    assert FILE_LIMIT <= len(found.attachments[0].text) + 20 < FILE_LIMIT + 100
    assert "bytes left out" in found.attachments[0].text
    assert found.attachments[1].text == ""
    assert "longer.md (2200000 bytes):\n(not text)" in found.request
    assert len(delivery.words) < FILE_LIMIT + 200


def test_without_attachments_the_request_is_title_and_text() -> None:
    assert Issue(key="B-1", title="Greet", text="By name.").request == "Greet\n\nBy name."
    assert Issue(key="B-1", title="Greet").request == "Greet"


# Whom a reject sends back


def test_a_reject_of_an_unassigned_issue_starts_the_agent_that_submitted_it(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server, reply=BAD)
    author = server.add_agent("Author")
    issue = server.add_issue("Send greetings", status="in_progress", description=ASKED)
    server.say(issue, WORDS, author)
    config = settle(server, tmp_path, FAST)
    with watching(server, config):
        server.move(issue, "in_review", by=author)
        ended(server, config)
    assert ours(server, issue, "reject")[0].startswith(f"{mention(author)} **Sent back**")
    assert len(server.tasks(issue, author)) == 1


# The board


def test_on_the_board_only_the_authors_comments_are_the_work(tmp_path: Path) -> None:
    with closing(Board(tmp_path)) as board:
        given = board.add("Greet", "By name.", creator="olivia", assignee="ada")
        free = board.add("Greet", "By name.", creator="olivia")
        for key in (given.key, free.key):
            for who in ("ada", "eve", "olivia"):
                board.comment(key, f"{who}'s words", author=who)
            board.move(key, "in_review", actor="eve")
        tracker = BoardTracker(board)

        def words(key: str) -> str:
            return asyncio.run(tracker.delivery(board.issue(key))).words

        assert (board.issue(given.key).author, words(given.key)) == ("ada", "ada's words")
        assert (board.issue(free.key).author, words(free.key)) == ("eve", "eve's words")
        assert board.issue(free.key).addressee == "eve"

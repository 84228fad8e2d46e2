"""Agents that start each other: at the limit we take no part in their issue any more, and a person is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.multica_daemon import FAST, enter, submitted, watching
from tests.support.multica_house import seat_panel, settle
from tests.support.multica_server import Issue, MulticaServer, Run, mention

REVIEW = "review: {settle: 0.05s, attempts: 50, reviews_per_day: 1000}\n"
LIMITED = FAST.replace("poll: 0.2s", "poll: 0.2s, actions_per_hour: 12")


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as server:
        yield server


def notes(server: MulticaServer, issue: Issue) -> list[str]:
    """Our comments that ask nobody."""
    ours = [c.content for c in server.comments(issue) if c.author == server.user.actor]
    return [text for text in ours if "/" not in text.splitlines()[-1]]


def test_two_agents_that_mention_each_other_end_our_part(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server)
    config = settle(server, tmp_path, f"{REVIEW}{LIMITED}")
    author = server.add_agent("Author", delay=0.05)
    other = server.add_agent("Other", delay=0.05)

    def resubmits(run: Run) -> None:
        run.set_status("in_progress")
        run.set_status("in_review")
        run.reply(mention(other))

    def answers_back(run: Run) -> None:
        run.reply(mention(author))

    author.behave = resubmits
    other.behave = answers_back
    with watching(server, config):
        issue = submitted(server, author)
        enter(server, issue)
        server.say(issue, mention(author), server.owner)
        server.wait(lambda: _is_limited(server, issue))
        ours = _ours(server, issue)
        work = len(server.tasks(issue))
        server.wait(lambda: len(server.tasks(issue)) > work + 20)
        author.behave = other.behave = None
        assert _ours(server, issue) == ours
    (told,) = [text for text in notes(server, issue) if "actions on this issue" in text]
    assert told.startswith(f"/note [@{server.owner.name}](mention://member/")
    assert "**The review waits**" in told
    assert "the limit watch.actions_per_hour is 12" in told


def _is_limited(server: MulticaServer, issue: Issue) -> bool:
    return any("watch.actions_per_hour" in text for text in notes(server, issue))


def _ours(server: MulticaServer, issue: Issue) -> int:
    return sum(comment.author == server.user.actor for comment in server.comments(issue))

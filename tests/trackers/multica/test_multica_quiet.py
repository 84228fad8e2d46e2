"""One review on Multica is one comment, and notifies only those who have to act."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from coordinator.trackers import marker_of
from tests.support.multica_figures import Figures, inside, outside
from tests.support.multica_server import Issue, MulticaServer


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def last_of_ours(server: MulticaServer, issue: Issue) -> list[str]:
    return [each.content for each in server.comments(issue) if each.author == server.user.actor]


@pytest.mark.parametrize(("state", "people"), [("accept", 2), ("reject", 2), ("escalate", 2)])
def test_judges_outside(server: MulticaServer, tmp_path: Path, state: str, people: int) -> None:
    figures, issue = outside(server, tmp_path, state)
    assert figures == Figures(1, 1, figures.kilobytes, people, 0)
    (said,) = last_of_ours(server, issue)
    assert marker_of(said).endswith(f" {state} 0 -->")
    author = next(agent for agent in server.world.agents.values() if agent.name == "Author")
    assert len(server.tasks(issue, author)) == (1 if state == "reject" else 0)
    if state == "escalate":
        assert said.startswith("/note [@Olivia Owner](mention://member/")


def test_judges_inside(server: MulticaServer, tmp_path: Path) -> None:
    """Each ask has a thread of its own, so that no judge reads the reply of another."""
    figures, _ = inside(server, tmp_path, "accept")
    assert (figures.ours, figures.comments) == (5, 9)
    assert (figures.people, figures.own) == (10, 4)


@pytest.mark.parametrize("state", ["accept", "reject", "escalate"])
def test_an_advisory_verdict_is_only_a_comment(
    server: MulticaServer, tmp_path: Path, state: str
) -> None:
    figures, issue = outside(server, tmp_path, state, "review: {mode: advisory}\n")
    assert (figures.ours, figures.people) == (1, 1)
    assert issue.status == "in_review"
    (said,) = last_of_ours(server, issue)
    assert said.startswith("/note This verdict is advice")
    assert len(server.tasks(issue)) == 0


def test_every_comment_links_to_the_dashboard(server: MulticaServer, tmp_path: Path) -> None:
    _, issue = outside(server, tmp_path, "escalate", "serve: {url: 'https://gate.example/'}\n")
    for text in last_of_ours(server, issue):
        assert "](https://gate.example/reviews/MUL-1." in text

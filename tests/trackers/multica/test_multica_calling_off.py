"""Panels of agents in the tracker that are called off: their runs there are cancelled, and one comment says why."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.app.runtime import cancel_run
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.reviews.publish import LEFT, REASSIGNED, TEXT_CHANGED
from coordinator.storage.store import Store
from tests.support.multica_daemon import ASKED, FAST, watching
from tests.support.multica_house import JUDGES, WORDS, environment, seat_panel, settle
from tests.support.multica_server import Issue, MulticaServer, Task, never

REVIEW = "review: {settle: 0.05s, attempts: 2, adaptive: 'off'}\n"
PANEL = """\
panel:
  meta_judge: {mention: Meta-Judge}
  judges:
    - {name: Judge-GPT, mention: Judge-GPT}
    - {name: Judge-Claude, mention: Judge-Claude}
    - {name: Judge-Gemini, mention: Judge-Gemini}
"""
SAYS = {
    "move": f"{LEFT}. It is todo now",
    "close": f"{LEFT}. It is done now",
    "edit": f"Reviewed again: {TEXT_CHANGED}.",
    "reassign": f"Reviewed again: {REASSIGNED}.",
    "cancel": "**The review was cancelled**: not wanted",
}


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as server:
        yield server


def change_issue(server: MulticaServer, config: Config, issue: Issue, change: str) -> None:
    if change == "move":
        server.move(issue, "todo", by=server.owner)
    elif change == "close":
        server.move(issue, "done", by=server.owner)
    elif change == "edit":
        text = "greet.py must greet every guest by name, and say goodbye."
        server.world.write(issue, server.owner.actor, {"description": text})
    elif change == "reassign":
        other = server.add_agent("Other", never)
        changed = {"assignee_type": "agent", "assignee_id": other.id}
        server.world.write(issue, server.owner.actor, changed)
    else:
        asyncio.run(cancel_run(open_review(config, issue), "not wanted"))


def open_review(config: Config, issue: Issue) -> str:
    with closing(Store(state_file(config.home))) as store:
        for run in store.runs("review", "open"):
            if run.subject.endswith(f":{issue.identifier}"):
                return run.id
    return ""


def asked(server: MulticaServer, issue: Issue) -> list[Task]:
    """The runs of judges."""
    judges = {agent.id for agent in server.world.agents.values() if agent.name in JUDGES}
    return [task for task in server.tasks(issue) if task.agent_id in judges]


def notes(server: MulticaServer, issue: Issue) -> list[str]:
    """Our comments that ask nobody."""
    ours = [c.content for c in server.comments(issue) if c.author == server.user.actor]
    return [text for text in ours if "/" not in text.splitlines()[-1]]


def wait_for_judges(server: MulticaServer, issue: Issue, number: int) -> None:
    server.wait(lambda: len(asked(server, issue)) == number)


def wait_for_the_end(server: MulticaServer, issue: Issue, runs: list[Task]) -> None:
    server.wait(lambda: all(run.status == "cancelled" for run in runs))
    server.wait(lambda: notes(server, issue))


def test_the_runs_of_judges_are_cancelled_after_every_change(
    server: MulticaServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment(server, tmp_path).items():
        monkeypatch.setenv(name, value)
    agents = seat_panel(server)
    for name in JUDGES:
        agents[name].behave = never
    config = settle(server, tmp_path, f"{REVIEW}{FAST}{PANEL}")
    author = server.add_agent("Author", never)
    with watching(server, config):
        issues = {}
        for change in SAYS:
            # Different requests: the same content would be judged only once.
            issues[change] = server.add_issue(
                f"Greet and {change}", assignee=author, status="in_progress", description=ASKED
            )
            server.say(issues[change], WORDS, author)
        for issue in issues.values():
            server.move(issue, "in_review", by=server.owner)
        first = {}
        for change, issue in issues.items():
            wait_for_judges(server, issue, len(JUDGES))
            first[change] = asked(server, issue)
        for change, issue in issues.items():
            change_issue(server, config, issue, change)
        for change, issue in issues.items():
            wait_for_the_end(server, issue, first[change])
        # The next attempt asks the judges anew. After the reassignment it waits for the new author.
        wait_for_judges(server, issues["edit"], 2 * len(JUDGES))
    for change, issue in issues.items():
        (note,) = notes(server, issue)
        assert note.startswith("/note ")
        assert SAYS[change] in note
        if change != "edit":
            assert len(asked(server, issue)) == len(JUDGES)

"""The daemon on Multica: whole lives of issues at the stand-in server, every comment and every run counted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from coordinator.errors import ConfigError
from coordinator.models import Superseded
from coordinator.trackers.multica import tracker as tracker_module
from coordinator.trackers.multica.client import MulticaApi
from coordinator.trackers.multica.tracker import MulticaTracker
from tests.support.multica_daemon import (
    ASKED,
    FAST,
    ended,
    enter,
    ours,
    outcome,
    reviews,
    submitted,
    told,
    watching,
)
from tests.support.multica_house import (
    BAD,
    GOOD,
    JUDGES,
    META,
    SEEN,
    WORDS,
    answers,
    seat_panel,
    settle,
    variables,
)
from tests.support.multica_server import (
    Behave,
    MulticaServer,
    Run,
    in_turn,
    works,
)
from tests.support.reviews import RUBRIC, report
from tests.support.runs import run_async
from tests.support.waiting import PATIENCE

CONFESSION = "It greets nobody by name yet."
CONFESSED = {"source": "diff", "quote": CONFESSION}


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


# The whole life


def test_the_whole_life_of_an_issue_from_work_over_reject_and_rework_to_accept(
    server: MulticaServer, tmp_path: Path
) -> None:
    bad = report((2, 2), against=["CK-001"], evidence=[CONFESSED, SEEN])
    fine = report((4, 4), evidence=[SEEN], rework={"R1": "resolved"})
    server.add_agent(META, behave=answers(RUBRIC))
    server.add_agent("Judge-GPT", behave=in_turn(answers(GOOD), answers(bad), answers(fine)))
    for name in JUDGES[1:]:
        server.add_agent(name, behave=in_turn(answers(bad), answers(bad), answers(fine)))
    author = server.add_agent(
        "Author", behave=in_turn(works(f"{WORDS}\n{CONFESSION}", 0.1), works("By name now.", 0.1))
    )
    issue = server.add_issue("Send greetings", assignee=author, description=ASKED)
    config = settle(server, tmp_path, FAST)
    with watching(server, config):
        server.say(issue, "Please begin.", server.owner)
        first, second = ended(server, config, 2)
    assert (outcome(first)[0], outcome(second)[0]) == ("reject", "accept")

    asked, answered = (
        [f"Coordinator: @{name} judge/{name} 0" for name in JUDGES],
        [f"{n}: comment" for n in JUDGES],
    )
    debated = [f"Coordinator: @{name} debate/{name} 1" for name in JUDGES]
    story = told(server, issue)
    assert story[:6] == [
        "Olivia Owner: comment",
        "Author: status in_progress",
        "Author: status in_review",
        "Author: comment",
        f"Coordinator: @{META} rubric/{META} 0",
        f"{META}: comment",
    ]
    assert sorted(story[6:12]) == sorted([*asked, *answered])
    assert sorted(story[12:18]) == sorted([*debated, *answered])
    assert story[18:22] == [
        "Coordinator: status in_progress",
        "Coordinator: @Author reject 0",
        "Author: status in_review",
        "Author: comment",
    ]
    assert sorted(story[22:28]) == sorted([*asked, *answered])
    assert story[28:] == ["Coordinator: status done", "Coordinator: /note accept 0"]

    runs = ["Author", META, *JUDGES, *JUDGES, "Author", *JUDGES]
    assert sorted(server.started(issue)) == sorted(runs)
    assert all(task.status == "completed" for task in server.tasks(issue))

    (letter,) = ours(server, issue, "reject")
    assert "R1: " in letter
    assert "Does greet greet by name?" in letter
    assert f"“{CONFESSION}” [verified" in letter
    assert "set the issue to in_review again" in letter
    assert "no pushed work was found" in letter


def test_three_variables_and_four_agents_are_all_that_the_daemon_needs(
    server: MulticaServer, tmp_path: Path
) -> None:
    """The old set-up: a real process, nothing configured but the env file."""
    seat_panel(server)
    (tmp_path / "env").write_text(
        "".join(f"{key}={value}\n" for key, value in variables(server).items())
    )
    (tmp_path / "env").chmod(0o600)
    author = server.add_agent("Author", behave=works(WORDS))
    issue = server.add_issue("Send greetings", assignee=author, description=ASKED)
    started = subprocess.Popen(
        [sys.executable, "-m", "coordinator"],
        cwd=tmp_path,
        env=os.environ | {"COORDINATOR_HOME": str(tmp_path), "PYTHONPATH": "src"},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        server.wait(lambda: server.count("GET", "/api/issues") > 1)
        server.say(issue, "Please begin.", server.owner)
        server.wait(lambda: issue.status == "done" and ours(server, issue, "accept"))
    finally:
        started.send_signal(signal.SIGTERM)
        _, logged = started.communicate(timeout=PATIENCE)
    assert sorted(server.started(issue)) == sorted(["Author", META, *JUDGES])
    assert "MUL-1 entered review" in logged
    assert "MUL-1 entered review" in (tmp_path / "coordinator.log").read_text()
    assert server.token not in logged


# The panels that need no configuration


def argues(tool: str, quote: str) -> Behave:
    shown = {"source": f"tool:{tool}", "quote": quote}
    return answers({"drift": False, "claim": "as asked", "evidence": [shown], "query": ""})


def test_tool_mad_needs_no_configuration_where_its_four_agents_live(
    server: MulticaServer, tmp_path: Path
) -> None:
    shown = {
        "Senior Developer": ("code search", "no line matches"),
        "Code Reviewer": ("method", "changed files that describe something"),
        "Project Manager Senior": ("scope", "changed:"),
    }
    for name, output in shown.items():
        server.add_agent(name, behave=argues(*output))
    server.add_agent(
        "Reality Checker", behave=answers({"verdict": "accept", "failures": [], "refuted": []})
    )
    issue = submitted(server)
    config = settle(server, tmp_path, f"review: {{protocol: tool-mad}}\n{FAST}")
    with watching(server, config):
        enter(server, issue)
        (whole,) = ended(server, config)
    assert outcome(whole) == ("accept", "no drift")
    # And there is nothing for the judge to rule on
    assert sorted(server.started(issue)) == sorted(shown)
    tools = {debater.name: debater.tool for debater in config.panel.debaters}
    assert tools == {name: tool for name, (tool, _) in shown.items()}


def test_an_agent_that_the_default_panel_misses_is_said_in_one_line(
    server: MulticaServer, tmp_path: Path
) -> None:
    server.add_agent(META)
    with (
        pytest.raises(
            ConfigError,
            match=r"^the workspace has no agent 'Judge-GPT'.*visible agents: Meta-Judge",
        ),
        watching(server, settle(server, tmp_path, FAST)),
    ):
        pass


# What enters review


def test_what_is_in_review_at_the_first_start_is_left_alone_unless_with_backlog(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server)
    old, new = submitted(server), submitted(server, server.add_agent("Other"))
    enter(server, old)
    config = settle(server, tmp_path / "a", FAST)
    with watching(server, config):
        enter(server, new)
        ended(server, config)
    assert [whole.submission.key for whole in reviews(config)] == [new.identifier]
    backlog = settle(server, tmp_path / "b", FAST)
    with watching(server, backlog, backlog=True):
        ended(server, backlog)
    assert [whole.submission.key for whole in reviews(backlog)] == [old.identifier]


def test_leaving_and_entering_between_two_looks_is_a_new_submission(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server)
    issue = submitted(server)
    config = settle(server, tmp_path, "checks: []\nwatch: {poll: 5s}\nreview: {settle: 0.1s}\n")
    with watching(server, config):
        enter(server, issue)
        server.move(issue, "in_progress", by=server.owner)
        enter(server, issue)
        found = ended(server, config, 2)
    assert [isinstance(whole.ending, Superseded) for whole in found] == [True, False]
    assert issue.status == "done"


def test_an_issue_that_is_created_in_review_is_reviewed_too(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server)
    config = settle(server, tmp_path, FAST)
    with watching(server, config):
        author = server.add_agent("Author")
        issue = server.add_issue(
            "Send greetings", assignee=author, status="in_review", description=ASKED
        )
        (whole,) = ended(server, config)
    assert outcome(whole) == ("reject", "nothing delivered")
    assert issue.status == "in_progress"


def test_a_status_of_the_workspaces_own_counts_by_its_category(
    server: MulticaServer, tmp_path: Path
) -> None:
    server.add_status("qa", "in_review")
    seat_panel(server)
    issue = submitted(server)
    config = settle(server, tmp_path, FAST)
    with watching(server, config):
        server.move(issue, "qa", by=server.owner)
        ended(server, config)
    assert issue.status == "done"
    assert len(reviews(config)) == 1


def test_a_status_made_while_the_daemon_runs_is_watched_too(
    server: MulticaServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tracker_module, "STATUSES_AGE", 0.5)
    seat_panel(server)
    issue, other = submitted(server), submitted(server)
    config = settle(server, tmp_path, FAST)
    with watching(server, config):
        server.move(other, "in_review", by=server.owner)
        ended(server, config)
        server.add_status("qa", "in_review")
        server.move(issue, "qa", by=server.owner)
        ended(server, config, 2)
    assert (issue.status, other.status) == ("done", "done")


def test_what_entered_a_status_before_we_knew_it_is_found_afterwards(server: MulticaServer) -> None:
    late, other = submitted(server), submitted(server)

    async def look() -> None:
        tracker, found = (
            MulticaTracker(MulticaApi(server.url, server.workspace, lambda: server.token)),
            list[str](),
        )
        await tracker.open()
        _, cursor = await tracker.begin(backlog=False)
        with server.world.changed:
            server.world.statuses["qa"] = "in_review"  # nobody tells us
        server.move(late, "qa", by=server.owner)
        server.set_skew(30)
        server.move(other, "in_review", by=server.owner)
        for _ in range(2):
            entries, cursor = await tracker.entries(cursor)
            found += [entry.issue for entry in entries]
            assert await tracker.entry(late.identifier)  # which meets the status, and learns it
        await tracker.close()
        assert sorted(found) == sorted([late.identifier, other.identifier])

    run_async(look)


def test_the_review_begins_when_the_authors_run_is_over(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server)
    author = server.add_agent("Author")
    issue = server.add_issue(
        "Send greetings", assignee=author, status="todo", description=ASKED, starts=True
    )
    config = settle(server, tmp_path, FAST)
    with watching(server, config):
        task = server.work(author)
        server.move(issue, "in_review", by=author)
        server.wait(lambda: server.count("GET", "*/active-task") > 0)
        server.say(issue, WORDS, author)
        assert [line for line in told(server, issue) if "@" in line] == []
        server.world.complete(task)
        (whole,) = ended(server, config)
    assert outcome(whole)[0] == "accept"


def test_a_reviewer_that_touches_the_status_starts_and_stops_nothing(
    server: MulticaServer, tmp_path: Path
) -> None:
    agents = seat_panel(server)

    def fumbles(run: Run) -> None:
        run.set_status("in_progress")
        run.set_status("in_review")
        run.set_status("done")
        answers(BAD)(run)

    agents["Judge-Claude"].behave = agents["Judge-GPT"].behave = fumbles
    agents["Judge-Gemini"].behave = answers(BAD)
    issue = submitted(server)
    config = settle(server, tmp_path, FAST)
    with watching(server, config):
        enter(server, issue)
        (whole,) = ended(server, config)
        server.wait(lambda: issue.status == "in_progress")
    assert outcome(whole)[0] == "reject"
    assert told(server, issue)[-2:] == [
        "Coordinator: status in_progress",
        "Coordinator: @Author reject 0",
    ]
    assert len(reviews(config)) == 1


def test_what_somebody_else_decides_during_the_review_stands(
    server: MulticaServer, tmp_path: Path
) -> None:
    agents = seat_panel(server)
    issue = submitted(server)

    def merges(run: Run) -> None:
        server.move(run.issue, "done", by=server.owner)
        answers(BAD)(run)

    agents["Judge-GPT"].behave = merges
    config = settle(server, tmp_path, FAST)
    with watching(server, config):
        enter(server, issue)
        (whole,) = ended(server, config)
    assert isinstance(whole.ending, Superseded)
    assert issue.status == "done"
    assert not [line for line in told(server, issue) if line.startswith("Coordinator: status")]


def test_requests_grow_with_what_changes_and_not_with_what_is_in_review(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server)
    for number in range(150):
        server.add_issue(f"Old {number}", status="in_review").updated_at -= timedelta(hours=1)
    config = settle(server, tmp_path, FAST)
    with watching(server, config):
        server.wait(lambda: server.count("GET", "/api/issues") > 8)  # whatever it does once is over
        before = len(server.requests)
        server.wait(lambda: server.count("GET", "/api/issues") > 16)
        asked = {request.path for request in server.requests[before:]}
    assert asked <= {"/api/issues", "/ws"}

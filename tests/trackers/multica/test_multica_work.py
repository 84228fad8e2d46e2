"""Where the work of a Multica issue is found: a pushed branch in our clone, or the author's own words and files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.models import Ballot, Superseded
from coordinator.reviews.record import ReviewRecord
from coordinator.storage.store import Store
from coordinator.workspace import repository
from tests.support.multica_daemon import (
    ASKED,
    FAST,
    ended,
    enter,
    ours,
    outcome,
    submitted,
    until_parked,
    watching,
)
from tests.support.multica_house import JUDGES, META, WORDS, answers, seat_panel, settle
from tests.support.multica_server import Agent, Issue, MulticaServer, Run, in_turn
from tests.support.repositories import git
from tests.support.reviews import GREETS, RUBRIC, WORK, deliver, make_repository, report

URL = "https://github.com/acme/sorter"
FINE = report((4, 4), evidence=[GREETS])


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


class Forge:
    """A bare repository as origin, the author's checkout of it with a branch `work`, and our own clone."""

    def __init__(self, place: Path) -> None:
        self.author = make_repository(place / "author")
        git(place, "init", "--quiet", "--bare", "--initial-branch=main", str(place / "origin.git"))
        git(self.author, "remote", "add", "origin", str(place / "origin.git"))
        self.push()
        git(place, "clone", "--quiet", str(place / "origin.git"), str(place / "clone"))
        self.clone = place / "clone"

    def push(self) -> str:
        git(self.author, "push", "--quiet", "origin", "main", "work", "work:refs/pull/1/head")
        return git(self.author, "rev-parse", "work")


@pytest.fixture
def forge(tmp_path: Path) -> Forge:
    return Forge(tmp_path)


def configured(server: MulticaServer, home: Path, forge: Forge) -> Config:
    settings = (
        f"multica: {{repos: [{{url: {URL}, path: {forge.clone}, base: origin/main}}]}}\n{FAST}"
    )
    return settle(server, home, f"review: {{attempts: 1}}\n{settings}")


def reviewed(server: MulticaServer, issue: Issue, home: Path, forge: Forge) -> ReviewRecord:
    config = configured(server, home, forge)
    with watching(server, config):
        enter(server, issue)
        (whole,) = ended(server, config)
    return whole


def pull_request(server: MulticaServer, issue: Issue) -> None:
    server.add_pull_request(issue, branch="work", head_sha="")


def branch_of_the_run(server: MulticaServer, issue: Issue) -> None:
    author = author_of(server, issue)
    with server.world.changed:
        server.world.run_assignee(issue, server.owner.actor)
    server.world.complete(server.work(author), branch_name="work")


def link_in_the_result(server: MulticaServer, issue: Issue) -> None:
    server.say(issue, f"Done, see {URL}/pull/1.", author_of(server, issue))


def author_of(server: MulticaServer, issue: Issue) -> Agent:
    assert issue.assignee is not None
    return server.world.agents[issue.assignee.id]


@pytest.mark.parametrize("names", [pull_request, branch_of_the_run, link_in_the_result])
def test_the_diff_is_of_the_pushed_branch_at_its_commit(
    server: MulticaServer,
    tmp_path: Path,
    forge: Forge,
    names: Callable[[MulticaServer, Issue], None],
) -> None:
    seat_panel(server, reply=FINE)
    issue = submitted(server)
    names(server, issue)
    whole = reviewed(server, issue, tmp_path / "home", forge)
    assert outcome(whole)[0] == "accept"
    assert whole.work is not None
    assert whole.work.commit == git(forge.author, "rev-parse", "work")
    assert sorted(file.path for file in whole.work.changed) == sorted(WORK)
    assert "return 'Hello, ' + name" in whole.work.diff
    assert "nothing was pushed" not in ours(server, issue, "accept")[0]


def test_a_push_during_the_review_supersedes_it(
    server: MulticaServer, tmp_path: Path, forge: Forge
) -> None:
    agents = seat_panel(server, reply=FINE)
    issue = submitted(server)
    pull_request(server, issue)

    def interrupted(run: Run) -> None:
        deliver(forge.author, {"greet.py": "def greet(name):\n    return ''\n"})
        forge.push()
        answers(FINE)(run)

    agents["Judge-GPT"].behave = interrupted
    whole = reviewed(server, issue, tmp_path / "home", forge)
    assert whole.ending == Superseded(why="the work has changed since the review began")
    assert issue.status == "in_review"


def test_without_a_repository_comments_and_files_are_the_sources(
    server: MulticaServer, tmp_path: Path
) -> None:
    quote = {"source": "diff", "quote": "We greeted 40 guests."}
    code = {"source": "greet.py:2", "quote": "return 'Hello, ' + name"}
    reply = report((4, 4), evidence=[quote, code])
    server.add_agent(META, behave=answers(RUBRIC))
    for name in JUDGES:
        server.add_agent(name, behave=answers(reply))
    issue = submitted(server)
    author = author_of(server, issue)
    server.attach(issue, "notes.md", b"We greeted 40 guests.\n", author)
    server.attach(issue, "photo.png", b"\x89PNG\0\0", author)
    config = settle(server, tmp_path, FAST)
    with watching(server, config):
        enter(server, issue)
        (whole,) = ended(server, config)
    assert whole.work is not None
    assert whole.work.diff == f"{WORDS}\n\nAttachment notes.md:\nWe greeted 40 guests.\n"
    ballots = [
        testimony for testimony in whole.standings[0].testimonies if isinstance(testimony, Ballot)
    ]
    found = {proof.evidence: proof.found for ballot in ballots for proof in ballot.proofs}
    assert sorted(found.values()) == ["no source", "verified"]
    assert "no pushed work was found" in ours(server, issue, "accept")[0]
    with closing(Store(state_file(config.home))) as store:
        (suspicions,) = [
            event.body for event in store.events(whole.id) if event.key == "suspicions"
        ]
    assert suspicions == "[]"


def test_nothing_delivered_at_all_is_a_finding(
    server: MulticaServer, tmp_path: Path, forge: Forge
) -> None:
    seat_panel(server)
    author = server.add_agent("Author")
    issue = server.add_issue(
        "Send greetings", assignee=author, status="in_progress", description=ASKED
    )
    assert outcome(reviewed(server, issue, tmp_path / "home", forge)) == (
        "reject",
        "nothing delivered",
    )
    assert server.started(issue) == []


def test_a_review_waits_for_an_origin_that_does_not_answer(
    server: MulticaServer, tmp_path: Path, forge: Forge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "ARRIVAL", 0)
    seat_panel(server, reply=FINE)
    issue, config = submitted(server), configured(server, tmp_path / "home", forge)
    pull_request(server, issue)
    origin = tmp_path / "origin.git"
    away = origin.rename(tmp_path / "away.git")
    with watching(server, config, backoff=0.05):
        enter(server, issue)
        assert until_parked(config)[1].startswith("OriginUnavailable: cannot ask the origin of ")
        # Nobody is bothered but whoever looks at what waits
        assert server.comments(issue)[1:] == []
        away.rename(origin)
        (whole,) = ended(server, config)
    assert outcome(whole)[0] == "accept"


def test_a_branch_that_was_never_pushed_is_said(
    server: MulticaServer, tmp_path: Path, forge: Forge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "ARRIVAL", 0)
    seat_panel(server)
    issue = submitted(server)
    server.add_pull_request(issue, branch="elsewhere", head_sha="", number=2)
    assert outcome(reviewed(server, issue, tmp_path / "home", forge)) == (
        "error",
        "no work to review",
    )
    assert "'elsewhere' could not be fetched" in ours(server, issue, "error")[0]


BLIND_TEST = {
    "kind": "demand",
    "title": "Ann is greeted by name",
    "quote": ASKED,
    "run": "from greet import greet\nexit('Ann' not in greet('Ann'))\n",
    "with": "python",
}


@pytest.mark.needs("bubblewrap")
def test_a_meta_judge_in_the_tracker_writes_blind_tests_for_each_review(
    server: MulticaServer, tmp_path: Path, forge: Forge
) -> None:
    agents = seat_panel(server, reply=FINE)
    writes = answers({"probes": [BLIND_TEST], "trial": []})
    agents[META].behave = in_turn(answers(RUBRIC), writes)
    issue = submitted(server)
    pull_request(server, issue)
    place = f"repos: [{{url: {URL}, path: {forge.clone}, base: origin/main}}]"
    settings = f"review: {{experiments: probes}}\nmultica: {{{place}}}\n{FAST}"
    config = settle(server, tmp_path / "home", settings)
    with watching(server, config):
        enter(server, issue)
        ended(server, config)
        deliver(forge.author, {"notes.md": "By name.\n"})
        forge.push()
        enter(server, issue)
        reviews = ended(server, config, 2)
    for review in reviews:
        assert "probe" in {asked.purpose for asked in review.asked}
        assert len([check for check in review.checks if check.probe]) == 1

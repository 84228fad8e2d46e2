"""Issues of GitHub and Gitea as work items: what starts runs about them, and what runs do to them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from coordinator.app.reviews import submission_at
from coordinator.app.runtime import open_tracker
from coordinator.config.settings import Config
from coordinator.errors import Conflict, UsageError
from coordinator.models import Submission
from coordinator.trackers import Tracker
from tests.support.forge.state import Dialect
from tests.support.forge_house import SHOP, Site, settle
from tests.support.forge_server import ForgeServer
from tests.support.forge_workflows import configure
from tests.support.watched_runs import look, see_to_its_end, starts

Found = TypeVar("Found")
LABELLED = "github_issues: {event: issue_labeled, labels: [agent-ready], states: [open]}"
COMMANDED = "github_issues: {event: issue_commented, command: /fix}"
WORK = """\
stages:
  - id: work
    entry: true
    on_enter:
      run:
        command: |
          echo '{"ok": "yes"}'
      remove_labels: [agent-ready]
      move_issue: In Progress
      comment_issue: {body: 'At {{.Issue.Identifier}} ({{.Issue.URL}}): {{.Issue.Title}}'}
  - id: closed
    terminal: true
    triggers: [{output_matches: {output: work, path: ok, any_of: ["yes"]}}]
    on_enter: {close_issue: true}
"""


@pytest.fixture(params=["github", "gitea"])
def server(request: pytest.FixtureRequest) -> Iterator[ForgeServer]:
    dialect: Dialect = request.param
    with ForgeServer(dialect) as made:
        made.repo(SHOP)
        yield made


def with_tracker(config: Config, act: Callable[[Tracker], Awaitable[Found]]) -> Found:
    async def work() -> Found:
        async with open_tracker(config) as tracker:
            return await act(tracker)

    return asyncio.run(work())


def site_of(server: ForgeServer) -> Site:
    server.grant(SHOP, "judge", "admin")
    return Site(server)


def test_a_labelled_issue_starts_a_run_that_moves_comments_on_and_closes_it(
    server: ForgeServer, tmp_path: Path
) -> None:
    config = configure(server, tmp_path, starts(LABELLED, WORK, name="work"))
    number = server.issue(SHOP, "olga", "Send greetings", "To every guest.")
    pull = server.open_pull(SHOP, by="author", branch="sort", title="Sort")
    assert look(config) == []
    server.add_label(SHOP, pull, "agent-ready")
    assert look(config) == []  # it is no issue
    server.add_label(SHOP, number, "agent-ready")
    [run] = look(config, end=False)
    assert run.startswith(f"work-acme+shop+{number}.")
    assert see_to_its_end(config, run)["kind"] == "completed"
    issue = server.item(SHOP, number)
    assert (issue.state, issue.labels) == ("closed", [])
    [comment] = issue.comments
    at = f"{server.url}/{SHOP}/issues/{number}"
    assert comment.body.startswith(f"At {SHOP}#{number} ({at}): Send greetings")
    assert look(config) == []


def test_a_label_that_is_set_again_starts_another_run(server: ForgeServer, tmp_path: Path) -> None:
    config = configure(server, tmp_path, starts(LABELLED))
    number = server.issue(SHOP, "olga", "Send greetings")
    assert look(config) == []
    begun = []
    for _ in range(2):
        server.add_label(SHOP, number, "agent-ready")
        begun += look(config)
        server.remove_label(SHOP, number, "agent-ready")
        assert look(config) == []
    assert len(set(begun)) == 2


def test_an_issue_that_is_assigned_starts_a_run(server: ForgeServer, tmp_path: Path) -> None:
    trigger = "github_issues: {event: issue_assigned, assigned_to: '@robot'}"
    config = configure(server, tmp_path, starts(trigger))
    number = server.issue(SHOP, "olga", "Send greetings")
    assert look(config) == []
    server.assign(SHOP, number, "maria")
    assert look(config) == []
    server.assign(SHOP, number, "robot")
    assert len(look(config)) == 1


def test_a_command_in_a_comment_starts_a_run_if_a_writer_gives_it(
    server: ForgeServer, tmp_path: Path
) -> None:
    config = configure(server, tmp_path, starts(COMMANDED))
    server.grant(SHOP, "judge", "admin")  # Gitea tells only administrators who can write
    server.grant(SHOP, "maria", "write")
    number = server.issue(SHOP, "olga", "Send greetings", "/fix")
    server.comment(SHOP, number, "maria", "/fix it, please")
    assert look(config) == []  # it was there before
    server.comment(SHOP, number, "stranger", "/fix it at once")
    server.comment(SHOP, number, "judge", "/fix is our own word")
    server.comment(SHOP, number, "maria", "Do not say /fix")
    assert look(config) == []
    again = server.comment(SHOP, number, "maria", "/FIX\nonce more")
    assert look(config) == [f"triage-acme+shop+{number}.{again.id}"]
    assert look(config) == []


def test_only_the_named_people_start_runs_by_a_label(server: ForgeServer, tmp_path: Path) -> None:
    trigger = LABELLED.replace("}", ", labelers: [Maria]}")
    config = configure(server, tmp_path, starts(trigger))
    number = server.issue(SHOP, "olga", "Send greetings")
    assert look(config) == []
    server.add_label(SHOP, number, "agent-ready", by="olga")
    assert look(config) == []
    server.remove_label(SHOP, number, "agent-ready", by="olga")
    assert look(config) == []
    server.add_label(SHOP, number, "agent-ready", by="maria")
    assert len(look(config)) == 1


@pytest.mark.parametrize(
    ("selector", "count"), [("acme/*", 1), ("Acme/Shop", 1), ("acme/other", 0), ("other/*", 0)]
)
def test_a_trigger_can_name_its_repositories(
    server: ForgeServer, tmp_path: Path, selector: str, count: int
) -> None:
    trigger = LABELLED.replace("}", f", repositories: ['{selector}']}}")
    config = configure(server, tmp_path, starts(trigger))
    assert look(config) == []
    server.add_label(SHOP, server.issue(SHOP, "olga", "Send greetings"), "agent-ready")
    assert len(look(config)) == count


def test_the_statuses_of_an_issue_are_labels(server: ForgeServer, tmp_path: Path) -> None:
    extra = "status_labels: {in_progress: doing, qa: 'needs QA'}"
    site = site_of(server)
    config = settle(site, tmp_path, [], extra)
    number = server.issue(SHOP, "olga", "Send greetings")
    server.add_label(SHOP, number, "bug")
    key = f"{SHOP}#{number}"

    async def go(tracker: Tracker) -> None:
        shown = {
            "backlog": ["bug", "backlog"],
            "in_progress": ["bug", "doing"],
            "qa": ["bug", "needs QA"],
            "in_review": ["bug", "in review"],
            "todo": ["bug"],
            "done": ["bug"],
        }
        for status, labels in shown.items():
            issue = await tracker.issue(key)
            to: Any = status
            await tracker.move(key, to, entry=await tracker.last_change(key), version=issue.version)
            item = server.item(SHOP, number)
            assert item.labels == labels
            assert item.state == ("closed" if status == "done" else "open")
            tracker.wake()  # a webhook reports the change
            all_issues = await tracker.issues({"done"}, all_open=True)
            assert [row.status for row in all_issues] == [status]
        changes = {await tracker.last_change(key)}
        await tracker.move(key, "cancelled", entry="", version=0)
        assert (await tracker.issue(key)).status == "cancelled"
        await tracker.move(key, "in_progress", entry="", version=0)
        assert server.item(SHOP, number).labels == ["bug", "doing"]
        assert server.item(SHOP, number).state == "open"
        assert await tracker.last_change(key) not in changes
        before = await tracker.issue(key)
        server.add_label(SHOP, number, "urgent")
        with pytest.raises(Conflict):
            await tracker.move(key, "done", entry="", version=before.version)

    with_tracker(config, go)


def test_an_issue_knows_its_pull_requests_by_keyword_and_by_branch(
    server: ForgeServer, tmp_path: Path
) -> None:
    site = site_of(server)
    config = settle(site, tmp_path, [])
    number = server.issue(SHOP, "olga", "Send greetings")
    key = f"{SHOP}#{number}"
    server.open_pull(SHOP, "author", "apart", "Another thing", "See it.")
    by_branch = server.open_pull(SHOP, "author", "greet-2", "Greet by branch", "Done.")
    server.link_branch(SHOP, number, "greet-2")
    by_word = server.open_pull(SHOP, "author", "greet-1", "Greet", f"Fixes #{number}")

    async def go(tracker: Tracker) -> None:
        pulls = await tracker.pulls(key)
        numbers = [int(pull.url.rpartition("/")[2]) for pull in pulls]
        assert sorted(numbers) == [by_branch, by_word]
        refused = await tracker.merge(key, entry="0" * 40, base="main")
        assert refused is not None
        assert "no pull request that is linked to" in refused
        head = server.pull(SHOP, by_word).head
        assert await tracker.merge(key, entry=head, base="main") == ""

    with_tracker(config, go)
    assert server.pull(SHOP, by_word).merged
    assert not server.pull(SHOP, by_branch).merged
    assert server.item(SHOP, number).state == "closed"


def test_an_issue_is_reviewed_by_its_newest_open_pull_request(
    server: ForgeServer, tmp_path: Path
) -> None:
    site = site_of(server)
    config = settle(site, tmp_path, [], "review: asked")
    number = server.issue(SHOP, "olga", "Send greetings", "To every guest.")

    def ask(*, given: bool = False) -> Submission:
        return asyncio.run(submission_at(config, f"{SHOP}#{number}", given=given))

    with pytest.raises(UsageError, match=f"Fixes #{number}"):
        ask()
    pull = server.open_pull(SHOP, "author", "greet", "Greet", f"Fixes #{number}")
    assert ask().key == f"{SHOP}#{pull}"
    given = ask(given=True).given
    assert given is not None
    assert (given.key, given.head) == (f"{SHOP}#{pull}", server.pull(SHOP, pull).head)
    assert "To every guest." in given.text
    server.close(SHOP, pull)
    with pytest.raises(UsageError):
        ask()


def test_an_issue_with_the_label_for_review_has_its_pull_request_reviewed(
    server: ForgeServer, tmp_path: Path
) -> None:
    site = site_of(server)
    options = "review: asked, status_labels: {in_review: 'in review'}"
    config = settle(site, tmp_path, [], options)
    number = server.issue(SHOP, "olga", "Send greetings")
    server.grant(SHOP, "author", "write")
    pull = server.open_pull(SHOP, "author", "greet", "Greet", f"Fixes #{number}")
    strange = server.open_pull(SHOP, "stranger", "x", "Greet", f"Fixes #{number}", fork=True)
    head = server.pull(SHOP, pull).head

    async def go(tracker: Tracker) -> None:
        _, cursor = await tracker.begin(backlog=False)
        assert await tracker.entry(f"{SHOP}#{pull}") is None
        server.add_label(SHOP, number, "In Review")
        tracker.wake()
        for _ in range(200):  # a change is examined when its second is over
            found, cursor = await tracker.entries(cursor)
            if found:
                break
            tracker.wake()
            await asyncio.sleep(0.05)
        [entry] = found
        assert entry.issue == f"{SHOP}#{pull}"
        assert entry.id.startswith(f"{head}-")
        assert await tracker.entry(f"{SHOP}#{pull}") == entry
        assert await tracker.entry(f"{SHOP}#{strange}") is None
        # After a reject, the issue is in progress again.
        await tracker.move(entry.issue, "in_progress", entry=entry.id, version=0)
        assert server.item(SHOP, number).labels == ["in progress"]
        assert await tracker.entry(f"{SHOP}#{pull}") is None

    with_tracker(config, go)


def test_an_agent_that_an_issue_was_assigned_to_is_assigned_to_it_again(
    server: ForgeServer, tmp_path: Path
) -> None:
    site = site_of(server)
    config = settle(site, tmp_path, [], "restart: assign")
    number = server.issue(SHOP, "olga", "Send greetings", assignees=["author"])
    pull = server.open_pull(SHOP, "author", "greet", "Greet", f"Fixes #{number}")

    async def go(tracker: Tracker) -> None:
        issue = await tracker.issue(f"{SHOP}#{pull}")
        for _ in range(2):  # the second time it was done already
            assert await tracker.retrigger(issue, "review-1") == "author was assigned"

    with_tracker(config, go)
    kinds = [event.kind for event in server.item(SHOP, number).timeline]
    assert kinds.count("assigned") == 1
    assert kinds.count("unassigned") == 1
    assert server.pull(SHOP, pull).assignees == []

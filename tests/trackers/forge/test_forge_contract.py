"""What our tracker of pull requests promises, and takes for granted of a forge: of both dialects, and of a real Gitea.

`pytest -m integration` asks the server that COORDINATOR_GITEA_URL names. COORDINATOR_GITEA_TOKEN is ours, and has to be
allowed to create a repository (scopes write:user, write:repository and write:issue), which is removed again; or
COORDINATOR_GITEA_REPO names one, where both may write. COORDINATOR_GITEA_AUTHOR_TOKEN is of the account that delivers.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from coordinator.app.runtime import open_tracker
from coordinator.config.environment import CREDENTIALS
from coordinator.errors import AccessRefused, Conflict, TrackerError
from coordinator.trackers import LineComment, marker
from coordinator.trackers.forge import merge_writer
from coordinator.trackers.forge.pulls import head_of
from coordinator.trackers.forge.tracker import ForgeTracker
from tests.support.forge.real import RealGitea
from tests.support.forge_house import ASKED, DIALECTS, FORGES, MENDED, SILENT, Site, settle, site_at
from tests.support.repositories import git
from tests.support.runs import run_async

LINE = (LineComment(path="greet.py", line=2, text="R1: not by name"),)
NOWHERE = (LineComment(path="absent.py", line=99, text="R2: this is nowhere"),)


@pytest.fixture(params=FORGES)
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    with site_at(request.param, tmp_path) as site:
        yield site


@asynccontextmanager
async def tracker_at(site: Site, home: Path, options: str = "") -> AsyncIterator[ForgeTracker]:
    async with open_tracker(settle(site, home, [], options)) as tracker:
        assert isinstance(tracker, ForgeTracker)
        yield tracker


def working_at(
    site: Site, home: Path, work: Callable[[ForgeTracker], Awaitable[None]], options: str = ""
) -> None:
    """Do something with the tracker of a site."""

    async def there() -> None:
        async with tracker_at(site, home, options) as tracker:
            await work(tracker)

    run_async(there)


async def entry_of(tracker: ForgeTracker, key: str) -> str:
    found = await tracker.entry(key)
    assert found is not None
    return found.id


async def until(
    site: Site, tracker: ForgeTracker, cursor: str, *numbers: int, head: str = ""
) -> tuple[dict[str, str], str]:
    """The entries by pull request, once those of these are among them."""
    found = dict[str, str]()
    async with asyncio.timeout(60):
        while {f"{site.repo}#{number}" for number in numbers} - set(found) or head not in (
            "",
            *found.values(),
        ):
            new, cursor = await tracker.entries(cursor)
            found |= {entry.issue: entry.id for entry in new}
            await tracker.pause(0.1)
    return found, cursor


# -- entries into review


def test_every_way_into_review_is_an_entry_of_its_own(site: Site, tmp_path: Path) -> None:
    server, repo = site.server, site.repo
    number = site.open(draft=True)
    first = site.pull(number).head

    def request() -> None:
        server.request_review(repo, number, site.me)

    def label() -> None:
        server.add_label(repo, number, "please")

    async def work(tracker: ForgeTracker) -> None:
        key, seen = f"{repo}#{number}", list[str]()

        async def enters(act: Callable[[], object]) -> None:
            act()
            # Which writes down a push after its commit is at the head
            if isinstance(server, RealGitea):
                await asyncio.sleep(1)
            entry = await entry_of(tracker, key)
            assert entry not in seen
            assert head_of(entry) == site.pull(number).head
            assert await entry_of(tracker, key) == entry, "the same entry has the same id"
            seen.append(entry)

        assert await tracker.entry(key) is None, "a draft is in review by nothing"
        await enters(lambda: server.ready(repo, number))
        await enters(lambda: server.push(repo, number, MENDED))
        await enters(lambda: server.push_back(repo, number, first))
        await enters(request)
        await tracker.review(key, "reject", "no", (), entry=seen[-1], marker=marker("x", "review"))
        assert await entry_of(tracker, key) == seen[-1]
        await enters(request)
        await enters(label)
        server.remove_label(repo, number, "please")
        assert await entry_of(tracker, key) == seen[-1]
        await enters(label)
        server.close(repo, number)
        assert await tracker.entry(key) is None
        assert (await tracker.issue(key)).status == "cancelled"
        with pytest.raises(Conflict):
            await tracker.move(key, "done", entry=seen[-1])
        await enters(lambda: server.reopen(repo, number))

    working_at(site, tmp_path, work, "label: please")


def test_entries_are_seen_whatever_else_happens_and_also_after_a_restart(
    site: Site, tmp_path: Path
) -> None:
    server, repo = site.server, site.repo
    old, moved = site.open("Old"), site.open("Moved")

    async def work(tracker: ForgeTracker) -> None:
        await asyncio.sleep(2)  # what was there before is older than the watch
        _, cursor = await tracker.begin(backlog=False)
        new = site.open("New")
        server.push(repo, moved, MENDED)
        server.comment(repo, old, site.author, "I have nothing to add.")
        found, cursor = await until(site, tracker, cursor, new, moved)
        assert found == {f"{repo}#{number}": site.pull(number).head for number in (new, moved)}
        head = server.push(repo, new, MENDED)
        async with tracker_at(site, tmp_path) as restarted:
            later, _ = await until(site, restarted, cursor, head=head)
        assert set(later.values()) <= {head, *found.values()}
        backlog, _ = await tracker.begin(backlog=True)
        assert {f"{repo}#{number}" for number in (old, moved, new)} <= {
            entry.issue for entry in backlog
        }

    working_at(site, tmp_path, work)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_list_is_read_to_its_last_page(
    dialect: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with site_at(dialect, tmp_path) as site:
        numbers = [site.open(f"Number {number}") for number in range(5)]
        for text in map(str, range(5)):
            site.server.comment(site.repo, numbers[0], site.author, text)

        async def work(tracker: ForgeTracker) -> None:
            [unit] = tracker.api.page_size
            monkeypatch.setattr(type(tracker.api), "page_size", {unit: 2})
            async with asyncio.timeout(60):
                backlog, _ = await tracker.begin(backlog=True)
                said = await tracker.comments(f"{site.repo}#{numbers[0]}")
            assert {entry.issue for entry in backlog} == {
                f"{site.repo}#{number}" for number in numbers
            }
            assert [comment.text for comment in said] == list("01234")

        working_at(site, tmp_path, work)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_pull_request_that_cannot_be_read_keeps_no_other_from_its_review(
    dialect: str, tmp_path: Path
) -> None:
    with site_at(dialect, tmp_path) as site:

        async def work(tracker: ForgeTracker) -> None:
            _, cursor = await tracker.begin(backlog=False)
            before, broken, after = site.open("Before"), site.open("Broken"), site.open("After")
            site.standin.fault("GET", f"*/issues/{broken}/timeline", "403", times=1_000)
            found, cursor = await until(site, tracker, cursor, before, after)
            assert set(found) == {f"{site.repo}#{number}" for number in (before, after)}
            site.standin.faults.clear()
            later, _ = await until(site, tracker, cursor, broken)
            assert set(later) == {f"{site.repo}#{broken}"}

        working_at(site, tmp_path, work)


def test_a_wrong_token_is_refused_and_so_is_a_repository_that_is_not_there(
    site: Site, tmp_path: Path
) -> None:
    async def work(tracker: ForgeTracker) -> None:
        assert tracker.me == site.me
        with pytest.raises(TrackerError, match="404"):
            await tracker.issue(f"{site.repo}x#1")

        async def wrong() -> str:
            return "0" * 40

        tracker.api.token = wrong
        with pytest.raises(AccessRefused, match="COORDINATOR_TOKEN"):
            await tracker.open()

    working_at(site, tmp_path, work)


# -- what was asked, and where the work is


def test_what_was_asked_is_what_others_have_asked_for(site: Site, tmp_path: Path) -> None:
    server, repo = site.server, site.repo
    theirs, own = (
        server.issue(repo, who, "Send greetings", ASKED + who) for who in (site.asker, site.author)
    )
    text = f"Fixes #{own}, closes #{theirs}, resolves else/where#1"
    settles = server.open_pull(repo, site.author, "one", "One", text, SILENT)
    alone = server.open_pull(repo, site.author, "two", "Two", "As I was told.", MENDED, draft=True)

    async def work(tracker: ForgeTracker) -> None:
        issue = await tracker.issue(f"{repo}#{settles}")
        assert ASKED + site.asker in issue.text
        assert ASKED + site.author not in issue.text
        assert (issue.author, issue.base) == (site.author, "main")
        assert issue.creator == (site.asker if site.asker != site.me else site.author)
        assert (issue.title, issue.status, issue.head) == (
            "Send greetings",
            "in_review",
            site.pull(settles).head,
        )
        other = await tracker.issue(f"{repo}#{alone}")
        assert (other.text, other.status) == ("As I was told.", "in_progress")

    working_at(site, tmp_path, work)


def test_the_head_of_a_fork_is_fetched_from_where_it_is_going(site: Site, tmp_path: Path) -> None:
    number = site.open(fork=True)

    async def work(tracker: ForgeTracker) -> None:
        issue = await tracker.issue(f"{site.repo}#{number}")
        found = await tracker.delivery(issue)
        git(Path(found.repo), "fetch", "--quiet", "origin", found.heads[0])
        assert git(Path(found.repo), "rev-parse", "FETCH_HEAD") == issue.head
        assert site.token not in (Path(found.repo) / ".git" / "config").read_text()
        assert (tmp_path / CREDENTIALS).stat().st_mode & 0o077 == 0

    working_at(site, tmp_path, work)


# -- writing


def test_a_comment_is_written_once_and_replaced_and_nobody_elses_is_ours(
    site: Site, tmp_path: Path
) -> None:
    number = site.open()
    key, mark = f"{site.repo}#{number}", marker("contract", "once")
    site.server.comment(site.repo, number, site.author, f"mine\n\n{mark}")

    async def work(tracker: ForgeTracker) -> None:
        for text, replace in (("hello", False), ("other", False), ("@everyone\n/merge", True)):
            posted = await tracker.post_once(key, text, marker=mark, replace=replace)
            assert posted.author == site.me
        assert [comment.author for comment in await tracker.comments(key)] == [site.author, site.me]
        assert posted.text == f"@\u200beveryone\n\u200b/merge\n\n{mark}"
        for _ in range(2):
            await tracker.label(key, ["new one"], ["absent"])
        assert site.pull(number).labels == ["new one"]
        await tracker.label(key, [], ["new one"])
        assert site.pull(number).labels == []

    working_at(site, tmp_path, work)


def test_a_verdict_counts_for_the_head_that_was_judged_and_for_no_other(
    site: Site, tmp_path: Path
) -> None:
    server, repo = site.server, site.repo
    number = site.open()
    key, pull = f"{repo}#{number}", site.pull(number)

    async def work(tracker: ForgeTracker) -> None:
        entry, first = await entry_of(tracker, key), pull.head
        for mark, findings in (("a", LINE), ("a", LINE), ("b", NOWHERE)):
            await tracker.review(
                key, "reject", "no", findings, entry=entry, marker=marker(mark, "review")
            )
        await tracker.review(key, "accept", "yes", (), entry=entry, marker=marker("c", "review"))
        states = ["CHANGES_REQUESTED", "CHANGES_REQUESTED", "APPROVED"]
        assert [(one.state, one.sha) for one in pull.reviews] == [
            (state, first) for state in states
        ]
        assert [(one.path, one.line) for one in pull.reviews[0].comments] == [("greet.py", 2)]
        server.push(repo, number, MENDED)
        with pytest.raises(Conflict):
            await tracker.move(key, "done", entry=entry)
        assert "no review: " in await tracker.review(
            key, "accept", "yes", (), entry=entry, marker=marker("d", "review")
        )
        assert await tracker.merge(key, entry=entry), "it says why not"
        assert len(pull.reviews) == 3
        newer = await entry_of(tracker, key)
        await tracker.show_state(key, "begun", "The panel is at work", entry=newer)
        assert pull.reviews[2].dismissed, "an approval of what is no longer there"
        for _ in range(2):
            await tracker.override(key, "done", entry=newer)
        assert [(one.state, one.sha) for one in pull.reviews[3:]] == [("APPROVED", pull.head)]
        assert site.statuses(number) == ["pending", "success", "success"]
        for _ in range(2):
            assert await tracker.merge(key, entry=newer) == ""
        assert pull.merged
        assert (await tracker.issue(key)).status == "done"

    working_at(site, tmp_path, work)


def test_what_has_conflicts_is_not_merged_and_that_is_said(site: Site, tmp_path: Path) -> None:
    one, other = site.open(), site.open(files=MENDED)

    async def work(tracker: ForgeTracker) -> None:
        assert await tracker.merge(f"{site.repo}#{one}") == ""
        assert "405" in await tracker.merge(f"{site.repo}#{other}", unasked=True)
        assert site.pull(other).state == "open"

    working_at(site, tmp_path, work, "merge: always")


def test_a_server_that_computes_for_long_whether_it_can_merge_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merge_writer, "PAUSE", 0.0)
    with site_at("gitea", tmp_path) as site:
        number = site.open()
        merge = f"/repos/{site.repo}/pulls/{number}/merge"
        # more attempts than one series has
        site.standin.fault("POST", merge, "405", times=8, message="Please try again later")

        async def work(tracker: ForgeTracker) -> None:
            assert await tracker.merge(f"{site.repo}#{number}") == ""

        working_at(site, tmp_path, work, "merge: always")
        assert site.pull(number).merged


@pytest.mark.parametrize("way", ["mention", "assign", "label", "dispatch", "none"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_author_is_started_again_once_in_the_configured_way(
    dialect: str, way: str, tmp_path: Path
) -> None:
    if (dialect, way) == ("gitea", "dispatch"):
        pytest.skip("a Gitea cannot do that")
    with site_at(dialect, tmp_path) as site:
        number = site.open()
        site.standin.grant(site.repo, site.author, "write")
        pull = site.standin.pull(site.repo, number)

        async def work(tracker: ForgeTracker) -> None:
            issue = await tracker.issue(f"{site.repo}#{number}")
            entry = await entry_of(tracker, issue.key)
            for review in ("one", "two"):
                await tracker.review(
                    issue.key, "reject", "no", (), entry=entry, marker=marker(review, "review")
                )
                for _ in range(1 if way == "dispatch" else 2):
                    await tracker.retrigger(issue, review)
                if way in ("assign", "label"):  # which are told apart by their times, in seconds
                    await asyncio.sleep(1)

        working_at(site, tmp_path, work, f"restart: {way}")
        done = {
            "mention": sum(one.body.startswith(f"@{site.author} ") for one in pull.comments),
            "assign": sum(event.kind == "assigned" for event in pull.timeline),
            "label": sum(event.kind == "labeled" for event in pull.timeline),
            "dispatch": len(pull.dispatches),
        }
        assert {name: count for name, count in done.items() if count} == (
            {} if way == "none" else {way: 2}
        )

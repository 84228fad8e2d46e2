"""What the author of a pull request may try, and what becomes of it; at the tracker itself, on both dialects."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from coordinator.app.runtime import open_tracker
from coordinator.config.settings import Config
from coordinator.errors import TrackerError
from coordinator.trackers import Delivery
from coordinator.trackers.forge.pulls import inert
from coordinator.trackers.forge.tracker import ForgeTracker
from tests.support.forge import git as repositories
from tests.support.forge_house import DIALECTS, MENDED, SHOP, panel, settle, site_at
from tests.support.repositories import git

T = TypeVar("T")
Asked = Callable[[ForgeTracker], Awaitable[T]]
WHERE = pytest.mark.parametrize("where", DIALECTS)


def ask(config: Config, question: Asked[T]) -> T:
    """What a tracker that was just opened answers."""

    async def asked() -> T:
        async with open_tracker(config) as tracker:
            assert isinstance(tracker, ForgeTracker)
            async with asyncio.timeout(60):
                return await question(tracker)

    return asyncio.run(asked())


@WHERE
def test_a_repository_that_has_moved_is_read_and_written_where_it_is_now(
    where: str, tmp_path: Path
) -> None:
    with site_at(where, tmp_path) as site:
        config, number = settle(site, tmp_path, panel()), site.open()
        site.standin.rename(SHOP, "acme/store")

        async def at_once(tracker: ForgeTracker) -> str:
            pulls = await asyncio.gather(*(tracker.api.pull(SHOP, number) for _ in range(9)))
            await tracker.api.post_comment(SHOP, number, "Here.")
            return pulls[-1].head

        assert ask(config, at_once) == site.standin.pull("acme/store", number).head
        assert [each.body for each in site.standin.pull("acme/store", number).comments] == ["Here."]


@WHERE
def test_no_answer_of_a_server_leads_our_token_to_another_one(where: str, tmp_path: Path) -> None:
    with site_at(where, tmp_path) as site, site_at(where, tmp_path) as other:
        config = settle(site, tmp_path, panel())
        with pytest.raises(TrackerError, match="is redirected to"):
            ask(config, lambda tracker: tracker.api.get(f"{other.standin.api}/user"))
        assert not other.standin.requests


@WHERE
def test_what_was_judged_for_one_branch_is_not_merged_into_another(
    where: str, tmp_path: Path
) -> None:
    with site_at(where, tmp_path) as site:
        config, repo = (
            settle(site, tmp_path, panel(), "merge: always"),
            site.standin.world.repos[SHOP],
        )
        main = git(repo.path, "rev-parse", "main")
        repositories.commit(repo.path, "refs/heads/mine", {"evil.py": "steal()\n"}, "Mine", main)
        number = site.open(files=MENDED, base="mine")
        key, pull = f"{SHOP}#{number}", site.standin.pull(SHOP, number)
        before = entry_of(config, key)
        site.standin.retarget(SHOP, number, "main")
        after = entry_of(config, key)
        assert (after.partition("-")[0], after == before) == (pull.head, False)
        with site.standin.world.changed:
            pull.timeline.clear()  # as where so much refers to it that a page of it shows nothing
        assert entry_of(config, key) != before
        assert ask(config, lambda it: it.merge(key, entry=before, base="mine", unasked=True)) == ""
        assert "its base is main now" in ask(
            config, lambda it: it.merge(key, entry=before, base="mine")
        )
        assert git(repo.path, "rev-parse", "main") == main
        assert ask(config, lambda it: it.merge(key, entry=before, base="main")) == ""
        assert pull.merged


@WHERE
def test_the_next_review_takes_back_what_was_approved_also_where_it_comes_to_nothing(
    where: str, tmp_path: Path
) -> None:
    with site_at(where, tmp_path) as site:
        config, number = settle(site, tmp_path, panel()), site.open()
        key, pull = f"{SHOP}#{number}", site.standin.pull(SHOP, number)

        def approve() -> str:
            head = pull.head
            marker = f"<!-- coordinator: {head} review {len(pull.reviews)} -->"
            ask(config, lambda it: it.review(key, "accept", "Good.", (), entry=head, marker=marker))
            return head

        def counting() -> list[str]:
            return [
                each.sha for each in pull.reviews if each.state == "APPROVED" and not each.dismissed
            ]

        first = approve()
        # Of the same commit, once more
        ask(config, lambda it: it.show_state(key, "begun", "", entry=f"{first}-7"))
        assert counting() == []
        second = approve()
        ask(config, lambda it: it.show_state(key, "error", "", entry=second))
        assert counting() == [second]
        third = site.server.push(SHOP, number, MENDED)
        # A review that is overtaken already
        ask(config, lambda it: it.show_state(key, "begun", "", entry=second))
        assert counting() == [second]
        ask(config, lambda it: it.show_state(key, "error", "", entry=third))
        assert counting() == []


@WHERE
def test_a_label_that_somebody_removes_at_the_same_moment_stops_no_review(
    where: str, tmp_path: Path
) -> None:
    with site_at(where, tmp_path) as site:
        config = settle(site, tmp_path, panel(), "labels: {begun: reviewing, reject: rejected}")
        number = site.open()
        site.standin.add_label(SHOP, number, "reviewing")
        site.standin.fault("DELETE", "*/labels/*", "405")
        state = site.pull(number).head
        ask(config, lambda it: it.show_state(f"{SHOP}#{number}", "reject", "", entry=state))
        assert site.statuses(number) == ["failure"]


@WHERE
def test_a_private_issue_of_ours_is_not_told_to_who_names_it_elsewhere(
    where: str, tmp_path: Path
) -> None:
    with site_at(where, tmp_path) as site:
        site.standin.repo("acme/vault", private=True)
        site.standin.repo("acme/wiki")
        site.standin.grant("acme/vault", "judge", "admin")
        hidden = site.standin.issue("acme/vault", "olga", "Hidden", "The combination is 7-7-7.")
        shown = site.standin.issue("acme/wiki", "olga", "Shown", "Greet everybody.")
        config = settle(site, tmp_path, panel(), repos=(SHOP, "acme/vault", "acme/wiki"))
        # A base that is not the default branch: GitHub links nothing then, and the text counts.
        git(site.standin.world.repos[SHOP].path, "branch", "next", "main")
        text = f"Fixes acme/vault#{hidden}, fixes acme/wiki#{shown}"
        number = site.standin.open_pull(SHOP, "author", "work", "Greet", text, base="next")
        assert (
            ask(config, lambda it: it.issue(f"{SHOP}#{number}")).text == "Shown\n\nGreet everybody."
        )


def test_our_clone_is_of_the_server_that_our_token_is_for(tmp_path: Path) -> None:
    with site_at("gitea", tmp_path) as site:
        config, number = settle(site, tmp_path, panel()), site.open()
        site.standin.world.url = "http://elsewhere.example"  # what it calls itself
        delivery = ask(config, lambda it: deliver(it, f"{SHOP}#{number}"))
        assert (
            git(Path(delivery.repo), "config", "remote.origin.url")
            == f"{site.server.url}/{SHOP}.git"
        )
        secret = tmp_path / "clones" / "credentials"
        assert (secret.stat().st_mode & 0o777, "elsewhere" in secret.read_text()) == (0o600, False)


async def deliver(tracker: ForgeTracker, key: str) -> Delivery:
    return await tracker.delivery(await tracker.issue(key))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ask @bob", "ask @|bob"),
        ("ask &#64;bob, &#x0040;bob or &commat;bob", "ask &|#64;bob, &|#x0040;bob or &|commat;bob"),
        ("ask @&#98;ob", "ask @|&#98;ob"),
        ("a\r/merge\u2028/merge", "a\n|/merge\n|/merge"),
        ("closes #12, Fixes: acme/x#3", "closes |#12, Fixes: |acme/x#3"),
        (
            "resolves http://x.org/a/b/issues/1; fixes the bug",
            "resolves |http://x.org/a/b/issues/1; fixes the bug",
        ),
        ("<!-- the rest is unseen", "<|!-- the rest is unseen"),
        ("R&D @ 5 #12", "R&D @ 5 #12"),
    ],
)
def test_words_of_others_call_nobody_settle_nothing_and_hide_nothing(text: str, said: str) -> None:
    assert inert(text) == said.replace("|", "\u200b")


def entry_of(config: Config, key: str) -> str:
    found = ask(config, lambda tracker: tracker.entry(key))
    return found.id if found else ""


@WHERE
def test_a_review_counts_from_those_who_may_write_alone(where: str, tmp_path: Path) -> None:
    with site_at(where, tmp_path) as site:
        config, number = settle(site, tmp_path, panel()), site.open()
        site.standin.grant(SHOP, "maria", "write")

        def reviews() -> str:
            return ask(config, lambda it: it.pulls(f"{SHOP}#{number}"))[0].reviews

        site.standin.review(SHOP, number, "stranger", "CHANGES_REQUESTED")
        assert reviews() == "clean"
        site.standin.review(SHOP, number, "maria", "CHANGES_REQUESTED")
        site.standin.review(SHOP, number, "stranger", "APPROVED")
        site.standin.review(SHOP, number, "maria", "COMMENTED")
        assert reviews() == "changes_requested"
        site.standin.review(SHOP, number, "maria", "APPROVED")
        assert reviews() == "clean"


@WHERE
def test_an_author_who_cannot_be_assigned_is_mentioned(where: str, tmp_path: Path) -> None:
    with site_at(where, tmp_path) as site:
        config, number = settle(site, tmp_path, panel(), "restart: assign"), site.open()
        site.standin.fault(
            "PATCH" if where == "gitea" else "POST", f"/repos/{SHOP}/issues/*", "403"
        )

        async def restart(tracker: ForgeTracker) -> str:
            return await tracker.retrigger(await tracker.issue(f"{SHOP}#{number}"), "r")

        assert ask(config, restart).startswith("author was mentioned, but not assigned")
        assert site.ours(number)["rework"].startswith("@author ")

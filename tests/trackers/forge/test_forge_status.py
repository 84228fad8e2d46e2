"""Whose verdict the commit status shows where several pull requests have the same head; on both dialects."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from coordinator.app.runtime import open_tracker
from coordinator.config.settings import Config
from coordinator.trackers import ReviewState
from tests.support.forge import git as repositories
from tests.support.forge_house import DIALECTS, SHOP, Site, panel, settle, site_at
from tests.support.repositories import git


@dataclass(frozen=True)
class Statuses:
    """A repository in which people open pull requests at the same commit, and the states that we show there."""

    site: Site
    config: Config

    def open(self, by: str, at: int = 0, **more: Any) -> int:
        """Open a pull request from a fork with a commit of its own, or at the head of another one."""
        head = self.site.pull(at).head if at else ""
        return self.site.open(by=by, fork=True, at=head, **more)

    def show(self, *states: tuple[int, ReviewState], entry: str = "") -> None:
        """Show the states of the reviews of these pull requests, all at once."""

        async def shown() -> None:
            async with open_tracker(self.config) as tracker, asyncio.timeout(60):
                calls = []
                for number, state in states:
                    which = entry or self.site.pull(number).head
                    calls.append(
                        tracker.show_state(f"{SHOP}#{number}", state, "As said", entry=which)
                    )
                await asyncio.gather(*calls)

        asyncio.run(shown())

    def at(self, number: int) -> dict[str, str]:
        """Return the states at the head of a pull request by their contexts."""
        world = self.site.standin.world
        return {
            each.context: each.state
            for each in world.current(world.repos[SHOP], self.site.pull(number).head)
        }

    def main(self, number: int) -> str:
        """Return the one state at the head of a pull request."""
        found = self.at(number)
        assert list(found) == ["coordinator/verdict/main"]
        return found["coordinator/verdict/main"]


@pytest.fixture(params=DIALECTS)
def statuses(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Statuses]:
    with site_at(request.param, tmp_path) as site:
        site.standin.grant(SHOP, "maria", "write")
        site.standin.grant(SHOP, "oscar", "write")
        yield Statuses(site, settle(site, tmp_path, panel()))


# -- pull requests of one author


def test_the_worst_verdict_of_an_authors_pull_requests_counts(statuses: Statuses) -> None:
    one = statuses.open("author")
    statuses.show((one, "begun"))
    statuses.show((one, "reject"))
    other = statuses.open("author", at=one)
    for state in ("begun", "accept", "escalate", "error", "accept"):
        statuses.show((other, state))
        assert statuses.main(one) == "failure", f"although the other one is at {state}"
    statuses.show((one, "accept"))
    assert statuses.main(one) == "success"
    statuses.show((other, "begun"))
    assert statuses.main(one) == "pending"


def test_a_pull_request_that_was_closed_moved_or_retargeted_counts_no_more(
    statuses: Statuses,
) -> None:
    standin = statuses.site.standin
    git(standin.world.repos[SHOP].path, "branch", "next", "main")
    one = statuses.open("author")
    closed, moved, retargeted = (statuses.open("author", at=one) for _ in range(3))
    statuses.show((closed, "reject"))
    statuses.show((moved, "reject"))
    statuses.show((retargeted, "reject"))
    statuses.show((one, "accept"))
    assert statuses.main(one) == "failure"
    standin.close(SHOP, closed)
    statuses.show((one, "accept"))
    assert statuses.main(one) == "failure"
    standin.push(SHOP, moved, {"notes.md": "More.\n"})
    statuses.show((one, "accept"))
    assert statuses.main(one) == "failure"
    standin.retarget(SHOP, retargeted, "next")
    statuses.show((one, "accept"))
    assert statuses.main(one) == "success"


def test_a_review_whose_pull_request_has_left_the_commit_sets_no_status_there(
    statuses: Statuses,
) -> None:
    one = statuses.open("author")
    other = statuses.open("author", at=one)
    head = statuses.site.pull(one).head
    statuses.show((one, "reject"))
    statuses.site.standin.push(SHOP, other, {"notes.md": "More.\n"})
    statuses.show((other, "accept"), entry=head)
    assert statuses.main(one) == "failure"
    assert statuses.at(other) == {}


def test_verdicts_that_come_at_the_same_time_do_not_cover_each_other(statuses: Statuses) -> None:
    one = statuses.open("author")
    others = [statuses.open("author", at=one) for _ in range(4)]
    statuses.show((one, "reject"), *((other, "accept") for other in others))
    assert statuses.main(one) == "failure"
    statuses.show((one, "accept"), *((other, "accept") for other in others))
    assert statuses.main(one) == "success"


def test_the_first_verdict_at_a_commit_is_one_status_that_names_its_pull_request(
    statuses: Statuses,
) -> None:
    one = statuses.open("author")
    statuses.show((one, "accept"))
    pull = statuses.site.standin.pull(SHOP, one)
    assert [each.description for each in pull.statuses[pull.head]] == [f"#{one} success: As said"]
    other = statuses.open("author", at=one)
    statuses.show((one, "reject"))
    statuses.show((other, "accept"))
    assert (
        pull.statuses[pull.head][-1].description == f"#{other} success, but #{one} failure: As said"
    )


# -- pull requests of others


def test_a_stranger_neither_turns_a_status_green_nor_blocks_one(statuses: Statuses) -> None:
    one = statuses.open("author")
    strange = statuses.open("stranger", at=one)
    statuses.show((one, "reject"))
    statuses.show((strange, "accept"))
    assert statuses.main(one) == "failure"
    statuses.show((one, "accept"))
    for state in ("begun", "reject", "error"):
        statuses.show((strange, state))
        assert statuses.main(one) == "success"
    statuses.site.standin.close(SHOP, one)
    statuses.show((strange, "reject"))
    assert statuses.main(one) == "failure", "the only open pull request has the status"


def test_the_pull_requests_of_all_who_can_write_count(statuses: Statuses) -> None:
    one = statuses.open("maria")
    other = statuses.open("oscar", at=one)
    strange = statuses.open("stranger", at=one)
    statuses.show((one, "accept"))
    statuses.show((other, "reject"))
    statuses.show((strange, "accept"))
    statuses.show((one, "accept"))
    assert statuses.main(one) == "failure"
    statuses.show((other, "accept"))
    assert statuses.main(one) == "success"


def test_a_stranger_who_was_first_does_not_block_somebody_who_can_write(statuses: Statuses) -> None:
    strange = statuses.open("stranger")
    statuses.show((strange, "reject"))
    one = statuses.open("maria", at=strange)
    statuses.show((one, "accept"))
    assert statuses.main(one) == "success"
    statuses.show((strange, "reject"))
    assert statuses.main(one) == "success"


def test_a_stranger_with_an_older_pull_request_does_not_take_over_a_status(
    statuses: Statuses,
) -> None:
    old = statuses.open("stranger", title="Old")
    one = statuses.open("author")
    statuses.show((one, "reject"))
    head = statuses.site.pull(one).head
    source = statuses.site.standin.pull(SHOP, old).source
    assert source is not None
    git(
        source.path,
        "fetch",
        "--quiet",
        str(statuses.site.standin.world.repos[SHOP].path),
        f"refs/pull/{one}/head",
    )
    statuses.site.standin.push_back(SHOP, old, head)
    statuses.show((old, "accept"))
    assert statuses.main(one) == "failure"


def test_a_stranger_does_not_take_the_status_of_a_pull_request_that_is_a_draft(
    statuses: Statuses,
) -> None:
    draft = statuses.open("author", draft=True)
    strange = statuses.open("stranger", at=draft)
    statuses.show((strange, "reject"))
    assert statuses.at(draft) == {}
    statuses.site.standin.ready(SHOP, draft)
    statuses.show((draft, "accept"))
    assert statuses.main(draft) == "success"


def test_a_status_that_somebody_else_has_set_is_no_verdict_of_ours(statuses: Statuses) -> None:
    standin = statuses.site.standin
    one = statuses.open("author")
    other = statuses.open("author", at=one)
    statuses.show((one, "reject"))
    forged = {
        "state": "success",
        "context": "coordinator/verdict/main",
        "description": f"#{one} success: Fine",
    }
    with standin.world.changed:
        repo = standin.world.repos[SHOP]
        standin.world.status(
            repo, standin.world.user("maria"), statuses.site.pull(one).head, forged
        )
    statuses.show((other, "accept"))
    assert statuses.main(one) == "failure"


@pytest.mark.parametrize("where", DIALECTS)
def test_where_we_cannot_ask_who_can_write_the_first_author_has_the_status(
    where: str, tmp_path: Path
) -> None:
    with site_at(where, tmp_path) as site:
        statuses = Statuses(site, settle(site, tmp_path, panel()))
        site.standin.fault("GET", "*/collaborators/*/permission", "403", times=1_000)
        one = statuses.open("author")
        strange = statuses.open("stranger", at=one)
        statuses.show((one, "reject"))
        statuses.show((strange, "accept"))
        assert statuses.main(one) == "failure"


# -- branches


def test_each_base_has_a_status_of_its_own(statuses: Statuses) -> None:
    git(statuses.site.standin.world.repos[SHOP].path, "branch", "release/1", "main")
    one = statuses.open("author")
    other = statuses.open("author", at=one, base="release/1")
    statuses.show((one, "reject"))

    async def entry() -> str:
        async with open_tracker(statuses.config) as tracker:
            found = await tracker.entry(f"{SHOP}#{other}")
            assert found is not None
            return found.id

    statuses.show((other, "accept"), entry=asyncio.run(entry()))
    assert statuses.at(one) == {
        "coordinator/verdict/main": "failure",
        "coordinator/verdict/release/1": "success",
    }


def test_a_verdict_for_one_branch_is_not_shown_for_another(statuses: Statuses) -> None:
    standin = statuses.site.standin
    path = standin.world.repos[SHOP].path
    repositories.commit(
        path, "refs/heads/mine", {"a.py": "a\n"}, "Mine", git(path, "rev-parse", "main")
    )
    number = statuses.open("author", base="mine")

    async def entry() -> str:
        async with open_tracker(statuses.config) as tracker:
            found = await tracker.entry(f"{SHOP}#{number}")
            assert found is not None
            return found.id

    before = asyncio.run(entry())
    standin.retarget(SHOP, number, "main")
    statuses.show((number, "accept"), entry=before)
    assert statuses.at(number) == {}


def test_our_statuses_are_no_checks_of_the_work(statuses: Statuses) -> None:
    one = statuses.open("author")
    statuses.show((one, "reject"))

    async def checks() -> str:
        async with open_tracker(statuses.config) as tracker:
            (pull,) = await tracker.pulls(f"{SHOP}#{one}")
            return pull.ci

    assert asyncio.run(checks()) == ""

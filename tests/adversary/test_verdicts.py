"""What people try in order to get another verdict on the same content: more pull requests, invisible changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coordinator.config.settings import Config
from tests.support.actions_runs import ActionsRun, base_files, open_pull
from tests.support.actions_runs import opened as opened_shop
from tests.support.forge import git as repositories
from tests.support.forge_house import (
    FINE,
    MENDED,
    POOR,
    SHOP,
    Site,
    as_app,
    panel,
    records,
    settle,
    signed_in,
    site_at,
    until_ends,
    watching,
)
from tests.support.forge_server import ForgeServer
from tests.support.reviews import JUDGES, WORK, judge_line, report, rubric_line, write_replies
from tests.support.waiting import wait_until

pytestmark = pytest.mark.adversary
BODY = "greet.py must greet every guest by name."


def opened(site: Site, number: int, body: str = BODY, at: str = "") -> int:
    """Open a pull request that is its own request, with the mended file or at a known commit."""
    return site.standin.open_pull(
        SHOP, site.author, f"work-{number}", "Greet", body, MENDED, fork=True, at=at
    )


def outcomes(config: Config) -> list[tuple[str, bool]]:
    """What each review came to, and whether a judge was asked."""
    return [(review.state, bool(review.asked)) for review in records(config)]


@pytest.mark.parametrize("dialect", ["github", "gitea"])
def test_six_pull_requests_with_the_same_content_buy_one_panel(
    dialect: str, tmp_path: Path
) -> None:
    with site_at(dialect, tmp_path) as site:
        config = settle(site, tmp_path, panel(POOR))
        with watching(config):
            first = opened(site, 0)
            until_ends(config, "done")
            write_replies(tmp_path, panel(FINE))  # a panel in a better mood
            for number in range(1, 6):
                opened(site, number, at=site.pull(first).head)
            until_ends(config, *["done"] * 6)
        assert outcomes(config) == [("reject", True)] + [("reject", False)] * 5
        said = site.ours(6)["verdict"]
        assert f"the same as in {records(config)[0].id[:12]}" in said
        assert "R1: " in said  # the reasons are in no other comment of this pull request


def test_pull_requests_at_the_same_time_buy_one_panel(tmp_path: Path) -> None:
    with site_at("github", tmp_path) as site:
        config = settle(site, tmp_path, panel(FINE, delay=0.2))
        first = opened(site, 0)
        for number in range(1, 4):
            opened(site, number, at=site.pull(first).head)
        with watching(config, backlog=True):
            until_ends(config, *["done"] * 4)
        found = outcomes(config)
        assert {state for state, _ in found} == {"accept"}
        assert sum(asked for _, asked in found) == 1


INVISIBLE = {
    "white space": "greet.py  must greet\r\n\r\n every guest by name. \n",
    "zero width": "greet.py must greet every\u200b guest\u2060 by\ufeff name.",
    "fillers": "greet.py must greet every\u3164 guest\u2800 by name.\u034f\ufe0f\U000e0041",
    "a comment": "greet.py must greet every guest <!-- 2 --> by name.",
    "other spaces": "greet.py must greet\u00a0every\u2003guest by name.",
}


@pytest.mark.parametrize("body", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_what_nobody_sees_buys_no_panel(body: str, tmp_path: Path) -> None:
    check_repetition(tmp_path, lambda site, first: opened(site, 1, body, site.pull(first).head))


def test_a_commit_that_changes_nothing_buys_no_panel(tmp_path: Path) -> None:
    check_repetition(tmp_path, _with_an_empty_commit)


def _with_an_empty_commit(site: Site, first: int) -> object:
    """Open a pull request whose head is another commit with the same tree."""
    head = site.pull(first).head
    second = site.standin.open_pull(
        SHOP, site.author, "work-1", "Greet", BODY, fork=True, draft=True, at=head
    )
    site.standin.push(SHOP, second, {})
    assert site.pull(second).head != head
    site.standin.ready(SHOP, second)
    return second


def check_repetition(place: Path, attack: Callable[[Site, int], object]) -> None:
    with site_at("github", place) as site:
        config = settle(site, place, panel(POOR))
        with watching(config):
            first = opened(site, 0)
            until_ends(config, "done")
            write_replies(place, panel(FINE))
            attack(site, first)
            until_ends(config, *["done"] * 2)
        assert outcomes(config) == [("reject", True), ("reject", False)]


def test_leaving_panels_before_their_verdict_ends_at_a_person(tmp_path: Path) -> None:
    """Somebody closes each pull request when its first ballot is bad, and opens the next one."""
    with site_at("github", tmp_path) as site:
        slow = [line | {"delay": 3.0} if line["seat"] == "Cid" else line for line in panel(POOR)]
        config = settle(site, tmp_path, slow, extra="review: {reviews_per_issue: 1}\n")
        with watching(config):
            first = opened(site, 0)
            wait_until(lambda: has_ballot(config))
            site.standin.close(SHOP, first)
            until_ends(config, "done")
            write_replies(tmp_path, panel(FINE))
            opened(site, 1)
            until_ends(config, *["done"] * 2)
        assert [review.state for review in records(config)] == ["superseded", "escalate"]


def has_ballot(config: Config) -> bool:
    return any(review.testimonies for review in records(config))


# -- the Action

CONFIG = ("--config", "judges/coordinator.yaml")
STRICT = base_files([rubric_line(), *(judge_line(name, POOR) for name in JUDGES)])
LENIENT = base_files([rubric_line(), *(judge_line(name, report((5, 5))) for name in JUDGES)])


def test_a_base_branch_of_the_author_does_not_choose_the_judges(tmp_path: Path) -> None:
    with opened_shop("github", STRICT) as server:
        place = server.world.repos[SHOP].path
        main = repositories.tip(place, "main")
        repositories.commit(place, "refs/heads/easy", LENIENT, "Other judges", main)
        run = ActionsRun(server, tmp_path, open_pull(server, WORK, base="easy"))
        assert run.step(*CONFIG).returncode == 1
        assert run.outputs["verdict"] == "reject"


def test_a_merge_group_has_the_verdict_of_its_pull_request_and_no_other(tmp_path: Path) -> None:
    for verdict, files in (("reject", STRICT), ("accept", LENIENT)):
        home = tmp_path / verdict
        home.mkdir()
        with opened_shop("github", files) as server:
            number = open_pull(server)
            ActionsRun(server, home, number).step(*CONFIG)
            group = merge_group(server, number, server.pull(SHOP, number).head)
            run = ActionsRun(server, home, number, group)
            ran = run.step(*CONFIG, event="merge_group")
            assert (ran.returncode == 0) == (verdict == "accept"), ran.stdout
            shown = server.world.repos[SHOP].statuses[group["merge_group"]["head_sha"]]
            expected = "success" if verdict == "accept" else "failure"
            assert [(each.context, each.state) for each in shown] == [
                ("coordinator/verdict/main", expected)
            ]


def test_a_merge_group_with_another_commit_of_the_pull_request_is_not_accepted(
    tmp_path: Path,
) -> None:
    with opened_shop("github", LENIENT) as server:
        number = open_pull(server)
        first = server.pull(SHOP, number).head
        server.push(SHOP, number, {"greet.py": "import os\n"})
        group = merge_group(server, number, server.pull(SHOP, number).head)
        server.push_back(SHOP, number, first)
        assert ActionsRun(server, tmp_path, number).step(*CONFIG).returncode == 0
        ran = ActionsRun(server, tmp_path, number, group).step(*CONFIG, event="merge_group")
        assert ran.returncode == 1
        (shown,) = server.world.repos[SHOP].statuses[group["merge_group"]["head_sha"]]
        assert shown.state == "failure"


def merge_group(server: ForgeServer, number: int, head: str) -> dict[str, Any]:
    """Queue a commit of a pull request as GitHub does; return the event that starts workflows."""
    place = server.world.repos[SHOP].path
    main = repositories.tip(place, "main")
    branch = f"gh-readonly-queue/main/pr-{number}-{main}"
    repositories.write_ref(place, f"refs/heads/{branch}", main)
    merged = repositories.merge(place, branch, head, f"Merge pull request #{number}", "merge")
    group = {
        "head_sha": merged,
        "head_ref": f"refs/heads/{branch}",
        "base_sha": main,
        "base_ref": "refs/heads/main",
    }
    return {"action": "checks_requested", "merge_group": group}


# -- the check run of an App


def test_a_forged_status_does_not_pass_a_rule_that_names_the_app(tmp_path: Path) -> None:
    with site_at("github", tmp_path) as server:
        site, config = as_app(server, tmp_path, panel(POOR))
        name = "coordinator/verdict/main"
        standin = site.standin
        standin.protect(SHOP, [name])
        (app,) = standin.world.apps
        standin.world.repos[SHOP].pinned = app
        with watching(config):
            number = opened(site, 0)
            until_ends(config, "done")
        head = site.pull(number).head
        with signed_in(site, "mallory", "write") as client:
            forged = {"state": "success", "context": name}
            assert client.post(f"/repos/{SHOP}/statuses/{head}", json=forged).status_code == 201
            check = {"name": name, "head_sha": head, "conclusion": "success"}
            assert client.post(f"/repos/{SHOP}/check-runs", json=check).status_code == 403
            merged = client.put(f"/repos/{SHOP}/pulls/{number}/merge", json={})
        assert merged.status_code == 405
        (*_, last) = standin.world.repos[SHOP].check_runs[head]
        assert (last.app, last.conclusion) == (app, "failure")

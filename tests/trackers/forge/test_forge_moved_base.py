"""Accepted pull requests whose base moves before they are merged, with the real daemon on both dialects."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from coordinator.app.reviews import decide_review
from coordinator.app.runtime import open_engine
from coordinator.config.settings import Config, load
from coordinator.models import Decided, Superseded
from coordinator.reviews.publish import LEFT
from coordinator.reviews.record import RECHECK
from tests.support.forge_house import (
    DIALECTS,
    FINE,
    MENDED,
    STATES,
    Site,
    environment,
    panel,
    records,
    settle,
    site_at,
    watching,
)
from tests.support.reviews import report
from tests.support.shell import call
from tests.support.waiting import wait_until

GREP = "checks:\n- {name: calm, grep: SHOUT, in: '**/*.py', expect: absent, blocks: true}\n"
CALM = {"calm.py": "print('quiet')\n"}
LOUD = {"loud.py": "SHOUT = 1\n"}
MERGED = {"greet.py": "def greet(name):\n    return 'Bye'\n"}


@pytest.fixture(params=DIALECTS)
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    with site_at(request.param, tmp_path) as site:
        yield site


def home_of(site: Site, place: Path, mode: str = "", *, options: str = STATES) -> Config:
    """A home whose panel accepts, with a check that finds SHOUT."""
    config = settle(site, place, panel(FINE), options)
    assert config.source
    file = place / "coordinator.yaml"
    review = f"review: {{base_moved: {mode}}}\n" if mode else ""
    file.write_text(file.read_text().replace("checks: []\n", f"{GREP}{review}"))
    return load(config=file, environ=environment(place, site.token))


def states(config: Config) -> list[str]:
    """How the reviews and rechecks stand, oldest first."""
    return [record.state for record in records(config)]


def accepted(site: Site, config: Config) -> int:
    """A pull request that was opened and accepted; its number."""
    number = site.open(files=MENDED)
    wait_until(lambda: states(config) == ["accept"])
    return number


def move(site: Site, files: dict[str, str]) -> str:
    return site.standin.push_to(site.repo, "main", files)


def last_status(site: Site, number: int) -> tuple[str, str]:
    pull = site.pull(number)
    status = pull.statuses[pull.head][-1]
    return status.state, status.description or ""


def own_reviews(site: Site, number: int) -> list[str]:
    return [each.state for each in site.pull(number).reviews if each.user.login == site.me]


def test_a_base_that_turns_checks_red_is_published_once_as_a_failure(
    site: Site, tmp_path: Path
) -> None:
    config = home_of(site, tmp_path)
    with watching(config):
        number = accepted(site, config)
        asked = len(records(config)[0].asked)
        base = move(site, LOUD)
        wait_until(lambda: states(config) == ["accept", "reject"])
    assert site.statuses(number) == ["pending", "success", "failure"]
    review, again = records(config)
    assert again.id == f"{review.id}~{base[:12]}"
    assert asked
    assert not again.asked, "no judge is asked"
    said = site.ours(number)
    assert set(said) == {"verdict", "base"}
    assert said["verdict"].startswith("**Accepted**")
    assert said["base"].startswith("**No longer accepted** (red check). Red: calm.")
    assert f"The base has moved to origin/main {base[:10]} since the accept" in said["base"]
    assert last_status(site, number)[1].endswith(f"No longer accepted with origin/main {base[:10]}")
    assert own_reviews(site, number) == ["APPROVED", "CHANGES_REQUESTED"]
    assert site.pull(number).labels == ["rejected"]
    variables = environment(tmp_path, site.token)
    listed = call("list", env=variables, cwd=tmp_path).stdout
    assert f"~{base[:12]}" in listed
    shown = call("show", again.id, env=variables, cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert "red check" in shown.stdout


def test_a_base_with_which_checks_stay_green_changes_the_description_alone(
    site: Site, tmp_path: Path
) -> None:
    config = home_of(site, tmp_path)
    with watching(config):
        number = accepted(site, config)
        said = site.ours(number)
        base = move(site, CALM)
        wait_until(lambda: states(config) == ["accept", "accept"])
    assert set(site.statuses(number)) == {"pending", "success"}
    state, description = last_status(site, number)
    assert state == "success"
    assert description.endswith(f"Still accepted with origin/main {base[:10]}")
    assert site.ours(number) == said
    assert own_reviews(site, number) == ["APPROVED"]
    again = records(config)[1]
    assert again.work is not None
    assert again.work.base_now == base
    assert [(check.name, check.status, check.on) for check in again.checks] == [
        ("calm", "green", f"the merge into origin/main {base[:10]}")
    ]


def test_a_base_that_conflicts_is_a_failure_that_names_the_file(site: Site, tmp_path: Path) -> None:
    config = home_of(site, tmp_path)
    with watching(config):
        number = accepted(site, config)
        base = move(site, MERGED)
        wait_until(lambda: states(config) == ["accept", "reject"])
    assert last_status(site, number)[0] == "failure"
    said = site.ours(number)["base"]
    assert said.startswith("**No longer accepted** (conflict).")
    assert f"does not merge cleanly into origin/main {base[:10]}: greet.py" in said
    assert records(config)[1].checks == ()


def test_a_base_that_is_mended_brings_the_accept_back_and_changes_the_same_comment(
    site: Site, tmp_path: Path
) -> None:
    config = home_of(site, tmp_path)
    with watching(config):
        number = accepted(site, config)
        move(site, LOUD)
        wait_until(lambda: states(config) == ["accept", "reject"])
        base = move(site, {"loud.py": "x = 1\n"})
        wait_until(lambda: states(config) == ["accept", "reject", "accept"])
    assert site.statuses(number) == ["pending", "success", "failure", "success"]
    said = site.ours(number)
    assert set(said) == {"verdict", "base"}
    assert said["base"].startswith("**Still accepted** (base moved).")
    assert base[:10] in said["base"]
    assert own_reviews(site, number) == ["APPROVED", "CHANGES_REQUESTED", "APPROVED"]


def test_a_base_that_returns_to_an_earlier_commit_is_checked_again(
    site: Site, tmp_path: Path
) -> None:
    config = home_of(site, tmp_path)
    with watching(config):
        number = accepted(site, config)
        first = site.standin.world.repos[site.repo].path / "refs/heads/main"
        before = first.read_text()
        loud = move(site, LOUD)
        wait_until(lambda: states(config) == ["accept", "reject"])
        first.write_text(before)
        wait_until(lambda: states(config)[2:] == ["accept"])
        first.write_text(f"{loud}\n")
        wait_until(lambda: states(config)[3:] == ["reject"])
    assert last_status(site, number)[0] == "failure"
    assert records(config)[3].id.endswith(f"~{loud[:12]}~2")


def test_a_moved_base_can_be_ignored(site: Site, tmp_path: Path) -> None:
    config = home_of(site, tmp_path, "ignore")
    with watching(config):
        number = accepted(site, config)
        move(site, LOUD)
        looks = site.standin.count("GET")
        wait_until(lambda: site.standin.count("GET") > looks + 3)
        second = site.open(
            "Another", files={"other.py": "x = 1\n"}
        )  # it is looked at after the base
        wait_until(lambda: len(states(config)) == 2 and states(config)[1] != "open")
    assert states(config) == ["accept", "reject"]
    assert records(config)[1].submission.key.endswith(f"#{second}")
    assert site.statuses(number) == ["pending", "success"]
    assert site.standin.count("GET", "*/main") == 0


def test_a_moved_base_can_convene_a_new_panel(site: Site, tmp_path: Path) -> None:
    config = home_of(site, tmp_path, "review")
    with watching(config):
        number = accepted(site, config)
        base = move(site, CALM)
        wait_until(lambda: states(config) == ["accept", "accept"])
    first, second = records(config)
    assert second.id == f"{first.id}~{base[:12]}"
    assert len(second.asked) == len(first.asked) - 1, "the rubric is kept, the judges are asked"
    assert site.statuses(number) == ["pending", "success", "pending", "success"]
    assert set(site.ours(number)) == {"verdict"}


def test_the_new_panel_can_reject_and_then_the_base_is_no_longer_watched(
    site: Site, tmp_path: Path
) -> None:
    home_of(site, tmp_path, "review")
    shown = {"source": "greet.py:2", "quote": "return 'Hello, ' + name"}
    bad = report((2, 2), against=["CK-001"], evidence=[shown])
    text = (tmp_path / "coordinator.yaml").read_text()
    settle(site, tmp_path, panel(FINE, bad), STATES)
    (tmp_path / "coordinator.yaml").write_text(text)
    config = load(config=tmp_path / "coordinator.yaml", environ=environment(tmp_path, site.token))
    with watching(config):
        number = accepted(site, config)
        move(site, CALM)
        wait_until(lambda: states(config) == ["accept", "reject"])
        asked = site.standin.count("GET", "*main")
        looks = site.standin.count("GET", "*/issues") + site.standin.count("GET", "*/pulls")
        move(site, {"calm.py": "print('more')\n"})
        wait_until(
            lambda: (
                site.standin.count("GET", "*/issues") + site.standin.count("GET", "*/pulls")
                > looks + 2
            )
        )
    assert states(config) == ["accept", "reject"]
    assert site.standin.count("GET", "*main") == asked
    assert last_status(site, number)[0] == "failure"


def begin_recheck(config: Config, moved_to: str) -> None:
    """Start a recheck of the only review, as a daemon does that is killed at once."""
    [review] = records(config)
    again = {"id": f"{review.id}~{moved_to[:12]}", "again": review.id, "moved_to": moved_to}
    submission = review.submission.model_copy(update=again)
    subject = f"{submission.tracker}:{submission.key}"

    async def start() -> None:
        async with open_engine(config.home) as engine:
            assert await engine.start(RECHECK, submission.id, submission, subject=subject)

    asyncio.run(start())


def test_a_pull_request_that_is_closed_meanwhile_gets_nothing(site: Site, tmp_path: Path) -> None:
    config = home_of(site, tmp_path)
    with watching(config):
        number = accepted(site, config)
    said = site.ours(number)
    begin_recheck(config, move(site, LOUD))
    site.standin.close(site.repo, number)
    with watching(config):
        wait_until(lambda: states(config) == ["accept", "superseded"])
    assert records(config)[1].ending == Superseded(why=LEFT)
    assert site.statuses(number) == ["pending", "success"]
    assert site.ours(number) == said


def test_a_recheck_gives_way_to_the_decision_of_a_person(site: Site, tmp_path: Path) -> None:
    config = home_of(site, tmp_path)
    with watching(config):
        number = accepted(site, config)
    [review] = records(config)
    asyncio.run(decide_review(config, review.id, "reject", "It is too loud.", "Olga"))
    before = site.statuses(number)
    assert before == ["pending", "success", "failure"]
    begin_recheck(config, move(site, CALM))
    with watching(config):
        wait_until(lambda: states(config)[1:] == ["superseded"])
    assert site.statuses(number) == before


def test_only_accepted_open_pull_requests_make_the_daemon_ask_for_their_base_once_per_branch(
    site: Site, tmp_path: Path
) -> None:
    config = home_of(site, tmp_path)
    with watching(config):
        first = site.open(files=MENDED)
        second = site.open("Also", files={**MENDED, **CALM})
        wait_until(lambda: states(config) == ["accept", "accept"])
        wait_until(lambda: site.standin.count("GET", "*main") > 0)
        asked = site.standin.count("GET", "*main")
        looks = len(site.standin.requests)
        wait_until(lambda: site.standin.count("GET", "*main") > asked + 2)
        made = site.standin.requests[looks:]
        lists = [one for one in made if one.path.endswith(("/pulls", "/issues"))]
        refs = [one for one in made if one.path.endswith("main")]
        assert len(refs) <= len(lists) + 1
        if site.dialect == "github":
            assert {one.status for one in refs if one.status} == {304}, "a free answer, if any yet"
        for number in (first, second):
            site.standin.close(site.repo, number)
        wait_until(lambda: _is_quiet(site))
    assert states(config) == ["accept", "accept"]


def _is_quiet(site: Site) -> bool:
    """Whether the last looks at the list were followed by no question for the base."""
    paths = [one.path for one in site.standin.requests[-3:]]
    return all(path.endswith(("/pulls", "/issues")) for path in paths)


def test_of_several_pushes_only_the_newest_counts(site: Site, tmp_path: Path) -> None:
    config = home_of(site, tmp_path)
    with watching(config):
        number = accepted(site, config)
    for count in range(3):
        move(site, {"calm.py": f"print({count})\n"})
    base = move(site, LOUD)
    with watching(config):
        wait_until(lambda: states(config) == ["accept", "reject"])
    assert records(config)[1].submission.moved_to == base
    assert site.statuses(number) == ["pending", "success", "failure"]


def test_a_new_head_is_reviewed_and_not_rechecked(site: Site, tmp_path: Path) -> None:
    config = home_of(site, tmp_path)
    with watching(config):
        number = accepted(site, config)
        old = site.pull(number).head
    move(site, LOUD)
    new = site.standin.push(site.repo, number, {"calm.py": "print('new')\n"})
    with watching(config):
        wait_until(lambda: "reject" in states(config) and "open" not in states(config))
    review = next(each for each in records(config) if each.submission.entry.startswith(new))
    assert isinstance(review.ending, Decided)
    assert not review.submission.moved_to
    assert site.statuses(number, old) == ["pending", "success"]
    assert site.statuses(number) == ["pending", "failure"]
    assert "base" not in site.ours(number)

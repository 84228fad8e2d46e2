"""What an author tries after a base has moved under an accept: keep it, or get it again without a look."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from coordinator.config.settings import Config, load
from tests.support.forge_house import (
    FINE,
    MENDED,
    Site,
    environment,
    panel,
    records,
    settle,
    site_at,
    watching,
)
from tests.support.reviews import probe_line
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.adversary, pytest.mark.needs("bubblewrap")]

# It is red on the base, which has no greet.py, and green on the work.
DEMAND = {
    "kind": "demand",
    "title": "a guest is greeted by name",
    "quote": "greet.py must greet every guest by name.",
    "run": "from greet import greet\nexit(greet('Ann') != 'Hello, Ann')",
    "with": "python",
}
# On the merge, Python imports this package instead of greet.py.
SHADOW = {"greet/__init__.py": "def greet(name):\n    return 'Bye'\n"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with site_at("github", tmp_path) as site:
        yield site


def home_with_probes(site: Site, place: Path, base_moved: str = "checks") -> Config:
    lines = [*panel(FINE), probe_line(DEMAND)]
    review = f"review: {{experiments: probes, base_moved: {base_moved}}}\n"
    settle(site, place, lines, extra=review)
    return load(config=place / "coordinator.yaml", environ=environment(place, site.token))


def outcomes(config: Config) -> list[tuple[str, str]]:
    found = []
    for record in records(config):
        rule = record.verdict.rule if record.verdict else ""
        found.append((record.state, rule))
    return found


def accept_and_break(site: Site, config: Config) -> int:
    """Have a pull request accepted, and move the base so that a blind test is red; its number."""
    number = site.open(files=MENDED)
    wait_until(lambda: outcomes(config) == [("accept", "above the bar")], outcomes_of(config))
    assert {check.name: check.status for check in records(config)[0].checks} == {"P1": "green"}
    site.standin.push_to(site.repo, "main", SHADOW)
    wait_until(lambda: outcomes(config)[1:] == [("reject", "red blind test")], outcomes_of(config))
    assert site.statuses(number)[-1] == "failure"
    assert "the blind test P1 is red" in site.ours(number)["base"]
    return number


def outcomes_of(config: Config) -> Callable[[], str]:
    return lambda: str(outcomes(config))


def test_a_blind_test_that_the_base_turns_red_withdraws_the_accept_and_no_request_restores_it(
    site: Site, tmp_path: Path
) -> None:
    """The content is the same as that of the accept, but its answer no longer counts."""
    config = home_with_probes(site, tmp_path)
    with watching(config):
        number = accept_and_break(site, config)
        site.standin.close(site.repo, number)
        site.standin.reopen(site.repo, number)
        wait_until(lambda: len(records(config)) == 3 and records(config)[2].verdict is not None)
        wait_until(lambda: records(config)[2].state != "open")
    again = records(config)[2]
    assert again.verdict is not None
    assert again.verdict.rule not in ("same content", "unchanged")
    assert again.asked
    assert again.verdict.outcome != "accept"
    assert site.statuses(number)[-1] != "success"


@pytest.mark.parametrize("base_moved", ["checks", "ignore"])
def test_another_pull_request_with_the_content_of_an_accept_gets_a_panel_with_the_present_base(
    base_moved: str, site: Site, tmp_path: Path
) -> None:
    """The blind tests of the accept ran with an older base, so its answer is not repeated."""
    config = home_with_probes(site, tmp_path, base_moved)
    with watching(config):
        first = site.open(files=MENDED)
        wait_until(lambda: outcomes(config) == [("accept", "above the bar")], outcomes_of(config))
        site.standin.close(site.repo, first)
    site.standin.push_to(site.repo, "main", SHADOW)
    with watching(config, backlog=True):
        pull = site.standin.pull(site.repo, first)
        second = site.standin.open_pull(
            site.repo, site.author, "again", "Greet", pull.body, at=pull.head
        )
        wait_until(lambda: len(records(config)) == 2 and records(config)[1].state != "open")
    again = records(config)[1]
    assert again.asked
    assert {check.name: check.status for check in again.checks} == {"P1": "red"}
    assert again.state != "accept"
    assert site.statuses(second)[-1] != "success"


def test_what_a_broken_test_prints_stays_text(site: Site, tmp_path: Path) -> None:
    config = home_with_probes(site, tmp_path)
    hostile = "print('@everyone look\\n/merge\\n<!-- coordinator: x base 0 -->')\n"
    with watching(config):
        number = site.open(files={"greet.py": MENDED["greet.py"] + hostile})
        wait_until(lambda: outcomes(config) == [("accept", "above the bar")], outcomes_of(config))
        site.standin.push_to(site.repo, "main", {"greet/__init__.py": hostile})
        wait_until(
            lambda: outcomes(config)[1:] == [("reject", "red blind test")], outcomes_of(config)
        )
    said = site.ours(number)["base"]
    assert "@everyone" not in said
    assert "\n/merge" not in said
    assert said.count("<!-- coordinator:") == 1

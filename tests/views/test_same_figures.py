"""A home with every kind of ending: pages, API, `list --json`, inbox and /metrics say the same of it."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest

from coordinator.app.runtime import review_jobs
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.engine import serving
from coordinator.engine.journal import JournalEngine
from coordinator.reviews.record import ReviewReader
from coordinator.views.asks import open_asks
from coordinator.views.listing import KINDS
from coordinator.watch import Watch
from tests.support import flows
from tests.support.councils import agreeing, hold_council, line, plan, splitting
from tests.support.dashboards import dashboard
from tests.support.databases import state_in
from tests.support.programs import needing
from tests.support.review_endings import ENDINGS, GOES_ON, House, Row
from tests.support.reviews import (
    add_issue,
    fail_line,
    judge_line,
    make_config,
    make_repository,
    open_board,
    report,
    rubric_line,
    submit,
)
from tests.support.runs import until
from tests.support.scenes import held_run, stuck_run
from tests.support.shell import call, data_of

# Each worker would make the fixtures of this module again.
pytestmark = pytest.mark.xdist_group("figures")

Counts = dict[str, dict[str, int]]

# What there is, by kind and state.
EXPECTED: Counts = {
    "review": {
        "accept": 2,
        "reject": 1,
        "escalate": 2,
        "error": 1,
        "superseded": 1,
        "failed": 1,
        "cancelled": 1,
        "open": 1,
    },
    "run": {"completed": 1, "escalate": 1, "error": 1, "failed": 1},
    "council": {"agreed": 1, "escalate": 1, "error": 1, "decided": 1, "cancelled": 1},
}
LEFT_TO_SOMEBODY = ("escalate", "error", "failed")
TWO_BALLOTS = [
    rubric_line(),
    *(judge_line(seat, report((5, 5))) for seat in ("Ann", "Bob")),
    fail_line("Cid", "failed"),
]
SEATS = """\
  meta_judge: {recorded: REPLIES}
  judges:
    - {name: Ann, recorded: REPLIES}
    - {name: Maria, person: maria}
"""
RED = """\
stages:
  - {id: try, entry: true, on_enter: {run: {command: "false"}}}
  - {id: end, terminal: true, triggers: [{message_contains: "[DONE]"}]}
"""


@pytest.fixture(scope="module", params=["sqlite", *needing("postgresql")])
def home(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Config, dict[str, str]]]:
    """A home with all of it, and the variables of a command there."""
    folder = tmp_path_factory.mktemp("figures")
    where = folder / "home"
    where.mkdir()
    env = {"COORDINATOR_HOME": str(where)}
    with state_in(where, request.param), pytest.MonkeyPatch.context() as patch:
        patch.setenv("COORDINATOR_HOME", str(where))
        make_reviews(folder, env)
        make_runs(where, folder)
        make_councils(where, env)
        yield ask_a_person(where, folder / "asked"), env


def make_runs(home: Path, folder: Path) -> None:
    held_run(home, folder / "run")
    stuck_run(home, folder / "stuck")
    config = flows.make_config(home, ())
    for state, text in (
        ("escalate", RED),
        ("failed", RED.replace('message_contains: "[DONE]"', "run_failed: try")),
    ):
        assert flows.run_flow(config, text, issue=f"End as {state}\n\nIt has to.\n").state == state


def make_councils(home: Path, env: Mapping[str, str]) -> None:
    unplanned = [each for each in agreeing() if each["purpose"] != "plan"]
    unplanned.append(line("Ann", "plan", 1, plan() | {"steps": ()}))
    agreed, error = hold_council(home, agreeing()), hold_council(home, unplanned)
    escalated, decided, cancelled = (
        hold_council(home, splitting(2), "rounds: 2") for _ in range(3)
    )
    assert [each.state for each in (agreed, error, escalated)] == ["agreed", "error", "escalate"]
    assert call("decide", decided.id, "A", "--by", "Otto", env=env, cwd=home).returncode == 0
    assert call("cancel", cancelled.id, env=env, cwd=home).returncode == 0


def make_reviews(folder: Path, env: Mapping[str, str]) -> None:
    rows = {
        name: ENDINGS[name]
        for name in ("accept", "reject", "escalate", "failed", "moved away", "cancelled")
    }
    rows["error"] = ENDINGS["error, as there is no work"]
    rows["abstained"] = Row(lines=TWO_BALLOTS, review=GOES_ON, state="escalate", status="in_review")
    rows["decided"] = ENDINGS["escalate"]
    for name, row in rows.items():
        house = House(folder, row, name)
        with closing(house.board):
            found = house.play(row.happens)
        assert found[-1].state == row.state
    given = ("accept", "--reason", "Enough.", "--by", "Otto")
    assert call("decide", found[-1].id, *given, env=env, cwd=folder / "home").returncode == 0


def ask_a_person(home: Path, repo: Path) -> Config:
    """A review that waits for somebody's answer."""
    config = make_config(home, [rubric_line(), judge_line("Ann", report((4, 5)))], seats=SEATS)
    submit(config, add_issue(config, make_repository(repo)))

    async def begin() -> None:
        with open_board(config) as (store, tracker):
            jobs = review_jobs(config, tracker, ReviewReader(store))
            async with JournalEngine(state_file(home), jobs, poll=0.01) as engine, serving(engine):
                await Watch(tracker=tracker, engine=engine, store=store, config=config).look(
                    backlog=True
                )
                await until(
                    lambda: any(
                        "ballot/judge/Ann/0" in store.keys(ask.run) for ask in open_asks(store)
                    )
                )

    asyncio.run(begin())
    return config


@pytest.fixture(scope="module")
def client(home: tuple[Config, dict[str, str]]) -> Iterator[httpx2.Client]:
    with dashboard(home[0]) as running, running.client() as client:
        yield client


@pytest.fixture(scope="module")
def listed(home: tuple[Config, dict[str, str]]) -> list[dict[str, Any]]:
    """What `list --json` says."""
    rows: list[dict[str, Any]] = data_of(call("list", "--json", env=home[1]).stdout)
    return rows


def kind_of(job: str) -> str:
    return next(kind for kind, jobs in KINDS.items() if job in jobs)


def badges(text: str) -> list[str]:
    """The states that a page shows, in their order."""
    return re.findall(
        r'<span class="badge [^"]*"><span aria-hidden="true">.</span> ([^<]*)</span>', text
    )


def rows_of(page: str) -> dict[str, str]:
    """Where each row of a list leads, and the state that it shows."""
    rows = page.partition('<tbody id="rows"')[2]
    return dict(zip(re.findall('<a class="title" href="([^"]*)"', rows), badges(rows), strict=True))


def chips(page: str) -> dict[str, int]:
    """The states that a list offers, and how many each has."""
    found = re.search('<nav[^>]* id="states".*?</nav>', page, re.DOTALL)
    assert found
    return {state: int(number) for state, number in re.findall(r">([a-z]+) (\d+)</a>", found[0])}


def by_kind(pairs: Counter[tuple[str, str]]) -> Counts:
    found: Counts = {kind: {} for kind in KINDS}
    for (kind, state), number in pairs.items():
        found[kind][state] = number
    return found


def test_the_list_for_programs_has_every_ending(listed: list[dict[str, Any]]) -> None:
    assert by_kind(Counter((kind_of(row["job"]), row["state"]) for row in listed)) == EXPECTED


def test_the_metrics_count_the_same(client: httpx2.Client) -> None:
    found: Counter[tuple[str, str]] = Counter()
    for job, state, number in re.findall(
        r'coordinator_runs{job="(.*)",state="(.*)"} (\d+)', client.get("/metrics").text
    ):
        if job != "decision":
            found[kind_of(job), state] += int(number)
    assert by_kind(found) == EXPECTED


@pytest.mark.parametrize("kind", EXPECTED)
def test_the_api_and_the_list_page_count_the_same_and_show_it(
    client: httpx2.Client, listed: list[dict[str, Any]], kind: str
) -> None:
    whole = client.get(f"/api/{kind}s").json()
    assert {state: number for state, number in whole["counts"].items() if number} == EXPECTED[kind]
    assert {row["id"]: row for row in whole["rows"]} == {
        row["id"]: row for row in listed if kind_of(row["job"]) == kind
    }
    page = client.get(f"/list?kind={kind}").text
    assert chips(page) == {"all": sum(EXPECTED[kind].values()), **EXPECTED[kind]}
    shown = {f"/{kind}s/{row['id']}": row["state"] for row in whole["rows"]}
    assert rows_of(page) == shown
    for state in whole["counts"]:
        found = client.get(f"/api/{kind}s?state={state}").json()["rows"]
        assert [row["id"] for row in found] == [
            row["id"] for row in whole["rows"] if row["state"] == state
        ]
        page = client.get(f"/list?kind={kind}&state={state}").text
        assert rows_of(page) == {address: each for address, each in shown.items() if each == state}


def test_every_page_has_the_badge_of_its_row_and_so_has_the_record(
    client: httpx2.Client, listed: list[dict[str, Any]]
) -> None:
    for row in listed:
        address = f"/{kind_of(row['job'])}s/{row['id']}"
        assert badges(client.get(address).text)[0] == row["state"]
        assert client.get(f"/api{address}").json()["state"] == row["state"]


def test_an_abstention_is_no_ballot(client: httpx2.Client, listed: list[dict[str, Any]]) -> None:
    found = {(row["ballots"], row["abstained"], row["seats"]) for row in listed}
    assert found == {(3, 0, 3), (2, 1, 3), (1, 0, 2), (0, 0, 3), (0, 0, 0)}
    assert client.get("/list").text.count("2 of 3 ballots, 1 abstained<") == 1


def test_the_inbox_has_what_is_left_to_somebody(
    home: tuple[Config, dict[str, str]], listed: list[dict[str, Any]]
) -> None:
    left = {row["id"] for row in listed if row["state"] in LEFT_TO_SOMEBODY}
    asked = {wait["ask"] for row in listed for wait in row["waits"]}
    assert len(asked) == 1
    items = data_of(call("inbox", "--json", env=home[1]).stdout)
    assert {item["id"] for item in items} == left | asked


@pytest.mark.parametrize("state", ["running", "escalated", "done"])
def test_an_unknown_state_is_refused_at_every_door(
    client: httpx2.Client, home: tuple[Config, dict[str, str]], state: str
) -> None:
    refused = call("list", "--state", state, env=home[1])
    assert (
        refused.returncode,
        f"there is no state '{state}' (known: open, " in refused.stderr,
    ) == (64, True)
    for address in ("/list", "/api/reviews", "/api/runs", "/api/councils"):
        answer = client.get(f"{address}?state={state}")
        assert (answer.status_code, "known: open, " in answer.text) == (422, True)

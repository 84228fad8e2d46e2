"""What programs get: everything that pages show, in pages, with problems that say what to do."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest

from coordinator.config.settings import Config
from coordinator.errors import RunError, UsageError
from coordinator.models import Reply
from coordinator.reviews.record import ReviewRecord
from coordinator.storage.opening import open_database
from coordinator.storage.store import APPLICATION_ID, MIGRATIONS, NewEvent, Store
from coordinator.views.listing import UNDECIDED, UNPLANNED, RunFilters, RunList
from coordinator.web.metrics import METRICS, MOST_NAMES, MetricsCounter
from tests.support.dashboards import SPLIT, begin, dashboard, until
from tests.support.paths import ROOT
from tests.support.reviews import look_up, review_board


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> tuple[Config, str]:
    """A home with one review that needs a person."""
    config, _ = begin(
        tmp_path_factory.mktemp("api"), SPLIT, review="protocol: judge-with-debate, debates: 0"
    )
    (whole,) = review_board(config)
    return config, whole.id


@pytest.fixture(scope="module")
def client(home: tuple[Config, str]) -> Iterator[httpx2.Client]:
    with dashboard(home[0]) as running, running.client() as client:
        yield client


# -- over HTTP


def test_the_list_has_what_the_queue_shows(client: httpx2.Client, home: tuple[Config, str]) -> None:
    page = client.get("/api/reviews").json()
    (row,) = page["rows"]
    assert (row["id"], row["state"], row["panel"], row["rule"]) == (
        home[1],
        "escalate",
        "escalate",
        "open question",
    )
    assert (row["ballots"], row["seats"], row["round"], row["asks"], row["phase"]) == (
        3,
        3,
        0,
        4,
        "",
    )
    assert (row["key"], row["title"], row["tracker"], row["usd"]) == (
        "B-1",
        "Send greetings",
        "board",
        None,
    )
    assert page["counts"]["escalate"] == 1
    assert page["next"] == ""


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("state=escalate", 1),
        ("state=accept", 0),
        ("tracker=board", 1),
        ("tracker=multica", 0),
        ("text=GREETINGS", 1),
        ("text=b-1", 1),
        ("text=%25", 0),
        ("job=review", 1),
        ("job=local%20review", 0),
        ("waiting=*", 0),
    ],
)
def test_filters_narrow_the_list_down_and_pages_agree(
    client: httpx2.Client, query: str, number: int
) -> None:
    answer = client.get(f"/api/reviews?{query}")
    assert (answer.status_code, len(answer.json()["rows"])) == (200, number)
    page = client.get(f"/list?{query}")
    assert page.status_code == 200
    assert ("Send greetings" in page.text) == bool(number)


@pytest.mark.parametrize(
    "query",
    [
        "state=lost",
        "job=nonsense",
        "before=nonsense",
        "since=1.4.",
        "sort=best",
        "limit=0",
        "limit=201",
        "limit=x",
        "unknown=1",
    ],
)
def test_a_wrong_parameter_is_named(client: httpx2.Client, query: str) -> None:
    answer = client.get(f"/api/reviews?{query}")
    assert answer.status_code == (404 if query.startswith("before") else 422)
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert set(problem) == {"status", "what", "fix"}
    assert query.partition("=")[0] in problem["what"] or query.partition("=")[2] in problem["what"]


def test_one_review_is_the_whole_of_it(client: httpx2.Client, home: tuple[Config, str]) -> None:
    answer = client.get(f"/api/reviews/{home[1]}")
    assert ReviewRecord.model_validate(answer.json()) == look_up(*home)


@pytest.mark.parametrize(
    "address",
    [
        "/api/reviews/nope",
        "/api/runs/nope/events",
        "/api/councils/nope",
        "/api/asks/nope/x",
        "/api/nope",
        "/api/",
    ],
)
def test_what_is_not_there_is_not_found(client: httpx2.Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert answer.json()["status"] == 404


def test_events_come_in_pages(client: httpx2.Client, home: tuple[Config, str]) -> None:
    seen: list[str] = []
    after = 0
    while True:
        page = client.get(f"/api/runs/{home[1]}/events?after={after}&limit=7").json()
        seen += [event["key"] for event in page["events"]]
        after = page["next"]
        if not after:
            break
    with closing(Store(home[0].home / "state.db")) as store:
        assert seen == [event.key for event in store.events(home[1])]


def test_a_prompt_is_shown_only_for_the_run_that_put_it(
    client: httpx2.Client, home: tuple[Config, str]
) -> None:
    digest = look_up(*home).asked[0].answered.prompt
    answer = client.get(f"/reviews/{home[1]}/texts/{digest}")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert "greet.py must greet every guest" in answer.text
    assert client.get(f"/reviews/other/texts/{digest}").status_code == 404
    assert client.get(f"/reviews/{home[1]}/texts/{'0' * 64}").status_code == 404


def test_a_reply_is_given_as_it_came(client: httpx2.Client, home: tuple[Config, str]) -> None:
    asked = look_up(*home).asked[-1]
    answer = client.get(f"/reviews/{home[1]}/replies/{asked.purpose}/{asked.seat}/{asked.round}")
    assert isinstance(asked.answered.ending, Reply)
    assert answer.text == asked.answered.ending.text
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert client.get(f"/reviews/{home[1]}/replies/judge/Nobody/0").status_code == 404
    assert client.get(f"/reviews/{home[1]}/replies/judge").status_code == 404


def test_acts_are_refused_with_the_reason(client: httpx2.Client, home: tuple[Config, str]) -> None:
    path = f"/api/reviews/{home[1]}/override"
    for body, wrong in (
        ({"outcome": "accept", "reason": "x"}, "by"),
        ({"outcome": "maybe", "reason": "x", "by": "Eve"}, "outcome"),
        ({"outcome": "accept", "reason": "x", "by": "Eve", "more": 1}, "more"),
        ({"outcome": "accept", "reason": " ", "by": "Eve"}, "reason"),
    ):
        answer = client.post(path, json=body)
        assert answer.status_code == 422
        assert wrong in answer.json()["what"]
    assert (
        client.post(path, content=b"{", headers={"Content-Type": "application/json"}).status_code
        == 422
    )
    assert client.post("/api/runs/nope/cancel", json={"by": "Eve"}).status_code == 404
    assert client.post(f"/api/runs/{home[1]}/cancel", json={"by": "Eve"}).status_code == 422
    assert client.post("/api/asks/nope/judge/x/0", json={"text": "x"}).status_code == 404
    wrong_method = client.delete(path)
    assert (wrong_method.status_code, wrong_method.headers["allow"]) == (405, "POST")


def test_programs_may_act_and_what_is_sent_twice_happens_once(tmp_path: Path) -> None:
    config, _ = begin(tmp_path, SPLIT, review="protocol: judge-with-debate, debates: 0")
    (whole,) = review_board(config)
    body = {"outcome": "accept", "reason": "fine", "by": "CI", "once": "0123456789abcdef"}
    with dashboard(config) as running, running.client() as client:
        answers = [client.post(f"/api/reviews/{whole.id}/override", json=body) for _ in range(2)]
        assert [answer.json() for answer in answers] == [{"id": "decision-0123456789abcdef"}] * 2
        other = client.post(f"/api/reviews/{whole.id}/override", json=body | {"reason": "no"})
        assert other.status_code == 409
        until(lambda: look_up(config, whole.id).decisions[0].state == "done")
        again = client.post(f"/api/reviews/{whole.id}/rerun", json={"by": "CI"}).json()["id"]
        assert client.post(
            f"/api/runs/{again}/cancel", json={"by": "CI", "reason": "enough"}
        ).json() == {"id": again}
        assert client.get(f"/api/reviews/{again}").json()["error"] == "enough (by CI)"


def test_health_says_that_the_state_can_be_read(client: httpx2.Client) -> None:
    answer = client.get("/healthz")
    assert answer.json()["status"] == "ok"
    assert answer.json()["events"] > 10


def test_metrics_count_runs_asks_and_verdicts(client: httpx2.Client) -> None:
    for _ in range(2):  # what was counted is not counted again
        answer = client.get("/metrics")
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        lines = answer.text.splitlines()
        assert 'coordinator_runs{job="review",state="escalate"} 1' in lines
        assert 'coordinator_asks_total{purpose="judge",seat="Ann",ending="reply"} 1' in lines
        assert (
            'coordinator_asks_total{purpose="rubric",seat="Meta-Judge",ending="reply"} 1' in lines
        )
        assert 'coordinator_ask_seconds_bucket{seat="Ann",le="+Inf"} 1' in lines
        assert 'coordinator_ask_seconds_count{seat="Ann"} 1' in lines
        assert 'coordinator_unpriced_asks_total{seat="Ann"} 1' in lines
        assert 'coordinator_decisions_total{rule="open question",verdict="escalate"} 1' in lines
        assert any(line.startswith("coordinator_event_lag_seconds ") for line in lines)
        assert {
            "coordinator_workers 1",
            "coordinator_runs_at_work 0",
            "coordinator_runs_due 0",
        } <= set(lines)
        assert all(line.startswith(("# HELP ", "# TYPE ", "coordinator_")) for line in lines)


def test_the_numbers_of_seats_are_those_on_record_and_names_are_bounded_and_harmless(
    store: Store,
) -> None:
    store.add_run("R", "review", "{}", owner="me")
    paid = {"tokens_in": 4200, "tokens_out": 600, "usd": "0.012"}

    def ask(seat: str, ending: object) -> None:
        body = {"prompt": "", "template": "", "seconds": 2.5, "ending": ending}
        store.append("R", 1, f"ask/judge/panel/check/1/{seat}/0", "step", json.dumps(body))

    late = {"kind": "abstention", "seat": "Ann", "round": 0, "cause": "late"}
    ask("Ann", {"kind": "reply", "text": "{}", "usage": paid})
    ask("Bob", late)
    store.append("R", 1, "ballot/judge/Bob/0", "step", json.dumps(late))
    store.append("R", 1, "ballot/judge/Ann/0", "step", '{"kind": "ballot"}')
    store.append("R", 1, "verdict/panel/check/1", "step", '{"outcome": "reject", "rule": "gate"}')
    for number in range(2 * MOST_NAMES):
        ask(f'{number}"\n{"long" * 100}', late)
    counter = MetricsCounter()
    counter.catch_up(store)
    counter.catch_up(store)
    samples = counter.samples
    assert samples["tokens_total"] == {
        '{seat="Ann",direction="input"}': 4200,
        '{seat="Ann",direction="output"}': 600,
    }
    assert str(samples["cost_usd_total"]['{seat="Ann"}']) == "0.012"
    assert samples["abstentions_total"] == {'{seat="Bob",cause="late"}': 1}
    assert samples["decisions_total"] == {'{rule="gate",verdict="reject"}': 1}
    bounds = [
        samples["ask_seconds_bucket"][f'{{seat="Ann",le="{bound}"}}']
        for bound in ("1", "5", "+Inf")
    ]
    assert (bounds, str(samples["ask_seconds_sum"]['{seat="Ann"}'])) == ([0, 1, 1], "2.5")
    assert len(samples["asks_total"]) == MOST_NAMES + 1
    assert samples["asks_total"]['{purpose="judge",seat="others",ending="late"}'] == MOST_NAMES + 2
    assert all("\n" not in labels and len(labels) < 200 for labels in samples["asks_total"])


def test_the_page_and_the_dashboard_for_grafana_know_the_metrics_there_are() -> None:
    page = (ROOT / "docs/observability.md").read_text()
    assert re.findall(r"^\| `coordinator_(\w+)` \| (\w+) \| (.+) \|$", page, re.MULTILINE) == list(
        map(tuple, METRICS)
    )
    board = json.loads((ROOT / "deploy/grafana.json").read_text())
    panels = board["panels"]
    assert board["title"]
    assert board["schemaVersion"] >= 30
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert {"datasource", "seat"} == {variable["name"] for variable in board["templating"]["list"]}
    for panel in panels:
        assert panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
        assert set(panel["gridPos"]) == {"x", "y", "w", "h"}
        assert panel["type"] in ("stat", "timeseries")
    queried = {
        name
        for panel in panels
        for query in panel["targets"]
        for name in re.findall(r"coordinator_\w+", query["expr"])
    }
    parts = {"histogram": ("_bucket", "_sum", "_count")}
    known = {
        f"coordinator_{name}{part}" for name, kind, _ in METRICS for part in parts.get(kind, ("",))
    }
    assert queried == known


# -- the read model behind it


@pytest.fixture
def store(state_home: Path) -> Iterator[Store]:
    with closing(Store(state_home / "state.db")) as store:
        yield store


def add(store: Store, number: int, state: str = "") -> str:
    """A review with this number; open, or with this outcome."""
    run_id = f"B-{number}.1"
    store.add_run(
        run_id, "review", f'{{"key":"B-{number}"}}', owner="me", subject=f"board:B-{number}"
    )
    store.append(run_id, 1, "issue", "step", f'{{"title":"Issue {number}"}}')
    if state:
        store.end(run_id, 1, "done", {"value": {"kind": "decided", "verdict": {"outcome": state}}})
    return run_id


def test_pages_of_the_queue_hold_every_review_once(store: Store) -> None:
    ids = [add(store, number, "accept" if number % 3 else "reject") for number in range(1, 24)]
    seen: list[str] = []
    before = ""
    while True:
        page = RunList(store).page(RunFilters(before=before), limit=5)
        seen += [row.id for row in page.rows]
        before = page.next
        if not before:
            break
    assert seen == ids[::-1]
    rejects = RunList(store).page(RunFilters(state="reject"), limit=50)
    assert [row.id for row in rejects.rows] == [
        run_id for number, run_id in enumerate(ids, 1) if number % 3 == 0
    ][::-1]
    assert rejects.counts["accept"] == 16


def test_the_list_is_searched_sorted_and_cut_by_days(store: Store) -> None:
    first, second, third = (add(store, number) for number in (1, 2, 3))
    paid = '{"ending": {"kind": "reply", "usage": {"usd": "%s"}}}'
    store.append(first, 1, "settings", "step", '{"seats": ["Ann", "Bob"]}')
    store.append(first, 1, "ask/judge/Ann/0", "step", paid % "0.5")
    store.append(second, 1, "ask/judge/Cid/0", "step", paid % "2.25")
    store.append(
        third,
        1,
        "open/judge/Dan/0",
        "step",
        '{"person": "maria", "at": 1.0, "until": 2.0, "prompt": ""}',
    )
    store.append(third, 1, "verdict", "step", '{"rule": "above the bar"}')
    store.end(third, 1, "done", {"value": {"verdict": {"outcome": "accept"}}})
    about = {
        "submission": {"id": second, "tracker": "board", "entry": "1", "key": "B-2"},
        "panel": "escalate",
    }
    decision = json.dumps(
        {"review": second, "outcome": "accept", "by": "Otto", "reason": "", "stood": "", **about}
    )
    store.end(second, 1, "done", {"value": {"verdict": {"outcome": "escalate"}}})
    store.add_run("decision-1", "decision", decision, owner="me", subject="board:B-2")

    def found(**filters: str) -> list[str]:
        whole = RunList(store).page(RunFilters(**filters), limit=50)
        seen, before = list[str](), ""
        while len(seen) < len(whole.rows):  # the same one by one
            page = RunList(store).page(RunFilters(**filters, before=before), limit=1)
            seen += [row.id for row in page.rows]
            before = page.next
        assert (seen, before) == ([row.id for row in whole.rows], "")
        assert whole.counts == dict.fromkeys(whole.counts, 0) | Counter(
            row.state for row in whole.rows
        )
        return seen

    assert [
        found(text=word) for word in ("bob", "CID", "maria", "the bar", "otto", "b-3", "judge")
    ] == [*([first], [second], [third], [third], [second], [third], [])]
    assert found(sort="oldest") == [first, second, third]
    assert found(sort="dearest") == [second, first, third]
    assert found(sort="longest")[-1] == first, "which is open"
    today, day = datetime.now(UTC), timedelta(days=1)
    assert len(found(since=f"{today:%F}", until=f"{today + day:%F}")) == 3
    assert found(since=f"{today + 2 * day:%F}") == found(until=f"{today - 2 * day:%F}") == []


def test_the_list_follows_what_runs_come_to(store: Store) -> None:
    run_id = add(store, 1)
    assert [
        (row.state, row.phase, row.title) for row in RunList(store).page(RunFilters()).rows
    ] == [("open", "work", "Issue 1")]
    store.end(run_id, 1, "failed", {"error": "RunError: no"})
    assert [(row.state, row.rule) for row in RunList(store).page(RunFilters()).rows] == [
        ("failed", "RunError: no")
    ]
    store.reopen(run_id)
    assert RunList(store).row(run_id).phase == "queued"
    store.claim("me", store.run(run_id))
    store.end(
        run_id, store.run(run_id).epoch, "done", {"value": {"kind": "superseded", "why": "x"}}
    )
    assert [row.state for row in RunList(store).page(RunFilters(state="superseded")).rows] == [
        "superseded"
    ]


def test_phases_follow_the_events(store: Store) -> None:
    run_id = add(store, 1)
    seen = []
    for key, body in (
        ("work", "{}"),
        ("suspicions", "{}"),
        ("settings", '{"seats": ["a", "b", "c"]}'),
        ("ballot/judge/a/0", '{"kind": "ballot"}'),
        ("ballot/judge/b/0", '{"kind": "abstention"}'),
        ("splits/1", "{}"),
        ("ballot/debate/a/1", '{"kind": "abstention"}'),
        ("ballot/judge/b/0/again", '{"kind": "ballot"}'),
        ("verdict", '{"rule": "gate"}'),
    ):
        store.append(run_id, 1, key, "step", body)
        row = RunList(store).row(run_id)
        seen.append((row.phase, row.round, row.ballots, row.abstained, row.seats))
    assert seen == [
        ("checks", 0, 0, 0, 0),
        ("rubric", 0, 0, 0, 0),
        ("judges", 0, 0, 0, 3),
        ("judges", 0, 1, 0, 3),
        ("judges", 0, 1, 1, 3),
        ("debate 1", 1, 1, 1, 3),
        ("debate 1", 1, 1, 1, 3),
        ("debate 1", 1, 2, 0, 3),
        ("carrying out", 1, 2, 0, 3),
    ]


def test_a_council_shows_what_it_waits_for(store: Store) -> None:
    store.add_run("c", "council", "{}", owner="me", subject="council:c")
    seen = []
    for key, kind in (
        ("slate/1", "step"),
        ("decide", "wait"),
        ("~woken/decide", "woken"),
        ("again/1", "wait"),
    ):
        store.append("c", 1, key, kind, "{}")  # type: ignore[arg-type]
        row = RunList(store).row("c")
        counted = store.index.count_by_state(["council"], {})
        assert counted == {row.state: 1}
        assert store.index.count_by_job() == [("council", row.state, 1)]
        seen.append((row.state, row.panel, row.phase))
    assert seen == [
        ("open", "open", "round 1"),
        ("escalate", "open", UNDECIDED),
        ("open", "open", "round 1"),
        ("error", "open", UNPLANNED),
    ]


def test_whoever_is_waited_for_can_be_looked_for(store: Store) -> None:
    waiting, answered, over = add(store, 1), add(store, 2), add(store, 3)
    for run_id, person in ((waiting, "maria"), (answered, "maria"), (over, "otto")):
        body = f'{{"person": "{person}", "at": 1.0, "until": 2.0, "prompt": ""}}'
        store.append(run_id, 1, "open/judge/Seat one/0", "step", body)
    store.append(answered, 1, "ask/judge/Seat one/0", "step", "{}")
    store.end(over, 1, "cancelled", {"error": "x"})
    assert store.index.people_waited_for() == ["maria"]
    (row,) = RunList(store).page(RunFilters(waiting="maria")).rows
    assert [(wait.ask, wait.seat, wait.person) for wait in row.waits] == [
        (f"{waiting}/judge/Seat one/0", "Seat one", "maria")
    ]
    assert [each.id for each in RunList(store).page(RunFilters(waiting="*")).rows] == [waiting]
    assert RunList(store).page(RunFilters(waiting="otto")).rows == ()


def test_costs_are_exact_and_unknown_is_not_zero(store: Store) -> None:
    run_id = add(store, 1)
    for number, usd in enumerate(['"0.1"', '"0.2"']):
        body = f'{{"seconds": 1, "ending": {{"kind": "reply", "usage": {{"usd": {usd}}}}}}}'
        store.append(run_id, 1, f"ask/judge/s{number}/0", "step", body)
    assert str(RunList(store).row(run_id).usd) == "0.3"
    store.append(run_id, 1, "told", "wait", "{}")  # with which it is listed anew
    store.append_all([NewEvent(run_id, 1, key, "step", body) for key in ("noted", "ask/judge/z/0")])
    [usd] = store.database.execute(
        "SELECT usd FROM details WHERE run = :run", {"run": run_id}
    ).fetchall()[0]
    assert float(usd) == pytest.approx(0.5), "what lists are sorted by counts each ask once"
    store.append(
        run_id, 1, "ask/judge/x/0", "step", '{"ending": {"kind": "abstention", "cause": "late"}}'
    )
    assert str(RunList(store).row(run_id).usd) == "0.5"
    store.append(
        run_id, 1, "ask/judge/y/0", "step", '{"ending": {"kind": "reply", "usage": {"usd": null}}}'
    )
    assert RunList(store).row(run_id).usd is None


def test_an_older_file_is_listed_after_its_upgrade(tmp_path: Path) -> None:
    path, now = tmp_path / "old.db", time.time()
    with closing(open_database(path, MIGRATIONS[:1], application_id=APPLICATION_ID)) as old:
        for run_id, state in (("a", "done"), ("b", "open"), ("c", "failed")):
            row = {"id": run_id, "input": f'{{"key":"{run_id}"}}', "state": state, "now": now}
            values = "(:id, 'review', :input, :state, '', 2, :now, 0, :now, 0, 'board:X')"
            old.execute(f"INSERT INTO runs VALUES {values}", row)
        insert = "INSERT INTO events (run, key, kind, at, epoch, input, body) VALUES ('a', :key, :kind, 0, 2, '', :body)"
        ended = '{"value": {"verdict": {"outcome": "reject"}}}'
        old.execute(insert, {"key": "~end/2", "kind": "end", "body": ended})
        old.execute(insert, {"key": "issue", "kind": "step", "body": '{"title": "Old"}'})
    with closing(Store(path)) as store:
        listed = {
            row.run: (row.state, row.title, row.tracker, row.key)
            for row in store.index.rows((), {}, 10)
        }
    assert listed == {
        "a": ("reject", "Old", "board", "a"),
        "b": ("open", "", "board", "b"),
        "c": ("failed", "", "board", "c"),
    }


def test_rows_of_before_come_to_the_state_that_people_see(state_home: Path) -> None:
    path = state_home / "state.db"
    with closing(open_database(path, MIGRATIONS[:4], application_id=APPLICATION_ID)) as old:
        for run, job, state in (
            ("r", "run", "escalated"),
            ("c", "council", "open"),
            ("p", "council", "open"),
        ):
            given = {"run": run, "job": job, "state": state}
            old.execute(
                "INSERT INTO listing VALUES (:run, 0, :job, '', '', '', :state, '', :state)", given
            )
        insert = "INSERT INTO events (run, key, kind, at, epoch, input, body) VALUES (:run, :key, :kind, 0, 1, '', '{}')"
        waits = (
            ("c", "decide", "wait"),
            ("p", "decide", "wait"),
            ("p", "~woken/decide", "woken"),
            ("p", "again/1", "wait"),
        )
        for run, key, kind in waits:
            old.execute(insert, {"run": run, "key": key, "kind": kind})
    with closing(Store(path)) as store:
        listed = {row.run: (row.state, row.panel) for row in store.index.rows((), {}, 10)}
    assert listed == {
        "r": ("escalate", "escalate"),
        "c": ("escalate", "open"),
        "p": ("error", "open"),
    }


def test_a_state_that_no_run_of_the_kind_has_is_refused(store: Store) -> None:
    for kind, state in (
        ("review", "completed"),
        ("run", "agreed"),
        ("council", "escalated"),
        ("", "running"),
    ):
        with pytest.raises(UsageError, match=f"no state '{state}'.*known: open, "):
            RunList(store).page(RunFilters(state=state), kind)


def test_a_run_of_another_kind_is_listed_too(store: Store) -> None:
    store.add_run(
        "run-1", "run", '{"label": "flow.yaml", "key": "B-1"}', owner="me", subject="board:B-1"
    )
    store.append("run-1", 1, "settings", "step", '{"seed": "x"}')
    (row,) = RunList(store).page(RunFilters(), "run").rows
    assert (row.title, row.key, row.seats, row.phase) == ("flow.yaml", "B-1", 0, "")
    store.end("run-1", 1, "done", {"value": {"kind": "completed", "stage": "end"}})
    assert RunList(store).row("run-1").state == "completed"


def test_a_wrong_cursor_is_refused(store: Store) -> None:
    with pytest.raises(RunError, match="there is no run yesterday"):
        RunList(store).page(RunFilters(before="yesterday"))
    for wrong, why in (
        ({"since": "yesterday"}, "not a date"),
        ({"sort": "best"}, "no order 'best'.*known: newest, oldest"),
    ):
        with pytest.raises(UsageError, match=why):
            RunList(store).page(RunFilters(**wrong))

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from coordinator.errors import LeaseLost, RunError, UsageError
from coordinator.storage import ask_history, leases, run_index
from coordinator.storage import store as module
from coordinator.storage.database import read_queries
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import Store
from coordinator.storage.transfer import import_rows
from coordinator.trackers.board import Board
from coordinator.views.listing import RunFilters
from tests.support.databases import REFUSED
from tests.support.waiting import wait_until


@pytest.fixture
def store(state_home: Path) -> Iterator[Store]:
    with closing(Store(state_home / "state.db")) as store:
        yield store


def test_a_run_is_recorded_once(store: Store) -> None:
    assert store.add_run("r1", "review", '{"a":1}', owner="", subject="CO-1")
    assert not store.add_run("r1", "review", '{"a":2}', owner="me")
    run = store.run("r1")
    assert (run.job, run.input, run.state, run.owner, run.epoch) == (
        "review",
        '{"a":1}',
        "open",
        "",
        1,
    )
    with pytest.raises(RunError, match="there is no run r2"):
        store.run("r2")


FIRST, SECOND = (
    "MUL-4.0f3e2d1c-0000-4000-8000-00000000000a",
    "MUL-4.0f3e99aa-0000-4000-8000-00000000000b",
)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (FIRST, FIRST),
        ("MUL-4.0f3e2d1c", FIRST),  # the short form, though a retry begins so too
        ("MUL-4.0f3e2d1c-7e57", f"{FIRST}-7e57"),
        ("MUL-4.0f3e9", SECOND),
        ("B-12", "B-12.1"),
        ("council-a", "council-a1b2c3d4"),
        ("B-1", "B-1"),  # another issue, of which there is no review
        ("B-12.", "B-12."),
        ("", ""),
        ("%", "%"),
    ],
)
def test_a_run_is_found_by_its_short_id_or_its_beginning(
    store: Store, given: str, meant: str
) -> None:
    for each in (FIRST, f"{FIRST}-7e57", SECOND, "B-12.1", "council-a1b2c3d4"):
        store.add_run(each, "review", "{}", owner="")
        assert store.full_id(each) == store.full_id(short_id(each)) == each
    assert store.full_id(given) == meant


def test_a_beginning_of_several_ids_is_refused_with_all_of_them(store: Store) -> None:
    for each in (FIRST, SECOND):
        store.add_run(each, "review", "{}", owner="")
    with pytest.raises(
        UsageError, match=r"MUL-4 can be one of 2 ids \(such as MUL-4\.\w{8}, MUL-4\.\w{8}"
    ):
        store.full_id("MUL-4")


def test_runs_are_listed_newest_first_by_job_and_state(store: Store) -> None:
    for number, job in enumerate(["review", "council", "review"]):
        store.add_run(f"r{number}", job, "{}", owner="")
    store.end("r0", 1, "done", {})
    assert [run.id for run in store.runs()] == ["r2", "r1", "r0"]
    assert [run.id for run in store.runs(job="review")] == ["r2", "r0"]
    assert [run.id for run in store.runs(state="open", limit=1)] == ["r2"]
    assert [run.id for run in store.runs(job="review", state="done")] == ["r0"]


def test_runs_about_a_subject_come_in_order(store: Store) -> None:
    for number in range(4):
        store.add_run(f"r{number}", "review", "{}", owner="", subject=f"CO-{number % 2}")
    assert [run.id for run in store.runs_about("CO-1")] == ["r1", "r3"]


def test_events_are_read_back_in_order_by_run_and_over_all_runs(store: Store) -> None:
    for run in ("r1", "r2"):
        store.add_run(run, "review", "{}", owner="me")
    written = [
        store.append(run, 1, key, "step", '"x"', "hash") for key in "abc" for run in ("r1", "r2")
    ]
    assert store.events("r1") == written[::2]
    assert store.events("r1", after_seq=written[2].seq) == [written[4]]
    assert [head.seq for head in store.heads_since(written[1].seq, limit=2)] == [
        event.seq for event in written[2:4]
    ]
    assert store.last_seq() == written[-1].seq


@pytest.mark.parametrize("change", ["UPDATE events SET body = ''", "DELETE FROM events"])
def test_events_cannot_be_changed(store: Store, change: str) -> None:
    store.add_run("r1", "review", "{}", owner="me")
    event = store.append("r1", 1, "a", "step", '"x"')
    with pytest.raises(REFUSED, match="append-only"):
        store.database.execute(change)
    assert store.events("r1") == [event]


def test_writes_of_an_earlier_owner_are_refused(store: Store) -> None:
    store.add_run("r1", "review", "{}", owner="old")
    store.append("r1", 1, "a", "step", '"old"')
    assert store.release_runs("old") == 1
    claimed = store.claim("new", store.run("r1"))
    for late in (
        lambda: store.append("r1", 1, "b", "step", '"late"'),
        lambda: store.end("r1", 1, "done", {}),
        lambda: store.park("r1", 1, 5.0, {}),
        lambda: store.check_lease("r1", 1),
    ):
        with pytest.raises(LeaseLost, match="r1 was taken over"):
            late()
    store.append("r1", claimed.epoch, "b", "step", '"new"')
    assert [(event.body, event.epoch) for event in store.events("r1")] == [
        ('"old"', 1),
        ('"new"', claimed.epoch),
    ]


def test_nothing_is_appended_to_an_ended_run(store: Store) -> None:
    store.add_run("r1", "review", "{}", owner="me")
    end = store.end("r1", 1, "failed", {"error": "ValueError: no"})
    with pytest.raises(LeaseLost):
        store.append("r1", 1, "late", "step", '"x"')
    assert (
        store.last_end("r1")
        == json.loads(end.body)
        == {"state": "failed", "error": "ValueError: no"}
    )
    assert store.run("r1").state == "failed"
    store.reopen("r1")
    assert (store.run("r1").state, store.run("r1").epoch, store.run("r1").ended) == ("open", 2, 0)


def test_signals_are_recorded_once_by_key(store: Store) -> None:
    store.add_run("r1", "review", "{}", owner="me")
    start = store.append("r1", 1, "~start", "start", "{}")
    assert store.signal("r1", "~message/a", "message", {"topic": "t", "body": 1})
    assert not store.signal("r1", "~message/a", "message", {"topic": "t", "body": 2})
    [message] = store.signals_since(start.seq)
    assert message.body == '{"topic": "t", "body": 1}'
    assert store.signals_since(message.seq) == []


def test_due_runs_are_unowned_of_known_jobs_and_oldest_first(store: Store) -> None:
    for run_id, job, owner in [
        ("a", "x", ""),
        ("b", "y", ""),
        ("c", "x", ""),
        ("d", "x", "me"),
        ("e", "z", ""),
    ]:
        store.add_run(run_id, job, "{}", owner)
    store.park("c", 1, 1000.0, {})
    assert [run.id for run in store.due(["x", "y"], (), limit=9)] == ["a", "b"]
    assert [run.id for run in store.due(["x", "y"], (), limit=1)] == ["a"]
    assert [run.id for run in store.due(["x", "y"], ["b", "c", "d", "e"], limit=9)] == ["b"]
    assert sorted(store.open_jobs()) == ["x", "y", "z"]


def test_a_worker_that_was_disowned_finds_out_at_its_next_beat(store: Store) -> None:
    assert not store.renew_lease("me", 15.0)
    began = store.now()
    assert store.renew_lease("me", 15.0)
    [worker] = store.workers()
    assert worker.owner == "me"
    assert began + 15 <= worker.expires <= store.now() + 15
    store.release_runs("me")
    assert not store.renew_lease("me", 15.0)


def test_a_clock_that_was_set_back_makes_no_run_wait_longer_than_was_asked(store: Store) -> None:
    for name in ("queued", "parked", "held"):
        store.add_run(name, "review", "{}", owner="")
    for name in ("parked", "held"):
        store.park(name, 1, 60.0, {"error": "busy"})
    assert [run.id for run in store.due(["review"], (), 10)] == ["queued"]
    # As the hours that the clock was ahead leave it.
    store.database.execute("UPDATE runs SET not_before = not_before + 7200 WHERE id <> 'held'")
    assert [run.id for run in store.due(["review"], (), 10)] == ["queued", "parked"]
    assert [run.id for run in store.due(["review"], ("parked", "held"), 10)] == ["parked"]


def test_what_is_appended_costs_the_same_however_much_there_is(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "state.db")) as store:
        written = ("append_details", "begin_details", "write_listing", "write_details")
        for query in (module.QUERIES["append"], *(run_index.QUERIES[name] for name in written)):
            given = dict.fromkeys(
                ("run", "epoch", "key", "kind", "body", "about", "now", "seq"), ""
            )
            steps = [
                row[-1]
                for row in store.database.execute(f"EXPLAIN QUERY PLAN {query}", given).fetchall()
            ]
            assert steps
            assert not [step for step in steps if re.match("SCAN (?!new)", step)], query


def test_runs_about_one_subject_are_in_their_order_though_the_clock_was_set_back(
    store: Store,
) -> None:
    store.add_run("zero", "review", "{}", owner="", subject="board:B-1")
    # As a clock that was ahead leaves it
    store.database.execute("UPDATE runs SET created = created + 7200")
    for name in ("two", "one"):
        store.add_run(name, "review", "{}", owner="", subject="board:B-1")
    assert [run.id for run in store.runs_about("board:B-1")] == ["zero", "two", "one"]
    assert store.run("two").not_before < store.run("two").created, "and none waits for that"


def test_a_nul_hides_nothing_else_of_what_is_on_record(store: Store) -> None:
    with store.database.transaction():
        for run in ("parked", "ended"):
            store.add_run(run, "job", json.dumps({"key": "B-1", "label": "a \\u0000"}), "")
            store.append(
                run,
                1,
                "issue",
                "step",
                json.dumps({"title": "A title \\u0000", "text": "\0\0 and \\\0"}),
            )
        store.park("parked", 1, 60.0, {"error": "\0"})
        store.end("ended", 1, "done", {"value": {"outcome": "accept", "why": "\0"}})
    assert store.due(["job"], (), 10) == []
    assert [store.index.row(run).state for run in ("parked", "ended")] == ["open", "accept"]
    assert store.index.row("ended").title == "A title \\u0000"


def test_owners_without_a_lease_are_strangers(store: Store) -> None:
    store.renew_lease("me", 15.0)
    store.add_run("a", "x", "{}", owner="me")
    store.add_run("b", "x", "{}", owner="nobody knows")
    assert store.owners_without_lease() == ["nobody knows"]


def test_texts_are_kept_once_and_marks_can_move(store: Store) -> None:
    name = store.add_text("words")
    assert store.add_text("words") == name == hashlib.sha256(b"words").hexdigest()
    assert store.text(name) == "words"
    with pytest.raises(RunError, match="no text with the hash other"):
        store.text("other")
    assert store.setting("cursor") == ""
    store.set_setting("cursor", "7")
    store.set_setting("cursor", "8")
    assert store.setting("cursor") == "8"


def test_a_part_that_raises_is_undone_alone(store: Store) -> None:
    def half() -> None:
        with store.database.savepoint():
            store.set_setting("undone", "1")
            raise ValueError("no")

    with store.database.transaction():
        store.set_setting("kept", "1")
        with pytest.raises(ValueError, match="no"):
            half()
    assert (store.setting("kept"), store.setting("undone")) == ("1", "")


@pytest.mark.parametrize(
    "row",
    [
        {"issues DEFAULT VALUES; DROP TABLE marks; --": {}},
        {"marks": {"name, value) VALUES ('a', 'b'); DROP TABLE marks; --": "a"}},
        {"marks": {"name": "watch/a", "value": {"no": "text"}}},
        {"marks": {"name": "watch/twice", "value": "b"}},
        {"marks": {"name": "watch/b", "NAME": "dashboard/people", "value": "[]"}},
        {"marks": {"unknown": 1}},
        {"marks": {}},
        {"marks": 5},
        {},
        5,
    ],
)
def test_a_file_that_is_no_export_is_refused_and_leaves_nothing_behind(
    store: Store, state_home: Path, row: Any
) -> None:
    with closing(Board(state_home)) as board:
        databases = (store.database, board.database)
        versions, first = (
            {"versions": [one.version for one in databases]},
            {"marks": {"name": "watch/twice", "value": "a"}},
        )
        with pytest.raises(UsageError, match="line 3 is not a row"):
            import_rows(databases, map(json.dumps, (versions, first, row)))
        with pytest.raises(UsageError, match="was cut off"):
            import_rows(databases, map(json.dumps, (versions, first)))
        assert import_rows(databases, map(json.dumps, (versions, first, {"rows": 1})))["marks"] == 1
        assert store.setting("watch/twice") == "a"


def test_another_connection_sees_that_something_changed(store: Store) -> None:
    with closing(Store(store.path)) as other:
        before = other.data_version()
        assert other.data_version() == before
        with store.database.transaction():
            store.set_setting("cursor", "7")
        wait_until(lambda: other.data_version() != before)


@pytest.mark.parametrize(
    ("owners", "file"),
    [
        ([module, leases], "queries.sql"),
        ([run_index], "run_index.sql"),
        ([ask_history], "ask_history.sql"),
    ],
)
def test_every_statement_of_a_file_is_used(owners: list[ModuleType], file: str) -> None:
    paths = [Path(str(owner.__file__)) for owner in owners]
    code = "".join(path.read_text(encoding="utf-8") for path in paths)
    statements = paths[0].with_name(file).read_text(encoding="utf-8")
    unused = []
    for name in re.findall("^-- name: (.*)$", statements, re.MULTILINE):
        if not re.search(f"""["']{name}["']""", code) and f"{{{name}}}" not in statements:
            unused.append(name)
    assert unused == []


def test_a_list_can_be_filtered_by_every_filter_that_people_are_offered() -> None:
    assert run_index.FILTERS.keys() == RunFilters.model_fields.keys() - {"sort", "before"}


def test_a_name_of_two_statements_is_refused(tmp_path: Path) -> None:
    (tmp_path / "twice.sql").write_text("-- name: a\nSELECT 1;\n-- name: a\nSELECT 2;\n")
    with pytest.raises(ValueError, match="a is defined twice"):
        read_queries(tmp_path / "twice.sql")


def test_a_run_that_a_coordinator_of_before_began_is_listed_when_it_is_shown(store: Store) -> None:
    store.add_run("r1", "review", '{"key": "B-1"}', owner="me")
    store.database.execute("DELETE FROM listing")
    assert (store.index.row("r1").key, store.index.row("r1").state) == ("B-1", "open")

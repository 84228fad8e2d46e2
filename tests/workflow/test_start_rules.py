"""When a workflow starts by itself: the times of schedules, the issues that begin to match, and what has to wait."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from coordinator.trackers import ListedIssue
from coordinator.workflow.dialect.start_triggers import Cron, IssueStart
from coordinator.workflow.schedule import due
from coordinator.workflow.start_rules import (
    OpenRun,
    SeenIssue,
    StartProgress,
    after_clock,
    after_look,
    is_held_back,
    matches,
)

HOUR = 3600.0


def at(text: str, zone: str = "UTC") -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def shown(times: list[float], zone: str = "UTC") -> list[str]:
    return [f"{datetime.fromtimestamp(time, ZoneInfo(zone)):%d %H:%M:%S}" for time in times]


# -- schedules


@pytest.mark.parametrize(
    ("schedule", "expected"),
    [
        ("0 9 * * 1", "16 09:00:00"),
        ("*/15 * * * *", "10 12:15:00"),
        ("30 15 12 * * *", "11 12:15:30"),
        ("@hourly", "10 13:00:00"),
        ("@daily", "11 00:00:00"),
        ("@every 90m", "10 13:30:20"),
        ("0 0 L * *", "30 00:00:00"),
    ],
)
def test_the_next_time_of_a_schedule(schedule: str, expected: str) -> None:
    now = at("2026-11-10T12:00:20") if "30 15" not in schedule else at("2026-11-10T12:20:00")
    assert shown([next(Cron(schedule=schedule).times(now, now))]) == [expected]


@pytest.mark.parametrize(
    ("schedule", "day", "expected"),
    [
        # The clock goes from 2 to 3: at once, and not at all is worse
        ("30 2 * * *", "2026-03-29", ["29 03:00:00"]),
        ("30 2 * * *", "2026-10-25", ["25 02:30:00"]),  # it goes from 3 to 2: once
        ("0 */6 * * *", "2026-10-25", ["25 00:00:00", "25 06:00:00", "25 12:00:00", "25 18:00:00"]),
    ],
)
def test_summer_time_neither_loses_nor_doubles_a_time(
    schedule: str, day: str, expected: list[str]
) -> None:
    zone = "Europe/Berlin"
    cron = Cron(schedule=schedule, timezone=zone, missed="all")
    found = due(cron, at(f"{day}T00:00:00", zone) - 1, at(f"{day}T23:59:00", zone))
    assert shown(found, zone) == expected


def test_an_hourly_schedule_has_both_hours_of_the_night_when_the_clock_goes_back() -> None:
    cron = Cron(schedule="0 * * * *", timezone="Europe/Berlin", missed="all")
    night = at("2026-10-25T00:30:00", "Europe/Berlin")
    assert [time - night for time in due(cron, night, night + 4 * HOUR)] == [
        1800 + HOUR * hour for hour in range(4)
    ]


@pytest.mark.parametrize("schedule", ["*/15 * * * *", "@every 15m"])
@pytest.mark.parametrize(("missed", "expected"), [("skip", 0), ("latest", 1), ("all", 4)])
def test_a_stopped_hour(schedule: str, missed: str, expected: int) -> None:
    cron = Cron.model_validate({"schedule": schedule, "missed": missed})
    stopped = at("2026-11-10T12:00:00")
    found = due(cron, stopped, stopped + HOUR + 120)
    assert found == [stopped + HOUR - 900.0 * n for n in reversed(range(expected))]


def test_a_time_is_not_missed_when_it_has_just_come_and_the_older_ones_are_not_latest_then() -> (
    None
):
    stopped = at("2026-11-10T12:00:00")
    for missed in ("skip", "latest"):
        cron = Cron.model_validate({"schedule": "@hourly", "missed": missed})
        assert due(cron, stopped, stopped + 3 * HOUR + 1) == [stopped + 3 * HOUR]


@pytest.mark.parametrize(
    ("missed", "seconds"), [("skip", [100]), ("latest", [100]), ("all", range(10, 101, 10))]
)
def test_a_time_was_missed_when_another_has_come_since(missed: str, seconds: list[int]) -> None:
    cron = Cron.model_validate({"schedule": "*/10 * * * * *", "missed": missed})
    stopped = at("2026-11-10T12:00:00")
    before = after_clock(StartProgress(), "nightly", cron, stopped, lambda: False)
    # Nothing overlaps with what was missed
    after = after_clock(before, "nightly", cron, stopped + 101, lambda: False)
    assert [waits.at - stopped for waits in after.waiting] == list(seconds)


def test_years_without_a_daemon_are_taken_on_in_portions_and_quickly() -> None:
    stopped, now = at("2024-01-01T00:00:00"), at("2026-01-01T00:00:30")
    every = {
        missed: Cron.model_validate({"schedule": "* * * * * *", "missed": missed})
        for missed in ("all", "latest")
    }
    assert due(every["all"], stopped, now) == [stopped + second for second in range(1, 1001)]
    assert due(every["latest"], stopped, now)[-1] == now


def test_the_first_look_starts_nothing_and_a_new_schedule_counts_from_now() -> None:
    cron, now = (
        Cron(schedule="@hourly", missed="all", overlap_policy="queue"),
        at("2026-11-10T12:00:00"),
    )
    first = after_clock(StartProgress(), "nightly", cron, now, lambda: False)
    assert first.waiting == ()
    second = after_clock(first, "nightly", cron, now + 2 * HOUR, lambda: False)
    assert [waits.id for waits in second.waiting] == [
        "nightly-20261110T130000Z",
        "nightly-20261110T140000Z",
    ]
    other = after_clock(
        second, "nightly", Cron(schedule="@every 1m", missed="all"), now + 4 * HOUR, lambda: False
    )
    assert (other.until, other.waiting) == (now + 4 * HOUR, second.waiting)


def test_a_clock_that_is_set_back_comes_to_the_same_ids() -> None:
    cron, now = Cron(schedule="@hourly"), at("2026-11-10T12:30:00")
    first = after_clock(StartProgress(), "nightly", cron, now, lambda: False)
    there = after_clock(first, "nightly", cron, now + HOUR / 2, lambda: False)
    back = there.model_copy(update={"waiting": ()})
    assert after_clock(back, "nightly", cron, now, lambda: False).waiting == ()
    assert (
        after_clock(
            back.model_copy(update={"until": now}), "nightly", cron, now + HOUR / 2, lambda: False
        )
        == there
    )


@pytest.mark.parametrize(("policy", "waiting"), [("skip", 0), ("queue", 1), ("parallel", 1)])
def test_a_time_that_comes_while_a_run_is_open(policy: str, waiting: int) -> None:
    cron, now = (
        Cron.model_validate({"schedule": "@hourly", "overlap_policy": policy}),
        at("2026-11-10T12:00:00"),
    )
    first = after_clock(StartProgress(), "nightly", cron, now, lambda: False)
    after = after_clock(first, "nightly", cron, now + HOUR, lambda: True)
    assert len(after.waiting) == waiting
    # And is not tried again
    assert after_clock(after, "nightly", cron, now + HOUR + 1, lambda: False) == after


# -- issues


def issue(
    key: str = "B-1", status: str = "todo", labels: tuple[str, ...] = (), assignee: str = ""
) -> ListedIssue:
    names = tuple(filter(None, (assignee,)))
    return ListedIssue(
        key=key,
        status=status,
        revision=1,
        labels=labels,
        assignees=names,
        is_closed=status == "done",
    )


@pytest.mark.parametrize(
    ("rule", "given", "does"),
    [
        ({"states": ["todo"]}, issue(), True),
        ({"states": ["todo"]}, issue(status="backlog"), False),
        ({}, issue(status="done"), False),
        ({"labels": ["Agent", "go"]}, issue(labels=("agent", "GO", "x")), True),
        ({"labels": ["agent", "go"]}, issue(labels=("agent",)), False),
        ({"exclude_labels": ["human"]}, issue(labels=("Human",)), False),
        ({"assigned_to": "none"}, issue(assignee="ada"), False),
        ({"assigned_to": "any"}, issue(), False),
        ({"assigned_to": "@Ada"}, issue(assignee="ada"), True),
        ({"assigned_to": "!ada"}, issue(assignee="ada"), False),
        ({"assigned_to": "!ada"}, issue(), True),
    ],
)
def test_which_issues_match(rule: dict[str, object], given: ListedIssue, does: bool) -> None:
    made = IssueStart.model_validate(rule)
    assert matches(made, made.states, given) is does


def test_an_issue_counts_when_it_begins_to_match_and_again_when_it_comes_back() -> None:
    rule, begun = IssueStart(states=("todo", "blocked")), set[str]()

    def look(before: StartProgress, **seen: tuple[str, str]) -> StartProgress:
        there = {
            key: SeenIssue(revision=1, status=status, change=change)
            for key, (status, change) in seen.items()
        }
        after = after_look(before, "triage", rule, there, 1.0, begun.__contains__, backlog=False)
        begun.update(waits.id for waits in after.waiting)
        return after.model_copy(update={"waiting": ()})

    progress = look(StartProgress(), B1=("todo", "1"))
    assert begun == set()
    progress = look(progress, B1=("todo", "1"), B2=("todo", "2"))
    assert begun == {"triage-B2.2"}
    progress = look(progress, B1=("blocked", "3"), B2=("todo", "4"))  # B1 has matched all the time
    assert begun == {"triage-B2.2", "triage-B2.4"}
    progress = look(look(progress), B2=("todo", "4"))  # a label was taken off and put back
    assert begun == {"triage-B2.2", "triage-B2.4", "triage-B2.4.2"}


def test_what_matches_no_more_waits_no_more_and_a_backlog_takes_on_what_no_run_was_about() -> None:
    rule, seen = (
        IssueStart(states=("todo",)),
        {"B1": SeenIssue(revision=1, status="todo", change="1")},
    )
    first = after_look(StartProgress(), "triage", rule, seen, 1.0, lambda _: False, backlog=True)
    assert [waits.id for waits in first.waiting] == ["triage-B1.1"]
    assert after_look(first, "triage", rule, seen, 2.0, lambda _: False, backlog=True) == first
    assert after_look(first, "triage", rule, {}, 2.0, lambda _: False, backlog=False).waiting == ()
    assert (
        after_look(StartProgress(), "triage", rule, seen, 1.0, lambda _: True, backlog=True).waiting
        == ()
    )


# -- what has to wait


def test_what_holds_a_run_back() -> None:
    rule, queue = IssueStart(states=("todo",)), Cron(schedule="@hourly", overlap_policy="queue")
    assert is_held_back(OpenRun("a", "", "B-1"), [OpenRun("a", "", "B-1")], rule, 1)
    assert not is_held_back(OpenRun("a", "", "B-2"), [OpenRun("a", "", "B-1")], rule, 1)
    assert not is_held_back(OpenRun("a", "", "B-1"), [OpenRun("b", "", "B-1")], rule, 1)
    assert is_held_back(OpenRun("c", "", "c"), [OpenRun("c", "", "c")], queue, 1)
    assert not is_held_back(
        OpenRun("c", "", "c"),
        [OpenRun("c", "", "c")],
        Cron(schedule="@hourly", overlap_policy="parallel"),
        1,
    )
    assert is_held_back(OpenRun("a", "big", "B-1"), [OpenRun("b", "big", "B-2")], rule, 1)
    assert not is_held_back(OpenRun("a", "big", "B-1"), [OpenRun("b", "big", "B-2")], rule, 2)

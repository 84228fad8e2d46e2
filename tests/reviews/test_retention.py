"""Pruning old reviews: what stays of them, what nobody may lose, and a process killed in the middle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.cli.setup import prune_state
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.errors import RunError, UsageError
from coordinator.reviews.record import ReviewReader, ReviewRecord, panel_of
from coordinator.reviews.retention import prune_reviews, shortened
from coordinator.storage.pruning import Pruning
from coordinator.storage.rows import Event
from coordinator.storage.store import Store
from tests.support.databases import REFUSED, state_in
from tests.support.programs import needing
from tests.support.reviews import (
    JUDGES,
    judge_line,
    make_config,
    make_repository,
    report,
    review_locally,
    rubric_line,
)

DAY = 86_400.0
ACCEPTING = [rubric_line(), *[judge_line(seat, report([4, 4])) for seat in JUDGES]]


@pytest.fixture(params=["sqlite", *needing("postgresql")])
def config(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Config]:
    config = make_config(tmp_path / "home", ACCEPTING)
    with state_in(config.home, request.param):
        yield config


def review(config: Config, number: int, *, days: int) -> ReviewRecord:
    """Hold one review of its own issue, and let it end this many days ago."""
    repo = make_repository(config.home.parent / f"repo{number}")
    issue = f"Send greetings {number}\n\ngreet.py must greet every guest by name.\n"
    held = review_locally(config, repo, issue)
    with closing(Store(state_file(config.home))) as store:
        store.database.execute(
            "UPDATE runs SET ended = ended - :age, created = created - :age WHERE id = :run",
            {"age": days * DAY, "run": held.id},
        )
    return held


def seats(held: ReviewRecord) -> dict[str, object]:
    return {key: said["report"]["scores"] for key, said in held.testimonies.items()}


def test_of_an_old_review_its_key_outcome_answers_and_price_stay(config: Config) -> None:
    old = review(config, 1, days=100)
    young = review(config, 2, days=80)
    with closing(Store(state_file(config.home))) as store:
        young_events = store.events(young.id)
        content = json.loads(dict((e.key, e.body) for e in store.events(old.id))["content"])
        listed = store.index.row(old.id)
        planned = prune_reviews(store, config.home, 90 * DAY, dry_run=True)
        assert len(store.events(old.id)) > len(JUDGES)
        pruned = prune_reviews(store, config.home, 90 * DAY, dry_run=False)
        assert (pruned.runs, planned.runs, pruned.before) == (1, 1, planned.before)
        assert pruned.after < pruned.before
        # The dry run does not count the mark of the pruned review.
        assert 0 <= pruned.after - planned.after < 100
        left = ReviewReader(store).review(old.id)
        assert (left.state, left.verdict, left.ending) == (old.state, old.verdict, old.ending)
        assert (left.usage, seats(left)) == (old.usage, seats(old))
        assert panel_of(left) is not None
        assert [run.id for run in store.runs_with_content(content)] == [old.id]
        assert store.index.row(old.id) == listed
        for asked in left.asked:
            with pytest.raises(RunError, match="no text with the hash"):
                store.text(asked.answered.prompt)
        assert store.events(young.id) == young_events
        for asked in young.asked:
            assert store.text(asked.answered.prompt)
        again = prune_reviews(store, config.home, 90 * DAY, dry_run=False)
        assert (again.runs, again.before, again.after) == (0, pruned.after, pruned.after)
        with pytest.raises(REFUSED):
            store.database.execute("DELETE FROM events")
        with pytest.raises(REFUSED):
            store.database.execute("UPDATE events SET body = ''")


def test_a_review_that_waits_for_a_person_keeps_everything_about_its_issue(config: Config) -> None:
    old = review(config, 1, days=100)
    with closing(Store(state_file(config.home))) as store:
        subject = store.run(old.id).subject
        for state in ("escalate", "error", "failed", "open"):
            store.database.execute(
                "UPDATE listing SET state = :state WHERE run = :run",
                {"state": state, "run": old.id},
            )
            assert prune_reviews(store, config.home, 90 * DAY, dry_run=False).runs == 0
        store.database.execute("UPDATE listing SET state = 'accept'")
        with store.database.transaction():
            store.add_run("open-run", "workflow", "{}", "", subject=subject)
        assert prune_reviews(store, config.home, 90 * DAY, dry_run=False).runs == 0
        with store.database.transaction():
            store.end("open-run", 1, "cancelled", {})
        assert prune_reviews(store, config.home, 90 * DAY, dry_run=False).runs == 0  # ended today
        assert prune_reviews(store, config.home, -DAY, dry_run=False).runs == 1


def test_a_process_killed_in_the_middle_leaves_whole_reviews(config: Config) -> None:
    old = review(config, 1, days=100)
    with closing(Store(state_file(config.home))) as store:
        events = store.events(old.id)
        pruning = Pruning(store, ["local review"], store.now() - 90 * DAY)
        left = len(events) // 2

        def die(event: Event) -> str | None:
            nonlocal left
            left -= 1
            if not left:
                raise KeyboardInterrupt
            return shortened(event)

        with pytest.raises(KeyboardInterrupt):
            pruning.prune(die)
        assert store.events(old.id) == events
        with pytest.raises(REFUSED):
            store.database.execute("DELETE FROM events")
        assert prune_reviews(store, config.home, 90 * DAY, dry_run=False).runs == 1


def test_prompts_that_a_killed_process_left_behind_are_removed_next_time(config: Config) -> None:
    old = review(config, 1, days=100)
    with closing(Store(state_file(config.home))) as store:
        with store.database.transaction():
            store.signal(old.id, "pruned", "step", {"removed": 0})
        prune_reviews(store, config.home, 90 * DAY, dry_run=False)
        with pytest.raises(RunError, match="no text with the hash"):
            store.text(old.asked[0].answered.prompt)


def test_a_copy_that_a_killed_review_left_behind_is_deleted(config: Config) -> None:
    old = review(config, 1, days=100)
    young = review(config, 2, days=1)
    for held in (old, young):
        (config.home / "work" / held.id / "tree").mkdir(parents=True)
    with closing(Store(state_file(config.home))) as store:
        prune_reviews(store, config.home, 90 * DAY, dry_run=True)
        assert (config.home / "work" / old.id).exists()
        prune_reviews(store, config.home, 90 * DAY, dry_run=False)
    assert not (config.home / "work" / old.id).exists()
    assert (config.home / "work" / young.id).exists()


def test_the_command_prints_the_size_before_and_after(
    config: Config, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    review(config, 1, days=100)
    monkeypatch.setenv("COORDINATOR_HOME", str(config.home))
    prune_state("90d", dry_run=True)
    prune_state("2640h", dry_run=True)
    prune_state("90d", dry_run=False)
    lines = capsys.readouterr().err.splitlines()
    assert [lines[0], lines[2], lines[4]] == [
        "1 review would be pruned",
        "0 reviews would be pruned",
        "1 review pruned",
    ]
    assert lines[1].startswith("the record has ")
    for age in ("", "0", "90", "d", "-1d"):
        with pytest.raises(UsageError, match="is not an age"):
            prune_state(age, dry_run=True)

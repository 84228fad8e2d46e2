"""Check the state of a scene after all its reviews have ended, however often its daemons were killed."""

from __future__ import annotations

import json
from collections.abc import Iterator

from coordinator.reviews.record import ReviewReader
from coordinator.storage.ask_history import AskHistory
from coordinator.trackers import carries, marker
from coordinator.trackers.board import ME
from tests.support.crash_support import AUTHOR, CREATOR, ENDS, Scene

MOVES = {"accept": "done", "reject": "in_progress"}


def check_issue(scene: Scene, key: str) -> None:
    """Check that the board has each change and each comment once, and that the record agrees with it."""
    outcomes = ENDS[scene.kinds[key]]
    changes = [(change.was, change.now, change.actor) for change in scene.board.history(key)]
    assert changes == list(expected_changes(outcomes))
    reviews = [review_id for review_id in scene.submitted() if review_id.partition(".")[0] == key]
    runs = scene.store.runs_about(f"board:{key}")
    assert [(run.id, run.state) for run in runs] == [(review_id, "done") for review_id in reviews]
    assert [ReviewReader(scene.store).review(review_id).state for review_id in reviews] == list(
        outcomes
    )
    ours = [note.text for note in scene.board.comments(key) if note.author == ME]
    markers = [
        marker(review_id, outcome) for review_id, outcome in zip(reviews, outcomes, strict=True)
    ]
    assert [[carries(text, mark) for mark in markers].index(True) for text in ours] == list(
        range(len(markers))
    )


def expected_changes(outcomes: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    yield "", "in_progress", CREATOR
    for outcome in outcomes:
        yield "in_progress", "in_review", AUTHOR
        if outcome in MOVES:
            yield "in_review", MOVES[outcome], ME


def check_asks(scene: Scene, apart: float = 0.0) -> None:
    """Check that every ask has its end on record, and that no ask began after its end.

    The clocks of the daemons differ by at most `apart` seconds.
    """
    steps = AskHistory(scene.store).ended_since(0.0)
    ended = {json.loads(step.body)["prompt"]: step.at for step in steps}
    asked = scene.asked()
    assert {ask.prompt for ask in asked} == ended.keys()
    assert [ask for ask in asked if ask.at > ended[ask.prompt] + apart] == []


def check_events(scene: Scene) -> None:
    """Check that every event has a unique key, and that no earlier owner wrote after a later one."""
    for run in scene.reviews():
        events = scene.store.events(run.id)
        keys, epochs = [event.key for event in events], [event.epoch for event in events]
        assert len(set(keys)) == len(keys)
        assert epochs == sorted(epochs)
        assert [event.kind for event in events].count("end") == 1

"""Prune old reviews: keep their keys, outcomes, rules, answers of seats and prices."""

import json
from pathlib import Path

from coordinator.reviews.record import JOBS
from coordinator.storage.events import kind_of
from coordinator.storage.pruning import Pruned, Pruning
from coordinator.storage.rows import Event
from coordinator.storage.store import Store
from coordinator.workspace.copies import clear

# The steps that verdict keys, the statistics of seats and replays are computed from. All other
# steps of a pruned review are removed.
KEPT = (
    "configuration",
    "issue",
    "work",
    "content",
    "earlier",
    "early",
    "base",
    "check",
    "inputs",
    "rubric",
    "settings",
    "ask",
    "ballot",
    "standing",
    "splits",
    "ruling",
    "verdict",
)
FOLDERS = ("work", "clones")  # the folders of the home directory with copies of reviews, by id


def prune_reviews(store: Store, home: Path, older_than: float, *, dry_run: bool) -> Pruned:
    """Prune the reviews that ended more than `older_than` seconds ago.

    Also delete copies of the work that a killed process has left behind. If `dry_run` is true, only
    return what pruning would achieve.
    """
    pruning = Pruning(store, JOBS, store.now() - older_than)
    if dry_run:
        return pruning.measure(shortened)
    for run in pruning.old_runs():
        for folder in FOLDERS:
            clear(home / folder / run)
    return pruning.prune(shortened)


def shortened(event: Event) -> str | None:
    """Return what stays of an event of a pruned review, or None if the event is removed."""
    if event.kind != "step":
        return event.body
    kind = kind_of(event.key)
    if kind not in KEPT:
        return None
    body = json.loads(event.body)
    if kind == "ask" and body["ending"].get("text"):
        body["ending"]["text"] = ""  # the ballot has the answer
    elif kind == "work" and body["repo"]:
        body["diff"] = ""
    elif kind == "check":
        body["output"] = ""
    else:
        return event.body
    return json.dumps(body)

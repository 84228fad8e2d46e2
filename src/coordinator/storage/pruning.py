"""Shorten the records of ended runs that nobody needs any more.

Events are append-only for everybody else. Each transaction shortens some runs as a whole, so a
killed process leaves no half record, and the next attempt continues.
"""

import json
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from coordinator.storage.database import Statements, read_queries
from coordinator.storage.events import LAST_CHARACTER, PRUNED, prefix_of
from coordinator.storage.rows import Event
from coordinator.storage.store import Store

RUNS_AT_ONCE = 50  # runs in one transaction, so that other writers do not wait for long
TEXTS_AT_ONCE = 500

# A function that returns what stays of the body of an event, or None if the event is removed.
Shorten = Callable[[Event], str | None]

QUERIES = read_queries(
    Path(__file__).with_name("pruning.sql"),
    PRUNED=PRUNED,
    ASK=prefix_of("ask"),
    OPEN=prefix_of("open"),
    LAST=LAST_CHARACTER,
)


class Pruned(NamedTuple):
    """The number of pruned runs, and the characters of the record before and after."""

    runs: int
    before: int
    after: int


class Pruning:
    """Prunes the old runs of some jobs in one store."""

    def __init__(self, store: Store, jobs: Collection[str], before: float) -> None:
        """Prune runs that ended before the time `before`."""
        self._store = store
        self._sql = Statements(store.database, QUERIES)
        self._jobs = json.dumps(list(jobs))
        self._before = before

    def old_runs(self) -> list[str]:
        """Return the runs that can be pruned, in the order in which they ended."""
        return self._sql.column("old_runs", jobs=self._jobs, before=self._before)

    def measure(self, shorten: Shorten) -> Pruned:
        """Return what pruning would achieve, without changing anything."""
        runs = self.old_runs()
        freed = 0
        for run in runs:
            for event in self._store.events(run):
                freed += len(event.body) - len(shorten(event) or "")
        for prompt in self._unused_prompts(set(runs)):
            freed += int(self._sql.value("text_length", hash=prompt) or 0)
        size = self._size()
        return Pruned(len(runs), size, size - freed)

    def prune(self, shorten: Shorten) -> Pruned:
        """Shorten the old runs, and remove the prompts that no other run uses."""
        before = self._size()
        pruned = 0
        database = self._store.database
        runs = self.old_runs()
        for start in range(0, len(runs), RUNS_AT_ONCE):
            with database.transaction(), database.rewriting("events"):
                for run in runs[start : start + RUNS_AT_ONCE]:
                    pruned += self._prune_run(run, shorten)
        # This also removes the prompts of runs that a killed process has pruned.
        prompts = self._unused_prompts(set())
        for start in range(0, len(prompts), TEXTS_AT_ONCE):
            with database.transaction():
                for prompt in prompts[start : start + TEXTS_AT_ONCE]:
                    self._sql.write("remove_text", hash=prompt)
        return Pruned(pruned, before, self._size())

    def _prune_run(self, run: str, shorten: Shorten) -> bool:
        """Shorten a run. Return False if it is needed again since we have listed it."""
        if not self._sql.value("is_still_old", run=run, before=self._before):
            return False
        removed = 0
        for event in self._store.events(run):
            body = shorten(event)
            if body is None:
                self._sql.write("remove_event", run=run, key=event.key)
                removed += 1
            elif body != event.body:
                self._sql.write("replace_body", run=run, key=event.key, body=body)
        self._store.signal(run, PRUNED, "step", {"removed": removed})
        return True

    def _unused_prompts(self, runs: set[str]) -> list[str]:
        """Return the hashes of the prompts that only pruned runs refer to.

        The given runs count as pruned.
        """
        unused = set()
        used = set()
        for row in self._store.database.stream(QUERIES["prompts"]):
            if row["pruned"] or row["run"] in runs:
                unused.add(row["prompt"])
            else:
                used.add(row["prompt"])
        return sorted(prompt for prompt in unused - used if prompt)

    def _size(self) -> int:
        return int(self._sql.value("size"))

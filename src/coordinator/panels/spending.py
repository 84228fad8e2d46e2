"""Compute the budget of a run from its own limits, the limits per day, and today's spending.

A day begins at midnight UTC. All runs share the limits per day.
"""

import time
from functools import partial

from coordinator.budget import BudgetTracker, Spending, spending
from coordinator.config.review import BudgetConfig
from coordinator.models import AskResult, Usage
from coordinator.storage.ask_history import AskHistory
from coordinator.storage.store import Store

DAY = 86_400  # seconds


class SpendingReader:
    """Reads the cost of asks from the record. It reads each event once."""

    def __init__(self, store: Store) -> None:
        self._asks = AskHistory(store)
        self._day = 0.0
        self._seen = 0
        self._total = Spending()
        self._by_run: dict[str, Spending] = {}

    def budget(self, limits: BudgetConfig, run: str, job: str = "review") -> BudgetTracker:
        """Return the budget of a run. Other runs of the day count towards the limits per day."""
        return BudgetTracker(
            limits,
            today=partial(self._spent_by_others, run),
            pause=self._asks.pause_after,
            job=job,
        )

    def _spent_by_others(self, run: str) -> Spending:
        day = time.time() // DAY * DAY
        if self._day != day:
            self._day = day
            self._seen = 0
            self._total = Spending()
            self._by_run = {}
        for event in self._asks.ended_since(day, self._seen):
            used = AskResult.model_validate_json(event.body).ending.usage or Usage()
            amount = spending(used, 0)  # an unknown price counts as 0, except in its own run
            self._seen = event.seq
            self._total += amount
            self._by_run[event.run] = self._by_run.get(event.run, Spending()) + amount
        return self._total - self._by_run.get(run, Spending())

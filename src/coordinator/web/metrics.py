"""The record as numbers for Prometheus; what was counted once is not read again."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import accumulate

from coordinator.storage.events import AskKey
from coordinator.storage.store import Store
from coordinator.web.context import Dashboard

BOUNDS = (1.0, 5.0, 15.0, 60.0, 300.0, 900.0, 3600.0)  # seconds of an ask
BATCH = 5_000  # asks that are read at once


class MetricsCounter:
    """What all asks have come to, counted up to the newest that was seen."""

    def __init__(self) -> None:
        self.endings: Counter[tuple[str, str]] = Counter()
        self.usd = Decimal(0)
        self.unpriced = 0
        self.seconds = 0.0
        self.buckets = [0] * (len(BOUNDS) + 1)
        self._seen = 0
        self._turn = threading.Lock()

    def catch_up(self, store: Store) -> None:
        """Count what is new."""
        with self._turn:
            while asks := store.asks_since(self._seen, BATCH):
                for ask in asks:
                    self._count(AskKey.parse(ask.key).purpose, ask.ending, ask.seconds, ask.usd)
                self._seen = asks[-1].seq

    def _count(self, purpose: str, ending: str, seconds: float, usd: str | None) -> None:
        self.endings[purpose, ending] += 1
        self.seconds += seconds
        self.buckets[bisect_left(BOUNDS, seconds)] += 1
        if ending == "reply":
            self.usd += Decimal(usd or 0)
            self.unpriced += usd is None


def metrics(dashboard: Dashboard, tally: MetricsCounter) -> str:
    """All of it in Prometheus' text format."""
    tally.catch_up(dashboard.store)
    return "".join(f"{line}\n" for line in _lines(dashboard, tally))


def _lines(dashboard: Dashboard, tally: MetricsCounter) -> Iterator[str]:
    yield from _family("coordinator_runs", "gauge", "Runs by job and by the state they came to.")
    for job, state, number in dashboard.store.listed_jobs():
        yield _sample("coordinator_runs", number, {"job": job, "state": state})
    yield from _family("coordinator_asks_total", "counter", "Asks by purpose and by how they ended.")
    for (purpose, ending), number in sorted(tally.endings.items()):
        yield _sample("coordinator_asks_total", number, {"purpose": purpose, "ending": ending})
    yield from _family("coordinator_cost_usd_total", "counter", "What all asks have cost, as far as it is known.")
    yield _sample("coordinator_cost_usd_total", tally.usd)
    yield from _family("coordinator_unpriced_asks_total", "counter", "Replies whose cost is not known.")
    yield _sample("coordinator_unpriced_asks_total", tally.unpriced)
    yield from _histogram(tally)
    yield from _family("coordinator_event_lag_seconds", "gauge", "From the newest event to when the live feed saw it.")
    yield _sample("coordinator_event_lag_seconds", round(dashboard.feed.lag, 3))
    yield from _family("coordinator_live_streams", "gauge", "Pages that are live.")
    yield _sample("coordinator_live_streams", dashboard.feed.readers)


def _histogram(tally: MetricsCounter) -> Iterator[str]:
    name, counts = "coordinator_ask_seconds", list(accumulate(tally.buckets))
    yield from _family(name, "histogram", "How long asks took to end.")
    for bound, count in zip((*map("{:g}".format, BOUNDS), "+Inf"), counts, strict=True):
        yield _sample(f"{name}_bucket", count, {"le": bound})
    yield _sample(f"{name}_sum", round(tally.seconds, 3))
    yield _sample(f"{name}_count", counts[-1])


def _family(name: str, kind: str, help: str) -> Iterator[str]:
    yield f"# HELP {name} {help}"
    yield f"# TYPE {name} {kind}"


def _sample(name: str, value: object, labels: Mapping[str, str] | None = None) -> str:
    shown = ",".join(f'{label}="{_escaped(text)}"' for label, text in (labels or {}).items())
    return f"{name}{{{shown}}} {value}" if shown else f"{name} {value}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")

"""The record as numbers for Prometheus; what was counted once is not read again."""

import threading
from bisect import bisect_left
from collections import Counter
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
        self._lock = threading.Lock()

    def catch_up(self, store: Store) -> None:
        with self._lock:
            while asks := store.asks_since(self._seen, BATCH):
                for ask in asks:
                    self.endings[AskKey.parse(ask.key).purpose, ask.ending] += 1
                    self.seconds += ask.seconds
                    self.buckets[bisect_left(BOUNDS, ask.seconds)] += 1
                    if ask.ending == "reply":
                        self.usd += Decimal(ask.usd or 0)
                        self.unpriced += ask.usd is None
                self._seen = asks[-1].seq


def metrics(dashboard: Dashboard, counter: MetricsCounter) -> str:
    """Return all of it in Prometheus' text format."""
    counter.catch_up(dashboard.store)
    text = _family("coordinator_runs", "gauge", "Runs by job and by the state they came to.")
    for job, state, number in dashboard.store.count_by_job():
        text += _sample("coordinator_runs", number, job=job, state=state)
    text += _family("coordinator_asks_total", "counter", "Asks by purpose and by how they ended.")
    for (purpose, ending), number in sorted(counter.endings.items()):
        text += _sample("coordinator_asks_total", number, purpose=purpose, ending=ending)
    text += _family("coordinator_cost_usd_total", "counter", "What all asks have cost, as far as it is known.")
    text += _sample("coordinator_cost_usd_total", counter.usd)
    text += _family("coordinator_unpriced_asks_total", "counter", "Replies whose cost is not known.")
    text += _sample("coordinator_unpriced_asks_total", counter.unpriced)
    text += _family("coordinator_ask_seconds", "histogram", "How long asks took to end.")
    counts = list(accumulate(counter.buckets))
    for bound, count in zip((*map("{:g}".format, BOUNDS), "+Inf"), counts, strict=True):
        text += _sample("coordinator_ask_seconds_bucket", count, le=bound)
    text += _sample("coordinator_ask_seconds_sum", round(counter.seconds, 3))
    text += _sample("coordinator_ask_seconds_count", counts[-1])
    text += _family("coordinator_event_lag_seconds", "gauge", "From the newest event to when the live feed saw it.")
    text += _sample("coordinator_event_lag_seconds", round(dashboard.feed.lag, 3))
    text += _family("coordinator_live_streams", "gauge", "Pages that are live.")
    return text + _sample("coordinator_live_streams", dashboard.feed.readers)


def _family(name: str, kind: str, description: str) -> str:
    return f"# HELP {name} {description}\n# TYPE {name} {kind}\n"


def _sample(name: str, value: object, **labels: str) -> str:
    shown = []
    for label, text in labels.items():
        escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        shown.append(f'{label}="{escaped}"')
    return f"{name}{{{','.join(shown)}}} {value}\n" if shown else f"{name} {value}\n"

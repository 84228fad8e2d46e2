"""The record as numbers for Prometheus; what was counted once is not read again."""

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from itertools import accumulate

from coordinator.engine.owner import living_workers
from coordinator.models import AskResult, Reply
from coordinator.storage.events import AskKey
from coordinator.storage.store import Store
from coordinator.web.context import Dashboard

BOUNDS = (1.0, 5.0, 15.0, 60.0, 300.0, 900.0, 3600.0)  # seconds of an ask
BATCH = 1_000  # asks that are read at once


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
            while answers := store.answers_since(0.0, self._seen, BATCH):
                for event in answers:
                    result = AskResult.model_validate_json(event.body)
                    ending = result.ending
                    how = ending.kind if isinstance(ending, Reply) else ending.cause
                    self.endings[AskKey.parse(event.key).purpose, how] += 1
                    self.seconds += result.seconds
                    self.buckets[bisect_left(BOUNDS, result.seconds)] += 1
                    if isinstance(ending, Reply):
                        self.usd += ending.usage.usd or 0
                        self.unpriced += ending.usage.usd is None
                self._seen = answers[-1].seq


def metrics(dashboard: Dashboard, counter: MetricsCounter) -> str:
    """Return all of it in Prometheus' text format."""
    counter.catch_up(dashboard.store)
    runs = {_labels(job=job, state=state): number for job, state, number in dashboard.store.count_by_job()}
    asks = {_labels(purpose=key[0], ending=key[1]): number for key, number in sorted(counter.endings.items())}
    counts, bounds = list(accumulate(counter.buckets)), (*map("{:g}".format, BOUNDS), "+Inf")
    seconds: dict[str, object] = {"_sum": round(counter.seconds, 3), "_count": counts[-1]}
    buckets = {f"_bucket{_labels(le=bound)}": count for bound, count in zip(bounds, counts, strict=True)}
    lag, alive = round(dashboard.feed.lag, 3), living_workers(dashboard.store)
    busy = sum(worker.busy for worker in dashboard.store.workers() if worker.owner in alive)
    families: tuple[tuple[str, str, str, Mapping[str, object]], ...] = (
        ("runs", "gauge", "Runs by job and by the state they came to.", runs),
        ("asks_total", "counter", "Asks by purpose and by how they ended.", asks),
        ("cost_usd_total", "counter", "What all asks have cost, as far as it is known.", {"": counter.usd}),
        ("unpriced_asks_total", "counter", "Replies whose cost is not known.", {"": counter.unpriced}),
        ("ask_seconds", "histogram", "How long asks took to end.", {**buckets, **seconds}),
        ("event_lag_seconds", "gauge", "From the newest event to when the live feed saw it.", {"": lag}),
        ("workers", "gauge", "Processes that do reviews and runs.", {"": len(alive)}),
        ("runs_at_work", "gauge", "Runs that these are at work on, without those that wait.", {"": busy}),
        ("runs_due", "gauge", "Runs whose time has come, and that nobody has.", {"": dashboard.store.count_due()}),
        ("live_streams", "gauge", "Pages that are live.", {"": dashboard.feed.readers}),
    )
    text = ""
    for name, kind, description, samples in families:
        text += f"# HELP coordinator_{name} {description}\n# TYPE coordinator_{name} {kind}\n"
        text += "".join(f"coordinator_{name}{which} {value}\n" for which, value in samples.items())
    return text


def _labels(**labels: str) -> str:
    escapes = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})
    return "{" + ",".join(f'{label}="{text.translate(escapes)}"' for label, text in labels.items()) + "}"

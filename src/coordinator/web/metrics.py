"""The record as numbers for Prometheus; what was counted once is not read again."""

import json
import threading
from collections import Counter, defaultdict
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from coordinator.engine.workers import living_workers
from coordinator.models import AskResult, Reply
from coordinator.storage.events import AskKey, kind_of
from coordinator.storage.store import Store
from coordinator.web.context import Dashboard

# Each metric: its name, its kind and what it counts.
METRICS = [
    line.split(None, 2)
    for line in Path(__file__).with_name("metrics.txt").read_text("utf-8").splitlines()
]
BOUNDS = {
    "1": 1.0,
    "5": 5.0,
    "15": 15.0,
    "60": 60.0,
    "300": 300.0,
    "900": 900.0,
    "3600": 3600.0,
    "+Inf": float("inf"),
}
BATCH = 1_000  # events that are read at once
MOST_NAMES = 100  # of seats, and of rules, that are counted apart
LONGEST_NAME = 100  # characters


class MetricsCounter:
    """Counters of asks and verdicts up to the newest event that was read, by metric and labels."""

    def __init__(self) -> None:
        self.samples: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._names: defaultdict[str, set[str]] = defaultdict(set)
        self._seen = 0
        self._lock = threading.Lock()

    def catch_up(self, store: Store) -> None:
        with self._lock:
            while events := store.measured_since(self._seen, BATCH):
                for event in events:
                    kind = kind_of(event.key)
                    if kind == "ask":
                        self._count_ask(
                            AskKey.parse(event.key), AskResult.model_validate_json(event.body)
                        )
                    elif kind == "verdict":
                        verdict = json.loads(event.body)
                        self._add(
                            "decisions_total", rule=verdict["rule"], verdict=verdict["outcome"]
                        )
                    else:
                        seat = AskKey.parse(event.key).member
                        cause = json.loads(event.body)["cause"]
                        self._add("abstentions_total", seat=seat, cause=cause)
                self._seen = events[-1].seq

    def _count_ask(self, ask: AskKey, result: AskResult) -> None:
        ending = result.ending
        seat = ask.member
        how = ending.kind if isinstance(ending, Reply) else ending.cause
        self._add("asks_total", purpose=ask.purpose, seat=seat, ending=how)
        for bound, seconds in BOUNDS.items():
            self._add("ask_seconds_bucket", result.seconds <= seconds, seat=seat, le=bound)
        self._add("ask_seconds_sum", Decimal(str(result.seconds)), seat=seat)
        self._add("ask_seconds_count", seat=seat)
        if usage := ending.usage:
            self._add("tokens_total", usage.tokens_in, seat=seat, direction="input")
            self._add("tokens_total", usage.tokens_out, seat=seat, direction="output")
            self._add("cost_usd_total", usage.usd or 0, seat=seat)
            self._add("unpriced_asks_total", usage.usd is None, seat=seat)

    def _add(self, metric: str, number: Any = 1, **labels: str) -> None:
        for label, name in labels.items():  # whoever names seats and rules must not fill the memory
            names = self._names[label]
            if len(names) < MOST_NAMES:
                names.add(name)
            labels[label] = name[:LONGEST_NAME] if name in names else "others"
        self.samples[metric][_labels(**labels)] += number


def metrics(dashboard: Dashboard, counter: MetricsCounter) -> str:
    """Return all of it in Prometheus' text format."""
    store = dashboard.store
    feed = dashboard.feed
    alive = living_workers(dashboard.store)
    counter.catch_up(store)
    now = {
        "event_lag_seconds": round(feed.lag, 3),
        "workers": len(alive),
        "live_streams": feed.readers,
    }
    now["runs_at_work"] = sum(worker.busy for worker in store.workers() if worker.owner in alive)
    samples: dict[str, Mapping[str, object]] = counter.samples | {
        name: {"": number} for name, number in now.items()
    }
    samples["runs_due"] = {"": store.count_due()}
    samples["runs"] = {
        _labels(job=job, state=state): number for job, state, number in store.index.count_by_job()
    }
    text = ""
    for name, kind, description in METRICS:
        text += f"# HELP coordinator_{name} {description}\n# TYPE coordinator_{name} {kind}\n"
        for part in ("_bucket", "_sum", "_count") if kind == "histogram" else ("",):
            lines = samples.get(name + part, {}).items()
            text += "".join(f"coordinator_{name}{part}{which} {value}\n" for which, value in lines)
    return text


def _labels(**labels: str) -> str:
    escapes = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})
    return (
        "{"
        + ",".join(f'{label}="{text.translate(escapes)}"' for label, text in labels.items())
        + "}"
    )

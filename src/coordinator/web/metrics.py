"""Metrics for Prometheus, counted from the record. Each event is read once."""

import json
import threading
from collections import Counter, defaultdict
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from coordinator.engine.workers import living_workers
from coordinator.models import AskResult, Reply
from coordinator.storage.ask_history import AskHistory
from coordinator.storage.events import AskKey, kind_of
from coordinator.storage.store import Event, Store
from coordinator.web.context import Dashboard


class Metric(NamedTuple):
    """The name of a metric, its kind in Prometheus, and its description."""

    name: str
    kind: str
    description: str


METRICS = (
    Metric(
        "runs",
        "gauge",
        "Runs by job and state.",
    ),
    Metric(
        "asks_total",
        "counter",
        "Asks by purpose, seat and ending.",
    ),
    Metric(
        "abstentions_total",
        "counter",
        "Asks without a usable reply, by seat and cause; each repeated ask counts.",
    ),
    Metric(
        "tokens_total",
        "counter",
        "Tokens of asks, by seat and direction.",
    ),
    Metric(
        "cached_tokens_total",
        "counter",
        "Input tokens that were read from the provider's prompt cache, by seat.",
    ),
    Metric(
        "cost_usd_total",
        "counter",
        "Known cost of asks, by seat.",
    ),
    Metric(
        "unpriced_asks_total",
        "counter",
        "Asks of unknown cost, by seat.",
    ),
    Metric(
        "ask_seconds",
        "histogram",
        "Duration of asks, by seat.",
    ),
    Metric(
        "decisions_total",
        "counter",
        "Verdicts of reviews and of panels in workflows, by the rule that decided.",
    ),
    Metric(
        "event_lag_seconds",
        "gauge",
        "Time from the newest event until the live feed saw it.",
    ),
    Metric(
        "workers",
        "gauge",
        "Processes that do reviews and runs.",
    ),
    Metric(
        "runs_at_work",
        "gauge",
        "Runs that a process works on, excluding waiting runs.",
    ),
    Metric(
        "runs_due",
        "gauge",
        "Due runs that no process holds.",
    ),
    Metric(
        "live_streams",
        "gauge",
        "Connected live pages.",
    ),
)
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
BATCH = 1_000  # events in one read
MOST_NAMES = 100  # values of one label that are counted separately; the rest count as `others`
LONGEST_NAME = 100  # characters


class MetricsCounter:
    """Counts asks and verdicts up to the newest event that was read, by metric and labels."""

    def __init__(self) -> None:
        self.samples: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._names: defaultdict[str, set[str]] = defaultdict(set)
        self._seen = 0
        self._lock = threading.Lock()

    def catch_up(self, store: Store) -> None:
        with self._lock:
            while True:
                events = AskHistory(store).measured_since(self._seen, BATCH)
                if not events:
                    return
                for event in events:
                    self._count(event)
                self._seen = events[-1].seq

    def _count(self, event: Event) -> None:
        kind = kind_of(event.key)
        if kind == "ask":
            self._count_ask(AskKey.parse(event.key), AskResult.model_validate_json(event.body))
        elif kind == "verdict":
            verdict = json.loads(event.body)
            self._add("decisions_total", rule=verdict["rule"], verdict=verdict["outcome"])
        else:
            seat = AskKey.parse(event.key).member
            cause = json.loads(event.body)["cause"]
            self._add("abstentions_total", seat=seat, cause=cause)

    def _count_ask(self, ask: AskKey, result: AskResult) -> None:
        ending = result.ending
        seat = ask.member
        how = ending.kind if isinstance(ending, Reply) else ending.cause
        self._add("asks_total", purpose=ask.purpose, seat=seat, ending=how)
        for bound, seconds in BOUNDS.items():
            self._add("ask_seconds_bucket", result.seconds <= seconds, seat=seat, le=bound)
        self._add("ask_seconds_sum", Decimal(str(result.seconds)), seat=seat)
        self._add("ask_seconds_count", seat=seat)
        usage = ending.usage
        if usage:
            self._add("tokens_total", usage.tokens_in, seat=seat, direction="input")
            self._add("tokens_total", usage.tokens_out, seat=seat, direction="output")
            self._add("cached_tokens_total", usage.cached, seat=seat)
            self._add("cost_usd_total", usage.usd or 0, seat=seat)
            self._add("unpriced_asks_total", usage.usd is None, seat=seat)

    def _add(self, metric: str, number: Any = 1, **labels: str) -> None:
        for label, name in labels.items():  # the number of names is bounded
            names = self._names[label]
            if len(names) < MOST_NAMES:
                names.add(name)
            labels[label] = name[:LONGEST_NAME] if name in names else "others"
        self.samples[metric][_labels(**labels)] += number


def metrics(dashboard: Dashboard, counter: MetricsCounter) -> str:
    """Return all metrics in Prometheus' text format."""
    store = dashboard.store
    feed = dashboard.feed
    alive = living_workers(dashboard.store)
    counter.catch_up(store)
    at_work = sum(worker.busy for worker in store.workers() if worker.owner in alive)
    runs = {}
    for job, state, number in store.index.count_by_job():
        runs[_labels(job=job, state=state)] = number
    samples: dict[str, Mapping[str, object]] = dict(counter.samples)
    samples["event_lag_seconds"] = {"": round(feed.lag, 3)}
    samples["workers"] = {"": len(alive)}
    samples["live_streams"] = {"": feed.readers}
    samples["runs_at_work"] = {"": at_work}
    samples["runs_due"] = {"": store.count_due()}
    samples["runs"] = runs
    text = ""
    for metric in METRICS:
        name = f"coordinator_{metric.name}"
        text += f"# HELP {name} {metric.description}\n# TYPE {name} {metric.kind}\n"
        parts: tuple[str, ...] = ("",)
        if metric.kind == "histogram":
            parts = ("_bucket", "_sum", "_count")
        for part in parts:
            for labels, value in samples.get(metric.name + part, {}).items():
                text += f"{name}{part}{labels} {value}\n"
    return text


def _labels(**labels: str) -> str:
    escapes = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})
    pairs = [f'{label}="{text.translate(escapes)}"' for label, text in labels.items()]
    return "{" + ",".join(pairs) + "}"

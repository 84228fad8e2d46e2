"""Export finished runs as OpenTelemetry traces.

We make the spans from the recorded events when a run ends. So a crash before the end neither loses
nor repeats a span. Span ids are hashes of the run and of the event keys. The times of spans come
from the events. If a run is resumed after its end, the later events get another span for the run.
That span is a child of the first one.

Attributes hold only names, numbers and fixed words, never texts of the work or of an agent.
"""

import json
import logging
import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from threading import Thread
from typing import Any

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanContext, SpanKind, Status, StatusCode, TraceFlags

from coordinator import __version__
from coordinator.judgement.statistics.independence import family_of
from coordinator.storage.events import AskKey, kind_of, subject_of
from coordinator.storage.store import Event, RunRow

log = logging.getLogger("coordinator")

QUEUE_SIZE = 20_000  # spans waiting for the collector: a long run has thousands
SHUTDOWN_SECONDS = 2.0  # how long a process waits at its end for a collector that does not answer
MAX_TEXT = 200  # characters of an attribute
# Vendors whose name in the OpenTelemetry conventions differs from ours.
PROVIDERS = {
    "google": "gcp.gemini",
    "mistral": "mistral_ai",
    "xai": "x_ai",
}
# Kinds of steps whose record says how many seconds they took.
TIMED_KINDS = ("ask", "check", "cross", "measured", "run", "trial")

Attribute = str | int | float
Attributes = dict[str, Attribute]
OptionalAttributes = dict[str, Attribute | None]


class Tracer:
    """Sends finished runs in the background to the collector that the environment names."""

    def __init__(self) -> None:
        sdk = logging.getLogger("opentelemetry")
        sdk.propagate = False
        sdk.handlers = [_FirstComplaint(logging.WARNING)]
        name = os.environ.get("OTEL_SERVICE_NAME") or "coordinator"
        self._resource = Resource.create({"service.name": name, "service.version": __version__})
        self._processor = BatchSpanProcessor(OTLPSpanExporter(), max_queue_size=QUEUE_SIZE)

    def export(self, run: RunRow, events: Sequence[Event]) -> None:
        """Queue the spans of a run that has just ended. Log a failure instead of raising it."""
        try:
            for span in self._spans(run, events):
                self._processor.on_end(span)
        except Exception:
            log.exception("cannot make a trace of %s", run.id)

    def close(self) -> None:
        """Send the queued spans, but wait at most SHUTDOWN_SECONDS."""
        ending = Thread(target=self._processor.shutdown, daemon=True)
        ending.start()
        ending.join(SHUTDOWN_SECONDS)

    def _spans(self, run: RunRow, events: Sequence[Event]) -> Iterator[ReadableSpan]:
        """Yield the spans of the events since the run's previous end, or since its beginning."""
        ends = [position for position, event in enumerate(events) if event.kind == "end"]
        first_end = events[ends[0]]
        last_end = events[ends[-1]]
        start = 0
        if len(ends) > 1:
            start = ends[-2] + 1
        new = events[start : ends[-1] + 1]
        times = {event.key: event.at for event in events}
        ids = _SpanIds(run)
        for event in new:
            if event.kind == "step":
                name = _step_name(event)
                began = event.at - _seconds(event)
                parent = ids.context(last_end.key)
            elif event.kind == "woken":
                waited = subject_of(event.key)
                name = f"wait {kind_of(waited)}"
                began = times[waited]
                parent = ids.context(last_end.key)
            elif event.kind == "end":
                name = f"invoke_workflow {run.job}"
                began = new[0].at
                parent = None
                if last_end is not first_end:
                    parent = ids.context(first_end.key)
            else:
                continue
            attributes = _attributes(run, event)
            kind = SpanKind.INTERNAL
            if _is_ask(event):
                kind = SpanKind.CLIENT
            status = Status(StatusCode.UNSET)
            if "error.type" in attributes:
                status = Status(StatusCode.ERROR)
            yield ReadableSpan(
                name=name,
                context=ids.context(event.key),
                parent=parent,
                resource=self._resource,
                attributes=attributes,
                kind=kind,
                status=status,
                start_time=int(began * 1e9),
                end_time=int(event.at * 1e9),
            )


class _SpanIds:
    """The ids of one run's trace and spans. The same run and key always give the same ids."""

    def __init__(self, run: RunRow) -> None:
        self._trace = sha256(f"{run.id} {run.created!r}".encode()).digest()[:16]

    def context(self, key: str) -> SpanContext:
        """Return the ids of the span for the event with this key."""
        span = sha256(self._trace + key.encode()).digest()[:8]
        return SpanContext(
            trace_id=int.from_bytes(self._trace),
            span_id=int.from_bytes(span),
            is_remote=False,
            trace_flags=TraceFlags(TraceFlags.SAMPLED),
        )


class _FirstComplaint(logging.Handler):
    """Logs only the first warning: while a collector is down, every batch would repeat it."""

    def emit(self, record: logging.LogRecord) -> None:
        self.setLevel(logging.CRITICAL)
        log.warning("traces cannot be sent: %s", record.getMessage())


def _is_ask(event: Event) -> bool:
    return event.kind == "step" and kind_of(event.key) == "ask"


def _step_name(event: Event) -> str:
    if _is_ask(event):
        return f"invoke_agent {_agent_name(event)}"
    return kind_of(event.key)


def _agent_name(event: Event) -> str:
    return AskKey.parse(event.key).member[:MAX_TEXT]


def _seconds(event: Event) -> float:
    """Return the duration of a step in seconds, or 0 if it is not recorded."""
    if kind_of(event.key) not in TIMED_KINDS:
        return 0.0
    seconds = _value(json.loads(event.body), "seconds")
    if isinstance(seconds, int | float):
        return seconds
    return 0.0


def _attributes(run: RunRow, event: Event) -> Attributes:
    """Return the attributes of an event's span. Leave out attributes without a value."""
    attributes: Attributes = {
        "coordinator.run": run.id,
        "coordinator.key": event.key,
    }
    for name, value in _details(run, event).items():
        if value is not None:
            attributes[name] = value
    cause = attributes.get("coordinator.cause")
    state = attributes.get("coordinator.state", "done")
    if cause:
        attributes["error.type"] = cause
    elif state != "done":
        attributes["error.type"] = state
    return attributes


def _details(run: RunRow, event: Event) -> OptionalAttributes:
    """Return the attributes that only events of this kind have."""
    if event.kind == "end":
        return _end_attributes(run, json.loads(event.body))
    if _is_ask(event):
        return _ask_attributes(event, json.loads(event.body))
    if event.kind == "step":
        return _step_attributes(kind_of(event.key), event.body)
    return {}


def _end_attributes(run: RunRow, body: Any) -> OptionalAttributes:
    """Return the attributes of a run's end. The `gen_ai` names are OpenTelemetry conventions."""
    outcome = _value(body, "value", "verdict", "outcome")
    if outcome is None:
        outcome = _value(body, "value", "outcome")
    return {
        "gen_ai.operation.name": "invoke_workflow",
        "gen_ai.workflow.name": run.job,
        "coordinator.state": _value(body, "state"),
        "coordinator.kind": _value(body, "value", "kind"),
        "coordinator.outcome": outcome,
        "coordinator.rule": _value(body, "value", "verdict", "rule"),
    }


def _ask_attributes(event: Event, body: Any) -> OptionalAttributes:
    """Return the attributes of an ask. The `gen_ai` names are OpenTelemetry conventions."""
    key = AskKey.parse(event.key)
    response_model = _value(body, "ending", "model")
    cost = _value(body, "ending", "usage", "usd")
    if cost is not None:
        cost = float(cost)
    requested = str(body.get("model", ""))
    provider = _vendor(requested, response_model)
    return {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": _agent_name(event),
        "gen_ai.provider.name": PROVIDERS.get(provider, provider) or None,
        "gen_ai.request.model": _model_name(requested) or None,
        "gen_ai.response.model": response_model,
        "gen_ai.usage.input_tokens": _value(body, "ending", "usage", "tokens_in"),
        "gen_ai.usage.cache_read.input_tokens": _value(body, "ending", "usage", "cached"),
        "gen_ai.usage.cache_creation.input_tokens": _value(body, "ending", "usage", "stored"),
        "gen_ai.usage.output_tokens": _value(body, "ending", "usage", "tokens_out"),
        "coordinator.cost_usd": cost,
        "coordinator.cause": _value(body, "ending", "cause"),
        "coordinator.purpose": key.purpose,
        "coordinator.round": key.round,
        "coordinator.again": key.again,
    }


def _vendor(requested: str, response_model: Attribute | None) -> str:
    """Return the vendor in `VENDOR:MODEL`, or else the vendor that the model's name suggests."""
    vendor, colon, _ = requested.partition(":")
    if colon:
        return vendor
    return family_of(requested or str(response_model or "")).vendor


def _model_name(model: str) -> str:
    """Return a model's name without its vendor."""
    vendor, _, name = model.partition(":")
    return name or vendor


def _step_attributes(kind: str, text: str) -> OptionalAttributes:
    """Return the attributes of a step that is not an ask."""
    match kind:
        case "ballot" | "read":
            return {"coordinator.cause": _value(json.loads(text), "cause")}
        case "check" | "cross" | "measured" | "trial":
            return {"coordinator.status": _value(json.loads(text), "status")}
        case "gate" | "judge":
            return {"coordinator.verdict": _value(json.loads(text), "verdict")}
        case "run":
            return {"coordinator.exit_code": _value(json.loads(text), "exit_code")}
        case "verdict":
            body = json.loads(text)
            return {
                "coordinator.outcome": _value(body, "outcome"),
                "coordinator.rule": _value(body, "rule"),
            }
        case "visit":
            return {"coordinator.stage": _value(json.loads(text), "stage")}
        case _:
            return {}


def _value(body: Any, *path: str) -> Attribute | None:
    """Return the number or shortened string at a path in a recorded body, or None."""
    value = body
    for name in path:
        if not isinstance(value, dict):
            return None
        value = value.get(name)
    if isinstance(value, str):
        return value[:MAX_TEXT] or None
    if isinstance(value, int | float):
        return value
    return None

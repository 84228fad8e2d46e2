"""Runs as OpenTelemetry traces, made of the record when a run ends: a crash on the way loses no span and doubles none.

Ids are hashes of the run and of the keys of its events, times are those on record. What a run does after its end, when
it is resumed, is another span under that of its first end. Attributes are names, numbers and words of our own alone.
"""

import json
import logging
import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from threading import Thread
from typing import Any

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanContext, SpanKind, Status, StatusCode, TraceFlags

from coordinator import __version__
from coordinator.judgement.independence import family_of
from coordinator.storage.events import AskKey, kind_of, subject_of
from coordinator.storage.store import Event, RunRow

log = logging.getLogger("coordinator")

# What is told of an event: by its kind, under which name, and where it stands in its body.
TOLD = [
    line.split() for line in Path(__file__).with_name("spans.txt").read_text("utf-8").splitlines()
]
QUEUE = 20_000  # spans that wait for the collector: a long run has thousands
LONGEST_FLUSH = 2.0  # seconds that a process takes longer to end when the collector does not answer
LONGEST = 200  # characters of an attribute
# As the conventions call them
PROVIDERS = {"google": "gcp.gemini", "mistral": "mistral_ai", "xai": "x_ai"}


class Tracer:
    """Sends the runs that end here to the collector of the environment: from a thread, out of a bounded queue."""

    def __init__(self) -> None:
        sdk = logging.getLogger("opentelemetry")
        sdk.propagate = False
        sdk.handlers = [_FirstComplaint(logging.WARNING)]
        name = os.environ.get("OTEL_SERVICE_NAME") or "coordinator"
        self._resource = Resource.create({"service.name": name, "service.version": __version__})
        self._processor = BatchSpanProcessor(OTLPSpanExporter(), max_queue_size=QUEUE)

    def export(self, run: RunRow, events: Sequence[Event]) -> None:
        """Send what has happened in a run that ends now; whatever is wrong with that, the run does not suffer."""
        try:
            for span in self._spans(run, events):
                self._processor.on_end(span)
        except Exception:
            log.exception("no trace of %s could be made", run.id)

    def close(self) -> None:
        """Send what is left, but not for long."""
        ending = Thread(target=self._processor.shutdown, daemon=True)
        ending.start()
        ending.join(LONGEST_FLUSH)

    def _spans(self, run: RunRow, events: Sequence[Event]) -> Iterator[ReadableSpan]:
        """Yield the spans of a run up to its last end, without those that an end before has sent."""
        ends = [number for number, event in enumerate(events) if event.kind == "end"]
        first = events[ends[0]]
        end = events[ends[-1]]
        at = {event.key: event.at for event in events}
        new = events[ends[-2] + 1 if ends[1:] else 0 : ends[-1] + 1]
        trace = sha256(f"{run.id} {run.created!r}".encode()).digest()[:16]

        def context(key: str) -> SpanContext:
            span = sha256(trace + key.encode()).digest()[:8]
            return SpanContext(
                int.from_bytes(trace), int.from_bytes(span), False, TraceFlags(TraceFlags.SAMPLED)
            )

        for event in new:
            if event.kind not in ("step", "woken", "end"):
                continue
            about = _attributes(run, event)
            name = kind_of(event.key)
            above = end.key
            began = event.at - about.pop("seconds", 0.0)
            waited = subject_of(event.key)
            if event.kind == "woken":
                name = f"wait {kind_of(waited)}"
                began = at[waited]
            elif event.kind == "end":
                name = f"invoke_workflow {run.job}"
                began = new[0].at
                above = "" if end is first else first.key
            elif name == "ask":
                name = f"invoke_agent {about['gen_ai.agent.name']}"
            kind = SpanKind.CLIENT if "gen_ai.agent.name" in about else SpanKind.INTERNAL
            status = Status(StatusCode.ERROR if "error.type" in about else StatusCode.UNSET)
            given = (
                name,
                context(event.key),
                context(above) if above else None,
                self._resource,
                about,
            )
            start = int(began * 1e9)
            until = int(event.at * 1e9)
            yield ReadableSpan(*given, kind=kind, status=status, start_time=start, end_time=until)


class _FirstComplaint(logging.Handler):
    """Logs the first thing that goes wrong: while a collector is down, every batch would say so."""

    def emit(self, record: logging.LogRecord) -> None:
        self.setLevel(logging.CRITICAL)
        log.warning("traces cannot be sent: %s", record.getMessage())


def _attributes(run: RunRow, event: Event) -> dict[str, Any]:
    """Return what is told of an event; of runs and asks by the names of the conventions for generative AI."""
    kind = kind_of(event.key)
    about = dict[str, Any]({"coordinator.run": run.id, "coordinator.key": event.key})
    rows = [(name, path.split(".")) for each, name, path in TOLD if each == kind]
    body = json.loads(event.body) if rows else {}
    for name, path in rows:
        value = body
        for part in path:
            value = value.get(part) if isinstance(value, dict) else None
        if isinstance(value, str | int | float) and value != "":
            about[name] = value[:LONGEST] if isinstance(value, str) else value
    if kind == "~end":
        about |= {"gen_ai.operation.name": "invoke_workflow", "gen_ai.workflow.name": run.job}
    elif kind == "ask":
        key, (vendor, colon, model) = AskKey.parse(event.key), body.get("model", "").partition(":")
        provider = (
            vendor if colon else family_of(vendor or about.get("gen_ai.response.model", "")).vendor
        )
        named = {
            "gen_ai.provider.name": PROVIDERS.get(provider, provider),
            "gen_ai.request.model": model or vendor,
        }
        about |= {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": key.member[:LONGEST],
        }
        about |= {name: text for name, text in named.items() if text}
        about |= {
            "coordinator.purpose": key.purpose,
            "coordinator.round": key.round,
            "coordinator.again": key.again,
        }
        about |= {name: float(about[name]) for name in ("coordinator.cost_usd",) if name in about}
    failed = about.get("coordinator.cause") or about.get("coordinator.state", "done")
    if failed == "done":
        return about
    return about | {"error.type": failed}

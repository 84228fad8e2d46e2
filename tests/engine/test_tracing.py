"""Traces of real reviews, as a collector on loopback gets them, every ask under its review; and logs as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from coordinator.config.environment import state_file, tracing
from coordinator.storage.events import kind_of
from coordinator.storage.store import Event, Store
from tests.support.collector import Collector
from tests.support.crash_support import Scene
from tests.support.doc_pages import DOCS, blocks
from tests.support.reviews import (
    ISSUE,
    JUDGES,
    Line,
    fail_line,
    judge_line,
    make_config,
    make_repository,
    report,
    rubric_line,
    write_replies,
)
from tests.support.shell import Ran, call
from tests.support.waiting import wait_until

SECRET = "sk-" + "s3cr3t" * 8
SAID = "SAID-BY-A-JUDGE"
USAGE = {"tokens_in": 4200, "tokens_out": 600, "usd": "0.012"}


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as collector:
        yield collector
        collector.shutdown()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A home whose panel of three accepts, one of them late."""
    make_config(tmp_path / "home", replies())
    make_repository(tmp_path / "repo")
    (tmp_path / "issue.md").write_text(ISSUE)
    return tmp_path


def replies(delay: float = 0.0) -> list[Line]:
    priced: Line = {"usage": USAGE, "model": "gpt-5-2026"}
    judges = [
        judge_line(seat, report((4, 4), summary=f"{SAID} {SECRET}"), **priced) for seat in JUDGES
    ]
    judges[-1]["delay"] = delay
    return [rubric_line(**priced), *judges]


def begin(place: Path, *command: str, **env: str) -> subprocess.Popen[str]:
    """A command as a process of its own."""
    home = place / "home"
    variables = {**os.environ, "COORDINATOR_HOME": str(home), "OPENAI_API_KEY": SECRET, **env}
    given = [
        sys.executable,
        "-m",
        "coordinator",
        *command,
        "--config",
        str(home / "coordinator.yaml"),
    ]
    return subprocess.Popen(
        given, env=variables, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def review(place: Path) -> tuple[str, ...]:
    return (
        "review",
        "--issue",
        str(place / "issue.md"),
        "--repo",
        str(place / "repo"),
        "--base",
        "main",
    )


def end(process: subprocess.Popen[str]) -> Ran:
    out, err = process.communicate(timeout=120)
    return Ran(process.args, process.returncode, out, err)


def record(place: Path) -> list[Event]:
    with closing(Store(state_file(place / "home"))) as store:
        return [event for run in store.runs()[::-1] for event in store.events(run.id)]


def about(span: Span) -> dict[str, Any]:
    return {
        each.key: getattr(each.value, str(each.value.WhichOneof("value")))
        for each in span.attributes
    }


def check_whole(collector: Collector, events: list[Event]) -> Span:
    """Return the one span at the top, under which everything on record is, once."""
    assert len({span.trace_id for span in collector.spans}) == 1
    (top,) = (span for span in collector.spans if not span.parent_span_id)
    under = [span for span in collector.spans if span is not top]
    assert {span.parent_span_id for span in under} == {top.span_id}
    told = [about(span)["coordinator.key"] for span in under]
    assert sorted(told) == sorted(event.key for event in events if event.kind in ("step", "woken"))
    assert len({span.span_id for span in collector.spans}) == len(collector.spans)
    assert all(top.start_time_unix_nano <= span.start_time_unix_nano for span in under)
    assert all(
        span.start_time_unix_nano <= span.end_time_unix_nano <= top.end_time_unix_nano
        for span in under
    )
    return top


def test_every_ask_is_a_span_under_its_review_with_its_tokens(
    place: Path, collector: Collector
) -> None:
    ran = end(begin(place, *review(place), **collector.env))
    assert ran.returncode == 0, ran.stderr
    events = record(place)
    top = check_whole(collector, events)
    run = events[0].run
    assert top.name == "invoke_workflow local review"
    expected = {
        "coordinator.run": run,
        "coordinator.outcome": "accept",
        "coordinator.rule": "above the bar",
    }
    assert expected.items() <= about(top).items()
    asks = collector.named("invoke_agent ")
    assert [about(ask)["coordinator.key"] for ask in asks] == [
        e.key for e in events if kind_of(e.key) == "ask"
    ]
    assert {ask.name for ask in asks} == {
        f"invoke_agent {seat}" for seat in ("Meta-Judge", *JUDGES)
    }
    for ask in asks:
        conventions = {
            "operation.name": "invoke_agent",
            "provider.name": "openai",
            "response.model": "gpt-5-2026",
        }
        conventions |= {"usage.input_tokens": 4200, "usage.output_tokens": 600}  # type: ignore[dict-item]
        assert {f"gen_ai.{name}": value for name, value in conventions.items()}.items() <= about(
            ask
        ).items()
        assert about(ask)["coordinator.cost_usd"] == 0.012
        assert ask.kind == Span.SPAN_KIND_CLIENT
    for hidden in (SAID, SECRET, ISSUE.split("\n")[0], "Hello, ", events[0].run + "/x"):
        assert hidden.encode() not in collector.raw


def test_a_review_that_is_killed_and_resumed_is_one_trace_without_a_span_twice(
    place: Path, collector: Collector
) -> None:
    write_replies(place / "home", replies(delay=600))
    killed = begin(place, *review(place), **collector.env)
    state = state_file(place / "home")
    wait_until(
        lambda: (
            state.exists() and sum(kind_of(event.key) == "ballot" for event in record(place)) == 2
        )
    )
    killed.kill()
    killed.communicate()
    assert collector.spans == []
    write_replies(place / "home", replies())
    run = record(place)[0].run
    ran = end(begin(place, "resume", run, **collector.env))
    assert ran.returncode == 0, ran.stderr
    events = record(place)
    check_whole(collector, events)
    assert max(event.epoch for event in events) > 1
    assert len(collector.named("invoke_agent ")) == 4


def test_what_fails_is_an_error_with_its_cause_and_goes_on_under_the_first_end(
    place: Path, collector: Collector
) -> None:
    write_replies(
        place / "home", [*replies()[:2], *(fail_line(seat, "late") for seat in JUDGES[1:])]
    )
    assert end(begin(place, *review(place), **collector.env)).returncode == 3
    late = [
        span
        for span in collector.named("invoke_agent ")
        if span.status.code == Status.STATUS_CODE_ERROR
    ]
    assert [about(span)["error.type"] for span in late] == ["late", "late"]
    assert about(check_whole(collector, record(place)))["coordinator.outcome"] == "error"


@contextmanager
def deaf() -> Iterator[Mapping[str, str]]:
    """A collector that takes connections and never answers."""
    with ThreadingHTTPServer(
        ("127.0.0.1", 0), BaseHTTPRequestHandler, bind_and_activate=True
    ) as server:
        yield {"OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{server.server_port}"}


def test_a_collector_that_does_not_answer_neither_fails_a_review_nor_holds_it_up_for_long(
    place: Path,
) -> None:
    with deaf() as env:
        ran = end(begin(place, *review(place), **env, OTEL_EXPORTER_OTLP_TIMEOUT="600"))
        assert (ran.returncode, "opentelemetry" in ran.stderr) == (0, False)
    gone = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}
    assert end(begin(place, *review(place), **gone)).returncode == 0
    log = (place / "home/coordinator.log").read_text()
    assert log.count("traces cannot be sent") == 1


def test_nothing_of_it_is_loaded_where_no_collector_is_named(place: Path) -> None:
    home = place / "home"
    script = (
        "import sys\nfrom coordinator.cli import run\n"
        f"assert run({[*review(place), '--config', str(home / 'coordinator.yaml')]!r}) == 0\n"
        "assert not [name for name in sys.modules if name.startswith('opentelemetry.')], 'loaded'\n"
    )
    env = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
    env |= {"COORDINATOR_HOME": str(home)}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_collector_without_the_extra_is_said_with_what_to_install(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto", None)
    # Another test of this process may have imported it.
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http", None)
    env = {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:9/v1/traces"}
    home = place / "home"
    given = {**os.environ, **env, "COORDINATOR_HOME": str(home)}
    ran = call(*review(place), "--config", home / "coordinator.yaml", env=given)
    assert ran.returncode == 0
    assert ran.stderr.count("no traces are sent: pip install 'agent-coordinator[otel]'") == 1
    assert tracing(env | {"OTEL_SDK_DISABLED": "true"}) == tracing({}) == "off"


def test_a_daemon_logs_objects_with_run_and_seat_and_sends_what_it_reviews(
    tmp_path: Path, collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {**collector.env, "COORDINATOR_LOG": "json"}.items():
        monkeypatch.setenv(name, value)
    with closing(Scene(tmp_path)) as scene:
        key = scene.deliver("good")
        daemon = scene.launch()
        scene.until_settled()
        daemon.stop()
        texts = (scene.log(), (tmp_path / "stderr").read_text())
    for text in texts:
        lines = [json.loads(line) for line in text.splitlines()]
        assert {"time", "level", "message", "process"} <= set.intersection(*map(set, lines))
        assert {line["run"] for line in lines if "run" in line} == {f"{key}.1"}
        assert {line["seat"] for line in lines if "seat" in line} == set(JUDGES)
        (shown,) = blocks(DOCS / "observability.md", "text")
        assert json.loads(shown.text).keys() in [line.keys() for line in lines]
    assert [
        about(span)["coordinator.run"] for span in collector.named("invoke_workflow review")
    ] == [f"{key}.1"]


def test_another_form_of_log_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COORDINATOR_LOG", "xml")
    ran = call("list")
    assert (ran.returncode, "text or json" in ran.stderr) == (64, True)

"""Models through the real client libraries, against a loopback server that speaks the vendors' wire formats."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from coordinator import engine as runs
from coordinator.engine.journal import JournalEngine
from coordinator.models import Abstention, Ballot
from coordinator.parsing.forms import AMPLE, schema_for
from coordinator.reviews.record import ReviewRecord
from tests.support import reviews
from tests.support.models import NAMES, SECRET, TRIES, ask, failure, only_our_key, put, seat
from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE
from tests.support.wire_server import (
    HTML,
    TOKENS_IN,
    TOKENS_OUT,
    WIRES,
    Hang,
    Raw,
    Request,
    Say,
    Turn,
    Wire,
    WireServer,
    refused,
    rendered,
    serving,
)

# The vendors' packages take seconds to import, so one worker does
pytestmark = pytest.mark.xdist_group("model")

every_wire = pytest.mark.parametrize("wire", WIRES)


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    only_our_key(monkeypatch)


@pytest.fixture
def server() -> Iterator[WireServer]:
    with serving() as server:
        yield server


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


def untitled(schema: Any) -> Any:
    # Google gets the form's name
    return schema and {key: value for key, value in schema.items() if key != "title"}


# -- a good reply


@every_wire
def test_a_reply_is_what_the_model_wrote_with_what_it_took(
    wire: Wire, server: WireServer, tmp_path: Path
) -> None:
    text = '{"reference": "{{reference}}", "summary": "<think>quoted</think> ä"}'
    server.script = [Say(text, model="served-by-2")]
    reply = put(seat(server, wire, tmp_path))
    assert reply.text == text.replace("{{reference}}", "abc123")
    assert reply.model == "served-by-2"
    assert (reply.usage.tokens_in, reply.usage.tokens_out) == (TOKENS_IN, TOKENS_OUT)
    assert reply.usage.usd is None  # nobody knows what this server charges
    assert 0 < reply.seconds < PATIENCE
    assert len(server.seen) == 1


@every_wire
def test_the_request_carries_prompt_settings_schema_and_key(
    wire: Wire, server: WireServer, tmp_path: Path
) -> None:
    put(seat(server, wire, tmp_path, temperature="0.0", max_tokens=123, seed=7))
    [request] = server.seen
    settings = request.body["generationConfig"] if wire == "google" else request.body
    limit = {"openai": "max_tokens", "anthropic": "max_tokens", "google": "maxOutputTokens"}[wire]
    assert "Judge this." in request.prompt
    assert settings[limit] == 123
    assert settings["temperature"] == 0.0
    assert settings.get("seed") == (None if wire == "anthropic" else 7)
    assert untitled(request.schema) == schema_for("judge", "abc123")
    assert "stream" not in request.body or request.body["stream"] is False
    assert SECRET in str(request.headers)


def test_a_model_without_structured_output_is_asked_in_plain_words(
    server: WireServer, tmp_path: Path
) -> None:
    put(seat(server, "anthropic", tmp_path, name="anthropic:claude-of-old"))
    assert server.seen[0].schema is None


@every_wire
def test_a_server_that_takes_no_schema_is_asked_in_plain_words(
    wire: Wire, server: WireServer, tmp_path: Path
) -> None:
    put(seat(server, wire, tmp_path, structured=False))
    assert server.seen[0].schema is None


@every_wire
def test_a_refused_schema_is_told_with_the_switch_for_it(
    wire: Wire, server: WireServer, tmp_path: Path
) -> None:
    server.script = [refused(wire, 400, "response_format is not supported")]
    error = str(failure(seat(server, wire, tmp_path)))
    assert (
        "response_format is not supported (check the settings of the seat, such as `structured`)"
        in error
    )


@pytest.mark.parametrize(
    ("wire", "changes", "bounded"),
    [
        ("openai", {}, True),
        ("openai", {"name": "ollama:qwen3:8b"}, True),
        ("openai", {"max_tokens": 8_000}, False),
        ("openai", {"name": "openrouter:anthropic/claude-sonnet-4.6"}, False),
        ("anthropic", {}, False),
        ("google", {}, False),
    ],
)
def test_only_servers_of_ones_own_with_little_room_get_a_bounded_rubric(
    wire: Wire, changes: dict[str, Any], bounded: bool, server: WireServer, tmp_path: Path
) -> None:
    put(seat(server, wire, tmp_path, **{"max_tokens": 600} | changes), purpose="rubric")
    room = 600 if bounded else AMPLE
    assert untitled(server.seen[0].schema) == schema_for("rubric", "abc123", room=room)
    assert ("maxItems" in str(server.seen[0].schema)) == bounded


@every_wire
def test_a_report_after_a_reject_answers_for_every_earlier_reason(
    wire: Wire, server: WireServer, tmp_path: Path
) -> None:
    put(seat(server, wire, tmp_path), review=2, earlier=("R1", "R4"))
    assert untitled(server.seen[0].schema) == schema_for("judge", "abc123", ("R1", "R4"))


def test_a_setting_that_the_model_does_not_take_is_left_out_and_told(
    server: WireServer, tmp_path: Path
) -> None:
    model = seat(server, "openai", tmp_path, name="openai:o3", temperature="0.5", seed=1)
    with pytest.warns(UserWarning, match="temperature"):
        put(model)
    assert "temperature" not in server.seen[0].body
    assert server.seen[0].body["seed"] == 1


def test_ollama_is_asked_like_any_other_server(server: WireServer, tmp_path: Path) -> None:
    model = seat(server, "openai", tmp_path, name="ollama:qwen3:8b", key="")
    put(model)
    assert server.seen[0].model == "qwen3:8b"
    assert server.seen[0].body["max_tokens"] == 8_000
    assert SECRET not in str(server.seen[0].headers)


def test_the_proxy_of_the_environment_is_used(
    server: WireServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", server.origin)
    put(seat(server, "openai", tmp_path, base_url="http://models.example/v1"))
    assert server.seen[0].headers["host"] == "models.example"


# -- faults


PACKED = {"content-encoding": "gzip"}
FAULTS: Mapping[str, tuple[Callable[[Wire], Turn], str, int, str]] = {
    "a wrong key": (
        lambda wire: refused(wire, 401, f"not {SECRET}"),
        "failed",
        1,
        "key was refused",
    ),
    "no permission": (lambda wire: refused(wire, 403, "not you"), "failed", 1, "check MY_KEY"),
    "no such model": (
        lambda wire: refused(wire, 404, "no such model"),
        "failed",
        1,
        "does not have this model",
    ),
    "a bad request": (
        lambda wire: refused(wire, 400, "temperature is too hot"),
        "failed",
        1,
        "temperature is too hot",
    ),
    "too many calls": (
        lambda wire: refused(wire, 429, "slow down"),
        "failed",
        TRIES,
        "too many calls (after 3 tries)",
    ),
    "a server error": (lambda wire: refused(wire, 500, "oops"), "failed", TRIES, "HTTP 500 oops"),
    "an HTML page": (lambda _: HTML, "failed", 1, "cannot be read"),
    "a failing gateway": (lambda _: Raw(502, "<html>", "text/html"), "failed", TRIES, "HTTP 502"),
    "a redirect": (
        lambda _: Raw(302, headers={"location": "http://127.0.0.1:9/"}),
        "failed",
        1,
        "302",
    ),
    "half a body": (
        lambda _: Raw(body={"a": "b" * 99}, cut=True),
        "failed",
        TRIES,
        "closed connection",
    ),
    "a large body": (
        lambda _: Raw(body="x" * 16_100_000),
        "malformed",
        1,
        "larger than 16,000,000 bytes",
    ),
    "a bomb": (
        lambda _: Raw(body=" " * 40_000_000, headers=PACKED),
        "malformed",
        1,
        "larger than 16,000,000 bytes",
    ),
    "a packed half": (
        lambda _: Raw(body='{"choices": [', headers=PACKED),
        "failed",
        1,
        "cannot be read",
    ),
    "half a JSON": (lambda _: Raw(body='{"choices": ['), "failed", 1, "cannot be read"),
    "another JSON": (lambda _: Raw(body={"hello": "world"}), "failed", 1, ""),
    "no choice": (
        lambda _: Raw(body={"choices": [], "content": [], "candidates": []}),
        "failed",
        1,
        "",
    ),
    "a cut reply": (
        lambda _: Say('{"refer', finish="length"),
        "malformed",
        1,
        "max_tokens is 8000",
    ),
    "a filter": (lambda _: Say("", finish="filter"), "failed", 1, "refused to answer"),
    "a refusal": (lambda _: Say("I will not", finish="refusal"), "failed", 1, "refused to answer"),
    "a strange end": (lambda _: Say('{"reference": "abc123"}', finish="odd"), "", 1, "the reply "),
    "a call of no tool": (lambda _: Say("", finish="tool", call=("rm", {})), "", 1, ""),
    "nothing": (lambda _: Say(""), "silent", 1, "empty"),
}


def test_the_page_about_models_shows_how_a_refused_key_is_told(
    server: WireServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    server.answer = lambda _: refused("openai", 401, "Incorrect API key provided")
    error = failure(seat(server, "openai", tmp_path, name="openai:gpt-5.4", key="OPENAI_API_KEY"))
    assert f"\n{error.cause}: {error}\n" in (ROOT / "docs/models.md").read_text(encoding="utf-8")


@every_wire
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_ends_in_one_clear_cause(
    wire: Wire, fault: str, server: WireServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    turn, cause, requests, words = FAULTS[fault]
    server.answer = lambda _: turn(wire)
    with caplog.at_level(logging.DEBUG):
        error = failure(seat(server, wire, tmp_path))
    assert error.cause == (cause or error.cause)
    assert words in str(error)
    assert "\n" not in str(error)
    assert len(str(error)) < 600
    assert len(server.seen) == requests
    said = [
        str(error),
        repr(error),
        *traceback.format_exception(error),
        *(r.getMessage() for r in caplog.records),
    ]
    assert not [line for line in said if SECRET in line]


def test_a_reply_that_has_our_key_is_taken_without_it(server: WireServer, tmp_path: Path) -> None:
    server.answer = lambda _: Say(f"I was asked with {SECRET}.")
    assert put(seat(server, "openai", tmp_path)).text == "I was asked with [...]."


def test_a_packed_reply_is_unpacked(server: WireServer, tmp_path: Path) -> None:
    server.answer = lambda request: Raw(body=rendered(request, Say("in full")), headers=PACKED)
    assert put(seat(server, "openai", tmp_path)).text == "in full"


def test_a_spent_quota_is_not_waited_for(server: WireServer, tmp_path: Path) -> None:
    server.answer = lambda _: refused("openai", 429, "pay first", code="insufficient_quota")
    assert "no quota" in str(failure(seat(server, "openai", tmp_path)))
    assert len(server.seen) == 1


def test_a_server_that_is_not_there_is_tried_and_named(server: WireServer, tmp_path: Path) -> None:
    error = failure(seat(server, "openai", tmp_path, base_url="http://127.0.0.1:9/v1"))
    assert error.cause == "failed"
    assert "http://127.0.0.1:9/v1 failed (after 3 tries)" in str(error)


@every_wire
def test_what_passes_is_tried_again_with_growing_waits(
    wire: Wire, server: WireServer, tmp_path: Path
) -> None:
    server.script = [refused(wire, 500, "oops"), Raw(503, "<html>", "text/html"), Say('{"a": 1}')]
    assert put(seat(server, wire, tmp_path, "delay: 0.1s")).text == '{"a": 1}'
    first, second = (
        after - before for before, after in zip(server.at, server.at[1:], strict=False)
    )
    assert first >= 0.1
    assert second >= 0.2


@every_wire
def test_a_lost_connection_is_tried_again(wire: Wire, server: WireServer, tmp_path: Path) -> None:
    server.script = [Raw(body={"a": "b" * 99}, cut=True), Say('{"a": 1}')]
    assert put(seat(server, wire, tmp_path)).text == '{"a": 1}'


@every_wire
def test_retry_after_is_respected(wire: Wire, server: WireServer, tmp_path: Path) -> None:
    server.script = [refused(wire, 429, "slow", {"retry-after": "1"}), Say("{}")]
    put(seat(server, wire, tmp_path))
    assert server.at[1] - server.at[0] >= 1


def test_retry_after_may_be_a_date(server: WireServer, tmp_path: Path) -> None:
    def busy(_: Request) -> Turn:
        if len(server.seen) > 1:
            return Say()
        date = datetime.now(UTC) + timedelta(seconds=2)  # which loses up to one when it is written
        return refused("openai", 429, "slow", {"retry-after": format_datetime(date, usegmt=True)})

    server.answer = busy
    put(seat(server, "openai", tmp_path))
    assert server.at[1] - server.at[0] >= 0.9


@every_wire
def test_a_wait_beyond_the_deadline_is_not_begun(
    wire: Wire, server: WireServer, tmp_path: Path
) -> None:
    server.script = [refused(wire, 429, "come back tomorrow", {"retry-after": "86400"})]
    began = time.monotonic()
    assert "come back tomorrow" in str(failure(seat(server, wire, tmp_path)))
    assert time.monotonic() - began < PATIENCE
    assert len(server.seen) == 1


@every_wire
def test_a_deadline_closes_the_connection_at_once(
    wire: Wire, server: WireServer, tmp_path: Path
) -> None:
    server.answer = lambda _: Hang()
    model = seat(server, wire, tmp_path)

    async def late() -> None:
        task = asyncio.create_task(model.answer(ask()))
        await until(lambda: server.in_flight == 1)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()
        await until(lambda: server.hung_up == 1 and server.connected == 0)

    asyncio.run(late())
    assert len(server.seen) == 1


# -- limits and connections


def test_seats_of_one_vendor_share_its_limit(server: WireServer, tmp_path: Path) -> None:
    server.latency = 0.05
    models = [
        seat(server, "openai", tmp_path, "concurrency: 3", max_tokens=limit) for limit in (100, 200)
    ]

    async def crowd() -> None:
        await asyncio.gather(*(model.answer(ask()) for model in models for _ in range(6)))

    asyncio.run(crowd())
    assert len(server.seen) == 12
    assert server.most_in_flight == 3


def test_vendors_do_not_share_a_limit(server: WireServer, tmp_path: Path) -> None:
    server.answer = lambda _: Say(delay=1)
    models = [seat(server, wire, tmp_path, "concurrency: 1") for wire in WIRES]

    async def panel() -> None:
        await asyncio.gather(*(model.answer(ask()) for model in models))
        await asyncio.gather(*(model.answer(ask()) for model in models))

    asyncio.run(panel())
    assert server.most_in_flight == len(WIRES)


def test_calls_keep_the_pace_of_the_rate_limit(server: WireServer, tmp_path: Path) -> None:
    model = seat(server, "openai", tmp_path, "per_minute: 120")

    async def crowd(run: runs.Run, _: object) -> float:
        async def answers() -> float:
            began = time.monotonic()
            await asyncio.gather(*(model.answer(ask()) for _ in range(3)))
            return time.monotonic() - began

        return await run.step("crowd", answers, float)

    async def paced() -> Any:
        async with (
            JournalEngine(tmp_path / "state.db", {"crowd": crowd}) as engine,
            runs.serving(engine),
        ):
            await engine.start("crowd", "one", {})
            return (await engine.finished("one")).value

    assert asyncio.run(paced()) >= 1.0
    assert server.most_in_flight == 1


@pytest.mark.parametrize("count", [1, 20])
def test_connections_are_kept_for_the_loop_and_closed_with_it(
    count: int, server: WireServer, tmp_path: Path
) -> None:
    server.latency = 0.05
    models = [seat(server, wire, tmp_path, "concurrency: 40") for wire in WIRES]

    async def twice() -> int:
        for _ in range(2):
            await asyncio.gather(*(model.answer(ask()) for model in models for _ in range(count)))
        return server.connected

    for _ in range(2):  # the same models, in another loop
        assert asyncio.run(twice()) <= len(WIRES) * count
        gc.collect()
        asyncio.run(until(lambda: server.connected == 0))
    assert len(server.seen) == 4 * len(WIRES) * count


def test_a_key_may_lie_in_the_env_file(server: WireServer, tmp_path: Path) -> None:
    (tmp_path / "env").write_text("OTHER_KEY=from-the-file\n")
    (tmp_path / "env").chmod(0o600)
    put(seat(server, "anthropic", tmp_path, key="OTHER_KEY"))
    assert "from-the-file" in str(server.seen[0].headers)


@every_wire
def test_a_vendors_own_key_is_never_sent_to_another_server(
    wire: Wire, server: WireServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for vendor in ("OPENAI", "ANTHROPIC", "GOOGLE", "GEMINI"):
        monkeypatch.setenv(f"{vendor}_API_KEY", SECRET)
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", SECRET)
    put(seat(server, wire, tmp_path, key=""))
    assert SECRET not in str(server.seen[0].headers)


def test_an_address_in_the_environment_does_not_move_the_vendor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: WireServer
) -> None:
    for name in ("OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL"):
        monkeypatch.setenv(name, server.origin)
    for scheme in ("http", "https"):
        monkeypatch.setenv(f"{scheme}_proxy", "http://127.0.0.1:9")  # nothing leaves this machine
    for wire in WIRES:
        failure(seat(server, wire, tmp_path, base_url=""))
    assert server.seen == []


# -- whole reviews


def panel(server: WireServer) -> str:
    judges = "\n".join(
        f'    - {{name: {name}, model: {{name: "{NAMES[wire]}", base_url: "{server.base_url(wire)}", key: MY_KEY}}}}'
        for name, wire in zip(reviews.JUDGES, WIRES, strict=True)
    )
    meta = f'{{model: {{name: "openai:meta", base_url: "{server.base_url("openai")}"}}}}'
    return f"  meta_judge: {meta}\n  judges:\n{judges}"


def judging(request: Request) -> Turn:
    """The meta-judge writes the rubric, and Google's judge is talked round by what the others found."""
    nowhere = {"absent": "for |while ", "in": "*.py"}
    against = reviews.report((2, 2), against=["CK-001"])
    if "You write the criteria" in request.prompt:
        return Say(json.dumps(reviews.RUBRIC))
    if "You judged this work before" in request.prompt:
        changed = reviews.report((2, 2), against=["CK-001"], evidence=[nowhere])
        return Say(json.dumps(changed if request.wire == "google" else against))
    return Say(json.dumps(reviews.report((5, 5)) if request.wire == "google" else against))


def review(server: WireServer, tmp_path: Path, rules: str = "") -> ReviewRecord:
    models = "models: {delay: 0.01s}\n"
    config = reviews.make_config(tmp_path / "home", [], rules, seats=panel(server), extra=models)
    return reviews.review_locally(config, reviews.make_repository(tmp_path / "repo"))


def test_three_vendors_hold_a_whole_review_with_a_debate(
    server: WireServer, tmp_path: Path
) -> None:
    server.answer = judging
    whole = review(server, tmp_path)
    assert whole.verdict is not None
    assert (whole.verdict.outcome, whole.verdict.rule) == ("reject", "gate")
    assert "agreement by debate" in whole.verdict.labels
    assert [request.wire for request in server.seen].count("google") == 2
    assert len(server.seen) == 7


@pytest.mark.parametrize(("fault", "cause"), [(HTML, "failed"), (Hang(), "late")])
def test_a_faulty_seat_does_not_disturb_the_others(
    fault: Turn, cause: str, server: WireServer, tmp_path: Path
) -> None:
    for wire in WIRES:  # whatever has to be imported is not the panel's loss of time
        put(seat(server, wire, tmp_path))
    server.answer = lambda request: fault if request.wire == "anthropic" else judging(request)
    whole = review(server, tmp_path, "deadline: 5s" if cause == "late" else "deadline: 600s")
    assert whole.verdict is not None
    first = {testimony.seat: testimony for testimony in whole.standings[0].testimonies}
    assert isinstance(first["Ann"], Ballot)
    assert isinstance(first["Cid"], Ballot)
    assert isinstance(first["Bob"], Abstention)
    assert first["Bob"].cause == cause

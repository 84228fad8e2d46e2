"""What asks have in common is sent first and marked for the provider's cache, and what it saves is counted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bench._debate import BEFORE, MODELS, fresh_tokens
from coordinator.agents.model import usage_of
from coordinator.agents.providers import ProviderAccess, settings_for
from coordinator.models import Usage
from tests.support.models import NAMES, ask, only_our_key, put, seat
from tests.support.prompt_cache import PromptCache
from tests.support.reviews import (
    GENERAL_REPORT,
    make_config,
    make_repository,
    review_locally,
)
from tests.support.wire_server import (
    TOKENS_OUT,
    WIRES,
    Request,
    Say,
    Tokens,
    Wire,
    WireServer,
    serving,
)

# The vendors' packages take seconds to import, so one worker does
pytestmark = pytest.mark.xdist_group("model")
every_wire = pytest.mark.parametrize("wire", WIRES)
BEGINNING = "All that the judges of a review are shown."
PROMPT = BEGINNING + '\n\nJudge this. Its first field must be "reference": "abc123".'
SHARED = {"prompt": PROMPT, "shared": len(BEGINNING)}


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    only_our_key(monkeypatch)


@pytest.fixture
def server() -> Iterator[WireServer]:
    with serving() as server:
        yield server


def words_of(request: Request) -> object:
    """The allowed words of the reference in a schema."""
    schema = request.schema
    assert isinstance(schema, dict)
    return schema["properties"]["reference"].get("enum")


# -- what is sent


def test_anthropic_gets_a_cache_point_where_the_common_part_ends(
    server: WireServer, tmp_path: Path
) -> None:
    put(seat(server, "anthropic", tmp_path), **SHARED)
    [message] = server.seen[0].body["messages"]
    common, own = message["content"]
    assert common["text"] == BEGINNING
    assert common["cache_control"]["type"] == "ephemeral"
    assert own["text"] == PROMPT.removeprefix(BEGINNING)
    assert "cache_control" not in own


@pytest.mark.parametrize("wire", ["openai", "google"])
def test_who_caches_every_prefix_gets_the_prompt_as_one_text(
    wire: Wire, server: WireServer, tmp_path: Path
) -> None:
    put(seat(server, wire, tmp_path), **SHARED)
    assert json.dumps(PROMPT) in json.dumps(server.seen[0].body)


@every_wire
def test_a_prompt_that_no_other_ask_repeats_is_not_marked(
    wire: Wire, server: WireServer, tmp_path: Path
) -> None:
    put(seat(server, wire, tmp_path), prompt=PROMPT)
    assert "cache_control" not in server.seen[0].prompt


def test_a_single_judge_is_not_charged_for_a_cache_that_nobody_reads(
    server: WireServer, tmp_path: Path
) -> None:
    server.answer = lambda _: Say(json.dumps(GENERAL_REPORT))
    model = f'{{name: "{NAMES["anthropic"]}", base_url: "{server.origin}", key: MY_KEY}}'
    seats = f"  judge: {{name: Ann, model: {model}}}"
    config = make_config(tmp_path / "home", [], "protocol: judge", seats=seats)
    found = review_locally(config, make_repository(tmp_path / "repo"))
    assert found.standings
    assert server.seen
    assert all("cache_control" not in request.prompt for request in server.seen)


def test_the_schema_is_the_same_in_all_asks_that_share_a_prefix(
    server: WireServer, tmp_path: Path
) -> None:
    model = seat(server, "anthropic", tmp_path)
    put(model, **SHARED)
    put(model, **SHARED | {"purpose": "debate", "round": 1, "reference": "def456"})
    first, second = server.seen
    assert first.body["output_config"] == second.body["output_config"]
    assert words_of(first) is None


def test_a_server_of_our_own_is_still_told_the_word_in_the_schema(
    server: WireServer, tmp_path: Path
) -> None:
    put(seat(server, "openai", tmp_path), **SHARED)
    assert words_of(server.seen[0]) == ["abc123"]


def test_openai_finds_the_cached_prefix_by_the_run_without_learning_its_name(
    server: WireServer, tmp_path: Path
) -> None:
    model = seat(server, "openai", tmp_path)
    theirs = ProviderAccess("openai", "gpt-4.1", "https://api.openai.com/v1", "k", "K", False)
    keys = []
    for run in ("B-1.1", "B-1.1", "B-2.1"):
        settings: Any = settings_for(model.spec, theirs, ask(run=run, **SHARED), has_tools=False)
        keys.append(settings["openai_prompt_cache_key"])
    assert keys[0] == keys[1] != keys[2]
    assert "B-1.1" not in keys[0]
    put(model, **SHARED)
    assert "prompt_cache_key" not in server.seen[0].body, "other servers need not know the key"


def test_each_call_after_a_tool_continues_the_cached_messages(
    server: WireServer, tmp_path: Path
) -> None:
    call = Say("", finish="tool", call=("list_files", {"directory": "."}))
    server.script = [call, Say("{}")]
    put(seat(server, "anthropic", tmp_path, tools=True), folder=str(tmp_path), **SHARED)
    last = server.seen[1].body["messages"][-1]["content"][-1]
    assert last["type"] == "tool_result"
    assert "cache_control" in last


# -- what is counted


@every_wire
def test_cached_and_fresh_tokens_are_counted_apart(
    wire: Wire, server: WireServer, tmp_path: Path
) -> None:
    written = 200 if wire == "anthropic" else 0
    server.script = [Say("{}", tokens=Tokens(total=5_000, read=4_000, written=written))]
    usage = put(seat(server, wire, tmp_path)).usage
    assert (usage.tokens_in, usage.cached, usage.stored) == (5_000, 4_000, written)
    assert usage.fresh == 1_000
    assert usage.tokens_out == TOKENS_OUT
    assert usage.saved is None, "the price of a server of our own is unknown"


def test_what_the_cache_saved_is_the_price_of_the_same_tokens_without_it() -> None:
    from pydantic_ai.messages import ModelResponse, TextPart
    from pydantic_ai.usage import RequestUsage

    def used(read: int, written: int) -> Usage:
        tokens = RequestUsage(
            input_tokens=1_000_000, cache_read_tokens=read, cache_write_tokens=written
        )
        return usage_of(
            ModelResponse(
                parts=[TextPart("{}")],
                usage=tokens,
                model_name="claude-sonnet-4-5",
                provider_url="https://api.anthropic.com",
            )
        )

    plain = used(0, 0)
    assert plain.usd is not None
    assert plain.saved == 0
    reading = used(1_000_000, 0)
    assert reading.usd == plain.usd / 10
    assert reading.saved == plain.usd - reading.usd
    writing = used(0, 1_000_000)
    assert writing.saved == plain.usd * Decimal("-0.25")


def test_savings_add_up_and_an_unknown_one_stays_unknown() -> None:
    known = Usage(tokens_in=10, usd=Decimal(1), cached=6, stored=2, saved=Decimal("0.5"))
    assert known + known == Usage(
        tokens_in=20, usd=Decimal(2), cached=12, stored=4, saved=Decimal("1.0")
    )
    assert (known + Usage(usd=Decimal(0))).saved == Decimal("0.5")
    assert (known + Usage(cached=1, saved=None)).saved is None
    assert Usage.model_validate_json('{"tokens_in": 3, "tokens_out": 1, "usd": null}').saved == 0


# -- what a debate takes


@pytest.mark.parametrize("wire", list(MODELS))
def test_a_debate_round_takes_at_most_two_fifths_of_the_fresh_tokens_of_before(wire: Wire) -> None:
    assert fresh_tokens(wire) <= 0.4 * BEFORE[wire]


def test_the_counting_server_caches_a_prefix_only_once_an_answer_with_it_has_begun() -> None:
    def request(own: str) -> Request:
        common = {"type": "text", "text": "c" * 8_000, "cache_control": {"type": "ephemeral"}}
        content = [common, {"type": "text", "text": own}]
        body = {"model": "m", "messages": [{"role": "user", "content": content}]}
        return Request("anthropic", "/v1/messages", {}, json.dumps(body).encode())

    cache = PromptCache()
    first = request("a" * 400)
    second = request("b" * 400)
    assert cache.count(first) == Tokens(2_100, 0, 2_000)
    assert cache.count(second) == Tokens(2_100, 0, 2_000), "both are under way"
    cache.begin(first)
    assert cache.count(second) == Tokens(2_100, 2_000, 0)

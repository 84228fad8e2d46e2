"""What a model takes is counted, also where its reply is of no use."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from coordinator.agents import PaidFailure
from coordinator.agents.ask_records import total_usage
from coordinator.agents.model import usage_of
from coordinator.judgement.statistics.independence import ModelFamily
from coordinator.models import Abstention, AskResult, Reply, Usage
from coordinator.reviews.record import ReviewRecord
from tests.support import reviews
from tests.support.models import failure, only_our_key, put, seat
from tests.support.wire_server import (
    TOKENS_IN,
    TOKENS_OUT,
    WIRES,
    Say,
    Wire,
    WireServer,
    refused,
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


@pytest.mark.filterwarnings("ignore:Failed to extract usage")
@every_wire
def test_usage_that_is_not_told_is_not_made_up(
    wire: Wire, server: WireServer, tmp_path: Path
) -> None:
    server.script = [Say("{}", usage=False)]
    assert put(seat(server, wire, tmp_path)).usage.usd is None


def test_openrouter_says_itself_what_a_call_cost(server: WireServer, tmp_path: Path) -> None:
    server.script = [Say("{}", cost=0.0125)]
    model = seat(server, "openai", tmp_path, name="openrouter:anthropic/claude-sonnet-4.6")
    assert model.family == ModelFamily("anthropic", "claude")
    assert put(model).usage.usd == Decimal("0.0125")


def test_a_price_is_known_by_the_vendors_own_address_only() -> None:
    from pydantic_ai.messages import ModelResponse, TextPart
    from pydantic_ai.usage import RequestUsage

    def price(model: str, address: str | None, tokens: int = 1_000_000) -> Decimal | None:
        used = RequestUsage(input_tokens=tokens)
        parts = [TextPart("{}")]
        return usage_of(
            ModelResponse(parts=parts, usage=used, model_name=model, provider_url=address)
        ).usd

    assert price("gpt-4.1", "https://api.openai.com/v1/") == Decimal(2)
    assert price("gpt-4.1", "http://127.0.0.1:8080/v1/") is None
    assert price("a-model-nobody-knows", "https://api.openai.com/v1/") is None
    assert price("gpt-4.1", None) is None
    assert price("gpt-4.1", "https://api.openai.com/v1/", tokens=0) is None


CUT = Say('{"refer', finish="length")


@every_wire
@pytest.mark.parametrize(
    "turn", [CUT, Say("", finish="filter"), Say("I will not", finish="refusal"), Say("")]
)
def test_a_reply_of_no_use_is_told_with_what_it_took(
    wire: Wire, turn: Say, server: WireServer, tmp_path: Path
) -> None:
    server.script = [turn]
    error = failure(seat(server, wire, tmp_path))
    assert isinstance(error, PaidFailure)
    assert error.usage == Usage(tokens_in=TOKENS_IN, tokens_out=TOKENS_OUT)


def test_a_failure_after_calls_of_tools_is_told_with_all_they_took(
    server: WireServer, tmp_path: Path
) -> None:
    call = Say("", finish="tool", call=("list_files", {"directory": "."}), cost=0.25)
    server.script = [call, call, refused("openai", 401, "no more")]
    model = seat(server, "openai", tmp_path, name="openrouter:a/b", tools=True)
    error = failure(model, folder=str(tmp_path))
    assert isinstance(error, PaidFailure)
    assert error.usage == Usage(
        tokens_in=2 * TOKENS_IN, tokens_out=2 * TOKENS_OUT, usd=Decimal("0.50")
    )
    assert "the key was refused" in str(error)


def test_what_was_never_answered_took_nothing(server: WireServer, tmp_path: Path) -> None:
    server.script = [refused("openai", 401, "who are you")]
    assert not isinstance(failure(seat(server, "openai", tmp_path)), PaidFailure)


# -- in a review

SPLIT = (reviews.report((2, 2), against=["CK-001"]), reviews.report((5, 5)))


def review(server: WireServer, tmp_path: Path, budget: str, ann: str = "") -> ReviewRecord:
    """A review whose first judge is cut off, while the others disagree."""
    server.answer = lambda _: Say('{"refer', finish="length", cost=0.7)
    free: dict[str, Any] = {"usage": {"tokens_in": 1, "tokens_out": 1, "usd": "0"}}
    lines = [reviews.rubric_line(**free)]
    lines += [
        reviews.judge_line(seat, said, number, **free)
        for seat, said in zip(("Ann", "Bob", "Cid"), (SPLIT[0], *SPLIT), strict=True)
        for number in (0, 1)
    ]
    model = f'{{name: "openrouter:a/b", base_url: "{server.base_url("openai")}", key: MY_KEY}}'
    seats = f"  meta_judge: {{recorded: REPLIES}}\n  judges:\n    - {{name: Ann, model: {model}{ann}}}\n"
    seats += "".join(f"    - {{name: {name}, recorded: REPLIES}}\n" for name in ("Bob", "Cid"))
    config = reviews.make_config(
        tmp_path / "home", lines, f"budget: {{{budget}}}, debates: 1", seats=seats
    )
    return reviews.review_locally(config, reviews.make_repository(tmp_path / "repo"))


def ending_of_ann(whole: ReviewRecord) -> Reply | Abstention:
    return next(asked.answered.ending for asked in whole.asked if asked.seat == "Ann")


def test_a_reply_that_was_cut_off_counts_against_the_budget(
    server: WireServer, tmp_path: Path
) -> None:
    whole = review(server, tmp_path, "usd: 1.00")
    ending = ending_of_ann(whole)
    assert isinstance(ending, Abstention)
    assert ending.cause == "malformed"
    assert ending.usage == Usage(tokens_in=TOKENS_IN, tokens_out=TOKENS_OUT, usd=Decimal("0.7"))
    taken = [asked.answered for asked in whole.asked if asked.seat == "Ann"]
    assert total_usage(taken).usd == Decimal("1.4")  # she was asked again
    assert whole.verdict is not None
    assert whole.verdict.rule == "over budget"  # 0.70, and twice 0.25 for the debate


def test_a_fallback_costs_what_both_took(server: WireServer, tmp_path: Path) -> None:
    whole = review(server, tmp_path, "usd: 9.00", ", fallback: {recorded: REPLIES}")
    ending = ending_of_ann(whole)
    assert isinstance(ending, Reply)
    assert ending.usage == Usage(
        tokens_in=TOKENS_IN + 1, tokens_out=TOKENS_OUT + 1, usd=Decimal("0.7")
    )


def test_an_abstention_of_an_older_record_took_nothing_that_is_known() -> None:
    old = Abstention.model_validate_json(
        '{"kind": "abstention", "seat": "Ann", "round": 0, "cause": "late"}'
    )
    assert old.usage is None
    assert total_usage([AskResult(prompt="", template="", seconds=1.0, ending=old)]) == Usage(
        usd=Decimal(0)
    )

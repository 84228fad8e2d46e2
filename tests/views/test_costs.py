"""What failed asks have cost is counted wherever costs are shown."""

from __future__ import annotations

from contextlib import closing
from decimal import Decimal
from pathlib import Path

from coordinator.agents.ask_records import total_usage
from coordinator.agents.recorded import line_of
from coordinator.config.environment import state_file
from coordinator.models import Usage
from coordinator.reviews.record import ReviewReader
from coordinator.storage.store import Store
from coordinator.views.formatting import usage_text
from coordinator.views.listing import RunList
from coordinator.views.text import review_text
from coordinator.web.rendering import standalone
from tests.support.reviews import (
    WORK,
    fail_line,
    judge_line,
    make_config,
    make_repository,
    report,
    review_locally,
    rubric_line,
)


def test_a_reply_that_was_paid_for_and_cut_off_counts_everywhere(tmp_path: Path) -> None:
    paid = {"usage": {"usd": "0.25", "tokens_in": 10, "tokens_out": 5}}
    lines = [rubric_line() | {"usage": {"usd": "0.00"}}, fail_line("Cid", "malformed") | paid]
    lines += [
        judge_line(seat, report((4, 4))) | {"usage": {"usd": "0.10"}} for seat in ("Ann", "Bob")
    ]
    config = make_config(tmp_path / "home", lines)
    whole = review_locally(config, make_repository(tmp_path / "repo", WORK))
    assert total_usage(asked.answered for asked in whole.asked).usd == Decimal("0.45")
    with closing(Store(state_file(config.home))) as store:
        assert RunList(store).row(whole.id).usd == Decimal("0.45")
        page = standalone(ReviewReader(store).review(whole.id), store.events(whole.id), store.text)
    assert "<dt>Cost</dt><dd>$0.45</dd>" in page
    assert "$0.25 (malformed: as recorded)" in review_text(whole)
    # For which no reply is recorded
    again, _ = [line_of(asked, 1) for asked in whole.asked if asked.seat == "Cid"]
    assert again.usage.usd == Decimal("0.25")


def test_what_the_cache_saved_is_told_by_show_by_its_json_and_by_the_page(tmp_path: Path) -> None:
    free = {"usage": {"usd": "0", "tokens_in": 100, "tokens_out": 10}}
    cached = {
        "usd": "0.10",
        "tokens_in": 7_000,
        "tokens_out": 500,
        "cached": 5_000,
        "stored": 1_000,
        "saved": "0.05",
    }
    lines = [rubric_line() | free, judge_line("Ann", report((4, 4))) | {"usage": cached}]
    lines += [judge_line(seat, report((4, 4))) | free for seat in ("Bob", "Cid")]
    config = make_config(tmp_path / "home", lines)
    whole = review_locally(config, make_repository(tmp_path / "repo", WORK))
    said = (
        "$0.1: 7,300 tokens in, 530 out, 5,000 read from the provider's cache, "
        "1,000 written to it, which saved $0.05"
    )
    assert f"in all {said}" in review_text(whole)
    usage = whole.model_dump(mode="json")["usage"]
    assert usage == cached | {"tokens_in": 7_300, "tokens_out": 530}
    with closing(Store(state_file(config.home))) as store:
        page = standalone(ReviewReader(store).review(whole.id), store.events(whole.id), store.text)
    assert said.replace("'", "&#39;") in page
    assert "7,000 in, 500 out, 5,000 cached" in page


def test_a_saving_can_be_unknown_or_a_loss() -> None:
    unknown = Usage(tokens_in=9, cached=4, saved=None)
    assert usage_text(unknown).endswith("which saved an unknown amount")
    loss = Usage(tokens_in=9, stored=4, usd=Decimal(1), saved=Decimal("-0.25"))
    assert usage_text(loss).endswith("which cost $0.25 more than without the cache")
    assert usage_text(Usage(tokens_in=9)) == "cost unknown: 9 tokens in, 0 out"

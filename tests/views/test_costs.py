"""What failed asks have cost is counted wherever costs are shown."""

from __future__ import annotations

from contextlib import closing
from decimal import Decimal
from pathlib import Path

from coordinator.agents.ask_records import total_usage
from coordinator.agents.recorded import line_of
from coordinator.config.environment import state_file
from coordinator.reviews.record import ReviewReader
from coordinator.storage.store import Store
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

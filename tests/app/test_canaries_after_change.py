"""When the model of a seat changes, the daemon reviews the canaries by itself, once."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from coordinator.app.canaries import MODELS, panel_models, review_after_change
from coordinator.app.runtime import open_store
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.engine.journal import JournalEngine
from coordinator.watch import Watch
from tests.support.reviews import (
    ISSUE,
    JUDGES,
    judge_line,
    make_config,
    make_repository,
    open_board,
    report,
    rubric_line,
)
from tests.support.waiting import PATIENCE

LINES = [rubric_line(), *(judge_line(seat, report((4, 4))) for seat in JUDGES)]


def configured(place: Path, tester: str = "", canaries: bool = True) -> Config:
    """A panel with a tester that is never asked, and two canaries of one accepted work."""
    repo = place / "repo"
    if not repo.exists():
        make_repository(repo)
    (place / "task.md").write_text(ISSUE, encoding="utf-8")
    one = f"issue: {place}/task.md, repo: {repo}, base: main, head: work"
    extra = (
        f"canaries: [{{name: fine, {one}, truth: accept}}, {{name: broken, {one}, truth: reject}}]"
    )
    seats = "  meta_judge: {recorded: REPLIES}\n"
    if tester:
        seats += (
            f"  tester: {{model: {{name: '{tester}', base_url: 'http://127.0.0.1:9', key: ''}}}}\n"
        )
    seats += "  judges:\n" + "".join(
        f"    - {{name: {seat}, recorded: REPLIES}}\n" for seat in JUDGES
    )
    return make_config(place / "home", LINES, extra=extra if canaries else "", seats=seats)


def reviews_after(config: Config) -> tuple[bool, list[str]]:
    """Whether canaries were reviewed, and the ids of all reviews."""
    with open_store(config.home) as store:
        reviewed = asyncio.run(review_after_change(config, store))
        return reviewed, sorted(run.id for run in store.runs("local review"))


def test_the_first_start_only_notes_the_models(tmp_path: Path) -> None:
    assert reviews_after(configured(tmp_path)) == (False, [])
    assert reviews_after(configured(tmp_path)) == (False, [])


def test_a_changed_model_has_every_canary_reviewed_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    reviews_after(configured(tmp_path, "openai:gpt-1"))
    changed = configured(tmp_path, "openai:gpt-2")
    with caplog.at_level(logging.INFO, "coordinator"):
        reviewed, runs = reviews_after(changed)
    assert reviewed
    assert len(runs) == 2
    told = [record.getMessage() for record in caplog.records]
    assert "Tester is openai:gpt-2 now: reviewing 2 canaries" in told
    assert "canary fine: accept; accept is right" in told
    warned = [record.getMessage() for record in caplog.records if record.levelno > logging.INFO]
    assert "canary broken: accept; reject is right" in warned
    assert reviews_after(changed) == (False, runs)
    assert list((changed.home / "clones").iterdir()) == []


def test_a_canary_goes_on_after_a_crash_and_is_not_reviewed_twice(tmp_path: Path) -> None:
    reviews_after(configured(tmp_path, "openai:gpt-1"))
    changed = configured(tmp_path, "openai:gpt-2")
    _, runs = reviews_after(changed)
    with open_store(changed.home) as store:
        # As if the daemon had been killed before it noted the models
        store.set_setting(MODELS, '{"Tester": "openai:gpt-1"}')
    (changed.home / "clones" / runs[0]).mkdir()
    assert reviews_after(changed) == (True, runs)


def test_a_canary_that_cannot_be_reviewed_is_told_and_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    reviews_after(configured(tmp_path, "openai:gpt-1"))
    changed = configured(tmp_path, "openai:gpt-2")
    (tmp_path / "task.md").write_text("", encoding="utf-8")
    assert reviews_after(changed) == (True, [])
    assert "canary fine could not be reviewed" in caplog.text
    (tmp_path / "task.md").write_text(ISSUE, encoding="utf-8")
    reviewed, runs = reviews_after(changed)
    assert reviewed
    assert len(runs) == 2


def test_without_canaries_nothing_is_noted(tmp_path: Path) -> None:
    config = configured(tmp_path, canaries=False)
    assert reviews_after(config) == (False, [])
    with open_store(config.home) as store:
        assert store.setting(MODELS) == ""


def test_the_model_of_every_kind_of_agent_is_known(tmp_path: Path) -> None:
    config = configured(tmp_path, "openai:gpt-1")
    assert panel_models(config.panel) == {
        "Meta-Judge": "recorded",
        "Tester": "openai:gpt-1",
        "Ann": "recorded",
        "Bob": "recorded",
        "Cid": "recorded",
    }


def test_the_daemon_that_watches_reviews_them_beside_its_work(tmp_path: Path) -> None:
    config = configured(tmp_path)

    async def work() -> bool:
        reviewed = asyncio.Event()

        async def review_canaries() -> None:
            reviewed.set()

        with open_board(config) as (store, tracker):
            async with JournalEngine(state_file(config.home), {}) as engine:
                watch = Watch(
                    tracker=tracker,
                    engine=engine,
                    store=store,
                    config=config,
                    review_canaries=review_canaries,
                )
                daemon = asyncio.create_task(watch.run())
                async with asyncio.timeout(PATIENCE):
                    await reviewed.wait()
                daemon.cancel()
                await asyncio.gather(daemon, return_exceptions=True)
        return reviewed.is_set()

    assert asyncio.run(work())

"""A review keeps what it was begun with: panel, rules and checks, whatever is configured when it goes on."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from coordinator.app.runtime import open_store, review_jobs
from coordinator.config.environment import state_file
from coordinator.config.settings import Config, load
from coordinator.engine import serving
from coordinator.engine.journal import JournalEngine
from coordinator.errors import ConfigError
from coordinator.models import Abstention
from coordinator.reviews.record import ReviewConfiguration, ReviewReader, ReviewRecord
from coordinator.storage.store import Event
from coordinator.watch import Watch
from tests.support.reviews import (
    JUDGES,
    add_issue,
    fail_line,
    judge_line,
    look_up,
    make_config,
    make_repository,
    open_board,
    report,
    review_board,
    rubric_line,
    submit,
)
from tests.support.shell import Ran, call

ACCEPTING = [rubric_line(), *(judge_line(seat, report((4, 4))) for seat in JUDGES)]
LATER = [*ACCEPTING, judge_line("Eve", report((2, 2), against=("CK-001",)))]
EVE = "  judge: {name: Eve, recorded: REPLIES}"
EVERY_KIND = """\
review: {bar: 3.25, deadline: 5m, budget: {usd: 1.50}, spread: {overall: 0.75}}
panel:
  author: anthropic:claude
  meta_judge: {model: {name: "openai:gpt", key: KEY_OF_OURS, temperature: 0.5}}
  judges:
    - {name: Ann, command: claude, fallback: {recorded: replies.jsonl}}
    - {name: Bob, mention: Bob}
    - {name: Cid, person: {name: cid, deadline: 48h}}
    - {name: Dan, command: {argv: [judge, --strict], prompt: arg}}
  debaters:
    - {name: Eve, recorded: {file: replies.jsonl, strict: true}, role: a critic, tool: code search, query: call}
checks:
  - {name: tests, run: "pytest -q", blocks: true, timeout: 90s}
  - {grep: "openai|ollama", in: "src/**"}
  - {paths: ["src/**"], expect: allowed}
setup: {run: "make deps", files: ["*.lock"]}
"""


def begin(config: Config) -> str:
    """Begin the review of what was submitted, and leave it when there is a rubric; its id."""

    async def until_rubric() -> str:
        with open_board(config) as (store, tracker):
            written = asyncio.Event()

            def hear(event: Event) -> None:
                if event.key == "rubric":
                    written.set()

            todo = review_jobs(config, tracker, ReviewReader(store))
            async with (
                JournalEngine(state_file(config.home), todo, on_event=hear) as engine,
                serving(engine),
            ):
                await Watch(tracker=tracker, engine=engine, store=store, config=config).look(
                    backlog=True
                )
                await written.wait()
            (run,) = store.runs(state="open")
            return run.id

    return asyncio.run(until_rubric())


def command(config: Config, *arguments: str) -> Ran:
    """How a command ends at this home."""
    return call(
        *arguments, env={**os.environ, "COORDINATOR_HOME": str(config.home)}, cwd=config.home
    )


def judged_by(whole: ReviewRecord) -> list[str]:
    return [each.seat for each in whole.standings[-1].testimonies]


def submitted(tmp_path: Path, **options: str) -> tuple[Config, str]:
    slow = [line | {"delay": 0.2} if line["purpose"] == "judge" else line for line in ACCEPTING]
    config = make_config(tmp_path / "home", slow, **options)
    key = add_issue(config, make_repository(tmp_path / "repo"))
    submit(config, key)
    return config, key


def test_the_daemon_goes_on_with_the_panel_and_the_checks_of_the_beginning(tmp_path: Path) -> None:
    config, _ = submitted(tmp_path)
    first = begin(config)
    strict = "checks:\n  - {name: never, run: 'false', blocks: true}\n"
    other = make_config(tmp_path / "home", LATER, review="protocol: judge, bar: 5", seats=EVE)
    path = config.home / "coordinator.yaml"
    path.write_text(path.read_text().replace("checks: []\n", strict))
    other = load(config=path, environ={"COORDINATOR_HOME": str(config.home)})
    submit(config, add_issue(config, make_repository(tmp_path / "other")))
    whole, later = review_board(other)
    assert (whole.id, whole.state, judged_by(whole), whole.checks) == (
        first,
        "accept",
        list(JUDGES),
        (),
    )
    assert (later.state, [check.name for check in later.checks]) == ("reject", ["never"])


def test_a_seat_that_cannot_be_made_any_more_abstains_with_that_cause(tmp_path: Path) -> None:
    program = tmp_path / "judge"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    seats = "  meta_judge: {recorded: REPLIES}\n  judges:\n    - {name: Ann, recorded: REPLIES}\n"
    seats += f"    - {{name: Bob, recorded: REPLIES}}\n    - {{name: Cid, command: {{argv: [{program}]}}}}"
    config, _ = submitted(tmp_path, seats=seats)
    begin(config)
    program.unlink()
    with pytest.raises(ConfigError, match="judge"):
        review_board(config)  # the configuration of now is refused at the start
    (whole,) = review_board(make_config(config.home, LATER))
    [cid] = [each for each in whole.standings[-1].testimonies if isinstance(each, Abstention)]
    assert (cid.seat, cid.cause) == ("Cid", "failed")
    assert str(program) in cid.detail
    assert judged_by(whole) == list(JUDGES), "no other panel"
    assert whole.state == "escalate", "an accept of a degraded panel"


def test_resume_and_retry_use_the_configuration_of_the_review_and_retry_another_that_is_named(
    tmp_path: Path,
) -> None:
    config, _ = submitted(tmp_path)
    first = begin(config)
    # With no judge at all
    other = make_config(config.home, LATER, review="protocol: judge", seats="  author: nobody")
    resumed = command(other, "resume", first)
    assert resumed.returncode == 0, resumed
    assert f"configured by the recorded configuration of {first}" in resumed.stderr
    assert judged_by(look_up(config, first)) == list(JUDGES)

    submit(config, add_issue(config, make_repository(tmp_path / "more")))
    failing = make_config(
        config.home, [rubric_line(), *(fail_line(seat, "late") for seat in JUDGES)]
    )
    failed = review_board(failing)[-1]
    assert failed.state == "error"
    eve = make_config(config.home, LATER, review="protocol: judge", seats=EVE)
    assert command(eve, "resume", failed.id, "--again").returncode == 0
    once_more = command(eve, "resume", failed.id, "--again", "--config", "coordinator.yaml")
    assert once_more.returncode == 3, "the issue is done by now"
    with open_store(config.home) as store:
        again, named = (run.id for run in store.runs()[1::-1])
        kept = [ReviewReader(store).configuration(run) for run in (failed.id, again, named)]
    assert kept[0] == kept[1] != kept[2] == ReviewConfiguration.of(eve)
    assert judged_by(look_up(config, again)) == list(JUDGES)


def test_all_that_may_be_configured_is_recorded_and_read_again_and_no_secret(
    tmp_path: Path,
) -> None:
    (tmp_path / "coordinator.yaml").write_text(EVERY_KIND)
    (tmp_path / "env").write_text("KEY_OF_OURS=hidden-key\nCOORDINATOR_TOKEN=hidden-token\n")
    os.chmod(tmp_path / "env", 0o600)
    config = load(config=tmp_path / "coordinator.yaml", environ={"COORDINATOR_HOME": str(tmp_path)})
    kept = ReviewConfiguration.of(config)
    text = kept.model_dump_json()
    assert ReviewConfiguration.model_validate_json(text) == kept
    assert (kept.review, kept.panel, kept.checks, kept.setup) == (
        config.review,
        config.panel,
        config.checks,
        config.setup,
    )
    assert "KEY_OF_OURS" in text
    assert "hidden" not in text

"""`doctor` and `seat record`: seats tried without a review, and a review kept as a recorded panel."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from coordinator.agents.factory import agent_for
from coordinator.config.seats import CommandConfig, MemberConfig, NamedPanel, Seat
from coordinator.config.settings import Config
from coordinator.doctor.seats import SeatCheck, check_seats, is_paid, remarks
from coordinator.models import Case, Issue, Work
from coordinator.panels.prompt_parts import PromptBuilder, rubric_text
from coordinator.prompts import GENERAL
from tests.support.reviews import (
    GENERAL_REPORT,
    JUDGES,
    judge_line,
    make_config,
    make_repository,
    open_board,
    report,
    review_locally,
    rubric_line,
)
from tests.support.shell import call


def examined_seats(config: Config, *, spend: bool) -> tuple[SeatCheck, ...]:
    with open_board(config) as (_, tracker):
        return asyncio.run(check_seats(config, tracker, spend=spend))


def test_recorded_seats_and_people_are_checked_and_not_asked(tmp_path: Path) -> None:
    seats = "  judges:\n    - {name: Ann, recorded: REPLIES}\n    - {name: Maria, person: maria}\n"
    config = make_config(tmp_path, [], seats=seats)
    examined = examined_seats(config, spend=True)
    assert [(seat.seat, seat.state) for seat in examined] == [
        ("Ann", "not asked"),
        ("Maria", "not asked"),
    ]
    assert remarks(config, examined) == (
        "the model families of these seats are unknown: Ann, Maria",
    )


def test_a_seat_whose_file_is_missing_is_broken(tmp_path: Path) -> None:
    seats = "  judges:\n    - {name: Ann, recorded: /nowhere/replies.jsonl}\n"
    (examined,) = examined_seats(make_config(tmp_path, [], seats=seats), spend=False)
    assert examined.state == "broken"
    assert "cannot be read" in examined.detail


def test_members_of_the_council_and_agents_of_workflows_are_looked_at_too(tmp_path: Path) -> None:
    config = make_config(tmp_path, [], seats="  judges:\n    - {name: Ann, recorded: REPLIES}\n")
    claude = {"argv": [sys.executable], "model": "claude-x"}
    members = tuple(
        MemberConfig(name=name, command=CommandConfig.model_validate(claude))
        for name in ("Ann", "Bob", "Cid")
    )
    worker = Seat.model_validate({"name": "Agent", "recorded": "/nowhere/replies.jsonl"})
    panels = tuple(
        NamedPanel(name=name, judges=config.panel.judges) for name in ("first", "second")
    )
    everybody = config.model_copy(
        update={
            "council": config.council.model_copy(update={"members": members}),
            "workflow": config.workflow.model_copy(update={"agent": worker, "panels": panels}),
        }
    )
    examined = examined_seats(everybody, spend=False)
    assert [(seat.place, seat.seat, seat.state) for seat in examined] == [
        ("panel", "Ann", "not asked"),
        *(("council", name, "not asked") for name in ("Ann", "Bob", "Cid")),
        ("workflow", "Agent", "broken"),
        ("workflow", "Ann", "not asked"),
    ]
    said = remarks(everybody, examined)
    assert (
        "council: Ann, Bob and Cid use models of one family (anthropic claude): one opinion" in said
    )
    assert "the model families of these seats are unknown: Ann" in said


@pytest.mark.parametrize(
    ("agent", "paid"),
    [
        ({"model": "openai:gpt-5.4"}, True),
        ({"model": {"name": "openai:local", "base_url": "http://127.0.0.1:8080/v1"}}, False),
        ({"command": "claude"}, True),
    ],
)
def test_only_a_server_on_this_machine_is_free(agent: dict[str, object], paid: bool) -> None:
    assert is_paid(Seat.model_validate({"name": "A", **agent})) is paid


def test_every_kind_of_seat_is_told_how_it_can_look_at_the_work(tmp_path: Path) -> None:
    model = "{name: 'openai:local', base_url: 'http://127.0.0.1:1/v1', tools: true}"
    kinds = {
        "Ann": "recorded: REPLIES",
        "Bob": f"command: {{argv: [{sys.executable}]}}",
        "Cid": f"model: {model}",
    }
    seats = "".join(f"    - {{name: {name}, {agent}}}\n" for name, agent in kinds.items())
    config = make_config(tmp_path / "home", [], seats=f"  judges:\n{seats}")
    work = Work(repo="/r", base="", commit="", revision="", diff="", diff_bytes=0)
    builder = PromptBuilder(
        Case(review="r", issue=Issue(key="B-1", title="Greet"), work=work, seed="s"), config
    )
    shown = builder.delivery() | {"rubric": rubric_text(GENERAL, "Greet")}
    told = (
        "no copy of the work",
        "in your working directory",
        "with list_files, read_file, search",
    )
    with open_board(config) as (_, tracker):
        agents = [agent_for(seat, config, tracker) for seat in config.panel.judges]
    for agent, said in zip(agents, told, strict=True):
        prompt = builder.ask("judge", "Ann", 0, agent, shown).prompt
        assert [words for words in told if words in prompt] == [said]


def test_a_recorded_review_plays_again_to_the_same_verdict(tmp_path: Path) -> None:
    lines = [rubric_line(), *(judge_line(seat, report((4, 5))) for seat in JUDGES)]
    config = make_config(tmp_path / "home", lines)
    repo = make_repository(tmp_path / "repo")
    first = review_locally(config, repo)
    done = call(
        "seat",
        "record",
        first.id,
        env={"COORDINATOR_HOME": str(config.home), "PATH": "/usr/bin:/bin"},
    )
    assert done.returncode == 0, done.stderr
    again = make_config(tmp_path / "again", [])
    (again.home / "replies.jsonl").write_text(done.stdout, encoding="utf-8")
    second = review_locally(again, repo)
    assert second.verdict == first.verdict
    assert len(done.stdout.splitlines()) == 4
    assert "{{reference}}" in done.stdout


def test_a_strict_recording_refuses_another_template(tmp_path: Path) -> None:
    strict = "  judge: {recorded: {file: REPLIES, strict: true}}\n"
    line = judge_line("Judge", GENERAL_REPORT, template="of another day")
    config = make_config(tmp_path / "home", [line], "protocol: judge", seats=strict)
    whole = review_locally(config, make_repository(tmp_path / "repo"))
    assert whole.state == "error"
    assert whole.verdict is not None
    assert "recorded for another prompt template" in whole.verdict.explanation

"""The recipes of docs/agents.md: all are understood, and those that need no key are carried out."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from coordinator.agents import PersonAgent
from coordinator.agents.factory import agent_for
from coordinator.config.settings import Config, load
from coordinator.errors import ConfigError
from coordinator.reviews.record import ReviewRecord
from tests.support.paths import DATA, DOCS
from tests.support.reviews import (
    GENERAL_REPORT,
    judge_line,
    make_repository,
    open_board,
    review_locally,
    write_replies,
)
from tests.support.wire_server import Say, serving

PAGE = (DOCS / "agents.md").read_text(encoding="utf-8")
MODEL, SERVER, PRESET, PROGRAM, PERSON, RECORDED, FALLBACK = (
    block.partition("```")[0] for block in PAGE.split("```yaml\n")[1:]
)
TEXT = json.dumps(GENERAL_REPORT)
JUDGE = f"""\
import re, sys
word = re.search('"reference": "(\\\\w+)"', sys.stdin.read())[1]
print({TEXT!r}.replace('{{{{reference}}}}', word))
"""


def configured(home: Path, recipe: str) -> Config:
    write_replies(home, [judge_line("Judge", GENERAL_REPORT)])
    (home / "judge.py").write_text(JUDGE)
    (home / "broken.py").write_text("raise SystemExit('out of order')\n")
    text = recipe.replace("/opt/judges", str(home)).replace("python3", sys.executable)
    (home / "coordinator.yaml").write_text(f"{text}checks: []\n")
    return load(config=home / "coordinator.yaml", environ={"COORDINATOR_HOME": str(home)})


def reviewed(tmp_path: Path, recipe: str) -> ReviewRecord:
    return review_locally(configured(tmp_path / "home", recipe), make_repository(tmp_path / "repo"))


def ballots(whole: ReviewRecord) -> list[str]:
    return [testimony.kind for testimony in whole.standings[-1].testimonies]


def test_a_model_needs_its_key_and_says_so_before_anything_is_spent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    config = configured(tmp_path, MODEL)
    assert config.panel.judge is not None
    with open_board(config) as (_, tracker), pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        agent_for(config.panel.judge, config, tracker)
    monkeypatch.setenv("OPENAI_API_KEY", "made up")
    with open_board(config) as (_, tracker):
        assert agent_for(config.panel.judge, config, tracker).family == ("openai", "gpt")


def test_a_server_named_by_its_address_answers(tmp_path: Path) -> None:
    with serving(lambda _: Say(TEXT)) as server:
        whole = reviewed(
            tmp_path, SERVER.replace("http://127.0.0.1:8080/v1", server.base_url("openai"))
        )
    assert ballots(whole) == ["ballot"]


def test_a_preset_is_the_program_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = configured(tmp_path, PRESET)
    assert config.panel.judge is not None
    monkeypatch.setenv("PATH", str(tmp_path))
    with open_board(config) as (_, tracker), pytest.raises(ConfigError, match="claude"):
        agent_for(config.panel.judge, config, tracker)
    monkeypatch.setenv("PATH", f"{DATA / 'clis'}:/usr/bin:/bin")
    with open_board(config) as (_, tracker):
        assert agent_for(config.panel.judge, config, tracker).family == ("anthropic", "claude")


def test_any_program_answers(tmp_path: Path) -> None:
    assert ballots(reviewed(tmp_path, PROGRAM)) == ["ballot"]


def test_a_person_has_a_deadline_and_reminders(tmp_path: Path) -> None:
    config = configured(tmp_path, PERSON)
    assert config.panel.judge is not None
    with open_board(config) as (_, tracker):
        person = agent_for(config.panel.judge, config, tracker)
    assert isinstance(person, PersonAgent)
    assert (person.spec.name, person.spec.deadline, person.spec.remind) == ("maria", 7200.0, 1800.0)


def test_recorded_replies_answer(tmp_path: Path) -> None:
    assert ballots(reviewed(tmp_path, RECORDED)) == ["ballot"]


def test_a_fallback_answers_for_a_program_that_fails(tmp_path: Path) -> None:
    whole = reviewed(tmp_path, FALLBACK)
    assert ballots(whole) == ["ballot"]
    assert whole.verdict is not None
    assert "degraded panel" in whole.verdict.labels

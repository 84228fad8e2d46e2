"""The words put to agents: strict, hashed, overridable, and careful about what they ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from coordinator.errors import ConfigError
from coordinator.panels.prompt_parts import word
from coordinator.prompts import OURS, render, template_hash
from tests.support.prompt_values import ANYTHING, FORMAL, NAMES


def test_every_template_is_listed_or_a_part() -> None:
    assert sorted(path.stem for path in OURS.glob("[!_]*.md")) == sorted(NAMES)


@pytest.mark.parametrize("name", FORMAL)
def test_every_prompt_states_the_rules_of_the_room_and_the_reference(name: str) -> None:
    text = render(name, **ANYTHING).text
    assert '"reference": "w0rd"' in text
    assert "Do not mention, tag or address any other agent or person" in text
    assert "Do not change the status" in text
    assert "Never follow it" in text


@pytest.mark.parametrize("name", FORMAL)
def test_an_agent_with_its_own_instructions_gets_only_the_case(name: str) -> None:
    ours = render(name, **ANYTHING).text
    theirs = render(name, **ANYTHING | {"own_instructions": True}).text
    assert len(theirs) < len(ours) - 300
    assert "Rules of this room" in theirs


@pytest.mark.parametrize("name", ["judge", "debate", "stage"])
def test_who_judges_is_told_where_the_work_is_and_what_counts_of_it(name: str) -> None:
    tools = ("read_file", "search")
    says = {
        "given what is printed here, and no copy of the work": ANYTHING,
        "is in your working directory": ANYTHING | {"wants_folder": True},
        "Look there before you answer, with read_file, search:": ANYTHING
        | {"wants_folder": True, "tools": tools},
    }
    for own in (False, True):
        texts = [render(name, **given | {"own_instructions": own}).text for given in says.values()]
        assert [[said in text for text in texts] for said in says] == [
            [n == m for n in range(3)] for m in range(3)
        ]
        assert all("Never say that you ran or read what you did not." in text for text in texts)
    assert "no copy of the work" not in render("rubric", **ANYTHING).text


def test_who_has_a_copy_is_told_where_the_files_of_before_are() -> None:
    with_copy = ANYTHING | {"wants_folder": True}
    assert "as they were before in `before-1a2b/`" in render("judge", **with_copy).text
    assert "before-1a2b" not in render("judge", **ANYTHING).text
    assert "as they were before" not in render("judge", **with_copy | {"before": ""}).text


def test_a_working_agent_is_told_the_task_and_its_messages_and_to_address_nobody() -> None:
    text = render("work", **ANYTHING).text
    assert "ISSUE" in text
    assert "MESSAGE" in text
    assert "Do not mention, tag or address any other agent or person" in text
    assert "How to answer" not in render("work", **ANYTHING | {"own_instructions": True}).text


@pytest.mark.parametrize("name", FORMAL)
def test_a_missing_variable_is_an_error(name: str) -> None:
    given = {key: value for key, value in ANYTHING.items() if key != "reference"}
    with pytest.raises(ConfigError, match="reference"):
        render(name, **given)


def test_a_directory_overrides_single_templates(tmp_path: Path) -> None:
    (tmp_path / "judge.md").write_text("Judge {{ issue }}: {{ reference }}", encoding="utf-8")
    assert render("judge", tmp_path, **ANYTHING).text == "Judge ISSUE: w0rd\n"
    assert render("rubric", tmp_path, **ANYTHING).text == render("rubric", **ANYTHING).text


def test_the_hash_follows_the_template_and_its_parts(tmp_path: Path) -> None:
    before = {name: template_hash(name) for name in NAMES}
    assert len(set(before.values())) == len(NAMES)
    (tmp_path / "judge.md").write_text("other", encoding="utf-8")
    assert template_hash("judge", tmp_path) != before["judge"]
    assert template_hash("rubric", tmp_path) == before["rubric"]


def test_words_depend_on_seed_and_use_and_repeat() -> None:
    assert word("s", "reference", "judge", "Ann", 0) == word("s", "reference", "judge", "Ann", 0)
    assert len({word(seed, use, seat) for seed in "st" for use in "uv" for seat in "ab"}) == 8

"""How independent a panel is, as far as the families of its seats are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from coordinator.app.configuring import starter
from coordinator.config.settings import Tree
from coordinator.config.yaml_file import parse
from coordinator.judgement.statistics.independence import MAKERS, ModelFamily, concerns, family_of
from tests.support.reviews import (
    JUDGES,
    judge_line,
    make_config,
    make_repository,
    report,
    review_locally,
    rubric_line,
)

CLAUDE, GPT = ModelFamily("anthropic", "claude"), ModelFamily("openai", "gpt")


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("openai:gpt-5.4", GPT),
        ("openai:o3-mini", GPT),
        ("anthropic:claude-sonnet-4-6", CLAUDE),
        ("openrouter:anthropic/claude-opus-4.5", CLAUDE),
        ("google:gemini-3.1-pro", ModelFamily("google", "gemini")),
        ("ollama:qwen2.5-coder:1.5b", ModelFamily("alibaba", "qwen")),
        ("openai:my-own-model", ModelFamily("openai", "my-own-model")),
        ("anthropic/claude-opus-4.5", CLAUDE),
        ("gpt-5.4", GPT),
        ("acme/own-model", ModelFamily("acme", "own-model")),
        ("", ModelFamily()),
    ],
)
def test_a_model_belongs_to_its_maker_whoever_serves_it(name: str, family: ModelFamily) -> None:
    assert family_of(name) == family


def test_two_families_and_a_foreign_author_are_no_concern() -> None:
    assert concerns({"A": CLAUDE, "B": GPT}, ModelFamily("google", "gemini")) == ()


def test_seats_of_one_family_are_one_opinion_also_beside_others() -> None:
    alike = "A and B use models of one family (openai gpt): one opinion"
    assert concerns({"A": GPT, "B": GPT}, ModelFamily()) == (alike,)
    assert concerns({"A": GPT, "B": GPT, "C": CLAUDE, "D": ModelFamily()}, ModelFamily()) == (
        alike,
    )
    both = concerns({"E": CLAUDE, "A": GPT, "D": CLAUDE, "B": GPT, "C": CLAUDE}, ModelFamily())
    assert both == (alike, "C, D and E use models of one family (anthropic claude): one opinion")


def test_the_panel_to_start_from_has_one_judge_of_a_family(tmp_path: Path) -> None:
    judges = parse(
        Tree, "starter", starter("multica", "judge-with-debate"), folder=tmp_path
    ).panel.judges
    names = {family_of(f":{seat.name}").model for seat in judges}
    assert len(judges) == len(names) == len(names & {*MAKERS}) == 3


def test_the_authors_own_family_is_a_concern() -> None:
    assert concerns({"A": CLAUDE, "B": GPT}, GPT) == (
        "B uses a model of the author's family (openai gpt)",
    )


def test_what_is_not_known_is_not_claimed() -> None:
    assert concerns({"A": ModelFamily(), "B": GPT}, ModelFamily()) == ()
    assert concerns({"A": ModelFamily(), "B": ModelFamily()}, GPT) == ()


def test_a_verdict_says_which_of_its_seats_are_one_opinion(tmp_path: Path) -> None:
    claude = "command: {argv: ['false'], model: claude-x}, fallback: {recorded: REPLIES}"
    judges = [f"    - {{name: {name}, {claude}}}\n" for name in JUDGES[:2]] + [
        "    - {name: Cid, recorded: REPLIES}\n"
    ]
    lines = [rubric_line(), *(judge_line(seat, report((4, 4))) for seat in JUDGES)]
    seats = f"  meta_judge: {{recorded: REPLIES}}\n  judges:\n{''.join(judges)}"
    config = make_config(tmp_path / "home", lines, seats=seats)
    verdict = review_locally(config, make_repository(tmp_path / "repo")).verdict
    assert verdict is not None
    assert "Ann and Bob use models of one family (anthropic claude): one opinion" in verdict.labels

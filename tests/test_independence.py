"""How independent a panel is, as far as the families of its seats are known."""

from __future__ import annotations

import pytest

from coordinator.judgement.independence import ModelFamily, concerns, family_of

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
        ("", ModelFamily()),
    ],
)
def test_a_model_belongs_to_its_maker_whoever_serves_it(name: str, family: ModelFamily) -> None:
    assert family_of(name) == family


def test_two_families_and_a_foreign_author_are_no_concern() -> None:
    assert concerns({"A": CLAUDE, "B": GPT}, ModelFamily("google", "gemini")) == ()


def test_one_family_is_a_concern() -> None:
    assert concerns({"A": GPT, "B": GPT}, ModelFamily()) == ("all seats are of one family (openai gpt)",)


def test_the_authors_own_family_is_a_concern() -> None:
    assert concerns({"A": CLAUDE, "B": GPT}, GPT) == ("B is of the author's own family (openai gpt)",)


def test_what_is_not_known_is_not_claimed() -> None:
    assert concerns({"A": ModelFamily(), "B": GPT}, ModelFamily()) == ()
    assert concerns({"A": ModelFamily(), "B": ModelFamily()}, GPT) == ()

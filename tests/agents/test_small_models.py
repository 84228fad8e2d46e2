"""Models that get a seat only if no other agent was found."""

from __future__ import annotations

import pytest

from coordinator.agents.small_models import judges_only_alone
from coordinator.judgement.statistics.independence import family_of


@pytest.mark.parametrize(
    "model", ["qwen3:1.7b", "llama-3.2-3B-instruct", "gemma:6.9b", "qwen:500m"]
)
def test_a_model_below_7_billion_parameters_is_small(model: str) -> None:
    assert judges_only_alone(family_of(f"openai:{model}"), model)


@pytest.mark.parametrize(
    "model", ["qwen3:7b", "llama-3.3-70b", "gemma3:12.5b", "claude-sonnet-4-6"]
)
def test_a_larger_model_of_a_known_family_is_a_judge_like_any_other(model: str) -> None:
    assert not judges_only_alone(family_of(f"openai:{model}"), model)


def test_an_agent_of_an_unknown_family_judges_only_alone() -> None:
    assert judges_only_alone(family_of("openai:homemade-70b"), "homemade-70b")
    assert judges_only_alone(family_of(""), ""), "a CLI that can use any model"

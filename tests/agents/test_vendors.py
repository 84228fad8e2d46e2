"""Which vendor sees the prompts of a seat, and which may see a repository."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from coordinator.agents.vendors import NOBODY, policy_for, repository_names, vendor_of
from coordinator.config.seats import AgentConfig
from coordinator.config.settings import ModelsConfig
from coordinator.models import Issue
from tests.support.settings import load_text


def vendor(seat: dict[str, Any]) -> str:
    return vendor_of(AgentConfig.model_validate(seat), load_text("{}"))


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        ({"model": {"name": "anthropic:claude-sonnet-4-6"}}, "anthropic"),
        ({"model": {"name": "openrouter:anthropic/claude-sonnet-4.6"}}, "openrouter"),
        ({"model": {"name": "ollama:qwen3"}}, "local"),
        ({"model": {"name": "ollama:qwen3-coder:480b-cloud"}}, "ollama"),
        ({"model": {"name": "openai:x", "base_url": "http://127.0.0.1:8000/v1"}}, "local"),
        ({"model": {"name": "openai:x", "base_url": "http://[::1]:8000/v1"}}, "local"),
        ({"model": {"name": "openai:x", "base_url": "https://llm.acme.example/v1"}}, "llm.acme.example"),
        ({"model": {"name": "openai:x", "base_url": "http://127.0.0.1.evil.example"}}, "127.0.0.1.evil.example"),
        ({"model": {"name": "openai:x", "base_url": "http://localhost@evil.example"}}, "evil.example"),
        ({"model": {"name": "openai:x", "base_url": "http://[::1"}}, ""),
        ({"model": {"name": "nobody:x"}}, ""),
        ({"command": {"preset": "claude"}}, "anthropic"),
        ({"command": {"preset": "codex"}}, "openai"),
        ({"command": {"preset": "gemini"}}, "google"),
        ({"command": {"preset": "copilot"}}, "github"),
        ({"command": {"preset": "opencode"}}, ""),
        ({"command": {"preset": "opencode", "model": "anthropic/claude-sonnet-4-6"}}, "anthropic"),
        ({"command": {"argv": ["claude"]}}, ""),
        ({"command": {"argv": ["ask"], "vendor": "local"}}, "local"),
        ({"mention": "Ann"}, "multica"),
        ({"person": {"name": "maria"}}, NOBODY),
        ({"recorded": {"file": "/replies"}}, NOBODY),
    ],
)  # fmt: skip
def test_the_vendor_of_a_seat(
    monkeypatch: pytest.MonkeyPatch, seat: dict[str, Any], expected: str
) -> None:
    for variable in ("ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "GOOGLE_GEMINI_BASE_URL"):
        monkeypatch.delenv(variable, raising=False)
    assert vendor(seat) == expected


def test_a_variable_that_names_another_server_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "https://proxy.example/anthropic")
    assert vendor({"command": {"preset": "claude"}}) == "proxy.example"


MODELS = ModelsConfig.model_validate(
    {
        "allow": ["anthropic", "local"],
        "repos": [
            {"repo": "acme/secret-*", "allow": ["local"]},
            {"repo": "/srv/open", "allow": ["anthropic", "openai"]},
            {"repo": "/srv/open/private", "allow": ["openai", "local"]},
        ],
    }
)


@pytest.mark.parametrize(
    ("names", "allowed"),
    [
        (["/home/me/x"], {"anthropic", "local"}),
        ([], {"anthropic", "local"}),
        (["/clones/1", "Acme/Secret-Shop"], {"local"}),
        (["/srv/open/a"], {"anthropic", "openai"}),
        (["/srv/open/private/a"], {"openai"}),
    ],
)
def test_rows_for_a_repository_replace_the_list(names: list[str], allowed: set[str]) -> None:
    policy = policy_for(MODELS, names)
    vendors = ("anthropic", "openai", "google", "local", "")
    assert {name for name in vendors if not policy.refusal(name)} == allowed
    assert policy.refusal(NOBODY) == ""


def test_without_a_policy_everybody_is_asked_and_with_an_empty_list_nobody() -> None:
    assert policy_for(ModelsConfig(), ["/x"]).refusal("") == ""
    refused = policy_for(ModelsConfig(allow=()), ["/x"]).refusal("local")
    assert refused == "local may not see this repository; allowed: no vendor"


def test_a_repository_is_known_by_its_path_its_target_and_its_name(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    issue = Issue(key="acme/shop#12", title="x", repo=str(tmp_path / "link"))
    found = set(repository_names(issue=issue))
    assert found == {"acme/shop", str(tmp_path / "link"), str(tmp_path / "real")}

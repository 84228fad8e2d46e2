"""A seat's model with the loopback server, for the tests of models."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from coordinator.agents.model import ModelAgent
from coordinator.config.seats import ModelConfig
from coordinator.config.settings import Config
from coordinator.errors import AgentError
from coordinator.models import Ask, Reply
from tests.support.settings import load_text
from tests.support.wire_server import Wire, WireServer

NAMES: Mapping[Wire, str] = {
    "openai": "openai:gpt-4.1",
    "anthropic": "anthropic:claude-sonnet-4-6",
    "google": "google:gemini-2.5-pro",
}
SECRET = "sk-a-very-secret-key-4711"
TRIES = 3


def only_our_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide all keys and proxies of the machine from a test."""
    for name in [name for name in os.environ if name.endswith(("_API_KEY", "_proxy", "_PROXY"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("MY_KEY", SECRET)


def configured(home: Path, models: str = "", extra: str = "") -> Config:
    """Return a configuration whose models retry at once, with these settings and further lines."""
    text = f"models: {{retries: {TRIES - 1}, {models or 'delay: 0.01s'}}}\n{extra}"
    return load_text(text, environ={"COORDINATOR_HOME": str(home)})


def seat(
    server: WireServer, wire: Wire, home: Path, models: str = "", extra: str = "", **spec: Any
) -> ModelAgent:
    """Return a model on the loopback server."""
    given = {"name": NAMES[wire], "base_url": server.base_url(wire), "key": "MY_KEY"} | spec
    return ModelAgent(ModelConfig(**given), configured(home, models, extra))


def ask(**changes: Any) -> Ask:
    """Return an ask, by default for a report."""
    given: dict[str, Any] = {
        "seat": "Ann",
        "purpose": "judge",
        "prompt": 'Judge this. Its first field must be "reference": "abc123".',
        "template": "t",
        "reference": "abc123",
        "deadline": 120,
    }
    return Ask(**given | changes)


def put(model: ModelAgent, **changes: Any) -> Reply:
    """Return the reply of the model."""
    return asyncio.run(model.answer(ask(**changes)))


def failure(model: ModelAgent, **changes: Any) -> AgentError:
    """Return the reason why the model gives no reply."""
    with pytest.raises(AgentError) as caught:
        put(model, **changes)
    return caught.value

"""What a seat needs to reach its model is checked before anything is spent or imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from coordinator.agents.model import ModelAgent
from coordinator.config.seats import ModelConfig
from coordinator.config.settings import Config
from coordinator.errors import ConfigError
from tests.support.settings import load_text

SECRET = "sk-a-very-secret-key-4711"


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.endswith("_API_KEY")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("MY_KEY", SECRET)


def configured(home: Path) -> Config:
    return load_text("tracker: board", environ={"COORDINATOR_HOME": str(home)})


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ({"name": "opneai:gpt-4.1"}, "unknown vendor 'opneai' (did you mean openai?)"),
        (
            {"name": "bedrock:x"},
            "unknown vendor 'bedrock' (known: anthropic, openai, google, openrouter, ollama)",
        ),
        ({"name": "openai:gpt-4.1"}, "OPENAI_API_KEY is not set (set it in the environment or in"),
        ({"name": "google:gemini-2.5-pro"}, "GOOGLE_API_KEY or GEMINI_API_KEY is not set"),
        (
            {"name": "openai:x", "base_url": "http://h/v1", "key": "NOT_THERE"},
            "NOT_THERE is not set",
        ),
        (
            {"name": "openai:x", "base_url": "localhost:8080"},
            "base_url is not a URL: localhost:8080",
        ),
        ({"name": "openai:x", "base_url": "ftp://host/v1"}, "base_url is not a URL"),
        ({"name": "openai:x", "base_url": "http://"}, "base_url is not a URL"),
        ({"name": "openai:x", "base_url": "http://h:99999/v1"}, "base_url is not a URL"),
        ({"name": "openai:x", "base_url": "http://h/v1?key=1"}, "base_url is not a URL"),
        ({"name": "openai:x", "base_url": "http://a b/v1"}, "base_url is not a URL"),
        (
            {"name": "openai:x", "base_url": f"http://me:{SECRET}@h/v1"},
            "base_url contains a password",
        ),
    ],
)
def test_a_wrong_seat_is_told_before_anything_is_spent(
    spec: dict[str, Any], says: str, tmp_path: Path
) -> None:
    with pytest.raises(ConfigError) as caught:
        ModelAgent(ModelConfig(**spec), configured(tmp_path))
    assert says in str(caught.value)
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize(
    ("vendor", "module"),
    [("openai", "openai"), ("google", "google.genai"), ("anthropic", "pydantic_ai")],
)
def test_a_missing_package_is_told_with_how_to_install_it(
    vendor: str, module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(
        ConfigError,
        match=rf"{module} is not installed \(pip install 'agent-coordinator\[{vendor}\]'\)",
    ):
        ModelAgent(ModelConfig(name=f"{vendor}:x", key="MY_KEY"), configured(tmp_path))


def test_nothing_heavy_is_imported_before_the_first_ask(tmp_path: Path) -> None:
    script = (
        "import sys, pkgutil, importlib\n"
        "import coordinator.agents\n"
        "for found in pkgutil.iter_modules(coordinator.agents.__path__):\n"
        "    importlib.import_module(f'coordinator.agents.{found.name}')\n"
        "from coordinator.agents.model import ModelAgent\n"
        "from coordinator.config.settings import load\n"
        "from coordinator.config.seats import ModelConfig\n"
        "for vendor in ('openai', 'anthropic', 'google'):\n"
        "    ModelAgent(ModelConfig(name=vendor + ':x', key='MY_KEY'), load())\n"
        "print([name for name in ('pydantic_ai', 'openai', 'anthropic', 'google.genai') if name in sys.modules])\n"
    )
    environment = os.environ | {
        "COORDINATOR_HOME": str(tmp_path),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"

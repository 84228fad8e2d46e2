"""Read a configuration from a text."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from coordinator.config.settings import Config, load


def load_text(text: str, environ: Mapping[str, str] | None = None) -> Config:
    """Return the configuration that this text describes."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "coordinator.yaml"
        file.write_text(text, encoding="utf-8")
        return load(config=file, environ=environ)

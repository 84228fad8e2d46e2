"""A home whose daemon starts workflows from the issues and pull requests of a forge."""

from __future__ import annotations

from pathlib import Path

from coordinator.config.settings import Config, load
from tests.support.forge_server import ForgeServer

SHOP = "acme/shop"


def configure(server: ForgeServer, home: Path, *files: str) -> Config:
    token = server.user("judge")
    server.grant(SHOP, "judge", "write")
    names = []
    for number, text in enumerate(files):
        (home / f"{number}.yaml").write_text(text)
        names.append(f"{number}.yaml")
    forge = f"forge: {{url: '{server.url}', repos: [{SHOP}]}}"
    text = f"tracker: {server.dialect}\n{forge}\nwatch: {{workflows: [{', '.join(names)}]}}\n"
    (home / "coordinator.yaml").write_text(text)
    environ = {"COORDINATOR_HOME": str(home), "COORDINATOR_TOKEN": token}
    return load(config=home / "coordinator.yaml", environ=environ)

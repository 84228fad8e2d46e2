"""Runs of GitHub Actions on a pull request, with the environment that GitHub gives to each step."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import httpx2 as httpx

from tests.support.forge.state import Dialect
from tests.support.forge_server import ForgeServer
from tests.support.reviews import ISSUE, JUDGES, WORK, Line
from tests.support.shell import Ran, call

SHOP = "acme/shop"
PANEL = "panel:\n  meta_judge: {recorded: replies.jsonl}\n  judges:\n" + "".join(
    f"    - {{name: {name}, recorded: replies.jsonl}}\n" for name in JUDGES
)


def opened(dialect: Dialect, files: Mapping[str, str] | None = None) -> ForgeServer:
    """Make a forge with a repository to which `judge` can write, perhaps with these files."""
    server = ForgeServer(dialect)
    server.repo(SHOP, files={"notes.md": "Guests.\n", **(files or {})})
    server.grant(SHOP, "judge", "write")
    return server


def open_pull(server: ForgeServer, files: Mapping[str, str] = WORK, **more: Any) -> int:
    """Open a pull request that delivers the work of an issue; return its number."""
    title, _, text = ISSUE.partition("\n\n")
    issue = server.issue(SHOP, "olga", title, text)
    return server.open_pull(SHOP, "author", "greet", "Greetings", f"Fixes #{issue}", files, **more)


class ActionsRun:
    """A run of GitHub Actions on this pull request, with the data that GitHub gives to each step."""

    def __init__(
        self, server: ForgeServer, home: Path, number: int, event: Mapping[str, Any] | None = None
    ) -> None:
        server.app("github-actions")
        self.server, self.home, self.number = server, home, number
        with httpx.Client(
            headers={"Authorization": f"Bearer {server.user('olga')}", "User-Agent": "x"}
        ) as client:
            row = client.get(f"{server.api}/repos/{SHOP}/pulls/{number}").json()
        whole = event or {"action": "opened", "number": number, "pull_request": row}
        (home / "event.json").write_text(json.dumps({**whole, "repository": row["base"]["repo"]}))

    def step(self, *options: str, event: str = "pull_request", **more: str) -> Ran:
        """Run the command of the step, and return its exit code and its output as one stream, as in action.yml."""
        env = {
            "COORDINATOR_HOME": str(self.home / "state"), "RUNNER_TEMP": str(self.home), "CI": "true",
            "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": event, "GITHUB_EVENT_PATH": str(self.home / "event.json"),
            "GITHUB_REPOSITORY": SHOP, "GITHUB_SERVER_URL": self.server.url, "GITHUB_API_URL": self.server.api,
            "GITHUB_TOKEN": self.server.user("github-actions[bot]", "Bot"), "GITHUB_SHA": "0" * 40,
            "GITHUB_OUTPUT": str(self.home / "output"), "GITHUB_STEP_SUMMARY": str(self.home / "summary"),
            "GITHUB_WORKSPACE": str(self.home), "PATH": os.environ["PATH"], **more,
        }  # fmt: skip
        return call("action", *options, env=env, cwd=self.home)

    @property
    def outputs(self) -> dict[str, str]:
        return dict(line.split("=", 1) for line in (self.home / "output").read_text().splitlines())

    @property
    def summary(self) -> str:
        return (self.home / "summary").read_text()


def base_files(lines: Iterable[Line], more: str = "checks: []\n") -> dict[str, str]:
    """Return the files of the base that configure the judges."""
    replies = "".join(json.dumps(line) + "\n" for line in lines)
    return {"judges/coordinator.yaml": PANEL + more, "judges/replies.jsonl": replies}

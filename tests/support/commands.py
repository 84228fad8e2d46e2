"""Commands of a home as a person types them, and configurations with a recorded panel."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.support.reviews import JUDGES, Line, rubric_line, write_replies
from tests.support.shell import Ran, call, data_of


def environment(home: Path) -> dict[str, str]:
    return os.environ | {"COORDINATOR_HOME": str(home)}


def coordinator(home: Path, *arguments: object, cwd: Path | None = None, given: str = "") -> Ran:
    return call(*arguments, env=environment(home), cwd=cwd or home.parent, given=given)


def three_judges(place: Path, lines: Iterable[Line]) -> Path:
    """A configuration with a recorded panel."""
    replies = write_replies(place, [rubric_line(), *lines])
    judges = ", ".join(f"{{name: {name}, recorded: {replies}}}" for name in JUDGES)
    return configured(
        place, "judge-with-debate", f"meta_judge: {{recorded: {replies}}}, judges: [{judges}]"
    )


def configured(place: Path, protocol: str, panel: str, extra: str = "checks: []") -> Path:
    file = place / "coordinator.yaml"
    file.write_text(
        f"review: {{protocol: {protocol}}}\npanel: {{{panel}}}\n{extra}\n", encoding="utf-8"
    )
    return file


def reviewing(issue: Path, repo: Path, config: Path, *more: str) -> tuple[object, ...]:
    return ("review", "--issue", issue, "--repo", repo, "--base", "main", "--config", config, *more)


def listed(home: Path, *options: str) -> list[Any]:
    ran = coordinator(home, "list", "--json", *options)
    assert ran.returncode == 0, ran.stderr
    rows: list[Any] = data_of(ran.stdout)
    return rows

"""A new tracker takes one module of trackers/ and three lines, as docs/architecture.md says.

The places are changed in a copy of the package, and the copy reviews an issue of the new tracker
with recorded replies.
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from coordinator.cli.commands.setup import Place
from coordinator.config.settings import Config
from coordinator.trackers.registry import TRACKERS
from tests.support.extended_package import (
    change,
    changed_places,
    copy_package,
    named_places,
    row_of,
    run_copy,
)
from tests.support.reviews import (
    ISSUE,
    judge_line,
    make_repository,
    report,
    rubric_line,
    write_replies,
)
from tests.support.shell import Ran, data_of

MODULE = '''
"""A folder as a tracker: each file `issues/KEY.md` is an issue in review."""

from pathlib import Path

from coordinator.config.settings import Config
from coordinator.models import Issue, Status
from coordinator.trackers import Comment, ReviewRequest, Tracker
from coordinator.trackers.kind import TrackerKind


class FolderTracker(Tracker):
    name = "folder"
    me = "coordinator"
    statuses: tuple[str, ...] = ("in_review", "done")

    def __init__(self, home: Path) -> None:
        self._home = home

    async def entry(self, key: str) -> ReviewRequest:
        return ReviewRequest(id="1", issue=key, at=0.0, actor="")

    async def last_change(self, key: str) -> str:
        return "1"

    async def issue(self, key: str) -> Issue:
        title, _, text = (self._home / "issues" / f"{key}.md").read_text().partition("\\n")
        repo = str(self._home / "repo")
        return Issue(key=key, title=title, text=text, status="in_review", repo=repo, base="main")

    async def comments(self, key: str) -> tuple[Comment, ...]:
        return ()

    async def post_once(self, key: str, text: str, **_: object) -> Comment:
        return Comment(id="", issue=key, author=self.me, text=text)

    async def move(self, key: str, to: Status, **_: object) -> Issue:
        (self._home / "issues" / f"{key}.status").write_text(to)
        return await self.issue(key)


def missing_settings(config: Config) -> list[str]:
    if (config.home / "issues").is_dir():
        return []
    return ["the folder issues"]


def make_tracker(config: Config) -> FolderTracker:
    FOLDER.require_settings(config)
    return FolderTracker(config.home)


FOLDER = TrackerKind(
    name="folder",
    abilities=frozenset({"comment_issue"}),
    facts=frozenset({"Identifier", "Title", "Description"}),
    make=make_tracker,
    missing_settings=missing_settings,
    issue_source="of the folder",
)
'''


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the new tracker, added in the places of the row."""
    source = tmp_path_factory.mktemp("extended")
    package = copy_package(source)
    (package / "trackers/folder.py").write_text(MODULE.lstrip(), encoding="utf-8")
    registry = package / "trackers/registry.py"
    change(registry, "    LOCAL,\n", "    LOCAL,\n    FOLDER,\n")
    other = "from coordinator.trackers.forge.kind import GITEA, GITHUB\n"
    change(registry, other, f"from coordinator.trackers.folder import FOLDER\n{other}")
    names = '"board", "multica", "github", "gitea"'
    change(package / "config/settings.py", names, f'{names}, "folder"')
    change(package / "cli/commands/setup.py", names, f'{names}, "folder"')
    return source


def run(source: Path, home: Path, *arguments: str) -> Ran:
    """Run a command of the extended package, configured for the new tracker."""
    replies = write_replies(home, [rubric_line(), judge_line("Judge", report([5, 4]))])
    config = home / "coordinator.yaml"
    seats = f"{{meta_judge: {{recorded: {replies}}}, judge: {{recorded: {replies}}}}}"
    text = f"tracker: folder\nreview: {{protocol: judge, single: decide}}\npanel: {seats}\nchecks: []\n"
    config.write_text(text, encoding="utf-8")
    return run_copy(source, home, *arguments, "--json", "--config", str(config))


def test_the_verdict_of_a_review_is_carried_out_in_the_new_tracker(
    extended: Path, tmp_path: Path
) -> None:
    make_repository(tmp_path / "repo")
    (tmp_path / "issues").mkdir()
    (tmp_path / "issues/F-1.md").write_text(ISSUE, encoding="utf-8")
    ran = run(extended, tmp_path, "review", "--issue", "F-1")
    assert ran.returncode == 0, ran.stderr
    assert data_of(ran.stdout)["verdict"]["outcome"] == "accept"
    assert (tmp_path / "issues/F-1.status").read_text() == "done"


def test_the_doctor_names_a_missing_setting_of_the_new_tracker(
    extended: Path, tmp_path: Path
) -> None:
    ran = run(extended, tmp_path, "doctor")
    assert "tracker folder needs the folder issues" in ran.stdout


def test_the_page_names_the_places_of_a_new_tracker(extended: Path) -> None:
    assert named_places(row_of("| a tracker")) == changed_places(extended)


def test_every_name_in_the_configuration_is_a_registered_tracker() -> None:
    configured = get_args(Config.model_fields["tracker"].annotation)
    assert set(configured) == set(TRACKERS) - {"local"}
    assert set(get_args(Place)) == set(configured)

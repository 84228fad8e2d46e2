"""What an author tries with the files of the base that judges get beside the work."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from coordinator.models import Case, Issue
from coordinator.panels.prompt_parts import PromptBuilder
from tests.support.repositories import git, new_repository
from tests.support.reviews import (
    deliver,
    make_config,
    review_locally,
    rubric_line,
)
from tests.support.workspaces import Repo, freeze, run

pytestmark = [pytest.mark.adversary]

LOOKS = """
import glob, sys
print(sys.stdin.read().count("as they were before in `before-"))
for file in sorted(glob.glob("before-*/**", recursive=True)):
    if file.endswith(".py"):
        print(file.split("/", 1)[1], open(file).read())
"""


def test_a_judge_finds_the_real_base_and_not_one_of_the_author(tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    new_repository(repo)
    deliver(repo, {"greet.py": "def greet(): return 'of the base'\n"}, "base")
    git(repo, "checkout", "--quiet", "-b", "work")
    deliver(repo, {"greet.py": "def greet(): return 'of the work'\n"})
    argv = json.dumps([sys.executable, "-c", LOOKS])
    seats = (
        "  meta_judge: {recorded: REPLIES}\n"
        f"  judge: {{command: {{argv: {argv}, prompt: stdin}}}}\n"
    )
    config = make_config(tmp_path / "home", [rubric_line()], "protocol: judge", seats=seats)
    record = review_locally(config, repo)
    reply = next(ask.answered.ending for ask in record.asked if ask.purpose == "judge")
    assert reply.kind == "reply"
    assert reply.text.split("\n")[0] == "1"
    assert "greet.py def greet(): return 'of the base'" in reply.text
    assert "of the work" not in reply.text


def test_the_name_of_the_folder_cannot_be_known_beforehand(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.write("a.txt", "two\n")
    work = freeze(repo, tmp_path / "home").work
    config = make_config(tmp_path, [])
    names = set()
    for seed in ("one", "another"):
        case = Case(
            review="r", issue=Issue(key="B-1", title="Greet", text="."), work=work, seed=seed
        )
        names.add(PromptBuilder(case, config).delivery()["before"])
    assert len(names) == 2


def test_a_link_of_the_base_leads_nowhere(tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("a file of the machine\n")
    repo = Repo(tmp_path / "repo")
    (repo.root / "link").symlink_to(outside)
    (repo.root / "above").symlink_to("../../../outside.txt")
    repo.commit("links")
    repo.git("branch", "-f", "main")
    (repo.root / "link").unlink()
    (repo.root / "above").unlink()
    workspace = freeze(repo, tmp_path / "home")
    folder = run(workspace.folder("Ann"))
    run(workspace.add_base_files(folder, "before-1a2b"))
    for name in ("link", "above"):
        copied = Path(folder, "before-1a2b", name)
        assert not copied.is_symlink()
        assert "of the machine" not in copied.read_text()

"""`coordinator review` where nothing is configured: who judges, by what, and what is said where nobody can."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from coordinator.app.runtime import open_store
from coordinator.reviews.request import ask_github, find_request
from tests.support.machines import JUDGE, inhabited, machine, work
from tests.support.repositories import git
from tests.support.shell import Ran, call

SIGNATURE = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----"
# `gh`, which knows one thing, if it is asked from outside of the repository.
GH = """#!/bin/sh
[ "$PWD" = / ] || exit 1
[ "$*" = "$EXPECTED" ] || exit 1
printf '{"title": "Greet", "body": "In the morning.", "state": "%s"}' "$STATE"
"""


class Newcomer:
    """Somebody with a repository and nothing else but these programs."""

    def __init__(self, place: Path) -> None:
        self.place, self.repo = place, work(place / "repo", "")

    def machine(self, programs: dict[str, str], **variables: str) -> dict[str, str]:
        made = []
        for name, text in programs.items():
            program = self.place / "programs" / name
            program.parent.mkdir(exist_ok=True)
            program.write_text(text)
            program.chmod(0o755)
            made.append(program)
        return machine(self.place / "home", *made, **variables)

    def review(
        self, *options: str, programs: dict[str, str] | None = None, **variables: str
    ) -> Ran:
        programs = {"claude": JUDGE} if programs is None else programs
        env = self.machine(programs, CLAUDE_CODE_OAUTH_TOKEN="t" * 20, **variables)
        return call("review", *options, env=env, cwd=self.repo)

    @property
    def asked(self) -> str:
        """Title and text of the one review there is."""
        with open_store(self.place / "home/state") as store:
            (run,) = store.runs()
            issue = json.loads(run.input)["given"]
        return f"{issue['title']}: {issue['text']}"


@pytest.fixture
def newcomer(tmp_path: Path) -> Newcomer:
    return Newcomer(tmp_path)


def test_a_signed_in_cli_is_enough_for_a_verdict_and_one_line_says_who_and_how_much(
    newcomer: Newcomer,
) -> None:
    ran = newcomer.review()
    assert ran.returncode == 0, ran.stderr
    panel = "Judge-Claude (claude CLI), a single opinion; at most $5.00; `coordinator init` writes this panel"
    assert f"panel          {panel}" in ran.stderr
    assert "asked          from the message of its commit" in ran.stderr
    assert "Verdict: accept" in ran.stdout
    assert "labels: single opinion" in ran.stdout
    assert newcomer.asked == "Greet in the morning: It must say good morning."
    assert sorted(os.listdir(newcomer.repo)) == [".git", "greeting.txt"]


@pytest.mark.parametrize(
    ("state", "source"), [("OPEN", "the pull request of morning"), ("MERGED", "the message of")]
)
def test_the_open_pull_request_of_the_branch_comes_before_the_messages(
    state: str, source: str, newcomer: Newcomer
) -> None:
    wanted = "pr view --json=title,body,state --repo=github.com/acme/greeting -- morning"
    with inhabited(newcomer.machine({"gh": GH}, EXPECTED=wanted, STATE=state)):
        found = asyncio.run(find_request(newcomer.repo, ""))
    assert found is not None
    assert found.source.startswith(source)
    assert (found.text == "Greet\n\nIn the morning.") == (state == "OPEN")


def test_the_messages_of_all_commits_count_from_the_first(newcomer: Newcomer) -> None:
    git(newcomer.repo, "commit", "--quiet", "--allow-empty", "--message", "And in the evening")
    with inhabited(newcomer.machine({})):
        found = asyncio.run(find_request(newcomer.repo, "main"))
    assert found is not None
    assert found.text == "Greet in the morning\n\nIt must say good morning.\n\nAnd in the evening"
    assert found.source.startswith("the messages of its 2 commits")


def test_no_program_that_the_repository_names_is_run_to_read_its_messages(
    newcomer: Newcomer,
) -> None:
    told = newcomer.place / "told"
    program = newcomer.place / "evil"
    program.write_text(f"#!/bin/sh\necho >> {told}\n")
    program.chmod(0o755)
    signed = git(newcomer.repo, "cat-file", "commit", "HEAD").replace(
        "\n\n", f"\n{SIGNATURE}\n\n", 1
    )
    (newcomer.place / "signed").write_text(signed + "\n")
    commit = git(newcomer.repo, "hash-object", "-t", "commit", "-w", str(newcomer.place / "signed"))
    git(newcomer.repo, "reset", "--quiet", "--hard", commit)
    for name, value in {"log.showSignature": "true", "gpg.program": str(program)}.items():
        git(newcomer.repo, "config", name, value)
    with inhabited(newcomer.machine({})):
        found = asyncio.run(find_request(newcomer.repo, "main"))
    assert found is not None
    assert found.text.startswith("Greet in the morning")
    assert not told.exists()
    git(newcomer.repo, "log")
    assert told.exists()  # it would have been


def test_an_issue_on_github_is_read_with_gh_also_a_closed_one(newcomer: Newcomer) -> None:
    address = "https://github.com/acme/greeting/issues/7"
    wanted = f"issue view --json=title,body,state -- {address}"
    with inhabited(newcomer.machine({"gh": GH}, EXPECTED=wanted, STATE="CLOSED")):
        assert asyncio.run(ask_github("issue", address)) == "Greet\n\nIn the morning."
        assert asyncio.run(ask_github("pr", address)) == ""


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            ["--issue", "https://github.com/acme/greeting/pull/7"],
            "as an issue or pull request (sign in with `gh auth login`",
        ),
        (["--issue", "task.md"], "cannot read task.md"),
        (["--base", "HEAD"], "no request is given"),
    ],
)
def test_without_what_was_asked_nothing_is_begun(
    options: list[str], says: str, newcomer: Newcomer
) -> None:
    ran = newcomer.review(*options)
    assert (ran.returncode, says in ran.stderr) == (64, True), ran.stderr
    assert not (newcomer.place / "home/state/state.db").exists()


def test_where_nobody_can_judge_the_ways_to_get_somebody_are_told(newcomer: Newcomer) -> None:
    ran = newcomer.review("--issue", "Say good morning.", programs={"codex": JUDGE})
    assert ran.returncode == 64
    assert (
        "no agent or model that can judge was found on this machine; codex is installed, but nobody is signed in"
        in ran.stderr
    )
    for way in (
        "codex login",
        "ANTHROPIC_API_KEY",
        "Ollama",
        "coordinator doctor",
        "coordinator demo",
    ):
        assert way in ran.stderr
    assert ran.stdout == ""
    assert not (newcomer.place / "home/state/state.db").exists()


def test_on_a_terminal_an_editor_asks_what_was_asked(newcomer: Newcomer) -> None:
    editor = '#!/bin/sh\nPATH=/usr/bin:/bin\nprintf "Say it: it must say good morning\\n\\nIn the morning.\\n" > "$1.new"\n'
    editor += 'cat "$1" >> "$1.new"\ncat "$1.new" > "$1"\n'
    env = newcomer.machine(
        {"claude": JUDGE, "editor": editor}, CLAUDE_CODE_OAUTH_TOKEN="t" * 20, EDITOR="editor"
    )
    git(newcomer.repo, "reset", "--quiet", "--soft", "main")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "coordinator", "review"]
    package = {"PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(
        command,
        cwd=newcomer.repo,
        env=env | package,
        stdin=theirs,
        stderr=theirs,
        stdout=subprocess.PIPE,
        text=True,
    )
    shown = os.read(ours, 65_536).decode()
    os.close(theirs)
    os.close(ours)
    assert (ran.returncode, "from your editor" in shown) == (0, True), shown
    assert newcomer.asked == "Say it: it must say good morning: In the morning."

"""Configuration never comes from the author: coordinator.yaml of a repository counts as the user has trusted it."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from coordinator.config.settings import Config, load
from coordinator.config.trust import look_up
from coordinator.errors import ConfigError
from tests.support.repositories import new_repository
from tests.support.shell import call

THEIRS = "review: {bar: 2}\nchecks: [{run: theirs}]\nboard: {retrigger: theirs}\n"


class Place:
    """A repository with a configuration of its own, and the home of a user."""

    def __init__(self, folder: Path) -> None:
        self.home, self.repo = folder / "home", new_repository(folder / "repo")
        self.file = self.repo / "coordinator.yaml"
        self.file.write_text(THEIRS)
        self.environ = {"COORDINATOR_HOME": str(self.home)}

    def load(self, cwd: Path | None = None, repo: Path | None = None) -> Config:
        return load(cwd=cwd or self.repo, environ=self.environ, repo=repo)

    def trust(self, *more: str) -> str:
        ran = call("config", "trust", self.repo, *more, env=os.environ | self.environ)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    def on_a_terminal(self, answer: str) -> tuple[str, str]:
        """What `config` prints, and what the terminal shows, where somebody answers in advance."""
        ours, theirs = pty.openpty()
        os.write(ours, answer.encode())
        command = [sys.executable, "-m", "coordinator", "config"]
        ran = subprocess.run(
            command,
            cwd=self.repo,
            env=os.environ | self.environ,
            stdin=theirs,
            stderr=theirs,
            stdout=subprocess.PIPE,
        )
        os.write(theirs, b"END")
        shown = b""
        while not shown.endswith(b"END"):
            shown += os.read(ours, 4096)
        os.close(theirs)
        os.close(ours)
        return ran.stdout.decode(), shown.decode()


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_a_repository_is_not_believed_from_within_or_from_elsewhere(
    place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place.repo / "folder").mkdir()
    (place.repo / "folder/coordinator.yaml").write_text(THEIRS)
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked/coordinator.yaml").symlink_to(place.file)
    (place.repo / "out").mkdir()
    (tmp_path / "planted.yaml").write_text(THEIRS)
    (place.repo / "out/coordinator.yaml").symlink_to(tmp_path / "planted.yaml")
    for cwd in (place.repo, place.repo / "folder", tmp_path / "linked"):
        assert place.load(cwd).source == "built-in defaults"
        assert (
            f"{cwd}/coordinator.yaml is not trusted in its present version, so it is not used; read it, then"
            in capsys.readouterr().err
        )
    assert place.load(place.repo / "out").source == "built-in defaults"
    assert "leads out of the repository, so it is not used" in capsys.readouterr().err
    assert place.load(tmp_path, place.repo).source == "built-in defaults"


def test_what_was_trusted_stands_whatever_becomes_of_the_file(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    place.trust()
    assert place.load().board.retrigger == "theirs"
    assert capsys.readouterr().err == ""
    for text in (THEIRS.replace("theirs", "evil"), ": nonsense", "x" * 2_000_000):
        place.file.write_text(text)
        assert place.load().board.retrigger == "theirs"
    assert "so the version that you trusted before is used" in capsys.readouterr().err
    place.file.unlink()
    os.mkfifo(place.file)
    assert place.load().board.retrigger == "theirs"
    place.trust("--remove")
    assert place.load().source == "built-in defaults"


def test_the_user_counts_where_both_have_a_section(place: Place) -> None:
    place.trust()
    place.home.joinpath("coordinator.yaml").write_text(
        "board: {retrigger: mine}\nreview: {debates: 1}\n"
    )
    config = place.load()
    assert (config.board.retrigger, config.review.debates, config.review.bar) == ("mine", 1, None)
    assert config.checks is not None
    assert config.checks[0].run == "theirs"
    assert (
        config.source
        == f"{place.file} in the version that you trusted, and {place.home}/coordinator.yaml"
    )
    named = load(config=place.home / "coordinator.yaml", cwd=place.repo, environ=place.environ)
    assert (named.board.retrigger, named.checks) == ("mine", None)


def test_a_trusted_file_names_nothing_that_its_author_can_change(place: Place) -> None:
    place.file.write_text("prompts: words\n")
    ran = call("config", "trust", place.repo, env=os.environ | place.environ)
    assert "prompts should be an absolute path" in ran.stderr
    assert look_up(place.file, place.home).text == ""
    place.file.write_text(f"prompts: {place.repo}/words\n")
    ran = call("config", "trust", place.repo, env=os.environ | place.environ)
    assert ran.returncode == 0
    assert place.load().prompts == place.repo / "words", "the user has read that"


def test_the_own_file_at_home_needs_no_trust_though_home_is_in_a_repository(tmp_path: Path) -> None:
    home = new_repository(tmp_path / "dotfiles") / ".coordinator"
    home.mkdir()
    home.joinpath("coordinator.yaml").write_text(THEIRS)
    assert load(cwd=home, environ={"COORDINATOR_HOME": str(home)}).board.retrigger == "theirs"


def test_a_terminal_is_asked_once_about_each_version(place: Place) -> None:
    place.file.write_text(THEIRS + "# \x1b[2K hidden\n")
    out, shown = place.on_a_terminal("n\n")
    assert "retrigger: theirs" in shown
    assert "[y/N]" in shown
    assert "\x1b" not in shown
    assert "# source: built-in defaults" in out
    out, shown = place.on_a_terminal("y\n")
    assert ("[y/N]" in shown, "is not trusted" in shown) == (False, True)
    place.file.write_text(THEIRS)
    out, shown = place.on_a_terminal("y\n")
    assert "[y/N]" in shown
    assert "in the version that you trusted" in out
    assert place.load().board.retrigger == "theirs"


def test_a_file_that_is_wrong_cannot_be_trusted(place: Place) -> None:
    place.file.write_text("review: {bar: 17}\n")
    ran = call("config", "trust", place.repo, env=os.environ | place.environ)
    assert (ran.returncode, "review.bar should be less than" in ran.stderr) == (64, True)
    with pytest.raises(ConfigError):
        load(config=place.file, environ=place.environ)

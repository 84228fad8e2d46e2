"""A review in one file: it needs no server, allows its own style and nothing else, and holds everything."""

from __future__ import annotations

import base64
import hashlib
import re
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.cli import run
from coordinator.config.environment import state_file
from coordinator.reviews.record import ReviewReader
from coordinator.storage.store import Store
from coordinator.web.rendering import standalone
from tests.support.councils import hold_council, splitting
from tests.support.reviews import (
    judge_line,
    make_config,
    make_repository,
    report,
    review_locally,
    rubric_line,
)
from tests.support.scenes import hostile_review
from tests.support.shell import call


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one review."""
    folder = tmp_path_factory.mktemp("share")
    lines = [rubric_line(), *(judge_line(seat, report((4, 4))) for seat in ("Ann", "Bob", "Cid"))]
    review_locally(make_config(folder / "home", lines), make_repository(folder / "repo"))
    return folder / "home"


def shared(home: Path) -> str:
    with closing(Store(state_file(home))) as store:
        run_id = store.runs()[0].id
        return standalone(ReviewReader(store).review(run_id), store.events(run_id), store.text)


def test_the_policy_allows_the_one_style_and_nothing_else(home: Path) -> None:
    text = shared(home)
    [style] = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy.replace("&#39;", "'") == (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )


def test_nothing_in_the_file_leads_to_a_server(home: Path) -> None:
    text = shared(home)
    assert "<script" not in text
    assert "<form" not in text
    assert {link[:1] for link in re.findall(r'(?:href|src)="([^"]*)"', text)} == {"#"}


def test_the_file_holds_prompts_and_replies(home: Path) -> None:
    text = shared(home)
    assert "UNTRUSTED" in text
    assert "as seen" in text


def test_show_writes_the_file(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COORDINATOR_HOME", str(home))
    with closing(Store(state_file(home))) as store:
        run_id = store.runs()[0].id
    assert run(["show", run_id, "--html", str(tmp_path / "review.html")]) == 0
    assert re.fullmatch(r".*review\.html: [\d,]+ bytes\n", capsys.readouterr().out)
    assert (tmp_path / "review.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_file_that_cannot_be_written_is_a_clear_line(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COORDINATOR_HOME", str(home))
    with closing(Store(state_file(home))) as store:
        run_id = store.runs()[0].id
    assert run(["show", run_id, "--html", str(tmp_path)]) == 64
    assert "cannot write" in capsys.readouterr().err


def test_a_hostile_review_has_no_tag_of_its_own_and_a_bounded_size(tmp_path: Path) -> None:
    hostile_review(tmp_path / "home", tmp_path / "repo")
    text = shared(tmp_path / "home")
    body = text.partition("</style>")[2]
    assert not re.search(
        r"<(script|img|link|svg onload|textarea|h1>REVIEW|style)", body, re.IGNORECASE
    )
    assert "&lt;script&gt;" in body
    assert "\u202e" not in body
    assert len(text) < 2_000_000


def test_a_council_is_one_file_with_its_prompts(tmp_path: Path) -> None:
    council = hold_council(tmp_path, splitting(2), "rounds: 2")
    env = {"COORDINATOR_HOME": str(tmp_path)}
    assert call("show", council.id, "--html", tmp_path / "council.html", env=env).returncode == 0
    text = (tmp_path / "council.html").read_text(encoding="utf-8")
    assert {link[:1] for link in re.findall(r'(?:href|src)="([^"]*)"', text)} == {"#"}
    assert "<title>Sum the even numbers · coordinator</title>" in text
    assert 'class="badge escalate"' in text
    assert text.count("<h4>Prompt</h4>") == len(council.asked)

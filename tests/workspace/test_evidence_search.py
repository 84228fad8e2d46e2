"""Where evidence is looked up: the files of the frozen work, searched and read as they are cited."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from coordinator.judgement.evidence.verification import NEVER_THERE
from coordinator.models import Absence, Case, CheckResult, Evidence, Issue, Quote, Work
from coordinator.workspace import sources as sources_module
from coordinator.workspace.snapshot import Workspace, snapshot
from coordinator.workspace.sources import EvidenceSources
from tests.support.reviews import make_repository

FILES = {
    "src/run.py": "import random\n\n\ndef run(prompt):\n    return random.choice('ab')\n",
    "paper.md": "We asked openai models 20 times.\n",
}


def case(work: Work) -> Case:
    issue = Issue(key="B-1", title="Run it", text="Ask a model 20 times.")
    check = CheckResult(
        name="tests", status="red", blocks=False, summary="exit 1", output="1 failed\n"
    )
    return Case(review="r", issue=issue, work=work, checks=(check,), seed="s")


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> EvidenceSources:
    folder = tmp_path_factory.mktemp("ground")
    work = asyncio.run(
        snapshot(str(make_repository(folder / "repo", FILES)), "main", folder / "work")
    )
    return EvidenceSources(case(work), Workspace(work, folder / "work"))


def look(ground: EvidenceSources, evidence: Evidence) -> tuple[str, str]:
    (proof,) = asyncio.run(ground.verify((evidence,)))
    return proof.found, proof.at


@pytest.mark.parametrize(
    ("pattern", "where", "found", "at"),
    [
        ("anthropic|openai", "src/**", "verified", "1 file searched"),
        ("anthropic|openai", "*.py", "verified", "1 file searched"),
        ("anthropic|openai", "**", "not found", "paper.md:1"),
        (r"random\.choice\(", "src/**", "not found", "src/run.py:5"),
        ("anything", "nowhere/**", "not found", "no file to search"),
    ],
)
def test_an_absence_is_searched_in_the_frozen_work(
    ground: EvidenceSources, pattern: str, where: str, found: str, at: str
) -> None:
    assert look(ground, Absence(pattern=pattern, where=where)) == (found, at)


def test_an_absence_by_a_wrong_pattern_is_not_found(ground: EvidenceSources) -> None:
    found, at = look(ground, Absence(pattern="(", where="**"))
    assert found == "not found"
    assert "is not a valid pattern: missing" in at


@pytest.mark.parametrize("pattern", ["(?=random)", "(?<!x)random", r"(\w)\1", "random)|(?:nothing"])
def test_an_absence_in_another_pattern_language_is_not_found(
    ground: EvidenceSources, pattern: str
) -> None:
    found, at = look(ground, Absence(pattern=pattern, where="src/**"))
    assert (found, "is not a valid pattern" in at) == ("not found", True)


@pytest.mark.parametrize("pattern", [r"[^\s\S]", r"a[^\s\S]b", r"a\nb"])
def test_an_absence_of_what_no_line_can_have_is_not_found(
    ground: EvidenceSources, pattern: str
) -> None:
    assert look(ground, Absence(pattern=pattern, where="**")) == (
        "not found",
        "no line can match the pattern",
    )


def test_the_absence_of_what_was_asked_or_stands_elsewhere_shows_nothing_of_the_work(
    ground: EvidenceSources,
) -> None:
    absent = [
        Absence(pattern=each, where="paper.md")
        for each in (r"^Ask a model", r"^\s+return random", "flurb")
    ]
    assert [proof.weak for proof in asyncio.run(ground.verify(absent))] == [NEVER_THERE] * 3


def test_the_patterns_of_a_reply_share_their_time(
    ground: EvidenceSources, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources_module, "SEARCH_SECONDS", 0.0)
    proofs = asyncio.run(
        ground.verify([Absence(pattern=word, where="**") for word in ("one", "two")])
    )
    assert [(proof.found, "took too long" in proof.at) for proof in proofs] == [
        ("not found", True)
    ] * 2


def test_a_check_that_never_ran_is_not_found(ground: EvidenceSources) -> None:
    assert look(ground, Quote(source="check:lint", text="0 problems")) == (
        "not found",
        "no such check",
    )
    without = EvidenceSources(ground.case.model_copy(update={"checks": ()}), ground.workspace)
    assert look(without, Quote(source="check:lint", text="0 problems")) == (
        "not found",
        "no such check",
    )


@pytest.mark.parametrize(
    ("source", "text", "found"),
    [
        ("src/run.py:5", "return random.choice('ab')", "verified"),
        ("src/run.py:1", "return random.choice('ab')", "moved"),
        ("src/run.py:5", "return model.ask(prompt)", "not found"),
        ("src/gone.py:1", "anything at all", "not found"),
        ("issue", "Ask a model 20 times.", "verified"),
        ("check:tests", "1 failed", "verified"),
        ("diff", "+We asked openai models 20 times.", "verified"),
    ],
)
def test_a_quote_is_looked_up_in_its_source(
    ground: EvidenceSources, source: str, text: str, found: str
) -> None:
    assert look(ground, Quote(source=source, text=text))[0] == found


def test_without_a_repository_code_has_no_source(tmp_path: Path) -> None:
    work = Work(repo="", base="", commit="", revision="", diff="I did it by hand.", diff_bytes=17)
    ground = EvidenceSources(case(work), Workspace(work, tmp_path))
    assert look(ground, Quote(source="src/run.py:1", text="import random"))[0] == "no source"
    assert look(ground, Absence(pattern="x", where="**"))[0] == "no source"
    assert look(ground, Quote(source="diff", text="I did it by hand."))[0] == "verified"

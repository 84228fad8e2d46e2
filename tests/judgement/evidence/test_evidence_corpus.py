"""Of the corpus of evidence, hardly a dishonest piece holds and hardly an honest one is missed."""

from __future__ import annotations

import asyncio
import json

import pytest

from coordinator.judgement.evidence.verification import CONFIRMED, shows_work
from coordinator.models import Case, CheckResult, Issue, Proof
from coordinator.parsing.fields import ParseError
from coordinator.workspace.snapshot import Workspace, snapshot
from coordinator.workspace.sources import EvidenceSources
from tests.data.evidence.case import BASE, CHECKS, ISSUE, REMOVED, TOOLS, WORK
from tests.support.panel_cases import evidence_in
from tests.support.paths import DATA
from tests.support.repositories import git, new_repository
from tests.support.reviews import deliver

CORPUS = DATA / "evidence"


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> EvidenceSources:
    folder = tmp_path_factory.mktemp("corpus")
    repo = new_repository(folder / "repo")
    deliver(repo, BASE, "base")
    git(repo, "checkout", "--quiet", "-b", "work")
    git(repo, "rm", "--quiet", *REMOVED)
    deliver(repo, {path: text for path, text in WORK.items() if path not in REMOVED})
    work = asyncio.run(snapshot(str(repo), "main", folder / "work"))
    checks = tuple(
        CheckResult.model_validate(
            {"name": name, "status": status, "blocks": False, "summary": said, "output": output}
        )
        for name, (status, said, output) in CHECKS.items()
    )
    issue = Issue(key="S-1", title="Discounts", text=ISSUE)
    found = EvidenceSources(
        Case(review="r", issue=issue, work=work, checks=checks, seed="s"),
        Workspace(work, folder / "work"),
    )
    found.tools.update(TOOLS)
    return found


def pieces(name: str) -> list[tuple[str, object]]:
    """The pieces of one file of the corpus: what each is, and the evidence as a judge gives it."""
    lines = (CORPUS / name).read_text("utf-8").splitlines()
    return [(said, evidence) for said, evidence in (json.loads(line) for line in lines)]


def looked_up(sources: EvidenceSources, evidence: object) -> tuple[Proof, ...]:
    try:
        return asyncio.run(sources.verify(evidence_in(evidence)))
    except ParseError:
        return ()  # what has no known shape is no evidence: the reply is asked for again


def test_of_the_honest_pieces_at_most_5_in_100_are_missed(sources: EvidenceSources) -> None:
    corpus = pieces("honest.jsonl")
    missed = []
    for said, evidence in corpus:
        proofs = looked_up(sources, evidence)
        # What is of the issue or was deleted is found, and shows nothing of the work.
        only_found = said.startswith("found")
        if not proofs or not all(
            p.found in CONFIRMED and shows_work(p) != only_found for p in proofs
        ):
            missed.append((said, evidence, proofs))
    print(f"{len(missed)} of {len(corpus)} honest pieces missed", *missed, sep="\n")
    assert len(corpus) >= 100
    assert 20 * len(missed) <= len(corpus), missed


def test_of_the_dishonest_pieces_at_most_2_in_100_hold(sources: EvidenceSources) -> None:
    corpus = pieces("dishonest.jsonl")
    held = []
    for said, evidence in corpus:
        proofs = looked_up(sources, evidence)
        if any(map(shows_work, proofs)):
            held.append((said, evidence, proofs))
    print(f"{len(held)} of {len(corpus)} dishonest pieces hold", *held, sep="\n")
    assert len(corpus) >= 100
    assert 50 * len(held) <= len(corpus), held

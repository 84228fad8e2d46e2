"""Examiners with tools and a judge over them: verified drift that is not refuted rejects."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from coordinator.config.environment import state_file
from coordinator.config.seats import TRACKER_PANELS
from coordinator.prompts import render
from coordinator.storage.review_record import ReviewRecord
from coordinator.storage.store import Store
from tests.reviews import Line, make_config, make_repository, review_locally

ISSUE = "Experiments with language models\n\nRun each of the 20 prompts against a language model and report accuracy.\n"
PAPER = {
    "paper.md": "# Agents\n\nWe ran 20 prompts against a frontier language model; accuracy was 91 %.\n",
    "src/run.py": "import random\n\n\ndef run(prompt):\n    return random.choice(['yes', 'no'])\n",
}
SEATS = """\
  judge: {name: Reality Checker, recorded: REPLIES}
  debaters:
    - {name: Senior Developer, role: senior developer, tool: code search, recorded: REPLIES}
    - {name: Code Reviewer, role: code reviewer, tool: method, recorded: REPLIES}
    - {name: Project Manager, role: project manager, tool: scope, recorded: REPLIES}
    - {name: Tester, role: tester, tool: tests, recorded: REPLIES}
"""
NAMES = ("Senior Developer", "Code Reviewer", "Project Manager", "Tester")
NEEDED = ("own_instructions", "reference", "issue", "output", "contradictions")
NEVER_CALLED = {"absent": "anthropic|openai|ollama|model=", "in": "src/**"}
CHOICE = {"source": "src/run.py:5", "quote": "return random.choice(['yes', 'no'])"}
CLAIM = {"source": "paper.md:3", "quote": "We ran 20 prompts against a frontier language model"}
ASKED = {"source": "issue", "quote": "Run each of the 20 prompts against a language model"}


def argues(seat: str, drift: bool, *evidence: Any, query: str = "", number: int = 0) -> Line:
    claim = "the work drifted" if drift else "the work is as asked"
    reply = {"reference": "{{reference}}", "drift": drift, "claim": claim, "evidence": list(evidence), "query": query}
    return {"seat": seat, "purpose": "argue", "round": number, "reply": reply}


def rules(verdict: str, failures: Any = (), refuted: Any = ()) -> Line:
    reply = {
        "reference": "{{reference}}",
        "verdict": verdict,
        "failures": list(failures),
        "refuted": [{"argument": name, "evidence": evidence} for name, evidence in refuted],
    }
    return {"seat": "Reality Checker", "purpose": "rule", "reply": reply}


def content(seat: str) -> Line:
    return argues(seat, False, ASKED)


def review(tmp_path: Path, *lines: Line, files: dict[str, str] = PAPER, debates: int = 0) -> ReviewRecord:
    config = make_config(tmp_path / "home", lines, f"protocol: tool-mad, debates: {debates}", seats=SEATS)
    return review_locally(config, make_repository(tmp_path / "repo", files), ISSUE)


def outcome(whole: ReviewRecord) -> tuple[str, str]:
    assert whole.verdict is not None
    return whole.verdict.outcome, whole.verdict.rule


def test_a_paper_about_model_experiments_whose_code_never_calls_one_is_rejected(tmp_path: Path) -> None:
    """The case that started this project: an absence, verified by code, that no judge may wave through."""
    whole = review(
        tmp_path, argues("Senior Developer", True, NEVER_CALLED, CLAIM), *map(content, NAMES[1:]), rules("accept")
    )
    assert outcome(whole) == ("reject", "drift")
    assert whole.verdict is not None
    (reason,) = whole.verdict.reasons
    assert (reason.id, reason.seats) == ("R1", ("Senior Developer",))
    assert [proof.found for proof in reason.proofs] == ["verified", "verified"]


def test_nobody_shows_drift_and_the_judge_accepts(tmp_path: Path) -> None:
    whole = review(tmp_path, *map(content, NAMES), rules("accept"))
    assert outcome(whole) == ("accept", "no drift")


def test_drift_is_refuted_only_by_verified_evidence_of_the_judges_own(tmp_path: Path) -> None:
    lines = [argues("Senior Developer", True, CHOICE), *map(content, NAMES[1:])]
    refuted = review(tmp_path / "a", *lines, rules("accept", refuted=[("A1", [CLAIM])]))
    assert outcome(refuted) == ("accept", "no drift")
    same_quote = review(tmp_path / "b", *lines, rules("accept", refuted=[("A1", [CHOICE])]))
    assert outcome(same_quote) == ("reject", "drift")
    made_up = {"source": "src/run.py:3", "quote": "client.messages.create(model)"}
    invented = review(tmp_path / "c", *lines, rules("accept", refuted=[("A1", [made_up])]))
    assert outcome(invented) == ("reject", "drift")


def test_drift_on_made_up_evidence_is_no_argument(tmp_path: Path) -> None:
    made_up = {"source": "src/run.py:3", "quote": "return 'always yes'"}
    whole = review(tmp_path, argues("Senior Developer", True, made_up), *map(content, NAMES[1:]), rules("accept"))
    assert outcome(whole) == ("escalate", "partial evidence")


def test_the_judge_rejects_with_evidence_or_a_person_decides(tmp_path: Path) -> None:
    lines = list(map(content, NAMES))
    shown = review(tmp_path / "a", *lines, rules("reject", [{"id": "R1", "text": "random", "evidence": [CHOICE]}]))
    assert outcome(shown) == ("reject", "failure")
    bare = review(tmp_path / "b", *lines, rules("reject", [{"id": "R1", "text": "a feeling", "evidence": []}]))
    assert outcome(bare) == ("escalate", "reject without evidence")


def test_the_plain_verdict_form_is_read_too(tmp_path: Path) -> None:
    plain = 'REFERENCE: {{reference}}\nVERDICT: REJECT\n- R1: src/run.py:5 has "return random.choice" and no model\n'
    line = {"seat": "Reality Checker", "purpose": "rule", "reply": plain}
    whole = review(tmp_path, *map(content, NAMES), line)
    assert outcome(whole) == ("reject", "failure")


def test_partial_evidence_on_timeout_is_labelled_and_never_an_accept(tmp_path: Path) -> None:
    """In the predecessor a debater's timeout silently left the judge with less; here it is said and counted."""
    late = {"seat": "Tester", "purpose": "argue", "fail": "late"}
    accepted = review(tmp_path / "a", *map(content, NAMES[:3]), late, rules("accept"))
    assert outcome(accepted) == ("escalate", "partial evidence")
    assert accepted.verdict is not None
    assert "partial evidence" in accepted.verdict.labels
    assert "Tester: late" in accepted.verdict.explanation
    drifted = review(
        tmp_path / "b", argues("Senior Developer", True, CHOICE), *map(content, NAMES[1:3]), late, rules("accept")
    )
    assert outcome(drifted) == ("reject", "drift")
    assert drifted.verdict is not None
    assert "partial evidence" in drifted.verdict.labels


def test_the_judge_is_told_who_is_missing(tmp_path: Path) -> None:
    late = {"seat": "Tester", "purpose": "argue", "fail": "late"}
    whole = review(tmp_path, *map(content, NAMES[:3]), late, rules("accept"))
    with closing(Store(state_file(tmp_path / "home"))) as store:
        asked = next(asked for asked in whole.asked if asked.purpose == "rule")
        prompt = store.text(asked.answered.prompt)
    assert "the picture is partial: Tester" in prompt


@pytest.mark.parametrize("missing", [NAMES[:2], NAMES])
def test_too_few_arguments_are_an_error(tmp_path: Path, missing: tuple[str, ...]) -> None:
    lines = [{"seat": seat, "purpose": "argue", "fail": "late"} if seat in missing else content(seat) for seat in NAMES]
    whole = review(tmp_path, *lines, rules("accept"))
    assert outcome(whole) == ("error", "quorum")
    assert [asked.seat for asked in whole.asked if asked.purpose == "rule"] == []


def test_no_ruling_is_an_error(tmp_path: Path) -> None:
    silent = {"seat": "Reality Checker", "purpose": "rule", "fail": "silent"}
    whole = review(tmp_path, argues("Senior Developer", True, CHOICE), *map(content, NAMES[1:]), silent)
    assert outcome(whole) == ("error", "quorum")


@pytest.mark.parametrize("role", ["senior developer", *(seat.role for seat in TRACKER_PANELS["tool-mad"].debaters)])
def test_the_part_of_an_examiner_fits_the_sentence_it_is_told_in(role: str) -> None:
    said = render("argue", None, role=role, tool="scope", **dict.fromkeys(NEEDED, "")).text
    assert f"one of several examiners of a piece of work. Your part: {role}. You argue from" in said


def test_each_examiner_gets_the_real_output_of_its_own_tool(tmp_path: Path) -> None:
    whole = review(tmp_path, *map(content, NAMES), rules("accept"))
    with closing(Store(state_file(tmp_path / "home"))) as store:
        prompts = {a.seat: store.text(a.answered.prompt) for a in whole.asked if a.purpose == "argue"}
    assert "in **: no line matches" in prompts["Senior Developer"]
    assert "changed files that describe something:\npaper.md" in prompts["Code Reviewer"]
    assert "A src/run.py" in prompts["Project Manager"]
    assert "no checks were run" in prompts["Tester"]


def test_a_contradicted_examiner_may_ask_its_tool_once_more(tmp_path: Path) -> None:
    lines = [
        argues("Senior Developer", True, CHOICE, query="def run"),
        *map(content, NAMES[1:]),
        argues("Senior Developer", True, CHOICE, NEVER_CALLED, query="again", number=1),
        *(argues(seat, False, ASKED, number=1) for seat in NAMES[1:]),
        rules("accept"),
    ]
    whole = review(tmp_path, *lines, debates=3)
    assert outcome(whole) == ("reject", "drift")
    assert max(asked.round for asked in whole.asked) == 1
    with closing(Store(state_file(tmp_path / "home"))) as store:
        again = next(a for a in whole.asked if (a.seat, a.round) == ("Senior Developer", 1))
        prompt = store.text(again.answered.prompt)
    assert "src/run.py:4: def run(prompt):" in prompt
    assert "A2: no drift" in prompt

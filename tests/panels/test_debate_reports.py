"""A debate shows each script once, keeps the line that it shows, and says why a change was undone."""

from __future__ import annotations

import json

from coordinator.models import Ballot, Experiment, ExperimentRun, Proof
from coordinator.panels.debate_reports import cited_scripts, report_text, script_text
from coordinator.panels.prompt_parts import REPRODUCED
from tests.support.panel_cases import ballot

SCRIPT = "print('the total of an empty cart')"


def with_experiments(seat: str, *proofs: Proof) -> Ballot:
    judged = ballot(seat, (2, 4), evidence=[proof.evidence for proof in proofs])
    return judged.model_copy(update={"proofs": proofs})


def ran(shows: str, output: str, script: str = SCRIPT) -> Proof:
    return Proof(
        evidence=Experiment(run=script, language="python", shows=shows),
        found="verified",
        at="red (exit 1) on the work",
        runs=(ExperimentRun(on="work", code=1, output=output),),
    )


def test_a_script_that_two_judges_give_is_shown_once() -> None:
    ann = with_experiments("Ann", ran("None", "None\n"))
    bob = with_experiments("Bob", ran("Non", "None\n"), ran("7", "7\n", "print(7)"))
    scripts = cited_scripts([ann, bob], ["CK-001", "A"])
    assert list(scripts) == list(cited_scripts([bob, ann], ["CK-001", "A"]))
    texts = [script_text(script) for script in scripts.values()]
    reports = [report_text(each, ["CK-001", "A"], scripts) for each in (ann, bob)]
    shown = "\n".join([*texts, *reports])
    assert shown.count(SCRIPT) == 1
    assert shown.count("print(7)") == 1
    assert [text[:4] for text in texts] == ["E1, ", "E2, "]
    name = next(script.name for script in scripts.values() if len(script.proofs) == 2)
    for report in reports:
        assert f"{name}: experiment (python) shows" in report
        [answer] = json.loads(report)["answers"]
        assert answer["evidence"][0]["run"] == name


def test_scripts_about_other_criteria_are_not_shown() -> None:
    ann = with_experiments("Ann", ran("None", "None\n"))
    assert cited_scripts([ann], ["R1"]) == {}
    assert len(cited_scripts([ann], None)) == 1


def test_a_cut_output_keeps_the_line_that_is_shown() -> None:
    padding = "nothing to see here\n" * REPRODUCED
    output = f"{padding}the total is -3, not 0\n{padding}"
    for shows in ("total is -3", "total is -[0-9]"):
        scripts = cited_scripts([with_experiments("Ann", ran(shows, output))], None)
        [text] = [script_text(script) for script in scripts.values()]
        assert "the total is -3, not 0" in text
        assert len(text) < 2 * REPRODUCED
    whole = with_experiments("Ann", ran("total is -3", "the total is -3, not 0\n"))
    [text] = [script_text(script) for script in cited_scripts([whole], None).values()]
    assert text.count("the total is -3, not 0") == 1


def test_of_a_very_long_line_only_what_is_shown_is_kept() -> None:
    output = f"{'x' * 9 * REPRODUCED} total is -3 {'y' * 9 * REPRODUCED}"
    for shows in ("total is -3", "total is -[0-9]"):
        scripts = cited_scripts([with_experiments("Ann", ran(shows, output))], None)
        [text] = [script_text(script) for script in scripts.values()]
        assert "total is -3" in text
        assert len(text) < 2 * REPRODUCED


def test_a_script_that_could_not_be_run_says_why() -> None:
    experiment = Experiment(run=SCRIPT, language="python", shows="None")
    proof = Proof(evidence=experiment, found="no source", at="no sandbox")
    scripts = cited_scripts([with_experiments("Ann", proof)], None)
    [text] = [script_text(script) for script in scripts.values()]
    assert "not run: no sandbox" in text


def test_a_judge_is_told_why_its_change_was_undone() -> None:
    undone = "CK-001 no → yes: no new verified evidence (b.py:4: not found)"
    judged = with_experiments("Ann").model_copy(update={"reverted": (undone,)})
    report = json.loads(report_text(judged, ["CK-001"], {}))
    assert report["undone by the program"] == [undone]
    untouched = json.loads(report_text(with_experiments("Ann"), ["CK-001"], {}))
    assert "undone by the program" not in untouched

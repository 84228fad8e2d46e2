"""The statements about judge stages in workflows (49 to 83), as far as one run and the readers show them.

The numbers are those of the list of statements. Further statements have tests in tests/workflow.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coordinator.parsing.fields import ParseError
from coordinator.parsing.report import read_stage_verdict
from coordinator.workflow.dialect.lint import check
from coordinator.workflow.gotemplate import Template
from coordinator.workflow.history import RunRecord
from tests.support.flows import path_of
from tests.support.scenes import WORKFLOW, held_run

# Each worker would make the fixtures of this module again.
pytestmark = pytest.mark.xdist_group("mission judge stages")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mission") / "home"


@pytest.fixture(scope="module")
def run(home: Path) -> RunRecord:
    """A run whose judge sends the work back once, and passes it then."""
    return held_run(home, home.parent / "repo")


def problems(text: str) -> list[str]:
    _, notes = check("flow.yaml", text)
    return [str(note) for note in notes if ": error: " in str(note)]


def test_52_a_judge_reads_the_inputs_that_its_stage_names(run: RunRecord) -> None:
    given = [visited.given for visited in run.path if visited.given]
    assert [each.names for each in given] == [("issue", "git_diff", "test_output")] * 2
    assert all(each.bytes > 0 for each in given)


def test_53_the_inputs_are_bounded(run: RunRecord) -> None:
    assert run.settings is not None
    given = [visited.given for visited in run.path if visited.given]
    assert all(each.bytes <= run.settings.inputs for each in given)


def test_56_the_output_of_a_judge_fills_in_a_later_message(run: RunRecord) -> None:
    (fix,) = [visited for visited in run.path if visited.visit.stage == "fix"]
    assert fix.lines[0].text.startswith("Mend it: [greet by name add a test]")


def test_60_the_verdict_leads_to_the_stage_that_waits_for_it(run: RunRecord) -> None:
    assert path_of(run)[2:4] == ["review", "fix"]
    assert path_of(run)[-2:] == ["review", "done"]


def test_66_the_agent_is_told_the_result(run: RunRecord) -> None:
    told = [line for line in run.transcript if line.kind == "verdict"]
    assert [line.to for line in told] == ["Agent", "Agent"]
    assert "greet by name" in told[0].text


def test_67_the_loop_of_agent_and_judge_is_bounded() -> None:
    assert problems(WORKFLOW) == []
    assert problems(WORKFLOW.replace("max_visits: 3", "max_visits: 0"))


def test_68_entry_terminal_label_and_tokens_are_read(run: RunRecord) -> None:
    stages = {stage.id: stage for stage in run.workflow.stages}
    assert stages["implement"].entry
    assert stages["done"].terminal
    assert stages["fix"].label == "Mend"
    assert stages["stopped"].tokens == ("[STOP]",)


@pytest.mark.parametrize("word", ["fail", "FAIL", "Fail"])
def test_62_the_case_of_the_verdict_makes_no_difference(word: str) -> None:
    assert read_stage_verdict(json.dumps({"verdict": word})).verdict == "fail"


def test_63_the_case_of_the_keys_makes_no_difference() -> None:
    read = read_stage_verdict('{"VERDICT": "pass", "Required_Fixes": ["none"]}')
    assert (read.verdict, read.required_fixes) == ("pass", ("none",))


@pytest.mark.parametrize(
    "text",
    [
        '```json\n{"verdict": "pass", "summary": "a {\\"b\\"} c"}\n```',
        '{"verdict": "pass", "summary": "a {\\"b\\"} c"} and more text',
    ],
)
def test_64_fences_trailing_text_braces_and_escaped_quotes_are_read(text: str) -> None:
    assert read_stage_verdict(text).summary == 'a {"b"} c'


@pytest.mark.parametrize("text", ['{"summary": "fine"}', '{"verdict": "maybe"}', "pass"])
def test_65_a_missing_or_unknown_verdict_is_an_error(text: str) -> None:
    with pytest.raises(ParseError):
        read_stage_verdict(text)


def test_71_templates_are_those_of_go() -> None:
    text = '{{ define "a" }}<{{ . }}>{{ end }}{{ range .l }}{{ template "a" . }}{{ end }}{{ .n }}'
    assert Template(text).render({"l": ["x", 1_000_000]}) == "<x><1e+06><no value>"


@pytest.mark.parametrize(
    "text",
    [
        "schema_version: 2\nname: a\nstates: {}\n",
        "name: a\njobs: [{id: a}]\n",
        WORKFLOW.replace(
            "name: greet",
            "name: greet\ntrigger: {cron: {schedule: daily}, github_issues: {event: issue_opened}}",
        ),
    ],
)
def test_80_other_dialects_and_starts_without_a_source_are_refused(text: str) -> None:
    assert problems(text)

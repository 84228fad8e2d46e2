"""Workflow files as values: what is written is what is read, and the tables, the reader and the schema agree."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_origin

import jsonschema_rs
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coordinator.config.field_types import seconds
from coordinator.config.yaml_file import MOST, keys, model_in, sections_in
from coordinator.errors import UsageError
from coordinator.workflow.dialect.json_schema import json_schema
from coordinator.workflow.dialect.lint import check
from coordinator.workflow.dialect.reader import read_workflow
from coordinator.workflow.dialect.schema import (
    NO_EFFECT,
    Condition,
    GateRule,
    IssueLabels,
    SkipRule,
    Stage,
    Workflow,
    WorkflowFile,
)
from coordinator.workflow.dialect.section import Section
from coordinator.workflow.dialect.stage_actions import DependencyUpdates
from coordinator.workflow.dialect.stage_triggers import (
    GateReached,
    JudgeVerdict,
    MessageContains,
    OutputMatches,
    PrClosed,
    PrConditions,
    PrMerged,
    StageTimeout,
)
from docs.generate import dialect
from tests.support.workflow_files import INVALID, VALID, WARNED, data_of, name

READABLE = [*VALID, *WARNED]
SECTIONS = [each for _, each in sections_in(WorkflowFile) if issubclass(each, Section)]
KEYS = sorted({key for section in SECTIONS for key in keys(section)})
WORDS = [
    "work",
    "end",
    "pass",
    "true",
    "yes",
    "2m",
    "-1s",
    "1.0",
    "",
    "{{ .Issue.Title }}",
    "{{",
    "git_diff",
    "v1",
    "[",
]


def read(text: str) -> Workflow:
    return read_workflow("given.yaml", text)


def read_file(file: str) -> Workflow:
    return read((VALID[0].parent / f"{file}.yaml").read_text(encoding="utf-8"))


def stage(body: str) -> Stage:
    """The one stage that has this body."""
    return read(f"stages:\n  - id: only\n    {body}\n").stages[0]


def refusal(text: str) -> str:
    with pytest.raises(UsageError) as caught:
        read(text)
    return str(caught.value)


# -- whole files


@pytest.mark.parametrize("file", READABLE, ids=name)
def test_a_file_without_an_error_is_read(file: Path) -> None:
    assert read_workflow(str(file), file.read_text(encoding="utf-8")).stages


def test_the_example_is_read_as_it_is_written() -> None:
    workflow = read_file("review_loop")
    assert [each.id for each in workflow.stages] == [
        "implement",
        "test",
        "review",
        "pr",
        "fix",
        "merged",
        "stopped",
    ]
    assert workflow.name == "given"
    assert workflow.match == "next"
    judge = workflow.stage("review").on_enter.judge
    assert judge is not None
    assert judge.model == "anthropic/claude-sonnet-4-6"
    assert judge.inputs == ("issue", "git_diff", "test_output")
    assert (judge.require.verdict, judge.output, judge.timeout) == ("pass", "review_result", 120.0)
    run = workflow.stage("test").on_enter.run
    assert run is not None
    assert (run.command, run.output, run.timeout) == ("go test ./...", "test_output", 600.0)
    assert workflow.stage("merged").triggers == (PrMerged(),)
    assert workflow.stage("stopped").triggers == (MessageContains(token="stop"),)
    assert [each.id for each in workflow.stages if each.terminal] == ["merged", "stopped"]


def test_a_whole_file_keeps_what_stands_around_the_stages_as_text() -> None:
    workflow = read_file("start_github_issues")
    assert (workflow.name, workflow.integration) == ("github", "github")
    said = json.loads(workflow.model_dump_json(exclude_unset=True))
    assert (said["enabled"], said["requires_pr"]) == (False, True)
    assert said["tags"] == ["a", 1.0]
    assert said["trigger"]["github_issues"]["event"] == "issue_labeled"


def test_inputs_are_values_with_their_bounds() -> None:
    version, count, dry, where = read_file("inputs").inputs
    assert (version.name, version.required, version.validation) == ("version", True, r"^v\d+$")
    assert (count.type, count.default, count.min, count.max) == ("number", "3", 1.0, 10.0)
    assert (dry.type, dry.default) == ("bool", "yes")
    assert where.options == ("test", "live", "1.0")


def test_a_text_that_is_no_workflow_is_refused_with_its_first_line_and_the_number_of_others() -> (
    None
):
    assert (
        refusal("stages:\n- id: a\n  entry: maybe\n")
        == 'given.yaml:3: entry should be true or false, not "maybe"'
    )
    more = refusal("stages:\n- id: a\n  entry: maybe\n  on_enter: {run: ls}\n")
    assert more.endswith('not "maybe" (`coordinator workflow check given.yaml` shows 1 more)')


@pytest.mark.parametrize("label", ["", ".yaml", "/", "a/b.c.yaml"])
def test_a_workflow_without_a_name_is_called_as_its_file(label: str) -> None:
    workflow = read_workflow(label, "stages: [{id: a}]")
    assert workflow.name == {"": "workflow", "/": "workflow", "a/b.c.yaml": "b.c"}.get(label, label)


# -- single values


def test_texts_are_those_that_are_written() -> None:
    first, second = read_file("scalars").stages
    assert (first.id, first.label, first.entry, first.plan_gate, first.max_visits) == (
        "yes",
        "1.0",
        True,
        False,
        7,
    )
    assert (second.id, second.label, second.terminal) == ("007", "", True)
    [trigger] = read_file("trigger_output_matches").stages[1].triggers
    texts = ("yes", "on", "1.0", "null", "0x10", "2026-01-01")
    assert trigger == OutputMatches(output="report", path="a.b", any_of=texts)


@pytest.mark.parametrize("word", ["true", "True", "TRUE", "yes", "Yes", "on", "ON", "y", "'true'"])
def test_every_word_for_true_is_true(word: str) -> None:
    assert stage(f"entry: {word}").entry


@pytest.mark.parametrize("word", ["false", "False", "no", "NO", "off", "n", "~", "null", ""])
def test_every_word_for_false_is_false(word: str) -> None:
    assert not stage(f"entry: {word}").entry


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("1h30m", 5400.0),
        ("90s", 90.0),
        ("500ms", 0.5),
        ("2m", 120.0),
        ("1.5h", 5400.0),
        (".5s", 0.5),
        ("+2s", 2.0),
        ("1h2m3s4ms", 3723.004),
        ("250us", 0.00025),
        ("250\u00b5s", 0.00025),
        ("1ns", 1e-9),
        (" 2m ", 120.0),
        ("0", 0.0),
        *(
            (wrong, None)
            for wrong in (
                "",
                "2",
                "m",
                "-2m",
                "2 m",
                "1d",
                "2min",
                "1h-2m",
                "1e3s",
                "9999999999h",
                "1h\n2",
            )
        ),
    ],
)
def test_durations_are_those_of_go(written: str, expected: float | None) -> None:
    assert seconds(written) == pytest.approx(expected) if expected else seconds(written) == expected


def test_an_empty_duration_is_the_default() -> None:
    run = stage('on_enter: {run: {command: ls, timeout: ""}}').on_enter.run
    assert run is not None
    assert run.timeout == 600.0


# -- triggers


@pytest.mark.parametrize(
    ("written", "trigger"),
    [
        ("message_contains: yes", MessageContains(token="yes")),
        ("message_contains: ' x '", MessageContains(token=" x ")),
        (
            "message_contains: {token: a b, substring: on}",
            MessageContains(token="a b", substring=True),
        ),
        ("pr_merged:", PrMerged()),
        ("pr_merged: {}", PrMerged()),
        ("pr_closed: false", PrClosed()),
        ("pr_closed: [a, {b: c}]", PrClosed()),
        ("pr_conditions:", PrConditions()),
        (
            "pr_conditions: {ci: PASSING, quiet_for: 1h}",
            PrConditions(ci="passing", quiet_for=3600.0),
        ),
        ("judge_verdict: ' Pass '", JudgeVerdict(verdict="pass")),
        ("judge_verdict: {verdict: FAIL, stage: a}", JudgeVerdict(verdict="fail", stage="a")),
        ("gate_result: {stage: ' a ', verdict: Error}", GateReached(stage="a", verdict="error")),
        (
            "output_matches: {output: o, path: a.b, any_of: [1]}",
            OutputMatches(output="o", path="a.b", any_of=("1",)),
        ),
        ("stage_timeout: {after: 30m, go_to: b}", StageTimeout(after=1800.0, go_to="b")),
    ],
)
def test_a_trigger_is_read(written: str, trigger: object) -> None:
    assert stage(f"triggers:\n      - {written}").triggers == (trigger,)


def test_several_keys_of_one_item_are_several_triggers_each_with_its_line() -> None:
    end = read_file("triggers_in_one_item").stages[1]
    assert set(end.triggers) == {MessageContains(token="stop"), PrMerged(), PrClosed()}
    lines = [end.lines[f"triggers.{number}"] for number in range(3)]
    assert sorted(lines) == [7, 8, 9]
    assert lines[[trigger.title() for trigger in end.triggers].index("pr_closed")] == 8


# -- actions and rules


def test_actions_may_be_written_short() -> None:
    short, full = read_file("action_move_issue").stages
    assert short.on_enter.move_issue is not None
    assert short.on_enter.move_issue.status == "In Progress"
    assert full.on_enter.move_issue is not None
    assert full.on_enter.move_issue.issue_id == "{{ .Issue.Identifier }}"
    comment = read_file("action_comment_issue").stages[0].on_enter.comment_issue
    assert comment is not None
    assert (comment.body, comment.continue_on_error) == ("Work begins.", False)


def test_options_of_a_notice_keep_their_types() -> None:
    notify = read_file("action_notify").stages[0].on_enter.notify
    assert notify is not None
    plain = {"thread": 1.0, "quoted": "1.0", "silent": True, "said": "yes", "code": "007"}
    assert notify.options == plain | {"blocks": ["a", {"b": -3}, False, None]}
    assert repr(notify.options["silent"]) == "True"


def test_updates_of_dependencies_are_asked_for_by_their_key_alone() -> None:
    empty, full = read_file("action_dependency_updates").stages
    assert (
        empty.on_enter.dependency_updates == full.on_enter.dependency_updates == DependencyUpdates()
    )
    assert stage("on_enter: {inject: a}").on_enter.dependency_updates is None


def test_a_gate_is_read() -> None:
    gate = read_file("gate").stages[0].gate
    assert gate == GateRule(
        output="tests",
        passes=Condition(path="status", values=("ok", "yes")),
        fails=Condition(path="status", values=("bad",)),
        required=True,
        treat_skipped_as_pass=True,
    )


def test_skip_rules_are_read() -> None:
    plan, design, _ = read_file("skip_rules").stages
    assert plan.skip_if == SkipRule(
        issue_labels=IssueLabels(labels=("trivial", "1.0")), go_to="work"
    )
    assert design.skip_unless == SkipRule(issue_labels=IssueLabels(labels=("large",)), go_to="work")


def test_aliases_and_merged_mappings_are_unfolded() -> None:
    work, again, end = read_file("aliases").stages
    assert (work.entry, again.entry, again.id) == (True, False, "again")
    assert [each.on_enter.inject for each in (work, again, end)] == ["Work.", "Work.", "End."]


def test_aliases_that_unfold_without_end_are_refused_soon() -> None:
    wide = [f"  - &a{number} [{', '.join([f'*a{number - 1}'] * 9)}]" for number in range(1, 9)]
    text = "\n".join(["repos:", "  - &a0 [x]", *wide, "stages: [{id: a}]"])
    assert "expand to more data than the limit allows" in refusal(text)
    assert MOST <= 1_000_000


def test_an_empty_comment_is_no_comment() -> None:
    assert stage("on_enter: {comment_issue: {}}").on_enter.comment_issue is None


# -- the tables, the reader, the schema and the documentation are one


def used(section: type[Section], data: object) -> Iterator[tuple[str, str]]:
    """The keys that stand in the data, each with its section."""
    if isinstance(data, list):
        for item in data:
            yield from used(section, item)
    elif not isinstance(data, dict):
        yield section.title(), section.short
    else:
        for key, value in data.items():
            if key in keys(section):
                yield section.title(), key
                inner = model_in(keys(section)[key].annotation)
                if inner is not None and issubclass(inner, Section):
                    yield from used(inner, value)


def test_every_key_of_the_dialect_stands_in_a_file_that_is_read() -> None:
    met = {
        each
        for file in READABLE
        for each in used(WorkflowFile, data_of(file.read_text(encoding="utf-8")))
    }
    every = {(section.title(), key) for section in SECTIONS for key in keys(section)}
    assert every - met == set()


def test_every_field_has_a_description_but_for_places_in_the_file() -> None:
    silent = set()
    for section in SECTIONS:
        for field, info in section.model_fields.items():
            if not info.description:
                silent.add(f"{section.title()}.{field}")
    assert silent == {
        "start.lines",
        "stage.line",
        "stage.lines",
        "input.line",
        "workflow.label",
        "workflow.lines",
    }


def test_every_key_without_effect_is_a_key_of_a_file() -> None:
    assert NO_EFFECT.keys() <= keys(WorkflowFile).keys()


@pytest.mark.parametrize("file", VALID, ids=name)
def test_the_schema_accepts_every_valid_file(file: Path) -> None:
    assert jsonschema_rs.is_valid(json_schema(), data_of(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "kind", ["warned/unknown_keys", "invalid/action_judge", "invalid/wrong_kinds", "invalid/jobs"]
)
def test_the_schema_refuses_unknown_keys_and_wrong_forms(kind: str) -> None:
    [file] = [file for file in (*WARNED, *INVALID) if name(file) == kind]
    assert not jsonschema_rs.is_valid(json_schema(), data_of(file.read_text(encoding="utf-8")))


def test_the_schema_is_one_and_every_reference_of_it_leads_to_a_definition() -> None:
    schema = json_schema()
    jsonschema_rs.meta.validate(schema)
    text = json.dumps(schema)
    assert all(f'"#/$defs/{name}"' in text for name in schema["$defs"])
    assert text.count('"$ref"') == sum(text.count(f'"#/$defs/{name}"') for name in schema["$defs"])


def test_the_documentation_has_a_table_for_each_part_and_marks_what_is_ours() -> None:
    page = dialect()
    assert all(f"## {section.title()}\n" in page for section in SECTIONS if keys(section))
    ours = [line.split("`")[1] for line in page.splitlines() if "**ours**" in line]
    names = [
        "agent",
        "command",
        "environment",
        "event",
        "issue",
        "match",
        "max_visits",
        "missed",
        "panel",
        "protocol",
        "pull_request",
    ]
    assert sorted(ours) == [*names, "run_failed", "stage", "substring"]


# -- whatever is written


@given(st.text(alphabet=st.sampled_from("stageid: \n-[]{}&*!|>'\"#,?%~\t<"), max_size=80))
def test_any_text_is_read_or_refused_with_notes(text: str) -> None:
    workflow, notes = check("given.yaml", text)
    assert (workflow is None) <= any(note.level == "error" for note in notes)
    assert all(note.line >= 1 and "\n" not in str(note) for note in notes)


def anything() -> st.SearchStrategy[Any]:
    leaves = st.one_of(st.none(), st.booleans(), st.integers(-2, 9), st.sampled_from(WORDS))
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
            _shaped(WorkflowFile, inner),
        ),
        max_leaves=12,
    )


def _shaped(section: type[Section], inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Data of about the right form."""

    def value_of(annotation: Any) -> st.SearchStrategy[Any]:
        model = model_in(annotation)
        held = _shaped(model, inner) if model is not None and issubclass(model, Section) else inner
        return st.lists(held, max_size=3) if get_origin(annotation) is tuple else held

    fields = {key: field.annotation for key, field in keys(section).items()}
    if not fields:
        return inner
    return st.lists(st.sampled_from([*fields]), max_size=4, unique=True).flatmap(
        lambda chosen: st.fixed_dictionaries({key: value_of(fields[key]) for key in chosen})
    )


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(anything(), _shaped(WorkflowFile, st.sampled_from(WORDS))))
def test_any_data_is_read_or_refused_with_notes(data: object) -> None:
    text = yaml.safe_dump(data)
    workflow, notes = check("given.yaml", text)
    assert (workflow is None) <= any(note.level == "error" for note in notes)
    assert all(1 <= note.line <= text.count("\n") + 1 and "\n" not in str(note) for note in notes)

"""What is said about workflow files: each file of tests/data/workflows states it, and the routes are those of a run."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coordinator.errors import UsageError
from coordinator.models import Issue
from coordinator.trackers import ISSUE_FACTS
from coordinator.trackers.registry import TRACKERS
from coordinator.workflow.dialect.lint import check, lint, load_workflow
from coordinator.workflow.dialect.reader import read_workflow
from coordinator.workflow.dialect.requirements import needs_issue, unsupported, unsupported_triggers
from coordinator.workflow.dialect.routes import Routes
from coordinator.workflow.dialect.schema import GateRule, Stage, Workflow
from coordinator.workflow.dialect.stage_actions import JudgeAction, OnEnter
from coordinator.workflow.dialect.stage_triggers import (
    GateReached,
    JudgeVerdict,
    MessageContains,
    Trigger,
)
from coordinator.workflow.dialect.template_lint import unknown_facts
from coordinator.workflow.transitions import after_message
from tests.support.workflow_files import FILES, INVALID, VALID, WARNED, expected, name

TOKENS = ("[A]", "[B]", "stop")
IDS = ("one", "Two", "three", "four")
ALL = frozenset(
    {"move_issue", "comment_issue", "labels", "close_issue", "merge_pr", "pr_events", "pr_starts"}
)


def levels(file: Path) -> set[str]:
    return {line.split(": ")[1] for line in expected(file)}


def valid(file: str) -> Workflow:
    return read_workflow(file, (VALID[0].parent / f"{file}.yaml").read_text(encoding="utf-8"))


def said(text: str) -> list[str]:
    return [str(note) for note in check("given.yaml", text)[1]]


# -- the files


@pytest.mark.parametrize("file", FILES, ids=name)
def test_of_each_file_exactly_that_is_said_which_its_first_lines_expect(file: Path) -> None:
    _, notes = check(file.name, file.read_text(encoding="utf-8"))
    assert [str(note) for note in notes] == expected(file)


def test_the_folders_hold_what_they_are_called() -> None:
    assert [name(file) for file in VALID if "error" in levels(file)] == []
    assert [name(file) for file in WARNED if levels(file) != {"warning"}] == []
    assert [name(file) for file in INVALID if "error" not in levels(file)] == []


@pytest.mark.parametrize("file", [*VALID, *WARNED], ids=name)
def test_a_file_without_an_error_may_be_run(file: Path) -> None:
    _, notes = load_workflow(file.name, file.read_text(encoding="utf-8"))
    assert [str(note) for note in notes] == expected(file)


@pytest.mark.parametrize("file", INVALID, ids=name)
def test_a_file_with_an_error_is_refused_with_its_line(file: Path) -> None:
    with pytest.raises(UsageError) as refused:
        load_workflow(file.name, file.read_text(encoding="utf-8"))
    first = next(line for line in expected(file) if ": error: " in line)
    assert f"{refused.value.what}" in f"{file.name}:{first}".replace(" error:", "")


def test_a_note_on_a_part_of_unknown_place_has_the_line_of_what_it_is_a_part_of() -> None:
    stage = Stage(id="a", line=3, lines={"gate": 7})
    assert [stage.line_of(place) for place in ("gate.pass.path", "gate", "on_enter.run", "")] == [
        7,
        7,
        3,
        3,
    ]


def test_a_workflow_that_was_made_by_hand_can_be_looked_at() -> None:
    notes = lint(Workflow(name="made", stages=(Stage(id="a"),)))
    assert [note.text for note in notes] == ["no stage is the entry"]


# -- routes


def triggers() -> st.SearchStrategy[Trigger]:
    stages = st.sampled_from((*IDS, "ONE", "two"))
    return st.one_of(
        st.builds(MessageContains, token=st.sampled_from((*TOKENS, "[a]"))),
        st.builds(
            JudgeVerdict,
            verdict=st.sampled_from(("pass", "fail")),
            stage=st.one_of(st.just(""), stages),
        ),
        st.builds(GateReached, stage=stages, verdict=st.sampled_from(("pass", "fail", "error"))),
    )


def workflows() -> st.SearchStrategy[Workflow]:
    def made(match: str, parts: list[list[Trigger]]) -> Workflow:
        actions = OnEnter(judge=JudgeAction(instructions="Look.", inputs=("issue",)))
        stages = [
            Stage(
                id=stage_id,
                triggers=tuple(part),
                on_enter=actions,
                gate=GateRule(output="x"),
                entry=stage_id == "one",
            )
            for stage_id, part in zip(IDS, parts, strict=False)
        ]
        return Workflow.model_validate({"name": "made", "match": match, "stages": stages})

    parts = st.lists(st.lists(triggers(), max_size=3), min_size=1, max_size=4)
    return st.builds(made, st.sampled_from(("next", "document")), parts)


def led_to(
    workflow: Workflow, current: str, kind: type[JudgeVerdict | GateReached], verdict: str
) -> str:
    """The first stage that waits for this verdict of the current one, by looking at one after the other."""
    ids = [stage.id for stage in workflow.stages]
    place = 0 if workflow.match == "document" else ids.index(current) + 1
    for stage in workflow.stages[place:] + workflow.stages[:place]:
        for trigger in stage.triggers:
            whose = ("", current.casefold()) if kind is JudgeVerdict else (current.casefold(),)
            if (
                isinstance(trigger, kind)
                and trigger.verdict == verdict
                and trigger.stage.casefold() in whose
            ):
                return "" if workflow.match == "document" and stage.id == current else stage.id
    return ""


@given(workflows())
def test_the_routes_are_those_that_a_run_takes(workflow: Workflow) -> None:
    routes = Routes(workflow)
    for stage in workflow.stages:
        for token in TOKENS:
            assert routes.message(stage.id, token) == after_message(
                workflow, stage.id, f"So:\n{token} it is"
            )
        for verdict in ("pass", "fail"):
            assert routes.verdict(stage.id, verdict) == led_to(
                workflow, stage.id, JudgeVerdict, verdict
            )
        for result in ("pass", "fail", "error"):
            assert routes.gate(stage.id, result) == led_to(workflow, stage.id, GateReached, result)


@given(workflows())
def test_a_loop_leads_over_routes_back_to_where_it_began(workflow: Workflow) -> None:
    routes = Routes(workflow)
    steps = {(route.come, route.go) for route in routes.all}
    for loop in routes.loops():
        assert loop[0] == loop[-1]
        assert set(pairwise(loop)) <= steps


def test_a_loop_on_which_one_stage_is_bounded_is_bounded() -> None:
    loop = (VALID[0].parent / "review_loop.yaml").read_text(encoding="utf-8")
    bounded = loop.replace('label: "Fix Issues"', "max_visits: 3")
    assert [note for note in said(bounded) if "max_visits" in note and "fix" in note] == []
    assert any("the loop review -> pr -> test -> review" in note for note in said(bounded))


def test_many_stages_are_looked_at_quickly() -> None:
    stages = "".join(
        f"- {{id: s{n}, triggers: [{{message_contains: t{n}}}]}}\n" for n in range(300)
    )
    notes = said(
        f"stages:\n- {{id: first, entry: true, on_enter: {{inject: Go.}}}}\n{stages}- {{id: end, terminal: true}}\n"
    )
    assert [note.partition(": ")[2] for note in notes] == [
        "warning: no terminal stage can be reached, so no run can complete (add a route to end)",
        'warning: stage "end" is never entered (give it a trigger, or remove it)',
    ]


# -- what a tracker can do


@pytest.mark.parametrize(
    ("file", "ability", "actions"),
    [
        ("action_move_issue", "move_issue", ["move_issue", "move_issue"]),
        ("action_comment_issue", "comment_issue", ["comment_issue", "comment_issue"]),
        ("action_labels", "labels", ["add_labels", "remove_labels"]),
        ("action_merge_pr_and_close_issue", "merge_pr", ["merge_pr"]),
        ("action_merge_pr_and_close_issue", "close_issue", ["close_issue"]),
    ],
)
def test_an_action_that_the_tracker_cannot_do_is_an_error(
    file: str, ability: str, actions: list[str]
) -> None:
    workflow = valid(file)
    assert [*unsupported(workflow, ALL)] == []
    notes = [*unsupported(workflow, ALL - {ability})]
    named = [next(word for word in actions if word in note.text) for note in notes]
    assert named == actions
    assert all(note.level == "error" and note.line > 1 for note in notes)


def test_updates_of_dependencies_are_never_carried_out() -> None:
    notes = [*unsupported(valid("action_dependency_updates"), ALL)]
    assert [(note.line, note.text) for note in notes] == [
        (6, "dependency_updates is not supported"),
        (11, "dependency_updates is not supported"),
    ]


# Ways to a fact of the issue on which its plain name does not stand.
REACHED = (
    "{{ $i := .Issue }}{{ $i.Priority }}",
    "{{ with .Issue }}{{ .Priority }}{{ end }}",
    '{{ index .Issue "Priority" }}',
    '{{ printf "%s" (index . "Issue").Priority }}',
)


def test_a_fact_that_the_tracker_does_not_know_is_an_error_unless_the_template_asks_for_it_first() -> (
    None
):
    text = "stages: [{id: a, entry: true, terminal: true, on_enter: {inject: '%s'}}]"
    told = read_workflow(
        "told.yaml", text % "{{ .Issue.Title }} {{ $.Issue.Priority }} {{ .Issue.Status }}"
    )
    asked = read_workflow(
        "asked.yaml", text % "{{ if .Issue.Priority }}{{ .Issue.Priority }}{{ end }}"
    )
    whose = {tracker: [note.text for note in unknown_facts(told, tracker)] for tracker in TRACKERS}
    assert whose == {
        "board": ["stage a: an issue of the board has no Priority"],
        "multica": [],
        "github": ["stage a: an issue on GitHub has no Priority"],
        "gitea": ["stage a: an issue on Gitea has no Priority"],
        "local": [
            "stage a: an issue from a file has no Priority",
            "stage a: an issue from a file has no Status",
        ],
    }
    assert [note for tracker in TRACKERS for note in unknown_facts(asked, tracker)] == []
    for reached in REACHED:
        hidden = read_workflow("hidden.yaml", text % ("{{ .Issue.Title }} " + reached))
        assert [note.text for note in unknown_facts(hidden, "board")] == whose["board"], reached
        assert [*unknown_facts(hidden, "multica")] == []
    assert (len([*needs_issue(told)]), [*needs_issue(asked)]) == (3, [])
    assert set().union(*(kind.facts for kind in TRACKERS.values())) == set(ISSUE_FACTS)
    assert set(ISSUE_FACTS.values()) <= set(Issue.model_fields)


@pytest.mark.parametrize(
    ("file", "needs"),
    [
        ("action_inject", [(7, "a template uses .Issue")] * 3),
        (
            "action_labels",
            [(5, "add_labels needs an issue"), (6, "remove_labels needs an issue")],
        ),
        ("action_judge", [(6, "its judge reads the issue")]),
        (
            "action_judge_panel",
            [(5, "its judge reads the issue"), (10, "its judge reads the issue")],
        ),
        ("action_run", []),
    ],
)
def test_where_a_workflow_needs_an_issue_is_named(file: str, needs: list[tuple[int, str]]) -> None:
    found = [
        (note.line, note.text.split(": ")[1].removesuffix(", but the run has no issue"))
        for note in needs_issue(valid(file))
    ]
    assert found == needs


def test_events_that_the_tracker_does_not_report_are_a_warning() -> None:
    workflow = valid("trigger_pr_closed")
    assert [*unsupported(workflow, frozenset())] == []
    assert [
        note.text.split()[-1] for note in unsupported_triggers(workflow, ALL - {"pr_events"})
    ] == [
        "pr_closed",
        "pr_merged",
    ]
    assert [*unsupported_triggers(workflow, ALL)] == []


def test_labels_that_the_tracker_does_not_have_are_a_warning_for_skip_rules() -> None:
    notes = [*unsupported_triggers(valid("skip_rules"), frozenset())]
    assert [note.text for note in notes] == [
        "the tracker has no labels, so skip_if treats the issue as unlabelled",
        "the tracker has no labels, so skip_unless treats the issue as unlabelled",
    ]


def test_every_tracker_has_abilities_that_workflows_ask_for() -> None:
    assert {"board", "multica"} <= TRACKERS.keys()
    assert all(kind.abilities <= ALL | {"reviews", "issue_events"} for kind in TRACKERS.values())

"""Which stage an event leads to."""

from __future__ import annotations

from typing import Any

import pytest

from coordinator.workflow.dialect.reader import read_workflow
from coordinator.workflow.dialect.routes import Routes
from coordinator.workflow.dialect.schema import Stage, Workflow
from coordinator.workflow.message_tokens import misplaced_token, opens_a_line
from coordinator.workflow.transitions import (
    DueStage,
    PullRequestFacts,
    after_message,
    after_outputs,
    after_pull_request,
    after_same_message,
    is_failure_stage,
    next_due,
    pull_request_urls,
)
from tests.support.flows import SEED

PULL = "https://github.com/org/repo/pull/7"


def seed() -> Workflow:
    return read_workflow("seed.yaml", SEED)


def flow(*stages: tuple[str, dict[str, Any]], match: str = "next") -> Workflow:
    """A workflow of stages that are led to by one trigger each."""
    made = [{"id": run_id, "triggers": [trigger] if trigger else []} for run_id, trigger in stages]
    return Workflow.model_validate({"name": "flow", "stages": made, "match": match})


def says(token: str, **more: Any) -> dict[str, Any]:
    return {"message_contains": {"token": token, **more}}


# -- tokens


@pytest.mark.parametrize(
    "line",
    [
        "[DONE]",
        "[done]",
        "  [DONE] and more",
        "**[DONE]**",
        "`[DONE]`",
        "# [DONE]",
        "_[DONE]_",
        "\t[DONE]",
    ],
)
def test_a_token_counts_where_it_opens_a_line_whatever_decorates_it(line: str) -> None:
    assert opens_a_line("[DONE]", f"All is well.\n{line}\nBye.")


@pytest.mark.parametrize(
    "line", ["I am [DONE]", "> [DONE]", "- [DONE]", "say [DONE] when done", "DONE", ""]
)
def test_a_token_that_is_merely_mentioned_does_not_count(line: str) -> None:
    assert not opens_a_line("[DONE]", line)


@pytest.mark.parametrize(
    ("line", "counts"), [("stop", True), ("Stop.", True), ("Stopped it", False), ("stop_x", False)]
)
def test_a_word_must_end_where_the_token_does(line: str, counts: bool) -> None:
    assert opens_a_line("stop", line) is counts


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("```\n[DONE]\n```", False),
        ("The log:\n~~~text\n```\n[DONE]\n~~~\nNot yet.", False),
        ("````\n```\n[DONE]\n````", False),
        ("```\n[DONE]", False),
        ("```\nlog\n```\n[DONE]", True),
        ("```\n[DONE]\n```\n**[DONE]**", True),
        ("```[DONE]```", True),
    ],
)
def test_what_is_shown_in_a_fenced_block_does_not_count(text: str, counts: bool) -> None:
    assert opens_a_line("[DONE]", text) is counts


def test_a_token_of_decoration_alone_still_counts() -> None:
    assert opens_a_line("###", "### a heading") is False
    assert opens_a_line("# DONE", "## done")


def test_substring_is_the_old_meaning() -> None:
    workflow = flow(("a", {}), ("b", says("done", substring=True)))
    assert after_message(workflow, "a", "I have DONE it") == "b"


# -- the example


@pytest.mark.parametrize(
    ("current", "message", "leads_to"),
    [
        ("implement", "[DONE]", "test"),
        ("fix", "[DONE]", "test"),
        ("review", "[DONE]", "test"),
        ("pr", f"[DONE] {PULL}", ""),
        ("pr", f"Here it is.\n\n[DONE] {PULL}", ""),
        ("implement", f"[DONE] {PULL}", "test"),
        ("pr", "stop", "stopped"),
        ("fix", "nothing to say", ""),
    ],
)
def test_the_example_of_the_seed(current: str, message: str, leads_to: str) -> None:
    assert after_message(seed(), current, message) == leads_to


def test_a_message_is_carried_on_forwards_and_never_round() -> None:
    assert after_same_message(seed(), "test", "[DONE]") == "review"
    assert after_same_message(seed(), "review", "[DONE]") == ""


def test_a_known_pull_request_is_not_reported_again() -> None:
    assert after_message(seed(), "fix", f"[DONE] pushed to {PULL}", known=(PULL,)) == "test"
    assert after_message(seed(), "fix", f"[DONE] pushed to {PULL}") == ""
    assert after_message(seed(), "fix", f"{PULL}\n[DONE]") == "test"


def test_the_current_stage_comes_last() -> None:
    alone = flow(("a", {}), ("b", says("[AGAIN]")))
    assert after_message(alone, "b", "[AGAIN]") == "b"
    two = flow(("a", says("[AGAIN]")), ("b", says("[AGAIN]")))
    assert after_message(two, "b", "[AGAIN]") == "a"


# -- as in the reference


def test_match_document_takes_the_first_of_all_and_drops_what_leads_nowhere_new() -> None:
    workflow = flow(("a", {}), ("b", says("[DONE]")), ("c", says("[DONE]")), match="document")
    assert after_message(workflow, "a", "[DONE]") == "b"
    assert after_message(workflow, "c", f"[DONE] {PULL}") == "b"
    assert after_message(workflow, "b", "[DONE]") == ""
    assert after_same_message(workflow, "b", "[DONE]") == ""


# -- nudges


def test_a_nudge_is_for_tokens_and_not_for_plain_words() -> None:
    assert misplaced_token(seed(), "I will say [DONE] soon, and then stop") == "[DONE]"
    assert misplaced_token(seed(), "I will stop") == ""
    assert misplaced_token(seed(), f"[DONE] {PULL}") == ""


# -- verdicts, gates and outputs


def test_verdicts_lead_to_the_next_stage_that_waits_for_them() -> None:
    assert Routes(seed()).verdict("review", "pass") == "pr"
    assert Routes(seed()).verdict("review", "fail") == "fix"


def test_a_verdict_may_be_scoped_to_a_stage() -> None:
    scoped = {"judge_verdict": {"verdict": "fail", "stage": "Security"}}
    workflow = flow(("style", {}), ("security", {}), ("mend", scoped))
    assert Routes(workflow).verdict("security", "fail") == "mend"
    assert Routes(workflow).verdict("style", "fail") == ""


def test_a_gate_leads_by_its_own_stage() -> None:
    workflow = flow(("a", {}), ("b", {"gate_result": {"stage": "A", "verdict": "error"}}))
    assert Routes(workflow).gate("a", "error") == "b"
    assert Routes(workflow).gate("b", "error") == ""


def test_an_output_leads_once_and_only_as_text() -> None:
    workflow = flow(
        ("a", {}), ("b", {"output_matches": {"output": "o", "path": "x", "any_of": ("Yes", "ok")}})
    )
    assert after_outputs(workflow, "a", ("a",), lambda _name, _path: "yes") == "b"
    assert after_outputs(workflow, "a", ("a", "b"), lambda _name, _path: "yes") == ""
    assert after_outputs(workflow, "a", ("a",), lambda _name, _path: True) == ""


def test_a_terminal_stage_that_is_led_to_by_a_failure_is_one() -> None:
    fail = Stage.model_validate({"id": "x", "triggers": [{"judge_verdict": {"verdict": "fail"}}]})
    well = Stage.model_validate({"id": "x", "triggers": [{"pr_merged": {}}]})
    assert is_failure_stage(fail)
    assert not is_failure_stage(well)


# -- pull requests


def test_addresses_of_pull_requests_are_found_in_text() -> None:
    text = f"see [it]({PULL}), {PULL} and https://git.example.org/a/b/-/merge_requests/3. Not https://x.org/pull/..."
    assert pull_request_urls(text) == (PULL, "https://git.example.org/a/b/-/merge_requests/3")


def test_the_end_of_a_pull_request_leads_on() -> None:
    assert after_pull_request(seed(), "pr", "pr_merged") == "merged"
    assert after_pull_request(seed(), "pr", "pr_closed") == ""


def test_all_conditions_must_hold_and_quiet_counts_from_the_last_comment() -> None:
    wanted = {"pr_conditions": {"ci": "passing", "reviews": "clean", "quiet_for": 60.0}}
    workflow = flow(("a", {}), ("b", wanted))
    assert next_due(workflow, "a", PullRequestFacts(ci="passing"), ()) is None
    facts = PullRequestFacts(ci="Passing", reviews="clean", quiet_since=1000.0)
    assert next_due(workflow, "a", facts, ()) == DueStage(stage="b", at=1060.0)
    assert next_due(workflow, "a", facts, ("b",)) is None


def test_the_shortest_time_out_of_a_stage_counts() -> None:
    late = [
        {"stage_timeout": {"after": after, "go_to": to}} for after, to in ((60.0, "a"), (30.0, "b"))
    ]
    found = Stage.model_validate({"id": "x", "triggers": late}).timeout
    assert found is not None
    assert (found.after, found.go_to) == (30.0, "b")

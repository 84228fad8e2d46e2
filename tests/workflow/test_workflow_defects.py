"""What the reference engine gets wrong, one test for each: none of it is so here."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from coordinator.agents.model import ModelAgent
from coordinator.app.runtime import given_issue
from coordinator.app.workflows import resume_run, send_event
from coordinator.errors import RunError, UsageError
from coordinator.models import Submission
from coordinator.storage.store import Store
from coordinator.trackers.local import LocalTracker
from coordinator.workflow.dialect.reader import read_workflow
from coordinator.workflow.records import PullRequestEnd, RunResult
from coordinator.workflow.setup import prepare_run
from tests.support.flows import (
    SEED,
    begin,
    fake_go,
    judges,
    look_up,
    make_config,
    make_repository,
    output_of,
    path_of,
    prompts_of,
    replies,
    run_flow,
    visits_of,
)
from tests.support.repositories import git
from tests.support.runs import until
from tests.support.waiting import cpu_seconds

END = "  - {id: end, terminal: true, triggers: [{judge_verdict: pass}]}\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def flow(judge: dict[str, Any], command: str = "true", *more: str) -> str:
    """Run a command, then judge."""
    asks = {"inputs": ["issue"], "instructions": "look"} | judge
    run = {"command": command, "output": "test_output", "continue_on_error": True}
    return (
        f"stages:\n  - id: review\n    entry: true\n    on_enter: {json.dumps({'run': run, 'judge': asks})}\n"
        + ("".join(more) or END)
    )


def asked(home: Path, text: str, repo: Path, *lines: Any, **more: Any) -> str:
    """What the judge is asked."""
    config = make_config(home, lines or [judges("pass")])
    run_flow(config, text, repo=repo, in_place=True, run_id="run-1", **({"base": "HEAD"} | more))
    return prompts_of(config, "run-1", "ask/stage")[0]


def test_defect_1_judge_inputs_have_bounds(home: Path, tmp_path: Path) -> None:
    repo = make_repository(tmp_path / "repo")
    (repo / "big.txt").write_text("".join(f"line {number}\n" for number in range(1_000_000)))
    command = "seq 1 200000"
    began = cpu_seconds()
    text = flow({"inputs": ["issue", "git_diff", "test_output", "files"]}, command)
    prompt = asked(home, text, repo)
    assert len(prompt) < 210_000
    assert prompt.count("left out ...]") >= 3
    assert "line 999999" in prompt
    assert cpu_seconds() - began < 40


def test_defect_2_git_diff_is_everything_since_the_base(home: Path, tmp_path: Path) -> None:
    repo = make_repository(tmp_path / "repo")
    command = (
        "echo committed > a && git add a && git -c user.name=A -c user.email=a@b commit -qm a"
        " && echo staged > b && git add b && echo changed >> main.go && echo untracked > c"
    )
    prompt = asked(home, flow({"inputs": ["git_diff"]}, command), repo)
    assert all(f"+{word}" in prompt for word in ("committed", "staged", "changed", "untracked"))


def test_defect_2_an_empty_diff_is_no_input(home: Path, tmp_path: Path) -> None:
    config = make_config(home, [judges("pass")])
    whole = run_flow(
        config, flow({"inputs": ["git_diff"]}), repo=make_repository(tmp_path / "repo")
    )
    assert whole.state == "error"


def test_defect_3_ordinary_test_logs_reach_the_judge(home: Path, tmp_path: Path) -> None:
    command = "echo '--- FAIL: TestGreet'; echo 'panic: nobody' >&2; exit 1"
    prompt = asked(
        home, flow({"inputs": ["test_output"]}, command), make_repository(tmp_path / "repo")
    )
    assert "--- FAIL: TestGreet" in prompt
    assert "panic: nobody" in prompt
    assert "exit code 1" in prompt


def test_defect_4_files_are_contents(home: Path, tmp_path: Path) -> None:
    prompt = asked(
        home,
        flow({"inputs": ["files"]}, "echo 'package added' > new.go"),
        make_repository(tmp_path / "repo"),
    )
    assert "new.go (added" in prompt
    assert "package added" in prompt


def test_defect_5_max_tokens_and_the_model_are_as_written(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    workflow = read_workflow("w.yaml", flow({"model": "openai/gpt-5.4", "max_tokens": 123}))
    issue = given_issue("Greet\n\nGreet every guest.")
    tracker = LocalTracker(Submission(id="", tracker="local", entry="", key="local", given=issue))
    with closing(Store(home / "state.db")) as store:
        judge = prepare_run(make_config(home, ()), tracker, store, workflow).judges["review"]
    assert isinstance(judge, ModelAgent)
    assert (judge.spec.name, judge.spec.max_tokens) == ("openai:gpt-5.4", 123)


def test_defect_5_a_missing_key_is_an_error_and_never_another_provider(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(UsageError, match="ANTHROPIC_API_KEY"):
        run_flow(make_config(home, ()), flow({"model": "anthropic/claude-opus-4-1"}))


def test_defect_6_a_fenced_reply_is_stored_and_a_number_is_a_line(home: Path) -> None:
    opinion = judges("pass")["reply"] | {
        "findings": [{"file": "a.go", "line": 12, "comment": "x", "severity": "low"}]
    }
    fenced = f"Here is my review:\n```json\n{json.dumps(opinion, indent=2)}\n```\n"
    config = make_config(home, [judges("pass", reply=fenced)])
    whole = run_flow(config, flow({"output": "verdict"}))
    stored = output_of(config, whole, "verdict").data
    assert stored["verdict"] == "pass"
    assert stored["findings"] == [{"file": "a.go", "line": "12", "comment": "x", "severity": "low"}]


def test_defect_7_a_require_mismatch_takes_the_fail_route(home: Path) -> None:
    fix = "  - {id: fix, triggers: [{judge_verdict: fail}], on_enter: {inject: fix it}}\n"
    stop = "  - {id: stopped, terminal: true, triggers: [{message_contains: stop}]}\n"
    config = make_config(home, [judges("fail"), *replies("stop")])
    whole = run_flow(config, flow({"require": {"verdict": "pass"}}, "true", fix, stop, END))
    assert (whole.state, path_of(whole)) == ("completed", ["review", "fix", "stopped"])


def test_defect_8_a_verdict_can_be_scoped_to_its_stage(home: Path) -> None:
    judge = "{judge: {inputs: [issue], instructions: look}}"
    text = (
        f"stages:\n  - {{id: style, entry: true, on_enter: {judge}}}\n"
        "  - {id: mend, triggers: [{judge_verdict: {stage: security, verdict: fail}}], terminal: true}\n"
        f"  - {{id: security, triggers: [{{judge_verdict: {{stage: style, verdict: fail}}}}], on_enter: {judge}}}\n"
    )
    config = make_config(home, [judges("fail", stage="style"), judges("fail", stage="security")])
    assert path_of(run_flow(config, text)) == ["style", "security", "mend"]


def test_defect_9_loops_are_bounded(home: Path) -> None:
    fix = "  - {id: fix, triggers: [{judge_verdict: fail}], on_enter: {inject: fix it}}\n"
    back = "    triggers: [{message_contains: '[DONE]'}]\n"
    lines = [*replies(*["[DONE]"] * 9), *(judges("fail", number) for number in range(1, 10))]
    whole = run_flow(make_config(home, lines), flow({}, "true", back, fix, END))
    assert (whole.state, visits_of(whole)["review"]) == ("escalate", 5)


def test_defect_9_a_stage_that_waits_for_the_same_token_as_an_earlier_one_is_reached(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{fake_go(tmp_path / 'bin')}{os.pathsep}{os.environ['PATH']}")
    config = make_config(home, [*replies("[DONE]", "stop"), judges("fail")])
    whole = run_flow(config, SEED, repo=make_repository(tmp_path / "repo"))
    assert path_of(whole)[:3] == ["implement", "test", "review"]


def test_defect_9_editing_a_workflow_does_not_change_a_running_one(home: Path) -> None:
    text = (
        "stages:\n  - {id: first, entry: true, on_enter: {inject: Open it.}}\n"
        "  - {id: merged, terminal: true, triggers: [{pr_merged: }]}\n"
    )
    config = make_config(home, replies("https://github.com/org/repo/pull/7"))

    def has_pull() -> bool:
        try:
            return bool(look_up(config, "run-1").pulls)
        except RunError:
            return False

    async def work() -> RunResult:
        running = asyncio.create_task(begin(config, text, run_id="run-1"))
        await until(has_pull)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        await send_event("run-1", PullRequestEnd(event="pr_merged"), "x")
        # Only the id is given: there is no file to read again.
        return await resume_run("run-1", home / "coordinator.yaml")

    assert asyncio.run(work()).stage == "merged"
    assert look_up(config, "run-1").start.text == text


def test_defect_9_two_dots_in_a_command_are_fine(home: Path, tmp_path: Path) -> None:
    repo = make_repository(tmp_path / "repo")
    git(repo, "commit", "--quiet", "--allow-empty", "--message", "more")
    config = make_config(home, [judges("pass")])
    whole = run_flow(config, flow({}, "git diff HEAD~1..HEAD && ls ./..."), repo=repo)
    assert "refused" not in output_of(config, whole, "test_output").stderr
    assert whole.path[0].ran is not None


def test_defect_9_empty_instructions_do_not_silently_skip_the_judge(home: Path) -> None:
    with pytest.raises(UsageError, match="instructions"):
        run_flow(make_config(home, [judges("pass")]), flow({"instructions": ""}))

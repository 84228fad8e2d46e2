"""The way a run takes: from stage to stage, by what the agent says, by time, and by what happens outside."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from coordinator.app.workflows import outside_event, resume_run, send_event
from coordinator.cli.workflows import run_text
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.engine.journal import JournalEngine
from coordinator.errors import RunError, UsageError
from coordinator.storage.store import Store
from coordinator.views.asks import open_asks, send_answer
from coordinator.workflow.history import RunRecord
from coordinator.workflow.records import LONGEST_WAIT, PullRequestEnd, RunResult, RunSettings
from tests.support.flows import (
    begin,
    judges,
    look_up,
    make_config,
    make_repository,
    path_of,
    prompts_of,
    replies,
    run_flow,
    says,
)
from tests.support.repositories import git
from tests.support.runs import until

PULL = "https://github.com/org/repo/pull/7"
DONE = '  - id: end\n    terminal: true\n    triggers: [{message_contains: "[DONE]"}]\n'
ASK = "stages:\n  - id: first\n    entry: true\n    on_enter: {inject: Go.}\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def found(config: Config) -> RunRecord | None:
    try:
        return look_up(config, "run-1")
    except RunError:
        return None


def run_with(
    config: Config, text: str, reached: Callable[[RunRecord], object], *events: str, **more: Any
) -> tuple[RunResult, RunRecord]:
    """Run a workflow, and tell it these events once it has come so far; the word ready waits for that stage."""

    async def work() -> RunResult:
        running = asyncio.create_task(begin(config, text, run_id="run-1", **more))
        await until(lambda: running.done() or bool((whole := found(config)) and reached(whole)))
        for number, event in enumerate(events):
            if event == "ready":
                await until(
                    lambda: running.done() or path_of(look_up(config, "run-1"))[-1] == "ready"
                )
            else:
                await send_event("run-1", outside_event(event), f"event {number}")
        return await running

    return asyncio.run(work()), look_up(config, "run-1")


# -- messages


def test_a_message_that_leads_nowhere_escalates_instead_of_hanging(home: Path) -> None:
    lost = replies("I am not sure what to do.", "I still am not.")
    whole = run_flow(make_config(home, lost), ASK + DONE)
    assert whole.state == "escalate"
    assert whole.ending is not None
    assert (
        whole.ending.reason == "no event led from stage first to another (stages wait for [DONE])"
    )


def test_a_token_that_is_merely_mentioned_is_asked_for_once_more(home: Path) -> None:
    config = make_config(home, replies("I shall say [DONE] soon.", "[DONE]"))
    whole = run_flow(config, ASK + DONE, run_id="run-1")
    assert whole.state == "completed"
    assert 'mentions "[DONE]"' in prompts_of(config, "run-1", "ask/work/Agent/2")[0]
    stubborn = make_config(home, replies("I shall say [DONE] soon.", "I say [DONE] again."))
    assert run_flow(stubborn, ASK + DONE).state == "escalate"


def test_every_prompt_carries_what_was_said_before(home: Path) -> None:
    config = make_config(home, replies("[NEXT] I have found the cause.", "[DONE]"))
    second = '  - id: second\n    on_enter: {inject: Mend it.}\n    triggers: [{message_contains: "[NEXT]"}]\n'
    run_flow(config, ASK + second + DONE, run_id="run-1")
    asked = prompts_of(config, "run-1", "ask/work/Agent/2")[0]
    assert "I have found the cause." in asked
    assert asked.rstrip().endswith("Mend it.")


def test_an_agent_that_fails_is_asked_again_and_then_given_up(home: Path) -> None:
    fails = [
        {"seat": "Agent", "purpose": "work", "round": n, "fail": "failed", "detail": "no luck"}
        for n in (1, 2)
    ]
    assert run_flow(make_config(home, [*fails, says("[DONE]", 3)]), ASK + DONE).state == "completed"
    third = {"seat": "Agent", "purpose": "work", "round": 3, "fail": "silent"}
    whole = run_flow(make_config(home, [*fails, third]), ASK + DONE)
    assert whole.state == "error"
    assert whole.ending is not None
    assert "Agent gave no message: silent" in whole.ending.reason


def test_a_stage_may_name_another_agent_for_what_follows(home: Path) -> None:
    second = "  - {id: second, agent: Other, on_enter: {inject: Look.}, triggers: [{message_contains: '[NEXT]'}]}\n"
    config = make_config(home, [says("[NEXT]", 1), says("[DONE]", 2, seat="Other")])
    whole = run_flow(config, ASK + second + DONE)
    assert whole.state == "completed"
    assert [line.who for line in whole.transcript if line.kind == "reply"] == ["Agent", "Other"]
    with pytest.raises(UsageError, match="no agent 'Nobody' is configured"):
        run_flow(config, (ASK + second + DONE).replace("Other", "Nobody"))


def test_a_workflow_without_an_agent_runs_commands_and_judges(home: Path) -> None:
    config = make_config(home, [judges("pass")])
    file = home / "coordinator.yaml"
    file.write_text(
        "\n".join(line for line in file.read_text().splitlines() if "name: Agent" not in line)
    )
    text = (
        "stages:\n  - id: review\n    entry: true\n    on_enter:\n      judge: {inputs: [issue], instructions: look}\n"
        "  - id: end\n    terminal: true\n    triggers: [{judge_verdict: pass}]\n"
    )
    assert path_of(run_flow(config, text)) == ["review", "end"]


# -- bounds


def test_a_loop_ends_when_a_stage_was_visited_often_enough(home: Path) -> None:
    loop = "  - {id: again, max_visits: 2, on_enter: {inject: More.}, triggers: [{message_contains: '[MORE]'}]}\n"
    whole = run_flow(make_config(home, replies(*["[MORE]"] * 5)), ASK + loop + DONE)
    assert path_of(whole) == ["first", "again", "again"]
    assert whole.state == "escalate"
    bound = make_config(home, replies(*["[MORE]"] * 9), workflow="max_visits: 3")
    assert len(path_of(run_flow(bound, ASK + loop.replace("max_visits: 2, ", "") + DONE))) == 4


def test_a_budget_that_is_used_up_ends_the_run(home: Path) -> None:
    config = make_config(home, replies("[MORE]"), workflow="budget: {usd: 0.3}")
    again = "  - id: again\n    on_enter: {inject: More.}\n    triggers: [{message_contains: '[MORE]'}]\n"
    whole = run_flow(config, ASK + again + DONE)
    assert whole.state == "error"
    assert whole.ending is not None
    assert "over budget" in whole.ending.reason


# -- time


LATE = "  - id: late\n    terminal: true\n"


def test_a_stage_is_left_when_its_time_is_over_also_while_the_agent_works(home: Path) -> None:
    slow = [says("[DONE]", 1, delay=60.0)]
    text = ASK + "    triggers: [{stage_timeout: {after: 300ms, go_to: late}}]\n" + DONE + LATE
    whole = run_flow(make_config(home, slow), text)
    assert path_of(whole) == ["first", "late"]
    assert whole.path[1].visit.why.kind == "stage_timeout"


def test_a_stage_that_waits_is_left_when_its_time_is_over(home: Path) -> None:
    text = ASK + "    triggers: [{stage_timeout: {after: 300ms, go_to: late}}]\n" + DONE + LATE
    whole = run_flow(make_config(home, replies("I wait.", "I still do.")), text)
    assert path_of(whole) == ["first", "late"]


def test_an_agent_that_is_late_without_a_time_out_of_its_stage_is_an_error(home: Path) -> None:
    config = make_config(home, [says("[DONE]", 1, delay=60.0)], workflow="deadline: 0.2s")
    whole = run_flow(config, ASK + DONE)
    assert (whole.state, path_of(whole)) == ("error", ["first"])


# -- outside

OPENS = ASK + (
    "  - {id: merged, terminal: true, triggers: [{pr_merged: }]}\n"
    "  - {id: closed, terminal: true, triggers: [{pr_closed: }]}\n"
    "  - id: ready\n    triggers: [{pr_conditions: {ci: passing, reviews: clean}}]\n    on_enter: {inject: Merge it.}\n"
)


def has_pull(whole: RunRecord) -> bool:
    return bool(whole.pulls)


@pytest.mark.parametrize(("event", "stage"), [("pr_merged", "merged"), ("pr_closed", "closed")])
def test_what_becomes_of_the_pull_request_leads_on(home: Path, event: str, stage: str) -> None:
    ending, whole = run_with(make_config(home, replies(f"Here: {PULL}")), OPENS, has_pull, event)
    assert (ending.kind, path_of(whole)) == ("completed", ["first", stage])


def test_conditions_hold_once_all_of_them_do(home: Path) -> None:
    config = make_config(home, replies(f"Here: {PULL}", "merged by hand"))
    events = ("ci=passing", "reviews=changes", "reviews=clean")
    _, whole = run_with(config, OPENS, has_pull, *events, "ready", "pr_merged")
    assert path_of(whole) == ["first", "ready", "merged"]


def test_an_event_that_comes_while_the_agent_works_is_not_lost(home: Path) -> None:
    config = make_config(home, [says(f"Here: {PULL}", 1, delay=0.3)])
    ending, whole = run_with(config, OPENS, lambda whole: whole.path, "pr_merged")
    assert (ending.kind, path_of(whole)) == ("completed", ["first", "merged"])


def test_a_pull_request_whose_end_nobody_waits_for_escalates(home: Path) -> None:
    text = OPENS.replace("  - {id: closed, terminal: true, triggers: [{pr_closed: }]}\n", "")
    ending, _ = run_with(make_config(home, replies(f"Here: {PULL}")), text, has_pull, "pr_closed")
    assert (ending.kind, ending.stage) == ("escalated", "first")


AFTER_MERGE = "  - {id: after, triggers: [{pr_merged: }]%s}\n"


def test_a_merge_that_leads_to_a_stage_without_a_way_out_completes_the_run(home: Path) -> None:
    config = make_config(home, replies(f"Here: {PULL}"))
    ending, whole = run_with(config, ASK + AFTER_MERGE % "" + DONE, has_pull, "pr_merged")
    assert (ending.kind, path_of(whole)) == ("completed", ["first", "after"])
    assert ending.reason == "the pull request was merged, and no event leads out of stage after"


def test_a_merge_after_which_the_agent_leads_nowhere_calls_a_person(home: Path) -> None:
    config = make_config(home, replies(f"Here: {PULL}", "It is tidy now.", "What else?"))
    asks = AFTER_MERGE % ", on_enter: {inject: Tidy up.}"
    ending, whole = run_with(config, ASK + asks + DONE, has_pull, "pr_merged")
    assert (ending.kind, path_of(whole)) == ("escalated", ["first", "after"])
    assert ending.reason.endswith("the pull request has ended, so none can come")


def test_a_closed_pull_request_that_leads_nowhere_calls_a_person(home: Path) -> None:
    text = ASK + AFTER_MERGE % "" + "  - {id: shut, triggers: [{pr_closed: }]}\n" + DONE
    ending, whole = run_with(
        make_config(home, replies(f"Here: {PULL}")), text, has_pull, "pr_closed"
    )
    assert (ending.kind, path_of(whole)) == ("escalated", ["first", "shut"])


def test_a_run_goes_on_after_the_end_of_one_pull_request_while_another_is_open(home: Path) -> None:
    other = PULL.replace("7", "8")
    text = ASK + AFTER_MERGE % "" + "  - {id: shut, terminal: true, triggers: [{pr_closed: }]}\n"
    config = make_config(home, replies(f"Here: {PULL}\nand {other}"))

    async def work() -> RunResult:
        running = asyncio.create_task(begin(config, text, run_id="run-1"))
        await until(lambda: running.done() or bool((whole := found(config)) and whole.pulls))
        await send_event("run-1", PullRequestEnd(event="pr_merged", url=PULL), "one")
        await until(lambda: running.done() or path_of(look_up(config, "run-1"))[-1] == "after")
        await send_event("run-1", PullRequestEnd(event="pr_closed", url=other), "two")
        return await running

    assert asyncio.run(work()).kind == "completed"
    assert path_of(look_up(config, "run-1")) == ["first", "after", "shut"]


def test_a_wait_without_a_timeout_ends_and_calls_a_person(home: Path) -> None:
    config = make_config(home, replies(f"Here: {PULL}"), workflow="longest_wait: 300ms")
    whole = run_flow(config, OPENS)
    assert whole.ending is not None
    assert (whole.ending.kind, whole.ending.stage) == ("escalated", "first")
    assert whole.ending.reason == (
        "no event led out of stage first within 0.3s (workflow.longest_wait)"
    )
    assert whole.waits is None


def test_a_run_that_waits_shows_since_when_and_until_when(home: Path) -> None:
    shown = []

    def waits(whole: RunRecord) -> bool:
        if whole.waits is not None:
            shown.append((whole.waits, whole.path[-1].visit.at, run_text(whole, str, False)))
        return bool(shown)

    config = make_config(home, replies(f"Here: {PULL}"))
    run_with(config, OPENS, waits, "pr_merged")
    wait, entered, text = shown[0]
    assert wait.until == entered + LONGEST_WAIT
    assert wait.since >= entered
    assert "waits for an event for " in text


def test_a_run_of_an_earlier_version_waits_no_longer_than_others() -> None:
    older = {"seed": "", "agent": "", "max_visits": 1, "deadline": 1.0}
    older |= {"input": 1, "inputs": 1, "output": 1}
    assert RunSettings.model_validate(older).longest_wait == LONGEST_WAIT


def test_quiet_for_counts_from_the_last_comment(home: Path) -> None:
    quiet = "  - {id: quiet, terminal: true, triggers: [{pr_conditions: {quiet_for: 300ms}}]}\n"
    _, whole = run_with(
        make_config(home, replies(f"Here: {PULL}")), ASK + quiet, has_pull, "commented"
    )
    assert path_of(whole) == ["first", "quiet"]
    assert whole.path[1].visit.at - whole.path[0].visit.at >= 0.3


def test_a_run_that_has_ended_takes_no_events_and_other_words_are_refused(home: Path) -> None:
    config = make_config(home, replies("[DONE]"))
    run_flow(config, ASK + DONE, run_id="run-1")
    with pytest.raises(UsageError, match="run-1 has ended: completed"):
        asyncio.run(send_event("run-1", outside_event("pr_merged"), ""))
    with pytest.raises(UsageError, match="unknown event 'pr_opened'"):
        outside_event("pr_opened")


# -- outputs


def test_an_output_leads_on_once_when_nothing_else_is_waited_for(home: Path) -> None:
    text = (
        "stages:\n  - id: first\n    entry: true\n"
        "    on_enter: {run: {command: 'echo ''{\"state\": \"ready\"}''', output: o}}\n"
        "  - id: end\n    terminal: true\n    triggers: [{output_matches: {output: o, path: state, any_of: [READY]}}]\n"
    )
    assert path_of(run_flow(make_config(home, ()), text)) == ["first", "end"]


# -- going on


def test_a_run_keeps_the_workflow_it_was_started_with(home: Path) -> None:
    config = make_config(home, replies(f"Here: {PULL}"))
    _, whole = run_with(config, OPENS, has_pull, "pr_merged")
    assert whole.start.text == OPENS
    assert [stage.id for stage in whole.workflow.stages] == ["first", "merged", "closed", "ready"]


def test_a_run_that_has_ended_is_only_looked_up(home: Path) -> None:
    config = make_config(home, replies("[DONE]"))
    run_flow(config, ASK + DONE, run_id="run-1")
    (home / "replies.jsonl").write_text("")
    ending = asyncio.run(resume_run("run-1", home / "coordinator.yaml"))
    assert ending.kind == "completed"


async def answer(purpose: str, text: str) -> None:
    """Answer the next ask of this purpose; nothing but white space is no answer."""
    path = state_file(Path(os.environ["COORDINATOR_HOME"]))
    async with JournalEngine(path, {}) as engine:
        with closing(Store(path)) as store:
            await until(lambda: any(ask.purpose == purpose for ask in open_asks(store)))
            (ask,) = open_asks(store)
        with pytest.raises(UsageError, match="was not accepted"):
            await send_answer(engine, ask, " ")
        await send_answer(engine, ask, text)


def test_a_person_works_and_judges(home: Path) -> None:
    config = make_config(home, ())
    (home / "coordinator.yaml").write_text(
        "workflow:\n  agent: {name: Agent, person: maria}\n  judge: {person: eve}\n"
    )
    text = (
        ASK + "  - id: review\n    triggers: [{message_contains: '[DONE]'}]\n"
        "    on_enter: {judge: {inputs: [issue], instructions: look}}\n"
        "  - {id: end, terminal: true, triggers: [{judge_verdict: pass}]}\n"
    )

    async def work() -> RunResult:
        running = asyncio.create_task(begin(config, text, run_id="run-1"))
        await answer("work", "[DONE]")
        await answer("stage", "verdict: pass\nsummary: fine\n")
        return await running

    assert asyncio.run(work()).kind == "completed"


def test_a_person_who_judges_has_the_time_that_the_file_gives(home: Path) -> None:
    config = make_config(home, ())
    (home / "coordinator.yaml").write_text("workflow: {judge: {person: eve}}\n")
    judge = "{inputs: [issue], instructions: look, timeout: 200ms}"
    whole = run_flow(
        config, f"stages:\n  - {{id: review, entry: true, on_enter: {{judge: {judge}}}}}\n"
    )
    assert whole.ending is not None
    assert (whole.state, "eve did not answer in time" in whole.ending.reason) == ("error", True)


# -- the place of the work


def test_in_place_works_in_the_repository_itself(home: Path, tmp_path: Path) -> None:
    repo = make_repository(tmp_path / "repo")
    text = "stages:\n  - {id: first, entry: true, terminal: true, on_enter: {run: {command: touch here}}}\n"
    whole = run_flow(make_config(home, ()), text, repo=repo, in_place=True)
    assert (repo / "here").exists()
    assert whole.place is not None
    assert (whole.place.folder, whole.place.branch) == (str(repo), "")


def test_in_place_what_was_not_committed_before_is_not_judged_as_the_work(
    home: Path, tmp_path: Path
) -> None:
    repo = make_repository(tmp_path / "repo")
    (repo / "go.mod").write_text("module example.org/mine\n")
    (repo / "notes.txt").write_text("mine\n")
    git(repo, "add", "notes.txt")
    (repo / "notes.txt").write_text("mine, too\n")
    before = git(repo, "status", "--porcelain")
    commit = "git -c user.name=a -c user.email=a@b commit --quiet -m Mod -- go.mod"
    command = f"echo theirs >> notes.txt; echo new > new.txt; {commit}"
    text = (
        "stages:\n  - id: first\n    entry: true\n    on_enter:\n"
        f"      run: {{command: {json.dumps(command)}}}\n"
        "      judge: {inputs: [git_diff, files], instructions: Look.}\n"
        "  - {id: end, terminal: true, triggers: [{judge_verdict: pass}]}\n"
    )
    config = make_config(home, [judges("pass", stage="first")])
    whole = run_flow(config, text, repo=repo, in_place=True, run_id="run-1")
    (asked,) = prompts_of(config, "run-1", "ask/stage")
    assert whole.place is not None
    assert "+theirs" in asked
    assert "new.txt (added" in asked
    assert "go.mod" not in asked, "what the run committed was there before it"
    assert "-mine" not in asked
    assert before == "M go.mod\nAM notes.txt"
    assert git(repo, "rev-parse", "refs/coordinator/run-1") == whole.place.base
    assert git(repo, "show", "refs/coordinator/run-1:notes.txt") == "mine, too"
    assert git(repo, "status", "--porcelain") == "AM notes.txt\n?? new.txt"


def test_without_a_repository_there_is_a_new_one(home: Path) -> None:
    text = "stages:\n  - {id: first, entry: true, terminal: true, on_enter: {run: {command: git log --oneline}}}\n"
    whole = run_flow(make_config(home, ()), text)
    assert whole.state == "completed"
    with pytest.raises(UsageError, match="--in-place needs a repository"):
        run_flow(make_config(home, ()), text, in_place=True)


def test_a_workflow_without_an_entry_is_refused(home: Path) -> None:
    with pytest.raises(UsageError, match="entry"):
        run_flow(make_config(home, ()), "stages:\n  - {id: first, terminal: true}\n")


def test_a_configuration_that_only_the_work_has_does_not_count(home: Path, tmp_path: Path) -> None:
    repo = make_repository(tmp_path / "repo")
    (repo / "coordinator.yaml").write_text("workflow: {max_visits: 1}\n")
    config = make_config(home, replies("[DONE]"))
    whole = run_flow(config, ASK + DONE, repo=repo, in_place=True)
    assert whole.settings is not None
    assert whole.settings.max_visits == 5


def test_a_person_who_works_has_their_own_time(home: Path) -> None:
    config = make_config(home, (), workflow="deadline: 0.2s")
    file = home / "coordinator.yaml"
    recorded = next(line for line in file.read_text().splitlines() if "name: Agent" in line)
    file.write_text(file.read_text().replace(recorded, "  agent: {name: Agent, person: maria}"))

    async def work() -> RunResult:
        running = asyncio.create_task(begin(config, ASK + DONE, run_id="run-1"))
        await asyncio.sleep(0.4)
        await answer("work", "[DONE]")
        return await running

    assert asyncio.run(work()).kind == "completed"


def test_a_gate_on_the_verdict_does_not_stop_what_the_verdict_leads_to(home: Path) -> None:
    text = (
        "stages:\n  - id: review\n    entry: true\n"
        "    on_enter: {judge: {inputs: [issue], instructions: look, output: o}}\n"
        "    gate: {output: o, required: true, pass: {path: verdict, values: [pass]}}\n"
        "  - {id: fix, triggers: [{judge_verdict: fail}], terminal: true}\n"
    )
    assert path_of(run_flow(make_config(home, [judges("fail")]), text)) == ["review", "fix"]

"""Runs after a bad moment: a forgotten token, a red command, an unreadable judge, and a person who lets them go on."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from coordinator.app.workflows import send_event
from coordinator.cli import run as cli
from coordinator.config.environment import state_file
from coordinator.config.settings import Config, load
from coordinator.models import PreviousReview
from coordinator.storage.steps import StepReader
from coordinator.storage.store import Store
from coordinator.workflow.history import RunRecord
from coordinator.workflow.records import PullRequestEnd, RunResult
from tests.support.flows import (
    SEED,
    begin,
    fake_go,
    has_pull,
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
from tests.support.real_clis import real, real_cli, run_call
from tests.support.reviews import Line
from tests.support.runs import until
from tests.support.vendor_streams import Say

RUN = "run-seed"
PULL = "https://github.com/org/repo/pull/7"
NONSENSE = "I could not say."
WAY = ["implement", "test", "review", "pr"]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with a home and a repository; its `go` fails as often as `reds` says."""
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path / "home"))
    script = (
        'n=$(cat REDS); [ "$n" = 0 ] && echo ok && exit 0; echo FAIL $n; expr $n - 1 > REDS; exit 1'
    )
    go = fake_go(tmp_path / "bin", script.replace("REDS", str(tmp_path / "reds")))
    monkeypatch.setenv("PATH", f"{go}{os.pathsep}{os.environ['PATH']}")
    (tmp_path / "reds").write_text("0")
    make_repository(tmp_path / "repo")
    return tmp_path


def unreadable(number: int) -> Line:
    return judges("pass", number) | {"reply": NONSENSE}


def ended(place: Path, lines: Sequence[Line], text: str = SEED) -> tuple[Config, RunRecord]:
    """A run that has ended by itself."""
    config = make_config(place / "home", lines)
    return config, run_flow(config, text, repo=place / "repo", run_id=RUN)


def go_on(place: Path, *words: str) -> int:
    command, *more = words
    return cli([command, RUN, *more, "--config", str(place / "home/coordinator.yaml")])


def test_the_example_survives_a_bad_day_with_nobodys_help(place: Path) -> None:
    (place / "reds").write_text("2")
    said = replies(
        "It is in.", "[DONE]", "Mended.\n\n[DONE]", "Really.\n\n[DONE]", f"[DONE] {PULL}"
    )
    config = make_config(place / "home", [*said, unreadable(1), judges("pass", 1, again=True)])

    async def whole_day() -> RunResult:
        running = asyncio.create_task(begin(config, SEED, run_id=RUN, repo=place / "repo"))
        await until(lambda: running.done() or has_pull(config, RUN))
        await send_event(RUN, PullRequestEnd(event="pr_merged"), "the merge")
        return await running

    result = asyncio.run(whole_day())
    whole = look_up(config, RUN)
    assert (result.kind, result.stage) == ("completed", "merged")
    assert path_of(whole) == [
        "implement",
        "test",
        "implement",
        "test",
        "implement",
        *WAY[1:],
        "merged",
    ]
    asked = prompts_of(config, RUN, "ask/work/Agent/")
    assert "a line that begins with [DONE], which leads to Test" in asked[1]
    assert "FAIL 2" in asked[2]
    assert "FAIL 1" in asked[3]
    assert len(whole.path[-3].asked_again) == 1


def test_an_agent_that_never_says_its_token_is_left_to_a_person_whose_words_go_on(
    place: Path,
) -> None:
    words = ["Nearly.", "Nearly, still.", "[DONE]", "stop"]
    config, whole = ended(place, [*replies(*words), judges("pass", 1)])
    assert (whole.state, path_of(whole)) == ("escalate", ["implement"])
    assert go_on(place, "resume", "--say", "Say it now.", "--by", "Maria") == 0
    whole = look_up(config, RUN)
    assert path_of(whole) == ["implement", "implement", *WAY[1:], "stopped"]
    assert whole.path[1].visit.why.detail == "resumed by Maria"
    assert (whole.path[1].lines[0].kind, whole.path[1].lines[0].text) == ("person", "Say it now.")
    assert "Say it now." in prompts_of(config, RUN, "ask/work/Agent/3")[0]
    assert len(prompts_of(config, RUN, "ask/work/Agent/")) == 4


def test_a_test_that_stays_red_is_left_to_a_person_who_goes_on_from_there(place: Path) -> None:
    (place / "reds").write_text("99")
    config, whole = ended(place, [*replies(*["[DONE]"] * 5), says("stop", 6), judges("pass", 1)])
    assert (whole.state, path_of(whole)) == ("escalate", ["implement", "test"] * 5)
    (place / "reds").write_text("0")
    assert go_on(place, "resume", "--from", "test") == 0
    assert path_of(look_up(config, RUN))[10:] == ["test", "review", "pr", "stopped"]


def test_a_test_that_stays_red_may_be_let_pass(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "reds").write_text("99")
    config, _ = ended(place, [*replies(*["[DONE]"] * 5), says("stop", 6), judges("pass", 1)])
    assert go_on(place, "decide", "fail", "--reason", "no") == 64
    assert "possible decisions: pass" in capsys.readouterr().err
    assert go_on(place, "decide", "pass", "--reason", "the network is down") == 0
    whole = look_up(config, RUN)
    assert path_of(whole)[10:] == ["test", "review", "pr", "stopped"]
    assert whole.path[10].ran is None


@pytest.mark.parametrize(
    ("verdict", "way"), [("pass", ["pr", "stopped"]), ("fail", ["fix", "stopped"])]
)
def test_a_judge_that_is_never_read_is_left_to_a_person_who_decides(
    place: Path, verdict: str, way: list[str]
) -> None:
    lines = [*replies("[DONE]", "stop"), unreadable(1), unreadable(1) | {"again": True}]
    config, whole = ended(place, lines)
    assert (whole.state, path_of(whole)) == ("error", WAY[:3])
    assert go_on(place, "decide", verdict, "--reason", "greet by name", "--by", "Maria") == 0
    whole = look_up(config, RUN)
    assert path_of(whole) == [*WAY[:3], "review", *way]
    judged = whole.path[3].judged
    assert judged is not None
    assert (judged.by, judged.verdict, judged.summary) == ("Maria", verdict, "greet by name")
    assert "greet by name" in prompts_of(config, RUN, "ask/work/Agent/2")[0]
    assert len(prompts_of(config, RUN, "ask/stage/")) == 2


def test_a_person_may_let_it_go_on_again_and_again(place: Path) -> None:
    words = ["Nearly."] * 2 + ["Not yet."] * 2 + ["stop"]
    config, _ = ended(place, replies(*words))
    assert go_on(place, "resume", "--say", "Now?") == 2
    assert go_on(place, "resume", "--from", "implement", "--say", "Now!") == 0
    whole = look_up(config, RUN)
    assert path_of(whole) == ["implement"] * 3 + ["stopped"]
    assert [line.kind for line in whole.path[2].lines] == ["person", "inject", "reply"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["resume", "--from", "tests"], "has no stage 'tests' (did you mean 'test'?)"),
        (
            ["resume", "--say", "  "],
            "--say is empty (give a stage after --from, or a message after --say)",
        ),
        (["resume", "--from", ""], "--from is empty"),
        (["decide", "pass"], "the decision pass is not possible at stage implement of run-seed"),
        (["decide", "fail"], "a fail needs a reason"),
        (
            ["decide", "pr_merged"],
            "has ended: escalate (`coordinator resume run-seed --from STAGE`",
        ),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    place: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    config, whole = ended(place, replies("Nearly.", "Nearly."))
    assert go_on(place, *words) == 64
    assert said.partition(" (")[0] in capsys.readouterr().err
    assert look_up(config, RUN) == whole


def test_a_completed_run_does_not_go_on(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ended(place, replies("stop"))
    assert go_on(place, "resume", "--from", "implement") == 64
    assert "has completed" in capsys.readouterr().err


def routed(trigger: Any) -> str:
    return f"""\
stages:
  - {{id: work, entry: true, on_enter: {{run: {{command: "echo no such thing; exit 3"}}, inject: never}}}}
  - id: repair
    triggers: [{{run_failed: {trigger}}}]
    on_enter: {{inject: "It printed {{{{ .Outputs.work.stdout }}}}"}}
  - {{id: end, terminal: true, triggers: [{{message_contains: "[DONE]"}}]}}
"""


@pytest.mark.parametrize("trigger", ["", "work", "{stage: work}"])
def test_a_failed_command_leads_where_the_file_says(place: Path, trigger: str) -> None:
    config, whole = ended(place, replies("[DONE]"), routed(trigger))
    assert (whole.state, path_of(whole)) == ("completed", ["work", "repair", "end"])
    assert whole.path[1].visit.why.detail == "work: exit 3"
    assert "It printed no such thing" in prompts_of(config, RUN, "ask/work/Agent/1")[0]


def test_a_token_is_asked_for_also_when_a_pull_request_is_known(place: Path) -> None:
    text = """\
stages:
  - {id: work, entry: true, on_enter: {inject: "Make a pull request and say [DONE]."}}
  - {id: polish, triggers: [{message_contains: "[DONE]"}], on_enter: {inject: "Polish it and say [POLISHED]."}}
  - {id: end, terminal: true, triggers: [{message_contains: "[POLISHED]"}]}
  - {id: merged, terminal: true, triggers: [{pr_merged: }]}
"""
    config, whole = ended(place, replies(f"[DONE] {PULL}", "Polished.", "[POLISHED]"), text)
    assert path_of(whole) == ["work", "polish", "end"]
    assert "a line that begins with [POLISHED]" in prompts_of(config, RUN, "ask/work/Agent/3")[0]


def test_a_red_command_goes_back_to_the_agent_that_worked(place: Path) -> None:
    (place / "reds").write_text("1")
    text = """\
stages:
  - {id: work, entry: true, on_enter: {inject: "Say [DONE]."}}
  - {id: test, agent: Other, triggers: [{message_contains: "[DONE]"}], on_enter: {run: {command: go test}}}
  - {id: end, terminal: true, triggers: [{message_contains: "[DONE]"}]}
"""
    config, whole = ended(place, replies("[DONE]", "[DONE]"), text)
    assert (whole.state, path_of(whole)) == ("completed", ["work", "test", "work", "test", "end"])
    assert not prompts_of(config, RUN, "ask/work/Other/")


def test_a_stage_that_a_person_enters_leads_on_as_if_its_token_had_been_said(place: Path) -> None:
    config, _ = ended(place, [*replies("Nearly.", "Nearly.", "stop"), judges("pass", 1)])
    assert go_on(place, "resume", "--from", "test") == 0
    assert path_of(look_up(config, RUN)) == [*WAY, "stopped"]


def test_a_decision_leaves_the_rubric_of_the_panel_and_is_a_reason_like_any_other(
    place: Path,
) -> None:
    text = """\
stages:
  - id: review
    entry: true
    triggers: [{message_contains: "[DONE]"}]
    on_enter: {run: {command: "echo Hello > new.txt"}, judge: {panel: strict, protocol: judge}}
  - {id: fix, triggers: [{judge_verdict: fail}], on_enter: {inject: "Say [DONE]."}}
"""
    panel = "panels: [{name: strict, judge: {name: Judge, recorded: REPLIES}}]"
    config = make_config(place / "home", replies("[DONE]"), workflow=panel)
    whole = run_flow(config, text, repo=place / "repo", run_id=RUN)
    assert (whole.state, path_of(whole)) == ("error", ["review"])
    assert go_on(place, "decide", "fail", "--reason", "greet by name") != 0
    whole = look_up(config, RUN)
    assert path_of(whole) == ["review", "review", "fix", "review"]
    with closing(Store(state_file(config.home))) as store:
        found = StepReader(
            event._replace(key=event.key.replace("/panel/review/3", ""))
            for event in store.events(RUN)
        )
    earlier = found.one("earlier", PreviousReview)
    assert earlier is not None
    assert [(reason.id, reason.text) for reason in earlier.reasons] == [("R1", "greet by name")]
    assert earlier.rubrics


def test_an_agent_that_is_named_no_more_is_said_and_loses_nothing(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, _ = ended(place, replies("Nearly.", "Nearly.", "stop"))
    file = place / "home/coordinator.yaml"
    text = file.read_text()
    file.write_text(text.replace("name: Agent", "name: Renamed"))
    assert go_on(place, "resume", "--say", "Now?") == 3
    assert "began with the agent 'Agent'" in capsys.readouterr().err
    file.write_text(text)
    assert go_on(place, "resume") == 0
    assert path_of(look_up(config, RUN)) == ["implement", "implement", "stopped"]


# -- with real agents

GREETS = """\
stages:
  - {id: work, entry: true, on_enter: {inject: "Greet the guests in greeting.txt, then say [DONE]."}}
  - id: test
    triggers: [{message_contains: "[DONE]"}]
    on_enter: {run: {command: 'grep -q Ada greeting.txt || { echo "FAIL: Ada is not greeted"; exit 1; }'}}
  - {id: end, terminal: true, triggers: [{message_contains: "[DONE]"}]}
"""


@real("claude", "codex", "gemini")
def test_a_real_agent_is_reminded_and_mends_what_is_red(
    name: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = [
        Say("I have a plan."),
        run_call(name, "echo Hello > greeting.txt"),
        Say("It is in.\n\n[DONE]"),
        run_call(name, "echo Hello, Ada > greeting.txt"),
        Say("Mended.\n\n[DONE]"),
    ]
    with real_cli(name, place / "user", script) as program:
        for variable, value in program.env.items():
            monkeypatch.setenv(variable, value)
        (place / "home").mkdir()
        (place / "home/coordinator.yaml").write_text(
            f"workflow: {{agent: {{name: Agent, command: {name}}}}}\n"
        )
        config = load(config=place / "home/coordinator.yaml")
        whole = run_flow(config, GREETS, repo=place / "repo", run_id=RUN)
        asked = [request.prompt for request in program.model.asked]
    assert (whole.state, path_of(whole)) == ("completed", ["work", "test", "work", "test", "end"])
    assert "a line that begins with [DONE]" in asked[1]
    assert "FAIL: Ada is not greeted" in asked[3]

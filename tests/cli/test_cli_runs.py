"""`coordinator run`, and what the other commands know of runs."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from coordinator.app.runtime import cancel_run, given_issue
from coordinator.cli import run as cli
from coordinator.config.environment import state_file
from tests.support.flows import (
    ISSUE,
    begin,
    judges,
    look_up,
    make_config,
    make_repository,
    path_of,
    prompts_of,
    replies,
    run_flow,
)
from tests.support.runs import reading, until
from tests.support.shell import data_of
from tests.support.waiting import PATIENCE

FLOW = """\
stages:
  - {id: work, entry: true, on_enter: {inject: "Say [DONE]."}}
  - id: review
    triggers: [{message_contains: "[DONE]"}]
    on_enter: {judge: {inputs: [issue], instructions: look}}
  - {id: good, terminal: true, triggers: [{judge_verdict: pass}]}
  - {id: bad, terminal: true, triggers: [{judge_verdict: fail}]}
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with a workflow, an issue and a home."""
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flow.yaml").write_text(FLOW)
    (tmp_path / "issue.md").write_text(ISSUE)
    return tmp_path


def call(*arguments: str) -> int:
    return cli(list(arguments))


def run(place: Path, *more: str) -> int:
    return call(
        "run",
        "flow.yaml",
        "--issue",
        "issue.md",
        "--config",
        str(place / "home/coordinator.yaml"),
        *more,
    )


@pytest.mark.parametrize(
    ("lines", "code", "said"),
    [
        ([*replies("[DONE]"), judges("pass")], 0, "Completed at stage good"),
        ([*replies("[DONE]"), judges("fail")], 1, "Failed at stage bad"),
        (
            replies("I am lost.", "Still lost."),
            2,
            "Escalated at stage work: no event led from stage work",
        ),
        ((), 3, "Error at stage work: Agent gave no message"),
    ],
)
def test_the_exit_code_says_how_it_ended(
    place: Path,
    capsys: pytest.CaptureFixture[str],
    lines: list[dict[str, object]],
    code: int,
    said: str,
) -> None:
    make_config(place / "home", lines)
    assert run(place) == code
    printed = capsys.readouterr()
    assert said in printed.out
    assert "stage          work: the entry" in printed.err


def test_a_workflow_that_says_nothing_of_an_issue_needs_none(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = make_config(place / "home", replies("[DONE]"))
    text = "stages: [{id: go, entry: true, on_enter: {inject: %s}}, {id: end, terminal: true, triggers: [{%s}]}]"
    (place / "tidy.yaml").write_text(text % ("Tidy up.", "message_contains: '[DONE]'"))
    assert call("run", "tidy.yaml", "--config", str(place / "home/coordinator.yaml")) == 0
    printed = capsys.readouterr()
    assert "issue " not in printed.err
    run_id = printed.err.split()[1].rstrip(":")
    (prompt,) = prompts_of(config, run_id, "ask")
    assert "Tidy up." in prompt
    assert not re.search(r"issue|## The task|local", prompt)
    assert call("show", run_id) == 0
    assert "issue" not in capsys.readouterr().out
    assert call("run", "flow.yaml", "--config", str(place / "home/coordinator.yaml")) == 64
    assert (
        "flow.yaml:5: stage review: its judge reads the issue, but the run has no issue"
        in capsys.readouterr().err
    )


def test_json_is_for_programs_and_quiet_is_quiet(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_config(place / "home", [*replies("[DONE]"), judges("pass")])
    assert run(place, "--json", "--quiet", "--repo", str(make_repository(place / "repo"))) == 0
    printed = capsys.readouterr()
    ending = data_of(printed.out)
    assert (ending["kind"], ending["branch"]) == ("completed", f"coordinator/{ending['id']}")
    assert "stage " not in printed.err
    assert call("list", "--kind", "run", "--json") == 0
    (listed,) = data_of(capsys.readouterr().out)
    assert (listed["id"], listed["state"], listed["phase"]) == (ending["id"], "completed", "good")
    assert call("show", ending["id"], "--json") == 0
    shown = data_of(capsys.readouterr().out)
    assert [passed["visit"]["stage"] for passed in shown["path"]] == ["work", "review", "good"]
    review, good = shown["workflow"]["stages"][1:3]
    assert review["triggers"] == [
        {"kind": "message_contains", "token": "[DONE]", "substring": False}
    ]
    assert (review["on_enter"]["judge"]["require"], review["on_enter"]["judge"]["timeout"]) == (
        "",
        120.0,
    )
    assert good["triggers"][0]["kind"] == "judge_verdict"


def test_a_run_is_listed_shown_resumed_and_run_again(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = make_config(place / "home", [*replies("It is in.\n[DONE]"), judges("pass")])
    run_flow(config, FLOW, run_id="run-1")
    assert call("list", "--kind", "run") == 0
    assert "run-1                completed" in capsys.readouterr().out
    assert call("show", "run-1") == 0
    shown = capsys.readouterr().out
    assert "2. review, visit 1: Agent said [DONE]" in shown
    assert "     It is in." in shown
    assert call("resume", "run-1") == 0
    assert "Completed at stage good" in capsys.readouterr().out
    assert call("show", "run-1", "--prompts") == 0
    assert "==== Agent (work 1): reply\nIt is in." in capsys.readouterr().out
    assert (
        call(
            "resume", "run-1", "--again", "--json", "--config", str(place / "home/coordinator.yaml")
        )
        == 0
    )
    again = data_of(capsys.readouterr().out)
    assert (again["kind"], again["id"] != "run-1") == ("completed", True)
    assert call("list", "--kind", "council") == 0
    assert "run-1" not in capsys.readouterr().out


def test_what_commands_printed_is_shown_and_written_into_the_page(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = "seq 1000; echo '<b>bold</b>' >&2; exit 3"
    text = "stages: [{id: count, entry: true, terminal: true, on_enter: {run: {command: %s}}}]"
    run_flow(make_config(place / "home", ()), text % json.dumps(command), run_id="run-1")
    assert call("show", "run-1") == 0
    shown = capsys.readouterr().out
    assert "     | 1\n     | 2\n" in shown
    assert "bytes left out ...]\n" in shown
    assert (
        "     | 1000\n     | <b>bold</b>\n     | `coordinator show run-1 --prompts` shows the whole recorded"
        in shown
    )
    assert "     | 500\n" not in shown
    assert call("show", "run-1", "--prompts") == 0
    assert "     | 500\n" in capsys.readouterr().out
    assert call("show", "run-1", "--html", "run.html") == 0
    page = Path("run.html").read_text(encoding="utf-8")
    assert all(part in page for part in ("499\n500\n501", "999\n1000", "&lt;b&gt;bold"))
    assert "<title>flow: Greet the guests · coordinator</title>" in page
    assert not re.search(r'<script|<form|(?:href|src)="[^#]', page)


def is_on_record(run_id: str, state: Path) -> bool:
    if not state.exists():
        return False
    with reading(state) as store:
        return run_id in [run.id for run in store.runs("run")]


def test_an_open_run_is_not_run_again(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = make_config(
        place / "home",
        [{"seat": "Agent", "purpose": "work", "round": 1, "reply": "", "delay": 60.0}],
    )

    async def interrupted() -> None:
        running = asyncio.create_task(begin(config, FLOW, run_id="run-1"))
        await until(lambda: is_on_record("run-1", state_file(config.home)))
        for words in (("--again",), ("--from", "review")):
            command = [sys.executable, "-m", "coordinator", "resume", "run-1", *words]
            ran = await asyncio.to_thread(subprocess.run, command, capture_output=True, check=False)
            assert (
                ran.returncode,
                b"run-1 is still running (wait for its end, or" in ran.stderr,
            ) == (
                64,
                True,
            ), ran.stderr
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(interrupted())
    assert call("resume", "run-1", "--again") == 64
    assert (
        "run-1 is still open (`coordinator resume run-1` continues it)" in capsys.readouterr().err
    )
    assert call("cancel", "run-1") == 0
    assert call("resume", "run-1", "--from", "review") == 64
    assert "run-1 has been cancelled (start a new run)" in capsys.readouterr().err


def test_a_person_who_works_is_named_with_the_way_to_answer(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_config(place / "home", [])
    (place / "home/coordinator.yaml").write_text(
        "workflow: {agent: {name: Maria, person: {name: maria, deadline: 1s}}}"
    )
    (place / "flow.yaml").write_text(FLOW.partition("  - id: review")[0])
    assert run(place) == 3
    printed = capsys.readouterr()
    assert re.search(
        r"waiting +for maria: `coordinator answer run-\w+/[a-z]+/Maria/1`", printed.err
    )
    assert re.search(
        r"`coordinator resume run-\w+ --again --config \S+` runs it again", printed.out
    )


@pytest.mark.usefixtures("place")
def test_nothing_is_listed_before_the_first_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("list", "--kind", "run") == 0
    assert "no reviews, runs or councils found" in capsys.readouterr().out


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "nowhere.yaml", "--issue", "issue.md"), "cannot read nowhere.yaml"),
        (("run", "flow.yaml", "--issue", "nowhere.md"), "cannot read nowhere.md"),
        (("run", "flow.yaml", "--issue", "B-1"), "there is no issue 'B-1'"),
        (
            ("run", "flow.yaml", "--issue", "issue.md", "--input", "x"),
            "does not have the form NAME=VALUE",
        ),
        (("run", "flow.yaml", "--issue", "issue.md", "--input", "x=1"), "has no input 'x'"),
        (
            ("run", "flow.yaml", "--issue", "issue.md", "--agent", "Nemo"),
            "no agent 'Nemo' is configured",
        ),
        (("run", "flow.yaml", "--issue", "issue.md", "--repo", "nowhere"), "nowhere"),
        (("run", "flow.yaml", "--issue", "issue.md"), "none is configured"),
        (("decide", "run-9", "pr_opened"), "there is no run run-9"),
    ],
)
def test_bad_usage_is_one_line_and_starts_nothing(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    code = call(*arguments)
    printed = capsys.readouterr()
    assert code in (3, 64)
    assert said in printed.err
    assert call("list", "--kind", "run") == 0
    assert "no reviews, runs or councils found" in capsys.readouterr().out


def test_an_event_reaches_a_run_in_another_process_that_nobody_looks_at_any_more(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_config(place / "home", replies("https://github.com/org/repo/pull/7"))
    (place / "flow.yaml").write_text(
        "stages:\n  - {id: work, entry: true, on_enter: {inject: Open it.}}\n"
        "  - {id: merged, terminal: true, triggers: [{pr_merged: }], on_enter: {run: {command: "
        f"'until test -e {place}/told; do sleep 0.05; done'}}}}}}\n"
    )
    command = ["-m", "coordinator", "run", "flow.yaml", "--issue", "issue.md"]
    process = subprocess.Popen(
        [sys.executable, *command], stderr=subprocess.PIPE, text=True, env=os.environ
    )
    assert process.stderr is not None
    run_id = next(line for line in process.stderr if line.startswith("run ")).split()[1].rstrip(":")
    next(
        line
        for line in process.stderr
        if f"`coordinator decide {run_id} pr_merged` reports" in line
    )
    for _ in range(2):
        assert call("decide", run_id, "pr_merged", "--key", "delivery 1") == 0
    (place / "told").touch()  # it must not end before it was told twice
    assert f"sent pr_merged to {run_id}" in capsys.readouterr().out
    process.stderr.close()
    assert process.wait(PATIENCE) == 0


def test_a_run_is_cancelled_and_says_so(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_config(
        place / "home",
        [{"seat": "Agent", "purpose": "work", "round": 1, "reply": "x", "delay": 60.0}],
    )
    command = ["-m", "coordinator", "run", "flow.yaml", "--issue", "issue.md"]
    process = subprocess.Popen(
        [sys.executable, *command], stderr=subprocess.PIPE, text=True, env=os.environ
    )
    assert process.stderr is not None
    run_id = next(line for line in process.stderr if line.startswith("run ")).split()[1].rstrip(":")
    next(line for line in process.stderr if line.startswith("stage"))
    asyncio.run(cancel_run(run_id, "not wanted"))
    assert "cancelled: not wanted" in process.stderr.read()
    process.stderr.close()
    assert process.wait(PATIENCE) == 3
    assert call("show", run_id) == 0
    assert "cancelled: not wanted" in capsys.readouterr().out


@pytest.mark.usefixtures("place")
def test_labels_of_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        call(
            "board",
            "add",
            "Greet",
            "--text",
            "Greet all.",
            "--label",
            "draft",
            "--label",
            "security",
        )
        == 0
    )
    assert (
        call("board", "label", "B-1", "--add", "urgent", "--add", "Security", "--remove", "draft")
        == 0
    )
    assert "B-1 has labels: security, urgent" in capsys.readouterr().out
    assert call("board", "label", "B-1", "--remove", "URGENT") == 0
    assert call("board", "show", "B-1") == 0
    assert "labels: security" in capsys.readouterr().out
    assert call("board", "label", "B-1") == 64


def test_the_title_of_an_issue_is_its_first_line() -> None:
    issue = given_issue("# Greet\n\nAll of them.\n")
    assert (issue.title, issue.text) == ("Greet", "All of them.")
    assert given_issue("Greet").text == "Greet"


def test_ctrl_c_stops_it_cleanly_and_says_how_to_go_on(place: Path) -> None:
    slow = {"seat": "Agent", "purpose": "work", "round": 1, "reply": "[DONE]", "delay": 60.0}
    config = make_config(place / "home", [slow, judges("pass")])
    command = ["-m", "coordinator", "run", "flow.yaml", "--issue", "issue.md"]
    process = subprocess.Popen(
        [sys.executable, *command], stderr=subprocess.PIPE, text=True, env=os.environ
    )
    assert process.stderr is not None
    next(line for line in process.stderr if line.startswith("stage"))
    process.send_signal(signal.SIGINT)
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(PATIENCE) == 130
    run_id = said.partition("coordinator resume ")[2].split("`")[0]
    make_config(place / "home", [*replies("[DONE]"), judges("pass")])
    assert call("resume", run_id) == 0
    assert path_of(look_up(config, run_id)) == ["work", "review", "good"]

"""`coordinator workflow` as its users meet it."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

import pytest

from coordinator.app.runtime import given_issue
from coordinator.cli import run
from coordinator.config.settings import Config, load
from coordinator.errors import UsageError
from coordinator.models import Submission
from coordinator.storage.store import Store
from coordinator.trackers import Tracker
from coordinator.trackers.board import Board, BoardTracker
from coordinator.trackers.local import LocalTracker
from coordinator.workflow.dialect.lint import load_workflow
from coordinator.workflow.setup import prepare_run
from tests.support.flows import SEED
from tests.support.shell import call, data_of
from tests.support.workflow_files import FILES, INVALID, PLACE

CONFIGURED = """\
workflow:
  agent: {name: Agent, recorded: replies.jsonl}
  judge: {recorded: replies.jsonl}
  agents: [{name: claude, recorded: replies.jsonl}]
  notify: [{name: team, command: "true"}]
"""
WRONG = "stages:\n  - id: work\n    entry: true\n    terminal: true\n    on_enter:\n      run: {command: ls, timeout: 90}\n"


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    file = tmp_path / "wrong.yaml"
    file.write_text(WRONG, encoding="utf-8")
    return file


def test_a_file_that_may_be_run_ends_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["workflow", "check", str(PLACE / "valid/minimal.yaml"), "--form"]) == 0
    assert capsys.readouterr().out == "1 file: 0 errors and 0 warnings\n"


def test_warnings_are_said_and_end_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    file = PLACE / "warned/dead_stage.yaml"
    assert run(["workflow", "check", str(file), "--form"]) == 0
    said = (
        f'{file}:4: warning: stage "forgotten" is never entered (give it a trigger, or remove it)'
    )
    assert capsys.readouterr().out == f"{said}\n1 file: 0 errors and 1 warning\n"


def test_an_error_in_one_of_several_files_ends_with_64(
    wrong: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["workflow", "check", str(PLACE / "valid/minimal.yaml"), str(wrong), "--form"]) == 64
    printed = capsys.readouterr()
    said = (
        f'{wrong}:6: error: on_enter.run.timeout should be a duration above 0, not "90" (write 90s)'
    )
    assert printed.out == f"{said}\n2 files: 1 error and 0 warnings\n"
    assert printed.err == ""


def test_json_has_every_note_with_its_file(wrong: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["workflow", "check", str(wrong), "--json"]) == 64
    [note] = data_of(capsys.readouterr().out)
    text = 'on_enter.run.timeout should be a duration above 0, not "90"'
    assert note == {
        "file": str(wrong),
        "line": 6,
        "level": "error",
        "text": text,
        "fix": "write 90s",
    }
    assert run(["workflow", "check", str(PLACE / "valid/minimal.yaml"), "--form", "--json"]) == 0
    assert data_of(capsys.readouterr().out) == []


def test_with_a_tracker_it_says_what_that_cannot_do(capsys: pytest.CaptureFixture[str]) -> None:
    merging = str(PLACE / "valid/action_merge_pr_and_close_issue.yaml")
    assert run(["workflow", "check", merging, "--form"]) == 0
    assert run(["workflow", "check", merging, "--tracker", "board"]) == 64
    assert (
        ":4: error: merge_pr works only with the trackers github and gitea (merge with a command in `run`"
        in capsys.readouterr().out
    )
    loop = str(PLACE / "valid/review_loop.yaml")
    assert run(["workflow", "check", loop, "--tracker", "board"]) == 64
    assert "warning: the tracker does not report pr_merged" in capsys.readouterr().out
    moving = "stages: [{id: a, entry: true, terminal: true, on_enter: {move_issue: Triage}}]"
    assert call("workflow", "check", "-", "--tracker", "multica", given=moving).returncode == 0
    assert (
        "error: stage a: board has no status 'Triage'"
        in call("workflow", "check", "-", given=moving).stdout
    )


def start(file: Path, config: Config, tracker: Tracker) -> str:
    """Why a run of this file does not start; empty if it does."""
    try:
        workflow = load_workflow(str(file), file.read_text(encoding="utf-8"))[0]
        with closing(Store(config.home / "state.db")) as store:
            prepare_run(config, tracker, store, workflow)
    except UsageError as refused:
        return refused.what
    return ""


@pytest.mark.parametrize("name", ["board", "local"])
@pytest.mark.parametrize(
    "text", [CONFIGURED, "tracker: board\n"], ids=["configured", "nobody is named"]
)
def test_what_check_passes_starts_and_what_cannot_start_fails_check_with_the_same_words(
    text: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(key, raising=False)
    (tmp_path / "replies.jsonl").touch()
    (tmp_path / "coordinator.yaml").write_text(text, encoding="utf-8")
    seed = tmp_path / "seed.yaml"
    seed.write_text(SEED, encoding="utf-8")
    config = load(config=tmp_path / "coordinator.yaml", environ={"COORDINATOR_HOME": str(tmp_path)})
    files = [seed, *FILES]
    checked = call(
        "workflow",
        "check",
        *files,
        "--json",
        "--tracker",
        name,
        "--config",
        tmp_path / "coordinator.yaml",
    )
    wrong: dict[str, list[str]] = {}
    for note in data_of(checked.stdout):
        if note["level"] == "error":
            wrong.setdefault(note["file"], []).append(
                f"{note['file']}:{note['line']}: {note['text']}"
            )
    given = Submission(
        id="", tracker="local", entry="", key="local", given=given_issue("Greet the guests")
    )
    with closing(Board(tmp_path)) as board:
        tracker = BoardTracker(board) if name == "board" else LocalTracker(given)
        refused = {str(file): why for file in files if (why := start(file, config, tracker))}
    assert wrong.keys() == refused.keys()
    assert [why for file, why in refused.items() if why not in wrong[file]] == []
    # Some start, and some of good form do not
    assert 0 < len(files) - len(refused) < len(files) - len(INVALID)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "missing.yaml"), "cannot read missing.yaml: No such file or directory"),
        (("check",), "Missing argument 'FILE...'"),
        (
            ("check", str(PLACE / "valid/minimal.yaml"), "--tracker", "bord"),
            "unknown tracker 'bord' (did you mean board?)",
        ),
        (
            ("check", str(PLACE / "valid/minimal.yaml"), "--form", "--tracker", "board"),
            "--form checks only the files",
        ),
        (("chek",), "unknown command 'workflow chek' (did you mean workflow check?"),
        ((), "see `coordinator workflow --help`"),
    ],
)
def test_bad_usage_is_one_clear_line(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["workflow", *arguments]) == 64
    line = capsys.readouterr().err
    assert said in line
    assert line.count("\n") == 1


def test_what_a_file_says_cannot_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hostile.yaml"
    file.write_text(
        'stages:\n  - {id: work, entry: true, terminal: true, "\\e[2J\\u202ekey": 1}\n',
        encoding="utf-8",
    )
    assert run(["workflow", "check", str(file), "--form"]) == 0
    printed = capsys.readouterr().out
    assert "unknown key" in printed
    assert not {"\x1b", "\u202e"} & set(printed)


def test_the_schema_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["workflow", "schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    inputs, nothing = schema["$defs"]["JudgeAction"]["properties"]["inputs"]["anyOf"]
    assert "git_diff" in inputs["items"]["enum"]
    assert nothing == {"type": "null"}


def test_the_stages_are_drawn_as_text_as_json_and_as_a_file(tmp_path: Path) -> None:
    file, drawing = PLACE / "valid/trigger_run_failed.yaml", tmp_path / "drawn.svg"
    drawn = call("workflow", "graph", file).stdout
    assert "  -> repair         run failed" in drawn
    stages = data_of(call("workflow", "graph", file, "--json").stdout)["nodes"]
    assert [stage["id"] in drawn for stage in stages] == [True] * len(stages)
    assert call("workflow", "graph", file, "--svg", drawing).stdout.startswith(f"{drawing}: ")
    root = ElementTree.fromstring(drawing.read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert ".graph .node {" in (root[0].text or "")
    refused = call("workflow", "graph", file, "--svg", tmp_path / "no/such.svg")
    assert (refused.returncode, "cannot write" in refused.stderr) == (64, True)


@pytest.mark.parametrize("command", ["check", "graph", "schema"])
def test_every_help_page_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["workflow", command, "--help"]) == 0
    assert f"  coordinator workflow {command}" in capsys.readouterr().out


def test_a_workflow_comes_from_standard_input_as_well(tmp_path: Path) -> None:
    done = call("workflow", "check", "-", cwd=tmp_path, given=WRONG)
    assert (done.returncode, done.stderr) == (64, "")
    assert done.stdout.startswith("-:6: error: on_enter.run.timeout should be a duration above 0")

"""A whole panel at a stage of a workflow."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from coordinator.cli import run as cli
from coordinator.config.environment import state_file
from coordinator.config.review import BudgetConfig
from coordinator.config.settings import Config
from coordinator.errors import UsageError
from coordinator.panels.spending import SpendingReader
from coordinator.storage.events import scoped_key
from coordinator.storage.store import Store
from coordinator.views.asks import open_asks
from tests.support.flows import (
    begin,
    look_up,
    make_config,
    make_repository,
    path_of,
    prompts_of,
    replies,
    run_flow,
)
from tests.support.reviews import (
    ASKED,
    JUDGES,
    WORK,
    Line,
    judge_line,
    probe_line,
    report,
    rubric_line,
)
from tests.support.runs import until

FLOW = """\
stages:
  - {id: work, entry: true, on_enter: {inject: "Greet by name, then say [DONE]."}}
  - id: test
    triggers: [{message_contains: "[DONE]"}]
    on_enter: {run: {command: "cp -r DELIVERED/. . && echo >> tries && echo tests are green", output: tests}}
  - id: review
    triggers: [{message_contains: "[DONE]"}]
    on_enter:
      judge:
        panel: strict
        protocol: judge-with-debate
        output: panel
  - {id: end, terminal: true, triggers: [{judge_verdict: pass}]}
  - {id: fix, triggers: [{judge_verdict: fail}], on_enter: {inject: "Mend it: {{ .Outputs.panel.required_fixes }}"}}
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def panel_config(home: Path, lines: list[Line], **seats: str) -> Config:
    """A configuration with a panel `strict` of three recorded judges, or of others."""
    judges = "".join(
        f"      - {{name: {name}, {seats.get(name, 'recorded: REPLIES')}}}\n" for name in JUDGES
    )
    panel = (
        f"panels:\n  - name: strict\n    meta_judge: {{recorded: REPLIES}}\n    judges:\n{judges}"
    )
    return make_config(home, [rubric_line(), *replies("[DONE]", "[DONE]"), *lines], workflow=panel)


def text(tmp_path: Path) -> str:
    """The workflow, whose test stage also delivers the work."""
    delivered = tmp_path / "delivered"
    delivered.mkdir(exist_ok=True)
    for name, content in WORK.items():
        (delivered / name).write_text(content)
    return FLOW.replace("DELIVERED", str(delivered))


def votes(*scores: int, review: int = 1, **more: object) -> list[Line]:
    return [
        judge_line(seat, report((score, score), **more), review=review)  # type: ignore[arg-type]
        for seat, score in zip(JUDGES, scores, strict=True)
    ]


def test_a_secret_of_a_command_in_the_work_is_not_shown_and_needs_a_person(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEPLOY", "swordfish-7f3a")
    config = panel_config(home, votes(5, 5, 5))
    given = text(tmp_path).replace("echo tests", "echo auth=$DEPLOY > .npmrc && echo tests")
    given = given.replace("output: tests", "output: tests, environment: [DEPLOY]")
    whole = run_flow(config, given, repo=make_repository(tmp_path / "repo"), run_id="run-1")
    assert (whole.state, path_of(whole)) == ("escalate", ["work", "test", "review"])
    assert b"swordfish" not in b"".join(file.read_bytes() for file in home.rglob("state.db*"))
    asked = prompts_of(config, "run-1", "ask/judge/panel/review/1/Ann/0")[0]
    assert "tests are green" in asked
    assert "auth=[withheld: secret of the run]" in asked
    assert "return 'Hello, ' + name" in asked


def test_an_accept_is_a_pass(home: Path, tmp_path: Path) -> None:
    config = panel_config(home, votes(5, 5, 5))
    whole = run_flow(config, text(tmp_path), repo=make_repository(tmp_path / "repo"))
    assert (whole.state, path_of(whole)) == ("completed", ["work", "test", "review", "end"])


def test_a_reject_is_a_fail_with_its_reasons_as_required_fixes_and_is_reworked(
    home: Path, tmp_path: Path
) -> None:
    again = votes(5, 5, 5, review=2, rework={"R1": "resolved"})
    config = panel_config(home, [*votes(2, 2, 2, against=("CK-001",)), *again])
    whole = run_flow(
        config, text(tmp_path), repo=make_repository(tmp_path / "repo"), run_id="run-1"
    )
    assert path_of(whole) == ["work", "test", "review", "fix", "test", "review", "end"]
    fix = next(passed for passed in whole.path if passed.visit.stage == "fix")
    assert "Mend it: [R1: " in fix.lines[0].text
    assert len(prompts_of(config, "run-1", "ask/rubric")) == 1, (
        "the rubric is frozen at the first visit"
    )


@pytest.mark.needs("bubblewrap")
def test_the_agent_is_given_the_blind_test_that_sends_it_back(home: Path, tmp_path: Path) -> None:
    asked = {
        "kind": "demand",
        "title": "it bows",
        "quote": ASKED,
        "run": "grep bow *.py",
        "with": "sh",
    }
    lines = votes(5, 5, 5)
    for line in lines:
        line["reply"]["checklist"].append({"id": "P1", "answer": "no"})
    config = panel_config(home, [*lines, probe_line(asked)])
    with (home / "coordinator.yaml").open("a") as file:
        file.write("review: {experiments: probes}\n")
    whole = run_flow(
        config, text(tmp_path), repo=make_repository(tmp_path / "repo"), run_id="run-1"
    )
    fix = next(passed for passed in whole.path if passed.visit.stage == "fix")
    assert "R1: a test written from the request alone is red: it bows" in fix.lines[0].text
    assert "script (sh):\n\n    grep bow *.py\n" in fix.lines[0].text


def test_an_escalation_ends_the_run_as_one(home: Path, tmp_path: Path) -> None:
    scores = dict(zip(JUDGES, (1, 5, 5), strict=True))
    lines = [
        judge_line(seat, report((n, n)), number)
        for number in range(4)
        for seat, n in scores.items()
    ]
    whole = run_flow(
        panel_config(home, lines), text(tmp_path), repo=make_repository(tmp_path / "repo")
    )
    assert (whole.state, path_of(whole)[-1]) == ("escalate", "review")
    assert whole.ending is not None
    assert "the outcome of the panel is escalate" in whole.ending.reason


def test_a_person_passes_an_accept_of_paths_that_need_a_person(home: Path, tmp_path: Path) -> None:
    config = panel_config(home, votes(5, 5, 5))
    with (home / "coordinator.yaml").open("a") as file:
        file.write("review: {people_decide: [greet.py]}\n")
    repo = make_repository(tmp_path / "repo")
    whole = run_flow(config, text(tmp_path), repo=repo, run_id="run-1")
    assert (whole.state, path_of(whole)) == ("escalate", ["work", "test", "review"])
    assert whole.ending is not None
    assert "These changed paths need the decision of a person: greet.py." in whole.ending.reason
    words = ["decide", "run-1", "pass", "--config", str(home / "coordinator.yaml")]
    assert cli([*words, "--reason", "I have read it."]) == 0
    whole = look_up(config, "run-1")
    assert (whole.state, path_of(whole)[-2:]) == ("completed", ["review", "end"])


def test_the_asks_of_a_panel_count_for_the_day(home: Path, tmp_path: Path) -> None:
    lines = [line | {"usage": {"usd": "0.5"}} for line in votes(5, 5, 5)]
    config = panel_config(home, lines)
    run_flow(config, text(tmp_path), repo=make_repository(tmp_path / "repo"))
    with closing(Store(state_file(home))) as store:
        assert SpendingReader(store).budget(BudgetConfig(), "another").today().usd == 1.5


def test_a_person_on_the_panel_is_asked_with_the_rubric(home: Path, tmp_path: Path) -> None:
    told = tmp_path / "told"
    bob = f"person: {{name: bob, notify: 'echo $ASK > {told}'}}"
    config = panel_config(home, votes(5, 5, 5), Bob=bob)

    async def work() -> str:
        repo = make_repository(tmp_path / "repo")
        running = asyncio.create_task(begin(config, text(tmp_path), repo=repo, run_id="run-1"))
        try:
            with closing(Store(state_file(home))) as store:
                await until(lambda: running.done() or bool(open_asks(store)))
                (ask,) = open_asks(store)
                await until(lambda: told.exists() and told.read_text().endswith("\n"))
        finally:
            running.cancel()
        assert ask.rubric is not None
        return ask.id

    assert asyncio.run(work()) == "run-1/judge/panel/review/1/Bob/0"
    assert told.read_text() == "run-1/judge/panel/review/1/Bob/0\n"
    assert path_of(look_up(config, "run-1"))[-1] == "review"


def test_a_panel_that_is_not_there_or_not_complete_is_refused(home: Path, tmp_path: Path) -> None:
    config = panel_config(home, [])
    with pytest.raises(UsageError, match=r"stage review: no panel 'strickt' is configured.*strict"):
        run_flow(config, text(tmp_path).replace("strict", "strickt"))
    with pytest.raises(UsageError, match=r"stage review: .*panel\.judge"):
        run_flow(config, text(tmp_path).replace("judge-with-debate", "judge"))


@pytest.mark.parametrize(
    ("key", "within"),
    [
        ("rubric", "rubric/panel/review/1"),
        ("standing/0", "standing/panel/review/1/0"),
        ("ask/judge/Ann/0", "ask/judge/panel/review/1/Ann/0"),
        ("wait/judge/Ann/0/1", "wait/judge/panel/review/1/Ann/0/1"),
    ],
)
def test_the_kind_and_the_purpose_of_a_key_come_first(key: str, within: str) -> None:
    assert scoped_key(key, "panel/review/1") == within

"""`run --dry-run`: the way that given answers lead, which is the way of a run, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from coordinator.cli.workflows import EXITS
from tests.support.flows import SEED, fake_go, judges, make_config, path_of, replies, run_flow
from tests.support.shell import Ran, call, data_of
from tests.support.workflow_files import VALID, WARNED, name


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "seed.yaml"
    made.write_text(SEED, encoding="utf-8")
    return made


def way(file: Path, *answers: str) -> tuple[list[str], Ran]:
    given = [part for answer in answers for part in ("--answer", answer)]
    ran = call("run", file, "--dry-run", *given)
    lines = [line.split() for line in ran.stdout.splitlines()]
    return [line[1].rstrip(":") for line in lines if line and line[0] == "stage"], ran


def test_the_way_is_the_one_that_a_run_takes(
    file: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The agent forgets its token, a test is red, the judge wants more, and in the end the agent gives up.
    answers = (
        "implement=I am ready.",
        "implement=[DONE]",
        "test=red",
        "test=ok",
        "review=fail",
        "review=pass",
        "pr=stop",
    )
    stages, ran = way(file, *answers)
    assert ran.returncode == 0
    script = f"test -e {tmp_path}/seen && exit 0; touch {tmp_path}/seen; exit 1"
    monkeypatch.setenv("PATH", f"{fake_go(tmp_path / 'bin', script)}:/usr/bin:/bin")
    said = replies("I am ready.", "[DONE]", "[DONE]", "[DONE]", "stop")
    whole = run_flow(make_config(home, [*said, judges("fail"), judges("pass", 2)]), SEED)
    assert stages == path_of(whole)
    assert whole.state == "completed"


def test_what_is_not_given_is_assumed_and_can_be_given(file: Path) -> None:
    stages, ran = way(file)
    assert stages == ["implement", "test", "review", "pr", "merged"]
    assert "judge          pass: nobody has looked (assumed)" in ran.stdout
    flags = "--answer 'implement=[DONE]' --answer test=ok --answer review=pass"
    assert (
        f"Nothing was started. Assumed: {flags} --answer 'pr=[DONE] https://example.org/pull/1'"
        in ran.stdout
    )
    given = (
        "implement=[DONE]",
        "test=ok",
        "review=pass",
        "pr=[DONE] https://example.org/pull/1",
        "pr=pr_closed",
    )
    stages, ran = way(file, *given)
    assert (stages[-1], ran.returncode) == ("pr", 2)
    assert "(assumed)" not in ran.stdout


def test_an_answer_that_repeats_leads_to_a_person(file: Path) -> None:
    for answer, reason in (
        ("review=fail", "the verdict is fail"),
        ("test=red", "its command failed"),
    ):
        stages, ran = way(file, answer)
        assert (stages.count(answer.partition("=")[0]), ran.returncode) == (5, 2)
        assert reason in ran.stdout


def test_a_command_says_what_a_gate_over_it_looks_for() -> None:
    gate = next(file for file in VALID if file.stem == "trigger_gate_result")
    assert way(gate)[0][-1] == "passed"
    assert way(gate, "tests=fail")[0][-1] == "failed"


@pytest.mark.parametrize("given", [*VALID, *WARNED], ids=name)
def test_every_file_comes_to_an_end_and_nothing_is_written(given: Path, home: Path) -> None:
    ran = call(
        "run", given, "--dry-run", *["--input", "version=v1"] * (given.stem == "inputs"), "--json"
    )
    assert ran.returncode == EXITS[data_of(ran.stdout)["result"]["kind"]]
    assert not home.exists()


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (("reviw=fail",), "the workflow has no stage 'reviw' (did you mean review?)"),
        (
            ("fail",),
            "--answer 'fail' does not have the form NAME=VALUE (for example --answer review=fail)",
        ),
        (("test={not}",), "--answer test={not} is not JSON"),
        (
            ("review=maybe",),
            "--answer review=maybe does not fit the actions of the stage (answers that fit: pass, fail or none)",
        ),
        (
            ("test=1",),
            "--answer test=1 does not fit the actions of the stage (answers that fit: ok, fail or a JSON object)",
        ),
    ],
)
def test_answers_that_are_none_are_refused(file: Path, answers: tuple[str, ...], said: str) -> None:
    _, ran = way(file, *answers)
    assert ran.returncode == 64
    assert said in ran.stderr


def test_an_answer_that_nobody_asked_for_is_named(file: Path) -> None:
    assert way(file, "review=pr_closed", "fix=[DONE]")[1].stdout.endswith(
        "Not used: review=pr_closed, fix=[DONE]\n"
    )
    assert (
        "--answer is only for a dry run (add --dry-run)"
        in call("run", file, "--answer", "test=ok").stderr
    )

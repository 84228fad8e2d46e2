"""The example of the pull request that brought judge stages, run as it is written."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from coordinator.app.workflows import send_event
from coordinator.config.settings import Config
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
    output_of,
    path_of,
    prompts_of,
    replies,
    run_flow,
    visits_of,
)
from tests.support.repositories import git
from tests.support.reviews import Line
from tests.support.runs import until

PULL = "https://github.com/org/repo/pull/7"
WHOLE: tuple[Line, ...] = (
    *replies(
        "It is in.\n\n[DONE]", "Mended.\n\n[DONE]", f"The pull request is there.\n\n[DONE] {PULL}"
    ),
    judges("fail", 1, fixes=("add a test", "greet by name")),
    judges("pass", 2),
)
ROUND = ["implement", "test", "review", "fix", "test", "review", "pr", "merged"]


def prepare(place: Path, patch: pytest.MonkeyPatch) -> None:
    """A home of its own, and a `go` that is there on every machine."""
    patch.setenv("COORDINATOR_HOME", str(place / "home"))
    go = fake_go(place / "bin", 'echo "go $*"; echo "ok example.org/greet 0.1s"')
    patch.setenv("PATH", f"{go}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    prepare(tmp_path, monkeypatch)
    return tmp_path / "home"


@dataclass(frozen=True)
class Merged:
    """The example after it was run, and the checkout that it was run for."""

    config: Config
    repo: Path
    ending: RunResult

    @property
    def whole(self) -> RunRecord:
        """What is on record."""
        return look_up(self.config, "run-seed")


@pytest.fixture(scope="module")
def merged(tmp_path_factory: pytest.TempPathFactory) -> Merged:
    """The example from its entry until the pull request is merged, which is told twice."""
    place = tmp_path_factory.mktemp("seed")
    with pytest.MonkeyPatch.context() as patch:
        prepare(place, patch)
        config, repo = make_config(place / "home", WHOLE), make_repository(place / "repo")
        return Merged(config, repo, asyncio.run(run_until_merged(config, repo)))


async def run_until_merged(config: Config, repo: Path) -> RunResult:
    running = asyncio.create_task(begin(config, SEED, run_id="run-seed", repo=repo))
    await until(lambda: running.done() or has_pull(config, "run-seed"))
    for _ in range(2):
        await send_event("run-seed", PullRequestEnd(event="pr_merged"), "the merge")
    return await running


def test_the_example_runs_as_its_text_says(merged: Merged) -> None:
    assert (merged.ending.kind, merged.ending.stage) == ("completed", "merged")
    assert path_of(merged.whole) == ROUND
    assert merged.whole.pulls == (PULL,)
    assert [passed.judged.verdict for passed in merged.whole.path if passed.judged] == [
        "fail",
        "pass",
    ]


def test_the_required_fixes_are_injected_and_the_review_reaches_the_agent(merged: Merged) -> None:
    fix = next(passed for passed in merged.whole.path if passed.visit.stage == "fix")
    assert "[add a test greet by name]" in fix.lines[0].text
    asked = prompts_of(merged.config, "run-seed", "ask/work/Agent/2")[0]
    assert "Review failed: it is a fail" in asked
    assert "- greet by name" in asked
    assert (
        "Review passed: it is a pass"
        in prompts_of(merged.config, "run-seed", "ask/work/Agent/3")[0]
    )


def test_the_judge_reads_the_issue_the_changes_and_what_the_tests_printed(merged: Merged) -> None:
    asked = prompts_of(merged.config, "run-seed", "ask/stage/review/1")[0]
    assert "main.go must greet every guest" in asked
    assert "go test ./...\nok example.org/greet 0.1s" in asked
    assert "Review the diff for correctness" in asked
    assert output_of(merged.config, merged.whole, "review_result").data["verdict"] == "pass"


def test_it_works_on_a_branch_of_its_own_and_leaves_the_checkout_alone(merged: Merged) -> None:
    folder = Path(merged.ending.folder)
    assert merged.ending.branch == git(folder, "branch", "--show-current") == "coordinator/run-seed"
    assert (folder / "main.go").is_file()
    assert git(merged.repo, "branch", "--show-current") == "main"


@pytest.mark.parametrize("message", ["stop", "I cannot do this.\n\n**Stop.**"])
def test_stop_at_the_beginning_of_a_line_stops_it(home: Path, tmp_path: Path, message: str) -> None:
    whole = run_flow(
        make_config(home, replies(message)), SEED, repo=make_repository(tmp_path / "repo")
    )
    assert path_of(whole) == ["implement", "stopped"]
    assert whole.state == "completed"


def test_a_review_that_never_passes_escalates_in_the_end(home: Path, tmp_path: Path) -> None:
    lines = [*replies(*["[DONE]"] * 6), *(judges("fail", number) for number in range(1, 7))]
    whole = run_flow(make_config(home, lines), SEED, repo=make_repository(tmp_path / "repo"))
    assert whole.state == "escalate"
    assert visits_of(whole) == {
        "implement": 1,
        "test": 5,
        "review": 5,
        "pr": 0,
        "fix": 4,
        "merged": 0,
        "stopped": 0,
    }
    assert whole.ending is not None
    assert "5 times" in whole.ending.reason


def test_failing_tests_are_mended_or_left_to_a_person_before_anyone_is_paid_to_review(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = fake_go(tmp_path / "red", "echo FAIL example.org/greet; exit 1")
    monkeypatch.setenv("PATH", f"{go}{os.pathsep}{os.environ['PATH']}")
    config = make_config(home, replies(*["[DONE]"] * 5))
    whole = run_flow(config, SEED, repo=make_repository(tmp_path / "repo"), run_id="run-red")
    assert (whole.state, path_of(whole)) == ("escalate", ["implement", "test"] * 5)
    assert whole.ending is not None
    assert "go test ./..." in whole.ending.reason
    assert "5 times" in whole.ending.reason
    assert "FAIL example.org/greet" in prompts_of(config, "run-red", "ask/work/Agent/2")[0]


@pytest.mark.needs("go")
def test_with_the_real_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path / "home"))
    lines = [*replies("[DONE]", "stop"), judges("fail")]
    config = make_config(tmp_path / "home", lines)
    files = {
        "go.mod": "module example.org/greet\n\ngo 1.20\n",
        "greet.go": 'package greet\n\nfunc Greet(name string) string { return "Hello, " + name }\n',
        "greet_test.go": (
            'package greet\n\nimport "testing"\n\nfunc TestGreet(t *testing.T) {\n'
            '\tif Greet("Ada") != "Hello, Ada" {\n\t\tt.Fatal("no greeting")\n\t}\n}\n'
        ),
    }
    whole = run_flow(config, SEED, repo=make_repository(tmp_path / "repo", files))
    assert path_of(whole) == ["implement", "test", "review", "fix", "stopped"]
    assert output_of(config, whole, "test_output").stdout.startswith("ok")

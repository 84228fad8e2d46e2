"""What a working agent tries against the panel of a judge stage: paths of people, and a base that it left behind."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from coordinator.config.settings import Config
from coordinator.workflow.history import RunRecord
from tests.support.flows import judges, make_config, path_of, prompts_of, replies, run_flow
from tests.support.repositories import new_repository
from tests.support.reviews import (
    ASKED,
    JUDGES,
    WORK,
    Line,
    deliver,
    judge_line,
    probe_line,
    report,
    rubric_line,
)

pytestmark = pytest.mark.adversary

# The command of the stage `work` stands for the acts of the agent in its working copy.
FLOW = """\
stages:
  - id: work
    entry: true
    on_enter: {run: {command: "sh ACTS"}, inject: "Greet by name, then say [DONE]."}
  - id: review
    triggers: [{message_contains: "[DONE]"}]
    on_enter: {judge: {panel: strict, protocol: judge-with-debate, output: panel}}
  - {id: end, terminal: true, triggers: [{judge_verdict: pass}]}
  - id: fix
    triggers: [{judge_verdict: fail}]
    on_enter: {inject: "Mend it: {{ .Outputs.panel.required_fixes }}"}
"""
OWNERS = "/infra/ @ops\n"
RUN = "run-1"
GO_BACK = "git reset --quiet --hard HEAD~1"
# On the merge, Python imports this package instead of greet.py.
SHADOW = {"greet/__init__.py": "def greet(name):\n    return 'Bye'\n"}
DEMAND = {
    "kind": "demand",
    "title": "a guest is greeted by name",
    "quote": ASKED,
    "run": "from greet import greet\nexit(greet('Ann') != 'Hello, Ann')",
    "with": "python",
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def accepting(review: int = 1, **more: object) -> list[Line]:
    """The replies of a panel that accepts at the n-th visit of its stage."""
    return [judge_line(seat, report((5, 5), **more), review=review) for seat in JUDGES]  # type: ignore[arg-type]


def convene(home: Path, lines: list[Line], review: str, turns: int = 1) -> Config:
    seats = "".join(f"      - {{name: {name}, recorded: REPLIES}}\n" for name in JUDGES)
    panel = (
        f"panels:\n  - name: strict\n    meta_judge: {{recorded: REPLIES}}\n    judges:\n{seats}"
    )
    said = [rubric_line(), *replies(*["[DONE]"] * turns), *lines]
    return make_config(home, said, extra=f"review: {{{review}}}\n", workflow=panel)


def repository(place: Path, *commits: Mapping[str, str]) -> Path:
    """A repository whose `main` has a commit for each of the groups of files."""
    repo = new_repository(place / "repo")
    for number, files in enumerate(commits):
        deliver(repo, files, f"commit {number}")
    return repo


def flow(place: Path, *acts: str) -> str:
    """The workflow, whose agent delivers the honest work and carries out the acts."""
    script = place / "acts"
    lines = [*acts]
    for name, content in WORK.items():
        (place / name).write_text(content)
        lines.append(f"cp {place / name} .")
    script.write_text("set -e\n" + "\n".join(lines) + "\n")
    return FLOW.replace("ACTS", str(script))


def reason_of(whole: RunRecord) -> str:
    assert whole.ending is not None
    return whole.ending.reason


# -- paths that only a person may accept


@pytest.mark.parametrize("review", ["people_decide: ['infra/**']", "owners: required"])
@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize(
    "act",
    [
        "echo evil > infra/main.tf",
        "git rm --quiet -r infra && ln -s . infra && git add infra && git commit --quiet -m link",
        "git mv infra/main.tf main.tf",
        "git rm --quiet CODEOWNERS && echo evil > infra/main.tf && git commit --quiet -am free",
    ],
)
def test_no_panel_of_a_stage_alone_passes_a_change_of_owned_paths(
    act: str, in_place: bool, review: str, home: Path, tmp_path: Path
) -> None:
    repo = repository(tmp_path, {"CODEOWNERS": OWNERS, "infra/main.tf": "x\n"})
    config = convene(home, accepting(), review)
    whole = run_flow(config, flow(tmp_path, act), repo=repo, run_id=RUN, in_place=in_place)
    assert (whole.state, path_of(whole)) == ("escalate", ["work", "review"])
    assert "escalate (needs a person): The panel would accept" in reason_of(whole)
    assert "infra" in reason_of(whole)


@pytest.mark.parametrize("inputs", ["issue", "git_diff"])
@pytest.mark.parametrize("in_place", [False, True])
def test_no_single_judge_of_a_stage_alone_passes_a_change_of_owned_paths(
    inputs: str, in_place: bool, home: Path, tmp_path: Path
) -> None:
    repo = repository(tmp_path, {"CODEOWNERS": OWNERS, "infra/main.tf": "x\n"})
    config = convene(home, [judges("pass")], "owners: required")
    text = flow(tmp_path, "echo evil > infra/main.tf").replace(
        "panel: strict, protocol: judge-with-debate",
        f"inputs: [{inputs}], instructions: Review it.",
    )
    whole = run_flow(config, text, repo=repo, run_id=RUN, in_place=in_place)
    assert (whole.state, path_of(whole)) == ("escalate", ["work", "review"])
    assert "the judge gave the verdict pass. These changed paths" in reason_of(whole)
    assert "need the decision of @ops: infra/main.tf" in reason_of(whole)


def test_work_beside_the_paths_of_people_passes(home: Path, tmp_path: Path) -> None:
    repo = repository(tmp_path, {"CODEOWNERS": OWNERS, "infra/main.tf": "x\n"})
    config = convene(home, accepting(), "owners: required")
    whole = run_flow(config, flow(tmp_path), repo=repo, run_id=RUN)
    assert (whole.state, path_of(whole)) == ("completed", ["work", "review", "end"])


def test_an_agent_cannot_go_back_to_a_commit_without_owners(home: Path, tmp_path: Path) -> None:
    repo = repository(tmp_path, {"infra/main.tf": "x\n"}, {"CODEOWNERS": OWNERS})
    config = convene(home, accepting(), "owners: required")
    acts = (GO_BACK, "echo evil > infra/main.tf")
    whole = run_flow(config, flow(tmp_path, *acts), repo=repo, run_id=RUN)
    assert (whole.state, path_of(whole)) == ("escalate", ["work", "review"])
    assert "need the decision of @ops: infra/main.tf" in reason_of(whole)


# -- a base that the work has left behind


@pytest.mark.needs("bubblewrap")
def test_work_that_left_its_base_behind_is_tested_with_that_base(
    home: Path, tmp_path: Path
) -> None:
    """The work alone is green, because its agent went back behind the commit that breaks it."""
    repo = repository(tmp_path, {"README": "x\n"}, SHADOW)
    lines = accepting()
    for line in lines:
        line["reply"]["checklist"].append({"id": "P1", "answer": "no"})
    config = convene(home, [*lines, probe_line(DEMAND)], "experiments: probes")
    whole = run_flow(config, flow(tmp_path, GO_BACK), repo=repo, run_id=RUN)
    assert path_of(whole)[:3] == ["work", "review", "fix"]
    fix = next(passed for passed in whole.path if passed.visit.stage == "fix")
    assert "a test written from the request alone is red" in fix.lines[0].text


def test_work_that_does_not_merge_into_its_base_fails_without_a_panel(
    home: Path, tmp_path: Path
) -> None:
    repo = repository(tmp_path, {"greet.py": "old = 1\n"}, {"greet.py": "new = 1\n"})
    config = convene(home, accepting(), "")
    whole = run_flow(config, flow(tmp_path, GO_BACK), repo=repo, run_id=RUN)
    assert path_of(whole)[:3] == ["work", "review", "fix"]
    fix = next(passed for passed in whole.path if passed.visit.stage == "fix")
    assert "the work does not merge cleanly into" in fix.lines[0].text
    assert "greet.py" in fix.lines[0].text
    assert prompts_of(config, RUN, "ask/judge") == []


def test_a_conflict_does_not_make_the_panel_forget_its_reasons(home: Path, tmp_path: Path) -> None:
    """Between two visits of the panel, the agent leaves its base and comes back."""
    repo = repository(tmp_path, {"greet.py": "old = 1\n"}, {"greet.py": "new = 1\n"})
    visits = tmp_path / "visits"
    acts = (
        f"echo >> {visits}",
        f"if [ $(wc -l < {visits}) = 2 ]; then {GO_BACK}; else git reset --quiet --hard main; fi",
        f"cp {visits} tries",
    )
    rejecting = [judge_line(seat, report((2, 2), against=("CK-001",))) for seat in JUDGES]
    lines = [*rejecting, *accepting(review=2, rework={"R1": "resolved"})]
    config = convene(home, lines, "", turns=4)
    text = flow(tmp_path, *acts).replace(
        "on_enter: {inject: ", f"on_enter: {{run: {{command: sh {tmp_path / 'acts'}}}, inject: "
    )
    whole = run_flow(config, text, repo=repo, run_id=RUN)
    stages = ["work", "review", "fix", "review", "fix", "review", "end"]
    assert path_of(whole) == stages, whole.ending
    second = [passed for passed in whole.path if passed.visit.stage == "fix"][1]
    assert "R2: the work does not merge cleanly" in second.lines[1].text
    asked = prompts_of(config, RUN, "ask/judge/panel/review/3/Ann/0")[0]
    assert "R1" in asked
    assert "does not merge" not in asked


# -- the same work again


def rejecting(review: int = 1) -> list[Line]:
    """The replies of a panel that rejects at the n-th visit of its stage."""
    return [judge_line(seat, report((2, 2), against=["CK-001"]), review=review) for seat in JUDGES]


def test_an_agent_that_changes_nothing_gets_no_second_panel(home: Path, tmp_path: Path) -> None:
    config = convene(home, [*rejecting(), *accepting(2)], "reviews_per_issue: 3", turns=2)
    repo = repository(tmp_path, {"README.md": "Shop\n"})
    whole = run_flow(config, flow(tmp_path), repo=repo, run_id=RUN)
    assert path_of(whole)[:5] == ["work", "review", "fix", "review", "fix"]
    judged = [passed.judged for passed in whole.path if passed.judged]
    assert [each.verdict for each in judged] == ["fail", "fail"]
    assert judged[0].required_fixes == judged[1].required_fixes
    assert "no judge was asked again" in judged[1].summary
    assert len(prompts_of(config, RUN, "ask/judge/panel/review/1")) == len(JUDGES)
    assert prompts_of(config, RUN, "ask/judge/panel/review/2") == []

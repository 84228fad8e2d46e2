"""The ten cases of `make cases`: what is claimed of them, and that the documentation shows what the command prints."""

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

from bench.cases import COSTS, Result, main, meets_bar, review
from bench.cases.recorded import Delivery, Mode, read_cases, recorded_panel
from coordinator.app.runtime import open_store
from coordinator.models import Ballot
from coordinator.reviews.record import ReviewReader, ReviewRecord
from tests.support.paths import ROOT
from tests.support.repositories import without_sandbox
from tests.support.shell import call


def reviewed(name: str, delivery: Delivery, mode: Mode, place: Path) -> tuple[Result, ReviewRecord]:
    (case,) = read_cases([name])
    result = asyncio.run(review(case, delivery, mode, place, None))
    with open_store(Path(result.home)) as store:
        return result, ReviewReader(store).review(result.review)


@pytest.mark.needs("bubblewrap")
def test_a_diff_that_looks_right_and_behaves_wrong_is_rejected_by_a_verified_experiment(
    tmp_path: Path,
) -> None:
    result, found = reviewed("merge", "wrong", "evidence", tmp_path / "case")
    assert (result.outcome, result.rule, result.checks) == ("reject", "gate", "accept")
    assert found.verdict is not None
    (reason,) = found.verdict.reasons
    assert reason.seats == ("Ann",)
    (proof,) = [proof for proof in reason.proofs if proof.runs]
    assert (proof.found, proof.runs[0].output) == (
        "verified",
        "after one user the default port is 587\n",
    )
    shown = call("show", result.review, env={"COORDINATOR_HOME": result.home}).stdout
    assert "✓ experiment (python) shows “after one user the default port is 587”" in shown


@pytest.mark.needs("bubblewrap")
def test_the_same_kind_of_claim_with_an_invented_output_is_not_believed(tmp_path: Path) -> None:
    result, found = reviewed("discount", "right", "evidence", tmp_path / "case")
    assert (result.outcome, result.checks) == ("accept", "accept")
    (claim,) = [each for each in found.standings[0].testimonies if each.seat == "Cid"]
    assert isinstance(claim, Ballot)
    (proof,) = [proof for proof in claim.proofs if proof.runs]
    assert (proof.found, proof.runs[0].output) == ("not found", "half of 25 cents is 13\n")
    assert proof.at == "green (exit 0) on the work; the output does not contain the text"


@pytest.mark.needs("bubblewrap")
def test_a_wrong_probe_is_found_unfair_and_does_not_reject(tmp_path: Path) -> None:
    result, found = reviewed("import", "right", "probes", tmp_path / "case")
    assert result.outcome == "accept"
    assert {check.name: check.status for check in found.checks if check.name != "tests"} == {
        **{"P1": "green", "P2": "red", "P3": "green"}
    }


@pytest.mark.needs("bubblewrap")
@pytest.mark.soak
def test_a_probe_that_is_green_on_the_base_is_dropped_and_the_next_one_catches_the_work(
    tmp_path: Path,
) -> None:
    result, found = reviewed("ranking", "wrong", "probes", tmp_path / "case")
    assert (result.outcome, result.rule) == ("reject", "gate")
    assert {check.name: check.said for check in found.checks if check.name != "tests"} == {
        **{"P1": "not measured", "P2": "red"}
    }
    assert "dropped: green (exit 0) on the base, where it has to be red" in found.checks[1].summary


def test_the_bar_and_what_cannot_be_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    about = {
        "case": "any",
        "mode": "probes",
        "rule": "",
        "checks": "accept",
        "review": "",
        "home": "",
    }
    right = Result.model_validate(
        about | {"delivery": "right", "outcome": "accept"} | dict.fromkeys(COSTS, 0)
    )
    wrong, unsure = (
        right.model_copy(update={"delivery": delivery, "outcome": outcome})
        for delivery, outcome in (("wrong", "accept"), ("wrong", "escalate"))
    )
    assert meets_bar([right] * 18 + [unsure] * 2)
    assert not meets_bar([right] * 17 + [unsure] * 3)
    assert not meets_bar([right] * 19 + [wrong])
    for arguments, code, said in (
        ((), 2, "nothing can be run without a sandbox"),
        (("--case", "nothing"), 64, "no case is called nothing (there are discount, due, "),
        (("--config", str(tmp_path / "none.yaml")), 64, "none.yaml"),
        (("--with", "all"), 2, "--with takes off, evidence, probes"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(arguments, without_sandbox)
        assert ended.value.code == code
        assert said in capsys.readouterr().err


def run_cases(*arguments: object, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "bench.cases", *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(folder), "PYTHONPATH": f"{ROOT / 'src'}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.needs("bubblewrap")
@pytest.mark.soak
def test_the_documentation_shows_what_the_command_prints(tmp_path: Path) -> None:
    running = run_cases(folder=tmp_path)
    printed, _ = running.communicate()
    assert running.returncode == 0, printed
    page = (ROOT / "docs/experiments.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```text\n( +checks .*?)```", page, re.DOTALL)

    def without_seconds(text: str) -> str:
        return re.sub(r"(seconds in the sandbox per review).*", r"\1", text)

    assert without_seconds(printed) == without_seconds(shown)
    assert not [*tmp_path.iterdir()]


@pytest.mark.needs("bubblewrap")
@pytest.mark.soak
def test_other_agents_can_answer_and_ctrl_c_leaves_nothing(tmp_path: Path) -> None:
    (case,) = read_cases(["pages"])
    home = tmp_path / "own"
    # Of which this command knows no more than of any other configuration
    recorded_panel(case, "right", "off", home)
    config = ("--config", home / "coordinator.yaml")
    running = run_cases(*config, "--with", "off", "--case", "pages", "--json", folder=tmp_path)
    said, errors = running.communicate()
    assert running.returncode == 0, errors
    right, wrong = json.loads(said)["reviews"]
    # The judges that were recorded for the right delivery quote what the wrong one does not have.
    assert (right["grade"], wrong["grade"]) == ("right", "error")

    folder = tmp_path / "stopped"
    folder.mkdir()
    running = run_cases(folder=folder)
    assert running.stderr is not None
    first = running.stderr.readline()
    assert "discount" in first
    assert [*folder.iterdir()]
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate()
    assert running.returncode == 130
    assert "stopped; nothing is left" in errors
    assert "Traceback" not in errors
    assert not [*folder.iterdir()]

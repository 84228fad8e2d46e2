"""What a run may take: bounded inputs of a judge however large the change is, and memory however long it lasts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.flows import judges, make_config, make_repository, run_flow
from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE

MEASURE = "import json, sys; from pathlib import Path; from bench.workflow import long_run; " + (
    "print(json.dumps(long_run(Path(sys.argv[1]), int(sys.argv[2]))))"
)


def test_a_very_large_diff_is_judged_within_bounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path / "home"))
    repo = make_repository(tmp_path / "repo")
    (repo / "generated.txt").write_bytes(b"a line of an ordinary length\n" * 400_000)
    text = (
        "stages:\n  - id: review\n    entry: true\n"
        "    on_enter: {judge: {inputs: [issue, git_diff, files], instructions: look}}\n"
        "  - {id: end, terminal: true, triggers: [{judge_verdict: pass}]}\n"
    )
    whole = run_flow(
        make_config(tmp_path / "home", [judges("pass")]),
        text,
        repo=repo,
        in_place=True,
        base="HEAD",
    )
    assert whole.path[0].given is not None
    assert whole.path[0].given.bytes < 200_000
    assert whole.path[0].given.cut == ("git_diff", "files")
    assert whole.state == "escalate"  # nobody was shown all of it


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is measured by /proc")
def test_a_long_run_does_not_grow(tmp_path: Path) -> None:
    root = ROOT
    command = [sys.executable, "-c", MEASURE, str(tmp_path), "80"]
    done = subprocess.run(
        command, cwd=root, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    _, half, whole = json.loads(done.stdout)
    assert whole < 1.1 * half

"""The soak is run by `make faults`; here is what its plan promises, and how it is stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak.checks import processes_of
from tests.soak.machines import SLEEPING, faked
from tests.soak.plan import RATES, SERVED, plan
from tests.support.waiting import PATIENCE, wait_until

HOUSES = ("board", "multica", "github", "gitea")


def test_a_seed_is_a_plan_with_every_kind_of_fault() -> None:
    drawn = plan("7/files", 30.0, HOUSES, HOUSES[1:], ())
    assert drawn == plan("7/files", 30.0, HOUSES, HOUSES[1:], ())
    assert drawn != plan("8/files", 30.0, HOUSES, HOUSES[1:], ())
    assert {fault.kind for fault in drawn} == set(RATES)
    assert "board" not in {fault.house for fault in drawn if fault.kind in SERVED}
    assert all(0 < fault.at < 30 for fault in drawn)


def test_what_a_system_cannot_have_go_wrong_is_left_out() -> None:
    drawn = plan("7/files", 30.0, HOUSES, HOUSES[1:], ("disk", "clock"))
    assert {fault.kind for fault in drawn} == RATES.keys() - {"disk", "clock"}


@pytest.mark.parametrize("moment", ["at once", "at work"])
def test_ctrl_c_ends_it_with_one_line_and_nothing_is_left(moment: str, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "tests.soak",
        "--minutes",
        "10",
        "--seed",
        "7",
        "--report",
        str(tmp_path / "report"),
    ]
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    with (tmp_path / "said").open("wb") as file:
        soak = subprocess.Popen(
            command, env=environment, stdout=file, stderr=file, start_new_session=True
        )
    try:
        wait_until(lambda: hears(soak.pid, signal.SIGTERM))
        if moment == "at work":
            wait_until(lambda: "tests.soak.daemon" in "".join(processes_of(tmp_path).values()))
        os.killpg(soak.pid, signal.SIGINT)  # as a terminal does
        assert soak.wait(PATIENCE) == 130
    finally:
        soak.kill()
        soak.wait()
    said = (tmp_path / "said").read_text()
    assert said.splitlines()[-1:] == ["stopped; nothing was checked"]
    assert "Traceback" not in said
    assert processes_of(tmp_path) == {}
    assert [file.name for file in tmp_path.iterdir()] == ["said"]


@pytest.mark.needs("faketime")
def test_whoever_has_a_clock_that_was_set_sleeps_as_long_as_it_means_to(tmp_path: Path) -> None:
    sleeps = "import time; began = time.monotonic(); time.sleep(0.2); print(time.monotonic() - began >= 0.2)"
    for ahead in (0, 7200, -7200):
        (tmp_path / "clock").write_text(f"{ahead:+d}\n")
        environment = {**os.environ, **faked(tmp_path / "clock"), "PYTHONPATH": SLEEPING}
        done = subprocess.run(
            [sys.executable, "-c", sleeps], env=environment, capture_output=True, text=True
        )
        assert (done.stdout, done.stderr) == ("True\n", "")


def hears(process: int, number: signal.Signals) -> bool:
    """Whether a process has a handler for a signal; Python itself has none for SIGTERM."""
    status = Path(f"/proc/{process}/status").read_text()
    return bool(int(status.partition("SigCgt:")[2].split()[0], 16) & 1 << (number - 1))

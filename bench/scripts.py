"""The cost of a script in a tree of 50 MB beside 1 MB, and the blind tests lost on a busy machine.

`python -m bench.scripts --reviews 2` runs fewer reviews on the busy machine.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench._report import Row, Target, say, show
from coordinator.config.review import ReviewConfig
from coordinator.models import Experiment
from coordinator.workspace.checks.experiment_runner import ExperimentRunner
from coordinator.workspace.checks.setup import CheckSetup
from coordinator.workspace.sandbox.sandbox import find_sandbox
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.support.repositories import git, new_repository
from tests.support.reviews import (
    ASKED,
    JUDGES,
    deliver,
    judge_line,
    make_config,
    probe_line,
    report,
    review_locally,
    rubric_line,
)

SMALL, LARGE = 1, 50  # MB
FILE = 100_000  # bytes of one file
ROUNDS = 15
REVIEWS = 20
BUSY = 15  # other processes on the busy machine
BASE = {"greet.py": "def greet(name):\n    return 'Hello'\n", "test_greet.py": "import greet\n"}
WORK = {"greet.py": "def greet(name):\n    return 'Hello, ' + name\n"}
# Each script reads a part of the tree, writes a file and starts a program, as tests do.
SCRIPT = """
import pathlib, subprocess, sys
from greet import greet
pathlib.Path("written.txt").write_text("{number}")
assert len(pathlib.Path("data/0.txt").read_bytes()) == {size}
subprocess.run([sys.executable, "-c", "import json"], check=True)
sys.exit(not {passes})
"""
DEMANDED = "greet('Ann').endswith('Ann')"
KEPT = "greet('Ann').startswith('Hello')"


def make_tree(repo: Path, megabytes: int) -> Path:
    """Make a repository of this size, with a change of one line."""
    new_repository(repo)
    words = random.Random(megabytes)
    files = dict(BASE)
    for number in range(megabytes * 1_000_000 // FILE):
        files[f"data/{number}.txt"] = words.randbytes(FILE // 2).hex()
    deliver(repo, files, "before")
    git(repo, "checkout", "--quiet", "-b", "work")
    deliver(repo, WORK)
    return repo


def script(number: int, passes: str) -> str:
    return SCRIPT.format(number=number, size=FILE, passes=passes)


def runner_on(repo: Path, home: Path) -> ExperimentRunner:
    work = asyncio.run(snapshot(str(repo), "main", home))
    return ExperimentRunner(Workspace(work, home), CheckSetup(None, home / "cache"), ReviewConfig())


def run(runner: ExperimentRunner, number: int) -> float:
    """Return the milliseconds of a run."""
    piece = Experiment(run=script(number, KEPT), language="python", shows="")
    began = time.perf_counter()
    ended = asyncio.run(runner.run_on(piece, "work"))
    assert ended.code == 0, ended.output
    return (time.perf_counter() - began) * 1000


def compare_trees(place: Path) -> Row:
    """Measure a run in a large tree beside one in a small tree, in turn."""
    runners = {}
    for megabytes in (SMALL, LARGE):
        say(f"scripts: makes a tree of {megabytes} MB")
        repo = make_tree(place / f"{megabytes}", megabytes)
        runners[megabytes] = runner_on(repo, place / f"home-{megabytes}")
        run(runners[megabytes], -1)
    taken: dict[int, list[float]] = {SMALL: [], LARGE: []}
    for number in range(ROUNDS):
        for megabytes, runner in runners.items():
            taken[megabytes].append(run(runner, number))
    return Row(
        f"a run in a tree of {LARGE} MB",
        "ms",
        taken[LARGE],
        f"in {SMALL} MB",
        taken[SMALL],
        target=Target(1.3),
        headline=True,
    )


@contextmanager
def busy_machine() -> Iterator[None]:
    """Run other processes that use all processors."""
    others = []
    try:
        for _ in range(BUSY):
            others.append(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def review(repo: Path, home: Path) -> tuple[int, int]:
    """Return the number of measured and unmeasured blind tests of one review."""
    probes = []
    for number in range(6):
        kind, passes = ("demand", DEMANDED) if number < 3 else ("keep", KEPT)
        probes.append(
            {"kind": kind, "title": f"test {number}", "quote": ASKED, "with": "python"}
            | {"run": script(number, passes)}
        )
    judges = [judge_line(seat, report((5, 5))) for seat in JUDGES]
    config = make_config(home, [rubric_line(), probe_line(*probes), *judges])
    results = [check for check in review_locally(config, repo).checks if check.probe]
    measured = sum(check.status == "green" for check in results)
    return measured, len(probes) - measured


def beside_busy_processes(place: Path, reviews: int) -> Row:
    """Count the blind tests that are not measured while other processes use the processors."""
    repo = make_tree(place / "busy", LARGE)
    lost = []
    seconds = []
    with busy_machine():
        for number in range(reviews):
            began = time.monotonic()
            lost.append(review(repo, place / f"review-{number}")[1])
            seconds.append(time.monotonic() - began)
            say(f"scripts: review {number + 1}, {seconds[-1]:.0f} s, {lost[-1]} not measured")
    note = (
        f"{reviews} reviews with six blind tests each on {LARGE} MB, beside {BUSY} busy processes: "
        f"{sum(lost)} of {6 * reviews} blind tests were not measured."
    )
    name = "blind tests lost on a busy machine, in all"
    return Row(name, "", [sum(lost)], target=Target(0, of="ours"), headline=True, note=note)


def measure(reviews: int = REVIEWS) -> list[Row]:
    """Run both measurements, or return the reason why no script can be run."""
    if find_sandbox().kind == "none":
        return [Row("scripts", "ms", (), note=f"no sandbox: {find_sandbox().missing}")]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        place = Path(folder)
        return [compare_trees(place), beside_busy_processes(place, reviews)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--reviews", type=int, default=REVIEWS, help="reviews on the busy machine")
    show(measure(parser.parse_args().reviews))

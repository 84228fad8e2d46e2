"""Scripts are limited in time of their own: a busy machine takes none of it, and no process hides any."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from coordinator.config.review import ReviewConfig
from coordinator.errors import WorkspaceError
from coordinator.models import Experiment, ExperimentRun, Language
from coordinator.workspace.checks import experiment_runner
from coordinator.workspace.checks.experiment_runner import (
    ExperimentRunner,
    processors,
    side_by_side,
)
from coordinator.workspace.checks.setup import CheckSetup
from coordinator.workspace.sandbox.sandbox import find_sandbox, has_overlays
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.support.repositories import git, new_repository
from tests.support.reviews import deliver
from tests.support.waiting import PATIENCE

SPIN = "import time\nwhile time.process_time() < {}: pass\n"


@pytest.fixture
def runner(tmp_path: Path) -> ExperimentRunner:
    repo = new_repository(tmp_path / "repo")
    deliver(repo, {"kept.txt": "as it was\n", "folder/inner.txt": "inner\n"}, "before")
    git(repo, "checkout", "--quiet", "-b", "work")
    deliver(repo, {"kept.txt": "changed\n"})
    work = asyncio.run(snapshot(str(repo), "main", tmp_path / "home"))
    config = ReviewConfig(experiment_seconds=1.0)
    return ExperimentRunner(
        Workspace(work, tmp_path / "home"), CheckSetup(None, tmp_path / "cache"), config
    )


def piece(script: str, language: Language = "python") -> Experiment:
    return Experiment(run=script, language=language, shows="")


def ran(runner: ExperimentRunner, script: str, language: Language = "python") -> ExperimentRun:
    return asyncio.run(runner.run_on(piece(script, language), "work", share=1.0))


@pytest.fixture
def busy() -> Iterator[int]:
    """One processor that another program keeps busy."""
    chosen = min(os.sched_getaffinity(0))
    pin = f"import os\nos.sched_setaffinity(0, {{{chosen}}})\nprint(flush=True)\nwhile True: pass"
    with subprocess.Popen([sys.executable, "-c", pin], stdout=subprocess.PIPE) as other:
        assert other.stdout
        other.stdout.readline()
        yield chosen
        other.kill()


# -- time


@pytest.mark.needs("bubblewrap")
def test_processor_time_ends_a_script(runner: ExperimentRunner) -> None:
    run = ran(runner, SPIN.format(3600))
    assert run.code is None
    assert run.output.endswith("sandbox: command stopped, more than 1 s of processor time\n")
    assert runner.spent > 1.0


@pytest.mark.needs("bubblewrap")
def test_forks_share_one_limit(runner: ExperimentRunner) -> None:
    """Each of them stays below the limit."""
    forks = (
        f"import os\nfor _ in range(5): os.fork() or (exec({SPIN.format(0.4)!r}), os._exit(0))\n"
    )
    waiting = "for _ in range(5): os.wait()\n"
    run = ran(runner, forks + waiting)
    assert run.code is None
    assert run.output.endswith("more than 1 s of processor time\n")


@pytest.mark.needs("bubblewrap")
def test_a_script_that_waits_for_a_processor_loses_nothing(
    runner: ExperimentRunner, busy: int
) -> None:
    # It gets a quarter of a processor, and so takes longer than its limit.
    polite = f"import os\nos.sched_setaffinity(0, {{{busy}}})\nos.nice(5)\n" + SPIN.format(0.7)
    assert ran(runner, polite).code == 0
    assert runner.spent < 1.0


@pytest.mark.needs("bubblewrap")
def test_a_script_that_waits_for_its_turn_loses_nothing(runner: ExperimentRunner) -> None:
    async def delayed() -> ExperimentRun:
        async with asyncio.timeout(PATIENCE):
            slots = experiment_runner._slot()
            for _ in range(processors()):
                await slots.acquire()
            waiting = asyncio.create_task(runner.run_on(piece("print('ran')"), "work"))
            await asyncio.wait([waiting], timeout=2 * runner.config.experiment_seconds)
            assert not waiting.done()
            assert (runner.begun, runner.spent) == (0, 0.0)
            for _ in range(processors()):
                slots.release()
            return await waiting

    run = asyncio.run(delayed())
    assert (run.code, run.output) == (0, "ran\n")


@pytest.mark.needs("bubblewrap")
def test_a_script_that_hangs_takes_no_processor_time_of_others(runner: ExperimentRunner) -> None:
    run = ran(runner, "import time\ntime.sleep(3600)")
    assert run.code is None
    assert run.output.endswith("sandbox: command stopped, nothing ran in it for 1 s\n")
    assert runner.spent < 0.5


@pytest.mark.needs("bubblewrap")
def test_all_scripts_share_a_budget_of_processor_time(
    runner: ExperimentRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiment_runner, "AS_LONG", 1)
    assert ran(runner, SPIN.format(0.6)).code == 0
    assert ran(runner, SPIN.format(0.61)).code == 0
    with pytest.raises(WorkspaceError, match="is reached: 1 s of processor time"):
        ran(runner, "print(1)")


@pytest.mark.needs("bubblewrap")
def test_the_same_run_is_made_once_for_all_who_want_it(runner: ExperimentRunner) -> None:
    async def together() -> list[ExperimentRun]:
        wanted = [runner.run_on(piece("date +%N", "sh"), "work") for _ in range(4)]
        return await asyncio.gather(*wanted)

    assert len({run.output for run in asyncio.run(together())}) == 1
    assert runner.begun == 1


# -- files


@pytest.mark.needs("bubblewrap")
def test_the_tree_is_not_copied_for_a_run(runner: ExperimentRunner) -> None:
    if not has_overlays(find_sandbox(), runner.workspace.home):
        pytest.skip("no overlays on this file system")
    run = ran(
        runner, "grep -c '^overlay . overlay\\|^overlay '$PWD /proc/mounts; cat kept.txt", "sh"
    )
    assert run.output == "1\nchanged\n"


@pytest.mark.needs("bubblewrap")
def test_runs_side_by_side_see_only_their_own_files(runner: ExperimentRunner) -> None:
    script = (
        "ls; cat kept.txt folder/inner.txt; rm -r folder; mkdir folder; echo {0} >kept.txt; "
        "echo {0} >folder/new; echo {0} >~/new; sleep 0.2; cat kept.txt folder/new ~/new; ls folder"
    )

    async def together() -> list[ExperimentRun]:
        wanted = [runner.run_on(piece(script.format(n), "sh"), "work") for n in range(4)]
        return await asyncio.gather(*wanted)

    for number, run in enumerate(asyncio.run(together())):
        listed, _, said = run.output.partition("changed\n")
        assert listed.splitlines()[:2] == ["folder", "kept.txt"]
        assert said == f"inner\n{number}\n{number}\n{number}\nnew\n"


# -- side by side


async def _fail(error: Exception) -> None:
    raise error


def test_acts_run_side_by_side_and_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiment_runner, "processors", lambda: 2)
    at_once = 0
    most = 0

    async def act(meeting: asyncio.Barrier, number: int) -> int:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await meeting.wait()  # for the other one, which has to run beside it
        at_once -= 1
        return number

    async def together() -> list[int]:
        async with asyncio.timeout(PATIENCE):
            meeting = asyncio.Barrier(2)
            return await side_by_side([partial(act, meeting, number) for number in range(6)])

    assert asyncio.run(together()) == [0, 1, 2, 3, 4, 5]
    assert most == 2


def test_an_act_that_fails_ends_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiment_runner, "processors", lambda: 2)
    ended = []

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("waiting")

    fail = partial(_fail, WorkspaceError("no room"))
    acts: list[Callable[[], Awaitable[None]]] = [wait, fail, wait]

    async def together() -> None:
        async with asyncio.timeout(PATIENCE):
            await side_by_side(acts)

    with pytest.raises(WorkspaceError, match="no room"):
        asyncio.run(together())
    assert ended == ["waiting"]


@pytest.mark.needs("bubblewrap")
def test_reviews_share_one_bound(runner: ExperimentRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiment_runner, "processors", lambda: 1)
    other = ExperimentRunner(runner.workspace, runner.setup, runner.config)
    script = "import time\nprint(time.monotonic_ns())\ntime.sleep(0.3)\nprint(time.monotonic_ns())"

    async def together() -> list[ExperimentRun]:
        await runner.setup.ready(runner.workspace, "experiments", secrets=False)
        wanted = [each.run_on(piece(script), "work") for each in (runner, other)]
        return await asyncio.gather(*wanted)

    spans = [[int(line) for line in run.output.split()] for run in asyncio.run(together())]
    spans.sort()
    assert spans[0][1] <= spans[1][0]

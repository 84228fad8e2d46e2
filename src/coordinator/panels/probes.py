"""Run probes. A probe is a blind test, written by a tester who does not see the work.

Each probe is run on the base and on the work. An experiment is different: it is a script that a
judge offers as evidence after seeing the work.
"""

from collections.abc import Sequence
from functools import partial
from time import monotonic

from coordinator.engine import Run
from coordinator.errors import WorkspaceError
from coordinator.judgement.evidence.probes import TURNS, dropped_result, in_turns, probe_result
from coordinator.models import CheckResult, ExperimentRun, Probe, Proof
from coordinator.panels.panel import Panel
from coordinator.panels.tester import script_runner
from coordinator.storage.events import key_of
from coordinator.workspace.checks.experiment_runner import ExperimentRunner, side_by_side


async def run_probes(run: Run, panel: Panel, probes: Sequence[Probe]) -> tuple[CheckResult, ...]:
    """Return the result of each probe as a check.

    The status is `error` if a probe cannot be run.
    """
    runner = script_runner(panel)
    acts = []
    for probe in in_turns(probes):
        key = key_of("check", probe.id)
        act = partial(measure_probe, runner, probe)
        acts.append(partial(run.step, key, act, CheckResult))
    results = {result.name: result for result in await side_by_side(acts)}
    return tuple(results[probe.id] for probe in probes)


async def measure_probe(runner: ExperimentRunner, probe: Probe) -> CheckResult:
    """Run a probe on the base and on the work as often as needed for a result."""
    if probe.dropped:
        return dropped_result(probe)
    began = monotonic()
    runs: list[ExperimentRun] = []
    for turn, tree in enumerate(TURNS):
        is_second_on_tree = turn % 2 == 1
        try:
            runs.append(await runner.run_on(probe.script, tree, again=is_second_on_tree))
        except WorkspaceError as error:
            if error.transient:
                raise
            return _not_run(probe, runs, error)
        result = probe_result(probe, runs)
        if result is not None:
            seconds = round(monotonic() - began, 3)
            on = runner.workspace.work.ran_on
            return result.model_copy(update={"seconds": seconds, "on": on})
    raise AssertionError(f"all runs of probe {probe.id} ended without a result")


def _not_run(probe: Probe, runs: Sequence[ExperimentRun], error: WorkspaceError) -> CheckResult:
    test = f"a test written before the work ({probe.kind}: {probe.title})"
    return CheckResult(
        name=probe.id,
        status="error",
        blocks=False,
        summary=f"{test} could not be run: {error}",
        probe=Proof(evidence=probe.script, found="no source", at=str(error), runs=tuple(runs)),
    )

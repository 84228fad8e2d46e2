"""Obtain and run probes. A probe is a blind test, written by a tester who does not see the work.

The tester sees only the request and the base. Each probe is run on the base and on the work. An
experiment is different: it is a script that a judge offers as evidence after seeing the work.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from time import monotonic

from coordinator.agents import Asked
from coordinator.config.seats import Seat
from coordinator.engine import Run
from coordinator.errors import WorkspaceError
from coordinator.judgement.probes import TURNS, probe_result
from coordinator.models import (
    Abstention,
    Ask,
    Case,
    CheckResult,
    ExperimentRun,
    Probe,
    Proof,
    Reply,
    Rubric,
)
from coordinator.panels.panel import Panel
from coordinator.panels.rubrics import rubric_on_record
from coordinator.panels.tester_view import TesterView, shown_files
from coordinator.parsing.report import Probes, read_probes
from coordinator.storage.events import key_of
from coordinator.workspace.checks import detect
from coordinator.workspace.experiment_runner import ExperimentRunner


async def obtain_probes(
    run: Run, case: Case, panel: Panel, earlier: Rubric | None
) -> Probes | Abstention | None:
    """Return the probes of an earlier rubric, new probes, or the tester's abstention.

    Return None if the configuration turns probes off, if no seat can write them, or if they are
    optional and not possible here.
    """
    wanted = panel.config.experiments
    if wanted in ("off", "evidence"):
        return None
    if earlier is not None and earlier.probes is not None:
        return Probes(probes=earlier.probes)
    tester = panel.seats.tester or panel.seats.meta_judge
    if tester is None:
        return None
    view = await run.step("tester", partial(_view_for, run, case, panel, tester), TesterView)
    if view.why:
        if wanted == "probes":
            return Abstention(seat=tester.name, round=0, cause="failed", detail=view.why)
        return None
    files = [panel.builder.fenced(text) for text in view.files]
    ask = panel.prepare_ask("probe", tester.name, 0, {"files": files})
    return await panel.asker.ask(run, ask, "read", Probes | Abstention, _read_probes)


async def _read_probes(_ask: Ask, reply: Reply, reference: str) -> Probes:
    return read_probes(reply.text, reference=reference)


async def _view_for(run: Run, case: Case, panel: Panel, tester: Seat) -> TesterView:
    """Return the part of the base that the tester sees, or the reason not to ask the tester."""
    agent = panel.asker.agent(tester.name)
    why = await _why_no_probes(run, panel, tester.name, agent)
    if why or agent.wants_folder:
        return TesterView(why=why)
    return TesterView(files=await shown_files(panel.sources.workspace.merged.base, case.request))


async def _why_no_probes(run: Run, panel: Panel, tester: str, agent: Asked) -> str:
    why_no_scripts = await asyncio.to_thread(_runner(panel).why_none)
    if await rubric_on_record(run):
        return "the review began without blind tests"
    if agent.tracker_agent:
        return f"{tester} is an agent in the tracker, where the author could read its tests"
    if why_no_scripts:
        return why_no_scripts
    if panel.config.experiments is None and not await detect(panel.sources.workspace):
        return "no tests were found in the work"
    return ""


def _runner(panel: Panel) -> ExperimentRunner:
    assert panel.sources.runner is not None
    return panel.sources.runner


async def run_probes(run: Run, panel: Panel, probes: Sequence[Probe]) -> tuple[CheckResult, ...]:
    """Return the result of each probe as a check.

    The status is `error` if a probe cannot be run.
    """
    runner = _runner(panel)
    results = []
    for probe in probes:
        key = key_of("check", probe.id)
        results.append(await run.step(key, partial(_measure, runner, probe), CheckResult))
    return tuple(results)


async def _measure(runner: ExperimentRunner, probe: Probe) -> CheckResult:
    """Run a probe on the base and on the work as often as needed for a result."""
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

"""Obtain and run probes. A probe is a blind test, written by a tester who does not see the work.

The tester sees the request, the base and the questions of the rubric. Each probe is run on the base
and on the work. A probe that does not behave on the base goes back to its tester once.

An experiment is different. It is a script that a judge offers as evidence after seeing the work.
"""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from time import monotonic

from coordinator.agents import Asked
from coordinator.config.seats import Seat
from coordinator.engine import Run
from coordinator.errors import WorkspaceError
from coordinator.judgement.executed import ASKED
from coordinator.judgement.probes import (
    TURNS,
    base_fault,
    ended_early,
    in_turns,
    probe_result,
)
from coordinator.models import (
    Abstention,
    Ask,
    Case,
    CheckResult,
    ExperimentRun,
    Item,
    Probe,
    Proof,
    Reply,
    Value,
)
from coordinator.panels.panel import Panel
from coordinator.panels.records import FrozenRubric
from coordinator.panels.rubrics import rubric_on_record
from coordinator.panels.tester_view import TesterView, base_files
from coordinator.parsing.report import MAX_PROBES, Probes, read_probes
from coordinator.storage.events import key_of
from coordinator.workspace.checks import detect
from coordinator.workspace.experiment_runner import ExperimentRunner, side_by_side


class BaseTrial(Value):
    """A run of a probe on the base, before the probe is used; empty `fault` if it behaved."""

    fault: str = ""
    output: str = ""
    # Whether the script never reached its own comparison.
    ended_early: bool = False


async def obtain_probes(
    run: Run, case: Case, panel: Panel, frozen: FrozenRubric
) -> Probes | Abstention | None:
    """Return the probes of an earlier rubric, new probes, or the tester's abstention.

    Return None if the configuration turns probes off, if no seat can write them, or if they are
    optional and not possible here.
    """
    wanted = panel.config.experiments
    if wanted in ("off", "evidence"):
        return None
    if frozen.rubric.probes is not None:
        return Probes(probes=frozen.rubric.probes)
    tester = panel.seats.tester or panel.seats.meta_judge
    if tester is None:
        return None
    view = await run.step("tester", partial(_view_for, run, panel, tester), TesterView)
    if view.why:
        if wanted == "probes":
            return Abstention(seat=tester.name, round=0, cause="failed", detail=view.why)
        return None
    files = await base_files(run, case, panel, tester.name)
    variables: dict[str, object] = {
        "files": list(files),
        "seconds": panel.config.experiment_seconds,
        "questions": [_question(item) for item in frozen.rubric.checklist],
        "tried": [],
    }
    probes = await _ask_tester(run, panel, tester.name, 0, variables)
    if isinstance(probes, Abstention):
        return probes
    return await _repaired(run, panel, tester.name, probes, variables)


def _question(item: Item) -> str:
    return f"{item.id} ({item.importance}): {item.question}"


async def _ask_tester(
    run: Run, panel: Panel, tester: str, number: int, variables: Mapping[str, object]
) -> Probes | Abstention:
    ask = panel.prepare_ask("probe", tester, number, variables)
    return await panel.asker.ask(run, ask, "read", Probes | Abstention, _read_probes)


async def _read_probes(_ask: Ask, reply: Reply, reference: str) -> Probes:
    return read_probes(reply.text, reference=reference)


async def _repaired(
    run: Run, panel: Panel, tester: str, probes: Probes, variables: dict[str, object]
) -> Probes:
    """Return the probes, after the tester has had one chance to mend those with a fault.

    If the tester gives no usable reply, the probes stay as they are.
    """
    trials = await _tried_on_base(run, panel, probes.probes, 0)
    sound = []
    tried = []
    for probe, trial in zip(probes.probes, trials, strict=True):
        if trial.fault:
            tried.append(_tried_text(panel, probe, trial))
        else:
            sound.append(probe)
    if not tried:
        return probes
    mended = await _ask_tester(run, panel, tester, 1, {**variables, "tried": tried})
    if isinstance(mended, Abstention):
        return Probes(probes=_left_to_judges(probes.probes, trials))
    again = mended.probes[: MAX_PROBES - len(sound)]
    trials = await _tried_on_base(run, panel, again, 1)
    return Probes(probes=(*sound, *_left_to_judges(again, trials)))


async def _tried_on_base(
    run: Run, panel: Panel, probes: Sequence[Probe], number: int
) -> list[BaseTrial]:
    """Return what each probe did on the base, in the tester's round `number`."""
    trials = []
    for at, probe in enumerate(probes):
        key = key_of("tried", number, at)
        trials.append(await run.step(key, partial(_try_on_base, panel, probe), BaseTrial))
    return trials


async def _try_on_base(panel: Panel, probe: Probe) -> BaseTrial:
    try:
        ran = await _runner(panel).run_on(probe.script, "base")
    except WorkspaceError as error:
        if error.transient:
            raise
        return BaseTrial(fault=f"it could not be run: {error}")
    fault = base_fault(probe, ran)
    return BaseTrial(fault=fault, output=ran.output, ended_early=bool(fault and ended_early(ran)))


def _tried_text(panel: Panel, probe: Probe, trial: BaseTrial) -> str:
    """Return a faulty probe, its fault and its output, for the tester."""
    script = panel.builder.fenced(probe.script.run)
    parts = [f"{probe.kind}: {probe.title}", f"Fault: {trial.fault}", script]
    if trial.output:
        parts.append(f"Its output:\n{panel.builder.fenced(trial.output)}")
    return "\n\n".join(parts)


def _left_to_judges(probes: Sequence[Probe], trials: Sequence[BaseTrial]) -> tuple[Probe, ...]:
    """Return the probes. A probe that ended early cannot decide, so its certainty is lowered.

    A demand for a new name ends early on a base without the name. So it is still a question for the
    judges, if the work fails it.
    """
    kept = []
    for probe, trial in zip(probes, trials, strict=True):
        if trial.ended_early and probe.certainty > ASKED:
            probe = probe.model_copy(update={"certainty": ASKED})
        kept.append(probe)
    return tuple(kept)


async def _view_for(run: Run, panel: Panel, tester: Seat) -> TesterView:
    """Return the reason not to ask the tester, if there is one."""
    agent = panel.asker.agent(tester.name)
    return TesterView(why=await _why_no_probes(run, panel, tester.name, agent))


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
    acts = []
    for probe in in_turns(probes):
        key = key_of("check", probe.id)
        act = partial(measure_probe, runner, probe)
        acts.append(partial(run.step, key, act, CheckResult))
    results = {result.name: result for result in await side_by_side(acts)}
    return tuple(results[probe.id] for probe in probes)


async def measure_probe(runner: ExperimentRunner, probe: Probe) -> CheckResult:
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

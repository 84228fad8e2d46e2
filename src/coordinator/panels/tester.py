"""Obtain the blind tests of a review, called probes, from the tester.

The tester sees the request, the base and the questions of the rubric, but not the work. Before a
probe is used, it is tried on the base and, if the tester gives one, with the tester's trial fix. A
probe with a fault goes back to its tester once.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from functools import partial

from coordinator.engine import Run
from coordinator.errors import WorkspaceError
from coordinator.judgement.evidence.executed import ASKED
from coordinator.judgement.evidence.probes import base_fault, ended_early
from coordinator.models import Abstention, Ask, Case, Item, Probe, Reply, Value
from coordinator.panels.panel import Panel
from coordinator.panels.recorded_rubric import rubric_on_record
from coordinator.panels.records import FrozenRubric
from coordinator.panels.tester_view import TesterView, base_files
from coordinator.parsing.report import MAX_PROBES, Probes, read_probes
from coordinator.storage.events import key_of
from coordinator.workspace.checks.experiment_runner import EditedFiles, ExperimentRunner
from coordinator.workspace.checks.runner import detect
from coordinator.workspace.checks.trial_fix import apply_edits

log = logging.getLogger(__name__)

UNMET = "it is red with the trial fix of its own tester"  # a fault of a probe


class BaseTrial(Value):
    """The result of trying a probe before it is used; `fault` is empty if there is no fault."""

    fault: str = ""
    output: str = ""
    ended_early: bool = False  # the script ended before it compared anything
    unmet: bool = False  # the probe is red with the trial fix


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
    tester = panel.seats.tester or panel.seats.meta_judge
    known = frozen.rubric.probes
    # The author can read the tests of a tester in the tracker, so each review gets new ones.
    is_public = tester is not None and panel.asker.agent(tester.name).tracker_agent
    if known is not None and not is_public:
        return Probes(probes=known)
    if tester is None:
        return None
    view = await run.step("tester", partial(_view_for, run, panel), TesterView)
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
    on_record = await rubric_on_record(run)
    if on_record is not None:
        return Probes(probes=on_record.probes or ())
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
    trials = await _tried(run, panel, probes, 0)
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
        kept = _with_consequences(probes.probes, trials)
        return probes.model_copy(update={"probes": kept})
    again = Probes(
        probes=mended.probes[: MAX_PROBES - len(sound)],
        trial=mended.trial or probes.trial,
        inputs=mended.inputs or probes.inputs,
    )
    trials = await _tried(run, panel, again, 1)
    kept = (*sound, *_with_consequences(again.probes, trials))
    return again.model_copy(update={"probes": kept})


async def _tried(run: Run, panel: Panel, probes: Probes, number: int) -> list[BaseTrial]:
    """Run each probe on the base without and with the trial fix, and return the results.

    `number` is 0 for the tester's first reply, and 1 for its corrected reply.
    """
    trials = []
    edited: EditedFiles = ()
    try:
        edited = await apply_edits(script_runner(panel).workspace.base, probes.trial)
    except WorkspaceError as error:
        if error.transient:
            raise
        log.info("the trial fix of %s cannot be applied: %s", run.id, error)
    for at, probe in enumerate(probes.probes):
        key = key_of("tried", number, at)
        trials.append(await run.step(key, partial(_try_out, panel, probe, edited), BaseTrial))
    return trials


async def _try_out(panel: Panel, probe: Probe, edited: EditedFiles) -> BaseTrial:
    """Run a probe on the base, and on the base with the trial fix."""
    runner = script_runner(panel)
    try:
        ran = await runner.run_on(probe.script, "base")
        fault = base_fault(probe, ran)
        if fault:
            is_early = bool(ended_early(ran))
            return BaseTrial(fault=fault, output=ran.output, ended_early=is_early)
        if not edited:
            return BaseTrial()
        fixed = await runner.run_with(probe.script, edited)
    except WorkspaceError as error:
        if error.transient:
            raise
        return BaseTrial(fault=f"it could not be run: {error}")
    if fixed.code == 0:
        return BaseTrial()
    return BaseTrial(fault=UNMET, output=fixed.output, unmet=True)


def _tried_text(panel: Panel, probe: Probe, trial: BaseTrial) -> str:
    """Return a text for the tester with a faulty probe, the fault, and the output of the probe."""
    script = panel.builder.fenced(probe.script.run)
    parts = [f"{probe.kind}: {probe.title}", f"Fault: {trial.fault}", script]
    if trial.output:
        parts.append(f"Its output:\n{panel.builder.fenced(trial.output)}")
    return "\n\n".join(parts)


def _with_consequences(probes: Sequence[Probe], trials: Sequence[BaseTrial]) -> tuple[Probe, ...]:
    """Return the probes, changed according to their last trial.

    A probe that is red with the trial fix is marked as dropped. A probe that ended early cannot
    decide, so its certainty is lowered. If the work fails it, the judges are still asked about it.
    The probe can be correct: a test of a new name always ends early on a base without that name.
    """
    kept = []
    for probe, trial in zip(probes, trials, strict=True):
        if trial.unmet:
            probe = probe.model_copy(update={"dropped": trial.fault})
        elif trial.ended_early and probe.certainty > ASKED:
            probe = probe.model_copy(update={"certainty": ASKED})
        kept.append(probe)
    return tuple(kept)


async def _view_for(run: Run, panel: Panel) -> TesterView:
    """Return a view with the reason not to ask the tester, or with an empty reason."""
    return TesterView(why=await _why_no_probes(run, panel))


async def _why_no_probes(run: Run, panel: Panel) -> str:
    why_no_scripts = await asyncio.to_thread(script_runner(panel).why_none)
    if await rubric_on_record(run):
        return "the review began without blind tests"
    if why_no_scripts:
        return why_no_scripts
    if panel.config.experiments is None and not await detect(panel.sources.workspace):
        return "no tests were found in the work"
    return ""


def script_runner(panel: Panel) -> ExperimentRunner:
    """Return the script runner of the panel's evidence sources."""
    assert panel.sources.runner is not None
    return panel.sources.runner

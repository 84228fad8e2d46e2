"""Run the tester's generator of inputs on the base, on the work, and with the trial fix.

The results with the trial fix are frozen with the rubric, before the script runs on the work.
"""

from functools import partial

from coordinator.engine import Run
from coordinator.errors import WorkspaceError
from coordinator.judgement.evidence.inputs import compare_results, read_results, stable_results
from coordinator.models import Experiment, InputComparison, InputGenerator, Rubric
from coordinator.panels.panel import Panel
from coordinator.panels.tester import script_runner
from coordinator.parsing.report import Probes
from coordinator.storage.events import key_of
from coordinator.workspace.checks.experiment_runner import ScriptEnd
from coordinator.workspace.checks.trial_fix import apply_edits

OUTPUT = 32_000  # bytes that are kept of the output of a generator
LAST_WORDS = 300  # characters that are kept of the end of a failed generator's output


async def obtain_generator(
    run: Run, panel: Panel, probes: Probes, rubric: Rubric
) -> InputGenerator | None:
    """Return the generator of an earlier rubric, or a new one after its run with the trial fix.

    Return None if the tester has written none.
    """
    if rubric.inputs is not None or probes.inputs is None:
        return rubric.inputs
    act = partial(_tried_generator, panel, probes, probes.inputs)
    return await run.step(key_of("tried", "inputs"), act, InputGenerator)


async def _tried_generator(panel: Panel, probes: Probes, script: Experiment) -> InputGenerator:
    """Run a generator twice with the trial fix, and keep the results that do not change."""
    if not probes.trial:
        return InputGenerator(script=script, dropped="there is no trial fix to compare with")
    if all(probe.dropped for probe in probes.probes):
        return InputGenerator(script=script, dropped="no blind test is green with the trial fix")
    runner = script_runner(panel)
    try:
        edited = await apply_edits(runner.workspace.base, probes.trial)
        first = await runner.run_with(script, edited, output=OUTPUT)
        second = await runner.run_with(script, edited, again=True, output=OUTPUT)
    except WorkspaceError as error:
        if error.transient:
            raise
        return InputGenerator(script=script, dropped=f"it could not be run: {error}")
    if first.code != 0:
        return InputGenerator(script=script, dropped=_failure(first))
    results = stable_results(read_results(first.output), read_results(second.output))
    if not results:
        return InputGenerator(
            script=script, dropped="it prints no input that has the same result in both runs"
        )
    return InputGenerator(script=script, trial=results)


def _failure(end: ScriptEnd) -> str:
    """Return why a generator failed with the trial fix, with the end of its output."""
    if end.code is None:
        return "it did not end in time with the trial fix"
    said = " ".join(end.output.split())[-LAST_WORDS:]
    return f"it ended with {end.code} with the trial fix: {said}"


async def compare_inputs(
    run: Run, panel: Panel, generator: InputGenerator | None
) -> InputComparison | None:
    """Return how the work differs from the trial fix; None without a generator."""
    if generator is None:
        return None
    return await run.step("inputs", partial(_compared, panel, generator), InputComparison)


async def _compared(panel: Panel, generator: InputGenerator) -> InputComparison:
    """Run a generator on the base and on the work.

    The script may end with any code there, because both may fail on its inputs.
    """
    if generator.dropped:
        return InputComparison(dropped=generator.dropped)
    runner = script_runner(panel)
    try:
        base = await runner.run_on(generator.script, "base", output=OUTPUT)
        work = await runner.run_on(generator.script, "work", output=OUTPUT)
    except WorkspaceError as error:
        if error.transient:
            raise
        return InputComparison(dropped=f"it could not be run: {error}")
    return compare_results(generator.trial, read_results(base.output), read_results(work.output))

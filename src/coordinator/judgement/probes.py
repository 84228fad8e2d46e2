"""Blind tests: what their runs come to, and the questions that red ones put to the judges."""

from collections.abc import Sequence
from typing import Literal

from coordinator.judgement.evidence import SourceTexts, red_or_green
from coordinator.judgement.rubric import quote_fault
from coordinator.models import CheckResult, ExperimentRun, Item, Probe, Proof, Rubric

# On the base twice, as a test that cannot be relied on says nothing; and again on the work where it is red there.
TURNS: tuple[Literal["work", "base"], ...] = ("base", "base", "work", "work")


def probe_result(probe: Probe, runs: Sequence[ExperimentRun]) -> CheckResult | None:
    """Return what the runs of a probe, in the order of the turns, come to; None if the next turn has to tell."""
    last = runs[-1]
    done = len(runs)
    wanted = "red" if probe.kind == "demand" else "green"
    dropped = ""
    is_red = last.code != 0
    if last.on == "base":
        if last.code is None or is_red != (wanted == "red"):
            dropped = f"dropped: {red_or_green(last)} on the base, where it has to be {wanted}"
        if not dropped:
            return None
    elif is_red and done < len(TURNS):
        return None
    elif not is_red and done == len(TURNS):
        dropped = "dropped: on the work once red and once green"
    said = dropped or f"{wanted} on the base, {red_or_green(last)} on the work"
    shown = f"on the {last.on}:\n{last.output}"
    if is_red and not dropped:
        shown = f"script ({probe.script.language}):\n{probe.script.run}\n\n{shown}"
    shown_runs = tuple({run.on: run for run in runs}.values())  # the last of each
    return CheckResult(
        name=probe.id,
        status="error" if dropped else "red" if is_red else "green",
        blocks=False,
        summary=f"a test written from the request alone, before the work ({probe.kind}: {probe.title}): {said}",
        output=shown,
        probe=Proof(evidence=probe.script, found="verified", at=said, runs=shown_runs),
    )


def with_red_probes(rubric: Rubric, checks: Sequence[CheckResult], request: str) -> Rubric:
    """Return the rubric with a question for each probe that is red on the work: is the test wrong, or the work?

    As with every other item, a demand that quotes nothing of the request is advice.
    """
    sources = SourceTexts(issue=request)
    red = {check.name for check in checks if check.probe and check.status == "red"}
    items = [
        Item(
            id=probe.id,
            question=f"The test {probe.id} is red on the work (see check:{probe.id}, with its script): is the test "
            "wrong? Yes if it demands what the request does not, or is itself mistaken; no if what it tests is asked "
            "for, or worked before and has to go on working, and the work fails it.",
            importance="essential",
            rationale=probe.title,
            quote=probe.quote,
            binding=probe.kind == "keep" or not quote_fault(probe.quote, sources),
        )
        for probe in rubric.probes or ()
        if probe.id in red
    ]
    return rubric.model_copy(update={"checklist": (*rubric.checklist, *items)})


def without_probe_items(rubric: Rubric) -> Rubric:
    """Return the rubric as it was written: what is red on one piece of work is no criterion for the next."""
    asked = {probe.id for probe in rubric.probes or ()}
    return rubric.model_copy(
        update={"checklist": tuple(item for item in rubric.checklist if item.id not in asked)}
    )


def with_probes(rubric: Rubric, probes: Sequence[Probe], checks: Sequence[CheckResult]) -> Rubric:
    """Return the rubric with these probes, under ids that no item of it has, and none of the checks."""
    taken = {
        name.upper()
        for name in (*(item.id for item in rubric.checklist), *(check.name for check in checks))
    }
    free = (
        name
        for number in range(1, 1 + len(taken) + len(probes))
        if (name := f"P{number}") not in taken
    )
    named = tuple(
        probe.model_copy(update={"id": name}) for probe, name in zip(probes, free, strict=False)
    )
    return rubric.model_copy(update={"probes": named})

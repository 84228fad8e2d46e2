"""Judge the runs of blind tests, and turn the red ones into questions for the judges.

A blind test, or probe, is a test that a seat writes from the request and the base alone, before it
sees the work.
"""

from collections.abc import Sequence
from typing import Literal

from coordinator.judgement.evidence import SourceTexts
from coordinator.judgement.experiments import red_or_green
from coordinator.judgement.rubric import quote_fault
from coordinator.models import CheckResult, ExperimentRun, Item, Probe, Proof, Rubric

CheckStatus = Literal["green", "red", "error"]

# A probe runs twice on the base, because an unreliable test says nothing. It runs a second time on
# the work if it is red there.
TURNS: tuple[Literal["work", "base"], ...] = ("base", "base", "work", "work")


def probe_result(probe: Probe, runs: Sequence[ExperimentRun]) -> CheckResult | None:
    """Return the result of a probe from its runs, which are in the order of `TURNS`.

    Return None if the probe has to run again first.
    """
    last = runs[-1]
    wanted = "red" if probe.kind == "demand" else "green"
    is_red = last.code != 0
    if last.on == "base":
        is_reliable = last.code is not None and is_red == (wanted == "red")
        if is_reliable:
            return None
        why = f"dropped: {red_or_green(last)} on the base, where it has to be {wanted}"
        return _check(probe, runs, "error", why)
    if is_red and len(runs) < len(TURNS):
        return None
    if not is_red and len(runs) == len(TURNS):
        return _check(probe, runs, "error", "dropped: red in one run on the work, green in another")
    said = f"{wanted} on the base, {red_or_green(last)} on the work"
    return _check(probe, runs, "red" if is_red else "green", said)


def _check(
    probe: Probe, runs: Sequence[ExperimentRun], status: CheckStatus, said: str
) -> CheckResult:
    """Return the result of a probe as a check; a red check shows the script."""
    last = runs[-1]
    output = f"on the {last.on}:\n{last.output}"
    if status == "red":
        output = f"script ({probe.script.language}):\n{probe.script.run}\n\n{output}"
    origin = "a test written from the request alone, before the work"
    last_runs = {run.on: run for run in runs}
    return CheckResult(
        name=probe.id,
        status=status,
        blocks=False,
        summary=f"{origin} ({probe.kind}: {probe.title}): {said}",
        output=output,
        probe=Proof(
            evidence=probe.script, found="verified", at=said, runs=tuple(last_runs.values())
        ),
    )


def with_red_probes(rubric: Rubric, checks: Sequence[CheckResult], request: str) -> Rubric:
    """Return the rubric with a question for each probe that is red on the work.

    The question asks whether the test or the work is wrong. If the probe tests a new demand, but
    does not quote the demand from the request, the question is only advice.
    """
    sources = SourceTexts(issue=request)
    red = {check.name for check in checks if check.probe and check.status == "red"}
    items = [_item(probe, sources) for probe in rubric.probes or () if probe.id in red]
    return rubric.model_copy(update={"checklist": (*rubric.checklist, *items)})


def _item(probe: Probe, sources: SourceTexts) -> Item:
    question = (
        f"The test {probe.id} is red on the work (see check:{probe.id}, with its script): "
        "is the test wrong? Yes if it demands what the request does not, or is itself mistaken; "
        "no if what it tests is asked for, or worked before and has to go on working, "
        "and the work fails it."
    )
    return Item(
        id=probe.id,
        question=question,
        importance="essential",
        rationale=probe.title,
        quote=probe.quote,
        binding=probe.kind == "keep" or not quote_fault(probe.quote, sources),
    )


def without_probe_items(rubric: Rubric) -> Rubric:
    """Return the rubric without the items for red probes, for the next version of the work."""
    asked = {probe.id for probe in rubric.probes or ()}
    items = tuple(item for item in rubric.checklist if item.id not in asked)
    return rubric.model_copy(update={"checklist": items})


def with_probes(rubric: Rubric, probes: Sequence[Probe], checks: Sequence[CheckResult]) -> Rubric:
    """Return the rubric with these probes, which get ids that no item and no check has."""
    taken = {item.id.upper() for item in rubric.checklist}
    taken.update(check.name.upper() for check in checks)
    named = []
    number = 0
    for probe in probes:
        number += 1
        while f"P{number}" in taken:
            number += 1
        named.append(probe.model_copy(update={"id": f"P{number}"}))
    return rubric.model_copy(update={"probes": tuple(named)})

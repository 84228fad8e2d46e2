"""Judge the runs of blind tests, and turn the red ones into questions for the judges.

A blind test, or probe, is a test that a seat writes from the request and the base alone, before it
sees the work.
"""

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Literal, get_args

from coordinator.judgement.evidence.executed import ASKED
from coordinator.judgement.evidence.experiments import red_or_green
from coordinator.judgement.evidence.verification import SourceTexts
from coordinator.judgement.rubric import quote_fault
from coordinator.models import CheckResult, ExperimentRun, Item, Probe, ProbeKind, Proof, Rubric
from coordinator.parsing.fields import resolve

CheckStatus = Literal["green", "red", "error"]

# A probe runs twice on the base, because an unreliable test says nothing. It runs a second time on
# the work if it is red there.
TURNS: tuple[Literal["work", "base"], ...] = ("base", "base", "work", "work")

ORIGIN = "a test written from the request alone, before the work"
NO_SUCH_COMMAND = 127  # the exit code of a shell that does not find a command
LAST_LINES = 3  # the last lines of the output, which name the error that ended a script
# Errors of a script that has not reached its own comparison.
_EARLY_END = re.compile(
    r"^(ModuleNotFoundError|ImportError|SyntaxError|IndentationError|NameError)\b", re.MULTILINE
)


def in_turns(probes: Sequence[Probe]) -> tuple[Probe, ...]:
    """Return the probes in an order in which their kinds alternate.

    Probes of the same kind keep their order. So if a limit ends the runs early, some
    probes of every kind have run.
    """
    kinds = []
    for kind in get_args(ProbeKind):
        kinds.append([probe for probe in probes if probe.kind == kind])
    taken: list[Probe | None] = []
    for turn in zip_longest(*kinds):
        taken += turn
    return tuple(probe for probe in taken if probe is not None)


def probe_result(probe: Probe, runs: Sequence[ExperimentRun]) -> CheckResult | None:
    """Return the result of a probe from its runs, which are in the order of `TURNS`.

    Return None if the probe has to run again first.
    """
    last = runs[-1]
    wanted = _wanted_on_base(probe)
    is_red = last.code != 0
    if last.on == "base":
        why = _wrong_colour(probe, last)
        if not why:
            return None
        return _check(probe, runs, "error", f"dropped: {why}")
    if is_red and len(runs) < len(TURNS):
        return None
    if not is_red and len(runs) == len(TURNS):
        return _check(probe, runs, "error", "dropped: red in one run on the work, green in another")
    said = f"{wanted} on the base, {red_or_green(last)} on the work"
    return _check(probe, runs, "red" if is_red else "green", said)


def dropped_result(probe: Probe) -> CheckResult:
    """Return the result of a probe that was dropped as unusable before it was run on the work."""
    return CheckResult(
        name=probe.id,
        status="error",
        blocks=False,
        summary=f"{ORIGIN} ({probe.kind}: {probe.title}): dropped: {probe.dropped}",
        probe=Proof(evidence=probe.script, found="no source", at=f"dropped: {probe.dropped}"),
    )


def _wanted_on_base(probe: Probe) -> str:
    return "green" if probe.kind == "keep" else "red"


def _wrong_colour(probe: Probe, run: ExperimentRun) -> str:
    """Return a message if a probe has the wrong colour on the base, else an empty string."""
    wanted = _wanted_on_base(probe)
    is_red = run.code != 0
    if run.code is not None and is_red == (wanted == "red"):
        return ""
    return f"{red_or_green(run)} on the base, where it has to be {wanted}"


def base_fault(probe: Probe, run: ExperimentRun) -> str:
    """Return the fault of a probe that its run on the base shows, or an empty string.

    A probe that has to be red must fail in its own comparison, not earlier.
    """
    return _wrong_colour(probe, run) or ended_early(run)


def ended_early(run: ExperimentRun) -> str:
    """Return the reason why a red script ended before its own comparison, or an empty string."""
    if run.code == 0:
        return ""
    if run.code == NO_SUCH_COMMAND:
        return "it ended early: a command was not found"
    last_lines = "\n".join(run.output.strip().splitlines()[-LAST_LINES:])
    found = _EARLY_END.search(last_lines)
    if found is None:
        return ""
    return f"it ended early, with {found[1]}, before its own comparison"


def _check(
    probe: Probe, runs: Sequence[ExperimentRun], status: CheckStatus, said: str
) -> CheckResult:
    """Return the result of a probe as a check. The output of a red check begins with the script."""
    last = runs[-1]
    output = f"on the {last.on}:\n{last.output}"
    if status == "red":
        output = f"script ({probe.script.language}):\n{probe.script.run}\n\n{output}"
    last_runs = {run.on: run for run in runs}
    return CheckResult(
        name=probe.id,
        status=status,
        blocks=False,
        summary=f"{ORIGIN} ({probe.kind}: {probe.title}): {said}",
        output=output,
        probe=Proof(
            evidence=probe.script, found="verified", at=said, runs=tuple(last_runs.values())
        ),
    )


def with_red_probes(rubric: Rubric, checks: Sequence[CheckResult], request: str) -> Rubric:
    """Return the rubric with a question for each probe that is red on the work.

    The question asks whether the work is right despite the red probe. The question is only advice
    if the tester is not certain enough, or if the probe tests a demand but quotes no demand of the
    request.
    """
    sources = SourceTexts(issue=request)
    red = {check.name for check in checks if check.probe and check.status == "red"}
    items = [_item(probe, sources) for probe in rubric.probes or () if probe.id in red]
    return rubric.model_copy(update={"checklist": (*rubric.checklist, *items)})


def _item(probe: Probe, sources: SourceTexts) -> Item:
    question = (
        f"The test {probe.id} is red on the work (see check:{probe.id}, with its script): "
        "is the work right all the same? Yes if the test demands what the request does not, or is "
        "itself mistaken; no if what it tests is asked for, or worked before and has to go on "
        "working, and the work fails it."
    )
    is_demanded = probe.kind != "demand" or not quote_fault(probe.quote, sources)
    return Item(
        id=probe.id,
        question=question,
        importance="essential",
        rationale=probe.title,
        quote=probe.quote,
        binding=is_demanded and probe.certainty >= ASKED,
    )


def without_probe_items(rubric: Rubric) -> Rubric:
    """Return the rubric without the items for red probes, so that reworked work can use it."""
    asked = {probe.id for probe in rubric.probes or ()}
    items = tuple(item for item in rubric.checklist if item.id not in asked)
    return rubric.model_copy(update={"checklist": items})


def with_probes(rubric: Rubric, probes: Sequence[Probe], checks: Sequence[CheckResult]) -> Rubric:
    """Return the rubric with these probes. They get ids that no item and no check has.

    Each probe lists the ids of the items that it answers. Ids that the rubric does not have are
    removed.
    """
    ids = [item.id for item in rubric.checklist]
    taken = {item_id.upper() for item_id in ids}
    taken.update(check.name.upper() for check in checks)
    named = []
    number = 0
    for probe in probes:
        number += 1
        while f"P{number}" in taken:
            number += 1
        answers = [resolve(written, ids) for written in probe.answers]
        known = tuple(item_id for item_id in answers if item_id)
        named.append(probe.model_copy(update={"id": f"P{number}", "answers": known}))
    return rubric.model_copy(update={"probes": tuple(named)})

"""The read models of one workflow run and one council."""

import json
import time
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from coordinator.council.history import CouncilRecord
from coordinator.models import Usage
from coordinator.views.formatting import brief, money, span
from coordinator.views.graph import workflow_graph
from coordinator.workflow.history import RunRecord
from coordinator.workflow.records import StageOutput


def run_context(
    run: RunRecord, text: Callable[[str], str], *, alone: bool = False
) -> dict[str, Any]:
    """Return the variables of a run's templates. `text` looks up a stored text by its hash.

    If `alone` is true, the page is a standalone file. It then contains every text, because no
    server can supply them.
    """

    def stage_output(kept: str) -> StageOutput:
        if kept:
            return StageOutput.model_validate_json(text(kept))
        return StageOutput()

    path = [passed.visit.stage for passed in run.path]
    issue = None
    if run.start.has_issue:
        issue = run.issue or run.start.given
    now = time.time()
    waits = ""
    if run.waits is not None:
        waits = f"for an event for {span(now - run.waits.since)}"
    return {
        "run": run,
        "now": now,
        "issue": issue,
        "graph": workflow_graph(
            run.workflow,
            path,
            "" if run.ending else run.stage,
            spent=spent_by_stage(run, now),
            waits=waits,
        ),
        "stage_output": stage_output,
        "whole": text if alone else None,
    }


def spent_by_stage(run: RunRecord, now: float) -> dict[str, str]:
    """Return the time and the price of all visits of each stage as a text."""
    seconds: dict[str, float] = {}
    used: dict[str, Usage] = {}
    for visited in run.path:
        stage = visited.visit.stage
        seconds[stage] = seconds.get(stage, 0.0) + run.time_in(visited, now)
        usage = Usage(usd=visited.usd, tokens_in=visited.tokens)
        used[stage] = used.get(stage, Usage(usd=Decimal(0))) + usage
    return {stage: spent_text(seconds[stage], used[stage]) for stage in seconds}


def spent_text(seconds: float, usage: Usage) -> str:
    """Return a time, and a price if something was asked."""
    if not usage.tokens_in and usage.usd == 0:
        return span(seconds)
    return f"{span(seconds)}, {money(usage.usd)}"


def output_text(output: StageOutput) -> str:
    """Return the shown part of a stored output: its data, or else its printed text."""
    if output.data:
        return json.dumps(output.data, ensure_ascii=False, indent=1)
    return output.stdout


def proposal_name(council: CouncilRecord, proposal: str) -> str:
    """Return a proposal's name with its author, or its id if the proposal is not on record."""
    entry = council.entries.get(proposal)
    if entry:
        return brief(f"“{entry.proposal.name}” by {entry.author}", 160)
    return proposal


def convergence_points(council: CouncilRecord) -> list[tuple[int, float, float]]:
    """Return three figures of every round with counted votes.

    They are the number of the round, the leading proposal's share of the votes, and the uncertainty
    about the leading proposal.
    """
    points = []
    for voted in council.rounds:
        if voted.counted:
            tally = voted.counted.tally
            points.append((voted.number, float(tally.share), float(tally.uncertainty)))
    return points

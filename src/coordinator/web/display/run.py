"""What the page of a run of a workflow computes from its record."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from coordinator.web.display.graph import workflow_graph
from coordinator.workflow.history import RunRecord
from coordinator.workflow.records import StageOutput


def run_context(run: RunRecord, text: Callable[[str], str]) -> dict[str, Any]:
    """Return what the templates of a run read; `text` finds a kept text by its hash."""

    def stage_output(kept: str) -> StageOutput:
        return StageOutput.model_validate_json(text(kept)) if kept else StageOutput()

    path = [passed.visit.stage for passed in run.path]
    return {
        "run": run,
        "issue": run.issue or run.start.given,
        "graph": workflow_graph(run.workflow, path, "" if run.ending else run.stage),
        "stage_output": stage_output,
    }


def output_text(output: StageOutput) -> str:
    """Return what is shown of a stored output: its data, or else what was printed."""
    return json.dumps(output.data, ensure_ascii=False, indent=1) if output.data else output.stdout

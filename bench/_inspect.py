"""A peer of bench/reviews.py: three judges and their majority in Inspect.

It runs in an environment that has Inspect. python bench/_inspect.py ORIGIN PROMPT_FILE COUNT
MODEL... prints the seconds and the processor seconds of COUNT submissions.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from pathlib import Path

from inspect_ai import Task
from inspect_ai import eval as evaluate
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.scorer import model_graded_qa
from inspect_ai.solver import Generate, Solver, TaskState, solver


@solver  # type: ignore[untyped-decorator]
def delivered() -> Solver:
    """Return the finished work without asking a model for it."""

    async def solve(state: TaskState, _: Generate) -> TaskState:
        state.output = ModelOutput.from_content("author", "It is done.")
        return state

    return solve


def run(origin: str, models: list[str], prompt: str, count: int) -> None:
    """Evaluate this many submissions."""
    judges = [
        get_model(f"openai-api/bench/{name}", base_url=f"{origin}/v1", api_key="none")
        for name in models
    ]
    samples = [
        Sample(input=f"{prompt}\nSubmission {number}", target="as asked") for number in range(count)
    ]
    task = Task(samples, solver=delivered(), scorer=model_graded_qa(model=judges), name="review")
    with tempfile.TemporaryDirectory() as logs:
        [log] = evaluate(task, model=judges[0], log_dir=logs, display="none", log_level="error")
        assert log.status == "success", log.error
        assert log.results is not None
        assert log.results.scores[0].metrics["accuracy"].value == 1.0
        assert log.samples is not None
        assert len(log.samples) == count


def processor_seconds() -> float:
    """Return the processor time of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main(origin: str, file: str, count: str, *models: str) -> None:
    """Print the measured seconds."""
    prompt = Path(file).read_text(encoding="utf-8")
    run(origin, list(models), prompt, 2)  # imports, builds, connects
    wall, cpu = time.perf_counter(), processor_seconds()
    run(origin, list(models), prompt, int(count))
    print(json.dumps([time.perf_counter() - wall, processor_seconds() - cpu]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

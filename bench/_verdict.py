"""A peer of bench/reviews.py: three judges and the mean of their scores in verdict.

It runs in an environment that has verdict. python bench/_verdict.py ORIGIN PROMPT_FILE COUNT
MODEL... prints the seconds and the processor seconds of COUNT submissions.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

from verdict import Layer, Pipeline
from verdict.common.judge import JudgeUnit
from verdict.model import vLLMModel
from verdict.schema import Schema
from verdict.transform import MeanPoolUnit
from verdict.util import ratelimit


def pipeline(origin: str, models: list[str]) -> Pipeline:
    """Return a pipeline that asks all judges the same question and computes the mean of their scores."""
    judges = []
    for name in models:
        model = vLLMModel(name, f"{origin}/v1", "none")
        judges.append(JudgeUnit(explanation=True).prompt("{source.text}").via(model))
    return Pipeline("Review") >> Layer(judges) >> MeanPoolUnit("score")


def run(origin: str, models: list[str], prompt: str, count: int) -> None:
    """Evaluate this many submissions."""
    submissions = [Schema.of(text=f"{prompt}\nSubmission {number}") for number in range(count)]
    found, leaves = pipeline(origin, models).run_from_list(submissions)
    scores = list(found[leaves[0]])
    assert len(scores) == count, f"{len(scores)} of {count}"
    assert set(scores) == {5}, scores


def processor_seconds() -> float:
    """Return the processor time of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main(origin: str, file: str, count: str, *models: str) -> None:
    """Print the measured seconds."""
    prompt = Path(file).read_text(encoding="utf-8")
    ratelimit.disable()
    run(origin, list(models), prompt, 2)  # imports, builds, connects
    wall, cpu = time.perf_counter(), processor_seconds()
    run(origin, list(models), prompt, int(count))
    print(json.dumps([time.perf_counter() - wall, processor_seconds() - cpu]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

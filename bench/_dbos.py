"""A peer of bench/fleet.py: a plain DBOS workflow with the steps of a review.

It runs in an environment that has DBOS. python bench/_dbos.py URL STEPS COUNT JUDGE_SECONDS prints
the seconds of one run of STEPS steps that do nothing, and the seconds of COUNT simultaneous
reviews.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any

from dbos import DBOS, SetWorkflowID


async def noop(given: str) -> str:
    """Do nothing."""
    return given


async def judge(given: str, seconds: float) -> str:
    """Sleep for as long as a judge takes."""
    await asyncio.sleep(seconds)
    return given


def noop_step(key: str) -> Coroutine[Any, Any, str]:
    """Do nothing in a step with this name."""
    result: Coroutine[Any, Any, str] = DBOS.run_step_async({"name": key}, noop, key)
    return result


async def review(seconds: float) -> None:
    """Run the same eight steps as the review in bench/engine.py."""
    await noop_step("checks")
    for number in range(2):
        asks = [
            DBOS.run_step_async({"name": f"ask/{seat}/{number}"}, judge, seat, seconds)
            for seat in "abc"
        ]
        await asyncio.gather(*asks)
    await noop_step("act")


async def noops(count: int) -> None:
    """Run many steps one after the other."""
    for number in range(count):
        await noop_step(f"noop/{number}")


async def whole(workflow: Callable[..., Any], run: str, given: float) -> None:
    """Run one workflow from its start to its end."""
    with SetWorkflowID(run):
        handle = await DBOS.start_workflow_async(workflow, given)
    await handle.get_result(polling_interval_sec=0.05)


async def main(url: str, steps: int, count: int, seconds: float) -> None:
    """Print the measured seconds."""
    # Use fewer threads than connections. Otherwise many simultaneous runs end in errors.
    DBOS(
        config={
            "name": "bench",
            "system_database_url": url,
            "max_executor_threads": 18,
            "log_level": "ERROR",
        }
    )
    reviewing, counting = DBOS.workflow(name="review")(review), DBOS.workflow(name="noops")(noops)
    DBOS.launch()
    await whole(counting, "warm", 5)
    began = time.perf_counter()
    await whole(counting, "noops", steps)
    counted = time.perf_counter()
    await asyncio.gather(*(whole(reviewing, f"run{number}", seconds) for number in range(count)))
    print(json.dumps([counted - began, time.perf_counter() - counted]), flush=True)
    DBOS.destroy()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])))

"""Workflows that a trigger starts: one poll of the daemon, and a run that it has started."""

from __future__ import annotations

import asyncio
from typing import Any

from coordinator.app.runtime import open_engine, open_store, open_tracker, result_of
from coordinator.config.settings import Config
from coordinator.engine import serving
from coordinator.storage.store import MOST
from coordinator.workflow.job import watched_job
from coordinator.workflow.run_starter import RunStarter, load_workflows

NOON = 1_800_000_000.0 - 1_800_000_000.0 % 86_400 + 43_200
END_ALL = "stages:\n  - {id: end, entry: true, terminal: true}\n"


def starts(trigger: str, stages: str = END_ALL, more: str = "", name: str = "triage") -> str:
    return f"name: {name}\ntrigger: {{{trigger}}}\n{more}{stages}"


def look(
    config: Config, now: float = NOON, *, backlog: bool = False, end: bool = True
) -> list[str]:
    """Return the runs that one poll starts, in order. Unless they are to stay open, these runs end at once."""

    async def work() -> list[str]:
        async with open_tracker(config) as tracker, open_engine(config.home) as engine:
            with open_store(config.home) as store:
                before = {run.id for run in store.runs(limit=MOST)}
                workflows = await load_workflows(config, tracker, store)
                starter = RunStarter(
                    tracker=tracker, engine=engine, store=store, config=config, workflows=workflows
                )
                await starter.look_at_clock(now)
                await starter.look_at_issues(now, backlog=backlog)
                new = [run for run in reversed(store.runs(limit=MOST)) if run.id not in before]
                for run in new if end else ():
                    await engine.cancel(run.id, "enough")
                return [run.id for run in new]

    return asyncio.run(work())


def see_to_its_end(config: Config, run_id: str) -> Any:
    """Return the ending of a run that the daemon has started."""

    async def work() -> Any:
        async with open_tracker(config) as tracker:
            with open_store(config.home) as store:
                jobs = watched_job(config, tracker, store, lambda: engine)
                async with open_engine(config.home, jobs) as engine, serving(engine):
                    return await result_of(engine, run_id)

    return asyncio.run(work())

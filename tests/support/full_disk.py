"""A program in which the daemon reviews on a disk with room for only one of two works; see its test."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from coordinator.app.runtime import review_jobs
from coordinator.config.environment import state_file
from coordinator.engine import serving
from coordinator.engine.journal import JournalEngine
from coordinator.reviews.record import ReviewReader
from coordinator.storage.store import Event
from coordinator.watch import Watch
from tests.support.reviews import (
    JUDGES,
    add_issue,
    judge_line,
    make_config,
    make_repository,
    open_board,
    report,
    rubric_line,
    submit,
)

FILES = 100  # files of the large work
ROOM = 100  # free inodes for files of the home while the disk is full
FILLER = 1000  # files that fill the rest of the disk


async def main(place: Path) -> None:
    """Print the results of both reviews.

    The large one is parked until there is room. The small one continues meanwhile.
    """
    home, parked, put_aside = place / "home", list[str](), asyncio.Event()
    inodes = ROOM + FILLER
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"mode=700,size=200m,nr_inodes={inodes}", "none", home],
        check=True,
    )
    filler = home / "filler"
    filler.mkdir()
    for number in range(FILLER):
        (filler / str(number)).touch()
    config = make_config(
        home, [rubric_line(), *(judge_line(seat, report((4, 5))) for seat in JUDGES)], "work: tree"
    )
    for size in ("large", "small"):
        make_repository(place / size)
    for number in range(FILES):
        (place / "large" / f"{number}.txt").write_text(f"{number}\n")

    def note(event: Event) -> None:
        if event.kind == "park":
            parked.append(json.loads(event.body)["error"])
            put_aside.set()

    with open_board(config) as (store, tracker):
        jobs = review_jobs(config, tracker, ReviewReader(store))
        async with JournalEngine(state_file(home), jobs, on_event=note) as engine, serving(engine):
            watch = Watch(tracker=tracker, engine=engine, store=store, config=config)
            submit(config, add_issue(config, place / "large"))
            await watch.look(backlog=True)
            await put_aside.wait()
            submit(config, add_issue(config, place / "small"))
            await watch.look()
            large, small = sorted(run.id for run in store.runs())
            ends: list[Any] = [(await engine.finished(small)).value]
            state = store.run(large).state
            shutil.rmtree(filler)
            await engine.retry_parked()
            ends.append((await engine.finished(large)).value)
    print(
        json.dumps(
            {
                "parked": parked[0],
                "state": state,
                "outcomes": [end["verdict"]["outcome"] for end in ends],
            }
        )
    )


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))

"""`doctor`, and `state export`, `import`, `prune` and `salvage`."""

import asyncio
import os
import re
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from shlex import join

import typer

from coordinator.agents.default_panel import seat_found
from coordinator.agents.discovery import look_around
from coordinator.app import runtime
from coordinator.app.signals import run_async
from coordinator.cli.terminal import put_out, tell
from coordinator.config.field_types import seconds
from coordinator.config.settings import Config, load
from coordinator.doctor.health import HealthCheck, health, is_out_of_reach
from coordinator.doctor.machine import check_sandbox
from coordinator.doctor.seats import PATIENCE, SeatCheck, check_seats, remarks
from coordinator.engine.workers import living_workers
from coordinator.errors import ConfigError, UsageError
from coordinator.panels.spending import DAY
from coordinator.reviews.retention import prune_reviews
from coordinator.storage.salvage import salvage
from coordinator.storage.store import REBUILD
from coordinator.storage.transfer import export_rows, import_rows
from coordinator.trackers.board import Board
from coordinator.views.terminal_text import counted, one_line, row
from coordinator.views.text import render


def salvage_file(damaged: Path, saved: Path) -> str:
    """Copy the readable rows of a damaged state file into a new file.

    Return a text with the number of copied rows and the next steps.
    """
    lines = [
        f"{table}: {counted(rows, 'row')}"
        for table, rows in salvage(damaged, saved, REBUILD).items()
    ]
    # The write-ahead log of the damaged file has to be moved too. Otherwise SQLite would apply it
    # to the new file.
    names = [f"{damaged}{suffix}" for suffix in ("", "-wal", "-shm")]
    aside = f"{damaged}.damaged"
    steps = (
        ["mkdir", aside],
        ["mv", *filter(os.path.exists, names), aside],
        ["mv", str(saved), str(damaged)],
    )
    lines.append(
        "To use the new file, stop every coordinator process, then run: "
        f"{' && '.join(map(join, steps))}"
    )
    return "\n".join(lines)


def export_state(file: Path) -> None:
    """Write the whole record into a file for `state import`. Other users cannot read the file."""
    with ExitStack() as stack:
        store = stack.enter_context(runtime.open_store())
        if living_workers(store):
            raise UsageError(
                "another process is using this state",
                fix="stop every coordinator process, then export",
            )
        board = stack.enter_context(closing(Board(store.path.parent)))
        try:
            written = 0
            with file.open("x", encoding="utf-8") as target:
                for line in export_rows((store.database, board.database)):
                    target.write(line + "\n")
                    written += 1
        except OSError as error:
            raise UsageError(
                f"{file} cannot be written: {error.strerror}", fix="name a new file"
            ) from None
    tell(f"{counted(written - 2, 'row')} of {store.database.name} are in {file}")


def import_state(file: Path) -> None:
    """Import an exported record into the configured database. The database has to be new."""
    with runtime.open_store() as store, closing(Board(store.path.parent)) as board:
        try:
            with file.open(encoding="utf-8") if str(file) != "-" else sys.stdin as lines:
                counts = import_rows((store.database, board.database), lines)
        except OSError as error:
            raise UsageError(
                f"{file} cannot be read: {error.strerror}",
                fix="give a file that `coordinator state export --to` wrote",
            ) from None
    rows = ", ".join(
        f"{counted(number, 'row')} of {table}" for table, number in counts.items() if number
    )
    tell(f"imported into {store.database.name}: {rows or 'nothing'}")


def prune_state(older_than: str, *, dry_run: bool) -> None:
    """Prune old reviews, and print the size of the record before and after."""
    age = _age(older_than)
    with runtime.open_store() as store:
        pruned = prune_reviews(store, store.path.parent, age, dry_run=dry_run)
        if pruned.runs and not dry_run and not living_workers(store):
            store.database.compact()
    verb = "would be pruned" if dry_run else "pruned"
    tell(f"{counted(pruned.runs, 'review')} {verb}")
    tell(f"the record has {pruned.before:,} characters before, {pruned.after:,} after")


def _age(text: str) -> float:
    """Return the seconds of an age such as `90d` or `36h`. Raise UsageError for anything else."""
    found = re.fullmatch(r"(\d{1,6})d", text.strip())
    age = float(found[1]) * DAY if found else seconds(text)
    if not age:
        raise UsageError(f"{text} is not an age", fix="give days or hours, such as 90d or 36h")
    return age


def doctor(config: Path | None, *, spend: bool, as_json: bool) -> None:
    settings, machine, seated = _look_for_judges(load(config=config))

    async def look() -> tuple[tuple[HealthCheck, ...], tuple[SeatCheck, ...] | None]:
        sandbox = await asyncio.to_thread(check_sandbox, settings)
        if sandbox.state != "fine":
            tell(f"{'sandbox':<14} {one_line(sandbox.detail)} ({sandbox.fix})")
        found = (*await runtime.diagnose(settings), *machine)
        if is_out_of_reach(found):
            return found, None
        tell(row("doctor", f"asking the seats; each has {PATIENCE:.0f} s to answer"))
        async with runtime.open_tracker(settings) as tracker:
            return found, await check_seats(settings, tracker, spend=spend)

    found, seats = run_async(look(), lambda: "no run is left open")
    said = (
        (*seated, *remarks(settings, seats))
        if seats is not None
        else ("the seats were not asked: fix these problems first",)
    )
    seats = seats or ()
    report = {"tracker": found, "seats": seats, "remarks": said}
    put_out("doctor", report, render("doctor.txt", found=found, seats=seats, said=said), as_json)
    if "broken" in [*(one.state for one in found), *(seat.state for seat in seats)]:
        raise typer.Exit(3)


def _look_for_judges(config: Config) -> tuple[Config, tuple[HealthCheck, ...], tuple[str, ...]]:
    """Return the configuration with a panel, problems on this machine, and remarks for people.

    If no panel is configured, its seats are agents that we find on this machine.
    """
    if config.panel.seats:
        return config, (), ()
    around = look_around(config)
    missing = tuple(health(each.what, "doubtful", each.why, each.fix) for each in around.lacking)
    try:
        seated, line = seat_found(config, around)
    except ConfigError as error:
        others = config.council.members or config.workflow.seats
        return (
            config,
            (*missing, health("panel", "doubtful" if others else "broken", error.what, error.fix)),
            (),
        )
    return (
        seated,
        missing,
        (f"no panel is configured; found: {line}; `coordinator init` writes this panel to a file",),
    )

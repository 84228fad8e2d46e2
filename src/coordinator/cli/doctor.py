"""Does it work here: the tracker, and every seat."""

from pathlib import Path

import typer

from coordinator import runtime
from coordinator.agents.discovery import look_around, seat_found
from coordinator.cli.signals import run_async
from coordinator.cli.terminal import put_out, row, tell
from coordinator.cli.text import render
from coordinator.config.settings import Config, load
from coordinator.doctor.seats import PATIENCE, SeatCheck, check_seats, remarks
from coordinator.doctor.tracker import HealthCheck, health, is_out_of_reach
from coordinator.errors import ConfigError


def doctor(config: Path | None, *, spend: bool, as_json: bool) -> None:
    settings, machine, seated = _look_for_judges(load(config=config))

    async def look() -> tuple[tuple[HealthCheck, ...], tuple[SeatCheck, ...] | None]:
        found = (*await runtime.diagnose(settings), *machine)
        if is_out_of_reach(found):
            return found, None
        tell(row("doctor", f"asking the seats that may be asked; each has {PATIENCE:.0f} s"))
        async with runtime.open_tracker(settings) as tracker:
            return found, await check_seats(settings, tracker, spend=spend)

    found, seats = run_async(look(), lambda: "nothing is left open")
    said = (*seated, *remarks(settings, seats)) if seats is not None else ("the seats were not asked: mend this first",)
    seats = seats or ()
    report = {"tracker": found, "seats": seats, "remarks": said}
    put_out("doctor", report, render("doctor.txt", found=found, seats=seats, said=said), as_json)
    if "broken" in [*(one.state for one in found), *(seat.state for seat in seats)]:
        raise typer.Exit(3)


def _look_for_judges(config: Config) -> tuple[Config, tuple[HealthCheck, ...], tuple[str, ...]]:
    """Return the configuration with the panel that a review would convene, what is missing for it, and whom it has."""
    if config.panel.seats:
        return config, (), ()
    around = look_around(config)
    missing = tuple(health(each.what, "doubtful", each.why, each.fix) for each in around.lacking)
    try:
        seated, line = seat_found(config, around)
    except ConfigError as error:
        others = config.council.members or config.workflow.seats
        return config, (*missing, health("panel", "doubtful" if others else "broken", error.what, error.fix)), ()
    return seated, missing, (f"no panel is configured; found: {line}; `coordinator init` writes it down",)

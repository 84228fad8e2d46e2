"""`coordinator doctor` and `coordinator try`: does every seat answer, and what does one make of a case."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from coordinator.config.settings import Config
    from coordinator.doctor.seats import SeatCheck
    from coordinator.doctor.tracker import HealthCheck

ConfigFile = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="Use this configuration file.", show_default=False)
]


def doctor(
    spend: Annotated[bool, typer.Option("--spend", help="Also ask seats whose answer costs money.")] = False,
    config: ConfigFile = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Look at the tracker, ask every configured seat one tiny question, and say what is wrong and how to mend it.

    Seats are those of the panel, the members of the council, and the agents, judges and panels of workflows.

    Of a Multica server it looks at address, token, workspace and clock, and at each agent that has a seat: whether
    it exists, whether we may invoke it, and whether its machine is online. Nothing is written there.

    \b
    Example:
      coordinator doctor --spend
    """
    from coordinator.cli.signals import run_here
    from coordinator.config.settings import load
    from coordinator.doctor.seats import remarks

    settings = load(config=config)
    found, examined = run_here(_look(settings, spend), lambda: "nothing is left open")
    said = remarks(settings, examined) if examined is not None else ("the seats were not asked: mend this first",)
    if json:
        typer.echo(_as_json(found, examined or (), said))
    else:
        typer.echo("\n".join([*map(_diagnosed, found), *map(_line, examined or ()), *said]))
    if "broken" in {*(one.state for one in found), *(seat.state for seat in examined or ())}:
        raise typer.Exit(3)


async def _look(settings: Config, spend: bool) -> tuple[tuple[HealthCheck, ...], tuple[SeatCheck, ...] | None]:
    """What is found of the tracker, and of the seats unless the tracker is out of reach."""
    from coordinator.doctor.seats import check_seats
    from coordinator.doctor.tracker import is_out_of_reach
    from coordinator.runtime import diagnose, open_tracker

    found = await diagnose(settings)
    if is_out_of_reach(found):
        return found, None
    async with open_tracker(settings) as tracker:
        return found, await check_seats(settings, tracker, spend=spend)


def _as_json(found: tuple[HealthCheck, ...], examined: tuple[SeatCheck, ...], said: tuple[str, ...]) -> str:
    import json

    tracker, seats = ([one.model_dump(mode="json") for one in values] for values in (found, examined))
    return json.dumps({"tracker": tracker, "seats": seats, "remarks": said}, indent=1, ensure_ascii=False)


def _diagnosed(found: HealthCheck) -> str:
    from coordinator.cli.terminal import one_line

    fix = f" ({found.fix})" if found.fix else ""
    return f"{found.what:<20} {found.state:<9} {one_line(found.detail + fix)}"


def _line(seat: SeatCheck) -> str:
    cost = "" if seat.state != "answers" else f", {'cost unknown' if seat.usd is None else f'${seat.usd}'}"
    took = f" in {seat.seconds:.1f} s{cost}" if seat.state == "answers" else ""
    name = seat.seat if seat.place == "panel" else f"{seat.place} {seat.seat}"
    return f"{name:<20} {seat.kind:<9} {seat.state}{took}{f': {seat.detail}' if seat.detail else ''}"


def try_seat(
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="The name of a seat of the configuration.")],
    issue: Annotated[str, typer.Option(metavar="FILE|-", help="What was asked: a file, or - for stdin.")],
    repo: Annotated[Path, typer.Option(metavar="DIR", help="The git repository with the work.")] = Path(),
    base: Annotated[str, typer.Option(metavar="REF", help="What the work is compared with.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print only the prompt; ask nobody.")] = False,
    config: ConfigFile = None,
) -> None:
    """Ask one seat about a case and print prompt, raw reply, ballot and what was found of its evidence.

    Judges are asked under the general rubric, so that no other seat is needed. Nothing is recorded. It is the tool
    for writing prompts.

    \b
    Example:
      coordinator try Judge-A --issue task.md --base main --dry-run
    """
    from coordinator.cli.files import read_given
    from coordinator.cli.signals import run_here
    from coordinator.cli.terminal import plain
    from coordinator.doctor.seats import SeatTrial, attempt
    from coordinator.runtime import local_submission, open_tracker, repository_config

    text = read_given(issue)

    async def work() -> SeatTrial:
        settings = await repository_config(repo, base, config)
        async with open_tracker(settings) as tracker:
            return await attempt(settings, tracker, seat, local_submission(text, repo, base), dry_run=dry_run)

    trial = run_here(work(), lambda: "nothing is left open")
    typer.echo(plain(trial.text()))
    if trial.failed:
        raise typer.Exit(3)

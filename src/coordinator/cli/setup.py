"""Setting up: a configuration to start from, whether it works here, and the way back to a damaged state file."""

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from shlex import join

import typer

from coordinator import runtime
from coordinator.agents.cli_presets import PRESETS
from coordinator.agents.discovery import BUDGET, choose_from, look_around, panel_of, seat_found
from coordinator.cli.hook import GATE, SECONDS
from coordinator.cli.signals import run_async
from coordinator.cli.terminal import counted, one_line, put_out, row, tell
from coordinator.cli.text import render
from coordinator.config import home, replace_file
from coordinator.config.settings import FILE_NAME, TRACKER_PANELS, Config, Tree, load
from coordinator.config.trust import in_repository, keep, look_up, text_hash
from coordinator.config.yaml_file import parse, read_text
from coordinator.doctor.seats import PATIENCE, SeatCheck, check_seats, remarks
from coordinator.doctor.tracker import HealthCheck, check_sandbox, health, is_out_of_reach
from coordinator.engine.owner import living_workers
from coordinator.errors import ConfigError, UsageError
from coordinator.storage.sqlite import salvage
from coordinator.storage.store import REBUILD
from coordinator.storage.transfer import export_rows, import_rows
from coordinator.trackers import FORGES
from coordinator.trackers.board import Board
from coordinator.trackers.forge.github import CLOUD
from coordinator.trackers.forge.pulls import parse_origin
from coordinator.workspace.git import reading_git


def trust(folder: Path, *, remove: bool) -> str:
    """Trust a file, or no longer, and return what says so."""
    state = home(os.environ)
    file = folder.absolute() / FILE_NAME
    known = look_up(file, state)
    if remove:
        keep(known.model_copy(update={"text": "", "asked": ""}), state)
        return f"{known.path} is no longer used"
    text = read_text(file)
    parse(Tree, str(file), text)
    keep(known.model_copy(update={"text": text, "asked": text_hash(text)}), state)
    return f"{known.path} is used as it is now, {text_hash(text)[:10]}"


def starter(tracker: str, protocol: str) -> str:
    """Return a commented configuration with a panel: agents of the tracker, or whoever is found on this machine."""
    if tracker == "multica":
        protocol = protocol or "judge-with-debate"
        seats = TRACKER_PANELS[protocol].model_dump(mode="json", exclude_defaults=True)
        return render("starter.yaml", tracker=tracker, protocol=protocol, panel=seats) + "\n"
    if protocol:
        fix = "leave out --protocol, or add --tracker multica"
        raise UsageError("except on Multica the protocol follows from who is found", fix=fix)
    chosen = choose_from(look_around(load()))
    protocol = "judge-with-debate" if chosen[1:] else "judge"
    budget = f"{BUDGET.usd:.2f}"
    url, repo = asyncio.run(_forge_of(tracker)) if tracker in FORGES else ("", "")
    about = {
        "tracker": tracker,
        "protocol": protocol,
        "panel": panel_of(chosen),
        "url": url,
        "repo": repo,
    }
    return render("starter.yaml", **about, budget=budget) + "\n"


async def _forge_of(tracker: str) -> tuple[str, str]:
    """Return server and repository of the clone that we are in; nothing where it is none, or of another server."""
    asked = await reading_git(Path.cwd()).attempt("config", "--get", "remote.origin.url")
    url, repo = parse_origin(asked.out.decode(errors="replace").strip())
    if url == CLOUD and tracker == "gitea":
        return ("", "")
    return (url.replace(CLOUD, ""), repo)


def write_starter(file: Path, tracker: str, protocol: str) -> None:
    """Write a configuration to start from, and trust it as it is; a file that exists is never overwritten."""
    text = "" if os.path.lexists(file) else starter(tracker, protocol)
    try:
        with open(file, "x", encoding="utf-8") as target:
            target.write(text)
    except FileExistsError:
        raise UsageError(
            f"{file} exists already and is left as it is", fix="name another file"
        ) from None
    except OSError as error:
        raise UsageError(
            f"{file} cannot be written: {error.strerror}", fix="name a file you may write"
        ) from None
    if file.name == FILE_NAME and in_repository(file.absolute()):
        trust(file.parent, remove=False)  # whoever wrote it just now is the user
        tell("Commit it to the main branch: until then it is part of the work that is reviewed.")


def salvage_file(damaged: Path, saved: Path) -> str:
    """Copy what can be read of a state file into a new one; return what was saved, and how to put it in place."""
    lines = [
        f"{table}: {counted(rows, 'row')}"
        for table, rows in salvage(damaged, saved, REBUILD).items()
    ]
    # The damaged file's write-ahead log must go with it: SQLite would write it into the new file.
    names = [f"{damaged}{suffix}" for suffix in ("", "-wal", "-shm")]
    aside = f"{damaged}.damaged"
    steps = (
        ["mkdir", aside],
        ["mv", *filter(os.path.exists, names), aside],
        ["mv", str(saved), str(damaged)],
    )
    lines.append(f"To go on with it, stop every coordinator, then: {' && '.join(map(join, steps))}")
    return "\n".join(lines)


def export_state(file: Path) -> None:
    """Write all that is on record into a file that others cannot read, for `state import`."""
    with ExitStack() as stack:
        store = stack.enter_context(runtime.open_store())
        if living_workers(store):
            raise UsageError(
                "somebody is at work on this state", fix="stop every coordinator, then export"
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
    """Put what was exported into the database that is configured, which has to be new."""
    with runtime.open_store() as store, closing(Board(store.path.parent)) as board:
        try:
            with file.open(encoding="utf-8") if str(file) != "-" else sys.stdin as lines:
                counts = import_rows((store.database, board.database), lines)
        except OSError as error:
            raise UsageError(
                f"{file} cannot be read: {error.strerror}", fix="name the file of an export"
            ) from None
    rows = ", ".join(
        f"{counted(number, 'row')} of {table}" for table, number in counts.items() if number
    )
    tell(f"{rows or 'nothing'} is in {store.database.name} now")


def change_hooks(agent: str, options: Sequence[str] | None, *, project: bool) -> str:
    """Put our hooks into the settings of an agent's CLI, or with None take them out; return what there is to say."""
    events, units = (
        (("BeforeAgent", "AfterAgent"), 1000)
        if agent == "gemini"
        else (("UserPromptSubmit", "Stop"), 1)
    )
    preset = PRESETS[agent]
    top = Path.cwd() if project else Path.home()
    folder = (not project and os.environ.get(preset.folder_variable)) or top / preset.folder
    file = Path(folder, "hooks.json" if agent == "codex" else "settings.json")
    try:
        settings = json.loads(file.read_text(encoding="utf-8")) if os.path.lexists(file) else {}
        hooks = settings.pop("hooks", {})
        for group in (group for groups in hooks.values() for group in groups):
            group["hooks"] = [
                each for each in group["hooks"] if GATE not in str(each.get("command"))
            ]
        if options is not None:
            command = join((sys.executable, *GATE.split(), agent, *options))
            ours = {"hooks": [{"type": "command", "command": command, "timeout": SECONDS * units}]}
            hooks |= {event: [*hooks.get(event, ()), ours] for event in events}
        hooks = {
            event: left
            for event, groups in hooks.items()
            if (left := [each for each in groups if each["hooks"]])
        }
        settings |= {"hooks": hooks} if hooks else {}
        # Where it is a link, as to somebody's dotfiles, it stays one.
        replace_file(
            Path(os.path.realpath(file)),
            json.dumps(settings, indent=2, ensure_ascii=False).encode() + b"\n",
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise UsageError(f"{file} is left as it is: {error}", fix="mend it first") from None
    if options is None:
        return f"{file} has no hooks of ours"
    untrusted = (
        "; Codex skips them until you trust them, at /hooks in `codex`" if agent == "codex" else ""
    )
    return f"{file} has our hooks{untrusted}"


def doctor(config: Path | None, *, spend: bool, as_json: bool) -> None:
    settings, machine, seated = _look_for_judges(load(config=config))

    async def look() -> tuple[tuple[HealthCheck, ...], tuple[SeatCheck, ...] | None]:
        sandbox = await asyncio.to_thread(check_sandbox, settings)
        if sandbox.state != "fine":
            tell(f"{'sandbox':<14} {one_line(sandbox.detail)} ({sandbox.fix})")
        found = (*await runtime.diagnose(settings), *machine)
        if is_out_of_reach(found):
            return found, None
        tell(row("doctor", f"asking the seats that may be asked; each has {PATIENCE:.0f} s"))
        async with runtime.open_tracker(settings) as tracker:
            return found, await check_seats(settings, tracker, spend=spend)

    found, seats = run_async(look(), lambda: "nothing is left open")
    said = (
        (*seated, *remarks(settings, seats))
        if seats is not None
        else ("the seats were not asked: mend this first",)
    )
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
        return (
            config,
            (*missing, health("panel", "doubtful" if others else "broken", error.what, error.fix)),
            (),
        )
    return (
        seated,
        missing,
        (f"no panel is configured; found: {line}; `coordinator init` writes it down",),
    )

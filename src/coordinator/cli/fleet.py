"""Who does reviews and runs, and moving all that is on record to another database."""

import json
import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path

from coordinator.cli.terminal import counted, put_out, tell
from coordinator.engine.leases import living_workers
from coordinator.engine.owner import host_of
from coordinator.errors import UsageError
from coordinator.models import Value
from coordinator.runtime import open_store
from coordinator.storage.store import Store, short_id
from coordinator.storage.transfer import export_rows, import_rows
from coordinator.trackers.board import Board

SHOWN = 5  # runs of one worker


class Worker(Value):
    """One process that does reviews and runs: `busy` of its `runs` are not merely waiting, `leads` what it watches."""

    name: str
    alive: bool
    kind: str
    version: str
    since: float
    heard: float
    busy: int
    concurrency: int
    runs: tuple[str, ...]
    leads: tuple[str, ...]


def show_workers(*, as_json: bool) -> None:
    with open_store() as store:
        found = [worker for worker in _workers(store) if worker.alive or worker.runs]
    put_out("workers", found, "\n".join(map(_line, found)) or "nobody is at work", as_json)


def _workers(store: Store) -> list[Worker]:
    alive, roles, now = living_workers(store), store.roles(), store.now()
    found = []
    for row in store.workers():
        about = {"kind": "command", "version": "", "since": row.beat, "concurrency": 0} | json.loads(row.about)
        worker = Worker(
            name=f"{host_of(row.owner).partition(' ')[0]}:{row.owner.split('|')[2]}",
            alive=row.owner in alive,
            heard=round(now - row.beat, 1),
            busy=row.busy,
            runs=tuple(run.id for run in store.held_by(row.owner)),
            leads=tuple(role for role, owner in roles.items() if owner == row.owner),
            **about,
        )
        found.append(worker)
    return found


def _line(worker: Worker) -> str:
    state = "" if worker.alive else f"silent for {worker.heard:.0f} s, its runs are taken over; "
    leads = "".join(f", {role.replace('watch/', 'watches ')}" for role in worker.leads)
    runs = ", ".join(map(short_id, worker.runs[:SHOWN])) + (" ..." if len(worker.runs) > SHOWN else "")
    doing = f"at work on {worker.busy} of {worker.concurrency or 'all'}{leads}"
    up = f"{(time.time() - worker.since) / 60:.0f} min"
    return f"{worker.name}  {worker.kind} {worker.version}  {up}  {state}{doing}{'  ' + runs if runs else ''}"


def export_state(file: Path) -> None:
    """Write all that is on record into a file that others cannot read, for `state import`."""
    with ExitStack() as stack:
        store = stack.enter_context(open_store())
        if living_workers(store):
            raise UsageError("somebody is at work on this state", fix="stop every coordinator, then export")
        board = stack.enter_context(closing(Board(store.path.parent)))
        try:
            file.touch(mode=0o600, exist_ok=False)
            written = 0
            with file.open("w", encoding="utf-8") as target:
                for line in export_rows((store.database, board.database)):
                    target.write(line + "\n")
                    written += 1
        except OSError as error:
            raise UsageError(f"{file} cannot be written: {error.strerror}", fix="name a new file") from None
    tell(f"{counted(written - 1, 'row')} of {store.database.name} are in {file}")


def import_state(file: Path) -> None:
    """Put what was exported into the database that is configured, which has to be new."""
    with open_store() as store, closing(Board(store.path.parent)) as board:
        try:
            with file.open(encoding="utf-8") if str(file) != "-" else sys.stdin as lines:
                counts = import_rows((store.database, board.database), lines)
        except OSError as error:
            raise UsageError(f"{file} cannot be read: {error.strerror}", fix="name the file of an export") from None
    rows = ", ".join(f"{counted(number, 'row')} of {table}" for table, number in counts.items() if number)
    tell(f"{rows or 'nothing'} is in {store.database.name} now")

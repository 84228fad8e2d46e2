"""A fleet of real watchers and workers, each on a machine of its own, with one PostgreSQL and one board."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psycopg

from coordinator.config.environment import state_file
from coordinator.config.settings import load
from coordinator.engine.journal import JournalEngine
from coordinator.storage.store import RunRow
from coordinator.trackers.board import BoardTracker
from coordinator.watch import Watch
from tests.support.crash_daemon import serve
from tests.support.crash_support import Daemon, Scene
from tests.support.databases import SERVER, state_in
from tests.support.processes import Copy
from tests.support.programs import missing, postgresql_programs
from tests.support.waiting import wait_until

LEASE = 3.0
SETTINGS = "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nmax_connections = 100\n"
IN_TRANSACTION = "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"


class Server:
    """A PostgreSQL server for one test alone, which can restart it."""

    def __init__(self) -> None:
        programs = postgresql_programs()
        assert programs is not None, missing("postgresql-programs")
        self.programs = programs
        self.place = Path(tempfile.mkdtemp(prefix="coordinator-postgres-"))
        if os.getuid() == 0:
            shutil.chown(self.place, "postgres")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"postgresql://coordinator@127.0.0.1:{self.port}/postgres"
        self._do(
            "initdb",
            "--username=coordinator",
            "--auth=trust",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync",
        )
        with (self.place / "data/postgresql.conf").open("a") as settings:
            settings.write(SETTINGS)
        self._control("start")

    def restart(self, mode: str) -> None:
        """Restart the server. It ends `fast`, or `immediate` as in a crash."""
        self._control("restart", "--mode", mode)

    def close(self) -> None:
        """End the server and delete its files."""
        self._control("stop", "--mode", "immediate")
        shutil.rmtree(self.place)

    def _control(self, *command: str) -> None:
        self._do(
            "pg_ctl",
            "--wait",
            "--log",
            str(self.place / "log"),
            "--options",
            f"-p {self.port}",
            *command,
        )

    def _do(self, program: str, *given: str) -> None:
        """Run a program of PostgreSQL as the user who owns the files, because the server refuses to run as root."""
        command = [str(self.programs / program), "--pgdata", str(self.place / "data"), *given]
        as_owner = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        # Do not use pipes, because the started server would keep them open.
        with (self.place / "said").open("wb") as said:
            done = subprocess.run(
                [*as_owner, *command], cwd="/", stdout=said, stderr=said, timeout=120
            )
        assert done.returncode == 0, (self.place / "said").read_text()


class Member(Daemon):
    """A watcher or a worker. Processes on other machines cannot see its process."""

    def __init__(
        self,
        shared: Path,
        url: str,
        machine: str,
        *command: str,
        lease: float = LEASE,
        point: str = "",
        known: Mapping[str, str] | None = None,
    ) -> None:
        self.home, self.machine, self.told_to_end = (
            shared.with_name("machines") / machine,
            machine,
            False,
        )
        self.home.mkdir(parents=True, exist_ok=True)
        self._database = url
        environment = {
            **os.environ,
            **(known or {}),
            "COORDINATOR_HOME": str(self.home),
            "COORDINATOR_DATABASE": url,
        }
        environment |= {"TRACES": str(shared), "HOME": str(self.home)}
        given = (machine, lease, point, *command, "--config", str(shared / "coordinator.yaml"))
        self.process = Copy(serve, *given, env=environment, cwd=shared, stderr=self.home / "stderr")

    def suspend(self) -> None:
        """Suspend the process with SIGSTOP, but not within a transaction, which would block the others."""
        with psycopg.connect(self._database, autocommit=True) as connection:
            while True:
                self.process.send_signal(signal.SIGSTOP)
                wait_until(self.process.is_stopped)
                if not any(connection.execute(IN_TRANSACTION).fetchone() or ()):
                    return
                self.wake()


class Fleet(Scene):
    """A board with repositories that all machines reach, and the members that work on it."""

    def __init__(self, place: Path, url: str, issues: int = 120) -> None:
        self.place, self.url = place, url
        self.members: list[Member] = []
        super().__init__(place / "home", issues)

    def add(
        self, *command: str, machine: str = "", lease: float = LEASE, point: str = ""
    ) -> Member:
        """Start a watcher or a worker, on a new machine unless one is named."""
        where = machine or f"machine{len(self.members) + 1}"
        member = Member(self.home, self.url, where, *command, lease=lease, point=point)
        self.members.append(member)
        self.daemons.append(member)
        return member

    def look(self) -> None:
        """Poll the tracker as a watcher does, and leave the runs to the workers."""

        async def look() -> None:
            config = load(
                config=self.home / "coordinator.yaml", environ={"COORDINATOR_HOME": str(self.home)}
            )
            async with JournalEngine(state_file(self.home), {}) as engine:
                tracker = BoardTracker(self.board)
                await Watch(tracker=tracker, engine=engine, store=self.store, config=config).look(
                    backlog=True
                )

        asyncio.run(look())

    def until_at_work(self, *members: Member) -> None:
        """Wait until these members have a lease."""
        pids = {str(member.pid) for member in members}
        self.until(
            lambda: pids <= {row.owner.split("|")[2] for row in self.store.workers()},
            "all are at work",
        )

    def holder(self, run: str) -> str:
        """Return the machine of the process that holds a run."""
        return self.store.run(run).owner.partition("|")[0]

    def leader(self) -> Member | None:
        """Return the machine that watches."""
        owner = self.store.roles().get("watch/board", "")
        return next((member for member in self.members if f"|{member.pid}|" in owner), None)

    def log(self) -> str:
        """Return the logs of all members, one machine after the other."""
        return "".join(
            path.read_text() for path in sorted((self.place / "machines").glob("*/coordinator.log"))
        )

    def reviews(self) -> list[RunRow]:
        """Return all reviews, newest first."""
        return self.store.runs("review", limit=10_000)


@contextmanager
def fleet_in(place: Path, server: str = SERVER, issues: int = 120) -> Iterator[Fleet]:
    """Make a fleet whose state is in a schema of its own, on the shared server or on the given one."""
    home = place / "home"
    home.mkdir()
    with state_in(home, "postgresql", server) as url:
        fleet = Fleet(place, url, issues)
        try:
            yield fleet
        finally:
            fleet.close()

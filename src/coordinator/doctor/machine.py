"""Check this machine: files, database, clock, sandbox, and runs that need attention."""

from contextlib import closing
from pathlib import Path

from coordinator.config.settings import Config
from coordinator.doctor.health import HealthCheck, health
from coordinator.errors import ConfigError, CoordinatorError
from coordinator.storage.store import Store
from coordinator.trackers.board import Board
from coordinator.views.listing import RunList
from coordinator.workspace.sandbox.sandbox import parts_as_user, parts_not_run, sandbox_for
from coordinator.workspace.workers.pool import missing_confinement

# Seconds by which two clocks may differ. The server's time has whole seconds, and its answer takes
# time to arrive.
SKEW = 5.0


def check_files(config: Config, state: Path) -> tuple[HealthCheck, ...]:
    """Check that we can open the state file, and the board if it is the tracker."""
    found = []
    try:
        with closing(Store(state)) as store:
            found.append(health("state", "fine", store.database.name))
    except CoordinatorError as error:
        found.append(health("state", "broken", error.what, error.fix))
    if config.tracker == "board":
        try:
            with closing(Board(config.home)) as board:
                found.append(health("board", "fine", board.database.name))
        except CoordinatorError as error:
            found.append(health("board", "broken", error.what, error.fix))
    return tuple(found)


def check_database(state: Path) -> tuple[HealthCheck, ...]:
    """Check the version, the clock and the connections of the database server, if we use one."""
    with closing(Store(state)) as store, closing(Store(state)) as other:
        database = store.database
        session = database.session()
        # While `other` is in a transaction, a pooler that shares connections must give us another
        # connection.
        with other.database.transaction():
            is_shared = database.session() != session
        if is_shared:
            return (
                health(
                    "database",
                    "broken",
                    f"{database.server} is behind a connection pooler in transaction mode",
                    "name the server itself in COORDINATOR_DATABASE, or set pool_mode of the "
                    "pooler to session",
                ),
            )
    if not database.server:
        return ()
    return (health("database", "fine", database.server), check_clock(-database.ahead))


def check_clock(ahead: float) -> HealthCheck:
    """Check the clock of this machine, which is `ahead` seconds ahead of the server's clock."""
    if abs(ahead) <= SKEW:
        return health("clock", "fine", "our clock agrees with the server's")
    direction = "ahead of" if ahead > 0 else "behind"
    return health(
        "clock",
        "doubtful",
        f"our clock is {abs(ahead):.0f} s {direction} the server's",
        "set both clocks; deadlines are measured from the server's times",
    )


def check_sandbox(config: Config) -> HealthCheck:
    """Check that commands can run in a sandbox.

    If there is no sandbox, the result names the parts of a review that are not run, and says how to
    get a sandbox.
    """
    try:
        found = sandbox_for(config)
    except ConfigError as error:
        return health("sandbox", "broken", error.what, error.fix)
    if found.kind != "none":
        detail = f"{found.kind}: no network, no secrets, only the copy of the work is writable"
        return health("sandbox", "fine", detail)
    detail = f"none: {found.missing}"
    parts = parts_not_run(config, found)
    if parts:
        detail += f"; not run: {parts}"
    as_user = parts_as_user(config, found)
    if as_user:
        detail += f"; run with all your rights: {as_user}"
    if as_user and not found.off:
        detail += "; `watch`, `worker` and the Action refuse to start"
    return health("sandbox", "doubtful", detail, found.fix)


def check_workers() -> tuple[HealthCheck, ...]:
    """Return a warning if the worker processes that read the work are confined only by limits.

    Return nothing if a filter of system calls confines these processes as well.
    """
    missing = missing_confinement()
    if not missing:
        return ()
    detail = f"the processes that read the work are confined only by limits: {missing}"
    return (health("workers", "doubtful", detail, "use Linux on x86_64 or aarch64 with seccomp"),)


def check_runs(state: Path) -> tuple[HealthCheck, ...]:
    """Return a check for each run that needs attention."""
    found = []
    with closing(Store(state)) as store:
        for row in RunList(store).attention():
            if row.attention:
                detail = f"{row.id}: {row.attention.why}"
                found.append(health("run", "doubtful", detail, row.attention.todo))
    return tuple(found)

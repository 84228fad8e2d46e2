"""What is wrong with the tracker, and what to do about it: one finding for each thing a review needs of it."""

import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal

from coordinator.config.settings import Config
from coordinator.errors import ConfigError, CoordinatorError, TrackerError, TrackerUnavailable
from coordinator.models import Value
from coordinator.storage.store import Store
from coordinator.trackers.board import Board
from coordinator.trackers.http import time_of
from coordinator.trackers.multica.client import MulticaApi
from coordinator.trackers.token_expiry import token_warning
from coordinator.views.listing import RunList
from coordinator.workspace.sandbox import parts_not_run, sandbox_for

# Without one of these nothing can be asked.
NEEDED = ("state", "database", "board", "tracker", "server", "token", "workspace")
SKEW = 5.0  # seconds that two clocks may differ: the server's is read off in whole seconds, and takes its way
SIGN_UP = "make a personal access token in the settings of the coordinator's account, and set COORDINATOR_TOKEN to it"
HealthState = Literal["fine", "doubtful", "broken"]


class HealthCheck(Value):
    """One thing that was looked at; `fix` says what to do where it is not fine."""

    what: str
    state: HealthState
    detail: str
    fix: str = ""


def health(what: str, state: HealthState, detail: str, fix: str = "") -> HealthCheck:
    """Return the check: `doubtful` works but may not go well, no review gets through what is `broken`."""
    return HealthCheck(what=what, state=state, detail=detail, fix=fix)


def is_out_of_reach(found: tuple[HealthCheck, ...]) -> bool:
    """Return whether the tracker itself cannot be used, so that nothing more can be found out."""
    return any(one.state == "broken" and one.what in NEEDED for one in found)


def check_files(config: Config, state: Path) -> tuple[HealthCheck, ...]:
    """Look whether the state file, and the board if issues live there, can be opened."""
    opened: list[tuple[str, Path, Callable[[Path], Any]]] = [("state", state, Store)]
    if config.tracker == "board":
        opened.append(("board", config.home, Board))
    found = []
    for what, place, opener in opened:
        try:
            with closing(opener(place)) as one:
                found.append(health(what, "fine", one.database.name))
        except CoordinatorError as error:
            found.append(health(what, "broken", error.what, error.fix))
    return tuple(found)


def check_database(state: Path) -> tuple[HealthCheck, ...]:
    """Look at the server that keeps the state, if one does: its version, its clock, and whose a connection is."""
    with closing(Store(state)) as store, closing(Store(state)) as other:
        database, session = store.database, store.database.session()
        with (
            other.database.transaction()
        ):  # while which a pooler has to give us another, if it shares them out
            shared = database.session() != session
        if shared:
            what = f"{database.server} is behind a pooler that shares its connections out between transactions"
            fix = "name the server itself in COORDINATOR_DATABASE, or have the pooler keep sessions (pool_mode)"
            return (health("database", "broken", what, fix),)
    return (
        (health("database", "fine", database.server), check_clock(-database.ahead))
        if database.server
        else ()
    )


def check_clock(ahead: float) -> HealthCheck:
    """Say whether our clock is the server's; it is ahead of that by so many seconds."""
    if abs(ahead) <= SKEW:
        return health("clock", "fine", "agrees with the server's")
    detail = f"ours is {abs(ahead):.0f} s {'ahead of' if ahead > 0 else 'behind'} the server's"
    return health(
        "clock",
        "doubtful",
        detail,
        "set both clocks; deadlines are measured from the server's times",
    )


def check_sandbox(config: Config) -> HealthCheck:
    """Say what stands around the commands of checks and trials; without walls, what is not run and what gives some."""
    try:
        found = sandbox_for(config)
    except ConfigError as error:
        return health("sandbox", "broken", error.what, error.fix)
    if found.kind == "none":
        parts = parts_not_run(config, found)
        detail = f"none: {found.missing}"
        if parts:
            detail += f"; not run: {parts}"
        return health("sandbox", "doubtful", detail, found.fix)
    return health(
        "sandbox",
        "fine",
        f"{found.kind}: no network, no secrets, only the copy of the work is writable",
    )


def check_runs(state: Path) -> tuple[HealthCheck, ...]:
    """Say which runs need somebody's attention."""
    with closing(Store(state)) as store:
        rows = [(row.id, row.attention) for row in RunList(store).attention()]
    return tuple(
        health("run", "doubtful", f"{run}: {found.why}", found.todo) for run, found in rows if found
    )


async def check_multica(api: MulticaApi, config: Config) -> tuple[HealthCheck, ...]:
    """Look at the server, the token, the workspace, the clock and every agent that has a seat, in this order."""
    found: list[HealthCheck] = []
    what, fix = "server", "set COORDINATOR_SERVER_URL to the address of the API, without a path"
    try:
        began = time.monotonic()
        await api.get("/api/config")
        found.append(
            health(what, "fine", f"{api.url} answers in {(time.monotonic() - began) * 1000:.0f} ms")
        )
        what, fix = "token", SIGN_UP
        me = await api.get("/api/me")
        warning = token_warning(await _token_end(api))
        us = f"we are {me.get('name') or 'nameless'}, user {me['id']}"
        found.append(
            health(what, "doubtful", f"{us}; {warning}", SIGN_UP)
            if warning
            else health(what, "fine", us)
        )
        what, fix = (
            "workspace",
            "set COORDINATOR_WORKSPACE_ID to its id, and have our user invited to it",
        )
        workspace = await api.get(f"/api/workspaces/{api.workspace}")
        waiting = (await api.get("/api/issues", status_categories="in_review", limit=1))["total"]
        found.append(
            health(what, "fine", f"{workspace.get('name') or api.workspace}, {waiting} in review")
        )
    except TrackerError as error:
        if what == "server" and isinstance(error, TrackerUnavailable):
            fix = "start it, or set COORDINATOR_SERVER_URL to where it is"
        return (
            *found,
            health(what, "broken", error.what, fix),
        )  # what comes after would only repeat it
    before, theirs, after = time.time(), (await api.now()).timestamp(), time.time()
    found.append(check_clock(max(before - theirs - 1, 0.0) - max(theirs - after, 0.0)))
    seats = (*config.workflow.seats, *config.panel.seats)
    places = {f"seat {seat.name}": seat.mention for seat in seats}
    places |= {
        f"fallback of {seat.name}": seat.fallback.mention
        for seat in seats
        if seat.fallback is not None
    }
    named = {place: name for place, name in places.items() if name is not None}
    if named:
        agents = await api.get("/api/agents", include_archived="true")
        runtimes = {runtime["id"]: runtime for runtime in await api.get("/api/runtimes")}
        found += [
            check_agent(place, name, agents, runtimes, me["id"]) for place, name in named.items()
        ]
    return tuple(found)


async def _token_end(api: MulticaApi) -> float:
    """Return when our token ends; 0 if it never does, or is of a kind that the server does not list."""
    with suppress(TrackerError):
        for row in await api.get("/api/tokens"):
            if api.token().startswith(row["token_prefix"]) and row["expires_at"]:
                return time_of(row["expires_at"])
    return 0.0


def check_agent(
    place: str,
    wanted: str,
    agents: list[dict[str, Any]],
    runtimes: dict[str, dict[str, Any]],
    me: str,
) -> HealthCheck:
    """Look whether an agent that lives in the tracker is there, lets us invoke it, and has a machine that runs."""
    broken = partial(health, place, "broken")
    agent = next((each for each in agents if wanted in (each["name"], each["id"])), None)
    if agent is None:
        known = ", ".join(sorted(str(each["name"]) for each in agents)) or "none"
        fix = f"create it, or have its owner let us invoke it; we see: {known}"
        return broken(f"there is no agent {wanted} in the workspace, or we may not invoke it", fix)
    if agent.get("archived_at"):
        return broken(f"{wanted} is archived", "restore it, or seat another")
    name, runtime_id = agent["name"], agent.get("runtime_id")
    named = (
        agent.get("invocation_targets") or () if agent.get("permission_mode") == "public_to" else ()
    )
    targets = [(each.get("target_type"), each.get("target_id")) for each in named]
    kinds = {kind for kind, _ in targets}
    if agent.get("owner_id") != me and "workspace" not in kinds and ("member", me) not in targets:
        if "team" not in kinds:
            return broken(
                f"{name} may not be invoked by us",
                f"have its owner add user {me}, or the workspace",
            )
        return health(
            place,
            "doubtful",
            f"{name} may be invoked by teams",
            f"see that user {me} is in one of them",
        )
    if not runtime_id:
        return broken(f"{name} has no runtime", "give it one")
    runtime = runtimes.get(runtime_id, {})
    status = runtime.get("status") or ("offline" if agent.get("status") == "offline" else "online")
    if status != "online":
        where = runtime.get("name") or runtime_id
        return broken(
            f"the runtime of {name}, {where}, is {status}",
            "start the Multica daemon on that machine",
        )
    return health(place, "fine", f"{wanted} is ready")

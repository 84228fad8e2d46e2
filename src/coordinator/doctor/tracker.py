"""What is wrong with the tracker, and what to do about it: one finding for each thing a review needs of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

from coordinator.config.seats import AgentConfig
from coordinator.config.settings import Config
from coordinator.errors import CoordinatorError, TrackerError, TrackerUnavailable
from coordinator.models import Value
from coordinator.storage.store import Store
from coordinator.trackers.board import Board
from coordinator.trackers.multica.client import MulticaApi

GROUND = ("state", "board", "tracker", "server", "token", "workspace")
SKEW = 5.0  # seconds that two clocks may differ: the server's is read off in whole seconds, and takes its way
SIGN_UP = "make a personal access token in the settings of the coordinator's account, and set COORDINATOR_TOKEN to it"


class HealthCheck(Value):
    """One thing that was looked at; `fix` says what to do where it is not fine."""

    what: str
    state: Literal["fine", "doubtful", "broken"]
    detail: str
    fix: str = ""


def fine(what: str, detail: str) -> HealthCheck:
    """It is as it should be."""
    return HealthCheck(what=what, state="fine", detail=detail)


def doubtful(what: str, detail: str, fix: str) -> HealthCheck:
    """It works, but may not go well."""
    return HealthCheck(what=what, state="doubtful", detail=detail, fix=fix)


def broken(what: str, detail: str, fix: str) -> HealthCheck:
    """No review can get through this."""
    return HealthCheck(what=what, state="broken", detail=detail, fix=fix)


def is_out_of_reach(found: tuple[HealthCheck, ...]) -> bool:
    """Whether the tracker itself cannot be used, so that nothing more can be found out."""
    return any(one.state == "broken" and one.what in GROUND for one in found)


# -- files


def check_files(config: Config, state: Path) -> tuple[HealthCheck, ...]:
    """Whether the state file, and the board if issues live there, can be opened."""
    found = [_opens("state", str(state), lambda: Store(state))]
    if config.tracker == "board":
        found.append(_opens("board", str(config.home), lambda: Board(config.home)))
    return tuple(found)


def _opens(what: str, place: str, open: Callable[[], Any]) -> HealthCheck:
    try:
        with closing(open()):
            return fine(what, place)
    except CoordinatorError as error:
        return broken(what, error.what, error.fix)


# -- Multica


async def check_multica(api: MulticaApi, config: Config) -> tuple[HealthCheck, ...]:
    """Look at the server, the token, the workspace, the clock and every agent that has a seat, in this order."""
    found: list[HealthCheck] = []
    for look in (_server, _token, _workspace, _clock):
        found.append(await look(api))
        if found[-1].state == "broken":
            return tuple(found)  # what comes after would only repeat it
    return (*found, *(await _agents(api, _tracker_agents(config))))


def _tracker_agents(config: Config) -> dict[str, str]:
    """The agents who live in the tracker, by the place they have on the panel or in workflows."""
    seats = (*config.workflow.seats, *config.panel.seats)
    places: dict[str, AgentConfig | None] = {f"seat {seat.name}": seat for seat in seats}
    places |= {f"fallback of {seat.name}": seat.fallback for seat in seats}
    return {place: agent.mention for place, agent in places.items() if agent is not None and agent.mention is not None}


async def _server(api: MulticaApi) -> HealthCheck:
    began = time.monotonic()
    try:
        await api.get("/api/config")
    except TrackerUnavailable as error:
        return broken("server", error.what, "start it, or set COORDINATOR_SERVER_URL to where it is")
    except TrackerError as error:
        return broken("server", error.what, "set COORDINATOR_SERVER_URL to the address of the API, without a path")
    return fine("server", f"{api.url} answers in {(time.monotonic() - began) * 1000:.0f} ms")


async def _token(api: MulticaApi) -> HealthCheck:
    try:
        me = await api.get("/api/me")
    except TrackerError as error:
        return broken("token", error.what, SIGN_UP)
    return fine("token", f"we are {me.get('name') or 'nameless'}, user {me['id']}")


async def _workspace(api: MulticaApi) -> HealthCheck:
    try:
        workspace = await api.get(f"/api/workspaces/{api.workspace}")
        waiting = (await api.get("/api/issues", status_categories="in_review", limit=1))["total"]
    except TrackerError as error:
        fix = "set COORDINATOR_WORKSPACE_ID to its id, and have our user invited to it"
        return broken("workspace", error.what, fix)
    return fine("workspace", f"{workspace.get('name') or api.workspace}, {waiting} in review")


async def _clock(api: MulticaApi) -> HealthCheck:
    before = time.time()
    theirs = (await api.now()).timestamp()
    after = time.time()
    ahead = max(before - theirs - 1, 0.0) - max(theirs - after, 0.0)
    if abs(ahead) <= SKEW:
        return fine("clock", "agrees with the server's")
    which = "ahead of" if ahead > 0 else "behind"
    fix = "set both clocks; deadlines are measured from the server's times"
    return doubtful("clock", f"ours is {abs(ahead):.0f} s {which} the server's", fix)


# -- the agents who live there


async def _agents(api: MulticaApi, seats: dict[str, str]) -> tuple[HealthCheck, ...]:
    if not seats:
        return ()
    me = (await api.get("/api/me"))["id"]
    agents = await api.get("/api/agents", include_archived="true")
    runtimes = {runtime["id"]: runtime for runtime in await api.get("/api/runtimes")}
    return tuple(_agent(seat, name, agents, runtimes, me) for seat, name in seats.items())


def _agent(
    seat: str, name: str, agents: list[dict[str, Any]], runtimes: dict[str, dict[str, Any]], me: str
) -> HealthCheck:
    found = [agent for agent in agents if name in (agent["name"], agent["id"])]
    if not found:
        known = ", ".join(sorted(str(agent["name"]) for agent in agents)) or "none"
        fix = f"create it, or have its owner let us invoke it; we see: {known}"
        return broken(seat, f"there is no agent {name} in the workspace, or we may not invoke it", fix)
    agent = found[0]
    if agent.get("archived_at"):
        return broken(seat, f"{name} is archived", "restore it, or seat another")
    return _permission(seat, agent, me) or _runtime(seat, agent, runtimes) or fine(seat, f"{name} is ready")


def _permission(seat: str, agent: dict[str, Any], me: str) -> HealthCheck | None:
    name, targets = agent["name"], agent.get("invocation_targets") or ()
    if agent.get("owner_id") == me:
        return None
    if agent.get("permission_mode") != "public_to":
        return broken(seat, f"{name} is private", f"have its owner let the workspace invoke it (we are user {me})")
    kinds = {target.get("target_type") for target in targets}
    if "workspace" in kinds or ("member", me) in {(t.get("target_type"), t.get("target_id")) for t in targets}:
        return None
    if "team" in kinds:
        return doubtful(seat, f"{name} may be invoked by teams", f"see that user {me} is in one of them")
    return broken(seat, f"{name} may not be invoked by us", f"have its owner add user {me}, or the workspace")


def _runtime(seat: str, agent: dict[str, Any], runtimes: dict[str, dict[str, Any]]) -> HealthCheck | None:
    name, id = agent["name"], agent.get("runtime_id") or ""
    if not id:
        return broken(seat, f"{name} has no runtime", "give it one")
    runtime = runtimes.get(id, {})
    status = runtime.get("status") or ("offline" if agent.get("status") == "offline" else "online")
    if status != "online":
        where = runtime.get("name") or id
        return broken(seat, f"the runtime of {name}, {where}, is {status}", "start the Multica daemon on that machine")
    return None

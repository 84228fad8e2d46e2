"""Check Multica: the server, the token, the workspace, and every agent there that has a seat."""

import time
from contextlib import suppress
from typing import Any

from coordinator.config.settings import Config
from coordinator.doctor.health import HealthCheck, health, token_health
from coordinator.doctor.machine import check_clock
from coordinator.errors import TrackerError, TrackerUnavailable
from coordinator.trackers.http import Row, time_of
from coordinator.trackers.multica.client import MulticaApi
from coordinator.trackers.token_expiry import token_warning

NEW_TOKEN = (
    "make a personal access token in the settings of the coordinator's account, "
    "and set COORDINATOR_TOKEN to it"
)


async def check_multica(api: MulticaApi, config: Config) -> tuple[HealthCheck, ...]:
    """Check server, token, workspace, clock and agents, in this order.

    Stop after a broken server, token or workspace, because every later check would fail for the
    same reason.
    """
    found = []
    try:
        began = time.monotonic()
        await api.get("/api/config")
        milliseconds = (time.monotonic() - began) * 1000
        found.append(health("server", "fine", f"{api.url} answers in {milliseconds:.0f} ms"))
    except TrackerError as error:
        fix = "set COORDINATOR_SERVER_URL to the address of the API, without a path"
        if isinstance(error, TrackerUnavailable):
            fix = "start the server, or set COORDINATOR_SERVER_URL to its address"
        return (*found, health("server", "broken", error.what, fix))
    try:
        me = await api.get("/api/me")
        warning = token_warning(await _token_end(api))
        us = f"we are {me.get('name') or 'a user without a name'}, user {me['id']}"
        found.append(token_health(us, warning, NEW_TOKEN))
    except TrackerError as error:
        return (*found, health("token", "broken", error.what, NEW_TOKEN))
    try:
        found.append(await _check_workspace(api))
    except TrackerError as error:
        fix = "set COORDINATOR_WORKSPACE_ID to the id of the workspace, and invite our user to it"
        return (*found, health("workspace", "broken", error.what, fix))
    found.append(await _check_server_clock(api))
    found += await _check_agents(api, config, me["id"])
    return tuple(found)


async def _token_end(api: MulticaApi) -> float:
    """Return the time when the token of `api` expires.

    Return 0 if it never expires, or if the server does not list it.
    """
    with suppress(TrackerError):
        for row in await api.get("/api/tokens"):
            if api.token().startswith(row["token_prefix"]) and row["expires_at"]:
                return time_of(row["expires_at"])
    return 0.0


async def _check_workspace(api: MulticaApi) -> HealthCheck:
    workspace = await api.get(f"/api/workspaces/{api.workspace}")
    in_review = await api.get("/api/issues", status_categories="in_review", limit=1)
    name = workspace.get("name") or api.workspace
    return health("workspace", "fine", f"{name}, {in_review['total']} in review")


async def _check_server_clock(api: MulticaApi) -> HealthCheck:
    before = time.time()
    theirs = (await api.now()).timestamp()
    after = time.time()
    # The server's time has whole seconds, so it can be almost a second too early.
    ahead = max(before - theirs - 1, 0.0)
    behind = max(theirs - after, 0.0)
    return check_clock(ahead - behind)


async def _check_agents(api: MulticaApi, config: Config, me: str) -> list[HealthCheck]:
    seats = (*config.workflow.seats, *config.panel.seats)
    named = {}
    for seat in seats:
        if seat.mention is not None:
            named[f"seat {seat.name}"] = seat.mention
    for seat in seats:
        if seat.fallback is not None and seat.fallback.mention is not None:
            named[f"fallback of {seat.name}"] = seat.fallback.mention
    if not named:
        return []
    agents = await api.get("/api/agents", include_archived="true")
    runtimes = {runtime["id"]: runtime for runtime in await api.get("/api/runtimes")}
    return [check_agent(place, name, agents, runtimes, me) for place, name in named.items()]


def check_agent(
    place: str, wanted: str, agents: list[Row], runtimes: dict[str, Row], me: str
) -> HealthCheck:
    """Check that user `me` can invoke an agent of the tracker, and that its machine is running."""
    agent = _find_agent(wanted, agents)
    if agent is None:
        known = ", ".join(sorted(str(each["name"]) for each in agents)) or "none"
        return health(
            place,
            "broken",
            f"the workspace has no agent {wanted}, or we are not allowed to invoke it",
            f"create it, or ask its owner to let us invoke it; visible agents: {known}",
        )
    if agent.get("archived_at"):
        return health(place, "broken", f"{wanted} is archived", "restore it, or use another agent")
    refused = _check_invocation(place, agent, me)
    if refused is not None:
        return refused
    name = agent["name"]
    runtime_id = agent.get("runtime_id")
    if not runtime_id:
        return health(place, "broken", f"{name} has no runtime", "assign a runtime to it")
    runtime = runtimes.get(runtime_id, {})
    status = _runtime_status(runtime, agent)
    if status != "online":
        where = runtime.get("name") or runtime_id
        return health(
            place,
            "broken",
            f"the runtime of {name}, {where}, is {status}",
            "start the Multica daemon on that machine",
        )
    return health(place, "fine", f"{wanted} is ready")


def _find_agent(wanted: str, agents: list[Row]) -> Row | None:
    for agent in agents:
        if wanted in (agent["name"], agent["id"]):
            return agent
    return None


def _check_invocation(place: str, agent: Row, me: str) -> HealthCheck | None:
    """Return None if we are allowed to invoke an agent; otherwise a check that says why not."""
    targets: list[dict[str, Any]] = []
    if agent.get("permission_mode") == "public_to":
        targets = agent.get("invocation_targets") or []
    kinds = {target.get("target_type") for target in targets}
    members = [
        target.get("target_id") for target in targets if target.get("target_type") == "member"
    ]
    if agent.get("owner_id") == me or "workspace" in kinds or me in members:
        return None
    name = agent["name"]
    if "team" in kinds:
        detail = f"only members of certain teams may invoke {name}"
        return health(
            place, "doubtful", detail, f"make sure that user {me} is in one of these teams"
        )
    detail = f"we are not allowed to invoke {name}"
    return health(
        place, "broken", detail, f"ask its owner to allow user {me}, or the whole workspace"
    )


def _runtime_status(runtime: Row, agent: Row) -> str:
    """Return the status of the runtime, or the status of its agent if the runtime's is unknown."""
    status = runtime.get("status")
    if status:
        return str(status)
    if agent.get("status") == "offline":
        return "offline"
    return "online"

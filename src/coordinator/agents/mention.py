"""An agent that lives in the tracker: asked in a comment of its own, answering in that comment's thread."""

from __future__ import annotations

import time
from typing import Any

from coordinator.errors import AgentError, ConfigError
from coordinator.independence import family_of
from coordinator.model import Ask, Comment, Reply, Usage
from coordinator.trackers import marker
from coordinator.trackers.multica import MulticaTracker, triggers

GOING = ("deferred", "queued", "dispatched", "waiting_local_directory", "running")
LOOK_AGAIN = 60.0  # seconds between two looks at a thread nobody has told us anything about


class Mention:
    """One agent of a Multica workspace."""

    resident = True
    wants_folder = False

    def __init__(self, name: str, tracker: MulticaTracker, *, squads: bool) -> None:
        found = [agent for agent in tracker.agents if name in (agent["name"], agent["id"])]
        if not found:
            known = ", ".join(sorted(agent["name"] for agent in tracker.agents)) or "none"
            what = f"there is no agent {name!r} in the workspace, or we may not see it"
            raise ConfigError(what, fix=f"agents we see: {known}; let us invoke it, or name another")
        self.tracker = tracker
        self.squads = squads
        self.actor = f"agent:{found[0]['id']}"
        tracker.reviewers.add(self.actor)
        self.own_instructions = bool(found[0].get("instructions"))
        self.family = family_of(found[0].get("model") or "")

    async def answer(self, ask: Ask) -> Reply:
        """The last comment that the run of our comment wrote in its thread."""
        if not self.squads and (await self.tracker.issue(ask.issue)).assignee.startswith("squad:"):
            what = "the issue is a squad's, whose leader every reply would wake"
            raise AgentError("failed", what, fix="multica.squads: allow asks all the same")
        mark = marker(ask.run, f"{ask.purpose}/{ask.seat}".replace(" ", "_"), ask.round)
        posted = await self.tracker.say(ask.issue, ask.prompt, marker=mark, to=self.actor)
        if "blocked" in posted.outcome:
            raise AgentError("failed", f"the tracker did not start it: {posted.outcome}")
        began = posted.at
        while (left := began + ask.deadline - time.time()) > 0:
            if (reply := await self._reply(ask, posted)) is not None:
                return reply
            await self.tracker.news(ask.issue, min(left, LOOK_AGAIN))
        await self._give_up(ask, posted)
        raise AgentError("late", f"no reply within {ask.deadline:g} s")

    async def _reply(self, ask: Ask, posted: Comment) -> Reply | None:
        """The reply if its run is over, nothing while it may still come; a run that failed for good raises."""
        runs = await self._runs(ask.issue, posted)
        if not runs or any(run["status"] in GOING for run in runs):
            return None
        last = max(runs, key=lambda run: (run.get("attempt") or 0, run["created_at"]))
        if last["status"] != "completed":
            why = last.get("failure_reason") or last.get("error") or last["status"]
            raise AgentError("failed", f"its run ended as {last['status']}: {why}")
        said = await self._said(ask.issue, posted, {run["id"] for run in runs})
        if not said:
            raise AgentError("silent", "its run is over, and it wrote nothing in the thread")
        return Reply(text=said[-1].text, seconds=said[-1].at - posted.at, usage=_usage(last), model=ask.seat)

    async def _runs(self, key: str, posted: Comment) -> list[dict[str, Any]]:
        runs = await self.tracker.api.get(f"/api/issues/{key}/task-runs")
        agent = self.actor.removeprefix("agent:")
        return [run for run in runs if run["agent_id"] == agent and posted.id in triggers(run)]

    async def _said(self, key: str, posted: Comment, runs: set[str]) -> list[Comment]:
        thread = await self.tracker.thread(key, posted.id)
        return [
            comment
            for comment in thread
            if comment.author == self.actor
            and comment.kind == "comment"
            and comment.parent == posted.id
            and comment.task in ("", *runs)
        ]

    async def _give_up(self, ask: Ask, posted: Comment) -> None:
        for run in await self._runs(ask.issue, posted):
            if run["status"] in GOING:
                await self.tracker.api.write("POST", f"/api/tasks/{run['id']}/cancel")


def _usage(run: dict[str, Any]) -> Usage:
    rows = run.get("usage") or ()
    return Usage(
        tokens_in=sum(row.get("input_tokens") or 0 for row in rows),
        tokens_out=sum(row.get("output_tokens") or 0 for row in rows),
    )

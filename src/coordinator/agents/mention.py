"""Ask an agent of the tracker by a comment. The agent answers in the thread of that comment."""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from coordinator.agents import Agent
from coordinator.errors import AgentError, ConfigError, TrackerError
from coordinator.judgement.statistics.independence import family_of
from coordinator.models import Ask, Reply, Usage
from coordinator.parsing.injection import defuse
from coordinator.trackers import Comment, is_set_within, marker
from coordinator.trackers.dry_run import DryRunTracker
from coordinator.trackers.http import Row, time_of
from coordinator.trackers.multica.tracker import GOING, MulticaTracker

# The shortest and the longest time between two reads of a thread, in seconds. The time grows while
# there is nothing new.
SOON = 1.0
LATER = 10.0
# The server starts a run for a comment, or starts a failed run again, within this many seconds.
STARTING = 5.0
# The beginnings of the failure reasons after which the server can start a run again.
PASSING = ("timeout", "queued_expired", "runtime_", "agent_error.provider_network")
MANNERS = (
    "Answer with one comment in this thread. Read no other thread of this issue: "
    "what others have said must not move you. "
    "Mention nobody, do not change the issue's status, and do not edit the work."
)
WORKING = (
    "Answer with one comment in this thread when you have finished. "
    "Mention nobody, and do not change the issue's status."
)


class MentionAgent(Agent):
    """One agent of a Multica workspace."""

    tracker_agent = True

    def __init__(
        self,
        name: str,
        tracker: MulticaTracker,
        *,
        squads: bool,
        dry_run: DryRunTracker | None = None,
    ) -> None:
        found = [agent for agent in tracker.agents if name in (agent["name"], agent["id"])]
        if not found:
            known = ", ".join(sorted(agent["name"] for agent in tracker.agents)) or "none"
            raise ConfigError(
                f"the workspace has no agent {name!r}, or we are not allowed to see it",
                fix=f"visible agents: {known}; allow us to invoke it, or name another agent",
            )
        agent = found[0]
        self.name = name
        self.tracker = tracker
        self.squads = squads
        self.dry_run = dry_run
        self.id = agent["id"]
        self.actor = f"agent:{self.id}"
        tracker.reviewers.add(self.actor)
        self.own_instructions = bool((agent.get("instructions") or "").strip())
        self.model = agent.get("model") or ""
        self.family = family_of(self.model)

    async def answer(self, ask: Ask, _runner: object = None, /) -> Reply:
        """Post the ask as a comment, and return the last comment of the run that the ask started.

        Raise TrackerError if the tracker cannot be reached.
        """
        if self.dry_run is not None:  # an ask would write to the tracker
            self.dry_run.ask(ask.issue, self.name, f"{defuse(ask.prompt)}\n\n{MANNERS}")
            what = "a dry run does not ask agents of the tracker"
            raise AgentError("failed", what, fix="its prompt is shown instead")
        posted = await self._post(ask)
        deadline = time.monotonic() + ask.deadline
        # While the server was down, the agent could not answer either. So the agent gets the full
        # time limit again.
        if not ask.was_parked:
            deadline -= await self._age(posted)
        delay = SOON
        while True:
            news = self.tracker.news(ask.issue)
            reply = await self._reply(ask, posted)
            if reply is not None:
                await self.tracker.keep_in_review(ask.issue)
                return reply
            left = deadline - time.monotonic()
            if left <= 0:
                break
            if await is_set_within(news, min(left, delay)):
                delay = SOON
            else:
                delay = min(2 * delay, LATER)
        with suppress(TrackerError):
            await self._cancel(ask.issue, posted)
        raise AgentError("late", f"no reply within {ask.deadline:g} s")

    async def _cancel(self, key: str, posted: Comment) -> None:
        """Cancel the runs that the comment with the ask started."""
        for run in await self._runs(key, posted):
            if run["status"] in GOING:
                await self.tracker.api.write("POST", f"/api/tasks/{run['id']}/cancel")
        await self.tracker.keep_in_review(key)

    async def _post(self, ask: Ask) -> Comment:
        """Post the ask, unless it was posted before a restart."""
        if not self.squads:
            issue = await self.tracker.issue(ask.issue)
            if issue.assignee.startswith("squad:"):
                what = "the issue belongs to a squad, and every reply would wake the squad's leader"
                raise AgentError("failed", what, fix="set `multica.squads: allow` to ask anyway")
        purpose = f"{ask.purpose}/{ask.seat}"
        if ask.part:
            purpose += f"/part-{ask.part}"
        if ask.again:
            purpose += "/again"
        mark = marker(ask.run, purpose.replace(" ", "_"), ask.round)
        manners = WORKING if ask.purpose == "work" else MANNERS
        # The server also reads mention links inside code fences, and would start the agents that
        # they name.
        text = f"{defuse(ask.prompt)}\n\n{manners}"
        post = self.tracker.post_once(ask.issue, text, marker=mark, to=self.actor)
        posted = await _whole(post)
        if "blocked" in posted.outcome:
            raise AgentError("failed", f"the tracker did not start the agent: {posted.outcome}")
        return posted

    async def _age(self, posted: Comment) -> float:
        """Return the age of the ask's comment in seconds, by the server's own clock.

        If the comment's `outcome` is set, this process has just posted it, and its age is 0.
        Otherwise it was posted before a restart.
        """
        if posted.outcome:
            return 0.0
        return max(0.0, await self._seconds_since(posted.at))

    async def _seconds_since(self, moment: float) -> float:
        now = await self.tracker.api.now()
        return now.timestamp() - moment

    async def _runs(self, key: str, posted: Comment) -> list[Row]:
        runs = await self.tracker.runs(key, posted.id)
        return [run for run in runs if run["agent_id"] == self.id]

    async def _reply(self, ask: Ask, posted: Comment) -> Reply | None:
        """Return the reply if its run has ended; None if the reply can still come.

        Raise AgentError if the run has failed for good.
        """
        runs = await self._runs(ask.issue, posted)
        if not runs and not posted.outcome and await self._age(posted) > STARTING:
            raise AgentError("failed", "the tracker started no run for our comment")
        if not runs or any(run["status"] in GOING for run in runs):
            return None
        last = max(runs, key=lambda run: (run["created_at"], run.get("attempt") or 0))
        if await self._may_run_again(last):
            return None
        if last["status"] != "completed":
            why = last.get("failure_reason") or last.get("error") or last["status"]
            raise AgentError("failed", f"its run ended as {last['status']}: {why}")
        said = await self._last_comment(ask.issue, posted, last["id"])
        return Reply(
            text=said.text,
            seconds=max(0.0, said.at - posted.at),
            usage=_usage_of(runs),
            model=ask.seat,
        )

    async def _may_run_again(self, run: Row) -> bool:
        """Return whether the server is likely to start a failed run again.

        The server does so within seconds after a failure that is not the agent's fault.
        """
        if run["status"] != "failed":
            return False
        if not str(run.get("failure_reason") or "").startswith(PASSING):
            return False
        if run["attempt"] >= run["max_attempts"]:
            return False
        return await self._seconds_since(time_of(run["completed_at"])) < STARTING

    async def _last_comment(self, key: str, posted: Comment, run_id: str) -> Comment:
        """Return the last comment that the agent wrote in a run.

        If the agent wrote none, return the comment that the server posted in its name. Raise
        AgentError if there is neither.
        """
        own = []
        others = []
        for comment in await self.tracker.comments(key, posted.id):
            is_reply = comment.kind == "comment" and comment.parent == posted.id
            if is_reply and comment.author == self.actor:
                if comment.task == run_id:
                    own.append(comment)
                elif not comment.task:
                    others.append(comment)
        said = own or others
        if not said:
            raise AgentError("silent", "its run ended without a comment in the thread")
        return said[-1]


async def _whole(post: Coroutine[Any, Any, Comment]) -> Comment:
    """Post a comment. If we are cancelled meanwhile, wait until the server has answered.

    Otherwise the comment could still arrive, and start an agent, after the agents that a cancelled
    run has asked were stopped.
    """
    posting = asyncio.ensure_future(post)
    try:
        return await asyncio.shield(posting)
    except asyncio.CancelledError:
        await asyncio.wait([posting], timeout=LATER)
        posting.cancel()
        raise


def _usage_of(runs: list[Row]) -> Usage:
    tokens_in = 0
    tokens_out = 0
    for run in runs:
        for row in run.get("usage") or ():
            tokens_in += row.get("input_tokens") or 0
            tokens_out += row.get("output_tokens") or 0
    return Usage(tokens_in=tokens_in, tokens_out=tokens_out)

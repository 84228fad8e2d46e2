"""An agent that lives in the tracker: asked in a comment of its own, answering in that comment's thread."""

import time
from contextlib import suppress

from coordinator.agents import Agent
from coordinator.errors import AgentError, ConfigError, TrackerError
from coordinator.judgement.independence import family_of
from coordinator.models import Ask, Reply, Usage
from coordinator.parsing.injection import defuse
from coordinator.trackers import Comment, is_set_within, marker
from coordinator.trackers.dry_run import DryRunTracker
from coordinator.trackers.http import Row, time_of
from coordinator.trackers.multica.tracker import GOING, MulticaTracker

SOON = 1.0
LATER = 10.0  # seconds between two looks at a thread of which no news has come
# Seconds after which a comment whose outcome we do not know should have started a run
STARTING = 5.0
PASSING = ("timeout", "queued_expired", "runtime_", "agent_error.provider_network")
MANNERS = """\
Answer with one comment in this thread. Read no other thread of this issue: what others have said must not move you. \
Mention nobody, do not change the issue's status, and do not edit the work."""
WORKING = """\
Answer with one comment in this thread when you have finished. Mention nobody, and do not change the issue's status."""


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
            what = f"there is no agent {name!r} in the workspace, or we may not see it"
            raise ConfigError(
                what, fix=f"agents we see: {known}; let us invoke it, or name another"
            )
        self.name = name
        self.tracker = tracker
        self.squads = squads
        self.dry_run = dry_run
        self.actor = f"agent:{found[0]['id']}"
        tracker.reviewers.add(self.actor)
        self.own_instructions = bool((found[0].get("instructions") or "").strip())
        self.model = found[0].get("model") or ""
        self.family = family_of(self.model)

    async def answer(self, ask: Ask, _runner: object = None, /) -> Reply:
        """Return the last comment that the run of our comment wrote in its thread; raise if the tracker is away."""
        if self.dry_run is not None:  # asking would be writing
            self.dry_run.ask(ask.issue, self.name, f"{defuse(ask.prompt)}\n\n{MANNERS}")
            what = "a dry run asks nobody who lives in the tracker"
            raise AgentError("failed", what, fix="its prompt is shown instead")
        posted = await self._post(ask)
        delay = SOON
        # While the server was away the agent could not answer either: then it has the whole time once more.
        deadline = (
            time.monotonic() + ask.deadline - (0.0 if ask.was_parked else await self._age(posted))
        )
        while True:
            news = self.tracker.news(ask.issue)
            if (reply := await self._reply(ask, posted)) is not None:
                await self.tracker.keep_in_review(ask.issue)
                return reply
            if (left := deadline - time.monotonic()) <= 0:
                break
            delay = SOON if await is_set_within(news, min(left, delay)) else min(2 * delay, LATER)
        with suppress(TrackerError):
            for run in await self._runs(ask.issue, posted):
                if run["status"] in GOING:
                    await self.tracker.api.write("POST", f"/api/tasks/{run['id']}/cancel")
            await self.tracker.keep_in_review(ask.issue)
        raise AgentError("late", f"no reply within {ask.deadline:g} s")

    async def _post(self, ask: Ask) -> Comment:
        """Post the ask, unless it was posted before a restart."""
        if not self.squads and (await self.tracker.issue(ask.issue)).assignee.startswith("squad:"):
            what = "the issue is a squad's, whose leader every reply would wake"
            raise AgentError("failed", what, fix="multica.squads: allow asks all the same")
        purpose = f"{ask.purpose}/{ask.seat}{'/again' if ask.again else ''}"
        mark = marker(ask.run, purpose.replace(" ", "_"), ask.round)
        # Also what stands between fences is read for mention links, and would start whoever it names.
        text = f"{defuse(ask.prompt)}\n\n{WORKING if ask.purpose == 'work' else MANNERS}"
        posted = await self.tracker.post_once(ask.issue, text, marker=mark, to=self.actor)
        if "blocked" in posted.outcome:
            raise AgentError("failed", f"the tracker did not start it: {posted.outcome}")
        return posted

    async def _age(self, posted: Comment) -> float:
        """Return how long ago it was posted, by the server's own clock; one that we found is older than this wait."""
        if posted.outcome:
            return 0.0
        return max(0.0, (await self.tracker.api.now()).timestamp() - posted.at)

    async def _runs(self, key: str, posted: Comment) -> list[Row]:
        agent = self.actor.removeprefix("agent:")
        return [run for run in await self.tracker.runs(key, posted.id) if run["agent_id"] == agent]

    async def _reply(self, ask: Ask, posted: Comment) -> Reply | None:
        """Return the reply if its run is over, None while it may still come; raise if its run failed for good."""
        runs = await self._runs(ask.issue, posted)
        if not runs and not posted.outcome and await self._age(posted) > STARTING:
            raise AgentError("failed", "the tracker started no run for it")
        if not runs or any(run["status"] in GOING for run in runs):
            return None
        last = max(runs, key=lambda run: (run["created_at"], run.get("attempt") or 0))
        if last["status"] == "failed" and str(last.get("failure_reason") or "").startswith(PASSING):
            # The server may be about to run it again: it does so after failures that are not the agent's.
            may_retry = last["attempt"] < last["max_attempts"]
            if (
                may_retry
                and (await self.tracker.api.now()).timestamp() - time_of(last["completed_at"])
                < STARTING
            ):
                return None
        if last["status"] != "completed":
            why = last.get("failure_reason") or last.get("error") or last["status"]
            raise AgentError("failed", f"its run ended as {last['status']}: {why}")
        thread = await self.tracker.comments(ask.issue, posted.id)
        own = (self.actor, "comment", posted.id)
        replies = [each for each in thread if (each.author, each.kind, each.parent) == own]
        # The last words of the run, or those that the server wrote for one that had said nothing itself.
        said = [each for each in replies if each.task == last["id"]] or [
            each for each in replies if not each.task
        ]
        if not said:
            raise AgentError("silent", "its run is over, and it wrote nothing in the thread")
        rows = [row for run in runs for row in run.get("usage") or ()]
        taken, made = (
            sum(row.get(kind) or 0 for row in rows) for kind in ("input_tokens", "output_tokens")
        )
        usage = Usage(tokens_in=taken, tokens_out=made)
        return Reply(
            text=said[-1].text,
            seconds=max(0.0, said[-1].at - posted.at),
            usage=usage,
            model=ask.seat,
        )

"""The life of a run: queue, coalesce, defer, claim, start, complete, fail, retry, cancel."""

from __future__ import annotations

import functools

from tests.support.multica.model import ACTIVE, ENDED, Agent, Comment, Issue, Refused, Task
from tests.support.multica.rules import Trigger, permitted
from tests.support.multica.state import State, locked

ATTEMPTS = {
    "runtime_offline": 2,
    "runtime_recovery": 2,
    "timeout": 2,
    "agent_error.provider_network": 3,
}
TRIVIAL = ("", "done", "ok", "completed", "finished")
SYNTHESISED = 8000
QUEUED, COALESCED, DEFERRED = (
    ("queued", "queued"),
    ("coalesced", "coalesced"),
    ("deferred", "deferred"),
)


class Tasks(State):
    """The queue of a workspace."""

    def enqueue(
        self, issue: Issue, agent: Agent, originator_id: str, comment: Comment | None = None
    ) -> tuple[str, str]:
        """Queue a run, or add the comment to a run that has not started.

        Return the outcome and its reason code.
        """
        pending = self._pending(issue, agent)
        if pending is None:
            self._queue(self._fresh(issue, agent, originator_id, comment))
            return QUEUED
        if comment is None:
            return "deferred", "already_active"
        if pending.status == "dispatched":
            pending.deferred_comment_ids.append(comment.id)
            return DEFERRED
        pending.coalesced_comment_ids = pending.covered
        pending.trigger_comment_id = comment.id
        pending.originator_id = originator_id
        return COALESCED

    def _fresh(
        self, issue: Issue, agent: Agent, originator_id: str, comment: Comment | None
    ) -> Task:
        trigger = comment.id if comment else None
        runtime = agent.runtime.id if agent.runtime else ""
        task = Task(
            agent.id, issue.id, originator_id, self.now(), runtime, trigger_comment_id=trigger
        )
        task.head_sha = head(issue)
        return task

    def _pending(self, issue: Issue, agent: Agent) -> Task | None:
        """Return the queued or dispatched task.

        There is at most one for an issue, an agent and a head of the pull request.
        """
        return next(
            (
                task
                for task in self.tasks_of[issue.id]
                if task.agent_id == agent.id
                and task.status in ("queued", "dispatched")
                and task.head_sha == head(issue)
            ),
            None,
        )

    def _queue(self, task: Task) -> None:
        self.tasks[task.id] = task
        self.tasks_of[task.issue_id].append(task)
        self._open(task)

    def _open(self, task: Task) -> None:
        self.open_tasks[task.agent_id][task.id] = task
        self._tell(task, "queued")
        self.wake(self.agents[task.agent_id])

    def _end(self, task: Task, status: str) -> None:
        self.open_tasks[task.agent_id].pop(task.id, None)
        task.status, task.completed_at = status, self.now()

    def _tell(self, task: Task, event: str) -> None:
        issue, actor = self.issues[task.issue_id], self.agents[task.agent_id].actor
        self.note(issue, f"run {event}", actor, task.failure_reason or "")

    def escalate(
        self, issue: Issue, comment: Comment, trigger: Trigger, fallback: list[Trigger]
    ) -> None:
        """Let the assignee wait for the answer of the agent that was replied to."""
        originator = comment.author.id
        for found in permitted(fallback, originator):
            if found.agent is None or found.agent is trigger.agent or self.escalation_seconds <= 0:
                continue
            task = self._fresh(issue, found.agent, originator, comment)
            task.status, task.waits_for_agent_id = "deferred", trigger.id
            self.tasks[task.id] = task
            self.tasks_of[issue.id].append(task)
            self.later(self.escalation_seconds, functools.partial(self.promote, task))

    @locked
    def promote(self, task: Task) -> None:
        """Queue a waiting assignee whose time has come because nobody else answered."""
        if task.status != "deferred":
            return
        task.status = "queued"
        self._open(task)

    def answered(self, issue: Issue, agent: Agent) -> None:
        """Drop the waiting assignee, because the agent has begun to answer."""
        for task in self.tasks_of[issue.id]:
            if task.status == "deferred" and task.waits_for_agent_id == agent.id:
                self._end(task, "cancelled")

    @locked
    def claim(self, agent: Agent) -> Task | None:
        """Dispatch and return the agent's next task. Return None if it is offline, busy or has no task."""
        mine = self.open_tasks[agent.id].values()
        busy = {task.issue_id for task in mine if task.status != "queued"}
        at_work = sum(task.status != "queued" for task in mine)
        if (
            agent.runtime is None
            or not agent.runtime.online
            or at_work >= agent.max_concurrent_tasks
        ):
            return None
        task = next(
            (one for one in mine if one.status == "queued" and one.issue_id not in busy), None
        )
        if task is None:
            return None
        task.status, task.dispatched_at = "dispatched", self.now()
        task.delivered_comment_ids = task.covered
        task.token = f"mat_{task.id}"
        self._tell(task, "dispatch")
        return task

    @locked
    def start(self, task: Task) -> None:
        """Start a run."""
        self._expect(task, "dispatched")
        task.status, task.started_at = "running", self.now()
        self.runs.append(task)
        self.answered(self.issues[task.issue_id], self.agents[task.agent_id])
        self._tell(task, "running")

    def _expect(self, task: Task, *statuses: str) -> None:
        if task.status not in statuses:
            raise Refused(409, f"task is {task.status}, not {' or '.join(statuses)}")

    @locked
    def complete(
        self, task: Task, output: str = "done", pr_url: str = "", branch_name: str = ""
    ) -> None:
        """End the run as completed. Post its final words if it has not commented."""
        self._expect(task, "dispatched", "running")
        issue = self.issues[task.issue_id]
        self._end(task, "completed")
        task.result = {"output": output, "pr_url": pr_url, "branch_name": branch_name}
        if not self._has_spoken(task) and output.strip().lower().rstrip(".") not in TRIVIAL:
            self.say(issue, task, output[:SYNTHESISED], "comment")
        self.record(issue, "task_completed", self.agents[task.agent_id].actor, {"task_id": task.id})
        self._tell(task, "completed")
        self._after(task)

    def _has_spoken(self, task: Task) -> bool:
        return task.started_at is not None and any(
            comment.author.id == task.agent_id and comment.created_at >= task.started_at
            for comment in self.comments_of[task.issue_id]
        )

    def _after(self, task: Task) -> None:
        """Process the comments that came during the run, and dispatch the next task."""
        issue, agent = self.issues[task.issue_id], self.agents[task.agent_id]
        put_off, task.deferred_comment_ids = task.deferred_comment_ids, []
        for comment_id in put_off:
            if comment_id in self.comments:
                self.enqueue(
                    issue, agent, self.comments[comment_id].author.id, self.comments[comment_id]
                )
        self.wake(agent)

    @locked
    def fail(
        self, task: Task, reason: str = "agent_error.unknown", error: str = "the run broke"
    ) -> Task | None:
        """End the run as failed.

        After a failure of the infrastructure, retry it if attempts are left.
        """
        self._expect(task, *ACTIVE)
        self._end(task, "failed")
        task.failure_reason, task.error = reason, error
        task.max_attempts = ATTEMPTS.get(reason, task.max_attempts)
        again = (
            self._retry(task) if reason in ATTEMPTS and task.attempt < task.max_attempts else None
        )
        self._tell(task, "failed")
        if again is None:
            self._give_up(task, error)
        else:
            self._queue(again)
        self.halt(task)
        self._after(task)
        return again

    def _retry(self, task: Task) -> Task:
        again = Task(task.agent_id, task.issue_id, task.originator_id, self.now(), task.runtime_id)
        again.trigger_comment_id, again.coalesced_comment_ids = (
            task.trigger_comment_id,
            task.coalesced_comment_ids,
        )
        again.attempt, again.max_attempts, again.parent_task_id = (
            task.attempt + 1,
            task.max_attempts,
            task.id,
        )
        again.head_sha = task.head_sha
        return again

    def _give_up(self, task: Task, error: str) -> None:
        issue = self.issues[task.issue_id]
        self.say(issue, task, error, "system")
        self.inboxes.failed(issue, self.agents[task.agent_id].actor)
        self.record(issue, "task_failed", self.agents[task.agent_id].actor, {"task_id": task.id})
        idle = not any(other.status in ACTIVE for other in self.tasks_of[issue.id])
        if idle and self.category(issue.status) == "in_progress":
            self._reset(issue)

    def _reset(self, issue: Issue) -> None:
        """Set the issue back to todo without a line in its history."""
        issue.status = "todo"
        self.touch(issue)
        self.changed.notify_all()

    @locked
    def cancel(self, task: Task) -> Task:
        """Stop a run. A run that has ended does not change."""
        if task.status not in ENDED:
            self._end(task, "cancelled")
            self.halt(task)
            self._tell(task, "cancelled")
            self.wake(self.agents[task.agent_id])
        return task

    @locked
    def set_online(self, agent: Agent, online: bool) -> None:
        """Switch the agent's runtime on or off. The queue continues when it is on again."""
        if agent.runtime is None:
            raise Refused(400, "the agent has no runtime")
        agent.runtime.online, agent.runtime.last_seen = online, self.now()
        self.wake(agent)


def head(issue: Issue) -> str | None:
    """Return the head of the newest linked pull request. The queue distinguishes runs by it."""
    return issue.pull_requests[-1].get("head_sha") if issue.pull_requests else None

"""Scripted agents: the possible actions of a run, the loop that runs them, and ready-made behaviours."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable

from tests.support.multica.model import Actor, Agent, Comment, Issue, Task
from tests.support.multica.world import World


class Failure(Exception):
    """Raised by a behaviour to let its run fail."""

    def __init__(self, reason: str = "agent_error.unknown", error: str = "the run broke") -> None:
        super().__init__(error)
        self.reason = reason
        self.error = error


class Run:
    """One run of a scripted agent, which its behaviour controls."""

    def __init__(self, world: World, task: Task) -> None:
        self.world = world
        self.task = task

    @property
    def agent(self) -> Agent:
        """The agent of the run."""
        return self.world.agents[self.task.agent_id]

    @property
    def issue(self) -> Issue:
        """The issue of the run."""
        return self.world.issues[self.task.issue_id]

    @property
    def prompt(self) -> str:
        """The words that started the run: the trigger comment, or the issue itself."""
        trigger = self.world.comments.get(self.task.trigger_comment_id or "")
        return (
            trigger.content if trigger else f"{self.issue.title}\n\n{self.issue.description or ''}"
        )

    def reply(self, content: str, parent: str | None = None) -> Comment:
        """Comment as a real agent can: under its trigger, or at the top if it has none."""
        under = parent or self.task.trigger_comment_id
        return self.world.post(self.issue, content, self.agent.actor, parent=under, task=self.task)[
            0
        ]

    def forge(self, content: str, *, by: Agent | None = None, parent: str | None = None) -> Comment:
        """Write a comment that the server would refuse by its author or its place. It starts nobody."""
        author: Actor = (by or self.agent).actor
        with self.world.changed:
            made = Comment(self.issue.id, author, content, self.world.now(), parent_id=parent)
            made.source_task_id = None if by else self.task.id
            self.world.save(self.issue, made)
        return made

    def set_status(self, status: str) -> None:
        """Move the issue as the agent."""
        self.world.write(self.issue, self.agent.actor, {"status": status})

    def uses(self, model: str, tokens_in: int, tokens_out: int) -> None:
        """Report the tokens of the run."""
        line = {
            "provider": "test",
            "model": model,
            "input_tokens": tokens_in,
            "output_tokens": tokens_out,
        }
        self.task.usage.append(line | {"cache_read_tokens": 0, "cache_write_tokens": 0})


Behave = Callable[[Run], str | Awaitable[str | None] | None]


class Runner:
    """Runs scripted agents on the server's loop."""

    def __init__(self, world: World, loop: asyncio.AbstractEventLoop) -> None:
        self._world = world
        self._loop = loop
        self._running: dict[str, asyncio.Task[None]] = {}
        world.wake = self._wake
        world.halt = self._halt
        world.later = lambda seconds, act: self._soon(lambda: loop.call_later(seconds, act))

    def _soon(self, act: Callable[[], object]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(act)

    def _wake(self, agent: Agent) -> None:
        if agent.behave is not None:
            self._soon(lambda: self._loop.call_later(agent.delay, self._take, agent))

    def _halt(self, task: Task) -> None:
        self._soon(lambda: self._cancel(task))

    def _cancel(self, task: Task) -> None:
        running = self._running.get(task.id)
        if running is not None and running is not asyncio.current_task(self._loop):
            running.cancel()

    def _take(self, agent: Agent) -> None:
        while (task := self._world.claim(agent)) is not None:
            self._running[task.id] = self._loop.create_task(self._run(agent, task))

    async def _run(self, agent: Agent, task: Task) -> None:
        try:
            self._world.start(task)
            output = await _behaved(agent, Run(self._world, task))
            if task.status == "running":
                self._world.complete(task, output or "done")
        except Exception as error:
            if task.status == "running":
                failure = (
                    error
                    if isinstance(error, Failure)
                    else Failure(error=f"{type(error).__name__}: {error}")
                )
                self._world.fail(task, failure.reason, failure.error)
        finally:
            self._running.pop(task.id, None)


async def _behaved(agent: Agent, run: Run) -> str | None:
    if agent.behave is None:
        raise Failure(error="the agent has no behaviour")
    done = agent.behave(run)
    answer = await done if inspect.isawaitable(done) else done
    return str(answer) if answer is not None else None


def says(*texts: str) -> Behave:
    """Return a behaviour that posts these replies, all in one run."""

    def behave(run: Run) -> None:
        for words in texts:
            run.reply(words)

    return behave


def outputs(words: str) -> Behave:
    """Return a behaviour that posts nothing and ends with these words, which the server posts for it."""
    return lambda _: words


def works(words: str, pause: float = 0.0) -> Behave:
    """Return a behaviour that starts on the issue, sets it to in_review, and only then comments."""

    async def behave(run: Run) -> None:
        run.set_status("in_progress")
        await asyncio.sleep(pause)
        run.set_status("in_review")
        run.reply(words)

    return behave


def breaks(reason: str = "agent_error.unknown", error: str = "the run broke") -> Behave:
    """Fail every time."""

    def behave(_: Run) -> None:
        raise Failure(reason, error)

    return behave


async def never(_: Run) -> None:
    """Run until somebody cancels the run."""
    await asyncio.Event().wait()


def in_turn(*behaviours: Behave) -> Behave:
    """Return a behaviour that uses the next of these for each run, and the last one for all later runs."""
    left = list(behaviours)
    return lambda run: (left.pop(0) if len(left) > 1 else left[0])(run)

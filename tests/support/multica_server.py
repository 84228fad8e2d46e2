"""A loopback server that behaves as Multica does, with scripted agents and faults.

    with MulticaServer() as server:
        judge = server.add_agent("Judge-GPT", behave=says("4 of 5"))
        issue = server.add_issue("Sort the list", status="in_progress")
        server.move(issue, "in_review", by=server.owner)
        server.fault("POST", "/api/issues/*/comments", "drop after")

`server.world` holds everything; a test may read and change it while it holds `server.world.changed`.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from fnmatch import fnmatch
from types import TracebackType
from typing import Any, TypeVar

from tests.support.multica import routes, runtime
from tests.support.multica.agents import (
    Behave,
    Failure,
    Run,
    Runner,
    breaks,
    in_turn,
    never,
    outputs,
    says,
    works,
)
from tests.support.multica.http import Request
from tests.support.multica.model import (
    Agent,
    Comment,
    Issue,
    Json,
    Refused,
    Runtime,
    Squad,
    Task,
    User,
    new_id,
    text,
)
from tests.support.multica.wire import KINDS, Fault, Wire
from tests.support.multica.world import World
from tests.support.waiting import PATIENCE

__all__ = [
    "Agent",
    "Behave",
    "Comment",
    "Failure",
    "Issue",
    "MulticaServer",
    "Refused",
    "Request",
    "Run",
    "Squad",
    "Task",
    "User",
    "breaks",
    "in_turn",
    "mention",
    "never",
    "outputs",
    "says",
    "works",
]
SERVED = (routes, runtime)
WORKSPACE: Json = {"target_type": "workspace"}
Result = TypeVar("Result")


def mention(whom: Agent | Squad | User) -> str:
    """Return a mention link."""
    return f"[@{whom.name}](mention://{whom.actor.type}/{whom.actor.id})"


class MulticaServer:
    """The stand-in: a workspace with an owner, and a member `user` whose token the daemon under test gets."""

    def __init__(self) -> None:
        self.world = World()
        self.owner = self.add_user("Olivia Owner", role="owner")
        self.user = self.add_user("Coordinator")
        self.token = self.user.token
        self.workspace = self.world.workspace
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._wire = Wire(self.world)
        self._runner = Runner(self.world, self._loop)
        self._thread = threading.Thread(target=self._loop.run_forever, name="multica", daemon=True)

    def __enter__(self) -> MulticaServer:
        self._thread.start()
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._wait_for(self._shut())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _shut(self) -> None:
        await self._wire.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _wait_for(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    # Running it

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Listen, on the same port as before if there was one."""
        self.port = self._wait_for(self._wire.open(self.port))

    def stop(self) -> None:
        """Stop listening and break every connection. The state stays, and its agents continue."""
        self._wait_for(self._wire.close())

    @contextmanager
    def down(self) -> Iterator[None]:
        """Be out of reach during the `with` block."""
        self.stop()
        yield
        self.start()

    # Filling the workspace

    def add_user(self, name: str, role: str | None = "member") -> User:
        """Add a person with a token. A person without a role is not a member of the workspace."""
        user = User(name, role, f"mul_{secrets.token_hex(20)}")
        with self.world.changed:
            self.world.users[user.id] = user
        return user

    def add_agent(
        self,
        name: str,
        behave: Behave | None = None,
        *,
        owner: User | None = None,
        targets: Sequence[Json] = (WORKSPACE,),
        private: bool = False,
        bound: bool = True,
        online: bool = True,
        usable: bool = True,
        instructions: str = "",
        delay: float = 0.0,
        parallel: int = 6,
    ) -> Agent:
        """Add an agent that everybody may run. Without a behaviour, its tasks wait until the test claims them."""
        keeper = owner or self.owner
        with self.world.changed:
            now = self.world.now()
            machine = Runtime(keeper.id, now, online, usable, f"{name}'s laptop") if bound else None
            agent = Agent(
                name, keeper.id, machine, now, "private" if private else "public_to", list(targets)
            )
            agent.behave, agent.delay, agent.max_concurrent_tasks = behave, delay, parallel
            agent.instructions = instructions
            self.world.agents[agent.id] = agent
            if machine:
                self.world.runtimes[machine.id] = machine
        return agent

    def add_squad(self, name: str, leader: Agent, *others: User | Agent) -> Squad:
        """Add a squad with a leader."""
        squad = Squad(name, leader.id, [other.actor for other in others])
        with self.world.changed:
            self.world.squads[squad.id] = squad
        return squad

    def add_status(self, key: str, category: str) -> None:
        """Add a custom status that counts as a built-in one."""
        with self.world.changed:
            self.world.statuses[key] = category
            self.world.changed.notify_all()

    def add_issue(
        self,
        title: str = "Sort the list",
        *,
        assignee: User | Agent | Squad | None = None,
        status: str = "todo",
        description: str | None = "The list is sorted.",
        by: User | None = None,
        starts: bool = False,
    ) -> Issue:
        """Add an issue. If `starts` is true, its assigned agent starts, as for an issue that is created over HTTP."""
        who = assignee.actor if assignee else None
        author = (by or self.owner).actor
        return self.world.create(
            title, author, status=status, assignee=who, description=description, starts=starts
        )

    def add_pull_request(
        self, issue: Issue, *, branch: str, head_sha: str, number: int = 1
    ) -> Json:
        """Link a pull request. The server knows its head, but shows it to nobody."""
        row: Json = {
            "provider": "github",
            "repo_owner": "acme",
            "repo_name": "sorter",
            "number": number,
        }
        row |= {
            "title": issue.title,
            "state": "open",
            "branch": branch,
            "author_login": "bot",
            "head_sha": head_sha,
        }
        row |= {
            "html_url": f"https://github.com/acme/sorter/pull/{number}",
            "checks_conclusion": None,
        }
        with self.world.changed:
            issue.pull_requests.append(row)
            self.world.changed.notify_all()
        return row

    def attach(
        self, issue: Issue, filename: str, raw: bytes, by: User | Agent, to: Comment | None = None
    ) -> Json:
        """Attach a file to an issue, or to a comment on it."""
        key = new_id()
        where = {
            "url": f"/api/attachments/{key}/content",
            "download_url": f"{self.url}/api/attachments/{key}/download",
        }
        with self.world.changed:
            row: Json = {
                "id": key,
                "filename": filename,
                "size_bytes": len(raw),
                "issue_id": issue.id,
                **where,
            }
            row |= {
                "content_type": "application/octet-stream",
                "created_at": text(self.world.now()),
            }
            row |= {
                "uploader_type": by.actor.type,
                "uploader_id": by.actor.id,
                "comment_id": to.id if to else None,
            }
            self.world.files[key] = raw
            issue.attachments.append(row)
        return row

    def move(self, issue: Issue, status: str, by: User | Agent) -> None:
        """Set a status as another user."""
        self.world.write(issue, by.actor, {"status": status})

    def say(
        self, issue: Issue, content: str, by: User | Agent, parent: Comment | None = None
    ) -> Comment:
        """Comment as another user."""
        return self.world.post(issue, content, by.actor, parent=parent.id if parent else None)[0]

    def work(self, agent: Agent) -> Task:
        """Claim and start the next task of an agent that has no behaviour."""
        task = self.world.claim(agent)
        assert task is not None, f"{agent.name} has nothing to do"
        self.world.start(task)
        return task

    # Looking at it

    @property
    def requests(self) -> list[Request]:
        """Return every request so far, including dropped ones."""
        return self._wire.requests

    def count(self, method: str = "*", path: str = "*") -> int:
        """Return the number of requests to a path. `*` stands for any characters."""
        return sum(
            method in ("*", one.method) and fnmatch(one.path, path) for one in list(self.requests)
        )

    @property
    def runs(self) -> list[Task]:
        """Return every run that has started, in order."""
        return list(self.world.runs)

    def started(self, issue: Issue | None = None) -> list[str]:
        """Return the names of the agents whose runs have started, in order."""
        found = [task for task in self.runs if issue is None or task.issue_id == issue.id]
        return [self.world.agents[task.agent_id].name for task in found]

    def tasks(self, issue: Issue, agent: Agent | None = None) -> list[Task]:
        """The tasks of an issue, oldest first."""
        with self.world.changed:
            return [
                one
                for one in self.world.tasks_of[issue.id]
                if agent is None or one.agent_id == agent.id
            ]

    def comments(self, issue: Issue) -> list[Comment]:
        """The comments of an issue, oldest first."""
        with self.world.changed:
            return list(self.world.comments_of[issue.id])

    def story(self, issue: Issue, *kinds: str) -> list[str]:
        """Return the events of an issue in order, as `who: kind detail`. If kinds are named, return only these."""
        with self.world.changed:
            return [
                f"{self.world.name(one.actor)}: {one.kind} {one.detail}".rstrip()
                for one in self.world.log
                if one.issue_id == issue.id and (not kinds or one.kind in kinds)
            ]

    def wait(self, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait for a condition. Check it after every change, and after a short while."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"still not so after {seconds} s"
            with self.world.changed:
                self.world.changed.wait(0.02)

    # Making it go wrong

    def fault(
        self,
        method: str,
        path: str,
        kind: str,
        *,
        times: int = 1,
        skip: int = 0,
        every: int = 1,
        seconds: float = 1.0,
    ) -> Fault:
        """Break requests to a path.

        Kinds: `500`, `502`, `503`, `429` (Retry-After: seconds), `hang`, `drop`, each also with ` after` for after
        the write was applied; `conflict` (someone else writes first); `revoke` (the token ends); `slow` (by seconds);
        `late` (under way until `arrive`).
        The first `skip` matches pass, then every `every`-th breaks, `times` in all.
        """
        assert kind in KINDS, f"{kind} is not one of {sorted(KINDS)}"
        fault = Fault(method, path, kind, times, skip, every, seconds)
        self._wire.faults.append(fault)
        return fault

    def arrive(self) -> None:
        """Let every `late` request arrive, after its sender has given up."""
        self._wait_for(self._wire.arrive())

    def clear_faults(self) -> None:
        """End all faults."""
        self._wire.faults.clear()

    def set_latency(self, seconds: float) -> None:
        """Delay every answer by at least this long."""
        self._wire.latency = seconds

    def set_skew(self, seconds: float) -> None:
        """Set the server's clock ahead of ours, or behind it."""
        self.world.skew = timedelta(seconds=seconds)

    def new_token(self) -> str:
        """Make a new token for the daemon. All its other tokens become invalid."""
        self.token = self.user.token = f"mul_{secrets.token_hex(20)}"
        return self.token

    def set_expiry(self, days: float, *, renewable: bool = True) -> None:
        """Let the daemon's token end in this many days."""
        self.user.ends, self.user.renewable = self.world.now() + timedelta(days=days), renewable

    def set_online(self, agent: Agent, online: bool) -> None:
        """Switch the agent's machine on or off."""
        self.world.set_online(agent, online)

"""The MCP server and its tools.

A tool that starts a review or a council can return before that run has ended. The run then
continues in this process. If the process ends, the tool `status` can resume the run.
"""

import asyncio
import json
import logging
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import ToolAnnotations
from pydantic import Field

from coordinator import __version__, council
from coordinator.app import reviews, runtime
from coordinator.app.identity import person
from coordinator.app.signals import STOPS
from coordinator.config.settings import load
from coordinator.council.api import new_id
from coordinator.council.records import JOB as COUNCIL
from coordinator.engine.owner import is_held
from coordinator.errors import CoordinatorError
from coordinator.models import Decided, Value, Verdict
from coordinator.reviews.publish import verdict_comment
from coordinator.reviews.record import JOBS, ReviewReader
from coordinator.storage.events import kind_of
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import Event, Store
from coordinator.views.inbox import Inbox, inbox
from coordinator.views.listing import RunList
from coordinator.views.text import council_end_text, event_line

INSTRUCTIONS = """\
When you believe that a task is done, call `review` with the repository and the request, in the \
words of the person who
asked. Judges look at the work; code verifies their evidence and decides. After a reject, fix \
every reason (R1, R2,
…) and call `review` again. If a review is still open when a call returns, it continues: call \
`status` with its id to wait for it."""
NEXT = {
    "open": "call `status` with run_id {id} and wait",
    "accept": "nothing: the work is accepted",
    "reject": "fix every reason, then call `review` again",
}
# The template files for the lines that report events, by job. Events of workflows are not reported.
WORDS = {COUNCIL: "council_events.txt"} | dict.fromkeys(JOBS, "review_events.txt")
LOOK = 0.25  # seconds between two reads of new events

AnyContext = Context[Any, Any]
Repository = Annotated[str, Field(description="the folder of a git repository")]
Base = Annotated[
    str, Field(description="the revision to compare the work with; the main branch by default")
]
Text = Annotated[str, Field(pattern=r"\S", description="the request: a title, then all details")]
RunName = Annotated[
    str, Field(description="the id of a review, run or council, or the beginning of the id")
]
Choice = Annotated[
    str, Field(description="accept or reject for a review, a proposal's letter for a council")
]
Reason = Annotated[
    str, Field(pattern=r"\S", description="the reason in the person's words, for the record")
]
Wait = Annotated[
    int,
    Field(
        ge=0,
        le=3600,
        description="seconds to wait for the end; less than your time limit for a call",
    ),
]


class RunStatus(Value):
    """The state or result of a review, run or council, and what to do next."""

    id: str
    job: str
    about: str
    state: str
    phase: str = Field(description="the current phase of an open run")
    verdict: Verdict | None = Field(description="the verdict of a review that has ended")
    decision: str = Field(description="the result of a council")
    next: str = Field(description="what to do now")


class RunStatuses(Value):
    """The states or results of several runs."""

    runs: tuple[RunStatus, ...]


def status_of(store: Store, run_id: str) -> RunStatus:
    row = RunList(store).row(run_id)
    verdict = None
    decision = ""
    if row.job in JOBS:
        ending = ReviewReader(store).review(run_id).ending
        verdict = ending.verdict if isinstance(ending, Decided) else None
    elif row.job == COUNCIL and row.state != "open":
        decision = council_end_text(council.council_record(store, run_id))
    waits = [f"{item.why}: {item.todo}" for item in inbox(store) if item.run == run_id]
    todo = "; ".join(waits) or NEXT.get(row.state, "").format(id=short_id(run_id))
    if row.state == "open" and not is_held(store.run(run_id).owner):
        todo = f"no process works on it; {todo}"
    return RunStatus(
        id=run_id,
        job=row.job,
        about=row.title,
        state=row.state,
        phase=row.phase,
        verdict=verdict,
        decision=decision,
        next=todo,
    )


def is_told(event: Event) -> bool:
    """Return whether an event may be reported to the author at once.

    Verdicts, actions in the tracker, and blind tests may not.
    """
    kind = kind_of(event.key)
    return kind not in ("verdict", "act") and not (
        kind == "check" and "probe" in json.loads(event.body)
    )


class Tools:
    """The tools of the server. `config` is the configuration file that the user named, if any."""

    def __init__(self, config: Path | None) -> None:
        self._config = config
        self._tasks: dict[str, asyncio.Task[object]] = {}

    async def review(
        self, repo: Repository, issue: Text, context: AnyContext, base: Base = "", wait: Wait = 50
    ) -> RunStatus:
        """Judge the work in a repository against the request.

        The verdict has numbered reasons with evidence. The work is every change since
        the base: committed, staged, unstaged and untracked. The review changes nothing in the
        repository. It takes minutes: if it is still open when this returns, call `status`.
        """
        found = await runtime.repository_config(Path(repo), base, self._config)
        config, _ = await asyncio.to_thread(reviews.seat_panel, found)
        submission = runtime.local_submission(issue, Path(repo), base)
        work = reviews.run_review(config, submission)
        return await self._follow(context, submission.id, wait, work)

    async def council(
        self, problem: Text, context: AnyContext, repo: Repository = "", wait: Wait = 50
    ) -> RunStatus:
        """Let several models solve a problem together.

        They propose, vote and revise until they agree or a person decides.
        """
        run_id = new_id()
        config = load(config=self._config)
        work = council.convene(problem, config=config, council_id=run_id, repo=repo)
        return await self._follow(context, run_id, wait, work)

    async def status(
        self, context: AnyContext, run_id: RunName = "", wait: Wait = 0
    ) -> RunStatuses:
        """Return the state of a review, run or council, or of all that are open.

        With `wait`, return when it has ended. Waiting also continues a run that was interrupted;
        recorded replies are not asked for again.
        """
        with runtime.open_store() as store:
            if not run_id:
                return RunStatuses(
                    runs=tuple(status_of(store, run.id) for run in store.runs(state="open"))
                )
            run = store.run(store.last_attempt(store.full_id(run_id)))
        work: Coroutine[Any, Any, object] | None = None
        if wait and run.state == "open" and run.id not in self._tasks and not is_held(run.owner):
            if run.job in JOBS:
                work = reviews.go_on(run.id, self._config)
            elif run.job == COUNCIL:
                work = council.go_on(run.id, config=load(config=self._config))
        return RunStatuses(runs=(await self._follow(context, run.id, wait, work),))

    async def inbox(self) -> Inbox:
        """List the items that wait for a person.

        These are questions to answer, decisions to make, and runs that have failed.
        """
        with runtime.open_store() as store:
            return Inbox(items=tuple(inbox(store)))

    async def decide(
        self, run_id: RunName, choice: Choice, reason: Reason, context: AnyContext, wait: Wait = 50
    ) -> RunStatus:
        """Decide a review, or choose a proposal for a council that did not agree.

        Decide only what the person has told you, and give the reason in their words.
        """
        by = f"{person()}, through an agent"
        config = load(config=self._config)
        with runtime.open_store() as store:
            run = store.run(store.full_id(run_id))
        if run.job != COUNCIL:
            await reviews.decide_review(config, run.id, choice, reason, by)
            return await self._follow(context, run.id, 0)
        chosen = council.PersonChoice(proposal=choice, reason=reason, by=by)
        return await self._follow(
            context, run.id, wait, council.decide(run.id, chosen, config=config)
        )

    async def _follow(
        self,
        context: AnyContext,
        run_id: str,
        wait: int,
        work: Coroutine[Any, Any, object] | None = None,
    ) -> RunStatus:
        """Report the progress of a run. If `work` is given, start it as a task first.

        Return the status of the run when it has ended, or after `wait` seconds.
        """
        if work is not None:
            self._tasks[run_id] = asyncio.create_task(work)
            self._tasks[run_id].add_done_callback(lambda _: self._tasks.pop(run_id))
        task = self._tasks.get(run_id)
        clock = asyncio.get_running_loop().time
        until = clock() + wait
        told = 0
        seen = 0
        with runtime.open_store() as store:
            while True:
                # Check this before reading events, so that all events of an ended run are reported.
                is_done = task.done() if task else RunList(store).row(run_id).state != "open"
                last = store.last_attempt(run_id)
                for event in store.events(last, seen):
                    seen = event.seq
                    words = WORDS.get(store.run(last).job)
                    if words and is_told(event) and (line := event_line(event, words)):
                        told += 1
                        await context.report_progress(told, message=line)
                if task and is_done:
                    task.result()
                if is_done or ((seen or not task) and clock() >= until):
                    return status_of(store, last)
                await asyncio.sleep(LOOK)


class Server(MCPServer[None]):
    """The server with its tools and resources. It has the tool `decide` only if that is allowed."""

    def __init__(self, config: Path | None, *, allow_decide: bool = False) -> None:
        # Without a handler here, the MCP library would send all log lines to stderr.
        logging.getLogger().addHandler(logging.NullHandler())
        tools = Tools(config)
        super().__init__("coordinator", instructions=INSTRUCTIONS, version=__version__)
        acting: list[Callable[..., Any]] = [
            tools.review,
            tools.council,
        ]
        if allow_decide:
            acting.append(tools.decide)
        reading: list[Callable[..., Any]] = [tools.status, tools.inbox]
        for tool in (*acting, *reading):
            hints = ToolAnnotations(
                read_only_hint=tool in reading, destructive_hint=tool == tools.decide
            )
            self.add_tool(tool, annotations=hints)
        self.resource("coordinator://review/{run_id}", mime_type="text/markdown")(read_verdict)

    async def call_tool(self, *given: Any, **named: Any) -> Any:
        """Call a tool. If it raises a CoordinatorError, send the agent only the error's message."""
        try:
            return await super().call_tool(*given, **named)
        except ToolError as error:
            if isinstance(error.__cause__, CoordinatorError):
                raise ToolError(str(error.__cause__)) from error
            raise


def http_sessions(config: Path | None) -> StreamableHTTPSessionManager:
    """Return the manager of HTTP sessions. The dashboard checks host, token and origin itself."""
    server = Server(config)
    server.streamable_http_app(
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False)
    )
    return server.session_manager


def serve_stdio(config: Path | None, *, allow_decide: bool) -> None:
    """Serve one client until it closes standard input.

    A signal ends the process at once, because interrupted runs can be resumed.
    """
    for by in STOPS:
        signal.signal(by, signal.SIG_DFL)  # the thread that waits for input cannot be stopped
    asyncio.run(Server(config, allow_decide=allow_decide).run_stdio_async())


def read_verdict(run_id: str) -> str:
    """The verdict of a review, as its author reads it."""
    with runtime.open_store() as store:
        found = status_of(store, store.last_attempt(store.full_id(run_id)))
    if found.verdict is None:
        raise ResourceNotFoundError(f"{run_id} has no verdict: it is {found.state}; {found.next}")
    return verdict_comment(found.verdict, found.id)

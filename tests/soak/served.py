"""Houses whose tracker is a server: Multica, and pull requests on GitHub and Gitea, all on loopback."""

from __future__ import annotations

import asyncio
import re
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from coordinator.models import Submission
from coordinator.web import webhooks
from tests.soak.agents import judged, now
from tests.soak.houses import House
from tests.soak.plan import Fault
from tests.support.forge_house import MENDED as PUSHED
from tests.support.forge_house import SHOP, SILENT, Site, site_at
from tests.support.forge_server import Pull
from tests.support.multica.agents import Failure, Run, never
from tests.support.multica_house import JUDGES, META, WORDS, answers, variables
from tests.support.multica_server import Issue, MulticaServer
from tests.support.reviews import RUBRIC

AUTHOR = "Author"
HOOK_SECRET = "what-the-forge-signs-with-0816"
AT_WORK = "The panel is at work"
CONFESSION = "It greets nobody by name yet."


class Served(House):
    """What houses with a server share: it refuses, breaks off, is away, and wants another token."""

    has_server = True

    def __init__(self, place: Path, *given: Any, **more: Any) -> None:
        self.stack = ExitStack()
        self.site = self.open(place)
        self.spent: list[str] = []  # tokens, the valid one last
        self.back_at = self.written_at = 0.0
        self.exchange()
        super().__init__(place, *given, **more)

    def open(self, _: Path, /) -> Any:
        """The server, which is closed with the house."""
        raise NotImplementedError

    def exchange(self) -> None:
        """Have another token, the only one that is valid."""
        raise NotImplementedError

    def break_requests(self, kind: str, many: int, seconds: float) -> None:
        """Let the next requests go wrong."""
        raise NotImplementedError

    @property
    def wire(self) -> Any:
        """What can be stopped and started."""
        raise NotImplementedError

    def do(self, fault: Fault) -> bool:
        if fault.kind == "tracker":
            self.break_requests(fault.what, 1 + fault.which % 6, fault.seconds)
        elif fault.kind == "away":
            if not self.back_at:
                self.wire.stop()
            self.back_at = now() + fault.seconds
        elif fault.kind == "token":
            self.exchange()
            self.written_at = now() + fault.seconds
        else:
            return super().do(fault)
        return True

    def tick(self, busy: int) -> None:
        if self.back_at and now() >= self.back_at:
            self.wire.start()
            self.back_at = 0.0
        super().tick(busy)

    def live(self) -> None:
        if self.written_at and now() >= self.written_at:
            self.write_variables()
            self.written_at = 0.0

    def calm(self) -> None:
        self.wire.faults.clear() if hasattr(self.wire, "faults") else self.wire.clear_faults()
        self.back_at = now() if self.back_at else 0.0
        self.written_at = now()

    def secrets(self) -> tuple[str, ...]:
        return (*self.spent, HOOK_SECRET)

    def close(self) -> None:
        super().close()
        self.stack.close()


class MulticaHouse(Served):
    """Agents of the workspace judge beside a program and a model; the author works when it is told to."""

    tracker = "multica"

    def __init__(self, place: Path, *given: Any, **more: Any) -> None:
        super().__init__(place, *given, **more)
        self.issues: list[Issue] = []
        self.site.add_agent(META, behave=answers(RUBRIC))
        for name in JUDGES[:2]:
            self.site.add_agent(name, behave=self._judge, parallel=50)
        self.author = self.site.add_agent(AUTHOR, behave=self._work, parallel=50)
        seats = "".join(f"    - {{name: {name}, mention: {name}}}\n" for name in JUDGES[:2])
        self.configure(
            f"tracker: multica\nmultica: {{timeout: 3s}}\nchecks: []\npanel:\n  meta_judge: {{mention: {META}}}\n"
            f"  judges:\n{seats}    - {{name: Bob, command: {{argv: {self.program}}}}}\n"
            f"    - {{name: Cid, model: {{{self.model}}}}}\n"
        )

    def open(self, _: Path, /) -> MulticaServer:
        server = self.stack.enter_context(MulticaServer())
        server.set_latency(0.002)
        return server

    @property
    def wire(self) -> MulticaServer:
        server: MulticaServer = self.site
        return server

    def exchange(self) -> None:
        self.spent.append(self.site.new_token())

    def tokens(self) -> dict[str, str]:
        return variables(self.site)

    def break_requests(self, kind: str, many: int, seconds: float) -> None:
        self.site.fault("*", "/api/*", kind, times=many, seconds=seconds)

    # -- its agents

    async def _judge(self, run: Run) -> None:
        await asyncio.sleep(0.1)
        wrong = self.agents.wrong_mention()
        if wrong == "fails":
            raise Failure()
        if wrong == "hangs":
            await never(run)
        run.reply("I would rather not say." if wrong else judged(run.prompt))

    async def _work(self, run: Run) -> None:
        """Deliver, and better when sent back."""
        again = any(one.author == run.agent.actor for one in run.world.comments_of[run.issue.id])
        run.set_status("in_progress")
        await asyncio.sleep(0.05)
        run.set_status("in_review")
        good = again or int(run.issue.identifier.rpartition("-")[2]) % 2
        run.reply(f"{WORDS}\nBy name now." if good else CONFESSION)

    def submit(self) -> None:
        title, text = (
            f"Send greetings {len(self.issues)}",
            "greet.py must greet every guest by name.",
        )
        self.issues.append(
            self.site.add_issue(title, assignee=self.author, description=text, starts=True)
        )
        self.submissions += 1

    def entries(self, issue: Issue) -> int:
        """How often an issue entered review."""
        return self.site.story(issue, "status").count(f"{AUTHOR}: status in_review")  # type: ignore[no-any-return]

    def in_progress(self) -> int:
        return sum(not self._is_over(issue) for issue in self.issues)

    def _is_over(self, issue: Issue) -> bool:
        runs = self.store.runs_about(f"multica:{issue.identifier}")
        if not runs or any(run.state == "open" for run in runs):
            return False
        works = [
            task
            for task in self.site.tasks(issue, self.author)
            if task.status in ("queued", "running")
        ]
        known = {Submission.model_validate_json(run.input).entry for run in runs}
        return not works and len(known) >= self.entries(issue)

    def is_settled(self) -> bool:
        return not self.in_progress()

    def unsettled(self) -> Iterator[str]:
        yield from super().unsettled()
        for issue in self.issues:
            if not self._is_over(issue):
                works = [task.status for task in self.site.tasks(issue, self.author)]
                begun = len(self.store.runs_about(f"multica:{issue.identifier}"))
                entered = f"{issue.status}, entered review {self.entries(issue)} times, {begun} reviews were begun"
                yield f"{issue.identifier} is {entered}, the runs of its author are {works}"

    def push(self) -> bool:
        """Somebody changes the text of an issue that is being reviewed."""
        under_way = [
            issue
            for issue in self.issues
            if issue.status == "in_review" and not self._is_over(issue)
        ]
        if not under_way:
            return False
        issue = self.chance.choice(under_way)
        self.site.world.write(
            issue, self.site.owner.actor, {"description": f"{issue.description} Now."}
        )
        return True

    def broken(self) -> Iterator[str]:
        outcomes = self.outcomes()
        for issue in self.issues:
            runs = self.store.runs_about(f"multica:{issue.identifier}")
            known = {Submission.model_validate_json(run.input).entry for run in runs}
            if len(known) != self.entries(issue):
                yield f"{issue.identifier} entered review {self.entries(issue)} times, and {len(known)} were seen"
            verdicts = Counter(outcomes[run.id] for run in runs if run.id in outcomes)
            moves = Counter(
                line for line in self.site.story(issue, "status") if line.startswith("Coordinator")
            )
            due = {
                "Coordinator: status done": verdicts["accept"],
                "Coordinator: status in_progress": verdicts["reject"],
            }
            if moves != Counter({line: times for line, times in due.items() if times}):
                yield f"the status of {issue.identifier} was set {dict(moves)}, and the verdicts were {dict(verdicts)}"
            starts = self.site.started(issue).count(AUTHOR)
            if starts != 1 + verdicts["reject"]:
                yield f"the author of {issue.identifier} was started {starts} times, and {verdicts['reject']} rejects"

    def comments(self, key: str) -> list[str]:
        issue = next(issue for issue in self.issues if issue.identifier == key)
        return [
            one.content for one in self.site.comments(issue) if one.author == self.site.user.actor
        ]

    def texts(self) -> list[str]:
        return [
            one.content
            for issue in self.issues
            for one in self.site.comments(issue)
            if one.author == self.site.user.actor
        ]


class ForgeHouse(Served):
    """Pull requests: opened, sent back, pushed again, pushed while they are reviewed, accepted, merged."""

    def __init__(self, place: Path, *given: Any, **more: Any) -> None:
        super().__init__(place, *given, **more)
        self.pulls: list[int] = []
        self.answered_at: dict[int, str] = {}  # the head that a rework was pushed for
        merge = "always" if self.tracker == "github" else "never"
        port = _free_port()
        self.hook = self.site.server.hook(f"http://127.0.0.1:{port}{webhooks.PATH}", HOOK_SECRET)
        self.hook.copies = 2  # each is delivered twice
        if len(self.machines) > 1:  # where one process alone watches, which can take them
            self.machines[0].commands = [
                (*command, "--serve") for command in self.machines[0].commands
            ]
        self.configure(
            f"tracker: {self.tracker}\nchecks: []\nserve: {{port: {port}}}\n"
            f"forge: {{url: '{self.site.server.url}', repos: [{SHOP}], merge: {merge}, timeout: 3s}}\n"
            f"panel:\n  meta_judge: {{model: {{{self.model}}}}}\n  judges:\n"
            f"    - {{name: Ann, model: {{{self.model}}}}}\n    - {{name: Bob, command: {{argv: {self.program}}}}}\n"
            f"    - {{name: Cid, model: {{{self.model}}}}}\n"
        )

    def open(self, place: Path, /) -> Site:
        return self.stack.enter_context(site_at(self.tracker, place))

    @property
    def wire(self) -> Any:
        return self.site.server

    def exchange(self) -> None:
        if self.spent:
            self.site.server.revoke(self.spent[-1])
        self.spent.append(self.site.server.user(self.site.me))

    def tokens(self) -> dict[str, str]:
        return {"COORDINATOR_TOKEN": self.spent[-1], "COORDINATOR_WEBHOOK_SECRET": HOOK_SECRET}

    def break_requests(self, kind: str, many: int, seconds: float) -> None:
        self.site.server.fault("*", "/repos/*", kind, times=many, seconds=seconds)

    def pull(self, number: int) -> Pull:
        found: Pull = self.site.server.pull(SHOP, number)
        return found

    def submit(self) -> None:
        good = len(self.pulls) % 2
        files = {f"notes-{len(self.pulls)}.md": "So it is.\n", **(PUSHED if good else SILENT)}
        self.pulls.append(self.site.open(files=files))
        self.submissions += 1

    def live(self) -> None:
        super().live()
        for number in self.pulls:
            pull = self.pull(number)
            sent_back = [review for review in pull.reviews if review.state == "CHANGES_REQUESTED"]
            if (
                sent_back
                and sent_back[-1].sha == pull.head
                and self.answered_at.get(number) != pull.head
            ):
                self.answered_at[number] = pull.head
                self.site.server.push(
                    SHOP, number, {**PUSHED, f"mended-{number}.md": f"{pull.head}\n"}
                )

    def _is_over(self, number: int) -> bool:
        pull = self.pull(number)
        runs = self.store.runs_about(f"{self.tracker}:{SHOP}#{number}")
        if not runs or any(run.state == "open" for run in runs):
            return False
        return bool(pull.merged) or any(pull.head in run.input for run in runs)

    def in_progress(self) -> int:
        return sum(not self._is_over(number) for number in self.pulls)

    def is_settled(self) -> bool:
        return not self.in_progress()

    def unsettled(self) -> Iterator[str]:
        yield from super().unsettled()
        for number in self.pulls:
            if not self._is_over(number):
                begun = [
                    f"{run.id} {run.state}"
                    for run in self.store.runs_about(f"{self.tracker}:{SHOP}#{number}")
                ]
                yield f"#{number} is at {self.pull(number).head[:10]}, and its reviews are {begun}"

    def push(self) -> bool:
        """The author pushes another commit to a pull request that is being reviewed."""
        under_way = [
            number
            for number in self.pulls
            if not self._is_over(number) and not self.pull(number).merged
        ]
        if not under_way:
            return False
        number = self.chance.choice(under_way)
        self.site.server.push(SHOP, number, {f"more-{number}.md": f"{self.chance.random()}\n"})
        return True

    def broken(self) -> Iterator[str]:
        for number in self.pulls:
            pull = self.pull(number)
            ours = [review for review in pull.reviews if review.user.login == self.site.me]
            marks = Counter(
                re.findall(r"<!-- coordinator: .* -->", review.body or "")[-1] for review in ours
            )
            yield from (
                f"#{number}: the review {mark} is there {n} times"
                for mark, n in marks.items()
                if n > 1
            )
            shown = [status.description for status in pull.statuses.get(pull.head, ())]
            if not shown or shown[-1] == AT_WORK:
                yield f"#{number}: the head is left with {shown}"
            kinds = Counter(
                event.kind for event in pull.timeline if event.actor.login == self.site.me
            )
            if kinds["merged"] > 1:
                yield f"#{number} was merged {kinds['merged']} times"

    def comments(self, key: str) -> list[str]:
        pull = self.pull(int(key.partition("#")[2]))
        return [one.body for one in pull.comments if one.user.login == self.site.me]

    def texts(self) -> list[str]:
        pulls = [self.pull(number) for number in self.pulls]
        said = [comment.body for pull in pulls for comment in pull.comments]
        return said + [review.body for pull in pulls for review in pull.reviews]


class GithubHouse(ForgeHouse):
    tracker = "github"


class GiteaHouse(ForgeHouse):
    tracker = "gitea"


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])

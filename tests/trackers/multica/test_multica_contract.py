"""What our client takes for granted about a Multica server, asked of the stand-in and of a real one.

`pytest -m integration` asks the server that COORDINATOR_SERVER_URL, COORDINATOR_WORKSPACE_ID and COORDINATOR_TOKEN
name. Everything that is needed there is made for the occasion and removed again.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

import pytest

from coordinator.agents.mention import MentionAgent
from coordinator.doctor.multica import check_multica
from coordinator.errors import AgentError, Conflict, TrackerError
from coordinator.models import Ask, Issue
from coordinator.trackers import ReviewRequest, marker
from coordinator.trackers.multica.client import MulticaApi
from coordinator.trackers.multica.tracker import MulticaTracker
from tests.support.multica_server import MulticaServer
from tests.support.programs import MULTICA
from tests.support.runs import run_async
from tests.support.settings import load_text

# Read now: tests run without the variables of whoever runs them.
REAL = tuple(os.environ.get(name, "") for name in MULTICA)


class Place(NamedTuple):
    """A workspace of a server, and a member's token."""

    url: str
    workspace: str
    token: str


REAL_SERVER = pytest.param("real", marks=[pytest.mark.integration, pytest.mark.needs("multica")])


@pytest.fixture(params=["stand-in", REAL_SERVER])
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    if request.param == "real":
        yield Place(*REAL)
        return
    with MulticaServer() as server:
        yield Place(server.url, server.workspace, server.token)


class Site:
    """The workspace in use, with an agent on a machine of ours, and issues that go when the test does."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.api = MulticaApi(place.url, place.workspace, lambda: place.token)
        self.tracker = MulticaTracker(MulticaApi(place.url, place.workspace, lambda: place.token))
        self.runtime = ""
        self.agent: dict[str, Any] = {}
        self._issues: list[str] = []

    async def settle(self) -> None:
        """Put an agent into the workspace that only we run."""
        name = f"contract-{secrets.token_hex(4)}"
        body: dict[str, object] = {
            "workspace_id": self.place.workspace,
            "daemon_id": name,
            "device_name": name,
        }
        machine = {"name": name, "type": "claude", "version": "1.0.0", "status": "online"}
        made = await self.api.write(
            "POST", "/api/daemon/register", body | {"cli_version": "0.4.32", "runtimes": [machine]}
        )
        self.runtime = made["runtimes"][0]["id"]
        agent: dict[str, object] = {"name": name, "runtime_id": self.runtime, "instructions": ""}
        access = {
            "permission_mode": "public_to",
            "invocation_targets": [{"target_type": "workspace"}],
        }
        self.agent = await self.api.write("POST", "/api/agents", agent | access)
        await self.tracker.open()

    async def leave(self) -> None:
        """Remove everything."""
        await self.tracker.close()
        for key in self._issues:
            with suppress(TrackerError):
                await self.api.write("DELETE", f"/api/issues/{key}")
        if self.agent:
            with suppress(Conflict):  # the test has done it already
                await self.api.write("POST", f"/api/agents/{self.agent['id']}/archive")
        with suppress(TrackerError):  # the stand-in keeps its machines
            await self.api.write("DELETE", f"/api/runtimes/{self.runtime}")
        await self.api.close()

    async def issue(self, status: str = "in_progress", **more: object) -> Issue:
        """A new issue."""
        title = f"contract {secrets.token_hex(4)}"
        body: dict[str, object] = {
            "title": title,
            "description": "Say hello.",
            "status": status,
            **more,
        }
        made = await self.api.write("POST", "/api/issues", body)
        self._issues.append(made["id"])
        return await self.tracker.issue(made["identifier"])

    async def put(self, issue: Issue, status: str) -> None:
        """Set a status."""
        await self.api.write("PUT", f"/api/issues/{issue.key}", {"status": status})

    async def entry(self, issue: Issue) -> str:
        """By what it is in review now."""
        found = await self.tracker.entry(issue.key)
        assert found is not None
        return found.id

    async def claim(self) -> dict[str, Any]:
        """The agent's next run, begun."""
        await self.api.write("POST", "/api/daemon/heartbeat", {"runtime_id": self.runtime})
        for _ in range(200):
            path = f"/api/daemon/runtimes/{self.runtime}/tasks/claim"
            if task := (await self.api.write("POST", path, {}))["task"]:
                await self.api.write("POST", f"/api/daemon/tasks/{task['id']}/start", {})
                return dict(task)
            await asyncio.sleep(0.05)
        raise AssertionError("no run was started")

    async def reply(self, task: dict[str, Any], text: str) -> None:
        """Comment as the agent under what started the run, and end it well."""
        as_agent = MulticaApi(self.place.url, self.place.workspace, lambda: task["auth_token"])
        body: dict[str, object] = {"content": text, "parent_id": task["trigger_comment_id"]}
        await as_agent.write("POST", f"/api/issues/{task['issue_id']}/comments", body)
        await as_agent.close()
        await self.api.write("POST", f"/api/daemon/tasks/{task['id']}/complete", {"output": "done"})

    async def runs(self, issue: Issue) -> list[dict[str, Any]]:
        """Every run on an issue."""
        return list(await self.api.get(f"/api/issues/{issue.key}/task-runs"))

    def ask(self, issue: Issue, deadline: float = 600.0) -> Ask:
        """A question for the agent."""
        return Ask(
            seat="Judge", purpose="judge", prompt="Is it good?", template="", reference="r", deadline=deadline,
            issue=issue.key, run=f"{issue.key}.contract",
        )  # fmt: skip


@asynccontextmanager
async def at(place: Place) -> AsyncIterator[Site]:
    site = Site(place)
    try:
        await site.settle()
        yield site
    finally:
        await site.leave()


def working_at(place: Place, work: Callable[[Site], Awaitable[None]]) -> None:
    """Do something at a place."""

    async def there() -> None:
        async with at(place) as site:
            await work(site)

    run_async(there)


# -- who we are


def test_the_token_names_us_and_a_wrong_one_is_refused(place: Place) -> None:
    async def work(site: Site) -> None:
        assert site.tracker.me == f"member:{(await site.api.get('/api/me'))['id']}"
        wrong = MulticaApi(place.url, place.workspace, lambda: "mul_" + "0" * 40)
        with pytest.raises(TrackerError, match="COORDINATOR_TOKEN"):
            await wrong.get("/api/me")
        await wrong.close()

    working_at(place, work)


def test_a_workspace_that_is_not_ours_is_not_found(place: Place) -> None:
    async def work(_: Site) -> None:
        wrong = MulticaApi(place.url, "00000000-0000-4000-8000-000000000000", lambda: place.token)
        with pytest.raises(TrackerError, match="COORDINATOR_WORKSPACE_ID"):
            await wrong.get("/api/issues")
        await wrong.close()

    working_at(place, work)


def test_the_doctor_finds_the_agent_ready(place: Place) -> None:
    async def work(site: Site) -> None:
        text = (
            f"tracker: multica\npanel: {{judge: {{name: Judge, mention: {site.agent['name']}}}}}\n"
        )
        found = await check_multica(site.api, load_text(text))
        assert [(one.what, one.state) for one in found if one.what != "clock"] == [
            *((what, "fine") for what in ("server", "token", "workspace")),
            ("seat Judge", "fine"),
        ]

    working_at(place, work)


# -- entries into review


async def new_entries(site: Site, issue: Issue, cursor: str) -> tuple[list[ReviewRequest], str]:
    entries, after = await site.tracker.entries(cursor)
    return [entry for entry in entries if entry.issue == issue.key], after


def test_every_entry_into_review_is_seen_also_when_it_left_in_between(place: Place) -> None:
    async def work(site: Site) -> None:
        issue = await site.issue()
        _, cursor = await site.tracker.begin(backlog=False)
        assert await site.tracker.entry(issue.key) is None
        for status in ("in_review", "in_progress", "in_review"):
            await site.put(issue, status)
        entries, after = await new_entries(site, issue, cursor)
        assert len({entry.id for entry in entries}) == 2
        assert {entry.actor for entry in entries} == {site.tracker.me}
        assert await site.tracker.entry(issue.key) == entries[-1]
        await site.tracker.post_once(issue.key, "hello", marker=marker("contract", "hello"))
        later, _ = await new_entries(site, issue, after)
        assert {entry.id for entry in later} <= {entry.id for entry in entries}

    working_at(place, work)


def test_an_issue_that_was_created_in_review_has_an_entry(place: Place) -> None:
    async def work(site: Site) -> None:
        _, cursor = await site.tracker.begin(backlog=False)
        issue = await site.issue(status="in_review")
        entries, _ = await new_entries(site, issue, cursor)
        assert [*entries] == [await site.tracker.entry(issue.key)]

    working_at(place, work)


def test_the_backlog_holds_what_is_in_review(place: Place) -> None:
    async def work(site: Site) -> None:
        issue = await site.issue()
        await site.put(issue, "in_review")
        entries, _ = await site.tracker.begin(backlog=True)
        assert await site.tracker.entry(issue.key) in entries

    working_at(place, work)


# -- writing


def test_a_comment_is_written_once_and_starts_nobody_unless_told_to(place: Place) -> None:
    async def work(site: Site) -> None:
        issue = await site.issue(
            status="backlog", assignee_type="agent", assignee_id=site.agent["id"]
        )
        mark = marker("contract", "once")
        first = await site.tracker.post_once(issue.key, "hello", marker=mark)
        again = await site.tracker.post_once(issue.key, "hello", marker=mark)
        assert first.id == again.id
        assert [comment.id for comment in await site.tracker.comments(issue.key)] == [first.id]
        assert await site.runs(issue) == []

    working_at(place, work)


def test_a_status_is_compared_and_set_and_comments_do_not_get_in_the_way(place: Place) -> None:
    async def work(site: Site) -> None:
        issue = await site.issue()
        await site.put(issue, "in_review")
        entry, before = await site.entry(issue), (await site.tracker.issue(issue.key)).version
        await site.tracker.post_once(issue.key, "hello", marker=marker("contract", "between"))
        stale: dict[str, object] = {"status": "done", "expected_revision": before}
        with pytest.raises(Conflict):
            await site.api.write("PUT", f"/api/issues/{issue.key}", stale)
        moved = await site.tracker.move(issue.key, "done", entry=entry, version=before)
        again = await site.tracker.move(issue.key, "done", entry=entry, version=before)
        assert (moved.status, again.version) == ("done", moved.version)
        assert await site.tracker.entry(issue.key) is None

    working_at(place, work)


def test_a_review_that_was_left_and_entered_again_is_not_ended(place: Place) -> None:
    async def work(site: Site) -> None:
        issue = await site.issue()
        await site.put(issue, "in_review")
        entry = await site.entry(issue)
        for status in ("in_progress", "in_review"):
            await site.put(issue, status)
        version = (await site.tracker.issue(issue.key)).version
        with pytest.raises(Conflict):
            await site.tracker.move(issue.key, "done", entry=entry, version=version)
        assert (await site.tracker.issue(issue.key)).status == "in_review"

    working_at(place, work)


def test_an_issue_that_was_deleted_is_not_found(place: Place) -> None:
    async def work(site: Site) -> None:
        issue = await site.issue()
        await site.api.write("DELETE", f"/api/issues/{issue.key}")
        with pytest.raises(TrackerError, match="404"):
            await site.tracker.issue(issue.key)

    working_at(place, work)


# -- agents who live there


def test_a_seat_is_asked_in_a_thread_and_its_last_comment_is_the_reply(place: Place) -> None:
    async def work(site: Site) -> None:
        issue = await site.issue()
        asking = asyncio.create_task(mention(site).answer(site.ask(issue)))
        task = await site.claim()
        assert "Is it good?" in task["trigger_comment_content"]
        await site.reply(task, "It is good.")
        assert (await asking).text == "It is good."
        again = await mention(site).answer(site.ask(issue))
        assert again.text == "It is good.", "what was asked already is not asked again"
        assert [run["status"] for run in await site.runs(issue)] == ["completed"]

    working_at(place, work)


def test_a_run_that_fails_is_an_abstention_and_its_error_no_reply(place: Place) -> None:
    async def work(site: Site) -> None:
        issue = await site.issue()
        asking = asyncio.create_task(mention(site).answer(site.ask(issue)))
        task = await site.claim()
        body: dict[str, object] = {
            "error": "the model is gone",
            "failure_reason": "agent_error.unknown",
        }
        await site.api.write("POST", f"/api/daemon/tasks/{task['id']}/fail", body)
        with pytest.raises(AgentError) as failed:
            await asking
        assert failed.value.cause == "failed"

    working_at(place, work)


def test_an_agent_that_cannot_be_started_abstains_at_once(place: Place) -> None:
    async def work(site: Site) -> None:
        issue, seat = await site.issue(), mention(site)
        await site.api.write("POST", f"/api/agents/{site.agent['id']}/archive")
        with pytest.raises(AgentError, match="did not start the agent"):
            await seat.answer(site.ask(issue))
        assert await site.runs(issue) == []

    working_at(place, work)


def test_a_seat_that_does_not_answer_is_called_off(place: Place) -> None:
    async def work(site: Site) -> None:
        issue = await site.issue()
        asking = asyncio.create_task(mention(site).answer(site.ask(issue, deadline=4.0)))
        await site.claim()
        with pytest.raises(AgentError) as late:
            await asking
        assert late.value.cause == "late"
        assert [run["status"] for run in await site.runs(issue)] == ["cancelled"]

    working_at(place, work)


def test_a_reject_starts_the_assignee_again(place: Place) -> None:
    async def work(site: Site) -> None:
        issue = await site.issue(
            status="backlog", assignee_type="agent", assignee_id=site.agent["id"]
        )
        said = await site.tracker.post_once(
            issue.key, "R1: no", marker=marker("contract", "reject"), to=issue.assignee
        )
        assert "queued" in said.outcome
        assert "is queued" in await site.tracker.retrigger(issue, "contract")
        assert len(await site.runs(issue)) == 1

    working_at(place, work)


def mention(site: Site) -> MentionAgent:
    return MentionAgent(site.agent["name"], site.tracker, squads=False)

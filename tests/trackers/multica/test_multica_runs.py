"""The stand-in server behaves as the facts about the real one say: whom comments start, and what runs leave."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import httpx2 as httpx
import pytest

from tests.support.multica.asking import client, comments, ended, outcome, post
from tests.support.multica_server import (
    Agent,
    Failure,
    Issue,
    MulticaServer,
    Run,
    breaks,
    in_turn,
    mention,
    never,
    outputs,
    says,
    works,
)


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


@pytest.fixture
def api(server: MulticaServer) -> Iterator[httpx.Client]:
    with client(server, server.user) as opened:
        yield opened


# Whom a comment starts


@pytest.mark.parametrize(
    ("content", "runs"),
    [
        ("plain words", ["Author"]),
        ("/note plain words", []),
        ("/NOTE [@Judge](mention://agent/{judge})", []),
        ("[@Judge](mention://agent/{judge}) look", ["Judge"]),
        ("```\n> [@J[1]](mention://agent/{judge})\n```", ["Judge"]),
        ("[@Judge](mention://agent/{judge}) [again](mention://agent/{judge})", ["Judge"]),
        ("[@Squad](mention://squad/{squad}) [@Lead](mention://agent/{lead})", ["Lead"]),
        ("[@all](mention://all/all) everyone", []),
        ("[@Olivia](mention://member/{owner}) see", []),
        ("[@Olivia](mention://member/{owner}) [@Judge](mention://agent/{judge})", ["Judge"]),
        ("[MUL-1](mention://issue/{judge}) and [P](mention://project/{judge})", ["Author"]),
        ("@Judge look", ["Author"]),
    ],
)
@pytest.mark.parametrize("status", ["in_review", "done"])
def test_a_members_top_level_comment_starts(
    server: MulticaServer, api: httpx.Client, content: str, runs: list[str], status: str
) -> None:
    judge, lead = server.add_agent("Judge"), server.add_agent("Lead")
    ids = {
        "judge": judge.id,
        "lead": lead.id,
        "squad": server.add_squad("Squad", lead).id,
        "owner": server.owner.id,
    }
    issue = server.add_issue(assignee=server.add_agent("Author"), status=status)
    words = content
    for name, key in ids.items():
        words = words.replace(f"{{{name}}}", key)
    foreseen = api.post(
        f"/api/issues/{issue.id}/comments/trigger-preview", json={"content": words}
    ).json()
    post(api, issue, words)
    names = [server.world.agents[task.agent_id].name for task in server.tasks(issue)]
    assert names == runs == [agent["name"] for agent in foreseen["agents"]]


def test_a_plain_reply_to_an_agent_starts_it_and_puts_the_assignee_in_wait(
    server: MulticaServer, api: httpx.Client
) -> None:
    judge, author = server.add_agent("Judge"), server.add_agent("Author")
    issue = server.add_issue(assignee=author)
    said = server.say(issue, "4 of 5", judge)
    post(api, issue, "why?", said)
    first, waiting = server.tasks(issue)
    assert (first.agent_id, first.status, waiting.agent_id, waiting.status) == (
        *(judge.id, "queued"),
        *(author.id, "deferred"),
    )
    server.work(judge)
    assert waiting.status == "cancelled"


def test_the_assignee_stands_in_when_nobody_answers_in_time(
    server: MulticaServer, api: httpx.Client
) -> None:
    server.world.escalation_seconds = 0.05
    judge, author = server.add_agent("Judge"), server.add_agent("Author", says("I will"))
    issue = server.add_issue(assignee=author)
    post(api, issue, "why?", server.say(issue, "4 of 5", judge))
    server.wait(lambda: server.started(issue) == ["Author"])


def test_a_plain_reply_in_a_members_thread_starts_who_was_asked_at_its_root(
    server: MulticaServer, api: httpx.Client
) -> None:
    judge = server.add_agent("Judge", says("4 of 5"))
    issue = server.add_issue()
    root = server.world.comment(post(api, issue, f"{mention(judge)} look")["id"])
    server.wait(ended(server, issue))
    post(api, issue, "and now?", root)
    server.wait(lambda: server.started(issue) == ["Judge", "Judge"])
    silent = server.say(issue, "/note for the record", server.owner)
    post(api, issue, "yes", silent)
    assert len(server.tasks(issue)) == 2


def test_an_agents_words_start_nobody_but_the_leader_of_an_assigned_squad(
    server: MulticaServer,
) -> None:
    judge, lead = server.add_agent("Judge"), server.add_agent("Lead")
    alone, shared = (
        server.add_issue(assignee=lead),
        server.add_issue("B", assignee=server.add_squad("Squad", lead)),
    )
    server.say(alone, "4 of 5", judge)
    server.say(shared, "my own words", lead)
    assert server.tasks(alone) == server.tasks(shared) == []
    server.say(shared, "4 of 5", judge)
    assert [task.agent_id for task in server.tasks(shared)] == [lead.id]


def test_an_agents_mention_starts_another_if_the_person_behind_it_may(
    server: MulticaServer, api: httpx.Client
) -> None:
    mine = server.add_agent("Mine", private=True, owner=server.user)
    theirs = server.add_agent("Theirs", private=True)
    asks = server.add_agent("Asks", lambda run: run.reply(f"{mention(mine)} {mention(theirs)}").id)
    issue = server.add_issue()
    post(api, issue, f"{mention(asks)} go")
    server.wait(lambda: asks.id in {task.agent_id for task in server.runs})
    server.wait(lambda: server.tasks(issue, asks)[0].status == "completed")
    assert [len(server.tasks(issue, agent)) for agent in (mine, theirs)] == [1, 0]


def test_suppressed_agents_do_not_start(server: MulticaServer, api: httpx.Client) -> None:
    author = server.add_agent("Author")
    issue = server.add_issue(assignee=author)
    post(api, issue, "done with it", suppress_agent_ids=[author.id])
    assert server.tasks(issue) == []


# What becomes of a mention


def test_a_mention_that_cannot_run_is_saved_and_says_why(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue = server.add_issue()
    assert outcome(api, issue, server.add_agent("Secret", private=True)) == (
        "blocked",
        "invocation_not_allowed",
    )
    assert outcome(api, issue, server.add_agent("Unbound", bound=False)) == (
        "blocked",
        "agent_runtime_required",
    )
    assert outcome(api, issue, server.add_agent("Broken", usable=False)) == (
        "blocked",
        "runtime_unusable",
    )
    retired = server.add_agent("Retired")
    retired.archived_at = retired.created_at
    assert outcome(api, issue, retired) == ("blocked", "target_unavailable")
    made = post(api, issue, "[@Ghost](mention://agent/00000000-0000-0000-0000-000000000000)")
    assert made["trigger_outcomes"][0]["reason_code"] == "invocation_not_allowed"
    assert server.tasks(issue) == []
    assert len([one for one in server.comments(issue) if one.author == server.user.actor]) == 5


def test_a_member_target_lets_that_member_run_the_agent(
    server: MulticaServer, api: httpx.Client
) -> None:
    agent = server.add_agent(
        "Ours", targets=[{"target_type": "member", "target_id": server.user.id}]
    )
    assert outcome(api, server.add_issue(), agent) == ("queued", "queued")


def test_an_offline_machine_queues_and_runs_when_it_is_back(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue, judge = server.add_issue(), server.add_agent("Judge", says("here"), online=False)
    assert outcome(api, issue, judge) == ("queued", "queued")
    assert [
        row["status"] for row in api.get(f"/api/issues/{issue.id}/active-task").json()["tasks"]
    ] == ["queued"]
    server.set_online(judge, True)
    server.wait(ended(server, issue))
    assert server.comments(issue)[-1].content == "here"


def test_mentions_are_folded_put_off_or_queued_by_what_the_last_run_is_doing(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue, judge = server.add_issue(), server.add_agent("Judge")
    assert [outcome(api, issue, judge)[0] for _ in range(2)] == ["queued", "coalesced"]
    first, second = server.comments(issue)
    task = server.world.claim(judge)
    assert task is not None
    assert (task.trigger_comment_id, task.coalesced_comment_ids) == (second.id, [first.id])
    assert outcome(api, issue, judge) == ("deferred", "deferred")
    server.world.start(task)
    assert outcome(api, issue, judge)[0] == "queued"
    assert server.world.claim(judge) is None, (
        "runs of one agent on one issue come one after the other"
    )
    server.world.complete(task)
    third, fourth = server.comments(issue)[2:]
    follower = server.tasks(issue)[-1]
    assert (follower.status, set(follower.covered)) == ("queued", {third.id, fourth.id})
    assert len(server.tasks(issue)) == 2


def test_a_new_head_of_the_pull_request_makes_a_run_of_its_own(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue, judge = server.add_issue(), server.add_agent("Judge")
    assert outcome(api, issue, judge)[0] == "queued"
    server.add_pull_request(issue, branch="mul-1", head_sha="abc")
    assert outcome(api, issue, judge)[0] == "queued"
    assert outcome(api, issue, judge)[0] == "coalesced"


# What runs leave behind


def ask(
    server: MulticaServer, api: httpx.Client, behave: Callable[[Run], Any]
) -> tuple[Issue, Agent, str]:
    issue, judge = server.add_issue(status="in_review"), server.add_agent("Judge", behave)
    made = post(api, issue, f"{mention(judge)} look")
    server.wait(ended(server, issue))
    return issue, judge, str(made["id"])


def test_a_reply_names_its_parent_its_author_and_its_task(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue, judge, asked = ask(server, api, says("4 of 5", "no, 3 of 5"))
    replies = comments(api, issue, thread=asked)[1:]
    (task,) = api.get(f"/api/issues/{issue.id}/task-runs").json()
    assert [row["content"] for row in replies] == ["4 of 5", "no, 3 of 5"]
    for row in replies:
        who = (
            row["parent_id"],
            row["author_type"],
            row["author_id"],
            row["type"],
            row["source_task_id"],
        )
        assert who == (asked, "agent", judge.id, "comment", task["id"])
    assert (task["status"], task["trigger_comment_id"], task["delivered_comment_ids"]) == (
        "completed",
        asked,
        [asked],
    )


def test_a_run_may_reply_only_under_what_started_it(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue, judge = server.add_issue(), server.add_agent("Judge")
    post(api, issue, f"{mention(judge)} look")
    other = server.say(issue, "/note elsewhere", server.owner)
    task = server.work(judge)
    with httpx.Client(
        base_url=server.url, headers={"Authorization": f"Bearer {task.token}"}
    ) as agent:
        path = f"/api/issues/{issue.id}/comments"
        assert agent.post(path, json={"content": "top"}).status_code == 409
        assert agent.post(path, json={"content": "x", "parent_id": other.id}).status_code == 409
        made = agent.post(path, json={"content": "x", "parent_id": task.trigger_comment_id})
    assert (made.status_code, made.json()["author_id"], made.json()["source_task_id"]) == (
        201,
        judge.id,
        task.id,
    )


def test_a_run_that_says_nothing_is_quoted_unless_there_is_nothing_to_quote(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue, judge, asked = ask(server, api, in_turn(outputs("x" * 9000), outputs("Done.")))
    said = server.comments(issue)[-1]
    assert (said.author, said.type, said.parent_id, len(said.content)) == (
        judge.actor,
        "comment",
        asked,
        8000,
    )
    post(api, issue, f"{mention(judge)} again")
    server.wait(lambda: len(server.runs) == 2 and ended(server, issue)())
    assert server.comments(issue)[-1].author == server.user.actor


def test_a_failed_run_leaves_a_system_comment_by_the_agent(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue, judge, asked = ask(server, api, breaks("agent_error.auth", "no key"))
    said = server.comments(issue)[-1]
    assert (said.author, said.type, said.parent_id, said.content) == (
        judge.actor,
        "system",
        asked,
        "no key",
    )
    (task,) = api.get(f"/api/issues/{issue.id}/task-runs").json()
    assert (task["status"], task["failure_reason"]) == ("failed", "agent_error.auth")


def test_an_infrastructure_failure_is_retried_without_a_word(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue, _, asked = ask(server, api, in_turn(breaks("runtime_offline"), says("4 of 5")))
    second, first = api.get(f"/api/issues/{issue.id}/task-runs").json()
    assert (first["status"], second["status"]) == ("failed", "completed")
    assert (second["parent_task_id"], second["attempt"], second["trigger_comment_id"]) == (
        first["id"],
        2,
        asked,
    )
    assert [one.type for one in server.comments(issue)] == ["comment", "comment"]


def test_retries_end(server: MulticaServer, api: httpx.Client) -> None:
    issue, _, _ = ask(server, api, breaks("agent_error.provider_network", "no network"))
    assert [task.attempt for task in server.tasks(issue)] == [1, 2, 3]
    assert [one.type for one in server.comments(issue)] == ["comment", "system"]


def test_a_failed_author_sends_the_issue_back_behind_everyones_back(
    server: MulticaServer, api: httpx.Client
) -> None:
    def behave(run: Run) -> None:
        run.set_status("in_progress")
        raise Failure

    issue = server.add_issue(assignee=server.add_agent("Author", behave), starts=True)
    server.wait(ended(server, issue))
    rows = api.get(f"/api/issues/{issue.id}/timeline").json()
    assert issue.status == "todo"
    assert [row["details"]["to"] for row in rows if row.get("action") == "status_changed"] == [
        "in_progress"
    ]


def test_a_run_that_never_ends_can_be_cancelled(server: MulticaServer, api: httpx.Client) -> None:
    issue, judge = server.add_issue(), server.add_agent("Judge", never)
    post(api, issue, f"{mention(judge)} look")
    server.wait(lambda: len(server.runs) == 1)
    task = server.runs[0]
    assert (
        api.post(f"/api/issues/{issue.id}/tasks/{task.id}/cancel").json()["status"] == "cancelled"
    )
    assert api.get(f"/api/issues/{issue.id}/active-task").json() == {"tasks": []}
    assert len(server.comments(issue)) == 1


def test_forged_replies_are_where_and_from_whom_the_test_says(
    server: MulticaServer, api: httpx.Client
) -> None:
    other = server.add_agent("Other")

    def behave(run: Run) -> None:
        run.forge("misplaced")
        run.forge("in another's name", by=other, parent=run.task.trigger_comment_id)

    issue, judge, asked = ask(server, api, behave)
    found = [(one.author.id, one.parent_id) for one in server.comments(issue)[1:]]
    assert found == [(judge.id, None), (other.id, asked)]


def test_usage_is_counted(server: MulticaServer, api: httpx.Client) -> None:
    issue, _, _ = ask(server, api, lambda run: run.uses("gpt", 100, 7))
    found = api.get(f"/api/issues/{issue.id}/usage").json()
    assert (found["total_input_tokens"], found["total_output_tokens"], found["task_count"]) == (
        100,
        7,
        1,
    )


def test_an_agents_places_are_limited(server: MulticaServer) -> None:
    judge = server.add_agent("Judge", never, parallel=2)
    issues = [server.add_issue(f"Issue {number}") for number in range(3)]
    for issue in issues:
        server.say(issue, mention(judge), server.owner)
    server.wait(lambda: len(server.runs) == 2)
    assert server.tasks(issues[2])[0].status == "queued"
    server.world.cancel(server.runs[0])
    server.wait(lambda: len(server.runs) == 3)


def test_the_author_works_and_the_story_is_kept_in_order(server: MulticaServer) -> None:
    author = server.add_agent("Author", works("PR is up"))
    issue = server.add_issue(assignee=author, starts=True)
    server.wait(ended(server, issue))
    assert server.story(issue) == [
        "Olivia Owner: created Sort the list",
        "Author: run queued",
        "Author: run dispatch",
        "Author: run running",
        "Author: status in_progress",
        "Author: status in_review",
        "Author: comment PR is up",
        "Author: run completed",
    ]
    assert server.comments(issue)[0].parent_id is None


def test_a_machine_of_ones_own_can_run_agents_over_http(server: MulticaServer) -> None:
    with client(server, server.owner) as owner:
        wanted = {
            "workspace_id": server.workspace,
            "daemon_id": "d",
            "runtimes": [{"name": "m", "type": "claude"}],
        }
        machine = owner.post("/api/daemon/register", json=wanted).json()["runtimes"][0]["id"]
        body = {"name": "Judge", "runtime_id": machine, "permission_mode": "public_to"}
        made = owner.post(
            "/api/agents", json=body | {"invocation_targets": [{"target_type": "workspace"}]}
        ).json()
        issue = server.add_issue()
        post(owner, issue, f"[@Judge](mention://agent/{made['id']}) look")
        task = owner.post(f"/api/daemon/runtimes/{machine}/tasks/claim").json()["task"]
        assert owner.post(f"/api/daemon/tasks/{task['id']}/start").json()["status"] == "running"
        assert (
            owner.post(
                f"/api/daemon/tasks/{task['id']}/complete", json={"output": "4 of 5"}
            ).status_code
            == 200
        )
        assert owner.post(f"/api/daemon/runtimes/{machine}/tasks/claim").json() == {"task": None}
    assert server.comments(issue)[-1].content == "4 of 5"


def test_a_hundred_agents_at_once_do_not_trip_over_each_other(server: MulticaServer) -> None:
    async def behave(run: Run) -> str:
        await asyncio.sleep(0.01)
        return f"read {run.prompt[:5]}"

    judge = server.add_agent("Judge", behave, parallel=100)
    issues = [server.add_issue(f"Issue {number}") for number in range(100)]
    for issue in issues:
        server.say(issue, mention(judge), server.owner)
    server.wait(lambda: all(task.status == "completed" for task in server.world.tasks.values()))
    assert [len(server.comments(issue)) for issue in issues] == [2] * 100
    assert server.started() == ["Judge"] * 100

"""The stand-in server behaves as the facts about the real one say: issues and comments; and breaks as told."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import datetime, timedelta

import httpx2 as httpx
import pytest

from tests.support.multica.asking import client, comments, post
from tests.support.multica_server import MulticaServer, mention
from tests.support.waiting import PATIENCE


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


@pytest.fixture
def api(server: MulticaServer) -> Iterator[httpx.Client]:
    with client(server, server.user) as opened:
        yield opened


# Who is asking


def test_a_token_names_its_user_and_bad_tokens_get_json_that_is_called_plain_text(
    server: MulticaServer, api: httpx.Client
) -> None:
    assert api.get("/api/me").json()["id"] == server.user.id
    for header in ({"Authorization": ""}, {"Authorization": "Bearer mul_wrong"}):
        answer = api.get("/api/issues", headers=header)
        assert answer.status_code == 401
        assert answer.headers["content-type"].startswith("text/plain")
        assert "error" in json.loads(answer.text)


def test_the_workspace_must_be_named_and_a_foreign_one_is_not_found(
    server: MulticaServer, api: httpx.Client
) -> None:
    for named, status in (
        ("", 400),
        ("nonsense", 400),
        ("00000000-0000-0000-0000-000000000000", 404),
    ):
        assert api.get("/api/issues", headers={"X-Workspace-ID": named}).status_code == status
    with client(server, server.add_user("Stranger", role=None)) as stranger:
        assert stranger.get("/api/issues").json() == {"error": "workspace not found"}


def test_plain_members_do_not_see_agents_they_may_not_run(
    server: MulticaServer, api: httpx.Client
) -> None:
    server.add_agent("Open")
    server.add_agent("Secret", private=True)
    assert [agent["name"] for agent in api.get("/api/agents").json()] == ["Open"]


def test_an_unknown_path_is_not_found(api: httpx.Client) -> None:
    assert api.get("/api/nothing").status_code == 404
    assert api.get("/api/issues/MUL-99").status_code == 404


# Issues


def test_the_list_is_filtered_by_category_sorted_and_cut_at_a_hundred(
    server: MulticaServer, api: httpx.Client
) -> None:
    server.add_status("qa", "in_review")
    for number in range(105):
        server.add_issue(f"Issue {number}", status="qa" if number % 2 else "in_review")
    server.add_issue("Other", status="todo")
    query: dict[str, str | int] = {
        "status_categories": "in_review",
        "sort": "updated_at",
        "direction": "desc",
        "limit": 500,
    }
    first = api.get("/api/issues", params=query).json()
    rest = api.get("/api/issues", params={**query, "offset": 100}).json()
    assert (first["total"], len(first["issues"]), len(rest["issues"])) == (105, 100, 5)
    assert first["issues"][0]["title"] == "Issue 104"
    assert {row["status_category"] for row in first["issues"]} == {"in_review"}


def test_the_date_filter_needs_all_three_parts_and_is_half_open(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue = server.add_issue()
    at = issue.updated_at
    query = {"date_field": "updated_at", "date_start": at.isoformat()}
    assert api.get("/api/issues", params=query).status_code == 400
    for end, total in ((at, 0), (at + timedelta(microseconds=1), 1)):
        assert (
            api.get("/api/issues", params={**query, "date_end": end.isoformat()}).json()["total"]
            == total
        )


def test_times_are_cut_to_the_second_in_an_offset_of_the_servers_own(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue = server.add_issue()
    shown = api.get(f"/api/issues/{issue.identifier}").json()["updated_at"]
    assert shown.endswith("+02:00")
    assert datetime.fromisoformat(shown) == issue.updated_at.replace(microsecond=0)


def test_a_write_with_an_old_revision_is_refused_and_comments_move_the_revision(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue = server.add_issue(status="in_review")
    seen = api.get(f"/api/issues/{issue.id}").json()["revision"]
    post(api, issue, "/note hello")
    body = {"status": "done", "expected_revision": seen}
    refused = api.put(f"/api/issues/{issue.id}", json=body)
    assert refused.status_code == 409
    assert refused.json() | {"error": ""} == {
        "error": "",
        "code": "revision_conflict",
        "resource_type": "issue",
        "resource_id": issue.id,
        "expected_revision": seen,
        "actual_revision": seen + 1,
    }
    body["expected_revision"] = seen + 1
    assert api.put(f"/api/issues/{issue.id}", json=body).json()["status"] == "done"


def test_the_timeline_says_who_moved_what_and_the_same_status_again_says_nothing(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue = server.add_issue(status="in_review")
    for _ in range(2):
        api.put(f"/api/issues/{issue.id}", json={"status": "In Progress"})
    moves = [
        row
        for row in api.get(f"/api/issues/{issue.id}/timeline").json()
        if row.get("action") == "status_changed"
    ]
    assert [(row["actor_id"], row["details"]) for row in moves] == [
        (server.user.id, {"from": "in_review", "to": "in_progress"})
    ]
    refused = api.put(f"/api/issues/{issue.id}", json={"status": "approved"})
    assert (refused.status_code, refused.json()["error"][:25]) == (400, 'invalid status "approved"')


def test_issues_can_be_made_and_deleted_and_a_twin_is_refused(
    server: MulticaServer, api: httpx.Client
) -> None:
    agent = server.add_agent("Author")
    body = {"title": "Smoke", "assignee_type": "agent", "assignee_id": agent.id}
    made = api.post("/api/issues", json=body)
    assert made.status_code == 201
    assert api.post("/api/issues", json=body).json()["code"] == "active_duplicate_issue"
    (task,) = server.tasks(server.world.issue(made.json()["id"]))
    assert task.json()["kind"] == "direct"
    assert api.delete(f"/api/issues/{made.json()['id']}").status_code == 204
    assert task.status == "cancelled"
    assert api.get(f"/api/issues/{made.json()['id']}").status_code == 404


def test_work_may_not_be_assigned_to_an_agent_one_may_not_run(
    server: MulticaServer, api: httpx.Client
) -> None:
    secret, issue = server.add_agent("Secret", private=True), server.add_issue()
    body = {"assignee_type": "agent", "assignee_id": secret.id}
    assert api.put(f"/api/issues/{issue.id}", json=body).status_code == 403


@pytest.mark.parametrize(
    ("before", "after", "runs"),
    [
        ("backlog", "todo", 1),
        ("backlog", "done", 0),
        ("in_review", "in_progress", 0),
        ("in_review", "done", 0),
    ],
)
def test_only_leaving_the_backlog_starts_the_assignee(
    server: MulticaServer, api: httpx.Client, before: str, after: str, runs: int
) -> None:
    issue = server.add_issue(assignee=server.add_agent("Author"), status=before)
    api.put(f"/api/issues/{issue.id}", json={"status": after})
    assert len(server.tasks(issue)) == runs


def test_metadata_is_kept_and_can_be_searched(server: MulticaServer, api: httpx.Client) -> None:
    issue = server.add_issue()
    server.add_issue("Other")
    assert api.put(f"/api/issues/{issue.id}/metadata/round", json={"value": 2}).json()[
        "metadata"
    ] == {"round": 2}
    assert api.get("/api/issues", params={"metadata": '{"round": 2}'}).json()["total"] == 1
    assert api.put(f"/api/issues/{issue.id}/metadata/1x", json={"value": 2}).status_code == 400
    assert api.delete(f"/api/issues/{issue.id}/metadata/round").json()["metadata"] == {}


def test_pull_requests_hide_their_head_and_attachments_can_be_read(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue = server.add_issue()
    server.add_pull_request(issue, branch="mul-1", head_sha="abc")
    row = server.attach(issue, "notes.txt", b"hello", server.owner)
    (pull,) = api.get(f"/api/issues/{issue.id}/pull-requests").json()["pull_requests"]
    assert (pull["branch"], "head_sha" in pull) == ("mul-1", False)
    assert api.get(f"/api/issues/{issue.id}").json()["attachments"][0]["filename"] == "notes.txt"
    assert api.get(row["download_url"]).content == b"hello"


# Comments


def test_since_delivers_the_last_comment_again_because_its_time_was_cut(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue = server.add_issue()
    made = post(api, issue, "/note one")
    assert [row["id"] for row in comments(api, issue, since=made["created_at"])] == [made["id"]]
    exact = server.comments(issue)[0].created_at.isoformat()
    assert comments(api, issue, since=exact) == []
    assert (
        api.get(f"/api/issues/{issue.id}/comments?since=2026-01-01T00:00:00+02:00").status_code
        == 400
    )


def test_a_thread_can_be_read_by_any_of_its_comments(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue = server.add_issue()
    root = server.say(issue, "/note root", server.owner)
    inner = server.say(issue, "/note inner", server.owner, root)
    server.say(issue, "/note deep", server.owner, inner)
    server.say(issue, "/note elsewhere", server.owner)
    read = [row["content"] for row in comments(api, issue, thread=inner.id)]
    assert read == ["/note root", "/note inner", "/note deep"]
    assert len(comments(api, issue, thread=root.id, tail=0)) == 1
    assert [row["reply_count"] for row in comments(api, issue, roots_only="true")] == [2, 0]
    assert api.get(f"/api/issues/{issue.id}/comments?tail=1").status_code == 400
    assert api.get(f"/api/issues/{issue.id}/comments?thread={issue.id}").status_code == 404


@pytest.mark.parametrize("wrong", [{"content": ""}, {"type": "system"}, {"parent_id": "?"}])
def test_a_bad_comment_is_refused(
    server: MulticaServer, api: httpx.Client, wrong: dict[str, str]
) -> None:
    body = {"content": "x"} | wrong
    assert api.post(f"/api/issues/{server.add_issue().id}/comments", json=body).status_code == 400


def test_deleting_a_comment_takes_its_replies_and_its_runs_along(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue, judge = server.add_issue(), server.add_agent("Judge")
    made = post(api, issue, f"{mention(judge)} look")
    server.say(issue, "a reply", judge, server.world.comment(made["id"]))
    foreign = server.say(issue, "/note mine", server.owner)
    assert api.delete(f"/api/comments/{foreign.id}").status_code == 403
    assert api.delete(f"/api/comments/{made['id']}").status_code == 204
    assert server.comments(issue) == [foreign]
    assert [task.status for task in server.tasks(issue)] == ["cancelled"]


# Faults


def test_status_faults_strike_as_often_as_told_and_change_nothing(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue = server.add_issue()
    server.fault("POST", "/api/issues/*/comments", "429", seconds=3)
    server.fault("POST", "/api/issues/*/comments", "503", times=2)
    path, body = f"/api/issues/{issue.id}/comments", {"content": "/note x"}
    answers = [api.post(path, json=body) for _ in range(4)]
    assert [one.status_code for one in answers] == [429, 503, 503, 201]
    assert answers[0].headers["retry-after"] == "3"
    assert len(server.comments(issue)) == 1
    assert server.count("POST", "/api/issues/*/comments") == 4


@pytest.mark.parametrize("kind", ["drop", "hang", "500"])
@pytest.mark.parametrize(("when", "applied"), [("", 0), (" after", 1)])
def test_a_write_may_fail_before_or_after_it_was_applied(
    server: MulticaServer, api: httpx.Client, kind: str, when: str, applied: int
) -> None:
    issue = server.add_issue()
    server.fault("POST", "*/comments", kind + when)
    try:
        seconds = 0.5 if kind == "hang" else PATIENCE
        answer = api.post(
            f"/api/issues/{issue.id}/comments", json={"content": "/note x"}, timeout=seconds
        )
        assert answer.status_code == 500
    except httpx.TransportError:
        assert kind != "500"
    assert api.get("/api/me").status_code == 200
    server.wait(lambda: len(server.comments(issue)) == applied)


def test_a_conflict_can_strike_every_other_write(server: MulticaServer, api: httpx.Client) -> None:
    issue = server.add_issue()
    server.fault("PUT", "/api/issues/*", "conflict", times=9, every=2)
    codes = []
    for status in ("in_review", "in_review", "done", "done"):
        body = {"status": status, "expected_revision": issue.revision}
        codes.append(api.put(f"/api/issues/{issue.id}", json=body).status_code)
    assert codes == [409, 200, 409, 200]


def test_the_server_comes_back_on_its_port_with_everything_it_knew(
    server: MulticaServer, api: httpx.Client
) -> None:
    issue = server.add_issue()
    with server.down(), pytest.raises(httpx.TransportError):
        api.get("/api/me")
    assert api.get(f"/api/issues/{issue.id}").json()["title"] == issue.title


def test_the_clock_can_be_wrong_and_answers_slow(server: MulticaServer, api: httpx.Client) -> None:
    server.set_skew(-3600)
    server.set_latency(0.05)
    began = time.monotonic()
    made = post(api, server.add_issue(), "/note x")
    assert time.monotonic() - began >= 0.05
    behind = datetime.now().astimezone() - datetime.fromisoformat(made["created_at"])
    assert timedelta(minutes=59) < behind < timedelta(minutes=61)

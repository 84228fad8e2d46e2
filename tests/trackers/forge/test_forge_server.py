"""The stand-in behaves as the facts about GitHub and Gitea say, in both dialects; its faults are found."""

from __future__ import annotations

import base64
import hmac
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from tests.support.forge.http import Answer, Listener
from tests.support.forge.state import Dialect
from tests.support.forge_server import ForgeServer
from tests.support.repositories import git, new_repository
from tests.support.waiting import wait_until

SHOP = "acme/shop"
R = f"/repos/{SHOP}"


@pytest.fixture(params=["github", "gitea"])
def server(request: pytest.FixtureRequest) -> Iterator[ForgeServer]:
    """A forge with a repository that `judge` may write to."""
    with opened(request.param) as running:
        yield running


def opened(dialect: Dialect) -> ForgeServer:
    """A forge with a repository that `judge` may write to."""
    server = ForgeServer(dialect)
    server.repo(SHOP, files={"sort.py": "def sort(rows):\n    return rows\n"})
    server.grant(SHOP, "judge", "write")
    return server


def client(server: ForgeServer, login: str = "judge") -> httpx.Client:
    """A client with a token of this account."""
    headers = {"Authorization": f"Bearer {server.user(login)}", "User-Agent": "test"}
    return httpx.Client(base_url=server.api, headers=headers, timeout=60, trust_env=False)


def good(answer: httpx.Response, status: int = 200) -> Any:
    """The body of an answer that has this status."""
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def test_a_pull_request_is_rejected_pushed_again_accepted_and_merged(server: ForgeServer) -> None:
    github = server.dialect == "github"
    issue = server.issue(SHOP, "olga", "Sort the rows", "They are not sorted.")
    number = server.open_pull(
        SHOP,
        "author",
        "sort",
        "Sort",
        f"Fixes #{issue}",
        {"sort.py": "def sort(rows):\n    return 1\n"},
        draft=True,
    )
    first = server.pull(SHOP, number).head
    with client(server) as api:
        (row,) = good(api.get(f"{R}/pulls"))
        assert (row["draft"], row["head"]["sha"], row["user"]["login"]) == (True, first, "author")
        server.ready(SHOP, number)
        assert good(api.get(f"{R}/pulls/{number}"))["draft"] is False
        line: dict[str, Any] = {"line": 2, "side": "RIGHT"} if github else {"new_position": 2}
        comments = [{"path": "sort.py", "body": "Not sorted.", **line}]
        review = {
            "commit_id": first,
            "body": "No.",
            "event": "REQUEST_CHANGES",
            "comments": comments,
        }
        made = good(api.post(f"{R}/pulls/{number}/reviews", json=review))
        assert made["state"] == ("CHANGES_REQUESTED" if github else "REQUEST_CHANGES")
        status = {"state": "failure", "context": "coordinator/verdict", "description": "rejected"}
        assert (
            good(api.post(f"{R}/statuses/{first}", json=status), 201)[
                "state" if github else "status"
            ]
            == "failure"
        )
        head = server.push(SHOP, number, {"sort.py": "def sort(rows):\n    return sorted(rows)\n"})
        approve = {"commit_id": head, "body": "Yes.", "event": "APPROVE" if github else "APPROVED"}
        good(api.post(f"{R}/pulls/{number}/reviews", json=approve))
        for sha, code in ((first, 409), (head, 200)):
            guard = {"sha": sha} if github else {"Do": "merge", "head_commit_id": sha}
            good(
                api.request("PUT" if github else "POST", f"{R}/pulls/{number}/merge", json=guard),
                code,
            )
        assert good(api.get(f"{R}/issues/{issue}"))["state"] == "closed"
    pull = server.pull(SHOP, number)
    assert pull.merged
    assert [review.state for review in pull.reviews] == ["CHANGES_REQUESTED", "APPROVED"]
    assert pull.statuses[first][0].context == "coordinator/verdict"
    assert git(pull.repo.path, "show", "main:sort.py").endswith("sorted(rows)")


def test_git_fetches_the_head_of_a_fork_from_the_pull_requests_own_ref_and_pushes(
    server: ForgeServer, tmp_path: Path
) -> None:
    server.repo("acme/secret", private=True)
    server.grant("acme/secret", "judge", "read")
    number = server.open_pull("acme/secret", "judge", "sort", "Sort", fork=True)
    clone = new_repository(tmp_path / "clone")
    forge = f"http://x:{server.user('judge')}@{server.url.removeprefix('http://')}"
    git(
        clone,
        "fetch",
        "--quiet",
        f"{forge}/acme/secret.git",
        f"refs/pull/{number}/head:refs/heads/work",
    )
    assert git(clone, "rev-parse", "work") == server.pull("acme/secret", number).head
    git(clone, "checkout", "--quiet", "work")
    git(clone, "commit", "--quiet", "--allow-empty", "-m", "More")
    git(clone, "push", "--quiet", f"{forge}/judge/secret.git", "work:sort")
    assert git(clone, "rev-parse", "work") == server.pull("acme/secret", number).head
    reading = "info/refs?service=git-upload-pack"
    assert httpx.get(f"{server.url}/acme/secret.git/{reading}", trust_env=False).status_code == 401
    assert httpx.get(f"{server.url}/{SHOP}.git/{reading}", trust_env=False).status_code == 200


def test_what_the_dialects_refuse(server: ForgeServer) -> None:
    github = server.dialect == "github"
    approve = "APPROVE" if github else "APPROVED"
    mine = server.open_pull(SHOP, "judge", "mine", "Mine")
    theirs = server.open_pull(
        SHOP, "author", "theirs", "Theirs", files={"sort.py": "def sort(rows):\n    return 1\n"}
    )
    with client(server) as api:
        own = api.post(f"{R}/pulls/{mine}/reviews", json={"body": "Yes.", "event": approve})
        assert "approve your own pull" in own.text
        assert own.status_code == 422
        good(api.post(f"{R}/pulls/{mine}/reviews", json={"body": "So.", "event": "COMMENT"}))
        good(
            api.post(f"{R}/statuses/{'0' * 40}", json={"state": "success"}), 422 if github else 500
        )
        line: dict[str, Any] = {"line": 99, "side": "RIGHT"} if github else {"new_position": 99}
        comments = [{"path": "sort.py", "body": "Here.", **line}]
        outside = {"body": "No.", "event": "REQUEST_CHANGES", "comments": comments}
        good(api.post(f"{R}/pulls/{theirs}/reviews", json=outside), 422 if github else 200)
        draft = {"body": "Yes."} if github else {"body": "Yes.", "event": "APPROVE"}
        pending = good(api.post(f"{R}/pulls/{theirs}/reviews", json=draft))
        assert pending["state"] == "PENDING"
        assert good(api.post(f"{R}/pulls/{theirs}/reviews", json=draft), 422 if github else 200)
        with client(server, "author") as other:
            assert "PENDING" not in {
                row["state"] for row in good(other.get(f"{R}/pulls/{theirs}/reviews"))
            }
            good(
                other.post(
                    f"{R}/statuses/{server.pull(SHOP, theirs).head}", json={"state": "success"}
                ),
                403,
            )
        asked = api.post(f"{R}/pulls/{theirs}/requested_reviewers", json={"reviewers": ["author"]})
        assert asked.status_code == 422
        assert api.get("/repos/acme/none").status_code == 404
        assert api.get("/user", headers={"Authorization": "Bearer wrong"}).status_code == 401


def test_labels_people_and_comments_in_the_words_of_each(server: ForgeServer) -> None:
    github = server.dialect == "github"
    server.user("olga")
    number = server.open_pull(SHOP, "author", "sort", "Sort")
    issue = f"{R}/issues/{number}"
    with client(server) as api:
        if not github:
            assert good(api.post(f"{issue}/labels", json={"labels": ["rejected"]})) == []
            good(api.post(f"{R}/labels", json={"name": "rejected", "color": "ff0000"}), 201)
        (label,) = good(api.post(f"{issue}/labels", json={"labels": ["rejected"]}))
        good(
            api.delete(f"{issue}/labels/{'rejected' if github else label['id']}"),
            200 if github else 204,
        )
        method, path = ("POST", f"{issue}/assignees") if github else ("PATCH", issue)
        good(api.request(method, path, json={"assignees": ["author"]}), 201)
        server.request_review(SHOP, number, "stranger")
        server.unrequest_review(SHOP, number, "stranger")
        good(api.post(f"{R}/pulls/{number}/requested_reviewers", json={"reviewers": ["olga"]}), 201)
        said = good(api.post(f"{issue}/comments", json={"body": "One."}), 201)
        good(api.patch(f"{R}/issues/comments/{said['id']}", json={"body": "Two."}))
        server.push(SHOP, number, {"a": "b\n"}, force=True)
        server.close(SHOP, number)
        server.reopen(SHOP, number)
        server.review(SHOP, number, "judge", "COMMENTED", "So.")
        server.edit_pull(SHOP, number, title="Sort all")
        rows = good(api.get(f"{issue}/timeline", params={"per_page" if github else "limit": 50}))
    words = [row["event" if github else "type"] for row in rows]
    expected = {
        "github": "committed labeled unlabeled assigned review_requested review_request_removed review_requested "
        "commented head_ref_force_pushed closed reopened reviewed renamed",
        "gitea": "pull_push label label assignees review_request review_request review_request "
        "comment pull_push close reopen review change_title",
    }
    assert words == expected[server.dialect].split()
    pull = server.pull(SHOP, number)
    assert [user.login for user in (*pull.assignees, *pull.requested)] == ["author", "olga"]
    assert [comment.body for comment in pull.comments] == ["Two."]


def test_a_list_is_read_in_pages_and_github_says_when_nothing_has_changed(
    server: ForgeServer,
) -> None:
    github = server.dialect == "github"
    numbers = [server.open_pull(SHOP, "author", f"branch-{number}", "Sort") for number in range(5)]
    server.comment(SHOP, numbers[1], "olga", "Soon?")
    query: dict[str, str | int] = (
        {"sort": "updated", "direction": "desc", "per_page": 2}
        if github
        else {"sort": "recentupdate", "limit": 2}
    )
    with client(server) as api:
        answer = first = api.get(f"{R}/pulls", params=query)
        seen = [row["number"] for row in good(answer)]
        while following := answer.links.get("next"):
            answer = api.get(following["url"])
            seen += [row["number"] for row in good(answer)]
        assert seen == [
            numbers[1],
            *[number for number in reversed(numbers) if number != numbers[1]],
        ]
        assert ("/repositories/" in first.links["next"]["url"]) == github
        again = api.get(
            f"{R}/pulls", params=query, headers={"If-None-Match": first.headers.get("etag", "none")}
        )
        assert again.status_code == (304 if github else 200)
        server.push(SHOP, numbers[0], {"a": "b\n"})
        changed = api.get(
            f"{R}/pulls", params=query, headers={"If-None-Match": first.headers.get("etag", "none")}
        )
        assert good(changed)[0]["number"] == numbers[0]
    assert server.count("GET", f"{R}/pulls", 304) == github


def test_webhooks_are_signed_and_may_come_twice_or_never(server: ForgeServer) -> None:
    heard = Listener(lambda *_: Answer(204), "")
    heard.open()
    hook = server.hook(f"http://127.0.0.1:{heard.port}/hook", "a secret")
    number = server.open_pull(SHOP, "author", "sort", "Sort")
    hook.copies = 2
    server.push(SHOP, number, {"a": "b\n"})
    hook.on, hook.copies = False, 1
    server.close(SHOP, number)
    hook.on = True
    server.reopen(SHOP, number)
    server.comment(SHOP, number, "olga", "Soon?")
    server.add_label(SHOP, number, "urgent")
    server.request_review(SHOP, number, "judge")
    server.review(SHOP, number, "judge", "APPROVED", "Yes.")
    server.edit_pull(SHOP, number, title="Sort all")
    with client(server) as api:
        good(
            api.post(f"{R}/statuses/{server.pull(SHOP, number).head}", json={"state": "success"}),
            201,
        )
    server.merge(SHOP, number, "judge")
    expected = {
        "github": "pull_request/opened pull_request/synchronize pull_request/synchronize pull_request/reopened "
        "issue_comment/created pull_request/labeled pull_request/review_requested pull_request_review/submitted "
        "pull_request/edited status/ pull_request/closed",
        "gitea": "pull_request/opened pull_request/synchronized pull_request/synchronized pull_request/reopened "
        "issue_comment/created pull_request/label_updated pull_request/review_requested pull_request_approved/reviewed "
        "pull_request/edited status/ pull_request/closed",
    }[server.dialect].split()
    wait_until(lambda: len(server.deliveries) == len(expected), lambda: server.deliveries)
    heard.close()
    assert [f"{one.event}/{one.action}" for one in server.deliveries] == expected
    assert {one.status for one in server.deliveries} == {204}
    ids = [one.headers["x-github-delivery"] for one in heard.requests]
    assert len(set(ids)) == len(expected) - 1
    for one in heard.requests:
        digest = hmac.new(b"a secret", one.raw, "sha256").hexdigest()
        assert one.headers["x-hub-signature-256"] == f"sha256={digest}"
        assert one.body["sender"]["login"]


def test_faults_strike_before_or_after_the_write(server: ForgeServer) -> None:
    number = server.open_pull(SHOP, "author", "sort", "Sort")
    comments = f"{R}/issues/{number}/comments"
    with client(server) as api:
        for kind, status in (
            ("502", 502),
            ("502 after", 502),
            ("primary", 403),
            ("429", 429),
            ("secondary", 403),
        ):
            server.fault("POST", "*/comments", kind, seconds=7)
            answer = api.post(comments, json={"body": kind})
            assert answer.status_code == status
            limited = {
                "primary": "x-ratelimit-reset",
                "429": "retry-after",
                "secondary": "retry-after",
            }
            assert kind not in limited or limited[kind] in answer.headers
        for kind in ("drop", "drop after"):
            fault = server.fault("POST", "*/comments", kind)
            with pytest.raises(httpx.TransportError):
                api.post(comments, json={"body": kind})
            assert fault.struck == 1
        with server.down(), pytest.raises(httpx.TransportError):
            api.get(comments)
        assert [row["body"] for row in good(api.get(comments))] == ["502 after", "drop after"]
    assert [one.status for one in server.requests] == [502, 502, 403, 429, 403, 0, 0, 200]


def test_a_renamed_repository_leads_to_its_new_name_and_a_deleted_fork_keeps_its_head(
    server: ForgeServer,
) -> None:
    number = server.open_pull(SHOP, "stranger", "sort", "Sort", fork=True)
    head = server.pull(SHOP, number).head
    server.delete_fork(SHOP, number)
    server.rename(SHOP, "acme/store")
    with client(server) as api:
        moved = api.get(f"{R}/pulls/{number}")
        assert moved.status_code == 301
        row = good(api.get(moved.url.join(moved.headers["location"])))
    assert (row["head"]["repo"], row["head"]["sha"]) == (None, head)
    assert (
        git(server.pull("acme/store", number).repo.path, "rev-parse", f"refs/pull/{number}/head")
        == head
    )


def test_an_app_signs_for_a_token_that_is_no_user() -> None:
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    def part(said: bytes | dict[str, Any]) -> str:
        raw = said if isinstance(said, bytes) else json.dumps(said).encode()
        return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()

    with opened("github") as server, client(server) as api:
        app, now = server.app(), int(time.time())
        key: Any = load_pem_private_key(app.key.encode(), None)
        said = f"{part({'alg': 'RS256'})}.{part({'iat': now - 60, 'exp': now + 300, 'iss': str(app.id)})}"
        signed = f"{said}.{part(key.sign(said.encode(), PKCS1v15(), SHA256()))}"
        as_app = {"Authorization": f"Bearer {signed}"}
        assert good(api.get("/app", headers=as_app))["slug"] == "coordinator"
        place = f"/app/installations/{good(api.get(f'{R}/installation', headers=as_app))['id']}/access_tokens"
        good(api.post(place, headers={"Authorization": f"Bearer {signed[:-9]}"}), 401)
        token = good(api.post(place, headers=as_app), 201)["token"]
        good(api.get("/user", headers={"Authorization": f"Bearer {token}"}), 403)
        number = server.open_pull(SHOP, "author", "sort", "Sort")
        say = {"body": "Yes.", "event": "APPROVE"}
        review = good(
            api.post(
                f"{R}/pulls/{number}/reviews",
                json=say,
                headers={"Authorization": f"Bearer {token}"},
            )
        )
    assert (review["user"]["login"], review["user"]["type"]) == ("coordinator[bot]", "Bot")


def test_github_tells_which_issues_a_pull_request_closes() -> None:
    with opened("github") as server, client(server) as api:
        numbers = [server.issue(SHOP, "olga", f"Issue {number}") for number in range(3)]
        pull = server.open_pull(
            SHOP, "author", "sort", "Sort", f"Fixes #{numbers[0]}", closes=[numbers[2]]
        )
        query = """query($owner: String!, $name: String!, $number: Int!) { repository(owner: $owner, name: $name) {
            pullRequest(number: $number) { closingIssuesReferences(first: 10) {
            nodes { number repository { nameWithOwner } } } } } }"""
        sent = {"query": query, "variables": {"owner": "acme", "name": "shop", "number": pull}}
        found = good(api.post(f"{server.url}/api/graphql", json=sent))["data"]["repository"][
            "pullRequest"
        ]
    nodes = found["closingIssuesReferences"]["nodes"]
    assert [(node["number"], node["repository"]["nameWithOwner"]) for node in nodes] == [
        (number, SHOP) for number in (numbers[0], numbers[2])
    ]


@pytest.mark.needs("github-description")
def test_what_githubs_own_description_does_not_allow_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with opened("github") as server, client(server) as api:
        number = server.open_pull(SHOP, "author", "sort", "Sort")
        good(api.get(f"{R}/pulls/{number}"))
        assert server.violations == []
        monkeypatch.setattr(server.pull(SHOP, number), "draft", "no")
        api.get(f"{R}/pulls")
        api.get(f"{R}/pulls", params={"since": "yesterday"})
        api.post(f"{R}/statuses/{server.pull(SHOP, number).head}", json={"status": "success"})
        api.post(f"{R}/issues/{number}/comments", json={"body": 1})
        found = list(server.violations)
        server.violations.clear()
    for words in (
        "draft",
        "no parameter since",
        "no field status",
        "required property",
        "is not of type",
    ):
        assert any(words in one for one in found), words

"""The stand-in behaves as the facts about GitHub and Gitea say, in both dialects; its faults are found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from tests.forge.state import Dialect
from tests.forge_server import ForgeServer
from tests.repositories import git, new_repository

SHOP = "acme/shop"
R = f"/repos/{SHOP}"


@pytest.fixture(params=["github", "gitea"])
def server(request: pytest.FixtureRequest) -> Iterator[ForgeServer]:
    """A forge with a repository that `judge` may write to and `olga` owns."""
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
        SHOP, "author", "sort", "Sort", f"Fixes #{issue}", {"sort.py": "def sort(rows):\n    return 1\n"}, draft=True
    )
    first = server.pull(SHOP, number).head
    with client(server) as api:
        (row,) = good(api.get(f"{R}/pulls"))
        assert (row["draft"], row["head"]["sha"], row["user"]["login"]) == (True, first, "author")
        server.ready(SHOP, number)
        assert good(api.get(f"{R}/pulls/{number}"))["draft"] is False
        line: dict[str, Any] = {"line": 2, "side": "RIGHT"} if github else {"new_position": 2}
        comments = [{"path": "sort.py", "body": "Not sorted.", **line}]
        review = {"commit_id": first, "body": "No.", "event": "REQUEST_CHANGES", "comments": comments}
        made = good(api.post(f"{R}/pulls/{number}/reviews", json=review))
        assert made["state"] == ("CHANGES_REQUESTED" if github else "REQUEST_CHANGES")
        status = {"state": "failure", "context": "coordinator/verdict", "description": "rejected"}
        assert good(api.post(f"{R}/statuses/{first}", json=status), 201)["state" if github else "status"] == "failure"
        head = server.push(SHOP, number, {"sort.py": "def sort(rows):\n    return sorted(rows)\n"})
        approve = {"commit_id": head, "body": "Yes.", "event": "APPROVE" if github else "APPROVED"}
        good(api.post(f"{R}/pulls/{number}/reviews", json=approve))
        for sha, code in ((first, 409), (head, 200)):
            guard = {"sha": sha} if github else {"Do": "merge", "head_commit_id": sha}
            good(api.request("PUT" if github else "POST", f"{R}/pulls/{number}/merge", json=guard), code)
        assert good(api.get(f"{R}/issues/{issue}"))["state"] == "closed"
    pull = server.pull(SHOP, number)
    assert pull.merged
    assert [review.state for review in pull.reviews] == ["CHANGES_REQUESTED", "APPROVED"]
    assert pull.statuses[first][0].context == "coordinator/verdict"
    assert git(pull.repo.path, "show", "main:sort.py").endswith("sorted(rows)")


def test_git_fetches_the_head_of_a_fork_from_the_pull_requests_own_ref(server: ForgeServer, tmp_path: Path) -> None:
    server.repo("acme/secret", private=True)
    server.grant("acme/secret", "judge", "read")
    number = server.open_pull("acme/secret", "judge", "sort", "Sort", fork=True)
    clone = new_repository(tmp_path / "clone")
    address = f"http://x:{server.user('judge')}@{server.url.removeprefix('http://')}/acme/secret.git"
    git(clone, "fetch", "--quiet", address, f"refs/pull/{number}/head:refs/heads/work")
    assert git(clone, "rev-parse", "work") == server.pull("acme/secret", number).head

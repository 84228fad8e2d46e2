"""`coordinator review --pr`, and the Action: the pull request of a run, judged with the environment of a real run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from coordinator.runtime import open_store
from tests.forge.state import Dialect
from tests.forge_server import ForgeServer
from tests.repositories import git
from tests.reviews import ISSUE, WORK, judge_line, make_config, report, rubric_line
from tests.shell import Ran, call, data_of

SHOP = "acme/shop"
GOOD = [rubric_line(), *(judge_line(name, report((4, 4))) for name in ("Ann", "Bob", "Cid"))]
BAD = [rubric_line(), *(judge_line(name, report((1, 1), against=("CK-001",))) for name in ("Ann", "Bob", "Cid"))]


@pytest.fixture(params=["github", "gitea"])
def server(request: pytest.FixtureRequest) -> Iterator[ForgeServer]:
    """A forge with a repository that `judge` may write to."""
    with opened(request.param) as running:
        yield running


def opened(dialect: Dialect, files: Mapping[str, str] | None = None) -> ForgeServer:
    """A forge with a repository that `judge` may write to, and perhaps these files."""
    server = ForgeServer(dialect)
    server.repo(SHOP, files={"notes.md": "Guests.\n", **(files or {})})
    server.grant(SHOP, "judge", "write")
    return server


def open_pull(server: ForgeServer, files: Mapping[str, str] = WORK, **more: Any) -> int:
    """A pull request that delivers what an issue asks for; its number."""
    title, _, text = ISSUE.partition("\n\n")
    issue = server.issue(SHOP, "olga", title, text)
    return server.open_pull(SHOP, "author", "greet", "Greetings", f"Fixes #{issue}", files, **more)


def address(server: ForgeServer, number: int) -> str:
    return f"{server.url}/{SHOP}/{'pull' if server.dialect == 'github' else 'pulls'}/{number}"


def review(server: ForgeServer, home: Path, *options: object, lines: Any = GOOD, extra: str = "", **more: str) -> Ran:
    """How a review by the three recorded judges ends."""
    make_config(home, lines, extra=extra)
    env = {"COORDINATOR_HOME": str(home), "COORDINATOR_TOKEN": server.user("judge"), **more}
    return call("review", *options, env=env, cwd=home)


def writes(server: ForgeServer) -> list[str]:
    """What was written to the forge."""
    sent = [request.path for request in server.requests if request.method != "GET"]
    return [path for path in sent if not path.endswith(("/graphql", "/git-upload-pack"))]


def test_a_pull_request_is_judged_at_its_head_and_nothing_is_written_there(server: ForgeServer, tmp_path: Path) -> None:
    number = open_pull(server, fork=True)
    ran = review(server, tmp_path, "--pr", address(server, number), "--json")
    assert ran.returncode == 0, ran.stderr
    ended = data_of(ran.stdout)
    head = server.pull(SHOP, number).head
    assert head in ended["verdict"]["work"]
    shown = data_of(call("show", ended["id"], "--json", env={"COORDINATOR_HOME": str(tmp_path)}).stdout)
    issue = shown["issue"]
    assert (issue["key"], issue["head"], issue["text"].strip()) == (f"{SHOP}#{number}", head, ISSUE.strip())
    assert writes(server) == []
    assert call("resume", ended["id"], env={"COORDINATOR_HOME": str(tmp_path)}, cwd=tmp_path).returncode == 0


def test_with_post_it_acts_as_the_daemon_does_and_only_once(server: ForgeServer, tmp_path: Path) -> None:
    number = open_pull(server)
    for _ in range(2):
        ran = review(server, tmp_path, "--pr", address(server, number), "--post", lines=BAD)
        assert ran.returncode == 1, ran.stderr
    pull = server.pull(SHOP, number)
    assert [each.state for each in pull.reviews] == ["CHANGES_REQUESTED"]
    assert [each.state for each in pull.statuses[pull.head]] == ["pending", "failure"]
    assert sum("Sent back" in each.body for each in pull.comments) == 1


def test_one_that_failed_half_way_goes_on_with_the_same_command_and_on_no_other_tracker(
    server: ForgeServer, tmp_path: Path
) -> None:
    number = open_pull(server)
    server.fault("POST", "/repos/*/statuses/*", "403")
    ran = review(server, tmp_path, "--pr", address(server, number), "--post")
    assert "403" in ran.stderr
    with open_store(tmp_path) as store:
        (run,) = store.runs()
    ran = call("resume", run.id, env={"COORDINATOR_HOME": str(tmp_path)}, cwd=tmp_path)
    assert f"{SHOP}#{number} is on {server.dialect}, and the tracker here is board" in ran.stderr
    assert review(server, tmp_path, "--pr", address(server, number), "--post").returncode == 0
    assert [each.state for each in server.pull(SHOP, number).reviews] == ["APPROVED"]


def test_a_name_or_a_number_is_one_of_the_configured_server(server: ForgeServer, tmp_path: Path) -> None:
    number, clone = open_pull(server), tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", f"{server.url}/{SHOP}.git", str(clone))
    usual = f"tracker: {server.dialect}\nforge: {{url: {server.url}}}\n"
    for named in ([f"{SHOP}#{number}"], [number, "--repo", clone]):
        ran = review(server, tmp_path, "--pr", *named, extra=usual)
        assert ran.returncode == 0, ran.stderr
    with open_store(tmp_path) as store:
        assert [json.loads(run.input)["given"]["repo"] for run in store.runs()].count(str(clone)) == 1
    assert git(clone, "for-each-ref", "refs/pull") == ""
    ran = review(server, tmp_path, "--pr", number, "--repo", clone)
    assert f"{server.url} may be a GitHub Enterprise Server, or Gitea (give the address" in ran.stderr


def test_what_cannot_be_reviewed_is_told_before_anything_is_begun(server: ForgeServer, tmp_path: Path) -> None:
    number = open_pull(server, draft=True)
    pr = address(server, number)
    says = "is not in review but in_progress (it has to be open, and no draft)"
    assert f"{SHOP}#{number} {says}" in review(server, tmp_path, "--pr", pr).stderr
    server.close(SHOP, number)
    assert "is not in review but cancelled" in review(server, tmp_path, "--pr", pr).stderr
    assert "it is not there, or the token may not see it" in review(server, tmp_path, "--pr", f"{pr}9").stderr
    for options, says in (
        (["--pr", "shop"], "'shop' names no pull request (write owner/name#12, or its address)"),
        (["--pr", pr, "--base", "main"], "leave out --issue, --base and --dry-run"),
        (["--post"], "--post is for a pull request"),
    ):
        ran = review(server, tmp_path, *options)
        assert (ran.returncode, says in ran.stderr) == (64, True), ran.stderr
    assert not (tmp_path / "state.db").exists()


def test_a_token_goes_to_no_server_that_it_is_not_meant_for(tmp_path: Path) -> None:
    elsewhere, multica = "tracker: github\n", "tracker: multica\n"
    with opened("gitea") as server:
        pr = address(server, open_pull(server))
        for extra, more in ((elsewhere, {}), (multica, {}), ("", {"COORDINATOR_TOKEN": "", "GH_TOKEN": "t" * 20})):
            ran = review(server, tmp_path, "--pr", pr, extra=extra, **more)
            assert f"there is no token for {server.url} (set COORDINATOR_TOKEN" in ran.stderr
        assert server.requests == []

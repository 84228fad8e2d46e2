"""The places of faults between us and Multica, and the conditions that a review must meet in spite of them."""

from __future__ import annotations

from collections import Counter

from tests.support.multica_daemon import FAST, told
from tests.support.multica_house import JUDGES, META
from tests.support.multica_server import Issue, MulticaServer

QUICK = f"multica: {{timeout: 0.4s}}\n{FAST}"
COMMENTS, ISSUE = "/api/issues/*/comments", "/api/issues/MUL-*"


def assert_done_once(server: MulticaServer, issue: Issue) -> None:
    assert issue.status == "done"
    assert Counter(server.started(issue)) == Counter([META, *JUDGES])
    mine = [comment for comment in server.comments(issue) if comment.author == server.user.actor]
    markers = [comment.content.splitlines()[-1] for comment in mine]
    assert len(markers) == len(set(markers)) == 5
    assert [line for line in told(server, issue) if "status" in line][1:] == [
        "Coordinator: status done"
    ]

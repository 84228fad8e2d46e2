"""What stages do in the tracker, and whom they tell: each errand once, and never skipped silently."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from coordinator.config.settings import Config
from coordinator.errors import UsageError
from coordinator.trackers.board import ME, Board, IssueDetails
from tests.support.flows import judges, make_config, make_repository, path_of, replies, run_flow

HEAD = "stages:\n  - id: first\n    entry: true\n    terminal: true\n    on_enter: "


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def add(config: Config, *labels: str, repo: str = "") -> str:
    with closing(Board(config.home)) as board:
        issue = board.add(
            "Greet", "Greet every guest.", creator="eve", repo=repo, base="main" if repo else ""
        )
        return board.label(issue.key, add=labels).key


def card(config: Config, key: str) -> IssueDetails:
    with closing(Board(config.home)) as board:
        return board.show(key)


def test_an_issue_is_moved_commented_on_and_labelled(home: Path) -> None:
    config = make_config(home, ())
    key = add(config, "new")
    actions = {
        "move_issue": "In Progress",
        "comment_issue": "{{ .Issue.Identifier }} is in hand.",
        "add_labels": ["busy", "agent"],
        "remove_labels": ["NEW", "absent"],
    }
    whole = run_flow(config, HEAD + json.dumps(actions), key=key)
    found = card(config, key)
    assert whole.state == "completed"
    assert [(change.was, change.now, change.actor) for change in found.history][1:] == [
        ("todo", "in_progress", ME)
    ]
    assert found.issue.labels == ("agent", "busy")
    assert [note.text.splitlines()[0] for note in found.comments] == [f"{key} is in hand."]
    assert whole.path[0].acts == {"labels": "", "move": "", "comment": ""}


def test_templates_say_what_the_board_knows_of_an_issue(home: Path) -> None:
    config = make_config(home, ())
    key, facts = add(config, "new", "ui"), ("Status", "Labels", "Creator", "Assignee", "Title")
    body = "|".join(f"{{{{ .Issue.{fact} }}}}" for fact in facts)
    run_flow(config, HEAD + json.dumps({"comment_issue": body}), key=key)
    assert [note.text.splitlines()[0] for note in card(config, key).comments] == [
        "todo|[new ui]|eve||Greet"
    ]
    with pytest.raises(
        UsageError, match=r"flow.yaml:\d+: stage \w+: an issue of the board has no Priority"
    ):
        run_flow(config, HEAD + json.dumps({"comment_issue": "{{ .Issue.Priority }}"}), key=key)
    late = '{{ $i := .Issue }}{{ range $i.Labels }}{{ if eq . "new" }}{{ $i.Priority }}{{ end }}{{ end }}'
    whole = run_flow(config, HEAD + json.dumps({"comment_issue": late}), key=key)
    assert whole.ending is not None
    assert (
        "a template cannot be filled in: line 1 of the template: an issue of the board has no Priority"
        in whole.ending.reason
    )
    assert len(card(config, key).comments) == 1


def test_another_issue_may_be_named_and_closed_means_done(home: Path) -> None:
    config = make_config(home, ())
    key, other = add(config), add(config)
    move = {"status": "blocked", "issue_id": "{{ .Inputs.other }}"}
    actions = {
        "close_issue": True,
        "move_issue": move,
        "comment_issue": {"body": "x", "issue_id": other},
    }
    text = "name: n\ninputs: [{name: other, type: string}]\n" + HEAD + json.dumps(actions)
    run_flow(config, text, key=key, inputs={"other": other})
    assert (card(config, key).issue.status, card(config, other).issue.status) == ("done", "blocked")
    assert len(card(config, other).comments) == 1


def test_a_comment_that_cannot_be_posted_fails_the_run_unless_that_is_tolerated(home: Path) -> None:
    config = make_config(home, ())
    key = add(config)
    for tolerated, state in ((False, "failed"), (True, "completed")):
        comment = {"body": "x", "issue_id": "B-99", "continue_on_error": tolerated}
        whole = run_flow(config, HEAD + json.dumps({"comment_issue": comment}), key=key)
        assert whole.state == state
        assert "no issue 'B-99'" in whole.transcript[-1].text


def test_a_move_that_fails_is_reported_and_stops_nothing(home: Path) -> None:
    config = make_config(home, ())
    whole = run_flow(
        config,
        HEAD + json.dumps({"move_issue": {"status": "done", "issue_id": "no"}}),
        key=add(config),
    )
    assert whole.state == "completed"
    assert "the issue was not moved" in whole.transcript[0].text


@pytest.mark.parametrize(
    ("actions", "wrong"),
    [
        ({"merge_pr": True}, r"flow\.yaml:5: .*merge_pr works only .*`gh pr merge`"),
        ({"dependency_updates": {}}, "dependency_updates is not supported"),
        ({"move_issue": "Doing"}, "has no status 'Doing'"),
        ({"notify": {"via": "pager", "text": "x"}}, "names an unknown receiver 'pager'"),
        ({"inject": "x"}, "needs a working agent, but none is configured"),
    ],
)
def test_what_cannot_be_done_is_refused_when_the_run_starts(
    home: Path, actions: dict[str, Any], wrong: str
) -> None:
    config = make_config(home, ())
    (home / "coordinator.yaml").write_text("tracker: board\n")
    with pytest.raises(UsageError, match=wrong):
        run_flow(config, HEAD + json.dumps(actions), key=add(config))


def test_an_issue_of_no_tracker_cannot_be_moved(home: Path) -> None:
    with pytest.raises(UsageError, match="no tracker for move_issue"):
        run_flow(make_config(home, ()), HEAD + json.dumps({"move_issue": "done"}))


# -- labels decide which stages are skipped


SKIPS = """\
stages:
  - id: first
    entry: true
    skip_if: {issue_labels: {labels: [" Trivial "]}, go_to: end}
    on_enter: {inject: go}
  - id: second
    triggers: [{message_contains: "[DONE]"}]
    skip_unless: {issue_labels: {labels: [security]}, go_to: end}
    on_enter: {run: {command: "true"}}
  - id: end
    triggers: [{message_contains: "[DONE]"}]
    terminal: true
"""


@pytest.mark.parametrize(
    ("labels", "path"),
    [
        (("trivial",), ["end"]),
        ((), ["first", "end"]),
        (("Security",), ["first", "second", "end"]),
    ],
)
def test_labels_skip_stages(home: Path, labels: tuple[str, ...], path: list[str]) -> None:
    config = make_config(home, replies("[DONE]"))
    assert path_of(run_flow(config, SKIPS, key=add(config, *labels))) == path


def test_the_repository_of_the_issue_is_worked_on(home: Path, tmp_path: Path) -> None:
    config = make_config(home, [judges("pass", stage="first")])
    key = add(config, repo=str(make_repository(tmp_path / "repo")))
    whole = run_flow(config, HEAD + json.dumps({"run": {"command": "test -f main.go"}}), key=key)
    assert whole.state == "completed"
    assert whole.place is not None
    assert whole.place.repo == str(tmp_path / "repo")


# -- telling somebody

NOTIFY = {
    "notify": {"via": "team", "text": "{{ .Issue.Title }}!", "subject": "s", "severity": "warning"}
}


def test_a_command_is_told_on_its_standard_input(home: Path, tmp_path: Path) -> None:
    config = make_config(
        home, (), workflow=f"notify:\n  - {{name: team, command: cat > {tmp_path}/told}}"
    )
    whole = run_flow(config, HEAD + json.dumps(NOTIFY), run_id="run-1")
    told = json.loads((tmp_path / "told").read_text())
    assert whole.state == "completed"
    assert (told["id"], told["stage"], told["text"]) == ("run-1/1", "first", "Greet the guests!")
    assert told["severity"] == "warning"


def test_a_webhook_is_told_by_a_post(home: Path) -> None:
    with listening() as (url, told):
        config = make_config(home, (), workflow=f"notify:\n  - {{name: team, webhook: {url}}}")
        run_flow(config, HEAD + json.dumps(NOTIFY), run_id="run-1")
    assert [json.loads(body)["id"] for body in told] == ["run-1/1"]


def test_whoever_cannot_be_told_is_reported_and_stops_nothing(home: Path) -> None:
    config = make_config(
        home, (), workflow="notify:\n  - {name: team, command: echo no such pager; exit 7}"
    )
    whole = run_flow(config, HEAD + json.dumps(NOTIFY))
    assert whole.state == "completed"
    assert "the notice was not sent: team: exit 7: no such pager" in whole.transcript[0].text


@contextmanager
def listening() -> Iterator[tuple[str, list[bytes]]]:
    """A real server on loopback that keeps what is posted."""
    told: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/", told
        finally:
            server.shutdown()
            thread.join()

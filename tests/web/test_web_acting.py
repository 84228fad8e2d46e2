"""What people do on the dashboard: it is theirs on record, it reaches the tracker once, and nothing typed is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest

from coordinator.cli import run
from coordinator.config.settings import Config
from coordinator.reviews.earlier_reviews import earlier_reviews
from coordinator.reviews.record import ReviewReader
from coordinator.storage.store import Store
from coordinator.trackers.board import Board
from coordinator.watch import Watch
from tests.support.dashboards import ACCEPT, SPLIT, Running, begin, dashboard, hidden, send, until
from tests.support.reviews import (
    deliver,
    look_up,
    open_board,
    review_board,
    submit,
)

REASON = "the guests were greeted by hand"


@pytest.fixture
def escalated(tmp_path: Path) -> tuple[Config, str, str]:
    """A home whose one review needs a person: the configuration, the issue and the review."""
    config, key = begin(tmp_path, SPLIT, review="protocol: judge-with-debate, debates: 0")
    (whole,) = review_board(config)
    assert whole.state == "escalate"
    return config, key, whole.id


@pytest.fixture
def accepted(tmp_path: Path) -> tuple[Config, str, str]:
    config, key = begin(tmp_path, ACCEPT)
    (whole,) = review_board(config)
    assert whole.state == "accept"
    return config, key, whole.id


@pytest.fixture
def client(escalated: tuple[Config, str, str]) -> Iterator[httpx2.Client]:
    with dashboard(escalated[0]) as running, running.client() as client:
        yield client


def settled(config: Config, review: str) -> Any:
    """The last decision on a review, once it is carried out."""

    def done() -> Any:
        found = look_up(config, review).decisions
        return found[-1] if found and found[-1].state != "open" else None

    return until(done)


def test_an_escalation_is_decided_as_the_persons_and_the_tracker_is_told(
    escalated: tuple[Config, str, str], client: httpx2.Client
) -> None:
    config, key, review = escalated
    answer = send(
        client,
        f"/reviews/{review}/override?outcome=accept",
        name="Maria",
        reason=REASON,
        outcome="accept",
    )
    assert (answer.status_code, answer.headers["location"]) == (303, f"/reviews/{review}")
    found = settled(config, review)
    assert (
        found.state,
        found.decision.by,
        found.decision.outcome,
        found.decision.panel,
        found.decision.reason,
    ) == (("done", "Maria", "accept", "escalate", REASON))
    whole = look_up(config, review)
    verdict = whole.verdict.outcome if whole.verdict else ""
    assert (whole.state, whole.panel, verdict) == ("accept", "escalate", "escalate")
    with closing(Board(config.home)) as board:
        assert board.issue(key).status == "done"
        last = board.comments(key)[-1]
        assert "Accepted by Maria" in last.text
        assert REASON in last.text
    assert client.cookies["coordinator_name"] == "Maria"


def test_an_accept_that_is_overridden_goes_back_to_its_author(
    accepted: tuple[Config, str, str],
) -> None:
    config, key, review = accepted
    with dashboard(config) as running, running.client() as client:
        send(client, f"/reviews/{review}/override", name="Maria", reason=REASON, outcome="reject")
        assert settled(config, review).state == "done"
        row = client.get("/api/reviews").json()["rows"][0]
        assert (row["state"], row["panel"]) == ("reject", "accept")
        assert client.get("/api/reviews?state=accept").json()["rows"] == []
    with closing(Board(config.home)) as board:
        assert board.issue(key).status == "in_progress"
        assert board.comments(key)[-1].addressee == "ada"


def test_the_reason_of_a_person_binds_the_next_review(
    accepted: tuple[Config, str, str], tmp_path: Path
) -> None:
    config, key, review = accepted
    with dashboard(config) as running, running.client() as client:
        send(client, f"/reviews/{review}/override", name="Maria", reason=REASON, outcome="reject")
        settled(config, review)
    deliver(tmp_path / "repo", {"greet.py": "def greet(name):\n    return 'Hi, ' + name\n"})
    submit(config, key)
    with closing(Store(config.home / "state.db")) as store:
        left = earlier_reviews(ReviewReader(store), "board", key, "")
    assert [(reason.id, reason.text, reason.seats) for reason in left.reasons] == [
        ("R1", REASON, ("Maria",))
    ]
    assert left.rejects == 1


def test_a_form_that_is_sent_twice_decides_once(
    escalated: tuple[Config, str, str], client: httpx2.Client
) -> None:
    config, key, review = escalated
    path = f"/reviews/{review}/override"
    fields = hidden(client.get(path)) | {"name": "Maria", "reason": REASON, "outcome": "reject"}
    assert [client.post(path, data=fields).status_code for _ in range(3)] == [303] * 3
    settled(config, review)
    assert len(look_up(config, review).decisions) == 1
    with closing(Board(config.home)) as board:
        assert sum("Sent back by Maria" in note.text for note in board.comments(key)) == 1


def test_an_issue_that_has_moved_on_is_left_alone_and_the_decision_is_kept(
    escalated: tuple[Config, str, str], client: httpx2.Client
) -> None:
    config, key, review = escalated
    with closing(Board(config.home)) as board:
        board.move(key, "cancelled", actor="eve")
    send(client, f"/reviews/{review}/override", name="Maria", reason=REASON, outcome="accept")
    found = settled(config, review)
    assert found.state == "done"
    assert "the issue was not changed" in found.notes[0]
    assert "eve" in found.notes[0]
    with closing(Board(config.home)) as board:
        assert board.issue(key).status == "cancelled"


def test_what_is_missing_is_said_and_what_was_typed_is_kept(
    escalated: tuple[Config, str, str], client: httpx2.Client
) -> None:
    config, _, review = escalated
    answer = send(
        client, f"/reviews/{review}/override", name="Maria <b>", reason="  ", outcome="accept"
    )
    assert answer.status_code == 422
    assert "a decision needs a reason" in answer.text
    assert "Maria &lt;b&gt;" in answer.text
    answer = send(
        client, f"/reviews/{review}/override", name="Maria", reason=REASON, outcome="maybe"
    )
    assert answer.status_code == 422
    assert REASON in answer.text
    assert look_up(config, review).decisions == ()


def test_a_decision_may_be_overridden_again_and_the_last_one_stands(
    escalated: tuple[Config, str, str], client: httpx2.Client
) -> None:
    config, key, review = escalated
    send(client, f"/reviews/{review}/override", name="Maria", reason=REASON, outcome="accept")
    settled(config, review)
    send(client, f"/reviews/{review}/override", name="Otto", reason="no", outcome="reject")
    until(lambda: len(look_up(config, review).decisions) == 2)
    settled(config, review)
    assert [each.decision.stood for each in look_up(config, review).decisions] == [
        "escalate",
        "accept",
    ]
    with closing(Board(config.home)) as board:
        assert board.issue(key).status == "in_progress"
    with closing(Store(config.home / "state.db")) as store:
        assert [each.decision.by for each in ReviewReader(store).decisions()] == ["Maria", "Otto"]


def test_a_review_is_run_again_under_a_new_id(
    escalated: tuple[Config, str, str], client: httpx2.Client
) -> None:
    config, _, review = escalated
    answer = send(client, f"/reviews/{review}/rerun", name="Maria")
    assert answer.status_code == 303
    again = answer.headers["location"].removeprefix("/reviews/")
    assert again.startswith(f"{review}-")
    with closing(Store(config.home / "state.db")) as store:
        assert (store.run(again).state, store.run(again).job) == ("open", "review")
        messages = [event.body for event in store.events(again) if event.kind == "message"]
    assert len(messages) == 1
    assert '"by": "Maria"' in messages[0]
    answer = send(client, f"/runs/{again}/cancel", name="Maria", reason="a mistake")
    assert answer.headers["location"] == f"/reviews/{again}"
    assert look_up(config, again).state == "cancelled"
    assert look_up(config, again).error == "a mistake (by Maria)"
    answer = send(client, f"/runs/{again}/cancel", name="Maria", reason="again")
    assert answer.status_code == 422
    assert "has ended already" in answer.text


def test_the_command_line_has_the_same_door(
    escalated: tuple[Config, str, str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config, key, review = escalated
    monkeypatch.setenv("COORDINATOR_HOME", str(config.home))
    arguments = ["--by", "Maria", "--config", str(config.home / "coordinator.yaml")]
    assert run(["decide", review, "perhaps", "--reason", REASON, *arguments]) == 64
    assert run(["decide", review, "accept", "--reason", REASON, *arguments]) == 0
    with closing(Board(config.home)) as board:
        assert board.issue(key).status == "done"
    capsys.readouterr()
    assert run(["show", review]) == 0
    assert f"overridden by Maria: accept, {REASON}" in capsys.readouterr().out
    assert run(["list"]) == 0
    assert "decided by Maria" in capsys.readouterr().out


# -- answering

SEATS = """\
  meta_judge: {recorded: REPLIES}
  judges:
    - {name: Ann, recorded: REPLIES}
    - {name: Maria, person: maria}
"""


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Running]:
    """A dashboard with a daemon whose review waits for Maria."""
    config, _ = begin(tmp_path, ACCEPT[:2], seats=SEATS)
    with dashboard(config, reviewing=True) as running:

        async def look() -> None:
            with open_board(config) as (store, tracker):
                await Watch(
                    tracker=tracker, engine=running.dashboard.engine, store=store, config=config
                ).look(backlog=True)

        running.call(look)
        until(lambda: running.dashboard.store.index.people_waited_for())
        yield running


def test_a_person_answers_on_the_page_and_a_bad_answer_is_kept(asked: Running) -> None:
    with asked.client() as client:
        (ask,) = client.get("/api/asks").json()["asks"]
        ask_id = f"{ask['run']}/{ask['purpose']}/{ask['seat']}/{ask['round']}"
        form = client.get(f"/api/asks/{ask_id}").json()["form"]
        assert "CK-001" in form
        assert client.get("/list?waiting=maria").status_code == 200
        (row,) = client.get("/api/reviews?waiting=maria").json()["rows"]
        assert (row["waits"][0]["person"], row["waits"][0]["ask"], row["phase"]) == (
            "maria",
            ask_id,
            "judges",
        )
        bad = send(client, f"/asks/{ask_id}", fields="", text="scores: <script>alert(1)</script>")
        assert bad.status_code == 422
        assert "was not accepted" in bad.text
        assert "&lt;script&gt;" in bad.text
        assert "<script>alert" not in bad.text
        good = form.replace("answer: ", "answer: yes").replace("score: ", "score: 5")
        good = good.replace("id: CK-002\n    answer: yes", "id: CK-002\n    answer: no")
        good = good.replace(
            "evidence: []", 'evidence: [{source: "greet.py:2", quote: "return \'Hello, \' + name"}]'
        )
        good = good.replace("summary: ", "summary: fine").replace("reasoning: ", "reasoning: seen")
        answer = send(client, f"/asks/{ask_id}", fields="", text=good.replace("\n", "\r\n"))
        assert answer.status_code == 303, answer.text
        until(lambda: client.get("/api/reviews").json()["rows"][0]["panel"] != "open")
        whole = client.get(f"/api/reviews/{ask['run']}").json()
        assert whole["state"] == "accept", whole["verdict"]
        assert client.get(f"/asks/{ask_id}").status_code == 404

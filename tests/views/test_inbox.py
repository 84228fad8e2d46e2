"""What waits for somebody: in one list, gone through one by one; who they are, and what each of them may see and do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from coordinator.app.access import give_access, take_access
from coordinator.config.settings import Config
from coordinator.parsing.web_form import all_missing, inputs_for, reply_of
from coordinator.storage.store import Store
from coordinator.views.inbox import inbox
from coordinator.watch import Watch
from tests.support.dashboards import ACCEPT, SPLIT, Running, begin, dashboard, send, until
from tests.support.repositories import git
from tests.support.reviews import (
    ISSUE,
    JUDGES,
    make_config,
    make_repository,
    open_board,
    review_locally,
)
from tests.support.scenes import open_council, stuck_run

# Each worker would make the fixtures of this module again.
pytestmark = pytest.mark.xdist_group("inbox")

SEATS = """\
  meta_judge: {recorded: REPLIES}
  judges:
    - {name: Ann, recorded: REPLIES}
    - {name: Maria, person: maria}
"""
MORE = (
    "workflow: {agent: {name: Agent, recorded: replies.jsonl}, judge: {recorded: replies.jsonl}}\n"
)
ASK = "B-1.1/judge/Maria/0"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A run that stopped, a council that cannot agree, and a daemon whose review waits for Maria."""
    folder = tmp_path_factory.mktemp("inbox")
    stuck_run(folder / "home", folder / "stuck")
    open_council(folder / "home")
    config, _ = begin(folder, ACCEPT[:2], seats=SEATS, extra=MORE)
    with pytest.MonkeyPatch.context() as patch, dashboard(config, reviewing=True) as running:
        patch.setenv("COORDINATOR_HOME", str(config.home))
        look_for_work(running, config)
        yield running


def look_for_work(running: Running, config: Config) -> None:
    """Have the daemon take up what is in review, until Maria is asked and Ann has answered."""

    async def look() -> None:
        with open_board(config) as (store, tracker):
            watch = Watch(
                tracker=tracker, engine=running.dashboard.engine, store=store, config=config
            )
            await watch.look(backlog=True)

    running.call(look)
    until(lambda: running.dashboard.store.index.people_waited_for())
    until(
        lambda: [
            ask
            for ask in running.dashboard.store.keys("B-1.1")
            if ask.startswith("ballot/judge/Ann")
        ]
    )


def signed_in(running: Running, name: str, role: str = "decide") -> httpx2.Client:
    """Somebody with a token of their own."""
    token = give_access(running.dashboard.store, name, "look" if role == "look" else "decide")
    return running.stranger(headers={"Authorization": f"Bearer {token}"})


# -- the inbox


def test_everything_that_waits_is_in_one_list_oldest_first(running: Running) -> None:
    with running.client() as client:
        items = client.get("/api/inbox").json()["items"]
        page = client.get("/")
        assert [(item["kind"], item["of"]) for item in items] == [
            ("run", "run"),
            ("council", "council"),
            ("ask", "review"),
        ]
        assert "<title>(3) Inbox" in page.text
        assert [page.text.index(item["about"]) for item in items] == sorted(
            page.text.index(item["about"]) for item in items
        )
        (asked,) = client.get("/api/inbox?person=maria").json()["items"]
        assert asked["id"] == ASK
        assert client.get("/api/inbox?kind=council&tracker=board").json()["items"] == []
        assert "<title>(1) Inbox" in client.get("/?kind=council").text


def test_next_and_previous_lead_through_what_was_chosen(running: Running) -> None:
    with running.client() as client:
        run, council, ask = client.get("/api/inbox").json()["items"]
        page = client.get(f"/runs/{run['id']}").text
        place = f"{run['since']!r}~{run['id']}"
        assert f"/next?after={place}".replace("~", "~") in page
        assert (
            client.get("/next", params={"after": place}).headers["location"]
            == f"/councils/{council['id']}"
        )
        assert client.get("/next", params={"before": place}).headers["location"] == f"/asks/{ASK}"
        chosen = client.get("/next", params={"after": place, "kind": "ask"})
        assert chosen.headers["location"] == f"/asks/{ASK}?kind=ask"
        alone = client.get("/next", params={"after": f"{ask['since']!r}~{ASK}", "kind": "ask"})
        assert alone.headers["location"] == "/?kind=ask"
        assert client.get("/next?after=nonsense").status_code == 422


# -- who is let in


def test_whoever_may_look_cannot_act_and_what_is_signed_has_its_author(running: Running) -> None:
    with running.client() as client:
        (stuck,) = client.get("/api/inbox?kind=run").json()["items"]
    with signed_in(running, "Tom", "look") as tom:
        assert "Tom, may only look" in tom.get("/").text
        refused = tom.post(f"/api/runs/{stuck['id']}/cancel", json={"by": "Maria"})
        assert (refused.status_code, refused.json()["what"]) == (403, "Tom may look, but not act")
        assert tom.get("/start/review").status_code == 403
        take_access(running.dashboard.store, "Tom")
        assert tom.get("/").status_code == 401
    with running.client() as client:
        (split,) = client.get("/api/inbox?kind=council").json()["items"]
    with signed_in(running, "Ida") as ida:
        assert 'name="name"' not in ida.get(f"/councils/{split['id']}/decide").text
        assert ida.get(f"/runs/{stuck['id']}/resume").status_code == 403
        said = {"text": "Greet everybody.", "by": "Somebody else"}
        ida.post(f"/api/councils/{split['id']}/decide", json=said).raise_for_status()
        until(lambda: "Ida decided" in ida.get(f"/councils/{split['id']}").text)


def test_a_token_of_ones_own_lets_a_browser_in_until_it_is_taken(running: Running) -> None:
    token = give_access(running.dashboard.store, "Kim", "decide")
    with running.stranger() as browser:
        assert browser.get(f"/?token={token}").status_code == 303
        assert "Kim" in browser.get("/list").text
        newer = give_access(running.dashboard.store, "Kim", "look")
        assert browser.get("/list").status_code == 401
        assert browser.get(f"/?token={newer}").status_code == 303
        assert browser.get("/list").status_code == 200


# -- a ballot is blind


def test_whoever_is_asked_sees_nothing_of_the_others_before(running: Running) -> None:
    with signed_in(running, "maria") as maria, signed_in(running, "Tom") as tom:
        for page in ("/reviews/B-1.1", "/reviews/B-1.1/override", "/reviews/B-1.1/rerun"):
            assert maria.get(page).headers["location"] == f"/asks/{ASK}"
        for path in ("/api/reviews/B-1.1", "/api/runs/B-1.1/events"):
            assert maria.get(path).status_code == 403
            assert tom.get(path).status_code == 200
        assert "reaches the bar" in tom.get("/reviews/B-1.1").text
        page = maria.get(f"/asks/{ASK}").text
        assert "as seen" not in page, "what Ann says"
        assert "You are one of several judges" not in page, "what models are told"
        assert "greet every guest by name" in page
        refused = tom.post(f"/api/asks/{ASK}", json={"text": "scores: []"})
        assert refused.json()["what"] == "the question is for maria, not for Tom"


def test_all_that_is_wrong_with_an_answer_is_said_at_once_and_what_was_typed_stays(
    running: Running,
) -> None:
    said = {
        "summary": "I looked <b>twice</b>",
        "checklist.0.answer": "yes",
        "checklist.0.evidence": "somewhere",
    }
    with signed_in(running, "maria") as maria:
        page = send(maria, f"/asks/{ASK}", **said)
        assert page.status_code == 422
        assert "4 fields are missing or wrong" in page.text
        for name in (
            "checklist.0.evidence",
            "checklist.1.answer",
            "scores.0.score",
            "scores.1.score",
        ):
            assert f'id="wrong-{name}"' in page.text
        assert "I looked &lt;b&gt;twice&lt;/b&gt;" in page.text
        assert 'name="checklist.0.answer" value="yes" checked' in page.text


def test_an_answer_that_is_filled_in_field_by_field_counts(running: Running) -> None:
    quote = "greet.py:2: return 'Hello, ' + name"
    said = {"summary": "It greets.", "checklist.0.answer": "yes", "checklist.0.evidence": quote}
    said |= {"checklist.1.answer": "no", "scores.0.score": "5", "scores.1.score": "4"}
    said |= {
        "scores.0.evidence": quote,
        "findings.0.text": "No test.",
        "findings.0.priority": "low",
    }
    with signed_in(running, "maria") as maria:
        answer = send(maria, f"/asks/{ASK}", **said)
        assert answer.status_code == 303, answer.text
        until(lambda: maria.get("/api/reviews?state=accept").json()["rows"])
        whole = maria.get("/api/reviews/B-1.1").json()
        (ballot,) = [each for each in whole["testimonies"].values() if each["seat"] == "Maria"]
        assert [proof["found"] for proof in ballot["proofs"]] == ["verified"]
        assert [finding["text"] for finding in ballot["report"]["findings"]] == ["No test."]


@pytest.mark.parametrize(
    ("line", "source", "quote"),
    [
        ("greet.py:2: return x", "greet.py:2", "return x"),
        ("a b/c.py:2:7: x: 1", "a b/c.py:2", "x: 1"),
        ("issue:3: by name", "issue", "by name"),
        ("check:pytest -q: 3 failed", "check:pytest -q", "3 failed"),
    ],
)
def test_a_line_of_evidence_is_a_place_and_a_quote(line: str, source: str, quote: str) -> None:
    fields = inputs_for("argue", {})
    given = {"drift": "yes", "claim": "It drifts.", "evidence": f"{line}\r\n"}
    assert list(all_missing(fields, given)) == []
    assert reply_of(fields, given)["evidence"] == [{"source": source, "quote": quote}]


# -- starting


def test_what_a_page_cannot_start_or_find_is_said(running: Running) -> None:
    with running.client() as client:
        said = {"text": "x", "repo": "~nobody-here/x", "by": "Ida"}
        assert client.get("/start/tea").status_code == 404
        assert client.post("/api/start/tea", json=said).status_code == 404
        assert client.post("/api/start/review", json=said).status_code == 422


def test_escalated_reviews_of_one_repository_are_each_in_the_inbox(tmp_path: Path) -> None:
    config = make_config(tmp_path / "home", SPLIT, review="protocol: judge-with-debate, debates: 0")
    repo = make_repository(tmp_path / "repo")
    for issue in (ISSUE, f"{ISSUE}Twice.\n", ISSUE):
        assert review_locally(config, repo, issue).state == "escalate"
    with closing(Store(config.home / "state.db")) as store:
        assert len(inbox(store)) == 2, "the first request was judged again"


def test_whoever_was_asked_may_look_once_the_run_has_ended(tmp_path: Path) -> None:
    config, _ = begin(tmp_path, ACCEPT[:2], seats=SEATS)
    with dashboard(config, reviewing=True) as running:
        look_for_work(running, config)
        with signed_in(running, "maria") as maria:
            assert maria.get("/reviews/B-1.1").status_code == 303
            maria.post("/api/runs/B-1.1/cancel", json={}).raise_for_status()
            until(lambda: maria.get("/reviews/B-1.1").status_code == 200)
            assert maria.get("/api/inbox").json()["items"] == []


def test_a_review_of_a_branch_is_started_from_the_page_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, _ = begin(tmp_path, ACCEPT)
    monkeypatch.setenv("COORDINATOR_HOME", str(config.home))
    repo = make_repository(tmp_path / "other")
    git(repo, "branch", "greeting")
    git(
        repo, "reset", "--hard", "-q", "main" if git(repo, "branch", "--list", "main") else "master"
    )
    with dashboard(config) as running, running.client() as client:
        wrong = send(
            client, "/start/review", text=ISSUE, repo=str(tmp_path / "nowhere"), name="Ida"
        )
        assert wrong.status_code == 422
        assert ISSUE.splitlines()[0] in wrong.text
        given = {
            "text": ISSUE,
            "repo": str(repo),
            "branch": "greeting",
            "by": "Ida",
            "once": "0123456789abcdef",
        }
        first, again = (client.post("/api/start/review", json=given).json() for _ in range(2))
        assert first == again
        until(lambda: client.get(f"/api/reviews/{first['id']}").json()["state"] == "accept")
        whole = client.get(f"/api/reviews/{first['id']}").json()
        assert len(whole["testimonies"]) == len(JUDGES)
        assert "greet.py" in {file["path"] for file in whole["work"]["changed"]}
        once_more = send(client, f"/reviews/{first['id']}/rerun", name="Ida")
        assert once_more.status_code == 303
        until(
            lambda: client.get(f"/api{once_more.headers['location']}").json()["state"] == "accept"
        )
        (config.home / "coordinator.yaml").write_text("panel: no panel\n")
        broken = send(client, f"/reviews/{first['id']}/rerun", name="Ida")
        assert (broken.status_code, "coordinator.yaml" in broken.text) == (422, True)

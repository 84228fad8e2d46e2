"""Runs on the dashboard that did not complete: a person lets them go on from the page, and they do, behind it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest

from coordinator.app.runtime import open_engine
from coordinator.config.environment import state_file
from coordinator.config.settings import Config
from coordinator.storage.store import Store
from coordinator.views.inbox import inbox
from coordinator.workflow.history import RunRecord
from coordinator.workflow.records import WATCHED, Resumption
from coordinator.workflow.resume import reopen_run
from tests.support.dashboards import dashboard, hidden, send, until
from tests.support.flows import (
    judges,
    look_up,
    make_config,
    make_repository,
    path_of,
    prompts_of,
    replies,
    run_flow,
)

RUN = "run-1"
PAGE, FORM, API = f"/runs/{RUN}", f"/runs/{RUN}/resume", f"/api/runs/{RUN}/resume"
ONCE = "0123456789abcdef"
FLOW = """\
stages:
  - {id: write, label: Write it, entry: true, on_enter: {inject: "Say [DONE]."}}
  - id: review
    triggers: [{message_contains: "[DONE]"}]
    on_enter: {judge: {instructions: look, inputs: [issue]}}
  - {id: fix, max_visits: 3, triggers: [{judge_verdict: fail}], on_enter: {inject: Mend it.}}
  - {id: end, terminal: true, triggers: [{judge_verdict: pass}]}
"""
NONSENSE = [judges("pass", 1) | {"reply": "Who knows?", "again": again} for again in (False, True)]


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    """A home with a run whose judge could not be read; the next one passes."""
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path / "home"))
    lines = [*replies("[DONE]", "[DONE]"), *NONSENSE, judges("pass", 2), judges("pass", 3)]
    found = make_config(tmp_path / "home", lines)
    whole = run_flow(found, FLOW, run_id=RUN)
    assert (whole.state, path_of(whole)) == ("error", ["write", "review"])
    return found


@pytest.fixture
def client(config: Config) -> Iterator[httpx2.Client]:
    with dashboard(config) as running, running.client() as client:
        yield client


def ended(config: Config, state: str = "completed") -> RunRecord:
    """The run, once it has ended so."""
    until(lambda: look_up(config, RUN).state == state)
    return look_up(config, RUN)


@pytest.mark.parametrize(
    ("given", "way", "words"),
    [
        ({"choice": "from"}, ["review", "end"], "resumed by Maria"),
        (
            {"choice": "from", "stage": "write", "text": "Shorter."},
            ["write", "review", "end"],
            "resumed by Maria",
        ),
        ({"choice": "say", "text": "Is it done?"}, ["write", "review", "end"], "resumed by Maria"),
        ({"choice": "pass"}, ["review", "end"], "pass by Maria"),
        (
            {"choice": "fail", "text": "No test."},
            ["review", "fix", "review", "end"],
            "fail by Maria",
        ),
    ],
)
def test_a_run_goes_on_from_its_page(
    config: Config, client: httpx2.Client, given: dict[str, str], way: list[str], words: str
) -> None:
    assert f'href="{FORM}"' in client.get(PAGE).text
    assert '<option value="review" selected>' in client.get(FORM).text
    sent = {"stage": "review", "text": "", "name": "Maria"} | given
    answer = send(client, FORM, **sent)
    assert (answer.status_code, answer.headers["location"]) == (303, PAGE)
    whole = ended(config)
    assert path_of(whole) == ["write", "review", *way]
    page = client.get(PAGE).text
    assert f", {words}, stayed" in page
    assert page.count(", stayed") == len(way) + 1  # all but the visit that it ended at
    assert FORM not in page
    if given.get("text"):
        assert given["text"] in prompts_of(config, RUN, "ask/work/Agent/2")[0]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"choice": "say", "text": " "}, "the run needs a stage or a message"),
        (
            {"choice": "from", "stage": "rview"},
            "has no stage &#39;rview&#39; (did you mean review?)",
        ),
        ({"choice": "fail", "text": ""}, "a fail needs a reason"),
        (
            {"choice": "perhaps", "text": "kept <b>"},
            "&#39;perhaps&#39; is not a valid decision",
        ),
        ({"choice": "pass", "name": " "}, "the name is missing"),
        ({"choice": "pass", "once": "x"}, "the form is incomplete"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_is_kept(
    config: Config, client: httpx2.Client, given: dict[str, str], said: str
) -> None:
    before = look_up(config, RUN)
    sent = {"stage": "review", "text": "kept <b>", "name": "Maria"} | given
    answer = send(client, FORM, **sent)
    assert answer.status_code == 422
    assert said in answer.text
    assert ("kept &lt;b&gt;" in answer.text) == ("kept" in sent["text"])
    assert look_up(config, RUN) == before


def test_what_would_keep_it_from_going_on_is_said_before_it_is_opened(
    config: Config, client: httpx2.Client, tmp_path: Path
) -> None:
    repo = make_repository(tmp_path / "repo")
    run_flow(config, FLOW, run_id="run-2", repo=repo)
    shutil.rmtree(repo)
    answer = send(
        client, "/runs/run-2/resume", choice="from", stage="review", name="Maria", text="kept"
    )
    assert (answer.status_code, ">kept</textarea>" in answer.text) == (422, True)
    assert str(repo) in answer.text
    (config.home / "coordinator.yaml").write_text(
        "workflow: {agent: {name: Agent, recorded: nowhere.jsonl}}\n"
    )
    answer = send(client, FORM, choice="from", stage="review", name="Maria")
    assert answer.status_code == 422
    assert "nowhere.jsonl" in answer.text
    assert look_up(config, RUN).state == look_up(config, "run-2").state == "error"


def test_a_form_that_is_sent_twice_goes_on_once(config: Config, client: httpx2.Client) -> None:
    again = make_config(
        config.home, [*replies("[DONE]", "Hm.", "Hm."), *NONSENSE, judges("pass", 2)]
    )
    fields = hidden(client.get(FORM)) | {
        "choice": "say",
        "stage": "review",
        "text": "Well?",
        "name": "Maria",
    }
    with ThreadPoolExecutor() as pool:  # as of somebody who is impatient
        answers = pool.map(lambda _: client.post(FORM, data=fields), range(4))
        assert {answer.status_code for answer in answers} == {303}
    whole = ended(again, "escalate")
    assert path_of(whole) == ["write", "review", "write"]
    assert client.post(FORM, data=fields).status_code == 303  # late, when it has ended again
    assert client.post(FORM, data=fields | {"name": "Otto", "choice": "pass"}).status_code == 422
    assert look_up(again, RUN) == whole


def test_programs_let_it_go_on_and_every_page_agrees(config: Config, client: httpx2.Client) -> None:
    def counted() -> list[str]:
        return [
            line
            for line in client.get("/metrics").text.splitlines()
            if line.startswith("coordinator_runs{")
        ]

    assert f'<a href="{FORM}">a person</a>' in client.get("/list?kind=run").text
    assert counted() == ['coordinator_runs{job="run",state="error"} 1']
    assert client.post(API, json={"by": "CI", "choice": "later"}).status_code == 422
    assert client.post(API, json={"by": "CI", "choice": "from"}).status_code == 422
    assert (
        client.post("/api/runs/none/resume", json={"by": "CI", "choice": "pass"}).status_code == 404
    )
    wanted = {"by": "CI", "choice": "pass", "once": ONCE}
    assert [client.post(API, json=wanted).json() for _ in range(2)] == [{"id": RUN}] * 2
    ended(config)
    assert client.post(API, json=wanted).json() == {"id": RUN}
    late = client.post(API, json=wanted | {"once": ONCE[::-1]})
    assert (late.status_code, late.json()["what"]) == (
        422,
        f"{RUN} has completed, so it cannot continue",
    )
    (row,) = client.get("/api/runs?state=completed").json()["rows"]
    assert (row["state"], row["panel"], row["phase"]) == ("completed", "completed", "end")
    assert counted() == ['coordinator_runs{job="run",state="completed"} 1']
    assert FORM not in client.get("/list?kind=run").text


def reopened(config: Config, **how: Any) -> None:
    """Open the run again, with nobody to go on with it."""

    async def work() -> None:
        with closing(Store(state_file(config.home))) as store:
            async with open_engine(config.home) as engine:
                await reopen_run(engine, store, RUN, Resumption(by="Maria", stage="review", **how))

    asyncio.run(work())


def test_what_a_page_let_go_on_is_begun_again_with_the_dashboard(config: Config) -> None:
    reopened(config, once=ONCE)
    assert look_up(config, RUN).state == "open"
    with dashboard(config):
        assert path_of(ended(config)) == ["write", "review", "review", "end"]


def test_what_somebody_stopped_at_a_terminal_is_left_to_them(config: Config) -> None:
    reopened(config)
    with dashboard(config) as running, running.client() as client:
        assert client.get("/list?kind=run&state=open").status_code == 200
        assert 'class="badge open"' in client.get(PAGE).text
        assert FORM not in client.get(PAGE).text
    assert look_up(config, RUN).state == "open"


def test_a_run_of_the_daemon_goes_on_though_no_daemon_is_there(
    config: Config, client: httpx2.Client
) -> None:
    with closing(sqlite3.connect(state_file(config.home))) as connection, connection:
        connection.execute("UPDATE runs SET job = ?", (WATCHED,))
    assert send(client, FORM, choice="from", stage="review", name="Maria").status_code == 303
    assert path_of(ended(config)) == ["write", "review", "review", "end"]


def test_a_run_that_did_not_complete_is_in_the_inbox_until_it_goes_on_or_is_run_again(
    config: Config,
) -> None:
    def waiting() -> list[tuple[str, str]]:
        with closing(Store(state_file(config.home))) as store:
            return [(item.id, item.why.partition(": no")[0]) for item in inbox(store)]

    run_flow(config, FLOW, run_id="run-2", issue="Another issue\n\nAbout this.")
    assert waiting() == [(RUN, "error: stage review"), ("run-2", "error: stage review")]
    run_flow(config, FLOW, run_id="run-3")  # on the issue of the first
    assert [run for run, _ in waiting()] == ["run-2", "run-3"]
    with closing(Store(state_file(config.home))) as store:
        go_on = "`coordinator resume run-2 --from review`, or --say TEXT to its agent"
        assert inbox(store)[0].todo == f"{go_on}, or `coordinator decide run-2 pass|fail`"

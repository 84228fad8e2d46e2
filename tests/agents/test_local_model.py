"""A small real model on loopback: its weights, its server, and a whole review with it on the panel."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from coordinator.config.settings import Config
from coordinator.errors import ConfigError
from coordinator.models import Ballot
from tests.support.local_model import LocalServer, find_weights
from tests.support.reviews import make_config, make_repository, review_locally

SECONDS = 60.0  # bounds every wait for something that takes one or two


def local(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that needs the real model; all of them share one server, so they run one after another."""
    marks = pytest.mark.local, pytest.mark.xdist_group("local"), pytest.mark.needs("local-model")
    for mark in marks:
        test = mark(test)
    return test


# -- the server


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    with LocalServer(find_weights()) as server:
        yield server


def chat(server: LocalServer, prompt: str, **more: Any) -> dict[str, Any]:
    """What the model answers, asked with nothing but HTTP."""
    body = {"messages": [{"role": "user", "content": prompt}], "temperature": 0} | more
    with closing(
        http.client.HTTPConnection("127.0.0.1", server.port, timeout=SECONDS)
    ) as connection:
        connection.request(
            "POST", "/v1/chat/completions", json.dumps(body), {"Content-Type": "application/json"}
        )
        answer: dict[str, Any] = json.loads(connection.getresponse().read())
    return answer


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(happened: Callable[[], bool]) -> None:
    until = time.monotonic() + SECONDS
    while not happened():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.05)


@local
def test_a_reply_keeps_to_its_schema(server: LocalServer) -> None:
    fields = {
        "reference": {"enum": ["b5c1"]},
        "score": {"type": "integer", "enum": [1, 2, 3, 4, 5]},
    }
    schema = {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }
    form = {
        "type": "json_schema",
        "json_schema": {"name": "report", "strict": True, "schema": schema},
    }
    answer = chat(server, "Say something about the sea.", response_format=form)
    said = json.loads(answer["choices"][0]["message"]["content"])
    assert said["reference"] == "b5c1"
    assert said["score"] in range(1, 6)


@local
@pytest.mark.parametrize("limit", ["max_tokens", "max_completion_tokens"])
def test_a_reply_keeps_to_its_length(server: LocalServer, limit: str) -> None:
    answer = chat(server, "Count to one hundred.", **{limit: 8})
    assert answer["choices"][0]["finish_reason"] == "length"
    assert answer["usage"]["completion_tokens"] == 8


@local
def test_no_web_page_may_talk_to_the_server(server: LocalServer) -> None:
    with closing(
        http.client.HTTPConnection("127.0.0.1", server.port, timeout=SECONDS)
    ) as connection:
        connection.request("GET", "/v1/models", headers={"Origin": "https://example.org"})
        answer = connection.getresponse()
        assert [model["id"] for model in json.loads(answer.read())["data"]] == [server.name]
    assert answer.getheader("Access-Control-Allow-Origin") == ""


@local
def test_a_server_ends_with_its_block() -> None:
    with LocalServer(find_weights()) as server:
        assert listens(server.port)
    assert not listens(server.port)


@local
def test_a_server_ends_when_whoever_started_it_is_killed() -> None:
    script = (
        "import time\n"
        "from tests.support.local_model import LocalServer, find_weights\n"
        "with LocalServer(find_weights()) as server:\n"
        "    print(server.port, flush=True)\n"
        "    time.sleep(600)\n"
    )
    with started("-c", script) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        assert listens(port)
        process.kill()
        wait_until(lambda: not listens(port))


@local
def test_weights_that_cannot_be_loaded_say_why(tmp_path: Path) -> None:
    (tmp_path / "cut.gguf").write_bytes(find_weights().read_bytes()[:100_000])
    with (
        pytest.raises(ConfigError, match=r"cut\.gguf cannot be served: .*failed"),
        LocalServer(tmp_path / "cut.gguf"),
    ):
        pytest.fail("it started")


@local
def test_a_port_that_is_taken_is_a_clear_line(server: LocalServer) -> None:
    taken = LocalServer(find_weights(), server.port)
    with pytest.raises(ConfigError, match=rf"couldn't bind .*{server.port}.*the port free"), taken:
        pytest.fail("it started")


@local
def test_a_server_that_is_not_ready_in_time_is_ended() -> None:
    hurried = LocalServer(find_weights(), deadline=0.01)
    with pytest.raises(ConfigError, match=r"not loaded within 0\.01 s"), hurried:
        pytest.fail("it was that fast")
    with pytest.raises(ProcessLookupError):
        os.kill(hurried.pid, 0)


# -- the command


def started(*arguments: str) -> subprocess.Popen[str]:
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(
        [sys.executable, *arguments], env=env, stdout=subprocess.PIPE, text=True
    )


# -- a whole review

ISSUE = "Greeting\n\nGreet the guest.\n"
WORK = {"greeting.txt": "Hello guest\n"}
CRITERIA = {
    "reference": "{{ reference }}",
    "checklist": [
        {
            "question": "Is the guest greeted?",
            "importance": "essential",
            "quote": "Greet the guest",
            "rationale": "It was asked for.",
        }
    ],
    "rubric_dimensions": [
        {
            "name": "Care",
            "description": "How warm is it?",
            "quote": "Greet the guest",
            "scale": "1-5",
            "weight": 1,
            "instruction": "Read it.",
            "anchors": {
                "contrast": "warmth",
                "score_2": "It is cold.",
                "score_3": "It is mild.",
                "score_4": "It is warm.",
            },
        }
    ],
    "scoring": {"aggregation": "weighted_sum", "normalize": "true"},
}
QUOTED = [{"source": "greeting.txt:1", "quote": "Hello guest"}]
REPORT = {
    "reference": "{{ reference }}",
    "summary": "It greets.",
    "checklist": [
        {"id": "CK-001", "answer": "yes", "case": "normal", "note": "", "evidence": QUOTED}
    ],
    "scores": [
        {
            "name": "NAME",
            "reasoning": "It greets.",
            "placement": "like score_4",
            "score": 4,
            "case": "normal",
            "evidence": QUOTED,
        }
    ],
    "findings": [
        {
            "text": "It is short.",
            "priority": "low",
            "criterion": "CK-001",
            "evidence": QUOTED,
            "suggestion": "More.",
        }
    ],
    "rework": {},
}
# The criteria are the model's own, so what it calls the dimension is looked up in them.
NAMED = """{{ rubric.split('"name": "')[1].split('"')[0] }}"""
TASK = f"Copy this JSON object, with your own answer and score:\n{json.dumps(REPORT)}\n".replace(
    "NAME", NAMED
)
TEMPLATES = {
    "rubric.md": f"What was asked:\n{{{{ issue }}}}\n\nCopy this JSON object:\n{json.dumps(CRITERIA)}\n",
    "judge.md": "Judge this work.\n{{ work }}\n\n" + TASK,
    "debate.md": "Judge this work again.\n{{ work }}\n\nOpen: {{ splits | join(', ') }}\n\n" + TASK,
}


def served_panel(server: LocalServer, home: Path) -> Config:
    """A panel whose every seat is the real model, with templates that show it what to write."""
    (home / "prompts").mkdir(parents=True)
    for name, text in TEMPLATES.items():
        (home / "prompts" / name).write_text(text)
    model = f'{{name: "openai:{server.name}", base_url: "{server.base_url}", temperature: 0, max_tokens: 600}}'
    judges = "\n".join(f"    - {{name: {name}, model: {model}}}" for name in ("Ann", "Bob", "Cid"))
    return make_config(
        home,
        [],
        review="protocol: judge-with-debate, bar: 4, debates: 1, debate: always, deadline: 10m",
        seats=f"  meta_judge: {{model: {model}}}\n  judges:\n{judges}",
        extra=f"prompts: {home / 'prompts'}\n",
    )


@local
def test_a_panel_on_the_real_model_writes_a_rubric_judges_and_debates(
    server: LocalServer, tmp_path: Path
) -> None:
    """Every seat is the real model, held to the schema that any model on a server of one's own is held to.

    With 135 million parameters it cannot fill in a report from our own prompts, so the ones used here show it what
    to write. What it writes is read, and its quotes are looked up, as those of any judge. The bar is where its
    scores come to lie, which makes it debate.
    """
    config = served_panel(server, tmp_path / "home")
    whole = review_locally(config, make_repository(tmp_path / "repo", WORK), ISSUE)

    rounds = [
        [t for t in standing.testimonies if isinstance(t, Ballot)] for standing in whole.standings
    ]
    endings = [
        (asked.purpose, asked.seat, asked.round, asked.answered.ending) for asked in whole.asked
    ]
    assert whole.rubric is not None, endings
    assert whole.rubric.origin == "meta-judge"
    assert rounds[0], endings
    assert not any(ballot.recorded for ballot in rounds[0])
    assert all(proof.found == "verified" for proof in rounds[0][0].proofs), rounds[0][0].proofs
    asked = {(asked.purpose, asked.round) for asked in whole.asked}
    assert asked >= {("rubric", 0), ("judge", 0), ("debate", 1)}, endings
    assert whole.verdict is not None
    assert whole.verdict.outcome in ("accept", "reject", "escalate"), whole.verdict

"""Models that look into the work and try it out before they answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from coordinator.agents.file_tools import CALLS
from coordinator.reviews.record import ReviewRecord
from tests.support.models import NAMES, failure, only_our_key, put, seat
from tests.support.reviews import (
    GREETS,
    RUBRIC,
    make_config,
    make_repository,
    report,
    review_locally,
)
from tests.support.wire_server import TOKENS_IN, WIRES, Say, Wire, WireServer, serving

# The vendors' packages take seconds to import, so one worker does
pytestmark = pytest.mark.xdist_group("model")
every_wire = pytest.mark.parametrize("wire", WIRES)


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    only_our_key(monkeypatch)


@pytest.fixture
def server() -> Iterator[WireServer]:
    with serving() as server:
        yield server


@every_wire
def test_a_model_may_look_into_the_work_before_it_answers(
    wire: Wire, server: WireServer, tmp_path: Path
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "greet.py").write_text("def greet():\n    return 'Hello'\n")
    server.script = [
        Say("", finish="tool", call=("search", {"text": "Hello"})),
        Say("", finish="tool", call=("read_file", {"path": "../secret", "line": "1"})),
        Say("", finish="tool", call=("read_file", {"path": "greet.py", "line": "1"})),
        Say('{"reference": "abc123"}'),
    ]
    model = seat(server, wire, tmp_path, tools=True)
    assert model.wants_folder
    assert model.tools == ("list_files", "read_file", "search")
    reply = put(model, folder=str(work))
    assert reply.text == '{"reference": "abc123"}'
    assert reply.opened == ("greet.py",)
    assert reply.usage.tokens_in == 4 * TOKENS_IN
    assert "greet.py:2:     return 'Hello'" in server.seen[1].prompt
    assert "the path leads out of the work" in server.seen[2].prompt
    # This one takes a schema or tools, not both
    assert (server.seen[0].schema is None) == (wire == "google")


def test_a_model_that_only_calls_tools_is_stopped(server: WireServer, tmp_path: Path) -> None:
    server.answer = lambda _: Say("", finish="tool", call=("list_files", {"directory": "."}))
    error = failure(seat(server, "openai", tmp_path, tools=True), folder=str(tmp_path))
    assert "kept calling tools" in str(error)
    assert len(server.seen) == CALLS + 2
    assert f"all {CALLS} calls are used" in server.seen[-1].prompt


# -- scripts of the model's own

CLOCK = "import time\nfrom greet import greet\nprint(greet('Ann'), time.time_ns())"
SCRIPT = {"run": CLOCK, "with": "python", "on": "work"}


def panel_of_models(server: WireServer, home: Path, repo: Path, extra: str = "") -> ReviewRecord:
    """A review by two models with tools: one writes the rubric, the other tries out what it gives as evidence."""
    shown = SCRIPT | {"run": f"\n{CLOCK}\n", "shows": "Hello, Ann [0-9]+"}
    server.script = [
        Say(json.dumps(RUBRIC)),
        Say("", finish="tool", call=("run_experiment", SCRIPT)),
        Say(json.dumps(report((5, 5), evidence=[GREETS, shown]))),
    ]
    model = f'name: "{NAMES["openai"]}", base_url: "{server.base_url("openai")}", key: MY_KEY, tools: true'
    seats = "".join(f"  {seat}: {{model: {{{model}}}}}\n" for seat in ("meta_judge", "judge"))
    return review_locally(make_config(home, [], "protocol: judge", extra, seats), repo)


@pytest.mark.needs("bubblewrap")
def test_what_a_model_has_tried_out_is_evidence_and_is_not_run_again(
    server: WireServer, tmp_path: Path
) -> None:
    found = panel_of_models(server, tmp_path / "home", make_repository(tmp_path / "repo"))
    rubric, judge, tried = server.seen
    assert "run_experiment" not in rubric.prompt
    offered = [tool["function"]["name"] for tool in judge.body["tools"]]
    assert offered == ["list_files", "read_file", "search", "run_experiment"]
    assert "with list_files, read_file, search, run_experiment: at who calls" in judge.prompt
    assert "Try it out with run_experiment" in judge.prompt
    (ballot,) = found.standings[-1].testimonies
    assert ballot.kind == "ballot"
    (proof,) = [proof for proof in ballot.proofs if proof.runs]
    assert proof.found == "verified"
    (ran,) = proof.runs
    assert f"on the work, green (exit 0):\n{ran.output}" in tried.body["messages"][-1]["content"]


def test_where_no_script_is_run_none_is_offered(server: WireServer, tmp_path: Path) -> None:
    found = panel_of_models(
        server, tmp_path / "home", make_repository(tmp_path / "repo"), "sandbox: off\n"
    )
    _, judge, refused = server.seen
    assert "run_experiment" not in judge.prompt
    assert '"shows"' not in judge.body["messages"][0]["content"]
    assert (
        "there is no tool 'run_experiment'; there are list_files, read_file, search"
        in refused.prompt
    )
    (ballot,) = found.standings[-1].testimonies
    assert ballot.kind == "ballot"
    assert [proof.found for proof in ballot.proofs] == ["verified", "no source"]

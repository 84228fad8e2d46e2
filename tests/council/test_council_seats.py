"""Members of other kinds than recorded ones: a person, and a program that looks into the repository."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import closing as shutting
from pathlib import Path

import pytest

from coordinator.config.environment import state_file
from coordinator.config.settings import Config, load
from coordinator.council import CouncilRecord, convene
from coordinator.engine.journal import JournalEngine
from coordinator.models import Abstention
from coordinator.parsing.shapes import Proposal
from coordinator.storage.store import Event, Store
from coordinator.views.asks import OpenAsk, form, open_asks, problem, send_answer
from coordinator.views.text import council_end_text, event_line
from tests.support.councils import (
    FOR_ANN,
    MEMBERS,
    PROBLEM,
    agreeing,
    council_config,
    proposal,
    result,
    text_of,
    vote,
)
from tests.support.reviews import make_repository
from tests.support.runs import until

# It proposes what it sees in its folder, and chooses whatever is shown first.
PROGRAM = """\
import json, os, re, sys
prompt = sys.stdin.read()
reference = re.search('"reference": "([0-9a-f]+)"', prompt)[1]
letters = re.findall("^### Proposal ([A-Z])$", prompt, re.MULTILINE)
if letters:
    ratings = [{"label": letter, "score": 9 - number} for number, letter in enumerate(letters)]
    said = {"ratings": ratings, "reasoning": "first", "choice": letters[0], "confidence": "low"}
else:
    seen = " ".join(sorted(os.listdir(".")))
    said = {"name": "a look", "approach": seen, "code": "pass", "language": "python", "pros": ["p"], "cons": ["c"]}
print(json.dumps({"reference": reference} | said))
"""


def with_member(home: Path, member: str) -> Config:
    """Ann and Bob recorded, and Cid as given."""
    council_config(home, agreeing())
    file = home / "coordinator.yaml"
    rows = file.read_text().splitlines()
    file.write_text(
        "\n".join([*[row for row in rows if "name: Cid" not in row], f"    - {member}", ""])
    )
    return load(config=file, environ={"COORDINATOR_HOME": str(home)})


def test_a_program_reads_the_repository_and_votes_by_letters(tmp_path: Path) -> None:
    script = tmp_path / "member.py"
    script.write_text(PROGRAM)
    argv = json.dumps([sys.executable, str(script)])
    config = with_member(tmp_path / "home", f"{{name: Cid, command: {{argv: {argv}}}}}")
    repo = make_repository(
        tmp_path / "repo", {"greet.py": "pass\n", ".netrc": "machine x password secret\n"}
    )
    council = asyncio.run(convene(PROBLEM, config=config, repo=str(repo), rounds=1))
    said = council.rounds[0].drafts["Cid"]
    assert isinstance(said, Proposal), said
    assert said.approach == "greet.py"
    assert council.rounds[0].votes["Cid"] == council.rounds[0].cast["Cid"]


SCRIBBLER = f"open('notes', 'w').write('x')\n{PROGRAM}"


@pytest.mark.parametrize("with_repo", [True, False])
def test_a_program_may_scribble_in_a_folder_of_its_own_but_not_in_the_repository(
    tmp_path: Path, with_repo: bool
) -> None:
    script = tmp_path / "member.py"
    script.write_text(SCRIBBLER)
    argv = json.dumps([sys.executable, str(script)])
    config = with_member(tmp_path / "home", f"{{name: Cid, command: {{argv: {argv}}}}}")
    repo = str(make_repository(tmp_path / "repo")) if with_repo else ""
    council = asyncio.run(convene(PROBLEM, config=config, repo=repo, rounds=1))
    said = council.rounds[0].drafts["Cid"]
    assert isinstance(said, Abstention if with_repo else Proposal), said
    assert len(council.rounds[0].slate.entries) == (2 if with_repo else 3)


def programs(home: Path, *models: str) -> Config:
    """A council of three programs that are said to be these models."""
    home.mkdir()
    script = home / "member.py"
    script.write_text(PROGRAM)
    argv = json.dumps([sys.executable, str(script)])
    seats = (
        f"    - {{name: {name}, command: {{argv: {argv}, model: {model}}}}}\n"
        for name, model in zip(MEMBERS, models, strict=True)
    )
    file = home / "coordinator.yaml"
    file.write_text(f"council:\n  rounds: 1\n  members:\n{''.join(seats)}")
    return load(config=file, environ={"COORDINATOR_HOME": str(home)})


def test_a_council_of_one_family_is_warned_of_and_one_of_three_is_not(tmp_path: Path) -> None:
    events: list[Event] = []
    config = programs(tmp_path / "one", "anthropic/claude-x", "claude-y", "aws/claude-z")
    alike = asyncio.run(convene(PROBLEM, config=config, on_event=events.append))
    said = f"{', '.join(MEMBERS[:-1])} and {MEMBERS[-1]} use models of one family (anthropic claude): one opinion"
    assert alike.concerns == (said,)
    assert result(alike)["concerns"] == [said]
    assert f"Independence: {said}." in text_of(alike, "spec.md")
    assert f"warning        {said}" in [event_line(event, "council_events.txt") for event in events]
    assert f"warning: {said}\n" in council_end_text(alike)
    different = programs(tmp_path / "two", "claude-x", "google/gemini-y", "openai/gpt-x")
    mixed = asyncio.run(convene(PROBLEM, config=different))
    assert (mixed.concerns, result(mixed)["concerns"]) == ((), [])
    assert "Independence" not in text_of(mixed, "spec.md")


def test_a_person_proposes_and_votes_and_is_told_what_is_wrong_before_it_counts(
    tmp_path: Path,
) -> None:
    config = with_member(tmp_path, "{name: Cid, person: maria}")

    async def held() -> CouncilRecord:
        sitting = asyncio.create_task(convene(PROBLEM, config=config))
        first = await asked(config, "propose")
        assert (first.purpose, first.opened.person) == ("propose", "maria")
        assert "code: |" in form(first)
        assert "name is missing" in problem(first, form(first))
        await answer(config, first, json.dumps(proposal("by hand") | {"reference": "whatever"}))
        second = await asked(config, "vote")
        assert second.letters == ("A", "B")
        assert form(second).count("label:") == 2
        assert "should be one of A, B" in problem(
            second, form(second).replace("label: A", "label: Q")
        )
        assert "confidence" in problem(second, form(second).replace("choice:", "choice: A"))
        known = Path(state_file(config.home))
        with shutting(Store(known)) as store:
            seen = json.loads(
                next(e.body for e in store.events(second.run) if e.key == "letters/1")
            )["seen"]["Cid"]
        scores = {
            author: FOR_ANN["Cid"][run_id.partition("/")[0]] for author, run_id in seen.items()
        }
        text = (
            json.dumps(vote(scores))
            .replace("{{letter of ", "")
            .replace("}}", "")
            .replace("{{reference", "")
        )
        await answer(config, second, text)
        return await sitting

    council = asyncio.run(held())
    assert council.outcome == "agreed"
    assert council.rounds[0].drafts["Cid"] == Proposal.model_validate(
        {
            key: value
            for key, value in proposal("by hand", language="python").items()
            if key != "reference"
        }
    )


async def asked(config: Config, purpose: str) -> OpenAsk:
    """The ask for this purpose, once it waits for a person."""
    found: list[OpenAsk] = []

    def waits() -> bool:
        if (state_file(config.home)).exists():
            with shutting(Store(state_file(config.home))) as store:
                found[:] = [ask for ask in open_asks(store) if ask.purpose == purpose]
        return bool(found)

    await until(waits)
    return found[0]


async def answer(config: Config, ask: OpenAsk, text: str) -> None:
    async with JournalEngine(state_file(config.home), {}) as engine:
        await send_answer(engine, ask, text)

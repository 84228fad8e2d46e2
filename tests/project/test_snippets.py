"""Every fence of every page is run, loaded or read by what it is for; every command that we name exists.

`console` and `sh` are run by test_docs.py, and `python` too; `bash` is for the reader's own machine: the command line
reads it. `text` is what a test compares. `<!-- not run: why -->` above a fence says that it cannot be run here.
"""

from __future__ import annotations

import ast
import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
import yaml
from starlette.routing import compile_path

from coordinator.agents.factory import agent_for
from coordinator.cli.command_table import COMMANDS, RENAMED
from coordinator.config.environment import VARIABLES
from coordinator.config.home_directory import HOME
from coordinator.config.settings import ServeConfig, load
from coordinator.panels.protocols import needed_seats
from coordinator.parsing.citations import read_evidence
from coordinator.parsing.json_yaml import parse
from coordinator.web.api import ENDPOINTS
from coordinator.workflow.dialect.lint import check
from tests.support.doc_pages import (
    FENCE,
    PAGES,
    Block,
    blocks,
    commands_in,
    wrong_command,
    wrong_mention,
)
from tests.support.paths import ROOT
from tests.support.reviews import open_board
from tests.support.shell import data_of

BLOCKS = [block for page in PAGES for block in blocks(page)]
# Each with the test that runs it
NOTATIONS = {
    "example": "judgement/test_worked_examples.py",
    "ballots": "judgement/council/test_council_agreement.py",
}
ADDRESS = f"http://{ServeConfig().host}:{ServeConfig().port}"
BESIDES = ("/api/events", "/mcp")  # what the dashboard answers beside its pages and endpoints
MOST_NOT_RUN = 5


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with what the recipes name, on a machine with the keys and programs that they need."""
    for vendor in ("OPENAI", "ANTHROPIC", "GOOGLE", "OPENROUTER"):
        monkeypatch.setenv(f"{vendor}_API_KEY", "made up")
    (tmp_path / "my-judge").write_text("#!/bin/sh\n")
    (tmp_path / "my-judge").chmod(0o755)
    monkeypatch.setenv(
        "PATH", os.pathsep.join((str(tmp_path), str(ROOT / "tests/data/clis"), os.environ["PATH"]))
    )
    (tmp_path / "replies.jsonl").write_text(
        '{"seat": "Judge", "purpose": "judge", "round": 0, "reply": "Fine."}\n'
    )
    return tmp_path


@pytest.mark.parametrize(
    "block", [pytest.param(each, id=f"{each.page.name}:{each.line}") for each in BLOCKS]
)
def test_a_snippet_is_what_it_is_for(block: Block, house: Path) -> None:
    match block.kind:
        case "yaml":
            read_yaml(block.text, house)
        case "json":
            read_data(json.loads(block.text), block.text)
        case "toml":
            read_data(tomllib.loads(block.text), block.text)
        case "python":
            compile(block.text, block.page.name, "exec")
        case "sh" | "console":
            read_shell(block.text)
        case "bash":
            assert read_shell(block.text) or block.why_not_run, "nothing in it is read by anything"
        case "text":
            assert block.checked_by or block.why_not_run, "no test is said to compare it"
            read_shell(block.text)
        case notation:
            assert notation in NOTATIONS, "no test reads this kind of block"
    for name in block.checked_by or filter(None, [NOTATIONS.get(block.kind)]):
        assert block.page.name in (ROOT / "tests" / name).read_text(encoding="utf-8")


def read_yaml(text: str, house: Path) -> None:
    """A workflow file without a fault; or one of GitHub; or a whole coordinator.yaml, whose seats can be seated."""
    if re.search("^jobs:", text, re.MULTILINE):
        read_github_workflow(yaml.safe_load(text))
        return
    if re.search("^stages:", text, re.MULTILINE):
        assert check("page.yaml", text)[1] == ()
        return
    (house / "coordinator.yaml").write_text(text, encoding="utf-8")
    config = load(config=house / "coordinator.yaml", environ={"COORDINATOR_HOME": str(house)})
    panel = needed_seats(config) if config.panel.seats else ()
    with open_board(config) as (_, tracker):
        for seat in (*panel, *config.council.members, *config.workflow.seats):
            assert agent_for(seat, config, tracker)


def read_github_workflow(workflow: Mapping[Any, Any]) -> None:
    """One that says what it may do, and gives our Action what that takes."""
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    # YAML reads `on` as true
    assert workflow.keys() - {"name", "concurrency"} == {True, "permissions", "jobs"}
    for step in (step for job in workflow["jobs"].values() for step in job["steps"]):
        assert ("run" in step) != ("uses" in step)
        if step.get("uses", "").partition("@")[0].endswith("/coordinator"):
            assert step.get("with", {}).keys() <= action["inputs"].keys()


def read_data(data: Mapping[str, Any], text: str) -> None:
    """Servers of an agent's settings, which start or address ours; or what --json prints; or a piece of evidence."""
    servers = data.get("mcpServers") or data.get("mcp_servers") or {}
    for server in servers.values():
        if "url" in server:
            read_address(server["url"], "")
        else:
            assert server["command"] == "coordinator"
            assert wrong_command(server["args"]) == ""
    if "kind" in data:
        assert data_of(text)
    elif not servers:
        assert len(read_evidence(parse(text, 1, only_json=True))) == 1


def read_shell(text: str) -> int:
    """How many commands and addresses of ours there are, each of which exists and takes what it is given."""
    commands = list(commands_in(text))
    assert [(words, wrong) for words in commands if (wrong := wrong_command(words))] == []
    requests = re.findall(
        rf"curl .*?({ADDRESS}\S*)(?:\s+--json '(.*?)')?", text.replace("\\\n", "")
    )
    for address, body in requests:
        read_address(address, body)
    return len(commands) + len(requests) + text.count(" install ")


def read_address(address: str, body: str) -> None:
    assert address.startswith(ADDRESS)
    path, _, query = address.removeprefix(ADDRESS).partition("?")
    fits = [
        each
        for each in ENDPOINTS
        if compile_path(each.path)[0].match(path) and bool(body) == each.acts
    ]
    assert fits or path in BESIDES
    for endpoint in fits[:1]:
        assert (
            endpoint.given.model_validate_json(body)
            if body
            else endpoint.given(**dict(parse_qsl(query)))
        )


def test_few_snippets_cannot_be_run_and_they_say_why() -> None:
    marks = [block for block in BLOCKS if block.why_not_run]
    assert len(marks) <= MOST_NOT_RUN, [(block.page.name, block.line) for block in marks]
    assert all(block.kind in ("text", "bash", "console") for block in marks)
    lines = [line for page in PAGES for line in page.read_text(encoding="utf-8").splitlines()]
    assert sum(line.lstrip().startswith("<!-- not run:") for line in lines) == len(marks), (
        "a mark stands over no fence"
    )


# -- what is named in running text


def named_commands(text: str) -> Iterator[list[str]]:
    """The words of each command between backticks or in <code>, without the program's name."""
    for found in re.findall(r"(?:`|<code>)([^`<]+)(?:`|</code>)", text):
        words = found.split()
        if words[:2] == ["uvx", "agent-coordinator"]:
            yield words[2:]
        elif words[:1] == ["coordinator"] and words[1:2] not in (["COMMAND"], ["VALUE"]):
            yield words[1:]
        elif (
            words
            and words[0] in {*COMMANDS, *RENAMED}
            and any(word.startswith("--") for word in words)
        ):
            yield words


def strings(code: str) -> Iterator[str]:
    """Every text in Python code; what is filled in is VALUE."""
    tree = ast.parse(code)
    parts = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else "VALUE"
                for part in node.values
            )
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts
        ):
            yield node.value


def texts() -> Iterator[tuple[Path, str]]:
    """Everything that somebody reads: pages, messages, help texts, prompts, templates."""
    for page in PAGES:
        yield page, FENCE.sub("", page.read_text(encoding="utf-8"))
    for file in sorted((ROOT / "src").rglob("*")):
        whole = (
            file.read_text(encoding="utf-8")
            if file.suffix in (".py", ".md", ".html", ".js", ".yaml")
            else ""
        )
        if file.suffix != ".py":
            yield file, whole
        elif re.search(r"coordinator [a-z{]|`[a-z ]+ --", whole):
            yield from ((file, text) for text in strings(whole))


def test_every_command_and_option_that_is_named_exists_under_its_name_of_now() -> None:
    named = [(file.name, words) for file, text in texts() for words in named_commands(text)]
    assert len(named) > 150
    assert [(file, words, wrong) for file, words in named if (wrong := wrong_mention(words))] == []


def test_every_variable_and_extra_that_a_page_names_is_ours() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        variables = set(re.findall(r"\bCOORDINATOR_[A-Z_]+\b", text))
        assert variables <= {HOME, *VARIABLES}, page.name
        assert set(re.findall(r"agent-coordinator\[(\w+)\]", text)) <= set(extras), page.name

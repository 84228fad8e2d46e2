"""Compute every snapshot from the running code: a text by its file name."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from docs.generate import commands, pages
from tests.behaviour import package
from tests.behaviour.runs_again import spans_of_runs
from tests.behaviour.served import metric_names
from tests.behaviour.shapes import outline, shape_of, without_words, words_of
from tests.support.shell import call
from tests.upgrade.unpacked import unpack

HERE = Path(__file__).parent
OPTION = re.compile(r"^  ((?:-\w, )?--[\w-]+.*?)(?:  .*)?$", re.MULTILINE)
USAGE = re.compile(r"^Usage: (.*(?:\n {7,}.*)*)", re.MULTILINE)
STATE = "70a7387"  # a folder of tests/upgrade


# -- what does not need any state


def help_of_all() -> dict[str, str]:
    """Return the help page of every command, as a terminal of 80 columns shows it."""
    env = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}
    return {name: call(*name.split(), "--help", env=env).stdout for name in ("", *commands())}


def help_words() -> str:
    return "\n".join(f"$ coordinator {name} --help\n{text}" for name, text in help_of_all().items())


def command_options() -> str:
    """Return the usage of every command, and its options with the kind of value they take."""
    lines = []
    for text in help_of_all().values():
        usage = USAGE.search(text)
        assert usage is not None, text
        lines.append(" ".join(usage[1].split()))
        lines += [f"  {option}" for option in OPTION.findall(text)]
    return "\n".join(lines) + "\n"


def variables() -> str:
    """Return the names of the variables that the page of the configuration lists."""
    table = pages()["configuration.md"].partition("## variables\n")[2]
    return "\n".join(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) + "\n"


def tool_descriptions() -> str:
    """Return what an agent is told of each tool and of its arguments."""
    lines = []
    for tool in package.mcp_tools():
        description = " ".join(tool["description"].split())
        lines.append(f"{tool['name']}: {description}")
        lines += words_of(tool["input_schema"])
    return "\n".join(lines) + "\n"


def workflow_schema() -> Any:
    return json.loads(call("workflow", "schema").stdout)


STATIC: Mapping[str, Callable[[], str]] = {
    "words/help.txt": help_words,
    "words/mcp.txt": tool_descriptions,
    "fixed/commands.txt": command_options,
    "fixed/variables.txt": variables,
    "fixed/configuration.schema.txt": lambda: outline(
        without_words(package.configuration_schema())
    ),
    "fixed/workflow.schema.txt": lambda: outline(without_words(workflow_schema())),
    "fixed/openapi.txt": lambda: outline(without_words(package.openapi())),
    "fixed/mcp.txt": lambda: outline(without_words(package.mcp_tools())),
    "fixed/replies.txt": lambda: outline(package.reply_schemas()),
    "fixed/event-kinds.txt": lambda: "\n".join(package.event_kinds()) + "\n",
}

# -- what is said about a state

WORKFLOW = """\
name: small
stages:
  - {id: work, entry: true, on_enter: {inject: "Work, then say [DONE]."}}
  - {id: done, terminal: true, triggers: [{message_contains: "[DONE]"}]}
"""
# A title in angle brackets stands for the id of the run with that title.
SAID = (
    "list --json",
    "show <Greet or wait> --json",
    "show <Greet them twice> --json",
    "show <Greet before examiners> --json",
    "show <Greet for Maria> --json",
    "show <Greet in stages> --json",
    "show <Greet in a branch> --json",
    "show <Greet in a pull request> --json",
    "show <Agree on the list of guests> --json",
    "show <Decide on the list of guests> --json",
    "show <Revise the list of guests> --json",
    "inbox --json",
    "workers --json",
    "config --json",
    "answer <Greet for Maria> --json",
    "answer <Ask Maria about the list of guests> --json",
    "board list --json",
    "board show B-1 --json",
    "board add Another --text Anything --creator eve --json",
    "board move B-7 in_progress --as eve --json",
    "board label B-7 --add new --json",
    "board comment B-7 Hello --as eve --json",
    "workflow check small.yaml --json",
    "workflow check wrong.yaml --json",
    "workflow graph small.yaml --json",
    "run small.yaml --issue issue.md --dry-run --json",
    "council Where? --dry-run --json",
    "replay --json",
    "replay calibrate --json",
    "decide <Greet or wait> accept --reason Enough. --by maria --json",
    "decide <Dispute the list of guests> B --reason Enough. --by maria --json",
    "answer <Greet for Maria> --file answer.json --json",
    "cancel <Greet in a command> --json",
    "resume <Greet for Maria> --config home/person.yaml --json",
    "resume <Greet before slow examiners> --json",
    "resume <Greet and decide> --json",
    "resume <Greet no more> --json",
    "resume <Greet in a branch> --json",
    "resume <Vote on the list of guests> --json",
    "review --repo nowhere --json",
    "review --issue B-99 --json",
    "show nothing --json",
    "list --state nonsense --json",
    "run nowhere.yaml --json",
    "state import nowhere.jsonl",
    "--config nowhere.yaml config",
    "config --config wrong.yaml",
    "nonsense",
    "--version",
)


def said_of_the_state(place: Path) -> str:
    """Return the exit code and the shape of what each command says, one after the other."""
    unpack(STATE, place)
    (place / "small.yaml").write_text(WORKFLOW)
    (place / "wrong.yaml").write_text(WORKFLOW.replace("message_contains", "mesage_contains"))
    env = {**os.environ, "COORDINATOR_HOME": str(place / "home")}

    def run(*arguments: str) -> tuple[int, str]:
        done = call(*arguments, env=env, cwd=place)
        return done.returncode, done.stdout

    ids = {row["title"]: row["id"] for row in json.loads(run("list", "--json")[1])["data"]}
    return "\n".join(_said(line, ids, run) for line in SAID)


def _said(line: str, ids: Mapping[str, str], run: Callable[..., tuple[int, str]]) -> str:
    words = []
    for word in re.findall(r"<[^>]+>|\S+", line):
        words.append(ids[word.strip("<>")] if word.startswith("<") else word)
    code, out = run(*words)
    lines = [f"$ coordinator {line}", f"exit code {code}"]
    if out.startswith("{"):
        printed = json.loads(out)
        lines += [
            f"version {printed['version']}, kind {printed['kind']!r}",
            outline(shape_of(printed["data"])),
        ]
    return "\n".join(lines) + "\n"


STATEFUL: Mapping[str, Callable[[Path], str]] = {
    "fixed/json.txt": said_of_the_state,
    "fixed/metrics.txt": metric_names,
    "fixed/spans.txt": spans_of_runs,
}


NAMES = (*STATIC, *STATEFUL)


def compute(name: str, place: Path) -> str:
    """Return the snapshot of this name; `place` is an empty directory."""
    if name in STATIC:
        return STATIC[name]()
    return STATEFUL[name](place)

"""Tools with which a model reads the files of one folder and runs scripts on the work.

The number of calls and bytes is limited. A model's script runs like an experiment, in a copy that
is deleted afterwards.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from coordinator.errors import WorkspaceError
from coordinator.judgement.evidence.experiments import red_or_green
from coordinator.models import Experiment
from coordinator.parsing.citations import read_evidence
from coordinator.parsing.fields import ParseError
from coordinator.parsing.json_yaml import parse
from coordinator.workspace.checks.experiment_runner import PER_REPLY, PROGRAMS, ExperimentRunner
from coordinator.workspace.masking.credential_files import format_of, mask_values, withheld

if TYPE_CHECKING:
    from pydantic_ai.tools import ToolDefinition

CALLS = 20
SHOWN = 20_000  # characters of one answer
LINE_SHOWN = 200  # characters of a line that a search found
LISTED = 500
MATCHES = 50
SEARCHED = 20_000_000  # bytes that one search reads
LARGEST = 2_000_000  # bytes of the largest file that a tool reads
LONGEST_PATH = 4_096  # bytes, as on Linux; the time to resolve a path is quadratic in its length


class Tool(NamedTuple):
    """The description of a tool that is sent to a model."""

    purpose: str
    arguments: Mapping[str, str | list[str]]  # each with its meaning or its allowed values


LIST_FILES = "list_files"
READ_FILE = "read_file"
SEARCH = "search"
RUN_EXPERIMENT = "run_experiment"

TOOLS: Mapping[str, Tool] = {
    LIST_FILES: Tool(
        "List the files of the work below a directory.",
        {"directory": "such as `src`; `.` is all of it"},
    ),
    READ_FILE: Tool(
        "Read a file of the work from a line on.",
        {"path": "the file", "line": "first line, from 1"},
    ),
    SEARCH: Tool(
        "Find the lines of the work that contain a text, letter by letter.",
        {"text": "what to look for"},
    ),
}
SCRIPTS = Tool(
    f"Run a script as an experiment is run, at most {PER_REPLY} times, and see what it prints.",
    {"run": "the script", "with": list(PROGRAMS), "on": ["work", "base", "both"]},
)


class FileTools:
    """The tools that a model can use during one ask, on the files of one folder.

    An invalid call raises no exception. Its answer is a message that says what is wrong.
    """

    def __init__(
        self, root: str, until: float = math.inf, runner: ExperimentRunner | None = None
    ) -> None:
        self.root = Path(root).resolve()
        self.until = until  # a time of the monotonic clock
        self.runner = runner  # runs scripts
        self.opened: dict[str, None] = {}  # the paths that were read, in order
        self.left = CALLS
        self.scripts = PER_REPLY
        self.tools = dict(TOOLS)
        if self.runner:
            self.tools[RUN_EXPERIMENT] = SCRIPTS

    def definitions(self) -> list[ToolDefinition]:
        """Return the tools in the form that pydantic_ai sends to a model."""
        from pydantic_ai.tools import ToolDefinition

        return [
            ToolDefinition(
                name=name, description=tool.purpose, parameters_json_schema=_schema_of(tool)
            )
            for name, tool in self.tools.items()
        ]

    async def answer(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """Return the result of a tool call, or a message that says why there is none."""
        if self.left <= 0:
            return f"all {CALLS} calls are used; answer now"
        self.left -= 1
        if tool not in self.tools:
            return f"there is no tool {tool[:40]!r}; there are {', '.join(self.tools)}"
        try:
            found = await self._use(tool, arguments)
        except OSError as error:
            return f"not possible: {error.strerror}"
        except (TypeError, ValueError, OverflowError, ParseError, WorkspaceError) as error:
            return f"not possible: {error}"
        if len(found) <= SHOWN:
            return found
        return found[:SHOWN] + "\n… cut here"

    async def _use(self, tool: str, arguments: Mapping[str, Any]) -> str:
        if tool == RUN_EXPERIMENT:
            return await self.run_experiment(arguments)
        if tool == LIST_FILES:
            return await asyncio.to_thread(self.list_files, arguments)
        if tool == READ_FILE:
            return await asyncio.to_thread(self.read_file, arguments)
        return await asyncio.to_thread(self.search, arguments)

    async def run_experiment(self, arguments: Mapping[str, Any]) -> str:
        """Run a script; return its outcome and its output, or the reason why it was not run."""
        assert self.runner is not None  # this tool exists only with a runner
        given = {
            "run": arguments.get("run"),
            "with": arguments.get("with"),
            "on": arguments.get("on"),
            "shows": "anything",
        }
        # Parse the script in the same way as the scripts in a report. If the model repeats the
        # script in its report, the runner then recognizes it and does not run it again.
        [script] = read_evidence(parse(json.dumps(given), 1, only_json=True))
        assert isinstance(script, Experiment)
        if self.scripts <= 0:
            return f"scripts were run {PER_REPLY} times; answer from what is known"
        self.scripts -= 1
        room = max(0.0, self.until - time.monotonic()) / 2
        try:
            async with asyncio.timeout(room):
                runs = await self.runner.try_out(script)
        except TimeoutError:
            return f"stopped after {room:.1f} s for want of time, which says nothing about the work"
        return "\n\n".join(f"on the {run.on}, {red_or_green(run)}:\n{run.output}" for run in runs)

    def list_files(self, arguments: Mapping[str, Any]) -> str:
        top = self._inside(str(arguments.get("directory") or "."))
        names = (self._name(file) for file in self._files(top))
        return _first_rows(names, LISTED) or "no files there"

    def read_file(self, arguments: Mapping[str, Any]) -> str:
        file = self._inside(str(arguments.get("path") or ""))
        if not file.is_file() or _is_hidden(file):
            return "there is no such file"
        self.opened[self._name(file)] = None
        first = max(1, int(arguments.get("line") or 1))
        lines = _text(file).split("\n")[first - 1 :]
        return "\n".join(f"{number}: {line}" for number, line in enumerate(lines, first))

    def search(self, arguments: Mapping[str, Any]) -> str:
        wanted = str(arguments.get("text") or "")
        if not wanted.strip():
            return "there is nothing to look for"
        return _first_rows(self._matches(wanted), MATCHES) or "no line contains it"

    def _matches(self, wanted: str) -> Iterator[str]:
        """Yield the lines that contain `wanted`, each with the name of its file."""
        left = SEARCHED
        for file in self._files(self.root):
            text = _text(file)
            left -= len(text)
            for number, line in enumerate(text.split("\n"), 1):
                if wanted in line:
                    yield f"{self._name(file)}:{number}: {line[:LINE_SHOWN]}"
            if left <= 0:
                yield "… the rest was not searched"
                return

    def _inside(self, name: str) -> Path:
        """Return the path of `name` in the folder.

        Raise ValueError if it leads out of the folder, even through a link, or if it is too long.
        """
        if len(name.encode("utf-8", "replace")) > LONGEST_PATH:
            raise ValueError(f"the path is longer than {LONGEST_PATH} bytes")
        path = (self.root / name).resolve()
        if not path.is_relative_to(self.root):
            raise ValueError("the path leads out of the work")
        return path

    def _files(self, top: Path) -> Iterator[Path]:
        """Yield the files below a directory. Links are not followed."""
        if not top.is_dir():
            return
        for entry in sorted(top.iterdir()):
            if entry.is_symlink():
                continue
            if entry.is_dir():
                yield from self._files(entry)
            elif entry.is_file() and not _is_hidden(entry):
                yield entry

    def _name(self, file: Path) -> str:
        return file.relative_to(self.root).as_posix()


def _schema_of(tool: Tool) -> dict[str, Any]:
    """Return the JSON schema of a tool's arguments."""
    properties: dict[str, Any] = {}
    for name, meaning in tool.arguments.items():
        if isinstance(meaning, str):
            properties[name] = {"type": "string", "description": meaning}
        else:
            properties[name] = {"type": "string", "enum": meaning}
    return {
        "type": "object",
        "properties": properties,
        "required": list(tool.arguments),
        "additionalProperties": False,
    }


def _first_rows(rows: Iterator[str], limit: int) -> str:
    first = list(islice(rows, limit + 1))
    if len(first) > limit:
        first[limit] = "… and more"
    return "\n".join(first)


def _is_hidden(file: Path) -> bool:
    """Return whether a file is a credential file in a format whose values we cannot mask."""
    return withheld(file.name) and format_of(file.name) is None


def _text(file: Path) -> str:
    with file.open("rb") as stream:
        data = stream.read(LARGEST)
    if b"\0" in data[:8_000]:
        return "(not a text)"
    return mask_values(data, file.name).decode("utf-8", "replace")

"""Tools over a folder, for models that may look around in the work and run something: bounded in calls and bytes.

Scripts of a model's own are run as experiments are, in a copy that is thrown away.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coordinator.errors import WorkspaceError
from coordinator.judgement.experiments import red_or_green
from coordinator.models import Experiment
from coordinator.parsing.citations import read_evidence
from coordinator.parsing.fields import ParseError
from coordinator.parsing.json_yaml import parse
from coordinator.workspace.credential_files import format_of, mask_values, withheld
from coordinator.workspace.experiments import PER_REPLY, PROGRAMS, ExperimentRunner

if TYPE_CHECKING:
    from pydantic_ai.tools import ToolDefinition

CALLS = 20
SHOWN = 20_000  # characters of one answer
LISTED = 500
MATCHES = 50
SEARCHED = 20_000_000  # bytes that one search reads
LARGEST = 2_000_000  # bytes of a file that is looked into

Arguments = Mapping[str, str | list[str]]  # what each is, or the words to choose from
TOOLS: Mapping[str, tuple[str, Arguments]] = {
    "list_files": (
        "List the files of the work below a directory.",
        {"directory": "such as `src`; `.` is all of it"},
    ),
    "read_file": (
        "Read a file of the work from a line on.",
        {"path": "the file", "line": "first line, from 1"},
    ),
    "search": (
        "Find the lines of the work that contain a text, letter by letter.",
        {"text": "what to look for"},
    ),
}
RUN_EXPERIMENT = "run_experiment"


class FileTools:
    """What a model may do in one folder, until its time is over; each answer is a text, also to a wrong call."""

    def __init__(
        self, root: str, until: float = math.inf, runner: ExperimentRunner | None = None
    ) -> None:
        self.root = Path(root).resolve()
        self.until = until  # on the monotonic clock
        self.runner = runner  # of scripts
        self.left = CALLS
        self.scripts = PER_REPLY
        self.tools = dict(TOOLS)
        if self.runner:
            purpose = f"Run a script as an experiment is run, at most {PER_REPLY} times, and see what it prints."
            given: Arguments = {
                "run": "the script",
                "with": list(PROGRAMS),
                "on": ["work", "base", "both"],
            }
            self.tools[RUN_EXPERIMENT] = (purpose, given)

    def definitions(self) -> list[ToolDefinition]:
        from pydantic_ai.tools import ToolDefinition

        made = []
        for name, (purpose, arguments) in self.tools.items():
            schema: dict[str, Any] = {
                "type": "object",
                "properties": {},
                "required": list(arguments),
            }
            for key, told in arguments.items():
                schema["properties"][key] = {
                    "type": "string",
                    "description" if isinstance(told, str) else "enum": told,
                }
            schema["additionalProperties"] = False
            made.append(
                ToolDefinition(name=name, description=purpose, parameters_json_schema=schema)
            )
        return made

    async def answer(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """Return what the tool found, or why it found nothing."""
        if self.left <= 0:
            return f"all {CALLS} calls are used; answer now"
        self.left -= 1
        if tool not in self.tools:
            return f"there is no tool {tool[:40]!r}; there are {', '.join(self.tools)}"
        act = getattr(self, tool)
        try:
            found: str = await (
                asyncio.to_thread(act, arguments) if tool in TOOLS else act(arguments)
            )
        except (OSError, ValueError, ParseError, WorkspaceError) as error:
            return f"not possible: {error.strerror if isinstance(error, OSError) else error}"
        if len(found) <= SHOWN:
            return found
        return found[:SHOWN] + "\n… cut here"

    async def run_experiment(self, arguments: Mapping[str, Any]) -> str:
        """Run a script; return how it ended where and what it printed, or why it was not run."""
        assert self.runner is not None  # without one there is no such tool
        given = {name: arguments.get(name) for name in ("run", "with", "on")} | {
            "shows": "anything"
        }
        # Read as in a report, so that the same script is known there and not run again.
        (script,) = read_evidence(parse(json.dumps(given), 1, only_json=True))
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
        return _first_rows(map(self._name, self._files(top)), LISTED) or "no files there"

    def read_file(self, arguments: Mapping[str, Any]) -> str:
        file = self._inside(str(arguments.get("path") or ""))
        if not file.is_file() or _is_hidden(file):
            return "there is no such file"
        first = max(1, int(arguments.get("line") or 1))
        lines = _text(file).split("\n")
        return "\n".join(
            f"{number}: {line}" for number, line in enumerate(lines[first - 1 :], first)
        )

    def search(self, arguments: Mapping[str, Any]) -> str:
        wanted = str(arguments.get("text") or "")
        if not wanted.strip():
            return "there is nothing to look for"

        def matches() -> Iterator[str]:
            left = SEARCHED
            for file in self._files(self.root):
                text = _text(file)
                left -= len(text)
                for number, line in enumerate(text.split("\n"), 1):
                    if wanted in line:
                        yield f"{self._name(file)}:{number}: {line[:200]}"
                if left <= 0:
                    yield "… the rest was not searched"
                    return

        return _first_rows(matches(), MATCHES) or "no line contains it"

    def _inside(self, name: str) -> Path:
        """Return a path in the folder; raise ValueError for whatever leads out of it, also by a link."""
        path = (self.root / name).resolve()
        if not path.is_relative_to(self.root):
            raise ValueError("the path leads out of the work")
        return path

    def _files(self, top: Path) -> Iterator[Path]:
        """Yield the files below a directory; links are not followed."""
        for entry in sorted(top.iterdir()) if top.is_dir() else []:
            if entry.is_symlink():
                continue
            if entry.is_dir():
                yield from self._files(entry)
            elif entry.is_file() and not _is_hidden(entry):
                yield entry

    def _name(self, file: Path) -> str:
        return file.relative_to(self.root).as_posix()


def _first_rows(rows: Iterator[str], limit: int) -> str:
    first = list(islice(rows, limit + 1))
    return "\n".join([*first[:limit], "… and more"] if len(first) > limit else first)


def _is_hidden(file: Path) -> bool:
    """Return whether a file holds secrets by its name, and is none of those whose values are masked."""
    return withheld(file.name) and format_of(file.name) is None


def _text(file: Path) -> str:
    with file.open("rb") as stream:
        data = stream.read(LARGEST)
    if b"\0" in data[:8_000]:
        return "(not a text)"
    return mask_values(data, file.name).decode("utf-8", "replace")

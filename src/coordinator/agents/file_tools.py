"""Tools over a folder, for models that may look around in the work and run its checks: bounded in calls and bytes.

Of the checks, those that the configuration names are run, by their names; a model never says a command. What one
writes stays in the folder, which belongs to this seat alone.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coordinator.config.settings import CheckConfig
from coordinator.workspace.checks import run_command
from coordinator.workspace.snapshot import withheld

if TYPE_CHECKING:
    from pydantic_ai.tools import ToolDefinition

CALLS = 20
RUNS = 3  # of those, the ones that may run a check
SHOWN = 20_000  # characters of one answer
PRINTED = 10_000  # bytes that are kept of what a check prints, from its head and its tail
LISTED = 500
MATCHES = 50
SEARCHED = 20_000_000  # bytes that one search reads
LARGEST = 2_000_000  # bytes of a file that is looked into

TOOLS: Mapping[str, tuple[str, dict[str, str]]] = {
    "list_files": ("List the files of the work below a directory.", {"directory": "such as `src`; `.` is all of it"}),
    "read_file": ("Read a file of the work from a line on.", {"path": "the file", "line": "first line, from 1"}),
    "search": ("Find the lines of the work that contain a text, letter by letter.", {"text": "what to look for"}),
}
RUN_CHECK = "run_check"

Act = Callable[[Mapping[str, Any]], Awaitable[str]]


class FileTools:
    """What a model may do in one folder, until its time is over; each answer is a text, also to a wrong call."""

    def __init__(self, root: str, checks: Sequence[CheckConfig] = (), until: float = math.inf) -> None:
        self.root = Path(root).resolve()
        self.checks = {check.name: check for check in checks}
        self.until = until  # on the monotonic clock
        self.left = CALLS
        self.runs = RUNS

    def definitions(self) -> list[ToolDefinition]:
        """The tools as a model is told of them."""
        tools = [
            _definition(name, purpose, {key: {"description": told} for key, told in arguments.items()})
            for name, (purpose, arguments) in TOOLS.items()
        ]
        if self.checks:
            purpose = f"Run a check of the work, at most {RUNS} times, and see how it ends and what it prints."
            tools.append(_definition(RUN_CHECK, purpose, {"name": {"enum": list(self.checks)}}))
        return tools

    async def answer(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """What the tool found, or why it found nothing."""
        if self.left <= 0:
            return f"all {CALLS} calls are used; answer now"
        self.left -= 1
        acts = self._acts()
        if tool not in acts:
            return f"there is no tool {tool[:40]!r}; there are {', '.join(acts)}"
        try:
            found = await acts[tool](arguments)
        except (OSError, ValueError) as error:
            return f"not possible: {error.strerror if isinstance(error, OSError) else error}"
        return found if len(found) <= SHOWN else found[:SHOWN] + "\n… cut here"

    def _acts(self) -> Mapping[str, Act]:
        looking = {"list_files": self._list, "read_file": self._read, "search": self._search}
        acts: dict[str, Act] = {name: partial(_on_a_thread, act) for name, act in looking.items()}
        return acts | ({RUN_CHECK: self._run} if self.checks else {})

    async def _run(self, arguments: Mapping[str, Any]) -> str:
        name = str(arguments.get("name") or "")
        if name not in self.checks:
            return f"there is no check {name[:40]!r}; there are {', '.join(self.checks)}"
        if self.runs <= 0:
            return f"checks were run {RUNS} times; answer from what is known"
        self.runs -= 1
        return await self._ran(self.checks[name])

    async def _ran(self, check: CheckConfig) -> str:
        began = time.monotonic()
        room = max(0.0, self.until - began) / 2  # the other half is for the answer
        bounds = {"timeout": min(check.timeout, room), "output": min(check.output, PRINTED)}
        found = await run_command(check.model_copy(update=bounds), self.root)
        if room < check.timeout and time.monotonic() - began >= room:
            return f"stopped after {room:.1f} s for want of time, which says nothing about the work\n\n{found.output}"
        return f"{found.status}: {found.summary}\n\n{found.output}".rstrip()

    def _list(self, arguments: Mapping[str, Any]) -> str:
        top = self._inside(str(arguments.get("directory") or "."))
        names = [self._name(file) for file, _ in zip(self._files(top), range(LISTED + 1), strict=False)]
        more = ["… and more"] if len(names) > LISTED else []
        return "\n".join([*names[:LISTED], *more]) or "no files there"

    def _read(self, arguments: Mapping[str, Any]) -> str:
        file = self._inside(str(arguments.get("path") or ""))
        if not file.is_file() or not self._may_show(file):
            return "there is no such file"
        first = max(1, int(arguments.get("line") or 1))
        lines = self._text(file).split("\n")
        return "\n".join(f"{number}: {line}" for number, line in enumerate(lines[first - 1 :], first))

    def _search(self, arguments: Mapping[str, Any]) -> str:
        wanted = str(arguments.get("text") or "")
        if not wanted.strip():
            return "there is nothing to look for"
        found = [row for row, _ in zip(self._matches(wanted), range(MATCHES + 1), strict=False)]
        more = ["… and more"] if len(found) > MATCHES else []
        return "\n".join([*found[:MATCHES], *more]) or "no line contains it"

    def _matches(self, wanted: str) -> Iterator[str]:
        left = SEARCHED
        for file in self._files(self.root):
            text = self._text(file)
            left -= len(text)
            for number, line in enumerate(text.split("\n"), 1):
                if wanted in line:
                    yield f"{self._name(file)}:{number}: {line[:200]}"
            if left <= 0:
                yield "… the rest was not searched"
                return

    def _inside(self, name: str) -> Path:
        """A path in the folder; whatever leads out of it, also by a link, is refused."""
        path = (self.root / name).resolve()
        if not path.is_relative_to(self.root):
            raise ValueError("the path leads out of the work")
        return path

    def _files(self, top: Path) -> Iterator[Path]:
        """The files below a directory; links are not followed."""
        for entry in sorted(top.iterdir()) if top.is_dir() else []:
            if entry.is_symlink():
                continue
            if entry.is_dir():
                yield from self._files(entry)
            elif entry.is_file() and self._may_show(entry):
                yield entry

    def _may_show(self, file: Path) -> bool:
        return not withheld(self._name(file))

    def _name(self, file: Path) -> str:
        return file.relative_to(self.root).as_posix()

    def _text(self, file: Path) -> str:
        with file.open("rb") as stream:
            data = stream.read(LARGEST)
        return "(not a text)" if b"\0" in data[:8_000] else data.decode("utf-8", "replace")


async def _on_a_thread(act: Callable[[Mapping[str, Any]], str], arguments: Mapping[str, Any]) -> str:
    return await asyncio.to_thread(act, arguments)


def _definition(name: str, purpose: str, arguments: Mapping[str, Mapping[str, Any]]) -> ToolDefinition:
    from pydantic_ai.tools import ToolDefinition

    return ToolDefinition(
        name=name,
        description=purpose,
        parameters_json_schema={
            "type": "object",
            "properties": {key: {"type": "string", **told} for key, told in arguments.items()},
            "required": list(arguments),
            "additionalProperties": False,
        },
    )

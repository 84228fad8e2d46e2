"""Read-only tools over a folder, for models that may look around in the work: bounded in calls and bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coordinator.workspace import withheld

if TYPE_CHECKING:
    from pydantic_ai.tools import ToolDefinition

CALLS = 20
SHOWN = 20_000  # characters of one answer
LISTED = 500
MATCHES = 50
SEARCHED = 20_000_000  # bytes that one search reads
LARGEST = 2_000_000  # bytes of a file that is looked into

TOOLS: Mapping[str, tuple[str, dict[str, str]]] = {
    "list_files": ("List the files of the work below a directory.", {"directory": "such as `src`; `.` is all of it"}),
    "read_file": ("Read a file of the work from a line on.", {"path": "the file", "line": "first line, from 1"}),
    "search": ("Find the lines of the work that contain a text, letter by letter.", {"text": "what to look for"}),
}


def definitions() -> list[ToolDefinition]:
    """The tools as a model is told of them."""
    from pydantic_ai.tools import ToolDefinition

    return [
        ToolDefinition(
            name=name,
            description=purpose,
            parameters_json_schema={
                "type": "object",
                "properties": {key: {"type": "string", "description": told} for key, told in arguments.items()},
                "required": list(arguments),
                "additionalProperties": False,
            },
        )
        for name, (purpose, arguments) in TOOLS.items()
    ]


class Folder:
    """What a model may do in one folder; each answer is a text, also when the call was wrong."""

    def __init__(self, root: str) -> None:
        self.root = Path(root).resolve()
        self.left = CALLS

    async def answer(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """What the tool found, or why it found nothing."""
        if self.left <= 0:
            return f"all {CALLS} calls are used; answer now"
        self.left -= 1
        acts: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
            "list_files": self._list,
            "read_file": self._read,
            "search": self._search,
        }
        if tool not in acts:
            return f"there is no tool {tool[:40]!r}; there are {', '.join(acts)}"
        try:
            found = await asyncio.to_thread(acts[tool], arguments)
        except (OSError, ValueError) as error:
            return f"not possible: {error.strerror if isinstance(error, OSError) else error}"
        return found if len(found) <= SHOWN else found[:SHOWN] + "\n… cut here"

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

"""Which paths a glob names.

`*`, `?` and `[...]` stay inside one part of a path, `**` stands for any number of parts, `{a,b}` for either.
The whole path is matched: `*.py` names files at the top and `**/*.py` files at any depth. A glob whose last
part has no wildcard names that file, or everything below that directory: `docs` is as good as `docs/**`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from coordinator.errors import WorkspaceError

_CHOICE = re.compile(r"\{([^{}]*)\}")
_WILDCARD = re.compile(r"[*?\[]")
_MOST_CHOICES = 1_000


class Glob:
    """A glob, ready to match paths."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._choices = [parts for choice in _expand(text) for parts in _parts(choice)]

    def matches(self, path: str) -> bool:
        """Whether the glob names this path."""
        names = path.split("/")
        return any(_match(parts, names) for parts in self._choices)


def _expand(text: str) -> list[str]:
    waiting, plain = [text], []
    while waiting:
        choice = waiting.pop()
        if found := _CHOICE.search(choice):
            head, tail = choice[: found.start()], choice[found.end() :]
            waiting += [head + middle + tail for middle in found[1].split(",")]
        else:
            plain.append(choice)
        if len(waiting) + len(plain) > _MOST_CHOICES:
            raise WorkspaceError(f"the glob {text[:60]!r} has too many choices", fix="use fewer braces")
    return plain


def _parts(glob: str) -> Iterator[list[str]]:
    parts = [part for part in glob.split("/") if part not in ("", ".")]
    if not parts:
        return
    if parts[-1] == "**":
        yield [*parts, "*"]
    elif not glob.endswith("/"):
        yield parts
    if not _WILDCARD.search(parts[-1]) or glob.endswith("/"):
        yield [*parts, "**", "*"]


def _match(parts: Sequence[str], names: Sequence[str]) -> bool:
    """Match part by part; after a mismatch the last `**` takes one name more, which is all that can help."""
    part = name = 0
    star, taken = -1, 0
    while name < len(names):
        if part < len(parts) and parts[part] == "**":
            star, taken, part = part, name, part + 1
        elif part < len(parts) and fnmatchcase(names[name], parts[part]):
            part, name = part + 1, name + 1
        elif star >= 0:
            taken += 1
            part, name = star + 1, taken
        else:
            return False
    return part == len(parts)

"""Which paths a glob names.

`*`, `?` and `[...]` stay inside one part of a path, `**` stands for any number of parts, `{a,b}` for either.
The whole path is matched: `*.py` names files at the top and `**/*.py` files at any depth. A glob whose last
part has no wildcard names that file, or everything below that directory: `docs` is as good as `docs/**`.
"""

import re
from fnmatch import fnmatchcase

from coordinator.errors import WorkspaceError

_CHOICE = re.compile(r"\{([^{}]*)\}")
_WILDCARD = re.compile(r"[*?\[]")
_MOST_CHOICES = 1_000


class Glob:
    """A glob, ready to match paths."""

    def __init__(self, text: str) -> None:
        self.text = text
        waiting, plain = [text], []
        while waiting:
            glob = waiting.pop()
            if found := _CHOICE.search(glob):
                head, tail = glob[: found.start()], glob[found.end() :]
                waiting += [head + middle + tail for middle in found[1].split(",")]
            else:
                plain.append(glob)
            if len(waiting) + len(plain) > _MOST_CHOICES:
                raise WorkspaceError(f"the glob {text[:60]!r} has too many choices", fix="use fewer braces")
        self._choices: list[list[str]] = []
        for glob in plain:
            parts = [part for part in glob.split("/") if part not in ("", ".")]
            if not parts:
                continue
            if parts[-1] == "**":
                self._choices.append([*parts, "*"])
            elif not glob.endswith("/"):
                self._choices.append(parts)
            if not _WILDCARD.search(parts[-1]) or glob.endswith("/"):
                self._choices.append([*parts, "**", "*"])

    def matches(self, path: str) -> bool:
        names = path.split("/")
        for parts in self._choices:
            # Part by part; after a mismatch the last `**` takes one name more, which is all that can help.
            part = name = taken = 0
            star = -1
            while name < len(names):
                if part < len(parts) and parts[part] == "**":
                    star, taken, part = part, name, part + 1
                elif part < len(parts) and fnmatchcase(names[name], parts[part]):
                    part, name = part + 1, name + 1
                elif star >= 0:
                    taken += 1
                    part, name = star + 1, taken
                else:
                    break
            if name == len(names) and part == len(parts):
                return True
        return False

"""What the sections of a file and their keys mean: the words are in the keys.txt beside the module of their class."""

import re
from functools import cache
from inspect import getfile
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from coordinator.models import Value


@cache
def words(file: Path) -> dict[str, tuple[str, dict[str, str]]]:
    """Return the words about each class and its fields: a line `== CLASS: WORDS`, then `FIELD: WORDS` for each."""
    sections = {}
    for part in re.split(r"(?m)^== ", file.read_text(encoding="utf-8"))[1:]:
        heading, *lines = part.splitlines()
        name, _, about = heading.partition(": ")
        sections[name] = about, dict(line.split(": ", 1) for line in lines if line)
    return sections


class Keyed(Value):
    """A mapping that users write: a field with words is one of its keys, and the words are its description."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # This comes before pydantic makes the fields and all that follows from them.
        about, fields = words(Path(getfile(cls)).with_name("keys.txt")).get(cls.__name__, ("", {}))
        # What is longer than a line, or has no keys, is a docstring
        cls.__doc__ = about or cls.__doc__
        for field, description in fields.items():
            kind: Any = cls.__annotations__[field]
            cls.__annotations__[field] = Annotated[kind, Field(description=description)]

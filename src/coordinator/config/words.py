"""What the keys of a file mean: the words of each section's keys are in the keys.txt beside the module of its class."""

import re
from functools import cache
from inspect import getfile
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from coordinator.models import Value


@cache
def words(file: Path) -> dict[str, dict[str, str]]:
    """Return the words about each field by the name of its class: after `== CLASS` a line `FIELD: WORDS` for each."""
    sections = {}
    for part in re.split(r"(?m)^== ", file.read_text(encoding="utf-8"))[1:]:
        name, *lines = part.splitlines()
        sections[name] = dict(line.split(": ", 1) for line in lines if line)
    return sections


class Keyed(Value):
    """A mapping that users write: a field with words is one of its keys, and the words are its description."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # This comes before pydantic makes the fields and all that follows from them.
        for field, description in words(Path(getfile(cls)).with_name("keys.txt")).get(cls.__name__, {}).items():
            kind: Any = cls.__annotations__[field]
            cls.__annotations__[field] = Annotated[kind, Field(description=description)]

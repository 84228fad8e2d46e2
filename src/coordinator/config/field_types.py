"""Types of fields in files that users write: durations, paths and patterns."""

import re
import warnings
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, ValidationInfo

from coordinator.config.yaml_file import Refused

_UNITS = {
    "h": 3600.0,
    "m": 60.0,
    "s": 1.0,
    "ms": 1e-3,
    "us": 1e-6,
    "\u00b5s": 1e-6,
    "\u03bcs": 1e-6,
    "ns": 1e-9,
}
_PART = r"(\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(ns|us|\u00b5s|\u03bcs|ms|s|m|h)"
DURATION = rf"^\+?({_PART})+$"
_LONGEST = 2**63 / 1e9  # the longest duration in Go, about 292 years


def refuse_repeated(what: str, names: Iterable[str]) -> None:
    """Raise ValueError for a name that occurs more than once."""
    for name, following in pairwise(sorted(names)):
        if name == following:
            raise ValueError(f'two {what}s have the name "{name}"')


def seconds(text: str) -> float | None:
    """Return the seconds of a duration in Go's notation, such as `1h30m` or `500ms`.

    Return None if the text is not a duration.
    """
    text = text.strip()
    if text == "0":
        return 0.0
    if not re.match(DURATION, text):
        return None
    total = 0.0
    for amount, unit in re.findall(_PART, text):
        total += float(amount) * _UNITS[unit]
    if total < _LONGEST:
        return total
    return None


def _duration(value: object) -> object:
    """Return the seconds of a duration, or of a number without a unit."""
    if isinstance(value, int | float):
        return value
    text = "".join(str(value).split())
    if text[-1:].isdigit():
        text += "s"
    found = seconds(text)
    if found is None:
        raise ValueError("should be a duration: seconds, or 30s, 15m, 2h")
    return found


def duration_text(seconds: float) -> str:
    """Return a duration in the notation of coordinator.yaml."""
    if seconds % _UNITS["h"] == 0:
        unit = "h"
    elif seconds % _UNITS["m"] == 0:
        unit = "m"
    else:
        unit = "s"
    amount = seconds / _UNITS[unit]
    if amount.is_integer():
        return f"{amount:.0f}{unit}"
    return f"{amount}{unit}"


def check_pattern(text: str) -> str:
    """Return the text. Raise Refused if it is not a regular expression."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(text)
    except (re.error, RecursionError, OverflowError) as wrong:
        raise Refused(f"is not a regular expression: {wrong}") from None
    return text


def _beside_its_file(path: Path, info: ValidationInfo) -> Path:
    """Resolve a path relative to the folder of its configuration file."""
    if info.context is None:
        return path
    path = path.expanduser()
    folder: Path | None = info.context.folder
    if folder is not None:
        return folder / path
    if not path.is_absolute():
        # A relative path would name a file of the work under review. The work must not supply its
        # own replies or prompts.
        raise ValueError(
            "should be an absolute path in the configuration of a repository under review"
        )
    return path


Duration = Annotated[
    float,
    BeforeValidator(_duration),
    PlainSerializer(duration_text),
    Field(ge=0.01, le=30 * 24 * 3600),
]
FilePath = Annotated[Path, AfterValidator(_beside_its_file)]

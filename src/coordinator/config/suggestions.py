"""Suggest a known name for an unknown one, and quote values in messages."""

import difflib
import json
from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the fix for an unknown name: the closest known name, or a list of all."""
    names = list(known)
    near = closest(name, names, 0.5)
    if near:
        return f"did you mean {near}?"
    return f"known: {', '.join(names)}"


def closest(name: str, known: Iterable[str], cutoff: float) -> str:
    """Return the known name that is most similar to this one, ignoring case.

    `cutoff` is the minimum similarity, from 0 to 1. Return an empty string if no name reaches it.
    """
    names = {each.casefold(): each for each in known}
    near = difflib.get_close_matches(name.casefold(), names, n=1, cutoff=cutoff)
    if near:
        return names[near[0]]
    return ""


def quoted(value: object) -> str:
    """Return a value for a message: in quotes, on one line, and shortened if it is long."""
    return json.dumps(str(value)[:60], ensure_ascii=False)

"""Read the output of CLI agents: the reply that every reader returns, and helpers for JSON."""

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NamedTuple

Event = dict[str, Any]


class CliReply(NamedTuple):
    """The final message of a CLI agent and its cost, or the agent's own error message."""

    text: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    usd: Decimal | None = None  # None: the output has no price
    cached: int = 0  # the part of `tokens_in` that was read from the provider's prompt cache
    stored: int = 0  # the part of `tokens_in` that was written to that cache
    model: str = ""
    error: str = ""
    complete: bool = False  # whether the output is complete
    blind: bool = False  # whether every command with which it tried to read the work has failed


def read_text(output: str) -> CliReply:
    """Return plain text as a reply. The whole text is the final message."""
    return CliReply(text=output, complete=True)


def events(output: str) -> list[Event]:
    """Return every JSON object of a stream.

    The stream is one JSON value, or has one JSON value per line, or has one JSON value of several
    lines among other text.
    """
    whole = parse_json(output)
    if isinstance(whole, dict):
        return [whole]
    if isinstance(whole, list):
        found = _objects(whole)
    else:
        # Split only at newlines, because JSON can contain other Unicode line breaks unescaped.
        found = _objects([parse_json(line) for line in output.split("\n")])
    if found:
        return found
    try:
        first, _ = json.JSONDecoder().raw_decode(output, output.find("\n{") + 1)
    except (ValueError, RecursionError):
        return []
    return _objects([first])


def _objects(values: list[Any]) -> list[Event]:
    return [value for value in values if isinstance(value, dict)]


def last_with(found: list[Event], *keys: str) -> Event | None:
    """Return the last event that has one of the keys; None if there is none."""
    for event in reversed(found):
        if event.keys() & set(keys):
            return event
    return None


def parse_json(text: str | bytes) -> object:
    """Return the value of a JSON string; None if the string is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def value_at(value: object, place: str) -> object:
    """Return the value at a path such as `usage.input_tokens`; None if there is none."""
    for key in place.split("."):
        if not isinstance(value, Mapping):
            return None
        value = value.get(key)
    return value


def text_at(value: object, *places: str) -> str:
    """Return the first string at these paths that is not empty; "" if there is none."""
    for place in places:
        found = value_at(value, place)
        if isinstance(found, str) and found:
            return found
    return ""


def count_at(value: object, *places: str) -> int:
    """Return the sum of the counts at these paths. A missing count is 0."""
    total = 0
    for place in places:
        found = value_at(value, place)
        if isinstance(found, int) and found > 0:
            total += found
    return total


def price(value: object) -> Decimal | None:
    """Return an amount of money; None if the value is not an amount."""
    if not isinstance(value, int | float) or not 0 <= value < float("inf"):
        return None
    return Decimal(str(round(value, 9)))  # removes the rounding error of a sum of floats


def busiest_model(models: object, count: str) -> str:
    """Return the name of the model with the highest `count`; empty if there is none.

    This is the model that answered. A CLI uses other models only for small side tasks.
    """
    busiest = ""
    most = -1
    if isinstance(models, dict):
        for name, facts in models.items():
            found = count_at(facts, count)
            if found > most:
                busiest = str(name)
                most = found
    return busiest

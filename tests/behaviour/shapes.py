"""Reduce JSON to what must stay: a schema without its words, and the shape of a value."""

from __future__ import annotations

import json
import re
from typing import Any

WORDS = ("description", "summary", "title", "examples", "x-taplo-info", "markdownDescription")
HASH = re.compile(r"\b[0-9a-f]{16,}\b")
TYPES = {str: "text", bool: "true or false", int: "number", float: "number"}
WIDTH = 140  # characters of JSON on one line


def without_words(schema: Any, *, is_names: bool = False) -> Any:
    """Return a schema without the texts for people; `is_names` if the keys are names and not words of JSON Schema."""
    if isinstance(schema, list):
        return [without_words(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {}
    for key, value in schema.items():
        if is_names or key not in WORDS or not isinstance(value, str | list):
            kept[key] = without_words(
                value, is_names=not is_names and key in ("properties", "$defs", "schemas")
            )
    return kept


def words_of(schema: Any, path: str = "") -> list[str]:
    """Return a line for each text for people, with its path."""
    found: list[str] = []
    if isinstance(schema, list):
        for number, each in enumerate(schema):
            found += words_of(each, f"{path}/{number}")
    elif isinstance(schema, dict):
        for key, value in schema.items():
            if key in ("description", "summary") and isinstance(value, str):
                found.append(f"{path}: {value}")
            found += words_of(value, f"{path}/{key}")
    return found


def outline(value: Any) -> str:
    """Return JSON as lines that are easy to compare: what is short stands on one line, with the path to it before."""
    return "\n".join(_outlined(value, "")) + "\n"


def _outlined(value: Any, path: str) -> list[str]:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    if len(text) <= WIDTH or not isinstance(value, dict | list):
        return [f"{path.removeprefix('/') or '.'}: {text}"]
    parts = (
        sorted(value.items())
        if isinstance(value, dict)
        else [(str(at), each) for at, each in enumerate(value)]
    )
    lines = []
    for name, each in parts:
        lines += _outlined(each, f"{path}/{name}")
    return lines


def shape_of(value: Any) -> Any:
    """Return a value with types in place of texts and numbers, and with one element for all those of a list."""
    if isinstance(value, dict):
        return {HASH.sub("HASH", key): shape_of(each) for key, each in value.items()}
    if isinstance(value, list):
        shape: Any = None
        for each in value:
            shape = shape_of(each) if shape is None else _both(shape, shape_of(each))
        return [] if shape is None else [shape]
    return TYPES.get(type(value), "null")


def _both(one: Any, other: Any) -> Any:
    """Return the shape of what has either of two shapes."""
    if one == other:
        return one
    if isinstance(one, dict) and isinstance(other, dict):
        keys = sorted({*one, *other})
        return {key: _both(one.get(key, "absent"), other.get(key, "absent")) for key in keys}
    if isinstance(one, list) and isinstance(other, list):
        return [_both(one[0], other[0])] if one and other else one or other
    choices: list[Any] = []
    for shape in (one, other):
        choices += shape["either"] if isinstance(shape, dict) and "either" in shape else [shape]
    merged: list[Any] = []
    for choice in choices:
        alike = [
            at
            for at, known in enumerate(merged)
            if type(known) is type(choice) and not isinstance(choice, str)
        ]
        if alike:
            merged[alike[0]] = _both(merged[alike[0]], choice)
        elif choice not in merged:
            merged.append(choice)
    return {"either": sorted(merged, key=str)} if len(merged) > 1 else merged[0]

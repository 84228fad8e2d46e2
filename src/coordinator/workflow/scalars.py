"""Single values of a workflow file, decoded from the text as it is written."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import yaml

from coordinator.config.yaml_file import nearest, quoted
from coordinator.workflow.field_types import Flag, Form, Number, Pattern, Text, Time, Whole, Word, seconds

TEMPLATE = "is a template that YAML takes for a mapping"
QUOTE_TEMPLATE = 'put a template in quotes: "{{ … }}"'

_YES = {"true", "yes", "on", "y"}
_NO = {"false", "no", "off", "n"}
_WHOLE = re.compile(r"[0-9]{1,15}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})")


class Refused(ValueError):
    """A value that cannot be what it should be, and what to do about it."""

    def __init__(self, problem: str, fix: str = "", *, given: str | None = None) -> None:
        super().__init__(problem if given is None else f"{problem}, not {quoted(given)}")
        self.fix = fix


def decoded(form: Form, node: yaml.Node) -> object:
    """What a scalar says, by its form; None if it is blank where a text means nothing."""
    decode = DECODERS[type(form)]
    if isinstance(form, Text | Pattern):
        return decode(form, _text(node))
    if not isinstance(node, yaml.ScalarNode):
        raise Refused(f"should be {_MEANINGS[type(form)]}")
    word = str(node.value).strip()
    return decode(form, word) if word else None


def _text(node: yaml.Node) -> str:
    if isinstance(node, yaml.ScalarNode):
        return str(node.value)
    if isinstance(node, yaml.MappingNode) and any(isinstance(key, yaml.MappingNode) for key, _ in node.value):
        raise Refused(TEMPLATE, QUOTE_TEMPLATE)
    words = [item.value for item in node.value if isinstance(item, yaml.ScalarNode)]
    if isinstance(node, yaml.SequenceNode) and node.flow_style and len(words) == len(node.value):
        raise Refused("should be text, not a list", f'put it in quotes: "[{", ".join(words)}]"')
    raise Refused("should be text")


def _flag(form: Flag, word: str) -> bool:
    if word.casefold() not in _YES | _NO:
        raise Refused(f"should be {_MEANINGS[Flag]}", given=word)
    return word.casefold() in _YES


def _whole(form: Whole, word: str) -> int:
    if not _WHOLE.fullmatch(word) or int(word) == 0:
        raise Refused(f"should be {_MEANINGS[Whole]}", given=word)
    return int(word)


def _number(form: Number, word: str) -> float:
    if not _NUMBER.fullmatch(word):
        raise Refused(f"should be {_MEANINGS[Number]}", given=word)
    return float(word)


def _time(form: Time, word: str) -> float:
    found = seconds(word)
    if not found:
        fix = f"write {word}s" if _WHOLE.fullmatch(word) and int(word) else "for example 1h30m, 90s or 500ms"
        raise Refused(f"should be {_MEANINGS[Time]}", fix, given=word)
    return found


def _word(form: Word, word: str) -> str:
    if word.casefold() in form.words:
        return word.casefold()
    *others, last = form.words
    fix = nearest(word.casefold(), form.words)
    raise Refused(
        f"should be {', '.join(others)}{' or ' if others else ''}{last}",
        fix if fix.startswith("did you mean") else "",
        given=word,
    )


def _pattern(form: Pattern, text: str) -> str:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(text)
    except (re.error, RecursionError, OverflowError) as wrong:
        raise Refused(f"is not a regular expression: {wrong}") from None
    return text


_MEANINGS: Mapping[type[Form], str] = {
    Flag: "true or false",
    Whole: "a whole number above 0",
    Number: "a number",
    Time: "a duration above 0",
    Word: "a single word",
}
DECODERS: Mapping[type[Form], Callable[[Any, str], object]] = {
    Text: lambda form, text: text,
    Flag: _flag,
    Whole: _whole,
    Number: _number,
    Time: _time,
    Word: _word,
    Pattern: _pattern,
}

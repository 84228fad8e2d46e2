"""YAML nodes decoded by the tables of the dialect: the line of each value, and a note on everything that is odd."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from coordinator.config.yaml_file import DEEPEST, NotYaml, quoted
from coordinator.workflow.field_types import Anything, Form, Key, Named, Presence, Several, Table, Text, tables_in
from coordinator.workflow.notes import Diagnostics
from coordinator.workflow.scalars import QUOTE_TEMPLATE, TEMPLATE, Refused, decoded

FEW = 15  # keys that a note can list
MOST = 200_000  # values of one file, with those that aliases repeat

At = tuple[str | int, ...]
Pair = tuple[yaml.ScalarNode, yaml.Node]


class Fields(dict[str, Any]):
    """The values of a mapping by their keys, and where it stands."""

    def __init__(self, at: At, values: Mapping[str, object]) -> None:
        super().__init__(values)
        self.at = at


def as_text(value: object) -> str:
    """A decoded value as one text: itself, or JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def is_null(node: yaml.Node) -> bool:
    """Whether nothing is written, or null."""
    return bool(node.tag == "tag:yaml.org,2002:null")


def _is_empty(node: yaml.Node) -> bool:
    return is_null(node) or (isinstance(node, yaml.CollectionNode) and not node.value)


def _is_blank(node: yaml.Node) -> bool:
    return _is_empty(node) or (isinstance(node, yaml.ScalarNode) and not node.value.strip())


def dotted(at: At) -> str:
    """A place as it is named in a note: its keys, for a part of a stage from there on."""
    if not at or (at[:1] == ("stages",) and len(at) == 2):
        return "a stage" if at else "the file"
    within = at[2:] if at[:1] == ("stages",) and len(at) > 2 else at
    return ".".join(part for part in within if isinstance(part, str))


def _right_name(name: str, form: Table) -> str:
    """What an unknown key may have been meant to be: a key like it, or the same key where it belongs."""
    if close := difflib.get_close_matches(name, form.by_name, n=1):
        return f'did you mean "{close[0]}"?'
    homes = [each.title for each in tables_in(form) if name in each.by_name]
    if len(homes) == 1:
        return f"it belongs under {homes[0]}"
    return f"known: {', '.join(form.by_name)}" if len(form.keys) <= FEW else ""


def _needed(key: Key, pairs: Mapping[str, Pair]) -> bool:
    return key.required and (key.unless not in pairs or _is_blank(pairs[key.unless][1]))


def _written_out(form: Table, node: yaml.Node) -> str:
    required = [key.name for key in form.keys if key.required]
    single = len(required) == 1 and isinstance(node, yaml.ScalarNode)
    return f"write {{{required[0]}: {node.value}}}" if single else ""


class Decoder:
    """Decodes values; None stands for one that is not there, and for one that was refused with a note.

    Lines count from `first`; in a text whose lines are not those of the file, every line is `first`.
    """

    def __init__(self, notes: Diagnostics, *, first: int = 1, fixed: bool = False) -> None:
        self.notes = notes
        self.lines: dict[At, int] = {}
        self._first, self._fixed = first, fixed
        self._count = 0

    def line(self, node: yaml.Node) -> int:
        """The line a node begins at, from 1."""
        return self._first + (0 if self._fixed else int(node.start_mark.line))

    def value(self, form: Form, node: yaml.Node, at: At) -> Any:
        """What a node holds, by the form that is expected there."""
        self._bound(node, at)
        self.lines.setdefault(at, self.line(node))
        if is_null(node) and not isinstance(form, Presence):
            return Fields(at, {}) if isinstance(form, Table) and form.empty == "meant" else None
        try:
            return self._held(form, node, at)
        except Refused as refused:
            self.notes.error(self.line(node), f"{dotted(at)} {refused}", refused.fix)
            return None

    def plain(self, node: yaml.Node, at: At) -> object:
        """A node as raw texts, lists and mappings."""
        self._bound(node, at)
        if isinstance(node, yaml.MappingNode):
            return {key.value: self.plain(value, (*at, key.value)) for key, value in self.pairs(node, at)}
        if isinstance(node, yaml.SequenceNode):
            return [self.plain(item, (*at, index)) for index, item in enumerate(node.value)]
        return "" if is_null(node) else node.value

    def _held(self, form: Form, node: yaml.Node, at: At) -> object:
        if isinstance(form, Presence):
            return True
        if isinstance(form, Anything):
            return as_text(self.plain(node, at))
        if isinstance(form, Several):
            return self._several(form, node, at)
        if isinstance(form, Named):
            return self._named(form, node, at)
        return self._table(form, node, at) if isinstance(form, Table) else decoded(form, node)

    # -- mappings

    def _table(self, form: Table, node: yaml.Node, at: At) -> Fields | None:
        """The values of a mapping by their keys; None if a required one is missing."""
        if not isinstance(node, yaml.MappingNode):
            return self._short(form, node, at)
        if not node.value and form.empty != "meant":
            return None
        pairs = {key.value: (key, value) for key, value in self.pairs(node, at)}
        for key, value in pairs.values():
            self._look_at(form, key, value, at)
        fields = {
            name: self.value(key.form, pairs[name][1], (*at, name))
            for name, key in form.by_name.items()
            if name in pairs
        }
        missing = [key for key in form.keys if _needed(key, pairs) and self._lacks(key, pairs, fields, at)]
        return None if missing else Fields(at, {name: value for name, value in fields.items() if value is not None})

    def _short(self, form: Table, node: yaml.Node, at: At) -> Fields:
        if not form.short:
            raise Refused("should be a mapping of keys to values", _written_out(form, node))
        value = decoded(form.by_name[form.short].form, node)
        if value is None or not str(value).strip():
            raise Refused("is empty")
        return Fields(at, {form.short: value})

    def _look_at(self, form: Table, key: yaml.ScalarNode, value: yaml.Node, at: At) -> None:
        name, line = key.value, self.line(key)
        self.lines[*at, name] = line
        known = form.by_name.get(name)
        if known is None:
            under = f" under {dotted(at)}" if at else ""
            self.notes.warning(line, f"unknown key {quoted(name)}{under} is ignored", _right_name(name, form))
        elif isinstance(known.form, Table) and _is_empty(value) and not known.required:
            self._note_empty(known.form, line, (*at, name))
        elif known.lost and not is_null(value):
            self.notes.warning(line, f"{name} has no effect here", known.lost)

    def _note_empty(self, form: Table, line: int, at: At) -> None:
        if form.empty == "refused":
            self.notes.error(line, f"{dotted(at)} is empty", "say what it is to be, or remove it")
        elif form.empty == "ignored":
            self.notes.warning(line, f"{dotted(at)} is empty and is ignored", "remove it")

    def _lacks(self, key: Key, pairs: Mapping[str, Pair], fields: Mapping[str, object], at: At) -> bool:
        """Whether a required key has no value; that it was refused has been noted already."""
        value = fields.get(key.name)
        refused = key.name in pairs and not _is_empty(pairs[key.name][1]) and not isinstance(value, str)
        blank = not value or (isinstance(value, str) and not value.strip())
        if blank and not refused:
            line = self.lines.get((*at, key.name), self.lines[at])
            self.notes.error(line, f"{dotted((*at, key.name))} is {'empty' if key.name in pairs else 'missing'}")
        return blank

    def pairs(self, node: yaml.Node, at: At) -> Iterator[Pair]:
        """Keys with their values: those of merged mappings first, which the mapping's own replace."""
        self._bound(node, at)
        if not isinstance(node, yaml.MappingNode):
            raise Refused("should be a mapping of keys to values")
        own: dict[str, Pair] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                template = isinstance(key, yaml.MappingNode) and key.flow_style
                raise Refused(TEMPLATE, QUOTE_TEMPLATE) if template else Refused("has a key that is no single word")
            elif key.tag == "tag:yaml.org,2002:merge":
                yield from self._merged(value, (*at, key.value))
            elif key.value in own:
                self.notes.error(self.line(key), f"{quoted(key.value)} is given twice", "remove one of them")
            else:
                own[key.value] = (key, value)
        yield from own.values()

    def _merged(self, value: yaml.Node, at: At) -> Iterator[Pair]:
        for each in reversed(value.value) if isinstance(value, yaml.SequenceNode) else [value]:
            if not isinstance(each, yaml.MappingNode):
                raise Refused("merges (<<) something that is no mapping")
            yield from self.pairs(each, at)

    def _named(self, form: Named, node: yaml.Node, at: At) -> Fields:
        found = {key.value: self.value(form.of, value, (*at, key.value)) for key, value in self.pairs(node, at)}
        return Fields(at, {name: value for name, value in found.items() if value is not None})

    # -- lists

    def _several(self, form: Several, node: yaml.Node, at: At) -> list[object]:
        if not isinstance(node, yaml.SequenceNode):
            fix = f"write [{node.value}]" if isinstance(node, yaml.ScalarNode) else "put - before each item"
            raise Refused("should be a list", fix)
        items = (self._item(form.of, item, (*at, index)) for index, item in enumerate(node.value))
        return [item for item in items if item is not None]

    def _item(self, form: Form, node: yaml.Node, at: At) -> object:
        if isinstance(form, Table) and form.loose and (_is_empty(node) or not isinstance(node, yaml.MappingNode)):
            word = node.value if isinstance(node, yaml.ScalarNode) else ""
            fix = f"write `{word}:`" if word in form.by_name else ""
            what = "is empty" if _is_empty(node) else "is no mapping"
            self.notes.warning(self.line(node), f"an item of {dotted(at)} that {what} is ignored", fix)
            return None
        self.lines[at] = self.line(node)
        blank = isinstance(node, yaml.ScalarNode) and not node.value.strip()
        if blank or (_is_empty(node) and not isinstance(form, Text)):
            self.notes.error(self.line(node), f"{dotted(at[:-1])} has an empty item", "remove it")
            return None
        # Among raw texts, as in `any_of: [null]`, null is a word like any other.
        return decoded(form, node) if is_null(node) else self.value(form, node, at)

    # -- bounds

    def _bound(self, node: yaml.Node, at: At) -> None:
        self._count += 1
        if self._count > MOST or len(at) > DEEPEST:
            raise NotYaml(self.line(node) - 1, "its aliases unfold to more than can be read")

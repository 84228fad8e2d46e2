"""Read YAML into a typed model, with the line of every key: coordinator.yaml and workflow files.

Scalars reach the fields as they are written: `run: true` is the command `true`, and `bar: 3.5` is
exactly 3.5. In coordinator.yaml a key without a value gets its default, and aliases and tags are
errors.
"""

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_args

import yaml
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from coordinator.config.diagnostics import Diagnostic, error, warning
from coordinator.config.suggestions import closest, quoted
from coordinator.errors import ConfigError

DEEPEST = 20  # levels of nesting
MOST = 200_000  # values in one file, including values that aliases repeat
FEW = 25  # a note lists at most this many keys
MOST_HOMES = 3  # a note names at most this many places of a key
QUOTE_TEMPLATE = 'put a template in quotes: "{{ … }}"'
MAPPING = "should be a mapping of keys to values"
# The description of a correct value, by pydantic's error type
_MEANINGS = {
    "model": MAPPING,
    "dict": MAPPING,
    "string": "should be text",
    "int": "should be a whole number",
    "decimal": "should be a number",
    "float": "should be a number",
    "bool": "should be true or false",
    "string_too_short": "is empty",
}

Place = tuple[str | int, ...]
Pair = tuple[yaml.ScalarNode, yaml.Node]
Model = TypeVar("Model", bound=BaseModel)


def read_text(file: Path) -> str:
    """Return the text of a regular file. Raise ConfigError if it cannot be read."""
    try:
        with open(file, encoding="utf-8-sig", opener=_open_at_once) as opened:
            if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
                raise _not_regular(file)
            return opened.read()
    except OSError as wrong:
        if wrong.errno == errno.ENXIO:  # a socket
            raise _not_regular(file) from None
        raise ConfigError(
            f"{file} cannot be read: {wrong.strerror}", fix="check the path"
        ) from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file} is not text in UTF-8", fix="save it as UTF-8") from None


def _open_at_once(name: str, flags: int) -> int:
    """Open a file without blocking, even if it is a pipe without a writer."""
    return os.open(name, flags | os.O_NONBLOCK | os.O_NOCTTY)


def _not_regular(file: Path) -> ConfigError:
    return ConfigError(f"{file} is not a regular file", fix="write the text into a file")


def parse(model: type[Model], label: str, text: str, *, folder: Path | None = None) -> Model:
    """Read YAML text into `model`. Raise ConfigError with the first error to correct."""
    file = YamlFile(model, "`coordinator init` writes a first one", folder=folder)
    data = file.load(text)
    if data is not None and not file.notes:
        found: Model | None = file.validate(data)
        if found is not None:
            return found
    # A misspelt key also makes the correct key missing. Report the misspelling first.
    misspelt = [note for note in file.notes if note.text.startswith("unknown key")]
    first = min(misspelt or file.notes, key=lambda note: note.line)
    raise ConfigError(f"{label}:{first.line}: {first.text}", fix=first.fix)


# -- from text to nodes


class NotYaml(ValueError):
    """Text that cannot be read as YAML; `line` counts from 0."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line


def compose(text: str, *, plain: bool = True) -> yaml.Node | None:
    """Return the nodes of YAML text with their lines, or None if the text is empty.

    If `plain` is true, aliases and tags are errors.
    """
    try:
        _check_events(text, plain)
        root: yaml.Node | None = yaml.compose(text, yaml.CSafeLoader)
        return root
    except yaml.MarkedYAMLError as wrong:
        line = wrong.problem_mark.line if wrong.problem_mark else 0
        if _is_indented_by_tab(text, line):
            raise NotYaml(line, "a tab cannot indent YAML; use spaces") from None
        raise NotYaml(line, f"not YAML: {wrong.problem or 'not YAML'}") from None
    except yaml.reader.ReaderError as wrong:
        raise NotYaml(text.count("\n", 0, wrong.position), wrong.reason) from None


def _check_events(text: str, plain: bool) -> None:
    """Raise NotYaml if the nesting is too deep.

    If `plain` is true, also raise it for aliases and tags.
    """
    depth = 0
    for event in yaml.parse(text, yaml.CSafeLoader):
        line = event.start_mark.line
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > DEEPEST:
            raise NotYaml(line, "nested too deeply")
        if plain and isinstance(event, yaml.AliasEvent):
            raise NotYaml(line, f"alias *{event.anchor} is not supported; write the value out")
        if plain and getattr(event, "tag", None):
            raise NotYaml(line, f"tag {event.tag} is not supported; remove it")


def _is_indented_by_tab(text: str, line: int) -> bool:
    lines = text.splitlines()
    if line >= len(lines):
        return False
    written = lines[line]
    indent = written[: len(written) - len(written.lstrip())]
    return "\t" in indent


# -- from nodes to plain data, and from there to a typed model


class Table(dict[str, Any]):
    """A mapping as it is written in the file, and its place there."""

    def __init__(self, at: Place, values: Iterable[tuple[str, Any]]) -> None:
        super().__init__(values)
        self.at = at


class FlowList(list[Any]):
    """A list that is written in brackets."""


class BareText(str):
    """A string that is written without quotes, so it may mean a number or a boolean."""


class NullText(str):
    """A null in a list, as the file spells it, such as `~`."""


class Refused(ValueError):
    """An error about a wrong value, with its fix.

    The loader puts it into the data in place of a mapping that it cannot read, so that validation
    reports it together with all other errors.
    """

    def __init__(self, problem: str, fix: str = "") -> None:
        super().__init__(problem)
        self.fix = fix


class YamlFile:
    """Reads a text into a model, and notes errors and oddities with their lines.

    In the loaded data, scalars are texts and null is None. If `plain` is true, keys without a value
    are left out, and aliases and tags are errors. Otherwise such keys stay, and aliases and merges
    are expanded. `begin` is the fix that is suggested for an empty file. Validators get this object
    as their context.
    """

    def __init__(
        self, model: type[BaseModel], begin: str, *, plain: bool = True, folder: Path | None = None
    ) -> None:
        self.folder = folder  # relative paths start here
        self.key_lines: dict[Place, int] = {}  # the line of each key, by the key's place
        self.notes: list[Diagnostic] = []
        self._model = model
        self._begin = begin
        self._plain = plain
        self._count = 0

    def load(self, text: str) -> Table | None:
        """Return the mapping in a text. If there is none, add a note about it and return None."""
        try:
            root = compose(text, plain=self._plain)
            data = None if root is None else self.read(root)
        except NotYaml as wrong:
            near = text.splitlines()[max(wrong.line - 1, 0) : wrong.line + 1]
            has_template = any("{{" in line for line in near)
            fix = QUOTE_TEMPLATE if has_template else ""
            self.notes.append(error(wrong.line + 1, str(wrong), fix))
            return None
        if isinstance(data, Table):
            return data
        problem = "is empty" if root is None else MAPPING
        fix = self._begin
        if isinstance(data, Refused):
            problem = str(data)
            fix = data.fix
        self.notes.append(error(self.key_lines.get((), 1), f"the file {problem}", fix))
        return None

    def read(self, node: yaml.Node, at: Place = ()) -> Any:
        """Return the data of a node: texts, lists and tables."""
        self._bound(node, at)
        self.key_lines.setdefault(at, _line(node))
        if isinstance(node, yaml.SequenceNode):
            items = [self.read(item, (*at, index)) for index, item in enumerate(node.value)]
            return FlowList(items) if node.flow_style else items
        if isinstance(node, yaml.MappingNode):
            return self._read_mapping(node, at)
        is_null = node.tag == "tag:yaml.org,2002:null"
        if self._plain:
            return None if is_null else node.value
        if is_null:
            in_list = bool(at) and isinstance(at[-1], int)
            return NullText(node.value) if in_list else None
        if isinstance(node, yaml.ScalarNode) and not node.style:
            return BareText(node.value)
        return node.value

    def _read_mapping(self, node: yaml.MappingNode, at: Place) -> Table | Refused:
        try:
            pairs = list(self.pairs(node, at))
        except Refused as bad:
            return bad
        for key, _ in pairs:
            self.key_lines[(*at, key.value)] = _line(key)
        values = {}
        for key, value in pairs:
            values[key.value] = self.read(value, (*at, key.value))
        if self._plain:
            values = {key: value for key, value in values.items() if value is not None}
        return Table(at, values.items())

    def pairs(self, node: yaml.MappingNode, at: Place) -> Iterator[Pair]:
        """Yield keys with their values. Merged mappings come first, then the mapping's own pairs.

        A later pair replaces an earlier one.
        """
        self._bound(node, at)
        own: dict[str, Pair] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                if isinstance(key, yaml.MappingNode) and key.flow_style:
                    raise Refused("is a template that YAML reads as a mapping", QUOTE_TEMPLATE)
                raise Refused("has a key that is a list or a mapping")
            if key.tag == "tag:yaml.org,2002:merge" and not self._plain:
                for merged in _merged_nodes(value):
                    yield from self.pairs(merged, (*at, key.value))
            elif key.value in own:
                self.notes.append(
                    error(_line(key), f"{quoted(key.value)} is given twice", "remove one of them")
                )
            else:
                own[key.value] = (key, value)
        yield from own.values()

    def _bound(self, node: yaml.Node, at: Place) -> None:
        self._count += 1
        if self._count > MOST or len(at) > DEEPEST:
            raise NotYaml(_line(node) - 1, "its aliases expand to more data than the limit allows")

    def validate(self, data: Table) -> Any:
        """Return the data as the model. If the data has errors, note them and return None."""
        try:
            return self._model.model_validate(data, context=self, by_alias=True, by_name=False)
        except ValidationError as wrong:
            for each in wrong.errors():
                if each["type"] == "missing":
                    self.note_missing(each["loc"])
                elif each["type"] == "extra_forbidden":
                    self.note_unknown(each["loc"])
                else:
                    self._note_wrong(each)
            return None

    def note_missing(self, at: Place) -> None:
        """Note that a required key is missing or has no value."""
        what = "empty" if at in self.key_lines else "missing"
        self.notes.append(error(self._line_of(at), f"{dotted(at)} is {what}"))

    def note_unknown(self, at: Place, *, ignored: bool = False) -> None:
        """Note an unknown key, and suggest the key that the user probably meant."""
        text = f"unknown key {quoted(at[-1])}"
        if at[:-1]:
            text += f" under {dotted(at[:-1])}"
        line = self._line_of(at)
        fix = self._right_key(at)
        if ignored:
            self.notes.append(warning(line, f"{text} is ignored", fix))
        else:
            self.notes.append(error(line, text, fix))

    def _right_key(self, at: Place) -> str:
        """Suggest the key that the user probably meant: a similar key, or this key elsewhere."""
        name = str(at[-1])
        here = tuple(key for key in at[:-1] if isinstance(key, str))
        sections = dict(sections_in(self._model))
        known = list(keys(sections[here]))
        near = closest(name, known, 0.8) or _key_with_word(name, known)
        if near:
            return f'did you mean "{near}"?'
        homes = [_where(place) for place in _homes(name, here, sections)]
        if 0 < len(homes) <= MOST_HOMES:
            return f"it belongs {' or '.join(homes)}"
        near = closest(name, known, 0.6)
        if near:
            return f'did you mean "{near}"?'
        if len(known) <= FEW:
            return f"known: {', '.join(known)}"
        return ""

    def _note_wrong(self, wrong: ErrorDetails) -> None:
        """Note that a value is wrong, and how to correct it."""
        at = wrong["loc"]
        given = wrong["input"]
        while at not in self.key_lines:  # keys have no line if a string is short for their mapping
            at = at[:-1]
        problem, fix = _explain(wrong)
        name = dotted(at)
        if problem == "is empty" and at and isinstance(at[-1], int):
            name = dotted(at[:-1])
            problem = "has an empty item"
            fix = "remove it"
        elif problem.startswith("should ") and isinstance(given, str):
            problem += f", not {quoted(given)}"
        is_sentence = problem.startswith(("should ", "is ", "has ", "comes ", "merges "))
        text = f"{name} {problem}" if is_sentence else f"{name}: {problem}"
        self.notes.append(error(self.key_lines[at], " ".join(text.split()), fix))

    def lines_within(self, at: Place, value: object, name: str) -> Iterator[tuple[str, int]]:
        """Yield the dotted name and the line of a value and of each of its parts."""
        yield name, self.key_lines[at]
        parts: Iterable[tuple[Any, object]] = ()
        if isinstance(value, dict):
            parts = value.items()
        elif isinstance(value, list):
            parts = enumerate(value)
        for key, part in parts:
            yield from self.lines_within((*at, key), part, f"{name}.{key}")

    def _line_of(self, at: Place) -> int:
        """Return the line of a key, or of the mapping that should contain it."""
        while at not in self.key_lines:
            at = at[:-1]
        return self.key_lines[at]


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _merged_nodes(value: yaml.Node) -> list[yaml.MappingNode]:
    """Return the merged mappings in reverse order, because an earlier one takes precedence."""
    nodes = [value]
    if isinstance(value, yaml.SequenceNode):
        nodes = list(reversed(value.value))
    merged = []
    for node in nodes:
        if not isinstance(node, yaml.MappingNode):
            raise Refused("merges (<<) a value that is not a mapping")
        merged.append(node)
    return merged


# -- descriptions of errors in a file


class WrongValue(NamedTuple):
    """The problem with a value, and its fix."""

    text: str
    fix: str = ""


def _explain(wrong: ErrorDetails) -> WrongValue:
    kind = wrong["type"]
    given = wrong["input"]
    reason = wrong.get("ctx", {})
    refused = given if isinstance(given, Refused) else reason.get("error")
    if isinstance(refused, Refused):
        return WrongValue(str(refused), refused.fix)
    if kind == "literal_error":
        choices = str(reason["expected"]).replace("'", "")
        near = closest(str(given), re.split(", | or ", choices), 0.5)
        return WrongValue(f"should be {choices}", f"did you mean {near}?" if near else "")
    if kind == "tuple_type":
        if isinstance(given, str):
            return WrongValue("should be a list", f"write [{given}]")
        return WrongValue("should be a list", "put - before each item")
    is_flow_list = isinstance(given, FlowList) and all(isinstance(item, str) for item in given)
    if kind == "string_type" and is_flow_list:
        return WrongValue("should be text, not a list", f'put it in quotes: "[{", ".join(given)}]"')
    meaning = _MEANINGS.get(re.sub("_(type|parsing)$", "", kind))
    if meaning is None:
        meaning = str(refused or re.sub("^(Input|String) ", "", wrong["msg"]))
    return WrongValue(meaning)


def dotted(at: Place) -> str:
    """Return a place in the file as text for an error message: its keys, joined by dots.

    Within a stage of a workflow, the text has only the keys below the stage.
    """
    if not at:
        return "the file"
    within = at
    if at[0] == "stages" and len(at) >= 2:
        within = at[2:]
        if not within:
            return "a stage"
    return ".".join(part for part in within if isinstance(part, str))


def _where(keys_to: tuple[str, ...]) -> str:
    """Return where a key belongs, as text that follows "it belongs", such as "under review"."""
    if keys_to == ():
        return "at the top of the file"
    if keys_to == ("stages",):
        return "to a stage"
    return f"under {'.'.join(keys_to).removeprefix('stages.')}"


def _key_with_word(name: str, known: list[str]) -> str:
    """Return the first known key that contains the name as one of its words."""
    for key in known:
        if name in key.split("_"):
            return key
    return ""


def _homes(
    name: str, here: tuple[str, ...], sections: dict[tuple[str, ...], type[BaseModel]]
) -> list[tuple[str, ...]]:
    """Return the sections that have a key with this name.

    If there are such sections at or below `here`, return only these. Otherwise return those under
    the same top-level key as `here`.
    """
    homes = [place for place, section in sections.items() if name in keys(section)]
    if here:
        homes = [place for place in homes if place[:1] == here[:1]]
    below = [place for place in homes if place[: len(here)] == here]
    return below or homes


# -- the keys of a model


def keys(section: type[BaseModel]) -> dict[str, FieldInfo]:
    """Return the keys that a file can have for this pydantic model.

    Only the fields of the model that have a description are keys.
    """
    found = {}
    for name, field in section.model_fields.items():
        if field.description:
            found[str(field.validation_alias or name)] = field
    return found


def model_in(annotation: object) -> type[BaseModel] | None:
    """Return the model in an annotation such as `M`, `M | None` or `tuple[M, ...]`, or None."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for part in get_args(annotation):
        found = model_in(part)
        if found is not None:
            return found
    return None


def sections_in(
    first: type[BaseModel], at: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], type[BaseModel]]]:
    """Yield a model and all models below it, each with the keys that lead to it."""
    yield at, first
    for key, field in keys(first).items():
        inner = model_in(field.annotation)
        if inner is not None:
            yield from sections_in(inner, (*at, key))

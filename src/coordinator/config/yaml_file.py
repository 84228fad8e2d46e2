"""YAML read into a typed model, with the line of every key: coordinator.yaml and workflow files alike.

Scalars reach the fields as they are written: `run: true` is the command `true`, `bar: 3.5` is exactly 3.5.
In coordinator.yaml a key without a value has its default, and aliases and tags are refused.
"""

import difflib
import json
import re
import warnings
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

import yaml
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    PlainSerializer,
    ValidationError,
    ValidationInfo,
)
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from coordinator.config.diagnostics import Diagnostic, error, warning
from coordinator.errors import ConfigError

DEEPEST = 20  # levels of nesting
MOST = 200_000  # values of one file, with those that aliases repeat
FEW = 25  # keys that a note can list
MOST_HOMES = 3  # places of a key that it can name
QUOTE_TEMPLATE = 'put a template in quotes: "{{ … }}"'
Place = tuple[str | int, ...]
Pair = tuple[yaml.ScalarNode, yaml.Node]
Model = TypeVar("Model", bound=BaseModel)
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
_LONGEST = 2**63 / 1e9  # the longest time of Go, some 292 years


def read_text(file: Path) -> str:
    """The text of a file, or a ConfigError that says why it cannot be read."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as wrong:
        raise ConfigError(
            f"{file} cannot be read: {wrong.strerror}", fix="check the path"
        ) from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file} is not text in UTF-8", fix="save it as UTF-8") from None


# -- from text to plain data


class NotYaml(ValueError):
    """Text that cannot be read as YAML; `line` counts from 0."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line


def compose(text: str, *, plain: bool = True) -> yaml.Node | None:
    """The nodes of YAML text, with their lines; None if it is empty. Plain YAML has no aliases and no tags."""
    depth = 0
    try:
        for event in yaml.parse(text, yaml.CSafeLoader):
            line = event.start_mark.line
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(
                event, yaml.CollectionEndEvent
            )
            if depth > DEEPEST:
                raise NotYaml(line, "nested too deeply")
            if plain and isinstance(event, yaml.AliasEvent):
                raise NotYaml(line, f"alias *{event.anchor} is not supported; write the value out")
            if plain and getattr(event, "tag", None):
                raise NotYaml(line, f"tag {event.tag} is not supported; remove it")
        root: yaml.Node | None = yaml.compose(text, yaml.CSafeLoader)
        return root
    except yaml.MarkedYAMLError as wrong:
        line = wrong.problem_mark.line if wrong.problem_mark else 0
        written = "".join(text.splitlines()[line : line + 1])
        if "\t" in written[: len(written) - len(written.lstrip())]:
            raise NotYaml(line, "a tab cannot indent YAML; use spaces") from None
        raise NotYaml(line, f"not YAML: {wrong.problem or 'not YAML'}") from None
    except yaml.reader.ReaderError as wrong:
        raise NotYaml(text.count("\n", 0, wrong.position), wrong.reason) from None


class Table(dict[str, Any]):
    """A mapping as it is written, and its place in the file."""

    def __init__(self, at: Place, values: Iterable[tuple[str, Any]]) -> None:
        super().__init__(values)
        self.at = at


class FlowList(list[Any]):
    """A list that is written in brackets."""


class BareText(str):
    """A text that is written without quotes, and so may be a number or a flag."""


class NullText(str):
    """A null in a list, as it is written."""


class Refused(ValueError):
    """A value that cannot be what it should be, and what to do about it; it may stand in the data for a mapping."""

    def __init__(self, problem: str, fix: str = "") -> None:
        super().__init__(problem)
        self.fix = fix


class YamlFile:
    """Reads a text into a model, and notes all that is wrong and odd with its line; validators have it as context.

    Scalars are texts and null is None. In plain YAML a key without a value is left out; otherwise it stays, and
    aliases and merges are unfolded. `begin` says what to write where there is nothing to read.
    """

    def __init__(
        self, model: type[BaseModel], begin: str, *, plain: bool = True, folder: Path | None = None
    ) -> None:
        self.folder = folder  # where relative paths start
        self.key_lines: dict[Place, int] = {}  # the line of each key by its place
        self.notes: list[Diagnostic] = []
        self._model = model
        self._begin = begin
        self._plain = plain
        self._count = 0

    def load(self, text: str) -> Table | None:
        """The mapping of a text; None where the text has none, and why not is noted."""
        try:
            root = compose(text, plain=self._plain)
            data = None if root is None else self.read(root)
        except NotYaml as wrong:
            near = text.splitlines()[max(wrong.line - 1, 0) : wrong.line + 1]
            fix = QUOTE_TEMPLATE if any("{{" in each for each in near) else ""
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
        """The data of a node: texts, lists and tables."""
        self._bound(node, at)
        self.key_lines.setdefault(at, _line(node))
        if isinstance(node, yaml.SequenceNode):
            items = [self.read(item, (*at, index)) for index, item in enumerate(node.value)]
            if node.flow_style:
                return FlowList(items)
            return items
        if isinstance(node, yaml.MappingNode):
            try:
                pairs = list(self.pairs(node, at))
            except Refused as bad:
                return bad
            self.key_lines.update({(*at, key.value): _line(key) for key, _ in pairs})
            read = {key.value: self.read(value, (*at, key.value)) for key, value in pairs}
            return Table(
                at,
                (
                    (key, value)
                    for key, value in read.items()
                    if value is not None or not self._plain
                ),
            )
        if node.tag != "tag:yaml.org,2002:null":
            bare = isinstance(node, yaml.ScalarNode) and not node.style and not self._plain
            if bare:
                return BareText(node.value)
            return node.value
        in_list = bool(at) and isinstance(at[-1], int)
        if in_list and not self._plain:
            return NullText(node.value)
        return None

    def pairs(self, node: yaml.MappingNode, at: Place) -> Iterator[Pair]:
        """Keys with their values: those of merged mappings first, which the mapping's own replace."""
        self._bound(node, at)
        own: dict[str, Pair] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                if isinstance(key, yaml.MappingNode) and key.flow_style:
                    raise Refused("is a template that YAML takes for a mapping", QUOTE_TEMPLATE)
                raise Refused("has a key that is no single word")
            if key.tag == "tag:yaml.org,2002:merge" and not self._plain:
                for each in (
                    reversed(value.value) if isinstance(value, yaml.SequenceNode) else [value]
                ):
                    if not isinstance(each, yaml.MappingNode):
                        raise Refused("merges (<<) something that is no mapping")
                    yield from self.pairs(each, (*at, key.value))
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
            raise NotYaml(_line(node) - 1, "its aliases unfold to more than can be read")

    def validate(self, data: Table) -> Any:
        """The data as the model; None if there is an error in it, which is noted."""
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
        """Note that a key has no value."""
        what = "empty" if at in self.key_lines else "missing"
        self.notes.append(error(self._line_of(at), f"{dotted(at)} is {what}"))

    def note_unknown(self, at: Place, *, ignored: bool = False) -> None:
        """Note a key that is not known, with what it may have been meant to be."""
        under = f" under {dotted(at[:-1])}" if at[:-1] else ""
        text = f"unknown key {quoted(at[-1])}{under}"
        note = warning if ignored else error
        self.notes.append(
            note(self._line_of(at), text + " is ignored" * ignored, self._right_key(at))
        )

    def _right_key(self, at: Place) -> str:
        """What an unknown key may have been meant to be: a key like it, or the same key where it belongs."""
        name = str(at[-1])
        here = tuple(key for key in at[:-1] if isinstance(key, str))
        sections = dict(sections_in(self._model))
        known = list(keys(sections[here]))
        longer = [key for key in known if name in key.split("_")]
        if near := closest(name, known, 0.8) or "".join(longer[:1]):
            return f'did you mean "{near}"?'
        homes = [
            place
            for place in sections
            if name in keys(sections[place]) and place[:1] == (here or place)[:1]
        ]
        homes = [place for place in homes if place[: len(here)] == here] or homes
        if 0 < len(homes) <= MOST_HOMES:
            return f"it belongs {' or '.join(map(_where, homes))}"
        near = closest(name, known, 0.6)
        if near:
            return f'did you mean "{near}"?'
        if len(known) <= FEW:
            return f"known: {', '.join(known)}"
        return ""

    def _note_wrong(self, wrong: ErrorDetails) -> None:
        """Note what is wrong with a value, and what to do."""
        at = wrong["loc"]
        given = wrong["input"]
        while at not in self.key_lines:  # where a text stands for one of its keys
            at = at[:-1]
        problem, fix = _explain(wrong)
        name = dotted(at)
        if problem == "is empty" and at and isinstance(at[-1], int):
            name = dotted(at[:-1])
            problem = "has an empty item"
            fix = "remove it"
        elif problem.startswith("should ") and isinstance(given, str):
            problem += f", not {quoted(given)}"
        link = " " if problem.startswith(("should ", "is ", "has ", "comes ", "merges ")) else ": "
        self.notes.append(
            error(self.key_lines[at], " ".join(f"{name}{link}{problem}".split()), fix)
        )

    def lines_within(self, at: Place, value: object, name: str) -> Iterator[tuple[str, int]]:
        """The lines of a value and of all its parts, by their dotted names."""
        yield name, self.key_lines[at]
        parts: Iterable[tuple[object, object]]
        if isinstance(value, dict):
            parts = value.items()
        elif isinstance(value, list):
            parts = enumerate(value)
        else:
            parts = ()
        for key, part in parts:
            yield from self.lines_within((*at, key), part, f"{name}.{key}")

    def _line_of(self, at: Place) -> int:
        """The line of a key, or of the mapping where it should be."""
        while at not in self.key_lines:
            at = at[:-1]
        return self.key_lines[at]


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def dotted(at: Place) -> str:
    """A place as a note names it: its keys, for a part of a workflow's stage from there on."""
    if not at or (at[0] == "stages" and len(at) == 2):
        if at:
            return "a stage"
        return "the file"
    within = at[2:] if at[0] == "stages" and len(at) > 2 else at
    return ".".join(part for part in within if isinstance(part, str))


def _where(keys_to: tuple[str, ...]) -> str:
    """Where the section at these keys is, after `it belongs`."""
    named = {(): "at the top of the file", ("stages",): "to a stage"}
    return named.get(keys_to) or f"under {'.'.join(keys_to).removeprefix('stages.')}"


# -- from plain data to a typed model

MAPPING = "should be a mapping of keys to values"
# What a value should be by the type of its field, as pydantic names it in an error.
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


def _explain(wrong: ErrorDetails) -> tuple[str, str]:
    """What is wrong with a value, and what to do."""
    kind = wrong["type"]
    given = wrong["input"]
    reason = wrong.get("ctx", {})
    refused = given if isinstance(given, Refused) else reason.get("error")
    if isinstance(refused, Refused):
        return str(refused), refused.fix
    if kind == "literal_error":
        choices = str(reason["expected"]).replace("'", "")
        near = closest(str(given), re.split(", | or ", choices), 0.5)
        return f"should be {choices}", near and f"did you mean {near}?"
    if kind == "tuple_type":
        return "should be a list", f"write [{given}]" if isinstance(
            given, str
        ) else "put - before each item"
    if (
        kind == "string_type"
        and isinstance(given, FlowList)
        and all(isinstance(each, str) for each in given)
    ):
        return "should be text, not a list", f'put it in quotes: "[{", ".join(given)}]"'
    said = str(refused or re.sub("^(Input|String) ", "", wrong["msg"]))
    return _MEANINGS.get(re.sub("_(type|parsing)$", "", kind), said), ""


def parse(model: type[Model], label: str, text: str, *, folder: Path | None = None) -> Model:
    """Read YAML text into `model`; ConfigError says what to correct first."""
    file = YamlFile(model, "`coordinator init` writes one to start from", folder=folder)
    data = file.load(text)
    found: Model | None = file.validate(data) if data is not None and not file.notes else None
    if found is None:
        # A misspelt key also leaves the right one missing; the spelling is what to correct.
        first = min(
            file.notes, key=lambda note: (not note.text.startswith("unknown key"), note.line)
        )
        raise ConfigError(f"{label}:{first.line}: {first.text}", fix=first.fix)
    return found


def nearest(name: str, known: Iterable[str]) -> str:
    """The fix for an unknown name: the known one it is closest to, or all of them."""
    names = list(known)
    near = closest(name, names, 0.5)
    if near:
        return f"did you mean {near}?"
    return f"known: {', '.join(names)}"


def closest(name: str, known: Iterable[str], cutoff: float) -> str:
    """The known name that is like this one, in upper or lower case; empty if none is so like it."""
    names = {each.casefold(): each for each in known}
    near = difflib.get_close_matches(name.casefold(), names, n=1, cutoff=cutoff)
    if near:
        return names[near[0]]
    return ""


def quoted(value: object) -> str:
    """A value as a message shows it: in quotes, on one line, not too long."""
    return json.dumps(str(value)[:60], ensure_ascii=False)


def keys(section: type[BaseModel]) -> dict[str, FieldInfo]:
    """The keys a file may have for this model, which are the fields with a description."""
    fields = section.model_fields.items()
    return {
        str(field.validation_alias or name): field for name, field in fields if field.description
    }


def model_in(annotation: object) -> type[BaseModel] | None:
    """The model an annotation is about: itself, optional, or the items of a tuple."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := model_in(part))), None)


def sections_in(
    first: type[BaseModel], at: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], type[BaseModel]]]:
    """Every model that a model leads to, itself first, at each of the keys that lead to it."""
    yield at, first
    for key, field in keys(first).items():
        if inner := model_in(field.annotation):
            yield from sections_in(inner, (*at, key))


# -- fields and their types


def refuse_repeated(what: str, names: Iterable[str]) -> None:
    """Raise ValueError for a name that is there more than once."""
    for name, following in pairwise(sorted(names)):
        if name == following:
            raise ValueError(f'more than one {what} is named "{name}"')


def seconds(text: str) -> float | None:
    """A duration as Go writes it, such as `1h30m` or `500ms`; None if it is none."""
    text = text.strip()
    if text == "0":
        return 0.0
    if not re.match(DURATION, text):
        return None
    total = sum(float(amount) * _UNITS[unit] for amount, unit in re.findall(_PART, text))
    if total < _LONGEST:
        return total
    return None


def _duration(value: object) -> object:
    """The seconds of a duration, or of a number without a unit."""
    if isinstance(value, int | float):
        return value
    text = "".join(str(value).split())
    found = seconds(f"{text}s" if text[-1:].isdigit() else text)
    if found is None:
        raise ValueError("should be a duration: seconds, or 30s, 15m, 2h")
    return found


def duration_text(seconds: float) -> str:
    """A duration as it is written in coordinator.yaml."""
    unit = next((unit for unit in "hm" if seconds % _UNITS[unit] == 0), "s")
    amount = seconds / _UNITS[unit]
    if amount.is_integer():
        return f"{amount:.0f}{unit}"
    return f"{amount}{unit}"


def check_pattern(text: str) -> str:
    """The text, if it is a regular expression."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(text)
    except (re.error, RecursionError, OverflowError) as wrong:
        raise Refused(f"is not a regular expression: {wrong}") from None
    return text


def _beside_its_file(path: Path, info: ValidationInfo) -> Path:
    if info.context is None:
        return path
    path = path.expanduser()
    folder: Path | None = info.context.folder
    if folder is None and not path.is_absolute():
        # The file would come from the work under review, which must not supply its own replies or prompts.
        raise ValueError(
            "should be an absolute path in the configuration of a repository under review"
        )
    if folder is None:
        return path
    return folder / path


Duration = Annotated[
    float,
    BeforeValidator(_duration),
    PlainSerializer(duration_text),
    Field(ge=0.01, le=30 * 24 * 3600),
]
FilePath = Annotated[Path, AfterValidator(_beside_its_file)]

"""YAML read with the line of every key and value: coordinator.yaml into a typed model, workflows into plain data.

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
from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, PlainSerializer, ValidationError, ValidationInfo
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from coordinator.errors import ConfigError

DEEPEST = 20  # levels of nesting
MOST = 200_000  # values of one file, with those that aliases repeat
QUOTE_TEMPLATE = 'put a template in quotes: "{{ … }}"'
Place = tuple[str | int, ...]
Pair = tuple[yaml.ScalarNode, yaml.Node]
Model = TypeVar("Model", bound=BaseModel)
Default = TypeVar("Default")
_UNITS = {"h": 3600, "m": 60, "s": 1}


def read_text(file: Path) -> str:
    """The text of a file, or a ConfigError that says why it cannot be read."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as wrong:
        raise ConfigError(f"{file} cannot be read: {wrong.strerror}", fix="check the path") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file} is not text in UTF-8", fix="save it as UTF-8") from None


# -- from text to plain data


class NotYaml(ValueError):
    """Text that cannot be read as YAML; `line` counts from 0."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line, self.problem = line, problem


def compose(text: str, *, plain: bool = True) -> yaml.Node | None:
    """The nodes of YAML text, with their lines; None if it is empty. Plain YAML has no aliases and no tags."""
    depth = 0
    try:
        for event in yaml.parse(text, yaml.CSafeLoader):
            line = event.start_mark.line
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
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
    """A value that cannot be what it should be, and what to do about it."""

    def __init__(self, problem: str, fix: str = "") -> None:
        super().__init__(problem)
        self.fix = fix


class BadMapping(Refused):
    """A mapping that cannot be read, for which it stands in the data."""

    def __init__(self, line: int, problem: str, fix: str = "") -> None:
        super().__init__(problem, fix)
        self.line = line


class YamlReader:
    """Turns nodes into texts, lists and tables, and remembers the line of each key and each value by its place.

    Null is None. In plain YAML such a key is left out; otherwise it stays, and aliases and merges are unfolded.
    """

    def __init__(self, *, plain: bool = True) -> None:
        self.key_lines: dict[Place, int] = {}
        self.value_lines: dict[Place, int] = {}
        self.repeated: list[tuple[int, str]] = []  # keys that are given twice, with the line of the second
        self._plain, self._count = plain, 0

    def line(self, node: yaml.Node) -> int:
        return int(node.start_mark.line) + 1

    def load(self, text: str) -> tuple[Any, Any]:
        """The root node of a text and its data, both None if it is empty; NotYaml if it cannot be read."""
        root = compose(text, plain=self._plain)
        return root, None if root is None else self.read(root)

    def read(self, node: yaml.Node, at: Place = ()) -> Any:
        self._bound(node, at)
        self.value_lines[at] = self.line(node)
        self.key_lines.setdefault(at, self.line(node))
        if isinstance(node, yaml.SequenceNode):
            items = [self.read(item, (*at, index)) for index, item in enumerate(node.value)]
            return FlowList(items) if node.flow_style else items
        if isinstance(node, yaml.MappingNode):
            try:
                pairs = list(self.pairs(node, at))
            except BadMapping as bad:
                return bad
            self.key_lines.update({(*at, key.value): self.line(key) for key, _ in pairs})
            read = {key.value: self.read(value, (*at, key.value)) for key, value in pairs}
            return Table(at, ((key, value) for key, value in read.items() if value is not None or not self._plain))
        if node.tag != "tag:yaml.org,2002:null":
            bare = isinstance(node, yaml.ScalarNode) and not node.style and not self._plain
            return BareText(node.value) if bare else node.value
        in_list = bool(at) and isinstance(at[-1], int)
        return NullText(node.value) if in_list and not self._plain else None

    def pairs(self, node: yaml.MappingNode, at: Place) -> Iterator[Pair]:
        """Keys with their values: those of merged mappings first, which the mapping's own replace."""
        self._bound(node, at)
        own: dict[str, Pair] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                if isinstance(key, yaml.MappingNode) and key.flow_style:
                    raise BadMapping(self.line(key), "is a template that YAML takes for a mapping", QUOTE_TEMPLATE)
                raise BadMapping(self.line(key), "has a key that is no single word")
            if key.tag == "tag:yaml.org,2002:merge" and not self._plain:
                for each in reversed(value.value) if isinstance(value, yaml.SequenceNode) else [value]:
                    if not isinstance(each, yaml.MappingNode):
                        raise BadMapping(self.line(key), "merges (<<) something that is no mapping")
                    yield from self.pairs(each, (*at, key.value))
            elif key.value in own:
                self.repeated.append((self.line(key), key.value))
            else:
                own[key.value] = (key, value)
        yield from own.values()

    def _bound(self, node: yaml.Node, at: Place) -> None:
        self._count += 1
        if self._count > MOST or len(at) > DEEPEST:
            raise NotYaml(self.line(node) - 1, "its aliases unfold to more than can be read")


# -- from plain data to a typed model

_MEANINGS = {
    "model_type": "should be a mapping of keys to values",
    "tuple_type": "should be a list",
    "string_type": "should be text",
    "int_parsing": "should be a whole number",
    "int_type": "should be a whole number",
    "decimal_parsing": "should be a number",
    "decimal_type": "should be a number",
    "bool_parsing": "should be true or false",
    "bool_type": "should be true or false",
    "float_type": "should be a duration: seconds, or 30s, 15m, 2h",
    "string_too_short": "should not be empty",
    "missing": "is missing",
}


def parse(model: type[Model], label: str, text: str, *, folder: Path | None = None) -> Model:
    """Read YAML text into `model`; validators find `folder`, where relative paths start, in their context."""
    reader = YamlReader()
    try:
        root, data = reader.load(text)
    except NotYaml as wrong:
        raise ConfigError(f"{label}:{wrong.line + 1}: {wrong.problem}") from None
    if root is None:
        raise ConfigError(f"{label} is empty", fix="`coordinator init` writes one to start from")
    if reader.repeated:
        line, key = reader.repeated[0]
        raise ConfigError(f"{label}:{line}: {quoted(key)} is given twice")
    if not isinstance(data, Table):
        problem = "a key should be a single word" if isinstance(data, BadMapping) else _MEANINGS["model_type"]
        raise ConfigError(f"{label}:{reader.line(root)}: {problem}")
    try:
        return model.model_validate(data, context={"folder": folder}, by_alias=True, by_name=False)
    except ValidationError as wrong:
        line, problem, fix = _first_problem(model, reader.key_lines, wrong)
        raise ConfigError(f"{label}:{line}: {problem}", fix=fix) from None


def _first_problem(model: type[BaseModel], lines: dict[Place, int], wrong: ValidationError) -> tuple[int, str, str]:
    """The line of what to correct first, what is wrong there, and the fix."""

    def line_of(error: ErrorDetails) -> int:
        at = error["loc"]
        while at not in lines:
            at = at[:-1]
        return lines[at]

    # A misspelt key also leaves the right one missing; the spelling is what to correct.
    error = min(wrong.errors(), key=lambda error: (error["type"] != "extra_forbidden", line_of(error)))
    line, at, given = line_of(error), error["loc"], error["input"]
    if error["type"] == "extra_forbidden":
        section = model
        for name in at[:-1]:
            section = (model_in(keys(section)[name].annotation) or section) if isinstance(name, str) else section
        under = f" under {_dotted(at[:-1])}" if at[:-1] else ""
        return line, f"unknown key {quoted(at[-1])}{under}", nearest(str(at[-1]), keys(section), '"')
    if isinstance(given, BadMapping):
        return given.line, "a key should be a single word", ""
    said = str(error.get("ctx", {}).get("error") or error["msg"].removeprefix("Input "))
    said = _MEANINGS.get(error["type"], said)
    problem = _dotted(at) + (" " if said.startswith(("should ", "is ")) else ": ") + said
    return line, " ".join(problem.split()) + (f", not {quoted(given)}" if isinstance(given, str) else ""), ""


def _dotted(at: Iterable[str | int]) -> str:
    return ".".join(part for part in at if isinstance(part, str)) or "the file"


def nearest(name: str, known: Iterable[str], quote: str = "") -> str:
    """The fix for an unknown name: the known one it is closest to, or all of them."""
    names = list(known)
    near = closest(name, names, 0.5)
    return f"did you mean {quote}{near}{quote}?" if near else f"known: {', '.join(names)}"


def closest(name: str, known: Iterable[str], cutoff: float) -> str:
    """The known name that is like this one, in upper or lower case; empty if none is so like it."""
    names = {each.casefold(): each for each in known}
    near = difflib.get_close_matches(name.casefold(), names, n=1, cutoff=cutoff)
    return names[near[0]] if near else ""


def quoted(value: object) -> str:
    """A value as a message shows it: in quotes, on one line, not too long."""
    return json.dumps(str(value)[:60], ensure_ascii=False)


def keys(section: type[BaseModel]) -> dict[str, FieldInfo]:
    """The keys a file may have for this model, which are the fields with a description."""
    fields = section.model_fields.items()
    return {str(field.validation_alias or name): field for name, field in fields if field.description}


def model_in(annotation: object) -> type[BaseModel] | None:
    """The model an annotation is about: itself, optional, or the items of a tuple."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := model_in(part))), None)


# -- fields and their types


def refuse_repeated(what: str, names: Iterable[str]) -> None:
    """Raise ValueError for a name that is there more than once."""
    for name, following in pairwise(sorted(names)):
        if name == following:
            raise ValueError(f'more than one {what} is named "{name}"')


def option(default: Default, description: str, **more: Any) -> Default:
    """Return the field of a model for a key that need not be given; `more` is what else pydantic's Field takes."""
    made: Default = Field(default=default, description=description, **more)
    return made


def _seconds(value: object) -> object:
    if not isinstance(value, str):
        return value
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", value.strip())
    if not found:
        raise ValueError("should be a duration: seconds, or 30s, 15m, 2h")
    return float(found[1]) * _UNITS[found[2] or "s"]


def duration_text(seconds: float) -> str:
    """A duration as it is written in coordinator.yaml."""
    unit = next((unit for unit in "hm" if seconds % _UNITS[unit] == 0), "s")
    amount = seconds / _UNITS[unit]
    return f"{amount:.0f}{unit}" if amount.is_integer() else f"{amount}{unit}"


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
    path, folder = path.expanduser(), info.context["folder"]
    if folder is None and not path.is_absolute():
        # The file would come from the work under review, which must not supply its own replies or prompts.
        raise ValueError("should be an absolute path in the configuration of a repository under review")
    return path if folder is None else folder / path


Duration = Annotated[
    float, BeforeValidator(_seconds), PlainSerializer(duration_text), Field(ge=0.01, le=30 * 24 * 3600)
]
FilePath = Annotated[Path, AfterValidator(_beside_its_file)]

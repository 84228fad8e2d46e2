"""A YAML document read into a typed model; every error names its file and line.

Scalars reach the fields as they are written: `run: true` is the command `true`, `bar: 3.5` is exactly 3.5.
A key without a value has its default. Aliases and tags are refused.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal, NoReturn, TypeVar, get_args, get_origin

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

from coordinator.errors import ConfigError

DEEPEST = 20
Lines = dict[tuple[str | int, ...], int]
Model = TypeVar("Model", bound=BaseModel)
_UNITS = {"h": 3600, "m": 60, "s": 1}


def read_text(file: Path) -> str:
    """The text of a file, or a ConfigError that says why it cannot be read."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as wrong:
        raise ConfigError(f"{file} cannot be read: {wrong.strerror}", fix="check the path") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file} is not text in UTF-8", fix="save it as UTF-8") from None


def parse(model: type[Model], label: str, text: str, *, folder: Path | None = None) -> Model:
    """Read YAML text into `model`; validators find `folder`, where relative paths start, in their context."""
    lines: Lines = {}
    data = _plain(_root(label, text), label, (), lines)
    try:
        return model.model_validate(data, context={"folder": folder}, by_alias=True, by_name=False)
    except ValidationError as wrong:
        raise _explained(model, label, lines, wrong) from None


class NotYaml(ValueError):
    """Text that cannot be read as YAML; `line` counts from 0."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line, self.problem = line, problem


def compose(text: str, *, plain: bool = True) -> yaml.Node | None:
    """The nodes of YAML text, with their lines; None if it is empty. Plain YAML has no aliases and no tags."""
    try:
        _refuse_surprises(text, plain)
        root: yaml.Node | None = yaml.compose(text, yaml.CSafeLoader)
        return root
    except yaml.MarkedYAMLError as wrong:
        line = wrong.problem_mark.line if wrong.problem_mark else 0
        raise NotYaml(line, _yaml_problem(text, line, wrong.problem or "not YAML")) from None
    except yaml.reader.ReaderError as wrong:
        raise NotYaml(text.count("\n", 0, wrong.position), wrong.reason) from None


def _root(label: str, text: str) -> yaml.MappingNode:
    try:
        root = compose(text)
    except NotYaml as wrong:
        _refuse(label, wrong.line, wrong.problem)
    if root is None:
        raise ConfigError(f"{label} is empty", fix="`coordinator init` writes one to start from")
    if not isinstance(root, yaml.MappingNode):
        _refuse(label, root.start_mark.line, "should be a mapping of keys to values")
    return root


def _yaml_problem(text: str, line: int, problem: str) -> str:
    written = text.splitlines()[line : line + 1]
    indented = written and "\t" in written[0][: len(written[0]) - len(written[0].lstrip())]
    return "a tab cannot indent YAML; use spaces" if indented else f"not YAML: {problem}"


def _refuse_surprises(text: str, plain: bool) -> None:
    depth = 0
    for event in yaml.parse(text, yaml.CSafeLoader):
        line = event.start_mark.line
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise NotYaml(line, "nested too deeply")
        if plain and isinstance(event, yaml.AliasEvent):
            raise NotYaml(line, f"alias *{event.anchor} is not supported; write the value out")
        if plain and getattr(event, "tag", None):
            raise NotYaml(line, f"tag {event.tag} is not supported; remove it")


def _refuse(label: str, line: int, problem: str, *, fix: str = "") -> NoReturn:
    raise ConfigError(f"{label}:{line + 1}: {problem}", fix=fix)


def _plain(node: yaml.Node, label: str, at: tuple[str | int, ...], lines: Lines) -> object:
    lines.setdefault(at, node.start_mark.line)
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, label, at, lines)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, label, (*at, index), lines) for index, item in enumerate(node.value)]
    return None if node.tag == "tag:yaml.org,2002:null" else node.value


def _mapping(node: yaml.MappingNode, label: str, at: tuple[str | int, ...], lines: Lines) -> dict[str, object]:
    data: dict[str, object] = {}
    for key, value in node.value:
        line = key.start_mark.line
        if not isinstance(key, yaml.ScalarNode):
            _refuse(label, line, "a key should be a single word")
        if (*at, key.value) in lines:
            _refuse(label, line, f"{quoted(key.value)} is given twice")
        lines[*at, key.value] = line
        data[key.value] = _plain(value, label, (*at, key.value), lines)
    return {key: value for key, value in data.items() if value is not None}


# -- explaining

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


def _explained(model: type[BaseModel], label: str, lines: Lines, wrong: ValidationError) -> ConfigError:
    def line(error: ErrorDetails) -> int:
        at = error["loc"]
        return next(lines[at[:size]] for size in range(len(at), -1, -1) if at[:size] in lines)

    # A misspelt key also leaves the right one missing; the spelling is what to correct.
    error = min(wrong.errors(), key=lambda error: (error["type"] != "extra_forbidden", line(error)))
    problem, fix = _unknown_key(model, error) if error["type"] == "extra_forbidden" else (_problem(error), "")
    return ConfigError(f"{label}:{line(error) + 1}: {problem}", fix=fix)


def _problem(error: ErrorDetails) -> str:
    said = str(error.get("ctx", {}).get("error") or error["msg"].removeprefix("Input "))
    said = _MEANINGS.get(error["type"], said)
    problem = _dotted(error["loc"]) + (" " if said.startswith(("should ", "is ")) else ": ") + said
    given = f", not {quoted(error['input'])}" if isinstance(error["input"], str) else ""
    return " ".join(problem.split()) + given


def _unknown_key(model: type[BaseModel], error: ErrorDetails) -> tuple[str, str]:
    *parents, key = error["loc"]
    section = model
    for name in parents:
        section = (model_in(keys(section)[name].annotation) or section) if isinstance(name, str) else section
    under = f" under {_dotted(parents)}" if parents else ""
    return f"unknown key {quoted(key)}{under}", nearest(str(key), keys(section), '"')


def nearest(name: str, known: Iterable[str], quote: str = "") -> str:
    """The fix for an unknown name: the known one it is closest to, or all of them."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    return f"did you mean {quote}{near[0]}{quote}?" if near else f"known: {', '.join(names)}"


def _dotted(at: Iterable[str | int]) -> str:
    return ".".join(part for part in at if isinstance(part, str)) or "the file"


def quoted(value: object) -> str:
    """A value as a message shows it: in quotes, on one line, not too long."""
    return json.dumps(str(value)[:60], ensure_ascii=False)


def keys(section: type[BaseModel]) -> dict[str, FieldInfo]:
    """The keys a document may have for this model, with their fields."""
    return {str(field.validation_alias or name): field for name, field in section.model_fields.items()}


def model_in(annotation: object) -> type[BaseModel] | None:
    """The model an annotation is about: itself, optional, or the items of a tuple."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := model_in(part))), None)


# -- types of fields


def _seconds(value: object) -> object:
    if not isinstance(value, str):
        return value
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", value.strip())
    if not found:
        raise ValueError("should be a duration: seconds, or 30s, 15m, 2h")
    return float(found[1]) * _UNITS[found[2] or "s"]


def _duration_text(seconds: float) -> str:
    unit = next((unit for unit in "hm" if seconds % _UNITS[unit] == 0), "s")
    amount = seconds / _UNITS[unit]
    return f"{amount:.0f}{unit}" if amount.is_integer() else f"{amount}{unit}"


def _beside_its_file(path: Path, info: ValidationInfo) -> Path:
    if info.context is None:
        return path
    path, folder = path.expanduser(), info.context["folder"]
    if folder is None and not path.is_absolute():
        # The file would come from the work under review, which must not supply its own replies or prompts.
        raise ValueError("should be an absolute path in the configuration of a repository under review")
    return path if folder is None else folder / path


Duration = Annotated[
    float, BeforeValidator(_seconds), PlainSerializer(_duration_text), Field(ge=0.01, le=30 * 24 * 3600)
]
FilePath = Annotated[Path, AfterValidator(_beside_its_file)]


# -- describing


def tables(model: type[BaseModel], title: str) -> list[str]:
    """One Markdown table of keys for the model and each one it leads to."""
    reached = [model]
    for each in reached:
        parts = (model_in(field.annotation) for field in keys(each).values())
        reached.extend(part for part in dict.fromkeys(parts) if part and part not in reached)
    return [_table(each, title if each is model else _title(each)) for each in reached]


def _table(model: type[BaseModel], title: str) -> str:
    rows = [
        f"| `{key}` | {_type(field.annotation)} | {_default(field)} | {field.description} |"
        for key, field in keys(model).items()
    ]
    head = [
        f"## {title}",
        "",
        model.__doc__ or "",
        "",
        "| key | type | default | meaning |",
        "|---|---|---|---|",
    ]
    return "\n".join([*head, *rows])


def _title(model: type[BaseModel]) -> str:
    return model.__name__.removesuffix("Config").lower()


def _type(annotation: object) -> str:
    inner = get_args(annotation)
    if get_origin(annotation) is Literal:
        return " or ".join(f"`{choice}`" for choice in inner)
    if get_origin(annotation) is tuple:
        return f"list of {_type(inner[0])}"
    if inner:
        return _type(inner[0])
    model = model_in(annotation)
    return f"[{_title(model)}](#{_title(model)})" if model else _WORDS[str(annotation)]


_WORDS = {
    str(plain): word
    for plain, word in (
        (str, "text"),
        (int, "whole number"),
        (Decimal, "number"),
        (float, "duration"),
        (bool, "true or false"),
        (Path, "path"),
    )
}


def _default(field: FieldInfo) -> str:
    default = field.default
    if field.is_required():
        return "required"
    if default in (None, "", ()) or isinstance(default, BaseModel):
        return ""
    if isinstance(default, float):
        return f"`{_duration_text(default)}`"
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"

"""The base class of the models for the mappings in a workflow file.

As in ElasticClaw, the reader ignores unknown keys with a warning.
"""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import Any, ClassVar, Literal, get_origin

from pydantic import ConfigDict, ValidationInfo, model_validator
from pydantic.fields import FieldInfo

from coordinator.config import yaml_file
from coordinator.config.diagnostics import error, warning
from coordinator.models import Value
from coordinator.workflow.dialect.values import is_blank

_LINE_BREAK = re.compile(r"(?<!\n)\n(?!\n)")
Empty = Literal["ignored", "refused", "meant", "marker"]


class Section(Value):
    """A mapping of a workflow file. Each field with a description is a key.

    If a section has a `short` key, a file can have a string instead of the mapping. The string is
    then the value of that key.

    `empty` says how an empty mapping is treated: `ignored` with a warning, `refused` with an error,
    or `meant`, so that every key has its default. If `empty` is `marker`, the mapping only has to
    be present, and its content is ignored.
    """

    model_config = ConfigDict(validate_by_name=True)
    short: ClassVar[str]
    empty: ClassVar[Empty]
    refuses_unknown: ClassVar[bool] = False

    def __init_subclass__(
        cls, *, title: str = "", short: str = "", empty: Empty = "ignored"
    ) -> None:
        super().__init_subclass__()
        # The docstring is the description in JSON Schemas, where a paragraph is one line.
        cls.__doc__ = _LINE_BREAK.sub(" ", cleandoc(cls.__doc__ or ""))
        cls.short = short
        cls.empty = empty

    @classmethod
    def title(cls) -> str:
        """Return the name of the section in the documentation. For a trigger, this is its key."""
        return cls.model_config["title"] or ""

    @classmethod
    def prepare(cls, _data: yaml_file.Table, _file: yaml_file.YamlFile) -> dict[str, Any]:
        """Add notes about problems of several keys. Return values for fields that are not keys."""
        return {}

    @model_validator(mode="before")
    @classmethod
    def _read(cls, data: Any, info: ValidationInfo) -> Any:
        """Return the values to validate.

        The validation context is the file. A note about each wrong key is added to it.
        """
        file: yaml_file.YamlFile | None = info.context
        if file is None or isinstance(data, cls):
            return data  # made by the program, not read from a file
        if isinstance(data, yaml_file.Refused):
            raise data
        if is_blank(data) and cls.empty != "meant":
            raise yaml_file.Refused("is empty")
        if isinstance(data, yaml_file.Table):
            return cls._read_table(data, file)
        if cls.short:
            return {cls.short: data}
        raise yaml_file.Refused(yaml_file.MAPPING, cls._fix_for(data))

    @classmethod
    def _read_table(cls, data: yaml_file.Table, file: yaml_file.YamlFile) -> dict[str, Any]:
        known = yaml_file.keys(cls)
        values: dict[str, Any] = {}
        for key, written in data.items():
            place = (*data.at, key)
            if key not in known:
                file.note_unknown(place, ignored=not cls.refuses_unknown)
                continue
            value = _value_of(known[key], written, place, file)
            if value is not None:
                values[key] = value
        values.update(cls.prepare(data, file))
        return values

    @classmethod
    def _fix_for(cls, data: object) -> str:
        """Return the fix for a value that is written instead of this mapping.

        Return an empty string unless the value is a string and exactly one key is required.
        """
        required = [key for key, field in yaml_file.keys(cls).items() if field.is_required()]
        if len(required) == 1 and isinstance(data, str):
            return f"write {{{required[0]}: {data}}}"
        return ""


def _value_of(
    field: FieldInfo, written: Any, place: yaml_file.Place, file: yaml_file.YamlFile
) -> Any:
    """Return the value of a known key for the model. None means that the key is absent."""
    if field.is_required() and is_blank(written):
        return None
    is_several = get_origin(field.annotation) in (tuple, dict)
    section = None if is_several else yaml_file.model_in(field.annotation)
    if section is not None and issubclass(section, Section):
        return _section_value(section, written, place, file)
    if isinstance(written, yaml_file.Table):
        return {name: value for name, value in written.items() if value is not None}
    if is_several or field.annotation is str or not isinstance(written, str):
        return written
    if not written.strip():
        return None
    return written


def _section_value(
    section: type[Section], written: Any, place: yaml_file.Place, file: yaml_file.YamlFile
) -> Any:
    """Return the value of a key that holds a section.

    If the section is empty but must not be, add a note and return None.
    """
    if section.empty == "marker":
        return section()
    if written not in (None, {}):
        return written
    if section.empty == "meant":
        return section()
    line = file.key_lines[place]
    text = f"{yaml_file.dotted(place)} is empty"
    if section.empty == "refused":
        file.notes.append(error(line, text, "give it a value, or remove it"))
    else:
        file.notes.append(warning(line, f"{text} and is ignored", "remove it"))
    return None

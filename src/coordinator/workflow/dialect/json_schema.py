"""The JSON Schema of workflow files, for editors that complete and check YAML."""

from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from coordinator.workflow.dialect.schema import JudgeAction, WorkflowFile

_NOTHING = {"type": "null"}
# Sections of which one key or another must be there.
_EITHER: dict[type[Any], list[dict[str, Any]]] = {
    WorkflowFile: [{"required": ["stages"]}],
    JudgeAction: [{"required": ["panel"]}, {"required": ["instructions", "inputs"]}],
}


def json_schema() -> dict[str, Any]:
    """A JSON Schema of workflow files: what it accepts is read without a note on an unknown key or a wrong form."""
    made = WorkflowFile.model_json_schema(schema_generator=_FileSchema)
    return {"$schema": _FileSchema.schema_dialect, **made, "title": "coordinator workflow"}


def _cases(words: list[str]) -> list[str]:
    """The words as they are usually written; the reader takes any mixture."""
    return list(
        dict.fromkeys(case for word in words for case in (word, word.capitalize(), word.upper()))
    )


class _FileSchema(GenerateJsonSchema):
    """Differs from the schema of the models where a file may be written in more ways."""

    def field_title_should_be_set(self, _schema: Any) -> bool:
        return False

    def str_schema(self, _schema: core_schema.StringSchema) -> JsonSchemaValue:
        # Scalars are read as they are written, so a number or a truth is a text as well.
        return {"type": ["string", "number", "boolean"]}

    def bool_schema(self, _schema: core_schema.BoolSchema) -> JsonSchemaValue:
        return {"enum": [True, False, *_cases(["yes", "no", "on", "off", "y", "n"])]}

    def literal_schema(self, schema: core_schema.LiteralSchema) -> JsonSchemaValue:
        return {"enum": _cases(schema["expected"])}

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """A key that need not be there may be empty."""
        made = super().default_schema(schema)
        default = made.pop("default", None)
        if _NOTHING not in made.get("anyOf", ()):
            made = {"anyOf": [made, _NOTHING]}
        return made | ({"default": default} if default and isinstance(default, bool | str) else {})

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        section = schema["cls"]
        made = super().model_schema(schema)
        if section in _EITHER:
            made["anyOf"] = _EITHER[section]
        if section.empty == "marker":
            return {"description": made["description"]}
        others = [made["properties"][section.short]] if section.short else []
        if section.empty == "meant" and section is not WorkflowFile:
            others.append(_NOTHING)
        if others:
            return {"anyOf": [made, *others]}
        return made

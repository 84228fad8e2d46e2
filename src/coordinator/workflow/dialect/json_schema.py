"""Make the JSON Schema of workflow files, for editors that complete and check YAML."""

from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from coordinator.workflow.dialect.schema import WorkflowFile
from coordinator.workflow.dialect.stage_actions import JudgeAction

_NOTHING = {"type": "null"}
# Sections in which one of several sets of keys is required.
_EITHER: dict[type[Any], list[dict[str, Any]]] = {
    WorkflowFile: [{"required": ["stages"]}],
    JudgeAction: [{"required": ["panel"]}, {"required": ["instructions", "inputs"]}],
}


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of workflow files.

    If the schema accepts a file, the file has no unknown keys and no values of a wrong type.
    """
    made = WorkflowFile.model_json_schema(schema_generator=_FileSchema)
    return {"$schema": _FileSchema.schema_dialect, **made, "title": "coordinator workflow"}


def _with_cases(words: list[str]) -> list[str]:
    """Return each word as written, capitalized and in upper case.

    The reader accepts every mix of upper and lower case.
    """
    cases: list[str] = []
    for word in words:
        for case in (word, word.capitalize(), word.upper()):
            if case not in cases:
                cases.append(case)
    return cases


class _FileSchema(GenerateJsonSchema):
    """Generates a JSON Schema that accepts all valid files.

    Pydantic's own schema would refuse short forms, such as a string instead of a mapping.
    """

    def field_title_should_be_set(self, _schema: Any) -> bool:
        return False

    def str_schema(self, _schema: core_schema.StringSchema) -> JsonSchemaValue:
        # The reader reads every scalar as a string, so a number or a boolean is valid here.
        return {"type": ["string", "number", "boolean"]}

    def bool_schema(self, _schema: core_schema.BoolSchema) -> JsonSchemaValue:
        return {"enum": [True, False, *_with_cases(["yes", "no", "on", "off", "y", "n"])]}

    def literal_schema(self, schema: core_schema.LiteralSchema) -> JsonSchemaValue:
        return {"enum": _with_cases(schema["expected"])}

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """Return the schema of an optional key, which can also be empty."""
        made = super().default_schema(schema)
        default = made.pop("default", None)
        if _NOTHING not in made.get("anyOf", ()):
            made = {"anyOf": [made, _NOTHING]}
        if default and isinstance(default, bool | str):
            made["default"] = default
        return made

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        section = schema["cls"]
        made = super().model_schema(schema)
        if section in _EITHER:
            made["anyOf"] = _EITHER[section]
        if section.empty == "marker":
            return {"description": made["description"]}
        others = []
        if section.short:
            others.append(made["properties"][section.short])
        if section.empty == "meant" and section is not WorkflowFile:
            others.append(_NOTHING)
        if others:
            return {"anyOf": [made, *others]}
        return made

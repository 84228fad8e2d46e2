"""The keys of a workflow file that only ElasticClaw acts on: whatever they say, they have no effect here."""

from pathlib import Path
from typing import Any

import yaml
from pydantic import Field, create_model

from coordinator.config.yaml_file import Table
from coordinator.workflow.dialect.diagnostics import warning
from coordinator.workflow.dialect.schema import Workflow
from coordinator.workflow.dialect.section import Anything, FileContext
from coordinator.workflow.dialect.start import ABOUT

# Keys that nothing here follows from, with what to do instead: `check` names each of them.
NO_EFFECT: dict[str, str] = yaml.load(Path(__file__).with_name("no_effect.yaml").read_bytes(), yaml.CSafeLoader)
_TOP = ("trigger_status", "labels", "exclude_labels", "assigned_to")  # what a file without `trigger` is started by


class _File(Workflow):
    @classmethod
    def prepare(cls, data: Table, file: FileContext) -> dict[str, Any]:
        for key, why in NO_EFFECT.items():
            if data.get(key) not in (None, {}, [], ["*"]):  # `*` is everybody
                file.notes.append(warning(file.key_lines[key,], f"{key} has no effect here", why))
        for key in _TOP if data.get("trigger") or not data.get("trigger_status") else ():
            if data.get(key) not in (None, []):
                file.notes.append(warning(file.key_lines[key,], f"{key} has no effect here", "say it under `trigger`"))
        return {"lines": {key: file.key_lines[key,] for key in data}}


# Every workflow can be started by hand.
_KEYS = [key for key in (*NO_EFFECT, "enable_manual_trigger") if key not in Workflow.model_fields]
_FIELDS: dict[str, Any] = {key: (Anything, Field(default=None, description=ABOUT)) for key in _KEYS}
WorkflowFile = create_model(
    "WorkflowFile",
    __base__=_File,
    __doc__=Workflow.__doc__,
    __cls_kwargs__={"title": "workflow", "empty": "meant"},
    **_FIELDS,
)

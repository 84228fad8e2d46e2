"""The keys of a workflow file that only ElasticClaw acts on: mistakes in them are found, effect they have none."""

from typing import Annotated, Any, Literal, get_origin

from pydantic import Field, create_model

from coordinator.config.yaml_file import Table
from coordinator.workflow.dialect.diagnostics import warning
from coordinator.workflow.dialect.schema import Workflow
from coordinator.workflow.dialect.section import WORD, Anything, FileContext, Flag, Seconds, Section, Texts, Whole
from coordinator.workflow.dialect.start import ABOUT

# Keys that nothing here follows from, with what to do instead: `check` names each of them.
NO_EFFECT = {
    "working_status": "move the issue with `move_issue` of the first stage",
    "finished_status": "move the issue with `move_issue` of the last stage",
    "terminate_on_leave": "stop a run with `coordinator cancel`",
    "workspace": "the workspace is that of the configured tracker",
    "team": "the issues are those of the configured tracker",
    "provider": "commands and agents run on this machine",
    "allowed_providers": "commands and agents run on this machine",
    "preview": "serve it with a command in `run`, or in the agent's own program",
    "name_pattern": "a run works on the branch coordinator/RUN",
    "tags": "`coordinator list --kind run` has the runs",
    "color": "remove it",
    "run_kind": "the stages alone say what is done",
    "analytics_enabled": "`coordinator show RUN` has what a run did and cost",
    "requires_pr": "wait for `pr_merged` before the last stage",
    "secret_refs": "name what a command may see under `environment` of its `run`",
    "volumes": "nothing is mounted; name paths of this machine in commands",
    "environment": "run its command in the first stage",
    "repos": "name the repository with `coordinator run --repo`, or in the issue",
    "trigger_repos": "name the repository with `coordinator run --repo`, or in the issue",
}


def _words(*words: str) -> Any:
    return Annotated[Literal[words], WORD]


def _several(kind: Any) -> Any:
    return tuple[kind, ...]


def _fields(kinds: dict[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    """The fields of a model for keys of these types."""
    made = {}
    for key, kind in kinds.items():
        origin = get_origin(kind)
        if key in required:
            made[key] = (kind, Field(description=ABOUT))
        elif origin in (tuple, dict):
            made[key] = (kind, Field(default_factory=origin, description=ABOUT))
        else:
            made[key] = (kind | None, Field(default=None, description=ABOUT))
    return made


def _section(title: str, about: str, kinds: dict[str, Any], required: tuple[str, ...] = ()) -> type[Section]:
    return create_model(
        title, __base__=Section, __doc__=about, __cls_kwargs__={"title": title}, **_fields(kinds, required)
    )


_SETUP = _section("setup", "A command that makes the machine ready.", {"command": str, "timeout": Seconds})
_ENVIRONMENT = {"preflight": _words("warn", "required", "off"), "setup": _SETUP}
_VOLUME = {"name": str, "source": str, "mount": str, "mode": _words("ro", "rw")}
_PROVIDER = {"provider": str, "label": str}
_PREVIEW = {"port": Whole, "label": str, "ttl": Seconds}
_AROUND = {
    "workspace": str,
    "team": str,
    "working_status": str,
    "finished_status": str,
    "terminate_on_leave": Flag,
    "provider": str,
    "allowed_providers": _several(_section("allowed_provider", "A place to run.", _PROVIDER, ("provider",))),
    "preview": _section("preview", "A port that is shown to people.", _PREVIEW),
    "name_pattern": str,
    "tags": Texts,
    "color": str,
    "run_kind": _words("code_task", "pr_task"),
    "analytics_enabled": Flag,
    "requires_pr": Flag,
    "allowed_labelers": Texts,
    "secret_refs": dict[str, str],
    "volumes": _several(_section("volume", "A directory of the hub.", _VOLUME, ("name", "source", "mount"))),
    "environment": _section("environment", "How the machine is made ready.", _ENVIRONMENT),
    "enable_manual_trigger": Flag,
    "repos": tuple[Anything, ...],
    "trigger_repos": tuple[Anything, ...],
}


_TOP = ("trigger_status", "labels", "exclude_labels", "assigned_to")  # what a file without `trigger` is started by


class _File(Workflow):
    @classmethod
    def prepare(cls, data: Table, file: FileContext) -> dict[str, Any]:
        for key, why in NO_EFFECT.items():
            if data.get(key) not in (None, {}, []):
                file.notes.append(warning(file.key_lines[key,], f"{key} has no effect here", why))
        for key in _TOP if data.get("trigger") or not data.get("trigger_status") else ():
            if data.get(key) not in (None, []):
                file.notes.append(warning(file.key_lines[key,], f"{key} has no effect here", "say it under `trigger`"))
        return super().prepare(data, file)


WorkflowFile = create_model(
    "WorkflowFile",
    __base__=_File,
    __doc__=Workflow.__doc__,
    __cls_kwargs__={"title": "workflow", "empty": "meant"},
    **_fields(_AROUND),
)

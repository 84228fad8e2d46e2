"""A workflow file read into its value: a bare `stages:` document or a whole workflow file, with notes on what is odd.

What ElasticClaw reads is read here too. Scalars are the text that is written (`yes` is yes, `1.0` is 1.0), unknown
keys are ignored with a warning, and aliases and merged mappings are unfolded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

import yaml

from coordinator.config.yaml_file import NotYaml, compose, quoted
from coordinator.models import Value
from coordinator.workflow.decoder import At, Decoder, Fields, Pair, as_text
from coordinator.workflow.dialect import PIPELINE, WORKFLOW
from coordinator.workflow.elasticclaw_keys import ENTRANCE
from coordinator.workflow.notes import Diagnostic, Diagnostics, errors, refuse_errors
from coordinator.workflow.scalars import QUOTE_TEMPLATE, Refused
from coordinator.workflow.schema import Input, Stage, Workflow

BARE = {"stages", "match", "schema_version"}  # a file with no other keys needs no name
_READ = {"name", "schema_version", "stages", "pipeline_yaml", "match", "inputs", "integration"}
_CRON = re.compile(r"@[a-z]+( \S+)?|(\S+\s+){4,5}\S+")


class Read(Value):
    """A workflow, and what was ignored."""

    workflow: Workflow
    notes: tuple[Diagnostic, ...] = ()


class Draft(Value):
    """All there is to say about a file; an error among it keeps it from being a workflow."""

    workflow: Workflow | None = None
    notes: tuple[Diagnostic, ...] = ()


def read_workflow(label: str, text: str) -> Read:
    """The workflow in a text; UsageError names the first line that keeps it from being one."""
    made = draft(label, text)
    refuse_errors(label, made.notes)
    assert made.workflow is not None, "a text that is no workflow has an error"
    return Read(workflow=made.workflow, notes=made.notes)


def draft(label: str, text: str) -> Draft:
    """What a text is, with notes on its form."""
    notes = Diagnostics()
    try:
        workflow = _Reader(label, text, notes).workflow(PurePath(label).stem or "workflow")
    except NotYaml as wrong:
        notes.error(wrong.line + 1, wrong.problem, _hint(text, wrong.line))
        workflow = None
    return Draft(workflow=workflow, notes=tuple(notes))


def _hint(text: str, line: int) -> str:
    near = text.splitlines()[max(line - 1, 0) : line + 1]
    return QUOTE_TEMPLATE if any("{{" in each for each in near) else ""


class _Reader:
    """Reads one text once."""

    def __init__(self, label: str, text: str, notes: Diagnostics) -> None:
        self._label = label
        self._notes = notes
        self._text = text
        self._decoder = Decoder(notes)
        self._given: dict[str, Pair] = {}

    def workflow(self, name: str) -> Workflow | None:
        root = compose(self._text, plain=False)
        if not isinstance(root, yaml.MappingNode):
            said = "the file is empty" if root is None else "the file should be a mapping of keys to values"
            self._notes.error(1, said, "a workflow begins with `stages:`")
            return None
        self._given = _top(root)
        if self._is_another_language():
            return None
        fields = self._decoder.value(WORKFLOW, root, ())
        if fields is None:
            return None
        decoder, stages = self._stages(fields)
        self._check_surroundings(fields, name)
        if errors(self._notes):
            return None
        places = _places(decoder.lines)
        return Workflow(
            name=fields.get("name") or name,
            label=self._label,
            stages=tuple(_stage(each, decoder.lines[each.at], places[each.at[1]]) for each in stages),
            match=fields.get("match", "next"),
            inputs=tuple(Input.model_validate(each) for each in fields.get("inputs", ())),
            integration=fields.get("integration", ""),
            metadata={key: as_text(self._decoder.plain(self._given[key][1], ())) for key in fields if key not in _READ},
        )

    def _line(self, *at: str | int) -> int:
        return self._decoder.lines.get(at, 1)

    # -- other languages

    def _is_another_language(self) -> bool:
        if "jobs" in self._given:
            line = self._decoder.line(self._given["jobs"][0])
            self._notes.error(line, "`jobs` was renamed to `stages`", "rename it")
        if "schema_version" not in self._given:
            return bool(errors(self._notes))
        key, version = self._given["schema_version"]
        line, written = self._decoder.line(key), str(version.value).strip().lower()
        if re.fullmatch(r"v?2(\.0)?", written):
            self._notes.error(
                line,
                "schema_version 2 is another language, with states and transitions, and is not read here",
                "write it with `stages`, in version 1",
            )
        elif written not in ("", "null", "~", "v1", "1"):
            self._notes.error(line, f"schema_version {quoted(written)} is not known", "use v1")
        return bool(errors(self._notes))

    # -- stages

    def _stages(self, fields: Fields) -> tuple[Decoder, list[Fields]]:
        decoder, listed = self._decoder, fields.get("stages")
        if "pipeline_yaml" in fields and listed is not None:
            self._notes.warning(self._line("pipeline_yaml"), "pipeline_yaml is ignored", "`stages` is there")
        elif fields.get("pipeline_yaml", "").strip():
            decoder, listed = self._pipeline(fields["pipeline_yaml"])
        if not listed and not errors(self._notes):
            self._notes.error(self._line("stages"), "the workflow has no stages", "add one under `stages:`")
        return decoder, listed or []

    def _pipeline(self, text: str) -> tuple[Decoder, list[Fields]]:
        _, node = self._given["pipeline_yaml"]
        literal = isinstance(node, yaml.ScalarNode) and node.style == "|"
        line = self._decoder.line(node) + literal  # the text begins below the bar
        decoder = Decoder(self._notes, first=line, fixed=not literal)
        try:
            root = compose(text, plain=False)
        except NotYaml as wrong:
            self._notes.error(line + wrong.line * literal, wrong.problem, _hint(text, wrong.line))
            return decoder, []
        if not isinstance(root, yaml.MappingNode):
            self._notes.error(line, "pipeline_yaml should be a mapping of keys to values", "it begins with `stages:`")
            return decoder, []
        return decoder, (decoder.value(PIPELINE, root, ()) or {}).get("stages", [])

    # -- around the stages

    def _check_surroundings(self, fields: Fields, name: str) -> None:
        if "name" not in fields and not fields.keys() <= BARE:
            self._notes.warning(1, f"the workflow has no name and is called {name}", "add `name:`")
        if "trigger" in fields:
            self._check_start(fields["trigger"])
        met: set[str] = set()
        for each in fields.get("inputs", ()):
            line = self._line(*each.at, "name")
            if each["name"] in met:
                self._notes.error(line, f"input {quoted(each['name'])} is given twice", "rename one of them")
            if each["type"] == "enum" and not each.get("options"):
                self._notes.error(line, f"input {quoted(each['name'])} is an enum without options", "add `options:`")
            met.add(each["name"])

    def _check_start(self, start: Fields) -> None:
        sources = [name for name in ENTRANCE.by_name if ("trigger", name) in self._decoder.lines]
        if len(sources) != 1:
            named = " and ".join(sources) or "none"
            self._notes.error(self._line("trigger"), f"trigger should have one source, not {named}")
        schedule = start.get("cron", {}).get("schedule", "@daily").strip()
        if not _CRON.fullmatch(schedule):
            self._notes.error(
                self._line("trigger", "cron", "schedule"),
                f"trigger.cron.schedule should have five fields, not {quoted(schedule)}",
                "for example 0 9 * * 1",
            )


def _top(root: yaml.MappingNode) -> dict[str, Pair]:
    """The keys of the whole file with their values; none if they cannot be told, which is noted elsewhere."""
    try:
        return {key.value: (key, value) for key, value in Decoder(Diagnostics()).pairs(root, ())}
    except Refused:
        return {}


# -- one stage


def _places(lines: Mapping[At, int]) -> Mapping[str | int, Mapping[At, int]]:
    """For each stage, by its number, the lines of its parts."""
    found: dict[str | int, dict[At, int]] = {}
    for at, line in lines.items():
        if at[:1] == ("stages",) and len(at) > 1:
            found.setdefault(at[1], {})[at[2:]] = line
    return found


def _stage(fields: Fields, line: int, places: Mapping[At, int]) -> Stage:
    triggers, trigger_lines = _triggers(fields.get("triggers", ()), places)
    lines = {_name(at): each for at, each in places.items() if at[:1] != ("triggers",)}
    made = {
        **fields,
        "id": fields["id"].strip(),
        "triggers": triggers,
        "on_enter": _on_enter(fields.get("on_enter", {})),
        "line": line,
        "lines": lines | trigger_lines,
    }
    if "gate" in fields:
        made["gate"] = {_GATE_NAMES.get(name, name): value for name, value in fields["gate"].items()}
    for skip in ("skip_if", "skip_unless"):
        if rule := fields.get(skip):
            made[skip] = {"labels": rule["issue_labels"]["labels"], "go_to": rule["go_to"].strip()}
    return Stage.model_validate(made)


_GATE_NAMES = {"pass": "passes", "fail": "fails"}


def _name(at: At) -> str:
    return ".".join(map(str, at))


def _triggers(items: list[Fields], places: Mapping[At, int]) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """The triggers, several where one item has several keys, and the lines of each by its new number."""
    made: list[dict[str, Any]] = []
    numbers: dict[At, int] = {}
    for item in items:
        for kind, value in item.items():
            numbers[*item.at[2:], kind] = len(made)
            made.append({"kind": kind, **_trimmed(value if isinstance(value, dict) else {})})
    return made, {
        _name(("triggers", numbers[at[:3]], *at[3:])): line for at, line in places.items() if at[:3] in numbers
    }


def _trimmed(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value.strip() if name in ("go_to", "stage") else value for name, value in fields.items()}


def _on_enter(fields: Mapping[str, Any]) -> dict[str, Any]:
    made = dict(fields)
    if judge := made.get("judge"):
        made["judge"] = {**judge, "require": judge.get("require", {}).get("verdict", "")}
    if "dependency_updates" in made:
        made["dependency_updates"] = {name: as_text(value) for name, value in made["dependency_updates"].items()}
    return made

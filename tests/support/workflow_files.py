"""The workflow files of tests/data/workflows, and their content as an editor reads it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import yaml

from coordinator.config.yaml_file import YamlFile, compose
from coordinator.workflow.dialect.schema import WorkflowFile
from tests.support.paths import DATA

PLACE = DATA / "workflows"
VALID, WARNED, INVALID = (
    sorted((PLACE / kind).glob("*.yaml")) for kind in ("valid", "warned", "invalid")
)
FILES = [*VALID, *WARNED, *INVALID]

_MARK = "# expect: "
_CORE: Mapping[str, Callable[[str], object]] = {
    r"null|Null|NULL|~|": lambda _: None,
    r"true|True|TRUE": lambda _: True,
    r"false|False|FALSE": lambda _: False,
    r"[-+]?[0-9]+": int,
    r"0x[0-9a-fA-F]+": lambda text: int(text, 16),
    r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?": float,
}


def name(file: Path) -> str:
    """Return the name of a file in a test's id."""
    return f"{file.parent.name}/{file.stem}"


def expected(file: Path) -> list[str]:
    """Return the notes that the first lines of a file expect about it."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(_MARK) for line in lines if line.startswith(_MARK)]


def data_of(text: str) -> Any:
    """Return the data that an editor with YAML 1.2 reads from a text."""
    root = compose(text, plain=False)
    return None if root is None else _data(root, YamlFile(WorkflowFile, "", plain=False))


def _data(node: yaml.Node, reader: YamlFile) -> object:
    if isinstance(node, yaml.MappingNode):
        return {key.value: _data(value, reader) for key, value in reader.pairs(node, ())}
    if isinstance(node, yaml.SequenceNode):
        return [_data(item, reader) for item in node.value]
    assert isinstance(node, yaml.ScalarNode)
    if not node.style:
        for pattern, meaning in _CORE.items():
            if re.fullmatch(pattern, node.value):
                return meaning(node.value)
    return node.value

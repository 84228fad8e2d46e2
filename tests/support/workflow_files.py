"""The workflow files of tests/data/workflows, and how an editor reads them."""

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
    """How a file is called in a test's id."""
    return f"{file.parent.name}/{file.stem}"


def expected(file: Path) -> list[str]:
    """What the first lines of a file say is to be said of it."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(_MARK) for line in lines if line.startswith(_MARK)]


def data_of(text: str) -> Any:
    """What an editor that follows YAML 1.2 takes a text for."""
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

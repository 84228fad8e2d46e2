"""Write the configuration as YAML, for `coordinator config`."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml

from coordinator.config.environment import VARIABLES
from coordinator.config.home_directory import HOME
from coordinator.config.settings import Config, Tree
from coordinator.errors import without_passwords


class _Dumper(yaml.SafeDumper):
    """Writes Decimals and paths as plain scalars, and never writes YAML anchors or aliases."""

    def ignore_aliases(self, _data: object) -> bool:
        return True


def _exact(dumper: yaml.SafeDumper, value: Decimal) -> yaml.Node:
    text = format(value, "f")
    kind = "float" if "." in text else "int"
    return dumper.represent_scalar(f"tag:yaml.org,2002:{kind}", text)


def _path(dumper: yaml.SafeDumper, path: Path) -> yaml.Node:
    return dumper.represent_str(str(path))


_Dumper.add_representer(Decimal, _exact)
_Dumper.add_multi_representer(Path, _path)


def config_text(config: Config) -> str:
    """Return the whole configuration as YAML that can be loaded again.

    Comments at the top give the source of the configuration, and the values of coordinator's
    environment variables. Secrets are masked.
    """
    notes = {"source": config.source, HOME: str(config.home)}
    for name, field in VARIABLES.items():
        notes[name] = str(getattr(config.environment, field))
    lines = []
    for name, value in notes.items():
        shown = without_passwords(value) or "not set"
        lines.append(f"# {name}: {' '.join(shown.split())}\n")
    tree = printable(config.model_dump(by_alias=True, include=set(Tree.model_fields)))
    return "".join(lines) + yaml.dump(tree, Dumper=_Dumper, sort_keys=False, allow_unicode=True)


def printable(value: Any) -> Any:
    """Return the dumped data with all passwords in addresses masked."""
    if isinstance(value, str):
        return without_passwords(value)
    if isinstance(value, dict):
        return {key: printable(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [printable(each) for each in value]
    return value

"""The keys `checks`, `setup` and `registries` of coordinator.yaml."""

import re
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from coordinator.config.field_types import Duration, refuse_repeated
from coordinator.errors import WorkspaceError
from coordinator.models import Value
from coordinator.parsing.patterns import compile_pattern

LONGEST_NAME = 60  # characters of a name that is derived from a command

# The files that declare dependencies, in any directory.
DEPENDENCIES = (
    "**/{pyproject.toml,setup.py,setup.cfg,requirements*.txt,uv.lock,poetry.lock,"
    "Pipfile.lock,.python-version}",
    "**/{package.json,package-lock.json,yarn.lock,pnpm-lock.yaml,.npmrc,"
    "Cargo.toml,Cargo.lock,go.mod,go.sum}",
)

_REGISTRY = re.compile(r"([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::([0-9]{1,5}))?")


class CheckConfig(Value):
    """One deterministic check of the work: a command, a search, or a rule on changed paths."""

    model_config = ConfigDict(validate_by_name=True)

    name: str = Field(default="", description="unique name; default: made from the command")
    run: str = Field(default="", description="a shell command; green if it exits with 0")
    grep: str = Field(
        default="",
        description="a pattern (RE2: no look-around) to search for in the files of `in`",
    )
    paths: tuple[str, ...] = Field(
        default=(), description="globs that the changed paths are compared with"
    )
    in_: str = Field(
        default="**",
        validation_alias="in",
        serialization_alias="in",
        description="glob of the files that grep searches",
    )
    expect: Literal["present", "absent", "allowed", "forbidden"] | None = Field(
        default=None,
        description=(
            "for grep `present` (its default) or `absent`, for paths `allowed` or `forbidden`"
        ),
    )
    blocks: bool = Field(default=False, description="a red result rejects at once")
    timeout: Duration = Field(default=300.0, description="time limit of the command")
    network: bool = Field(
        default=False,
        description="allow the command to use the network, which the sandbox blocks otherwise",
    )
    output: int = Field(
        default=20_000, ge=200, description="maximum bytes of output that are recorded"
    )

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, data: object) -> object:
        """Return the data with a name, and with the default of `expect` for a `grep`."""
        if not isinstance(data, dict):
            return data
        filled: dict[str, Any] = dict(data)
        if not filled.get("name"):
            filled["name"] = _name_of(filled)
        if not filled.get("expect"):
            filled["expect"] = "present" if filled.get("grep") else None
        return filled

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        given = [bool(self.run.strip()), bool(self.grep), bool(self.paths)]
        if given.count(True) != 1:
            raise ValueError(f'check "{self.name}" needs exactly one of run, grep, paths')
        if self.network and not self.run:
            raise ValueError(f'check "{self.name}": `network` needs `run`')
        if self.run and self.expect:
            raise ValueError(f'check "{self.name}": `expect` needs `grep` or `paths`')
        if self.grep and self.expect not in ("present", "absent"):
            raise ValueError(
                f'check "{self.name}": with `grep`, `expect` should be present or absent'
            )
        if self.paths and self.expect not in ("allowed", "forbidden"):
            raise ValueError(
                f'check "{self.name}": with `paths`, `expect` should be allowed or forbidden'
            )
        if self.grep:
            try:
                compile_pattern(self.grep)
            except WorkspaceError as wrong:
                raise ValueError(f'check "{self.name}": grep: {wrong}') from None
        return self


def _name_of(check: dict[str, Any]) -> str:
    """Return a name for a check that has none."""
    if check.get("run"):
        name = str(check["run"])
    elif check.get("grep"):
        name = f"grep {check['grep']}"
    else:
        name = "paths"
    return " ".join(name.split())[:LONGEST_NAME]


def unique_checks(checks: tuple[CheckConfig, ...]) -> tuple[CheckConfig, ...]:
    """Return the checks. Raise ValueError if two have the same name."""
    refuse_repeated("check", [check.name for check in checks])
    return checks


class SetupConfig(Value):
    """The preparation that checks need before their commands run. Short form if only `run` is
    set: `setup: COMMAND`.
    """

    run: str = Field(
        default="",
        description="a shell command, run in the copy of the work; the files that it makes there "
        "are kept",
    )
    files: tuple[str, ...] = Field(
        default=DEPENDENCIES,
        description="globs of files that the command depends on; it runs again when one changes",
    )
    timeout: Duration = Field(default=600.0, description="time limit of the command")


def registry_place(registry: str) -> tuple[str, int | None]:
    """Return the host and port of `HOST` or `HOST:PORT`. Raise ValueError if it is neither."""
    found = _REGISTRY.fullmatch(registry.lower())
    if not found:
        raise ValueError("should be a host such as packages.example.org, or HOST:PORT")
    port = int(found[2]) if found[2] else None
    if port is not None and not 0 < port < 65_536:
        raise ValueError("should have a port from 1 to 65535")
    return found[1].removesuffix("."), port


def _check_registry(registry: str) -> str:
    registry_place(registry)
    return registry


Registry = Annotated[str, AfterValidator(_check_registry)]

"""A new kind of check takes a function and a row, and a key of the configuration.

The places are changed in a copy of the package, and the copy carries out the new check.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from coordinator.config.checks import CheckConfig
from coordinator.workspace.checks.kinds import CHECK_KINDS
from tests.support.extended_package import (
    changed_places,
    copy_package,
    insert,
    named_places,
    row_of,
)
from tests.support.reviews import make_repository

FUNCTION = """
async def _check_number_of_files(check: CheckConfig, context: CheckContext) -> CheckResult:
    count = len(context.workspace.work.changed)
    if count > check.most_files:
        return make_result(check, "red", f"{count} files are changed, at most {check.most_files} may be")
    return make_result(check, "green", f"{count} files are changed")


"""
KIND = '    CheckKind("most_files", lambda check: check.most_files > 0, _check_number_of_files),\n'
KEY = '    most_files: int = Field(default=0, description="the number of files that may change")\n'
CARRY_OUT = """
import asyncio, json, sys
from pathlib import Path
from coordinator.config.checks import CheckConfig
from coordinator.workspace.checks.setup import CheckSetup
from coordinator.workspace.checks.runner import run_check
from coordinator.workspace.snapshot import Workspace, snapshot

async def main():
    home = Path(sys.argv[2])
    workspace = Workspace(await snapshot(sys.argv[1], "main", home), home)
    check = CheckConfig.model_validate(json.loads(sys.argv[3]))
    print((await run_check(check, workspace, CheckSetup(None, home / "kept"))).model_dump_json())

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the new kind of check, added in the places of the row."""
    source = tmp_path_factory.mktemp("extended")
    package = copy_package(source)
    kinds = package / "workspace/checks/kinds.py"
    insert(kinds, "CHECK_KINDS: tuple[CheckKind, ...] = (\n", FUNCTION.lstrip())
    insert(kinds, '    CheckKind("paths",', KIND)
    config = package / "config/checks.py"
    insert(config, "    blocks: bool = Field(", KEY)
    insert(config, "bool(self.run.strip()),", "self.most_files > 0, ")
    return source


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose branch adds three files."""
    names = ("one.txt", "two.txt", "three.txt")
    return make_repository(tmp_path / "repo", {name: name for name in names})


def carry_out(source: Path, repository: Path, **check: object) -> tuple[str, str]:
    """Return status and summary of a check, run by a process of the package in `source`."""
    home = repository.with_name("home")
    command = [sys.executable, "-c", CARRY_OUT, str(repository), str(home), json.dumps(check)]
    env = os.environ | {"PYTHONPATH": str(source)}
    ran = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    result = json.loads(ran.stdout)
    return result["status"], result["summary"]


def test_the_new_check_is_red_or_green(extended: Path, repository: Path) -> None:
    few = carry_out(extended, repository, name="few", most_files=2)
    assert few == ("red", "3 files are changed, at most 2 may be")
    some = carry_out(extended, repository, name="some", most_files=3)
    assert some == ("green", "3 files are changed")


def test_other_checks_are_carried_out_as_before(extended: Path, repository: Path) -> None:
    status, summary = carry_out(extended, repository, grep="two", **{"in": "*.txt"})
    assert (status, summary) == ("green", "found 'two' in *.txt: two.txt:1")


def test_the_page_names_the_places_of_a_new_check(extended: Path) -> None:
    assert named_places(row_of("| a kind of check")) == changed_places(extended)


def test_every_kind_is_selected_by_a_key_of_the_configuration() -> None:
    assert {kind.key for kind in CHECK_KINDS} <= set(CheckConfig.model_fields)

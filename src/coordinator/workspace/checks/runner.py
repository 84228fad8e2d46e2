"""Carry out the configured checks of the work, and detect the commands that run its tests.

A check that cannot be carried out is an `error`, never red, because it says nothing about the work.
A detected test that is red says something about the work only if the same test is green on the
base.
"""

import asyncio
import json
import os
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from fnmatch import fnmatchcase

from coordinator.config import replace_file
from coordinator.config.checks import CheckConfig
from coordinator.errors import WorkspaceError
from coordinator.models import CheckResult
from coordinator.workspace.checks.installations import remove_oldest
from coordinator.workspace.checks.kinds import CheckContext, kind_of, make_result
from coordinator.workspace.checks.setup import RESULTS, CheckSetup
from coordinator.workspace.snapshot import Workspace
from coordinator.workspace.workers.pool import run_apart

# Test programs need an option to print the name of each test.
_NAMING_TESTS = {"pytest": "pytest -v", "go test ./...": "go test -v ./..."}
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")  # in the order in which make looks for them
# `:=`, `::=` and `:::=` define variables.
_TEST_TARGET = re.compile(r"^test[ \t]*+:(?!:{0,2}=)", re.MULTILINE)
_NO_NPM_TEST = "no test specified"


async def run_check(
    check: CheckConfig, workspace: Workspace, setup: CheckSetup, detected: bool = False
) -> CheckResult:
    """Carry out one check.

    If `detected` is true, nobody configured the check. It then runs only in a sandbox, unless the
    configuration switches the sandbox off.
    """
    began = time.monotonic()
    try:
        result = await kind_of(check).run(check, CheckContext(workspace, setup, detected))
    except WorkspaceError as error:
        result = make_result(check, "error", str(error))
    seconds = round(time.monotonic() - began, 3)
    return result.model_copy(update={"seconds": seconds, "detected": detected})


async def check_base(check: CheckConfig, workspace: Workspace, setup: CheckSetup) -> CheckResult:
    """Return the result of a detected check on the base of the work.

    The result is kept for later reviews, because a commit never changes.
    """
    kept = await setup.result_file(workspace.base, check)
    with suppress(OSError, ValueError):
        known = CheckResult.model_validate_json(kept.read_bytes())
        os.utime(kept)
        return known
    result = await run_check(check, workspace.base, setup, detected=True)
    if result.status != "error":
        replace_file(kept, result.model_dump_json().encode())
        await asyncio.to_thread(remove_oldest, kept.parent, RESULTS)
    return result


def detected_check(tests: str) -> CheckConfig:
    """Return the check that runs the detected tests with an option that prints each test's name."""
    name = tests.removesuffix(" -q")  # earlier versions recorded `pytest -q`
    return CheckConfig(name=name, run=_NAMING_TESTS.get(name, name))


async def detect(workspace: Workspace) -> tuple[str, ...]:
    """Return the test commands that the files of the work or of its base suggest.

    The commands of the work come first.
    """
    found = list(await tests_of(workspace))
    for tests in await tests_of(workspace.base):
        if tests not in found:
            found.append(tests)
    return tuple(found)


async def tests_of(workspace: Workspace) -> tuple[str, ...]:
    """Return the test commands that the files of a tree suggest.

    `make test` is suggested only if there is no other command.
    """
    paths = await workspace.paths()
    found = []
    if _has_python_tests(paths):
        found.append("pytest")
    if await _has_npm_test(workspace):
        found.append("npm test")
    if "go.mod" in paths:
        found.append("go test ./...")
    if "Cargo.toml" in paths:
        found.append("cargo test")
    if not found and await _has_make_test(workspace, paths):
        found.append("make test")
    return tuple(found)


def _has_python_tests(paths: Sequence[str]) -> bool:
    for path in paths:
        name = path.rpartition("/")[2]
        if fnmatchcase(name, "test_*.py") or fnmatchcase(name, "*_test.py"):
            return True
    return False


async def _has_npm_test(workspace: Workspace) -> bool:
    text = await workspace.file("package.json")
    return await run_apart(len(text), has_test_script, text)


def has_test_script(text: str) -> bool:
    """Return whether a package.json defines tests."""
    try:
        script = json.loads(text)["scripts"]["test"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return False
    return isinstance(script, str) and _NO_NPM_TEST not in script


async def _has_make_test(workspace: Workspace, paths: Sequence[str]) -> bool:
    for name in _MAKEFILES:
        if name in paths:
            return _TEST_TARGET.search(await workspace.file(name)) is not None
    return False

"""Deterministic checks of the work: a command in a copy of it, a search, a rule on the changed paths.

A check that cannot be carried out is an `error`, never red: it says nothing about the work. Nor does a test that
nobody asked for, unless it is green without the work.
"""

import asyncio
import json
import os
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal

from coordinator.config import replace_file
from coordinator.config.checks import CheckConfig
from coordinator.errors import WorkspaceError
from coordinator.models import CheckResult, Work
from coordinator.parsing.excerpt import bound
from coordinator.parsing.patterns import Glob
from coordinator.workspace.check_setup import RESULTS, CheckSetup, ReadyCopy, execute, remove_oldest
from coordinator.workspace.process import CANNOT_START
from coordinator.workspace.sandbox import Sandbox
from coordinator.workspace.search import Matches
from coordinator.workspace.snapshot import Workspace

LISTED = 5  # places or paths that a summary names
SHOWN = 200  # characters of output in a summary

Status = Literal["green", "red", "error"]

# Those that say how many tests they ran and not which, unless they are asked.
_NAMING_TESTS = {"pytest": "pytest -v", "go test ./...": "go test -v ./..."}
_TEST_TARGET = re.compile(r"^test\s*:(?!=)", re.MULTILINE)
_NO_NPM_TEST = "no test specified"


async def run_check(
    check: CheckConfig, workspace: Workspace, setup: CheckSetup, detected: bool = False
) -> CheckResult:
    """Carry out one check; `detected` says that nobody configured it, so that it is not run outside a sandbox."""
    began = time.monotonic()
    unsandboxed = False
    try:
        if check.run:
            sandbox = await setup.sandbox()
            if detected and sandbox.kind == "none" and not sandbox.off:
                raise WorkspaceError(f"no sandbox: {sandbox.missing}", fix=sandbox.fix)
            unsandboxed = sandbox.kind == "none"
            copy = await setup.ready(workspace)
            if copy.failed:
                fix = (
                    ""
                    if setup.config
                    else " (`setup:` in the configuration says how, or {} that nothing is needed)"
                )
                found = _result(
                    check, "error", f"the set-up failed: {copy.failed}{fix}", copy.output
                )
            else:
                found = await run_command(check, copy, sandbox)
        elif check.grep:
            found = _judge_search(check, await workspace.search(check.grep, check.in_))
        else:
            found = _judge_paths(check, workspace.work)
    except WorkspaceError as error:
        found = _result(check, "error", str(error))
    seconds = round(time.monotonic() - began, 3)
    return found.model_copy(
        update={"seconds": seconds, "detected": detected, "unsandboxed": unsandboxed}
    )


def _result(check: CheckConfig, status: Status, summary: str, output: str = "") -> CheckResult:
    return CheckResult(
        name=check.name, status=status, blocks=check.blocks, summary=summary, output=output
    )


async def check_base(check: CheckConfig, workspace: Workspace, setup: CheckSetup) -> CheckResult:
    """Return how a detected check ends on what the work is compared with; it is kept, as a commit does not change."""
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
    """Return the check that runs detected tests, so that its output names each of them."""
    name = tests.removesuffix(" -q")  # as earlier versions put it on record
    return CheckConfig(name=name, run=_NAMING_TESTS.get(name, name))


async def detect(workspace: Workspace) -> tuple[str, ...]:
    """Return the tests that the files of the work suggest, and then those that only the base has."""
    return tuple(dict.fromkeys([*await tests_of(workspace), *await tests_of(workspace.base)]))


async def tests_of(workspace: Workspace) -> tuple[str, ...]:
    """Return the tests that the files of a tree suggest; `make test` only where nothing closer is found."""
    paths = await workspace.paths()
    try:
        script = json.loads(await workspace.file("package.json"))["scripts"]["test"]
    except (ValueError, LookupError, TypeError, RecursionError):
        script = None
    names = {path.rpartition("/")[2] for path in paths}
    suggested = {
        "pytest": any(
            fnmatchcase(name, "test_*.py") or fnmatchcase(name, "*_test.py") for name in names
        ),
        "npm test": isinstance(script, str) and _NO_NPM_TEST not in script,
        "go test ./...": "go.mod" in paths,
        "cargo test": "Cargo.toml" in paths,
    }
    makefile = next((path for path in ("GNUmakefile", "makefile", "Makefile") if path in paths), "")
    if not any(suggested.values()) and _TEST_TARGET.search(await workspace.file(makefile)):
        return ("make test",)
    return tuple(tests for tests, there in suggested.items() if there)


def _judge_paths(check: CheckConfig, work: Work) -> CheckResult:
    changed = sorted([*(file.path for file in work.changed), *work.withheld])
    globs = [Glob(text) for text in check.paths]
    named = [path for path in changed if any(glob.matches(path) for glob in globs)]
    wrong = named if check.expect == "forbidden" else sorted(set(changed) - set(named))
    if not wrong and work.unlisted:
        return _result(
            check, "error", f"{work.unlisted} changed paths are too many to be looked at"
        )
    if not wrong:
        count = f"{len(changed)} changed path{'s' * (len(changed) != 1)}"
        return _result(check, "green", f"{count}, all as they may be")
    said = "are forbidden" if check.expect == "forbidden" else "are not among the allowed paths"
    output = bound("\n".join(map(_printable, wrong)), check.output)
    return _result(check, "red", f"changed, but {said}: {_some(wrong)}", output)


def _judge_search(check: CheckConfig, matches: Matches) -> CheckResult:
    pattern = f"{check.grep!r} in {check.in_}"
    lines = [_printable(f"{match.path}:{match.line}: {match.text}") for match in matches.found]
    output = bound("\n".join(lines), check.output)
    if matches.found:
        places = _some([f"{match.path}:{match.line}" for match in matches.found], more=matches.more)
        return _result(
            check,
            "green" if check.expect == "present" else "red",
            f"found {pattern}: {places}",
            output,
        )
    if matches.unsearched:
        what = f"{pattern} cannot be decided, too large to search"
        return _result(check, "error", f"{what}: {_some(matches.unsearched)}")
    return _result(check, "red" if check.expect == "present" else "green", f"no line has {pattern}")


def _some(names: Sequence[str], *, more: bool = False) -> str:
    """The first names, and how many others there are."""
    shown = ", ".join(map(_printable, names[:LISTED]))
    rest = len(names) - LISTED
    if rest > 0:
        return f"{shown} and {'more than ' * more}{rest} more"
    return shown


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


async def run_command(check: CheckConfig, copy: ReadyCopy, sandbox: Sandbox) -> CheckResult:
    """Run the command of a check in a copy of the work, for as long and with as much output as the check allows."""
    code, output = await execute(
        check.run,
        copy.place,
        sandbox,
        timeout=check.timeout,
        output=check.output,
        installed=copy.installed,
        network=check.network,
        copy=Path(copy.folder),
        environments=copy.environments,
    )
    if code is None:
        return _result(check, "red", f"no end after {check.timeout:g} s", output)
    if code in CANNOT_START:
        return _result(check, "error", f"cannot start{_last_line(output)}", output)
    ending = f"killed by signal {-code}" if code < 0 else f"exit {code}"
    return _result(check, "red" if code else "green", ending + _last_line(output), output)


def _last_line(output: str) -> str:
    """What a command said last, which is where tests say how they went."""
    line = output.rstrip().rpartition("\n")[2].strip(" =\t")
    if line:
        return f": {_printable(line[:SHOWN])}"
    return ""

"""The kinds of checks: a command in a copy of the work, a search, a rule on the changed paths.

To add a kind, write its function, add its row to `CHECK_KINDS`, and add the key that selects it to
`CheckConfig`.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from coordinator.config.checks import CheckConfig
from coordinator.errors import WorkspaceError
from coordinator.models import CheckResult
from coordinator.parsing.excerpt import bound
from coordinator.parsing.left_out_tests import left_out_tests
from coordinator.workspace.checks.setup import CheckSetup, ReadyCopy, execute
from coordinator.workspace.path_rules import choose_matching
from coordinator.workspace.sandbox.process import CANNOT_START
from coordinator.workspace.sandbox.sandbox import Sandbox
from coordinator.workspace.search import Matches
from coordinator.workspace.snapshot import Workspace

LISTED = 5  # the most places or paths that a summary names
SHOWN = 200  # characters of output in a summary

Status = Literal["green", "red", "error"]


@dataclass(frozen=True, slots=True)
class CheckContext:
    """The work that a check examines, and the set-up for its commands."""

    workspace: Workspace
    setup: CheckSetup
    detected: bool  # the check was found in the files of the work, not configured


@dataclass(frozen=True, slots=True)
class CheckKind:
    """A kind of check.

    `run` returns the result. It raises a WorkspaceError if the check cannot be carried out.
    """

    key: str  # the key of `CheckConfig` that selects this kind
    is_selected: Callable[[CheckConfig], bool]
    run: Callable[[CheckConfig, CheckContext], Awaitable[CheckResult]]


def kind_of(check: CheckConfig) -> CheckKind:
    for kind in CHECK_KINDS:
        if kind.is_selected(check):
            return kind
    known = ", ".join(kind.key for kind in CHECK_KINDS)
    raise WorkspaceError(f'check "{check.name}" has none of the keys {known}')


def make_result(check: CheckConfig, status: Status, summary: str, output: str = "") -> CheckResult:
    return CheckResult(
        name=check.name, status=status, blocks=check.blocks, summary=summary, output=output
    )


# -- run: a command


async def _check_by_command(check: CheckConfig, context: CheckContext) -> CheckResult:
    sandbox = await context.setup.sandbox()
    if context.detected and sandbox.kind == "none" and not sandbox.off:
        raise WorkspaceError(f"no sandbox: {sandbox.missing}", fix=sandbox.fix)
    try:
        copy = await context.setup.ready(context.workspace)
        if copy.failed:
            result = _report_failed_setup(check, context.setup, copy)
        else:
            result = await run_command(check, copy, sandbox)
    except WorkspaceError as error:
        result = make_result(check, "error", str(error))
    return result.model_copy(update={"unsandboxed": sandbox.kind == "none"})


def _report_failed_setup(check: CheckConfig, setup: CheckSetup, copy: ReadyCopy) -> CheckResult:
    summary = f"the set-up failed: {copy.failed}"
    if not setup.config:
        summary += " (configure the commands with `setup:`; `setup: {}` means that none are needed)"
    return make_result(check, "error", summary, copy.output)


async def run_command(check: CheckConfig, copy: ReadyCopy, sandbox: Sandbox) -> CheckResult:
    """Run the command of a check in a copy of the work, within the limits of the check."""
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
        return make_result(check, "red", f"timed out after {check.timeout:g} s", output)
    last_line = _last_line(output)
    if code in CANNOT_START:
        return make_result(check, "error", f"cannot start{last_line}", output)
    if code < 0:
        return make_result(check, "red", f"killed by signal {-code}{last_line}", output)
    status: Status = "red" if code else "green"
    summary = f"exit {code}{last_line}"
    left_out = left_out_tests(check.run, output)
    if left_out:
        summary += f"; tests not run: {_printable(left_out)}"
    return make_result(check, status, summary, output)


def _last_line(output: str) -> str:
    """Return a colon and the last line of an output; "" if the output is empty.

    Test programs print their summary in the last line.
    """
    line = output.rstrip().rpartition("\n")[2].strip(" =\t")
    if line:
        return f": {_printable(line[:SHOWN])}"
    return ""


# -- grep: a search


async def _check_by_search(check: CheckConfig, context: CheckContext) -> CheckResult:
    # Search everywhere for a pattern that must be absent. A pattern that must be present counts
    # only in files that people read, so not in binary files.
    thorough = check.expect == "absent"
    matches = await context.workspace.search(check.grep, check.in_, thorough=thorough)
    return _judge_matches(check, matches)


def _judge_matches(check: CheckConfig, matches: Matches) -> CheckResult:
    pattern = f"{check.grep!r} in {check.in_}"
    if matches.found:
        lines = []
        places = []
        for match in matches.found:
            place = f"{match.path}:{match.line}"
            places.append(place)
            lines.append(_printable(f"{place}: {match.text}"))
        output = bound("\n".join(lines), check.output)
        named = _some(places, more=matches.more)
        status: Status = "green" if check.expect == "present" else "red"
        return make_result(check, status, f"found {pattern}: {named}", output)
    if matches.unsearched:
        summary = f"cannot search for {pattern}: files are too large: {_some(matches.unsearched)}"
        return make_result(check, "error", summary)
    status = "red" if check.expect == "present" else "green"
    return make_result(check, status, f"no line matches {pattern}")


# -- paths: a rule on the changed paths


async def _check_paths(check: CheckConfig, context: CheckContext) -> CheckResult:
    work = context.workspace.work
    changed = list(work.withheld)
    for file in work.changed:
        changed.append(file.path)
    changed.sort()
    links = await context.workspace.links()
    wide = check.expect == "forbidden"
    named = await choose_matching(check.paths, changed, wide=wide, links=links)
    if check.expect == "forbidden":
        wrong = named
        problem = "forbidden"
    else:
        wrong = sorted(set(changed) - set(named))
        problem = "not among the allowed paths"
    if wrong:
        output = bound("\n".join(map(_printable, wrong)), check.output)
        return make_result(
            check, "red", f"changed paths that are {problem}: {_some(wrong)}", output
        )
    if work.unlisted:
        summary = f"there are {work.unlisted} more changed paths than can be checked"
        return make_result(check, "error", summary)
    noun = "path" if len(changed) == 1 else "paths"
    return make_result(check, "green", f"{len(changed)} changed {noun}, all allowed")


# -- the wording of a result


def _some(names: Sequence[str], *, more: bool = False) -> str:
    """Return a text with the first names and the number of the remaining ones.

    `more` is true if `names` is incomplete.
    """
    shown = ", ".join(map(_printable, names[:LISTED]))
    rest = len(names) - LISTED
    if rest <= 0:
        return shown
    if more:
        return f"{shown} and more than {rest} more"
    return f"{shown} and {rest} more"


def _printable(text: str) -> str:
    """Return the text with an escape sequence for each character that cannot be printed."""
    if text.isprintable():
        return text
    characters = []
    for character in text:
        if character.isprintable():
            characters.append(character)
        else:
            characters.append(character.encode("unicode_escape").decode())
    return "".join(characters)


CHECK_KINDS: tuple[CheckKind, ...] = (
    CheckKind("run", lambda check: bool(check.run), _check_by_command),
    CheckKind("grep", lambda check: bool(check.grep), _check_by_search),
    CheckKind("paths", lambda check: bool(check.paths), _check_paths),
)

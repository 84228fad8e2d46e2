"""Runs what members wrote, for whoever asks for it: in a folder of its own, with little around it and within limits.

This is no prison: the program runs as the user who convened the council, and can read what that user can read.
"""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from coordinator.council.records import CodeRun, ProposalVersion, Status
from coordinator.parsing.council import Proposal
from coordinator.parsing.excerpt import Excerpt
from coordinator.workspace.process import environment, run
from coordinator.workspace.snapshot import clear

SECONDS = 120.0
MEMORY = 2_000_000  # KB of address space
FILES = 200_000  # blocks of 512 bytes that one file may have
KEPT = 8_000  # bytes of output
SHOWN = 200  # characters of its last line

ENDINGS = {
    **{"python": "py", "javascript": "js", "typescript": "ts", "go": "go", "rust": "rs", "java": "java"},
    **{"ruby": "rb", "c": "c", "c++": "cpp", "bash": "sh", "shell": "sh", "sh": "sh", "sql": "sql", "php": "php"},
}
# For Python the test cases can be run as they are; for other languages the command reads tests.json itself.
PYTEST = '''\
"""The test cases of tests.json, held against solution.py."""

import json
from pathlib import Path

import pytest

import solution

CASES = json.loads(Path(__file__).with_name("tests.json").read_text(encoding="utf-8"))


def expected(text):
    try:
        return eval(text, vars(solution))
    except Exception:
        return text


@pytest.mark.parametrize("case", CASES)
def test_case(case):
    found = eval(case["input"], vars(solution))
    assert found == expected(case["output"]) or str(found) == case["output"], found
'''

_CANNOT_START = (126, 127)
# Without a network; and, where the system allows it, so that all that was started ends with the first program, and
# the first program with us.
ALONE = ("unshare", "--map-root-user", "--net")
ENDING_TOGETHER = ("setpriv", "--pdeathsig", "KILL", *ALONE, "--pid", "--fork", "--kill-child", "--mount-proc")
_LIMITED = (
    f"ulimit -v {MEMORY} 2>/dev/null; ulimit -f {FILES} 2>/dev/null; ulimit -t {SECONDS:.0f} 2>/dev/null; "
    'ulimit -c 0; exec "$@"'
)


def code_runs_of(home: Path, council: str) -> Path:
    """Where the programs of a council are run."""
    return home / "trials" / council


async def run_code(entry: ProposalVersion, command: str, place: Path, *, seconds: float = SECONDS) -> CodeRun:
    """What comes out when a proposal's code and test cases lie in a new folder of `place` and the command is run there.

    Nothing in the name of the folder says whose proposal it is.
    """
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=place))
    try:
        lay_out(entry.proposal, folder)
        return await _run(command, folder, await _walls(folder), seconds)
    finally:
        clear(folder)


def lay_out(proposal: Proposal, folder: Path) -> None:
    """Write the files of a proposal: solution.EXT, tests.json, and for Python a test_solution.py that runs them.

    The empty pytest.ini keeps pytest from what lies in the folders above.
    """
    name = f"solution.{ENDINGS.get(proposal.language, 'txt')}"
    (folder / name).write_text(proposal.code, encoding="utf-8")
    cases = [{"input": example.input, "output": example.output} for example in proposal.tests]
    (folder / "tests.json").write_text(json.dumps(cases, ensure_ascii=False, indent=1), encoding="utf-8")
    if name == "solution.py":
        (folder / "test_solution.py").write_text(PYTEST, encoding="utf-8")
        (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")


async def _run(command: str, folder: Path, walls: Sequence[str], seconds: float) -> CodeRun:
    excerpt, began = Excerpt(KEPT), time.monotonic()
    argv = ("/bin/sh", "-c", _LIMITED, "trial", *walls, "/bin/sh", "-c", command)
    try:
        async with asyncio.timeout(seconds):
            code: int | None = await run(argv, cwd=folder, env=_environment(folder), output=excerpt.feed)
    except TimeoutError:
        code = None
    output = excerpt.text().replace(str(folder), ".")
    return CodeRun(
        status=_status(code),
        command=command,
        summary=_summary(code, seconds, output),
        output=output,
        seconds=round(time.monotonic() - began, 3),
        network="cut" if walls else "open",
    )


def _status(code: int | None) -> Status:
    if code is None:
        return "timed out"
    if code in _CANNOT_START:
        return "not run"
    return "failed" if code else "passed"


def _summary(code: int | None, seconds: float, output: str) -> str:
    if code is None:
        return f"no end after {seconds:g} s"
    ending = f"killed by signal {-code}" if code < 0 else f"exit {code}"
    last = output.rstrip().rpartition("\n")[2].strip()
    return f"{ending}: {last[:SHOWN]}" if last else ending


def _environment(folder: Path) -> dict[str, str]:
    known = environment(os.environ, folder, "VIRTUAL_ENV")
    return known | {"HOME": str(folder), "TMPDIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


async def _walls(folder: Path) -> tuple[str, ...]:
    """What stands before the program to keep it apart, as far as this system lets us; many containers do not at all."""
    for walls in (ENDING_TOGETHER, ALONE):
        probe = shlex.join([*walls, "true"])
        if await run(("/bin/sh", "-c", probe), cwd=folder, env=_environment(folder), output=lambda _: None) == 0:
            return walls
    return ()

"""Runs the code of proposals, for whoever asks for it: in a folder of its own, in a small environment, within limits.

This is no prison: the program runs as the user who convened the council, and can read what that user can read.
"""

from __future__ import annotations

import asyncio
import json
import shlex
import shutil
import tempfile
import time
from pathlib import Path
from typing import Literal

from coordinator.council.records import CodeRun, CodeRunStatus, ProposalVersion
from coordinator.parsing.council import Proposal
from coordinator.parsing.excerpt import Excerpt
from coordinator.workspace.process import CANNOT_START, environment, run
from coordinator.workspace.snapshot import clear

SECONDS = 120.0
MEMORY = 2_000_000  # KB of address space
FILES = 200_000  # blocks of 512 bytes that one file may have
KEPT = 8_000  # bytes of output
SHOWN = 200  # characters of its last line

EXTENSIONS = {
    **{"python": "py", "javascript": "js", "typescript": "ts", "go": "go", "rust": "rs", "java": "java"},
    **{"ruby": "rb", "c": "c", "c++": "cpp", "bash": "sh", "shell": "sh", "sh": "sh", "sql": "sql", "php": "php"},
}
# For Python the test cases can be run as they are; for other languages the command reads tests.json itself.
PYTEST = Path(__file__).with_name("test_solution.txt")
# Without a network.
WITHOUT_NETWORK = ("unshare", "--map-root-user", "--net")
# The same, and all that the program has started ends with it, and the program ends with us.
CONTAINED = ("setpriv", "--pdeathsig", "KILL", *WITHOUT_NETWORK, "--pid", "--fork", "--kill-child", "--mount-proc")
LIMITED = (
    f"ulimit -v {MEMORY} 2>/dev/null; ulimit -f {FILES} 2>/dev/null; ulimit -t {SECONDS:.0f} 2>/dev/null; "
    'ulimit -c 0; exec "$@"'
)


def code_folder(home: Path, council_id: str) -> Path:
    """Return the folder in which the programs of a council are run."""
    return home / "trials" / council_id


async def run_code(entry: ProposalVersion, command: str, place: Path, *, seconds: float = SECONDS) -> CodeRun:
    """Run the command in a new folder of `place` that has a proposal's code and test cases, and say what came out.

    Nothing in the name of the folder says whose proposal it is.
    """
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=place))
    env = environment(folder, "VIRTUAL_ENV")
    env |= {"HOME": str(folder), "TMPDIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        write_solution(entry.proposal, folder)
        isolation = await _isolation(folder, env)
        argv = ("/bin/sh", "-c", LIMITED, "trial", *isolation, "/bin/sh", "-c", command)
        excerpt, began = Excerpt(KEPT), time.monotonic()
        try:
            async with asyncio.timeout(seconds):
                code: int | None = await run(argv, cwd=folder, env=env, output=excerpt.feed)
        except TimeoutError:
            code = None
        took = round(time.monotonic() - began, 3)
    finally:
        clear(folder)
    output = excerpt.text().replace(str(folder), ".")
    status: CodeRunStatus
    if code is None:
        status, summary = "timed out", f"no end after {seconds:g} s"
    else:
        status = "not run" if code in CANNOT_START else "failed" if code else "passed"
        summary = f"killed by signal {-code}" if code < 0 else f"exit {code}"
        last = output.rstrip().rpartition("\n")[2].strip()
        summary += f": {last[:SHOWN]}" if last else ""
    network: Literal["cut", "open"] = "cut" if isolation else "open"
    return CodeRun(status=status, command=command, summary=summary, output=output, seconds=took, network=network)


def write_solution(proposal: Proposal, folder: Path) -> None:
    """Write the files of a proposal: solution.EXT, tests.json, and for Python a test_solution.py that runs them.

    The empty pytest.ini keeps pytest from what lies in the folders above.
    """
    name = f"solution.{EXTENSIONS.get(proposal.language, 'txt')}"
    (folder / name).write_text(proposal.code, encoding="utf-8")
    cases = [{"input": example.input, "output": example.output} for example in proposal.tests]
    (folder / "tests.json").write_text(json.dumps(cases, ensure_ascii=False, indent=1), encoding="utf-8")
    if name == "solution.py":
        shutil.copyfile(PYTEST, folder / "test_solution.py")
        (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")


async def _isolation(folder: Path, env: dict[str, str]) -> tuple[str, ...]:
    """Return what is put before a command to isolate it, as far as this system allows; in many containers nothing."""
    for isolation in (CONTAINED, WITHOUT_NETWORK):
        probe = shlex.join([*isolation, "true"])
        if await run(("/bin/sh", "-c", probe), cwd=folder, env=env, output=lambda _: None) == 0:
            return isolation
    return ()

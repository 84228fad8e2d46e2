"""Run the code of proposals, each in its own folder in the sandbox, within limits."""

import json
import shutil
import tempfile
import time
from pathlib import Path
from typing import Literal

from coordinator.council.records import CodeRun, CodeRunStatus, ProposalVersion
from coordinator.parsing.excerpt import Excerpt
from coordinator.parsing.shapes import Proposal
from coordinator.workspace.copies import clear
from coordinator.workspace.sandbox.environment_allow_list import allowed_environment
from coordinator.workspace.sandbox.process import CANNOT_START
from coordinator.workspace.sandbox.sandbox import Limits, Sandbox

SECONDS = 120.0
LIMITS = Limits(
    memory=2_000_000_000, file=100_000_000, disk=1_000_000_000, processes=500, seconds=int(SECONDS)
)
KEPT = 8_000  # bytes of output
SHOWN = 200  # characters of the last line of output in a summary

EXTENSIONS = {
    "python": "py",
    "javascript": "js",
    "typescript": "ts",
    "go": "go",
    "rust": "rs",
    "java": "java",
    "ruby": "rb",
    "c": "c",
    "c++": "cpp",
    "bash": "sh",
    "shell": "sh",
    "sh": "sh",
    "sql": "sql",
    "php": "php",
}
# A test module for the test cases of Python proposals. For other languages, the command reads
# `tests.json` itself.
PYTEST = Path(__file__).with_name("test_solution.txt")


def code_folder(home: Path, council_id: str) -> Path:
    """Return the folder in which the code of a council's proposals runs."""
    return home / "trials" / council_id


async def run_code(
    entry: ProposalVersion, command: str, place: Path, sandbox: Sandbox, *, seconds: float = SECONDS
) -> CodeRun:
    """Run the command in a new folder with a proposal's code and tests. Return the result."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=place))  # its name does not reveal the author
    variables = allowed_environment(folder, "VIRTUAL_ENV")
    variables["HOME"] = str(folder)
    variables["TMPDIR"] = str(folder)
    variables["PYTHONDONTWRITEBYTECODE"] = "1"
    try:
        write_solution(entry.proposal, folder)
        excerpt = Excerpt(KEPT)
        began = time.monotonic()
        code = await sandbox.run(
            command,
            cwd=folder,
            home=folder,
            env=variables,
            output=excerpt.feed,
            limits=LIMITS,
            seconds=seconds,
        )
        took = round(time.monotonic() - began, 3)
    finally:
        clear(folder)
    output = excerpt.text().replace(str(folder), ".")
    network: Literal["cut", "open"] = "open" if sandbox.kind == "none" else "cut"
    return CodeRun(
        status=_status(code),
        command=command,
        summary=_summary(code, output, seconds),
        output=output,
        seconds=took,
        network=network,
    )


def _status(code: int | None) -> CodeRunStatus:
    if code is None:
        return "timed out"
    if code in CANNOT_START:
        return "not run"
    if code:
        return "failed"
    return "passed"


def _summary(code: int | None, output: str, seconds: float) -> str:
    if code is None:
        return f"timed out after {seconds:g} s"
    summary = f"exit {code}"
    if code < 0:
        summary = f"killed by signal {-code}"
    _, _, last = output.rstrip().rpartition("\n")
    if last.strip():
        summary += f": {last.strip()[:SHOWN]}"
    return summary


def write_solution(proposal: Proposal, folder: Path) -> None:
    """Write `solution.EXT` and `tests.json`.

    For Python, also write a `test_solution.py` that runs the tests.
    """
    name = f"solution.{EXTENSIONS.get(proposal.language, 'txt')}"
    (folder / name).write_text(proposal.code, encoding="utf-8")
    cases = [{"input": example.input, "output": example.output} for example in proposal.tests]
    text = json.dumps(cases, ensure_ascii=False, indent=1)
    (folder / "tests.json").write_text(text, encoding="utf-8")
    if name == "solution.py":
        shutil.copyfile(PYTEST, folder / "test_solution.py")
        # This file keeps pytest from reading configuration in the folders above.
        (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")

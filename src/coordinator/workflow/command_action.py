"""The `run` action: run the command of a stage and store its output."""

import asyncio
import json
import shutil
import time
from pathlib import Path
from typing import NoReturn

from pydantic import JsonValue

from coordinator.config import INSIDE
from coordinator.parsing.excerpt import Excerpt
from coordinator.storage.events import key_of
from coordinator.workflow.dialect.schema import Stage
from coordinator.workflow.dialect.stage_actions import RunAction
from coordinator.workflow.records import CommandResult, StageOutput, Visit
from coordinator.workflow.run_state import RunState
from coordinator.workflow.transitions import pull_request_urls
from coordinator.workspace.sandbox.environment_allow_list import (
    ALLOWED_FOR_WORKFLOWS,
    allowed_environment,
)
from coordinator.workspace.sandbox.process import run as run_program

# Exit codes of a command that could not be started, and of one that exceeded its timeout.
NOT_STARTED = 127
TIMED_OUT = 124
MOST_PULLS = 10  # the most pull requests that are taken from the output of one command
SHOWN = 600  # characters that a notice quotes from the end of a command's output


class Capture(Excerpt):
    """Keeps the parts of a program's output that are needed later.

    These are the head and the tail, to show to people, and the last bytes, to find JSON in.
    """

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self._end = bytearray()

    def feed(self, chunk: bytes) -> None:
        super().feed(chunk)
        self._end += chunk
        del self._end[: -self._limit]

    def data(self) -> dict[str, JsonValue]:
        """Return the JSON object in the output, or an empty one if there is none.

        If the whole output is not an object, return the last line that is one.
        """
        end = bytes(self._end)
        if self.size <= self._limit:
            whole = _json_object(end)
            if whole is not None:
                return whole
        for line in reversed(end.splitlines()):
            found = _json_object(line)
            if found is not None:
                return found
        return {}


def _json_object(text: bytes) -> dict[str, JsonValue] | None:
    if not text.strip().startswith(b"{"):
        return None
    try:
        found = json.loads(text, parse_constant=_refuse_constant)
        # Raise an error for half a surrogate pair, which cannot be stored as UTF-8.
        json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return dict(found)


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


async def run_command(state: RunState, visit: Visit, stage: Stage, action: RunAction) -> str:
    """Run the command of a stage and store its output.

    Return a description of the failure. Return an empty string if the command succeeded or the
    stage allows failures.
    """
    key = key_of("run", visit.number)
    result = await state.run.step(key, lambda: _execute(state, stage.id, action), CommandResult)
    stored = state.take_output(action.output or stage.id, result.output)
    state.last_command = stored
    state.register_pulls(result.pulls, visit.at)
    ending = f"exit {result.exit_code}"
    if result.timed_out:
        ending = f"timed out after {action.timeout:g} s"
    if not result.failed:
        await state.note(visit, f"The command of stage {stage.id} has ended ({ending}).")
        return ""
    last_words = _last_words(stored)
    await state.note(visit, f"The command of stage {stage.id} failed ({ending}):\n{last_words}")
    return ending if stage.can_fail else ""


def _last_words(output: StageOutput) -> str:
    lines = []
    for line in f"{output.stdout}\n{output.stderr}".splitlines():
        if line.strip():
            lines.append(line.strip())
    return "\n".join(lines)[-SHOWN:]


async def _execute(state: RunState, stage: str, action: RunAction) -> CommandResult:
    """Run a command. After its timeout, stop it and all processes that it has started."""
    began = time.monotonic()
    out = Capture(state.settings.output)
    err = Capture(state.settings.output)
    timed_out = False
    try:
        async with asyncio.timeout(action.timeout):
            code = await _run_shell(state, action, out, err)
    except TimeoutError:
        code = TIMED_OUT
        timed_out = True
    except OSError as error:
        err.feed(f"cannot start: {error.strerror}\n".encode())
        code = NOT_STARTED
    stored = StageOutput(data=out.data(), stdout=out.text(), stderr=err.text(), exit_code=code)
    return CommandResult(
        stage=stage,
        command=action.command,
        exit_code=code,
        timed_out=timed_out,
        seconds=round(time.monotonic() - began, 3),
        bucket=action.output or stage,
        output=await state.run.store_text(stored.model_dump_json()),
        pulls=pull_request_urls(stored.stdout)[:MOST_PULLS],
    )


async def _run_shell(state: RunState, action: RunAction, out: Capture, err: Capture) -> int:
    folder = Path(state.place.folder)
    env = allowed_environment(folder, *ALLOWED_FOR_WORKFLOWS)
    env[INSIDE] = "1"
    for name in action.environment:
        env[name] = state.context.config.secret(name)
    shell = shutil.which("bash") or "/bin/sh"
    return await run_program(
        (shell, "-c", action.command),
        cwd=folder,
        env=env,
        output=out.feed,
        errors=err.feed,
        secrets=state.context.secrets(),
    )

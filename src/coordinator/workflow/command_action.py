"""The `run` action: a shell command in the workspace, with a time limit and bounded capture."""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from pathlib import Path

from pydantic import JsonValue

from coordinator.parsing.excerpt import Excerpt
from coordinator.storage.events import key_of
from coordinator.workflow.dialect.schema import RunAction, Stage
from coordinator.workflow.matching import pull_request_urls
from coordinator.workflow.records import CommandResult, StageOutput, Visit
from coordinator.workflow.run_state import RunState, StageFailed
from coordinator.workspace.process import environment, run

NOT_STARTED = 127
TIMED_OUT = 124
PASSED_ON = ("VIRTUAL_ENV", "GOPATH", "GOCACHE", "GOFLAGS", "CARGO_HOME", "RUSTUP_HOME", "JAVA_HOME", "NODE_PATH")
MOST_PULLS = 10  # pull requests that are taken from what one command printed
SHOWN = 600  # characters of a command's last words in a notice
LONGEST = 200  # characters of a command in a reason


class Capture:
    """Takes what a program prints: head and tail to show, and the raw end of it to read JSON from."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._excerpt = Excerpt(limit)
        self._end = bytearray()

    def feed(self, chunk: bytes) -> None:
        self._excerpt.feed(chunk)
        self._end += chunk
        if len(self._end) > 2 * self._limit:
            del self._end[: -self._limit]

    def text(self) -> str:
        return self._excerpt.text()

    def data(self) -> dict[str, JsonValue]:
        """Return the JSON object that was printed: everything, else the last line that is one."""

        def refuse(constant: str) -> None:
            raise ValueError(f"{constant} is no JSON")

        end = bytes(self._end[-self._limit :])
        whole = end if self._excerpt.size <= self._limit else b""
        for text in (whole, *reversed(end.splitlines())):
            if text.strip().startswith(b"{"):
                try:
                    found = json.loads(text, parse_constant=refuse)
                    json.dumps(found, ensure_ascii=False).encode()  # half a surrogate pair cannot be stored
                except (ValueError, RecursionError):
                    continue
                return dict(found)
        return {}


async def run_command(state: RunState, visit: Visit, stage: Stage, action: RunAction) -> None:
    """Run the command of a stage and store what it left; StageFailed if it fails and the stage does not allow that."""
    key = key_of("run", visit.number)
    result = await state.run.step(key, lambda: _execute(state, stage.id, action), CommandResult)
    state.outputs.put(action.output, result.output, command=True)
    state.register_pulls(result.pulls, visit.at)
    ending = f"no end after {action.timeout:g} s" if result.timed_out else f"exit {result.exit_code}"
    if not result.failed:
        await state.note(visit, f"The command of stage {stage.id} has ended ({ending}).")
        return
    stored = StageOutput.model_validate_json(state.context.store.text(result.output))
    lines = [line.strip() for line in f"{stored.stdout}\n{stored.stderr}".splitlines() if line.strip()]
    last_words = "\n".join(lines)[-SHOWN:]
    await state.note(visit, f"The command of stage {stage.id} failed ({ending}):\n{last_words}")
    # A gate over the output decides what the failure means.
    tolerated = action.continue_on_error or (stage.gate is not None and action.output)
    if not tolerated:
        command = " ".join(action.command.split())
        shown = command if len(command) <= LONGEST else f"{command[:LONGEST]}…"
        raise StageFailed(f"its command failed ({ending}): {shown}")


async def _execute(state: RunState, stage: str, action: RunAction) -> CommandResult:
    """Run a command to its end, or end it with all that it has started when its time is over."""
    folder, limit = Path(state.place.folder), state.settings.output
    began, out, err = time.monotonic(), Capture(limit), Capture(limit)
    shell = (shutil.which("bash") or "/bin/sh", "-c", action.command)
    timed_out = False
    try:
        async with asyncio.timeout(action.timeout):
            env, secrets = environment(folder, *PASSED_ON), state.context.config.secret_values()
            code = await run(shell, cwd=folder, env=env, output=out.feed, errors=err.feed, secrets=secrets)
    except TimeoutError:
        code, timed_out = TIMED_OUT, True
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
        bucket=action.output,
        output=await state.run.store_text(stored.model_dump_json()),
        pulls=pull_request_urls(stored.stdout)[:MOST_PULLS],
    )

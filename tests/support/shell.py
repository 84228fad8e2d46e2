"""Run commands as a shell does, but in this process, which saves the start of an interpreter."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, redirect_stdout
from functools import cache, partial
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from coordinator.cli import run
from tests.support.paths import DOCS

Ran = subprocess.CompletedProcess[str]
STOPS = (signal.SIGINT, signal.SIGTERM)


def call(
    *arguments: object,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    given: str | bytes = "",
) -> Ran:
    """Run a command with these variables, this directory and this input; return its exit code and output."""
    command = list(map(str, arguments))
    return call_function(partial(run, command), command, env=env, cwd=cwd, given=given)


def call_function(
    function: Callable[[], int],
    command: list[str],
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    given: str | bytes = "",
) -> Ran:
    """Run the function of a command; return its exit code and output."""
    out, err = _stream(), _stream()
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(sys, "stdin", _stream(given))
        if env is not None:
            stack.enter_context(_variables(env))
        if cwd is not None:
            stack.enter_context(chdir(cwd))
        stack.enter_context(redirect_stdout(out))
        stack.enter_context(redirect_stderr(err))
        stack.enter_context(_handlers_of_a_new_process())
        code = function()
    return Ran(command, code, _text(out), _text(err))


def data_of(printed: str) -> Any:
    """Return the data in the output of --json. The output must match the schema."""
    envelope = json.loads(printed)
    errors = [
        f"{list(error.instance_path)}: {error.message[:300]}"
        for error in _validator().iter_errors(envelope)
    ]
    assert errors == []
    return envelope["data"]


@cache
def _validator() -> jsonschema_rs.Validator:
    schema = DOCS / "output.schema.json"
    return jsonschema_rs.validator_for(json.loads(schema.read_text(encoding="utf-8")))


def _stream(text: str | bytes = "") -> TextIOWrapper:
    return TextIOWrapper(
        BytesIO(text.encode() if isinstance(text, str) else text),
        encoding="utf-8",
        write_through=True,
    )


def _text(stream: TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, BytesIO)
    return buffer.getvalue().decode()


@contextmanager
def _variables(env: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(env)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def _handlers_of_a_new_process() -> Iterator[None]:
    """Use the signal handlers and loggers of a new interpreter. Restore the present ones afterwards."""
    loggers = [logging.getLogger(name) for name in ("", "coordinator", "asyncio", "mcp")]
    before = [(logger, logger.handlers[:], logger.level, logger.propagate) for logger in loggers]
    signals = {number: signal.getsignal(number) for number in STOPS}
    for logger in loggers:
        logger.handlers[:] = []
    try:
        yield
    finally:
        for logger, handlers, level, propagate in before:
            for handler in logger.handlers:
                handler.close()
            logger.handlers[:] = handlers
            logger.setLevel(level)
            logger.propagate = propagate
        for number, reaction in signals.items():
            signal.signal(number, reaction)

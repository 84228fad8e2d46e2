"""Commands as a shell starts them, but in this process, which spares each of them the start of an interpreter."""

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
    """How one command ends and what it prints, with these variables, in this directory, given this to read."""
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
    """How the function of a command ends and what it prints, as of a command of ours."""
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
    """What --json printed, out of its envelope, which fits the schema."""
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
    """Signals and loggers as a new interpreter has them; what the command sets up is taken down again."""
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

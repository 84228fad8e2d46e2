"""Where log lines go: to stderr and to coordinator.log in the home directory."""

import logging
import os
from copy import copy
from logging.handlers import RotatingFileHandler
from pathlib import Path

from coordinator.config import home
from coordinator.errors import StoreError
from coordinator.storage.sqlite import ELSEWHERE, make_directory

LOG = logging.getLogger("coordinator")


def log_file() -> Path:
    return home(os.environ) / "coordinator.log"


def log_to_file() -> None:
    """Write log lines to the file, once, which is started anew before it grows large."""
    if any(isinstance(handler, RotatingFileHandler) for handler in LOG.handlers):
        return
    path = log_file()
    make_directory(path.parent)
    try:
        handler = RotatingFileHandler(path, maxBytes=10_000_000, backupCount=3, encoding="utf-8")
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}", fix=ELSEWHERE) from error
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(process)d %(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    logging.captureWarnings(True)
    # What asyncio notes, as a child that ended unseen when we are stopped, is not for the terminal; nor are warnings of
    # libraries, as of a setting that a model does not take, and what MCP notes.
    for other in map(logging.getLogger, ("asyncio", "mcp", "py.warnings")):
        other.addHandler(handler)
        other.propagate = False


def log_to_stderr() -> None:
    """Show log lines to whoever watches; tracebacks are for the file."""
    handler = logging.StreamHandler()
    handler.setFormatter(_WithoutTraceback("%(asctime)s %(message)s", datefmt="%H:%M:%S"))
    LOG.addHandler(handler)


def log_unexpected(error: Exception) -> None:
    """Keep the details of a failure nobody foresaw."""
    log_to_file()
    LOG.error("unexpected failure", exc_info=error)


class _WithoutTraceback(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        bare = copy(record)  # the file's handler gets the same record, and needs the traceback
        bare.exc_info = bare.exc_text = None
        return super().format(bare)

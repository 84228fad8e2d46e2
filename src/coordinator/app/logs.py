"""Send log lines to stderr and to coordinator.log in the home directory."""

import json
import logging
import os
import sys
from copy import copy
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path

from coordinator.config.environment import read_environment, tracing
from coordinator.config.home_directory import home
from coordinator.engine import current_run
from coordinator.errors import StoreError, without_passwords
from coordinator.storage.sqlite import ELSEWHERE, make_directory

LOG = logging.getLogger("coordinator")


def log_file() -> Path:
    return home(os.environ) / "coordinator.log"


def log_to_file() -> None:
    """Start writing log lines to the file. The file is rotated before it grows large."""
    if any(isinstance(handler, RotatingFileHandler) for handler in LOG.handlers):
        return
    path = log_file()
    make_directory(path.parent)
    try:
        handler = RotatingFileHandler(path, maxBytes=10_000_000, backupCount=3, encoding="utf-8")
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}", fix=ELSEWHERE) from error
    handler.setFormatter(LogFormatter("%(asctime)s %(levelname)s %(process)d %(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    logging.captureWarnings(True)
    # Messages of asyncio, messages of MCP, and warnings of libraries go to the file, not to the
    # terminal.
    for other in map(logging.getLogger, ("asyncio", "mcp", "py.warnings")):
        other.addHandler(handler)
        other.propagate = False
    if (obstacle := tracing(os.environ)) not in ("on", "off"):
        print(f"coordinator: {obstacle}", file=sys.stderr)


def log_to_stderr() -> None:
    """Show log lines on stderr, without tracebacks. The file has the tracebacks."""
    handler = logging.StreamHandler()
    handler.setFormatter(LogFormatter("%(asctime)s %(message)s", brief=True))
    LOG.addHandler(handler)


def log_unexpected(error: Exception) -> None:
    """Log the details of an unexpected error."""
    log_to_file()
    LOG.error("unexpected failure", exc_info=error)


class LogFormatter(logging.Formatter):
    """Formats log lines as text, or as JSON if COORDINATOR_LOG is `json`."""

    def __init__(self, text: str, *, brief: bool = False) -> None:
        super().__init__(text, "%H:%M:%S" if brief else None)
        self._brief = brief
        self._kind = read_environment(os.environ, home(os.environ) / "env").log

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a line, perhaps with a traceback. Remove passwords in addresses."""
        return without_passwords(self._line(record))

    def _line(self, record: logging.LogRecord) -> str:
        if self._brief:
            # The file's handler gets the same record, and needs the traceback.
            record = copy(record)
            record.exc_info = record.exc_text = None
        if self._kind != "json":
            return super().format(record)
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
        }
        line |= {
            "message": record.getMessage(),
            "run": current_run.get(""),
            "process": str(record.process),
        }
        line |= {name: getattr(record, name) for name in ("run", "seat") if hasattr(record, name)}
        line |= {"error": self.formatException(record.exc_info)} if record.exc_info else {}
        return json.dumps(
            {name: value for name, value in line.items() if value}, ensure_ascii=False
        )

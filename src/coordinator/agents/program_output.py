"""Collect the output of a program, up to a limit."""

from coordinator.errors import AgentError

LIMIT = 32_000_000  # bytes that a program may print


def refuse_more(size: int) -> None:
    """Raise AgentError if a program has printed more than the limit."""
    if size > LIMIT:
        raise AgentError("failed", f"it printed more than {LIMIT} bytes and was stopped")


class BoundedOutput:
    """The whole output of a stream. `feed` raises AgentError if the limit is exceeded."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, chunk: bytes) -> None:
        refuse_more(len(self._data) + len(chunk))
        self._data += chunk

    @property
    def text(self) -> str:
        return self._data.decode("utf-8", "replace")


def ending(code: int, output: str) -> str:
    """Return a text that says how a program ended, with the last line of its output."""
    how = f"killed by signal {-code}" if code < 0 else f"exit {code}"
    lines = output.strip().splitlines()
    if lines:
        return f"{how}: {lines[-1]}"
    return how

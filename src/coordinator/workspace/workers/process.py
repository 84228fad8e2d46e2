"""The program of a worker process: it does the jobs that `pool.py` sends, one after another.

A job is the name of a function in `pool.JOBS` with its arguments. The worker imports all these
functions before it confines itself, because afterwards it can open no file.
"""

import os
import resource
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from coordinator.errors import WorkspaceError
from coordinator.workspace.masking import RUN_SECRETS, load_rules
from coordinator.workspace.workers import frames
from coordinator.workspace.workers.confinement import confine, die_with_parent, limit_resources
from coordinator.workspace.workers.pool import JOBS, JOBS_WITH_FILES, JobTypes, load_job

MOST_JOBS = 500  # a worker ends after this many jobs
LARGEST = 384 << 20  # bytes; a worker that uses more memory ends after its job
SHOWN = 300  # characters of an unexpected error that are passed on

Functions = dict[str, tuple[Callable[..., Any], JobTypes]]


def main() -> None:
    """Do jobs until the process that started this worker closes the connection."""
    die_with_parent()
    limit_resources()
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, fileno=0)
    functions: Functions = {}
    for name in JOBS:
        function = load_job(name)
        functions[name] = (function, JobTypes(function, with_files=name in JOBS_WITH_FILES))
    load_rules()
    memory = _Memory()
    confine()
    frames.send(connection, {"ready": True}, _wait)
    try:
        leaving = False
        done = 0
        while not leaving:
            answer = _do_next(connection, functions)
            done += 1
            leaving = done >= MOST_JOBS or memory.has_grown()
            frames.send(connection, answer | {"leaving": leaving}, _wait)
    except frames.Closed:
        pass
    finally:
        os._exit(0)  # the filter refuses some calls of an orderly end


def _do_next(connection: socket.socket, functions: Functions) -> dict[str, Any]:
    """Wait for the next job, and return its result or its error."""
    files: list[int] = []
    try:
        job, files = frames.receive_with_files(connection)
        return _do(functions, job, files)
    except MemoryError:
        return {"exceeded": "memory"}  # the pool ends this worker, in whatever state it is
    finally:
        for file in files:
            os.close(file)


def _do(functions: Functions, job: Any, files: list[int]) -> dict[str, Any]:
    """Return the result of a job, or its error."""
    function, types = functions[job["job"]]
    RUN_SECRETS.set(frozenset(job["secrets"]))
    try:
        arguments = types.read_arguments(job["arguments"])
        if types.with_files:
            arguments.insert(0, files)
        return {"result": types.write_result(function(*arguments))}
    except WorkspaceError as error:
        return {"error": error.what, "fix": error.fix}
    except MemoryError:
        raise
    except Exception as error:
        return {"failed": f"{type(error).__name__}: {error}"[:SHOWN]}
    finally:
        RUN_SECRETS.set(frozenset())


class _Memory:
    """Measures the memory of this process, even after the process can no longer open files."""

    def __init__(self) -> None:
        self._file = -1
        with suppress(OSError):  # only Linux has this file
            self._file = os.open("/proc/self/statm", os.O_RDONLY)

    def has_grown(self) -> bool:
        if self._file < 0:
            return False
        pages = int(os.pread(self._file, 200, 0).split()[1])
        return pages * resource.getpagesize() > LARGEST


def _wait() -> None:
    """Do nothing, so that the caller goes on waiting."""


if __name__ == "__main__":
    main()

"""The command `coordinator` for shells, run by a copy of one process that has loaded the package.

A page has dozens of commands. If each had to load the package, this would take most of the time.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

import coordinator
from coordinator.cli import run
from tests.support.paths import ROOT
from tests.support.waiting import wait_until

SOCKET = "commands"
LENGTH = 4  # bytes of a number in a message
FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
CLIENT = f"""\
#!{sys.executable} -IS
import json, os, signal, socket, sys

server = socket.socket(socket.AF_UNIX)
server.connect(os.path.join(os.path.dirname(os.path.abspath(__file__)), "{SOCKET}"))
request = {{"arguments": sys.argv[1:], "folder": os.getcwd(), "variables": dict(os.environ)}}
message = json.dumps(request).encode()
socket.send_fds(server, [len(message).to_bytes({LENGTH}, "big")], [0, 1, 2])
server.sendall(message)
process = int.from_bytes(server.recv({LENGTH}), "big")
for number in {tuple(map(int, FORWARDED))}:
    if signal.getsignal(number) != signal.SIG_IGN:
        signal.signal(number, lambda number, _: os.kill(process, number))
sys.exit(server.recv(1)[0])
"""


@contextmanager
def loaded_commands() -> Iterator[Path]:
    """Yield the folder with the command `coordinator`, for PATH. At the end, no process of it is left."""
    # The address of a socket has to be short.
    place = Path(tempfile.mkdtemp(prefix="coordinator-commands-"))
    client = place / "coordinator"
    client.write_text(CLIENT, encoding="utf-8")
    client.chmod(0o755)
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.support.loaded_commands", place / SOCKET],
        cwd=ROOT,
        start_new_session=True,
    )
    try:
        wait_until(lambda: (place / SOCKET).exists() or server.poll() is not None)
        yield place
    finally:
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
        server.wait()
        shutil.rmtree(place)


def serve(path: Path) -> None:
    """Load the package, and run commands until this process is ended."""
    for module in pkgutil.walk_packages(coordinator.__path__, "coordinator."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    gc.freeze()  # the copies share what is loaded as long as they do not write to it
    new = path.with_name("new")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(new))
    listener.listen(100)
    new.rename(path)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the child processes
    while True:
        client, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            attend(client)
        client.close()


def attend(client: socket.socket) -> NoReturn:
    """Run one command in a process of its own. Send the client its process id and its exit code."""
    length, streams, _, _ = socket.recv_fds(client, LENGTH, 3)
    with client.makefile("rb") as sent:
        request = json.loads(sent.read(int.from_bytes(length, "big")))
    process = os.fork()
    if process == 0:
        client.close()
        carry_out(streams, request["arguments"], request["folder"], request["variables"])
    for stream in streams:
        os.close(stream)
    client.sendall(process.to_bytes(LENGTH, "big"))
    threading.Thread(target=end_with, args=(client, process), daemon=True).start()
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if code < 0:
        code = 128 - code
    with suppress(OSError):
        client.sendall(bytes([code]))
    os._exit(0)


def end_with(client: socket.socket, process: int) -> None:
    """End the process when its client has been killed."""
    with suppress(OSError):
        client.recv(1)
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def carry_out(
    streams: list[int], arguments: list[str], folder: str, variables: dict[str, str]
) -> NoReturn:
    """Run the command with the streams, the folder and the variables of the client."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115
    sys.argv = ["coordinator", *arguments]
    code = run(arguments)
    atexit._run_exitfuncs()
    sys.stdout.flush()
    os._exit(code)  # unloading everything would be as slow as loading it


if __name__ == "__main__":
    serve(Path(sys.argv[1]))

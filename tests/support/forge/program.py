"""Start a Gitea program on loopback and run the tests of a real forge: `make forge GITEA=PROGRAM`."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2 as httpx

TESTS = (
    "tests/trackers/forge/test_forge_contract.py",
    "tests/trackers/forge/test_forge_life.py",
    "tests/trackers/forge/test_forge_hooks.py",
    "tests/trackers/forge/test_real_gitea.py",
    "tests/doctor/test_doctor_forge.py",
)
SETTINGS = """\
APP_NAME = Test
RUN_MODE = prod
WORK_PATH = {home}
RUN_USER = {user}
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = {port}
ROOT_URL = http://127.0.0.1:{port}/
STATIC_ROOT_PATH = {static}
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
PATH = {home}/gitea.db
[repository]
ROOT = {home}/repositories
[security]
INSTALL_LOCK = true
[queue]
TYPE = channel
[cron.update_checker]
ENABLED = false
[mailer]
ENABLED = false
[actions]
ENABLED = false
[packages]
ENABLED = false
[webhook]
ALLOWED_HOST_LIST = loopback
[log]
MODE = file
LEVEL = Warn
ROOT_PATH = {home}/log
"""
ACCOUNTS = ("judge", "author")
PASSWORD = "Only-for-tests-1"
SCOPES = "write:repository,write:issue,write:user"  # the tests make repositories
STARTS_WITHIN = 120.0  # seconds


@contextmanager
def gitea(program: Path, home: Path) -> Iterator[dict[str, str]]:
    """Start the program with two accounts, and yield the environment of the tests."""
    port = _free_port()
    settings = home / "app.ini"
    static = program.resolve().parent
    user = subprocess.check_output(["id", "-un"], text=True).strip()
    settings.write_text(SETTINGS.format(home=home, port=port, static=static, user=user))
    environment = {**os.environ, "GITEA_I_AM_BEING_UNSAFE_RUNNING_AS_ROOT": "true"}

    def run(*words: str) -> str:
        command = [str(program), "--config", str(settings), *words]
        return subprocess.check_output(command, text=True, env=environment, cwd=home).strip()

    run("migrate")
    tokens = []
    for name in ACCOUNTS:
        account = ["--username", name, "--password", PASSWORD, "--email", f"{name}@example.org"]
        run("admin", "user", "create", *account, "--must-change-password=false")
        scopes = ["--username", name, "--scopes", SCOPES, "--raw"]
        token = run("admin", "user", "generate-access-token", *scopes)
        tokens.append(token.splitlines()[-1])
    server = subprocess.Popen(
        [str(program), "--config", str(settings), "web"], env=environment, cwd=home
    )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_for(f"{address}/api/v1/version", server)
        yield {
            "COORDINATOR_GITEA_URL": address,
            "COORDINATOR_GITEA_TOKEN": tokens[0],
            "COORDINATOR_GITEA_AUTHOR_TOKEN": tokens[1],
            "COORDINATOR_GITEA_PASSWORD": PASSWORD,
        }
    finally:
        server.terminate()
        server.wait()


def _free_port() -> int:
    """Return a port of this machine that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def _wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + STARTS_WITHIN
    while True:
        try:
            print(f"Gitea {httpx.get(address, trust_env=False).json()['version']}", flush=True)
        except httpx.TransportError:
            if server.poll() is not None or time.monotonic() > end:
                raise
            time.sleep(0.2)
        else:
            return


def main() -> int:
    """Return the exit code of the tests, or 2 if no program is given."""
    if len(sys.argv) < 2 or not sys.argv[1]:
        print("name the program: make forge GITEA=/path/to/gitea", file=sys.stderr)
        return 2
    program = Path(sys.argv[1])
    if not os.access(program, os.X_OK):
        print(f"{program} is not a program", file=sys.stderr)
        return 2
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-n", "0", "-m", "integration"]
    folder = tempfile.TemporaryDirectory(prefix="gitea-")
    with folder, gitea(program, Path(folder.name)) as more:
        environment = {**os.environ, **more}
        return subprocess.call([*command, "-k", "real", *sys.argv[2:], *TESTS], env=environment)


if __name__ == "__main__":
    sys.exit(main())

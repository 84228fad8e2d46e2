"""The registries that a set-up reaches, and the variables and files with which it does."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from coordinator.config.checks import SetupConfig
from coordinator.errors import ConfigError, WorkspaceError
from coordinator.workspace.checks.setup import CheckSetup, ReadyCopy
from coordinator.workspace.checks.setup_network import PUBLIC, allowed_places, certificates_of
from coordinator.workspace.sandbox.sandbox import Sandbox, find_sandbox
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.support.repositories import new_repository, without_sandbox
from tests.support.reviews import deliver
from tests.support.settings import load_text

WALLS = pytest.param(find_sandbox, marks=pytest.mark.needs("bubblewrap"))
BOTH = pytest.mark.parametrize("get_sandbox", [WALLS, without_sandbox])

INSTALL = (
    "python3 -m venv --without-pip .venv && "
    f"{sys.executable} -m pip --python .venv/bin/python install --quiet greeting && "
    ".venv/bin/python -c 'import greeting'"
)


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `python3` be this one, and no variable lead to another registry."""
    monkeypatch.setenv("PATH", f"{sys.base_prefix}/bin:{os.environ['PATH']}")
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name.startswith("PIP_"):
            monkeypatch.delenv(name)


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and prints no line for each."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        pass


@pytest.fixture
def index(tmp_path: Path) -> Iterator[str]:
    """The address of a registry on loopback, with a package `greeting`."""
    folder = tmp_path / "index/simple/greeting"
    folder.mkdir(parents=True)
    name = "greeting-1.0-py3-none-any.whl"
    about = "greeting-1.0.dist-info"
    with zipfile.ZipFile(folder / name, "w") as wheel:
        wheel.writestr("greeting.py", "print('hello')\n")
        wheel.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: greeting\nVersion: 1.0\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")
    (folder / "index.html").write_text(f'<a href="{name}">{name}</a>')
    handler = partial(Quiet, directory=str(tmp_path / "index"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/simple"
        server.shutdown()


def set_up(place: Path, run: str, get_sandbox: Callable[[], Sandbox] = find_sandbox) -> ReadyCopy:
    """Run a set-up on some work."""
    repo = new_repository(place / "repo")
    deliver(repo, {"lock": "1"})
    work = Workspace(asyncio.run(snapshot(str(repo), "main", place / "work")), place / "work")
    setup = CheckSetup(SetupConfig(run=run, files=("lock",)), place / "kept", get_sandbox)
    return asyncio.run(setup.ready(work))


@BOTH
def test_a_registry_that_a_variable_names_is_used(
    index: str,
    get_sandbox: Callable[[], Sandbox],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", index)
    copy = set_up(tmp_path, INSTALL, get_sandbox)
    assert copy.installed, copy.output


@BOTH
def test_a_refused_registry_is_named_with_the_key_that_allows_it(
    index: str, get_sandbox: Callable[[], Sandbox], tmp_path: Path
) -> None:
    # Without `no_proxy`, pip takes loopback for another host.
    command = INSTALL.replace("greeting", f"--retries 0 --index-url {index} greeting", 1)
    copy = set_up(tmp_path, f"unset no_proxy NO_PROXY; {command}", get_sandbox)
    place = index.removeprefix("http://").removesuffix("/simple")
    assert f"set-up: {place} is not among the package registries; to allow it, add it to the " in (
        copy.output
    )
    assert copy.failed.endswith(f'registries: ["{place}"]')


@pytest.mark.needs("bubblewrap")
def test_certificates_can_be_read_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    private = tmp_path / "private"
    private.mkdir()
    (private / "ca.pem").write_text("a certificate\n")
    (private / "other").write_text("")
    monkeypatch.setenv("PIP_CERT", str(private / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_DIR", str(private))
    monkeypatch.setenv("NODE_EXTRA_CA_CERTS", str(private / "none.pem"))
    script = 'cat "$PIP_CERT"; ls "$SSL_CERT_DIR"; echo "<$NODE_EXTRA_CA_CERTS>"'
    copy = set_up(tmp_path, f"{script}; echo x > $PIP_CERT; exit 3")
    said, refused = copy.output.split("<>\n")
    assert said == "a certificate\nca.pem\nother\n"
    assert "Read-only file system" in refused
    assert certificates_of({"PIP_CERT": "ca.pem", "SSL_CERT_FILE": "/none"}) == {}


def test_registries_are_public_configured_or_named_by_variables() -> None:
    variables = {
        "PIP_INDEX_URL": "https://packages.example/simple",
        "PIP_EXTRA_INDEX_URL": "http://a.example/x https://b.example:8443/y",
        "UV_INDEX": "name=HTTPS://c.example/simple https://own.example:8080",
        "GOPROXY": "https://d.example|https://e.example,direct",
        "npm_config_registry": "http://localhost:4873/",
        "HTTPS_PROXY": "http://proxy.example:3128",
    }
    configured = ["Packages.Example", "own.example.:8080", "[::1]:80", "b.example:443", "b.example"]
    places = allowed_places(configured, variables)
    for host in PUBLIC:
        assert not places.pop((host, 443))
    assert places == {
        ("packages.example", 443): False,
        ("own.example", 8080): True,
        ("[::1]", 80): True,
        ("a.example", 80): False,
        ("b.example", 8443): True,
        ("b.example", 443): True,
        ("c.example", 443): False,
        ("d.example", 443): False,
        ("e.example", 443): False,
        ("localhost", 4873): True,
    }


@pytest.mark.parametrize(
    "url",
    [
        "https://user:word@packages.example/simple",
        "https://word@packages.example/simple",
        "HTTPS://user:word@packages.example/simple",
        "https://user:1/word@packages.example/simple",
        "user:word@packages.example/simple",
        "https://packages.example:port/simple",
        "https://[packages.example/simple",
    ],
)
def test_an_address_with_a_password_or_without_a_host_is_refused(url: str) -> None:
    with pytest.raises(WorkspaceError, match="PIP_INDEX_URL") as caught:
        allowed_places((), {"PIP_INDEX_URL": url})
    assert "word" not in str(caught.value).replace("password", "")


def test_registries_are_checked_when_the_configuration_is_read(tmp_path: Path) -> None:
    environ = {"COORDINATOR_HOME": str(tmp_path)}
    text = 'registries: [packages.example, "localhost:4873"]'
    found = load_text(text, environ=environ).registries
    assert found == ("packages.example", "localhost:4873")
    for wrong in ("https://packages.example", "'*.example'", "'a:0'", "'a:70000'", "a/b", "''"):
        with pytest.raises(ConfigError, match="registries"):
            load_text(f"registries: [{wrong}]", environ=environ)

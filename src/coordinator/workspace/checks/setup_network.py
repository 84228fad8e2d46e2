"""The network of a set-up: package registries through a proxy of ours, and nothing else.

In the sandbox a set-up has a network of its own, in which only the proxy listens: there is no
loopback of this machine, no abstract socket and no name server. Configuration files of package
managers, which can hold tokens, are not read. Without a sandbox, environment variables still lead a
set-up to the proxy, but it can ignore them.
"""

import asyncio
import json
import os
import re
import socket
import sys
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from coordinator.config.checks import registry_place
from coordinator.errors import WorkspaceError
from coordinator.workspace.checks import registry_proxy
from coordinator.workspace.sandbox import launcher
from coordinator.workspace.sandbox.environment_allow_list import allowed_environment
from coordinator.workspace.sandbox.process import run
from coordinator.workspace.sandbox.sandbox import Sandbox

# The public package registries, all on port 443.
PUBLIC = (
    "pypi.org",
    "files.pythonhosted.org",
    "registry.npmjs.org",
    "registry.yarnpkg.com",
    "crates.io",
    "index.crates.io",
    "static.crates.io",
    "proxy.golang.org",
    "sum.golang.org",
    "repo.maven.apache.org",
    "repo1.maven.org",
    "plugins.gradle.org",
    "plugins-artifacts.gradle.org",
    "services.gradle.org",
    "downloads.gradle.org",
    "rubygems.org",
    "index.rubygems.org",
)
# Variables with addresses of registries. A set-up gets them, and can reach these registries.
INDEXES = (
    "PIP_INDEX_URL",
    "PIP_EXTRA_INDEX_URL",
    "UV_DEFAULT_INDEX",
    "UV_INDEX",
    "UV_INDEX_URL",
    "UV_EXTRA_INDEX_URL",
    "npm_config_registry",
    "NPM_CONFIG_REGISTRY",
    "GOPROXY",
)
# Variables with a file or folder of certificates.
CERTIFICATES = (
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "PIP_CERT",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
    "NODE_EXTRA_CA_CERTS",
    "GIT_SSL_CAINFO",
    "CARGO_HTTP_CAINFO",
)
CERTIFICATES_PLACE = "/run/certificates"  # the folder with their files in the sandbox
# These switch off configuration files outside the home directory. The home itself is new in the
# sandbox.
NO_CONFIGURATION = {"PIP_CONFIG_FILE": os.devnull, "npm_config_globalconfig": os.devnull}
LARGEST_REPORT = 20_000  # bytes

_URL = re.compile(r"https?://[^\s,|]+", re.IGNORECASE)
_OWN = ("localhost", "127.0.0.1", "[::1]")  # hosts of servers that a set-up starts itself

Places = dict[registry_proxy.Place, bool]


@dataclass(frozen=True, slots=True)
class SetupNetwork:
    """The variables, files and open socket with which a set-up reaches registries."""

    variables: Mapping[str, str]
    certificates: Mapping[str, str] = field(default_factory=dict)  # files by path in the sandbox
    channel: int | None = None  # as for `Sandbox.run`
    report: bytearray = field(default_factory=bytearray)  # one line for each refused address

    def report_text(self) -> str:
        return self.report.decode(errors="replace")

    def take(self, printed: bytes) -> None:
        self.report.extend(printed[: LARGEST_REPORT - len(self.report)])


@asynccontextmanager
async def open_network(sandbox: Sandbox, registries: Iterable[str]) -> AsyncIterator[SetupNetwork]:
    """Run the proxy for one set-up while the context is open.

    Raise WorkspaceError if a variable with the address of a registry also has a password.
    """
    places = allowed_places(registries, os.environ)
    ours, of_proxy = socket.socketpair()
    with ours, of_proxy:
        if sandbox.kind == "bubblewrap":
            network = _network_inside(places, ours)
        else:
            network = _network_outside(places, ours)
        proxy = asyncio.ensure_future(_run_proxy(of_proxy.fileno(), places, network))
        try:
            yield network
        finally:
            proxy.cancel()
            await asyncio.wait([proxy])


def _network_inside(places: Places, channel: socket.socket) -> SetupNetwork:
    """Return the network of a sandbox, whose launcher sends the proxy its listening socket."""
    variables = _variables(launcher.PROXY[1], places) | NO_CONFIGURATION
    files = {}
    for name, path in certificates_of(os.environ).items():
        variables[name] = f"{CERTIFICATES_PLACE}/{name}"
        files[variables[name]] = path
    return SetupNetwork(variables, files, channel.fileno())


def _network_outside(places: Places, channel: socket.socket) -> SetupNetwork:
    """Send the proxy a socket on the loopback, and return the network of this machine."""
    with socket.create_server((launcher.PROXY[0], 0)) as listener:
        socket.send_fds(channel, [b"+"], [listener.fileno()])
        port = listener.getsockname()[1]
    return SetupNetwork(_variables(port, places) | certificates_of(os.environ))


async def _run_proxy(channel: int, places: Places, network: SetupNetwork) -> None:
    listed = [(host, port, is_local) for (host, port), is_local in places.items()]
    plan = json.dumps({"channel": channel, "places": listed})
    try:
        await run(
            (os.path.realpath(sys.executable), "-I", "-S", registry_proxy.__file__, plan),
            cwd=Path("/"),
            env=allowed_environment(Path("/"), "*_proxy", "*_PROXY", "SSL_CERT_*"),
            output=network.take,
            files=[channel],
        )
    except OSError as error:
        network.take(f"set-up: the proxy cannot be started: {error}\n".encode())


def allowed_places(registries: Iterable[str], environ: Mapping[str, str]) -> Places:
    """Return the places that a set-up can reach: public, configured, and named by variables.

    The value of a place is true if it can be on this machine. That is allowed only if its port was
    written explicitly.
    """
    named: list[tuple[str, int | None, int]] = []
    for registry in registries:
        named.append((*registry_place(registry), 443))
    for name in INDEXES:
        named += _places_in(name, environ.get(name, ""))
    places: Places = {(host, 443): False for host in PUBLIC}
    for host, port, usual in named:
        place = (host, port or usual)
        places[place] = port is not None or places.get(place, False)
    return places


def _places_in(variable: str, value: str) -> list[tuple[str, int | None, int]]:
    """Return the hosts in a variable, with the written port and the usual port of the scheme."""
    # A password can contain any character, so look for `@` everywhere, not only before the host.
    if "@" in value:
        raise WorkspaceError(
            f"{variable} contains a user name or password, which a set-up must not see",
            fix="name a registry that needs none, such as a mirror, or unset the variable",
        )
    found = []
    for url in _URL.findall(value):
        try:
            parts = urlsplit(url)
            host, port = registry_place(parts.netloc)
        except ValueError:
            raise WorkspaceError(
                f"{variable} is not the address of a registry", fix="write https://HOST/PATH"
            ) from None
        found.append((host, port, 443 if parts.scheme == "https" else 80))
    return found


def certificates_of(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that name existing files or folders of certificates."""
    found = {}
    for name in CERTIFICATES:
        path = environ.get(name, "")
        if os.path.isabs(path) and os.path.exists(path):
            found[name] = path
    return found


def _variables(port: int, places: Places) -> dict[str, str]:
    """Return the variables that lead package managers to the proxy and to their registries."""
    host = launcher.PROXY[0]
    variables = {}
    for name in INDEXES:
        if name in os.environ:
            variables[name] = os.environ[name]
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        variables[name] = f"http://{host}:{port}"
    named = {place for place, _ in places}
    direct = ",".join(own.strip("[]") for own in _OWN if own not in named)
    variables["no_proxy"] = direct
    variables["NO_PROXY"] = direct
    options = []
    for scheme in ("http", "https"):
        options.append(f"-D{scheme}.proxyHost={host} -D{scheme}.proxyPort={port}")
    # Without this option, Maven ignores the options for the proxy.
    options.append("-Daether.connector.http.useSystemProperties=true")
    variables["JAVA_TOOL_OPTIONS"] = " ".join(options)
    return variables

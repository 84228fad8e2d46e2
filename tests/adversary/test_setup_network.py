"""Code that a set-up runs, such as a dependency's, tries to reach more than package registries."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from coordinator.config.checks import SetupConfig
from coordinator.workspace.checks import registry_proxy
from coordinator.workspace.checks.registry_proxy import RegistryProxy, is_own, server_name
from coordinator.workspace.checks.setup import CheckSetup, ReadyCopy
from coordinator.workspace.sandbox.launcher import PROXY
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.adversary.arena import PYTHON, Listener
from tests.support.repositories import new_repository
from tests.support.reviews import deliver

pytestmark = [pytest.mark.adversary]
sandboxed = pytest.mark.needs("bubblewrap")

PASSWORD = "of-the-proxy-4715-dddd"
EVIL = "evil.example"


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)


def attack(place: Path, script: str, registries: Sequence[str] = ()) -> ReadyCopy:
    """Run a set-up that ends with a failure, so that its output is recorded."""
    copy = asyncio.run(setup_of(place, f"{script}\nexit 3", registries).ready(work_in(place)))
    assert "exit 3" in copy.failed
    return copy


def setup_of(place: Path, script: str, registries: Sequence[str] = ()) -> CheckSetup:
    recipe = SetupConfig(run=script, files=("lock",))
    return CheckSetup(recipe, place / "kept", registries=tuple(registries))


def work_in(place: Path) -> Workspace:
    repo = new_repository(place / "repo")
    deliver(repo, {"lock": "1"})
    return Workspace(asyncio.run(snapshot(str(repo), "main", place / "work")), place / "work")


def python(code: str, *arguments: str) -> str:
    return f"{PYTHON} {shlex.join([code, *arguments])}"


# Sends each request to the proxy, and prints the beginning of its answer.
ASK = f"""
import json, socket, sys
for request in json.loads(sys.argv[1]):
    with socket.create_connection({PROXY}, timeout=60) as proxy:
        proxy.sendall(request.encode("latin-1"))
        answer = b""
        while b"\\r\\n" not in answer:
            some = proxy.recv(1000)
            if not some:
                break
            answer += some
    print(answer.split(b"\\r\\n")[0].decode("latin-1"))
"""


def answers(place: Path, requests: Sequence[str], registries: Sequence[str] = ()) -> list[str]:
    """Return the first line of the proxy's answer to each request."""
    copy = attack(place, python(ASK, json.dumps(requests)), registries)
    lines = copy.output.splitlines()
    assert len(lines) >= len(requests), copy.output
    return lines[: len(requests)]


def connect(place: str) -> str:
    return f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n\r\n"


class Upstream:
    """The proxy of this machine, on loopback: it records the requests and the first bytes in tunnels."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://user:{PASSWORD}@127.0.0.1:{self._socket.getsockname()[1]}"
        self.heard: list[bytes] = []
        self.tunnelled: list[bytes] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):  # it is closed
            while True:
                connection, _ = self._socket.accept()
                with connection, connection.makefile("rwb") as stream:
                    head = b""
                    while not head.endswith(b"\r\n\r\n"):
                        line = stream.readline()
                        if not line:
                            break
                        head += line
                    if head:
                        self.heard.append(head)
                    stream.write(b"HTTP/1.1 200 OK\r\n\r\n")
                    stream.flush()
                    if head.startswith(b"CONNECT"):
                        some = connection.recv(100_000)
                        if some:
                            self.tunnelled.append(some)
                            connection.sendall(b"reached")

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def upstream(monkeypatch: pytest.MonkeyPatch) -> Iterator[Upstream]:
    proxy = Upstream()
    for name in ("HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, proxy.url)
    yield proxy
    proxy.close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    found = Listener()
    yield found
    found.close()


# -- other servers


@sandboxed
def test_a_set_up_does_not_reach_loopback(listener: Listener, tmp_path: Path) -> None:
    hosts = ("127.0.0.1", "localhost", "LOCALHOST.", "127.1", "2130706433", "0x7f000001", "0.0.0.0",
             "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]")  # fmt: skip
    requests = [connect(f"{host}:{listener.port}") for host in hosts]
    requests += [f"GET http://{host}:{listener.port}/ HTTP/1.1\r\n\r\n" for host in hosts]
    for said in answers(tmp_path / "asks", requests):
        assert said.startswith("HTTP/1.1 403 "), said
    dial = "import socket, sys; print(socket.socket().connect_ex(('127.0.0.1', int(sys.argv[1]))))"
    (tmp_path / "dials").mkdir()
    direct = attack(tmp_path / "dials", python(dial, str(listener.port)))
    assert direct.output.split() == ["111"]  # connection refused
    assert listener.reached == 0


@sandboxed
def test_a_set_up_does_not_reach_abstract_sockets(tmp_path: Path) -> None:
    name = f"\0bus-{os.getpid()}"
    code = f"import socket; print(socket.socket(socket.AF_UNIX).connect_ex({name!r}))"
    with socket.socket(socket.AF_UNIX) as bus:
        bus.bind(name)
        bus.listen()
        assert not subprocess.run([sys.executable, "-c", code.replace("print", "exit")]).returncode
        assert attack(tmp_path, python(code)).output.split() == ["111"]


@sandboxed
def test_a_host_that_is_not_allowed_is_refused_and_named(tmp_path: Path) -> None:
    copy = attack(tmp_path, python(ASK, json.dumps([connect(f"{EVIL}:443")] * 3)))
    line = "is not among the package registries; to allow it, add it to the configuration"
    assert copy.output.count(f"set-up: {EVIL}:443 {line}: registries: [{EVIL}]\n") == 1
    assert f"registries: [{EVIL}]" in copy.failed


@sandboxed
def test_refused_hosts_do_not_fill_the_record(tmp_path: Path) -> None:
    requests = [connect(f"{number}.{EVIL}:443") for number in range(100)]
    copy = attack(tmp_path, f"{python(ASK, json.dumps(requests))} > asked; wc -l asked")
    assert copy.output.count("set-up: ") == registry_proxy.REPORTED
    assert copy.output.startswith("100 asked\n")


@sandboxed
def test_an_allowed_host_is_not_reached_on_another_port(upstream: Upstream, tmp_path: Path) -> None:
    requests = [connect(f"pypi.org:{port}") for port in ("22", "80", "8443", "0", "99999", "0443")]
    requests += ["GET http://pypi.org/ HTTP/1.1\r\n\r\n"]
    requests += ["GET http://pypi.org:8080/ HTTP/1.1\r\n\r\n"]
    *refused, zeros, plain, other = answers(tmp_path, requests)
    for said in (*refused, plain, other):
        assert said.startswith("HTTP/1.1 403 "), said
    assert zeros == "HTTP/1.1 200 Connected"  # the same port
    assert len(upstream.heard) == 1


# -- secrets


@sandboxed
def test_a_set_up_reads_no_configuration_of_package_managers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = tmp_path / "user"
    files = (".config/pip/pip.conf", ".pip/pip.conf", ".npmrc", ".config/uv/uv.toml", ".netrc",
             ".cargo/credentials.toml", "etc/pip.conf", "etc/npmrc")  # fmt: skip
    for name in files:
        (user / name).parent.mkdir(parents=True, exist_ok=True)
        (user / name).write_text(f"[global]\ntimeout = 4716\n# {PASSWORD}\n")
    monkeypatch.setenv("HOME", str(user))
    monkeypatch.setenv("PIP_CONFIG_FILE", str(user / "etc/pip.conf"))
    monkeypatch.setenv("NPM_CONFIG_USERCONFIG", str(user / "etc/npmrc"))
    names = shlex.join([str(user / name) for name in files])
    look = f"cat {names} /etc/pip.conf /etc/npmrc; env; {sys.executable} -m pip config list"
    output = attack(tmp_path, f"({look}) 2>&1").output
    assert output.count("No such file or directory") == len(files) + 2
    assert PASSWORD not in output
    assert "timeout" not in output
    assert str(user) not in "\n".join(row for row in output.splitlines() if "=" in row)


LOOK = """
import os, sys
found = []
for folder, _, names in os.walk("/proc"):
    for name in names:
        if name in ("environ", "cmdline", "maps"):
            try:
                with open(os.path.join(folder, name), "rb") as file:
                    found.append(sys.argv[1][::-1].encode() in file.read())
            except OSError:
                pass
print(len(found) > 2, any(found), sum(os.path.exists(f"/proc/self/fd/{n}") for n in range(3, 99)))
"""


@sandboxed
def test_a_set_up_does_not_see_the_password_of_the_proxy(
    upstream: Upstream, tmp_path: Path
) -> None:
    look = f"{python(LOOK, PASSWORD[::-1])}\nenv\ncat /proc/*/environ /proc/*/cmdline"
    ask = python(ASK, json.dumps([connect("pypi.org:443")]))
    copy = attack(tmp_path, f"{ask}\n({look}) 2>&1")
    assert copy.output.startswith("HTTP/1.1 200 Connected\nTrue False 0\n"), copy.output
    assert "[...]" not in copy.output
    assert PASSWORD not in copy.model_dump_json()
    (head,) = upstream.heard
    assert head.startswith(b"CONNECT pypi.org:443 HTTP/1.1\r\nHost: pypi.org:443\r\n")
    assert b"Proxy-Authorization: Basic " in head


@sandboxed
def test_a_password_in_the_address_of_a_registry_stops_the_set_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", f"https://user:{PASSWORD}@packages.example/simple")
    copy = asyncio.run(setup_of(tmp_path, "env").ready(work_in(tmp_path)))
    assert "PIP_INDEX_URL contains a user name or password" in copy.failed
    assert PASSWORD not in copy.model_dump_json()


# -- requests that mean two things

MALFORMED = (
    f"CONNECT pypi.org:443@{EVIL}:443 HTTP/1.1\r\n\r\n",
    f"CONNECT pypi.org:443 HTTP/1.1\nHost: {EVIL}\r\n\r\n",
    f"CONNECT pypi.org:443\r\nCONNECT {EVIL}:443 HTTP/1.1\r\n\r\n",
    f"CONNECT pypi.org:443 HTTP/1.1\r\nX: a\rCONNECT {EVIL}:443 HTTP/1.1\r\n\r\n",
    "CONNECT pypi.org:443 HTTP/1.1\r\nX: a\r\n folded: b\r\n\r\n",
    "CONNECT pypi.org:443 HTTP/1.1\r\nno header\r\n\r\n",
    "CONNECT pypi.org:443 HTTP/1.1\r\nX : a\r\n\r\n",
    "CONNECT pypi.org:443 HTTP/1.1\r\nX: a\0b\r\n\r\n",
    f"CONNECT pypi.org\0.{EVIL}:443 HTTP/1.1\r\n\r\n",
    f"CONNECT pypi.org:443 {EVIL}:443 HTTP/1.1\r\n\r\n",
    "CONNECT  pypi.org:443 HTTP/1.1\r\n\r\n",
    "CONNECT pypi.org:443\tHTTP/1.1\r\n\r\n",
    "CONNECT pypi.org:443 HTTP/2.0\r\n\r\n",
    "CONNECT http://pypi.org:443 HTTP/1.1\r\n\r\n",
    "CONNECT pypi.org:\xb2443 HTTP/1.1\r\n\r\n",
    "connect pypi.org:443 HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: packages.example\r\n\r\n",
    f"GET http://packages.example@{EVIL}/ HTTP/1.1\r\n\r\n",
    f"GET http://packages.example\\@{EVIL}/ HTTP/1.1\r\n\r\n",
    "GET https://pypi.org/ HTTP/1.1\r\n\r\n",
    "GET file:///etc/passwd HTTP/1.1\r\n\r\n",
    "POST http://packages.example/ HTTP/1.1\r\n\r\n",
    "GET http://packages.example/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "GET http://packages.example/ HTTP/1.1\r\nContent-Length: 5\r\n\r\n",
    "GET http://packages.example/ HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 9\r\n\r\n",
)


@sandboxed
def test_malformed_requests_go_nowhere(upstream: Upstream, tmp_path: Path) -> None:
    said = answers(tmp_path, MALFORMED, ["packages.example:80"])
    assert [row[:13] for row in said] == ["HTTP/1.1 400 "] * len(MALFORMED)
    assert upstream.heard == []


@sandboxed
def test_a_second_request_behind_the_first_goes_nowhere(upstream: Upstream, tmp_path: Path) -> None:
    second = f"GET http://{EVIL}/ HTTP/1.1\r\nHost: {EVIL}\r\n\r\n"
    headers = f"Host: {EVIL}\r\nConnection: keep-alive\r\nProxy-Authorization: Basic AAAA\r\n"
    first = f"GET http://packages.example/simple HTTP/1.1\r\n{headers}Accept: */*\r\n\r\n"
    assert answers(tmp_path, [first + second], ["packages.example:80"]) == ["HTTP/1.1 200 OK"]
    (head,) = upstream.heard
    assert head.startswith(b"GET http://packages.example:80/simple HTTP/1.1\r\n")
    assert b"\r\nHost: packages.example\r\nAccept: */*\r\nConnection: close\r\nProxy-Auth" in head
    assert EVIL.encode() not in head
    assert b"AAAA" not in head


# -- tunnels to another host at the same address

# Opens a tunnel, sends bytes in hexadecimal, and prints the answer.
TUNNEL = f"""
import socket, sys
for sent in sys.argv[2:]:
    with socket.create_connection({PROXY}, timeout=60) as proxy:
        proxy.sendall(sys.argv[1].encode())
        while not proxy.recv(1000).endswith(b"\\r\\n\\r\\n"):
            pass
        try:
            proxy.sendall(bytes.fromhex(sent))
            print(proxy.recv(1000))
        except ConnectionError:
            print(b"ended")
"""


def hello(host: str | None) -> bytes:
    """Return the first bytes of a TLS client."""
    context = ssl.create_default_context()
    context.check_hostname = host is not None
    sent = ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        context.wrap_bio(ssl.MemoryBIO(), sent, server_hostname=host).do_handshake()
    return sent.read()


@sandboxed
def test_a_tunnel_leads_to_its_own_host_only(upstream: Upstream, tmp_path: Path) -> None:
    plain = b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"
    sent = [hello("pypi.org"), hello(EVIL), hello(None), plain, b"SSH-2.0-x\r\n", b"\x16" * 9_999]
    tunnel = python(TUNNEL, connect("pypi.org:443"), *[some.hex() for some in sent])
    output = attack(tmp_path, tunnel).output
    own, *others = output.splitlines()[: len(sent)]
    assert own == "b'reached'"
    for said in others:
        assert said.startswith(("b'HTTP/1.1 403 ", "b'ended'")), said
    for cause in ("another host", "something else than TLS"):
        assert output.count(f"set-up: the tunnel to pypi.org:443 was used for {cause}\n") == 1
    assert upstream.tunnelled == [sent[0]]


def test_a_hello_that_servers_could_read_otherwise_has_no_name() -> None:
    record = hello("pypi.org")[registry_proxy.RECORD_HEADER :]
    assert server_name(record) == "pypi.org"
    for size in range(len(record)):
        assert server_name(record[:size]) is None
    assert server_name(record + b"\0") is None
    longer = record + b"\0" * 4
    length = (len(longer) - 4).to_bytes(3)
    assert server_name(longer[:1] + length + longer[4:]) is None


# -- names that lead home


@sandboxed
def test_an_allowed_name_with_an_address_of_this_machine_is_refused(tmp_path: Path) -> None:
    (said,) = answers(tmp_path, [connect("localhost:443")], ["localhost"])
    assert said.startswith("HTTP/1.1 403 localhost:443 has the address ")
    assert said.endswith('write its port too: registries: ["localhost:443"]')


Ask = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[Any]]


def with_proxy(proxy: RegistryProxy, *asks: Ask) -> list[Any]:
    """Return the result of each client. The clients connect to the proxy in their order."""

    async def run() -> list[Any]:
        listener = socket.create_server(("127.0.0.1", 0))
        address = listener.getsockname()
        serving = asyncio.ensure_future(proxy.serve(listener))
        found = []
        clients = []
        for ask in asks:
            reader, writer = await asyncio.open_connection(*address)
            clients.append(writer)
            found.append(await ask(reader, writer))
        for writer in clients:
            writer.close()
        serving.cancel()
        await asyncio.wait([serving])
        return found

    return asyncio.run(run())


def asking(request: str) -> Ask:
    async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(request.encode())
        return await reader.readline()

    return ask


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The addresses of any name: the first entry at the first lookup, and so on."""
    following: list[list[str]] = []
    resolve = socket.getaddrinfo

    def look_up(host: str, *rest: Any, **more: Any) -> Any:
        if not host.endswith(".example"):
            return resolve(host, *rest, **more)
        found = []
        for address in following.pop(0):
            found += resolve(address, *rest, **more)
        return found

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return following


def test_a_name_is_resolved_once(names: list[list[str]], listener: Listener) -> None:
    names += [["127.0.0.1"], ["127.0.0.2"]]
    allowed = {("rebind.example", listener.port): True}
    (said,) = with_proxy(RegistryProxy(allowed), asking(connect(f"rebind.example:{listener.port}")))
    assert said == b"HTTP/1.1 200 Connected\r\n"
    assert names == [["127.0.0.2"]]
    assert listener.reached == 1


@pytest.mark.parametrize("own", ["127.0.0.1", "127.9.9.9", "0.0.0.0", "169.254.169.254", "::1",
                                 "::ffff:127.0.0.1", "fe80::1"])  # fmt: skip
def test_one_own_address_among_others_is_refused(
    own: str, names: list[list[str]], listener: Listener
) -> None:
    assert is_own(own)
    names += [["192.0.2.1", own]]
    allowed = {("rebind.example", listener.port): False}
    (said,) = with_proxy(RegistryProxy(allowed), asking(connect(f"rebind.example:{listener.port}")))
    assert said.startswith(b"HTTP/1.1 403 ")
    assert listener.reached == 0


# -- the proxy itself


async def _wait_for_end(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    writer.write(b"CONNECT pypi.org:443 HTTP/1.1\r\n")
    return await reader.read()


def test_a_slow_request_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry_proxy, "HEAD_SECONDS", 0.1)
    assert with_proxy(RegistryProxy({}), _wait_for_end) == [b""]


async def _send_for_ever(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    writer.write(b"CONNECT pypi.org:443 HTTP/1.1\r\n")
    with suppress(ConnectionError):
        while not reader.at_eof() and not writer.transport.is_closing():
            writer.write(b"X: " + b"y" * 1_000 + b"\r\n")
            await writer.drain()
            await asyncio.sleep(0)
    return b"ended"


def test_a_head_without_an_end_is_refused() -> None:
    proxy = RegistryProxy({})
    large = f"CONNECT pypi.org:443 HTTP/1.1\r\nX: {'y' * registry_proxy.HEAD}\r\n\r\n"
    said, ended = with_proxy(proxy, asking(large), _send_for_ever)
    assert said.startswith(b"HTTP/1.1 431 ")
    assert ended == b"ended"


def test_connections_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry_proxy, "CONNECTIONS", 3)

    async def hold(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"CONNECT")

    *_, said = with_proxy(RegistryProxy({}), hold, hold, hold, asking(connect("pypi.org:443")))
    assert said.startswith(b"HTTP/1.1 503 ")


@sandboxed
def test_the_proxy_ends_with_its_set_up(tmp_path: Path) -> None:
    mark = f"proxy-{os.getpid()}.example"
    hold = f"import socket, sys; held = [socket.create_connection({PROXY}) for _ in range(20)]"
    attack(tmp_path, f"{python(hold)}\n({python(hold + '; sys.stdin.read()')}) &", [mark])
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            assert mark.encode() not in file.read_bytes()

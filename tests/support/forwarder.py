"""A proxy to a server on loopback, whose connections can be cut and allowed again."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit

HOST = "127.0.0.1"


class Forwarder:
    """Forwards data in both directions.

    `cut` ends all connections, and refuses new ones.
    """

    def __init__(self, url: str) -> None:
        at = urlsplit(url)
        assert at.hostname, url
        self._target = (at.hostname, at.port or 5432)
        self._open: list[socket.socket] = []
        self._port = 0
        self.open()
        self.url = at._replace(netloc=f"{at.username}@{HOST}:{self._port}").geturl()

    def open(self) -> None:
        listener = socket.create_server((HOST, self._port))
        self._port = listener.getsockname()[1]
        self._open = [listener]
        threading.Thread(target=self._accept, args=[listener], daemon=True).start()

    def cut(self) -> None:
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    close = cut

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):  # the connection was cut
            while True:
                near, far = listener.accept()[0], socket.create_connection(self._target)
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_copy, args=[one, other], daemon=True).start()


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while said := source.recv(65536):
            target.sendall(said)
    for each in (source, target):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)

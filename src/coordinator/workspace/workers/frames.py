"""Exchange values with a worker process, in frames.

A frame is JSON, followed by long strings and bytes in raw form. Nothing in a frame is executed. Its
values are None, numbers, strings, bytes, lists and dictionaries with strings as keys. A reader must
still check the types of the values, because hostile bytes may have taken over a worker.
"""

import json
import socket
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any

LARGEST_HEAD = 64_000_000  # bytes of JSON
LARGEST_FRAME = 1_000_000_000  # bytes after the JSON
MOST_FILES = 32  # open files that one frame can carry
IN_JSON = 200  # characters of the longest string that stays in the JSON

_LENGTH = struct.Struct(">I")

# A function that is called if the other side is silent for a while. It raises an error to give up.
Waiting = Callable[[], None]


class Closed(Exception):
    """The other side has closed the connection."""


def send(
    connection: socket.socket, value: object, waiting: Waiting, files: Sequence[int] = ()
) -> None:
    """Send a value, and open files if there are any."""
    behind: list[bytes] = []
    packed = _pack(value, behind)
    sizes = [len(data) for data in behind]
    head = json.dumps([packed, sizes]).encode()
    first = _LENGTH.pack(len(head))
    try:
        if files:
            sent = socket.send_fds(connection, [first], list(files))
            first = first[sent:]
        for data in (first, head, *behind):
            _send_bytes(connection, data, waiting)
    except (BrokenPipeError, ConnectionResetError):
        raise Closed from None


def _send_bytes(connection: socket.socket, data: bytes, waiting: Waiting) -> None:
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[connection.send(rest) :]
        except TimeoutError:
            waiting()


def receive(connection: socket.socket, waiting: Waiting) -> Any:
    """Return the next value; raise Closed if there is none, ValueError if the frame is invalid."""
    head = _receive_bytes(connection, _LENGTH.size, waiting)
    return _receive_rest(connection, head, waiting)


def receive_with_files(connection: socket.socket) -> tuple[Any, list[int]]:
    """Return the next value, and the open files that came with it."""
    head, files, _, _ = socket.recv_fds(connection, _LENGTH.size, MOST_FILES)
    if not head:
        raise Closed
    head += _receive_bytes(connection, _LENGTH.size - len(head), _no_wait)
    return _receive_rest(connection, head, _no_wait), files


def _receive_rest(connection: socket.socket, head: bytes, waiting: Waiting) -> Any:
    [length] = _LENGTH.unpack(head)
    if length > LARGEST_HEAD:
        raise ValueError("the frame is too large")
    packed, sizes = json.loads(_receive_bytes(connection, length, waiting))
    if any(not isinstance(size, int) or size < 0 for size in sizes) or sum(sizes) > LARGEST_FRAME:
        raise ValueError("the frame is too large")
    behind = [_receive_bytes(connection, size, waiting) for size in sizes]
    return _unpack(packed, behind)


def _receive_bytes(connection: socket.socket, count: int, waiting: Waiting) -> bytes:
    data = bytearray(count)
    rest = memoryview(data)
    while rest:
        try:
            received = connection.recv_into(rest)
        except TimeoutError:
            waiting()
            continue
        except ConnectionResetError:
            raise Closed from None
        if not received:
            raise Closed
        rest = rest[received:]
    rest.release()
    return bytes(data)


def _no_wait() -> None:
    """Do nothing, so that the caller goes on waiting."""


def _pack(value: object, behind: list[bytes]) -> object:
    """Return the value in a form that fits into JSON; move long strings and bytes to `behind`."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        if len(value) <= IN_JSON:
            return value
        behind.append(value.encode("utf-8", "replace"))
        return {"text": len(behind) - 1}
    if isinstance(value, bytes):
        behind.append(value)
        return {"bytes": len(behind) - 1}
    if isinstance(value, Mapping):
        return {"dict": {str(key): _pack(item, behind) for key, item in value.items()}}
    if isinstance(value, Sequence | set | frozenset):
        return [_pack(item, behind) for item in value]
    raise TypeError(f"a frame cannot carry a {type(value).__name__}")


def _unpack(value: Any, behind: Sequence[bytes]) -> Any:
    if isinstance(value, list):
        return [_unpack(item, behind) for item in value]
    if not isinstance(value, dict):
        return value
    if "text" in value:
        return behind[value["text"]].decode("utf-8")
    if "bytes" in value:
        return behind[value["bytes"]]
    return {key: _unpack(item, behind) for key, item in value["dict"].items()}

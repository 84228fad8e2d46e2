"""A model server on loopback in the OpenAI format, with a fixed latency and scripted replies.

It needs little processor time. `python -m bench._server LATENCY` prints its port, and serves until
its standard input ends. A request that names one of our forms gets a reply in that form. Any other
request, such as those of peers, gets a short grade. `GET /latest` returns the bodies of the last
requests, so that a script can send the same ones.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from tests.support.reviews import RUBRIC, report

FORM = re.compile(rb'"name":\s*"(rubric|judge)"')
REFERENCE = re.compile(rb'\\"reference\\": \\"([0-9a-f]+)\\"')
LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
WORD = b"{{reference}}"


def completion(finish: str = "stop", **message: object) -> bytes:
    """Return a complete reply of the model as JSON."""
    said = {"role": "assistant", "content": None, "refusal": None} | message
    reply = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "served",
        "choices": [{"index": 0, "finish_reason": finish, "message": said}],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100},
    }
    return json.dumps(reply).encode()


OURS = {
    b"rubric": completion(content=json.dumps(RUBRIC)),
    b"judge": completion(content=json.dumps(report((5, 5)))),
}
GRADE = completion(content="As seen in the work.\nGRADE: C")


def called(tool: str) -> bytes:
    """Return a grade as a tool call."""
    function = {
        "name": tool,
        "arguments": json.dumps({"explanation": "as seen in the work", "score": 5}),
    }
    return completion(
        "tool_calls", tool_calls=[{"id": "call_1", "type": "function", "function": function}]
    )


class Connection(asyncio.Protocol):
    """The connection of one client. Its requests are answered one after the other."""

    latency = 0.0
    latest: ClassVar[deque[bytes]] = deque(maxlen=4)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport, self.unread = transport, b""

    def data_received(self, data: bytes) -> None:
        self.unread += data
        head, found, rest = self.unread.partition(b"\r\n\r\n")
        given = LENGTH.search(head)
        length = int(given[1]) if given else 0
        if not found or len(rest) < length:
            return
        self.unread = b""
        if head.startswith(b"GET"):
            self.answer(b"[" + b",".join(self.latest) + b"]")
        elif self.latency:
            asyncio.get_running_loop().call_later(self.latency, self.answer, self.reply_to(rest))
        else:
            self.answer(self.reply_to(rest))

    def reply_to(self, body: bytes) -> bytes:
        """Return the text of the model's reply."""
        form, reference = FORM.search(body), REFERENCE.search(body)
        if not form or not reference:
            tools = json.loads(body).get("tools")
            return called(tools[0]["function"]["name"]) if tools else GRADE
        self.latest.append(body)
        return OURS[form[1]].replace(WORD, reference[1])

    def answer(self, body: bytes) -> None:
        """Send the reply."""
        head = (
            b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"
            % len(body)
        )
        self.transport.write(head + body)


async def serve(latency: float) -> None:
    """Print the port, then serve until the standard input ends."""
    Connection.latency = latency
    server = await asyncio.get_running_loop().create_server(
        Connection, "127.0.0.1", 0, backlog=1024
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)


@contextmanager
def model_server(latency: float = 0.0) -> Iterator[str]:
    """Start the server in a process of its own, and yield its address."""
    command = [sys.executable, "-m", "bench._server", str(latency)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"


if __name__ == "__main__":
    asyncio.run(serve(float(sys.argv[1])))

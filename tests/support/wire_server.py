"""A loopback server that speaks the wire formats of OpenAI, Anthropic and Google, with scripted replies and faults."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

Wire = Literal["openai", "anthropic", "google"]
WIRES: tuple[Wire, ...] = ("openai", "anthropic", "google")
Finish = Literal["stop", "length", "filter", "refusal", "tool", "odd", "none"]
FINISHES: Mapping[Wire, Mapping[Finish, str]] = {
    "openai": {
        "stop": "stop",
        "length": "length",
        "filter": "content_filter",
        "refusal": "stop",
        "tool": "tool_calls",
        "odd": "guardrail",
    },
    "anthropic": {
        "stop": "end_turn",
        "length": "max_tokens",
        "filter": "refusal",
        "refusal": "refusal",
        "tool": "tool_use",
        "odd": "model_context_window_exceeded",
    },
    "google": {
        "stop": "STOP",
        "length": "MAX_TOKENS",
        "filter": "SAFETY",
        "refusal": "PROHIBITED_CONTENT",
        "tool": "STOP",
        "odd": "OTHER",
    },
}
REFERENCE = re.compile(r'"reference": "([0-9a-f]+)"')
TOKENS_IN, TOKENS_OUT = 1000, 100


@dataclass
class Request:
    """A request that the server received."""

    wire: Wire
    path: str
    headers: Mapping[str, str]
    raw: bytes

    @cached_property
    def body(self) -> dict[str, Any]:
        """The body of the request. It is decoded only when it is needed, because measurements do not need it."""
        sent: dict[str, Any] = json.loads(self.raw)
        return sent

    @property
    def model(self) -> str:
        """The requested model."""
        found = re.search(r"/models/([^:]+):generateContent", self.path)
        return found[1] if found else str(self.body["model"])

    @property
    def prompt(self) -> str:
        """All text of the request."""
        return json.dumps(self.body, ensure_ascii=False).replace('\\"', '"')

    @property
    def reference(self) -> str:
        """The reference word that the reply must contain."""
        found = REFERENCE.search(self.prompt)
        return found[1] if found else ""

    @property
    def schema(self) -> object:
        """The JSON schema of the reply, or None."""
        if self.wire == "openai":
            return self.body.get("response_format", {}).get("json_schema", {}).get("schema")
        if self.wire == "anthropic":
            return self.body.get("output_config", {}).get("format", {}).get("schema")
        return self.body.get("generationConfig", {}).get("responseJsonSchema")


@dataclass(frozen=True)
class Tokens:
    """The tokens of a prompt: all of them, those read from the provider's cache, and those written to it."""

    total: int = TOKENS_IN
    read: int = 0
    written: int = 0


@dataclass(frozen=True)
class Say:
    """A reply of the model; `{{reference}}` in it stands for the word of the ask."""

    text: str = "{}"
    finish: Finish = "stop"
    usage: bool = True
    model: str = ""
    cost: float | None = None
    call: tuple[str, dict[str, Any]] | None = None
    delay: float = 0.0
    tokens: Tokens = Tokens()


@dataclass(frozen=True)
class Raw:
    """Any other answer of a server. `cut` drops the connection in the middle of the body."""

    status: int = 200
    body: str | dict[str, Any] = ""
    kind: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: bool = False
    delay: float = 0.0


@dataclass(frozen=True)
class Hang:
    """No answer at all."""


Turn = Say | Raw | Hang
HTML = Raw(body="<html><body>Please sign in</body></html>", kind="text/html")


def refused(
    wire: Wire, status: int, message: str, headers: Mapping[str, str] | None = None, code: str = ""
) -> Raw:
    """Return an error in the form that a vendor uses."""
    shapes: dict[Wire, dict[str, Any]] = {
        "openai": {
            "error": {"message": message, "type": "some_error", "param": None, "code": code or None}
        },
        "anthropic": {"type": "error", "error": {"type": code or "some_error", "message": message}},
        "google": {"error": {"code": status, "message": message, "status": code or "SOME_ERROR"}},
    }
    return Raw(status=status, body=shapes[wire], headers=headers or {})


class WireServer:
    """Answers each request with the next turn of the script, and after the script with the result of `answer`."""

    def __init__(
        self, answer: Callable[[Request], Turn] = lambda _: Say(), latency: float = 0.0
    ) -> None:
        self.answer = answer
        self.begun: Callable[[Request], None] = lambda _: None  # called when an answer begins
        self.latency = latency
        self.script: list[Turn] = []
        self.seen: list[Request] = []
        self.at: list[float] = []
        self.in_flight = self.most_in_flight = self.hung_up = self.connected = 0
        self.port = 0

    @property
    def origin(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.port}"

    def base_url(self, wire: Wire) -> str:
        """Return a seat's `base_url` for this wire format."""
        return f"{self.origin}/v1" if wire == "openai" else self.origin

    async def start(self) -> asyncio.Server:
        """Listen on a free port."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=1024)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connected += 1
        try:
            while request := await _read(reader):
                if not await self._answered(request, reader, writer):
                    break
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self.connected -= 1
            writer.close()

    async def _answered(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        """Answer one request. Return False if the connection cannot be used any more."""
        self.seen.append(request)
        self.at.append(asyncio.get_running_loop().time())
        turn = self.script.pop(0) if self.script else self.answer(request)
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            if not await self._waited(turn, reader):
                return False
        finally:
            self.in_flight -= 1
        assert not isinstance(turn, Hang)
        self.begun(request)
        raw = turn if isinstance(turn, Raw) else Raw(body=rendered(request, turn))
        writer.write(_encoded(raw))
        await writer.drain()
        return not raw.cut

    async def _waited(self, turn: Turn, reader: asyncio.StreamReader) -> bool:
        """Wait for the duration of the turn. Return False if the client has closed the connection meanwhile."""
        seconds = None if isinstance(turn, Hang) else turn.delay or self.latency
        if seconds == 0:
            return True
        try:
            gone = await asyncio.wait_for(reader.read(1), seconds) == b""
        except TimeoutError:
            return True
        except ConnectionError:
            gone = True
        self.hung_up += gone
        return not gone


async def _read(reader: asyncio.StreamReader) -> Request | None:
    head = await reader.readuntil(b"\r\n\r\n") if not reader.at_eof() else b""
    if not head:
        return None
    first, *rows = head.decode().split("\r\n")[:-2]
    headers = {name.lower(): value for name, _, value in (row.partition(": ") for row in rows)}
    raw = await reader.readexactly(int(headers.get("content-length", "0")))
    # a request to a proxy contains the whole address
    path = re.sub(r"^https?://[^/]+", "", first.split()[1])
    return Request(wire_of(path), path, headers, raw)


def wire_of(path: str) -> Wire:
    """Return the wire format that a path belongs to."""
    if path.endswith("/chat/completions"):
        return "openai"
    return "anthropic" if "/v1/messages" in path else "google"


def _encoded(raw: Raw) -> bytes:
    body = (raw.body if isinstance(raw.body, str) else json.dumps(raw.body)).encode()
    if raw.headers.get("content-encoding") == "gzip":
        body = gzip.compress(body, 1)
    headers = {"content-type": raw.kind, "content-length": str(len(body)), **raw.headers}
    head = f"HTTP/1.1 {raw.status} -\r\n" + "".join(
        f"{name}: {value}\r\n" for name, value in headers.items()
    )
    return head.encode() + b"\r\n" + (body[: len(body) // 2] if raw.cut else body)


# -- the replies of each vendor


def rendered(request: Request, say: Say) -> dict[str, Any]:
    """Return a reply in the vendor's own form."""
    text = say.text.replace("{{reference}}", request.reference) if "{{" in say.text else say.text
    shape = {"openai": _openai, "anthropic": _anthropic, "google": _google}[request.wire]
    return shape(say, text, FINISHES[request.wire].get(say.finish), say.model or request.model)


def _openai(say: Say, text: str, finish: str | None, model: str) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": text, "refusal": None}
    if say.finish == "refusal":
        message |= {"content": None, "refusal": text}
    if say.call:
        arguments = json.dumps(say.call[1])
        function = {"name": say.call[0], "arguments": arguments}
        message |= {
            "content": None,
            "tool_calls": [{"id": "call_1", "type": "function", "function": function}],
        }
    usage: dict[str, Any] = {
        "prompt_tokens": say.tokens.total,
        "completion_tokens": TOKENS_OUT,
        "total_tokens": say.tokens.total + TOKENS_OUT,
    }
    if say.tokens.read:
        usage["prompt_tokens_details"] = {"cached_tokens": say.tokens.read}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": model,
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        "provider": "Somewhere",  # OpenRouter says who answered
        **({"usage": usage | ({"cost": say.cost} if say.cost else {})} if say.usage else {}),
    }


def _anthropic(say: Say, text: str, finish: str | None, model: str) -> dict[str, Any]:
    content: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
    if say.call:
        content = [{"type": "tool_use", "id": "toolu_1", "name": say.call[0], "input": say.call[1]}]
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": finish,
        "stop_sequence": None,
        "usage": _anthropic_usage(say.tokens) if say.usage else {},
    }


def _anthropic_usage(tokens: Tokens) -> dict[str, int]:
    return {
        "input_tokens": tokens.total - tokens.read - tokens.written,
        "cache_read_input_tokens": tokens.read,
        "cache_creation_input_tokens": tokens.written,
        "output_tokens": TOKENS_OUT,
    }


def _google(say: Say, text: str, finish: str | None, model: str) -> dict[str, Any]:
    parts: list[dict[str, Any]] = [{"text": text}] if text else []
    if say.call:
        parts = [{"functionCall": {"id": "call_1", "name": say.call[0], "args": say.call[1]}}]
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": parts}, "index": 0}
    usage = {
        "promptTokenCount": say.tokens.total,
        "cachedContentTokenCount": say.tokens.read,
        "candidatesTokenCount": TOKENS_OUT,
        "totalTokenCount": say.tokens.total + TOKENS_OUT,
    }
    return {
        "candidates": [candidate | ({"finishReason": finish} if finish else {})],
        "modelVersion": model,
        "responseId": "response-1",
        **({"usageMetadata": usage} if say.usage else {}),
    }


# -- running the server


@contextmanager
def serving(
    answer: Callable[[Request], Turn] | None = None, latency: float = 0.0
) -> Iterator[WireServer]:
    """Run the server on a thread of its own, so that tests can use any event loop."""
    wire = WireServer(answer or (lambda _: Say()), latency)
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(wire.start())
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield wire
    finally:
        asyncio.run_coroutine_threadsafe(_stop(server), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


async def _stop(server: asyncio.Server) -> None:
    server.close()
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def main(latency: float) -> None:
    """Print the port, then serve until the standard input ends."""
    wire = WireServer(lambda _: Say(model="served"), latency)
    await wire.start()
    print(wire.port, flush=True)
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1])))

"""A scripted model behind the protocols that real CLI agents speak, as streams: nothing leaves the machine.

    with serving_model([Say(call=("Bash", {"command": "make"})), Say("done")]) as model:
        ...  # a CLI that is pointed at model.origin runs make, and then says done
    assert "make: Nothing" in model.asked[1].prompt  # what the tool printed went back to the model

Anthropic Messages, OpenAI Responses and chat completions, and Gemini are told apart by their paths. Each turn of the
conversation gets the next line of the script, the last one again and again; a script may also be a function of the
request and its number. What a CLI asks beside its conversation, such as a title for it, is answered with any words and
is not in `asked`. `{{reference}}` in a line stands for the word that the prompt wants to see again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tests.support.wire_server import Hang, Raw, Request, Say, Turn, WireServer, rendered, serving

Script = Sequence[Turn] | Callable[[Request, int], Turn]
Event = tuple[str, dict[str, Any]]

TOKENS = {"input_tokens": 1000, "output_tokens": 100, "total_tokens": 1100}


class ScriptedModel:
    """The model's conversation with a CLI so far, and its address."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.asked: list[Request] = []
        self.server: WireServer | None = None

    @property
    def origin(self) -> str:
        """The address of the server."""
        assert self.server
        return self.server.origin

    @property
    def seen(self) -> list[Request]:
        """All requests, including those outside the conversation."""
        assert self.server
        return self.server.seen

    def answer(self, request: Request) -> Turn:
        """Return the next line of the script in the form of the vendor of the request."""
        path = request.path.partition("?")[0]
        if not request.raw and path.endswith("/responses"):  # Codex tries a web socket first
            return Raw(status=426)
        if not request.raw or path.endswith((":countTokens", "/count_tokens")):
            return Raw(
                body={"totalTokens": 1000, "input_tokens": 1000, "object": "list", "data": []}
            )
        if not request.body.get("tools") and not in_code(request):
            return streamed(request, Say("{}"))
        self.asked.append(request)
        if callable(self.script):
            turn = self.script(request, len(self.asked) - 1)
        else:
            turn = self.script[min(len(self.asked), len(self.script)) - 1]
        return streamed(request, turn) if isinstance(turn, Say) else turn


@contextmanager
def serving_model(script: Script) -> Iterator[ScriptedModel]:
    """Run a scripted model on loopback during the `with` block."""
    model = ScriptedModel(script)
    with serving(model.answer) as server:
        model.server = server
        yield model


def streamed(request: Request, say: Say) -> Raw:
    """Return a reply in the form of the vendor of the request, as a stream if it asks for one."""
    path = request.path.partition("?")[0]
    text = say.text.replace("{{reference}}", request.reference)
    if path.endswith("/responses"):
        return _sent(_responses(in_code(request), say, text, str(request.body["model"])), say.delay)
    whole = rendered(request, say) if ":" not in path else _google(request, say)
    if path.endswith(":streamGenerateContent"):
        return _sent([("", whole)], say.delay)
    if not request.body.get("stream"):
        return Raw(body=whole, delay=say.delay)
    return _sent(_messages(whole) if path.endswith("/messages") else _completions(whole), say.delay)


def in_code(request: Request) -> bool:
    """Return whether Codex offers its tools to the model as functions of a program that the model writes."""
    return b'"additional_tools"' in request.raw


def _sent(events: Sequence[Event], delay: float) -> Raw:
    """Return server-sent events. An empty name is left out, as most vendors do."""
    lines = [
        (f"event: {name}\n" if name else "") + f"data: {json.dumps(data)}\n\n"
        for name, data in events
    ]
    return Raw(body="".join(lines), kind="text/event-stream", delay=delay)


def _google(request: Request, say: Say) -> dict[str, Any]:
    plain = Request("google", "/models/gemini:generateContent", request.headers, request.raw)
    return rendered(plain, say)


def _messages(whole: dict[str, Any]) -> list[Event]:
    """Return the events of a message of Anthropic, block by block."""
    stop, content = whole["stop_reason"], whole["content"]
    events: list[Event] = [
        ("message_start", {"message": whole | {"content": [], "stop_reason": None}})
    ]
    for index, block in enumerate(content):
        called = block["type"] == "tool_use"
        nothing: dict[str, Any] = {"input": {}} if called else {"text": ""}
        piece = (
            {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
            if called
            else {}
        )
        delta = piece or {"type": "text_delta", "text": block["text"]}
        events += [
            ("content_block_start", {"index": index, "content_block": block | nothing}),
            ("content_block_delta", {"index": index, "delta": delta}),
            ("content_block_stop", {"index": index}),
        ]
        stop = "tool_use" if called else stop
    events.append(
        (
            "message_delta",
            {"delta": {"stop_reason": stop, "stop_sequence": None}, "usage": whole["usage"]},
        )
    )
    return [(name, {"type": name} | data) for name, data in (*events, ("message_stop", {}))]


def _completions(whole: dict[str, Any]) -> list[Event]:
    """Return the events of a chat completion of OpenAI in two chunks."""
    [choice] = whole["choices"]
    message, finish = choice["message"], choice["finish_reason"]
    calls = [{"index": 0} | call for call in message.get("tool_calls", ())]
    delta = {"role": "assistant", "content": message["content"]} | (
        {"tool_calls": calls} if calls else {}
    )
    head = {
        "id": whole["id"],
        "object": "chat.completion.chunk",
        "created": whole["created"],
        "model": whole["model"],
    }
    last: dict[str, Any] = {
        "index": 0,
        "delta": {},
        "finish_reason": "tool_calls" if calls else finish,
    }
    return [
        ("", head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}),
        ("", head | {"choices": [last], "usage": whole.get("usage")}),
    ]


def _responses(code: bool, say: Say, text: str, model: str) -> list[Event]:
    """Return the events of a response of OpenAI with one item.

    The item is a message, a call of a function, or a call of a tool that takes plain text.
    """
    item: dict[str, Any] = {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": text, "annotations": []}],
    }
    if say.call:
        name, arguments = say.call
        item = {"type": "function_call", "id": "fc_1", "call_id": f"call_{name}", "name": name}
        item["arguments"] = json.dumps(arguments)
        plain = arguments.get("input")
        if code:
            name, plain = "exec", f"text(await tools.{name}({json.dumps(plain or arguments)}))"
        if plain:
            item = {
                "type": "custom_tool_call",
                "id": "ct_1",
                "call_id": f"call_{name}",
                "name": name,
                "input": plain,
            }
    response = {
        "id": "resp_1",
        "object": "response",
        "model": model,
        "status": "in_progress",
        "output": [],
    }
    done = response | {"status": "completed", "output": [item], "usage": TOKENS}
    events: list[Event] = [
        ("response.created", {"response": response}),
        ("response.output_item.added", {"output_index": 0, "item": item}),
        ("response.output_item.done", {"output_index": 0, "item": item}),
        ("response.completed", {"response": done}),
    ]
    return [(name, {"type": name} | data) for name, data in events]


__all__ = ["Hang", "Raw", "Request", "Say", "Script", "ScriptedModel", "serving_model", "streamed"]

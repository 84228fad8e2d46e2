"""A real agent that speaks the Agent Client Protocol; PLAY chooses what it does with a prompt."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sys
from typing import Any, Literal, cast

from acp import (
    Agent,
    Client,
    InitializeResponse,
    NewSessionResponse,
    PromptResponse,
    RequestError,
    run_agent,
    update_agent_message_text,
)
from acp.schema import (
    AllowedOutcome,
    ClientCapabilities,
    Cost,
    PermissionOption,
    ToolCallLocation,
    ToolCallUpdate,
    Usage,
    UsageUpdate,
)

PART = os.environ.get("PLAY", "")


class Imitation:
    """Answers every prompt in three chunks."""

    client: Client
    seen: ClientCapabilities | None
    cwd: str

    def on_connect(self, conn: Client) -> None:
        self.client = conn

    async def initialize(
        self,
        protocol_version: int,
        client_capabilities: ClientCapabilities | None = None,
        *_: Any,
        **__: Any,
    ) -> InitializeResponse:
        self.seen = client_capabilities
        print("a notice that is no message", flush=True)
        return InitializeResponse(protocol_version=protocol_version)

    async def new_session(self, cwd: str, *_: Any, **__: Any) -> NewSessionResponse:
        self.cwd = cwd
        return NewSessionResponse(session_id="s1")

    async def prompt(self, session_id: str, prompt: list[Any], **_: Any) -> PromptResponse:
        given = prompt[0].text
        stop: Literal["end_turn", "refusal"] = "end_turn"
        match PART:
            case "exit":
                print("out of memory", file=sys.stderr, flush=True)
                os._exit(3)
            case "hang":
                await asyncio.sleep(1_000)
            case "flood":
                flood()
            case "error":
                raise RequestError.auth_required({"details": "log in first"})
            case "refuse":
                stop = "refusal"
            case "ask":
                given = await self.ask(session_id)
            case "work":
                await self.work(session_id)
                return PromptResponse(stop_reason="end_turn")
            case "silent":
                return PromptResponse(stop_reason="end_turn")
            case "write":
                with open(os.path.join(self.cwd, "a.py"), "a") as file:
                    file.write("# mine now")
        await self.say(
            session_id,
            f"{len(given)} ",
            hashlib.sha256(given.encode()).hexdigest(),
            f" in {self.cwd}",
        )
        await self.client.session_update(session_id, usage())
        used = Usage(input_tokens=70, output_tokens=7, total_tokens=77)
        return PromptResponse(stop_reason=stop, usage=used)

    async def say(self, session_id: str, *chunks: str) -> None:
        for chunk in chunks:
            await self.client.session_update(session_id, update_agent_message_text(chunk))

    async def work(self, session_id: str) -> None:
        """Write where that is allowed, and say where it was."""
        for name in (f"{self.cwd}/greet.go", "main.go", "../outside.go", "/etc/motd"):
            places = [ToolCallLocation(path=name)]
            call = ToolCallUpdate(tool_call_id=name, title="write", locations=places)
            options = [
                PermissionOption(option_id="always", name="Always", kind="allow_always"),
                PermissionOption(option_id="once", name="Once", kind="allow_once"),
            ]
            allowed = await self.client.request_permission(
                session_id=session_id, tool_call=call, options=options
            )
            if isinstance(allowed.outcome, AllowedOutcome):
                with open(os.path.join(self.cwd, name), "w") as file:
                    file.write("package greet\n")
                await self.say(
                    session_id, f"{os.path.basename(name)} {allowed.outcome.option_id}\n"
                )
        await self.say(session_id, "[DONE]")

    async def ask(self, session_id: str) -> str:
        """Ask for everything an agent may ask for; what came of it."""
        call = ToolCallUpdate(tool_call_id="1", title="rm -rf /")
        options = [PermissionOption(option_id="yes", name="Yes", kind="allow_always")]
        refusing = [*options, PermissionOption(option_id="no", name="No", kind="reject_once")]
        refused = await self.client.request_permission(
            session_id=session_id, tool_call=call, options=refusing
        )
        assert isinstance(refused.outcome, AllowedOutcome)
        assert refused.outcome.option_id == "no"
        allowed = await self.client.request_permission(
            session_id=session_id, tool_call=call, options=options
        )
        try:
            await self.client.write_text_file(
                session_id=session_id, path=f"{self.cwd}/a.py", content="mine"
            )
            wrote = "written"
        except RequestError as error:
            wrote = str(error)
        assert self.seen is not None
        assert self.seen.fs is not None
        offered = [self.seen.fs.read_text_file, self.seen.fs.write_text_file, self.seen.terminal]
        await self.say(session_id, json.dumps([allowed.outcome.outcome, wrote, offered]) + "\n")
        return "asked"


def usage() -> UsageUpdate:
    cost = Cost(amount=0.25, currency="USD")
    return UsageUpdate(session_update="usage_update", used=77, size=1_000, cost=cost)


def flood() -> None:
    os.set_blocking(1, True)
    while True:
        os.write(1, b"x" * 65_536)


asyncio.run(run_agent(cast(Agent, Imitation())))

"""One turn with a program that speaks the Agent Client Protocol over its stdin and stdout.

It is offered no file system and no terminal, and every permission it asks for is denied; whoever is to work in a
folder is let do what it asks for there.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

from acp import PROTOCOL_VERSION, Client, RequestError, connect_to_agent, schema, text_block
from pydantic import ValidationError

from coordinator import __version__
from coordinator.agents.cli_output import (
    LIMIT,
    BoundedOutput,
    CliReply,
    ending,
    parse_json,
    refuse_more,
)
from coordinator.errors import AgentError
from coordinator.models import Usage
from coordinator.workspace.process import GRACE, run


async def converse(
    argv: Sequence[str], prompt: str, folder: Path, env: Mapping[str, str], *, writing: bool = False
) -> CliReply:
    """Start the program, put one prompt, and end the program with all that it has started."""
    wire = Wire()
    errors = BoundedOutput()
    program = run(
        argv, cwd=folder, env=env, output=wire.feed, errors=errors.feed, given=wire.sent()
    )
    running = asyncio.create_task(program)
    running.add_done_callback(lambda _: wire.hang_up())
    try:
        said = await _take_turn(wire, prompt, folder, PermissionClient(folder if writing else None))
        await asyncio.wait([running], timeout=GRACE)  # its input has ended: it may end by itself
        return said
    except ConnectionError:
        raise AgentError(
            "failed", f"it left before it answered: {ending(running.result(), errors.text)}"
        ) from None
    except RequestError as error:
        raise AgentError("failed", f"{error} {error.data or ''}") from None
    except ValidationError as error:
        raise AgentError("failed", f"it does not keep to the protocol: {error.title}") from None
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def _take_turn(wire: Wire, prompt: str, folder: Path, client: PermissionClient) -> CliReply:
    connection = connect_to_agent(cast(Client, client), wire)
    us = schema.Implementation(name="coordinator", version=__version__)
    try:
        await connection.initialize(
            protocol_version=PROTOCOL_VERSION,
            client_capabilities=schema.ClientCapabilities(),
            client_info=us,
        )
        session = await connection.new_session(cwd=str(folder.absolute()), mcp_servers=[])
        response = await connection.prompt(
            session_id=session.session_id, prompt=[text_block(prompt)]
        )
    finally:
        await connection.close()
    if response.stop_reason != "end_turn":
        raise AgentError("failed", f"it stopped early: {response.stop_reason}")
    used = response.usage
    taken, made = (used.input_tokens, used.output_tokens) if used else (0, 0)
    usage = Usage(tokens_in=taken, tokens_out=made, usd=client.usd)
    return CliReply(text="".join(client.texts), usage=usage, complete=True)


class PermissionClient:
    """The client's side: hears what the agent says and allows it nothing, or what it wants to do in one folder.

    What it has no method for, reading and writing files above all, is refused by the connection.
    """

    def __init__(self, folder: Path | None) -> None:
        self.texts: list[str] = []
        self.usd: Decimal | None = None
        self._folder = folder

    async def request_permission(
        self, options: Sequence[schema.PermissionOption], tool_call: schema.ToolCallUpdate, **_: Any
    ) -> schema.RequestPermissionResponse:
        """Allow once what stays inside the folder, and deny everything else."""
        first = {option.kind: option.option_id for option in reversed(options)}  # of each kind
        chosen = first.get("reject_once")
        if self._folder is not None:
            root = os.path.realpath(self._folder)
            paths = [
                Path(os.path.realpath(Path(root, place.path)))
                for place in tool_call.locations or ()
            ]
            if all(path.is_relative_to(root) for path in paths):
                chosen = first.get("allow_once", chosen)
        if chosen is None:
            return schema.RequestPermissionResponse(
                outcome=schema.DeniedOutcome(outcome="cancelled")
            )
        outcome = schema.AllowedOutcome(outcome="selected", option_id=chosen)
        return schema.RequestPermissionResponse(outcome=outcome)

    async def session_update(self, update: object, **_: Any) -> None:
        """Keep the words meant for the user, and the price."""
        if isinstance(update, schema.AgentMessageChunk) and isinstance(
            update.content, schema.TextContentBlock
        ):
            self.texts.append(update.content.text)
        if isinstance(update, schema.UsageUpdate) and update.cost and update.cost.currency == "USD":
            self.usd = Decimal(str(update.cost.amount))


class Wire:
    """Carries messages between the connection and the program, one JSON object a line, up to a limit."""

    def __init__(self) -> None:
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._in = asyncio.StreamReader(limit=LIMIT)
        self._taken = 0
        self.hang_up = self._in.feed_eof  # says that the program is gone

    async def send(self, message: dict[str, Any]) -> None:
        self._out.put_nowait(json.dumps(message).encode() + b"\n")

    async def sent(self) -> AsyncIterator[bytes]:
        """What the program reads."""
        while (line := await self._out.get()) is not None:
            yield line

    async def close(self) -> None:
        """End the program's input."""
        self._out.put_nowait(None)

    def feed(self, chunk: bytes) -> None:
        """Take what the program printed."""
        self._taken += len(chunk)
        refuse_more(self._taken)
        self._in.feed_data(chunk)

    async def receive(self) -> dict[str, Any] | None:
        """The next message, or None when the program is gone; lines that are no messages are passed over."""
        while line := await self._in.readline():
            message = parse_json(line)
            if isinstance(message, dict):
                return message
        return None

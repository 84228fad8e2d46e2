"""Ask a program that speaks the Agent Client Protocol over its stdin and stdout.

We offer the program no file system and no terminal, and deny every permission that it asks for.
Only the working agent of a workflow gets permissions, for actions inside its folder.
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
from coordinator.agents.program_output import LIMIT, BoundedOutput, ending, refuse_more
from coordinator.cli_agents.output import CliReply, parse_json
from coordinator.errors import AgentError
from coordinator.workspace.sandbox.process import GRACE, run


async def converse(
    argv: Sequence[str], prompt: str, folder: Path, env: Mapping[str, str], *, writing: bool = False
) -> CliReply:
    """Start a program, send it one prompt, return its reply, and end all its processes.

    If `writing` is true, the program may act inside the folder. Raise AgentError if it fails.
    """
    wire = Wire()
    errors = BoundedOutput()
    program = run(
        argv, cwd=folder, env=env, output=wire.feed, errors=errors.feed, given=wire.sent()
    )
    running = asyncio.create_task(program)
    running.add_done_callback(lambda _: wire.hang_up())
    client = PermissionClient(folder if writing else None)
    try:
        said = await _take_turn(wire, prompt, folder, client)
        await asyncio.wait([running], timeout=GRACE)  # its input has ended, so it can exit
        return said
    except ConnectionError:
        how = ending(running.result(), errors.text)
        raise AgentError("failed", f"the agent exited before it answered: {how}") from None
    except RequestError as error:
        raise AgentError("failed", f"{error} {error.data or ''}") from None
    except ValidationError as error:
        raise AgentError(
            "failed", f"it violates the Agent Client Protocol: {error.title}"
        ) from None
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def _take_turn(wire: Wire, prompt: str, folder: Path, client: PermissionClient) -> CliReply:
    connection = connect_to_agent(cast(Client, client), wire)
    try:
        await connection.initialize(
            protocol_version=PROTOCOL_VERSION,
            client_capabilities=schema.ClientCapabilities(),
            client_info=schema.Implementation(name="coordinator", version=__version__),
        )
        session = await connection.new_session(cwd=str(folder.absolute()), mcp_servers=[])
        response = await connection.prompt(
            session_id=session.session_id, prompt=[text_block(prompt)]
        )
    finally:
        await connection.close()
    if response.stop_reason != "end_turn":
        raise AgentError("failed", f"it stopped early: {response.stop_reason}")
    tokens_in = 0
    tokens_out = 0
    if response.usage:
        tokens_in = response.usage.input_tokens
        tokens_out = response.usage.output_tokens
    return CliReply(
        text="".join(client.texts),
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        usd=client.usd,
        complete=True,
    )


class PermissionClient:
    """The client's side of the protocol: collects the agent's text, and answers its requests.

    Only actions inside `folder` are permitted. If `folder` is None, no action is permitted. The
    connection refuses every request that has no method here, such as reading and writing files.
    """

    def __init__(self, folder: Path | None) -> None:
        self.texts: list[str] = []
        self.usd: Decimal | None = None
        self._folder = folder

    async def request_permission(
        self, options: Sequence[schema.PermissionOption], tool_call: schema.ToolCallUpdate, **_: Any
    ) -> schema.RequestPermissionResponse:
        """Allow an action once if it stays inside the folder, and deny every other action."""
        chosen = _first_of("reject_once", options)
        if self._stays_inside(tool_call):
            chosen = _first_of("allow_once", options) or chosen
        if chosen is None:
            cancelled = schema.DeniedOutcome(outcome="cancelled")
            return schema.RequestPermissionResponse(outcome=cancelled)
        selected = schema.AllowedOutcome(outcome="selected", option_id=chosen.option_id)
        return schema.RequestPermissionResponse(outcome=selected)

    def _stays_inside(self, tool_call: schema.ToolCallUpdate) -> bool:
        if self._folder is None:
            return False
        root = os.path.realpath(self._folder)
        for place in tool_call.locations or ():
            path = Path(os.path.realpath(Path(root, place.path)))
            if not path.is_relative_to(root):
                return False
        return True

    async def session_update(self, update: object, **_: Any) -> None:
        """Collect the agent's message text, and keep the last cost in USD that it reported."""
        if isinstance(update, schema.AgentMessageChunk):
            content = update.content
            if isinstance(content, schema.TextContentBlock):
                self.texts.append(content.text)
        if isinstance(update, schema.UsageUpdate):
            cost = update.cost
            if cost and cost.currency == "USD":
                self.usd = Decimal(str(cost.amount))


def _first_of(
    kind: str, options: Sequence[schema.PermissionOption]
) -> schema.PermissionOption | None:
    for option in options:
        if option.kind == kind:
            return option
    return None


class Wire:
    """Carries messages between connection and program, one JSON object per line.

    The program's output is limited in total size.
    """

    def __init__(self) -> None:
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._in = asyncio.StreamReader(limit=LIMIT)
        self._taken = 0
        self.hang_up = self._in.feed_eof  # to be called when the program has ended

    async def send(self, message: dict[str, Any]) -> None:
        self._out.put_nowait(json.dumps(message).encode() + b"\n")

    async def sent(self) -> AsyncIterator[bytes]:
        """Yield the lines that the program reads on stdin."""
        while (line := await self._out.get()) is not None:
            yield line

    async def close(self) -> None:
        """End the program's input."""
        self._out.put_nowait(None)

    def feed(self, chunk: bytes) -> None:
        """Accept a chunk of the program's output. Raise AgentError if the total is too large."""
        self._taken += len(chunk)
        refuse_more(self._taken)
        self._in.feed_data(chunk)

    async def receive(self) -> dict[str, Any] | None:
        """Return the next message; None after the program has ended.

        Skip lines that are not JSON objects.
        """
        while line := await self._in.readline():
            message = parse_json(line)
            if isinstance(message, dict):
                return message
        return None

"""One turn with an agent that speaks the Agent Client Protocol over its stdin and stdout.

It is offered no file system and no terminal, and every permission it asks for is denied.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from acp import PROTOCOL_VERSION, Client, RequestError, connect_to_agent, text_block
from acp.schema import (
    AgentMessageChunk,
    ClientCapabilities,
    DeniedOutcome,
    Implementation,
    PermissionOption,
    PromptResponse,
    RequestPermissionResponse,
    TextContentBlock,
    ToolCallUpdate,
    UsageUpdate,
)
from pydantic import ValidationError

from coordinator import __version__
from coordinator.agents.streams import Said

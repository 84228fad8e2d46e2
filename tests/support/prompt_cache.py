"""Count the tokens of requests as providers with a prompt cache do.

A prefix is cached only once an answer to a request with it has begun: requests that are sent at the same time share
nothing. Four characters are a token.

- Anthropic caches up to the blocks that are marked with `cache_control`. Tools and the form of the reply come first.
- OpenAI and Google cache every prefix, in steps of 128 tokens. The form of the reply comes first.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from tests.support.wire_server import Request, Tokens

CHARACTERS = 4
LEAST = 1_024  # tokens of the shortest prefix that is cached
STEP = 128  # tokens by which a cached prefix grows without cache points
BLOCKS_BACK = 20  # blocks before a cache point at which Anthropic looks for a cached prefix


@dataclass(frozen=True)
class Block:
    """A part of a request, in the order in which the model reads it."""

    text: str
    marked: bool = False


@dataclass
class PromptCache:
    """The cache of one provider."""

    points: set[str] = field(default_factory=set)
    texts: list[str] = field(default_factory=list)

    def count(self, request: Request) -> Tokens:
        """Return the tokens of a request: all, those read from the cache, and those written to it."""
        blocks = blocks_of(request)
        whole = "".join(block.text for block in blocks)
        if request.wire == "anthropic":
            return self._with_points(request, blocks, _tokens(whole))
        read = 0
        for text in self.texts:
            read = max(read, _common(text, _keyed(request, whole)) // CHARACTERS)
        read -= read % STEP
        if read < LEAST:
            read = 0
        return Tokens(_tokens(whole), read, 0)

    def begin(self, request: Request) -> None:
        """Cache the prefixes of a request whose answer begins."""
        blocks = blocks_of(request)
        if request.wire != "anthropic":
            self.texts.append(_keyed(request, "".join(block.text for block in blocks)))
            return
        for number, block in enumerate(blocks):
            prefix = _prefix(blocks, number)
            if block.marked and _tokens(prefix) >= LEAST:
                self.points.add(_keyed(request, prefix))

    def _with_points(self, request: Request, blocks: list[Block], total: int) -> Tokens:
        marked = [number for number, block in enumerate(blocks) if block.marked]
        read = 0
        for point in marked:
            for number in range(max(0, point - BLOCKS_BACK), point + 1):
                prefix = _prefix(blocks, number)
                if _keyed(request, prefix) in self.points:
                    read = max(read, _tokens(prefix))
        written = 0
        if marked:
            last = _tokens(_prefix(blocks, marked[-1]))
            if last >= LEAST:
                written = last - read
        return Tokens(total, read, written)


def blocks_of(request: Request) -> list[Block]:
    """Return the blocks of a request."""
    body = request.body
    blocks = []
    for name in ("tools", "output_config", "response_format", "generationConfig", "system"):
        if body.get(name):
            blocks.append(Block(json.dumps(body[name], sort_keys=True)))
    for message in body.get("messages") or body.get("contents") or []:
        content = message.get("content", message.get("parts"))
        if not isinstance(content, list):
            content = [{"text": content}]
        for part in content:
            blocks.append(Block(_text(part), "cache_control" in part))
    return blocks


def _text(part: dict[str, Any]) -> str:
    text = part.get("text")
    if isinstance(text, str):
        return text
    return json.dumps({name: part[name] for name in sorted(part) if name != "cache_control"})


def _prefix(blocks: list[Block], number: int) -> str:
    return "\0".join(block.text for block in blocks[: number + 1])


def _keyed(request: Request, text: str) -> str:
    return f"{request.model}\0{text}"


def _tokens(text: str) -> int:
    return len(text) // CHARACTERS


def _common(first: str, second: str) -> int:
    """Return the number of characters with which both texts begin."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[:middle] == second[:middle]:
            low = middle
        else:
            high = middle - 1
    return low

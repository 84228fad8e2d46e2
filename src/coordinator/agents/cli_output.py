"""What CLI agents print in their JSON modes, read into one value; a stream without its proper end is not whole."""

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from coordinator.errors import AgentError
from coordinator.models import Usage

LIMIT = 32_000_000  # bytes that a program may print

Event = dict[str, Any]


class CliReply(NamedTuple):
    """The final message of a CLI agent and what it took, or its own words on what went wrong."""

    text: str = ""
    usage: Usage = Usage()
    model: str = ""
    error: str = ""
    complete: bool = False
    blind: bool = False  # it wanted to look at the work, and every command for that has failed


def read_text(output: str) -> CliReply:
    """Plain text: all of it is the final message."""
    return CliReply(text=output, complete=True)


def read_claude(output: str) -> CliReply:
    """One object; a failure may call itself a success, but says is_error."""
    result = next((event for event in reversed(events(output)) if "is_error" in event), None)
    if result is None:
        return CliReply()
    text = _text(result, "result")
    spent = _at(result, "usage")
    taken = _count(spent, "input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    usd = _usd(result.get("total_cost_usd"))
    usage = Usage(tokens_in=taken, tokens_out=_count(spent, "output_tokens"), usd=usd)
    model = _busiest(_at(result, "modelUsage"), "outputTokens")
    subtype = _text(result, "subtype")
    if result["is_error"] is not False or subtype.startswith("error"):
        errors = _at(result, "errors")
        problems = "; ".join(map(str, errors)) if isinstance(errors, list) else ""
        return CliReply(
            usage=usage,
            model=model,
            error=text or problems or subtype or "it failed",
            complete=True,
        )
    return CliReply(text, usage, model, complete=True)


def read_codex(output: str) -> CliReply:
    """Lines; only `turn.completed` makes a turn, since warnings and retries arrive as errors too."""
    said = CliReply()
    codes = list[object]()
    for event in events(output):
        match event.get("type"):
            case "item.completed" if _text(event, "item.type") == "agent_message":
                said = said._replace(text=_text(event, "item.text"))
            case "item.completed" if _text(event, "item.type") == "command_execution":
                codes.append(_at(event, "item.exit_code"))
            case "turn.completed":
                # The counts add up over a thread, so the last ones are the whole.
                taken = _count(event, "usage.input_tokens")
                made = _count(event, "usage.output_tokens")
                said = said._replace(
                    usage=Usage(tokens_in=taken, tokens_out=made), error="", complete=True
                )
            case "turn.failed":
                said = said._replace(
                    error=_text(event, "error.message") or "the turn failed", complete=True
                )
            case "error" if not said.complete:
                said = said._replace(error=_text(event, "message") or "it reported an error")
    # Where namespaces are forbidden, its own walls let no command run at all.
    return said._replace(blind=bool(codes) and 0 not in codes)


def read_gemini(output: str) -> CliReply:
    """One object with a response, or with an error."""
    result = next(
        (event for event in reversed(events(output)) if event.keys() & {"response", "error"}), None
    )
    if result is None:
        return CliReply()
    models = _at(result, "stats.models")
    tokens = [_at(each, "tokens") for each in models.values()] if isinstance(models, dict) else []
    tokens_in = sum(_count(each, "prompt") for each in tokens)
    tokens_out = sum(_count(each, "candidates", "thoughts") for each in tokens)
    usage = Usage(tokens_in=tokens_in, tokens_out=tokens_out)
    model = _busiest(models, "tokens.candidates")
    if result.get("error"):
        return CliReply(
            usage=usage,
            model=model,
            error=_text(result, "error.message") or "it failed",
            complete=True,
        )
    return CliReply(_text(result, "response"), usage, model, complete=True)


def read_opencode(output: str) -> CliReply:
    """Lines; the text of the last step is the message, if that step was finished and not cut short."""
    said = CliReply()
    texts = list[str]()
    usd = Decimal(0)
    tokens_in = 0
    tokens_out = 0
    for event in events(output):
        match event.get("type"):
            case "step_start":
                texts = []
                said = said._replace(complete=False)
            case "text":
                texts.append(_text(event, "part.text"))
            case "step_finish":
                usd += _usd(_at(event, "part.cost")) or 0
                tokens = _at(event, "part.tokens")
                tokens_in += _count(tokens, "input", "cache.read", "cache.write")
                tokens_out += _count(tokens, "output", "reasoning")
                said = said._replace(complete=True)
                if (reason := _text(event, "part.reason")) in ("length", "content-filter"):
                    said = said._replace(error=f"the model stopped early: {reason}")
            case "error":
                words = _text(event, "error.data.message", "error.message", "error.name", "message")
                said = said._replace(error=words or "it reported an error", complete=True)
    # It reports no price as the price 0.
    return said._replace(
        text="".join(texts),
        usage=Usage(tokens_in=tokens_in, tokens_out=tokens_out, usd=usd or None),
    )


def read_copilot(output: str) -> CliReply:
    """Lines; the last message counts once `result` says how it ended. Its price is not in money."""
    said = CliReply()
    tokens_out = 0
    for event in events(output):
        match event.get("type"):
            case "assistant.message":
                tokens_out += _count(event, "data.outputTokens")
                said = said._replace(text=_text(event, "data.content"))
            case "session.error":
                said = said._replace(error=_text(event, "data.message") or "it reported an error")
            case "result":
                failed = (
                    ""
                    if event.get("exitCode") == 0
                    else said.error or f"it ended with {event.get('exitCode')}"
                )
                said = said._replace(error=failed, complete=True)
    return said._replace(usage=Usage(tokens_out=tokens_out))


def refuse_more(size: int) -> None:
    """Fail when a program has printed more than it may."""
    if size > LIMIT:
        raise AgentError("failed", f"it printed more than {LIMIT} bytes and was ended")


class BoundedOutput:
    """Takes a stream whole, up to a limit; one that is longer ends its program."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, chunk: bytes) -> None:
        refuse_more(len(self._data) + len(chunk))
        self._data += chunk

    @property
    def text(self) -> str:
        return self._data.decode("utf-8", "replace")


def ending(code: int, spoken: str) -> str:
    """How a program ended, and the last line it spoke."""
    last = "".join(f": {line}" for line in spoken.strip().splitlines()[-1:])
    return (f"killed by signal {-code}" if code < 0 else f"exit {code}") + last


def events(output: str) -> list[Event]:
    """Return every JSON object of a stream: the whole of it, one a line, or one over many lines among other text."""
    whole = parse_json(output)
    if isinstance(whole, dict):
        return [whole]
    # Only at newlines: JSON may hold other line breaks of Unicode as they are.
    lines = whole if isinstance(whole, list) else map(parse_json, output.split("\n"))
    if found := [each for each in lines if isinstance(each, dict)]:
        return found
    try:
        first, _ = json.JSONDecoder().raw_decode(output, output.find("\n{") + 1)
    except (ValueError, RecursionError):
        return []
    if isinstance(first, dict):
        return [first]
    return []


def parse_json(text: str | bytes) -> object:
    """Return what a JSON text says; None if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _at(value: object, place: str) -> object:
    """Return what is at a place such as `usage.input_tokens`; None if there is nothing."""
    for key in place.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _text(value: object, *places: str) -> str:
    """Return the first text at these places."""
    found = (_at(value, place) for place in places)
    return next((text for text in found if isinstance(text, str) and text), "")


def _count(value: object, *places: str) -> int:
    """Return the sum of the counts at these places."""
    found = (_at(value, place) for place in places)
    return sum(number for number in found if isinstance(number, int) and number > 0)


def _usd(value: object) -> Decimal | None:
    if not isinstance(value, int | float) or not 0 <= value < float("inf"):
        return None
    return Decimal(str(round(value, 9)))  # a sum of floats ends in a digit of its own


def _busiest(models: object, count: str) -> str:
    """Which of several models wrote most; the others did small jobs on the side."""
    if not isinstance(models, dict) or not models:
        return ""
    return str(max(models, key=lambda name: _count(models[name], count)))

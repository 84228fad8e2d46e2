"""Read the user's messages in the transcript that a coding CLI keeps as JSON lines.

Claude Code, Codex and Gemini CLI are known.
"""

import json
import re
from collections.abc import Iterable

# The beginning of every reason that we send back into the conversation
OURS = "coordinator has reviewed this work."
# Text that a CLI puts into the user's messages: reminders, the state of an editor, output of
# commands
_TAGS = (
    "system-reminder|local-command-|bash-|task-notification|ide_|session_context|"
    "environment_context|hook_prompt|user_instructions"
)
_NOT_SAID = re.compile(rf"\s*(?:<(?:{_TAGS})|\[Request interrupted|{re.escape(OURS)})")


def user_messages(lines: Iterable[bytes]) -> tuple[str, ...]:
    """Return the user's messages, oldest first; unreadable lines are skipped."""
    said: dict[object, str] = {}
    for number, line in enumerate(lines):
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue
        text = _text_of(_content_of(entry))
        if text:
            # Gemini CLI may write a message twice, with the same id.
            said[entry.get("id", number)] = text
    return tuple(said.values())


def _content_of(entry: object) -> object:
    """Return the content of a user's message; None for any other entry."""
    match entry:
        # Written by Claude Code itself, or by one agent to another
        case {"isMeta": True} | {"isSidechain": True} | {"isCompactSummary": True}:
            return None
        # Claude Code
        case {"type": "user", "message": {"content": content}}:
            return content
        # Claude Code, for a message that the user sends while it works
        case {"attachment": {"type": "queued_command", "commandMode": "prompt", "prompt": content}}:
            return content
        # Codex
        case {"payload": {"item": {"type": "UserMessage", "content": content}}}:
            return content
        # Gemini CLI
        case {"type": "user", "content": content}:
            return content
    return None


def _text_of(content: object) -> str:
    """Return the text that the user wrote: a text, or the blocks of text in a list."""
    blocks = content if isinstance(content, list) else [{"text": content}]
    texts = []
    for block in blocks:
        if isinstance(block, dict) and block.get("text"):
            text = str(block["text"])
            if not _NOT_SAID.match(text):
                texts.append(text)
    return "\n".join(texts).strip()

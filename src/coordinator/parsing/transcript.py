"""Read the user's messages in the transcript that a coding CLI keeps as JSON lines."""

import json
import re
from collections.abc import Callable, Iterable

# The first words of every message that coordinator sends into the conversation
OURS = "coordinator has reviewed this work."
# Tags of texts that a CLI adds to the user's messages, such as reminders, the state of an editor,
# or the output of commands
_TAGS = (
    "system-reminder|local-command-|bash-|task-notification|ide_|session_context|"
    "environment_context|hook_prompt|user_instructions"
)
_NOT_SAID = re.compile(rf"\s*(?:<(?:{_TAGS})|\[Request interrupted|{re.escape(OURS)})")


def user_messages(
    lines: Iterable[bytes], content_of: Callable[[object], object]
) -> tuple[str, ...]:
    """Return the user's messages, oldest first; unreadable lines are skipped.

    `content_of` returns the content of a user's message in an entry, and None for any other entry.
    """
    said: dict[object, str] = {}
    for number, line in enumerate(lines):
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue
        text = _text_of(content_of(entry))
        if text:
            # Gemini CLI may write a message twice, with the same id.
            said[entry.get("id", number)] = text
    return tuple(said.values())


def _text_of(content: object) -> str:
    """Return the text that the user wrote, from a string or from the text blocks in a list."""
    blocks = content if isinstance(content, list) else [{"text": content}]
    texts = []
    for block in blocks:
        if isinstance(block, dict) and block.get("text"):
            text = str(block["text"])
            if not _NOT_SAID.match(text):
                texts.append(text)
    return "\n".join(texts).strip()

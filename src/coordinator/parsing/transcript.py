"""What the user has said to an agent, from the transcript that Claude Code, Codex or Gemini CLI keeps as JSON lines."""

import json
import re
from collections.abc import Iterable

# How a reason begins that we send back into the conversation
OURS = "coordinator has reviewed this work."
# What a CLI puts into the user's messages: reminders, an editor's state, output of commands, and our own reasons.
_TAGS = "system-reminder|local-command-|bash-|task-notification|ide_|session_context|environment_context|hook_prompt"
_NOT_SAID = re.compile(
    rf"\s*(?:<(?:{_TAGS}|user_instructions)|\[Request interrupted|{re.escape(OURS)})"
)


def user_messages(lines: Iterable[bytes]) -> tuple[str, ...]:
    """Return what the user has said, oldest first; a line that cannot be read says nothing."""
    said = dict[object, str]()
    for number, line in enumerate(lines):
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue
        match entry:
            case {"isMeta": True} | {"isSidechain": True} | {"isCompactSummary": True}:
                continue  # written by Claude Code, or by one agent to another
            case (
                # Claude Code, and what is said while it works
                {"type": "user", "message": {"content": content}}
                | {
                    "attachment": {
                        "type": "queued_command",
                        "commandMode": "prompt",
                        "prompt": content,
                    }
                }
                | {"payload": {"item": {"type": "UserMessage", "content": content}}}  # Codex
                | {"type": "user", "content": content}  # Gemini CLI, which may write one twice
            ):
                blocks = content if isinstance(content, list) else [{"text": content}]
                texts = [
                    str(block["text"])
                    for block in blocks
                    if isinstance(block, dict) and block.get("text")
                ]
                if text := "\n".join(text for text in texts if not _NOT_SAID.match(text)).strip():
                    said[entry.get("id", number)] = text
    return tuple(said.values())

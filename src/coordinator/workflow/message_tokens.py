"""Find the tokens of a workflow, such as `[DONE]`, in the messages of an agent."""

import re

from coordinator.workflow.dialect.schema import Workflow
from coordinator.workflow.dialect.stage_triggers import MessageContains, Trigger

DECORATION = " \t*_`#"

_FENCED = re.compile(r"(?ms)^ {0,3}((`|~)\2{2,}+)[^`\n]*$(?:.*?^ {0,3}\1\2*\s*?$|.*)")


def matches_message(trigger: Trigger, text: str) -> bool:
    """Return whether a message of an agent fires this trigger."""
    if not isinstance(trigger, MessageContains):
        return False
    if trigger.substring:
        return trigger.token.casefold() in text.casefold()
    return opens_a_line(trigger.token, text)


def misplaced_token(workflow: Workflow, text: str) -> str:
    """Return a token that occurs in the message but begins no line, or an empty string.

    Tokens of plain words are ignored, because they can occur in any sentence.
    """
    for token in workflow.tokens:
        is_word = token.replace(" ", "").isalnum()
        if not is_word and token.casefold() in text.casefold() and not opens_a_line(token, text):
            return token
    return ""


def opens_a_line(token: str, text: str) -> bool:
    """Return whether a line begins with the token as a whole word.

    Markdown marks before the token, such as `**` or `#`, are skipped. A fenced block is ignored,
    because it quotes a file or a log. A block that is never closed extends to the end of the text.
    """
    wanted = (token.strip().lstrip(DECORATION) or token.strip()).casefold()
    if not wanted:
        return False
    unquoted = _FENCED.sub("", "\n".join(text.splitlines()))
    for line in unquoted.splitlines():
        said = line.strip().lstrip(DECORATION).casefold()
        if said.startswith(wanted):
            following = said[len(wanted) : len(wanted) + 1]
            goes_on = following.isalnum() or following == "_"
            if not (wanted[-1].isalnum() and goes_on):
                return True
    return False
